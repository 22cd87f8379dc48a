"""The pages' server: who may use it, what it refuses, the library's JSON."""

from __future__ import annotations

import contextvars
import http.client
import json
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from crossboard.errors import CrossboardError
from crossboard.language import LANGUAGE
from crossboard.language.catalogues import LANGUAGES
from crossboard.library import Library
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file
from crossboard.web import Address, Server, guard
from crossboard.web.share import bundle, share_page
from crossboard.web.static_files import STATIC, static_file
from crossboard.web.study import game_study
from tests.support.web_rig import get, own


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one game of nasty names, and refused attempts."""
    folder = tmp_path_factory.mktemp("library")
    record = folder / "game.pgn"
    record.write_text(RECORD, encoding="utf-8")
    with Library(folder / "library.db") as opened:
        import_record(opened, read_record_file(record)[0])
    return folder / "library.db"


DEMO = Path(__file__).parents[2] / "host" / "crossboard" / "play" / "demo.pgn"
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


LOADED = re.compile(r'(?:(?:href|src)="/static/|from "\./)([^"]+)"')

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
        assert get(server, "/library", Cookie=f"crossboard-{own(server).rpartition(':')[2]}={server.token}")[0] == 200
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


def test_a_game_that_is_not_there_has_a_page_that_says_so(server: Server) -> None:
    """As a link to it may lead to the page: its status is for programs."""
    (status, page), (missing, same) = get(server, "/game/1"), get(server, "/game/999")
    assert (status, missing) == (200, 404) and page == same


@pytest.mark.parametrize("size", [guard.LONGEST_BODY + 1, 400_000, 5_000_000])
@pytest.mark.parametrize("chunked", [False, True])
def test_too_much_is_answered(server: Server, size: int, chunked: bool) -> None:
    """Whoever sends it gets to read why it is refused, whatever the route, and wherever the page is from."""
    host = own(server).removeprefix("http://")
    for path, origin, status in (
        ("/api/try", own(server), 413), ("/api/analysis", own(server), 413), ("/api/games/1/edit", own(server), 413),
        ("/api/action", own(server), 413), ("/api/try", "http://evil.example", 403), ("/api/nothing", own(server), 403),
    ):  # fmt: skip
        link = http.client.HTTPConnection(host, timeout=60)
        body = (b"x" * min(10_000, size - at) for at in range(0, size, 10_000)) if chunked else b"x" * size
        link.request("POST", path, body, {"Origin": origin}, encode_chunked=chunked)
        answer = link.getresponse()
        assert answer.status == status and len(json.loads(answer.read())["error"].splitlines()) == 1
        link.close()


@pytest.mark.parametrize(
    "query",
    [
        "limit=-1", "limit=x", "page=-1", "page=x", "page=1.5", "page=٣", "page=" + "9" * 30, "Game=x", "player=" + "a" * 300,
        "%00=1", "x" * 500 + "=1",
    ],
)  # fmt: skip
def test_a_parameter_that_cannot_be_meant_is_refused(server: Server, query: str) -> None:
    """Passed over in silence, it would look as if the answer were for it."""
    status, text = get(server, f"/api/games?{quote(query, safe='=%')}")
    error = json.loads(text)["error"]
    assert status == 400 and len(error.splitlines()) == 1 and len(error) < 200
    assert get(server, "/api/puzzles?page=1")[0] == 400
    assert get(server, "/api/games?page=0&player=Ada&token=x")[0] == 200


def test_what_cannot_be_read_is_refused(server: Server) -> None:
    deep = b"[" * 20_000
    for body in (b"", b"[]", b"{}", b'{"position": 1}', b'{"position": "x", "plies": [1]}', deep, b"\xff"):
        assert get(server, "/api/try", body, Origin=own(server))[0] == 400
        assert get(server, "/api/position", body, Origin=own(server))[0] == 400


def test_a_replay_on_the_board_is_asked_for_by_our_own_pages_only(server: Server) -> None:
    wish = {"op": "replay", "game": 1, "moment": 0}
    assert get(server, "/api/board") == (200, '{"games":[]}')
    assert (
        get(server, "/api/action", wish)[0] == get(server, "/api/action", wish, Origin="http://evil.example")[0] == 403
    )
    assert get(server, "/api/action", wish, Origin=own(server)) == (400, '{"error":"no board is attached"}')
    assert get(server, "/api/action")[0] == 405
    for body in (
        b"",
        b"[]",
        b"7",
        b"[" * 20_000,
        b"\xff",
    ):
        status, text = get(server, "/api/action", body, Origin=own(server))
        assert status == 400 and "expected: an action" in text, body


# The library


def test_games_are_found(server: Server) -> None:
    (game,) = json.loads(get(server, "/api/games")[1])["games"]
    assert game["first"] == "<script>alert(1)</script>" and game["result"] == "1-0"
    fits = [
        "text=bob",
        "player=SCRIPT",
        "game=charing-cross",
        "result=1-0",
        "since=2024-04-01",
        "until=2024-05-01",
        "page=0",
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
    assert [(row["spec"], row["first"], row["second"]) for row in found["games"]] == [("charing-cross", 1, 0)]
    assert {row["name"]: row["won"] for row in found["players"]} == {
        "<script>alert(1)</script>": 1, "Bob'); DROP TABLE games;--": 0,
    }  # fmt: skip
    assert [(row["reason"], row["words"], row["count"]) for row in found["refusals"]] == [
        ("nothing-to-jump", "there is nothing to jump over", 1)
    ]
    assert {(row["square"], row["refused"]) for row in found["squares"]} == {("a4", 1), ("c6", 1)}
    assert get(server, "/api/games?since=yesterday") == (
        400,
        '{"error":"\'yesterday\' is not a date such as 2025-03-31"}',
    )


def test_plies_are_tried(server: Server) -> None:
    start = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
    status, text = get(server, "/api/try", {"position": start, "plies": ["a4-b4"]}, Origin=own(server))
    found = json.loads(text)
    assert status == 200 and found["side"] == 1 and found["last"] == [24, 25]
    assert {"text": "h4-g4", "words": "knight h4 to g4", "notation": "h4-g4", "from": 31, "to": 30} in found["legal"]
    status, text = get(server, "/api/try", {"position": start, "plies": ["a4-a7"]}, Origin=own(server))
    assert status == 400 and "a4-a7" in json.loads(text)["error"]
    assert get(server, "/api/try", {"position": "nonsense"}, Origin=own(server))[0] == 400


def test_a_position_is_tried(server: Server) -> None:
    def tried(text: str, spec: str) -> tuple[int, dict[str, Any]]:
        status, answer = get(server, "/api/position", {"text": text, "spec": spec}, Origin=own(server))
        return status, json.loads(answer)

    fen = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"
    status, found = tried(fen, "chess")
    assert (status, found["text"], found["problem"]) == (200, "chess 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "")
    assert found["foreign"] == "4k3/8/8/8/8/8/8/4K2R w K - 0 1" and found["stacking"] is False
    status, found = tried("card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT b rbrbrbbrbrbr -", "chess")
    assert (status, found["spec"], found["sides"], found["stacking"]) == (200, "card-chess", ["Red", "Black"], True)
    assert tried("charing-cross 8/8/8/8/8/8/8/3rrr2 w -", "x")[1]["problem"] == "more than two 'r'"
    for text, spec in (("nonsense", "chess"), ("nonsense", "nothing"), ("x " * 900, "chess"), ("", "")):
        status, found = tried(text, spec)
        assert status == 400 and len(found["error"].splitlines()) == 1


def test_one_file_holds_a_whole_game(server: Server, library: Path) -> None:
    status, page = get(server, "/api/games/1/page")
    assert status == 200 and "<script>alert" not in page and "\\u003cscript>alert" in page
    assert "import " not in page.partition("<script>")[2] and "src=" not in page and 'href="/static' not in page
    with Library(library) as opened:
        assert share_page(game_study(opened, 1)) == page
    names = [
        line.split("(")[0].split()[-1]
        for line in bundle().splitlines()
        if line.startswith(("function", "async function"))
    ]
    assert len(names) == len(set(names)) > 20
    assert get(server, "/api/games/1/record")[1].startswith("[Event")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("1/picture.png?turn=9999", "there is no turn 9999; the game has"),
        ("1/picture.png?turn=-1", "turn: wanted a number from 0 on, not '-1'"),
        ("1/game.gif?flip=x", "flip: wanted a number from 0 on, not 'x'"),
        ("1/game.gif?turn=1", "there is no parameter 'turn': known are flip"),
        ("99/picture.png", "there is no game 99"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_in_one_line(server: Server, path: str, words: str) -> None:
    status, text = get(server, f"/api/games/{path}")
    error = json.loads(text)["error"]
    assert status in (400, 404) and error.startswith(words) and "\n" not in error


def test_a_picture_is_seen_from_either_side(server: Server) -> None:
    url = f"{own(server)}/api/games/1/picture.png?turn=0"
    upright, turned = (urllib.request.urlopen(url + more, timeout=60).read() for more in ("", "&flip=1"))
    assert upright.startswith(b"\x89PNG") and turned.startswith(b"\x89PNG") and upright != turned


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", sorted(path.name for path in STATIC.glob("*.html")))
def test_a_page_with_all_that_it_loads_stays_small(page: str, language: str) -> None:
    """Styles, scripts and what those import, the words and the pieces, in its language."""
    parts = contextvars.copy_context().run(_loaded, page, language)
    assert {"words.js", "catalogue.js", "base.css"} <= parts.keys()
    assert sum(map(len, parts.values())) < 250_000


def _loaded(page: str, language: str) -> dict[str, bytes]:
    """What the page loads in that language, by name. It leaves the language set."""
    LANGUAGE.set(language)
    parts: dict[str, bytes] = {}
    wanted = [page]
    while wanted:
        name = wanted.pop()
        if name not in parts:
            parts[name] = static_file(name) or b""
            assert parts[name], name
            wanted += LOADED.findall(parts[name].decode()) if name.endswith((".html", ".js")) else []
    return parts


# Analysis


def test_a_game_is_analysed_stopped_and_told(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library(path) as opened:
        number = import_record(opened, read_record_file(DEMO)[0]).game
    server = Server(path)
    try:
        where = f"/api/games/{number}"
        assert json.loads(get(server, f"{where}/analysis")[1])["state"] == "idle"
        assert json.loads(get(server, where)[1])["analysis"] == []
        for wrong in ({}, {"do": "all"}, [], {"do": ["begin"]}):
            assert get(server, f"{where}/analysis", wrong, Origin=own(server))[0] == 400
        assert get(server, f"{where}/analysis", {"do": "begin"})[0] == 403
        assert get(server, f"{where}/analysis", {"do": "begin"}, Origin=own(server))[0] == 200
        state = until(server, where, lambda state: state["done"] > 0)
        assert (state["state"], state["count"]) == ("running", 11)
        get(server, f"{where}/analysis", {"do": "stop"}, Origin=own(server))
        until(server, where, lambda state: state["state"] == "idle")
        told = json.loads(get(server, where)[1])["analysis"]
        scored = [one for one in told if one["eval"]]
        assert 0 < len(scored) < len(told)
        assert told[-1]["chance"] == 1.0 and told[-1]["eval"] is None, "the end is known without"
        get(server, "/api/games/99/analysis", {"do": "begin"}, Origin=own(server))
        assert "no game 99" in until(server, "/api/games/99", lambda state: state["state"] == "failed")["problem"]
        get(server, "/api/analysis", {"do": "begin"}, Origin=own(server))
        assert json.loads(get(server, "/api/analysis")[1])["game"] in (0, number)
    finally:
        server.close()


def until(server: Server, where: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The state of an analysis, as soon as it is so."""
    end = time.monotonic() + 240
    while time.monotonic() < end:
        state = json.loads(get(server, f"{where}/analysis")[1])
        if fits(state):
            return state
        time.sleep(0.05)
    raise AssertionError(state)
