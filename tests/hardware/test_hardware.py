"""What is generated for makers: up to date, complete, and drawings that are well-formed and say what the tables say."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.games.about import about
from crossboard.games.rules import new_game
from crossboard.hardware import __main__ as hardware
from crossboard.hardware import catalogue
from crossboard.hardware.circuit_boards import BOARDS, SETS, SIDE, counts, parts
from crossboard.hardware.maps import map_drawing
from crossboard.hardware.parts import FEWEST, SIZES, pieces, total
from crossboard.hardware.wiring import wiring_drawing
from crossboard.profiles.drivers import lights_of, max7219
from crossboard.profiles.drivers.max7219 import iset_resistor
from crossboard.profiles.drivers.mcp23017 import Mcp23017
from crossboard.profiles.drivers.shift74hc165 import Shift74hc165
from crossboard.profiles.nets import board_of, input_name, wires
from tests.support.firmware_on_pins import fake_board

SVG = "{http://www.w3.org/2000/svg}"
NAMES = profiles.names()


def words_of(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_nothing_has_drifted() -> None:
    assert hardware.outdated() == [], "run make hardware and commit what it changes"


def test_drift_is_seen(tmp_path: Path) -> None:
    for path, text in hardware.everything().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert hardware.outdated(tmp_path) == []
    (tmp_path / "boards" / "pico-8x8" / "bom.csv").write_text("quantity\n")
    (tmp_path / "boards" / "pico-8x4" / "map.svg").unlink()
    (tmp_path / "boards" / "gone").mkdir()
    (tmp_path / "boards" / "gone" / "bom.csv").write_text("of a profile that is no more")
    wrong = ["boards/gone/bom.csv", "boards/pico-8x4/map.svg", "boards/pico-8x8/bom.csv"]
    assert hardware.outdated(tmp_path) == wrong


@pytest.mark.parametrize("name", NAMES)
def test_bill_has_a_part_for_every_square(name: str) -> None:
    *lines, _ = csv.DictReader(io.StringIO(hardware.files(name)["bom.csv"]))
    board = board_of(profiles.load(name))
    count = {(line["part"], line["value"].split(",")[0]): int(line["quantity"]) for line in lines}
    squares = len(board.squares)
    assert count["reed switch", "normally open"] == squares
    driver = board.profile["sensors"]["driver"]
    assert count["magnet", "neodymium disc"] == count["piece base", "printed"] == max(pieces(board).values())
    if name in SETS:  # what the service places is for all boards that it makes
        made = {
            kind: count["circuit board", size.split(",")[0]] for kind, size in SIZES.items() if kind in counts(name)
        }
        assert all(made[kind] == max(wanted, FEWEST) for kind, wanted in counts(name).items())
        placed = made["tile"] * SIDE * SIDE + made.get("single", 0)
        assert count["light", "WS2812B"] == count["diode", "1N4148W"] == count["capacitor", "100 nF"] == placed
        return
    assert squares in (count.get(("light", "WS2812B")), count.get(("LED", "3 mm")))
    if driver == "matrix":
        assert count["diode", "1N4148"] == squares
    else:
        chips = {"74hc165": ("shift register", "74HC165", 8), "mcp23017": ("port expander", "MCP23017-E/SP", 14)}
        assert driver in chips, f"this test is to know which chips read the sensors of {driver}, and how many"
        *chip, inputs = chips[driver]
        assert count[tuple(chip)] == -(-squares // inputs)


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_bill_can_be_ordered(name: str) -> None:
    """By the order numbers of two distributors, by LCSC's where the service places the part, or by what to look for."""
    *lines, total = csv.DictReader(io.StringIO(hardware.files(name)["bom.csv"]))
    for line in lines:
        lacking = [key for key in ("quantity", "part", "part number", "or", "distributors") if not line[key]]
        assert not lacking, (
            f"host/crossboard/hardware/catalogue.py: {line['part']} {line['value']}: no {', '.join(lacking)}"
        )
        assert float(line["each EUR"]) > 0
        assert float(line["sum EUR"]) == pytest.approx(int(line["quantity"]) * float(line["each EUR"]))
        orders, _, words = line["distributors"].partition("any shop: ")
        shops = {order.split()[0] for order in orders.rstrip("; ").split("; ") if order}
        assert len(shops) > 1 or words or (line["note"].startswith("placed") and "LCSC" in shops), line["part"]
    assert total["part"] == "sum" and catalogue.PRICED in total["note"] and f"as of {catalogue.PRICED}" in BUILD
    assert float(total["sum EUR"]) == pytest.approx(sum(float(line["sum EUR"]) for line in lines))


def test_part_numbers_have_a_source_and_order_numbers_the_form_of_their_shop() -> None:
    listed = {number for found in catalogue.CATALOGUE.values() for number in found[:2]}
    assert set(catalogue.SOURCES) <= listed
    for found in catalogue.CATALOGUE.values():
        assert found.words or set(found[:2]) - {catalogue.ANY} <= set(catalogue.SOURCES), found.first
    forms = re.compile(
        r"DigiKey \S+-ND|Mouser \d+-\S+|Farnell \d{7}|LCSC C\d+|(TME|GME) [A-Z0-9-]+|(Adafruit|Akizuki) \d+"
    )
    for number, source in catalogue.SOURCES.items():
        assert all(forms.fullmatch(order) for order in source.order.split("; ") if order), number
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", source.seen), number


@pytest.mark.parametrize("name", BOARDS)
def test_schematics_and_catalogue_name_the_same_parts(name: str) -> None:
    for part in parts(name):
        if part.designators != ("U1",):  # the controller is on the bill by itself
            known = catalogue.of_number(f"{part.maker} {part.number}")
            assert known, f"host/crossboard/hardware/catalogue.py lacks {part.maker} {part.number}"
            assert known[2].second == (part.alternative or catalogue.ANY), part.comment
            assert f"LCSC {part.lcsc}" in catalogue.order_numbers(known[2]) or not part.lcsc


def test_bill_has_distributors_numbers_of_both_makers() -> None:
    bill = {line["part"]: line for line in csv.DictReader(io.StringIO(hardware.files("pico-8x8-pcb")["bom.csv"]))}
    assert bill["controller"]["distributors"].startswith(
        "DigiKey 2648-SC1632-ND; Mouser 358-SC1632; DigiKey 2648-SC1634-ND; "
    )
    assert bill["light"]["distributors"].startswith("LCSC C2846931; LCSC C2843785")
    assert bill["level shifter"]["distributors"].endswith("; Adafruit 1787")
    assert bill["magnet"]["distributors"].startswith("supermagnete S-08-03-N; any shop: neodymium disc")
    assert bill["playing surface"]["distributors"].startswith("any shop: acrylic")


def test_a_part_of_the_boards_without_a_price_is_on_the_bill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(catalogue.CATALOGUE, ("diode", "1N5817, DO-41"))
    bill = hardware.files("pico-8x8-pcb")["bom.csv"]
    assert "\n1,1N5817,,soldered by hand,,,,,," in bill and "without 1 lines that have no price" in bill


def test_a_bill_says_where_a_number_was_found() -> None:
    known = catalogue.offer("IC socket", "DIP-24, narrow")
    assert catalogue.confirmation(known).count("rows 7.62 mm apart") == 2, "a MAX7219 is a narrow DIP-24"
    assert catalogue.confirmation(known).endswith(f"737-ICS-324-T, {catalogue.SOURCES[known.second].seen}")
    assert catalogue.confirmation(catalogue.plain("cut to size", 1.0, "a sheet")) == ""


@pytest.mark.parametrize("name", NAMES)
def test_pin_table_names_every_pin_once(name: str) -> None:
    board = board_of(profiles.load(name))
    rows = re.findall(r"^\| ((?:GP|IO)\d+) \| ([^|]+) \| (\S+) \|", hardware.files(name)["pins.md"], re.MULTILINE)
    assert [row[0] for row in rows] == [board.header.pin(wire.gpio) for wire in wires(board)]
    assert len({row[0] for row in rows}) == len(rows)
    assert "-" not in {row[1] for row in rows}, "every pin is on the header"


@pytest.mark.parametrize("name", NAMES)
def test_drawings_show_every_wire_and_square(name: str) -> None:
    board = board_of(profiles.load(name))
    files = hardware.files(name)
    wiring, squares = words_of(files["wiring.svg"]), words_of(files["map.svg"])
    for wire in wires(board):
        if wire.name != "-":
            assert wiring.count(wire.name) >= 2, f"{wire.name} at the header and where it leads"
    names = [board.square_name(square) for square in board.squares]
    assert all(wiring.count(square) >= 1 and squares.count(square) == 1 for square in names)
    assert all(squares.count(input_name(board, sensor)) == 1 for sensor in board.sensors)
    if lights_of(board.profile).chained:
        numbers = [word for word in squares if word.isdecimal()]
        rows = [str(row + 1) for row in range(board.rows)]
        assert sorted(numbers) == sorted(rows + [str(light + 1) for light in range(len(names))])


@pytest.mark.parametrize(("name", "count"), [("pico-8x8", 32), ("pico-cross", 48), ("pico-8x4", 24)])
def test_magnets_for_the_game_with_most_pieces(name: str, count: int) -> None:
    assert max(pieces(board_of(profiles.load(name))).values()) == count


@pytest.mark.parametrize(("ma", "ohms"), [(40, 12_000), (30, 18_000), (20, 30_000), (10, 68_000), (5, 130_000)])
def test_resistor_of_a_max7219(ma: int, ohms: int) -> None:
    """No less than the data sheet's table 11 asks for."""
    assert iset_resistor(ma) == ohms


def test_wokwi_diagram_is_wired_as_the_profile() -> None:
    diagram = json.loads(hardware.everything()["wokwi/diagram.json"])
    kinds = [part["type"] for part in diagram["parts"]]
    assert (kinds.count("wokwi-slide-switch"), kinds.count("wokwi-neopixel"), kinds.count("wokwi-pushbutton")) == (
        64,
        64,
        3,
    )
    wires = {frozenset(wire[:2]) for wire in diagram["connections"]}
    assert {frozenset(("c5:2", "pico:GP4")), frozenset(("c5:3", "pico:GP10"))} <= wires
    assert {frozenset(("pico:GP16", "light-a1:DIN")), frozenset(("light-h1:DOUT", "light-h2:DIN"))} <= wires
    ids = {part["id"] for part in diagram["parts"]}
    assert {end.partition(":")[0] for wire in wires for end in wire} == ids


@pytest.mark.parametrize("name", NAMES)
def test_strips_go_back_and_forth_as_the_build_guide_shows_them(name: str) -> None:
    """Wherever strips are laid; circuit boards have lights of their own."""
    lights = profiles.load(name)["lights"]
    assert lights["driver"] != "ws2812" or "squares" in lights or lights["order"] == "serpentine"


def test_four_by_four_squares_are_lit_where_the_build_guide_says() -> None:
    first, whole = (profiles.compile_profile(profiles.load(name)) for name in ("pico-8x8-pcb", "pico-8x8"))
    lights = bytes.fromhex(first["lights"]["lights"])
    assert [lights[8 * row + column] for row in range(4) for column in range(4)] == list(range(16))
    assert first["lights"]["pin"] == whole["lights"]["pin"] and first["buttons"] == whole["buttons"]
    assert all(first["sensors"][key] == whole["sensors"][key] for key in ("rows", "columns"))


@pytest.mark.parametrize(("board", "cells"), [("8x8", 64), ("8x4", 32), ("cross", 84)])
def test_the_printed_frame_has_the_board_s_squares(board: str, cells: int) -> None:
    """The squares of frame.scad are those of the profiles."""
    text = (hardware.FOLDER / "scad" / "frame.scad").read_text(encoding="utf-8")
    lists = re.findall(r"\[(\[\d+, \d+, \d+, \d+\](?:, \[\d+, \d+, \d+, \d+\])*)\]", text)
    found = [[tuple(map(int, four)) for four in re.findall(r"(\d+), (\d+), (\d+), (\d+)", entry)] for entry in lists]
    rectangles = dict(zip(("8x8", "8x4", "cross"), found, strict=True))[board]
    drawn = {(column, row) for x, y, w, h in rectangles for column in range(x, x + w) for row in range(y, y + h)}
    assert len(drawn) == sum(w * h for _, _, w, h in rectangles) == cells
    wired = board_of(profiles.load("pico-cross" if board == "cross" else f"pico-{board}"))
    assert drawn == {(square % wired.columns, square // wired.columns) for square in wired.squares}


def test_pins_of_the_chips() -> None:
    """No pin of a package has two names, and none is a supply's."""
    supplies = {"74hc165": {8, 16}, "mcp23017": {9, 10}, "max7219": {4, 9, 19}}
    packages = {"74hc165": Shift74hc165.legs, "mcp23017": Mcp23017.legs, "max7219": max7219.LEGS}
    for chip, legs in packages.items():
        assert len(set(legs.values())) == len(legs) and not supplies[chip] & set(legs.values())
    assert [Shift74hc165.legs[name] for name in "ADEH"] == [11, 14, 3, 6]


def test_the_pico_s_header() -> None:
    """Places that everyone knows from the datasheet's figure."""
    from crossboard.profiles.headers import DEVKIT, PICO

    assert [PICO.place(gpio) for gpio in (0, 2, 15, 16, 22, 26, 28)] == ["1", "4", "20", "21", "29", "31", "34"]
    assert (PICO.places("VBUS"), PICO.places("3V3")) == (["40"], ["36"])
    assert PICO.places("GND") == ["3", "8", "13", "18", "23", "28", "38"]
    assert (DEVKIT.place(4), DEVKIT.place(1), DEVKIT.places("5V")) == ("J1-4", "J3-4", ["J1-21"])
    assert [len(side) for side in (PICO.left, PICO.right, DEVKIT.left, DEVKIT.right)] == [20, 20, 22, 22]


BUILD = (hardware.FOLDER / "BUILD.md").read_text(encoding="utf-8")


def test_the_build_guide_names_every_board_and_no_other() -> None:
    assert set(re.findall(r"\(boards/([\w-]+)/pins\.md\)", BUILD)) == set(NAMES)
    for part in re.findall(r"`((?:grid|frame|base)-[\w-]+)`", BUILD):
        rule = part.partition("-")[0] + ".scad"
        assert (hardware.FOLDER / "scad" / rule).is_file()


def test_the_build_guide_and_the_profiles_name_the_games_that_a_board_plays() -> None:
    """Whatever has room lies on a board, also a game that its profile does not place."""
    told = ""
    rows = re.findall(r"^\| \[([\w-]+)\]\(boards/[\w/.-]+\) \| ([^|]+) \|", BUILD, re.MULTILINE)
    assert sorted(name for name, _ in rows) == NAMES, (
        "hardware/BUILD.md: its table of boards wants a row for each profile"
    )
    for name, games in rows:
        told = told if games == "the same" else games
        plays = list(profiles.load(name)["games"])
        assert told == ", ".join(about(game).title for game in plays)
        text = (hardware.FOLDER / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
        assert set(tomllib.loads(text)["games"]) <= set(plays)


def test_the_build_guide_shows_the_patterns_that_the_firmware_uses(tmp_path: Path) -> None:
    with fake_board(tmp_path):
        from firmware.lights.colours import ONE_COLOUR
        from firmware.lights.display import EDGE

        used = {"".join("#" if p >> phase & 1 else "." for phase in range(8)) for p in ONE_COLOUR[1:EDGE]}
    shown = re.findall(r"`([#.]{8})`", BUILD)
    assert {least(pattern) for pattern in shown} == {least(pattern) for pattern in used}
    assert len(shown) == len(used)


def least(pattern: str) -> str:
    """The same pattern begun at another beat is the same pattern."""
    return min(pattern[n:] + pattern[:n] for n in range(8))


def test_lights_on_two_max7219() -> None:
    """84 LEDs take two chips: the second one's data come from the first, and each square has a place of its own."""
    text = (profiles.folders()[0] / "pico-cross.toml").read_text(encoding="utf-8")
    before, _, after = text.partition("[lights]\n")
    text = re.sub(r"row_pins = .*", "row_pins = [28, 1, 21, 22, 26, 27, 6, 7, 8, 9, 10, 11]", before)
    lights = "driver = 'max7219'\nspi = 0\nsck_pin = 2\nmosi_pin = 3\nmiso_pin = 4\ncs_pin = 5\nsegment_ma = 20\n"
    rest = after[after.index("[power]") :].replace("supply_ma = 500", "supply_ma = 500\nwifi = false")
    table = f"{text}[lights]\n{lights}order = 'rows'\nbrightness = 50\n\n[buttons]\nok = 0\n\n{rest}"
    board = board_of(profiles.parse(table))
    wiring, squares = words_of(wiring_drawing(board)), words_of(map_drawing(board))
    assert {"U1 MAX7219", "U2 MAX7219"} <= set(wiring) and wiring.count("U1 DOUT") == 2
    assert wiring.count("l8") == 2 and squares.count("U2 DIG 2") == 4 and squares.count("U1 DIG 7") == 8


@pytest.mark.parametrize("name", NAMES)
def test_the_build_guide_s_costs_are_those_of_the_bill(name: str) -> None:
    shown = re.findall(rf"^\| {name} \| (\d+) \|", BUILD, re.MULTILINE)
    assert len(shown) == 1, f"hardware/BUILD.md: its table of costs wants one row for {name}"
    assert int(shown[0]) == round(total(board_of(profiles.load(name))))


def test_the_build_guide_s_summary_and_its_cheap_board_add_up() -> None:
    for name in ("pico-8x8", "pico-8x8-pcb"):
        assert f"about EUR {round(total(board_of(profiles.load(name))), -1):.0f}" in BUILD
    limit, table = re.findall(r"^\*\*For less than EUR (\d+)\*\*(.*?)^\*\*", BUILD, re.MULTILINE | re.DOTALL)[0]
    *rows, bottom = (
        [int(row[0]), int(row[1])] for row in re.findall(r"^\|[^|]+\| (\d+) \|[^|]*\| (\d+) \|$", table, re.MULTILINE)
    )
    assert bottom == [sum(column) for column in zip(*rows, strict=True)]
    assert bottom[0] == round(total(board_of(profiles.load("pico-8x8")))) and bottom[1] < int(limit)


def test_the_build_guide_counts_the_printed_pieces_of_a_side() -> None:
    """As many of each kind as the start positions have: letters of the first side."""
    names = {"rook": "R", "knight": "N", "king": "K", "bishop": "B", "camel": "C", "nahbi": "M", "pawn": "P"}
    cards = {f"card-{name}": name[0].upper() for name in ("king", "queen", "jack", "ten")}
    games = {
        "Charing Cross": ("charing-cross", names),
        "King's Crossing": ("kings-crossing", {"man": "M", "crowned": "K"}),
        "Cross-Eyed Chess": ("cross-eyed", names),
        "Card Chess": ("card-chess:plain", cards),
    }
    for title, (spec, letters) in games.items():
        placement = new_game(spec).text().split(" ")[1]
        (row,) = re.findall(rf"^\| {title} \| (.*`.*) \|$", BUILD, re.MULTILINE)
        each = dict.fromkeys(cards, 2) if title == "Card Chess" else {}
        shown = each | {name: int(count) for count, name in re.findall(r"(\d+) `([\w-]+)`", row) if name in letters}
        assert shown == {name: placement.count(letter) for name, letter in letters.items() if letter in placement}


def test_every_printed_piece_is_made() -> None:
    made = (hardware.FOLDER / "scad" / "Makefile").read_text(encoding="utf-8")
    (pieces_made,) = re.findall(r"^PIECES := (.*)$", made, re.MULTILINE)
    source = (hardware.FOLDER / "scad" / "pieces.scad").read_text(encoding="utf-8")
    assert set(pieces_made.split()) == set(re.findall(r'(?:kind == |\[)"([\w-]+)"', source)) - {
        "terrain-red",
        "terrain-black",
    }


def test_the_card_sheet_is_a_pdf_whose_table_is_right() -> None:
    text = hardware.everything()["cards/card-chess.pdf"]
    start = int(re.findall(r"startxref\n(\d+)", text)[0])
    places = [int(place) for place in re.findall(r"^(\d{10}) 00000 n ", text[start:], re.MULTILINE)]
    assert text[start:].startswith("xref") and text.count("/Type /Page ") == 2
    assert all(text[place:].startswith(f"{i + 1} 0 obj") for i, place in enumerate(places))
    lengths = re.findall(r"<< /Length (\d+) >>\nstream\n(.*?)\nendstream", text, re.DOTALL)
    assert len(lengths) == 2 and all(int(length) == len(body) for length, body in lengths)
    assert text.isascii()


# What data sheets and the USB and I2C specifications forbid


@pytest.mark.parametrize("name", NAMES)
def test_no_more_hangs_on_usb_s_five_volts_than_it_allows(name: str) -> None:
    """USB 2.0, 7.2.4.1: 10 µF at once; a MAX7219's data sheet asks for all of them. A WS2812 has 100 nF of its own."""
    lines = csv.DictReader(io.StringIO(hardware.files(name)["bom.csv"]))
    micro = {"100 nF": 0.1, "10 µF": 10.0, "1000 µF": 1000.0}
    total = 0.0
    for line in lines:
        if line["part"] == "capacitor" and not line["note"].startswith("at each chip"):  # those are at 3.3 V
            total += int(line["quantity"]) * micro[re.split(r"[,(]| ceramic", line["value"])[0]]
        if line["part"] == "light" and "soldered" not in line["note"] and "placed" not in line["note"]:
            total += int(line["quantity"]) * 0.1
    assert 0.1 <= total <= 10.3


@pytest.mark.parametrize(("freq", "rise_ns", "farad"), [(400_000, 300, 150e-12), (100_000, 1000, 250e-12)])
def test_the_lines_of_an_i2c_bus_rise_in_time(freq: int, rise_ns: int, farad: float) -> None:
    """UM10204, 7.1 and table 10: 0.8473 R C at most; and no chip need sink more than 3 mA."""
    text = (profiles.folders()[0] / "esp32s3-8x8-mcp23017.toml").read_text(encoding="utf-8")
    board = board_of(profiles.parse(text.replace("400_000", str(freq))))
    (value,) = {line.value for line in Mcp23017().parts(board) if line.part == "resistor"}
    ohms = 1000 * float(value.removesuffix(" kΩ"))
    assert 0.8473 * ohms * farad <= rise_ns * 1e-9
    assert (3.3 - 0.4) / ohms <= 3e-3


@pytest.mark.parametrize("name", [name for name in NAMES if "settle_us" in profiles.load(name)["sensors"]])
def test_a_column_has_time_to_rise(name: str) -> None:
    """Through 80 kΩ to 2.0 of 3.3 V, at 200 pF, before the next row is read, however fast the controller is."""
    assert profiles.load(name)["sensors"]["settle_us"] >= 80e3 * 200e-12 * math.log(3.3 / 1.3) * 1e6
