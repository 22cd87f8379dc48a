"""Two ends of the channel over a line that loses, repeats, garbles, cuts, stalls and restarts; seeds in the ids."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from shared_rules.protocol.channel import HEARTBEAT, MESSAGE, SILENCE, WINDOW, Channel
from shared_rules.protocol.frames import MAX_LINE, MAX_PAYLOAD, T_HELLO, T_LOG, T_PLY

STEP = 10  # ms of virtual time
WRAP = 0x3FFFFFFF


@dataclass
class End:
    """One end, what it wants to say and what it heard, with the connection in which it was."""

    channel: Channel
    said: list[tuple[int, int]] = field(default_factory=list)
    heard: list[tuple[int, int]] = field(default_factory=list)
    hellos: list[str] = field(default_factory=list)
    line: bytearray = field(default_factory=bytearray)  # on its way to this end

    def say(self, number: int) -> bool:
        """Queue a message that names its connection."""
        text = b"%d %d" % (self.channel.session, number)
        if not self.channel.queue(T_PLY, text, len(text)):
            return False
        self.said.append((self.channel.session, number))
        return True

    def hear(self, now: int) -> None:
        """Take everything that has arrived."""
        data = bytes(self.line)
        self.line.clear()
        for byte in data:
            if self.channel.receive(byte, now) == MESSAGE:
                if self.channel.kind == T_PLY:
                    session, number = self.channel.text().split(" ")
                    self.heard.append((int(session), int(number)))
                elif self.channel.kind == T_HELLO:
                    self.hellos.append(self.channel.text())


class Pair:
    """Two ends and the line between them; `fault(data)` is what the line does to a frame."""

    def __init__(self, seed: int, start: int = 0) -> None:
        self.dice = random.Random(seed)
        self.now = start
        self.ends = [End(Channel(seed)), End(Channel(seed + 777))]
        self.faulty = False
        self.out = bytearray(MAX_LINE)

    def fault(self, data: bytes) -> bytes:
        """Something that a bad line does."""
        kind = self.dice.randrange(6)
        at = self.dice.randrange(len(data))
        if kind == 0:
            return b""
        if kind == 1:
            return data + data
        if kind == 2:
            return data[:at]
        if kind == 3:
            return data[at:]
        if kind == 4:
            return data[:at] + bytes([data[at] ^ 1 << self.dice.randrange(8)]) + data[at + 1 :]
        return data[:at] + bytes(self.dice.randrange(256) for _ in range(5)) + data[at:]

    def run(self, ms: int, talk: float = 0.0) -> None:
        """Let `ms` pass, both ends talking with that probability at each step."""
        for _ in range(ms // STEP):
            for i, end in enumerate(self.ends):
                if self.dice.random() < talk:
                    end.say(len(end.said))
                while n := end.channel.transmit(self.now & WRAP, self.out):
                    data = bytes(self.out[:n])
                    if self.faulty and self.dice.random() < 0.4:
                        data = self.fault(data)
                    self.ends[1 - i].line += data
            for end in self.ends:
                end.hear(self.now & WRAP)
            self.now += STEP

    def check(self) -> None:
        """Of each connection the other end heard a beginning of what was said, in order and once."""
        for i, end in enumerate(self.ends):
            other = self.ends[1 - i]
            for session in {session for session, _ in end.said}:
                said = [n for s, n in end.said if s == session]
                heard = [n for s, n in other.heard if s == session]
                assert heard == said[: len(heard)]
            assert {s for s, _ in other.heard} <= {s for s, _ in end.said}


def connected(seed: int = 1, start: int = 0) -> Pair:
    """A pair that has said hello."""
    pair = Pair(seed, start)
    pair.run(200)
    assert all(end.channel.established for end in pair.ends)
    return pair


def test_hello_then_messages_both_ways() -> None:
    pair = connected()
    pair.run(3000, talk=0.2)
    pair.run(200)
    pair.check()
    for i, end in enumerate(pair.ends):
        assert len(end.said) > 30
        assert pair.ends[1 - i].heard == end.said
        assert end.channel.resent == end.channel.bad == end.channel.repeated == 0
        assert end.channel.connections == 1


def test_nothing_is_taken_before_the_connection() -> None:
    channel = Channel(5)
    assert channel.room() == 0
    assert not channel.queue(T_PLY, b"x", 1)
    assert not channel.post(T_LOG, b"x", 1)


def test_window_is_the_limit() -> None:
    pair = connected()
    end = pair.ends[0]
    assert [end.say(n) for n in range(WINDOW + 2)] == [True] * WINDOW + [False] * 2
    assert end.channel.room() == 0
    pair.run(100)
    assert end.channel.room() == WINDOW
    assert end.channel.idle()
    assert [n for _, n in pair.ends[1].heard] == list(range(WINDOW))


def test_long_messages_fill_the_store_before_the_window() -> None:
    pair = connected()
    for end in pair.ends:
        end.channel = Channel(77 + id(end) % 1000, 4 * MAX_PAYLOAD)
    pair.run(3000)
    a, b = (end.channel for end in pair.ends)
    said: list[str] = []
    heard: list[str] = []
    dice = random.Random(5)
    for number in range(600):
        text = (f"{number} " + "x" * MAX_PAYLOAD)[: dice.choice((5, 60, 150, MAX_PAYLOAD))]
        room = a.room()
        assert 0 <= room <= 4
        if a.queue(T_PLY, text.encode(), len(text)):
            said.append(text)
        else:
            assert room == 0
        if dice.random() < 0.4:
            while n := a.transmit(pair.now, pair.out):
                if dice.random() < 0.9:
                    heard += [b.text() for byte in pair.out[:n] if b.receive(byte, pair.now) == MESSAGE]
        while n := b.transmit(pair.now, pair.out):
            for byte in pair.out[:n]:
                a.receive(byte, pair.now)
        pair.now += 100
    assert len(said) > 200
    assert heard == said[: len(heard)] and len(said) - len(heard) <= WINDOW
    while not a.idle():
        pair.now += 100
        for one, other in ((a, b), (b, a)):
            while n := one.transmit(pair.now, pair.out):
                for byte in pair.out[:n]:
                    other.receive(byte, pair.now)
    assert a.room() == 4


def test_numbers_go_round() -> None:
    pair = connected()
    pair.run(20_000, talk=0.5)
    pair.run(200)
    assert len(pair.ends[0].said) > 3 * 255
    assert pair.ends[1].heard == pair.ends[0].said


@pytest.mark.parametrize("seed", range(12))
def test_bad_line(seed: int) -> None:
    """Whatever the line does, and within 2 s after it is good again everything said has arrived."""
    pair = connected(seed, start=WRAP - 30_000)  # the ticks wrap in the middle of it
    pair.faulty = True
    pair.run(60_000, talk=0.1)
    pair.check()
    pair.faulty = False
    pair.run(2_000)
    pair.check()
    for i, end in enumerate(pair.ends):
        last = [one for one in end.said if one[0] == end.channel.session]
        assert end.channel.idle()
        assert [one for one in pair.ends[1 - i].heard if one[0] == end.channel.session] == last
        assert end.channel.bad > 0
        assert end.channel.resent > 0
    assert len(pair.ends[0].said) > 50


@pytest.mark.parametrize("seed", range(12))
def test_restarts_on_a_bad_line(seed: int) -> None:
    """Either end is restarted at any moment: no message counts in another connection, and both meet again."""
    pair = connected(seed)
    pair.faulty = True
    for n in range(20):
        pair.run(pair.dice.randrange(3000), talk=0.2)
        end = pair.ends[pair.dice.randrange(2)]
        end.channel = Channel(1000 * (n + 1) + seed)
        if pair.dice.random() < 0.5:
            end.line.clear()
        pair.check()
    pair.faulty = False
    pair.run(2_000)
    before = [len(end.said) for end in pair.ends]
    pair.run(1_000, talk=0.2)
    pair.run(500)
    pair.check()
    for i, end in enumerate(pair.ends):
        new = end.said[before[i] :]
        assert new
        assert pair.ends[1 - i].heard[-len(new) :] == new


@pytest.mark.parametrize("seed", range(6))
def test_late_frames_of_a_dead_connection(seed: int) -> None:
    """Frames held back by the line and let go after a restart do nothing but, at worst, make both say hello anew."""
    pair = connected(seed)
    pair.run(500, talk=0.3)
    old = bytearray()
    for end in pair.ends:
        end.channel.greet()
        end.say(99)
    while n := pair.ends[0].channel.transmit(pair.now, pair.out):
        old += pair.out[:n]
    pair.ends[0].channel = Channel(4242 + seed)
    pair.run(1000, talk=0.2)
    pair.ends[1].line += old
    pair.run(3000, talk=0.2)
    pair.check()
    assert all(end.channel.established for end in pair.ends)
    mark = [len(end.said) for end in pair.ends]
    pair.run(1000, talk=0.2)
    pair.run(100)
    for i, end in enumerate(pair.ends):
        assert pair.ends[1 - i].heard[-(len(end.said) - mark[i]) :] == end.said[mark[i] :]


def test_back_off_while_the_peer_is_deaf() -> None:
    pair = connected()
    end = pair.ends[0]
    end.say(0)
    sent: list[int] = []
    for now in range(pair.now, pair.now + 5000, STEP):
        while end.channel.transmit(now, pair.out):
            sent.append(now - pair.now)
    assert sent == [0, 500, 1300, 2100, 2900, 3700, 4500]


def test_heartbeat_and_silence() -> None:
    pair = connected()
    a, b = (end.channel for end in pair.ends)
    pair.run(3 * SILENCE)
    assert a.alive(pair.now)
    assert b.alive(pair.now)
    spoken = sum(1 for now in range(0, 10 * HEARTBEAT, STEP) if a.transmit((pair.now + now) & WRAP, pair.out))
    assert spoken == pytest.approx(10, abs=1)
    assert not a.alive(pair.now + SILENCE + STEP)
    assert a.established


def test_deadline_is_when_something_is_sent() -> None:
    """Between now and the deadline `transmit` stays silent; at the deadline it speaks."""
    pair = connected()
    end = pair.ends[0]
    end.say(1)
    now = pair.now
    for _ in range(20):
        wait = end.channel.deadline(now)
        assert wait >= 0
        for early in range(0, wait, 50):
            assert end.channel.transmit(now + early, pair.out) == 0
        now += wait
        assert end.channel.transmit(now, pair.out) > 0
    lonely = Channel(9)
    assert lonely.deadline(0) == 0
    assert lonely.transmit(0, pair.out)
    assert lonely.deadline(0) == 1000


def test_echo_is_ignored() -> None:
    """A REPL sends back what it is sent."""
    channel = Channel(3)
    out = bytearray(MAX_LINE)
    n = channel.transmit(0, out)
    assert [channel.receive(byte, 0) for byte in out[:n]] == [0] * n
    assert channel.peer == 0


@pytest.mark.parametrize("established", [False, True])
def test_both_ends_may_have_drawn_the_same_session(established: bool) -> None:
    """One in 65536: neither may take the other for an echo for ever."""
    pair = connected() if established else Pair(4)
    a, b = pair.ends
    b.channel = Channel(7)
    b.channel.session = a.channel.session
    for end, hello in ((a, b"1 board"), (b, b"1 desk")):
        end.channel.hello[: len(hello)] = hello
        end.channel.hello_size = len(hello)
    pair.run(3000)
    mark = len(a.said)
    pair.run(1000, talk=0.2)
    pair.run(200)
    assert b.heard[-(len(a.said) - mark) :] == a.said[mark:] != []


def test_loose_messages_are_sent_once() -> None:
    pair = connected()
    a, b = (end.channel for end in pair.ends)
    assert a.post(T_LOG, b"one", 3)
    assert a.post(T_LOG, b"two", 3)
    assert not a.post(T_LOG, b"three", 5)
    frames = []
    while n := a.transmit(pair.now, pair.out):
        frames.append(bytes(pair.out[:n]))
    assert [frame.split(b" ")[2:5] + frame.split(b" ")[5:] for frame in frames] == [
        [b"00", b"00", b"L", frames[0].split(b" ")[5]],
        [b"00", b"00", b"L", frames[1].split(b" ")[5]],
    ]
    texts = [b.text() for byte in b"".join(frames) if b.receive(byte, pair.now) == MESSAGE]
    assert texts == ["one", "two"]
    assert a.post(T_LOG, b"three", 5)


def test_hello_payload_arrives() -> None:
    pair = Pair(8)
    channel = pair.ends[0].channel
    channel.hello[:7] = b"1 board"
    channel.hello_size = 7
    pair.run(100)
    assert set(pair.ends[1].hellos) == {"1 board"}
    pair.ends[1].hellos.clear()
    channel.greet()
    pair.run(200)
    assert pair.ends[1].hellos == ["1 board"]
    assert channel.connections == 1


def test_hellos_are_alike_until_the_peer_is_known() -> None:
    channel, peer = Channel(3), Channel(9)
    outs = bytearray(MAX_LINE), bytearray(MAX_LINE)
    channel.hello[:5] = b"1 abc"
    channel.hello_size = 5

    def says(now: int) -> bytes:
        return bytes(outs[0][: channel.transmit(now, outs[0])])

    first = says(0)
    assert b" H 1 abc*" in first
    assert says(500) == b""
    assert says(1000) == says(2000) == first
    for byte in outs[1][: peer.transmit(2000, outs[1])]:
        channel.receive(byte, 2000)
    assert f" {peer.session:04x} ".encode() in says(2100)


def test_a_frame_kept_and_sent_again_is_dropped_until_the_numbers_have_come_round() -> None:
    """What WIRE.md says of it: nothing on a cable does that, and who could write any frame has no need to."""
    pair = connected()
    here, there = pair.ends

    def frames() -> list[bytes]:
        found: list[bytes] = []
        while size := here.channel.transmit(pair.now, pair.out):
            found.append(bytes(pair.out[:size]))
        return found

    kept = b""
    for number in range(1, 256):
        assert here.say(number)
        sent = frames()
        kept = kept or sent[-1]
        for data in sent:
            there.line += data
        there.hear(pair.now)
        assert len(there.heard) == number
        there.line += kept
        there.hear(pair.now)
        assert len(there.heard) == (number if number < 255 else number + 1)
        while size := there.channel.transmit(pair.now, pair.out):
            here.line += bytes(pair.out[:size])
        here.hear(pair.now)
