"""Tracebacks of a board, whose names are short, in full names."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossboard.folders import ENVIRONMENT
from crossboard.program.build import ROOT, program_texts
from crossboard.program.errors import in_full, keep


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))


def line(file: str, name: str) -> str:
    return f'  File "{file}.mpy", line 1, in {name}'


def test_every_function_of_what_is_installed_is_named_in_full() -> None:
    names = program_texts((ROOT,))[1].legend
    keep("e660", names)
    for function in ("firmware.app:App.step", "shared_rules.resolver:Referee.edge"):
        places = [(file, short) for file, shorts in names.items() for short, full in shorts.items() if function in full]
        assert places
        for file, short in places:
            shown = in_full(line(file.replace(".", "/"), short), "e660")
            module, _, name = function.partition(":")
            assert f"{name} of {module.replace('.', '/')}.py" in shown


def test_one_short_name_for_two_functions_and_what_is_not_known_stays() -> None:
    keep("one", {"firmware.loop": {"send": {"firmware.b:B.c", "firmware.a:f"}}})
    send = line("/firmware/loop", "send")
    assert in_full(send, "one") == f"{send}: f of firmware/a.py or B.c of firmware/b.py"
    sources = send.replace(".mpy", ".py")  # its names are those of the sources
    for same in (line("firmware/loop", "keep"), line("main", "send"), sources, "ValueError: send"):
        assert in_full(same, "one") == same
    assert in_full(send, "two") == send


@pytest.mark.parametrize("text", ["", "[]", "{", '{"firmware.loop": 3}', '{"firmware.loop": {"send": 4}}', "\xff"])
def test_a_damaged_file_is_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / "one.json").write_text(text, encoding="latin-1")
    assert in_full(line("firmware/loop", "send"), "one") == line("firmware/loop", "send")


@pytest.mark.parametrize("board", ["", "../one", "a/b", "x" * 65])
def test_a_board_with_an_odd_id_has_no_file(board: str, tmp_path: Path) -> None:
    keep(board, {"firmware.loop": {"send": {"firmware.a:f"}}})
    assert not list(tmp_path.rglob("*.json"))
    assert in_full(line("firmware/loop", "send"), board) == line("firmware/loop", "send")
