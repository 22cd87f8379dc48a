"""The doors of the pages' server: addresses and tokens, who takes up places, and whatever anybody may send."""

from __future__ import annotations

import json
import random
import socket
import string
import urllib.error
import urllib.request
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from crossboard.errors import CrossboardError
from crossboard.events import Events
from crossboard.library import Library
from crossboard.play.actions import ACTIONS, Actions
from crossboard.web import Address, Server, gate, guard
from crossboard.web.seat import Seat
from tests.support.web_rig import Rig, get, own, take, until

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    Library(tmp_path / "library.db").close()
    return tmp_path / "library.db"


@pytest.fixture
def server(library: Path) -> Generator[Server, None, None]:
    made = Server(library)
    yield made
    made.close()


# Addresses and tokens


def test_the_address_printed_is_one_that_others_can_reach(library: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        outside = asking.getsockname()[0]
    for host in ("0.0.0.0", "0"):
        server = Server(library, Address(host))
        try:
            assert urlsplit(server.url).hostname == outside
            with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(server.url) as answer:
                assert answer.status == 200
        finally:
            server.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "LOCALHOST", "::1"])
def test_every_address_of_this_machine_alone_answers_without_a_token(library: Path, host: str) -> None:
    try:
        server = Server(library, Address(host))
    except CrossboardError:
        assert host == "::1", "a machine without IPv6"
        return
    try:
        assert server.token == ""
        assert get(server, "/library")[0] == 200
        assert get(server, "/api/try", {"position": START}, Origin=own(server))[0] == 200
    finally:
        server.close()


def test_a_header_that_browsers_heed_only_where_it_is_secure_is_sent_only_there() -> None:
    sent: list[dict[str, str]] = []
    for host in ("127.0.0.1:8377", "localhost:8377", "[::1]:8377", "192.168.1.5:8377"):
        scope = {"type": "http", "headers": [(b"host", host.encode())]}
        sent.append(guard.answer_headers(scope))
    assert ["Cross-Origin-Opener-Policy" in headers for headers in sent] == [True, True, True, False]
    assert all("Content-Security-Policy" in headers for headers in sent)


@pytest.mark.parametrize(
    "host", ["", " ", "no.such.name.invalid", "300.1.1.1", "a" * 80, "x\0y", "127.0.0.1:80", "\udcff"]
)
def test_what_is_no_address_is_said_in_a_line(library: Path, host: str) -> None:
    with pytest.raises(CrossboardError) as raised:
        Server(library, Address(host))
    assert "\n" not in str(raised.value) and str(raised.value).isprintable()


@pytest.mark.parametrize(
    "token", ["&=#?/%+ with spaces", "äöü€ and more of them", 'quotes"and;semicolons,', "a%26b%3Dc%20d%25e%2f"]
)
def test_any_text_will_do_for_a_token(library: Path, token: str) -> None:
    server = Server(library, Address("0.0.0.0", token=token))
    try:
        assert server.url.isascii() and " " not in server.url
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(server.url) as answer:
            assert answer.status == 200 and "token" not in answer.url
        with opener.open(own(server) + "/library") as answer:
            assert answer.status == 200
        assert get(server, f"/library?token={quote(token[:-1], safe='')}")[0] == 403
        assert get(server, f"/library?token={quote(token.upper() + 'x', safe='')}")[0] == 403
    finally:
        server.close()


@pytest.mark.parametrize("token", ["x", "short", "fifteen letters", "with\na line feed in it", "\udcff" * 20])
def test_a_token_that_can_be_guessed_is_refused(token: str) -> None:
    with pytest.raises(CrossboardError, match="--token"):
        Address("0.0.0.0", token=token)


# Places


def opened(server: Server, count: int, said: bytes) -> list[socket.socket]:
    """Connections that say just that, and wait."""
    found: list[socket.socket] = []
    port = urlsplit(server.url).port
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", port), timeout=120)
        one.sendall(said)
        found.append(one)
    return found


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/try HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"]
)
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_connections_that_say_nothing_shut_nobody_out(library: Path, host: str, said: bytes) -> None:
    server = Server(library, Address(host))
    crowd = opened(server, 300, said)
    try:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(server.url, timeout=120) as answer:
            assert answer.status == 200
        for _ in range(5):
            with opener.open(own(server) + "/library", timeout=120) as answer:
                assert answer.status == 200
    finally:
        for one in crowd:
            one.close()
        server.close()


def test_a_page_that_is_open_stays_while_others_crowd_in(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    crowd: list[socket.socket] = []
    try:
        with rig.connect() as page:
            take(page), take(page)
            crowd = opened(rig.server, 200, b"GET")
            page.send(json.dumps({"op": "ok"}))
            until(rig, lambda: "B ok" in rig.board.commands)
    finally:
        for one in crowd:
            one.close()
        rig.close()


def test_who_says_nothing_is_hung_up_on(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PROVE_S", 0.2)
    monkeypatch.setattr(gate, "HEAD_S", 0.2)
    server = Server(library)
    try:
        asked = f"GET /library HTTP/1.1\r\nHost: {own(server)[7:]}\r\n\r\n".encode()
        for said in (b"", asked[:20], asked + b"GET /"):
            (one,) = opened(server, 1, said)
            with one:
                while True:
                    try:
                        if not one.recv(65536):
                            break
                    except ConnectionResetError:
                        break
    finally:
        server.close()


def test_a_body_that_does_not_come_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_S", 0.2)
    head = f"POST /api/try HTTP/1.1\r\nHost: {own(server)[7:]}\r\nOrigin: {own(server)}\r\nContent-Length: 90\r\n\r\n"
    (one,) = opened(server, 1, head.encode() + b'{"position"')
    with one:
        assert one.recv(65536).startswith(b"HTTP/1.1 408")


def test_who_is_refused_is_hung_up_on(server: Server) -> None:
    (one,) = opened(server, 1, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    with one:
        said = b""
        while part := one.recv(65536):
            said += part
        assert said.startswith(b"HTTP/1.1 403")


def test_neighbours() -> None:
    assert (
        gate.neighbourhood("2001:db8:1:2::1")
        == gate.neighbourhood("2001:db8:1:2:ffff::9")
        != gate.neighbourhood("2001:db8:1:3::1")
    )
    assert gate.neighbourhood("::ffff:10.0.0.1") == gate.neighbourhood("10.0.0.1") != gate.neighbourhood("10.0.0.2")


# Whatever anybody may send


def test_half_a_character_is_refused(server: Server) -> None:
    for body in (
        b'{"position": "\\ud800", "plies": []}',
        f'{{"position": "{START}", "plies": ["\\udfff"]}}'.encode(),
        b'{"\\ud800": 1, "position": "x"}',
    ):
        status, text = get(server, "/api/try", body, Origin=own(server))
        assert status == 400 and "error" in json.loads(text), body


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig, None, None]:
    made = Rig(tmp_path)
    yield made
    made.close()


def test_a_binary_frame_ends_its_connection_and_no_other(rig: Rig, capfd: pytest.CaptureFixture[str]) -> None:
    with rig.connect() as page, rig.connect() as other:
        take(page), take(other), take(other)
        page.send(b'{"op": "ok"}')
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                page.recv(timeout=60)
        assert closed.value.rcvd and closed.value.rcvd.code == 1003
        other.send(json.dumps({"op": "next"}))
        until(rig, lambda: "B next" in rig.board.commands)
    assert "Traceback" not in "".join(capfd.readouterr())


PATHS = [
    "/",
    "/?watch",
    "/library",
    "/game/1",
    "/game/0",
    "/game/" + "9" * 5000,
    "/live",
    "/api/games",
    "/api/games/1",
    "/api/games/1/page",
    "/api/games/1/record",
    "/api/games/" + "9" * 18,
    "/api/games/" + "9" * 6000,
    "/api/statistics",
    "/api/board",
    "/api/action",
    "/api/try",
    "/static/live.js",
    "/static/",
    "/static/%00",
    "/%ff%fe",
    "/static/a%2f..%2fb",
    "//",
    "/api/",
    "/game/-1",
    "/game/1/",
    "/api/games/1e3",
]
FILTERS = ["game", "player", "result", "board", "since", "until", "text", "page", "token", "watch"]
VALUES = [
    "",
    "0",
    "1",
    "-1",
    "9" * 300,
    "0000-00-00",
    "0001-01-01",
    "9999-12-31",
    "2025-02-30",
    "%",
    "_",
    "'",
    '"',
    "\\",
    "\0",
    "\ud800",
    "ı",
    "1-0",
    "*",
    "charing-cross",
    "kings-crossing:stealth",
    "\u202e",
    "🂡",
    "٣",
    "1e9",
    "NaN",
    "\x7f",
    "a" * 3000,
]


def piece(rng: random.Random, depth: int = 0) -> Any:
    """Something JSON can hold, or nearly."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return rng.choice(VALUES)
    if kind == 2:
        return rng.choice(
            [
                0,
                1,
                -1,
                63,
                64,
                255,
                256,
                511,
                512,
                2**31,
                2**63,
                2**64,
                -(2**63),
                10**30,
                1.5,
                float("inf"),
                float("nan"),
            ]
        )
    if kind == 3:
        return rng.choice([None, True, False])
    if kind == 4:
        return "".join(rng.choice(string.printable) for _ in range(rng.randrange(30)))
    if kind == 5:
        return rng.choice(
            [
                START,
                START[:-3],
                START + " x",
                "kings-crossing",
                "card-chess:progressive",
                "a4-b4",
                "a4xa6@a4",
                "k6-l6=N",
            ]
        )
    if kind == 6:
        return [piece(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {
        rng.choice(["position", "plies", "game", "moment", "on", "op", "x"]): piece(rng, depth + 1)
        for _ in range(rng.randrange(5))
    }


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


@pytest.mark.parametrize("seed", range(4))
def test_no_request_is_answered_by_an_error_inside(rig: Rig, seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(seed)
    rig.board.play("a4-b4")
    rig.run(5)
    for _ in range(150):
        path = rng.choice(PATHS)
        if rng.random() < 0.6:
            joiner = "&" if "?" in path else "?"
            wishes = [
                f"{quote(rng.choice(FILTERS))}={quote(rng.choice(VALUES).encode('utf-8', 'surrogatepass'))}"
                for _ in range(rng.randrange(1, 4))
            ]
            path += joiner + "&".join(wishes)
        body: Any = None
        if rng.random() < 0.5:
            body = rng.choice(
                [
                    dumped(piece(rng)),
                    dumped({"position": piece(rng), "plies": piece(rng)}),
                    rng.randbytes(40),
                    dumped({"position": START, "plies": [rng.choice(["a4-b4", "h4-g4", piece(rng)])]}),
                    dumped({"game": piece(rng), "moment": piece(rng), "on": piece(rng)}),
                ]
            )
        headers = {"Origin": own(rig.server)} if rng.random() < 0.9 else {}
        status, text = get(rig.server, path, body, **headers)
        assert status in (200, 303, 307, 400, 403, 404, 405), (path[:200], body, status, text)
        rig.run(1)
    assert "Traceback" not in "".join(capfd.readouterr())


OPS = [
    "lift",
    "take",
    "carry",
    "drop",
    "setup",
    "ok",
    "answer",
    "new",
    "resign",
    "draw",
    "takeback",
    "leave",
    "replay",
    "resume",
    "seen",
    "x",
]
KEYS = {
    "hand": [0, 1, 9, 10, -1],
    "square": [0, 24, 25, 63, 64, 255, 256, 300, 511, 512, -1, -2],
    "whole": [True, False],
    "letter": ["N", "r", "K", "?", "\ud800"],
    "hold": ["hold", True],
    "ply": ["a4-b4", "a4-b5", "@a4", "\x00", "x" * 400],
    "side": ["white", "Black", 0, "red"],
    "count": [1, 2, 999, 1000, 0],
    "spec": [
        "charing-cross",
        "kings-crossing:stealth",
        START,
        START[:-4],
        "card-chess:progressive 6/6",
        "a b",
        "\n",
        "kings-crossing:",
    ],
    "game": [1, 0, 2**40, 2**40 + 1],
    "moment": [0, 1, 2**40],
    "turn": [0, 1, 2**20, 2**21],
    "number": [0, 1],
}


@pytest.mark.parametrize("seed", range(6))
def test_no_message_of_a_page_ends_the_session(rig: Rig, seed: int) -> None:
    rng = random.Random(seed)
    live = rig.server.live
    assert live
    for number in range(400):
        message: dict[str, Any] = {"op": rng.choice([*live.may])}
        named = [one.name for one in ACTIONS[message["op"]].parameters] if message["op"] in ACTIONS else [*KEYS]
        for key in named if rng.random() < 0.9 else KEYS:
            values = KEYS.get(key, [""])
            if rng.random() < 0.7:
                message[key] = rng.choice(values) if rng.random() < 0.85 else piece(rng)
        live.submit(rng.randrange(3), message)
        if number % 20 == 0:
            board = rig.board
            board.say("Q", f"{board.game_id} 0 900 1 {rng.randrange(4)}" + rng.choice(["", " a4-b4 a4-b5"]))
            board.channel.queue(
                ord("V"), data := f"{board.game_id} p - {rng.choice(['8', '0']) * 64}".encode(), len(data)
            )
        rig.run(1)
    with connect(own(rig.server).replace("http", "ws") + "/live", origin=own(rig.server)) as page:  # type: ignore[arg-type]
        take(page)


@pytest.mark.parametrize("seed", range(3))
def test_no_frame_of_a_page_ends_the_server(rig: Rig, seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        with rig.connect(watch=rng.random() < 0.3) as page:
            try:
                for _ in range(rng.randrange(6)):
                    page.send(
                        rng.choice(
                            [json.dumps(piece(rng)), rng.randbytes(9), "{", json.dumps({"op": rng.choice(OPS)}), "\0"]
                        )
                    )
                rig.run(2)
            except ConnectionClosed:
                pass
    with rig.connect() as page:
        assert "you" in take(page)
    assert "Traceback" not in "".join(capfd.readouterr())


def test_a_page_of_another_name_at_the_same_port_is_another_site(library: Path) -> None:
    token = "a-token-for-the-hall"
    server = Server(library, Address("0.0.0.0", token=token))
    try:
        where, port = own(server), own(server).rpartition(":")[2]
        for origin, status in ((where, 200), (f"http://evil.example:{port}", 403), (where + ".example", 403)):
            asked = {"Authorization": f"Bearer {token}", "Origin": origin}
            assert get(server, "/api/try", {"position": START, "plies": []}, **asked)[0] == status
    finally:
        server.close()


def test_a_page_that_says_nothing_is_closed_too_when_who_may_look_has_changed(rig: Rig) -> None:
    with rig.connect() as page:
        assert "you" in take(page)
        assert "number" in json.loads(page.recv(timeout=60))  # which it does not acknowledge
        rig.server.pages.close_all()
        with pytest.raises(ConnectionClosed):
            for _ in range(100):
                page.recv(timeout=20)


def test_an_inviter_who_opens_the_seat_s_link_goes_on_managing_the_page(library: Path) -> None:
    server = Server(library, Address(token="a-token-for-the-board"))
    try:
        link = server.offer_seat(
            "abcd-efgh-jkmn-pqrs", SimpleNamespace(events=Events(), guest=None), SimpleNamespace(proposals=())
        )
        inviter, friend = (urllib.request.build_opener(urllib.request.HTTPCookieProcessor()) for _ in range(2))
        for url in (server.url, link, own(server) + "/library"):
            assert inviter.open(url).status == 200
        assert friend.open(link).status == friend.open(own(server) + "/seat").status == 200
        with pytest.raises(urllib.error.HTTPError):
            friend.open(own(server) + "/library")
        with inviter.open(f"{own(server)}/library?token={server.token}&watch&q=a%26b") as answer:
            assert answer.url.endswith("/library?watch=&q=a%26b")
    finally:
        server.close()


def test_the_link_of_a_seat_opens_nothing_else(library: Path) -> None:
    server = Server(library, Address(token="a-token-for-the-board"))
    try:
        code = "abcd-efgh-jkmn-pqrs"
        bearer = {"Authorization": f"Bearer {code}", "Origin": own(server)}
        assert get(server, "/seat", **bearer)[0] == 403  # no match yet
        url = own(server).replace("http", "ws")
        ours = {"Authorization": f"Bearer {server.token}"}
        for path, reason in (
            ("/seat/live", "no match for this page is being played here"),
            ("/live", "nothing is being played here"),
        ):
            page = connect(url + path, origin=own(server), additional_headers=ours)  # type: ignore[arg-type]
            with page, pytest.raises(ConnectionClosed, match=reason):
                page.recv(timeout=5)
        link = server.offer_seat(code, SimpleNamespace(events=Events(), guest=None), SimpleNamespace(proposals=()))
        assert link == f"{own(server)}/seat?token={code}"
        assert get(server, "/seat")[0] == 403
        for path in ("/seat", "/static/seat.js"):
            assert get(server, path, **bearer)[0] == 200
        assert get(server, "/api/try", {"position": START, "plies": []}, **bearer)[0] == 200
        for path in ("/", "/library", "/api/games", "/seats", "/api/board", "/seat/../api/games"):
            assert get(server, path, **bearer)[0] in (403, 404)
        with pytest.raises(InvalidStatus):
            connect(url + "/live", origin=own(server), additional_headers=bearer)  # type: ignore[arg-type]
        headers = {"Authorization": bearer["Authorization"]}
        with connect(url + "/seat/live", origin=own(server), additional_headers=headers) as page:  # type: ignore[arg-type]
            assert "you" in json.loads(page.recv(timeout=5))
            page.send("[]")
            with pytest.raises(ConnectionClosed):
                page.recv(timeout=5)
    finally:
        server.close()


@pytest.mark.parametrize(
    "message",
    [
        {"op": "ply"}, {"op": "ply", "at": -1, "text": "a4-b4"}, {"op": "new", "spec": "card-chess"},
        {"op": "ply", "at": 0, "text": "a4-b4\n"}, {"op": "name", "name": 7},
        {"op": "ply", "at": 0, "text": "x" * 200}, {"op": "draw", "at": True},
    ],
)  # fmt: skip
def test_a_seat_takes_nothing_but_what_a_player_may_want(message: dict[str, Any]) -> None:
    heard: list[tuple[int, str, str]] = []

    class Match:
        def seat_section(self) -> dict[str, object]:
            return {}

        def seat_guest(self, name: str) -> None:
            assert name == ""

        def hear_guest(self, at: int, kind: str, text: str) -> None:
            heard.append((at, kind, text))

    view = SimpleNamespace(events=Events(), guest=Match())
    seat = Seat(view, Actions(view), lambda: None, lambda: True)
    seat.submit(1, message)
    seat.step(0)
    taken = [seat.submit(1, {"op": "ply", "at": at, "text": "a4-b4"}) for at in range(3, 103)]
    assert taken == [True] + [False] * 99  # one waits
    seat.step(0)
    assert heard == [(3, "ply", "a4-b4")]
    assert seat.submit(1, {"op": "draw", "at": 4})
