"""A game on a real or simulated board, shown live and logged (start.py begins it).

One loop: take in what the board says, let the hand of a simulated board move, show what has changed, obey what
is typed. Leaving is always clean: what was played is in the library the moment it is shown.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable, Generator
from types import FrameType
from typing import TYPE_CHECKING

from crossboard.boards.attach import Attached
from crossboard.boards.greeting import CONSOLE_LINES, await_hello, farewell, fresh_notes
from crossboard.boards.resuming import left_words
from crossboard.boards.session import Session
from crossboard.boards.watch import PortWatch
from crossboard.errors import CrossboardError
from crossboard.events import Event
from crossboard.games.draw import console, draw_board
from crossboard.games.words import clean
from crossboard.library import Library
from crossboard.play.actions import PROPOSALS, Action, Actions
from crossboard.play.context import Context, assemble
from crossboard.play.remote_side import RemoteSide
from crossboard.play.typed_hand import QUIET_MS
from crossboard.play.wish import Granting, Wish
from crossboard.terminal.interface import LEAVE, Interface, Leave
from crossboard.terminal.view import Shown, absent_words, on_show

if TYPE_CHECKING:  # the hub is loaded only when it is asked for
    from crossboard.hub.reporter import Reporter

REDRAW_MS = 100  # between two looks at the lights
ROUND_S = 0.02  # between two rounds while something goes on
REST_S = 0.25  # and while nothing does: what comes ends the rest at once
SOON_S = 0.005
DRAWN = "the board is drawn already"
TIED = "this program was started for a match or with an engine, or reports to a hub: start it anew for a game of another board"
READING_MS = 2500  # for a caption of a script


def now_ms() -> int:
    """The loop's clock."""
    return int(time.monotonic() * 1000)


class Play:
    """Play at the board of `session` until the user leaves. `remote` plays a side from elsewhere; `reporter` reports to a hub."""

    def __init__(
        self,
        session: Session,
        library: Library,
        attached: Attached,
        interface: Interface,
        wish: Wish | None = None,
        remote: RemoteSide | None = None,
        reporter: Reporter | None = None,
    ) -> None:
        self.moved = Event[[]]()  # to another board: session, context, actions and attached are other ones
        self.far_begun = Event[[str]]()  # as FarAway.begun, at whatever board
        self._wish = wish or Wish()
        self._library = library
        self._interface = interface
        self._reporter = reporter
        self._barred = TIED if remote or reporter else ""
        self._own = [
            Action("board", "draw the board", (lambda context: "" if interface.paced else DRAWN,), self._board),
            Action("links", "the addresses of the page and of the match", (), self._links),
            Action("help", "this list", (), self._help),
            Action(LEAVE, "or q: leave; the game is kept", (), self._quit),
        ]
        self._take(session, attached, self._wish, remote)
        self._absent = ""  # the board's game of which it was said that its remote player's match is not played here
        self._redraw_at = 0
        self._watch: PortWatch | None = None  # once there is a port that can be waited for
        self._shone = True  # whether the lights may be others than those that are shown
        self._seen: tuple[object, ...] = ()
        self._console: deque[str] = deque(maxlen=CONSOLE_LINES)  # of the board's console, shown lately
        self._typed: deque[str] = deque()
        self._news: tuple[int, int] = (-1, -1)
        self._news_at = 0
        self._soon = False  # whether a page wants the next round soon
        self._leaving = False
        self._told_links: list[str] = []

    def _take(self, session: Session, attached: Attached, wish: Wish, remote: RemoteSide | None = None) -> None:
        """Play at that board from now on."""
        self.session, self.attached = session, attached
        self.context: Context = assemble(
            session, self._library, attached, remote, wish.think_s, wish.profile, self._barred
        )
        self.actions = Actions(self.context, self._own)
        self.shown = Shown(session, attached.note, names=self.actions.names)
        self._granting = Granting(wish, self.context)
        self.context.far.begun.subscribe(self.far_begun)
        self.context.events.said.subscribe(lambda text, how: self._interface.say(clean(text + how)))
        if attached.tell:
            attached.tell(self._lights_changed)

    def _go_over(self) -> None:
        """To the other board that was asked for, once it is there."""
        before = self.context
        try:
            there = before.another.step(self.session.names)
        except CrossboardError as error:
            before.events.said(str(error), "")
            return
        if there is None or there.session is None or there.attached is None:
            return
        self._rest_here()
        left = before.session.played
        if left and left.number and left.timeline().turns:
            there.session.left.append(left.number)
        before.far.close()
        before.search.close()
        if self._watch:
            self._watch.close()
        self._watch, self._shone, self._seen, self._news = None, True, (), (-1, -1)
        self.attached.close()
        self._take(there.session, there.attached, Wish(think_s=self._wish.think_s))
        self.moved()
        try:
            said = there.then(self.context)
        except CrossboardError as error:
            said = str(error)
        for line in filter(None, (*there.said, said)):
            self.context.events.said(line, "")

    def tell_link(self, line: str, shown: str = "") -> None:
        """Say where something is to be found; `links` says it again. `shown`: the same with a QR code."""
        self._told_links.append(line)
        self._interface.say(line)
        if shown:
            self._interface.say(shown)

    def greet(self) -> None:
        """Wait for the board's first hello; a PortFault says why none comes."""
        await_hello(self.session, self._interface.say, self.attached.work)

    def run(self) -> None:
        """With a board that was greeted, until the user leaves."""
        if self._wish.tale:
            self.context.leader.begin(*self._wish.tale)
        with _stop_signals(self._leave):
            self._interface.drive(self._go_on)
        if self._watch:
            self._watch.close()
        self._rest_here()

    def _rest_here(self) -> None:
        """Leave the board as it stands."""
        if self.context.clock.clock:
            self.context.clock.keep()
        self.context.leader.end()
        farewell(self.session)

    def close(self) -> None:
        """End the search, and release the board."""
        self.context.far.close()
        self.context.search.close()
        self.context.another.close()
        self.attached.close()

    def _go_on(self) -> bool:
        self.round()
        replayed = self._wish.tale is not None and self.context.leader.stopped  # and that was all that was wanted
        return not (self._leaving or replayed)

    def _leave(self) -> None:
        self._leaving = True

    # A round of the loop

    def round(self) -> None:
        """One round: what has come and what is due, then a rest."""
        now = now_ms()
        self._go_over()
        session, context = self.session, self.context
        session.step()
        for note in fresh_notes(session, self._console):
            context.events.said(note, "")
        while session.left:
            text, how = left_words(self._library, session.left.popleft())
            if text:
                context.events.said(text, how)
        context.leader.step(now)
        if not context.lead:
            context.search.step()
        if self._reporter:
            self._reporter.step()
            self._say_all(self._reporter.notices)
        self._take_menu_choices()
        said = "" if context.lead else context.far.step()
        self._say_all(context.far.notices)
        if said:
            context.events.said(said, "")
        if not context.match:
            self._granting.step()
            self._mind_absent()
        context.puzzling.step()
        context.clock.step(now, context.match is not None or not self._granting.open)
        context.hand.step(now)
        self._soon = context.events.round(now)
        news = (session.changed, context.leader.changed)
        if news != self._news:
            self._news, self._news_at = news, now
        self._redraw(now)
        try:
            self._typed.extend(self._interface.read(self._rest()))
        except Leave:
            self._leaving = True
        while self._typed and not self._leaving and self._ready(self._typed[0]):
            self._obey(self._typed.popleft(), now)

    def _lights_changed(self) -> None:
        self._shone = True
        self.context.events.lights()
        self._interface.wake()

    def _rest(self) -> float:
        """Seconds until the next round, if nothing comes before. Rounds cost little, but fifty a second keep a PC warm."""
        link, context, hand = self.session.link, self.context, self.context.hand
        file, due = link.file(), link.deadline()
        goes_on = (
            self._typed
            or context.lead
            or context.clock.clock
            or self._reporter
            or context.match
            or context.thinking
            or context.far.coming
        )
        moves = hand.hand is not None and (hand.busy or self._shone or self.attached.tell is None)
        if file < 0 or goes_on or moves or self._soon:
            return ROUND_S
        self._watch = self._watch or PortWatch(self._interface.wake)
        self._watch.look(file)
        return max(SOON_S, min(REST_S, due / 1000)) if due >= 0 else REST_S

    def _redraw(self, now: int) -> None:
        """Show how things are when they have changed; a simulated board's lights are looked at every so often."""
        context, hand = self.context, self.context.hand.hand
        look = hand is not None and now >= self._redraw_at and (self._shone or self.attached.tell is None)
        news = (self.session.changed, context.leader.changed, context.search.changed, context.another.words)
        if news == self._seen and not look and not self._interface.dirty:
            return
        if hand and look:
            self._redraw_at = now + REDRAW_MS
            self._shone = False
            lights = hand.bench.lights()
            self.shown.lights = {hand.square(name): rgb for name, rgb in lights.items() if any(rgb)}
            self.shown.standing = frozenset(hand.standing())
        self._seen = news
        self.shown.lead = context.lead
        self.shown.passing = self._granting.open and context.match is None
        self.shown.thinking = context.thinking
        self.shown.clock = context.clock.words()
        self._interface.show(self.shown)

    def _take_menu_choices(self) -> None:
        """What was chosen with the board's buttons and concerns a remote player."""
        while self.context.remote and self.session.chosen:
            choice = self.session.chosen.popleft()
            if choice not in (*PROPOSALS, "hint") or not self.context.holding:
                continue
            try:
                said = self.actions.typed([choice])
            except CrossboardError as error:
                said = str(error)
            if said:
                self.context.events.said(said, "")

    def _mind_absent(self) -> None:
        """The board keeps a side for a remote player whose match is not played here: say so, and again to whoever asks for that
        player's consent with the board's buttons."""
        session, played = self.session, self.session.played
        asked = bool(session.chosen)
        session.chosen.clear()
        if played and session.absent and (asked or played.board_game != self._absent):
            self._absent = played.board_game
            self.context.events.said(absent_words(session.absent), "")

    def _say_all(self, notices: deque[str]) -> None:
        while notices:
            self.context.events.said(notices.popleft(), "")

    # What is typed

    def _ready(self, line: str) -> bool:
        """Whether it is time for a typed line. Gestures wait while the pieces are being put up."""
        if self._interface.paced:
            return self.context.hand.settled(self._news_at)
        return not self.context.hand.putting_up or line.partition(" ")[0] in self.actions

    def _obey(self, line: str, now: int) -> None:
        words = line.split()
        if not words:
            return
        self._news_at = now
        if words[0] == "#":
            self._interface.say(clean(" ".join(words[1:])))
            self._news_at += READING_MS - QUIET_MS
            return
        try:
            said = self.actions.typed(words) if words[0] in self.actions else self.context.hand.make(words)
        except CrossboardError as error:
            said = str(error)
        if said:
            self._interface.say("\n".join(map(clean, said.splitlines())))

    def _help(self, context: Context) -> str:
        return self.actions.help()

    def _links(self, context: Context) -> str:
        if not self._told_links:
            raise CrossboardError("there are no addresses: no page is served (--no-web)")
        return "\n".join(self._told_links)

    def _board(self, context: Context) -> None:
        text, marks = on_show(self.shown)
        if text:
            console().print(draw_board(text, marks, self.shown.lights))

    def _quit(self, context: Context) -> None:
        self._leaving = True


@contextlib.contextmanager
def _stop_signals(stop: Callable[[], None]) -> Generator[None, None, None]:
    """While inside, Ctrl-C and the usual requests to end call `stop` and interrupt nothing."""
    numbers = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]

    def handle(number: int, frame: FrameType | None) -> None:
        del number, frame
        stop()

    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
