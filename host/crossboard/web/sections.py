"""The live page's data, in sections that change independently, each as JSON."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from crossboard.boards.opponents import ABLE
from crossboard.boards.session import PICKING, Session
from crossboard.errors import CrossboardError
from crossboard.games.about import about
from crossboard.games.draw import SIGNS, piece_letters, screen_level
from crossboard.games.expected import draw_words, expected_words, question_words, said_ply
from crossboard.games.reasons import claimed, end_words, ends
from crossboard.games.rules import (
    HOLE,
    NOWHERE,
    RESULTS,
    Game,
    RulesError,
    game_at,
    game_names,
    new_game,
    public_text,
    side_names,
    specs,
    terrain,
)
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.library import Event
from crossboard.library.secret import secrets_of
from crossboard.library.timeline import TimedTurn, Timeline, event_words
from crossboard.profiles.layout import board_squares
from crossboard.terminal.view import UNLINKED, end_event, picking_side, picking_words, standstill, turn_words
from crossboard.web.commands import RIM
from crossboard.web.table import Table

MARKS: list[str] = [
    "none", "last-from", "last-to", "lifted", "move", "capture", "win", "place", "take-off", "missing", "extra",
    "offer", "shown",
]  # fmt: skip
"""The pages' names for the MARK_ codes."""
MARK_WORDS: dict[str, str] = {MARKS[code]: sign.words for code, sign in SIGNS.items() if code < len(MARKS)}
PLAYED = ("p", "t")  # the modes in which a side is to move
FIRST_TURNS = 2  # plies before which newcomers are shown how to begin
LONGEST = 400  # turns that are sent; the whole game is on its library page

Value = dict[str, Any]


def game_section(session: Session) -> Value | None:
    """The game and its position as everyone may see it."""
    played, line = session.played, session.timeline()
    if played is None or line is None:
        return None
    game = played.mirror
    ended = event_words(game, played.end) if played.end else ""
    if game.result and not ended:
        ended = end_words(game, game.result, game.reason)
    text = public_text(game)
    said, took = last_said(line)
    return {
        "id": played.board_game,
        "number": played.number,
        "spec": text.partition(" ")[0],
        "columns": game.columns,
        "rows": game.rows,
        "holes": [s for s, value in enumerate(game.board) if value == HOLE],
        "terrain": terrain(game),
        "position": text,
        "side": game.side,
        "check": checked_kings(game),
        "acting": picking_side(session, game) if session.mode == "k" else game.side,
        "sides": side_names(game),
        "names": [*map(clean, played.names)],
        "levels": played.levels,
        "ended": ended,
        "rematch": rematch(line, played.end) if ended else "",
        "plies": game.undoable,
        "said": said,
        "took": took,
        "last": last_squares(line),
        "secrets": [
            {"side": one.side, "commitment": one.commitment, "square": one.square, "salt": one.salt, "kept": one.kept}
            for one in secrets_of(line.sealed)
        ],
        "draw": not draw_words(game),
        "claim": ends(game.name).sentence(claimed(game)),
        "draw_words": draw_words(game),
        "first": first_plies(game) if at_hand(session) and not ended and is_new(line) else [],
    }


def checked_kings(game: Game) -> list[int]:
    """The squares of the kings of the side to move that are attacked, in games that tell (`attacker`)."""
    attacker = getattr(game, "attacker", None)
    if attacker is None:
        return []
    king = "Kk"[game.side]
    standing = piece_letters(public_text(game))
    return [square for square, letters in standing.items() if letters == king and attacker(square, game.side ^ 1)]


def at_hand(session: Session) -> bool:
    """Whether the next ply is thought of by somebody at the board, which hears of it."""
    return session.thought is None and session.link.state not in UNLINKED


def rematch(line: Timeline, end: Event | None) -> str:
    """What the next game of a match begins with: GAME[:VARIANT], or its position text where the second side begins because it lost
    (RULES, Match), or began before a draw. `end` is the event that ended the last one, None if it is not there.
    """
    game = line.game
    spec = public_text(game).partition(" ")[0]
    if not getattr(game, "loser_starts", False):
        return spec
    result = RESULTS.index(end.text) if end and end.text in RESULTS else game.result
    side = 2 - result if result in (1, 2) else game_at(line.start, 1).side
    fields = new_game(spec).text().split(" ")
    fields[2] = "wb"[side]
    return " ".join(fields) if side else spec


def last_said(line: Timeline) -> tuple[str, bool]:
    """The last ply as it is said, "" if none stands, and whether it captures."""
    if not line.turns or not (plies := line.turns[-1].plies):
        return "", False
    seq = line.turns[-1].seqs[-1]
    at = next((i for i in range(len(line.steps) - 1, 0, -1) if (e := line.steps[i].event) and e.seq == seq), 0)
    before = game_at(line.steps[at - 1].position, 1) if at else None
    return said_ply(before, before.ply_text(plies[-1])) if before else ("", False)


def last_squares(line: Timeline) -> list[int]:
    """Where the last ply began and ended, as far as that is on the board; none before the first."""
    if not line.turns or not (plies := line.turns[-1].plies):
        return []
    return [square for square in (plies[-1] & 255, line.game.destination(plies[-1])) if square != NOWHERE]


def is_new(line: Timeline) -> bool:
    """Whether newcomers are still to be shown how such a game begins."""
    return line.game.undoable < FIRST_TURNS and from_start(line)


def from_start(line: Timeline) -> bool:
    """Whether a game began as its game does, and not in a position of its own (whatever its terrain)."""
    spec, placement = line.start.split(" ")[:2]
    game = new_game(spec)
    return placement in [text.split(" ")[1] for text in (game.text(), public_text(game))]


def first_plies(game: Game) -> list[list[int]]:
    """Where plies that show newcomers how to begin lead from and to, as far as they are legal."""
    found: list[list[int]] = []
    for text in about(game.name).first:
        with contextlib.suppress(RulesError):
            ply = game.parse_ply(text)
            found.append([ply & 255, game.destination(ply)])
    return found


def frame_section(game: Game, origin: str, profile: Mapping[str, Any]) -> Value | None:
    """The board around the game: its size, where the game's a1 lies, and the squares that the game does not use (RIM and
    their number on the board). None if nothing is known of it.
    """
    board: dict[str, Any] = profile.get("board", {})
    if not board:
        return None
    columns = int(board["columns"])
    left, bottom = ord(origin[0]) - ord("a"), int(origin[1:]) - 1
    used = {
        (bottom + s // game.columns) * columns + left + s % game.columns
        for s, value in enumerate(game.board)
        if value != HOLE
    }
    there = board_squares(board, lambda key, what: CrossboardError(f"{key} {what}"))
    rim = [RIM + square for square in there if square not in used]
    return {"columns": columns, "rows": int(board["rows"]), "left": left, "bottom": bottom, "rim": rim}


def status_section(session: Session) -> Value:
    """What the players have to know now."""
    game, view = session.game, session.view
    asked = session.question
    told = session.mode in PLAYED and game is not None and not view.ply and not asked and at_hand(session)
    heading, words = question_words(game, asked.offers) if game and asked and asked.offers else ("", {})
    return {
        "mode": session.mode,
        "text": status_words(session, game),
        "expected": expected_words(game, view.marks) if told and game and not end_event(session) else "",
        "refusal": clean(session.refusal),
        "shown": clean(view.ply),
        "marks": marks_text(view.marks),
        "question": {
            "offers": [clean(o) for o in asked.offers],
            "count": asked.count,
            "number": asked.number,
            "heading": clean(heading),
            "words": {clean(offer): clean(one) for offer, one in words.items()},
        }
        if asked and asked.offers
        else None,
    }


def status_words(session: Session, game: Game | None) -> str:
    """The state of the game in a sentence."""
    if game is None:
        return tr("Waiting for the board to report its game.")
    if text := standstill(session, game):
        return text
    if session.mode == PICKING:
        return picking_words(session, game)
    return turn_words(session, game)


def marks_text(marks: bytes) -> str:
    """A hexadecimal digit for each square."""
    return marks.hex()[1::2]


def turns_section(session: Session) -> Value:
    """The turns with their times, and what was refused when."""
    line: Timeline | None = session.timeline()
    if line is None:
        return {"turns": [], "trailing": [], "skipped": 0}
    skipped = max(0, len(line.turns) - LONGEST)
    shown = zip(line.turns[skipped:], line.labels[skipped:], strict=True)
    return {
        "turns": [turn_value(line, turn, label) for turn, label in shown],
        "trailing": [clean(event_words(line.game, e)) for e in line.trailing],
        "skipped": skipped,
    }


def turn_value(line: Timeline, turn: TimedTurn, label: str) -> Value:
    """A turn, its time, and what was refused in it."""
    return {
        "label": label,
        "side": turn.side,
        "text": turn.notation,
        "ms": turn.ms,
        "note": turn.note,
        "refused": [clean(event_words(line.game, e)) for e in turn.refused],
    }


def link_section(session: Session, place: str, simulated: bool, elsewhere: Sequence[str] = ()) -> Value:
    """Which board, how the link is, and what can be played there, or `elsewhere`; of other games, why not."""
    hello = session.link.hello
    games = (*hello.games, *elsewhere) if hello else ()
    playable = [spec for spec in specs() if spec.partition(":")[0] in games]
    return {
        "board": clean(hello.board) if hello else "",
        "firmware": clean(hello.firmware) if hello else "",
        "place": clean(place or session.link.port_name),
        "state": "".join(session.link.state),
        "words": session.link.state,
        "errors": session.link.damaged + session.link.resent,
        "simulated": simulated,
        "opponent": bool(hello and ABLE in hello.able),
        "specs": playable,
        "others": {name: why_not_here(name) for name in game_names() if name not in games} if games else {},
    }


@cache
def why_not_here(name: str) -> str:
    """Why a board does not play that game, as far as one can say without knowing the board: how many squares it takes."""
    game = new_game(name, 1)
    count = sum(value != HOLE for value in game.board)
    return tr(
        "This board does not have it. It takes {count} squares, {columns} by {rows} at the widest.",
        count=count,
        columns=game.columns,
        rows=game.rows,
    )


def table_section(table: Table, logical: Mapping[int, str]) -> Value:
    """Where the pieces of a simulated board are."""
    return {
        "squares": {str(square): stack for square, stack in sorted(table.squares.items())},
        "held": [
            {"hand": hand, "letters": h.letters, "from": h.origin, "over": h.over} for hand, h in table.hands.items()
        ],
        "box": table.box(),
        "stacking": table.stacking,
        "differing": table.differing(logical),
    }


def lights_section(lights: Mapping[int, tuple[int, int, int]]) -> Value:
    """The lights that shine, as a screen has to be told: `rrggbb` by square."""
    return {
        str(square): "".join(f"{screen_level(part):02x}" for part in rgb)
        for square, rgb in sorted(lights.items())
        if square >= 0 and any(rgb)
    }
