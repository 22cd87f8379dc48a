"""The journal through a power cut at every operation on the flash, and on a flash that is full.

A failure names seed, kind of flash and operation: `python -m tests.support.journal_faults SEED KIND` plays it again.
"""

from __future__ import annotations

import os

import pytest

from crossboard.games.rules import new_game
from firmware.game.game_store import Catalogue, games_in
from firmware.game.journal import Journal
from firmware.game.reader import last_of
from shared_rules.protocol.frames import crc16
from tests.support.firmware_on_pins import replay
from tests.support.flash_model import POLICIES, Flash
from tests.support.journal_faults import FOLDER, Life, acknowledged, every_cut, journal_on, on_flash

START = new_game("charing-cross").text()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(3))
def test_power_cut_at_every_operation(seed: int, policy: str) -> None:
    """Every record that was announced is there, and so is what is written afterwards."""
    assert every_cut(seed, policy) > 100


@pytest.mark.parametrize("seed", range(3))
def test_a_second_power_cut_while_starting_again(seed: int) -> None:
    whole = Life(seed, "torn").run()
    for cut in range(0, whole, 7):
        life = Life(seed, "torn")
        life.run(cut)
        life.flash.power_cut()
        before = life.flash.operations
        life.check()  # once through, to know how many operations starting takes
        for again in range(before, life.flash.operations):
            twin = Life(seed, "torn")
            twin.run(cut)
            twin.flash.power_cut()
            twin.flash.cut_at = again
            with on_flash(twin.flash):
                try:
                    twin.check()
                except BaseException as error:  # the power goes once more
                    assert type(error).__name__ == "PowerCut", error
            twin.flash.power_cut()
            twin.check(more=2)


def played(journal: Journal, records: int, acknowledged: int) -> str:
    """A game of so many refusals, the PC having so many of them; its id."""
    journal.begin(START, 0)
    for n in range(records):
        at = journal.start(82, n)
        journal.line[at : at + 7] = b"a4 a3 8"
        journal.finish(at + 7)
    if acknowledged:
        journal.close()
        journal.acknowledge(journal.id(), acknowledged)
        journal.resume()
    return journal.id()


def tidy(journal: Journal) -> None:
    """Time in which nothing else is to be done."""
    for _ in range(100):
        journal.tidy()


def test_the_oldest_acknowledged_games_make_room() -> None:
    """Room for two games and one to play: the ones that go are those that the PC has whole, the oldest first, and no others."""
    flash = Flash(capacity=64 * 1024 + 4 * 4096)
    with journal_on(flash) as journal:
        a, b, c = (played(journal, 3, n) for n in (3, 2, 3))
        tidy(journal)
        assert set(games_in(journal.folder)) == {a, b, c}
        d = played(journal, 3, 0)
        tidy(journal)
        assert set(games_in(journal.folder)) == {b, c, d}, "the first was acknowledged whole"
        assert not journal.full
        e = played(journal, 3, 0)
        tidy(journal)
        assert set(games_in(journal.folder)) == {b, d, e}, "the second lacks a record on the PC"
        assert not journal.full
        f = played(journal, 3, 0)
        assert not journal.full, "it has not been looked for yet"
        tidy(journal)
        assert set(games_in(journal.folder)) == {b, d, e, f}, "none may go"
        assert journal.full
        assert not journal.failed, "there is still room"
        journal.acknowledge(b, 3)
        tidy(journal)
        assert b not in games_in(journal.folder)
        assert not journal.full, "the PC has made room"


def test_a_look_at_many_games_takes_many_small_steps() -> None:
    """A step opens one file at most, and reads no more of it than a block."""
    flash = Flash(capacity=1 << 22)
    with journal_on(flash) as journal:
        games = [played(journal, 40, 40 if n % 2 else 0) for n in range(70)]
        catalogue = Catalogue(journal)
        found: list[tuple[str, int, int, bool]] = []
        while not catalogue.done:
            before = flash.reads
            if catalogue.step():
                tail = catalogue.tail
                found.append((catalogue.game, tail.records, tail.acknowledged, tail.over))
            assert flash.reads - before <= 256
    assert found == [(game, 40, 40 if n % 2 else 0, False) for n, game in enumerate(games)]


@pytest.mark.parametrize("last", ["P 3 9 0f3a9c a4-b5", "U 3 9 0f3a9c 1", "R 3 9 a4 - 9", "E 3 9 1 1"])
@pytest.mark.parametrize("asides", [0, 1, 40])
def test_the_last_record_is_found_from_the_end(last: str, asides: int) -> None:
    """Behind any number of lines of the flight recorder, torn lines and acknowledgements that came before it."""
    flash = Flash()
    with journal_on(flash) as journal:
        game = played(journal, 2, 2)
        journal.close()
        path = journal.path(game)
        flash.files[path] += line(last) + (line("F 0 100 - " + "5-a4 " * 40) + b"P 4 17 0f3a") * asides
        tail = last_of(path)
        assert (tail.records, tail.acknowledged, tail.over) == (3, 0, last[0] == "E")  # type: ignore
        journal.acknowledge(game, 3)
        tail = last_of(path)
        assert (tail.records, tail.acknowledged) == (3, 3)  # type: ignore
        assert last_of(journal.path("00010099")) is None


def line(text: str) -> bytes:
    """A line of a game's file."""
    data = text.encode()
    return b"%s*%04x\n" % (data, crc16(data, 0, len(data)))


def test_a_flash_that_fills_in_the_middle_of_a_game() -> None:
    """Records go on being written for as long as anything may go; then the journal says so, and play goes on."""
    flash = Flash(capacity=8 * 4096)
    with journal_on(flash) as journal:
        kept, gone = played(journal, 3, 0), played(journal, 3, 3)
        game = played(journal, 1, 0)
        tidy(journal)
        assert journal.full, "there was little room from the beginning"
        assert gone not in games_in(journal.folder)
        records = 1
        while not journal.failed:
            at = journal.start(82, 5)
            journal.line[at : at + 7] = b"a4 a3 8"
            journal.finish(at + 7)
            records += not journal.failed
        assert games_in(journal.folder) == [kept, game]
        journal.finish(journal.start(82, 6))
        assert journal.seq == records + 2
        journal.close()
        again = Journal(FOLDER, os.urandom)
        assert again.open()
        assert replay(again, new_game("charing-cross"))
        assert again.seq == records > 300


def test_a_write_that_fails_is_made_good_when_a_game_may_go() -> None:
    flash = Flash(capacity=8 * 4096)
    with journal_on(flash) as journal:
        old = played(journal, 300, 0)
        game = played(journal, 1, 0)
        journal.game_store.acknowledge(old, 300)
        for n in range(900):
            at = journal.start(82, n)
            journal.line[at : at + 7] = b"a4 a3 8"
            journal.finish(at + 7)
        assert not journal.failed
        assert games_in(journal.folder) == [game]
        again = Journal(FOLDER, os.urandom)
        assert again.open()
        assert replay(again, new_game("charing-cross"))
        assert again.seq == 901


@pytest.mark.parametrize("rubbish", [b"", b"\xff" * 50, b"K 0 9", b"K 0 9*0000\n", b"\nK 0 x*1234", b"K"])
def test_a_damaged_acknowledgement_acknowledges_nothing(rubbish: bytes) -> None:
    flash = Flash()
    with journal_on(flash) as journal:
        game = played(journal, 2, 2)
        flash.files[journal.path(game)] += rubbish
        assert acknowledged(journal) == {game: 2}
        journal.acknowledge(game, 5)
        assert acknowledged(journal) == {game: 5}


def test_a_flash_without_room_for_an_acknowledgement() -> None:
    """A game that the PC has whole goes at once then; one that it lacks a record of stays."""
    flash = Flash(capacity=6 * 4096)
    with journal_on(flash) as journal:
        whole, partly = played(journal, 3, 0), played(journal, 3, 0)
        journal.begin(START, 0)
        flash.capacity = flash.used()
        for game in (whole, partly):
            data = flash.files[journal.path(game)]
            data += b"\n" * (4096 - len(data) - 1)
        journal.acknowledge(partly, 2)
        journal.acknowledge(whole, 3)
        assert games_in(journal.folder) == [partly, journal.id()]
