"""The board's files as `crossboard flash` installs them, for tests that run them under MicroPython."""

from __future__ import annotations

from pathlib import Path

from crossboard.board_files.build import build


def lay_out(folder: Path, profile: str | None = None, **scripts: str) -> dict[str, Path]:
    """Put the files into `folder`, with scripts compiled among them; what to mount where. `profile` is a profile's text."""
    for path, content in build(profile, scripts=scripts).items():
        place = folder / path[1:]
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return {f"/{place.name}": place for place in folder.iterdir()}
