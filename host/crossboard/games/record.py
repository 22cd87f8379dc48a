"""Game records in the PGN manner: what a record holds, and how it is written.

`read_records` (record_reader.py) reads what `write_record` writes, and what other PGN programs make of it. A record
holds one token per turn; comments may hold `[%emt h:mm:ss.t]` (time spent on the turn) and `[%illegal a4-a6 REASON]`
(an attempt that the board refused), `[%asked a4-b4,a4-b5 a4-b5]` (the plies that the board asked about, and the answer, `-`
if it was taken back), `[%eval 0.35,12]` (the score of the position after the turn, evals.py), `[%line a4-b4,h4-g4]` (how the game
should go on from there), both also as `[%eval-before-placement …]` and `[%line-before-placement …]` (of the position between
a jump and the placement that its token ends with), and, before the first turn, `[%think 0.5]` (seconds that each position
was searched at least). In free text `}` is `&#125;` (`escape_text`). An attempt or a question belongs to the turn
after whose token it stands, or, in a second comment after the last turn, to the turn that was never finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from crossboard.games.formats import formats_of, is_usual_start
from crossboard.games.reasons import attempt_text
from crossboard.games.rules import RESULTS, by_colour, game_at
from crossboard.games.turns import label, numbers
from crossboard.games.words import clock_text

ESCAPED = re.compile(r"\}|\[(?=%(?:emt|eval|line|think|illegal|asked)\b)|&(?=#\d+;)")
"""What a comment of a note can't hold as it is: what would end it, be read as a command, or look like an escape."""
ESCAPE = re.compile(r"&#(\d{1,3});")
SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
PLAYERS = ("White", "Black")
"""The tags of the players of the first and the second side."""
WIDTH = 80
SPACE = re.compile(r"[\x00-\x20\x7f]+")


class Refused(NamedTuple):
    """An attempt that the board refused: square names (`-` for none) and the word for the reason."""

    origin: str
    target: str
    why: str


class Asked(NamedTuple):
    """A question of the board: the plies it could have been, and the one it was, "" for none."""

    offers: tuple[str, ...]
    answer: str


@dataclass
class Comment:
    """A comment in braces: time spent in ms (written to a tenth of a second), scores of positions (`Eval.text` and a depth, ""
    for none), plies that should follow, ms of search, refused attempts, questions, free text."""

    text: str = ""
    emt: int | None = None
    refused: list[Refused] = field(default_factory=list[Refused])
    asked: list[Asked] = field(default_factory=list[Asked])
    eval: str = ""
    eval_before_placement: str = ""
    line: tuple[str, ...] = ()
    line_before_placement: tuple[str, ...] = ()
    think: int | None = None


@dataclass
class Nag:
    """A numeric annotation, `$1` for `!` and so on."""

    number: int


@dataclass
class Variation:
    """Another line, kept as the text between its parentheses."""

    text: str


Note = Comment | Nag | Variation


@dataclass
class RecordTurn:
    """One turn: whose, its token, its plies (ints of the rules) and what is noted after it; of a record that was read also the
    texts of its plies and its line there."""

    side: int
    text: str
    plies: tuple[int, ...]
    notes: list[Note] = field(default_factory=list[Note])
    line: int = 0
    texts: tuple[str, ...] = ()


@dataclass
class Record:
    """One game. `start` is its start position; `tags` holds what the writer does not make itself.

    `problem` is what is wrong with the game (its first turn that is not legal, say), with FILE:LINE and the game's number, or "";
    `fault` the same with the line alone.
    """

    start: str
    tags: dict[str, str] = field(default_factory=dict[str, str])
    turns: list[RecordTurn] = field(default_factory=list[RecordTurn])
    prelude: list[Note] = field(default_factory=list[Note])
    result: str = RESULTS[0]
    termination: str = ""
    problem: str = ""
    fault: str = ""
    line: int = 0

    @property
    def spec(self) -> str:
        """`GAME` or `GAME:VARIANT`."""
        return self.start.partition(" ")[0]

    def all_tags(self) -> dict[str, str]:
        """Every tag in the order in which it is written."""
        own = self.tags
        found = {name: own.get(name, "????.??.??" if name == "Date" else "?") for name in SEVEN_TAGS}
        first, second = player_tags(self.spec)
        found[first], found[second] = found[PLAYERS[0]], found[PLAYERS[1]]
        found["Result"] = self.result
        found.update(self._start_tags())
        found["Termination"] = self.termination or "unfinished"
        found["Board"] = own.get("Board", "?")
        found.update((name, value) for name, value in own.items() if name not in found)
        return found

    def _start_tags(self) -> dict[str, str]:
        """Those that say which game it is, and where it began."""
        formats = formats_of(self.spec.partition(":")[0])
        if formats is None:
            return {"Variant": self.spec, "SetUp": "1", "FEN": self.start}
        found = formats.tags(self.spec)
        if not is_usual_start(self.spec, self.start):
            found |= {"SetUp": "1", "FEN": formats.write_position(game_at(self.start, 1))}
        return found


def player_tags(spec: str) -> tuple[str, str]:
    """Where a record has the players of the first and the second side: by colour, also where Black begins."""
    return by_colour(spec, PLAYERS)


def write_record(record: Record) -> str:
    """One game as text, ended by a line end."""
    tags = [f'[{name} "{_escape(value)}"]' for name, value in record.all_tags().items()]
    return "\n".join([*tags, "", *_wrap(_words(record)), ""])


def _escape(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def escape_text(text: str) -> str:
    """Free text as it stands in a comment: characters that it can't hold are character references, `&#125;` for `}`."""
    return ESCAPED.sub(lambda found: f"&#{ord(found[0])};", text)


def unescape_text(text: str) -> str:
    """The same backwards; references to characters that need none are text."""
    if "&#" not in text:
        return text
    return ESCAPE.sub(lambda found: chr(int(found[1])) if chr(int(found[1])) in "}[&" else found[0], text)


def join_records(texts: Iterable[str]) -> Iterator[str]:
    """The parts of a file of records: a blank line ends each, as PGN has it, so that more can follow."""
    for text in texts:
        yield f"{text}\n"


def one_line(text: str) -> str:
    """Text with every run of white space and control characters made one space."""
    return SPACE.sub(" ", text).strip(" ")


def _words(record: Record) -> Iterator[str]:
    """The movetext word by word; a word is never split over lines."""
    for note in record.prelude:
        yield from _note_words(note)
    announce, before = True, 0
    turns = record.turns
    texts = _turn_texts(record)
    for turn, text, number in zip(turns, texts, numbers(t.side for t in turns), strict=True):
        if turn.side == 0 or announce or number != before:
            yield label(number, turn.side)
        yield text
        announce, before = False, number
        for note in turn.notes:
            yield from _note_words(note)
            announce = announce or not isinstance(note, Nag)
    yield record.result


def _turn_texts(record: Record) -> list[str]:
    """The turns as the game's own world writes them, if it has one."""
    formats = formats_of(record.spec.partition(":")[0])
    if formats is None:
        return [turn.text for turn in record.turns]
    game = game_at(record.start)
    found: list[str] = []
    for turn in record.turns:
        texts: list[str] = []
        for ply in turn.plies:
            texts.append(formats.write_ply(game, ply))
            game.push(ply)
        found.append("".join(texts))
    return found


def _note_words(note: Note) -> list[str]:
    match note:
        case Nag():
            return [f"${note.number}"]
        case Variation():
            return f"({one_line(note.text)})".split(" ")
        case Comment():
            parts = [f"[%emt {clock_text(note.emt)}]"] if note.emt is not None else []
            parts += [f"[%think {note.think / 1000:g}]"] if note.think else []
            parts += [f"[%eval {note.eval}]"] if note.eval else []
            parts += [f"[%line {','.join(note.line)}]"] if note.line else []
            parts += [f"[%eval-before-placement {note.eval_before_placement}]"] if note.eval_before_placement else []
            parts += (
                [f"[%line-before-placement {','.join(note.line_before_placement)}]"]
                if note.line_before_placement
                else []
            )
            parts += [f"[%illegal {attempt_text(r.origin, r.target)} {r.why}]" for r in note.refused]
            parts += [f"[%asked {','.join(a.offers)} {a.answer or '-'}]" for a in note.asked]
            parts += [escape_text(one_line(note.text))] if note.text else []
            text = " ".join(filter(None, parts))
            return f"{{{text}}}".split(" ") if text else []


def _wrap(words: Iterable[str]) -> list[str]:
    """Lines of at most WIDTH characters, as far as words allow; none begins with `%`, which hides a line, or as a game does."""
    units: list[str] = []
    for word in words:
        if units and word.startswith(("%", "[Event")):
            units[-1] += " " + word
        else:
            units.append(word)
    lines, line, room = list[str](), [units[0]], WIDTH - len(units[0])
    for unit in units[1:]:
        room -= 1 + len(unit)
        if room < 0:
            lines.append(" ".join(line))
            line, room = [], WIDTH - len(unit)
        line.append(unit)
    return [*lines, " ".join(line)]
