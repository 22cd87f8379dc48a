"""`crossboard engine`: rules and search over standard input and output, in a dialect of UCI.

The door for outside checks and for programs that talk to chess engines. One command a line; every answer is
flushed at once; commands are answered in the order they come. A command that is illegal or cannot be read is
answered with one line `info string error …` and changes nothing. The end of the input is `quit`, once a search that
has limits is done.

    uci                                  name, options, `uciok`
    isready                              `readyok`
    setoption name UCI_Variant value GAME[:VARIANT], or what such programs call it
                                         the game that `startpos` means; its start position is put up at once
    setoption name Level value N         how well to play, 1 to 8
    setoption name Hash value MB, setoption name MultiPV value N, setoption name Clear Hash
    setoption name Ponder value true     `bestmove PLY ponder PLY` names the reply to think about
    ucinewgame                           the start position again; what was found before is forgotten
    position startpos|fen TEXT [moves PLY…]
    d                                    `Fen: TEXT`, `Result: *` or `Result: 1-0 REASON`, `Legal: PLY PLY …`
    go perft N                           `PLY: COUNT` for each ply, an empty line, `Nodes searched: N`
    go [depth N] [nodes N] [movetime MS] [mate N] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
       [searchmoves PLY…] [infinite] [ponder]
                                         `info depth …` for each depth, in the end `bestmove PLY`
    ponderhit, stop, quit
    debug …, register …                  accepted, and without effect

Plies and counts are sorted by ply text. TEXT names its own game, whatever UCI_Variant says.

A search goes on in a process of its own while commands are answered. Each `go` ends with one `bestmove`: when one of its
limits is reached, on `stop`, `ucinewgame` or `quit`, and when another `go` takes its place. Where the game is over it
is `bestmove (none)`. With `infinite`, or without limits, only a command ends it; with `ponder`, its limits count from
`ponderhit` on. `go` is obeyed as far as it is understood: the rest is named in a line `info string ignored …`, numbers out
of range become the nearest that is in it, and parts of a millisecond are dropped.
"""

from __future__ import annotations

import argparse
import io
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from math import isnan
from typing import TextIO

from crossboard.arguments import Parser
from crossboard.games.formats import formats_of
from crossboard.games.perft import divide
from crossboard.games.reasons import end_word, illegal_words
from crossboard.games.rules import Game, game_at, game_names, games_help, legal_plies, name_of, new_game, played, specs
from crossboard.opponent.thinker import HASH_MB, LEVELS, MOST_LINES, Found, Limits, Thinker
from crossboard.output import cleaned
from shared_rules.codes import RESULTS
from shared_rules.errors import IllegalPlyError, RulesError

LONGEST_LINE = 1 << 20  # characters; a line beyond that is skipped, so that no input fills the memory
LONGEST_ECHO = 160  # characters of a bad command that its error repeats
DEEPEST_PERFT = 64  # plies; far beyond what can be counted, well below HISTORY
HISTORY = 256  # plies that a game here can take back
ENDING_S = 2.0  # how long `quit` waits for the last `bestmove`
TURNS_TO_COME = 30  # for which the time left on a clock is to do, unless `movestogo` says how many
DEEPER = 4  # plies beyond those of a win in so many moves, until `go mate` gives up: the search looks less deep at some plies

MOST = 1 << 40
NUMBERS = {  # words of `go` that a number follows: the least and the most
    "depth": (1, 999),
    "nodes": (1, MOST),
    "movetime": (1, MOST),
    "mate": (1, 400),
    "wtime": (0, MOST),
    "btime": (0, MOST),
    "winc": (0, MOST),
    "binc": (0, MOST),
    "movestogo": (1, 999),
}

# Options that are numbers: name, default, least, most.
SPINS = (
    ("Level", LEVELS[-1], LEVELS[0], LEVELS[-1]),
    ("Hash", 16, HASH_MB[0], HASH_MB[-1]),
    ("MultiPV", 1, 1, MOST_LINES),
)
OPTIONS = ("UCI_Variant", *(name for name, *_ in SPINS), "Ponder", "Clear Hash")


class CommandError(ValueError):
    """A command that is not carried out; the message is what follows `info string error`."""


@dataclass(frozen=True)
class _Search:
    """The search in progress."""

    start: str  # where its game began,
    moves: list[str]  # what has been played since,
    text: str  # and the position that came of it
    limits: Limits
    on_hit: bool  # whether its limits count from `ponderhit` on


class Engine:
    """A dialogue: `execute` takes one command line and writes its answer to `out`."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._writing = threading.Lock()
        self._thinker = Thinker(self._found)
        self._thinking = threading.Condition()
        self._searches: dict[int, _Search] = {}  # those under way, by their numbers
        self._told = (0, 0)  # number and nodes of what was last told
        self._forget = False  # whether the next search is to know nothing of those before
        self._names_reply = False  # the option Ponder
        self._numbers = {"level": LEVELS[-1], "hash": 16, "multipv": 1}
        self._specs = specs()
        worlds = [formats for name in game_names() if (formats := formats_of(name))]
        self._names = {name: spec for world in worlds for name, spec in world.engine_names.items()}
        self._switches = {name: spec for world in worlds for name, spec in world.engine_switches.items()}
        self._switched: set[str] = set()
        # Programs that know nothing of UCI_Variant mean the game that they call engines for.
        self._spec = next(iter(self._names.values()), self._specs[0])
        self._base = (new_game, self._spec)  # what the position was made by and from
        self._moves: list[str] = []  # the plies played since, as they were sent,
        self._plies: list[str] = []  # and in our words
        self._game = new_game(self._spec, HISTORY)
        self._start = self._game.text()
        self._commands = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "d": self._show,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "debug": _ignore,
            "register": _ignore,
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
        games = " ".join(f"var {name}" for name in dict.fromkeys([*self._specs, *self._names]))
        self._say(
            f"id name Crossboard {_version()}",
            "id author the Crossboard authors",
            f"option name UCI_Variant type combo default {self._default()} {games}",
            *(f"option name {name} type check default false" for name in self._switches),
            *(
                f"option name {name} type spin default {default} min {low} max {high}"
                for name, default, low, high in SPINS
            ),
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "uciok",
        )

    def _isready(self, words: list[str]) -> None:
        _no_more(words)
        self._say("readyok")

    def _stop(self, words: list[str]) -> None:
        _no_more(words)
        self._thinker.stop()

    def _setoption(self, words: list[str]) -> None:
        if [word.lower() for word in words] == ["name", "clear", "hash"]:
            self._forget = True
            return
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise CommandError(f"setoption is written: setoption name {'|'.join(OPTIONS)} value VALUE")
        name = words[1].lower()
        for spin, _, low, high in SPINS:
            if name == spin.lower():
                self._numbers[name] = _number(words[3], high, low, f"{spin} ")
                return
        if name == "ponder":
            self._names_reply = _truth("Ponder", words[3])
            return
        for switch in self._switches:
            if name == switch.lower():
                change = self._switched.add if _truth(switch, words[3]) else self._switched.discard
                change(switch)
                return
        if name != "uci_variant":
            raise CommandError(f"'{words[1]}' is not an option; options are {', '.join((*OPTIONS, *self._switches))}")
        spec = self._names.get(words[3].lower(), words[3].lower())
        new_game(spec)
        self._spec = spec
        self._set_up(new_game, spec, [])

    def _ucinewgame(self, words: list[str]) -> None:
        _no_more(words)
        self._thinker.stop()
        self._forget = True
        self._set_up(new_game, self._meant(), [])

    def _meant(self) -> str:
        """`GAME[:VARIANT]` of positions that do not say their own."""
        name = self._spec.partition(":")[0]
        found = (self._switches[switch] for switch in self._switched)
        return next((spec for spec in found if spec.partition(":")[0] == name), self._spec)

    def _default(self) -> str:
        return next(iter(self._names), self._specs[0])

    def _at(self, text: str, history: int) -> Game:
        """The game at a position that may be written in the formats of its own world."""
        spec = self._meant()
        formats = formats_of(spec.partition(":")[0])
        if formats and name_of(text) not in game_names():
            text = formats.read_position(spec, text)
        return game_at(text, history)

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        moves = words[at + 1 :]
        if words[:at] == ["startpos"]:
            self._set_up(new_game, self._meant(), moves)
        elif at > 1 and words[0] == "fen":
            self._set_up(self._at, " ".join(words[1:at]), moves)
        else:
            raise CommandError("position is written: position startpos|fen TEXT [moves PLY…]")

    def _show(self, words: list[str]) -> None:
        _no_more(words)
        game = self._game
        result = RESULTS[game.result]
        if game.result:
            result = _end_of(game)
        formats = formats_of(game.name)
        legal = sorted(ply_said(game, ply) for ply in legal_plies(game))
        self._say(
            f"Fen: {formats.write_position(game) if formats else game.text()}",
            f"Result: {result}",
            f"Legal: {' '.join(legal)}",
        )

    def _go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            self._perft(words[1:])
        else:
            self._think(words)

    def _perft(self, words: list[str]) -> None:
        if len(words) != 1:
            raise CommandError("go perft is written: go perft N")
        depth = _number(words[0], DEEPEST_PERFT)
        counts = divide(self._game, depth) if depth else {}
        counts = dict(
            sorted((ply_said(self._game, self._game.parse_ply(text)), count) for text, count in counts.items())
        )
        nodes = sum(counts.values()) if depth else 1
        self._say(*(f"{text}: {count}" for text, count in counts.items()), "", f"Nodes searched: {nodes}")

    # Thinking

    def _think(self, words: list[str]) -> None:
        search = self._asked(words)
        game = self._game
        with self._thinking:
            if game.result:
                self._thinker.stop()
                self._thinking.wait_for(lambda: not self._searches)
                self._error(f"the game is over: {_end_of(game)}")
                self._say("bestmove (none)")
                return
            number = self._thinker.begin(search.start, search.limits, moves=search.moves, new_game=self._forget)
            self._searches[number] = search
        self._forget = False

    def _asked(self, words: list[str]) -> _Search:
        """The search that is meant by what follows `go`; says what of it is passed over."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        plies: list[str] = []
        passed_over: list[str] = []
        rest = words[:]
        while rest:
            word = rest.pop(0)
            if word in NUMBERS and rest and (number := _number_near(rest[0], *NUMBERS[word])) is not None:
                numbers[word] = number
                rest.pop(0)
            elif word in ("infinite", "ponder", "searchmoves"):
                flags.add(word)
            elif "searchmoves" in flags and self._is_legal(word):
                plies.append(self._game.ply_text(ply_heard(self._game, word)))
            else:
                passed_over.append(word)
        if passed_over:
            self._say(f"info string ignored {_one_line(' '.join(passed_over))}")
        depth, mate = numbers.get("depth"), numbers.get("mate")
        if mate is not None:
            depth = min(depth or MOST, 2 * mate - 1 + DEEPER)
        movetime = numbers.get("movetime", self._share(numbers))
        unlimited = "infinite" in flags or (depth is None and movetime is None and "nodes" not in numbers)
        limits = Limits(
            depth,
            numbers.get("nodes"),
            movetime,
            mate,
            unlimited or "ponder" in flags,
            tuple(plies),
            self._numbers["level"],
            self._numbers["multipv"],
            self._numbers["hash"],
            0 if unlimited else None,
        )
        return _Search(self._start, list(self._plies), self._game.text(), limits, not unlimited and "ponder" in flags)

    def _is_legal(self, text: str) -> bool:
        try:
            ply_heard(self._game, text)
        except RulesError:
            return False
        return True

    def _share(self, numbers: dict[str, int]) -> int | None:
        """Of the time on the clock of the side to move, what to spend on this ply: little if only the other's is known."""
        if "wtime" not in numbers and "btime" not in numbers:
            return None
        side = "wb"[self._game.side]
        left, gain = numbers.get(f"{side}time", 0), numbers.get(f"{side}inc", 0)
        return max(1, min(left // numbers.get("movestogo", TURNS_TO_COME) + gain, left // 2))

    def _ponderhit(self, words: list[str]) -> None:
        _no_more(words)
        with self._thinking:
            for number, search in self._searches.items():
                if search.on_hit:
                    self._searches[number] = replace(search, limits=replace(search.limits, infinite=False))
                    self._thinker.release(number)

    def _found(self, found: Found) -> None:
        """What the search tells, in its own thread."""
        with self._thinking:
            search = self._searches[found.number]
            lines = [f"info string error {found.problem}"] if found.problem else []
            if (found.number, found.nodes) != self._told:  # the last one often repeats the one before
                lines += _info_lines(found, search)
            self._told = (found.number, found.nodes)
            if found.done:
                best = _said(search, [found.best])[0] if found.best else "(none)"
                lines.append(f"bestmove {best}{self._reply(search, found)}")
                del self._searches[found.number]
            with suppress(OSError):  # nobody reads any more, which the other thread finds out for itself
                self._say(*lines)
            self._thinking.notify_all()

    def _end(self, patient: bool = False) -> None:
        """Let the last search tell its best ply, one that has limits in its own time if `patient`, and end its process."""
        with self._thinking:
            if patient:
                self._thinking.wait_for(lambda: all(search.limits.infinite for search in self._searches.values()))
            self._thinker.stop()
            self._thinking.wait_for(lambda: not self._searches, ENDING_S)
        self._thinker.close()
        with self._thinking:  # what its process did not answer, the thinker does
            self._thinking.wait_for(lambda: not self._searches, ENDING_S)

    def _reply(self, search: _Search, found: Found) -> str:
        """What `bestmove` says after its ply: the other side's expected reply, where such is wanted and known."""
        plies = found.lines[0].plies if self._names_reply and found.lines else ()
        if len(plies) < 2:
            return ""
        game = game_at(search.text)
        side = game.side
        game.push(game.parse_ply(plies[0]))
        return f" ponder {ply_said(game, game.parse_ply(plies[1]))}" if game.side != side else ""

    # The position

    def _set_up(self, make: Callable[[str, int], Game], text: str, moves: list[str]) -> None:
        """Put up what `make` gives for `text` and play `moves`; on an error the old position stays. A game that programs go on with
        after its end stays there, and that is told.

        Programs send a whole game again for every ply; where it only goes on, the known part is not played again.
        """
        known = len(self._moves)
        if (make, text) == self._base and moves[:known] == self._moves:
            self._play_on(moves[known:])
        else:
            game = make(text, HISTORY)
            start = game.text()
            plies = _push_texts(game, moves, 1)
            self._game, self._start, self._plies = game, start, plies
        self._base = (make, text)
        self._moves = moves[: len(self._plies)]
        if len(self._moves) < len(moves):
            number = len(self._plies) + 1
            self._error(f"move {number}, {moves[number - 1]}, comes after the end of the game: {_end_of(self._game)}")

    def _play_on(self, moves: list[str]) -> None:
        """Play `moves` in the position as it is, to the end of the game; none of them if one is not legal."""
        if len(moves) > HISTORY // 2:  # too many to take back surely: try them aside
            aside = played(self._start, self._plies, HISTORY)
            more = _push_texts(aside, moves, len(self._moves) + 1)
            self._game, self._plies = aside, [*self._plies, *more]
            return
        self._plies += _push_texts(self._game, moves, len(self._moves) + 1)


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.examples = ("engine",)
    parser.appendix = games_help


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


def ply_said(game: Game, ply: int) -> str:
    """A ply as programs that talk to engines have it: in the format of the game's own world, if it has one."""
    formats = formats_of(game.name)
    return formats.write_engine_ply(game, ply) if formats else game.ply_text(ply)


def ply_heard(game: Game, text: str) -> int:
    """The ply that such a program means; RulesError if there is none."""
    formats = formats_of(game.name)
    return formats.read_engine_ply(game, text) if formats else game.parse_ply(text)


def _push_texts(game: Game, texts: Sequence[str], number: int) -> list[str]:
    """Play what was sent as the moves from that number to the game's end; returns them in our words. If one is not legal, the
    game is as before, as far as it can be taken back."""
    ours: list[str] = []
    for text in texts:
        try:
            ply = ply_heard(game, text)
        except RulesError as error:
            if game.result and isinstance(error, IllegalPlyError):
                break
            why = illegal_words(game, error, text, ply_said)
            for _ in range(min(len(ours), game.undoable)):
                game.pop()
            raise CommandError(f"move {number + len(ours)}: {error}{why and f': {why}'}") from error
        ours.append(game.ply_text(ply))
        game.push(ply)
    return ours


def _end_of(game: Game) -> str:
    """How the game has ended: `1-0 checkmate`."""
    return f"{RESULTS[game.result]} {end_word(game, game.reason)}"


def _said(search: _Search, plies: Sequence[str]) -> list[str]:
    """Plies from the position that is searched on, as such programs have them."""
    game = game_at(search.text)
    if formats_of(game.name) is None:
        return list(plies)
    found: list[str] = []
    for text in plies:
        ply = game.parse_ply(text)
        found.append(ply_said(game, ply))
        game.push(ply)
    return found


def _truth(name: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise CommandError(f"{name} '{text}' is neither true nor false")
    return text == "true"


def _no_more(words: list[str]) -> None:
    if words:
        raise CommandError(f"'{words[0]}' is an unexpected word")


def _ignore(words: list[str]) -> None:
    del words


def _number_near(text: str, least: int, most: int) -> int | None:
    """The whole number from `least` to `most` that is nearest to the one written; None if none is."""
    try:
        number = float(text)
    except ValueError:
        return None
    return None if isnan(number) else int(max(least, min(most, number)))


def _number(text: str, most: int, least: int = 0, what: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 13 and least <= int(text) <= most):
        raise CommandError(f"{what}'{text}' is not a number from {least} to {most}")
    return int(text)


def _info_lines(found: Found, search: _Search) -> list[str]:
    """The `info` lines of what was found, one for each line of play."""
    nps = found.nodes * 1000 // max(1, found.ms)
    lines: list[str] = []
    for number, line in enumerate(found.lines, 1):
        score = f"cp {line.score}" if line.ends_in is None else f"mate {_turns(line.ends_in)}"
        multi = f" multipv {number}" if search.limits.lines > 1 else ""
        lines.append(
            f"info depth {found.depth} seldepth {found.seldepth}{multi} score {score} nodes {found.nodes} nps {nps} "
            f"time {found.ms} pv {' '.join(_said(search, line.plies))}"
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
