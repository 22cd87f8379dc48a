"""Pictures of logged games: a position as SVG or PNG, the whole game as an animated GIF."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from crossboard.errors import CrossboardError
from crossboard.games.about import spec_title
from crossboard.games.rules import ARRIVE, LEAVE, PLACED, SWAP, TAKEN, footprint, game_at
from crossboard.games.words import clean
from crossboard.library import Library
from crossboard.library.secret import is_open
from crossboard.library.stored import date_words
from crossboard.library.timeline import Timeline, players_line, turn_labels
from crossboard.progress import tracked
from crossboard.render.png import gif_parts, png_bytes
from crossboard.render.scene import Scene, View, scene
from crossboard.render.svg import svg_text
from crossboard.review.export_options import Options
from crossboard.review.show import result_words, tell_stored

WIDTH = 640  # pixels across, unless said otherwise
GIF_WIDTH = 480
TURN_MS = 1000  # for a turn in a GIF when no speed is given
SHORTEST_MS, LONGEST_MS = 100, 10_000
LAST_MS = 3000  # for the final position
Frame = tuple[Scene, int]  # and for how many ms it stands


@dataclass
class _Told:
    line: Timeline
    start: str
    heading: str
    date: str
    outcome: str
    over: bool


def write_svg(library: Library, numbers: list[int], options: Options) -> bytes:
    """A position as SVG."""
    return svg_text(_position(library, numbers[0], options), options.size or WIDTH).encode("utf-8", "replace")


def write_png(library: Library, numbers: list[int], options: Options) -> bytes:
    """A position as PNG."""
    return png_bytes(_position(library, numbers[0], options), options.size or WIDTH)


def write_gif(library: Library, numbers: list[int], options: Options) -> Iterator[bytes]:
    """The turns that stood, one after the other."""
    return gif(library, numbers[0], options, lambda frames, count: tracked(frames, "drawing", count))


def gif(
    library: Library,
    number: int,
    options: Options,
    watched: Callable[[Iterator[Frame], int], Iterator[Frame]] = lambda frames, _: frames,
) -> Iterator[bytes]:
    """The same of one game; `watched` is told of each picture, and how many there are."""
    told = _tell(library, number)
    count = 1 + sum(len(turn.plies) for turn in told.line.turns)
    return gif_parts(watched(_frames(told, options), count), options.size or GIF_WIDTH)


def _tell(library: Library, number: int) -> _Told:
    stored = library.game(number)
    line = tell_stored(stored.start, library.events(number))
    heading = clean(f"{spec_title(stored.spec)}: {players_line(line.game, stored.first, stored.second)}")
    day = date_words(stored)[:10]
    over = stored.result != "*" or is_open(line.game)
    return _Told(
        line,
        line.start,
        heading,
        "" if day.startswith("????") else day,
        result_words(stored, line) if over else "",
        over,
    )


def _position(library: Library, number: int, options: Options) -> Scene:
    told = _tell(library, number)
    turns = len(told.line.turns)
    at = turns if options.at is None else options.at
    if not 0 <= at <= turns:
        raise CrossboardError(f"there is no turn {at}; the game has {turns}")
    return scene(_views(told, at, options)[-1][0])


def _frames(told: _Told, options: Options) -> Iterator[Frame]:
    views = _views(told, len(told.line.turns), options)
    for i, (view, _) in enumerate(views):
        shown = LAST_MS
        if i + 1 < len(views):
            spent = views[i + 1][1]
            paced = TURN_MS if spent is None or options.speed is None else spent / options.speed
            shown = round(min(max(paced, SHORTEST_MS), LONGEST_MS))
        yield scene(view), shown


def _views(told: _Told, last: int, options: Options) -> list[tuple[View, int | None]]:
    """The start and every ply up to the end of turn `last`, each with the ms that it took, None if nobody knows."""
    game = game_at(told.start, 1)
    view = View(
        game.text(), frozenset(), frozenset(), "start", "", told.heading, options.flipped, told.over, date=told.date
    )
    views: list[tuple[View, int | None]] = [(view, None)]
    labels = turn_labels(told.line.turns)
    for label, turn in list(zip(labels, told.line.turns, strict=True))[:last]:
        left: set[int] = set()
        reached: set[int] = set()
        for i, ply in enumerate(turn.plies):
            effects = footprint(game, ply)
            reached |= {game.destination(ply)} if game.destination(ply) < len(game.board) else set()
            left |= {square for square, effect in effects if effect in (LEAVE, TAKEN)}
            reached |= {square for square, effect in effects if effect in (ARRIVE, PLACED)}
            left |= {square for square, effect in effects if effect == SWAP} - reached
            game.push(ply)
            words, marks = f"{label} {turn.notation}", frozenset(left - reached)
            view = replace(view, position=game.text(), left=marks, reached=frozenset(reached), turn=words)
            views.append((view, turn.ms if i == 0 else None))
    if last == len(told.line.turns) and told.outcome:
        views[-1] = (replace(view, outcome=told.outcome), views[-1][1])
    return views
