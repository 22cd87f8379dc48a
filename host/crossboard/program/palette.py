"""Names that a board has anyway: what MicroPython's ROM holds, and what its own objects are asked for."""

from __future__ import annotations

import array
import io

PALETTE = """
self value key end start step stop args send sep close clear append insert remove update get items keys values index
count find join split strip read write copy extend pop sort replace upper lower format readinto readline throw const main
little micropython bytecode builtins endswith startswith from_bytes to_bytes isalpha isdigit islower isspace isupper lstrip
rstrip rfind rindex rsplit popitem setdefault reverse
len range min max abs sum any all bool bytes chr dict dir divmod eval exec hash hex id int iter list locals map next object
open ord pow print repr round set sorted str super tuple type zip bytearray callable globals issubclass isinstance
Ellipsis EOFError KeyError OSError NameError TypeError IndexError ValueError ImportError LookupError MemoryError Exception
NoneType SyntaxError SystemExit RuntimeError OverflowError AssertionError AttributeError BaseException StopIteration
GeneratorExit ArithmeticError IndentationError KeyboardInterrupt ZeroDivisionError NotImplementedError
""".split()  # noqa: SIM905
"""Names that take no heap. `hex` is none of the format's, but is on every board."""

PLAIN = [name for name in PALETTE if name not in ("const", "super", "micropython")]
"""Those of them that are nothing to the compiler where they stand alone."""

INTERNED = 10
"""Length of texts that mpy-cross makes names of, which are never let go of."""

MACHINE = """
IN OUT OPEN_DRAIN PULL_UP PULL_DOWN init value on off mode pull irq low high toggle write readinto write_readinto read
deinit scan readfrom readfrom_into writeto readfrom_mem readfrom_mem_into writeto_mem mem32 mem8 mem16 feed datetime
unique_id reset freq bitstream sleep_ms sleep_us ticks_ms ticks_us ticks_diff ticks_add register unregister poll ipoll modify
digest hexdigest implementation version platform buffer stdin stdout modules path errno strerror urandom statvfs flush name
""".split()  # noqa: SIM905

THEIRS = frozenset(
    name
    for kind in (
        str,
        bytes,
        bytearray,
        list,
        dict,
        set,
        tuple,
        int,
        memoryview,
        array.array,
        io.FileIO,
        io.StringIO,
        Exception,
    )
    for name in dir(kind)
) | frozenset(MACHINE)
"""Attributes that objects of MicroPython may have."""


ROM = frozenset((*PALETTE, *MACHINE, "", "*", "_", "utf-8"))
"""Texts that are there anyway."""
