"""What Python in a browser lacks, put in its place before anything else is imported: a sleep that lets the page live, a list of
ports (empty: the page has asked for one), and a handler for the page's own port in pyserial.

Waiting anywhere in Python suspends the whole of it until a promise of the page is kept (JSPI), so that code written for a PC
waits as it does there. `page` is flash/page/static/page.js's object of that name.
"""

from __future__ import annotations

import importlib
import sys
import time
from types import ModuleType
from typing import Any

import serial

page: Any = importlib.import_module("crossboard_page")
_run_sync: Any = importlib.import_module("pyodide.ffi").run_sync


def wait_for(promise: Any) -> Any:
    """What the promise comes to; KeyboardInterrupt if the page's user has pressed Stop."""
    value = _run_sync(promise)
    if page.takeStop():
        raise KeyboardInterrupt
    return value


def _sleep(seconds: float) -> None:
    wait_for(page.sleep(seconds * 1000))


def _no_ports(*_words: Any) -> list[Any]:
    return []


_list_ports: Any = ModuleType("serial.tools.list_ports")
_list_ports.comports = _list_ports.grep = _no_ports
_tools: Any = importlib.import_module("serial.tools")
sys.modules["serial.tools.list_ports"] = _tools.list_ports = _list_ports
time.sleep = _sleep
serial.protocol_handler_packages.append(__package__ or "")
