"""The CPython board's end of the lines to its parent (node/board.mjs has the list), and of the serial port.

A thread reads the lines; the firmware runs on the main thread and waits here.
"""

from __future__ import annotations

import _thread
import json
import os
import sys
import threading
import time
from collections import deque
from typing import Any, TextIO

from circuit import Circuit

OUTPUT = 1280
"""Bytes that may be on their way to the host: what the Node board holds, and its window."""

PATIENCE_S = 0.5
NEWLINE = 10


class Line:
    """`say` writes a line to the parent; the rest is what the firmware's modules need."""

    def __init__(self, circuit: Circuit, lines: TextIO, out: TextIO, attached: bool) -> None:
        self.circuit = circuit
        self.attached = attached
        self.interrupt_character = -1
        self.interrupted = False
        self.input: deque[int] = deque()
        self._out = out
        self._output = bytearray()
        self._room = OUTPUT
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def say(self, **message: Any) -> None:
        """A line to the parent."""
        with self._writing:
            self._out.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._out.flush()

    def _read(self, lines: TextIO) -> None:
        for line in lines:
            message = json.loads(line)
            with self._changed:
                self._take(message)
                self._changed.notify_all()
        os._exit(0)

    def _take(self, message: dict[str, Any]) -> None:
        operation = message["op"]
        if operation == "rx":
            self._receive(message["data"].encode("latin-1"))
        elif operation == "took":
            self._room = min(OUTPUT, self._room + message["count"])
        elif operation == "attach":
            self.attached = message["on"]
        elif operation == "set":
            self.circuit.switches[message["index"]] = message["closed"]
        elif operation == "fault":
            self.circuit.faults[message["index"]] = message["kind"]
        elif operation == "wire":
            self.circuit.cuts[message["pin"]] = message["cut"]
        elif operation == "state":
            circuit = self.circuit
            lights, switches = circuit.lights.hex(), circuit.switches.hex()
            self.say(reply=message["id"], running=True, frames=circuit.frames, lights=lights, switches=switches)

    def _receive(self, data: bytes) -> None:
        if self.interrupt_character >= 0 and self.interrupt_character in data:
            at = data.rindex(self.interrupt_character)
            self.say(took=len(self.input) + at + 1)
            self.input.clear()
            data = data[at + 1 :]
            self.interrupted = True
            _thread.interrupt_main()
        self.input.extend(data)

    # For the firmware, on the main thread.

    def flush(self) -> None:
        """Sends what was written; with nobody at the port it is lost."""
        data, self._output = bytes(self._output), bytearray()
        if data and self.attached:
            self._room -= len(data)
            self.say(tx=data.decode("latin-1"))

    def raise_interrupt(self) -> None:
        """Raises the KeyboardInterrupt that a Ctrl-C has asked for."""
        if self.interrupted:
            self.interrupted = False
            raise KeyboardInterrupt

    def sleep(self, seconds: float) -> None:
        """Lets the board rest."""
        self.flush()
        end = time.monotonic() + seconds
        with self._changed:
            while not self.interrupted:
                left = end - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)
        self.raise_interrupt()

    @property
    def output_room(self) -> int:
        """How many bytes can be written without waiting."""
        return self._room - len(self._output) if self.attached else OUTPUT

    def read(self) -> int:
        """The next byte; waits for it."""
        self.flush()
        with self._changed:
            while not self.input and not self.interrupted:
                self._changed.wait()
        self.raise_interrupt()
        self.say(took=1)
        return self.input.popleft()

    def write(self, data: bytes) -> int:
        """Gives how many bytes the host takes; fewer than all only when it has not read for a while."""
        for i, byte in enumerate(data):
            if self.output_room <= 0 and not self._wait_for_room():
                return i
            self._output.append(byte)
        if NEWLINE in data or len(self._output) >= 256:
            self.flush()
        return len(data)

    def _wait_for_room(self) -> bool:
        self.flush()
        with self._changed:
            return self._changed.wait_for(lambda: self.output_room > 0 or self.interrupted, PATIENCE_S)

    def end(self, status: int) -> None:
        """Ends the process at once, without letting the firmware clean up."""
        self.flush()
        sys.stdout.flush()
        os._exit(status)
