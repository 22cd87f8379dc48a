"""What is installed: bounded in pyproject.toml, pinned in constraints.txt, which `make` uses."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_dependency_has_an_upper_bound_and_a_pin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = {line.partition("==")[0].lower().replace("_", "-") for line in lines if "==" in line}
    for one in wanted:
        assert re.search(r"<\d", one), f"{one} has no upper bound"
        assert re.split(r"[<>=]", one)[0].lower() in pins, f"{one} is not in constraints.txt"


def test_make_installs_what_is_pinned() -> None:
    assert re.search(r"pip install .*--constraint constraints\.txt", (ROOT / "Makefile").read_text())
