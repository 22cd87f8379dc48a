"""Board profiles: every mistake has its own clear error, and the compiled form says where everything is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.errors import CrossboardError
from tests.support.firmware_on_pins import fake_board

GOOD = (profiles.folders()[0] / "pico-8x8.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", profiles.names())
def test_every_profile_is_right(name: str) -> None:
    """Every square has one sensor and one light, and every game lies on squares."""
    profile = profiles.load(name)
    assert profile["name"] == name
    compiled = json.loads(profiles.profile_json(profile))
    lights = bytes.fromhex(compiled["lights"]["lights"])
    squares = [square for square, light in enumerate(lights) if light != 255]
    assert len(squares) == (84 if "cross" in name else compiled["columns"] * compiled["rows"])
    assert sorted(lights[square] for square in squares) == list(range(compiled["lights"]["count"]))
    assert sorted(s for s in bytes.fromhex(compiled["sensors"]["squares"]) if s != 255) == squares
    assert set(bytes.fromhex(compiled["lights"]["corners"])) <= set(lights) - {255}
    for squares_of in compiled["games"].values():
        assert set(bytes.fromhex(squares_of)) <= {*squares, 255}


def test_compiled_form() -> None:
    compiled = profiles.compile_profile(profiles.load("pico-8x8"))
    assert compiled["format"] == 1
    assert compiled["game"] == "charing-cross"
    assert compiled["sensors"]["rows"] == list(range(8))
    assert compiled["sensors"]["columns"] == list(range(8, 16))
    assert bytes.fromhex(compiled["games"]["charing-cross"]) == bytes(range(64))
    assert compiled["buttons"] == {"ok": 17, "next": 18, "back": 19}
    assert compiled["debounce"] == {"close_ms": 12, "open_ms": 25}


def test_serpentine_lights() -> None:
    profile = profiles.parse(GOOD)
    light = bytes.fromhex(profiles.compile_profile(profile)["lights"]["lights"])
    assert list(light[:8]) == list(range(8))
    assert list(light[8:16]) == list(range(15, 7, -1))
    assert list(light[16:24]) == list(range(16, 24))


def test_defaults() -> None:
    text = GOOD.replace("settle_us = 15", "").replace("close_ms = 12", "").replace("next = 18\nback = 19", "")
    compiled = profiles.compile_profile(profiles.parse(text))
    assert compiled["sensors"]["settle_us"] == 15
    assert compiled["debounce"]["close_ms"] == 12
    assert compiled["buttons"] == {"ok": 17}


WRONG = [
    ("pin = 16", "pin = 3", "lights.pin: pin 3 is already used by sensors.row_pins[3]"),
    ("ok = 17", "ok = 16", "buttons.ok: pin 16 is already used by lights.pin"),
    ("[0, 1, 2, 3,", "[0, 0, 2, 3,", "sensors.row_pins[1]: pin 0 is already used by sensors.row_pins[0]"),
    ("pin = 16", "pin = 30", "lights.pin: the Pico has no pin 30"),
    ("pin = 16", "pin = 25", "lights.pin: pin 25 is the Pico's own LED"),
    ("back = 19", "back = 24", "buttons.back: pin 24 senses the Pico's USB power"),
    ("pin = 16", "pin = -1", "lights.pin: must be a whole number"),
    ("pin = 16", 'pin = "GP16"', "lights.pin: must be a whole number"),
    ("pin = 16", "pin = true", "lights.pin: must be a whole number"),
    ("6, 7]  # row", "6]  # row", "sensors.row_pins: has 7 pins for 8 rows"),
    ("columns = 8", "columns = 7", "sensors.column_pins: has 8 pins for 7 columns"),
    ("rows = 8", "rows = 0", "board.rows: must be a whole number from 1 to 26"),
    ("rows = 8", "rows = 8.5", "board.rows: must be a whole number from 1 to 26"),
    ("columns = 8\nrows = 8", "columns = 26\nrows = 26", "board: 26 by 26 is more than 255 squares"),
    ('driver = "matrix"', 'driver = "mcp"', "sensors.driver: 'mcp' is not one of matrix"),
    ('driver = "ws2812"', 'driver = "lamp"', "lights.driver: 'lamp' is not one of ws2812"),
    ('driver = "matrix"\n', "", "sensors: 'driver' is missing"),
    ('driver = "ws2812"\n', "", "lights: 'driver' is missing"),
    ('driver = "ws2812"', 'driver = ["ws2812"]', "lights.driver: must be a word"),
    ("[sensors]", "[[sensors]]", "sensors: must be a table"),
    ("row_pins = [0, 1,", "row_pins = [[0], 1,", "sensors.row_pins[0]: must be a whole number"),
    ("row_pins = [0, 1, 2, 3, 4, 5, 6, 7]", "row_pins = 8", "sensors.row_pins: must be a list of pins"),
    ('order = "serpentine"', 'order = ["rows"]', "lights.order: must be one of rows"),
    ('order = "serpentine"', 'squares = [["a1"]]', "lights.squares: must be a list of texts"),
    ("rows = 8\n", 'rows = 8\nshape = ["........"]\n', "board.shape: must have 8 lines of 8 places"),
    ("rows = 8\n", "rows = 8\nshape = 5\n", "board.shape: must be a list of texts"),
    ("rows = 8\n", f"rows = 8\nshape = {['********'] * 8}\n", "board.shape: has no square"),
    ("limit_ma = 200", "limit_ma = 200.5", "lights.limit_ma: must be a whole number from 1 to 10000"),
    ("supply_ma = 500", "supply_ma = 50000", "power.supply_ma: must be a whole number from 100 to 10000"),
    ("close_ms = 12", "close_ms = 1979-05-27", "debounce.close_ms: must be a whole number from 1 to 200"),
    ("ok = 17", "ok = 17\nundo = 21", "buttons: 'undo' is unknown; known are ok, next, back"),
    (
        '{ origin = "a3" }',
        '{ origin = "a3", turned = 90 }',
        "games.kings-crossing: 'turned' is unknown; known are origin",
    ),
    ('origin = "a3"', 'origin = ["a3"]', "games.kings-crossing.origin: must be a word"),
    ("brightness = 40", "brightness = 40\nbrightness = 41", "not valid TOML"),
    ("diodes = true", "diodes = 1", "sensors.diodes: must be true or false"),
    ("diodes = true\n", "", "sensors: 'diodes' is missing"),
    ("settle_us = 15", "settle_us = -5", "sensors.settle_us: must be a whole number from 0 to 1000"),
    ("settle_us = 15", "settle = 5", "sensors: 'settle' is unknown; known are"),
    ('order = "serpentine"', 'order = "spiral"', "lights.order: must be one of rows, serpentine"),
    ("brightness = 40", "brightness = 0", "lights.brightness: must be a whole number from 1 to 100"),
    ("brightness = 40", "brightness = 0.4", "lights.brightness: must be a whole number from 1 to 100"),
    ("ok = 17\n", "", "buttons: 'ok' is missing"),
    ("close_ms = 12", "close_ms = 0", "debounce.close_ms: must be a whole number from 1 to 200"),
    ('name = "pico-8x8"\n', "", "'name' is missing"),
    ('name = "pico-8x8"', "name = 8", "name: must be a word"),
    ('name = "pico-8x8"', 'name = "pico 8x8"', "name: must be a word"),
    ('name = "pico-8x8"', 'name = "a*b~c"', "name: must be of letters, digits"),
    ('name = "pico-8x8"', 'name = "../8x8"', "name: must be of letters, digits"),
    ('name = "pico-8x8"', f'name = "{"x" * 33}"', "name: must be of letters, digits"),
    ('title = "', 'title = "two\\nlines ', "title: must be a line of text"),
    ('title = "Pico, 8x8 reed matrix, WS2812 lights"', "title = 5", "title: must be a line of text"),
    ('port = "rp2"', 'port = "avr"', "port: 'avr' is not one of rp2"),
    (
        'game = "charing-cross"',
        'game = "unheard-of"',
        "game: 'unheard-of' is not one of this board's games: charing-cross",
    ),
    (
        'game = "charing-cross"',
        'game = "two\\nlines"',
        "game: 'two\\nlines' is not one of this board's games: charing-cross",
    ),
    ('game = "charing-cross"', 'game = "charing-cross:blitz"', "game: charing-cross has no variants"),
    ("[board]\ncolumns = 8\nrows = 8\n", "", "'board' is missing"),
    ("[board]\n", "[bord]\n", "'board' is missing"),
    ('title = "', 'colour = "', "'colour' is unknown"),
    ("charing-cross = {", "unheard-of = {", "games: 'unheard-of' is not one of charing-cross"),
    ('origin = "a1"', 'origin = "b1"', "games.charing-cross: the game's 8 by 8 squares do not fit on 8 by 8 from b1"),
    ('origin = "a1"', 'origin = "z9"', "games.charing-cross.origin: 'z9' is not a square"),
    ('{ origin = "a1" }', "{}", "games.charing-cross: 'origin' is missing"),
    ('{ origin = "a1" }', '"a1"', "games.charing-cross: must be a table"),
    ("[lights]", "[sensors]", "not valid TOML"),
    ("pin = 16", "pin = ", "not valid TOML"),
    ("pin = 16", f"pin = {'[' * 5000}{']' * 5000}", "not valid TOML: nested too deeply"),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG, ids=[f"{i} {w[2]}" for i, w in enumerate(WRONG)])
def test_mistake(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(profiles.ProfileError) as caught:
        profiles.parse(GOOD.replace(old, new, 1), "mine.toml")
    assert isinstance(caught.value, CrossboardError)
    assert str(caught.value).startswith("mine.toml: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_name_lists_the_known() -> None:
    with pytest.raises(profiles.ProfileError, match=r"no-such: no such profile; there are .*pico-8x8"):
        profiles.load("no-such")


def test_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("brightness = 40", "brightness = 7"), encoding="utf-8")
    assert profiles.load(str(path))["lights"]["brightness"] == 7
    with pytest.raises(profiles.ProfileError, match="No such file"):
        profiles.load(str(tmp_path / "none.toml"))
    path.write_bytes(b"\xff\x80")
    with pytest.raises(profiles.ProfileError, match="not UTF-8"):
        profiles.load(str(path))


def test_firmware_reads_the_compiled_form(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text(profiles.profile_json(profiles.load("pico-8x8")), encoding="utf-8")
    with fake_board(tmp_path):
        from firmware.profile import corners, layout_of, load

        profile = load(str(path))
        square_of, light_of, _ = layout_of(profile, "charing-cross")
        assert square_of == bytes(range(64))
        assert light_of == bytes(8 * row + (7 - i if row % 2 else i) for row in range(8) for i in range(8))
        assert corners(profile) == bytes((0, 7, 63, 56))


@pytest.mark.parametrize("text", ["{}", '{"format":2}'])
def test_firmware_refuses_another_format(tmp_path: Path, text: str) -> None:
    path = tmp_path / "profile.json"
    path.write_text(text)
    with fake_board(tmp_path):
        from firmware.profile import load

        with pytest.raises(ValueError, match="this firmware reads 1"):
            load(str(path))


@pytest.mark.parametrize("text", ["[]", "7", "null", '"text"'])
def test_firmware_refuses_json_that_is_no_object(tmp_path: Path, text: str) -> None:
    path = tmp_path / "profile.json"
    path.write_text(text)
    with fake_board(tmp_path):
        from firmware.profile import load

        for again in (False, True):
            with pytest.raises(ValueError, match="profile.json: not a board profile; install it again"):
                load(str(path), again=again)


def test_firmware_refuses_a_checksum_that_is_not_the_profiles(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text('{"format":1,"name":{"of":1,"crc":"1234"}}')
    with fake_board(tmp_path):
        from firmware.profile import load

        with pytest.raises(ValueError, match="damaged"):
            load(str(path))


def test_firmware_layout_of_a_small_game_on_a_serpentine_board(tmp_path: Path) -> None:
    """A game of 4 by 2 squares on a board of 8 by 8: the rest of the board belongs to no square."""
    profile: dict[str, Any] = profiles.compile_profile(profiles.parse(GOOD))
    profile["games"]["tiny"] = bytes([9, 10, 11, 12, 17, 18, 255, 20]).hex()
    with fake_board(tmp_path):
        from firmware.profile import layout_of

        square_of, light_of, _ = layout_of(profile, "tiny")
        assert [square_of[i] for i in (9, 10, 11, 12, 17, 18, 19, 20)] == [0, 1, 2, 3, 4, 5, 255, 7]
        assert square_of.count(255) == 64 - 7
        assert list(light_of) == [14, 13, 12, 11, 17, 18, 255, 20]


def test_games_that_a_profile_does_not_place_lie_in_the_middle() -> None:
    placed = profiles.parse(GOOD)["games"]
    assert profiles.parse(GOOD[: GOOD.index("[games]")])["games"] == placed
