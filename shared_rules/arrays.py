"""Arrays of small numbers in the form that suits each Python: bytes on a board, where memory is short, lists and tuples on CPython.

Games keep what changes in `cells`, and wrap the bytes of their geometry in `table`, or in `view` where tables are slices of it
(which take no memory of their own on a board). CPython reads lists and tuples in
half the time of a bytearray and of bytes, and tests True and False faster than 1 and 0. Each function allocates when
called, never afterwards.
"""

try:
    from micropython import const as flags  # type: ignore  # returns its argument
    from micropython import const as table

    cells = bytearray  # type: ignore
    view = memoryview
except ImportError:
    table = view = tuple

    def cells(size: int):
        """`size` numbers from 0 to 255, all 0: a list here, a bytearray on a board."""
        return [0] * size

    def flags(values: bytes):
        """A table of numbers of which only the truth is tested."""
        return tuple([value != 0 for value in values])


def words(size: int):
    """`size` numbers below 2**30, all 0: a list, which both read fastest."""
    return [0] * size
