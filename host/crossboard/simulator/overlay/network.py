"""`network` as on a board with Wi-Fi: a station in the simulated air (node/radio.mjs)."""

import _board

STA_IF = 0
AP_IF = 1

_name = ["PicoW"]


def hostname(name=None):
    """The name that others find the board by; given, it is set."""
    if name is not None:
        _name[0] = name
    return _name[0]


class WLAN:
    """A station; nothing here waits."""

    IF_STA = STA_IF
    PM_PERFORMANCE = 0xA11142

    def __init__(self, interface=STA_IF):
        if interface != STA_IF:
            raise ValueError("only a station is simulated")
        self._active = False

    def active(self, on=None):
        if on is not None:
            self._active = bool(on)
            if not on:
                _board.radio_join(None)
        return self._active

    def config(self, *names, **values):
        if names:
            raise ValueError("unknown config param")

    def connect(self, ssid=None, key=None):
        if not self._active:
            raise OSError(1)
        _board.radio_join(ssid + "\n" + (key or ""))

    def disconnect(self):
        _board.radio_join(None)

    def isconnected(self):
        return self._active and _board.radio_joined() == 1
