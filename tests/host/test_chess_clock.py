"""The chess clock: what a turn adds, leaves out and uses up; and the QR code of the page's address."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import STOPPED, ChessClock, Kind, Ply, read_kind, time_text
from crossboard.games.marks import LAST_FROM, LAST_TO
from crossboard.games.rules import HOLE, game_at, new_game, square_name
from crossboard.hub import match as m
from crossboard.hub.match_time import agreed, shown
from crossboard.play.clock import marks_for
from crossboard.play.start import QUIET_ZONE, qr_code
from tests.support.web_rig import Rig

FISCHER, DELAY, SUDDEN = "1+5", "1d5", "1"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5+3", Kind("5+3", 300_000, 3000)), ("10d5", Kind("10d5", 600_000, 0, 5000)), ("0.5", Kind("0.5", 30_000)),
        ("90+30", Kind("90+30", 5_400_000, 30_000)),
    ],
)  # fmt: skip
def test_clocks_are_read(text: str, kind: Kind) -> None:
    assert read_kind(text) == kind


@pytest.mark.parametrize("text", ["", "0", "0+5", "5-3", "five", "5+", "9999", "5+3+1", "-5"])
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(CrossboardError, match="is not a clock; .*at most 999 of each"):
        read_kind(text)


class Game:
    """A game with a clock: `a` and `b` are plies of the sides, what follows is what happens in it."""

    def __init__(self, kind: str) -> None:
        self.clock = ChessClock(read_kind(kind))
        self.plies: list[Ply] = []
        self.made = 0
        self.turn = 0
        self.playing = True
        self.now = 7000
        self.step()

    def step(self) -> None:
        self.clock.step(self.plies, self.turn, self.playing, self.now)

    def do(self, what: str) -> None:
        """`a4` a ply of the first side after 4 s, `a4+` one after which its turn goes on; `u2` two plies are taken back at once,
        `u2/9` after 9 s; `p9` the game rests for 9 s, `w9` 9 s pass; `!` the program is killed and started again."""
        kind, number = what[0], what[1:].rstrip("+").partition("/")
        if kind == "!":
            found = ChessClock.read(self.clock.text())
            assert found
            self.clock = found
        elif kind == "u":
            self.now += 1000 * int(number[2] or 0)
            gone = self.plies[-int(number[0]) :]
            del self.plies[-int(number[0]) :]
            self.turn = gone[0].side
        elif kind in "pw":
            self.playing = kind == "w"
            self.step()
            self.now += 1000 * int(number[0])
            self.step()
            self.playing = True
        else:
            side = "ab".index(kind)
            self.now += 1000 * int(number[0])
            self.made += 1
            self.plies.append(Ply(self.made, side))
            self.turn = side if what.endswith("+") else 1 - side
        self.step()


# What happens, time left of both in s, whose flag has fallen, and what the row protects.
ROWS = [
    (FISCHER, "a9", (60, 60), -1, "the first turn is free"),
    (FISCHER, "a9 b10 a4", (61, 55), -1, "a turn adds its bonus"),
    (FISCHER, "a9 b10 a4 w6", (61, 49), -1, "time runs for whoever has to act"),
    (FISCHER, "a9 b10 a4+ a4", (57, 55), -1, "a turn of two plies adds it once"),
    (FISCHER, "a9+ a4 b10", (56, 55), -1, "the first turn of two plies: from the first ply on time runs"),
    (FISCHER, "a9 b10 u1", (60, 50), -1, "a takeback takes the bonus back"),
    (FISCHER, "a9 b10 u1 b10 u1 b10 u1", (60, 30), -1, "and pays nothing, however often it is made"),
    (FISCHER, "a9 b10 u1 b10 u1 b10", (60, 35), -1, "one ply that stands has earned one bonus"),
    (FISCHER, "a9 b10 u1/20", (40, 50), -1, "time taken before a takeback stays taken"),
    (FISCHER, "a9 b10 a4 u2 b1", (56, 54), -1, "two plies taken back at once, and one played again"),
    (FISCHER, "a9 b10 a4+ a4 u1", (52, 55), -1, "half a turn taken back: it has not ended"),
    (FISCHER, "a9 b10 a4 u3 w50 a9", (56, 50), -1, "all taken back: the clock rests until the first ply"),
    (FISCHER, "a9 b10 p99 a4", (61, 55), -1, "a pause costs nothing"),
    (FISCHER, "a9 b10 a4 ! b5", (61, 55), -1, "it goes on after a restart"),
    (FISCHER, "a9 b10 a4 ! u1 a1", (60, 55), -1, "a bonus from before a restart is taken back"),
    (FISCHER, "a9 b60", (60, 0), 1, "the flag falls, and no bonus comes after it"),
    (FISCHER, "a9 b70 a9 b9 u1 ! w99", (60, 0), 1, "it stays, and the clock stands still"),
    (FISCHER, "a9 b2 a1 b62 u1", (64, 1), -1, "a bonus has been used up"),
    (FISCHER, "a9 b2 a1 b62 u3", (59, 0), 1, "and what it had paid for is taken back"),
    (DELAY, "a9 b5 a9", (56, 60), -1, "what is within the delay costs nothing"),
    (DELAY, "a9 b4 w4", (60, 60), -1, "it comes first"),
    (DELAY, "a9 b10 a9+ a2", (54, 55), -1, "one delay for a turn of two plies"),
    (DELAY, "a9 b2 u1 b2 u1 b2", (60, 59), -1, "a takeback gives no delay again"),
    (DELAY, "a9 b2 a4 u2 b6", (60, 57), -1, "nor one of two plies"),
    (DELAY, "a9 b4 a1 u1/3 a3 b4", (60, 58), -1, "the side that did not take back: what it used of its delay stays used, too"),
    (DELAY, "a9 b5 a3 ! w3 p9 w3", (60, 59), -1, "a delay in part used, over a restart and a pause"),
    (DELAY, "a9 b65", (60, 0), 1, "the flag falls after the delay"),
    (SUDDEN, "a9 b10 a4 b1", (56, 49), -1, "nothing is added"),
    (SUDDEN, "a9 b10 u1 b10", (60, 40), -1, "a takeback leaves the time used as used"),
    (SUDDEN, "a9 p99 b5 a60", (0, 55), 0, "the flag of the first side"),
    (SUDDEN, "a9 b5 w60 u1 b3", (0, 55), 0, "a takeback does not raise it"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "happens", "left", "flag"), [row[:4] for row in ROWS], ids=[row[4] for row in ROWS])
def test_what_a_game_leaves_on_the_clock(kind: str, happens: str, left: tuple[int, int], flag: int) -> None:
    game = Game(kind)
    for what in happens.split():
        game.do(what)
    assert ([ms / 1000 for ms in game.clock.left], game.clock.flag) == (list(left), flag)
    assert game.clock.running == (STOPPED if flag != STOPPED else game.turn)


@pytest.mark.parametrize(("kind", "happens", "left", "flag"), [row[:4] for row in ROWS], ids=[row[4] for row in ROWS])
def test_a_match_over_a_network_has_the_same_clock(
    kind: str, happens: str, left: tuple[int, int], flag: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its log, played through: pauses are nobody's time there, and there is nothing to restart."""
    toy = Toy()
    monkeypatch.setattr(m, "game_at", lambda start, history=0: toy)
    log, waited = m.Log("", clock=kind), 0
    for what in happens.split():
        kind_of, number = what[0], what[1:].rstrip("+").partition("/")
        if kind_of in "ab":
            log = add(log, m.Entry("ab".index(kind_of), m.PLY, what, 1000 * int(number[0]) + waited))
        elif kind_of == "u":
            rest = len(m.plies_of(log.entries)) - int(number[0])
            log = add(log, m.Entry(0, m.UNDO, str(rest), 1000 * int(number[2] or 0) + waited))
        waited = waited + 1000 * int(number[0]) if kind_of == "w" else waited if kind_of in "p!" else 0
    toy.sides = [0]
    clock = shown(log, agreed(log), m.Spent(len(log.entries), waited, True), False)
    assert ([ms / 1000 for ms in clock.left], clock.flag) == (list(left), flag)


class Toy:
    """A game as far as a clock looks at it, of plies as Game.do reads them."""

    def __init__(self) -> None:
        self.sides = [0]

    @property
    def side(self) -> int:
        return self.sides[-1]

    def parse_ply(self, text: str) -> str:
        return text

    def push(self, ply: str) -> None:
        self.sides.append(self.side if ply.endswith("+") else 1 - self.side)

    def pop(self) -> None:
        self.sides.pop()


def add(log: m.Log, entry: m.Entry) -> m.Log:
    return m.replace(log, entries=(*log.entries, entry))


def test_plies_of_which_the_clock_knows_nothing_cost_and_earn_nothing() -> None:
    clock = ChessClock(read_kind(FISCHER))
    clock.step([Ply(n, n % 2) for n in range(6)], 0, True, 1000)
    assert clock.left == [60_000, 60_000]
    clock.step([Ply(n, n % 2) for n in range(7)], 1, True, 3000)
    assert clock.left == [63_000, 60_000], "set in the middle of a game, it pays from then on"
    again = ChessClock.read(clock.text())
    assert again
    again.step([Ply(n, n % 2) for n in range(11)], 1, True, 900_000)
    assert again.left == [63_000, 60_000], "the board went on without it"
    again.step([Ply(n, n % 2) for n in range(6)], 0, True, 900_000)
    assert again.left == [58_000, 60_000], "one ply that it had paid for is among those taken back"


@pytest.mark.parametrize(
    "text",
    [
        "", "5+3", "[]", "{}",
        '{"kind":"9999","left":[1,2],"flag":-1,"free":[0],"plies":[]}',
        '{"kind":"5","left":[1],"flag":-1,"free":[0],"plies":[]}',
        '{"kind":"5","left":[1,2],"flag":5,"free":[0],"plies":[]}',
        '{"kind":"5","left":[1,2],"flag":-1,"free":[],"plies":[]}',
        '{"kind":"5","left":[1,2],"flag":-1,"free":[0,0],"plies":[[1,2,3]]}',
    ],
)  # fmt: skip
def test_what_says_no_clock(text: str) -> None:
    assert ChessClock.read(text) is None


def test_the_flag_falls_once() -> None:
    game = Game(SUDDEN)
    game.do("a1")
    changed = game.clock.changed
    game.do("w61")
    assert game.clock.changed > changed
    changed = game.clock.changed
    game.do("w9")
    assert game.clock.changed == changed
    assert game.clock.words(("White", "Black")) == "White 1:00 - Black 0.0; Black's time is up"


def test_the_time_left_by_the_boards_lights() -> None:
    game = game_at("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -")
    clock = ChessClock(read_kind("2"))
    assert marks_for(clock, game) == {}, "it rests"
    one, two = [Ply(1, 0), Ply(2, 1)], [Ply(1, 0)]
    clock.step(one, 0, True, 0)
    assert marks_for(clock, game) == {f"{column}1": LAST_FROM for column in "abcdefgh"}
    clock.step(one, 0, True, 31_000)
    assert marks_for(clock, game) == {f"{column}1": LAST_FROM for column in "abcdef"}, "89 of 120 s"
    clock.step(two, 1, True, 31_000)
    assert marks_for(clock, game) == {f"{column}8": LAST_FROM for column in "abcdefgh"}
    clock.step(two, 1, True, 143_000)
    assert marks_for(clock, game) == {"a8": LAST_TO}, "8 s"
    clock.step(two, 1, True, 152_000)
    assert marks_for(clock, game) == {f"{column}8": LAST_TO for column in "abcdefgh"}, "time is up"


def test_a_boards_edge_is_where_its_game_has_squares() -> None:
    game = new_game("kings-crossing")
    clock = ChessClock(read_kind("2"))
    clock.step([Ply(1, 0), Ply(2, 1)], 0, True, 0)
    assert (
        set(marks_for(clock, game))
        == {square_name(game, s) for s in range(game.columns) if game.board[s] != HOLE}
        != set()
    )


def test_a_game_that_is_being_left_has_no_lights_of_its_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one may have other squares."""
    rig = Rig(tmp_path)

    def lights_of(seconds: int) -> list[str]:
        rig.board.commands.clear()
        for _ in range(seconds):
            rig.clock.ms += 1000
            rig.context.clock.step(rig.clock.ms, True)
            rig.run(2)
        return [command for command in rig.board.commands if command.startswith("M")]

    try:
        rig.context.clock.set(read_kind("1"))
        for ply in ("a4-b4", "d1-d2"):
            rig.board.play(ply)
            rig.run(5)
        assert lights_of(20) and rig.context.clock.clock and rig.context.clock.clock.running == 0
        monkeypatch.setattr(
            rig.board, "begin", lambda text: rig.board.refuse("a5", "a8", 1)
        )  # a record, while it is asked
        assert rig.session.new_game("kings-crossing")
        assert rig.session.awaiting and not lights_of(20) and rig.session.awaiting
    finally:
        rig.close()


def test_times_in_words() -> None:
    assert [time_text(ms) for ms in (0, 9_450, 10_000, 65_000, 3_661_000)] == ["0.0", "9.4", "0:10", "1:05", "1:01:01"]


def test_a_qr_code_in_half_blocks() -> None:
    lines = qr_code("http://192.168.1.20:8377/?token=abc").split("\n")
    width = len(lines[0])
    assert {len(line) for line in lines} == {width} and (width - 2 * QUIET_ZONE - 17) % 4 == 0, "a version's size"
    assert len(lines) == (width + 1) // 2
    assert lines[0] == "█" * width and all(line[:2] == line[-2:] == "██" for line in lines)
    assert lines[1][2:9] == " ▄▄▄▄▄ ", "a finder's corner"
