"""The journal through a power cut at every operation on the flash, and on a flash that is full.

A failure names seed, kind of flash and operation: `python -m tests.journal_faults SEED KIND` plays it again.
"""

from __future__ import annotations

import pytest

from crossboard.rules import new_game
from firmware.journal import Journal
from tests.flash_model import POLICIES, Flash
from tests.journal_faults import FOLDER, Life, every_cut, on_flash

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
        journal.shelf.acknowledge(journal.id(), acknowledged)
    return journal.id()


def test_the_oldest_acknowledged_games_make_room() -> None:
    """Room for two games and one to play: the ones that go are those that the PC has whole, the oldest first, and no others."""
    flash = Flash(capacity=64 * 1024 + 4 * 4096)
    with on_flash(flash):
        journal = Journal(FOLDER, 1)
        journal.open()
        a, b, c = (played(journal, 3, n) for n in (3, 2, 3))
        assert set(journal.games()) == {a, b, c}
        d = played(journal, 3, 0)
        assert set(journal.games()) == {b, c, d}, "the first was acknowledged whole"
        assert not journal.full
        e = played(journal, 3, 0)
        assert set(journal.games()) == {b, d, e}, "the second lacks a record on the PC"
        assert not journal.full
        f = played(journal, 3, 0)
        assert set(journal.games()) == {b, d, e, f}, "none may go"
        assert journal.full
        assert not journal.failed, "there is still room"
        journal.shelf.acknowledge(b, 3)
        journal.begin(START, 0)
        assert b not in journal.games()


def test_a_flash_that_fills_in_the_middle_of_a_game() -> None:
    """Records go on being written for as long as anything may go; then the journal says so, and play goes on."""
    flash = Flash(capacity=8 * 4096)
    with on_flash(flash):
        journal = Journal(FOLDER, 1)
        journal.open()
        kept, gone = played(journal, 3, 0), played(journal, 3, 3)
        game = played(journal, 1, 0)
        assert journal.full, "there was little room from the beginning"
        assert gone not in journal.games()
        records = 1
        while not journal.failed:
            at = journal.start(82, 5)
            journal.line[at : at + 7] = b"a4 a3 8"
            journal.finish(at + 7)
            records += not journal.failed
        assert journal.games() == [kept, game]
        journal.finish(journal.start(82, 6))
        assert journal.seq == records + 2
        journal.close()
        again = Journal(FOLDER, 1)
        assert again.open()
        assert again.replay(new_game("charing-cross"))
        assert again.seq == records > 300


def test_a_write_that_fails_is_made_good_when_a_game_may_go() -> None:
    flash = Flash(capacity=8 * 4096)
    with on_flash(flash):
        journal = Journal(FOLDER, 1)
        journal.open()
        old = played(journal, 300, 0)
        game = played(journal, 1, 0)
        journal.shelf.acknowledge(old, 300)
        for n in range(900):
            at = journal.start(82, n)
            journal.line[at : at + 7] = b"a4 a3 8"
            journal.finish(at + 7)
        assert not journal.failed
        assert journal.games() == [game]
        again = Journal(FOLDER, 1)
        assert again.open()
        assert again.replay(new_game("charing-cross"))
        assert again.seq == 901


def test_acknowledgements_outlast_their_file() -> None:
    """The file of acknowledgements is written anew when it is long; only games that are there stay in it."""
    flash = Flash()
    with on_flash(flash):
        journal = Journal(FOLDER, 1)
        journal.open()
        games = [played(journal, 2, 1) for _ in range(3)]
        for n in range(1000):
            assert journal.shelf.acknowledge(games[n % 3], 2 + n // 500)
            assert journal.shelf.acknowledge(f"{n:08x}", 1)
        assert len(flash.files[FOLDER + "/acked"]) < 9000
        known = journal.shelf.acknowledged()
        assert [known[game] for game in games] == [3, 3, 3]


@pytest.mark.parametrize("rubbish", [b"", b"\xff" * 50, b"00010001 9", b"00010001 9*0000\n", b"\n00010001 x*1234"])
def test_a_damaged_file_of_acknowledgements_acknowledges_nothing_more(rubbish: bytes) -> None:
    flash = Flash()
    with on_flash(flash):
        journal = Journal(FOLDER, 1)
        journal.open()
        game = played(journal, 2, 2)
        flash.files[FOLDER + "/acked"] += rubbish
        assert journal.shelf.acknowledged() == {game: 2}
        assert journal.shelf.acknowledge(game, 5)
        assert journal.shelf.acknowledged() == {game: 5}
