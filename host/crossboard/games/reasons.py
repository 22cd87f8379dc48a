"""Why a game ended and why something was refused: numbers between board and PC, words in records, sentences for people.

Those of all games are in shared_rules/codes.py and here; what only one game has is in its package, numbers and words in `codes.py`
and sentences in `about.json`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from crossboard.games.about import about
from crossboard.games.formats import ply_notation, square_notation
from crossboard.games.rules import (
    RESULTS,
    Game,
    IllegalPlyError,
    RulesError,
    game_names,
    game_package,
    legal_plies,
    side_names,
    square_name,
)
from crossboard.games.words import listed
from crossboard.language import join, tr
from shared_rules import codes
from shared_rules.codes import DRAWN, NOWHERE
from shared_rules.games import game_class

PASS = "pass"
STEP = re.compile(r"[-x*+]")
"""Between the squares of a ply: to go there, capture, and so on."""

REFUSALS: dict[str, str] = {
    "fine": tr("nothing is wrong with it"),
    "game-over": tr("the game is over"),
    "no-piece": tr("no piece stands on the square it came from"),
    "not-your-piece": tr("that piece is not one of the side to move"),
    "no-square": tr("that square is not part of this game"),
    "occupied": tr("the square is occupied"),
    "blocked": tr("something stands in the way"),
    "backward": tr("the piece may not go in that direction"),
    "no-such-move": tr("no piece of this kind moves like that"),
    "nothing-to-jump": tr("there is nothing to jump over"),
    "place-first": tr("a piece in hand must be placed first"),
    "nothing-to-place": tr("no piece has to be placed now"),
    "must-jump": tr("a piece can jump, so the turn must be a jump"),
    "must-go-on-jumping": tr("the piece can jump on from there and must"),
    "own-piece": tr("a piece of the same side stands there"),
    "captures-only": tr("the piece goes there only to capture"),
    "never-captures": tr("the piece can't capture like that"),
    "must-pass": tr("no move is possible: you must pass"),
    "unexplained": tr("what happened on the board matches no move"),
    "outside": tr("a piece is outside the squares of this game"),
    "withdrawn": tr("the move was taken back when the board asked"),
    "opponents-choice": tr("that side is Crossboard's or a remote player's: the lights show its move once it is known"),
}

ENDS: dict[str, str] = {
    "no-moves": tr("neither side can move"),
    "stalemate": tr("the side to move can't move"),
    "resigned": tr("the other side resigned"),
    "agreed": tr("a draw was agreed"),
    "abandoned": tr("the game was abandoned"),
    "unfinished": tr("the game is not finished"),
    "time-forfeit": tr("time ran out"),
}


class Reasons:
    """What the ends, or the refusals, of a game are called."""

    def __init__(self, words: Iterable[tuple[int, str]], sentences: Mapping[str, str]) -> None:
        self._words = dict(words)
        self._codes = {word: code for code, word in self._words.items()}
        self._sentences = sentences

    @property
    def words(self) -> tuple[str, ...]:
        """The words of records, in the order of their numbers."""
        return tuple(word for _, word in sorted(self._words.items()))

    def word(self, code: int) -> str:
        """The word for a number, also for one that this version does not know."""
        return self._words.get(code, f"reason-{code}")

    def code(self, word: str) -> int:
        """The number for a word, 0 for one that is none of these."""
        return self._codes.get(word, 0)

    def sentence(self, word: str) -> str:
        """What a word means; the word itself if this version does not know it."""
        return self._sentences.get(word, word)


@cache
def ends(game: str) -> Reasons:
    """Why that game ends, by a ply or by what its players do; of a game that is not here, what it shares with others."""
    return Reasons((*codes.ENDS, *_own(game, "ENDS")), {**ENDS, **about(game).ends} if game in game_names() else ENDS)


@cache
def refusals(game: str) -> Reasons:
    """Why something is refused there."""
    sentences = {**REFUSALS, **about(game).refusals} if game in game_names() else REFUSALS
    return Reasons((*codes.WHYS, *_own(game, "WHYS")), sentences)


def _own(game: str, name: str) -> tuple[tuple[int, str], ...]:
    """What the package of the game adds; nothing if it has no `codes.py`."""
    if game not in game_names():
        return ()
    module = f"{game_package(game)}.codes"
    try:
        return getattr(importlib.import_module(module), name, ())
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return ()


def all_ends() -> tuple[str, ...]:
    """The word of every end of every game."""
    return tuple(dict.fromkeys(word for name in game_names() for word in ends(name).words))


@cache
def by_players(game: str) -> dict[str, tuple[str, ...]]:
    """Ends that no ply gives, but the players, or whoever left the board -> the results they go with."""
    claims: tuple[int, ...] = getattr(game_class(game), "claims", ()) if game in game_names() else ()
    found: dict[str, tuple[str, ...]] = {ends(game).word(code): (RESULTS[DRAWN],) for code in claims}
    found |= {"resigned": ("1-0", "0-1"), "agreed": (RESULTS[DRAWN],), "abandoned": RESULTS, "unfinished": ("*",)}
    found["time-forfeit"] = RESULTS[1:]  # drawn if the side with time left can't win
    return found


def claimed(game: Game) -> str:
    """Why a side may claim a draw now, in the word of records; "" if it may not."""
    claim: Callable[[], int] = getattr(game, "claim", lambda: 0)
    return end_word(game, claim())


def may_end(game: Game, result: str, reason: str) -> bool:
    """Whether the players can end the game there with that result and for that reason."""
    if game.result or result not in by_players(game.name).get(reason, ()):
        return False
    if result != RESULTS[DRAWN] or reason in ("abandoned", "time-forfeit"):
        return True
    return game.draw_allowed() if reason == "agreed" else reason == claimed(game)


def by_rules(game: str) -> tuple[str, ...]:
    """Ends that a ply gives."""
    return tuple(word for word in ends(game).words if word not in by_players(game))


def end_word(game: Game, reason: int) -> str:
    """The record's word for an END_ code, "" for none."""
    return ends(game.name).word(reason) if reason else ""


def why_word(game: Game, why: int) -> str:
    """The record's word for a WHY_ code."""
    return refusals(game.name).word(why)


def why_words(game: Game, why: int) -> str:
    """The sentence for a WHY_ code."""
    return refusals(game.name).sentence(why_word(game, why))


def illegal_words(game: Game, error: RulesError, text: str, write: Callable[[Game, int], str] = ply_notation) -> str:
    """Why the rules refuse the ply or turn `text`; "" if it can't be read as one. `write` names the plies it may have meant."""
    if not isinstance(error, IllegalPlyError) or not error.why:
        return ""
    if text == PASS and error.why == codes.WHY_NO_SUCH_MOVE:
        return tr("a side passes only when it has no other move")
    legal = {} if game.result else {game.ply_text(ply): ply for ply in legal_plies(game)}
    meant = [one for one in legal if STEP.sub("-", one) == STEP.sub("-", text)]
    if error.why == codes.WHY_NO_SUCH_MOVE:
        meant = meant or [one for one in legal if one.startswith(text)]  # without what the piece becomes
    written = [write(game, legal[one]) for one in meant]
    return tr("that move is written {moves}", moves=listed(written)) if written else why_words(game, error.why)


def ply_problem(game: Game, error: RulesError, text: str) -> str:
    """What is wrong with a ply or turn that was typed, in a sentence."""
    why = illegal_words(game, error, text)
    return join(": ", (text, why)) if why else str(error)


def no_takeback(count: int, most: int) -> str:
    """Why so many plies can't be taken back of a game that can take back `most`; "" if they can."""
    if not count or not most:
        return tr("there is no ply to take back")
    return tr("the plies to take back are {count} at most", count=most) if count > most else ""


def attempt_text(origin: str, target: str) -> str:
    """What was tried, as a record has it: `a4-a6`, `@a6` from hand, `a4` if only lifted, `-` for neither."""
    if target == "-":
        return origin
    return f"@{target}" if origin == "-" else f"{origin}-{target}"


def refusal_words(game: Game, frm: int, to: int, why: int) -> str:
    """`a4-a6: no piece of this kind moves like that`."""
    if frm == to == NOWHERE:
        return why_words(game, why)
    tried = square_notation(game.name, attempt_text(square_name(game, frm), square_name(game, to)))
    return join(": ", (tried, why_words(game, why)))


def end_words(game: Game, result: int, reason: int | str) -> str:
    """`White wins (1-0): a piece reached its goal`; `reason` is an END_ code or its word."""
    known = ends(game.name)
    word = reason if isinstance(reason, str) else known.word(reason) if reason else ""
    if result == 0:
        outcome = tr("No result (*)")
    elif result == DRAWN:
        outcome = tr("Draw (1/2-1/2)")
    else:
        outcome = tr("{side} wins ({result})", side=side_names(game)[result - 1], result=RESULTS[result])
    return join(": ", (outcome, known.sentence(word) if word else ""))


def outcome_words(game: Game, result: str, termination: str) -> str:
    """The same from what a record or the library has; as it stands there if this version does not know it."""
    if result in RESULTS and (not termination or ends(game.name).code(termination)):
        return end_words(game, RESULTS.index(result), termination)
    return f"{result} {termination}"
