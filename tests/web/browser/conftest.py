"""A real browser for the pages: headless Chromium through Playwright, and a real `crossboard play` behind them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from crossboard.boards.attach import profile_for
from crossboard.games.rules import new_game
from crossboard.simulator.control import RemoteBoard
from tests.web.browser import page_player, timed_play

sync_api: Any = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
START_S = 240.0


def find_chromium() -> str:
    """Where a Chromium is: $CROSSBOARD_CHROMIUM, or one of the usual names; "" if there is none."""
    named = os.environ.get("CROSSBOARD_CHROMIUM", "")
    return named or next((path for name in NAMES if (path := shutil.which(name))), "")


@pytest.fixture(scope="module")
def browser() -> Generator[Any, None, None]:
    path = find_chromium()
    if not path:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium); the pages are not tested")
    sync_api.expect.set_options(timeout=120_000)  # a busy machine is no failure
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any) -> Generator[Callable[..., Any], None, None]:
    """`open_page(url, width=, height=, **context)`; an error in its script, or what its policy forbids, fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_one(url: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: "Content Security Policy" in said.text and errors.append(said.text))
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
        self.spec = words[0]  # that it begins with
        self.used = False
        environment = {**os.environ, "CROSSBOARD_HOME": str(home)}
        environment.pop("CROSSBOARD_LIBRARY", None)
        self.library = home / "library.db"
        command = [sys.executable, timed_play.__file__, "play", "--board", "sim", *words]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: list[str] = []
        self._read = threading.Thread(target=self._listen, daemon=True)
        self._read.start()
        self.url = self._find_url()
        board = RemoteBoard((home / timed_play.CONTROL).read_text(encoding="utf-8"))
        page_player.OWN_MS[urlsplit(self.url).port] = board.own_ms

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

    def stop(self, on: bool) -> None:
        """Let the program stand still, or go on."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def type(self, line: str) -> None:
        """A line typed in its terminal."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait(20)

    def close(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._read.join(5)


@pytest.fixture(scope="module")  # for as long as they are needed: two boards that play on take a fifth of a core
def running(tmp_path_factory: pytest.TempPathFactory) -> Generator[dict[str, Program], None, None]:
    """The programs that tests share, by the profile of their board."""
    programs: dict[str, Program] = {}
    yield programs
    for program in programs.values():
        program.close()


@pytest.fixture
def play(running: dict[str, Program], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Program]:
    """`play(spec)`: a `crossboard play`, Ada against Bob, that has just begun that game; the pieces stand."""

    def start(spec: str) -> Program:
        profile = profile_for(spec)
        if profile not in running:
            words = (spec.partition(" ")[0], "--white", "Ada", "--black", "Bob")
            running[profile] = Program(tmp_path_factory.mktemp(profile), *words)
        begin(running[profile], spec)
        return running[profile]

    return start


@pytest.fixture
def seated(
    play: Callable[[str], Program], open_page: Callable[..., Any]
) -> Callable[..., tuple[Program, Any, page_player.Player]]:
    """`seated(spec, width=, ...)`: such a program, its page, and somebody there whose pieces stand."""

    def sit(spec: str, *size: Any, **options: Any) -> tuple[Program, Any, page_player.Player]:
        program = play(spec)
        player = page_player.Player(open_page(program.url, *size, **options), new_game(spec))
        player.ready()
        return program, player.page, player

    return sit


def begun(state: dict[str, Any], before: int, spec: str) -> bool:
    """Whether a later game than `before` is at its start, `spec` or a position, and its pieces stand (k: kings are picked)."""
    game = state.get("game")
    if not game or before < 0 or game["number"] <= before or state["status"]["mode"] not in ("p", "k"):
        return False
    return game["position"] == spec if " " in spec else game["spec"] == spec and not game["plies"]


def begin(program: Program, spec: str) -> None:
    """Begin a game as a page does, and wait until its pieces stand."""
    url = program.url.rstrip("/")
    before = -1
    state: dict[str, Any] = {}
    since = 0.0  # when it was seen to have begun
    with connect(url.replace("http", "ws") + "/live", origin=url) as page:  # type: ignore[arg-type]
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if not begun(state, before, spec):
                since = time.monotonic()
            elif time.monotonic() - since > 1.0:  # and stays so
                return
            try:
                message = json.loads(page.recv(timeout=0.2))
            except TimeoutError:
                continue
            if "number" not in message:
                continue
            state |= message
            page.send(json.dumps({"op": "seen", "number": message["number"]}))
            if before < 0 and state.get("game") and (program.used or state["game"]["spec"] == program.spec):
                before, program.used = state["game"]["number"], True
                for side, name in zip(
                    state["game"]["sides"], ("Ada", "Bob"), strict=True
                ):  # another test may have changed them
                    page.send(json.dumps({"op": "name", "side": side, "name": name}))
                page.send(json.dumps({"op": "new", "spec": spec}))
    raise AssertionError(f"{spec} was not begun; the page shows: {state}; printed: {program.lines[-20:]}")
