"""play: gestures, the hand, what is typed; on a fake board, and on the real firmware in a simulated one."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace

import pytest

from crossboard.boards import attach as attach_module
from crossboard.boards import greeting, link
from crossboard.boards.attach import board_id
from crossboard.boards.link import Link
from crossboard.boards.opponents import REMOTE
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError, LibraryError, LinkError
from crossboard.folders import ENVIRONMENT, lock
from crossboard.games.chess_clock import ChessClock, read_kind
from crossboard.games.draw import SIGNS, legend, screen_level
from crossboard.library import Event, Library, NewGame
from crossboard.library.record_reader import read_record_file
from crossboard.play import play as play_module
from crossboard.play import start
from crossboard.play.demo import RECORD, script_of
from crossboard.play.play import REST_S, ROUND_S, Play
from crossboard.play.typed_hand import TypedHand
from crossboard.play.wish import Wish
from crossboard.simulator import running
from crossboard.simulator.endpoint import is_terminal
from crossboard.terminal.interface import LineInterface
from crossboard.web.live import Live
from shared_rules.codes import WHY_NO_SUCH_MOVE, WHY_OPPONENTS
from shared_rules.protocol import signals
from tests.support.fake_board import LIBRARY, FakeBoard, FakePort, FakeRig, PlayRig

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CROSSBOARD_LIBRARY", raising=False)
    return tmp_path / "home"


# Play on a fake board


@contextlib.contextmanager
def sit(
    folder: Path, lines: list[str], hand: bool = True, wish: str = "", resumed: int = 0, clock: str = ""
) -> Generator[PlayRig, None, None]:
    kind = read_kind(clock) if clock else None
    rig = PlayRig(folder, LineInterface(lines), hand, Wish(wish, ("Ada", "Bob"), resumed=resumed, clock=kind))
    try:
        yield rig
    finally:
        rig.close()


def clock_of(rig: PlayRig) -> ChessClock | None:
    return rig.play.context.clock.clock


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits: every typed line is taken at once."""
    monkeypatch.setattr(TypedHand, "settled", lambda self, news_at: True)


@pytest.mark.usefixtures("quick")
def test_links_are_told_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sit(tmp_path, ["links", "ok", "links"]) as rig:
        rig.run(1)
        assert "no page is served" in capsys.readouterr().out
        rig.play.tell_link("the board is shown at http://there/?token=t", "a code")
        assert capsys.readouterr().out == "the board is shown at http://there/?token=t\na code\n"
        rig.run(10)
        assert capsys.readouterr().out.count("the board is shown at http://there/?token=t") == 1


@pytest.mark.usefixtures("quick")
def test_a_game_that_gives_way_to_the_one_asked_for_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sit(tmp_path, [], wish="card-chess") as rig:
        rig.board.begin("charing-cross")
        rig.run(20)
        out = capsys.readouterr().out
        assert "N card-chess" in rig.board.commands
        assert ": card-chess " in out and "charing-cross" not in out
        rig.board.begin("charing-cross")
        rig.run(20)
        assert ": charing-cross 3RR3" in capsys.readouterr().out
    with sit(tmp_path / "other", [], wish="charing-cross") as rig:
        rig.board.begin("charing-cross")
        rig.run(20)
        assert ": charing-cross 3RR3" in capsys.readouterr().out


@pytest.mark.usefixtures("quick")
def test_help_shows_a_move_of_the_game_on_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sit(tmp_path, ["help"]) as rig:
        for _ in range(30):
            rig.board.step()
            rig.play.session.step()
            rig.clock.ms += 50
        rig.board.begin("card-chess")
        for _ in range(30):
            rig.board.step()
            rig.play.session.step()
            rig.clock.ms += 50
        rig.run(10)
        shown = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in shown if "on c2, put one" in line or "as a hand would" in line] == [
        "-c2 +c3",
        "c2-c3",
    ]


@pytest.mark.parametrize("shows", [True, False])
def test_a_link_stands_beside_its_code(shows: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(start, "shows", lambda text: shows)
    with sit(tmp_path, []) as rig:
        monkeypatch.setattr(rig.interface, "say", said.append)
        start._tell_link("the board is shown at", "http://there/?token=t", rig.play, SimpleNamespace(token="t"))
        assert all("http://there/?token=t" in text for text in said)
        assert [text.count("\n") > 10 for text in said] == [False, True][: 1 + shows]


@pytest.mark.usefixtures("quick")
def test_commands_reach_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        "ok",
        "new",
        "new charing-cross",
        "resign white now",
        "resign black",
        "draw",
        "takeback 2",
        "help",
        "frob",
        "draw Bob",
    ]
    lines += ["ok foo", "back hold hold", "Back hold", "", "# a caption", "board", "why"]
    with sit(tmp_path, lines) as rig:
        for _ in range(30):
            rig.board.step()
            rig.play.session.step()
            rig.clock.ms += 50
        rig.board.begin("charing-cross")
        rig.run(60)
        commands = [c for c in rig.board.commands if c[0] not in "KS"]
        assert commands == ["B ok", "N charing-cross", "N charing-cross", "E 1 11", "B back hold"]
    out = capsys.readouterr().out
    for part in (
        "fb01 (a fake board): connected",
        "-a4 +b4                 lift the piece on a4, put one on b4",
        "'frob' is neither a command nor a move; type help",
        "there is no ply to take back",
        "a draw is offered: ",
        "draw takes nothing else; type help",
        "a button's name is typed alone, or with hold, as `ok hold`, not with 'foo'",
        "not with 'hold hold'",
        "'white now' is neither white nor black",
        "a caption",
        "so it can't be explained",
    ):
        assert part in out


@pytest.mark.usefixtures("quick")
def test_the_boards_console_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A traceback is readable; what a prompt says again and again is said once."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "home"))
    with sit(tmp_path, []) as rig:
        rig.board.begin("charing-cross")
        rig.run(10)
        for _ in range(5):
            rig.board.print(
                'Traceback (most recent call last):\r\n  File "app.py", line 7\r\n\r\nValueError: \x1b[2J7\r\n'
            )
            rig.run(3)
        rig.board.print("MicroPython v1.27.0 on 2025-12-09\r\n")
        rig.run(3)
    out = capsys.readouterr().out
    assert out.count("console: Traceback (most recent call last):") == 1
    assert 'console:   File "app.py", line 7' in out
    assert "console: ValueError: " in out
    assert "\x1b[2J" not in out
    assert "the board is at its MicroPython prompt" in out


@pytest.mark.usefixtures("quick")
def test_plies_refusals_and_the_end_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sit(tmp_path, ["resign"], wish="charing-cross") as rig:
        board = rig.board
        rig.interface._lines.get()
        rig.interface._lines.get()
        rig.run(20)
        board.begin("charing-cross")
        rig.run(20)
        board.play("a4-b4")
        board.refuse("d1", "d3", WHY_NO_SUCH_MOVE)
        rig.run(10)
        board.say("Q", f"{board.game_id} 2 900 1 2 h4-g4 h4-g5")
        rig.run(20)
        board.unplugged = True
        rig.run(5)
        assert [e.kind for e in rig.library.events(1)] == ["ply", "refused"]
    out = capsys.readouterr().out
    for part in (
        "game 1: charing-cross 3RR3/",
        "1.    a4-b4",
        "refused d1-d3: no piece of this kind moves like that",
        "Black to move.",
        "Which move was it? (1 of 2) ok: knight h4 to g4 (h4-g4); next: knight h4 to g5 (h4-g5); back: take it back",
        "fb01 (a fake board): unplugged",
    ):
        assert part in out


@pytest.mark.usefixtures("quick")
def test_a_real_board_has_no_typed_gestures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sit(tmp_path, ["a4-b4", "setup"], hand=False) as rig:
        rig.board.begin("charing-cross")
        rig.run(20)
        assert rig.bench.history == []
    out = capsys.readouterr().out
    assert "this is a real board: move its pieces by hand" in out
    assert out.count("this is a real board: move its pieces by hand") == 2


@pytest.mark.usefixtures("quick")
def test_a_question_about_what_was_typed_is_answered(tmp_path: Path) -> None:
    with sit(tmp_path, []) as rig:
        rig.interface._lines.get()
        rig.board.begin("charing-cross")
        rig.run(20)
        rig.bench.closed.add("a4")
        rig.play._typed.append("a4-b5")
        rig.board.say("Q", f"{rig.board.game_id} 0 900 1 2 h4-g4 h4-g5")
        rig.run(10)
        rig.board.say("Q", f"{rig.board.game_id} 0 900 2 2 a4-b5 a4-b4")  # NEXT on the board, before it had the answer
        rig.run(10)
        assert [command for command in rig.board.commands if command[0] == "B"] == ["B answer a4-b5"]


@pytest.mark.usefixtures("quick")
def test_what_was_typed_answers_for_itself_alone(tmp_path: Path) -> None:
    """Taken back and made anew by another hand, with another answer in mind: that is asked about."""
    with sit(tmp_path, []) as rig:
        rig.interface._lines.get()
        board = rig.board
        board.begin("charing-cross")
        rig.run(20)
        rig.bench.closed.add("a4")
        rig.play._typed.append("a4-b5")
        rig.run(40)
        board.play("a4-b5")
        rig.run(10)
        board.take_back()
        rig.run(10)
        board.say("Q", f"{board.game_id} 2 900 1 2 h4-g4 h4-g5")
        rig.run(10)
        assert [command for command in board.commands if command[0] == "B"] == []


@pytest.mark.usefixtures("quick")
def test_a_clock_is_shown_by_the_lights_and_again_after_every_record(tmp_path: Path) -> None:
    with sit(tmp_path, []) as rig:
        rig.interface._lines.get()
        board = rig.board

        def marked() -> list[str]:
            return [command for command in board.commands if command[0] == "M"]

        board.begin("charing-cross")
        board.say("V", f"{board.game_id} p - {'0' * 64}", False)
        rig.run(20)
        rig.play._typed.append("clock 10")
        rig.run(10)
        assert marked() == [], "it begins with the first ply"
        board.play("a4-b4")
        rig.run(10)
        row = "M " + " ".join(f"{column}8:1" for column in "abcdefgh")
        assert marked() == [row]
        board.play("h4-g4")
        rig.run(10)
        assert marked() == [row, row.replace("8:", "1:")]
        rig.play._typed.append("clock off")
        rig.run(10)
        assert marked()[2:] == ["M "]


def test_the_clock_is_the_games_and_goes_on_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that is killed loses a few seconds, and a new game gets a fresh clock."""
    now = [0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_module, "now_ms", lambda: now[0])
        with sit(tmp_path, []) as rig:
            rig.interface._lines.get()
            board = rig.board

            def run(seconds: float) -> None:
                for _ in range(round(seconds * 10)):
                    now[0] += 100
                    rig.run(1)

            board.begin("charing-cross")
            board.say("V", f"{board.game_id} p - {'0' * 64}", False)
            run(1)
            rig.play._typed.append("clock 1+30")
            run(1)
            board.play("a4-b4")
            run(20)
            board.play("h4-g4")
            run(7)
            left = clock_of(rig).left  # type: ignore[union-attr]
            assert [round(ms / 1000) for ms in left] == [53, 70]
        # It was killed: nothing was said goodbye to. The board went on meanwhile, and now a second program begins.
        assert capsys.readouterr().out.count("the clock goes on") == 0
        with sit(tmp_path, []) as rig:
            put_at(board, rig)
            run(3)
            board.say("V", f"{board.game_id} p - {'0' * 64}", False)
            assert clock_of(rig) and clock_of(rig).kind.text == "1+30"
            assert capsys.readouterr().out.count("the clock goes on: White 0:5") == 1
            run(10)
            assert 40 <= clock_of(rig).left[0] / 1000 <= 48 and round(clock_of(rig).left[1] / 1000) == 70
            board.begin("charing-cross")
            run(1)
            assert clock_of(rig) and clock_of(rig).left == [60_000, 60_000]
            said = capsys.readouterr().out
            assert said.count("the new game has the same clock as the last: 1+30 (clock off: none)") == 1
            rig.play._typed.append("clock off")
            run(1)
            assert clock_of(rig) is None
        (first, second) = (rig_library(tmp_path, game) for game in (1, 2))
        assert first.startswith('{"kind":"1+30"') and second == ""


@pytest.mark.parametrize(
    ("mode", "led", "runs"),
    [
        ("p", False, True),
        ("t", False, True),  # an attempt that is refused costs the time of who made it
        ("g", False, False),
        ("r", False, False),
        ("k", False, False),
        ("p", True, False),
    ],
)
@pytest.mark.usefixtures("quick")
def test_the_clock_rests_while_the_lights_lead_hands(mode: str, led: bool, runs: bool, tmp_path: Path) -> None:
    """`led`: through a ply of Crossboard's."""
    with sit(tmp_path, []) as rig:
        rig.interface._lines.get()
        board = rig.board
        board.begin("charing-cross")
        rig.run(20)
        rig.play._typed.append("clock 10")
        rig.run(10)
        board.play("a4-b4")
        rig.run(10)
        assert clock_of(rig) and clock_of(rig).running == 1
        board.say("V", f"{board.game_id} {mode} - {'0' * 64}", False)
        if led:
            board.say("Z", f"{board.game_id} 1 900 p 4 h4-g4")
        rig.run(10)
        assert (clock_of(rig).running == 1) == runs
        board.play("h4-g4")
        board.say("V", f"{board.game_id} p - {'0' * 64}", False)
        rig.run(10)
        assert clock_of(rig).running == 0


def clocked_game(tmp_path: Path) -> tuple[FakeBoard, str]:
    """A board with game 1 of the library, and that game's clock as it is kept."""
    with sit(tmp_path, []) as rig:
        rig.interface._lines.get()
        rig.board.begin("charing-cross")
        rig.board.say("V", f"{rig.board.game_id} p - {'0' * 64}", False)
        rig.run(20)
        rig.play._typed.append("clock 10")
        rig.run(10)
        rig.board.play("a4-b4")
        rig.run(20)
    return rig.board, rig_library(tmp_path, 1)


def put_at(board: FakeBoard, rig: PlayRig) -> None:
    """That board is at this rig, in place of its own."""
    rig.interface._lines.get()
    rig.board = board
    board.clock = rig.clock
    board.restart()
    rig.attached.link = rig.play.session.link = Link(FakePort(board), lambda: [], clock=rig.clock)


@pytest.mark.usefixtures("quick")
def test_a_clock_is_not_begun_for_a_game_that_is_left_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, kept = clocked_game(tmp_path)
    with sit(tmp_path, [], wish="card-chess") as rig:
        put_at(board, rig)
        rig.run(60)
        assert rig.play.session.played and rig.play.session.played.mirror.name == "card-chess"
        assert clock_of(rig) is None
    assert "the clock goes on" not in capsys.readouterr().out
    assert rig_library(tmp_path, 1) == kept


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("wish", ["", "charing-cross", "card-chess"])
def test_the_clock_that_is_asked_for_is_begun_unless_the_game_has_it_already(
    wish: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, kept = clocked_game(tmp_path)
    goes_on = wish != "card-chess"
    for kind in ("10", "5+3"):
        with sit(tmp_path, [], wish=wish, clock=kind) as rig:
            put_at(board, rig)
            rig.run(60)
            clock = clock_of(rig)
            assert clock and clock.kind.text == kind
            assert kind == "10" or clock.left[0] == 300_000
        said = capsys.readouterr().out
        assert said.count("the clock goes on") == (goes_on and kind == "10")
    assert (rig_library(tmp_path, 1) == kept) != goes_on


@pytest.mark.usefixtures("quick")
def test_a_game_that_the_board_refuses_to_go_on_with_ends_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The board's own game is not gone on with instead, and its clock stays as it is."""
    board, kept = clocked_game(tmp_path)
    with sit(tmp_path, [], resumed=2) as rig:
        number = rig.library.open_game(NewGame("fb01", "000000ff", START))
        rig.library.append(number, [Event(1, "ply", "a4-b4", raw="P 000000ff 1 5 0 a4-b4")])
        assert number == 2
        board.able = "resume"
        put_at(board, rig)
        with pytest.raises(CrossboardError, match=f"game {number} can't go on: the flash is full"):
            for _ in range(100):
                rig.run(1)
                if any(command[0] == "G" for command in board.commands):
                    board.say("C", "G error the flash is full")
                    board.commands.clear()
    assert "the clock goes on" not in capsys.readouterr().out
    assert rig_library(tmp_path, 1) == kept


def rig_library(folder: Path, game: int) -> str:
    with Library(folder / LIBRARY) as library:
        return library.clock(game)


def test_a_match_that_is_played_elsewhere_is_told_and_can_be_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The board was in a match at another PC: what it waits for, and what to do, is said at the start and while it waits."""

    def board_in_match(folder: Path) -> FakeRig:
        rig = FakeRig(folder, False)
        rig.board.begin("charing-cross")
        rig.board._record("I", f"1 {REMOTE}")
        rig.board.play("a4-b4")
        rig.board.refuse("d1", "d2", WHY_OPPONENTS)
        return rig

    def round_of(rig: FakeRig, play: Play) -> None:
        rig.board.step()
        play.round()
        rig.clock.ms += 50

    rig = board_in_match(tmp_path / "one")
    play = Play(Session(rig.attached.link, rig.library), rig.library, rig.attached, LineInterface([]))
    for _ in range(30):
        round_of(rig, play)
    said = capsys.readouterr().out
    assert said.count("the board keeps Black for a remote player") == 1 and "against none" in said
    assert "Crossboard plays that side" not in said and "Black is played by a remote player" in said
    rig.board.say("Z", f"{rig.board.game_id} 3 900 t {REMOTE} -")
    rig.board.say("B", "draw")
    for _ in range(10):
        round_of(rig, play)
    said = capsys.readouterr().out
    assert "Black to move: a remote player, whose match is not being played here. `against none`" in said
    assert said.count("the board keeps Black for a remote player") == 1, "who asks by the board's menu is answered"
    assert [command for command in rig.board.commands if command[0] == "I"] == []
    rig.close()

    rig = board_in_match(tmp_path / "two")
    play = Play(
        Session(rig.attached.link, rig.library), rig.library, rig.attached, LineInterface([]), Wish(against="none")
    )
    for _ in range(30):
        round_of(rig, play)
    assert [command for command in rig.board.commands if command[0] == "I"] == ["I 1 0"]
    rig.board._record("I", "1 0")
    for _ in range(10):
        round_of(rig, play)
    said = capsys.readouterr().out
    assert "Black is played at the board" in said and play.session.absent == ""
    rig.close()


def test_the_hub_is_loaded_only_when_asked_for() -> None:
    code = "import sys, crossboard.play.command; print([name for name in sys.modules if name.startswith('crossboard.hub')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


def test_a_game_that_the_board_does_not_play(tmp_path: Path) -> None:
    with sit(tmp_path, [], wish="kings-crossing") as rig:
        rig.board.begin("charing-cross")
        with pytest.raises(CrossboardError, match="does not play kings-crossing, but charing-cross, card-chess"):
            rig.run(30)


def test_a_library_that_fails_ends_the_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sit(tmp_path, []) as rig:
        rig.board.begin("charing-cross")
        rig.board.play("a4-b4")

        def fail(*_: object) -> int:
            raise LibraryError("disk full")

        monkeypatch.setattr(rig.library, "append", fail)
        with pytest.raises(LibraryError):
            rig.run(30)
        assert rig.board.acknowledged == [0]


class PromptPort(FakePort):
    """The cable to a board at its prompt, where mpremote has left it."""

    playing = False
    line = b""

    def read(self) -> bytes:
        return super().read() if self.playing else self._said()

    def _said(self) -> bytes:
        data, self.board.sent = bytes(self.board.sent), bytearray()
        return data

    def write(self, data: bytes) -> int:
        if self.playing:
            return super().write(data)
        for key in (bytes([byte]) for byte in data):
            if key == b"\x04" and not self.line:
                self.playing = True
                self.board.restart()
            elif key in b"\r\x02":
                self.board.sent += b"SyntaxError\r\n>>> " if self.line else b"\r\n>>> "
                self.board.sent += b"\r\nMicroPython v1.27.0\r\n>>> " if key == b"\x02" else b""
                self.line = b""
            elif key != b"\x04":
                self.line += key
        return len(data)


def test_a_board_at_its_prompt_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(link, "PROMPT_S", 0.05)
    with sit(tmp_path, []) as rig:
        port = PromptPort(rig.board)
        rig.play.session.link = rig.attached.link = Link(port, lambda: [], clock=rig.clock)

        def sleep(seconds: float) -> None:
            rig.clock.ms += int(1000 * seconds)
            if port.playing:
                rig.board.step()
            time.sleep(0.001)

        monkeypatch.setattr(link, "time", SimpleNamespace(sleep=sleep, monotonic=time.monotonic))
        greeting.await_hello(rig.play.session, rig.play._interface.say)
        assert port.playing
        assert rig.play.session.link.hello
    assert "the board is at its MicroPython prompt; starting the firmware" in capsys.readouterr().out


@pytest.mark.usefixtures("quick")
def test_it_rests_until_something_comes(tmp_path: Path) -> None:
    """A rest ends early for what arrives at the port, is wanted on a page, or shines on a simulated board."""
    ours, theirs = socket.socketpair()
    with sit(tmp_path, []) as rig, ours, theirs:
        play, woken = rig.play, threading.Event()
        rig.interface._lines.get()  # nobody leaves
        rig.board.begin("charing-cross")
        rig.run(30)
        rig.interface.wake = woken.set  # type: ignore[method-assign]
        assert play._rest() == ROUND_S  # this port can't be waited for
        rig.attached.link._port.file = ours.fileno  # type: ignore[union-attr,method-assign]
        rig.attached.tell, play._shone = lambda show: None, False
        assert ROUND_S < play._rest() <= REST_S and not woken.is_set()
        theirs.send(b"~")
        woken.wait()
        woken.clear()
        assert ours.recv(1)
        play._lights_changed()
        assert woken.is_set() and play._rest() == ROUND_S  # until they have been looked at
        play._shone = False
        assert play._rest() > ROUND_S
        live = Live(rig.attached, play.context, play.actions, woken.clear, lambda: None, lambda: False)
        assert live.submit(1, {"op": "leave"}) and not woken.is_set()
        play._typed.append("hint")
        assert play._rest() == ROUND_S


def test_a_line_interface_is_woken_once(tmp_path: Path) -> None:
    with sit(tmp_path, ["hint"]) as rig:
        rig.interface.wake()
        rig.interface.wake()
        assert [rig.interface.read(60) for _ in range(3)] == [["hint"], ["quit"], []]
        rig.interface.wake()
        assert rig.interface.read(60) == []


def test_a_port_with_nobody_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "HELLO_S", 0.1)
    with sit(tmp_path, []) as rig:
        with pytest.raises(LinkError, match="fake: nothing is heard at this port"):
            greeting.await_hello(rig.play.session, rig.play._interface.say)
        rig.board.unplugged = True
        with pytest.raises(LinkError, match="fake: the port has disappeared"):
            greeting.await_hello(rig.play.session, rig.play._interface.say)


def test_signs_and_lights() -> None:
    marks = [value for name, value in vars(signals).items() if name.startswith("MARK_")]
    assert set(SIGNS) == set(marks)
    assert legend(bytes([0, 9, 10, 9])) == "+.+ a piece belongs here  !.! this piece must go"
    assert (screen_level(0), screen_level(255)) == (0, 255)
    assert screen_level(50) > 100


def test_the_demonstration_has_attempts_and_all_turns() -> None:
    (record,) = read_record_file(RECORD)
    assert record.problem == ""
    script = script_of(record)
    assert [line for line in script if line[0] not in "#s"] == [
        "d8-c7", "e1xc1@e1", "-e8 +e6", "a5-b6", "e1-d2", "c7xa5@-", "-h5 +h6", "d2-e3", "a5xa3@a5", "c1-b2", "a3xc1",
    ]  # fmt: skip
    assert script.count("setup") == 2


# Simulated boards: identity, sharing, finding


def test_every_flash_is_a_board_of_its_own(tmp_path: Path) -> None:
    one = board_id(tmp_path / "one")
    assert board_id(tmp_path / "one") == one
    assert board_id(tmp_path / "two") != one
    assert board_id(None) != board_id(None)
    (tmp_path / "one.id").write_text("nonsense")
    assert len(board_id(tmp_path / "one")) == 16


def test_a_flash_is_locked_by_its_program(tmp_path: Path) -> None:
    with contextlib.ExitStack() as one:
        assert lock(tmp_path / "flash", one)
        code = (
            "import contextlib, sys; from pathlib import Path; from crossboard.folders import lock\n"
            "print(lock(Path(sys.argv[1]), contextlib.ExitStack()))"
        )
        run = [sys.executable, "-c", code, str(tmp_path / "flash")]
        assert subprocess.run(run, capture_output=True, check=True).stdout == b"False\n"
    assert subprocess.run(run, capture_output=True, check=True).stdout == b"True\n"


def test_boards_that_do_not_answer_are_forgotten(home: Path) -> None:
    assert running.running() == []
    with running.announce("127.0.0.1:1"):
        (file,) = (home / "simulated" / "running").iterdir()
        (file.parent / "0.json").write_text("{")
        (file.parent / "1.json").write_text('{"control": "example.org:80"}')
        assert running.running() == []
        assert not file.exists()
    assert running.running_at("/dev/pts/0") is None
    assert not is_terminal("socket://127.0.0.1:5")


def test_a_pseudo_terminal_is_only_opened_again_when_a_board_is_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attach_module, "candidates", lambda: ["/dev/ttyACM0"])
    monkeypatch.setattr(attach_module, "running_ports", lambda: ["/dev/pts/9"])
    assert attach_module._ports_of_lost("/dev/pts/7") == ["/dev/pts/9"]
    assert attach_module._ports_of_lost("/dev/ttyACM1") == ["/dev/ttyACM1", "/dev/ttyACM0", "/dev/pts/9"]
