"""Numbers that the keys of positions are made of: equal keys mean equal positions, but for a chance of one in millions.

A key has two halves, each made of products: a number of a piece's kind by one of its square, both of 15 bits, so that a product
is a small int of a board. All are odd and above 2**14: those of two squares differ by less. Nothing here allocates after import.
"""

from array import array

from shared_rules.codes import const

MOST_KINDS = const(16)
MOST_SQUARES = const(144)


def odd_numbers(count, seed):
    """An array of `count` odd numbers from 16385 to 32767, from a 16-bit xorshift (shifts 7, 9, 8) begun with `seed`."""
    numbers = array("H", bytes(2 * count))
    for i in range(count):
        for _ in range(3):
            seed ^= seed << 7 & 0xFFFF
            seed ^= seed >> 9
            seed ^= seed << 8 & 0xFFFF
        numbers[i] = seed >> 1 | 0x4001
    return numbers


KINDS_A = odd_numbers(MOST_KINDS, 11)
KINDS_B = odd_numbers(MOST_KINDS, 222)
SQUARES_A = odd_numbers(MOST_SQUARES, 3333)
SQUARES_B = odd_numbers(MOST_SQUARES, 44444)
