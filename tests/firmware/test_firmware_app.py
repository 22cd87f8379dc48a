"""The board's program on fake pins: set-up guide, play, refusals, resets, the end of a game and the next one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.games.rules import legal_plies
from firmware.game.game_store import games_in
from shared_rules.codes import WHY_BACKWARD
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board, kinds
from tests.support.firmware_pc import FakePc
from tests.support.rule_cases import CHARING as START


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    with fake_board(tmp_path / "games") as fake:
        fake.switch_on()
        yield fake


@pytest.fixture
def ready(board: FakeBoard) -> FakeBoard:
    """A board on which all pieces stand at home."""
    board.set_all(HOME)
    board.run(600)
    return board


def test_lights_guide_the_set_up(board: FakeBoard) -> None:
    board.run(100)
    assert set(board.lights()) == set(HOME.split())
    board.set_all("a4 a5 d8 e8 h4 h5 d1 c3")
    seen: set[str] = set()
    for _ in range(30):
        board.run(50)
        seen |= set(board.lights())
    assert seen == {"e1", "c3"}
    assert board.app.modes.letter() == ord("g")
    board.set_all(HOME)
    board.run(600)
    assert board.app.modes.letter() == ord("p")
    assert board.lights() == {}


def test_missing_and_extra_look_different(board: FakeBoard) -> None:
    board.set_all("a4 a5 d8 e8 h4 h5 d1 c3")
    colours: dict[str, set[tuple[int, int, int]]] = {}
    for _ in range(30):
        board.run(50)
        for square, colour in board.lights().items():
            colours.setdefault(square, set()).add(colour)
    assert colours["e1"].isdisjoint(colours["c3"])


def test_play_is_lit_and_journalled(ready: FakeBoard) -> None:
    ready.gesture("-a4")
    assert set(ready.lights()) == {"a4", "b3", "b4", "b5", "a6"}
    ready.gesture("+b5")
    assert set(ready.lights()) == {"a4", "b5"}
    assert ready.journal()[0] == f"G 0 {START}"
    assert kinds(ready) == ["P a4-b5"]
    ready.gesture("-d1 +c2")
    assert kinds(ready) == ["P a4-b5", "P d1-c2"]
    assert ready.app.current.plies == 2


def test_refusal_is_lit_journalled_and_cleared(ready: FakeBoard) -> None:
    ready.gesture("-a4 +a3")
    ready.run(1500)
    assert ready.app.modes.letter() == ord("t")
    assert kinds(ready) == [f"R a4 a3 {WHY_BACKWARD}"]
    seen: set[str] = set()
    for _ in range(30):
        ready.run(50)
        seen |= set(ready.lights())
    assert seen == {"a3", "a4"}
    ready.gesture("-a3 +a4")
    assert ready.app.modes.letter() == ord("p")
    assert ready.lights() == {}
    ready.gesture("-a4 +b4")
    assert kinds(ready)[-1] == "P a4-b4"


def test_taking_back_is_journalled(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b4")
    ready.gesture("-b4 +a4")
    ready.run(1000)
    assert kinds(ready) == ["P a4-b4", "U 1"]
    assert ready.app.current.plies == 0
    assert ready.app.current.digest == ready.app.table.game.digest()
    ready.gesture("-a5 +b6")
    assert kinds(ready)[-1] == "P a5-b6"


def test_reset_in_the_middle_resumes(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b5")
    text = ready.app.table.game.text()
    t = ready.app.current.t
    ready.switch_on()
    ready.run(600)
    assert ready.app.table.game.text() == text
    assert ready.app.modes.letter() == ord("p")
    assert ready.app.current.t >= t - 1000
    ready.gesture("-h4 +g5")
    assert kinds(ready) == ["P a4-b5", "P h4-g5"]
    assert [line.split(" ")[1] for line in ready.journal()] == ["0", "1", "2"]
    times = [int(line.split(" ")[2]) for line in ready.journal()[1:]]
    assert times == sorted(times)


def test_reset_with_a_piece_in_hand(ready: FakeBoard) -> None:
    ready.gesture("-a4")
    ready.switch_on()
    ready.run(600)
    assert ready.app.modes.letter() == ord("g")
    assert "a4" in {square for _ in range(20) for square in (ready.run(50), ready.lights())[1]}
    ready.gesture("+a4")
    assert ready.app.modes.letter() == ord("p")
    ready.gesture("-a4 +b4")
    assert kinds(ready) == ["P a4-b4"]


def test_lights_show_how_far_the_game_is_read_when_switched_on(ready: FakeBoard) -> None:
    game = ready.app.table.game
    dice = random.Random(2)
    for _ in range(24):
        ply = dice.choice(legal_plies(game))
        game.push(ply)
        ready.app.current.record_ply(ply, game.digest())
    text = game.text()
    ready.pins.sent.clear()
    app = ready.switch_on(read=False)
    assert app.table.game is None
    seen = [0]
    while app.loop.task:
        ready.run(5)
        if len(ready.lights()) != seen[-1]:
            seen.append(len(ready.lights()))
    assert app.table.game.text() == text
    assert seen == sorted(seen)
    assert len(seen) > 5
    ready.run(600)
    assert len(ready.lights()) < 40  # those of the position


def test_resumed_game_with_pieces_at_home_offers_a_new_one(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b5")
    first = ready.app.journal.id()
    ready.set_all(HOME)
    ready.switch_on()
    ready.run(600)
    assert ready.app.modes.letter() == ord("g")
    assert ready.app.journal.id() == first
    ready.press("ok")
    ready.run(600)
    assert ready.app.journal.id() != first
    assert ready.app.modes.letter() == ord("p")
    assert ready.app.table.game.text() == START


def play_to_goal(board: FakeBoard) -> None:
    """White's knight walks to column h while Black's rook walks up: White wins."""
    for gesture in ("-a4 +b4", "-d1 +d2", "-b4 +c4", "-d2 +d3", "-c4 +d5", "-d3 +c4", "-d5 +e5", "-c4 +c5"):
        board.gesture(gesture)
    board.gesture("-e5 +f4 -f4 +f4")
    board.gesture("-c5 +b6")
    board.gesture("-f4 +g3")
    board.gesture("-b6 +b7")
    board.gesture("-g3 +h3")


def test_goal_ends_the_game_and_the_loser_begins_the_next(ready: FakeBoard) -> None:
    play_to_goal(ready)
    ready.run(500)
    assert kinds(ready)[-2:] == ["P g3-h3", "E 1 2"]
    assert ready.app.modes.letter() == ord("o")
    assert "h3" in {square for _ in range(20) for square in (ready.run(50), ready.lights())[1]}
    first = ready.app.journal.id()
    ready.run(5000)
    assert ready.app.journal.id() == first  # as long as the pieces stay
    ready.set_all(HOME)
    ready.run(2000)
    assert ready.app.journal.id() != first
    assert ready.app.modes.letter() == ord("p")
    assert ready.journal()[0] == "G 0 " + START.replace(" w ", " b ")
    ready.gesture("-h4 +g4")
    assert kinds(ready) == ["P h4-g4"]


def test_setting_up_after_a_game_is_guided(ready: FakeBoard) -> None:
    play_to_goal(ready)
    ready.gesture("-h3 +a3")
    ready.gesture("-b7 +d1 -h4 +h4")
    assert {"a3", "a4"} == {square for _ in range(20) for square in (ready.run(50), ready.lights())[1]}
    ready.gesture("-a3 +a4")
    assert ready.app.modes.letter() == ord("o")
    ready.run(1000)
    assert ready.app.modes.letter() == ord("p")


def test_reset_after_the_end_goes_on_with_the_next_game(ready: FakeBoard) -> None:
    play_to_goal(ready)
    first = ready.app.journal.id()
    ready.switch_on()
    ready.run(100)
    assert ready.app.journal.id() != first
    assert ready.app.modes.letter() == ord("g")
    assert " b " in ready.app.table.game.text()
    ready.switch_on()
    ready.run(100)
    assert len(games_in(ready.app.journal.folder)) == 2
    assert " b " in ready.app.table.game.text()


def test_power_cut_between_last_ply_and_end(ready: FakeBoard) -> None:
    """The record of the end is written late, and the next game begins."""
    play_to_goal(ready)
    path = sorted(ready.folder.glob("*.log"))[-1]
    lines = [line for line in path.read_bytes().splitlines(keepends=True) if line[:1] != b"F"]
    assert lines[-1].startswith(b"E ")
    path.write_bytes(b"".join(lines[:-1]))
    ready.switch_on()
    ready.run(100)
    records = [line for line in path.read_bytes().splitlines() if line[:1] not in b"GT"]
    assert records[-1].startswith(b"E %d " % len(records))
    assert ready.app.journal.id() not in path.name


def test_buttons_mean_nothing_in_play(ready: FakeBoard) -> None:
    for button in ("ok", "next", "back"):
        ready.press(button)
    assert ready.app.modes.letter() == ord("p")
    assert kinds(ready) == []


def test_error_inside_is_shown_and_survived(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b5")
    text = ready.app.table.game.text()
    right = ready.app.table.recognizer.step

    def wrong(now: int, work: int) -> None:
        raise RuntimeError("a bug")

    ready.app.table.recognizer.step = wrong
    ready.app.loop.step(ready.now)
    assert ready.app.loop.faults == 1
    ready.app.table.recognizer.step = right
    ready.app.loop.faults = 0
    ready.run(100)
    corners = {"a1", "a8", "h1", "h8"}
    assert corners <= {square for _ in range(20) for square in (ready.run(20), ready.lights())[1]}
    ready.run(4000)
    assert corners.isdisjoint(ready.lights())
    assert ready.app.modes.letter() == ord("p")
    assert ready.app.table.game.text() == text
    ready.gesture("-h4 +g5")
    assert kinds(ready) == ["P a4-b5", "P h4-g5"]


def test_sensors_that_always_fail_do_not_end_the_loop(ready: FakeBoard) -> None:
    def wrong(raw: bytearray) -> None:
        raise OSError(5)

    ready.app.sensing.sensors.scan = wrong
    faults = []
    for _ in range(1000):
        ready.app.loop.step(ready.now)
        ready.now += 5
        faults.append(ready.app.loop.faults)
    assert 3 < faults[len(faults) // 2] < faults[-1]
    assert not ready.app.loop.leaving


def test_full_flash_is_shown_and_play_goes_on(ready: FakeBoard) -> None:
    class Full:
        def write(self, data: bytes) -> int:
            raise OSError(28)

        def flush(self) -> None: ...

        def close(self) -> None: ...

    ready.app.journal._file = Full()
    ready.gesture("-a4 +b5")
    ready.gesture("-h4 +g5")
    assert ready.app.current.plies == 2
    assert ready.app.journal.failed
    assert {"a1", "a8", "h1", "h8"} <= {square for _ in range(40) for square in (ready.run(50), ready.lights())[1]}


def test_little_room_is_shown_until_the_pc_has_what_may_go(ready: FakeBoard) -> None:
    """While the pieces are set up, too; games go as soon as they are acknowledged."""
    app = ready.app
    first = app.journal.id()
    ready.gesture("-a4 +b5")
    app.journal.low = lambda: first in games_in(app.journal.folder)
    ready.new_game("charing-cross")
    corners = {"a1", "a8", "h1", "h8"}
    assert corners <= {square for _ in range(40) for square in (ready.run(50), ready.lights())[1]}
    assert app.journal.full
    app.journal.acknowledge(first, 2)
    ready.run(500)
    assert not app.journal.full
    assert games_in(app.journal.folder) == [app.journal.id()]
    assert not corners & {square for _ in range(40) for square in (ready.run(50), ready.lights())[1]}


def test_no_flash_at_all(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    with fake_board(tmp_path / "games") as board:
        board.switch_on()
        board.set_all(HOME)
        board.run(600)
        board.gesture("-a4 +b5")
        assert board.app.current.plies == 1
        assert board.app.journal.failed


@pytest.mark.parametrize("rate", [1, 5, 20])
def test_every_scan_rate(tmp_path: Path, rate: int) -> None:
    """The same plies whether the loop runs fast or slow, and across the wrap of the ticks."""
    with fake_board(tmp_path / "games") as board:
        board.now = 0x3FFFFFFF - 1500
        board.switch_on()
        board.set_all(HOME)
        board.run(700, rate)
        for word in ("-a4", "+b5", "-d1", "+d2"):
            board.set(word[1:], word[0] == "+")
            board.run(700, rate)
        board.run(80 * rate, rate)  # the longer a round, the later it tells
        assert kinds(board) == ["P a4-b5", "P d1-d2"]


def test_deadline_leaves_nothing_undone(ready: FakeBoard) -> None:
    """Steps at deadlines alone give what steps every 5 ms give."""
    app = ready.app

    def until(end: int) -> None:
        while True:
            wait = app.loop.deadline(ready.now)
            assert wait != 0 or app.loop.deadline(ready.now) == 0
            if wait < 0 or ready.now + wait >= end:
                break
            ready.now += max(wait, 1)
            app.loop.step(ready.now)
        ready.now = end
        app.loop.step(end)

    for word in ("-a4", "+b5", "-d1", "+d2", "-a5", "+a6"):
        ready.set(word[1:], word[0] == "+")
        app.loop.step(ready.now)
        until(ready.now + 1500)
    assert app.loop.faults == 0
    assert kinds(ready)[:2] == ["P a4-b5", "P d1-d2"]
    assert kinds(ready)[2].startswith("R a5 a6")


SCRIPT: tuple[tuple[int, str], ...] = (
    (0, "+a4 +a5 +d8 +e8 +h4 +h5 +d1"), (900, "+e1"), (2600, "-a4"), (2900, "+b5"), (4000, "-h4"), (4250, "+g4"),
    (5500, "-d1"), (5600, "+d3"), (9000, "-d3"), (9200, "+d1"), (9900, "ok down"), (11100, "ok up"), (12500, "next down"),
    (12560, "next up"), (13000, "back down"), (13060, "back up"), (14000, "pc hint"), (22000, "pc Z d"), (23000, "+c7"),
    (25000, "-c7"), (26000, "-a5 -d8 -e8 -h5"), (29000, "+a5 +d8 +e8 +h5"), (33000, "pc 1"), (45000, ""),
)  # fmt: skip
"""When what is done: pieces, buttons, what the PC asks for (a hint, something unknown, to take a ply back)."""


def lived(folder: Path, resting: bool) -> list[tuple[int, object]]:
    """When the lights, and when the PC, was told what; `resting`: no round where the loop says that none is needed."""
    seen: list[tuple[int, object]] = []
    with fake_board(folder) as board:
        from firmware.loop import PERIOD_MS

        board.switch_on()
        pc, begun, due, done = FakePc(board), board.now, board.now, 0
        while done < len(SCRIPT):
            if board.now - begun >= SCRIPT[done][0]:
                act(board, pc, SCRIPT[done][1])
                done, due = done + 1, board.now
            frames, told = len(board.pins.sent), len(pc.heard)
            pc.exchange()
            if board.now >= due or board.port.arrived or not resting:
                now = board.now & 0x3FFFFFFF
                board.app.loop.step(now)
                assert board.app.loop.faults == 0, repr(board.app.loop.fault)
                due = board.now + PERIOD_MS + board.app.loop._idle(now)
            seen += [(board.now - begun, bytes(frame)) for frame in board.pins.sent[frames:]]
            seen += [(board.now - begun, message) for message in pc.heard[told:]]
            board.now += PERIOD_MS
        assert kinds(board)[0] == "P a4-b5"
    return seen


def act(board: FakeBoard, pc: FakePc, what: str) -> None:
    word, _, rest = what.partition(" ")
    if word in ("ok", "next", "back"):
        pin = board.profile["buttons"][word]
        (board.pins.grounded.add if rest == "down" else board.pins.grounded.discard)(pin)
    elif word == "pc":
        pc.send("U" if rest == "1" else "Z", rest)
    else:
        for one in what.split():
            board.set(one[1:], one[0] == "+")


def test_a_loop_that_rests_does_the_same_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lights blink and the PC hears as from a board that makes a round every 5 ms, which a real one does."""
    monkeypatch.setattr("os.urandom", lambda count: bytes(range(7, 7 + count)))
    always = lived(tmp_path / "always", False)
    assert lived(tmp_path / "resting", True) == always
    assert len(always) > 100


def test_lights_out_at_the_end(ready: FakeBoard) -> None:
    ready.gesture("-a4")
    assert ready.lights()
    ready.app.loop.stop()
    assert ready.lights() == {}


@pytest.mark.parametrize(
    ("interrupt_at", "stop_interrupts", "rounds", "stops"), [(-1, 0, 10, 1), (3, 0, 3, 1), (3, 1, 3, 2)]
)
def test_the_loop_ends_tidily(
    ready: FakeBoard, monkeypatch: pytest.MonkeyPatch, interrupt_at: int, stop_interrupts: int, rounds: int, stops: int
) -> None:
    """However often it is interrupted."""
    loop = ready.app.loop
    made: list[str] = []

    def step(_now: int) -> None:
        made.append("round")
        if len(made) == interrupt_at:
            raise KeyboardInterrupt
        loop.leaving = len(made) == 10

    def stop() -> None:
        made.append("stop")
        if made.count("stop") <= stop_interrupts:
            raise KeyboardInterrupt

    monkeypatch.setattr(loop, "step", step)
    monkeypatch.setattr(loop, "stop", stop)
    loop.run()
    assert (made.count("round"), made.count("stop")) == (rounds, stops)


def test_main_says_what_is_wrong_with_the_profile(board: FakeBoard, capsys: pytest.CaptureFixture[str]) -> None:
    from firmware.builder import start

    assert start() is None  # there is no /profile.json here
    assert capsys.readouterr().out.startswith("crossboard: this board can't start, its profile can't be used: ")


def test_main_says_that_json_is_no_profile(
    board: FakeBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware import builder
    from firmware.game.table import Profile

    path = tmp_path / "profile.json"
    path.write_text("[]")
    monkeypatch.setattr(builder, "Profile", lambda known, port: Profile(known, str(path), port))
    assert builder.start() is None
    words = "crossboard: this board can't start, its profile can't be used: "
    assert capsys.readouterr().out == f"{words}{path}: not a board profile; install it again\n"


def test_no_more_is_taken_back_than_the_board_remembers(ready: FakeBoard) -> None:
    app = ready.app
    digests: list[int] = [app.table.game.digest()]
    dice = random.Random(1)
    while len(digests) <= 70:
        ply = dice.choice(legal_plies(app.table.game))
        app.table.game.push(ply)
        if app.table.game.result:
            app.table.game.pop()
            continue
        digests.append(app.table.game.digest())
        app.current.record_ply(ply, digests[-1])
    ready.switch_on()
    app = ready.app
    assert app.link.commands().take_back("65") == "the plies to take back are 64 at most"
    assert app.link.commands().take_back("64") == ""
    assert app.current.plies == 6
    assert app.current.digest == app.table.game.digest() == digests[6]
    ready.switch_on()
    assert ready.app.current.digest == digests[6]
