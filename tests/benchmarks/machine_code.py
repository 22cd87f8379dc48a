"""`python -m tests.benchmarks.machine_code PORT [PROFILE]`: bytecode against machine code on a board, by its own clock.

What is installed stays as it is: each build is put into /bench, run there at the prompt, and removed. Machine code is what
`crossboard flash --native` makes it of.
"""

from __future__ import annotations

import sys
from pathlib import Path

from crossboard import flash_find, profiles
from crossboard.flash_board import Repl
from crossboard.flash_build import ARCHITECTURES, build
from crossboard.flash_plan import parents
from crossboard.rules import new_game
from tests.benchmarks.hardest import KNOWN
from tests.benchmarks.tables import show, thousands

SCRIPT = Path(__file__).parents[1] / "on_board" / "speed_script.py"
FOLDER = "/bench"
WAIT_S = 120.0

_REMOVE = f"""
import os
def remove(p):
    try:
        for e in list(os.ilistdir(p)): remove(p + "/" + e[0]) if e[1] == 0x4000 else os.remove(p + "/" + e[0])
        os.rmdir(p)
    except OSError: pass
remove({FOLDER!r})
"""


def measure(repl: Repl, files: dict[str, bytes], texts: list[str]) -> list[tuple[str, int]]:
    """What the script prints, run with those files."""
    repl.enter()
    repl.run(_REMOVE)
    for folder in sorted({folder for path in files for folder in parents(FOLDER + path)}):
        repl.make_folder(folder)
    for path, data in files.items():
        repl.write(FOLDER + path, data, lambda _: None)
    repl.enter()
    code = f"import sys\nsys.path.insert(0, {FOLDER!r})\nimport speed_script\nspeed_script.main({FOLDER!r}, {texts!r})"
    lines = [line.split(" ") for line in repl.run(code).splitlines()]
    return [(words[0], int(words[1])) for words in lines if len(words) == 2]


def builds(text: str, processor: str) -> dict[str, dict[str, bytes]]:
    """The program in each way to compile it."""
    scripts = {SCRIPT.stem: SCRIPT.read_text(encoding="utf-8")}
    return {name: build(text, native, scripts) for name, native in (("bytecode", ""), ("machine code", processor))}


def main() -> None:
    """Measure and print."""
    port = sys.argv[1]
    profile = profiles.load(sys.argv[2] if len(sys.argv) > 2 else "pico-8x8")
    game = str(profile["game"])
    texts = [new_game(game).text(), *(KNOWN[:1] if game == "cross-eyed" else ())]
    flash_find.stop_game(port)
    repl = Repl(port, WAIT_S)
    rows: list[list[str]] = []
    try:
        repl.enter()
        processor = ARCHITECTURES[repl.facts().mpy >> 10 & 15]
        for name, files in builds(profiles.profile_json(profile), processor).items():
            found = measure(repl, files, texts)
            rows.append([name, thousands(sum(map(len, files.values()))), *(thousands(value) for _, value in found)])
            head = ["build", "bytes of files", *(what for what, _ in found)]
        repl.run(_REMOVE)
        repl.restart()
    finally:
        repl.close()
    show(f"{profile['name']}, heap in bytes, times in us", head, rows)


if __name__ == "__main__":
    main()
