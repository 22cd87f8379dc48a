"""The playing side of the live page: takes in what pages want, moves the pieces of a simulated board, and keeps the
snapshot that they show. Everything here but `submit` and `leave` runs in the thread that plays; nothing waits.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable

from crossboard.attach import Attached
from crossboard.errors import CrossboardError
from crossboard.gestures import Hand, Workbench, set_up
from crossboard.rules import Game, RulesError, game_at, new_game
from crossboard.session import Question, Session
from crossboard.web import sections
from crossboard.web.commands import HANDS, Message, number, square, squares, word
from crossboard.web.snapshot import Snapshot
from crossboard.web.table import TYPED, Table, piece_letters, public_text
from crossboard.words import clean

LIGHTS_MS = 40  # between two looks at the lights while somebody watches
WAITING = 500  # messages of pages that may wait; more are dropped
NOTICES = 6


class TableBench:
    """The workbench that the board's own hand works on from now on: the table sees what it does."""

    def __init__(self, bench: Workbench, see: Callable[[str, bool], None]) -> None:
        self.bench = bench
        self._see = see

    def set_square(self, square: str, closed: bool) -> None:
        self.bench.set_square(square, closed)
        self._see(square, closed)

    def squares(self) -> set[str]:
        return self.bench.squares()

    def press(self, button: str) -> None:
        self.bench.press(button)

    def lights(self) -> dict[str, tuple[int, int, int]]:
        return self.bench.lights()


class Live:
    """`watched` says whether anybody looks; `snapshot` is what they see; `woken` is called when it has changed."""

    def __init__(self, attached: Attached, session: Session, woken: Callable[[], None]) -> None:
        self.snapshot = Snapshot()
        self.watched: Callable[[], bool] = lambda: False
        self._woken = woken
        self._attached = attached
        self._session = session
        self._hand: Hand | None = attached.hand
        self._bench: Workbench | None = attached.hand.bench if attached.hand else None
        self._table = Table(self._sense)
        self._logical: dict[int, str] = {}
        self._game = ""
        self._wanted: deque[str] = deque(maxlen=1)  # the answer chosen to the board's question
        self._answered: Question | None = None
        self._inbox: queue.Queue[tuple[int, Message]] = queue.Queue(WAITING)
        self._said: deque[tuple[int, str]] = deque(maxlen=NOTICES)
        self._count = 0
        self._seen = (-1, -1, "")
        self._lights_at = 0
        self._now = 0
        if attached.hand and self._bench:
            attached.hand.bench = TableBench(self._bench, self._typed)
        self.snapshot.put("words", sections.MARK_WORDS)
        self.snapshot.put("lights", None)
        self.snapshot.put("status", sections.status_section(session))
        self.snapshot.put("link", sections.link_section(session, attached.note, self._hand is not None))

    # From other threads

    def submit(self, page: int, message: Message) -> bool:
        """A message of a page, to be obeyed in the next round; False, and it is dropped, if too many wait."""
        try:
            self._inbox.put_nowait((page, message))
        except queue.Full:
            return False
        return True

    def leave(self, page: int) -> None:
        """A page is gone; what it held goes back."""
        self.submit(page, {"op": "leave"})

    # In the playing thread

    def say(self, text: str) -> None:
        """Tell everybody something, once."""
        self._count += 1
        self._said.append((self._count, clean(text)))

    def step(self, now: int) -> None:
        """One round: obey, let time pass, show."""
        self._now = now
        self._look_at_game()
        for _ in range(WAITING):
            try:
                page, message = self._inbox.get_nowait()
            except queue.Empty:
                break
            try:
                self._obey(page, message)
            except (CrossboardError, RulesError) as error:
                self.say(str(error))
        self._table.tick(now)
        self._answer()
        self._settle()
        self._show(now)

    def _look_at_game(self) -> None:
        """Another game: put away what stands outside it, and see which pieces it has."""
        played, hand, bench = self._session.played, self._hand, self._bench
        if played is None or played.board_game == self._game:
            return
        self._game = played.board_game
        self._wanted.clear()
        if hand is None or bench is None:
            return
        game = played.mirror
        hand.lay(game, self._attached.origin(game.name))
        standing = {hand.square(name): name for name in bench.squares()}
        self._table.lay(game, set(standing))
        for place, name in standing.items():
            if not self._table.real(place):
                bench.set_square(name, False)

    def _sense(self, square: int, closed: bool) -> None:
        if self._hand and self._bench:
            self._bench.set_square(self._hand.name(square), closed)

    def _typed(self, name: str, closed: bool) -> None:
        game = self._session.game
        if self._hand and game:
            square = self._hand.square(name)
            if self._table.real(square):
                self._table.typed(square, closed, piece_letters(public_text(game)).get(square, ""))

    def _answer(self) -> None:
        """Go through the board's offers to the one that was chosen."""
        asked = self._session.question
        if asked is None:
            self._wanted.clear()
        if asked is None or asked is self._answered or not self._wanted:
            return
        self._answered = asked
        self._session.press("ok" if asked.offers[0] == self._wanted[0] else "next")

    def _settle(self) -> None:
        session, game = self._session, self._session.game
        if game is None:
            return
        moment = (session.changed, self._table.changed, self._game)
        if moment == self._seen:
            return
        self._logical = piece_letters(public_text(game))
        if not self._hand or self._hand.busy or not self._table.resting or session.mode not in ("p", "o"):
            return
        if not session.view.ply and set(self._table.squares) == set(self._logical):
            line = session.timeline()
            last = line.turns[-1].plies[-1] if line and line.turns else None
            self._table.settle(self._logical, -1 if last is None else game.destination(last), bool(game.result))

    def _show(self, now: int) -> None:
        """Put into the snapshot what has changed."""
        session, put = self._session, self.snapshot.put
        changed = put("notices", list(self._said))
        moment = (session.changed, self._table.changed, self._game)
        if moment != self._seen:
            self._seen = moment
            changed |= put("game", sections.game_section(session))
            changed |= put("status", sections.status_section(session))
            changed |= put("turns", sections.turns_section(session))
            changed |= put("link", sections.link_section(session, self._attached.note, self._hand is not None))
            table = sections.table_section(self._table, self._logical) if self._hand else None
            changed |= put("table", table)
        if self._hand and now >= self._lights_at and self.watched():
            self._lights_at = now + LIGHTS_MS
            lights = {self._hand.square(name): rgb for name, rgb in self._hand.bench.lights().items()}
            real = {square: rgb for square, rgb in lights.items() if self._table.real(square)}
            changed |= put("lights", sections.lights_section(real))
        if changed:
            self._woken()

    # What pages want

    def _obey(self, page: int, message: Message) -> None:
        obey: Callable[[int, Message], None] | None = {
            "lift": self._lift, "take": self._take, "carry": self._carry, "drop": self._drop, "tidy": self._tidy,
            "press": self._press, "answer": self._choose, "new": self._new, "resign": self._resign,
            "draw": self._draw, "takeback": self._take_back, "leave": self._leave,
        }.get(message["op"])  # fmt: skip
        if obey is None:
            raise CrossboardError("a page wants what this program can't do; load it again")
        obey(page, message)

    def _hand_of(self, page: int, message: Message) -> str:
        if self._hand is None:
            raise CrossboardError("this is no simulated board: the pieces are moved by hand")
        return f"{page}.{number(message, 'hand', 0, HANDS - 1)}"

    def _lift(self, page: int, message: Message) -> None:
        hand = self._hand_of(page, message)
        self._table.lift(hand, square(message), message.get("whole") is True, self._now)

    def _take(self, page: int, message: Message) -> None:
        self._table.take(self._hand_of(page, message), word(message, "letter", 1))

    def _carry(self, page: int, message: Message) -> None:
        self._table.carry(self._hand_of(page, message), square(message), self._now)

    def _drop(self, page: int, message: Message) -> None:
        self._table.drop(self._hand_of(page, message), square(message), self._now)

    def _leave(self, page: int, message: Message) -> None:
        del message
        for hand in [name for name in self._table.hands if name.partition(".")[0] == str(page) and name != TYPED]:
            self._table.let_go(hand, self._now)

    def _tidy(self, page: int, message: Message) -> None:
        """Put every piece where the game has it."""
        del page, message
        game = self._need_game()
        if self._hand is None:
            raise CrossboardError("this is no simulated board: the pieces are moved by hand")
        for hand in list(self._table.hands):
            self._table.let_go(hand, self._now)
        self._hand.drop()
        self._hand.perform(set_up(game, self._hand.standing()), self._now)
        self._table.loose = True
        self._table.changed += 1

    def _need_game(self) -> Game:
        game = self._session.game
        if game is None:
            raise CrossboardError("no game is being played")
        return game

    def _sent(self, ok: bool) -> None:
        if not ok:
            raise CrossboardError("the board is not connected")

    def _press(self, page: int, message: Message) -> None:
        del page
        button = word(message, "button", 4)
        if button not in ("ok", "next", "back"):
            raise CrossboardError("a button is ok, next or back")
        self._sent(self._session.press(button))

    def _choose(self, page: int, message: Message) -> None:
        del page
        self._wanted.append(word(message, "ply", 60))
        self._answered = None

    def _new(self, page: int, message: Message) -> None:
        del page
        spec = word(message, "spec")
        game = game_at(spec) if " " in spec else new_game(spec)
        kings = squares(message, "kings", 2)
        if kings:
            pick: Callable[[int, int], None] | None = getattr(game, "pick_king", None)
            if pick is None:
                raise CrossboardError("in this game no kings are picked")
            pick(0, kings[0])
            pick(1, kings[1])
            spec = game.text()
        self._sent(self._session.new_game(spec))

    def _resign(self, page: int, message: Message) -> None:
        del page
        self._need_game()
        self._sent(self._session.end(2 - number(message, "side", 0, 1), "resigned"))

    def _draw(self, page: int, message: Message) -> None:
        del page, message
        self._need_game()
        self._sent(self._session.end(3, "agreed"))

    def _take_back(self, page: int, message: Message) -> None:
        del page
        self._sent(self._session.take_back(number(message, "count", 1, 999)))
