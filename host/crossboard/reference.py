"""`python -m crossboard.reference`: writes the lists of commands in docs/commands.md, made from the command table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

from crossboard.cli import COMMANDS, build_parser

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
LIST = re.compile(r"(<!-- commands: ([^\n]+) -->\n).*?(<!-- end -->)", re.DOTALL)
FORMS = {None: "{}", "?": "[{}]", "+": "{}…", "*": "[{}…]"}


def listed(section: str) -> str:
    """The commands of a section as a Markdown table."""
    rows = ["", "| command | what it does |", "|---|---|"]
    for name, parser in build_parser()[1].items():
        if COMMANDS[name].section == section:
            places = [one for one in parser.arguments() if not one.option_strings]
            usage = " ".join([name, *(FORMS[cast("str | None", one.nargs)].format(one.metavar) for one in places)])
            words = re.sub(r"(?<!\S)--[a-z0-9-]+", r"`\g<0>`", parser.description or "")
            rows.append("| `{}` | {} |".format(usage.replace("|", r"\|"), words))
    return "\n".join([*rows, "", ""])


def page(text: str) -> str:
    """The page with its lists made anew."""
    return LIST.sub(lambda found: found[1] + listed(found[2]) + found[3], text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
