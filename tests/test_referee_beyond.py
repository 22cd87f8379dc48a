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

BEYOND = [
    ("a flicker of 40 ms is no stack lifted: the card in the hand did not go there",
     CARDS, "1000 -f6\n1500 -e5\n2200 -b2\n2240 +b2\n2262 +f6", ["2274 shown e5+f6", "2412 ply e5+f6"]),
    ("nor does it wipe out that the stack was lifted before",
     CARDS, "1000 -f6\n1500 -e5\n2262 +f6\n2320 -f6\n2360 +f6", ["2274 shown e5+f6", "2412 ply e5+f6"]),
    ("a piece that captures and closes the sensor beside it for long: asked, until that opens",
     CROSS, "1000 -d8\n1700 -e7\n2300 +d7\n2300 +e7\n4200 -d7",
     ["2650 ask", "4225 unask", "4225 shown d8xe7", "4225 ply d8xe7"]),
    ("a piece put down long before another was lifted is not that one gone on",
     KINGS, "1000 -a1\n2000 +e1\n4000 +d1\n4600 -e1",
     ["2012 shown a1-e1", "2350 ply a1-e1", "5300 refused e1 d1 not-your-piece"]),
    ("a card seen to stay where it paused, and its stack lifted and closed since: asked",
     TERRAIN, "1000 -a1\n1230 -b1\n1520 +c1\n1900 +a1", ["2250 ask"]),
    ("three stacks lifted that a ply does not explain: asked",
     STUCK, "1000 -e5\n2300 -e1\n2800 -d1\n3000 +e1\n3200 +d1\n7000 -c6\n7500 +d5\n8000 +c6", ["8350 ask"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "lines", "expected"), [b[1:] for b in BEYOND], ids=[b[0] for b in BEYOND])
def test_beyond_the_limits(position: str, lines: str, expected: list[str]) -> None:
    assert story(position, lines) == expected
