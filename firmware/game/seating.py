"""Another game comes to the table: is there such a game here, its modules, its place on the board. Allocates."""

import gc

from firmware.game.table import Layout
from firmware.heap import before_game
from firmware.lights.display import GROUND
from firmware.noise import NO_SECRETS, keeps_secrets, noise
from firmware.profile import edge_of, layout_of
from shared_rules.codes import HOLE, const
from shared_rules.errors import PositionError
from shared_rules.games import game_class, new_game

HISTORY = const(64)  # plies that can be taken back


def checking(table, text):
    """Task: whether `seating` could take `text`, and the game goes on there; RulesError says why not. Returns what to seat.

    A start position that hides the kings is one in which they are picked; of others nobody knows them.
    """
    name, _, variant = text.split(" ")[0].partition(":")
    if name not in table.profile.read()["games"]:
        raise PositionError("game", 1, "this board has no game '%s'" % name)
    kind = game_class(name)
    yield
    game = kind("", 1)
    yield
    if variant in game.variants and text == (name + ":" + variant if variant else name):
        if hasattr(game, "may_pick"):
            game.reset(variant)
            _check_secrets(game)
        return text
    if " " in text:
        game.set_text(text)
    else:
        new_game(text, 1)
    if game.result:
        raise PositionError("placement", 0, "the game is over there")
    if getattr(game, "hidden", False):
        if not game.may_pick():  # type: ignore
            raise PositionError("placement", 0, "nobody knows which pieces are the kings")
        _check_secrets(game)
        return text.split(" ")[0]
    return text


def _check_secrets(game):
    """PositionError if kings are to be picked that others could guess."""
    if hasattr(game, "may_pick") and game.may_pick() and not keeps_secrets():
        raise PositionError("game", 1, NO_SECRETS)


def seating(table, text):
    """Task: make ready for the game that `text` (`GAME:VARIANT`, or a position) names, at that start or position.

    PositionError if there is no such game here, and everything is as it was; or if the text is wrong (see `checking`), and no
    game is on the table if it was to be another one than before.
    """
    spec = text.split(" ")[0]
    name, _, variant = spec.partition(":")
    if name not in table.profile.read()["games"]:
        raise PositionError("game", 1, "this board has no game '%s'" % name)
    fresh = table.game is None or table.game.name != name
    if fresh:
        _clear(table)
        yield
    game = game_class(name)("", HISTORY) if fresh else table.game
    yield
    before = "" if fresh else game.text()
    yield
    try:
        if hasattr(game, "seeded"):
            game.reset(variant, _seed())  # type: ignore
        else:
            game.reset(variant)
        yield
        home = _occupancy(game)
        yield
        if text != spec and game.text() != text:
            yield
            game.set_text(text)
    except PositionError:
        if not fresh:
            game.set_text(before)
        raise
    table.home = home
    yield
    if fresh:
        # Not before all that may go has gone: what is loaded now stays, and is to lie in that room.
        from firmware.game.teacher import Teacher
        from shared_rules.recognition.recognizer import Recognizer

        table.recognizer = Recognizer(game, table.hypotheses)
        yield
        table.teacher = Teacher(table.recognizer)
        profile = table.profile.read()
        yield
        table.layout = Layout(*layout_of(profile, name))
        table.marks = bytearray(len(home))
        table.game = game
        yield
        table.layout.edge = edge_of(profile, name)
        yield
        gc.collect()
    yield
    table.teacher.discreet = hasattr(game, "public_text") and game.public_text() != game.text()  # type: ignore
    yield
    table.display.lay(table.layout.light_of, table.layout.edge, _ground(game))
    yield


def _clear(table):
    """Room for another game: nothing is left of the one before, nor of what has checked the text, as that may lie behind it."""
    table.clear()
    before_game()


def _occupancy(game):
    board = game.board
    found = bytearray(len(board))
    for square in range(len(board)):
        found[square] = 1 if board[square] and board[square] != HOLE else 0
    return found


def _ground(game):
    """What each square shows while it is not marked: terrain."""
    if not hasattr(game, "terrain_side"):
        return b""
    ground = bytearray(len(game.board))
    for square in range(len(ground)):
        side = game.terrain_side(square)
        if side >= 0:
            ground[square] = GROUND + side
    return bytes(ground)


def _seed():
    """A number from 1 to 65535."""
    found = noise(2)
    return found[0] << 8 | found[1] or 1
