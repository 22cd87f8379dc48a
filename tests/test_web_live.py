"""The live page's server: what pages see and want, that a slow page holds up nobody, that secrets stay secret."""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from web_sitting import Sitting, get, own, take, until
from websockets.exceptions import ConnectionClosed

from crossboard import profiles
from crossboard.guided_replay.in_play import Leader
from crossboard.web import sockets as sockets_module


@pytest.fixture
def sitting(tmp_path: Path) -> Generator[Sitting, None, None]:
    made = Sitting(tmp_path)
    yield made
    made.close()


def test_a_page_sees_the_game_and_moves_pieces(sitting: Sitting) -> None:
    with sitting.connect() as page:
        first = take(page)
        assert first["you"] == 1 and first["program"] == sockets_module.PROGRAM
        state = take(page)
        assert state["game"]["spec"] == "charing-cross" and state["status"]["text"] == "White to move."
        assert state["table"]["box"] == "NNRRnnrr"
        page.send(json.dumps({"op": "take", "hand": 0, "letter": "N"}))
        page.send(json.dumps({"op": "drop", "hand": 0, "square": 24}))
        until(sitting, lambda: "+a4" in sitting.bench.history)
        page.send(json.dumps({"op": "lift", "hand": 0, "square": 24, "whole": False}))
        until(sitting, lambda: "-a4" in sitting.bench.history)
    until(sitting, lambda: sitting.bench.history[-1] == "+a4")  # the page is gone: its piece goes back


def test_commands_of_a_page_reach_the_board(sitting: Sitting) -> None:
    with sitting.connect() as page:
        take(page), take(page)
        for message in ({"op": "press", "button": "ok"}, {"op": "resign", "side": 0}, {"op": "takeback", "count": 2},
                        {"op": "draw"}, {"op": "new", "spec": "card-chess:plain"}):  # fmt: skip
            page.send(json.dumps(message))
        wanted = ["B ok", "E 2 11", "U 2", "E 3 12", "N card-chess:plain"]
        until(sitting, lambda: [c for c in sitting.board.commands if c[0] not in "KST"] == wanted)


def test_the_answer_chosen_is_gone_to(sitting: Sitting) -> None:
    with sitting.connect() as page:
        take(page), take(page)
        sitting.board.say("Q", f"{sitting.board.game_id} 0 900 1 2 a4-b4 a4-b5")
        sitting.run(5)
        page.send(json.dumps({"op": "answer", "ply": "a4-b5"}))
        until(sitting, lambda: "B answer a4-b5" in sitting.board.commands)


def test_an_answer_is_to_one_question_alone(sitting: Sitting) -> None:
    board = sitting.board

    def pressed() -> list[str]:
        return [command for command in board.commands if command[0] == "B"]

    with sitting.connect() as page:
        take(page), take(page)
        board.say("Q", f"{board.game_id} 0 900 1 2 a4-b4 a4-b5")
        sitting.run(5)
        page.send(json.dumps({"op": "answer", "ply": "a4-b5"}))
        until(sitting, lambda: pressed() == ["B answer a4-b5"])
        board.say("Q", f"{board.game_id} 0 950 0 0")  # withdrawn, and asked anew before anybody looks
        board.say("Q", f"{board.game_id} 0 990 1 2 a4-b4 a4-b5")
        sitting.run(20)
        assert pressed() == ["B answer a4-b5"]
        page.send(json.dumps({"op": "answer", "ply": "a4-b3"}))  # which is none of them
        until(sitting, lambda: sitting.server.live and len(sitting.server.live._said) == 1)
        assert pressed() == ["B answer a4-b5"]
        board.say("Q", f"{board.game_id} 0 999 1 3")  # a board that names none
        sitting.run(20)


@pytest.mark.parametrize(
    "message",
    [
        {"op": "lift", "hand": 0, "square": 9999}, {"op": "lift", "hand": -1, "square": 1}, {"op": "lift"},
        {"op": "lift", "hand": True, "square": 1}, {"op": "press", "button": "reset"}, {"op": "frob"},
        {"op": "new", "spec": "x\nN y"}, {"op": "new", "spec": "nine-holes"}, {"op": "resign", "side": 3},
        {"op": "new", "spec": "kings-crossing MM4mm"}, {"op": "takeback", "count": 1e9},
    ],
)  # fmt: skip
def test_malformed_wishes_are_refused_in_words(sitting: Sitting, message: dict[str, Any]) -> None:
    with sitting.connect() as page:
        take(page), take(page)
        page.send(json.dumps(message))
        until(sitting, lambda: sitting.server.live and len(sitting.server.live._said) == 1)
    assert [c for c in sitting.board.commands if c[0] not in "KST"] == [] and sitting.bench.history == []


@pytest.mark.parametrize("text", ["", "[]", "{", '{"op": 1}', "x" * 3000, "[" * 1500])
def test_what_is_no_message_ends_the_connection(sitting: Sitting, text: str) -> None:
    with sitting.connect() as page:
        take(page)
        page.send(text)
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(timeout=60)


def test_who_watches_moves_nothing(sitting: Sitting) -> None:
    with sitting.connect(watch=True) as page:
        take(page), take(page)
        page.send(json.dumps({"op": "press", "button": "ok"}))
        page.send(json.dumps({"op": "take", "hand": 0, "letter": "N"}))
        sitting.run(20)
        time.sleep(0.1)
        sitting.run(5)
        assert not any(command.startswith("B") for command in sitting.board.commands) and sitting.bench.history == []


def test_a_page_that_takes_nothing_in_gets_one_state_and_then_the_latest(sitting: Sitting) -> None:
    with sitting.connect() as slow, sitting.connect() as quick:
        assert json.loads(slow.recv(timeout=60))["you"] == 1
        first = json.loads(slow.recv(timeout=60))
        take(quick), take(quick)
        for ply in ("a4-b4", "h4-g4", "b4-c4"):
            sitting.board.play(ply)
            until(sitting, lambda: sitting.session.played and sitting.session.played.events)
            sitting.run(5)
        turns: list[str] = []
        while len(turns) < 3:
            turns = [turn["text"] for turn in take(quick).get("turns", {}).get("turns", [])] or turns
        with pytest.raises(TimeoutError):
            slow.recv(timeout=0.3)
        slow.send(json.dumps({"op": "seen", "number": first["number"]}))
        latest = json.loads(slow.recv(timeout=60))
        assert [turn["text"] for turn in latest["turns"]["turns"]] == ["a4-b4", "h4-g4", "b4-c4"]


def test_pages_and_their_messages_are_limited(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets_module, "PAGES", 1)
    with sitting.connect() as page:
        take(page)
        with sitting.connect() as other, pytest.raises(ConnectionClosed):
            other.recv(timeout=60)
        with pytest.raises(ConnectionClosed):
            for _ in range(2000):
                page.send('{"op": "seen"}')
            while True:
                page.recv(timeout=60)


def test_secret_kings_never_reach_a_page(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    try:
        sitting.board.begin("kings-crossing:stealth MM4mm/MM4mm/KM4mm/MM4km w - - 0")
        sitting.run(20)
        assert sitting.server.live
        text = sitting.server.live.snapshot.since(0)[1]
        state = json.loads(text)
        assert state["game"]["position"].startswith("kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w")
        assert set("".join(state["table"]["squares"].values()) + state["table"]["box"]) == {"M", "m"}
        assert "KM4" not in text.replace("/KM4mk w - - 0", "") and "4km" not in text
        told = json.loads(get(sitting.server, f"/api/games/{state['game']['number']}")[1])
        assert all(step["position"].count("K") == 0 for step in told["steps"])
    finally:
        sitting.close()


def test_a_real_board_is_mirrored_and_its_pieces_are_not_moved_here(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, simulated=False)
    try:
        sitting.board.say("V", f"{sitting.board.game_id} p a4-b4 " + "0" * 24 + "34" + "0" * 38, False)
        sitting.run(5)
        with sitting.connect() as page:
            take(page)
            state = take(page)
            assert state["table"] is None and state["lights"] is None and not state["link"]["simulated"]
            assert state["status"]["marks"][24:26] == "34" and state["status"]["shown"] == "a4-b4"
            page.send(json.dumps({"op": "lift", "hand": 0, "square": 24}))
            until(sitting, lambda: sitting.server.live and len(sitting.server.live._said) == 1)
            while "this is a real board" not in str(state.get("notices")):
                state = take(page)
    finally:
        sitting.close()


def test_a_replay_is_begun_from_another_page(sitting: Sitting) -> None:
    sitting.attached.profile = profiles.load("pico-8x8")
    leader = Leader(sitting.session, sitting.library, sitting.attached)
    assert sitting.server.live
    sitting.server.live.leader = leader
    step = sitting.session.step
    sitting.session.step = lambda: (step(), leader.step(sitting.clock.ms))[0]  # type: ignore[func-returns-value]
    assert json.loads(get(sitting.server, "/api/board")[1]) == {"games": ["charing-cross", "card-chess"]}
    sitting.board.play("a4-b4")
    sitting.run(10)
    assert sitting.session.played
    wish = {"game": sitting.session.played.number, "moment": 1, "on": False}
    assert get(sitting.server, "/api/lead", wish, Origin=own(sitting.server)) == (200, "{}")
    with sitting.connect() as page:
        state: dict[str, Any] = {}
        while not any("too old" in text for _, text in state.get("notices", [])):  # the fake board's firmware
            sitting.run(1)
            state |= take(page)
        sitting.session.link.hello = sitting.session.link.hello._replace(able=("paint",))  # type: ignore[union-attr]
        page.send(json.dumps({"op": "lead", "do": "begin", **wish}))
        until(sitting, lambda: "D begin" in sitting.board.commands)
        sitting.board.say("D", "begin 64 64 matrix")
        sitting.board.say("D", "raw 5 0000000000000000")
        until(sitting, lambda: any(command.startswith("D paint ") for command in sitting.board.commands))
        while not state.get("lead") or "Set up" not in state["status"]["text"]:
            sitting.run(1)
            state |= take(page)
        assert state["status"]["text"].startswith("Set up the position after 1. a4-b4.")
        assert state["lead"]["wanted"]["25"] == "N" and state["status"]["marks"][25] == "9"
        page.send(json.dumps({"op": "resign", "side": 0}))
        page.send(json.dumps({"op": "lead", "do": "stop"}))
        until(sitting, lambda: "D end" in sitting.board.commands)
    assert leader.lead is None and not [c for c in sitting.board.commands if c.startswith("E")]
