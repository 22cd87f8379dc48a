"""The board's end for tests/support/ends.py: the firmware's Link, Journal and Recorder, and a player where its game would be."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from crossboard.games.rules import legal_plies, new_game
from firmware.game.journal import Journal
from firmware.game.recorder import Recorder
from firmware.link.link import Link
from shared_rules.codes import END_UNFINISHED, ONGOING
from shared_rules.protocol.channel import WRAP
from tests.support.firmware_on_pins import replay

if TYPE_CHECKING:
    from tests.support.ends import World

GAME = "charing-cross"


class Player:
    """Stands where the firmware's current game and its mode stand: plays random plies and takes some back."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.journal: Any = Journal(str(world.folder), world.dice.randbytes)
        self.link: Any = Link(world.board_port, self.journal, world.hello, world.dice.randrange(1 << 16))
        self.recorder: Any = Recorder(self.journal, self)
        self.game: Any = new_game(GAME)
        self.t = 0
        self.digest = 0
        self.plies = 0
        self.table = self.recognizer = self.flight = self
        self.opponent = SimpleNamespace(state=0)  # nobody but the players
        # What messages look at.
        self.now = bytearray(64)
        self.size = 64
        self.marks = bytearray(64)
        self._before = -1
        self.link.attach(self, self)
        if not self.journal.open() or not self._load():
            self.begin(GAME)

    def _load(self) -> bool:
        text = self.journal.header()
        if not text:
            return False
        self.game.set_text(text)
        if not replay(self.journal, self.game):
            raise AssertionError(f"the journal of {self.journal.id()} can't be replayed")
        self.journal.resume()
        if self.journal.over:
            self.begin(GAME)
        else:
            self._seat()
        return True

    def _seat(self) -> None:
        self.t, self.plies, self.digest = self.journal.t, self.journal.plies, self.game.digest()
        self.link.new_game()

    def begin(self, text: str) -> None:
        self.game.reset("") if " " not in text else self.game.set_text(text)
        self.journal.begin(self.game.text(), self.game.side)
        self._seat()

    def step(self, now: int) -> None:
        if self._before >= 0:
            self.t += (now - self._before) & WRAP
        self._before = now
        self.link.step(now)

    def act(self) -> None:
        """A ply, or one taken back, or something that is refused, or giving up: each is announced."""
        dice = self.world.dice.random()
        if dice < 0.05 and self.plies and self.game.undoable:
            self.game.pop()
            self.plies -= 1
            self.digest = self.game.digest()
            self.recorder.taken_back(self.t, 1, self.digest)
        elif dice < 0.1:
            self.recorder.refusal(self.t, 24, 255, 8, 8)
        elif dice < 0.105:
            self._end(ONGOING, END_UNFINISHED)
            return
        else:
            ply = self.world.dice.choice(legal_plies(self.game))
            self.game.push(ply)
            self.plies += 1
            self.digest = self.game.digest()
            self.recorder.played(self.t, self.game, ply, self.digest)
        self._announce()
        if self.game.result:
            self._end(self.game.result, self.game.reason)

    def give_up(self) -> None:
        """Another game, now."""
        if self.journal.seq:
            self._end(ONGOING, END_UNFINISHED)

    def _end(self, result: int, reason: int) -> None:
        self.recorder.ended(self.t, result, reason)
        self._announce()
        self.begin(GAME)

    def _announce(self) -> None:
        journal = self.journal
        self.world.announced.setdefault(journal.id(), []).append(bytes(journal.line[: journal.end]).decode())
        self.world.records += 1
        assert not journal.failed
        self.link.announce()

    # As Current, Table, Modes, Schedule and Flight.

    def flush(self) -> None:
        """No sensors, no flight recorder."""

    def position(self) -> str:
        return self.game.text()

    def shown(self) -> int:
        return -1

    def letter(self) -> int:
        return 112

    def asking(self) -> bool:
        return False

    def fork(self) -> None:
        raise AssertionError("the PC has records that the board has not")

    def leave(self) -> None:
        raise AssertionError("nobody asked for the prompt")

    def repaint(self) -> None:
        pass
