"""`python -m tests.benchmarks.machine_code PORT [PROFILE]`: bytecode against machine code on a board, by its own clock.

What is installed stays as it is: each build is put into /bench, run there at the prompt, and removed. Machine code is what
`crossboard flash --native` makes it of.
"""

from __future__ import annotations

import sys
from pathlib import Path

from crossboard import profiles
from crossboard.board_files.build import ARCHITECTURES, build
from crossboard.flash import find as flash_find
from crossboard.flash.on_board import Repl
from crossboard.flash.plan import parents
from crossboard.games.rules import new_game
from tests.benchmarks.tables import show, thousands
from tests.support.rule_cases import HARDEST

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


def install(repl: Repl, files: dict[str, bytes]) -> str:
    """Put a program into FOLDER, in place of another one; returns the line of Python that finds it there."""
    repl.enter()
    repl.run(_REMOVE)
    for folder in sorted({folder for path in files for folder in parents(FOLDER + path)}):
        repl.make_folder(folder)
    for path, data in files.items():
        repl.write(FOLDER + path, data, lambda _: None)
    return f"import sys\nsys.path.insert(0, {FOLDER!r})\n"


def measure(repl: Repl, files: dict[str, bytes], texts: list[str]) -> list[tuple[str, int]]:
    """What the script prints, run with those files."""
    find = install(repl, files)
    repl.enter()
    lines = repl.run(f"{find}import speed_script\nspeed_script.main({FOLDER!r}, {texts!r})").splitlines()
    found = [line.split(" ") for line in lines]
    return [(words[0], int(words[1])) for words in found if len(words) == 2]


def builds(text: str, processor: str) -> dict[str, dict[str, bytes]]:
    """The program in each way to compile it."""
    scripts = {SCRIPT.stem: SCRIPT.read_text(encoding="utf-8")}
    return {name: build(text, native, scripts) for name, native in (("bytecode", ""), ("machine code", processor))}


def main() -> None:
    """Measure and print."""
    port = sys.argv[1]
    profile = profiles.load(sys.argv[2] if len(sys.argv) > 2 else "pico-8x8")
    texts = [new_game(game).text() for game in profile["games"]]
    texts += [text for text in HARDEST[:1] if text.partition(" ")[0] in profile["games"]]
    flash_find.stop_game(port)
    repl = Repl(port, WAIT_S)
    columns: list[tuple[str, list[tuple[str, int]]]] = []
    try:
        repl.enter()
        processor = ARCHITECTURES[repl.facts().mpy >> 10 & 15]
        for name, files in builds(profiles.profile_json(profile), processor).items():
            found = measure(repl, files, texts)
            size = sum(map(len, files.values()))
            columns.append((name, [("bytes of files", size), *found]))
        repl.run(_REMOVE)
        repl.restart()
    finally:
        repl.close()
    rows = [[what, *(thousands(found[i][1]) for _, found in columns)] for i, (what, _) in enumerate(columns[0][1])]
    show(f"{profile['name']}: bytes, us", ["", *(name for name, _ in columns)], rows)


if __name__ == "__main__":
    main()
