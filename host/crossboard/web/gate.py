"""Who is connected: a time limit for those who have yet to show that they may be here, and a limited number of them.

A connection is a stranger until a request of it has passed the guard (guard.py). Strangers have few places, fewer still from
one address, and little time; where all places are taken the oldest goes. So nobody without the token can keep those out
who have it, who have the rest of the places.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 256  # at once
STRANGERS = 64  # of them
FROM_ONE_ADDRESS = 12  # strangers; a browser opens up to 6
PROVE_S = 10.0  # a stranger's time
HEAD_S = 10.0  # and that for the head of a later request


class Gate:
    """Keeps track of strangers. For use in the server's loop only."""

    def __init__(self) -> None:
        self._strangers: dict[tuple[str, int], Connection] = {}  # the oldest first

    def protocol(self) -> type[Connection]:
        """The protocol class for uvicorn."""
        return type("GatedConnection", (Connection,), {"gate": self})

    def enter(self, client: tuple[str, int], connection: Connection) -> None:
        """Count a new connection; the oldest stranger may have to go."""
        self._strangers[client] = connection
        home = neighbourhood(client[0])
        beside = [one for one in self._strangers if neighbourhood(one[0]) == home]
        if len(beside) > FROM_ONE_ADDRESS:
            self.dismiss(beside[0])
        elif len(self._strangers) > STRANGERS:
            self.dismiss(next(iter(self._strangers)))

    def know(self, client: Any) -> None:
        """A request of that connection has passed the guard."""
        if client is not None:
            self._strangers.pop(client, None)

    def knows(self, client: tuple[str, int]) -> bool:
        """Whether the connection has passed the guard."""
        return client not in self._strangers

    def dismiss(self, client: tuple[str, int]) -> None:
        """End a stranger's connection."""
        connection = self._strangers.pop(client, None)
        if connection:
            connection.transport.abort()


class Connection(H11Protocol):
    """A connection that is watched."""

    gate: Gate
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.client is None:  # it has gone again already
            return
        self.gate.enter(self.client, self)
        self.loop.call_later(PROVE_S, self._prove, self.client)

    def _prove(self, client: tuple[str, int]) -> None:
        if self.gate.knows(client):
            return
        self.gate.dismiss(client)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.know(self.client)
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._rest()
        elif self._watch is None:  # a part of a request's head
            self._watch = self.loop.call_later(HEAD_S, self._too_slow)

    def _rest(self) -> None:
        if self._watch:
            self._watch.cancel()
            self._watch = None

    def _too_slow(self) -> None:
        if self.transport.get_protocol() is self:  # not a WebSocket by now
            self.transport.abort()


def neighbourhood(address: str) -> str:
    """The address, or of IPv6 the network that is one customer's."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
