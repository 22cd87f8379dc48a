"""Simulated boards with chips: 74HC165, MCP23017, MAX7219, by program and by the firmware in every profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.games.rules import HOLE, new_game
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.traces import places
from tests.support.toys import Talk, put, wait_until


def board_of(profile: str, tmp_path: Path, main: str, said: list[str] | None = None) -> SimulatedBoard:
    """A board of that profile with a program of the test's."""
    firmware = put(tmp_path / "program", main=main)
    heard: list[str] = [] if said is None else said
    return SimulatedBoard(profile, tmp_path / "flash", firmware=firmware, say=heard.append)


SPI_SENSORS = """
import json, time
from machine import SPI, Pin
settings = {settings!r}
pins = {{role: Pin(settings[role]) for role in ("sck", "mosi", "miso")}}
try:
    SPI(settings["spi"], sck=Pin(21), mosi=pins["mosi"], miso=pins["miso"])
except ValueError as error:
    print(error)
latch = Pin(settings["latch"], Pin.OUT, value=1)
before = None
while True:
    found = []
    for polarity, phase in ((1, 0), (0, 1)):
        bus = SPI(settings["spi"], polarity=polarity, phase=phase, **pins)
        latch(0)
        latch(1)
        found.append(["%02x" % byte for byte in bus.read(settings["chips"] + 1)])
    if found != before:
        before = found
        print("mode 2", *found[0])
        print("mode 1", *found[1])
    time.sleep_ms(5)
"""


def test_shift_registers_give_their_bits_in_order(tmp_path: Path) -> None:
    settings = profiles.compile_profile(profiles.load("pico-8x8-74hc165"))["sensors"]
    under = bytes.fromhex(settings["squares"])
    names = [f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in under]
    with (
        board_of("pico-8x8-74hc165", tmp_path, SPI_SENSORS.format(settings=settings)) as board,
        Talk(board.port) as talk,
    ):
        talk.until("bad SCK pin")
        talk.until("mode 2 ff ff ff ff ff ff ff ff 00\r\nmode 1 ff ff ff ff ff ff ff fe 00\r\n")
        # Inputs A and H of the first chip, B of the last.
        board.set_squares({names[0], names[7], names[57]})
        talk.until("mode 2 7e ff ff ff ff ff ff fd 00\r\nmode 1 fd ff ff ff ff ff ff fa 00\r\n")
        # What was taken over has been shifted out; without a latch nothing new comes, without a line nothing at all.
        for role in ("latch", "miso"):
            board.cut_wire(settings[role])
            talk.until("mode 2 00 00 00 00 00 00 00 00 00\r\n")
            board.cut_wire(settings[role], False)
            talk.until("mode 2 7e ff ff ff ff ff ff fd 00\r\n")


EXPANDERS = """
import time
from machine import I2C, Pin
bus = I2C({i2c}, sda=Pin({sda}), scl=Pin({scl}), freq=400000)
print([hex(address) for address in bus.scan()])
first = {address}
print("floating", bus.readfrom_mem(first, 0x12, 2))
bus.writeto_mem(first, 0x0C, b"\\xff\\xff")
print("pulled up", bus.readfrom_mem(first, 0x12, 2))
bus.writeto_mem(first, 0x02, b"\\x01\\x00")
print("inverted", bus.readfrom_mem(first, 0x12, 1))
bus.writeto_mem(first, 0x02, b"\\x00\\x00")
bus.writeto_mem(first, 0x00, b"\\x0f")
bus.writeto_mem(first, 0x12, b"\\xa5")
print("half out", bus.readfrom_mem(first, 0x12, 1), bus.readfrom_mem(first, 0x14, 1))
bus.writeto_mem(first, 0x00, b"\\xff")
before = None
while True:
    try:
        now = bus.readfrom_mem(first, 0x12, 2)
    except OSError as error:
        now = error.args[0]
    if now != before:
        before = now
        print("now", now)
    time.sleep_ms(5)
"""


def test_port_expanders_answer_as_their_data_sheet_says(tmp_path: Path) -> None:
    settings = profiles.compile_profile(profiles.load("esp32s3-8x8-mcp23017"))["sensors"]
    under = bytes.fromhex(settings["squares"])
    name = {sensor: f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for sensor, square in enumerate(under)}
    main = EXPANDERS.format(address=settings["addresses"][0], **{key: settings[key] for key in ("i2c", "sda", "scl")})
    with board_of("esp32s3-8x8-mcp23017", tmp_path, main) as board, Talk(board.port) as talk:
        talk.until(str([hex(address) for address in settings["addresses"]]))
        talk.until("floating b'\\x00\\x00'\r\npulled up b'\\xff\\xff'\r\ninverted b'\\xfe'\r\n")
        talk.until("half out b'\\xaf' b'\\xa5'\r\nnow b'\\xff\\xff'\r\n")
        board.set_squares({name[0], name[10]})
        talk.until("now b'\\xfe\\xfb'\r\n")
        board.cut_wire(settings["sda"])
        talk.until("now 5\r\n")


LIGHT_CHIP = """
from machine import SPI, Pin
settings = {settings!r}
pins = {{role: Pin(settings[role]) for role in ("sck", "mosi", "miso")}}
select = Pin(settings["cs"], Pin.OUT, value=1)
def send(bus, *pairs):
    for register, value in pairs:
        select(0)
        bus.write(bytes((register, value)))
        select(1)
good = SPI(settings["spi"], polarity=0, phase=0, **pins)
wait = Pin({button}, Pin.IN, Pin.PULL_UP)
def step(name):
    print(name)
    while wait():
        pass
    while not wait():
        pass
send(good, (12, 0), (15, 0), (9, 0), (10, 15), (11, 7), (1, 0b00000001), (3, 0b10000000))
step("asleep")
send(good, (12, 1))
step("awake")
send(good, (11, 0), (10, 0))
step("one digit, dark")
send(good, (15, 1))
step("test")
send(good, (15, 0))
send(SPI(settings["spi"], polarity=1, phase=0, **pins), (1, 255))
step("wrong mode")
"""


def test_light_drivers_show_what_their_registers_say(tmp_path: Path) -> None:
    profile = profiles.compile_profile(profiles.load("pico-8x8-max7219"))
    lights = profile["lights"]
    light_of = {f"{'abcdefgh'[s % 8]}{s // 8 + 1}": light for s, light in enumerate(bytes.fromhex(lights["lights"]))}
    square_of = {light: square for square, light in light_of.items()}
    main = LIGHT_CHIP.format(settings=lights, button=profile["buttons"]["ok"])
    said: list[str] = []
    with board_of("pico-8x8-max7219", tmp_path, main, said) as board, Talk(board.port) as talk:

        def lit(after: str) -> dict[str, int]:
            talk.until(after)
            found = {square: colour[0] for square, colour in board.lights().items() if any(colour)}
            board.press("ok")
            return found

        assert lit("asleep") == {}
        assert lit("awake") == {square_of[0]: 254, square_of[23]: 254}
        assert lit("one digit, dark") == {square_of[0]: 127}
        assert set(lit("test")) == set(light_of)
        assert lit("wrong mode") == {square_of[0]: 127}
        talk.until("\n")
        talk.say("\x04")
        wait_until(lambda: bool(said))
    assert said == ["simulated board: a MAX7219 needs SPI mode 0 or 3"]


@pytest.mark.parametrize("name", profiles.names())
def test_the_firmware_begins_a_game_in_every_profile(name: str, micropython: object) -> None:
    with SimulatedBoard(name) as board, Talk(board.port) as talk:
        game = new_game(board.profile["game"])
        under = places(board.profile, game.name)
        home = {under[square] for square, piece in enumerate(game.board) if piece and piece != HOLE}
        greeting = talk.until("*")
        assert f" {name} " in greeting
        wait_until(lambda: {square for square, colour in board.lights().items() if any(colour)} == home)
        board.set_squares(home)
        # A second without a light: the guide, which blinks faster, has gone.
        frames, dark = board.light_frames(), 0

        def played() -> bool:
            nonlocal dark
            dark = 0 if any(map(any, board.lights().values())) else dark + 1
            return dark > 60 and board.light_frames() > frames

        wait_until(played)
    assert not board.notes
