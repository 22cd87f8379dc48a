"""What a forge makes of the project (.github): it runs the commands that the pages show, and its forms name commands that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
FORMS = "".join(form.read_text(encoding="utf-8") for form in sorted((ROOT / ".github").rglob("*.yml")))
BUILDING = (ROOT / "firmware" / "boards" / "README.md").read_text(encoding="utf-8")


def test_it_builds_micropython_by_the_commands_of_the_page() -> None:
    commands = [line.partition("#")[0].strip() for line in re.findall(r"^    (\S.*)$", BUILDING, re.MULTILINE)]
    assert len(commands) == 3
    for command in commands:
        assert re.sub(r"BOARD=\w+", 'BOARD="$BOARD"', command) in WORKFLOW
    (packages,) = re.findall(r"\(Debian: `([^`]+)`\)", BUILDING)
    assert packages in WORKFLOW
    boards = re.findall(r"^\| (RPI_\w+) \|", BUILDING, re.MULTILINE)
    assert f"board: [{', '.join(boards)}]" in WORKFLOW


def test_its_make_targets_are_there_and_its_actions_pinned() -> None:
    targets = re.findall(r"^(\w+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    made = re.findall(r"run: make (\w+)", WORKFLOW)
    assert made and set(made) <= set(targets)
    assert "run: .ci/run" in WORKFLOW
    actions = re.findall(r"uses: (\S+)", WORKFLOW)
    assert actions and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in actions)


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`crossboard (\w+ [^`]*-[^`]*)`", FORMS))))
def test_the_forms_name_options_that_there_are(command: str) -> None:
    name, *words = command.split()
    done = subprocess.run(
        [sys.executable, "-m", "crossboard", name, "--help"], capture_output=True, text=True, check=True
    )
    for option in (word for word in words if word.startswith("-")):
        assert re.search(rf"(^|[\s\[,]){option}\b", done.stdout), option
