"""The addresses of NAME.local, asked for by multicast DNS (RFC 6762) where the system does not: by zeroconf, the extra `wifi`.

Boards answer for their name. What else multicast DNS has, the list of a network's services, MicroPython does not offer.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

INTERFACES: list[str] | None = None  # addresses of this machine; None: all of them
WAIT_MS = 2000


def addresses(name: str) -> list[str]:
    """Those of `NAME.local`, within 2 s; none if nobody answers, or zeroconf is not installed."""
    if find_spec("zeroconf") is None:
        return []
    zeroconf: Any = importlib.import_module("zeroconf")
    asker = zeroconf.Zeroconf(interfaces=INTERFACES) if INTERFACES else zeroconf.Zeroconf()
    try:
        found = zeroconf.AddressResolverIPv4(f"{name}.")
        return list(found.parsed_addresses()) if found.request(asker, WAIT_MS) else []
    finally:
        asker.close()
