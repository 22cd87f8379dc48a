"""`python -m crossboard.hardware [--check]`: writes hardware/boards/NAME for every profile, or says what is out of date.

Also the diagram of the first board for the Wokwi simulator, and cards to print. The circuit boards have a Makefile of their own:
hardware/pcb.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from crossboard import profiles
from crossboard.games.words import plural
from crossboard.hardware.cards import card_sheet
from crossboard.hardware.maps import map_drawing
from crossboard.hardware.parts import bom
from crossboard.hardware.tables import pin_table
from crossboard.hardware.wiring import wiring_drawing
from crossboard.hardware.wokwi import diagram
from crossboard.profiles.nets import board_of

FOLDER = Path(__file__).resolve().parents[3] / "hardware"
WOKWI = ("pico-8x8", "wokwi/diagram.json")


def files(profile_name: str) -> dict[str, str]:
    """File name -> content of everything that is generated for a profile."""
    board = board_of(profiles.load(profile_name))
    return {
        "bom.csv": bom(board),
        "pins.md": pin_table(board),
        "wiring.svg": wiring_drawing(board),
        "map.svg": map_drawing(board),
        "map-below.svg": map_drawing(board, below=True),
    }


def everything() -> dict[str, str]:
    """Path below hardware/ -> content, for all profiles."""
    found = {f"boards/{name}/{file}": text for name in profiles.names() for file, text in files(name).items()}
    name, path = WOKWI
    return {
        **found,
        path: diagram(board_of(profiles.load(name))),
        "cards/card-chess.pdf": card_sheet(),
    }


def outdated(folder: Path = FOLDER) -> list[str]:
    """Paths that are missing, differ from what the profiles say, or belong to no profile any more."""
    wanted = everything()
    found = {path.relative_to(folder).as_posix() for path in (folder / "boards").rglob("*") if path.is_file()}
    found |= {path for path in wanted if (folder / path).is_file()}
    wrong = [
        path for path in wanted if path not in found or (folder / path).read_text(encoding="utf-8") != wanted[path]
    ]
    return sorted([*wrong, *(found - set(wanted))])


def main() -> int:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(prog="python -m crossboard.hardware", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is out of date")
    check = parser.parse_args().check
    wrong = outdated()
    if check:
        for path in wrong:
            print(f"hardware/{path} is out of date: make hardware", file=sys.stderr)
        return 1 if wrong else 0
    wanted = everything()
    for path in wrong:
        target = FOLDER / path
        if path in wanted:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(wanted[path], encoding="utf-8")
        else:
            target.unlink()
    boards = plural(len(profiles.names()), "board")
    print(f"hardware: {plural(len(wanted), 'file')} of {boards}, {len(wrong)} of them new or changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
