"""The board's questions, kept where they were asked: from the wire to the library, the replay and every export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.games.record import write_record
from crossboard.guided_replay.story import story_of
from crossboard.library import Library
from crossboard.library.archive import export_game, import_record
from crossboard.library.record_reader import read_records
from crossboard.library.timeline import event_words, tell
from crossboard.review.export_json import game_value
from crossboard.web.study import game_study
from tests.support.fake_board import SessionRig


class Table(SessionRig):
    """A board that asks, and a PC that listens."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.board.begin("charing-cross")
        self.run()

    def ask(self, number: int, count: int, *offers: str) -> None:
        words = " ".join([str(number), str(count), *offers]) if number else "0"
        self.board.say("Q", f"{self.board.game_id} {len(self.board.journal)} {self.clock.ms} {words}")
        self.run()

    def play(self, ply: str) -> None:
        self.board.play(ply)
        self.run()

    def told(self) -> list[str]:
        assert self.session.played
        line = tell(self.session.played.start, self.library.moments(self.session.played.number))
        assert not line.problem
        return [event_words(line.game, step.event) for step in line.steps if step.event]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def test_what_was_asked_and_answered_is_told_where_it_happened(table: Table) -> None:
    table.play("a4-b4")
    table.ask(1, 3, "h4-g4", "h4-g5")  # the third did not fit into the message
    table.ask(2, 3, "h4-g5", "h4-g3")
    table.play("h4-g5")
    table.ask(1, 2, "b4-c4", "b4-c5")
    table.ask(0, 0)  # taken back
    table.play("b4-c5")
    assert table.told() == [
        "a4-b4",
        "asked: h4-g4, h4-g5, h4-g3? h4-g5",
        "h4-g5",
        "asked: b4-c4, b4-c5? it was taken back",
        "b4-c5",
    ]


def test_a_question_that_is_repeated_after_a_new_connection_is_one(table: Table) -> None:
    table.ask(1, 2, "a4-b4", "a4-b5")
    table.board.restart()
    table.run(200)
    table.ask(1, 2, "a4-b4", "a4-b5")
    table.play("a4-b4")
    assert table.told() == ["asked: a4-b4, a4-b5? a4-b4", "a4-b4"]


def test_a_question_overtaken_by_another_ply_was_not_answered(table: Table) -> None:
    table.ask(1, 2, "a4-b4", "a4-b5")
    table.play("a5-b5")
    table.ask(0, 0)
    assert table.told()[0] == "asked: a4-b4, a4-b5? it was taken back"


def asked(table: Table) -> int:
    """A game with two questions, one of them after the last ply."""
    table.ask(1, 2, "a4-b4", "a4-b5")
    table.play("a4-b5")
    table.ask(1, 2, "h4-g4", "h4-g5")
    assert table.session.played
    return table.session.played.number


def test_the_page_and_the_json_have_them(table: Table) -> None:
    number = asked(table)
    study = game_study(table.library, number)
    assert [(step["kind"], step["moment"]) for step in study["steps"]] == [
        ("start", 0), ("question", 0), ("ply", 1), ("question", 1),
    ]  # fmt: skip
    assert study["steps"][1]["squares"] == ["a4", "b4", "b5"] and study["heat"]["refused"] == {}
    questions = game_value(table.library, number)["questions"]
    assert [(q["after"], q["offers"], q["answer"]) for q in questions] == [
        (0, ["a4-b4", "a4-b5"], "a4-b5"), (1, ["h4-g4", "h4-g5"], None),
    ]  # fmt: skip
    assert json.dumps(questions)


def test_a_record_has_them_and_gives_them_back(table: Table, tmp_path: Path) -> None:
    number = asked(table)
    text = write_record(export_game(table.library, number))
    flat = " ".join(text.split())
    assert "[%asked a4-b4,a4-b5 a4-b5]" in flat and "[%asked h4-g4,h4-g5 -]" in flat
    (record,) = read_records(text)
    with Library(tmp_path / "other.db") as other:
        copy = import_record(other, record).game
        told = [(e.kind, e.text, e.reason) for e in other.moments(copy)]
        assert told == [(e.kind, e.text, e.reason) for e in table.library.moments(number)]
        assert write_record(export_game(other, copy)).partition("\n\n")[2] == text.partition("\n\n")[2]


@pytest.mark.parametrize(("result", "ending"), [("*", "abandoned"), ("1-0", "abandoned"), ("*", "unfinished")])
def test_how_a_record_ended_is_given_back(tmp_path: Path, result: str, ending: str) -> None:
    tags = f'[Result "{result}"]\n[Variant "charing-cross"]\n[Termination "{ending}"]\n\n'
    (record,) = read_records(f"{tags}1. a4-b4 {result}")
    with Library(tmp_path / "library.db") as library:
        copy = export_game(library, import_record(library, record).game)
    assert (record.problem, copy.result, copy.termination) == ("", result, ending)


def test_a_replay_on_the_board_does_not_stumble_over_them(table: Table) -> None:
    number = asked(table)
    story, index = story_of("", table.library.game(number).start, table.library.moments(number))
    assert [stand.words for stand in story.stands] == ["", "1. a4-b5"] and index == 0
