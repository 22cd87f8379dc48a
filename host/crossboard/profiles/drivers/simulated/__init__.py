"""What the chips of drivers do on a simulated board: a file for each, which runs under MicroPython (overlay/_chips.py)."""
