"""The text whose hash commits a player to a secret piece, so that nobody can change it later (WIRE.md, records W and Y)."""

from shared_rules.codes import const

SALT = const(32)  # hexadecimal digits of a salt: 128 random bits


def sealed_text(side: int, square: str, salt: str) -> str:
    """Side 0 or 1, the name of the king's square at the start, the salt: `king white b3 000102030405060708090a0b0c0d0e0f`.

    The commitment is its SHA-256 in ASCII, as 64 lower case hexadecimal digits; it is made before the first turn, square and
    salt are told when the secret is revealed. Allocates.
    """
    return "king %s %s %s" % (("white", "black")[side], square, salt)
