"""A keyring for tests: in memory, or in the file that CROSSBOARD_TEST_KEYRING names, for programs that tests run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import keyring.errors
from keyring.backend import KeyringBackend

FILE = "CROSSBOARD_TEST_KEYRING"


class Keyring(KeyringBackend):
    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}

    def _read(self) -> dict[str, str]:
        path = os.environ.get(FILE)
        return json.loads(Path(path).read_text()) if path and Path(path).exists() else self.kept

    def _write(self, kept: dict[str, str]) -> None:
        self.kept = kept
        if path := os.environ.get(FILE):
            Path(path).write_text(json.dumps(kept))

    def get_password(self, service: str, username: str) -> str | None:
        return self._read().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._write(self._read() | {f"{service} {username}": password})

    def delete_password(self, service: str, username: str) -> None:
        kept = dict(self._read())
        if kept.pop(f"{service} {username}", None) is None:
            raise keyring.errors.PasswordDeleteError("there is none")
        self._write(kept)
