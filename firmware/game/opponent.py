"""The board as a player: which sides it plays, what it thinks, and when its ply is to be performed.

    IDLE --its turn, or a hint is asked for--> THINKING --found--> LEADING (its ply) or ADVISING (a hint)
                                               |      ^
                                  a PC promises|      |the PC is gone, or silent for too long
                                               v      |
                                               PROMISED --the PC's answer--> LEADING or ADVISING
    every state --a ply is played or taken back, a game begins or ends--> IDLE

A side at level REMOTE is a player far away: nothing is searched for it. The PC gives its plies as it would give what it
has found, however late, and takes one back that is not to be performed any more; resigning and draws go by the PC, too.

Which sides it plays is in the journal (`levels`), so that it holds when the board is switched on again (Match.seat); what it
thought is thought anew. The search has a game object of its own, since the recognizer goes on watching meanwhile. A connected PC is
asked first (message Z, WIRE.md), except where kings are secret: the board's own king must stay its secret. There it searches
what may be (`worlds.py` of the game's package), and of the true game it knows no more than its own king.

`step` is a slice, one position of the search at a time, and allocates nothing but for the text of the position when it
begins. Making ready takes some 40 KB.
"""

import gc

from firmware.game.leader import advise, count_out, lead
from firmware.game.table import REMOTE
from firmware.memory import before_play, make_room
from shared_rules.codes import END_RESIGNED, FIRST_WON, KIND_PASS, const
from shared_rules.errors import RulesError
from shared_rules.protocol.signals import (
    THOUGHT_ADVICE,
    THOUGHT_DRAW,
    THOUGHT_HINT,
    THOUGHT_LEAD,
    THOUGHT_NONE,
    THOUGHT_PLY,
)

IDLE = const(0)
THINKING = const(1)
PROMISED = const(2)
LEADING = const(3)
ADVISING = const(4)

# What THINKING does next: each takes a round of its own, as it is long.
ASKING = const(0)  # wait whether a PC promises to think
READY = const(1)  # make ready, if that has not been done
TAKING = const(2)  # take over the position
TRACING = const(3)  # where kings are secret: find out which pieces may be one
PLACING = const(4)
BEGINNING = const(5)
SEARCHING = const(6)
UNABLE = const(7)  # there is no memory to search: the PC that is connected may think

NOTHING = const(-1)
HIGHEST = const(8)  # level, which hints have too
HINT_MS = const(2000)
PROMISE_MS = const(600)  # a connected PC has so long to say that it will think
PATIENCE_MS = const(30000)  # and to do so
PLIES_BACK = const(64)  # that the search's game can take back
TABLE_BITS = const(9)  # of the search's transposition table
FEWER_BITS = const(8)  # where the worlds need room too
MOST_WORLDS = const(6)  # that it thinks about where kings are secret
SURE = const(15000)  # a score below that, taken negative, is of a game that is lost whatever the other side does
GIVES_UP = const(5)  # the lowest level that resigns; those below play on to the end, for beginners want to win
EVEN = const(15)  # a score, either way, in which it sees no difference
LONG = const(40)  # plies after which it may offer a draw where it sees none
AGAIN = const(20)  # plies between two such offers
WRAP = const(0x3FFFFFFF)


class Opponent:
    """Plays the current game. `levels` of the journal say which sides, and how well."""

    def __init__(self, current):
        self.state = IDLE
        self.ply = NOTHING  # that it leads to, or advises
        self.number = 0  # which answer its ply is to the board's question; 0 where the board will not ask
        self.level = 0  # that it thinks at, 0 for a hint
        self.seq = 0  # the record after which it thinks
        self.draw = False  # with its ply it offers a draw
        self._current = current
        self._modes = current.modes
        self._table = current.table
        self._journal = current.journal
        self._link = current.link
        self._display = current.display
        self._loop = current.loop
        self._stage = ASKING
        self._began = 0
        self._until = 0  # ms after that at which the search has to end
        self._search = None
        self._worlds = None  # where kings are secret
        self._world = 0  # which of them is searched
        self._together = False  # whether the search's game has gone the way of the table's
        self._foot = b""
        self._text = ""
        self._answer = ""  # a PC's
        self._score = 0  # of its last ply, for its side
        self._judged = False  # whether that is known
        self._lost = 0  # plies in a row that it has seen to be lost
        self._offered = 0  # how many plies had been played when it offered a draw

    def sit(self):
        """Another game stands, or other sides are to be played. Allocates."""
        self.gone_on(NOTHING)
        self._judged = False
        self._lost = self._offered = 0
        if not self._plays():
            self.put_away()  # a hint takes memory when it is asked for
        self._foot = bytearray(4 * self._table.game.max_footprint) if self._current.sides() else b""

    def _plays(self):
        """Whether there is a side for which the board itself thinks."""
        current = self._current
        return current.sides() and not current.remote()

    def _making_ready(self):
        """Task: take the memory that thinking needs. Not before it is needed, as what begins a game would leave gaps below it."""
        game = self._table.game
        before_play()
        gc.collect()
        yield
        try:
            from shared_rules.search.search import Search

            gc.collect()
            yield
            if self._current.is_secret():
                from shared_rules.games import part_of_game

                self._search = Search(type(game)(game.variant, PLIES_BACK), FEWER_BITS, 2)
                self._worlds = part_of_game(game.name, "worlds")(self._search)  # type: ignore
            else:
                self._search = Search(type(game)("", PLIES_BACK), TABLE_BITS)
        except MemoryError:
            self._give_up()
        gc.collect()

    def prepare(self):
        """A side has been given to the board: where no PC thinks for it, see at once whether the board can."""
        if self._plays() and not self._search and not self._current.to_pick and not self._has_pc():
            self._loop.do(self._making_ready())

    def _has_pc(self):
        """Whether a PC could think."""
        return self._link.channel.established and not self._current.is_secret()

    def _give_up(self):
        """There is no memory to think: a hint is refused, and without a PC players have the board's sides, too. What needs memory
        comes last, as there may be none for that either."""
        self._search = self._worlds = None
        unable = self.state == THINKING and self.level and self._has_pc()
        if unable:
            self._stage = UNABLE
            self._display.say_thinking(False)
        else:
            self.gone_on(NOTHING)
        make_room()
        self.put_away()
        self._modes.refuse("this board has too little memory to think about %s" % self._table.game.name)
        if unable:
            return
        for side in range(2):
            if self._plays() and self._journal.levels[side]:
                from firmware.game.actions import Actions

                Actions(self._current).seat(side, 0)

    def put_away(self):
        """Give that memory back: nobody plays, or another game is to come."""
        self._search = self._worlds = None
        from firmware.heap import without_search

        game = self._table.game
        without_search(game.name if game else "")

    def make_room(self):
        """Another game may come, and its code is to lie where the search did, not behind it: give that memory back. If none comes,
        what was being thought is thought anew."""
        if not self._search:
            return
        if self.state == THINKING:
            self.gone_on(NOTHING)
        self.put_away()
        gc.collect()

    # The way of the game

    def gone_on(self, ply):
        """The game has gone on, by `ply` if it was played (else NOTHING): what was thought is of no more use."""
        if self.state != IDLE:
            self._link.tell_thought()
            self._display.say_thinking(False)
            self._modes.repaint()
        if ply != self.ply or ply == NOTHING:
            self.number = 0
        if self._search:
            self._search.stop()
            self._together = self._together and ply != NOTHING
            if self._together:
                self._search.game.push(ply)
            if not self._plays():
                self.put_away()
        self.state = IDLE
        self.ply = NOTHING
        self.draw = False

    def hint(self, now):
        """Think about what the side to move might play; "" or why not."""
        from firmware.game.actions import Actions

        problem = Actions(self._current).not_playing()
        if problem:
            return problem
        if not self._modes.in_play():
            return "the pieces don't match the game: the lights show the way back"
        if self._modes.asking():
            return "a question is open: answer it first"
        if self._current.is_secret():
            return "there are no hints where kings are secret"
        if self._journal.levels[self._table.game.side]:
            return "it is not a player's turn"
        if self.state == IDLE:
            self._begin(0, now)
        return ""

    def deadline(self, now):
        """Ms until `step` has something to do, -1 if never."""
        if self.state == IDLE:
            return 0 if self._is_turn() else -1
        if self._answer:
            return 0
        if self.state == PROMISED:
            if not self._link.channel.alive(now):
                return 0
            return max(0, PATIENCE_MS - ((now - self._began) & WRAP))
        if self.state != THINKING or self.level == REMOTE:
            return -1
        return PROMISE_MS if self._stage == UNABLE else 0

    def step(self, now):
        """A slice of thinking, if it is its turn or a hint is wanted; True if something was done. The recognizer rests."""
        if self.state >= LEADING or not self._table.recognizer.settled():
            return False
        if self.state == IDLE:
            if not self._is_turn():
                return False
            self._begin(self._journal.levels[self._table.game.side], now)
            return True
        if self._answer:
            return self._take_answer()
        waited = (now - self._began) & WRAP
        if self.state == PROMISED:
            if self._link.channel.alive(now) and waited < PATIENCE_MS:
                return False
            self._begin(self.level, now)
            self._stage = READY
        try:
            return self._think(waited)
        except MemoryError:
            if self._journal.writing:  # of its resignation
                raise
            self._give_up()
            return True

    def _is_turn(self):
        """Whether it has to find a ply now. A pass needs none."""
        recognizer = self._table.recognizer
        if not (self._journal.levels[self._table.game.side] and not recognizer.over and recognizer.settled()):
            return False
        return recognizer.resting() and not (
            recognizer.count == 1 and self._table.game.kind(recognizer.plies[0]) == KIND_PASS
        )

    def _begin(self, level, now):
        self.state = THINKING
        self._stage = UNABLE if level == REMOTE else ASKING
        self.level = level
        self.seq = self._journal.seq
        self._began = now
        self._answer = ""
        self._link.tell_thought()
        self._display.say_thinking(True)

    def _think(self, waited):
        search = self._search
        stage = self._stage
        if stage == SEARCHING:
            if search.choices == 1 or waited >= self._until or search.step(1):
                search.stop()
                self._found()
            return True
        if stage == ASKING:
            if not self._current.is_secret() and self._link.channel.established and waited < PROMISE_MS:
                return False
        elif stage == READY:
            if not self._search:
                self._loop.do(self._making_ready())
        elif stage == TAKING:
            self._take()
        elif stage == TRACING:
            if self._worlds and not self._worlds.trace():
                return True
        elif stage == PLACING:
            self._place()
        elif stage == BEGINNING:
            self._start()
        else:
            if self.level != REMOTE and not self._has_pc():
                self._give_up()
            return False
        self._stage = stage + 1
        return True

    def _take(self):
        """See to it that the search's game comes to stand as the table's: often it does already."""
        game = self._table.game
        if not self._current.is_secret():
            self._worlds = None  # a game that was over goes on, its kings told
        if self._worlds:
            side = game.side
            king = self._current.secret.game.king(side)  # its own, and nothing else, is known to it
            self._worlds.begin(game, side, king, MOST_WORLDS, self._seed())
            self._world = 0
            self._together = False
        else:
            self._together = self._search.game.digest() == game.digest()
            self._text = "" if self._together else game.text()

    def _place(self):
        if self._worlds:
            self._worlds.suppose(self._world)
        elif self._text:
            game = self._search.game
            game.set_text(self._text)
            if hasattr(game, "recall"):
                game.recall(self._table.game)
            self._text = ""
            self._together = True
            before_play()

    def _seed(self):
        """Of its mistakes: from the game and the record, so that who is switched off and on makes them again."""
        seed = 0
        for letter in self._journal.game:
            seed = (seed * 31 + letter) & 0x7FFF
        return (seed + self.seq * 7919) & 0x7FFF or 1

    def _start(self):
        from shared_rules.search.levels import BOARD_MS, begin_at_level

        self._until = BOARD_MS[self.level - 1] if self.level else HINT_MS
        if self._worlds:
            self._until = self._until * (self._world + 1) // self._worlds.count
        begin_at_level(self._search, self.level or HIGHEST, self._seed() if self.level else 0)  # type: ignore

    def _found(self):
        """The search is done: of the position, or of one world of some."""
        worlds = self._worlds
        if not worlds:
            self._choose(self._search.best, self._search.score)
            return
        worlds.vote()
        self._world += 1
        if self._world < worlds.count:
            self._stage = PLACING
        else:
            self._choose(worlds.best, worlds.score)

    # A PC that thinks

    def promised(self, seq):
        """The PC will answer; for a player far away, whose ply is being performed: it was taken back."""
        if self.level == REMOTE:
            if self.state == LEADING and seq == self.seq:
                self._table.recognizer.hold(self._current.sides())
                self.gone_on(NOTHING)
        elif self.state == THINKING and seq == self.seq and not self._current.is_secret():
            if self._search:
                self._search.stop()
            self.state = PROMISED
            self._display.say_thinking(True)

    def answered(self, seq, text):
        """The PC's answer, `ply score`; one to another question comes too late."""
        if (self.state == THINKING or self.state == PROMISED) and seq == self.seq and not self._current.is_secret():
            self._answer = text

    def _take_answer(self):
        name, _, score = self._answer.partition(" ")
        self._answer = ""
        if self._search:
            self._search.stop()
        try:
            self._choose(self._table.game.parse_ply(name), int(score))
        except (RulesError, ValueError):
            self._link.log("the PC's ply is not legal here: %s" % name)
            self.state = THINKING
            self._stage = UNABLE if self.level == REMOTE else READY
        return True

    # What is found

    def _choose(self, ply, score):
        self._display.say_thinking(False)
        self._link.tell_thought()
        self._modes.repaint()
        self.ply = ply
        if not self.level:
            self.state = ADVISING
            return
        self._score = score
        self._judged = True
        self._lost = self._lost + 1 if score < -SURE else 0
        if self._lost > 1 and self.level >= GIVES_UP and self._current.against_player():
            self._current.record_end(FIRST_WON + 1 - self._table.game.side, END_RESIGNED)
            return
        self.number = self._number_of(ply) if self._foot else 0
        self.draw = self._offers_draw()
        self._table.recognizer.expect(ply, self._current.digest)
        self.state = LEADING
        if self.draw:
            self._offer_draw()

    def _number_of(self, ply):
        """Which of the plies that look the same this is, as a question would offer them; 0 if it is the only one."""
        recognizer = self._table.recognizer
        game = self._table.game
        plies = recognizer.plies  # they are listed anew in a moment
        foot = self._foot
        end = game.footprint(ply, foot, 0)
        alike = before = 0
        for i in range(game.plies_from(ply & 255, plies, 0)):
            other = plies[i]
            if game.footprint(other, foot, end) == 2 * end:
                at = 0
                while at < end and foot[at] == foot[end + at]:
                    at += 1
                if at == end:
                    alike += 1
                    if game.rank(other) < game.rank(ply):
                        before += 1
        return before + 1 if alike > 1 else 0

    # Draws

    def agrees(self):
        """Whether it takes a draw that the player offers: it has offered one itself, or does not think that it stands better."""
        return self.draw or (self._judged and self._score <= 0)

    def _offer_draw(self):
        """OK accepts it, everything else declines."""
        if not self._modes.menu:
            self._modes.any_menu().offer_draw(self._loop.now)

    def _offers_draw(self):
        if (
            self.level == REMOTE
            or not self._current.against_player()
            or self._current.plies < LONG
            or self._current.plies - self._offered < AGAIN
        ):
            return False
        if not -EVEN <= self._score <= EVEN or not self._table.game.draw_allowed():
            return False
        self._offered = self._current.plies
        return True

    # For the lights and the PC

    def paint(self, marks):
        """Lay what it has thought of over `marks`, where the recognizer has nothing to say."""
        recognizer = self._table.recognizer
        if recognizer.trouble or recognizer.asking or not recognizer.settled():
            return
        if self.state == LEADING:
            lead(recognizer, self.ply, self.number, marks)
        elif self.state == ADVISING:
            advise(recognizer, self.ply, marks)
        elif self.number and not recognizer.touched():
            count_out(recognizer, self.number, marks)

    def thought(self):
        """What message Z says of it, a THOUGHT_ number."""
        if self.state == IDLE:
            return THOUGHT_NONE
        if self.state < LEADING:
            return THOUGHT_PLY if self.level else THOUGHT_HINT
        if self.state == ADVISING:
            return THOUGHT_ADVICE
        return THOUGHT_DRAW if self.draw else THOUGHT_LEAD
