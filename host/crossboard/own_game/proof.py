"""Proves that a game keeps the contract of shared_rules/README.md, promise by promise.

Random games from the start of each variant are walked through, the same ones each time. MicroPython plays some of them, in Node, on
the files that a board would get.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import tempfile
import traceback
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from crossboard import profiles
from crossboard.board_files.build import LINES, board_sources, build, dotted, path_of_game
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.check import promises, random_games, walks
from crossboard.games.check.promises import Broken, Promise, hold
from crossboard.games.lessons import lessons
from crossboard.games.rules import Game, game_at, game_folder, legal_plies, new_game, specs
from crossboard.games.words import plural
from crossboard.own_game import line_marks
from crossboard.own_game.bytecodes import MICROSECONDS, bytecodes
from crossboard.simulator import micropython
from crossboard.simulator.install import find_micropython, find_node
from shared_rules.errors import RulesError
from shared_rules.games import game_class

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
    """One promise of a game. `run` tries it, and gives what it found out besides; Broken if it is not kept, NotTried if it can't be
    tried. `needs`: promises without which nothing is to be seen of this one."""

    game: str
    promise: str
    run: Callable[[], str]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What came of a proof: of which promise it tells (another may be seen to be broken), whether that is kept, and the line."""

    promise: str
    kept: bool
    line: str


FIRST = tuple(promises.OF_A_POSITION)[: list(promises.OF_A_POSITION).index(promises.TEXT_HOLDS) + 1]
"""What the other promises build on, each on those before it."""

BASE = tuple(line for line in FIRST if line != promises.BOUNDS_HOLD)  # those are not in the way: promises.roomy


def proofs(name: str, fetch: bool = True) -> list[Proof]:
    """All promises of the game of that name; without `fetch` MicroPython is not fetched where it is missing."""
    its = [spec for spec in specs() if spec.partition(":")[0] == name]
    found: list[Proof] = []
    for line, check in promises.OF_A_POSITION.items():
        run = partial(_bounds, its) if line == promises.BOUNDS_HOLD else partial(_in_positions, its, check)
        before = FIRST[: FIRST.index(line)] if line in FIRST else BASE
        its_own = (promises.FOOTPRINTS_HOLD, promises.FROM_ITS_SQUARE) if line == promises.WHY_NOT else ()
        found.append(Proof(name, line, run, (*(one for one in before if one in BASE), *its_own)))
    at_10_ms = f"no call takes a Pico more than {LIMIT_MS:.0f} ms (estimated)"
    return [
        *found,
        Proof(name, promises.TAKEN_BACK, partial(_undo, its), BASE),
        Proof(name, promises.BEGUN_AGAIN, partial(_each, promises.reset_begins_again, its), BASE),
        Proof(name, promises.REFUSED, partial(_malformed, its), (*BASE, promises.BEGUN_AGAIN)),
        Proof(name, promises.WORDS, partial(_each, promises.reasons_have_words, [name])),
        Proof(name, promises.FORMATS, partial(_formats, name, its)),
        Proof(name, "lessons can be played", partial(_lessons, name), BASE),
        Proof(name, "a board has room for it", partial(_fits, name)),
        Proof(name, "MicroPython plays the same, allocating nothing", partial(_on_board, name, its, fetch), FIRST),
        Proof(name, at_10_ms, partial(_steps, its), BASE),
    ]


def found_out(proof: Proof) -> Finding:
    """Try a promise."""
    kept, promise = False, proof.promise
    try:
        with promises.roomy(proof.game):
            found = proof.run()
        kept, words = True, f": {found}" if found else ""
    except NotTried as missing:
        return Finding(promise, True, f"-     {promise}: not tried, {missing}")
    except Broken as broken:
        promise, words = broken.promise or promise, f": {broken}"
    except Exception as error:  # whatever somebody else's game raises
        raising = promise in promises.OF_A_POSITION and not isinstance(error, RulesError)
        words, its_own = _raised(error, proof.game)
        promise, words = promises.PLAYING_RAISES_NOTHING if raising and its_own else promise, f": {words}"
    return Finding(promise, kept, f"{'ok  ' if kept else 'FAIL'}  {promise}{words}")


def tried(proof: Proof) -> tuple[bool, str]:
    """Whether a promise is kept, as far as can be tried here, and the line that says so."""
    finding = found_out(proof)
    return finding.kept, finding.line


def _raised(error: Exception, name: str) -> tuple[str, bool]:
    """Where a game was when it raised that, which of its methods did, and in which line; whether it was one of its own lines."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    lines = [line for _, line in traceback.walk_tb(error.__traceback__)]
    folder = game_folder(name).resolve()
    its = [n for n, frame in enumerate(frames) if folder in Path(frame.f_code.co_filename).resolve().parents]
    words = f"{type(error).__name__}: {error}"
    if not its:
        return f"{words}, raised when what the game gave was used", False
    file = Path(frames[its[-1]].f_code.co_filename)
    words = f"{frames[its[0]].f_code.co_name} raises {words}, {file.relative_to(folder.parent)} line {lines[its[-1]]}"
    asked = [frame.f_locals for frame in frames[: its[0]] if "game" in frame.f_locals or "where" in frame.f_locals]
    where = _position(asked[-1]) if asked else ""
    return f"{where}: {words}" if where else words, True


def _position(known: dict[str, object]) -> str:
    """The position, and the ply, that a function of ours was about, from its local names; "" if the game can't say it."""
    try:
        where = str(known.get("where") or known["game"].text())  # type: ignore[attr-defined]
    except Exception:
        return ""
    return _with_ply(where, known.get("ply"))


def _with_ply(where: str, ply: object) -> str:
    """A position and a ply there; the position alone if there is none, or the game can't write it."""
    try:
        game = game_at(where)
        return f"{where}, {game.ply_text(ply)}" if isinstance(ply, int) and ply in legal_plies(game) else where
    except Exception:
        return where


def _positions(its: list[str], count: int) -> Iterator[Game]:
    """Positions of random games: the start, then some ends and some on the way there; and some that only their texts give."""
    for spec in its:
        chance = random.Random(spec)
        start = new_game(spec).text()
        for number in range(count):
            seed = chance.randrange(1, 65536)
            ended = walks.walked(start, seed, LONGEST if number else 0)
            yield ended if number % 3 == 0 else walks.walked(start, seed, chance.randrange(ended.undoable + 1))
        yield from (
            game_at(text, walks.HISTORY) for text in _texts(game_class(spec.partition(":")[0]), start)[: count // 2]
        )


@cache
def _texts(made: object, start: str) -> list[str]:
    """Texts near that one which the game (its class, to tell one from another of that name) takes, as no game may have them."""
    found: list[str] = []
    for text in walks.spoilt_positions([start], TEXTS):
        with contextlib.suppress(Exception):  # what is wrong with that is found by `_malformed`
            of_it = text.partition(" ")[0] == start.partition(" ")[0]
            if of_it and text not in found and game_at(text, 16).text() == text:
                found.append(text)
    return found


def _in_positions(its: list[str], check: Promise) -> str:
    for game in _positions(its, WALKS):
        check(game)
    return ""


def _bounds(its: list[str]) -> str:
    most: dict[str, tuple[int, str]] = {}
    game = new_game(its[0])
    for game in _positions(its, WALKS):
        for name, least in promises.needed(game).items():
            most[name] = max(most.get(name, (0, "")), (least, game.text()))
    wrong = [
        f"{name} is {promises.bound(game, name)}; it should be {least} or more: that many has {where}"
        for name, (least, where) in most.items()
        if least > promises.bound(game, name)
    ]
    hold(not wrong, "; ".join(wrong))
    return ", ".join(f"{name} {least} of {promises.bound(game, name)}" for name, (least, _) in most.items())


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
        for game in _positions([spec], 10):
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


def _on_board(name: str, its: list[str], fetch: bool) -> str:
    if not (fetch or (find_node() and find_micropython())):
        raise NotTried("MicroPython is missing")
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
    ours = here.getvalue().splitlines()
    try:
        theirs = _there(name, jobs).splitlines()
    except micropython.MicroPythonError as error:
        raise Broken(_raised_there(name, str(error), error.printed.splitlines(), jobs)) from None
    for number, (line, other) in enumerate(zip(ours, theirs, strict=False)):
        if line != other:
            where = next(text for text in reversed(ours[:number]) if text.partition(" ")[0] in its)
            raise Broken(
                f"{where}: it sees '{other}' there (digest, sum of all answers, result, reason), CPython '{line}'"
            )
    return ""


def _there(name: str, jobs: list[str], more: Mapping[str, str] | None = None) -> str:
    """What the jobs print under MicroPython, on the files that a board gets, and `more` modules."""
    scripts = {"random_games": Path(random_games.__file__).read_text(encoding="utf-8"), **(more or {})}
    with tempfile.TemporaryDirectory(prefix="crossboard-") as folder:
        for path, content in build(None, scripts=scripts, games=(name,), optimize=LINES).items():
            place = Path(folder) / path[1:]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        mounts = {f"/{place.name}": place for place in Path(folder).iterdir()}
        return micropython.run(["from random_games import play, read", *jobs], mounts)


TRACED = re.compile(r'File "(\S+)\.mpy", line (\d+), in (\S+)')


def _raised_there(name: str, trace: str, printed: list[str], jobs: list[str]) -> str:
    """What the game did under MicroPython, and where, from the traceback and what `play` had printed before."""
    last = trace.splitlines()[-1].strip()
    path = path_of_game(name)
    its = [found for found in TRACED.findall(trace) if found[0].startswith(f"{path}/")]
    what = f"raises {last}"
    if last.startswith("MemoryError"):
        what, its = "allocates memory, which nothing in play may do", _allocating(name, jobs)
    if its:
        file, line, method = its[-1]
        what = f"{method} {what}, {file.partition('/')[2]}.py line {line}"
    number = printed.pop() if printed and printed[-1].removeprefix("-").isdigit() else "-1"
    where = next((text for text in reversed(printed) if text.partition(" ")[0].partition(":")[0] == name), "")
    where = _with_ply(where, int(number))
    return f"{where}: {what}" if where else what


def _allocating(name: str, jobs: list[str]) -> list[tuple[str, int, str]]:
    """File, line and function that wants memory; nothing if that is none of the game's."""
    path = path_of_game(name)
    sources = {dotted(file): text for file, text in board_sources((name,)).items() if file.startswith(f"{path}/")}
    tries = [f"try:\n    {job}\nexcept MemoryError:\n    print(at[0])\n    raise" for job in jobs]
    try:
        _there(name, [f"from {line_marks.MODULE} import at", *tries], line_marks.marked(sources))
    except micropython.MicroPythonError as error:
        mark = int(error.printed.splitlines()[-1])
        module, line, function = line_marks.place_of(mark, sources)
        return [(module.replace(".", "/"), line, function)] if mark else []
    return []


def _steps(its: list[str]) -> str:
    worst, call = 0.0, ""
    for game in _positions(its, COUNTED):
        where = game.text()
        for name, work in _calls(game):
            ms = bytecodes(work) * MICROSECONDS / 1000
            if ms > worst:
                worst, call = ms, name
            hold(ms <= LIMIT_MS, f"{name} takes {ms:.1f} ms; it should take {LIMIT_MS:.0f} at most", where)
    return f"{call} takes {worst:.1f} ms"


def _calls(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The calls of a board's steps, and what they are called."""
    out, feet, word = array("i", [0] * game.max_plies), bytearray(2 * game.max_footprint), bytearray(80)
    for square in range(len(game.board)):
        yield "plies_from", partial(game.plies_from, square, out, 0)
    yield "digest", game.digest
    for ply in legal_plies(game)[::4]:
        for name in ("kind", "destination", "rank", "may_win"):
            if hasattr(game, name):
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


def prove(name: str, say: Callable[[str], None], fetch: bool = True) -> bool:
    """Try every promise of a game (`proofs`), and say what came of each, of a broken one once; whether all are kept."""
    broken: set[str] = set()
    waiting = 0
    for proof in proofs(name, fetch):
        if broken.intersection(proof.needs):
            waiting += 1
            continue
        finding = found_out(proof)
        if finding.promise not in broken:
            say(finding.line)
        if not finding.kept:
            broken.add(finding.promise)
            waiting += finding.promise != proof.promise
    if waiting:
        say(f"-     {plural(waiting, 'promise')} more can't be tried before that is mended")
    return not broken


def require_kept(name: str, what: str) -> None:
    """CrossboardError, with the first finding, if a game does not keep the contract; `what` names it on the command line."""
    lines: list[str] = []
    if not prove(name, lines.append, fetch=False):
        found = [line.removeprefix("FAIL").strip() for line in lines if line.startswith("FAIL")]
        more = f" (and {plural(len(found) - 1, 'promise')} more)" if found[1:] else ""
        see = command("game", "check", what)
        raise CrossboardError(
            f"{name} does not keep the contract, and is not installed: {found[0]}{more}; `{see}` shows all"
        )
