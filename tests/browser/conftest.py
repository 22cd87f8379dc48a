"""A real browser for the pages: headless Chromium through Playwright, and a real `crossboard play` behind them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

sync_api: Any = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
START_S = 60.0


def find_chromium() -> str:
    """Where a Chromium is: $CROSSBOARD_CHROMIUM, or one of the usual names; "" if there is none."""
    named = os.environ.get("CROSSBOARD_CHROMIUM", "")
    return named or next((path for name in NAMES if (path := shutil.which(name))), "")


@pytest.fixture(scope="session")
def browser() -> Generator[Any, None, None]:
    path = find_chromium()
    if not path:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium); the pages are not tested")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any) -> Generator[Callable[..., Any], None, None]:
    """`open_page(url, width=, height=, **context)`; an error in a page's script fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_one(url: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert errors == []


class Program:
    """A running `crossboard play`; what it prints is in `lines`."""

    def __init__(self, folder: Path, *words: str) -> None:
        home = folder / "home"
        environment = {**os.environ, "CROSSBOARD_HOME": str(home)}
        environment.pop("CROSSBOARD_LIBRARY", None)
        self.library = home / "library.db"
        command = [sys.executable, "-m", "crossboard", "play", "--board", "sim", *words]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: list[str] = []
        self._read = threading.Thread(target=self._listen, daemon=True)
        self._read.start()
        self.url = self._find_url()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.lines.append(line.rstrip())

    def _find_url(self) -> str:
        end = time.monotonic() + START_S
        while time.monotonic() < end and self._process.poll() is None:
            for line in self.lines:
                if found := re.search(r"http://\S+", line):
                    return found[0]
            time.sleep(0.05)
        self.close()
        raise AssertionError("\n".join(self.lines) or "nothing was printed")

    def close(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._read.join(5)


@pytest.fixture
def play(tmp_path: Path) -> Generator[Callable[..., Program], None, None]:
    """`play(*words)`: a `crossboard play` with those words, ended with the test."""
    programs: list[Program] = []

    def start(*words: str) -> Program:
        programs.append(Program(tmp_path, *words))
        return programs[-1]

    yield start
    for program in programs:
        program.close()
