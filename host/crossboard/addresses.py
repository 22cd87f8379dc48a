"""Addresses in a network, as users type them."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def split_url(url: str) -> tuple[SplitResult, str, int]:
    """A URL's parts, its host, and its port, 0 if it names none; ValueError says what can't be meant."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 0
    try:
        host.encode("idna")  # as it is done when the name is looked up
    except UnicodeError:
        raise ValueError(
            f"'{host}' can't be a host's name: each part between two dots has 1 to 63 characters"
        ) from None
    if not host.isprintable():
        raise ValueError("a host's name has printable characters only")
    return parts, host, port
