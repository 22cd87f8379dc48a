"""What reaches a terminal, what files commands write, and standard streams that are closed."""

from __future__ import annotations

import ast
import io
import json
import os
import shlex
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from crossboard import cli
from crossboard.errors import CrossboardError, RecordError, read_text
from crossboard.games.record import Comment, Record, RecordTurn, write_record
from crossboard.games.rules import legal_plies, new_game
from crossboard.library import Event, Library, NewGame
from crossboard.output import json_text, write_file
from crossboard.render import png
from crossboard.render.png import draw_scene, gif_parts
from crossboard.render.scene import Scene, View, scene

HOST = Path(__file__).parents[2] / "host" / "crossboard"
START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
NASTY = "\x1b]0;x\x07 \x9b2J \x7f \u202egnp.exe\u2028 \u2066 \ufeff \U000e0041"


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with Library(path) as open_library:
        new = NewGame(f"b{NASTY}", NASTY, START, f"A{NASTY}", NASTY, {NASTY: NASTY, "Event": NASTY})
        open_library.append(
            open_library.open_game(new),
            [
                Event(1, "ply", "a4-b4", board_ms=4000, digest=NASTY, raw=NASTY, flag=NASTY),
                Event(2, "refused", "", NASTY, NASTY, NASTY),
                Event(3, NASTY, NASTY, raw=NASTY),
                Event(4, "end", "0-1", reason=NASTY),
            ],
        )
        open_library.boards.see(f"b{NASTY}", NASTY, NASTY, NASTY)
    record = Record(START, {"Event": NASTY, "White": NASTY}, [RecordTurn(0, "a4-b4", (), [Comment(NASTY)])])
    Path(f"{NASTY}.pgn").write_text(write_record(record))
    Path(f"bad{NASTY}.pgn").write_text("{" + NASTY)
    Path(f"t{NASTY}.trace").write_text(f"# crossboard-trace 1\n# position {START}\n10 {NASTY}\n")
    return path


def printed_to_a_terminal(words: tuple[str, ...], text: str = "") -> str:
    """What a command writes into a terminal, standard error too."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "dumb"}
    with subprocess.Popen(
        [sys.executable, "-m", "crossboard", *words],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    ) as process:
        os.close(theirs)
        found = io.BytesIO()

        def read() -> None:
            try:
                while data := os.read(ours, 4096):
                    found.write(data)
            except OSError:
                pass

        reader = threading.Thread(target=read)
        reader.start()
        assert process.stdin
        process.stdin.write(text.encode())
        process.stdin.close()
        process.wait()
        reader.join()
    os.close(ours)
    return found.getvalue().decode().replace("\r\n", "\n")


COMMANDS: list[tuple[str, ...]] = [
    ("games",), ("games", "--json"), ("games", "--stats"), ("games", "--stats", "--json"), ("show", "1"), ("show", "1", "--json"),
    ("replay", "1"), ("replay", "1", "--speed", "0"), ("replay", "1", "--turn", "1"), ("export", "1"), ("export", "1", "-o", "-"),
    ("export", "1", "--format", "json"), ("export", "1", "--format", "svg"), ("export", "1", "--format", "html"),
    ("export", "1", "-o", f"{NASTY}.svg"), ("export", "1", "-o", f"no/{NASTY}"), ("verify", f"{NASTY}.pgn"),
    ("verify", f"bad{NASTY}.pgn"), ("import", f"{NASTY}.pgn", f"bad{NASTY}.pgn"), ("import", f"{NASTY}.pgn", "--json"),
    ("infer", f"t{NASTY}.trace"), ("infer", f"none{NASTY}"), ("games", "--library", f"{NASTY}/x.db"), ("games", "--player", NASTY),
    ("show", NASTY), (NASTY,), ("games", f"--{NASTY}"), ("boards", "--board", NASTY), ("boards", "--board", "sim", "--json"),
    ("play", NASTY), ("simulate", "--profile", NASTY), ("simulate", "--profile", f"{NASTY}.toml"), ("doctor", "--board", NASTY),
    ("settings", NASTY, NASTY), ("completion", NASTY), ("replay", f"{NASTY}.pgn"), ("replay", f"bad{NASTY}.pgn"),
]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words).encode("unicode-escape").decode()[:40])
def test_nothing_from_outside_reaches_a_terminal_raw(words: tuple[str, ...]) -> None:
    text = printed_to_a_terminal(words)
    assert text
    assert "Traceback" not in text
    assert {c for c in text if not c.isprintable() and c != "\n"} == set()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_the_engine_repeats_nothing_raw() -> None:
    text = printed_to_a_terminal(
        ("engine",), f"{NASTY}\nposition fen {NASTY}\nsetoption name {NASTY} value {NASTY}\nquit\n"
    )
    assert "info string error" in text
    assert {c for c in text if not c.isprintable() and c != "\n"} == set()


APART = (("simulator", "overlay"), ("simulator", "cpython"))


def test_printing_has_one_door() -> None:
    """No module prints but output.py; the simulated board's own code does, and what makes hardware/ for us."""
    found: list[str] = []
    for path in HOST.rglob("*.py"):
        inside = path.relative_to(HOST)
        if (
            inside.parts[:2] in APART
            or inside.parts[0] in ("output.py", "hardware")
            or inside.name == "random_games.py"
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if (
                text in ("print", "sys.stdout.write", "sys.stderr.write", "sys.stdout.buffer.write")
                or text == "Console"
            ):
                found.append(f"{inside}:{node.lineno} {text}")  # type: ignore[reportAttributeAccessIssue]
    assert [one for one in found if not one.startswith("progress.py")] == [], "crossboard.output says everything"


def test_json_escapes_what_is_not_printable_and_loses_nothing() -> None:
    value = {"a": NASTY, "b": ["é\U0001f600", "\ud800"]}
    text = json_text(value)
    assert all(c.isprintable() or c == "\n" for c in text)
    assert "é\U0001f600" in text
    assert json.loads(text) == {"a": NASTY, "b": ["é\U0001f600", "?"]}


def test_a_pipe_gets_every_byte(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    done = subprocess.run([sys.executable, "-m", "crossboard", "export", "1"], stdout=subprocess.PIPE, check=True)
    assert "\u202e" in done.stdout.decode()
    assert b"\x1b" in done.stdout


# Files


def parts() -> Iterator[bytes]:
    yield b"one "
    yield b"two\n"


def test_dash_is_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for words in (("export", "1", "-o", "-"), ("export", "1")):
        done = subprocess.run([sys.executable, "-m", "crossboard", *words], stdout=subprocess.PIPE, check=True)
        assert done.stdout.startswith(b"[Event ")
        assert b"written" not in done.stdout
    assert not Path("-").exists()


def test_dash_is_standard_input() -> None:
    command = [sys.executable, "-m", "crossboard", "verify", "-"]
    text = f'[FEN "{START}"]\n\n1. a4-b4 *\n'
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert done.stdout == "game 1: correct, charing-cross, 1 turn, * unfinished\n"


def test_a_link_stays_one_and_its_target_is_written() -> None:
    Path("folder").mkdir()
    Path("folder/real").write_text("before")
    Path("folder/real").chmod(0o640)
    Path("link").symlink_to("folder/real")
    write_file("link", parts())
    assert Path("link").is_symlink()
    assert Path("folder/real").read_text() == "one two\n"
    assert stat.S_IMODE(Path("folder/real").stat().st_mode) == 0o640
    Path("dangling").symlink_to("folder/new")
    write_file("dangling", parts())
    assert Path("dangling").is_symlink()
    assert Path("folder/new").read_text() == "one two\n"
    Path("loop").symlink_to("loop")
    with pytest.raises(CrossboardError, match="loop: "):
        write_file("loop", parts())
    with pytest.raises(CrossboardError, match="is a folder; wanted a file"):
        write_file("folder", parts())
    assert sorted(path.name for path in Path("folder").iterdir()) == ["new", "real"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_fifo_and_a_device_are_written_to() -> None:
    os.mkfifo("pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_text()))
    reader.start()
    write_file("pipe", parts())
    reader.join()
    assert got == ["one two\n"]
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    before = os.stat("/dev/null")
    write_file("/dev/null", parts())
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert os.stat("/dev/null").st_ino == before.st_ino
    if os.path.exists("/dev/full"):
        with pytest.raises(CrossboardError, match="/dev/full: No space left"):
            write_file("/dev/full", [b"x" * (1 << 20)])


def test_what_breaks_off_leaves_what_was_there() -> None:
    def broken() -> Iterator[bytes]:
        yield b"half"
        raise CrossboardError("no more")

    Path("kept").write_text("precious")
    with pytest.raises(CrossboardError, match="no more"):
        write_file("kept", broken())
    assert Path("kept").read_text() == "precious"
    assert not [path for path in Path().iterdir() if path.name.startswith(".kept")]


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/urandom"])
def test_what_never_ends_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not os.path.exists(name):
        pytest.skip(f"no {name} here")
    for command in ("verify", "import", "infer"):
        assert cli.main([command, name]) == 2
        assert f"crossboard: {name}:" in capsys.readouterr().err


def test_a_text_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossboard.errors.LONGEST_TEXT", 10)
    Path("long").write_text("x" * 11)
    with pytest.raises(RecordError, match="long: is longer than"):
        read_text(Path("long"), RecordError, "")


# Closed streams


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes them")
@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "words",
    [
        "games",
        "show 1",
        "export 1",
        "export 1 -o x.pgn",
        "import none.pgn",
        "engine",
        "--help",
        "boards --board sim",
        "x",
    ],
)
def test_closed_streams_give_no_stack_trace(library: Path, closed: str, words: str) -> None:
    before = library.read_bytes()
    command = f"{shlex.quote(sys.executable)} -m crossboard {words} {closed}"
    done = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    wrong = words in ("import none.pgn", "x")
    silent = words == "engine"  # its input is at its end: it has nothing to say
    assert done.returncode == (2 if wrong or (">&-" in closed.split() and not silent) else 0), done
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    if done.returncode == 2 and not wrong and "2>&-" not in closed:
        assert done.stderr == "crossboard: standard output is closed\n"
    assert library.read_bytes() == before


def test_an_output_that_cannot_hold_the_text_gets_question_marks(tmp_path: Path) -> None:
    with Library(tmp_path / "u.db") as opened:
        opened.open_game(NewGame("b", "1", START, "Zoë"))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "crossboard", "games", "--library", "u.db"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zo?" in done.stdout


# Films


def scenes(count: int) -> list[Scene]:
    game = new_game("charing-cross", count)
    found = [scene(View(game.text()))]
    while len(found) < count:
        game.push(legal_plies(game)[0])
        found.append(scene(View(game.text())))
    return found


def test_a_film_is_made_picture_by_picture() -> None:
    drawn = 0

    def frames() -> Iterator[tuple[Scene, int]]:
        nonlocal drawn
        for one in scenes(6):
            drawn += 1
            yield one, 250

    film = gif_parts(frames(), 120)
    for wanted in (1, 1, 2, 3):
        next(film)
        assert drawn == wanted, "the next picture is drawn when this one has been written"


def test_a_film_shows_every_position() -> None:
    shown = scenes(5)
    shown.insert(3, shown[2])
    data = b"".join(gif_parts(((one, 100 * i) for i, one in enumerate(shown, 1)), 200))
    film = Image.open(io.BytesIO(data))
    assert (film.n_frames, film.info.get("loop")) == (6, None)
    for i, one in enumerate(shown):
        film.seek(i)
        assert film.info["duration"] == 100 * (i + 1)
        difference = ImageChops.difference(film.convert("RGB"), draw_scene(one, 200)).convert("L")
        assert sum(difference.histogram()[48:]) < 40, "as drawn, but for the colours"


def test_bands_make_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    (one, *_) = scenes(1)
    whole = draw_scene(one, 300)
    monkeypatch.setattr(png, "BAND", 300 * 9 * 7)
    different = ImageChops.difference(whole, draw_scene(one, 300)).convert("L").histogram()
    assert sum(different[1:]) < 5, "but for the roundings of rounded corners"


def test_the_largest_picture_stays_within_bounds(library: Path) -> None:
    """Of memory: a film of the largest size takes less than a tenth of what all of its pictures would."""
    code = (
        "import resource, sys; from crossboard import cli; status = cli.main(sys.argv[1:]);"
        "print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    words = ("export", "1", "-o", "large.gif", "--size", "4096")
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    status, most = done.stdout.split()[-2:]
    unit = 1 if sys.platform == "darwin" else 1024
    assert status == "0"
    assert int(most) * unit < 700 << 20
