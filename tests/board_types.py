"""`python -m tests.board_types [FOLDER…]`: the board's code checked by pyright against MicroPython's own modules, for each port.

The stubs of a port stand in for Python's standard library (typeshed), and no Python is to be found for more: what
CPython has and MicroPython lacks is an error. The stubs are installed into typings/PORT by pip when they are not there.
Not counted is a mask on ticks, which the stubs hold to be opaque, and what unannotated code makes pyright guess wrongly:
attributes that are None or empty until later, and those that a mixin finds in the class that uses it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TYPINGS = ROOT / "typings"
STUBS = {"rp2": "micropython-rp2-rpi_pico_w-stubs", "esp32": "micropython-esp32-esp32_generic_s3-stubs"}
"""Port -> PyPI package."""

VERSION = "<1.30"
OURS = ("firmware", "shared_rules")
FOR_LATER = re.compile(r'for class "(None|\w+\*)"|Operator "&" not supported for types "_Ticks')


class NoStubs(Exception):
    """The stubs are not there and can't be had."""


def install(port: str) -> Path:
    """The folder with the stubs of a port; NoStubs if pip can't get them."""
    folder = TYPINGS / port
    if not (folder / "network.pyi").is_file():
        print(f"installing {STUBS[port]} into typings/{port} ...", flush=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-user",
            "--upgrade",
        ]
        done = subprocess.run(
            [*command, "--target", str(folder), STUBS[port] + VERSION], capture_output=True, text=True
        )
        if done.returncode:
            raise NoStubs(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "pip failed")
    return folder


def check(port: str, paths: list[Path]) -> list[str]:
    """`file:line: message` of every error in those files and folders."""
    stubs = install(port)
    config = ROOT / "build" / f"types-{port}.json"
    config.parent.mkdir(exist_ok=True)
    settings: dict[str, Any] = {
        "pythonVersion": "3.11",
        "exclude": ["**/compiled"],
        "typeCheckingMode": "basic",
        "typeshedPath": str(stubs),
        "stubPath": str(stubs),
        "extraPaths": [str(ROOT)],
        "reportMissingModuleSource": False,
        "reportOptionalMemberAccess": False,
        "reportIndexIssue": False,
    }
    config.write_text(json.dumps(settings), encoding="utf-8")
    found = [file for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    files = [str(file) for file in found]
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", str(ROOT / "build" / "no-python")]
    done = subprocess.run([*command, "-p", str(config), *files], capture_output=True, text=True, cwd=ROOT)
    try:
        diagnostics = json.loads(done.stdout)["generalDiagnostics"]
    except ValueError:
        return [done.stdout + done.stderr]
    return [
        f"{_name(d['file'])}:{d['range']['start']['line'] + 1}: {d['message'].splitlines()[0]}"
        for d in diagnostics
        if d["severity"] == "error" and not FOR_LATER.search(d["message"])
    ]


def _name(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def main() -> int:
    """Check every port; 1 if there is an error."""
    folders = [Path(name) for name in sys.argv[1:]] or [ROOT / name for name in OURS]
    status = 0
    for port in STUBS:
        try:
            errors = check(port, folders)
        except NoStubs as missing:
            print(f"types of the board's code ({port}): not checked, no stubs: {missing}")
            continue
        print(*errors, f"types of the board's code ({port}): {len(errors)} errors", sep="\n")
        status = status or int(bool(errors))
    return status


if __name__ == "__main__":
    sys.exit(main())
