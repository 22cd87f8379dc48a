"""Writing in play: a square's name into a byte buffer, and a digest. Nothing here allocates."""


def write_square(square: int, columns: int, out: bytearray, at: int) -> int:
    """Put a square's name into the bytearray `out` from index `at`; return the index after it."""
    out[at] = 97 + square % columns
    row = square // columns + 1
    at += 1
    if row > 9:
        out[at] = 48 + row // 10
        at += 1
    out[at] = 48 + row % 10
    return at + 1


def mix(data: bytes | bytearray | list[int], size: int, digest: int) -> int:
    """Continue a digest (an int below 2**24) with the first `size` bytes of `data`.

    Multiplying by 61 keeps every step below 2**30, the largest small int of a 32-bit MicroPython.
    """
    for i in range(size):
        digest = (digest * 61 + data[i] + 1) & 0xFFFFFF
    return digest
