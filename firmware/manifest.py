"""For those who build MicroPython with Crossboard in it. In a checkout of MicroPython 1.23 or newer:

    make -C ports/rp2 BOARD=RPI_PICO submodules
    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/crossboard/firmware/manifest.py

Put build-RPI_PICO/firmware.uf2 on the board, then run `crossboard flash`: where the frozen firmware has the version of its
own, it brings main.py and the profile alone, and removes files of an earlier installation, which would come before the
frozen ones. To update Crossboard later, build again; if the version has changed and the build is old, `crossboard flash`
installs everything as files.

What the board (RPI_PICO_W has its own manifest) or the port freezes stays in. main.py is not frozen under that name, as it
would be run in place of the board's own. Tried with MicroPython 1.26.1: RPI_PICO on an emulated RP2040, and the unix port.
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
