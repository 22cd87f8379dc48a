"""A player who answers the questions while a trace is read: by what was played, 0.6 to 1.2 s after a question opens."""

from crossboard.library.trace import Trace, TraceEvent
from crossboard.recognize import Happening, Observer
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_NEXT, BUTTON_OK

ANSWER_MS = 600
PRESS_MS = 20  # between two presses
AFTER_MS = 6000


class Answering:
    """Reads the sensors of `trace`, in which `plies` were played; its own buttons are left out."""

    def __init__(self, trace: Trace, plies: list[int]) -> None:
        self.observer = Observer(trace.game())
        self.plies = plies
        self.told: list[int] = []
        self.happenings: list[Happening] = []
        self.questions = 0
        self._offers: tuple[int, ...] = ()
        self._asked_at = 0
        for event in trace.events:
            if not event.button:
                self._until(event.time)
                self.observer.feed(TraceEvent(self.observer.now, event.square, event.closed))
        self._until(self.observer.now + AFTER_MS)

    def _until(self, time: int) -> None:
        while self.observer.now < time:
            self._pass(min(time, self.observer.now + ANSWER_MS))
            if self._offers and self._asked_at + ANSWER_MS <= self.observer.now:
                self._answer()

    def _pass(self, time: int) -> None:
        for happening in self.observer.until(max(time, self.observer.now)):
            self.happenings.append(happening)
            if happening.what == "ply":
                self.told.append(happening.ply)
            elif happening.what == "takeback":
                self.told.pop()
            elif happening.what == "ask":
                if not self._offers:
                    self.questions += 1
                    self._asked_at = happening.time
                self._offers = tuple(happening.offers)
            elif happening.what == "unask":
                self._offers = ()

    def _answer(self) -> None:
        """Choose the ply that was played there, or withdraw the question where it isn't offered."""
        recognizer = self.observer.recognizer
        positions = recognizer.beam.positions
        at = len(self.told) + positions.depth[recognizer.beam.asked.before] - positions.depth[positions.committed]
        wanted = self.plies[at] if at < len(self.plies) else None
        self._asked_at = self.observer.now
        for _ in range(len(self._offers)):
            offered = recognizer.offers[recognizer.offered]
            button = BUTTON_OK if offered == wanted else BUTTON_NEXT if wanted in self._offers else BUTTON_BACK
            self.observer.feed(TraceEvent(self.observer.now, -1, False, button))
            self._pass(self.observer.now + PRESS_MS)
            if button != BUTTON_NEXT or not self._offers:
                return
