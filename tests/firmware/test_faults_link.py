"""The link's two real ends through every fault of a line, its cable and its ends.

A failure names its seed: `python -m tests.support.ends N` plays it again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.support import ends
from tests.support.ends import FAULTS, World


@pytest.fixture
def world(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    world = World(request.param, tmp_path)
    ends.in_virtual_time(world.wall, monkeypatch.setattr)
    yield world
    world.close()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("world", [11], indirect=True, ids="seed{}".format)
def test_one_fault_at_a_time(world: World, fault: str) -> None:
    """Within 2 s of its end all that was announced is stored, once and in order."""
    for _ in range(4):
        world.episode(fault)
    world.fetch_all()
    assert world.records > 10


@pytest.mark.parametrize("world", range(4), indirect=True, ids="seed{}".format)
def test_any_fault_after_any_other(world: World) -> None:
    for _ in range(25):
        world.episode(world.dice.choice(FAULTS))
    world.fetch_all()
    assert len(world.faults) > 8


@pytest.mark.parametrize("world", range(3), indirect=True, ids="seed{}".format)
def test_plies_while_the_board_catches_up(world: World) -> None:
    """A PC with nothing joins a board with 150 records and more, which goes on being played on: none is passed over."""
    world.set_plugged(False)
    world.run(5000)
    while len(world.announced.get(world.board.journal.id(), ())) < 150:
        world.board.act()
    world.set_plugged(True)
    world.run(1500)
    world.run(6000, play=False)
    world.check(complete=True)
    assert world.board.link.stream.skipped == 0


@pytest.mark.parametrize("world", range(3), indirect=True, ids="seed{}".format)
def test_a_pc_that_is_paused_while_plies_go_on(world: World) -> None:
    for _ in range(4):
        world.run(300)
        world.begin_fault("pc deaf")
        world.run(6000)
        world.end_fault()
        world.run(100)
        world.run(6000, play=False)
        world.check(complete=True)
        assert world.board.link.stream.skipped == 0


class LinkMachine(RuleBasedStateMachine):
    """Faults may overlap here, and are found to be as few as fail."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.world: World | None = None

    @initialize(seed=st.integers(0, 1 << 16))
    def begin(self, seed: int) -> None:
        self.world = World(seed, Path(self.folder.name))
        self.world.run(300)

    @rule(ms=st.integers(0, 1500))
    def play(self, ms: int) -> None:
        assert self.world
        self.world.run(ms)
        self.world.check()

    @rule(fault=st.sampled_from(FAULTS))
    def fault(self, fault: str) -> None:
        assert self.world
        self.world.begin_fault(fault)

    @precondition(lambda self: self.world is not None and self.world.plugged)
    @rule()
    def pull_the_cable(self) -> None:
        assert self.world
        self.world.set_plugged(False)

    @rule()
    def new_game(self) -> None:
        assert self.world
        if not self.world.board_deaf:
            self.world.board.give_up()

    @rule()
    def mend(self) -> None:
        assert self.world
        self.world.end_fault()
        self.world.run(2000, play=False)
        self.world.check(complete=True)

    @rule()
    def fetch(self) -> None:
        assert self.world
        self.world.end_fault()
        self.world.run(2000, play=False)
        self.world.fetch_all()

    def teardown(self) -> None:
        if self.world:
            self.world.end_fault()
            self.world.run(2000, play=False)
            self.world.check(complete=True)
            self.world.close()
        self.folder.cleanup()


TestLinkMachine = LinkMachine.TestCase
TestLinkMachine.settings = settings(
    max_examples=12, stateful_step_count=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
