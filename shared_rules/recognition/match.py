"""A hypothesis and the edges: an unexplained event begins or ends, some are those of one more ply, or the last turn is put back.

What each of that costs says the table in costs.py. After construction nothing allocates.
"""

from array import array

from shared_rules.codes import ARRIVE, LEAVE, MAYBE, PATH, PLACED, STACK, SWAP, TAKEN, const
from shared_rules.recognition.candidates import Legal
from shared_rules.recognition.costs import (
    APART,
    BACK,
    BACKWARD,
    BRIEF_MS,
    CARRIED_MS,
    CARRY,
    CONTRADICTED,
    COVERED,
    EXTRA,
    GOING_ON_MS,
    HAND,
    HASTE,
    LATE,
    LEAD,
    LIFT,
    LIFTED_MS,
    NEAR,
    NUDGE_MS,
    OWN,
    PASSED,
    PASSING_MS,
    PAST,
    PLAYER,
    SHADE,
    STACKED,
    STANDS,
    SWIFT,
    SWOOP_MS,
)
from shared_rules.recognition.hypotheses import (
    APARTS,
    DUE,
    EVENTS,
    FREE,
    GONE,
    HASTES,
    LEADS,
    NO_EVENT,
    OCCUPIED,
    OLD,
    REST,
    STEP,
    STEPS,
    SWIFTS,
    UNDO,
    Hypotheses,
    cheaper,
    cost,
    cost_of_pace,
    find,
    price,
)
from shared_rules.recognition.positions import BETWEEN_STACKS, GOES_ON, MOVES_TWO, NONE, PASS

SPARE = const(8)  # hypotheses for which room is left where a turn is put back
NEVER = const(-1)

# What becomes of an event.
KEPT = const(0)
MADE = const(1)  # the ply made it
HALF_MADE = const(2)  # the ply lifted a stack, of which the rest is not back
LEFT_FREE = const(3)


class Match:
    """`squares` are those of the game; `now` says how each stands, `changed` since when."""

    def __init__(self, squares: bytes, now: bytearray, changed: array, legal: Legal, hyps: Hypotheses) -> None:
        game = legal.game
        self.columns = game.columns
        self.stacks = getattr(game, "stacks", False)
        self.squares = squares
        self.now = now
        self.changed = changed
        self.legal = legal
        self.positions = legal.positions
        self.hyps = hyps
        self._effects = bytearray(len(now))  # of the first ply of a turn that has one on the square
        self._use = bytearray(EVENTS)
        self._late = bytearray(legal.positions.width)  # what is yet to be taken off or placed: square and facts of each
        self._lates = 0
        self._laid = 0  # stacks on which a card was laid back without their being lifted
        # The ply: when its piece left and arrived, when what it takes or covers opened, when the rest of its stack was back.
        self.left = self.arrived = self.opened = self.rested = NEVER
        self.begun = self.done = self.order = self.pace = 0
        self.to = 0  # where it ends
        self.undoes = False  # its piece is one that is being put back

    # An edge

    def take(self, h: int, square: int, closed: int, time: int) -> None:
        """The sensor under `square` changed at `time`: an event begins, or ends."""
        hyps = self.hyps
        if hyps.back_at[h] and time - hyps.back_at[h] > NUDGE_MS and not hyps.next_open(h, NO_EVENT):
            hyps.back_from[h] = NONE
        e = hyps.open_at(h, square)
        if not e:
            facts = 0 if closed else OCCUPIED | UNDO if self._is_put_back(h, square) else OCCUPIED
            hyps.begin(h, square, facts, time)
            return
        undoes = hyps.facts[e] & UNDO
        self._end(h, e, time)
        if undoes and not hyps.has_open(h, UNDO):
            hyps.back_at[h] = time

    def _is_put_back(self, h: int, square: int) -> bool:
        """Whether `square` is one of a turn that is being put back."""
        at = self.hyps.back_from[h]
        while at != NONE and at != self.hyps.node[h]:
            if self.positions.effect(at, square):
                return True
            at = self.positions.parent[at]
        return False

    def _end(self, h: int, e: int, time: int) -> None:
        hyps = self.hyps
        facts = hyps.facts[e]
        if facts & DUE:
            hyps.facts[e] = facts & ~DUE
            hyps.since[e] = time
        elif facts & UNDO and not hyps.back_at[h]:
            if facts & OCCUPIED:  # what came down may have a card on it, or be another piece that captures there
                hyps.cost[h] += price(SWIFT, time - hyps.since[e], BACK)
                if self._was_put_back(h, e):
                    hyps.cost[h] += price(LIFT, time - hyps.since[e], 0)
                hyps.until[e] = time
            else:
                hyps.cost[h] += self._late_return(hyps.undid[h], hyps.square[e], time)
                hyps.remove(h, e)
        elif facts & (GONE | REST | FREE):
            if facts & (GONE | REST):
                hyps.done[h] = max(hyps.done[h], time)
            hyps.remove(h, e)
        else:
            gesture = self._lifted(h, e, time) if facts & OCCUPIED else self._shade(h, e, time)
            hyps.cost[h] += cost(gesture)
            hyps.facts[e] = facts & ~UNDO
            hyps.gesture[e] = gesture
            hyps.until[e] = time

    def _late_return(self, undid: int, square: int, time: int) -> int:
        """What it costs if the piece of the ply to `undid` came back to where it came from before it left `square` at `time`."""
        origin = self.returned_to(undid, square)
        if origin == NONE:
            return 0
        return price(LEAD, time - self.changed[origin], NEAR if self.are_near(origin, square) else 0)

    def returned_to(self, undid: int, square: int) -> int:
        """Where the piece of the ply to `undid` came from, if one stands there before one has left `square`; else NONE."""
        positions = self.positions
        origin = positions.origin(undid)
        if positions.leaving(undid) != LEAVE or square != positions.to[undid] or not self.now[origin]:
            return NONE
        return origin

    def _was_put_back(self, h: int, e: int) -> bool:
        """Whether the square of the event stood as before the turn that is put back already."""
        hyps = self.hyps
        for other in range(hyps.first[h], e):
            if hyps.facts[other] & UNDO and hyps.square[other] == hyps.square[e] and hyps.until[other] >= 0:
                return True
        return False

    def _lifted(self, h: int, e: int, time: int) -> int:
        """The row of costs for a piece that is put back at `time`."""
        hyps = self.hyps
        positions = self.positions
        since = hyps.since[e]
        node = hyps.node[h]
        if positions.is_lit(node, hyps.square[e]):
            return find(LIFT, 0, 0)  # the lights ask for it
        bits = 0
        if hyps.square[e] == positions.to[node] and since - hyps.arrived[h] < NUDGE_MS:
            bits = STANDS
        other = hyps.next_open(h, NO_EVENT, OCCUPIED | REST | FREE, OCCUPIED)
        if other == e:
            other = hyps.next_open(h, e, OCCUPIED | REST | FREE, OCCUPIED)
        if other or hyps.known[h] and hyps.left[h] < since < hyps.arrived[h]:
            bits |= HAND
        return find(LIFT, time - since, bits)

    def _shade(self, h: int, e: int, time: int) -> int:
        """The row of costs for an empty square that opens again at `time`."""
        since = self.hyps.since[e]
        square = self.hyps.square[e]
        bits = HAND if self.may_be_held(h, square, since, self.hyps.first_lifted(h)) else 0
        if self._may_be_back(h, square, since, time):
            bits |= STANDS
        return find(SHADE, time - since, bits)

    def _may_be_back(self, h: int, square: int, since: int, time: int) -> bool:
        """Whether the piece of the last ply may have gone back to `square`, where it came from, between these times."""
        positions = self.positions
        arrived = self.hyps.arrived[h]
        node = positions.played(self.hyps.node[h])
        if since <= arrived or not self._came_from(h, square):
            return False
        if since - arrived < GOING_ON_MS:
            return True
        return (
            time - since > PASSING_MS and positions.effect(node, positions.to[node]) == STACK
        )  # a card needs no sensor

    def _came_from(self, h: int, square: int) -> bool:
        """Whether the piece of the last ply came from `square`: what comes down there may be that, put back."""
        node = self.positions.played(self.hyps.node[h])
        return self.hyps.known[h] != 0 and self.positions.origin(node) == square

    def may_be_held(self, h: int, square: int, since: int, lifted: int) -> bool:
        """Whether what closed `square` at `since` may be in a hand, the first piece that is off having been lifted at `lifted`."""
        return lifted <= since + PASSING_MS or self._may_carry_off(h, square, since)

    def _may_carry_off(self, h: int, square: int, since: int) -> bool:
        """Whether what the last ply took may have been over `square` at `since`: none of its own, or its first."""
        hyps = self.hyps
        positions = self.positions
        node = positions.played(hyps.node[h])
        if not hyps.known[h] or positions.effect(node, square) and square != positions.origin(node):
            return False
        return since < hyps.done[h] + CARRIED_MS and (positions.took(node) or positions.captures(node))

    def step_of(self, h: int, node: int) -> int:
        """Where the times of the ply that leads to `node`, on the way of the hypothesis, stand: so far on, beginning with `h`."""
        at = self.hyps.node[h]
        known = self.hyps.known[h]
        while at != node and known > 1:
            at = self.positions.parent[at]
            h += STEP
            known -= 1
        return h

    def may_be_straight(self, node: int, step: int) -> bool:
        """Whether the pieces of the ply to `node`, whose times stand at `step`, may only have been straightened.

        Two pieces have exchanged their squares, or what it covers was back before the card had left.
        """
        if self.positions.exchanges(node):
            return True
        covers = self.positions.effect(node, self.positions.to[node]) == STACK
        return covers and self.hyps.arrived[step] == self.hyps.left[step]

    def are_near(self, one: int, other: int) -> bool:
        """Whether two squares touch."""
        columns = self.columns
        return (
            one != other and abs(one % columns - other % columns) <= 1 and abs(one // columns - other // columns) <= 1
        )

    # The last turn is put back

    def put_back(self, h: int, square: int, time: int) -> int:
        """A hypothesis in which the last turn of `h` is being put back, if the edge on `square` touches its first square; else -1.

        The turn's squares may then be touched free of charge. The edge is not taken in. Or one in which the last ply, which is
        committed, was what the first of two pieces does, if the edge may lift the second.
        """
        hyps = self.hyps
        positions = self.positions
        steps = self._turn(h, square)
        undo = UNDO if steps else 0
        steps = steps or self._first_of_two(h, square)
        e = hyps.open_at(h, square)
        if not steps or hyps.vacant <= SPARE or hyps.facts[e] & (GONE | REST | FREE):
            return -1  # what the edge ends may belong to the turn
        if self.now[square] and self._effect_of_turn(hyps.node[h], steps, square) == ARRIVE:
            return -1  # something comes down where they had put it
        made = hyps.new()
        at = undid = hyps.node[h]
        for _ in range(steps):
            undid = at
            positions.note_effects(at, self._effects)
            at = positions.parent[at]
        hyps.know(made, 0, 0)
        hyps.known[made] = hyps.known[h] - steps
        for n in range(hyps.known[made]):
            hyps.copy_step(h + (n + steps) * STEP, made + n * STEP)
        hyps.node[made] = at
        hyps.undid[made] = undid
        hyps.undid_at[made] = time
        hyps.back_from[made] = hyps.node[h]
        hyps.back_at[made] = 0
        bits = BACK | STACKED if positions.facts[undid] & BETWEEN_STACKS else BACK
        hyps.fee[made] = find(CONTRADICTED, time - hyps.arrived[h], bits)
        self._begin_undoing(made, h, square, time, undo)
        if not undo:  # nothing is put back: it costs what it contradicts
            hyps.undid[made] = hyps.back_from[made] = NONE
            hyps.undid_at[made] = hyps.fee[made] = 0
        hyps.cost[made] = hyps.cost[h] + cost(hyps.fee[made])
        return made

    def _first_of_two(self, h: int, square: int) -> int:
        """How many plies back a ply of two pieces may have begun, the second of which is lifted from `square`; 0: none did."""
        positions = self.positions
        node = self.hyps.node[h]
        if not positions.moves_two or node != positions.committed or self.now[square]:
            return 0
        before = positions.parent[positions.played(node)]
        if before == NONE:
            return 0
        positions.go(before)
        steps = positions.depth[node] - positions.depth[before]
        mine = positions.game.piece_side(square) == positions.side[before]
        return steps if mine and self.hyps.known[h] >= steps else 0

    def _turn(self, h: int, square: int) -> int:
        """How many plies the last turn has, or the part of it that touches `square`; 0 if none does or is known."""
        positions = self.positions
        at = self.hyps.node[h]
        touches = False
        for steps in range(1, self.hyps.known[h] + 1):
            touches = touches or positions.effect(at, square) != 0
            facts = positions.facts[at]
            at = positions.parent[at]
            if not facts & PASS and (touches or not facts & GOES_ON):
                return steps if touches else 0
        return 0

    def _effect_of_turn(self, node: int, steps: int, square: int) -> int:
        """What the first of the last `steps` plies on the way to `node` that has one on `square` does there."""
        effect = 0
        for _ in range(steps):
            effect = self.positions.effect(node, square) or effect
            node = self.positions.parent[node]
        return effect

    def _begin_undoing(self, made: int, h: int, square: int, time: int, undo: int) -> None:
        """Events of the turn's squares, as they stood before the edge on `square`, take the place of those that `h` has there."""
        hyps = self.hyps
        effects = self._effects
        slow = undo and self.positions.facts[hyps.undid[made]] & MOVES_TWO  # its second piece may stand for a while yet
        for e in range(hyps.first[h], hyps.end[h]):
            if not effects[hyps.square[e]]:
                hyps.copy_event(e, hyps.end[made])
                hyps.end[made] += 1
        for at in self.squares:
            effect = effects[at]
            if effect:
                effects[at] = 0
                stands = 0 if effect == ARRIVE or effect == PATH or effect == PLACED else 1
                closed = self.now[at] ^ 1 if at == square else self.now[at]
                if closed != stands:
                    since = time if at == square or slow else hyps.left[h] if stands else hyps.arrived[h]
                    hyps.begin(made, at, OCCUPIED | undo if stands else undo, since)
                elif undo and self._is_to_be_lifted(hyps.undid[made], at):
                    hyps.begin(made, at, OCCUPIED | UNDO | DUE, hyps.left[h])

    def _is_to_be_lifted(self, undid: int, square: int) -> bool:
        """Whether something stood on `square` before that ply, and does after it."""
        effect = self.positions.effect(undid, square)
        if square != self.positions.origin(undid) and not self.stacks:
            return False
        return effect == STACK or effect == SWAP

    # One more ply

    def match(self, h: int, foot: bytearray) -> int:
        """A hypothesis with a ply of that footprint, too, if events of `h` are those of the ply; else -1.

        `go_on` makes it lead to the position after the ply.
        """
        self.to = foot[2] if foot[3] and foot[3] != TAKEN else foot[0]
        if not self._fits(h, foot):
            return -1
        self._note_pace(h, foot)
        haste = self._haste(h, foot)
        made = self.hyps.new() if haste >= 0 else -1
        if made >= 0:
            self._write(h, made, foot)
            self.hyps.cost[made] += haste
        return made

    def go_on(self, h: int, made: int, ply: int, foot: bytearray) -> int:
        """Let `made`, which `match` gave, lead on with the ply; returns it, -1 if there is no room for its position."""
        hyps = self.hyps
        node = self.positions.child(hyps.node[h], ply, foot)
        if node == NONE:
            hyps.drop(made)
            return -1
        hyps.node[made] = node
        hyps.known[made] = min(hyps.known[h] + 1, STEPS)
        for n in range(1, STEPS):
            hyps.copy_step(h + (n - 1) * STEP, made + n * STEP)
        hyps.left[made] = self.left
        hyps.arrived[made] = self.arrived
        hyps.begun[made] = self.begun
        hyps.done[made] = self.done
        hyps.order[made] = self.order
        hyps.pace[made] = self.pace
        self.pass_on(made)
        return made

    def pass_on(self, h: int) -> None:
        """If a pass is the only ply, the hypothesis has it, at the same time as its last ply."""
        hyps = self.hyps
        node = self.positions.passed(hyps.node[h])
        if node == hyps.node[h]:
            return
        for n in range(STEPS - 1, 0, -1):
            hyps.copy_step(h + (n - 1) * STEP, h + n * STEP)
        hyps.order[h] = hyps.pace[h] = 0
        hyps.node[h] = node
        hyps.known[h] = min(hyps.known[h] + 1, STEPS)

    def _fits(self, h: int, foot: bytearray) -> bool:
        for i in range(EVENTS):
            self._use[i] = KEPT
        self._lates = self._laid = 0
        self.left = self.arrived = self.opened = self.rested = self.begun = NEVER
        self.done = 0
        self.undoes = False
        n = 0
        while foot[n + 1]:
            if not self._has(h, foot[n], foot[n + 1], n == 0):
                return False
            n += 2
        if not self._is_led(h) or self.rested < 0 or foot[3] != SWAP and foot[3] != STACK:
            return True
        return self.legal.is_led_by(min(self.rested, self.arrived))  # no square stands otherwise after it

    def _is_led(self, h: int) -> bool:
        """Whether a ply that comes after those of the hypothesis is the one to which the lights lead."""
        return self.legal.is_held(self.positions.side[self.hyps.node[h]])

    def _has(self, h: int, square: int, effect: int, first: bool) -> bool:
        """Whether `square` has the event that a ply of that effect makes there; it may be the ply's first square."""
        hyps = self.hyps
        e = hyps.end[h] - 1
        while e >= hyps.first[h] and hyps.square[e] != square:
            e -= 1
        found = e >= hyps.first[h]
        is_open = found and hyps.until[e] < 0
        if effect == PATH:
            return (
                not is_open or hyps.facts[e] & GONE != 0
            )  # what a ply took there stands yet: this landing was skipped
        if effect == MAYBE:
            if is_open:
                self._use[e - hyps.first[h]] = LEFT_FREE
            return True
        if effect == TAKEN or effect == PLACED:
            if is_open:
                self._make(h, e, False)
            else:
                self._late[self._lates] = square
                self._late[self._lates + 1] = GONE if effect == TAKEN else GONE | OCCUPIED
                self._lates += 2
            return True
        if effect == SWAP and (is_open or not first and not self._overlaps(e)):
            return (
                False  # nothing has come there yet, or the two pieces that exchange their squares were not off at once
            )
        if self._is_over(h, e, first):
            return False
        self._note_made(h, e, effect, first)
        return True

    def _overlaps(self, e: int) -> bool:
        """Whether, if the ply's first square was closed again, that was open while the square of the event was."""
        if self.arrived < 0:
            return True
        hyps = self.hyps
        return hyps.since[e] <= self.arrived + PASSING_MS and self.left <= hyps.until[e] + PASSING_MS

    def _is_over(self, h: int, e: int, first: bool) -> bool:
        """Whether the event is of what was put back, and no card that was in a hand then may lie there."""
        until = self.hyps.until[e]
        if not self.hyps.facts[e] & UNDO or until < 0:
            return False
        if not first:
            return self.undoes or self.left > until
        self._laid += 1
        return not self.stacks

    def _make(self, h: int, e: int, is_over: bool) -> None:
        """The ply made this event: its beginning, or the end, too."""
        hyps = self.hyps
        since = hyps.since[e]
        self._use[e - hyps.first[h]] = MADE
        self.done = max(self.done, hyps.until[e] if is_over else since)
        if self.begun < 0 or since < self.begun:
            self.begun = since

    def _note_made(self, h: int, e: int, effect: int, first: bool) -> None:
        """Note the event of a square that the ply's piece leaves or comes to."""
        hyps = self.hyps
        since = hyps.since[e]
        until = hyps.until[e]
        if effect == ARRIVE:
            self.arrived = since
        elif effect == STACK and first:
            if hyps.facts[e] & DUE:
                self.rested = until = since
            elif until >= 0:
                self.rested = until
        elif effect != LEAVE:  # captured, covered, jumped round to where it began, or left for a second piece
            self.opened = since
            self.arrived = until
            if first:
                self.rested = until
        if first:
            self.left = since
            self.undoes = hyps.facts[e] & UNDO != 0
        self._make(h, e, hyps.until[e] >= 0)
        if effect == STACK and until < 0:
            self._use[e - hyps.first[h]] = HALF_MADE

    # What it costs

    def _note_pace(self, h: int, foot: bytearray) -> None:
        """The order and the pace of its own edges: hands that are led have any."""
        self.pace = 0
        early = False
        if foot[3]:
            start = foot[0]
            if self.undoes and self.arrived < self.hyps.undid_at[h]:  # it went on from where it had been committed
                self.left = self.hyps.undid_at[h]
                start = self.positions.to[self.hyps.undid[h]]
            slid = self.left > self.arrived
            bits = NEAR if self.are_near(start, foot[2]) and not self._came_from(h, foot[2]) else 0
            early = slid and foot[3] == STACK
            if slid:
                self.pace |= find(COVERED if early else LEAD, self.left - self.arrived, bits) << LEADS
            if foot[3] == SWAP or foot[3] == STACK:
                self.pace |= find(SWIFT, self.arrived - self.opened, NEAR if slid and not early else 0) << SWIFTS
                if self.rested >= 0:
                    self.pace |= find(APART, self.opened - self.rested, 0) << APARTS
            elif foot[1] == STACK and not self.undoes and 0 <= self.rested < self.left + BRIEF_MS:
                self.pace |= find(CARRY, self.arrived - self.rested, 0) << APARTS
        if self._is_led(h):
            self.pace = 0
        self.order = cost_of_pace(self.pace) + self._laid * price(EXTRA, 0, LATE)  # asked
        if early:
            self.arrived = self.left

    def _write(self, h: int, made: int, foot: bytearray) -> None:
        """Write what the hypothesis costs with the ply, and the events that are left."""
        hyps = self.hyps
        total = hyps.cost[h]
        to = hyps.first[made]
        for e in range(hyps.first[h], hyps.end[h]):
            use = self._use[e - hyps.first[h]]
            if use == MADE:
                total -= cost(hyps.gesture[e])
                continue
            if hyps.facts[e] & DUE and use == KEPT:  # a card was laid back without its stack being lifted
                total += price(EXTRA, LIFTED_MS, LATE)
                continue
            hyps.copy_event(e, to)
            if use == KEPT:
                if hyps.until[e] >= 0:
                    hyps.gesture[to] = self._seen_again(e, foot)
                    total += cost(hyps.gesture[to]) - cost(hyps.gesture[e])
                hyps.facts[to] &= ~UNDO
            else:
                hyps.facts[to] = OCCUPIED | REST if use == HALF_MADE else OCCUPIED | FREE
            to += 1
        hyps.end[made] = to
        for i in range(0, self._lates, 2):
            hyps.begin(made, self._late[i], self._late[i + 1], self.done)
        hyps.cost[made] = total + self.order
        hyps.back_from[made] = NONE
        undid = hyps.undid[h]
        kept = undid != NONE and self.positions.has(self.positions.committed, undid)
        hyps.undid[made] = undid if kept else NONE
        hyps.undid_at[made] = hyps.undid_at[h] if kept else 0
        hyps.fee[made] = hyps.fee[h] if kept else 0
        hyps.back_at[made] = 0

    def _seen_again(self, e: int, foot: bytearray) -> int:
        """The row of costs for an event that is over, beside the ply: a square of its own, or its piece may have passed over."""
        hyps = self.hyps
        square = hyps.square[e]
        gesture = hyps.gesture[e]
        since = hyps.since[e]
        until = hyps.until[e]
        if not hyps.facts[e] & OCCUPIED:
            if self.left - PASSING_MS <= since and until <= self.arrived + PASSING_MS:
                return cheaper(gesture, find(SHADE, until - since, HAND))
        elif since < self.arrived:
            if square == foot[0] or square == self.to:
                twice = foot[1] == foot[3] == STACK
                own = find(LIFT, until - since, OWN | STACKED if twice else OWN)
                if hyps.facts[e] & OLD and square == foot[0]:
                    own = find(PAST, cost(own), 0)
                gesture = cheaper(gesture, own)
                if twice:
                    self.order += cost(gesture)
        return gesture

    def _haste(self, h: int, foot: bytearray) -> int:
        """What it costs how soon it came after the ply before it; -1 if it can't have come after that."""
        hyps = self.hyps
        positions = self.positions
        node = hyps.node[h]
        if not hyps.known[h]:
            return 0
        step = h
        bits = 0
        if positions.facts[node] & PASS:
            bits = PASSED
            node = positions.parent[node]
            step += STEP
        arrived = hyps.arrived[step]
        if self.begun < arrived - LIFTED_MS or self.done < hyps.begun[step]:
            return -1
        if self._is_led(h):
            return 0  # the lights ask for it
        if positions.side[hyps.node[h]] == positions.side[positions.parent[node]]:
            bits |= PLAYER
        if foot[0] == positions.to[node]:
            bits |= STANDS
        haste = find(HASTE, self.begun - arrived, bits)
        self.pace |= haste << HASTES
        backward = price(BACKWARD, 0, 0) if self._is_backward(step, foot) else 0
        at_once = foot[2] == positions.to[node] and self.opened < arrived + SWOOP_MS
        if at_once and (foot[3] == SWAP or foot[3] == STACK):
            self.order += cost(haste)  # what it takes may only have passed over there: asked
            return backward
        return cost(haste) + backward

    def _is_backward(self, step: int, foot: bytearray) -> bool:
        """Whether it ended before the ply of `step`, or was begun before that, and no stack was just put straight then."""
        if self.arrived < self.hyps.arrived[step]:
            return True
        if self.stacks:
            return foot[1] == LEAVE and self.left < self.hyps.begun[step]
        return self.begun < self.hyps.begun[step]
