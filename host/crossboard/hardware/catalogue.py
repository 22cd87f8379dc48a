"""Where parts are to be had: part numbers of two makers, and what one typically costs.

Prices are estimates of `PRICED`, in euro with tax, for the number that one board takes; shops differ by half and more. Parts that
any shop has and that need no number are `plain`. `CONFIRMED` tells of each number where it was found, and some shops' prices;
the few others have not been found, and the bill says so.
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


PICO_2 = "Raspberry Pi SC1632 (Pico 2; SC1631 without headers)"
PICO_2_W = "Raspberry Pi SC1634 (Pico 2 W; SC1633 without headers)"

CATALOGUE: dict[tuple[str, str], Offer] = {
    ("controller", "Raspberry Pi Pico 2 or Pico 2 W (a Pico will do)"): Offer(PICO_2, PICO_2_W, 6.00),
    ("controller", "ESP32-S3-DevKitC-1"): Offer(
        "Espressif ESP32-S3-DevKitC-1-N8", "Espressif ESP32-S3-DevKitC-1-N8R8", 16.00
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
    ("IC socket", "DIP-28, narrow"): Offer("TE 1-2199298-9", "3M 4828-3004-CP", 0.60),
    ("IC socket", "DIP-24, narrow"): Offer("TE 1-2199298-8", "Adam Tech ICS-324-T", 0.60),
    ("capacitor", "100 nF ceramic"): Offer("KEMET C322C104K5R5TA", "Vishay K104K15X7RF53L2", 0.15),
    ("capacitor", "10 µF, 6.3 V or more"): Offer("Panasonic ECA-1HM100", "Nichicon UVR1H100MDD", 0.15),
    ("resistor", "330 Ω"): Offer("Yageo CFR-25JB-52-330R", "Stackpole CF14JT330R", 0.05),
    ("resistor", "2.2 kΩ"): Offer("Yageo CFR-25JB-52-2K2", "Stackpole CF14JT2K20", 0.05),
    ("resistor", "4.7 kΩ"): Offer("Yageo CFR-25JB-52-4K7", "Stackpole CF14JT4K70", 0.05),
    ("resistor", "30 kΩ"): Offer("Yageo CFR-25JB-52-30K", "Stackpole CF14JT30K0", 0.05),
    ("fuse", "PTC, 0.75 A"): Offer("Bourns MF-R075", "Littelfuse RXEF075", 0.40),
    ("shift register", "74HC165, DIP-16"): Offer("Texas Instruments SN74HC165N", "Toshiba TC74HC165AP(F)", 0.80),
    ("resistor network", "8 x 10 kΩ, SIP-9"): Offer("Bourns 4609X-101-103LF", "BI Technologies L091S103LF", 0.45),
    ("port expander", "MCP23017-E/SP, DIP-28"): Offer("Microchip MCP23017-E/SP", "Adafruit 732", 2.20),
    ("LED", "3 mm, one colour, about 2 V (red, amber, green)"): Offer(
        "Kingbright WP710A10ID", "Würth 151031SS06000", 0.15
    ),
    ("LED driver", "MAX7219, DIP-24"): Offer("Analog Devices MAX7219CNG+", "Adafruit 453", 12.00),
    ("buzzer", "passive piezo, 4 kHz, 12 mm"): Offer("TDK PS1240P02BT", "Murata PKM13EPYH4000-A0", 0.80),
    ("screen", "OLED 128 x 64, SSD1306, I2C, 0.96 inch"): plain("GME12864-11 or the like (several makers)", 5.00),
    ("push button", "normally open, thread M7"): plain("PBS-110 (several makers)", 0.80),
    ("magnet", "neodymium disc, 8 x 3 mm, N35 to N45"): Offer("supermagnete S-08-03-N", "Dhit MW 8x3 / N38", 0.40),
    ("circuit board", "tile 4x4, 133.1 x 133.1 mm"): plain(
        "hardware/pcb/tile; lights, diodes, capacitors placed", 16.00
    ),
    ("circuit board", "carrier, 165.1 x 83.8 mm"): plain("hardware/pcb/carrier", 1.60),
    ("circuit board", "single square, 33.1 x 33.1 mm"): plain("hardware/pcb/single; parts placed", 4.00),
    ("IDC socket", "14 pins, for flat cable"): Offer("Würth 61201423021", "Amphenol T812114A101CEU", 0.60),
    ("IDC socket", "6 pins, for flat cable"): Offer("Würth 61200623021", "Amphenol T812106A101CEU", 0.50),
    ("flat cable", "14 wires, 1.27 mm, by the metre"): Offer("3M 3365/14", "Amphenol 191-2801-114", 2.50),
    ("flat cable", "6 wires, 1.27 mm, by the metre"): Offer("3M 3365/06", "Amphenol 191-2801-106", 1.50),
    ("pin socket", "1x20, 2.54 mm"): Offer("Sullins PPTC201LFBN-RC", "Samtec SSW-120-01-T-S", 1.20),
    ("piece base", "printed, hardware/scad/base.scad"): plain("printed", 0.05),
    ("frame and tiles", "printed, hardware/scad"): plain("about 1 kg of PLA", 22.00),
    ("pin", "rod of 3 mm, 20 mm long"): plain("cut from a rod", 0.10),
    ("playing surface", "matt acrylic, 2 mm"): plain("cut to size", 12.00),
    ("hook-up wire", "0.25 mm² or AWG 24, several colours"): plain("25 m", 8.00),
    ("supply wire", "0.5 mm² or AWG 20, red and black"): plain("2 m of each", 2.00),
    ("solder", "with flux, 0.5 to 1 mm, 50 g"): plain("any for electronics", 6.00),
    ("perfboard", "half-size, as a breadboard"): plain("Adafruit 1609, or any with 2.54 mm between holes", 4.50),
    ("foot", "rubber, self-adhesive, 11 mm"): plain("3M Bumpon SJ5003, or any", 0.15),
    ("jumper", "2.54 mm"): Offer("Würth 60900213421", "Sullins SPC02SYAN", 0.10),
}
"""(part, value) -> offer; the value of a playing surface without its size."""

CIRCUIT: dict[str, tuple[str, str, float]] = {
    "MACD-14-10-15": ("reed switch", "normally open, 10 to 15 AT, glass 14 mm", 0.85),
    "1N4148W": ("diode", "1N4148W, SOD-123", 0.05),
    "WS2812B-V5": ("light", "WS2812B, 5 x 5 mm", 0.12),
    "CC0805KRX7R9BB104": ("capacitor", "100 nF, 0805", 0.02),
    "C322C104K5R5TA": ("capacitor", "100 nF ceramic", 0.15),
    "61201421621": ("IDC header", "2x7, shrouded", 0.50),
    "61200621621": ("IDC header", "2x3, shrouded", 0.40),
    "SN74AHCT125N": ("level shifter", "74AHCT125, DIP-14", 0.90),
    "CFR-25JB-52-330R": ("resistor", "330 Ω", 0.05),
    "MF-R075": ("fuse", "PTC, 0.75 A", 0.40),
    "B3F-1000": ("button", "6 x 6 mm, on the carrier", 0.25),
    "61300611121": ("pin header", "1x6", 0.30),
    "61300311121": ("pin header", "1x3, with a jumper", 0.30),
    "1715721": ("terminal block", "2 poles, 5.08 mm", 0.90),
    "1N5817-E3/54": ("diode", "1N5817, DO-41", 0.20),
}
"""Maker's number in the schematics of the circuit boards -> part and value on the bill, and the price of one in euro."""


LOOKED_UP = "2026-11-23"


class Source(NamedTuple):
    """What is said of a part number, and the page: the maker's, a distributor's, or "" where only other projects' parts lists
    name it. `price`: what one costs there, "" if that was not seen.
    """

    says: str
    page: str = ""
    price: str = ""


DIGIKEY = "https://www.digikey.com/en/products/detail/"
MOUSER = "https://www.mouser.com/ProductDetail/"

CONFIRMED: dict[str, Source] = {
    PICO_2: Source(
        "Pico 2 with headers; SC1631: Pico 2",
        "https://www.digikey.co.uk/en/products/detail/raspberry-pi/SC1632/26241102",
    ),
    PICO_2_W: Source(
        "Pico 2 W with headers; SC1633: Pico 2 W",
        "https://www.digikey.com/en/products/detail/raspberry-pi/SC1633/25862726",
    ),
    "Espressif ESP32-S3-DevKitC-1-N8": Source("8 MB flash, no PSRAM; N8R2 is no longer made"),
    "Espressif ESP32-S3-DevKitC-1-N8R8": Source(
        "8 MB flash, 8 MB octal PSRAM, which takes GPIO 33 to 37",
        "https://www.espressif.com/en/products/devkits/esp32-s3-series/esp32-s3-devkitc-1",
        "15.00 USD",
    ),
    "Littelfuse MACD-14-10-15": Source("data sheet MACD-14, at xonelec.com: 10 to 30 AT, glass 14 mm"),
    "Standex KSK-1A66-1015": Source(
        "axial, glass 14 mm; the shop's is KSK-1A66-1020, 10 to 20 AT",
        "https://www.tme.eu/fi/en/details/ksk1a66-1020/reed-sensors/meder/ksk-1a66-1020/",
    ),
    "Vishay 1N4148-TAP": Source(
        "DO-35", "https://www.digikey.com/product-detail/en/1N4148-TAP/1N4148-TAPCT-ND/3104296"
    ),
    "onsemi 1N4148TR": Source("DO-35", f"{DIGIKEY}onsemi/1N4148TR/458811"),
    "Diodes Inc. 1N4148W-7-F": Source("SOD-123", f"{DIGIKEY}diodes-incorporated/1N4148W-7-F/814371"),
    "Adafruit 1376": Source("NeoPixel strip, 30 a metre, 1 m", "https://www.adafruit.com/product/1376"),
    "Worldsemi WS2812B-V5": Source("5 x 5 mm, LCSC C2846931", "https://datasheets.com/datasheets/97/WS2812B-V5.pdf"),
    "Xinglight XL-5050RGBC-WS2812B (LCSC C2843785)": Source(
        "5 x 5 mm, PLCC-4, speaks WS2812B",
        "https://lcsc.com/product-detail/RGB-LEDs-Built-in-IC_XINGLIGHT-XL-5050RGBC-WS2812B_C2843785.html",
        "0.05 USD",
    ),
    "Texas Instruments SN74AHCT125N": Source(
        "PDIP-14, 4.5 to 5.5 V", "https://www.digikey.it/en/products/detail/texas-instruments/SN74AHCT125N/375798"
    ),
    "Adafruit 1787": Source("74AHCT125, DIP-14", "https://www.adafruit.com/product/1787", "1.50 USD"),
    "TE 1-2199298-3": Source("DIP-14, rows 7.62 mm apart", f"{MOUSER}571-1-2199298-3", "0.21 USD"),
    "Amphenol DILB14P-223TLF": Source("DIP-14, rows 7.62 mm apart", f"{MOUSER}649-DILB14P-223TLF"),
    "TE 1-2199298-4": Source("DIP-16, rows 7.62 mm apart", f"{MOUSER}571-1-2199298-4"),
    "Amphenol DILB16P-223TLF": Source("DIP-16, rows 7.62 mm apart", f"{MOUSER}649-DILB16P-223TLF"),
    "TE 1-2199298-9": Source("DIP-28, rows 7.62 mm apart", "https://octopart.com/1-2199298-9-te+connectivity-39188588"),
    "3M 4828-3004-CP": Source(
        "DIP-28, rows 7.62 mm apart",
        "https://www.digikey.com/product-detail/en/4828-3004-CP/3M5480-ND/1133633",
        "0.77 USD",
    ),
    "TE 1-2199298-8": Source("DIP-24, rows 7.62 mm apart", f"{MOUSER}571-1-2199298-8"),
    "Adam Tech ICS-324-T": Source("DIP-24, rows 7.62 mm apart", f"{MOUSER}737-ICS-324-T"),
    "KEMET C322C104K5R5TA": Source("100 nF, 50 V, X7R, 5.08 mm", f"{DIGIKEY}C322C104K5R5TA/399-4329-ND/818105"),
    "Vishay K104K15X7RF53L2": Source("100 nF, 50 V, X7R, 2.54 mm", f"{MOUSER}594-K104K15X7RF53L2", "0.21 USD"),
    "Yageo CC0805KRX7R9BB104": Source("100 nF, 50 V, X7R, 0805; LCSC C49678 in other projects' parts lists"),
    "Jiangsu Changjing 1N4148W": Source("SOD-123; LCSC C2099 in a list of LCSC's parts"),
    "Würth 60900213421": Source("2.54 mm", f"{DIGIKEY}w%C3%BCrth-elektronik/60900213421/2508447"),
    "Sullins SPC02SYAN": Source("2.54 mm; DigiKey S9001-ND", f"{DIGIKEY}sullins-connector-solutions/SPC02SYAN/76375"),
    "Phoenix Contact 1715721": Source("MKDS 1,5/2-5,08", f"{DIGIKEY}phoenix-contact/1715721/260631"),
    "Würth 61300311121": Source("1x3, 2.54 mm", f"{DIGIKEY}w%C3%BCrth-elektronik/61300311121/4846825"),
    "Harwin M20-9990346": Source("1x3, 2.54 mm", f"{MOUSER}Harwin/M20-9990346"),
    "Vishay 1N5817-E3/54": Source("20 V, 1 A, DO-41; Vishay's data sheet 88525"),
    "onsemi 1N5817G": Source("20 V, 1 A", f"{DIGIKEY}onsemi/1N5817G/1474208", "0.41 USD"),
    "KEMET C0805C104K5RACTU": Source(
        "100 nF, 50 V, X7R, 0805",
        "https://www.digikey.com/product-detail/en/kemet/C0805C104K5RACTU/399-1170-1-ND/411445",
    ),
    "Panasonic ECA-1HM100": Source(
        "10 µF, 50 V",
        "https://www.digikey.com/product-detail/en/panasonic-electronic-components/ECA-1HM100/P5178-ND/245037",
        "0.17 USD",
    ),
    "Nichicon UVR1H100MDD": Source("10 µF, 50 V", f"{MOUSER}647-UVR1H100MDD", "0.18 USD"),
    "Yageo CFR-25JB-52-330R": Source("data sheet CFR, April 2024: ordering code"),
    "Yageo CFR-25JB-52-4K7": Source("data sheet CFR, April 2024: ordering code"),
    "Yageo CFR-25JB-52-30K": Source("data sheet CFR, April 2024: ordering code"),
    "Stackpole CF14JT330R": Source(
        "330 Ω, 1/4 W, 5 %", f"{DIGIKEY}stackpole-electronics-inc/CF14JT330R/1741399", "0.05 USD"
    ),
    "Stackpole CF14JT4K70": Source("4.7 kΩ, 1/4 W, 5 %", f"{DIGIKEY}stackpole-electronics-inc/CF14JT4K70/1741428"),
    "Bourns MF-R075": Source("holds 0.75 A, 60 V", "https://www.mouser.com/c/?q=MF-R075", "0.40 USD"),
    "Littelfuse RXEF075": Source("holds 0.75 A, trips at 1.5 A, 72 V; DigiKey F2885CT-ND"),
    "Texas Instruments SN74HC165N": Source(
        "DIP-16",
        "https://www.digikey.com/product-detail/en/texas-instruments/SN74HC165N/296-8251-5-ND",
        "0.48 USD",
    ),
    "Toshiba TC74HC165AP(F)": Source("DIP-16; Toshiba's data sheet TC74HC165AP"),
    "Bourns 4609X-101-103LF": Source(
        "8 x 10 kΩ, pin 1 common, SIP-9",
        "https://www.tme.eu/ro/en/details/4609x-101-103lf/resistor-networks/bourns/",
        "0.30 USD",
    ),
    "Microchip MCP23017-E/SP": Source(
        "narrow DIP-28",
        "https://uk.farnell.com/microchip/mcp23017-e-sp/ic-io-expander-16bit-i2c-28dip/dp/1332088",
        "1.69 USD",
    ),
    "Adafruit 732": Source("MCP23017, DIP-28", "https://www.adafruit.com/product/732"),
    "Kingbright WP710A10ID": Source("red, 3 mm", f"{MOUSER}Kingbright/WP710A10ID"),
    "Würth 151031SS06000": Source("red, 3 mm", f"{DIGIKEY}w%C3%BCrth-elektronik/151031SS06000/4489982", "0.17 USD"),
    "Analog Devices MAX7219CNG+": Source(
        "narrow DIP-24; Maxim's data sheet MAX7219; DigiKey MAX7219CNG+-ND", price="7.95 USD"
    ),
    "Adafruit 453": Source("MAX7219CNG", "https://www.adafruit.com/product/453"),
    "PBS-110 (several makers)": Source("thread 7 mm, normally open"),
    "supermagnete S-08-03-N": Source(
        "8 x 3 mm, N45",
        "https://www.supermagnete.ch/scheibenmagnete-neodym/scheibenmagnet-8mm-3mm_S-08-03-N",
        "10 for 4.10 CHF",
    ),
    "Würth 61201423021": Source(
        "series 6120xx23021, seen with 6 and 10 pins",
        "https://www.we-online.com/en/components/products/BHD_2_54_FEMALE_IDC_CONNECTOR_WITH_STRAIN_RELIEF_6120XX23021",
    ),
    "Amphenol T812114A101CEU": Source("14 pins"),
    "Würth 61200623021": Source("6 pins; Farnell 2356308"),
    "Amphenol T812106A101CEU": Source(
        "6 pins", "https://be.farnell.com/amphenol/t812106a101ceu/socket-idc-s-relief-2-54mm-6way/dp/2215245"
    ),
    "3M 3365/14": Source("14 wires, AWG 28, 1.27 mm"),
    "3M 3365/06": Source("6 wires, AWG 28, 1.27 mm; 3M's TS-0080 on the series"),
    "Sullins PPTC201LFBN-RC": Source(
        "1x20, 2.54 mm", f"{DIGIKEY}sullins-connector-solutions/PPTC201LFBN-RC/810158", "1.23 USD"
    ),
    "Samtec SSW-120-01-T-S": Source("1x20, 2.54 mm", price="2.38 USD"),
    "Würth 61201421621": Source("2x7, shrouded", f"{DIGIKEY}w%C3%BCrth-elektronik/61201421621/4846920"),
    "Sullins SBH11-PBPC-D07-ST-BK": Source("2x7, shrouded"),
    "Würth 61200621621": Source("2x3, shrouded", f"{DIGIKEY}w%C3%BCrth-elektronik/61200621621/4846913"),
    "Amphenol T821106A1S100CEU": Source(
        "2x3, shrouded", "https://www.tme.eu/en/details/t821-1-06-s1/idc-connectors/amphenol/t821106a1s100ceu/"
    ),
    "Omron B3F-1000": Source("data sheet B3F: 6 x 6 mm, 4.3 mm high, 0.98 N"),
    "TE 1825910-6": Source("6 x 6 mm", f"{DIGIKEY}te-connectivity-alcoswitch-switches/1825910-6/1632536", "0.15 USD"),
    "Würth 61300611121": Source(
        "1x6, 2.54 mm",
        "https://www.elfa.se/en/wr-phd-straight-male-pcb-header-through-hole-54mm-wuerth-elektronik-61300611121/p/30024526",
    ),
    "Harwin M20-9990646": Source("1x6, 2.54 mm", f"{MOUSER}Harwin/M20-9990646"),
}
"""Part number -> what parts lists of other projects, data sheets and shops called it on `LOOKED_UP`. It tells that the number
exists and what it is; who orders looks at the page again.
"""


ORDER: dict[str, str] = {
    PICO_2: "Mouser 358-SC1632",
    PICO_2_W: "Mouser 358-SC1634",
    "Vishay 1N4148-TAP": "DigiKey 1N4148-TAPCT-ND",
    "onsemi 1N4148TR": "Mouser 512-1N4148TR",
    "Texas Instruments SN74AHCT125N": "DigiKey 296-4655-5-ND",
    "TE 1-2199298-3": "Mouser 571-1-2199298-3",
    "Amphenol DILB14P-223TLF": "Mouser 649-DILB14P-223TLF",
    "TE 1-2199298-4": "Mouser 571-1-2199298-4",
    "Amphenol DILB16P-223TLF": "Mouser 649-DILB16P-223TLF",
    "TE 1-2199298-8": "Mouser 571-1-2199298-8",
    "Adam Tech ICS-324-T": "Mouser 737-ICS-324-T",
    "3M 4828-3004-CP": "DigiKey 3M5480-ND",
    "KEMET C322C104K5R5TA": "DigiKey 399-4329-ND",
    "Vishay K104K15X7RF53L2": "Mouser 594-K104K15X7RF53L2",
    "KEMET C0805C104K5RACTU": "DigiKey 399-1170-1-ND",
    "Panasonic ECA-1HM100": "DigiKey P5178-ND",
    "Nichicon UVR1H100MDD": "Mouser 647-UVR1H100MDD",
    "Yageo CFR-25JB-52-330R": "DigiKey 330QBK-ND",
    "Yageo CFR-25JB-52-4K7": "DigiKey 4.7KQBK-ND",
    "Stackpole CF14JT330R": "DigiKey CF14JT330RCT-ND",
    "Littelfuse RXEF075": "DigiKey F2885CT-ND",
    "Texas Instruments SN74HC165N": "DigiKey 296-8251-5-ND; Mouser 595-SN74HC165N",
    "Bourns 4609X-101-103LF": "DigiKey 4609X-101-103LF-ND",
    "Microchip MCP23017-E/SP": "DigiKey MCP23017-E/SP-ND; Farnell 1332088",
    "Analog Devices MAX7219CNG+": "DigiKey MAX7219CNG+-ND",
    "Würth 61201421621": "DigiKey 732-5397-ND; Mouser 710-61201421621",
    "Würth 61200621621": "DigiKey 732-5394-ND; Mouser 710-61200621621",
    "Würth 61200623021": "Farnell 2356308",
    "Amphenol T812106A101CEU": "Farnell 2215245",
    "Würth 61300611121": "DigiKey 732-5319-ND",
    "Würth 61300311121": "DigiKey 732-5316-ND; Mouser 710-61300311121",
    "Harwin M20-9990346": "Mouser 855-M20-9990346",
    "Omron B3F-1000": "DigiKey SW400-ND; Mouser 653-B3F-1000",
    "Sullins PPTC201LFBN-RC": "DigiKey S7018-ND",
    "Sullins SPC02SYAN": "DigiKey S9001-ND",
    "Phoenix Contact 1715721": "LCSC C5183929",
    "Yageo CC0805KRX7R9BB104": "LCSC C49678",
    "Jiangsu Changjing 1N4148W": "LCSC C2099",
    "Worldsemi WS2812B-V5": "LCSC C2846931",
    "Xinglight XL-5050RGBC-WS2812B (LCSC C2843785)": "LCSC C2843785",
}
"""Part number -> distributors' order numbers, from the addresses of their pages and parts lists of other projects. What is not here
is not known to us; distributors also find a maker's number.
"""


def order_numbers(found: Offer) -> str:
    """The distributors' numbers that are known of an offer, of its first part and then of its second; "" if there are none."""
    return "; ".join(ORDER[number] for number in (found.first, found.second) if number in ORDER)


def confirmation(found: Offer) -> str:
    """The bill's note on an offer's part numbers; "" if it has none."""
    numbers = [number for number in (found.first, found.second) if number != ANY]
    notes = [_note(number) for number in numbers if number in CONFIRMED]
    if len(numbers) > 1:
        notes += [f"{number}: unconfirmed" for number in numbers if number not in CONFIRMED]
    return "; ".join(note for note in notes if note)


def _note(number: str) -> str:
    source = CONFIRMED[number]
    return f"{number}: " + ", ".join(part for part in (source.says, source.price, source.page, LOOKED_UP) if part)


UNKNOWN = Offer("", "", 0.0)
"""A part that the catalogue lacks, as of a user's own driver: on the bill without part number and price."""


def offer(part: str, value: str) -> Offer:
    """For a line of the bill; UNKNOWN if the catalogue lacks it."""
    return CATALOGUE.get((part, "matt acrylic, 2 mm" if part == "playing surface" else value), UNKNOWN)
