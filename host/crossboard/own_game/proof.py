"""Proves that a game keeps the contract of shared_rules/README.md, promise by promise.

Random games from the start of each variant are walked through, the same ones each time. MicroPython plays some of them, in Node, on
the files that a board would get.
"""

from __future__ import annotations

import contextlib
import io
import random
import tempfile
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from crossboard import profiles
from crossboard.board_files.build import build
from crossboard.games.check import promises, random_games, walks
from crossboard.games.check.promises import Broken, Promise, hold
from crossboard.games.lessons import lessons
from crossboard.games.rules import Game, legal_plies, new_game, specs
from crossboard.own_game.bytecodes import MICROSECONDS, bytecodes
from crossboard.simulator import micropython

WALKS = 24
"""Random games of each variant for each promise."""

LONGEST = 80
"""Plies of one, if it does not end before."""

TEXTS = 1000
"""Malformed texts of positions, and of plies, of each variant."""

COUNTED = 6
"""Positions of each variant in which the calls of a board's step are counted."""

LIMIT_MS = 10.0
"""A step of a board's loop, on a Pico."""


class NotTried(Exception):
    """What is missing here to try a promise."""


@dataclass(frozen=True)
class Proof:
    """One promise. `run` tries it, and gives what it found out besides; Broken if it is not kept, NotTried if it can't be tried."""

    promise: str
    run: Callable[[], str]


def proofs(name: str) -> list[Proof]:
    """All promises of the game of that name."""
    its = [spec for spec in specs() if spec.partition(":")[0] == name]
    found = [Proof(promise, partial(_in_walks, its, check)) for promise, check in promises.OF_A_POSITION.items()]
    return [
        *found,
        Proof("the last plies can be taken back, and no two positions have one digest", partial(_undo, its)),
        Proof("reset and set_text begin again", partial(_each, promises.reset_begins_again, its)),
        Proof("malformed texts are refused, and change nothing", partial(_malformed, its)),
        Proof("ends and refusals have words and sentences", partial(_each, promises.reasons_have_words, [name])),
        Proof("formats know their game", partial(_formats, name, its)),
        Proof("lessons can be played", partial(_lessons, name)),
        Proof("a board has room for it", partial(_fits, name)),
        Proof("MicroPython plays the same, allocating nothing", partial(_on_board, name, its)),
        Proof(f"no call takes a Pico more than {LIMIT_MS:.0f} ms (estimated)", partial(_steps, its)),
    ]


def tried(proof: Proof) -> tuple[bool, str]:
    """Whether a promise is kept, as far as can be tried here, and the line that says so."""
    try:
        found = proof.run()
    except NotTried as missing:
        return True, f"-     {proof.promise}: not tried, {missing}"
    except Broken as broken:
        return False, f"FAIL  {proof.promise}: {broken}"
    except Exception as error:  # whatever somebody else's game raises
        return False, f"FAIL  {proof.promise}: {type(error).__name__}: {error}{_place(error)}"
    return True, f"ok    {proof.promise}{f': {found}' if found else ''}"


def _place(error: Exception) -> str:
    """Where it was raised, `, game.py line 12`."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f", {Path(trace.tb_frame.f_code.co_filename).name} line {trace.tb_lineno}" if trace else ""


def _walked(its: list[str], count: int) -> Iterator[Game]:
    """Positions of random games: the start, then some ends and some on the way there."""
    for spec in its:
        chance = random.Random(spec)
        start = new_game(spec).text()
        for number in range(count):
            seed = chance.randrange(1, 65536)
            ended = walks.walked(start, seed, LONGEST if number else 0)
            yield ended if number % 3 == 0 else walks.walked(start, seed, chance.randrange(ended.undoable + 1))


def _in_walks(its: list[str], check: Promise) -> str:
    for game in _walked(its, WALKS):
        check(game)
    return ""


def _each(check: Callable[[str], None], names: list[str]) -> str:
    for name in names:
        check(name)
    return ""


def _undo(its: list[str]) -> str:
    for number in range(WALKS):
        for spec in its:
            promises.the_last_plies_can_be_taken_back(new_game(spec).text(), 7 + number, LONGEST, (16, 128)[number % 2])
    return ""


def _malformed(its: list[str]) -> str:
    for spec in its:
        chance = random.Random(spec)
        promises.malformed_texts_are_refused(spec, walks.spoilt_positions([new_game(spec).text()], TEXTS))
        for game in _walked([spec], 10):
            promises.plies_are_refused(game, walks.spoilt_plies(game, TEXTS // 10, chance))
    return ""


def _formats(name: str, its: list[str]) -> str:
    return "" if promises.formats_know_their_game(name, its) else "it has none"


def _lessons(name: str) -> str:
    shown = [lesson.shown() for lesson in lessons(name)]
    return "" if shown else "it has none"


def _fits(name: str) -> str:
    having = [profile for profile in profiles.names() if name in profiles.load(profile)["games"]]
    game = new_game(name, 1)
    hold(having, f"no profile has {game.columns} by {game.rows} squares for it")
    return ", ".join(having)


def _on_board(name: str, its: list[str]) -> str:
    try:
        micropython.require()
    except micropython.MicroPythonMissing as missing:
        raise NotTried(str(missing)) from None
    jobs = [f"play({new_game(spec).text()!r}, {seed}, 90)" for spec in its for seed in (7, 22)]
    for spec in its:
        near = walks.spoilt_positions([new_game(spec).text()], 60)
        jobs += [f"read({text!r})" for text in near if text.isascii() and text.split(" ")[0] == spec]
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        for job in jobs:
            eval(job, {"play": random_games.play, "read": random_games.read})
    with tempfile.TemporaryDirectory(prefix="crossboard-") as folder:
        script = {"random_games": Path(random_games.__file__).read_text(encoding="utf-8")}
        for path, content in build(None, scripts=script, games=(name,)).items():
            place = Path(folder) / path[1:]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        mounts = {f"/{place.name}": place for place in Path(folder).iterdir()}
        try:
            there = micropython.run(["from random_games import play, read", *jobs], mounts)
        except micropython.MicroPythonError as error:
            last = str(error).strip().splitlines()[-1]
            what = "a step allocates memory" if "MemoryError" in last else "it raises there"
            raise Broken(f"{what}: {' '.join(str(error).split())}") from None
    for ours, theirs in zip(here.getvalue().splitlines(), there.splitlines(), strict=False):
        hold(ours == theirs, f"MicroPython says '{theirs}', CPython '{ours}'")
    return ""


def _steps(its: list[str]) -> str:
    worst, call = 0.0, ""
    for game in _walked(its, COUNTED):
        for name, work in _calls(game):
            ms = bytecodes(work) * MICROSECONDS / 1000
            if ms > worst:
                worst, call = ms, name
            hold(ms <= LIMIT_MS, f"{name} takes {ms:.1f} ms", game.text())
    return f"{call} takes {worst:.1f} ms"


def _calls(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The calls of a board's steps, and what they are called."""
    out, feet, word = array("i", [0] * game.max_plies), bytearray(2 * game.max_footprint), bytearray(80)
    for square in range(len(game.board)):
        yield "plies_from", partial(game.plies_from, square, out, 0)
    yield "digest", game.digest
    for ply in legal_plies(game)[::4]:
        for name in ("kind", "destination", "rank"):
            yield name, partial(getattr(game, name), ply)
        yield "footprint", partial(game.footprint, ply, feet, 0)
        yield "write_ply", partial(game.write_ply, ply, word, 0)
        yield "why_not", partial(game.why_not, ply & 255, game.destination(ply))
        yield "push", partial(game.push, ply)
        for name in ("judge", "claim"):
            if hasattr(game, name):
                yield name, getattr(game, name)
        yield "result", lambda: game.result
        yield "reason", lambda: game.reason
        yield "pop", game.pop


def prove(name: str, say: Callable[[str], None]) -> bool:
    """Try every promise of a game, and say what came of each; whether all are kept."""
    kept = True
    for proof in proofs(name):
        one, line = tried(proof)
        say(line)
        kept = kept and one
    return kept
