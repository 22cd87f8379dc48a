"""A PC for tests: the other end of a FakeBoard's line, which acknowledges what it has and asks for things."""

from __future__ import annotations

from shared_rules.protocol.channel import MESSAGE, Channel
from shared_rules.protocol.frames import MAX_LINE
from tests.support.firmware_on_pins import FakeBoard


class FakePc:
    """`records` are the payloads of P, U, R, E, W, Y and I by (game, seq), `heard` all messages as (letter, payload)."""

    def __init__(self, board: FakeBoard, seed: int = 99) -> None:
        self.board = board
        self.channel = Channel(seed)
        self.heard: list[tuple[str, str]] = []
        self.records: dict[tuple[str, int], str] = {}
        self.console = bytearray()
        self.acknowledges = True
        self._out = bytearray(MAX_LINE)

    def send(self, letter: str, text: str = "") -> None:
        """Queue a message."""
        assert self.channel.queue(ord(letter), text.encode(), len(text))

    def run(self, ms: int) -> None:
        """Let time pass for both."""
        for _ in range(ms // 5):
            self.exchange()
            self.board.run(5)
        self.exchange()

    def exchange(self) -> None:
        """Take what the board has sent, give it what is due."""
        now = self.board.now & 0x3FFFFFFF
        data = bytes(self.board.port.sent)
        self.board.port.sent.clear()
        for byte in data:
            if self.channel.receive(byte, now) == MESSAGE:
                self._take(chr(self.channel.kind), self.channel.text())
        while n := self.channel.transmit(now, self._out):
            self.board.port.arrived += self._out[:n]

    def of(self, letter: str) -> list[str]:
        """The payloads of one type."""
        return [payload for kind, payload in self.heard if kind == letter]

    def have(self, game: str) -> int:
        """Up to which record all of a game are here."""
        n = 0
        while (game, n + 1) in self.records:
            n += 1
        return n

    def _take(self, letter: str, payload: str) -> None:
        self.heard.append((letter, payload))
        if letter in "PUREWYI":
            game, seq, rest = payload.split(" ", 2)
            key = (game, int(seq))
            text = f"{letter} {rest}"
            assert self.records.setdefault(key, text) == text, "one number for two records"
        if letter in "GPUREWYI" and self.acknowledges:
            game = payload.split(" ")[0]
            self.send("K", f"{game} {self.have(game)}")
