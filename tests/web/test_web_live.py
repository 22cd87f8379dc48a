"""The live page's server: what pages see and want, that a slow page holds up nobody, that secrets stay secret."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from crossboard import profiles
from crossboard.boards.link import LOST
from crossboard.boards.opponents import REMOTE
from crossboard.games.rules import new_game
from crossboard.terminal.view import UNLINKED, status
from crossboard.web import sockets as sockets_module
from tests.support.web_rig import Rig, get, own, take, until


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig, None, None]:
    made = Rig(tmp_path)
    yield made
    made.close()


def test_a_page_sees_the_game_and_moves_pieces(rig: Rig) -> None:
    with rig.connect() as page:
        first = take(page)
        assert first["you"] == 1 and first["program"] == sockets_module.PROGRAM
        state = take(page)
        assert state["game"]["spec"] == "charing-cross" and state["status"]["text"] == "White to move."
        assert state["table"]["box"] == "NNRRnnrr"
        page.send(json.dumps({"op": "take", "hand": 0, "letter": "N"}))
        page.send(json.dumps({"op": "drop", "hand": 0, "square": 24}))
        until(rig, lambda: "+a4" in rig.bench.history)
        page.send(json.dumps({"op": "lift", "hand": 0, "square": 24, "whole": False}))
        until(rig, lambda: "-a4" in rig.bench.history)
    until(rig, lambda: rig.bench.history[-1] == "+a4")  # the page is gone: its piece goes back


def test_commands_of_a_page_reach_the_board(rig: Rig) -> None:
    for ply in ("a4-b4", "h4-g4"):
        rig.board.play(ply)
    rig.run(20)
    with rig.connect() as page:
        take(page), take(page)
        for message in ({"op": "ok"}, {"op": "takeback", "count": 2}, {"op": "resign", "side": "white"},
                        {"op": "new", "spec": "card-chess:plain"}):  # fmt: skip
            page.send(json.dumps(message))
        wanted = ["B ok", "U 2", "E 2 11", "N card-chess:plain"]
        until(rig, lambda: [c for c in rig.board.commands if c[0] not in "KST"] == wanted)


def test_who_can_do_nothing_now_is_not_told_what_to_do(rig: Rig) -> None:
    """The ply is somebody else's, far away; then the cable is out."""

    def told() -> list[Any]:
        found = json.loads(rig.server.live.snapshot.since(0)[1]) if rig.server.live else {}
        return [found["status"]["text"], found["status"]["expected"], len(found["game"]["first"])]

    assert told() == ["White to move.", "", 2]
    rig.board.say("Z", f"{rig.board.game_id} 0 900 t {REMOTE} -")
    rig.run(20)
    assert told() == ["White to move: waiting for the remote player.", "", 0]
    rig.board.say("Z", f"{rig.board.game_id} 0 950 - 0 -")
    rig.run(20)
    assert told()[2] == 2
    rig.board.unplugged = True
    rig.run(20)
    assert told() == [UNLINKED[LOST], "", 0] and "unplugged" in UNLINKED[LOST]
    rig.board.unplugged = False
    until(rig, lambda: told() == ["White to move.", "", 2])


@pytest.mark.parametrize("mode", ["g", "t"])
def test_the_start_position_set_up_in_mid_game_is_told_as_an_offer(rig: Rig, mode: str) -> None:
    def told() -> list[str]:
        assert rig.server.live and rig.session.game
        found = json.loads(rig.server.live.snapshot.since(0)[1])["status"]
        return [found["text"], status(rig.session, rig.session.game), found["expected"]]

    board = rig.board
    board.play("a4-b4")
    home = "".join("b" if piece else "0" for piece in new_game("charing-cross").board)
    board.say("V", f"{board.game_id} {mode} - {home}")
    rig.run(20)
    offer = "All pieces stand as at the start: OK gives this game up and begins a new one; put them back to go on."
    assert told() == [offer, offer, ""]
    board.say("V", f"{board.game_id} {mode} - {'0' * 63}9")
    rig.run(20)
    page, terminal, _ = told()
    assert page == terminal and ("the lights show" in page)
    board.say("V", f"{board.game_id} p - {'0' * 64}")
    rig.run(20)
    assert told()[:2] == ["Black to move."] * 2


def test_the_answer_chosen_is_gone_to(rig: Rig) -> None:
    with rig.connect() as page:
        take(page), take(page)
        rig.board.say("Q", f"{rig.board.game_id} 0 900 1 2 a4-b4 a4-b5")
        rig.run(5)
        page.send(json.dumps({"op": "answer", "ply": "a4-b5"}))
        until(rig, lambda: "B answer a4-b5" in rig.board.commands)


def test_an_answer_is_to_one_question_alone(rig: Rig) -> None:
    board = rig.board

    def pressed() -> list[str]:
        return [command for command in board.commands if command[0] == "B"]

    with rig.connect() as page:
        take(page), take(page)
        board.say("Q", f"{board.game_id} 0 900 1 2 a4-b4 a4-b5")
        rig.run(5)
        page.send(json.dumps({"op": "answer", "ply": "a4-b5"}))
        until(rig, lambda: pressed() == ["B answer a4-b5"])
        board.say("Q", f"{board.game_id} 0 950 0 0")  # withdrawn, and asked anew before anybody looks
        board.say("Q", f"{board.game_id} 0 990 1 2 a4-b4 a4-b5")
        rig.run(20)
        assert pressed() == ["B answer a4-b5"]
        page.send(json.dumps({"op": "answer", "ply": "a4-b3"}))  # which is none of them
        until(rig, lambda: rig.server.live and len(rig.server.live._said) == 1)
        assert pressed() == ["B answer a4-b5"]
        board.say("Q", f"{board.game_id} 0 999 1 3")  # a board that names none
        rig.run(20)


@pytest.mark.parametrize(
    "message",
    [
        {"op": "lift", "hand": 0, "square": 9999}, {"op": "lift", "hand": -1, "square": 1}, {"op": "lift"},
        {"op": "lift", "hand": True, "square": 1}, {"op": "ok", "hold": "x"},
        {"op": "new", "spec": "x\nN y"}, {"op": "new", "spec": "nine-holes"}, {"op": "resign", "side": 3},
        {"op": "draw", "side": "white"},
        {"op": "new", "spec": "kings-crossing MM4mm"}, {"op": "takeback", "count": 1e9},
    ],
)  # fmt: skip
def test_malformed_wishes_are_refused_in_words(rig: Rig, message: dict[str, Any]) -> None:
    with rig.connect() as page:
        take(page), take(page)
        page.send(json.dumps(message))
        until(rig, lambda: rig.server.live and len(rig.server.live._said) == 1)
    assert [c for c in rig.board.commands if c[0] not in "KST"] == [] and rig.bench.history == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"op": 1}', '{"op": "frob"}', '{"op": "leave"}', "x" * 3000, "[" * 1500]
)
def test_what_is_no_message_ends_the_connection(rig: Rig, text: str) -> None:
    with rig.connect() as page:
        take(page)
        page.send(text)
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(timeout=60)


def test_who_watches_moves_nothing(rig: Rig) -> None:
    with rig.connect(watch=True) as page:
        take(page), take(page)
        page.send(json.dumps({"op": "ok"}))
        with pytest.raises(ConnectionClosed, match="not for this page"):
            page.recv(timeout=60)
        rig.run(20)
        assert not any(command.startswith("B") for command in rig.board.commands) and rig.bench.history == []


def test_a_page_that_takes_nothing_in_gets_one_state_and_then_the_latest(rig: Rig) -> None:
    with rig.connect() as slow, rig.connect() as quick:
        assert json.loads(slow.recv(timeout=60))["you"] == 1
        first = json.loads(slow.recv(timeout=60))
        take(quick), take(quick)
        for ply in ("a4-b4", "h4-g4", "b4-c4"):
            rig.board.play(ply)
            until(rig, lambda: rig.session.played and rig.session.played.events)
            rig.run(5)
        turns: list[str] = []
        while len(turns) < 3:
            turns = [turn["text"] for turn in take(quick).get("turns", {}).get("turns", [])] or turns
        with pytest.raises(TimeoutError):
            slow.recv(timeout=0.3)
        slow.send(json.dumps({"op": "seen", "number": first["number"]}))
        latest = json.loads(slow.recv(timeout=60))
        assert [turn["text"] for turn in latest["turns"]["turns"]] == ["a4-b4", "h4-g4", "b4-c4"]


def test_pages_and_their_messages_are_limited(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets_module, "PAGES", 1)
    with rig.connect() as page:
        take(page)
        with rig.connect() as other, pytest.raises(ConnectionClosed):
            other.recv(timeout=60)
        with pytest.raises(ConnectionClosed):
            for _ in range(2000):
                page.send('{"op": "seen"}')
            while True:
                page.recv(timeout=60)


def test_secret_kings_never_reach_a_page(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    try:
        rig.board.begin("kings-crossing:stealth MM4mm/MM4mm/KM4mm/MM4km w - - 0")
        rig.run(20)
        assert rig.server.live and rig.session.played
        rig.session.keep(rig.session.played)
        rig.run(1)
        text = rig.server.live.snapshot.since(0)[1]
        state = json.loads(text)
        assert state["game"]["position"].startswith("kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w")
        assert set("".join(state["table"]["squares"].values()) + state["table"]["box"]) == {"M", "m"}
        assert "KM4" not in text.replace("/KM4mk w - - 0", "") and "4km" not in text
        told = json.loads(get(rig.server, f"/api/games/{state['game']['number']}")[1])
        assert all(step["position"].count("K") == 0 for step in told["steps"])
    finally:
        rig.close()


def test_a_real_board_is_mirrored_and_its_pieces_are_not_moved_here(tmp_path: Path) -> None:
    rig = Rig(tmp_path, simulated=False)
    try:
        rig.board.say("V", f"{rig.board.game_id} p a4-b4 " + "0" * 24 + "34" + "0" * 38, False)
        rig.run(5)
        with rig.connect() as page:
            take(page)
            state = take(page)
            assert state["table"] is None and state["lights"] is None and not state["link"]["simulated"]
            assert state["status"]["marks"][24:26] == "34" and state["status"]["shown"] == "a4-b4"
            page.send(json.dumps({"op": "lift", "hand": 0, "square": 24}))
            until(rig, lambda: rig.server.live and len(rig.server.live._said) == 1)
            while "this is a real board" not in str(state.get("notices")):
                state = take(page)
    finally:
        rig.close()


def test_a_game_of_the_library_goes_on_from_its_page(rig: Rig) -> None:
    rig.board.play("a4-b4")
    rig.run(10)
    played = rig.session.played
    assert played and played.number
    game, start = played.board_game, played.start
    rig.session.new_game("card-chess")
    rig.run(10)
    wish = {"op": "resume", "game": played.number}
    for wrong in (
        {},
        {"op": "lift"},
        {"op": ["resume"]},
        wish | {"moment": 1},
        wish | {"game": None},
        wish | {"game": 1.5},
    ):
        assert get(rig.server, "/api/action", wrong, Origin=own(rig.server))[0] == 400
    assert get(rig.server, "/api/action", wish, Origin=own(rig.server)) == (200, "{}")
    with rig.connect() as page:
        state: dict[str, Any] = {}
        while not any("can't go on with an earlier game" in text for _, text in state.get("notices", [])):
            rig.run(1)
            state |= take(page)
        rig.session.link.hello = rig.session.link.hello._replace(able=("resume",))  # type: ignore[union-attr]
        page.send(json.dumps({"op": "resume", "game": played.number}))
        until(rig, lambda: f"G {game} 1 {start}" in rig.board.commands)
        rig.board.say("C", "G send")
        until(rig, lambda: any(command.startswith(f"G {game} P 1 ") for command in rig.board.commands))


def test_a_replay_is_begun_from_another_page(rig: Rig) -> None:
    rig.attached.profile = profiles.load("pico-8x8")
    leader = rig.context.leader
    assert json.loads(get(rig.server, "/api/board")[1]) == {"games": ["charing-cross", "card-chess"]}
    rig.board.play("a4-b4")
    rig.run(10)
    assert rig.session.played
    wish = {"op": "replay", "game": rig.session.played.number, "moment": 1}
    assert get(rig.server, "/api/action", wish, Origin=own(rig.server)) == (200, "{}")
    with rig.connect() as page:
        state: dict[str, Any] = {}
        while not any("too old" in text for _, text in state.get("notices", [])):  # the fake board's firmware
            rig.run(1)
            state |= take(page)
        rig.session.link.hello = rig.session.link.hello._replace(able=("paint",))  # type: ignore[union-attr]
        page.send(json.dumps(wish))
        until(rig, lambda: "D begin" in rig.board.commands)
        rig.board.say("D", "begin 64 64 matrix")
        rig.board.say("D", "raw 5 0000000000000000")
        until(rig, lambda: any(command.startswith("D paint ") for command in rig.board.commands))
        while not state.get("lead") or "Set up" not in state["status"]["text"]:
            rig.run(1)
            state |= take(page)
        assert state["status"]["text"].startswith("Set up the position after 1. a4-b4.")
        assert state["lead"]["wanted"]["25"] == "N" and state["status"]["marks"][25] == "9"
        page.send(json.dumps({"op": "resign", "side": "white"}))
        page.send(json.dumps({"op": "stop"}))
        until(rig, lambda: "D end" in rig.board.commands)
    assert leader.lead is None and not [c for c in rig.board.commands if c.startswith("E")]
