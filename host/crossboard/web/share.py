"""One game as one HTML file that needs nothing else: styles, drawings and script inside, no server, no network."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from typing import Any

from crossboard.language import LANGUAGE, in_language
from crossboard.library import Library
from crossboard.review.export_options import Options
from crossboard.web.spoken import page
from crossboard.web.static_files import MADE, STATIC, stored
from crossboard.web.study import game_study

STYLES = ("base.css", "board.css", "game.css")
MODULES = (
    "words.js",
    "language.js",
    "page.js",
    "catalogue.js",
    "pieces.js",
    "games.js",
    "charts.js",
    "board.js",
    "taps.js",
    "branch.js",
    "analysis.js",
    "improving.js",
    "game.js",
)
"""In the order in which they need one another; without those that need a server."""

IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
EXPORT = re.compile(r"^export (\{[^}]*\};\n|(?=(async )?(function|const|class|let) ))", re.MULTILINE)
BODY = re.compile(r"<body.*</body>", re.DOTALL)
SERVER = re.compile(r"\s*<!--server-->.*?<!--/server-->", re.DOTALL)
"""What a page can do only where a server is."""


def write(library: Library, numbers: list[int], options: Options) -> bytes:
    """The writer of `crossboard export --format html`."""
    del options
    return share_page(game_study(library, numbers[0])).encode("utf-8", "replace")


def share_page(study: dict[str, Any]) -> str:
    """The page of a game told by study.py, in the language of the request; English where there is none."""
    script = bundle()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"
    styles = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    found = BODY.search(page((STATIC / "game.html").read_text(encoding="utf-8")))
    assert found
    data = json.dumps(in_language(study, LANGUAGE.get()), ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    title = html.escape(f"{study['spec']}, game {study['id']} – Crossboard")
    body = SERVER.sub("", found[0]).replace("</body>", "")
    return (
        f'<!doctype html>\n<html lang="{LANGUAGE.get()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>\n{styles}</style>\n</head>\n{body}"
        f'<script type="application/json" id="data">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def bundle() -> str:
    """All modules of the replay page as one script."""
    parts = [MADE[name]() if name in MADE else stored()[name].decode() for name in MODULES]
    return '"use strict";\n{\n' + "\n".join(EXPORT.sub("", IMPORT.sub("", part)) for part in parts) + "}\n"
