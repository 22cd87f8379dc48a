"""What two boards far apart agree on: a log of plies, takebacks and the end, and who may add what to it.

One end, the host, keeps the log; the other, the guest, proposes what its player has done. Both tell the other their whole
state whenever it changes and every few seconds, so that no message has to arrive, arrive once, or arrive in order: whoever
comes back, or a broker that has forgotten everything, needs nothing but the next one. A proposal names the length of the log
that it adds to, so that it is added once or not at all.

The log only grows. Where a board stands, where it stood when both were last the same (`base`) and where the log leads tell what is
to be done next (`reconcile`). Nothing here does I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from crossboard.games.reasons import claimed
from crossboard.games.rules import Game, RulesError, game_at

PLY, UNDO, END = "ply", "undo", "end"
RESIGN, DRAW = "resign", "draw"
PASS = "pass"  # the only legal ply where it is legal: boards play it by themselves, so either end may tell of it
ACCEPT, DECLINE = "accept", "decline"
WIN = "win"  # of servers alone: the other player has left
MOST_ENTRIES = 4000
LONGEST_MS = 24 * 3600 * 1000  # that a ply can be said to have taken
HISTORY = 4096


class Entry(NamedTuple):
    """A step of the log. `side` made it (0 the first, 1 the second). `text`: a ply; or how many plies are left after a takeback;
    or result and reason, `2 resigned`. `ms`, where the match has a clock: what the player took for a ply, or what the side to
    move had taken when plies were taken back."""

    side: int
    kind: str
    text: str
    ms: int = 0


class Offer(NamedTuple):
    """What `side` wants the other to agree to, when the log had `at` entries: a draw, or a takeback to `left` plies; a WIN if
    it has left."""

    side: int
    kind: str
    at: int
    left: int = 0


class Proposal(NamedTuple):
    """What a player wants, when the log had `at` entries: `kind` PLY, UNDO, RESIGN, DRAW, ACCEPT or DECLINE. `ms` as in Entry."""

    at: int
    kind: str
    text: str = ""
    ms: int = 0


class Spent(NamedTuple):
    """What a player has taken for the ply to come, in ms, when the log had `at` entries; `runs`: and goes on taking."""

    at: int
    ms: int
    runs: bool


class Replay:
    """A game that goes from one line of plies to another by the plies in which they differ."""

    def __init__(self) -> None:
        self._start = ""
        self._game: Game | None = None
        self._plies: list[str] = []
        self._sides: list[int] = []

    def go(self, start: str, plies: Sequence[str]) -> tuple[list[int], Game]:
        """Who made each ply, and the position after them, both good until the next call; RulesError if one is not legal."""
        if self._game is None or start != self._start:
            self._start, self._game, self._plies, self._sides = start, game_at(start, HISTORY), [], []
        game = self._game
        shared = common(self._plies, plies)
        for _ in self._plies[shared:]:
            game.pop()
        del self._plies[shared:], self._sides[shared:]
        for ply in plies[shared:]:
            if game.result:
                raise RulesError("the game is over")
            read = game.parse_ply(ply)
            self._plies.append(ply)
            self._sides.append(game.side)
            game.push(read)
        return self._sides, game


@dataclass(frozen=True, slots=True)
class Log:
    """What is agreed. `declined`: the last offer that was not taken up, None if there is none. `clock`: as `5+3`, "" for none.

    Logs that are made from one another share their `replay`.
    """

    start: str
    entries: tuple[Entry, ...] = ()
    offer: Offer | None = None
    declined: Offer | None = None
    names: tuple[str, str] = ("", "")
    host_side: int = 0
    clock: str = ""
    replay: Replay = field(default_factory=Replay, compare=False, repr=False)

    def position(self, left: int | None = None) -> tuple[list[int], Game]:
        """As Replay.go, after the plies that stand, or so many of them."""
        return self.replay.go(self.start, plies_of(self.entries)[:left])

    @property
    def over(self) -> tuple[int, str] | None:
        """Result and reason, None while the players have not ended it. (The rules may have.)"""
        last = self.entries[-1] if self.entries else None
        if last is None or last.kind != END:
            return None
        result, _, reason = last.text.partition(" ")
        return int(result), reason

    def extends(self, other: Log) -> bool:
        """Whether it is `other`, or that and more."""
        return self.start == other.start and self.entries[: len(other.entries)] == other.entries


def is_over(log: Log) -> bool:
    """Whether the game has ended, by its rules or by the players."""
    return log.over is not None or bool(log.position()[1].result)


def plies_of(entries: Sequence[Entry]) -> list[str]:
    """The plies that stand."""
    found: list[str] = []
    for entry in entries:
        if entry.kind == PLY:
            found.append(entry.text)
        elif entry.kind == UNDO:
            del found[int(entry.text) :]
    return found


def decide(log: Log, side: int, proposal: Proposal, taken: int = 0) -> Log:
    """The log after that side's proposal; unchanged if it is not allowed. `taken`: what the side to move has taken so far, in
    ms."""
    if proposal.at != len(log.entries) or log.over or len(log.entries) >= MOST_ENTRIES:
        return log
    sides, game = log.position()
    if proposal.kind == ACCEPT:
        return _accept(log, side, game, taken)
    if proposal.kind == DECLINE:
        return replace(log, offer=None, declined=log.offer) if _asked(log, side) else log
    if proposal.kind == RESIGN and not game.result:
        return _add(log, Entry(side, END, f"{2 - side} resigned"))
    if proposal.kind == PLY and not game.result and (game.side == side or proposal.text == PASS):
        try:
            game.parse_ply(proposal.text)
        except RulesError:
            return log
        ms = proposal.ms if log.clock and game.side == side else 0
        return _add(log, Entry(game.side, PLY, proposal.text, ms))
    if proposal.kind == UNDO and proposal.text.isdecimal() and int(proposal.text) < len(sides):
        left = int(proposal.text)
        if all(one == side for one in sides[left:]):
            return _undo(log, side, left, taken)  # its own ply, before the other has answered
        return _ask(log, Offer(side, UNDO, len(log.entries), left), taken)
    if proposal.kind == DRAW and not game.result and (reason := claimed(game)):
        return _add(log, Entry(side, END, f"3 {reason}"))
    if proposal.kind == DRAW and not game.result and game.draw_allowed():
        return _ask(log, Offer(side, DRAW, len(log.entries)), taken)
    return log


def _add(log: Log, entry: Entry) -> Log:
    return replace(log, entries=(*log.entries, entry), offer=None, declined=None)


def _asked(log: Log, side: int) -> bool:
    return log.offer is not None and log.offer.side != side


def _undo(log: Log, side: int, left: int, taken: int) -> Log:
    return _add(log, Entry(side, UNDO, str(left), taken if log.clock else 0))


def _ask(log: Log, offer: Offer, taken: int) -> Log:
    """An offer that is declined is not made again before the game has gone on; two that meet are an agreement.

    Who answers an offer by another one declines it; who waits for an answer makes no other.
    """
    if log.offer and log.offer.side == offer.side or log.declined == offer:
        return log
    if log.offer and log.offer._replace(side=offer.side) == offer:
        return _accept(log, offer.side, None, taken)
    return replace(log, offer=offer, declined=log.offer or log.declined)


def _accept(log: Log, side: int, game: Game | None, taken: int) -> Log:
    offer = log.offer
    if offer is None or offer.side == side:
        return log
    if offer.kind == UNDO:
        return _undo(log, offer.side, offer.left, taken)
    return log if game and game.result else _add(log, Entry(side, END, "3 agreed"))


# What a board has to do


class Step(NamedTuple):
    """What is next for a board: `do` one of those below, with a ply or a number of plies."""

    do: str
    ply: str = ""
    plies: int = 0


SAME = Step("same")  # board and log agree
PROPOSE = "propose"  # the player has made `ply`
PROPOSE_UNDO = "propose-undo"  # the player has taken back: so many `plies` are left
LEAD = "lead"  # the lights are to lead through `ply`
TAKE_BACK = "take-back"  # the board is to take back so many `plies`
RESTORE = Step("restore")  # the position has to be set up anew


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common beginning."""
    n = 0
    while n < len(one) and n < len(other) and one[n] == other[n]:
        n += 1
    return n


def reconcile(base: Sequence[str], board: Sequence[str], log: Log, side: int) -> Step:
    """What the board with that `side`'s player has to do. `base`: the plies when board and log were last the same.

    If only the board has moved on since, its player has done something; otherwise the log is right.
    """
    agreed = plies_of(log.entries)
    if list(board) == agreed:
        return SAME
    shared = common(board, agreed)
    both = base if shared < len(base) else agreed[:shared]  # they may have gone on alike meanwhile
    if agreed == list(both):
        if shared < len(board) and shared == len(agreed):
            if board[shared] == PASS or log.replay.go(log.start, board[: shared + 1])[0][shared] == side:
                return Step(PROPOSE, board[shared])
            return Step(TAKE_BACK, plies=len(board) - shared)
        if shared == len(board):
            return Step(PROPOSE_UNDO, plies=shared)
    if shared < len(board):
        return Step(TAKE_BACK, plies=len(board) - shared)
    if agreed[shared] == PASS:
        return SAME  # the board is about to play it
    if log.position()[0][shared] == side:
        return RESTORE  # nobody can be led through a ply of one's own
    return Step(LEAD, agreed[shared])


def check_log(log: Log, checked: int = 0) -> None:
    """ValueError if a step of it could not be taken; the first so many are known to be right."""
    try:
        plies = plies_of(log.entries[:checked])
        for place, entry in enumerate(log.entries[checked:], checked):
            if entry.kind == PLY:
                _, game = log.replay.go(log.start, plies)
                if game.result or game.side != entry.side:
                    raise ValueError(f"step {place + 1}: it is not that side's turn")
                game.parse_ply(entry.text)
                plies.append(entry.text)
            elif entry.kind == UNDO:
                left = int(entry.text)
                if not 0 <= left < len(plies):
                    raise ValueError(f"step {place + 1}: there is nothing to take back")
                del plies[left:]
            elif place != len(log.entries) - 1:
                raise ValueError(f"step {place + 1}: the game goes on after its end")
    except RulesError as error:
        raise ValueError(str(error)) from error
