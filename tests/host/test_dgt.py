"""The board as a DGT board: what LiveChess' WebSocket and the serial port say, byte for byte, and what may be wrong there.

python-chess, a pyserial port and a WebSocket client that are others' work read it.
"""

from __future__ import annotations

import json
import random
import select
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import chess
import pytest
import serial
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from crossboard import cli
from crossboard.boards import stream
from crossboard.dgt import live_chess, port
from crossboard.dgt.feed import Feed
from crossboard.dgt.port import DgtPort
from crossboard.dgt.seen import NOTHING, Seen, follow, piece_codes
from crossboard.dgt.serving import Dgt
from crossboard.dgt.sites import read_site
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import read_kind
from crossboard.games.rules import legal_plies
from tests.support.web_rig import Rig, until

START = chess.STARTING_FEN
PATIENCE_S = 60.0
needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
Value = dict[str, Any]


class Board(Rig):
    """A rig whose board is shown as a DGT board."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.said: list[str] = []
        hello = self.session.link.hello
        assert hello
        self.dgt = Dgt(hello.board, port=0)
        self.context.events.said.subscribe(lambda text, how: self.said.append(text + how))
        self.context.events.streamed.subscribe(self.dgt.take)
        self.context.events.round.subscribe(lambda now: self.dgt.step(self.context.events.said, True))
        self.begin("chess")

    def begin(self, spec: str) -> None:
        self.board.begin(spec)
        self.run(20)

    def play(self, *plies: str) -> None:
        for ply in plies:
            self.board.play(ply)
            self.run(5)

    def fen(self) -> str:
        assert self.session.game
        return self.session.game.text().partition(" ")[2]

    def live(self, **headers: str) -> ClientConnection:
        return connect(self.dgt.live_chess.url.replace("localhost", "127.0.0.1"), additional_headers=headers)

    def close(self) -> None:
        self.dgt.close()
        super().close()


@pytest.fixture
def board(tmp_path: Path) -> Generator[Board, None, None]:
    made = Board(tmp_path)
    yield made
    made.close()


# LiveChess


def ask(client: ClientConnection, name: str, param: object = None, number: int = 1) -> Value:
    client.send(json.dumps({"id": number, "call": name, "param": param}))
    return hear(client)


def hear(client: ClientConnection) -> Value:
    return json.loads(client.recv(timeout=PATIENCE_S))


def subscribed(client: ClientConnection, feed: int = 7) -> Value:
    """The first message of a feed."""
    serialnr = ask(client, "eboards")["param"][0]["serialnr"]
    answer = ask(client, "subscribe", {"feed": "eboardevent", "id": feed, "param": {"serialnr": serialnr}}, 42)
    assert (answer["response"], answer["id"], answer["param"]) == ("call", 42, None)
    first = hear(client)
    assert (first["response"], first["id"]) == ("feed", feed) and isinstance(first["time"], int)
    return first["param"]


def set_up(client: ClientConnection, fen: str, feed: int = 7) -> Value:
    answer = ask(client, "call", {"id": feed, "method": "setup", "param": {"fen": fen}}, 3)
    assert (answer["response"], answer["id"]) == ("call", 3)
    return hear(client)["param"]


def test_live_chess_has_one_board(board: Board) -> None:
    with board.live() as client:
        answer = ask(client, "eboards", number=5)
    (only,) = answer["param"]
    assert (answer["response"], answer["id"]) == ("call", 5)
    assert only == {
        "serialnr": only["serialnr"], "source": "Crossboard", "state": "ACTIVE", "battery": None, "comment": None,
        "board": START.partition(" ")[0], "flipped": False, "clock": None,
    }  # fmt: skip
    assert len(only["serialnr"]) == 5 and only["serialnr"].isdecimal()
    url = f"http://127.0.0.1:{board.dgt.live_chess.port}/api/v1.0/eboards"
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as found:
        assert found.headers.get_all("Content-Type") == ["application/json"] and json.load(found) == [only]


def test_a_feed_has_the_moves_since_a_position_that_was_set_up(board: Board) -> None:
    with board.live() as client:
        first = subscribed(client)
        assert set(first) == {"serialnr", "flipped", "board", "clock"} and first["board"] == START.partition(" ")[0]
        assert set_up(client, START)["san"] == []
        moves: list[str] = []
        there = chess.Board()
        for ply in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"):
            moves.append(there.san(chess.Move.from_uci(ply)))
            there.push_uci(ply)
            board.play(board.board.game.ply_text(board.board.game.parse_ply(ply)) if ply != "e1g1" else castled(board))
            told = hear(client)["param"]
            assert (told["san"], told["match"], told["start"]) == (moves, True, START)
            assert told["board"] == there.board_fen()
        board.board.take_back()
        board.run(5)
        assert hear(client)["param"]["san"] == moves[:-1]
        later = set_up(client, board.fen())
        assert later["san"] == [] and later["match"] and later["start"] == board.fen()
        ahead = chess.Board(board.fen())
        ahead.push_uci("d2d3")
        waiting = set_up(client, ahead.fen())
        assert waiting["san"] == [] and not waiting["match"]
        until(board, lambda: any(f"`new {ahead.fen()}`" in line for line in board.said))
        board.play("d2d3")
        assert hear(client)["param"] | {"match": True} == hear_last(client, board)


def test_a_game_goes_on_beyond_the_moves_that_events_list(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MOST_MOVES", 2)
    with board.live() as client:
        subscribed(client)
        for played in (["e4"], ["e4", "e5"], ["e4", "e5", "Nf3"]):
            board.play(("e2e4", "e7e5", "g1f3")[len(played) - 1])
            told = hear(client)["param"]
            assert (told["san"], told["board"]) == (played, board.fen().partition(" ")[0])
    assert not board.said


def castled(board: Board) -> str:
    """The short castling of the side to move, as our text has it."""
    game = board.board.game
    return next(text for ply in legal_plies(game) if (text := game.ply_text(ply)) in ("e1g1", "e1h1"))


def hear_last(client: ClientConnection, board: Board) -> Value:
    """What is to be heard after the position that was waited for has come: no move yet."""
    board.play("d7d6")
    told = hear(client)["param"]
    assert told["san"] == ["d6"] and told["match"]
    return {**told, "board": board_before(board), "san": []}


def board_before(board: Board) -> str:
    there = chess.Board(board.fen())
    there.set_piece_at(chess.D6, None)
    there.set_piece_at(chess.D7, chess.Piece.from_symbol("p"))
    return there.board_fen()


def test_random_games_are_seen_as_they_are_played(board: Board) -> None:
    """Captures, promotions, castling and checks, from anywhere, one game after the other."""
    chance = random.Random(7)
    with board.live() as client:
        subscribed(client)
        for start in ("chess", "chess 8/P6k/8/8/8/8/p6K/1N6 w - - 0 1", "chess r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"):
            board.begin(start)
            there = chess.Board(board.fen())
            told: Value = {"san": None}
            line: list[str] = []
            for _ in range(12):
                if there.is_game_over():
                    break
                move = chance.choice(list(there.legal_moves))
                line.append(there.san(move))
                castles = there.is_castling(move)
                there.push(move)
                game = board.board.game
                texts = [game.ply_text(ply) for ply in legal_plies(game)]
                uci = move.uci()
                board.play(uci if uci in texts else next(t for t in texts if castles and t[:2] == uci[:2]))
                while told["san"] != line:
                    told = hear(client)["param"]
                assert told["board"] == there.board_fen()


def test_the_clock_of_the_game_is_live_chess(board: Board) -> None:
    with board.live() as client:
        subscribed(client)
        board.context.clock.set(read_kind("5+3"))
        board.run(2)
        clock = hear(client)["param"]["clock"]
        assert (clock["white"], clock["black"], clock["run"]) == (300, 300, None) and isinstance(clock["time"], int)
        board.play("e2e4")
        board.context.clock.step(board.clock.ms, True)
        until(board, lambda: board.context.clock.step(board.clock.ms, True) or board.context.clock.clock.running == 1)  # type: ignore[union-attr]
        board.run(2)
        told = hear(client)["param"]["clock"]
        while told["run"] is None:
            told = hear(client)["param"]["clock"]
        assert told["run"] is False  # Black's time runs


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ("{", "not JSON"), ("[]", "a call is not an object"), ("{}", "id is neither a number nor a text"),
        ('{"id":true,"call":"eboards"}', "id is neither"), ('{"id":1,"call":"unsubscribe","param":true}', "param is not"),
        ('{"id":1,"call":"tournaments"}', "unknown call"), ('{"id":[],"call":"eboards"}', "id is neither"),
        ('{"id":1,"call":"subscribe"}', "param is not an object"),
        ('{"id":1,"call":"subscribe","param":{"id":1,"feed":"clock"}}', "unknown feed"),
        ('{"id":1,"call":"subscribe","param":{"id":1,"feed":"eboardevent"}}', "param of the feed"),
        ('{"id":1,"call":"subscribe","param":{"id":1,"feed":"eboardevent","param":{"serialnr":"1"}}}', "no board"),
        ('{"id":1,"call":"call","param":{"id":9,"method":"setup","param":{"fen":"x"}}}', "no such feed"),
        ('{"id":1,"call":"unsubscribe","param":9}', "no such feed"), ("[" * 4000, "not JSON"),
    ],
)  # fmt: skip
def test_what_live_chess_does_not_have_is_an_error(sent: str, complaint: str, board: Board) -> None:
    with board.live() as client:
        client.send(sent)
        answer = hear(client)
        assert answer["response"] == "error" and complaint in answer["param"]["message"]
        assert ask(client, "eboards")["response"] == "call"


def test_methods_of_a_feed_that_are_wrong_change_nothing(board: Board) -> None:
    with board.live() as client:
        subscribed(client)
        fens = (
            "x",
            1,
            f"x{START[1:]}",
            START.replace(" ", "/ ", 1),
            START.replace("/", ""),
            START.replace("/8", "/9", 1),
        )
        methods = [("setup", {"fen": fen}) for fen in fens]
        for method, param in (*methods, ("turn", {}), ("setup", [])):
            answer = ask(client, "call", {"id": 7, "method": method, "param": param}, 8)
            assert answer["response"] == "error" and answer["id"] == 8
        assert ask(client, "call", {"id": 7, "method": "flip", "param": {"flip": True}})["response"] == "call"
        told = set_up(client, START.replace("/8/8/8/8/", "/8/1111p3/8/8/").replace("/pppp", "/1ppp"))
        assert told["match"] is False and set_up(client, START.replace("/8/", "/44/", 1))["match"]
        board.play("e2e4")
        assert hear(client)["param"]["san"] == ["e4"]
        assert ask(client, "unsubscribe", {"id": 7})["response"] == "call"
        board.play("e7e5")
        assert ask(client, "eboards")["param"][0]["board"] == board.fen().partition(" ")[0]


def raw(number: int, *headers: str) -> str:
    """What is answered to that, "" if nothing is."""
    lines = ("GET /api/v1.0/eboards HTTP/1.1", *headers, "", "")
    with socket.create_connection(("127.0.0.1", number), PATIENCE_S) as line:
        line.sendall("\r\n".join(lines).encode("latin-1"))
        return line.recv(1000).decode()


def test_pages_are_let_in_only_if_their_site_is_known_or_was_named(caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    seen = Seen("12345")
    made = live_chess.LiveChess(seen, ["https://club.example"], said.append, 0)
    url = made.url.replace("localhost", "127.0.0.1")
    try:
        for site in (
            "https://lichess.org", "https://club.example", "http://localhost:3000", "tauri://localhost", "http://[::1]:80",
        ):  # fmt: skip
            with connect(url, origin=site) as client:  # type: ignore[arg-type]
                assert ask(client, "eboards")["param"][0]["state"] == "INACTIVE"
        for site in (
            "https://evil.example",
            "https://lichess.org.evil.example",
            "null",
            "http://localhost.evil.example",
        ):
            with pytest.raises(InvalidStatus):
                connect(url, origin=site)  # type: ignore[arg-type]
        assert [line.split()[3] for line in said if "--dgt-site" in line] == [
            "https://evil.example", "https://lichess.org.evil.example", "http://localhost.evil.example",
        ]  # fmt: skip
        assert said[2] == "a page that names no site wanted to read the board as a DGT board, and was turned away"
        for hosts, status in ((["LOCALHOST"], 200), (["localhost", "rebound.example"], 403), ([], 403)):
            assert raw(made.port, *(f"Host: {host}" for host in hosts)).split()[1] == str(status)
        twice = ("Origin: https://lichess.org", "Origin: https://evil.example", "Host: localhost")
        assert raw(made.port, *twice).split()[1] == "403"
        raw(made.port, "\x00\xff")
        assert not caplog.records  # they would be printed over the game
        with pytest.raises(InvalidStatus):
            connect(url, additional_headers={"Host": "rebound.example"})
        request = urllib.request.Request(f"http://127.0.0.1:{made.port}/elsewhere")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(request, timeout=PATIENCE_S)
        with connect(url) as client, pytest.raises(ConnectionClosed):
            client.send("x" * 5000)
            client.recv(timeout=PATIENCE_S)
    finally:
        made.close()


def test_a_board_that_is_unplugged_does_not_respond(board: Board) -> None:
    with board.live() as client:
        for here, state in ((True, "ACTIVE"), (False, "NOTRESPONDING"), (True, "ACTIVE")):
            board.dgt.step(board.context.events.said, here)
            assert ask(client, "eboards")["param"][0]["state"] == state


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://club.example", "https://club.example"), ("https://Club.example/", "https://club.example"),
        ("https://club.example:443", "https://club.example"), ("http://club.example:8080/", "http://club.example:8080"),
        ("http://[2001:db8::1]:80", "http://[2001:db8::1]"), ("chrome-extension://abc", "chrome-extension://abc"),
    ],
)  # fmt: skip
def test_a_site_is_read_as_browsers_name_it(given: str, origin: str) -> None:
    assert read_site(given) == origin


@pytest.mark.parametrize("given", ["club.example", "*", "null", "https://club.example/dgt", "https://", "https://a b"])
def test_what_no_browser_would_name_is_no_site(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "chess", "--dgt", "--dgt-site", given]) == 2
    assert f"'{given}' is not a site; wanted" in capsys.readouterr().err


def test_a_page_that_keeps_knocking_is_told_of_once(board: Board) -> None:
    for _ in range(3):
        with pytest.raises(InvalidStatus):
            board.live(Origin="https://evil.example")
    board.run(3)
    assert board.said == ["a page of https://evil.example wants to read the board as a DGT board; "
                          "--dgt-site https://evil.example lets it"]  # fmt: skip


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(CrossboardError, match=f"^127.0.0.1:{number}: [A-Za-z ]*; does LiveChess run already"):
            Dgt("x", port=number)


def test_a_position_that_comes_again_does_not_lose_the_moves_before() -> None:
    """Knights go out and home: the position that was set up stands twice."""
    there, fens, moves = chess.Board(), [START], list[str]()
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
        moves.append(there.san(chess.Move.from_uci(uci)))
        there.push_uci(uci)
        fens.append(there.fen())
    feed = Feed()
    feed.call("setup", {"fen": START})
    for count in range(5):
        news = feed.news(Seen("1", "g", "chess", tuple(fens[: count + 1]), tuple(moves[:count])))
        assert news and news["san"] == moves[:count]


def test_a_position_that_stood_earlier_waits_for_the_board_to_come_back_to_it() -> None:
    """The next game at a site begins while the last still stands on the board: none of its moves belong to the next."""
    there, fens, moves = chess.Board(), [START], list[str]()
    for uci in ("e2e4", "e7e5", "g1f3"):
        moves.append(there.san(chess.Move.from_uci(uci)))
        there.push_uci(uci)
        fens.append(there.fen())
    over = Seen("1", "g", "chess", tuple(fens), tuple(moves))
    feed = Feed()
    feed.call("setup", {"fen": START})
    news = feed.news(over)
    assert news and (news["san"], news["match"]) == ([], False) and feed.waits(over) == START
    fresh = Seen("1", "h", "chess", (START,))
    news = feed.news(fresh)
    assert news and news["match"] and not feed.waits(fresh)
    feed.call("setup", {"fen": fens[2]})  # a player was faster than the program
    news = feed.news(over)
    assert news and (news["san"], news["match"]) == (["Nf3"], True)


def test_a_program_that_waits_is_told_of_in_each_game(board: Board) -> None:
    with board.live() as client:
        subscribed(client)
        for _ in range(2):
            board.play("e2e4", "e7e5")
            board.said.clear()
            ask(client, "call", {"id": 7, "method": "setup", "param": {"fen": START}}, 3)
            until(board, lambda: any(f"`new {START}`" in line for line in board.said))
            board.begin("chess")


# The serial port


@needs_pty
def test_the_port_says_what_a_board_says_byte_for_byte(board: Board) -> None:
    def says(command: int, size: int) -> bytes:
        line.write(bytes((command,)))
        return line.read(size)

    with serial.Serial(board.dgt.port.name, 9600, timeout=PATIENCE_S) as line:
        codes = bytes([8, 9, 10, 12, 11, 10, 9, 8, *[7] * 8, *[0] * 32, *[1] * 8, 2, 3, 4, 6, 5, 4, 3, 2])
        assert says(0x42, 67) == b"\x86\x00\x43" + codes
        number = says(0x45, 8)
        assert number[:3] == b"\x91\x00\x08" and number[3:].isdigit()
        assert says(0x55, 13) == b"\xa2\x00\x0d00000" + number[3:]
        assert says(0x4D, 5) == b"\x93\x00\x05\x01\x08"
        assert says(0x46, 5) == b"\x90\x00\x05\x00\x00"
        assert says(0x41, 10) == b"\x8d\x00\x0a\0\0\0\0\0\0\x20"
        mark = says(0x47, 3)
        assert mark[0] == 0x92 and b"Crossboard" in line.read((mark[1] << 7) + mark[2] - 3)
        line.write(bytes((0x2B, 0x03, 0x03, 0x42, 0x00)))  # for a clock: what is in it is no command
        line.write(bytes((0x60, 0x04, 0x01, 0x42, 0x42, 0x00, 0x99)))  # lights, and what nobody knows
        assert says(0x4D, 5) == b"\x93\x00\x05\x01\x08"
        board.play("e2e4")
        line.write(b"\x44")  # from now on changes are told
        assert says(0x4D, 5) == b"\x93\x00\x05\x01\x08"
        for ply, changes in (("d7d5", ((11, 0), (27, 7))), ("e4d5", ((36, 0), (27, 1)))):
            board.play(ply)
            assert line.read(10) == b"".join(b"\x8e\x00\x05" + bytes(one) for one in changes)
        board.board.take_back()
        board.run(5)
        assert line.read(10) == b"\x8e\x00\x05\x1b\x07" + b"\x8e\x00\x05\x24\x01"
        line.write(b"\x40")  # no more
        assert says(0x4D, 5) == b"\x93\x00\x05\x01\x08"
        board.play("d1e2")
        assert says(0x4D, 5) == b"\x93\x00\x05\x01\x08"


@needs_pty
def test_a_program_that_has_read_nothing_leaves_nothing_to_the_next() -> None:
    made = DgtPort("12345")
    try:
        with serial.Serial(made.name, timeout=PATIENCE_S) as line:
            line.write(b"\x4b\x4d")
            assert line.read(5)
            line.write(b"\x42" * 1000)  # dumps, more than any buffer takes
            made.show("12345", START.partition(" ")[0])
        end = time.monotonic() + PATIENCE_S
        while made._updating:  # until the port has seen it go
            assert time.monotonic() < end
            time.sleep(0.01)
        with serial.Serial(made.name, timeout=PATIENCE_S) as line:
            line.write(b"\x42")
            assert line.read(67) == b"\x86\x00\x43" + piece_codes(START.partition(" ")[0])
            assert not select.select([line], [], [], 0.2)[0]
    finally:
        made.close()


class Wire:
    """A serial port without a program, and the timers that have been set there."""

    name = "wire"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.out = bytearray()
        self.resting: list[Callable[[], None]] = []
        monkeypatch.setattr(port, "open_endpoint", lambda kind, board: self)
        monkeypatch.setattr(port.threading, "Timer", lambda seconds, then: self.resting.append(then) or Mock())
        self.deliver = self.out.extend

    def taken(self, count: int) -> None:
        pass

    def take(self) -> bytes:
        """What has been sent, which a program reads."""
        found, self.out[:] = bytes(self.out), b""
        return found


def test_a_change_is_told_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are programs that take what they read at once for one change, which on DGT's boards it is."""
    wire = Wire(monkeypatch)
    made = DgtPort("12345")
    made.receive(b"\x4b")
    made.show("12345", "8/8/8/8/8/8/P7/8")
    made.show("12345", "8/8/8/8/8/8/8/P7")
    for at, code in ((48, 1), (48, 0), (56, 1)):
        assert wire.take() == bytes((0x8E, 0, 5, at, code))
        wire.resting.pop()()
    assert not wire.resting and not wire.out


def test_a_program_that_stops_reading_is_told_how_things_are_when_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(monkeypatch)
    made = DgtPort("12345")
    made.receive(b"\x4b" + b"\x4d" * 1000)
    waiting = wire.take()
    assert 0 < len(waiting) <= port.WAITING
    for row in ("7P", "6P1", "P7"):  # nobody is held up, and nothing piles up
        made.show("12345", f"8/8/8/8/8/8/8/{row}")
        made.receive(b"\x4d")
    assert not wire.out
    made.sent(len(waiting))
    assert wire.take() == bytes((0x8E, 0, 5, 56, 1))


def test_only_what_dgt_has_codes_for_is_shown() -> None:
    assert len(piece_codes(START.partition(" ")[0])) == 64
    for placement in ("8/8", "x7/8/8/8/8/8/8/8"):
        with pytest.raises(ValueError, match="squares|substring"):
            piece_codes(placement)
    event = {
        "event": "position", "board": "b", "game": "g", "position": "other x w", "fen": "x7/8 w - - 0 1", "moves": [],
    }  # fmt: skip
    assert follow(Seen("1"), event).placement == NOTHING


# The command


def test_another_game_is_no_dgt_board(board: Board, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "charing-cross", "--dgt"]) == 2
    complaint = "Charing Cross has no FEN, which is all that programs for DGT boards understand"
    assert capsys.readouterr().err == f"crossboard: --dgt: {complaint}\n"
    with board.live() as client:
        subscribed(client)
        board.begin("charing-cross")
        assert hear(client)["param"]["board"] == NOTHING
        assert ask(client, "eboards")["param"][0]["state"] == "INACTIVE"
        assert not board.said  # nobody has begun it
        board.play("a4-b4", "d1-d2")
        assert board.said == [f"no program sees a DGT board meanwhile: {complaint}"]
        board.begin("chess:960")
        there = hear(client)["param"]
        while there["board"] == NOTHING:
            there = hear(client)["param"]
        assert there["board"] == board.fen().partition(" ")[0]


def test_a_site_without_dgt_has_no_effect(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "chess", "--dgt-site", "https://club.example"]) == 2
    assert "--dgt-site has no effect without --dgt" in capsys.readouterr().err
