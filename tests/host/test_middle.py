"""All faults of the line, the cable, the board and the PC at once; `python -m tests.support.middle SEED RUNS` has more."""

from __future__ import annotations

import pytest

from tests.support.middle import runs


@pytest.mark.early
def test_what_was_played_is_stored_whatever_befell(micropython: object) -> None:
    plies, happened = runs(11, 2, seconds=4.0)
    assert plies > 2
    assert len(happened) > 4
