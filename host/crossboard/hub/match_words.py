"""The words of a match, for players and pages."""

from __future__ import annotations

from crossboard.games.expected import draw_words, said_ply
from crossboard.games.formats import line_notation
from crossboard.games.reasons import end_word, end_words, ends
from crossboard.games.rules import public_text, side_names, terrain
from crossboard.hub import match as m
from crossboard.language import tr, trn

LISTED = 200  # plies that a page in the guest's place is told


def offer_words(offer: m.Offer, log: m.Log) -> str:
    """`for a draw`, `to take back the last ply`, `whether you claim the win`."""
    if offer.kind == m.WIN:
        return tr("whether you claim the win")
    if offer.kind == m.DRAW:
        return tr("for a draw")
    count = len(m.plies_of(log.entries)) - offer.left
    return trn("to take back the last ply", "to take back the last {count} plies", count)


def end_of(log: m.Log) -> tuple[int, str]:
    """Result and reason, in the word of records, of a match that is over."""
    if log.over:
        return log.over[0], log.over[1]
    game = log.position()[1]
    return game.result, end_word(game, game.reason)


def seat_value(log: m.Log, host: str) -> dict[str, object]:
    """What the page in the guest's place shows: the position one ply ago and that ply, and what may be asked of `host`."""
    side = 1 - log.host_side
    plies = m.plies_of(log.entries)
    game = log.position(-1)[1]
    before = public_text(game)
    said, took = said_ply(game, plies[-1]) if plies else ("", False)
    sides, game = log.position()
    offer = log.offer
    ended = end_words(game, *end_of(log)) if m.is_over(log) else ""
    words = offer_words(offer, log) if offer else ""
    return {
        "at": len(log.entries), "side": side, "position": before, "tail": plies[-1:],
        "said": said, "took": took,
        "terrain": terrain(game), "turn": game.side, "sides": side_names(game),
        "other": host or tr("the other player"),
        "plies": line_notation(log.start, plies)[-LISTED:], "count": len(plies), "back": bool(plies) and not log.over,
        "own": bool(sides) and sides[-1] == side, "ended": ended,
        "draw": not ended and not draw_words(game), "asked": words if offer and offer.side != side else "",
        "asking": words if offer and offer.side == side else "",
    }  # fmt: skip


def entries_words(log: m.Log, before: m.Log | None) -> list[str]:
    """What happened since `before`, but for plies."""
    game = m.game_at(log.start)
    names = side_names(game)
    found: list[str] = []
    for entry in log.entries[len(before.entries) if before else len(log.entries) :]:
        if entry.kind == m.UNDO:
            found.append(
                trn(
                    "{side} takes back; the game has {count} ply now",
                    "{side} takes back; the game has {count} plies now",
                    int(entry.text),
                    side=names[entry.side],
                )
            )
        elif entry.kind == m.END:
            reason = entry.text.partition(" ")[2]
            side, why = names[entry.side], ends(game.name).sentence(reason)
            claim = tr("{side} claims a draw: {why}", side=side, why=why)
            draw = tr("a draw is agreed") if reason == "agreed" else claim
            found.append(draw if entry.text.startswith("3") else tr("{side} resigns", side=side))
    return found


def answer_words(before: m.Offer | None, log: m.Log, side: int, who: str) -> list[str]:
    """What became of the offer `before`, and what is offered now, for the player of `side`; `who` is the other player."""
    found: list[str] = []
    mine = before is not None and before.side == side
    last = log.entries[-1] if before and before.at < len(log.entries) else None
    if mine and log.declined == before:
        found.append(tr("{who} declines", who=who))
    elif mine and last and last.kind == m.PLY and last.side != side:
        found.append(tr("{who} plays on: declined", who=who))
    if log.offer and log.offer.side == side:
        found.append(tr("{who} is asked {what}", who=who, what=offer_words(log.offer, log)))
    elif log.offer:
        found.append(
            tr("{who} asks {what}: accept or decline; to play on declines", who=who, what=offer_words(log.offer, log))
        )
    return found
