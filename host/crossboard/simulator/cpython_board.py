"""A simulated board on CPython: a process for each start, and what outlasts them (switches, faults, the port)."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

from crossboard.simulator.child import Child, Message

RESETS = {64: "soft", 65: "hard", 66: "watchdog"}
"""Exit status -> kind of reset; numbers of cpython/modules.py."""


class CPythonBoard:
    """The same interface as Child, and the same messages as Node's board."""

    def __init__(self, description: Message, hear: Callable[[Message], None]) -> None:
        wiring = description["wiring"]
        switches = wiring["sensors"] + len(wiring["buttons"])
        self._description = description
        self._hear = hear
        self._lock = threading.RLock()
        self._child: Child | None = None
        self._closed = False
        self._attached = False
        self._kept = {"switches": bytearray(switches), "faults": bytearray(switches), "cuts": bytearray(wiring["pins"])}
        self._dark = bytes(3 * wiring["lights"]["count"]).hex()

    @property
    def alive(self) -> bool:
        """Whether the board can be switched on."""
        return not self._closed

    @property
    def pid(self) -> int:
        """The number of the running start's process, 0 without power."""
        child = self._child
        return child.pid if child else 0

    def tell(self, message: Message) -> None:
        """As Child.tell; keeps what the next start has to know."""
        operation = message["op"]
        with self._lock:
            child = self._child
            if operation == "start":
                if child is None:
                    self._start("power")
                return
            if operation == "cut":
                self._child = None
                if child:
                    child.kill()
                self._hear({"boot": "off"})
                return
            self._keep(operation, message)
        if child:
            child.tell(message)
        elif operation == "rx":
            self._hear({"took": len(message["data"])})

    def _keep(self, operation: str, message: Message) -> None:
        if operation == "set":
            self._kept["switches"][message["index"]] = message["closed"]
        elif operation == "fault":
            self._kept["faults"][message["index"]] = message["kind"]
        elif operation == "wire":
            self._kept["cuts"][message["pin"]] = message["cut"]
        elif operation == "attach":
            self._attached = message["on"]

    def ask(self, operation: str) -> Message:
        """As Child.ask; without power the lights are dark."""
        child = self._child
        if child:
            return child.ask(operation)
        return {"running": False, "frames": 0, "lights": self._dark, "switches": self._kept["switches"].hex()}

    def close(self) -> None:
        """Ends the board."""
        with self._lock:
            self._closed = True
            child, self._child = self._child, None
        if child:
            child.close()

    def _start(self, how: str) -> None:
        kept = {name: state.hex() for name, state in self._kept.items()}
        cause = 3 if how == "watchdog" else 1
        description = {**self._description, **kept, "attached": self._attached, "cause": cause}
        self._hear({"boot": how})
        command = [sys.executable, str(Path(__file__).parent / "cpython")]
        child = Child(command, description, lambda message: self._heard(child, message))
        self._child = child

    def _heard(self, child: Child, message: Message) -> None:
        if "ended" not in message:
            self._hear(message)
            return
        with self._lock:
            if self._child is not child:
                return
            self._child = None
            if self._closed:
                return
            status = child.status
            if status in RESETS:
                self._start(RESETS[status])
            else:
                self._hear({"note": f"the board crashed (status {status})"})
