"""What a light or a sign says of a square: the MARK_ codes of shared_rules/protocol/signals.py, typed."""

from __future__ import annotations

import importlib
from typing import Any

_signals: Any = importlib.import_module("shared_rules.protocol.signals")

LAST_FROM: int = _signals.MARK_LAST_FROM
LAST_TO: int = _signals.MARK_LAST_TO
LIFTED: int = _signals.MARK_LIFTED
MOVE: int = _signals.MARK_MOVE
CAPTURE: int = _signals.MARK_CAPTURE
TAKE_OFF: int = _signals.MARK_TAKE_OFF
MISSING: int = _signals.MARK_MISSING
EXTRA: int = _signals.MARK_EXTRA
OFFER: int = _signals.MARK_OFFER
