"""`crossboard completion`: what makes a shell complete the commands and their options, made from the command table.

For bash: `crossboard completion bash > ~/.local/share/bash-completion/completions/crossboard`; zsh: into a file
`_crossboard` in a folder of `$fpath`; fish: into `~/.config/fish/completions/crossboard.fish`.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Iterator
from typing import Any, cast

from crossboard.cli import build_parser
from crossboard.games.rules import game_names
from crossboard.output import say

FILES = {"FILE", "TRACE", "ID|FILE", "PATH"}
FOLDERS = {"FOLDER"}
GAMES = {"GAME[:VARIANT]"}
"""Completed are the games; shells take the colon for the end of a word."""


def script(shell: str) -> str:
    """The completion script for a shell."""
    shtab: Any = importlib.import_module("shtab")
    parser = build_parser()
    for action in _actions(parser):
        if action.metavar in FILES:
            cast(Any, action).complete = shtab.FILE
        elif action.metavar in FOLDERS:
            cast(Any, action).complete = shtab.DIRECTORY
        elif action.metavar in GAMES:
            action.choices = game_names()
    complete = cast("Callable[..., str]", shtab.complete)
    return complete(parser, shell).rstrip() + "\n"


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of every command."""
    for action in cast("list[argparse.Action]", getattr(parser, "_actions")):  # noqa: B009
        yield action
        choices: object = action.choices
        if isinstance(choices, dict):
            for command in cast("dict[str, argparse.ArgumentParser]", choices).values():
                yield from _actions(command)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    say(script(args.shell), end="")
    return 0
