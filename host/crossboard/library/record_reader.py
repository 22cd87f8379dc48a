"""Reads game records: first the text (tags, turns, notes), then the game itself, played through the rules.

Text that can't be a record at all (an unclosed comment, a broken tag) is a RecordError with FILE:LINE. A game that
the rules contradict keeps its legal beginning, and its `problem` says what is wrong, where and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from crossboard.errors import RecordError, brief, place, read_text
from crossboard.games.evals import read_depth, read_eval
from crossboard.games.record import (
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
    unescape_text,
)
from crossboard.games.rules import RESULTS, TERMINATIONS, WILLED, Game, RulesError, game_at, illegal_why, new_game
from crossboard.games.turns import label, numbers, play_turn
from crossboard.games.words import why_words
from crossboard.library.secret import tags_problem

TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
TOKEN = re.compile(
    r"(?P<space>[ \t\r\n\f\v]+)"
    r"|\{(?P<comment>[^}]*)\}"
    r"|;(?P<rest>[^\n]*)"
    r"|(?P<escape>^%[^\n]*)"
    r"|\$(?P<nag>\w*)"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?=[\s{}();\[]|$))"
    r"|(?P<number>\d+\.+|\d+(?=[\s{}();]|$)|\.+)"
    r"|(?P<suffix>[!?]{1,2})"
    r"|(?P<open>\()"
    r"|(?P<ply>[^\s{}();$!?\[]+)",
    re.MULTILINE,
)
SUFFIX_NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
EMT = re.compile(r"\[%emt (\d{1,4}):(\d\d):(\d\d)(?:\.(\d{1,3}))?\]")
SCORE = re.compile(r"\[%(eval|eval-before-placement) ([^\]\s]{1,20})\]")
LINE = re.compile(r"\[%(line|line-before-placement) ([a-zA-Z0-9@=*+,-]{1,2000})\]")
THINK = re.compile(r"\[%think (\d{1,5}(?:\.\d{1,3})?)\]")
SQUARE = r"[a-z][1-9]\d?"
ASKED = re.compile(r"\[%asked ([a-zA-Z0-9@=*+,-]{1,2000}) ([a-zA-Z0-9@=*+-]{1,100})\]")
ILLEGAL = re.compile(rf"\[%illegal (?:({SQUARE})(?:-({SQUARE}))?|@({SQUARE})|-) ([a-z][a-z-]*)\]")

BY_THE_RULES = tuple(word for word in TERMINATIONS if word and word not in WILLED)  # only a position can give them


@dataclass
class _Text:
    """A game as it stands in the text, nothing of it checked."""

    tags: dict[str, str] = field(default_factory=dict[str, str])
    tag_lines: dict[str, int] = field(default_factory=dict[str, int])
    turns: list[RecordTurn] = field(default_factory=list[RecordTurn])
    prelude: list[Note] = field(default_factory=list[Note])
    result: str = ""
    line: int = 0

    def notes(self) -> list[Note]:
        return self.turns[-1].notes if self.turns else self.prelude


def read_record_file(path: Path) -> list[Record]:
    """Every game of a file; RecordError if it can't be read, is no record or holds no game."""
    return list(play_record_file(path)[1])


def play_record_file(path: Path) -> tuple[int, Iterator[Record]]:
    """How many games a file holds, and each when it is its turn to be played; errors as `read_record_file`."""
    games = _scan(read_text(path, RecordError), str(path))
    if not games:
        raise RecordError("holds no game record", place(path, 1))
    return len(games), _play_all(games, str(path))


def read_records(text: str, source: str = "record") -> list[Record]:
    """Every game of a text; `source` is the name that complaints begin with."""
    return list(_play_all(_scan(text, source), source))


def _scan(text: str, source: str) -> list[_Text]:
    return _Scanner(text.replace("\r\n", "\n"), source).games()


def _play_all(games: list[_Text], source: str) -> Iterator[Record]:
    return (_play(game, number, source) for number, game in enumerate(games, 1))


class _Scanner:
    """Splits the text of a record file into games."""

    def __init__(self, text: str, source: str) -> None:
        self._text = text
        self._source = source
        self._at = 0
        self._line = 1
        self._games: list[_Text] = []
        self._game = _Text()

    def games(self) -> list[_Text]:
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                self._tag()
            else:
                self._token()
        self._finish()
        return self._games

    def _fail(self, what: str) -> RecordError:
        return RecordError(what, place(self._source, self._line))

    def _advance(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _finish(self) -> None:
        game = self._game
        if game.tags or game.turns or game.result:
            self._games.append(game)
        elif game.prelude and self._games:  # a comment after the last game
            self._games[-1].notes().extend(game.prelude)
        self._game = _Text()

    def _tag(self) -> None:
        found = TAG.match(self._text, self._at)
        if not found:
            shown = self._text[self._at :].partition("\n")[0][:40]
            raise self._fail(f"'{shown}' is not a tag pair such as [Event \"a name\"]")
        if self._game.turns or self._game.result:
            self._finish()
        game = self._game
        game.line = game.line or self._line
        name = found[1]
        game.tags[name] = re.sub(r"\\([\\\"])", r"\1", found[2])
        game.tag_lines[name] = self._line
        self._advance(found.end())

    def _token(self) -> None:
        found = TOKEN.match(self._text, self._at)
        if not found:
            raise self._fail(
                {"{": "a comment is not closed", "}": "a '}' without a '{'", ")": "a ')' without a '('"}.get(
                    self._text[self._at], f"'{self._text[self._at]}' is not allowed in a record"
                )
            )
        game, kind, word = self._game, found.lastgroup, found[found.lastgroup or 0]
        match kind:
            case "comment" | "rest":
                note = read_comment(word)
                if note != Comment():
                    game.notes().append(note)
            case "nag":
                if re.fullmatch(r"[0-9]{1,3}", word):
                    game.notes().append(Nag(int(word)))
            case "suffix":
                game.notes().append(Nag(SUFFIX_NAGS[word]))
            case "open":
                game.notes().append(Variation(self._variation()))
                return
            case "result":
                game.line = game.line or self._line
                game.result = word
                self._advance(found.end())
                self._finish()
                return
            case "ply":
                game.line = game.line or self._line
                game.turns.append(RecordTurn(0, word, (), line=self._line))
            case _:
                pass
        self._advance(found.end())

    def _variation(self) -> str:
        """Read a variation, with variations inside; give its text and stand after it."""
        depth, parts = 1, list[str]()
        at = self._at + 1
        while at < len(self._text):
            if self._text[at] == ")":
                depth -= 1
                at += 1
                if not depth:
                    self._advance(at)
                    return one_line("".join(parts))
                parts.append(")")
                continue
            found = TOKEN.match(self._text, at)
            if not found or found.lastgroup == "result":
                break
            depth += found.lastgroup == "open"
            if found.lastgroup == "rest":
                parts.append("{" + escape_text(found["rest"]) + "}")
            elif found.lastgroup != "escape":
                parts.append(found[0])
            at = found.end()
        raise self._fail("a variation is not closed")


def read_comment(text: str) -> Comment:
    """A comment from the text between its braces."""
    comment = Comment()

    def take_emt(found: re.Match[str]) -> str:
        if comment.emt is not None:
            return found[0]
        comment.emt = int(found[1]) * 3600000 + int(found[2]) * 60000 + int(found[3]) * 1000
        comment.emt += int((found[4] or "0").ljust(3, "0"))
        return " "

    def take_illegal(found: re.Match[str]) -> str:
        comment.refused.append(Refused(found[1] or "-", found[2] or found[3] or "-", found[4]))
        return " "

    def take_asked(found: re.Match[str]) -> str:
        comment.asked.append(Asked(tuple(found[1].split(",")), "" if found[2] == "-" else found[2]))
        return " "

    def take_score(found: re.Match[str]) -> str:
        field, score = found[1].replace("-", "_"), read_eval(found[2])
        if score is None or getattr(comment, field):
            return found[0]
        depth = read_depth(found[2])
        setattr(comment, field, f"{score.text()},{depth}" if depth else score.text())
        return " "

    def take_line(found: re.Match[str]) -> str:
        field = found[1].replace("-", "_")
        if getattr(comment, field):
            return found[0]
        setattr(comment, field, tuple(found[2].split(",")))
        return " "

    def take_think(found: re.Match[str]) -> str:
        if comment.think is not None:
            return found[0]
        comment.think = round(float(found[1]) * 1000)
        return " "

    text = one_line(text)
    commands = (
        (EMT, take_emt), (SCORE, take_score), (LINE, take_line), (THINK, take_think), (ILLEGAL, take_illegal),
        (ASKED, take_asked),
    )  # fmt: skip
    for pattern, take in commands:
        text = pattern.sub(take, text)
    comment.text = unescape_text(one_line(text))
    return comment


def _play(text: _Text, number: int, source: str) -> Record:
    """Play a game of the text through the rules."""
    record = Record("", dict(text.tags), [], text.prelude, line=text.line)
    record.line = text.line

    def complain(what: str, line: int) -> None:
        if not record.problem:
            record.problem = f"{place(source, line)}: game {number}{brief(what)}"
            record.fault = f"line {line}{brief(what)}"

    try:
        game = _start(text.tags)
    except RulesError as error:
        complain(f": {error}", text.tag_lines.get("FEN", text.tag_lines.get("Variant", text.line)))
        return record
    record.start = game.text()
    wrong, what = tags_problem(game, text.tags)
    if wrong:
        complain(f": {what}", text.tag_lines[wrong])
    for turn in text.turns:
        turn.side = game.side
        try:
            turn.plies = tuple(play_turn(game, turn.text))
        except RulesError as error:
            why = illegal_why(error)
            reason = f"not legal, {why_words(why)}" if why else str(error)
            shown = label(numbers(t.side for t in [*record.turns, turn])[-1], turn.side)
            complain(f", turn {shown} {turn.text}: {reason}; the rest of this game is skipped", turn.line)
            _end_by_rules(record, game)
            return record
        record.turns.append(turn)
    fault = _end(record, game, text)
    if fault:
        complain(f": {fault}", text.tag_lines.get("Result", text.line))
    return record


def _start(tags: dict[str, str]) -> Game:
    spec, position = tags.get("Variant", ""), tags.get("FEN", "")
    if not spec and not position:
        raise RulesError("neither a Variant nor a FEN tag says which game it is")
    if not position:
        return new_game(spec)
    if spec and position.partition(" ")[0] != spec:
        raise RulesError(f"the Variant tag says '{spec}', the FEN tag '{position.partition(' ')[0]}'")
    return game_at(position)


def _end_by_rules(record: Record, game: Game) -> None:
    """A position in which the game is over has its result and reason, whatever the record says."""
    if game.result:
        record.result, record.termination = RESULTS[game.result], TERMINATIONS[game.reason]


def _end(record: Record, game: Game, text: _Text) -> str:
    """Settle result and termination; give what the record says against the rules, or ""."""
    tag = text.tags.get("Result", "*")
    said = text.result or (tag if tag in RESULTS else "*")
    ending = text.tags.get("Termination", "").strip("?")
    if game.result:
        _end_by_rules(record, game)
        if said not in ("*", record.result) or (ending in TERMINATIONS[1:] and ending != record.termination):
            ruled, claimed = f"{record.result} ({record.termination})", f"{said} {ending}".strip()
            return f"it ends {ruled} by the rules, but the record says {claimed}"
    elif ending in BY_THE_RULES:
        record.termination = "unfinished"
        return f"the record says {said} ({ending}), but by the rules the game is not over"
    else:
        fault = _fault_of_players(game, said, ending)
        record.result = said
        record.termination = ending if ending and not fault else _usual_reason(game, said)
        if fault:
            return fault
    if text.result and tag in RESULTS and tag not in ("*", text.result):
        return f"the Result tag says {tag}, the moves end with {text.result}"
    return ""


def _usual_reason(game: Game, result: str) -> str:
    """How players usually come to that result there, where a record does not say."""
    if result == "1/2-1/2":
        return "agreed" if game.draw_allowed() else "abandoned"
    return "unfinished" if result == "*" else "resigned"


def _fault_of_players(game: Game, said: str, ending: str) -> str:
    """Why players can't have ended the game there with that result for that reason; "" if they can, or none is known."""
    if ending not in WILLED:
        return ""
    if said not in WILLED[ending]:
        return f"the record says {said}, and {ending}: that needs {' or '.join(WILLED[ending])}"
    if ending == "agreed" and not game.draw_allowed():
        return "the record says agreed, but the rules allow no agreed draw there"
    return ""
