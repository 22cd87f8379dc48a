"""The simulated board: the board's own firmware under MicroPython, on simulated pins.

`SimulatedBoard` is the board with its workbench; `micropython.run` runs a piece of Python as the board would.
"""

from crossboard.simulator.board import SimulatedBoard, Wifi
from crossboard.simulator.wiring import SimulatorError

__all__ = ["SimulatedBoard", "SimulatorError", "Wifi"]
