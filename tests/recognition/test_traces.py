"""Every recorded trace gives its moves: raw edges in, record tokens, result and final position out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard.games.record import write_record
from crossboard.games.rules import game_names
from crossboard.library.record_reader import read_records
from crossboard.library.trace import TraceError, parse_trace, read_trace, trace_text
from crossboard.recognize import infer_all, infer_here, moves_text, record_of

TRACES = sorted((Path(__file__).parents[1] / "data" / "traces").glob("*.trace"))
PLAYABLE = [p for p in TRACES if p.read_text().split("# position ")[1].split(" ")[0].split(":")[0] in game_names()]
HEAD = "# crossboard-trace 1\n# position charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -\n"


@pytest.mark.parametrize("path", PLAYABLE, ids=lambda p: p.stem)
def test_a_recorded_trace_gives_its_moves(path: Path) -> None:
    trace = read_trace(path)
    assert moves_text(infer_here(trace), trace) == path.with_suffix(".moves").read_text()


@pytest.mark.early
def test_the_firmware_on_micropython_gives_the_same_moves(micropython: Callable[..., str]) -> None:
    """Through scanner, debounce, recognizer, journal and link of a simulated board that has the game."""
    del micropython
    traces = [read_trace(path) for path in PLAYABLE]
    for path, trace, inference in zip(PLAYABLE, traces, infer_all(traces, "micropython"), strict=True):
        assert moves_text(inference, trace) == path.with_suffix(".moves").read_text(), path.stem


@pytest.mark.parametrize("path", PLAYABLE, ids=lambda p: p.stem)
def test_the_record_of_a_trace_reads_back(path: Path, tmp_path: Path) -> None:
    trace = read_trace(path)
    inference = infer_here(trace)
    text = write_record(record_of(inference, trace))
    (record,) = read_records(text, "inferred")
    assert record.problem == ""
    assert [ply for turn in record.turns for ply in turn.plies] == inference.plies


def test_a_trace_reads_back_as_written() -> None:
    trace = read_trace(PLAYABLE[0])
    assert parse_trace(trace_text(trace), "again").events == trace.events


def test_windows_line_ends_and_comments_are_taken() -> None:
    text = HEAD + "# a comment\n10 -a4\n\n20 +a4\n30 !ok\n"
    trace = parse_trace(text.replace("\n", "\r\n"), "x")
    assert [(e.time, e.square, e.closed, e.button) for e in trace.events] == [
        (10, 24, False, 0),
        (20, 24, True, 0),
        (30, -1, False, 1),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "x:1: a trace begins with '# crossboard-trace 1'"),
        ("12 -a4\n", "x:1: a trace begins with"),
        ("# crossboard-trace 1\n", "x:1: no line '# position …'"),
        ("# crossboard-trace 1\n5 -a4\n", "x:2: an event before the line '# position …'"),
        ("# crossboard-trace 1\n# position unheard-of w\n", "x:2: position: no game is called 'unheard-of'"),
        (HEAD + HEAD[21:], "x:3: a second position"),
        (HEAD + "12 -i9\n", "x:3: 'i9' is not a square"),
        (HEAD + "12 -a\n", "x:3: 'a' is not a square"),
        (HEAD + "12 --\n", "x:3: '-' is not a square"),
        (HEAD + "12 *a4\n", "x:3: '*a4' must begin with"),
        (HEAD + "12 !yes\n", "x:3: '!yes' is not one of the buttons"),
        (HEAD + "12\n", "x:3: '12' is not a time and an event"),
        (HEAD + "12 +", "x:3: '12 +' is not a time and an event"),
        (HEAD + "-3 +a4\n", "x:3: '-3 +a4' is not a time and an event"),
        (HEAD + "x +a4\n", "x:3: 'x +a4' is not a time and an event"),
        (HEAD + "99999999999999999999 +a4\n", "x:3: time 99999999999999999999 is not below"),
        (HEAD + f"12 +{'z' * 5000}\n", f"x:3: '{'z' * 39}…' is not a square; squares run from a1 to h8"),
        (HEAD + f"12 !{'z' * 5000}\n", f"x:3: '!{'z' * 38}…' is not one of the buttons"),
        (HEAD + "12 " * 5000 + "\n", f"x:3: '{'12 ' * 13}1' is not a time and an event"),
        (HEAD + "20 -a4\n19 +a4\n", "x:4: time goes back from 20 to 19 ms"),
    ],
)
def test_a_bad_trace_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(TraceError) as caught:
        parse_trace(text, "x")
    assert complaint in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="No such file"):
        read_trace(tmp_path / "none.trace")
    bad = tmp_path / "bad.trace"
    bad.write_bytes(b"# crossboard-trace 1\n\xff\xfe\n")
    with pytest.raises(TraceError, match="bad.trace:2: is not UTF-8 text"):
        read_trace(bad)
    bad.write_bytes(b"# crossboard-trace 1\n\n12 -a\x004\n")
    with pytest.raises(TraceError, match="bad.trace:3: has a NUL byte, so it is not a text file"):
        read_trace(bad)
