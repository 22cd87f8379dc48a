"""The tests of `crossboard doctor`, one after the other, with a maker who puts magnets where the lights are.

A square's sensor answers when it is closed for most of a moment, so that squares that the magnet passes do not count; then
the magnet rests, and every further change is a flicker. Sensors are told by the driver's numbers, lights by their place
in the chain: what squares they are is found out afterwards (doctor/wiring.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from crossboard.doctor.bench import WHITE, Bench
from crossboard.games.words import plural
from crossboard.output import say

BOUNCES = 8
"""A healthy switch changes fewer times than this at one closing; a bounce of 10 ms is scanned a few times."""

NOISE = 2
"""Changes tolerated without a magnet, or with a magnet at rest."""

FEW = 3
"""After this many squares without an answer, wait less for the others."""

ENOUGH = 0.7
"""Share of the observation time for which a sensor must be closed."""


@dataclass(frozen=True)
class Times:
    """Seconds. `patience`: for the maker to bring the magnet; `hold`: the moment; `rest`: with the magnet at rest."""

    patience: float = 15.0
    hold: float = 0.35
    rest: float = 0.35
    quiet: float = 1.0
    button: float = 5.0


@dataclass(frozen=True)
class Wanted:
    """What can be answered: `answers`, each with the word for it, "" for none. `words` says so to who answers something else."""

    words: str
    answers: Mapping[str, str]

    def read(self, answer: str) -> str | None:
        """The answer that was typed; None if it is not one of them."""
        return next((one for one, word in self.answers.items() if answer in (one, word or one)), None)

    @property
    def choices(self) -> dict[str, str]:
        """Those with a word: few enough to be offered."""
        return {one: word for one, word in self.answers.items() if word}


COLOUR = Wanted("that is none of the colours: type r, g, b or n", {"r": "red", "g": "green", "b": "blue", "n": "none"})
YES_NO = Wanted("type y or n", {"y": "yes", "n": "no"})


class Maker:
    """The person who is asked. In this base class nobody is there: every question gets its default answer, nothing is skipped."""

    sees = False
    """Whether a person can tell what the lights look like."""

    def say(self, text: str) -> None:
        say(text)

    def ask(self, question: str, default: str, wanted: Wanted) -> str:
        """The answer, in lower case: `default`, or one that is `wanted`."""
        del question, wanted
        return default

    def skips(self) -> bool:
        """Whether the person wants to skip the wait."""
        return False

    def progress(self, done: int, of: int) -> None:
        """Show the progress of a walk over the squares."""


@dataclass
class Touched:
    """What came of the magnet on one light. `sensor`: None if none closed; `also`: others that closed with it."""

    sensor: int | None = None
    also: tuple[int, ...] = ()
    bounces: int = 0
    flickers: int = 0


@dataclass
class Ghost:
    """`lights` were covered, and `sensor` closed with them."""

    lights: tuple[int, ...]
    sensor: int


@dataclass
class Results:
    """All results of the tests."""

    stuck: set[int] = field(default_factory=set[int])
    noisy: dict[int, int] = field(default_factory=dict[int, int])
    touched: dict[int, Touched] = field(default_factory=dict[int, Touched])
    swapped: bool = False
    ghosts: list[Ghost] = field(default_factory=list[Ghost])
    suspects: set[int] = field(default_factory=set[int])
    """Sensors whose diode conducts both ways."""
    ghosts_tested: bool = False
    buttons: dict[str, str] = field(default_factory=dict[str, str])
    """Button asked for -> button that answered, "" for none."""
    held: set[str] = field(default_factory=set[str])

    @property
    def pairs(self) -> dict[int, int]:
        """Light -> sensor, where one answered."""
        return {light: touch.sensor for light, touch in self.touched.items() if touch.sensor is not None}


class Tests:
    """One run on one board."""

    def __init__(self, bench: Bench, maker: Maker, times: Times) -> None:
        self.results = Results()
        self._bench = bench
        self._maker = maker
        self._times = times
        self._silent = 0
        self._answered = False
        self._last: set[int] = set()

    def quiet(self) -> None:
        """The board is empty: a closed sensor is stuck (or under a piece), a change is noise."""
        bench = self._bench
        bench.show(())
        bench.clear()
        bench.rest(self._times.quiet)
        if bench.closed:
            self._maker.say(f"take everything off the board ({plural(len(bench.closed), 'sensor')} closed)")
            self._wait(lambda: not bench.closed, self._times.patience)
            bench.clear()
            bench.rest(self._times.quiet)
        self.results.stuck = set(bench.closed)
        self.results.noisy = {s: n for s, n in bench.counts().items() if n > NOISE}
        self.results.held = set(bench.held)

    def _wait(self, true: Callable[[], bool], seconds: float) -> bool:
        """Like Bench.wait, but the maker may skip it, at the terminal or by a button on the board."""
        self._bench.pressed.clear()
        end = self._bench.now() + seconds
        while self._bench.now() < end:
            if self._bench.wait(true, 0.05):
                return True
            if self._maker.skips() or self._bench.pressed:
                return False
        return False

    def walk(self, lights: Iterable[int]) -> None:
        """Light one square after another, then repeat those that got no answer."""
        todo = list(lights)
        self._maker.say("put a magnet where the light is, and follow the light when it moves")
        for number, light in enumerate(todo):
            self._maker.progress(number, len(todo))
            self.results.touched[light] = self._touch(light)
        again = [light for light in todo if self.results.touched[light].sensor is None]
        if again and len(again) < len(todo):
            self._maker.say(f"{plural(len(again), 'square')} did not answer: testing again")
            for light in again:
                self.results.touched[light] = self._touch(light)
        self._bench.show(())
        self.results.swapped = self._bench.swapped
        # What never opened in all the time was not a piece.
        self._bench.wait(lambda: not self._bench.closed - self.results.stuck, self._times.patience / 3)
        self.results.stuck = set(self._bench.closed)

    def _touch(self, light: int) -> Touched:
        bench = self._bench
        before = bench.closed | self._last
        bench.clear()
        bench.show((light,))
        patience = self._times.patience / (3 if self._silent >= FEW else 1)
        found = self._closing(before, patience)
        if not found:
            self._silent += 1
            return self._restless()
        self._silent = 0
        self._answered = True
        counts = bench.counts()
        bench.clear()
        bench.rest(self._times.rest)
        flickers = bench.counts()
        sensor, *others = sorted(found, key=lambda s: -found[s])
        self._last = {sensor}
        return Touched(sensor, tuple(others), counts.get(sensor, 0), flickers.get(sensor, 0))

    def _restless(self) -> Touched:
        """The sensor that has changed again and again although it was never closed for long: the magnet hardly reaches it."""
        known = {*self.results.pairs.values(), *self.results.noisy}
        counts = {sensor: n for sensor, n in self._bench.counts().items() if sensor not in known and n > BOUNCES}
        if len(counts) != 1:
            return Touched()
        sensor, changes = counts.popitem()
        self._last = {sensor}
        return Touched(sensor, (), changes, changes)

    def _closing(self, before: set[int], patience: float) -> dict[int, float]:
        """The sensors that are closed for most of a moment and were not before, with their share of it; {} if none is.

        While none has ever answered the other half of the time is spent on current that may flow the other way.
        """
        if self._answered or self._silent > 1:
            return self._listen(before, patience)
        found = self._listen(before, patience / 2)
        if found:
            return found
        swapped = self._bench.swap()
        found = self._listen(set(self.results.stuck), patience / 2)
        if swapped and not found:
            self._bench.swap()
        return found

    def _listen(self, before: set[int], patience: float) -> dict[int, float]:
        end = self._bench.now() + patience
        while self._bench.now() < end:
            if not self._wait(lambda: bool(self._new(before)), end - self._bench.now()):
                break
            found = {sensor: share for sensor, share in self._shares(before).items() if share >= ENOUGH}
            if found:
                return found
        return {}

    def _new(self, before: set[int]) -> set[int]:
        """Sensors that are closed and were not before; one that opens in between counts as new from then on, but the last
        square's, whose magnet may still be in the maker's fingers, never does."""
        before.intersection_update(self._bench.closed | self._last)
        return self._bench.closed - before

    def _shares(self, before: set[int]) -> dict[int, float]:
        """The share of the next observation time for which each new sensor is closed."""
        totals: dict[int, int] = {}
        looks = 0
        end = self._bench.now() + self._times.hold
        while self._bench.now() < end:
            self._bench.step()
            looks += 1
            for sensor in self._new(before):
                totals[sensor] = totals.get(sensor, 0) + 1
            self._bench.pause(0.005)
        return {sensor: total / max(1, looks) for sensor, total in totals.items()}

    # Ghosts

    def ghosts(self, width: int) -> None:
        """Three corners of a rectangle covered close the fourth if the diode at the corner between them is missing.

        `width`: sensors of a driven wire. A whole wire is covered, and half of the next: that tests half of its diodes.
        """
        light_of = {sensor: light for light, sensor in self.results.pairs.items()}
        wires = sorted({sensor // width for sensor in light_of})
        failures = 0
        for i, wire in enumerate(wires):
            other = wires[(i + 1) % len(wires)]
            for half in (range(width // 2), range(width // 2, width)):
                full = {s for s in range(wire * width, wire * width + width) if s in light_of}
                part = {other * width + c for c in half if other * width + c in light_of}
                self._maker.progress(2 * i + (half.start > 0), 2 * len(wires))
                extra = self._cover(full | part, light_of)
                if extra is None:
                    failures += 1
                    if failures == 2:
                        self._bench.show(())
                        return
                elif extra:
                    self._pin_down(wire * width, other * width, half, min(extra), light_of)
        self.results.ghosts_tested = failures == 0
        self._bench.show(())

    def _cover(self, sensors: set[int], light_of: dict[int, int]) -> set[int] | None:
        """Ask for magnets on all of these; returns the other sensors that close, None if not all squares were covered."""
        bench = self._bench
        bench.show(sorted(light_of[sensor] for sensor in sensors))
        known = self.results.stuck | self.results.noisy.keys()  # these close whatever is covered
        wanted = sensors - known

        shown = self._bench.now()

        def settled() -> bool:
            # Too many closed: a ghost, or magnets that are still to be taken off. Then nothing must have moved for longer.
            calm = self._times.patience / 4 if bench.closed - sensors - known else self._times.rest
            since = max([shown, *(when for sensor, when in bench.since.items() if sensor not in known)])
            return wanted <= bench.closed and self._bench.now() - since >= calm

        if not self._wait(settled, self._times.patience) and not wanted <= bench.closed:
            return None
        return bench.closed - sensors - known

    def _pin_down(self, wire: int, other: int, half: Iterable[int], ghost: int, light_of: dict[int, int]) -> None:
        """Find out which diode is bridged, with one rectangle for each."""
        width_of = ghost - other if ghost >= other else ghost - wire
        before = len(self.results.suspects)
        for c in half:
            corners = {wire + c, wire + width_of, other + c}
            if not corners <= light_of.keys() or len(corners) < 3:
                continue
            extra = self._cover(corners, light_of)
            if extra and other + width_of in extra:
                self.results.suspects.add(wire + c)
                covered = tuple(light_of[s] for s in sorted(corners))
                self.results.ghosts.append(Ghost(covered, other + width_of))
        if len(self.results.suspects) == before:
            self.results.ghosts.append(Ghost((), ghost))

    # Buttons and colours

    def buttons(self, names: Iterable[str]) -> None:
        """Ask for each button to be pressed."""
        bench = self._bench
        for name in names:
            self._maker.say(f"press the button '{name}'")
            bench.pressed.clear()
            end = self._bench.now() + self._times.button
            while not bench.pressed and self._bench.now() < end and not self._maker.skips():
                bench.wait(lambda: bool(bench.pressed), 0.05)
            self.results.buttons[name] = min(bench.pressed, default="")
            bench.wait(lambda: not bench.held, self._times.button)

    def colours(self) -> str:
        """The colours that the maker sees for red, green and blue, as letters: "rgb" if they are right."""
        seen = ""
        for i, letter in enumerate("rgb"):
            red, green, blue = (WHITE[0] if i == part else 0 for part in range(3))
            self._bench.fill((red, green, blue))
            self._bench.rest(0.1)
            seen += self._maker.ask("what colour are the lights now?", letter, COLOUR)
        self._bench.show(())
        return seen
