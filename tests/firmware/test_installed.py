"""What once went wrong only with the files that `crossboard flash` installs; run on those."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.games.rules import new_game
from crossboard.library.trace import parse_trace
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.traces import run_traces
from tests.support.compiled import lay_out
from tests.support.pico_heap import BOOT_MS, Measured, going_on
from tests.support.simulated_pc import HOME, Pc

HEAP = 1 << 20
"""Bytes of MicroPython's heap here, more than any board has."""

pytestmark = pytest.mark.usefixtures("micropython")


def test_a_game_with_a_ply_put_back_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    with SimulatedBoard("pico-8x8", tmp_path) as board:
        pc = Pc(board)
        board.set_squares(HOME)
        pc.until(lambda: bool(pc.game) and pc.mode() == "p")
        game = pc.game
        pc.play("-a4 +b4", 1)
        pc.play("-h4 +g4", 2)
        pc.play("-e8 +e7", 3)
        pc.play("-e7 +e8", 4)
        pc.power_cut()
        pc.until(lambda: any(m.kind == "G" for m in pc.heard) and pc.mode() == "p")
        assert pc.game == game
        assert not [m.payload for m in pc.heard if m.kind == "L"]
        pc.play("-e8 +e7", 5)
        assert pc.plies()[-1] == "e8-e7"


def test_a_piece_of_card_chess_put_straight_is_nothing() -> None:
    start = new_game("card-chess").text()
    text = f"# crossboard-trace 1\n# position {start}\n1000 -a1\n1600 +a1\n3000 -a1\n3400 +a2\n"
    (run,) = run_traces([parse_trace(text, "put straight")])
    assert [m.payload for m in run.messages if m.kind == "L"] == []
    assert [m.payload.split(" ")[4] for m in run.messages if m.kind == "P"] == ["a1-a2"]


EDGES = ((1000, 24, 0), (1300, 25, 1), (1400, 25, 0), (1600, 33, 1))
"""A piece passes over a square on its way: time, square, closed."""

READ = """
from shared_rules.games import game_at
from shared_rules.recognition.recognizer import Recognizer
game = game_at("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -")
recognizer = Recognizer(game)
for square in range(64):
    recognizer.now[square] = 1 if game.board[square] else 0
recognizer.begin(0)
for time, square, closed in EDGES:
    recognizer.edge(square, closed, time)
    recognizer.step(time, 10000)
hyps = recognizer.beam.hyps
for i in range(hyps.count):
    h = hyps.rank[i]
    print(recognizer.beam.positions.ply[hyps.node[h]], hyps.total[h], hyps.end[h] - hyps.first[h])
"""


def test_hypotheses_cost_what_they_cost_by_the_sources(
    micropython: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where constants are numbers already, as on a board."""
    exec(READ, {"EDGES": EDGES})
    expected = capsys.readouterr().out
    assert len(expected.splitlines()) > 1
    places = lay_out(tmp_path, told=READ.replace("EDGES", repr(EDGES)))
    assert micropython("import told", places) == expected


@pytest.mark.parametrize(
    ("imports", "call", "file", "function"),
    [
        ("from firmware.heap import _let_go_all", "_let_go_all(1)", "firmware/heap.mpy", "_let_go_all"),
        (
            "from shared_rules.recognition.hypotheses import Hypotheses", "Hypotheses().drop(9999)",
            "shared_rules/recognition/hypotheses.mpy", "drop",
        ),
    ],
    ids=["firmware", "rules"],
)  # fmt: skip
def test_a_traceback_names_file_and_function(
    micropython: Callable[..., str], tmp_path: Path, imports: str, call: str, file: str, function: str
) -> None:
    """Modules are compiled without line numbers."""
    printed = last_place(micropython, tmp_path, imports, call)
    assert printed.startswith(f'File "{file}"') and printed.endswith(f"in {function}")


def last_place(micropython: Callable[..., str], tmp_path: Path, imports: str, call: str) -> str:
    """Where the traceback of that call says that the error was."""
    code = f"""
        import io, sys
        {imports}
        try:
            {call}
        except Exception as error:
            out = io.StringIO()
            sys.print_exception(error, out)
            print(out.getvalue().split("\\n")[-3].strip())
    """
    return micropython(code, lay_out(tmp_path)).strip()


def test_the_heap_is_measured_as_it_is_in_play(tmp_path: Path) -> None:
    """Also while the pieces are set up: what only that needs is let go of first."""
    found = Measured(profiles.load("pico-8x8"), "charing-cross", tmp_path).run(
        [
            f"session.hand_at = {2 * BOOT_MS}",
            *going_on(BOOT_MS),
            "print('mode', session.app.modes.letter())\nprint('guide', gc.mem_alloc())\nport.say('D memory')",
            *going_on(2 * BOOT_MS),
            "print('mode', session.app.modes.letter())\nprint('told', gc.mem_alloc())",
            *going_on(3 * BOOT_MS),
            "print('mode', session.app.modes.letter())\nprint('play', gc.mem_alloc())",
        ],
        HEAP,
    )
    assert bytes(found["mode"]) == b"ggp"
    assert found["told"][0] < found["guide"][0] - (2 << 10)
    assert abs(found["told"][0] - found["play"][0]) < 1 << 10


def test_the_code_of_the_board_as_a_player_goes_with_it(tmp_path: Path) -> None:
    loaded = "import sys\nprint('loaded', sum('opponent' in name or 'search' in name for name in sys.modules))"
    found = Measured(profiles.load("pico-8x8"), "charing-cross", tmp_path).run(
        [
            *going_on(BOOT_MS),
            "port.say('U 99')",  # is refused, by code that stays for as long as this game
            *going_on(BOOT_MS + 1000),
            f"{loaded}\nprint('alone', gc.mem_alloc())\nport.say('I 0 8')",
            *going_on(2 * BOOT_MS),
            f"{loaded}\nprint('seated', gc.mem_alloc())\nport.say('I 0 0')",
            *going_on(3 * BOOT_MS),
            f"{loaded}\nprint('again', gc.mem_alloc())\nport.say('Z hint')",
            *going_on(4 * BOOT_MS),
            f"{loaded}\nsession.hands = True",
            *going_on(8 * BOOT_MS),
            "print('search', sum('search' in name for name in sys.modules))\nprint('turns', session.turns)",
        ],
        HEAP,
    )
    assert found["turns"][0]
    assert not found["search"][0]  # the hint is no more when a ply is played
    assert found["loaded"][0] == found["loaded"][2] == 0
    assert min(found["loaded"][1], found["loaded"][3]) > 2
    alone, seated, again = (found[name][0] for name in ("alone", "seated", "again"))
    # Now and then what looks like an address keeps a module; the names in that code were there before.
    assert 2 * (again - alone) < seated - alone > 32 << 10
