"""What `make uf2` freezes into a MicroPython with a ROM partition: the names that our modules use.

    python -m crossboard.flash.names FOLDER

MicroPython keeps each name that a module uses once, on the heap unless it was built with it: 15 KB for ours. So it is built with a
module that is never imported and names all of them. A newer firmware may use others, which take heap.
"""

from __future__ import annotations

import sys
from keyword import iskeyword
from pathlib import Path

from crossboard.board_files.build import build

_MODULE = "crossboard_names.py"
_MANIFEST = f"""include("$(PORT_DIR)/boards/manifest.py")
module({_MODULE!r})
"""

_HEAD = 4  # bytes before the first number of an .mpy
_LONGEST = 10  # letters of a string that MicroPython keeps as a name (MICROPY_ALLOC_PARSE_INTERN_STRING_LEN)


def names_of(mpy: bytes) -> set[str]:
    """The names that an .mpy brings, but for those that it knows by number (MicroPython, py/persistentcode.c)."""
    at = _HEAD

    def number() -> int:
        nonlocal at
        found = 0
        more = True
        while more:
            found = found << 7 | mpy[at] & 0x7F
            more = mpy[at] >= 0x80
            at += 1
        return found

    count = number()
    number()  # of other constants
    found: set[str] = set()
    for _ in range(count):
        length = number()
        if length & 1 == 0:
            found.add(mpy[at : at + (length >> 1)].decode())
            at += (length >> 1) + 1
    return found


def module_of(names: set[str]) -> str:
    """The source of a module that uses these names, but for names of files, which MicroPython makes of nothing but an .mpy."""
    attributes = [name for name in sorted(names) if name.isidentifier() and not iskeyword(name)]
    lines = [".".join(("_", *attributes))]
    for name in sorted(names - set(attributes)):
        if len(name) <= _LONGEST:
            lines.append(f"_({name!r})")
        elif name.replace(".", "").isidentifier():
            lines.append(f"import {name}")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """The command: writes the module and a manifest that freezes it with what the port freezes."""
    folder = Path(*words)
    folder.mkdir(parents=True, exist_ok=True)
    found = set[str]().union(*(names_of(data) for path, data in build(None).items() if path.endswith(".mpy")))
    (folder / _MODULE).write_text(module_of(found), encoding="utf-8")
    (folder / "manifest.py").write_text(_MANIFEST, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
