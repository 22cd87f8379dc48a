"""Why the board read a logged game as it did: its own sensor trace is read once more, and explained step by step."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher

from crossboard.games.reasons import why_word
from crossboard.games.rules import Game, square_name
from crossboard.language import join, tr
from crossboard.library import Event, Library
from crossboard.library.flight import export_trace
from crossboard.library.timeline import step_text, tell
from crossboard.library.trace import parse_trace
from crossboard.recognize.explanation import Decision, Explained
from crossboard.recognize.inference import Happening
from crossboard.recognize.plain_words import plain

NO_EDGES = tr("What a board's sensors saw is not stored for this game, so it can't be explained.")
NOTHING_READ = tr("Nothing has been read in this game yet that could be explained.")


def decided(library: Library, number: int) -> dict[int, Decision]:
    """The decisions of a game by the index of what happened among its moments; CrossboardError if there is no trace.

    Some moments have none: a takeback on the PC, what came after lost edges, an open question, whose edges are not here yet.
    """
    text, _ = export_trace(library, number)
    explained = Explained(parse_trace(text))
    read: list[tuple[tuple[str, ...], Decision]] = []
    for decision in explained.decisions():
        if isinstance(decision, Decision):
            read += [(_of_happening(explained.game, happening), decision) for happening in decision.happenings]
    moments = [_of_event(event) for event in library.moments(number)]
    matcher = SequenceMatcher(None, moments, [key for key, _ in read], autojunk=False)
    found: dict[int, Decision] = {}
    for moment, other, size in matcher.get_matching_blocks():
        found.update((moment + i, read[other + i][1]) for i in range(size))
    return found


def whys(library: Library, number: int) -> tuple[Mapping[int, tuple[str, str]], str]:
    """By step: what was read and why, in words; and the sentence why nothing can be explained, "" if something can."""
    if not library.flight(number):
        return {}, NO_EDGES if library.events(number) else NOTHING_READ
    line = tell(library.game(number).start, library.moments(number))
    found = {
        moment + 1: (step_text(line.game, line.steps[moment + 1]), join(" ", plain(decision)))
        for moment, decision in decided(library, number).items()
        if moment + 1 < len(line.steps)
    }
    return found, "" if found else NOTHING_READ


def last_why(library: Library, number: int) -> str:
    """Why the board decided last in a game as it did; or the words that say why that can't be explained."""
    found, lacks = whys(library, number)
    return lacks or join(": ", found[max(found)])


def _of_event(event: Event) -> tuple[str, ...]:
    if event.kind == "ply":
        return "ply", event.text
    if event.kind == "refused":
        return "refused", event.origin, event.target, event.reason
    return (event.kind,)


def _of_happening(game: Game, happening: Happening) -> tuple[str, ...]:
    if happening.what == "ply":
        return "ply", game.ply_text(happening.ply)
    if happening.what == "refused":
        squares = square_name(game, happening.origin), square_name(game, happening.target)
        return "refused", *squares, why_word(game, happening.why)
    return ("question" if happening.what == "ask" else happening.what,)
