"""Commands that the program prints can be typed as they stand."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard import calling
from crossboard.cli import COMMANDS

HOST = Path(calling.__file__).parent
SCRIPT = Path(sys.executable).with_name("crossboard")
WAYS = [[str(SCRIPT)], [sys.executable, "-m", "crossboard"]]


def run(way: list[str], *words: str, folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": path, "CROSSBOARD_HOME": str(folder / "home")}
    return subprocess.run([*way, *words], capture_output=True, text=True, env=environment, cwd=folder, timeout=300)


@pytest.mark.skipif(not SCRIPT.is_file(), reason="crossboard is not installed as a script")
@pytest.mark.parametrize("way", WAYS, ids=["script", "module"])
@pytest.mark.parametrize("there", [True, False])
def test_a_printed_command_runs(tmp_path: Path, way: list[str], there: bool) -> None:
    path = f"{SCRIPT.parent}:/usr/bin:/bin" if there else "/usr/bin:/bin"
    said = run(way, "show", "x", folder=tmp_path, path=path)
    assert said.returncode == 2
    printed = re.search(r"`(.*crossboard games)`", said.stderr)
    assert printed, said.stderr
    if there and way is WAYS[0]:
        assert printed[1] == "crossboard games"
    again = run(shlex.split(printed[1]) if there else ["/bin/sh", "-c", printed[1]], folder=tmp_path, path=path)
    assert again.returncode == 0, again.stderr


def test_words_are_quoted_and_paths_are_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "a folder" / "crossboard"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    assert (
        calling.command("replay", "8", "--library", "my games.db")
        == "'a folder/crossboard' replay 8 --library 'my games.db'"
    )
    monkeypatch.chdir(script.parent)
    monkeypatch.setenv("PATH", str(script.parent))
    assert calling.command("play") == "crossboard play"


def test_no_advice_but_through_calling() -> None:
    """What is printed names a command by what calling.command gives, for `crossboard` may not be on the PATH; help may name it."""
    advice = re.compile(rf"(?:^ *|(?<!by )(?<!as )`|[(';] *|see )crossboard ({'|'.join(COMMANDS)})\b")
    found: list[str] = []
    for path in sorted(HOST.rglob("*.py")):
        if path.name == "arguments.py":
            continue
        tree = ast.parse(path.read_text())
        tree.body = [node for node in tree.body if getattr(node, "name", "") != "add_arguments"]
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        found += [
            f"{path.relative_to(HOST)}:{node.lineno}"
            for node in texts
            if id(node) not in docs and advice.search(str(node.value))
        ]
    assert found == []
