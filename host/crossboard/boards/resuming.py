"""Continues a stored game as itself on any board: what prevents that, and what is sent to a board that lacks the game.

The board's journal may have the game; then it is enough to name it. A board that lacks it (it was played on another one, or
the flash was erased) asks for its records and gets them as the library has them, and goes on from there (WIRE.md, G).
"""

from __future__ import annotations

from crossboard.boards.editions import edition_name, editions, id_of
from crossboard.boards.link import Hello, require_game_on
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.language import tr
from crossboard.library import IMPORTED, Library
from crossboard.library.secret import COMMITMENT, REVEAL, is_hidden
from crossboard.library.stored import OPPONENT
from crossboard.library.timeline import tell

ABLE = "resume"  # what a board says whose firmware can do that
REMOTE_LEVEL = "9"


def left_words(library: Library, number: int) -> tuple[str, str]:
    """Of a game that the players have left: that it is kept if it is unfinished, and what to type to go on with it, if it can."""
    stored = library.game(number)
    if stored.result != "*" or tell(stored.start, library.events(number)).game.result:
        return "", ""
    kept = tr("game {number} is kept, unfinished", number=number)
    try:
        Resumption(library, number)
    except CrossboardError:
        return kept, ""
    return kept, f"; `resume {number}` goes on with it"


class Resumption:
    """That game of the library, which is to go on. CrossboardError if it can't, or there is none of that number."""

    def __init__(self, library: Library, number: int) -> None:
        stored = library.game(number)
        self.number, self.spec, self.start = number, stored.spec, stored.start
        self.game = id_of(stored.board_game)
        self._events = library.events(number)
        if problem := self._problem(library, stored.board, stored.result, stored.termination):
            raise CrossboardError(tr("game {number} can't go on: {why}", number=number, why=problem))

    def _problem(self, library: Library, board: str, result: str, reason: str) -> str:
        events = self._events
        line = tell(self.start, events)
        if library.is_deleted(self.number):
            return tr("it was deleted")
        if board == IMPORTED or not all(event.raw for event in events):
            again = command("replay", str(self.number), "--board")
            return tr(
                "it is from a file, not from a board; `{command}`, then `on`, plays on as a new game", command=again
            )
        if result != "*" or line.game.result:
            return tr("it is over ({result})", result=" ".join((result, reason)))
        if any(event.kind == REVEAL for event in events):
            return tr("its secret kings were revealed when it was given up")
        if is_hidden(line.game):
            again = command("play", self.spec)
            picked = any(event.kind == COMMITMENT for event in events)
            why = tr("only the board that it is on knows its kings") if picked else tr("its kings were not picked")
            return tr("{why}; `{command}` goes on with it if it is on the board", why=why, command=again)
        levels = {event.reason: event.text for event in events if event.kind == OPPONENT}
        if REMOTE_LEVEL in levels.values():
            return tr("it is a match with a remote player (play --invite again, or --remote with its invite)")
        if line.problem or library.committed(self.number) != len(events):
            return tr("the library does not have all of it") + (f" ({line.problem})" if line.problem else "")
        return ""

    def require(self, hello: Hello | None) -> Hello:
        """CrossboardError if this board can't go on with it."""
        if hello is None:
            raise CrossboardError(tr("the board is not connected"))
        require_game_on(hello, self.spec)
        if ABLE not in hello.able:
            raise CrossboardError(
                tr(
                    "the board's firmware can't go on with an earlier game ({command} updates it)",
                    command=command("flash"),
                ),
                hello.board,
            )
        return hello

    def claim(self, library: Library, board: str) -> None:
        """Store what that board sends of the game with this one from now on."""
        known = editions(library, board, self.game)
        if self.number not in known:
            library.copy_game(self.number, board, edition_name(self.game, len(known) + 1))

    @property
    def request(self) -> str:
        """The payload of the G that asks for it."""
        return f"{self.game} {len(self._events)} {self.start}"

    def records(self) -> list[str]:
        """The payloads of the G messages that send its records."""
        kinds = ((event.raw[0], event.raw.split(" ", 2)[2]) for event in self._events)
        return [f"{self.game} {kind} {rest}" for kind, rest in kinds]
