"""Where parts are to be had: part numbers of two makers, distributors' order numbers, and what one typically costs.

Prices are estimates of `PRICED`, in euro with tax, for the number that one board takes; shops differ by half and more. `SOURCES`
tells of each part number where it was found, when, its order numbers, and some shops' prices. An order number stands there
if two lists of parts independent of each other have it, or the shop's own page, or if it is the maker's number with nothing but
that shop's usual prefix and suffix. For a part with order numbers of fewer than two distributors, the offer says what to look for.
"""

from __future__ import annotations

from typing import NamedTuple

PRICED = "November 2026"


class Offer(NamedTuple):
    """Maker and part number, those of another maker, the price of one in euro, and what to look for in any shop ("" where the
    order numbers will do).
    """

    first: str
    second: str
    price: float
    words: str = ""


ANY = "any other"
"""In place of a second maker's number."""


def plain(what: str, price: float, words: str) -> Offer:
    """A part without a part number."""
    return Offer(what, ANY, price, words)


PICO_2 = "Raspberry Pi SC1632 (Pico 2; SC1631 without headers)"
PICO_2_W = "Raspberry Pi SC1634 (Pico 2 W; SC1633 without headers)"

CATALOGUE: dict[tuple[str, str], Offer] = {
    ("controller", "Raspberry Pi Pico 2 or Pico 2 W (a Pico will do)"): Offer(PICO_2, PICO_2_W, 6.00),
    ("controller", "ESP32-S3-DevKitC-1"): Offer(
        "Espressif ESP32-S3-DevKitC-1-N8", "Espressif ESP32-S3-DevKitC-1-N8R8", 16.00
    ),
    ("USB cable", ""): Offer(
        "USB A to the controller's socket, 1 m", "Adafruit 592", 4.00, "USB A to micro-B, 1 m, with data lines"
    ),
    ("reed switch", "normally open, 10 to 15 AT, glass 14 mm"): Offer(
        "Littelfuse MACD-14-10-15", "Standex KSK-1A66-1020", 0.85
    ),
    ("diode", "1N4148"): Offer("Vishay 1N4148-TAP", "onsemi 1N4148TR", 0.04),
    ("diode", "1N4148W, SOD-123"): Offer("Jiangsu Changjing 1N4148W", "Diodes Inc. 1N4148W-7-F", 0.05),
    ("diode", "1N5817, DO-41"): Offer("Vishay 1N5817-E3/54", "onsemi 1N5817", 0.20),
    ("light", "WS2812B"): Offer(
        "WS2812B strip, 30 a metre, 5 V",
        "Adafruit 1376",
        0.25,
        "WS2812B strip, 5 V, 30 a metre, IP30, of 5 m (BTF-LIGHTING and others; Adafruit's is of 1 m and dearer)",
    ),
    ("light", "WS2812B, 5 x 5 mm"): Offer(
        "Worldsemi WS2812B-V5",
        "Xinglight XL-5050RGBC-WS2812B (LCSC C2843785)",
        0.12,
        "the service that places it has it",
    ),
    ("level shifter", "74AHCT125, DIP-14"): Offer("Texas Instruments SN74AHCT125N", "Adafruit 1787", 0.90),
    ("IC socket", "DIP-14"): Offer("TE 1-2199298-3", "Adam Tech ICS-314-T", 0.30),
    ("IC socket", "DIP-16"): Offer("TE 1-2199298-4", "Adam Tech ICS-316-T", 0.30),
    ("IC socket", "DIP-28, narrow"): Offer("TE 1-2199298-9", "3M 4828-3004-CP", 0.60),
    ("IC socket", "DIP-24, narrow"): Offer("TE 1-2199298-8", "Adam Tech ICS-324-T", 0.60),
    ("capacitor", "100 nF ceramic"): Offer("KEMET C322C104K5R5TA", "Vishay K104K15X7RF53L2", 0.15),
    ("capacitor", "100 nF, 0805"): Offer("Yageo CC0805KRX7R9BB104", "KEMET C0805C104K5RACTU", 0.02),
    ("capacitor", "10 µF, 6.3 V or more"): Offer("Panasonic ECA-1HM100", "Nichicon UVR1H100MDD", 0.15),
    ("resistor", "330 Ω"): Offer("Yageo CFR-25JB-52-330R", "Stackpole CF14JT330R", 0.05),
    ("resistor", "2.2 kΩ"): Offer("Yageo CFR-25JB-52-2K2", "Stackpole CF14JT2K20", 0.05),
    ("resistor", "4.7 kΩ"): Offer("Yageo CFR-25JB-52-4K7", "Stackpole CF14JT4K70", 0.05),
    ("resistor", "30 kΩ"): Offer(
        "Yageo CFR-25JB-52-30K", "Stackpole RNMF14FTC30K0", 0.05, "resistor 30 kΩ, 1/4 W, with wires, 5 % or better"
    ),
    ("fuse", "PTC, 0.75 A"): Offer(
        "Bourns MF-R075",
        "Littelfuse RXEF075",
        0.40,
        "PTC fuse, holds 0.75 A, radial, wires 5 mm apart",
    ),
    ("shift register", "74HC165, DIP-16"): Offer("Texas Instruments SN74HC165N", "Toshiba TC74HC165AP(F)", 0.80),
    ("resistor network", "8 x 10 kΩ, SIP-9"): Offer("Bourns 4609X-101-103LF", ANY, 0.45),
    ("port expander", "MCP23017-E/SP, DIP-28"): Offer("Microchip MCP23017-E/SP", "Adafruit 732", 2.20),
    ("LED", "3 mm, one colour, about 2 V (red, amber, green)"): Offer(
        "Kingbright WP710A10ID", "Würth 151031SS06000", 0.15
    ),
    ("LED driver", "MAX7219, DIP-24"): Offer("Analog Devices MAX7219CNG+", "Adafruit 453", 12.00),
    ("buzzer", "passive piezo, 4 kHz, 12 mm"): Offer("TDK PS1240P02BT", "Murata PKM13EPYH4000-A0", 0.80),
    ("screen", "OLED 128 x 64, SSD1306, I2C, 0.96 inch"): Offer(
        "GME12864-11 or the like (several makers)",
        "Adafruit 326",
        5.00,
        "OLED 0.96 inch, 128 x 64, SSD1306, I2C, four pins (GND, VCC, SCL, SDA)",
    ),
    ("push button", "normally open, thread M7"): plain(
        "PBS-110 (several makers)", 0.80, "PBS-110, momentary push button, normally open, for a hole of 7 mm"
    ),
    ("button", "6 x 6 mm, on the carrier"): Offer("Omron B3F-1000", "TE 1825910-6", 0.25),
    ("magnet", "neodymium disc, 8 x 3 mm, N35 to N45"): Offer(
        "supermagnete S-08-03-N", ANY, 0.40, "neodymium disc magnet, 8 x 3 mm, N35 to N45"
    ),
    ("circuit board", "tile 4x4, 133.1 x 133.1 mm"): plain(
        "hardware/pcb/tile; lights, diodes, capacitors placed",
        16.00,
        "a service that makes circuit boards and places parts (JLCPCB, for example): files in hardware/pcb/tile/fab",
    ),
    ("circuit board", "carrier, 165.1 x 83.8 mm"): plain(
        "hardware/pcb/carrier", 1.60, "a service that makes circuit boards: files in hardware/pcb/carrier/fab"
    ),
    ("circuit board", "single square, 33.1 x 33.1 mm"): plain(
        "hardware/pcb/single; parts placed", 4.00, "the service that makes the tiles: files in hardware/pcb/single/fab"
    ),
    ("terminal block", "2 poles, 5.08 mm"): Offer("Phoenix Contact 1715721", ANY, 0.90),
    ("IDC header", "2x7, shrouded"): Offer("Würth 61201421621", "Sullins SBH11-PBPC-D07-ST-BK", 0.50),
    ("IDC header", "2x3, shrouded"): Offer("Würth 61200621621", "Amphenol T821106A1S100CEU", 0.40),
    ("IDC socket", "14 pins, for flat cable"): Offer(
        "Würth 61201423021",
        "Amphenol T812114A101CEU",
        0.60,
        "IDC socket 2x7, 2.54 mm, for flat cable of 1.27 mm (FC-14P); or ready-made cables, socket to socket",
    ),
    ("IDC socket", "6 pins, for flat cable"): Offer(
        "Würth 61200623021",
        "Amphenol T812106A101CEU",
        0.50,
        "IDC socket 2x3, 2.54 mm, for flat cable of 1.27 mm (FC-6P); or ready-made cables, socket to socket",
    ),
    ("flat cable", "14 wires, 1.27 mm, by the metre"): Offer(
        "3M 3365/14", ANY, 2.50, "flat cable, 14 wires AWG 28, 1.27 mm (tear it off a wider one)"
    ),
    ("flat cable", "6 wires, 1.27 mm, by the metre"): Offer(
        "3M 3365/06", ANY, 1.50, "flat cable, 6 wires AWG 28, 1.27 mm (tear it off a wider one)"
    ),
    ("pin socket", "1x20, 2.54 mm"): Offer("Sullins PPTC201LFBN-RC", "Adafruit 5583", 1.20),
    ("pin header", "1x6"): Offer("Würth 61300611121", "Harwin M20-9990646", 0.30),
    ("pin header", "1x3"): Offer("Würth 61300311121", "Harwin M20-9990346", 0.30),
    ("piece base", "printed, hardware/scad/base.scad"): plain("printed", 0.05, "the same PLA as the frame"),
    ("frame and tiles", "printed, hardware/scad"): plain(
        "about 1 kg of PLA", 22.00, "PLA filament, 1 kg, white, of your printer's diameter; or a printing service"
    ),
    ("pin", "rod of 3 mm, 20 mm long"): plain("cut from a rod", 0.10, "round rod, 3 mm, brass, steel or wood, 0.2 m"),
    ("playing surface", "matt acrylic, 2 mm"): plain(
        "cut to size", 12.00, "acrylic cut to size, 2 mm, white translucent or clear satin (opal, frosted)"
    ),
    ("hook-up wire", "0.25 mm² or AWG 24, several colours"): plain("25 m", 8.00, "stranded wire 0.25 mm², six colours"),
    ("hook-up wire", "0.25 mm² or AWG 24"): plain("2 m", 1.00, "stranded wire 0.25 mm²"),
    ("supply wire", "0.5 mm² or AWG 20, red and black"): plain("2 m of each", 2.00, "stranded wire 0.5 mm²"),
    ("solder", "with flux, 0.5 to 1 mm, 50 g"): plain("any for electronics", 6.00, "solder wire for electronics"),
    ("perfboard", "half-size, as a breadboard"): Offer(
        "Adafruit 1609", ANY, 4.50, "perfboard, about 50 x 80 mm, 2.54 mm between holes, with or without strips"
    ),
    ("foot", "rubber, self-adhesive, 11 mm"): Offer(
        "3M SJ-5003", "Adafruit 550", 0.15, "rubber feet, self-adhesive, 8 to 12 mm, sheet of 8"
    ),
    ("jumper", "2.54 mm"): Offer("Würth 60900213421", "Sullins SPC02SYAN", 0.10),
}
"""(part, value) -> offer; the value of a playing surface without its size."""


SEEN = "2026-11-23"
LATER = "2026-11-30"


class Source(NamedTuple):
    """What is said of a part number; distributors' order numbers; the page: the maker's, a distributor's, or "" where only other
    projects' parts lists or data sheets name it; what one costs there, "" if that was not seen; and the day of the look.
    """

    says: str
    order: str = ""
    page: str = ""
    price: str = ""
    seen: str = SEEN


DIGIKEY = "https://www.digikey.com/en/products/detail/"
MOUSER = "https://www.mouser.com/ProductDetail/"

SOURCES: dict[str, Source] = {
    PICO_2: Source(
        "Pico 2 with headers; SC1631: Pico 2",
        order="DigiKey 2648-SC1632-ND; Mouser 358-SC1632",
        page="https://www.digikey.co.uk/en/products/detail/raspberry-pi/SC1632/26241102",
        seen=LATER,
    ),
    PICO_2_W: Source(
        "Pico 2 W with headers; SC1633: Pico 2 W",
        order="DigiKey 2648-SC1634-ND; Mouser 358-SC1634",
        page=f"{DIGIKEY}raspberry-pi/SC1634/26241087",
        price="8.00 USD",
        seen=LATER,
    ),
    "Espressif ESP32-S3-DevKitC-1-N8": Source(
        "8 MB flash, no PSRAM; N8R2 is no longer made",
        order="Adafruit 5312",
        page="https://www.adafruit.com/product/5312",
        price="15.95 USD",
        seen=LATER,
    ),
    "Espressif ESP32-S3-DevKitC-1-N8R8": Source(
        "8 MB flash, 8 MB octal PSRAM, which takes GPIO 33 to 37",
        order="DigiKey 1965-ESP32-S3-DEVKITC-1-N8R8-ND; Adafruit 5336",
        page="https://www.espressif.com/en/products/devkits/esp32-s3-series/esp32-s3-devkitc-1",
        price="15.00 USD",
        seen=LATER,
    ),
    "Littelfuse MACD-14-10-15": Source("data sheet MACD-14, at xonelec.com: 10 to 30 AT, glass 14 mm"),
    "Standex KSK-1A66-1020": Source(
        "axial, glass 14 mm, 10 to 20 AT",
        order="TME KSK1A66-1020; GME KSK1A66-1020",
        page="https://www.tme.eu/fi/en/details/ksk1a66-1020/reed-sensors/meder/ksk-1a66-1020/",
        seen=LATER,
    ),
    "Vishay 1N4148-TAP": Source(
        "DO-35",
        order="DigiKey 1N4148-TAPCT-ND",
        page="https://www.digikey.com/product-detail/en/1N4148-TAP/1N4148-TAPCT-ND/3104296",
    ),
    "onsemi 1N4148TR": Source("DO-35", order="Mouser 512-1N4148TR", page=f"{DIGIKEY}onsemi/1N4148TR/458811"),
    "Diodes Inc. 1N4148W-7-F": Source(
        "SOD-123", order="DigiKey 1N4148W-FDICT-ND", page=f"{DIGIKEY}diodes-incorporated/1N4148W-7-F/814371", seen=LATER
    ),
    "Adafruit 1376": Source("NeoPixel strip, 30 a metre, 1 m", page="https://www.adafruit.com/product/1376"),
    "Worldsemi WS2812B-V5": Source(
        "5 x 5 mm", order="LCSC C2846931", page="https://datasheets.com/datasheets/97/WS2812B-V5.pdf"
    ),
    "Xinglight XL-5050RGBC-WS2812B (LCSC C2843785)": Source(
        "5 x 5 mm, PLCC-4, speaks WS2812B",
        order="LCSC C2843785",
        page="https://lcsc.com/product-detail/RGB-LEDs-Built-in-IC_XINGLIGHT-XL-5050RGBC-WS2812B_C2843785.html",
        price="0.05 USD",
    ),
    "Texas Instruments SN74AHCT125N": Source(
        "PDIP-14, 4.5 to 5.5 V",
        order="DigiKey 296-4655-5-ND; Mouser 595-SN74AHCT125N",
        page="https://www.digikey.it/en/products/detail/texas-instruments/SN74AHCT125N/375798",
        seen=LATER,
    ),
    "Adafruit 1787": Source("74AHCT125, DIP-14", page="https://www.adafruit.com/product/1787", price="1.50 USD"),
    "TE 1-2199298-3": Source(
        "DIP-14, rows 7.62 mm apart", order="Mouser 571-1-2199298-3", page=f"{MOUSER}571-1-2199298-3", price="0.21 USD"
    ),
    "Adam Tech ICS-314-T": Source(
        "DIP-14, rows 7.62 mm apart",
        order="DigiKey 2057-ICS-314-T-ND; Mouser 737-ICS-314-T",
        page=f"{MOUSER}737-ICS-314-T",
        seen=LATER,
    ),
    "TE 1-2199298-4": Source(
        "DIP-16, rows 7.62 mm apart", order="Mouser 571-1-2199298-4", page=f"{MOUSER}571-1-2199298-4"
    ),
    "Adam Tech ICS-316-T": Source("DIP-16, rows 7.62 mm apart", order="DigiKey 2057-ICS-316-T-ND", seen=LATER),
    "TE 1-2199298-9": Source(
        "DIP-28, rows 7.62 mm apart", page="https://octopart.com/1-2199298-9-te+connectivity-39188588"
    ),
    "3M 4828-3004-CP": Source(
        "DIP-28, rows 7.62 mm apart",
        order="DigiKey 3M5480-ND; Farnell 2672306",
        page="https://www.digikey.com/product-detail/en/4828-3004-CP/3M5480-ND/1133633",
        price="0.77 USD",
        seen=LATER,
    ),
    "TE 1-2199298-8": Source(
        "DIP-24, rows 7.62 mm apart", order="Mouser 571-1-2199298-8", page=f"{MOUSER}571-1-2199298-8"
    ),
    "Adam Tech ICS-324-T": Source(
        "DIP-24, rows 7.62 mm apart",
        order="DigiKey 2057-ICS-324-T-ND; Mouser 737-ICS-324-T",
        page=f"{MOUSER}737-ICS-324-T",
        seen=LATER,
    ),
    "KEMET C322C104K5R5TA": Source(
        "100 nF, 50 V, X7R, 5.08 mm",
        order="DigiKey 399-4329-ND; Mouser 80-C322C104K5R",
        page=f"{DIGIKEY}C322C104K5R5TA/399-4329-ND/818105",
        seen=LATER,
    ),
    "Vishay K104K15X7RF53L2": Source(
        "100 nF, 50 V, X7R, 2.54 mm",
        order="Mouser 594-K104K15X7RF53L2",
        page=f"{MOUSER}594-K104K15X7RF53L2",
        price="0.21 USD",
    ),
    "Yageo CC0805KRX7R9BB104": Source("100 nF, 50 V, X7R, 0805", order="LCSC C49678"),
    "Jiangsu Changjing 1N4148W": Source("SOD-123", order="LCSC C2099"),
    "Würth 60900213421": Source(
        "2.54 mm",
        order="Mouser 710-60900213421",
        page=f"{DIGIKEY}w%C3%BCrth-elektronik/60900213421/2508447",
        seen=LATER,
    ),
    "Sullins SPC02SYAN": Source(
        "2.54 mm", order="DigiKey S9001-ND", page=f"{DIGIKEY}sullins-connector-solutions/SPC02SYAN/76375"
    ),
    "Phoenix Contact 1715721": Source(
        "MKDS 1,5/2-5,08",
        order="DigiKey 277-1263-ND; Mouser 651-1715721; LCSC C5183929",
        page=f"{DIGIKEY}phoenix-contact/1715721/260631",
        price="1.34 USD",
        seen=LATER,
    ),
    "Würth 61300311121": Source(
        "1x3, 2.54 mm",
        order="DigiKey 732-5316-ND; Mouser 710-61300311121",
        page=f"{DIGIKEY}w%C3%BCrth-elektronik/61300311121/4846825",
    ),
    "Harwin M20-9990346": Source("1x3, 2.54 mm", order="Mouser 855-M20-9990346", page=f"{MOUSER}Harwin/M20-9990346"),
    "Vishay 1N5817-E3/54": Source("20 V, 1 A, DO-41; Vishay's data sheet 88525"),
    "onsemi 1N5817": Source(
        "20 V, 1 A, DO-41",
        order="DigiKey 1N5817FSCT-ND; Mouser 512-1N5817",
        page="https://www.digikey.com/product-detail/en/fairchild-semiconductor/1N5817/1N5817FSCT-ND/1532776",
        price="0.43 USD",
        seen=LATER,
    ),
    "KEMET C0805C104K5RACTU": Source(
        "100 nF, 50 V, X7R, 0805",
        order="DigiKey 399-1170-1-ND",
        page="https://www.digikey.com/product-detail/en/kemet/C0805C104K5RACTU/399-1170-1-ND/411445",
    ),
    "Panasonic ECA-1HM100": Source(
        "10 µF, 50 V",
        order="DigiKey P5178-ND",
        page="https://www.digikey.com/product-detail/en/panasonic-electronic-components/ECA-1HM100/P5178-ND/245037",
        price="0.17 USD",
    ),
    "Nichicon UVR1H100MDD": Source(
        "10 µF, 50 V", order="Mouser 647-UVR1H100MDD", page=f"{MOUSER}647-UVR1H100MDD", price="0.18 USD"
    ),
    "Yageo CFR-25JB-52-330R": Source(
        "data sheet CFR, April 2024: ordering code", order="DigiKey 330QBK-ND; Mouser 603-CFR-25JB-52-330R", seen=LATER
    ),
    "Yageo CFR-25JB-52-2K2": Source(
        "2.2 kΩ, 1/4 W, 5 %",
        order="DigiKey 2.2KQBK-ND; Mouser 603-CFR-25JB-52-2K2",
        page="https://www.digikey.com/product-detail/en/CFR-25JB-52-2K2/2.2KQBK-ND/666",
        seen=LATER,
    ),
    "Yageo CFR-25JB-52-4K7": Source(
        "data sheet CFR, April 2024: ordering code", order="DigiKey 4.7KQBK-ND; Mouser 603-CFR-25JB-52-4K7", seen=LATER
    ),
    "Yageo CFR-25JB-52-30K": Source("data sheet CFR, April 2024: ordering code"),
    "Stackpole CF14JT330R": Source(
        "330 Ω, 1/4 W, 5 %",
        order="DigiKey CF14JT330RCT-ND",
        page=f"{DIGIKEY}stackpole-electronics-inc/CF14JT330R/1741399",
        price="0.05 USD",
    ),
    "Stackpole CF14JT2K20": Source(
        "2.2 kΩ, 1/4 W, 5 %",
        order="DigiKey CF14JT2K20CT-ND",
        page="https://www.digikey.com/product-detail/en/stackpole-electronics-inc/CF14JT2K20/CF14JT2K20CT-ND/1830358",
        seen=LATER,
    ),
    "Stackpole CF14JT4K70": Source(
        "4.7 kΩ, 1/4 W, 5 %",
        order="DigiKey CF14JT4K70CT-ND",
        page=f"{DIGIKEY}stackpole-electronics-inc/CF14JT4K70/1741428",
        seen=LATER,
    ),
    "Stackpole RNMF14FTC30K0": Source("30 kΩ, 1/4 W, 1 %", price="0.10 USD", seen=LATER),
    "Bourns MF-R075": Source(
        "holds 0.75 A, 60 V",
        order="TME MF-R075",
        page="https://www.tme.eu/pl/details/mf-r075/bezpieczniki-polimerowe-tht/bourns/",
        price="0.40 USD at Mouser",
        seen=LATER,
    ),
    "Littelfuse RXEF075": Source("holds 0.75 A, trips at 1.5 A, 72 V", seen=LATER),
    "Texas Instruments SN74HC165N": Source(
        "DIP-16",
        order="DigiKey 296-8251-5-ND; Mouser 595-SN74HC165N",
        page="https://www.digikey.com/product-detail/en/texas-instruments/SN74HC165N/296-8251-5-ND",
        price="0.48 USD",
    ),
    "Toshiba TC74HC165AP(F)": Source("DIP-16; Toshiba's data sheet TC74HC165AP"),
    "Bourns 4609X-101-103LF": Source(
        "8 x 10 kΩ, pin 1 common, SIP-9",
        order="DigiKey 4609X-101-103LF-ND; Mouser 652-4609X-1LF-10K; TME 4609X-101-103LF",
        page="https://www.tme.eu/ro/en/details/4609x-101-103lf/resistor-networks/bourns/",
        price="0.30 USD",
        seen=LATER,
    ),
    "Microchip MCP23017-E/SP": Source(
        "narrow DIP-28",
        order="DigiKey MCP23017-E/SP-ND; Mouser 579-MCP23017-E/SP; Farnell 1332088",
        page="https://uk.farnell.com/microchip/mcp23017-e-sp/ic-io-expander-16bit-i2c-28dip/dp/1332088",
        price="1.69 USD",
        seen=LATER,
    ),
    "Adafruit 732": Source("MCP23017, DIP-28", page="https://www.adafruit.com/product/732"),
    "Kingbright WP710A10ID": Source(
        "red, 3 mm", order="Mouser 604-WP710A10ID", page=f"{MOUSER}Kingbright/WP710A10ID", seen=LATER
    ),
    "Würth 151031SS06000": Source(
        "red, 3 mm",
        order="DigiKey 732-5006-ND; Mouser 710-151031SS06000",
        page=f"{DIGIKEY}w%C3%BCrth-elektronik/151031SS06000/4489982",
        price="0.17 USD",
        seen=LATER,
    ),
    "Analog Devices MAX7219CNG+": Source(
        "narrow DIP-24; Maxim's data sheet MAX7219", order="DigiKey MAX7219CNG+-ND", price="7.95 USD"
    ),
    "Adafruit 453": Source("MAX7219CNG", page="https://www.adafruit.com/product/453"),
    "PBS-110 (several makers)": Source("thread 7 mm, normally open"),
    "supermagnete S-08-03-N": Source(
        "8 x 3 mm, N45",
        page="https://www.supermagnete.ch/scheibenmagnete-neodym/scheibenmagnet-8mm-3mm_S-08-03-N",
        price="10 for 4.10 CHF",
    ),
    "Würth 61201423021": Source(
        "series 6120xx23021, seen with 6 and 10 pins",
        page="https://www.we-online.com/en/components/products/BHD_2_54_FEMALE_IDC_CONNECTOR_WITH_STRAIN_RELIEF_6120XX23021",
    ),
    "Amphenol T812114A101CEU": Source("14 pins"),
    "Würth 61200623021": Source("6 pins", seen=LATER),
    "Amphenol T812106A101CEU": Source(
        "6 pins",
        order="Farnell 2215245",
        page="https://be.farnell.com/amphenol/t812106a101ceu/socket-idc-s-relief-2-54mm-6way/dp/2215245",
    ),
    "3M 3365/14": Source("14 wires, AWG 28, 1.27 mm"),
    "3M 3365/06": Source("6 wires, AWG 28, 1.27 mm; 3M's TS-0080 on the series"),
    "Sullins PPTC201LFBN-RC": Source(
        "1x20, 2.54 mm",
        order="DigiKey S7018-ND",
        page=f"{DIGIKEY}sullins-connector-solutions/PPTC201LFBN-RC/810158",
        price="1.23 USD",
    ),
    "Würth 61201421621": Source(
        "2x7, shrouded",
        order="DigiKey 732-5397-ND; Mouser 710-61201421621",
        page=f"{DIGIKEY}w%C3%BCrth-elektronik/61201421621/4846920",
    ),
    "Sullins SBH11-PBPC-D07-ST-BK": Source("2x7, shrouded"),
    "Würth 61200621621": Source(
        "2x3, shrouded",
        order="DigiKey 732-5394-ND; Mouser 710-61200621621",
        page=f"{DIGIKEY}w%C3%BCrth-elektronik/61200621621/4846913",
    ),
    "Amphenol T821106A1S100CEU": Source(
        "2x3, shrouded", page="https://www.tme.eu/en/details/t821-1-06-s1/idc-connectors/amphenol/t821106a1s100ceu/"
    ),
    "Omron B3F-1000": Source(
        "data sheet B3F: 6 x 6 mm, 4.3 mm high, 0.98 N", order="DigiKey SW400-ND; Mouser 653-B3F-1000"
    ),
    "TE 1825910-6": Source(
        "6 x 6 mm", page=f"{DIGIKEY}te-connectivity-alcoswitch-switches/1825910-6/1632536", price="0.15 USD"
    ),
    "Würth 61300611121": Source(
        "1x6, 2.54 mm",
        order="DigiKey 732-5319-ND; Mouser 710-61300611121",
        page="https://www.elfa.se/en/wr-phd-straight-male-pcb-header-through-hole-54mm-wuerth-elektronik-61300611121/p/30024526",
        seen=LATER,
    ),
    "Harwin M20-9990646": Source(
        "1x6, 2.54 mm", order="Mouser 855-M20-9990646", page=f"{MOUSER}Harwin/M20-9990646", seen=LATER
    ),
    "TDK PS1240P02BT": Source(
        "piezo, 12.2 mm, no oscillator",
        order="DigiKey 445-2525-1-ND; Mouser 810-PS1240P02BT",
        page=f"{MOUSER}810-PS1240P02BT",
        price="0.57 USD",
        seen=LATER,
    ),
    "Murata PKM13EPYH4000-A0": Source(
        "piezo, 13 mm, pins 5 mm apart",
        order="Akizuki 104118",
        page="https://akizukidenshi.com/catalog/g/g104118/",
        price="30 JPY",
        seen=LATER,
    ),
    "Adafruit 326": Source(
        "0.96 inch, 128 x 64, SSD1306; I2C address 0x3D",
        page="https://www.adafruit.com/product/326",
        price="17.50 USD",
        seen=LATER,
    ),
    "Adafruit 592": Source(
        "USB A to micro-B, 0.9 m, with data lines",
        page="https://www.adafruit.com/product/592",
        price="2.95 USD",
        seen=LATER,
    ),
    "Adafruit 1609": Source(
        "half-size perfboard, laid out as a breadboard",
        page="https://www.adafruit.com/product/1609",
        price="4.50 USD",
        seen=LATER,
    ),
    "Adafruit 550": Source(
        "four rubber feet", page="https://www.adafruit.com/product/550", price="0.95 USD for four", seen=LATER
    ),
    "3M SJ-5003": Source("hemisphere, 11 mm wide, 5 mm high", seen=LATER),
    "Adafruit 5583": Source("two sockets 1x20 for a Pico", page="https://www.adafruit.com/product/5583", seen=LATER),
}
"""Part number -> where it was found. It tells that the number exists and what it is; who orders looks at the page again."""

SELLERS = ("Adafruit", "supermagnete")
"""Makers with shops of their own: one orders by the part number."""


def order_numbers(found: Offer) -> str:
    """Distributors' order numbers of an offer's first part and then of its second, then what to look for in any shop."""
    known: list[str] = []
    for number in (found.first, found.second):
        known += [number] if number.startswith(SELLERS) else []
        known += [SOURCES[number].order] if number in SOURCES and SOURCES[number].order else []
    return "; ".join([*known, f"any shop: {found.words}"] if found.words else known)


def confirmation(found: Offer) -> str:
    """The bill's note on an offer's part numbers; "" if it has none."""
    return "; ".join(_note(number) for number in (found.first, found.second) if number in SOURCES)


def _note(number: str) -> str:
    source = SOURCES[number]
    return f"{number}: " + ", ".join(part for part in (source.says, source.price, source.page, source.seen) if part)


UNKNOWN = Offer("", "", 0.0)
"""A part that the catalogue lacks, as of a user's own driver: on the bill without part number and price."""


def offer(part: str, value: str) -> Offer:
    """For a line of the bill; UNKNOWN if the catalogue lacks it."""
    return CATALOGUE.get((part, "matt acrylic, 2 mm" if part == "playing surface" else value), UNKNOWN)


def of_number(number: str) -> tuple[str, str, Offer] | None:
    """Part, value and offer of a maker and part number, as the schematics of the circuit boards have them; None if the catalogue
    lacks it.
    """
    return next(((*key, found) for key, found in CATALOGUE.items() if found.first == number), None)
