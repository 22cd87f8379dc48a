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
from dataclasses import dataclass
from types import FrameType

from crossboard.boards.attach import Attached
from crossboard.boards.board_search import THINK_S, BoardSearch
from crossboard.boards.greeting import CONSOLE_LINES, await_hello, farewell, fresh_notes
from crossboard.boards.link import CONNECTED
from crossboard.boards.opponents import Levels, Thought, read_against
from crossboard.boards.session import Played, Session
from crossboard.boards.watch import PortWatch
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import STOPPED, ChessClock, Ply, read_kind
from crossboard.games.draw import console, draw_board
from crossboard.games.gestures import Hand, ply_touches, read_gesture, set_up, standing_in
from crossboard.games.names import checked_name
from crossboard.games.rules import Game, RulesError, read_game, side_names
from crossboard.games.words import clean
from crossboard.guided_replay import in_play
from crossboard.guided_replay.guided_replay import Lead
from crossboard.guided_replay.in_play import Leader
from crossboard.guided_replay.story import Story
from crossboard.hub.courier import Courier
from crossboard.hub.remote import RemoteGame
from crossboard.library import Library
from crossboard.library.selection import game_number
from crossboard.play.clock_lights import ClockLights
from crossboard.play.puzzling import Puzzling
from crossboard.recognize.logged import last_why
from crossboard.terminal.interface import LEAVE, Interface, Leave
from crossboard.terminal.view import Shown, absent_words, on_show
from crossboard.web.server import Server

REDRAW_MS = 100  # between two looks at the lights
ROUND_S = 0.02  # between two rounds while something goes on
REST_S = 0.25  # and while nothing does: what comes ends the rest at once
SOON_S = 0.005
SET_UP_AGAIN_MS = 3000
PATIENCE_MS = 5000  # typed gestures wait so long for the pieces to be put up
QUIET_MS = 1000  # without any news a typed gesture has had its effect
READING_MS = 2500  # for a caption of a script
CLOCK_MS = 5000  # between two corrections of the clock of a match
KEEP_CLOCK_MS = 5000  # between two writings of a clock that runs: so much is nobody's time if the program is killed
TRY_AGAIN_MS = 6000  # the opponent's ply, after something came in between
IN_PLAY = ("p", "t", "o")  # the session's modes in which a clock runs: also while a refused ply is put right
ANSWER_MS = 10_000  # and a legal one at most so long after it

ALONE = frozenset(
    (
        "help",
        "?",
        "draw",
        "hint",
        "why",
        "why?",
        "setup",
        "board",
        "links",
        "quit",
        "exit",
        "q",
        "accept",
        "decline",
        "remote",
    )
)
"""What may be typed and has no more words: `draw Bob` is no draw."""

HELP = """ok, next, back        answer the board's question; ok hold: the board's menus
new [GAME[:VARIANT]]  begin a new game        takeback [N]  take plies back
resume GAME           go on with an interrupted game of the library
against LEVEL [SIDE]  Crossboard plays the other side than yours, level 1 to 8
against 4,6           two levels against each other           against none  two players
name white|black NAME who plays                clock 5+3|5d3|10|off  a chess clock
hint                  the lights show a good move
why                   how the last move was read, asked about or refused
puzzle [N]            a position to win, set up by the lights
resign [white|black]  give up                 draw          agree on a draw
set [NAME VALUE]      the board's settings: lights, teaching
links                 the addresses of the page and of the match
replay GAME [TURN]    replay a logged game on the board
q, quit               leave; the game is kept"""
REMOTE_HELP = """
accept, decline       answer what the other player asks for
remote                bring the match back to the board"""
HAND_HELP = """-a4 +b5               lift the piece of a4, put one on b5
a4-b5, d3xb5@a4       play a move as a hand would   setup  set up the pieces"""


Tale = tuple[Story, int, bool]
"""What to lead through, from which position on, and whether it goes on by itself."""


@dataclass(frozen=True)
class Against:
    """At which levels Crossboard is to play (None: as the board's game has it), and the longest that it may think about a ply."""

    levels: Levels | None = None
    think_s: float = THINK_S


NOBODY = Against()


def now_ms() -> int:
    """The loop's clock."""
    return int(time.monotonic() * 1000)


class Play:
    """Play at one board until the user leaves. `wish` is the game that is wanted, "" for whatever is on the board."""

    def __init__(
        self,
        attached: Attached,
        library: Library,
        interface: Interface,
        wish: str = "",
        white: str = "",
        black: str = "",
        against: Against = NOBODY,
    ) -> None:
        self.session = Session(attached.link, library)
        self._players = white, black  # of the game that is wanted
        self._library = library
        self.search = BoardSearch(self.session, against.think_s)
        self.leader = Leader(self.session, library, attached)
        self.leader.ended = self._replayed
        self.puzzling = Puzzling(self.session, self.search, self._tell)
        self.clock: ChessClock | None = None
        self._clocked = ("", -1)  # the game that the clock is for, and what was told and written of it
        self._clock_kept_at = 0
        self._plies: tuple[tuple[str, int], list[Ply]] = ("", -1), []  # that stand, after so many events of that game
        self._match_clock = (STOPPED, STOPPED), -CLOCK_MS  # what was told of a match's, and when
        self._clock_lights = ClockLights(self.session)
        self._puzzle: tuple[str, int] | None = None  # to begin with
        self._resumed = 0  # the game of the library to go on with, to begin with
        self._resuming = 0  # the same, once the board has been asked for it
        self.shown = Shown(self.session, attached.note)
        self._tale: Tale | None = None
        self._attached = attached
        self._hand = attached.hand
        self._interface = interface
        self._wish = wish
        self.remote: RemoteGame | None = None
        self.courier: Courier | None = None
        self._absent = ""  # the board's game of which it was said that its remote player's match is not played here
        self._levels = against.levels
        self._performed: tuple[Thought | None, int] = (None, 0)  # for the opponent, and when
        self._left: set[int] | None = None  # the squares with pieces when the hand was done with that
        self._game = ""  # the board's id of the game that the hand knows
        self._set_up_at = 0
        self._patience = now_ms() + PATIENCE_MS
        self._redraw_at = 0
        self._watch: PortWatch | None = None  # once there is a port that can be waited for
        self._shone = True  # whether the lights may be others than those that are shown
        if attached.tell:
            attached.tell(self._lights_changed)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "help": self._help, "?": self._help, "ok": self._button, "next": self._button, "back": self._button,
            "new": self._new, "resume": self._resume, "resign": self._resign, "draw": self._draw, "set": self._set,
            "takeback": self._take_back,
            "against": self._against, "puzzle": self.puzzling.obey, "clock": self._clock, "name": self._name,
            "hint": self._hint, "why": self._why, "why?": self._why, "setup": self._put_up, "board": self._board,
            "links": self._links,
            LEAVE: self._quit, "exit": self._quit, "q": self._quit,
        }  # fmt: skip
        self._commands |= dict.fromkeys(in_play.COMMANDS, self.leader.obey)
        self._seen: tuple[int, int, int] = (-1, -1, -1)
        self._console: deque[str] = deque(maxlen=CONSOLE_LINES)  # of the board's console, shown lately
        self._meant: deque[str] = deque()  # plies that were typed and not yet played: they may be asked about
        self._meant_at = ("", 0)  # the game, and its last record that has been compared with them
        self._answered = (0, "")  # the last question (Session.asked) that one of them answered, and which
        self._typed: deque[str] = deque()
        self._news_at = 0
        self._news: tuple[int, int] = (-1, -1)
        self._await_seq = 0
        self._await_until = 0
        self._leaving = False
        self.web: Server | None = None
        self._told_links: list[str] = []

    def show_at(self, server: Server) -> None:
        """Show the session there too."""
        self.web = server
        if server.live:
            server.live.leader = self.leader
            server.live.search = self.search
            server.live.puzzling = self.puzzling
            server.live.match = self.remote
            server.live.typed = self._typed.append
            server.live.wake = self._interface.wake

    @property
    def address(self) -> str:
        """Where it is shown, "" if nowhere."""
        return self.web.url if self.web else ""

    def replay(self, tale: Tale, profile: str) -> None:
        """Begin with that replay on the board, which has this profile ("": it says)."""
        self._tale = tale
        self.leader.profile = profile

    def _run_clock(self, now: int) -> None:
        """Let the clock run for whoever has to act; it rests while the lights lead hands. A match has a clock of its own."""
        if match := self._match:
            self._show_clock_of(match, now)
            return
        session, played = self.session, self.session.played
        if played is None or session.awaiting or not self.remote and (self._wish or self._resumed):
            return  # a game that is only on its way to another one has no time
        if played.board_game != self._clocked[0]:
            self._find_clock(played)
        clock = self.clock
        if clock is None:
            return
        game, flag = played.mirror, clock.flag
        led = self.leader.lead or session.thought and session.thought.led and not session.gone_on
        playing = session.mode in IN_PLAY and not played.ended and not led
        clock.step(self._standing(played), game.side, playing and session.link.state == CONNECTED, now)
        if clock.flag != flag:
            self._tell(f"{side_names(game)[clock.flag]}'s time is up")
        fresh = clock.changed != self._clocked[1]
        if fresh or clock.running != STOPPED and now - self._clock_kept_at >= KEEP_CLOCK_MS:
            self._clocked, self._clock_kept_at = (played.board_game, clock.changed), now
            self._keep_clock()
        if fresh:
            self._show_clock()

    def _find_clock(self, played: Played) -> None:
        """Another game is on the board: its clock goes on if it has one; a new one after a game with a clock has the same, set
        anew, and the players are told."""
        before = self.clock
        self._clocked = (played.board_game, -1)
        self.clock = ChessClock.read(self._library.clock(played.number)) if played.number else None
        if self.clock:
            self._tell(f"the clock goes on: {self.clock.words(side_names(played.mirror))}")
        elif before and not played.events:
            self.clock = ChessClock(before.kind)
            self._tell(f"the new game has the same clock as the last: {before.kind.text}", " (clock off: none)")
        else:
            self._show_clock()

    def _standing(self, played: Played) -> list[Ply]:
        """The plies that stand."""
        key = (played.board_game, len(played.events))
        line = self.session.timeline()
        if key != self._plies[0] and line:
            self._plies = key, [Ply(seq, turn.side) for turn in line.turns for seq in turn.seqs]
        return self._plies[1]

    def _keep_clock(self) -> None:
        """The library has it as it stands now; no game that is not stored has a clock that has run."""
        played = self.session.played
        if played and played.number and not self._match and played.board_game == self._clocked[0]:
            self._library.keep_clock(played.number, self.clock.text() if self.clock else "")

    def _show_clock(self) -> None:
        if self.web and self.web.live:
            self.web.live.put_clock(self.clock.value() if self.clock else None)

    def _show_clock_of(self, remote: RemoteGame, now: int) -> None:
        """Pages count down by themselves: they are told when it begins to run or stops, and every few seconds."""
        self.clock = clock = remote.clock()
        if clock is None:
            return
        state = (clock.running, clock.flag)
        if state != self._match_clock[0] or now - self._match_clock[1] >= CLOCK_MS:
            self._match_clock = state, now
            self._show_clock()
            if self.web and self.web.seat:
                self.web.seat.put_clock(clock.value())

    def resume(self, number: int) -> None:
        """Begin by going on with that game of the library."""
        self._resumed = number

    def solve(self, game: str, number: int) -> None:
        """Begin with that puzzle."""
        self._puzzle = game, number

    def _tell(self, text: str, here: str = "") -> None:
        """Say it here and on the page; `here` alone what can be typed."""
        self._interface.say(clean(text + here))
        if self.web:
            self.web.say(text)

    def tell_link(self, line: str, shown: str = "") -> None:
        """Say where something is to be found; `links` says it again. `shown`: the same with a QR code."""
        self._told_links.append(line)
        self._interface.say(line)
        if shown:
            self._interface.say(shown)

    def _links(self, words: list[str]) -> None:
        del words
        if not self._told_links:
            raise CrossboardError("there are no addresses: no page is served (--no-web)")
        self._interface.say("\n".join(self._told_links))

    def _replayed(self) -> None:
        """The replay was ended; if that was all that was wanted, so does the session."""
        if self._tale:
            self._leaving = True

    def greet(self) -> None:
        """Wait for the board's first hello; a PortFault says why none comes."""
        await_hello(self.session, self._interface.say, self._attached.work)

    def run(self) -> None:
        """With a board that was greeted, until the user leaves."""
        if self._tale:
            self.leader.begin(*self._tale)
        with _stop_signals(self._leave):
            self._interface.drive(self._go_on)
        if self._watch:
            self._watch.close()
        if self.clock:
            self._keep_clock()
        self.leader.end()
        farewell(self.session)

    def _go_on(self) -> bool:
        self.round()
        return not self._leaving

    def _leave(self) -> None:
        self._leaving = True

    # A round of the loop

    def round(self) -> None:
        """One round: what has come and what is due, then a rest."""
        now = now_ms()
        session = self.session
        session.step()
        for note in fresh_notes(session, self._console):
            self._tell(note)
        self.leader.step(now)
        if not self.leader.lead:
            self.search.step()
        if self.courier:
            self.courier.step()
            self._tell_all(self.courier.notices)
        if self.remote:
            self._mind_the_remote(self.remote)
        else:
            self._grant_wish()
            self._mind_absent()
        self.puzzling.step()
        self._run_clock(now)
        if played := self.session.played:
            self._clock_lights.step(self.clock, played.mirror, played.board_game, len(played.events))
        if self._hand:
            self._mind_the_hand(now)
        if self.web:
            self.web.step(now)
            if self.web.seat and self.remote:
                self.web.seat.step(self.remote)
        self._answer()
        news = (session.changed, self.leader.changed)
        if news != self._news:
            self._news, self._news_at = news, now
        self._redraw(now)
        try:
            self._typed.extend(self._interface.read(self._rest()))
        except Leave:
            self._leaving = True
        while self._typed and not self._leaving and self._ready(self._typed[0], now):
            self._obey(self._typed.popleft(), now)

    def _lights_changed(self) -> None:
        self._shone = True
        if self.web and self.web.live:
            self.web.live.shone = True
        self._interface.wake()

    def _rest(self) -> float:
        """Seconds until the next round, if nothing comes before. Rounds cost little, but fifty a second keep a PC warm."""
        link, live = self.session.link, self.web.live if self.web else None
        file, due = link.file(), link.deadline()
        goes_on = self._typed or self.leader.lead or self.clock or self.courier or self.remote or self.search.words()
        moves = self._hand is not None and (self._hand.busy or self._shone or self._attached.tell is None)
        if file < 0 or goes_on or moves or (live and not live.resting):
            return ROUND_S
        self._watch = self._watch or PortWatch(self._interface.wake)
        self._watch.look(file)
        return max(SOON_S, min(REST_S, due / 1000)) if due >= 0 else REST_S

    def _redraw(self, now: int) -> None:
        """Show how things are when they have changed; a simulated board's lights are looked at every so often."""
        hand = self._hand
        look = hand is not None and now >= self._redraw_at and (self._shone or self._attached.tell is None)
        news = (self.session.changed, self.leader.changed, self.search.changed)
        if news == self._seen and not look and not self._interface.dirty:
            return
        if hand and look:
            self._redraw_at = now + REDRAW_MS
            self._shone = False
            lights = hand.bench.lights()
            self.shown.lights = {hand.square(name): rgb for name, rgb in lights.items() if any(rgb)}
            self.shown.standing = frozenset(hand.standing())
        self._seen = news
        self.shown.lead = self.leader.lead
        self.shown.thinking = self.search.words()
        game = self.session.game
        self.shown.clock = self.clock.words(side_names(game)) if self.clock and game else ""
        self._interface.show(self.shown)

    def _grant_wish(self) -> None:
        """Begin the game that was asked for on the command line, unless it is on the board already."""
        played = self.session.played
        if played is None or not played.caught_up or self.session.awaiting:
            return
        if self._resuming and self.session.refused_game:
            raise CrossboardError(f"game {self._resuming} can't go on: {self.session.refused_game}")
        self._resuming = 0
        if self._resumed:
            number, self._resumed = self._resumed, 0
            if played.number != number or played.ended:
                self._sent(self.session.resume(number))
                self._resuming = number
            else:
                self._interface.say(f"game {number} is on the board already")
        if self._puzzle:
            self.puzzling.begin(*self._puzzle)
            self._puzzle = None
        players, self._players = self._players, ("", "")
        if not self._wish:
            self.session.name_sides(*players)
            self._seat()
            return
        wish, self._wish = self._wish, ""
        hello = self.session.link.hello
        name = wish.partition(" ")[0].partition(":")[0]
        if hello and name not in hello.games:
            raise CrossboardError(f"this board does not play {name}, but {', '.join(hello.games)}", hello.board)
        another = played.start.partition(" ")[0] != wish and played.start != wish or played.ended
        self.session.name_sides(*players, later=another)
        if another:
            self.session.new_game(wish, self._levels or (0, 0))
            self._levels = None
            return
        number = self.session.keep(played)
        if played.events:
            self._interface.say(f"game {number} continues; type new to begin another")

    def play_remote(self, remote: RemoteGame) -> None:
        """Play against somebody far away: that match has the board."""
        self.remote = remote
        self._commands |= {"accept": self._reply, "decline": self._reply, "remote": self._bring_back}

    @property
    def _match(self) -> RemoteGame | None:
        """The match that has the board's game, None if that is nobody's but the board's."""
        return self.remote if self.remote and self.remote.holds_board else None

    def _mind_absent(self) -> None:
        """The board keeps a side for a remote player whose match is not played here: say so, and again to whoever asks for that
        player's consent with the board's buttons."""
        session, played = self.session, self.session.played
        asked = bool(session.chosen)
        session.chosen.clear()
        if played and session.absent and (asked or played.board_game != self._absent):
            self._absent = played.board_game
            self._tell(absent_words(session.absent))

    def _mind_the_remote(self, remote: RemoteGame) -> None:
        if not self.leader.lead:
            remote.step()
        self._tell_all(remote.notices)

    def _tell_all(self, notices: deque[str]) -> None:
        while notices:
            note = notices.popleft()
            self._interface.say(note)
            if self.web:
                self.web.say(note)

    def _reply(self, words: list[str]) -> None:
        if self.remote:
            self.remote.answer(words[0].lower() == "accept")

    def _bring_back(self, words: list[str]) -> None:
        del words
        if self.remote:
            self.remote.go_on()

    def _seat(self) -> None:
        """Let Crossboard play in the game that is on the board, if that was asked for on the command line."""
        if self._levels:
            levels, self._levels = self._levels, None
            self.session.play_sides(levels)

    # The hand

    def _mind_the_hand(self, now: int) -> None:
        """Let the hand move; put the pieces up when the board waits for that."""
        hand, session, played = self._hand, self.session, self.session.played
        if hand is None or played is None:
            return
        if self.leader.lead:
            self._mind_the_lead(hand, self.leader.lead, now)
            return
        game = played.mirror
        if played.board_game != self._game:
            self._game = played.board_game
            hand.lay(game, self._attached.origin(game.name))
            hand.drop()
            self._set_up_at = 0
        hand.tick(now)
        if session.mode != "g" or session.link.state != CONNECTED:
            self._set_up_at = 0
            self._patience = now + PATIENCE_MS
        elif not hand.busy and now >= self._set_up_at:
            self._set_up_at = now + SET_UP_AGAIN_MS
            hand.perform(set_up(game, hand.standing()), now)
        self._move_for_opponent(hand, game, now)

    def _move_for_opponent(self, hand: Hand, game: Game, now: int) -> None:
        """On a simulated board nobody has to move the opponent's pieces: its hand does that, again if it came to nothing.

        What it left half done it puts right first. Where somebody has touched the pieces since, they are left to him.
        """
        thought = self.session.thought
        if thought is None or thought.what not in ("p", "d") or self.session.mode != "p" or hand.busy:
            return
        done, at = self._performed
        standing = hand.standing()
        if done == thought:
            if self._left is None:
                self._left = standing
            disturbed = standing != standing_in(game)
            if now - at < TRY_AGAIN_MS or (disturbed and standing != self._left):
                return
            if disturbed:
                hand.perform(set_up(game, standing), now)
        self._performed, self._left = (thought, now), None
        try:
            ply = game.parse_ply(thought.ply)
        except RulesError:
            return  # it is of a position that is still to come
        hand.perform(ply_touches(game, ply), now)

    def _mind_the_lead(self, hand: Hand, lead: Lead, now: int) -> None:
        if self._game != lead.story.heading:
            self._game = lead.story.heading
            hand.lay(lead.game, self._attached.origin(lead.game.name))
            hand.drop()
        hand.tick(now)

    def _answer(self) -> None:
        """Answer a question about a ply that was typed in full."""
        self._forget_played()
        asked = self.session.question
        if asked is None:
            return
        wanted = next((ply for ply in self._meant if ply in asked.offers), None)
        if wanted and self._answered != (self.session.asked, wanted) and self.session.choose(wanted):
            self._answered = (self.session.asked, wanted)

    def _forget_played(self) -> None:
        """What was typed counts until it is played, or something else has happened after the hand was done."""
        played = self.session.played
        if not self._meant or played is None:
            return
        game, seen = self._meant_at
        if game != played.board_game:
            self._meant.clear()
        for event in played.events[seen:]:
            if event.kind == "ply" and self._meant and event.text == self._meant[0]:
                self._meant.popleft()
            elif not (self._hand and self._hand.busy):
                self._meant.clear()
        self._meant_at = (game, len(played.events))

    def _ready(self, line: str, now: int) -> bool:
        """Whether it is time for a typed line. Gestures wait while the pieces are being put up."""
        if self._interface.paced:
            return self._settled(now)
        putting_up = self._hand is not None and self.session.mode in ("", "g") and now < self._patience
        return not putting_up or line.partition(" ")[0].lower() in self._commands

    def _settled(self, now: int) -> bool:
        """Whether what was typed before has had its effect."""
        if self._hand and self._hand.busy:
            return False
        if self.leader.lead:
            return self.leader.lead.begun and now - self._news_at >= QUIET_MS
        played = self.session.played
        if played is None or self.session.mode in ("", "g"):
            return self._attached.hand is None and played is not None
        if played.last < self._await_seq and not self.session.question and now < self._await_until:
            return False
        return now - self._news_at >= QUIET_MS

    # What is typed

    def _obey(self, line: str, now: int) -> None:
        words = line.split()
        if not words:
            return
        if words[0] == "#":
            self._interface.say(clean(" ".join(words[1:])))
            self._news_at = now + READING_MS - QUIET_MS
            return
        obey = self._commands.get(words[0].lower())
        try:
            if obey and words[1:] and words[0].lower() in ALONE:
                raise CrossboardError(f"{words[0]} takes nothing else; type help")
            if obey:
                obey(words)
            else:
                self._gesture(words, now)
        except CrossboardError as error:
            self._interface.say(clean(str(error)))
        self._news_at = now

    def _gesture(self, words: list[str], now: int) -> None:
        played = self.session.played
        if self._hand is None:
            raise CrossboardError("this is a real board: move its pieces by hand (type help)")
        if played is None:
            raise CrossboardError("the board has not reported its game yet")
        gesture = self.leader.gesture(words) if self.leader.lead else read_gesture(played.mirror, words)
        if not self._hand.busy:
            self._hand.check(gesture.touches)
        self._meant.clear()
        self._meant.extend(gesture.plies)
        self._meant_at = (played.board_game, len(played.events))
        self._await_seq = played.last + len(gesture.plies)
        self._await_until = now + ANSWER_MS
        self._hand.perform(gesture.touches, now)

    def _help(self, words: list[str]) -> None:
        del words
        text = in_play.HELP if self.leader.lead else HELP + (REMOTE_HELP if self.remote else "")
        self._interface.say(f"{HAND_HELP}\n{text}" if self._hand else text)

    def _sent(self, ok: bool) -> None:
        if not ok:
            raise CrossboardError("the board is not connected")

    def _button(self, words: list[str]) -> None:
        if words[1:] not in ([], ["hold"]):
            raise CrossboardError(f"{words[0]} takes nothing else, but for {words[0]} hold; type help")
        button, hold = words[0].lower(), bool(words[1:])
        if self.leader.lead:
            self.leader.press(button, hold)
            return
        self._sent(self.session.press(button, hold))

    def _new(self, words: list[str]) -> None:
        played = self.session.played
        spec = " ".join(words[1:]) or (played.start.partition(" ")[0] if played else "")
        read_game(spec)
        self.leader.end()
        self._leave_match()
        self._sent(self.session.new_game(spec))

    def _resume(self, words: list[str]) -> None:
        number = game_number(words[1]) if len(words) == 2 else 0
        if not number:
            raise CrossboardError("wanted: resume GAME, its number in the library")
        self._leave_match()
        self.leader.end()
        self._sent(self.session.resume(number))

    def _leave_match(self) -> None:
        """CrossboardError if a match holds the board."""
        if self.remote and not self.remote.over:
            raise CrossboardError("a match is being played: resign, or leave with q; it can be gone on with later")

    def _against(self, words: list[str]) -> None:
        game = self._need_game()
        if self._match:
            raise CrossboardError("a remote player plays the other side of this match")
        if len(words) not in (2, 3):
            raise CrossboardError("wanted: against LEVEL [SIDE], against LEVEL,LEVEL or against none")
        self._sent(self.session.play_sides(read_against(words[1], "".join(words[2:]), game)))

    def _clock(self, words: list[str]) -> None:
        game = self._need_game()
        if len(words) == 1 and self.clock:
            self._interface.say(self.clock.words(side_names(game)))
            return
        if self._match:
            raise CrossboardError("the clock of a match is chosen with the invite: play --invite --clock 5+3")
        if len(words) != 2:
            raise CrossboardError("wanted: clock 5+3, clock 5d3, clock 10 or clock off")
        self.clock = None if words[1] == "off" else ChessClock(read_kind(words[1]))
        if played := self.session.played:
            self.session.keep(played)
            self._clocked = (played.board_game, -1)
        self._keep_clock()
        self._show_clock()

    def _name(self, words: list[str]) -> None:
        names = [name.lower() for name in side_names(self._need_game())]
        if len(words) < 2 or words[1].lower() not in names:
            raise CrossboardError(f"wanted: name {'|'.join(names)} NAME")
        self.session.name_players({names.index(words[1].lower()): checked_name(" ".join(words[2:]))})

    def _hint(self, words: list[str]) -> None:
        del words
        self._need_game()
        self._sent(self.session.hint())

    def _why(self, words: list[str]) -> None:
        del words
        self._need_game()
        if self.session.played:
            lines = last_why(self._library, self.session.played.number).splitlines()
            self._interface.say("\n".join(map(clean, lines)))

    def _resign(self, words: list[str]) -> None:
        game = self._need_game()
        if match := self._match:
            match.resign()
            return
        names = [name.lower() for name in side_names(game)]
        said = " ".join(words[1:]).lower() or names[game.side]
        if said not in names:
            raise CrossboardError(f"'{said}' is neither {' nor '.join(names)}")
        self._sent(self.session.end(2 - names.index(said), "resigned"))

    def _set(self, words: list[str]) -> None:
        if len(words) > 3:
            raise CrossboardError("wanted: set, or set NAME VALUE")
        settings = self.session.settings
        if not settings:
            raise CrossboardError(f"this board's firmware is too old to have settings ({command('flash')} updates it)")
        if len(words) == 3:
            self._sent(self.session.set(words[1], words[2]))
        else:
            self._interface.say("\n".join(f"{n:<11}{s.value:>4}  {s.least} to {s.most}" for n, s in settings.items()))

    def _draw(self, words: list[str]) -> None:
        del words
        self._need_game()
        if match := self._match:
            match.offer_draw()
            return
        self._sent(self.session.end(3, "agreed"))

    def _need_game(self) -> Game:
        """The game that is being played."""
        game = self.session.game
        if game is None or self.leader.lead:
            raise CrossboardError("no game is in progress" + (": this is a replay" if self.leader.lead else ""))
        return game

    def _take_back(self, words: list[str]) -> None:
        count = " ".join(words[1:]) or "1"
        if not (count.isascii() and count.isdigit() and 0 < len(count) < 5):
            raise CrossboardError(f"'{count}' is not a number of plies")
        self._need_game()
        if match := self._match:
            match.take_back(int(count))
            return
        self._sent(self.session.take_back(int(count)))

    def _put_up(self, words: list[str]) -> None:
        del words
        game = self.session.game
        if self._hand is None or game is None:
            raise CrossboardError("only a simulated board can set up its own pieces")
        self._hand.drop()
        self._meant.clear()
        lead = self.leader.lead
        self._hand.perform(lead.touches() if lead else set_up(game, self._hand.standing()), now_ms())

    def _board(self, words: list[str]) -> None:
        del words
        text, marks = on_show(self.shown)
        if text and self._interface.paced:
            console().print(draw_board(text, marks, self.shown.lights))

    def _quit(self, words: list[str]) -> None:
        del words
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
