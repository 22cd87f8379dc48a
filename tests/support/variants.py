"""The variants that tests of some length go through, and those that wait for `make soak`."""

from __future__ import annotations

from typing import Any

import pytest

from crossboard.games.rules import specs


def usual_specs(secret: bool = True) -> list[Any]:
    """Every variant, as parameters; of King's Crossing's those between the plain and the fullest for `make soak`.

    The plain and the fullest are there with and without secret kings; `secret` False leaves all with secret kings out.
    """
    found = [spec for spec in specs() if secret or "stealth" not in spec]
    between: set[str] = set()
    for hidden in (False, True):
        kings = [spec for spec in found if spec.startswith("kings-crossing") and ("stealth" in spec) == hidden]
        between |= set(kings) - {*kings[:1], *sorted(kings, key=len)[-1:]}
    return [pytest.param(spec, marks=pytest.mark.soak if spec in between else ()) for spec in found]
