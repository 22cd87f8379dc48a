"""A simulated board makes way for another one that has the game: play goes over when that is there, or stays where it is."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from crossboard.boards.attach import Attached
from crossboard.boards.link import Link
from crossboard.errors import CrossboardError
from crossboard.games.gestures import Hand
from crossboard.library import Library
from crossboard.terminal.interface import LineInterface
from crossboard.web import Server, sections
from tests.support.fake_board import LIBRARY, Bench, FakeBoard, FakePort, PlayRig
from tests.support.web_rig import own, take


class Interface(LineInterface):
    """Writes down what it is told."""

    def __init__(self) -> None:
        super().__init__([])
        super().read(0)
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


class Rig(PlayRig):
    """Play at a board that is one of two."""

    def __init__(self, folder: Path) -> None:
        self.told = Interface()
        super().__init__(folder, self.told)
        self.other = FakeBoard(self.clock, "fb02", games="cross-eyed")
        self.other.begin("cross-eyed")
        self.may_start = threading.Event()
        self.may_start.set()
        self.problem = ""
        self.attached.another = self.start
        self.board.begin("charing-cross")
        self.turn(20)

    def start(self, game: str, say: Callable[[str], None]) -> Attached:
        assert game == "cross-eyed" and self.may_start.wait(60)
        if self.problem:
            raise CrossboardError(self.problem)
        say("this one forgets its games")
        return Attached(Link(FakePort(self.other), clock=self.clock), Hand(Bench()), {}, "another fake board")

    def turn(self, rounds: int) -> None:
        for _ in range(rounds):
            self.other.step()
            self.run(1)

    def until(self, there: Callable[[], bool]) -> None:
        for _ in range(2000):
            self.turn(1)
            if there():
                return
            threading.Event().wait(0.005)  # for the thread in which a board starts
        raise AssertionError(self.told.said)

    @property
    def spec(self) -> str:
        played = self.play.session.played
        return played.start.partition(" ")[0] if played else ""


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig, None, None]:
    made = Rig(tmp_path)
    yield made
    made.may_start.set()
    made.close()


def test_what_needs_another_board_is_done_there(rig: Rig) -> None:
    rig.play.session.name_sides("Ada", "Bob")
    rig.board.play("a4-b4")
    rig.turn(20)
    rig.may_start.clear()
    said = rig.play.actions.sent({"op": "new", "spec": "cross-eyed", "kind": "5+3"})
    assert said == rig.play.context.sections["thinking"] == "The board for Cross-Eyed Chess is being started."
    rig.turn(20)
    assert rig.spec == "charing-cross"  # which can be played on meanwhile
    rig.board.play("h4-g4")
    with pytest.raises(CrossboardError, match="one moment: The board for Cross-Eyed Chess is being started"):
        rig.play.actions.typed(["new", "cross-eyed"])
    rig.may_start.set()
    rig.until(lambda: rig.spec == "cross-eyed" and rig.play.context.clock.clock is not None)
    assert [command for command in rig.other.commands if command[0] == "N"] == ["N cross-eyed"]
    assert not [command for command in rig.board.commands if command[0] == "N"]
    assert rig.play.context.clock.words() == "White 5:00 - Black 5:00"
    assert rig.play.session.names == ("Ada", "Bob")
    assert "game 1 is kept, unfinished; `resume 1` goes on with it" in rig.told.said
    assert "this one forgets its games" in rig.told.said
    assert rig.attached.link.state != "connected"
    with Library(rig.library.path) as library:
        assert [event.text for event in library.events(1)] == ["a4-b4", "h4-g4"]


def test_a_board_that_can_t_start_leaves_all_as_it_is(rig: Rig) -> None:
    rig.problem = "there is no Node here"
    rig.play.actions.typed(["new", "cross-eyed"])
    sentence = "the board for Cross-Eyed Chess can't be started: there is no Node here"
    rig.until(lambda: sentence in rig.told.said)
    assert rig.spec == "charing-cross" and rig.play.context.thinking == ""
    rig.problem = ""
    rig.play.actions.typed(["new", "cross-eyed"])  # and it can be tried again
    rig.until(lambda: rig.spec == "cross-eyed")


def test_a_board_that_is_still_starting_when_the_user_leaves_is_put_away(rig: Rig) -> None:
    rig.may_start.clear()
    rig.play.actions.typed(["new", "cross-eyed"])
    rig.may_start.set()
    rig.play.close()
    assert rig.play.context.thinking == ""


def test_pages_see_the_other_board_without_connecting_anew(rig: Rig, tmp_path: Path) -> None:
    server = Server(tmp_path / LIBRARY)
    try:

        def show() -> None:
            server.show(rig.play.attached, rig.play.context, rig.play.actions, lambda: None)

        show()
        rig.play.moved.subscribe(show)
        rig.turn(5)
        url = own(server)
        with connect(url.replace("http", "ws") + "/live", origin=url) as page:  # type: ignore[arg-type]
            greeting, state = take(page), take(page)
            assert state["game"]["spec"] == "charing-cross" and "cross-eyed" in state["link"]["specs"]
            assert state["link"]["others"] == {}
            rig.board.play("a4-b4")
            rig.turn(5)
            page.send(json.dumps({"op": "new", "spec": "cross-eyed"}))
            again: list[Any] = []
            seen: dict[str, Any] = {}
            for _ in range(2000):
                rig.turn(1)
                with contextlib.suppress(TimeoutError):
                    message = take(page, 0.02)
                    if "you" in message:
                        again.append(message)
                        seen = {}
                    seen |= message
                if (seen.get("game") or {}).get("spec") == "cross-eyed" and len(seen["notices"]) > 1:
                    break
            assert "game 1 is kept, unfinished" in [text for _, text in seen["notices"]]  # nobody can type here
            assert again == [greeting]  # what it knew is forgotten, and told anew
    finally:
        server.close()


def test_a_real_board_says_what_such_a_game_takes(rig: Rig) -> None:
    found = sections.link_section(rig.play.session, "", False)
    assert found["others"]["cross-eyed"] == (
        "This board does not have it. It takes 84 squares, 12 by 12 at the widest."
    )
    assert not [spec for spec in found["specs"] if spec.startswith("cross-eyed")]
