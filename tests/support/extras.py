"""Profiles of boards that have a buzzer besides."""

from __future__ import annotations

from typing import Any

from crossboard import profiles

BUZZER = "\n[buzzer]\npin = 22\n"


def with_extras(name: str, sections: str = BUZZER) -> dict[str, Any]:
    """The checked profile of that name, with these sections more."""
    (path,) = (folder / f"{name}.toml" for folder in profiles.folders() if (folder / f"{name}.toml").is_file())
    return profiles.parse(path.read_text(encoding="utf-8") + sections, name)
