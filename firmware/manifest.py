"""For those who build MicroPython with Crossboard in it:

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=.../firmware/manifest.py

`crossboard flash` then only has a profile to bring; what it puts on the board's filesystem comes before what is frozen.
"""

# ruff: noqa: F821
include("$(PORT_DIR)/boards/manifest.py")
package("shared_rules", base_path="..")
package("firmware", base_path="..")
module("main.py")
