"""English draughts (American checkers)."""
