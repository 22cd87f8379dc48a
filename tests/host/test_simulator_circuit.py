"""The simulated board's circuit: switches with and without diodes, what can break, buttons and lights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.boards.attach import attach
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.control import ControlServer, RemoteBoard
from crossboard.simulator.wiring import SimulatorError
from tests.support.toys import SCANNER, Talk, board_with, put, wait_until

RED, GREEN, BLUE = (200, 0, 0), (0, 200, 0), (0, 0, 200)


def without_diodes() -> dict[str, Any]:
    """The Pico's profile, as if its builder had saved the diodes."""
    profile = profiles.load("pico-8x8")
    profile["sensors"]["diodes"] = False
    return profile


@pytest.fixture
def diode_board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A scanning board with diodes."""
    with board_with(tmp_path, SCANNER) as board:
        yield board


def seen(talk: Talk, squares: set[str]) -> None:
    """Waits until the board sees exactly these."""
    ordered = sorted(squares, key=lambda square: (square[1], square[0]))
    talk.until(" ".join(["seen", *ordered]) + "\r\n")


def test_with_diodes_any_squares_can_be_told_apart(diode_board: SimulatedBoard) -> None:
    with Talk(diode_board.port) as talk:
        seen(talk, set())
        for squares in ({"a1"}, {"h8", "a8"}, {"a1", "c1", "a3"}, {"b2", "c3", "d4", "b4", "g7"}):
            diode_board.set_squares(squares)
            seen(talk, squares)
            assert diode_board.squares() == squares


def test_without_diodes_three_corners_show_the_fourth(tmp_path: Path) -> None:
    firmware = put(tmp_path / "program", main=SCANNER)
    with SimulatedBoard(without_diodes(), firmware=firmware) as board, Talk(board.port) as talk:
        board.set_squares({"b2", "f2"})
        seen(talk, {"b2", "f2"})
        board.set_square("b7", True)
        seen(talk, {"b2", "f2", "b7", "f7"})
        # By way of two rectangles.
        board.set_square("h7", True)
        seen(talk, {"b2", "f2", "h2", "b7", "f7", "h7"})


def test_one_missing_diode_shows_one_ghost(diode_board: SimulatedBoard) -> None:
    with Talk(diode_board.port) as talk:
        diode_board.set_squares({"b2", "f2", "b7"})
        seen(talk, {"b2", "f2", "b7"})
        # Row 7 pulls column b low, and column b now row 2, and that column f.
        diode_board.break_sensor("b2", "no-diode")
        seen(talk, {"b2", "f2", "b7", "f7"})
        diode_board.break_sensor("b2", "none")
        seen(talk, {"b2", "f2", "b7"})


def test_dead_and_stuck_sensors_and_cut_wires(diode_board: SimulatedBoard) -> None:
    with Talk(diode_board.port) as talk:
        diode_board.set_squares({"a1", "a2", "c5"})
        seen(talk, {"a1", "a2", "c5"})
        diode_board.break_sensor("a2", "dead")
        seen(talk, {"a1", "c5"})
        diode_board.break_sensor("h8", "stuck")
        seen(talk, {"a1", "c5", "h8"})
        diode_board.cut_wire(0)  # row 1
        seen(talk, {"c5", "h8"})
        diode_board.cut_wire(10)  # column c
        seen(talk, {"h8"})
        diode_board.cut_wire(0, False)
        seen(talk, {"a1", "h8"})


def test_what_is_broken_stays_so_through_a_power_cut(diode_board: SimulatedBoard) -> None:
    with Talk(diode_board.port) as talk:
        diode_board.set_squares({"a1", "a2"})
        diode_board.break_sensor("a2", "dead")
        seen(talk, {"a1"})
        diode_board.power_cut()
        diode_board.start()
        seen(talk, {"a1"})


def test_a_bouncing_switch_settles(diode_board: SimulatedBoard) -> None:
    with Talk(diode_board.port) as talk:
        seen(talk, set())
        diode_board.set_square("d4", True, bounce_ms=40)
        seen(talk, {"d4"})
        assert diode_board.squares() == {"d4"}


def test_pins_read_what_drives_them(tmp_path: Path) -> None:
    main = """
from machine import Pin
row, column = Pin(0), Pin(8)
def show(*what):
    print("pins", *what)
column.init(Pin.IN, Pin.PULL_DOWN)
row.init(Pin.OUT, value=1)
show(row(), column())
column.init(Pin.IN, Pin.PULL_UP)
row.off()
show(row(), column())
row.init(Pin.IN, Pin.PULL_UP)
column.init(Pin.OUT, value=0)
show(row(), column())
lone = Pin(22, Pin.IN, Pin.PULL_UP)
show(lone(), Pin("GP22", Pin.IN, Pin.PULL_DOWN)(), Pin(22, Pin.OUT, value=1).value())
"""
    profile = without_diodes()
    firmware = put(tmp_path / "program", main=main)
    with SimulatedBoard(profile, firmware=firmware, start=False) as board, Talk(board.port) as talk:
        board.set_square("a1", True)
        board.start()
        talk.until("pins 1 1\r\npins 0 0\r\npins 0 0\r\npins 1 0 1\r\n")


def test_buttons_pull_their_pins_to_ground(tmp_path: Path) -> None:
    main = """
import time
from machine import Pin
pins = [Pin(n, Pin.IN, Pin.PULL_UP) for n in (17, 18, 19)]
before = None
while True:
    now = [pin() for pin in pins]
    if now != before:
        print(now)
        before = now
    time.sleep_ms(2)
"""
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.until("[1, 1, 1]\r\n")
        for name, down in (("ok", "[0, 1, 1]"), ("next", "[1, 0, 1]"), ("back", "[1, 1, 0]")):
            board.press(name)
            talk.until(f"{down}\r\n[1, 1, 1]\r\n")


LIGHTS = """
import time
from machine import Pin, bitstream
from neopixel import NeoPixel
chain = NeoPixel(Pin(16), 64)
chain[0] = (200, 0, 0)
chain[8] = (0, 200, 0)
chain[63] = (0, 0, 200)
chain.write()
print("shown")
input = Pin(17, Pin.IN, Pin.PULL_UP)
while input():
    time.sleep_ms(2)
bitstream(Pin(16), 0, {timing}, bytes(192))
bitstream(Pin(15, Pin.OUT), 0, (400, 850, 800, 450), bytes(192))
print("again")
"""


@pytest.mark.parametrize("order, light_8", [("rows", "a2"), ("serpentine", "h2")])
def test_lights_show_what_the_bits_say(tmp_path: Path, order: str, light_8: str) -> None:
    profile = profiles.load("pico-8x8")
    profile["lights"]["order"] = order
    firmware = put(tmp_path / "program", main=LIGHTS.format(timing=(350, 900, 700, 600)))
    with SimulatedBoard(profile, firmware=firmware) as board, Talk(board.port) as talk:
        talk.until("shown")
        lit = {square: colour for square, colour in board.lights().items() if any(colour)}
        assert lit == {"a1": RED, light_8: GREEN, "h8" if order == "rows" else "a8": BLUE}
        assert board.light_frames() == 1
        board.press("ok")
        talk.until("again")
        assert not any(map(any, board.lights().values()))
        assert board.light_frames() == 2


def test_lights_do_not_understand_wrong_times(tmp_path: Path) -> None:
    said: list[str] = []
    program = LIGHTS.format(timing=(800, 1700, 1600, 900))
    with board_with(tmp_path, program, say=said.append) as board, Talk(board.port) as talk:
        talk.until("shown")
        board.press("ok")
        talk.until("again")
        assert board.lights()["a1"] == RED
        assert board.light_frames() == 1
        talk.say("\x04")
        wait_until(lambda: bool(said))
    assert "bit times 800, 1700, 1600, 900 ns are not a WS2812's" in said[0]


def test_lights_go_out_with_the_power(tmp_path: Path) -> None:
    with board_with(tmp_path, LIGHTS.format(timing="()")) as board, Talk(board.port) as talk:
        talk.until("shown")
        board.power_cut()
        assert not any(map(any, board.lights().values()))


# The workbench for other programs


def test_another_program_can_work_at_the_board(diode_board: SimulatedBoard) -> None:
    server = ControlServer(diode_board)
    with RemoteBoard(server.address) as remote, Talk(diode_board.port) as talk:
        seen(talk, set())
        remote.set_square("e4", True)
        seen(talk, {"e4"})
        assert remote.squares() == {"e4"}
        remote.ask("break", square="e4", fault="dead")
        seen(talk, set())
        remote.press("ok", 1)
        assert remote.lights()["a1"] == (0, 0, 0)
        assert remote.info() == {"port": diode_board.port, "profile": "pico-8x8"}
        remote.ask("power", on=False)
        assert diode_board.boots[-1] == "off"
        remote.ask("power", on=True)
        seen(talk, set())
        for request, problem in (
            ({"operation": "dance"}, "'op' is one of set, squares"),
            ({"operation": "set", "square": "z9", "closed": True}, "no square 'z9'"),
            ({"operation": "set", "square": "a1"}, "'closed' is missing"),
            ({"operation": "wire", "pin": "three", "cut": True}, "unreadable request"),
        ):
            with pytest.raises(SimulatorError, match=problem):
                remote.ask(**request)
        server.close()


def test_a_board_by_a_profile_of_ones_own_is_attached(tmp_path: Path) -> None:
    own = {**without_diodes(), "name": "mine"}
    with SimulatedBoard(own, firmware=put(tmp_path / "program", main=SCANNER)) as board:
        server = ControlServer(board)
        attached = attach(board.port, server.address, print)
        assert attached.profile == own
        assert attached.origin("card-chess") == own["games"]["card-chess"]["origin"] != "a1"
        attached.close()
        server.close()


def test_the_board_of_a_program_with_other_games_is_attached() -> None:
    """It lies on the board what this program has installed; what only the other one has is no game here."""
    own = profiles.load("pico-8x8")
    theirs = {**own, "game": "elsewhere", "games": {"elsewhere": {"origin": "a1"}, "chess": own["games"]["chess"]}}
    with SimulatedBoard("pico-8x8", start=False) as board:
        board.profile = theirs
        server = ControlServer(board)
        attached = attach(board.port, server.address, print)
        assert attached.profile == {**own, "game": "chess"}
        attached.close()
        server.close()


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:x", "127.0.0.1:1", "a..b:1"])
def test_a_workbench_that_is_not_there_is_named(address: str) -> None:
    with pytest.raises(SimulatorError, match=f"^{address}: "):
        RemoteBoard(address)
