"""The 74AHCT125 between a chip of 3.3 V and lights of 5 V."""

from __future__ import annotations

from crossboard.profiles.drivers.base import Part

LEVEL_SHIFTER = (
    Part(1, "level shifter", "74AHCT125, DIP-14", "3.3 V signals to the 5 V that the lights want"),
    Part(1, "IC socket", "DIP-14", "for the 74AHCT125"),
    Part(1, "capacitor", "100 nF ceramic", "at the 74AHCT125, from VCC to GND"),
)
