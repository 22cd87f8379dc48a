"""Engines that others wrote, in place of Crossboard's own search: programs that speak UCI, by way of python-chess."""

LIMITED, ELO = "UCI_LimitStrength", "UCI_Elo"
"""What the options of an engine that can play at a strength in Elo are called (the UCI protocol)."""
