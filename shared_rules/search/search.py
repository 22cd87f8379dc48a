"""The search for the best ply, one for all games: steppable, with an explicit stack, in memory taken once.

Iterative deepening; alpha-beta with null windows (principal variation search), late quiet plies first searched to a reduced depth;
beyond the horizon captures and forced plies are played out (quiescence); a ply without a choice costs no depth; a
transposition table, killers and history order the plies. Plies of one turn may follow each other: a value changes its sign
only where the side to move changes.

    search = Search(game)               # the game is the search's own from `begin` until `done`
    search.begin(depth=6)
    while not search.step(50):          # 50 nodes at most; the board reads its sensors in between
        pass
    search.best, search.score, search.depth, search.pv[0 : search.pv_length[0]]

`step` and all else except the constructor allocate nothing (`tests/on_board/search_locked.py`). A node is a ply played. Scores are
of `Evaluation`, from the point of view of the side to move at the root; a won game is WIN minus the plies to it.
"""

from array import array

from shared_rules.codes import DRAWN, const
from shared_rules.search.evaluation import NOISY, WINNING
from shared_rules.search.evaluations import evaluation_of

WIN = const(16000)
SURE = const(15000)  # a score beyond that, either way, is of a game that ends within the search
NO_PLY = const(-1)
ENDLESS = const(0x20000000)  # nodes: no limit

HEIGHTS = const(48)  # plies from the root that the search can look ahead
DEEPEST = const(40)  # of the iterations
MOST_QUIET = const(6)  # plies of a quiescence
SORTED = const(14)  # so many of a node's plies are tried in order of their marks; later ones as they come
PLIES = const(1024)  # room for the plies of all heights together

# How a node's ply is being searched.
FULL = const(0)  # with the node's window
SCOUT = const(1)  # to show that it is no better than the best so far: if it fails, again with the node's window
REDUCED = const(2)  # the same, less deep

# What a step does.
SEARCHING = const(0)
MARKING = const(1)  # the plies of the root are listed, but not yet marked
LISTING = const(2)  # list the plies of the node just begun: as long a work as to begin it, so a step of its own
RANKING = const(3)  # they are listed, and as they are more than MANY, marked in a step of its own
PROVING = const(
    4
)  # before all else, where the game says which plies may win: whether the next ply but one does for sure
REPLYING = const(5)  # the same: list the plies after the one just played
FOLLOWING = const(6)  # a line has been searched: how it goes on
ENDING = const(7)  # the same, and then the search is done
MANY = const(24)
PROOF = const(1000)  # nodes; a search that may have no more than twice as many does without

# Bounds in the transposition table. An entry's data: value + 0x4000 | bound << 15 | depth << 17 | age << 23.
EXACT = const(1)
LOWER = const(2)
UPPER = const(3)

TABLE_FIRST = const(30000)  # marks: the ply that the transposition table knows
KILLER = const(900)
MOST_HISTORY = const(770)  # with an eighth of the greatest mark of a quiet ply still less than a killer's
HISTORY = const(1024)
AGED = const(64)  # entries of the history that age in place of a node, before the first one


class Search:
    """The search for one game object, from its position when `begin` is called.

    `game` must be able to take back HEIGHTS plies. The transposition table has 2 ** table_bits entries of 12 bytes, at least
    2. With 9 bits and one line all arrays together take less than 24 KB, none of them more than 8. `lines` says how many of the
    best plies are wanted, each with its score and how it goes on; `evaluation` is the game's own unless given.
    """

    def __init__(self, game, table_bits=9, lines=1, evaluation=None):
        self.game = game
        self.evaluation = evaluation or evaluation_of(game)
        self._most = game.max_plies
        self._judges = hasattr(game, "judge")
        self._size = PLIES if PLIES > 3 * self._most else 3 * self._most
        # Bytes that an array is made from leave a gap of its size beside it: few arrays are, and others are copies of them.
        self._plies = array("i", range(self._size))  # whatever: nothing is read that has not been written
        self._marks = array("h", range(self._size))
        self._mask = (1 << table_bits) - 1
        entries = array("i", bytes(4 << table_bits))
        shorts = array("h", bytes(2 * HISTORY))
        ints = array("i", bytes(8 * HEIGHTS))
        self._table_key = entries
        self._table_ply = entries[:]
        self._table_data = entries[:]
        self._history = shorts
        # The stack, by height.
        self._first = shorts[:HEIGHTS]  # in _plies
        self._next = shorts[:HEIGHTS]
        self._end = shorts[:HEIGHTS]
        self._alpha = shorts[:HEIGHTS]
        self._beta = shorts[:HEIGHTS]
        self._floor = shorts[:HEIGHTS]  # alpha as it was at first
        self._value = shorts[:HEIGHTS]  # of the best so far
        self._ply = ints[:HEIGHTS]  # the best so far
        self._left = array("b", bytes(HEIGHTS))  # depth left; below 1 in quiescence
        self._side = array("b", bytes(HEIGHTS))
        self._free = array("b", bytes(HEIGHTS))  # whether its plies cost no depth
        self._how = array("b", bytes(HEIGHTS))  # FULL, SCOUT or REDUCED
        self._key_a = ints[:HEIGHTS]
        self._key_b = ints[:HEIGHTS]
        self._killers = ints
        self._claim = getattr(game, "claim", None)
        self._may_win = getattr(game, "may_win", None)
        self._leaf = 0  # the value of a node that `_open` did not open
        self._hint = NO_PLY  # the ply that the table knows for the node being listed
        self._height = 0
        self._age = 0
        self._to_age = 0  # so many entries of the history still hold what counted in the last search
        self._aim = 0  # the depth of this iteration
        self._line = 0  # which of the `lines` is searched
        self._phase = SEARCHING
        self._followed = 0  # so many plies of that line stand on the game
        self._most_depth = 0
        self._most_nodes = 0
        self.noise = 0  # how far a leaf's score may be off, either way: makes a weaker player
        self.seed = 0  # of the noise, 0 to 32767
        self.done = True
        self.best = NO_PLY
        self.score = 0
        self.depth = 0  # of the last complete iteration
        self.seldepth = 0  # the most plies looked ahead
        self.nodes = 0
        self.choices = 0  # how many plies there are at the root
        # The best plies and how they go on, as of the last complete iteration: by line, those of line i from i * HEIGHTS on.
        self.lines = lines
        self.line_score = array("h", bytes(2 * lines))
        self.pv = array("i", bytes(4 * HEIGHTS * lines))
        self.pv_length = array("h", bytes(2 * lines))  # 0 where there is no such line

    def clear(self):
        """Forget what earlier searches found; for a new game, or to make results repeatable."""
        for i in range(self._mask + 1):
            self._table_data[i] = 0
        for i in range(HISTORY):
            self._history[i] = 0
        for i in range(2 * HEIGHTS):
            self._killers[i] = 0
        self._age = 0

    def begin(self, depth=0, nodes=0):
        """Begin from the game's position, to at most `depth` plies and `nodes` nodes, 0 for no limit.

        `best` is a legal ply from now on, NO_PLY if the game is over, and then the search is `done`.
        """
        self._most_depth = depth if 0 < depth < DEEPEST else DEEPEST
        self._most_nodes = nodes if 0 < nodes < ENDLESS else ENDLESS
        self._age = self._age + 1 & 63
        self._to_age = HISTORY
        self._height = 0
        self._aim = 0
        self._line = 0
        self._phase = SEARCHING
        self._followed = 0
        self.depth = self.seldepth = self.score = 0
        self.nodes = 0
        evaluation = self.evaluation
        won = evaluation.look()
        end = 0 if won else self.game.plies(self._plies, 0)
        self.choices = end
        self.done = not end
        self.best = NO_PLY
        if end:
            self.best = self._plies[0]
            self._first[0] = 0
            self._end[0] = end
            self._side[0] = evaluation.side
            self._free[0] = evaluation.due
            self._key_a[0] = evaluation.key_a
            self._key_b[0] = evaluation.key_b
            self._ply[0] = NO_PLY
            self._phase = MARKING
            weak = self.noise or self._most_depth < 3 or self._most_nodes <= 2 * PROOF
            if self._may_win is not None and self.lines == 1 and not weak:
                self._phase = PROVING
                self._aim = 1
                self._next[0] = self._leaf = 0
        for i in range(self.lines):
            self.pv_length[i] = self.line_score[i] = 0
        if end:
            self.pv[0] = self.best
            self.pv_length[0] = 1

    def only(self, wanted):
        """After `begin`, before the first `step`: play none but the plies in `wanted`, one of which must be legal."""
        plies = self._plies
        end = 0
        for i in range(self.choices):
            if plies[i] in wanted:
                plies[end] = plies[i]
                end += 1
        self.choices = self._end[0] = end
        self.best = self.pv[0] = plies[0]

    def step(self, nodes):
        """Search at most `nodes` more nodes; True once the search is done. Now and then other work takes the place of some."""
        if self._to_age:
            nodes -= self._forget_some(nodes)
        while nodes > 0 and not self.done:
            height = self._height
            phase = self._phase
            if phase:
                nodes -= 1
                if phase >= PROVING:
                    if phase >= FOLLOWING:
                        self._follow()
                    elif phase == PROVING:
                        self._prove()
                    else:
                        self._reply()
                    continue
                self._phase = SEARCHING
                if phase == MARKING:
                    self._mark_plies(0, 0, self.choices, self._known(self._key_a[0], self._key_b[0]))
                    self._deepen()
                elif not (self._list(height) if phase == LISTING else self._rank(height)):
                    self._leave(height, self._leaf)
                continue
            at = self._next[height]
            if at < self._end[height]:
                if self.nodes >= self._most_nodes:
                    self._come_back()
                else:
                    nodes -= 1
                    self._try(height, at)
            elif not height:
                self._finish_line()
            else:
                self._leave(height, self._close(height))
        return self.done

    def _forget_some(self, steps):
        """Age the history of the last search, AGED entries a step; return how many steps that took."""
        history = self._history
        left = self._to_age
        taken = 0
        while left and taken < steps:
            taken += 1
            left -= AGED
            for i in range(left, left + AGED):
                history[i] >>= 2
        self._to_age = left
        return taken

    def end(self):
        """Search no further node: `step` is done soon, and has then completed the best line, which `stop` does not."""
        self._most_nodes = self.nodes

    def stop(self):
        """End the search now; the game stands as at `begin`, and `best` is the best ply found so far."""
        while self._followed:
            self._followed -= 1
            self.game.pop()
        if not self.done and self._phase < FOLLOWING:
            self._come_back()
        self.done = True

    def ends_in(self, line=0):
        """In how many plies a line wins for the side to move, negative if it loses; 0 if no end was found."""
        score = self.line_score[line]
        if score > SURE:
            return WIN - score
        return -WIN - score if score < -SURE else 0

    # A quick win

    def _reply(self):
        """List the plies after the one just played."""
        plies = self._plies
        height = self._height
        first = end = self._end[height - 1]
        if height > 1 or self._claim is None or not self._claim():
            end = self.game.plies(plies, first)
        self._next[height] = first
        self._end[height] = end
        self._phase = PROVING
        if end == first:  # it ends otherwise
            self._fail(height)
        elif height == 1:  # what was an answer to another ply is tried first
            for i in range(first, end):
                if plies[i] == self._hint:
                    plies[i] = plies[first]
                    plies[first] = self._hint

    def _prove(self):
        """A step of the proof that the side to move wins by its next ply (`_aim` is 1) or by the one after it (3).

        All its plies are tried, all replies, and of the plies then those that may win.
        """
        if self.nodes > PROOF or self.nodes >= self._most_nodes:
            self._prove_no_more()
            return
        game = self.game
        plies = self._plies
        height = self._height
        at = self._next[height]
        end = self._end[height]
        last = height == self._aim - 1
        may_win = self._may_win
        if last and may_win:
            for _ in range(MANY):
                if at == end or may_win(plies[at]):
                    break
                at += 1
            self._next[height] = at
        if at == end:
            if height == 1:
                self.pv[0] = plies[self._next[0] - 1]
                self._win(3)
            elif height:
                self._hint = plies[self._next[1] - 1]
                self._fail(height)
            elif self._aim == 1:
                self._aim = 3
                self._next[0] = 0
            else:
                self._prove_no_more()
            return
        ply = plies[at]
        self._next[height] = at + 1
        game.push(ply)
        self.nodes += 1
        if not last:
            self._height = height + 1
            self._phase = REPLYING
            return
        won = game.result == self._side[0] + 1
        game.pop()
        if won:
            self.pv[height] = ply
            if height:
                self.pv[1] = plies[self._next[1] - 1]
                self._height = 1
                game.pop()
            else:
                self._win(1)
        elif not height:  # those that may win are tried first when it is about the ply after
            plies[at] = plies[self._leaf]
            plies[self._leaf] = ply
            self._leaf += 1

    def _fail(self, height):
        """The ply at the root does not win so quickly."""
        while height:
            height -= 1
            self.game.pop()
        self._height = 0

    def _win(self, length):
        """It does: in `length` plies, of which `pv` has those of one reply."""
        self._fail(self._height)
        self.best = self.pv[0]
        self.score = self.line_score[0] = WIN - length
        self.pv_length[0] = self.depth = self.seldepth = length
        self.done = True

    def _prove_no_more(self):
        """Go on with the search."""
        self._fail(self._height)
        self._aim = 0
        self._phase = MARKING

    # The iterations

    def _deepen(self):
        """Begin the next iteration, or its next line."""
        if not self._line:
            self._aim += 1
        self._left[0] = self._aim
        self._alpha[0] = self._floor[0] = -WIN
        self._beta[0] = WIN
        self._value[0] = -WIN
        self._ply[0] = NO_PLY
        self._next[0] = self._line
        self._how[0] = FULL

    def _note(self, line):
        """Keep the best ply of the root as that of `line`, and put it in front."""
        plies = self._plies
        ply = self._ply[0]
        i = line
        while plies[i] != ply:
            i += 1
        while i > line:
            plies[i] = plies[i - 1]
            self._marks[i] = self._marks[i - 1]
            i -= 1
        plies[line] = ply
        self._marks[line] = TABLE_FIRST
        self.line_score[line] = self._value[0]
        self.pv[line * HEIGHTS] = ply
        self.pv_length[line] = 1
        if not line:
            self.best = ply
            self.score = self._value[0]

    def _follow(self):
        """Extend the noted line by one ply from the table; after the last, go on with the next work."""
        game = self.game
        evaluation = self.evaluation
        plies = self._plies
        line = self._line * HEIGHTS
        n = self._followed
        game.push(self.pv[line + n])
        self._followed = n = n + 1
        ply = NO_PLY if evaluation.look() or n >= self._aim else self._known(evaluation.key_a, evaluation.key_b)
        if ply != NO_PLY:
            i = self._end[0]
            end = game.plies(plies, i)
            while i < end and plies[i] != ply:
                i += 1
            if i < end:
                self.pv[line + n] = ply
                self.pv_length[self._line] = n + 1
                return
        while n:
            game.pop()
            n -= 1
        self._followed = 0
        if self._phase == ENDING:
            self.done = True
        else:
            self._next_line()
        self._phase = SEARCHING

    def _finish_line(self):
        """All plies of the root are searched."""
        self._note(self._line)
        if not self._line:
            self._keep(0, EXACT)
        self._phase = FOLLOWING

    def _next_line(self):
        """Begin with the next line or iteration, if there is one."""
        self._line += 1
        if self._line < self.lines and self._line < self.choices:
            self._deepen()
            return
        self._line = 0
        self.depth = self._aim
        sure = self.score > SURE or self.score < -SURE
        if self._aim >= self._most_depth or (sure and WIN - abs(self.score) <= self._aim):
            self.done = True
        else:
            self._deepen()

    def _come_back(self):
        """Return to the root: what an iteration has found so far is no worse than the last one's best, which it tried first."""
        while self._height:
            self._height -= 1
            self.game.pop()
        if not self._line and self._ply[0] != NO_PLY:
            self._note(0)
            self._phase = ENDING
        else:
            self.done = True

    # A node

    def _try(self, height, at):
        """Search the next ply of a node, that at `at` or one with a better mark."""
        plies = self._plies
        first = self._first[height]
        left = self._left[height]
        how = self._how[height]
        if how == FULL and at - first < SORTED and (height or at > self._line):
            self._pick(at, self._end[height])
        ply = plies[at]
        depth = left if self._free[height] else left - 1
        alpha = self._alpha[height]
        beta = self._beta[height]
        if how == FULL and left > 0 and self._ply[height] != NO_PLY:
            how = SCOUT
            if left > 2 and at - first > 3 and self._marks[at] < KILLER and not self._free[height]:
                how = REDUCED
                depth -= 2 if at - first > 14 and left > 4 else 1
            beta = alpha + 1
        elif how != FULL:  # it was better than the scout was to show
            how = FULL
        self._how[height] = how
        self._next[height] = at + 1
        side = self._side[height]
        self.game.push(ply)
        self.nodes += 1
        if self._open(height + 1, side, alpha, beta, depth):
            self._height = height + 1
            self._phase = LISTING
        else:
            self.game.pop()
            self._take(height, self._leaf)

    def _pick(self, at, end):
        """Move the ply with the best mark to `at`."""
        marks = self._marks
        best = at
        mark = marks[at]
        for i in range(at + 1, end):
            if marks[i] > mark:
                mark = marks[i]
                best = i
        if best != at:
            plies = self._plies
            marks[best] = marks[at]
            marks[at] = mark
            ply = plies[best]
            plies[best] = plies[at]
            plies[at] = ply

    def _leave(self, height, value):
        """Back from a node to the one above it; `value` is for the side to move here."""
        self._height = height - 1
        self.game.pop()
        self._take(height - 1, -value if self._side[height] != self._side[height - 1] else value)

    def _take(self, height, value):
        """Take the value of the ply tried at `height`, for the side that played it."""
        alpha = self._alpha[height]
        how = self._how[height]
        if how != FULL:
            if value > alpha and (how == REDUCED or value < self._beta[height]):
                self._next[height] -= 1  # once more, with the node's window
                return
            self._how[height] = FULL
        if value > self._value[height]:
            at = self._next[height] - 1
            ply = self._plies[at]
            self._value[height] = value
            self._ply[height] = ply
            if value > alpha:
                self._alpha[height] = value
                if value >= self._beta[height]:
                    self._next[height] = self._end[height]
                    if self._left[height] > 0 and self._marks[at] < NOISY:
                        self._reward(height, ply)

    def _reward(self, height, ply):
        """Reward a quiet ply that refuted what led to its node: it is tried earlier elsewhere."""
        killers = self._killers
        height += height
        if killers[height] != ply:
            killers[height + 1] = killers[height]
            killers[height] = ply
        i = (ply ^ ply >> 5 ^ self._side[height >> 1] << 9) & HISTORY - 1
        left = self._left[height >> 1]
        worth = self._history[i] + left * left
        self._history[i] = worth if worth < MOST_HISTORY else MOST_HISTORY

    def _open(self, height, above, alpha, beta, left):
        """Begin the node whose ply was just played by the side `above`, for which the window is meant.

        True if its plies are to be listed; else its value to the side above is in `_leaf`.
        """
        evaluation = self.evaluation
        won = evaluation.look()
        if height > self.seldepth:
            self.seldepth = height
        if won:
            if won != DRAWN:
                self._leaf = WIN - height if won == above + 1 else height - WIN
            else:
                self._leaf = 0
            return False
        side = evaluation.side
        turned = side != above
        if turned:
            value = alpha
            alpha = -beta
            beta = -value
        key_a = evaluation.key_a
        key_b = evaluation.key_b
        score = evaluation.score
        if self.noise:
            score += ((key_a >> 7 ^ key_b ^ self.seed) & 0x3FFF) * 13337 % (2 * self.noise + 1) - self.noise
        ply = NO_PLY
        if left > 0:
            if self._repeats(height, key_a, key_b):
                self._leaf = 0
                return False
            ply = self._probe(height, key_a, key_b, left, alpha, beta)
            if ply < NO_PLY:
                if turned:
                    self._leaf = -self._leaf
                return False
        elif not evaluation.duty and not evaluation.due and score >= beta:
            self._leaf = -score if turned else score
            return False
        self._alpha[height] = self._floor[height] = alpha
        self._beta[height] = beta
        self._side[height] = side
        self._left[height] = left
        self._free[height] = evaluation.due
        self._key_a[height] = key_a
        self._key_b[height] = key_b
        self._how[height] = FULL
        self._ply[height] = ply
        self._value[height] = score
        if self._judges:
            score = self.game.result  # which the game keeps: to list its plies is then less work
        return True

    def _list(self, height):
        """List the plies of the node just opened and rank them, MANY of them in a step of its own; False if its value is known
        without trying any: it is in `_leaf`.
        """
        plies = self._plies
        self._leaf = self._value[height]
        self._hint = self._ply[height]
        self._ply[height] = NO_PLY
        first = self._end[height - 1]
        if height + 1 >= HEIGHTS or first + self._most > self._size:
            return False
        if self._claim is not None and height and self._claim():
            self._leaf = 0  # as a player would who stands worse
            return False
        end = self.game.plies(plies, first)
        if end == first:
            result = self.game.result
            if result == DRAWN:
                self._leaf = 0
            else:
                self._leaf = WIN - height if result == self._side[height] + 1 else height - WIN
            return False
        self._first[height] = self._next[height] = first
        self._end[height] = end
        if end - first == 1:
            self._free[height] = 1
        if end - first > MANY:
            self._phase = RANKING
            return True
        return self._rank(height)

    def _rank(self, height):
        """Mark the plies listed, and leave out those that will not be tried; False if none will: the value is in `_leaf`."""
        evaluation = self.evaluation
        left = self._left[height]
        first = self._first[height]
        end = self._end[height]
        score = self._leaf = self._value[height]
        self._mark_plies(height, first, end, self._hint)
        self._value[height] = -WIN
        margin = evaluation.margin
        if not evaluation.due and (left < 1 or (left == 1 and score + margin <= self._alpha[height])):
            noisy = self._noisy(first, end)
            if left < 1 and (noisy < end or not evaluation.duty):  # one may leave it at that
                if score >= self._beta[height] or noisy == first or left <= -MOST_QUIET:
                    return False
                self._value[height] = score
                if score > self._alpha[height]:
                    self._alpha[height] = score
                end = noisy
            elif left == 1 and noisy < end:  # no quiet ply will do
                self._leaf = self._value[height] = score + margin
                if noisy == first:
                    return False
                end = noisy
        self._end[height] = end
        return True

    def _mark_plies(self, height, first, end, known):
        """Mark the plies of a node: that of the table, noisy ones, killers, by history."""
        plies = self._plies
        marks = self._marks
        self.evaluation.mark(plies, marks, first, end)
        if self._left[height] < 1 and height:
            return
        history = self._history
        one = self._killers[2 * height]
        other = self._killers[2 * height + 1]
        side = self._side[height] << 9
        for i in range(first, end):
            mark = marks[i]
            if mark < NOISY:
                ply = plies[i]
                if ply == known:
                    marks[i] = TABLE_FIRST
                elif ply == one:
                    marks[i] = KILLER + 1
                elif ply == other:
                    marks[i] = KILLER
                else:
                    marks[i] = (mark >> 3) + history[(ply ^ ply >> 5 ^ side) & HISTORY - 1]
            elif plies[i] == known and mark < WINNING:
                marks[i] = TABLE_FIRST

    def _noisy(self, first, end):
        """Move the noisy plies of `_plies[first:end]` to the front; return the index after them."""
        plies = self._plies
        marks = self._marks
        n = first
        for i in range(first, end):
            mark = marks[i]
            if mark >= NOISY:
                if i != n:
                    ply = plies[n]
                    plies[n] = plies[i]
                    plies[i] = ply
                    marks[i] = marks[n]
                    marks[n] = mark
                n += 1
        return n

    def _close(self, height):
        """The value of a node whose plies have been tried."""
        value = self._value[height]
        if self._left[height] > 0:
            if value >= self._beta[height]:
                self._keep(height, LOWER)
            elif value > self._floor[height]:
                self._keep(height, EXACT)
            else:
                self._keep(height, UPPER)
        return value

    def _repeats(self, height, key_a, key_b):
        """Whether the position occurred on the way here: then nobody has gained anything."""
        key_as = self._key_a
        for i in range(height - 1, -1, -1):
            if key_as[i] == key_a and self._key_b[i] == key_b:
                return True
        return False

    # The transposition table: two entries side by side, the first for the deeper of two positions

    def _known(self, key_a, key_b):
        """The ply that the table knows for a position, NO_PLY if none."""
        i = key_a >> 8 & self._mask
        for i in range(i & ~1, (i & ~1) + 2):
            if self._table_data[i] and self._table_key[i] == key_b:
                return self._table_ply[i]
        return NO_PLY

    def _probe(self, height, key_a, key_b, left, alpha, beta):
        """The ply that the table knows for a position, NO_PLY if none, NO_PLY - 1 if its value, now in `_leaf`, will do."""
        i = key_a >> 8 & self._mask & ~1
        if self._table_key[i] != key_b or not self._table_data[i]:
            i += 1
            if self._table_key[i] != key_b or not self._table_data[i]:
                return NO_PLY
        data = self._table_data[i]
        if (data >> 17 & 63) >= left:
            value = (data & 0x7FFF) - 0x4000
            if value > SURE:
                value -= height
            elif value < -SURE:
                value += height
            bound = data >> 15 & 3
            if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                self._leaf = value
                return NO_PLY - 1
        return self._table_ply[i]

    def _keep(self, height, bound):
        """Put a node into the table."""
        value = self._value[height]
        if value > SURE:
            value += height
        elif value < -SURE:
            value -= height
        left = self._left[height]
        key_b = self._key_b[height]
        i = self._key_a[height] >> 8 & self._mask & ~1
        data = self._table_data[i]
        if self._table_key[i] != key_b and data and data >> 23 == self._age and (data >> 17 & 63) > left:
            i += 1
        ply = self._ply[height]
        if ply != NO_PLY or self._table_key[i] != key_b:
            self._table_ply[i] = ply
        self._table_key[i] = key_b
        self._table_data[i] = value + 0x4000 | bound << 15 | left << 17 | self._age << 23
