"""`crossboard game`: the template keeps every promise, and each promise is seen to be broken where it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.errors import CrossboardError
from crossboard.games import outside
from crossboard.games.lessons import lessons
from crossboard.own_game.proof import prove
from crossboard.own_game.template import write_template
from crossboard.simulator import micropython
from shared_rules import games


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games there are come back afterwards."""
    monkeypatch.setattr(games, "GAMES", games.GAMES)
    monkeypatch.setattr(games, "NAMES", games.NAMES)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield


IN_ORDER = """\
        out[n] = ply & 255
        out[n + 1] = LEAVE
        out[n + 2] = ply >> 8 & 255
        out[n + 3] = SWAP if ply & CAPTURE else ARRIVE
"""
SWAPPED = """\
        out[n] = ply >> 8 & 255
        out[n + 1] = SWAP if ply & CAPTURE else ARRIVE
        out[n + 2] = ply & 255
        out[n + 3] = LEAVE
"""
WIDE = """\
COLUMNS = const(20)
ROWS = const(4)
SIZE = const(80)
START = NAME + " rrrrr15/20/20/RRRRR15 w"
"""
SPACED = "out[at] = 32\n        at = write_square(ply & 255, COLUMNS, out, at + 1)"
ASTRAY = "    def destination(self, ply):\n        return ply & 255\n\n"
FORGETFUL = """\
    claims = (1,)
    look_back = 2

    def claim(self) -> int:
        return 1 if self.undoable and not self.result else 0

    def recall(self, game) -> None:
        pass

"""

# Promise (how it begins), file, what is replaced, by what, and what the checker says of it: the only thing that it does.
PIECE_SIDE = "def piece_side"
MUTATIONS = [
    ("its members", "game.py", "def rank(", "def ranks(", "there is no rank(); shared_rules/README.md says"),
    ("its members", "game.py", "    max_plies = 15", "    undoable = None\n    max_plies = 15",
     "undoable is None; it should be of type int"),
    ("its members", "game.py", "return KIND_CAPTURE if", "KIND_CAPTURE if", "kind() gives None; it should be of type int"),
    ("max_plies", "game.py", "max_plies = 15", "max_plies = 4", "max_plies is 4; it should be 6 or more: that many has NAME "),
    ("max_plies", "game.py", "max_plies = 15", "max_plies = 15\n    max_plies_from = 1",
     "max_plies_from is 1; it should be 2 or more"),
    ("max_plies", "game.py", "max_footprint = 2", "max_footprint = 1",
     "max_footprint is 1; it should be 2 or more: that many has NAME"),
    ("playing raises", "game.py", "        return KIND_CAPTURE if", "        return {}[ply] if",
     "kind raises KeyError: 66054, NAME/game.py line LINE"),
    ("playing raises", "game.py", "        self._depth -= 1", "        self._dept -= 1", "R w, a1-a2: pop raises AttributeError"),
    ("its text holds", "game.py", PIECE_SIDE,
     "def text(self):\n        return super().text()[:-1] + 'bw'[self.side]\n\n    " + PIECE_SIDE,
     "text(), read back by set_text, is"),
    ("pop restores", "game.py", "board[to] = self._captured[at]", "board[to] = 0", "push and pop leave board changed; it should"),
    ("a game ends", "game.py", "return END_ACROSS", "return END_NONE",
     "result is 1-0, reason 0, and there are 0 plies; a game that"),
    ("a game ends", "game.py", "return won\n", "return won and 7\n", "result is 7; it should be 0 to 3"),
    ("a game ends", "game.py", "return END_ACROSS", "return 99", "reason is 99, which has no word; ENDS of codes.py"),
    ("plies are small", "game.py", "at = write_square(ply & 255, COLUMNS, out, at)", SPACED,
     "should be printable ASCII without spaces"),
    ("plies are small", "game.py", "CAPTURE = const(1 << 16)", "CAPTURE = const(1 << 30)", "it should be from 0 to 2**30 - 1"),
    ("the low byte", "game.py", IN_ORDER, SWAPPED, "the footprint is a2 ARRIVE, a1 LEAVE; a1, the low byte, should be first"),
    ("footprints", "game.py", "SWAP if ply & CAPTURE else ARRIVE", "ARRIVE", "ARRIVE says open and then closed, but "),
    ("footprints", "game.py", "SWAP if ply & CAPTURE else ARRIVE", "ARRIVE",
     "closed before the ply and closed after it: SWAP or STACK says so"),
    ("footprints", "game.py", "out[n + 2] = ply >> 8 & 255", "out[n + 2] = 19",
     "a1-a2: the footprint is a1 LEAVE, e4 ARRIVE; it should have a2"),
    ("footprints", "game.py", "    def footprint", ASTRAY + "    def footprint",
     "destination is a1, and after it piece_side of that is -1; it"),
    ("rank puts", "game.py", "return ((square % COLUMNS", "return -((square % COLUMNS", "it should be from 0 to 2**30 - 1"),
    ("rank puts", "game.py", "return ((square % COLUMNS", "return 3 or ((square % COLUMNS",
     "w, b1-b2: rank is 3, as of a1-a2; each"),
    ("plies_from gives", "game.py", "in range(SIZE):\n            n = ", "in range(3):\n            n = ",
     "plies_from(d1) has too many: d1-d2"),
    ("why_not is fine", "game.py", "WHY_FINE if board[to] else WHY_CAPTURE_ONLY", "WHY_FINE",
     "why_not(a1, b2) says 'fine', and no ply leads"),
    ("why_not is fine", "game.py", "return WHY_NO_CAPTURE if board[to] else WHY_FINE", "return WHY_NO_CAPTURE",
     "a1-a2 leads there: it should be"),
    ("why_not is fine", "game.py", "return WHY_ONE_STEP", "return 99", "why_not(a1, a3) is 99, which has no word; WHYS of"),
    ("pieces have", "about.json", '{"R": "runner"}', '{"Q": "runner"}', "'pieces' of about.json should have a name for R"),
    ("claims and the past", "game.py", "    max_plies = 15", "    claim = lambda self: 9\n    max_plies = 15",
     "which `claims` should have"),
    ("claims and the past", "game.py", "    def digest", FORGETFUL + "    def digest",
     "claim() after recall is ''; it should be 'no-moves'"),
    ("the last plies", "game.py", "mix(self.board, SIZE, self.side + 1)", "mix(self.board, 3, 1)",
     "each position should have its own"),
    ("the last plies", "game.py", "self._depth == self._full", "self._depth == 9", "is 13; it should be 14"),
    ("the last plies", "game.py", "self._depth == self._full", "self._depth == 2 * self._full",
     "with history 16 is 18; it should be 16"),
    ("reset and set_text", "game.py", "        self._begin(side)", "        self._first = side + self._depth & 1", ""),
    ("malformed texts", "game.py", "read_board(self, text)",
     "read_board(self, text if text[-1:] in ('', 'w') else text[:-1] + 'b')",
     "text() after set_text('NAME "),
    ("malformed texts", "game.py", PIECE_SIDE,
     "def parse_ply(self, text):\n        return super().parse_ply({text: text}[text[:5]])\n\n    " + PIECE_SIDE,
     "raises KeyError; it should be a PlyError"),
    ("ends and refusals", "about.json", '"a runner got across"', '""', "no sentence for 'across'"),
    ("ends and refusals", "codes.py", "END_ACROSS = OWN", "END_ACROSS = 7", "[7] are not from OWN (64)"),
    ("a board has room", "game.py", "COLUMNS = const(5)\nROWS = const(4)\nSIZE = const(20)", WIDE,
     "no profile has 20 by 4 squares"),
    ("no call takes", "game.py", "return mix(", "sum([i for i in range(9000)])\n        return mix(", "digest takes"),
    ("MicroPython", "game.py", "to = ply >> 8 & 255\n        self.", "to = [ply >> 8 & 255][0]\n        self.",
     "R w, a1-a2: push allocates memory"),
    ("MicroPython", "game.py", "to = ply >> 8 & 255\n        self.", "to = [ply >> 8 & 255][0]\n        self.",
     "may do, NAME/game.py line LINE"),
    ("MicroPython", "game.py", "_count(board, 1)", "board.count(1)", "R w: set_text raises TypeError: can't convert"),
    ("MicroPython", "game.py", "\nfrom .codes import", "import importlib.util\n\nfrom .codes import",
     "raises ImportError: no module named 'importlib'"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MUTATIONS)), ids=lambda n: f"{n} {MUTATIONS[n][0]}")
def test_a_broken_promise_is_named_once(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    promise, file, old, new, said = MUTATIONS[number]
    name = f"made-up{number}"
    write_template(name, tmp_path / name)
    path = tmp_path / name / f"made_up{number}" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    if promise == "MicroPython":
        require_micropython()
    else:
        monkeypatch.setattr(micropython, "require", missing)
    outside.add_folder(str(tmp_path / name))
    lines: list[str] = []
    assert not prove(name, lines.append)
    (line,) = [line for line in lines if line.startswith("FAIL")]
    said = said.replace("LINE", str(text[: text.index(old)].count("\n") + 1))
    said = said.replace("NAME/", f"made_up{number}/").replace("NAME", name)
    assert line.startswith(f"FAIL  {promise}") and said in line


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("about.json", '"title"', '"tittle"', "about.json: title is missing"),
        ("about.json", '"look"', '"colour": 3, "look"', "about.json: 'colour' is not one of title, summary, look"),
        ("about.json", '"variants": {}', '"variants": 3', "about.json: variants: 3 is not an object"),
        ("about.json", '"look": "chess"', '"look": "wood"', "about.json: look: 'wood' is not one of chess, men"),
        ("game.py", "from array", "raise SystemExit(0)\nfrom array", "game can't be imported: SystemExit: 0"),
    ],
)
def test_a_package_that_can_t_be_read_is_refused_with_what_is_wrong(
    file: str, old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"unread{tmp_path.name[-1]}"  # another one each time: Python keeps what it has imported
    write_template(name, tmp_path / name)
    path = tmp_path / name / name / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert cli.main(["game", "check", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"), [("{}", "it is no list of objects"), ('[{"title": ""}]', "'position' is missing in a lesson")]
)
def test_lessons_that_are_none_say_what_is_wrong(text: str, said: str, tmp_path: Path) -> None:
    name = f"taught{len(text)}"
    write_template(name, tmp_path / name)
    (tmp_path / name / name / "lessons.json").write_text(text, encoding="utf-8")
    outside.add_folder(str(tmp_path / name))
    with pytest.raises(CrossboardError, match=said):
        lessons(name)


def missing() -> None:
    raise micropython.MicroPythonMissing("Node is missing")


def require_micropython() -> None:
    try:
        micropython.require()
    except micropython.MicroPythonMissing as missing:
        pytest.skip(f"no MicroPython: {missing}")


def test_check_says_so_where_micropython_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(micropython, "require", missing)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["game", "new", "no-node"]) == 0
    assert cli.main(["game", "check", "no-node"]) == 0
    assert (
        "-     MicroPython plays the same, allocating nothing: not tried, Node is missing\n" in capsys.readouterr().out
    )


def test_check_ends_with_status_1_where_a_promise_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["game", "new", "idle-words"]) == 0
    codes = tmp_path / "idle-words" / "idle_words" / "codes.py"
    codes.write_text(codes.read_text(encoding="utf-8").replace('"one-step"', '"two-steps"'), encoding="utf-8")
    assert cli.main(["game", "check", "idle-words"]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAIL")]
    assert line.endswith("WHYS: about.json has no sentence for 'two-steps'")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["new", "Hop"], "'Hop' can't be a game's name"),
        (["new", "charing-cross"], "there is a game 'charing-cross' already"),
        (["new", "search"], "its package can't be called 'search'"),
        (["new", "json"], "no package can be called 'json': Python has something of that name"),
        (["new", "there"], "there: is there already; name another game, or remove it"),
        (["check", "nowhere"], "'nowhere' is neither a folder, nor a game, nor a package with a module game"),
        (["check", "./nowhere"], "'./nowhere' is neither a folder, nor a game, nor a package with a module game"),
        (["check", "there"], "there: has neither game.py nor pyproject.toml"),
        (["try", "there"], "argument ACTION: invalid choice: 'try'"),
    ],
)
def test_what_can_t_be_meant_is_refused(
    words: list[str], wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert cli.main(["game", *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"crossboard: {wrong}") and said.count("\n") == 1
    assert list(tmp_path.rglob("*")) == [tmp_path / "there"]
