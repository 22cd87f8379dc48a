"""A game is one package and one line: a toy game is added to a copy of the project and played everywhere, without another word."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINES = """\
    ("toy-race", "shared_rules.toy_race.game", "ToyRace"),
    ("escort", "shared_rules.escort.game", "Escort"),
"""
TURNS = ["a1-b2", "d1-c1", "b2-c2", "c1-b1", "c2-d1"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the toy game, and one of which plies move two pieces."""
    root = tmp_path_factory.mktemp("project")
    for name in ("firmware", "shared_rules", "host", "hardware"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "rules"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "build").symlink_to(ROOT / "build")
    for name in ("toy_race", "escort"):
        shutil.copytree(ROOT / "tests" / "data" / name, root / "shared_rules" / name)
    registry = root / "shared_rules" / "games.py"
    before, after = registry.read_text(encoding="utf-8").split("GAMES = (\n")
    registry.write_text(f"{before}GAMES = (\n{LINES}{after}", encoding="utf-8")
    return root


def run(project: Path, *words: str, typed: str = "", status: int = 0) -> str:
    """What a Python of the copy prints, errors too."""
    paths = os.pathsep.join((str(project), str(project / "host")))
    there = {**os.environ, "PYTHONPATH": paths, "CROSSBOARD_HOME": str(project / "home"), "PYTHONUTF8": "1"}
    there.pop("CROSSBOARD_LIBRARY", None)
    done = subprocess.run([sys.executable, *words], cwd=project, env=there, input=typed, capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def played(project: Path) -> str:
    """The library number of a game that was typed at a simulated board."""
    typed = "".join(f"{turn}\n" for turn in TURNS)
    out = run(project, "-m", "crossboard", "play", "toy-race", "--no-web", "--white", "Ada", typed=f"{typed}quit\n")
    (number,) = re.findall(r"replay (\d+)", out)
    return number


def test_it_is_played_on_the_simulated_board_and_replayed(project: Path, played: str) -> None:
    shown = run(project, "-m", "crossboard", "replay", played)
    assert all(turn in shown for turn in TURNS)
    assert "White wins (1-0): a runner got across" in shown


def test_a_ply_of_two_pieces_is_played_on_the_simulated_board(project: Path) -> None:
    """The second piece first: what it does alone is taken back. Then a typed one: both pieces are in hand."""
    typed = "-h1 +f1\n-e1 +g1\ne4&h4\nf1-f2\nquit\n"
    out = run(project, "-m", "crossboard", "play", "escort", "--no-web", typed=typed)
    (number,) = re.findall(r"replay (\d+)", out)
    shown = run(project, "-m", "crossboard", "replay", number)
    told = re.findall(r"\d  (?:\d\.+)? *(\S.*)", shown)
    assert [what for what in told if not what.startswith("refused")][:5] == [
        "h1-f1",
        "taken back",
        "e1&h1",
        "e4&h4",
        "f1-f2",
    ]
    picture = project / "escort.png"
    run(project, "-m", "crossboard", "export", number, "--at", "1", "-o", str(picture))
    assert picture.stat().st_size > 100


@pytest.mark.parametrize("kind", ["pgn", "json", "html", "svg", "png", "gif", "trace"])
def test_it_is_exported(project: Path, played: str, kind: str) -> None:
    out = project / f"game.{kind}"
    run(project, "-m", "crossboard", "export", played, "--format", kind, "-o", str(out))
    data = out.read_bytes()
    assert len(data) > 100
    if kind == "pgn":
        assert (
            b'[Variant "toy-race"]' in data
            and all(turn.encode() in data for turn in TURNS)
            and b'[Termination "across"]' in data
        )
        run(project, "-m", "crossboard", "verify", str(out))
    if kind == "svg":
        assert b"M40 79 L46 40" in data  # its own drawing
    if kind == "html":
        assert b"First across wins." in data
    if kind == "trace":
        assert "a1-b2" in run(project, "-m", "crossboard", "infer", str(out))


def test_the_page_knows_it(project: Path) -> None:
    script = """
from crossboard.web.app import static_files
print(static_files()["catalogue.js"].decode())
"""
    text = run(project, "-c", script)
    found = json.loads(text.partition("=")[2].strip().rstrip(";"))["toy-race"]
    assert found["title"] == "Toy Race" and found["pieces"] == {"Z": "runner"}
    assert set(found["drawings"]) == {"Z", "z"}


def test_it_lies_in_the_middle_of_every_board_that_has_room(project: Path) -> None:
    script = """
from crossboard import profiles
print({name: profiles.load(name)["games"]["toy-race"]["origin"] for name in profiles.names()})
"""
    places = run(project, "-c", script)
    assert "'pico-8x8': 'c3'" in places and "'pico-8x4': 'c1'" in places and "'pico-cross': 'e5'" in places


def test_the_engine_and_the_opponent_play_it(project: Path) -> None:
    typed = "setoption name UCI_Variant value toy-race\nposition startpos\ngo perft 3\nquit\n"
    counts = run(project, "-m", "crossboard", "engine", typed=typed)
    assert "Nodes searched: " in counts
    typed = "setoption name UCI_Variant value toy-race\nposition startpos moves a1-b2 d1-c1 b2-c2 c1-b1\ngo depth 3\n"
    assert re.search(
        r"score mate 1\b.*\n(.*\n)*bestmove c2-d[123]", run(project, "-m", "crossboard", "engine", typed=typed)
    )
