"""A passive piezo buzzer, by PWM: short sounds for what happens on the board.

It looks after every round whether there is a new record in the journal, a question, or a notice of the lights, so that nobody has
to tell it. A tone ends in the first round after its time. The constructor allocates all memory.
"""

from machine import PWM, Pin

from firmware.lights.display import FAULT, REFUSED
from firmware.lights.settings import SOUND
from shared_rules.codes import const
from shared_rules.protocol.frames import T_END, T_PLY, T_REFUSED

STEP_HZ = const(20)
STEP_MS = const(5)
WRAP = const(0x3FFFFFFF)
# Tones one after the other: pitch in STEP_HZ, 0 for a rest, and length in STEP_MS. A piezo is loudest at 2 to 4 kHz.
PLY = b"\x96\x04"
CAPTURE = b"\x96\x06\x00\x05\xc8\x08"
REFUSAL = b"\x3c\x18\x00\x06\x28\x30"
QUESTION = b"\x64\x0c\x00\x06\x96\x14"
OVER = b"\x69\x14\x84\x14\x9d\x14\xd2\x32"
READY = b"\xc8\x06"
DUTY = (0, 1200, 32768)  # of 65536, by the setting: none, quiet, loud


class Driver:
    """Sounds as loud as the setting is when a sound begins."""

    def __init__(self, settings):
        self._pwm = PWM(Pin(settings["pin"]), freq=1000, duty_u16=0)
        self._sound = READY
        self._at = 0  # of the tone that is next
        self._began = 0  # when the one before it did,
        self._lasts = 0  # and for how many ms
        self._seq = 0  # what has been heard of the journal,
        self._standing = 0  # how many pieces stood then,
        self._noticed_at = 0  # of the lights' notices,
        self._asking = False  # and of questions

    def begin(self, journal, table, modes, display, values):
        """Look at these; `values` are the settings'."""
        self._values = values
        self._journal = journal
        self._modes = modes
        self._table = table
        self._display = display

    def step(self, now):
        """After a round: begin a sound, or go on with it."""
        found = self._heard()
        if found:
            self._sound = found
            self._at = self._lasts = 0
        sound = self._sound
        if not sound or (now - self._began) & WRAP < self._lasts:
            return
        if self._at == len(sound):
            self.stop()
            return
        pitch = sound[self._at]
        self._began = now
        self._lasts = STEP_MS * sound[self._at + 1]
        self._at += 2
        if pitch:
            self._pwm.freq(STEP_HZ * pitch)
        self._pwm.duty_u16(DUTY[self._values[SOUND]] if pitch else 0)

    def _heard(self):
        """The sound of what is new, None if nothing is."""
        found = None
        journal = self._journal
        recognizer = self._table.recognizer  # None while a game comes
        display = self._display
        if journal.seq != self._seq:
            self._seq = journal.seq
            kind = journal.line[0] if journal.end else 0  # else it was read from the flash
            standing = sum(recognizer.base) if recognizer else 0
            if kind == T_PLY:
                found = CAPTURE if standing < self._standing else PLY
            elif kind == T_REFUSED:
                found = REFUSAL
            elif kind == T_END:
                found = OVER
            self._standing = standing
        if display.noticed_at != self._noticed_at:
            self._noticed_at = display.noticed_at
            if display.noticed == REFUSED or display.noticed == FAULT:
                found = REFUSAL
        asking = bool(recognizer) and self._modes.asking()
        if asking != self._asking:
            self._asking = asking
            if asking:
                found = QUESTION
        return found

    def deadline(self, now):
        """Ms until the tone ends, -1 if there is none."""
        if not self._sound:
            return -1
        return max(0, self._lasts - ((now - self._began) & WRAP))

    def stop(self):
        """Silence."""
        self._sound = None
        self._pwm.duty_u16(0)
