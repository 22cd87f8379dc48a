"""Brings games that were played without a PC from a board's flash into the library.

A game is taken whole, stored in one transaction and only then acknowledged, so that breaking off loses nothing: the
next time goes on where this one ended, and what is there already is not stored again. The newest game comes first: of
a game that no clock saw it is known at least what came after it (clock.py).
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable

from crossboard.arguments import Parser, add_board, add_library
from crossboard.boards.attach import attach_for
from crossboard.boards.clock import ASK_MS, BoardClock
from crossboard.boards.editions import editions
from crossboard.boards.link import CONNECTED, LOST, Link, require_hello, require_protocol
from crossboard.boards.numbers import read_ms, read_wall
from crossboard.boards.pull import Brought, Listed, Pull, read_listed
from crossboard.calling import command
from crossboard.errors import LinkError
from crossboard.games.draw import in_columns
from crossboard.games.words import clean, date_text, plural
from crossboard.library import Library, open_library, wall_ms
from crossboard.output import say, status, warn

ANSWER_S = 10.0  # a board that is asked for its games must say something within that time
LOST_S = 15.0  # how long to wait for a board that was unplugged


class Sync:
    """Reads from a link; call `step` until `done`. `say` gets a line for every game fetched."""

    def __init__(self, link: Link, library: Library, board: str, say: Callable[[Brought], None]) -> None:
        self.done = False
        self.total = 0  # games on the board
        self.there = 0  # of these, complete here already
        self.brought: list[Brought] = []
        self.problems: list[str] = []
        self.clock = BoardClock()
        self._link = link
        self._library = library
        self._board = board
        self._say = say
        self._connection = -1
        self._listing: list[Listed] = []
        self._waiting: deque[Listed] = deque()
        self._pull: Pull | None = None
        self._anchor = wall_ms()
        self._asked = 0

    @property
    def left(self) -> int:
        """Games still to come."""
        return len(self._waiting) + (self._pull is not None)

    def step(self) -> bool:
        """Process what has arrived; returns whether anything had."""
        messages = self._link.step()
        if self._link.connections != self._connection and self._link.state == CONNECTED:
            self._connection = self._link.connections
            self._begin()
        for kind, payload in messages:
            try:
                self._take(kind, payload)
            except (ValueError, IndexError):
                self.problems.append(f"the board sent something that can't be understood: {kind} {clean(payload)}")
        return bool(messages)

    def _begin(self) -> None:
        self._listing, self._pull = [], None
        self._waiting.clear()
        self._ask_time()
        self._link.send("J")

    def _ask_time(self) -> None:
        self._asked = wall_ms()
        self._link.send("T", str(self._asked))

    def _take(self, kind: str, payload: str) -> None:
        if kind == "T":
            fields = payload.split(" ")
            if len(fields) == 5:  # else it speaks of the game being played
                self.clock.add(fields[1], read_ms(fields[2]), read_wall(fields[0]), wall_ms())
        elif kind == "C" and payload.startswith("J error"):
            if self._pull:
                self.problems.append(f"game {clean(self._pull.game)}: {clean(payload[8:])}")
            self._pull = None
            self._next()
        elif kind == "J" and payload == "-":
            self._choose()
        elif kind == "J":
            listed = read_listed(payload)
            if listed is None:
                if self._pull:
                    self._pull.take(payload)
            elif self._pull is None:
                if listed.records:  # else nothing has been played yet
                    self._listing.append(listed)
            elif listed.game == self._pull.game:
                self._finish(listed)

    def _choose(self) -> None:
        """The listing is complete: what is not here yet is to come, the newest first."""
        self.total, self.there = len(self._listing), 0
        self._waiting.extend(reversed(self._listing))
        self._anchor = wall_ms()
        self._next()

    def _next(self) -> None:
        """Ask for the next game that is not complete here."""
        while self._waiting:
            listed = self._waiting.popleft()
            number = self._stored_whole(listed)
            if number:
                self.there += 1
                self._anchor = min(self._anchor, self._library.game(number).began_ms)
                continue
            self._pull = Pull(self._library, self._board, listed.game, listed.records)
            self._link.send("J", self._pull.request)
            if wall_ms() - self._asked > ASK_MS:
                self._ask_time()
            return
        self.done = True

    def _stored_whole(self, listed: Listed) -> int | None:
        """The number here of a game of which the board knows, too, that all of it is here."""
        if listed.acknowledged >= listed.records:
            for number in editions(self._library, self._board, listed.game):
                events = self._library.events(number)
                if events and events[-1].seq == listed.records:
                    return number
        return None

    def _finish(self, listed: Listed) -> None:
        pull = self._pull
        assert pull
        if pull.unsure():
            pull.again()
            self._link.send("J", pull.request)
            return
        self._pull = None
        if pull.asides:
            self.problems.append(
                f"game {clean(pull.game)}: {plural(len(pull.asides), 'line')} that this program can't read"
            )
        brought = pull.store(self.clock, self._anchor)
        if brought:
            self._anchor = min(self._anchor, self._library.game(brought.number).began_ms)
            self._acknowledge(listed)
            self.problems.extend(map(clean, brought.problems))
            if brought.new:
                self.brought.append(brought)
                self._say(brought)
            else:
                self.there += 1
        else:
            self.problems.append(f"game {clean(pull.game)} has no beginning on the board; not fetched")
        self._next()

    def _acknowledge(self, listed: Listed) -> None:
        if listed.acknowledged < listed.records:
            self._link.send("K", f"{listed.game} {listed.records}")


# The command


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = "Fetch games played without a PC from a board into the library."
    parser.examples = ("sync", "sync --board /dev/ttyACM0")
    add_board(parser, "the board to fetch games from (default: the one attached, else a simulated one)")
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Bring the games over."""
    with open_library(args, making=True) as library:
        attached = attach_for(args.board)
        try:
            return _run(attached.link, library, attached.work)
        finally:
            attached.close()


def _run(link: Link, library: Library, work: Callable[[], float] = lambda: 0.0) -> int:
    hello = require_hello(link, work=work)
    require_protocol(hello, link.port_name)
    library.boards.see(hello.board, hello.profile, hello.firmware, link.port_name)
    show = _Progress(library)
    sync = Sync(link, library, hello.board, show.game)
    try:
        _until_done(link, sync, show)
        _farewell(link)
    except KeyboardInterrupt:
        show.clear()
        say(f"stopped: {_summary(sync)}; run it again to fetch the rest")
        return 130
    show.clear()
    for problem in sync.problems:
        warn(problem)
    say(_summary(sync))
    return 0


def _until_done(link: Link, sync: Sync, show: _Progress) -> None:
    heard = time.monotonic()
    while not sync.done:
        now = time.monotonic()
        if sync.step():
            heard = now
            show.progress(sync)
        elif now - heard > (LOST_S if link.state == LOST else ANSWER_S):
            what = "the board was unplugged" if link.state == LOST else "the board does not answer"
            raise LinkError(f"{what}; {_summary(sync)}; `{command('sync')}` continues from there", link.port_name)
        else:
            time.sleep(0.005)


def _farewell(link: Link) -> None:
    """Send the last acknowledgements."""
    end = time.monotonic() + 1.0
    while link.state == CONNECTED and not link.drained() and time.monotonic() < end:
        link.step()
        time.sleep(0.005)


def _summary(sync: Sync) -> str:
    records = sum(brought.new for brought in sync.brought)
    flagged = sum(brought.flagged for brought in sync.brought)
    text = f"{plural(len(sync.brought), 'game')} fetched ({plural(records, 'record')})"
    if flagged:
        text += f", {plural(flagged, 'record')} with a problem, kept and marked"
    return f"{text}, {sync.there} of {sync.total} already in the library"


class _Progress:
    """A line for each game, and in a terminal a line that counts."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def game(self, brought: Brought) -> None:
        stored = self._library.game(brought.number)
        when = date_text(stored.began_ms) + (" at the latest" if brought.dating == "estimated" else "")
        flagged = f"{brought.flagged} with a problem" if brought.flagged else ""
        cells = [f"game {stored.id}", stored.spec, when, plural(brought.new, "record"), flagged]
        self.clear()
        say("  ".join(in_columns([[clean(cell) for cell in cells if cell]])))

    def progress(self, sync: Sync) -> None:
        if sync.total:
            status(f"{sync.left} of {plural(sync.total, 'game')} to go ")

    def clear(self) -> None:
        status()
