"""The games there are: name -> class. A new game is a package and a line here.

A game's modules are imported when the game is asked for, so that a board holds only the game it plays.
"""

from shared_rules.errors import PositionError

GAMES = (
    ("charing-cross", "shared_rules.charing_cross.game", "CharingCross"),
    ("kings-crossing", "shared_rules.kings_crossing.game", "KingsCrossing"),
    ("cross-eyed", "shared_rules.cross_eyed.game", "CrossEyed"),
    ("card-chess", "shared_rules.card_chess.game", "CardChess"),
    ("chess", "shared_rules.chess.game", "Chess"),
    ("draughts", "shared_rules.draughts.game", "Draughts"),
)
"""Name, module and class of each, in the order in which they are offered."""

NAMES = tuple([entry[0] for entry in GAMES])


def game_class(name: str):
    """The class of the game `name`; PositionError if there is no such game."""
    _, module, class_name = _entry(name)
    return getattr(__import__(module, None, None, (class_name,)), class_name)


def _entry(name: str):
    for entry in GAMES:
        if entry[0] == name:
            return entry
    raise PositionError("game", 1, "no game is called '%s'; the games are %s" % (name, ", ".join(NAMES)))


def package_of(name: str) -> str:
    """The package of the game `name`; PositionError if there is no such game."""
    return _entry(name)[1].rpartition(".")[0]


def part_of_game(name: str, part: str):
    """Class `NAMEPart` of module `part` of the game `name`, NAME being the game's class; None if there is none."""
    if name not in NAMES:
        return None
    _, module, class_name = _entry(name)
    module = module.rpartition(".")[0] + "." + part
    class_name += part[0].upper() + part[1:]
    try:
        return getattr(__import__(module, None, None, (class_name,)), class_name)
    except ImportError as error:
        if "'%s'" % module not in str(error):  # it is there, and imports what is not
            raise
    return None


def new_game(spec: str, history: int = 256):
    """A game at its start position from `GAME` or `GAME:VARIANT`; PositionError if there is none."""
    name, _, variant = spec.partition(":")
    game = game_class(name)("", history)
    if variant not in game.variants or spec.endswith(":"):
        from shared_rules.reading import no_variant  # a board has it only while a game is set up

        raise no_variant(name, variant, game.variants)
    if variant:
        game.reset(variant)
    return game


def game_at(text: str, history: int = 256):
    """A game at the position that `text` describes; PositionError if it describes none."""
    game = game_class(text.split(" ")[0].partition(":")[0])("", history)
    game.set_text(text)
    return game
