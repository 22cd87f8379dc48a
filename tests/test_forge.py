"""What a forge makes of the project (.github): it runs the commands that the pages show, and its forms name commands that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}
FORMS = "".join(form.read_text(encoding="utf-8") for form in sorted((ROOT / ".github").rglob("*.yml")))
BUILDING = (ROOT / "firmware" / "boards" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_it_builds_micropython_by_the_commands_of_the_page(workflow: str) -> None:
    commands = [
        line.partition("#")[0].strip() for line in re.findall(r"^    (git .*|make .*)$", BUILDING, re.MULTILINE)
    ]
    assert len(commands) == 3
    for command in commands:
        assert re.sub(r"BOARD=\w+", 'BOARD="$BOARD"', command) in WORKFLOWS[workflow]
    (packages,) = re.findall(r"\(Debian: `([^`]+)`\)", BUILDING)
    assert packages in WORKFLOWS[workflow]
    boards = re.findall(r"^\| (RPI_\w+) \|", BUILDING, re.MULTILINE)
    assert f"board: [{', '.join(boards)}]" in WORKFLOWS[workflow]


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_its_make_targets_are_there_and_its_actions_pinned(workflow: str) -> None:
    targets = re.findall(r"^(\w+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    made = re.findall(r"run: .*\bmake (\w+)", WORKFLOWS[workflow])
    assert made and set(made) <= set(targets)
    actions = re.findall(r"uses: (\S+)", WORKFLOWS[workflow])
    assert actions and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in actions)


def test_a_push_runs_every_test() -> None:
    assert "run: .ci/run" in WORKFLOWS["ci"]


def test_a_release_of_a_base_that_is_not_there_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(ROOT / ".ci" / "release"), str(tmp_path / "no.uf2")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"release: {tmp_path}/no.uf2: there is no such UF2 file\n"


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`crossboard (\w+ [^`]*-[^`]*)`", FORMS))))
def test_the_forms_name_options_that_there_are(command: str) -> None:
    name, *words = command.split()
    done = subprocess.run(
        [sys.executable, "-m", "crossboard", name, "--help"], capture_output=True, text=True, check=True
    )
    for option in (word for word in words if word.startswith("-")):
        assert re.search(rf"(^|[\s\[,]){option}\b", done.stdout), option
