"""Actions: the same arguments, refusals and effects, whether they are typed, sent by a page or asked for by a board's menu."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from crossboard.boards.session import PICKING
from crossboard.errors import CrossboardError
from crossboard.events import Event
from crossboard.play.actions import ACTIONS, READERS
from crossboard.terminal.interface import LineInterface
from crossboard.terminal.view import status
from crossboard.web import sections
from shared_rules.codes import END_RESIGNED
from tests.support.fake_board import PlayRig


class Match:
    """A match that holds the board and writes down what it is asked for."""

    over, holds_board, on_board, side, plies, binding, searcher = False, True, True, 0, 4, True, None
    no_rematch = "the game is not over"

    @property
    def guest(self) -> object:
        return self

    def __init__(self) -> None:
        self.notices: deque[str] = deque()
        self.asked: list[Any] = []

    @property
    def offered(self) -> object:
        return None if "draw" in self.asked else "a draw"

    def step(self) -> None: ...

    def clock(self) -> None:
        return None

    def take_back(self, count: int) -> None:
        self.asked.append(("take back", count))

    def offer_draw(self) -> None:
        self.asked.append("draw")

    def resign(self) -> None:
        self.asked.append("resign")

    def answer(self, yes: bool) -> None:
        self.asked.append(yes)

    def go_on(self) -> None:
        self.asked.append("remote")

    def section(self) -> dict[str, object]:
        return {}

    def hear_guest(self, at: int, kind: str, text: str) -> None:
        self.asked.append((at, kind, text))


class Rig(PlayRig):
    """Nobody leaves."""

    def __init__(self, folder: Path, hand: bool = True, match: Match | None = None) -> None:
        super().__init__(folder, LineInterface([]), hand, match=match)
        self.interface.read(0)

    def begin(self) -> None:
        self.board.begin("charing-cross")
        self.run(20)

    def refusals(self, line: str, message: dict[str, object]) -> set[str]:
        """What a terminal and a page are told."""
        found: set[str] = set()
        for take in (lambda: self.play.actions.typed(line.split()), lambda: self.play.actions.sent(message)):
            with pytest.raises(CrossboardError) as error:
                take()
            found.add(str(error.value))
        return found

    def sent(self) -> list[str]:
        self.run(10)
        return [command for command in self.board.commands if command[0] not in "KSTMO"]


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig, None, None]:
    made = Rig(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("name", ACTIONS)
def test_what_is_typed_is_what_the_action_takes(name: str) -> None:
    """The usage that help shows names the arguments, those in brackets may be left out; a line of help fits a terminal."""
    action = ACTIONS[name]
    typed = [one for one in action.parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    shown = action.usage.split()[1:] if action.help else []
    assert len(shown) == (len(typed) if action.help else 0)
    assert all(one.default is one.empty for one in typed) or "[" in action.usage or not action.help
    assert len(action.usage) < 24 and len(action.help) < 56
    numbers = {"count", "game", "moment", "number", "side", "turn"}
    assert numbers & {one.name for one in action.parameters} <= {*READERS}


# A line, a message that means the same, and what both are told; what the row protects.
REFUSED = [
    ("puzzle x", {"op": "puzzle", "number": "x"}, "'x' is not a number", "an argument is read by one parser"),
    ("takeback", {"op": "takeback", "count": 1}, "there is no ply to take back", "nothing was played"),
    ("takeback 0", {"op": "takeback", "count": 0}, "there is no ply to take back", "a number that takes back nothing"),
    ("name white", {"op": "name", "side": "white"}, "wanted: name SIDE NAME", "no name is erased silently"),
    ("remote", {"op": "remote"}, "no remote player plays in this game", "a match that there is not"),
    ("resign red", {"op": "resign", "side": "red"}, "'red' is neither white nor black", "a side that there is not"),
    ("against 9", {"op": "against", "levels": 9}, "'9' is not a level; they run from 1 to 8", "a level that there is not"),
    ("against 0,9", {"op": "against", "levels": [0, 9]}, "'9' is not a level; they run from 1 to 8", "a pair of levels"),
    ("against", {"op": "against"}, "wanted: against LEVEL [MY-SIDE]", "an argument that is lacking"),
    ("clock soon", {"op": "clock", "kind": "soon"}, "", "a clock that there is not"),
    ("new nine-holes", {"op": "new", "spec": "nine-holes"}, "", "a game that there is not"),
    ("new charing-cross extra", {"op": "new", "spec": "charing-cross extra"},
     "that is not a position of charing-cross: side field: missing; the text has 2 of 4 fields", "a word too many"),
    ("new cross-eyed", {"op": "new", "spec": "cross-eyed"},
     "fb01: this board does not play cross-eyed, but charing-cross, card-chess; another one may: crossboard play cross-eyed",
     "a game that needs another board"),
    ("resume x", {"op": "resume", "game": "x"}, "", "a game's number"),
    ("turn 3", {"op": "turn", "turn": 3}, "no game is being replayed on the board; `replay GAME` starts one", "no replay"),
    ("accept", {"op": "accept"}, "no remote player plays in this game", "no match"),
    ("set x 1", {"op": "set", "setting": "x", "value": 1}, "", "a setting that there is not"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "message", "sentence"), [row[:3] for row in REFUSED], ids=[row[3] for row in REFUSED])
def test_one_sentence_for_each_refusal(line: str, message: dict[str, object], sentence: str, rig: Rig) -> None:
    rig.begin()
    (told,) = rig.refusals(line, message)
    assert "\n" not in told and (told == sentence or not sentence)
    assert rig.sent() == []


@pytest.mark.parametrize("name", ["against", "clock", "draw", "hint", "name", "resign", "takeback", "why"])
def test_before_a_game_there_is_none_to_act_in(name: str, rig: Rig) -> None:
    assert rig.refusals(name, {"op": name}) == {"no game is in progress"}


def test_a_real_board_is_moved_by_hand(tmp_path: Path) -> None:
    rig = Rig(tmp_path, hand=False)
    rig.begin()
    assert rig.refusals("setup", {"op": "setup"}) == {"this is a real board: move its pieces by hand"}
    rig.close()


@pytest.mark.parametrize(
    "message",
    [
        {"op": "draw", "side": "white"}, {"op": "takeback", "count": True}, {"op": "takeback", "count": -1},
        {"op": "name", "side": None},
        {"op": "new", "spec": "x" * 400}, {"op": "new", "levels": [[1], 2]}, {"op": "answer"}, {"op": "play-from", "game": 1},
    ],
    ids=lambda message: message["op"],
)  # fmt: skip
def test_a_malformed_message_is_refused(message: dict[str, object], rig: Rig) -> None:
    rig.begin()
    with pytest.raises(CrossboardError):
        rig.play.actions.sent(message)
    assert rig.sent() == []


def test_lines_and_messages_have_the_same_effect(rig: Rig) -> None:
    rig.begin()
    rig.board.play("a4-b5")
    rig.board.play("h4-g5")
    actions = rig.play.actions
    for line, message in (
        ("takeback 2", {"op": "takeback", "count": 2}), ("back hold", {"op": "back", "hold": "hold"}),
        ("new card-chess", {"op": "new", "spec": "card-chess"}),
    ):  # fmt: skip
        before = len(rig.sent())
        assert actions.typed(line.split()) == actions.sent(message)
        one, other = rig.sent()[before:]
        assert one == other


def test_against_crossboard_it_is_the_player_who_resigns(rig: Rig) -> None:
    rig.begin()
    rig.board._record("I", "1 3")
    rig.run(10)
    rig.board.play("a4-b5")
    rig.run(10)
    assert rig.play.session.game and rig.play.session.game.side == 1
    before = len(rig.sent())
    told = rig.refusals("resign black", {"op": "resign", "side": "black"})
    assert told == {"only the other player can resign for that side"}
    assert rig.play.actions.typed(["resign"]) == rig.play.actions.sent({"op": "resign", "side": "white"})
    one, other = rig.sent()[before:]
    assert one == other


def test_who_plays_the_next_game_changes_nothing_of_one_that_is_over(
    rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    rig.board.able = "opponent"
    rig.board.restart()
    rig.begin()
    rig.board.play("a4-b5")
    rig.board._record("E", f"2 {END_RESIGNED}")
    rig.run(10)
    assert rig.play.actions.typed(["against", "3"]) == "this game is over: that holds from the next one on"
    rig.board._record("I", "1 3")
    rig.run(10)
    session, played = rig.play.session, rig.play.session.played
    assert played and played.ended and played.second == ""
    assert rig.library.game(played.number).second in ("", None)
    assert rig.library.game(played.number).result == "0-1"
    section = sections.game_section(session)
    assert section and section["ended"] == "Black wins (0-1): the other side resigned"
    assert sections.status_section(session)["text"] == section["ended"]
    assert capsys.readouterr().out.splitlines()[-1] == "0:00:02.5        Black is played by Crossboard level 3"
    assert rig.play.actions.typed(["name", "black", "Bob"]) == "Black is played by Bob"
    assert rig.library.game(played.number).second == "Bob"


OVER = "the game is over; new begins another"


def test_nothing_is_played_in_a_game_that_is_over(rig: Rig) -> None:
    rig.begin()
    rig.board.play("a4-b5")
    rig.board._record("E", "1 2")
    rig.run(10)
    for line, message in (
        ("hint", {"op": "hint"}), ("draw", {"op": "draw"}), ("resign", {"op": "resign"}),
        ("clock 5+3", {"op": "clock", "kind": "5+3"}),
    ):  # fmt: skip
        assert rig.refusals(line, message) == {OVER}
    assert {"new", "takeback", "against"} < {*rig.play.actions.names()}
    assert not {"hint", "draw", "resign"} & {*rig.play.actions.names()}
    rig.bench.history.clear()
    for typed in ("h4-g5", "a3-a4"):
        with pytest.raises(CrossboardError, match=f"^{OVER}$"):
            rig.play.context.hand.make([typed])
    rig.run(20)
    assert rig.bench.history == []


def test_while_kings_are_picked_one_reason_refuses_all(rig: Rig) -> None:
    rig.board.begin("kings-crossing:stealth")
    rig.run(20)
    session = rig.play.session
    session.mode = PICKING
    assert session.game
    how = "lift a piece and put it back{}, then press OK; OK alone keeps the usual king"
    same = f"White picks a secret king: {how}. Black looks away."
    assert sections.status_section(session)["text"] == same.format("")
    assert status(session, session.game, simulated=True) == same.format(" (-b3 +b3)")
    for name in ("draw", "resign", "hint"):
        assert rig.refusals(name, {"op": name}) == {"the kings must be picked first"}


def test_what_was_set_is_said(rig: Rig) -> None:
    rig.begin()
    typed = rig.play.actions.typed
    assert typed(["name", "white", "Ada", "Bell"]) == "White is played by Ada Bell"
    assert rig.play.actions.sent({"op": "name", "side": "white", "name": ""}) == "White is played by nobody known"
    assert typed(["clock", "5+3"]) == "White 5:00 - Black 5:00"
    assert typed(["clock", "off"]) == "the game is played without a clock"


def test_a_side_that_crossboard_takes_over_is_shown_as_its_own_and_gets_no_other_name(rig: Rig) -> None:
    rig.begin()
    rig.play.actions.typed(["name", "black", "Bob"])
    rig.board._record("I", "1 3")
    rig.run(10)
    played = rig.play.session.played
    assert played and played.names == ("", "Crossboard level 3") and played.second == "Bob"
    assert rig.refusals("name black Eve", {"op": "name", "side": "black", "name": "Eve"}) == {
        "Black is played by Crossboard"
    }
    rig.board._record("I", "1 0")
    rig.run(10)
    assert played.names == ("", "Bob")


def test_the_game_that_new_leaves_is_named_with_the_way_back(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    rig.begin()
    rig.play.actions.typed(["new"])
    rig.run(20)
    assert "kept" not in capsys.readouterr().out, "nothing was played"
    rig.board.play("a4-b5")
    rig.run(10)
    played = rig.play.session.played
    assert played
    for end in ("", "0 13"):  # by itself, and as a board ends it that begins another game
        if end:
            rig.board._record("E", end)
        rig.play.actions.typed(["new"])
        rig.run(20)
        out = capsys.readouterr().out
        assert f"game {played.number} is kept, unfinished; `resume {played.number}` goes on with it\n" in out
        played = rig.play.session.played
        assert played and f"game {played.number}: charing-cross" in out
        rig.board.play("a4-b5")
        rig.run(10)
    rig.board._record("E", "1 10")
    rig.run(10)
    rig.play.actions.typed(["new"])
    rig.run(20)
    assert "kept" not in capsys.readouterr().out, "it is over"


def test_a_game_that_nobody_asked_for_has_a_number_once_it_is_stored(
    rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    rig.begin()
    assert "a new game: " in capsys.readouterr().out
    rig.board.play("a4-b5")
    rig.run(10)
    assert "this is game 1\n" in capsys.readouterr().out


def test_settings_are_shown_with_what_their_values_mean(rig: Rig) -> None:
    rig.begin()
    rig.board.say("O", "brightness 60 5 100,teaching 1 0 2")
    rig.run(10)
    assert rig.refusals("set sound", {"op": "set", "setting": "sound"}) == {
        "the board has no setting 'sound'; it has brightness, teaching"
    }
    assert rig.refusals("set teaching", {"op": "set", "setting": "teaching"}) == {
        "wanted: set teaching VALUE, from 0 to 2"
    }
    brightness, teaching = rig.play.actions.typed(["set"]).splitlines()
    assert brightness.startswith("brightness  60  5 to 100  ") and "percent" in brightness
    assert teaching.startswith("teaching    1   0 to 2    0: no help; 1: ")


def test_who_asks_for_a_draw_is_told_why_there_is_none(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    rig.board.begin("kings-crossing")
    rig.run(20)
    (told,) = rig.refusals("draw", {"op": "draw"})
    assert "only after 20 turns" in told and told.endswith("So far: 0.")
    assert "draw" not in rig.play.actions.names()
    rig.board.say("L", "a draw cannot be agreed now")  # as it refuses a draw that was chosen in its menu
    rig.run(10)
    assert rig.play.session.notices == deque() and f"board: {told}" in capsys.readouterr().out


def test_a_draw_that_is_typed_needs_both_players_at_the_board(rig: Rig) -> None:
    """A move, or another game, declines it; a page has asked by itself."""
    rig.begin()
    offer = "a draw is offered: `draw` once more, by the other player, agrees to it; a move declines it"
    assert rig.play.actions.typed(["draw"]) == offer
    rig.board.play("a4-b5")
    rig.run(20)
    assert rig.play.actions.typed(["draw"]) == offer
    rig.begin()
    assert rig.play.actions.typed(["draw"]) == offer and not rig.sent()
    assert rig.play.actions.typed(["draw"]) == "" and rig.sent() == ["E 3 12"]
    rig.begin()
    assert rig.play.actions.sent({"op": "draw"}) == "" and rig.sent() == ["E 3 12"] * 2


def test_help_shows_what_is_allowed_now(rig: Rig) -> None:
    first = rig.play.actions.names()
    rig.begin()
    names = rig.play.actions.names()
    assert {*names} - {*first} >= {"resign", "draw", "hint"} and not {"accept", "turn", "answer"} & {*names}
    assert [line.split()[0] for line in rig.play.actions.help().splitlines()][2:] == names


def test_in_a_match_the_other_player_is_asked(tmp_path: Path) -> None:
    match = Match()
    rig = Rig(tmp_path, match=match)
    rig.begin()
    for line in ("takeback 3", "resign", "draw"):
        rig.play.actions.typed(line.split())
    assert match.asked == [("take back", 3), "resign", "draw"]
    for line, message in (("new", {"op": "new"}), ("puzzle 1", {"op": "puzzle", "number": 1})):
        (told,) = rig.refusals(line, message)
        assert told.startswith("a match is being played")
    for line, message in (
        ("against 3", {"op": "against", "levels": "3"}), ("hint", {"op": "hint"}),
        ("name white Eve", {"op": "name", "side": "white", "name": "Eve"}),
    ):  # fmt: skip
        assert rig.refusals(line, message) == {"a remote player plays the other side of this match"}
    assert rig.refusals("takeback 5", {"op": "takeback", "count": 5}) == {"the plies to take back are 4 at most"}
    match.plies = 0
    assert rig.refusals("takeback", {"op": "takeback"}) == {"there is no ply to take back"}
    assert rig.sent() == []
    rig.close()


def test_nobody_resigns_for_a_remote_player(tmp_path: Path) -> None:
    match = Match()
    rig = Rig(tmp_path, match=match)
    rig.begin()
    told = rig.refusals("resign black", {"op": "resign", "side": "Black"})
    assert told == {"only the other player can resign for that side"} and match.asked == []
    rig.play.actions.typed(["resign", "white"])
    assert match.asked == ["resign"]
    match.holds_board = False  # as where the board keeps a side for somebody whose match is not played here
    rig.board._record("I", "1 9")
    rig.run(10)
    assert rig.refusals("resign black", {"op": "resign", "side": "Black"}) == told
    assert rig.sent() == []
    rig.close()


def test_a_match_is_brought_back_only_to_a_board_that_plays_another_game(tmp_path: Path) -> None:
    match = Match()
    rig = Rig(tmp_path, match=match)
    rig.begin()
    assert rig.refusals("remote", {"op": "remote"}) == {"the match is on the board"}
    assert "accept" in rig.play.actions.names() and "remote" not in rig.play.actions.names()
    match.asked.append("draw")
    assert rig.refusals("accept", {"op": "accept"}) == {"the other player has asked for nothing"}
    assert not {"accept", "decline", "remote"} & {*rig.play.actions.names()}
    match.on_board = False
    rig.play.actions.typed(["remote"])
    assert match.asked == ["draw", "remote"]
    match.over = True
    assert rig.refusals("remote", {"op": "remote"}) == {"the match is over"}
    rig.close()


def test_a_boards_menu_asks_for_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match()
    rig = Rig(tmp_path, match=match)
    rig.begin()
    for choice in ("accept", "takeback", "draw", "new", "nonsense", "decline"):
        rig.board.say("B", choice)
    rig.run(20)
    assert match.asked == [True, ("take back", 1), "draw"]
    assert "the other player has asked for nothing" in capsys.readouterr().out
    assert rig.sent() == []
    rig.close()


def test_a_seat_takes_the_actions_that_are_proposals(tmp_path: Path) -> None:
    match = Match()
    rig = Rig(tmp_path, match=match)
    for message in (
        {"op": "ply", "at": 2, "text": "a4-b4"},
        {"op": "takeback", "at": 3, "text": 1},
        {"op": "resign", "at": 4},
    ):
        rig.play.actions.propose(message)
    assert match.asked == [(2, "ply", "a4-b4"), (3, "undo", "1"), (4, "resign", "")]
    assert {*rig.play.actions.proposals} == {"ply", "takeback", "draw", "resign", "accept", "decline"}
    rig.close()


def test_who_subscribes_is_told() -> None:
    event, told = Event[[int]](), list[int]()
    event.subscribe(told.append)
    event.subscribe(lambda number: number > 3)
    assert [event(3), event(4)] == [False, True] and told == [3, 4]
