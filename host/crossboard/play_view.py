"""What `play` shows: the board with its lights, the turns with their times, and what is going on in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crossboard.draw import draw_board, in_columns, legend
from crossboard.rules import Game, side_names
from crossboard.session import Session
from crossboard.timeline import Timeline, event_words, players_line, turn_labels
from crossboard.words import clean, clock_text, end_words

SHOWN_TURNS = 9
PROMPT = "> "


@dataclass
class Shown:
    """What there is to be shown."""

    session: Session
    place: str = ""
    lights: Mapping[int, tuple[int, int, int]] | None = None
    typed: str = ""
    notices: tuple[str, ...] = ()
    height: int = 24


def link_line(session: Session, place: str) -> str:
    """Which board, where, and how the link is."""
    link = session.link
    board = clean(link.hello.board) if link.hello else "board"
    where = place or link.port_name
    errors = f", {link.errors} frames lost or sent again" if link.errors else ""
    return f"{board} ({where}): {link.state}{errors}"


def status(session: Session, game: Game, line: Timeline) -> str:
    """What the players have to know now, in a sentence."""
    last = line.steps[-1].event
    if last and last.kind == "end":
        return f"{event_words(game, last)}. Type new for another game."
    if game.result:
        return end_words(game, game.result, game.reason)
    if not session.mode:
        return "The board has not said yet how it stands."
    if session.mode == "g":
        return "The pieces have to be set up: the lights show where one is missing or too many."
    side = side_names(game)[game.side]
    if session.mode == "t":
        return f"{side} to move. The pieces do not fit: the lights show the way back."
    return f"{side} to move."


def question_line(session: Session) -> str:
    """The open question, "" if there is none."""
    asked = session.question
    if asked is None or not asked.offers:
        return ""
    first, *rest = (clean(offer) for offer in asked.offers)
    others = f"; next: {rest[0]}" if rest else ""
    return f"Which move is meant? ok: {first}{others}; back: take it back ({asked.number} of {asked.count})"


def last_line(session: Session, line: Timeline) -> str:
    """The last turn with its time, and a ply that is not final yet."""
    shown = f"{clean(session.view.ply)} (not final yet)" if session.view.ply else ""
    if not line.turns:
        return shown
    turn, label = line.turns[-1], turn_labels(line.turns)[-1]
    spent = f" ({clock_text(turn.ms)})" if turn.ms is not None else ""
    return f"{label} {turn.text}{spent}{'  ' + shown if shown else ''}"


def render(shown: Shown) -> RenderableType:
    """The whole screen, `shown.height` lines at most; the line being typed is always there."""
    session = shown.session
    played, line = session.played, session.timeline()
    parts: list[Text | Table] = []
    if played is None or line is None:
        parts += [Text("crossboard", "bold"), Text(link_line(session, shown.place)), Text()]
    else:
        game, marks = played.mirror, session.view.marks
        heading = f"{game.text().partition(' ')[0]}: {players_line(game, played.white, played.black)}"
        parts += [Text(clean(heading), "bold"), Text(link_line(session, shown.place), "dim"), Text()]
        grid = Table.grid(padding=(0, 4))
        grid.add_row(draw_board(game.text(), marks, shown.lights), _turns(line))
        parts += [grid, Text(legend(marks), "dim")]
        parts.append(Text(last_line(session, line)))
        parts.append(Text(status(session, game, line), "bold"))
        parts += [Text(f"Refused {session.refusal}", "bold red")] if session.refusal else []
        asked = question_line(session)
        parts += [Text(asked, "bold magenta")] if asked else []
    taken = sum(1 if isinstance(part, Text) else game_rows(session) + 1 for part in parts)
    notices = [*list(session.console)[-2:], *shown.notices]
    room = max(shown.height - taken - 1, 1)
    parts += [Text(note, "yellow", no_wrap=True, overflow="ellipsis") for note in notices[-room:]]
    parts.append(Text(f"{PROMPT}{shown.typed}", "bold").append("_", "blink"))
    return Group(*parts)


def game_rows(session: Session) -> int:
    """How many rows the board has."""
    return session.game.rows if session.game else 0


def _turns(line: Timeline) -> Text:
    """The last turns with their times."""
    labels = turn_labels(line.turns)
    rows = [
        [
            label,
            turn.text,
            clock_text(turn.ms) if turn.ms is not None else "",
            f"({len(turn.refused)} refused)" if turn.refused else "",
        ]
        for turn, label in list(zip(line.turns, labels, strict=True))[-SHOWN_TURNS:]
    ]
    return Text("\n".join(in_columns(rows)), no_wrap=True)
