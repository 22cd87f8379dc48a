"""What `make uf2` freezes into a MicroPython with a ROM partition: the names that our modules use, 35 KB, and a start.

    python -m crossboard.flash.frozen FOLDER

A module frozen for the names is never imported. A newer firmware may use other names, which take heap.

MicroPython runs a frozen main.py before that of the files. Ours starts what a UF2 file has put into the ROM partition
(one_file.py), before anything among the files, and else /main.py.
"""

from __future__ import annotations

import sys
from keyword import iskeyword
from pathlib import Path

from crossboard.board_files.build import NAMES, build
from crossboard.board_files.names import names_in

_MODULE = "crossboard_names.py"
_MANIFEST = f"""include("$(PORT_DIR)/boards/manifest.py")
module({_MODULE!r})
module("main.py")
"""

ROM_MAIN = "/rom/main.py"
_MAIN = f"""import os, sys
def there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
if there({ROM_MAIN!r}):
    sys.path.insert(0, "/rom")
    execfile({ROM_MAIN!r})
elif there("/main.py"):
    execfile("/main.py")
"""

_LONGEST = 10  # letters of a string that MicroPython keeps as a name (MICROPY_ALLOC_PARSE_INTERN_STRING_LEN)


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
    """The command: writes the two modules and a manifest that freezes them with what the port freezes."""
    folder = Path(*words)
    files = {path: data for path, data in build(None).items() if path != NAMES}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MODULE).write_text(module_of(names_in(files)), encoding="utf-8")
    (folder / "main.py").write_text(_MAIN, encoding="utf-8")
    (folder / "manifest.py").write_text(_MANIFEST, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
