"""The chips of a simulated board, under its squares or behind its lights.

What a chip does is written down once, in a file that comes with its driver (crossboard/profiles/drivers/simulated), and runs
under MicroPython; the switches and lights themselves, what is heard and read, and cut wires are the circuit's
(`_board.switch_bits`, `light`, `show_lights`, `tone`, `screen`, `cut`). Such a file's class `Chip` is made of what the driver's
`circuit` says of the chip, and stands for all of its kind on the board. On what it hangs is told by what it has:

- `listens`, pins: `level(pin, high)` is called when one of them is written;
- `pins`, those of a bus: of SPI (sck, mosi, miso), `clock(byte, mode)` takes eight clocks and gives the byte that comes out; of I2C
  (sda, scl), `start(address)` gives whether it answers, then come `write(byte)` and `read()`;
- `measured`, pins: `voltage(pin)`, 0 to 65535 of what an ADC can measure;
- `driven`, pins: `drive(pin, hz, duty)` is called when their PWM changes, `duty` being 0 to 65535.

Nothing of this allocates; so a file takes what it needs of `_board` when it is imported.
"""

import json

import _board


def _made(wiring):
    return __import__("_chip_" + wiring["model"]).Chip(wiring)


CHIPS = [_made(wiring) for wiring in json.loads(_board.chips)]


def _with(name, pin):
    for chip in CHIPS:
        if pin in getattr(chip, name, ()):
            return chip
    return None


def listening_at(pin):
    """The chip that listens to that pin, None if none does."""
    return _with("listens", pin)


def measured_at(pin):
    """The chip that an ADC at that pin measures, None if there is none."""
    return _with("measured", pin)


def driven_at(pin):
    """The chip that PWM at that pin drives, None if there is none."""
    return _with("driven", pin)


def at_pins(pins):
    """The chips on the bus of those pins: SPI (sck, mosi, miso), of which chips may leave one unused, or I2C (sda, scl)."""
    on_bus = [(chip, getattr(chip, "pins", ())) for chip in CHIPS]
    return [chip for chip, own in on_bus if len(own) == len(pins) and own[0] == pins[0] and own[1] == pins[1]]
