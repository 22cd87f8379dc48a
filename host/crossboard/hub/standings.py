"""The standings of a Swiss tournament, from its pairings and results: points, Buchholz, Sonneborn-Berger; and as a TRF16 file.

Tie-breaks are those of the FIDE Handbook, C.07 (articles 8.1, 9.1 and 16, as in force since February 2026). Points are counted in
halves, so that nothing is rounded. A pairing with one name alone is a bye: with a whole point the one that the pairing allocates,
else a requested one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from crossboard.errors import CrossboardError
from crossboard.hub.pairings import OPEN, UNPLAYED, Pairing, rounds

WIN, DRAW = 2, 1  # in half points
HALVES = {"1-0": (WIN, 0), "0-1": (0, WIN), "1/2-1/2": (DRAW, DRAW), "+/-": (WIN, 0), "-/+": (0, WIN), "-/-": (0, 0)}
LONGEST_TRF_NAME = 33
MOST_TRF = 9999  # players; four digits are theirs
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Score:
    """What a round brought a player: `halves` half points against `opponent` ("": none), as `white`; `played` on the board."""

    round: int
    opponent: str
    halves: int
    white: bool
    played: bool

    @property
    def available(self) -> bool:
        """Whether the player was there to play: no requested bye, no forfeit loss (C.07, 16.2)."""
        return self.played or self.halves == WIN


@dataclass
class Standing:
    """A player's line; `rank` is shared by those whom nothing parts."""

    name: str
    rank: int = 0
    points: float = 0.0
    buchholz: float = 0.0
    berger: float = 0.0
    games: int = 0
    scores: list[Score] = field(default_factory=list[Score])

    @property
    def halves(self) -> int:
        """The points, in halves."""
        return sum(score.halves for score in self.scores)


def standings(pairings: Iterable[Pairing]) -> list[Standing]:
    """The players, the best first. Games without a result don't count yet; who is in no pairing of a round counts as absent once
    the round is over."""
    found = list(pairings)
    players = _players(found)
    adjusted = {name: _adjusted(one.scores) for name, one in players.items()}
    count = len(rounds(found))
    for one in players.values():
        one.points = one.halves / 2
        one.games = sum(score.played for score in one.scores)
        opposed = [(score.halves, _opposition(one, score, adjusted, count)) for score in one.scores]
        one.buchholz = sum(worth for _, worth in opposed) / 2
        one.berger = sum(halves * worth for halves, worth in opposed) / 4
    listed = sorted(players.values(), key=lambda one: (*(-value for value in _order(one)), one.name.casefold()))
    for place, one in enumerate(listed, 1):
        before = listed[place - 2] if place > 1 else None
        one.rank = before.rank if before and _order(before) == _order(one) else place
    return listed


def _order(one: Standing) -> tuple[float, float, float]:
    return one.points, one.buchholz, one.berger


def _players(pairings: list[Pairing]) -> dict[str, Standing]:
    """By name, in the order in which they are listed first, with what each round brought them."""
    found = {name: Standing(name) for one in pairings for name in (one.first, one.second) if name}
    for number, name in enumerate(rounds(pairings)):
        listed = [one for one in pairings if one.round == name]
        for one in listed:
            if one.result == OPEN:
                continue
            for side, player in enumerate((one.first, one.second)):
                if player:
                    opponent = (one.second, one.first)[side]
                    halves = HALVES[one.result][side]
                    played = bool(opponent) and one.result not in UNPLAYED
                    found[player].scores.append(Score(number, opponent, halves, side == 0, played))
        if all(one.result != OPEN for one in listed):
            there = {player for one in listed for player in (one.first, one.second)}
            for player in found.keys() - there:
                found[player].scores.append(Score(number, "", 0, False, False))
    return found


def _adjusted(scores: list[Score]) -> int:
    """A player's half points as they count for the opponents: rounds without an opponent after the last one for which the player
    was there are draws (C.07, 16.3)."""
    last = max((score.round for score in scores if score.available), default=-1)
    return sum(DRAW if score.round > last and not score.opponent else score.halves for score in scores)


def _opposition(one: Standing, score: Score, adjusted: dict[str, int], count: int) -> int:
    """The half points of the opponent of a round; of an unplayed one those of a dummy, which has no more than the player, nor than
    the opponent who was paired or, for a bye, draws in all rounds (C.07, 16.4)."""
    if score.played:
        return adjusted[score.opponent]
    return min(one.halves, adjusted[score.opponent] if score.opponent else DRAW * count)


def trf(pairings: list[Pairing], name: str, in_all: int) -> str:
    """The tournament as a TRF16 file (FIDE Handbook, C.04, annex 2), with the line XXR of JaVaFo and bbpPairings for the number of
    rounds `in_all`: the rounds that are over, up to the first one that isn't. CrossboardError if it can't be written so.
    """
    over: list[Pairing] = []
    for name_of_round in (listed := rounds(pairings)):
        here = [one for one in pairings if one.round == name_of_round]
        if any(one.result == OPEN for one in here):
            listed = listed[: listed.index(name_of_round)]
            break
        over += here
    if not listed:
        raise CrossboardError("no round is over yet: a TRF file holds rounds with all their results")
    players = [
        player for player in dict.fromkeys(name for one in pairings for name in (one.first, one.second)) if player
    ]
    if len(players) > MOST_TRF or len(listed) > MOST_ROUNDS:
        raise CrossboardError(f"a TRF file holds {MOST_TRF} players and {MOST_ROUNDS} rounds at most")
    number = {player: place for place, player in enumerate(players, 1)}
    table = {one.name: one for one in standings(over)}
    lines = [f"012 {name}", f"062 {len(players)}", "092 Individual: Swiss-System", f"XXR {max(in_all, len(listed))}"]
    for player in players:
        one = table.get(player) or Standing(player, len(players))
        cells = ["0000 - Z"] * len(listed)
        if len({score.round for score in one.scores}) < len(one.scores):
            raise CrossboardError(f"{player} plays twice in a round: a TRF file has no room for that")
        for score in one.scores:
            cells[score.round] = _cell(score, number)
        head = f"001 {number[player]:4d}      {player[:LONGEST_TRF_NAME]:<33} {'':4} {'':3} {'':11} {'':10}"
        lines.append(f"{head} {one.halves / 2:4.1f} {one.rank:4d}  {'  '.join(cells)}")
    return "".join(line + "\r\n" for line in lines)


def _cell(score: Score, number: dict[str, int]) -> str:
    """A round of a player in 8 columns: opponent, colour, result."""
    if not score.opponent:
        return f"0000 - {'ZHU'[score.halves]}"
    result = "0=1"[score.halves] if score.played else "+" if score.halves else "-"
    return f"{number[score.opponent]:4d} {'w' if score.white else 'b'} {result}"
