"""Cases of each game's rules: position texts, plies and wishes, and what comes of them. rules/test_rules_cases.py tries them."""

from __future__ import annotations

from shared_rules.codes import ARRIVE, KIND_CAPTURE, KIND_MOVE, KIND_PASS, LEAVE, MAYBE, PATH, STACK, SWAP, TAKEN
from shared_rules.kings_crossing.game import KingsCrossing

CARDS = "card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbrbbrbrbr -"
CHARING = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
EYES = (
    "cross-eyed ****RMKR****/****CBBN****/****PPPP****/***6***/rnp6pcr/kbp6pbm/mbp6pbk/rcp6pnr/***6***/****PPPP****/"
    "****NBBC****/****RKMR**** w"
)
DRAUGHTS = "draughts 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w"
NINE = "draughts 8/m7/1m1m1m2/8/1m1m1m2/8/1m1m1m2/K7 w"  # a king that jumps nine men
KINGS = "kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 0"
REST = KINGS.partition(" ")[2]
PLACEMENT = EYES.split(" ")[1]

STARTS = {
    "card-chess": [
        CARDS,
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "card-chess:progressive 6/6/6/6/6/6 w rbrbrbbrbrbr KKQQJJTTkkqqjjtt",
        "card-chess:plain+progressive 6/6/6/6/6/6 b ............ KKQQJJTTkkqqjjtt",
        # Incomplete armies, deep stacks, sides without a card to play
        "card-chess:plain [kJ]4k/1q1j2/6/5t/1T2Q1/[Kj]4K b ............ -",
        "card-chess 3[kk][jt]1/5[tq]/1T1T2/3Kj1/1Q1KqQ/1J2J1 w rbrbrbbrbrbr -",
        "card-chess:plain k2[tkJTq]2/3J2/5Q/3T1j/[tqK]4[jQ]/3K2 w ............ -",
        "card-chess:plain 6/6/2[kkqjtKKQJT]3/6/6/6 w ............ -",
        "card-chess:progressive 6/6/6/6/6/6 b bbbbbbrrrrrr KQTTkkj",
        "card-chess:plain 5k/6/6/6/6/KK3Q w ............ -",
        "card-chess:plain 5[kQ]/6/6/6/6/KK4 b ............ -",
    ],
    "charing-cross": [
        CHARING,
        "charing-cross 3RR3/8/8/1r5n/N6n/8/8/3r4 w Nw",
        "charing-cross 8/1n6/7R/4Nn2/3R4/r3r3/8/2N5 w -",
        "charing-cross 8/8/8/2NRR3/2rN4/2nnr3/8/8 w -",
        "charing-cross 8/8/3R4/6nn/NN6/8/4r3/4r3 w Rb",
        "charing-cross 8/8/8/r7/N1rN4/8/8/8 b -",
        "charing-cross 8/8/8/8/8/2r5/1r6/N7 w -",
        "charing-cross 8/8/8/8/8/8/1N6/8 w -",
    ],
    "chess": [
        "chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        # En passant with and against the king, promotions, castling in all forms, nearly drawn, incomplete armies
        "chess 8/8/8/8/k2p4/8/4P2Q/4K3 w - - 0 1",
        "chess r3k2r/1P1pp1P1/8/2P2P2/2p2p2/8/1p1PP1p1/R3K2R w KQkq - 7 30",
        "chess 4k3/8/8/8/8/7r/4P3/3QK3 b - - 146 90",
        "chess 4k3/8/8/8/3b4/8/4p3/4KB2 w - - 12 90",
        "chess 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "chess:960 5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR w KQkq - 0 1",
        "chess:960 1rkr4/p7/8/8/8/8/P7/1R1K1R1R w FQkq - 0 1",
        "chess:960 2kr4/8/8/8/8/8/8/RK5R b KQk - 0 1",
    ],
    "cross-eyed": [
        EYES,
        "cross-eyed ****4****/****4****/****4****/***6***/R4R4RR/12/12/k2p7k/***6***/****4****/****4****/****K2K**** w",
        "cross-eyed ****4****/****1p2****/****N3****/***6***/12/r10n/1P8P1/K10K/***6***/****4****/****1p2****/****k2k**** w",
        "cross-eyed ****2B1****/****1p2****/****4****/***6***/12/r10n/1P8P1/K10K/***6***/****4****/****1p2****/****k1Rk**** b",
        "cross-eyed ****1RcM****/****C3****/****3B****/***6***/1n4bn2R1/rk1p3p3m/m1p1p2P3k/r6P1prr/***b2P2***/****P3****/"
        "****KBpC****/****RNMc**** b",
        "cross-eyed ****4****/****4****/****4****/***3P2***/PP9k/KP6M3/9m2/P10k/***6***/****4****/****1P2****/****r3**** b",
    ],
    "kings-crossing": [
        *(KingsCrossing(variant).text() for variant in KingsCrossing.variants),
        "kings-crossing 3m2m1/2m1m3/2Mm4/K6k w - - 0",
        "kings-crossing:backwards 2M5/2m5/1MmM2m1/K1M4k w - - 0",
        "kings-crossing 1m6/2M2m2/7K/4k3 b 8 - 0",
        "kings-crossing 6K1/M1M5/1m3m2/4k3 w - - 0",
        "kings-crossing 1M2mm1k/M1M1m1m1/7m/3M3K w 2 - 0",
        "kings-crossing:longer M4m1k/M3M2m/7m/1KmmMMmm w - - 1",
        "kings-crossing:longer 4MMmk/4MMmm/4MMmm/4MMMK w 5 - 0",
        "kings-crossing:longer 3k4/1m1m1m2/m1m1m1m1/Mm1m1m1K w - - 0",
        "kings-crossing MMm1m3/MMmm4/MMmm4/KMmk4 b - - 0",
    ],
    "draughts": [
        DRAUGHTS,
        NINE,
        "draughts 8/M1M1M3/1K1m3k/2m1k1m1/1M3K2/m1M5/3m1m2/8 b",
        "draughts 1m3k2/4M1m1/1m1m3m/m3m3/3M3M/M3M1M1/5M2/K1M5 w",
        "draughts 1k1k4/8/3k1k2/8/3K1K2/8/5K1K/8 w",
        "draughts 8/8/8/8/8/m7/1M6/8 b",
        "draughts 8/M3M3/8/8/8/8/3m4/8 w",
    ],
}
"""Positions of which random games come to everything that the rules speak of."""

TEXTS = [
    "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
    "card-chess:plain [kJ]4k/1q1j2/6/5T/4Q1/K4K w ............ -",
    "card-chess 3k2/2[qkqQ]2[tjJQt]/1j4/2[JK]3/6/2[KT]2T w rbrbrbbrbrbr -",
    "card-chess:plain [kkqqjjttKKQQJJTT]5/6/6/6/6/6 b ............ -",
    "card-chess:plain 6/6/6/6/6/6 w ............ -",
    "card-chess:progressive 6/6/6/6/6/6 b rrrrrrbbbbbb KKQQJJTTkkqqjjtt",
    "card-chess:progressive 1k1q1k/j2tj1/6/6/1T1KKT/JQQ3 b rbrbrbbrbrbr Jqt",
    "card-chess:progressive tjkkj1/2qq2/6/6/2QQ2/TJKKJT b rbrbrbbrbrbr t",
    "card-chess:plain+progressive 6/6/6/6/6/KK4 b ............ QQ",
    "card-chess:plain+progressive 6/6/6/6/6/K5 b ............ k",
    "card-chess:plain+progressive k5/6/6/6/6/K5 w ............ k",
    "card-chess:plain [kJ]2[kQ]2/6/6/6/6/KK4 b ............ -",
    "kings-crossing 3m2m1/2m1m3/2Mm4/K6k w - - 0",
    "kings-crossing:backwards 2M5/2m5/1MmM2m1/K1M4k w - - 0",
    "kings-crossing 1m6/2M2m2/7K/4k3 b 9 - 0",
    "kings-crossing 1M2mm1k/M1M1m1m1/7m/3M3K w 2 - 0",
    "kings-crossing:backwards 3Mm2k/2M4K/4m2m/5m2 w 4 - 3",
    "kings-crossing:longer M4m1k/M3M2m/7m/1KmmMMmm w - - 1",
    "kings-crossing 8/k7/7K/8 b 0 9 999999",
    "kings-crossing 8/k7/7K/8 w - - 20",
    "kings-crossing 8/8/8/K6M b - - 0",
    "kings-crossing 7K/8/8/3k4 b 3 - 0",
    "kings-crossing:alternate k6m/8/8/3K4 w - 7 0",
    # A whole army: one king and seven or eleven men
    "kings-crossing MMMMMMM1/7k/8/K7 w - - 0",
    "kings-crossing:longer MMMMMMMM/MMM4k/8/K7 w - - 0",
    "kings-crossing:longer mmmmmmmm/mmm4k/8/K7 w - - 0",
]
"""Further position texts that are read, and written as they stand."""


def wrong_card_text(field: str, place: int, head: str = "", **fields: str) -> tuple[str, str, int]:
    """CARDS with some fields replaced, and what the error has to say."""
    names = {"placement": "tjkkjt/2qq2/6/6/2QQ2/TJKKJT", "side": "w", "terrain": "rbrbrbbrbrbr", "hand": "-"}
    return " ".join([head or "card-chess", *{**names, **fields}.values()]), field, place


BAD_TEXTS = [
    # Draughts: its squares, its men, its rows
    ("draughts:plain " + DRAUGHTS[9:], "game", 10),
    ("draughts 8/8/8/8/8/8/8/1M6 w", "placement", 0),
    ("draughts 8/8/8/8/8/8/8/m7 w", "placement", 0),
    ("draughts 7M/8/8/8/8/8/8/k7 w", "placement", 0),
    ("draughts 8/8/8/K7/1M1M1M1M/M1M1M1M1/1M1M1M1M/M1M1M1M1 w", "placement", 0),
    ("draughts 8/8/8/K7/1M1M1M1M/M1M1M1M1/1M1M1M1M/8 w", "placement", 0),
    ("draughts 8/8/8/8/1M1M1M1M/M1M1M1M1/1M1M1M1M/8 r", "side", 0),
    (DRAUGHTS + " -", "last", 0),
    # The game and its variant
    wrong_card_text("game", 0, "cardchess"),
    wrong_card_text("game", 12, "card-chess:"),
    wrong_card_text("game", 12, "card-chess:simple"),
    wrong_card_text("game", 12, "card-chess:progressive+plain", terrain="............"),
    # Fields missing, empty or too many
    ("card-chess", "placement", 0),
    ("card-chess 6/6/6/6/6/6 w rbrbrbbrbrbr", "hand", 0),
    (CARDS + " -", "last", 0),
    (CARDS + " ", "last", 0),
    (CARDS.replace(" w ", "  "), "side", 0),
    # The placement
    wrong_card_text("placement", 28, placement="tjkkjt/2qq2/6/6/2QQ2/TJKKJ1T"),
    wrong_card_text("placement", 26, placement="tjkkjt/2qq2/6/6/2QQ2/TJKKJ"),
    wrong_card_text("placement", 10, placement="6/6/6/6/6/"),
    wrong_card_text("placement", 9, placement="6/6/6/6/6"),
    wrong_card_text("placement", 12, placement="6/6/6/6/6/6/6"),
    wrong_card_text("placement", 2, placement="5/6/6/6/6/6"),
    wrong_card_text("placement", 1, placement="7/6/6/6/6/6"),
    wrong_card_text("placement", 1, placement="0k5/6/6/6/6/6"),
    wrong_card_text("placement", 2, placement="33/6/6/6/6/6"),
    wrong_card_text("placement", 2, placement="k6/6/6/6/6/6"),
    wrong_card_text("placement", 1, placement="x5/6/6/6/6/6"),
    wrong_card_text("placement", 1, placement="*5/6/6/6/6/6"),
    wrong_card_text("placement", 1, placement="²4/6/6/6/6/6"),
    wrong_card_text("placement", 4, placement="kk3k/6/6/6/6/6"),
    wrong_card_text("placement", 3, placement="[k]5/6/6/6/6/6"),
    wrong_card_text("placement", 2, placement="[]5/6/6/6/6/6"),
    wrong_card_text("placement", 1, placement="]6/6/6/6/6/6"),
    wrong_card_text("placement", 2, placement="[[kq]]5/6/6/6/6/6"),
    wrong_card_text("placement", 3, placement="[k1q]4/6/6/6/6/6"),
    wrong_card_text("placement", 4, placement="[kq/6/6/6/6/6"),
    wrong_card_text("placement", 14, placement="6/6/6/6/6/5[kq"),
    wrong_card_text("placement", 0, placement="[kQ][kQ][Kq][Kq]2/6/6/6/6/6"),
    # The side
    wrong_card_text("side", 0, side="r"),
    wrong_card_text("side", 0, side="wb"),
    # The terrain
    wrong_card_text("terrain", 0, terrain="rbrbrbbrbrb"),
    wrong_card_text("terrain", 0, terrain="rbrbrbbrbrbrb"),
    wrong_card_text("terrain", 0, terrain="rbrbrbbrbrbb"),
    wrong_card_text("terrain", 3, terrain="rb.brbbrbrbr"),
    wrong_card_text("terrain", 1, terrain="............"),
    wrong_card_text("terrain", 12, terrain="rbrbrbbrbrbR"),
    wrong_card_text("terrain", 1, "card-chess:plain"),
    wrong_card_text("terrain", 0, "card-chess:plain", terrain="..........."),
    # The hand
    wrong_card_text("hand", 0, hand="T", placement="tjkkjt/2qq2/6/6/2QQ2/TJKKJ1"),
    wrong_card_text("hand", 1, "card-chess:progressive", hand="T"),
    wrong_card_text("hand", 1, "card-chess:progressive", hand="x", placement="6/6/6/6/6/6"),
    wrong_card_text("hand", 2, "card-chess:progressive", hand="K-", placement="6/6/6/6/6/6"),
    wrong_card_text("hand", 2, "card-chess:progressive", hand="QK", placement="6/6/6/6/6/6"),
    wrong_card_text("hand", 2, "card-chess:progressive", hand="kK", placement="6/6/6/6/6/6"),
    wrong_card_text("hand", 3, "card-chess:progressive", hand="KKK", placement="6/6/6/6/6/6"),
    wrong_card_text("hand", 2, "card-chess:progressive", hand="KK", placement="6/6/6/6/6/K5"),
    # Cards in hand: nothing has moved, the players have placed in turn
    wrong_card_text("hand", 0, "card-chess:progressive", hand="K", placement="6/6/6/K5/6/6"),
    wrong_card_text("hand", 0, "card-chess:progressive", hand="K", placement="6/6/6/6/6/k5"),
    wrong_card_text("hand", 0, "card-chess:progressive", hand="k", placement="6/6/6/6/6/[KQ]5"),
    wrong_card_text("side", 0, "card-chess:progressive", hand="QQkkqq", placement="6/6/6/6/6/KK4"),
    wrong_card_text("side", 0, "card-chess:progressive", hand="QQkkqq", placement="6/6/6/6/6/KK4", side="b"),
    wrong_card_text("side", 0, "card-chess:progressive", hand="QQkqq", placement="k5/6/6/6/6/KK4"),
    wrong_card_text("side", 0, "card-chess:progressive", hand="QQ", placement="k5/6/6/6/6/6", side="b"),
    wrong_card_text("side", 0, "card-chess:progressive", hand="KK", placement="kk4/6/6/6/6/6"),
    # Charing Cross
    ("charing 8/8/8/8/8/8/8/8 w -", "game", 0),
    ("charing-cross:plain 8/8/8/8/8/8/8/8 w -", "game", 15),
    ("charing-cross: 8/8/8/8/8/8/8/8 w -", "game", 15),
    ("charing-cross", "placement", 0),
    ("charing-cross 8/8/8/8/8/8/8/8", "side", 0),
    ("charing-cross 8/8/8/8/8/8/8/8 w", "placement due", 0),
    ("charing-cross 8/8/8/8/8/8/8/8 w - -", "last", 0),
    ("charing-cross  8/8/8/8/8/8/8/8 w -", "placement", 0),
    ("charing-cross 8/8/8/8/8/8/8 w -", "placement", 0),
    ("charing-cross 8/8/8/8/8/8/8/8/8 w -", "placement", 0),
    ("charing-cross 9/8/8/8/8/8/8/8 w -", "placement", 1),
    ("charing-cross 7/8/8/8/8/8/8/8 w -", "placement", 1),
    ("charing-cross 08/8/8/8/8/8/8/8 w -", "placement", 1),
    ("charing-cross 8/K7/8/8/8/8/8/8 w -", "placement", 3),
    ("charing-cross 8/*7/8/8/8/8/8/8 w -", "placement", 3),
    ("charing-cross 8/N8/8/8/8/8/8/8 w -", "placement", 4),
    ("charing-cross NNN5/8/8/8/8/8/8/8 w -", "placement", 0),
    ("charing-cross 8/7N/n7/8/8/8/8/8 w -", "placement", 0),
    ("charing-cross 8/8/8/8/8/8/8/8 W -", "side", 0),
    ("charing-cross 8/8/8/8/5R2/8/8/8 w nb", "side", 0),
    ("charing-cross 8/8/8/8/5R2/8/8/8 b n", "placement due", 0),
    ("charing-cross 8/8/8/8/5R2/8/8/8 b nx", "placement due", 0),
    ("charing-cross 8/8/8/8/5R2/8/8/8 b nbb", "placement due", 0),
    ("charing-cross 8/8/8/8/5R2/8/8/8 b kb", "placement due", 0),
    ("charing-cross 8/8/8/8/5R2/2nn4/8/8 b nb", "placement due", 0),
    ("charing-cross 8/8/8/7r/5R1r/8/8/8 b nb", "placement due", 0),
    ("charing-cross 8/8/8/8/5R2/8/8/1R6 b nb", "placement due", 0),
    # King's Crossing
    (f"kings {REST}", "game", 0),
    (f"kings-crossing: {REST}", "game", 16),
    (f"kings-crossing:shorter {REST}", "game", 16),
    (f"kings-crossing:longer+alternate {REST}", "game", 16),
    (f"kings-crossing:longer+longer {REST}", "game", 16),
    (f"kings-crossing:longer+ {REST}", "game", 16),
    (f"kings-crossing:Longer {REST}", "game", 16),
    ("kings-crossing", "placement", 0),
    ("kings-crossing 8/8/8/8", "side", 0),
    ("kings-crossing 7k/8/8/K7 w", "white's back-row count", 0),
    ("kings-crossing 7k/8/8/K7 w -", "black's back-row count", 0),
    ("kings-crossing 7k/8/8/K7 w - -", "quiet count", 0),
    ("kings-crossing 7k/8/8/K7 w - - 0 0", "last", 0),
    ("kings-crossing 7k/8/8/K7 w - - 0 ", "last", 0),
    ("kings-crossing  7k/8/8/K7 w - - 0", "placement", 0),
    ("kings-crossing 7k/8/K7 w - - 0", "placement", 0),
    ("kings-crossing 8/7k/8/8/K7 w - - 0", "placement", 0),
    ("kings-crossing 7k/9/8/K7 w - - 0", "placement", 4),
    ("kings-crossing 7k/7/8/K7 w - - 0", "placement", 4),
    ("kings-crossing 7k/8/8/K07 w - - 0", "placement", 9),
    ("kings-crossing 7k/8/8/K34 w - - 0", "placement", 9),
    ("kings-crossing 7k/8/7*/K7 w - - 0", "placement", 7),
    ("kings-crossing 7k/8/3Q4/K7 w - - 0", "placement", 7),
    ("kings-crossing 7k/8/8/K7M w - - 0", "placement", 10),
    ("kings-crossing K6k/8/8/K7 w - - 0", "placement", 9),
    ("kings-crossing 7k/8/1k6/K7 w - - 0", "placement", 7),
    ("kings-crossing MMMMMMMM/7k/8/K7 w - - 0", "placement", 8),
    ("kings-crossing mmmm4/mmmmm2k/8/K7 w - - 0", "placement", 10),
    ("kings-crossing:longer MMMMMMMM/MMMM3k/8/K7 w - - 0", "placement", 13),
    ("kings-crossing:longer mmmmmmmm/mmmm3k/8/K7 w - - 0", "placement", 13),
    ("kings-crossing 8/8/8/8 w - - 0", "placement", 0),
    ("kings-crossing 7K/8/8/k7 w - - 0", "placement", 0),
    ("kings-crossing 7k/8/8/K7 W - - 0", "side", 0),
    ("kings-crossing 7k/8/8/K7 wb - - 0", "side", 0),
    ("kings-crossing 7k/8/8/K7 w 0 - 0", "white's back-row count", 0),
    ("kings-crossing 8/3k4/7K/8 w 10 - 0", "white's back-row count", 0),
    ("kings-crossing 8/3k4/7K/8 w 00 - 0", "white's back-row count", 0),
    ("kings-crossing 8/3k4/7K/8 w -1 - 0", "white's back-row count", 0),
    ("kings-crossing 8/3k4/7K/8 w x - 0", "white's back-row count", 0),
    ("kings-crossing 8/3k4/7K/8 w - 0 0", "black's back-row count", 0),
    ("kings-crossing 8/k7/3K4/8 w - 10 0", "black's back-row count", 0),
    ("kings-crossing 7k/8/8/K7 w - - -", "quiet count", 0),
    ("kings-crossing 7k/8/8/K7 w - - 01", "quiet count", 0),
    ("kings-crossing 7k/8/8/K7 w - - 1.5", "quiet count", 0),
    ("kings-crossing 7k/8/8/K7 w - - 1000000", "quiet count", 0),
    ("kings-crossing 7k/8/8/K7 w - - ²", "quiet count", 0),
    # Cross-Eyed Chess
    ("", "game", 0),
    ("cross-eye " + PLACEMENT + " w", "game", 0),
    ("cross-eyed:longer " + PLACEMENT + " w", "game", 12),
    ("cross-eyed: " + PLACEMENT + " w", "game", 12),
    ("cross-eyed", "placement", 0),
    ("cross-eyed " + PLACEMENT, "side", 0),
    ("cross-eyed " + PLACEMENT + "  w", "side", 0),
    (EYES + " -", "last", 0),
    ("cross-eyed " + PLACEMENT + " W", "side", 0),
    ("cross-eyed " + PLACEMENT + " white", "side", 0),
    ("cross-eyed " + PLACEMENT.rpartition("/")[0] + " w", "placement", 0),
    ("cross-eyed " + PLACEMENT + "/12 w", "placement", 0),
    (EYES.replace("****RMKR****/", "****RMQR****/", 1), "placement", 7),
    (EYES.replace("****RMKR****/", "***RMKR****/", 1), "placement", 4),
    (EYES.replace("****RMKR****/", "****RMK****/", 1), "placement", 8),
    (EYES.replace("****RMKR****/", "****RMKRR***/", 1), "placement", 9),
    (EYES.replace("****RMKR****/", "****RMKR***/", 1), "placement", 11),
    (EYES.replace("****RMKR****/", "4RMKR****/", 1), "placement", 1),
    (EYES.replace("***6***", "***06***", 1), "placement", 43),
    (EYES.replace("***6***", "***33***", 1), "placement", 43),
    (EYES.replace("***6***", "***7***", 1), "placement", 43),
    (EYES.replace("rnp6pcr", "rnp5pcr", 1), "placement", 54),
    (EYES.replace("rnp6pcr", "rnp6pcrr", 1), "placement", 55),
    (EYES.replace("***6***", "***K5***", 1), "placement", 120),
    (EYES.replace("rnp6pcr", "rnp6pck", 1), "placement", 70),
]
"""Position text, the field that is wrong, and its place: 1 is the first character of the field, 0 the field itself."""

NO_VARIANTS = [
    "draughts:russian",
    "card-chess:alternate",
    "card-chess:",
    "charing-cross:plain",
    "cross-eyed:longer",
    "kings-crossing:",
    *("kings-crossing:" + name for name in ("normal", "stealth+longer", "alternate+", "+longer", " ")),
]

# Positions that several cases below are about
FORK = "draughts 8/8/5m2/8/3m4/2M5/8/M7 w"
CIRCLE = "draughts 8/8/8/2m1m3/8/2m1m3/3K4/8 w"
BACK = "draughts 7K/8/7m/8/8/2M5/8/8 w"
BLOCKED = "draughts 8/8/8/8/8/m7/1M6/2M5 b"
RED_TO_MOVE = "card-chess:plain 3k2/6/6/6/3Q2/3K2 w ............ -"
STACKED = "card-chess:plain 6/6/6/Q[TQ]q3/6/6 w ............ -"
NO_CARD = "card-chess:plain 5[kQ]/6/6/6/6/KK4 b ............ -"
TERRAIN = "card-chess 5k/6/6/6/6/T1K1[Qj]1 w brrbbbrrrrbb -"  # e1: a queen of Red's under Black's jack
EMPTY = "card-chess:progressive 6/6/6/6/6/6 w rbrbrbbrbrbr KKQQJJTTkkqqjjtt"
TWO_PLACED = "card-chess:progressive 6/1k4/6/6/6/K5 w rbrbrbbrbrbr KQQJJTTkqqjjtt"
KINGS_PLACED = "card-chess:progressive 6/1kk3/6/6/6/KK4 w rbrbrbbrbrbr QQJJTTqqjjtt"
COVERED = "card-chess:plain [kJ]2[kQ]2/6/6/6/6/KK4 b ............ -"
FOUR = "charing-cross 8/8/8/8/3Rn3/5Nr1/8/8 w -"
DUE = "charing-cross 8/8/8/8/5R2/8/8/N7 b nb"
HALF_DUE = "charing-cross 8/8/8/8/5R1n/8/8/N7 b nb"
SHUT_IN = "charing-cross 8/8/8/8/8/2r5/1r6/N7 w -"
APART = "charing-cross 8/2N5/8/8/3Nr3/8/8/8 w -"
CROSSED = "charing-cross 8/8/8/8/6rN/8/8/3r4 b -"
OPEN = "kings-crossing 7k/8/2M5/K7 w - - 0"
JUMP = "kings-crossing 3m3k/2m5/2M5/K7 w - - 0"
TRAP = "kings-crossing 7k/8/2MmM3/K7 w - - 0"
ROUND = "kings-crossing 7k/3m4/2m1m3/K1Mm4 w - - 0"
STUCK = "kings-crossing 7k/m7/m7/Kmm5 w - - 0"
LONGEST = "kings-crossing:longer 3k4/1m1m1m2/m1m1m1m1/Mm1m1m1K w - - 0"  # a1 can jump round the board over eight men

BAD_PLIES = {
    DRAUGHTS: ["", "c3", "c3-", "c3b4", "c3xe5-f6", "c3-d4-e5", "x", "c3xx", "c3-i4", "C3-D4", "11-15", "@c3", "pass"],
    CARDS: ["", "d2", "d2-d", "d2d5", "d2*d5", "d2-d55", "d2-d7", "A@b1", "K@b", "K@b7", "K-b1", "@b1"],
    CHARING: ["", "a4", "a4b5", "a4-b", "a4+b5", "a4-b55", "a4-i5", "@", "@a9", "a@4", "Na4-b5", "passes"],
    EYES: ["", "-", "x", "=R", "e3", "e3e4", "e3-", "-e4", "e3-e4-e5", "e3-m4", "e3-e0", "e3-e13", "e3-e04", "E3-E4",
           "e3-e4=", "e3-e4=K", "e3-e4=Q", "e3-e4=RR", "e3-e4=.", "e3-e4R", "e3+e4", "@e4", "pass", "e3 -e4", "e3\u2013e4",
           "e3x-e4"],
    OPEN: ["", "c2", "c2-", "c2-c", "c2c3", "c2-c33", "c2xc4-e4", "c2x", "xc4", "c2xc4x", "C2-C3", "c2=c3", "c2-i2", "c2-c5"],
}  # fmt: skip
"""Position -> texts that are not plies of its game at all."""

ILLEGAL_PLIES = [
    (DRAUGHTS, "c3-c4", "no-such-move"),
    (DRAUGHTS, "a1-b2", "occupied"),
    (DRAUGHTS, "c3xe5", "nothing-to-jump"),
    (DRAUGHTS, "b6-a5", "not-your-piece"),
    (DRAUGHTS, "d4-e5", "no-piece"),
    (FORK, "c3xe5", "must-go-on-jumping"),
    (FORK, "c3-b4", "must-jump"),
    (FORK, "a1-b2", "must-jump"),
    (NINE, "a1xc3xa5", "must-go-on-jumping"),
    (BACK, "c3-b2", "backward"),
    (BACK, "c3xa1", "backward"),
    (BACK, "h8xf6", "nothing-to-jump"),
    (KINGS_PLACED, "K@c1", "nothing-to-place"),
    (KINGS_PLACED, "q@c1", "not-your-piece"),
    (KINGS_PLACED, "Q@a1", "occupied"),
    (EYES, "e3-e5", "no-such-move"),
    (EYES, "e3xe4", "no-such-move"),
    (EYES, "e3-e4=R", "no-such-move"),
    (EYES, "e3-d4", "captures-only"),
    (EYES, "e1-d1", "no-square"),
    (EYES, "a5-a6", "not-your-piece"),
    (EYES, "e4-e5", "no-piece"),
    (EYES, "e1-e3", "blocked"),
    (EYES, "e1-e2", "own-piece"),
    (JUMP, "c2xc4", "must-go-on-jumping"),
    (JUMP, "c2xc4xe4xg4", "must-jump"),
    (JUMP, "c2xc4xc2", "must-jump"),
    (JUMP, "a1-b1", "must-jump"),
    (OPEN, "c2xe2", "no-such-move"),
    (OPEN, "c2xd4", "no-such-move"),
    (OPEN, "c2*d2", "no-such-move"),
    (OPEN, "c2xa2", "backward"),
    (OPEN, "pass", "no-such-move"),
    (OPEN, "x".join(["a1"] * 20), "no-such-move"),
    (OPEN, "h4-g4", "not-your-piece"),
]
"""Position, ply text, why it is not legal there."""

PLIES = [
    (DRAUGHTS, "c3-b4", KIND_MOVE, {"c3": LEAVE, "b4": ARRIVE}),
    (FORK, "c3xe5xg7", KIND_CAPTURE, {"c3": LEAVE, "d4": TAKEN, "e5": PATH, "f6": TAKEN, "g7": ARRIVE}),
    # Once round: the king comes back to its square, and one that it lands on twice is listed once
    (
        CIRCLE, "d2xb4xd6xf4xd2", KIND_CAPTURE,
        {"d2": SWAP, "c3": TAKEN, "b4": PATH, "c5": TAKEN, "d6": PATH, "e5": TAKEN, "f4": PATH, "e3": TAKEN},
    ),
    (
        NINE, "a1xc3xa5xc7xe5xc3xe1xg3xe5xg7", KIND_CAPTURE,
        {"a1": LEAVE, "g7": ARRIVE, **dict.fromkeys(["c3", "a5", "c7", "e5", "e1", "g3"], PATH),
         **dict.fromkeys(["b2", "d2", "f2", "b4", "d4", "f4", "b6", "d6", "f6"], TAKEN)},
    ),
    (RED_TO_MOVE, "d2-d5", KIND_MOVE, {"d2": LEAVE, "d5": ARRIVE}),
    (RED_TO_MOVE, "d2xd6", KIND_CAPTURE, {"d2": LEAVE, "d6": STACK}),
    (RED_TO_MOVE, "d2+d1", KIND_CAPTURE, {"d2": LEAVE, "d1": STACK}),
    (STACKED, "a3-a2", KIND_MOVE, {"a3": LEAVE, "a2": ARRIVE}),
    (STACKED, "a3+b3", KIND_CAPTURE, {"a3": LEAVE, "b3": STACK}),
    (STACKED, "b3-b2", KIND_MOVE, {"b3": STACK, "b2": ARRIVE}),
    (STACKED, "b3xc3", KIND_CAPTURE, {"b3": STACK, "c3": STACK}),
    (EMPTY, "J@b1", KIND_MOVE, {"b1": ARRIVE}),
    (EMPTY, "T@f2", KIND_MOVE, {"f2": ARRIVE}),
    (NO_CARD, "pass", KIND_PASS, {}),
    (FOUR, "d4-d3", KIND_MOVE, {"d4": LEAVE, "d3": ARRIVE}),
    (FOUR, "d4xf4", KIND_CAPTURE, {"d4": LEAVE, "f4": ARRIVE, "e4": TAKEN}),
    (FOUR, "f3xh3", KIND_CAPTURE, {"f3": LEAVE, "h3": ARRIVE, "g3": MAYBE}),
    (FOUR, "f3-g4", KIND_MOVE, {"f3": LEAVE, "g4": ARRIVE}),
    (DUE, "@h4", KIND_MOVE, {"h4": ARRIVE}),
    (SHUT_IN, "pass", KIND_PASS, {}),
    (OPEN, "c2-h2", KIND_MOVE, {"c2": LEAVE, "h2": ARRIVE}),
    (TRAP, "c2*d2", KIND_CAPTURE, {"c2": LEAVE, "d2": SWAP}),
    (JUMP, "c2xc4xe4", KIND_CAPTURE, {"c2": LEAVE, "c3": TAKEN, "c4": PATH, "d4": TAKEN, "e4": ARRIVE}),
    # A jump that ends where it began is lifted and put back; a square that is touched twice is listed once.
    (
        ROUND, "c1xe1xe3xc3xc1", KIND_CAPTURE,
        {"c1": SWAP, "d1": TAKEN, "e1": PATH, "e2": TAKEN, "e3": PATH, "d3": TAKEN, "c3": PATH, "c2": TAKEN},
    ),
    (
        LONGEST, "a1xa3xc3xe3xg3xg1xe1xc1xc3", KIND_CAPTURE,
        {"a1": LEAVE, "c3": ARRIVE, **dict.fromkeys(["a3", "e3", "g3", "g1", "e1", "c1"], PATH),
         **dict.fromkeys(["a2", "b3", "d3", "f3", "g2", "f1", "d1", "c2"], TAKEN)},
    ),
    (STUCK, "pass", KIND_PASS, {}),
]  # fmt: skip
"""Position, a legal ply, its kind, and what it does to the squares."""

WISHES = [
    (
        DRAUGHTS,
        {"fine": "c3-b4 c3-d4", "no-such-move": "c3-c4 c3-f6 c3- c3-c3 pass", "nothing-to-jump": "c3-e5 c3-a5", "no-piece": "d4-e5",
         "not-your-piece": "b6-a5", "occupied": "b2-c3 b2-a1", "nothing-to-place": "-d4"},
    ),
    (FORK, {"fine": "c3-e5 c3-g7", "must-jump": "c3-b4 a1-b2 c3-"}),
    (BACK, {"fine": "h8-g7 c3-d4", "backward": "c3-b2 c3-d2 c3-a1"}),
    (BLOCKED, {"game-over": "a3-b2 b2-c3 pass"}),
    (
        TERRAIN,
        {"fine": "a1-a2 c1-d2 c1-b2 a1-a4 a1-e1", "no-piece": "b2-b3", "not-your-piece": "f6-f5", "covered": "e1-e2",
         "no-such-move": "a1-b2 a1-a1 c1-c3 pass a1-", "colour-stops": "a1-a5 a1-f1", "nothing-to-place": "-a2"},
    ),  # a4 is black, e1 shows a black jack
    (TWO_PLACED, {"fine": "-a2", "occupied": "-a1", "outside-starting-area": "-a3 -a6", "place-first": "a1-a2 pass"}),
    (COVERED, {"game-over": "pass -a2 a1- a1-a2 a6- a6-a2"}),
    (
        APART,
        {"fine": "d4-e3 d4-e5 d4-f4 c7-d7", "occupied": "d4-e4 d4-d4", "nothing-to-jump": "d4-d6", "edge": "c7-d8",
         "backward": "d4-d5 d4-c5", "no-such-move": "d4-f5 d4-d7 d4- pass", "not-your-piece": "e4-e3",
         "no-piece": "b2-b3", "nothing-to-place": "-a4"},
    ),
    (HALF_DUE, {"occupied": "-h4", "fine": "-h5", "not-a-home-square": "-h6 -a4", "place-first": "h4-g4 pass"}),
    (
        SHUT_IN,
        {"fine": "pass", "must-pass": "a1-b2 a1-a2", "not-your-piece": "b2-b3", "no-piece": "d4-d5", "nothing-to-place": "-a4"},
    ),
    (CROSSED, {"game-over": "pass -g5 g4- g4-g5 h4- h4-g5"}),
    (
        OPEN,
        {"fine": "c2-c4", "no-piece": "d2-d3", "not-your-piece": "h4-g4", "no-such-move": "c2- c2-c2 pass c2-d3",
         "nothing-to-place": "-c2", "backward": "c2-b2"},
    ),
    ("kings-crossing 7k/8/2MM4/K7 w - - 0", {"own-piece": "c2-d2", "blocked": "c2-e2"}),
    ("kings-crossing 7k/8/2M1m3/K7 w - - 0", {"occupied": "c2-e2"}),
    ("kings-crossing 7k/8/2Mmm3/K7 w - - 0", {"not-trapped": "c2-d2", "blocked": "c2-e2"}),
    (TRAP, {"fine": "c2-d2", "backward": "e2-d2"}),
    ("kings-crossing 7k/8/1mMm4/K7 w - - 0", {"trapped": "c2-c3"}),
    (JUMP, {"fine": "c2-e4 c2-c4", "must-jump": "c2-c1 a1-a2"}),
    (ROUND, {"fine": "c1-c1"}),
    (STUCK, {"fine": "pass", "must-pass": "a1-b1"}),
    ("kings-crossing 8/8/2M5/K7 w - - 0", {"game-over": "c2-c3"}),
]  # fmt: skip
"""Position, and what is said of wishes: `a1-a2`, `-a2` (place there), `a1-` (go nowhere), `pass`."""

# Cross-Eyed Chess: two of the most work to judge and to list of 100 000 positions, found by changing the worst again and again,
# and one whose kings can be helped on many squares. It is not known whether a game can come to them.
HARDEST = (
    "cross-eyed ****Cb1C****/****c2m****/****1r2****/***3rMK***/"
    "1K2r2mNccn/nBBNM2MrMP1/r3R2B1N1n/bk1m4R1mn/***b2RCM***/****R3****/****kR2****/****CbrB**** w",
    "cross-eyed ****Cbmn****/****c2m****/****1r2****/***1r1rMK***/"
    "1K2r2MNrcn/1BBNM2mrMP1/R3R2N1N1n/kb1m4R1nk/***b2RCM***/****r3****/****CR2****/****1BrB**** w",
    "cross-eyed ****BM1k****/****BK1B****/****1N1R****/***1m1m1m***/M1mmM1Nm1MmM/bR1c2R1M1M1/"
    "1bk1R2C3b/K1B4r1rnb/***mr3r***/****Rr2****/****3C****/****BrR1**** w",
)
