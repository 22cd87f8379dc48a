"""The formats that `crossboard export` writes: one table, from which its help, its checks and the completion are made.

Writers are imported when they are called, so that a record needs no drawing library.
"""

from __future__ import annotations

from typing import NamedTuple


class Format(NamedTuple):
    """One format.

    writer      `module:function` of a Writer (export_options.py)
    help        what it is, for people
    many        whether one file can hold several games
    text        whether a terminal can show it
    options     the names of the `Options` that apply to it
    """

    writer: str
    help: str
    many: bool = False
    text: bool = True
    options: tuple[str, ...] = ()


FORMATS: dict[str, Format] = {
    "pgn": Format("crossboard.review.export:records", "game records", many=True),
    "trace": Format("crossboard.review.export:traces", "the sensor trace: changes of sensors and buttons"),
    "json": Format(
        "crossboard.review.export_json:write", "everything known of a game (docs/export-json.md)", many=True
    ),
    "html": Format("crossboard.web.share:write", "a self-contained page that replays the game"),
    "svg": Format(
        "crossboard.review.export_picture:write_svg", "a picture of a position", options=("at", "size", "flipped")
    ),
    "png": Format(
        "crossboard.review.export_picture:write_png",
        "the same, in pixels",
        text=False,
        options=("at", "size", "flipped"),
    ),
    "gif": Format(
        "crossboard.review.export_picture:write_gif",
        "an animation of the game",
        text=False,
        options=("speed", "size", "flipped"),
    ),
}


def formats_with(option: str) -> str:
    """The names of the formats that an option applies to, as `svg, png`."""
    return ", ".join(name for name, kind in FORMATS.items() if option in kind.options)
