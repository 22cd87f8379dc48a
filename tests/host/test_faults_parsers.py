"""Damaged frames, records, traces, positions, profiles and messages give the project's own errors and no others.

A failure names its seed, `python -m tests.support.fuzz PARSER SEED` plays it again, and with a COUNT that many more.
"""

from __future__ import annotations

import pytest

from tests.support.fuzz import PARSERS, fuzz


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_only_our_own_errors(parser: str, seed: int) -> None:
    assert fuzz(parser, seed, 300 if parser in ("profiles", "journals") else 1500) > 0
