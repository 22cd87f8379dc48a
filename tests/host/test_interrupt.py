"""Ctrl-C before the program has really begun: status 130 and no word, from the command and from the searches it starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from crossboard.opponent import Limits, Thinker

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a single process there")

HIT = """
import os, signal, sys
class Hit:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Hit())
sys.argv = ["crossboard", "games"]
from crossboard.__main__ import main
sys.exit(main())
"""
"""The command, interrupted when it imports that module."""


@pytest.mark.parametrize("name", ["crossboard.cli", "argparse", "crossboard.library", "sqlite3"])
def test_ctrl_c_while_the_program_loads(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", HIT.format(name=name)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_search_is_out_of_reach_of_ctrl_c() -> None:
    """It is of no group that the terminal sends SIGINT to, from its first moment on."""
    with Thinker(lambda found: None) as thinker:
        thinker.begin("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", Limits(depth=1))
        assert thinker._process
        assert os.getpgid(thinker._process.pid) != os.getpgid(0)
