"""Builds the tables of shared_rules: `python -m crossboard.tables` writes shared_rules/PACKAGE/tables.py.

One module per package (the games' geometry, the recognizer's prices) with a function `tables() -> dict[str, bytes]` and a
`__doc__` that says what each table holds. The tables are kept in the repository so that a board needs no set-up time; a test
holds them equal to what is built.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path


def packages() -> list[str]:
    """Names of the packages that have tables, sorted."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))


def source(package: str) -> str:
    """The text of shared_rules/PACKAGE/tables.py."""
    module = importlib.import_module(f"{__name__}.{package}")
    out = [
        f'"""{(module.__doc__ or "").strip()}\n\nBuilt by `python -m crossboard.tables`; not to be edited by hand.\n"""\n'
    ]
    for name, value in module.tables().items():
        out.append(f"\n{name} = (\n")
        for i in range(0, len(value), 24):
            out.append('    b"' + "".join(f"\\x{b:02x}" for b in value[i : i + 24]) + '"\n')
        out.append(")\n")
    return "".join(out)


def write_all(folder: Path) -> None:
    """Write every table module into `folder` (the shared_rules folder of a checkout)."""
    for package in packages():
        (folder / package).mkdir(exist_ok=True)
        (folder / package / "tables.py").write_text(source(package), encoding="utf-8")
