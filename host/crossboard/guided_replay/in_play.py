"""Replay on the board within a session of `play`: begins it, steers it, and plays on from there."""

from __future__ import annotations

from crossboard.boards.attach import Attached
from crossboard.boards.session import PICKING, Session
from crossboard.errors import CrossboardError
from crossboard.games.gestures import Gesture, read_gesture
from crossboard.games.rules import game_at
from crossboard.games.words import clean
from crossboard.guided_replay.guided_replay import Lead
from crossboard.guided_replay.placement import place_on, profile_of, require_paint
from crossboard.guided_replay.story import Story, story_of
from crossboard.language import tr
from crossboard.library import Library
from crossboard.library.timeline import players_line


class Leader:
    """`lead` is the replay on the board just now, None while the board plays; `stopped` once a player has ended one. `profile` is
    the name of the board's, "" for what it says.
    """

    def __init__(self, session: Session, library: Library, attached: Attached, profile: str = "") -> None:
        self.lead: Lead | None = None
        self.stopped = False
        self._profile = profile
        self._session = session
        self._library = library
        self._attached = attached

    @property
    def changed(self) -> int:
        """Counts up with what is worth showing."""
        return self.lead.changed if self.lead else 0

    def begin(self, story: Story, index: int, running: bool) -> None:
        """Lead through `story` from that position on."""
        link = self._session.link
        if link.hello is None:
            raise CrossboardError(tr("the board is not connected"))
        if self._session.mode == PICKING:
            raise CrossboardError(tr("kings are being picked on the board; finish that first"))
        require_paint(link.hello)
        profile = self._attached.profile or profile_of(link.hello, self._profile)
        game = game_at(story.stands[0].text, 1)
        place = place_on(profile, game)
        if self.lead:
            self.lead.end()
        self.lead = Lead(story, game, place, link, index, running)
        self._session.on_bench = self.lead.hear

    def begin_logged(self, number: int, turn: int | None = None, moment: int | None = None) -> None:
        """Lead through a game of the library: all of it, from a turn's end on, or from a moment (so many events) on."""
        stored = self._library.game(number)
        events = self._library.events(number)
        players = players_line(game_at(stored.start, 1), clean(stored.first), clean(stored.second))
        heading = tr("game {number}: {game}, {players}", number=number, game=clean(stored.spec), players=players)
        story, index = story_of(heading, stored.start, events, number, moment)
        if turn is not None:
            index = story.of_turn(turn)
        self.begin(story, index, turn is None and moment is None)

    def end(self) -> None:
        """The board's own game goes on."""
        if self.lead:
            self.lead.end()
            self.lead = None
            self._session.on_bench = None
            self._session.changed += 1

    def stop(self) -> None:
        """End the replay, as a player wants."""
        self.end()
        self.stopped = True

    def play_on(self) -> None:
        """A new game from the position that is led to."""
        lead = self._need()
        if lead.stand.over:
            raise CrossboardError(tr("the game is over there; step back first"))
        self.end()
        if not self._session.new_game(lead.stand.text):
            raise CrossboardError(tr("the board is not connected"))

    def press(self, button: str, hold: bool) -> None:
        """A button of the board, pressed elsewhere."""
        lead = self._need()
        (lead.hold if hold else lead.tap)(button)

    def step(self, now: int) -> None:
        """One round."""
        if self.lead is None:
            return
        self.lead.step(now)
        while self.lead and self.lead.asked:
            wish = self.lead.asked.pop(0)
            if wish == "stop":
                self.stop()
            elif not self.lead.stand.over:
                self.play_on()

    def go_to(self, turn: int) -> None:
        """Lead to the end of that turn, and rest there."""
        lead = self._need()
        lead.running = False
        lead.go(lead.story.of_turn(turn))

    def gesture(self, words: list[str]) -> Gesture:
        """What was typed, performed on the pieces as they stood before the ply that is led."""
        lead = self._need()
        before = lead.story.stands[max(0, lead.index - 1)]
        return Gesture(read_gesture(game_at(before.text), words).touches)

    def _need(self) -> Lead:
        if self.lead is None:
            raise CrossboardError(tr("no game is being replayed on the board; `replay GAME` starts one"))
        return self.lead
