"""What a light or a sign says of a square: the MARK_ codes of shared_rules/protocol/signals.py, typed."""

from __future__ import annotations

from shared_rules.protocol import signals

LAST_FROM: int = signals.MARK_LAST_FROM
LAST_TO: int = signals.MARK_LAST_TO
LIFTED: int = signals.MARK_LIFTED
MOVE: int = signals.MARK_MOVE
CAPTURE: int = signals.MARK_CAPTURE
WIN: int = signals.MARK_WIN
PLACE: int = signals.MARK_PLACE
TAKE_OFF: int = signals.MARK_TAKE_OFF
MISSING: int = signals.MARK_MISSING
EXTRA: int = signals.MARK_EXTRA
OFFER: int = signals.MARK_OFFER
