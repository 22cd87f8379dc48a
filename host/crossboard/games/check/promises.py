"""The promises of a game that can be seen in one position, and those of one begun anew. `Broken` says which one is not kept.

A position must be as it was afterwards; whoever calls gives one of a random game (walks.py).
"""

from __future__ import annotations

import functools
import importlib
import re
from array import array
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, cast

from crossboard.games.about import about
from crossboard.games.check.walks import after, choose, state, walked
from crossboard.games.formats import formats_of
from crossboard.games.outside import is_outside
from crossboard.games.reasons import by_players, by_rules, claimed, end_word, ends, refusals, why_word
from crossboard.games.rules import (
    ARRIVE,
    HOLE,
    KIND_CAPTURE,
    LEAVE,
    NOWHERE,
    PATH,
    PLACED,
    RESULTS,
    STACK,
    SWAP,
    TAKEN,
    Game,
    footprint,
    game_at,
    game_package,
    legal_plies,
    looks_back,
    new_game,
    square_name,
)
from shared_rules.codes import END_NONE, ENDS, KIND_MOVE, KIND_PASS, MAYBE, OWN, WHY_FINE, WHYS
from shared_rules.errors import PositionError, RulesError
from shared_rules.games import game_class

Promise = Callable[[Game], None]
Foot = list[tuple[int, int]]

# Closed before the ply, closed after it; None where the players may do as they like.
OCCUPANCY = {
    LEAVE: (True, False),
    ARRIVE: (False, True),
    TAKEN: (True, False),
    PLACED: (False, True),
    SWAP: (True, True),
    STACK: (True, True),
    MAYBE: (True, None),
    PATH: (False, False),
}
EFFECTS = {
    LEAVE: "LEAVE",
    ARRIVE: "ARRIVE",
    TAKEN: "TAKEN",
    PLACED: "PLACED",
    SWAP: "SWAP",
    STACK: "STACK",
    MAYBE: "MAYBE",
    PATH: "PATH",
}
BOUNDS = ("max_plies", "max_plies_from", "max_footprint")


class Broken(Exception):
    """A promise that a game does not keep: what is wrong, what would be right, and in which position; `promise` is its line."""

    promise = ""


def hold(kept: object, what: str, *where: object) -> None:
    """Broken unless `kept`; `where` is the position, the ply, ..."""
    if not kept:
        raise Broken(": ".join([", ".join(map(str, where)), what] if where else [what]))


def equal(found: object, wanted: object, what: str, *where: object) -> None:
    """Broken unless the two are equal."""
    hold(found == wanted, f"{what} is {found!r}; it should be {wanted!r}", *where)


def promised(line: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What is Broken in the function below is that promise, whoever calls it."""

    def named(check: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(check)
        def run(*words: Any) -> Any:
            try:
                return check(*words)
            except Broken as broken:
                broken.promise = broken.promise or line
                raise

        return run

    return named


OF_A_POSITION: dict[str, Promise] = {}
"""What is promised -> what tries it in one position. The first ones are what the others build on."""


def of_a_position(line: str) -> Callable[[Promise], Promise]:
    """Puts the function below into OF_A_POSITION."""

    def put(check: Promise) -> Promise:
        OF_A_POSITION[line] = promised(line)(check)
        return OF_A_POSITION[line]

    return put


# In the game's own words


def closed_words(closed: bool | None) -> str:
    """How a sensor stands."""
    return "either" if closed is None else "closed" if closed else "open"


def foot_words(game: Game, pairs: Foot) -> str:
    """A footprint: `a1 LEAVE, a2 ARRIVE`."""
    return ", ".join(f"{place_name(game, square)} {EFFECTS.get(effect, effect)}" for square, effect in pairs) or "empty"


def place_name(game: Game, square: int) -> str:
    """`a1`, or what number is not a square."""
    return square_name(game, square) if square == NOWHERE or 0 <= square < len(game.board) else f"square {square}"


def same_plies(game: Game, found: Collection[int], wanted: Collection[int], what: str, *where: object) -> None:
    """Broken unless they are the same plies, in any order."""
    words = [
        f"{said} {', '.join(map(game.ply_text, sorted(plies)))}"
        for said, plies in (("lacks", set(wanted) - set(found)), ("has too many:", set(found) - set(wanted)))
        if plies
    ]
    hold(not words, f"{what} {' and '.join(words)}", *where)
    hold(len(found) == len(wanted), f"{what} has a ply twice", *where)


def occupied(game: Game) -> list[bool]:
    """Of each square whether its sensor is closed."""
    return [value not in (0, HOLE) for value in game.board]


def ways(foot: Foot) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """From where to where the two pieces go, the ply's own first; None if the footprint is of one piece."""
    if len(foot) < 2:
        return None
    (origin, leaving), (target, arriving) = foot[:2]
    placed = [square for square, effect in foot if effect == PLACED]
    if leaving == SWAP and arriving in (ARRIVE, SWAP):
        placed.append(origin)
    if not placed or leaving not in (LEAVE, SWAP):
        return None
    taken = [square for square, effect in foot if effect == TAKEN]
    return (origin, target), (taken[0] if taken else target, placed[0])


# Promises of a position

DECLARED: dict[object, dict[str, int]] = {}


@contextmanager
def roomy(name: str) -> Generator[None]:
    """Within it, objects of that game have more memory than its bounds say: so what is wrong with them can be seen."""
    made: Any = game_class(name)
    its: dict[str, int] = {
        bound: value for bound in BOUNDS if isinstance(value := getattr(made, bound, None), int) and value >= 0
    }
    held: dict[str, object] = {bound: vars(made)[bound] for bound in its if bound in vars(made)}
    DECLARED[made] = its
    try:
        for bound, value in its.items():
            setattr(made, bound, 2 * value + (30 if bound == "max_footprint" else 600))
        yield
    finally:
        del DECLARED[made]
        for bound in its:
            if bound in held:
                setattr(made, bound, held[bound])
            else:  # a base class has it
                delattr(made, bound)


def bound(game: Game, name: str) -> int:
    """What the game's class says."""
    if name == "max_plies_from" and not hasattr(game, name):
        name = "max_plies"
    its = DECLARED.get(type(game), {})
    return its[name] if name in its else getattr(game, name)


@of_a_position("its members are there, and give what they should")
def its_members_are_there(game: Game) -> None:
    """All of the contract's members, each of the type that it says."""
    where = game.text()
    members: tuple[tuple[type | tuple[type, ...], tuple[str, ...]], ...] = (
        (int, ("columns", "rows", "max_plies", "max_footprint", "side", "result", "reason", "undoable")),
        (str, ("name",)),
        (tuple, ("variants",)),
        ((bytearray, list), ("board",)),
    )
    for kind, names in members:
        for name in names:
            hold(hasattr(game, name), f"there is no {name}; shared_rules/README.md says what it is for")
            value = getattr(game, name)
            hold(isinstance(value, kind), f"{name} is {value!r}; it should be of type {_type_words(kind)}", where)
    out, feet, word = array("i", [0] * game.max_plies), bytearray(2 * game.max_footprint), bytearray(80)
    calls: list[tuple[str, tuple[object, ...], type]] = [
        ("plies", (out, 0), int),
        ("plies_from", (0, out, 0), int),
        ("piece_side", (0,), int),
        ("why_not", (0, 0), int),
        ("digest", (), int),
        ("draw_allowed", (), bool),
    ]
    for name in ("reset", "set_text", "push", "pop", "parse_ply"):
        hold(callable(getattr(game, name, None)), f"there is no {name}(); shared_rules/README.md says what it does")
    if game.plies(out, 0):
        ply = (out[0],)
        calls += [(name, ply, int) for name in ("kind", "destination", "rank")]
        calls += [("footprint", (*ply, feet, 0), int), ("write_ply", (*ply, word, 0), int), ("ply_text", ply, str)]
    for name, words, kind in calls:
        hold(callable(getattr(game, name, None)), f"there is no {name}(); shared_rules/README.md says what it does")
        value = getattr(game, name)(*words)
        hold(isinstance(value, kind), f"{name}() gives {value!r}; it should be of type {_type_words(kind)}", where)


def _type_words(kind: type | tuple[type, ...]) -> str:
    return " or ".join(one.__name__ for one in (kind if isinstance(kind, tuple) else (kind,)))


def needed(game: Game) -> dict[str, int]:
    """What the bounds must be at least for a position."""
    plies = legal_plies(game)
    starts = [ply & 255 for ply in plies]
    return {
        "max_plies": len(plies),
        "max_plies_from": max(map(starts.count, set(starts)), default=0),
        "max_footprint": max((len(footprint(game, ply)) for ply in plies), default=0),
    }


BOUNDS_HOLD = "max_plies, max_plies_from and max_footprint are not exceeded"


@of_a_position(BOUNDS_HOLD)
def bounds_hold(game: Game) -> None:
    """No position has more than they say."""
    where = game.text()
    for name, least in needed(game).items():
        hold(least <= bound(game, name), f"{name} is {bound(game, name)}; it should be {least} or more", where)


@of_a_position("pop restores every byte, perft forwards and backwards")
def pop_restores_every_byte(game: Game) -> None:
    """A ply and what it leads to, taken back, leave no trace: perft forwards and backwards."""
    out = array("i", [0] * game.max_plies)
    before, where, digest, plies = state(game), game.text(), game.digest(), legal_plies(game)
    for ply in plies:
        text = game.ply_text(ply)
        game.push(ply)
        game.digest()
        legal_plies(game)
        if game.destination(ply) != NOWHERE:
            game.plies_from(game.destination(ply), out, 0)
        game.pop()
        now = state(game)
        changed = [name for name in now if now[name] != before.get(name)]
        hold(not changed, f"push and pop leave {', '.join(changed)} changed; it should be as before", where, text)
    equal((game.text(), game.digest()), (where, digest), "the position after all pops", where)
    same_plies(game, legal_plies(game), plies, "the list of plies after all pops", where)


PLAYING_RAISES_NOTHING = "playing raises nothing"


@of_a_position(PLAYING_RAISES_NOTHING)
def playing_raises_nothing(game: Game) -> None:
    """Every method of play, asked about every ply and square."""
    out = array("i", [0] * game.max_plies)
    feet, word, places = bytearray(2 * game.max_footprint), bytearray(100), [*range(len(game.board)), NOWHERE]
    claim: Callable[[], int] = getattr(game, "claim", lambda: 0)
    for square in places:
        game.plies_from(square, out, 0)
        if square != NOWHERE:
            game.piece_side(square)
        for to in places:
            game.why_not(square, to)
    for ply in legal_plies(game):
        for ask in (game.kind, game.destination, game.rank, game.ply_text):
            ask(ply)
        game.footprint(ply, feet, 0)
        game.write_ply(ply, word, 0)
        game.push(ply)
        for _ in (game.result, game.reason, game.side, game.digest(), game.draw_allowed(), claim(), legal_plies(game)):
            pass
        game.pop()


PLIES_HAVE_A_TEXT = "plies are small numbers with a text each, which is read back"


@of_a_position(PLIES_HAVE_A_TEXT)
def plies_have_a_text_each(game: Game) -> None:
    """Plies are small numbers, none twice; write_ply writes what ply_text says, and parse_ply reads it."""
    where, plies = game.text(), legal_plies(game)
    texts = [game.ply_text(ply) for ply in plies]
    for ply, text in zip(plies, texts, strict=True):
        out = bytearray(b"#" * 100)
        hold(0 <= ply < 1 << 30, f"the ply is {ply}; it should be from 0 to 2**30 - 1", where, text)
        hold(plies.count(ply) == 1, "the ply is listed twice", where, text)
        hold(texts.count(text) == 1, "two plies have that text; each should have its own", where, text)
        plain = text.isascii() and text.isprintable() and " " not in text
        hold(plain, f"ply_text gives {text!r}; it should be printable ASCII without spaces", where)
        try:
            read = game.parse_ply(text)
        except RulesError as error:
            raise Broken(f"{where}, {text}: parse_ply refuses it: {error}") from error
        equal(read, ply, f"parse_ply('{text}')", where)
        end = game.write_ply(ply, out, 7)
        written = out[7:end].decode("ascii", "replace")
        equal(written, text, "what write_ply writes", where, text)
        hold(set(out[:7] + out[end:]) == {35}, "write_ply writes before `at`, or behind what it returns", where, text)
        kinds = (KIND_MOVE, KIND_CAPTURE, KIND_PASS)
        hold(
            game.kind(ply) in kinds, f"kind is {game.kind(ply)}; it should be KIND_MOVE, _CAPTURE or _PASS", where, text
        )
        passes = {"text": text == "pass", "kind": game.kind(ply) == KIND_PASS, "low byte": ply & 255 == NOWHERE}
        words = [f"{'a' if one else 'no'} pass by its {name}" for name, one in passes.items()]
        hold(len(set(passes.values())) == 1, f"it is {', '.join(words)}; these should agree", where, text)


TEXT_HOLDS = "its text holds the whole position, and is read back"


@of_a_position(TEXT_HOLDS)
def text_holds_the_position(game: Game) -> None:
    """A position is what its text says; a game that is over may be refused."""
    where = game.text()
    try:
        again = game_at(where)
    except PositionError as error:
        hold(game.result, f"set_text refuses what text() gives: {error}", where)
        return
    if looks_back(game):
        cast(Any, again).recall(game)
    asked: tuple[tuple[str, Callable[[Game], object]], ...] = (
        ("text()", lambda one: one.text()),
        ("side", lambda one: one.side),
        (
            "the list of squares with a piece",
            lambda one: [place_name(one, n) for n, on in enumerate(occupied(one)) if on],
        ),
        ("digest()", lambda one: one.digest()),
        ("result", lambda one: one.result),
        ("reason", lambda one: end_word(one, one.reason)),
    )
    for what, ask in asked:
        equal(ask(again), ask(game), f"{what}, read back by set_text,", where)
    same_plies(game, legal_plies(again), legal_plies(game), "the list of plies, read back by set_text,", where)


@of_a_position("a game ends when it has no plies, for a reason that has a word")
def ends_without_plies(game: Game) -> None:
    """A game that is over has no plies, a result, and a reason that has a word."""
    where, plies, result, reason = game.text(), legal_plies(game), game.result, game.reason
    hold(result in range(len(RESULTS)), f"result is {result}; it should be 0 to {len(RESULTS) - 1}", where)
    words = f"result is {RESULTS[result]}, reason {end_word(game, reason) or reason}, and there are {len(plies)} plies"
    should = "a game that goes on has plies, result 0 and reason 0; one that is over has none, a result and a reason"
    hold(len({result != 0, reason != END_NONE, not plies}) == 1, f"{words}; {should}", where)
    if reason:
        word = end_word(game, reason)
        hold(
            word in ends(game.name).words,
            f"reason is {reason}, which has no word; ENDS of codes.py should have one",
            where,
        )
        hold(word in by_rules(game.name), f"reason is '{word}', which the players or a claim give, no ply", where)
    hold(game.side in (0, 1), f"side is {game.side}; it should be 0 or 1", where)
    hold(0 <= game.digest() < 1 << 24, f"digest() is {game.digest()}; it should be from 0 to 2**24 - 1", where)
    if any(game.kind(ply) == KIND_PASS for ply in plies):
        equal([game.ply_text(ply) for ply in plies], ["pass"], "where a side passes, the list of plies", where)


@of_a_position("may_win, where there is one, says yes of every ply that wins")
def may_win_misses_none(game: Game) -> None:
    """What it says no of is not looked at where a quick win is looked for."""
    may_win: Callable[[int], bool] | None = getattr(game, "may_win", None)
    if may_win is None:
        return
    where, side = game.text(), game.side
    for ply in legal_plies(game):
        said, text = may_win(ply), game.ply_text(ply)
        game.push(ply)
        won, after = game.result == side + 1, game.side
        game.pop()
        hold(said or not won, "may_win says no, and the ply wins; it should say yes", where, text)
        hold(won or after != side, "a game with may_win should change sides with every ply", where, text)


@of_a_position("the low byte starts a ply, destination ends it")
def the_low_byte_starts_the_ply(game: Game) -> None:
    """The square whose sensor changes first is the low byte; `destination` is where that piece ends."""
    where, before = game.text(), occupied(game)
    for ply in legal_plies(game):
        text, start, pairs = game.ply_text(ply), ply & 255, footprint(game, ply)
        if game.kind(ply) == KIND_PASS:
            equal(place_name(game, game.destination(ply)), "-", "the destination of a pass", where)
            equal(foot_words(game, pairs), "empty", "the footprint of a pass", where)
            continue
        its = f"the footprint is {foot_words(game, pairs)}"
        hold(start < len(before), f"its low byte is {start}, which is not a square", where, text)
        hold(
            pairs and pairs[0][0] == start,
            f"{its}; {place_name(game, start)}, the low byte, should be first",
            where,
            text,
        )
        if before[start]:
            hold(pairs[0][1] in (LEAVE, SWAP, STACK), f"{its}; it should begin with LEAVE, SWAP or STACK", where, text)
            its = f"the low byte is {place_name(game, start)}, and piece_side of that"
            equal(game.piece_side(start), game.side, its, where, text)
        else:  # from hand, or picked up before
            wanted = foot_words(game, [(start, ARRIVE)])
            equal(foot_words(game, pairs), wanted, "the footprint of a piece from hand", where, text)
            destination = place_name(game, game.destination(ply))
            equal(destination, place_name(game, start), "the destination of a piece from hand", where, text)


FOOTPRINTS_HOLD = "footprints are what the sensors feel"


@of_a_position(FOOTPRINTS_HOLD)
def footprints_are_what_the_sensors_feel(game: Game) -> None:
    """Each square whose occupancy changes is in the footprint, and changes as it says; the others stay."""
    where, before, values, undoable = game.text(), occupied(game), list(game.board), game.undoable
    for ply in legal_plies(game):
        text, pairs = game.ply_text(ply), footprint(game, ply)
        effects, target, mover = dict(pairs), game.destination(ply), game.side
        its = f"the footprint is {foot_words(game, pairs)}"
        hold(len(effects) == len(pairs), f"{its}; each square should come once", where, text)
        hold(set(effects.values()) <= set(OCCUPANCY), f"{its}; effects are {', '.join(EFFECTS.values())}", where, text)
        hold(all(square < len(before) for square in effects), f"{its}; all should be squares", where, text)
        game.push(ply)
        try:
            equal(game.undoable, undoable + 1, "undoable after it", where, text)
            ends_without_plies(game)
            its_end = f"the destination is {place_name(game, target)}, and after it piece_side of that"
            if target != NOWHERE:
                hold(target < len(before), f"the destination is {target}, which is not a square", where, text)
                equal(game.piece_side(target), mover, its_end, where, text)
            loose = any(OCCUPANCY[effect][1] is None for effect in effects.values())
            hold(game.result or not loose, f"{its}; MAYBE is for plies that end the game", where, text)
            then, values_then = occupied(game), list(game.board)
        finally:
            game.pop()
        for square, feels in enumerate(zip(before, then, strict=True)):
            named = place_name(game, square)
            is_now = f"{named} is {closed_words(feels[0])} before the ply and {closed_words(feels[1])} after it"
            if square not in effects:
                same = values_then[square] == values[square]
                hold(same, f"{its}; it should have {named}, where the piece changes: {is_now}", where, text)
                continue
            effect = effects[square]
            kept = all(said in (None, felt) for said, felt in zip(OCCUPANCY[effect], feels, strict=True))
            said = " and then ".join(map(closed_words, OCCUPANCY[effect]))
            hold(kept, f"{its}; {EFFECTS[effect]} says {said}, but {is_now}{_fitting(feels)}", where, text)
        if target != NOWHERE:
            ending = effects.get(target) in (ARRIVE, SWAP, STACK)
            hold(
                ending,
                f"{its}; {place_name(game, target)}, the destination, should be ARRIVE, SWAP or STACK",
                where,
                text,
            )


def _fitting(feels: tuple[bool, bool]) -> str:
    """The effects that say what a sensor feels."""
    found = [EFFECTS[effect] for effect, said in OCCUPANCY.items() if said == feels]
    return f": {' or '.join(found)} says so" if found else ""


@of_a_position("rank puts the plies of a position in an order")
def rank_orders_plies(game: Game) -> None:
    """So that a question can offer any of them in an order; ranks are small numbers."""
    where = game.text()
    ranks: dict[int, str] = {}
    for ply in legal_plies(game):
        text, rank = game.ply_text(ply), game.rank(ply)
        hold(0 <= rank < 1 << 30, f"rank is {rank}; it should be from 0 to 2**30 - 1", where, text)
        hold(rank not in ranks, f"rank is {rank}, as of {ranks.get(rank)}; each ply should have its own", where, text)
        ranks[rank] = text


FROM_ITS_SQUARE = "plies_from gives the plies of its square"


@of_a_position(FROM_ITS_SQUARE)
def plies_from_gives_those_of_its_square(game: Game) -> None:
    """plies_from gives the plies of `plies` that start there, for every square and for NOWHERE."""
    where, plies, most = game.text(), legal_plies(game), cast(int, getattr(game, "max_plies_from", game.max_plies))
    for square in [*range(len(game.board)), NOWHERE]:
        out = array("i", [-1] * (most + 5))
        end = game.plies_from(square, out, 5)
        named = f"plies_from({place_name(game, square)})"
        same_plies(game, out[5:end], [ply for ply in plies if ply & 255 == square], named, where)
        hold(set(out[:5]) == {-1}, f"{named}, told to write from index 5 on, writes before it", where)


WHY_NOT = "why_not is fine just where a ply leads"


@of_a_position(WHY_NOT)
def why_not_is_fine_where_a_ply_leads(game: Game) -> None:
    """why_not says WHY_FINE just where a ply leads, lands on its way or moves a second piece; other codes have words."""
    before, where = occupied(game), game.text()
    fine: dict[tuple[int, int], str] = {}
    for ply in legal_plies(game):
        start, foot = ply & 255, footprint(game, ply)
        frm = start if start == NOWHERE or before[start] else NOWHERE
        for way in [
            (frm, game.destination(ply)),
            *((frm, square) for square, one in foot if one == PATH),
            *(ways(foot) or ()),
        ]:
            fine[way] = game.ply_text(ply)
    held = game.text(), game.digest(), legal_plies(game)
    known = refusals(game.name).words
    places = [*range(len(before)), NOWHERE]
    for frm in places:
        for to in places:
            code = game.why_not(frm, to)
            word, asked = why_word(game, code), f"why_not({place_name(game, frm)}, {place_name(game, to)})"
            hold(word in known, f"{asked} is {code}, which has no word; WHYS of codes.py should have one", where)
            ply = fine.get((frm, to), "")
            hold(
                code == WHY_FINE or not ply,
                f"{asked} says '{word}', and {ply} leads there: it should be WHY_FINE",
                where,
            )
            hold(code != WHY_FINE or ply, f"{asked} says 'fine', and no ply leads there: it should say why not", where)
    hold((game.text(), game.digest(), legal_plies(game)) == held, "why_not changes the position", where)


@of_a_position("pieces have a side and a name")
def pieces_have_a_side(game: Game) -> None:
    """The board has the frame's size; pieces have a side, empty squares and holes none; letters of pieces have names."""
    where = game.text()
    equal(len(game.board), game.columns * game.rows, "the length of the board", where)
    for square, value in enumerate(game.board):
        found, empty = game.piece_side(square), value in (0, HOLE)
        what = f"board has {'no piece' if empty else f'piece {value}'} on {place_name(game, square)}, and piece_side is {found}"
        hold(found in ((-1,) if empty else (0, 1)), f"{what}; it should be {'-1' if empty else '0 or 1'}", where)
    letters = set(re.findall("[A-Z]", where.split(" ")[1].upper()))
    nameless = letters - set(about(game.name).pieces)
    hold(not nameless, f"'pieces' of about.json should have a name for {', '.join(sorted(nameless))}", where)


@of_a_position("claims and the past: recall takes over what counts")
def the_past_counts_as_far_as_it_says(game: Game) -> None:
    """What the past makes of a position, `recall` takes over, and both go the same way on; a game without `look_back` has none."""
    word, where = claimed(game), game.text()
    hold(not word or word in by_players(game.name), f"claim() gives '{word}', which `claims` should have", where)
    if not looks_back(game) or game.result:
        return
    again: Any = game_at(where)
    again.recall(game)
    asked: tuple[tuple[str, Callable[[Game], object]], ...] = (
        ("result", lambda one: one.result),
        ("reason", lambda one: end_word(one, one.reason)),
        ("claim()", claimed),
        ("text()", lambda one: one.text()),
        ("digest()", lambda one: one.digest()),
    )
    plies, seed = 0, 77
    out = array("i", [0] * game.max_plies)
    while True:
        on = f" and {plies} plies" if plies else ""
        for what, ask in asked:
            equal(ask(again), ask(game), f"{what} after recall{on}", where)
        end = game.plies(out, 0)
        if plies == 8 or not end:
            break
        seed, plies = after(seed), plies + 1
        ply = out[choose(game, out, end, seed)]
        game.push(ply)
        again.push(ply)
    for _ in range(plies):
        game.pop()
    equal(
        (game.text(), claimed(game)), (where, word), f"position and claim after {plies} plies and as many pops", where
    )


@of_a_position("formats of its own world are read back")
def formats_are_read_back(game: Game) -> None:
    """What formats.py writes it reads: the position, and every ply as records and as engines have it."""
    formats = formats_of(game.name)
    if formats is None:
        return
    where = game.text()
    spec = where.split(" ")[0]
    if not game.result:
        equal(
            formats.read_position(spec, formats.write_position(game)), where, "read_position of write_position", where
        )
    for ply in legal_plies(game):
        record, engine = formats.write_ply(game, ply), formats.write_engine_ply(game, ply)
        equal(formats.read_ply(game, record), ply, f"read_ply('{record}')", where, game.ply_text(ply))
        equal(formats.read_engine_ply(game, engine), ply, f"read_engine_ply('{engine}')", where, game.ply_text(ply))
    equal(game.text(), where, "the position after writing and reading", where)


# Promises of a game

TAKEN_BACK = "the last plies can be taken back, and no two positions have one digest"
BEGUN_AGAIN = "reset and set_text begin again"
REFUSED = "malformed texts are refused, and change nothing"
WORDS = "ends and refusals have words and sentences"
FORMATS = "formats know their game"


@promised(TAKEN_BACK)
def the_last_plies_can_be_taken_back(text: str, seed: int, length: int, history: int) -> None:
    """As many as `history`, and no more. Two positions have one digest by chance only, and all taken back leaves no trace."""
    game = game_at(text, history)
    begun = state(game, history)
    trail = [(game.text(), game.digest())]
    out = array("i", [0] * game.max_plies)
    while len(trail) <= length and (end := game.plies(out, 0)):
        seed = after(seed)
        game.push(out[choose(game, out, end, seed)])
        trail.append((game.text(), game.digest()))
    plies = len(trail) - 1
    equal(game.undoable, min(history, plies), f"undoable after {plies} plies with history {history}", text)
    own: dict[str, int] = {}
    for position, digest in trail:
        equal(digest, own.setdefault(position, digest), "the digest of a position that was there before", position)
    first: dict[int, str] = {}
    alike = 0
    for position, digest in own.items():
        other = first.setdefault(digest, position)
        alike += other != position
        by_chance = alike < 2 and other.split(" ")[1] != position.split(" ")[1]  # one of 2**24 twice, with other pieces
        hold(
            other == position or by_chance,
            f"its digest is {digest}, as that of {other}; each position should have its own",
            position,
        )
    while game.undoable:
        equal((game.text(), game.digest()), trail.pop(), "the position that pop comes back to", text)
        game.pop()
    equal((game.text(), game.digest()), trail.pop(), "the position that pop comes back to", text)
    same = trail or history < 128 or state(game, history) == begun
    hold(same, "all plies taken back, the object is not as it began", text)


@promised(BEGUN_AGAIN)
def reset_begins_again(spec: str) -> None:
    """reset and set_text forget what was played."""
    fresh = new_game(spec)
    for begin in ("reset", "set_text"):
        game = walked(fresh.text(), 77, 20)
        if begin == "reset":
            game.reset(spec.partition(":")[2])
        else:
            game.set_text(fresh.text())
        equal(game.text(), fresh.text(), f"text() after {begin}", spec)
        equal((game.undoable, claimed(game)), (0, claimed(fresh)), f"undoable and claim() after {begin}", spec)
        same_plies(game, legal_plies(game), legal_plies(fresh), f"the list of plies after {begin}", spec)


@promised(REFUSED)
def malformed_texts_are_refused(spec: str, texts: list[str]) -> list[str]:
    """Texts of positions are refused whole, with a PositionError, or taken whole. Those that were taken."""
    game = walked(new_game(spec).text(), 5, 12)
    held = game.text()
    taken: list[str] = []
    for text in texts:
        try:
            game.set_text(text)
        except RulesError as error:
            field, place = getattr(error, "field", ""), cast(int, getattr(error, "place", -1))
            told = isinstance(error, PositionError) and field and 0 <= place <= len(text) + 1  # just behind it: missing
            named = f"{type(error).__name__} with field {field!r} and place {place}"
            hold(told, f"set_text({text!r}) raises {named}; it should be a PositionError that says where", spec)
            equal(game.text(), held, f"the position after set_text({text!r}), which is refused,", spec)
            continue
        except Exception as error:
            raise Broken(
                f"{spec}: set_text({text!r}) raises {type(error).__name__}; it should be a PositionError"
            ) from error
        taken.append(text)
        equal(game.text(), text, f"text() after set_text({text!r})", spec)
        equal(game.undoable, 0, f"undoable after set_text({text!r})", spec)
        held = text
    return taken


@promised(REFUSED)
def plies_are_refused(game: Game, texts: list[str]) -> int:
    """Texts of plies are refused with a RulesError, or name a legal ply. How many were refused."""
    where, refused = game.text(), 0
    legal = {game.ply_text(ply): ply for ply in legal_plies(game)}
    for text in texts:
        try:
            found = game.parse_ply(text)
        except RulesError as error:
            hold(text not in legal, f"parse_ply refuses it: {error}", where, text)
            hold(str(error), f"parse_ply({text!r}) is refused without a word", where)
            refused += 1
            continue
        except Exception as error:
            raise Broken(
                f"{where}: parse_ply({text!r}) raises {type(error).__name__}; it should be a PlyError"
            ) from error
        hold(text in legal, f"parse_ply({text!r}) gives {found}; it should refuse what is not a legal ply", where)
        equal(found, legal[text], f"parse_ply({text!r})", where)
    equal(game.text(), where, "the position after reading plies", where)
    return refused


@promised(WORDS)
def reasons_have_words(name: str) -> None:
    """The package's numbers are its own, none twice; every word has a sentence in about.json, and none is there for nothing."""
    package = f"{game_package(name)}.codes"
    module = importlib.import_module(package) if find_spec(package) else None
    for kind, shared, sentences in (("ENDS", ENDS, about(name).ends), ("WHYS", WHYS, about(name).refusals)):
        own: tuple[tuple[int, str], ...] = getattr(module, kind, ())
        numbers, words = [number for number, _ in own], [word for _, word in own]
        least = OWN if is_outside(game_package(name)) else 1  # the project's first games have numbers below
        hold(all(least <= n < 256 for n in numbers), f"{kind}: {numbers} are not from OWN ({OWN}) to 255")
        for place in (0, 1):
            found, known = [pair[place] for pair in own], [pair[place] for pair in shared]
            twice = [str(one) for one in found if found.count(one) > 1 or one in known]
            hold(not twice, f"{kind}: {', '.join(twice)} is there twice, or in shared_rules/codes.py")
        for word in words:
            hold(re.fullmatch("[a-z]+(-[a-z]+)*", word), f"{kind}: '{word}' is not a word of records, as no-moves is")
            hold(sentences.get(word, "").strip(), f"{kind}: about.json has no sentence for '{word}'")
        idle = [word for word in sentences if word not in words]
        hold(not idle, f"about.json has sentences for {', '.join(idle)}, which {kind} of codes.py has not")


@promised(FORMATS)
def formats_know_their_game(name: str, specs: list[str]) -> bool:
    """Tags and engine names lead back to the game and its variants. Whether it has formats."""
    formats = formats_of(name)
    if formats is None:
        return False
    hold(re.fullmatch(r"\.[a-z0-9]+", formats.suffix), f"suffix is '{formats.suffix}', not as '.pgn'")
    game = new_game(name, 1)
    if formats.squares:
        equal(len(formats.squares), len(game.board), "the number of names in squares")
    for spec in specs:
        equal(formats.spec(formats.tags(spec), ()), spec, f"spec of the tags of {spec}")
    for called, spec in (*formats.engine_names.items(), *formats.engine_switches.items()):
        hold(spec in specs, f"engines call '{spec}' '{called}', and there is no such game")
    return True
