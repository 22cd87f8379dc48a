"""`crossboard flash` against the simulated board, by the real mpremote: first time, again, broken off anywhere."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crossboard import cli, profiles
from crossboard.board_files import build as flash_build
from crossboard.flash import find as flash_find
from crossboard.flash import install as flash
from crossboard.flash import on_board as flash_board
from crossboard.flash.on_board import BoardError, Facts, Lost, Repl
from crossboard.flash.plan import MAIN, READY, UPDATE, Inventory, make_plan, sha
from crossboard.folders import ENVIRONMENT
from crossboard.games.rules import game_names
from crossboard.simulator import SimulatedBoard, filesystem
from tests.support.toys import Talk, wait_until

MAIN_TEXT = flash_build.main_text()
PATIENT = flash.Options(patience=60.0)  # a busy machine is no failure


class Quiet(flash.Watcher):
    """Keeps what is said."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.say = self.lines.append


# The plan, without a board


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """What is kept about boards is not kept beside the user's library."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "home"))


def inventory(files: dict[str, bytes], folders: tuple[str, ...] = ()) -> Inventory:
    return Inventory({path: sha(data) for path, data in files.items()}, frozenset(folders))


OLD = {
    MAIN: b"old main",
    "/firmware/a.mpy": b"a1",
    "/firmware/a.py": b"source",
    "/firmware/y.mpy": b"y1",
    "/firmware/x/gone.mpy": b"gone",
}
NEW = {MAIN: b"new main", "/firmware/a.mpy": b"a2", "/firmware/y/b.mpy": b"b2", "/shared_rules/c.mpy": b"c"}


def test_an_empty_board_gets_everything_main_first() -> None:
    plan = make_plan(NEW, inventory({}))
    assert plan.send == (MAIN, "/firmware/a.mpy", "/firmware/y/b.mpy", "/shared_rules/c.mpy")
    assert plan.folders == (UPDATE, "/update/firmware", "/update/firmware/y", "/update/shared_rules")
    assert plan.steps[:4] == ("+/main.py", "/firmware", "/firmware/y", "/shared_rules")


def test_only_what_differs_is_sent_and_what_is_ours_no_more_goes() -> None:
    plan = make_plan(
        NEW, inventory({**OLD, "/shared_rules/c.mpy": b"c"}, ("/firmware", "/firmware/x", "/shared_rules"))
    )
    assert plan.send == (MAIN, "/firmware/a.mpy", "/firmware/y/b.mpy")
    assert {"-/firmware/a.py", "-/firmware/y.mpy", "-/firmware/x/gone.mpy", "x/firmware/x"} <= set(plan.steps)
    assert plan.steps.index("-/firmware/x/gone.mpy") < plan.steps.index("x/firmware/x")
    assert "+/shared_rules/c.mpy" not in plan.steps


def test_a_board_that_is_up_to_date_gets_nothing() -> None:
    plan = make_plan(NEW, inventory(NEW, ("/firmware", "/firmware/y", "/shared_rules")))
    assert (plan.send, plan.steps, plan.changed) == ((), (), False)


def test_what_was_sent_before_an_interruption_is_not_sent_again() -> None:
    found = inventory({**OLD, "/update/main.py": b"new main", "/update/firmware/a.mpy": b"half", "/update/old": b"?"})
    plan = make_plan(NEW, found)
    assert MAIN not in plan.send and "/firmware/a.mpy" in plan.send
    assert "+/main.py" in plan.steps
    assert plan.stray == ("/update/old",)


# The last steps, cut at every one of them


class Disk:
    """A board's files for main.py's steps: fails, as a power cut does, at the operation number `cut`."""

    def __init__(self, root: Path, cut: int) -> None:
        self.root = root
        self.left = cut

    def real(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def module(self) -> types.SimpleNamespace:
        def of(operation: Callable[..., None]) -> Callable[..., None]:
            def act(*paths: str) -> None:
                if self.left == 0:
                    raise KeyboardInterrupt
                self.left -= 1
                operation(*(self.real(path) for path in paths))

            return act

        return types.SimpleNamespace(
            rename=of(os.replace), remove=of(os.remove), rmdir=of(os.rmdir), mkdir=of(os.mkdir)
        )


def finish(root: Path, cut: int = -1) -> None:
    """What main.py does first, on the files under `root`."""
    disk = Disk(root, cut)
    names: dict[str, Any] = {"__name__": "update"}
    exec(MAIN_TEXT, names)  # noqa: S102
    names["os"] = disk.module()
    names["open"] = lambda path: disk.real(path).open()
    names["finish_update"]()


def lay(root: Path, files: dict[str, bytes]) -> None:
    filesystem.lay(root, {path.lstrip("/"): data for path, data in files.items()})


def held(root: Path) -> dict[str, bytes]:
    return {f"/{p.relative_to(root).as_posix()}": p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_the_last_steps_can_be_cut_anywhere_and_done_again(tmp_path: Path) -> None:
    folders = ("/firmware", "/firmware/x")
    plan = make_plan(NEW, inventory(OLD, folders))
    games = {"/games/1.log": b"moves", "/boot.py": b"theirs", "/firmware2/x.py": b"theirs"}
    staged = {UPDATE + path: NEW[path] for path in plan.send} | {READY: "\n".join(plan.steps).encode()}
    cuts = 0
    while True:
        root = tmp_path / str(cuts)
        lay(root, {**OLD, **games, **staged})
        try:
            finish(root, cuts)
            break
        except KeyboardInterrupt:
            assert READY in held(root) or held(root) == {**NEW, **games}
        finish(root)
        assert held(root) == {**NEW, **games}
        cuts += 1
    assert cuts > len(plan.steps)
    assert held(root) == {**NEW, **games}
    assert not (root / "update").exists() and not (root / "firmware" / "x").exists()


# A small firmware of two versions, on the simulated board


def compiled(source: str, name: str, folder: Path) -> bytes:
    path = folder / "source.py"
    path.write_text(source)
    return flash_build.compile_module(path, name)


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> dict[int, dict[str, bytes]]:
    """Two versions whose loop says the versions of both its modules."""
    folder = tmp_path_factory.mktemp("versions")
    found: dict[int, dict[str, bytes]] = {}
    for version in (1, 2):
        loop = f"from shared_rules.part import PART\ndef start():\n    print('runs {version}', PART, 'so')\n"
        part = f"PART = {version}\n" + "PAD = '" + "x" * 1500 + "'\n"
        files = {
            MAIN: MAIN_TEXT.encode(),
            "/firmware/builder.mpy": compiled(loop, "firmware/builder.py", folder),
            "/shared_rules/part.mpy": compiled(part, "shared_rules/part.py", folder),
            f"/shared_rules/only{version}/__init__.mpy": compiled("", "x", folder),
        }
        found[version] = files
    return found


@pytest.fixture
def small(
    micropython: object, versions: dict[int, dict[str, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SimulatedBoard]:
    """A board with version 1 and a game; what is installed is version 2."""
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    monkeypatch.setattr(flash, "build", lambda _profile, _native: versions[2])
    monkeypatch.setattr(flash_find, "LISTEN_S", 0.05)
    lay(tmp_path / "flash", {**versions[1], **KEPT})
    with SimulatedBoard("pico-8x8", tmp_path / "flash", firmware="") as board:
        yield board


KEPT = {"/games/1.log": b"moves", "/boot.py": b"# theirs\n", "/notes.txt": b"theirs"}


def says(board: SimulatedBoard) -> str:
    """What the board's program says when it starts."""
    with Talk(board.port) as talk:
        talk.say("\x02\x04")
        return talk.until("so\r\n").rsplit("runs ", 1)[1].removesuffix(" so\r\n")


def test_an_update_leaves_exactly_the_new_version_and_what_is_not_ours(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]]
) -> None:
    report = flash.install(small.port, PATIENT, Quiet())
    assert held(small.flash) == {**versions[2], **KEPT}
    assert not (small.flash / "shared_rules" / "only1").exists() and not (small.flash / "update").exists()
    assert report.sent == ["/firmware/builder.mpy", "/shared_rules/only2/__init__.mpy", "/shared_rules/part.mpy"]
    assert says(small) == "2 2"
    again = flash.install(small.port, PATIENT, Quiet())
    assert (again.sent, again.removed) == ([], 0)


def test_of_modules_that_moved_into_a_folder_no_old_copy_is_left_to_be_imported(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them has the name of the folder."""
    texts = {
        "firmware/builder": "from firmware.room.room import A\nfrom firmware.room.other import B\n"
        "def start():\n    for name in ('room', 'other'):\n        try:\n            __import__('firmware.' + name)\n"
        "            print(name, 'is there')\n        except ImportError:\n            pass\n    print('runs', A, B, 'so')\n",
        "firmware/room/room": "A = 2",
        "firmware/room/other": "B = 2",
    }
    new = {f"/{name}.mpy": compiled(text, f"{name}.py", tmp_path) for name, text in texts.items()}
    wanted = {MAIN: MAIN_TEXT.encode(), **new}
    lay(small.flash, {f"/firmware/{name}.mpy": compiled("A = B = 1", "x", tmp_path) for name in ("room", "other")})
    monkeypatch.setattr(flash, "build", lambda _profile, _native: wanted)
    flash.install(small.port, PATIENT, Quiet())
    assert held(small.flash) == {**wanted, **KEPT}
    with Talk(small.port) as talk:
        talk.say("\x02\x04")
        assert "other is there" not in (said := talk.until("so\r\n")) and "runs 2 2" in said


def cut_power(repl: Repl, board: SimulatedBoard) -> None:
    """The board is off from now on, so nobody needs to wait for its answer."""
    board.power_cut()
    repl._patience = repl._transport.serial.timeout = 0.2  # pyright: ignore[reportPrivateUsage]


class Cut:
    """Cuts the power at the n-th thing that is asked of the board."""

    def __init__(self, board: SimulatedBoard, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.done = False
        plain = Repl.run

        def run(repl: Repl, code: str) -> str:
            if self.asked == at and not self.done:
                self.done = True
                cut_power(repl, board)
            self.asked += 1
            return plain(repl, code)

        monkeypatch.setattr(Repl, "run", run)


# What the PC asks for, by number, at which the power goes; the others for `make soak`.
CUTS = (1, 9, 16, 23)
MORE_CUTS = (6, 12, 19, 21)


@pytest.mark.parametrize("at", [*CUTS, *(pytest.param(at, marks=pytest.mark.soak) for at in MORE_CUTS)])
def test_power_cuts_leave_one_version_or_the_other_and_the_next_run_heals(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        cut = Cut(small, at, patch)
        with pytest.raises(Lost):
            flash.install(small.port, PATIENT, Quiet())
        assert cut.done
    small.start()
    assert says(small) in ("1 1", "2 2")
    flash.install(small.port, PATIENT, Quiet())
    assert held(small.flash) == {**versions[2], **KEPT}
    assert says(small) == "2 2"


def test_a_file_cut_in_the_middle_is_sent_again(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(_watcher: flash.Watcher, _count: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Quiet, "written", stumble)
        flash.install(small.port, PATIENT, Quiet())
    assert says(small) == "1 1"
    assert any(path.startswith(UPDATE) for path in held(small.flash))
    flash.install(small.port, PATIENT, Quiet())
    assert held(small.flash) == {**versions[2], **KEPT}


def test_steps_that_were_written_down_are_done_when_the_power_comes_back(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, pytest.raises(Lost):
        patch.setattr(Repl, "finish", lambda repl, _main: cut_power(repl, small))
        flash.install(small.port, PATIENT, Quiet())
    assert READY in held(small.flash)
    with Talk(small.port) as talk:
        small.start()
        assert "runs 2 2" in talk.until("so\r\n")
    assert held(small.flash) == {**versions[2], **KEPT}


def test_a_board_that_comes_back_is_gone_on_with_in_the_same_run(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flash, "_start", lambda *_: None)
    plain = Repl.write
    failed: list[str] = []

    def write(repl: Repl, path: str, data: bytes, written: Callable[[int], None]) -> None:
        if path.endswith("part.mpy") and not failed:
            failed.append(path)
            small.power_cut()
            small.start()
            raise Lost("the board stopped answering", "port")
        plain(repl, path, data, written)

    monkeypatch.setattr(Repl, "write", write)
    watcher = Quiet()
    report = flash.flash(small.port, PATIENT, watcher)
    assert report.sent == ["/shared_rules/part.mpy"]  # all before it had been sent
    assert any("trying again" in line for line in watcher.lines)
    assert held(small.flash) == {**versions[2], **KEPT}


def test_a_full_flash_is_an_error_and_changes_nothing(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flash, "ROOM", 1 << 30)
    with pytest.raises(BoardError, match=r"free, 1024 MB are needed"):
        flash.install(small.port, PATIENT, Quiet())
    assert held(small.flash) == {**versions[1], **KEPT}
    assert says(small) == "1 1"


def test_what_arrives_damaged_is_never_put_in_place(
    small: SimulatedBoard, versions: dict[int, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Repl.write

    def write(repl: Repl, path: str, data: bytes, written: Callable[[int], None]) -> None:
        plain(repl, path, b"?" + data[1:] if path.endswith("builder.mpy") else data, written)

    monkeypatch.setattr(Repl, "write", write)
    with pytest.raises(BoardError, match="builder.mpy: arrived damaged"):
        flash.install(small.port, PATIENT, Quiet())
    assert says(small) == "1 1"


def test_native_is_refused_where_there_is_no_machine_code(small: SimulatedBoard) -> None:
    with pytest.raises(BoardError, match="flash without --native"):
        flash.install(small.port, replace(PATIENT, native=True), Quiet())
    assert says(small) == "1 1"


# The whole firmware, by the command


def command(port: str, *words: str) -> list[str]:
    return [sys.executable, "-m", "crossboard", "flash", "--port", port, *words]


def test_the_command_makes_a_blank_board_play_and_again_finds_nothing_to_do(
    micropython: object, tmp_path: Path
) -> None:
    if sys.platform == "win32":
        pytest.skip("mpremote wants a pseudo-terminal here")
    flash_folder = tmp_path / "flash"
    wanted = {**flash_build.build_for(profiles.load("pico-8x8")), "/games/keep.log": b"kept"}
    lay(flash_folder, {"/games/keep.log": b"kept", "/firmware/app.py": b"raise OSError", "/firmware/old/x.py": b""})
    with SimulatedBoard("pico-8x8", flash_folder, firmware="") as board:
        killed = subprocess.Popen(command(board.port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: len([p for p in (flash_folder / "update").rglob("*") if p.is_file()]) > 9)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        first = subprocess.run(command(board.port), capture_output=True, text=True, timeout=300, check=False)
        assert first.returncode == 0, first.stderr
        assert "simulated: Raspberry Pi Pico" in first.stdout and "heap: grows as needed" in first.stdout
        assert "heap in play" not in first.stdout
        assert "removed" in first.stdout and "is running: firmware" in first.stdout
        assert re.search(r"next:\n  .*crossboard doctor --board \S+ .*\n  .*crossboard play --board ", first.stdout)
        played = {path: data for path, data in held(flash_folder).items() if not path.startswith("/games/")}
        assert played == {path: data for path, data in wanted.items() if not path.startswith("/games/")}
        assert (flash_folder / "games" / "keep.log").read_bytes() == b"kept"
        before = {p: p.stat().st_mtime_ns for p in flash_folder.rglob("*.mpy")}
        second = subprocess.run(command(board.port), capture_output=True, text=True, timeout=300, check=False)
        assert second.returncode == 0, second.stderr
        assert "its game is paused" in second.stdout and "nothing to send" in second.stdout
        assert "next:" not in second.stdout
        assert {p: p.stat().st_mtime_ns for p in flash_folder.rglob("*.mpy")} == before
        assert not board.notes


# Boards that can't be flashed

PICO = Facts("micropython", (1, 26, 0), 774, "rp2", "Raspberry Pi Pico with RP2040", "e66", 1 << 20, 1 << 20)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": (1, 22, 2)}, "MicroPython 1.22.2; 1.23 or newer is needed"),
        ({"name": "circuitpython"}, "runs circuitpython"),
        ({"port": "stm32", "machine": ""}, r"this board \(stm32\), only on the Pico and the ESP32-S3"),
        ({"mpy": 0}, ".mpy version 0; version 6 is needed"),
    ],
)
def test_boards_that_cannot_run_it_are_told_what_is_needed(change: dict[str, Any], words: str) -> None:
    flash.check_facts(PICO)
    with pytest.raises(BoardError, match=words):
        flash.check_facts(Facts(**{**PICO.__dict__, **change}))


class NewBoard(Repl):
    """A board with nothing on its flash; only files are asked of it."""

    def __init__(self) -> None:
        pass

    def read(self, path: str) -> bytes:
        del path
        return b""


class OwnBoard(NewBoard):
    """A board with a profile that its maker has written."""

    def read(self, path: str) -> bytes:
        games = {"charing-cross": "00", "halma": "00"}
        return json.dumps({"format": profiles.FORMAT, "name": "mine", "games": games}).encode()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (flash.Options(), "its profile 'mine' has halma, which is not installed here: name its file with --profile"),
        (flash.Options(games=("charing-cross",)), "name the file of the board's profile 'mine' with --profile"),
        (flash.Options(folders=("halma",)), "name the file of the board's profile 'mine' with --profile"),
    ],
)
def test_a_profile_that_only_the_board_has_keeps_its_games(options: flash.Options, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        flash._profile(OwnBoard(), PICO, options, False, print)  # type: ignore[reportPrivateUsage]


class DraggedBoard(NewBoard):
    """A board that a UF2 file has brought its profile."""

    def read(self, path: str) -> bytes:
        name = "pico-cross" if path == "/rom/profile.json" else "pico-8x4"
        return json.dumps({"format": profiles.FORMAT, "name": name}).encode()


def test_a_profile_that_a_dragged_file_has_brought_is_the_board_s() -> None:
    assert flash._profile(DraggedBoard(), PICO, flash.Options(), False, print)[0] == "pico-cross"  # type: ignore[reportPrivateUsage]


def test_a_profile_for_another_chip_is_refused_and_those_that_fit_are_named() -> None:
    options = flash.Options("esp32s3-8x8-mcp23017")
    with pytest.raises(
        BoardError, match="is for the ESP32-S3, and this board is Pico; those that fit: pico-8x4, pico-8x8"
    ):
        flash._profile(NewBoard(), replace(PICO, machine="Pico"), options, False, print)  # type: ignore[reportPrivateUsage]


@pytest.mark.parametrize("port", ["rp2", "esp32"])
def test_a_new_board_gets_the_default_profile_of_its_chip_and_that_is_said(port: str) -> None:
    said: list[str] = []
    name, text = flash._profile(NewBoard(), replace(PICO, port=port), flash.Options(), False, said.append)  # type: ignore[reportPrivateUsage]
    assert name == flash.DEFAULTS[port] and profiles.load(name)["port"] == port
    assert text == profiles.profile_json(profiles.load(name))
    assert said == [
        f"no profile is named, and a new board has none: it becomes {name}; if it is another, name it with --profile"
    ]
    flash._profile(NewBoard(), replace(PICO, port=port), flash.Options(name), False, said.append)  # type: ignore[reportPrivateUsage]
    assert len(said) == 1


def test_help_says_which_profiles_are_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["flash", "--help"])
    shown = "".join(capsys.readouterr().out.split())
    for name in flash.DEFAULTS.values():
        assert name in shown.partition("profiles:")[0]


def test_the_guides_ask_for_the_micropython_that_is_asked_for_here() -> None:
    words = "MicroPython {}.{} or newer".format(*flash.OLDEST)
    root = Path(__file__).resolve().parents[2]
    texts = [root / "firmware" / "README.md", root / "hardware" / "BUILD.md", *root.glob("hardware/boards/*/bom.csv")]
    assert len(texts) > 5
    for text in texts:
        assert words in text.read_text(encoding="utf-8"), text


def test_a_port_that_is_not_there_and_one_without_micropython(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["flash", "--port", "/dev/nonesuch"]) == 2
    assert "/dev/nonesuch: there is no such port" in capsys.readouterr().err
    monkeypatch.setattr(flash_find, "LISTEN_S", 0.05)

    monkeypatch.setattr(flash_board, "ATTEMPTS", (0.01, 0.02))
    assert cli.main(["flash", "--port", "loop://"]) == 2
    told = capsys.readouterr()
    assert "\nno MicroPython answers at this port yet. Trying for" in told.out
    assert "BOOTSEL" not in told.out  # what to do is said once, when it is certain
    assert (
        "no MicroPython answers at this port; " in told.err
        and "flash_nuke.uf2" in told.err
        and "micropython.org" in told.err
    )


def test_no_board_several_boards_and_one_that_waits_for_micropython(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(flash_find, "running_ports", list)
    monkeypatch.setattr(flash_find, "candidates", lambda: ["/dev/ttyACM0"])
    assert flash_find.find_port("") == flash_find.find_port("auto") == "/dev/ttyACM0"
    assert flash_find.find_port("COM7") == "COM7"
    monkeypatch.setattr(flash_find, "candidates", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    with pytest.raises(flash_find.FindError, match="more than one board: /dev/ttyACM0, /dev/ttyACM1; name one"):
        flash_find.find_port("")
    monkeypatch.setattr(flash_find, "candidates", lambda: [])
    with pytest.raises(flash_find.FindError, match="no board is attached .* needs MicroPython first") as missing:
        flash_find.find_port("")
    assert len(str(missing.value)) < 130
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    monkeypatch.setattr(flash_find, "_MOUNTS", (str(tmp_path / "NAME"),))
    if sys.platform != "win32":
        with pytest.raises(flash_find.FindError, match="waits for MicroPython"):
            flash_find.find_port("")


# What is built


def test_everything_is_compiled_but_main() -> None:
    profile = profiles.load("pico-8x8")
    files = flash_build.build_for(profile)
    sources = [p for p in files if p.endswith(".py")]
    assert sources == ["/main.py"]
    assert {
        "/firmware/builder.mpy",
        "/firmware/lights/ws2812.mpy",
        "/firmware/__init__.mpy",
        "/profile.json",
    } <= files.keys()
    games = {name for name in game_names() if f"/{flash_build.path_of_game(name)}/game.mpy" in files}
    assert games == profile["games"].keys() < set(game_names())
    assert all(data[0] == ord("M") and data[1] == flash_build.MPY_VERSION for p, data in files.items() if "mpy" in p)


def test_hot_modules_are_compiled_to_machine_code_if_wanted() -> None:
    profile = profiles.load("pico-8x8")
    native = flash_build.build_for(profile, "armv6m")
    hot = flash_build.ARCHITECTURES.index("armv6m")
    kinds = {path: data[2] >> 2 for path, data in native.items() if path.endswith(".mpy")}
    games = tuple(f"/{name}" for name in flash_build.hot_paths(profile["games"]))
    assert all(kinds[f"{game}game.mpy"] == hot for game in games)
    assert not [path for path, kind in kinds.items() if kind and not path.startswith(games)]


def test_machine_code_of_another_kind_is_not_sent() -> None:
    native = flash_build.build_for(profiles.load("pico-8x8"), "armv6m")
    kind = native["/shared_rules/card_chess/game.mpy"][2] & 3
    facts = Facts("micropython", (1, 26, 1), 6 | kind << 8 | 4 << 10, "rp2", "Pico", "1", 1, 1)
    flash.check_machine_code(native, facts)
    other = replace(facts, mpy=6 | (kind ^ 1) << 8 | 4 << 10)
    flash.check_machine_code(flash_build.build_for(profiles.load("pico-8x8")), other)
    with pytest.raises(BoardError, match="differ in machine code; flash without --native"):
        flash.check_machine_code(native, other)


def test_source_that_does_not_compile_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("def f(:\n")
    with pytest.raises(flash_build.BuildError, match="(?s)bad.py: can't be compiled: .*SyntaxError"):
        flash_build.compile_module(path, "bad.py")


def test_wi_fi_needs_a_profile_that_leaves_the_radio_its_current(tmp_path: Path) -> None:
    text = (profiles.folders()[0] / "pico-8x4.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace("supply_ma = 500", "supply_ma = 500\nwifi = false"), encoding="utf-8")
    repl: Any = types.SimpleNamespace(read=lambda path: b"")
    with pytest.raises(BoardError, match="pico-8x4 leaves no current for the radio"):
        flash._profile(repl, PICO, flash.Options(str(own)), True, print)
    assert flash._profile(repl, PICO, flash.Options(str(own)), False, print)[0] == "pico-8x4"
