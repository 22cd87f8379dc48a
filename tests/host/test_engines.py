"""Engines that others wrote: found, set, asked for plies and hints, and replaced where they fail."""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard.boards.session import Session
from crossboard.cli import main
from crossboard.engines import uci
from crossboard.engines.chosen import FILE
from crossboard.engines.uci import GAMES, Engine, uci_variant
from crossboard.errors import CrossboardError
from crossboard.games.rules import new_game, played, specs
from crossboard.library import Event, Library, NewGame
from crossboard.opponent.thinker import Found, Limits
from crossboard.play.engine_side import EngineSide
from tests.host.test_opponent_controls import Table
from tests.support import fake_engine
from tests.support.fake_board import LIBRARY
from tests.support.firmware_on_pins import fake_board

PATIENCE_S = 120
SHORT_S = 1.0
PLY = "h5-g5"  # the second side's, in Charing Cross
OWN = (sys.executable, "-m", "crossboard", "engine")
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path=GAMES)
needs_stockfish = pytest.mark.skipif(not STOCKFISH, reason="Stockfish is not installed")


class Fake:
    """The fake engine's command line, and what it was told."""

    def __init__(self, folder: Path, fault: str = "fine", *plies: str) -> None:
        self.log = folder / "engine.log"
        self.command = (sys.executable, fake_engine.__file__, str(self.log), fault, *plies)

    def told(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


@pytest.fixture
def begun() -> Iterator[Callable[..., Engine]]:
    """Begins engines, and ends them."""
    engines: list[Engine] = []

    def begin(command: tuple[str, ...], patience_s: float = PATIENCE_S, **options: str) -> Engine:
        engines.append(Engine(command, options, patience_s))
        return engines[-1]

    yield begin
    for engine in engines:
        engine.close()


def find(engine: Engine, start: str, limits: Limits, *moves: str) -> Found:
    """What it finds there."""
    found: queue.Queue[Found] = queue.Queue()
    number = engine.searcher(found.put).begin(start, limits, moves=moves)
    answer = found.get(timeout=PATIENCE_S)
    assert answer.number == number and answer.done
    return answer


QUICK = Limits(movetime_ms=20)
BEST = Limits(movetime_ms=20, seed=0)
START = new_game("charing-cross").text()


# The program


def test_an_engine_is_set_and_asked(tmp_path: Path, begun: Callable[..., Engine]) -> None:
    fake = Fake(tmp_path, "fine", PLY)
    engine = begun(fake.command, UCI_LimitStrength="true", UCI_Elo="1500", style="wild")
    found = find(engine, START, QUICK, "a4-b4")
    assert (engine.name, found.best, found.depth, found.lines[0].score) == ("Fake", PLY, 3, 12)
    told = fake.told()
    assert {"setoption name UCI_Elo value 1500", "setoption name style value wild"} <= {*told}
    assert told[-2:] == [f"position fen {START} moves a4-b4", "go movetime 20"]
    find(engine, START, BEST, "a4-b4")  # a hint is not limited
    assert "setoption name UCI_LimitStrength value false" in fake.told()


@pytest.mark.parametrize(
    ("fault", "plies", "problem"),
    [
        ("crashes", (), "Fake has ended unexpectedly"),
        ("hangs", (), "Fake does not answer"),
        ("fine", ("a1-a2",), "Fake has answered with no legal move"),
        ("fine", ("(none)",), "Fake has found no move"),
        ("fine", ("0000",), "Fake has answered with no legal move"),
        ("fine", ("\x1b[31m",), "Fake has answered with no legal move"),
    ],
)
def test_an_engine_that_fails_says_so_in_a_sentence(
    tmp_path: Path, begun: Callable[..., Engine], fault: str, plies: tuple[str, ...], problem: str
) -> None:
    engine = begun(Fake(tmp_path, fault, *plies).command, SHORT_S if fault == "hangs" else PATIENCE_S)
    for _ in range(2):  # the program begins anew
        found = find(engine, START, QUICK, "a4-b4")
        assert found.best is None and found.problem.startswith(problem) and found.problem.isprintable()


def test_an_engine_that_tells_lines_without_end_hangs(
    tmp_path: Path, begun: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    copy = uci._Position.copy
    monkeypatch.setattr(uci._Position, "copy", lambda self, **more: (read.append(self), copy(self, **more))[1])
    engine = begun(Fake(tmp_path, "floods").command, SHORT_S)
    found = find(engine, START, QUICK, "a4-b4")
    assert found.problem == "Fake does not answer" and len(read) < 5, "nobody reads them all"


def test_an_engine_that_crashed_once_is_begun_again(tmp_path: Path, begun: Callable[..., Engine]) -> None:
    fake = Fake(tmp_path, "crashes-once", PLY)
    engine = begun(fake.command, UCI_Elo="1500")
    assert find(engine, START, QUICK, "a4-b4").problem
    assert find(engine, START, QUICK, "a4-b4").best == PLY
    assert fake.told().count("setoption name UCI_Elo value 1500") == 2


def test_a_search_that_is_stopped_makes_room_for_the_next(tmp_path: Path, begun: Callable[..., Engine]) -> None:
    found: queue.Queue[Found] = queue.Queue()
    search = begun(OWN).searcher(found.put)
    numbers = [search.begin(START, Limits(movetime_ms=3_600_000)), search.begin(START, QUICK)]
    first, second = (found.get(timeout=PATIENCE_S) for _ in numbers)
    assert [first.number, second.number] == numbers and first.best is None and second.best


def test_an_engine_that_does_not_quit_is_killed(tmp_path: Path) -> None:
    fake = Fake(tmp_path, "stays", PLY)
    engine = Engine(fake.command, {})
    engine.close()
    assert fake.told()[-1] == "quit"
    with pytest.raises(ProcessLookupError):
        os.kill(int(fake.told()[0]), 0)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"UCI_Elo": "12"}, "the option UCI_Elo is '12'; wanted a number from 1000 to 2500"),
        ({"UCI_Elo": "strong"}, "the option UCI_Elo is 'strong'; wanted a number from 1000 to 2500"),
        ({"UCI_LimitStrength": "yes"}, "the option UCI_LimitStrength is 'yes'; wanted true or false"),
        ({"Style": "drunk"}, "the option Style is 'drunk'; wanted one of calm, wild"),
        ({"Threads": "2"}, "this engine has no option 'Threads'; its options are UCI_LimitStrength, UCI_Elo, Style"),
        (
            {"Clear Hash": "x"},
            "this engine has no option 'Clear Hash'; its options are UCI_LimitStrength, UCI_Elo, Style",
        ),
        ({"UCI_Variant": "chess"}, "the option UCI_Variant is set by Crossboard itself: leave it out"),
    ],
)
def test_options_that_an_engine_does_not_have(tmp_path: Path, options: dict[str, str], wrong: str) -> None:
    with pytest.raises(CrossboardError) as error:
        Engine(Fake(tmp_path).command, options)
    assert str(error.value) == f"Fake: {wrong}"


@pytest.mark.parametrize("spec", ["no options", "only a style"])
def test_an_engine_whose_strength_can_not_be_limited(tmp_path: Path, spec: str) -> None:
    options = "option name Style type string default calm\n" if spec == "only a style" else ""
    code = f"while (line := input()) != 'quit': print({f'id name Fixed{chr(10)}{options}uciok'!r} if line == 'uci' else 'readyok')"
    with pytest.raises(CrossboardError) as error:
        Engine((sys.executable, "-u", "-c", code), {"UCI_LimitStrength": "true", "UCI_Elo": "1500"})
    assert str(error.value) == "Fixed: this engine's strength can't be limited: leave out --elo"


def test_what_is_no_engine(tmp_path: Path) -> None:
    plain = tmp_path / "notes.txt"
    plain.write_text("no program", encoding="utf-8")
    for command, wrong in (
        (("no-such-engine",), "there is no such program"),
        ((str(tmp_path),), "this is a folder; wanted the program of an engine"),
        ((str(plain),), "this is not executable; wanted the program of an engine"),
        ((sys.executable, "-c", ""), "this program does not speak UCI"),
        (Fake(tmp_path, "silent").command, "this program does not answer as an engine that speaks UCI"),
    ):
        with pytest.raises(CrossboardError, match=wrong):
            Engine(command, {}, SHORT_S)


@pytest.mark.parametrize("spec", [one for one in specs() if "stealth" not in one])
def test_our_own_engine_plays_every_game(begun: Callable[..., Engine], spec: str) -> None:
    engine = begun(OWN, Level="2")
    engine.require(spec)
    start = new_game(spec).text()
    found = find(engine, start, Limits(depth=1))
    assert found.best and not played(start, [found.best]).result


@needs_stockfish
def test_stockfish_plays_chess_and_chess960_and_nothing_else(begun: Callable[..., Engine]) -> None:
    engine = begun(("stockfish",))
    mated = "chess 6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert find(engine, mated, Limits(depth=4, seed=0)).lines[0].ends_in == 1
    castles = "chess:960 1r4kr/pppppppp/8/8/8/8/PPPPPPPP/1R4KR w KQkq - 0 1"  # the rook stands where the king goes
    start = played(castles, []).text()
    assert find(engine, start, Limits(movetime_ms=50, plies=())).best
    with pytest.raises(CrossboardError, match="Stockfish.*: this engine does not play draughts; it plays chess"):
        engine.require("draughts")
    assert "does not play" in find(engine, new_game("draughts").text(), QUICK).problem


def test_variants_are_called_as_engines_call_them() -> None:
    assert uci_variant("chess") == ("chess", False) and uci_variant("chess:960") == ("chess", True)
    assert uci_variant("card-chess:plain") == ("card-chess:plain", False)


# At the board


@pytest.fixture
def against(tmp_path: Path) -> Iterator[Callable[..., tuple[Table, Fake]]]:
    """A board at which that fake engine plays the second side."""
    tables: list[Table] = []
    with fake_board(tmp_path / "games") as board:

        def begin(fault: str, *plies: str, **options: str) -> tuple[Table, Fake]:
            fake = Fake(tmp_path, fault, *plies)

            def side(session: Session) -> EngineSide:
                engine = Engine(fake.command, options, SHORT_S if fault == "hangs" else PATIENCE_S)
                return EngineSide(session, engine, "Fake (1500)", 0)

            table = Table(board, tmp_path, remote=side)
            tables.append(table)
            table.until(lambda: table.levels() == [0, 9] and table.session.mode == "p")
            return table, fake

        yield begin
        for table in tables:
            table.close()


def named(table: Table) -> str:
    """Who plays the second side."""
    return table.session.played.names[1] if table.session.played else ""


def test_the_lights_lead_through_its_plies_and_the_player_does_as_he_likes(
    against: Callable[..., tuple[Table, Fake]],
) -> None:
    table, fake = against("fine", PLY, "a4-b4", PLY, UCI_LimitStrength="true", UCI_Elo="1500")
    table.move("a4-b4")
    table.until(lambda: table.what() == "p")
    assert table.session.thought and table.session.thought.ply == PLY
    table.follow()
    assert named(table) == "Fake (1500)" and any(words.startswith("Fake (1500) thinks: ") for words in table.clocks)
    assert table.want(op="draw").startswith("Fake (1500) agrees to no draw")
    assert "setoption name UCI_LimitStrength value false" not in fake.told()
    table.want(op="takeback")
    table.until(lambda: table.session.played is not None and not table.session.played.standing())
    for square, closed in (("h5", True), ("g5", False), ("a4", True), ("b4", False)):
        table.bench.set_square(square, closed)
    table.until(lambda: table.session.mode == "p")
    assert table.session.game and table.session.game.side == 0  # the player's turn: both plies are gone
    assert not table.want(op="hint")
    table.until(lambda: table.what() == "a")
    assert table.session.thought and table.session.thought.ply == "a4-b4"
    assert fake.told()[-3:][0] == "setoption name UCI_LimitStrength value false"  # a hint is the best that it knows
    table.want(op="resign")
    table.until(lambda: table.session.played is not None and table.session.played.ended)
    assert table.session.played and table.session.played.end and table.session.played.end.text == "0-1"


@pytest.mark.parametrize(
    ("fault", "plies", "said"),
    [
        ("crashes", (PLY,), "Fake has ended unexpectedly"),
        ("hangs", (PLY,), "Fake does not answer"),
        ("fine", ("a1-a2",), "Fake has answered with no legal move"),
    ],
)
def test_where_it_fails_crossboard_plays_on(
    against: Callable[..., tuple[Table, Fake]], fault: str, plies: tuple[str, ...], said: str
) -> None:
    table, _ = against(fault, *plies)
    table.move("a4-b4")
    table.until(lambda: table.levels() == [0, 8])
    (words,) = [one for one in table.said if said in one]
    assert words.endswith("Crossboard plays on at level 8, `remote` brings the engine back")
    table.follow()
    assert named(table) == "Crossboard level 8"
    table.until(lambda: table.what() == "")
    assert table.play.context.sections["left"]
    table.want(op="remote")
    table.until(lambda: table.levels() == [0, 9])
    assert not table.play.context.sections["left"]


def test_a_hint_that_it_does_not_find_is_found_by_crossboard(against: Callable[..., tuple[Table, Fake]]) -> None:
    table, _ = against("crashes")
    table.want(op="hint")
    table.until(lambda: table.what() == "a")
    assert [one for one in table.said if one == "Fake has ended unexpectedly; Crossboard looks for the hint"]


def test_it_plays_the_next_game_too_unless_others_were_to_play(against: Callable[..., tuple[Table, Fake]]) -> None:
    table, _ = against("fine", PLY)
    game = table.session.played
    table.want(op="new")
    table.until(lambda: table.session.played is not game and table.levels() == [0, 9])
    assert table.want(op="name", side="white", name="Eve") == "White is played by Eve"
    table.want(op="against", levels="none")
    table.until(lambda: table.levels() == [0, 0])
    game = table.session.played
    table.want(op="new")
    table.until(lambda: table.session.played is not game and table.session.mode == "p")
    table.run(2000)
    assert table.levels() == [0, 0] and named(table) == "Bob"


@pytest.mark.parametrize(
    ("message", "levels"), [({"op": "new", "levels": "3"}, [0, 3]), ({"op": "puzzle", "number": 1}, [8, 0])]
)
def test_a_game_that_crossboard_is_to_play_is_left_to_it(
    against: Callable[..., tuple[Table, Fake]], message: dict[str, object], levels: list[int]
) -> None:
    table, _ = against("fine", PLY)
    game = table.session.played
    table.want(**message)
    table.until(lambda: table.session.played is not game and table.session.mode == "p")
    table.run(2000)
    assert table.levels() == levels


# Analysis


def test_a_game_is_scored_by_an_engine_whatever_crossboard_has_found(
    tmp_path: Path, begun: Callable[..., Engine], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    with Library(tmp_path / LIBRARY) as there:
        number = there.open_game(NewGame("b1", "0000000a", START))
        there.append(number, [Event(1, "ply", "a4-b4"), Event(2, "ply", PLY)])
    library = ("--library", str(tmp_path / LIBRARY))
    assert main(["analyse", "1", "--think", "0.1", *library]) == 0
    assert "scored by" not in capsys.readouterr().out
    fake = Fake(tmp_path, "fine", "a5-b5", PLY, "a4-b4")  # the last position is the first
    assert main(["analyse", "1", "--think", "0.1", "--engine", shlex.join(fake.command), *library]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith(", scored by Fake")
    with Library(tmp_path / LIBRARY) as there:
        assert {(one.engine, one.eval.score, one.depth) for one in there.analysis(1).values()} == {
            ("Fake", 12, 3), ("Fake", -12, 3)
        }  # fmt: skip
    asked = fake.told().count("go movetime 100")
    assert asked == 3 and main(["analyse", "1", "--think", "0.1", "--engine", *library]) == 0
    assert fake.told().count("go movetime 100") == asked  # it is all there
    assert main(["analyse", "1", "--think", "0.1", *library]) == 0
    assert "scored by Fake" in capsys.readouterr().out  # Crossboard leaves what an engine has found


# The command line


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What `crossboard play ...` says that is wrong."""
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))

    def run(*words: str) -> str:
        assert main(["play", *words, "--board", "sim", "--no-web"]) == 2
        return capsys.readouterr().err

    return run


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("chess", "--engine", "no-such-engine"), "no-such-engine: there is no such program"),
        (("chess", "--engine"), "no engine was named before: name its program, as --engine stockfish"),
        (("chess", "--engine", " "), "--engine is the program of an engine, as --engine stockfish"),
        (("chess", "--engine", "'x"), "--engine 'x: No closing quotation"),
        (("chess", "--elo", "1500"), "--elo has no effect without --engine: leave it out"),
        (("chess", "--engine", "x", "--elo", "much"), "argument --elo: 'much' is not a whole number"),
        (("chess", "--engine", "x", "--engine-option", "Threads"), "--engine-option Threads: wanted NAME=VALUE"),
        (("chess", "--engine", "x", "--against", "3"), "the engine is the opponent: leave out --against"),
        (("chess", "--engine", "x", "--invite"), "the engine is the opponent: leave out --invite"),
        (("chess", "--engine", "x", "--clock", "soon"), "'soon' is not a clock"),
        (("chess", "--engine", "x", "--black", "Bob"), "--black Bob: the engine plays that side"),
        (("--engine", "x", "--resume", "1"), "--resume goes on with a game as it was: leave out --engine"),
        (("kings-crossing:stealth", "--engine", "x"), "a remote player can't play with secret kings"),
    ],
)
def test_what_can_not_be_meant(said: Callable[..., str], words: tuple[str, ...], wrong: str) -> None:
    assert wrong in said(*words)


def test_an_engine_is_begun_before_the_board_and_remembered_if_it_plays_the_game(
    said: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = Fake(tmp_path, "fine", PLY)
    program = shlex.join(fake.command)
    assert "Fake: this engine does not play draughts; it plays chess, charing-cross" in said(
        "draughts", "--engine", program
    )
    assert not (tmp_path / FILE).exists()
    monkeypatch.setattr("crossboard.play.start.Play", _no_board)
    more = ("--elo", "1500", "--engine-option", "Style=wild")
    assert NO_BOARD in said("charing-cross", "--engine", program, *more)
    assert NO_BOARD in said("charing-cross", "--engine", "--engine-option", "style=")  # again, but for that
    kept = json.loads((tmp_path / FILE).read_text())
    assert kept["charing-cross"] == kept[""] == {
        "command": program, "options": {"UCI_LimitStrength": "true", "UCI_Elo": "1500"}
    }  # fmt: skip
    (tmp_path / FILE).write_text('{"chess": 3}')
    assert f"{tmp_path / FILE}: this file of the engines that were used is damaged: delete it" in said("--engine")


NO_BOARD = "no board"


def _no_board(*_: Any) -> Any:
    raise CrossboardError(NO_BOARD)


def test_python_chess_is_loaded_only_for_an_engine(said: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys, crossboard.play.start, crossboard.play.command, crossboard.play.engine_side, crossboard.analysis.command\n"
    code += "sys.exit('chess' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    monkeypatch.delitem(sys.modules, "crossboard.engines.uci")
    monkeypatch.setitem(sys.modules, "chess.engine", None)  # type: ignore[arg-type]
    told = said("chess", "--engine", "stockfish")
    assert "engines need python-chess, which is not installed" in told and "chess" in told.split("pip install")[1]
