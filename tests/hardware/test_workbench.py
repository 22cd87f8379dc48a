"""`crossboard simulate --bench`: a maker without parts walks through BUILD.md with two terminals."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.errors import CrossboardError
from crossboard.flash.find import wait_for_start
from crossboard.terminal import workbench
from crossboard.terminal.workbench import Hands, Screen, obey


class Board:
    """A board of which only is remembered what was done to it."""

    def __init__(self, profile: str = "pico-cross") -> None:
        self.profile = profiles.load(profile)
        self.alive = True
        self.port = "PORT"
        self.done: list[str] = []
        self.shining: dict[str, tuple[int, int, int]] = {}
        self._on: set[str] = set()

    def lights(self) -> dict[str, tuple[int, int, int]]:
        dark = dict.fromkeys(Hands(self).squares, (0, 0, 0))  # type: ignore[arg-type]
        return {**dark, **self.shining}

    def squares(self) -> set[str]:
        return set(self._on)

    def set_square(self, square: str, closed: bool) -> None:
        (self._on.add if closed else self._on.discard)(square)
        self.done.append(f"{square} {closed}")

    def press(self, button: str) -> None:
        self.done.append(button)

    def plug(self) -> None:
        self.port = "PORT"

    def unplug(self) -> None:
        self.port = ""

    def start(self) -> None:
        self.done.append("on")

    def power_cut(self) -> None:
        self.done.append("off")


def made() -> tuple[Any, Hands]:
    board = Board()
    return board, Hands(board)  # type: ignore[arg-type]


def test_lines_move_magnets() -> None:
    board, hands = made()
    assert [obey(hands, line) for line in ("put e1 f1", "move f1 g1", "take g1", "press ok", "")] == [""] * 5
    assert board.squares() == {"f1"} and board.done[-1] == "ok"
    assert "e1 False" in board.done and board.done.count("f1 True") == 1, "what lies there already is not touched"
    board.shining = {"d4": (0, 9, 0), "i9": (1, 0, 0)}
    assert obey(hands, "light") == "" and board.squares() == {"d4", "i9"}
    assert obey(hands, "cable out") == "" and board.port == "" and obey(hands, "cable") == "" and board.port == "PORT"
    assert obey(hands, "power") == obey(hands, "power on") == "" and board.done[-2:] == ["off", "on"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("put a1", "a1: the board has no such square"),
        ("press left", "left: no such button; there are ok, next, back"),
        ("cable up", "up: is neither 'out' nor 'in'"),
        ("shake", "shake: not one of move, put, take, press, light, cable, power"),
        ("light a1", "light: takes nothing else"),
    ],
)
def test_what_a_line_can_get_wrong(line: str, says: str) -> None:
    board, hands = made()
    assert obey(hands, line) == says
    assert not board.done


def test_keys_move_the_hand_over_squares_alone() -> None:
    board, hands = made()
    screen = Screen(hands)
    assert screen.square == "e1"
    for key, square in (
        ("left", "e1"),
        ("up", "e2"),
        ("up", "e3"),
        ("up", "e4"),
        ("left", "d4"),
        ("down", "d4"),
        ("right", "e4"),
    ):
        screen.key(key)
        assert screen.square == square, key
    screen.key("enter")
    screen.key("right")
    screen.key(" ")
    assert board.squares() == {"e4", "f4"}
    screen.key(" ")
    screen.key("2")
    assert board.squares() == {"e4"} and board.done[-1] == "next"
    screen.key("c")
    assert not board.squares()
    screen.key("p")
    with pytest.raises(CrossboardError):
        hands.power("up")
    assert "power off" in screen.text()


def test_the_board_is_drawn_with_its_lights_and_magnets() -> None:
    board, hands = made()
    board.shining = {"e2": (40, 0, 0)}
    hands.put("e2", "f2")
    lines = Screen(hands).text().split("\n")
    assert len(lines) == hands.rows + 3 + len(workbench.KEYS)
    assert "\x1b[48;2;120;0;0;38;5;231m(o)" in lines[10] and lines[10].count("(o)") == 2
    assert "[ ]" in lines[11], "the hand"
    assert lines[11].startswith("  1             \x1b"), "no square, no cell"


def test_its_commands_are_those_that_the_guide_shows() -> None:
    guide = (Path(__file__).parents[2] / "hardware" / "BUILD.md").read_text(encoding="utf-8")
    assert "simulate --bench" in guide
    assert all(word in " ".join(workbench.KEYS) for word in ("arrows", "Enter", "space", "quit"))
    assert all(len(line) < 60 for line in workbench.KEYS)


def walk_with_doctor(folder: Path, *options: str, patience: float = 0) -> str:
    """`simulate --bench` with these options in one terminal, `doctor` in another, as in BUILD.md; returns the report.

    This program is the hands: magnets wherever the bench shows light, and buttons when asked. `patience`: seconds that the board
    may take until it says hello.
    """
    command = [sys.executable, "-m", "crossboard"]
    common = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
        "text": True,
        "env": {**os.environ, "TERM": "dumb", "CROSSBOARD_LIBRARY": str(folder / "library.db")},
    }
    bench = subprocess.Popen([*command, "simulate", "--bench", *options], stdin=subprocess.PIPE, **common)  # type: ignore[call-overload]
    doctor: Any = None
    try:
        port = bench.stdout.readline().split()[1]
        hands = threading.Thread(target=_follow, args=(bench,), daemon=True)
        hands.start()
        if patience:
            assert wait_for_start(port, patience).hello
        arguments = [
            "doctor",
            "--board",
            port,
            "--report",
            str(folder / "report.txt"),
        ]
        doctor = subprocess.Popen([*command, *arguments], stdin=subprocess.DEVNULL, **common)  # type: ignore[call-overload]
        said = ""
        for line in doctor.stdout:
            said += line
            if "press the button" in line:
                bench.stdin.write(f"press {line.split(chr(39))[1]}\n")
                bench.stdin.flush()
        doctor.wait(30)
        assert (folder / "report.txt").exists(), said
        report = (folder / "report.txt").read_text(encoding="utf-8")
        # A busy machine may make a hand look unsteady, but neither dead nor stuck nor wired otherwise.
        squares = re.findall(r"^ [ \d]\d  +([A-Z.](?: +[A-Z.])*)$", report, re.MULTILINE)
        assert squares and not set("".join(squares)) & set("SDG"), said
        assert "opposite order" not in report and "button" not in report, said
        return report
    finally:
        for program in (doctor, bench):
            if program:
                program.kill()
                program.wait()


@pytest.mark.early
@pytest.mark.usefixtures("micropython")
def test_doctor_walks_over_the_bench_of_another_terminal(tmp_path: Path) -> None:
    report = walk_with_doctor(tmp_path, "--flash", str(tmp_path / "flash"), "--profile", "pico-8x4")
    assert len(re.findall(r"^  \d ((?: [A-Z.]){8})$", report, re.MULTILINE)) == 4


def _follow(bench: Any) -> None:
    for line in bench.stdout:
        if line.startswith("lights"):
            bench.stdin.write("light\n")
            bench.stdin.flush()
