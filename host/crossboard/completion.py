"""`crossboard completion`: what makes a shell complete the commands and their options, made from the command table.

It begins with how to install it (`INSTALL`).
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from itertools import chain
from typing import Any, cast

from crossboard.arguments import Parser
from crossboard.calling import command
from crossboard.cli import build_parser
from crossboard.games.rules import game_names
from crossboard.output import say
from crossboard.profiles.files import names

FILES = {"FILE", "TRACE", "ID|FILE", "PATH"}
FOLDERS = {"FOLDER"}
NAMES = {"game": game_names, "profile": names}
"""Argument -> the names that it may have. Variants are not completed: shells take the colon for the end of a word."""

INSTALL = {
    "bash": """\
#   mkdir -p ~/.local/share/bash-completion/completions
#   {command} > ~/.local/share/bash-completion/completions/crossboard
# New shells have it then, if the package bash-completion is installed. Without that, put this into ~/.bashrc, too:
#   source ~/.local/share/bash-completion/completions/crossboard
""",
    "zsh": """\
#   mkdir -p ~/.zfunc
#   {command} > ~/.zfunc/_crossboard
# and put this into ~/.zshrc, before compinit is called:
#   fpath+=~/.zfunc
""",
    "fish": """\
#   {command} > ~/.config/fish/completions/crossboard.fish
""",
}
"""Shell -> how its script is installed, as comment lines; `command` is what prints it."""


def script(shell: str) -> str:
    """The completion script for a shell, with how to install it in front."""
    shtab: Any = importlib.import_module("shtab")
    parser, commands = build_parser()
    for action in chain.from_iterable(one.arguments() for one in commands.values()):
        if action.metavar in FILES:
            cast(Any, action).complete = shtab.FILE
        elif action.metavar in FOLDERS:
            cast(Any, action).complete = shtab.DIRECTORY
        elif action.dest in NAMES:
            action.choices = NAMES[action.dest]()
    complete = cast("Callable[..., str]", shtab.complete)
    lines = complete(parser, shell).rstrip().split("\n")
    begin = next(i for i, line in enumerate(lines) if line.startswith("# "))  # shtab's own comment is for any program
    end = next(i for i in range(begin, len(lines)) if not lines[i].startswith("#"))
    install = INSTALL[shell].format(command=command("completion", shell))
    heading = f"# Completes crossboard's commands and options in {shell} (made with shtab). To install it:\n{install}"
    return "\n".join([*lines[:begin], *heading.splitlines(), *lines[end:], ""])


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.examples = ("completion bash > ~/.local/share/bash-completion/completions/crossboard",)
    text = "bash, zsh or fish; the script begins with how to install it"
    parser.add_argument("shell", metavar="SHELL", choices=tuple(INSTALL), help=text)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    say(script(args.shell), end="")
    return 0
