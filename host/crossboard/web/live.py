"""The playing side of the live page: takes in what pages want, moves the pieces of a simulated board, and keeps the
snapshot that they show. Everything here but `submit` and `leave` runs in the thread that plays; nothing waits.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable
from typing import Protocol, cast

from crossboard.boards.attach import Attached
from crossboard.boards.board_search import BoardSearch
from crossboard.boards.session import PICKING, Session
from crossboard.errors import CrossboardError
from crossboard.games.draw import piece_letters
from crossboard.games.gestures import Hand, Workbench, set_up
from crossboard.games.names import checked_name
from crossboard.games.rules import Game, RulesError, public_text, read_game
from crossboard.games.words import clean
from crossboard.guided_replay.guided_replay import Lead
from crossboard.guided_replay.in_play import Leader
from crossboard.library.secret import is_open
from crossboard.profiles.layout import square_name as board_name
from crossboard.puzzles import Puzzle
from crossboard.web import guided_sections, sections
from crossboard.web.commands import HANDS, RIM, Message, number, read_levels, square, word
from crossboard.web.roles import MANAGERS
from crossboard.web.snapshot import Snapshot
from crossboard.web.table import TYPED, Table

LIGHTS_MS = 40  # between two looks at the lights while somebody watches
WAITING = 500  # messages of pages that may wait; more are dropped
NOTICES = 6
MENUS = {
    "ok": "The board's menu, choose a game",
    "next": "The board's menu, how much the lights teach",
    "back": "The board's menu, this game: resign, draw, take back",
}
TIDY = "tidy"  # the hand that clears away what stands beside the game, and what is captured
MARK_TAKE_OFF = sections.MARKS.index("take-off")
TAKE_OFF_MS = 400  # from a capture to the captured piece in the tray


class Puzzles(Protocol):
    """Puzzles at the board (play/puzzling.py)."""

    changed: int
    words: str
    puzzle: Puzzle | None

    def begin(self, game: str, number: int) -> None: ...
    def next(self) -> None: ...


class Match(Protocol):
    """A match with somebody far away (hub/remote.py): whatever both have to agree on goes by it."""

    changed: int

    @property
    def over(self) -> bool: ...
    @property
    def holds_board(self) -> bool: ...
    def take_back(self, count: int) -> None: ...
    def offer_draw(self) -> None: ...
    def resign(self) -> None: ...
    def answer(self, yes: bool) -> None: ...
    def section(self) -> dict[str, object]: ...


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
    """`watched` says whether anybody looks; `snapshot` is what they see; `woken` is called when it has changed."""

    def __init__(self, attached: Attached, session: Session, woken: Callable[[], None]) -> None:
        self.snapshot = Snapshot()
        self.rounds = 0  # a sign of life
        self.watched: Callable[[], bool] = lambda: False
        self.wake: Callable[[], None] = lambda: None  # ends the rest of whoever calls `step`
        self._woken = woken
        self._attached = attached
        self._session = session
        self._hand: Hand | None = attached.hand
        self._bench: Workbench | None = attached.hand.bench if attached.hand else None
        self._table = Table(self._sense)
        self._logical: dict[int, str] = {}
        self._game = ""
        self._inbox: queue.Queue[tuple[int, Message]] = queue.Queue(WAITING)
        self._said: deque[tuple[int, str]] = deque(maxlen=NOTICES)
        self.leader: Leader | None = None
        self.search: BoardSearch | None = None
        self.puzzling: Puzzles | None = None
        self.match: Match | None = None
        self.typed: Callable[[str], None] = lambda line: None  # a command as if it were typed in the terminal
        self._rim: dict[int, str] = {}  # the board's names of its squares beside the game's
        self._count = 0
        self._seen: tuple[object, ...] = ()
        self._lights_at = 0
        self.shone = True  # whether the lights may be others than those that pages have
        self._by_page = False  # whether the last piece was put down on a page, not typed
        self._off: tuple[int, ...] = ()  # squares whose pieces are captured and still stand
        self._off_at = 0
        self._taken_at = 0  # the last record whose captures have been seen to
        self._thought_seen = -1
        self._puzzle_seen = -1
        self._match_seen = (-1, False)
        self._now = 0
        if attached.hand and self._bench:
            attached.hand.bench = TableBench(self._bench, self._typed)
        self._ops: dict[str, Callable[[int, Message], None]] = {
            "lift": self._lift, "take": self._take, "carry": self._carry, "drop": self._drop, "tidy": self._tidy,
            "press": self._press, "answer": self._choose, "new": self._new, "resign": self._resign,
            "draw": self._draw, "takeback": self._take_back, "lead": self._lead,
            "against": self._against, "hint": self._hint, "puzzle": self._puzzle,
            "names": self._names, "set": self._set, "clock": self._clock, "consent": self._consent,
            "resume": self._resume,
        }  # fmt: skip
        self.may = dict.fromkeys(self._ops, MANAGERS)
        self.snapshot.put("words", sections.MARK_WORDS)
        self.snapshot.put("table", None)
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
        self.wake()
        return True

    def leave(self, page: int) -> None:
        """A page is gone; what it held goes back."""
        self.submit(page, {"op": "leave"})

    def games(self) -> list[str]:
        """What the board plays."""
        hello = self._session.link.hello
        return list(hello.games) if hello else []

    # In the playing thread

    def say(self, text: str) -> None:
        """Tell everybody something, once."""
        self._count += 1
        self._said.append((self._count, clean(text)))

    def step(self, now: int) -> None:
        """One round: obey, let time pass, show."""
        self._now = now
        self.rounds += 1
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
        self._take_off(now)
        self._settle()
        self._show(now)

    @property
    def resting(self) -> bool:
        """Whether a round has nothing to do until something comes: no hand moves, nothing is to be taken off or looked at."""
        return self._table.resting and not self._off and not (self.shone and self.watched())

    @property
    def lead(self) -> Lead | None:
        """The replay on the board, None while it plays."""
        return self.leader.lead if self.leader else None

    def _look_at_game(self) -> None:
        """Another game: put away what stands outside it, and see which pieces it has."""
        played, hand, bench, lead = self._session.played, self._hand, self._bench, self.lead
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
        return self.lead.stand.letters if self.lead else piece_letters(public_text(game)) if game else {}

    def _settle(self) -> None:
        session, game = self._session, self._session.game
        if game is None:
            return
        if self._moment() == self._seen:
            return
        self._logical = self._letters()
        if self.lead:
            if self.lead.fits and self.lead.reached == self.lead.index and self._table.resting:
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
        if played is None or self.lead or self._hand is None:
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

    @property
    def _blind(self) -> bool:
        """Whether no page may see which pieces are touched, nor what the lights say: while secret kings are picked, and until the
        board has said that they are not. Nothing else counts, as a replay that was asked for and that the board may refuse.
        """
        return self._session.mode in ("", PICKING)

    def _moment(self) -> tuple[object, ...]:
        """Differs when something else is to be seen."""
        led = self.leader.changed if self.leader else 0
        return self._session.changed, self._table.changed, self._game, led, self.lead is None

    def _show(self, now: int) -> None:
        """Put into the snapshot what has changed."""
        session, put, lead = self._session, self.snapshot.put, self.lead
        changed = put("notices", list(self._said))
        moment = self._moment()
        if moment != self._seen:
            self._seen = moment
            changed |= put("lead", guided_sections.lead_section(lead) if lead else None)
            changed |= put("game", guided_sections.game_section(lead) if lead else sections.game_section(session))
            changed |= put("status", guided_sections.status_section(lead) if lead else sections.status_section(session))
            changed |= put("turns", guided_sections.turns_section(lead) if lead else sections.turns_section(session))
            changed |= put("link", sections.link_section(session, self._attached.note, self._hand is not None))
            if not self._blind:
                table = sections.table_section(self._table, self._logical) if self._hand else None
                changed |= put("table", table)
            settings = {name: setting._asdict() for name, setting in session.settings.items()}
            changed |= put("settings", settings)
        if self._blind:
            changed |= put("lights", None)
        elif self._hand and now >= self._lights_at and self.watched():
            self._lights_at = now + LIGHTS_MS
            self.shone = False
            shining = self._hand.bench.lights()
            lights = {self._hand.square(name): rgb for name, rgb in shining.items()}
            real = {square: rgb for square, rgb in lights.items() if self._table.real(square)}
            beside = {square: shining[name] for square, name in self._rim.items() if name in shining}
            changed |= put("lights", sections.lights_section({**real, **beside}))
        if self.search and self.search.changed != self._thought_seen:
            self._thought_seen = self.search.changed
            changed |= put("thinking", self.search.words())
        if self.puzzling and self.puzzling.changed != self._puzzle_seen:
            self._puzzle_seen = self.puzzling.changed
            one = self.puzzling.puzzle
            changed |= put("puzzle", {"number": one.number, "words": clean(self.puzzling.words)} if one else None)
        if self.match and (seen := (self.match.changed, self.match.holds_board)) != self._match_seen:
            self._match_seen = seen
            changed |= put("match", self.match.section() if self.match.holds_board else None)
        if changed:
            self._woken()

    # What pages want

    def _obey(self, page: int, message: Message) -> None:
        obey = self._leave if message["op"] == "leave" else self._ops[message["op"]]
        obey(page, message)

    def _hand_of(self, page: int, message: Message) -> str:
        if self._hand is None:
            raise CrossboardError("this is a real board: move its pieces by hand")
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
        self._table.drop(self._hand_of(page, message), square(message), self._now)

    def _leave(self, page: int, message: Message) -> None:
        del message
        for hand in [name for name in self._table.hands if name.partition(".")[0] == str(page) and name != TYPED]:
            self._table.let_go(hand, self._now)

    def _tidy(self, page: int, message: Message) -> None:
        """Put every piece where the game has it."""
        del page, message
        game = self._session.game
        if self._hand is None or game is None:
            raise CrossboardError("this is a real board: move its pieces by hand")
        for hand in list(self._table.hands):
            self._table.let_go(hand, self._now)
        for beside in self._rim.keys() & self._table.squares.keys():
            self._table.lift(TIDY, beside, True, self._now)
            self._table.drop(TIDY, -1, self._now)
        self._hand.drop()
        touches = self.lead.touches() if self.lead else set_up(game, self._hand.standing())
        self._hand.perform(touches, self._now)
        self._table.loose = True
        self._table.changed += 1

    def _need_game(self) -> Game:
        game = self._session.game
        if game is None or self.lead:
            raise CrossboardError("no game is in progress" + (": this is a replay" if self.lead else ""))
        return game

    def _sent(self, ok: bool) -> None:
        if not ok:
            raise CrossboardError("the board is not connected")

    def _press(self, page: int, message: Message) -> None:
        del page
        button = word(message, "button", 4)
        if button not in ("ok", "next", "back"):
            raise CrossboardError("a button is ok, next or back")
        hold = message.get("hold") is True
        if self.lead and self.leader:
            self.leader.press(button, hold)
        else:
            self._sent(self._session.press(button, hold))
            if hold:
                self.say(f"{MENUS[button]}: NEXT shows the next choice, OK takes it, BACK leaves")

    def _choose(self, page: int, message: Message) -> None:
        del page
        ply, asked = word(message, "ply", 60), self._session.question
        if asked is None or ply not in asked.offers and asked.count <= len(set(asked.offers)):
            raise CrossboardError(f"the board no longer asks about {ply}")
        self._sent(self._session.choose(ply))

    def _new(self, page: int, message: Message) -> None:
        del page
        spec = word(message, "spec")
        self._leave_match()
        read_game(spec)
        levels = read_levels(message) if "levels" in message else (0, 0)
        if self.leader:
            self.leader.end()
        self._sent(self._session.new_game(spec, levels))

    def _resume(self, page: int, message: Message) -> None:
        """A game of the library goes on as itself."""
        del page
        game = number(message, "game", 1, 1 << 40)
        self._leave_match()
        if self.leader:
            self.leader.end()
        self._sent(self._session.resume(game))

    def _against(self, page: int, message: Message) -> None:
        """Who plays: Crossboard at a level, or a player."""
        del page
        self._need_game()
        if self._held:
            raise CrossboardError("a remote player plays the other side of this match")
        self._sent(self._session.play_sides(read_levels(message)))

    def _hint(self, page: int, message: Message) -> None:
        del page, message
        self._need_game()
        self._sent(self._session.hint())

    def _puzzle(self, page: int, message: Message) -> None:
        """A puzzle on the board: that of a game, or the one after the last."""
        del page
        if self.puzzling is None:
            raise CrossboardError("no puzzle can be set up on this board")
        self._leave_match()
        if self.leader:
            self.leader.end()
        if "number" in message:
            self.puzzling.begin(word(message, "game", 60), number(message, "number", 1, 1 << 20))
        else:
            self.puzzling.next()

    def _names(self, page: int, message: Message) -> None:
        """Who plays: `names` by side; those that Crossboard plays stay."""
        del page
        self._need_game()
        played = self._session.played
        given = cast("list[object]", message.get("names")) if isinstance(message.get("names"), list) else []
        if len(given) != 2 or not all(isinstance(name, str) for name in given):
            raise CrossboardError("'names' are two texts")
        levels = played.levels if played else [0, 0]
        self._session.name_players(
            {side: checked_name(str(name)) for side, name in enumerate(given) if not levels[side]}
        )

    def _set(self, page: int, message: Message) -> None:
        """One of the board's settings."""
        del page
        self._sent(self._session.set(word(message, "name", 30), str(number(message, "value", 0, 1000))))

    def _clock(self, page: int, message: Message) -> None:
        del page
        self.typed(f"clock {word(message, 'kind', 10)}")

    def put_clock(self, value: object) -> None:
        """The chess clock, None for none."""
        if self.snapshot.put("clock", value):
            self._woken()

    def _resign(self, page: int, message: Message) -> None:
        del page
        self._need_game()
        if match := self._held:
            match.resign()
            return
        self._sent(self._session.end(2 - number(message, "side", 0, 1), "resigned"))

    def _draw(self, page: int, message: Message) -> None:
        del page, message
        self._need_game()
        if match := self._held:
            match.offer_draw()
            return
        self._sent(self._session.end(3, "agreed"))

    def _take_back(self, page: int, message: Message) -> None:
        del page
        self._need_game()
        count = number(message, "count", 1, 999)
        if match := self._held:
            match.take_back(count)
            return
        self._sent(self._session.take_back(count))

    def _consent(self, page: int, message: Message) -> None:
        """The answer to what the player far away asks for."""
        del page
        if self.match is None:
            raise CrossboardError("no remote player plays in this game")
        self.match.answer(message.get("yes") is True)

    @property
    def _held(self) -> Match | None:
        """The match that has the board's game, None if that is nobody's but the board's."""
        return self.match if self.match and self.match.holds_board else None

    def _leave_match(self) -> None:
        """CrossboardError if a match holds the board."""
        if self.match and not self.match.over:
            raise CrossboardError("a match is being played: resign, or leave with q; it can be gone on with later")

    def _lead(self, page: int, message: Message) -> None:
        """A replay on the board: `do` says what is wanted of it."""
        del page
        if self.leader is None:
            raise CrossboardError("no game can be replayed on this board")
        do = word(message, "do", 10)
        if do == "begin":
            moment = number(message, "moment", 0, 1 << 40) if "moment" in message else None
            self.leader.begin_logged(number(message, "game", 1, 1 << 40), None, moment)
            if message.get("on") is True:
                self.leader.play_on()
        elif do == "turn":
            self.leader.obey(["turn", str(number(message, "turn", 0, 1 << 20))])
        elif do in ("on", "stop"):
            self.leader.obey([do])
        elif do in ("ok", "next", "back") and self.lead:
            self.lead.tap(do)
