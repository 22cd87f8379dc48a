"""A puzzle at the board: its lights set up the pieces, the player looks for the ply that wins, the board answers.

It is a new game from the puzzle's position in which the board plays the other side, and what it plays stands in the puzzle. A ply
that is not the right one is taken back: the lights show how.
"""

from __future__ import annotations

from collections.abc import Callable

from crossboard.boards.board_search import BoardSearch
from crossboard.boards.link import require_game_on
from crossboard.boards.opponents import Levels
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.games.about import about
from crossboard.games.expected import ply_words
from crossboard.games.rules import RulesError, game_at, name_of
from crossboard.language import tr
from crossboard.library import Event
from crossboard.opponent.thinker import LEVELS
from crossboard.puzzles.puzzle import RIGHT, SOLVED, Puzzle, puzzle, puzzles

OPPONENT_LEVEL = LEVELS[-1]


class Puzzling:
    """The puzzle on the board of `session`, if there is one; feed it with `step`. `changed` counts up with `words`."""

    def __init__(self, session: Session, search: BoardSearch, say: Callable[[str, str], object]) -> None:
        self.changed = 0
        self.puzzle: Puzzle | None = None
        self.words = ""
        self._session = session
        self._say = say
        self._before = 0  # the number of the game that was on the board before
        self._number = 0  # that of the puzzle's, 0 until it is begun
        self._seen = 0  # the last record that was looked at
        self._played = 0  # plies of the line that stand
        self._line: list[str] = []  # every ply that stands
        search.book = self._answer

    def begin(self, game: str, number: int) -> None:
        """Put a puzzle on the board; CrossboardError if that can't be."""
        one = puzzle(game, number)
        require_game_on(self._session.link.hello, game)
        levels: Levels = (0, OPPONENT_LEVEL) if one.side == 0 else (OPPONENT_LEVEL, 0)
        played = self._session.played
        self._before = played.number if played else 0
        if not self._session.new_game(one.position, levels):
            raise CrossboardError(tr("the board is not connected"))
        self.puzzle, self._number = one, 0
        self._tell(one.task())

    def next(self) -> None:
        """Begin the next puzzle of the same game; after the last one, the first."""
        played = self._session.played
        name = name_of(played.start) if played else ""
        number = self.puzzle.number if self.puzzle else 0
        count = len(puzzles(name)) if name else 0
        if not count:
            raise CrossboardError(tr("there are no puzzles of this game"))
        self.begin(name, number % count + 1)

    def end(self) -> None:
        """End the puzzle, because another game has begun."""
        self.puzzle = None
        self._tell("")

    def step(self) -> None:
        """One round: look at what has been played."""
        played, one = self._session.played, self.puzzle
        if one is None or played is None:
            return
        if not self._number:
            if played.number == self._before or played.start != one.position:
                return
            self._number, self._seen, self._played, self._line = played.number, 0, 0, []
        if played.number != self._number:
            self.end()
            return
        for event in played.events:
            if event.seq > self._seen:
                self._seen = event.seq
                self._take(one, event)

    def _take(self, one: Puzzle, event: Event) -> None:
        if event.kind == "takeback" and event.text.isdecimal():
            del self._line[max(0, len(self._line) - int(event.text)) :]
            self._played = min(self._played, len(self._line))
            return
        if event.kind != "ply":
            return
        game = game_at(one.position)
        for text in self._line:
            game.push(game.parse_ply(text))
        side, before = game.side, len(self._line)
        self._line.append(event.text)
        if self._played < before:
            return  # after a wrong ply that is still to be taken back
        if side != one.side:
            self._played += self._played < len(one.line) and one.line[self._played] == event.text
            return
        try:
            verdict = one.judge(self._played, game, event.text)
        except RulesError:
            return
        if verdict == SOLVED:
            self._tell(tr("Solved!"), " Type `puzzle` for another one.")
        elif verdict == RIGHT:
            self._played += 1
            self._tell(tr("Right. Go on."))
        else:
            self._tell(
                tr(
                    "Not that one: {move} does not win {soon}. Put it back and try another.",
                    move=ply_words(game, event.text),
                    soon=one.soon(self._played),
                )
            )
            self._session.take_back(1)

    def _answer(self, position: str) -> str | None:
        """What the board plays in a position of the puzzle."""
        one = self.puzzle
        if one is None or not self._number:
            return None
        game = game_at(one.position)
        for text in one.line:
            if game.text() == position:
                return text if game.side != one.side else None
            game.push(game.parse_ply(text))
        return ""  # a wrong ply was played: it is taken back

    def _tell(self, words: str, how: str = "") -> None:
        """Show the words; say them too, in a terminal with `how` to go on."""
        self.words = words
        self.changed += 1
        if words and self.puzzle:
            title = about(game_at(self.puzzle.position, 1).name).title
            words = tr("{game}, puzzle {number}: {words}", game=title, number=self.puzzle.number, words=words)
            self._say(words, how)
