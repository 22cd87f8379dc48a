"""The games that boards play now, in memory: where each stands, and how far it is stored.

The same plies are played through the same rules as on the board, and what does not fit is flagged, never dropped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from crossboard.boards.events import keep_event, play_event
from crossboard.games.formats import text_notation
from crossboard.games.reasons import end_word
from crossboard.games.rules import RESULTS, Game, game_at
from crossboard.games.turns import numbers
from crossboard.games.words import clean
from crossboard.hub.messages import GameRecord, Records
from crossboard.hub.pairings import OPEN
from crossboard.library import Event, Library, NewGame
from crossboard.library.timeline import tell

LIVE = 2000  # games that are kept in memory; others are read from the library when something comes
HISTORY = 512  # plies that a live game can take back without being read anew
RECORD = 150  # bytes of a record on the disk, besides twice its text


@dataclass
class LiveGame:
    """A game in memory: its number in the library, how far it is stored, and where it stands."""

    number: int
    seq: int
    mirror: Game
    turns: int = 0
    move: int = 0  # the number of the last turn, as a record has it
    last: str = ""
    side: int = -1
    result: str = OPEN
    reason: str = ""
    doubtful: bool = False
    first: str = ""
    second: str = ""
    round: str = ""
    began: int = 0


class LiveGames:
    """The latest games of boards, by board and the board's own id of the game."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._live: OrderedDict[tuple[str, str], LiveGame] = OrderedDict()

    def get(self, board: str, game: str) -> LiveGame | None:
        """A game that is in memory."""
        known = self._live.get((board, game))
        if known:
            self._live.move_to_end((board, game))
        return known

    def load(self, board: str, game: str, number: int) -> LiveGame:
        """A game of the library, which is in memory from now on."""
        made = self._live[board, game] = self._read(number)
        while len(self._live) > LIVE:
            self._live.popitem(last=False)
        return made

    def forget(self, board: str, game: str) -> None:
        """Drop a game, as memory may be ahead of the disk."""
        self._live.pop((board, game), None)

    def clear(self) -> None:
        """Drop all games, as memory may be ahead of the disk."""
        self._live.clear()

    def name_players(self, board: str, game: LiveGame, records: Records) -> None:
        """Store names that became known only now."""
        first, second = "" if game.first else records.first, "" if game.second else records.second
        if first or second:
            self._library.open_game(NewGame(board, records.game, records.start, first, second))
            game.first, game.second = game.first or clean(first), game.second or clean(second)

    def append(self, game: LiveGame, records: Iterable[GameRecord]) -> tuple[int, int]:
        """Store those that are new; how many they were, and the bytes that they take. ValueError if one is malformed."""
        fresh: list[Event] = []
        for record in records:
            if record.seq <= game.seq:
                continue
            if record.seq != game.seq + 1:
                break  # the board is told how far it is here, and sends the rest
            kind, _, payload = record.raw.partition(" ")
            parts = payload.split(" ")
            if len(parts) < 3 or parts[1] != str(record.seq):
                raise ValueError("a record that does not say its own number")
            event = keep_event(kind, parts[1:], record.wall or None, record.raw, game.mirror.name)
            fresh.append(_play(game, event))
            game.seq = record.seq
        stored = self._library.append(game.number, fresh) if fresh else 0
        if any(event.kind == "takeback" for event in fresh):
            anew = self._read(game.number)  # how many turns there are now, and which was the last
            for one in fields(LiveGame):
                setattr(game, one.name, getattr(anew, one.name))
        return stored, sum(RECORD + 2 * len(event.raw) for event in fresh)

    def _read(self, number: int) -> LiveGame:
        stored = self._library.game(number)
        line = tell(stored.start, self._library.events(number))
        last = line.turns[-1] if line.turns else None
        return LiveGame(
            number,
            self._library.committed(number),
            game_at(line.game.text(), HISTORY),
            turns=len(line.turns),
            move=numbers(turn.side for turn in line.turns)[-1] if last else 0,
            last=last.notation if last else "",
            side=last.side if last else -1,
            result=stored.result,
            reason=stored.termination,
            doubtful=bool(line.problem),
            first=clean(stored.first),
            second=clean(stored.second),
            round=str(stored.tags.get("Round", "")),
            began=stored.began_ms,
        )


def _play(game: LiveGame, event: Event) -> Event:
    """Play a record; returns it, flagged if it does not fit."""
    if event.kind == "end":
        game.result, game.reason = event.text, event.reason
        return event
    if event.kind == "takeback":
        game.result, game.reason = OPEN, ""
    if event.kind not in ("ply", "takeback") or game.doubtful:
        return event
    side, goes_on = game.mirror.side, bool(getattr(game.mirror, "due", 0))
    if event.kind == "takeback" and int(event.text) > game.mirror.undoable:
        return event  # the game is read anew
    written = text_notation(game.mirror, event.text)
    flag, problem = play_event(game.mirror, event)
    game.doubtful = bool(problem)
    if event.kind == "ply" and not problem:
        game.last = game.last + written if goes_on else written
        if not goes_on:
            game.turns += 1
            game.move += side in (0, game.side) or not game.move
            game.side = side
        if game.mirror.result:
            game.result, game.reason = RESULTS[game.mirror.result], end_word(game.mirror, game.mirror.reason)
    return replace(event, flag=flag)
