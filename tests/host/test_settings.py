"""What may be set on a board: read, checked, set from the PC, and kept by the board."""

from __future__ import annotations

import json
import types
from pathlib import Path

import pytest

from crossboard.boards import attach as attach_module
from crossboard.boards.link import Hello
from crossboard.boards.settings import Setting, check_setting, read_settings
from crossboard.boards.settings_command import require_settings
from crossboard.cli import main
from crossboard.errors import CrossboardError, LinkError
from firmware.lights import settings as on_board


def test_what_the_board_says_of_its_settings() -> None:
    known = read_settings("teaching 1 0 2,brightness 100 5 100")
    assert known == {"teaching": Setting(1, 0, 2), "brightness": Setting(100, 5, 100)}
    check_setting(known, "brightness", "5")
    for name, value in (
        ("colour", "1"),
        ("brightness", "4"),
        ("brightness", "101"),
        ("brightness", "x"),
        ("teaching", ""),
    ):
        with pytest.raises(CrossboardError):
            check_setting(known, name, value)
    for wrong in ("", "teaching", "teaching 1 0", "teaching x 0 2"):
        with pytest.raises(ValueError, match="."):
            read_settings(wrong)


def test_an_older_board_has_none() -> None:
    with pytest.raises(LinkError, match="crossboard flash"):
        require_settings(Hello(1, "00", "0.1.0", "pico-8x8", "1.27.0", ("charing-cross",), ("sync", "time")))


@pytest.mark.parametrize("setting", on_board.TABLE)
def test_every_setting_of_the_board_is_known_here(setting: tuple[str, int, int, int]) -> None:
    from crossboard.boards.settings import SAYS

    name, least, most, usual = setting
    assert name in SAYS
    assert least <= usual <= most


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a simulated board, which is switched on anew for every command: what was set is kept."""
    own_board = attach_module.own_board
    monkeypatch.setattr(attach_module, "own_board", lambda say, **how: own_board(say, tmp_path / "flash", **how))
    assert main(["settings", "--board", "sim", "brightness", "40"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["brightness", "40"]
    assert main(["settings", "--board", "sim", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["settings"]["brightness"] == {"value": 40, "least": 5, "most": 100}
    assert main(["settings", "--board", "sim", "brightness", "4"]) == 2
    assert capsys.readouterr().err == "crossboard: brightness must be from 5 to 100, not '4'\n"
    assert main(["settings", "brightness"]) == 2
    assert "settings brightness VALUE" in capsys.readouterr().err


@pytest.mark.parametrize(("asked", "said"), [("", "no board is attached: this is your simulated board\n"), ("sim", "")])
def test_a_simulated_board_that_nobody_asked_for_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, asked: str, said: str
) -> None:
    """Else settings that were meant for a real one would seem to be set."""
    monkeypatch.setattr(
        attach_module, "attach", lambda board, control, say: types.SimpleNamespace(note="a simulated board")
    )
    attach_module.attach_for(asked)
    assert capsys.readouterr().err == said
