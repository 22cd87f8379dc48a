"""Every benchmark runs, with hardly anything to measure, and fills its tables."""

from __future__ import annotations

import pytest

from crossboard.simulator.micropython import MicroPythonMissing
from tests.benchmarks.__main__ import BENCHMARKS
from tests.benchmarks.tables import Missing, show


@pytest.mark.parametrize("name", BENCHMARKS)
def test_it_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        BENCHMARKS[name][0](True)
    except (Missing, MicroPythonMissing) as missing:
        pytest.skip(str(missing))
    assert "  ---" in capsys.readouterr().out


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing was measured"):
        show("Speed", ["game", "plies"], [])
