"""Crossboard as an opponent from the page and the terminal: the real firmware on fake pins, the search in its process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossboard.boards.session import Session
from crossboard.play.play import Play
from crossboard.play.remote_side import RemoteSide
from crossboard.play.wish import Wish
from crossboard.terminal.interface import LineInterface
from crossboard.web.live import Live
from shared_rules.codes import END_AGREED
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.pins_rig import PinsRig

OVER = "charing-cross 3R4/8/8/N6n/N6n/8/8/R3r3 b -"
THINK_S = 0.05
PATIENCE_S = 120


class Table(PinsRig):
    """Charing Cross on a board that thinks with the help of this PC; somebody looks at a page, or types into a terminal."""

    def __init__(
        self,
        board: FakeBoard,
        folder: Path,
        lines: list[str] | None = None,
        game: str = "",
        home: str = HOME,
        remote: Callable[[Session], RemoteSide] | None = None,
    ) -> None:
        if game:
            board.profile["game"] = game
        super().__init__(board, folder, "Ada", "Bob")
        for name in home.split():
            self.bench.set_square(name, True)
        interface = LineInterface(lines or [])
        if lines is None:
            interface._lines.get()  # nobody leaves
        self.said: list[str] = []
        side = remote(self.session) if remote else None
        wish = Wish(think_s=THINK_S, levels=side.levels if side else None)
        self.play = Play(self.session, self.library, self.attached, interface, wish, side)
        self.play.context.events.said.subscribe(lambda text, how: self.said.append(text))
        self.search = self.play.context.search
        self.live = Live(self.attached, self.play.context, self.play.actions, lambda: None, lambda: None, lambda: True)
        self.clocks: set[str] = set()

    def close(self) -> None:
        self.search.close()
        super().close()

    def round(self) -> None:
        self.board.run(5)
        self.play.round()
        self.clocks.add(self.search.words())

    def until(self, came: Callable[[], object]) -> None:
        """Until that has come about."""
        end = time.monotonic() + PATIENCE_S
        while not came():
            assert time.monotonic() < end, (self.session.thought, self.said)
            self.round()

    def want(self, **message: object) -> str:
        """What a page wants; what it is told, if that can't be."""
        before = list(self.live._said)
        assert self.live.submit(1, message)
        self.run(300)
        return "\n".join(text for _, text in self.live._said if (_, text) not in before)

    def levels(self) -> list[int]:
        return list(self.session.played.levels) if self.session.played else []

    def what(self) -> str:
        """What the board wants of the search, or has of it."""
        return self.session.thought.what if self.session.thought else ""

    def plies(self) -> int:
        return sum(line.startswith("P ") for line in self.board.journal())

    def move(self, ply: str) -> None:
        """With the hand: a move, a jump, whose jumped piece is taken off, or the placement of that piece."""
        origin, target = ply[:2], ply[-2:]
        acts = [(origin, False), (target, True)]
        if ply[0] == "@":
            acts = [(target, True)] if target != "@-" else []
        elif "x" in ply:
            jumped = "".join(chr((ord(a) + ord(b)) // 2) for a, b in zip(origin, target, strict=True))
            acts.insert(1, (jumped, False))
        for square, closed in acts:
            self.bench.set_square(square, closed)
            self.run(200)

    def follow(self) -> None:
        """Do what the lights lead through, a ply of the board's own, once it has found one."""
        self.until(lambda: self.what() == "p")
        assert self.session.thought
        before = self.plies()
        self.move(self.session.thought.ply)
        self.until(lambda: self.plies() > before and self.what() != "p")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with fake_board(tmp_path / "games") as board:
        found = Table(board, tmp_path)
        found.until(lambda: found.session.mode == "p")
        yield found
        found.close()


@pytest.mark.parametrize("levels", [[0, 3], [3, 0]], ids=["second", "first"])
def test_a_new_game_against_a_level_on_either_side(table: Table, levels: list[int]):
    assert not table.want(op="new", spec="charing-cross", levels=levels)
    table.until(lambda: table.levels() == levels and table.session.mode == "p")
    if levels[1]:
        table.move("a4-b4")
    side = lambda: table.session.game.side if table.session.game else 0  # noqa: E731
    table.until(lambda: levels[side()])
    while levels[side()]:
        table.follow()
    table.until(lambda: table.what() == "")  # the player's turn
    assert any(words.startswith("Level 3 thinks: 0:0") for words in table.clocks)


def test_a_hint(table: Table):
    assert not table.want(op="hint")
    table.until(lambda: table.what() == "a")
    assert table.session.thought and table.session.game
    table.session.game.parse_ply(table.session.thought.ply)
    assert any(words.startswith("Hint search: ") for words in table.clocks)


def test_two_levels_against_each_other(table: Table):
    table.want(op="against", levels=[1, 8])
    for _ in range(5):
        table.follow()
    assert table.plies() >= 5
    assert any("plies deep" in words for words in table.clocks)  # nobody has to find it out


def test_a_draw_is_declined_before_it_has_looked_and_resigning_ends_the_game(table: Table):
    table.want(op="against", levels=[0, 2])
    assert "declines the draw" in table.want(op="draw")
    table.want(op="resign", side="white")
    table.until(lambda: table.session.mode == "o")
    assert table.want(op="against", levels=[4, 0]) == "this game is over: that holds from the next one on"
    table.until(lambda: table.levels() == [4, 0])


def test_a_draw_that_suits_it_is_agreed(table: Table):
    table.want(op="against", levels=[0, 2])
    opponent = table.board.app.current.opponent
    opponent._judged, opponent._score = True, -20  # it thinks that it stands a little worse
    table.want(op="draw")
    table.until(lambda: table.session.mode == "o")
    assert any(line.startswith("E ") and line.endswith(f" 3 {END_AGREED}") for line in table.board.journal())


@pytest.mark.parametrize("levels", [[0, 9], [-1, 0], [1, 2, 3], "33", ["x", 0]], ids=str)
def test_an_impossible_level_is_told_in_one_line(table: Table, levels: object):
    for message in ({"op": "against"}, {"op": "new", "spec": "charing-cross"}):
        told = table.want(**message, levels=levels)
        assert "from 1 to 8" in told and "\n" not in told
    assert table.levels() == [0, 0]


def test_a_finished_position_is_told_in_one_line(table: Table):
    told = table.want(op="new", spec=OVER, levels=[0, 3])
    assert told == "the game is over there: there is nothing to play"
    assert table.session.mode == "p" and table.levels() == [0, 0]


def test_a_game_taken_over_while_it_thinks(table: Table):
    """A new game, a takeback or a player who sits down in its place ends the thinking, and the next ply is thought about."""
    table.search._think_s = 30.0
    table.want(op="against", levels=[8, 0])
    table.until(lambda: table.search._number)
    table.want(op="against", levels=[0, 0])
    table.until(lambda: not table.search._number and table.what() == "")
    table.want(op="against", levels=[8, 0])
    table.until(lambda: table.search._number)
    table.want(op="new", spec="charing-cross")
    table.until(lambda: not table.search._number and table.levels() == [0, 0])
    table.until(lambda: table.session.mode == "p")
    table.search._think_s = THINK_S
    table.want(op="against", levels=[2, 0])
    table.until(lambda: table.what() == "p")
    assert table.plies() == 0


def test_a_ply_taken_back_while_it_thinks_ends_the_thinking_at_once(table: Table):
    table.search._think_s = 30.0
    table.want(op="against", levels=[0, 8])
    table.move("a4-b4")
    table.until(lambda: table.search._number)
    assert not table.want(op="takeback", count=1)
    table.move("b4-a4")
    table.until(lambda: table.session.mode == "p" and table.session.game and not table.session.game.undoable)
    table.run(2000)
    assert (table.what(), table.search.words(), table.search._number) == ("", "", 0)


def test_with_secret_kings_the_board_thinks_alone_and_its_clock_is_shown(tmp_path: Path):
    home = " ".join(f"{column}{row}" for column in "abgh" for row in "3456")
    with fake_board(tmp_path / "games") as board:
        table = Table(board, tmp_path, game="kings-crossing:stealth", home=home)
        table.until(lambda: table.session.mode == "k")
        both = "White is played by Crossboard level 1, Black is played by Crossboard level 2"
        assert table.want(op="against", levels=[1, 2]) == both
        table.until(lambda: table.what() == "p")
        assert not table.search._number
        assert any(words.startswith("Level 1 thinks: 0:0") for words in table.clocks)
        assert "secret" in table.want(op="hint")
        table.close()


# What is typed


def typed(
    board: FakeBoard, folder: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> tuple[str, list[str]]:
    """What is printed while these lines are carried out, and the journal's lines after that."""
    table = Table(board, folder, lines)
    try:
        table.run(3000)
        table.until(lambda: table.play._leaving)
        return capsys.readouterr().out, board.journal()
    finally:
        table.close()


@pytest.mark.early
def test_what_can_be_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with fake_board(tmp_path / "games") as board:
        lines = ["against 9", "against 3 red", "against 2 black", "hint", "draw", "against none", "hint"]
        out, journal = typed(board, tmp_path, lines, capsys)
    assert "'9' is not a level; they run from 1 to 8" in out
    assert "'red' is neither white nor black" in out
    assert " 0 2" in "".join(line for line in journal if line[0] == "I")


def test_a_ply_of_the_opponent_that_the_hand_left_half_done_is_put_right(tmp_path: Path):
    with fake_board(tmp_path / "games") as board:
        table = Table(board, tmp_path, ["against 1 black"])
        try:
            hand = table.play.context.hand.hand
            assert hand
            stood = hand.standing()
            table.until(lambda: hand.busy and hand.standing() != stood)
            hand.drop()
            assert table.plies() == 0
            table.until(table.plies)
        finally:
            table.close()
