"""A server that speaks what is documented of lichess' API as far as a board needs it, with a chess program as the referee.

Games, challenges and seeks are as in the documentation of the Board API: streams of JSON lines with empty ones between, answers
400, 401, 404 and 429, one stream of events a token. The other player is whoever calls its methods. It fails as it is told to.
"""

from __future__ import annotations

import json
import queue
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import chess

SCOPES = "board:play,challenge:read,challenge:write"
TOKEN = "lip_0123456789secret"
USER = "ada"
BEAT_S = 0.1  # between two empty lines
DONE, CUT, HALF = "done", "cut", "half"
COLOURS = ("white", "black")


class Refusal(Exception):
    """A request that is answered with a status and why."""

    def __init__(self, status: int, why: object) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@dataclass
class Game:
    """`offers`: who asks for a draw, `backs` for a takeback, by side."""

    id: str
    players: tuple[str, str]
    board: chess.Board
    terms: dict[str, Any]
    fen: str = "startpos"
    moves: list[str] = field(default_factory=list)
    status: str = "started"
    winner: str = ""
    offers: set[int] = field(default_factory=set)
    backs: set[int] = field(default_factory=set)
    left: list[int] = field(default_factory=lambda: [900_000, 900_000])
    gone: int | None = None  # the side that has left for so long that the other may claim the win
    streams: list[queue.Queue[Any]] = field(default_factory=list)

    @property
    def turn(self) -> int:
        return 0 if self.board.turn else 1

    @property
    def going(self) -> bool:
        return self.status == "started"

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "type": "gameState", "moves": " ".join(self.moves), "wtime": self.left[0], "btime": self.left[1],
            "winc": 0, "binc": 0, "status": self.status,
        }  # fmt: skip
        if len(self.moves) < 2 and self.going:
            found["expiration"] = {"idleMillis": 1000, "millisToMove": 31_000}
        found |= {f"{'wb'[side]}draw": True for side in self.offers}
        found |= {f"{'wb'[side]}takeback": True for side in self.backs}
        return found | ({"winner": self.winner} if self.winner else {})

    @property
    def full(self) -> dict[str, Any]:
        people = {
            colour: {"id": name.lower(), "name": name, "rating": 1500, "title": None}
            for colour, name in zip(COLOURS, self.players, strict=True)
        }
        key = "chess960" if self.board.chess960 else "standard" if self.fen == "startpos" else "fromPosition"
        return {
            "type": "gameFull", "id": self.id, "variant": {"key": key, "name": key, "short": key}, "speed": "rapid",
            "perf": {"name": "Rapid"}, "rated": False, "createdAt": 1745112707998, **people, "initialFen": self.fen,
            "state": self.state, **self.terms,
        }  # fmt: skip

    def info(self, user: str) -> dict[str, Any]:
        side = self.players.index(user)
        key = self.full["variant"]["key"]
        return {
            "fullId": self.id + "abcd", "gameId": self.id, "id": self.id, "fen": self.board.fen(), "color": COLOURS[side],
            "variant": {"key": key, "name": key}, "speed": "rapid", "rated": False, "isMyTurn": self.turn == side,
            "opponent": {"id": self.players[1 - side], "username": self.players[1 - side], "rating": 1500},
            "compat": {"bot": False, "board": True},
        }  # fmt: skip

    def tell(self, value: object = None) -> None:
        for stream in self.streams:
            stream.put(value or self.state)

    def end(self, status: str, winner: int | None = None) -> None:
        self.status = status
        self.winner = COLOURS[winner] if winner is not None else ""
        self.offers.clear()
        self.backs.clear()
        self.tell()
        self.tell(DONE)

    def do(self, side: int, what: str, argument: str = "") -> None:
        """As that side's player asks for it; Refusal if it may not be."""
        if not self.going:
            raise Refusal(400, "This game can no longer be played")
        yes, other = argument in ("yes", "true"), 1 - side
        if what == "move":
            self._move(side, argument)
        elif what == "resign":
            if len(self.moves) < 2:
                raise Refusal(400, "This game can't be resigned yet")
            self.end("resign", other)
        elif what == "abort":
            if len(self.moves) >= 2:
                raise Refusal(400, "This game can't be aborted any more")
            self.end("aborted")
        elif what == "draw":
            if yes and (other in self.offers or self.board.is_repetition(3)):
                return self.end("draw")
            (self.offers.add(side) if yes else self.offers.discard(other))
            self.tell()
        elif what in ("claim-victory", "claim-draw"):
            if self.gone != other or self.turn == side:
                raise Refusal(400, f"You can't {what.replace('-', ' ')}")
            self.end("timeout", side if what == "claim-victory" else None)
        elif what == "takeback":
            if yes and other in self.backs:
                for _ in range(2 if self.turn == other else 1):
                    self.board.pop()
                    self.moves.pop()
                self.backs.clear()
            else:
                (self.backs.add(side) if yes else self.backs.discard(other))
            self.tell()
        else:
            raise Refusal(404, "Not found")
        return None

    def _move(self, side: int, uci: str) -> None:
        if self.turn != side:
            raise Refusal(400, "Not your turn, or game already over")
        try:
            self.board.push_uci(uci)
        except ValueError:
            raise Refusal(400, f"Piece on {uci[:2]} can't move to {uci[2:]}") from None
        self.moves.append(uci)
        self.offers.discard(1 - side)
        self.backs.clear()
        if self.board.is_checkmate():
            self.end("mate", side)
        elif self.board.is_stalemate() or self.board.is_insufficient_material():
            self.end("draw")
        else:
            self.tell()


class LichessServer:
    """At `url`. `heard`: the requests, `METHOD PATH`; `faults`: what comes next of requests whose path has that part: a status."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.heard: list[str] = []
        self.sent: list[dict[str, str]] = []  # what requests had in their body
        self.faults: list[tuple[str, int]] = []
        self.why: object = "as was wanted"  # what a fault is explained by
        self.answers: dict[str, object] = {}  # by path, in place of its own
        self.tokens = {TOKEN: SCOPES}
        self.games: dict[str, Game] = {}
        self.challenges: dict[str, dict[str, Any]] = {}
        self.people = {USER, "bob", "cy"}
        self.events: list[queue.Queue[Any]] = []  # the last one is that of the stream that is open
        self.seeks: list[tuple[dict[str, str], queue.Queue[Any]]] = []
        self._waiting: dict[str, queue.Queue[Any]] = {}  # streams of challenges that are kept alive
        self._numbers = iter(range(1000))
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Listen, at the port of before if there was one."""
        outer = self

        class Handler(_Handler):
            server_of = outer

        ThreadingHTTPServer.allow_reuse_address = True
        self._http = ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        self._http.daemon_threads = True
        self._port = self._http.server_address[1]
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Listen no more, and cut whatever is open."""
        self._http.shutdown()
        self._http.server_close()
        self.cut()

    def cut(self, how: str = CUT) -> None:
        """All streams end in the midst."""
        with self.lock:
            for stream in [*self.events, *(one for game in self.games.values() for one in game.streams)]:
                stream.put(how)

    def new_id(self) -> str:
        return f"game{next(self._numbers):04}"

    # What the other players do

    def begin(
        self,
        white: str,
        black: str,
        terms: dict[str, Any] | None = None,
        fen: str = "",
        chess960: bool = False,
        id_: str = "",
    ) -> Game:
        """A game, of which the user hears."""
        with self.lock:
            board = chess.Board(fen, chess960=chess960) if fen else chess.Board()
            clock = {"clock": {"initial": 900_000, "increment": 10_000}} if terms is None else terms
            game = Game(id_ or self.new_id(), (white, black), board, clock, fen or "startpos")
            self.games[game.id] = game
            self.tell({"type": "gameStart", "game": game.info(USER)})
            return game

    def play(self, game: Game, what: str, argument: str = "") -> None:
        """What the user's opponent does."""
        with self.lock:
            game.do(1 - game.players.index(USER), what, argument)

    def join_seek(self, who: str = "bob", white: str = USER) -> Game:
        with self.lock:
            terms, stream = self.seeks.pop()
            stream.put(DONE)
            time, bonus = float(terms["time"]), int(terms["increment"])
            clock = {"clock": {"initial": round(time * 60_000), "increment": bonus * 1000}}
            return self.begin(white, who if white == USER else USER, clock)

    def settle(self, challenge: str, how: str) -> None:
        """A challenge of the user's is `accepted` or `declined`."""
        with self.lock:
            value = self.challenges.pop(challenge)
            if how == "accepted":
                self._begin_challenge(value)
            else:
                declined = value | {"declineReason": "I'm not accepting challenges now.", "declineReasonKey": "generic"}
                self.tell({"type": "challengeDeclined", "challenge": declined})
            if stream := self._waiting.pop(challenge, None):
                stream.put({"done": how})
                stream.put(DONE)

    def challenge(self, who: str, rematch_of: str = "", variant: str = "standard") -> str:
        """Somebody challenges the user."""
        with self.lock:
            value = self._challenge(who, USER, {"clock.limit": "900", "clock.increment": "10", "variant": variant})
            value |= {"rematchOf": rematch_of} if rematch_of else {}
            self.tell({"type": "challenge", "challenge": value, "compat": {"bot": False, "board": True}})
            return value["id"]

    def tell(self, event: dict[str, Any]) -> None:
        for stream in self.events[-1:]:
            stream.put(event)

    def _challenge(self, who: str, whom: str, data: dict[str, str]) -> dict[str, Any]:
        names = [{"id": one.lower(), "name": one, "rating": 1500} for one in (who, whom)]
        control: dict[str, Any] = {"type": "unlimited"}
        if "days" in data:
            control = {"type": "correspondence", "daysPerTurn": int(data["days"])}
        elif "clock.limit" in data:
            limit, bonus = int(data["clock.limit"]), int(data["clock.increment"])
            control = {"type": "clock", "limit": limit, "increment": bonus, "show": f"{limit // 60}+{bonus}"}
        key = data.get("variant", "standard")
        value = {
            "id": self.new_id(), "url": "", "status": "created", "challenger": names[0], "destUser": names[1],
            "variant": {"key": key, "name": key, "short": key}, "rated": data.get("rated") == "true", "speed": "rapid",
            "timeControl": control, "color": data.get("color", "random"), "perf": {"icon": "", "name": "Rapid"},
        }  # fmt: skip
        self.challenges[value["id"]] = value
        return value

    def _begin_challenge(self, value: dict[str, Any]) -> None:
        control = value["timeControl"]
        terms: dict[str, Any] = {}
        if control["type"] == "clock":
            terms = {"clock": {"initial": control["limit"] * 1000, "increment": control["increment"] * 1000}}
        elif control["type"] == "correspondence":
            terms = {"daysPerTurn": control["daysPerTurn"]}
        pair = [value["challenger"]["name"], value["destUser"]["name"]]
        if value["color"] == "black":
            pair.reverse()
        self.begin(pair[0], pair[1], terms, id_=value["id"])

    # What the user asks for

    def answer(self, method: str, path: str, token: str, data: dict[str, str], body: str) -> object:
        """JSON, or a queue that is a stream; Refusal."""
        parts = path.strip("/").split("/")
        with self.lock:
            for at, (part, status) in enumerate(self.faults):
                if part in path:
                    del self.faults[at]
                    raise Refusal(status, "Too many requests" if status == 429 else self.why)
            if path in self.answers:
                return self.answers[path]
            if path == "/api/token/test":
                known = {"userId": USER, "scopes": self.tokens.get(body, ""), "expires": None}
                return {body: known if body in self.tokens else None}
            if token not in self.tokens:
                raise Refusal(401, "No such token")
            if path == "/api/stream/event":
                return self._event_stream()
            if path == "/api/account/playing":
                return {"nowPlaying": [one.info(USER) for one in self.games.values() if one.going], "nbMyTurn": 0}
            if path == "/api/board/seek":
                return self._seek(data)
            if parts[1] == "challenge":
                return self._challenged(parts, data)
            game = self.games.get(parts[4] if parts[3] == "stream" else parts[3])
            if game is None:
                raise Refusal(404, "Not found")
            if parts[3] == "stream":
                stream: queue.Queue[Any] = queue.Queue()
                stream.put(game.full)
                if game.going:
                    game.streams.append(stream)
                else:
                    stream.put(DONE)
                return stream
            game.do(game.players.index(USER), parts[4], parts[5] if len(parts) > 5 else "")
            return {"ok": True}

    def _event_stream(self) -> queue.Queue[Any]:
        for before in self.events:
            before.put(DONE)
        stream: queue.Queue[Any] = queue.Queue()
        self.events = [stream]
        for game in self.games.values():
            if game.going:
                stream.put({"type": "gameStart", "game": game.info(USER)})
        for value in self.challenges.values():
            stream.put({"type": "challenge", "challenge": value, "compat": {"bot": False, "board": True}})
        return stream

    def _seek(self, data: dict[str, str]) -> object:
        if "days" in data:
            return {"id": "seek0001"}
        if float(data["time"]) + int(data["increment"]) * 40 / 60 < 8:
            raise Refusal(400, "Invalid time control")
        stream: queue.Queue[Any] = queue.Queue()
        self.seeks.append((data, stream))
        return stream

    def _challenged(self, parts: list[str], data: dict[str, str]) -> object:
        if len(parts) == 4:
            value = self.challenges.pop(parts[2], None)
            if value is None:
                raise Refusal(404, "Not found")
            if parts[3] == "accept":
                self._begin_challenge(value)
            return {"ok": True}
        if parts[2] not in self.people:
            raise Refusal(400, f"No such user: {parts[2]}")
        value = self._challenge(USER, parts[2], data)
        if data.get("keepAliveStream") != "true":
            return value
        self._waiting[value["id"]] = stream = queue.Queue()
        stream.put(value)
        return stream


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of: LichessServer

    def do_GET(self) -> None:
        self._handle("GET")

    def do_POST(self) -> None:
        self._handle("POST")

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def _handle(self, method: str) -> None:
        there = self.server_of
        path = urlsplit(self.path).path
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        data = {key: values[0] for key, values in parse_qs(body).items()}
        there.heard.append(f"{method} {path}")
        there.sent.append(data)
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        try:
            found = there.answer(method, path, token, data, body)
        except Refusal as refusal:
            self._json(refusal.status, {"error": refusal.why})
            return
        if isinstance(found, queue.Queue):
            self._stream(found)
        else:
            self._json(200, found)

    def _json(self, status: int, value: object) -> None:
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def _stream(self, stream: queue.Queue[Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                try:
                    value = stream.get(timeout=BEAT_S)
                except queue.Empty:
                    value = ""
                if value == HALF:
                    self._chunk(b'{"type":"gameState","mov')
                if value in (CUT, HALF):
                    return
                if value == DONE:
                    self._chunk(b"")
                    return
                self._chunk((json.dumps(value) if value else "").encode() + b"\n")
        except OSError:
            pass  # whoever listened has gone

    def _chunk(self, part: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.flush()
