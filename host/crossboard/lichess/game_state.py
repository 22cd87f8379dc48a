"""A game as the server tells it (gameFull and gameState of lichess' Board API), as the log of a match (hub/match.py).

The server tells all moves each time, and the log only grows: fewer moves than before are a takeback. What it says is checked
when it comes (`read_full`, `read_state`): what is not as documented is a ValueError or another of NONSENSE. Nothing here does I/O.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import ChessClock, Kind
from crossboard.games.formats import formats_of
from crossboard.games.reasons import claimed
from crossboard.games.rules import Game, RulesError, game_at, new_game
from crossboard.games.words import clean
from crossboard.hub import match as m
from crossboard.language import tr
from crossboard.lichess.terms import USER, Terms, terms_of
from crossboard.opponent.engine import ply_heard
from shared_rules.codes import DRAWN, FIRST_WON, ONGOING, SECOND_WON

Values = dict[str, Any]
T = TypeVar("T")

GAME = "chess"
SPECS = {"standard": GAME, "chess960": f"{GAME}:960", "fromPosition": GAME}
"""The server's variants that boards play -> `GAME[:VARIANT]`."""
ID = re.compile(r"[A-Za-z0-9]{8,12}")
"""Of a game or a challenge."""
UNDER_WAY = ("created", "started")
ENDED = (
    "aborted", "mate", "resign", "stalemate", "timeout", "draw", "outoftime", "cheat", "noStart", "unknownFinish",
    "insufficientMaterialClaim", "variantEnd",
)  # fmt: skip
NONSENSE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What reading an answer raises that is not as documented."""
LONGEST_MS = 1 << 40
ENDS = {"resign": "resigned", "outoftime": "time-forfeit", "timeout": "abandoned"}
"""How the server says that a game has ended which one side has won -> the word of records; `abandoned` for what is not here."""
LETTERS = "wb"
COLOURS = ("white", "black")
DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True)
class State:
    """A game as it stands, what belongs to a side for White and Black. `left_ms`: on their clocks. `draws`, `takebacks`: who asks
    for one. `winner`: a side, None if there is none. `first_move_s`: the seconds left for the first move."""

    moves: tuple[str, ...]
    status: str
    winner: int | None
    left_ms: tuple[int, int]
    draws: tuple[bool, bool]
    takebacks: tuple[bool, bool]
    first_move_s: int | None


@dataclass(frozen=True)
class Full:
    """A game as its stream begins. `start`: our text of its first position. `users`: the players' accounts, "" without one."""

    id: str
    start: str
    names: tuple[str, str]
    users: tuple[str, str]
    terms: Terms
    kind: Kind | None
    state: State


def read_id(value: object) -> str:
    """The ID of a game or a challenge."""
    if not (isinstance(value, str) and ID.fullmatch(value)):
        raise ValueError("no ID")
    return value


@dataclass(frozen=True)
class Ongoing:
    """A game that the user plays, in `words`; `playable` at a board."""

    id: str
    words: str
    playable: bool


def read_ongoing(info: Values) -> Ongoing:
    """A game as events and the list of games have it."""
    opponent: Values = info.get("opponent") or {}
    turn = "your move" if info.get("isMyTurn") else "their move"
    words = f"{opponent.get('username', '?')}  you are {info.get('color', '?')}  {turn}  {info.get('speed', '')}"
    variant: Values = info.get("variant") or {"key": "standard"}
    compat: Values = info.get("compat") or {}
    playable = variant["key"] in SPECS and bool(compat.get("board", True))
    return Ongoing(read_id(info.get("gameId") or info["id"]), clean(words), playable)


def read_state(value: Values) -> State:
    """A gameState."""
    status, winner, waits = value["status"], value.get("winner"), value.get("expiration")
    if status not in (*UNDER_WAY, *ENDED):
        raise ValueError("unknown status")
    return State(
        tuple(value["moves"].split()),
        status,
        None if winner is None else COLOURS.index(winner),
        _of_sides(lambda letter: min(max(0, int(value[f"{letter}time"])), LONGEST_MS)),
        _of_sides(lambda letter: bool(value.get(f"{letter}draw"))),
        _of_sides(lambda letter: bool(value.get(f"{letter}takeback"))),
        (int(waits["millisToMove"]) - int(waits["idleMillis"])) // 1000 if waits else None,
    )


def check_line(value: Values) -> None:
    """One of NONSENSE is raised if a line of a game's stream tells something that can't be read."""
    kind = value.get("type")
    if kind == "opponentGone":
        read_gone(value)
    elif kind in ("gameState", "gameFull"):
        read_state(value if kind == "gameState" else value["state"])


def read_gone(value: Values) -> tuple[bool, float]:
    """An opponentGone: whether the other player is gone, and in how many seconds that can be claimed."""
    gone, wait = bool(value["gone"]), value.get("claimWinInSeconds")
    return gone, float(wait) if gone and wait is not None else math.inf


def _of_sides(read: Callable[[str], T]) -> tuple[T, T]:
    return read(LETTERS[0]), read(LETTERS[1])


def read_full(value: Values, game: str) -> Full:
    """The gameFull of that game; CrossboardError if a board does not play it."""
    if value["id"] != game:
        raise ValueError("another game")
    players = value["white"], value["black"]
    names = name_of_player(players[0]), name_of_player(players[1])
    users = _user(players[0]), _user(players[1])
    return Full(game, _start(value), names, users, terms_of(value), _clock_kind(value), read_state(value["state"]))


def _start(full: Values) -> str:
    """Our text of the position that the game began with; CrossboardError if a board does not play it."""
    variant = full["variant"]
    spec = SPECS.get(str(variant["key"]))
    if spec is None:
        name = clean(str(variant.get("name", variant["key"])))
        raise CrossboardError(tr("{game} is not played on this board", game=name))
    fen = str(full.get("initialFen", "startpos"))
    formats = formats_of(GAME)
    if fen == "startpos" or formats is None:
        return new_game(spec).text()
    return formats.read_position(spec, fen)


def name_of_player(player: Values) -> str:
    """`Bobby`, `Stockfish level 3`."""
    level = player.get("aiLevel")
    return (
        f"Stockfish level {int(level)}" if level else clean(str(player.get("name") or player.get("id") or "anonymous"))
    )


def _user(player: Values) -> str:
    name = str(player.get("name") or "")
    return name if USER.fullmatch(name) else ""


class Moves:
    """Reads the server's moves from one state to the next."""

    def __init__(self, start: str) -> None:
        self._game = game_at(start, m.HISTORY)
        self._heard: list[str] = []
        self._plies: list[str] = []

    def read(self, moves: Sequence[str]) -> list[str]:
        """Our texts of moves in UCI from the start; CrossboardError if one is not legal."""
        shared = m.common(self._heard, moves)
        for _ in self._heard[shared:]:
            self._game.pop()
        del self._heard[shared:], self._plies[shared:]
        for move in moves[shared:]:
            try:
                ply = ply_heard(self._game, move)
            except RulesError as error:
                raise CrossboardError(
                    tr("the server has a move that the rules here do not allow: {why}", why=error)
                ) from error
            self._heard.append(move)
            self._plies.append(self._game.ply_text(ply))
            self._game.push(ply)
        return list(self._plies)


def grown(log: m.Log, plies: Sequence[str], by: int) -> m.Log:
    """The log once these plies stand; `by` takes back those that do not any more."""
    before = m.plies_of(log.entries)
    shared = m.common(before, plies)
    added: list[m.Entry] = []
    if shared < len(before):
        added.append(m.Entry(by, m.UNDO, str(shared)))
    sides = log.replay.go(log.start, plies)[0]
    added += [m.Entry(sides[at], m.PLY, plies[at]) for at in range(shared, len(plies))]
    return replace(log, entries=(*log.entries, *added), offer=None, declined=None) if added else log


def ended(log: m.Log, state: State) -> m.Log:
    """The log with the end that the server tells of, unless the rules have ended the game."""
    game = log.position()[1]
    if state.status in UNDER_WAY or log.over or game.result:
        return log
    result, reason = _end(game, state.status, state.winner)
    by = 1 - game.side if result == ONGOING else int(result == FIRST_WON)  # the loser, who has resigned
    return replace(log, entries=(*log.entries, m.Entry(by, m.END, f"{result} {reason}")), offer=None, declined=None)


def _end(game: Game, status: str, winner: int | None) -> tuple[int, str]:
    if winner is not None:
        return (SECOND_WON if winner else FIRST_WON), ENDS.get(status, "abandoned")
    if status in ("outoftime", "timeout"):
        return DRAWN, ENDS[status]
    if status in ("draw", "stalemate", "insufficientMaterialClaim"):
        return DRAWN, claimed(game) or ("agreed" if game.draw_allowed() else "abandoned")
    return ONGOING, "abandoned"


def offer_of(log: m.Log, state: State, side: int, own_left: int | None) -> m.Offer | None:
    """What a player asks the other for, the one far from the board first. `own_left`: how many plies are to be left by the
    takeback that `side` has asked for, None if it is as the server has it: back to one's own turn."""
    sides, game = log.position()
    at = len(log.entries)
    for one in (1 - side, side):
        if state.takebacks[one]:
            left = max(0, len(sides) - taken_back(game, one))
            return m.Offer(one, m.UNDO, at, left if own_left is None or one != side else own_left)
        if state.draws[one]:
            return m.Offer(one, m.DRAW, at)
    return None


def taken_back(game: Game, side: int) -> int:
    """How many plies the server takes back for that side."""
    return 2 if game.side == side else 1


def _clock_kind(full: Values) -> Kind | None:
    """How time is counted in that game, None if it is not."""
    days, clock = full.get("daysPerTurn"), full.get("clock")
    if clock:
        base, bonus = (min(max(0, int(clock[name])), LONGEST_MS) for name in ("initial", "increment"))
        return Kind(f"{base / 60_000:g}+{bonus // 1000}", max(base, 1), bonus)
    return Kind(f"{days} days a turn", min(int(days), 1000) * DAY_MS) if days else None


def clock_of(kind: Kind, log: m.Log, state: State, passed_ms: int) -> ChessClock:
    """Both sides' time, so many ms after the server has told it. It begins to run when both have made a move."""
    clock = ChessClock(kind)
    clock.left[:] = state.left_ms
    sides, game = log.position()
    clock.turn = game.side
    if m.is_over(log):
        if log.over and log.over[1] == "time-forfeit":
            result = log.over[0]
            clock.flag = clock.left.index(min(clock.left)) if result == DRAWN else int(result == FIRST_WON)
    elif len(sides) >= 2:
        clock.running = game.side
        clock.left[game.side] = max(0, clock.left[game.side] - passed_ms)
    return clock
