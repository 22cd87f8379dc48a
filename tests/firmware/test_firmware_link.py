"""The board's end of the link: what is told to a PC, what it may ask, and that it never gets in the way of play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from crossboard import profiles
from firmware.game.game_store import games_in
from shared_rules.games import new_game
from shared_rules.protocol.frames import MAX_LINE, put_frame
from shared_rules.protocol.signals import MARK_LAST_FROM, MARK_LAST_TO, MARK_LIFTED
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard
from tests.support.firmware_pc import FakePc
from tests.support.journal_faults import acknowledged
from tests.support.rule_cases import CHARING as START

PLIES = ("-a4 +b5", "-d1 +d2", "-b5 +c6", "-d2 +d3", "-c6 +d7", "-d3 +d4")


def play(board: FakeBoard, pc: FakePc | None, gestures: tuple[str, ...]) -> None:
    """Plays gestures, the PC listening if there is one."""
    for gesture in gestures:
        for word in gesture.split():
            board.set(word[1:], word[0] == "+")
            (pc or board).run(100)
        (pc or board).run(500)


def complete(board: FakeBoard, pc: FakePc) -> bool:
    """Whether the PC has exactly what the newest game's journal has."""
    game = board.app.journal.id()
    records = {}
    for line in board.journal()[1:]:
        letter, seq, rest = line.split(" ", 2)
        records[(game, int(seq))] = f"{letter} {rest}"
    return {key: text for key, text in pc.records.items() if key[0] == game} == records


def test_hello_and_game(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    fields = pc.of("H")[0].split(" ")
    assert fields[:4] == ["1", "e66164084373532b", "0.1.0", "pico-8x8"]
    assert fields[5] == ",".join(sorted(profiles.load("pico-8x8")["games"]))
    assert pc.of("G") == [f"{board.app.journal.id()} 0 {START}"]


def test_plies_arrive_as_they_are_played(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, PLIES)
    assert complete(board, pc)
    assert [text.split(" ")[3] for text in pc.records.values()] == [
        "a4-b5",
        "d1-d2",
        "b5-c6",
        "d2-d3",
        "c6-d7",
        "d3-d4",
    ]
    assert pc.channel.repeated == pc.channel.bad == 0


def test_nothing_is_sent_before_the_pc_says_what_it_has(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.acknowledges = False
    play(board, pc, PLIES)
    assert pc.of("G")
    assert not pc.records
    pc.send("K", f"{board.app.journal.id()} 2")
    pc.run(500)
    assert sorted(seq for _, seq in pc.records) == [3, 4, 5, 6]


def test_game_played_alone_arrives_later(board: FakeBoard) -> None:
    play(board, None, PLIES)
    pc = FakePc(board)
    pc.run(1500)
    assert complete(board, pc)
    assert len(pc.records) == 6
    play(board, pc, ("-d7 +e8",))
    assert complete(board, pc)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_whatever_restarts(board: FakeBoard, seed: int) -> None:
    """Board resets, PC restarts, frames lost and garbled at random: in the end the PC has exactly the journal."""
    dice = random.Random(seed)
    pc = FakePc(board, seed)
    for gesture in (*PLIES, "-h4 +g4", "-g4 +h4", "-h5 +g4"):
        play(board, pc, (gesture,))
        what = dice.randrange(4)
        if what == 0:
            known = pc.records
            pc = FakePc(board, dice.randrange(1 << 16))
            pc.records = known
        elif what == 1:
            board.switch_on()
            board.run(500)
        elif what == 2 and board.port.sent:
            del board.port.sent[dice.randrange(len(board.port.sent)) :]
        else:
            board.port.arrived += bytes(dice.randrange(256) for _ in range(50))
    pc.run(6000)
    assert complete(board, pc)
    assert len(pc.records) >= 6


def test_a_pc_that_stops_reading_does_not_stop_play(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    pc.exchange()
    board.port.room = 100
    play(board, None, PLIES)
    assert board.app.current.plies == 6
    assert len(board.port.sent) <= 100
    board.port.room = 1 << 30
    pc.run(3000)
    assert complete(board, pc)


def test_a_flood_is_taken_in_small_bites(board: FakeBoard) -> None:
    board.port.arrived += b"x" * 100_000
    before = len(board.port.arrived)
    board.app.loop.step(board.now)
    assert before - len(board.port.arrived) <= 64
    pc = FakePc(board)
    board.port.arrived.clear()
    pc.run(2000)
    assert pc.channel.established


def test_typed_text_is_not_answered(board: FakeBoard) -> None:
    board.run(100)
    board.port.sent.clear()
    board.port.arrived += b"help\r\n~nonsense\r\n\x01\x04"
    board.run(500)
    assert bytes(board.port.sent) == b"" or bytes(board.port.sent).startswith(b"~")
    assert b"\x03" not in board.port.sent


def test_refusal_and_takeback(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, ("-a4 +a3",))
    pc.run(1000)
    play(board, pc, ("-a3 +a4", "-a4 +b4", "-b4 +a4"))
    pc.run(1000)
    assert [text.split(" ")[0] for text in pc.records.values()] == ["R", "P", "U"]
    assert pc.records[board.app.journal.id(), 1].split(" ")[2:4] == ["a4", "a3"]
    assert complete(board, pc)


def test_snapshot_with_and_without_position(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    pc.send("S")
    pc.run(200)
    fields = pc.of("S")[0].split(" ", 6)
    assert fields[:2] == [board.app.journal.id(), "0"]
    assert fields[3] == f"{board.app.current.digest:06x}"
    assert len(fields[4]) == 16
    closed = {i * 4 + b for i, digit in enumerate(fields[4]) for b in range(4) if int(digit, 16) >> b & 1}
    assert closed == {(int(s[1]) - 1) * 8 + ord(s[0]) - 97 for s in HOME.split()}
    assert fields[5:] == ["p", START]
    pc.run(10_500)
    assert pc.of("S")[-1].split(" ")[5:] == ["p"]


def test_snapshot_while_a_ply_is_not_final(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    pc.send("S")
    board.set("a4", False)
    pc.run(60)
    board.set("b4", True)
    pc.run(80)
    assert board.app.table.recognizer.shown() >= 0
    pc.heard.clear()
    pc.send("S")
    while not pc.of("S"):
        pc.run(5)
    snapshot = pc.of("S")[0].split(" ", 6)
    assert snapshot[6] == START
    assert snapshot[3] == f"{board.app.current.digest:06x}"
    pc.run(600)
    assert complete(board, pc)
    assert len(pc.records) == 1


def test_view_tells_marks(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(500)
    board.set("a4", False)
    pc.run(300)
    game, mode, ply, marks = pc.of("V")[-1].split(" ")
    assert (game, mode, ply, len(marks)) == (board.app.journal.id(), "p", "-", 64)
    assert int(marks[24], 16) == MARK_LIFTED
    board.set("b5", True)
    pc.run(200)
    assert "a4-b5" in [view.split(" ")[2] for view in pc.of("V")]
    pc.run(600)
    marks = pc.of("V")[-1].split(" ")[3]
    assert (int(marks[24], 16), int(marks[33], 16)) == (MARK_LAST_FROM, MARK_LAST_TO)


def test_new_game_by_command(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    first = board.app.journal.id()
    play(board, pc, PLIES[:1])
    text = "charing-cross 3RR3/8/8/N6n/8/8/1N6/3rr3 b -"
    pc.send("N", text)
    pc.run(500)
    assert pc.of("C") == ["N ok"]
    assert pc.of("G")[-1] == f"{board.app.journal.id()} 0 {text}"
    assert board.app.journal.id() != first
    assert board.app.modes.letter() == ord("g")
    assert (board.folder / f"{first}.log").read_text().splitlines()[-1].startswith(("E 2 ", "K 0 2"))
    board.set_all("d8 e8 a5 h5 b2 d1 e1")
    pc.run(600)
    assert board.app.modes.letter() == ord("p")


def test_new_game_instead_of_one_without_plies_leaves_no_file(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    first = board.app.journal.id()
    pc.send("N", "charing-cross")
    pc.run(500)
    assert games_in(board.app.journal.folder) == [board.app.journal.id()]
    assert board.app.journal.id() != first


@pytest.mark.parametrize(
    ("letter", "text", "words"),
    [
        ("N", "go", "this board has no game 'go'"),
        ("N", "charing-cross:blitz", "variant"),
        ("N", "charing-cross 8/8", "missing"),
        ("N", "charing-cross 3RR3/8/8/7N/7n/8/8/3rr3 w -", "the game is over there"),
        ("N", "", "this board has no game ''"),
        ("U", "1", "there is no ply to take back"),
        ("U", "x", "there is no ply to take back"),
        ("E", "1 2", "no such result"),
        ("E", "", "no such result"),
        ("B", "shift", "no such button"),
        ("J", "12345678 1", "no such game"),
        ("J", "x", "no such game"),
    ],
)
def test_refused_command(board: FakeBoard, letter: str, text: str, words: str) -> None:
    pc = FakePc(board)
    pc.run(300)
    game, position = board.app.journal.id(), board.app.table.game.text()
    pc.send(letter, text)
    pc.run(300)
    assert len(pc.of("C")) == 1
    assert pc.of("C")[0].startswith(f"{letter} error ")
    assert words in pc.of("C")[0]
    assert (board.app.journal.id(), board.app.table.game.text(), board.app.modes.letter()) == (game, position, ord("p"))
    play(board, pc, PLIES)
    assert board.app.current.plies == 6


def test_take_back_by_command(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, PLIES[:3])
    pc.send("U", "2")
    pc.run(500)
    assert pc.of("C") == ["U ok"]
    assert board.app.current.plies == 1
    assert board.app.modes.letter() == ord("g")
    assert board.app.table.game.text() == "charing-cross 3RR3/8/8/NN5n/7n/8/8/3rr3 b -"
    board.set_all("a5 b5 d8 e8 h4 h5 d1 e1")
    pc.run(600)
    play(board, pc, ("-e1 +e2",))
    assert complete(board, pc)
    assert [text.split(" ")[0] for text in pc.records.values()] == ["P", "P", "P", "U", "P"]
    board.switch_on()
    board.run(600)
    assert board.app.current.plies == 2
    assert board.app.modes.letter() == ord("p")


def test_end_by_command(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, PLIES[:2])
    pc.send("E", "2 11")
    pc.run(300)
    assert pc.of("C") == ["E ok"]
    assert pc.of("E")[0].split(" ")[3:] == ["2", "11"]
    assert board.app.modes.letter() == ord("o")
    pc.send("E", "1 11")
    pc.run(300)
    assert pc.of("C")[-1] == "E error the game is over"
    board.set_all(HOME)
    pc.run(2000)
    assert board.app.modes.letter() == ord("p")
    assert pc.of("G")[-1].endswith(START)  # White lost and begins again


def test_listing_and_old_games(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, PLIES[:2])
    first = board.app.journal.id()
    pc.send("N", "charing-cross")
    pc.run(500)
    pc.send("J")
    pc.run(500)
    assert pc.of("J") == [f"{first} 3 3 o", f"{board.app.journal.id()} 0 0 u", "-"]
    pc.heard.clear()
    pc.send("J", f"{first} 2")
    pc.run(500)
    lines = [line.rpartition("*")[0] for line in (board.folder / f"{first}.log").read_text().splitlines()]
    wanted = [line for line in lines if line and line[0] != "K" and line[:4] != "P 1 "]
    *told, end = pc.of("J")
    assert end == f"{first} 3 3 o"
    assert "|".join(text.partition(" ")[2] for text in told).split("|") == wanted
    assert all(text.startswith(f"{first} ") for text in told)


def test_records_that_only_the_pc_has_begin_another_game(board: FakeBoard) -> None:
    """The flash lost the end of a game that the PC has: its numbers must not be used for other records."""
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, PLIES[:3])
    first = board.app.journal.id()
    path = board.folder / f"{first}.log"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    board.switch_on()
    board.set_all("a5 b5 d8 e8 h4 h5 d2 e1")
    pc.run(2000)
    assert board.app.journal.id() != first
    assert pc.of("G")[-1] == f"{board.app.journal.id()} 0 charing-cross 3RR3/8/8/NN5n/7n/8/3r4/4r3 w -"
    play(board, pc, ("-b5 +b6",))
    pc.run(500)
    assert complete(board, pc)


def test_an_erased_flash_uses_no_id_again(board: FakeBoard) -> None:
    pc = FakePc(board)
    play(board, pc, PLIES[:2])
    first = board.app.journal.id()
    board.app.journal.close()
    for path in board.folder.iterdir():
        path.unlink()
    board.switch_on()
    board.set_all("a4 a5 d8 e8 h4 h5 d1 e1")
    board.run(500)
    assert board.app.journal.id()[:4] == first[:4], "it counts anew"
    assert board.app.journal.id() != first
    play(board, pc, PLIES[:3])
    assert complete(board, pc)


def test_a_game_with_a_damaged_record_goes_on_as_another(board: FakeBoard) -> None:
    """From the position before it; what is behind it stays in the old game's file, which is given up."""
    pc = FakePc(board)
    play(board, pc, PLIES[:4])
    first = board.app.journal.id()
    path = board.folder / f"{first}.log"
    board.app.journal.close()
    before = path.read_text()
    path.write_text(before.replace("P 3 ", "P 3_", 1))
    board.switch_on()
    board.run(500)
    journal = board.app.journal
    assert games_in(journal.folder) == [first, journal.id()]
    game: Any = new_game("charing-cross")
    for line in before.splitlines()[1:]:
        if line[:3] in ("P 1", "P 2"):
            game.push(game.parse_ply(line.rpartition("*")[0].split(" ")[4]))
    assert board.app.table.game.text() == game.text()
    pc.run(3000)
    assert pc.of("G")[-1] == f"{journal.id()} 0 {game.text()}"
    assert path.read_text().splitlines()[-1].startswith("E 5 ")
    assert path.read_text().startswith(before.replace("P 3 ", "P 3_", 1))


def test_maintenance_leaves_the_loop(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    pc.send("X")
    pc.run(800)
    assert pc.of("C") == ["X ok"]
    assert board.app.loop.leaving


def test_maintenance_without_a_listener(board: FakeBoard) -> None:
    board.app.loop.leave()
    board.run(600)
    assert board.app.loop.leaving


def test_error_inside_is_told(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    board.app.table.recognizer.step = lambda now, work: 1 // 0
    board.app.loop.step(board.now)
    assert board.app.loop.faults == 1
    board.app.loop.faults = 0
    del board.app.table.recognizer.step
    pc.run(1000)
    assert "ZeroDivisionError" in pc.of("L")[0]


def test_the_pc_lights_squares_until_the_game_goes_on(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(500)
    pc.send("M", "c3:6 a4:4")
    pc.run(300)
    marks = pc.of("V")[-1].split(" ")[3]
    assert (marks[18], marks[24]) == ("6", "4")
    play(board, pc, PLIES[:1])
    assert pc.of("V")[-1].split(" ")[3][18] == "0"
    pc.send("M", "c3:6")
    pc.run(200)
    pc.send("M")
    pc.run(200)
    assert pc.of("V")[-1].split(" ")[3][18] == "0"
    assert pc.of("C") == ["M ok"] * 3
    for text in ("c9:6", "c3", "c3:13", "c3:x", "c3:6  "):
        pc.send("M", text)
    pc.run(500)
    assert [answer[:7] for answer in pc.of("C")[3:]] == ["M error"] * 5


def test_settings(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(500)
    pc.send("O")
    pc.run(200)
    assert pc.of("O") == ["teaching 1 0 2,brightness 100 5 100,patterns 0 0 1"]
    for text in (
        "teaching 2",
        "teaching 3",
        "teaching",
        "colour 1",
        "brightness 4",
        "brightness 1000",
        "brightness 30",
    ):
        pc.send("O", text)
        pc.run(200)
    assert [answer[:7] for answer in pc.of("C")] == ["O ok", "O ok", *["O error"] * 5, "O ok"]
    assert pc.of("O")[-1] == "teaching 2 0 2,brightness 30 5 100,patterns 0 0 1"
    board.switch_on()
    assert (board.app.modes.settings().teaching, board.app.modes.settings().brightness) == (2, 30), (
        "they outlast the power"
    )
    assert "brightness must be from 5 to 100" in " ".join(pc.of("C"))


def test_the_time_is_told_and_kept_with_the_game(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    pc.send("T", "1800000000000")
    pc.run(200)
    wall, boot, up, game, t = pc.of("T")[0].split(" ")
    assert (wall, game) == ("1800000000000", board.app.journal.id())
    assert abs(int(t) - board.app.current.t) < 250
    lines = [line for line in (board.folder / f"{game}.log").read_text().splitlines() if line[:2] == "T "]
    assert lines[-1].startswith(f"T 0 {t} {boot} {up} 1800000000000*")
    assert lines[0].split(" ")[5][:2] == "-*", "before, nobody had told the time"
    pc.send("T", "1800000000500")
    pc.run(200)
    assert len([line for line in (board.folder / f"{game}.log").read_text().splitlines() if line[:2] == "T "]) == len(
        lines
    )
    pc.send("T", "x")
    pc.run(200)
    assert pc.of("C") == ["T error not a time"]


def test_a_flood_of_commands_is_obeyed_one_a_round(board: FakeBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even new games, the longest thing that a PC can ask for: between two of them the sensors are read."""
    pc = FakePc(board)
    pc.run(300)
    for _ in range(8):
        pc.send("N", "charing-cross")
    pc.exchange()
    done: list[int] = []
    from firmware.game.actions import Actions

    begin = Actions.new_game

    def counted(self: object, text: str, then: Callable[[str], None]) -> Iterator[None]:
        done[-1] += 1
        return begin(self, text, then)

    monkeypatch.setattr(Actions, "new_game", counted)
    while board.port.arrived:
        done.append(0)
        board.run(5)
    board.run(100)
    assert sum(done) == 8
    assert max(done) == 1


def test_acknowledgements_of_other_games_are_kept(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    play(board, pc, PLIES[:2])
    first = board.app.journal.id()
    pc.send("N", "charing-cross")
    pc.run(500)
    journal = board.app.journal
    assert acknowledged(journal) == {first: 3}, "its end was acknowledged when it was already over"
    for text in (f"{first} 2", f"{first} x", "00000000 5", f"{first}", "", "../games 1"):
        pc.send("K", text)
    pc.run(500)
    assert acknowledged(journal) == {first: 2}
    assert games_in(journal.folder) == [first, journal.id()]


def test_a_message_may_be_what_makes_the_connection(board: FakeBoard) -> None:
    """The PC's first word that names both sessions is a request: it is not forgotten with the connection before."""
    pc = FakePc(board)
    board.run(50)
    board.port.sent.clear()
    pc.exchange()  # its hello names nobody yet
    while not pc.channel.established:
        board.run(5)
        for byte in board.port.sent:
            pc.channel.receive(byte, board.now)
        board.port.sent.clear()
    assert not board.app.link.channel.established
    pc.send("J")
    while n := pc.channel.transmit(board.now, pc._out):
        if pc._out[17] == ord("J"):  # what else it says is lost on the way
            board.port.arrived += pc._out[:n]
    pc.run(500)
    assert pc.of("J") == [f"{board.app.journal.id()} 0 0 u", "-"]


def test_control_c_is_never_sent(board: FakeBoard) -> None:
    pc = FakePc(board)
    pc.run(300)
    board.app.link.log("".join(map(chr, range(128))))
    play(board, pc, PLIES[:2])
    assert pc.of("L") == ["?" * 32 + "".join(map(chr, range(32, 126))) + "??"]
    out = bytearray(MAX_LINE)
    for byte in range(256):
        n = put_frame(out, 1, 2, 3, 4, 80, bytes([byte]), 1)
        assert 3 not in out[:n]
