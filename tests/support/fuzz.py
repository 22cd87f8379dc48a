"""Damaged inputs for every parser: only the project's own errors may come out.

Each input is a good one with some of its bytes changed, removed, repeated, moved or taken from another, or is made of pieces of the
language. All follows from a seed: `python -m tests.support.fuzz PARSER SEED` plays one seed again and shows the input that failed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crossboard import profiles
from crossboard.boards.clock import BoardClock, read_mark
from crossboard.boards.events import keep_event, play_event
from crossboard.boards.link import read_hello
from crossboard.boards.pull import Pull, read_listed
from crossboard.errors import CrossboardError
from crossboard.games.rules import RulesError, game_at, legal_plies, new_game, specs
from crossboard.library import Library
from crossboard.library.record_reader import read_records
from crossboard.library.trace import parse_trace
from firmware.game.reader import Reader, last_of
from shared_rules.protocol.channel import CONSOLE, MESSAGE, Channel
from shared_rules.protocol.frames import MAX_LINE, MAX_PAYLOAD, crc16, put_frame
from tests.support.rule_cases import CHARING as START

DATA = Path(__file__).parents[1] / "data"
RECORD = f"""[Event "x"]
[White "Ada"]
[Variant "charing-cross"]
[FEN "{START}"]
[Result "*"]

1. a4-b4 {{ [%emt 0:00:04.2] said [%illegal a4-a6 no-such-move] }} e1xc1@e1 $1 (1... d1-d2) 2. b4-c3 ; rest
d1-d2 *
"""
PAYLOADS = (
    "1 e66164084373532b 0.1.0 pico-8x8 1.26.0 charing-cross sync,time", "4e21000c 0 " + START,
    "4e21000c 1 12044 0f3a9c a4-b5", "4e21000c 2 15310 h4 h6 9", "4e21000c 3 16001 77aa01 1", "4e21000c 4 90210 1 2",
    "4e21000c 102 90 o", "-", "4e21000c G 0 " + START + "|T 0 17 00beef 1234 1800000000000|P 1 2044 0f3a9c a4-b5",
    "4e21000c U 3 16001 77aa01 1|E 4 90210 1 2|F 0 12040 - 0-a4 3+a4|R 5 15310 h4 - 9", "1800000000000 00beef 55 4e21000c 17",
)  # fmt: skip
PIECES = ("0", "1", "999999999999999999", "-1", " ", "\n", "*", "~", "|", "/", "\x00", "é", "\U0001f600", "²", "{", "}", "[", "(",
          '"', "\\", "=", "'", "a1", "h8", "k17", "nan", "1e999", "w", "b", "-", "@", "x", "R" * 40, "\u2028")  # fmt: skip


def damaged(dice: random.Random, text: str, others: list[str]) -> str:
    """A good text no more."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((0, 1, 1, 2, 5, 40)))
        match dice.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + dice.choice(PIECES) + text[at:]
            case 2:
                text = text[:at] + dice.choice(PIECES) + text[end:]
            case 3:
                text = text[:end] + text[at:end] * dice.randrange(1, 4) + text[end:]
            case 4:
                other = dice.choice(others)
                text = text[:at] + other[dice.randrange(len(other) + 1) :]
            case 5:
                text = text[:at] + chr(dice.randrange(1, 128)) + text[at + 1 :]
            case _:
                text = text[at:] + text[:at] if dice.random() < 0.1 else text[:at]
    return text


def _frame(session: int, peer: int, kind: int, text: str) -> bytes:
    out = bytearray(MAX_LINE)
    return bytes(out[: put_frame(out, session, peer, 0, 0, kind, text.encode(), len(text))])


def _journal_line(text: str) -> str:
    line = f"{text[:1]} {text[2:]}"
    return f"{line}*{crc16(line.encode(), 0, len(line)):04x}\n"


def _positions() -> list[str]:
    dice = random.Random(0)
    found: list[str] = []
    for spec in specs():
        game = new_game(spec)
        found.append(game.text())
        for _ in range(12):
            plies = legal_plies(game)
            if not plies:
                break
            game.push(dice.choice(plies))
        found.append(game.text())
    return found


class Fuzz:
    """Feeds one parser; `run(n)` gives how many of n inputs it accepted."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.input: Any = ""

    def frames(self, n: int) -> int:
        """Bytes for the channel: frames, damaged; what comes out are messages and console text of bounded length."""
        lines = (DATA / "wire_vectors.txt").read_text(encoding="ascii").splitlines()
        good = [line.split("\t")[-1] if line.count("\t") > 3 else line.split("\t")[0] for line in lines if "~" in line]
        channel, taken = Channel(1), 0
        out = bytearray(MAX_LINE)
        for i in range(n):
            if i % 64 == 0:  # frames of this connection, of which damage spares some
                channel = Channel(1)
                for byte in _frame(0xB002, 0, 72, "1 17 desk"):
                    channel.receive(byte, i)
                good[-len(PAYLOADS) :] = [_frame(0xB002, channel.session, 80, text).decode() for text in PAYLOADS]
            self.input = frame = damaged(self.dice, self.dice.choice(good), good) + "\n"
            for byte in frame.encode("utf-8", "replace"):
                what = channel.receive(byte, i)
                if what in (MESSAGE, CONSOLE):
                    taken += what == MESSAGE
                    assert len(channel.text()) <= MAX_LINE
            if i % 64 == 0:
                assert channel.transmit(i, out) <= MAX_LINE
                channel.queue(80, frame.encode(), min(len(frame.encode()), MAX_PAYLOAD))
        return taken

    def positions(self, n: int) -> int:
        """Position texts of all games; what is accepted is a position that plays and is written as it was read."""
        good = _positions()
        taken = 0
        for _ in range(n):
            self.input = text = damaged(self.dice, self.dice.choice(good), good)
            try:
                game = game_at(text, 4)
            except RulesError:
                continue
            taken += 1
            again = game_at(game.text(), 4)
            assert again.text() == game.text()
            assert again.digest() == game.digest()
            for ply in legal_plies(game)[:3]:
                game.push(ply)
                game.pop()
            assert game.text() == again.text()
        return taken

    def plies(self, n: int) -> int:
        """Ply texts in positions of all games."""
        games = [game_at(text, 4) for text in _positions()]
        good = [[game.ply_text(ply) for ply in legal_plies(game)] or ["-"] for game in games]
        taken = 0
        for _ in range(n):
            which = self.dice.randrange(len(games))
            self.input = text = damaged(self.dice, self.dice.choice(good[which]), good[which])
            try:
                ply = games[which].parse_ply(text)
            except RulesError:
                continue
            taken += 1
            assert ply in legal_plies(games[which])
        return taken

    def traces(self, n: int) -> int:
        """Sensor traces."""
        good = ["".join(p.read_text().splitlines(keepends=True)[:14]) for p in sorted(DATA.glob("traces/*.trace"))]
        return self._each(n, good, lambda text: parse_trace(text, "fuzz"))

    def records(self, n: int) -> int:
        """Game records: many are taken with a problem named; none may stop the reader."""
        return self._each(n, [RECORD, RECORD.replace("\n", "\r\n"), RECORD * 2], lambda text: read_records(text))

    def profiles(self, n: int) -> int:
        """Profiles of boards: what is accepted can be compiled."""
        good = [profile.read_text(encoding="utf-8") for f in profiles.folders() for profile in sorted(f.glob("*.toml"))]
        return self._each(n, good, lambda text: profiles.profile_json(profiles.parse(text)))

    def _each(self, n: int, good: list[str], parse: Callable[[str], Any]) -> int:
        taken = 0
        for _ in range(n):
            self.input = text = damaged(self.dice, self.dice.choice(good), good)
            try:
                parse(text)
                taken += 1
            except CrossboardError as error:
                assert "\n" not in str(error).strip(), "more than a line"
        return taken

    def messages(self, n: int) -> int:
        """Payloads from a board: ValueError and IndexError are what `Session` and `Sync` expect of them."""
        good = list(PAYLOADS)
        taken = 0
        game = game_at(START, 16)
        with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "library.db") as library:
            for i in range(n):
                self.input = text = damaged(self.dice, self.dice.choice(good), good)
                kind, fields = text[:1], text[2:].split(" ")
                read_hello(text)
                read_listed(text)
                for parse in (
                    read_mark,
                    lambda words, k=kind: play_event(game, keep_event(k, words, None, "raw", game.name)),
                ):
                    try:
                        parse(fields)
                        taken += 1
                    except (ValueError, IndexError):
                        pass
                pull = Pull(library, "B", text.partition(" ")[0])
                try:
                    pull.take(text)
                    if i % 50 == 0:  # the database is slow
                        taken += pull.store(BoardClock(), 1 << 40) is not None
                except (ValueError, IndexError):
                    pass
        return taken

    def journals(self, n: int) -> int:
        """Files of the board's journal."""
        lines = [
            "G 0 " + START,
            "P 1 2044 0f3a9c a4-b5",
            "R 2 15310 h4 - 9",
            "U 3 16001 77aa01 1",
            "T 0 17 beef 12 -",
            "K 0 3",
        ]
        good = [_journal_line(line) for line in lines] * 3
        taken = 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.log"
            for _ in range(n):
                self.input = text = damaged(self.dice, "".join(self.dice.sample(good, 6)), good)
                path.write_bytes(text.encode())
                reader: Any = Reader()
                reader.open(str(path))
                last = 0
                while reader.next():
                    taken += 1
                    reader.texts()
                    last = reader.seq if chr(reader.kind) in "PURE" else last
                reader.close()
                tail: Any = last_of(str(path))
                assert tail.records == last, "the last record is found from both ends"
        return taken


PARSERS = ("frames", "positions", "plies", "traces", "records", "profiles", "messages", "journals")


def fuzz(parser: str, seed: int, n: int) -> int:
    """n inputs for a parser; AssertionError names seed and input if anything but its own errors comes out."""
    one = Fuzz(seed)
    try:
        return int(getattr(one, parser)(n))
    except Exception as error:
        raise AssertionError(f"{parser}, seed {seed}: {error!r} of the input {one.input!r}") from error


if __name__ == "__main__":
    print(fuzz(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else 1_000_000))
