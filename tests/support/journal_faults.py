"""A board's life on a flash that loses power: games, acknowledgements, removals; what was announced must be there.

`Life(seed, policy).run(cut)` lives the same life for the same seed up to the operation `cut` and reports its number of operations.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
from collections.abc import Generator
from typing import Any

from crossboard.games.rules import legal_plies, new_game
from firmware.game import game_store as store_module
from firmware.game import journal as journal_module
from firmware.game import reader as reader_module
from firmware.game import replaying as replaying_module
from firmware.game.game_store import games_in
from firmware.game.journal import Journal
from firmware.game.reader import Reader, last_of
from firmware.game.recorder import Recorder
from tests.support.firmware_on_pins import replay
from tests.support.flash_model import Flash, PowerCut

FOLDER = "/games"


@contextlib.contextmanager
def on_flash(flash: Flash) -> Generator[None, None, None]:
    """The journal's modules write there."""
    modules: list[Any] = [journal_module, reader_module, replaying_module, store_module]
    kept = [(m, name, m.__dict__.get(name)) for m in modules for name in ("os", "open")]
    for module in modules:
        module.os = flash
        module.open = flash.open
    try:
        yield
    finally:
        for module, name, value in kept:
            if value is None:
                delattr(module, name)
            else:
                setattr(module, name, value)


@contextlib.contextmanager
def journal_on(flash: Flash) -> Generator[Journal, None, None]:
    """An open journal on that flash."""
    with on_flash(flash):
        journal = Journal(FOLDER, os.urandom)
        journal.open()
        yield journal


def acknowledged(journal: Any) -> dict[str, int]:
    """Game id -> how many records the PC has, by what the flash says."""
    found = {game: last_of(journal.path(game)).acknowledged for game in games_in(journal.folder)}  # type: ignore
    return {game: records for game, records in found.items() if records}


class Life:
    """Some games with every kind of record, some of them acknowledged, on a flash that is nearly full."""

    def __init__(self, seed: int, policy: str, games: int = 7, plies: int = 6, capacity: int = 84 * 1024) -> None:
        self.seed = seed
        self.games, self.plies = games, plies
        self.flash = Flash(policy, seed, capacity)
        self.dice = random.Random(seed)
        self.announced: dict[str, list[str]] = {}
        self.acknowledged: dict[str, int] = {}  # what the board was told; it may have kept less

    def flush(self) -> None:
        """There is no flight recorder."""

    def run(self, cut: int = -1) -> int:
        """Live until the power goes in operation `cut`; the number of operations of a whole life."""
        self.flash.cut_at = cut
        with on_flash(self.flash), contextlib.suppress(PowerCut):
            self._live()
        return self.flash.operations

    def _live(self) -> None:
        journal = Journal(FOLDER, os.urandom)
        recorder: Any = Recorder(journal, self)
        journal.open()
        for number in range(self.games):
            game: Any = new_game("charing-cross")
            journal.begin(game.text(), game.side)
            journal.stamp(0, "00beef 12 -")
            assert not journal.failed
            self.announced[journal.id()] = []
            self._play(journal, recorder, game)
            if number % 3 == 0 and number < self.games - 1:
                self.acknowledged[journal.id()] = journal.seq
                journal.acknowledge_end()
            elif number % 3 == 2:
                before = list(self.announced)[-2]
                self.acknowledged[before] = len(self.announced[before])
                journal.acknowledge(before, self.acknowledged[before])
            while journal.crowded:
                journal.tidy()
        journal.close()

    def _play(self, journal: Any, recorder: Any, game: Any) -> None:
        for n in range(self.plies):
            if game.result:
                break
            if n % 5 == 4:
                game.pop()
                recorder.taken_back(n * 1000, 1, game.digest())
            elif n % 7 == 3:
                recorder.refusal(n * 1000, 24, 255, 8, 8)
            else:
                ply = self.dice.choice(legal_plies(game))
                game.push(ply)
                recorder.played(n * 1000, game, ply, game.digest())
            self._announce(journal)
            if n == self.plies // 2:
                journal.stamp(n * 1000, "00beef 4000 1800000000000")
        recorder.ended(journal.t, 0, 13)
        self._announce(journal)

    def _announce(self, journal: Any) -> None:
        assert not journal.failed
        self.announced[journal.id()].append(bytes(journal.line[: journal.end]).decode())

    # After the power is back

    def check(self, more: int = 1) -> None:
        """All that was announced is read back, `more` that was not at most, and the board plays on."""
        self.flash.power_cut()
        with on_flash(self.flash):
            journal = Journal(FOLDER, os.urandom)
            found = journal.open()
            assert found or not any(self.announced.values()), "there is no game"
            for game, records in acknowledged(journal).items():
                assert records <= self.acknowledged.get(game, 0), f"an acknowledgement of {game} that nobody gave"
            for game, said in self.announced.items():
                have = self._read(journal, game)
                if have is None:
                    assert self.acknowledged.get(game, -1) >= len(said), f"game {game} was removed"
                    continue
                assert have[: len(said)] == said, f"game {game}: {have} against {said}"
                assert len(have) <= len(said) + more, "a record that was never begun"
            if found:
                self._resume(journal)

    @staticmethod
    def _read(journal: Any, game: str) -> list[str] | None:
        reader: Any = Reader()
        try:
            reader.open(journal.path(game))
        except OSError:
            return None
        found: list[str] = []
        while reader.next():
            if reader.seq == len(found) + 1:
                found.append(f"{chr(reader.kind)} {' '.join(reader.texts())}")
        return found

    def _resume(self, journal: Any) -> None:
        """Go on with the last game, as after any reset."""
        game: Any = new_game("charing-cross")
        if not journal.header():
            assert not self.announced.get(journal.id()), "the last game has lost its beginning"
            return
        assert replay(journal, game), "the last game can't be replayed"
        journal.resume()
        seq = journal.seq
        recorder: Any = Recorder(journal, self)
        recorder.refusal(journal.t + 1, 24, 255, 8, 8)
        assert not journal.failed
        journal.close()
        again = Journal(FOLDER, os.urandom)
        assert again.open()
        assert replay(again, new_game("charing-cross"))
        assert again.seq == seq + 1, "what was written after the power cut is not read"


def every_cut(seed: int, policy: str, games: int = 7, plies: int = 6, step: int = 1) -> int:
    """Cut the power at every operation of a life; the number of cuts. AssertionError names seed, policy and operation."""
    total = Life(seed, policy, games, plies).run()
    for cut in range(0, total + 1, step):
        life = Life(seed, policy, games, plies)
        life.run(cut)
        try:
            life.check()
        except AssertionError as error:
            what = life.flash.log[cut] if cut < len(life.flash.log) else "the end"
            raise AssertionError(f"seed {seed}, {policy}, power cut at operation {cut} ({what}): {error}") from error
    return -(-(total + 1) // step)


if __name__ == "__main__":
    print(every_cut(int(sys.argv[1]), sys.argv[2]))
