"""What the page calls (flash/page/static/page.js): install the firmware, examine the board. Each gives JSON, an error in words too.

It runs in the browser, after `lacking`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from crossboard import profiles
from crossboard.board_files.build import BuildError, firmware_version
from crossboard.boards.ports import SerialPort
from crossboard.calling import command
from crossboard.doctor import command as doctor
from crossboard.doctor import report as doctor_report
from crossboard.doctor.checks import Maker, Wanted
from crossboard.errors import CrossboardError
from crossboard.flash.install import INTERRUPTED, Options, Watcher, described, flash
from crossboard.in_browser.lacking import page, wait_for

WORDS = {"with --profile": "under Profile", "Ctrl-C": "Stop"}
"""What the commands say of themselves -> what it is on the page."""

NEXT = "next: test its wiring (3), or set up the pieces where the lights are blue; it also plays on any USB charger"


def _worded(text: str) -> str:
    for before, after in WORDS.items():
        text = text.replace(before, after)
    return text


def _say(text: str) -> None:
    page.say(_worded(text))


class _Watcher(Watcher):
    """Shows progress on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.say = _say
        self._done = self._size = 0

    def sending(self, size: int) -> AbstractContextManager[object]:
        self._done, self._size = 0, size
        return nullcontext()

    def written(self, count: int) -> None:
        self._done += count
        page.progress(self._done, self._size)


class _Person(Maker):
    """The maker at the page."""

    sees = True

    def say(self, text: str) -> None:
        _say(text)

    def ask(self, question: str, default: str, wanted: Wanted) -> str:
        """By buttons where the answers are words, else by a field."""
        buttons = json.dumps(list(wanted.choices.items()))
        hint = ""
        while True:
            typed = wait_for(page.ask(question, buttons, default, hint)).strip().lower()
            answer = wanted.read(typed) if typed else default
            if answer is not None:
                return answer
            hint = wanted.words

    def skips(self) -> bool:
        return bool(page.takeSkip())

    def progress(self, done: int, of: int) -> None:
        page.progress(done, of)


def about() -> str:
    """The firmware's version, and the profiles as pairs of name and title."""
    return json.dumps(
        {"firmware": firmware_version(), "profiles": [[n, profiles.load(n)["title"]] for n in profiles.names()]}
    )


def check(name: str) -> str:
    """The name of the profile in that file."""
    return _told(lambda: {"name": profiles.load(name)["name"]})


def install(profile: str) -> str:
    """Flash the board of the page's port. `profile`: a name, a .toml file, or "" for the board's own."""

    def work() -> dict[str, Any]:
        try:
            report = flash(page.port.name, Options(profile), _Watcher())
        except BuildError:
            raise CrossboardError(
                f"this page has firmware for the games of the project's profiles only; `{command('flash')}` compiles any"
            ) from None
        return {"lines": [*described(report), NEXT]}

    return _told(work, INTERRUPTED)


def examine(profile: str) -> str:
    """Test the board of the page's port; `profile` as in `install`."""

    def work() -> dict[str, Any]:
        person = _Person()
        found = doctor.test(SerialPort(page.port.name), person, doctor.PATIENT, profile, Path("no library"))
        fitted = f"{found.profile['name']}-fitted.toml" if found.rewired else ""
        if fitted:
            Path(fitted).write_text(doctor.profile_text(found, Path(fitted)), encoding="utf-8")
        return {"report": doctor_report.text(found), "fitted": fitted}

    return _told(work)


def _told(work: Callable[[], dict[str, Any]], stopped: str = "stopped") -> str:
    try:
        return json.dumps(work())
    except CrossboardError as error:
        return json.dumps({"error": _worded(str(error))})
    except KeyboardInterrupt:
        return json.dumps({"error": stopped})
