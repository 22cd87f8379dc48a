"""The hand of a simulated board as `play` moves it: it puts the pieces up, makes the moves that are typed, and those of Crossboard.

On a real board there is no such hand: then what is typed as a move is refused, and nothing else here does anything.
"""

from __future__ import annotations

from collections import deque

from crossboard.boards.attach import Attached
from crossboard.boards.link import CONNECTED
from crossboard.boards.opponents import Thought
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.games.about import about
from crossboard.games.formats import ply_notation, square_notation
from crossboard.games.gestures import REAL, Hand, ply_touches, read_gesture, set_up, standing_in
from crossboard.games.rules import Game, RulesError, legal_plies, places_captured, square_name
from crossboard.guided_replay.in_play import Leader
from crossboard.language import tr

SET_UP_AGAIN_MS = 3000
PATIENCE_MS = 5000  # typed gestures wait so long for the pieces to be put up
QUIET_MS = 1000  # without any news a typed gesture has had its effect
TRY_AGAIN_MS = 6000  # the opponent's ply, after something came in between
ANSWER_MS = 10_000  # a legal ply is answered at most so long after the hand is done
OVER = tr("the game is over; new begins another")
NO_GAME = tr("the board has not reported its game yet")
JUMP = "d3xb5@a4"  # a whole turn, where captured pieces come back


def examples(game: Game) -> list[tuple[str, str]]:
    """What may be typed as a move, by a ply that is legal now, and what that means; nothing where there is none."""
    plies = [] if game.result else legal_plies(game)
    first = about(game.name).first
    plies.sort(key=lambda ply: (len(ply_touches(game, ply)), game.ply_text(ply) not in first))
    if not plies:
        return []
    text, touches = game.ply_text(plies[0]), ply_touches(game, plies[0])
    written = dict.fromkeys([ply_notation(game, plies[0]), text] + [JUMP] * places_captured(game))
    found: list[tuple[str, str]] = [(", ".join(written), "play a move as a hand would")]
    if [touch.closed for touch in touches] == [False, True]:
        lifted, put = (square_notation(game.name, square_name(game, touch.square)) for touch in touches)
        found.insert(0, (f"-{lifted} +{put}", f"lift the piece on {lifted}, put one on {put}"))
    return found


class TypedHand:
    """Feed it with `step` in every round. Times are in ms of the loop's clock."""

    def __init__(self, session: Session, leader: Leader, attached: Attached) -> None:
        self.hand: Hand | None = attached.hand
        self._session = session
        self._leader = leader
        self._attached = attached
        self._performed: tuple[Thought | None, int] = (None, 0)  # for the opponent, and when
        self._left: set[int] | None = None  # the squares with pieces when the hand was done with that
        self._game = ""  # the board's id of the game that the hand knows
        self._set_up_at = 0
        self._now = 0
        self._patience = 0  # typed moves wait until then at most; 0: before the first round
        self._meant: deque[str] = deque()  # plies that were typed and not yet played: they may be asked about
        self._meant_at = ("", 0)  # the game, and its last record that has been compared with them
        self._answered = (0, "")  # the last question (Session.asked) that one of them answered, and which
        self._await_seq = 0
        self._await_until = 0

    @property
    def busy(self) -> bool:
        """Whether it is moving a piece."""
        return self.hand is not None and self.hand.busy

    def step(self, now: int) -> None:
        """One round: go on, put the pieces up when the board waits for that, move for Crossboard, answer what was typed in full."""
        self._now = now
        self._patience = self._patience or now + PATIENCE_MS
        if self.hand and self._session.played:
            if self._leader.lead:
                self._know(self.hand, self._leader.lead.story.heading, self._leader.lead.game)
                self.hand.tick(now)
            else:
                self._play(self.hand, self._session.played.mirror, now)
        self._answer()

    def put_up(self) -> None:
        """Put the pieces where the game, or a replay, has them; CrossboardError if that can't be."""
        game = self._session.game
        if self.hand is None or game is None:
            raise CrossboardError(NO_GAME if self.hand else REAL)
        self.hand.drop()
        self._meant.clear()
        lead = self._leader.lead
        self.hand.perform(lead.touches() if lead else set_up(game, self.hand.standing()), self._now)

    def make(self, words: list[str]) -> None:
        """Make what was typed; CrossboardError if it is not a gesture."""
        played = self._session.played
        if self.hand is None:
            raise CrossboardError(f"{REAL} (type help)")
        if played is None:
            raise CrossboardError(NO_GAME)
        over = OVER if played.ended else ""
        gesture = self._leader.gesture(words) if self._leader.lead else read_gesture(played.mirror, words, over)
        if not self.hand.busy:
            self.hand.check(gesture.touches)
        self._meant.clear()
        self._meant.extend(gesture.plies)
        self._meant_at = (played.board_game, len(played.events))
        self._await_seq = played.last + len(gesture.plies)
        self._await_until = self._now + ANSWER_MS
        self.hand.perform(gesture.touches, self._now)

    @property
    def putting_up(self) -> bool:
        """Whether typed moves have to wait until the pieces are put up."""
        return self.hand is not None and self._session.mode in ("", "g") and self._now < self._patience

    def settled(self, news_at: int) -> bool:
        """Whether what was typed before has had its effect; the last news came at `news_at`."""
        if self.busy or (self.hand and not self.hand.has_rested(QUIET_MS, self._now)):
            return False
        quiet = self._now - news_at >= QUIET_MS
        if self._leader.lead:
            return self._leader.lead.begun and quiet
        played = self._session.played
        if played is None or self._session.mode in ("", "g"):
            return self.hand is None and played is not None
        if played.last < self._await_seq and not self._session.question and self._now < self._await_until:
            return False
        return quiet

    def _know(self, hand: Hand, name: str, game: Game) -> bool:
        """Which game the hand's pieces are of; whether that is another one than before."""
        fresh = self._game != name
        if fresh:
            self._game = name
            hand.lay(game, self._attached.origin(game.name))
            hand.drop()
        return fresh

    def _play(self, hand: Hand, game: Game, now: int) -> None:
        session = self._session
        if session.played and self._know(hand, session.played.board_game, game):
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
        thought = self._session.thought
        if thought is None or not thought.led or self._session.mode != "p" or hand.busy:
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

    def _answer(self) -> None:
        """Answer a question about a ply that was typed in full."""
        self._forget_played()
        asked = self._session.question
        if asked is None:
            return
        wanted = next((ply for ply in self._meant if ply in asked.offers), None)
        if wanted and self._answered != (self._session.asked, wanted) and self._session.choose(wanted):
            self._answered = (self._session.asked, wanted)

    def _forget_played(self) -> None:
        """What was typed counts until it is played, or something else has happened after the hand was done."""
        played = self._session.played
        if not self._meant or played is None:
            return
        game, seen = self._meant_at
        if game != played.board_game:
            self._meant.clear()
        for event in played.events[seen:]:
            if event.kind == "ply" and self._meant and event.text == self._meant[0]:
                self._meant.popleft()
            elif not self.busy:
                self._meant.clear()
        self._meant_at = (game, len(played.events))
