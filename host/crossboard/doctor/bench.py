"""The board as a bench: lights on, sensors and buttons raw, over the link (shared_rules/protocol/WIRE.md, D).

The board may go away and come back at any time: a cable comes loose, or whoever is asked a question takes long to answer, and the
board takes the PC for gone. Then the bench is put up again as it was, and the time between does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from crossboard.boards.health import ABLE, read_flickers
from crossboard.boards.link import ANSWER_S, CONNECTED, LOST, Link, answered
from crossboard.calling import command
from crossboard.errors import LinkError

Colour = tuple[int, int, int]

WHITE: Colour = (70, 70, 70)
BACK_S = 30.0
"""Default seconds to wait for a lost board to come back."""

QUIET_S = 5.0
"""After this many seconds of silence from us the board may have gone back to play; it does after 6 s (protocol/channel.py)."""

ENDED = "D error no test is under way"
"""The answer of a board that is playing."""

STEP_S = 0.005
BUTTONS = ("", "ok", "next", "back")
"""Button names by number."""


class Bench:
    """From construction to `close` play rests on the board at `link`. `clock` and `pause` are in seconds."""

    def __init__(
        self,
        link: Link,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
        say: Callable[[str], None] = lambda text: None,
        back_s: float = BACK_S,
    ) -> None:
        self.pause = pause
        self._clock = clock
        self._say = say
        self._back_s = back_s
        self._away = 0.0
        """Seconds for which the board was away; they do not count as waiting time."""
        self.closed: set[int] = set()
        self.since: dict[int, float] = {}
        """Sensor -> when it last changed, by our clock."""
        self.held: set[str] = set()
        self.pressed: set[str] = set()
        """Buttons pressed since this was last cleared."""
        self.sensors = self.lights = 0
        self.driver = ""
        self.swapped = False
        self._link = link
        self._connection = -1
        """The link's connection on which the bench was begun; -1 until it is."""
        self._asked_on = -1
        """That on which the board was asked last."""
        self._stepped = clock()
        self._ended = False
        """Whether the board has ended the test because it had not heard from us for too long."""
        self._shown: list[str] = []
        """Colours of single lights, set since all lights were last set at once."""
        self._counts: dict[int, int] = {}
        self._counted = False
        self._fared: tuple[str, dict[str, tuple[int, int]]] = ("", {})
        if not self._begin():
            if link.state == CONNECTED and link.drained():
                raise LinkError(f"the board's firmware is too old for the doctor; `{command('flash')}` updates it")
            raise LinkError(
                f"no board answers on this port; does it have the firmware? `{command('flash')}` installs it"
            )

    def now(self) -> float:
        """Seconds on the clock, without those for which the board was away."""
        return self._clock() - self._away

    def _begin(self) -> bool:
        """Ask for the bench; returns whether the board grants it."""
        self.sensors, self._connection = 0, -1
        if not self._ask("begin", lambda: self.sensors > 0):
            return False
        self._connection = self._asked_on
        return True

    def _ask(self, what: str, done: Callable[[], bool]) -> bool:
        """Ask the board; returns whether it answers."""

        def ask() -> None:
            self._asked_on, self._counts = self._link.connections, {}
            self._link.send("D", what)

        def step() -> None:
            self.step()
            self.pause(STEP_S)

        return answered(self._link, ask, done, step, self.now)

    def close(self) -> None:
        """End the test; play goes on."""
        if self._link.send("D", "end"):
            self.wait(self._link.drained, ANSWER_S)

    @property
    def damaged(self) -> int:
        """Number of frames that arrived damaged."""
        return self._link.damaged

    @property
    def resent(self) -> int:
        """Number of messages that were sent again."""
        return self._link.resent

    def step(self) -> None:
        """Process the board's messages. If the board has gone, wait for it; LinkError if it does not come back."""
        for message in self._link.step():
            if message.kind == "D":
                self._hear(message.payload)
            elif (message.kind, message.payload) == ("C", ENDED):
                self._ended = True
        now, before = self._clock(), self._stepped
        self._stepped = now
        self._ended |= now - before > QUIET_S
        lost = self._link.state == LOST
        if lost or self._ended or (self._connection >= 0 and self._link.connections != self._connection):
            self._ended = False
            self._come_back(lost)

    def _come_back(self, lost: bool) -> None:
        """Wait for the board and restore the bench: the same matrix direction, the same lights."""
        gone = self._clock()
        if lost:
            self._say("the board is disconnected: plug it in again to continue the test (Ctrl-C ends it)")
        while self._link.state != CONNECTED:
            if self._clock() - gone > self._back_s:
                raise LinkError("the board is gone", self._link.port_name)
            self._link.step()
            self.pause(STEP_S)
        self._stepped = self._clock()
        if self._connection < 0:  # it had not even begun
            return
        swapped, self.swapped = self.swapped, False
        self.closed, self.held = set(), set()
        if not self._begin():
            raise LinkError("the board is back, but can't be tested any more", self._link.port_name)
        if swapped:
            self._link.send("D", "swap")
        for text in self._shown:
            self._link.send("D", text)
        if lost:
            self._say("the board is back")
        self._away += self._clock() - gone

    def _hear(self, payload: str) -> None:
        what, *words = payload.split(" ")
        if what == "begin":
            self.sensors, self.lights, self.driver = int(words[0]), int(words[1]), words[2]
        elif what == "raw":
            self._take(words[1])
        elif what == "buttons":
            held = {name for i, name in enumerate(BUTTONS) if i and int(words[0]) >> i & 1}
            self.pressed |= held - self.held
            self.held = held
        elif what == "flickers":
            boot, counts, self._counted = read_flickers(payload) or ("", {}, True)
            self._fared = (boot, {**self._fared[1], **counts})
        elif what == "swap":
            self.swapped = words[0] == "1"
            self._counted = True
        elif what == "counts":
            for word in words:
                if word == "-":
                    self._counted = True
                else:
                    sensor, _, count = word.partition(":")
                    self._counts[int(sensor)] = int(count)

    def _take(self, digits: str) -> None:
        now = self.now()
        closed = {4 * i + bit for i, digit in enumerate(digits) for bit in range(4) if int(digit, 16) >> bit & 1}
        for sensor in closed ^ self.closed:
            self.since[sensor] = now
        self.closed = closed

    def wait(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until the condition holds, for at most that many seconds; returns whether it holds."""
        end = self.now() + seconds
        while not true():
            if self.now() >= end:
                return False
            self.step()
            self.pause(STEP_S)
        return True

    def rest(self, seconds: float) -> None:
        """Listen for that many seconds."""
        self.wait(lambda: False, seconds)

    def show(self, lights: Iterable[int], colour: Colour = WHITE) -> None:
        """Turn on these lights and no others."""
        red, green, blue = colour
        self._tell(["lights 0 0 0", *(f"light {light} {red} {green} {blue}" for light in lights)])

    def fill(self, colour: Colour) -> None:
        """Turn on all lights."""
        self._tell([f"lights {colour[0]} {colour[1]} {colour[2]}"])

    def _tell(self, lines: list[str]) -> None:
        self.step()  # whoever was asked in between may have taken long
        self._shown = lines
        for text in lines:
            self._link.send("D", text)

    def clear(self) -> None:
        """Reset the counts of sensor changes."""
        self.step()
        self._link.send("D", "clear")

    def counts(self) -> dict[int, int]:
        """How often each sensor has changed since `clear`, or since the board came back."""
        self._counted = False
        if not self._ask("counts", lambda: self._counted):
            raise LinkError("the board does not answer any more", self._link.port_name)
        return self._counts

    def fared(self) -> tuple[str, dict[str, tuple[int, int]]]:
        """The id of the board's start, and (flickers, changes) of each square in play since then; empty if the board can't say."""
        self._fared, self._counted = ("", {}), False
        if self._link.hello and ABLE in self._link.hello.able:
            self._ask("flickers", lambda: self._counted)
        return self._fared

    def swap(self) -> bool:
        """Drive the matrix the other way round; False if that can't be done."""
        if self.driver != "matrix":
            return False
        self.step()
        self._counted = False
        return self._ask("swap", lambda: self._counted)
