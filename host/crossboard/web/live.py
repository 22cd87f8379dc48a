"""The playing side of the live page: passes on what pages want, moves the pieces of a simulated board, and keeps the
snapshot that they show. Everything here but `submit` and `leave` runs in the thread that plays; nothing waits.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable

from crossboard.boards.attach import Attached
from crossboard.boards.session import ASTRAY, PICKING
from crossboard.errors import CrossboardError
from crossboard.games.draw import piece_letters
from crossboard.games.gestures import REAL, Hand, Workbench
from crossboard.games.reasons import refusal_words
from crossboard.games.rules import TAKEN, RulesError, footprint, legal_plies, public_text, square_name
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.library.secret import is_open
from crossboard.profiles.layout import square_name as board_name
from crossboard.web import guided_sections, sections
from crossboard.web.commands import HANDS, RIM, Message, number, square, word
from crossboard.web.roles import MANAGERS
from crossboard.web.snapshot import Snapshot
from crossboard.web.table import TYPED, Table, same_side
from crossboard.web.view import Actions, GameView

LIGHTS_MS = 40  # between two looks at the lights while somebody watches
WAITING = 500  # messages of pages that may wait; more are dropped
NOTICES = 6
TIDY = "tidy"  # the hand that clears away what stands beside the game, and what is captured
MARK_TAKE_OFF = sections.MARKS.index("take-off")
RETURN_MS = 500  # from a refusal to the hand that puts the pieces back
TAKE_OFF_MS = 400  # from a capture to the captured piece in the tray


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

    def own_ms(self) -> float:
        return self.bench.own_ms()


class Live:
    """`snapshot` is what pages see: `woken` is called when it has changed, and `watched` says whether anybody looks.
    `wake` ends the rest of the loop that plays.
    """

    def __init__(
        self,
        attached: Attached,
        view: GameView,
        actions: Actions,
        wake: Callable[[], None],
        woken: Callable[[], None],
        watched: Callable[[], bool],
    ) -> None:
        self.snapshot = Snapshot()
        self.rounds = 0  # a sign of life
        self._attached = attached
        self._view = view
        self._session = view.session
        self._actions = actions
        self._wake = wake
        self._woken = woken
        self._watched = watched
        self._hand: Hand | None = attached.hand
        self._bench: Workbench | None = attached.hand.bench if attached.hand else None
        self._table = Table(self._sense)
        self._logical: dict[int, str] = {}
        self._game = ""
        self._inbox: queue.Queue[tuple[int, Message]] = queue.Queue(WAITING)
        self._said: deque[tuple[int, str]] = deque(maxlen=NOTICES)
        self._rim: dict[int, str] = {}  # the board's names of its squares beside the game's
        self._count = 0
        self._seen: tuple[object, ...] = ()
        self._lights_at = 0
        self._shone = True  # whether the lights may be others than those that pages have
        self._by_page = False  # whether the last piece was put down on a page, not typed
        self._off: tuple[int, ...] = ()  # squares whose pieces are captured and still stand
        self._off_at = 0
        self._wrong_at = 0  # since when pieces are astray that were moved on a page; 0: they are not
        self._taken_at = 0  # the last record whose captures have been seen to
        self._now = 0
        if attached.hand and self._bench:
            attached.hand.bench = TableBench(self._bench, self._typed)
        self._hands: dict[str, Callable[[int, Message], None]] = {
            "lift": self._lift, "take": self._take, "carry": self._carry, "drop": self._drop, "leave": self._leave,
        }  # fmt: skip
        self.may = dict.fromkeys([*(op for op in self._hands if op != "leave"), *actions.pages], MANAGERS)
        self.snapshot.put("words", sections.MARK_WORDS)
        self.snapshot.put("table", None)
        self.snapshot.put("lights", None)
        self.snapshot.put("status", sections.status_section(self._session))
        self.snapshot.put("link", self._link())
        view.events.said.subscribe(lambda text, how: self.say(text))
        view.events.clock.subscribe(lambda: self.snapshot.put("clock", view.clock_value) and woken())
        view.events.lights.subscribe(self._lights_changed)
        view.events.round.subscribe(self.step)

    # From other threads

    def submit(self, page: int, message: Message) -> bool:
        """A message of a page, to be obeyed in the next round; False, and it is dropped, if too many wait."""
        try:
            self._inbox.put_nowait((page, message))
        except queue.Full:
            return False
        self._wake()
        return True

    def leave(self, page: int) -> None:
        """A page is gone; what it held goes back."""
        self.submit(page, {"op": "leave"})

    def check(self, message: Message) -> None:
        """CrossboardError if that is not an action with its arguments."""
        self._actions.check(message)

    def games(self) -> list[str]:
        """What the board plays, and what another would be started for."""
        hello = self._session.link.hello
        return [*dict.fromkeys((*hello.games, *self._view.elsewhere))] if hello else []

    def links(self) -> list[str]:
        """What the other player of a match takes it up with."""
        return [*self._view.links]

    # In the playing thread

    def say(self, text: str) -> None:
        """Tell everybody something, once."""
        self._count += 1
        self._said.append((self._count, clean(text)))

    def step(self, now: int) -> bool:
        """One round: obey, let time pass, show. Whether there is more to do although nothing comes: a hand moves, something is to
        be taken off or looked at.
        """
        self._now = now
        self.rounds += 1
        self._look_at_game()
        for _ in range(WAITING):
            try:
                page, message = self._inbox.get_nowait()
            except queue.Empty:
                break
            try:
                said = self._obey(page, message)
            except (CrossboardError, RulesError) as error:
                said = str(error)
            if said:
                self.say(said)
        self._table.tick(now)
        self._take_off(now)
        self._put_back(now)
        self._settle()
        self._show(now)
        return not self._table.resting or bool(self._off or self._wrong_at) or (self._shone and self._watched())

    def _link(self) -> sections.Value:
        return sections.link_section(self._session, self._attached.note, self._hand is not None, self._view.elsewhere)

    def _lights_changed(self) -> None:
        self._shone = True

    def _look_at_game(self) -> None:
        """Another game: put away what stands outside it, and see which pieces it has."""
        played, hand, bench, lead = self._session.played, self._hand, self._bench, self._view.lead
        name = lead.story.heading if lead else played.board_game if played else self._game
        if name == self._game:
            return
        self._game = name
        game = lead.game if lead else self._session.game
        if hand is None or bench is None or game is None:
            return
        origin = self._attached.origin(game.name)
        hand.lay(game, origin)
        frame = sections.frame_section(game, origin, self._attached.profile)
        self.snapshot.put("frame", frame)
        self._rim = {square: board_name(square - RIM, frame["columns"]) for square in frame["rim"]} if frame else {}
        self._table.rim = frozenset(self._rim)
        standing = bench.squares()
        self._table.lay(game, {hand.square(name) for name in standing}, lead.story.pieces if lead else None)
        for name in standing:
            if not self._table.real(hand.square(name)):
                bench.set_square(name, False)

    def _sense(self, square: int, closed: bool) -> None:
        if self._hand and self._bench:
            self._bench.set_square(self._rim.get(square) or self._hand.name(square), closed)

    def _typed(self, name: str, closed: bool) -> None:
        self._by_page = False
        if self._hand and self._session.game:
            square = self._hand.square(name)
            if self._table.real(square):
                self._table.typed(square, closed, self._letters().get(square, ""))

    def _letters(self) -> dict[int, str]:
        """What stands where in the position that is played, or led to."""
        game = self._session.game
        return self._view.lead.stand.letters if self._view.lead else piece_letters(public_text(game)) if game else {}

    def _settle(self) -> None:
        session, game = self._session, self._session.game
        if game is None:
            return
        if self._moment() == self._seen:
            return
        self._logical = self._letters()
        if self._view.lead:
            if self._view.lead.fits and self._view.lead.reached == self._view.lead.index and self._table.resting:
                self._table.settle(self._logical, -1, True)
            return
        if not self._hand or self._hand.busy or not self._table.resting or session.mode not in ("p", "o"):
            return
        if not session.view.ply and set(self._table.squares) == set(self._logical):
            line = session.timeline()
            last = line.turns[-1].plies[-1] if line and line.turns else None
            self._table.settle(self._logical, -1 if last is None else game.destination(last), is_open(game))

    def _take_off(self, now: int) -> None:
        """What is captured goes into the tray by itself: a moment after its captor has come down on a page, or out of the hand
        that had it when the ply became final.
        """
        played = self._session.played
        if played is None or self._view.lead or self._hand is None:
            return
        if played.last != self._taken_at:
            self._taken_at = played.last
            for hand in self._table.captured(played.mirror, self._logical, piece_letters(public_text(played.mirror))):
                self._table.drop(hand, -1, now)
        wanted: tuple[int, ...] = ()
        if MARK_TAKE_OFF in self._session.view.marks and self._by_page and self._session.mode == "p":
            wanted = self._table.to_take_off(played.mirror) if self._table.resting and not self._hand.busy else ()
        if wanted != self._off:
            self._off, self._off_at = wanted, now
        elif wanted and now - self._off_at >= TAKE_OFF_MS:
            for square in wanted:
                self._table.lift(TIDY, square, True, now)
                self._table.drop(TIDY, -1, now)

    def _put_back(self, now: int) -> None:
        """What was moved on a page and refused goes back by itself, once nobody holds anything: the hand puts the pieces where the
        game has them. What went astray in another way is for the players to put right.
        """
        session, hand = self._session, self._hand
        astray = session.mode in ASTRAY or not self._rim.keys().isdisjoint(self._table.squares)
        played = session.played
        refused = played is not None and bool(played.events) and played.events[-1].kind == "refused"
        wrong = self._by_page and astray and refused and not session.question
        if not wrong or hand is None or hand.busy or self._view.lead or not self._table.resting:
            self._wrong_at = 0
        elif not self._wrong_at:
            self._wrong_at = now
        elif now - self._wrong_at >= RETURN_MS:
            self._by_page, self._wrong_at = False, 0
            self._tidy()
            self._actions.sent({"op": "setup"})

    @property
    def _blind(self) -> bool:
        """Whether no page may see which pieces are touched, nor what the lights say: while secret kings are picked, and until the
        board has said that they are not. Nothing else counts, as a replay that was asked for and that the board may refuse.
        """
        return self._session.mode in ("", PICKING)

    def _moment(self) -> tuple[object, ...]:
        """Differs when something else is to be seen."""
        return *self._view.moment, self._table.changed, self._game

    def _show(self, now: int) -> None:
        """Put into the snapshot what has changed."""
        session, put, lead = self._session, self.snapshot.put, self._view.lead
        changed = put("notices", list(self._said))
        moment = self._moment()
        if moment != self._seen:
            self._seen = moment
            changed |= put("lead", guided_sections.lead_section(lead) if lead else None)
            changed |= put("game", guided_sections.game_section(lead) if lead else sections.game_section(session))
            changed |= put("status", guided_sections.status_section(lead) if lead else sections.status_section(session))
            changed |= put("turns", guided_sections.turns_section(lead) if lead else sections.turns_section(session))
            changed |= put("link", self._link())
            if not self._blind:
                table = sections.table_section(self._table, self._logical) if self._hand else None
                changed |= put("table", table)
            settings = {name: setting._asdict() for name, setting in session.settings.items()}
            changed |= put("settings", settings)
        if self._blind:
            changed |= put("lights", None)
        elif self._hand and now >= self._lights_at and self._watched():
            self._lights_at = now + LIGHTS_MS
            self._shone = False
            shining = self._hand.bench.lights()
            lights = {self._hand.square(name): rgb for name, rgb in shining.items()}
            real = {square: rgb for square, rgb in lights.items() if self._table.real(square)}
            beside = {square: shining[name] for square, name in self._rim.items() if name in shining}
            changed |= put("lights", sections.lights_section({**real, **beside}))
        for name, value in self._view.sections.items():
            changed |= put(name, value)
        if changed:
            self._woken()

    # What pages want

    def _obey(self, page: int, message: Message) -> str:
        """Do it; what is to be said."""
        if move := self._hands.get(message["op"]):
            move(page, message)
            return ""
        if message["op"] == "setup":
            self._tidy()
        return self._actions.sent(message)

    def _hand_of(self, page: int, message: Message) -> str:
        if self._hand is None:
            raise CrossboardError(REAL)
        return f"{page}.{number(message, 'hand', 0, HANDS - 1)}"

    def _lift(self, page: int, message: Message) -> None:
        hand = self._hand_of(page, message)
        self._table.lift(hand, square(message), message.get("whole") is True, self._now)

    def _take(self, page: int, message: Message) -> None:
        self._table.take(self._hand_of(page, message), word(message, "letter", 1))

    def _carry(self, page: int, message: Message) -> None:
        self._table.carry(self._hand_of(page, message), square(message), self._now)

    def _drop(self, page: int, message: Message) -> None:
        self._by_page = True
        hand, where = self._hand_of(page, message), square(message)
        if words := self._sent_back(hand, where):
            self._table.let_go(hand, self._now)
            self.say(words)
        else:
            self._table.drop(hand, where, self._now)

    def _sent_back(self, hand: str, where: int) -> str:
        """Why the piece in a hand goes back from another one, which it can't capture, or from beside the board; "" if it stays.
        The board can't tell either from a hand that is still at work, so it does not hear of such a drop.
        """
        table, game, held = self._table, self._session.game, self._table.hands.get(hand)
        if not (game and held) or table.stacking or self._session.mode != "p" or self._view.lead:
            return ""
        if {**table.squares, held.origin: held.letters} != self._logical:
            return ""  # other pieces are on their way, too
        origin, stack, why = square_name(game, held.origin), table.squares.get(where), 0
        if stack and where not in self._rim and not same_side(stack, held.letters):
            why = game.why_not(held.origin, where)
        if why:
            return tr(
                "{refusal}; it is back on {square}", refusal=refusal_words(game, held.origin, where, why), square=origin
            )
        taken = (effect for ply in legal_plies(game) for effect in footprint(game, ply))
        if table.real(where) or (held.origin, TAKEN) in taken:
            return ""
        return tr("no move takes {square} off the board; it is back there", square=origin)

    def _leave(self, page: int, message: Message) -> None:
        del message
        for hand in [name for name in self._table.hands if name.partition(".")[0] == str(page) and name != TYPED]:
            self._table.let_go(hand, self._now)

    def _tidy(self) -> None:
        """Before the pieces are put right: hands let go, and what stands beside the game goes into the box."""
        for hand in list(self._table.hands):
            self._table.let_go(hand, self._now)
        for beside in self._rim.keys() & self._table.squares.keys():
            self._table.lift(TIDY, beside, True, self._now)
            self._table.drop(TIDY, -1, self._now)
        self._table.loose = True
        self._table.changed += 1
