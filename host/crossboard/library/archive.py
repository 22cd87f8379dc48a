"""Between the library and record files: a stored game as a record, a record as a game to store.

A game keeps its identity on the way: what was logged carries `Board` and `GameId` tags, so that taking it in again adds
nothing; what comes from elsewhere is known by a hash of its record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from crossboard.games.record import Asked, Comment, Nag, Note, Record, RecordTurn, Refused, Variation, write_record
from crossboard.games.words import date_text, first_day
from crossboard.library.games import Library
from crossboard.library.record_evals import Evals, annotate, by_seq, split
from crossboard.library.secret import secret_tags
from crossboard.library.stored import IMPORTED, QUESTION, Event, NewGame, StoredGame, StoredNote, TurnTimes
from crossboard.library.timeline import TimedTurn, tell
from crossboard.library.turn_times import keep_times, kept_times

OWN_COLUMNS = ("White", "Black", "Result", "Variant", "SetUp", "FEN", "Termination")

NOTHING = Comment()


class Taken(NamedTuple):
    """The outcome for a record: the game's number, and whether it is new."""

    game: int
    new: bool


def export_game(library: Library, number: int) -> Record:
    """The record of a stored game: the turns that stood, with times, refused attempts and notes."""
    stored = library.game(number)
    line = tell(stored.start, library.moments(number))
    tags = _tags(stored) | secret_tags(library.events(number))
    record = Record(line.start, tags, result=stored.result, termination=stored.termination)
    notes = library.notes(number)
    record.prelude = _notes(n for n in notes if n.seq == 0)
    for turn in line.turns:
        own = _notes(n for n in notes if n.seq in turn.seqs)
        record.turns.append(RecordTurn(turn.side, turn.text, turn.plies, _with_times(turn, own)))
    if line.trailing or line.trailing_asked:
        left = _attempts(line.trailing, line.trailing_asked, None)
        (record.turns[-1].notes if record.turns else record.prelude).append(left)
    annotate(record, line, library.analysis(number))
    return record


def _tags(stored: StoredGame) -> dict[str, str]:
    tags = dict(stored.tags)
    tags["White"], tags["Black"] = stored.first or "?", stored.second or "?"
    if stored.board != IMPORTED:
        tags["Board"], tags["GameId"] = stored.board, stored.board_game
        tags.setdefault("Date", date_text(stored.began_ms)[:10].replace("-", "."))
    return tags


def _attempts(refused: Iterable[Event], asked: Iterable[Event], ms: int | None) -> Comment:
    return Comment(
        emt=ms,
        refused=[Refused(e.origin, e.target, e.reason) for e in refused],
        asked=[Asked(tuple(e.text.split()), e.reason) for e in asked],
    )


def _with_times(turn: TimedTurn, notes: list[Note]) -> list[Note]:
    """The notes of a turn, with what was measured in front."""
    measured = _attempts(turn.refused, turn.asked, None if turn.ms is None else turn.ms // 100 * 100)
    if measured == Comment():
        return notes
    if notes and isinstance(notes[0], Comment):
        measured.text = notes[0].text
        notes = notes[1:]
    return [measured, *notes]


def _notes(stored: Iterable[StoredNote]) -> list[Note]:
    found: list[Note] = []
    for note in stored:
        match note.kind:
            case "nag" if note.text.isascii() and note.text.isdecimal():
                found.append(Nag(int(note.text[:3])))
            case "variation":
                found.append(Variation(note.text))
            case _:
                found.append(Comment(note.text))
    return found


@dataclass(frozen=True, slots=True)
class Prepared:
    """A record prepared for storing: all that can be computed before the library is locked."""

    record: Record
    evals: Evals
    new: NewGame
    events: list[Event]
    notes: list[StoredNote]


def prepare(record: Record) -> Prepared:
    """What to store of a record's game, as far as it was legal."""
    record, evals = split(record)
    identity = hashlib.sha256(write_record(record).encode("utf-8", "replace")).hexdigest()[:16]
    tags = {name: value for name, value in record.tags.items() if name not in OWN_COLUMNS}
    new = NewGame(
        IMPORTED, identity, record.start, _name(record, "White"), _name(record, "Black"), tags, _date_ms(record.tags)
    )
    return Prepared(record, evals, new, *events_of(record))


def import_record(library: Library, record: Record) -> Taken:
    """Store a record's game, as `store_records`."""
    return store_records(library, [prepare(record)])[0]


def store_records(library: Library, prepared: Iterable[Prepared]) -> list[Taken]:
    """Store games, all of them or none. Of one that the library has already, nothing is stored but what was analysed of it and is
    not known here.
    """
    with library.transaction():
        return [_store(library, one) for one in prepared]


def _store(library: Library, one: Prepared) -> Taken:
    known = _known(library, one)
    if known is None:
        number = library.open_game(one.new)
        library.append(number, one.events, one.notes)
        if one.events:
            keep_times(library, [_turn_times(number, one)])
    else:
        number = known
        library.restore([number])
    if one.evals:
        _keep_evals(library, number, one.record, one.evals)
    return Taken(number, known is None)


def _known(library: Library, one: Prepared) -> int | None:
    """The number under which the library has that game, None if it has not."""
    tags = one.record.tags
    if "GameId" in tags and (known := library.find_game(tags.get("Board", ""), tags["GameId"])) is not None:
        return known
    known = library.find_game(IMPORTED, one.new.board_game)
    # One that has nothing in it an earlier version left when its import was interrupted.
    if known is not None and (one.events or one.notes) and library.is_empty(known):
        return None
    return known


def _turn_times(number: int, one: Prepared) -> TurnTimes:
    """As `work_out` finds them from the events, which have their times from here."""
    times = [(turn.side, emt) for turn in one.record.turns if (emt := _measured(turn).emt) is not None]
    return kept_times(number, _next(one.events) - 1, ([ms for side, ms in times if side == which] for which in (0, 1)))


def _keep_evals(library: Library, number: int, record: Record, evals: Evals) -> None:
    """Store the analysis in a record."""
    known = library.analysis(number)
    fresh = by_seq(evals, record, tell(library.game(number).start, library.moments(number)))
    library.keep_analysis(number, (one for one in fresh if one.seq not in known))


def _name(record: Record, tag: str) -> str:
    name = record.tags.get(tag, "")
    return "" if name in ("?", "-") else name


def _date_ms(tags: dict[str, str]) -> int | None:
    date = tags.get("Date", "")
    day = first_day(date)
    try:
        return int(day.timestamp() * 1000) if day and "?" not in date[:4] else None
    except (ValueError, OverflowError, OSError):
        return None


def events_of(record: Record) -> tuple[list[Event], list[StoredNote]]:
    """The events and notes of a record."""
    events: list[Event] = []
    notes: list[StoredNote] = []
    ms = 0
    _take_notes(record.prelude, 0, events, notes)
    for turn in record.turns:
        measured = _measured(turn)
        _take_measured(measured, events)
        ms += measured.emt or 0
        at = None if measured.emt is None else ms
        events += [Event(seq, "ply", text, board_ms=at) for seq, text in enumerate(turn.texts, _next(events))]
        _take_notes(turn.notes, _next(events) - 1, events, notes, measured)
    if record.result != "*" or record.termination not in ("", "unfinished"):
        events.append(Event(_next(events), "end", record.result, reason=record.termination))
    return events, notes


def _measured(turn: RecordTurn) -> Comment:
    """The comment of a turn that says how long it took."""
    return next((note for note in turn.notes if isinstance(note, Comment)), NOTHING)


def _next(events: Sequence[Event]) -> int:
    """The number of the event that comes next; questions have none."""
    return 1 + next((event.seq for event in reversed(events) if event.seq), 0)


def _take_measured(comment: Comment, events: list[Event]) -> None:
    """What the board refused and asked."""
    for attempt in comment.refused:
        events.append(Event(_next(events), "refused", "", attempt.origin, attempt.target, attempt.why))
    events.extend(Event(0, QUESTION, " ".join(asked.offers), reason=asked.answer) for asked in comment.asked)


def _take_notes(
    given: list[Note], seq: int, events: list[Event], notes: list[StoredNote], measured: Comment | None = None
) -> None:
    """Store notes after event `seq`; attempts and questions in any comment but `measured` happened after it."""
    for note in given:
        match note:
            case Nag():
                notes.append(StoredNote(seq, "nag", str(note.number)))
            case Variation():
                notes.append(StoredNote(seq, "variation", note.text))
            case Comment():
                if note.text:
                    notes.append(StoredNote(seq, "comment", note.text))
                if note is not measured:
                    _take_measured(note, events)
