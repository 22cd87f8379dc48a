"""A hub and the boards that report to it, over the embedded broker: whatever is killed, the hub comes to have every record once."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from crossboard.errors import CrossboardError
from crossboard.games.rules import new_game
from crossboard.hub import allowance, messages, pairings, reporter, topics
from crossboard.hub import hall as halls
from crossboard.hub.access import Access
from crossboard.hub.broker import Broker
from crossboard.hub.bus import Bus, BusUrl
from crossboard.hub.command import Hub
from crossboard.hub.csv_rows import csv_file
from crossboard.hub.reporter import Reporter, last_words, patterns
from crossboard.hub.round_files import round_file
from crossboard.hub.schedule import read_log
from crossboard.library import Library
from crossboard.library.record_reader import read_records
from crossboard.web.server import Address
from tests.support.fake_board import SessionRig
from tests.support.web_rig import get, own

PATIENCE_S = 120.0
PLIES = ("a4-b4", "d1-d2", "b4-c4", "d2-d3", "c4-d4", "d3-c4")


class Board(SessionRig):
    """A board, its PC, and the reporter that reports to a hub."""

    ms = 50

    def __init__(self, folder: Path, name: str, token: str, port: int) -> None:
        folder.mkdir()
        super().__init__(folder, False)
        self.name, self.url = name, BusUrl("mqtt", "127.0.0.1", port, name, token)
        self.bus: Bus | None = None
        self.played = 0

    def switch_on(self) -> None:
        self.bus = Bus(self.url, patterns(self.name), last_words(self.name))
        self.reporter = Reporter(self.session, self.library, self.bus, self.name)

    def switch_off(self) -> None:
        if self.bus:
            self.bus.close()
        self.bus = None

    def round(self) -> None:
        super().round()
        if self.bus:
            self.reporter.step()

    def begin(self, spec: str = "charing-cross") -> None:
        self.board.begin(spec)
        self.played = 0
        self.run(20)

    def play(self, count: int = 1) -> None:
        for _ in range(count):
            self.board.play(PLIES[self.played])
            self.played += 1
        self.run(10)

    def play_to_the_end(self) -> str:
        """A game that White resigns after two plies; the board's id of it."""
        self.begin()
        self.play(2)
        self.board._record("E", "2 11")
        self.run(10)
        return self.board.game_id


class Hall:
    """A hub that can be killed and begun again, and its boards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.access = Access(folder / "hub")
        self.boards: list[Board] = []
        self.port = 0
        self.hub: Hub | None = None
        self.broker: Broker | None = None
        self.begin_broker()

    def begin_broker(self) -> None:
        self.broker = Broker("127.0.0.1", self.port, self._check)
        self.port = self.broker.port

    def _check(self, name: str, token: str) -> str:
        self.access.refresh()
        return topics.HUB if (name, token) == ("hub", "hub") else self.access.role(name, token)

    def begin(self, name: str = "hub", folder: str = "hub", token: str = "") -> Hub:
        url = BusUrl("mqtt", "127.0.0.1", self.port, "hub", "hub")
        path = self.folder / folder
        return Hub(path, path / "library.db", name, Address(token=token), url, ("127.0.0.1", 0))

    def board(self, name: str) -> Board:
        made = Board(self.folder / name, name, self.access.give(topics.BOARD, name), self.port)
        self.boards.append(made)
        made.switch_on()
        return made

    def until(self, condition: Callable[[], bool], *hubs: Hub) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end
            for board in self.boards:
                board.run(1)
            for hub in hubs or ([self.hub] if self.hub else []):
                hub.step(time.monotonic())
            time.sleep(0.005)

    def events(self, hub: Hub, board: Board) -> list[str]:
        number = hub.library.find_game(board.name, board.board.game_id)
        return [event.raw for event in hub.library.events(number)] if number else []

    def has_all(self, hub: Hub) -> bool:
        return all(
            len(self.events(hub, board)) == len(board.board.journal) and board.board.journal for board in self.boards
        )

    def check(self, hub: Hub) -> None:
        """Every record once, in order, as the board has it."""
        for board in self.boards:
            game = board.board.game_id
            wanted = [f"{line[0]} {game}{line[1:]}" for line in board.board.journal]
            assert self.events(hub, board) == wanted
            number = hub.library.find_game(board.name, game)
            assert number
            assert not hub.library.strays(number)
            assert not [event for event in hub.library.events(number) if event.flag]


@pytest.fixture
def hall(tmp_path: Path) -> Generator[Hall, None, None]:
    made = Hall(tmp_path)
    yield made
    for board in made.boards:
        board.switch_off()
        board.close()
    if made.hub:
        made.hub.close()
    if made.broker:
        made.broker.close()


def test_games_of_a_round_stand_apart_in_its_file(hall: Hall) -> None:
    hall.hub = hall.begin()
    listed = "round,table,first,second\n1,table-1,Ada,Bob\n1,table-2,Cleo,Dan\n"
    hall.hub.hall.schedule.pair(pairings.read_csv(listed, "x"))
    for name in ("table-1", "table-2"):
        board = hall.board(name)
        board.begin()
        board.play(1)
    path = hall.folder / "hub" / "round-1.pgn"
    hall.until(lambda: path.is_file() and path.read_text().count(" a4-b4") == 2)
    assert "*\n\n[Event " in path.read_text()


def test_rounds_whose_names_look_alike_have_files_of_their_own() -> None:
    names = ["1", "A b", "A-b", "A/b", "A_b", "Ä", "Ö", "..", "é" * 80, "A-b.pgn", "A+b"]
    files = [round_file(name) for name in names]
    assert len(set(files)) == len(names) and all(file.isascii() and "/" not in file for file in files)
    assert files[0] == "round-1.pgn" and files[2] == "round-A-b.pgn" and max(map(len, files)) < 120
    with pytest.raises(CrossboardError, match="round final is spelt Final, too"):
        pairings.read_csv("round,table,first,second\nFinal,table-1,A,B\nfinal,table-2,C,D\n", "pairings")


def test_what_a_board_plays_is_on_the_wall_and_in_the_library(hall: Hall) -> None:
    hall.hub = hall.begin()
    board = hall.board("table-1")
    board.begin()
    board.play(3)
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    hall.check(hall.hub)
    hall.until(lambda: bool((tile := hall.hub.wall.tile("table-1")) and tile.seq == 3 and tile.here))  # type: ignore[union-attr]
    tile = hall.hub.wall.tile("table-1")
    assert tile and (tile.label, tile.last, tile.turns, tile.result) == ("2.", "b4-c4", 3, "*")
    assert tile.position == board.board.game.text()
    board.board.take_back()
    hall.until(lambda: hall.hub.wall.tile("table-1").turns == 2)  # type: ignore[union-attr]
    assert hall.hub.wall.tile("table-1").label == "1..."  # type: ignore[union-attr]
    status, text = get(hall.hub.server, "/api/hall")
    assert status == 200 and json.loads(text)["boards"][0]["board"] == "table-1"
    assert "hall.js" in get(hall.hub.server, "/")[1]
    assert get(hall.hub.server, f"/game/{tile.number}")[0] == 200
    bus, board.bus = board.bus, None
    assert bus
    bus._client.socket().shutdown(2)  # as a crash would: the broker tells
    hall.until(lambda: not hall.hub.wall.tile("table-1").here)  # type: ignore[union-attr]
    bus.close()


def test_a_pc_that_was_off_for_a_week_catches_up(hall: Hall) -> None:
    board = hall.board("table-1")
    board.switch_off()
    board.begin()
    board.play(4)
    board.begin("card-chess:plain")
    for _ in range(130):
        board.board.refuse("a1", "a4", 1)  # more than a message holds
    board.run(60)
    hall.hub = hall.begin()
    board.switch_on()
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    hall.check(hall.hub)
    hall.until(lambda: hall.hub.library.count() == 2)  # type: ignore[union-attr]


def test_hub_and_broker_are_killed_in_the_midst(hall: Hall) -> None:
    hall.hub = hall.begin()
    for name in ("table-1", "table-2"):
        board = hall.board(name)
        board.begin()
        board.play(2)
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    assert hall.broker
    hall.broker.close()
    hall.boards[0].play(1)
    hall.begin_broker()
    hall.hub.bus.close()  # a hub that is killed says nothing
    hall.hub.close()
    hall.hub = None
    hall.boards[1].play(2)
    hall.hub = hall.begin()
    hall.boards[0].play(1)
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    hall.check(hall.hub)


def test_a_second_hub_on_the_same_broker_takes_over(hall: Hall) -> None:
    hall.hub = hall.begin()
    board = hall.board("table-1")
    board.begin()
    board.play(2)
    hall.hub.hall.schedule.pair(pairings.read_csv("round,table,first,second\n1,table-1,Ada,Bob\n", "p"))
    second = hall.begin("second", "second")
    try:
        hall.until(lambda: hall.has_all(second) and bool(second.hall.schedule.pairings), hall.hub, second)
        hall.hub.close()
        hall.hub = None
        board.play(2)
        hall.until(lambda: hall.has_all(second), second)
        hall.check(second)
        assert second.hall.schedule.pairings[0].first == "Ada"
    finally:
        second.close()


def test_a_second_hub_takes_no_finished_game_for_the_next_round(hall: Hall) -> None:
    hall.hub = hall.begin()
    hall.hub.hall.schedule.pair(
        pairings.read_csv("round,table,first,second\n1,table-1,Ada,Bob\n2,table-1,Bob,Ada\n", "p")
    )
    board = hall.board("table-1")
    first = board.play_to_the_end()
    hall.until(lambda: hall.hub.hall.schedule.pairings[0].result == "0-1")  # type: ignore[union-attr]
    second = hall.begin("second", "second")
    try:
        hall.until(lambda: hall.has_all(second) and bool(second.hall.schedule.pairings), hall.hub, second)
        assert [one.game for one in second.hall.schedule.pairings] == [first, ""]
        hall.hub.close()
        hall.hub = None
        again = board.play_to_the_end()
        hall.until(lambda: second.hall.schedule.pairings[1].result == "0-1", second)
        assert [one.game for one in second.hall.schedule.pairings] == [first, again]
        tile = second.wall.tile("table-1")
        assert tile and (tile.round, tile.first) == ("2", "Bob")
    finally:
        second.close()


def test_games_of_other_days_are_nobody_s_pairing(hall: Hall) -> None:
    """A PC sends a new hub all that it has; only the game being played begins a round."""
    board = hall.board("table-1")
    old = board.play_to_the_end()
    board.begin()
    board.play(1)
    hall.hub = hall.begin()
    hub = hall.hub
    hub.hall.schedule.pair(pairings.read_csv("round,table,first,second\n1,table-1,Ada,Bob\n2,table-1,Bob,Ada\n", "p"))

    def whole() -> bool:
        number = hub.library.find_game("table-1", old)
        return bool(number and hub.library.game(number).result == "0-1" and hub.hall.schedule.pairings[0].game)

    hall.until(whole)
    assert [(one.game, one.result) for one in hub.hall.schedule.pairings] == [(board.board.game_id, "*"), ("", "*")]


def test_a_second_hub_gets_more_pairings_than_a_message_holds(hall: Hall) -> None:
    hall.hub = hall.begin()
    rows = [f"{i // 100 + 1},table-{i % 100 + 1},Ada Łovelace {i},Bob {i}" for i in range(1200)]
    listed = pairings.read_csv("round,table,first,second\n" + "\n".join(rows) + "\n", "p")
    assert len(pairings.in_parts(listed)) > 3 and sum(pairings.in_parts(listed), []) == listed
    hall.hub.hall.schedule.pair(listed)
    second = hall.begin("second", "second")
    try:
        hall.until(lambda: second.hall.schedule.pairings == listed, hall.hub, second)
        second.hall.schedule.set_result("12", "table-100", "1-0", "Ruth")  # whoever is told tells the other
        hall.until(lambda: hall.hub.hall.schedule.pairings == second.hall.schedule.pairings, hall.hub, second)  # type: ignore[union-attr]
        assert hall.hub.hall.schedule.pairings[-1].result == "1-0"
        hall.hub.hall.schedule.pair(listed[:2])  # fewer again: what is left of the parts counts no more
        hall.until(
            lambda: second.hall.schedule.pairings[0] == listed[0] and len(second.hall.schedule.pairings) == 2,
            hall.hub,
            second,
        )
        third = hall.begin("third", "third")
        try:
            hall.until(lambda: len(third.hall.schedule.pairings) == 2, hall.hub, second, third)
        finally:
            third.close()
    finally:
        second.close()


def test_parts_of_pairings_count_together_in_any_order(hall: Hall) -> None:
    hall.hub = hall.begin()

    def hear(**fields: object) -> None:
        assert hall.hub
        hall.hub.hall.schedule.hear(json.dumps({"v": 1, **fields}).encode())

    def row(table: str) -> dict[str, str]:
        return {"round": "1", "table": table, "first": "a", "second": "b", "result": "*", "game": ""}

    hear(revision=5, part=2, parts=2, pairings=[row("t2")])
    hear(revision=6, part=2, parts=2, pairings=[row("t4")])
    hear(revision=5, part=1, parts=2, pairings=[row("t1")])
    assert hall.hub.hall.schedule.pairings == []
    hear(revision=6, part=1, parts=2, pairings=[row("t3")])
    assert [one.table for one in hall.hub.hall.schedule.pairings] == ["t3", "t4"]
    hear(revision=7, pairings=[row("t5")])  # as hubs said it before there were parts
    assert [one.table for one in hall.hub.hall.schedule.pairings] == ["t5"]
    for wrong in ({"part": -1}, {"parts": 100000}, {"part": 3, "parts": 2}, {"part": "1"}):
        with pytest.raises(ValueError):
            hear(**{"revision": 8, "part": 1, "parts": 2, "pairings": [], **wrong})


def test_pairings_name_the_players_and_results_come_from_the_boards(hall: Hall) -> None:
    hall.hub = hall.begin()
    listed = "round,table,first,second\n1,table-1,Ada,Bob\n2,table-1,Bob,Cleo\n1,table-2,Cleo,Dan\n"
    hall.hub.hall.schedule.pair(pairings.read_csv(listed, "p"))
    board = hall.board("table-1")
    board.begin()
    board.play(2)
    board.board._record("E", "2 11")
    hall.until(lambda: hall.hub.hall.schedule.pairings[0].result == "0-1")  # type: ignore[union-attr]
    board.begin()
    board.play(1)
    hall.until(lambda: hall.hub.hall.schedule.pairings[1].game == board.board.game_id)  # type: ignore[union-attr]
    assert hall.hub.wall.tile("table-1").first == "Bob"  # type: ignore[union-attr]
    path = hall.folder / "hub" / "round-1.pgn"
    hall.until(lambda: path.is_file() and "0-1" in path.read_text())
    (record,) = read_records(path.read_text(), "round-1.pgn")
    assert (record.tags["White"], record.tags["Black"], record.tags["Round"]) == ("Ada", "Bob", "1")
    assert [turn.text for turn in record.turns] == ["a4-b4", "d1-d2"]
    whole = hall.folder / "hub" / "hall.json"
    hall.until(lambda: whole.is_file() and json.loads(whole.read_text())["pairings"][0]["result"] == "0-1")
    hall.hub.hall.schedule.set_result("1", "table-2", "1/2-1/2", "Ruth")
    assert [one.result for one in hall.hub.hall.schedule.pairings] == ["0-1", "*", "1/2-1/2"]
    hall.hub.hall.schedule.set_result("2", "table-1", "1-0", "Ruth")  # the arbiter ends a game that nobody ended
    second = hall.folder / "hub" / "round-2.pgn"
    hall.until(lambda: second.is_file() and "1-0" in second.read_text())
    (record,) = read_records(second.read_text(), "round-2.pgn")
    assert (record.result, record.termination, record.problem) == ("1-0", "abandoned", "")
    hall.hub.hall.schedule.set_result("2", "table-1", "*", "Ruth")
    hall.until(lambda: "1-0" not in second.read_text())
    hall.hub.close()
    hall.hub = hall.begin()  # it knows them again
    assert [one.result for one in hall.hub.hall.schedule.pairings] == ["0-1", "*", "1/2-1/2"]
    assert [(one["round"], one["table"], one["before"], one["after"], one["by"]) for one in hall.hub.wall.log] == [
        ("1", "table-1", "*", "0-1", "the board"),
        ("1", "table-2", "*", "1/2-1/2", "Ruth"),
        ("2", "table-1", "*", "1-0", "Ruth"),
        ("2", "table-1", "1-0", "*", "Ruth"),
    ]


def test_what_the_arbiter_corrects_stands_until_it_is_open_again(hall: Hall) -> None:
    hall.hub = hub = hall.begin()
    hub.hall.schedule.pair(pairings.read_csv("round,table,white,black\n1,table-1,Ada,Bob\n", "p"))
    board = hall.board("table-1")
    board.play_to_the_end()

    def result() -> str:
        return hub.hall.schedule.pairings[0].result

    hall.until(lambda: result() == "0-1")
    hub.hall.schedule.set_result("1", "table-1", "+/-", "Ruth")

    def come_back() -> None:
        """The PC is connected again, and what it offers is taken in."""
        seen = hub.bus.connections, hub.hall.taken, len(board.board.journal)
        board.reporter.leave()
        hall.until(lambda: not hub.wall.tile("table-1").here)  # type: ignore[union-attr]
        board.switch_off()
        board.switch_on()
        heard = board.reporter.hubs
        hall.until(lambda: hub.wall.tile("table-1").here and "hub" in heard and bool(heard["hub"].acked))  # type: ignore[union-attr]
        assert seen[1:] == (hub.hall.taken, len(board.board.journal))

    come_back()
    assert result() == "+/-"
    path = hall.folder / "hub" / "round-1.pgn"
    hall.until(lambda: path.is_file() and bool(read_records(path.read_text(), "round-1.pgn")))
    hub.hall.schedule.set_result("1", "table-1", "*", "Ruth")
    come_back()
    hall.until(lambda: result() == "0-1")
    assert [one["after"] for one in hub.wall.log] == ["0-1", "+/-", "*", "0-1"]


def test_a_log_that_a_crash_has_cut_is_read_and_goes_on(hall: Hall) -> None:
    path = hall.folder / "hub" / "results.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b'{"at":1,"round":"1","after":"1-0"}\n[]\n{"at":2,"rou\xff')
    hub = hall.hub = hall.begin()
    assert [one["at"] for one in hub.wall.log] == [1]
    hub.hall.schedule.pair(pairings.read_csv("round,table,white,black,result\n1,t,Ada,Bob,1-0\n", "p", "Ruth"))
    hub.hall.schedule.pair(pairings.read_csv("round,table,white,black\n1,t,Ada,Cy\n", "p"), "Eve")  # Bob's game is gone
    found = [(one.get("second"), one.get("after"), one.get("by")) for one in read_log(path)]
    assert found == [(None, "1-0", None), ("Bob", "1-0", "Ruth"), ("Bob", "*", "Eve")]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ("", "p:1"), ("table,round\n", "p:1"), ("sep=;", "p:1"), ("sep=;\n", "p:2"),
        ("round,table,first,second,first\n1,t,a,b,c\n", "p:1"), ("round,table,first,second\n1,t,a,b\n\n1,T,c,d\n", "p:4"),
        ("round,table,first,second\nA,t,a,b\na,u,c,d\n", "p:3"), ("round,table,first,second\n1,t,Smith, Ann,b\n", "p:2"),
        ("round,table,first,second\n" + "".join(f"1,t{n},a,b\n" for n in range(4001)), "p:4002"),
        ("round,table,first,second\n1,t,a\n", "p:2"),
        ("round,table,first,second,result\n1,t,a,b,2-0\n", "p:2"), ("round,table,first,second\n,t,a,b\n", "p:2"),
        ("round,table,first,second\n1,t,\x07,b\n", "p:2"),
    ],
)  # fmt: skip
def test_bad_pairings_are_refused_with_their_line(content: str, where: str) -> None:
    with pytest.raises(CrossboardError) as caught:
        pairings.read_csv(content, "p")
    assert caught.value.where == where


@pytest.mark.parametrize("more", ["1,u,c,d\n", "1,u,c,d\n" * 30_000])
def test_an_open_quotation_mark_and_a_wrong_table_are_told_as_they_stand(more: str) -> None:
    with pytest.raises(CrossboardError, match="^p:3: a quotation mark is not closed$"):
        pairings.read_csv('round,table,first,second\n1,t,a,b\n1,u,"c,d\n' + more, "p")
    with pytest.raises(CrossboardError, match="^p:2: 'Table 7' is not a table: "):
        pairings.read_csv("round,table,first,second\n1,Table 7,a,b\n" + more, "p")


LISTED = "Round;Table;First;Second;;\r\n1;Table-1;M\u00fcller, Ada;Bob;;\r\n;;;;;\r\n1;table-2;Cy;;;\r\n"


@pytest.mark.parametrize("by", ["file", "post"])
@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (LISTED.encode(), ""), (LISTED.encode("utf-8-sig"), ""), (LISTED.encode("utf-16"), ""),
        (LISTED.replace(";", "\t").encode("utf-8-sig"), ""), (b"\xfe\xff" + LISTED.replace(";", "\t").encode("utf-16-be"), ""),
        (LISTED.replace("\r\n", "\r").encode(), ""), (b"sep=;\r\n" + LISTED.encode(), ""),
        (b"SEP=|\n" + LISTED.replace(";", "|").encode(), ""),
        ("Board,Second,Elo,First,Table,Round\n7,Bob,\"17\n00\",\"M\u00fcller, Ada\",Table-1,1\n8,,,Cy,table-2,1".encode(), ""),
        (LISTED.encode("cp1252"), ":2: is not text in UTF-8"), (LISTED.encode("utf-16-le"), ":1: is UTF-16 text without a byte"),
        (b"PK\x03\x04\xff\xff", ":1: is not text in UTF-8"), (LISTED.encode() + b"1;table-3\r\n", ":5: wanted: round, table"),
        (LISTED.encode() + b"\xff;table-3;a;b\r\n", ":5: is not text in UTF-8"), (b"", ":1: the heading has to name the col"),
        (LISTED.replace("Round;", "").encode(), ":1: the heading has to name the columns round, table, first, second (and"),
    ],
)  # fmt: skip
def test_pairings_as_spreadsheets_write_them(data: bytes, complaint: str, by: str, hall: Hall) -> None:
    """What can't be read is refused with its line, and nothing of it is stored."""
    hall.hub = hub = hall.begin()
    before = [pairings.Pairing("0", "table-9", "Eve", "Flo")]
    hub.hall.schedule.pair(before)
    if by == "file":
        path = hall.folder / "pairings"
        path.write_bytes(data)
        try:
            hub.hall.schedule.pair(pairings.read_csv(csv_file(str(path)), "pairings"))
            error = ""
        except CrossboardError as problem:
            error = str(problem)
    else:
        found: list[tuple[int, str]] = []
        asking = threading.Thread(
            target=lambda: found.append(get(hub.server, "/api/hall/pairings", data, Origin=own(hub.server)))
        )
        asking.start()
        while asking.is_alive():
            hub.step(time.monotonic())
        status, text = found[0]
        error = json.loads(text).get("error", "")
        assert (status == 400) == bool(error)
    assert complaint in error and bool(error) == bool(complaint) and "\n" not in error
    wanted = [("1", "table-1", "M\u00fcller, Ada", "Bob"), ("1", "table-2", "Cy", "")]
    assert [(one.round, one.table, one.first, one.second) for one in hub.hall.schedule.pairings] == (
        [("0", "table-9", "Eve", "Flo")] if complaint else wanted
    )


@pytest.mark.parametrize(
    "payload",
    [
        b"", b"[]", b"{}", b'{"v":2}', b"\xff", b'{"v":1,"game":"g","start":"s","have":-1}', b"[" * 30000,
        b'{"v":1,"game":"g","start":"s","have":1,"records":[{"seq":1,"raw":"P"},{"seq":3,"raw":"P"}]}',
        b'{"v":1,"game":"g\\u0007","start":"s","have":1}', b'{"v":1,"game":"' + b"g" * 40000 + b'"}',
        b'{"v":1,"game":"g","start":"s","have":1,"records":[{"seq":0,"raw":"P"}]}',
        b'{"v":1,"game":"g","start":"s","have":1,"records":[1]}', b'{"v":1,"game":1,"start":"s"}',
    ],
)  # fmt: skip
def test_bad_payloads_are_refused(payload: bytes) -> None:
    with pytest.raises(ValueError):
        messages.read_records(payload)


def test_who_may_look_and_who_may_pair(hall: Hall) -> None:
    hall.hub = hub = hall.begin(token="printed-by-the-hub")
    access = hub.access
    viewer, manager, board = access.give("viewer", "wall"), access.give("hub", "boss"), access.give("board", "table-1")
    player = access.give("player", "ada")
    page = own(hub.server)

    def ask(path: str, token: str, body: bytes | None = None, in_url: bool = False) -> int:
        """The status; the hub's loop has to run meanwhile."""
        found: list[int] = []
        headers = {"Origin": page}
        if in_url:
            path += f"?token={token}"
        else:
            headers["Authorization"] = f"Bearer {token}"
        asking = threading.Thread(target=lambda: found.append(get(hub.server, path, body, **headers)[0]))
        asking.start()
        while asking.is_alive():
            hub.step(time.monotonic())
        return found[0]

    csv = b"round,table,first,second\n1,table-1,Ada,Bob\n"
    assert [ask("/api/hall", token) for token in ("", "wrong", board, player)] == [403] * 4
    assert [ask("/api/hall", token) for token in (viewer, manager, "printed-by-the-hub")] == [200, 200, 200]
    assert ask("/api/hall/pairings", viewer, csv) == 403
    assert (
        ask("/api/games/1/edit", viewer, b'{"deleted":true}') == ask("/api/analysis", viewer, b'{"do":"begin"}') == 403
    )
    assert not hub.hall.schedule.pairings
    assert ask("/api/hall/pairings", manager, csv) == 200
    assert ask("/api/hall/pairings", manager, b"nonsense") == 400
    assert ask("/api/hall/result", manager, b'{"round":"1","table":"table-1","result":"1-0"}') == 200
    assert ask("/api/hall/result", manager, b'{"round":"1","table":"table-1","result":"2-0"}') == 400
    assert ask("/api/hall/result", manager, b"{}") == 400
    for wish, words in (
        ({}, "without round and table and result; wanted is as in {"),
        ({"round": "1", "table": "table-1", "result": None}, "without result; wanted is as in {"),
    ):
        assert hub._obey("result", wish).startswith(words)  # type: ignore[reportPrivateUsage]
    assert [one.result for one in hub.hall.schedule.pairings] == ["1-0"]
    assert ask("/api/hall", viewer, in_url=True) == 200
    change = b'{"round":"1","table":"table-1","result":"0-1"}'
    assert ask("/api/hall/result", viewer, change, in_url=True) == 403
    assert ask("/api/hall/result", manager, change, in_url=True) == 200
    assert [one.result for one in hub.hall.schedule.pairings] == ["0-1"]
    Access(hall.folder / "hub").revoke("wall")  # by another program
    hub.step(time.monotonic() + 10)
    assert ask("/api/hall", viewer) == 403


def test_a_library_of_a_hub_is_an_ordinary_one(hall: Hall) -> None:
    hall.hub = hall.begin()
    board = hall.board("table-1")
    board.begin()
    board.play(2)
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    with Library(hall.folder / "hub" / "library.db", reading=True) as library:
        assert [game.board for game in library.games()] == ["table-1"]


def flood(hall: Hall, name: str, messages_: int) -> Bus:
    """Somebody with a board's token who sends as much as a message holds, in game after game."""
    bus = Bus(BusUrl("mqtt", "127.0.0.1", hall.port, name, hall.access.give(topics.BOARD, name)), patterns(name))
    hall.until(lambda: bus.connected)
    start = new_game("charing-cross").text()
    for count in range(messages_):
        game = f"game-{count}"
        records = tuple(
            messages.GameRecord(seq, f"R {game} {seq} {seq} a1 {'x' * 200} 1")
            for seq in range(1, messages.MOST_RECORDS + 1)
        )
        told = messages.Records(game, start, len(records), "a" * 80, "b" * 80, "", records)
        bus.publish(topics.board_topic(name, topics.RECORDS), messages.encode(told))
        hall.hub.step(time.monotonic())  # type: ignore[union-attr]
    return bus


def test_a_board_fills_no_more_of_the_disk_than_its_share(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    share = 1 << 20
    monkeypatch.setattr(allowance, "A_DAY", share)
    hall.begin().close()
    path = hall.folder / "hub" / "library.db"
    before = path.stat().st_size
    hall.hub = hall.begin()
    hall.until(lambda: hall.hub.bus.connected)  # type: ignore[union-attr]
    bus = flood(hall, "table-2", 100)
    hall.until(lambda: "table-2 has sent more than 1 MB in a day" in " ".join(hall.hub.notices))  # type: ignore[union-attr]
    board = hall.board("table-1")  # nobody else notices
    board.begin()
    board.play(3)
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    acks = [messages.read_ack(one.payload) for one in bus.drain() if one.topic.endswith(topics.ACK)]
    assert any(ack.refused == "this table has sent more than 1 MB in a day" and ack.wait for ack in acks)
    bus.close()
    hall.hub.close()
    hall.hub = None
    assert share / 2 < path.stat().st_size - before < share * 1.5


def test_what_a_hub_refuses_for_now_it_gets_later(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "PUT_OFF_S", 1)
    hall.hub = hall.begin()
    board = hall.board("table-1")
    board.begin()
    board.play(1)
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    hall.hub.hall.allowances.boards["table-1"].disk = -1e6
    board.play(2)
    hall.until(lambda: any("takes no more for now: this table has sent" in note for note in board.reporter.notices))
    assert len(hall.events(hall.hub, board)) == 1
    hall.hub.hall.allowances.boards["table-1"].disk = 1e6  # the next day
    hall.until(lambda: hall.has_all(hall.hub))  # type: ignore[arg-type]
    hall.check(hall.hub)


def test_a_game_without_end_is_stored_up_to_a_bound(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "RECORDS", 2)
    hall.hub = hall.begin()
    board = hall.board("table-1")
    board.begin()
    board.play(4)
    hall.until(lambda: any("a game has more than 2 records" in note for note in board.reporter.notices))
    assert len(hall.events(hall.hub, board)) <= 2
    board.begin()
    board.play(1)
    hall.until(lambda: hall.hub.library.find_game("table-1", board.board.game_id) is not None)  # type: ignore[union-attr]


def test_who_costs_the_hub_much_time_is_heard_less(hall: Hall) -> None:
    hall.hub = hall.begin()
    assert hall.hub.hall.allowances.may("table-1")
    hall.hub.hall.allowances.charge("table-1", 60.0, 0)
    assert not hall.hub.hall.allowances.may("table-1") and hall.hub.hall.allowances.may("table-2")
    assert "table-1 sends more than a board does" in hall.hub.hall.notices[0]


def test_a_silent_board_is_gone(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It left the broker no last will, or none came: a board says hello every so often, or is not there any more."""
    monkeypatch.setattr(reporter, "HELLO_S", 0.2)
    monkeypatch.setattr(halls, "SILENT_S", 2.0)
    hall.hub = hub = hall.begin()
    here = lambda name: bool((tile := hub.wall.tile(name)) and tile.here)  # noqa: E731
    said = hall.board("table-1")
    silent = Bus(BusUrl("mqtt", "127.0.0.1", hall.port, "table-2", hall.access.give(topics.BOARD, "table-2")), [])
    try:
        hall.until(lambda: silent.connected and here("table-1"))
        silent.publish(topics.board_topic("table-2", topics.HELLO), messages.encode(messages.Hello(True)), True)
        hall.until(lambda: here("table-2"))
        hall.until(lambda: not here("table-2"))
        assert here("table-1") and said.bus and said.bus.connected
        path = hall.folder / "hub" / "hall.json"
        hall.until(
            lambda: path.is_file() and [one["here"] for one in json.loads(path.read_text())["boards"]] == [True, False]
        )
    finally:
        silent.close()


@pytest.mark.parametrize("again", [False, True], ids=["revoked", "given another token"])
def test_a_board_whose_token_holds_no_more_is_gone_at_once(again: bool, tmp_path: Path) -> None:
    """Without a last will nothing else says so."""
    hub = Hub(tmp_path, tmp_path / "library.db", "hub", Address(), None, ("127.0.0.1", 0))
    assert hub.broker
    token = hub.access.give(topics.BOARD, "table-1")
    bus = Bus(BusUrl("mqtt", "127.0.0.1", hub.broker.port, "table-1", token), [])
    try:
        end = time.monotonic() + PATIENCE_S

        def until(condition: Callable[[], bool]) -> None:
            while not condition():
                assert time.monotonic() < end
                hub.step(time.monotonic())

        until(lambda: bus.connected)
        bus.publish(topics.board_topic("table-1", topics.HELLO), messages.encode(messages.Hello(True)), True)
        until(lambda: bool((tile := hub.wall.tile("table-1")) and tile.here))
        other = Access(tmp_path)  # of another program
        other.give(topics.BOARD, "table-1") if again else other.revoke("table-1")
        until(lambda: not (tile := hub.wall.tile("table-1")) or not tile.here)
        until(lambda: not bus.connected and "refuses" in bus.problem)
    finally:
        bus.close()
        hub.close()


def test_a_table_that_is_paired_no_more_is_told(hall: Hall) -> None:
    """Else its PC would give the next games the players of before."""
    hall.hub = hub = hall.begin()
    board = hall.board("table-1")
    paired = [pairings.Pairing("1", "table-1", "Ada", "Bob"), pairings.Pairing("1", "table-2", "Cy", "Dan")]
    hub.hall.schedule.pair(paired)
    hall.until(lambda: board.reporter._seats.first == "Ada")
    board.begin()
    assert board.session.played and board.session.played.first == "Ada"
    hub.hall.schedule.pair(paired[1:])
    hall.until(lambda: board.reporter._seats == messages.Seats())
    board.begin()
    assert board.session.played and board.session.played.first == ""
    kept = messages.encode(messages.Seats("0", "Eve", "Flo"))  # by the broker, from a hub that is gone
    hub.bus.publish(topics.board_topic("table-3", topics.PAIRING), kept, True)
    other = hall.board("table-3")
    hall.until(lambda: any("Eve" in note for note in other.reporter.notices))
    hall.until(lambda: other.reporter._seats == messages.Seats())
