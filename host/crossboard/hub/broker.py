"""The embedded broker: MQTT 5, so that one command tries everything; a hall takes mosquitto (docs/hub.md).

The packets and the rules of the protocol are moat-lib-mqtt's, which leaves bytes and connections to others; here are those,
with what strangers make necessary: who may connect and what each may do (topics.py), a limit for everything that a client can
make grow, and no waiting for a slow reader. It keeps retained messages as long as it runs, and no sessions: the bus
needs neither to be kept (bus.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
import secrets
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any

from crossboard.calling import pip_install
from crossboard.errors import CrossboardError, reason_of
from crossboard.hub.messages import LONGEST
from crossboard.hub.topics import (
    BOARD,
    FRIEND,
    GUEST,
    HOST,
    HUB,
    PLAYER,
    match_topic,
    may_publish,
    may_subscribe,
    read_match_topic,
)

LOG = logging.getLogger(__name__)

Check = Callable[[str, str], str]
"""From a name and a token to a role, "" if they are wrong."""

Account = tuple[str, str]
"""Name and role; the name is "" of all who have no account."""

LONGEST_PACKET = LONGEST + 1024
CONNECT_S = 10.0  # to say who one is
CLIENTS = 2000
FROM_ONE_ADDRESS = 256  # connections, so that a hall behind one router fits
STRANGERS = 64  # that have not said who they are
PLACES = {BOARD: 8, PLAYER: 64, FRIEND: 64, HUB: 8000}
"""Retained messages of an account, and connections of it that have a will; the oldest gives way. Friends share theirs."""

SUBSCRIPTIONS = 16  # of one client
UNSENT = 1 << 20  # bytes that wait for a slow reader; then it is disconnected
UNACKNOWLEDGED = 4000  # messages that a reader has not acknowledged; likewise
BYTES_PER_S = 64 * 1024  # from one client, on the average
BURST = 1 << 20
KEEPALIVE_S = 120  # the longest that a client may be silent
CHUNK = 16 * 1024


class Broker:
    """Runs in a thread of its own from its making to `close`. CrossboardError if it can't listen there.

    `check` tells who has an account, for every connection, and again for those that are there when `recheck` is called. `friends`:
    whether those without one may take part in matches that somebody with an account has begun.
    """

    def __init__(
        self, host: str, port: int, check: Check, friends: bool = False, tls: ssl.SSLContext | None = None
    ) -> None:
        try:
            from moat.lib.mqtt.broker_state_machine import MQTTBrokerStateMachine
        except ImportError as error:
            raise CrossboardError(f"the broker needs moat-lib-mqtt: {pip_install('hub')}") from error
        logging.getLogger("moat.lib.mqtt").setLevel(logging.WARNING)
        self.check = check
        self.friends = friends
        self.state: Any = MQTTBrokerStateMachine()
        self.clients: dict[str, _Client] = {}
        self.connected: set[_Client] = set()
        self._kept: dict[Account, dict[str, None]] = {}  # topics of retained messages, the oldest first
        self._owners: dict[str, Account] = {}  # of each topic of those
        self.port = 0
        self._where = (host, port, tls)
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._problem = ""
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._problem:
            raise CrossboardError(self._problem, f"{host}:{port}")

    def close(self) -> None:
        """Stop, and end every connection."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(5)

    def recheck(self, holds: Callable[[str, str], bool]) -> None:
        """Disconnect everybody whose account (name, role) has been revoked, and forget what it kept."""

        def look() -> None:
            for client in list(self.connected):
                if client.role and not holds(client.name, client.role):
                    client.revoke()
            for account in [one for one in self._kept if not holds(*one)]:
                for topic in list(self._kept.get(account, ())):
                    self._evict(topic)

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(look)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        host, port, _ = self._where
        try:
            server = await asyncio.start_server(self._serve_client, host, port, limit=CHUNK)
        except (OSError, UnicodeError) as error:
            self._problem = reason_of(error) if isinstance(error, OSError) else "that is not an address"
            self._ready.set()
            return
        self.port = int(server.sockets[0].getsockname()[1])
        self._ready.set()
        await self._ended.wait()
        server.close()
        for client in list(self.connected):
            client.drop()
        await asyncio.sleep(0)

    async def _serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = _Client(self, writer)
        if not self._has_room(client):
            writer.transport.abort()
            return
        self.connected.add(client)
        try:
            if self._where[2]:  # only now, so that who is slow with it is a stranger who can be dropped
                await client.begin_tls(self._where[2])
            await client.serve(reader)
        except _Refused:
            pass
        except Exception as error:  # what the other end sends may be anything, and moat has errors of its own for it
            LOG.debug("a client of the broker: %r", error)
        finally:
            self.connected.discard(client)
            client.leave()

    def _has_room(self, client: _Client) -> bool:
        beside = [one for one in self.connected if one.address == client.address]
        strangers = [one for one in self.connected if not one.known]
        if len(strangers) >= STRANGERS:
            min(strangers, key=lambda one: one.since).drop()
        return len(self.connected) < CLIENTS and len(beside) < FROM_ONE_ADDRESS

    def deliver(self, sender: str, account: Account, packet: Any) -> None:
        """Give a message of an account to everybody who has subscribed."""
        if packet.retain:
            self._forget(packet.topic)
            if packet.payload:
                self._keep(account, packet)
            packet.retain = False  # for those who are here it is news (MQTT 5, 3.3.1.3)
        for receiver in self.state.publish(sender, packet):
            client = self.clients.get(receiver)
            if client:
                client.flush()

    def _keep(self, account: Account, packet: Any) -> None:
        """Keep a message for those who come, in place of the account's oldest one if it has no more places."""
        topic, places = packet.topic, PLACES.get(account[1], 0)
        if not places or read_match_topic(topic)[1] == GUEST and not self.is_open(topic):
            return
        if len(self._kept.get(account, ())) >= places:
            self._evict(next(iter(self._kept[account])))
        self._kept.setdefault(account, {})[topic] = None
        self._owners[topic] = account
        self.state.retained_messages[topic] = copy.copy(packet)

    def _evict(self, topic: str) -> None:
        """Keep nothing there any more, nor in a match that is not open any more."""
        self._forget(topic)
        match, end = read_match_topic(topic)
        if end == HOST:
            self._forget(match_topic(match, GUEST))

    def _forget(self, topic: str) -> None:
        owner = self._owners.pop(topic, None)
        if owner:
            del self.state.retained_messages[topic]
            del self._kept[owner][topic]

    def make_room_for_will(self, account: Account) -> None:
        """The oldest connection of an account goes if it has too many with a will."""
        beside = [one for one in self.connected if one.account == account and one.has_will]
        if len(beside) >= PLACES.get(account[1], 0):
            min(beside, key=lambda one: one.since).drop()

    def is_open(self, topic: str) -> bool:
        """Whether that is of a match that somebody with an account has begun."""
        match, _ = read_match_topic(topic)
        return bool(match) and match_topic(match, HOST) in self.state.retained_messages


class _Refused(Exception):
    """The client does what it may not."""


class _Client:
    """One connection."""

    def __init__(self, broker: Broker, writer: asyncio.StreamWriter) -> None:
        from moat.lib.mqtt.broker_state_machine import MQTTBrokerClientStateMachine

        self.broker = broker
        self.role = self.name = ""
        self.known = False  # whether it has shown that it may be here
        self.since = time.monotonic()
        peer: Any = writer.get_extra_info("peername") or ("",)
        self.address = str(peer[0])
        self._writer = writer
        self._connection: Any = writer.transport  # without the TLS above it
        self._machine: Any = MQTTBrokerClientStateMachine()
        self._id = ""
        self._silence = CONNECT_S
        self._will: Any = None
        self._subscriptions: set[str] = set()
        self._allowance = float(BURST)
        self._counted = self.since
        self._pending = 0  # bytes of a packet that is not whole yet

    async def begin_tls(self, tls: ssl.SSLContext) -> None:
        """From now on it speaks TLS."""
        writer: Any = self._writer
        try:
            await writer.start_tls(tls, ssl_handshake_timeout=CONNECT_S)
        finally:
            if writer.transport is None:  # it has gone meanwhile, and the writer would trip over that in its end
                writer._transport = self._connection  # noqa: SLF001

    async def serve(self, reader: asyncio.StreamReader) -> None:
        """Until it ends."""
        while True:
            async with asyncio.timeout(self._silence):
                data = await reader.read(CHUNK)
            if not data:
                return
            self._count(len(data))
            packets: list[Any] = self._machine.feed_bytes(data)
            self._pending = 0 if packets else self._pending + len(data)
            if self._pending > LONGEST_PACKET:
                raise _Refused
            for packet in packets:
                self._take(packet)
            self.flush()
            await asyncio.sleep(0)

    @property
    def account(self) -> Account:
        """Whose it is."""
        return self.name, self.role

    @property
    def has_will(self) -> bool:
        """Whether something is to be published when it breaks off."""
        return self._will is not None

    def revoke(self) -> None:
        """Its account was revoked: end it, and keep no last message of it."""
        self.role = ""
        self.drop()

    def drop(self) -> None:
        """End it now; its place is free."""
        self.broker.connected.discard(self)
        self._connection.abort()

    def flush(self) -> None:
        """Send what is to be sent; a reader that is too slow is dropped."""
        data = self._machine.get_outbound_data()
        if data and not self._writer.transport.is_closing():
            self._writer.write(bytes(data))
            slow = self._writer.transport.get_write_buffer_size() > UNSENT
            if slow or len(self._machine._pending_packets) > UNACKNOWLEDGED:  # noqa: SLF001, it has no other name
                self.drop()

    def leave(self) -> None:
        """Forget the client, and publish its will if it did not say goodbye."""
        if self._id and self.broker.clients.get(self._id) is self:
            del self.broker.clients[self._id]
            self.broker.state.remove_client_session(self._machine)
            self.broker.state.client_disconnected(self._id, None)
        if self._will is not None and self._id:
            will, self._will = self._will, None
            self.broker.deliver(self._id, self.account, will)
        self._connection.abort()

    def _count(self, size: int) -> None:
        now = time.monotonic()
        self._allowance = min(float(BURST), self._allowance + (now - self._counted) * BYTES_PER_S) - size
        self._counted = now
        if self._allowance < 0:
            raise _Refused

    def _take(self, packet: Any) -> None:
        kind = type(packet).__name__
        if kind == "MQTTConnectPacket":
            self._connect(packet)
        elif not self.role:
            raise _Refused
        elif kind == "MQTTPublishPacket":
            self._publish(packet)
        elif kind == "MQTTSubscribePacket":
            self._subscribe(packet)
        elif kind == "MQTTUnsubscribePacket":
            self._unsubscribe(packet)
        elif kind == "MQTTDisconnectPacket":
            self._will = None
            raise _Refused

    def _connect(self, packet: Any) -> None:
        from moat.lib.mqtt._types import MQTTPublishPacket, QoS, ReasonCode

        name, token = packet.username or "", _text(packet.password)
        role = self.broker.check(name, token) if name else ""
        if not role and not name and self.broker.friends:
            role = FRIEND
        if not role:
            self._machine.acknowledge_connect(ReasonCode.BAD_USERNAME_OR_PASSWORD, username=None, session_present=False)
            self.flush()
            raise _Refused
        self._id = packet.client_id or secrets.token_hex(8)
        if role == FRIEND:
            self._id = f"friend-{secrets.token_hex(8)}"  # nobody without an account takes the place of another client
        self._machine.client_id = self._id
        before = self.broker.clients.get(self._id)
        if before:
            if before.name != name:
                raise _Refused
            before.drop()
            before.leave()
        will = packet.will and self._admitted(role, name, packet.will)
        if packet.will and not will:
            self._machine.acknowledge_connect(ReasonCode.NOT_AUTHORIZED, username=None, session_present=False)
            self.flush()
            raise _Refused
        if will:
            self.broker.make_room_for_will((name, role))
            self._will = MQTTPublishPacket(
                topic=will.topic, payload=will.payload, retain=will.retain, qos=QoS.AT_MOST_ONCE
            )
        self.role, self.name, self.known = role, name, role != FRIEND
        self._silence = min(KEEPALIVE_S, packet.keep_alive * 1.5) if packet.keep_alive else float(KEEPALIVE_S)
        self._machine.acknowledge_connect(ReasonCode.SUCCESS, username=name, session_present=False)
        self.broker.state.add_client_session(self._machine)
        self.broker.clients[self._id] = self

    def _publish(self, packet: Any) -> None:
        from moat.lib.mqtt._types import QoS, ReasonCode

        allowed = self._admitted(self.role, self.name, packet)
        if packet.qos == QoS.EXACTLY_ONCE:
            raise _Refused  # nobody here needs it
        if packet.packet_id is not None:
            reason = ReasonCode.SUCCESS if allowed else ReasonCode.NOT_AUTHORIZED
            self._machine.acknowledge_publish(packet.packet_id, reason)
        if allowed:
            self.known = True
            self.broker.deliver(self._id, self.account, allowed)

    def _admitted(self, role: str, name: str, said: Any) -> Any:
        """A message or a will, if somebody of that role and name may say it; None if not."""
        said.payload, said.user_properties = _bytes(said.payload), {}
        allowed = may_publish(role, name, said.topic) and len(said.payload) <= LONGEST
        return said if allowed and (role != FRIEND or self.broker.is_open(said.topic)) else None

    def _subscribe(self, packet: Any) -> None:
        from moat.lib.mqtt._types import ReasonCode

        allowed = [may_subscribe(self.role, self.name, one.pattern.pattern) for one in packet.subscriptions]
        self._subscriptions |= {s.pattern.pattern for s, may in zip(packet.subscriptions, allowed, strict=True) if may}
        if len(self._subscriptions) > SUBSCRIPTIONS:
            raise _Refused
        codes = [ReasonCode.GRANTED_QOS_1 if may else ReasonCode.NOT_AUTHORIZED for may in allowed]
        self._machine.acknowledge_subscribe(packet.packet_id, codes)
        for one, may in zip(packet.subscriptions, allowed, strict=True):
            if may:
                self.known |= self.broker.is_open(one.pattern.pattern)
                self.broker.state.subscribe_session_to(self._machine, one)

    def _unsubscribe(self, packet: Any) -> None:
        from moat.lib.mqtt._types import ReasonCode

        for pattern in packet.patterns:
            self._subscriptions.discard(getattr(pattern, "pattern", pattern))
            self.broker.state.unsubscribe_session_from(self._machine, pattern)
        self._machine.acknowledge_unsubscribe(packet.packet_id, [ReasonCode.SUCCESS] * len(packet.patterns))


def _bytes(payload: Any) -> bytes:
    return payload.encode() if isinstance(payload, str) else bytes(payload)


def _text(password: Any) -> str:
    return password if isinstance(password, str) else bytes(password or b"").decode("utf-8", "replace")
