"""Texts of King's Crossing: its variants, and the letters of its pieces (formats: RULES.md here); reading.py reads positions.

Board values: 4 a white man, 5 the white king, 8 and 9 the black ones; so 4 << side is set in every piece of a side, and 1
in a king.
"""

from shared_rules.codes import const

NAME = "kings-crossing"
WORDS = ("alternate", "longer", "backwards", "stealth")
MOST_QUIET = const(999999)  # where the quiet count stops counting
LETTERS = "    MK  mk"  # by board value
MEN_ONLY = "    MM  mm"
ALTERNATE = const(1)  # bits of a variant's index in VARIANTS
LONGER = const(2)
BACKWARDS = const(4)
STEALTH = const(8)
VARIANTS = tuple(["+".join([WORDS[i] for i in range(4) if bits >> i & 1]) for bits in range(16)])


def variant_bits(variant: str) -> int:
    """ALTERNATE, LONGER, BACKWARDS and STEALTH as far as the variant has them."""
    return VARIANTS.index(variant)
