"""Arrays of small numbers as each Python reads them best: bytes on a board, where room is scarce, words on CPython.

Games keep what moves in `cells`, and wrap the bytes of their geometry in `table`, or in `view` if tables are to be parts of
it (slices, which take a board no room of their own). CPython reads lists and tuples in
half the time of a bytearray and of bytes, and asks True and False for their truth faster than 1 and 0. Takes memory when
called, never afterwards.
"""

try:
    from micropython import const as flags  # type: ignore  # gives what it is given
    from micropython import const as table

    cells = bytearray  # type: ignore
    view = memoryview
except ImportError:
    table = view = tuple

    def cells(size: int):
        """So many numbers from 0 to 255, all 0: a list here, a bytearray on a board."""
        return [0] * size

    def flags(values: bytes):
        """A table of numbers that are only asked for their truth."""
        return tuple([value != 0 for value in values])


def words(size: int):
    """So many numbers below 2**30, all 0: a list is what both read best."""
    return [0] * size
