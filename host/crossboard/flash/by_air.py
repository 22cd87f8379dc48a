"""`crossboard flash --board tcp://NAME.local`: an update by Wi-Fi.

The board keeps the version before until the new one has come up and a PC has been connected, which this waits for, and goes
back by itself otherwise (firmware/main.py, firmware/trial.py). MicroPython, main.py, and the network's password need the cable.
"""

from __future__ import annotations

import time
from dataclasses import replace

from crossboard.errors import LinkError
from crossboard.flash import rom
from crossboard.flash.air import ROM_MAIN, Air, OnTrial
from crossboard.flash.install import (
    TRIES,
    Options,
    Report,
    Watcher,
    check_facts,
    check_staged,
    reported,
    send,
    wanted_files,
)
from crossboard.flash.on_board import BoardError, Lost
from crossboard.flash.plan import (
    BACK,
    MAIN,
    PREVIOUS,
    UPDATE,
    WHY,
    Inventory,
    Plan,
    blocks,
    make_plan,
    sha,
    staging_folders,
    there_and_back,
    wrong,
)

IMAGE = "/rom.img"
KEPT_IMAGE = f"{PREVIOUS}{IMAGE}"
UNTOLD = "it hung, was reset, or lost its power before a PC had been connected for some seconds"
AGAIN_S = 1.0
FLASH_BY_CABLE = "flash it by cable once"
INTERRUPTED = (
    "interrupted: do the same again; if the board has begun to try its new firmware, it keeps that once a PC has been connected "
    "for some seconds, and goes back to the old one after 5 minutes without"
)
"""As that of install.py."""


def update(url: str, options: Options, watcher: Watcher) -> Report:
    """Bring the board at a tcp:// URL up to date, going on after a lost connection, and wait until it has kept the update.
    CrossboardError says why it has not."""
    for tries in range(TRIES):
        watcher.say(f"connecting to the board at {url}")
        try:
            air = Air(url, options.patience)
        except OnTrial:
            watcher.say("the update before is on trial; waiting until the board has kept it or gone back")
            air = _back(url, options)
        try:
            return _update(air, url, options, watcher)
        except Lost as lost:
            if tries == TRIES - 1:
                raise
            watcher.say(f"{lost}; trying again")
        finally:
            air.close()
    raise AssertionError  # the loop ends by return or raise


def _update(air: Air, url: str, options: Options, watcher: Watcher) -> Report:
    if air.news:
        watcher.say(f"the board: {air.news}")
    facts = air.facts()
    check_facts(facts)
    found = air.inventory()
    name, wanted, modules = wanted_files(air, facts, options, watcher, air.rom_size > 0, True)
    if ROM_MAIN in found.files or modules and any(path in found.files for path in modules):
        raise BoardError(
            f"its firmware came with a UF2 file, or lies outside its ROM partition, and is not replaced there: {FLASH_BY_CABLE}",
            url,
        )
    if found.files.get(MAIN) != sha(wanted[MAIN]):
        raise BoardError(f"its {MAIN} is of another version, and is not replaced by Wi-Fi: {FLASH_BY_CABLE}", url)
    image = rom.image_of(modules) if modules else b""
    plan = make_plan(wanted, found)
    report = reported(facts, name, wanted, plan)
    if image:
        report.rom = air.rom_size
        report.files += 1
        report.size += len(image)
    aside = {IMAGE: image} if image and not air.rom_holds(image) else {}
    if aside:
        rom.require_room(image, air.rom_size)
        report.sent.insert(0, rom.PLACE)
        report.sent_size += len(image)
    if plan.steps or aside:
        _stage(air, wanted, aside, plan, found, watcher)
        watcher.say("restarting; if the new firmware does not come up, the board goes back to the old one by itself")
        air.restart()
        air.close()
        air = _back(url, options)
    try:
        now = air.inventory()
        if wrong(wanted, now) or image and not air.rom_holds(image):
            raise BoardError(air.news or "the update could not be moved into place; run the command again", url)
        air.tidy(make_plan(wanted, now).stray, staging_folders(now))
        report.free, report.hello, report.heap = air.facts().free, air.hello, air.heap()
        return report
    finally:
        air.close()


def _stage(
    air: Air, wanted: dict[str, bytes], aside: dict[str, bytes], plan: Plan, found: Inventory, watcher: Watcher
) -> None:
    """Send what differs, and what leads back; let the board move it when it starts next."""
    there, back = there_and_back(plan.steps, found)
    more = 0
    if aside:
        there = [*there[:2], f"+{KEPT_IMAGE}", f"r{IMAGE}", *there[2:], f"-{UPDATE}{IMAGE}"]
        back = [f"r{IMAGE}", *back, f"-{KEPT_IMAGE}"]
        more = blocks(aside[IMAGE])
    staged = {**wanted, **aside, BACK: "".join(f"{step}\n" for step in back).encode(), WHY: UNTOLD.encode()}
    missing = [path for path in (*aside, BACK, WHY) if found.files.get(UPDATE + path) != sha(staged[path])]
    here = {UPDATE + path for path in (*aside, BACK, WHY)} - {UPDATE + path for path in missing}
    stray = tuple(path for path in plan.stray if path not in here)
    send(air, staged, replace(plan, send=(*plan.send, *missing), stray=stray), watcher, more)
    kept = {UPDATE + KEPT_IMAGE: air.keep_rom(UPDATE + KEPT_IMAGE)} if aside else {}
    now = air.inventory()
    check_staged(staged, found, now)
    damaged = [path for path, known in kept.items() if now.files.get(path) != known]
    damaged += [path for path in now.files if path.startswith(f"{PREVIOUS}/")]
    if damaged:
        raise BoardError("is not as it should be; run the command again", damaged[0])
    air.commit(tuple(there))


def _back(url: str, options: Options) -> Air:
    """The board again, once it has kept the update or gone back."""
    patience_s = 2 * options.start_s
    end = time.monotonic() + patience_s
    while True:
        try:
            return Air(url, options.patience, waits=True)
        except LinkError as error:
            if time.monotonic() > end:
                raise BoardError(
                    f"the board has not come back within {patience_s:.0f} s ({error.what}); if no PC stays connected "
                    "within 5 minutes, it goes back to the old firmware by itself, and says so",
                    url,
                ) from error
        time.sleep(AGAIN_S)
