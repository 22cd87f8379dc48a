"""A program that speaks UCI, for tests: `fake_engine.py LOG FAULT PLY...` answers each `go` with the next of its plies.

It appends what it is told to LOG, after its process id. FAULT: `crashes`, `hangs` or `floods` (tells lines without end) when it is
to find something, `crashes-once` for the first time only, `silent` says nothing at all, `stays` when it is told to quit, `fine`
does nothing of that.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

GREETING = """id name Fake
option name UCI_Variant type combo default chess var chess var charing-cross
option name UCI_LimitStrength type check default false
option name UCI_Elo type spin default 2000 min 1000 max 2500
option name Style type combo default calm var calm var wild
option name Clear Hash type button
uciok"""


def main() -> None:
    """Until it is told to quit, or nobody speaks any more."""
    log, fault, *plies = sys.argv[1:]
    crashed = Path(log).exists() and "\ngo" in Path(log).read_text()
    left = iter(plies * 100)
    print("words for nobody", file=sys.stderr, flush=True)
    with Path(log).open("a", encoding="utf-8", buffering=1) as file:
        file.write(f"{os.getpid()}\n")
        for line in sys.stdin:
            file.write(line)
            word = line.split()[0]
            if fault == "silent":
                continue
            if word == "go" and (fault == "crashes" or fault == "crashes-once" and not crashed):
                sys.exit(3)
            while word == "go" and fault == "floods":
                print("info depth 3 score cp 12 nodes 7 pv h5-g5")
            if word == "go" and fault != "hangs":
                print(f"info depth 3 score cp 12 nodes 7\nbestmove {next(left)}", flush=True)
            elif word == "quit" and fault == "stays":
                time.sleep(3600)
            elif word == "quit":
                return
            answers = {"uci": GREETING, "isready": "readyok"}
            if word in answers:
                print(answers[word], flush=True)


if __name__ == "__main__":
    main()
