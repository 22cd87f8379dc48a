"""The documentation as a site: Sphinx and MyST read the project's pages where they lie (`make docs`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CONTENTS = {
    "README": {
        "Play": [
            "shared_rules/charing_cross/RULES",
            "shared_rules/kings_crossing/RULES",
            "shared_rules/cross_eyed/RULES",
            "shared_rules/card_chess/RULES",
            "firmware/GESTURES",
            "docs/install",
            "docs/commands",
            "docs/hub",
        ],
        "Build a board": [
            "hardware/BUILD",
            "docs/wifi",
            "firmware/README",
            "firmware/boards/README",
        ],
        "Change Crossboard": [
            "CONTRIBUTING",
            "docs/walkthrough",
            "docs/glossary",
            "shared_rules/README",
            "shared_rules/recognition/README",
            "shared_rules/search/README",
            "shared_rules/protocol/WIRE",
            "docs/drivers",
            "host/README",
            "host/crossboard/web/README",
            "host/crossboard/simulator/README",
            "docs/export-json",
        ],
        "The project": ["CHANGELOG", "SECURITY"],
    },
    "hardware/BUILD": {"Boards": ["hardware/boards/*/pins"]},
}
"""Page -> heading -> the pages listed under it; a page that stands nowhere is an error."""

project = PROJECT["name"].title()
release = PROJECT["version"]
html_title = f"{project} {release}"
root_doc = "README"
include_patterns = ["*.md", *(f"{folder}/**" for folder in ("docs", "firmware", "hardware", "host", "shared_rules"))]
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
myst_heading_anchors = 4  # anchors as on a forge
myst_fence_as_directive = ["mermaid"]
mermaid_version = "11.4.1"  # fetched by the reader's browser, on pages with a diagram only
html_theme = "furo"


def _add_contents(_app: Any, page: str, source: list[str]) -> None:
    for heading, pages in CONTENTS.get(page, {}).items():
        lines = "\n".join(f"/{each}" for each in pages)
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {heading}\n\n{lines}\n```\n"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _add_contents)
