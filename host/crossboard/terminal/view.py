"""What `play` has to show, and what is going on in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crossboard.boards.link import LOST, SILENT
from crossboard.boards.opponents import REMOTE
from crossboard.boards.session import ASTRAY, PICKING, Session
from crossboard.calling import command
from crossboard.games.expected import expected_words, question_words
from crossboard.games.formats import text_notation
from crossboard.games.marks import OFFER
from crossboard.games.reasons import claimed, end_words, ends
from crossboard.games.rules import Game, public_text, side_names
from crossboard.games.words import clean, clock_text, plural
from crossboard.guided_replay.guided_replay import Lead
from crossboard.language import tr
from crossboard.library import Event
from crossboard.library.timeline import Timeline, event_words


@dataclass
class Shown:
    """What there is to be shown. `lights` and `standing` (where pieces stand) are None on a board that can't be looked at;
    `lead` is the replay on the board, None while it plays.
    """

    session: Session
    place: str = ""
    lights: Mapping[int, tuple[int, int, int]] | None = None
    standing: frozenset[int] | None = None
    lead: Lead | None = None
    clock: str = ""  # the time that each side has left, "" without a clock
    names: Callable[[], list[str]] = list  # what a line may begin with now
    passing: bool = False  # whether the board's game gives way to another one, which is to be shown
    thinking: str = ""  # the clock of the search, "" while it does not think


def on_show(shown: Shown) -> tuple[str, bytes]:
    """The position to be drawn, "" if there is none yet, and what the lights say of each square."""
    if shown.lead:
        return shown.lead.stand.public, shown.lead.marks()
    game = shown.session.game
    return (public_text(game), shown.session.view.marks) if game else ("", b"")


def game_words(number: int) -> str:
    """Which game of the library is being played; 0: none yet."""
    return f"game {number}" if number else "a new game"


def link_line(session: Session, place: str) -> str:
    """Which board, where, and how the link is."""
    link = session.link
    board = clean(link.hello.board) if link.hello else "board"
    where = place or link.port_name
    count = link.damaged + link.resent
    errors = f", {plural(count, 'disturbance')} of the connection, nothing lost" if count else ""
    return f"{board} ({where}): {link.state}{errors}"


UNLINKED: dict[str, str] = {
    LOST: tr("The board is unplugged: plug it in again, and the game goes on."),
    SILENT: tr("The board does not answer. Is it switched on?"),
}
"""What the players are told first, by the state of the link."""


def end_event(session: Session) -> Event | None:
    """The event that ended the game, None if there is none."""
    return session.played.end if session.played else None


def standstill(session: Session, game: Game) -> str:
    """Why nobody can play now, in a sentence; "" if somebody can."""
    if end := end_event(session):
        return event_words(game, end)
    if game.result:
        return end_words(game, game.result, game.reason)
    waiting = "" if session.mode else tr("Waiting for the board to report the position.")
    return UNLINKED.get(session.link.state, waiting)


def status(session: Session, game: Game, simulated: bool = False) -> str:
    """What the players have to know now, in a sentence. The pieces of a simulated board can be put right by a command."""
    if text := standstill(session, game):
        return f"{text}. Type new for another game." if end_event(session) else text
    if session.mode == PICKING:
        return picking_words(session, game, " (-b3 +b3)" if simulated else "")
    return turn_words(session, game, " (or type setup)" if simulated else "")


def turn_words(session: Session, game: Game, by_command: str = "") -> str:
    """Whose turn it is, or what the lights ask for where the pieces don't stand as the game has them: to put them right, which
    `by_command` says another way to do, or whether a new game is meant, if all stand at the start of one.
    """
    side = side_names(game)[game.side]
    if session.mode in ("g", *ASTRAY) and OFFER in session.view.marks and not session.question:
        return tr(
            "All pieces stand as at the start: OK gives this game up and begins a new one; put them back to go on{how}.",
            how=by_command,
        )
    if session.mode == "g":
        return tr("Set up the pieces: the lights show where one is missing or must go.")
    if session.mode in ASTRAY:
        return tr(
            "{side} to move. The pieces don't match the game: the lights show the way back{how}.",
            side=side,
            how=by_command,
        )
    turn = thought_words(session, game) or tr("{side} to move.", side=side)
    claim = ends(game.name).sentence(claimed(game))
    return tr("{turn} A draw can be claimed: {claim}.", turn=turn, claim=claim) if claim else turn


def expected_line(session: Session) -> str:
    """What the rules leave no choice about: a piece to be placed or taken off, a jump; "" if nothing."""
    game, view = session.game, session.view
    if (
        game is None
        or session.mode != "p"
        or session.link.state in UNLINKED
        or view.ply
        or session.question
        or session.thought
        or end_event(session)
    ):
        return ""
    return expected_words(game, view.marks, hands=False)


def thought_words(session: Session, game: Game) -> str:
    """What Crossboard does as an opponent, or wants done; "" if nothing."""
    thought = session.thought
    if thought is None or session.gone_on:
        return ""
    side, ply = side_names(game)[game.side], clean(text_notation(game, thought.ply))
    if thought.level == REMOTE:
        played = tr("{side} has played {move}: move the piece as the lights show.", side=side, move=ply)
        if session.absent:
            return tr(
                "{side} to move: a remote player, whose match is not being played here. {how} lets you play {side}.",
                side=side,
                how=ENDS_MATCH,
            )
        name = session.played.names[game.side] if session.played else ""
        waiting = tr("{side} to move: waiting for {player}.", side=side, player=name or tr("the remote player"))
        return waiting if thought.wanted else played
    match thought.what:
        case "t":
            return tr("{side} to move: Crossboard is thinking.", side=side)
        case "h":
            return tr("{side} to move. Looking for a hint.", side=side)
        case "a":
            return tr("{side} to move. Hint: {move}.", side=side, move=ply)
        case "d":
            return tr(
                "Crossboard offers a draw (draw accepts it), and plays {move}: the lights show its move.", move=ply
            )
        case _:
            return tr("Crossboard plays {move}: move the piece as the lights show.", move=ply)


ENDS_MATCH = tr("`against none` (on the page: Opponent…)")


def absent_words(side: str) -> str:
    """Why nobody makes the moves of a side that the board keeps for a remote player, and what to do."""
    return tr(
        "the board keeps {side} for a remote player, whose match is not being played here. {how} lets you play {side}; "
        "{command}, or --remote and the invite, goes on with the match",
        side=side,
        how=ENDS_MATCH,
        command=command("play", "--invite"),
    )


def picking_words(session: Session, game: Game, typed: str = "") -> str:
    """Whose turn it is to pick a king, and how that is done; `typed` says how it is on a simulated board."""
    sides = side_names(game)
    asked = picking_side(session, game)
    return tr(
        "{side} picks a secret king: lift a piece and put it back{how}, then press OK; OK alone keeps the usual king. "
        "{other} looks away.",
        side=sides[asked],
        how=typed,
        other=sides[1 - asked],
    )


def picking_side(session: Session, game: Game) -> int:
    """The side whose pieces the lights show."""
    lit = (square for square, mark in enumerate(session.view.marks) if mark)
    return max(0, game.piece_side(next(lit, 0)))


def question_parts(session: Session) -> tuple[str, list[str]]:
    """The open question, and its offers that `ok` and `next` stand for, in words and as plies; ("", []) if there is none."""
    asked, game = session.question, session.game
    if asked is None or game is None or not asked.offers:
        return "", []
    heading, words = question_words(game, asked.offers)
    offers = [(words[offer], text_notation(game, offer)) for offer in asked.offers[:2]]
    named = [clean(said if said == ply else f"{said} ({ply})") for said, ply in offers]
    return f"{clean(heading)} ({asked.number} of {asked.count})", named


def question_line(session: Session) -> str:
    """The open question, "" if there is none."""
    heading, offers = question_parts(session)
    answers = [f"{name}: {offer}" for name, offer in zip(("ok", "next"), offers, strict=False)]
    return f"{heading} {'; '.join([*answers, 'back: take it back'])}" if heading else ""


def last_line(session: Session, line: Timeline) -> str:
    """The last turn with its time, and a ply that is not final yet."""
    ply = text_notation(line.game, session.view.ply)
    shown = f"{clean(ply)} (not final yet)" if ply else ""
    if not line.turns:
        return shown
    turn, label = line.turns[-1], line.labels[-1]
    spent = f" ({clock_text(turn.ms)})" if turn.ms is not None else ""
    note = f", {turn.note}" if turn.note else ""
    return f"{label} {turn.notation}{spent}{note}{'  ' + shown if shown else ''}"
