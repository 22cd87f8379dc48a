"""An invite to a remote match: a link that says where the broker is, and a secret that only the two players know.

The match's name on the bus and the key that signs its messages are made of the secret: who sees the bus learns neither.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from crossboard.errors import CrossboardError
from crossboard.hub.bus import BusUrl, read_url

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
LENGTH = 16  # characters of nearly 5 bits each: 79 bits
SECRET = re.compile(f"[{LETTERS}]{{{LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Invite:
    """`url` without the secret; `secret` without its hyphens."""

    url: BusUrl
    secret: str

    @property
    def match(self) -> str:
        """The match's name on the bus."""
        return hashlib.sha256(f"match {self.secret}".encode()).hexdigest()[:20]

    @property
    def key(self) -> bytes:
        """The key that signs its messages."""
        return hashlib.sha256(f"key {self.secret}".encode()).digest()

    @property
    def link(self) -> str:
        """The link for `--remote`. It never contains an account's token."""
        return f"{self.url.shown}/{self.code}"

    @property
    def code(self) -> str:
        """The secret with hyphens."""
        return "-".join(self.secret[at : at + 4] for at in range(0, LENGTH, 4))


def new_secret() -> str:
    """A random secret."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_invite(typed: str, broker: str = "") -> Invite:
    """A link; or its code alone, if `broker` says where. CrossboardError if it is not one."""
    link, _, code = typed.strip().rpartition("/")
    secret = code.replace("-", "").lower()
    if not SECRET.fullmatch(secret):
        raise CrossboardError(
            f"'{typed}' is not an invite: wanted the link that crossboard play --invite prints, as mqtt://HOST:PORT/"
            + "-".join(["xxxx"] * 4)
        )
    if broker:
        return Invite(read_url(broker), secret)
    if "://" not in link:
        raise CrossboardError(
            "a code alone does not say where the other player is: give the whole link, or --broker URL"
        )
    return Invite(read_url(link), secret)
