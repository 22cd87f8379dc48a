"""What every rules module promises of every position, as checks that the tests of each game run over random games."""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, MAYBE, NOWHERE, PATH, STACK, SWAP, TAKEN, WHY_FINE
from shared_rules.errors import PositionError

ON_BOARD = Path(__file__).parents[1] / "on_board"
STANDS = {
    LEAVE: (1, 0),
    ARRIVE: (0, 1),
    TAKEN: (1, 0),
    SWAP: (1, 1),
    STACK: (1, 1),
    PATH: (0, 0),
}  # occupied before, after


NOTES = {"_reached", "_checks", "_finders", "_goals", "safe"}  # of Cross-Eyed Chess, while a mate is looked for


def state(game: Any) -> dict[str, Any]:
    """Every value that the game holds, without the ring of plies played (arrays of `history` entries, or two more).

    Nor what it lists plies in for itself (private arrays of type "i"), and what it notes down while it judges.
    """
    return {
        name: bytes(value) if isinstance(value, (bytearray, array)) else value
        for name, value in vars(game).items()
        if not (isinstance(value, (bytearray, array)) and 0 <= len(value) - game.history <= 2)
        and not (isinstance(value, array) and value.typecode == "i" and name.startswith("_"))
        and name not in NOTES
    }


def legal(game: Any) -> list[int]:
    """The legal plies."""
    out = array("i", [-1] * (game.max_plies + 1))
    end = game.plies(out, 0)
    assert end <= game.max_plies
    assert out[game.max_plies] == -1
    return list(out[:end])


def texts(game: Any) -> set[str]:
    """The legal plies as text."""
    return {game.ply_text(ply) for ply in legal(game)}


def play(game: Any, line: str) -> Any:
    """Play plies given as text; gives the game."""
    for text in line.split():
        game.push(game.parse_ply(text))
    return game


def footprint(game: Any, ply: int) -> dict[int, int]:
    """Square -> effect."""
    out = bytearray(b"#" * (2 * game.max_footprint + 8))
    end = game.footprint(ply, out, 4)
    pairs = {out[i]: out[i + 1] for i in range(4, end, 2)}
    assert len(pairs) * 2 + 4 == end
    assert out[:4] == b"####" and set(out[end:]) == {35}
    return pairs


def check_text(game: Any) -> None:
    """The text names this position and no other."""
    other = type(game)(history=16)
    other.set_text(game.text())
    assert other.text() == game.text()
    assert other.digest() == game.digest() and 0 <= game.digest() < 1 << 24
    assert (other.side, other.result, other.reason) == (game.side, game.result, game.reason)
    assert [bool(value) for value in other.board] == [bool(value) for value in game.board]
    assert texts(other) == texts(game)


def check_plies(game: Any) -> None:
    """Each ply has its own text, and each square lists its own plies."""
    plies = legal(game)
    assert bool(plies) == (not game.result)
    moves = [game.ply_text(ply) for ply in sorted(plies, key=game.rank) if "@" not in game.ply_text(ply)]
    assert moves == sorted(moves)
    assert len({game.ply_text(ply) for ply in plies}) == len(plies) == len(set(plies))
    out = array("i", [0] * game.max_plies)
    for square in [*range(len(game.board)), NOWHERE]:
        end = game.plies_from(square, out, 0)
        assert sorted(out[:end]) == sorted(ply for ply in plies if ply & 255 == square)
    for ply in plies:
        assert 0 <= ply < 1 << 30
        text = game.ply_text(ply)
        assert game.parse_ply(text) == ply
        buffer = bytearray(b"#" * 40)
        end = game.write_ply(ply, buffer, 7)
        assert buffer[7:end].decode() == text and buffer[:7] + buffer[end:] == b"#" * (40 - len(text))
        assert (text == "pass") == (game.kind(ply) == KIND_PASS) == (ply & 255 == NOWHERE)


def check_play(game: Any) -> None:
    """Each ply does to the squares what its footprint says, and is taken back without a trace."""
    before, undoable = state(game), game.undoable
    alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for ply in legal(game):
        was = [value != 0 for value in game.board]
        values = bytes(game.board)
        effects = footprint(game, ply)
        destination = game.destination(ply)
        mover = game.side
        alike.setdefault(tuple(sorted(effects.items())), []).append(game.rank(ply))
        game.push(ply)
        assert [game.undoable] == [min(undoable + 1, game.history)]
        for square, effect in effects.items():
            stands = (was[square], game.board[square] != 0)
            assert stands == STANDS[effect] if effect != MAYBE else stands[0] and game.result
        for square, value in enumerate(game.board):
            assert square in effects or value == values[square]
        if destination != NOWHERE:
            assert effects[destination] in (ARRIVE, STACK, SWAP) and game.piece_side(destination) == mover
        if game.result == 0:
            assert (game.reason, bool(legal(game))) == (0, True)
        else:
            assert game.reason and legal(game) == []
        game.pop()
        assert state(game) == before
    for ranks in alike.values():
        assert len(ranks) == len(set(ranks)), "plies that look alike have their order"


def check_wishes(game: Any) -> None:
    """`why_not` finds a wish fine if and only if a legal ply fulfils it."""
    wishes = {
        (ply & 255 if ply & 255 != game.destination(ply) else NOWHERE, game.destination(ply)) for ply in legal(game)
    }
    squares = [*range(len(game.board)), NOWHERE]
    for frm in squares:
        for to in squares:
            assert (game.why_not(frm, to) == WHY_FINE) == ((frm, to) in wishes), (game.text(), frm, to)


def check_position(game: Any) -> None:
    """All of the checks above."""
    check_text(game)
    check_plies(game)
    check_play(game)
    check_wishes(game)


def check_game(game: Any, picks: Sequence[int], check: Callable[[Any], None]) -> None:
    """Play a game by the numbers in `picks`, check some of its positions, and take everything back."""
    start, begun = game.text(), state(game)
    digests = [game.digest()]
    known = {digests[0]: start}
    for i, pick in enumerate(picks):
        plies = legal(game)
        if not plies:
            break
        game.push(plies[pick % len(plies)])
        digests.append(game.digest())
        assert known.setdefault(digests[-1], game.text()) == game.text()
        if i % 8 == 0:
            check(game)
    check(game)
    while game.undoable:
        assert game.digest() == digests.pop()
        game.pop()
    if len(digests) == 1:
        assert (game.text(), state(game)) == (start, begun)


def check_refusal(game: Any, text: str) -> bool:
    """Whether `text` is a position; if not, the project's own error says so and the game stays as it was."""
    before = state(game)
    try:
        game.set_text(text)
    except PositionError as error:
        assert error.field and 0 <= error.place <= len(text) + 1 and str(error)
        assert state(game) == before
        return False
    assert game.text() == text
    legal(game)
    game.digest()
    return True


def mangled(text: str, letters: str, rng: random.Random) -> str:
    """The text with one to three of its characters or fields changed."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        letter = rng.choice(letters)
        fields = text.split(" ")
        text = rng.choice(
            [
                text[:at] + letter + text[at:],
                text[:at] + letter + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
                text[:at],
                " ".join(rng.sample(fields, len(fields))),
            ]
        )
    return text


def on_both(micropython: Callable[..., str], script: str, code: str) -> tuple[str, str]:
    """What `code` prints under MicroPython and under CPython, with tests/on_board/`script`.py to import."""
    place = ON_BOARD / f"{script}.py"
    board = micropython(code, {f"/{script}.py": place})
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(ON_BOARD)}, capture_output=True, text=True, check=True
    )
    return board, done.stdout
