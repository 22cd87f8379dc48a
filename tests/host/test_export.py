"""Exports, searches, statistics, the import's report: what is written is what its schema and other programs expect."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import chess.pgn
import jsonschema
import pytest
from PIL import Image, ImageChops

from crossboard import cli
from crossboard.boards.events import RECORDS, keep_event
from crossboard.calling import command
from crossboard.completion import script
from crossboard.games.record import join_records
from crossboard.games.rules import legal_plies, new_game, specs
from crossboard.library import Event, Library, NewGame
from crossboard.render import pieces as picture_pieces
from crossboard.render.paths import dashed, flatten
from crossboard.render.png import draw_scene, gif_parts, in_ascii, png_bytes
from crossboard.render.scene import Label, Sprite, View, scene
from crossboard.render.svg import svg_text
from crossboard.review.formats import FORMATS
from crossboard.web.study import summary

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "export.schema.json").read_text())
START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
STACKS = "card-chess 3k2/2q3/1[kQ]4/[QjTqKtJ]5/6/T1[jK]2[tJ] w rbrbrbbrbrbr -"
SECRET = "kings-crossing:stealth MM4mk/MM4mm/MM4mm/KM4mm w - - 0"
DEMO = ROOT / "host" / "crossboard" / "play" / "demo.pgn"


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))
    monkeypatch.chdir(tmp_path)
    with Library(path) as open_library:
        game = open_library.open_game(
            NewGame("b1", "0000000a", START, "Ada", "B\u00f6b <&>", began_ms=1_700_000_000_000)
        )
        events = [
            Event(1, "ply", "a4-b4", board_ms=4250, wall_ms=1_700_000_004_250, digest="0000ff"),
            Event(2, "refused", "", "d1", "d3", "no-such-move", board_ms=6000),
            Event(3, "ply", "e1xc1", board_ms=9000),
            Event(4, "ply", "@e1", board_ms=9900),
            Event(5, "takeback", "2", board_ms=12000),
            Event(6, "ply", "d1-d2", board_ms=20000),
            Event(7, "end", "0-1", reason="resigned", board_ms=30000),
            Event(8, "unreadable", "", flag="unreadable", raw="X 8"),
        ]
        open_library.append(game, events)
        open_library.open_game(NewGame("b2", "00000001", STACKS, "Cy", tags={"Event": "Cup"}, began_ms=0))
        open_library.open_game(NewGame("b2", "00000002", SECRET, began_ms=1_600_000_000_000))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    got = capsys.readouterr()
    return status, got.out, got.err


def valid(text: str, part: str = "") -> Any:
    schema = {**SCHEMA, "$ref": f"#/$defs/{part}"} if part else SCHEMA
    if part:
        schema = {key: schema[key] for key in ("$schema", "$defs", "$ref")}
    jsonschema.Draft202012Validator(schema).validate(value := json.loads(text))
    return value


def test_json_is_what_its_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert run(capsys, "import", str(DEMO))[0] == 0
    games = valid(run(capsys, "export", "all", "--format", "json")[1])["games"]
    assert len(games) == 4
    (game,) = (g for g in games if g["id"] == 1)
    assert (game["began"], game["first"], game["termination"]) == ("2023-11-14T22:13:20.000Z", "Ada", "resigned")
    assert [turn["text"] for turn in game["turns"]] == ["a4-b4", "d1-d2"]
    assert game["turns"][1]["ms"] == 15750
    assert game["turns"][1]["refused"][0]["words"] == "no piece of this kind moves like that"
    assert game["events"][4] == {
        "seq": 5, "kind": "takeback", "plies": 2, "board_ms": 12000, "wall": None, "digest": None, "flag": None, "raw": None
    }  # fmt: skip
    assert valid(run(capsys, "show", "1", "--json")[1], "game") == game
    broken = {"format": "crossboard-games", "version": 2, "games": [{**game, "result": "won"}]}
    with pytest.raises(jsonschema.ValidationError):
        valid(json.dumps(broken))
    with pytest.raises(jsonschema.ValidationError):
        valid(json.dumps({**broken, "games": [{**game, "more": 1}]}))


# A record of each kind as a board sends it: type, then its fields.
RECORD_ROWS = {
    "ply": ["P 9 100 0000ff a4-b4"], "takeback": ["U 9 100 0000ff 1"], "refused": ["R 9 100 d1 d3 9", "R 9 100 - - 25"],
    "end": ["E 9 100 2 11"], "commitment": [f"W 9 100 0 {64 * 'a'}"], "reveal": ["Y 9 100 1 d1 00ff"],
    "opponent": ["I 9 100 1 3", "I 9 100 0 9", "I 9 100 1 0"], "unreadable": ["P 9 ?"],
}  # fmt: skip
EVENT_KINDS = sorted({*RECORDS.values(), "unreadable"})


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_events_of_every_kind_are_as_schema_and_page_say(
    capsys: pytest.CaptureFixture[str], library: Path, kind: str
) -> None:
    rows = RECORD_ROWS[kind]
    with Library(library) as opened:
        for place, row in enumerate(rows):
            letter, *fields = row.split(" ")
            fields[0] = "1"
            event = keep_event(letter, fields, 1_700_000_000_000, row, START.partition(" ")[0])
            assert event.kind == kind
            opened.append(opened.open_game(NewGame("b3", f"{place:08}", START)), [event])
    games = valid(run(capsys, "export", "all", "--format", "json")[1])["games"]
    told = [game["events"][0] for game in games if game["board"] == "b3"]
    assert [event["kind"] for event in told] == [kind] * len(rows)
    page = re.sub(r"\s+", " ", (ROOT / "docs" / "export-json.md").read_text())
    (listed,) = re.findall(r"depending on the kind, (.*?); then", page)
    named = {"seq", "kind", "board_ms", "wall", "digest", "flag", "raw"}
    said = re.search(rf"`{kind}` \((.*?)\)(?:,| or|$)", listed)
    assert said and set(told[0]) - named <= set(re.findall(r"`(\w+)`", said[1]))
    if kind == "opponent":
        assert [(e["side"], e["player"], e["level"]) for e in told] == [
            (1, "crossboard", 3), (0, "remote", None), (1, "here", None)
        ]  # fmt: skip


def test_a_record_is_followed_by_a_blank_line_before_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(join_records(["a *\n", "b *\n"])) == ["a *\n\n", "b *\n\n"]
    text = run(capsys, "export", "all")[1]
    assert text.count("[Event ") == 3 and text.count("*\n\n[Event ") == 2


def test_a_kind_that_nobody_knows_is_unreadable(capsys: pytest.CaptureFixture[str], library: Path) -> None:
    with Library(library) as opened:
        number = opened.open_game(NewGame("b3", "0000000f", START))
        opened.append(number, [Event(1, "sneezed", "twice")])
    game = valid(run(capsys, "show", str(number), "--json")[1], "game")
    assert (game["events"][0]["kind"], game["events"][0]["text"]) == ("unreadable", "twice")


@pytest.mark.parametrize(
    ("words", "part", "row"),
    [
        (["games"], "games", "games"),
        (["games", "--stats"], "statistics", "games --stats"),
        (["import", str(DEMO)], "import", "import FILE..."),
    ],
)
def test_the_page_names_what_commands_print(
    capsys: pytest.CaptureFixture[str], words: list[str], part: str, row: str
) -> None:
    value = valid(run(capsys, *words, "--json")[1], part)
    page = (ROOT / "docs" / "export-json.md").read_text()
    (cell,) = re.findall(rf"^\| `{re.escape(row)}` \| (.*) \|$", page, re.MULTILINE)
    assert set(value) <= set(re.findall(r"`(\w+)`", cell))
    assert set(re.findall(r"`(\w+)`:", cell)) <= set(value), "what stands before a colon is a key"
    if row == "games":
        table = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", page.split("## A game")[1], re.MULTILINE)
        fields = re.findall(r"\w+", " ".join(table))
        assert list(value["games"][0]) == fields[: fields.index("board_game") + 1]


def test_lists_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = valid(run(capsys, "games", "--json")[1], "games")["games"]
    assert [game["id"] for game in found] == [2, 3, 1]
    told = valid(run(capsys, "games", "--stats", "--json")[1], "statistics")
    assert told["count"] == 3
    (crossing,) = (g for g in told["games"] if g["spec"] == "charing-cross")
    assert (crossing["second"], crossing["turn_times"][1]) == (
        1,
        {"turns": 1, "mean": 15750, "median": 15750, "longest": 15750},
    )
    assert told["players"][0] == {
        "name": "Ada",
        "games": 1,
        "won": 0,
        "lost": 1,
        "drawn": 0,
        "open": 0,
        "first": 1,
        "second": 0,
    }
    assert [(r["reason"], r["count"]) for r in told["refusals"]] == [("no-such-move", 1)]
    assert told["squares"] and told["sensors"] == []
    shown = run(capsys, "games", "--stats")[1]
    assert "1  no-such-move  no piece of this kind moves like that" in shown


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--game", "Charing-Cross"], [1]), (["--game", "kings-crossing:stealth"], [3]), (["--game", "kings-crossing:longer"], []),
        (["--player", "ADA"], [1]), (["--player", "b\u00f6b"], [1]), (["--result", "black"], [1]),
        (["--result", "resigned"], [1]), (["--result", "open"], [2, 3]), (["--from", "2020-01-01"], [3, 1]),
        (["--to", "2020-01-01"], [2]), (["--board", "b2"], [2, 3]), (["--text", "cup"], [2]), (["--text", "d1-d2"], [1]),
        (["--limit", "2"], [3, 1]), (["--player", "ada", "--board", "b2"], []),
        (["--text", "b\u00f6b ada"], [1]), (["--text", "  CY cup "], [2]), (["--text", "ada cup"], []),
        (["--text", "resigned d1-d2 ada"], [1]), (["--player", "<&> b\u00f6b"], [1]), (["--player", "ada b\u00f6b"], []),
    ],
)  # fmt: skip
def test_games_are_found(capsys: pytest.CaptureFixture[str], words: list[str], found: list[int]) -> None:
    status, out, _ = run(capsys, "games", "--json", *words)
    assert status == 0
    assert [game["id"] for game in json.loads(out)["games"]] == found


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["games", "--result", "lost"], "'lost' is not a result: white, black, red, first, second, draw, open, *, 1-0"),
        (["games", "--game", "checkers"], "no game is called 'checkers'; the games are charing-cross, kings-crossing"),
        (["games", "--game", "cross"], "no game is called 'cross'"),
        (["games", "--game", "cross-eyed:longer"], "cross-eyed has no variants"),
        (["games", "--from", "yesterday"], "'yesterday' is not a date such as 2025-03-31"),
        (["games", "--from", "2025-02-01", "--to", "2025-01-01"], "2025-02-01 is after 2025-01-01"),
        (["games", "--limit", "0"], "the limit must be a number of games, at least 1"),
        (["export", "1", "2", "--format", "png"], "a file of the format png holds one game, not 2"),
        (["export", "1", "-o", "x.jpg"], "x.jpg: no format is called jpg; name one with --format: pgn"),
        (["export", "1", "--format", "svg", "--at", "3"], "there is no turn 3; the game has 2"),
        (["export", "1", "--format", "pgn", "--at", "0"], "--at does not apply to pgn"),
        (["export", "1", "--format", "svg", "--size", "0"], "the size must be a number of pixels from 64 to 4096"),
        (["export", "1", "--size", "0"], "--size does not apply to pgn"),
        (["export", "1", "--format", "svg", "--size", "9"], "the size must be a number of pixels from 64 to 4096"),
        (["export", "1", "--format", "gif", "--speed", "0"], "the speed must be a number above 0"),
        (["export", "1", "--format", "trace"], "game 1 has no sensor edges recorded, so it has no trace"),
    ],
)
def test_what_cannot_be_meant_is_said(capsys: pytest.CaptureFixture[str], words: list[str], error: str) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert error in err


def test_pictures_of_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "export", "1", "-o", "a.png", "--at", "1", "--size", "200")[1] == "1 game written to a.png\n"
    image = Image.open(tmp_path / "a.png")
    assert (image.width, image.format) == (200, "PNG")
    status, text, _ = run(capsys, "export", "1", "--format", "svg")
    root = ElementTree.fromstring(text)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert status == 0
    assert title is not None
    assert title.text == "Charing Cross: Ada (White) - B\u00f6b <&> (Black)"
    assert "Black wins (0-1): the other side resigned" in text
    assert text != run(capsys, "export", "1", "--format", "svg", "--flip")[1]
    assert run(capsys, "export", "1", "-o", "a.gif", "--speed", "100")[0] == 0
    gif = Image.open(tmp_path / "a.gif")
    assert gif.n_frames == 3
    assert [duration(gif, frame) for frame in range(3)] == [100, 150, 3000]


def test_pictures_name_the_players_and_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    """As far as a record says the day; the letters of a PNG have no accents."""
    text = run(capsys, "export", "1", "--format", "svg")[1]
    assert ">Charing Cross: Ada (White) - B\u00f6b &lt;&amp;&gt; (Black)</text>" in text and ">2023-11-1" in text
    for number, (tag, said) in enumerate((("2026.03.??", ">2026-03-??<"), ("????.??.??", ""), ("soon", "")), 4):
        Path("a.pgn").write_text(
            f'[Event "{number}"]\n[White "Zo\u00eb"]\n[Date "{tag}"]\n[FEN "{START}"]\n\n1. a4-b4 *\n'
        )
        assert f"game 1: stored as {number} (1 turn)" in run(capsys, "import", "a.pgn")[1]
        text = run(capsys, "export", str(number), "--format", "svg")[1]
        assert "Zo\u00eb (White) - Black" in text
        assert (said or "end") in text and ("????" not in text)
    assert (
        in_ascii("Zo\u00eb \u00d8rsted, Gau\u00df \u2013 \u0141\u00f3d\u017a, \u674e") == "Zoe Orsted, Gauss - Lodz, ?"
    )


def test_a_film_keeps_every_colour_of_its_pictures() -> None:
    """Also those that the first picture has not: the blue of the last move."""
    game = new_game("charing-cross", 8)
    drawn = [scene(View(game.text(), heading="Ada"))]
    for _ in range(4):
        ply = legal_plies(game)[0]
        game.push(ply)
        drawn.append(
            scene(View(game.text(), frozenset({ply & 255}), frozenset({game.destination(ply)}), heading="Ada"))
        )
    film = Image.open(io.BytesIO(b"".join(gif_parts(((one, 100) for one in [*drawn, drawn[-1]]), 240))))
    assert film.n_frames == 6
    for frame, one in enumerate([*drawn, drawn[-1]]):
        film.seek(frame)
        picture = draw_scene(one, 240)
        assert picture.size == film.size
        apart = ImageChops.difference(film.convert("RGB"), picture)
        assert max(most for _, most in apart.getextrema()) <= 12, frame
        assert any(count and b > r + 60 for count, (r, _, b) in picture.getcolors(1 << 20)) == (frame > 0)


def test_of_a_record_only_the_day_is_told(capsys: pytest.CaptureFixture[str], library: Path) -> None:
    """A game from a file has no time of day, and no day at all where its record has none."""
    told = {
        "2026.03.02": "2026-03-02",
        "2024.02.29": "2024-02-29",
        "2026.??.??": "2026-??-??",
        "????.02.29": "????-02-29",
    }
    told |= dict.fromkeys(("", "?", "????.??.??", "next year", "2026.13.45", "2026.02.29", "0000.??.??"), "????-??-??")
    for number, tag in enumerate(told, 4):
        date = f'[Date "{tag}"]\n' if tag else ""
        Path("a.pgn").write_text(f'[Event "{number}"]\n{date}[FEN "{START}"]\n\n1. a4-b4 *\n')
        wrong = f"'{tag}' is not a date such as 2026.03.09 or 2026.03.??, so its day is unknown"
        unknown = told[tag] == "????-??-??" and bool(tag.strip("?."))
        status, said = run(capsys, "import", "a.pgn")[:2]
        assert (status, wrong in said) == ((2, True) if unknown else (0, False)), tag
    lines = {line.split()[0]: line.split()[1:3] for line in run(capsys, "games")[1].splitlines()}
    with Library(library) as opened:
        opened.db.execute("UPDATE games SET tags = '{' WHERE id = 8")
        for number, day in enumerate(told.values(), 4):
            assert lines[str(number)] == [day, "charing-cross"]
            assert f"{day}, from a record file" in run(capsys, "show", str(number))[1]
            assert summary(opened.game(number))["date"] == day
        assert ":" in summary(opened.game(1))["date"]
        opened.tag(4, {"Date": "2026.02.30"})  # as earlier versions have stored it
    assert ["4", "????-??-??"] in [line.split()[:2] for line in run(capsys, "games")[1].splitlines()]
    assert lines["1"][0] == "2023-11-14" or lines["1"][0] == "2023-11-15"
    assert ":" in lines["1"][1]
    assert "????-??-??" in run(capsys, "games")[1], "a damaged row hides no other"


def duration(gif: Image.Image, frame: int) -> int:
    gif.seek(frame)
    return gif.info["duration"]


@pytest.mark.parametrize("spec", [spec for spec in specs() if "+" not in spec])
def test_every_game_has_its_picture(spec: str) -> None:
    drawn = scene(View(new_game(spec).text()))
    pieces = [item for item in drawn.items if isinstance(item, Sprite) and item.name.startswith("piece")]
    standing = sum(letter.isalpha() for letter in new_game(spec).text().split(" ")[1])
    assert len(pieces) == standing
    assert (picture_pieces.CROWN[0] in str(pieces)) == (spec.startswith("kings") and "stealth" not in spec), (
        "a secret stays one"
    )
    ElementTree.fromstring(svg_text(drawn, 300))
    image = Image.open(io.BytesIO(png_bytes(drawn, 300)))
    assert image.size == (300, round(300 * drawn.height / drawn.width))
    colours = image.convert("RGB").getcolors(1 << 20)
    assert colours and len(colours) > 20


def test_stacks_terrain_and_hands_are_told() -> None:
    drawn = scene(View(STACKS))
    labels = [item.text for item in drawn.items if isinstance(item, Label)]
    assert [text for text in labels if text in ("t", "K", "q", "T", "+2")] == ["t", "t", "K", "q", "T", "+2"], (
        "the covered cards from the top down, and how many more"
    )
    assert [i.name for i in drawn.items if isinstance(i, Sprite)].count("ground-0") == 6
    placed = scene(View("card-chess:progressive 6/6/6/6/6/1K4 b rbrbrbbrbrbr KQQJJTTkkqqjjtt"))
    assert "In hand  K Q Q J J T T k k q q j j t t" in [i.text for i in placed.items if isinstance(i, Label)]


def test_the_last_turn_is_marked_in_the_drawing() -> None:
    plain = draw_scene(scene(View(START)), 240)
    marked = draw_scene(scene(View(START, frozenset({24}), frozenset({33}))), 240)
    box = marked.getbbox()
    assert box
    x, y = 240 * (24 + 150) / 848, 240 * (24 + 350) / 848
    assert plain.getpixel((int(x), int(y))) != marked.getpixel((int(x), int(y)))


def test_paths() -> None:
    assert flatten("M0 0 H10 V10 L0 10 Z m5 5 h2") == [
        ([(0, 0), (10, 0), (10, 10), (0, 10)], True),
        ([(5, 5), (7, 5)], False),
    ]
    ((points, closed),) = flatten(picture_pieces.circle(35))
    assert closed
    assert all(abs((x - 50) ** 2 + (y - 50) ** 2 - 35**2) < 0.01 for x, y in points)
    assert list(dashed([(0, 0), (10, 0)], 4, 2)) == [[(0, 0), (4, 0)], [(6, 0), (10, 0)]]


def test_python_chess_reads_the_headers_of_every_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "import", str(DEMO))[0] == 0
    text = run(capsys, "export", "all")[1]
    found: list[dict[str, str]] = []
    stream = io.StringIO(text)
    while headers := chess.pgn.read_headers(stream):
        found.append(dict(headers))
    assert [headers["Variant"] for headers in found] == [
        "card-chess",
        "kings-crossing:stealth",
        "charing-cross",
        "charing-cross",
    ]
    last = next(headers for headers in found if headers["White"] == "Ada" and headers["Black"] == "B\u00f6b <&>")
    assert (last["FEN"], last["Result"], last["Board"], last["Termination"]) == (START, "0-1", "b1", "resigned")


def test_the_import_reports_every_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = f'[FEN "{START}"]\n\n1. a4-b4 *\n\n'
    (tmp_path / "a.pgn").write_text(good + '[GameType "x"]\n\n1. e4 *\n\n' + good.replace("a4-b4", "a4-a6"))
    (tmp_path / "b.pgn").write_text(good)
    status, out, err = run(capsys, "import", "a.pgn", "b.pgn", "--json")
    report = valid(out, "import")
    assert (status, err.count("\n")) == (2, 1)
    assert "a.pgn:5: game 2: GameType 'x' is unknown; " in err
    assert [(g["file"], g["outcome"], g["id"]) for g in report["games"]] == [
        ("a.pgn", "taken", 4), ("a.pgn", "refused", None), ("a.pgn", "refused", None), ("b.pgn", "known", 4)
    ]  # fmt: skip
    assert (report["taken"], report["known"], report["refused"], report["problems"]) == (1, 1, 2, 2)
    out = run(capsys, "import", "a.pgn")[1]
    assert "game 2: not stored; line 5: GameType" in out
    assert "3 games: 0 stored, 1 already there, 2 not stored; 2 with a problem" in out


def test_every_format_is_in_help_and_docs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["export", "--help"])
    shown = "".join(capsys.readouterr().out.split())  # lines are broken where they have room
    docs = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    for name, kind in FORMATS.items():
        assert f"{name}: {kind.help}".replace(" ", "") in shown
        assert f"`{name}`" in docs


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_every_command(shell: str, tmp_path: Path) -> None:
    text = script(shell)
    assert "AUTOMATICALLY GENERATED" not in text
    assert f"\n#   {command('completion', shell)} > ~/" in text  # how to install it
    for name in cli.COMMANDS:
        assert re.search(rf"\b{name}\b", text)
    assert "micropython" in text
    found = shutil.which(shell)
    if found:
        (tmp_path / "c").write_text(text)
        assert subprocess.run([found, "-n", str(tmp_path / "c")], check=False).returncode == 0


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("sy", "sync"), ("games --pl", "--player"), ("play ki", "kings-crossing"), ("games --game car", "card-chess"),
        ("puzzles ki", "kings-crossing"), ("game check ki", "kings-crossing"), ("flash --profile esp", "esp32s3-8x8-mcp23017"),
    ],
)  # fmt: skip
def test_bash_completes_commands_options_and_names(typed: str, completed: str, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("there is no bash here")
    (tmp_path / "c").write_text(script("bash"))
    words = f"COMP_WORDS=(crossboard {typed}); COMP_CWORD={len(typed.split())}"
    ask = f"source ./c; {words}; _shtab_crossboard; echo ${{COMPREPLY[@]}}"
    assert subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True).stdout == f"{completed}\n"


def test_colours_only_for_a_terminal_that_wants_them() -> None:
    show = (
        "from crossboard.games.draw import console; from rich.text import Text; console().print(Text('x', 'bold red'))"
    )
    piped = subprocess.run([sys.executable, "-c", show], capture_output=True, check=True)
    assert piped.stdout == b"x\n"
    if hasattr(os, "openpty"):
        ours, theirs = os.openpty()
        environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"}
        subprocess.run([sys.executable, "-c", show], stdout=theirs, env=environment, check=True)
        assert b"31m" not in os.read(ours, 100)
        os.close(ours)
        os.close(theirs)
