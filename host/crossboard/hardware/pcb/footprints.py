"""Footprints, by the dimensions in the makers' data sheets. The origin is the middle of a surface part, pin 1 of the others."""

from __future__ import annotations

from crossboard.hardware.pcb.layout import Footprint, Pad

INCH_10 = 2.54


def header(columns: int, rows: int, shrouded: bool = False) -> Footprint:
    """`rows` by `columns` of pins, 2.54 mm apart; two columns are numbered across: 1 2, 3 4, …"""
    pads = tuple(
        Pad(str(columns * row + column + 1), INCH_10 * column, INCH_10 * row, 1.7, 1.7, 1.0, round=row + column > 0)
        for row in range(rows)
        for column in range(columns)
    )
    right, bottom = INCH_10 * (columns - 1), INCH_10 * (rows - 1)
    # A shrouded header is 8.9 mm wide and 10.2 mm longer than its pins (DIN 41651).
    side, end = (3.2, 5.1) if shrouded else (1.27, 1.27)
    name = f"{'IDC' if shrouded else 'PinHeader'}_{columns}x{rows:02}_P2.54mm"
    mark = (-side - 0.8, 0.0) if shrouded else (-1.27 - 0.8, 0.0)
    return Footprint(
        name, pads, (-side, -end, right + side, bottom + end), mark, label=(right / 2, -end + 1.6 if shrouded else -2.3)
    )


def dip(pins: int) -> Footprint:
    """A dual in-line package, 7.62 mm between its rows, numbered round."""
    half = pins // 2
    left = [Pad(str(i + 1), 0, INCH_10 * i, 1.6, 1.6, 0.8, round=i > 0) for i in range(half)]
    right = [Pad(str(pins - i), 7.62, INCH_10 * i, 1.6, 1.6, 0.8) for i in range(half)]
    bottom = INCH_10 * (half - 1)
    return Footprint(
        f"DIP-{pins}_W7.62mm", (*left, *right), (1.0, -1.6, 6.62, bottom + 1.6), (1.8, -0.8), label=(3.81, bottom / 2)
    )


def pico() -> Footprint:
    """Two rows of 20, 17.78 mm apart, numbered round (Raspberry Pi Pico datasheet, figure 3); the USB port is at the top."""
    left = [Pad(str(i + 1), 0, INCH_10 * i, 1.7, 1.7, 1.0, round=i > 0) for i in range(20)]
    right = [Pad(str(40 - i), 17.78, INCH_10 * i, 1.7, 1.7, 1.0) for i in range(20)]
    body = (8.89 - 10.5, -1.37, 8.89 + 10.5, 48.26 + 1.37)
    return Footprint("RaspberryPi_Pico_socket", (*left, *right), body, (2.2, 0.0), label=(8.89, 24.13))


REED = Footprint(
    "Reed_upright_P5.08mm",
    (Pad("1", 0, 0, 1.8, 1.8, 1.0), Pad("2", 5.08, 0, 1.8, 1.8, 1.0)),
    (-1.5, -1.5, 1.5, 1.5),
    reach=(-2.0, -1.5, 6.2, 1.5),
)
"""Glass over pad 1; the upper lead comes down to pad 2."""

LED = Footprint(
    "WS2812B_5050",
    (Pad("1", -2.45, -1.65, 1.5, 1.0, round=False), Pad("2", -2.45, 1.65, 1.5, 1.0, round=False),
     Pad("3", 2.45, 1.65, 1.5, 1.0, round=False), Pad("4", 2.45, -1.65, 1.5, 1.0, round=False)),
    (-2.5, -2.5, 2.5, 2.5), (-3.7, -1.65),
)  # fmt: skip
"""1 VDD, 2 DOUT, 3 VSS, 4 DIN."""

DIODE = Footprint(
    "SOD-123",
    (Pad("1", -1.65, 0, 0.9, 1.2, round=False), Pad("2", 1.65, 0, 0.9, 1.2, round=False)),
    (-1.4, -0.9, 1.4, 0.9),
    (-2.6, 0.0),
)
"""1 cathode, 2 anode."""

CAPACITOR_0805 = Footprint(
    "C_0805",
    (Pad("1", -0.95, 0, 1.0, 1.45, round=False), Pad("2", 0.95, 0, 1.0, 1.45, round=False)),
    (-1.0, -0.63, 1.0, 0.63),
)
CAPACITOR_DISC = Footprint(
    "C_disc_P5.08mm",
    (Pad("1", 0, 0, 1.6, 1.6, 0.8), Pad("2", 5.08, 0, 1.6, 1.6, 0.8)),
    (-0.5, -1.5, 5.58, 1.5),
    label=(2.54, 0),
)
CAPACITOR_RADIAL = Footprint(
    "CP_radial_D10.0mm_P5.08mm",
    (Pad("1", 0, 0, 1.8, 1.8, 0.9, round=False), Pad("2", 5.08, 0, 1.8, 1.8, 0.9)),
    (-2.46, -5.0, 7.54, 5.0),
    (-1.5, -2.2),
    label=(2.54, -2.5),
)
"""1 is plus."""

FUSE = Footprint(
    "PTC_radial_P5.08mm",
    (Pad("1", 0, 0, 1.8, 1.8, 1.0), Pad("2", 5.08, 0, 1.8, 1.8, 1.0)),
    (-2.2, -1.6, 7.3, 1.6),
    label=(2.54, 0),
)
RESISTOR = Footprint(
    "R_axial_P10.16mm",
    (Pad("1", 0, 0, 1.6, 1.6, 0.8), Pad("2", 10.16, 0, 1.6, 1.6, 0.8)),
    (1.9, -1.25, 8.26, 1.25),
    label=(5.08, 0),
)
BUTTON = Footprint(
    "Button_6x6mm",
    (Pad("1", 0, 0, 1.8, 1.8, 1.1), Pad("1", 6.5, 0, 1.8, 1.8, 1.1), Pad("2", 0, 4.5, 1.8, 1.8, 1.1),
     Pad("2", 6.5, 4.5, 1.8, 1.8, 1.1)),
    (0.25, -0.75, 6.25, 5.25), label=(3.25, 2.25),
)  # fmt: skip
"""The pads of one number are joined inside."""
