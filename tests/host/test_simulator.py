"""The simulated board as a MicroPython board: starting, prompt, resets, serial port, flash, time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard.simulator import SimulatedBoard, SimulatorError
from tests.support.toys import Talk, board_with, put, wait_until

pytestmark = pytest.mark.usefixtures("micropython")

PROMPT = ">>> "


def test_it_starts_as_a_pico_does(tmp_path: Path) -> None:
    firmware = put(
        tmp_path / "program",
        boot="order = ['boot']",
        main="import machine, os, sys\norder.append('main')\n"
        "print(order, sys.platform, sys.implementation.version[:2], os.uname().sysname)\n"
        "print(machine.unique_id(), os.getcwd(), sorted(os.listdir()))",
    )
    with SimulatedBoard("pico-8x8", tmp_path / "flash", firmware=firmware) as board, Talk(board.port) as talk:
        heard = talk.until(PROMPT)
    assert "['boot', 'main'] rp2 (1, 27) rp2\r\n" in heard
    assert "b'\\xe6`X8\\x83\\x00\\x00\\x01' / ['boot.py', 'main.py']\r\n" in heard
    assert "MicroPython v1.27" in heard and "Raspberry Pi Pico with RP2040" in heard


def test_ctrl_c_stops_a_busy_loop_and_ctrl_d_starts_again(tmp_path: Path) -> None:
    with board_with(tmp_path, "x = 6\nprint('go')\nwhile True:\n    pass\n") as board, Talk(board.port) as talk:
        talk.until("go")
        talk.say("\x03")
        assert 'File "main.py", line 4, in <module>\r\nKeyboardInterrupt' in talk.until(PROMPT)
        talk.say("x * 7\r")
        talk.until("\r\n42\r\n" + PROMPT)
        talk.say("\x04")
        talk.until("MPY: soft reboot\r\n")
        talk.until("go")
    assert board.boots == ["power", "soft"]


@pytest.mark.parametrize("waiting", ["time.sleep(100)", "sys.stdin.read(1)", "poll.poll()"])
def test_ctrl_c_ends_every_kind_of_waiting(tmp_path: Path, waiting: str) -> None:
    main = f"import select, sys, time\npoll = select.poll()\npoll.register(sys.stdin, 1)\nprint('go')\n{waiting}\n"
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.until("go")
        talk.say("\x03")
        assert "KeyboardInterrupt" in talk.until(PROMPT)


def test_an_error_in_main_leaves_a_traceback_and_the_prompt(tmp_path: Path) -> None:
    with board_with(tmp_path, "def f():\n    return [][1]\nf()\n") as board, Talk(board.port) as talk:
        heard = talk.until(PROMPT)
    assert (
        'Traceback (most recent call last):\r\n  File "main.py", line 3, in <module>\r\n'
        '  File "main.py", line 2, in f\r\nIndexError: list index out of range\r\n' in heard
    )
    assert "_start" not in heard


@pytest.mark.parametrize("call, how", [("machine.reset()", "hard"), ("machine.soft_reset()", "soft")])
def test_a_program_can_reset_the_board(tmp_path: Path, call: str, how: str) -> None:
    with board_with(tmp_path, f"import machine, time\ntime.sleep_ms(50)\n{call}\n") as board:
        wait_until(lambda: len(board.boots) >= 3)
    assert board.boots[:3] == ["power", how, how]


def test_the_watchdog_bites_a_board_that_hangs(tmp_path: Path) -> None:
    main = "import machine\nprint('cause', machine.reset_cause())\nmachine.WDT(timeout=100)\nwhile True:\n    pass\n"
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.until("cause 1")
        talk.until("cause 3")
    assert board.boots[1] == "watchdog"


def test_bytes_pass_unchanged_and_text_gets_line_ends(tmp_path: Path) -> None:
    main = """
import sys
sys.stdin.buffer.read(1)
sys.stdout.buffer.write(bytes(range(256)))
print("text")
sys.stdout.buffer.write(sys.stdin.buffer.read(4))
print(ascii(sys.stdin.readline()) if 0 else repr(sys.stdin.readline()))
"""
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.say(".")
        wanted = bytes(range(256)) + b"text\r\n"
        wait_until(lambda: talk.serial.in_waiting >= len(wanted))
        assert talk.serial.read(len(wanted)) == wanted
        talk.say(b"\x00\xff\r\nline\r")
        wait_until(lambda: talk.serial.in_waiting >= 4)
        assert talk.serial.read(4) == b"\x00\xff\r\n"
        talk.until("'line\\n'\r\n")


needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals here")


@needs_pty
def test_a_host_that_does_not_read_holds_the_board_up_and_loses_nothing(tmp_path: Path) -> None:
    main = """
import select, sys, time
sys.stdin.buffer.read(1)
poll = select.poll()
poll.register(sys.stdout, select.POLLOUT)
sent, waited, byte = 0, 0, bytearray(1)
while sent < 30000:
    if poll.poll(0):
        byte[0] = 48 + sent % 71
        sent += sys.stdout.buffer.write(byte)
    else:
        waited += 1
        open("waited", "w").close()
        time.sleep_ms(2)
print("\\nsent", sent, "waited", waited > 0)
"""
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.say(".")
        wait_until((tmp_path / "flash" / "waited").exists)
        heard = talk.until("\r\nsent 30000 waited True\r\n")
    assert heard.partition("\r\n")[0] == "".join(chr(48 + i % 71) for i in range(30000))


@needs_pty
def test_the_next_program_at_the_port_gets_nothing_that_the_last_one_left(tmp_path: Path) -> None:
    main = "import sys, time\nwhile True:\n    line = sys.stdin.readline()\n    print('heard', line)\n"
    with board_with(tmp_path, main) as board:
        with Talk(board.port) as first:
            first.say("one\r")
            wait_until(lambda: first.serial.in_waiting >= len("heard one\r\n\r\n"))  # all that it leaves
        time.sleep(1)
        with Talk(board.port) as second:
            second.say("two\r")
            assert second.until("heard two") == "heard two"


def test_unplugging_takes_the_port_away_and_a_link_finds_it_again(tmp_path: Path) -> None:
    main = "import time\nn = 0\nwhile True:\n    print(n)\n    n += 1\n    time.sleep_ms(10)\n"
    link = tmp_path / "port"
    kind = {"link": link} if sys.platform != "win32" else {"port": "socket"}
    with board_with(tmp_path, main, **kind) as board:
        with Talk(board.port) as talk:
            talk.until("5\r\n")
            board.unplug()
            assert board.port == "" and not link.exists()
        board.plug()
        with Talk(board.port) as talk:
            talk.until("\r\n")
            assert int(talk.until("\r\n")) > 5
    assert not link.is_symlink()


def test_times_of_a_press_and_of_bounce_have_limits(tmp_path: Path) -> None:
    with board_with(tmp_path, "") as board:
        before = board._state()["switches"]  # type: ignore[reportPrivateUsage]
        for ms in (-5, 60_001):
            with pytest.raises(SimulatorError, match="'ms' must be a number of milliseconds from 0 to 60000"):
                board.press("ok", ms)
        with pytest.raises(SimulatorError, match="'bounce_ms' must be a number of milliseconds from 0 to 10000"):
            board.set_square("a1", True, 1_000_000)
        assert board._state()["switches"] == before  # type: ignore[reportPrivateUsage]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_link_never_takes_the_place_of_anything_else(tmp_path: Path) -> None:
    file, folder, own = tmp_path / "file", tmp_path / "folder", tmp_path / "own"
    file.write_text("kept")
    folder.mkdir()
    own.symlink_to(file)
    for path in (file, folder, own):
        with pytest.raises(SimulatorError, match="the link can't be made: File exists"):
            SimulatedBoard("pico-8x4", link=path, start=False)
    assert file.read_text() == "kept" and folder.is_dir() and own.readlink() == file


# Flash


def test_flash_keeps_what_was_flushed_when_the_board_is_killed(tmp_path: Path) -> None:
    main = """
import os, time
if "log" in os.listdir():
    print(repr(open("log").read()), sorted(os.listdir()))
else:
    os.mkdir("games")
    old = open("log", "w")
    old.write("flushed")
    old.flush()
    old.write(" not flushed")
    new = open("games/open", "w")
    new.write("never flushed")
    with open("temporary", "w") as file:
        file.write("renamed")
    os.rename("temporary", "done")
    again = open("done", "w")
    again.write("not yet")
    print("written")
time.sleep(100)
"""
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.until("written")
        os.kill(board.pid, signal.SIGKILL)
        wait_until(lambda: not board.alive)
    flash = tmp_path / "flash"
    assert (flash / "log").read_text() == "flushed"
    assert (flash / "games" / "open").read_text() == ""
    assert (flash / "done").read_text() == "renamed"
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.until("'flushed' ['done', 'games', 'log', 'main.py']\r\n")


def test_a_power_cut_forgets_and_a_soft_reset_closes_files(tmp_path: Path) -> None:
    main = """
import os
found = open("f").read() if "f" in os.listdir() else "nothing"
file = open("f", "w")
file.write(found + "+")
print("found", found)
"""
    with board_with(tmp_path, main) as board, Talk(board.port) as talk:
        talk.until(PROMPT)
        talk.say("\x04")
        assert "found nothing+\r\n" in talk.until(PROMPT)
        board.power_cut()
        assert (tmp_path / "flash" / "f").read_text() == "nothing+"
        board.start()
        assert "found nothing+\r\n" in talk.until(PROMPT)


def test_the_power_can_go_at_every_change_of_the_flash(tmp_path: Path) -> None:
    main = """
import os
file = open("a", "w")
for text in ("1", "2"):
    file.write(text)
    file.flush()
file.close()
os.rename("a", "b")
os.remove("b")
print("done")
while True:
    pass
"""
    flash = tmp_path / "flash"
    expected = [{}, {"a": ""}, {"a": "1"}, {"a": "12"}, {"b": "12"}]
    with board_with(tmp_path, main, start=False) as board, Talk(board.port) as talk:
        for changes, files in enumerate(expected):
            (flash / "a").unlink(missing_ok=True)
            (flash / "b").unlink(missing_ok=True)
            board.start(cut_after=changes)
            wait_until(lambda: board.boots[-1] == "off")
            found = {path.name: path.read_text() for path in flash.iterdir() if path.name != "main.py"}
            assert found == files
        board.start(cut_after=len(expected))
        talk.until("done")
        assert board.boots[-1] == "power"


def test_a_full_flash_says_so_and_removing_makes_room(tmp_path: Path) -> None:
    main = """
import os
def free():
    return os.statvfs("/")[3]
before = free()
try:
    with open("big", "wb") as file:
        for i in range(100):
            file.write(bytes(4096))
except OSError as error:
    print(error.errno == 28, free() < 2)
os.remove("big")
print(free() == before)
"""
    with board_with(tmp_path, main, flash_size=20 * 4096) as board, Talk(board.port) as talk:
        assert "True True\r\nTrue\r\n" in talk.until(PROMPT)


# Time


def test_ticks_wrap_where_the_boards_do(tmp_path: Path) -> None:
    main = """
import time
start = 2**30 - 100
print(0 <= time.ticks_diff(time.ticks_ms(), start) < 20000)
time.sleep_ms(200)
now = time.ticks_ms()
print(now < 20000, 200 <= time.ticks_diff(now, start))
"""
    with board_with(tmp_path, main, ticks=2**30 - 100) as board, Talk(board.port) as talk:
        talk.until("True\r\nTrue True\r\n")


# The process


ORPHAN = """
import sys, time
from crossboard.simulator import SimulatedBoard
board = SimulatedBoard("pico-8x8", sys.argv[1], firmware=sys.argv[2])
print(board.pid, flush=True)
time.sleep(100)
"""


def test_no_process_is_left_when_the_program_is_killed(tmp_path: Path) -> None:
    firmware = put(tmp_path / "program", main="while True:\n    pass\n")
    command = [sys.executable, "-c", ORPHAN, str(tmp_path / "flash"), str(firmware)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()

    def gone() -> bool:
        try:
            os.kill(pid, 0)
        except OSError:
            return True
        state = Path(f"/proc/{pid}/stat")
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"

    wait_until(gone)


def test_a_board_that_has_ended_says_so(tmp_path: Path) -> None:
    with board_with(tmp_path, "") as board:
        os.kill(board.pid, signal.SIGKILL)
        wait_until(lambda: not board.alive)
        with pytest.raises(SimulatorError, match="has ended"):
            board.lights()


# What can be asked for


@pytest.mark.parametrize(
    "ask, problem",
    [
        (lambda board: board.set_square("i9", True), "no square 'i9'"),
        (lambda board: board.press("stop"), "no button 'stop'; it has ok, next, back"),
        (lambda board: board.break_sensor("a1", "bent"), "none, dead, stuck, no-diode, not 'bent'"),
        (lambda board: board.cut_wire(77), "no pin 77"),
    ],
)
def test_what_is_not_on_the_board_is_named(
    quiet_board: SimulatedBoard, ask: Callable[[SimulatedBoard], object], problem: str
) -> None:
    with pytest.raises(SimulatorError, match=problem):
        ask(quiet_board)


@pytest.fixture(scope="module")
def quiet_board(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A board with no program, for tests that leave it as it is."""
    with board_with(tmp_path_factory.mktemp("quiet"), "") as board:
        yield board


@pytest.mark.parametrize("wrong", [{"port": "usb"}])
def test_unknown_kinds_are_refused(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(SimulatorError, match=f"not '{next(iter(wrong.values()))}'"):
        board_with(tmp_path, "", **wrong)


@pytest.mark.skipif(os.name != "posix", reason="no modes of files there")
def test_what_is_on_the_flash_is_its_owner_s_alone(tmp_path: Path) -> None:
    """Among the files are the secret kings of a game."""
    flash = tmp_path / "flash"
    (flash / "games").mkdir(parents=True)
    old = flash / "games" / "old.key"
    old.write_text("1 2 x y")
    old.chmod(0o644)
    code = "f = open('/games/new.key', 'w')\nf.write('secret')\nf.close()\nprint('done')\n"
    with board_with(tmp_path, code) as board, Talk(board.port) as talk:
        talk.until("done")
        wait_until(lambda: any(flash.rglob("new.key")) or any(tmp_path.rglob("new.key")))
    for path in tmp_path.rglob("*.key"):
        assert path.stat().st_mode & 0o777 == 0o600, path
    assert len(list(tmp_path.rglob("*.key"))) == 2


RESTING = """
from machine import Pin, wait_for_input
from neopixel import NeoPixel
chain = NeoPixel(Pin(16), 64)
ok = Pin(17, Pin.IN, Pin.PULL_UP)
while True:
    ok()
    chain.write()
    wait_for_input(3600000)
"""


def test_a_program_rests_until_something_stirs(tmp_path: Path) -> None:
    """It is woken by switches and by the serial line, by no clock; its time goes on meanwhile."""
    with board_with(tmp_path, RESTING) as board:
        wait_until(lambda: board.light_frames() == 1)
        board.wait(300)
        assert board.light_frames() == 1
        for count, closed in enumerate((True, False, True), 2):
            board.set_square("a4", closed)
            wait_until(lambda count=count: board.light_frames() == count)
        before = board.own_ms()
        board.press("ok", 200)
        assert board.own_ms() - before >= 200
        wait_until(lambda: board.light_frames() == 6)
        board.wait(300)
        assert board.light_frames() == 6
        with Talk(board.port) as talk:
            talk.say("x")
            wait_until(lambda: board.light_frames() > 100)  # as long as nobody takes it
