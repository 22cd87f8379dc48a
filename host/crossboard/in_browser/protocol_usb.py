"""The port of the page that flashes, for pyserial in the browser: `usb://VENDOR:PRODUCT` is the one that was chosen there.

pyserial finds this module by its name (serial.protocol_handler_packages). What arrives waits in flash/page/static/port.js.
"""

from __future__ import annotations

import errno
import importlib
import time
from typing import Any

from serial import SerialBase, SerialException, SerialTimeoutException

from crossboard.in_browser.lacking import page, wait_for

_JsException: Any = importlib.import_module("pyodide.ffi").JsException


class Serial(SerialBase):
    """Times are in seconds, None for ever, as for any port of pyserial."""

    _baudrate: int
    _timeout: float | None
    _write_timeout: float | None
    _dtr_state: bool
    _rts_state: bool

    def __init__(self, *words: Any, **named: Any) -> None:
        self._heard = bytearray()
        self._wire: Any = page.port
        super().__init__(*words, **named)

    def open(self) -> None:
        """Open it; SerialException if it is unplugged, or another program has it."""
        try:
            wait_for(self._wire.open(self._baudrate))
        except _JsException as error:
            gone = self._wire.lost
            raise SerialException(errno.ENOENT if gone else errno.EBUSY, str(error)) from None
        self._heard.clear()
        self.is_open = True

    def close(self) -> None:
        """Release it."""
        if self.is_open:
            self.is_open = False
            wait_for(self._wire.close())

    @property
    def in_waiting(self) -> int:
        """Bytes that have arrived; SerialException if the device is gone and all has been read."""
        if not self._heard:
            self._heard += self._wire.take().to_bytes()
            if not self._heard and self._wire.lost:
                raise SerialException("the device is gone")
        return len(self._heard)

    def read(self, size: int = 1) -> bytes:
        """At most `size` bytes, fewer after the timeout."""
        end = None if self._timeout is None else time.monotonic() + self._timeout
        while len(self._heard) < size:
            self._heard += self._wire.take().to_bytes()
            left = 60.0 if end is None else end - time.monotonic()
            if len(self._heard) >= size or left <= 0:
                break
            if self._wire.lost:
                if self._heard:
                    break
                raise SerialException("the device is gone")
            wait_for(self._wire.arrival(left * 1000))
        if not self._heard and self._wire.lost:
            raise SerialException("the device is gone")
        data = bytes(self._heard[:size])
        del self._heard[:size]
        return data

    def write(self, data: Any) -> int:
        """Send it. With a timeout of 0 nothing waits, and SerialTimeoutException says that earlier bytes are still on their way."""
        if self._wire.lost:
            raise SerialException("the device is gone")
        if self._write_timeout == 0:
            if not self._wire.room:
                raise SerialTimeoutException("busy")
            self._wire.send(data)
            return len(data)
        self._wire.send(data)
        patience = 60.0 if self._write_timeout is None else self._write_timeout
        if not wait_for(self._wire.sent(patience * 1000)):
            raise (
                SerialException("the device is gone") if self._wire.lost else SerialTimeoutException("it takes nothing")
            )
        return len(data)

    def _signal(self) -> None:
        if self.is_open and not self._wire.lost:
            wait_for(self._wire.signal(self._dtr_state, self._rts_state))

    # pyserial calls these when something has been set. A USB port has no speed, and the browser sets a UART's when it opens it.
    _update_dtr_state = _update_rts_state = _signal

    def _reconfigure_port(self, force_update: bool = False) -> None:
        del force_update
