"""Beyond the limits of normal noise: what has one cheap explanation is read, all else is asked about or refused."""

from __future__ import annotations

import pytest

from tests.support.stories import story

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
BUMPED = "kings-crossing:backwards+stealth 1M3k2/KM2mm1m/7M/1m5m b - - 0"
NEW = "kings-crossing:alternate+longer MMM2mmm/MMM2mmm/MMM2mmm/KMM2mmk w - - 0"
PASSED = "kings-crossing:alternate+stealth M2MM2m/M2M1m2/MM4mm/K5mk b - - 1"

STRAIGHTENED = "card-chess:plain t[jq]kkjt/3q2/6/6/2QQ2/1JK[KT]JT w ............ -"
IGNORED = "card-chess tj[kt]k2/3j2/2q1Q1/1q4/3K2/T[JT]1[KQ]J1 b rbrbrbbrbrbr -"
AGAIN = "card-chess:plain 2kk2/jj2T1/3[QJq]J1/1K3t/6/Tq2[KtQ]1 w ............ -"
GHOSTS = "card-chess:progressive j1q1t[tk]/1j[kq]3/6/6/T3JK/T[KQ]2[JQ]1 b rbrbrbbrbrbr -"
TWO_STACKS = "card-chess:plain 1j1[kt][jq]1/3[qk]1Q/6/6/1[Qt]KT1J/TJ1K2 b ............ -"
BACK = "card-chess 1j[kq]3/5j/t1k2t/KJJ3/2Q2q/[TQ]1K2T w rbrbrbbrbrbr -"
OUT_OF_TURN = "card-chess:progressive 1kq1t1/kj[tq]3/1j4/5Q/JK2JT/1KT1Q1 w rbrbrbbrbrbr -"
REPLACED = "kings-crossing:longer+stealth M2M1mmk/MM2m1mm/MM2m2m/KM1m4 w - - 0"
STOOD = "kings-crossing:longer+stealth MM3mmk/MMM2mmm/MMM1m1mm/KMMM1mmm b - - 1"
AFTERWARDS = "card-chess:plain 1jk1kt/q4j/TQ3Q/4q1/4K1/1[JK]2[Jt]T b ............ -"
PROVED = "card-chess:plain Q1k1t1/2[qjkQ]3/2j3/Tt4/6/KJ[Kq]1JT w ............ -"
NUDGED = "card-chess:plain+progressive 1tt1j[kT]/1Qjk2/6/3q2/5[TQ]/J2[KK][Jq]1 w ............ -"
LATER = "card-chess:progressive 1ktt[qJ]k/2[qj]j2/6/1Q2T1/K2QTK/J5 b rbrbrbbrbrbr -"
PASSES = "kings-crossing:alternate+backwards+stealth MM1MkM2/8/M7/M4M1K w 1 - 1"
RESTING = "kings-crossing:alternate+longer MM4mm/M3Mm1m/MM6/KM3m1k w - - 0"
STRANGER = "card-chess:plain tj[kkqq]1j1/1QJ2t/6/6/T2Q2/1JKK1T w ............ -"
MADE_AGAIN = "card-chess tj1[kk][jq]1/q5/2T2t/2J3/3[QK]2/1[JQ]K2T b bbbbbrrrrrbr -"
ALL_BACK = "card-chess tjk1[jk]1/2[qt]3/5q/4J1/6/K[JTTQ]1[KQ]2 w brrrrbbrbbrb -"
OTHERWISE = "card-chess t2[kk]j1/2[qj]3/6/5[tq]/T1[QKK]Q2/TJ2J1 b rrbrbbbrrbrb -"
FROM_HAND = "card-chess:progressive 2jt2/6/6/6/T5/3K2 w brbrrbrbbrbr KQQJJTkkqqjt"
TWO_JUMPS = "kings-crossing:alternate+longer M2M2M1/3Mm1m1/1MM1m2m/K4m1k w - - 0"
THREE_JUMPS = "kings-crossing:alternate+longer 1M2m1mm/2M2m1m/M1M3m1/KMM1mm1k b - - 1"
OVER_IT = "charing-cross 3R4/8/8/5R1n/N5rn/N7/8/3r4 b -"
HOVERED = "card-chess:plain tjkkjt/3q2/6/6/2Q2[Qq]/TJKKJT w ............ -"
CAME_BACK = (
    "cross-eyed ****RMKR****/****C1B1****/****4****/***B1P2N***/rn1p3C3r/kb7p1m/mbp1c4pbk/r2p5pnr/***6***/****PPPP****/"
    "****NBB1****/****RKMR**** w"
)
OVERHEAD = "card-chess 2k[kt]jt/2j[qqQ]2/6/1Q4/3K2/TJK1JT w rrbrrbbbbrrb -"
AT_ONCE = (
    "cross-eyed ****RMKR****/****1BB1****/****PP1P****/***3P1p***/rnpC6cr/kbp6p1m/mbp5p1bk/rcp5bpnr/***6***/****PPPP****/"
    "****NBBC****/****RKMR**** w"
)
RECAPTURED = (
    "cross-eyed ****RMKR****/****CBBN****/****bPPP****/***6***/r2p6cr/k1pn5pkm/mbN6pb1/rcp6pnr/***6***/****RPPP****/"
    "****1BBR****/****1KM1**** w"
)
TWICE_LIFTED = (
    "cross-eyed ****RMKR****/****1BB1****/****PPPP****/***5N***/r1pp5pr1/kb1n5pbb/mbp8k/rcp5pcnr/***6***/****PPPP****/"
    "****R1BC****/****BKMR**** w"
)
RESTS_THERE = (
    "cross-eyed ****RMKR****/****4****/****PP2****/***3P1B***/rnp7cr/kbp5pbbm/mbp8k/rcC5ppnr/***6***/****PPPP****/"
    "****NBB1****/****RKMR**** b"
)
THINKING = (
    "cross-eyed ****RMKR****/****CB2****/****PNP1****/***1n2c1***/r1p6p1r/1b7pbm/mkp3B2p2/rc8kr/***4P1***/****CP2****/"
    "****NBb1****/****RKMR**** b"
)

BEYOND = [
    ("a flicker of 40 ms is not a stack lifted: the card in the hand did not go there",
     CARDS, "1000 -f6\n1500 -e5\n2200 -b2\n2240 +b2\n2262 +f6", ["2274 shown e5+f6", "2612 ply e5+f6"]),
    ("nor does it wipe out that the stack was lifted before",
     CARDS, "1000 -f6\n1500 -e5\n2262 +f6\n2320 -f6\n2360 +f6", ["2274 shown e5+f6", "2372 shown e5+f6", "2660 ply e5+f6"]),
    ("a piece that captures and closes the sensor beside it for long: asked",
     CROSS, "1000 -d8\n1700 -e7\n2300 +d7\n2300 +e7\n4200 -d7\n6000 !next\n7000 !ok",
     ["2312 shown d8-d7", "2601 shown d8-d7", "3001 ply d8-d7", "10201 refused d7 - not-your-piece"]),
    ("a piece stands on the line between two squares, then on one of them: told, then read",
     "kings-crossing:backwards M2M3k/MM4mm/MM4mm/K1M3mm b - - 0", "1000 -g3\n1100 +g4\n1200 +f3\n3000 -g4",
     ["1112 shown g3-g4", "1466 shown g3-g4", "1900 refused g3 f3 unexplained", "3025 clear", "3025 shown g3-f3",
      "3025 ply g3-f3"]),
    ("a piece is put down a while before another is lifted: whether that went on is asked",
     KINGS, "1000 -a1\n2000 +e1\n4000 +d1\n4600 -e1",
     ["2012 shown a1-e1", "2350 ply a1-e1", "5300 ask"]),
    ("a card put straight while the one beside it goes where that could have gone, too",
     TERRAIN, "1000 -a1\n1230 -b1\n1520 +c1\n1900 +a1", ["1912 shown b1-c1", "2200 ply b1-c1"]),
    ("a card moves while another piece is in the hand and two stacks are put straight: asked",
     STUCK, "1000 -e5\n2300 -e1\n2800 -d1\n3000 +e1\n3200 +d1\n7000 -c6\n7500 +d5\n8000 +c6",
     ["7512 shown e5-d5", "9500 ask"]),
    ("two stacks lifted at once, and either may be what was covered: asked",
     LIFTED, "1000 -c6\n1075 -c5\n1156 -d6\n1176 +c5\n1444 +c6", ["1594 shown d6+c5", "1794 ask"]),
    ("a piece that stood there long before the other was lifted did not come from there: asked",
     CHARING, "1000 +b4\n1500 -a4", ["2200 ask"]),
    ("another own card lifted before the first ply is final: which was meant is asked",
     OWN, "1000 -c5\n1310 -e5\n1413 -b5\n1424 +e5\n1850 +b5", ["1436 shown c5xe5", "2000 ask"]),
    ("two stacks in the hands at once, of which no ply comes: both were put straight",
     NOTHING, "1000 -a6\n1300 -c2\n1700 +c2\n2000 +a6\n6000 -d5\n6400 +a2", ["6412 shown d5-a2", "6750 ply d5-a2"]),
    ("a bump moves five pieces, two of them as two plies would; all are put right",
     BUMPED, "1000 -b4\n1010 -e3\n1020 -b3\n1050 -a3\n1070 -b1\n1090 +e2\n1120 +a4\n4033 -e2\n4280 -a4\n4730 +b4\n5500 +e3"
     "\n5980 +b3\n6870 +a3\n7560 +b1",
     ["1720 refused - - unexplained", "7860 clear"]),
    ("two sensors fail, and a piece ends where a third one has failed: nothing is told while three pieces seem to be off",
     NEW, "1500 -b2\n1500 -f4\n2000 -c4\n6739 -c3\n7247 +e3\n9625 -f3\n10151 +d3",
     ["2700 refused - - unexplained"]),
    ("a covering taken back, and the stack beside straightened: nothing is asked",
     STRAIGHTENED, "1015 -c1\n1048 -c2\n1443 +c2\n3139 -c2\n3657 +c2\n3707 +c1\n4249 -b1\n4603 +b1",
     ["1455 shown c1+c2", "1793 ply c1+c2", "4057 takeback c1+c2"]),
    ("what the card could have covered is lifted too soon for the opponent and put back",
     SOON, "1000 -e5\n1400 +d5\n1700 -e4\n2200 +e4", ["1412 shown e5-d5", "2500 ply e5-d5"]),
    ("something stood on the board while the piece rested, before it went on",
     PASSED, "1000 -g1\n1300 +c1\n2500 +d1\n3100 -d1\n3600 -c1\n4000 +e1",
     ["1312 shown g1-c1", "1650 ply g1-c1", "4012 shown g1-e1", "4350 takeback g1-c1", "4350 ply g1-e1"]),
    ("a card carried to a stack while another is put straight, and onto that next: told",
     IGNORED, "1071 -c6\n1506 +c6\n1512 +d4\n1727 -d4\n1860 -d6\n2330 -d2\n2435 +d2\n2586 +d6\n4615 -d1\n5197 -d2\n6081 +d2"
     "\n6279 +d1\n8222 -d5\n8614 +e6",
     ["3286 ask", "6781 unask", "6781 shown c6+d6", "6781 ply c6+d6", "6781 ask", "9314 unask", "9314 shown d1+d2",
      "9314 ply d1+d2", "9314 shown d5-e6", "9314 ply d5-e6"]),
    ("the stack left lifted again soon by the opponent, whose card is now its top",
     AGAIN, "1041 -e1\n1340 -a5\n1440 +a5\n1451 +e1\n1821 -e1\n2497 +e1\n2606 +f1",
     ["1463 shown e1xa5", "1790 ply e1xa5", "2618 shown e1-f1", "2956 ply e1-f1"]),
    ("something passes over empty squares while nobody has a piece in hand: asked",
     GHOSTS, "1265 -e6\n1411 -c6\n1511 +c6\n1788 +a5\n1851 -a5\n1876 +b6\n2006 -b6\n2303 -a6\n2948 +a6",
     ["1523 shown e6+c6", "2031 shown e6+c6", "2176 ply e6+c6", "3298 ask"]),
    ("of two stacks lifted one after the other the second was left, as something passed over before: asked",
     TWO_STACKS, "1140 -d6\n1872 +d6\n2423 +c6\n2532 -c6\n2627 -e6\n2712 +c6\n2749 +e6",
     ["2435 shown d6-c6", "2761 shown e6-c6", "3099 ask"]),
    ("a final ply's piece elsewhere and back again",
     BACK, "1213 -c2\n1438 +b1\n2297 -b1\n2575 +d3\n2738 -d3\n2780 +e3\n2797 +b1\n3016 -e3\n3077 +d3\n3300 -d3\n3594 -c1\n4334 +c1",
     ["1450 shown c2-b1", "1788 ply c2-b1", "2587 shown c2-d3"]),
    ("what is captured long in the hand, another piece put straight before the captor was lifted",
     OUT_OF_TURN, "1121 -c6\n1328 -e6\n1799 +c6\n3405 -a2\n4471 +e6", ["4483 shown a2xe6", "4821 ply a2xe6"]),
    ("a piece comes where the last ply's came from long before that is lifted: that one is not put back",
     REPLACED, "1429 -d4\n1942 +e4\n3837 +d4\n4196 -e4",
     ["1954 shown d4-e4", "2292 ply d4-e4", "4546 takeback d4-e4"]),
    ("a final ply's piece goes on after trouble while it stood",
     STOOD, "1184 -e2\n1767 +e3\n2755 +e2\n4818 -e2\n5201 -e3\n5819 +e1",
     ["1779 shown e2-e3", "2117 ply e2-e3", "3455 refused - e2 nothing-to-place", "4843 clear", "5831 shown e2-e1",
      "6169 takeback e2-e3", "6169 ply e2-e1"]),
    ("a final ply's piece goes on long after another of its side was put straight",
     AFTERWARDS, "1398 -f5\n1702 +d3\n4269 -e3\n4998 +e3\n6143 -d3\n6629 +e4",
     ["1714 shown f5-d3", "2052 ply f5-d3", "6641 shown f5-e4", "6979 takeback f5-d3", "6979 ply f5-e4"]),
    ("stacks lifted again as soon as they stand, by one player and by the other",
     PROVED, "1165 -c5\n1388 +e5\n1808 +c5\n2096 -c5\n2324 -c1\n3231 +c1\n3812 -c1\n4426 +c1\n4582 +c5\n6754 !ok\n8155 -e1"
     "\n8543 -e5\n8855 +e1\n9853 -c6\n10458 +c6\n11266 -b3\n11438 +b2",
     ["1820 shown c5-e5", "2108 ply c5-e5", "5282 ask", "6754 unask", "6754 ply c1+c5",
      "8867 shown e5+e1", "9205 ply e5+e1", "11450 shown b3-b2", "11788 ply b3-b2"]),
    ("a piece that stands is nudged, and meanwhile another ply would fit",
     NUDGED, "1281 -c6\n1501 -b5\n1977 +a6\n2387 +c6\n2509 -a6\n2610 +a6",
     ["1989 shown b5-a6", "2622 shown b5-a6", "2910 ply b5-a6"]),
    ("a stack lifted and back long before a card left, while another piece was in hand too: asked what covers it",
     LATER, "1217 -d6\n1324 +d4\n2165 -d4\n2431 -e6\n2918 +e6\n3546 -e2\n3728 +d4",
     ["1336 shown d6-d4", "1674 ply d6-d4", "2930 shown d6xe6", "3268 takeback d6-d4", "3268 ply d6xe6", "3994 shown d6-d4",
      "4428 takeback d6xe6", "4428 ply d6-d4", "5228 ask"]),
    ("a card long in the hand comes down after the stack it could have covered was put straight",
     STRANGER, "1131 -b5\n3019 -c6\n3897 +c6\n4029 +d5", ["3909 shown b5xc6", "4330 shown b5-d5", "4379 ply b5-d5"]),
    ("back where it came from after a forced pass: asked, and it was put back",
     PASSES, "1000 -b4\n1300 +b1\n2479 -b1\n2875 +b4\n5000 !back\n7000 -b4\n7400 +b1",
     ["1312 shown b4-b1", "1650 ply b4-b1", "1650 ply pass", "3225 ask", "5000 unask",
      "5000 takeback pass", "5000 takeback b4-b1", "7412 shown b4-b1", "7750 ply b4-b1", "7750 ply pass"]),
    ("the reply rests where it can't go, lifted at once: refused, and then both are told",
     RESTING, "1000 -e3\n1785 +g3\n2271 -f3\n2295 -h3\n2434 +h2\n3565 -h2\n3822 +f3\n4248 -g3",
     ["2296 shown e3xg3", "3134 refused e3 h2 must-jump", "3590 shown e3xg3", "3795 ply e3xg3", "4273 clear",
      "4273 shown h3xf3", "4398 ply h3xf3"]),
    ("an open question's ply is put back and made again, and answered: it is still told, and can be put back: asked",
     MADE_AGAIN, "1000 -d6\n2800 +d6\n3700 -e6\n4050 -a6\n4750 +e6\n6100 -e6\n6500 +e6\n6850 +a6\n7700 -e6\n7800 -a6\n7900 +e6"
     "\n9650 !ok\n11250 -e6\n11750 +e6\n11950 +a6",
     ["4762 shown a6+e6", "5100 ask", "6862 unask", "7200 ask", "8600 unask", "8600 shown a6+e6", "8600 ask", "9650 unask",
      "9650 ply a6+d6", "12650 ask"]),
    ("the stacks in question are lifted once more before BACK: the same is asked again",
     "card-chess 2k3/[tqQ]4j/5[Tt]/3[JkQq][KjT]1/6/1K2J1 b rbrbrbbrbrbr -",
     "1000 -d3\n1200 +d3\n2800 -e3\n2900 +e3\n6000 -d3\n6200 +d3\n6500 -e3\n6700 +e3\n9000 !back",
     ["3050 ask", "9000 unask"]),
    ("a capture while it is asked which stacks, straightened before, cover each other: after BACK it is among the answers",
     "card-chess:plain+progressive 4[ktk]1/1Jj1q1/j[JQ]4/6/1[TQ]t3/T2K1[Kq] w ............ -",
     "1278 -a1\n2309 +a1\n2819 -b4\n3859 +b4\n4564 -b2\n4897 +b2\n5160 -b2\n5265 +b2\n5579 +c3\n5621 -b2\n5726 -c3\n6042 +b2"
     "\n6136 +e3\n6177 -e3\n6214 -e5\n6608 +e5\n6821 -e5\n6837 +d5\n6923 +e5\n7036 -d5\n7602 -d1\n7717 !back\n7890 +d1"
     "\n8767 !next\n9140 !ok",
     ["5591 shown b2-c3", "6565 ask", "7717 unask"]),
    ("all back as it was before, though perhaps the opponent's: asked, not refused",
     ALL_BACK, "1000 -c5\n2050 -e3\n2262 +c5\n2674 -b6\n3488 +a5\n4750 -a5\n5441 -c5\n6238 +c5\n7644 -c5\n8163 +c5\n8327 +b6"
     "\n10500 !back",
     ["2274 shown e3xc5", "2612 ply e3xc5", "3500 shown b6-a5", "3838 ply b6-a5", "6250 shown b6xc5", "6588 takeback b6-a5",
      "6588 ply b6xc5", "8677 takeback b6xc5"]),
    ("not what is told, but other lines explain what stands: asked, not refused",
     OTHERWISE, "1000 -a2\n1600 +a2\n2500 -d6\n3920 +d6\n4880 -a6\n5240 +a4\n5820 -a4\n6920 -e6\n7190 +e6\n10000 !next\n10500 !ok",
     ["5252 shown a6-a4", "5590 ply a6-a4", "7202 shown a6+e6", "7540 takeback a6-a4", "7540 ask", "10000 ask", "10500 unask",
      "10500 ply a6+e6"]),
    ("a piece from hand put down and taken off again while a question was open is not asked about",
     FROM_HAND, "1000 +c2\n2500 +a5\n2818 -a5\n4500 !ok", ["1150 ask", "4500 unask", "4500 ply K@c2"]),
    ("nor is it an error that it stays off",
     FROM_HAND, "1000 +c2\n1500 -c2\n1800 !back", ["1150 ask", "1800 unask"]),
    ("a jump for two pieces, the last one off late, and what the next jump takes is off before its piece lands: no error",
     TWO_JUMPS, "1000 -d3\n1225 +f3\n1464 -f3\n1736 +h3\n2342 -g3\n3580 -e3\n3594 -h2\n3625 -h3\n3669 -g4\n4459 +f4",
     ["3605 shown d3xf3xh3", "4471 shown d3xf3xh3", "4759 ply d3xf3xh3", "4759 shown h2xh4xf4", "4809 ply h2xh4xf4"]),
    ("a capture hovers, and an opponent's piece is put straight meanwhile: it has not recaptured",
     HOVERED, "1000 -c2\n1080 +f2\n1221 -b6\n1276 -f2\n1352 +f2\n2731 +b6",
     ["1364 shown c2xf2", "3031 ply c2xf2"]),
    ("a final capture is put back, or a piece from beside slid to where it came from, as one there is captured next: asked",
     CAME_BACK, "1000 -b7\n1002 -d9\n1093 +b7\n1733 -b7\n1853 +d9\n1921 +b7\n2078 -d8\n2400 -g11\n2700 +d8",
     ["1105 shown d9xb7", "1443 ply d9xb7", "2850 ask"]),
    ("a piece passes twice over where another seems to have captured it, which does not stand there: not told: asked",
     OVERHEAD, "1000 -d5\n1191 +d4\n1209 +d5\n1416 -c5\n1437 -d4\n1580 +b6\n1815 -b6\n1976 +d4\n2008 -d4\n2561 +c5",
     ["1221 shown d5-d4", "1988 shown d5-d4", "2276 ply d5-d4", "2573 shown d5xc5", "4061 ask"]),
    ("a capture put back as soon as it stood, and its piece moves 150 ms later",
     AT_ONCE, "1000 -c5\n2128 -d8\n2609 +c5\n2764 -c5\n3217 +d8\n3277 +c5\n3431 -d8\n3816 +g7",
     ["2621 shown d8xc5", "3456 shown d8xc5", "3828 shown d8-g7", "4166 ply d8-g7"]),
    ("a capture, its captor taken again on the way, and taken at once itself: its square was lifted once more for that",
     RECAPTURED, "1000 -c6\n1460 -a7\n1590 +a7\n1700 +c6\n1780 -c6\n2330 -a7\n4248 -b6\n4259 +a7",
     ["1602 shown c6xa7", "1805 shown c6xa7", "4271 shown c6xa7", "4610 shown c6xa7", "4610 ply c6xa7", "4610 shown b6xa7",
      "4610 ply b6xa7"]),
    ("a capture put back, and its captor lifted once more: not made yet",
     TWICE_LIFTED,
     "1000 -j7\n1091 -i9\n1244 +i7\n1354 +j7\n1382 -i7\n1531 -j7\n1735 +i8\n1770 -i8\n1834 +i9\n2186 +j7\n2346 -i9\n"
     "2355 -l5\n2422 +l5\n4000 -j7\n4120 +j7",
     ["1366 shown i9xj7", "2371 shown i9xj7", "2434 shown i9xj7", "2722 ply i9xj7"]),
    ("a piece passes over a square and rests there, and the one to be captured is off: it has not captured who rests",
     RESTS_THERE, "1000 +j8\n1058 -k7\n1079 -j8\n1246 +j8\n1361 -i9\n3500 +i9\n3650 -j8",
     ["1083 shown k7-j8", "1258 shown k7-j8", "2061 shown k7-j8", "2061 ply k7-j8", "2061 ask", "3512 unask",
      "3675 shown k7xi9", "4201 takeback k7-j8", "4201 ply k7xi9"]),
    ("another ply in the place of one that is put back, and the opponent thinks with a piece in the hand",
     THINKING, "1000 -j8\n1206 +h7\n1259 +i8\n1424 -h7\n2307 -i8\n2382 +j8\n2542 -h9\n2645 +g7\n2721 -g7\n2942 -g6\n3016 +g6\n"
     "3426 -f3\n7426 +f4",
     ["1271 shown j8-i8", "1609 ply j8-i8", "3028 shown h9xg6", "3366 takeback j8-i8", "3366 ply h9xg6", "7438 shown f3-f4",
      "7776 ply f3-f4"]),
    ("a jump takes the piece that has just moved, and rests for long where that came from: that was not put back",
     THREE_JUMPS, "1000 -e1\n1111 +d1\n2152 -d1\n2592 -f1\n2892 -g2\n3978 -c1\n5279 +e1\n6331 -e1\n6781 +g3",
     ["1123 shown e1-d1", "1461 ply e1-d1", "6793 shown c1xe1xg1xg3", "7131 ply c1xe1xg1xg3"]),
    ("a jump is put back, and another over the same piece passes where it had ended",
     OVER_IT, "1000 -g4\n1380 -h4\n2023 +f4\n4622 -f4\n4959 +h4\n6525 -h5\n6585 +f4\n6837 -f4\n8000 +f3",
     ["2035 shown h4xf4", "2373 ply h4xf4", "8012 shown h5xf3", "8350 takeback h4xf4", "8350 ply h5xf3"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "lines", "expected"), [b[1:] for b in BEYOND], ids=[b[0] for b in BEYOND])
def test_beyond_the_limits(position: str, lines: str, expected: list[str]) -> None:
    assert story(position, lines) == expected
