"""Game records: written as FORMATS say, read back the same, and honest about what is wrong in them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossboard.errors import CrossboardError, RecordError
from crossboard.games.reasons import end_word
from crossboard.games.record import WIDTH, Comment, Nag, Record, RecordTurn, Refused, Variation, write_record
from crossboard.games.rules import RESULTS, game_at, legal_plies, new_game, specs
from crossboard.games.turns import numbers, split_turns
from crossboard.library.record_reader import play_record_file, read_record_file, read_records

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
WON = '[FEN "charing-cross 8/8/8/6N1/8/8/6n1/8 w -"]\n\n1. g5-h6'
SHORT = """[Event "?"]
[Site "?"]
[Date "2026.02.03"]
[Round "1"]
[White "Ada \\"the Rook\\" L."]
[Black "C:\\\\Bob"]
[Result "*"]
[Variant "charing-cross"]
[SetUp "1"]
[FEN "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"]
[Termination "unfinished"]
[Board "?"]
[Mood "quiet"]

1. a4-b4 {[%emt 0:00:04.2] [%illegal a4-a6 no-such-move] a good start} 1...
e1xc1@e1 2. b4-c3 h5xh3@h4 $5 *
"""


def random_record(seed: int) -> Record:
    """A game of random plies from the start of a random game."""
    chance = random.Random(seed)
    game = new_game(chance.choice(specs()))
    start = game.text()
    plies: list[int] = []
    for _ in range(chance.randrange(60)):
        if game.result:
            break
        plies.append(chance.choice(legal_plies(game)))
        game.push(plies[-1])
    again = game_at(start)
    turns = [RecordTurn(t.side, t.text, tuple(plies[t.first : t.end])) for t in split_turns(again, plies)]
    ended = game.result != 0
    record = Record(start, turns=turns, result=RESULTS[game.result])
    record.termination = end_word(game, game.reason) if ended else "unfinished"
    return record


WORD = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Z")), min_size=1),
    st.sampled_from(
        ["{", "}", "a}b", "[%emt 0:00:01.0]", "[%eval 1.00]", "[%csl Ga4]", "&#125;", "&#38;#125;", "[%line a4]"]
    ),
)
TEXT = st.lists(WORD, max_size=8).map(" ".join)
SQUARE = st.sampled_from(["a1", "b4", "h8", "l12"])
REFUSED = st.one_of(
    st.builds(Refused, SQUARE, st.one_of(SQUARE, st.just("-")), st.just("no-such-move")),
    st.builds(Refused, st.just("-"), st.one_of(SQUARE, st.just("-")), st.just("unexplained")),
)
COMMENT = st.builds(
    Comment, TEXT, st.one_of(st.none(), st.integers(0, 10**6).map(lambda n: n * 100)), st.lists(REFUSED, max_size=3)
)
NOTE = st.one_of(
    COMMENT.filter(lambda c: c != Comment()),
    st.builds(Nag, st.integers(0, 255)),
    st.sampled_from([Variation("1. a4-b5 {why not?} ( 1. a5-b5 $2 ) d1-d2"), Variation("d1xf1@-")]),
)
TAGS = st.dictionaries(st.from_regex(r"\A[A-Z][a-z]{1,9}\Z"), TEXT, max_size=3)


@given(st.integers(0, 2**32), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back_the_same(seed: int, data: st.DataObject) -> None:
    record = random_record(seed)
    record.prelude = data.draw(st.lists(NOTE, max_size=2))
    for turn in record.turns[:6]:
        turn.notes = data.draw(st.lists(NOTE, max_size=3))
    tags = data.draw(TAGS)
    for name in ("Result", "Variant", "Setup", "Fen", "Termination"):
        tags.pop(name, None)
    record.tags = tags
    text = write_record(record)
    (again,) = read_records(text)
    assert again.problem == ""
    assert write_record(again) == text
    assert again.all_tags() == record.all_tags()
    assert (again.start, again.result, again.termination) == (record.start, record.result, record.termination)
    assert again.prelude == record.prelude
    assert [(t.side, t.text, t.plies, t.notes) for t in again.turns] == [
        (t.side, t.text, t.plies, t.notes) for t in record.turns
    ]


@given(st.text(st.sampled_from('[]{}();%$*"\\ \n\r.-1x0a4b@EFN!?/=\ufeffé')))
@settings(max_examples=300, deadline=None)
def test_no_text_gives_anything_but_our_own_error(text: str) -> None:
    for whole in (text, SHORT + text, SHORT.replace("b4-c3", text)):
        try:
            records = read_records(whole, "x")
        except CrossboardError as error:
            assert str(error).startswith("x:")
        else:
            read_records("\n".join(map(write_record, records)))


def test_the_text_is_as_documented() -> None:
    (record,) = read_records(SHORT)
    assert write_record(record) == SHORT
    assert record.tags["White"] == 'Ada "the Rook" L.'
    assert record.tags["Black"] == "C:\\Bob"
    first = record.turns[0].notes
    assert first == [Comment("a good start", 4200, [Refused("a4", "a6", "no-such-move")])]
    assert [t.text for t in record.turns] == ["a4-b4", "e1xc1@e1", "b4-c3", "h5xh3@h4"]
    assert [len(t.plies) for t in record.turns] == [1, 2, 1, 2]


def test_a_note_may_hold_what_ends_a_comment() -> None:
    said = "{so} } it is: [%eval 1.00] &#125; &amp; [%csl Ga4]"
    record = Record(START, turns=[RecordTurn(0, "a4-b4", (), [Comment(said, 4200)])])
    text = " ".join(write_record(record).split())
    assert "{[%emt 0:00:04.2] {so&#125; &#125; it is: &#91;%eval 1.00] &#38;#125; &amp; [%csl Ga4]}" in text
    (again,) = read_records(text.replace('"] ', '"]\n'))
    assert again.turns[0].notes == [Comment(said, 4200)]


def test_several_games_windows_line_ends_byte_order_mark_and_escapes(tmp_path: Path) -> None:
    text = "% not for readers\n" + SHORT + "\n; between\n" + SHORT.replace(" *\n", "\n% hidden d1-d2\n *\n")
    path = tmp_path / "two.pgn"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    records = read_record_file(path)
    assert [len(r.turns) for r in records] == [4, 4]
    assert not any(r.problem for r in records)


ENCODINGS = {
    "utf-8": "\ufeffé±", "utf-8-sig": "é±", "utf-16": "é±", "utf-16-le": "\ufeffé±", "utf-16-be": "\ufeffé±", "latin-1": "é="
}  # fmt: skip


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_file_is_read_in_any_encoding_that_programs_write(tmp_path: Path, encoding: str) -> None:
    """A file that was put together may have a byte order mark at each game."""
    letter, sign = ENCODINGS[encoding][-2:]
    mark = ENCODINGS[encoding][:-2]
    game = mark + SHORT.replace("Ada", letter).replace("b4-c3", f"b4-c3{sign}").replace("\n", "\r\n")
    path = tmp_path / "a.pgn"
    path.write_bytes((game + game).encode(encoding))
    count, played = play_record_file(path)
    records = list(played)
    assert count == len(records)
    nag = Nag(16 if sign == "±" else 10)
    found = [(r.problem, r.tags["White"], r.turns[2].notes) for r in records]
    assert found == [("", f'{letter} "the Rook" L.', [nag])] * 2


def test_one_game_of_a_file_may_have_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    text = SHORT.replace("Ada", "Zoë")
    path.write_bytes(text.encode() + b"\n" + text.encode("latin-1"))
    assert [(r.problem, r.tags["White"][:3]) for r in read_record_file(path)] == [("", "Zoë")] * 2


def test_signs_of_other_programs_are_nags() -> None:
    moves = "1. a4-b4 +- d1-d2= 2. b4-c4 +/- {so} d2-d3-/+ 3. c4-d5!= d3-d4 += 4. d5-e5 ++ *"
    (record,) = read_records(f'[FEN "{START}"]\n\n{moves}')
    assert [t.text for t in record.turns] == ["a4-b4", "d1-d2", "b4-c4", "d2-d3", "c4-d5", "d3-d4", "d5-e5"]
    assert [[n.number for n in t.notes if isinstance(n, Nag)] for t in record.turns] == [
        [18], [10], [16], [17], [1, 10], [14], []
    ]  # fmt: skip


def test_what_other_programs_write_is_no_error() -> None:
    moves = "1.a4-b4!? $ $x (1.a5-b5 {x ) y} (1. a5-b6)) 1... e1xc1@e1 ; to the line's end }\n"
    moves += " 2\xa0b4-c3?? (2. a4-a5 1-0 (2. a4-b5 *) 0-1) h5xh3@h4 {} {[%clk 1]}"
    (record,) = read_records(f'[White "Ada "the Rook" L."]\n[Variant "charing-cross"]\n\n{moves}\n')
    assert (record.problem, record.tags["White"]) == ("", 'Ada "the Rook" L.')
    assert record.start == START
    assert record.turns[0].notes == [Nag(5), Variation("1.a5-b5 {x ) y} (1. a5-b6)")]
    assert record.turns[1].notes == [Comment("to the line's end }")]
    assert record.turns[2].notes == [Nag(4), Variation("2. a4-a5 1-0 (2. a4-b5 *) 0-1")]
    assert record.turns[3].notes == [Comment("[%clk 1]")]
    assert (record.result, record.termination) == ("*", "unfinished")


def test_numbers_and_wrapping() -> None:
    record = random_record(3)
    for turn in record.turns:
        turn.notes = [Comment("wrapping % of %words that would hide a line " * 4)]
    movetext = write_record(record).partition("\n\n")[2]
    assert all(len(line) <= WIDTH and line[:1] != "%" for line in movetext.splitlines())
    assert numbers([0, 1, 0, 1]) == [1, 1, 2, 2]
    assert numbers([1, 0, 1]) == [1, 2, 2]
    assert numbers([0, 0, 1, 1, 0]) == [1, 2, 2, 3, 4]
    black = '[FEN "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 b -"]\n\nd1-d2 a4-b4 *'
    assert "\n\n1... d1-d2 2. a4-b4 *\n" in write_record(read_records(black)[0])


def test_tokens_with_a_placement() -> None:
    due = "charing-cross 8/4R3/2R5/6n1/Nr6/8/2r5/7n w Nw"
    (record,) = read_records(f'[FEN "{due}"]\n\n@a5 *')
    assert record.problem == ""
    assert write_record(record).endswith("\n1. @a5 *\n")
    (open_end,) = read_records(f'[FEN "{START}"]\n\na4-b4 e1xc1 *')
    assert open_end.problem == ""
    (apart,) = read_records(f'[FEN "{START}"]\n\na4-b4 e1xc1 @e1 *')
    assert [t.text for t in apart.turns] == ["a4-b4", "e1xc1", "@e1"]
    (wrong,) = read_records(f'[FEN "{START}"]\n\na4-b4@a4 *', "f")
    assert wrong.problem == "f:3: game 1, turn 1. a4-b4@a4: 'a4-b4@a4': no piece has to be placed after 'a4-b4'; " + (
        "the rest of this game is skipped"
    )
    (lost,) = read_records(f'[FEN "{START}"]\n\na4-b4 e1xc1@- *', "f")
    assert "does not leave the game" in lost.problem


def test_the_first_illegal_turn_is_named_and_the_rest_not_taken() -> None:
    bad = SHORT.replace("2. b4-c3", "2. b4-b6")
    first, second = read_records(SHORT + "\n" + bad, "games.pgn")
    assert first.problem == ""
    assert second.problem == (
        "games.pgn:33: game 2, turn 2. b4-b6: not legal, there is nothing to jump over; "
        "the rest of this game is skipped"
    )
    assert [t.text for t in second.turns] == ["a4-b4", "e1xc1@e1"]
    assert second.result == "*"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '[GameType "99"]\n\n1. a4-b4 *',
            "f:1: game 1: GameType '99' is unknown; only English draughts are played here",
        ),
        (
            '[Event "x"]\n\n1. a4-b4 *',
            "f:3: game 1, turn 1. a4-b4: not legal, no piece stands on the square it came from",
        ),
        ('[Variant "nine-holes"]\n\n*', "f:1: game 1: no game is called 'nine-holes'; the games are"),
        ('[Event "x"]\n[FEN "charing-cross 8/8 w -"]\n\n*', "f:2: game 1: placement field"),
        (f'[Variant "other"]\n[FEN "{START}"]\n\n*', "f:2: game 1: the Variant tag says 'other'"),
        (f'[FEN "{START}"]\n\n1. a4-b4 hello', "f:3: game 1, turn 1... hello: 'hello' is not a ply"),
        (f'[FEN "{START}"]\n[Termination "goal"]\n\n1. a4-b4 1-0', "f:1: game 1: the record says 1-0 (goal), but by"),
        (f'[Result "1-0"]\n[FEN "{START}"]\n\n1. a4-b4 0-1', "f:1: game 1: the Result tag says 1-0, the moves end"),
        (f'[FEN "{START}"]\n[Termination "resigned"]\n\n1/2-1/2', "f:1: game 1: the record says 1/2-1/2, and resigned"),
        (f'[FEN "{START}"]\n[Termination "unfinished"]\n\n1-0', "f:1: game 1: the record says 1-0, and unfinished"),
        ('[Variant "kings-crossing"]\n[Termination "agreed"]\n\n1/2-1/2', "f:1: game 1: the record says agreed, but"),
        (f"{WON} 0-1", "f:1: game 1: it ends 1-0 (goal) by the rules, but the record says 0-1"),
        (
            f'[Result "1-0"]\n[FEN "{START}"]\n[Termination "resigned"]\n\n*',
            "f:1: game 1: the Result tag says 1-0, the mo",
        ),
        (f'[Result "0-1"]\n{WON} 1-0', "f:1: game 1: the Result tag says 0-1, the moves end with 1-0"),
        (f'[Termination "unfinished"]\n{WON} *', "f:1: game 1: it ends 1-0 (goal) by the rules, but the record says *"),
        (f'[Termination "resigned"]\n{WON} 1-0', "f:1: game 1: it ends 1-0 (goal) by the rules, but the record says"),
    ],
)
def test_what_the_rules_contradict(text: str, problem: str) -> None:
    """What is taken in spite of it agrees with the rules."""
    (record,) = read_records(text, "f")
    assert record.problem.startswith(problem)
    if record.start:
        assert read_records(write_record(record))[0].problem == ""


SKIPPED = "; the rest of this game is skipped"


@pytest.mark.parametrize(
    ("text", "problem", "turns"),
    [
        (SHORT + "{never closed", "f:17: game 1: after its end a comment is not closed", 4),
        (SHORT + "\n}", "f:18: game 1: after its end a '}' without a '{'", 4),
        (SHORT + ")", "f:17: game 1: after its end a ')' without a '('", 4),
        (SHORT.replace("2. b4-c3", "2. {b4-c3"), f"f:16: game 1: a comment is not closed{SKIPPED}", 2),
        (SHORT.replace("2. b4-c3", "(2. b4-c3"), f"f:16: game 1: a variation is not closed{SKIPPED}", 2),
        (SHORT.replace("2. b4-c3", "(2. {b4-c3"), f"f:16: game 1: a comment is not closed{SKIPPED}", 2),
        (SHORT.replace("2. b4-c3", "} 2. b4-c3"), f"f:16: game 1: a '}}' without a '{{'{SKIPPED}", 2),
        (SHORT.replace("2. b4-c3", "2. b4-c3\0"), f"f:16: game 1: '\\x00' is not allowed in a record{SKIPPED}", 3),
        (
            SHORT.replace("2. b4-c3", "{a\x1bc} 2. b4-c3"),
            f"f:16: game 1: '\\x1b' is not allowed in a record{SKIPPED}",
            2,
        ),
        (SHORT.replace("2. b4-c3", "(2. b4-c3\x07)"), f"f:16: game 1: '\\x07' is not allowed in a record{SKIPPED}", 2),
        (SHORT.replace('"quiet"', '"qui\0et"'), "f:13: game 1: '\\x00' is not allowed in a record", 0),
        (SHORT + "\x1a", "f:17: game 1: after its end '\\x1a' is not allowed in a record", 4),
        (
            SHORT.replace('[Mood "quiet"]', "[Mood quiet]"),
            "f:13: game 1: '[Mood quiet]' is not a tag pair such as [Event \"a name\"]",
            0,
        ),
    ],
)
@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_a_fault_of_the_text_costs_its_game_alone(text: str, problem: str, turns: int, between: str) -> None:
    """What stands before it is kept, and the next game begins at its tags, an empty line before them or not."""
    faulty, after = read_records(text + between + SHORT, "f")
    assert (faulty.problem, len(faulty.turns)) == (problem, turns)
    assert faulty.problem.replace("f:", "line ", 1).replace(": game 1", "", 1) == faulty.fault
    assert (write_record(after), after.line) == (SHORT, text.count("\n") + between.count("\n") + 1)
    before, faulty = read_records(SHORT + "\n" + text, "f")
    assert (before.problem, len(faulty.turns)) == ("", turns)
    assert read_records(write_record(faulty))[0].problem == ""


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{never closed", "f:1: a comment is not closed"),
        ("[Event x]\n", "f:1: '[Event x]' is not a tag pair such as [Event \"a name\"]"),
        ('[FEN "x"]\n\n(1. a4', "f:3: a variation is not closed"),
    ],
)
def test_what_is_no_record(text: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_records(text, "f")
    assert str(caught.value) == error


def test_games_end_where_the_tags_of_the_next_begin() -> None:
    """Tags may have empty lines between them; a game may have nothing but tags; a comment after a game is that one's."""
    tags = f'[Event "1"]\n\n[FEN "{START}"]\n[Round "1"]\n\n'
    other = tags.replace('"1"', '"2"')
    for text in (tags + other, tags + "\n\n" + other, tags + "*\n{so}\n" + other, tags + "* " + other):
        records = read_records(text)
        assert [(r.tags["Event"], r.tags["Round"], r.problem) for r in records] == [("1", "1", ""), ("2", "2", "")]
    (record, _) = read_records(tags + "1. a4-b4 *\n; that was it\n\n" + other)
    assert record.turns[0].notes == [Comment("that was it")]
    (record,) = read_records("{first} {of all}\n\n" + tags + "1. a4-b4 *")
    assert record.prelude == [Comment("first"), Comment("of all")]


def test_a_note_may_name_a_tag_wherever_its_line_is_broken() -> None:
    for width in range(60, 82):
        record = Record(START, turns=[RecordTurn(0, "a4-b4", (), [Comment("z" * width + ' [Event "x"] [Site "y"]')])])
        (again,) = read_records(write_record(record))
        assert (again.problem, again.turns[0].notes) == ("", record.turns[0].notes)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    with pytest.raises(RecordError, match="No such file"):
        read_record_file(path)
    path.write_bytes(b"Event\nx\xff\xfe")
    with pytest.raises(RecordError, match=r"a\.pgn:2: is not UTF-8 text$"):
        read_record_file(path)
    path.write_bytes(b"\xff\xfeE\0\n")
    with pytest.raises(RecordError, match=r"a\.pgn:1: is not UTF-8 text, nor the UTF-16 that its first bytes announce"):
        read_record_file(path)
    for order in ("le", "be"):
        path.write_bytes(SHORT.encode(f"utf-16-{order}"))
        with pytest.raises(RecordError, match=r"a\.pgn:1: is UTF-16 text without a byte order mark; save it as UTF-8$"):
            read_record_file(path)
    path.write_bytes(b"Event\n\0")
    with pytest.raises(RecordError, match=r"a\.pgn:2: has a NUL byte"):
        read_record_file(path)
    path.write_text("\n  \n")
    with pytest.raises(RecordError, match=r"a\.pgn:1: holds no game record"):
        read_record_file(path)


def test_what_is_written_has_no_control_characters() -> None:
    """A name or a note may have come from elsewhere than a record."""
    record = Record(
        START, {"White": "J\0s\xe9"}, [RecordTurn(0, "a4-b4", (), [Comment("a\x1bc"), Variation("a4-b5\x07")])]
    )
    (again,) = read_records(write_record(record))
    assert (again.problem, again.tags["White"]) == ("", "J s\xe9")
    assert again.turns[0].notes == [Comment("a c"), Variation("a4-b5")]


def test_of_a_long_word_only_the_beginning_is_told() -> None:
    (record,) = read_records(f'[FEN "{START}"]\n\n1. {"z" * 5000} *')
    assert record.problem == (
        f"record:3: game 1, turn 1. {'z' * 40}…: '{'z' * 39}…' is not a ply of Charing Cross; "
        "plies look like a4-b5, d3xb5, @a4 or pass; the rest of this game is skipped"
    )


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("1/2", 3),
        ("1/2-1/2", 3),
        ("\u00bd-\u00bd", 3),
        ("\u00bd", 3),
        ("1/2\u20131/2", 3),
        ("1\u20130", 1),
        ("0\u22121", 2),
    ],
)
def test_a_result_is_read_as_people_write_it(written: str, result: int) -> None:
    for tag in ("", f'[Result "{written}"]\n'):
        (record,) = read_records(f'[FEN "{START}"]\n{tag}\n1. a4-b4 {written}')
        assert (record.result, record.problem) == (RESULTS[result], "")


@pytest.mark.parametrize("tag", ["", '[Termination ""]\n', '[Termination "?"]\n'])
def test_a_reason_that_is_not_given_is_the_usual_one(tag: str) -> None:
    for result, word in (("1-0", "resigned"), ("1/2-1/2", "agreed"), ("*", "unfinished")):
        (record,) = read_records(f'[FEN "{START}"]\n{tag}\n1. a4-b4 {result}')
        assert (record.result, record.termination, record.problem) == (result, word, "")
    (record,) = read_records(f'[Variant "kings-crossing"]\n{tag}\n1/2-1/2')
    assert (record.result, record.termination, record.problem) == ("1/2-1/2", "abandoned", "")
    (record,) = read_records(f"{tag}{WON} *")
    assert (record.result, record.termination, record.problem) == ("1-0", "goal", "")
