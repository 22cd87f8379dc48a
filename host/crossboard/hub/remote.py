"""One end of a remote match, at a board: keeps the board, the other player and the file of the match in step.

What the local player does on the board is proposed to the log (match.py); what the log has more is led to by the board's
lights, as an opponent's ply; what it has not is taken back. Where that is no way, the position is set up anew, as another game
of the board. The match's file is on the disk before anybody is told.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, cast

from crossboard.boards.link import CONNECTED
from crossboard.boards.opponents import REMOTE, Levels
from crossboard.boards.session import ASTRAY, Session
from crossboard.calling import command
from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import data_folder, write_whole
from crossboard.games.chess_clock import STOPPED, ChessClock
from crossboard.games.rules import TERMINATIONS, public_text, side_names, terrain
from crossboard.games.words import clean, end_words, plural
from crossboard.hub import match as m
from crossboard.hub.bus import Arrived
from crossboard.hub.invite import Invite
from crossboard.hub.match_clock import agreed, shown
from crossboard.hub.messages import Value
from crossboard.hub.topics import GUEST, HOST, match_topic
from crossboard.library import wall_ms

BEAT_S = 4.0  # between two messages that say nothing new
GONE_S = 14.0  # without one, the other player counts as gone
ASK_S = 5.0  # the board is asked again for its player's consent; it forgets after half a minute
SAVE_S = 5.0  # between two writings of the time that a player has taken
AGAIN_S = 3.0  # a command that had no effect is given again
RESTORE_S = 12.0  # likewise a new game, for which pieces are put up
UNHEARD_S = 6.0  # a broker has passed on by then what the inviter's program has said
COMPARE = "compare it with the other player's, whose program has to be running"
REFUSALS = 2  # in a row, a few seconds apart, are no accident: the inviter's program may just have been starting
NOTICES = 20
LISTED = 200  # plies that a page in the guest's place is told


class Line(Protocol):
    """The bus, as far as a match needs it."""

    connections: int
    connected: bool
    problem: str
    refusals: int

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool: ...
    def drain(self) -> list[Arrived]: ...


@dataclass
class MatchFile:
    """What has to outlive a program: the log, the plies when board and log were last the same, and which game of the board
    it is: the one of that id, which began after the first `began` plies of the match. `replacing`: the board's game in place of
    which another one is to begin, after the `wanted` plies. `spent`: what our player has taken for the ply to come. `request`: what
    the guest's player has asked for, besides plies, until the log answers it."""

    path: Path
    end: str
    secret: str = ""
    url: str = ""
    log: m.Log | None = None
    base: list[str] = field(default_factory=list[str])
    board_game: str = ""
    began: list[str] = field(default_factory=list[str])
    replacing: str = ""
    wanted: list[str] = field(default_factory=list[str])
    spent: m.Spent = m.Spent(0, 0, False)
    request: m.Proposal | None = None
    stamp: int = 0
    heard: int = 0

    def save(self) -> None:
        """On the disk when it returns."""
        value = {
            "end": self.end, "secret": self.secret, "url": self.url, "stamp": self.stamp, "heard": self.heard,
            "base": self.base, "board_game": self.board_game, "began": self.began,
            "replacing": self.replacing, "wanted": self.wanted, "request": self.request,
            "spent": self.spent,
            "log": m.log_value(self.log) if self.log else None,
        }  # fmt: skip
        write_whole(self.path, json.dumps(value, ensure_ascii=False) + "\n", private=True)


def match_path(name: str) -> Path:
    """Where a match is kept."""
    return data_folder() / "matches" / f"{name}.json"


def load_match(path: Path) -> MatchFile | None:
    """A match that was kept, None if there is none; CrossboardError if the file is damaged."""
    try:
        given: object = json.loads(path.read_text(encoding="utf-8"))
        value = cast(Value, given)
        log = value["log"]
        texts = [str(value[key]) for key in ("end", "secret", "url")]
        plies = [[str(ply) for ply in value[key]] for key in ("base", "began", "wanted")]
        found = MatchFile(path, texts[0], texts[1], texts[2], m.read_log(log) if log else None, plies[0])
        if found.log:
            m.check_log(found.log)
        found.board_game, found.replacing = str(value["board_game"]), str(value["replacing"])
        found.began, found.wanted = plies[1], plies[2]
        found.stamp, found.heard = int(value["stamp"]), int(value["heard"])
        found.request = m.read_proposal(value.get("request"))
        found.spent = m.read_spent(value.get("spent")) or found.spent
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise CrossboardError(f"is no match that can be gone on with ({error})", str(path)) from error
    return found


def last_invited() -> MatchFile | None:
    """The match that this user has invited to last and that is not over, None if there is none."""
    folder = match_path("x").parent
    for path in sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True):
        found = load_match(path)
        if found and found.end == HOST and found.log and not is_over(found.log):
            return found
    return None


def is_over(log: m.Log) -> bool:
    """Whether the game has ended, by its rules or by the players."""
    return log.over is not None or bool(log.position()[1].result)


def offer_words(offer: m.Offer, log: m.Log) -> str:
    """`for a draw`, `to take back the last ply`."""
    if offer.kind == m.DRAW:
        return "for a draw"
    count = len(m.plies_of(log.entries)) - offer.left
    return "to take back the last ply" if count == 1 else f"to take back the last {count} plies"


def _end_of(log: m.Log) -> tuple[int, int]:
    """Result and reason (END_) of a match that is over."""
    if log.over:
        return log.over[0], TERMINATIONS.index(log.over[1])
    game = log.position()[1]
    return game.result, game.reason


class RemoteGame:
    """A match between the board of `session` and somebody far away. Feed it with `step`, in every round.

    `notices` holds what is to be said once; `changed` counts up with everything worth showing.
    """

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
        self._session = session
        session.in_match = True
        self._line = line
        self._invite = invite
        self._clock = clock
        self._voice = m.Voice(invite.key, kept.end, kept.heard)
        self._wish: m.Proposal | None = None  # what the guest's board has and the log has not
        self._sent: tuple[object, ...] = ()
        self._sent_at = -BEAT_S
        self._heard_at = -GONE_S
        self._met_at = -1.0  # when a guest who has not heard of the match yet was connected, -1: is not
        self._connections = -1
        self._did: tuple[object, ...] = ()
        self._did_at = 0.0
        self._restore_at = -RESTORE_S
        self._elsewhere = ""
        self._stepped_at = clock()
        self._saved_at = clock()
        self._theirs: m.Spent | None = None  # what the other has said of its player's time
        self._theirs_at = 0.0
        self._seat_at = -GONE_S  # when a page last sat in the guest's place
        self._reckoned: tuple[m.Log, ChessClock] | None = None
        self._flags: set[int] = set()  # whose time is up, as far as that was told
        self._named: tuple[str, str] = ("", "")
        self._situation: tuple[object, ...] = ()
        self._next = m.SAME
        self._plies: tuple[str, int, list[str]] = ("", 0, [])
        self._offer: m.Offer | None = None
        self._asked = ""  # of the board's player
        self._asked_at = -ASK_S
        self._problem = ""
        self._seat_shown: tuple[object, dict[str, object]] | None = None

    # What the player wants

    @property
    def log(self) -> m.Log | None:
        """What is agreed so far; None while a guest has not heard of it."""
        return self.kept.log

    @property
    def side(self) -> int:
        """The local player's."""
        host = self.log.host_side if self.log else 0
        return host if self.kept.end == HOST else 1 - host

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.log is not None and is_over(self.log)

    @property
    def holds_board(self) -> bool:
        """Whether the board's game is this match's business: until the match is over and another game is on the board."""
        played = self._session.played
        return not self.over or (played is not None and played.board_game == self.kept.board_game)

    def take_back(self, count: int) -> None:
        """Ask to take back that many plies (those of one's own that nobody has answered need no leave)."""
        log = self._need_log()
        ahead = 0 if self._wish is None or self._wish.kind != m.PLY else 1
        left = len(m.plies_of(log.entries)) + ahead - count
        if left < 0:
            raise CrossboardError(
                f"there {'is' if left + count == 1 else 'are'} {plural(left + count, 'ply')} to take back"
            )
        if ahead and count == 1:
            self._session.take_back(1)  # the other player has not heard of it
        else:
            self._request(m.UNDO, str(left))

    def offer_draw(self) -> None:
        """Offer a draw, or accept one."""
        self._request(m.DRAW)

    def resign(self) -> None:
        """Give up."""
        self._request(m.RESIGN)

    def answer(self, yes: bool) -> None:
        """Accept or decline what the other offers."""
        if self.offered is None:
            raise CrossboardError("the other player has asked for nothing")
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
        self._need_log()
        self.kept.board_game = ""

    def _need_log(self) -> m.Log:
        if self.log is None:
            raise CrossboardError("the other player has not been heard of yet")
        return self.log

    def _want(self, kind: str, text: str = "") -> None:
        """What the board has done."""
        log = self._need_log()
        wish = m.Proposal(len(log.entries), kind, text, self._taken(log) if kind == m.PLY else 0)
        if self.kept.end == HOST:
            self._agree(m.decide(log, self.side, wish, self._taken_by_mover(log)))
        else:
            self._wish = wish

    def _request(self, kind: str, text: str = "") -> None:
        """What the player asks for; CrossboardError if that may not be."""
        log = self._need_log()
        if self._wish and self._wish.kind == m.PLY:  # on its way, and this comes after it
            log = m.decide(log, self.side, self._wish)
        request = m.Proposal(len(log.entries), kind, text)
        after = m.decide(log, self.side, request, self._taken_by_mover(log))
        if after == log:
            raise CrossboardError(self._why_not(log, kind))
        if self.kept.end == HOST:
            self._agree(after)
        else:
            self.kept.request = request
            self.kept.save()
            self.changed += 1

    def _why_not(self, log: m.Log, kind: str) -> str:
        if is_over(log):
            return "the match is over"
        if log.offer and log.offer.side == self.side:
            return "that has been asked already"
        if kind == m.DRAW and not log.position()[1].draw_allowed():
            return "a draw cannot be agreed now"
        return "the other player has declined that; it can be asked again when the game has gone on"

    # A page in the guest's place (web/seat.py), at the host

    def hear_guest(self, at: int, kind: str, text: str) -> None:
        """What its player wants, when the log had `at` entries."""
        log = self.log
        if log is not None and self.kept.end == HOST:
            taken = self._taken_by_mover(log)
            ms = taken if kind == m.PLY else 0  # of another side's turn there is no ply
            self._agree(m.decide(log, 1 - log.host_side, m.Proposal(at, kind, text, ms), taken))

    def seat_guest(self, name: str) -> None:
        """Somebody sits there now."""
        if name and name != self.other_name:
            self.other_name = name
            self.changed += 1
        self._heard_at = self._seat_at = self._clock()

    def seat_section(self) -> dict[str, object] | None:
        """What the page shows: the position one ply ago and that ply, and what may be asked of whom."""
        log = self.log
        if log is None:
            return None
        if self._seat_shown is None or self._seat_shown[0] != (log, self.name):
            self._seat_shown = (log, self.name), self._seat_value(log)
        return self._seat_shown[1]

    def _seat_value(self, log: m.Log) -> dict[str, object]:
        side = 1 - log.host_side
        plies = m.plies_of(log.entries)
        before = public_text(log.position(-1)[1])
        sides, game = log.position()
        offer = log.offer
        ended = end_words(game, *_end_of(log)) if is_over(log) else ""
        words = offer_words(offer, log) if offer else ""
        return {
            "at": len(log.entries), "side": side, "position": before, "tail": plies[-1:],
            "terrain": terrain(game), "turn": game.side, "sides": side_names(game), "other": self.name or "the other player",
            "plies": plies[-LISTED:], "count": len(plies), "own": bool(sides) and sides[-1] == side, "ended": ended,
            "draw": not ended and game.draw_allowed(), "asked": words if offer and offer.side != side else "",
            "asking": words if offer and offer.side == side else "",
        }  # fmt: skip

    def status(self) -> str:
        """How things stand, in a line."""
        who = self.other_name or "the other player"
        problem = self._line.problem or "not yet"
        if self.log is None and not self._line.connected:
            return f"no connection to {self._invite.url.shown} ({problem}): is the other player's program running? Still trying"
        if self.log is None and self._met_at >= 0 and self._clock() - self._met_at >= UNHEARD_S:
            return f"nobody answers at {self._invite.url.shown} under the code {self._invite.code}: {COMPARE}. Still waiting"
        if self.log is None:
            return "waiting for the other player's program"
        if not self._line.connected:
            return f"no connection to the broker ({problem}); play on, nothing is lost"
        if self._barred:
            return f"{self._invite.url.shown}: {self._barred}"
        if not self.other_here:
            return f"{who} is not connected; play on, nothing is lost"
        return f"connected with {who}"

    @property
    def _barred(self) -> str:
        """That our account is not one for matches, in words: whoever has such a one is refused nothing."""
        user = self._invite.url.user
        if not user or self._line.refusals < REFUSALS:
            return ""
        return f"the account {user} is not one for matches: it takes a player's ({command('hub', 'token', 'player', 'NAME')})"

    def section(self) -> dict[str, object]:
        """What the page shows of the match."""
        log = self.log
        offers = {"asked": self.offered, "asking": self.asking}
        return {
            "side": self.side,
            "here": self.other_here,
            "status": self.status(),
            "who": self.other_name or "the other player",
            "over": self.over,
            **{key: clean(offer_words(offer, log)) if offer and log else "" for key, offer in offers.items()},
        }

    # A round

    def step(self) -> None:
        """Hear, do what is to be done on the board, tell. CrossboardError if the broker knows nothing of the match."""
        newest = None
        for arrived in self._line.drain():
            newest = self._heard(arrived) or newest
        if newest:
            self._take_in(newest)
        if self.log is None:
            self._mind_the_invite()
        here = self._clock() - self._heard_at < GONE_S
        if here != self.other_here:
            self.other_here = here
            self.changed += 1
        if self.log is not None:
            self._mind_the_board(self.log)
            self._mind_offers(self.log)
            self._mind_consent(self.log)
            self._mind_names()
            self._mind_time(self.log)
        status = self.status()
        if status != self._problem:
            self._problem = status
            self._say(status)
        self._tell()

    def leave(self) -> None:
        """Tell the other that nobody is here."""
        self.kept.save()
        self._publish(False)

    def _mind_the_invite(self) -> None:
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

    def _heard(self, arrived: Arrived) -> m.Said | None:
        """What the other end says, None if that is nothing new."""
        try:
            said = self._voice.hear(arrived.payload)
        except ValueError:
            return None  # somebody else's
        if said is None:
            return None
        self.kept.heard = said.stamp
        if said.spent and not arrived.retained:
            self._theirs, self._theirs_at = said.spent, self._clock()
        if said.name != self.other_name:
            self.other_name = clean(said.name)
            self.changed += 1
        if not arrived.retained:  # what a broker has kept says nothing about now
            self._heard_at = self._clock() if said.here else -GONE_S
        return said

    def _take_in(self, said: m.Said) -> None:
        """The other end's newest message: it says everything, so those before it are not needed."""
        if self.kept.end == GUEST and said.log:
            self._follow(said.log)
        elif self.kept.end == HOST and said.proposal and self.log:
            self._agree(m.decide(self.log, 1 - self.side, said.proposal, self._taken_by_mover(self.log)))

    def _follow(self, log: m.Log) -> None:
        """The host's log has grown."""
        mine = self.log
        if log == mine:
            return
        if mine is not None and (not log.extends(mine) or log.host_side != mine.host_side):
            self._say("the other program's record of this match contradicts this one's: it is not taken")
            return
        if mine is not None:
            log = replace(log, replay=mine.replay)
        try:
            m.check_log(log, len(mine.entries) if mine else 0)
        except ValueError as error:
            self._say(f"the other program's record of this match is wrong: {error}")
            return
        self._agree(log)

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
            self._tell_entries(log, before)
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
        elif kind == m.RESIGN and not is_over(log):
            self.kept.request = request._replace(at=len(log.entries))
            return
        elif kind in (m.DRAW, m.UNDO) and log.entries[-1].kind == m.PLY:
            self._say("the game had gone on meanwhile: what you asked for was not asked any more")
        self.kept.request = None

    def _tell_entries(self, log: m.Log, before: m.Log | None) -> None:
        names = side_names(m.game_at(log.start))
        for entry in log.entries[len(before.entries) if before else len(log.entries) :]:
            if entry.kind == m.UNDO:
                self._say(f"{names[entry.side]} takes back; the game has {plural(int(entry.text), 'ply')} now")
            elif entry.kind == m.END:
                self._say("a draw is agreed" if entry.text.startswith("3") else f"{names[entry.side]} resigns")

    def _mind_offers(self, log: m.Log) -> None:
        """Say what was asked, and what became of it."""
        if log.offer == self._offer:
            return
        before, self._offer = self._offer, log.offer
        who = self.other_name or "the other player"
        mine = before is not None and before.side == self.side
        last = log.entries[-1] if before and before.at < len(log.entries) else None
        if mine and log.declined == before:
            self._say(f"{who} declines")
        elif mine and last and last.kind == m.PLY and last.side != self.side:
            self._say(f"{who} plays on: declined")
        if log.offer and log.offer.side == self.side:
            self._say(f"{who} is asked {offer_words(log.offer, log)}")
        elif log.offer:
            self._say(f"{who} asks {offer_words(log.offer, log)}: accept or decline; to play on declines")

    def _mind_consent(self, log: m.Log) -> None:
        """The board's own lights ask, too, when it has nothing else to show; what its buttons say is done."""
        while self._session.chosen:
            choice = self._session.chosen.popleft()
            try:
                if choice in ("accept", "decline"):
                    self.answer(choice == "accept")
                elif choice == "draw":
                    self.offer_draw()
                elif choice == "takeback":
                    self.take_back(1)
            except CrossboardError as error:
                self._say(str(error))
        played = self._session.played
        ours = played is not None and played.board_game == self.kept.board_game
        if not ours or self._session.link.state != CONNECTED:
            return
        offer = self.offered
        what = "" if offer is None else "draw" if offer.kind == m.DRAW else "takeback"
        if what and self._session.mode == "p" and self._next == m.SAME and not self._wish:
            if what != self._asked or self._clock() - self._asked_at >= ASK_S:
                self._session.ask_consent(what)
                self._asked, self._asked_at = what, self._clock()
        elif self._asked and not what:
            self._session.ask_consent("")
            self._asked = ""

    def _mind_names(self) -> None:
        """Both players stand in the board's game under their names."""
        played = self._session.played
        if played is None or played.board_game != self.kept.board_game:
            return
        own, other = self.name, self.other_name
        names = (own, other) if self.side == 0 else (other, own)
        if any(names) and names != self._named:
            self._named = names
            self._session.name_sides(*names)

    # The board

    def _mind_the_board(self, log: m.Log) -> None:
        session = self._session
        played = session.played
        if played is None or session.link.state != CONNECTED or played.doubtful or played.to_compare:
            return
        if played.board_game != self.kept.board_game:
            self._take_board(log)
            return
        if self._mind_the_end(log):
            return
        if session.mode not in ("p", "o", "g", *ASTRAY) or self._mind_seats():
            return
        self._settle(log, [*self.kept.began, *self._board_plies()])

    def _board_plies(self) -> list[str]:
        played = self._session.played
        assert played
        game, count, plies = self._plies
        if game != played.board_game or count > len(played.events):
            game, count, plies = played.board_game, 0, []
        for event in played.events[count:]:
            if event.kind == "ply":
                plies.append(event.text)
            elif event.kind == "takeback":
                del plies[len(plies) - int(event.text) :]
        self._plies = (game, len(played.events), plies)
        return plies

    def _settle(self, log: m.Log, board: list[str]) -> None:
        """Do what brings board and log together."""
        situation = (log, tuple(board), tuple(self.kept.base))
        if situation != self._situation:
            self._situation, self._next = situation, m.reconcile(self.kept.base, board, log, self.side)
        step = self._next
        if step == m.SAME:
            if self.kept.base != board:
                self.kept.base = board
                self.kept.save()
            self._withdraw_wish()
            self._withdraw_lead(None)
        elif step.do == m.PROPOSE:
            self._propose(m.PLY, step.ply)
        elif step.do == m.PROPOSE_UNDO:
            offer = m.Offer(self.side, m.UNDO, len(log.entries), step.plies)
            if log.declined == offer:
                self._restore(log)
            else:
                self._propose(m.UNDO, str(step.plies))
        elif step.do == m.LEAD:
            self._lead(step.ply)
        elif step.do == m.TAKE_BACK:
            self._take_back_on_board(step.plies, len(board) - len(self.kept.began))
        else:
            self._restore(log)

    def _propose(self, kind: str, text: str) -> None:
        known = self._wish[:3] if self._wish else ()
        if self.kept.end == HOST or known != (len(self._need_log().entries), kind, text):
            self._want(kind, text)

    def _withdraw_wish(self) -> None:
        if self._wish and self._wish.kind in (m.PLY, m.UNDO) and self._wish.at != len(self._need_log().entries):
            self._wish = None

    def _lead(self, ply: str) -> None:
        thought = self._session.thought
        if thought is None or thought.level != REMOTE:
            return
        if thought.wanted:
            if self._once("lead", thought, ply):
                self._session.answer(thought, ply)
        else:
            self._withdraw_lead(ply)

    def _withdraw_lead(self, wanted: str | None) -> None:
        """The lights lead through a ply that is not to be performed any more."""
        thought = self._session.thought
        leads = thought is not None and thought.level == REMOTE and thought.what == "p" and thought.ply != wanted
        if leads and thought and self._session.mode == "p" and self._once("withdraw", thought):
            self._session.withdraw(thought)

    def _take_back_on_board(self, count: int, most: int) -> None:
        if count > most:
            self._restore(self._need_log())
        elif self._once("take-back", count, len(self._board_plies())):
            self._session.take_back(count)

    def _once(self, *what: object) -> bool:
        """Whether to give that command now: not again before it can have had an effect."""
        now = self._clock()
        if what == self._did and now - self._did_at < AGAIN_S:
            return False
        self._did, self._did_at = what, now
        return True

    @property
    def levels(self) -> Levels:
        """Who sits at the board."""
        return (0, REMOTE) if self.side == 0 else (REMOTE, 0)

    def _mind_seats(self) -> bool:
        played = self._session.played
        if played is None or (played.levels[0], played.levels[1]) == self.levels:
            return False
        if any(event.kind == "end" for event in played.events[-1:]) or played.mirror.result:
            return False
        if self._once("seats", played.board_game):
            self._session.play_sides(self.levels)
        return True

    def _mind_the_end(self, log: m.Log) -> bool:
        """Players have ended the game, at one end or the other."""
        played = self._session.played
        assert played
        ended = next((event for event in reversed(played.events) if event.kind in ("end", "takeback")), None)
        if ended and ended.kind == "end":
            if log.over is None and ended.reason == "resigned" and not is_over(log):
                self._propose(m.RESIGN, "")
            return True
        if log.over and not played.mirror.result:
            result, reason = log.over
            if reason in TERMINATIONS and self._once("end", result, reason):
                self._session.end(result, reason)
            return True
        return False

    def _take_board(self, log: m.Log) -> None:
        """The board plays another game: the one that was wanted of it, or something else."""
        played = self._session.played
        assert played
        kept = self.kept
        begun = bool(kept.replacing) and played.board_game != kept.replacing
        if begun and played.start == public_text(log.replay.go(log.start, kept.wanted)[1]):
            kept.board_game, kept.began, kept.base, kept.replacing = (
                played.board_game,
                kept.wanted,
                list(kept.wanted),
                "",
            )
            kept.save()
            return
        if not self.kept.board_game:
            self._restore(log)
        elif self._elsewhere != played.board_game and not is_over(log):
            self._elsewhere = played.board_game
            self._say("the board plays another game; type remote to bring the match back")

    def _restore(self, log: m.Log) -> None:
        """Begin the board's game anew from where the log stands."""
        played = self._session.played
        now = self._clock()
        kept = self.kept
        if played is None or is_over(log) or (kept.replacing and now - self._restore_at < RESTORE_S):
            return
        self._restore_at = now
        kept.wanted, kept.replacing, kept.board_game = m.plies_of(log.entries), played.board_game, ""
        kept.save()
        self._session.new_game(public_text(log.replay.go(log.start, kept.wanted)[1]), self.levels)

    # Time

    def clock(self) -> ChessClock | None:
        """What both have left, None if the match has no clock."""
        log = self.log
        if log is None or not log.clock:
            return None
        known = self._agreed(log)
        return shown(log, known, self.kept.spent if known.turn == self.side else self._their_time(), is_over(log))

    def _agreed(self, log: m.Log) -> ChessClock:
        if self._reckoned is None or self._reckoned[0] is not log:
            self._reckoned = log, agreed(log)
        return self._reckoned[1]

    def _taken(self, log: m.Log) -> int:
        spent = self.kept.spent
        return min(spent.ms, m.LONGEST_MS) if log.clock and spent.at == len(log.entries) else 0

    def _taken_by_mover(self, log: m.Log) -> int:
        """What the side to move has taken since the last entry, in ms."""
        if not log.clock:
            return 0
        spent = self.kept.spent if self._agreed(log).turn == self.side else self._their_time()
        return min(spent.ms, m.LONGEST_MS) if spent and spent.at == len(log.entries) else 0

    def _their_time(self) -> m.Spent | None:
        """What the other player has taken: what was said of it, and as long as it runs what has passed since."""
        theirs = self._theirs
        if theirs is None or not theirs.runs:
            return theirs
        if not self.other_here:
            return theirs._replace(runs=False)
        return theirs._replace(ms=theirs.ms + int((self._clock() - self._theirs_at) * 1000))

    def _mind_time(self, log: m.Log) -> None:
        """Let our player's time pass while the board waits for a ply, and that of a page in the guest's place."""
        now = self._clock()
        passed, self._stepped_at = round((now - self._stepped_at) * 1000), now
        if not log.clock:
            return
        at = len(log.entries)
        turn = self._agreed(log).turn
        goes_on = at > 0 and not is_over(log)
        spent = self.kept.spent if self.kept.spent.at == at else m.Spent(at, 0, False)
        waits = goes_on and turn == self.side and self._next == m.SAME and not self._wish and self._board_plays()
        self.kept.spent = m.Spent(at, spent.ms + (passed if spent.runs else 0), waits)
        if waits != spent.runs or waits and now - self._saved_at >= SAVE_S:
            self._saved_at = now
            self.kept.save()
        if now - self._seat_at < 1:
            theirs = self._theirs if self._theirs and self._theirs.at == at else m.Spent(at, 0, False)
            self._theirs = m.Spent(at, theirs.ms + (passed if theirs.runs else 0), goes_on and turn != self.side)
            self._theirs_at = now
        self._tell_flag(log)

    def _board_plays(self) -> bool:
        """Whether the board is there and its player could make a ply of this match."""
        session = self._session
        ours = session.played is not None and session.played.board_game == self.kept.board_game
        return ours and session.link.state == CONNECTED and session.mode in ("p", "t")

    def _tell_flag(self, log: m.Log) -> None:
        clock = self.clock()
        if clock and clock.flag != STOPPED and clock.flag not in self._flags:
            self._flags.add(clock.flag)
            self._say(f"{side_names(m.game_at(log.start))[clock.flag]}'s time is up")

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
        said = m.Said(self.kept.stamp, self.name, log, self._wish or self.kept.request, here, spent)
        return self._line.publish(match_topic(self._invite.match, end), self._voice.sign(said), True)
