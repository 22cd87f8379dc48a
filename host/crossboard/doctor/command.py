"""`crossboard doctor`: tests a board with its maker's help, learns how it is wired, and writes that down.

The lights walk over the squares; the maker puts a magnet where the light is. At a terminal the maker is asked a few
questions too; without one the defaults are taken, so that a program that follows the lights will do.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from crossboard import profiles
from crossboard.arguments import Parser, add_board, add_library, add_text, seconds
from crossboard.boards.health import SquareHealth, sensor_health
from crossboard.boards.link import Hello, Link, require_hello, require_protocol
from crossboard.boards.ports import SerialPort, candidates
from crossboard.calling import command
from crossboard.doctor import report as doctor_report
from crossboard.doctor.bench import BACK_S, Bench
from crossboard.doctor.checks import YES_NO, Maker, Results, Tests, Times, Wanted
from crossboard.doctor.diagnosis import Diagnosis, diagnose
from crossboard.doctor.wiring import Wiring, board_of, expected, fitted, learn, learn_buttons, learn_colours, matrix_of
from crossboard.errors import CrossboardError, LinkError
from crossboard.flash.find import find_port
from crossboard.games.rules import NOWHERE
from crossboard.library import Library, existing_library
from crossboard.output import STANDARD, say, status, write_file
from crossboard.profiles import ProfileError, parse
from crossboard.profiles.drivers import lights_of
from crossboard.profiles.layout import square_name
from crossboard.simulator.running import work_at
from crossboard.terminal.keys import Keys, is_interactive

PATIENT = Times(patience=60.0, button=20.0)
"""With a person at the board."""


class Person(Maker):
    """A maker at the terminal; any key skips a wait."""

    sees = True

    def ask(self, question: str, default: str, wanted: Wanted) -> str:
        choices = ", ".join(f"{answer}: {word}" for answer, word in wanted.choices.items())
        prompt = f"{question} ({choices})" if choices else question
        while True:
            try:
                typed = input(f"{prompt} [Enter: {default}] ").strip().lower()
            except EOFError:
                return default
            answer = wanted.read(typed) if typed else default
            if answer is not None:
                return answer
            self.say(wanted.words)

    def skips(self) -> bool:
        with Keys() as keys:
            pressed = keys.read(0)
        if "ctrl-c" in pressed:
            raise KeyboardInterrupt
        return bool(pressed)

    def progress(self, done: int, of: int) -> None:
        status(f"{done + 1} of {of} (any key: skip this square)  ")
        if done + 1 == of:
            say()


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = "Test a board's sensors, lights, buttons and link, learn its wiring, and write a report."
    parser.examples = ("doctor", "doctor --report report.html --profile-out my-board.toml")
    parser.appendix = profiles.profiles_help
    add_board(parser, "the board to test (default: the only one attached)", wifi=False)
    add_text(parser, "--profile", "NAME", "the board's profile (default: read from the board)")
    add_text(parser, "--report", "FILE", "write the report to this file, too (.html: as a page)")
    add_text(parser, "--profile-out", "FILE", "write a profile that fits the wiring found (.toml)")
    text = "seconds to wait for a magnet (default: 60, then 15)"
    parser.add_argument("--patience", type=seconds, metavar="S", help=text)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """The command; exit status 0 if there are no problems, 1 if there are."""
    for name in (args.report, args.profile_out):
        if name and name != STANDARD and (Path(name).is_dir() or not Path(name).absolute().parent.is_dir()):
            raise CrossboardError("can't be written: it is a folder, or its folder does not exist", name)
    if args.profile_out and args.profile_out != STANDARD and not args.profile_out.endswith(".toml"):
        raise CrossboardError("a profile's file name must end in .toml", args.profile_out)
    if args.profile:
        profiles.load(args.profile)
    library = existing_library(args)
    maker = Person() if is_interactive() else Maker()
    times = PATIENT if maker.sees else Times()
    if args.patience is not None:
        times = Times(patience=args.patience, button=min(args.patience, times.button))
    found = test(SerialPort(find_port(args.board)), maker, times, args.profile, library)
    report = doctor_report.text(found)
    say(report, end="")
    if args.report and args.report != STANDARD:
        doctor_report.write(found, args.report)
    _write_profile(found, args.profile_out)
    return 1 if found.findings or found.rewired else 0


def test(port: SerialPort, maker: Maker, times: Times, profile: str, library: Path) -> Diagnosis:
    """Connect to the board at a port, which is closed in the end, and examine it. `profile`: a name, a .toml file, or "" for the
    one that the board names; `library`: the database with the statistics of its sensors, if there is one."""
    link = Link(port, lambda: (port.name, *candidates()))
    try:
        require_protocol(require_hello(link, work=partial(work_at, port.name)), port.name)
        # A person may take as long as it takes to find the cable.
        bench = Bench(link, say=maker.say, back_s=math.inf if maker.sees else BACK_S)
        try:
            hello = link.hello
            if hello is None:
                raise LinkError("the board does not name its profile", port.name)
            table = _profile(hello, profile, bench)
            fared = _fared(bench, hello.board, library)
            return examine(bench, maker, times, table, hello, fared)
        finally:
            bench.close()
    finally:
        link.close()


def _profile(hello: Hello, name: str, bench: Bench) -> dict[str, Any]:
    """The profile that the board was flashed with."""
    if not name and hello.profile not in profiles.names():
        raise CrossboardError(
            f"the board's profile '{hello.profile}' is not one of the project's; name its file with --profile"
        )
    profile = profiles.load(name or hello.profile)
    own = expected(profile)
    if (len(own.sensors), len(own.lights)) != (bench.sensors, bench.lights):
        raise CrossboardError(
            f"the board has {bench.sensors} sensors and {bench.lights} lights, profile {profile['name']} has "
            f"{len(own.sensors)} and {len(own.lights)}; is it the one the board was flashed with?"
        )
    return profile


def _fared(bench: Bench, board: str, path: Path) -> list[SquareHealth]:
    """Sensor statistics in play: since the board was switched on and, from the library, before that."""
    boot, counts = bench.fared()
    if not path.exists():
        return [SquareHealth(square, *count) for square, count in sorted(counts.items())]
    with Library(path) as opened:
        opened.boards.note_sensors(board, boot, counts)
        return sensor_health(opened, board)


def examine(
    bench: Bench,
    maker: Maker,
    times: Times,
    profile: dict[str, Any],
    hello: Hello,
    fared: Sequence[SquareHealth] = (),
) -> Diagnosis:
    """Run all tests and interpret them. `fared`: sensor statistics in play."""
    tests = Tests(bench, maker, times)
    tests.quiet()
    colours = tests.colours() if maker.sees and lights_of(profile).colours else "rgb"
    seen = _look(bench, maker, profile) if maker.sees else {}
    tests.walk(light for light, square in enumerate(expected(profile).lights) if square != NOWHERE)
    results = tests.results
    if not results.pairs:
        maker.say("no sensor has answered at all")
    wiring = learn(profile, results.pairs, results.swapped, seen) if results.pairs else expected(profile)
    _ghosts(tests, maker, profile, results, wiring)
    tests.buttons(profile["buttons"])
    buttons = learn_buttons(profile, results.buttons)
    wiring = replace(wiring, buttons=buttons, colours=learn_colours(profile, colours))
    return diagnose(hello, profile, wiring, results, colours, bench.damaged, fared, bench.resent)


def _look(bench: Bench, maker: Maker, profile: dict[str, Any]) -> dict[int, int]:
    """Ask where the maker sees the lights that should be at three corners: light -> square."""
    own, wide = expected(profile), profile["board"]["columns"]
    names = {square_name(square, wide): square for square in board_of(profile)}
    squares = sorted(names.values())
    corners = dict.fromkeys((squares[0], max(q for q in squares if q // wide == squares[0] // wide), squares[-1]))
    first, last = square_name(squares[0], wide), square_name(squares[-1], wide)
    wanted = Wanted(f"the board has no such square: type one from {first} to {last}", dict.fromkeys(names, ""))
    found: dict[int, int] = {}
    for square in corners:
        light = own.lights.index(square)
        bench.show((light,))
        bench.rest(0.1)
        believed = square_name(square, wide)
        found[light] = names[maker.ask("on which square is the light?", believed, wanted)]
    bench.show(())
    return found


def _ghosts(tests: Tests, maker: Maker, profile: dict[str, Any], results: Results, wiring: Wiring) -> None:
    matrix = matrix_of(profile, wiring.swapped)
    if not matrix or not profile["sensors"]["diodes"] or not results.pairs:
        return
    magnets = len(matrix.read) + (len(matrix.read) + 1) // 2
    if maker.ask(f"look for missing diodes? It takes {magnets} magnets.", "y", YES_NO) == "y":
        maker.say(f"put magnets on all lit squares ({magnets} at a time)")
        tests.ghosts(len(matrix.read))


def _write_profile(found: Diagnosis, wanted: str) -> None:
    """Write the profile that fits: where the user asked for it, and in any case if the board's own does not fit."""
    if not wanted and not found.rewired:
        return
    path = Path("fitted" if wanted == STANDARD else wanted or f"{found.profile['name']}-fitted.toml")
    text = profile_text(found, path)
    if wanted == STANDARD:
        say(f"\n{text}", end="")
        return
    write_file(str(path), [text.encode()])
    say(f"\na profile that fits is in {path}; `{command('flash', '--profile', str(path))}` puts it on the board")


def profile_text(found: Diagnosis, path: Path) -> str:
    """The profile that fits the wiring found, to be written to that file. CrossboardError if none can."""
    name = path.stem if path.stem.isascii() and " " not in path.stem else "fitted"
    table = fitted(found.profile, found.wiring, name)
    comment = f"Made by `crossboard doctor` for board {found.hello.board}, from the profile {found.profile['name']}."
    text = doctor_report.toml(table, comment)
    try:
        parse(text, str(path))
    except ProfileError as error:
        raise CrossboardError(f"no profile can describe the wiring that was found: {error}") from error
    return text
