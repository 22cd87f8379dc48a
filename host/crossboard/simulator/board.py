"""A simulated board: the firmware under a real MicroPython, its pins, its flash and its serial port.

    with SimulatedBoard("pico-8x8") as board:
        serial.Serial(board.port) ...
        board.set_square("a4", False)
        board.lights()["a4"]

The board runs in a process of its own (Node); this object is its workbench: fingers on squares and buttons, eyes on the
lights, a hand on the power switch, and tools to break things.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.output import warn
from crossboard.simulator import filesystem
from crossboard.simulator.child import Child, Message
from crossboard.simulator.chip import CUT_S, EmulatedChip
from crossboard.simulator.endpoint import Endpoint, SocketEndpoint, is_terminal, open_endpoint
from crossboard.simulator.micropython import PYSTACK, MicroPythonMissing, require
from crossboard.simulator.wiring import PLATFORMS, SimulatorError, Wiring

HEAP = 192 * 1024
"""Bytes of heap that a Pico leaves for programs."""

FLASH = 1408 * 1024
"""Bytes of flash that a Pico leaves for files."""

FAULTS = {"none": 0, "dead": 1, "stuck": 2, "no-diode": 3}
"""Faults of a square's sensor, by their numbers in shared.mjs."""

QUIET = frozenset(("rx", "took", "attach", "state"))
"""Operations that change neither switches nor lights."""

PRESS_MS = 60
LONGEST_PRESS_MS = 60_000
LONGEST_BOUNCE_MS = 10_000
IDLE_S = 3.0
MOST_TONES = 1000


def _say(line: str) -> None:
    warn(f"crossboard: {line}")


def _check_time(name: str, value: int, most: int) -> None:
    if not 0 <= value <= most:
        raise SimulatorError(f"'{name}' must be a number of milliseconds from 0 to {most}")


def _leads_to_a_port(link: Path) -> bool:
    """Whether it is a link to a pseudo-terminal: one that a simulated board has made, nothing of the user's."""
    return link.is_symlink() and is_terminal(str(link))


@dataclass(frozen=True)
class Wifi:
    """A network in the simulated air."""

    ssid: str = "hall"
    password: str = "a long password"


class SimulatedBoard:
    """One board, switched on when made (unless `start` is False); a context manager that ends it.

    profile    name of a profile, or a checked profile (crossboard.profiles.load)
    flash_dir  the PC's folder that is the board's flash; None: one of its own, gone in the end
    firmware   None: the flash gets the files that `crossboard flash` installs; a folder: it gets its content; "": it
               stays as it is
    port       "pty", "socket", or "auto": a pseudo-terminal where there are any
    tcp_port   for a socket: its number, 0 = any
    link       for a pseudo-terminal: a path that always leads to it, whatever the system calls it
    heap       bytes of heap that MicroPython starts with
    ticks      what time.ticks_ms starts from, to meet its wrap at 2**30 early
    board_id   16 hex digits: machine.unique_id()
    wifi       makes it a Pico W, in reach of that network; what the board listens at is at `address`
    chip       an emulated RP2040 instead of the WebAssembly MicroPython: `firmware`, `heap`, `flash_size` and `ticks` do
               not apply then, and `flash_dir` gets an image of the flash chip
    """

    def __init__(
        self,
        profile: str | dict[str, Any] = "pico-8x8",
        flash_dir: str | Path | None = None,
        *,
        firmware: str | Path | None = None,
        port: str = "auto",
        tcp_port: int = 0,
        link: str | Path | None = None,
        heap: int = HEAP,
        flash_size: int = FLASH,
        ticks: int = 0,
        board_id: str = "e660583883000001",
        chip: EmulatedChip | None = None,
        wifi: Wifi | None = None,
        start: bool = True,
        say: Callable[[str], None] = _say,
    ) -> None:
        loaded = profiles.load(profile) if isinstance(profile, str) else profile
        self.profile = loaded
        self.wiring = Wiring.of_profile(loaded)
        self.notes: list[str] = []
        self.boots: list[str] = []
        self._say = say
        self._port_kind = port
        self._tcp_port = tcp_port
        self._link = Path(link) if link else None
        self._random = random.Random(board_id)
        self._endpoint: Endpoint | None = None
        self._changed = threading.Condition()
        self._own_flash = flash_dir is None
        self.flash = Path(tempfile.mkdtemp(prefix="crossboard-")) if flash_dir is None else Path(flash_dir)
        self._child: Child | None = None
        self._stirred = 0  # counts what may have changed switches or lights
        self._known: tuple[int, Message] = (-1, {})  # the state that was asked for last, and when by that count
        self._show: Callable[[], None] = lambda: None
        self._screen = b""
        self._tones: deque[tuple[int, int]] = deque(maxlen=MOST_TONES)
        self._failed = ""
        self._tcp: int | None = None  # the port on this machine at which the board's own port is reached
        self._chip = chip
        self._has_wifi = wifi is not None
        try:
            if chip:
                self.flash.mkdir(parents=True, exist_ok=True)
                command = chip.command()
                self._child = Child(command, chip.description(self.wiring, self.flash, board_id), self._hear)
            else:
                self._lay(firmware)
                description: Message = {
                    "wiring": self.wiring.described(wifi is not None),
                    "flash": str(self.flash.resolve()),
                    "capacity": flash_size,
                    "heap": heap,
                    "pystack": PYSTACK,
                    "ticks": ticks,
                    "id": board_id,
                    **({"wifi": asdict(wifi)} if wifi else {}),
                }
                self._child = self._spawn(description)
            self.plug()
            if start:
                self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lay(self, firmware: str | Path | None) -> None:
        self.flash.mkdir(parents=True, exist_ok=True)
        if firmware is None:
            filesystem.install(self.flash, build_for(self.profile))
        elif firmware != "":
            filesystem.lay(self.flash, filesystem.folder_files(Path(firmware)))

    def _spawn(self, description: Message) -> Child:
        try:
            node, module = require()
        except MicroPythonMissing as missing:
            raise SimulatorError(str(missing)) from None
        script = Path(__file__).parent / "node" / "board.mjs"
        return Child([str(node), str(script)], {**description, "folder": str(module)}, self._hear)

    # The port

    @property
    def port(self) -> str:
        """What pyserial and mpremote open: a device's path or a socket:// URL; "" while unplugged."""
        if not self._endpoint:
            return ""
        return str(self._link) if self._link else self._endpoint.name

    def plug(self) -> None:
        """Plugs the cable in: opens the port. A pseudo-terminal may get another name than before."""
        if self._endpoint is None:
            self._endpoint = open_endpoint(self._port_kind, self, self._tcp_port)
            if isinstance(self._endpoint, SocketEndpoint):
                self._tcp_port = self._endpoint.port
                self._link = None
            elif self._link:
                self._link_to(self._link, self._endpoint.name)

    @staticmethod
    def _link_to(link: Path, port: str) -> None:
        try:
            if _leads_to_a_port(link):
                link.unlink()  # left by a run that was killed
            link.symlink_to(port)
        except OSError as error:
            raise SimulatorError(f"the link can't be made: {error.strerror}", str(link)) from error

    def unplug(self) -> None:
        """Pulls the cable out: the port disappears, the board keeps running (as if on a battery)."""
        endpoint, self._endpoint = self._endpoint, None
        if endpoint:
            endpoint.close()
            if self._link and self._link.is_symlink() and str(self._link.readlink()) == endpoint.name:
                self._link.unlink(missing_ok=True)

    def receive(self, data: bytes) -> None:
        """Bytes from the port to the board."""
        self._tell("rx", data=data.decode("latin-1"))

    def sent(self, count: int) -> None:
        """The port has taken so many of the board's bytes."""
        self._tell("took", count=count)

    def attach(self, on: bool) -> None:
        """A program has opened or closed the port."""
        self._tell("attach", on=on)

    def _tell(self, operation: str, **fields: Any) -> None:
        if operation not in QUIET:
            self._stir()
        if self._child:
            self._child.tell({"op": operation, **fields})

    def _stir(self) -> None:
        self._stirred += 1
        self._show()

    def _state(self) -> Message:
        if not self._child:
            raise SimulatorError("the simulated board has ended")
        stirred = self._stirred
        self._known = (stirred, self._child.ask("state"))
        return self._known[1]

    def _shown(self) -> Message:
        """The same, not asked for anew while switches and lights are as they were. An emulated chip does not tell."""
        stirred, known = self._known
        return self._state() if stirred != self._stirred or self._chip or not self.alive else known

    def _hear(self, message: Message) -> None:
        endpoint = self._endpoint
        if "tx" in message:
            data = message["tx"].encode("latin-1")
            if endpoint:
                endpoint.deliver(data)
            else:
                self.sent(len(data))
        elif "took" in message:
            if endpoint:
                endpoint.taken(message["took"])
        elif "shown" in message:
            self._stir()
        elif "boot" in message:
            self._stir()
            with self._changed:
                self.boots.append(message["boot"])
                self._changed.notify_all()
        elif "address" in message:
            with self._changed:
                self._tcp = message["address"]
                self._changed.notify_all()
        elif "screen" in message:
            self._screen = bytes.fromhex(message["screen"])
        elif "tone" in message:
            hz, duty = message["tone"]
            self._tones.append((hz, duty))
        elif "note" in message:
            self.notes.append(message["note"])
            self._say(f"simulated board: {message['note']}")
        elif "failed" in message:
            with self._changed:
                self._failed = message["failed"]
                self._changed.notify_all()
        elif "ended" in message:
            with self._changed:
                self._changed.notify_all()
            self.unplug()

    # Power

    def start(self, cut_after: int | None = None) -> None:
        """Switches the power on; returns when the board has begun to start.

        `cut_after`: the power goes (`boots` says "off") when the firmware has changed the flash so many times and is
        about to do it again: a file flushed or created, a rename, a removal. An emulated chip counts erasures and programmings
        of its flash, and the power goes in the middle of the next one.
        """
        if cut_after is None:
            self._power("start", lambda: self.boots[-1] != "off")
            return
        before = len(self.boots)
        self._power("start", lambda: len(self.boots) > before, CUT_S, cutAt=cut_after)

    def power_cut(self) -> None:
        """Cuts the power: what the firmware had not flushed is lost. The port stays, silent."""
        self._power("cut", lambda: self.boots[-1] == "off")

    def _power(self, operation: str, done: Callable[[], bool], patience: float | None = None, **fields: Any) -> None:
        """`patience` is for what the firmware has to do; the process itself is waited for as long as it lives."""
        self._tell(operation, **fields)
        with self._changed:
            over = self._changed.wait_for(lambda: self._is_over() or (bool(self.boots) and done()), patience)
        if self._is_over() or not over:
            raise SimulatorError(self._failed or "the simulated board did not start")

    def _is_over(self) -> bool:
        return bool(self._failed) or not self.alive

    def close(self) -> None:
        """Ends the board, its process and its port."""
        child, self._child = self._child, None
        if child:
            child.close()
        self.unplug()
        if self._own_flash:
            shutil.rmtree(self.flash, ignore_errors=True)

    @property
    def alive(self) -> bool:
        """Whether the board's process runs."""
        return self._child is not None and self._child.alive

    @property
    def pid(self) -> int:
        """The id of the board's process."""
        if not self._child:
            raise SimulatorError("the simulated board has ended")
        return self._child.pid

    # Squares, buttons, lights

    def set_square(self, square: str, closed: bool, bounce_ms: int = 0) -> None:
        """A piece comes to stand on a square or leaves it; with `bounce_ms` (0 to 10,000) its switch chatters first."""
        _check_time("bounce_ms", bounce_ms, LONGEST_BOUNCE_MS)
        index = self.wiring.switch(square)
        end = time.monotonic() + bounce_ms / 1000
        while time.monotonic() < end:
            self._tell("set", index=index, closed=self._random.random() < 0.5)
            time.sleep(self._random.uniform(0.0002, 0.002))
        self._tell("set", index=index, closed=closed)

    def set_squares(self, squares: Iterable[str]) -> None:
        """Puts pieces on exactly these squares."""
        wanted = set(self.wiring.switches(squares))
        for index in self.wiring.switch_of.values():
            self._tell("set", index=index, closed=index in wanted)

    def squares(self) -> set[str]:
        """The occupied squares."""
        return self.wiring.closed_squares(bytes.fromhex(self._shown()["switches"]))

    def press(self, button: str, ms: int = PRESS_MS) -> None:
        """Presses a button (`ok`, `next`, `back`) for 0 to 60,000 ms of the board's time, and returns when it is up again."""
        _check_time("ms", ms, LONGEST_PRESS_MS)
        index = self.wiring.button(button)
        self._tell("set", index=index, closed=True)
        with contextlib.suppress(KeyboardInterrupt):
            self.wait(ms)
        self._tell("set", index=index, closed=False)

    def wait(self, ms: int) -> None:
        """Waits until so many ms of the board's time are over: longer where the PC is busy or an emulated chip slow.

        A simulated board that does not look at its buttons, as no firmware runs, is waited for `IDLE_S` seconds more at most.
        """
        end = self.own_ms() + ms
        limit = time.monotonic() + ms / 1000 + IDLE_S
        while self.own_ms() < end and (self._chip or time.monotonic() < limit):
            time.sleep(0.005)

    def lights(self) -> dict[str, tuple[int, int, int]]:
        """Red, green and blue (0 to 255) of every square's light."""
        return self.wiring.colours(bytes.fromhex(self._shown()["lights"]))

    def tell(self, show: Callable[[], None]) -> None:
        """Have `show` called, on any thread, when switches or lights may be others than before; an emulated chip tells nothing."""
        self._show = show

    def heard(self) -> list[tuple[int, int]]:
        """How the buzzer has been driven, the latest last: Hz, and the duty cycle of 65536, 0 for silence."""
        return list(self._tones)

    def screen(self) -> bytes:
        """What the screen shows, empty while it is dark: eight lines of 128 bytes, each with eight pixels, the lowest bit above."""
        return self._screen

    def light_frames(self) -> int:
        """How many frames the firmware has sent to the lights."""
        return int(self._state()["frames"])

    def own_ms(self) -> float:
        """The board's own time in ms, which passes more slowly than ours on a slow or busy PC.

        An emulated chip's since its power came on; of a simulated board all the time in which it looked at its buttons. A
        board that has ended has none.
        """
        try:
            return float(self._state()["ms"])
        except SimulatorError:
            return 0.0

    def work(self) -> float:
        """Ms for which the board's process has computed: as long as that grows, it gets on. -1 once it has ended."""
        try:
            return float(self._state()["worked"])
        except SimulatorError:
            return -1.0

    # What can be wrong in the air

    @property
    def address(self) -> tuple[str, int]:
        """Where a board with Wi-Fi is reached; SimulatorError if it has none."""
        with self._changed:
            self._changed.wait_for(lambda: self._tcp is not None or self._is_over() or not self._has_wifi)
        if self._tcp is None:
            raise SimulatorError("this board has no Wi-Fi")
        return "127.0.0.1", self._tcp

    def switch_network(self, on: bool) -> None:
        """The access point is there, or gone: then nothing comes through and nobody is told."""
        self._tell("radio", on=on)

    def slow_network(self, delay_ms: int, loss: float = 0.0) -> None:
        """Everything takes so long, either way; of that share a packet is lost and sent again after 300 ms."""
        self._tell("radio", delay=delay_ms, loss=loss)

    def reset_connections(self) -> None:
        """Every connection breaks, and both ends know."""
        self._tell("radio", drop=True)

    def change_address(self) -> None:
        """The board is at another `address`; its connections are for nobody any more."""
        with self._changed:
            before, self._tcp = self._tcp, None
        assert before is not None
        self._tell("radio", move=True)

    # What can be wrong with a board

    def break_sensor(self, square: str, fault: str = "dead") -> None:
        """Breaks a square's sensor: `dead`, `stuck`, `no-diode`, or `none` to mend it."""
        if fault not in FAULTS:
            raise SimulatorError(f"a sensor's fault is one of {', '.join(FAULTS)}, not '{fault}'")
        self._tell("fault", index=self.wiring.switch(square), kind=FAULTS[fault])

    def cut_wire(self, pin: int, cut: bool = True) -> None:
        """Cuts the wire at a pin (GPIO number), or mends it."""
        if not 0 <= pin < PLATFORMS[self.wiring.platform].pins:
            raise SimulatorError(f"this board has no pin {pin}")
        self._tell("wire", pin=pin, cut=cut)
