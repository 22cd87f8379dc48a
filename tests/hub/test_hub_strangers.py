"""The embedded broker against clients that mean no good: no token, nothing; a board's token, that board; all within bounds."""

from __future__ import annotations

import os
import random
import socket
import struct
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import cast

import pytest

from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.games.rules import new_game
from crossboard.hub import broker as brokers
from crossboard.hub import topics
from crossboard.hub.access import Access
from crossboard.hub.broker import Broker
from crossboard.hub.bus import Bus, BusUrl, read_url
from crossboard.hub.invite import Invite
from crossboard.hub.match import Log
from crossboard.hub.match_file import MatchFile
from crossboard.hub.remote import RemoteGame
from crossboard.hub.topics import BOARD, FRIEND, GUEST, HOST, HUB, PLAYER, VIEWER, may_publish, may_subscribe
from crossboard.play.remote import RemoteWish
from tests.support.remote_boards import ModelBoard

PATIENCE_S = 120.0
MATCH = f"{topics.ROOT}/matches/{'0123456789' * 2}"


class Door:
    """A broker with a hub, two boards and a viewer who have accounts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.access = Access(folder)
        self.tokens = {name: self.access.give(BOARD, name) for name in ("table-1", "table-2")}
        self.tokens |= {"hub": self.access.give(HUB, "hub"), "wall": self.access.give(VIEWER, "wall")}
        self.tokens["ada"] = self.access.give(PLAYER, "ada")
        self.broker = Broker("127.0.0.1", 0, self.access.role, friends=True)
        self.open: list[Bus] = []

    def client(self, name: str = "", *patterns: str, token: str | None = None) -> Bus:
        url = BusUrl("mqtt", "127.0.0.1", self.broker.port, name, self.tokens.get(name, "") if token is None else token)
        self.open.append(Bus(url, patterns))
        return self.open[-1]

    def raw(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.broker.port), 5)

    def close(self) -> None:
        for bus in self.open:
            bus.close()
        self.broker.close()


@pytest.fixture
def door(tmp_path: Path) -> Generator[Door, None, None]:
    made = Door(tmp_path)
    yield made
    made.close()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def heard(bus: Bus, seconds: float = 0.6) -> list[str]:
    end = time.monotonic() + seconds
    found: list[str] = []
    while time.monotonic() < end:
        found += [one.topic for one in bus.wait(0.1)]
    return found


def test_a_wrong_token_or_none_opens_nothing(door: Door) -> None:
    for name, token in (("table-1", "wrong"), ("table-1", ""), ("nobody", "x"), ("hub", door.tokens["table-1"])):
        stranger = door.client(name, f"{topics.ROOT}/#", token=token)
        until(lambda s=stranger: s.problem)
        assert not stranger.connected and "refuses" in stranger.problem


def test_a_board_s_token_is_good_for_that_board(door: Door) -> None:
    hub = door.client("hub", f"{topics.ROOT}/#")
    board = door.client("table-1", f"{topics.ROOT}/#", f"{topics.ROOT}/boards/table-2/game", "#", "$SYS/#")
    until(lambda: hub.connected and board.connected)
    hub.publish(topics.board_topic("table-2", topics.ACK), b"secret")
    for topic in (
        "boards/table-2/records",
        "boards/table-1/ack",
        "hubs/hub",
        "hall/tables",
        "boards/table-1/records/x",
    ):
        board.publish(f"{topics.ROOT}/{topic}", b"forged", True)
    board.publish("elsewhere", b"forged")
    board.publish(topics.board_topic("table-1", topics.RECORDS), b"own")
    found = heard(hub)
    assert topics.board_topic("table-1", topics.RECORDS) in found
    assert set(found) <= {topics.board_topic("table-1", topics.RECORDS), topics.board_topic("table-2", topics.ACK)}
    assert heard(board, 0.2) == []


def test_a_viewer_looks_and_says_nothing(door: Door) -> None:
    viewer = door.client("wall", f"{topics.ROOT}/boards/#", f"{topics.ROOT}/matches/#")
    hub = door.client("hub", f"{topics.ROOT}/#")
    board = door.client("table-1")
    until(lambda: viewer.connected and hub.connected and board.connected)
    viewer.publish(topics.board_topic("table-1", topics.RECORDS), b"forged")
    board.publish(topics.board_topic("table-1", topics.RECORDS), b"own")
    door.client("ada").publish(f"{MATCH}/host", b"a match")
    assert heard(viewer) == [topics.board_topic("table-1", topics.RECORDS)]


def test_who_has_no_account_takes_part_in_matches_that_somebody_has_begun_and_in_nothing_else(door: Door) -> None:
    friend = door.client("", f"{MATCH}/host", f"{topics.ROOT}/boards/table-1/records", f"{topics.ROOT}/matches/#")
    ada = door.client("ada", f"{MATCH}/guest")
    until(lambda: friend.connected and ada.connected)
    friend.publish(f"{MATCH}/guest", b"before it was begun")
    assert heard(ada, 0.4) == []
    ada.publish(f"{MATCH}/host", b"log", True)
    assert heard(friend, 0.4) == [f"{MATCH}/host"]
    friend.publish(f"{MATCH}/guest", b"proposal")
    friend.publish(topics.board_topic("table-1", topics.RECORDS), b"forged", True)
    assert heard(ada, 0.4) == [f"{MATCH}/guest"]
    assert list(door.broker.state.retained_messages) == [f"{MATCH}/host"]


def guest(door: Door, name: str = "", token: str | None = None) -> RemoteGame:
    """Somebody who takes up an invite that nobody has given."""
    bus = door.client(name, token=token)
    invite = Invite(BusUrl("mqtt", "127.0.0.1", door.broker.port, name), "k7wqm4xp2tbn9fce")
    board = ModelBoard(new_game("charing-cross").text(), random.Random(1), 0.0)
    return RemoteGame(cast(Session, board), bus, invite, MatchFile(Path(door.folder, "match.json"), GUEST))


def stepped(game: RemoteGame, said: str = "") -> None:
    """Rounds until that is `said`."""
    found: list[str] = []

    def step() -> bool:
        game.step()
        found.extend(game.notices)
        game.notices.clear()
        return bool(said) and said in " ".join(found)

    until(step)


def test_a_code_that_the_broker_does_not_know_ends_in_a_line(door: Door) -> None:
    with pytest.raises(
        CrossboardError, match=r"127.0.0.1:\d+: no match is open under the code k7wq-m4xp-2tbn-9fce: compare it"
    ):
        stepped(guest(door))


def test_a_wrong_token_for_a_match_ends_in_a_line(door: Door) -> None:
    with pytest.raises(CrossboardError, match=r"127.0.0.1:\d+: the broker refuses: bad user name or password"):
        stepped(guest(door, "table-1", "wrong"))


def test_where_a_broker_cannot_tell_it_is_said_that_nobody_answers(door: Door) -> None:
    stepped(guest(door, "ada"), "nobody answers at mqtt://127.0.0.1")


def test_an_account_that_is_not_for_matches_is_told_so(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossboard.hub.remote.BEAT_S", 0.1)
    with pytest.raises(CrossboardError, match=r"the account table-1 can't play matches; .*hub token player NAME"):
        stepped(guest(door, "table-1"))
    game = guest(door, "table-1")
    game.kept.log = Log(new_game("charing-cross").text())
    stepped(game, "the account table-1 can't play matches")
    kept = MatchFile(Path(door.folder, "invited.json"), HOST, "k7wqm4xp2tbn9fce", log=game.kept.log)
    broker = BusUrl("mqtt", "127.0.0.1", door.broker.port, "table-1", door.tokens["table-1"])
    wish = RemoteWish(kept, broker)
    said: list[str] = []
    inviter = wish.begin(
        cast(Session, ModelBoard(new_game("charing-cross").text(), random.Random(1), 0.0)), said.append
    )
    stepped(inviter, "the account table-1 can't play matches")
    with pytest.raises(CrossboardError, match="another program of yours plays this match"):
        RemoteWish(kept, broker).begin(inviter._session, said.append)
    assert broker.token not in " ".join(said)
    wish.close()


def test_a_match_that_is_known_waits_for_the_other_player(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossboard.hub.remote.BEAT_S", 0.1)
    game = guest(door)
    game.kept.log = Log(new_game("charing-cross").text())
    until(lambda: game._line.refusals > 2 or game.step())  # what it says there is refused as before
    game.step()
    assert "the other player is not connected; play on, nothing is lost" in game.notices


def test_a_revoked_token_is_no_good_at_once(door: Door) -> None:
    board = door.client("table-1")
    until(lambda: board.connected)
    door.access.revoke("table-1")
    door.broker.recheck(door.access.holds)
    until(lambda: "refuses" in board.problem)
    assert not board.connected


def test_nobody_takes_another_s_place_by_its_client_id(door: Door) -> None:
    board = door.client("table-1")
    until(lambda: board.connected)
    taken = next(client._id for client in door.broker.connected if client.name == "table-1")
    with door.raw() as thief:
        thief.sendall(connect_packet(taken, "table-2", door.tokens["table-2"]))
        assert thief.recv(100) == b""
    assert board.connected


def connect_packet(client: str, user: str = "", token: str = "", will: tuple[str, bytes] | None = None) -> bytes:
    def text(value: str) -> bytes:
        return struct.pack(">H", len(value)) + value.encode()

    flags = 0x02 | (0xC0 if user else 0) | (0x24 if will else 0)
    body = text("MQTT") + bytes([5, flags]) + struct.pack(">H", 60) + b"\0" + text(client)
    if will:
        body += b"\0" + text(will[0]) + struct.pack(">H", len(will[1])) + will[1]
    if user:
        body += text(user) + text(token)
    size = [len(body) % 128 | 0x80, len(body) // 128 % 128 | 0x80, len(body) // 128 // 128]
    return b"\x10" + bytes(size) + body


def greeted(door: Door, *said: object, will: tuple[str, bytes] | None = None) -> tuple[socket.socket, bool]:
    """A connection that says who it is, and whether it is let in."""
    made = door.raw()
    made.sendall(connect_packet("", *map(str, said), will=will))
    answer = made.recv(4)
    return made, answer[:1] == b"\x20" and answer[3:4] == b"\0"


def match(number: int, end: str = HOST) -> str:
    return topics.match_topic(f"{number:020x}", end)


def kept(door: Door) -> list[str]:
    return list(door.broker.state.retained_messages)


def test_a_player_who_keeps_much_takes_no_place_of_others(door: Door) -> None:
    hub, ada = door.client("hub", f"{topics.ROOT}/#"), door.client("ada")
    board = door.client("table-1")
    until(lambda: hub.connected and ada.connected and board.connected)
    hello, places = topics.board_topic("table-1", topics.HELLO), brokers.PLACES[PLAYER]
    board.publish(hello, b"here", True)
    heard(hub, 0.2)
    for number in range(3 * places):
        ada.publish(match(number), b"invented", True)
        ada.publish(match(number + 1000, GUEST), b"of a match that nobody has opened", True)
    news = topics.board_topic("table-1", "position")
    until(lambda: match(3 * places - 1) in kept(door))
    board.publish(news, b"new", True)
    until(lambda: news in kept(door))
    assert kept(door) == [hello, *(match(number) for number in range(2 * places, 3 * places)), news]
    found = set(heard(hub, 1.0))
    assert found == {news} | {match(n + m, end) for n in range(3 * places) for m, end in ((0, HOST), (1000, GUEST))}
    door.access.revoke("ada")
    door.broker.recheck(door.access.holds)
    until(lambda: kept(door) == [hello, news])


def test_what_is_kept_of_a_match_goes_with_who_opened_it(door: Door) -> None:
    ada, friend = door.client("ada"), door.client("")
    until(lambda: ada.connected and friend.connected)
    ada.publish(match(1), b"log", True)
    until(lambda: match(1) in kept(door))
    friend.publish(match(1, HOST), b"", True)  # which is not for a guest to say
    friend.publish(match(1, GUEST), b"proposal", True)
    until(lambda: len(kept(door)) == 2)
    door.access.revoke("ada")
    door.broker.recheck(door.access.holds)
    until(lambda: not kept(door))


def test_who_is_revoked_keeps_nothing_by_its_will(door: Door) -> None:
    hub = door.client("hub", f"{topics.ROOT}/#")
    until(lambda: hub.connected)
    one, let_in = greeted(door, "ada", door.tokens["ada"], will=(match(1), b"still here"))
    with one:
        assert let_in
        door.access.revoke("ada")
        door.broker.recheck(door.access.holds)
        assert match(1) in heard(hub) and not kept(door)


@pytest.mark.parametrize(
    ("who", "will", "may"),
    [
        ("", (match(1, GUEST), b"x" * 30_000), True), ("", (match(1, GUEST), b"x" * 33_000), False),
        ("", (match(2, GUEST), b"x"), False), ("", (match(1, HOST), b"x"), False), ("", ("elsewhere", b"x"), False),
        ("ada", (match(2, HOST), b"x"), True), ("ada", (match(2, HOST), b"x" * 33_000), False),
        ("table-1", (topics.board_topic("table-1", topics.HELLO), b"x"), True),
        ("table-1", (topics.board_topic("table-2", topics.HELLO), b"x"), False),
        ("wall", (topics.board_topic("table-1", topics.HELLO), b"x"), False),
    ],
)  # fmt: skip
def test_a_will_may_say_what_its_client_may_say(door: Door, who: str, will: tuple[str, bytes], may: bool) -> None:
    ada = door.client("ada")
    until(lambda: ada.connected)
    ada.publish(match(1), b"log", True)
    until(lambda: kept(door))
    one, let_in = greeted(door, *((who, door.tokens[who]) if who else ()), will=will)
    with one:
        assert let_in is may


def test_strangers_fill_nothing_by_their_wills(door: Door) -> None:
    crowd = [greeted(door, will=(match(n, GUEST), b"x" * 32_000)) for n in range(200)]
    assert not any(let_in for _, let_in in crowd)
    until(lambda: not door.broker.connected)
    places = brokers.PLACES[BOARD]
    will = (topics.board_topic("table-1", topics.HELLO), b"x" * 32_000)
    crowd += [greeted(door, "table-1", door.tokens["table-1"], will=will) for _ in range(places + 5)]
    until(lambda: len(door.broker.connected) == places)
    for one, _ in crowd:
        one.close()


def test_who_knows_of_no_match_is_a_stranger_still(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "STRANGERS", 5)
    ada = door.client("ada", match(1, GUEST))
    until(lambda: ada.connected)
    ada.publish(match(1), b"log", True)
    until(lambda: kept(door))
    friend = door.client("", match(1))
    until(lambda: friend.connected)
    assert heard(friend, 0.4) == [match(1)]
    crowd = [greeted(door) for _ in range(20)]
    assert all(let_in for _, let_in in crowd)
    until(lambda: len(door.broker.connected) == 7)
    assert friend.connections == 1
    friend.publish(match(1, GUEST), b"proposal")
    assert heard(ada) == [match(1, GUEST)]
    for one, _ in crowd:
        one.close()


def gone(stranger: socket.socket) -> bool:
    stranger.settimeout(5)
    try:
        while stranger.recv(4096):
            pass
    except ConnectionError:
        pass
    return True


def test_rubbish_is_hung_up_on_and_everybody_else_is_served(door: Door) -> None:
    board = door.client("table-1", topics.board_topic("table-1", topics.ACK))
    hub = door.client("hub")
    until(lambda: board.connected and hub.connected)
    rng = random.Random(1)
    good = connect_packet("x", "table-2", door.tokens["table-2"])
    for n in range(60):
        with door.raw() as stranger:
            data = rng.randbytes(rng.randrange(1, 300))
            if n % 3 == 1:
                data = good + data
            elif n % 3 == 2:
                at = rng.randrange(len(good))
                data = good[:at] + data[:1] + good[at + 1 :]
            stranger.sendall(data)
    hub.publish(topics.board_topic("table-1", topics.ACK), b"still here")
    assert heard(board) == [topics.board_topic("table-1", topics.ACK)]
    until(lambda: len(door.broker.connected) == 2)


def test_a_packet_that_is_too_long_is_not_waited_for(door: Door) -> None:
    with door.raw() as stranger:
        stranger.sendall(connect_packet("x", "table-2", door.tokens["table-2"]))
        stranger.recv(100)
        topic = topics.board_topic("table-2", topics.RECORDS).encode()
        stranger.sendall(b"\x30\xff\xff\xff\x7f" + struct.pack(">H", len(topic)) + topic + b"\0")
        try:
            for _ in range(40):
                stranger.sendall(os.urandom(4096))
        except ConnectionError:
            pass
        assert gone(stranger)


def test_who_sends_too_much_is_hung_up_on(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "BURST", 20_000)
    board = door.client("table-1")
    until(lambda: board.connected)
    for _ in range(30):
        board.publish(topics.board_topic("table-1", topics.RECORDS), b"x" * 2000)
    until(lambda: "broke off" in board.problem)


def test_a_reader_that_does_not_read_delays_nobody(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "UNACKNOWLEDGED", 50)
    sleeper = door.raw()
    sleeper.sendall(connect_packet("sleeper", "table-2", door.tokens["table-2"]))
    sleeper.recv(100)
    topic = topics.board_topic("table-2", topics.ACK).encode()
    body = b"\0\1\0" + struct.pack(">H", len(topic)) + topic + b"\1"
    sleeper.sendall(b"\x82" + bytes([len(body)]) + body)
    hub = door.client("hub")
    board = door.client("table-1", topics.board_topic("table-1", topics.ACK))
    until(lambda: hub.connected and board.connected)
    for _ in range(100):
        hub.publish(topics.board_topic("table-2", topics.ACK), b"y" * 1000)
    hub.publish(topics.board_topic("table-1", topics.ACK), b"news")
    assert heard(board, 1.0) == [topics.board_topic("table-1", topics.ACK)]
    assert gone(sleeper)
    sleeper.close()


def test_strangers_who_say_nothing_lose_their_place_to_others(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "STRANGERS", 5)
    idle = [door.raw() for _ in range(20)]
    board = door.client("table-1")
    until(lambda: board.connected)
    assert len(door.broker.connected) <= 7
    for one in idle:
        one.close()


@pytest.mark.parametrize(
    ("role", "name", "topic", "may"),
    [
        (BOARD, "a", "boards/a/records", True), (BOARD, "a", "boards/b/records", False), (BOARD, "a", "boards/a/ack", False),
        (BOARD, "a", "hubs/a", False), (BOARD, "a", "matches/" + "0" * 20 + "/host", False),
        (PLAYER, "a", "matches/" + "0" * 20 + "/host", True), (PLAYER, "a", "boards/a/game", False),
        (PLAYER, "a", "hall/tables", False), (VIEWER, "a", "boards/a/game", False),
        (FRIEND, "", "matches/" + "0" * 20 + "/guest", True), (FRIEND, "", "matches/x/guest", False),
        (FRIEND, "", "matches/" + "0" * 20 + "/host", False), (FRIEND, "", "boards/a/game", False),
        (HUB, "h", "hall/tables", True), ("", "a", "boards/a/records", False),
    ],
)  # fmt: skip
def test_who_may_publish_what(role: str, name: str, topic: str, may: bool) -> None:
    assert may_publish(role, name, f"{topics.ROOT}/{topic}") is may


def test_wildcards_are_for_those_who_may_see_everything() -> None:
    for pattern in ("#", "+/+", f"{topics.ROOT}/#", f"{topics.ROOT}/boards/+/ack", f"$share/x/{topics.ROOT}/#"):
        assert not may_subscribe(BOARD, "a", pattern)
        assert not may_subscribe(FRIEND, "", pattern)
        assert not may_subscribe(PLAYER, "a", pattern)
    assert not may_subscribe(PLAYER, "a", f"{topics.ROOT}/matches/+/host")
    assert may_subscribe(BOARD, "a", f"{topics.ROOT}/hubs/+")
    assert not may_subscribe(HUB, "h", "#")
    assert may_subscribe(VIEWER, "w", f"{topics.ROOT}/boards/#")
    for pattern in (
        f"{topics.ROOT}/#",
        f"{topics.ROOT}/+/+/host",
        f"{topics.ROOT}/matches/#",
        f"{topics.ROOT}/+/#",
        "#",
    ):
        assert not may_subscribe(VIEWER, "w", pattern)


def test_tokens_are_kept_as_hashes_and_by_name(tmp_path: Path) -> None:
    access = Access(tmp_path)
    token = access.give(BOARD, "table-1")
    again = Access(tmp_path)
    assert (again.role("table-1", token), again.role("table-2", token), again.role("table-1", "")) == (BOARD, "", "")
    assert token not in (tmp_path / "accounts.json").read_text()
    assert (tmp_path / "accounts.json").stat().st_mode & 0o077 == 0
    newer = access.give(BOARD, "table-1")
    assert again.refresh() and again.role("table-1", token) == "" and again.role("table-1", newer) == BOARD
    for role, name in (("king", "a"), (BOARD, "Table 1"), (BOARD, "../x"), (VIEWER, "table-1"), (BOARD, "")):
        with pytest.raises(CrossboardError):
            access.give(role, name)
    with pytest.raises(CrossboardError, match="no account"):
        access.revoke("nobody")
    (tmp_path / "accounts.json").write_text("{")
    with pytest.raises(CrossboardError, match="not a file of accounts"):
        Access(tmp_path)


@pytest.mark.parametrize(
    "url", ["", "host", "http://host", "mqtt://", "mqtt://host:99999", "mqtt://host:x", "mqtt:///x"]
)
def test_what_is_no_broker_s_url_is_refused(url: str) -> None:
    with pytest.raises(CrossboardError, match="not a broker's URL"):
        read_url(url)


@pytest.mark.parametrize("host", ["192.168.1..5", "a" * 64, "a\0b"])
def test_a_connection_that_fails_says_so_and_is_tried_again(
    host: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever it fails by: such a URL is refused, of course."""
    with pytest.raises(CrossboardError, match="not a broker's URL"):
        read_url(f"mqtt://t:tok@{host}")
    monkeypatch.setattr("crossboard.hub.bus.RETRY_S", (0.01, 0.01))
    bus = Bus(BusUrl("mqtt", host, 1883), [])
    for _ in range(2):
        until(lambda: bus.problem)
        bus.problem = ""
    assert not bus.connected
    bus.close()
    assert "Traceback" not in "".join(capfd.readouterr())


def test_a_url_shows_no_token() -> None:
    url = read_url("mqtts://table-1:se%2Fcret@hall.example")
    assert (url.user, url.token, url.port) == ("table-1", "se/cret", 8883)
    assert "cret" not in url.shown and read_url(url.whole) == url
