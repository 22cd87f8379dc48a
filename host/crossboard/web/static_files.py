"""The pages and their parts: the files in `static/`, and what is made for whoever asks: the catalogue of games, the words of the
scripts, and pages in the language of the request (spoken.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from crossboard.render.catalogue import catalogue_script
from crossboard.web.spoken import page, words_script

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Ending -> media type."""
MADE: Mapping[str, Callable[[], str]] = {"catalogue.js": catalogue_script, "words.js": words_script}


@cache
def stored() -> Mapping[str, bytes]:
    """Name -> content. Files are known by name from the start, so that no address can lead anywhere else."""
    return {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in TYPES}


def static_file(name: str) -> bytes | None:
    """A file as it is served now, None if there is none of that name."""
    if name in MADE:
        return MADE[name]().encode()
    found = stored().get(name)
    return page(found.decode()).encode() if found and name.endswith(".html") else found
