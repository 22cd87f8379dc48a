"""The board's program, built from its sources: short names, seldom used code apart, compiled."""
