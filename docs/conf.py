"""The documentation as a site: Sphinx and MyST read the project's pages where they lie (`make docs`)."""

from __future__ import annotations

import html
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.errors import ExtensionError

from crossboard.simulator.install import Package, find_package, obtain

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CONTENTS = {
    "README": {
        "Play": [
            "shared_rules/*/RULES",
            "firmware/GESTURES",
            "docs/install",
            "docs/commands",
            "docs/dgt",
            "docs/hub",
            "docs/lichess",
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
            "docs/your-own-game",
            "docs/drivers",
            "host/README",
            "host/crossboard/web/README",
            "host/crossboard/simulator/README",
            "docs/export-json",
            "docs/events",
        ],
        "The project": ["CHANGELOG", "SECURITY"],
    },
    "hardware/BUILD": {"Boards": ["hardware/boards/*/pins"]},
}
"""Page -> heading -> the pages listed under it; a page that stands nowhere is an error."""

project = PROJECT["name"].title()
release = metadata.version(PROJECT["name"])
html_title = f"{project} {release}"
root_doc = "README"
include_patterns = ["*.md", *(f"{folder}/**" for folder in ("docs", "firmware", "hardware", "host", "shared_rules"))]
exclude_patterns = ["host/crossboard/own_game/template"]  # what is written for others
extensions = ["myst_parser"]
myst_heading_anchors = 4  # anchors as on a forge
myst_fence_as_directive = ["mermaid"]
html_theme = "furo"

MERMAID = Package(
    name="@mermaid-js/tiny",
    version="11.17.2",
    program="dist/mermaid.tiny.js",
    folder="mermaid",
    variable="CROSSBOARD_MERMAID",
    purpose="Mermaid, which draws the diagrams,",
    checksum="PmFr1c5cSfNf5AngLLR98DrbvR4U5KeD7I+hQkGqG5w5Veu3QT4dG0qu9f99cpn/sKj2XxRBK0q7EL6hr9NY/A==",
)
if problem := obtain(MERMAID):
    raise ExtensionError(problem)
mermaid = Path(find_package(MERMAID) or "", MERMAID.program)
html_static_path = [str(mermaid.parent)]


class Diagram(Directive):
    """A fenced block of Mermaid; the reader's browser draws it."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        text = html.escape("\n".join(self.content))
        return [nodes.raw("", f'<pre class="mermaid" style="background: #fff">{text}</pre>', format="html")]


def _add_mermaid(app: Any, _page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    if '<pre class="mermaid"' in context.get("body", ""):
        app.add_js_file(mermaid.name)


def _add_contents(_app: Any, page: str, source: list[str]) -> None:
    for heading, pages in CONTENTS.get(page, {}).items():
        lines = "\n".join(f"/{each}" for each in pages)
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {heading}\n\n{lines}\n```\n"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.add_directive("mermaid", Diagram)
    app.connect("source-read", _add_contents)
    app.connect("html-page-context", _add_mermaid)
