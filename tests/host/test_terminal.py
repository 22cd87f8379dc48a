"""The terminal views, driven by Textual's Pilot: play on a fake board, replay with a branch."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import io
import os
import subprocess
import sys
import threading
from collections.abc import Coroutine, Generator
from pathlib import Path
from typing import Any, cast

import pytest
from rich.style import Style
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from crossboard.errors import CrossboardError
from crossboard.games import branch as branch_module
from crossboard.games.branch import Branch
from crossboard.games.draw import screen_level
from crossboard.games.evals import Eval
from crossboard.games.rules import game_at, new_game
from crossboard.library import Event, StoredEval
from crossboard.library.timeline import tell
from crossboard.play.wish import Wish
from crossboard.review.replay_player import Player, Tale
from crossboard.terminal import keys
from crossboard.terminal.board import CELLS, Beside, BoardView, Seen, board_text, terrain_of
from crossboard.terminal.full_screen import FullScreen, lasting
from crossboard.terminal.keys import split_keys
from crossboard.terminal.play_app import Leaf, PlayApp, TextualInterface
from crossboard.terminal.replay_app import ReplayApp
from crossboard.terminal.view import link_line
from shared_rules.codes import WHY_NO_SUCH_MOVE
from shared_rules.protocol import signals
from tests.support.fake_board import PlayRig

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
EVENTS = [
    Event(1, "ply", "a4-b4", board_ms=4000),
    Event(2, "refused", "", "d1", "d3", "no-such-move", board_ms=6000),
    Event(3, "ply", "e1xc1", board_ms=9000),
    Event(4, "ply", "@e1", board_ms=10000),
]


class Rig(PlayRig):
    """Play on a fake board with the terminal's interface."""

    def __init__(self, folder: Path, hand: bool) -> None:
        interface = TextualInterface()
        super().__init__(folder, interface, hand, Wish(names=("Ada", "Bob")))
        self.app = interface.app = PlayApp(interface, self.round)

    def round(self) -> bool:
        self.run(1)
        return not self.play._leaving


@contextlib.contextmanager
def sit(folder: Path, hand: bool = True) -> Generator[Rig, None, None]:
    rig = Rig(folder, hand)
    try:
        yield rig
    finally:
        rig.close()


def run(what: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(what, 240))


async def until(pilot: Pilot[None], widget: str, words: str) -> None:
    """Wait until a text says so."""
    for _ in range(500):
        if words in text_of(pilot, widget):
            return
        await pilot.pause(0.02)
    raise AssertionError(f"{words!r} never came, but {text_of(pilot, widget)!r}")


def text_of(pilot: Pilot[None], widget: str) -> str:
    return str(pilot.app.query_one(widget, Static).content)


@pytest.mark.parametrize(
    ("encoding", "errors", "screen"),
    [("utf-8", "utf-8", True), ("latin-1", "latin-1", False), ("ascii", "utf-8", False), ("utf-8", "ascii", False)],
)
def test_screens_are_drawn_only_where_their_characters_are_known(
    encoding: str, errors: str, screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "is_interactive", lambda: True)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding=errors))
    assert keys.has_screen() == screen


def test_a_session_on_the_screen(tmp_path: Path) -> None:
    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                await until(pilot, "#link", "connected")
                s.board.begin("charing-cross")
                await until(pilot, "#heading", "charing-cross: Ada (White) - Bob (Black)")
                s.board.play("a4-b4")
                await until(pilot, "#list", "a4-b4")
                s.board.refuse("d1", "d3", WHY_NO_SUCH_MOVE)
                s.board.say("V", f"{s.board.game_id} t d1-d2 {'0' * 24}12{'0' * 38}", False)
                await until(pilot, "#refusal", "refused d1-d3: no piece of this kind moves like that")
                await until(pilot, "#status", "Black to move. The pieces don't match the game")
                await until(pilot, "#legend", "[.] last move")
                assert "refused d1-d3" in text_of(pilot, "#list")
                assert "[N]" in pilot.app.query_one(BoardView).render().plain
                await pilot.press(*"help", "enter")
                for _ in range(500):
                    if isinstance(pilot.app.screen, Leaf) and pilot.app.screen.query("#leaf"):
                        break
                    await pilot.pause(0.02)
                shown = "\n".join(str(one.content) for one in pilot.app.screen.query(Static))
                assert "lift the piece on h4, put one on g4" in shown and "leave; the game is kept" in shown
                assert pilot.app.screen.query_one("#leaf").size.height >= len(shown.split("\n"))
                await pilot.press("space", "up")
                assert not isinstance(pilot.app.screen, Leaf)
                assert pilot.app.query_one(Input).value == "help"
                await pilot.press("ctrl+c")
                await pilot.pause(0.2)
            assert s.app.failure is None

    run(session())


@pytest.mark.parametrize("way", ["line feeds", "returns", "pasted"])
def test_each_line_that_comes_at_once_is_a_command(way: str, tmp_path: Path) -> None:
    """What was typed before the terminal gave single keys comes with line feeds, all in one go; so does what is pasted."""

    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#status", "White to move.")
                if way == "pasted":
                    s.app.post_message(Paste("name white Eve\rname black Zoe\r\n\nna"))
                else:
                    end = ("ctrl+j", "\n") if way == "line feeds" else ("enter", "\r")
                    for letter in "name white Eve\nname black Zoe\n\nna":
                        s.app.post_message(Key(*(end if letter == "\n" else (letter, letter))))
                await until(pilot, "#heading", "Eve (White) - Zoe (Black)")
                assert s.app.query_one(Input).value == "na"
                assert s.app._typed == ["name white Eve", "name black Zoe"]

    run(session())


def type_at_once(app: FullScreen, *keys: str) -> None:
    """Keys that are there before the first has had its effect."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))


def test_keys_that_come_at_once_act_in_their_order(tmp_path: Path) -> None:
    """Those that edit, recall and turn a page as well as letters; none is lost."""

    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#status", "White to move.")
                type_at_once(
                    s.app, *"name white Evx", "backspace", "e", *[*["left"] * 4, "delete"], *" Z", "end", "enter"
                )
                type_at_once(s.app, "up", "ctrl+w", *"Ada", "home", *"x", "backspace", "enter", *"help", "enter", *"na")
                s.app.post_message(Paste("me black "))
                type_at_once(s.app, *"Zoe", "enter", *"ab", "ctrl+d", "ctrl+u")
                for _ in range(500):
                    if isinstance(s.app.screen, Leaf):
                        break
                    await pilot.pause(0.02)
                type_at_once(s.app, "escape", *"na")
                await until(pilot, "#heading", "Ada (White) - Zoe (Black)")
                await pilot.pause()
                assert s.app._typed == ["name white ZEve", "name white Ada", "help", "name black Zoe"]
                assert s.app.query_one(Input).value == "na"

    run(session())


def test_in_a_replay_too_keys_act_in_their_order() -> None:
    async def replay() -> None:
        app = ReplayApp(Player(Tale("a game", tell(START, EVENTS), "No result (*)"), 0, None))
        async with app.run_test(size=(100, 30)) as pilot:
            type_at_once(app, "t", *"a4-b55", "backspace", "enter", *"zz", "escape", "right", "right")
            await until(pilot, "#state", "step 2 of 4")
            assert app.branch is None and app.query_one(Input).value == ""
            type_at_once(app, "home", "t", *"a4-b5", "enter", *"h4")
            await until(pilot, "#branch", "Trying: a4-b5")
            await pilot.pause()
            assert app.query_one(Input).value == "h4"

    run(replay())


def test_errors_of_the_link_are_counted(tmp_path: Path) -> None:
    with sit(tmp_path) as s:
        link = s.attached.link
        for resent, words in (
            (0, ""),
            (1, ", 1 disturbance of the connection, nothing lost"),
            (2, ", 2 disturbances of the connection, nothing lost"),
        ):
            link._channel.resent = resent
            assert link_line(s.play.session, "here").partition("): ")[2] == link.state + words


def test_questions_have_buttons(tmp_path: Path) -> None:
    async def session() -> None:
        with sit(tmp_path, hand=False) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#status", "to move")
                s.board.say("Q", f"{s.board.game_id} 0 900 1 2 a4-b4 a4-b5")
                for _ in range(200):
                    await pilot.pause(0.02)
                    if len(pilot.app.query("#question Button")) == 3:
                        break
                shown = [str(button.label) for button in pilot.app.query("#question Button").results(Button)]
                assert shown == ["ok: knight a4 to b4 (a4-b4)", "next: knight a4 to b5 (a4-b5)", "back: take it back"]
                for _ in range(100):  # a click may come before the buttons are laid out
                    await pilot.click("#question Button")
                    await pilot.pause(0.05)
                    if "B ok" in s.board.commands:
                        break
                assert "B ok" in s.board.commands
                view = pilot.app.query_one(BoardView)
                await pilot.click(BoardView, offset=view.place_of(24))
                await until(pilot, "#notices", "this is a real board")

    run(session())


def test_clicks_lift_and_put_down(tmp_path: Path) -> None:
    async def session() -> None:
        with sit(tmp_path) as s:
            s.bench.set_square("a4", True)
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin("charing-cross")
                s.board.say("V", f"{s.board.game_id} p - {'0' * 64}", False)
                await until(pilot, "#status", "White to move.")
                view = pilot.app.query_one(BoardView)
                for square, name, standing in ((24, "a4", False), (33, "b5", True)):
                    await pilot.click(BoardView, offset=view.place_of(square))
                    for _ in range(300):
                        await pilot.pause(0.02)
                        if (name in s.bench.squares()) == standing:
                            break
                    assert (name in s.bench.squares()) == standing

    run(session())


def test_what_a_round_raises_ends_the_app(tmp_path: Path) -> None:
    with sit(tmp_path) as s:

        def fail() -> bool:
            raise CrossboardError("the port has disappeared")

        async def session() -> None:
            app = PlayApp(s.interface, fail)
            async with app.run_test() as pilot:
                await pilot.pause(0.2)
            assert str(app.failure) == "the port has disappeared"

        run(session())


def test_the_side_to_move_in_the_first_position_begins(tmp_path: Path) -> None:
    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin(START[:-3] + "b -")
                await until(pilot, "#list", "Black begins")

    run(session())


class Closed(io.StringIO):
    """The file of a terminal that is gone."""

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")

    def flush(self) -> None:
        raise OSError(5, "Input/output error")


def test_what_a_closed_terminal_does_not_take_holds_up_nobody() -> None:
    class Writing:
        def __init__(self) -> None:
            self._file = Closed()

    driver: Any = lasting(cast(Any, Writing))
    writer = WriterThread(driver()._file)
    writer.start()

    def leave() -> None:
        for _ in range(MAX_QUEUED_WRITES * 3):
            writer.write("x")
        writer.stop()

    leaving = threading.Thread(target=leave, daemon=True)
    leaving.start()
    leaving.join(60)
    assert not leaving.is_alive() and not writer.is_alive()


@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals there")
def test_a_replay_ends_with_its_terminal(tmp_path: Path) -> None:
    """Without a signal, as for who is not of the terminal's session."""
    pty: Any = importlib.import_module("pty")
    record = tmp_path / "game.pgn"
    record.write_text('[Variant "charing-cross"]\n\n1. a4-b4 *\n', encoding="utf-8")
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "crossboard", "replay", str(record)]
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as process:
        os.close(theirs)
        shown = b""
        while b"step 0 of" not in shown:
            shown += os.read(ours, 4096)
        os.close(ours)
        try:
            process.wait(60)
        finally:
            process.kill()


def test_a_replay_is_stepped_and_branched() -> None:
    async def replay() -> None:
        app = ReplayApp(Player(Tale("a game", tell(START, EVENTS), "No result (*)"), 0, None))
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("right", "right")
            assert app.player.index == 2
            await until(pilot, "#words", "refused d1-d3: no piece of this kind moves like that (0:00:06.0)")
            assert "!r!" in app.query_one(BoardView).render().plain
            await pilot.press("1", "ctrl+j")
            await until(pilot, "#state", "step 1 of 4, turn 1 of 2")
            await pilot.click(OptionList, offset=(2, 5))
            await until(pilot, "#words", "No result (*)")
            await pilot.press("home", "t")
            assert app.query_one(Input).has_focus
            await pilot.press(*"a4-a6", "enter")
            await until(pilot, "#branch", "a4-a6: ")
            view = app.query_one(BoardView)
            await pilot.click(BoardView, offset=view.place_of(24))
            await pilot.pause()
            assert "(\u00b7)" in view.render().plain
            await pilot.click(BoardView, offset=view.place_of(33))
            await until(pilot, "#branch", "Trying: a4-b5\nBlack to move.")
            await pilot.press("enter", "escape")
            assert app.branch is None
            await pilot.press("space", "plus")
            assert (app.player.playing, app.player.speed) == (True, 2.0)
            await pilot.press("q")
        assert not app.is_running

    run(replay())


PLIES = ("a4-b4", "h4-g4", "b4-c4", "g4-f4")
LINES = {
    0: (0, "a4-b5"),
    1: (0, "h4-g4"),
    2: (30, "b4-c5"),
    3: (-700, "a5-b5"),
    4: (-650, "c4-d4"),
}  # b4-c4 is the blunder


def test_mistakes_are_shown_in_a_replay_and_can_be_improved() -> None:
    line = tell(new_game("charing-cross").text(), [Event(i, "ply", ply) for i, ply in enumerate(PLIES, 1)])
    evals = {seq: StoredEval(seq, Eval(score), (best,)) for seq, (score, best) in LINES.items()}

    async def replay() -> None:
        app = ReplayApp(Player(Tale("a game", line, "No result (*)", evals=evals), 0, None))
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.press("m")
            await until(pilot, "#analysis", "-7.00  blunder; better: 2. b4-c5")
            steps = app.query_one(OptionList)
            assert [str(steps.get_option_at_index(i).prompt).partition("  ")[0] for i in (3, 4)] == [
                "2. b4-c4??",
                "2... g4-f4",
            ]
            *_, foot = str(app.query_one("#graph", Static).render()).splitlines()
            assert foot.index("^") == 9 + 2
            await pilot.press("home", "f")
            await until(pilot, "#branch", "White played b4-c4, a blunder. What is better?")
            assert app.player.index == 2 and not app.query_one("#analysis").display
            await pilot.press(*"b4-c4", "enter")
            await until(pilot, "#branch", "b4-c4 is what was played. Look for a better move.")
            await pilot.press(*"a5-b5", "enter")
            await until(pilot, "#branch", "a5-b5 is not the best found. Try another.")
            assert app.branch and app.branch.tried == [], "it was taken back"
            await pilot.press("enter")
            await until(pilot, "#branch", "The best found: 2. b4-c5")
            view = app.query_one(BoardView)
            for square in (25, 34):
                await pilot.click(BoardView, offset=view.place_of(square))
            await until(pilot, "#branch", "Yes, b4-c5 is the best found")
            await pilot.press("escape")
            assert (app.player.index, app.exercise) == (3, None)
            await pilot.press("q")

    run(replay())


def test_a_game_without_marks_has_nothing_to_improve() -> None:
    async def replay() -> None:
        app = ReplayApp(Player(Tale("a game", tell(START, EVENTS), "No result (*)"), 0, None))
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("m", "f")
            assert (app.player.index, app.branch) == (0, None)
            assert [note.message for note in app._notifications] == ["No mistake is marked in this game"]

    run(replay())


def test_keys_as_a_terminal_sends_them() -> None:
    assert split_keys("a\x1b[A\x1b[1~\x1bOC\r\x7f\x03") == ["a", "up", "home", "right", "enter", "backspace", "ctrl-c"]
    assert split_keys("\x1b[99;5Zx\x1b") == ["x", "esc"]


def test_branches_of_all_kinds() -> None:
    branch = Branch("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 b -")
    branch.play("e1xc1")
    assert [square for square, mark in enumerate(branch.marks()) if mark] == [3, 4], "home squares to place on"
    assert branch.click(4) == []
    assert branch.tried == ["e1xc1", "@e1"]
    assert branch.undo() and branch.undo() and not branch.undo()
    assert branch.game.text().endswith("b -")
    cards = Branch(new_game("card-chess:progressive").text())
    assert cards.click(0) == ["K@a1", "Q@a1", "J@a1", "T@a1"]
    with pytest.raises(CrossboardError, match="Z9"):
        cards.play("Z9")
    marks = (branch_module.MARK_LIFTED, branch_module.MARK_MOVE, branch_module.MARK_CAPTURE)
    assert marks == (signals.MARK_LIFTED, signals.MARK_MOVE, signals.MARK_CAPTURE)


@pytest.mark.parametrize("cell", CELLS)
def test_the_board_shows_stacks_terrain_and_what_stands_elsewhere(cell: tuple[int, int]) -> None:
    position = "card-chess 3k2/2q3/1[kQ]4/[QjTqKtJ]5/6/T1[jK]2[tJ] w rbrbrbbrbrbr -"
    seen = Seen(position, bytes(36), {0: (0, 120, 0)}, frozenset({1}), terrain_of(game_at(position)))
    text = board_text(seen, *cell)
    lines = text.plain.splitlines()
    assert len(lines) == 6 * cell[1] + 1
    assert "(J7" in text.plain, "the top card of seven, not standing where it belongs"
    assert " o " in lines[5 * cell[1] + (cell[1] - 1) // 2]
    assert ("TqKt" in text.plain) == (cell[1] > 1), "the covered cards"
    assert text.plain.count("\u2666") == 6
    backs = {span.style.bgcolor.triplet for span in text.spans if isinstance(span.style, Style) and span.style.bgcolor}
    assert (0, screen_level(120), 0) in backs


@pytest.mark.parametrize(
    ("size", "beside", "drawn"),
    [
        ((100, 30), True, True),
        ((60, 20), True, True),
        ((44, 20), False, True),
        ((26, 20), False, False),
        ((60, 9), True, False),
    ],
)
def test_a_small_terminal_draws_the_board_whole_or_says_what_it_needs(
    tmp_path: Path, size: tuple[int, int], beside: bool, drawn: bool
) -> None:
    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=size) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#status", "to move")
                view = pilot.app.query_one(BoardView)
                await pilot.pause(0.2)
                lines = view.render().plain.split("\n")
                if drawn:
                    assert len(lines) <= view.size.height and max(map(len, lines)) <= view.size.width
                    assert lines[-1].split() == list("abcdefgh")
                else:
                    wide, high = max(size[0], 27), size[1] + max(0, 9 - view.size.height)
                    assert lines == [f"No room for the board: it needs a terminal of {wide} columns and {high} lines."]
                    assert view.square_at(4, 0) is None
                assert pilot.app.query_one(Beside).display == beside

    run(session())


def test_what_stands_beside_the_board_gives_way_to_a_wider_one(tmp_path: Path) -> None:
    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=(56, 30)) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#heading", "charing-cross")
                await pilot.pause(0.1)
                assert pilot.app.query_one(Beside).size.width > 20
                s.board.begin("cross-eyed")
                await until(pilot, "#heading", "cross-eyed")
                await pilot.pause(0.1)
                assert not pilot.app.query_one(Beside).display
                assert pilot.app.query_one(BoardView).lacks() == (0, 0)

    run(session())


def test_only_who_has_a_simulated_board_is_told_of_setup(tmp_path: Path) -> None:
    async def session(hand: bool, folder: Path) -> None:
        with sit(folder, hand=hand) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#status", "to move")
                s.board.say("V", f"{s.board.game_id} t - {'0' * 64}", False)
                await until(pilot, "#status", "don't match the game")
                assert ("(or type setup)" in text_of(pilot, "#status")) == hand

    run(session(True, tmp_path / "simulated"))
    run(session(False, tmp_path / "real"))


def test_tab_completes_what_is_allowed_now(tmp_path: Path) -> None:
    async def session() -> None:
        with sit(tmp_path) as s:
            async with s.app.run_test(size=(100, 36)) as pilot:
                s.board.begin("charing-cross")
                await until(pilot, "#heading", "charing-cross")
                line = pilot.app.query_one(Input)
                await pilot.press(*"re", "tab")
                await until(pilot, "#notices", "resume resign replay")
                await pilot.press(*"si", "tab")
                assert line.value == "resign "
                line.value = "acc"  # there is no match
                await pilot.press("tab")
                assert line.value == "acc"

    run(session())
