"""`crossboard simulate --bench`: the simulated board before one's eyes, with magnets to move over it, while another program
(`flash`, `doctor`, `play`) is connected to it.

At a terminal the board is drawn, and keys do what hands would. Elsewhere each line of standard input is a command of `COMMANDS`,
and a line is printed when the lights change, so that a program can be the hands.
"""

from __future__ import annotations

import argparse
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

from rich.live import Live
from rich.text import Text

from crossboard import profiles
from crossboard.arguments import Parser, add_text
from crossboard.errors import CrossboardError
from crossboard.output import console, say, warn
from crossboard.profiles.layout import board_squares, square_name
from crossboard.simulator import simulate
from crossboard.terminal.keys import Keys, is_interactive

LOOK_S = 0.05
"""Between two looks at the lights."""

Lights = dict[str, tuple[int, int, int]]
KEYS = (
    "arrows: choose a square; Enter: the magnet here",
    "space: one more magnet, or take it; c: all magnets off",
    "l: magnets where light is; 1 2 3: ok, next, back",
    "u: cable out or in; p: power off or on; q: quit",
)
"""What the keys do, in lines that fit on terminals of 60 columns."""


class Bench(Protocol):
    """What the workbench needs of a SimulatedBoard."""

    profile: dict[str, Any]

    @property
    def alive(self) -> bool: ...
    @property
    def port(self) -> str: ...
    def lights(self) -> Lights: ...
    def squares(self) -> set[str]: ...
    def set_square(self, square: str, closed: bool) -> None: ...
    def press(self, button: str) -> None: ...
    def plug(self) -> None: ...
    def unplug(self) -> None: ...
    def start(self) -> None: ...
    def power_cut(self) -> None: ...


class Hands:
    """What can be done to the board. `put` and so on take squares by name; CrossboardError says what is wrong."""

    def __init__(self, board: Bench) -> None:
        self.board = board
        self.powered = True
        shape = board.profile["board"]
        self.columns: int = shape["columns"]
        self.rows: int = shape["rows"]
        self.squares = [square_name(s, self.columns) for s in board_squares(shape, lambda key, what: ValueError(what))]
        self.buttons: list[str] = list(board.profile["buttons"])

    def move(self, *squares: str) -> None:
        """Magnets on exactly these squares."""
        self._known(squares)
        now = self.board.squares()
        for square in sorted(now - set(squares)):
            self.board.set_square(square, False)
        for square in squares:
            if square not in now:
                self.board.set_square(square, True)

    def put(self, *squares: str) -> None:
        """Magnets on these squares too."""
        self._known(squares)
        for square in squares:
            self.board.set_square(square, True)

    def take(self, *squares: str) -> None:
        """No magnet on these squares any more."""
        self._known(squares)
        for square in squares:
            self.board.set_square(square, False)

    def press(self, *buttons: str) -> None:
        """Press buttons, one after the other."""
        for button in buttons:
            if button not in self.buttons:
                raise CrossboardError(f"no such button; there are {', '.join(self.buttons)}", button)
            self.board.press(button)

    def cable(self, *words: str) -> None:
        """`in`, `out`; nothing: the other way."""
        out = _choice(words, "out", "in", bool(self.board.port))
        self.board.unplug() if out else self.board.plug()

    def power(self, *words: str) -> None:
        """`on`, `off`; nothing: the other way."""
        off = _choice(words, "off", "on", self.powered)
        self.board.power_cut() if off else self.board.start()
        self.powered = not off

    def follow(self, *words: str) -> None:
        """Magnets on the squares that are lit, and no other."""
        if words:
            raise CrossboardError("takes nothing else", "light")
        self.move(*lit(self.board.lights()))

    def _known(self, squares: tuple[str, ...]) -> None:
        for square in squares:
            if square not in self.squares:
                raise CrossboardError("the board has no such square", square)


def _choice(words: tuple[str, ...], first: str, other: str, default: bool) -> bool:
    """Whether `first` was said, `default` if nothing was."""
    if words and words not in ((first,), (other,)):
        raise CrossboardError(f"is neither '{first}' nor '{other}'", " ".join(words))
    return words == (first,) if words else default


COMMANDS: dict[str, Callable[..., None]] = {
    "move": Hands.move,
    "put": Hands.put,
    "take": Hands.take,
    "press": Hands.press,
    "light": Hands.follow,
    "cable": Hands.cable,
    "power": Hands.power,
}
"""First word of a line -> what it does with the others."""


def lit(lights: Lights) -> list[str]:
    """The squares that shine."""
    return [square for square, colour in lights.items() if any(colour)]


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Run a simulated board with a port that other programs can open; with --uf2 a whole emulated Pico, with no more memory "
        "than it has, blank as from its maker."
    )
    parser.examples = (
        "simulate",
        "simulate --profile pico-cross --trace game.trace",
        "simulate --blank --link /tmp/board",
    )
    parser.appendix = profiles.profiles_help
    text = "the board to simulate (default: pico-8x8)"
    parser.add_argument("--profile", default="pico-8x8", metavar="NAME", help=text)
    parser.add_argument("--trace", metavar="FILE", help="play this sensor trace to it first")
    add_text(parser, "--flash", "FOLDER", "the folder that holds its flash (default: one in your data folder)")
    text = "with MicroPython only, to try `crossboard flash` on"
    parser.add_argument("--blank", action="store_true", help=text)
    text = "emulate a whole Raspberry Pi Pico with the MicroPython of this UF2 file (RPI_PICO or RPI_PICO_W)"
    add_text(parser, "--uf2", "FILE", text)
    parser.add_argument("--link", metavar="PATH", help="a symbolic link to its port, made anew at every start")
    text = "the kind of port (default: a PTY if possible)"
    parser.add_argument("--port", choices=("auto", "pty", "socket"), default="auto", help=text)
    text = "make it a Pico W in reach of this network, which has no password, to try `crossboard flash --wifi` on"
    add_text(parser, "--wifi", "SSID", text)
    text = "show its lights and move magnets over it, for doctor in another terminal"
    parser.add_argument("--bench", action="store_true", help=text)


def run(args: argparse.Namespace) -> int:
    """The command `simulate`: a simulated board, with --bench in view."""
    return simulate.run(args, work if args.bench else None)


def work(board: Bench) -> None:
    """Until `q`, the end of standard input, or the board's end."""
    if is_interactive():
        Screen(Hands(board)).run()
    else:
        by_lines(Hands(board))


def by_lines(hands: Hands) -> None:
    """Commands from standard input; `lights a1 b1 …` to standard output whenever other squares shine."""
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_read, args=(lines,), name="bench-input", daemon=True).start()
    shown: list[str] | None = None
    while hands.board.alive:
        now = lit(hands.board.lights())
        if now != shown:
            shown = now
            say(" ".join(["lights", *now]))
        try:
            line = lines.get(timeout=LOOK_S)
        except queue.Empty:
            continue
        if line is None:
            return
        if problem := obey(hands, line):
            warn(f"crossboard: {problem}")


def _read(lines: queue.Queue[str | None]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


def obey(hands: Hands, line: str) -> str:
    """Do what a line says; what is wrong with it, "" if nothing is."""
    word, *others = line.split() or [""]
    if not word:
        return ""
    if word not in COMMANDS:
        return f"{word}: not one of {', '.join(COMMANDS)}"
    try:
        COMMANDS[word](hands, *others)
    except CrossboardError as error:
        return str(error)
    return ""


class Screen:
    """The board in a terminal: a square is three characters in the colour of its light, `(o)` where a magnet lies."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.said = ""
        self._at = self._place(hands.squares[0])
        self._quit = False

    @staticmethod
    def _place(square: str) -> tuple[int, int]:
        return ord(square[0]) - 97, int(square[1:]) - 1

    @property
    def square(self) -> str:
        """Under the hand."""
        return f"{chr(97 + self._at[0])}{self._at[1] + 1}"

    def run(self) -> None:
        """Draw and obey until it is enough."""
        last = ""
        with Live(console=console(), auto_refresh=False) as live, Keys() as keys:
            while self.hands.board.alive and not self._quit:
                text = self.text()
                if text != last:
                    last = text
                    live.update(Text.from_ansi(text), refresh=True)
                for key in keys.read(LOOK_S):
                    try:
                        self.key(key)
                    except CrossboardError as error:
                        self.said = str(error)

    def text(self) -> str:
        """What is drawn, with the codes of its colours."""
        hands = self.hands
        lights, magnets = hands.board.lights(), hands.board.squares()
        lines: list[str] = []
        for row in range(hands.rows - 1, -1, -1):
            cells = [self._cell(f"{chr(97 + column)}{row + 1}", lights, magnets) for column in range(hands.columns)]
            lines.append(f"{row + 1:3} {''.join(cells)}")
        lines.append("    " + "".join(f" {chr(97 + column)} " for column in range(hands.columns)))
        state = f"port {hands.board.port or 'unplugged'}" + ("" if hands.powered else ", power off")
        return "\n".join([*lines, f"hand at {self.square}; {state}", *KEYS, self.said])

    def _cell(self, square: str, lights: Lights, magnets: set[str]) -> str:
        if square not in lights:
            return "   "
        red, green, blue = (min(255, 3 * part) for part in lights[square])
        dark = not (red or green or blue)
        colour = (
            "\x1b[48;5;236;38;5;250m"
            if dark
            else f"\x1b[48;2;{red};{green};{blue};38;5;{'16' if red + green + blue > 250 else '231'}m"
        )
        inside = "o" if square in magnets else " " if dark else "*"
        sides = "[]" if square == self.square else "()" if square in magnets else "  "
        return f"{colour}{sides[0]}{inside}{sides[1]}\x1b[0m"

    def key(self, key: str) -> None:
        """Do what a key says."""
        hands, self.said = self.hands, ""
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        if key in steps:
            self._step(*steps[key])
        elif key == "enter":
            hands.move(self.square)
        elif key == " ":
            (hands.take if self.square in hands.board.squares() else hands.put)(self.square)
        elif key in "123" and int(key) <= len(hands.buttons):
            hands.press(hands.buttons[int(key) - 1])
        elif key in ("q", "ctrl-c", "ctrl-d", "eof"):
            self._quit = True
        else:
            others = {"l": hands.follow, "c": hands.move, "u": hands.cable, "p": hands.power}
            if key in others:
                others[key]()

    def _step(self, across: int, up: int) -> None:
        """To the next square in that direction, over what is not a square."""
        column, row = self._at
        while 0 <= (column := column + across) < self.hands.columns and 0 <= (row := row + up) < self.hands.rows:
            if f"{chr(97 + column)}{row + 1}" in self.hands.squares:
                self._at = (column, row)
                return
