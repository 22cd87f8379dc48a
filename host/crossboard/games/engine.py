"""`crossboard engine`: the rules over standard input and output, in a dialect of UCI.

The door for outside checks and for programs that talk to chess engines. One command a line; every answer is
flushed at once; commands are answered in the order they come. A command that is illegal or cannot be read is
answered with one line `info string error …` and changes nothing. The end of the input is `quit`.

    uci                                  name, options, `uciok`
    isready                              `readyok`
    setoption name UCI_Variant value GAME[:VARIANT]
                                         the game that `startpos` means; its start position is put up at once
    ucinewgame                           the start position again
    position startpos|fen TEXT [moves PLY…]
    d                                    `Fen: TEXT`, `Result: *` or `Result: 1-0 REASON`, `Legal: PLY PLY …`
    go perft N                           `PLY: COUNT` for each ply, an empty line, `Nodes searched: N`
    stop, quit

Plies and counts are sorted by ply text. TEXT names its own game, whatever UCI_Variant says.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import TextIO

from crossboard.games.perft import divide
from crossboard.games.rules import Game, game_at, legal_plies, new_game, specs
from shared_rules.codes import RESULTS, TERMINATIONS
from shared_rules.errors import RulesError

LONGEST_LINE = 1 << 20  # characters; a line beyond that is skipped, so that no input fills the memory
LONGEST_ECHO = 160  # characters of a bad command that its error repeats
DEEPEST_PERFT = 64  # plies; far beyond what can be counted, well below HISTORY
HISTORY = 256  # plies that a game here can take back


class CommandError(ValueError):
    """A command that is not carried out; the message is what follows `info string error`."""


class Engine:
    """A dialogue: `execute` takes one command line and writes its answer to `out`."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
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
                return
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                _skip_line(source)
                self._error(f"the line is longer than {LONGEST_LINE} characters")
            elif not self.execute(line):
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
            "uciok",
        )

    def _isready(self, words: list[str]) -> None:
        _no_more(words)
        self._say("readyok")

    def _stop(self, words: list[str]) -> None:
        """Nothing goes on between commands, so there is nothing to stop."""
        _no_more(words)

    def _setoption(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise CommandError("setoption is written: setoption name UCI_Variant value GAME[:VARIANT]")
        if words[1].lower() != "uci_variant":
            raise CommandError(f"'{words[1]}' is not an option; the option is UCI_Variant")
        spec = words[3].lower()
        if spec not in self._specs:
            raise CommandError(f"'{words[3]}' is none of {' '.join(self._specs)}")
        self._spec = spec
        self._set_up(new_game, spec, [])

    def _ucinewgame(self, words: list[str]) -> None:
        _no_more(words)
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
        if words[:1] in (["depth"], ["movetime"], ["nodes"], ["infinite"]):
            raise CommandError(f"go {words[0]}: this engine counts plies (go perft N) but does not search")
        if len(words) != 2 or words[0] != "perft":
            raise CommandError("go is written: go perft N")
        depth = _number(words[1], DEEPEST_PERFT)
        counts = divide(self._game, depth) if depth else {}
        nodes = sum(counts.values()) if depth else 1
        self._say(*(f"{text}: {count}" for text, count in counts.items()), "", f"Nodes searched: {nodes}")

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
    Engine(sys.stdout).serve(sys.stdin)
    return 0


def _push_text(game: Game, text: str, number: int) -> None:
    try:
        ply = game.parse_ply(text)
    except RulesError as error:
        raise CommandError(f"move {number}: {error}") from error
    game.push(ply)


def _no_more(words: list[str]) -> None:
    if words:
        raise CommandError(f"'{words[0]}' is one word too many")


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= most):
        raise CommandError(f"'{text}' is not a number from 0 to {most}")
    return int(text)


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
