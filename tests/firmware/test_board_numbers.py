"""Scan rates, reckoned from the bytecodes that a scan executes and from bus times: no clock is looked at."""

from __future__ import annotations

import json

import pytest

from crossboard import profiles
from tests.support.scan_times import Counter, fake_machine, scans

SCANS_PER_SECOND = 200


@pytest.mark.parametrize("name", profiles.names())
def test_every_board_can_be_scanned_often_enough(name: str) -> None:
    """Also when every switch changes in the same moment, which takes longest."""
    profile = json.loads(profiles.profile_json(profiles.load(name)))
    counter = Counter()
    with fake_machine(profile, counter) as machine:
        idle, worst = scans(profile, machine, counter)
    assert 0 < idle < worst <= 1e6 / SCANS_PER_SECOND


def test_what_is_counted_is_the_firmware_s_and_the_hardware_s() -> None:
    """Twice the rows take about twice as long; a slower bus takes longer by just its bits."""
    found: dict[str, float] = {}
    for name, baud in (
        ("pico-8x4", 0),
        ("pico-8x8", 0),
        ("pico-8x8-74hc165", 1_000_000),
        ("pico-8x8-74hc165", 500_000),
    ):
        profile = json.loads(profiles.profile_json(profiles.load(name)))
        if baud:
            profile["sensors"]["baud"] = baud
        counter = Counter()
        with fake_machine(profile, counter) as machine:
            found[f"{name} {baud}"] = scans(profile, machine, counter)[0]
    assert 1.6 < found["pico-8x8 0"] / found["pico-8x4 0"] < 2.1
    assert found["pico-8x8-74hc165 500000"] - found["pico-8x8-74hc165 1000000"] == pytest.approx(64)
