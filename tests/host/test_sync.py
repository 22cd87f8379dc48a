"""Games played alone come into the library once, with their dates; what is wrong with one is kept and marked."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard.boards import attach as attach_module
from crossboard.boards import clock as clock_module
from crossboard.boards import sync as sync_module
from crossboard.boards.clock import BoardClock, GameClock, Mark
from crossboard.boards.link import FOREIGN, Link, read_hello, require_protocol
from crossboard.boards.pull import Brought
from crossboard.boards.sync import Sync
from crossboard.errors import LinkError
from crossboard.games.rules import legal_plies, new_game
from crossboard.library import Event
from firmware.game.journal import Journal
from firmware.game.recorder import Recorder
from tests.support import ends
from tests.support.board_end import Player
from tests.support.ends import BOARD_ID, EPOCH, STEP, World
from tests.support.firmware_on_pins import replay
from tests.support.flash_model import Flash
from tests.support.journal_faults import acknowledged

HOUR = 3_600_000


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A board that nobody is connected to."""
    world = World(5, tmp_path)
    ends.in_virtual_time(world.wall, monkeypatch.setattr)
    monkeypatch.setattr(sync_module, "wall_ms", world.wall)
    monkeypatch.setattr("crossboard.library.wall_ms", world.wall)
    world.set_plugged(False)
    yield world
    world.close()


def alone(world: World, games: int, records: int = 8) -> None:
    """So many games with so many records and an end each."""
    for _ in range(games):
        for _ in range(records):
            world.board.act()
            pass_time(world, 1000)
        world.board.give_up()


def pass_time(world: World, ms: int) -> None:
    """Without a PC."""
    for _ in range(max(1, ms // 500)):
        world.ms += min(ms, 500)
        world.passed += min(ms, 500)
        world.board.step(world.clock())
        world.to_pc.clear()


def sync(world: World, rounds: int = 100_000, stop: Any = None) -> Sync:
    """Plug in and bring the games over; `stop(sync)` ends it early, as Ctrl-C does."""
    world.set_plugged(True)
    link = Link(ends.PcPort(world), lambda: ["cable"], lambda name: ends.PcPort(world, name), world.clock)
    found: list[Brought] = []
    running = Sync(link, world.library, BOARD_ID, found.append)
    for _ in range(rounds):
        world.ms += STEP
        world.passed += STEP
        world.board.step(world.clock())
        world.to_pc.carry()
        running.step()
        world.to_board.carry()
        if running.done and link.drained() or stop and stop(running):
            break
    assert running.brought == found
    link.close()
    world.set_plugged(False)
    return running


def everything(world: World) -> None:
    """The library has exactly what the board announced."""
    for game, said in world.announced.items():
        assert world.stored(game) == said, game


def test_games_come_whole_and_once(world: World) -> None:
    alone(world, 5)
    world.board.act()
    first = sync(world)
    assert first.done and not first.problems
    assert (first.total, first.there) == (len(world.announced), 0)
    everything(world)
    assert sum(b.new for b in first.brought) == world.records
    again = sync(world)
    assert again.done
    assert (again.brought, again.there) == ([], again.total)
    everything(world)
    world.board.act()
    third = sync(world)
    assert [b.new for b in third.brought] == [1]
    everything(world)


def test_what_came_is_acknowledged_on_the_flash(world: World) -> None:
    alone(world, 3)
    sync(world)
    said = {game: len(records) for game, records in world.announced.items()}
    current = world.board.journal.id()
    assert acknowledged(world.board.journal) == {g: n for g, n in said.items() if g != current}


def test_broken_off_and_gone_on_with(world: World) -> None:
    """Ctrl-C after every number of games: what had come stays, the rest comes later, nothing comes twice."""
    alone(world, 6)
    total = 0
    for _ in range(6):
        part = sync(world, stop=lambda running: len(running.brought) == 2)
        assert len(part.brought) <= 2
        total += sum(b.new for b in part.brought)
        if part.done:
            break
    everything(world)
    assert total == world.records


@pytest.mark.parametrize("fault", ["board reset", "unplug", "corrupt", "drop"])
def test_faults_on_the_way(world: World, fault: str) -> None:
    alone(world, 6)
    steps = 0

    def disturb(running: Sync) -> bool:
        nonlocal steps
        steps += 1
        if fault in ("corrupt", "drop"):
            world.to_pc.fault = world.to_board.fault = fault if steps < 600 else ""
        elif steps in (20, 60):
            world.begin_fault(fault)
        elif steps in (40, 80):
            world.end_fault()
        return False

    running = sync(world, stop=disturb)
    assert running.done
    everything(world)


def test_an_illegal_record_is_kept_and_marked(world: World) -> None:
    """The board's journal says what the rules here do not allow: nothing is dropped, nothing after it is believed blindly."""
    world.board.act()
    journal = world.board.journal
    for text in ("00ff00 h8-a1", "00ff01 a4-b4"):
        at = journal.start(80, 5000)
        data = text.encode()
        journal.line[at : at + len(data)] = data
        journal.finish(at + len(data))
    at = journal.start(90, 6000)  # a kind of record that a later firmware may write
    journal.line[at : at + 5] = b"later"
    journal.finish(at + 5)
    world.board.link.new_game()
    running = sync(world)
    (brought,) = running.brought
    events = world.library.events(brought.number)
    assert [e.flag for e in events] == ["", "illegal", "not checked", "unreadable"]
    assert brought.flagged == 3
    assert events[1].text == "h8-a1"
    assert events[3].raw.endswith("4 6000 later")
    assert sync(world).brought == []


def test_records_after_a_gap_are_kept(world: World) -> None:
    """A line of the file is damaged: what comes after it is stored, marked, and the game is not asked for for ever."""
    alone(world, 1, 6)
    (game,) = (g for g in world.announced if g != world.board.journal.id())
    path = world.board.journal.path(game)
    lines = bytes(world.flash.files[path]).splitlines(keepends=True)
    broken = next(
        i for i, line in enumerate(lines) if line[:4] == b"P 3 " or line[:4] == b"R 3 " or line[:4] == b"U 3 "
    )
    lines[broken] = b"?" + lines[broken][1:]
    world.flash.files[path][:] = b"".join(lines)
    running = sync(world)
    (brought,) = (b for b in running.brought if b.game == game)
    events = world.library.events(brought.number)
    assert [e.seq for e in events] == [1, 2, *range(4, len(world.announced[game]) + 1)]
    assert any(e.flag == "not checked" for e in events)
    assert acknowledged(world.board.journal)[game] == len(world.announced[game])


@pytest.mark.parametrize(("before", "after"), [(4, 9), (9, 4), (6, 6)])
def test_an_id_that_is_used_again_is_another_game(world: World, before: int, after: int) -> None:
    """The flash was erased, and the board draws the same ids as before (as older firmware did)."""
    said: list[list[str]] = []
    for records in (before, after):
        world.flash.files.clear()
        world.board = Player(world)
        world.board.journal.noise = bytes
        world.board.begin("charing-cross")
        world.announced.clear()
        pass_time(world, 500)
        for _ in range(records):
            world.board.act()
            pass_time(world, 700)
        (records_said,) = world.announced.values()
        said.append(records_said)
        first = sync(world)
        assert sum(b.new for b in first.brought) == records
        assert sync(world).brought == []
    assert any("a different game with this id" in problem for problem in first.problems)
    numbers = sorted(game.id for game in world.library.games())
    found = [[event.raw for event in world.library.events(number)] for number in numbers]
    assert [[" ".join((raw[0], raw.split(" ", 2)[2])) for raw in one] for one in found] == said
    assert not any(world.library.strays(number) for number in numbers)


def test_a_board_that_went_on_from_a_damaged_record(world: World) -> None:
    """As older firmware did, in the same file: the numbers that it used again are another game's, and nothing is lost."""
    for _ in range(8):
        world.board.act()
        pass_time(world, 1000)
    assert sync(world).brought[0].new == 8
    journal = world.board.journal
    game = journal.id()
    old = list(world.announced[game])
    path = journal.path(game)
    journal.close()
    lines = bytes(world.flash.files[path]).splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line[2:4] == b"5 ")
    lines[at] = b"?" + lines[at][1:]
    world.flash.files[path][:] = b"".join(lines)
    replay(journal, new_game("charing-cross"))
    assert (journal.seq, journal.last) == (4, 8)
    journal.resume()
    for n in range(6):
        world.board.recorder.refusal(90_000 + n, 24, 255, 8, 8)
    running = sync(world)
    assert any("a different game with this id" in problem for problem in running.problems)
    assert any("two records" in problem for problem in running.problems)
    stored = [[event.raw for event in world.library.events(one.id)] for one in world.library.games()]
    assert [" ".join((raw[0], raw.split(" ", 2)[2])) for raw in stored[0]] == old
    assert [raw[0] for raw in stored[1][4:]] == ["R"] * 6
    assert stored[1][:4] == stored[0][:4]


# Dates


def test_dates_within_one_start_are_exact(world: World) -> None:
    begins: dict[str, int] = {}
    for _ in range(3):
        begins[world.board.journal.id()] = world.wall()
        alone(world, 1)
        pass_time(world, HOUR)
    sync(world)
    for game, began in begins.items():
        number = world.library.find_game(BOARD_ID, game)
        assert number
        stored = world.library.game(number)
        assert stored.dating == "board"
        assert abs(stored.began_ms - began) < 1100
        events = world.library.events(number)
        assert events[0].wall_ms == stored.began_ms
        shift = stored.began_ms - (events[0].board_ms or 0)
        assert [e.wall_ms for e in events] == [shift + (e.board_ms or 0) for e in events]


def test_a_game_of_an_earlier_start_is_dated_by_what_a_pc_had_told(world: World) -> None:
    sync(world)  # a PC tells the time, and goes
    began = world.wall()
    alone(world, 2)
    pass_time(world, 5 * HOUR)
    world.restart_board()
    pass_time(world, HOUR)
    sync(world)
    games = [g for g in world.library.games() if g.plies]
    assert {g.dating for g in games} == {"board"}
    assert all(-100 < g.began_ms - began < 60_000 for g in games)


def test_a_game_that_no_clock_saw_is_older_than_what_follows(world: World) -> None:
    alone(world, 2)
    pass_time(world, HOUR)
    world.restart_board()  # how long it was off nobody knows
    pass_time(world, HOUR)
    exact = world.wall()
    alone(world, 1)
    sync(world)
    first, second, third = sorted(world.library.games(), key=lambda g: g.board_game)[:3]
    assert [g.dating for g in (first, second, third)] == ["estimated", "estimated", "board"]
    assert first.began_ms < second.began_ms < third.began_ms <= exact + 1000
    for game in (first, second):
        walls = [e.wall_ms or 0 for e in world.library.events(game.id)]
        assert walls == sorted(walls)
        assert walls[-1] <= third.began_ms


def act(world: World, made: list[int], ms: int, step: Callable[[World, int], None]) -> None:
    """Three records, so long apart; when each was made is added to `made`."""
    for _ in range(3):
        made.append(world.wall())
        world.board.recorder.refusal(world.board.t, 24, 255, 8, 8)
        world.board._announce()
        step(world, ms)


def plug_in(world: World) -> list[Event]:
    """`play`, until all is there; the events of the game."""
    world.set_plugged(True)
    world.join()
    world.run(3000, play=False)
    number = world.library.find_game(BOARD_ID, world.board.journal.id())
    assert world.caught_up()
    assert bool(number) == bool(world.board.journal.seq), "a game is stored with its first record"
    return world.library.events(number) if number else []


def together(world: World, ms: int) -> None:
    """Time passes, the PC being there."""
    world.run(ms, play=False)


def switched_off(world: World, ms: int) -> None:
    """The board, so long."""
    world.passed += ms
    world.restart_board()


@pytest.mark.parametrize("told", [True, False])
def test_live_records_are_dated_over_resets_and_while_the_pc_was_away(world: World, told: bool) -> None:
    """`told`: a PC had told the time before the first reset; else what was played until then is only put in order."""
    made: list[int] = []
    if told:
        plug_in(world)
        act(world, made, 2000, together)
        world.set_plugged(False)
    act(world, made, 600_000, pass_time)
    switched_off(world, 3 * HOUR)
    pass_time(world, 60_000)
    act(world, made, 600_000, pass_time)
    plug_in(world)
    act(world, made, 2000, together)
    events = plug_in(world)
    assert len(events) == len(made)
    walls = [event.wall_ms or 0 for event in events]
    assert walls == sorted(walls)
    known = range(len(made)) if told else range(3, len(made))
    assert all(abs(walls[n] - made[n]) < 1100 for n in known), [(w - m) for w, m in zip(walls, made, strict=True)]
    game = next(g for g in world.library.games() if g.plies or len(world.library.events(g.id)))
    assert (game.dating, game.began_ms <= walls[0]) == ("" if told else "estimated", True)


def test_a_game_that_was_begun_alone_and_then_joined_has_its_true_date(world: World) -> None:
    made: list[int] = []
    act(world, made, 600_000, pass_time)
    plug_in(world)
    (game,) = (g for g in world.library.games() if world.library.events(g.id))
    assert game.dating == "board"
    assert abs(game.began_ms - made[0]) < 1100


def test_the_clock_finds_its_drift() -> None:
    clock = BoardClock()
    assert clock.wall(5) is None
    assert clock.add("00beef", 1000, EPOCH, EPOCH + 20)
    assert clock.wall(1000) == EPOCH + 10
    assert not clock.add("00beef", 2000, EPOCH, EPOCH + clock_module.TRIP_MS + 1)
    assert clock.drift == 0
    day = 24 * HOUR
    slow = 1 + 30e-6
    for hour in range(1, 25):
        clock.add(
            "00beef", 1000 + hour * HOUR, EPOCH + round(hour * HOUR * slow), EPOCH + round(hour * HOUR * slow) + 20
        )
    assert clock.drift == pytest.approx(30e-6, rel=0.01)
    assert clock.wall(1000 + 2 * day) == pytest.approx(EPOCH + 2 * day * slow + 10, abs=5)
    assert clock.wall(1000) == pytest.approx(EPOCH + 10, abs=5)
    clock.add("00cafe", 50, EPOCH + 3 * day, EPOCH + 3 * day)
    assert (clock.drift, clock.wall(60)) == (0, EPOCH + 3 * day + 10)


def test_a_game_over_several_starts() -> None:
    clock = BoardClock()
    clock.add("c", 500_000, EPOCH, EPOCH)
    marks = [Mark(0, "a", 100, None), Mark(10_000, "b", 50, EPOCH - 400_000), Mark(10_000, "b", 70, None),
             Mark(30_000, "c", 450_000, None)]  # fmt: skip
    game = GameClock(marks, clock, 40_000, EPOCH)
    assert game.at(35_000) == (EPOCH - 45_000, False)
    assert game.at(20_000) == (EPOCH - 400_000 + 20 + 10_000, False)
    assert game.at(10_000) == (EPOCH - 400_000, True), "a record at the very moment of a reset was before it"
    assert game.began == (EPOCH - 410_000, True)
    assert GameClock([], clock, 40_000, EPOCH).began == (EPOCH - 40_000, True)


# Other protocols


@pytest.mark.parametrize(
    ("protocol", "words"), [(2, "update this program"), (0, "older than this program .* updates it")]
)
def test_another_protocol_is_refused_in_words(protocol: int, words: str) -> None:
    hello = read_hello(f"{protocol} b 9.9 pico-8x8 1.27.0 charing-cross")
    assert hello
    with pytest.raises(LinkError, match=words):
        require_protocol(hello)


def test_the_board_refuses_a_pc_of_another_protocol(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells nothing of its games, answers commands with what is wrong, and plays on."""
    monkeypatch.setattr("crossboard.boards.link.PROTOCOL", 9)
    alone(world, 1)
    world.set_plugged(True)
    link = Link(ends.PcPort(world), None, clock=world.clock)
    heard: list[tuple[str, str]] = []
    for i in range(400):
        world.ms += STEP
        world.board.step(world.clock())
        world.to_pc.carry()
        heard += link.step()
        if i == 100:
            assert link.state == FOREIGN
            link.send("N", "charing-cross")
            link.send("J")
        world.to_board.carry()
    assert {kind for kind, _ in heard if kind} == {"H", "C"}  # "": the line was opened in the middle of a frame
    assert [p for k, p in heard if k == "C"] == [f"{k} error this board speaks protocol 1" for k in "NJ"]
    game = world.board.journal.id()
    world.board.act()
    assert world.board.journal.id() == game or world.records


# The command


def test_the_command_on_a_simulated_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board of one's own that is switched on, its flash holding a game that was played alone."""
    folder = tmp_path / "flash" / "games"
    folder.mkdir(parents=True)
    journal: Any = Journal(str(folder), os.urandom)
    journal.open()
    game: Any = new_game("charing-cross")
    journal.begin(game.text(), 0)

    class NoFlight:
        def flush(self) -> None: ...

    recorder: Any = Recorder(journal, NoFlight())
    for n in range(4):
        ply = legal_plies(game)[0]
        game.push(ply)
        recorder.played(n, game, ply, game.digest())
    journal.close()
    own_board = attach_module.own_board
    flash = tmp_path / "flash"
    monkeypatch.setattr(attach_module, "own_board", lambda say, **how: own_board(say, flash, **how))
    args = argparse.Namespace(board="sim", library=str(tmp_path / "library.db"))
    assert sync_module.run(args) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("game 1  charing-cross  ")
    assert "at the latest  4 records" in said[0]
    assert said[1] == "1 game fetched (4 records), 0 of 1 already in the library"
    assert sync_module.run(args) == 0
    assert capsys.readouterr().out == "0 games fetched (0 records), 1 of 1 already in the library\n"


# Several boards


def test_several_boards_at_one_pc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a session of its own, all share the library; one that is reset or unplugged disturbs no other."""
    worlds: list[World] = []
    first: Flash | None = None
    for number in range(4):
        (tmp_path / str(number)).mkdir()
        worlds.append(World(number, tmp_path / str(number), 100, tmp_path / "library.db", f"many{number}", first))
        first = worlds[0].flash
        ends.in_virtual_time(worlds[0].wall, monkeypatch.setattr)
    for turn in range(6):
        faulty = worlds[turn % 4]
        faulty.begin_fault("unplug" if turn % 2 else "board reset")
        for step in range(400):
            for world in worlds:
                world.step(play=step < 200)
            if step == 100:
                faulty.end_fault()
    library = worlds[0].library
    for number, world in enumerate(worlds):
        assert world.records > 30
        for game, said in world.announced.items():
            found = library.find_game(f"many{number}", game)
            assert found, "each board's games are its own, though their ids are the same"
            assert [e.seq for e in library.events(found)] == list(range(1, len(said) + 1))
            assert {e.flag for e in library.events(found)} == {""}
    assert {board.serial for board in library.boards.all()} == {f"many{number}" for number in range(4)}
    for world in reversed(worlds):
        world.close()
