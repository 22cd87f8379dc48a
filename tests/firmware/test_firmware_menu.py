"""Everything at the board alone: games and variants chosen, resigning, draws, takebacks, settings, with three buttons."""

from __future__ import annotations

import pytest

from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, END_UNFINISHED, FIRST_WON, SECOND_WON, WHY_OUTSIDE
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, kinds
from tests.support.menus import CORNERS, choose_game, hold, seen

WHITE = {"a4", "a5", "d8", "e8"}
BLACK = {"d1", "e1", "h4", "h5"}
KINGS = "a3 b3 a4 b4 a5 b5 a6 b6 g3 h3 g4 h4 g5 h5 g6 h6"  # King's Crossing on rows 3 to 6


def colour(board: FakeBoard, meaning: int) -> tuple[int, int, int]:
    colours = board.app.display._colours
    return tuple(colours[3 * meaning : 3 * meaning + 3])


def test_resigning(board: FakeBoard) -> None:
    board.gesture("-a4 +b5")
    hold(board, "back")
    assert set(seen(board)) == {"h4", "h5", "d1", "e1"}  # Black is to move
    board.press("ok")
    assert kinds(board)[-1] == f"E {FIRST_WON} {END_RESIGNED}"
    assert set(seen(board)) >= CORNERS
    board.set_all(HOME)
    board.run(2000)
    assert " b " in board.journal()[0]  # the loser begins
    assert board.app.modes.letter() == ord("p")


def test_the_other_side_resigns(board: FakeBoard) -> None:
    hold(board, "back")
    for _ in range(3):
        board.press("next")
    assert set(seen(board)) == BLACK
    board.press("ok")
    assert kinds(board)[-1] == f"E {FIRST_WON} {END_RESIGNED}"


def test_white_resigns_before_the_first_ply(board: FakeBoard) -> None:
    hold(board, "back")
    assert set(seen(board)) == WHITE
    board.press("ok")
    assert kinds(board) == [f"E {SECOND_WON} {END_RESIGNED}"]


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_a_draw_needs_both(board: FakeBoard, answer: str) -> None:
    board.gesture("-a4 +b5")
    hold(board, "back")
    board.press("next")
    offered = seen(board)
    assert set(offered) == (WHITE | BLACK | {"b5"}) - {"a4"}
    board.press("ok")
    assert board.app.modes.letter() == ord("p")
    assert seen(board)["b5"] != offered["b5"]  # the other player is asked
    board.press(answer)
    ends = [line for line in kinds(board) if line[0] == "E"]
    assert ends == ([f"E {DRAWN} {END_AGREED}"] if answer == "ok" else [])
    assert not board.app.modes.menu
    if answer == "back":
        board.gesture("-h4 +g5")
        assert kinds(board)[-1] == "P h4-g5"


def test_a_draw_that_the_game_does_not_allow_is_refused(board: FakeBoard) -> None:
    choose_game(board, "kings-crossing")
    board.set_all(KINGS)
    board.run(600)
    hold(board, "back")
    board.press("next")
    board.press("ok")
    assert not board.app.modes.menu
    lit = seen(board)
    assert all((colour(board, 16 + 3)) in lit[corner] for corner in CORNERS)
    assert kinds(board) == []
    assert board.app.modes.letter() == ord("p")


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_taking_back_needs_the_other_player(board: FakeBoard, answer: str) -> None:
    board.gesture("-a4 +b5")
    board.gesture("-h4 +g5")
    hold(board, "back")
    board.press("next")
    board.press("next")
    assert set(seen(board)) == {"h4", "g5"}
    board.press("ok")
    assert kinds(board)[-1] == "P h4-g5"
    board.press(answer)
    if answer == "back":
        assert kinds(board)[-1] == "P h4-g5"
        return
    assert kinds(board)[-1] == "U 1"
    board.run(50)
    assert board.app.modes.letter() == ord("g")
    assert {"h4", "g5"} <= set(seen(board, 4000))
    board.gesture("-g5 +h4")
    assert board.app.modes.letter() == ord("p")
    board.gesture("-h4 +g4")
    assert kinds(board)[-1] == "P h4-g4"


def test_nothing_to_take_back(board: FakeBoard) -> None:
    said: list[str] = []
    board.app.link.log = said.append
    hold(board, "back")
    board.press("next")
    board.press("next")
    board.press("ok")
    assert not board.app.modes.menu
    assert kinds(board) == [] and said == ["there is no ply to take back"]


def test_choosing_a_game_and_a_variant(board: FakeBoard) -> None:
    board.gesture("-a4 +b5")
    first = board.app.journal.id()
    choose_game(board, "kings-crossing", 3)
    assert board.app.table.game.text().startswith("kings-crossing:alternate+longer ")
    assert board.app.journal.id() != first
    old = (board.folder / f"{first}.log").read_text().splitlines()
    assert old[-1].rpartition("*")[0].split(" ")[3:] == ["0", str(END_UNFINISHED)]
    board.set_all(KINGS + " c3 c4 c5 c6 f3 f4 f5 f6")
    board.run(600)
    assert board.app.modes.letter() == ord("p")
    board.gesture("-c3 +e3")
    assert kinds(board) == ["P c1-e1"]
    board.switch_on()
    assert board.app.table.game.text().startswith("kings-crossing:alternate+longer ")


def test_a_menu_shows_area_number_and_words(board: FakeBoard) -> None:
    hold(board, "ok")
    for number, name in enumerate(sorted(board.profile["games"]), 1):
        while board.app.modes.menu._item != number - 1:
            board.press("next")
        lit = seen(board)
        area = len(bytes.fromhex(board.profile["games"][name]))
        offered = [square for square, colours in lit.items() if colour(board, 11) in colours]
        assert len(offered) == number
        assert len(set(lit) - set(offered)) == area - number
    board.press("ok")  # King's Crossing is the last by name
    board.press("next")  # alternate
    lit = seen(board)
    assert colour(board, 5) in lit["h6"]
    assert [lit[square] for square in ("g6", "f6", "e6")] == [{colour(board, 1)}] * 3
    assert colour(board, 1) not in lit["d6"]
    board.press("back")
    board.press("back")
    assert not board.app.modes.menu
    assert board.app.table.game.name == "charing-cross"


def test_a_touched_piece_or_patience_leaves_a_menu(board: FakeBoard) -> None:
    for button in ("ok", "next", "back"):
        hold(board, button)
        assert board.app.modes.menu
        board.run(31000)
        assert not board.app.modes.menu
    hold(board, "back")
    board.gesture("-a4 +b5")
    assert not board.app.modes.menu
    assert kinds(board) == ["P a4-b5"]
    hold(board, "ok")
    hold(board, "ok")
    assert not board.app.modes.menu


def test_teaching_off_and_kept(board: FakeBoard) -> None:
    hold(board, "next")
    assert len(seen(board)) == 2
    board.press("next")
    board.press("next")
    assert len(seen(board)) == 1
    board.press("ok")
    board.run(4000)
    board.gesture("-a4")
    assert set(board.lights()) == {"a4"}
    board.gesture("+b5")
    assert kinds(board) == ["P a4-b5"]
    board.switch_on()
    assert board.app.modes.settings().teaching == 0


def brightest(board: FakeBoard) -> int:
    """Of all lights, 0 to 255."""
    return max((max(rgb) for rgb in board.lights().values()), default=0)


def test_brightness_is_tried_chosen_and_kept(board: FakeBoard) -> None:
    board.gesture("-a4 +b5")
    full = brightest(board)
    hold(board, "next")
    hold(board, "next")
    assert len(seen(board)) == 5
    bright = brightest(board)
    board.press("next")
    assert len(seen(board)) == 1
    assert 0 < brightest(board) < bright / 5, "what is shown is as bright as what is offered"
    board.press("back")
    assert brightest(board) == full, "nothing was chosen"
    hold(board, "next")
    hold(board, "next")
    board.press("next")
    board.press("next")
    board.press("ok")
    board.run(4000)
    assert board.app.modes.settings().brightness == 25
    assert 0 < brightest(board) <= full / 4 + 1
    board.switch_on()
    board.run(300)
    assert board.app.modes.settings().brightness == 25
    assert board.app.modes.settings().teaching == 1


def test_patterns_for_eyes_that_tell_no_colours(board: FakeBoard) -> None:
    """A meaning that is lit steadily otherwise has its own pattern then."""
    board.gesture("-a4 +b5")
    assert board.app.modes.settings().set("patterns", 1) == ""
    shown = [tuple(sorted(board.lights())) for _ in range(8) if board.run(128) is None]
    assert len(set(shown)) > 1
    assert board.app.modes.settings().set("patterns", 0) == ""
    shown = [tuple(sorted(board.lights())) for _ in range(8) if board.run(128) is None]
    assert len(set(shown)) == 1


@pytest.mark.parametrize(
    "kept", ["", "brightness", "brightness 300\nteaching 7", "brightness x", "\x00\xff", "patterns -1"]
)
def test_damaged_settings_are_the_usual_ones(board: FakeBoard, kept: str) -> None:
    (board.folder / "settings").write_text(kept, encoding="latin-1")
    board.switch_on()
    settings = board.app.modes.settings()
    assert list(settings.values) == [1, 100, 0]


def test_a_compulsory_jump_lights_when_nobody_plays(board: FakeBoard) -> None:
    board.new_game("kings-crossing 8/2M1m3/8/K6k w - - 0")
    board.set_all("a3 h3 c5 e5")
    board.run(600)
    assert board.app.modes.settings().set("teaching", 2) == ""
    board.run(600)
    lit = seen(board)
    assert "c5" not in lit
    board.new_game("kings-crossing 8/2Mm4/8/K6k w - - 0")
    board.set_all("a3 h3 c5 d5")
    board.run(600)
    assert seen(board)["c5"] == {colour(board, 5)}
    assert board.app.modes.settings().set("teaching", 1) == ""
    board.app.modes.repaint()
    assert "c5" not in seen(board)


def test_what_wins_is_gold(board: FakeBoard) -> None:
    board.new_game("charing-cross 8/8/8/8/6N1/8/8/8 w -")
    board.set_all("g4")
    board.run(600)
    board.set("g4", False)
    board.run(600)
    lit = seen(board)
    assert colour(board, 6) in lit["h3"] and colour(board, 6) in lit["h5"]
    assert colour(board, 3) in lit["g4"]
    board.set("h4", True)
    board.run(600)
    assert kinds(board)[-1].startswith("E 1 ")


def test_only_what_wins_is_gold(board: FakeBoard) -> None:
    board.gesture("-a4")
    assert colour(board, 6) not in {c for colours in seen(board).values() for c in colours}


def test_a_piece_outside_is_lit_and_reported(board: FakeBoard) -> None:
    choose_game(board, "kings-crossing")
    board.set_all(KINGS)
    board.run(4000)
    assert {f"{c}{r}" for c in "abcdefgh" for r in (2, 7)} == set(board.lights())  # the edge
    board.gesture("-b3 +d1")
    board.run(5000)
    lit = seen(board)
    assert colour(board, 10) in lit["d1"]
    assert kinds(board) == [f"R b1 - {WHY_OUTSIDE}"]
    board.gesture("-d1 +b3")
    board.run(1000)
    assert "d1" not in seen(board)
    assert board.app.modes.letter() == ord("p")
    board.gesture("-b3 +d3")
    assert kinds(board)[-1] == "P b1-d1"


def test_terrain_glows_and_differs_from_game_to_game(board: FakeBoard) -> None:
    terrains = set()
    for _ in range(4):
        choose_game(board, "card-chess")
        text = board.app.table.game.text()
        terrains.add(text.split(" ")[3])
        board.set_all("b2 c2 d2 e2 f2 g2 d3 e3 b7 c7 d7 e7 f7 g7 d6 e6")
        board.run(4000)
        assert board.app.modes.letter() == ord("p")
        lit = seen(board)
        game = board.app.table.game
        for square in range(36):
            name = f"{'bcdefg'[square % 6]}{square // 6 + 2}"
            side = game.terrain_side(square)
            assert lit.get(name, set()) == (set() if side < 0 else {colour(board, 13 + side)})
    assert len(terrains) > 1
    board.switch_on()
    assert board.app.table.game.text() == text


def test_a_game_that_takes_a_seed_begins_differently(board: FakeBoard) -> None:
    starts = set()
    for variant in (1, 1, 1, 1, 0, 0):
        choose_game(board, "chess", variant)
        starts.add(board.app.table.game.text())
    assert sum(text.startswith("chess:960 ") for text in starts) > 1
    assert sum(text.startswith("chess ") for text in starts) == 1


def test_progressive_set_up_at_the_board_alone(board: FakeBoard) -> None:
    choose_game(board, "card-chess", 2)
    assert board.app.table.game.text().startswith("card-chess:progressive 6/6/6/6/6/6 w")
    board.set_all("")
    board.run(600)
    assert board.app.modes.letter() == ord("p")
    board.gesture("+b2")
    assert board.app.modes.asking()
    board.press("next")
    board.press("ok")
    board.run(600)
    assert kinds(board) == ["P Q@a1"]
    board.gesture("+c7")
    board.press("ok")
    board.run(600)
    assert kinds(board)[-1] == "P k@b6"


def test_menus_from_the_pc(board: FakeBoard) -> None:
    commands = board.app.link.commands()
    assert commands.button("back hold") == ""
    assert board.app.modes.menu
    assert commands.button("ok") == ""
    assert kinds(board)[-1] == f"E {SECOND_WON} {END_RESIGNED}"
    assert commands.button("ok held") != ""


def test_a_finished_game_has_nothing_to_resign(board: FakeBoard) -> None:
    hold(board, "back")
    board.press("ok")
    hold(board, "back")
    assert not board.app.modes.menu
    assert kinds(board) == [f"E {SECOND_WON} {END_RESIGNED}"]


def test_the_way_back_is_the_shorter_one(board: FakeBoard) -> None:
    """After a jump that is being put back, the lights lead back to before it, not through it again."""
    board.new_game("charing-cross 8/8/8/8/8/2N5/2n5/8 w -")
    board.set_all("c3 c2")
    board.run(600)
    board.gesture("-c3 +c1 -c2")
    board.run(600)
    assert kinds(board)[-1] == "P c3xc1"
    board.gesture("-c1 +c3 +f6")
    board.run(4000)
    assert board.app.modes.letter() == ord("t")
    lit = seen(board)
    assert colour(board, 9) in lit["c2"] and colour(board, 10) in lit["f6"] and "c1" not in lit
    board.gesture("-f6 +c2")
    board.run(1500)
    assert kinds(board)[-1] == "U 1"
    assert board.app.modes.letter() == ord("p")
