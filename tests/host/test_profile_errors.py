"""Mistakes in the profiles of other boards than the first: each has a clear error of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crossboard import profiles
from tests.support.firmware_on_pins import fake_board

FOLDER = profiles.folders()[0]
SHIFT, MAX, CROSS, EXPANDERS = "pico-8x8-74hc165", "pico-8x8-max7219", "pico-cross", "esp32s3-8x8-mcp23017"
ALL84 = [f"{c}{r}" for r in (1, 2, 3) for c in "efgh"] + [f"{c}{r}" for r in (4, 9) for c in "defghi"]
ALL84 += [f"{c}{r}" for r in (5, 6, 7, 8) for c in "abcdefghijkl"] + [f"{c}{r}" for r in (10, 11, 12) for c in "efgh"]
ROW1 = '" -  e1  f1  g1  h1   -  j5 k5 l5"'

WRONG = [
    (SHIFT, "spi = 0", "spi = 2", "sensors.spi: the Pico has spi 0, 1, not 2"),
    (SHIFT, "sck_pin = 2", "sck_pin = 6", ""),
    (SHIFT, "sck_pin = 2", "sck_pin = 7", "sensors.sck_pin: pin 7 cannot be sck of spi 0; 2, 6, 18, 22 can"),
    (SHIFT, "mosi_pin = 3", "mosi_pin = 11", "sensors.mosi_pin: pin 11 cannot be mosi of spi 0; 3, 7, 19 can"),
    (SHIFT, "miso_pin = 4", "miso_pin = 5", "sensors.miso_pin: pin 5 cannot be miso of spi 0; 0, 4, 16, 20 can"),
    (SHIFT, "latch_pin = 5", "latch_pin = 3", "sensors.latch_pin: pin 3 is already used by sensors.mosi_pin"),
    (SHIFT, "latch_pin = 5", "latch_pin = 25", "sensors.latch_pin: pin 25 is the Pico's own LED"),
    (SHIFT, "latch_pin = 5", "latch_pin = 24", "sensors.latch_pin: pin 24 senses the Pico's USB power"),
    (SHIFT, "latch_pin = 5", "", "sensors: 'latch_pin' is missing"),
    (SHIFT, "baud = 1_000_000", "baud = 9", "sensors.baud: must be a whole number from 10000 to 10000000"),
    (SHIFT, 'order = "rows"', 'order = "knight"', "sensors.order: must be one of rows, serpentine, columns"),
    (SHIFT, 'order = "rows"', 'diodes = true\norder = "rows"', "sensors: 'diodes' is unknown; known are driver, spi"),
    (SHIFT, 'order = "rows"', 'order = "rows"\nsquares = ["a1"]', "sensors: has both 'order' and 'squares'"),
    (SHIFT, 'order = "rows"', 'squares = ["a1 b1 c1 d1 e1 f1 g1 h1 a2"]', "sensors.squares[0]: names more than 8 inputs"),
    (SHIFT, 'order = "rows"', 'squares = ["a1 a1"]', "sensors.squares[0]: square a1 is listed twice"),
    (SHIFT, 'order = "rows"', 'squares = "a1"', "sensors.squares: must be a list of texts"),
    (SHIFT, 'order = "rows"', "squares = []", "sensors.squares: square a1 is missing, and 63 more"),
    (MAX, "segment_ma = 20", "segment_ma = 4", "lights.segment_ma: must be a whole number from 5 to 40"),
    (MAX, "supply_ma = 500", "supply_ma = 200", "200 mA is too little: the lights take up to 168 mA by segment_ma"),
    (MAX, "cs_pin = 17", "cs_pin = 18", "lights.cs_pin: pin 18 is already used by lights.sck_pin"),
    (MAX, "brightness = 50", "brightness = 50\nlimit_ma = 3", "lights: 'limit_ma' is unknown"),
    (MAX, '"max7219"', '"hd44780"', "lights.driver: 'hd44780' is not one of ws2812, max7219"),
    (CROSS, '"***......***"', '"***......**"', "board.shape: must have 12 lines of 12 places"),
    (CROSS, '"***......***",\n', "", "board.shape: must have 12 lines of 12 places"),
    (CROSS, '"***......***"', '"***..o...***"', "board.shape: must have 12 lines"),
    (CROSS, '"***......***"', '"***......**."', "sensors.squares: square l9 is missing"),
    (CROSS, "shape = [", "shape = 3\nform = [", "board: 'form' is unknown"),
    (CROSS, ROW1, '" - e1 f1 g1 h1 - j5 k5"', "sensors.squares: every line must name as many squares"),
    (CROSS, ROW1, ROW1.replace("e1", "e2"), "sensors.squares[1]: square e2 is listed twice; first in sensors.squares[0]"),
    (CROSS, ROW1, ROW1.replace("e1", " -"), "sensors.squares: square e1 is missing"),
    (CROSS, ROW1, ROW1.replace("e1", "a1"), "sensors.squares[0]: the board has no square a1"),
    (CROSS, ROW1, ROW1.replace("e1", "m1"), "sensors.squares[0]: 'm1' is not a square"),
    (CROSS, "19, 20]", "19]", "sensors.column_pins: has 8 pins for 9 columns"),
    (CROSS, "limit_ma = 200", "limit_ma = 100", "lights.limit_ma: 100 mA is too little: 84 lights take 84 mA when dark"),
    (CROSS, "limit_ma = 200", "limit_ma = 250", "the lights take up to 250 mA by limit_ma and the Pico 300 with its radio"),
    (CROSS, "supply_ma = 500", "supply_ma = 20", "power.supply_ma: must be a whole number from 100 to 10000"),
    (CROSS, "limit_ma = 200", 'colours = "rgbw"', "lights.colours: must be one of grb, rgb, brg, bgr, rbg, gbr"),
    (CROSS, "limit_ma = 200", 'colours = ["g", "r", "b"]', "lights.colours: must be one of grb"),
    (MAX, "brightness = 50", 'brightness = 50\ncolours = "grb"', "lights: 'colours' is unknown"),
    (CROSS, "supply_ma", "supply_A", "power: 'supply_A' is unknown"),
    (CROSS, 'order = "serpentine"', 'squares = ["e1"]', "lights.squares: square f1 is missing, and 82 more"),
    (CROSS, 'order = "serpentine"', f"squares = {['- ' * 172 + ' '.join(ALL84)]}",
     "lights.squares: 256 lights are more than 255"),
    (CROSS, 'order = "serpentine"', "", "lights: must have one of 'order' and 'squares'"),
    (CROSS, 'origin = "d4"', 'origin = "e5"', "games.card-chess: the game needs j9, where the board has no square"),
    (CROSS, 'origin = "a1"', 'origin = "b1"', "games.cross-eyed: the game needs i1, where the board has no square"),
    (CROSS, "card-chess =", "charing-cross =", "games.charing-cross: the game needs "),
    ("pico-8x4", "kings-crossing = {", "charing-cross = {", "games.charing-cross: the game's 8 by 8 squares do not fit on 8 by 4"),
    (CROSS, "supply_ma = 500", "supply_ma = 500\nwifi = 1", "power.wifi: must be true or false"),
    (EXPANDERS, "freq = 400_000", "freq = 1_000_000", "sensors.freq: must be a whole number from 10000 to 400000"),
    (EXPANDERS, "pin = 4", "pin = 20", "lights.pin: pin 20 is the USB port"),
    (EXPANDERS, "pin = 4", "pin = 0", "lights.pin: pin 0 decides how the chip starts (strapping pin)"),
    (EXPANDERS, "pin = 4", "pin = 46", "lights.pin: pin 46 decides how the chip starts"),
    (EXPANDERS, "pin = 4", "pin = 30", "lights.pin: pin 30 is wired to the module's flash or PSRAM"),
    (EXPANDERS, "pin = 4", "pin = 35", "lights.pin: pin 35 is wired to the PSRAM of modules with octal PSRAM"),
    (EXPANDERS, "pin = 4", "pin = 43", "lights.pin: pin 43 carries the chip's start-up messages"),
    (EXPANDERS, "pin = 4", "pin = 22", "lights.pin: the ESP32-S3 has no pin 22"),
    (EXPANDERS, "sda_pin = 8", "sda_pin = 10", ""),
    (EXPANDERS, "0x23, 0x24]", "0x24]", "sensors.addresses: must be as many as the chips, 5, not 4"),
    (EXPANDERS, "0x23, 0x24]", "0x23, 0x20]", "sensors.addresses[4]: 32 is listed twice"),
    (EXPANDERS, "0x23, 0x24]", "0x23, 0x28]", "sensors.addresses[4]: must be a whole number from 32 to 39"),
    (EXPANDERS, "[0x20, 0x21, 0x22, 0x23, 0x24]", "0x20", "sensors.addresses: must be a list of I2C addresses"),
    (EXPANDERS, 'order = "rows"  # a1 to g1', 'squares = ["a1 b1 c1 d1 e1 f1 g1 h1"]  #',
     "sensors.squares[0]: MCP23017: input 7 can only be an output"),
    (EXPANDERS, 'port = "esp32"', 'port = "rp2"', ""),
    (EXPANDERS, 'port = "esp32"', 'port = "stm32"', "port: 'stm32' is not one of rp2, esp32"),
    (EXPANDERS, "limit_ma = 350", "limit_ma = 550", "the lights take up to 550 mA by limit_ma and the ESP32-S3 390 with"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "words"), WRONG, ids=[f"{i} {w[3][:50]}" for i, w in enumerate(WRONG)])
def test_mistake(name: str, old: str, new: str, words: str) -> None:
    good = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in good
    changed = good.replace(old, new, 1)
    if not words:
        profiles.parse(changed)
        return
    with pytest.raises(profiles.ProfileError) as caught:
        profiles.parse(changed, "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_lights_under_no_square_take_current_too() -> None:
    text = (FOLDER / f"{CROSS}.toml").read_text(encoding="utf-8").replace("limit_ma = 200", "limit_ma = 240")
    changed = text.replace('order = "serpentine"', f"squares = {['- ' * 100 + ' '.join(ALL84)]}")
    with pytest.raises(profiles.ProfileError, match="240 mA is too little: 184 lights take 184 mA when dark"):
        profiles.parse(changed)


def test_i2c_of_a_pico_has_its_own_pins() -> None:
    text = (FOLDER / f"{EXPANDERS}.toml").read_text(encoding="utf-8").replace('"esp32"', '"rp2"')
    words = "sensors.sda_pin: pin 10 cannot be sda of i2c 0; 0, 4, 8, 12, 16, 20, 28 can"
    with pytest.raises(profiles.ProfileError, match=words):
        profiles.parse(text.replace("sda_pin = 8", "sda_pin = 10"))


def test_two_chips_cannot_share_a_bus() -> None:
    text = (FOLDER / f"{SHIFT}.toml").read_text(encoding="utf-8")
    lights = (FOLDER / f"{MAX}.toml").read_text(encoding="utf-8")
    table = lights[lights.index("[lights]") : lights.index("[buttons]")].replace("cs_pin = 17", "cs_pin = 15")
    changed = text[: text.index("[lights]")] + table + text[text.index("[buttons]") :].replace("19", "14")
    with pytest.raises(profiles.ProfileError, match="lights.spi: spi 0 is already used by sensors"):
        profiles.parse(changed)


@pytest.mark.parametrize("name", profiles.names())
def test_the_current_fits_a_usb_port(name: str) -> None:
    """Whatever the lights show, and while the radio sends, board and lights stay within what a USB 2 port gives; an ESP32-S3's need
    a USB 3 port."""
    compiled = profiles.compile_profile(profiles.load(name))
    board, port = {"rp2": (300, 500), "esp32": (390, 900)}[compiled["port"]]
    lights = compiled["lights"].get("limit_ma", 8 * 20 + 8)
    assert lights + board <= port


def test_without_its_radio_a_board_leaves_more_for_the_lights() -> None:
    text = (FOLDER / f"{CROSS}.toml").read_text(encoding="utf-8").replace("limit_ma = 200", "limit_ma = 400")
    with pytest.raises(profiles.ProfileError, match="the Pico 300 with its radio"):
        profiles.parse(text)
    profiles.parse(text.replace("supply_ma = 500", "supply_ma = 500\nwifi = false"))


ORDERS = {
    "rows": "a1 b1 c1 a2 b2 c2",
    "serpentine": "a1 b1 c1 c2 b2 a2",
    "columns": "a1 a2 b1 b2 c1 c2",
    "columns-serpentine": "a1 a2 b2 b1 c1 c2",
}


@pytest.mark.parametrize("order", ORDERS)
def test_orders(order: str) -> None:
    from crossboard.profiles import layout as profile_layout

    board = {"board": {"columns": 3, "rows": 2}}
    squares = profile_layout.in_order(board, list(range(6)), order)
    assert " ".join(profile_layout.square_name(square, 3) for square in squares) == ORDERS[order]


def test_lights_of_an_own_order() -> None:
    """What a doctor has learned: any order, also with lights that are under no square."""
    text = (FOLDER / "pico-8x4.toml").read_text(encoding="utf-8")
    names = [f"{column}{row}" for row in (2, 1, 4, 3) for column in "hgfedcba"]
    lines = json.dumps([" ".join(names[:16]), "- " + " ".join(names[16:])])
    compiled = profiles.compile_profile(profiles.parse(text.replace('order = "serpentine"', f"squares = {lines}")))
    lights = bytes.fromhex(compiled["lights"]["lights"])
    assert compiled["lights"]["count"] == 33
    assert (lights[15], lights[0], lights[31]) == (0, 15, 17)


def test_a_damaged_profile_is_refused(tmp_path: Path) -> None:
    """Any byte changed in its wiring, and the board says so and drives no pin."""
    path = tmp_path / "profile.json"
    good = profiles.profile_json(profiles.load("pico-8x8"))
    with fake_board(tmp_path) as board:
        from firmware.profile import load

        for old, new in (("8,9,10", "8,9,18"), ('"pin":16', '"pin":17'), ("rp2", "rp3")):
            assert old in good
            path.write_text(good.replace(old, new, 1))
            with pytest.raises(ValueError, match="damaged, its checksum does not match"):
                load(str(path))
        path.write_text(good.partition(',"crc"')[0] + "}")
        with pytest.raises(ValueError, match="damaged"):
            load(str(path))
        path.write_text(good)
        assert load(str(path), port="rp2")["name"] == "pico-8x8"
        with pytest.raises(ValueError, match="for port rp2; this board's is esp32"):
            load(str(path), port="esp32")
        assert board.pins.driven == {}
