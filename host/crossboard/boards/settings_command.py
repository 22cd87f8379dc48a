"""`crossboard settings`: what may be set on a board, and setting it. The board keeps it."""

from __future__ import annotations

import argparse
import json
import time

from crossboard.arguments import Parser, add_board, add_json
from crossboard.boards.attach import attach_for
from crossboard.boards.link import Hello, Link, answered, require_hello, require_protocol
from crossboard.boards.settings import ABLE, SAYS, Setting, check_setting, read_settings, settings_text
from crossboard.calling import command
from crossboard.errors import CrossboardError, LinkError
from crossboard.games.words import clean
from crossboard.output import say


def require_settings(hello: Hello) -> None:
    """LinkError if the board has none."""
    require_protocol(hello)
    if ABLE not in hello.able:
        raise LinkError(
            f"this board's firmware is too old to have settings ({command('flash')} updates it)", hello.board
        )


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = "Show or change a board's settings: brightness, blink patterns, how much the lights teach."
    parser.examples = ("settings", "settings brightness 40")
    parser.add_argument("name", nargs="?", metavar="NAME", help="the setting", choices=tuple(SAYS))
    parser.add_argument("value", nargs="?", metavar="VALUE", help="its new value")
    add_board(parser, "the board to set (default: the one attached, else a simulated one)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show the settings, or set one."""
    if bool(args.name) != bool(args.value):
        raise CrossboardError(f"what should {args.name} be? ({command('settings', args.name)} VALUE)")
    attached = attach_for(args.board)
    try:
        link = attached.link
        hello = require_hello(link, work=attached.work)
        require_protocol(hello, link.port_name)
        require_settings(hello)
        settings = _ask(link, "")
        if args.name:
            check_setting(settings, args.name, args.value)
            settings = _ask(link, f"{args.name} {int(args.value)}")
    finally:
        attached.close()
    if args.json:
        values = {name: setting._asdict() for name, setting in settings.items()}
        say(json.dumps({"board": hello.board, "settings": values}, indent=2))
    else:
        say(settings_text(settings))
    return 0


def _ask(link: Link, payload: str) -> dict[str, Setting]:
    """Send an O; returns the settings that the board reports then. LinkError if it refuses, or does not answer."""
    found: dict[str, Setting] = {}

    def step() -> None:
        for kind, text in link.step():
            if kind == "O":
                found.update(read_settings(text))
            elif kind == "C" and text.startswith("O error "):
                raise LinkError(f"the board: {clean(text[8:])}", link.port_name)
        time.sleep(0.01)

    if not answered(link, lambda: link.send("O", payload), lambda: bool(found), step):
        raise LinkError("the board does not report its settings", link.port_name)
    return found
