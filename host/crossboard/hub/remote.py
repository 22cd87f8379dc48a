"""One end of a remote match, at a board: keeps the board, the other player and the file of the match in step.

The log (match.py) says what both players have agreed on; match_board.py brings the board to it. The match's file is on the disk
before anybody is told.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from crossboard.boards.opponents import Levels
from crossboard.boards.session import Session
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import ChessClock, time_up
from crossboard.games.expected import draw_words
from crossboard.games.rules import side_names
from crossboard.games.words import clean
from crossboard.hub import match as m
from crossboard.hub.bus import Arrived
from crossboard.hub.invite import Invite
from crossboard.hub.match_board import MatchBoard
from crossboard.hub.match_file import MatchFile
from crossboard.hub.match_messages import Said, Voice
from crossboard.hub.match_time import MatchTime
from crossboard.hub.match_words import answer_words, entries_words, offer_words, seat_value
from crossboard.hub.topics import GUEST, HOST, match_topic
from crossboard.language import tr
from crossboard.library import wall_ms

BEAT_S = 4.0  # between two messages that say nothing new
GONE_S = 14.0  # without one, the other player counts as gone
UNHEARD_S = 6.0  # a broker has passed on by then what the inviter's program has said
COMPARE = tr("compare it with the other player's, whose program has to be running")
REFUSALS = 2  # in a row, a few seconds apart, are no accident: the inviter's program may just have been starting
NOTICES = 20


class Line(Protocol):
    """The bus, as far as a match needs it."""

    connections: int
    connected: bool
    problem: str
    refusals: int

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool: ...
    def drain(self) -> list[Arrived]: ...


class RemoteGame:
    """A match between the board of `session` and somebody far away. Feed it with `step`, in every round.

    `notices` collects messages to show once; `changed` counts up with every visible change. It is a RemoteSide
    (play/remote_side.py).
    """

    binding = True
    searcher = None
    no_rematch = tr("leave, and invite the other player to a new match (--invite new)")

    def __init__(
        self,
        session: Session,
        line: Line,
        invite: Invite,
        kept: MatchFile,
        name: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.notices: deque[str] = deque(maxlen=NOTICES)
        self.changed = 0
        self.kept = kept
        self.name = name
        self.other_name = ""
        self.other_here = False
        self.seat = ""  # the link of a page that plays the guest's side, if there is one
        self._called_off = False
        self._session = session
        session.in_match = True
        self._line = line
        self._invite = invite
        self._clock = clock
        self._voice = Voice(invite.key, kept.end, kept.heard)
        self._wish: m.Proposal | None = None  # what the guest's board has and the log has not
        self._sent: tuple[object, ...] = ()
        self._sent_at = -BEAT_S
        self._heard_at = -GONE_S
        self._met_at = -1.0  # when a guest who has not heard of the match yet was connected, -1: is not
        self._connections = -1
        self._offer: m.Offer | None = None
        self._board = MatchBoard(session, kept, self._propose, self._say, clock)
        self._time = MatchTime(kept, clock)
        self._told = ""  # of the connection
        self._ignored = ""
        self._seat_shown: tuple[object, dict[str, object]] | None = None

    @property
    def guest(self) -> RemoteGame:
        """What a page in the guest's place sees of it."""
        return self

    # What the player wants

    @property
    def log(self) -> m.Log | None:
        """What is agreed so far; None while a guest has not heard of it."""
        return self.kept.log

    @property
    def side(self) -> int:
        """The local player's."""
        return self.kept.side

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.log is not None and m.is_over(self.log)

    @property
    def holds_board(self) -> bool:
        """Whether the board's game is this match's business: until the match is over and another game is on the board."""
        return not self.over or self.on_board

    @property
    def on_board(self) -> bool:
        """Whether the board's game is this match's."""
        return self._board.ours is not None

    @property
    def _ahead(self) -> bool:
        """Whether this player has made a ply that the log has not yet."""
        return self._wish is not None and self._wish.kind == m.PLY

    @property
    def reached(self) -> bool:
        """Whether the broker has been; CrossboardError says why it can't be."""
        if not self._line.connections and self._line.problem:
            raise CrossboardError(tr("no connection to the broker: {problem}", problem=self._line.problem))
        return self._line.connections > 0

    @property
    def alone(self) -> bool:
        """Whether nobody has come yet: to an invite of ours another player, to another's what is agreed."""
        log = self.log
        if log is None or self.kept.end == GUEST:
            return log is None
        return not (self.other_here or self.kept.heard or any(entry.side != self.side for entry in log.entries))

    @property
    def links(self) -> Sequence[str]:
        """What the guest comes by: a link to a page, and the invite for a board. None once somebody is there."""
        return () if self.kept.end == GUEST or self.other_here else [*filter(None, (self.seat, self._invite.link))]

    @property
    def plies(self) -> int:
        """How many have been played and not taken back."""
        return len(m.plies_of(self.log.entries)) + self._ahead if self.log else 0

    def take_back(self, count: int) -> None:
        """Ask to take back that many of the `plies` (own plies that nobody has answered need no consent)."""
        if self._ahead and count == 1:
            self._session.take_back(1)  # the other player has not heard of it
        else:
            self._request(m.UNDO, str(self.plies - count))

    def offer_draw(self) -> None:
        """Offer a draw, or accept one."""
        self._request(m.DRAW)

    def resign(self) -> None:
        """Give up."""
        self._request(m.RESIGN)

    def answer(self, yes: bool) -> None:
        """Accept or decline what the other offers (`offered`)."""
        self._request(m.ACCEPT if yes else m.DECLINE)

    @property
    def offered(self) -> m.Offer | None:
        """What the other player wants this one to agree to."""
        offer = self.log.offer if self.log else None
        return offer if offer and offer.side != self.side else None

    @property
    def asking(self) -> m.Offer | None:
        """What this player wants the other one to agree to; one that the other has not heard of counts."""
        log, request = self.log, self.kept.request
        if log and log.offer and log.offer.side == self.side:
            return log.offer
        if request is None or request.kind not in (m.DRAW, m.UNDO):
            return None
        return m.Offer(self.side, request.kind, request.at, int(request.text or 0))

    def go_on(self) -> None:
        """Bring the match back to the board, which plays something else."""
        self.kept.board_game = ""

    def rematch(self) -> None:
        """Another match has another invite."""

    def _need_log(self) -> m.Log:
        if self.log is None:
            raise CrossboardError(tr("the other player has not connected yet"))
        return self.log

    def _want(self, kind: str, text: str = "") -> None:
        """What the board has done."""
        log = self._need_log()
        wish = m.Proposal(len(log.entries), kind, text, self._time.taken(log) if kind == m.PLY else 0)
        if self.kept.end == HOST:
            self._agree(m.decide(log, self.side, wish, self._time.taken_by_mover(log)))
        else:
            self._wish = wish

    def _request(self, kind: str, text: str = "") -> None:
        """What the player asks for; CrossboardError if that may not be."""
        log = self._need_log()
        if self._wish and self._ahead:  # on its way, and this comes after it
            log = m.decide(log, self.side, self._wish)
        request = m.Proposal(len(log.entries), kind, text)
        after = m.decide(log, self.side, request, self._time.taken_by_mover(log))
        if after == log:
            raise CrossboardError(self._why_not(log, kind))
        if self.kept.end == HOST:
            self._agree(after)
        else:
            self.kept.request = request
            self.kept.save()
            self.changed += 1

    def _why_not(self, log: m.Log, kind: str) -> str:
        if m.is_over(log):
            return tr("the match is over")
        if log.offer and log.offer.side == self.side:
            return tr("that has been asked already")
        if kind == m.DRAW and (refusal := draw_words(log.position()[1])):
            return refusal
        return tr("the other player has declined that; it can be asked again when the game has gone on")

    # A page in the guest's place (web/seat.py), at the host

    def hear_guest(self, at: int, kind: str, text: str) -> None:
        """What its player wants, when the log had `at` entries."""
        log = self.log
        if log is not None and self.kept.end == HOST:
            taken = self._time.taken_by_mover(log)
            ms = taken if kind == m.PLY else 0  # of another side's turn there is no ply
            self._agree(m.decide(log, 1 - log.host_side, m.Proposal(at, kind, text, ms), taken))

    def seat_guest(self, name: str) -> None:
        """Somebody sits there now."""
        if name and name != self.other_name:
            self.other_name = name
            self.changed += 1
        self._heard_at = self._clock()
        self._time.seat()

    def seat_section(self) -> dict[str, object] | None:
        """What the page shows: the position one ply ago and that ply, and what may be asked of whom."""
        log = self.log
        if log is None:
            return None
        if self._seat_shown is None or self._seat_shown[0] != (log, self.name):
            self._seat_shown = (log, self.name), seat_value(log, self.name)
        return self._seat_shown[1]

    def status(self) -> str:
        """The state of the connection, in a line."""
        return self._state(self._who)

    @property
    def _who(self) -> str:
        return self.other_name or tr("the other player")

    def _state(self, who: str) -> str:
        problem = self._line.problem or tr("not yet")
        if self.log is None and not self._line.connected:
            return tr(
                "no connection to {where} ({problem}): is the other player's program running? Still trying",
                where=self._invite.url.shown,
                problem=problem,
            )
        if self.log is None and self._met_at >= 0 and self._clock() - self._met_at >= UNHEARD_S:
            return tr(
                "nobody answers at {where} under the code {code}: {hint}. Still waiting",
                where=self._invite.url.shown,
                code=self._invite.code,
                hint=COMPARE,
            )
        if self.log is None:
            return tr("waiting for the other player's program")
        if not self._line.connected:
            return tr("no connection to the broker ({problem}); play on, nothing is lost", problem=problem)
        if self._barred:
            return f"{self._invite.url.shown}: {self._barred}"
        if self.alone:
            return tr("waiting for {who}; play on, nothing is lost", who=who)
        if not self.other_here:
            return tr("{who} is not connected; play on, nothing is lost", who=who)
        return tr("connected with {who}", who=who)

    @property
    def _barred(self) -> str:
        """That our account can't play matches, in words: whoever has such a one is refused nothing."""
        user = self._invite.url.user
        if not user or self._line.refusals < REFUSALS:
            return ""
        return tr(
            "the account {user} can't play matches; use a player's ({command})",
            user=user,
            command=command("hub", "token", "player", "NAME"),
        )

    def section(self) -> dict[str, object]:
        """What the page shows of the match."""
        log = self.log
        offers = {"asked": self.offered, "asking": self.asking}
        return {
            "side": self.side,
            "here": self.other_here,
            "status": self.status(),
            "who": self._who,
            "asker": self._who,
            "over": self.over,
            **{key: clean(offer_words(offer, log)) if offer and log else "" for key, offer in offers.items()},
        }

    # A round

    def step(self) -> None:
        """One round: process messages, bring the board to the log, send what is new. CrossboardError if the broker does not
        know the match."""
        newest = None
        for arrived in self._line.drain():
            newest = self._heard(arrived) or newest
        if newest:
            self._take_in(newest)
        if self.log is None:
            self._check_invite()
        here = self._clock() - self._heard_at < GONE_S
        if here != self.other_here:
            self.other_here = here
            self.changed += 1
        if self.log is not None:
            if self._board.step(self.log):
                self._withdraw_wish(self.log)
            self._tell_offers(self.log)
            self._board.ask_consent(self.offered, not self._wish)
            names = (self.name, self.other_name)
            self._board.name_sides(*(names if self.side == 0 else names[::-1]))
            flag = self._time.step(self.log, self.other_here, self._board.waits and not self._wish)
            if flag is not None:
                self._say(time_up(side_names(m.game_at(self.log.start))[flag]))
        state = self._state("")  # another name is no news: two programs may have the guest's invite
        if state != self._told:
            self._told = state
            self._say(self.status())
        self._tell()

    def leave(self) -> None:
        """Tell the other end that this one is leaving."""
        if not self._called_off:
            self.kept.save()
            self._publish(False)

    def call_off(self) -> None:
        """There is no such match any more: its file is deleted, and a broker that has kept what was said forgets it."""
        self._called_off = True
        self.kept.path.unlink(missing_ok=True)
        self._line.publish(match_topic(self._invite.match, self.kept.end), b"", True)

    def _check_invite(self) -> None:
        """Nothing has been heard of the match yet: is there one?"""
        if self._line.refusals >= REFUSALS:
            url, code = self._invite.url.shown, self._invite.code
            if not self._line.connected:
                raise CrossboardError(self._line.problem, url)
            if self._barred:
                raise CrossboardError(self._barred, url)
            raise CrossboardError(f"no match is open under the code {code}: {COMPARE}", url)
        if not self._line.connected:
            self._met_at = -1.0
        elif self._met_at < 0:
            self._met_at = self._clock()

    def _say(self, text: str) -> None:
        self.notices.append(clean(text))
        self.changed += 1

    def _heard(self, arrived: Arrived) -> Said | None:
        """What the other end says, None if that is nothing new."""
        try:
            said = self._voice.hear(arrived.payload)
        except ValueError:
            return None  # somebody else's
        if said is None:
            return None
        self.kept.heard = said.stamp
        if said.spent and not arrived.retained:
            self._time.hear(said.spent)
        if said.name != self.other_name:
            self.other_name = clean(said.name)
            self.changed += 1
        if not arrived.retained:  # what a broker has kept says nothing about now
            self._heard_at = self._clock() if said.here else -GONE_S
        return said

    def _take_in(self, said: Said) -> None:
        """The other end's newest message: it says everything, so those before it are not needed."""
        if self.kept.end == GUEST and said.log:
            self._follow(said.log)
        elif self.kept.end == HOST and said.proposal and self.log:
            self._agree(m.decide(self.log, 1 - self.side, said.proposal, self._time.taken_by_mover(self.log)))

    def _follow(self, log: m.Log) -> None:
        """The host's log has grown."""
        mine = self.log
        if log == mine:
            return
        if mine is not None and (not log.extends(mine) or log.host_side != mine.host_side):
            self._ignore(tr("the other program's record of this match contradicts this one's and is ignored"))
            return
        if mine is not None:
            log = replace(log, replay=mine.replay)
        try:
            m.check_log(log, len(mine.entries) if mine else 0)
        except ValueError as error:
            self._ignore(tr("the other program's record of this match is wrong: {why}", why=error))
            return
        self._agree(log)

    def _ignore(self, why: str) -> None:
        """Say it once: what is ignored comes again every few seconds."""
        if why != self._ignored:
            self._ignored = why
            self._say(why)

    def _agree(self, log: m.Log) -> None:
        before = self.log
        if log == before:
            return
        self.kept.log = log
        if before is None or len(log.entries) != len(before.entries):
            self._wish = None
        self._settle_request(log)
        self.kept.save()
        if before is None or len(log.entries) != len(before.entries):
            for words in entries_words(log, before):
                self._say(words)
        self.changed += 1

    def _settle_request(self, log: m.Log) -> None:
        """The log has changed: is what was asked for in it, or still to be asked?"""
        request = self.kept.request
        if request is None or request.at > len(log.entries):
            return
        kind = request.kind
        if request.at == len(log.entries):
            told = (log.offer, log.declined)
            mine = any(offer and offer.side == self.side for offer in told) if kind in (m.DRAW, m.UNDO) else True
            if kind in (m.ACCEPT, m.DECLINE):
                mine = self.offered is None
            if kind == m.RESIGN or not mine:
                return
        elif kind == m.RESIGN and not m.is_over(log):
            self.kept.request = request._replace(at=len(log.entries))
            return
        elif kind in (m.DRAW, m.UNDO) and log.entries[-1].kind == m.PLY:
            self._say(tr("the game had gone on meanwhile, so your request was dropped"))
        self.kept.request = None

    def _tell_offers(self, log: m.Log) -> None:
        """Say what was asked, and what became of it."""
        if log.offer != self._offer:
            before, self._offer = self._offer, log.offer
            for words in answer_words(before, log, self.side, self._who):
                self._say(words)

    def _propose(self, kind: str, text: str) -> None:
        """The board's player has done that."""
        known = self._wish[:3] if self._wish else ()
        if self.kept.end == HOST or known != (len(self._need_log().entries), kind, text):
            self._want(kind, text)

    def _withdraw_wish(self, log: m.Log) -> None:
        if self._wish and self._wish.kind in (m.PLY, m.UNDO) and self._wish.at != len(log.entries):
            self._wish = None

    @property
    def levels(self) -> Levels:
        """Who sits at the board."""
        return self._board.levels

    def board_plies(self) -> list[str]:
        """The plies that stand in the board's game."""
        played = self._session.played
        return self._board.plies(played) if played else []

    def clock(self) -> ChessClock | None:
        """What both have left, None if the match has no clock."""
        return self._time.shown(self.log) if self.log else None

    # Telling

    def _tell(self) -> None:
        now = self._clock()
        connected = self._line.connections != self._connections and self._line.connected
        runs = self.kept.spent.runs if self.log and self.log.clock else None
        content = (self.log, self._wish or self.kept.request, self.name, runs)
        if connected or content != self._sent or now - self._sent_at >= BEAT_S:
            self._connections = self._line.connections
            if self._publish(True):
                self._sent, self._sent_at = content, now

    def _publish(self, here: bool) -> bool:
        if not self._line.connected:
            return False
        self.kept.stamp = max(self.kept.stamp + 1, wall_ms())
        end = self.kept.end
        log = self.log if end == HOST else None
        spent = self.kept.spent if self.log and self.log.clock else None
        said = Said(self.kept.stamp, self.name, log, self._wish or self.kept.request, here, spent)
        return self._line.publish(match_topic(self._invite.match, end), self._voice.sign(said), True)
