"""How a game begins, and how one goes on that was being played when the power went or something failed: tasks (Loop.do).

Loaded for that, and let go of when play begins. Allocates.
"""

from firmware.game.replaying import PARTS
from firmware.game.seating import seating
from firmware.game.table import NOBODY, REMOTE
from firmware.heap import requiring_room
from firmware.lights.display import REFUSED
from shared_rules.codes import END_UNFINISHED, FIRST, FIRST_WON, NOWHERE, ONGOING, SECOND, SECOND_WON, const
from shared_rules.errors import RulesError
from shared_rules.protocol.signals import MARK_LAST_TO

NONE_FITS = "this board has too little memory for any of its games"
MOST_GAMES = const(6)  # that are tried
NOTICE_ROUNDS = const(400)  # for which such a board's lights say so once more


def opening(current):
    """Task, when switched on: the game that was being played, or the next one."""
    if current.journal.open():
        return recovering(current)
    return beginning(current, current.first_game, FIRST)


def recovering(current, again=False):
    """Task: go on from what the journal has, with the sensors as they stand; `again`, a game that was given up."""
    current.sensing.restart()
    if not (yield from _loading(current)):
        yield from beginning(current, current.first_game, FIRST)
    elif current.journal.over and again and current.journal.result == ONGOING:
        current.record_undo(0, current.digest)
    elif current.journal.over:
        next_game(current)
    elif current.journal.last > current.journal.seq:
        current.link.log("a record of this game is damaged; play continues as a new game from the position before it")
        if not current.secret:  # else that would tell the kings
            current.journal.seq = current.journal.last
            current.write_end(ONGOING, END_UNFINISHED)
        fork(current)


def falling_back(current, number):
    """Task: the game that is to be played does not fit, although nothing else has been on the table: another one begins, the
    `number`th of those that the board has, and a PC is told. If none fits, that is all that lights and link say."""
    display = current.display
    loop = current.loop
    current.sensing.restart()
    yield
    names = ()
    if number < MOST_GAMES:
        wanted = (current.journal.header() or current.first_game).split(" ")[0]
        yield
        names = [name for name in sorted(current.table.profile.read()["games"]) if name != wanted.split(":")[0]]
        yield
    if number < len(names):
        yield from beginning(current, names[number], FIRST)
        display.notice(REFUSED, loop.now)
        current.link.warn("this board has too little memory for %s, so %s begins" % (wanted, names[number]))
        return
    current.link.shut(NONE_FITS)
    cover = display.covering()
    while True:
        display.notice(REFUSED, loop.now)
        for _ in range(NOTICE_ROUNDS):
            yield
            if display.due(loop.now):
                display.show(cover, loop.now)
            else:
                current.link.step(loop.now)


def _loading(current):
    """Task: bring the table to where the journal stands; False if there is nothing to go on from."""
    journal = current.journal
    current.secret = None
    current.dismiss()  # the game's code is to lie where that of the board's own player did, which comes again if it plays
    try:
        yield from seating(current.table, journal.header())
    except ValueError:
        return False
    if not (yield from _reading(current)):
        return False
    journal.resume()
    yield
    if getattr(current.table.game, "hidden", False):
        from firmware.game.sealing import resuming

        yield from resuming(current)
    elif current.table.game.result and not journal.over:
        current.t = journal.t  # the power went between the last ply and the record of the game's end
        current.write_end(current.table.game.result, current.table.game.reason)
    yield from guiding(current)
    return True


def _reading(current):
    """Task: the game as the journal has it, more and more lights showing how far it is read; False if that makes no sense."""
    display = current.display
    loop = current.loop
    cover = display.covering()
    reading = current.journal.replaying(current.table.game)
    lit = 0
    try:
        while True:
            yield
            wanted = (current.journal.part + 1) * len(cover) // PARTS
            if lit < wanted:
                while lit < wanted:
                    cover[lit] = MARK_LAST_TO
                    lit += 1
                display.redraw()
            elif display.due(loop.now):
                display.show(current.table.marks, loop.now)
            else:
                next(reading)
    except StopIteration as end:
        return end.value
    finally:
        display.set_cover(None)


def beginning(current, text, side, kings=None, levels=NOBODY):
    """Task: a new game from `text` (`GAME:VARIANT` or a position); `side` begins, if the game leaves that open.

    `kings` are secret, on those squares of a position that hides them; at `levels` the board plays. PositionError if there is
    no such game here: who is not sure asks `seating.checking`.
    ."""
    levels = bytes(levels)  # the journal's own will be those of the new game
    yield from _bringing(current, text)
    yield from _starting(current, side, kings, levels)


def _bringing(current, text):
    """Task: another game comes to the table, where nothing is left of the one before."""
    current.dismiss()  # the game's code is to lie where that of the board's own player did, which comes again if it plays
    current.secret = None  # it holds the game that is going
    yield from seating(current.table, text)
    current.to_pick = " " not in text and hasattr(current.table.game, "may_pick") and current.table.game.may_pick()  # type: ignore
    yield


def _starting(current, side, kings, levels):
    """Task: the game that is on the table begins."""
    if current.to_pick:
        hidden = current.table.game.public_text()  # type: ignore
        yield
        current.table.game.set_text(hidden)
    if side == SECOND and getattr(current.table.game, "loser_starts", False):
        _let_second_begin(current.table.game)
    current.flight.new_game()
    text = current.table.game.text()
    yield
    current.link.warn("")
    current.journal.begin(text, current.table.game.side)
    for player in range(2):
        if levels[player] and levels[player] != REMOTE:  # a match with a remote player is that one game
            current.recorder.seated(0, player, levels[player])
    current.display.say_full(current.journal.full)
    yield from guiding(current)
    if kings:
        from firmware.game.sealing import keeping

        yield from keeping(current, kings)


def guiding(current):
    """Task: from the sensors as they stand to the game's position, which is to be set up on the board."""
    table = current.table
    closed = current.sensing.debounce.closed
    yield
    current.t = current.journal.t
    current.plies = current.journal.plies
    current.digest = table.game.digest()
    yield
    square_of = table.layout.square_of
    for sensor in range(len(square_of)):
        if square_of[sensor] != NOWHERE:
            table.recognizer.now[square_of[sensor]] = closed[sensor]
    yield
    table.recognizer.begin_beam(current.loop.now)
    yield
    table.recognizer.begin_policy()
    yield
    sit(current)
    yield
    current.modes.close_menu()
    table.stand_outside(closed)
    current.modes.set_up()
    current.link.new_game()


def sit(current):
    """Another game stands, or the board plays other sides."""
    sides = current.sides()
    current.table.recognizer.hold(sides)
    if current.remote():
        current.table.teacher.discreet = True
    if sides:
        current.thinker()
    if current.opponent:
        current.opponent.sit()
        if not sides:
            current.dismiss()


def another(current, text):
    """Task: the game being played is given up for a new one from `text`; returns "" or why it can't be.

    The new one comes to the table first. MemoryError if it does not fit: the journal has the old one still, which goes on from
    there. (But secret kings have to be told before that.)
    """
    current.used = True
    if current.secret and not current.modes.is_over():
        yield from current.ending(ONGOING, END_UNFINISHED)
    try:
        yield from _bringing(current, text)
        yield from requiring_room()
    except RulesError as error:
        problem = str(error)
        yield from recovering(current)
        return problem
    yield from giving_up(current)
    yield from _starting(current, FIRST, None, NOBODY)
    return ""


def giving_up(current):
    """Task: another game is to be played."""
    if not current.modes.is_over():
        if current.journal.seq:
            yield from current.ending(ONGOING, END_UNFINISHED)
        else:
            current.journal.discard()
    yield


def fork(current):
    """Go on from here as another game: this one's numbers are taken by records that are lost. A test ends."""
    end_test(current)
    kings = None
    if current.secret:
        kings = bytes((current.secret.game.king(FIRST), current.secret.game.king(SECOND)))
    if not current.journal.last and not current.journal.seq:
        current.journal.discard()
    if current.to_pick:
        begins = beginning(current, current.table.game.text().split(" ")[0], FIRST)
    else:
        begins = beginning(current, current.table.recognizer.told_text(), FIRST, kings, current.journal.levels)
    current.loop.do(begins)


def next_game(current):
    """After a game: the loser begins the next, after a draw whoever began the last (RULES, Match)."""
    journal = current.journal
    side = journal.first_side
    if journal.result == FIRST_WON or journal.result == SECOND_WON:
        side = SECOND if journal.result == FIRST_WON else FIRST
    current.loop.do(beginning(current, current.table.game.text().split(" ")[0], side, None, journal.levels))


def end_test(current):
    """A test of the board ends, if there is one."""
    if current.modes.probe:
        current.modes.drop_test()
        look_again(current)


def look_again(current):
    """Go on with the game, whatever has become of its pieces meanwhile."""
    current.table.recognizer.settle()
    current.journal.plies = current.plies
    current.sensing.restart()
    if current.journal.over:
        next_game(current)


def _let_second_begin(game):
    """In the start position, which the game is in, the second side is to move."""
    fields = game.text().split(" ")
    fields[2] = "b"
    game.set_text(" ".join(fields))
