"""The simulated board: the board's own firmware under MicroPython, on simulated pins."""
