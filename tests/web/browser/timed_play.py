"""`crossboard`, whose own simulated board tells its time to whoever finds its control endpoint in the data folder."""

from __future__ import annotations

import os
import sys
from typing import Any

from crossboard import __main__ as program  # first: it minds Ctrl-C
from crossboard.boards import attach
from crossboard.folders import data_folder, write_whole
from crossboard.simulator.control import ControlServer

CONTROL = "control.txt"
PSEUDO = "CROSSBOARD_PSEUDO"  # in the environment: a page may choose the language of tests

own_board = attach.own_board


def board_that_tells(*given: Any, **named: Any) -> attach.Attached:
    """As `own_board`."""
    attached: Any = own_board(*given, **named)
    server = ControlServer(attached.hand.bench)
    attached.closing.callback(server.close)
    write_whole(data_folder() / CONTROL, server.address)
    return attached


if __name__ == "__main__":
    if PSEUDO in os.environ:
        from tests.support import pseudo

        pseudo.speak()
    attach.own_board = board_that_tells
    sys.exit(program.main())
