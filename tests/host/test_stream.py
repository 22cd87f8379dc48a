"""The stream for other programs: what is sent in a game of each kind, by both ways, and what `watch` makes of it."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jsonschema import Draft202012Validator

from crossboard import cli
from crossboard.boards.stream import KINDS, MOVE, POSITION, QUESTION, RESULT, STATES, event_text
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import read_kind
from crossboard.games.formats import formats_of
from crossboard.games.rules import legal_plies, new_game, specs
from crossboard.hub import topics
from crossboard.hub.broker import Broker
from crossboard.hub.bus import Bus, BusUrl
from crossboard.hub.pairings import Pairing
from crossboard.hub.reporter import Reporter, last_words, patterns
from crossboard.hub.topics import BOARD, HUB, VIEWER, may_publish, may_subscribe
from crossboard.library.record_reader import read_records
from crossboard.watch.lines import Boards, lines
from crossboard.watch.records import Records
from crossboard.watch.sources import Told, events, read_event
from tests.support.web_rig import Rig, get, own, until

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "events.schema.json").read_text(encoding="utf-8")))
PATIENCE_S = 60.0
PLIES = 12
AGAIN_S = 0.05

Value = dict[str, Any]


class Listener:
    """Reads what `crossboard watch` reads, in a thread."""

    def __init__(self, url: str) -> None:
        self.heard: list[Value] = []
        self.said: list[str] = []
        self._told = events(url, self.said.append)
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(CrossboardError):  # the page of another test is at that port now, and lets nobody in
            for told in self._told:
                self.heard.append(told.event)


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig, None, None]:
    made = Rig(tmp_path)
    made.board.games = ",".join(dict.fromkeys(spec.partition(":")[0] for spec in specs()))
    yield made
    made.close()


@pytest.fixture
def broker() -> Generator[Broker, None, None]:
    made = Broker("127.0.0.1", 0, lambda name, token: {"table-1": BOARD, "ruth": VIEWER, "hub": HUB}.get(name, ""))
    yield made
    made.close()


def heard(rig: Rig) -> list[Value]:
    """What is sent from now on, as it leaves the house."""
    found: list[Value] = []
    rig.context.events.streamed.subscribe(lambda event: found.append(json.loads(json.dumps(event))))
    return found


def latest(found: list[Value]) -> dict[str, Value]:
    return {event["event"]: event for event in found}


def play_at_random(rig: Rig, spec: str) -> None:
    """A new game: some plies, a question, a takeback, a clock, names, and the end."""
    chance = random.Random(spec)
    rig.board.begin(spec)
    rig.run(20)
    for number in range(PLIES):
        plies = legal_plies(rig.board.game)
        if not plies or rig.board.game.result:
            break
        ply = rig.board.game.ply_text(chance.choice(plies))
        if number == 3:
            offers = " ".join(rig.board.game.ply_text(one) for one in plies[:2])
            rig.board.say("Q", f"{rig.board.game_id} {number} {rig.clock.ms} 1 {len(plies[:2])} {offers}", False)
            rig.run(5)
        rig.board.play(ply)
        rig.run(5)
        if number == 5:
            rig.board.take_back()
            rig.run(5)
        if number == 6:
            rig.session.name_players({0: "Ada\x1b[31m", 1: 'Bob "B" \\'})
    if not rig.board.game.result:
        rig.board._record("E", "2 11")
        rig.run(10)


@pytest.mark.parametrize("spec", specs())
def test_whatever_is_sent_in_a_game_of_each_kind_is_as_the_schema_has_it(spec: str, rig: Rig, tmp_path: Path) -> None:
    found = heard(rig)
    play_at_random(rig, spec)
    kinds = {event["event"] for event in found}
    assert kinds == set(KINDS)
    for event in found:
        SCHEMA.validate(event)
    last = latest(found)
    line = rig.session.timeline()
    assert line and last[POSITION]["moves"] == [turn.notation for turn in line.turns]
    assert last[POSITION]["position"].partition(" ")[0] == spec
    assert (last[POSITION]["fen"] is not None) == hasattr(formats_of(spec.partition(":")[0]), "fen")
    assert any(event["offers"] for event in found if event["event"] == QUESTION) and not last[QUESTION]["offers"]
    assert last[RESULT]["result"] != "*" and last[RESULT]["words"]
    records = Records(tmp_path / "round")
    records.keep(Told("table-1", last[RESULT], "3.2"), last)
    assert not list((tmp_path / "round").iterdir())  # it was over before
    records.keep(
        Told("table-1", last[POSITION], "3.2"), {**last, RESULT: {**last[RESULT], "result": "*", "reason": ""}}
    )
    records.keep(Told("table-1", last[RESULT], "3.2"), last)
    (file,) = (tmp_path / "round").iterdir()
    (read,) = read_records(file.read_text(encoding="utf-8"), file.name)
    assert not read.problem and [turn.text for turn in read.turns] == [turn.text for turn in line.turns]
    assert read.result == last[RESULT]["result"] and read.start == line.start
    assert (read.tags["Site"], read.tags["Round"], read.tags["Event"]) == ("table-1", "3.2", "?")
    assert file.read_text(encoding="utf-8").endswith("\n\n")  # so that another can follow


def test_the_moves_are_those_that_were_played(rig: Rig) -> None:
    found = heard(rig)
    rig.board.begin("charing-cross")
    rig.run(20)
    for ply in ("a4-b4", "e1xc1", "@e1", "b4-c3"):
        rig.board.play(ply)
    rig.run(10)
    moves = [event for event in found if event["event"] == MOVE]
    assert [(one["label"], one["side"], one["ply"]) for one in moves] == [
        ("1.", 0, "a4-b4"), ("1...", 1, "e1xc1"), ("1...", 1, "@e1"), ("2.", 0, "b4-c3"),
    ]  # fmt: skip
    assert latest(found)[POSITION]["moves"] == ["a4-b4", "e1xc1@e1", "b4-c3"]
    rig.board.take_back()
    rig.run(10)
    assert latest(found)[POSITION]["moves"] == ["a4-b4", "e1xc1@e1"]
    assert sum(event["event"] == MOVE for event in found) == 4


def test_a_clock_that_runs_is_sent_when_it_starts_and_stops_and_not_in_between(rig: Rig) -> None:
    found = heard(rig)
    rig.board.begin("charing-cross")
    rig.run(20)
    rig.context.clock.set(read_kind("5+3"))
    rig.board.play("a4-b4")
    for _ in range(40):
        rig.run(1)
        rig.context.clock.step(rig.clock.ms, True)
    clocks = [event for event in found if event["event"] == "clock"]
    for event in clocks:
        SCHEMA.validate(event)
    assert clocks[0]["kind"] is None and clocks[-1]["kind"] == "5+3" and len(clocks) < 8


def test_both_ways_carry_the_same_and_who_comes_late_is_told_how_things_are(rig: Rig, broker: Broker) -> None:
    def bus(name: str) -> str:
        return f"mqtt://{name}:x@127.0.0.1:{broker.port}"

    line = Bus(BusUrl("mqtt", "127.0.0.1", broker.port, "table-1", "x"), patterns("table-1"), last_words("table-1"))
    reporter = Reporter(rig.session, rig.library, line, "table-1")
    try:
        until(rig, lambda: line.connected)
        rig.context.events.streamed.subscribe(reporter.tell)
        rig.board.begin("charing-cross")
        page, hall = Listener(own(rig.server)), Listener(bus("ruth"))
        until(rig, lambda: page.heard and len(hall.heard) == len(STATES))
        sent = heard(rig)
        play_at_random(rig, "charing-cross")
        until(rig, lambda: sent[-1] in page.heard and sent[-1] in hall.heard)
        assert page.heard[-len(sent) :] == sent
        assert hall.heard[-len(sent) :] == sent
        late = Listener(own(rig.server)), Listener(bus("ruth"))
        states = {kind: event for kind, event in latest(sent).items() if kind in STATES}
        for listener in late:
            until(rig, lambda heard=listener.heard: len(heard) >= len(states))  # type: ignore[misc]
            assert latest(listener.heard) == states
    finally:
        line.close()


def test_the_pairings_of_a_hall_tell_the_round_of_each_game(broker: Broker) -> None:
    def bus(name: str) -> BusUrl:
        return BusUrl("mqtt", "127.0.0.1", broker.port, name, "x")

    pairing = Pairing("3", "table-1", "Ada", "Bob")
    head: Value = {"v": 1, "game": "g", "board": "b", "wall": 1}
    said: list[Value] = [
        {**head, "event": POSITION, "names": ["Ada", "Bob"]},
        {**head, "event": RESULT},
        {**head, "event": POSITION, "names": [[], 7]},
    ]
    lines = Bus(bus("hub"), []), Bus(bus("table-1"), [])
    try:
        for line in lines:
            waited_for(lambda line=line: line.connected)  # type: ignore[misc]
        lines[0].publish(f"{topics.TABLES}/2", b"[]", True)
        lines[0].publish(topics.TABLES, json.dumps({"v": 1, "pairings": [asdict(pairing)]}).encode(), True)
        waited_for(lambda: topics.TABLES in broker.state.retained_messages)
        told, rounds = events(bus("ruth").whole, print), list[str]()
        for event in said:
            lines[1].publish(topics.board_topic("table-1", event["event"]), json.dumps(event).encode(), True)
            rounds.append(next(told).round)
    finally:
        for line in lines:
            line.close()
    assert rounds == ["3", "3", ""]


def waited_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "that never came"
        time.sleep(0.01)


def test_home_assistant_finds_the_board_and_reads_what_happens_there(rig: Rig) -> None:
    line = Line()
    line.connected, line.connections = True, 1
    reporter = Reporter(rig.session, rig.library, line, "table-1")  # type: ignore[arg-type]
    rig.context.events.streamed.subscribe(reporter.tell)
    rig.board.begin("kings-crossing")
    rig.run(20)
    reporter.step()
    config = line.kept["config"]
    assert config["device"]["identifiers"] == ["crossboard_table-1"]
    assert may_publish(BOARD, "table-1", "homeassistant/device/crossboard_table-1/config")
    assert not may_publish(BOARD, "table-1", "homeassistant/device/crossboard_table-2/config")
    assert may_subscribe(VIEWER, "home", "homeassistant/#")

    def shown(key: str) -> str:
        sensor = config["components"][key]
        kept = line.kept[sensor["state_topic"].rpartition("/")[2]]
        return jinja2.Template(sensor["value_template"]).render(value_json=kept)

    def here() -> str:
        return jinja2.Template(config["availability_template"]).render(value_json=line.kept["hello"])

    assert here() == "online"
    assert {key: shown(key) for key in config["components"]} == {
        "game": "kings-crossing", "turn": "White", "move": "", "result": "in play", "question": "none",
    }  # fmt: skip
    play_at_random(rig, "kings-crossing")
    last = rig.session.timeline()
    assert last is not None
    assert shown("move") == last.turns[-1].notation and shown("result") != "in play"
    reporter.leave()
    assert here() == "offline"


class Line:
    """A bus that is out at first."""

    connected, connections, problem = False, 0, ""

    def __init__(self) -> None:
        self.kept: dict[str, Value] = {}

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool:
        if self.connected and retain:
            self.kept[topic.rpartition("/")[2]] = json.loads(payload)
        return self.connected

    def drain(self) -> list[Any]:
        return []


def test_after_an_outage_the_bus_has_how_things_are(rig: Rig) -> None:
    line = Line()
    reporter = Reporter(rig.session, rig.library, line, "table-1")  # type: ignore[arg-type]
    rig.context.events.streamed.subscribe(reporter.tell)
    found = heard(rig)
    play_at_random(rig, "charing-cross")
    reporter.step()
    assert not line.kept
    line.connected, line.connections = True, 1
    reporter.step()
    states = {kind: event for kind, event in latest(found).items() if kind in STATES}
    assert {kind: line.kept[kind] for kind in STATES} == states and MOVE not in line.kept


def test_a_reader_who_falls_behind_is_told_how_things_are_when_it_comes_again(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crossboard.web.streaming.WAITING", 4)
    monkeypatch.setattr("crossboard.watch.sources.AGAIN_S", AGAIN_S)
    listener = Listener(own(rig.server))
    until(rig, lambda: listener.heard)
    streaming = rig.server.streaming
    assert streaming.loop
    found = heard(rig)
    held = threading.Event()
    streaming.loop.call_soon_threadsafe(held.wait, PATIENCE_S)  # the server stands still while things happen
    play_at_random(rig, "charing-cross")
    held.set()
    until(rig, lambda: any("connected again" in line for line in listener.said))
    last = latest(found)
    until(rig, lambda: all(latest(listener.heard).get(kind) == last[kind] for kind in STATES))


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent by a signal")
def test_the_command_prints_lines_of_json_and_keeps_files_until_ctrl_c(rig: Rig, tmp_path: Path) -> None:
    rig.board.begin("charing-cross")
    rig.run(20)
    words = [sys.executable, "-m", "crossboard", "watch", own(rig.server), "--json", "--pgn", str(tmp_path / "round")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout
        printed = [json.loads(watching.stdout.readline()) for _ in STATES]
        assert not list((tmp_path / "round").iterdir())  # nobody has begun it
        rig.board.play("a4-b4")
        rig.run(5)
        printed += [json.loads(watching.stdout.readline()) for _ in range(2)]
        (file,) = (tmp_path / "round").iterdir()
        assert " a4-b4 *" in file.read_text()
        watching.send_signal(signal.SIGINT)
        assert watching.wait(PATIENCE_S) == 0
    assert [event["event"] for event in printed] == [*STATES, MOVE, POSITION]
    for event in printed:
        SCHEMA.validate(event)


def test_a_file_that_can_t_be_written_is_told_of_and_tried_again(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = heard(rig)
    play_at_random(rig, "charing-cross")
    (path,) = {tmp_path / f"{event['game']}-table-1.pgn" for event in found if event["event"] == MOVE}
    path.mkdir()
    (path / "x").touch()

    def happening(url: str, say: Any) -> Generator[Told, None, None]:
        del url, say
        for event in found:
            yield Told("table-1", event)
        assert not list(tmp_path.glob("*.new"))
        (path / "x").unlink()
        path.rmdir()
        yield Told("table-1", {**latest(found)[RESULT], "wall": 1})

    monkeypatch.setattr("crossboard.watch.command.events", happening)
    assert cli.main(["watch", "--pgn", str(tmp_path)]) == 0
    assert [line for line in capsys.readouterr().err.splitlines() if str(path) in line] == [
        f"crossboard: {path}: is a folder; wanted a file; trying again when something happens"
    ]
    assert latest(found)[RESULT]["result"] in path.read_text(encoding="utf-8")


def test_what_is_no_folder_is_told_before_anything_is_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "round-1"):
        assert cli.main(["watch", "--pgn", str(folder), "http://127.0.0.1:9/"]) == 2
        assert capsys.readouterr().err == f"crossboard: {folder}: there is a file where a folder is wanted\n"


def test_a_game_of_more_turns_than_an_event_lists_goes_on(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("crossboard.boards.stream.MOST_MOVES", 1)
    found: list[Value] = []
    rig.context.events.streamed.subscribe(lambda event: found.append(json.loads(event_text(event))))
    rig.board.begin("charing-cross")
    rig.run(20)
    for ply in ("a4-b4", "d1-d2", "b4-c4"):
        rig.board.play(ply)
        rig.run(5)
    for event in found:
        SCHEMA.validate(event)
    assert [event["moves"] for event in found if event["event"] == POSITION] == [[], ["a4-b4"], None, None]
    monkeypatch.setattr("crossboard.watch.command.events", lambda url, say: (Told("", event) for event in found))
    assert cli.main(["watch", "--pgn", str(tmp_path / "round")]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == ["Charing Cross: White - Black", "1. a4-b4", "1... d1-d2", "2. b4-c4"]
    assert len(printed.err.splitlines()) == 1 and "more than 2000 turns" in printed.err
    (file,) = (tmp_path / "round").iterdir()
    assert file.read_text().endswith("1. a4-b4 *\n\n")


def test_only_those_who_may_look_hear_it(rig: Rig) -> None:
    status, text = get(rig.server, "/api/events?x=1")
    assert status == 400 and "no parameter" in text
    status, text = get(rig.server, "/api/events", Origin="http://elsewhere.example")
    assert status == 403


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("http://127.0.0.1:9/", "http://127.0.0.1:9/: Connection refused; does `play` run there?"),
        ("ftp://x", "'ftp://x' is not an address to watch"),
        ("mqtt://", "'mqtt://' is not a broker's URL"),
        ("http://[", "not an address"),
        ("http://127.0.0.1:99999/", "not an address: Port out of range"),
    ],
)  # fmt: skip
def test_what_can_t_be_watched_is_told_in_a_line(url: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["watch", url]) == 2
    assert complaint in capsys.readouterr().err


def test_a_broker_that_lets_nobody_in_is_told(broker: Broker, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["watch", f"mqtt://nobody:x@127.0.0.1:{broker.port}"]) == 2
    assert "the broker refuses" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"v":2,"event":"move","game":"x"}', "[" * 100_000, '{"v":1,"event":"x","game":""}']
)
def test_what_is_no_event_is_passed_over(text: str) -> None:
    assert read_event(text) is None


def test_lines_for_people(rig: Rig) -> None:
    found = heard(rig)
    rig.board.begin("charing-cross")
    rig.run(20)
    rig.session.name_players({0: "Ada"})
    rig.board.play("a4-b4")
    rig.run(5)
    rig.board.take_back()
    rig.run(5)
    rig.board._record("E", "2 11")
    rig.run(5)
    boards, said = Boards(), list[str]()
    for event in found:
        of_game, before = boards.take(Told("", event))
        said += lines(of_game, event, before)
    assert said == [
        "Charing Cross: White - Black",
        "1. a4-b4",
        "Charing Cross: Ada (White) - Black",
        "taken back to the start",
        "Black wins (0-1): the other side resigned",
    ]


def test_a_clock_is_a_line_when_another_side_s_time_runs() -> None:
    """Not when it rests: a takeback stops it, and the lights that lead hands do."""
    boards, said = Boards(), list[str]()
    head: Value = {"event": "clock", "board": "b", "game": "g", "kind": "5+3", "delay": 0}
    for number, (running, flag) in enumerate(
        [(None, None), (0, None), (None, None), (1, None), (None, None), (None, 1)]
    ):
        event: Value = {**head, "left": [300_000 - 1000 * number, 300_000], "running": running, "flag": flag}
        of_game, before = boards.take(Told("", event))
        said += lines(of_game, event, before)
    assert said == ["  1 5:00 - 2 5:00", "  1 4:59 - 2 5:00", "  1 4:57 - 2 5:00", "  1 4:55 - 2 5:00; 2's time is up"]


def test_a_file_that_another_program_names_stays_in_its_folder(tmp_path: Path) -> None:
    start = new_game("charing-cross").text()
    position: Value = {
        "board": "../../x", "game": "../y", "wall": 0, "start": start, "names": ["", ""], "moves": [], "number": 1,
    }  # fmt: skip
    Records(tmp_path / "round").keep(Told("", position), {POSITION: position, RESULT: {"result": "*", "reason": ""}})
    assert [path.name for path in (tmp_path / "round").iterdir()] == ["_y-_x.pgn"]
