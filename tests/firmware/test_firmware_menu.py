"""Everything at the board alone: games and variants chosen, resigning, draws, takebacks, settings, with three buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, END_UNFINISHED, FIRST_WON, SECOND_WON, WHY_OUTSIDE
from tests.firmware.test_firmware_app import HOME, kinds
from tests.support.firmware_on_pins import FakeBoard, fake_board

WHITE = {"a4", "a5", "d8", "e8"}
BLACK = {"d1", "e1", "h4", "h5"}
KINGS = "a3 b3 a4 b4 a5 b5 a6 b6 g3 h3 g4 h4 g5 h5 g6 h6"  # King's Crossing on rows 3 to 6
CORNERS = {"a1", "a8", "h1", "h8"}


@pytest.fixture
def ready(tmp_path: Path) -> Iterator[FakeBoard]:
    with fake_board(tmp_path / "games") as board:
        board.switch_on()
        board.set_all(HOME)
        board.run(600)
        yield board


def hold(board: FakeBoard, button: str) -> None:
    board.press(button, 1100)


def seen(board: FakeBoard, ms: int = 1200) -> dict[str, set[tuple[int, int, int]]]:
    """Every light that was lit in that time, and its colours."""
    found: dict[str, set[tuple[int, int, int]]] = {}
    for _ in range(ms // 50):
        board.run(50)
        for square, colour in board.lights().items():
            found.setdefault(square, set()).add(colour)
    return found


def colour(board: FakeBoard, meaning: int) -> tuple[int, int, int]:
    colours = board.app.display._colours
    return tuple(colours[3 * meaning : 3 * meaning + 3])


def choose_game(board: FakeBoard, name: str, variant: int = 0) -> None:
    names = sorted(board.profile["games"])
    hold(board, "ok")
    for _ in range((names.index(name) - names.index(board.app.table.game.name)) % len(names)):
        board.press("next")
    board.press("ok")
    if board.app.menu:
        for _ in range(variant):
            board.press("next")
        board.press("ok")
    board.run(200)
    if board.app.menu:
        board.press("ok")  # two players
    board.run(200)


def test_resigning(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b5")
    hold(ready, "back")
    assert set(seen(ready)) == {"h4", "h5", "d1", "e1"}  # Black is to move
    ready.press("ok")
    assert kinds(ready)[-1] == f"E {FIRST_WON} {END_RESIGNED}"
    assert set(seen(ready)) >= CORNERS
    ready.set_all(HOME)
    ready.run(2000)
    assert " b " in ready.journal()[0]  # the loser begins
    assert ready.app.letter() == ord("p")


def test_the_other_side_resigns(ready: FakeBoard) -> None:
    hold(ready, "back")
    for _ in range(3):
        ready.press("next")
    assert set(seen(ready)) == BLACK
    ready.press("ok")
    assert kinds(ready)[-1] == f"E {FIRST_WON} {END_RESIGNED}"


def test_white_resigns_before_the_first_ply(ready: FakeBoard) -> None:
    hold(ready, "back")
    assert set(seen(ready)) == WHITE
    ready.press("ok")
    assert kinds(ready) == [f"E {SECOND_WON} {END_RESIGNED}"]


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_a_draw_needs_both(ready: FakeBoard, answer: str) -> None:
    ready.gesture("-a4 +b5")
    hold(ready, "back")
    ready.press("next")
    offered = seen(ready)
    assert set(offered) == (WHITE | BLACK | {"b5"}) - {"a4"}
    ready.press("ok")
    assert ready.app.letter() == ord("p")
    assert seen(ready)["b5"] != offered["b5"]  # the other player is asked
    ready.press(answer)
    ends = [line for line in kinds(ready) if line[0] == "E"]
    assert ends == ([f"E {DRAWN} {END_AGREED}"] if answer == "ok" else [])
    assert not ready.app.menu
    if answer == "back":
        ready.gesture("-h4 +g5")
        assert kinds(ready)[-1] == "P h4-g5"


def test_a_draw_that_the_game_does_not_allow_is_refused(ready: FakeBoard) -> None:
    choose_game(ready, "kings-crossing")
    ready.set_all(KINGS)
    ready.run(600)
    hold(ready, "back")
    ready.press("next")
    ready.press("ok")
    assert not ready.app.menu
    lit = seen(ready)
    assert all((colour(ready, 16 + 3)) in lit[corner] for corner in CORNERS)
    assert kinds(ready) == []
    assert ready.app.letter() == ord("p")


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_taking_back_needs_the_other_player(ready: FakeBoard, answer: str) -> None:
    ready.gesture("-a4 +b5")
    ready.gesture("-h4 +g5")
    hold(ready, "back")
    ready.press("next")
    ready.press("next")
    assert set(seen(ready)) == {"h4", "g5"}
    ready.press("ok")
    assert kinds(ready)[-1] == "P h4-g5"
    ready.press(answer)
    if answer == "back":
        assert kinds(ready)[-1] == "P h4-g5"
        return
    assert kinds(ready)[-1] == "U 1"
    ready.run(50)
    assert ready.app.letter() == ord("g")
    assert {"h4", "g5"} <= set(seen(ready, 4000))
    ready.gesture("-g5 +h4")
    assert ready.app.letter() == ord("p")
    ready.gesture("-h4 +g4")
    assert kinds(ready)[-1] == "P h4-g4"


def test_nothing_to_take_back(ready: FakeBoard) -> None:
    hold(ready, "back")
    ready.press("next")
    ready.press("next")
    ready.press("ok")
    assert not ready.app.menu
    assert kinds(ready) == []


def test_choosing_a_game_and_a_variant(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b5")
    first = ready.app.journal.id()
    choose_game(ready, "kings-crossing", 3)
    assert ready.app.table.game.text().startswith("kings-crossing:alternate+longer ")
    assert ready.app.journal.id() != first
    old = (ready.folder / f"{first}.log").read_text().splitlines()
    assert old[-1].rpartition("*")[0].split(" ")[3:] == ["0", str(END_UNFINISHED)]
    ready.set_all(KINGS + " c3 c4 c5 c6 f3 f4 f5 f6")
    ready.run(600)
    assert ready.app.letter() == ord("p")
    ready.gesture("-c3 +e3")
    assert kinds(ready) == ["P c1-e1"]
    ready.switch_on()
    assert ready.app.table.game.text().startswith("kings-crossing:alternate+longer ")


def test_a_menu_shows_area_number_and_words(ready: FakeBoard) -> None:
    hold(ready, "ok")
    for number, name in enumerate(sorted(ready.profile["games"]), 1):
        while ready.app.menu._item != number - 1:
            ready.press("next")
        lit = seen(ready)
        area = {"card-chess": 36, "charing-cross": 64, "kings-crossing": 32}[name]
        offered = [square for square, colours in lit.items() if colour(ready, 11) in colours]
        assert len(offered) == number
        assert len(set(lit) - set(offered)) == area - number
    ready.press("ok")  # King's Crossing is the last by name
    ready.press("next")  # alternate
    lit = seen(ready)
    assert colour(ready, 5) in lit["h6"]
    assert [lit[square] for square in ("g6", "f6", "e6")] == [{colour(ready, 1)}] * 3
    assert colour(ready, 1) not in lit["d6"]
    ready.press("back")
    ready.press("back")
    assert not ready.app.menu
    assert ready.app.table.game.name == "charing-cross"


def test_a_touched_piece_or_patience_leaves_a_menu(ready: FakeBoard) -> None:
    for button in ("ok", "next", "back"):
        hold(ready, button)
        assert ready.app.menu
        ready.run(31000)
        assert not ready.app.menu
    hold(ready, "back")
    ready.gesture("-a4 +b5")
    assert not ready.app.menu
    assert kinds(ready) == ["P a4-b5"]
    hold(ready, "ok")
    hold(ready, "ok")
    assert not ready.app.menu


def test_teaching_off_and_kept(ready: FakeBoard) -> None:
    hold(ready, "next")
    assert len(seen(ready)) == 2
    ready.press("next")
    ready.press("next")
    assert len(seen(ready)) == 1
    ready.press("ok")
    ready.run(4000)
    ready.gesture("-a4")
    assert set(ready.lights()) == {"a4"}
    ready.gesture("+b5")
    assert kinds(ready) == ["P a4-b5"]
    ready.switch_on()
    assert ready.app.settings.teaching == 0


def brightest(board: FakeBoard) -> int:
    """Of all lights, 0 to 255."""
    return max((max(rgb) for rgb in board.lights().values()), default=0)


def test_brightness_is_tried_chosen_and_kept(ready: FakeBoard) -> None:
    ready.gesture("-a4 +b5")
    full = brightest(ready)
    hold(ready, "next")
    hold(ready, "next")
    assert len(seen(ready)) == 5
    bright = brightest(ready)
    ready.press("next")
    assert len(seen(ready)) == 1
    assert 0 < brightest(ready) < bright / 5, "what is shown is as bright as what is offered"
    ready.press("back")
    assert brightest(ready) == full, "nothing was chosen"
    hold(ready, "next")
    hold(ready, "next")
    ready.press("next")
    ready.press("next")
    ready.press("ok")
    ready.run(4000)
    assert ready.app.settings.brightness == 25
    assert 0 < brightest(ready) <= full / 4 + 1
    ready.switch_on()
    ready.run(300)
    assert ready.app.settings.brightness == 25
    assert ready.app.settings.teaching == 1


def test_patterns_for_eyes_that_tell_no_colours(ready: FakeBoard) -> None:
    """A meaning that is lit steadily otherwise has its own pattern then."""
    ready.gesture("-a4 +b5")
    assert ready.app.set("patterns", 1) == ""
    shown = [tuple(sorted(ready.lights())) for _ in range(8) if ready.run(128) is None]
    assert len(set(shown)) > 1
    assert ready.app.set("patterns", 0) == ""
    shown = [tuple(sorted(ready.lights())) for _ in range(8) if ready.run(128) is None]
    assert len(set(shown)) == 1


@pytest.mark.parametrize(
    "kept", ["", "brightness", "brightness 300\nteaching 7", "brightness x", "\x00\xff", "patterns -1"]
)
def test_damaged_settings_are_the_usual_ones(ready: FakeBoard, kept: str) -> None:
    (ready.folder / "settings").write_text(kept, encoding="latin-1")
    ready.switch_on()
    settings = ready.app.settings
    assert list(settings.values) == [1, 100, 0]


def test_a_compulsory_jump_lights_when_nobody_plays(ready: FakeBoard) -> None:
    ready.new_game("kings-crossing 8/2M1m3/8/K6k w - - 0")
    ready.set_all("a3 h3 c5 e5")
    ready.run(600)
    assert ready.app.set("teaching", 2) == ""
    ready.run(600)
    lit = seen(ready)
    assert "c5" not in lit
    ready.new_game("kings-crossing 8/2Mm4/8/K6k w - - 0")
    ready.set_all("a3 h3 c5 d5")
    ready.run(600)
    assert seen(ready)["c5"] == {colour(ready, 5)}
    assert ready.app.set("teaching", 1) == ""
    ready.app._dirty = True
    assert "c5" not in seen(ready)


def test_what_wins_is_gold(ready: FakeBoard) -> None:
    ready.new_game("charing-cross 8/8/8/8/6N1/8/8/8 w -")
    ready.set_all("g4")
    ready.run(600)
    ready.set("g4", False)
    ready.run(600)
    lit = seen(ready)
    assert colour(ready, 6) in lit["h3"] and colour(ready, 6) in lit["h5"]
    assert colour(ready, 3) in lit["g4"]
    ready.set("h4", True)
    ready.run(600)
    assert kinds(ready)[-1].startswith("E 1 ")


def test_only_what_wins_is_gold(ready: FakeBoard) -> None:
    ready.gesture("-a4")
    assert colour(ready, 6) not in {c for colours in seen(ready).values() for c in colours}


def test_a_piece_outside_is_lit_and_reported(ready: FakeBoard) -> None:
    choose_game(ready, "kings-crossing")
    ready.set_all(KINGS)
    ready.run(4000)
    assert {f"{c}{r}" for c in "abcdefgh" for r in (2, 7)} == set(ready.lights())  # the edge
    ready.gesture("-b3 +d1")
    ready.run(5000)
    lit = seen(ready)
    assert colour(ready, 10) in lit["d1"]
    assert kinds(ready) == [f"R b1 - {WHY_OUTSIDE}"]
    ready.gesture("-d1 +b3")
    ready.run(1000)
    assert "d1" not in seen(ready)
    assert ready.app.letter() == ord("p")
    ready.gesture("-b3 +d3")
    assert kinds(ready)[-1] == "P b1-d1"


def test_terrain_glows_and_differs_from_game_to_game(ready: FakeBoard) -> None:
    terrains = set()
    for _ in range(4):
        choose_game(ready, "card-chess")
        text = ready.app.table.game.text()
        terrains.add(text.split(" ")[3])
        ready.set_all("b2 c2 d2 e2 f2 g2 d3 e3 b7 c7 d7 e7 f7 g7 d6 e6")
        ready.run(4000)
        assert ready.app.letter() == ord("p")
        lit = seen(ready)
        game = ready.app.table.game
        for square in range(36):
            name = f"{'bcdefg'[square % 6]}{square // 6 + 2}"
            side = game.terrain_side(square)
            assert lit.get(name, set()) == (set() if side < 0 else {colour(ready, 13 + side)})
    assert len(terrains) > 1
    ready.switch_on()
    assert ready.app.table.game.text() == text


def test_progressive_set_up_at_the_board_alone(ready: FakeBoard) -> None:
    choose_game(ready, "card-chess", 2)
    assert ready.app.table.game.text().startswith("card-chess:progressive 6/6/6/6/6/6 w")
    ready.set_all("")
    ready.run(600)
    assert ready.app.letter() == ord("p")
    ready.gesture("+b2")
    assert ready.app.asking()
    ready.press("next")
    ready.press("ok")
    ready.run(600)
    assert kinds(ready) == ["P Q@a1"]
    ready.gesture("+c7")
    ready.press("ok")
    ready.run(600)
    assert kinds(ready)[-1] == "P k@b6"


def test_menus_from_the_pc(ready: FakeBoard) -> None:
    commands = ready.app.commands
    assert commands.button("back hold") == ""
    assert ready.app.menu
    assert commands.button("ok") == ""
    assert kinds(ready)[-1] == f"E {SECOND_WON} {END_RESIGNED}"
    assert commands.button("ok held") != ""


def test_a_finished_game_has_nothing_to_resign(ready: FakeBoard) -> None:
    hold(ready, "back")
    ready.press("ok")
    hold(ready, "back")
    assert not ready.app.menu
    assert kinds(ready) == [f"E {SECOND_WON} {END_RESIGNED}"]


def test_the_way_back_is_the_shorter_one(ready: FakeBoard) -> None:
    """After a jump that is being put back, the lights lead back to before it, not through it again."""
    ready.new_game("charing-cross 8/8/8/8/8/2N5/2n5/8 w -")
    ready.set_all("c3 c2")
    ready.run(600)
    ready.gesture("-c3 +c1 -c2")
    ready.run(600)
    assert kinds(ready)[-1] == "P c3xc1"
    ready.gesture("-c1 +c3 +f6")
    ready.run(4000)
    assert ready.app.letter() == ord("t")
    lit = seen(ready)
    assert colour(ready, 9) in lit["c2"] and colour(ready, 10) in lit["f6"] and "c1" not in lit
    ready.gesture("-f6 +c2")
    ready.run(1500)
    assert kinds(ready)[-1] == "U 1"
    assert ready.app.letter() == ord("p")
