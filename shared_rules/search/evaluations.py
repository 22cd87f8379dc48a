"""Which evaluation belongs to a game; each is imported when it is asked for, so that a board holds only its game's."""

from shared_rules.search.evaluation import Evaluation


def evaluation_of(game):
    """The evaluation of a game object; the plain one for a game that has none of its own."""
    name = game.name
    if name == "charing-cross":
        from shared_rules.search.charing_cross import CharingCrossEvaluation

        return CharingCrossEvaluation(game)
    if name == "kings-crossing":
        from shared_rules.search.kings_crossing import KingsCrossingEvaluation

        return KingsCrossingEvaluation(game)
    if name == "cross-eyed":
        from shared_rules.search.cross_eyed import CrossEyedEvaluation

        return CrossEyedEvaluation(game)
    if name == "card-chess":
        from shared_rules.search.card_chess import CardChessEvaluation

        return CardChessEvaluation(game)
    return Evaluation(game)
