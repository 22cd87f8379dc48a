"""Profiles of boards that have a buzzer or a screen besides."""

from __future__ import annotations

from typing import Any

from crossboard import profiles

BUZZER = "\n[buzzer]\npin = 22\n"


def with_extras(name: str, sections: str = BUZZER) -> dict[str, Any]:
    """The checked profile of that name, with these sections more."""
    (path,) = (folder / f"{name}.toml" for folder in profiles.folders() if (folder / f"{name}.toml").is_file())
    text = path.read_text(encoding="utf-8").replace("limit_ma = 200", "limit_ma = 180")  # 20 mA for a screen
    return profiles.parse(text + sections, name)


SCREEN = '\n[screen]\ndriver = "ssd1306"\ni2c = 0\nsda_pin = 20\nscl_pin = 21\n'
