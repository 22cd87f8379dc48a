"""Reads game records: first the text (tags, turns, notes), then the game itself, played through the rules.

Each game of a file is read for itself, from one tag section to the next. Where its text or the rules are at fault, its legal
beginning is kept, its `problem` says what is wrong, where and why, and reading goes on at the next tag section. Only a file
without anything of a game is a RecordError.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice, pairwise
from pathlib import Path

from crossboard.compiled import Rules, load
from crossboard.errors import RecordError, brief, decode, decode_any, place, read_bytes
from crossboard.games.evals import read_depth, read_eval
from crossboard.games.formats import Formats, formats_of, plain_signs, spec_of_record
from crossboard.games.reasons import by_players, by_rules, claimed, end_word, end_words, ends, illegal_words, may_end
from crossboard.games.record import (
    PLAYERS,
    Asked,
    Comment,
    Nag,
    Note,
    Record,
    RecordTurn,
    Refused,
    Variation,
    escape_text,
    one_line,
    player_tags,
    unescape_text,
)
from crossboard.games.rules import RESULTS, Game, RulesError, game_names, name_of
from crossboard.games.turns import label, numbers, play_plies
from crossboard.games.words import first_day
from crossboard.library.secret import tags_problem

DASH = "[-\u2010-\u2015\u2212]"
HALF = "(?:1/2|\u00bd)"
TOKEN = re.compile(
    r"(?:[\s\ufeff]|\d+\.+|\d+(?=[\s{}();]|$)|\.+)*+(?:"
    rf"(?P<result>(?:[12]{DASH}0|0{DASH}[12]|1{DASH}1|{HALF}(?:{DASH}{HALF})?|\*)(?=[\s{{}}();\[]|$))"
    r"|(?P<glyph>[!?]{1,2}|(?:[+=]/?[-=+]|-/?\+|[=±∓⩲⩱∞])(?=[\s{}();$\[]|$))"
    r"|(?P<escape>^%[^\n]*)"
    r"|(?P<ply>[^\s{}();$!?\[\ufeff]+)"
    r"|\{(?P<comment>[^}]*)\}"
    r"|;(?P<rest>[^\n]*)"
    r"|\$(?P<nag>\w*)"
    r"|(?P<open>\()|(?P<close>\))"
    r'|(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\[^\n])*(?="\s*\])|[^\n]*(?="[ \t]*\][ \t]*$))"\s*\])'
    r"|(?P<end>\Z)|(?P<bad>.))",
    re.MULTILINE | re.DOTALL,
)
"""The next token after white space and move numbers. In a tag's value quotation marks may be escaped, or raw if the tag has its
line for itself."""
IN_POINTS = {"1/2": "1/2-1/2", "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
"""Results where a win has two points."""
TAG = re.compile(r'\[\s*\w+\s+"')
SECTION = re.compile(r'^[^\S\n]*\n[ \t\ufeff]*(?=\[[ \t]*\w+[ \t]+")|^(?=\ufeff?\[Event[ \t]+")', re.MULTILINE)
"""Where a tag section begins, whatever is open before it: a tag after an empty line, or a line that begins with the Event tag."""
GLYPHS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15,
    "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "*": 7,
}  # fmt: skip
"""The NAGs that other programs write as signs."""
SIGN = re.compile(r"(?<=[^=+/-])(?:[+=]/?[-=+]|-/?\+|[=±∓⩲⩱∞*])$")
"""Such a sign at the end of a ply."""
WHITE = " \t\r\n\f\v"
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
"""Characters that no text has, wherever in a game they stand: SQLite, terminals and other programs make something else of them."""
SQUARE = r"[a-z][1-9]\d?"
COMMAND = re.compile(r"\[%([a-z-]+) ([^\[\]]+)\]")
ARGUMENTS = {
    "emt": re.compile(r"(\d{1,4}):(\d\d):(\d\d)(?:\.(\d{1,3}))?"),
    "eval": re.compile(r"(\S{1,20})"),
    "line": re.compile(r"([a-zA-Z0-9@=*+,-]{1,2000})"),
    "think": re.compile(r"(\d{1,5}(?:\.\d{1,3})?)"),
    "illegal": re.compile(rf"(?:({SQUARE})(?:-({SQUARE}))?|@({SQUARE})|-) ([a-z][a-z-]*)"),
    "asked": re.compile(r"([a-zA-Z0-9@=*+,-]{1,2000}) ([a-zA-Z0-9@=*+-]{1,100})"),
}
"""What the commands in a comment take; those of `[%eval-before-placement …]` and so on are the same."""


class _Fault(Exception):
    """What is wrong with the text, and at which character of it."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(what)
        self.what = what
        self.at = at


@dataclass
class _Text:
    """A game as it stands in the text, nothing of it checked. The line of each part is that of its first character."""

    tags: dict[str, str] = field(default_factory=dict[str, str])
    tag_lines: dict[str, int] = field(default_factory=dict[str, int])
    turns: list[RecordTurn] = field(default_factory=list[RecordTurn])
    prelude: list[Note] = field(default_factory=list[Note])
    result: str = ""
    line: int = 0
    fault: str = ""
    fault_line: int = 0

    def notes(self) -> list[Note]:
        return self.turns[-1].notes if self.turns else self.prelude

    def begun(self) -> bool:
        """Whether anything of a game stands there, and not only what is said before it."""
        return bool(self.tags or self.turns or self.result)


def read_record_file(path: Path) -> list[Record]:
    """Every game of a file; RecordError if it can't be read or holds no game."""
    return list(play_record_file(path)[1])


def play_record_file(path: Path) -> tuple[int, Iterator[Record]]:
    """About how many games a file holds (its tag sections), and each when it is its turn; errors as `read_record_file`."""
    data = read_bytes(path, RecordError)
    text = decode_any(data)
    if not TAG.search(text):  # then it says more what kind of file it is
        text = decode(data, path, RecordError)
    count, games = _scan(text, str(path))
    first = next(games, None)
    if first is None:
        raise RecordError("holds no game record", place(path, 1))
    return count, _play_all(chain([first], games), str(path))


def read_records(text: str, source: str = "record") -> list[Record]:
    """Every game of a text; `source` is the name that complaints begin with."""
    return list(_play_all(_scan(text, source)[1], source))


def _scan(text: str, source: str) -> tuple[int, Iterator[_Text]]:
    """How many tag sections a text has, and the games; a RecordError in place of the only one if nothing of it can be read."""
    scanner = _Scanner(text.replace("\r\n", "\n").replace("\r", "\n"))
    games = scanner.games()
    some = list(islice(games, 2))
    if len(some) == 1 and (only := some[0]).fault and not only.turns and not only.result:
        raise RecordError(only.fault, place(source, only.fault_line))
    return len(scanner.sections), chain(some, games)


def _play_all(games: Iterable[_Text], source: str) -> Iterator[Record]:
    return (_play(game, number, source) for number, game in enumerate(games, 1))


class _Scanner:
    """Splits the text of a record file into games."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self.sections = sorted({0, *(found.end() for found in SECTION.finditer(text))})
        self._games: list[_Text] = []  # that are complete, in this section
        self._game = _Text()

    def games(self) -> Iterator[_Text]:
        """Yields the games, each read only then."""
        for begin, end in pairwise([*self.sections, len(self._text)]):
            control = CONTROL.search(self._text, begin, end)
            try:
                self._section(begin, control.start() if control else end)
            except _Fault as fault:
                self._take_fault(self._fault(control.start()) if control else fault)
            else:
                if control:
                    self._take_fault(self._fault(control.start()))
            yield from self._games
            self._games.clear()
        self._finish()
        yield from self._games

    def _line(self, at: int) -> int:
        return bisect_left(self._ends, at) + 1

    def _take_fault(self, fault: _Fault) -> None:
        """The rest of a section is not read. If the game before it was whole already, it is that one's."""
        if not self._game.begun() and self._games:
            self._join_last()
            self._game = self._games.pop()
        self._game.fault, self._game.fault_line = fault.what, self._line(fault.at)
        self._game.line = self._game.line or self._game.fault_line
        self._finish()

    def _join_last(self) -> None:
        """What stands after the end of a game, and before no other, belongs to it."""
        self._games[-1].notes().extend(self._game.prelude)

    def _finish(self) -> None:
        if self._game.begun() or self._game.fault:
            self._games.append(self._game)
        self._game = _Text()

    def _section(self, at: int, end: int) -> None:
        """Read what stands from one tag section to the next; tags alone, or comments before the first tag, go on in the next."""
        first = True
        tokens = TOKEN.finditer(self._text, at, end)
        for found in tokens:
            kind = found.lastgroup or ""
            word, begin = found[kind], found.start(kind)
            match kind:
                case "ply":
                    self._ply(word, begin)
                case "comment" | "rest":
                    if word.strip(WHITE):
                        self._game.notes().append(read_comment(word))
                case "end":
                    break
                case "escape":
                    pass
                case "nag":
                    if re.fullmatch(r"[0-9]{1,3}", word):
                        self._game.notes().append(Nag(int(word)))
                case "glyph":
                    self._glyph(word)
                case "open":
                    self._game.notes().append(Variation(self._variation(tokens, begin)))
                case "result":
                    self._game.line = self._game.line or self._line(begin)
                    self._game.result = _result(word)
                    self._finish()
                case "tag":
                    self._tag(found["name"], found["value"], begin, first)
                case _:
                    raise self._fault(begin)
            first = False
        if self._game.turns:
            self._finish()
        elif self._games and not self._game.tags:
            self._join_last()
            self._game = _Text()

    def _ply(self, word: str, at: int) -> None:
        line = self._line(at)
        self._game.line = self._game.line or line
        if word in ("e.p.", "ep"):  # said of the capture before it
            return
        sign = SIGN.search(word) if word[-1] in "=-+±∓⩲⩱∞*" else None
        self._game.turns.append(RecordTurn(0, word[: sign.start()] if sign else word, (), line=line))
        if sign:
            self._glyph(sign[0])

    def _glyph(self, sign: str) -> None:
        if sign in GLYPHS:
            self._game.notes().append(Nag(GLYPHS[sign]))

    def _tag(self, name: str, value: str, at: int, first: bool) -> None:
        if self._game.turns or (first and name in self._game.tags):
            self._finish()
        game = self._game
        value = re.sub(r"\\([\\\"])", r"\1", value)
        game.tags[name] = value
        game.tag_lines[name] = self._line(at)
        game.line = game.line or game.tag_lines[name]

    def _fault(self, at: int) -> _Fault:
        """What is wrong where no token can begin."""
        letter = self._text[at]
        if letter == "[":
            shown = self._text[at:].partition("\n")[0][:40]
            return _Fault(f"'{shown}' is not a tag pair such as [Event \"a name\"]", at)
        words = {"{": "a comment is not closed", "}": "a '}' without a '{'", ")": "a ')' without a '('"}
        return _Fault(words.get(letter, f"{letter!r} is not allowed in a record"), at)

    def _variation(self, tokens: Iterator[re.Match[str]], begin: int) -> str:
        """The text of the variation that began there, with variations inside."""
        depth, parts = 1, list[str]()
        for found in tokens:
            kind = found.lastgroup or ""
            if kind in ("end", "bad", "tag"):
                raise _Fault("a variation is not closed", begin) if kind != "bad" else self._fault(found.start(kind))
            before = found[0][: found.start(kind) - found.start()]
            depth += (kind == "open") - (kind == "close")
            if not depth:
                parts.append(before)
                break
            if kind == "rest":
                parts.append(before[:-1] + "{" + escape_text(found[kind]) + "}")
            else:
                parts.append(before if kind == "escape" else found[0])
        return one_line("".join(parts))


def _result(text: str) -> str:
    """A result that is written in one of several ways, as we write it."""
    plain = plain_signs(text.strip()).replace("\u00bd", "1/2")
    return IN_POINTS.get(plain, plain)


def read_comment(text: str) -> Comment:
    """A comment from the text between its braces."""
    comment, text = Comment(), one_line(text)
    for found in COMMAND.finditer(text):
        name = found[1].removesuffix("-before-placement")
        given = ARGUMENTS[name].fullmatch(found[2]) if name in ARGUMENTS else None
        if given and _take_command(comment, found[1], given):
            text = text.replace(found[0], " ", 1)
    comment.text = unescape_text(one_line(text))
    return comment


def _take_command(comment: Comment, name: str, given: re.Match[str]) -> bool:
    """What a command in a comment says, False if it says nothing, or nothing new: then it is text."""
    match name:
        case "emt" if comment.emt is None:
            comment.emt = int(given[1]) * 3600000 + int(given[2]) * 60000 + int(given[3]) * 1000
            comment.emt += int((given[4] or "0").ljust(3, "0"))
        case "think" if comment.think is None:
            comment.think = round(float(given[1]) * 1000)
        case "illegal":
            comment.refused.append(Refused(given[1] or "-", given[2] or given[3] or "-", given[4]))
        case "asked":
            comment.asked.append(Asked(tuple(given[1].split(",")), "" if given[2] == "-" else given[2]))
        case "eval" | "eval-before-placement" if not getattr(comment, name.replace("-", "_")):
            score, depth = read_eval(given[1]), read_depth(given[1])
            if score is None:
                return False
            setattr(comment, name.replace("-", "_"), f"{score.text()},{depth}" if depth else score.text())
        case "line" | "line-before-placement" if not getattr(comment, name.replace("-", "_")):
            setattr(comment, name.replace("-", "_"), tuple(given[1].split(",")))
        case _:
            return False
    return True


def _play(text: _Text, number: int, source: str) -> Record:
    """Play a game of the text through the rules."""
    record = Record("", dict(text.tags), [], text.prelude, line=text.line)

    def complain(what: str, line: int) -> None:
        if not record.problem:
            record.problem = f"{place(source, line)}: game {number}{brief(what)}"
            record.fault = f"line {line}{brief(what)}"

    if text.fault and not text.turns and not text.result:
        complain(f": {text.fault}", text.fault_line)
    try:
        game, formats = _start(text, Path(source).suffix.lower())
    except RulesError as error:
        said = next((name for name in ("FEN", "GameType", "Variant") if text.tags.get(name)), "")
        complain(f": {error}", text.tag_lines.get(said, text.line))
        return record
    record.start = game.text()
    if (players := player_tags(record.spec)) != PLAYERS:
        record.tags |= {ours: text.tags.get(theirs, "?") for ours, theirs in zip(PLAYERS, players, strict=True)}
    date = text.tags.get("Date", "").strip()
    if date.strip("?.") and not first_day(date):
        del record.tags["Date"]
        complain(
            f": '{date}' is not a date such as 2026.03.09 or 2026.03.??, so its day is unknown", text.tag_lines["Date"]
        )
    wrong, what = tags_problem(game, text.tags)
    if wrong:
        complain(f": {what}", text.tag_lines[wrong])

    def read(game: Game, text: str) -> int:
        return formats.read_ply(game, plain_signs(text)) if formats else game.parse_ply(text)

    for turn in text.turns:
        turn.side = game.side
        try:
            turn.plies, turn.texts = zip(*play_plies(game, turn.text, read), strict=True)
        except RulesError as error:
            shown = label(numbers(t.side for t in [*record.turns, turn])[-1], turn.side)
            if game.result:
                _keep_rest(record, text)
                over = end_words(game, game.result, game.reason)
                complain(
                    f", turn {shown} {turn.text}: the game was over before, {over}; the rest is kept as a comment",
                    turn.line,
                )
                _end_by_rules(record, game)
                return record
            why = illegal_words(game, error, turn.text)
            reason = f"not legal, {why}" if why else str(error)
            complain(f", turn {shown} {turn.text}: {reason}; the rest of this game is skipped", turn.line)
            _end_by_rules(record, game)
            return record
        if formats:
            turn.text = "".join(turn.texts)
        record.turns.append(turn)
    if text.fault and not text.result:
        complain(f": {text.fault}; the rest of this game is skipped", text.fault_line)
        _end_by_rules(record, game)
        return record
    fault = _end(record, game, text)
    if fault:
        complain(f": {fault}", text.tag_lines.get("Result", text.line))
    if text.fault:
        complain(f": after its end {text.fault}", text.fault_line)
    return record


def _start(text: _Text, ending: str) -> tuple[Game, Formats | None]:
    """The game at its start, and the formats that its record is written in if these are not ours; a tag without a value says
    nothing. `ending`: of the file's name."""
    tags = {name: value for name, value in text.tags.items() if value.strip(" ?")}
    spec, position = tags.get("Variant", ""), tags.get("FEN", "")
    name = (spec or position.partition(" ")[0]).partition(":")[0]
    if name not in game_names() or formats_of(name):
        moves = [turn.text for turn in text.turns[:1]]
        if own := spec_of_record(tags, moves, ending):
            formats = formats_of(own.partition(":")[0])
            assert formats
            start = formats.read_position(own, position) if position else ""
            return (_rules(own).game_at(start) if start else _rules(own).new_game(own)), formats
    return _our_start(spec, position), None


def _our_start(spec: str, position: str) -> Game:
    if not spec and not position:
        raise RulesError("neither Variant, FEN nor GameType says which game it is")
    if not position:
        return _rules(spec).new_game(spec)
    if spec and position.partition(" ")[0] != spec:
        raise RulesError(f"the Variant tag says '{spec}', the FEN tag '{position.partition(' ')[0]}'")
    return _rules(position).game_at(position)


_load = cache(load)  # compiled, where they are: thousands of games are played through them


def _rules(text: str) -> Rules:
    """The rules of a `GAME[:VARIANT]` or a position."""
    return _load(name_of(text))


def _keep_rest(record: Record, text: _Text) -> None:
    """What was played after the end by the rules, as a comment."""
    notes = record.turns[-1].notes if record.turns else record.prelude
    moves = [turn.text for turn in text.turns[len(record.turns) :]]
    notes.append(Comment(" ".join(["played on:", *moves, text.result]).strip()))


def _end_by_rules(record: Record, game: Game) -> None:
    """A position in which the game is over has its result and reason, whatever the record says."""
    if game.result:
        record.result, record.termination = RESULTS[game.result], end_word(game, game.reason)


def _end(record: Record, game: Game, text: _Text) -> str:
    """Settle result and termination; returns what contradicts the record itself or the rules, or ""."""
    tag = _result(text.tags.get("Result", "*"))
    fault = _settle(record, game, text, tag)
    if text.result and tag in RESULTS and tag not in ("*", text.result):
        return f"the Result tag says {tag}, the moves end with {text.result}"
    return fault


def _settle(record: Record, game: Game, text: _Text, tag: str) -> str:
    said = text.result or (tag if tag in RESULTS else "*")
    ending = text.tags.get("Termination", "").strip("?")
    if game.result:
        _end_by_rules(record, game)
        if said not in ("*", record.result) or (ending in ends(game.name).words and ending != record.termination):
            ruled, claimed = f"{record.result} ({record.termination})", f"{said} {ending}".strip()
            return f"it ends {ruled} by the rules, but the record says {claimed}"
        return ""
    if ending in by_rules(game.name):
        record.termination = "unfinished"
        return f"the record says {said} ({ending}), but by the rules the game is not over"
    fault = _fault_of_players(game, said, ending)
    record.result = said
    record.termination = ending if ending and not fault else _usual_reason(game, said)
    return fault


def _usual_reason(game: Game, result: str) -> str:
    """How players usually come to that result there, where a record does not say."""
    if result == "1/2-1/2":
        return claimed(game) or ("agreed" if game.draw_allowed() else "abandoned")
    return "unfinished" if result == "*" else "resigned"


def _fault_of_players(game: Game, said: str, ending: str) -> str:
    """Why players can't have ended the game there with that result for that reason; "" if they can, or none is known."""
    willed = by_players(game.name)
    if ending not in willed:
        return ""
    if said not in willed[ending]:
        return f"the record says {said}, and {ending}: that needs {' or '.join(willed[ending])}"
    if may_end(game, said, ending):
        return ""
    draw = "no agreed draw" if ending == "agreed" else "no claim of that"
    return f"the record says {ending}, but the rules allow {draw} there"
