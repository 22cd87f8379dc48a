"""A program that speaks UCI, as a search: what opponent/thinker.py has of Crossboard's own.

python-chess (the extra `engines`) speaks to the program, in a thread of this module's. It knows chess alone, so it is handed our
games in the shape of its boards: the rules, positions and plies are ours in every game. A program that does not end by itself,
hangs or talks nonsense is killed, and begun anew for the next search.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import shlex
import shutil
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import chess.engine

from crossboard.engines import ELO, LIMITED
from crossboard.errors import CrossboardError, reason_of
from crossboard.games.formats import formats_of
from crossboard.games.names import cut_name
from crossboard.games.rules import RulesError, game_at, legal_plies, name_of
from crossboard.games.words import clean
from crossboard.opponent.engine import ply_heard, ply_said
from crossboard.opponent.thinker import Found, Limits, Line

PATIENCE_S = 10.0  # beyond its time, until a program counts as hanging
QUIT_S = 2.0  # for a program that is to end by itself
HISTORY = 4096  # plies of a game that is searched
MANAGED = ("uci_chess960", "uci_variant", "multipv", "ponder")  # by python-chess, for each search
WEAKER = (LIMITED, "Skill Level", "Level")  # what makes a program play worse than it can: not in hints and analyses
CHESS960 = "UCI_Chess960"
USUAL = "chess"  # the variant of programs that know of no others
WIN = 16000  # hundredths, less the moves to the end: the score of a forced one

GAMES = "/usr/games:/usr/local/games"  # where Debian installs engines; not on everybody's PATH

T = TypeVar("T")

_logger = logging.getLogger("chess.engine")
_logger.addHandler(logging.NullHandler())  # what a program says besides is not for the terminal
_logger.propagate = False


@dataclass(frozen=True)
class _Ply:
    """A ply in the shape of python-chess' moves: as engines have it, and in our words."""

    text: str
    ours: str

    def uci(self) -> str:
        return self.text


class _Position:
    """A game in the shape of python-chess' boards, as far as its UCI client looks at one."""

    uci_variant = ""  # of the class, which is made for each variant

    def __init__(self, start: str, moves: Sequence[str], chess960: bool) -> None:
        self.chess960 = chess960
        self.move_stack: list[_Ply] = []
        self._start = start
        self._game = game_at(start, HISTORY)
        for move in moves:
            self._push(self._game.parse_ply(move))

    @property
    def turn(self) -> bool:
        return self._game.side == 0

    def root(self) -> _Position:
        return type(self)(self._start, (), self.chess960)

    def copy(self, **_: object) -> _Position:
        return type(self)(self._game.text(), (), self.chess960)

    def fen(self, **_: object) -> str:
        formats = formats_of(self._game.name)
        return formats.write_position(self._game) if formats else self._game.text()

    def parse_uci(self, uci: str) -> _Ply:
        return self._said(self._read(uci))

    def push_uci(self, uci: str) -> _Ply:
        return self._push(self._read(uci))

    def pop(self) -> None:
        self._game.pop()
        self.move_stack.pop()

    def _push(self, ply: int) -> _Ply:
        self.move_stack.append(self._said(ply))
        self._game.push(ply)
        return self.move_stack[-1]

    def _said(self, ply: int) -> _Ply:
        return _Ply(ply_said(self._game, ply), self._game.ply_text(ply))

    def _read(self, uci: str) -> int:
        """The ply of a text that python-chess has made lower case."""
        found = [ply for ply in legal_plies(self._game) if ply_said(self._game, ply).lower() == uci]
        return found[0] if len(found) == 1 else ply_heard(self._game, uci)


class _Protocol(chess.engine.UciProtocol):
    """A search that is ended before it has begun ends as soon as it has: python-chess says `stop` too early for that.

    `line`: the last one that the program has told. To read each of them takes longer than some programs take to find the next.
    """

    line = ""
    _going = _owed = False

    def send_line(self, line: str) -> None:
        super().send_line(line)
        word = line.partition(" ")[0]
        if word == "stop":
            self._owed = not self._going
        elif word == "go":
            self._going, self.line = True, ""
            if self._owed:
                self.send_line("stop")

    def line_received(self, line: str) -> None:
        if line.startswith("bestmove"):
            self._going = False
        elif line.startswith("info ") and " pv " in line:
            self.line = line.partition(" pv ")[2]


def uci_variant(spec: str) -> tuple[str, bool]:
    """What engines call `GAME[:VARIANT]`, and whether it is that with the option UCI_Chess960."""
    formats = formats_of(name_of(spec))
    names = {ours: theirs for theirs, ours in formats.engine_names.items()} if formats else {}
    switched = formats is not None and formats.engine_switches.get(CHESS960) == spec
    return names.get(name_of(spec) if switched else spec, spec), switched


def _program(name: str) -> str:
    """Where a program is; CrossboardError if it is nowhere."""
    found = shutil.which(name) or shutil.which(name, path=GAMES)
    if found is None and Path(name).exists():
        what = "is a folder" if Path(name).is_dir() else "is not executable"
        raise CrossboardError(f"this {what}; wanted the program of an engine", clean(name))
    if found is None:
        raise CrossboardError("there is no such program, neither on the PATH nor at that place", clean(name))
    return found


def _shaped(start: str, moves: Sequence[str]) -> Any:
    """The position after `moves` from `start`, as python-chess takes it; RulesError if it can't be."""
    variant, switched = uci_variant(start.partition(" ")[0])
    shape = type("Position", (_Position,), {"uci_variant": variant})
    return shape(start, moves, switched)


class Engine:
    """A program that speaks UCI, begun with `command` and set to `options`, texts by their names. CrossboardError if that can't be.

    `name`: what it calls itself. Searches come from `searcher`. To be closed.
    """

    def __init__(self, command: Sequence[str], options: Mapping[str, str], patience_s: float = PATIENCE_S) -> None:
        self._command = [_program(command[0]), *command[1:]]
        self._options = dict(options)
        self._patience_s = patience_s
        self._transport: asyncio.SubprocessTransport | None = None
        self._protocol: _Protocol | None = None
        self._known: Mapping[str, chess.engine.Option] = {}  # its options
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda loop, context: None)  # searches say what went wrong
        self.name = clean(shlex.join(command))
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        try:
            self._submit(self._ready()).result()
        except BaseException:
            self.close()
            raise

    def require(self, spec: str) -> None:
        """CrossboardError if it does not play `GAME[:VARIANT]`."""
        variant, switched = uci_variant(spec)
        options = self._known
        known = (options["UCI_Variant"].var or ()) if "UCI_Variant" in options else (USUAL,)
        if variant not in known or switched and CHESS960 not in options:
            raise CrossboardError(f"this engine does not play {spec}; it plays {', '.join(known)}", self.name)

    def searcher(self, on_found: Callable[[Found], None]) -> EngineSearch:
        """Searches by it, one at a time."""
        return EngineSearch(self, on_found)

    def search(self, start: str, moves: Sequence[str], limits: Limits) -> concurrent.futures.Future[Found]:
        """What it finds in that position; `number` is left to the caller. To cancel the future ends the search."""
        return self._submit(self._search(start, moves, limits))

    def close(self) -> None:
        """End the program, and kill it if it does not."""
        with suppress(Exception):
            self._submit(self._end(QUIT_S)).result()
        self._loop.call_soon_threadsafe(self._loop.stop)

    # In the thread

    def _submit(self, coroutine: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    async def _ready(self) -> _Protocol:
        """The program, begun if it does not run; CrossboardError if it can't be."""
        if self._protocol and not self._protocol.returncode.done():
            return self._protocol
        try:
            return await self._begin()
        except OSError as error:
            await self._end(0)
            if isinstance(error, TimeoutError):
                raise CrossboardError("this program does not answer as an engine that speaks UCI", self.name) from error
            raise CrossboardError(f"this engine can't be run: {reason_of(error)}", self.name) from error
        except chess.engine.EngineError as error:
            await self._end(0)
            raise CrossboardError(f"this program does not speak UCI: {clean(str(error))}", self.name) from error
        except BaseException:
            await self._end(0)
            raise

    async def _begin(self) -> _Protocol:
        self._transport, protocol = await _Protocol.popen(self._command, setpgrp=True)
        self._protocol = protocol
        self._known = protocol.options
        await asyncio.wait_for(protocol.initialize(), self._patience_s)
        self.name = cut_name(clean(protocol.id.get("name", ""))) or self.name
        await protocol.configure({key: self._value(protocol, key, text) for key, text in self._options.items()})
        return protocol

    def _value(self, protocol: chess.engine.UciProtocol, key: str, text: str) -> str | int | bool:
        """What an option is set to; CrossboardError if the engine has no such option, or not that value."""
        known = protocol.options
        free = [name for name, option in known.items() if name.lower() not in MANAGED and option.type != "button"]
        if key.lower() in MANAGED:
            raise CrossboardError(f"the option {clean(key)} is set by Crossboard itself: leave it out", self.name)
        if key not in known and key in (LIMITED, ELO):
            raise CrossboardError("this engine's strength can't be limited: leave out --elo", self.name)
        if key not in known or known[key].name not in free:
            raise CrossboardError(
                f"this engine has no option '{clean(key)}'; its options are {', '.join(free) or 'none'}", self.name
            )
        option = known[key]
        wrong = f"the option {option.name} is '{clean(text)}'; wanted"
        if option.type == "check":
            if text not in ("true", "false"):
                raise CrossboardError(f"{wrong} true or false", self.name)
            return text == "true"
        if option.type == "spin":
            low, high = option.min or 0, option.max if option.max is not None else 1 << 31
            if not (text.removeprefix("-").isdecimal() and text.isascii() and low <= int(text) <= high):
                raise CrossboardError(f"{wrong} a number from {low} to {high}", self.name)
            return int(text)
        if option.type == "combo" and text not in (option.var or ()):
            raise CrossboardError(f"{wrong} one of {', '.join(option.var or ())}", self.name)
        return text

    async def _end(self, quit_s: float) -> None:
        """Ask the program to end, and kill it after so many seconds."""
        protocol, transport, self._protocol, self._transport = self._protocol, self._transport, None, None
        if protocol is None or transport is None:
            return
        if quit_s and not protocol.returncode.done():
            with suppress(TimeoutError, chess.engine.EngineError):
                await asyncio.wait_for(protocol.quit(), quit_s)
        transport.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(protocol.returncode), QUIT_S)

    async def _search(self, start: str, moves: Sequence[str], limits: Limits) -> Found:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            protocol = await self._ready()
            self.require(start.partition(" ")[0])
            seconds = (limits.movetime_ms or 0) / 1000
            limit = chess.engine.Limit(seconds or None, limits.depth, limits.nodes, mate=limits.mate)
            board = _shaped(start, moves)
            best = await asyncio.wait_for(
                protocol.play(
                    board,
                    limit,
                    info=chess.engine.INFO_BASIC | chess.engine.INFO_SCORE,
                    game=start.partition(" ")[0],
                    options=self._strength(limits),
                ),
                seconds + self._patience_s,
            )
        except TimeoutError:
            await self._end(0)
            return _nothing(f"{self.name} does not answer")
        except chess.engine.EngineTerminatedError:
            return _nothing(f"{self.name} has ended unexpectedly")
        except chess.engine.EngineError as error:
            return _nothing(f"{self.name} has answered with no legal move ({clean(str(error))})")
        except (CrossboardError, RulesError) as error:
            return _nothing(str(error))
        return _found(best, _line(board, protocol.line), round((loop.time() - began) * 1000), self.name)

    def _strength(self, limits: Limits) -> dict[str, str | int | bool | None]:
        """What is set for one search: who wants no mistakes gets the best that the program can."""
        if limits.seed != 0:
            return {}
        options = self._known
        return {
            name: False if name == LIMITED else options[name].default
            for name in WEAKER
            if name in options and any(name.lower() == key.lower() for key in self._options)
        }


class EngineSearch:
    """As opponent/thinker.py's Thinker, by a program that speaks UCI: each `begin` ends with exactly one `Found` that is `done`."""

    def __init__(self, engine: Engine, on_found: Callable[[Found], None]) -> None:
        self._engine = engine
        self._on_found = on_found
        self._number = 0
        self._running: concurrent.futures.Future[Found] | None = None

    def begin(self, text: str, limits: Limits, *, moves: Sequence[str] = (), new_game: bool = False) -> int:
        """Search the position that `moves` lead to from that of `text`; the number of this search. Errors are found."""
        del new_game  # what engines remember is their business
        self.stop()
        self._number += 1
        number = self._number
        self._running = self._engine.search(text, moves, limits)
        self._running.add_done_callback(lambda future: self._done(number, future))
        return number

    def stop(self) -> None:
        """End the search that is going on, if one is: it has found nothing."""
        if self._running:
            self._running.cancel()

    def close(self) -> None:
        """End the program."""
        self._engine.close()

    def _done(self, number: int, future: concurrent.futures.Future[Found]) -> None:
        found = _nothing("the search was stopped") if future.cancelled() else future.result()
        self._on_found(replace(found, number=number))


def _nothing(problem: str) -> Found:
    return Found(0, True, None, 0, 0, 0, 0, (), problem)


def _line(board: _Position, told: str) -> list[_Ply]:
    """The plies of a line, up to the first that can't be read."""
    found: list[_Ply] = []
    with suppress(RulesError):
        for text in told.lower().split():
            found.append(board.push_uci(text))
    return found


def _found(result: chess.engine.PlayResult, line: list[_Ply], ms: int, name: str) -> Found:
    best, info = cast("_Ply | None", result.move), result.info
    if best is None:
        return _nothing(f"{name} has found no move")
    if line[:1] != [best]:  # a program that plays worse than it can thinks of another move than it makes
        line = [best]
    score = info["score"].relative if "score" in info else chess.engine.Cp(0)
    mate = score.mate()
    ends_in = None if not mate else 2 * mate - 1 if mate > 0 else 2 * mate
    found = Line(tuple(ply.ours for ply in line), score.score(mate_score=WIN), ends_in)
    depth, seldepth, nodes = info.get("depth", 0), info.get("seldepth", 0), info.get("nodes", 0)
    return Found(0, True, best.ours, depth, seldepth, nodes, ms, (found,))
