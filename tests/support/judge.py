"""A judge of what sensors showed: could hands within the limits of normal noise have played these plies and no others?

It knows nothing of how the recognizer decides. Given a position, plies and the debounced changes, it looks for a way in
which hands that keep to the gestures of firmware/GESTURES.md make exactly these changes: every change must be the leaving,
arriving, capturing, lifting of a stack, touching on the way, nudging or adjusting that belongs to one of the plies, in an
order and at times that hands within the limits have. It is strict: what it can't account for is no legal play.
"""

from __future__ import annotations

from dataclasses import dataclass

from crossboard.games.rules import ARRIVE, HOLE, LEAVE, NOWHERE, SWAP, TAKEN, Game, footprint, square_name
from crossboard.library.trace import Trace
from shared_rules.codes import KIND_PASS, MAYBE, PATH, STACK
from shared_rules.recognition.debounce import CLOSE_MS, OPEN_MS

# The limits as they show: each edge bounces for up to 10 ms, a flicker of up to 15 may go before it, 5 are between scans.
REST_MS = 400 - 10 - 15 - 5  # a piece that has arrived stays so long before the opponent's first action
TWO_MS = 250 + 10 + 5  # one piece closes two neighbouring sensors for no longer
LIFT_MS = 50  # nobody lifts a piece and puts one down in less
ADJUST_MS = 100  # nor takes a piece that matters to no ply and puts it back in less
NUDGE_MS = 300  # a piece nudged in place is back by then
PUT_BACK = -1
MOST = 40  # changes looked at; more are not judged


@dataclass(frozen=True)
class Change:
    """At `time` (ms) the sensor of `square` became `closed`, which was certain at `known`."""

    time: int
    square: int
    closed: bool
    known: int


def changes(trace: Trace) -> list[Change]:
    """The trace's edges debounced, in the order of their times."""
    board = trace.game().board
    raw: dict[int, list[tuple[int, bool]]] = {}
    for event in trace.events:
        if event.square >= 0:
            raw.setdefault(event.square, []).append((event.time, event.closed))
    found: list[Change] = []
    for square, edges in raw.items():
        state = last = bool(board[square]) and board[square] != HOLE
        for i, (time, closed) in enumerate(edges):
            if closed == last:
                continue
            last = closed
            later = [t for t, c in edges[i + 1 :] if c != closed]
            known = time + (CLOSE_MS if closed else OPEN_MS)
            if closed != state and (not later or later[0] >= known):
                state = closed
                found.append(Change(time, square, closed, known))
    found.sort(key=lambda change: change.time)
    return found


def as_legal_play(game: Game, seen: list[Change], plies: list[int]) -> list[str]:
    """How hands within the limits make exactly the changes `seen` by playing `plies`; empty if they do not.

    PUT_BACK after a ply is that ply put back again. `game` is left as it was.
    """
    if len(seen) > MOST or not plies:
        return []
    ply, later = plies[0], plies[1:]
    passes = game.kind(ply) == KIND_PASS
    back = later[:1] == [PUT_BACK]
    told = game.ply_text(ply)
    mover = game.side
    for count in (0,) if passes else range(1, len(seen) + 1):
        roles = ["nothing done"] if passes else _turn(game, ply, seen[:count])
        if not roles:
            continue
        roles = [f"{told}: {', '.join(roles)}"]
        if back:
            rest = _after_put_back(game, ply, seen[count:], later[1:])
            if rest:
                return [*roles, *rest]
            continue
        if not later or count == len(seen):
            if not later and count == len(seen):
                return roles
            continue
        game.push(ply)
        rested = game.side == mover or not count or seen[count].time >= seen[count - 1].time + REST_MS
        rest = as_legal_play(game, seen[count:], later) if rested else []
        game.pop()
        if rest:
            return [*roles, *rest]
    return []


def _after_put_back(game: Game, ply: int, seen: list[Change], later: list[int]) -> list[str]:
    """The same, `ply` having been played from the position of `game` and being put back now."""
    for count in range(2, len(seen) + 1):
        if _put_back(game, ply, seen[:count]):
            if not later:
                return ["put back"] if count == len(seen) else []
            rest = as_legal_play(game, seen[count:], later)
            return ["put back", *rest] if rest else []
    return []


def _turn(game: Game, ply: int, seen: list[Change]) -> list[str]:
    """The roles of the changes of one ply, pieces adjusted before it among them; empty if something has none."""
    adjusted: list[str] = []
    while True:
        roles = _Gesture(game, ply, seen).roles()
        if roles:
            return [*adjusted, *roles]
        if len(seen) < 3 or seen[0].closed or seen[1].square != seen[0].square:
            return []
        if seen[1].time - seen[0].time < ADJUST_MS:
            return []
        adjusted.append(f"{square_name(game, seen[0].square)} adjusted")
        seen = seen[2:]


def near(game: Game, square: int, other: int) -> bool:
    """Whether one piece may close both sensors."""
    columns = game.columns
    return abs(square % columns - other % columns) + abs(square // columns - other // columns) == 1


def _put_back(game: Game, ply: int, seen: list[Change]) -> bool:
    """Whether the changes put `ply`, played from the position of `game`, back: its piece first, then what it took."""
    foot = footprint(game, ply)
    if len(foot) < 2 or any(effect not in (LEAVE, ARRIVE, TAKEN, PATH) for _, effect in foot):
        return False
    origin, target = foot[0][0], foot[1][0]
    taken = [square for square, effect in foot if effect == TAKEN]
    found = {change.square: change for change in seen}
    if len(found) != len(seen) or set(found) != {origin, target, *taken}:
        return False
    if found[target].closed or not found[origin].closed or not all(found[square].closed for square in taken):
        return False
    lifted, back = found[target].time, found[origin].time
    return back >= lifted + LIFT_MS or (near(game, origin, target) and lifted <= back + TWO_MS)


class _Gesture:
    """One ply's gesture against the changes that it should have made."""

    def __init__(self, game: Game, ply: int, seen: list[Change]) -> None:
        self.game = game
        self.seen = seen
        self.foot = footprint(game, ply)
        self.effects = dict(self.foot)
        self.origin = self.foot[0][0]
        self.target = self.foot[1][0] if len(self.foot) > 1 else self.origin
        self.mine: dict[int, list[Change]] = {}
        for change in seen:
            self.mine.setdefault(change.square, []).append(change)

    def roles(self) -> list[str]:
        """What each square did; empty if one of them did what the ply does not."""
        if not self._ends_right():
            return []
        leaving, arriving = self.effects[self.origin], self.effects[self.target]
        if leaving == ARRIVE:
            if self.target != self.origin:
                return []
            begun = -1
        elif leaving in (LEAVE, STACK) and arriving in (ARRIVE, SWAP, STACK) and self.origin in self.mine:
            begun = self.mine[self.origin][0].time
        else:
            return []
        for arrival in self.mine.get(self.target, []):
            slid = leaving == LEAVE and begun <= arrival.time + TWO_MS
            if arrival.closed and (slid or arrival.time >= begun + LIFT_MS) and self._fits(begun, arrival.time):
                name = square_name(self.game, self.target)
                return [f"{len(self.seen)} changes, in hand from {begun}, on {name} at {arrival.time}"]
        return []

    def _ends_right(self) -> bool:
        """Whether every square of the ply has changed as it must, and no other piece's square has."""
        for square, effect in self.effects.items():
            count = len(self.mine.get(square, []))
            if effect in (LEAVE, ARRIVE, TAKEN) and count % 2 == 0:
                return False
            if effect in (SWAP, STACK) and (count % 2 or not count):
                return False
            if effect == PATH and count % 2:
                return False
        for square, mine in self.mine.items():
            if square not in self.effects and (self.game.board[square] or len(mine) % 2):
                return False
        return True

    def _fits(self, begun: int, arrived: int) -> bool:
        """Whether all was done in an order and at times that hands have, the piece being in the hand between these."""
        standing: list[tuple[int, int, int]] = [(self.target, arrived, 1 << 40)]
        for square, mine in self.mine.items():
            effect = self.effects.get(square)
            if effect == LEAVE:
                if not self._leaves(mine, arrived):
                    return False
            elif effect in (TAKEN, MAYBE):
                if not self._quick(mine):
                    return False
            elif square == self.target:
                if not self._arrives(mine, effect, arrived, standing):
                    return False
            elif effect == STACK:
                if not self._lifted(mine, 1):
                    return False
            else:  # an empty square that the piece passed over, rested on or touched with its edge
                pairs = zip(mine[::2], mine[1::2], strict=True)
                standing += [(square, first.time, second.time) for first, second in pairs]
        return self._one_piece(begun, standing)

    def _leaves(self, mine: list[Change], arrived: int) -> bool:
        """The piece's own square: open before it arrives, or a little later if it slid to the next one; perhaps put back."""
        slid = near(self.game, self.origin, self.target) and len(mine) == 1
        return mine[-1].time <= arrived + (TWO_MS if slid else -LIFT_MS) and self._quick(mine)

    def _arrives(
        self, mine: list[Change], effect: int | None, arrived: int, standing: list[tuple[int, int, int]]
    ) -> bool:
        """The target's square: passed over before (if empty), closed by the piece at `arrived`, then at most nudged."""
        before = [change for change in mine if change.time < arrived]
        after = [change for change in mine if change.time > arrived]
        if effect == ARRIVE:
            if len(before) % 2:
                return False
            pairs = zip(before[::2], before[1::2], strict=True)
            standing += [(self.target, first.time, second.time) for first, second in pairs]
        elif len(before) % 2 == 0 or not self._lifted([*before, *mine[len(before) : len(before) + 1]], 1):
            return False
        return self._nudged(after)

    def _quick(self, mine: list[Change]) -> bool:
        """Whether nothing was put down sooner after it was lifted than hands can."""
        return all(b.time - a.time >= LIFT_MS for a, b in zip(mine, mine[1:], strict=False) if b.closed)

    def _lifted(self, mine: list[Change], times: int) -> bool:
        """Lifted and put back so often, as hands can; once more only by nudging."""
        pairs = list(zip(mine[::2], mine[1::2], strict=True))
        long = [(a, b) for a, b in pairs if b.time - a.time >= LIFT_MS]
        return len(pairs) == times == len(long)

    def _nudged(self, mine: list[Change]) -> bool:
        """Whether the piece on the target was only nudged: each time back soon, and nothing else touched meanwhile."""
        for first, second in zip(mine[::2], mine[1::2], strict=True):
            if second.time - first.time > NUDGE_MS:
                return False
            if any(first.time < change.time < second.time for change in self.seen):
                return False
        return True

    def _one_piece(self, begun: int, standing: list[tuple[int, int, int]]) -> bool:
        """Whether one piece, in the hand since `begun`, can have closed these squares from then till then."""
        for i, (square, closed, opened) in enumerate(standing):
            if closed < begun and i:
                return False
            if closed > standing[0][1] and opened > standing[0][1] + TWO_MS:
                return False  # not after it has come to stand
            for other, since, until in standing[:i]:
                both = min(opened, until) - max(closed, since)
                if both > 0 and (both > TWO_MS or not near(self.game, square, other)):
                    return False
        return True


def excuse(
    trace: Trace, right: list[int], story: list[int], played: list[int], times: tuple[int, int, int]
) -> list[str]:
    """Why a wrong ply could not be known to be wrong; empty if it could.

    `right` are the plies before it, `story` what was told then: plies, PUT_BACK after those taken back at once, and as the
    last the ply told after the wrong one, if there is one. `played` is what was played instead. An excuse is given only if
    hands within the limits can have made every change since the last right ply by doing what was told, and none of them
    by what was played: two legal plays with the same changes are to be asked about (but when a forced pass has been told, which
    by the rules is told by itself, and it stood). `times`: when the last right ply was
    seen (or trouble ended, all standing as it should), when the wrong one was told, and when the one after it (or the end).
    """
    since, at, until = times
    game = trace.game()
    mover = game.side
    target = NOWHERE
    for ply in right:
        mover = game.side
        target = game.destination(ply)
        game.push(ply)
    closed = [bool(value) and value != HOLE for value in trace.game().board]
    last = -REST_MS
    seen: list[Change] = []
    for change in changes(trace):
        if change.known <= since:
            closed[change.square] = change.closed
            if change.closed:
                last = change.time
        elif change.known <= until:
            seen.append(change)
    seen = _nudged_off(seen, target)
    if not seen or closed != [bool(value) and value != HOLE for value in game.board]:
        return []
    if game.side != mover and seen[0].time < last + REST_MS:
        return []
    early = [change for change in seen if change.known <= at]
    for count in () if _passed(game, story) else (1, 2, 3):
        mine = played[:count]
        if len(mine) == count and (as_legal_play(game, seen, mine) or as_legal_play(game, early, mine)):
            return []
    return as_legal_play(game, seen, story) or as_legal_play(game, seen, _standing(story))


def _nudged_off(seen: list[Change], target: int) -> list[Change]:
    """The changes without those of the last ply's piece being nudged on its square `target` before anything else."""
    while len(seen) > 1 and seen[0].square == seen[1].square == target and not seen[0].closed:
        if seen[1].time - seen[0].time > NUDGE_MS:
            break
        seen = seen[2:]
    return seen


def _passed(game: Game, story: list[int]) -> bool:
    """Whether the wrong ply made the opponent pass."""
    if PUT_BACK in story or len(story) < 2:
        return False
    game.push(story[0])
    passed = game.kind(story[1]) == KIND_PASS
    game.pop()
    return passed


def _standing(story: list[int]) -> list[int]:
    """What is not put back: the piece of a ply put back at once may also have paused only."""
    plies: list[int] = []
    for ply in story:
        if ply == PUT_BACK:
            plies.pop()
        else:
            plies.append(ply)
    return plies
