"""Crossboard on the PC: the `crossboard` command, the simulated board, the library of games."""
