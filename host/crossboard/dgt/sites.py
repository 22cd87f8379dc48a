"""Which web pages may see the board: those of sites that are known or named, and of this machine."""

from __future__ import annotations

import argparse
import re

KNOWN = ("https://lichess.org", "https://www.chess.com")
OWN = re.compile(r"(https?|tauri)://(localhost|127\.0\.0\.1|\[::1\]|tauri\.localhost)(:\d+)?")
"""Pages of this machine, and of programs that are made of pages."""
SITE = re.compile(r"([a-z][a-z0-9+-]*)://([^\s/?#@:\[\]]+|\[[0-9a-f:]+\])(:\d{1,5})?/?")
PORTS = {"http": ":80", "https": ":443"}


def read_site(text: str) -> str:
    """A site as browsers name it in `Origin`; for the command line."""
    found = SITE.fullmatch(text.lower())
    if not found:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a site; wanted its address without a page, as https://chess.example"
        )
    scheme, host, port = found.groups(default="")
    return f"{scheme}://{host}{port if port != PORTS.get(scheme) else ''}"
