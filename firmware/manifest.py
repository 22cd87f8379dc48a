"""For those who build MicroPython with Crossboard in it. In a checkout of MicroPython 1.23 or newer:

    make -C ports/rp2 submodules
    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/crossboard/firmware/manifest.py

What the board (RPI_PICO_W has its own manifest) or the port freezes stays in. main.py is not frozen, as it would be run in
place of the board's own: `crossboard flash` finds the frozen firmware and brings main.py and the profile alone.
Files on the board's filesystem come before frozen ones.
"""

# ruff: noqa: F821
for own in ("$(BOARD_DIR)/manifest.py", "$(PORT_DIR)/boards/manifest.py", "$(PORT_DIR)/variants/manifest.py"):
    try:
        include(own)  # that of a board includes that of its port
        break
    except Exception as error:
        if "No such file" not in str(error):
            raise
package("shared_rules", base_path="..", opt=2)
package("firmware", base_path="..", opt=2)
