"""What the pages are handed of a game: a view of it that changes nothing, and the actions that they may ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from crossboard.boards.session import Session
from crossboard.events import Events
from crossboard.guided_replay.guided_replay import Lead


class Guest(Protocol):
    """A match, as a page in the place of the player far away sees it."""

    def seat_section(self) -> dict[str, object] | None: ...
    def seat_guest(self, name: str) -> None: ...


class GameView(Protocol):
    """What there is to be seen of a game. `moment` differs when there is something else to be seen of the game or the replay on the
    board, `lead`; `elsewhere` are games for which another board would be started; `sections` and `clock_value` are what pages get
    besides, `links` those that may invite: what the other player of a match takes it up with.
    """

    @property
    def session(self) -> Session: ...
    @property
    def events(self) -> Events: ...
    @property
    def guest(self) -> Guest | None: ...
    @property
    def lead(self) -> Lead | None: ...
    @property
    def moment(self) -> tuple[object, ...]: ...
    @property
    def elsewhere(self) -> Sequence[str]: ...
    @property
    def sections(self) -> Mapping[str, object]: ...
    @property
    def links(self) -> Sequence[str]: ...
    @property
    def clock_value(self) -> object: ...


class Actions(Protocol):
    """What may be asked for, by the `op` of a message: `pages` by the live page, `proposals` by one in a remote player's place.
    `check` has a CrossboardError for what is malformed, in any thread; `sent` takes the action and says what is to be said.
    """

    @property
    def pages(self) -> Collection[str]: ...
    @property
    def proposals(self) -> Collection[str]: ...
    def check(self, message: Mapping[str, object]) -> None: ...
    def sent(self, message: Mapping[str, object]) -> str: ...
    def propose(self, message: Mapping[str, object]) -> None: ...
