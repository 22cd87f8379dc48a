"""`crossboard engine`: rules and search over standard input and output, in a dialect of UCI.

The door for outside checks and for programs that talk to chess engines. One command a line; every answer is
flushed at once; commands are answered in the order they come. A command that is illegal or cannot be read is
answered with one line `info string error …` and changes nothing. The end of the input is `quit`, once a search that
has limits is done.

    uci                                  name, options, `uciok`
    isready                              `readyok`
    setoption name UCI_Variant value GAME[:VARIANT]
                                         the game that `startpos` means; its start position is put up at once
    setoption name Level value N         how well to play, 1 to 8
    setoption name Hash value MB, setoption name MultiPV value N
    ucinewgame                           the start position again; what was found before is forgotten
    position startpos|fen TEXT [moves PLY…]
    d                                    `Fen: TEXT`, `Result: *` or `Result: 1-0 REASON`, `Legal: PLY PLY …`
    go perft N                           `PLY: COUNT` for each ply, an empty line, `Nodes searched: N`
    go depth N | nodes N | movetime MS | infinite | wtime MS btime MS …
                                         `info depth …` for each depth, in the end `bestmove PLY`
    stop, quit

Plies and counts are sorted by ply text. TEXT names its own game, whatever UCI_Variant says.

A search goes on in a process of its own while commands are answered. Each `go` ends with one `bestmove`: when its
limits are reached, on `stop`, `ucinewgame` or `quit`, and when another `go` takes its place. Where the game is over it
is `bestmove (none)`.
"""

from __future__ import annotations

import argparse
import io
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import TextIO

from crossboard.games.perft import divide
from crossboard.games.rules import Game, game_at, legal_plies, new_game, specs
from crossboard.opponent.thinker import HASH_MB, LEVELS, MOST_LINES, Found, Limits, Thinker
from crossboard.output import cleaned
from shared_rules.codes import RESULTS, TERMINATIONS
from shared_rules.errors import RulesError

LONGEST_LINE = 1 << 20  # characters; a line beyond that is skipped, so that no input fills the memory
LONGEST_ECHO = 160  # characters of a bad command that its error repeats
DEEPEST_PERFT = 64  # plies; far beyond what can be counted, well below HISTORY
HISTORY = 256  # plies that a game here can take back
MOST_MS = 1 << 40  # of a time to think
ENDING_S = 2.0  # how long `quit` waits for the last `bestmove`
TURNS_TO_COME = 30  # for which the time left on a clock is to do, unless `movestogo` says how many
CLOCKS = ("wtime", "btime", "winc", "binc", "movestogo")


# Options that are numbers: name, default, least, most.
SPINS = (
    ("Level", LEVELS[-1], LEVELS[0], LEVELS[-1]),
    ("Hash", 16, HASH_MB[0], HASH_MB[-1]),
    ("MultiPV", 1, 1, MOST_LINES),
)
OPTIONS = ("UCI_Variant", *(name for name, *_ in SPINS))


class CommandError(ValueError):
    """A command that is not carried out; the message is what follows `info string error`."""


class Engine:
    """A dialogue: `execute` takes one command line and writes its answer to `out`."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._writing = threading.Lock()
        self._thinker = Thinker(self._found)
        self._thinking = threading.Condition()
        self._searches: dict[
            int, tuple[bool, int]
        ] = {}  # those under way: whether they end by themselves, lines wanted
        self._told = (0, 0)  # number and nodes of what was last told
        self._forget = False  # whether the next search is of a new game
        self._numbers = {"level": LEVELS[-1], "hash": 16, "multipv": 1}
        self._specs = specs()
        self._spec = self._specs[0]
        self._base = (new_game, self._spec)  # what the position was made by and from
        self._moves: list[str] = []  # the plies played since
        self._game = new_game(self._spec, HISTORY)
        self._commands = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "d": self._show,
            "go": self._go,
            "stop": self._stop,
        }

    def serve(self, source: TextIO) -> None:
        """Answer every line of `source` until `quit` or its end."""
        while True:
            line = source.readline(LONGEST_LINE)
            if not line:
                self._end(patient=True)
                return
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                _skip_line(source)
                self._error(f"the line is longer than {LONGEST_LINE} characters")
            elif not self.execute(line):
                self._end()
                return

    def execute(self, line: str) -> bool:
        """Carry out one command line; False after `quit`."""
        words = line.split()
        if not words:
            return True
        if words == ["quit"]:
            return False
        try:
            command = self._commands.get(words[0])
            if command is None:
                known = " ".join([*self._commands, "quit"])
                raise CommandError(f"'{words[0]}' is not a command; commands are {known}")
            command(words[1:])
        except (CommandError, RulesError) as error:
            self._error(str(error))
        return True

    # Answers

    def _say(self, *lines: str) -> None:
        with self._writing:
            self._out.write("".join(f"{line}\n" for line in lines))
            self._out.flush()

    def _error(self, message: str) -> None:
        self._say(f"info string error {_one_line(message)}")

    # Commands, each with the words after its name

    def _uci(self, words: list[str]) -> None:
        _no_more(words)
        games = " ".join(f"var {spec}" for spec in self._specs)
        self._say(
            f"id name Crossboard {_version()}",
            "id author the Crossboard authors",
            f"option name UCI_Variant type combo default {self._specs[0]} {games}",
            *(
                f"option name {name} type spin default {default} min {low} max {high}"
                for name, default, low, high in SPINS
            ),
            "uciok",
        )

    def _isready(self, words: list[str]) -> None:
        _no_more(words)
        self._say("readyok")

    def _stop(self, words: list[str]) -> None:
        _no_more(words)
        self._thinker.stop()

    def _setoption(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise CommandError(f"setoption is written: setoption name {'|'.join(OPTIONS)} value VALUE")
        name = words[1].lower()
        for spin, _, low, high in SPINS:
            if name == spin.lower():
                self._numbers[name] = _number(words[3], high, low, f"{spin} ")
                return
        if name != "uci_variant":
            raise CommandError(f"'{words[1]}' is not an option; options are {' '.join(OPTIONS)}")
        spec = words[3].lower()
        new_game(spec)
        self._spec = spec
        self._set_up(new_game, spec, [])

    def _ucinewgame(self, words: list[str]) -> None:
        _no_more(words)
        self._thinker.stop()
        self._forget = True
        self._set_up(new_game, self._spec, [])

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        moves = words[at + 1 :]
        if words[:at] == ["startpos"]:
            self._set_up(new_game, self._spec, moves)
        elif at > 1 and words[0] == "fen":
            self._set_up(game_at, " ".join(words[1:at]), moves)
        else:
            raise CommandError("position is written: position startpos|fen TEXT [moves PLY…]")

    def _show(self, words: list[str]) -> None:
        _no_more(words)
        game = self._game
        result = RESULTS[game.result]
        if game.result:
            result = f"{result} {TERMINATIONS[game.reason]}"
        legal = sorted(game.ply_text(ply) for ply in legal_plies(game))
        self._say(f"Fen: {game.text()}", f"Result: {result}", f"Legal: {' '.join(legal)}")

    def _go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            self._perft(words[1:])
        else:
            self._think(self._limits(words))

    def _perft(self, words: list[str]) -> None:
        if len(words) != 1:
            raise CommandError("go perft is written: go perft N")
        depth = _number(words[0], DEEPEST_PERFT)
        counts = divide(self._game, depth) if depth else {}
        nodes = sum(counts.values()) if depth else 1
        self._say(*(f"{text}: {count}" for text, count in counts.items()), "", f"Nodes searched: {nodes}")

    # Thinking

    def _limits(self, words: list[str]) -> Limits:
        """What `go` is followed by."""
        numbers: dict[str, int] = {}
        infinite = False
        rest = words[:]
        while rest:
            name = rest.pop(0)
            if name == "infinite":
                infinite = True
            elif name not in ("depth", "nodes", "movetime", *CLOCKS):
                raise CommandError(f"go: '{name}' is not one of depth nodes movetime infinite {' '.join(CLOCKS)} perft")
            elif not rest:
                raise CommandError(f"go {name}: a number is missing")
            else:
                least = 0 if name in CLOCKS else 1
                numbers[name] = _number(rest.pop(0), 999 if name == "depth" else MOST_MS, least, f"{name} ")
        if not words:
            raise CommandError("go is written: go depth N | nodes N | movetime MS | infinite | perft N")
        return Limits(
            numbers.get("depth"),
            numbers.get("nodes"),
            numbers.get("movetime", self._share(numbers)),
            infinite,
            self._numbers["level"],
            self._numbers["multipv"],
            self._numbers["hash"],
        )

    def _share(self, numbers: dict[str, int]) -> int | None:
        """Of the time on the clock of the side to move, what to spend on this ply."""
        left, gain = numbers.get("wb"[self._game.side] + "time"), numbers.get("wb"[self._game.side] + "inc", 0)
        if left is None:
            return None
        return max(1, min(left // max(1, numbers.get("movestogo", TURNS_TO_COME)) + gain, left // 2))

    def _think(self, limits: Limits) -> None:
        game = self._game
        if game.result:
            self._error(f"the game is over: {RESULTS[game.result]} {TERMINATIONS[game.reason]}")
            self._say("bestmove (none)")
            return
        ends = limits.depth is not None or limits.nodes is not None or limits.movetime_ms is not None
        ends = not limits.infinite and (ends or limits.level < LEVELS[-1])
        with self._thinking:
            number = self._thinker.begin(game.text(), limits, new_game=self._forget)
            self._searches[number] = (ends, limits.lines)
        self._forget = False

    def _found(self, found: Found) -> None:
        """What the search tells, in its own thread."""
        with self._thinking:
            _, wanted = self._searches.get(found.number, (True, 1))
            lines = [f"info string error {found.problem}"] if found.problem else []
            if (found.number, found.nodes) != self._told:  # the last one often repeats the one before
                lines += _info_lines(found, wanted)
            self._told = (found.number, found.nodes)
            if found.done:
                lines.append(f"bestmove {found.best or '(none)'}")
                self._searches.pop(found.number, None)
            with suppress(OSError):  # nobody reads any more, which the other thread finds out for itself
                self._say(*lines)
            self._thinking.notify_all()

    def _end(self, patient: bool = False) -> None:
        """Let the last search tell its best ply, one that has limits in its own time if `patient`, and end its process."""
        with self._thinking:
            if patient:
                self._thinking.wait_for(lambda: not any(ends for ends, _ in self._searches.values()))
            self._thinker.stop()
            self._thinking.wait_for(lambda: not self._searches, ENDING_S)
        self._thinker.close()

    # The position

    def _set_up(self, make: Callable[[str, int], Game], text: str, moves: list[str]) -> None:
        """Put up what `make` gives for `text` and play `moves`; on an error the old position stays.

        Programs send a whole game again for every ply; where it only goes on, the known part is not played again.
        """
        known = len(self._moves)
        if (make, text) == self._base and moves[:known] == self._moves:
            self._play_on(moves[known:])
        else:
            game = make(text, HISTORY)
            for number, ply in enumerate(moves, 1):
                _push_text(game, ply, number)
            self._game = game
        self._base = (make, text)
        self._moves = moves

    def _play_on(self, moves: list[str]) -> None:
        """Play `moves` in the position as it is: all of them or none."""
        if len(moves) > HISTORY // 2:  # too many to take back surely: try them aside
            aside = game_at(self._game.text(), HISTORY)
            for number, text in enumerate(moves, len(self._moves) + 1):
                _push_text(aside, text, number)
            self._game = aside
            return
        for done, text in enumerate(moves):
            try:
                _push_text(self._game, text, len(self._moves) + done + 1)
            except CommandError:
                for _ in range(done):
                    self._game.pop()
                raise


def run(args: argparse.Namespace) -> int:
    """The `engine` command: talk over standard input and output until `quit`; exit status 0."""
    del args  # the dialogue says everything
    if sys.stdin is None:  # type: ignore[reportUnnecessaryComparison]  # closed by whoever started the program
        return 0
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    Engine(cleaned(sys.stdout)).serve(sys.stdin)
    return 0


def _push_text(game: Game, text: str, number: int) -> None:
    try:
        ply = game.parse_ply(text)
    except RulesError as error:
        raise CommandError(f"move {number}: {error}") from error
    game.push(ply)


def _no_more(words: list[str]) -> None:
    if words:
        raise CommandError(f"'{words[0]}' is an unexpected word")


def _number(text: str, most: int, least: int = 0, what: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 13 and least <= int(text) <= most):
        raise CommandError(f"{what}'{text}' is not a number from {least} to {most}")
    return int(text)


def _info_lines(found: Found, wanted: int) -> list[str]:
    """The `info` lines of what was found, one for each line of play."""
    nps = found.nodes * 1000 // max(1, found.ms)
    lines: list[str] = []
    for number, line in enumerate(found.lines, 1):
        score = f"cp {line.score}" if line.ends_in is None else f"mate {_turns(line.ends_in)}"
        multi = f" multipv {number}" if wanted > 1 else ""
        lines.append(
            f"info depth {found.depth} seldepth {found.seldepth}{multi} score {score} nodes {found.nodes} nps {nps} "
            f"time {found.ms} pv {' '.join(line.plies)}"
        )
    return lines


def _turns(plies: int) -> int:
    """`mate` counts the moves of who wins; below 0 the side to move is the one that loses."""
    return (plies + 1) // 2 if plies > 0 else -(-plies // 2)


def _one_line(message: str) -> str:
    """`message` short and without anything that a reader could take for a line end or a control code."""
    if len(message) > 2 * LONGEST_ECHO:
        message = f"{message[:LONGEST_ECHO]} … {message[-LONGEST_ECHO:]}"
    return "".join(c if c.isprintable() else "?" for c in message)


def _skip_line(source: TextIO) -> None:
    while True:
        part = source.readline(LONGEST_LINE)
        if not part or part.endswith("\n"):
            return


def _version() -> str:
    try:
        return version("crossboard")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "(checkout)"
