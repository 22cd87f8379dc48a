"""What the players are expected to do next, in words for people who are new to the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from crossboard.games.about import about
from crossboard.games.draw import piece_letters
from crossboard.games.formats import square_notation, text_notation
from crossboard.games.marks import CAPTURE, EXTRA, LIFTED, MISSING, MOVE, OFFER, PLACE, TAKE_OFF, WIN
from crossboard.games.reasons import claimed
from crossboard.games.rules import (
    ARRIVE,
    HOLE,
    KIND_CAPTURE,
    TAKEN,
    Game,
    RulesError,
    footprint,
    game_at,
    legal_plies,
    places_captured,
    public_text,
    side_names,
    square_name,
    turn_goes_on,
)
from crossboard.games.words import listed
from crossboard.language import join, tr, trn
from shared_rules.codes import WHY_MUST_JUMP

PASS = "pass"
PLY = re.compile(r"([A-Za-z]?)(@?)([a-z]\d+)((?:[-x*+]?[a-z]\d+)*)(?:=?([A-Za-z]))?")
STEP = re.compile(r"([-x*+]?)([a-z]\d+)")
PIECE = tr("piece")
TO = tr("to")


def piece_name(game: Game, letter: str) -> str:
    """What a letter of a position text is called."""
    return about(game.name).pieces.get(letter.upper(), PIECE) if letter else PIECE


def ply_words(game: Game, text: str) -> str:
    """A ply that is legal in `game` as people say it: `knight d3 jumps to b5`; as players write it where there are no words."""
    verbs = about(game.name).verbs
    found = PLY.fullmatch(text)
    if not found or not verbs:
        return text_notation(game, text)
    return square_notation(game.name, _ply_words(game, text, found, verbs))


def said_ply(before: Game, text: str) -> tuple[str, bool]:
    """A ply that is legal in `before` as it is announced, with its side, and whether it captures."""
    said = join(": ", (side_names(before)[before.side], ply_words(before, text)))
    return said, before.kind(before.parse_ply(text)) == KIND_CAPTURE


def _ply_words(game: Game, text: str, found: re.Match[str], verbs: Mapping[str, str]) -> str:
    letter, hand, first, steps, becomes = found.groups()
    if hand:
        return join(" ", (piece_name(game, letter or due_letter(game)), verbs.get("@", TO), first))
    letters = piece_letters(public_text(game))
    at = next((stack for square, stack in letters.items() if square_name(game, square) == first), "")
    words = join(" ", (piece_name(game, at[-1:]), first))
    for i, (sign, square) in enumerate(STEP.findall(steps)):
        if not sign and game.kind(game.parse_ply(text)) == KIND_CAPTURE:
            sign = "x"
        words = join(" ", (words + (tr(", then") if i else ""), verbs.get(sign, TO), square))
    return join(" ", (words, verbs.get("=", tr("and becomes a")), piece_name(game, becomes))) if becomes else words


def due_letter(game: Game) -> str:
    """The piece that is to be placed now, as in position texts; "" if none is."""
    return game.text().rpartition(" ")[2][:1] if turn_goes_on(game) else ""


def expected_words(game: Game, marks: bytes, hands: bool = True) -> str:
    """What is expected of the side to move, "" where every ply is free and nothing is under way, or the lights offer a choice.

    `marks` are what the lights say. `hands`: say also what a piece that is in somebody's hand may do.
    """
    if game.result or OFFER in marks:
        return ""
    return square_notation(game.name, _expected(game, marks, hands))


def _expected(game: Game, marks: bytes, hands: bool) -> str:
    at = {mark: [square_name(game, s) for s, found in enumerate(marks) if found == mark] for mark in set(marks)}
    lost, astray = at.get(MISSING, []), at.get(EXTRA, [])
    if lost and LIFTED in at and not any(game.board[s] for s, found in enumerate(marks) if found == MISSING):
        if TAKE_OFF in at:
            return tr("Then put the piece of {squares} on {free}.", squares=listed(at[TAKE_OFF]), free=listed(lost))
        return tr("Then put the piece in your hand on {free}.", free=listed(lost))
    if lost or astray:
        squares, pieces = listed(astray, "and"), _with_letters(game, lost)
        if not astray:
            return tr("Put {pieces}.", pieces=pieces)
        if not lost:
            return trn("Take the piece off {squares}.", "Take the pieces off {squares}.", len(astray), squares=squares)
        return trn(
            "Take the piece off {squares}; put {pieces}.",
            "Take the pieces off {squares}; put {pieces}.",
            len(astray),
            squares=squares,
            pieces=pieces,
        )
    if turn_goes_on(game):
        return _placement(game, at)
    if at.get(TAKE_OFF):
        off = [square for square, mark in enumerate(marks) if mark == TAKE_OFF]
        return _jumped(game, off[0]) or tr(
            "Take the captured piece off {squares}.", squares=listed(at[TAKE_OFF], "and")
        )
    ends = [name for mark in (WIN, CAPTURE, MOVE, PLACE) for name in at.get(mark, [])]
    if hands and at.get(LIFTED) and ends:
        return tr("Put it on {squares}, or back on {origin}.", squares=listed(ends), origin=at[LIFTED][0])
    if hands and (stuck := _without_ply(game, marks)):
        return join(" ", (tr("The piece of {square} can't move now: put it back.", square=stuck), _duty(game)))
    return _duty(game)


def _without_ply(game: Game, marks: bytes) -> str:
    """The square of a lifted piece of the side to move that has no legal ply; "" if there is none."""
    lifted = [square for square, mark in enumerate(marks) if mark == LIFTED and game.piece_side(square) == game.side]
    origins = {ply & 255 for ply in legal_plies(game)} if lifted else set[int]()
    return next((square_name(game, square) for square in lifted if square not in origins), "")


def _jumped(game: Game, square: int) -> str:
    """What becomes of a piece that is being jumped, where captured pieces come home; "" elsewhere."""
    if not places_captured(game):
        return ""
    homes: set[str] = set()
    owner = piece = ""
    for ply in legal_plies(game):
        if (square, TAKEN) not in footprint(game, ply):
            continue
        game.push(ply)
        if turn_goes_on(game):
            homes |= {square_name(game, game.destination(one)) for one in legal_plies(game)} - {"-"}
            owner, piece = side_names(game)[game.side], piece_name(game, due_letter(game))
        game.pop()
    if not homes:
        return ""
    return _homeward(owner, piece, square_name(game, square), listed(sorted(homes)))


def _homeward(side: str, piece: str, square: str, homes: str) -> str:
    return tr(
        "{side}: take the jumped {piece} off {square}, then put it on {homes}.",
        side=side,
        piece=piece,
        square=square,
        homes=homes,
    )


def _with_letters(game: Game, names: Sequence[str]) -> str:
    letters = {square_name(game, s): stack for s, stack in piece_letters(public_text(game)).items()}
    return listed(
        [
            tr("the {piece} back on {square}", piece=piece_name(game, letters.get(name, "")[-1:]), square=name)
            for name in names
        ],
        "and",
    )


def _placement(game: Game, at: dict[int, list[str]]) -> str:
    """A jumped piece comes home."""
    homes = sorted({square_name(game, game.destination(ply)) for ply in legal_plies(game)} - {"-"})
    piece = piece_name(game, due_letter(game))
    side = side_names(game)[game.side]
    if at.get(TAKE_OFF):
        return _homeward(side, piece, listed(at[TAKE_OFF]), listed(homes))
    return tr("{side}: put the jumped {piece} on {homes}.", side=side, piece=piece, homes=listed(homes))


def _duty(game: Game) -> str:
    """What the rules leave no choice about."""
    plies, side = legal_plies(game), side_names(game)[game.side]
    if len(plies) == 1 and game.ply_text(plies[0]) == PASS:
        return tr("{side} can't move and passes.", side=side)
    if plies and all(footprint(game, ply)[:1] and footprint(game, ply)[0][1] == ARRIVE for ply in plies):
        rows = sorted({square_name(game, game.destination(ply))[1:] for ply in plies}, key=int)
        return tr("{side}: put one from beside the board on a free square of row {rows}.", side=side, rows=listed(rows))
    if not plies or any(game.kind(ply) != KIND_CAPTURE for ply in plies) or not _must_jump(game):
        return ""
    origins = sorted({square_name(game, ply & 255) for ply in plies})
    return tr("{squares} must jump: who can jump has to.", squares=listed(origins))


def _must_jump(game: Game) -> bool:
    """Whether some piece would move if no other could jump."""
    try:
        known = game_at(public_text(game), 1)
    except RulesError:
        return False
    columns = known.columns
    for square, piece in enumerate(known.board):
        if piece in (0, HOLE) or known.piece_side(square) != known.side:
            continue
        for step in (1, -1, columns, -columns):
            end = square + step
            if 0 <= end < len(known.board) and known.why_not(square, end) == WHY_MUST_JUMP:
                return True
    return False


def draw_words(game: Game) -> str:
    """Why no draw can be agreed or claimed now, "" if one can."""
    if game.draw_allowed() or claimed(game):
        return ""
    quiet: int | None = getattr(game, "quiet", None)
    return join(" ", (about(game.name).draw, "" if quiet is None else tr("So far: {count}.", count=quiet)))


def question_words(game: Game, offers: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What the board asks when it offers these plies: the question, and the words for each offer."""
    parts = [PLY.fullmatch(offer) for offer in offers]
    if any(part and part[5] for part in parts):
        squares = {STEP.findall(part[4])[-1][1] for part in parts if part and part[4]}
        words = {
            offer: piece_name(game, part[5]) if part and part[5] else tr("stays a pawn")
            for offer, part in zip(offers, parts, strict=True)
        }
        question = tr("The pawn on {squares}: what does it become?", squares=listed(sorted(squares)))
        return square_notation(game.name, question), words
    if offers and all(part and part[1] and part[2] for part in parts):
        words = {offer: piece_name(game, part[1]) for offer, part in zip(offers, parts, strict=True) if part}
        squares = {part[3] for part in parts if part}
        question = tr("Which card was put on {squares}?", squares=listed(sorted(squares)))
        return square_notation(game.name, question), words
    return tr("Which move was it?"), {offer: ply_words(game, offer) for offer in offers}
