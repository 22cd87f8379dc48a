"""The board as a bench: lights on, sensors and buttons raw, over the link (shared_rules/protocol/WIRE.md, D)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from crossboard.boards.health import ABLE, read_flickers
from crossboard.boards.link import CONNECTED, LOST, Link
from crossboard.calling import command
from crossboard.errors import LinkError

Colour = tuple[int, int, int]

WHITE: Colour = (70, 70, 70)
ANSWER_S = 6.0
"""For the connection, and for an answer."""

ASKED = 3
"""How often the bench is asked for."""

STEP_S = 0.005
BUTTONS = ("", "ok", "next", "back")
"""Names by their number."""


class Bench:
    """From construction to `close` play rests on the board at `link`. `clock` and `pause` are in seconds."""

    def __init__(
        self,
        link: Link,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.now = clock
        self.pause = pause
        self.closed: set[int] = set()
        self.since: dict[int, float] = {}
        """Sensor -> when it last changed, by our clock."""
        self.held: set[str] = set()
        self.pressed: set[str] = set()
        """Buttons pressed since somebody cleared this."""
        self.sensors = self.lights = 0
        self.driver = ""
        self.swapped = False
        self._link = link
        self._counts: dict[int, int] = {}
        self._counted = False
        self._fared: tuple[str, dict[str, tuple[int, int]]] = ("", {})
        if not self.wait(lambda: link.state == CONNECTED, ANSWER_S):
            raise LinkError(f"no board says hello there; does it have the firmware? `{command('flash')}` puts it on")
        if not self._begin():
            raise LinkError(
                f"the board's firmware can't be tested, it is too old; `{command('flash')}` brings it up to date"
            )

    def _begin(self) -> bool:
        """Ask for the bench until the board gives it: what is asked while a connection is renewed is lost."""
        for _ in range(ASKED):
            self._link.send("D", "begin")
            if self.wait(lambda: self.sensors > 0, ANSWER_S):
                return True
        return False

    def close(self) -> None:
        """Play goes on."""
        if self._link.send("D", "end"):
            self.wait(self._link.drained, ANSWER_S)

    @property
    def link_errors(self) -> int:
        """Frames damaged or sent again."""
        return self._link.errors

    def step(self) -> None:
        """Take in what the board says; LinkError if it is gone."""
        for message in self._link.step():
            if message.kind == "D":
                self._hear(message.payload)
        if self._link.state == LOST:
            raise LinkError("the board is gone", self._link.port_name)

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
        """Until it is so, or so long; whether it is."""
        end = self.now() + seconds
        while not true():
            if self.now() >= end:
                return False
            self.step()
            self.pause(STEP_S)
        return True

    def rest(self, seconds: float) -> None:
        """Listen for so long."""
        self.wait(lambda: False, seconds)

    def show(self, lights: Iterable[int], colour: Colour = WHITE) -> None:
        """Light exactly these."""
        self._link.send("D", "lights 0 0 0")
        for light in lights:
            self._link.send("D", f"light {light} {colour[0]} {colour[1]} {colour[2]}")

    def fill(self, colour: Colour) -> None:
        """Light all."""
        self._link.send("D", f"lights {colour[0]} {colour[1]} {colour[2]}")

    def clear(self) -> None:
        """Count changes from now on."""
        self._link.send("D", "clear")

    def counts(self) -> dict[int, int]:
        """How often each sensor has changed since `clear`."""
        self._counts, self._counted = {}, False
        self._link.send("D", "counts")
        if not self.wait(lambda: self._counted, ANSWER_S):
            raise LinkError("the board does not answer any more", self._link.port_name)
        return self._counts

    def fared(self) -> tuple[str, dict[str, tuple[int, int]]]:
        """This start of the board, and how its squares have fared in play since: (flickers, changes). Empty if it can't say."""
        self._fared, self._counted = ("", {}), False
        if self._link.hello and ABLE in self._link.hello.able:
            self._link.send("D", "flickers")
            self.wait(lambda: self._counted, ANSWER_S)
        return self._fared

    def swap(self) -> bool:
        """Drive the matrix the other way round; False if that can't be done."""
        if self.driver != "matrix":
            return False
        self._counted = False
        self._link.send("D", "swap")
        return self.wait(lambda: self._counted, ANSWER_S)
