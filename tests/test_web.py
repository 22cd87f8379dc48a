"""The pages' server: who may use it, what it refuses, that a slow page holds up nobody, the library's JSON."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from fake_board import Bench, FakeBoard, FakeClock, FakePort
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from crossboard.archive import import_record
from crossboard.attach import Attached
from crossboard.errors import CrossboardError
from crossboard.gestures import Hand
from crossboard.library import Library
from crossboard.link import Link
from crossboard.record_reader import read_record_file
from crossboard.session import Session
from crossboard.web import Address, Server, serve
from crossboard.web import sockets as sockets_module
from crossboard.web.share import bundle, share_page
from crossboard.web.study import study


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one game of nasty names, and refused attempts."""
    folder = tmp_path_factory.mktemp("library")
    record = folder / "game.pgn"
    record.write_text(RECORD, encoding="utf-8")
    with Library(folder / "library.db") as opened:
        import_record(opened, read_record_file(record)[0])
    return folder / "library.db"


RECORD = """[Event "?"]
[Site "?"]
[Date "2024.05.01"]
[Round "?"]
[White "<script>alert(1)</script>"]
[Black "Bob'); DROP TABLE games;--"]
[Result "1-0"]
[Variant "charing-cross"]
[SetUp "1"]
[FEN "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"]
[Termination "goal"]

1. e8-f7 {[%emt 0:00:04.2] [%illegal a4-c6 nothing-to-jump]} h5-g6 {[%emt 0:00:02.0]} 2. f7xh5@- d1xf1@d1 3. h5xh3@h5
f1-g2 4. h3xf1 1-0
"""


@pytest.fixture
def server(library: Path) -> Generator[Server, None, None]:
    made = Server(library, Address(port=0))
    yield made
    made.close()


def get(server: Server, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
    """Status and text of an answer."""
    data = None if body is None else json.dumps(body).encode() if not isinstance(body, bytes) else body
    request = urllib.request.Request(server.url.partition("?")[0] + path.lstrip("/"), data, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def own(server: Server) -> str:
    return server.url.partition("?")[0].rstrip("/")


# Who may use it


def test_other_sites_and_rebound_names_are_refused(server: Server) -> None:
    assert get(server, "/library")[0] == 200
    assert get(server, "/library", Host=f"evil.example:{own(server).rpartition(':')[2]}")[0] == 403
    assert get(server, "/library", Host="127.0.0.1:1")[0] == 403
    assert get(server, "/api/games", Origin="http://evil.example")[0] == 403
    position = {"position": "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", "plies": []}
    assert get(server, "/api/try", position)[0] == 403  # a POST has to say where it comes from
    assert get(server, "/api/try", position, Origin="null")[0] == 403
    assert get(server, "/api/try", position, Origin=own(server))[0] == 200


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    address = own(server).replace("http", "ws") + "/live"
    for origin in (None, "http://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus), connect(address, origin=origin):  # type: ignore[arg-type]
            pass


def test_every_answer_keeps_the_page_to_itself(server: Server) -> None:
    with urllib.request.urlopen(server.url) as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy


def test_another_address_wants_the_token(library: Path) -> None:
    server = Server(library, Address("0.0.0.0"))
    try:
        assert len(server.token) > 20 and server.url.endswith(f"?token={server.token}")
        assert get(server, "/library")[0] == 403
        assert get(server, "/library?token=wrong")[0] == 403
        assert get(server, "/library", Cookie=f"crossboard={server.token}")[0] == 200
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(server.url) as answer:
            assert "token" not in answer.url and answer.status == 200
        with pytest.raises(InvalidStatus), connect(own(server).replace("http", "ws") + "/live", origin=own(server)):  # type: ignore[arg-type]
            pass
    finally:
        server.close()


def test_a_taken_port_is_said_in_a_line(library: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CrossboardError, match=f"127.0.0.1:{port}: "):
            Server(library, Address(port=port))


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e%2fserver.py", "/static/none", "/x", "/game/x"]
)
def test_no_path_leads_elsewhere(server: Server, path: str) -> None:
    status, text = get(server, path)
    assert status == 404 and "import" not in text


def test_too_much_is_refused(server: Server) -> None:
    assert get(server, "/api/try", b"x" * 100_000, Origin=own(server))[0] == 403
    deep = b"[" * 20_000
    for body in (b"", b"[]", b"{}", b'{"position": 1}', b'{"position": "x", "plies": [1]}', deep, b"\xff"):
        assert get(server, "/api/try", body, Origin=own(server))[0] == 400


# The library


def test_games_are_found(server: Server) -> None:
    (game,) = json.loads(get(server, "/api/games")[1])["games"]
    assert game["white"] == "<script>alert(1)</script>" and game["result"] == "1-0"
    fits = [
        "text=bob",
        "player=SCRIPT",
        "game=charing-cross",
        "result=1-0",
        "since=2024-04-01",
        "until=2024-05-01",
        "page=x",
    ]
    misses = [
        "text=carol",
        "player=zzz",
        "game=cross-eyed",
        "result=0-1",
        "since=2024-06-01",
        "until=2023-01-01",
        "page=7",
    ]
    for wish, count in [(w, 1) for w in fits] + [(w, 0) for w in misses]:
        found = json.loads(get(server, f"/api/games?{wish}")[1])
        assert len(found["games"]) == count, wish
    assert json.loads(get(server, "/api/games?text='%20OR%201=1;--")[1])["games"] == []


def test_a_game_is_told(server: Server) -> None:
    told = json.loads(get(server, "/api/games/1")[1])
    assert [turn["text"] for turn in told["turns"]][:3] == ["e8-f7", "h5-g6", "f7xh5@-"]
    assert told["turns"][0]["ms"] == 4200
    assert told["turns"][0]["refused"] == ["refused a4-c6: there is nothing to jump over"]
    refused = [step for step in told["steps"] if step["kind"] == "refused"]
    assert [step["squares"] for step in refused] == [["a4", "c6"]]
    assert told["heat"]["moves"][60] == 1 and told["heat"]["refused"] == {"a4": 1, "c6": 1}
    assert told["outcome"] == "White wins (1-0): a piece reached its goal"
    assert get(server, "/api/games/2")[0] == 404
    assert get(server, "/api/games/99999999999999999999999")[0] == 404


def test_statistics(server: Server) -> None:
    found = json.loads(get(server, "/api/statistics")[1])
    assert found["games"] == [{"spec": "charing-cross", "1-0": 1}]
    assert {row["name"]: row.get("won", 0) for row in found["players"]} == {
        "<script>alert(1)</script>": 1, "Bob'); DROP TABLE games;--": 0,
    }  # fmt: skip
    assert found["refused"] == [{"reason": "nothing-to-jump", "words": "there is nothing to jump over", "count": 1}]


def test_plies_are_tried(server: Server) -> None:
    start = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
    status, text = get(server, "/api/try", {"position": start, "plies": ["a4-b4"]}, Origin=own(server))
    found = json.loads(text)
    assert status == 200 and found["side"] == 1 and found["last"] == [24, 25]
    assert {"text": "h4-g4", "from": 31, "to": 30} in found["legal"]
    status, text = get(server, "/api/try", {"position": start, "plies": ["a4-a7"]}, Origin=own(server))
    assert status == 400 and "a4-a7" in json.loads(text)["error"]
    assert get(server, "/api/try", {"position": "nonsense"}, Origin=own(server))[0] == 400


def test_one_file_holds_a_whole_game(server: Server, library: Path) -> None:
    status, page = get(server, "/api/games/1/page")
    assert status == 200 and "<script>alert" not in page and "\\u003cscript>alert" in page
    assert "import " not in page.partition("<script>")[2] and "src=" not in page and 'href="/static' not in page
    with Library(library) as opened:
        assert share_page(study(opened.game(1), opened.events(1))) == page
    names = [
        line.split("(")[0].split()[-1]
        for line in bundle().splitlines()
        if line.startswith(("function", "async function"))
    ]
    assert len(names) == len(set(names)) > 20
    assert get(server, "/api/games/1/record")[1].startswith("[Event")


# The live page


class Sitting:
    """A session on a fake board, shown."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.board = FakeBoard(self.clock)
        self.bench = Bench()
        self.library = Library(folder / "live.db")
        port = FakePort(self.board)
        link = Link(port, lambda: [], clock=self.clock)
        self.attached = Attached(link, Hand(self.bench), {"games": {}}, "a fake board")
        self.session = Session(link, self.library)
        self.server = serve(self.attached, self.session, folder / "live.db")
        self.board.begin("charing-cross")
        self.run(20)

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self.board.step()
            self.session.step()
            self.server.step(self.clock.ms)
            self.clock.ms += 50

    def connect(self, watch: bool = False) -> ClientConnection:
        url = own(self.server)
        return connect(url.replace("http", "ws") + "/live" + ("?watch" if watch else ""), origin=url)  # type: ignore[arg-type]

    def close(self) -> None:
        self.server.close()
        self.attached.close()
        self.library.close()


@pytest.fixture
def sitting(tmp_path: Path) -> Generator[Sitting, None, None]:
    made = Sitting(tmp_path)
    yield made
    made.close()


def take(page: ClientConnection) -> dict[str, Any]:
    """The next state, taken in."""
    message = json.loads(page.recv(timeout=5))
    if "number" in message:
        page.send(json.dumps({"op": "seen", "number": message["number"]}))
    return message


def until(sitting: Sitting, condition: Any) -> None:
    """Play on until something holds."""
    for _ in range(200):
        sitting.run(1)
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("that never came")


def test_a_page_sees_the_game_and_moves_pieces(sitting: Sitting) -> None:
    with sitting.connect() as page:
        assert take(page) == {"you": 1}
        state = take(page)
        assert state["game"]["spec"] == "charing-cross" and state["status"]["text"] == "White to move."
        assert state["table"]["box"] == "NNRRnnrr"
        page.send(json.dumps({"op": "take", "hand": 0, "letter": "N"}))
        page.send(json.dumps({"op": "drop", "hand": 0, "square": 24}))
        until(sitting, lambda: "+a4" in sitting.bench.history)
        page.send(json.dumps({"op": "lift", "hand": 0, "square": 24, "whole": False}))
        until(sitting, lambda: "-a4" in sitting.bench.history)
    until(sitting, lambda: sitting.bench.history[-1] == "+a4")  # the page is gone: its piece goes back


def test_commands_of_a_page_reach_the_board(sitting: Sitting) -> None:
    with sitting.connect() as page:
        take(page), take(page)
        for message in ({"op": "press", "button": "ok"}, {"op": "resign", "side": 0}, {"op": "takeback", "count": 2},
                        {"op": "draw"}, {"op": "new", "spec": "card-chess:plain"}):  # fmt: skip
            page.send(json.dumps(message))
        wanted = ["B ok", "E 2 11", "U 2", "E 3 12", "N card-chess:plain"]
        until(sitting, lambda: [c for c in sitting.board.commands if c[0] not in "KST"] == wanted)


def test_the_answer_chosen_is_gone_to(sitting: Sitting) -> None:
    with sitting.connect() as page:
        take(page), take(page)
        sitting.board.say("Q", f"{sitting.board.game_id} 0 900 1 2 a4-b4 a4-b5")
        sitting.run(5)
        page.send(json.dumps({"op": "answer", "ply": "a4-b5"}))
        until(sitting, lambda: "B next" in sitting.board.commands)
        sitting.board.say("Q", f"{sitting.board.game_id} 0 900 2 2 a4-b5 a4-b4")
        until(sitting, lambda: "B ok" in sitting.board.commands)


@pytest.mark.parametrize(
    "message",
    [
        {"op": "lift", "hand": 0, "square": 9999}, {"op": "lift", "hand": -1, "square": 1}, {"op": "lift"},
        {"op": "lift", "hand": True, "square": 1}, {"op": "press", "button": "reset"}, {"op": "frob"},
        {"op": "new", "spec": "x\nN y"}, {"op": "new", "spec": "nine-holes"}, {"op": "resign", "side": 3},
        {"op": "new", "spec": "charing-cross", "kings": [1, 2]}, {"op": "takeback", "count": 1e9},
    ],
)  # fmt: skip
def test_malformed_wishes_are_refused_in_words(sitting: Sitting, message: dict[str, Any]) -> None:
    with sitting.connect() as page:
        take(page), take(page)
        page.send(json.dumps(message))
        until(sitting, lambda: sitting.server.live and len(sitting.server.live._said) == 1)
    assert [c for c in sitting.board.commands if c[0] not in "KST"] == [] and sitting.bench.history == []


@pytest.mark.parametrize("text", ["", "[]", "{", '{"op": 1}', "x" * 3000, "[" * 1500])
def test_what_is_no_message_ends_the_connection(sitting: Sitting, text: str) -> None:
    with sitting.connect() as page:
        take(page)
        page.send(text)
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(timeout=5)


def test_who_watches_moves_nothing(sitting: Sitting) -> None:
    with sitting.connect(watch=True) as page:
        take(page), take(page)
        page.send(json.dumps({"op": "press", "button": "ok"}))
        page.send(json.dumps({"op": "take", "hand": 0, "letter": "N"}))
        sitting.run(20)
        time.sleep(0.1)
        sitting.run(5)
        assert not any(command.startswith("B") for command in sitting.board.commands) and sitting.bench.history == []


def test_a_page_that_takes_nothing_in_gets_one_state_and_then_the_latest(sitting: Sitting) -> None:
    with sitting.connect() as slow, sitting.connect() as quick:
        assert json.loads(slow.recv(timeout=5))["you"] == 1
        first = json.loads(slow.recv(timeout=5))
        take(quick), take(quick)
        for ply in ("a4-b4", "h4-g4", "b4-c4"):
            sitting.board.play(ply)
            until(sitting, lambda: sitting.session.played and sitting.session.played.events)
            sitting.run(5)
        turns: list[str] = []
        while len(turns) < 3:
            turns = [turn["text"] for turn in take(quick).get("turns", {}).get("turns", [])] or turns
        with pytest.raises(TimeoutError):
            slow.recv(timeout=0.3)
        slow.send(json.dumps({"op": "seen", "number": first["number"]}))
        latest = json.loads(slow.recv(timeout=5))
        assert [turn["text"] for turn in latest["turns"]["turns"]] == ["a4-b4", "h4-g4", "b4-c4"]


def test_pages_and_their_messages_are_limited(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets_module, "PAGES", 1)
    with sitting.connect() as page:
        take(page)
        with sitting.connect() as other, pytest.raises(ConnectionClosed):
            other.recv(timeout=5)
        with pytest.raises(ConnectionClosed):
            for _ in range(2000):
                page.send('{"op": "seen"}')
            while True:
                page.recv(timeout=5)


def test_secret_kings_never_reach_a_page(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    try:
        sitting.board.begin("kings-crossing:stealth MM4mm/MM4mm/KM4mm/MM4km w - - 0")
        sitting.run(20)
        assert sitting.server.live
        text = sitting.server.live.snapshot.since(0)[1]
        state = json.loads(text)
        assert state["game"]["position"].startswith("kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w")
        assert set("".join(state["table"]["squares"].values()) + state["table"]["box"]) == {"M", "m"}
        assert "KM4" not in text.replace("/KM4mk w - - 0", "") and "4km" not in text
        told = json.loads(get(sitting.server, f"/api/games/{state['game']['number']}")[1])
        assert all(step["position"].count("K") == 0 for step in told["steps"])
    finally:
        sitting.close()
