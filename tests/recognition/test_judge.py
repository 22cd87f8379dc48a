"""The judge of the benchmarks: what hands within the limits can have done, and what they can't."""

from __future__ import annotations

import pytest

from crossboard.games.rules import Game, footprint, game_at, legal_plies, specs
from crossboard.library.trace import Trace, parse_trace
from shared_rules.codes import PATH
from tests.support.hands import CLEAN, OK, random_game
from tests.support.judge import PUT_BACK, as_legal_play, changes, excuse

CROSS = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
EYED = "cross-eyed ****4****/****4****/****4****/***6***/12/3p1n6/5N6/12/***6***/****4****/****K3****/****3k**** w"
KINGS = "kings-crossing 3m3k/2m5/2M5/K7 w - - 0"
CARDS = "card-chess:plain 2kkjt/tj1q2/6/2[JQ]3/3[Qq]2/TJKK1T w ............ -"


def trace_of(position: str, lines: str) -> Trace:
    """The trace with these edges, parted by slashes."""
    return parse_trace(f"# crossboard-trace 1\n# position {position}\n{lines.replace('/', chr(10))}\n", "judge")


LEGAL = [
    ("a move", CROSS, "1000 -a4/1500 +b4", "a4-b4"),
    ("bounce is none of its changes", CROSS, "1000 -a4/1003 +a4/1005 -a4/1500 +b4/1504 -b4/1506 +b4", "a4-b4"),
    ("passing over a square, pausing on another", CROSS, "1000 -a4/1200 +b5/1400 -b5/1500 +b3/3000 -b3/3300 +b4", "a4-b4"),
    ("put back and taken again", CROSS, "1000 -a4/1500 +a4/1900 -a4/2500 +b4", "a4-b4"),
    ("nudged in place", CROSS, "1000 -a4/1500 +b4/1700 -b4/1780 +b4", "a4-b4"),
    ("two sensors closed by one piece for 250 ms", CROSS, "1000 -a4/1500 +b4/1500 +c4/1750 -c4", "a4-b4"),
    ("adjusted before", CROSS, "1000 -h4/1300 +h4/2000 -a4/2500 +b4", "a4-b4"),
    ("a reply after 400 ms", CROSS, "1000 -a4/1500 +b4/1900 -h4/2300 +g4", "a4-b4 h4-g4"),
    ("a jump, the jumped piece before", CROSS, "1000 -e8/1300 -d8/1800 +f8", "d8xf8"),
    ("a jump, the jumped piece after, then placed", CROSS, "1000 -d8/1400 +f8/1800 -e8/2500 +d8", "d8xf8 @d8"),
    ("a jump with a landing", KINGS, "1000 -c2/1400 +c4/1500 -c4/1900 +e4/2200 -c3/2500 -d4", "c2xc4xe4"),
    ("a capture, the captured piece first", EYED, "1000 -d7/1400 -f6/1900 +d7", "f6xd7"),
    ("a capture, the captured piece last", EYED, "1000 -f6/1400 -d7/1900 +d7", "f6xd7"),
    ("a card leaves a stack and covers another", CARDS, "1000 -c3/1400 +c3/1700 -d2/2100 +d2", "c3xd2"),
    ("slid to the next square", CROSS, "1000 +b4/1240 -a4", "a4-b4"),
    ("put back, then another ply", CROSS, "1000 -a4/1500 +b4/2500 -b4/2900 +a4/4000 -a5/4500 +b5", "a4-b4 back a5-b5"),
    ("the same, both lifted before", CARDS, "1000 -d2/1300 -c3/1700 +d2/2000 +c3", "c3xd2"),
]  # fmt: skip
NOT_LEGAL = [
    ("another ply's changes", CROSS, "1000 -a4/1500 +b4", "a4-b5"),
    ("half of a ply", CROSS, "1000 -a4", "a4-b4"),
    ("more than the ply", CROSS, "1000 -a4/1500 +b4/1900 -h4", "a4-b4"),
    ("a piece that stays behind", CROSS, "1000 -a4/1200 +b3/1500 +b4", "a4-b4"),
    ("two sensors closed for more than 250 ms", CROSS, "1000 -a4/1500 +b4/1500 +c4/1766 -c4", "a4-b4"),
    ("two sensors apart closed at once", CROSS, "1000 -a4/1500 +b4/1500 +d4/1600 -d4", "a4-b4"),
    ("a square passed over when the piece stands", CROSS, "1000 -a4/1500 +b4/2000 +b3/2100 -b3", "a4-b4"),
    ("another piece lifted meanwhile", CROSS, "1000 -a4/1100 -h4/1400 +h4/1500 +b4", "a4-b4"),
    ("another piece open for less than hands take", CROSS, "1000 -h4/1080 +h4/2000 -a4/2500 +b4", "a4-b4"),
    ("a reply after less than 400 ms", CROSS, "1000 -a4/1500 +b4/1869 -h4/2300 +g4", "a4-b4 h4-g4"),
    ("a piece left on a landing", KINGS, "1000 -c2/1400 +c4/1900 +e4/2200 -c3/2500 -d4", "c2xc4xe4"),
    ("a captured piece never lifted", EYED, "1000 -f6/1900 +d7", "f6xd7"),
    ("captured and closed before the other left", EYED, "1000 -d7/1300 +d7/1400 -f6", "f6xd7"),
    ("captured in less than hands take", EYED, "1000 -f6/1400 -d7/1440 +d7", "f6xd7"),
    ("a stack that is not lifted", CARDS, "1000 -c3/1400 +c3", "c3xd2"),
    ("a stack put back before the card was in the hand", CARDS, "1000 -d2/1300 +d2/1400 -c3/1800 +c3", "c3xd2"),
    ("slid too slowly", CROSS, "1000 +b4/1266 -a4", "a4-b4"),
    ("another piece than was played put back", CROSS, "1000 -a4/1500 +b4/2500 -b4/2900 +b5", "a4-b4 back"),
    ("a stack lifted twice", CARDS, "1000 -c3/1400 +c3/1700 -d2/2100 +d2/2500 -c3/2900 +c3", "c3xd2"),
]  # fmt: skip


def verdict(position: str, lines: str, plies: str) -> list[str]:
    """What the judge says of these edges and plies."""
    game = game_at(position)
    codes: list[int] = []
    for text in plies.split():
        if text == "back":
            codes.append(PUT_BACK)
            game.pop()
            continue
        codes.append(game.parse_ply(text))
        game.push(codes[-1])
    return as_legal_play(game_at(position), changes(trace_of(position, lines)), codes)


@pytest.mark.parametrize(("position", "lines", "plies"), [each[1:] for each in LEGAL], ids=[each[0] for each in LEGAL])
def test_legal_play(position: str, lines: str, plies: str) -> None:
    assert verdict(position, lines, plies)


@pytest.mark.parametrize(
    ("position", "lines", "plies"), [each[1:] for each in NOT_LEGAL], ids=[each[0] for each in NOT_LEGAL]
)
def test_no_legal_play(position: str, lines: str, plies: str) -> None:
    assert not verdict(position, lines, plies)


def test_a_trace_is_excused_only_if_nothing_else_can_have_been_played() -> None:
    """A missed landing makes one ply look like another; two plies with the same changes are no excuse."""
    game = game_at(CROSS)
    told, played, reply = (game.parse_ply(text) for text in ("a4-b4", "a4-b5", "a5-b5"))
    trace = trace_of(CROSS, "1000 -a4/1500 +b4")
    assert excuse(trace, [], [told], [played], (0, 1850, 1 << 40))
    assert not excuse(trace, [], [told], [told], (0, 1850, 1 << 40)), "nothing was wrong"
    assert not excuse(trace, [], [reply], [played], (0, 1850, 1 << 40)), "a guess that fits nothing"
    black = CROSS.replace(" w ", " b ")
    first = game_at(black).parse_ply("h4-g4")
    nudged = "1000 -h4/1500 +g4/1700 -g4/1800 +g4/2500 -a4/3000 +b4"
    assert excuse(trace_of(black, nudged), [first], [told], [played], (1512, 3350, 1 << 40)), (
        "the ply before was nudged"
    )
    for other in (
        nudged.replace("1800 +g4", "2100 +g4"),
        nudged.replace("g4/1800", "h5/1800").replace("+g4/25", "+h5/25"),
    ):
        assert not excuse(trace_of(black, other), [first], [told], [played], (1512, 3350, 1 << 40)), "nothing was"
    paused = trace_of(CROSS, "1000 -a4/1500 +b4/3000 -b4/3400 +b5")
    assert not excuse(paused, [], [told], [played], (0, 1850, 1 << 40)), "what was played explains it all"


def squares_of(game: Game, ply: int) -> set[tuple[int, int]]:
    """What the sensors show of a ply, but for landings on the way."""
    return {(square, effect) for square, effect in footprint(game, ply) if effect != PATH}


@pytest.mark.parametrize("spec", specs())
def test_clean_hands_play_what_they_play_and_nothing_else(spec: str) -> None:
    """The changes of each ply are the ply's own, and no other's unless both leave the same footprint."""
    trace, hands = random_game(spec, 1, 12, CLEAN)
    game = trace.game()
    seen = changes(trace)
    before = 0
    for ply, done in zip(hands.plies, hands.done, strict=True):
        if done < 0:  # asked about: all is done when the answer is given
            done = min(time for time, button in hands.buttons if button == OK and time > before)
        mine = [change for change in seen if before < change.time <= done]
        same = [p for p in legal_plies(game) if as_legal_play(game, mine, [p])]
        assert ply in same
        assert all(squares_of(game, p) == squares_of(game, ply) for p in same)
        game.push(ply)
        before = done
    assert before
