"""How a game begins, and how one goes on that was being played when the power went or something failed: tasks (App.do).

Loaded for that, and let go of when play begins. Allocates.
"""

from firmware.heap import requiring_room
from firmware.lights.display import REFUSED
from firmware.match import GUIDE, NOBODY, OVER, REMOTE
from firmware.replaying import PARTS
from firmware.seating import seating
from shared_rules.codes import END_UNFINISHED, FIRST, NOWHERE, ONGOING, SECOND, const
from shared_rules.errors import RulesError
from shared_rules.protocol.signals import MARK_LAST_TO

NONE_FITS = "this board has too little memory for any of its games"
MOST_GAMES = const(6)  # that are tried
NOTICE_ROUNDS = const(400)  # for which such a board's lights say so once more


def opening(match):
    """Task, when switched on: the game that was being played, or the next one."""
    if match.journal.open():
        return recovering(match)
    return beginning(match, match.first_game, FIRST)


def recovering(match, again=False):
    """Task: go on from what the journal has, with the sensors as they stand; `again`, a game that was given up."""
    match.app.restart()
    if not (yield from _loading(match)):
        yield from beginning(match, match.first_game, FIRST)
    elif match.journal.over and again and match.journal.result == ONGOING:
        match.record_undo(0, match.digest)
    elif match.journal.over:
        match.next_game()
    elif match.journal.last > match.journal.seq:
        match.link.log("a record of this game is damaged; play continues as a new game from the position before it")
        if not match.secret:  # else that would tell the kings
            match.journal.seq = match.journal.last
            match.write_end(ONGOING, END_UNFINISHED)
        fork(match)


def falling_back(match, number):
    """Task: the game that is to be played does not fit, although nothing else has been on the table: another one begins, the
    `number`th of those that the board has, and a PC is told. If none fits, that is all that lights and link say."""
    app = match.app
    app.restart()
    yield
    names = ()
    if number < MOST_GAMES:
        wanted = (match.journal.header() or match.first_game).split(" ")[0]
        yield
        names = [name for name in sorted(match.table.profile.read()["games"]) if name != wanted.split(":")[0]]
        yield
    if number < len(names):
        yield from beginning(match, names[number], FIRST)
        app.display.notice(REFUSED, app.now)
        match.link.warning = "this board has too little memory for %s, so %s begins" % (wanted, names[number])
        return
    match.link.closed = match.link.warning = NONE_FITS
    cover = app.display.covering()
    while True:
        app.display.notice(REFUSED, app.now)
        for _ in range(NOTICE_ROUNDS):
            yield
            if app.display.due(app.now):
                app.display.show(cover, app.now)
            else:
                match.link.step(app.now)


def _loading(match):
    """Task: bring the table to where the journal stands; False if there is nothing to go on from."""
    journal = match.journal
    match.secret = None
    _dismiss(match)
    try:
        yield from seating(match.table, journal.header())
    except ValueError:
        return False
    if not (yield from _reading(match)):
        return False
    journal.resume()
    yield
    if getattr(match.table.game, "hidden", False):
        from firmware.sealing import resuming

        yield from resuming(match)
    elif match.table.game.result and not journal.over:
        match.t = journal.t  # the power went between the last ply and the record of the game's end
        match.write_end(match.table.game.result, match.table.game.reason)
    yield from guiding(match)
    return True


def _reading(match):
    """Task: the game as the journal has it, more and more lights showing how far it is read; False if that makes no sense."""
    display = match.app.display
    cover = display.covering()
    display.dirty = True
    reading = match.journal.replaying(match.table.game)
    lit = 0
    try:
        while True:
            yield
            wanted = (match.journal.part + 1) * len(cover) // PARTS
            if lit < wanted:
                while lit < wanted:
                    cover[lit] = MARK_LAST_TO
                    lit += 1
                display.dirty = True
            elif display.due(match.app.now):
                display.show(match.table.marks, match.app.now)
            else:
                next(reading)
    except StopIteration as end:
        return end.value
    finally:
        display.cover = None
        display.dirty = True


def beginning(match, text, side, kings=None, levels=NOBODY):
    """Task: see Match.begin."""
    levels = bytes(levels)  # the journal's own will be those of the new game
    yield from _bringing(match, text)
    yield from _starting(match, side, kings, levels)


def _bringing(match, text):
    """Task: another game comes to the table, where nothing is left of the one before."""
    _dismiss(match)
    match.secret = None  # it holds the game that is going
    yield from seating(match.table, text)
    match.to_pick = " " not in text and hasattr(match.table.game, "may_pick") and match.table.game.may_pick()  # type: ignore
    yield


def _starting(match, side, kings, levels):
    """Task: the game that is on the table begins."""
    if match.to_pick:
        hidden = match.table.game.public_text()  # type: ignore
        yield
        match.table.game.set_text(hidden)
    if side == SECOND and getattr(match.table.game, "loser_starts", False):
        _let_second_begin(match.table.game)
    match.app.flight.new_game()
    text = match.table.game.text()
    yield
    match.link.warning = ""
    match.journal.begin(text, match.table.game.side)
    for player in range(2):
        if levels[player] and levels[player] != REMOTE:  # a match with a remote player is that one game
            match.recorder.seated(0, player, levels[player])
    match.app.display.say_full(match.journal.full)
    yield from guiding(match)
    if kings:
        from firmware.sealing import keeping

        yield from keeping(match, kings)


def guiding(match):
    """Task: from the sensors as they stand to the game's position, which is to be set up on the board."""
    app = match.app
    table = match.table
    yield
    match.t = match.journal.t
    match.plies = match.journal.plies
    match.digest = table.game.digest()
    yield
    square_of = table.layout.square_of
    for sensor in range(len(square_of)):
        if square_of[sensor] != NOWHERE:
            table.recognizer.now[square_of[sensor]] = app.debounce.closed[sensor]
    yield
    table.recognizer.begin_beam(app.now)
    yield
    table.recognizer.begin_policy()
    yield
    match.sit()
    yield
    if app.menu:
        app.menu.close()
    table.stand_outside(app.debounce.closed)
    app.enter(GUIDE)
    match.link.new_game()


def another(match, text):
    """Task: the game being played is given up for a new one from `text`; gives "" or why it can't be.

    The new one comes to the table first. MemoryError if it does not fit: the journal has the old one still, which goes on from
    there. (But secret kings have to be told before that.)
    """
    match.app.used = True
    if match.secret and match.app.mode != OVER:
        yield from match.ending(ONGOING, END_UNFINISHED)
    try:
        yield from _bringing(match, text)
        yield from requiring_room()
    except RulesError as error:
        problem = str(error)
        yield from recovering(match)
        return problem
    yield from giving_up(match)
    yield from _starting(match, FIRST, None, NOBODY)
    return ""


def giving_up(match):
    """Task: another game is to be played."""
    if match.app.mode != OVER:
        if match.journal.seq:
            yield from match.ending(ONGOING, END_UNFINISHED)
        else:
            match.journal.discard()
    yield


def fork(match):
    """Go on from here as another game: this one's numbers are taken by records that are lost. A test ends."""
    if match.app.probe:
        match.app.commands.end_test()
    kings = None
    if match.secret:
        kings = bytes((match.secret.game.king(FIRST), match.secret.game.king(SECOND)))
    if not match.journal.last and not match.journal.seq:
        match.journal.discard()
    if match.to_pick:
        match.begin(match.table.game.text().split(" ")[0], FIRST)
    else:
        match.begin(match.table.recognizer.told_text(), FIRST, kings, match.journal.levels)


def _let_second_begin(game):
    """In the start position, which the game is in, the second side is to move."""
    fields = game.text().split(" ")
    fields[2] = "b"
    game.set_text(" ".join(fields))


def _dismiss(match):
    """Another game is to be seated, and its code to lie where that of the board's own player did: that comes again if it plays."""
    if match.app.opponent:
        match.app.opponent.put_away()
        match.app.dismiss()
