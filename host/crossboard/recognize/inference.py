"""The result of reading a sensor trace: what happened, in order, and the plies that stand at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from crossboard.games.reasons import may_end
from crossboard.games.rules import NOWHERE, Game, game_at
from crossboard.library.trace import Ends, Stands


@dataclass(frozen=True, slots=True)
class Happening:
    """At `time` (ms): "ply" or "takeback" (`ply`), "refused" (`origin`, `target`, `why`), "ask" (`offers`), "unask", ….

    `ply` is the rules' number; `origin` and `target` are frame squares or NOWHERE, `why` a WHY_ code.
    """

    time: int
    what: str
    ply: int = -1
    origin: int = NOWHERE
    target: int = NOWHERE
    why: int = 0
    offers: tuple[int, ...] = ()


@dataclass
class Inference:
    """What a trace came to: the plies that stand at the end, and all that happened on the way.

    `end` holds the codes of result and reason where the players ended the game, `lacks` says in words what the trace does not
    give of the game that it was made of, "" if nothing is known to be missing.
    """

    position: str
    plies: list[int] = field(default_factory=list[int])
    times: list[int] = field(default_factory=list[int])
    happenings: list[Happening] = field(default_factory=list[Happening])
    end: tuple[str, str] | None = None
    lacks: str = ""

    def add(self, happening: Happening) -> None:
        """Take in the next happening."""
        self.happenings.append(happening)
        if happening.what == "ply":
            self.plies.append(happening.ply)
            self.times.append(happening.time)
        elif happening.what == "takeback":
            self.plies.pop()
            self.times.pop()

    def stand(self, action: Stands) -> Game | None:
        """The game goes on after so many plies; None, and `lacks` says why, if it did not come to these."""
        if len(self.plies) < action.plies:
            self.lacks = action.missing(len(self.plies))
            return None
        while len(self.plies) > action.plies:
            self.add(Happening(action.time, "takeback", self.plies[-1]))
        game = self.game()
        if game.digest() != action.digest:
            self.lacks = action.missing(len(self.plies))
            return None
        return game

    def may_end(self, action: Ends) -> bool:
        """Whether the players can end the game there: it is not over, and the rules allow a draw if they agree on one."""
        return may_end(self.game(), action.result, action.reason)

    def game(self) -> Game:
        """A game at the position in which the plies that stand have been played."""
        game = game_at(self.position)
        for ply in self.plies:
            game.push(ply)
        return game
