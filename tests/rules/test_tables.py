"""The tables in shared_rules are what their builders build."""

from __future__ import annotations

from pathlib import Path

import pytest

import shared_rules
from crossboard.tables import packages, source, write_all

FOLDER = Path(shared_rules.__file__).parent


def test_every_table_module_has_a_builder_and_the_reverse():
    kept = {path.parent.name for path in FOLDER.glob("*/tables.py")}
    assert kept == set(packages())


@pytest.mark.parametrize("module", packages())
def test_the_table_module_is_what_is_built(module: str):
    kept = (FOLDER / module / "tables.py").read_text(encoding="utf-8")
    assert kept == source(module), "run `python -m crossboard.tables`"


@pytest.mark.parametrize("module", packages())
def test_the_tables_are_bytes_under_public_names(module: str):
    names: dict[str, object] = {}
    exec(source(module), names)
    tables = {name: value for name, value in names.items() if name.isupper() and not name.startswith("_")}
    assert tables
    assert all(type(value) is bytes and value for value in tables.values())


def test_write_all_writes_each_module(tmp_path: Path):
    write_all(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == packages()
    for package in packages():
        assert (tmp_path / package / "tables.py").read_bytes() == (FOLDER / package / "tables.py").read_bytes()
