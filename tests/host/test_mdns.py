"""Boards with Wi-Fi are found by their names, by zeroconf where the system knows no mDNS: here a network of one machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from zeroconf import ServiceInfo, Zeroconf

from crossboard import cli
from crossboard.boards import mdns
from crossboard.boards.wifi import Known, boards_there, remember, resolve

HERE = "127.0.0.1"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[None, None, None]:
    """Two boards that are known here, of which the second answers."""
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    monkeypatch.setattr(mdns, "INTERFACES", [HERE])
    for number in (1, 2):
        remember(Known(f"crossboard-000{number}", f"e66000000000000{number}", "token"))
    answers = ServiceInfo(
        "_none._tcp.local.",
        "b._none._tcp.local.",
        1,
        server="crossboard-0002.local.",
        addresses=[socket.inet_aton(HERE)],
    )
    board = Zeroconf(interfaces=[HERE])
    board.register_service(answers)
    yield
    board.close()


def test_a_board_that_answers_is_found_by_its_name(network: None) -> None:
    assert resolve("crossboard-0002", 8379) == (HERE, 8379)
    assert boards_there(()) == ["tcp://crossboard-0002.local"]
    assert boards_there({"e660000000000002"}) == []
    with pytest.raises(OSError, match="[Nn]ame"):
        resolve("crossboard-0001.local", 8379)


def test_boards_lists_it(network: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["boards"]) == 0
    said = capsys.readouterr().out
    assert "tcp://crossboard-0002.local" in said and "crossboard-0001" not in said


def test_without_zeroconf_the_system_alone_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)

    def find_spec(name: str) -> Any:
        return None

    monkeypatch.setattr(mdns, "find_spec", find_spec)
    assert mdns.addresses("crossboard-0002.local") == []
