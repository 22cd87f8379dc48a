"""`crossboard doctor` on boards that are wired otherwise than their profile says, or have something broken.

Most of it runs the firmware on CPython in virtual time (doctor_world.py), a whole walk in a blink; one walk and the
command run on the simulated board. A maker of the tests' own follows the lights: wherever one shines, a magnet lies.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.boards import link
from crossboard.boards.link import Link, require_hello
from crossboard.boards.ports import SerialPort
from crossboard.doctor import command as doctor
from crossboard.doctor import wiring as doctor_wiring
from crossboard.doctor.checks import COLOUR, YES_NO, Maker, Times, Wanted
from crossboard.doctor.diagnosis import Diagnosis
from crossboard.doctor.report import text, toml
from crossboard.errors import CrossboardError, LinkError
from crossboard.library import Library
from crossboard.profiles.layout import in_order
from crossboard.simulator import SimulatedBoard, filesystem
from tests.support.doctor_world import World, world

TIMES = Times(patience=3.0)
NAME = "pico-8x4"


def plain(name: str = NAME) -> dict[str, Any]:
    return copy.deepcopy(profiles.load(name))


@contextmanager
def board_wired(
    truth: dict[str, Any], folder: Path, believed: dict[str, Any] | None = None
) -> Iterator[SimulatedBoard]:
    """A simulated board that is wired as `truth` and has been flashed with the profile that its maker believes in."""
    filesystem.install(folder, build_for(believed or plain()))
    with SimulatedBoard(truth, folder, firmware="") as board:
        yield board


@contextmanager
def follower(board: SimulatedBoard) -> Iterator[None]:
    """Magnets wherever there is light, all the time."""
    end = threading.Event()

    def follow() -> None:
        on: set[str] = set()
        while not end.is_set():
            lit = {square for square, colour in board.lights().items() if any(colour)}
            for square in on ^ lit:
                board.set_square(square, square in lit)
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
    """Says nothing; does what `does` says when asked to press a button."""

    def __init__(self, board: World | None = None) -> None:
        self.board = board

    def say(self, text: str) -> None:
        if self.board and text.startswith("press the button"):
            self.board.press(text.split("'")[1])


class Watcher(Silent):
    """Looks at the lights, tells their colours, and has no time for more."""

    sees = True

    def ask(self, question: str, default: str, wanted: Wanted) -> str:
        if "what colour" in question:
            assert self.board
            colour = next(iter(self.board.lights().values()))
            return "rgb"[colour.index(max(colour))] if any(colour) else "n"
        return "n" if "missing diodes" in question else default


class Colourblind(Watcher):
    """Calls everything red."""

    def ask(self, question: str, default: str, wanted: Wanted) -> str:
        return "r" if "what colour" in question else super().ask(question, default, wanted)


def examined(
    truth: dict[str, Any],
    folder: Path,
    prepare: Callable[[World], None] = lambda board: None,
    maker: type[Silent] = Silent,
    times: Times = TIMES,
) -> Diagnosis:
    """What doctor finds on a board that is wired as `truth`, and believed to be as its profile says."""
    with world(truth, folder / "flash", plain(truth["name"])) as board:
        prepare(board)
        return board.examined(maker(board), times)


def refitted(found: Diagnosis) -> dict[str, Any]:
    """The profile that doctor would write, read again."""
    return profiles.parse(toml(doctor_wiring.fitted(found.profile, found.wiring, "mine"), "x"))


def squares_of(found: Diagnosis, what: str) -> set[str]:
    wide = found.profile["board"]["columns"]
    return {f"{chr(97 + q % wide)}{q // wide + 1}" for q, state in found.squares.items() if state == what}


@pytest.mark.parametrize("name", ["pico-8x4", "pico-8x8", "pico-cross"])
def test_a_good_board(name: str, tmp_path: Path) -> None:
    with world(plain(name), tmp_path / "flash", plain(name)) as board:
        found = board.examined(Watcher(board), TIMES)
        assert (found.rewired, found.findings, found.damaged) == ([], [], 0)
        assert squares_of(found, "good") == set(board.wiring.switch_of)
        assert found.notes == ["missing diodes were not tested: not all lit squares were covered"]
        assert "no problems found" in text(found)
        assert {found.counts[square] for square in found.squares} == {(1, 0)}
        frames = board.circuit.frames
        board.pause(2)
        assert board.circuit.frames > frames and board.app.modes.probe is None  # play goes on


def test_swapped_rows_and_mirrored_columns(tmp_path: Path) -> None:
    truth = plain()
    rows, columns = truth["sensors"]["row_pins"], truth["sensors"]["column_pins"]
    truth["sensors"]["row_pins"] = [rows[0], rows[2], rows[1], rows[3]]
    truth["sensors"]["column_pins"] = columns[::-1]
    found = examined(truth, tmp_path)
    assert found.rewired[0].startswith("row 2 is at GP") and "columns are in the opposite order" in found.rewired[1]
    assert refitted(found)["sensors"] == truth["sensors"]


def test_lights_in_another_order(tmp_path: Path) -> None:
    truth = plain()
    truth["lights"]["order"] = "serpentine" if truth["lights"]["order"] == "rows" else "rows"
    found = examined(truth, tmp_path)
    assert len(found.rewired) == 1 and found.rewired[0].startswith("the lights run in the order")
    fitted = refitted(found)
    assert profiles.compile_profile(fitted)["lights"] == profiles.compile_profile(truth)["lights"]
    assert fitted["sensors"] == found.profile["sensors"]


@pytest.mark.parametrize("order", ["rgb", "brg"])
def test_lights_that_take_their_colours_in_another_order(order: str, tmp_path: Path) -> None:
    truth = plain()
    truth["lights"]["colours"] = order
    found = examined(truth, tmp_path, maker=Watcher)
    assert found.rewired == [f"the lights' colour order is {order}, not grb"]
    assert found.findings == []
    fitted = refitted(found)
    assert fitted["lights"] == truth["lights"]
    with world(truth, tmp_path / "again", fitted) as board:  # and with it they are right
        board.app.display.lights.put(0, 9, 0, 0)
        board.app.display.lights.show()
        assert board.lights()["a1"] == (9, 0, 0)


class Slow(Watcher):
    """Goes for a tool before each answer, so that the board takes the PC for gone; at one of them the cable comes loose."""

    def ask(self, question: str, default: str, wanted: Wanted) -> str:
        assert self.board
        answer = super().ask(question, default, wanted)
        if "green" in question and default == "g":
            self.board.unplug_for(20)
        self.board.pause(40)
        return answer

    def progress(self, done: int, of: int) -> None:
        if self.board and done == 10:
            self.board.unplug_for(90)


def test_answers_outlast_a_board_that_goes_away_and_a_maker_who_takes_long(tmp_path: Path) -> None:
    """Colours told before the cable came loose count, the lights are lit again, and the walk goes on at its square."""
    truth = plain()
    truth["lights"]["colours"] = "brg"
    found = examined(truth, tmp_path, maker=Slow)
    assert found.rewired == ["the lights' colour order is brg, not grb"]
    assert found.findings == [] and len(squares_of(found, "good")) == 32


def test_a_board_that_stays_away_ends_the_test(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.loses_after = 3.0

    with pytest.raises(LinkError, match="the board is gone"):
        examined(plain(), tmp_path, prepare)


SQUARES = Wanted("the board has no such square: type one from a1 to b2", dict.fromkeys(("a1", "a2", "b1", "b2"), ""))


@pytest.mark.parametrize(
    ("wanted", "typed", "answer"),
    [
        (SQUARES, ["z9", "zz", "a99", "B2"], "b2"),
        (COLOUR, ["purple", "rg", "green"], "g"),
        (COLOUR, ["N"], "n"),
        (YES_NO, ["yellow", "no"], "n"),
    ],
)
def test_what_can_t_be_the_answer_is_asked_again(
    wanted: Wanted, typed: list[str], answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = list(typed)
    monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0))  # type: ignore[misc]
    assert doctor.Person().ask("which?", "a1", wanted) == answer
    assert not left
    assert capsys.readouterr().out == f"{wanted.words}\n" * (len(typed) - 1)


def test_the_default_in_brackets_says_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return ""

    monkeypatch.setattr("builtins.input", answer)
    assert doctor.Person().ask("on which square is the light?", "a1", SQUARES) == "a1"
    assert doctor.Person().ask("look for it?", "y", YES_NO) == "y"
    assert asked == ["on which square is the light? [Enter: a1] ", "look for it? (y: yes, n: no) [Enter: y] "]


def test_colours_that_no_order_explains(tmp_path: Path) -> None:
    found = examined(plain(), tmp_path, maker=Colourblind)
    assert found.rewired == []
    assert any(line.startswith("red, green and blue were seen as red, red, red: ") for line in found.findings)


def test_current_that_flows_the_other_way(tmp_path: Path) -> None:
    """The maker drives what should be read: the matrix lies on its side, and every diode with it."""
    truth = plain()
    sensors = truth["sensors"]
    wide, high = truth["board"]["columns"], truth["board"]["rows"]
    sensors["row_pins"], sensors["column_pins"] = sensors["column_pins"], sensors["row_pins"]
    sensors["squares"] = [" ".join(f"{chr(97 + c)}{r + 1}" for r in range(high)) for c in range(wide)]
    found = examined(truth, tmp_path)
    assert found.wiring.swapped and squares_of(found, "dead") == set()
    assert profiles.compile_profile(refitted(found))["sensors"] == profiles.compile_profile(truth)["sensors"]


def test_a_dead_a_stuck_and_two_without_a_diode(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.break_sensor("c2", "dead")
        board.break_sensor("h4", "stuck")
        board.break_sensor("b3", "no-diode")
        board.break_sensor("f1", "no-diode")

    found = examined(plain(), tmp_path, prepare)
    assert squares_of(found, "dead") == {"c2"}
    assert squares_of(found, "stuck") == {"h4"}
    assert squares_of(found, "ghost") == {"b3", "f1"}
    assert found.rewired == []
    report = text(found)
    assert "f1, b3: conducts backwards" in report and "c2: does not answer" in report


def test_a_cut_wire_is_one_finding(tmp_path: Path) -> None:
    pin = plain()["sensors"]["column_pins"][4]
    found = examined(plain(), tmp_path, lambda board: board.circuit.cuts.__setitem__(pin, 1))
    assert squares_of(found, "dead") == {"e1", "e2", "e3", "e4"}
    assert any(line == f"no square of column e answers: check its wire, at GP{pin}" for line in found.findings)


def test_a_switch_that_bounces_long(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.chatters["d2"] = 200

    found = examined(plain(), tmp_path, prepare)
    assert squares_of(found, "bounces") == {"d2"} and found.counts[11][0] > 8
    assert len(squares_of(found, "good")) == 31


def test_a_switch_that_flickers_under_a_magnet_at_rest(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.flickers.add("d2")

    found = examined(plain(), tmp_path, prepare)
    assert squares_of(found, "weak") == {"d2"} and found.counts[11][1] > 2
    assert len(squares_of(found, "good")) == 31


def test_a_sensor_that_changes_without_a_magnet(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.loose.add("e3")

    found = examined(plain(), tmp_path, prepare)
    assert any(line.startswith("e3: changes without a magnet") for line in found.findings)
    assert len(found.findings) == 1


def test_two_squares_that_close_together(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.joined["c3"] = "d3"

    found = examined(plain(), tmp_path, prepare)
    assert any("c3 and d3 close together" in line or "d3 and c3 close" in line for line in found.findings)


def test_swapped_buttons_are_found_and_written(tmp_path: Path) -> None:
    truth = plain()
    buttons = truth["buttons"]
    buttons["ok"], buttons["next"] = buttons["next"], buttons["ok"]
    found = examined(truth, tmp_path, maker=Silent, times=Times(patience=3.0, button=2.0))
    assert found.findings == []
    assert found.rewired == [
        f"button 'ok' is at GP{buttons['ok']}, not GP{buttons['next']}",
        f"button 'next' is at GP{buttons['next']}, not GP{buttons['ok']}",
    ]
    assert refitted(found)["buttons"] == buttons


def test_a_button_that_is_dead_and_one_that_sticks(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.circuit.faults[board.wiring.button("back")] = 1

    found = examined(plain(), tmp_path, prepare)
    assert found.findings == ["button 'back' was not pressed, or does not work"]

    def sticks(board: World) -> None:
        board.circuit.faults[board.wiring.button("next")] = 2

    found = examined(plain(), tmp_path, sticks)
    assert "button 'next' is held down, or its wires touch" in found.findings


def test_what_has_flickered_in_play_is_reported(tmp_path: Path) -> None:
    with world(plain(), tmp_path / "flash", plain()) as board:
        board.pause(1)  # its first game begins
        for _ in range(9):
            for closed, seconds in ((True, 0.005), (False, 0.2)):
                board.set("g2", closed)
                board.pause(seconds)
        board.set("b1", True)
        board.pause(0.2)
        board.set("b1", False)
        board.pause(0.2)
        found = board.examined(Silent(), TIMES)
    assert found.findings[0].startswith("g2: flickers in play") and squares_of(found, "flickers") == {"g2"}
    assert [(one.square, one.flickers, one.changes) for one in found.fared.values()] == [("b1", 0, 2), ("g2", 9, 0)]
    report = text(found)
    assert "  2  -     -     -     -     -     -     9/0   -" in report
    assert "  1  -     0/2   -" in report


def test_a_line_that_damages_what_the_board_says(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.spoils = 900

    found = examined(plain(), tmp_path, prepare)
    assert found.findings == [f"{found.damaged} messages came damaged over the link: try another cable"]
    assert found.damaged > 0 and len(squares_of(found, "good")) == 32


def test_a_board_that_answers_late_is_not_taken_for_a_bad_cable(tmp_path: Path) -> None:
    def prepare(board: World) -> None:
        board.late = 700  # ms; the PC sends again after 500

    found = examined(plain(), tmp_path, prepare)
    assert found.findings == [] and found.resent > 0
    assert f"link       {found.resent} messages sent again: lost, or answered late" in text(found)


@pytest.mark.usefixtures("micropython")
class TestSimulated:
    def test_the_command_writes_a_report_and_a_profile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The whole of it, on the simulated board; but the maker's hands need no time."""
        quick = Times(patience=3.0, hold=0.05, rest=0.05, quiet=0.1, button=0.2)
        monkeypatch.setattr(doctor, "Times", lambda **given: quick)
        truth = plain()
        truth["sensors"]["row_pins"] = truth["sensors"]["row_pins"][::-1]
        report, out = tmp_path / "report.html", tmp_path / "mine.toml"
        with board_wired(truth, tmp_path / "flash") as board, follower(board):
            monkeypatch.setattr("crossboard.doctor.command.work_at", lambda port: board.work())
            words = {
                "board": board.port,
                "report": str(report),
                "profile_out": str(out),
                "profile": "",
                "patience": None,
                "library": str(tmp_path / "library.db"),
            }
            Library(tmp_path / "library.db").close()
            assert doctor.run(argparse.Namespace(**words)) == 1
            frames = board.light_frames()
            wait = time.monotonic() + 120
            while board.light_frames() == frames and time.monotonic() < wait:
                time.sleep(0.05)
            assert board.light_frames() > frames  # play goes on
            assert not board.notes
        said = capsys.readouterr().out
        assert "the rows are in the opposite order" in said and "<pre>" in report.read_text()
        assert "missing diodes were not looked for" not in said
        fitted = profiles.read(out)
        assert fitted["name"] == "mine"
        assert fitted["sensors"]["row_pins"] == truth["sensors"]["row_pins"]
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


def test_a_board_that_is_not_ours_and_files_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "HELLO_S", 0.2)
    arguments = argparse.Namespace(board="loop://", profile="", report="", profile_out="", patience=1.0, library="")
    with pytest.raises(CrossboardError, match="nothing is heard from there"):
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
        end = time.monotonic() + 120
        while not true(board.lights()):
            assert time.monotonic() < end, {square: colour for square, colour in board.lights().items() if any(colour)}
            time.sleep(0.005)

    parts: list[int] = []

    def one_walks(lights: dict[str, tuple[int, int, int]]) -> bool:
        """Whether one light is on alone. Notes in which of their three colours all were on until then, as far as a busy PC sees."""
        colours = set(lights.values())
        if len(colours) == 1 and sum(map(bool, *colours)) == 1:
            (colour,) = colours
            part = next(part for part in range(3) if colour[part])
            parts.extend([part] * (parts[-1:] != [part]))
        return [colour for colour in lights.values() if any(colour)] == [(50, 50, 50)]

    with board_wired(plain(), tmp_path / "flash") as board:
        ok = board.wiring.button("ok")
        board.power_cut()
        board.set_square("c3", True)  # a piece that nobody takes away, or a switch that sticks
        board._tell("set", index=ok, closed=True)
        board.start()
        until(one_walks)
        assert parts and parts == sorted(set(parts)), "red, green, blue"
        until(lambda lights: lights["c3"] == (70, 0, 0) and lights["a1"] == (50, 50, 50))  # stuck; ok is down
        board._tell("set", index=ok, closed=False)
        until(lambda lights: lights["a1"] == (0, 0, 0))
        board.set_square("e2", True)
        until(lambda lights: lights["e2"] == (0, 70, 0))
        board.set_square("e2", False)
        until(lambda lights: lights["e2"] == (0, 0, 12))
        until(lambda lights: board.set_square("g4", True, bounce_ms=700) or lights["g4"] == (60, 40, 0))
        board.set_square("g4", False)
        board.set_square("c3", False)
        board.press("ok", 2600)
        with contextlib.closing(SerialPort(board.port)) as port:
            assert require_hello(Link(port), work=board.work).profile == NAME
        assert not board.notes
