"""The firmware as it is, on the simulated board in real time: power cuts, the REPL and back, maintenance."""

from __future__ import annotations

import time
from pathlib import Path

from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.simulator import SimulatedBoard
from tests.support.simulated_pc import HOME, Pc, playing

PATIENCE_S = 120.0


def test_power_cut_in_the_middle_of_a_turn(micropython: object, tmp_path: Path) -> None:
    with playing(tmp_path) as (board, pc):
        pc.play("-a4 +b5", 1)
        board.set_square("h4", False)
        pc.power_cut()
        pc.until(lambda: pc.mode() == "g")
        assert any(m.kind == "G" and m.payload.startswith(f"{pc.game} 1 ") for m in pc.heard)
        board.set_square("h4", True)
        pc.until(lambda: pc.mode() == "p")
        pc.play("-h4 +g5", 2)
        assert pc.plies() == ["a4-b5", "h4-g5"]
        lines = (tmp_path / "games" / f"{pc.game}.log").read_text().splitlines()
        assert [line[0] for line in lines if line[0] not in "TF"] == ["G", "P", "P"]


def test_what_was_taken_back_outlives_a_power_cut(micropython: object, tmp_path: Path) -> None:
    with playing(tmp_path) as (board, pc):
        pc.play("-a4 +b4", 1)
        pc.play("-h4 +g4", 2)
        pc.play("-e8 +e7", 3)
        pc.play("-e7 +e8", 4)  # the record of a takeback
        game = pc.game
        pc.power_cut()
        pc.until(lambda: pc.mode() == "p")
        assert any(m.kind == "G" and m.payload.startswith(f"{game} 4 ") for m in pc.heard)
        pc.play("-d8 +d7", 5)
        kinds = [
            line[0] for line in (tmp_path / "games" / f"{game}.log").read_text().splitlines() if line[0] not in "TF"
        ]
        assert kinds == ["G", "P", "P", "P", "U", "P"]
        assert len(list((tmp_path / "games").glob("*.log"))) == 1


def test_a_card_lifted_and_put_back_is_nothing(micropython: object, tmp_path: Path) -> None:
    with SimulatedBoard("pico-8x8", tmp_path) as board:
        pc = Pc(board)
        pc.until(lambda: pc.mode() != "")
        pc.link.send("N", "card-chess:plain")
        board.set_squares(
            tuple(f"{column}{row}" for row in (2, 3, 6, 7) for column in "bcdefg" if row in (2, 7) or column in "de")
        )
        pc.until(lambda: pc.mode() == "p")
        game = pc.game
        for word in ("-b2", "+b2", "-d3", "+d3"):
            board.set_square(word[1:], word[0] == "+")
            pc.pass_ms(400)
        pc.pass_ms(1000)
        assert pc.game == game and pc.mode() == "p" and not pc.records
        assert not [m for m in pc.heard if m.kind == "R" or not m.kind and "Error" in m.payload]
        pc.play("-d3 +d5", 1)


def test_a_pc_that_floods_and_never_reads_does_not_hinder_play(micropython: object, tmp_path: Path) -> None:
    """What the port can't take waits; nothing is lost when a PC listens again."""
    with playing(tmp_path) as (board, pc):
        pc.link.close()
        port = SerialPort(board.port)
        gestures = iter(("-a4", "+b5", "-h4", "+g5"))
        (log,) = (tmp_path / "games").glob("*.log")
        end = time.monotonic() + PATIENCE_S
        word_at = 0.0
        while log.read_text().count("\nP ") < 2:
            assert time.monotonic() < end
            port.write(b"~0bad ~" + b"J" * 50 + b"\n~1234 0000 00 00 A *0000\n\xff\x00" * 20)
            if time.monotonic() > word_at:
                word_at = time.monotonic() + 0.8
                word = next(gestures, "")
                if word:
                    board.set_square(word[1:], word[0] == "+")
        port.close()
        pc.link = Link(SerialPort(board.port))
        pc.until(lambda: len(pc.records) == 2)
        assert pc.plies() == ["a4-b5", "h4-g5"]


def test_play_without_a_pc_is_told_later(micropython: object, tmp_path: Path) -> None:
    with SimulatedBoard("pico-8x8", tmp_path) as board:
        board.set_squares(HOME)
        end = time.monotonic() + PATIENCE_S
        logs = tmp_path / "games"
        while not list(logs.glob("*.log")):
            assert time.monotonic() < end
            time.sleep(0.1)
        board.wait(1000)  # the pieces must have stood for 0.3 s
        gestures = iter(("-a4", "+b5", "-h4", "+g5"))
        while sum(path.read_text().count("\nP ") for path in logs.glob("*.log")) < 2:
            assert time.monotonic() < end
            board.wait(800)
            word = next(gestures, "")
            if word:
                board.set_square(word[1:], word[0] == "+")
        pc = Pc(board)
        pc.until(lambda: len(pc.records) == 2)
        assert pc.plies() == ["a4-b5", "h4-g5"]


def test_maintenance_leads_to_the_prompt_and_a_soft_reset_back_to_play(micropython: object, tmp_path: Path) -> None:
    with playing(tmp_path) as (board, pc):
        pc.play("-a4 +b5", 1)
        assert any(any(colour) for colour in board.lights().values())
        pc.link.send("X")
        pc.until(lambda: any(m.kind == "C" and m.payload == "X ok" for m in pc.heard))
        end = time.monotonic() + PATIENCE_S
        while any(any(colour) for colour in board.lights().values()):
            assert time.monotonic() < end
            time.sleep(0.05)
        pc.link.close()
        port = SerialPort(board.port)
        seen = b""
        while b">>> " not in seen:
            assert time.monotonic() < end
            port.write(b"\r")
            time.sleep(0.1)
            seen += port.read()
        port.write(b"\x04")
        port.close()
        again = Pc(board)
        again.records, again.refused = pc.records, pc.refused
        again.until(lambda: again.mode() == "p")
        assert again.game == pc.game
        again.play("-h4 +g5", 2)
        assert again.plies() == ["a4-b5", "h4-g5"]


def test_secret_kings_outlast_a_power_cut(micropython: object, tmp_path: Path) -> None:
    """Picked with taps and the OK button, sealed; after the power was gone the king that is taken is the one picked."""
    pieces = [f"{column}{row}" for column in "abgh" for row in "3456"]  # the game lies on rows 3 to 6
    with SimulatedBoard("pico-8x8", tmp_path) as board:
        pc = Pc(board)
        pc.until(lambda: bool(pc.game))
        first = pc.game
        pc.link.send("N", "kings-crossing:stealth")
        board.set_squares(pieces)
        pc.until(lambda: pc.game != first and pc.mode() == "k")
        for king in ("b5", "g6"):
            for closed in (False, True):
                board.set_square(king, closed)
                pc.pass_ms(300)
            board.press("ok")
            pc.pass_ms(300)
        pc.until(lambda: pc.mode() == "p" and len(pc.records) == 2)
        for count, gesture in enumerate(("-b6 +d6", "-g4 +d4", "-d6 +e6", "-g6 +f6"), 3):
            pc.play(gesture, count)
        pc.power_cut()
        pc.until(lambda: pc.mode() == "p")
        assert not any(message.kind == "Y" for message in pc.heard)
        pc.play("-e6 -f6 +g6", 10)
        *_, white, black, ply, end = pc.stood()
        assert [reveal.split(" ")[2] for reveal in (white, black)] == ["b3", "g4"]
        assert ply.endswith(" e4xg4") and end.split(" ")[1:] == ["1", "3"]
