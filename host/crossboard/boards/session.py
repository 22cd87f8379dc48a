"""A session: one board, the game that is played on it, and the library that keeps it.

The board is the arbiter. Every record it sends (a ply, a ply taken back, a refusal, the end) is in the library
before it is acknowledged, also one that makes no sense here; the same plies are played through the same rules, and the
digest that comes with each is compared. On a difference the session says so, asks for the whole position, and
goes on from what the board says. If the library lacks the end of an earlier game (the cable was out just then), or
a record of this one, the board is asked for it.

If the library's game turns out to be another one (storing.py), the connection begins anew.

A board always has a game, also when nobody has asked for one. It is stored with its first record, or when a player has begun
it, named who plays or set a clock.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from crossboard.boards.asking import Inquiry
from crossboard.boards.dating import LiveDates
from crossboard.boards.earlier import Earlier
from crossboard.boards.events import BROKEN, UNCHECKED, captured_by, play_event, read_event, refusal_of
from crossboard.boards.health import HealthWatch
from crossboard.boards.link import Hello, Link, protocol_problem
from crossboard.boards.numbers import read_ms, read_number, read_seq
from crossboard.boards.opponents import ABLE_CONSENT, REMOTE, Levels, Thought, read_thought, require_opponent
from crossboard.boards.played import Played
from crossboard.boards.resuming import Resumption
from crossboard.boards.settings import ABLE, Setting, check_setting, read_settings
from crossboard.boards.storing import Storing
from crossboard.errors import CrossboardError
from crossboard.games.expected import draw_words
from crossboard.games.reasons import ends
from crossboard.games.rules import Game, RulesError, game_at, side_names
from crossboard.games.words import clean
from crossboard.language import join, tr
from crossboard.library import Event, Library, NewGame, wall_ms
from crossboard.library.secret import COMMITMENT, REVEAL, broken_words, is_hidden
from crossboard.library.stored import OPPONENT
from crossboard.library.timeline import Timeline, event_words, tell

FRAME_END = re.compile(r"\*[0-9a-f]{4}$")
NO_DRAW = "a draw cannot be agreed now"
"""The board's word for it (firmware/game/actions.py)."""
NOTICES = 50
RECORDS = frozenset("PURWYEI")
"""Types of messages that are records of a game, each with its number."""
PICKING = "k"  # the board's mode while the players pick secret kings
ASTRAY = ("t", "r")  # and while the lights show the way back: after a refused ply, or where many pieces are off
HISTORY = 4096  # plies that the mirror can take back


@dataclass(frozen=True, slots=True)
class Question:
    """What the board asks: the plies it could be, the one offered first."""

    number: int
    count: int
    offers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What the board's lights say: the ply shown but not final ("" if none) and a mark for each square of the frame."""

    board_game: str = ""
    ply: str = ""
    marks: bytes = b""


class Session:
    """Reads from a link. `changed` counts up with every visible change; `notices` collects messages to show once."""

    def __init__(self, link: Link, library: Library, first: str = "", second: str = "") -> None:
        self.link = link
        self.played: Played | None = None
        self.question: Question | None = None
        self.asked = 0  # questions so far; going round the offers of one makes it no other
        self._view = View()
        self._thought: Thought | None = None
        self._wanted: Levels | None = (
            None  # for the game that a player has begun: the one after the board's `_wanted_after`
        )
        self._wanted_after = ""
        self.begun_with: Levels = (0, 0)  # who was to play the board's game when it was begun here
        self._resumption: Resumption | None = None  # of the game that a player wants to go on with
        self.awaiting = False  # whether another game has been asked for, and the board has neither begun nor refused it
        self.refused_game = ""  # why the board refused the one that was asked for last
        self.refusal = ""  # the last one in words, until a ply is played
        self.notices: deque[str] = deque(maxlen=NOTICES)
        self.console: deque[str] = deque(maxlen=NOTICES)
        self.chosen: deque[str] = deque(maxlen=NOTICES)  # with the board's buttons, for a player far away
        self.left: deque[int] = deque(maxlen=NOTICES)  # games of the library that the players have left for another one
        self.changed = 0
        self.mode = ""
        self.in_match = False  # whether this program has a remote player for this board
        self.settings: dict[str, Setting] = {}  # of the board
        self._inquiry = Inquiry(library)
        self._health = HealthWatch(link, library)
        self.on_bench: Callable[[str], None] | None = (
            None  # takes what the board says while play rests, `error` if it refuses
        )
        self._library = library
        self._names = (first, second)
        self._hello: Hello | None = None
        self._state = link.state
        self._connections = link.connections
        self._foreign = False  # the board speaks another protocol: nothing is asked of it, nothing acknowledged
        self._dates = LiveDates(link)
        self._earlier = Earlier(link, library)
        self._storing = Storing(link, library, self._note)
        self._asking_anew = False  # what still comes is of a game that the board is to announce again
        self._takers: dict[str, Callable[[str], None]] = {  # by the message's type; records apart
            "": self._printed,
            "B": self._chose,
            "C": self._answered,
            "D": self._tested,
            "F": self._flown,
            "G": self._game,
            "H": self._greeted,
            "J": self._brought,
            "L": self._logged,
            "O": self._set_up,
            "Q": self._asked,
            "S": self._snapshot,
            "T": self._dates.take,
            "V": self._viewed,
            "Z": self._thinks,
        }

    @property
    def _board(self) -> str:
        return self._hello.board if self._hello else "?"

    @property
    def game(self) -> Game | None:
        """The position, None while no game is known."""
        return self.played.mirror if self.played else None

    @property
    def view(self) -> View:
        """What the lights say of this game. The view of a game may come before its announcement."""
        return self._view if self.played and self._view.board_game == self.played.board_game else View()

    @property
    def thought(self) -> Thought | None:
        """What the board wants of the search in this game, or has of it; None if nothing."""
        thought = self._thought
        return thought if thought and self.played and thought.board_game == self.played.board_game else None

    @property
    def gone_on(self) -> bool:
        """Whether the game has gone on since the board said what it thinks; its next word is on the way."""
        return bool(self.thought and self.played and self.played.gone_on_since(self.thought.seq))

    @property
    def absent(self) -> str:
        """The side that the board keeps for a remote player although no match is played here; "" if there is none."""
        played = self.played
        if self.in_match or played is None or not played.caught_up or played.ended or REMOTE not in played.levels:
            return ""
        return side_names(played.mirror)[played.levels.index(REMOTE)]

    def timeline(self) -> Timeline | None:
        """The timeline of the game so far."""
        return self.played.timeline() if self.played else None

    def step(self) -> None:
        """Process what the board has sent."""
        messages = self.link.step()
        if self.link.connections != self._connections:
            self._connections = self.link.connections
            self.question, self.mode, self._thought, self.awaiting = None, "", None, False
            self._asking_anew = False
            self._dates.forget()
            self._earlier.forget()
        self._dates.step()
        self._health.step(wall_ms())
        fresh: list[Event] = []
        for kind, payload in messages:
            if kind in ("G", "J"):  # what these bring about begins with what is stored
                self._commit(fresh)
            try:
                event = self._take(kind, payload)
            except (ValueError, IndexError):
                self._note(
                    tr(
                        "the board sent something that can't be understood: {message}",
                        message=" ".join((kind, clean(payload))),
                    )
                )
                continue
            if event is not None:
                fresh.append(event)
        self._commit(fresh)
        if messages or self.link.state != self._state:
            self._state = self.link.state
            self.changed += 1

    # What the players want of the board

    def new_game(self, spec: str, levels: Levels = (0, 0)) -> bool:
        """Ask for a new game: `GAME[:VARIANT]` or a position text; `levels` as in `play_sides`. False if nobody is connected."""
        if any(levels):
            require_opponent(self.link.hello, spec, REMOTE in levels)
        self._wanted, self._wanted_after = levels, self.played.board_game if self.played else ""
        return self._ask_for("N", spec)

    def resume(self, number: int) -> bool:
        """Ask for that game of the library to go on as itself; False if nobody is connected, CrossboardError if it can't go on."""
        if self.played and self.played.number == number and not self.played.ended:
            raise CrossboardError(tr("game {number} is on the board already", number=number))
        wanted = Resumption(self._library, number)
        hello = wanted.require(self.link.hello)
        wanted.claim(self._library, hello.board)
        self._resumption, self._wanted = wanted, None
        return self._ask_for("G", wanted.request)

    def _ask_for(self, kind: str, game: str) -> bool:
        self.awaiting, self.refused_game = self.link.send(kind, game), ""
        return self.awaiting

    def play_sides(self, levels: Levels) -> bool:
        """Let Crossboard play each side at that level from now on, 0 for a player. CrossboardError if it can't."""
        if any(levels):
            require_opponent(self.link.hello, self.played.start if self.played else "", REMOTE in levels)
        known = self.played.levels if self.played else [0, 0]
        fresh = [side for side in (0, 1) if levels[side] != known[side]]
        sent = [self.link.send("I", f"{side} {levels[side]}") for side in fresh]
        return all(sent)

    def name_sides(self, first: str, second: str, later: bool = False) -> None:
        """Set the players' names ("": unchanged), stored with the game. `later`: from the next game on."""
        self._names = (first or self._names[0], second or self._names[1])
        played = self.played
        if played is None or later or not (first or second):
            return
        if played.number:
            stored = self._library.game(played.number)
            self._library.open_game(NewGame(stored.board, stored.board_game, stored.start, first, second))
        played.first, played.second = first or played.first, second or played.second
        self._read_names(played)
        self.changed += 1

    @property
    def names(self) -> tuple[str, str]:
        """The players of the next game, "" for nobody known."""
        return self._names

    def forget_sides(self) -> None:
        """Forget the players' names from the next game on."""
        self._names = ("", "")

    def hint(self) -> bool:
        """Ask for a hint: the board's lights show it."""
        require_opponent(self.link.hello, self.played.start if self.played else "")
        return self.link.send("Z", "hint")

    def promise(self, thought: Thought) -> bool:
        """Tell the board that the search is at work here."""
        return self.link.send("Z", f"{thought.board_game} {thought.seq} -")

    def withdraw(self, thought: Thought) -> bool:
        """Tell the board to stop leading through a remote player's ply."""
        return self.link.send("Z", f"{thought.board_game} {thought.seq} -")

    def answer(self, thought: Thought, ply: str, score: int = 0) -> bool:
        """Tell the board what the search, or a player far away, plays; `score` in hundredths of a plain piece, for its side."""
        return self.link.send("Z", f"{thought.board_game} {thought.seq} {ply} {score}")

    def press(self, button: str, hold: bool = False) -> bool:
        """Press `ok`, `next` or `back`, or hold it."""
        return self.link.send("B", f"{button} hold" if hold else button)

    def choose(self, ply: str) -> bool:
        """Answer the board's question by one of the plies it offers; if it no longer offers that, the board says so."""
        return self.link.send("B", f"answer {ply}")

    def take_back(self, count: int = 1) -> bool:
        """Ask the board to take plies back."""
        return self.link.send("U", str(count))

    def end(self, result: int, reason: str) -> bool:
        """End the game: `resigned` or `agreed`."""
        game = self.played.mirror.name if self.played else ""
        return self.link.send("E", f"{result} {ends(game).code(reason)}")

    def ask_consent(self, what: str) -> bool:
        """Let the board's lights ask its player for what the one far away wants, `draw` or `takeback`, or whether the `win` over
        one who has left is claimed; "": no more."""
        hello = self.link.hello
        return hello is not None and ABLE_CONSENT in hello.able and self.link.send("Q", what)

    def set_marks(self, marks: Mapping[str, int]) -> bool:
        """Light squares (name -> MARK_) where the board shows nothing else, until something happens in the game."""
        return self.link.send("M", " ".join(f"{square}:{mark}" for square, mark in marks.items()))

    def name_players(self, names: Mapping[int, str], lasting: bool = True) -> None:
        """Who plays, by side; "" for nobody known. In the library, too; `lasting`: in later games as well. CrossboardError if that
        side is Crossboard's."""
        played = self.played
        if played is None:
            return
        for side in filter(played.searched, names):
            raise CrossboardError(tr("{side} is played by Crossboard", side=side_names(played.mirror)[side]))
        self._library.name_players(self.keep(played), names)
        played.first, played.second = names.get(0, played.first), names.get(1, played.second)
        if lasting:
            self._names = (names.get(0, self._names[0]), names.get(1, self._names[1]))
        self.changed += 1

    def set(self, name: str, value: str) -> bool:
        """Set something on the board; CrossboardError if it has no such setting, or not that value."""
        check_setting(self.settings, name, value)
        return self.link.send("O", f"{name} {value}")

    # What the board says

    def _note(self, text: str) -> None:
        self.notices.append(text)
        self.changed += 1

    def _take(self, kind: str, payload: str) -> Event | None:
        """One message; a record is given back, to be stored. ValueError or IndexError if it is malformed."""
        if (self._foreign or self._asking_anew) and kind not in ("", "H"):
            return None
        if kind in RECORDS:
            return self._record(kind, payload)
        if kind in self._takers:  # others are of a later protocol
            self._takers[kind](payload)
        return None

    def _printed(self, payload: str) -> None:
        if not FRAME_END.search(payload):  # the port was opened in the middle of a frame
            self.console.append(clean(payload))

    def _chose(self, payload: str) -> None:
        self.chosen.append(payload)

    def _logged(self, payload: str) -> None:
        self._note(tr("board: {words}", words=self._in_full(payload)))

    def _in_full(self, refusal: str) -> str:
        """What the board refuses something with; its short word about a draw as the game's own sentence."""
        return draw_words(self.game) if self.game and refusal == NO_DRAW else clean(refusal)

    def _set_up(self, payload: str) -> None:
        self.settings = read_settings(payload)

    def _tested(self, payload: str) -> None:
        if not self._health.hear(payload) and self.on_bench:
            self.on_bench(payload)

    def _greeted(self, _: str) -> None:
        hello = self.link.hello
        if hello is None or hello == self._hello:
            return
        if self._hello and self._hello.board != hello.board:
            self._note(tr("a different board is connected now: {board}", board=clean(hello.board)))
            self.played = None
            self.settings = {}
        self._hello = hello
        problem = protocol_problem(hello)
        self._foreign = bool(problem)
        if problem:
            self._note(problem)
        self._library.boards.see(hello.board, hello.profile, hello.firmware, self.link.port_name)

    def _game(self, payload: str) -> None:
        game, seq, start = payload.split(" ", 2)
        try:
            mirror = game_at(start, HISTORY)
        except RulesError as error:
            self._note(tr("the board plays something that this program can't read: {why}", why=error))
            return
        number = self._storing.find(self._board, game, start, self._names)
        left = self.played
        elsewhere = left is not None and left.number and left.board_game != game and left.timeline().turns
        if left and elsewhere:
            self.left.append(left.number)
        self.played = played = Played(number, game, start, mirror, *self._names, seen_ms=wall_ms())
        self.refusal, self.question, self.awaiting = "", None, False
        if self._view.board_game != game:  # what the board said last was of another game
            self.mode = ""
        self._retell(played)
        there = read_number(seq)
        self._dates.begin(game)
        self.begun_with = (0, 0)
        if self._wanted and game != self._wanted_after:
            self.begun_with, self._wanted = self._wanted, None
            self.keep(played)
            self.play_sides(self.begun_with)
        if not self.settings and self._hello and ABLE in self._hello.able:
            self.link.send("O")
        self._storing.announced(played, there)
        self._earlier.look(self._board, game)

    def keep(self, played: Played) -> int:
        """Store the game being played, if it is not stored yet; its number."""
        if not played.number:
            self._storing.store(played, self._board)
            self.changed += 1
        return played.number

    def _read_names(self, played: Played) -> None:
        """Take the players' names from the library, if the game is there."""
        if played.number:
            stored = self._library.game(played.number)
            played.first, played.second = stored.first, stored.second

    def _retell(self, played: Played) -> None:
        """Take the game's players and events, and where they lead to, from the library."""
        self._read_names(played)
        if problem := played.retell(self._library.events(played.number) if played.number else []):
            self._doubt(tr("the log of this game does not fit the rules: {why}", why=problem))

    def _contradicted(self, played: Played, seq: int) -> None:
        """A record is not the one that is stored: that is another game."""
        self._storing.reject(played, seq)
        self.played = None
        self._asking_anew = True
        self.link.renew()

    def _brought(self, payload: str) -> None:
        """A line of a stored game has come from the flash; with the last one, the game."""
        brought = self._earlier.take(payload, self._dates.clock)
        for problem in brought.problems if brought else ():
            self._note(problem)
        if brought and self.played and brought.number == self.played.number:
            self._retell(self.played)
            self.changed += 1

    def _record(self, kind: str, payload: str) -> Event | None:
        fields = payload.split(" ")
        game, seq = fields[0], read_seq(fields[1])
        played = self.played
        if played is None or game != played.board_game:
            self._note(
                tr(
                    "a record of a game that the board has not announced: {record}",
                    record=" ".join((kind, clean(payload))),
                )
            )
            return None
        raw = f"{kind} {payload}"
        known = played.known(seq)
        if known and known.raw != raw or played.to_compare and seq > played.to_compare:
            self._contradicted(played, seq)
            return None
        event = read_event(kind, fields[1:], self._dates.at(read_ms(fields[2])).wall, raw, played.mirror.name)
        if known:
            if seq == played.to_compare:
                self._storing.confirm(played)
            return None
        if seq != played.last + 1:
            self._doubt(tr("record {number} of the game is missing", number=played.last + 1))
            self._earlier.want(self._board, game)
        event = replace(event, flag=self._apply(played, event))
        played.events.append(event)
        if event.kind == REVEAL and not played.doubtful and is_hidden(played.mirror):
            played.mirror = tell(played.start, played.events).game  # it knows the kings, once both are revealed
        return event

    def _flown(self, payload: str) -> None:
        """A line of the flight recorder."""
        game, _, line = payload.split(" ", 2)
        read_ms(line.partition(" ")[0])
        played = self.played
        if played is None or game != played.board_game or played.to_compare:
            return
        if played.number:
            self._library.append_flight(played.number, [line])
        else:
            played.flown.append(line)

    def _apply(self, played: Played, event: Event) -> str:
        """Play a record on the mirror; returns its flag, "" if it fits."""
        mirror = played.mirror
        if event.kind == "refused":
            self.refusal = refusal_of(mirror, event)
            return ""
        if event.kind == "end":
            self._health.ask()
            return ""
        if event.kind == OPPONENT:
            played.seat(event)
            return ""
        if event.kind in (COMMITMENT, REVEAL):
            self._note(event_words(mirror, event))
            problem = broken_words(played.events, event)
            if problem:
                self._note(join(": ", (event_words(mirror, event), problem)))
            return BROKEN if problem else ""
        self.refusal, self.question = "", None
        self._inquiry.close(event.text if event.kind == "ply" else "")
        if played.doubtful:
            return UNCHECKED
        captured = captured_by(mirror, event)
        flag, problem = play_event(mirror, event)
        if captured and not problem:
            self._note(join(": ", (event.text, captured)))
        if problem:
            self._doubt(problem)
        return flag

    def _doubt(self, what: str) -> None:
        """The mirror is wrong: say so, and ask for the position."""
        self._note(tr("{what}; asking the board for its position", what=what))
        if self.played:
            self.played.doubtful = True
        self.link.send("S")

    def _snapshot(self, payload: str) -> None:
        fields = payload.split(" ", 6)
        played = self.played
        if (
            played is None
            or fields[0] != played.board_game
            or read_number(fields[1]) != played.last
            or played.to_compare
        ):
            return  # of another moment
        self.mode = fields[5]
        if not played.doubtful and fields[3] == f"{played.mirror.digest():06x}":
            return
        if len(fields) == 7:
            mirror = game_at(fields[6], HISTORY)
            if fields[3] != f"{mirror.digest():06x}":
                raise ValueError("a position whose digest does not match")
            self._note(tr("using the board's position: {position}", position=mirror.text()))
            played.mirror, played.doubtful = mirror, False
            return
        if not played.doubtful:  # plies go on being checked: each brings a digest of its own
            self._note("the board's position differs from this program's; asking the board for its position")
        self.link.send("S")  # also if an answer was lost: it has no number

    def _asked(self, payload: str) -> None:
        fields = payload.split(" ")
        after, at, number = read_number(fields[1]), read_ms(fields[2]), read_number(fields[3])
        if not number:
            self.question = None
            self._inquiry.close("")
            return
        self.asked += self.question is None
        self.question = asked = Question(number, read_number(fields[4]), tuple(fields[5:]))
        if self.played and fields[0] == self.played.board_game and not self.played.to_compare:
            self._inquiry.ask(self.keep(self.played), after, asked.count, asked.offers, at, self._dates.at(at).wall)

    def _thinks(self, payload: str) -> None:
        self._thought = read_thought(payload.split(" "))

    def _viewed(self, payload: str) -> None:
        fields = payload.split(" ")
        ply = "" if fields[2] == "-" else fields[2]
        self.mode = fields[1]
        self._view = View(fields[0], ply, bytes(int(digit, 16) for digit in fields[3]))

    def _answered(self, payload: str) -> None:
        kind, outcome, *words = payload.split(" ")
        if kind == "J" and self._earlier.refused():
            return
        if kind == "N" and outcome != "ok":
            self._wanted = None
        if kind in ("N", "G") and outcome != "send":
            self.awaiting = False
            self.refused_game = "" if outcome == "ok" else clean(" ".join(words))
        if kind == "G" and self._resumption:
            if outcome == "send":
                for record in self._resumption.records():
                    self.link.send("G", record)
                return
            self._resumption = None
        if outcome != "ok":
            if kind == "D" and self.on_bench:
                self.on_bench("error")
            self._note(
                tr("the board: {words}", words=self._in_full(" ".join(words)) or tr("{kind} refused", kind=kind))
            )

    def _commit(self, fresh: list[Event]) -> None:
        """Store what has come in, and only then acknowledge it."""
        if not fresh or self.played is None:
            return
        number = self.keep(self.played)
        self._library.append(number, fresh)
        self._read_names(self.played)
        if fresh[0].seq == 1 and fresh[0].wall_ms and fresh[0].board_ms is not None:
            began = self._dates.at(fresh[0].board_ms)
            self._library.began_earlier(number, began.wall, "estimated" if began.estimated else "board")
        fresh.clear()
        self._storing.acknowledge(self.played)
