"""On which terms a game is sought, or somebody challenged: what was typed, and as the server takes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import read_kind
from crossboard.games.rules import read_side
from crossboard.games.words import clean
from crossboard.language import join, tr, trn

DAYS = (1, 2, 3, 5, 7, 10, 14)
COLOURS = ("white", "black")
USER = re.compile(r"[A-Za-z0-9_-]{2,30}")
MINUTE_MS = 60_000
SHORT_MS = (30_000, 90_000)  # and 15 and 45 s, which nobody can type
MOST_MS = 180 * MINUTE_MS


@dataclass(frozen=True)
class Terms:
    """`base_ms` and `bonus_ms` of each side's clock, or `days` a turn; both 0: no limit. `colour`: ours, "random" if it is drawn by
    lot. `opponent`: who is challenged, "" if anybody may play."""

    base_ms: int = 0
    bonus_ms: int = 0
    days: int = 0
    rated: bool = False
    colour: str = "random"
    variant: str = "standard"
    opponent: str = ""

    @property
    def path(self) -> str:
        """Where the server takes them."""
        return f"/api/challenge/{self.opponent}" if self.opponent else "/api/board/seek"

    @property
    def lasts(self) -> bool:
        """Whether the server knows of them only while the connection does."""
        return not self.days and bool(self.base_ms or self.bonus_ms)

    @property
    def data(self) -> dict[str, str]:
        """As the server takes them."""
        found = {"rated": str(self.rated).lower(), "variant": self.variant}
        if self.opponent or not self.days:  # a seek by days has no colour
            found["color"] = self.colour
        if self.days:
            found["days"] = str(self.days)
        elif self.lasts and self.opponent:
            limits = {"clock.limit": self.base_ms // 1000, "clock.increment": self.bonus_ms // 1000}
            found |= {key: str(value) for key, value in limits.items()} | {"keepAliveStream": "true"}
        elif self.lasts:
            found |= {"time": f"{self.base_ms / MINUTE_MS:g}", "increment": str(self.bonus_ms // 1000)}
        return found

    @property
    def words(self) -> str:
        """`15+10, rated`, for players."""
        return terms_words(self.base_ms, self.bonus_ms, self.days, self.rated, self.variant)

    def again(self, colour: str, opponent: str) -> Terms:
        """A rematch: the sides change, `colour` was ours."""
        return replace(self, colour=COLOURS[1 - COLOURS.index(colour)], opponent=opponent)


def terms_words(base_ms: int, bonus_ms: int, days: int, rated: bool, variant: str) -> str:
    """`15+10, rated`, `2 days a turn, casual, Chess960`."""
    time = f"{base_ms / MINUTE_MS:g}+{bonus_ms // 1000}" if base_ms or bonus_ms else tr("no time limit")
    if days:
        time = trn("{count} day a turn", "{count} days a turn", days)
    more = {"standard": "", "chess960": "Chess960"}.get(variant, clean(variant))
    return join(", ", (time, tr("rated") if rated else tr("casual"), more))


def terms_of(found: dict[str, Any]) -> Terms:
    """Those of a game (gameFull) or a challenge, as the server tells them."""
    clock: dict[str, Any] = found.get("clock") or {}
    control: dict[str, Any] = found.get("timeControl") or {}
    base = int(clock.get("initial") or int(control.get("limit") or 0) * 1000)
    bonus = int(clock.get("increment") or int(control.get("increment") or 0) * 1000)
    days = int(found.get("daysPerTurn") or control.get("daysPerTurn") or 0)
    return Terms(base, bonus, days, bool(found.get("rated")), variant=str(found["variant"]["key"]))


def read_terms(clock: str, days: int | None, rated: bool, side: str, chess960: bool, opponent: str) -> Terms:
    """What was typed; CrossboardError if that can't be."""
    if clock and days is not None:
        raise CrossboardError("a game has a --clock, or --days for each turn: leave out one")
    if opponent and not USER.fullmatch(opponent):
        raise CrossboardError(f"'{clean(opponent)}' is not the name of a player there")
    if days is not None and days not in DAYS:
        raise CrossboardError(f"--days {days}: a turn has {', '.join(map(str, DAYS[:-1]))} or {DAYS[-1]} days")
    if side and days and not opponent:
        raise CrossboardError("the sides of a sought game with --days are drawn by lot: leave out --side")
    base = bonus = 0
    if days is None:
        kind = read_kind(clock or "15+10")
        base, bonus = kind.base_ms, kind.bonus_ms
        if kind.delay_ms:
            raise CrossboardError(f"--clock {clock}: the server has no delay; wanted one as 15+10 or 10")
        if base % MINUTE_MS and base not in SHORT_MS:
            raise CrossboardError(f"--clock {clock}: the server has whole minutes, and 0.5 and 1.5")
        if base > MOST_MS or bonus > 180_000:
            raise CrossboardError(f"--clock {clock}: at most 180 minutes and 180 seconds a turn")
    colour = COLOURS[read_side(side, "chess")] if side else "random"
    return Terms(base, bonus, days or 0, rated, colour, "chess960" if chess960 else "standard", opponent)
