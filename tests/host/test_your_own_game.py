"""docs/your-own-game.md, followed to the letter in a folder and an environment of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "your-own-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = "c1-c2\nc4-c3\nc2xc4\nquit\n"  # the second time a hop


class Reader:
    """Who follows the page: a folder, an environment, what was printed last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.words: dict[str, str] = {}
        self.printed = ""
        self.ran: list[str] = []
        self._simulated: subprocess.Popen[str] | None = None
        place = folder / "venv"
        venv.create(place, with_pip=False)
        binaries = place / ("Scripts" if os.name == "nt" else "bin")
        inner = Path(sysconfig.get_path("purelib", vars={"base": str(place), "platbase": str(place)}))
        (inner / "outer.pth").write_text(
            f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n", encoding="utf-8"
        )
        crossboard = binaries / "crossboard"
        crossboard.write_text(f'#!/bin/sh\nexec {binaries / "python"} -m crossboard "$@"\n', encoding="utf-8")
        crossboard.chmod(0o755)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHONPATH"))},
            "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
            "CROSSBOARD_HOME": str(folder / "home"),
            "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as: do not isolate; what builds the package is installed here
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
        }

    def run(self, line: str) -> None:
        """A line of a block `sh`; behind `#` may stand its exit status."""
        command, _, status = line.partition("  # ")
        for word, value in self.words.items():
            command = command.replace(word, value)
        if command.startswith("crossboard simulate"):
            self._simulate(command)
            return
        typed = TYPED if " play " in command else ""
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.printed = done.stdout + done.stderr
        assert done.returncode == int(status or 0), f"{command}\n{self.printed}"
        self.ran.append(command)

    def _simulate(self, command: str) -> None:
        self._simulated = subprocess.Popen(
            f"exec {command}", shell=True, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        )
        assert self._simulated.stdout
        for name in ("PORT", "CONTROL"):
            self.words[name] = self._simulated.stdout.readline().split()[1]
        self.ran.append(command)

    def change(self, block: str) -> None:
        """A block `diff`: it is of the one file that has what is there before."""
        lines = block.splitlines(keepends=True)
        before, after = ("".join(line[1:] or "\n" for line in lines if line[0] in kind) for kind in (" -\n", " +\n"))
        files = [
            path for path in (self.folder / "frog-race").rglob("*.py") if before in path.read_text(encoding="utf-8")
        ]
        assert len(files) == 1, (before, files)
        text = files[0].read_text(encoding="utf-8")
        assert text.count(before) == 1, before
        files[0].write_text(text.replace(before, after), encoding="utf-8")

    def close(self) -> None:
        if self._simulated:
            self._simulated.send_signal(signal.SIGTERM)
            self._simulated.wait(30)
            assert self._simulated.stdout
            self._simulated.stdout.close()


@pytest.mark.early
@pytest.mark.skipif(os.name == "nt", reason="its commands are for a POSIX shell")
def test_the_page_leads_to_a_game_on_a_board(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    played: list[str] = []
    try:
        for kind, block in BLOCK.findall(PAGE):
            if kind == "sh":
                for line in block.splitlines():
                    reader.run(line)
                    if " play " in line:
                        played.append(reader.printed)
            elif kind == "diff":
                reader.change(block)
            else:
                assert all(line in reader.printed for line in block.splitlines()), reader.printed
    finally:
        reader.close()
    assert len(reader.ran) == 12
    won = ["White wins (1-0): a runner got across" in printed for printed in played]
    assert won == [False, True, True]  # the first time there is no hop yet
