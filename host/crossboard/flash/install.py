"""Puts the firmware on a board by cable, or brings it up to date, and checks that it runs.

Only what differs is sent. It can be broken off at any moment, by whatever means: the board then starts with the old
version or with the new one, its games stay, and running it again does what is left. A board that runs its
modules from a ROM partition (rom.py) gets them as one image: broken off in those seconds, it starts with neither and says so.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from crossboard import profiles
from crossboard.board_files.build import ARCHITECTURES, MPY_VERSION, build, firmware_version, main_text
from crossboard.boards.faults import DOWNLOAD, Ear, PortFault
from crossboard.boards.link import Hello
from crossboard.boards.wifi import Known, default_name, known_boards, remember
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.flash import find as flash_find
from crossboard.flash import on_board as flash_board
from crossboard.flash import rom
from crossboard.flash.find import Heap
from crossboard.flash.memory import what_fits
from crossboard.flash.on_board import BoardError, Facts, Lost, Repl
from crossboard.flash.one_file import OLDEST
from crossboard.flash.plan import (
    BLOCK,
    FOLDERS,
    MAIN,
    PREVIOUS,
    READY,
    UPDATE,
    WENT_BACK,
    Inventory,
    Plan,
    blocks,
    make_plan,
    sha,
    staging_folders,
    wrong,
)
from crossboard.games.outside import is_outside
from crossboard.games.rules import game_names, game_package
from crossboard.games.words import plural, size_text
from crossboard.output import say
from crossboard.own_game.proof import require_kept
from crossboard.profiles.chips import CHIPS

TRIES = 3
"""Attempts if the board is lost on the way (a watchdog, a loose cable); each continues where the last one ended."""
BACK_S = 10.0
"""Seconds to wait for a port that has disappeared."""
START_S = 60.0
"""Seconds from the restart to the hello; a board takes 2, a simulated or emulated one more."""
DEFAULTS = {"rp2": "pico-8x8", "esp32": "esp32s3-8x8-mcp23017"}
"""MicroPython port -> default profile of a board that has none yet."""
WIFI = "/wifi.json"
"""The file that tells the board of its network (firmware/link/wifi.py)."""
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 63
INTERRUPTED = (
    "interrupted: do the same again; switched off and on, the board starts with what it had, or says that its firmware is "
    "incomplete"
)
"""What is to be known when an installation was broken off."""
ROOM = 8 * BLOCK
"""Bytes of flash that must stay free for games after the installation."""


@dataclass(frozen=True)
class Options:
    """The user's options. `profile`: a name, or "" for the board's own. `games`: only these are installed, () for all that the
    board has room for; those of `folders` too."""

    profile: str = ""
    native: bool = False
    patience: float = flash_board.PATIENCE_S
    start_s: float = START_S
    wifi: Network | None = None
    games: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Network:
    """The Wi-Fi network that the board is to join, and the name that it gets there ("": by its id); no `ssid`: none any more.

    `password`: "" in an open network, None while it is still to be asked for. `keep_token`: the one that this PC has stays.
    """

    ssid: str
    password: str | None = ""
    name: str = ""
    keep_token: bool = False


@dataclass
class Report:
    """The result of an installation."""

    facts: Facts
    profile: str = ""
    files: int = 0
    size: int = 0
    sent: list[str] = field(default_factory=list[str])
    sent_size: int = 0
    removed: int = 0
    free: int = 0
    heap: Heap | None = None
    hello: Hello | None = None
    rom: int = 0  # bytes of the ROM partition that the modules run from
    wifi: str = ""  # the board's name in the network, "" if nothing was said of one
    clock: bool = False  # whether its clock was set


class Watcher:
    """Shows progress: a bar on a terminal, lines elsewhere."""

    def __init__(self) -> None:
        self.say: Callable[[str], None] = say
        self._progress: Progress | None = None
        self._task: Any = None

    def sending(self, size: int) -> AbstractContextManager[object]:
        """Within this context `written` reports progress towards `size` bytes."""
        if not sys.stdout.isatty():
            return nullcontext()
        self._progress = Progress(TextColumn("{task.description}"), BarColumn(), DownloadColumn())
        self._task = self._progress.add_task("sending", total=size)
        return self._progress

    def written(self, count: int) -> None:
        if self._progress:
            self._progress.advance(self._task, count)


def check_password(password: str) -> str:
    """A network's password, "" for none; CrossboardError if it can't be one."""
    if password and not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise CrossboardError(
            f"a Wi-Fi password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters, or none in an open network"
        )
    return password


def flash(port: str, options: Options, watcher: Watcher) -> Report:
    """Install, continuing after a lost connection; then start the board and read its report."""
    for tries in range(TRIES):
        try:
            report = install(port, options, watcher)
            break
        except Lost as lost:
            if tries == TRIES - 1 or not _is_back(port):
                raise
            watcher.say(f"{lost}; trying again")
    else:
        raise AssertionError  # the loop ends by break or raise
    _start(port, report, options, watcher)
    return report


def _is_back(port: str) -> bool:
    """Whether the port can be opened, now or soon."""
    end = time.monotonic() + BACK_S
    while True:
        try:
            flash_find.SerialPort(port).close()
            return True
        except CrossboardError:
            if time.monotonic() > end:
                return False
        time.sleep(0.2)


def install(port: str, options: Options, watcher: Watcher) -> Report:
    """Stop what runs, bring the files up to date, set the clock, restart. Lost: the board went away."""
    watcher.say(f"connecting to the board at {port}")
    if flash_find.stop_game(port):
        watcher.say("its game is paused; it will continue from the journal")
    repl = Repl(port, options.patience, watcher.say)
    try:
        try:
            repl.enter()
        except Lost as lost:
            raise PortFault("no-python", port) from lost
        try:
            report = _update(repl, options, watcher)
            try:
                repl.set_clock(datetime.now())
                report.clock = True
            except BoardError as error:  # nothing depends on it
                watcher.say(f"its clock can't be set: {error}")
            repl.restart()
            return report
        except BaseException:
            if not repl.lost:
                with suppress(CrossboardError):
                    repl.restart()  # the board is not left standing at a prompt
            raise
    finally:
        repl.close()


def _update(repl: Repl, options: Options, watcher: Watcher) -> Report:
    facts = repl.facts()
    check_facts(facts)
    found = repl.inventory()
    if {READY, f"{PREVIOUS}/ready"} & found.files.keys():  # an earlier installation was cut off, or is on trial
        repl.finish(main_text())
        found = repl.inventory()
    partition = rom.find(repl)
    radio = bool(options.wifi.ssid) if options.wifi else WIFI in found.files
    name, wanted, modules = wanted_files(repl, facts, options, watcher, bool(partition), radio)
    network, known = _network(repl, options.wifi) if options.wifi else (None, None)
    if network:
        wanted[WIFI] = network
    plan = make_plan(wanted, found)
    report = reported(facts, name, wanted, plan)
    if partition:  # first, as it starts the version that it has until its files of /firmware are removed
        _deploy(repl, partition, rom.image_of(modules), report, watcher)
    send(repl, wanted, plan, watcher)
    if plan.steps:
        check_staged(wanted, found, repl.inventory())
        repl.commit(plan.steps, wanted[MAIN].decode())
        bad = wrong(wanted, repl.inventory())
        if bad:
            raise BoardError("could not be moved into place on the board's flash; run the command again", bad[0])
    repl.tidy(
        (WENT_BACK, *([WIFI] if options.wifi and not options.wifi.ssid else [])),
        (*staging_folders(found), UPDATE, PREVIOUS),
    )
    if known:
        remember(known)
        report.wifi = known.name
    report.free = repl.facts().free
    return report


def wanted_files(
    repl: Repl, facts: Facts, options: Options, watcher: Watcher, in_place: bool, radio: bool
) -> tuple[str, dict[str, bytes], dict[str, bytes]]:
    """The name of the board's profile, the files that it is to have, and the modules for its ROM partition if they run
    `in_place`, by path. `radio`: it uses its radio."""
    name, text = _profile(repl, facts, options, radio, watcher.say)
    games = _games(repl, text)
    for game in games:
        if game not in options.folders and is_outside(game_package(game)):
            watcher.say(f"checking that {game} keeps the contract")
            require_kept(game, game)
    wanted = build(text, _architecture(facts) if options.native else "")
    folders = tuple(f"{folder}/" for folder in FOLDERS)
    modules = {path: data for path, data in wanted.items() if in_place and path.startswith(folders)}
    wanted = {path: data for path, data in wanted.items() if path not in modules}
    check_machine_code(wanted, facts)
    for line in (chip(facts, name), "" if facts.simulated else what_fits(wanted, games, facts.heap)):
        if line:
            watcher.say(line)
    return name, wanted, modules


def reported(facts: Facts, profile: str, wanted: Mapping[str, bytes], plan: Plan) -> Report:
    """What is to be told of an installation of these files by that plan."""
    report = Report(facts, profile, len(wanted), sum(map(len, wanted.values())), list(plan.send))
    report.sent_size = sum(len(wanted[path]) for path in plan.send)
    report.removed = sum(1 for step in plan.steps if step[:1] == "-")
    return report


def check_facts(facts: Facts) -> None:
    """Check that our firmware can run on the board; CrossboardError says what it needs."""
    version = ".".join(map(str, facts.version))
    if facts.name != "micropython":
        raise BoardError(f"that board runs {facts.name} {version}, not MicroPython; see {DOWNLOAD}")
    if facts.version[:2] < OLDEST:
        raise BoardError(
            f"the board has MicroPython {version}; {OLDEST[0]}.{OLDEST[1]} or newer is needed, from {DOWNLOAD}"
        )
    if facts.port not in CHIPS:
        raise BoardError(
            f"Crossboard does not run on this board ({facts.machine or facts.port}), only on "
            + " and ".join(chip.title for chip in CHIPS.values())
        )
    if facts.mpy & 0xFF != MPY_VERSION:
        raise BoardError(f"that MicroPython reads .mpy version {facts.mpy & 0xFF}; version {MPY_VERSION} is needed")


def _architecture(facts: Facts) -> str:
    """The processor for mpy-cross."""
    number = facts.mpy >> 10 & 15
    if not 0 < number < len(ARCHITECTURES):
        raise BoardError("that MicroPython runs no machine code; flash without --native")
    return ARCHITECTURES[number]


def check_machine_code(files: Mapping[str, bytes], facts: Facts) -> None:
    """Whether the board loads the files' machine code, of which every few versions of MicroPython have another kind
    (py/persistentcode.h: the third byte has processor and sub-version). CrossboardError if not."""
    kinds = {data[2] & 3 for path, data in files.items() if path.endswith(".mpy") and data[2] >> 2}
    if kinds - {facts.mpy >> 8 & 3}:
        raise BoardError(
            "that MicroPython and the mpy-cross installed here differ in machine code; flash without --native"
        )


def _profile(
    repl: Repl, facts: Facts, options: Options, radio: bool, say: Callable[[str], None]
) -> tuple[str, str | None]:
    """Name and compiled text of the profile. Without text the board keeps its own, which is not one of the project's."""
    name, own = options.profile, _own_profile(repl)
    if not name and own and own.get("name") not in profiles.names():
        if own.get("format") == profiles.FORMAT:
            if options.games or options.folders:
                raise BoardError(
                    f"to change its games, name the file of the board's profile '{own.get('name')}' with --profile"
                )
            if gone := [game for game in own.get("games", {}) if game not in game_names()]:
                raise BoardError(
                    f"its profile '{own.get('name')}' has {gone[0]}, which is not installed here: name its file with --profile"
                )
            return str(own.get("name")), None
        raise BoardError(
            f"the board's own profile '{own.get('name')}' is of another version; name its file with --profile"
        )
    name = name or str(own.get("name", ""))
    if not name and facts.port in DEFAULTS:
        name = DEFAULTS[facts.port]
        say(
            f"no profile is named, and a new board has none: it becomes {name}; if it is another, name it with --profile"
        )
    if not name:
        raise BoardError(f"which board is it? Name its profile with --profile: {', '.join(_fitting(facts))}")
    profile = load_profile(name, options)
    if profile["port"] != facts.port:
        raise BoardError(
            f"profile {profile['name']} is for {CHIPS[profile['port']].title}, and this board is {facts.machine or facts.port}; "
            f"those that fit: {', '.join(_fitting(facts))}"
        )
    if radio and not profile["power"]["wifi"]:
        raise BoardError(
            f"profile {profile['name']} leaves no current for the radio: change its 'wifi = false' under [power], or let the board "
            "forget its network: --wifi none, by cable"
        )
    return profile["name"], profiles.profile_json(profile)


def _fitting(facts: Facts) -> list[str]:
    """The names of the project's profiles for such a board."""
    return [name for name in profiles.names() if profiles.load(name)["port"] == facts.port]


def load_profile(name: str, options: Options) -> dict[str, Any]:
    """The checked profile of that name, with the games that the board is to have."""
    profile = profiles.load(name)
    return profiles.with_games(profile, [*(options.games or profile["games"]), *options.folders])


def _network(repl: Repl, wish: Network) -> tuple[bytes | None, Known | None]:
    """The file that tells the board of its network, and what this PC is to remember: a fresh token, or the old one."""
    if not wish.ssid:
        return None, None
    if not repl.has_module("network"):
        raise BoardError("this board has no Wi-Fi; a Pico W, a Pico 2 W or an ESP32 has")
    board = repl.board_id()
    before = next((one for one in known_boards() if one.board == board), None)
    name = wish.name or (before.name if before else default_name(board))
    if wish.keep_token and before is None:
        raise BoardError("this PC has no token for that board to keep; leave out --wifi-keep-token")
    known = Known(name, board, before.token if before and wish.keep_token else secrets.token_hex(16))
    text = {"ssid": wish.ssid, "password": wish.password, "name": name, "token": known.token}
    return json.dumps(text).encode(), known


def _games(repl: Repl, text: str | None) -> list[str]:
    """The games of the profile that the board is to have; without a text, of its own."""
    profile = json.loads(text) if text else _own_profile(repl)
    return [name for name in profile.get("games", {}) if name in game_names()]


def _own_profile(repl: Repl) -> dict[str, Any]:
    try:
        found = json.loads(repl.read("/rom/profile.json") or repl.read("/profile.json") or b"{}")
        return found if isinstance(found, dict) else {}  # type: ignore[reportUnknownVariableType]
    except (ValueError, RecursionError):
        return {}


def _deploy(repl: Repl, partition: rom.Partition, image: bytes, report: Report, watcher: Watcher) -> None:
    """Bring the ROM partition up to date; in the report it is one more file."""
    report.rom = partition.size
    report.files += 1
    report.size += len(image)
    if rom.holds(repl, image):
        return
    with watcher.sending(len(image)):
        rom.deploy(repl, partition, image, watcher.written)
    report.sent.insert(0, rom.PLACE)
    report.sent_size += len(image)


def send(repl: Repl, wanted: Mapping[str, bytes], plan: Plan, watcher: Watcher, more: int = 0) -> None:
    """Copy the files to /update, after removing the remains of an earlier version there. So many bytes `more` are to be free."""
    repl.tidy(plan.stray, ())
    needed = sum(blocks(wanted[path]) for path in plan.send) + 2 * BLOCK * len(plan.folders) + ROOM + more
    free = repl.facts().free
    if plan.send and needed > free:
        raise BoardError(
            f"the board's flash has {size_text(free)} free, {size_text(needed)} are needed; `{command('sync')}` saves its "
            "games, then `mpremote rm :games/FILE` removes old ones, by cable"
        )
    for folder in plan.folders:
        repl.make_folder(folder)
    with watcher.sending(sum(len(wanted[path]) for path in plan.send)):
        for path in plan.send:
            repl.write(UPDATE + path, wanted[path], watcher.written)


def check_staged(wanted: Mapping[str, bytes], before: Inventory, now: Inventory) -> None:
    """Check that each file is right, installed or in /update, before any file is moved."""
    for path, data in wanted.items():
        if sha(data) not in (before.files.get(path), now.files.get(UPDATE + path)):
            raise BoardError("arrived damaged; run the command again", path)


def _start(port: str, report: Report, options: Options, watcher: Watcher) -> None:
    start = flash_find.wait_for_start(port, options.start_s)
    if start.hello is None:
        ear = Ear(port)
        for line in start.printed:
            ear.hear(line)
        for line in ear.traceback:
            watcher.say(f"console: {line}")
        words = f": {ear.error}" if ear.error else ""
        raise BoardError(f"the firmware is installed, but the board does not connect{words}", port)
    if start.hello.firmware != firmware_version():
        raise BoardError(f"the board reports firmware {start.hello.firmware}, not {firmware_version()}", port)
    report.hello, report.heap = start.hello, start.heap


def chip(facts: Facts, profile: str) -> str:
    """The board and what it is to be, as a line."""
    version = ".".join(map(str, facts.version))
    return f"{'simulated: ' if facts.simulated else ''}{facts.machine or facts.port}, MicroPython {version}, profile {profile}"


def described(report: Report) -> list[str]:
    """The report as lines."""
    facts, hello = report.facts, report.hello
    there = report.files - len(report.sent)
    sent = f"{len(report.sent)} sent ({size_text(report.sent_size)})" if report.sent else "nothing to send"
    lines = [
        f"{plural(report.files, 'file')}, {size_text(report.size)}: {sent}, {there} already there, {report.removed} removed; "
        "all verified",
        f"flash: {size_text(report.free)} free of {size_text(facts.size)}",
    ]
    if report.rom:
        lines.append(
            f"modules run in place from {rom.PLACE}, a partition of {size_text(report.rom)}, and leave the heap to the game"
        )
    heap = report.heap
    if facts.simulated:
        emulated = command("simulate", "--uf2", "FILE")
        lines.append(f"heap: grows as needed, so it tells nothing of a Pico's; `{emulated}` has a Pico's heap")
    elif heap:
        lines.append(
            f"heap in play: {size_text(heap.used)} in use, {size_text(heap.free)} free, "
            f"largest free block {size_text(heap.largest)}"
        )
    if hello:
        clock = "; clock set" if report.clock else ""
        lines.append(f"board {hello.board} is running: firmware {hello.firmware}, {', '.join(hello.games)}{clock}")
    return lines
