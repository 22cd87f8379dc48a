"""The flat cables between the boards, pin n to pin n, and the line on each pin by its name on the squares' side."""

from __future__ import annotations

TILE = {
    "1": "C1", "2": "C2", "3": "R4", "4": "R1", "5": "5V", "6": "5V", "7": "GND", "8": "GND", "9": "DOUT", "10": "DIN",
    "11": "R3", "12": "R2", "13": "C4", "14": "C3",
}  # fmt: skip
"""14 pins. The two of each supply lie in the middle, data beside GND."""

SQUARE = {"1": "R1", "2": "C1", "3": "5V", "4": "GND", "5": "DIN", "6": "DOUT"}
"""6 pins."""
