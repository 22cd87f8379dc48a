"""The positions of a game ply by ply, as pieces on squares, for a replay on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crossboard.errors import CrossboardError
from crossboard.games.draw import piece_letters
from crossboard.games.formats import ply_notation
from crossboard.games.rules import NOWHERE, Game, RulesError, footprint, game_at, public_text, turn_goes_on
from crossboard.games.turns import label, numbers
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.library import Event
from crossboard.library.secret import reveal, true_start

HISTORY = 4096  # plies


@dataclass(frozen=True)
class Stand:
    """A position of the story, and the ply that led to it.

    `text` is all of the position, `public` what may be seen; `words` the ply with its turn's number, "" at the start;
    `effects` what it does to the sensors, `ends` where it begins and ends (NOWHERE: not on the board); `turn` how many
    turns had begun.
    """

    text: str
    public: str
    letters: dict[int, str]
    words: str = ""
    effects: tuple[tuple[int, int], ...] = ()
    ends: tuple[int, int] = (NOWHERE, NOWHERE)
    turn: int = 0
    over: bool = False


@dataclass(frozen=True)
class Story:
    """A game to be replayed on the board. `number` is its own in the library, 0 for none; `pieces` all that it ever needs."""

    heading: str
    number: int
    spec: str
    stands: tuple[Stand, ...]
    pieces: Counter[str]

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return self.stands[-1].turn

    def of_turn(self, turn: int) -> int:
        """The index of the position after that many turns."""
        if not 0 <= turn <= self.turns:
            raise CrossboardError(tr("there is no turn {turn}; the game has {count}", turn=turn, count=self.turns))
        return max(i for i, stand in enumerate(self.stands) if stand.turn <= turn)


def story_of(
    heading: str, start: str, events: Sequence[Event], number: int = 0, upto: int | None = None
) -> tuple[Story, int]:
    """The story of a game's plies that stood in the end, and the index of where it begins.

    `upto` names a moment by how many events had happened then: the story begins there; if plies that were taken back
    later stood at that moment, it is the story of those. Plies that the rules do not allow end the story.
    """
    plies = _standing(events)
    index = 0
    if upto is not None:
        then = _standing(events[:upto])
        index = len(then)
        plies = plies if plies[:index] == then else then
    try:
        known = true_start(start, events)
        stands = _stands(known, plies, known != start)
    except RulesError as error:
        raise CrossboardError(tr("this game can't be shown: {why}", why=error)) from error
    pieces: Counter[str] = Counter()
    for stand in stands:
        pieces |= Counter("".join(stand.letters.values()))
    story = Story(heading, number, start.partition(" ")[0], tuple(stands), pieces)
    return story, min(index, len(stands) - 1)


def _standing(events: Sequence[Event]) -> list[str]:
    plies: list[str] = []
    for event in events:
        if event.kind == "ply":
            plies.append(event.text)
        elif event.kind == "takeback" and event.text.isdecimal():
            del plies[max(0, len(plies) - int(event.text)) :]
    return plies


def _stands(start: str, plies: Sequence[str], revealed: bool) -> list[Stand]:
    game = game_at(start, HISTORY)
    if revealed:
        reveal(game)
    stands = [_stand(game)]
    sides: list[int] = []
    for text in plies:
        try:
            ply = game.parse_ply(text)
        except RulesError:
            break
        if not (sides and turn_goes_on(game)):
            sides.append(game.side)
        said = ply_notation(game, ply)
        effects, ends = tuple(footprint(game, ply)), (ply & 255, game.destination(ply))
        game.push(ply)
        words = f"{label(numbers(sides)[-1], sides[-1])} {clean(said)}"
        stands.append(_stand(game, words, effects, ends, len(sides)))
    return stands


def _stand(
    game: Game,
    words: str = "",
    effects: tuple[tuple[int, int], ...] = (),
    ends: tuple[int, int] = (NOWHERE, NOWHERE),
    turn: int = 0,
) -> Stand:
    public = public_text(game)
    return Stand(game.text(), public, piece_letters(public), words, effects, ends, turn, bool(game.result))
