"""A client of the bus: MQTT 5 by paho-mqtt, in a thread of its own; whoever uses it asks for what has arrived.

It promises little, so that no broker has to: what is published while nobody is connected is dropped, and nothing is kept by the
broker for a client that is away. What must not be lost is said again by the protocols on top (reporter.py, match.py), after
every new connection. A message is delivered at least once (QoS 1).
"""

from __future__ import annotations

import contextlib
import queue
import secrets
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from crossboard.addresses import split_url
from crossboard.calling import pip_install
from crossboard.errors import CrossboardError
from crossboard.hub.messages import LONGEST

UNSAID = "Unspecified error"  # what the client says where the broker gave no reason
PORTS = {"mqtt": 1883, "mqtts": 8883}
KEEPALIVE_S = 15  # a silent connection is found dead after one and a half times that
RETRY_S = (1, 8)  # between two tries to connect: at first, and at most
UNREAD = 20_000  # messages that may wait to be taken; more are dropped, and asked for again by the protocols
IN_FLIGHT = 100  # published and not acknowledged by the broker yet
QUEUED = 2000


class Arrived(NamedTuple):
    """A message, as it came."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class BusUrl:
    """Where the broker is, and as whom. `scheme` is mqtt, or mqtts for TLS; `path` is what stands behind it, for invites;
    `trusted` the file of the very certificate that it has to show, whatever names and authorities that has ("": as usual).
    """

    scheme: str
    host: str
    port: int
    user: str = ""
    token: str = ""
    path: str = ""
    trusted: str = ""

    @property
    def shown(self) -> str:
        """Without the token."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def whole(self) -> str:
        """With it."""
        scheme, _, rest = self.shown.partition("://")
        who = f"{quote(self.user, safe='')}:{quote(self.token, safe='')}@" if self.user else ""
        return f"{scheme}://{who}{rest}"


def read_url(text: str) -> BusUrl:
    """`mqtt://NAME:TOKEN@HOST:PORT`; CrossboardError if it is not one."""
    try:
        parts, host, port = split_url(text)
    except ValueError as error:
        raise CrossboardError(f"'{text}' is not a broker's URL: {error}") from error
    if parts.scheme not in PORTS or not host:
        raise CrossboardError(f"'{text}' is not a broker's URL; use mqtt://NAME:TOKEN@HOST:PORT, or mqtts:// for TLS")
    user, token = unquote(parts.username or ""), unquote(parts.password or "")
    return BusUrl(parts.scheme, host, port or PORTS[parts.scheme], user, token, unquote(parts.path.strip("/")))


class Bus:
    """Connected as long as it can be, from its making to `close`.

    `patterns` are subscribed to in every connection; `will` (topic, payload) is published, retained, by the broker when the
    connection breaks; `woken` is called, in the client's thread, when something has arrived.
    """

    def __init__(
        self,
        url: BusUrl,
        patterns: Iterable[str],
        will: tuple[str, bytes] | None = None,
        woken: Callable[[], None] | None = None,
    ) -> None:
        try:
            from paho.mqtt import client as paho
            from paho.mqtt.enums import CallbackAPIVersion
            from paho.mqtt.properties import Properties
        except ImportError as error:
            raise CrossboardError(f"the network needs paho-mqtt: {pip_install('hub')}") from error
        self.url = url
        self.connections = 0
        self.connected = False
        self.problem = ""  # why there is no connection, in words
        self.refusals = 0  # how often in a row the broker has refused the connection, or what was published
        self._patterns = tuple(patterns)
        self._woken = woken
        self._inbox: queue.Queue[Arrived] = queue.Queue(UNREAD)
        made: Any = paho.Client(
            CallbackAPIVersion.VERSION2, client_id=f"crossboard-{secrets.token_hex(8)}", protocol=paho.MQTTv5
        )
        self._client = made
        made.max_inflight_messages_set(IN_FLIGHT)
        made.max_queued_messages_set(QUEUED)
        made.reconnect_delay_set(*RETRY_S)
        if url.user:
            made.username_pw_set(url.user, url.token)
        if url.scheme == "mqtts" and url.trusted:
            made.tls_set_context(_trust(url.trusted))
        elif url.scheme == "mqtts":
            made.tls_set()
        if will:
            made.will_set(will[0], will[1], qos=1, retain=True)
        made.on_connect = self._on_connect
        made.on_disconnect = self._on_disconnect
        made.on_connect_fail = self._on_fail
        made.on_message = self._on_message
        made.on_publish = self._on_publish
        made.on_socket_open = _hurry
        made.loop_forever = self._kept_up(made.loop_forever)
        self._closed = threading.Event()
        properties: Any = Properties(1)  # of CONNECT
        properties.MaximumPacketSize = 2 * LONGEST
        made.connect_async(url.host, url.port, KEEPALIVE_S, clean_start=True, properties=properties)
        made.loop_start()

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool:
        """At QoS 1; False, and it is dropped, if nobody is connected."""
        if not self.connected:
            return False
        return int(self._client.publish(topic, payload, qos=1, retain=retain).rc) == 0

    def drain(self, most: int = UNREAD) -> list[Arrived]:
        """The messages that have arrived since, the oldest first."""
        found: list[Arrived] = []
        with contextlib.suppress(queue.Empty):
            while len(found) < most:
                found.append(self._inbox.get_nowait())
        return found

    def wait(self, seconds: float) -> list[Arrived]:
        """As `drain`, but waits up to that many seconds for the first one."""
        try:
            first = self._inbox.get(timeout=seconds)
        except queue.Empty:
            return []
        return [first, *self.drain()]

    def close(self) -> None:
        """Leave."""
        self._closed.set()
        self._client.disconnect()
        self._client.loop_stop()
        self.connected = False

    # In the client's thread

    def _kept_up(self, loop: Callable[..., Any]) -> Callable[..., None]:
        """The client's loop, begun anew if it fails; `problem` says why."""

        def run(*args: Any, **options: Any) -> None:
            while not self._closed.is_set():
                try:
                    loop(*args, **options)
                    return
                except Exception as error:
                    self.connected = False
                    self.problem = f"the connection failed: {error!r}"
                    self._closed.wait(RETRY_S[1])

        return run

    def _on_connect(self, client: Any, data: object, flags: object, reason: Any, properties: object) -> None:
        del data, flags, properties
        if reason.is_failure:
            self.problem = f"the broker refuses: {str(reason).lower()}"
            self.refusals += 1
            return
        if self._patterns:
            client.subscribe([(pattern, 1) for pattern in self._patterns])
        self.problem = ""
        self.refusals = 0
        self.connected = True
        self.connections += 1
        if self._woken:
            self._woken()

    def _on_disconnect(self, client: object, data: object, flags: object, reason: Any, properties: object) -> None:
        del client, data, flags, properties
        self.connected = False
        if not self.problem:
            why = "" if str(reason) == UNSAID else f" ({str(reason).lower()})"
            self.problem = f"the connection broke off{why}"

    def _on_fail(self, client: object, data: object) -> None:
        del client, data
        self.connected = False
        error = sys.exc_info()[1]  # the client calls this while it handles it
        if isinstance(error, ssl.SSLCertVerificationError):
            self.problem = (
                f"its certificate is not trusted ({error.verify_message}); SSL_CERT_FILE names other authorities"
            )
        elif isinstance(error, ssl.SSLError):
            self.problem = "no TLS connection can be made; is it a port for mqtt://?"
        else:
            self.problem = f"nothing answers at {self.url.shown}"

    def _on_publish(self, client: object, data: object, number: int, reason: Any, properties: object) -> None:
        del client, data, number, properties
        self.refusals = self.refusals + 1 if reason.is_failure else 0

    def _on_message(self, client: object, data: object, message: Any) -> None:
        del client, data
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(Arrived(str(message.topic), bytes(message.payload), bool(message.retain)))
        if self._woken:
            self._woken()


def _trust(certificate: str) -> ssl.SSLContext:
    """Only that certificate, wherever it is."""
    made = ssl.create_default_context(cafile=certificate)
    made.check_hostname = False
    made.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return made


def _hurry(client: object, data: object, opened: Any) -> None:
    """A ply is a small packet that somebody waits for."""
    del client, data
    with contextlib.suppress(OSError, AttributeError):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
