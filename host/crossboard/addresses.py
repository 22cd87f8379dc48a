"""Addresses in a network, as users type them."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

HIGHEST_PORT = 65535


def split_url(url: str) -> tuple[SplitResult, str, int]:
    """A URL's parts, its host, and its port, 0 if it names none; ValueError says what can't be meant."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError(f"a port is a number from 1 to {HIGHEST_PORT}")
    try:
        host.encode("idna")  # as it is done when the name is looked up
    except UnicodeError:
        raise ValueError(
            f"'{host}' can't be a host's name: each part between two dots has 1 to 63 characters"
        ) from None
    if not host.isprintable():
        raise ValueError("a host's name has printable characters only")
    return parts, host, port or 0


def is_port(text: str, least: int = 1) -> bool:
    """Whether the text is a TCP port number, `least` or higher."""
    return text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= HIGHEST_PORT


def split_address(text: str, least: int = 1) -> tuple[str, int]:
    """`HOST:PORT`, as 127.0.0.1:1883 or [::1]:1883, with a port number of `least` or higher; ValueError otherwise."""
    host, _, port = text.rpartition(":")
    if not host or not is_port(port, least):
        raise ValueError(f"wanted HOST:PORT, with a port from {least} to {HIGHEST_PORT}")
    return host.strip("[]"), int(port)
