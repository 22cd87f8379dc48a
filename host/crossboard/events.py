"""What happens in a session of play, for whoever shows it: the terminal and the pages subscribe to what they want to hear."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, ParamSpec

P = ParamSpec("P")


class Event(Generic[P]):
    """Something that happens now and then; calling it tells everybody who has subscribed, in the thread that plays."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def subscribe(self, listener: Callable[P, object]) -> None:
        """Have that called from now on."""
        self._listeners.append(listener)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> bool:
        """Tell them; whether one of them says yes."""
        answers = [listener(*args, **kwargs) for listener in self._listeners]
        return any(answers)


class Events:
    """`said`: something for everybody to read, and what a terminal adds about typing. `clock`: the chess clock was set, runs or
    stands still. `lights`: those of a simulated board may have changed. `round`: one at so many ms; yes asks for the next soon.
    `streamed`: what other programs are told of the game (boards/stream.py).
    """

    def __init__(self) -> None:
        self.said = Event[[str, str]]()
        self.clock = Event[[]]()
        self.lights = Event[[]]()
        self.round = Event[[int]]()
        self.streamed = Event[[Mapping[str, Any]]]()
