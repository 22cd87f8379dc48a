"""Two boards at one game without boards: each end's `RemoteGame` over a model of a board and of a broker that may do anything.

The model of a board plays its own side by chance and keeps to the other's plies as the firmware does; it outlives its PC.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from crossboard.boards.link import CONNECTED, Hello
from crossboard.boards.opponents import REMOTE, Thought
from crossboard.boards.played import Played
from crossboard.boards.session import Session
from crossboard.games.reasons import by_players
from crossboard.games.rules import game_at, legal_plies
from crossboard.hub import match as m
from crossboard.hub.bus import Arrived
from crossboard.hub.invite import Invite, read_invite
from crossboard.hub.match_file import MatchFile, load_match
from crossboard.hub.remote import RemoteGame
from crossboard.hub.topics import GUEST, HOST
from crossboard.library import Event

INVITE = read_invite("mqtt://127.0.0.1/abcd-efgh-jkmn-pqrs")


@dataclass
class Link:
    state: str = CONNECTED
    hello: Hello | None = None


class ModelBoard:
    """What a `Session` with a board behind it shows, as far as `RemoteGame` looks at it."""

    def __init__(self, start: str, rng: random.Random, taking_back: float = 0.0) -> None:
        self.rng = rng
        self.taking_back = taking_back
        self.link = Link()
        self.mode = "p"
        self.playing = True  # else hands perform only what they are led to
        self.consents: list[str] = []  # what the PC has asked of its player
        self.games = 0
        self.made: list[str] = []  # plies that hands have made of their own accord
        self.begin(start, (0, 0))

    def begin(self, start: str, levels: tuple[int, int]) -> None:
        self.games += 1
        self.played = Played(self.games, f"g{self.games}", start, game_at(start, 4096), "", "")
        self.played.levels = list(levels)
        self.leading: str | None = None
        self.queue: list[Any] = []

    @property
    def thought(self) -> Thought | None:
        played = self.played
        if self.over or played.levels[played.mirror.side] != REMOTE:
            return None
        what = "p" if self.leading else "t"
        return Thought(played.board_game, len(played.events), what, REMOTE, self.leading or "")

    @property
    def over(self) -> bool:
        return bool(self.played.mirror.result) or any(e.kind == "end" for e in self.played.events[-1:])

    # What the PC asks for: done later, by `act`

    def answer(self, thought: Thought, ply: str, score: int = 0) -> bool:
        if thought == self.thought:
            self.leading = ply
        return True

    def withdraw(self, thought: Thought) -> bool:
        if thought == self.thought:
            self.leading = None
        return True

    def ask_consent(self, what: str) -> bool:
        self.consents.append(what)
        return True

    def take_back(self, count: int) -> bool:
        self.queue.append(("U", count))
        return True

    def play_sides(self, levels: tuple[int, int]) -> bool:
        self.queue.append(("I", levels))
        return True

    def new_game(self, start: str, levels: tuple[int, int]) -> bool:
        self.queue.append(("N", start, levels))
        return True

    def name_sides(self, white: str, black: str) -> None:
        self.names = (white, black)

    def end(self, result: int, reason: str) -> bool:
        self.queue.append(("E", result, reason))
        return True

    def _record(self, kind: str, text: str, reason: str = "") -> None:
        self.played.events.append(Event(len(self.played.events) + 1, kind, text, reason=reason))
        self.leading = None

    def push(self, ply: str) -> None:
        mirror = self.played.mirror
        mirror.push(mirror.parse_ply(ply))
        self._record("ply", ply)

    def plies(self) -> int:
        return sum(1 if e.kind == "ply" else -int(e.text) if e.kind == "takeback" else 0 for e in self.played.events)

    def pop(self, count: int) -> None:
        for _ in range(count):
            self.played.mirror.pop()
        self._record("takeback", str(count))

    def act(self) -> None:
        """A moment at the board: a command is obeyed, or hands move."""
        rng = self.rng
        if self.queue:
            kind, *rest = self.queue.pop(0)
            if kind == "U" and rest[0] <= self.plies() and not any(e.kind == "end" for e in self.played.events[-1:]):
                self.pop(rest[0])
            elif kind == "I":
                self.played.levels = list(rest[0])
            elif kind == "N":
                self.begin(rest[0], rest[1])
            elif kind == "E" and not self.over:
                assert rest[1] in by_players(self.played.mirror.name)
                self._record("end", str(rest[0]), rest[1])
            return
        if self.over or rng.random() < 0.4:
            return
        mirror, levels = self.played.mirror, self.played.levels
        if REMOTE not in levels:
            return
        if self.leading:
            self.push(self.leading)
        elif not self.playing:
            return
        elif levels[mirror.side] == 0:
            plies = [mirror.ply_text(ply) for ply in legal_plies(mirror)]
            self.made.append(rng.choice(plies))
            self.push(self.made[-1])
        elif rng.random() < self.taking_back and self.plies():
            last = next((e for e in reversed(self.played.events) if e.kind in ("ply", "takeback")), None)
            if last and last.kind == "ply" and self.played.events[-1] is last:
                before = 1 - mirror.side
                if levels[before] == 0:
                    self.pop(1)


class ModelBroker:
    """Retains, and loses, doubles and delays as chance has it."""

    def __init__(self, rng: random.Random, loss: float) -> None:
        self.rng = rng
        self.loss = loss
        self.retained: dict[str, bytes] = {}
        self.lines: list[ModelLine] = []
        self.up = True

    def kill(self, forget: bool) -> None:
        self.up = False
        if forget:
            self.retained.clear()
        for line in self.lines:
            line.connected = False
            line.inbox.clear()


@dataclass
class ModelLine:
    """One end's way to the broker."""

    broker: ModelBroker
    hears: str
    connections: int = 0
    connected: bool = False
    problem: str = ""
    refusals: int = 0
    inbox: list[Arrived] = field(default_factory=list)

    def connect(self) -> None:
        if self.broker.up and not self.connected:
            self.connected = True
            self.connections += 1
            for topic, payload in self.broker.retained.items():
                if topic.endswith(self.hears):
                    self.inbox.append(Arrived(topic, payload, True))

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool:
        if not (self.connected and self.broker.up):
            return False
        rng = self.broker.rng
        if rng.random() < self.broker.loss:
            return True  # it was lost on the way, with nobody the wiser
        if retain:
            self.broker.retained[topic] = payload
        for line in self.broker.lines:
            if line.connected and topic.endswith(line.hears):
                for _ in range(1 + (rng.random() < self.broker.loss)):
                    at = rng.randrange(len(line.inbox) + 1) if rng.random() < self.broker.loss else len(line.inbox)
                    line.inbox.insert(at, Arrived(topic, payload, False))
        return True

    def drain(self) -> list[Arrived]:
        if not self.connected or self.broker.rng.random() < 0.3:
            return []
        found, self.inbox = self.inbox, []
        return found


class End:
    """A player's PC and board."""

    def __init__(self, end: str, folder: Path, world: World, invite: Invite = INVITE) -> None:
        self.end, self.world, self.invite = end, world, invite
        self.path = folder / f"{end}.json"
        self.board = ModelBoard(world.start, world.rng, world.taking_back)
        self.line = ModelLine(world.broker, GUEST if end == HOST else HOST)
        world.broker.lines.append(self.line)
        self.pc: RemoteGame | None = None
        self.said: list[str] = []
        self.switch_on()

    def switch_on(self) -> None:
        kept = load_match(self.path) or MatchFile(self.path, self.end)
        if self.end == HOST and kept.log is None:
            kept.log = m.Log(self.world.start, clock=self.world.clock)
        session = cast(Session, self.board)
        self.pc = RemoteGame(session, self.line, self.invite, kept, self.end, clock=lambda: self.world.now)

    def switch_off(self) -> None:
        if self.pc:
            self.said += self.pc.notices
        self.pc = None
        self.line.connected = False
        self.line.inbox.clear()

    def plies(self) -> list[str]:
        assert self.pc
        return [*self.pc.kept.began, *self.pc.board_plies()]

    def step(self) -> None:
        self.board.act()
        if self.pc:
            self.line.connect()
            self.pc.step()


class World:
    """Both ends and the broker; `step` lets a fifth of a second pass."""

    def __init__(
        self, folder: Path, start: str, seed: int, loss: float = 0.0, taking_back: float = 0.0, clock: str = ""
    ) -> None:
        self.clock = clock
        self.rng = random.Random(seed)
        self.start = start
        self.taking_back = taking_back
        self.now = 0.0
        self.broker = ModelBroker(self.rng, loss)
        self.host, self.guest = End(HOST, folder, self), End(GUEST, folder, self)

    @property
    def log(self) -> m.Log:
        assert self.host.pc and self.host.pc.log
        return self.host.pc.log

    def step(self) -> None:
        self.now += 0.2
        self.host.step()
        self.guest.step()

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.step()

    def settled(self) -> bool:
        """Whether both boards stand where the log does, and both PCs know it."""
        if not self.guest.pc or self.guest.pc.log != self.log:
            return False
        agreed = m.plies_of(self.log.entries)
        return self.host.plies() == agreed == self.guest.plies()
