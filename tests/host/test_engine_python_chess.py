"""`crossboard engine` driven by python-chess, as a chess program drives an engine: options, clocks, pondering, analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import chess
import chess.engine
import pytest
from chess.engine import Limit, SimpleEngine

from crossboard.games.rules import game_at, legal_plies, new_game
from tests.host.test_engine import CALL, WON

PATIENCE_S = 120


@dataclass(frozen=True)
class Ply:
    """What python-chess wants of a move."""

    text: str

    def uci(self) -> str:
        return self.text


class Board(chess.Board):
    """What python-chess wants of a board, for a game of ours."""

    uci_variant = "charing-cross"

    def __init__(self, text: str = new_game("charing-cross").text()) -> None:  # the parent's would set up chess
        self.start = text
        self.game = game_at(text)
        self.move_stack: list[Any] = []
        self.chess960 = False
        self.turn = self.game.side == 0

    def root(self) -> Any:
        return Board(self.start)

    def fen(self, **_: Any) -> str:
        return self.game.text()

    def copy(self, **_: Any) -> Any:
        board = Board(self.start)
        for ply in self.move_stack:
            board.push(ply)
        return board

    def parse_uci(self, uci: str) -> Any:
        self.game.parse_ply(uci)
        return Ply(uci)

    def push(self, move: Any) -> None:
        self.game.push(self.game.parse_ply(move.text))
        self.move_stack.append(move)
        self.turn = self.game.side == 0

    def push_uci(self, uci: str) -> Any:
        ply = self.parse_uci(uci)
        self.push(ply)
        return ply

    def pop(self) -> Any:
        self.game.pop()
        self.turn = self.game.side == 0
        return self.move_stack.pop()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.fen() == other.fen()


@pytest.fixture
def engine() -> Iterator[SimpleEngine]:
    with SimpleEngine.popen_uci(CALL, timeout=PATIENCE_S) as engine:
        yield engine


def plies_of(board: Board) -> set[str]:
    return {board.game.ply_text(ply) for ply in legal_plies(board.game)}


LIMITS = (
    Limit(depth=2),
    Limit(depth=1000, nodes=200),
    Limit(nodes=100),
    Limit(time=0.05),
    Limit(time=0.0001),
    Limit(mate=1, nodes=1000),
    Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01),
    Limit(white_clock=-5, black_clock=-5, remaining_moves=3),
)


def test_a_game_by_every_kind_of_limit(engine: SimpleEngine):
    board = Board()
    for limit in LIMITS:
        legal = plies_of(board)
        played: Any = engine.play(board, limit, game=1)
        assert played.move.text in legal
        board.push(played.move)


def test_options_and_what_has_no_effect(engine: SimpleEngine):
    assert {"UCI_Variant", "UCI_Chess960", "Level", "Hash", "MultiPV", "Ponder", "Clear Hash"} == set(engine.options)
    engine.configure({"Level": 3, "Hash": 1, "Clear Hash": None})
    engine.protocol.debug(True)
    engine.ping()
    assert engine.play(Board(), Limit(depth=2)).move


def test_plies_to_choose_from_and_several_lines(engine: SimpleEngine):
    wanted = {"a4-b5", "a5-b5"}
    choice: list[Any] = [Ply(text) for text in wanted]
    played: Any = engine.play(Board(), Limit(depth=3), root_moves=choice)
    assert played.move.text in wanted
    lines = engine.analyse(Board(), Limit(depth=2), multipv=5, root_moves=choice)
    assert len(lines) == 2
    assert all("score" in line and line["depth"] == 2 for line in lines)


def test_a_game_while_the_engine_thinks_in_the_other_side_s_time(engine: SimpleEngine, monkeypatch: pytest.MonkeyPatch):
    sent: list[str] = []
    send = engine.protocol.send_line
    monkeypatch.setattr(engine.protocol, "send_line", lambda line: (sent.append(line), send(line)))
    board = Board()
    expected: list[bool] = []
    for number in range(8):
        played: Any = engine.play(board, Limit(depth=2), game=1, ponder=True)
        board.push(played.move)
        if played.ponder is not None:
            others = sorted(plies_of(board) - {played.ponder.text})
            expected.append(number % 2 == 0 or not others)
            board.push(played.ponder if expected[-1] else Ply(others[0]))
    assert set(expected) == {True, False}
    assert sent.count("ponderhit") == sum(expected[:-1]) > 0
    assert sum(line.startswith("go ponder ") for line in sent) == len(expected)


def test_analysis_without_end_is_stopped_and_can_begin_again(engine: SimpleEngine):
    for _ in range(2):
        with engine.analysis(Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 2:
                    break
            analysis.stop()
            best: Any = analysis.wait()
        assert best.move.text in plies_of(Board())
    engine.ping()


def test_where_the_game_is_over_there_is_no_best_ply(engine: SimpleEngine):
    assert engine.play(Board(WON), Limit(depth=2)).move is None
    assert engine.play(Board(), Limit(depth=2)).move


def test_it_quits_while_it_searches():
    engine = SimpleEngine.popen_uci(CALL, timeout=PATIENCE_S)
    analysis = engine.analysis(Board())
    next(iter(analysis))
    engine.quit()
    assert engine.returncode.result(PATIENCE_S) == 0
