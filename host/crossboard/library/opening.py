"""Which library a command works on."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from crossboard.errors import LibraryError
from crossboard.folders import data_folder, user_path
from crossboard.library.games import Library

ENVIRONMENT = "CROSSBOARD_LIBRARY"


def library_path(given: str = "") -> Path:
    """The library to use: `given`, else $CROSSBOARD_LIBRARY, else the user's own."""
    named = given or os.environ.get(ENVIRONMENT, "")
    return user_path(named) if named else data_folder() / "library.db"


def open_library(args: argparse.Namespace, reading: bool = False, making: bool = False) -> Library:
    """The library that the command line names (`--library`), or the user's own; `reading` as in Library.

    A command that adds games is `making` the file if it is not there; for any other see `existing_library`.
    """
    return Library(library_path(args.library or "") if making else existing_library(args), reading)


def existing_library(args: argparse.Namespace) -> Path:
    """The path of the library that the command line names, which must be there: a mistyped name is not an empty library. The user's
    own may still be missing: then no game has been stored yet."""
    path = library_path(args.library or "")
    if args.library and not path.exists():
        raise LibraryError("there is no such library", str(path))
    return path
