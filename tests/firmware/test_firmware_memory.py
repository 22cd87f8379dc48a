"""Where memory is too short for what is wanted, that is refused by the lights and in words, and all else goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from firmware import heap
from shared_rules.search import search
from tests.support.firmware_on_pins import FakeBoard, kinds
from tests.support.menus import CORNERS, choose_game, hold, seen


@pytest.fixture
def ready(board: FakeBoard) -> FakeBoard:
    board.gesture("-a4 +b5")
    board.run(1000)
    return board


@pytest.fixture
def faults(ready: FakeBoard, monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What the board has had to go on from the journal for; the fake board does not end at that."""
    found: list[BaseException] = []
    step = ready.app.loop.step

    def stepping(now: int) -> None:
        step(now)
        found.extend([ready.app.loop.fault] * ready.app.loop.faults)
        ready.app.loop.faults = 0

    monkeypatch.setattr(ready.app.loop, "step", stepping)
    return found


@pytest.fixture
def words(ready: FakeBoard, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the board logs."""
    found: list[str] = []
    monkeypatch.setattr(ready.app.link, "log", found.append)
    return found


def short(*_: Any, **__: Any) -> Any:
    raise MemoryError


def is_refused(board: FakeBoard) -> bool:
    return seen(board).keys() >= CORNERS


def goes_on(board: FakeBoard) -> bool:
    """Whether the game in which a4-b5 was played goes on with another ply."""
    board.run(2500)
    before = kinds(board)
    board.gesture("-h4 +g5")
    board.run(1000)
    return before[0] == "P a4-b5" and kinds(board) == [*before, "P h4-g5"] and board.app.modes.letter() == ord("p")


def test_a_game_that_leaves_too_little_is_refused_and_the_one_that_is_on_goes_on(
    ready: FakeBoard, words: list[str], faults: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware.game import beginning

    def no_room() -> Iterator[None]:
        yield
        assert ready.app.table.game.name == "kings-crossing"
        raise MemoryError

    game = ready.app.journal.game
    monkeypatch.setattr(beginning, "requiring_room", no_room)
    choose_game(ready, "kings-crossing")
    ready.run(1000)
    assert "this board has too little memory for kings-crossing" in words
    assert ready.app.journal.game == game and ready.app.table.game.name == "charing-cross"
    assert faults and goes_on(ready)


def test_the_pc_is_told_so_even_if_nothing_of_the_game_could_be_loaded(
    ready: FakeBoard, faults: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware.game import seating
    from firmware.game.actions import Actions

    plain = seating.game_class
    monkeypatch.setattr(seating, "game_class", short)
    problems: list[str] = []
    ready.app.loop.task = Actions(ready.app.current).new_game("kings-crossing", problems.append)
    ready.run(50)
    monkeypatch.setattr(seating, "game_class", plain)
    assert problems == ["this board has too little memory for kings-crossing"]
    assert faults and goes_on(ready)


def test_a_level_without_memory_to_search_is_refused_when_it_is_chosen(
    ready: FakeBoard, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "Search", short)
    assert ready.app.link.commands().seat("1 8") == ""
    ready.run(50)
    assert words == ["this board has too little memory to think about charing-cross"]
    assert bytes(ready.app.journal.levels) == bytes(2)
    assert is_refused(ready) and goes_on(ready)


def test_a_hint_without_memory_to_search_ends_the_thinking(
    ready: FakeBoard, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "Search", short)
    thinking: list[bool] = []
    monkeypatch.setattr(ready.app.display, "say_thinking", thinking.append)
    ready.press("next")
    assert is_refused(ready)
    assert words == ["this board has too little memory to think about charing-cross"]
    assert thinking[0] is True and thinking[-1] is False
    assert goes_on(ready)


def test_a_menu_without_memory_is_refused_in_the_same_mode(
    ready: FakeBoard, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready.app.modes, "any_menu", short)
    from firmware.game import beginning

    monkeypatch.setattr(beginning, "recovering", lambda _: pytest.fail("the journal need not be read"))
    hold(ready, "ok")
    assert words == ["this board has too little memory for that"]
    assert ready.app.loop.faults == 0 and is_refused(ready) and goes_on(ready)


def test_a_record_that_memory_was_too_short_for_is_read_back_or_played_again(
    ready: FakeBoard, words: list[str], faults: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = ready.app.journal._write
    monkeypatch.setattr(ready.app.journal, "_write", short)
    ready.gesture("-h4 +g5")
    ready.run(100)
    monkeypatch.setattr(ready.app.journal, "_write", plain)
    ready.run(3000)
    assert faults and "this board has too little memory for that" in words
    assert ready.app.table.game.text() == ready.app.table.recognizer.told_text()
    ready.gesture("-g5 +h4")  # as the lights ask
    assert goes_on(ready)


def test_a_heap_too_cut_up_for_the_game_that_was_on_ends_with_a_soft_reset(
    ready: FakeBoard, faults: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware.game import beginning

    monkeypatch.setattr(beginning, "recovering", short)
    monkeypatch.setattr(ready.app.current, "record_ply", short)
    ready.gesture("-h4 +g5")
    ready.run(10_000)
    assert faults and ready.app.loop.leaving and ready.app.loop.worn


class Caller:
    """A connection from the network: what it says, and whether the board has hung up."""

    def __init__(self, says: bytes) -> None:
        self.says = says
        self.heard = b""

    def setblocking(self, blocking: bool) -> None:
        pass

    def readinto(self, view: memoryview) -> int | None:
        said, self.says = self.says[: len(view)], self.says[len(view) :]
        view[: len(said)] = said
        return len(said) or None

    def write(self, data: bytes) -> int:
        self.heard += data
        return len(data)

    def close(self) -> None:
        pass


def test_a_proof_holds_once_also_where_memory_is_short_for_another_nonce(
    ready: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has listened to a PC can't take its place by saying the same again."""
    network = SimpleNamespace(WLAN=MagicMock(), STA_IF=0, hostname=str)
    monkeypatch.setitem(sys.modules, "network", network)
    monkeypatch.setattr(time, "ticks_add", lambda a, b: a + b, raising=False)
    from firmware.link import wifi

    monkeypatch.setattr(wifi, "REST_MS", 0)
    nonces = [b"0123456789abcdef"]
    port = wifi.WifiPort(
        {"ssid": "", "password": "", "name": "", "token": "token"}, lambda _: nonces.pop() if nonces else short()
    )
    both = b"30313233343536373839616263646566 " + b"f" * 32
    proof = b"f" * 32 + b" " + wifi.hexlify(wifi.hmac(b"token", b"pc " + both))[:32] + b"\n"
    first, second = Caller(proof), Caller(proof)
    waiting = [first]
    port._listener = SimpleNamespace(accept=lambda: (waiting.pop(0), ("192.168.1.9", 50000)))
    port._poll = SimpleNamespace(ipoll=lambda _: [(None, wifi.POLLIN)] if waiting else [])
    for _ in range(3):
        port.step()
    assert port.ready() and len(first.heard.splitlines()) == 2
    port.hang_up()
    waiting.append(second)
    for _ in range(4):
        with suppress(MemoryError):
            port.step()
    assert not port.ready() and not second.heard


def test_a_board_without_memory_for_wifi_starts_all_the_same(
    ready: FakeBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from firmware import builder

    monkeypatch.setattr(builder.os, "stat", lambda _: ())
    monkeypatch.setitem(sys.modules, "firmware.link.wifi", SimpleNamespace(with_wifi=short))
    assert builder.beside(ready.port) is None
    assert "no Wi-Fi" in capsys.readouterr().out


def test_what_a_game_has_to_leave_is_taken_in_pieces_as_code_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(heap, "bytearray", lambda size: sizes.append(size) or b"", raising=False)
    assert list(heap.requiring_room()) == [None]
    assert sizes == [heap.PIECE] * heap.PIECES
