"""`crossboard boards`: which boards are attached, and which were seen before."""

from __future__ import annotations

import argparse
import time

from crossboard.draw import in_columns
from crossboard.errors import LinkError
from crossboard.game_commands import date_text, open_library
from crossboard.link import HELLO_S, LOST, Link, open_link
from crossboard.ports import SerialPort, candidates
from crossboard.running import running
from crossboard.words import clean


def run(args: argparse.Namespace) -> int:
    """List boards."""
    rows = [["BOARD", "PORT", "FIRMWARE", "PROFILE", "GAMES", "STATE"]]
    if args.board and args.board != "auto":
        rows.append(_describe(open_link(args.board)))
    else:
        rows += [_look(name) for name in [*candidates(), *(board.port for board in running())]]
    with open_library(args) as library:
        known = library.boards()
    attached = {row[0] for row in rows}
    for board in known:
        if board.serial not in attached and not args.board:
            state = f"not attached, last seen {date_text(board.seen_ms)}"
            rows.append([clean(c) for c in (board.serial, board.port, board.firmware, board.profile, "", state)])
    if len(rows) == 1:
        print("no board is attached; `crossboard simulate` starts a simulated one")
        return 0
    print("\n".join(in_columns(rows)))
    return 0


def _look(name: str) -> list[str]:
    try:
        return _describe(Link(SerialPort(name)))
    except LinkError as error:
        return ["?", name, "", "", "", clean(error.what)]


def _describe(link: Link) -> list[str]:
    """A row about the board at the other end."""
    end = time.monotonic() + HELLO_S
    while link.hello is None and link.state != LOST and time.monotonic() < end:
        link.step()
        time.sleep(0.01)
    hello, name, state = link.hello, link.port_name, link.state
    link.close()
    if hello is None:
        return ["?", name, "", "", "", "no board answers there"]
    return [clean(c) for c in (hello.board, name, hello.firmware, hello.profile, ", ".join(hello.games), state)]
