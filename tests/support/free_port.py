"""A TCP port for a program that is started again and wants the same one."""

from __future__ import annotations

import random
import socket

LOWEST, HIGHEST = 20_000, 32_000
"""Systems give no ports of these by themselves: what is free stays so while its program is gone."""


def free_port() -> int:
    """A port on which nobody listens on this machine."""
    while True:
        port = random.SystemRandom().randrange(LOWEST, HIGHEST)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
