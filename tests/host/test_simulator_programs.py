"""Real programs against the simulated board: mpremote, the firmware itself, traces, and computers without Node."""

from __future__ import annotations

import base64
import hashlib
import io
import shlex
import subprocess
import sys
import tarfile
import threading
import time
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from crossboard import cli, profiles
from crossboard.games.rules import HOLE, new_game
from crossboard.library.trace import Trace, parse_trace, read_trace
from crossboard.recognize import infer_here
from crossboard.simulator import SimulatedBoard, SimulatorError, install
from crossboard.simulator.traces import BoardMessage, places, run_traces
from tests.support.toys import Talk, board_with, wait_until

ROOT = Path(__file__).parents[2]
TRACES = ROOT / "tests" / "data" / "traces"

# mpremote

COUNTER = "import time\nn = 0\nwhile True:\n    print('count', n)\n    n += 1\n    time.sleep_ms(20)\n"


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[SimulatedBoard]:
    """A board whose program is busy printing, as mpremote finds boards."""
    request.getfixturevalue("micropython")
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    with board_with(tmp_path_factory.mktemp("counting"), COUNTER) as board:
        yield board


def mpremote(board: SimulatedBoard, *words: str, status: int = 0) -> str:
    """What the real mpremote prints for a command, also what it complains of."""
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_mpremote_runs_code(counting: SimulatedBoard, tmp_path: Path) -> None:
    assert mpremote(counting, "exec", "import sys; print(sys.platform)") == "rp2\n"
    assert mpremote(counting, "eval", "6 * 7", "eval", "6 + 7") == "42\n13\n"
    assert "ZeroDivisionError" in mpremote(counting, "exec", "1 // 0", status=1)
    script = tmp_path / "script.py"
    script.write_text("for i in range(3):\n    print('line', i)\n")
    assert mpremote(counting, "run", str(script)) == "line 0\nline 1\nline 2\n"


def test_mpremote_reaches_the_files(counting: SimulatedBoard, tmp_path: Path) -> None:
    content = "".join(f"line {i}: \u00e4\n" for i in range(300))
    (tmp_path / "text.txt").write_text(content, encoding="utf-8")
    mpremote(counting, "fs", "mkdir", "folder")
    mpremote(counting, "fs", "cp", str(tmp_path / "text.txt"), ":folder/copy.txt")
    assert (counting.flash / "folder" / "copy.txt").read_text(encoding="utf-8") == content
    assert mpremote(counting, "fs", "cat", "folder/copy.txt") == content
    assert f"{len(content.encode())} copy.txt" in mpremote(counting, "fs", "ls", "folder")
    mpremote(counting, "fs", "cp", ":folder/copy.txt", str(tmp_path / "back.txt"))
    assert (tmp_path / "back.txt").read_text(encoding="utf-8") == content
    mpremote(counting, "fs", "rm", "folder/copy.txt", "+", "fs", "rmdir", "folder")
    assert not (counting.flash / "folder").exists()
    assert "No such file" in mpremote(counting, "fs", "cat", "folder/copy.txt", status=1)


@pytest.mark.usefixtures("micropython")
@pytest.mark.skipif(sys.platform == "win32", reason="mpremote wants a pseudo-terminal here")
def test_a_blank_board_has_micropython_and_nothing_else(tmp_path: Path) -> None:
    """`crossboard simulate --blank`, as a new user's first board; its flash goes with it."""
    words = ["simulate", "--blank", "--profile", "pico-8x4", "--link", str(tmp_path / "board")]
    simulate = subprocess.Popen([sys.executable, "-m", "crossboard", *words], stdout=subprocess.PIPE, text=True)
    try:
        assert simulate.stdout and simulate.stdout.readline().startswith("port ")
        command = [sys.executable, "-m", "mpremote", "connect", str(tmp_path / "board")]
        command += ["exec", "import os, sys; print(os.listdir('/'), sys.platform)"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.stdout == "[] rp2\n", done.stderr
    finally:
        simulate.terminate()
        assert simulate.wait(20) == 0


def test_mpremote_resets(counting: SimulatedBoard) -> None:
    for command, how in (("reset", "hard"), ("soft-reset", "soft")):
        before = len(counting.boots)
        mpremote(counting, command)
        wait_until(lambda before=before, how=how: how in counting.boots[before:])
    # A hard reset starts the program again. (After a soft one mpremote stays in the raw prompt and none runs.)
    mpremote(counting, "reset")
    with Talk(counting.port) as talk:
        talk.until("count 3\r\n")


def test_long_programs_and_interrupts_in_the_raw_prompt(counting: SimulatedBoard) -> None:
    lines = "".join(f"x{i} = {i}\n" for i in range(2000))
    assert mpremote(counting, "exec", lines + "print(x0 + x1999)") == "1999\n"
    with Talk(counting.port) as talk:
        talk.say("\r\x03\x03\r\x01")
        talk.until("raw REPL; CTRL-B to exit\r\n>")
        talk.say("while True: pass\x04")
        talk.until("OK")
        talk.say("\x03")
        assert "KeyboardInterrupt" in talk.until("\x04>")
        talk.say("\x05A\x01")
        talk.until(b"R\x01\x80\x00\x01")
        talk.say("print('half")
        talk.say("\x03")
        assert "KeyboardInterrupt" in talk.until("\x04>")
        talk.say("\x05Z\x01")
        talk.until("R\0")
        talk.say("\x02")
        talk.until(">>> ")


# The firmware

GREETING = " H 1 e660583883000001 "


def test_the_firmware_guides_greets_and_begins(micropython: object) -> None:
    game = new_game("charing-cross")
    with SimulatedBoard("pico-8x8") as board, Talk(board.port) as talk:
        under = places(board.profile, game.name)
        home = {under[square] for square, piece in enumerate(game.board) if piece and piece != HOLE}
        talk.until(GREETING)
        wait_until(lambda: {square for square, colour in board.lights().items() if any(colour)} == home)
        board.set_squares(home)
        frames = board.light_frames()
        wait_until(lambda: board.light_frames() > frames and not any(map(any, board.lights().values())))
        talk.say("\x03")
        talk.until(">>> ")
        talk.say("\x04")
        talk.until("soft reboot")
        talk.until(GREETING)
    assert not board.notes


# Traces

SHORT = ("charing-cross-clean", "charing-cross-noisy")


def plies(messages: list[BoardMessage]) -> list[str]:
    """The plies that stand in the end."""
    found: list[str] = []
    for message in messages:
        if message.kind == "P":
            found.append(message.payload.split(" ")[4])
        elif message.kind == "U":
            del found[len(found) - int(message.payload.split(" ")[4]) :]
    return found


def test_traces_through_the_firmware_come_to_what_they_come_to_here(micropython: object) -> None:
    traces = [read_trace(TRACES / f"{name}.trace") for name in SHORT]
    for trace, run in zip(traces, run_traces(traces), strict=True):
        game = trace.game()
        expected = []
        for ply in infer_here(trace).plies:
            expected.append(game.ply_text(ply))
            game.push(ply)
        assert plies(run.messages) == expected
        last = [message.payload for message in run.messages if message.kind in "PUE"][-1]
        (journal,) = [text for name, text in run.journal.items() if name.endswith(".log")]
        assert last.partition(" ")[2] in journal.splitlines()[-1]
        assert 3 * 5 * run.rounds < trace.events[-1].time  # of one every 5 ms


def test_the_same_trace_gives_the_same_bytes_and_none_of_it_waits(micropython: object) -> None:
    text = (TRACES / "charing-cross-clean.trace").read_text()
    trace = parse_trace(text, "early")
    late = parse_trace("".join(_later(line, LATER_MS) for line in text.splitlines(keepends=True)), "late")
    begun = time.monotonic()
    first, again, later = run_traces([trace, trace, late])
    assert (again.output, again.journal, again.rounds) == (first.output, first.journal, first.rounds)
    assert plies(later.messages) == plies(first.messages)
    assert later.messages[-1].time - trace.events[-1].time > LATER_MS > 1000 * (time.monotonic() - begun)


LATER_MS = 1_800_000


def _later(line: str, ms: int) -> str:
    """The event so much later, but for the first few."""
    time_ms, space, rest = line.partition(" ")
    return f"{int(time_ms) + ms}{space}{rest}" if time_ms.isdecimal() and int(time_ms) > 20000 else line


def test_leaving_out_idle_rounds_changes_nothing_but_the_time_it_takes(micropython: object) -> None:
    trace = read_trace(TRACES / "charing-cross-clean.trace")
    short = Trace(trace.position, trace.events[:6], trace.source)
    (quick,), (full,) = list(run_traces([short])), list(run_traces([short], skip=False))
    assert plies(quick.messages) == plies(full.messages) != []
    assert 4 * quick.rounds < full.rounds


def test_ticks_may_wrap_during_a_trace(micropython: object) -> None:
    trace = read_trace(TRACES / "charing-cross-clean.trace")
    (early,), (wrapping,) = list(run_traces([trace])), list(run_traces([trace], ticks=2**30 - 20_000))
    assert plies(early.messages) == plies(wrapping.messages)


@pytest.mark.parametrize("ms", [2**29, 2**33])
def test_a_pause_may_be_longer_than_ticks_can_tell(ms: int, micropython: object) -> None:
    text = (TRACES / "charing-cross-clean.trace").read_text()
    late = parse_trace("".join(_later(line, ms) for line in text.splitlines(keepends=True)), "late")
    first, later = run_traces([parse_trace(text), late])
    assert plies(later.messages) == plies(first.messages)
    assert later.messages[-1].time - first.messages[-1].time > ms // 2


def test_a_trace_of_a_game_that_the_board_has_not_is_refused(micropython: object) -> None:
    profile = profiles.load("pico-8x8")
    del profile["games"]["charing-cross"]
    trace = read_trace(TRACES / "charing-cross-clean.trace")
    with pytest.raises(SimulatorError, match="has no game 'charing-cross'"):
        list(run_traces([trace], profile))


# Without Node or MicroPython


@pytest.mark.parametrize("words", [["simulate"], ["simulate", "--blank"], ["play", "--demo"]])
def test_without_node_one_line_says_what_to_do(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(install, "find_node", lambda: None)
    monkeypatch.delenv("CROSSBOARD_NODE", raising=False)
    assert cli.main(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("crossboard: the simulated board needs Node 18")
    (needed,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["sim"]
    _, *pip, package = shlex.split(line.partition(", or by ")[2])
    assert pip == ["-m", "pip", "install"]
    assert Requirement(package) == Requirement(needed)  # that is on the package index, as Crossboard is not


def test_the_variable_that_names_no_node_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSBOARD_NODE", str(tmp_path / "node"))
    assert install.install() == f"there is no program {tmp_path}/node, which $CROSSBOARD_NODE names"
    (tmp_path / "node").write_text("#!/bin/sh\necho hello\n")
    (tmp_path / "node").chmod(0o755)
    assert install.install() == (
        f"the simulated board needs Node 18 or newer; {tmp_path}/node ($CROSSBOARD_NODE) is none"
    )


def test_a_folder_without_micropython_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSBOARD_MICROPYTHON", str(tmp_path))
    with pytest.raises(SimulatorError, match="no micropython.wasm in \\$CROSSBOARD_MICROPYTHON"):
        SimulatedBoard("pico-8x8")


class Registry:
    """Serves one package as npm's registry does."""

    def __init__(self, data: bytes) -> None:
        self.asked: list[str] = []
        registry = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                registry.asked.append(self.path)
                self.send_response(200)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/"


def package() -> bytes:
    """A package as npm packs it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in ("package/micropython.mjs", "package/micropython.wasm", "package/lib/more.js", "package/../out"):
            entry = tarfile.TarInfo(name)
            entry.size = 3
            archive.addfile(entry, io.BytesIO(b"wsm"))
    return packed.getvalue()


PACKED = package()
WANTED = install.MICROPYTHON._replace(checksum=base64.b64encode(hashlib.sha512(PACKED).digest()).decode())


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """One that has the package; nothing is installed yet, and the cache is in `tmp_path`."""
    served = Registry(PACKED)
    monkeypatch.delenv("CROSSBOARD_MICROPYTHON", raising=False)
    monkeypatch.setenv("npm_config_registry", served.url)
    monkeypatch.setattr(install, "homes", lambda _package: [tmp_path / "cache"])
    monkeypatch.setattr(install, "find_node", lambda: Path(sys.executable))
    monkeypatch.setattr(install, "node_version", lambda _node: 20)
    yield served
    served.server.shutdown()


def test_micropython_is_fetched_once_and_checked(registry: Registry, tmp_path: Path) -> None:
    assert install.install(WANTED) is None
    folder = tmp_path / "cache" / "node_modules" / WANTED.name
    assert install.find_micropython() == folder.resolve()
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert files == ["lib/more.js", "micropython.mjs", "micropython.wasm"]
    assert not list(tmp_path.rglob("out"))
    assert install.install(WANTED) is None
    assert registry.asked == [f"/{WANTED.name}/-/micropython-webassembly-pyscript-{WANTED.version}.tgz"]


def test_a_package_with_another_checksum_is_not_installed(
    registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install.main(WANTED._replace(checksum="another")) == 1
    assert "checksum differs" in capsys.readouterr().err
    assert install.find_micropython() is None


def test_a_registry_that_is_not_there_is_one_line(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    assert install.main(WANTED) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "can't be fetched from http://127.0.0.1:9/" in line
