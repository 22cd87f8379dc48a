"""What a simulated board may have instead of the WebAssembly MicroPython: a whole RP2040, emulated instruction by instruction.

    with SimulatedBoard("pico-8x8", folder, chip=EmulatedChip(Path("RPI_PICO-20250911-v1.26.1.uf2"))) as board: ...

It runs MicroPython as it is published for the Raspberry Pi Pico, from a UF2 file that the user names, so heap, garbage
collection, littlefs, USB and timing are the real ones. The emulator is the npm package rp2040js (MIT); the boot ROM's calls are
answered by our own code (emulated/bootrom.mjs). The board's flash is an image in a file, empty of our files at first:
`crossboard flash` installs them, as on a board that is bought.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crossboard.simulator.install import RP2040JS, find_node, find_package, install
from crossboard.simulator.wiring import SimulatorError, Wiring

IMAGE = "flash.bin"
"""The flash chip's content, in the board's flash folder."""

CUT_S = 600.0
"""Seconds to wait for a power cut that is to come after a number of changes to the flash."""


class EmulatedChip:
    """An RP2040 with the MicroPython of a UF2 file. SimulatorError if the file is missing."""

    def __init__(self, uf2: str | Path) -> None:
        self.uf2 = Path(uf2)
        if not self.uf2.is_file():
            raise SimulatorError(
                "is a folder; wanted a UF2 file" if self.uf2.is_dir() else "there is no such UF2 file", str(uf2)
            )

    def command(self) -> list[str]:
        """The command line of the board's process; SimulatorError says what is missing."""
        problem = install(RP2040JS)
        node = find_node()
        if problem is not None or node is None:
            raise SimulatorError(problem or "Node is missing")
        return [str(node), str(Path(__file__).parent / "emulated" / "board.mjs")]

    def description(self, wiring: Wiring, flash: Path, board_id: str) -> dict[str, Any]:
        """The description that emulated/board.mjs reads; SimulatorError if the board has parts that can't be emulated."""
        if wiring.platform != "rp2":
            raise SimulatorError("only boards with a Raspberry Pi Pico can be emulated")
        if wiring.chips:
            raise SimulatorError(
                "only boards with a matrix of switches and WS2812 lights can be emulated; this one has other chips"
            )
        module = find_package(RP2040JS)
        if module is None:
            raise SimulatorError("the RP2040 emulator is missing")
        return {
            "wiring": wiring.described(),
            "id": board_id,
            "module": str(module / RP2040JS.program),
            "uf2": str(self.uf2.resolve()),
            "image": str((flash / IMAGE).resolve()),
        }
