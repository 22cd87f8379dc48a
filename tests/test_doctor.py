"""`crossboard doctor` on simulated boards that are wired otherwise than their profile says, or have something broken.

A maker of the tests' own follows the lights: wherever one shines, a magnet lies.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crossboard import doctor, doctor_wiring, profiles
from crossboard.doctor_bench import Bench
from crossboard.doctor_report import Diagnosis, text, toml
from crossboard.doctor_tests import Maker, Times
from crossboard.errors import CrossboardError
from crossboard.link import Link, greet
from crossboard.ports import SerialPort
from crossboard.profile_layout import in_order
from crossboard.simulator import SimulatedBoard, filesystem

QUICK = Times(patience=3.0, hold=0.06, rest=0.08, quiet=0.1, button=0.3)
NAME = "pico-8x4"


def plain() -> dict[str, Any]:
    return copy.deepcopy(profiles.load(NAME))


@contextmanager
def board_wired(
    truth: dict[str, Any], folder: Path, believed: dict[str, Any] | None = None
) -> Iterator[SimulatedBoard]:
    """A board that is wired as `truth` and has been flashed with the profile that its maker believes in."""
    filesystem.lay(folder, filesystem.board_files(believed or plain()))
    with SimulatedBoard(truth, folder, firmware="") as board:
        yield board


@contextmanager
def follower(board: SimulatedBoard, bouncing: str = "") -> Iterator[None]:
    """Magnets wherever there is light, all the time; the switch of one square bounces for 400 ms."""
    end = threading.Event()

    def follow() -> None:
        on: set[str] = set()
        while not end.is_set():
            lit = {square for square, colour in board.lights().items() if any(colour)}
            for square in on ^ lit:
                board.set_square(square, square in lit, 400 if square == bouncing and square in lit else 0)
            on = lit
            time.sleep(0.01)

    thread = threading.Thread(target=follow)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


class Silent(Maker):
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


class Hasty(Silent):
    """Has no time to look for missing diodes."""

    def ask(self, question: str, default: str) -> str:
        return "n" if "missing diodes" in question else default


class Talker(Silent):
    """Answers questions, the last answer again and again."""

    sees = True

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = list(answers)

    def ask(self, question: str, default: str) -> str:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def examined(board: SimulatedBoard, maker: Maker | None = None, times: Times = QUICK, bouncing: str = "") -> Diagnosis:
    link = Link(SerialPort(board.port))
    try:
        bench = Bench(link)
        assert link.hello is not None
        with follower(board, bouncing):
            found = doctor.examine(bench, maker or Silent(), times, plain(), link.hello)
        bench.close()
        return found
    finally:
        link.close()


def squares_of(found: Diagnosis, what: str) -> set[str]:
    wide = found.profile["board"]["columns"]
    return {f"{chr(97 + q % wide)}{q // wide + 1}" for q, state in found.squares.items() if state == what}


@pytest.mark.usefixtures("micropython")
class TestBoards:
    def test_a_good_board(self, tmp_path: Path) -> None:
        with board_wired(plain(), tmp_path / "flash") as board:
            found = examined(board)
            assert (found.rewired, squares_of(found, "good")) == ([], set(board.wiring.switch_of))
            assert (found.findings, found.notes) == ([], ["buttons: none was pressed"])
            assert "all is well" in text(found)
            frames = board.light_frames()
            wait = time.monotonic() + 10
            while board.light_frames() == frames and time.monotonic() < wait:
                time.sleep(0.05)
            assert board.light_frames() > frames  # play goes on
            assert not board.notes

    def test_swapped_rows_and_mirrored_columns(self, tmp_path: Path) -> None:
        truth = plain()
        rows, columns = truth["sensors"]["row_pins"], truth["sensors"]["column_pins"]
        truth["sensors"]["row_pins"] = [rows[0], rows[2], rows[1], rows[3]]
        truth["sensors"]["column_pins"] = columns[::-1]
        with board_wired(truth, tmp_path / "flash") as board:
            found = examined(board, Hasty())
        assert found.rewired[0].startswith("row 2 is at GP") and "columns are in the opposite order" in found.rewired[1]
        fitted = profiles.parse(toml(doctor_wiring.fitted(found.profile, found.wiring, "mine"), "x"))
        assert fitted["sensors"]["row_pins"] == truth["sensors"]["row_pins"]
        assert fitted["sensors"]["column_pins"] == truth["sensors"]["column_pins"]

    def test_lights_in_another_order(self, tmp_path: Path) -> None:
        truth = plain()
        truth["lights"]["order"] = "serpentine" if truth["lights"]["order"] == "rows" else "rows"
        with board_wired(truth, tmp_path / "flash") as board:
            found = examined(board, Hasty())
        assert len(found.rewired) == 1 and found.rewired[0].startswith("the lights run in the order")
        fitted = doctor_wiring.fitted(found.profile, found.wiring, "mine")
        assert profiles.compile_profile(fitted)["lights"] == profiles.compile_profile(truth)["lights"]
        assert fitted["sensors"] == found.profile["sensors"]

    def test_current_that_flows_the_other_way(self, tmp_path: Path) -> None:
        """The maker drives what should be read: the matrix lies on its side, and every diode with it."""
        truth = plain()
        sensors = truth["sensors"]
        wide, high = truth["board"]["columns"], truth["board"]["rows"]
        sensors["row_pins"], sensors["column_pins"] = sensors["column_pins"], sensors["row_pins"]
        sensors["squares"] = [" ".join(f"{chr(97 + c)}{r + 1}" for r in range(high)) for c in range(wide)]
        with board_wired(truth, tmp_path / "flash") as board:
            found = examined(board, Hasty())
        assert found.wiring.swapped and squares_of(found, "dead") == set()
        fitted = profiles.compile_profile(doctor_wiring.fitted(found.profile, found.wiring, "mine"))
        assert fitted["sensors"] == profiles.compile_profile(truth)["sensors"]

    def test_a_dead_a_stuck_and_two_without_a_diode(self, tmp_path: Path) -> None:
        with board_wired(plain(), tmp_path / "flash") as board:
            board.break_sensor("c2", "dead")
            board.break_sensor("h4", "stuck")
            board.break_sensor("b3", "no-diode")
            board.break_sensor("f1", "no-diode")
            found = examined(board)
        assert squares_of(found, "dead") == {"c2"}
        assert squares_of(found, "stuck") == {"h4"}
        assert squares_of(found, "ghost") == {"b3", "f1"}
        assert found.rewired == []
        report = text(found)
        assert "f1, b3: lets current through backwards" in report and "c2: does not answer" in report

    def test_a_cut_wire_is_one_finding(self, tmp_path: Path) -> None:
        with board_wired(plain(), tmp_path / "flash") as board:
            pin = board.wiring.columns[4]
            board.cut_wire(pin)
            found = examined(board, Hasty(), Times(1.0, 0.06, 0.08, 0.1, 0.1))
        assert squares_of(found, "dead") == {"e1", "e2", "e3", "e4"}
        assert any(line == f"no square of column e answers: look at its wire, at GP{pin}" for line in found.findings)

    def test_bounces_are_counted(self, tmp_path: Path) -> None:
        with board_wired(plain(), tmp_path / "flash") as board:
            found = examined(board, Hasty(), bouncing="d2")
        assert squares_of(found, "bounces") | squares_of(found, "weak") == {"d2"}
        assert max(found.counts, key=lambda square: found.counts[square]) == 11  # d2

    def test_buttons(self, tmp_path: Path) -> None:
        truth = plain()
        buttons = truth["buttons"]
        buttons["ok"], buttons["next"] = buttons["next"], buttons["ok"]

        class Presser(Hasty):
            def say(self, text: str) -> None:
                super().say(text)
                if text.startswith("press the button"):
                    name = text.split("'")[1]
                    threading.Thread(target=lambda: (time.sleep(0.1), board.press(name))).start()

        with board_wired(truth, tmp_path / "flash") as board:
            found = examined(board, Presser(), Times(3.0, 0.06, 0.08, 0.1, 3.0))
        assert "button 'ok' is wired as 'next'" in found.findings
        assert "button 'next' is wired as 'ok'" in found.findings
        assert "buttons: none was pressed" not in found.notes
        assert not any("'back'" in line for line in found.findings)

    def test_a_maker_who_sees_other_colours_and_has_few_magnets(self, tmp_path: Path) -> None:
        with board_wired(plain(), tmp_path / "flash") as board:
            # Colours, three corners (kept), no magnets for the rest.
            found = examined(board, Talker("g", "r", "b", "", "", "", "n"))
        assert any(line.startswith("red, green and blue were seen as green, red, blue") for line in found.findings)
        assert any("missing diodes were not looked for" in note for note in found.notes)

    def test_the_command_writes_a_report_and_a_profile(self, tmp_path: Path) -> None:
        truth = plain()
        truth["sensors"]["row_pins"] = truth["sensors"]["row_pins"][::-1]
        report, out = tmp_path / "report.html", tmp_path / "mine.toml"
        with board_wired(truth, tmp_path / "flash") as board, follower(board):
            words = ["--board", board.port, "--report", str(report), "--profile-out", str(out), "--patience", "3"]
            command = [sys.executable, "-m", "crossboard", "doctor", *words]
            done = subprocess.run(command, capture_output=True, text=True, timeout=200, stdin=subprocess.DEVNULL)
        assert done.returncode == 1, done.stderr
        assert "the rows are in the opposite order" in done.stdout and "<pre>" in report.read_text()
        fitted = profiles.read(out)
        assert fitted["name"] == "mine"
        assert fitted["sensors"]["row_pins"] == truth["sensors"]["row_pins"]
        # With the new profile on it the board has nothing to learn.
        with board_wired(truth, tmp_path / "flash", fitted) as board:
            compiled = profiles.compile_profile(fitted)["sensors"]
        assert compiled == profiles.compile_profile(truth)["sensors"]


# What the magnet showed, without a board


def pairs_of(truth: dict[str, Any]) -> dict[int, int]:
    wired = doctor_wiring.expected(truth)
    sensor_of = {square: sensor for sensor, square in enumerate(wired.sensors)}
    return {light: sensor_of[square] for light, square in enumerate(wired.lights)}


@pytest.mark.parametrize("name", profiles.names())
def test_every_profile_is_recognized_and_written_as_it_is(name: str) -> None:
    profile = profiles.load(name)
    wiring = doctor_wiring.learn(profile, pairs_of(profile))
    assert doctor_wiring.differences(profile, wiring) == [] and wiring.odd == ()
    written = profiles.parse(toml(doctor_wiring.fitted(profile, wiring, profile["name"]), "as it is"))
    assert profiles.compile_profile(written) == profiles.compile_profile(profile)


def test_single_sensors_that_are_mixed_up_are_found_and_listed() -> None:
    profile = profiles.load("pico-8x8")
    pairs = pairs_of(profile)
    pairs[3], pairs[12] = pairs[12], pairs[3]
    del pairs[40]  # and one is dead
    wiring = doctor_wiring.learn(profile, pairs)
    assert len(wiring.odd) == 2
    fitted = doctor_wiring.fitted(profile, wiring, "mixed")
    assert "squares" in fitted["sensors"]
    again = profiles.parse(toml(fitted, "mixed"))
    assert doctor_wiring.learn(again, pairs).odd == () and doctor_wiring.differences(again, wiring) == []


def test_what_the_maker_sees_decides_between_mirrored_lights_and_mirrored_sensors() -> None:
    profile = profiles.load("pico-8x8")
    own = doctor_wiring.expected(profile)
    flipped = [q // 8 * 8 + 7 - q % 8 for q in own.lights]
    sensor_of = {square: sensor for sensor, square in enumerate(own.sensors)}
    pairs = {light: sensor_of[square] for light, square in enumerate(flipped)}
    assert (
        "columns are in the opposite order"
        in doctor_wiring.differences(profile, doctor_wiring.learn(profile, pairs))[0]
    )
    wiring = doctor_wiring.learn(profile, pairs, seen={0: flipped[0]})
    assert wiring.sensors == own.sensors and wiring.lights == flipped
    fitted = profiles.parse(toml(doctor_wiring.fitted(profile, wiring, "mirrored"), "x"))
    assert doctor_wiring.expected(fitted).lights == flipped


def test_sensors_in_no_order_at_all_are_listed_one_by_one() -> None:
    profile = profiles.load("pico-8x8-74hc165")
    own = doctor_wiring.expected(profile)
    anyhow = [(17 * i + 5) % 64 for i in range(64)]
    pairs = {light: anyhow.index(square) for light, square in enumerate(own.lights)}
    wiring = doctor_wiring.learn(profile, pairs)
    assert wiring.sensors == anyhow and wiring.lights == own.lights
    columns = in_order(profile, list(range(64)), "columns")
    pairs = {light: columns.index(square) for light, square in enumerate(own.lights)}
    assert doctor_wiring.fitted(profile, doctor_wiring.learn(profile, pairs), "x")["sensors"]["order"] == "columns"


def test_a_board_that_is_not_ours_and_files_that_cannot_be_written(tmp_path: Path) -> None:
    arguments = argparse.Namespace(board="loop://", profile="", report="", profile_out="", patience=1.0)
    with pytest.raises(CrossboardError, match="no board says hello there"):
        doctor.run(arguments)
    for wrong in ({"report": str(tmp_path / "no" / "x.txt")}, {"profile_out": str(tmp_path)}):
        with pytest.raises(CrossboardError, match="can't be written"):  # before anybody has put a magnet anywhere
            doctor.run(argparse.Namespace(**{**vars(arguments), **wrong}))
    with pytest.raises(CrossboardError, match="must end in .toml"):
        doctor.run(argparse.Namespace(**{**vars(arguments), "profile_out": str(tmp_path / "profile")}))


# The board by itself


@pytest.mark.usefixtures("micropython")
def test_ok_held_at_the_start_lets_the_board_test_itself(tmp_path: Path) -> None:
    def until(true: Callable[[dict[str, tuple[int, int, int]]], bool]) -> None:
        end = time.monotonic() + 20
        while not true(board.lights()):
            assert time.monotonic() < end, board.lights()
            time.sleep(0.005)

    with board_wired(plain(), tmp_path / "flash") as board:
        ok = board.wiring.button("ok")
        board.power_cut()
        board.set_square("c3", True)  # a piece that nobody takes away, or a switch that sticks
        board._tell("set", index=ok, closed=True)
        board.start()
        for part in range(3):
            until(lambda lights, part=part: all(c[part] and sum(c) == c[part] for c in lights.values()))
        until(lambda lights: [square for square, colour in lights.items() if any(colour)] == ["b1"])
        until(lambda lights: lights["c3"] == (70, 0, 0) and lights["a1"] == (50, 50, 50))  # stuck; ok is down
        board._tell("set", index=ok, closed=False)
        until(lambda lights: lights["a1"] == (0, 0, 0))
        board.set_square("e2", True)
        until(lambda lights: lights["e2"] == (0, 70, 0))
        board.set_square("e2", False)
        until(lambda lights: lights["e2"] == (0, 0, 12))
        board.set_square("g4", True, bounce_ms=700)
        until(lambda lights: lights["g4"] == (60, 40, 0))
        board.set_square("g4", False)
        board.set_square("c3", False)
        board.press("ok", 2600)
        with contextlib.closing(SerialPort(board.port)) as port:
            hello = greet(port, seconds=15)
        assert hello is not None and hello.profile == NAME
        assert not board.notes
