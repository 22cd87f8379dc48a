"""What is wrong with a port, or at it, in words and with what to do about it: the same in every command, on every system."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial

from crossboard import cli
from crossboard.boards import faults, link, wifi
from crossboard.boards.faults import FAULTS, PortFault, opening_fault
from crossboard.boards.link import Link, now_ms, require_hello
from crossboard.errors import LinkError
from tests.support.fake_board import FakeBoard

PLATFORMS = ("linux", "darwin", "win32")
DENIED = "could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)"
ABSENT = "could not open port 'COM9': FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)"
STUCK = "could not open port 'COM5': OSError(22, 'The semaphore timeout period has expired.', None, 121)"
LOCKED = "Could not exclusively lock port /dev/ttyACM0: [Errno 11] Resource temporarily unavailable"


def by_number(number: int, words: str) -> serial.SerialException:
    return serial.SerialException(number, f"could not open port: [Errno {number}] {words}")


@pytest.mark.parametrize(
    ("platform", "error", "name", "remedy"),
    [
        ("linux", by_number(errno.EACCES, "Permission denied"), "denied", "sudo usermod -aG dialout $USER"),
        ("linux", by_number(errno.EBUSY, "Device or resource busy"), "taken", "`fuser -v COM5` names it"),
        ("linux", serial.SerialException(LOCKED), "taken", "ModemManager"),
        ("linux", by_number(errno.ENOENT, "No such file or directory"), "missing", "try another cable"),
        ("linux", by_number(errno.EIO, "Input/output error"), "broken", "plug the board in again"),
        ("darwin", by_number(errno.EBUSY, "Resource busy"), "taken", "`lsof COM5` names it"),
        ("darwin", by_number(errno.EACCES, "Permission denied"), "denied", "/dev/cu.*"),
        ("darwin", by_number(errno.ENOENT, "No such file or directory"), "missing", "try another cable"),
        ("win32", serial.SerialException(DENIED), "taken", "Thonny"),
        ("win32", serial.SerialException(ABSENT), "missing", "Device Manager"),
        ("win32", serial.SerialException(STUCK), "broken", "plug the board in again"),
    ],
)
def test_why_a_port_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, platform: str, error: OSError, name: str, remedy: str
) -> None:
    """The errors are those that the systems and pyserial give."""
    monkeypatch.setattr(faults.sys, "platform", platform)
    fault = opening_fault("COM5", error)
    assert fault.name == name and fault.brief in fault.what and remedy in fault.what
    assert str(fault).startswith("COM5: ")


def test_the_group_is_the_ports_own(tmp_path: Path) -> None:
    """dialout on Debian, uucp on Arch: whichever the device has."""
    import grp

    port = tmp_path / "tty"
    port.touch()
    group = grp.getgrgid(os.stat(port).st_gid).gr_name
    assert f"-aG {group} " in opening_fault(str(port), by_number(errno.EACCES, "no"), "linux").what


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_says_what_to_do_in_a_line(name: str, platform: str) -> None:
    fault = PortFault(name, "/dev/ttyACM0", "some\nwords\x1b[2J", platform=platform)
    assert len(fault.what) > len(fault.brief) + 10
    assert str(fault).isprintable() and "{" not in str(fault)


# What is at the port. Each stranger is given what came, and gives what it says.

BANNER = b"\r\nMicroPython v1.27.0 on 2025-12-09; Raspberry Pi Pico with RP2040\r\n>>> "

Stranger = Callable[[bytes], bytes]


def silent(_: bytes) -> bytes:
    return b""


def chatty(_: bytes) -> bytes:
    return b"$GPRMC,081836,A,3751.65,S,14507.36,E\r\n"


def garbled(_: bytes) -> bytes:
    return b"\xff\x00\x81"


def bare(data: bytes) -> bytes:
    """MicroPython without a program: Ctrl-D restarts it, and it is at its prompt again."""
    return b"MPY: soft reboot" + BANNER if b"\x04" in data else BANNER if b"\x02" in data else b""


def failing(data: bytes) -> bytes:
    traceback = b'Traceback (most recent call last):\r\n  File "main.py", line 1\r\nMemoryError: 2048 bytes\r\n'
    return b"MPY: soft reboot\r\n" + traceback + BANNER if b"\x04" in data else bare(data)


class Older:
    """A board whose firmware is of an earlier protocol."""

    def __init__(self) -> None:
        self.board = FakeBoard(now_ms, protocol=0)  # type: ignore[arg-type]

    def __call__(self, data: bytes) -> bytes:
        self.board.take(data.replace(b"\r\x02", b""))
        self.board.step()
        said, self.board.sent = bytes(self.board.sent), bytearray()
        return said


@contextmanager
def port_of(stranger: Stranger) -> Iterator[str]:
    """A port with that behind it."""
    import tty

    ours, theirs = os.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    over = threading.Event()

    def live() -> None:
        while not over.wait(0.02):
            try:
                data = os.read(ours, 4096)
            except BlockingIOError:
                data = b""
            said = stranger(data)
            if said:
                with contextlib.suppress(BlockingIOError):  # nobody reads it
                    os.write(ours, said)

    thread = threading.Thread(target=live, daemon=True)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        over.set()
        thread.join()
        os.close(ours)
        os.close(theirs)


PROMPT = "the board is at its MicroPython prompt: Crossboard's firmware does not run"
STRANGERS: list[tuple[Callable[[], Stranger], str, str]] = [
    (lambda: silent, "nothing is heard at this port", ""),
    (lambda: chatty, "it says '$GPRMC,081836,A", ""),
    (lambda: garbled, "it says 'bytes that are not text'", ""),
    (lambda: bare, PROMPT, "this board has MicroPython, but Crossboard's firmware does not start"),
    (lambda: failing, PROMPT, "the board's firmware has ended with MemoryError: 2048 bytes"),
    (Older, "the board's firmware is older than this program (it speaks protocol 0, not 1)", ""),
]
"""Who is at the port, what commands say of that, and what `play` says, which starts the firmware."""


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo terminals")
@pytest.mark.parametrize(
    "words", [["play", "--web-port", "0"], ["sync"], ["settings"], ["doctor"], ["boards"]], ids=" ".join
)
@pytest.mark.parametrize(("stranger", "says", "played"), STRANGERS, ids=lambda value: "")
def test_every_command_says_what_is_at_the_port(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    stranger: Callable[[], Stranger],
    says: str,
    played: str,
) -> None:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    monkeypatch.setattr(link, "HELLO_S", 0.6)
    monkeypatch.setattr(link, "PROMPT_S", 0.2)
    monkeypatch.setattr(link, "START_S", 5.0)
    with port_of(stranger()) as port:
        status = cli.main([*words, "--board", port])
    told = capsys.readouterr()
    if words == ["boards"] and stranger is Older:  # it is a board, and listed
        assert status == 0 and says in " ".join(told.out.split())
        return
    assert status == 2, told.out
    wanted = played if played and words[0] == "play" else says
    assert told.err.startswith(f"crossboard: {port}: ") and wanted in told.err, told.err
    assert told.err.count("\n") == 1 and "; " in told.err.partition(wanted)[2]
    assert "http://" not in told.out


@pytest.mark.parametrize(
    ("scheme", "says"),
    [
        ("socket", "nothing is heard from there; is it the board's address"),
        ("rfc2217", "what is there does not speak RFC 2217; is it the address of a server of serial ports?"),
        ("tcp", "nothing is heard from there; is it the board's address"),
    ],
)
def test_a_silent_address_is_told_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], scheme: str, says: str
) -> None:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    monkeypatch.setattr(link, "HELLO_S", 0.6)
    monkeypatch.setattr(wifi, "PROVE_S", 0.6)
    wifi.remember(wifi.Known("study", "e660583883000001", "token"))
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"{scheme}://127.0.0.1:{server.getsockname()[1]}"
        assert cli.main(["settings", "--board", url]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"crossboard: {url}: {says}") and told.err.count("\n") == 1 and not told.out


# A simulated board that takes long to start


class Nobody:
    name = "nobody"

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        pass


def test_a_simulated_board_is_waited_for_as_long_as_it_gets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy PC it may take minutes; one that has stopped, or was ended, is not waited for."""
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += max(seconds, 0.1)

    monkeypatch.setattr(link.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(link.time, "sleep", sleep)
    said: list[str] = []
    for stops_at, gone, ends in ((70.0, False, 85.0), (70.0, True, 70.5), (0.0, False, 3.0)):
        now[0] = 0.0
        said.clear()

        def work(stops_at: float = stops_at, gone: bool = gone) -> float:
            return -1.0 if gone and now[0] >= stops_at else 10 * min(now[0], stops_at)

        with pytest.raises(LinkError, match="nothing is heard"):
            require_hello(Link(Nobody()), say=said.append, work=work)
        assert abs(now[0] - ends) <= 1.1
        assert len(said) == max(0, int(now[0] - 3) // 5), said
    assert said == []
