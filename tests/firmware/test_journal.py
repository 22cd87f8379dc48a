"""The journal: what is on the flash after a power cut at any byte, resuming, ids, and a flash that fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from firmware.game.game_store import games_in
from shared_rules.games import new_game
from shared_rules.protocol.frames import T_END, T_PLY, T_REFUSED, T_UNDO, put_hex, put_number
from tests.support.firmware_on_pins import fake_board, replay
from tests.support.rule_cases import CHARING as START


def noise(count: int) -> bytes:
    """What an unlucky chip gives each time."""
    return bytes(range(0xA1, 0xA1 + count))


@pytest.fixture
def journal_class(tmp_path: Path) -> Any:
    with fake_board(tmp_path / "unused"):
        from firmware.game.journal import Journal

        yield Journal


class Writer:
    """Writes a game as the app does, and remembers the position after each record."""

    def __init__(self, journal: Any) -> None:
        self.journal = journal
        self.game: Any = new_game("charing-cross")
        self.t = 0
        self.positions = [START]
        journal.open()
        journal.begin(self.game.text(), 0)

    def _done(self, end: int) -> None:
        self.journal.finish(end)
        self.positions.append(self.game.text())

    def _start(self, kind: int) -> int:
        self.t += 1000
        return self.journal.start(kind, self.t)

    def ply(self, text: str) -> None:
        ply = self.game.parse_ply(text)
        self.game.push(ply)
        line = self.journal.line
        at = put_hex(line, self._start(T_PLY), self.game.digest(), 6)
        line[at] = 32
        self._done(self.game.write_ply(ply, line, at + 1))

    def undo(self) -> None:
        self.game.pop()
        line = self.journal.line
        at = put_hex(line, self._start(T_UNDO), self.game.digest(), 6)
        line[at] = 32
        self._done(put_number(line, at + 1, 1))

    def refusal(self) -> None:
        line = self.journal.line
        at = self._start(T_REFUSED)
        line[at : at + 7] = b"a4 a3 8"
        self._done(at + 7)

    def end(self) -> None:
        line = self.journal.line
        at = self._start(T_END)
        line[at : at + 4] = b"2 11"
        self._done(at + 4)

    def everything(self) -> None:
        """A short game with every kind of record."""
        self.ply("a4-b5")
        self.refusal()
        self.ply("d1-d2")
        self.undo()
        self.ply("d1-c2")
        self.ply("a5-b6")
        self.end()


def written(journal_class: Any, folder: Path) -> tuple[Writer, bytes]:
    """A game's writer and its file."""
    writer = Writer(journal_class(str(folder), noise))
    writer.everything()
    writer.journal.close()
    return writer, (folder / "0001a1a2a3a4.log").read_bytes()


def test_file_is_lines_with_crc(journal_class: Any, tmp_path: Path) -> None:
    _, data = written(journal_class, tmp_path)
    lines = [line.rpartition("*")[0] for line in data.decode("ascii").splitlines()]
    assert lines[0] == f"G 0 {START}"
    assert [line.split(" ")[0] for line in lines] == ["G", "P", "R", "P", "U", "P", "P", "E"]
    assert [line.split(" ")[1] for line in lines] == [str(n) for n in range(8)]
    assert lines[2] == "R 2 2000 a4 a3 8"
    assert lines[7] == "E 7 7000 2 11"
    assert lines[1].startswith("P 1 1000 ")
    assert lines[1].endswith(" a4-b5")


def test_replay_gives_the_position_back(journal_class: Any, tmp_path: Path) -> None:
    writer, _ = written(journal_class, tmp_path)
    journal = journal_class(str(tmp_path), noise)
    game: Any = new_game("charing-cross")
    assert journal.open()
    assert journal.header() == START
    assert replay(journal, game)
    assert game.text() == writer.game.text()
    assert (journal.seq, journal.t, journal.plies, journal.first_side) == (7, 7000, 3, 0)
    assert (journal.over, journal.result, journal.reason) == (True, 2, 11)


@pytest.mark.parametrize("rubbish", [b"", b"\xff" * 7, b"\x00" * 40])
def test_power_cut_after_every_byte(journal_class: Any, tmp_path: Path, rubbish: bytes) -> None:
    """What was whole before the cut is there, and what is written afterwards, whatever the cut left behind."""
    writer, data = written(journal_class, tmp_path)
    path = tmp_path / "0001a1a2a3a4.log"
    header = data.index(b"\n") + 1
    for cut in range(header, len(data) + 1):
        path.write_bytes(data[:cut] + rubbish)
        journal = journal_class(str(tmp_path), noise)
        game: Any = new_game("charing-cross")
        assert journal.open()
        assert replay(journal, game), cut
        whole = data[:cut].count(b"\n") - 1
        if data[cut : cut + 1] == b"\n" and not rubbish:
            whole += 1  # complete but for its line end
        assert journal.seq == whole
        assert game.text() == writer.positions[whole]
        journal.resume()
        line = journal.line
        at = journal.start(T_REFUSED, 99_000)
        line[at : at + 7] = b"b4 a3 8"
        journal.finish(at + 7)
        journal.close()
        again = journal_class(str(tmp_path), noise)
        assert again.open()
        assert replay(again, game)
        assert (again.seq, again.t) == (whole + 1, 99_000)
        assert game.text() == writer.positions[whole]


def test_power_cut_in_the_header(journal_class: Any, tmp_path: Path) -> None:
    """A game that has no position yet is not a game; the next one gets an id of its own."""
    _, data = written(journal_class, tmp_path)
    for cut in range(data.index(b"\n")):
        (tmp_path / "0001a1a2a3a4.log").write_bytes(data[:cut])
        journal = journal_class(str(tmp_path), noise)
        assert journal.open()
        assert journal.header() == ""
        assert not replay(journal, new_game("charing-cross"))


def test_every_flipped_byte_is_passed_over_or_refused(journal_class: Any, tmp_path: Path) -> None:
    """A damaged line ends what is believed: what follows can't be numbered on."""
    writer, data = written(journal_class, tmp_path)
    path = tmp_path / "0001a1a2a3a4.log"
    for at in range(data.index(b"\n") + 1, len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x01]) + data[at + 1 :])
        journal = journal_class(str(tmp_path), noise)
        game: Any = new_game("charing-cross")
        journal.open()
        assert replay(journal, game)
        line = data[:at].count(b"\n") - 1
        assert journal.seq <= line
        assert game.text() == writer.positions[journal.seq]


def test_what_the_flight_recorder_has_is_passed_over_whatever_it_says(journal_class: Any, tmp_path: Path) -> None:
    """No record is made of it, whole or damaged, whatever its number."""
    writer, data = written(journal_class, tmp_path)
    lines = data.split(b"\n")
    for flight in (b"F 0 12040 - 0-a4 3+a4*0000", b"F 1 1000 000000 a4-b5*0000", b"F", b"F 0 " + b"5-a4 " * 60):
        (tmp_path / "0001a1a2a3a4.log").write_bytes(
            b"\n".join([lines[0], *[flight] * 9, *lines[1:3], *[flight] * 2, *lines[3:]])
        )
        journal = journal_class(str(tmp_path), noise)
        game: Any = new_game("charing-cross")
        assert journal.open()
        assert replay(journal, game)
        assert (journal.seq, game.text()) == (7, writer.game.text())


def test_record_of_another_position_is_refused(journal_class: Any, tmp_path: Path) -> None:
    """A whole record that does not fit the rules: the game is read up to it, and what is behind it is known to be there."""
    for ply, digest in (("d1-d2", 0), ("a4-a5", 0), ("nonsense", 0), ("a4-b5", 1)):
        writer = Writer(journal_class(str(tmp_path), noise))
        line = writer.journal.line
        at = put_hex(line, writer.journal.start(T_PLY, 5), digest, 6)
        line[at : at + 1 + len(ply)] = b" " + ply.encode()
        writer.journal.finish(at + 1 + len(ply))
        writer.refusal()
        writer.journal.close()
        game: Any = new_game("charing-cross")
        assert replay(writer.journal, game)
        assert (writer.journal.seq, writer.journal.last, writer.journal.plies) == (0, 2, 0)
        assert game.text() == START


@pytest.mark.parametrize("damaged", range(1, 8))
def test_a_damaged_record_ends_what_is_read(journal_class: Any, tmp_path: Path, damaged: int) -> None:
    writer, data = written(journal_class, tmp_path)
    lines = data.splitlines(keepends=True)
    lines[damaged] = lines[damaged].replace(b" ", b"_", 1)
    (tmp_path / "0001a1a2a3a4.log").write_bytes(b"".join(lines))
    journal = journal_class(str(tmp_path), noise)
    game: Any = new_game("charing-cross")
    assert journal.open()
    assert replay(journal, game)
    assert (journal.seq, game.text()) == (damaged - 1, writer.positions[damaged - 1])
    assert journal.last == (0 if damaged == 1 and len(lines) == 2 else 7 if damaged < 7 else 6)


def test_ids_are_not_used_again(journal_class: Any, tmp_path: Path) -> None:
    journal = journal_class(str(tmp_path), noise)
    assert not journal.open()
    ids = []
    for _ in range(3):
        journal.begin(START, 0)
        ids.append(journal.id())
    assert ids == ["0001a1a2a3a4", "0002a1a2a3a4", "0003a1a2a3a4"]
    journal.discard()
    journal = journal_class(str(tmp_path), noise)
    assert journal.open()
    assert journal.id() == "0002a1a2a3a4"
    journal.begin(START, 0)
    assert journal.id() == "0004a1a2a3a4"
    assert games_in(journal.folder) == ["0001a1a2a3a4", "0002a1a2a3a4", "0004a1a2a3a4"]


def test_an_erased_flash_uses_no_id_again(journal_class: Any, tmp_path: Path) -> None:
    """Nor does another board whose counter stands at the same number."""
    ids: set[str] = set()
    for board in range(20):
        journal = journal_class(str(tmp_path / str(board)), os.urandom)
        journal.open()
        for _ in range(5):
            journal.begin(START, 0)
            ids.add(journal.id())
    assert len(ids) == 100


def test_games_of_an_older_firmware_are_kept_and_gone_on_with(journal_class: Any, tmp_path: Path) -> None:
    """Their ids have no random part: 8 digits, the last 4 of which count."""
    writer = Writer(journal_class(str(tmp_path), noise))
    writer.everything()
    writer.journal.close()
    (tmp_path / "0001a1a2a3a4.log").rename(tmp_path / "4e210007.log")
    (tmp_path / "counter").write_text("7")
    journal = journal_class(str(tmp_path), noise)
    assert journal.open()
    assert journal.id() == "4e210007"
    game: Any = new_game("charing-cross")
    assert replay(journal, game)
    assert (journal.seq, game.text()) == (7, writer.positions[-1])
    journal.resume()
    journal.begin(START, 0)
    assert games_in(journal.folder) == ["4e210007", "0008a1a2a3a4"]


@pytest.mark.parametrize("counter", [b"", b"x", b"\xff\xff", b"1"])
def test_lost_counter(journal_class: Any, tmp_path: Path, counter: bytes) -> None:
    written(journal_class, tmp_path)
    (tmp_path / "counter").write_bytes(counter)
    journal = journal_class(str(tmp_path), noise)
    assert journal.open()
    journal.begin(START, 0)
    assert journal.id() == "0002a1a2a3a4"


def test_other_files_are_left_alone(journal_class: Any, tmp_path: Path) -> None:
    for name in ("notes.txt", "far-too-long-name.log", "x.log", "zzzzzzzz.log"):
        (tmp_path / name).write_text("mine")
    journal = journal_class(str(tmp_path), noise)
    journal.open()
    journal.begin(START, 0)
    assert journal.id() == "0001a1a2a3a4"
    assert (tmp_path / "notes.txt").read_text() == "mine"


class Failing:
    """A file that takes `room` bytes and then nothing."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        taken = bytes(data)[: self.room]
        self.file.write(taken)
        self.room -= len(taken)
        if len(taken) < len(data):
            raise OSError(28)
        return len(taken)

    def flush(self) -> None:
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def test_full_flash_at_every_byte(journal_class: Any, tmp_path: Path) -> None:
    """What fitted is read back; the rest is numbered on in memory, and `failed` says so."""
    reference, data = written(journal_class, tmp_path / "a")
    header = data.index(b"\n") + 1
    for room in range(0, len(data) - header, 7):
        folder = tmp_path / f"full{room}"
        folder.mkdir()
        writer = Writer(journal_class(str(folder), noise))
        writer.journal._file = Failing(writer.journal._file, room)
        writer.everything()
        assert writer.journal.failed
        assert writer.journal.seq == 7
        writer.journal.close()
        journal = journal_class(str(folder), noise)
        game: Any = new_game("charing-cross")
        assert journal.open()
        assert replay(journal, game)
        assert journal.seq == data[header : header + room + 1].count(b"\n")
        assert game.text() == reference.positions[journal.seq]
