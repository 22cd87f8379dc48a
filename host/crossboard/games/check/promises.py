"""The promises of a game that can be seen in one position, and those of one begun anew. `Broken` says which one is not kept.

A position must be as it was afterwards; whoever calls gives one of a random game (walks.py).
"""

from __future__ import annotations

import importlib
import re
from array import array
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, cast

from crossboard.games.about import about
from crossboard.games.check.walks import after, choose, state, walked
from crossboard.games.formats import formats_of
from crossboard.games.outside import is_outside
from crossboard.games.reasons import by_players, by_rules, claimed, end_word, refusals, why_word
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
)
from shared_rules.codes import END_NONE, ENDS, KIND_MOVE, KIND_PASS, MAYBE, OWN, WHY_FINE, WHYS
from shared_rules.errors import PositionError, RulesError

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


class Broken(Exception):
    """A promise that a game does not keep: what is wrong, and in which position."""


def hold(kept: object, what: str, *where: object) -> None:
    """Broken unless `kept`; `where` is the position, the ply, ..."""
    if not kept:
        raise Broken(": ".join([" ".join(map(str, where)), what] if where else [what]))


def equal(found: object, wanted: object, what: str, *where: object) -> None:
    """Broken unless the two are equal."""
    hold(found == wanted, f"{what} is {found!r}, not {wanted!r}", *where)


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


def text_holds_the_position(game: Game) -> None:
    """A position is what its text says; a game that is over may be refused."""
    text = game.text()
    try:
        again = game_at(text)
    except PositionError as error:
        hold(game.result, f"its own text is refused: {error}", text)
        return
    if looks_back(game):
        cast(Any, again).recall(game)
    equal(again.text(), text, "the text of that text's position", text)
    equal(again.digest(), game.digest(), "the digest of its text's position", text)
    equal(sorted(legal_plies(again)), sorted(legal_plies(game)), "the list of plies of its text's position", text)
    equal((again.side, occupied(again)), (game.side, occupied(game)), "side and occupancy of its text's position", text)
    equal((again.result, again.reason), (game.result, game.reason), "result and reason of its text's position", text)


def pop_restores_every_byte(game: Game) -> None:
    """A ply and what it leads to, taken back, leave no trace: perft forwards and backwards."""
    out = array("i", [0] * game.max_plies)
    before, text, digest, plies = state(game), game.text(), game.digest(), legal_plies(game)
    for ply in plies:
        game.push(ply)
        game.digest()
        legal_plies(game)
        if game.destination(ply) != NOWHERE:
            game.plies_from(game.destination(ply), out, 0)
        game.pop()
        now = state(game)
        changed = [name for name in now if now[name] != before.get(name)]
        hold(not changed, f"pop does not restore {', '.join(changed)}", text, game.ply_text(ply))
    equal((game.text(), game.digest(), legal_plies(game)), (text, digest, plies), "the position after all pops")


def ends_without_plies(game: Game) -> None:
    """A game that is over has no plies, a result, and a reason that has a word."""
    text, plies = game.text(), legal_plies(game)
    states = (game.result != 0, game.reason != END_NONE, not plies)
    hold(len(set(states)) == 1, f"result {game.result}, reason {game.reason}, {len(plies)} plies", text)
    hold(game.result in range(len(RESULTS)), f"result {game.result}", text)
    if game.reason:
        hold(end_word(game, game.reason) in by_rules(game.name), f"reason {game.reason} has no word in codes.py", text)
    hold(game.side in (0, 1), f"side {game.side}", text)
    hold(0 <= game.digest() < 1 << 24, f"digest {game.digest()}", text)
    if any(game.kind(ply) == KIND_PASS for ply in plies):
        equal([game.ply_text(ply) for ply in plies], ["pass"], "a pass is the only ply: the list of plies", text)


def plies_have_a_text_each(game: Game) -> None:
    """Plies are small numbers, none twice; write_ply writes what ply_text says, and parse_ply reads it."""
    where, plies = game.text(), legal_plies(game)
    texts = [game.ply_text(ply) for ply in plies]
    hold(len(plies) <= game.max_plies, f"{len(plies)} plies, max_plies is {game.max_plies}", where)
    hold(len(set(plies)) == len(plies) and len(set(texts)) == len(texts), "a ply or its text comes twice", where)
    for ply, text in zip(plies, texts, strict=True):
        out = bytearray(b"#" * 100)
        hold(0 <= ply < 1 << 30, f"ply {ply} is not below 2**30", where, text)
        equal(game.parse_ply(text), ply, "parse_ply", where, text)
        end = game.write_ply(ply, out, 7)
        written = out[7:end].decode("ascii", "replace")
        hold(written == text and set(out[:7] + out[end:]) == {35}, f"write_ply writes '{written}'", where, text)
        hold(text.isascii() and text.isprintable() and " " not in text, f"its text is {text!r}", where)
        hold(game.kind(ply) in (KIND_MOVE, KIND_CAPTURE, KIND_PASS), f"kind {game.kind(ply)}", where, text)
        passes = {text == "pass", game.kind(ply) == KIND_PASS, ply & 255 == NOWHERE}
        hold(len(passes) == 1, "it is a pass by text, kind or low byte, and not by the others", where, text)


def the_low_byte_starts_the_ply(game: Game) -> None:
    """The square whose sensor changes first is the low byte; `destination` is where that piece ends."""
    where, before = game.text(), occupied(game)
    for ply in legal_plies(game):
        text, start, pairs = game.ply_text(ply), ply & 255, footprint(game, ply)
        effects = dict(pairs)
        if game.kind(ply) == KIND_PASS:
            equal((start, game.destination(ply)), (NOWHERE, NOWHERE), "low byte and destination of a pass", where)
            equal(len(pairs), 0, "the number of pairs in a pass's footprint", where)
            continue
        hold(start < len(before), f"low byte {start}", where, text)
        equal(pairs[0][0], start, "the first square of the footprint", where, text)
        if before[start]:
            hold(effects[start] in (LEAVE, SWAP, STACK), f"its start has effect {effects[start]}", where, text)
            equal(game.piece_side(start), game.side, "the side of the piece that moves", where, text)
        else:  # from hand, or picked up before
            equal((effects, game.destination(ply)), ({start: ARRIVE}, start), "a piece from hand", where, text)


def footprints_are_what_the_sensors_feel(game: Game) -> None:
    """Each square whose occupancy changes is in the footprint, and changes as it says; the others stay."""
    where, before, values, undoable = game.text(), occupied(game), list(game.board), game.undoable
    for ply in legal_plies(game):
        text, pairs = game.ply_text(ply), footprint(game, ply)
        effects, target, mover = dict(pairs), game.destination(ply), game.side
        hold(len(effects) == len(pairs) <= game.max_footprint, f"footprint {pairs}", where, text)
        hold(set(effects.values()) <= set(OCCUPANCY), f"footprint {pairs}", where, text)
        game.push(ply)
        try:
            equal(game.undoable, undoable + 1, "undoable after it", where, text)
            ends_without_plies(game)
            hold(
                target == NOWHERE or game.piece_side(target) == mover, "its destination is not the mover's", where, text
            )
            loose = any(OCCUPANCY[effect][1] is None for effect in effects.values())
            hold(game.result or not loose, "MAYBE, and the game goes on", where, text)
            then, values_then = occupied(game), list(game.board)
        finally:
            game.pop()
        for square in range(len(before)):
            if square not in effects:
                equal(values_then[square], values[square], f"square {square}, not in the footprint,", where, text)
                continue
            closed, closes = OCCUPANCY[effects[square]]
            kept = before[square] == closed and closes in (None, then[square])
            hold(kept, f"square {square} is not as effect {effects[square]} says", where, text)
        if target != NOWHERE:
            hold(then[target] and effects.get(target) in (ARRIVE, SWAP, STACK), f"destination {target}", where, text)


def rank_orders_plies_of_one_footprint(game: Game) -> None:
    """Plies that no sensor tells apart have an order; ranks are small numbers."""
    ranks: dict[frozenset[tuple[int, int]], list[int]] = {}
    for ply in legal_plies(game):
        hold(0 <= game.rank(ply) < 1 << 30, f"rank {game.rank(ply)}", game.text(), game.ply_text(ply))
        ranks.setdefault(frozenset(footprint(game, ply)), []).append(game.rank(ply))
    for foot, group in ranks.items():
        hold(len(set(group)) == len(group), f"plies of footprint {sorted(foot)} have ranks {group}", game.text())


def plies_from_gives_those_of_its_square(game: Game) -> None:
    """plies_from gives the plies of `plies` that start there, for every square and for NOWHERE."""
    where, plies, most = game.text(), legal_plies(game), cast(int, getattr(game, "max_plies_from", game.max_plies))
    for square in [*range(len(game.board)), NOWHERE]:
        out = array("i", [-1] * (most + 5))
        end = game.plies_from(square, out, 5)
        hold(end - 5 <= most, f"{end - 5} plies, max_plies_from is {most}", where, f"square {square}")
        wanted = sorted(ply for ply in plies if ply & 255 == square)
        equal(sorted(out[5:end]), wanted, f"plies_from({square})", where)
        equal(list(out[:5]), [-1] * 5, "what stands before in the array", where)


def why_not_is_fine_where_a_ply_leads(game: Game) -> None:
    """why_not says WHY_FINE just where a ply leads, lands on its way or moves a second piece; other codes have words."""
    before = occupied(game)
    fine: set[tuple[int, int]] = set()
    for ply in legal_plies(game):
        start = ply & 255
        frm = start if start == NOWHERE or before[start] else NOWHERE
        fine.add((frm, game.destination(ply)))
        foot = footprint(game, ply)
        fine |= {(frm, square) for square, effect in foot if effect == PATH}
        fine |= set(ways(foot) or ())
    held = game.text(), game.digest(), legal_plies(game)
    known = refusals(game.name).words
    places = [*range(len(before)), NOWHERE]
    for frm in places:
        for to in places:
            code = game.why_not(frm, to)
            word = why_word(game, code)
            hold(word in known, f"why_not({frm}, {to}) is {code}, which has no word in codes.py", held[0])
            right = (code == WHY_FINE) == ((frm, to) in fine)
            hold(right, f"why_not({frm}, {to}) says '{word}', and a ply leads there: {(frm, to) in fine}", held[0])
    equal((game.text(), game.digest(), legal_plies(game)), held, "the position after why_not")


def pieces_have_a_side(game: Game) -> None:
    """The board has the frame's size; pieces have a side, empty squares and holes none; letters of pieces have names."""
    equal(len(game.board), game.columns * game.rows, "the length of the board", game.text())
    for square, value in enumerate(game.board):
        wanted = (-1,) if value in (0, HOLE) else (0, 1)
        hold(game.piece_side(square) in wanted, f"piece_side({square}) is {game.piece_side(square)}", game.text())
    letters = set(re.findall("[A-Z]", game.text().split(" ")[1].upper()))
    nameless = letters - set(about(game.name).pieces)
    hold(not nameless, f"about.json names no piece for {', '.join(sorted(nameless))}", game.text())


def the_past_counts_as_far_as_it_says(game: Game) -> None:
    """What the past makes of a position, `recall` takes over, and both go the same way on; a game without `look_back` has none."""
    word = claimed(game)
    hold(not word or word in by_players(game.name), f"claim() gives '{word}', which is not of claims", game.text())
    if not looks_back(game) or game.result:
        return
    again: Any = game_at(game.text())
    again.recall(game)
    plies, seed, where = 0, 77, game.text()
    out = array("i", [0] * game.max_plies)
    while True:
        ended = (game.result, game.reason, claimed(game), game.text(), game.digest())
        found = (again.result, again.reason, claimed(again), again.text(), again.digest())
        equal(found, ended, "what recall and the same plies give", where)
        end = game.plies(out, 0)
        if plies == 8 or not end:
            break
        seed, plies = after(seed), plies + 1
        ply = out[choose(game, out, end, seed)]
        game.push(ply)
        again.push(ply)
    for _ in range(plies):
        game.pop()
    equal((game.text(), claimed(game)), (where, word), "position and claim after pops", where)


def formats_are_read_back(game: Game) -> None:
    """What formats.py writes it reads: the position, and every ply as records and as engines have it."""
    formats = formats_of(game.name)
    if formats is None:
        return
    text = game.text()
    spec = text.split(" ")[0]
    if not game.result:
        equal(formats.read_position(spec, formats.write_position(game)), text, "read_position of write_position", text)
    for ply in legal_plies(game):
        record, engine = formats.write_ply(game, ply), formats.write_engine_ply(game, ply)
        equal(formats.read_ply(game, record), ply, f"read_ply('{record}')", text)
        equal(formats.read_engine_ply(game, engine), ply, f"read_engine_ply('{engine}')", text)
    equal(game.text(), text, "the position after writing and reading")


OF_A_POSITION: dict[str, Promise] = {
    "its text holds the whole position, and is read back": text_holds_the_position,
    "pop restores every byte, perft forwards and backwards": pop_restores_every_byte,
    "a game ends when it has no plies, for a reason that has a word": ends_without_plies,
    "plies are small numbers with a text each, which is read back": plies_have_a_text_each,
    "the low byte starts a ply, destination ends it": the_low_byte_starts_the_ply,
    "footprints are what the sensors feel": footprints_are_what_the_sensors_feel,
    "rank orders plies of one footprint": rank_orders_plies_of_one_footprint,
    "plies_from gives the plies of its square": plies_from_gives_those_of_its_square,
    "why_not is fine just where a ply leads": why_not_is_fine_where_a_ply_leads,
    "pieces have a side and a name": pieces_have_a_side,
    "claims and the past: recall takes over what counts": the_past_counts_as_far_as_it_says,
    "formats of its own world are read back": formats_are_read_back,
}
"""What is promised -> what tries it in one position."""


# Promises of a game


def the_last_plies_can_be_taken_back(text: str, seed: int, length: int, history: int) -> None:
    """As many as `history`, and no more. No two positions have one digest, and all taken back leaves no trace."""
    game = game_at(text, history)
    begun = state(game, history)
    trail = [(game.text(), game.digest())]
    out = array("i", [0] * game.max_plies)
    while len(trail) <= length and (end := game.plies(out, 0)):
        seed = after(seed)
        game.push(out[choose(game, out, end, seed)])
        trail.append((game.text(), game.digest()))
    equal(
        game.undoable,
        min(history, len(trail) - 1),
        f"undoable after {len(trail) - 1} plies with history {history}",
        text,
    )
    numbers = (len(set(trail)), len({one for one, _ in trail}), len({digest for _, digest in trail}))
    hold(len(set(numbers)) == 1, "two positions of a game share a digest, or one has two", text)
    while game.undoable:
        equal((game.text(), game.digest()), trail.pop(), "the position that pop comes back to", text)
        game.pop()
    equal((game.text(), game.digest()), trail.pop(), "the position that pop comes back to", text)
    hold(trail or history < 128 or state(game, history) == begun, "all taken back, the game is not as it began", text)


def reset_begins_again(spec: str) -> None:
    """reset and set_text forget what was played."""
    fresh = new_game(spec)
    for begin in ("reset", "set_text"):
        game = walked(fresh.text(), 77, 20)
        if begin == "reset":
            game.reset(spec.partition(":")[2])
        else:
            game.set_text(fresh.text())
        found = (game.text(), legal_plies(game), game.undoable, claimed(game))
        equal(found, (fresh.text(), legal_plies(fresh), 0, claimed(fresh)), f"the start after {begin}", spec)


def malformed_texts_are_refused(spec: str, texts: list[str]) -> int:
    """Texts of positions are refused whole, with a PositionError, or taken whole. How many were taken."""
    game = walked(new_game(spec).text(), 5, 12)
    held, taken = game.text(), 0
    for text in texts:
        try:
            game.set_text(text)
        except RulesError as error:
            field, place = getattr(error, "field", ""), cast(int, getattr(error, "place", -1))
            told = isinstance(error, PositionError) and field and 0 <= place <= len(text) + 1  # just behind it: missing
            hold(told, f"{type(error).__name__} with field {field!r}, place {place}", spec, repr(text))
            equal(game.text(), held, "the position after a refused text", spec, repr(text))
            continue
        except Exception as error:
            raise Broken(f"{spec}: set_text({text!r}) raises {type(error).__name__}, not PositionError") from error
        taken += 1
        equal((game.text(), game.undoable), (text, 0), "the position of a text", spec)
        for ply in legal_plies(game):
            game.push(ply)
            ends_without_plies(game)
            game.pop()
        held = text
    return taken


def plies_are_refused(game: Game, texts: list[str]) -> int:
    """Texts of plies are refused with a RulesError, or name a legal ply. How many were refused."""
    where, refused = game.text(), 0
    legal = {game.ply_text(ply): ply for ply in legal_plies(game)}
    for text in texts:
        try:
            found = game.parse_ply(text)
        except RulesError as error:
            hold(text not in legal and str(error), f"parse_ply({text!r}) is refused: {error}", where)
            refused += 1
            continue
        except Exception as error:
            raise Broken(f"{where}: parse_ply({text!r}) raises {type(error).__name__}, not PlyError") from error
        equal(found, legal.get(text, -1), f"parse_ply({text!r})", where)
    equal(game.text(), where, "the position after reading plies")
    return refused


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


def formats_know_their_game(name: str, specs: list[str]) -> bool:
    """Tags and engine names lead back to the game and its variants. Whether it has formats."""
    formats = formats_of(name)
    if formats is None:
        return False
    hold(re.fullmatch(r"\.[a-z0-9]+", formats.suffix), f"suffix is '{formats.suffix}', not as '.pgn'")
    for spec in specs:
        equal(formats.spec(formats.tags(spec)), spec, f"spec of the tags of {spec}")
    for called, spec in (*formats.engine_names.items(), *formats.engine_switches.items()):
        hold(spec in specs, f"engines call '{spec}' '{called}', and there is no such game")
    return True
