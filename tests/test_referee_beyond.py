"""Beyond the limits of normal noise: what does not fit is asked about or refused, never guessed."""

from __future__ import annotations

import pytest
from test_referee import story

CARDS = "card-chess:plain+progressive j[tj]1tkk/3qq1/6/4Q1/1K1T2/[JQ]T1KJ1 b ............ -"
CROSS = (
    "cross-eyed ****RMKR****/****CBB1****/****PPPP****/***6***/rn1p5pcr/k1p1N4pbm/mbp6pbk/rcp2b3pnr/***1P4***"
    "/****1PPP****/****NBBC****/****RKMR**** b"
)
KINGS = "kings-crossing:alternate M3mm2/M1M3mm/MM2M1mm/K4mk1 w - - 0"
TERRAIN = "card-chess 1[jk]2kt/q3t[jJ]/6/1Q4/2Q[Jq]2/TK1K1T w rbrbrbbrbrbr -"
STUCK = "card-chess 2[ktq]kj1/4q1/6/2KJ1[Tt]/5Q/T1j[KQ]J1 b rbrbrbbrbrbr -"
LIFTED = "card-chess tjkk[jt]1/2[qq]2J/6/4Q1/2Q2J/T1KK1T b rbrbrbbrbrbr -"
CHARING = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
OWN = "card-chess:plain 5t/JQT1q1/2kk2/5[tj]/2Tj2/2q[KQ]1[KJ] w ............ -"
NOTHING = "card-chess:plain [tT]k1[kQ]j1/j2q1[tq]/6/6/1KQ2J/1J1K1T b ............ -"
SOON = "card-chess:progressive 2[ktk]3/jqq1tj/4Q1/2Q3/1K2J1/[TJ]2KT1 b rbrbrbbrbrbr -"
PASSED = "kings-crossing:alternate+stealth M2MM2m/M2M1m2/MM4mm/K5mk b - - 1"

BEYOND = [
    ("a flicker of 40 ms is no stack lifted: the card in the hand did not go there",
     CARDS, "1000 -f6\n1500 -e5\n2200 -b2\n2240 +b2\n2262 +f6", ["2274 shown e5+f6", "2612 ply e5+f6"]),
    ("nor does it wipe out that the stack was lifted before",
     CARDS, "1000 -f6\n1500 -e5\n2262 +f6\n2320 -f6\n2360 +f6", ["2274 shown e5+f6", "2612 ply e5+f6"]),
    ("a piece that captures and closes the sensor beside it for long: asked, until that opens",
     CROSS, "1000 -d8\n1700 -e7\n2300 +d7\n2300 +e7\n4200 -d7",
     ["2650 ask", "4550 unask", "4550 shown d8xe7", "4550 ply d8xe7"]),
    ("a piece put down long before another was lifted is not that one gone on",
     KINGS, "1000 -a1\n2000 +e1\n4000 +d1\n4600 -e1",
     ["2012 shown a1-e1", "2350 ply a1-e1", "5300 refused e1 d1 not-your-piece"]),
    ("a card seen to stay where it paused, and its stack lifted and closed since: asked",
     TERRAIN, "1000 -a1\n1230 -b1\n1520 +c1\n1900 +a1", ["2250 ask"]),
    ("three stacks lifted that a ply does not explain: asked",
     STUCK, "1000 -e5\n2300 -e1\n2800 -d1\n3000 +e1\n3200 +d1\n7000 -c6\n7500 +d5\n8000 +c6", ["8350 ask"]),
    ("two stacks lifted at once, and either may be what was covered: asked",
     LIFTED, "1000 -c6\n1095 -c5\n1156 -d6\n1176 +c5\n1444 +c6", ["1456 ask"]),
    ("a piece that stood there long before the other was lifted did not come from there: asked",
     CHARING, "1000 +b4\n1500 -a4", ["3000 ask"]),
    ("another own card lifted before the first ply is final: which was meant is asked",
     OWN, "1000 -c5\n1350 -e5\n1413 -b5\n1424 +e5\n1850 +b5", ["1436 shown c5xe5", "1862 ask"]),
    ("two stacks in the hands at once, of which no ply comes: told, though all stands as it did",
     NOTHING, "1000 -a6\n1300 -c2\n1700 +c2\n2000 +a6\n6000 -d5\n6400 +a2",
     ["2550 refused c2 a6 not-your-piece", "6412 clear", "6412 shown d5-a2", "6750 ply d5-a2"]),
    ("what the card could have covered is lifted too soon and put back: told",
     SOON, "1000 -e5\n1400 +d5\n1700 -e4\n2200 +e4",
     ["1412 shown e5-d5", "1750 ply e5-d5", "2750 refused e4 - unexplained"]),
    ("something passed over the board while the piece stood, before it went on: asked",
     PASSED, "1000 -g1\n1300 +c1\n2500 +d1\n3100 -d1\n3600 -c1\n4000 +e1",
     ["1312 shown g1-c1", "1650 ply g1-c1", "4012 shown g1-e1", "4350 ask"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "lines", "expected"), [b[1:] for b in BEYOND], ids=[b[0] for b in BEYOND])
def test_beyond_the_limits(position: str, lines: str, expected: list[str]) -> None:
    assert story(position, lines) == expected
