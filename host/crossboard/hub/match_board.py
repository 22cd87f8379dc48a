"""Brings a board and the log of a match together.

What the board's player did is proposed to the log; what the log has more is led to by the lights; what it has not is taken back.
Where that can't be, the position is set up anew, as another game of the board.
"""

from __future__ import annotations

from collections.abc import Callable

from crossboard.boards.link import CONNECTED, require_game_on
from crossboard.boards.opponents import REMOTE, Levels, levels_against
from crossboard.boards.played import Played
from crossboard.boards.session import ASTRAY, Session
from crossboard.games.reasons import ends
from crossboard.games.rules import public_text
from crossboard.hub import match as m
from crossboard.hub.match_file import MatchFile

AGAIN_S = 3.0  # a command that had no effect is given again
RESTORE_S = 12.0  # likewise a new game, for which pieces are put up
ASK_S = 5.0  # the board is asked again for its player's consent; it forgets after half a minute


class MatchBoard:
    """The board of `session` in the match in `kept`. `propose(kind, text)` is called with what its player did, `say` with what
    players should know; `clock` gives seconds."""

    def __init__(
        self,
        session: Session,
        kept: MatchFile,
        propose: Callable[[str, str], None],
        say: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        self._session = session
        self._kept = kept
        self._propose = propose
        self._say = say
        self._clock = clock
        self._did: tuple[object, ...] = ()
        self._did_at = 0.0
        self._restore_at = -RESTORE_S
        self._elsewhere = ""
        self._situation: tuple[object, ...] = ()
        self._next = m.SAME
        self._plies: tuple[str, int, list[str]] = ("", 0, [])
        self._asked = ""  # of the board's player
        self._asked_at = -ASK_S
        self._named: tuple[str, str] = ("", "")

    @property
    def ours(self) -> Played | None:
        """The board's game if it is this match's."""
        played = self._session.played
        return played if played and played.board_game == self._kept.board_game else None

    @property
    def connected(self) -> bool:
        """Whether the board is there and plays this match."""
        return self.ours is not None and self._session.link.state == CONNECTED

    @property
    def in_step(self) -> bool:
        """Whether board and log were the same when last compared."""
        return self._next == m.SAME

    @property
    def waits(self) -> bool:
        """Whether the board's player could make a ply of this match."""
        return self.in_step and self.connected and self._session.mode in ("p", "t")

    @property
    def levels(self) -> Levels:
        """Who sits at the board."""
        return levels_against(self._kept.side)

    def step(self, log: m.Log) -> bool:
        """Do what brings board and log together; True if they are the same."""
        session = self._session
        played = session.played
        if played is None or session.link.state != CONNECTED or played.doubtful or played.to_compare:
            return False
        if played.board_game != self._kept.board_game:
            self._take_board(log, played)
            return False
        board = [*self._kept.began, *self.plies(played)]
        if self._ended(log, played, board) or session.mode not in ("p", "o", "g", *ASTRAY) or self._seat(played):
            return False
        return self._settle(log, board)

    def plies(self, played: Played) -> list[str]:
        """The plies of the board's game that stand."""
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

    def name_sides(self, first: str, second: str) -> None:
        """Both players stand in the board's game under their names."""
        if self.ours and (first or second) and (first, second) != self._named:
            self._named = (first, second)
            self._session.name_sides(first, second)

    def ask_consent(self, offer: m.Offer | None, quiet: bool) -> None:
        """Let the lights ask for what the other player wants while the board is `quiet`: it has nothing else to show."""
        if not self.connected:
            return
        what = "" if offer is None else "takeback" if offer.kind == m.UNDO else offer.kind
        if what and quiet and self._session.mode == "p" and self.in_step:
            if what != self._asked or self._clock() - self._asked_at >= ASK_S:
                self._session.ask_consent(what)
                self._asked, self._asked_at = what, self._clock()
        elif self._asked and not what:
            self._session.ask_consent("")
            self._asked = ""

    def _settle(self, log: m.Log, board: list[str]) -> bool:
        kept = self._kept
        if board == kept.taking_back:  # as it was asked, though the log may have gone on: no wish of its player's
            kept.base, kept.taking_back = list(board), None
            kept.save()  # else whoever comes back would take it for such a wish
        situation = (log, tuple(board), tuple(kept.base))
        if situation != self._situation:
            self._situation, self._next = situation, m.reconcile(kept.base, board, log, kept.side)
        step = self._next
        if step == m.SAME:
            if kept.base != board:
                kept.base = board
                kept.save()
            self._withdraw_lead(None)
            return True
        if step.do == m.PROPOSE:
            self._propose(m.PLY, step.ply)
        elif step.do == m.PROPOSE_UNDO:
            if log.declined == m.Offer(kept.side, m.UNDO, len(log.entries), step.plies):
                self._restore(log)
            else:
                self._propose(m.UNDO, str(step.plies))
        elif step.do == m.LEAD:
            self._lead(step.ply)
        elif step.do == m.TAKE_BACK and step.plies <= len(board) - len(kept.began):
            if self._once("take-back", step.plies, len(board) - len(kept.began)):
                kept.taking_back = board[: len(board) - step.plies]
                kept.save()
                self._session.take_back(step.plies)
        else:
            self._restore(log)
        return False

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

    def _once(self, *what: object) -> bool:
        """Whether to give that command now: not again before it can have had an effect."""
        now = self._clock()
        if what == self._did and now - self._did_at < AGAIN_S:
            return False
        self._did, self._did_at = what, now
        return True

    def _seat(self, played: Played) -> bool:
        """Whether the board had to be told who plays."""
        if (played.levels[0], played.levels[1]) == self.levels or played.ended:
            return False
        if self._once("seats", played.board_game):
            self._session.play_sides(self.levels)
        return True

    def _ended(self, log: m.Log, played: Played, board: list[str]) -> bool:
        """Whether players have ended the game, at one end or the other; what was played before that comes onto the board first."""
        ended = played.end
        if ended:
            if log.over is None and ended.reason == "resigned" and not m.is_over(log):
                self._propose(m.RESIGN, "")
            return True
        if log.over and not played.mirror.result and not self._trails(log, board):
            result, reason = log.over
            if ends(played.mirror.name).code(reason) and self._once("end", result, reason):
                self._session.end(result, reason)
            return True
        return False

    def _trails(self, log: m.Log, board: list[str]) -> bool:
        """Whether all that the board lacks is plies of the other player's, through which the lights can lead."""
        agreed = m.plies_of(log.entries)
        lacks = log.position()[0][len(board) :]
        return agreed[: len(board)] == board and bool(lacks) and all(side != self._kept.side for side in lacks)

    def _take_board(self, log: m.Log, played: Played) -> None:
        """The board plays another game: the one that was wanted of it, or something else."""
        kept = self._kept
        begun = bool(kept.replacing) and played.board_game != kept.replacing
        if begun and played.start == public_text(log.replay.go(log.start, kept.wanted)[1]):
            kept.board_game, kept.began, kept.base = played.board_game, kept.wanted, list(kept.wanted)
            kept.replacing = ""
            kept.save()
        elif not kept.board_game:
            self._restore(log)
        elif self._elsewhere != played.board_game and not m.is_over(log):
            self._elsewhere = played.board_game
            self._say("the board plays another game; type remote to bring the match back")

    def _restore(self, log: m.Log) -> None:
        """Begin the board's game anew from where the log stands."""
        played = self._session.played
        now = self._clock()
        kept = self._kept
        if played is None or m.is_over(log) or (kept.replacing and now - self._restore_at < RESTORE_S):
            return
        self._restore_at = now
        require_game_on(self._session.link.hello, log.start)
        kept.wanted, kept.replacing, kept.board_game = m.plies_of(log.entries), played.board_game, ""
        kept.save()
        self._session.new_game(public_text(log.replay.go(log.start, kept.wanted)[1]), self.levels)
