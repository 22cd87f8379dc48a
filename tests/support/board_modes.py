"""The rounds of the board's loop in everything but plain play, a PC connected throughout: a scenario for each mode.

A scenario is a function of a desk (rounds.py) at which the game of a spec or a position lies, its pieces not yet standing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from crossboard.games.rules import HOLE, footprint, game_at, legal_plies, new_game, read_square
from tests.support.firmware_on_pins import fake_board
from tests.support.rounds import Desk
from tests.support.rule_cases import HARDEST

GAMES = (
    "charing-cross",
    "kings-crossing:alternate+longer+backwards",
    "cross-eyed",
    "card-chess",
    "card-chess:progressive",
)
STEALTH = ("kings-crossing:alternate+longer+backwards+stealth",)
LONG = 120  # plies of a long game
TRIES = 20
PROMOTION = "cross-eyed ****4****/****4****/****4****/***6***/12/11r/10P1/12/***6***/****4****/****K3****/****3k**** w"
ASKED = (
    (PROMOTION, "-l7 -k6 +l7", "next next next ok"),
    (PROMOTION, "-k6 +l6", "next back"),
    ("card-chess:plain 2kkjt/tj1q2/6/2[JQ]3/3[qQ]2/TJKK1T w ............ -", "-d2 -c3 +c3 +d2", "next ok"),
    ("card-chess:plain+progressive 6/6/6/6/6/6 w ............ KKQQJJTTkkqqjjtt", "+c2", "next next ok"),
)
"""Positions, what is touched there, and how the question is answered."""


@contextmanager
def desk_for(spec: str) -> Iterator[Desk]:
    """A desk with a PC."""
    from tests.support.firmware_pc import FakePc

    with TemporaryDirectory() as folder, fake_board(Path(folder) / "games") as board:
        desk = Desk(board, spec)
        pc = FakePc(board)
        desk.pc = pc
        yield desk


def start(desk: Desk) -> str:
    """What is to be played from: Card Chess was dealt by chance; where kings are picked, the text does not tell them."""
    text = desk.app.table.game.text()
    return text if text.startswith("card-chess") else text.split(" ")[0]


@cache
def random_game(position: str, most: int, to_end: bool) -> list[int]:
    """The plies of the longest of some random games from `position`, or of that game.

    They are `most`, fewer if it is over before (without the last one).

    `to_end`: of one that is over by then, with the last one.
    """
    found: list[int] = []
    for seed in range(TRIES):
        dice = random.Random(f"{position}/{seed}")
        game = game_at(position) if " " in position else new_game(position)
        plies: list[int] = []
        while (legal := legal_plies(game)) and len(plies) < most:
            plies.append(dice.choice(legal))
            game.push(plies[-1])
        if game.result and not to_end:
            plies.pop()
        if len(plies) > len(found) and (game.result or not to_end):
            found = plies
    return found


def record(desk: Desk, plies: list[int]) -> None:
    """The plies are in the journal as if they had been played, and the board is switched on again at the position after them."""
    app = desk.app
    pick(desk)
    for ply in plies:
        app.table.game.push(ply)
        app.current.t += 4000
        app.current.record_ply(ply, app.table.game.digest())
    desk.pc.run(20)
    desk.switch_on()


# The modes


def choosing(desk: Desk) -> None:
    """Through every menu, and every game with each of its words begun once."""
    desk.stand()
    names = sorted(desk.board.profile["games"])
    desk.press("ok", 1100)
    for _ in names:
        desk.press("next")
    desk.press("back")
    for name in names:
        words = len(desk.board.profile.get("variants", {}).get(name, "").split())
        for variant in (0, *(1 << word for word in range(words))):
            desk.press("ok", 1100)
            for _ in range((names.index(name) - names.index(desk.app.table.game.name)) % len(names)):
                desk.press("next")
            desk.press("ok")
            while desk.app.modes.menu and desk.app.modes.menu._item != variant:
                desk.press("next")
            if desk.app.modes.menu:
                desk.press("ok")
            desk.run(300)
            assert desk.app.table.game.name == name
            if desk.app.modes.menu:
                desk.press("back")  # two players


def thinking(desk: Desk) -> None:
    """The board thinks about its first ply, no PC being there, and its lights lead through it."""
    import shared_rules.search.search  # noqa: F401  # loading code does not count
    from tests.support.led_hands import LEADING

    desk.pc = None
    desk.stand()
    pick(desk)
    assert not desk.app.link.commands().seat(f"{desk.app.table.game.side} 8")
    desk.run(6000)
    assert desk.app.current.opponent.state == LEADING


def setting_up(desk: Desk) -> None:
    """Pieces are put one after the other, wrong ones among them, swept off all at once, and stand at once."""
    board = desk.app.table.game.board
    dice = random.Random(1)
    wanted = [square for square, value in enumerate(board) if value and value != HOLE]
    free = [square for square, value in enumerate(board) if not value]
    dice.shuffle(wanted)
    for n, square in enumerate(wanted):
        desk.set(square, True, 60)
        if n % 4 == 0:
            wrong = dice.choice(free)
            desk.set(wrong, True, 120)
            desk.set(wrong, False, 60)
    for square in wanted[:-1]:
        desk.set(square, False)
    desk.run(500)
    desk.stand(ms=1500)


def resuming(desk: Desk) -> None:
    """Switched on in a long game; the pieces stand as they were, but for two."""
    record(desk, random_game(start(desk), LONG, False))
    desk.run(1000)
    desk.stand(ms=100)
    standing = [square for square, value in enumerate(desk.app.table.game.board) if value and value != HOLE]
    for square in standing[:2]:
        desk.set(square, False, 400)
    desk.stand(ms=1500)
    assert chr(desk.app.modes.letter()) == "p"


def asking(desk: Desk) -> None:
    """A question comes, and is answered."""
    text = desk.app.table.game.text()
    for position, touches, buttons in ASKED:
        if game_at(position).text() != text:
            continue
        assert desk.board.new_game(position) == ""
        desk.stand()
        for word in touches.split():
            desk.set(read_square(desk.app.table.game, word[1:]), word[0] == "+", 450)
        desk.run(3500)
        assert desk.app.modes.asking()
        for button in buttons.split():
            desk.press(button, 60, 300)
        desk.run(1000)


def in_trouble(desk: Desk) -> None:
    """In the middle of a game: wrong plies, a bumped board, a swept one, and the way back from each."""
    record(desk, random_game(start(desk), LONG // 3, False))
    desk.stand(ms=1500)
    dice = random.Random(2)
    for many in (1, 2, 4, 99):
        game = game_at(desk.app.table.game.text())
        board = game.board
        standing = [square for square, value in enumerate(board) if value and value != HOLE]
        free = [square for square, value in enumerate(board) if not value]
        dice.shuffle(standing)
        dice.shuffle(free)
        if legal := legal_plies(game):
            desk.perform(dice.choice(legal), 1000)  # that one may still be put back
        gone, strange = standing[:many], free[: min(many, 6)]
        for square in gone:
            desk.set(square, False, 0 if many > 4 else 150)
        for square in strange:
            desk.set(square, True, 0 if many > 4 else 200)
        desk.run(4000)
        for square in strange:
            desk.set(square, False, 120)
        back = list(desk.app.table.recognizer.base)
        for square, closed in enumerate(back):
            if desk.app.table.recognizer.now[square] != closed and board[square] != HOLE:
                desk.set(square, bool(closed), 150)
        desk.run(4000)


def led(desk: Desk) -> None:
    """A replay on the board: a light for every square, pieces put, buttons, and back to the board's own game."""
    record(desk, random_game(start(desk), LONG, False))
    desk.stand(ms=1500)
    pc = desk.pc
    count = desk.app.display.lights.count
    pc.send("D", "begin")
    desk.run(200)
    dice = random.Random(3)
    for _ in range(12):
        pc.send("D", "paint " + "".join(dice.choice("0123456789abcdef") for _ in range(count)))
        desk.run(150)
        square = dice.choice([s for s, value in enumerate(desk.app.table.game.board) if value != HOLE])
        desk.set(square, False, 150)
        desk.set(square, True, 150)
    desk.press("next", 100, 200)
    desk.press("ok", 1200, 200)
    pc.send("D", "end")
    desk.run(500)
    desk.stand(ms=1500)


def setting(desk: Desk) -> None:
    """Teaching, brightness and patterns, by buttons and from the PC."""
    desk.stand(ms=1000)
    for _ in range(3):
        desk.press("next", 1100)
        desk.press("next")
        desk.press("ok", 60, 300)
    for _ in range(5):
        desk.press("next", 1100)
        desk.press("next", 1100)
        desk.press("next")
        desk.press("ok", 60, 300)
    for text in ("", "patterns 1", "brightness 55", "teaching 2", "nothing 1", "patterns 0"):
        desk.pc.send("O", text)
        desk.run(300)


def taking_back(desk: Desk) -> None:
    """A ply put back before it is final and after; one by the buttons, some by the PC, in a long game."""
    plies = random_game(start(desk), LONG, False)
    record(desk, plies)
    desk.stand(ms=1500)
    for rest in (50, 800):
        before = bytearray(desk.app.table.recognizer.now)
        for ply in legal_plies(desk.app.table.game):
            squares = [square for square, _ in footprint(desk.app.table.game, ply)]
            if len(set(squares)) == 2:
                desk.perform(ply, rest)
                for square in reversed(squares):
                    desk.set(square, bool(before[square]), 200)
                desk.run(1500)
                break
    desk.stand(ms=1500)
    desk.press("back", 1100)
    desk.press("next")
    desk.press("next")
    desk.press("ok", 60, 300)
    desk.press("ok", 60, 500)
    desk.stand(ms=1500)
    for count in (5, 30, 64):
        desk.pc.send("U", str(count))
        desk.run(1000)
        desk.stand(ms=1500)


def ending(desk: Desk) -> None:
    """A game's last ply, the pieces set up again, then resigned, and OK for the next."""
    plies = random_game(start(desk), 1000, True)
    record(desk, plies[:-1])
    desk.stand(ms=1500)
    desk.perform(plies[-1], 2500)
    recognizer = desk.app.table.recognizer
    while recognizer.asking:
        desk.press("ok" if recognizer.offers[recognizer.offered] == plies[-1] else "next", 60, 500)
    desk.stand(bytearray(desk.app.table.home), 3000)
    assert chr(desk.app.modes.letter()) == "p"
    desk.press("back", 1100)
    desk.press("ok", 60, 500)
    assert chr(desk.app.modes.letter()) == "o"
    desk.press("ok", 60, 1500)
    desk.press("back", 1100)
    desk.press("next")
    desk.press("ok")
    desk.press("ok", 60, 300)


def pick(desk: Desk) -> None:
    """The kings are picked, if they have to be."""
    if not desk.app.current.to_pick:
        return
    desk.stand(ms=800)
    for side in (0, 1):
        assert chr(desk.app.modes.letter()) == "k"
        men = [s for s in range(len(desk.app.table.recognizer.now)) if desk.app.table.game.piece_side(s) == side]
        for man in (men[1], desk.app.modes.mode._usual.king(side)):
            desk.set(man, False, 250)
            desk.set(man, True, 250)
        desk.press("ok", 60, 500)
    desk.run(1000)
    assert chr(desk.app.modes.letter()) == "p"


def secret(desk: Desk) -> None:
    """Kings are picked, men move and jump, the board is switched off, and a king is given up."""
    record(desk, random_game(start(desk), 40, False))
    desk.stand(ms=1500)
    for _ in range(6):
        legal = legal_plies(desk.app.table.game)
        if legal and chr(desk.app.modes.letter()) == "p":
            desk.perform(max(legal, key=desk.app.table.game.kind), 900)
    if chr(desk.app.modes.letter()) == "p":
        desk.press("back", 1100)
        desk.press("ok", 60, 1500)


def hard(desk: Desk) -> None:
    """Some plies in a position that was made to be as much work as possible."""
    desk.stand(ms=1500)
    dice = random.Random(3)
    for _ in range(4):
        if chr(desk.app.modes.letter()) == "p":
            desk.perform(dice.choice(legal_plies(desk.app.table.game)), 1500)


def swept(desk: Desk) -> None:
    """In play a sleeve sweeps all pieces off at once; then they stand again at once, each on the square beside its own."""
    desk.stand(ms=1500)
    game = game_at(desk.app.table.game.text())
    standing = [square for square, value in enumerate(game.board) if value and value != HOLE]
    squares = [square for square, value in enumerate(game.board) if value != HOLE]
    for square in standing:
        desk.set(square, False)
    desk.run(2000)
    beside = [squares[squares.index(square) - 1] for square in standing]
    for square in beside:
        desk.set(square, True)
    desk.run(2000)
    for square in beside:
        desk.set(square, False)
    desk.stand(ms=2000)


Mode = tuple[str, Callable[[Desk], None], tuple[str, ...]]
"""Its name, its scenario, and the games or positions that are played."""

MODES: tuple[Mode, ...] = (
    ("choosing a game", choosing, ("charing-cross", "cross-eyed")),
    ("setting up", setting_up, GAMES + STEALTH),
    ("going on after a power cut", resuming, GAMES + STEALTH),
    ("questions", asking, tuple(row[0] for row in ASKED)),
    ("trouble, and the way back", in_trouble, GAMES),
    ("a swept board", swept, GAMES),
    ("a position made hard", hard, HARDEST),
    ("a replay on the board", led, ("charing-cross", "cross-eyed")),
    ("settings", setting, ("charing-cross", "cross-eyed")),
    ("taking back", taking_back, GAMES + STEALTH),
    ("the end, resigning, the next game", ending, GAMES),
    ("secret kings", secret, STEALTH),
    ("the board thinks and leads", thinking, GAMES + STEALTH),
)
