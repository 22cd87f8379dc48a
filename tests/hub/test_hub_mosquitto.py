"""The bus by mosquitto, with TLS and access lists: boards, hub and a remote match meet there. Skipped where it is not installed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from crossboard.hub import topics
from crossboard.hub.access import Access
from crossboard.hub.bus import Bus, read_url
from crossboard.hub.command import Hub
from crossboard.hub.reporter import Reporter, last_words, patterns
from crossboard.hub.topics import board_topic
from crossboard.web.server import Address
from tests.support.fake_board import SessionRig
from tests.support.free_port import free_port

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
MOSQUITTO = shutil.which("mosquitto", path=PATH)
OPENSSL = shutil.which("openssl")
if not (MOSQUITTO and OPENSSL):
    pytest.skip("mosquitto or openssl is not installed (Debian: apt-get install mosquitto)", allow_module_level=True)

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120.0


def certify(folder: Path) -> None:
    """An authority of our own, and its certificate for localhost."""

    def openssl(*words: str) -> None:
        subprocess.run([str(OPENSSL), *words], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key",
            "-out", "ca.pem", "-days", "2", "-subj", "/CN=the hall", "-addext", "keyUsage=critical,keyCertSign")  # fmt: skip
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "broker.key",
            "-out", "broker.csr", "-subj", "/CN=localhost")  # fmt: skip
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", "broker.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-out", "broker.pem", "-extfile", "names")  # fmt: skip


def told_settings() -> str:
    """The settings of mosquitto in docs/hub.md."""
    text = (ROOT / "docs" / "hub.md").read_text(encoding="utf-8")
    _, _, block = text.partition("    # /etc/mosquitto/conf.d/hall.conf\n")
    return "\n".join(line[4:] for line in block.partition("\n\n")[0].splitlines())


class Mosquitto:
    """A broker as docs/hub.md tells to set one up."""

    def __init__(self, folder: Path, access: Access) -> None:
        self.folder, self.access = folder, access
        certify(folder)
        access.write_mosquitto(folder)
        self.port = free_port()
        user = ["user root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        told = told_settings()
        for there, here in (
            ("listener 8883", f"listener {self.port} 127.0.0.1"),
            ("/etc/mosquitto/certs/hall.pem", str(folder / "broker.pem")),
            ("/etc/mosquitto/certs/hall.key", str(folder / "broker.key")),
            ("/etc/mosquitto/", f"{folder}/"),
        ):
            assert there in told
            told = told.replace(there, here)
        (folder / "mosquitto.conf").write_text("\n".join([told, *user]) + "\n")
        self.begin()

    def begin(self) -> None:
        command = [str(MOSQUITTO), "-c", str(self.folder / "mosquitto.conf")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        trust = ssl.create_default_context(cafile=str(self.folder / "ca.pem"))
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                # It listens before it hears signals, a SIGHUP would end it; who is greeted with TLS is heard by its loop.
                with socket.create_connection(("127.0.0.1", self.port), 10) as line:
                    trust.wrap_socket(line, server_hostname="localhost").close()
                return
            except OSError:
                assert time.monotonic() < end and self.process.poll() is None
                time.sleep(0.05)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    def url(self, name: str, token: str) -> str:
        return f"mqtts://{name}:{token}@localhost:{self.port}"


class Board(SessionRig):
    """A board and the PC that reports for it."""

    ms = 50

    def __init__(self, folder: Path, name: str, url: str) -> None:
        folder.mkdir()
        super().__init__(folder, False)
        self.bus = Bus(read_url(url), patterns(name), last_words(name))
        self.reporter = Reporter(self.session, self.library, self.bus, name)

    def round(self) -> None:
        super().round()
        self.reporter.step()


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access(tmp_path / "hub")


@pytest.fixture
def broker(tmp_path: Path, access: Access, monkeypatch: pytest.MonkeyPatch) -> Generator[Mosquitto, None, None]:
    access.give("viewer", "nobody")  # so that there are files
    folder = tmp_path / "mosquitto"
    folder.mkdir()
    made = Mosquitto(folder, access)
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "ca.pem"))
    yield made
    made.kill()


def until(condition: Callable[[], bool], *steps: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        for step in steps:
            step()
        time.sleep(0.005)


def test_a_hall_meets_over_tls_and_survives_the_broker(tmp_path: Path, access: Access, broker: Mosquitto) -> None:
    hub_url = broker.url("hub", access.give("hub", "hub"))
    table_url = broker.url("table-1", access.give("board", "table-1"))
    access.write_mosquitto(broker.folder)
    broker.process.send_signal(signal.SIGHUP)
    path = tmp_path / "hub"
    hub = Hub(path, path / "library.db", "hub", Address(), read_url(hub_url), ("127.0.0.1", 0))
    board = Board(tmp_path / "table-1", "table-1", table_url)

    def stored() -> list[str]:
        number = hub.library.find_game("table-1", board.board.game_id)
        return [event.text for event in hub.library.events(number)] if number else []

    def steps() -> tuple[Callable[[], object], ...]:
        return (board.run, lambda: hub.step(time.monotonic()))

    try:
        board.board.begin("charing-cross")
        board.run(20)
        board.board.play("a4-b4")
        until(lambda: stored() == ["a4-b4"], *steps())
        broker.kill()
        board.board.play("d1-d2")
        board.run(10)
        broker.begin()
        until(lambda: stored() == ["a4-b4", "d1-d2"], *steps())
        # What a board's token is not good for, the broker's own access list keeps from it.
        other = board_topic("table-2", "position")
        watching = Bus(read_url(hub_url), [other])
        until(lambda: watching.connected, *steps())
        board.bus.publish(other, b"{}", True)
        board.bus.publish(board_topic("table-1", "position"), b"{}", True)
        board.run(40)
        assert watching.drain() == []
        watching.close()
    finally:
        board.bus.close()
        board.close()
        hub.close()


def test_nobody_connects_without_the_token_or_to_a_broker_that_nobody_vouches_for(
    access: Access, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = access.give("board", "table-1")
    access.write_mosquitto(broker.folder)
    broker.process.send_signal(signal.SIGHUP)
    wrong = Bus(read_url(broker.url("table-1", "wrong")), [])
    until(lambda: bool(wrong.problem))
    assert not wrong.connected and "refuses" in wrong.problem
    wrong.close()
    right = Bus(read_url(broker.url("table-1", token)), [])
    until(lambda: right.connected)
    right.close()
    monkeypatch.delenv("SSL_CERT_FILE")
    stranger = Bus(read_url(broker.url("table-1", token)), [])
    until(lambda: bool(stranger.problem))
    assert not stranger.connected and "certificate is not trusted" in stranger.problem
    stranger.close()


MATCH = f"{topics.ROOT}/matches/{'0123456789' * 2}"


class Enemy:
    """Somebody with a token and a client of their own, who tries everything."""

    def __init__(self, url: str) -> None:
        patterns = ["#", "+/+/+/+/+", f"{topics.ROOT}/#", f"$share/x/{topics.ROOT}/#", "$SYS/#", f"{MATCH}/host"]
        self.bus = Bus(read_url(url), patterns)

    def say_everything(self, own: str) -> None:
        """Forge, and wipe what is retained."""
        for topic in (
            board_topic("table-1", "position"), board_topic("table-1", "records"), board_topic("table-1", "ack"),
            board_topic("table-1", "pairing"), board_topic(own, "ack"), board_topic(own, "pairing"), board_topic(own, "x"),
            f"{board_topic(own, 'records')}/x", topics.hub_topic("hub"), topics.TABLES, f"{MATCH}/host",
            f"{MATCH}/guest", "elsewhere",
        ):  # fmt: skip
            for payload in (b"forged", b""):
                self.bus.publish(topic, payload, True)


@pytest.mark.parametrize("role", ["board", "viewer", "player"])
def test_on_mosquitto_a_token_does_what_it_is_for(access: Access, broker: Mosquitto, role: str) -> None:
    name = "table-2"
    urls = {who: broker.url(who, access.give(who, who)) for who in ("hub", "player")}
    enemy_url = broker.url(name, access.give(role, name))
    access.write_mosquitto(broker.folder)
    broker.process.send_signal(signal.SIGHUP)
    kept = (
        board_topic("table-1", "position"),
        topics.hub_topic("hub"),
        topics.TABLES,
        board_topic("table-1", "pairing"),
    )
    hub, player = Bus(read_url(urls["hub"]), [f"{topics.ROOT}/#"]), Bus(read_url(urls["player"]), [])
    until(lambda: hub.connected and player.connected)
    for topic in kept:
        hub.publish(topic, b"true", True)
    player.publish(f"{MATCH}/host", b"true", True)
    until(lambda: len(hub.drain()) >= 0 and player.refusals == 0)
    enemy = Enemy(enemy_url)
    until(lambda: enemy.bus.connected)
    enemy.say_everything(name)
    hub.publish(board_topic("table-1", "ack"), b"secret", False)
    hub.publish(board_topic(name, "ack"), b"for table-2", False)
    enemy.bus.publish(board_topic(name, "position"), b"last", True)
    time.sleep(1.0)
    found = {one.topic for one in hub.drain() if one.payload in (b"forged", b"")}
    heard = {one.topic for one in enemy.bus.drain()}
    may_say = {"board": set[str](), "viewer": set[str](), "player": {f"{MATCH}/host", f"{MATCH}/guest"}}
    seen = {*kept, board_topic("table-1", "ack"), board_topic(name, "ack")}
    may_hear = {
        "board": {topics.hub_topic("hub"), board_topic(name, "ack")},
        "viewer": seen,
        "player": may_say["player"],
    }
    assert found == may_say[role]
    assert heard == may_hear[role]
    late = Bus(read_url(urls["hub"]), [f"{topics.ROOT}/#"])
    still: set[tuple[str, bytes]] = set()

    def look() -> None:
        still.update((one.topic, one.payload) for one in late.drain())

    until(lambda: all((topic, b"true") in still for topic in kept), look)
    assert ((board_topic(name, "position"), b"last") in still) == (role == "board")
    for bus in (hub, player, enemy.bus, late):
        bus.close()


def test_on_mosquitto_a_revoked_token_ends_with_the_next_reading(access: Access, broker: Mosquitto) -> None:
    hub_url, url = broker.url("hub", access.give("hub", "hub")), broker.url("table-1", access.give("board", "table-1"))
    access.write_mosquitto(broker.folder)
    broker.process.send_signal(signal.SIGHUP)
    hub, board = Bus(read_url(hub_url), [f"{topics.ROOT}/#"]), Bus(read_url(url), [])
    until(lambda: hub.connected and board.connected)
    board.publish(board_topic("table-1", "position"), b"before")
    until(lambda: bool(hub.drain()))
    access.revoke("table-1")
    access.write_mosquitto(broker.folder)
    broker.process.send_signal(signal.SIGHUP)
    until(
        lambda: board.refusals > 0 or not board.connected,
        lambda: board.publish(board_topic("table-1", "position"), b"after"),
    )
    again = Bus(read_url(url), [])
    until(lambda: "refuses" in again.problem)
    for bus in (hub, board, again):
        bus.close()
