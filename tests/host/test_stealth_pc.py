"""Secret kings on the PC: nothing that it is sent, keeps, exports or shows tells where they are, until they are revealed."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from crossboard import cli
from crossboard.games.record import write_record
from crossboard.games.rules import game_at
from crossboard.guided_replay.story import story_of
from crossboard.library import Library
from crossboard.library.archive import export_game, import_record
from crossboard.library.flight import export_trace
from crossboard.library.record_reader import read_records
from crossboard.library.timeline import tell
from crossboard.render.scene import View
from crossboard.review.export_json import game_value
from crossboard.web.share import share_page
from crossboard.web.study import attempt, game_study
from tests.support.firmware_on_pins import fake_board
from tests.support.stealth_rig import LINE, SPEC, Rig

HASH = re.compile(r"[0-9a-f]{64}")
SHORT = re.compile(r"[0-9a-f]{12}(?=…)")


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What differs from run to run: here it does not, but for the salts."""
    monkeypatch.setattr(random, "randrange", lambda most: 77)


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    with fake_board(tmp_path / "games") as board:
        yield new_rig(board, tmp_path, monkeypatch)


def new_rig(board: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    from firmware import builder, clock

    monkeypatch.setattr(builder, "session_seed", lambda: 99)
    monkeypatch.setattr(clock, "noise", lambda count: b"\x5b\xe3\xa1")
    for name, module in list(sys.modules.items()):
        if name.startswith("crossboard.") and hasattr(module, "wall_ms"):
            monkeypatch.setattr(module, "wall_ms", lambda: 1_800_000_000_000 + board.now)
    return Rig(board, folder)


def printed(rig: Rig, *words: str) -> str:
    """What a command says of the library."""
    out = io.TextIOWrapper(io.BytesIO())
    with redirect_stdout(out):
        assert cli.main([*words, "--library", str(rig.library.path)]) == 0
    out.flush()
    text = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert text
    return text


def everything(rig: Rig) -> dict[str, Any]:
    """All that leaves the board and all that the PC makes of it."""
    at = rig.session.played
    assert at
    shelf, game = rig.library, at.number
    told: dict[str, Any] = {
        "wire": bytes(rig.cable.sent).decode(),
        "said": rig.said,
        "shown": rig.shown,
        "streamed": rig.streamed,
        "library": rig.dump(),
        "record": write_record(export_game(shelf, game)),
        "json": game_value(shelf, game),
        "page": share_page(game_study(shelf, game)),
        "trace": export_trace(shelf, game),
    }
    for words in (["show", str(game)], ["replay", str(game), "--speed", "0"], ["export", str(game), "--format", "svg"]):
        told[words[0] + words[-1]] = printed(rig, *words)
    return told


def without_hashes(told: Any) -> Any:
    """Commitments differ, and so do check sums of frames that have one."""
    text = json.dumps(told)
    text = re.sub(r"( W [^*]*?)[0-9a-f]{64}\*[0-9a-f]{4}", r"\1", text)
    return json.loads(SHORT.sub("", HASH.sub("", text)))


def test_all_is_the_same_whichever_the_kings_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest of these: two games that differ in nothing but the kings and the salts."""
    found: list[dict[str, Any]] = []
    for i, kings in enumerate((("a1", "g3"), ("b3", "h2"))):
        with fake_board(tmp_path / f"games{i}") as board:
            monkeypatch.setattr("firmware.builder.noise", bytes)  # for the game's id; salts are drawn elsewhere
            rig = new_rig(board, tmp_path / f"pc{i}", monkeypatch)
            rig.pick(*kings)
            rig.play("b4-c3", "c3-b4", *LINE)
            rig.run(11_000)  # a snapshot
            found.append(without_hashes(everything(rig)))
    for name in found[0]:
        assert found[0][name] == found[1][name], name
    assert "P 0" in found[0]["wire"] or " P " in found[0]["wire"]
    assert " F " in found[0]["wire"] and " R " in found[0]["wire"] and " V " in found[0]["wire"]
    assert len(found[0]["shown"]) > 20 and sum('"event":"move"' in text for text in found[0]["streamed"]) == 4


def test_no_page_is_told_which_piece_is_tapped(rig: Rig) -> None:
    before = rig.state()
    assert "White picks a secret king" in before["status"]["text"] and before["lights"] is None
    rig.want(op="lift", hand=0, square=17)
    assert rig.board.app.modes.mode._now[17] == 0  # the board felt it
    during = rig.state()
    assert during["table"] == before["table"] and during["lights"] is None
    rig.session.mode = ""  # the link is being joined anew
    rig.live._show(rig.board.now)
    assert rig.state()["table"] == before["table"] and rig.state()["lights"] is None
    rig.session.mode = "k"
    rig.want(op="drop", hand=0, square=17)
    assert rig.state() | {"number": 0} == before | {"number": 0}
    rig.want(op="ok")
    assert "Black picks a secret king" in rig.state()["status"]["text"]


@pytest.mark.parametrize("after_ms", [0, 5, 100])
def test_a_replay_wanted_as_picking_begins_shows_nothing_of_it(rig: Rig, after_ms: int) -> None:
    """The PC hears of the board's mode only some ms later; the board refuses, and that ends the replay."""
    rig.pick("b3", "g4")
    rig.play(LINE[0])
    played = rig.session.played
    assert played and rig.session.new_game(SPEC)
    rig.drag("d4", "b4")
    for _ in range(1000):
        if not rig.board.app.modes.mode.hidden:
            rig.run(5)
    assert after_ms or rig.session.mode == "g"
    rig.run(after_ms)
    assert rig.live.submit(1, {"op": "replay", "game": played.number})
    rig.run(150)
    before = len(rig.shown)
    assert rig.context.lead is None or not rig.context.lead.begun
    rig.want(op="lift", hand=0, square=17)
    assert rig.board.app.modes.mode._now[17] == 0  # the board felt it
    rig.want(op="drop", hand=0, square=17)
    seen: dict[str, Any] = {}
    for text in rig.shown[before:]:
        seen |= json.loads(text)
        assert not seen.get("lights")
        assert not seen.get("table")
    assert rig.context.lead is None and rig.state()["lead"] is None
    assert any("kings are being picked" in note for note in rig.said) or after_ms >= 100
    rig.want(op="ok")
    assert "Black picks a secret king" in rig.state()["status"]["text"]


def test_commitments_are_shown_before_the_first_turn(rig: Rig) -> None:
    rig.pick("b3", "g4")
    state = rig.state()
    seals = state["game"]["secrets"]
    assert [one["side"] for one in seals] == [0, 1] and all(HASH.fullmatch(one["commitment"]) for one in seals)
    assert not any(one["square"] or one["salt"] for one in seals)
    assert [note for note in rig.said if seals[0]["commitment"] in note]
    assert state["game"]["position"] == f"{SPEC} MM4mm/MM4mm/MM4mm/MM4mm w - - 0"


@pytest.fixture
def ended(rig: Rig) -> Rig:
    """White, king b3, has taken Black's, g4."""
    rig.pick("b3", "g4")
    rig.play(*LINE)
    rig.want(op="lift", hand=0, square=28)  # e4 over f4 to g4
    rig.drag("f4", "", over=1)
    rig.want(op="drop", hand=0, square=30)
    rig.run(2000)
    return rig


def test_once_revealed_everything_is_told_from_the_true_start(ended: Rig) -> None:
    played = ended.session.played
    assert played and played.mirror.text() == ended.board.app.table.game.text() and not played.doubtful
    assert any("the king was captured" in note for note in ended.said)
    state = ended.state()
    assert state["game"]["ended"].startswith("White wins")
    assert [(one["square"], one["kept"]) for one in state["game"]["secrets"]] == [("b3", True), ("g4", True)]
    assert state["turns"]["turns"][-1]["note"] == "the king was captured"
    assert "K" in state["game"]["position"].partition("stealth ")[2]
    start = f"{SPEC} MM4km/MK4mm/MM4mm/MM4mm w - - 0"
    value = game_value(ended.library, played.number)
    assert value["start"] == start and value["problem"] is None
    assert not any(event["flag"] for event in value["events"])
    assert [one["kept"] for one in value["secrets"]] == [True, True]
    record = export_game(ended.library, played.number)
    assert record.start == start and [turn.text for turn in record.turns][-1] == "e4xg4"
    assert export_trace(ended.library, played.number)[0].splitlines()[1] == f"# position {start}"
    assert printed(ended, "export", str(played.number), "--format", "svg")


def test_a_replay_on_the_board_knows_what_is_known(ended: Rig, rig: Rig) -> None:
    played = ended.session.played
    assert played
    story, _ = story_of("game", played.start, ended.library.moments(played.number))
    assert story.stands[-1].words == "3. e4xg4" and story.stands[-1].over
    assert all("K" in "".join(stand.letters.values()) for stand in story.stands)
    before = [event for event in ended.library.moments(played.number) if event.kind != "reveal"][:-2]
    story, _ = story_of("game", played.start, before)
    assert len(story.stands) == 5 and not any("K" in stand.text.partition("stealth ")[2] for stand in story.stands)


def test_a_page_shows_the_kings_after_resigning(rig: Rig) -> None:
    rig.pick("b3", "g4")
    rig.play(LINE[0])
    rig.want(op="resign", side="black")
    rig.run(1000)
    assert "K" in rig.state()["game"]["position"].partition("stealth ")[2]
    played = rig.session.played
    assert played and not played.doubtful
    study = game_study(rig.library, played.number)
    assert study["outcome"].startswith("White wins") and "K" in study["steps"][0]["position"].partition("stealth ")[2]
    assert not any("position" in note for note in rig.said), rig.said


def test_the_last_ply_taken_back_leaves_them_known(ended: Rig) -> None:
    ended.want(op="takeback", count=1)
    ended.run(1000)
    played = ended.session.played
    assert played and not played.doubtful and played.mirror.text() == ended.board.app.table.game.text()
    assert ended.session.mode in ("g", "p", "t")
    assert "k" in ended.state()["game"]["position"].partition("stealth ")[2]


def test_synced_and_told_again_it_is_the_same(ended: Rig, tmp_path: Path) -> None:
    """A PC that was not there brings the game from the board's flash."""
    from crossboard.boards.clock import BoardClock
    from crossboard.boards.pull import Pull

    played = ended.session.played
    assert played
    with Library(tmp_path / "other.db") as other:
        pull = Pull(other, "board", played.board_game)
        lines = [
            line.rpartition("*")[0]
            for line in (ended.board.folder / f"{played.board_game}.log").read_text().splitlines()
        ]
        for line in lines:
            if line:
                pull.take(f"{played.board_game} {line}")
        brought = pull.store(BoardClock(), 1_800_000_000_000)
        assert brought and brought.flagged == 0
        value = game_value(other, brought.number)
        mine = game_value(ended.library, played.number)
        for key in ("start", "final", "result", "termination", "secrets"):
            assert value[key] == mine[key]
        assert [turn["text"] for turn in value["turns"]] == [turn["text"] for turn in mine["turns"]]


def test_a_session_that_begins_anew_knows_what_the_library_knows(ended: Rig) -> None:
    played = ended.session.played
    assert played
    again = tell(played.start, ended.library.events(played.number))
    assert again.game.text() == played.mirror.text() and not again.problem


# Records


def record_text(rig: Rig) -> str:
    played = rig.session.played
    assert played
    return write_record(export_game(rig.library, played.number))


def test_verify_checks_the_commitments(ended: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.pgn"
    good = record_text(ended)
    path.write_text(good)
    assert cli.main(["verify", str(path)]) == 0
    assert "the kings match their commitments" in capsys.readouterr().out
    salt = re.search(r'BlackSalt "(\w+)"', good)
    hashed = re.search(r'WhiteCommitment "(\w+)"', good)
    assert salt and hashed
    other_king = good.replace("MM4km/MK4mm/MM4mm/MM4mm", "MM4km/KM4mm/MM4mm/MM4mm")
    for bad in (
        good.replace(salt[1], "0" * 32),
        good.replace(hashed[1], "0" * 64),
        good.replace(hashed[1], "what"),
        good.replace(f'[BlackSalt "{salt[1]}"]\n', ""),
        other_king,
    ):
        assert bad != good
        path.write_text(bad)
        assert cli.main(["verify", str(path)]) == 2
        told = capsys.readouterr()
        assert re.match(r"crossboard: .*game\.pgn:\d+: game 1: .*(Commitment|king)", told.err), told.err
        assert told.err.count("\n") == 1


def test_an_unfinished_record_is_correct_and_keeps_the_secret(
    rig: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rig.pick("b3", "g4")
    rig.play(*LINE)
    text = record_text(rig)
    assert "Commitment" in text and "Salt" not in text and "MM4mm/MM4mm/MM4mm/MM4mm" in text
    path = tmp_path / "game.pgn"
    path.write_text(text)
    assert cli.main(["verify", str(path)]) == 0
    assert "the kings are still secret" in capsys.readouterr().out
    (record,) = read_records(text)
    with Library(tmp_path / "other.db") as other:
        taken = import_record(other, record)
        again = export_game(other, taken.game)
        assert again.start == record.start and again.tags["WhiteCommitment"] == record.tags["WhiteCommitment"]
    assert attempt(record.start, ["b4-d4"])["position"].startswith(SPEC)
    assert View
    assert game_at(record.start)


def test_an_imported_record_keeps_its_commitments(ended: Rig, tmp_path: Path) -> None:
    (record,) = read_records(record_text(ended))
    assert not record.problem
    with Library(tmp_path / "other.db") as other:
        taken = import_record(other, record)
        (again,) = read_records(write_record(export_game(other, taken.game)))
    assert not again.problem and again.start == record.start
    for name in ("WhiteCommitment", "BlackCommitment", "WhiteSalt", "BlackSalt"):
        assert again.tags[name] == record.tags[name]


def test_a_reveal_of_something_else_is_flagged(ended: Rig, tmp_path: Path) -> None:
    from crossboard.boards.clock import BoardClock
    from crossboard.boards.events import BROKEN
    from crossboard.boards.pull import Pull

    played = ended.session.played
    assert played
    with Library(tmp_path / "other.db") as other:
        pull = Pull(other, "board", played.board_game)
        for line in (ended.board.folder / f"{played.board_game}.log").read_text().splitlines():
            text = line.rpartition("*")[0]
            if text:
                pull.take(f"{played.board_game} {text.replace('0 b3', '0 a3') if text[0] == 'Y' else text}")
        brought = pull.store(BoardClock(), 1_800_000_000_000)
        assert brought
        flags = {event.kind: event.flag for event in other.events(brought.number) if event.reason == "0"}
        assert flags["reveal"] == BROKEN
        (record,) = read_records(write_record(export_game(other, brought.number)))
        assert "does not match the" in record.problem
