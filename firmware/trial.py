"""A version that an update by Wi-Fi has just moved into place: it is kept once it has come up, else the board goes back.

It has come up when a PC has been connected for some seconds, by Wi-Fi or USB, and nothing has failed: then another update can
reach it. That removes what would lead back, and starts the board anew, since its watchdog can't be stopped otherwise. (A timer
could be, but it does not end a driver that hangs.) Stepped in every round, as an extra is. Allocates only at the end.
"""

import os

from shared_rules.codes import const
from shared_rules.recognition.debounce import WRAP

PREVIOUS = "/previous"  # the version before (main.py)
READY = PREVIOUS + "/ready"  # what leads back to it at the next start
WHY = PREVIOUS + "/went_back"  # is told then
CONNECTED_MS = const(3000)
LONGEST_MS = const(300000)  # until a PC is connected, and stays so
FEED_MS = const(1000)


def on_trial():
    """Whether the version that runs is."""
    try:
        os.stat(READY)
        return True
    except OSError:
        return False


class Trial:
    """`channel` is the link's; `watchdog` resets the board if it is not fed."""

    def __init__(self, loop, channel, watchdog):
        self._loop = loop
        self._channel = channel
        self._watchdog = watchdog
        self._begun = -1  # the first round
        self._since = -1  # the last one in which no PC was connected, or the first
        self._over = False

    def step(self, now):
        """One round."""
        self._watchdog.feed()
        loop = self._loop
        connected = self._channel.alive(now) and not loop.task
        if self._begun < 0:
            self._begun = self._since = now
        if not connected:
            self._since = now
        if self._over:
            return
        if loop.faults:
            self._go_back("an error inside: %r" % (loop.fault,))
        elif (now - self._since) & WRAP >= CONNECTED_MS:
            self._keep()
        elif not connected and (now - self._begun) & WRAP >= LONGEST_MS:
            self._go_back("no PC has stayed connected within %d minutes" % (LONGEST_MS // 60000))

    def _keep(self):
        self._over = True
        self._loop.restart()
        os.remove(READY)
        self._clear(PREVIOUS)

    def _clear(self, folder):
        """Remove it with all in it."""
        for entry in list(os.ilistdir(folder)):
            inside = folder + "/" + entry[0]
            if entry[1] & 0x4000:
                self._clear(inside)
            else:
                os.remove(inside)
            self._watchdog.feed()
        os.rmdir(folder)

    def _go_back(self, why):
        self._over = True
        self._loop.restart()
        with open(WHY, "w") as file:
            file.write(why)

    def deadline(self, now):
        """Ms until `step` has something to do."""
        return FEED_MS

    def stop(self):
        """The loop ends: what follows is fed no more."""
