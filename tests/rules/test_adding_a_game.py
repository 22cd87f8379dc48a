"""Two made-up games are added and played everywhere, without another word: as packages of a copy of the project with a line each in
the registry, and as packages that are installed beside Crossboard.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard.simulator import SimulatedBoard
from crossboard.simulator.control import ControlServer

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
GAMES = {"toy-race": "toy_race.game:ToyRace", "escort": "escort.game:Escort"}
TURNS = ["a1-b2", "d1-c1", "b2-c2", "c1-b1", "c2-d1"]


def a_line_in_the_registry(root: Path) -> None:
    for name in ("firmware", "shared_rules", "host", "hardware"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "rules"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "build").symlink_to(ROOT / "build")
    registry = root / "shared_rules" / "games.py"
    before, after = registry.read_text(encoding="utf-8").split("GAMES = (\n")
    lines = ""
    for name, value in GAMES.items():
        package, _, rest = value.partition(".")
        module, _, made = rest.partition(":")
        shutil.copytree(DATA / package, root / "shared_rules" / package)
        lines += f'    ("{name}", "shared_rules.{package}.{module}", "{made}"),\n'
    registry.write_text(f"{before}GAMES = (\n{lines}{after}", encoding="utf-8")


def an_entry_point(root: Path) -> None:
    install(root, GAMES)
    for value in GAMES.values():
        package = value.partition(".")[0]
        shutil.copytree(DATA / package, root / package)


def install(root: Path, entries: dict[str, str]) -> None:
    """The metadata of an installed distribution that offers games."""
    place = root / "made_up-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (place / "entry_points.txt").write_text(f"[crossboard.games]\n{lines}", encoding="utf-8")


@pytest.fixture(scope="module", params=[a_line_in_the_registry, an_entry_point], ids=lambda way: way.__name__)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder from which Crossboard runs with the two games."""
    root = tmp_path_factory.mktemp("project")
    request.param(root)
    return root


def run(project: Path, *words: str, typed: str = "", status: int = 0) -> str:
    """What a Python that looks there first prints, errors too."""
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
    assert all(turn.replace("-", "") in shown for turn in TURNS)  # as its own world writes them
    assert "White wins (1-0): a runner got across" in shown


def test_a_claim_and_a_refusal_of_its_own(project: Path) -> None:
    """After four straight plies the side may claim a draw; before, the other side would have to agree."""
    typed = "a1-b1\nd1-b1\nd1-c1\na3-b3\nd3-c3\ndraw\nquit\n"
    out = run(project, "-m", "crossboard", "play", "toy-race", "--no-web", typed=typed)
    assert "d1-b1: a runner goes one square at a time" in out
    assert "Draw (1/2-1/2): nobody has left the row for four moves" in out


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
        own = [turn.replace("-", "").encode() for turn in TURNS]  # its own world has another way to write them
        assert b'[Toy "race"]' in data and b'[Termination "across"]' in data and all(turn in data for turn in own)
        run(project, "-m", "crossboard", "verify", str(out))
    if kind == "svg":
        assert b"M40 79 L46 40" in data  # its own drawing
    if kind == "html":
        assert b"First across wins." in data
    if kind == "trace":
        assert "a1-b2" in run(project, "-m", "crossboard", "infer", str(out))


def test_the_page_knows_it(project: Path) -> None:
    script = """
from crossboard.render.catalogue import catalogue_script
print(catalogue_script())
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
    typed = "setoption name UCI_Variant value toy-race\nposition startpos moves a1b2 d1c1 b2c2 c1b1\ngo depth 3\n"
    assert re.search(
        r"score mate 1\b.*\n(.*\n)*bestmove c2d[123]", run(project, "-m", "crossboard", "engine", typed=typed)
    )


def test_the_checker_proves_them(project: Path) -> None:
    for name in GAMES:
        lines = run(project, "-m", "crossboard", "game", "check", name).splitlines()
        assert len(lines) > 20 and all(line.startswith(("ok ", "-  ")) for line in lines)


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder without games."""
    return tmp_path


def test_flash_puts_a_folder_on_a_board_and_leaves_out_what_is_not_wanted(alone: Path) -> None:
    flash = ["-m", "crossboard", "flash", "--game", str(DATA / "toy_race")]
    with SimulatedBoard("pico-8x8", alone / "flash", firmware="") as board:
        out = run(alone, *flash, "--port", board.port, "--profile", "pico-8x8", "--games", "card-chess")
        assert "firmware 0.1.0, card-chess, toy-race;" in out
        there = {path.name for path in (alone / "flash" / "shared_rules").iterdir()}
        assert {"card_chess", "toy_race"} <= there and not there & {"charing_cross", "kings_crossing", "cross_eyed"}
        assert not list((alone / "flash").rglob("formats.*"))

        control = ControlServer(board)
        there = ["--board", board.port, "--control", control.address, "--no-web"]
        an_entry_point(alone)
        typed = "".join(f"{turn}\n" for turn in TURNS)
        assert "a runner got across" in run(
            alone, "-m", "crossboard", "play", "toy-race", *there, typed=f"{typed}quit\n"
        )
        shutil.rmtree(alone / "made_up-1.0.dist-info")

        out = run(alone, "-m", "crossboard", "flash", "--port", board.port)
        (games,) = re.findall(r"firmware 0.1.0, (.*);", out)
        assert {"card-chess", "charing-cross", "kings-crossing"} <= set(games.split(", ")) and "toy-race" not in games
        assert not (alone / "flash" / "shared_rules" / "toy_race" / "game.mpy").exists()
        control.close()


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--games", "card-chess,halma"], "no game is called 'halma'; the games are"),
        (["--games", "card-chess,"], "no game is called ''"),
        (["--games", "cross-eyed"], "pico-8x8: has no room for cross-eyed; its games are charing-cross, kings-crossing,"),
        (["--game", "nowhere"], "nowhere: is not a folder; a game is a folder with game.py or pyproject.toml"),
        (["--game", "empty"], "empty: has neither game.py nor pyproject.toml"),
        (["--game", "loud"], "loud: loud.game can't be imported: ZeroDivisionError: division by zero"),
        (["--game", "many"], "many: many.game has 0 classes with a game's 'name', not one"),
        (["--game", "plain"], "plain: pyproject.toml has no [project.entry-points.\"crossboard.games\"]"),
        (["--game", "broken"], "broken: pyproject.toml can't be used: "),
        (["--game", "search"], "search: its package can't be called 'search': boards have another module of that name"),
    ],
)  # fmt: skip
def test_flash_refuses_what_it_can_t_install(alone: Path, words: list[str], wrong: str) -> None:
    (alone / "empty").mkdir()
    for name, text in {"loud": "1 / 0\n", "many": "A = 1\n"}.items():
        (alone / name).mkdir()
        (alone / name / "game.py").write_text(text, encoding="utf-8")
    for name, text in {"plain": "[project]\n", "broken": "[project\n"}.items():
        (alone / name).mkdir()
        (alone / name / "pyproject.toml").write_text(text, encoding="utf-8")
    shutil.copytree(DATA / "toy_race", alone / "search")
    out = run(alone, "-m", "crossboard", "flash", "--port", "nobody", "--profile", "pico-8x8", *words, status=2)
    assert out.startswith(f"crossboard: {wrong}") and out.count("\n") == 1


@pytest.mark.parametrize("installed", [False, True], ids=["a folder", "an entry point"])
def test_flash_refuses_a_game_that_breaks_its_promises(alone: Path, installed: bool) -> None:
    """The board keeps what it has."""
    package = alone / "toy_race"
    shutil.copytree(DATA / "toy_race", package)
    game = package / "game.py"
    game.write_text(
        game.read_text(encoding="utf-8").replace("max_footprint = 2", "max_footprint = 1"), encoding="utf-8"
    )
    if installed:
        install(alone, {"toy-race": GAMES["toy-race"]})
    with SimulatedBoard("pico-8x8", alone / "flash") as board:
        before = {path: path.read_bytes() for path in (alone / "flash").rglob("*.mpy")}
        words = ("--games", "toy-race") if installed else ("--game", "toy_race")
        out = run(alone, "-m", "crossboard", "flash", "--port", board.port, "--profile", "pico-8x8", *words, status=2)
        assert {path: path.read_bytes() for path in (alone / "flash").rglob("*.mpy")} == before
    wrong = out.splitlines()[-1]
    assert wrong.startswith("crossboard: toy-race does not keep the contract, and is not installed: max_plies, ")
    assert "max_footprint is 1; it should be 2 or more: that many has toy-race " in wrong
    assert re.search("; `.*crossboard game check toy[-_]race` shows all$", wrong)


BROKEN = {
    "gone": ("gone.game:Thing", "gone.game can't be imported: ModuleNotFoundError: No module named 'gone'"),
    "card-chess": ("toy_race.game:ToyRace", "there is a game 'card-chess' already"),
    "Loud": (
        "toy_race.game:ToyRace",
        "'Loud' can't be a game's name: lower-case letters and digits, words joined by '-'",
    ),
    "formless": ("toy_race.game", "'toy_race.game' is not of the form package.game:Class"),
    "classless": ("classless.game:Halma", "classless.game has no class Halma"),
    "namesake": ("namesake.game:ToyRace", "namesake.game:ToyRace.name is 'toy-race', not 'namesake'"),
    "elsewhere": ("toy_race.game:ToyRace", "the package of 'elsewhere' must be called elsewhere, not toy_race"),
    "wordless": ("wordless.game:ToyRace", "{root}/wordless/about.json: can't be used: "),
}


def test_a_broken_entry_point_is_told_and_harms_no_other_game(alone: Path) -> None:
    install(alone, {**{name: value for name, (value, _) in BROKEN.items()}, "toy-race": GAMES["toy-race"]})
    for package in ("toy_race", "namesake", "classless", "wordless"):
        shutil.copytree(DATA / "toy_race", alone / package)
    game = alone / "wordless" / "game.py"
    game.write_text(game.read_text(encoding="utf-8").replace('"toy-race"', '"wordless"'), encoding="utf-8")
    (alone / "wordless" / "about.json").write_text("{", encoding="utf-8")
    typed = "setoption name UCI_Variant value toy-race\nposition startpos\ngo perft 1\nquit\n"
    out = run(alone, "-m", "crossboard", "engine", typed=typed)
    assert "Nodes searched: 4" in out
    for name, (_, wrong) in BROKEN.items():
        told = f"crossboard: the game '{name}' of made-up is left out: {wrong.format(root=alone)}"
        assert len([line for line in out.splitlines() if line.startswith(told)]) == 1, out
    assert out.count("left out") == len(BROKEN)
