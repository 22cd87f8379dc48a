"""A ply that moves two pieces of the player, by hands in any order, with pauses: in the made-up game Escort (tests/data/escort)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crossboard.games.check.promises import OCCUPANCY, ways
from crossboard.games.expected import expected_words
from crossboard.games.gestures import ply_touches
from crossboard.games.marks import LIFTED, MISSING, TAKE_OFF
from crossboard.games.rules import footprint, game_at, legal_plies, read_square, square_name
from shared_rules.codes import WHY_FINE
from tests.benchmarks import hands
from tests.recognition.test_recognizer_gestures import Story
from tests.support.examiner import examine
from tests.support.led_plies import led
from tests.support.rounds import LIMIT_MS
from tests.support.two_pieces import escort

START = "escort g3l2g/8/8/4L2G w"  # e1 to g1 and h1 to f1
EXCHANGE = "escort g3l2g/8/8/5LG1 w"  # f1 and g1
FOLLOWS = "escort g3l2g/8/8/5L1G w"  # f1 to g1, and h1 to f1
GIVES_WAY = "escort g3l2g/8/8/4LG2 w"  # e1 to g1; f1 stays
STAYS = "escort g3l2g/8/8/6LG w"  # h1 to f1; g1 stays
REPLACES = "escort g3l2g/8/8/4L1G1 w"  # e1 to g1, and g1 to f1
JUMPS = "escort g3l2g/8/8/GL6 w"  # b1 to c1, which is a ply, and a1 to d1, which is none; two such plies

GUARD_FIRST = "shown h1-f1/ply h1-f1/shown e1&h1/takeback h1-f1/ply e1&h1"

ROWS = [
    ("the ply's own piece first", START, "-e1 +g1 * -h1 +f1", "shown e1&h1/ply e1&h1"),
    ("the second first: what it does alone is a ply, and is taken back", START, "-h1 +f1 * -e1 +g1", GUARD_FIRST),
    ("both in hand, the first put down first", START, "-e1 -h1 * +g1 * +f1", "shown e1&h1/ply e1&h1"),
    ("both in hand, the second put down first", START, "-e1 -h1 * +f1 +g1", "shown e1&h1/ply e1&h1"),
    ("the second lifted first", START, "-h1 * -e1 +g1 * +f1", "shown e1&h1/ply e1&h1"),
    ("put back before the second has moved", START, "-e1 +g1 * -g1 +e1", ""),
    ("put back with the second in hand", START, "-e1 +g1 -h1 * +h1 * -g1 +e1", ""),
    ("put back, the first first", START, "-e1 +g1 -h1 +f1 * -g1 +e1 -f1 +h1",
     "shown e1&h1/ply e1&h1/shown h1-f1/takeback e1&h1"),
    ("put back, the second first", START, "-e1 +g1 -h1 +f1 * -f1 +h1 * -g1 +e1", "shown e1&h1/ply e1&h1/takeback e1&h1"),
    ("both adjusted afterwards", START, "-e1 +g1 -h1 +f1 * -g1 +g1 * -f1 +f1", "shown e1&h1/ply e1&h1"),
    ("the second alone, and the first adjusted", START, "-h1 +f1 * -e1 +e1", "shown h1-f1/ply h1-f1"),
    ("the first two squares on, and the reply proves it", START, "-e1 +g1 * -e4 +e3", "shown e1&h1/ply e1&h1"),
    ("two squares exchanged: as two pieces put straight at once", EXCHANGE, "-f1 -g1 +g1 * +f1", "ask f1&g1"),
    ("the same, the second put down first", EXCHANGE, "-g1 -f1 * +f1 +g1", "ask f1&g1"),
    ("two pieces put straight, one after the other", EXCHANGE, "-g1 +g1 * -f1 +f1 *", ""),
    ("the second follows: what the first does alone is a ply", FOLLOWS, "-f1 +g1 * -h1 +f1",
     "shown f1-g1/ply f1-g1/shown f1&h1/takeback f1-g1/ply f1&h1"),
    ("the second stays", GIVES_WAY, "-e1 * +g1", "shown e1&f1/ply e1&f1"),
    ("the first stays", STAYS, "-h1 * +f1", "shown g1&h1/ply g1&h1"),
    ("the first takes the second's place", REPLACES, "-g1 +f1 * -e1 +g1",
     "shown g1-f1/ply g1-f1/shown e1&g1/takeback g1-f1/ply e1&g1"),
    ("the same: or the first to f1, and the other put straight", REPLACES, "-g1 -e1 +g1 * +f1",
     "shown e1&g1/ask e1-f1 e1&g1"),
    ("two that look alike, in the order of rank", JUMPS, "-b1 -a1 * +c1 +d1", "ask b1&a1 b1&a1=S"),
    ("the second first, which is not a ply: it is not refused", JUMPS, "-a1 +d1 * -b1 +c1", "ask b1&a1 b1&a1=S"),
    ("the same, with the first in hand", JUMPS, "-a1 +d1 -b1 * +c1", "ask b1&a1 b1&a1=S"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def made_up() -> Iterator[None]:
    with escort():
        yield


def lines(touches: str, pause: int) -> str:
    """The edges, 300 ms apart; `*` is a pause."""
    found: list[str] = []
    time = 1000
    for word in touches.split():
        if word != "*":
            found.append(f"{time} {word}")
        time += pause if word == "*" else 300
    return "/".join(found)


@pytest.mark.parametrize("pause", [500, 1500, 3000])
@pytest.mark.parametrize(("what", "position", "touches", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_hands_move_two_pieces(what: str, position: str, touches: str, expected: str, pause: int) -> None:
    told = Story(position, lines(touches, pause)).tell()
    assert told == [word for word in expected.split("/") if word], what


def test_the_lights_say_what_is_left_to_do() -> None:
    wishes = "d1 g1 d2 e2 f2"
    looks = {
        "1000 -e1/1300 +g1/1800 ?/9000 ?": [f"lifted: e1 missing: f1 move: {wishes} off: h1"] * 2,
        "1000 -e1/1300 +g1/1600 -h1/3000 ?": [f"capture: h4 lifted: e1 h1 missing: f1 move: {wishes} h2 h3"],
    }
    for edges, expected in looks.items():
        assert Story(START, edges).tell() == expected
    for held in (1500, 3000):
        assert Story(START, lines("-h1 +f1 -e1 * +g1", held)).tell() == GUARD_FIRST.split("/")
    told = Story(START, "1000 -h1/1300 +f1/2600 -e1/2800 ?/3100 +g1/3500 ?").tell()
    assert told == ["shown h1-f1", "ply h1-f1", "lifted: e1", "shown e1&h1", "takeback h1-f1", "ply e1&h1", "dark"]


def test_words_say_what_is_left_to_do() -> None:
    game = game_at(START)
    marks = bytearray(32)
    for name, mark in (("e1", LIFTED), ("h1", TAKE_OFF), ("f1", MISSING)):
        marks[read_square(game, name)] = mark
    assert expected_words(game, bytes(marks)) == "Then put the piece of h1 on f1."
    marks[read_square(game, "h1")] = LIFTED
    assert expected_words(game, bytes(marks)) == "Then put the piece in your hand on f1."


@pytest.mark.parametrize(
    ("position", "text", "expected"),
    [
        (START, "e1&h1", "-e1 -h1 +g1 +f1"),
        (EXCHANGE, "f1&g1", "-f1 -g1 +g1 +f1"),
        (FOLLOWS, "f1&h1", "-f1 -h1 +g1 +f1"),
        (REPLACES, "e1&g1", "-e1 -g1 +g1 +f1"),
    ],
)
def test_a_typed_ply_is_performed(position: str, text: str, expected: str) -> None:
    game = game_at(position)
    touches = ply_touches(game, game.parse_ply(text))
    assert " ".join(f"{'+' if t.closed else '-'}{square_name(game, t.square)}" for t in touches) == expected


def home_rows(dice: random.Random) -> str:
    """A position with both leaders and all guards somewhere on their home rows."""
    rows: list[str] = []
    for letters in ("lgg", "LGG"):
        row = dice.sample([*letters, *" " * 5], 8)
        rows.append("".join(row).replace("     ", "5").replace("    ", "4").replace("   ", "3").replace("  ", "2"))
    return f"escort {'/8/8/'.join(rows)} w".replace(" ", "1").replace("escort1", "escort ").replace("1w", " w")


def test_the_made_up_game_keeps_the_contract() -> None:
    """Footprints say what happens to the sensors, and `why_not` is fine for each of the pieces of a ply."""
    shapes: set[tuple[int, ...]] = set()
    for seed in range(200):
        game = game_at(home_rows(random.Random(seed)))
        before = list(game.board)
        fine: set[tuple[int, int]] = set()
        for ply in legal_plies(game):
            foot = footprint(game, ply)
            both = ways(foot)
            fine |= set(both) if both else {(ply & 255, game.destination(ply))}
            shapes.add(tuple(effect for _, effect in foot))
            assert len(dict(foot)) == len(foot) <= game.max_footprint
            game.push(ply)
            after = list(game.board)
            game.pop()
            assert list(game.board) == before
            touched = dict(foot)
            for square, piece in enumerate(before):
                if square not in touched:
                    assert after[square] == piece
                else:
                    assert OCCUPANCY[touched[square]] == (bool(piece), bool(after[square]))
        for frm in range(32):
            for to in range(32):
                assert (game.why_not(frm, to) == WHY_FINE) == ((frm, to) in fine)
    assert len(shapes) == 6  # moves, captures, and two pieces in all four ways


@pytest.mark.parametrize("seed", range(30))
def test_games_by_neutral_hands_are_read_as_played(seed: int) -> None:
    start = home_rows(random.Random(seed))
    game = examine(game_at, start, seed, 6)
    assert game.outcome == "right", game.trace


def test_no_slice_of_the_recognizer_is_long() -> None:
    made = max(hands.slices_of("escort", 4), key=lambda made: made.total)
    assert made.ms <= LIMIT_MS, made.parts.most_common(6)


@pytest.mark.parametrize("seed", range(16))
def test_lights_lead_through_it(seed: int) -> None:
    dice = random.Random(seed)
    while True:
        text = home_rows(dice)
        game = game_at(text)
        ply = dice.choice(legal_plies(game))
        game.push(ply)
        two = [] if game.result else [reply for reply in legal_plies(game) if ways(footprint(game, reply))]
        if two:
            led(text, ply, dice.choice(two), seed)
            return
