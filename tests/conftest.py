"""What several test files share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import pytest

from crossboard.simulator import micropython as real_micropython


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """`run(code, mounts) -> printed text` under the real MicroPython; skips where it cannot be had."""
    try:
        real_micropython.require()
    except real_micropython.MicroPythonMissing as missing:
        pytest.skip(f"no MicroPython: {missing}")
    return real_micropython.run


# As in a shell in which `crossboard` is found, whichever way the tests were started.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
