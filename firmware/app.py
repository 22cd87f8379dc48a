"""The parts of the board's program, made and joined. Loaded for that: to play, the loop is enough."""

from firmware.drivers import make
from firmware.game.current import Current
from firmware.game.flight import Flight
from firmware.game.table import Table
from firmware.lights.settings import COUNT, SOUND
from firmware.loop import Loop
from firmware.modes.modes import Modes
from firmware.modes.playing import Over, Playing
from firmware.sensors.sensing import Sensing


class App:
    """`sensors` and the lights of `display` are drivers; `profile` is a Profile."""

    def __init__(self, profile, sensors, display, buttons, link, journal):
        from firmware.game.beginning import opening  # not for as long as somebody has this

        known = profile.read()
        extras = tuple([make("extras", settings) for settings in known.get("extras", ())])
        sounds = "buzzer" in [settings["driver"] for settings in known.get("extras", ())]
        values = bytearray(COUNT if sounds else SOUND)  # of the settings: sound comes last
        self.buttons = buttons
        self.display = display
        self.journal = journal
        self.link = link
        loop = self.loop = Loop()
        sensing = self.sensing = Sensing(sensors, known["debounce"])
        table = self.table = Table(profile, display)
        flight = self.flight = Flight(journal, link, sensors.count)
        modes = self.modes = Modes(loop, sensing, flight, table, journal, link, display, buttons, values)
        current = self.current = Current(loop, sensing, modes, table, journal, flight, link, display, known["game"])
        playing = Playing(modes, current, table, journal, flight, sensing, link, loop, values)
        modes.begin(current, playing, Over(modes, current, table, journal, playing))
        loop.begin(sensing, flight, modes, playing, current, table, link, display, journal, extras)
        link.attach(current, modes)
        modes.settings().load()
        modes.set_up()
        for extra in extras:
            extra.begin(journal, table, modes, display, values)
        loop.replace(opening(current))
