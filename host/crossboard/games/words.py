"""Sentences for people: every refusal and every end of a game in words.

The codes are shared_rules/codes.py's; a test holds that none of them is without words.
"""

from __future__ import annotations

import re
from datetime import datetime

from crossboard.games.rules import NOWHERE, RESULTS, TERMINATIONS, WHY_NAMES, Game, side_names, square_name
from crossboard.output import clean as clean

WHY_WORDS: dict[str, str] = {
    "fine": "nothing is wrong with it",
    "game-over": "the game is over",
    "no-piece": "no piece stands on the square it came from",
    "not-your-piece": "that piece is not one of the side to move",
    "no-square": "that square is not part of this game",
    "occupied": "the square is occupied",
    "blocked": "something stands in the way",
    "edge": "a piece may not walk onto its own edge of the board",
    "backward": "the piece may not go in that direction",
    "no-such-move": "no piece of this kind moves like that",
    "nothing-to-jump": "there is nothing to jump over",
    "place-first": "a piece in hand must be placed first",
    "not-a-home-square": "that is not a home square of the piece that must be placed",
    "nothing-to-place": "no piece has to be placed now",
    "trapped": "the piece is trapped and may not move",
    "must-jump": "a piece can jump, so the turn must be a jump",
    "must-go-on-jumping": "the piece can jump on from there and must",
    "not-trapped": "that piece can't be captured: it is not trapped",
    "own-piece": "a piece of the same side stands there",
    "captures-only": "the piece goes there only to capture",
    "never-captures": "the piece can't capture like that",
    "covered": "only the top card of a stack moves",
    "colour-stops": "a card of the opposing colour blocks the line before that square",
    "outside-starting-area": "a card from hand must go into its own starting area",
    "must-pass": "no move is possible: you must pass",
    "unexplained": "what happened on the board matches no move",
    "outside": "a piece is outside the squares of this game",
    "withdrawn": "the move was taken back when the board asked",
    "opponents-choice": "that side is Crossboard's or a remote player's: the lights show its move once it is known",
}

END_WORDS: dict[str, str] = {
    "no-moves": "neither side can move",
    "goal": "a piece reached its goal",
    "king-captured": "the king was captured",
    "home": "the king reached the enemy home square",
    "back-row": "the king held the back row",
    "kings-captured": "both kings were captured",
    "captured-and-mated": "one king was captured and the other mated",
    "both-mated": "both kings were mated",
    "stalemate": "the side to move can't move",
    "kings-covered": "both kings were covered",
    "resigned": "the other side resigned",
    "agreed": "a draw was agreed",
    "abandoned": "the game was abandoned",
    "unfinished": "the game is not finished",
}


DAY = re.compile(r"([0-9?]{4})\.(\d\d|\?\?)\.(\d\d|\?\?)", re.ASCII)
"""A date in a record, as far as it is known."""


def why_words(why: int) -> str:
    """The sentence for a WHY_ code."""
    return WHY_WORDS[WHY_NAMES[why]] if 0 <= why < len(WHY_NAMES) else f"reason {why}, unknown to this version"


def attempt_text(origin: str, target: str) -> str:
    """What was tried, as a record has it: `a4-a6`, `@a6` from hand, `a4` if only lifted, `-` for neither."""
    if target == "-":
        return origin
    return f"@{target}" if origin == "-" else f"{origin}-{target}"


def refusal_words(game: Game, frm: int, to: int, why: int) -> str:
    """`a4-a6: no piece of this kind moves like that`."""
    if frm == to == NOWHERE:
        return why_words(why)
    return f"{attempt_text(square_name(game, frm), square_name(game, to))}: {why_words(why)}"


def end_words(game: Game, result: int, reason: int) -> str:
    """`White wins (1-0): a piece reached its goal`."""
    why = TERMINATIONS[reason] if 0 <= reason < len(TERMINATIONS) else ""
    why_text = f": {END_WORDS[why]}" if why else ""
    if result == 0:
        return f"No result (*){why_text}"
    winner = "Draw" if result == 3 else f"{side_names(game)[result - 1]} wins"
    return f"{winner} ({RESULTS[result]}){why_text}"


def clock_text(ms: int) -> str:
    """A time spent, `h:mm:ss.t`, cut to tenths of a second."""
    tenths = max(0, ms) // 100
    return f"{tenths // 36000}:{tenths // 600 % 60:02d}:{tenths // 10 % 60:02d}.{tenths % 10}"


def date_text(ms: int) -> str:
    """A wall time (ms since 1970) as people here read it; one that no calendar has is `????-??-?? ??:??`."""
    try:
        return datetime.fromtimestamp(ms / 1000).isoformat(" ", "minutes")
    except (OverflowError, OSError, ValueError):
        return "????-??-?? ??:??"


def first_day(date: str) -> datetime | None:
    """The first day that a record's date (`2026.03.??`) may mean, in a leap year if that is not known; None if it is no date."""
    if not (found := DAY.fullmatch(date)):
        return None
    try:
        year, month, day = found[1].replace("?", "4"), found[2].replace("??", "1"), found[3].replace("??", "1")
        return datetime(int(year), int(month), int(day))
    except ValueError:
        return None


def day_text(date: str) -> str:
    """A record's date (`2026.03.??`) as `date_text` has its day; what is none is a day that nobody knows."""
    return date.replace(".", "-") if first_day(date) else "????-??-??"


def size_text(size: int) -> str:
    """Bytes as people read them: `48 KB`, `1.9 MB`, `128 MB`."""
    kb = (size + 512) // 1024
    if kb < 1024:
        return f"{kb} KB"
    mb = kb / 1024
    return f"{mb:.1f} MB" if mb < 9.95 else f"{mb:.0f} MB"


def plural(count: int, one: str) -> str:
    """`1 game`, `2 games`, `2 replies`."""
    word = one if count == 1 else re.sub(r"(?<![aeo])y$", "ie", one) + "s"
    return f"{count} {word}"
