"""The pages and their parts: the files in `static/`, and the catalogue of games as a script."""

from __future__ import annotations

from pathlib import Path

from crossboard.render.catalogue import catalogue_script

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Ending -> media type."""


def static_files() -> dict[str, bytes]:
    """Name -> content. Files are known by name from the start, so that no address can lead anywhere else."""
    files = {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in TYPES}
    return {**files, "catalogue.js": catalogue_script().encode()}
