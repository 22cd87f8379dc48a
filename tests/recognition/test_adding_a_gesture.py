"""How to add a gesture (shared_rules/recognition/README.md), followed to the letter in a copy of the project: three lines."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "shared_rules" / "recognition" / "README.md").read_text(encoding="utf-8")
RECIPE = PAGE.partition("### Adding a gesture\n")[2]
TABLE = "shared_rules/recognition/costs.py"
ROWS = "tests/support/gesture_rows.py"
WORDS = "firmware/GESTURES.md"
PACKED = "shared_rules/recognition/tables.py"

READ = """
import sys
from crossboard.library.trace import parse_trace
from crossboard.recognize import infer_here
from tests.support.gesture_rows import CROSS
edges = "\\n".join(sys.argv[1].split("/"))
inference = infer_here(parse_trace(f"# crossboard-trace 1\\n# position {CROSS}\\n{edges}\\n"))
print(" ".join(happening.what for happening in inference.happenings))
"""


def in_fences() -> tuple[str, str, str]:
    """The three lines of the recipe, as they stand in its fences."""
    row, test, line = (
        found.strip() for found in re.findall(r"^   ```\w*\n(.*?)^   ```", RECIPE, re.MULTILINE | re.DOTALL)
    )
    return row, test, line


def insert(path: Path, line: str, before: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, f"{line}\n{before}"), encoding="utf-8")


def copied(root: Path) -> Path:
    for name in ("firmware", "shared_rules", "host", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "data", "static", "*.so")
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which the first two steps have been done: the third makes it whole."""
    root = copied(tmp_path_factory.mktemp("project"))
    row, test, _ = in_fences()
    (before,) = re.findall(r"^   goes before `([^`]+)`\.", RECIPE, re.MULTILINE)
    insert(root / TABLE, f"    {row}", f"    {before}")
    assert "`make tables`" in RECIPE
    done = run(root, "-m", "crossboard.tables")
    assert done.returncode == 0, done.stderr
    rows = root / ROWS
    text = rows.read_text(encoding="utf-8").rstrip()
    end = "]  # fmt: skip"
    assert text.endswith(f"\n{end}")
    rows.write_text(f"{text.removesuffix(end)}    {test}\n{end}\n", encoding="utf-8")
    return root


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(project), str(project / "host")))
    there = {**os.environ, "PYTHONPATH": paths, "CROSSBOARD_HOME": str(project / "home"), "PYTHONUTF8": "1"}
    there.pop("PYTEST_ADDOPTS", None)
    return subprocess.run([sys.executable, *words], cwd=project, env=there, capture_output=True, text=True)


def checked(project: Path) -> subprocess.CompletedProcess[str]:
    """The tests that the recipe is about: the rows, and that table and pages say the same."""
    quiet = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0")
    drawn = "tests/recognition/test_recognition_drawn.py::test_the_gestures_are_those_of_the_code"
    shown = "tests/recognition/test_recognition_drawn.py::test_every_gesture_is_what_a_row_of_the_tests_does"
    return run(project, *quiet, "tests/recognition/test_recognizer_gestures.py::test_gesture", drawn, shown)


def test_what_is_added_was_not_read_before(project: Path) -> None:
    """As the table stands, the trace of the recipe's row is asked about; with the new row it is read."""
    _, test, _ = in_fences()
    (edges,) = re.findall(r'"(\d+ [+-][^"]+)"', test)
    (told,) = re.findall(r'"([^"]+)"\),$', test)
    words = [each.split(" ")[0] for each in told.split("/")]
    assert run(ROOT, "-c", READ, edges).stdout.split() == ["ask"]
    assert run(project, "-c", READ, edges).stdout.split() == words


def test_the_line_that_lacks_is_printed_and_makes_it_whole(project: Path, tmp_path: Path) -> None:
    _, _, line = in_fences()
    done = checked(project)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"firmware/GESTURES.md lacks these lines:\nE         {line}" in done.stdout
    assert "1 failed" in done.stdout

    whole = tmp_path / "whole"
    shutil.copytree(project, whole)
    (general,) = re.findall(
        r"^\| there before it left \|.*$", (whole / WORDS).read_text(encoding="utf-8"), re.MULTILINE
    )
    insert(whole / WORDS, line, general)
    done = checked(whole)
    assert done.returncode == 0, done.stdout + done.stderr
    added: list[str] = []
    for name in (TABLE, ROWS, WORDS):
        before, after = ((root / name).read_text(encoding="utf-8").splitlines() for root in (ROOT, whole))
        assert len(after) == len(before) + 1, name
        added += [each.strip() for each in after if each not in before]
    assert added == list(in_fences())


def test_no_other_file_has_changed(project: Path) -> None:
    known = [path for name in ("firmware", "shared_rules", "host", "tests") for path in (project / name).rglob("*.*")]
    changed = [
        path.relative_to(project).as_posix()
        for path in known
        if path.suffix in (".py", ".md") and path.read_bytes() != (ROOT / path.relative_to(project)).read_bytes()
    ]
    assert sorted(changed) == sorted([TABLE, PACKED, ROWS])
