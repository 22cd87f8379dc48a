"""`crossboard flash --board tcp://…`: a simulated Pico W is updated over TCP, by the command, and goes back by itself.

What a power cut does at every change of the flash: test_update_power_cuts.py.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.board_files.build import build, main_text
from crossboard.boards import wifi
from crossboard.boards.link import open_link, require_hello
from crossboard.cli import main
from crossboard.errors import CrossboardError, LinkError
from crossboard.flash import by_air, install
from crossboard.flash.air import Air
from crossboard.flash.on_board import Lost
from crossboard.folders import ENVIRONMENT, firmware_folder
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.micropython import MicroPythonMissing, require
from tests.firmware.test_wifi import AIR, TOKEN, told
from tests.host.test_flash import held, lay
from tests.support.toys import wait_until

try:
    require()
except MicroPythonMissing:
    pytest.skip("the simulated board is not installed", allow_module_level=True)

OURS = ("/firmware/", "/shared_rules/", "/profile.json", "/main.py")
SETTINGS = {"/games/settings": b"brightness 40\n"}


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[SimulatedBoard, None, None]:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "home"))
    wifi.remember(wifi.Known("crossboard-0001", "e660583883000001", TOKEN))
    told(tmp_path / "flash")
    lay(tmp_path / "flash", SETTINGS)
    with SimulatedBoard("pico-8x8", tmp_path / "flash", wifi=AIR, say=lambda _: None) as made:
        reach(made)
        yield made


def url(board: SimulatedBoard) -> str:
    return "tcp://crossboard-0001@{}:{}".format(*board.address)


def reach(board: SimulatedBoard) -> list[str]:
    """Until the board says hello; what it has for the log."""
    end = time.monotonic() + 120
    while True:
        try:
            link = open_link(url(board))
            try:
                require_hello(link)
                said: list[str] = []
                while not any(text == "asked" for text in said):
                    for kind, text in link.step():
                        said += [text] if kind == "L" else ["asked"] if kind == "S" else []
                    link.send("S")
                    time.sleep(0.05)
                return said[:-1]
            finally:
                link.close()
        except LinkError:
            assert time.monotonic() < end
            time.sleep(0.2)


def source(name: str) -> str:
    return (firmware_folder() / f"{name}.py").read_text(encoding="utf-8")


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """A module of the firmware with other text somewhere."""
    text = source(name)
    assert old in text
    return {f"firmware.{name.replace('/', '.')}": text.replace(old, new)}


def release(monkeypatch: pytest.MonkeyPatch, scripts: dict[str, str]) -> None:
    """What is installed from now on has these modules."""
    monkeypatch.setattr(install, "build", lambda text, native: build(text, native, scripts))


NEWER = {"firmware.__init__": 'VERSION = "0.2.0"\nSUFFIX = ".log"\n', "firmware.fresh.thing": "A = 1\n"}


def ours(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if path.startswith(OURS)}


def has_kept(after: dict[str, bytes], before: dict[str, bytes]) -> bool:
    """Whether all that is not ours is there still; the board may have added to the game that is on."""
    theirs = [path for path in before if not path.startswith(OURS)]
    return len(theirs) > 3 and all(after[path].startswith(before[path]) for path in theirs)


@pytest.mark.early
def test_the_command_brings_a_newer_version_and_leaves_nothing_of_the_old_one(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = held(board.flash)
    release(monkeypatch, NEWER)
    assert main(["flash", "--board", url(board)]) == 0
    said = capsys.readouterr().out
    assert "board e660583883000001 is running: firmware 0.2.0" in said and "clock set" not in said
    assert "doctor" not in said, "it needs the cable"
    assert "; all verified" in said and "the board goes back to the old one by itself" in said
    after = held(board.flash)
    text = before["/profile.json"].decode()
    assert ours(after) == build(text, "", NEWER)
    assert has_kept(after, before)
    assert board.boots == ["power", "hard", "hard"] and not board.notes
    assert not [path for path in after if path.startswith(("/update", "/previous", "/went_back"))]
    assert main(["flash", "--port", url(board)]) == 0  # the same for the command
    assert "nothing to send" in capsys.readouterr().out
    assert len(board.boots) == 3


FAULTS = {
    "an import fails": (lambda: {"firmware.clock": "import nonesuch\n"}, r"ImportError\("),
    "it raises at the start": (
        lambda: {"firmware.builder": "def start(watchdog=None):\n    raise ValueError('at the start')\n"},
        "at the start",
    ),
    "its profile is not read": (lambda: changed("profile", "FORMAT = const(1)", "FORMAT = const(99)"), "its profile"),
    "it raises in its loop": (
        lambda: changed("loop", "        self._rested = False\n        if", "        raise ValueError('often')\n        if"),
        "it hung, was reset",
    ),
    "it raises now and then": (
        lambda: changed("loop", "        self._rested = False\n        if", "        now % 8 or [][1]\n        if"),
        r"an error inside: IndexError",
    ),
    "it hangs": (
        lambda: changed("loop", "        self._rested = False\n        if", "        while True:\n            pass\n        if"),
        "it hung, was reset",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_version_that_does_not_come_up_leads_back_and_why_is_told(
    fault: str, board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = held(board.flash)
    scripts, why = FAULTS[fault]
    release(monkeypatch, {**NEWER, **scripts()})
    assert main(["flash", "--board", url(board)]) == 2
    told = capsys.readouterr()
    assert "an update did not come up, so this board went back to the firmware before it" in told.err
    assert re.search(why, told.err)
    after = held(board.flash)
    assert ours(after) == ours(before) and has_kept(after, before)
    assert not [path for path in after if path.startswith(("/update", "/previous", "/went_back"))]


def test_a_version_that_can_not_be_reached_goes_back_and_each_pc_is_told(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(board.flash)
    release(monkeypatch, {**NEWER, **changed("trial", "LONGEST_MS = const(300000)", "LONGEST_MS = const(5000)")})
    plain = Air.restart

    def restart(air: Air) -> None:
        plain(air)
        wait_until(lambda: len(board.boots) > 1)
        board.switch_network(False)

    monkeypatch.setattr(Air, "restart", restart)
    monkeypatch.setattr(by_air, "AGAIN_S", 0.2)
    with pytest.raises(CrossboardError, match="has not come back within 2 s"):
        by_air.update(url(board), install.Options(start_s=1), install.Watcher())
    wait_until(lambda: len(board.boots) > 2)
    board.switch_network(True)
    for _ in range(2):
        assert any("went back to the firmware before it (no PC has stayed connected" in line for line in reach(board))
    assert ours(held(board.flash)) == ours(before)


def test_an_update_that_was_interrupted_on_trial_is_waited_for_by_the_next_one(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_url: str, _options: install.Options) -> Air:
        raise KeyboardInterrupt

    release(monkeypatch, NEWER)
    with monkeypatch.context() as patch:
        patch.setattr(by_air, "_back", interrupt)
        assert main(["flash", "--board", url(board)]) == 130
    assert "keeps that once a PC has been connected" in capsys.readouterr().err
    reach(board)
    assert (board.flash / "previous").exists()
    release(monkeypatch, {**NEWER, "firmware.__init__": 'VERSION = "0.3.0"\nSUFFIX = ".log"\n'})
    assert main(["flash", "--board", url(board)]) == 0
    said = capsys.readouterr().out
    assert "the update before is on trial" in said and "is running: firmware 0.3.0" in said


def test_the_power_goes_while_files_are_moved(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch, NEWER)

    def off(air: Air) -> None:
        board.power_cut()
        raise Lost("off", url(board))

    monkeypatch.setattr(Air, "restart", off)
    monkeypatch.setattr(by_air, "TRIES", 1)
    with pytest.raises(Lost):
        by_air.update(url(board), install.Options(), install.Watcher())
    for changes in (2, 3, 5):
        board.start(cut_after=changes)
        wait_until(lambda: board.boots[-1] == "off")
    board.start()
    wait_until(lambda: board.boots[-1] != "off")
    text = (board.flash / "profile.json").read_text()
    reach(board)
    wait_until(lambda: not (board.flash / "update").exists())
    assert ours(held(board.flash)) == build(text, "", NEWER)


def test_a_connection_that_breaks_off_midway_is_gone_on_with(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    release(monkeypatch, NEWER)
    plain = Air.write
    sent: list[str] = []

    def write(air: Air, path: str, data: bytes, written: Callable[[int], None]) -> None:
        sent.append(path)
        if len(sent) == 3:
            board.reset_connections()
        plain(air, path, data, written)

    monkeypatch.setattr(Air, "write", write)
    board.slow_network(20, 0.05)
    assert main(["flash", "--board", url(board)]) == 0
    assert "trying again" in capsys.readouterr().out
    assert sent.count(sent[0]) == 1 and sent.count(sent[2]) == 2


def test_what_can_not_be_done_by_wifi_is_said_and_changes_nothing(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = held(board.flash)

    def refused(*words: str) -> str:
        assert main(["flash", "--board", url(board), *words]) == 2
        return capsys.readouterr().err

    (tmp_path / "password").write_text("a long password\n")
    assert "by cable" in refused("--wifi", "hall", "--wifi-password-file", str(tmp_path / "password"))
    with monkeypatch.context() as patch:
        release(patch, NEWER)
        patch.setattr(install, "ROOM", 1 << 30)
        assert "free, 1024 MB are needed" in refused()
        patch.setattr(install, "build", lambda text, native: {**build(text, native), "/main.py": b"newer"})
        assert "/main.py is of another version, and is not replaced by Wi-Fi: flash it by cable once" in refused()
    own = tmp_path / "own.toml"
    text = (profiles.folders()[0] / "pico-8x4.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("supply_ma = 500", "supply_ma = 500\nwifi = false"), encoding="utf-8")
    assert "pico-8x4 leaves no current for the radio" in refused("--profile", str(own))
    assert main(["flash", "--port", board.port, "--profile", str(own)]) == 2
    assert "or let the board forget its network: --wifi none" in capsys.readouterr().err
    reach(board)
    wifi.remember(wifi.Known("crossboard-0001", "e660583883000001", "f" * 32))
    assert "have different tokens" in refused()
    assert ours(held(board.flash)) == ours(before) and main_text().encode() == before["/main.py"]
    assert not (board.flash / "previous").exists()
