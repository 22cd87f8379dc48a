"""An update by Wi-Fi whose power is cut before each single change of the flash, from the first file to the last that goes.

The PC's part is the real one, and so are main.py, updating.py and trial.py; the flash and the ROM partition are in memory.
"""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Callable, Generator
from operator import and_
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from crossboard.boards.link import Hello
from crossboard.flash import by_air, install, rom
from crossboard.flash.air import Air
from crossboard.flash.on_board import BoardError, Facts, Lost
from crossboard.flash.plan import FOLDERS, MAIN
from firmware import trial
from firmware.modes import updating

MAIN_TEXT = (Path(__file__).parents[2] / "firmware" / "main.py").read_text(encoding="utf-8")
MAIN_CODE = compile(MAIN_TEXT, "main.py", "exec")
HALF = 512
BLOCK = 1024
ROM_SIZE = 8 * BLOCK
SHORT = install.Options(patience=1.0)


class PowerCut(BaseException):
    """No Exception, so that nothing catches it."""


class Reset(BaseException):
    """The board starts anew."""


class Disk:
    """A board's flash: what a program has written counts when its file is closed. The power goes before change number `cut_at`."""

    def __init__(self, files: dict[str, bytes], image: bytes = b"") -> None:
        self.files = dict(files)
        self.folders = {"/"} | {str(folder) for path in files for folder in Path(path).parents}
        self.cut_at = -1
        self.changes = 0
        self.rom = Rom(self, image) if image else None

    def change(self) -> None:
        if self.changes == self.cut_at:
            raise PowerCut
        self.changes += 1

    def _parent(self, path: str) -> None:
        if str(Path(path).parent) not in self.folders:
            raise OSError(2, path)

    def rename(self, old: str, new: str) -> None:
        if old not in self.files:
            raise OSError(2, old)
        self._parent(new)
        self.change()
        self.files[new] = self.files.pop(old)

    def remove(self, path: str) -> None:
        if path not in self.files:
            raise OSError(2, path)
        self.change()
        del self.files[path]

    def mkdir(self, path: str) -> None:
        self._parent(path)
        if path in self.folders:
            raise OSError(17, path)
        self.change()
        self.folders.add(path)

    def rmdir(self, path: str) -> None:
        if path not in self.folders:
            raise OSError(2, path)
        if self.ilistdir(path):
            raise OSError(39, path)
        self.change()
        self.folders.remove(path)

    def stat(self, path: str) -> tuple[int]:
        if path not in self.folders and path not in self.files:
            raise OSError(2, path)
        return (0x4000 if path in self.folders else 0x8000,)

    def ilistdir(self, folder: str) -> list[tuple[str, int]]:
        everything = [(path, 0x4000) for path in self.folders] + [(path, 0x8000) for path in self.files]
        return [
            (Path(path).name, kind) for path, kind in everything if path != "/" and str(Path(path).parent) == folder
        ]

    def statvfs(self, _path: str) -> tuple[int, ...]:
        return (4096, 4096, 352, 300)

    def open(self, path: str, mode: str = "r") -> Any:
        if "w" in mode:
            self._parent(path)
            self.change()
            self.files.setdefault(path, b"")
            return Written(self, path, "b" not in mode)
        if path not in self.files:
            raise OSError(2, path)
        return io.BytesIO(self.files[path]) if "b" in mode else io.StringIO(self.files[path].decode())


class Written(io.BytesIO):
    """A file open for writing."""

    def __init__(self, disk: Disk, path: str, text: bool) -> None:
        super().__init__()
        self._disk, self._path, self._text = disk, path, text

    def write(self, data: Any) -> int:
        return super().write(data.encode() if self._text else data)

    def close(self) -> None:
        if not self.closed:
            self._disk.change()
            self._disk.files[self._path] = self.getvalue()
        super().close()


class Rom(bytearray):
    """A ROM partition, which writing only clears bits of."""

    def __new__(cls, _disk: Disk, image: bytes) -> Rom:
        return super().__new__(cls, image)

    def __init__(self, disk: Disk, image: bytes) -> None:
        super().__init__(image.ljust(ROM_SIZE, b"\xff"))
        self._disk = disk

    def ioctl(self, operation: int, block: int) -> int:
        if operation == 6:
            self._disk.change()
            self[block * BLOCK : (block + 1) * BLOCK] = b"\xff" * BLOCK
        return {4: ROM_SIZE // BLOCK, 5: BLOCK}.get(operation, 0)

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        at = block * BLOCK + offset
        for i in range(0, len(data), HALF):
            self._disk.change()
            self[at + i : at + i + HALF] = bytes(map(and_, self[at + i : at + i + HALF], data[i : i + HALF]))


class Board:
    """What of a board an update has to do with. `comes_up`: whether its new version does."""

    def __init__(self, disk: Disk, patch: pytest.MonkeyPatch) -> None:
        self.disk = disk
        self.comes_up = True
        self.on_trial = False
        for module in (updating, trial):
            patch.setattr(module, "os", disk)
            patch.setattr(module, "open", disk.open, raising=False)
        heap = SimpleNamespace(collect=lambda: 0, mem_alloc=lambda: 1, mem_free=lambda: 1)
        patch.setattr(updating, "gc", heap)
        vfs: Any = ModuleType("vfs")
        if disk.rom is not None:
            vfs.rom_ioctl = lambda _operation, _number: disk.rom
            vfs.umount = lambda _path: None
        patch.setitem(sys.modules, "vfs", vfs)
        machine: Any = ModuleType("machine")
        machine.WDT = lambda timeout: SimpleNamespace(feed=lambda: None)
        machine.reset = self._reset
        patch.setitem(sys.modules, "machine", machine)

    def _reset(self) -> None:
        raise Reset

    def switch_on(self) -> None:
        """What main.py does before the firmware starts."""
        while True:
            names: dict[str, Any] = {"__name__": "update"}
            exec(MAIN_CODE, names)  # noqa: S102
            names.update(os=self.disk, open=self.disk.open)
            try:
                names["finish_update"](names["PREVIOUS"])
                names["finish_update"]()
                self.on_trial = names["on_trial"]() is not None
                return
            except Reset:
                pass

    def run(self) -> None:
        """The firmware runs, with a PC connected if it comes up; then it is started anew."""
        if self.on_trial and self.comes_up:
            loop = SimpleNamespace(task=(), faults=0, restart=lambda: None)
            channel = SimpleNamespace(alive=lambda _now: True)
            under_way = trial.Trial(loop, channel, SimpleNamespace(feed=lambda: None))
            under_way.step(0)
            under_way.step(trial.CONNECTED_MS)
        if self.on_trial:
            self.switch_on()

    def version(self) -> dict[str, bytes]:
        """What starts, and what is the player's."""
        held = {path: data for path, data in self.disk.files.items() if not path.startswith(("/update", "/previous"))}
        held.pop("/went_back", None)
        if self.disk.rom is None:
            return held
        known = self.disk.rom[:3] == b"\xd2\xcd1"
        return {**held, "rom": bytes(self.disk.rom[: updating.image_size(self.disk.rom)]) if known else b""}


class Wire(Air):
    """The PC's end, with the board's where it calls."""

    board: Board

    def __init__(self, url: str, patience: float = 0, waits: bool = False) -> None:
        del patience, waits
        self._port = url
        self.news = ""
        self.hello = Hello(1, "e66", "0.1.0", "toy", "1.27", ("toy",), ("update",))
        self._bench: list[bytes] = []
        self._link: Any = SimpleNamespace(bench=self._bench, news="", step=lambda _now: None)
        if "/went_back" in self.board.disk.files:
            self.news = "an update did not come up: " + self.board.disk.files["/went_back"].decode()
        self._facts: Facts = self._begin(False)

    def _say(self, text: str) -> None:
        if text == "update":
            display: Any = SimpleNamespace(
                covering=lambda: bytearray(4), corners=(0, 1), due=lambda _now: False, set_cover=lambda _cover: None
            )
            self._updating = updating.Updating(SimpleNamespace(restart=lambda: None), self._link, display)
        elif text not in ("end", "memory", "restart"):
            problem = self._updating.command(text)
            if problem:
                raise BoardError(problem, self._port)

    def _ask(self, text: str, last: str) -> list[str]:
        self._say(text)
        found: list[str] = []
        while not (found and found[-1].startswith(last)):
            self._updating.step(0)
            found += [line.decode() for line in self._bench]
            self._bench.clear()
        return found

    def heap(self) -> None:
        return None

    def restart(self) -> None:
        self.board.switch_on()
        self.board.run()

    def close(self) -> None:
        pass


KEPT = {"/games/1.log": b"moves", "/wifi.json": b"{}", "/boot.py": b"# theirs"}
OLD = {
    MAIN: MAIN_TEXT.encode(),
    "/profile.json": b"old",
    "/firmware/a.mpy": b"a1",
    "/firmware/same.mpy": b"same",
    "/firmware/gone/b.mpy": b"b1",
}
NEW = {
    MAIN: MAIN_TEXT.encode(),
    "/profile.json": b"new",
    "/firmware/a.mpy": b"a2" * 300,
    "/firmware/same.mpy": b"same",
    "/firmware/new/c.mpy": b"c2",
    "/shared_rules/d.mpy": b"d2",
}


class Case:
    """An update from one version to another, with modules as files or in a ROM partition."""

    def __init__(self, in_place: bool, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._in_place = in_place
        self.former = {path: data for path, data in OLD.items() if not (in_place and path.startswith(FOLDERS))}
        self.former_modules = dict.fromkeys(("/firmware/a.mpy", "/shared_rules/d.mpy"), b"1" * 2000) if in_place else {}
        self._new = {path: data for path, data in NEW.items() if not (in_place and path.startswith(FOLDERS))}
        modules = {"/firmware/a.mpy": b"2" * 3000, "/shared_rules/d.mpy": b"2" * 3000} if in_place else {}
        self._old_image = rom.image_of(self.former_modules) if in_place else b""
        self.old = {**self.former, **KEPT, **({"rom": self._old_image} if in_place else {})}
        self.new = {**self._new, **KEPT, **({"rom": rom.image_of(modules)} if in_place else {})}
        patch.setattr(by_air, "Air", Wire)
        patch.setattr(by_air, "check_facts", lambda _facts: None)
        patch.setattr(by_air, "wanted_files", lambda *_: ("toy", dict(self._new), modules))

    def board(self) -> Board:
        board = Board(Disk({**self.former, **KEPT}, self._old_image), self._patch)
        Wire.board = board
        return board


@pytest.fixture(params=[False, True], ids=["files", "ROM partition"])
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Generator[Case, None, None]:
    yield Case(request.param, monkeypatch)


def update() -> install.Report:
    watcher = install.Watcher()
    watcher.say = lambda _text: None
    return by_air.update("tcp://board", SHORT, watcher)


def cut(board: Board, at: int, act: Callable[[], object]) -> bool:
    """Let the power go before change number `at` of what that does; whether it did as many."""
    board.disk.changes, board.disk.cut_at = 0, at
    try:
        act()
    except PowerCut:
        return True
    finally:
        board.disk.cut_at = -1
    return False


def test_an_update_leaves_the_new_version_alone(case: Case) -> None:
    board = case.board()
    update()
    assert board.version() == case.new
    assert not board.on_trial and "/went_back" not in board.disk.files
    assert not {folder for folder in board.disk.folders if folder.startswith(("/update", "/previous"))}
    assert update().sent == []


def test_one_that_does_not_come_up_leaves_the_old_one_alone_and_why(case: Case) -> None:
    board = case.board()
    board.comes_up = False
    with pytest.raises(BoardError, match="an update did not come up: it hung, was reset, or lost its power"):
        update()
    assert board.version() == case.old
    assert not {path for path in board.disk.files if path.startswith("/previous")}
    assert "/went_back" not in board.disk.files  # as that was told
    board.comes_up = True
    update()
    assert board.version() == case.new


@pytest.mark.parametrize("comes_up", [True, False])
def test_wherever_the_power_goes_one_version_starts_and_never_a_mixture(case: Case, comes_up: bool) -> None:
    seen = {"old": 0, "trial": 0, "new": 0}
    for at in itertools.count():
        board = case.board()
        board.comes_up = comes_up
        try:
            if not cut(board, at, update):
                break
        except BoardError:
            break  # it has gone back
        for again in itertools.count():  # and once more while the board starts
            disk = Disk({})
            disk.files, disk.folders, disk.rom = dict(board.disk.files), set(board.disk.folders), None
            if board.disk.rom is not None:
                disk.rom = Rom(disk, bytes(board.disk.rom))
            later = Board(disk, case._patch)  # pyright: ignore[reportPrivateUsage]
            Wire.board = later
            later.comes_up = comes_up
            ended = not cut(later, again, later.switch_on)
            later.switch_on()
            assert later.version() in (case.old, case.new)
            assert not later.on_trial or later.version() == case.new
            seen["trial" if later.on_trial else "new" if later.version() == case.new else "old"] += 1
            later.run()
            assert later.version() == case.old or comes_up
            if ended:
                break
        later.comes_up = True
        update()
        assert later.version() == case.new
    assert at > 20
    assert seen["old"] > 20 and seen["trial"] > 5 and (seen["new"] > 3) == comes_up


def test_files_that_came_before_an_interruption_are_not_sent_again(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    case.board()
    sent: list[str] = []
    plain = Wire.write

    def write(air: Wire, path: str, data: bytes, written: Callable[[int], None]) -> None:
        if len(sent) == 1:
            sent.append("broken off")
            raise Lost("the connection broke off")
        sent.append(path)
        plain(air, path, data, written)

    monkeypatch.setattr(Wire, "write", write)
    update()
    assert len(sent) == len(set(sent)) > 3 and Wire.board.version() == case.new


def test_what_an_update_that_was_broken_off_has_left_goes_when_another_has_nothing_to_send(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = case.board()
    assert cut(board, 12, update)
    assert [path for path in board.disk.files if path.startswith("/update/")]
    monkeypatch.setattr(by_air, "wanted_files", lambda *_: ("toy", case.former, case.former_modules))
    assert not update().sent
    assert board.version() == case.old
    assert not {path for path in (*board.disk.files, *board.disk.folders) if path.startswith("/update")}


def test_a_file_that_arrives_damaged_is_never_moved(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    board = case.board()
    plain = Wire._say  # pyright: ignore[reportPrivateUsage]

    def say(air: Wire, text: str) -> None:
        plain(air, text.replace("data b", "data c"))  # of `new` in base64, which begins the profile

    monkeypatch.setattr(Wire, "_say", say)
    with pytest.raises(BoardError, match="arrived damaged"):
        update()
    board.switch_on()
    assert board.version() == case.old


@pytest.mark.parametrize("alive", [lambda _now: False, lambda now: now % 10_000 < 2000], ids=["nobody", "too short"])
def test_a_version_that_nobody_can_reach_goes_back_and_says_why(case: Case, alive: Callable[[int], bool]) -> None:
    board = case.board()
    board.comes_up = False
    with pytest.raises(PowerCut):
        cut_at_trial(board)
    loop = SimpleNamespace(task=(), faults=0, restarted=0)
    loop.restart = lambda: setattr(loop, "restarted", 1)
    under_way = trial.Trial(loop, SimpleNamespace(alive=alive), SimpleNamespace(feed=lambda: None))
    for now in range(0, trial.LONGEST_MS + 10_000, 1000):
        assert not loop.restarted or now > trial.LONGEST_MS
        under_way.step(now)
    assert loop.restarted
    board.switch_on()
    assert board.version() == case.old
    assert board.disk.files["/went_back"] == b"no PC has stayed connected within 5 minutes"


def cut_at_trial(board: Board) -> None:
    """Update until the new version runs on trial."""

    def stop() -> None:
        raise PowerCut

    board.run = stop  # type: ignore[method-assign]
    update()


def test_an_error_inside_leads_back_and_a_task_or_a_short_connection_decides_nothing(case: Case) -> None:
    board = case.board()
    with pytest.raises(PowerCut):
        cut_at_trial(board)
    loop = SimpleNamespace(task=(), faults=0, fault=None, restarted=0)
    loop.restart = lambda: setattr(loop, "restarted", 1)
    channel = SimpleNamespace(here=True)
    channel.alive = lambda _now: channel.here
    under_way = trial.Trial(loop, channel, SimpleNamespace(feed=lambda: None))
    under_way.step(0)
    channel.here = False  # a PC that is gone again at once
    under_way.step(2000)
    channel.here = True
    loop.task = (1,)  # a game is being read
    under_way.step(9000)
    under_way.step(19000)
    loop.task = ()
    under_way.step(20000)
    under_way.step(21000)
    assert not loop.restarted and trial.on_trial()
    loop.faults, loop.fault = 1, ValueError("wrong")
    under_way.step(21005)
    assert loop.restarted
    board.switch_on()
    assert board.version() == case.old and b"ValueError('wrong')" in board.disk.files["/went_back"]


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/games/1.log", "no such request"),
        ("/main.py", "no such request"),
        ("/update/../main.py", "no such request"),
        ("/updates/x", "no such request"),
    ],
)
def test_nothing_is_written_or_removed_but_what_is_laid_aside(case: Case, path: str, problem: str) -> None:
    case.board()
    air = Wire("tcp://board")
    for request in (f"put {path} 3", f"drop {path}", f"keep {path}"):
        with pytest.raises(BoardError, match=problem):
            air._say(request)  # pyright: ignore[reportPrivateUsage]


def test_a_full_flash_is_said_and_what_does_not_fit_is_not_left_there(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = case.board()

    def fail(_file: Written, _data: bytes) -> None:
        raise OSError(28, "full")

    air = Wire("tcp://board")
    monkeypatch.setattr(Written, "write", fail)
    with pytest.raises(BoardError, match="the board's flash is full"):
        air.write("/update/a", b"data", lambda _count: None)
    assert board.version() == case.old and "/update/a" not in board.disk.files


def test_main_py_of_another_version_and_what_a_uf2_file_brought_need_the_cable(case: Case) -> None:
    board = case.board()
    for path, words in (
        (MAIN, "/main.py is of another version"),
        ("/rom/main.py", "its firmware came with a UF2 file"),
    ):
        board = case.board()
        board.disk.folders.add("/rom")
        board.disk.files[path] = b"another"
        with pytest.raises(BoardError, match=f"{words}.*flash it by cable once"):
            update()
