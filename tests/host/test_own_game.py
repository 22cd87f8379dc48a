"""`crossboard game`: the template keeps every promise, and each promise is seen to be broken where it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.games import outside
from crossboard.own_game.proof import proofs, tried
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
ROWS = const(20)
SIZE = const(100)
START = NAME + " rrrrr/" + "5/" * 18 + "RRRRR w"
"""
SPACED = "out[at] = 32\n        at = write_square(ply & 255, COLUMNS, out, at + 1)"
ASTRAY = "    def destination(self, ply):\n        return ply & 255\n\n"
FORGETFUL = """\
    claims = (END_ACROSS,)
    look_back = 2

    def claim(self) -> int:
        return END_ACROSS if self.undoable and not self.result else 0

    def recall(self, game) -> None:
        pass

"""

# Promise (how it begins), file, what is replaced, by what, and what the checker says.
MUTATIONS = [
    ("its text holds", "game.py", '"wb"[self.side])', '"bw"[self.side])', "the text of that text's position"),
    ("pop restores", "game.py", "board[to] = self._captured[at]", "board[to] = 0", "pop does not restore board"),
    ("a game ends", "game.py", "return END_ACROSS", "return END_NONE", "reason 0"),
    ("a game ends", "codes.py", 'ENDS = ((END_ACROSS, "across"),)', "ENDS = ()", "reason 64 has no word"),
    ("plies are small", "game.py", "at = write_square(ply & 255, COLUMNS, out, at)", SPACED, "' a1-a2' is not a ply"),
    ("plies are small", "game.py", "CAPTURE = const(1 << 16)", "CAPTURE = const(1 << 30)", "is not below 2**30"),
    ("the low byte", "game.py", IN_ORDER, SWAPPED, "the first square of the footprint"),
    ("footprints", "game.py", "SWAP if ply & CAPTURE else ARRIVE", "ARRIVE", "is not as effect 2 says"),
    ("footprints", "game.py", "out[n + 2] = ply >> 8 & 255", "out[n + 2] = 19", "not in the footprint"),
    ("footprints", "game.py", "    def footprint", ASTRAY + "    def footprint", "its destination is not the mover's"),
    ("rank orders", "game.py", "return ((square % COLUMNS", "return -((square % COLUMNS", "rank -"),
    ("plies_from gives", "game.py", "in range(SIZE):\n            n = ", "in range(3):\n            n = ", "plies_from(3)"),
    ("why_not is fine", "game.py", "WHY_FINE if board[to] else WHY_CAPTURE_ONLY", "WHY_FINE", "says 'fine'"),
    ("why_not is fine", "codes.py", 'WHYS = ((WHY_ONE_STEP, "one-step"),)', "WHYS = ()", "is 64, which has no word"),
    ("pieces have", "about.json", '{"R": "runner"}', '{"Q": "runner"}', "names no piece for R"),
    ("claims and the past", "game.py", "    max_plies = 15", "    claim = lambda self: 9\n    max_plies = 15", "claim() gives"),
    ("claims and the past", "game.py", "    def digest", FORGETFUL + "    def digest", "what recall"),
    ("the last plies", "game.py", "mix(self.board, SIZE, self.side + 1)", "mix(self.board, 3, 1)", "share a digest"),
    ("the last plies", "game.py", "self._depth == self._full", "self._depth == 9", "undoable after"),
    ("reset and set_text", "game.py", "        self._begin(side)", "        self._first = side + self._depth & 1", ""),
    ("malformed texts", "game.py", "side = read_side(fields[1])", "side = int(fields[1] != 'w')", "the position of a text"),
    ("malformed texts", "game.py", "raise PlyError(", "raise KeyError(", "raises KeyError, not PlyError"),
    ("ends and refusals", "about.json", '"a runner got across"', '""', "no sentence for 'across'"),
    ("ends and refusals", "codes.py", "END_ACROSS = OWN", "END_ACROSS = 7", "[7] are not from OWN (64)"),
    ("a board has room", "game.py", "ROWS = const(4)\nSIZE = const(20)", WIDE, "no profile has 5 by 20 squares"),
    ("no call takes", "game.py", "return mix(", "sum([i for i in range(9000)])\n        return mix(", "digest takes"),
    ("MicroPython", "game.py", "to = ply >> 8 & 255\n        self.", "to = [ply >> 8 & 255][0]\n        self.", "allocates memory"),
    ("MicroPython", "game.py", "_count(board, 1)", "board.count(1)", "it raises there: "),
    ("MicroPython", "game.py", "\nfrom .codes import", "import importlib.util\n\nfrom .codes import", "it raises there: "),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MUTATIONS)), ids=lambda n: f"{n} {MUTATIONS[n][0]}")
def test_a_broken_promise_is_seen(number: int, tmp_path: Path) -> None:
    promise, file, old, new, said = MUTATIONS[number]
    name = f"made-up{number}"
    write_template(name, tmp_path / name)
    path = tmp_path / name / f"made_up{number}" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    if promise == "MicroPython":
        require_micropython()
    outside.add_folder(str(tmp_path / name))
    (proof,) = (proof for proof in proofs(name) if proof.promise.startswith(promise))
    kept, line = tried(proof)
    assert kept == (said is None)
    assert line.startswith("ok " if kept else f"FAIL  {proof.promise}: ") and (said or "") in line


def require_micropython() -> None:
    try:
        micropython.require()
    except micropython.MicroPythonMissing as missing:
        pytest.skip(f"no MicroPython: {missing}")


def test_check_says_so_where_micropython_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise micropython.MicroPythonMissing("Node is missing")

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
