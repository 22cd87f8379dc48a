"""Searches for a board, which asks for a ply or a hint over the link: a PC finds more in a second than a board in a minute.

With an engine of somebody else's, that finds hints and the plies of the side that the board keeps for a remote player. Where it
fails, Crossboard's own search finds the hint, and plays on in the engine's place.

Feed it with `step`. It promises the board an answer, so that the board does not search meanwhile; if the program or the
link ends before, the board goes on by itself.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable

from crossboard.boards.link import CONNECTED
from crossboard.boards.opponents import REMOTE, Thought
from crossboard.boards.session import Session
from crossboard.games.rules import RulesError, looks_back, public_text
from crossboard.games.words import clean, clock_text
from crossboard.language import join, tr, trn
from crossboard.library.secret import is_hidden
from crossboard.opponent.thinker import LEVELS, Found, Limits, MakeSearcher, Searcher, Thinker

THINK_S = 3.0  # the longest that Crossboard thinks about a ply
HINT_S = 1.0
SHOW_S = 0.1  # between two changes of the clock that is shown
PIECE = 100  # hundredths of a plain piece


class BoardSearch:
    """For the board of `session`; `think_s` is how long it may think about a ply, `engine` makes the search that is somebody
    else's. `changed` counts up with what is shown."""

    def __init__(self, session: Session, think_s: float = THINK_S, engine: MakeSearcher | None = None) -> None:
        self.changed = 0
        self._session = session
        self._think_s = think_s
        self._found: queue.SimpleQueue[tuple[Searcher | None, Found]] = queue.SimpleQueue()
        self._thinker: Searcher = Thinker(lambda found: self._found.put((self._thinker, found)))
        self._engine = engine(lambda found: self._found.put((self._engine, found))) if engine else None
        self._searcher: Searcher = self._thinker  # the one at work
        self.book: Callable[[str], str | None] = lambda position: None
        """Knows what is to be played in a position instead of what the search finds: a ply, "" for nothing yet, None if it
        does not know the position."""
        self._wanted: Thought | None = None
        self._number = 0  # of the search for it, 0: there is none
        self._began = self._shown = 0.0
        self._latest: Found | None = None

    def close(self) -> None:
        """End the search's processes."""
        self._thinker.close()
        if self._engine:
            self._engine.close()

    def step(self) -> None:
        """One round: begin the search that is wanted, and report what has been found."""
        self._look()
        while not self._found.empty():
            searcher, found = self._found.get()
            if searcher is self._searcher and found.number == self._number:
                self._take(found)
        if self._wanted and time.monotonic() - self._shown >= SHOW_S:
            self._shown = time.monotonic()
            self.changed += 1

    def words(self) -> str:
        """The clock of its thinking, in a line: time, depth and score, of the board's own only the time; "" while nobody thinks."""
        if self._wanted is None:
            return ""
        played, level = self._session.played, self._wanted.level
        spent = clock_text(int((time.monotonic() - self._began) * 1000))
        if not level:
            words = tr("Hint search: {time}", time=spent)
        else:
            who = tr("Level {level}", level=level)
            if level == REMOTE and played:
                who = played.names[played.mirror.side] or tr("The engine")
            words = tr("{who} thinks: {time}", who=who, time=spent)
        found = self._latest
        if found is None or not found.depth:
            return words
        depth = trn("{count} ply deep", "{count} plies deep", found.depth)
        nodes = trn("{count} position", "{count} positions", found.nodes)
        # What a player's opponent expects is not shown: it would be a hint.
        return join(", ", (words, depth, nodes, _score_words(found) if self._tells() and found.lines else ""))

    def _tells(self) -> bool:
        """Whether its evaluation may be shown: not while a player has to find the answer."""
        played = self._session.played
        return played is not None and all(played.levels) and REMOTE not in played.levels

    def _look(self) -> None:
        """Begin the search that is wanted now, and end any other."""
        session = self._session
        wanted = session.thought
        ours = self._engine or wanted is None or wanted.level != REMOTE
        if wanted is not None and (not (wanted.wanted and ours) or session.link.state != CONNECTED):
            wanted = None
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self._began, self._latest = time.monotonic(), None
        self.changed += 1
        if self._number:
            self._number = 0
            self._searcher.stop()
        if wanted is not None:
            self._begin(wanted, self._engine if self._engine and wanted.level in (0, REMOTE) else self._thinker)

    def _begin(self, wanted: Thought, searcher: Searcher) -> None:
        """Have that found."""
        session, played = self._session, self._session.played
        if played is None or played.doubtful or is_hidden(played.mirror):
            return  # with secret kings the board thinks alone
        text = public_text(played.mirror)
        known = self.book(text) if wanted.level else None
        if known is not None:
            session.promise(wanted)
            if known:
                session.answer(wanted, known, 0)
            return
        level = wanted.level if wanted.level in LEVELS else LEVELS[-1]
        seconds = self._think_s if wanted.level else min(HINT_S, self._think_s)
        try:
            limits = Limits(level=level, movetime_ms=max(1, int(seconds * 1000)), seed=None if wanted.level else 0)
            start, moves = (played.start, played.standing()) if looks_back(played.mirror) else (text, [])
            self._searcher = searcher
            self._number = searcher.begin(start, limits, moves=moves)
        except (RulesError, ValueError, OSError) as error:
            session.notices.append(f"the search can't be used, so the board thinks by itself: {clean(str(error))}")
            return
        if wanted.level != REMOTE:  # there it would take back what the lights lead through
            session.promise(wanted)

    def _take(self, found: Found) -> None:
        self._latest = found
        self.changed += 1
        if not found.done:
            return
        wanted, self._number = self._wanted, 0
        if wanted is None:
            return
        if found.best:  # of a remote player the board is told no score, or it would resign for one
            score = found.lines[0].score if found.lines and wanted.level != REMOTE else 0
            self._session.answer(wanted, found.best, score)
        elif self._searcher is self._engine:
            self._replace(wanted, found.problem)
        else:
            self._session.notices.append(tr("the search has found nothing: {why}", why=clean(found.problem)))

    def _replace(self, wanted: Thought, problem: str) -> None:
        """The engine has failed: Crossboard's own search goes on."""
        session, played = self._session, self._session.played
        if wanted.level != REMOTE or played is None:
            session.notices.append(tr("{problem}; Crossboard looks for the hint", problem=clean(problem)))
            self._begin(wanted, self._thinker)
            return
        session.notices.append(
            tr(
                "{problem}; Crossboard plays on at level {level}, `remote` brings the engine back",
                problem=clean(problem),
                level=LEVELS[-1],
            )
        )
        first, second = (LEVELS[-1] if level == REMOTE else level for level in played.levels)
        session.play_sides((first, second))


def _score_words(found: Found) -> str:
    line = found.lines[0]
    if line.ends_in:
        count = abs(line.ends_in)
        won = trn("wins in {count} ply", "wins in {count} plies", count)
        return won if line.ends_in > 0 else trn("loses in {count} ply", "loses in {count} plies", count)
    return f"{line.score / PIECE:+.2f}"
