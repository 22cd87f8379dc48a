"""The screen: its words, that it never holds up play, and a screen that does not answer."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from crossboard import profiles
from crossboard.hardware.parts import bom
from crossboard.hardware.tables import pin_table
from crossboard.hardware.wiring import wiring_drawing
from crossboard.profiles.nets import board_of
from crossboard.simulator import SimulatedBoard
from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, SECOND_WON
from tests.hardware.test_drawings import drawn
from tests.support.extras import BUZZER, SCREEN, with_extras
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.menus import choose_game
from tests.support.simulated_pc import HOME, Pc

ON_BOARD = Path(__file__).parents[1] / "on_board"
ADDRESS = 0x3C
MOST_BYTES = 450  # in 10 ms at 400 kHz, with 9 clocks a byte


class FrameBuffer:
    """Draws a character as eight times its code."""

    def __init__(self, buffer: bytearray, wide: int, high: int, form: int) -> None:
        self._buffer = buffer

    def text(self, text: str, x: int, y: int) -> None:
        for i, byte in enumerate(text.encode()):
            self._buffer[8 * i : 8 * i + 8] = bytes([byte] * 8)


class Oled:
    """The other end of the bus: lines of text by what FrameBuffer draws; `silent` while it does not answer."""

    def __init__(self) -> None:
        self.silent = False
        self.on = False
        self.begun = 0
        self.round = 0  # bytes since the test last set this to 0
        self.lines = [""] * 8
        self._line = 0

    def writeto(self, address: int, data: bytes) -> None:
        assert address == ADDRESS
        if self.silent:
            raise OSError(5)
        self.round += 1 + len(data)
        if data[0] == 0x40:
            assert all(set(data[i : i + 8]) == {data[i]} for i in range(1, 129, 8))
            self.lines[self._line] = data[1::8].decode().rstrip()
        elif data[1] & 0xF8 == 0xB0:
            assert bytes(data[2:]) == b"\x00\x10"
            self._line = data[1] & 7
        elif len(data) == 2:
            self.on = data[1] == 0xAF
        else:
            self.begun += 1


@pytest.fixture
def oled() -> Oled:
    return Oled()


@pytest.fixture
def board(tmp_path: Path, oled: Oled, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeBoard]:
    """With a screen, in a game of chess."""
    framebuf: Any = ModuleType("framebuf")
    framebuf.FrameBuffer, framebuf.MONO_VLSB = FrameBuffer, 0
    monkeypatch.setitem(sys.modules, "framebuf", framebuf)
    with fake_board(tmp_path) as fake:
        sys.modules["machine"].I2C = lambda bus, sda, scl, freq, timeout: oled  # type: ignore[attr-defined]
        fake.profile = profiles.compile_profile(with_extras("pico-8x8", SCREEN))
        fake.switch_on()
        fake.new_game("chess")
        fake.set_all(" ".join(f"{column}{row}" for column in "abcdefgh" for row in (1, 2, 7, 8)))
        fake.run(3000)
        assert fake.app.modes.letter() == ord("p")
        yield fake


def words(board: FakeBoard, oled: Oled) -> list[str]:
    """The lines that say something."""
    board.run(1000)
    return [line for line in oled.lines if line]


def test_a_game_in_words(board: FakeBoard, oled: Oled) -> None:
    assert oled.on and words(board, oled) == ["chess", "White to move"]
    assert "sound" not in board.app.modes.settings().text()
    board.gesture("-e2 +e4")
    assert words(board, oled) == ["chess", "Black to move", "e2e4"]
    board.gesture("-a7 +a3")
    board.run(1500)
    assert words(board, oled) == ["chess", "See the lights", "not possible"]
    board.gesture("-a3 +a7")
    assert words(board, oled) == ["chess", "Black to move", "not possible"]
    assert not board.app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}")
    assert words(board, oled) == ["chess", "Black has won"]


@pytest.mark.parametrize(("result", "reason", "said"), [(DRAWN, END_AGREED, "Draw"), (0, 13, "Not finished")])
def test_other_ends(board: FakeBoard, oled: Oled, result: int, reason: int, said: str) -> None:
    board.gesture("-e2 +e4")
    assert not board.app.link.commands().end(f"{result} {reason}")
    assert words(board, oled) == ["chess", said]


def test_another_game(board: FakeBoard, oled: Oled) -> None:
    board.new_game("draughts")
    assert words(board, oled) == ["draughts", "Set up pieces"]


def test_a_question_in_words(board: FakeBoard, oled: Oled) -> None:
    choose_game(board, "card-chess", 2)
    board.set_all("")
    board.run(1000)
    assert words(board, oled) == ["card-chess", "Red to move"]
    board.gesture("+b2")
    assert words(board, oled)[2:] == ["Was it", "K@a1?", "OK    yes", "NEXT  another"]
    board.press("next")
    assert words(board, oled)[3] == "Q@a1?"
    board.press("ok")
    board.run(600)
    assert words(board, oled) == ["card-chess", "Black to move", "Q@a1"]


def test_a_round_sends_ten_milliseconds_at_most(board: FakeBoard, oled: Oled) -> None:
    def rounds(gesture: str) -> int:
        most = 0
        for word in gesture.split():
            board.set(word[1:], word[0] == "+")
            for _ in range(100):
                oled.round = 0
                board.run(5)
                most = max(most, oled.round)
        return most

    assert 0 < rounds("-e2 +e4") <= MOST_BYTES
    board.run(5000)
    assert rounds("") == 0, "nothing is sent while nothing changes"
    assert board.app.loop.extras[0].deadline(board.now) == -1


def test_a_screen_that_does_not_answer_stops_nothing(board: FakeBoard, oled: Oled) -> None:
    oled.silent = True
    board.gesture("-e2 +e4")
    board.gesture("-d7 +d5")
    assert board.app.current.plies == 2 and oled.lines[2] == "White to move"
    assert board.app.loop.extras[0].deadline(board.now) > 0
    oled.silent, begun, oled.lines = False, oled.begun, [""] * 8
    board.run(4000)
    assert oled.begun == begun + 1 and oled.lines[:6] == ["chess", "", "White to move", "", "", "d7d5"]


def test_the_repl_leaves_it_dark(board: FakeBoard, oled: Oled) -> None:
    board.app.loop.stop()
    assert not oled.on


def test_the_real_firmware_on_the_simulated_board(micropython: Callable[..., str], tmp_path: Path) -> None:
    """Read by the font of MicroPython; with a buzzer besides."""
    with SimulatedBoard(with_extras("pico-8x8", BUZZER + SCREEN), tmp_path) as board:
        pc = Pc(board)
        pc.until(lambda: board.screen() == pixels(micropython, ["charing-cross", "", "Set up pieces"]))
        board.set_squares(HOME)
        pc.until(lambda: pc.mode() == "p")
        pc.play("-a4 +b5", 1)
        wanted = pixels(micropython, ["charing-cross", "", "Black to move", "", "", "a4-b5"])
        pc.until(lambda: board.screen() == wanted)
        assert not board.notes


def pixels(micropython: Callable[..., str], lines: list[str]) -> bytes:
    code = f"""
        from framebuf import FrameBuffer, MONO_VLSB
        data = bytearray(1024)
        screen = FrameBuffer(data, 128, 64, MONO_VLSB)
        for i, line in enumerate({lines!r}):
            screen.text(line, 0, 8 * i)
        print("".join(["%02x" % byte for byte in data]))
    """
    return bytes.fromhex(micropython(code, {}))


def test_a_screen_that_is_not_there_on_the_simulated_board(micropython: object, tmp_path: Path) -> None:
    profile = with_extras("pico-8x8", SCREEN)
    with SimulatedBoard(profile, tmp_path, start=False) as board:
        board.cut_wire(20)
        board.start()
        board.set_squares(HOME)
        pc = Pc(board)
        pc.until(lambda: pc.mode() == "p")
        pc.play("-a4 +b5", 1)
        assert not board.screen() and not [m for m in pc.heard if m.kind == "L"]


def test_words_allocate_nothing(micropython: Callable[..., str]) -> None:
    """A game with the heap locked in every step."""
    mounts = {
        f"/{name}.py": ON_BOARD / f"{file}.py" for name, file in (("machine", "fake_machine"), ("locked_game",) * 2)
    }
    text = profiles.profile_json(with_extras("pico-8x8", BUZZER + SCREEN))
    code = f"import locked_game, machine\nlocked_game.main({text!r}, 40)\nprint('shown', machine.shown)"
    plies, _, shown = micropython(code, mounts).splitlines()
    assert plies.startswith("plies 40 ")
    assert int(shown.split()[1]) >= 80 * 128  # two lines a ply


WRONG = [
    ('driver = "ssd1306"', 'driver = "sh1106"', "screen.driver: 'sh1106' is not ssd1306"),
    ('driver = "ssd1306"\n', "", "screen: 'driver' is missing"),
    ("sda_pin = 20", "sda_pin = 22", "screen.sda_pin: pin 22 cannot be sda of i2c 0; 0, 4, 8, 12, 16, 20, 28 can"),
    ("scl_pin = 21", "scl_pin = 17", "screen.scl_pin: pin 17 is already used by buttons.ok"),
    ("scl_pin = 21", "scl_pin = 21\naddress = 0x3e", "screen.address: must be a whole number from 60 to 61"),
    ("scl_pin = 21", "scl_pin = 21\nfreq = 1_000_000", "screen.freq: must be a whole number from 100000 to 400000"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_mistakes_in_a_profile(old: str, new: str, said: str) -> None:
    with pytest.raises(profiles.ProfileError) as caught:
        with_extras("pico-8x8", SCREEN.replace(old, new))
    assert str(caught.value) == f"pico-8x8: {said}"


def test_its_current_counts() -> None:
    (folder,) = profiles.folders()
    text = (folder / "pico-8x8.toml").read_text(encoding="utf-8") + SCREEN
    with pytest.raises(profiles.ProfileError, match="the lights take up to 200 mA .*, the screen 20$"):
        profiles.parse(text)
    free = profiles.parse(text.replace("limit_ma = 200", ""))
    assert free["lights"]["limit_ma"] == 180


def test_what_a_maker_needs_for_it() -> None:
    board = board_of(with_extras("pico-8x8", BUZZER + SCREEN))
    pins = pin_table(board)
    assert "| GP20 | 26 | SCREEN SDA | SDA of the screen | I2C data |" in pins
    assert pins.index("\n## Buzzer\n") < pins.index("\n## Screen\n\nAn OLED module")
    bill = list(csv.DictReader(io.StringIO(bom(board))))
    assert [line["quantity"] for line in bill if line["part"] == "screen"] == ["1"]
    assert "without" not in bill[-1]["note"]
    nets = {name: pins for pins, names in drawn(wiring_drawing(board)).items() for name in names}
    assert nets["SCREEN SDA"] == {"26", "screen.SDA"} and nets["SCREEN SCL"] == {"27", "screen.SCL"}
    assert nets["3.3 V"] == {"36", "screen.VCC"} and "screen.GND" in nets["GND"]
    assert " | 36 | 3.3 V: screen |" in pins
