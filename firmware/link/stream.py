"""The records of the game being played on their way to the PC, in order and each once.

It is `open` once the PC has said up to where its database is complete (K). The latest record goes out from the journal's
memory without allocating; those before it are read from the flash.
"""

from firmware.game.reader import ENOUGH
from shared_rules.protocol.frames import T_FLIGHT


class Stream:
    """Puts records into `channel`; `messages` has the payloads."""

    def __init__(self, channel, journal, messages):
        self.open = False
        self.next = 0  # the record to send next
        self.skipped = 0  # records that could not be read back from the flash
        self._channel = channel
        self._journal = journal
        self.messages = messages
        self._fresh = False  # what lies between the first record that the PC wants and the one before it is to be read
        self.reader = None
        self._last = 0  # the last record that it has read
        self._covered = 0  # the last record that there was when it opened the file: later ones can't be read from it

    def close(self):
        """Another game is being played, or another connection was made."""
        self.open = False
        self._stop_reading()

    def behind(self):
        """Whether there is a record to be sent."""
        return self.open and self.next <= self._journal.seq

    def acknowledge(self, seq):
        """The PC has the game up to record `seq`; True if that has opened the stream."""
        journal = self._journal
        if seq > journal.acked:
            journal.acked = seq
            if journal.over and seq == journal.seq:
                journal.acknowledge_end()
        if self.open:
            return False
        self.open = self._fresh = True
        self.next = seq + 1
        return True

    def tell_flight(self):
        """The flight recorder has a line: it is sent if the PC is up to date and there is room; else it is read later."""
        if self.open and self.next > self._journal.seq and self._channel.room() > 2:
            messages = self.messages
            n = messages.noted()
            self._channel.queue(T_FLIGHT, messages.text, n)
            self._fresh = False

    def send(self):
        """Send the next record, or some, with what the flight recorder has before them."""
        journal = self._journal
        if self.next == journal.seq and journal.end and not self._fresh:
            if self.reader is not None:
                self._stop_reading()
            self._send(journal.line, 2, journal.end)
        else:
            self._send_stored()

    def _send_stored(self):
        """Send some from the flash."""
        journal = self._journal
        try:
            path = journal.path(journal.id())
            if self.reader is None:
                from firmware.game.reader import Reader

                self.reader = Reader()
                self.reader.flights = False
                self.reader.open(path)
                self._covered = journal.seq
            self.reader.first = self.next
            if not self._read():
                return
            if self._covered != journal.seq:
                self.reader.open_again(path)
                self._covered = journal.seq
                return
        except OSError:
            pass
        self._stop_reading()  # the flash was full when these were written
        self.skipped += 1
        self.next += 1

    def _read(self):
        """Read some lines, and send what is wanted of them; True at the file's end."""
        reader = self.reader
        left = ENOUGH
        while left > 0 and self._channel.room() > 1:
            if not reader.next():
                return self.next <= self._journal.seq
            left -= reader.end
            if reader.kind == T_FLIGHT:
                if self._last == self.next - 1 and self._channel.room() > 2:
                    messages = self.messages
                    self._channel.queue(T_FLIGHT, messages.text, messages.record(reader.line, reader.start, reader.end))
            elif reader.seq:
                self._last = reader.seq
                if reader.seq == self.next:
                    self._send(reader.line, reader.start, reader.end)
                    reader.first = self.next
        return False

    def _send(self, line, start, end):
        messages = self.messages
        if self._channel.queue(line[0], messages.text, messages.record(line, start, end)):
            self.next += 1
            self._fresh = False

    def _stop_reading(self):
        if self.reader is not None:
            self.reader.close()
            self.reader = None
        self._last = 0
