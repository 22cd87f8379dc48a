"""`crossboard flash`: puts the firmware on a board (install.py, by_air.py), into a UF2 file (one_file.py), or on a page (page/)."""

from __future__ import annotations

import argparse
import getpass
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from crossboard import profiles
from crossboard.arguments import Parser, add_board, add_text
from crossboard.boards.wifi import SCHEME, check_name
from crossboard.calling import command
from crossboard.errors import CrossboardError, read_text
from crossboard.flash import by_air, one_file
from crossboard.flash import find as flash_find
from crossboard.flash.install import (
    INTERRUPTED,
    Network,
    Options,
    Report,
    Watcher,
    check_password,
    described,
    flash,
    load_profile,
)
from crossboard.flash.page import site
from crossboard.folders import user_path
from crossboard.games.outside import add_folder
from crossboard.games.rules import require_game
from crossboard.output import STANDARD, say, warn, write_file
from crossboard.own_game.proof import require_kept

NO_WIFI = "none"
LONGEST_SSID = 32


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Compile the firmware, install it on a board, as files or as one image in its ROM partition, and verify it."
    )
    parser.examples = (
        "flash --profile pico-8x8",
        "flash --port COM5 --profile my-board.toml",
        "flash --board tcp://crossboard-4f2a.local",
        "flash --game ./tiny-race",
        "flash --to board.uf2 --profile pico-8x8 --base build/RPI_PICO2.uf2",
        "flash --page",
    )
    parser.appendix = profiles.profiles_help
    add_board(parser, "the board to flash (default: the only one attached)", "--port")
    defaults = "on a new Pico pico-8x8, on a new ESP32 esp32s3-8x8-mcp23017"
    text = f"the board's profile: a name or a .toml file (default: the one on the board; {defaults})"
    add_text(parser, "--profile", "NAME", text)
    add_text(
        parser,
        "--games",
        "LIST",
        "install only these games, separated by commas (default: all that the board has room for)",
    )
    text = (
        "install a game that is no installed package, too: the folder that `crossboard game new` wrote; may be repeated"
    )
    parser.add_argument("--game", action="append", default=[], metavar="FOLDER", help=text)
    text = "write one UF2 file with MicroPython and the firmware, to be dragged onto a Pico's BOOTSEL drive, and flash nothing"
    add_text(parser, "--to", "FILE", text)
    text = "serve a page that flashes and tests a board, for Chrome or Edge on this machine; --to FOLDER writes it there instead"
    parser.add_argument("--page", action="store_true", help=text)
    parser.alone = {"page": ("to",), "base": ("to", "profile", "games", "game")}
    parser.needs = tuple((f"wifi_{what}", "wifi") for what in ("password_file", "name", "keep_token"))
    add_text(parser, "--base", "UF2", "for --to: MicroPython's own UF2 file for that board")
    text = "compile the games' rules to machine code: faster, but more heap"
    parser.add_argument("--native", action="store_true", help=text)
    text = (
        "the network that a Pico W, a Pico 2 W or an ESP32 is to join (its password is asked for): the board is then at "
        "tcp://NAME.local as well; none: the board forgets its network"
    )
    add_text(parser, "--wifi", "SSID", text)
    add_text(parser, "--wifi-password-file", "F", "read the network's password from this file's first line")
    text = "the board's name in the network (default: crossboard-, and its id's end)"
    add_text(parser, "--wifi-name", "NAME", text)
    text = "keep the board's token, for other PCs that have it (default: a fresh one, and the old one opens nothing any more)"
    parser.add_argument("--wifi-keep-token", action="store_true", help=text)


def run(args: argparse.Namespace) -> int:
    """The command."""
    if args.page:
        return _page(args.to)
    folders = tuple(name for folder in args.game for name in _checked(folder))
    games = tuple(args.games.split(",")) if args.games else ()
    for name in games:
        require_game(name)
    options = Options(args.profile, args.native, games=games, folders=folders)
    profile = load_profile(args.profile, options) if args.profile else None
    if args.to or args.base:
        return _write(args, profile)
    wireless = args.board.startswith(SCHEME)
    if wireless and args.wifi:
        raise CrossboardError(
            "the board is told of its network by cable: name its port, or leave out --board", args.board
        )
    network = read_network(args)
    port = args.board if wireless else flash_find.find_port(args.board)
    if network and network.password is None:
        network = replace(network, password=check_password(getpass.getpass(f"password of {network.ssid}: ")))
    watcher = Watcher()
    try:
        bring = by_air.update if wireless else flash
        report = bring(port, replace(options, wifi=network), watcher)
    except KeyboardInterrupt:
        warn(by_air.INTERRUPTED if wireless else INTERRUPTED)
        return 130
    for line in (*described(report), *([] if wireless else next_steps(report, port))):
        watcher.say(line)
    return 0


def _checked(folder: str) -> list[str]:
    """The games of a folder, added; CrossboardError if one of them does not keep the contract."""
    names = add_folder(folder)
    for name in names:
        say(f"checking that {name} keeps the contract")
        require_kept(name, folder)
    return names


def _page(place: str) -> int:
    """--page: written to a folder, or served until Ctrl-C."""
    if place:
        folder = user_path(place)
        site.make(folder)
        say(f"{folder / 'index.html'}: any web server will do, by https or on the machine of the browser")
        return 0
    with TemporaryDirectory(prefix="crossboard-") as name:
        site.make(Path(name))
        with site.server(Path(name)) as server:
            say(f"page: http://127.0.0.1:{server.server_port}/ in Chrome or Edge; Ctrl-C ends it")
            with suppress(KeyboardInterrupt):
                server.serve_forever()
    return 0


def _write(args: argparse.Namespace, profile: dict[str, Any] | None) -> int:
    """--to: one UF2 file."""
    if not (args.to and args.base and profile):
        raise CrossboardError("a file to drag takes --to FILE.uf2, --base UF2 and --profile NAME together")
    if args.to != STANDARD and Path(args.to).resolve() == user_path(args.base).resolve():
        raise CrossboardError("is the --base, which would be lost; name another file with --to", args.to)
    made = one_file.make(args.base, profile)
    write_file(args.to, [made.file])
    for line in one_file.described(made, args.to, profile["name"]):
        warn(line) if args.to == STANDARD else say(line)
    return 0


def read_network(args: argparse.Namespace) -> Network | None:
    """What --wifi and its companions ask for, None for nothing; CrossboardError if that can't be meant."""
    if not args.wifi:
        return None
    if args.wifi == NO_WIFI:
        return Network("")
    if args.wifi_name:
        check_name(args.wifi_name)
    if len(args.wifi.encode()) > LONGEST_SSID:
        raise CrossboardError(f"'{args.wifi}' can't be a network's name: it has at most {LONGEST_SSID} bytes")
    if args.wifi_password_file:
        password = check_password(_first_line(args.wifi_password_file))
        return Network(args.wifi, password, args.wifi_name, args.wifi_keep_token)
    if not sys.stdin.isatty():
        raise CrossboardError("there is no terminal to ask for the password at: give --wifi-password-file FILE")
    return Network(args.wifi, None, args.wifi_name, args.wifi_keep_token)


def _first_line(name: str) -> str:
    return read_text(user_path(name)).partition("\n")[0].rstrip("\r")


def next_steps(report: Report, port: str) -> list[str]:
    """What to do next with the board, as lines."""
    lines = ["next:"]
    if not report.sent or not report.hello:
        return []
    if report.wifi:
        simulated = report.facts.simulated  # no name leads to it
        wireless = command("play", "--board", f"{SCHEME}{report.wifi}{'@127.0.0.1:PORT' if simulated else '.local'}")
        how = f"PORT as `{command('simulate')}` printed it" if simulated else "without the cable"
        lines.append(f"  {wireless}      by Wi-Fi, {how}")
    if report.profile in profiles.names():
        doctor = command("doctor", "--board", port)
        lines.append(f"  {doctor}    tests every square, with a magnet in your hand")
    play = command("play", "--board", port)
    lines.append(f"  {play}      shows and logs the game; set up the pieces where the lights are blue")
    return [*lines, "  or unplug it: the board also plays on any USB charger"]
