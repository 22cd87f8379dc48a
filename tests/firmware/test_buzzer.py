"""The buzzer: what is heard of a game, how loud, and that a board without one has nothing of it."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.doctor.report import toml
from crossboard.hardware.parts import bom
from crossboard.hardware.tables import pin_table
from crossboard.hardware.wiring import wiring_drawing
from crossboard.profiles.nets import board_of
from crossboard.simulator import SimulatedBoard
from firmware.lights.settings import SOUND
from shared_rules.codes import END_RESIGNED, SECOND_WON
from tests.hardware.test_drawings import drawn
from tests.support.extras import with_extras
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.menus import choose_game
from tests.support.simulated_pc import HOME, Pc

ON_BOARD = Path(__file__).parents[1] / "on_board"
LOUD, QUIET = 32768, 1200
READY, PLY, CAPTURE = [4000], [3000], [3000, 4000]
REFUSAL, QUESTION, OVER = [1200, 800], [2000, 3000], [2100, 2640, 3140, 4200]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    """With a buzzer, in a game of chess."""
    with fake_board(tmp_path) as fake:
        fake.profile = profiles.compile_profile(with_extras("pico-8x8"))
        fake.switch_on()
        fake.new_game("chess")
        fake.set_all(" ".join(f"{column}{row}" for column in "abcdefgh" for row in (1, 2, 7, 8)))
        fake.run(3000)
        assert fake.app.modes.letter() == ord("p")
        fake.pins.heard.clear()
        yield fake


def tones(board: FakeBoard, duty: int = LOUD) -> list[int]:
    """The pitches heard since this was last asked, all of that duty cycle."""
    board.run(1500)
    heard, board.pins.heard = board.pins.heard, []
    assert {each for _, each in heard} <= {0, duty}
    assert not heard or heard[-1][1] == 0, "a sound has no end"
    return [hz for hz, each in heard if each]


def last(board: FakeBoard) -> str:
    return board.journal()[-1][0]


def test_a_game_is_heard(board: FakeBoard) -> None:
    board.gesture("-e2 +e4")
    assert tones(board) == PLY
    board.gesture("-d7 +d5")
    assert tones(board) == PLY
    board.gesture("-d5 -e4 +d5")
    assert tones(board) == CAPTURE
    board.gesture("-d5 -d8 +d5")
    assert last(board) == "P" and tones(board) == CAPTURE
    board.gesture("-a2 +a6")
    assert tones(board) == REFUSAL and last(board) == "R"
    board.gesture("-a6 +a2")
    assert tones(board) == []
    assert not board.app.link.commands().end(f"{SECOND_WON} {END_RESIGNED}")
    assert last(board) == "E" and tones(board) == OVER


def test_what_the_buttons_can_not_have_is_a_refusal(board: FakeBoard) -> None:
    for _ in range(2):
        board.app.modes.refuse("not now")
        assert tones(board) == REFUSAL


def test_a_question_is_heard_once(board: FakeBoard) -> None:
    choose_game(board, "card-chess", 2)
    board.set_all("")
    board.run(1000)
    tones(board)
    board.gesture("+b2")
    assert board.app.modes.asking() and tones(board) == QUESTION
    board.press("next")
    assert board.app.modes.asking() and tones(board) == []
    board.press("ok")
    board.run(600)
    assert last(board) == "P" and tones(board) == PLY


def test_the_end_is_heard_after_the_ply_that_made_it(board: FakeBoard) -> None:
    for gesture in ("-f2 +f3", "-e7 +e5", "-g2 +g4"):
        board.gesture(gesture)
        assert tones(board) == PLY
    board.gesture("-d8 +h4")
    assert last(board) == "E" and tones(board)[-4:] == OVER


@pytest.mark.parametrize(("value", "duty"), [(0, 0), (1, QUIET), (2, LOUD)])
def test_players_set_how_loud_it_is(board: FakeBoard, value: int, duty: int) -> None:
    settings = board.app.modes.settings()
    assert settings.text().endswith(",sound 2 0 2")
    assert settings.set("sound", value) == ""
    assert settings.set("sound", 3) == "sound must be from 0 to 2"
    board.gesture("-e2 +e4")
    assert tones(board, duty) == (PLY if duty else [])
    board.switch_on()
    assert board.app.modes.settings().values[SOUND] == value


def test_a_tone_ends_at_its_time_and_the_board_wakes_for_that(board: FakeBoard) -> None:
    (buzzer,) = board.app.loop.extras
    board.run(1000)
    assert buzzer.deadline(board.now) == -1
    board.app.modes.refuse("not now")
    board.run(5)
    begun = board.now - 5
    assert [duty for _, duty in board.pins.heard] == [LOUD]
    assert buzzer.deadline(begun + 100) == 20
    board.run(115)
    assert [duty for _, duty in board.pins.heard] == [LOUD]
    board.run(5)
    assert [duty for _, duty in board.pins.heard] == [LOUD, 0]


def test_the_ticks_wrap_in_a_tone(board: FakeBoard) -> None:
    board.now = 0x3FFFFFFF - 50
    board.app.loop.now = board.now
    board.app.modes.refuse("not now")
    assert tones(board) == REFUSAL


def test_what_is_read_back_is_not_heard_and_the_repl_is_silent(board: FakeBoard) -> None:
    board.gesture("-e2 +e4")
    tones(board)
    board.switch_on()
    assert tones(board) == READY
    board.app.modes.refuse("not now")
    board.run(5)
    board.app.loop.stop()
    assert board.pins.heard[-1][1] == 0


def test_a_board_without_one_has_nothing_of_it(tmp_path: Path) -> None:
    with fake_board(tmp_path) as board:
        board.switch_on()
        assert not board.app.loop.extras
        assert "sound" not in board.app.modes.settings().text()
        assert board.app.modes.settings().set("sound", 1) == "no such setting"
        assert not [name for name in sys.modules if name.startswith("firmware.extras")]
    assert not [path for path in build_for(profiles.load("pico-8x8")) if "extras" in path]
    assert [path for path in build_for(with_extras("pico-8x8")) if "extras" in path] == ["/firmware/extras/buzzer.mpy"]


def test_the_real_firmware_sounds_on_the_simulated_board(micropython: object, tmp_path: Path) -> None:
    with SimulatedBoard(with_extras("pico-8x8"), tmp_path) as board:
        board.set_squares(HOME)
        pc = Pc(board)
        pc.until(lambda: pc.mode() == "p")
        pc.play("-a4 +b5", 1)
        pc.until(lambda: sounded(board) == READY + PLY and board.heard()[-1][1] == 0)
        pc.link.send("O", "sound 1")
        pc.until(lambda: any(m.kind == "O" and m.payload.endswith(",sound 1 0 2") for m in pc.heard))
        pc.play("-h4 +g5", 2)
        pc.until(lambda: (3000, QUIET) in board.heard())


def sounded(board: SimulatedBoard) -> list[int]:
    return [hz for hz, duty in board.heard() if duty == LOUD]


def test_sounds_allocate_nothing(micropython: Callable[..., str]) -> None:
    """A game with the heap locked in every step."""
    mounts = {
        f"/{name}.py": ON_BOARD / f"{file}.py" for name, file in (("machine", "fake_machine"), ("locked_game",) * 2)
    }
    text = profiles.profile_json(with_extras("pico-8x8"))
    code = f"import locked_game, machine\nlocked_game.main({text!r}, 40)\nprint('heard', machine.heard)"
    plies, _, heard = micropython(code, mounts).splitlines()
    assert plies.startswith("plies 40 ")
    assert int(heard.split()[1]) >= 40


WRONG = [
    ("[buzzer]\n", "buzzer: 'pin' is missing"),
    ("[buzzer]\npin = 16\n", "buzzer.pin: pin 16 is already used by lights.pin"),
    ("[buzzer]\npin = 25\n", "buzzer.pin: pin 25 is the Pico's own LED"),
    ("[buzzer]\npin = 22\nvolume = 3\n", "buzzer: 'volume' is unknown; known are pin"),
    ("[[buzzer]]\npin = 22\n", "buzzer: must be a table"),
]


@pytest.mark.parametrize(("section", "words"), WRONG, ids=[words for _, words in WRONG])
def test_mistakes_in_a_profile(section: str, words: str) -> None:
    with pytest.raises(profiles.ProfileError) as caught:
        with_extras("pico-8x8", f"\n{section}")
    assert str(caught.value) == f"pico-8x8: {words}"


def test_what_a_maker_needs_for_it() -> None:
    board = board_of(with_extras("pico-8x8"))
    pins = pin_table(board)
    assert "| GP22 | 29 | SOUND | by 330 Ω to the piezo, other side to GND | output, PWM |" in pins
    assert "\n## Buzzer\n\nBy 330 Ω to one side of a passive piezo" in pins
    bill = list(csv.DictReader(io.StringIO(bom(board))))
    (line,) = (line for line in bill if line["part"] == "buzzer")
    assert (line["quantity"], line["part number"], line["each EUR"]) == ("1", "TDK PS1240P02BT", "0.80")
    assert "without" not in bill[-1]["note"]
    nets = {name: pins for pins, names in drawn(wiring_drawing(board)).items() for name in names}
    assert nets["SOUND"] == {"29", "buzzer 330 Ω.1"}
    assert "buzzer.2" in nets["GND"]
    assert frozenset({"buzzer 330 Ω.2", "buzzer.1"}) in drawn(wiring_drawing(board))


def test_the_doctor_keeps_it_in_a_profile_that_fits() -> None:
    profile = with_extras("pico-8x8")
    assert profiles.parse(toml(profile, "as found"))["buzzer"] == {"pin": 22}
