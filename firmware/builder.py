"""From the board's profile to the parts of its program. Loaded for that, when the board is switched on."""

import gc
import os
import sys
import time
from binascii import hexlify

import machine

from firmware import VERSION
from firmware.app import App
from firmware.buttons import Buttons
from firmware.drivers import make
from firmware.game.journal import Journal
from firmware.game.table import Profile
from firmware.lights.display import Display
from firmware.link.link import Link
from firmware.noise import noise
from firmware.profile import corners
from shared_rules.protocol.frames import PROTOCOL

GAMES_FOLDER = "/games"
WIFI = "/wifi.json"  # that Wi-Fi is wanted (wifi.py)
WENT_BACK = "/went_back"  # why the last update did, until the next one (main.py)
# What the PC may ask for, besides play.
CAPABILITIES = "sync,time,marks,settings,bench,paint,health,opponent,remote,consent,resume,update"


def make_port():
    """The port to the PC: USB, and Wi-Fi beside it if the chip has it and the board was told of a network."""
    if sys.platform == "esp32":
        from firmware.link.esp32 import Esp32Port

        usb = Esp32Port()
    else:
        from firmware.link.usb import UsbPort

        usb = UsbPort()
    return beside(usb) or usb


def beside(usb):
    """`usb` with Wi-Fi beside it, None if there is none."""
    try:
        os.stat(WIFI)
    except OSError:
        return None
    try:
        from firmware.link.wifi import with_wifi

        return with_wifi(usb, WIFI, noise)
    except ImportError:
        print("crossboard: this chip has no Wi-Fi, so %s is ignored" % WIFI)
    except (OSError, ValueError, MemoryError) as error:
        print("crossboard: no Wi-Fi: %s" % error)
    return None


def session_seed():
    """A number from 0 to 65535 that differs from one start to the next."""
    found = noise(2)
    return found[0] << 8 | found[1]


def hello(profile, board_id):
    """The payload of the board's hello (WIRE.md)."""
    version = sys.implementation.version
    return (
        "%d %s %s %s %d.%d.%d %s %s"
        % (
            PROTOCOL,
            board_id,
            VERSION,
            profile["name"],
            version[0],
            version[1],
            version[2],
            ",".join(sorted(profile["games"])),
            CAPABILITIES,
        )
    ).encode()


def build(profile=None, port=None, folder=GAMES_FOLDER):
    """The App, ready for its first round.

    `profile` as profile.load gives it or a Profile (None: the board's own), `port` as link/usb.py's (None: USB). ValueError
    or OSError if the profile can't be used.
    """
    if not hasattr(profile, "read"):
        profile = Profile(profile, port=sys.platform)
    known = profile.read()
    board_id = hexlify(machine.unique_id()).decode()
    journal = Journal(folder, noise)
    link = Link(port or make_port(), journal, hello(known, board_id), session_seed())
    lights = make("lights", known["lights"])
    display = Display(lights, corners(known), known["lights"]["brightness"])
    return App(profile, make("sensors", known["sensors"]), display, Buttons(known["buttons"]), link, journal)


def went_back():
    """What a PC is to know of an update that has not come up, "" if there is nothing to tell."""
    try:
        with open(WENT_BACK) as file:
            return "an update did not come up, so this board went back to the firmware before it (%s)" % file.read()
    except OSError:
        return ""


def start(watchdog=None):
    """The loop of a board that is switched on, tested first if *ok* is held; None, and a word on the console, if its
    profile is missing or wrong. Where an update is on trial, main.py gives the watchdog that runs (trial.py)."""
    gc.collect()  # modules lie together, and what the game needs comes behind them
    try:
        app = build()
    except (OSError, ValueError) as error:
        print("crossboard: this board can't start, its profile can't be used: %s" % error)
        return None
    app.link.news = went_back()
    if app.link.news:
        app.display.alarm(time.ticks_ms())
    if watchdog:
        from firmware.trial import Trial

        app.loop.extras += (Trial(app.loop, app.link.channel, watchdog),)
        return app.loop
    app.buttons.read(time.ticks_ms())
    if app.buttons.held():
        from firmware.modes.selftest import begin

        begin(app.sensing.sensors, app.display.lights, app.buttons)
    return app.loop
