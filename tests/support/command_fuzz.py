"""Every command from the PC in every mode of the board, in any order: the firmware on fake pins, or a simulated board.

All follows from a seed: `python -m tests.support.command_fuzz SEED COUNT [--simulated]` plays one again and prints what was sent
before it failed.
`Script` chooses the commands and touches; who carries them out on which board is the test's business.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from crossboard.boards.link import Link, Message
from crossboard.boards.ports import SerialPort
from crossboard.simulator import SimulatedBoard
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.firmware_pc import FakePc
from tests.support.fuzz import damaged
from tests.support.rule_cases import CHARING as START

PATIENCE_S = 120.0
BARRIER = "1700000000014"
BUTTONS = [f"{name}{how}" for name in ("ok", "next", "back") for how in ("", " hold")]
COMMANDS: dict[str, list[str]] = {
    "N": ["charing-cross", "card-chess", "kings-crossing", "kings-crossing:stealth", "card-chess:random", "cross-eyed", "",
          "charing-cross 8/8/8/6N1/8/8/6n1/8 w -", "kings-crossing:stealth 4/4/4/4 w - - 0",
          "card-chess 6/P5/6/6/6/6 w", "charing-cross w", "charing-cross:x"],
    "B": [*BUTTONS * 3, "answer a4-b5", "answer a4-b4", "answer", "", "ok ", "hold", "ok hold hold"],
    "U": ["1", "2", "64", "0", "", "-1", "99999"],
    "E": ["1 1", "2 1", "3 2", "0 12", "0 13", *[f"{result} {reason}" for result in range(5) for reason in (0, 5, 13, 99)], ""],
    "S": ["", "x"],
    "T": ["1800000000000", "0", "", "-1", "999999999999999", "x"],
    "M": ["", "a1:4", "a4:1 b5:2", "z9:1", "a1:99", "a1", " ", " ".join(f"{c}{r}:4" for r in "12345" for c in "abcdefgh")],
    "O": ["", "teaching 2", "brightness 100", "brightness 1", "patterns 1", "x 1", "teaching 999", "teaching"],
    "D": ["memory", "flickers", *["begin"] * 4, *["end"] * 3, "light 3 255 0 0", "lights 1 2 3", "paint " + "4" * 64, "clear",
          "counts", "swap", "swap", "light 99 0 0 0", "paint x", "", "light -1 0 0 0", "light 1 1 1"],
    "G": ["{game} 0 " + START, "{game} 1 " + START, "{game} 99 " + START, "0001aabbccdd 2 " + START,
          "0001aabbccdd P 1 5 000000 a4-b5", "0001aabbccdd R 2 9 a4 - 3", "0001aabbccdd", "../../x 1 x", "{game} P 1 5", ""],
    "J": ["", "00000000 1", "{game} 1", "{game} 999", "../../x 1", "{game}", "{game} -1"],
    "K": ["{game} 0", "{game} 1", "{game} 999", "00000000 5", "{game}", "", "x"],
    "H": ["1 17 desk", "2 17 desk", ""],
    "Z": ["", "x"],
}  # fmt: skip


class Script:
    """What happens next."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.sent: list[str] = []  # of all that, the latest

    def command(self, game: str) -> tuple[str, str]:
        """A command's type and payload; one of eight is damaged."""
        kind = self.dice.choice([*"BDDNBBUEGJKMOSTZ", "H"])
        text = self.dice.choice(COMMANDS[kind]).replace("{game}", game)
        if self.dice.random() < 0.12:
            text = damaged(self.dice, text, COMMANDS[kind])
        text = "".join(c for c in text if " " <= c < "~")[:220]
        self.sent.append(f"{kind} {text}")
        return kind, text

    def touch(self) -> str:
        """`-a4` or `+a4`, or the name of a button that is pressed at the board."""
        dice = self.dice
        touch = dice.choice(
            [*BUTTONS[::2], *[f"{sign}{c}{r}" for sign in "+-" for c in "abcdefgh" for r in "12345678"]]
        )
        self.sent.append(touch)
        return touch


def fuzz_commands(seed: int, folder: Path, count: int) -> int:
    """So many commands and touches to the firmware on fake pins; AssertionError tells what was sent before something failed."""
    script = Script(seed)
    with fake_board(folder / "games") as board:
        board.switch_on()
        board.set_all(HOME)
        board.run(600)
        pc = FakePc(board, seed + 1)
        try:
            for _ in range(count):
                _step(script, board, pc)
            _plays_on(board)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r} after {script.sent[-12:]}") from error
    return len(script.sent)


def fuzz_simulated(seed: int, folder: Path, count: int) -> int:
    """The same to a simulated board: it says of no error, and plays on after all."""
    script = Script(seed)
    with SimulatedBoard("pico-8x8", folder, say=lambda _: None) as board:
        link = Link(SerialPort(board.port))
        heard: list[Message] = []
        answering = False

        def listen(seconds: float) -> None:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                for message in link.step():
                    wrong = message.kind == "L" and message.payload.startswith("error")
                    assert not wrong and "Traceback" not in message.payload, message
                    heard.append(message)
                    if answering and message.kind == "G":  # as every PC does: a board announces its game more than once
                        link.send("K", f"{message.payload.split(' ')[0]} 0")
                time.sleep(0.002)

        def wait_for(what: Callable[[Message], bool]) -> Message:
            heard.clear()
            end = time.monotonic() + PATIENCE_S
            while not (found := next(filter(what, heard), None)):
                assert time.monotonic() < end, f"the board says something else: {heard[-5:]}"
                listen(0.05)
            return found

        try:
            wait_for(lambda message: message.kind == "G")
            for _ in range(count):
                if script.dice.random() < 0.1:
                    touch = script.touch()
                    if touch[0] in "+-":
                        board.set_square(touch[1:], touch[0] == "+")
                    else:
                        board.press(touch)
                game = next((m.payload.split(" ")[0] for m in reversed(heard) if m.kind == "G"), "00000000")
                link.send(*script.command(game))
                listen(script.dice.choice((0.01, 0.01, 0.05, 0.2)))
            link.send("H", "1 17 desk")  # we speak the same protocol, whatever was said before
            link.send("D", "end")
            link.send("T", BARRIER)  # what was sent above has been obeyed when this is answered
            wait_for(lambda message: message.kind == "T" and message.payload.startswith(f"{BARRIER} "))
            answering = True
            board.set_squares([])
            link.send("N", "charing-cross")
            wait_for(lambda message: message.kind == "C" and message.payload == "N ok")
            board.set_squares(HOME.split())
            wait_for(lambda message: message.kind == "V" and message.payload.split(" ")[1] == "p")
            board.set_square("a4", False)
            listen(0.1)
            board.set_square("b5", True)
            wait_for(lambda message: message.kind == "P" and message.payload.endswith(" a4-b5"))
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error} after {script.sent[-12:]}") from error
        finally:
            link.close()
    return len(script.sent)


def _step(script: Script, board: FakeBoard, pc: FakePc) -> None:
    dice = script.dice
    if dice.random() < 0.2:
        touch = script.touch()
        if touch[0] in "+-":
            board.set(touch[1:], touch[0] == "+")
        else:
            board.press(touch, dice.choice((60, 60, 1100)))
    elif dice.random() < 0.1:
        script.sent.append("home")
        board.set_all(dice.choice((HOME, HOME, "")))
    elif pc.channel.room():
        kind, text = script.command(board.app.journal.id())
        pc.channel.queue(ord(kind), text.encode(), len(text))
    pc.run(dice.choice((5, 10, 50, 400, 1500)))


def _plays_on(board: FakeBoard) -> None:
    """After all that a game can be begun and played."""
    pc = FakePc(board, 7)
    pc.run(1500)
    pc.send("D", "end")
    pc.run(100)
    board.set_all("")
    pc.send("N", "charing-cross")
    pc.run(500)
    board.set_all(HOME)
    pc.run(1500)
    board.gesture("-a4 +b5")
    pc.run(500)
    assert board.app.current.plies == 1, f"no ply is understood in mode {chr(board.app.modes.letter())}"
    assert any(text.endswith(" a4-b5") for text in pc.records.values())


def main() -> None:
    """Play one seed, on fake pins or with --simulated on a simulated board."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.command_fuzz", description=fuzz_commands.__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("--simulated", action="store_true", help="on a simulated board, in real time")
    args = parser.parse_args()
    play = fuzz_simulated if args.simulated else fuzz_commands
    with tempfile.TemporaryDirectory() as place:
        print(play(args.seed, Path(place), args.count), "commands and touches")


if __name__ == "__main__":
    main()
