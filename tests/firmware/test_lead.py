"""Replay on the board, against the real firmware on pins: who follows the lights goes through the game, and nothing of it
is logged.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.boards.attach import Attached
from crossboard.errors import CrossboardError
from crossboard.games.marks import CAPTURE, EXTRA, LAST_TO, LIFTED, MISSING, TAKE_OFF
from crossboard.games.rules import HOLE, Game, legal_plies, new_game, read_square
from crossboard.guided_replay.guided_replay import Lead
from crossboard.guided_replay.in_play import Leader
from crossboard.library import Event, NewGame
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.pins_rig import PinsRig

RED, BLUE = (255, 0, 0), (0, 60, 255)


class Room(PinsRig):
    """The board, a PC with a library, and somebody who follows the lights."""

    def __init__(self, folder: Path, board: FakeBoard, profile: str) -> None:
        board.profile = profiles.compile_profile(profiles.load(profile))
        super().__init__(board, folder)
        self.leader = Leader(self.session, self.library, Attached(self.link))
        self.run(1500)

    @property
    def lead(self) -> Lead:
        assert self.leader.lead
        return self.leader.lead

    def round(self) -> None:
        super().round()
        self.leader.step(self.board.now)

    def log(self, start: str, plies: list[str]) -> int:
        number = self.library.open_game(NewGame("other", "1", start))
        self.library.append(number, [Event(i, "ply", text) for i, text in enumerate(plies, 1)])
        return number

    def touch(self, square: int, closed: bool) -> None:
        """Put or lift the piece of a square of the game's frame."""
        under = bytes.fromhex(self.board.profile["games"][self.lead.game.name])[square]
        self.board.close(under, closed)
        self.run(150)

    def press(self, button: str, ms: int = 100) -> None:
        """Hold a button of the board down for so long."""
        pin = self.board.profile["buttons"][button]
        self.board.pins.grounded.add(pin)
        self.run(ms)
        self.board.pins.grounded.discard(pin)
        self.run(200)

    def follow(self) -> None:
        """Do what the lights want of this position."""
        for touch in self.lead.touches():
            self.touch(touch.square, touch.closed)

    def meanings(self) -> dict[int, int]:
        """What the board's lights say, by square of the frame, squares without a piece to look for left out."""
        display: Any = self.board.app.display
        lights = self.board.app.table.layout.light_of if self.lead.game.name == self.board.app.table.game.name else None
        assert lights is not None
        return {square: display.cover[lights[square]] for square in range(len(lights)) if lights[square] != 255}


@pytest.fixture
def room(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Room]:
    with fake_board(tmp_path / "games") as board:
        made = Room(tmp_path, board, getattr(request, "param", "pico-8x8"))
        yield made
        made.close()


def eventful(game: Game, dice: random.Random, most: int) -> list[str]:
    """Plies of a game in which much is captured, stacked, promoted."""
    plies: list[str] = []
    while len(plies) < most and not game.result:
        legal = legal_plies(game)
        telling = [ply for ply in legal if set(game.ply_text(ply)) & set("=x*+@")]
        ply = dice.choice(telling if telling and dice.random() < 0.6 else legal)
        plies.append(game.ply_text(ply))
        game.push(ply)
    return plies


@pytest.mark.parametrize(
    ("spec", "room"),
    [
        ("charing-cross", "pico-8x8"),
        ("kings-crossing", "pico-8x8"),
        ("card-chess", "pico-8x8"),
        ("card-chess:plain+progressive", "pico-8x8"),
        ("cross-eyed", "pico-cross"),
    ],
    indirect=["room"],
)
def test_who_follows_the_lights_goes_through_the_game(room: Room, spec: str) -> None:
    game = new_game(spec)
    start = game.text()
    plies = eventful(game, random.Random(spec), 16)
    number = room.log(start, plies)
    room.leader.begin_logged(number)
    seen: list[int] = []
    for _ in range(3 * len(plies) + 8):
        room.run(600)
        if seen[-1:] != [room.lead.index]:
            seen.append(room.lead.index)
        room.follow()
    assert seen[0] < 2 and seen == list(range(seen[0], len(plies) + 1))  # nothing stands at some starts
    assert room.lead.fits and room.lead.reached == len(plies)
    standing = {s for s, value in enumerate(game.board) if value not in (0, HOLE)}
    assert room.lead.standing == standing
    assert room.session.played is not None and room.session.played.events == []
    assert room.board.journal()[1:] == []


@pytest.mark.parametrize("room", ["pico-cross"], indirect=True)
def test_a_board_without_the_game_says_so(room: Room) -> None:
    number = room.log(new_game("charing-cross").text(), ["a4-b4"])
    with pytest.raises(CrossboardError, match="does not play charing-cross"):
        room.leader.begin_logged(number)


def test_a_capture_wants_the_captured_piece_lifted(room: Room) -> None:
    start = "card-chess:plain tjkkjt/3q2/2q3/6/2QQ2/TJKKJT w ............ -"
    number = room.log(start, ["c2xc4"])
    room.leader.begin_logged(number)
    room.run(300)
    room.follow()
    room.run(600)
    assert room.lead.index == 1 and room.lead.words().startswith("Now 1. c2xc4")
    c2, c4 = (read_square(room.lead.game, name) for name in ("c2", "c4"))
    marks = room.lead.marks()
    assert (marks[c2], marks[c4]) == (LIFTED, CAPTURE)
    room.touch(c2, False)
    room.run(1000)
    assert not room.lead.fits and room.lead.marks()[c4] == CAPTURE
    room.touch(c4, False)
    assert room.lead.marks()[c4] == MISSING
    room.touch(c4, True)
    room.run(500)
    assert room.lead.fits and room.lead.marks()[c4] == LAST_TO
    room.lead.back()  # the card that was covered is uncovered again
    marks = room.lead.marks()
    assert (marks[c2], marks[c4]) == (MISSING, TAKE_OFF)


def begun(room: Room) -> int:
    """A short game is led, the pieces stand at its start."""
    room.board.set_all(HOME)
    number = room.log(new_game("charing-cross").text(), ["a4-b4", "h4-g4", "b4-c4", "g4-f4"])
    room.leader.begin_logged(number)
    room.run(1000)
    assert room.lead.index == 1
    return number


def test_a_wrong_piece_is_shown_and_put_right(room: Room) -> None:
    begun(room)
    assert room.board.lights()["a4"][0] and "Wrong" not in room.lead.words()
    room.board.set("d1", False)
    room.board.set("d2", True)
    room.run(300)
    marks = room.lead.marks()
    assert (marks[3], marks[11], marks[24], marks[25]) == (MISSING, EXTRA, LIFTED, MISSING)
    assert [room.meanings()[s] for s in (3, 11, 24, 25)] == [MISSING, EXTRA, LIFTED, MISSING]
    assert "Wrong: d2." in room.lead.words()
    room.board.set("a4", False)
    room.board.set("b4", True)
    room.run(1000)
    assert room.lead.index == 1  # the ply is right, the other piece is not
    room.board.set("d2", False)
    room.board.set("d1", True)
    room.run(1000)
    assert room.lead.index == 2


def test_the_boards_buttons_steer(room: Room) -> None:
    number = begun(room)
    room.press("next")
    assert room.lead.index == 2
    room.press("back")
    assert (room.lead.index, room.lead.running) == (1, False)
    room.press("ok")
    assert room.lead.running
    room.leader.go_to(3)
    assert room.lead.index == 3 and not room.lead.running
    room.follow()
    room.run(800)
    assert room.lead.index == 3 and room.lead.fits
    wanted = room.lead.stand.text
    room.press("ok", 1500)  # held: play on from here
    room.run(1500)
    assert room.leader.lead is None and room.session.played is not None
    assert room.session.played.start == wanted and room.session.mode == "p"
    assert room.session.played.number != number


def test_the_boards_own_game_goes_on_after_the_replay(room: Room) -> None:
    room.board.set_all(HOME)
    room.run(600)
    room.board.set("a4", False)
    room.run(100)
    room.board.set("b4", True)
    room.run(1500)
    assert room.session.played is not None and [e.text for e in room.session.played.events] == ["a4-b4"]
    own = room.session.played.board_game
    begun(room)
    room.press("back", 1500)  # held: that is enough
    room.run(1000)
    assert room.leader.lead is None and room.session.played.board_game == own and room.session.mode == "g"
    room.board.set("a4", False)
    room.board.set("b4", True)
    room.run(1000)
    assert room.session.mode == "p" and [e.text for e in room.session.played.events] == ["a4-b4"]


def test_a_board_that_was_switched_off_is_led_again(room: Room) -> None:
    begun(room)
    room.board.switch_on()
    room.run(8000)
    assert room.lead.begun and room.lead.marks()[24] == LIFTED
    assert room.board.app.modes.probe is not None and room.meanings()[24] == LIFTED


def test_a_piece_beside_the_games_squares_must_go(room: Room) -> None:
    number = room.log(new_game("kings-crossing").text(), ["b1-f1"])
    room.leader.begin_logged(number)
    room.run(300)
    room.follow()
    room.board.set("a8", True)
    room.run(1000)
    assert room.lead.outside and "outside the game's squares" in room.lead.words()
    room.board.set("a8", False)
    room.run(1000)
    assert not room.lead.outside


def test_a_moment_of_plies_that_were_taken_back_can_be_set_up(room: Room) -> None:
    number = room.log(new_game("charing-cross").text(), ["a4-b4", "h4-g4"])
    room.library.append(number, [Event(3, "takeback", "2"), Event(4, "ply", "a4-b5")])
    room.leader.begin_logged(number, None, 2)
    assert [stand.words for stand in room.lead.story.stands] == ["", "1. a4-b4", "1... h4-g4"]
    assert (room.lead.index, room.lead.running) == (2, False)
    room.leader.begin_logged(number, None, 4)
    assert [stand.words for stand in room.lead.story.stands] == ["", "1. a4-b5"] and room.lead.index == 1
    room.leader.begin_logged(number, 0)
    assert room.lead.index == 0
    with pytest.raises(CrossboardError, match="there is no turn 7"):
        room.leader.begin_logged(number, 7)


def test_firmware_that_cannot_paint_is_told_from_one_that_can(room: Room) -> None:
    number = room.log(new_game("charing-cross").text(), ["a4-b4"])
    link = room.session.link
    assert link.hello
    link.hello = link.hello._replace(able=("bench",))
    with pytest.raises(CrossboardError, match="too old"):
        room.leader.begin_logged(number)
    link.hello = link.hello._replace(able=("bench", "paint"), profile="mine")
    with pytest.raises(CrossboardError, match="--profile"):
        room.leader.begin_logged(number)
