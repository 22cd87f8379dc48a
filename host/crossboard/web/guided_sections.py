"""What the live page shows of a replay on the board, in the same sections as a game (sections.py), and one of its own."""

from __future__ import annotations

from crossboard.games.rules import HOLE, side_names, terrain
from crossboard.games.words import clean
from crossboard.guided_replay.guided_replay import Lead
from crossboard.web.sections import LONGEST, Value, marks_text


def game_section(lead: Lead) -> Value:
    """The position that is led to."""
    game, stand = lead.game, lead.stand
    return {
        "id": f"replay of {lead.story.heading}",
        "number": lead.story.number,
        "spec": lead.story.spec,
        "columns": game.columns,
        "rows": game.rows,
        "holes": [s for s, value in enumerate(game.board) if value == HOLE],
        "terrain": terrain(game),
        "position": stand.public,
        "side": -1,
        "sides": side_names(game),
        "names": ["", ""],
        "levels": [0, 0],
        "ended": "",
        "plies": 0,
        "said": "",
        "draw": False,
        "draw_words": "",
        "first": [],
    }


def status_section(lead: Lead) -> Value:
    """What the players have to do now."""
    return {
        "mode": "" if lead.fits else "g",
        "text": clean(lead.words()),
        "expected": "",
        "refusal": "",
        "shown": "",
        "marks": marks_text(lead.marks()),
        "question": None,
    }


def turns_section(lead: Lead) -> Value:
    """The plies, with the turn that each belongs to; `now` is the one that is led."""
    first = max(0, lead.index - LONGEST // 2)
    stands = list(enumerate(lead.story.stands))[1:][first : first + LONGEST]
    return {
        "turns": [
            {
                "label": stand.words.partition(" ")[0],
                "side": int("..." in stand.words),
                "text": stand.words.partition(" ")[2],
                "ms": None,
                "refused": [],
                "turn": stand.turn,
                "now": index == lead.index,
            }
            for index, stand in stands
        ],
        "trailing": [],
        "skipped": first,
    }


def lead_section(lead: Lead) -> Value:
    """The replay itself."""
    return {
        "heading": clean(lead.story.heading),
        "game": lead.story.number,
        "index": lead.index,
        "last": len(lead.story.stands) - 1,
        "turn": lead.stand.turn,
        "turns": lead.story.turns,
        "running": lead.running,
        "fits": lead.fits,
        "over": lead.stand.over,
        "wanted": {str(square): letters for square, letters in lead.wanted().items()},
    }
