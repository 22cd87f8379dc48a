"""How a player's secret is sealed, so that it can be shown later that it was never changed.

The commitment is the SHA-256 of `sealed_text` in ASCII, as 64 lower case hexadecimal digits. It is made before the first
turn; square and salt are told when the secret is out (RULES.md, "Stealth"). Allocates.
"""

SALT = 32  # hexadecimal digits of a salt: 128 random bits


def sealed_text(side: int, square: str, salt: str) -> str:
    """What a commitment is the hash of: side 0 or 1, the name of the king's square at the start, the salt.

    For example `king white b3 000102030405060708090a0b0c0d0e0f`.
    """
    return "king %s %s %s" % (("white", "black")[side], square, salt)
