"""Where parts are to be had: part numbers of two makers, and what one typically costs.

Prices are estimates of `PRICED`, in euro with tax, for the number that one board takes; shops differ by half and more. Parts that
any shop has and that need no number are `plain`. Numbers that a data sheet or a distributor's page was found to have are in
`CONFIRMED`; the others have not been checked, and the bill says so.
"""

from __future__ import annotations

from typing import NamedTuple

PRICED = "November 2026"


class Offer(NamedTuple):
    """Maker and part number, those of another maker, and the price of one in euro."""

    first: str
    second: str
    price: float


ANY = "any other"
"""In place of a second maker's number: the first is a description."""


def plain(what: str, price: float) -> Offer:
    """A part without a part number."""
    return Offer(what, ANY, price)


HEADERS = "Raspberry Pi SC0917 (Pico H)"

CATALOGUE: dict[tuple[str, str], Offer] = {
    ("controller", "Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W"): Offer(HEADERS, "Waveshare RP2040-Plus-M", 6.00),
    ("controller", "ESP32-S3-DevKitC-1"): Offer(
        "Espressif ESP32-S3-DevKitC-1-N8R2", "Espressif ESP32-S3-DevKitC-1-N8R8", 16.00
    ),
    ("USB cable", ""): plain("USB A to the controller's socket, 1 m", 4.00),
    ("reed switch", "normally open, 10 to 15 AT, glass 14 mm"): Offer(
        "Littelfuse MACD-14-10-15", "Standex KSK-1A66-1015", 0.85
    ),
    ("diode", "1N4148"): Offer("Vishay 1N4148-TAP", "onsemi 1N4148TR", 0.04),
    ("light", "WS2812B"): Offer("BTF-LIGHTING WS2812B strip, 30 a metre, 5 V", "Adafruit 1376", 0.25),
    ("level shifter", "74AHCT125, DIP-14"): Offer("Texas Instruments SN74AHCT125N", "Adafruit 1787", 0.90),
    ("IC socket", "DIP-14"): Offer("TE 1-2199298-3", "Amphenol DILB14P-223TLF", 0.30),
    ("IC socket", "DIP-16"): Offer("TE 1-2199298-4", "Amphenol DILB16P-223TLF", 0.30),
    ("IC socket", "DIP-28, narrow"): Offer("Amphenol DILB28P-223TLF", "TE 1-2199298-9", 0.60),
    ("IC socket", "DIP-24, narrow"): Offer("Amphenol DILB24P-223TLF", "Preci-Dip 110-87-324-41-001101", 0.60),
    ("capacitor", "100 nF ceramic"): Offer("KEMET C322C104K5R5TA", "Vishay K104K15X7RF53L2", 0.15),
    ("capacitor", "1000 µF, 6.3 V or more"): Offer("Panasonic ECA-1AM102", "Nichicon UVR1A102MPD", 0.45),
    ("capacitor", "10 µF, 6.3 V or more"): Offer("Panasonic ECA-1HM100", "Nichicon UVR1H100MDD", 0.15),
    ("resistor", "330 Ω"): Offer("Yageo CFR-25JB-52-330R", "Stackpole CF14JT330R", 0.05),
    ("resistor", "4.7 kΩ"): Offer("Yageo CFR-25JB-52-4K7", "Stackpole CF14JT4K70", 0.05),
    ("resistor", "30 kΩ"): Offer("Yageo CFR-25JB-52-30K", "Stackpole CF14JT30K0", 0.05),
    ("fuse", "PTC, 0.75 A"): Offer("Bourns MF-R075", "Littelfuse RXEF075", 0.40),
    ("shift register", "74HC165, DIP-16"): Offer("Texas Instruments SN74HC165N", "Toshiba TC74HC165AP(F)", 0.80),
    ("resistor network", "8 x 10 kΩ, SIP-9"): Offer("Bourns 4609X-101-103LF", "BI Technologies L091S103LF", 0.45),
    ("port expander", "MCP23017-E/SP, DIP-28"): Offer("Microchip MCP23017-E/SP", "Adafruit 732", 2.20),
    ("LED", "3 mm, one colour, about 2 V (red, amber, green)"): Offer(
        "Kingbright WP710A10ID", "Würth 151031SS06000", 0.15
    ),
    ("LED driver", "MAX7219, DIP-24"): Offer("Analog Devices MAX7219CNG+", "ams AS1107PL", 12.00),
    ("push button", "normally open, thread M7"): Offer("Miyama DS-663", "PBS-110 (several makers)", 0.80),
    ("magnet", "neodymium disc, 8 x 3 mm, N35 or N42"): Offer("supermagnete S-08-03-N", "Dhit MW 8x3 / N38", 0.40),
    ("circuit board", "tile 4x4, 133.1 x 133.1 mm"): plain(
        "hardware/pcb/tile; lights, diodes, capacitors placed", 16.00
    ),
    ("circuit board", "carrier, 165.1 x 83.8 mm"): plain("hardware/pcb/carrier", 5.00),
    ("circuit board", "single square, 33.1 x 33.1 mm"): plain("hardware/pcb/single; parts placed", 4.00),
    ("IDC socket", "14 pins, for flat cable"): Offer("Würth 61201423021", "Amphenol T812114A101CEU", 0.60),
    ("IDC socket", "6 pins, for flat cable"): Offer("Würth 61200623021", "Amphenol T812106A101CEU", 0.50),
    ("flat cable", "14 wires, 1.27 mm, by the metre"): Offer("3M 3365/14", "Belden 9L28014", 2.50),
    ("flat cable", "6 wires, 1.27 mm, by the metre"): Offer("3M 3365/06", "TE 1-57051-7, split", 1.50),
    ("pin socket", "1x20, 2.54 mm"): Offer("Sullins PPTC201LFBN-RC", "Samtec SSW-120-01-T-S", 1.20),
    ("piece base", "printed, hardware/scad/base.scad"): plain("printed", 0.05),
    ("frame and tiles", "printed, hardware/scad"): plain("about 1 kg of PLA", 22.00),
    ("pin", "rod of 3 mm, 20 mm long"): plain("cut from a rod", 0.10),
    ("playing surface", "matt acrylic, 2 mm"): plain("cut to size", 12.00),
    ("hook-up wire", "0.25 mm² or AWG 24, several colours"): plain("25 m", 8.00),
}
"""(part, value) -> offer; the value of a playing surface without its size."""

CIRCUIT: dict[str, Offer] = {
    "reed switch": CATALOGUE["reed switch", "normally open, 10 to 15 AT, glass 14 mm"],
    "1N4148W": Offer("Diodes Inc. 1N4148W-7-F", "Vishay 1N4148W-E3-08", 0.05),
    "WS2812B": Offer("Worldsemi WS2812B-V5", "Xinglight XL-5050RGBC-WS2812B", 0.12),
    "100 nF": Offer("KEMET C0805C104K5RACTU", "Samsung CL21B104KBCNNNC", 0.02),
    "100 nF leaded": CATALOGUE["capacitor", "100 nF ceramic"],
    "IDC header 2x7": Offer("Würth 61201421621", "Amphenol T821114A1S100CEU", 0.50),
    "IDC header 2x3": Offer("Würth 61200621621", "Amphenol T821106A1S100CEU", 0.40),
    "Raspberry Pi Pico": Offer(HEADERS, "Waveshare RP2040-Plus-M", 6.00),
    "74AHCT125": CATALOGUE["level shifter", "74AHCT125, DIP-14"],
    "330 Ω": CATALOGUE["resistor", "330 Ω"],
    "PTC 0.75 A": CATALOGUE["fuse", "PTC, 0.75 A"],
    "1000 µF": CATALOGUE["capacitor", "1000 µF, 6.3 V or more"],
    "button 6x6 mm": Offer("Omron B3F-1000", "TE 1825910-6", 0.25),
    "pin header 1x6": Offer("Würth 61300611121", "Harwin M20-9990646", 0.30),
}
"""Value of a part on a circuit board -> offer."""


LOOKED_UP = "2026-11-22"

CONFIRMED: dict[str, str] = {
    "Littelfuse MACD-14-10-15": "Littelfuse data sheet MACD-14 (10 to 30 AT, glass 14 mm), xonelec.com",
    "Bourns MF-R075": "Bourns data sheet MF-R (holds 0.75 A, 60 V), digikey.com",
    "Texas Instruments SN74AHCT125N": "cirkitdesigner.com (4.5 to 5.5 V, PDIP-14)",
    "Yageo CFR-25JB-52-330R": "Yageo data sheet CFR, April 2024, ordering code",
    "Yageo CFR-25JB-52-4K7": "Yageo data sheet CFR, April 2024, ordering code",
    "Yageo CFR-25JB-52-30K": "Yageo data sheet CFR, April 2024, ordering code",
    "Omron B3F-1000": "Omron data sheet B3F (6 x 6 mm, 4.3 mm high, 0.98 N)",
    "Analog Devices MAX7219CNG+": "Maxim data sheet MAX7219 (MAX7219CNG: 24 narrow plastic DIP)",
}
"""Part number -> where it was found on `LOOKED_UP`, and what is said of it there."""


def confirmation(found: Offer) -> str:
    """The bill's note on an offer's part numbers; "" if it has none."""
    numbers = [number for number in (found.first, found.second) if number and number != ANY]
    if len(numbers) < 2:
        return ""
    known = [f"{number}: {CONFIRMED[number]} ({LOOKED_UP})" for number in numbers if number in CONFIRMED]
    unknown = [f"{number}: unconfirmed" for number in numbers if number not in CONFIRMED]
    return "; ".join(known + unknown) if known else "both unconfirmed"


UNKNOWN = Offer("", "", 0.0)
"""A part that the catalogue lacks, as of a user's own driver: on the bill without part number and price."""


def offer(part: str, value: str) -> Offer:
    """For a line of the bill; UNKNOWN if the catalogue lacks it."""
    return CATALOGUE.get((part, "matt acrylic, 2 mm" if part == "playing surface" else value), UNKNOWN)
