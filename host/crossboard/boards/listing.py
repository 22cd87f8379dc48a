"""`crossboard boards`: which boards are attached, what is played on them, and which were seen before."""

from __future__ import annotations

import argparse
import time
from functools import partial

from crossboard.arguments import Parser, add_board, add_json, add_library
from crossboard.boards.faults import FAULTS, brief_of
from crossboard.boards.link import CONNECTED, FOREIGN, Link, Message, open_link, protocol_problem, require_hello
from crossboard.boards.ports import candidates
from crossboard.boards.wifi import boards_there, open_port
from crossboard.calling import command
from crossboard.errors import LinkError
from crossboard.games.draw import in_columns
from crossboard.games.words import clean, date_text
from crossboard.library import Library, open_library
from crossboard.output import json_text, say
from crossboard.simulator.running import running_ports, work_at

GAME_S = 0.5  # what it plays it says right after
TAKEN = FAULTS["taken"].what


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = "List the attached boards, what is being played on them, and the boards seen before."
    parser.examples = ("boards", "boards --json")
    add_board(parser, "list only this board (default: all)")
    add_json(parser)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """List boards."""
    rows = [["BOARD", "PORT", "FIRMWARE", "PROFILE", "GAME", "PLAYS", "STATE"]]
    if args.board == "sim":
        rows += [_look(name) for name in running_ports()]
    elif args.board and args.board != "auto":
        rows.append(_describe(open_link(args.board, others=running_ports, work=work_at)))
    else:
        rows += [_look(name) for name in [*candidates(), *running_ports()]]
        rows += [_look(url) for url in boards_there({row[0] for row in rows})]
    with open_library(args, reading=True) as library:
        _name_taken(library, rows)
        rows += [] if args.board else _known(library, {row[0] for row in rows})
    if args.json:
        say(json_text({"boards": [_value(row) for row in rows[1:]]}), end="")
    elif len(rows) == 1 and args.board == "sim":
        say(f"no simulated board is running; `{command('simulate')}` starts one")
    elif len(rows) == 1:
        say(f"no board is attached; `{command('simulate')}` starts a simulated one")
    else:
        say("\n".join(in_columns([[clean(cell) for cell in row] for row in rows])))
    return 0


def _value(row: list[str]) -> dict[str, object]:
    """A row as JSON can hold it; docs/export-json.md."""
    board, port, firmware, profile, game, plays, state = row
    return {
        "board": None if board == "?" else board,
        "port": port or None,
        "firmware": firmware or None,
        "profile": profile or None,
        "game": game or None,
        "plays": plays.split(", ") if plays else [],
        "state": state,
    }


def _name_taken(library: Library, rows: list[list[str]]) -> None:
    """Name the boards that another program uses: the library knows which was last seen at the port."""
    last = {board.port: board for board in reversed(library.boards.all())}
    for row in rows:
        board = last.get(row[1])
        if row[0] == "?" and row[6] == TAKEN and board:
            row[0], row[2], row[3] = board.serial, board.firmware, board.profile
            row[6] = f"in use by another program; board last seen there {date_text(board.seen_ms)}"


def _known(library: Library, attached: set[str]) -> list[list[str]]:
    """Rows about boards that were seen before and are not attached."""
    return [
        [b.serial, "", b.firmware, b.profile, "", "", _last_seen(b.seen_ms, b.port)]
        for b in library.boards.all()
        if b.serial not in attached
    ]


def _last_seen(at_ms: int, port: str) -> str:
    if not at_ms:
        return "known from its games only"
    return f"not attached; last seen {date_text(at_ms)}" + (f" at {port}" if port else "")


def _look(name: str) -> list[str]:
    """A row about the board at a port, or its fault in brief."""
    try:
        return _describe(Link(open_port(name)))
    except LinkError as error:
        return ["?", name, "", "", "", "", brief_of(error)]


def _describe(link: Link) -> list[str]:
    """A row about the board at the other end; LinkError if none says hello."""
    heard: list[Message] = []

    def hear() -> list[str]:
        fresh = link.step()
        heard.extend(fresh)
        return [message.payload for message in fresh if not message.kind]

    try:
        require_hello(link, hear, work=partial(work_at, link.port_name))
        end = time.monotonic() + GAME_S
        while link.state == CONNECTED and not any(m.kind == "G" for m in heard) and time.monotonic() < end:
            heard += link.step()
            time.sleep(0.01)
    finally:
        state = link.state
        link.close()
    hello, name = link.hello, link.port_name
    assert hello is not None
    if state == FOREIGN:
        state = protocol_problem(hello)
    games = [m.payload.split(" ") for m in heard if m.kind == "G"]
    game = games[-1][2] if games and len(games[-1]) > 2 else ""
    return [hello.board, name, hello.firmware, hello.profile, game, ", ".join(hello.games), state]
