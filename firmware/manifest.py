"""For those who build MicroPython with Crossboard in it. In a checkout of MicroPython 1.23 or newer:

    make -C ports/rp2 BOARD=RPI_PICO submodules
    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/crossboard/firmware/manifest.py

Put build-RPI_PICO/firmware.uf2 on the board, then run `crossboard flash`. If the firmware was frozen from the same sources
as its own, it installs only main.py and the profile, and removes the files of an earlier installation, which would be
imported before the frozen ones. To update Crossboard later, build again; from an older build `crossboard flash` can't use
anything and installs everything as files. It compares a digest of the sources, which this manifest freezes with them.

What the board (RPI_PICO_W has its own manifest) or the port freezes stays in. main.py is not frozen under that name, as it
would be run in place of the board's own. Tried with MicroPython 1.26.1: RPI_PICO on an emulated RP2040, and the unix port,
which `make frozen MICROPYTHON=/path/to/checkout` builds and tries (of the submodules it needs micropython-lib alone).
"""

# ruff: noqa: F821
import hashlib
from pathlib import Path

for own in ("$(BOARD_DIR)/manifest.py", "$(PORT_DIR)/boards/manifest.py", "$(PORT_DIR)/variants/manifest.py"):
    try:
        include(own)  # that of a board includes that of its port
        break
    except Exception as error:
        if "No such file" not in str(error):
            raise
package("shared_rules", base_path="..", opt=2)
package("firmware", base_path="..", opt=2)

digest = hashlib.sha256()  # as in host/crossboard/board_files/build.py
for path in sorted(path.as_posix() for name in ("firmware", "shared_rules") for path in Path("..", name).rglob("*.py")):
    if path not in ("../firmware/main.py", "../firmware/manifest.py"):
        digest.update((path[3:] + "\n" + Path(path).read_text(encoding="utf-8")).encode())
folder = Path("../build/frozen")
folder.mkdir(parents=True, exist_ok=True)
(folder / "crossboard_sources.py").write_text('DIGEST = "%s"\n' % digest.hexdigest())
module("crossboard_sources.py", base_path=str(folder))
