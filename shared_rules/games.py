"""The games there are: name -> class. A new game is a module and a line here.

Classes are imported when asked for, so that a board holds only the game it plays.
"""

from shared_rules.errors import PositionError

NAMES = ("charing-cross", "kings-crossing", "cross-eyed", "card-chess")


def game_class(name):
    """The class of the game `name`; PositionError if there is no such game."""
    if name == "charing-cross":
        from shared_rules.charing_cross import CharingCross

        return CharingCross
    if name == "kings-crossing":
        from shared_rules.kings_crossing import KingsCrossing

        return KingsCrossing
    if name == "cross-eyed":
        from shared_rules.cross_eyed import CrossEyed

        return CrossEyed
    if name == "card-chess":
        from shared_rules.card_chess import CardChess

        return CardChess
    raise PositionError("game", 1, "'%s' is none of %s" % (name, ", ".join(NAMES)))


def new_game(spec, history=256):
    """A game at its start position from `GAME` or `GAME:VARIANT`."""
    name, _, variant = spec.partition(":")
    game = game_class(name)("", history)
    if variant not in game.variants or spec.endswith(":"):
        raise PositionError("game", len(name) + 2, "'%s' is no variant of %s" % (variant, name))
    if variant:
        game.reset(variant)
    return game


def game_at(text, history=256):
    """A game at the position that `text` describes."""
    game = game_class(text.split(" ")[0].partition(":")[0])("", history)
    game.set_text(text)
    return game
