"""Writes `package.json`, for installing with `mpremote mip` instead of `crossboard flash`, and its profile.

    mpremote mip install --target / github:OWNER/REPOSITORY

puts the sources of the 8x8 board on a Pico as they are (a start then takes some seconds longer); any other board is for
`crossboard flash`. `python -m crossboard.flash.package` writes both files anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from crossboard import profiles
from crossboard.board_files.build import build_for, firmware_version
from crossboard.folders import checkout, firmware_folder, rules_folder

PROFILE = "pico-8x8"
COMPILED = "hardware/mip/profile.json"


def package_files() -> dict[str, str]:
    """Path in the repository -> content."""
    profile = profiles.load(PROFILE)
    built = build_for(profile)
    urls = [["main.py", "firmware/main.py"], ["profile.json", COMPILED]]
    for package, folder in (("firmware", firmware_folder()), ("shared_rules", rules_folder())):
        names = [f"{package}/{path.relative_to(folder).as_posix()}" for path in sorted(folder.rglob("*.py"))]
        urls += [[name, name] for name in names if f"/{name[: -len('.py')]}.mpy" in built]
    package = {"urls": urls, "deps": [], "version": firmware_version()}
    lines = json.dumps(package, indent=1).replace("[\n   ", "[").replace(",\n   ", ", ").replace("\n  ]", "]")
    return {"package.json": lines + "\n", COMPILED: profiles.profile_json(profile)}


def main(root: Path | None = None) -> None:
    """Write the files."""
    place = root or checkout()
    if place is None:
        raise SystemExit("crossboard: package.json can only be made in a checkout of the project")
    for name, text in package_files().items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
