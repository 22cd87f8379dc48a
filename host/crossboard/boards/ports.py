"""Serial ports: opening one by name or URL, and finding those that may have a board behind them.

A Port never blocks: `read` gives what is there, `write` takes what fits. Everything that can go wrong with the device is
a LinkError in words a user can act on.
"""

from __future__ import annotations

import contextlib
import re
import select
from typing import Any, Protocol

import serial
from serial.tools import list_ports

from crossboard.boards.faults import opening_fault
from crossboard.errors import LinkError

BAUD = 115200  # of no meaning to USB and PTYs; what a USB-UART bridge of an ESP32 board is set to

# USB vendors of boards that run MicroPython: Raspberry Pi, Espressif, MicroPython itself, and the UART bridges
# (Silicon Labs, WCH) that sit on many ESP32 boards.
VENDORS = frozenset((0x2E8A, 0x303A, 0xF055, 0x10C4, 0x1A86))


class Port(Protocol):
    """A byte stream to a board. `name` is what it was opened by."""

    @property
    def name(self) -> str: ...
    def read(self) -> bytes:
        """What has arrived, b"" if nothing; LinkError if the device is gone."""
        ...

    def write(self, data: bytes) -> int:
        """Take as much of `data` as fits now, and say how much; LinkError if the device is gone."""
        ...

    def close(self) -> None: ...
    def file(self) -> int:
        """The file number to wait on with `select`, -1 if there is none."""
        ...


class SerialPort:
    """A Port on pyserial: a device name (/dev/ttyACM0, COM5) or a URL (socket://host:port, loop://)."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._serial: Any = _open(name)
        # Whether bytes fit is asked of the system: pyserial itself would spin until they do.
        self._fd = _file_number(self._serial)

    @property
    def name(self) -> str:
        return self._name

    def read(self) -> bytes:
        try:
            return bytes(self._serial.read(4096))
        except (OSError, serial.SerialException, TypeError) as error:  # TypeError: pyserial, closed under way
            raise LinkError("the port has disappeared", self._name) from error

    def write(self, data: bytes) -> int:
        try:
            if self._fd >= 0 and not select.select([], [self._fd], [], 0)[1]:
                return 0
            written: int | None = self._serial.write(data)
            return len(data) if written is None else written
        except serial.SerialTimeoutException:
            return 0
        except (OSError, ValueError, serial.SerialException, TypeError) as error:
            raise LinkError("the port has disappeared", self._name) from error

    def file(self) -> int:
        return self._fd

    def close(self) -> None:
        with contextlib.suppress(OSError, serial.SerialException):  # it may be gone already
            self._serial.close()


def _file_number(port: Any) -> int:
    try:
        return int(port.fileno()) if hasattr(select, "poll") else -1  # only where select knows more than sockets
    except (AttributeError, OSError, TypeError, ValueError):
        return -1


def _open(name: str) -> Any:
    try:
        if "://" in name:
            return serial.serial_for_url(name, baudrate=BAUD, timeout=0, write_timeout=0)
        return serial.Serial(name, baudrate=BAUD, timeout=0, write_timeout=0, exclusive=True)
    except (ValueError, re.error) as error:  # hwgrep:// takes a pattern
        raise LinkError(f"can't be opened as a port: {error}", name) from error
    except (OSError, serial.SerialException) as error:
        raise opening_fault(name, error) from error


def candidates() -> list[str]:
    """Names of the ports that may have a board behind them, those of known makers only."""
    return sorted(port.device for port in list_ports.comports() if port.vid in VENDORS)


def port_of_serial(number: str) -> str | None:
    """The port of the USB device with that serial number, None if it is not there."""
    return next((p.device for p in list_ports.comports() if (p.serial_number or "").lower() == number.lower()), None)
