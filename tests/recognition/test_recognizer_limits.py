"""Hands at the very limits of what they may do: the ply that was played is told, with no question and never another."""

from __future__ import annotations

import pytest

from crossboard.library.trace import parse_trace
from crossboard.recognize import infer_here, moves_text

EYED = (
    "cross-eyed ****1MK1****/****4****/****1B2****/***5N***/1k4c1R2r/3p8/m2p7k/r1p4Rp1nr/***P2cC1***/****P3****/"
    "****b3****/****R1M1**** w"
)

PAWNS = (
    "cross-eyed ****RMKR****/****CBB1****/****PNPP****/***2P3***/rnp6p1r/kbp6pbm/mbp6pbk/rc1p5pnr/***3c2***/****PP1P****/"
    "****NBBC****/****RKMR**** w"
)
COVER = "card-chess 1J2j[jkqk]/3T2/3QQ[TKt]/5q/6/1tJ2K w brbbrbrrrbbr -"
UNDER = "card-chess 2[tk]1jt/Q1j3/2T1Jk/[qQ]4T/q1K3/3KJ1 w rbrbrbrrrbbb -"

CHARING = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
CHARING_OVER = "charing-cross 3NR3/1N3R2/8/5n1n/8/4r3/8/7r w -"
FAR_STACKS = "card-chess:progressive 3qtQ/[kkq]5/2[jj]3/6/K2J2/1[Tt]1J1[TQK] b bbrrrrrbbbrb -"
BOTH_STACKS = "card-chess t[jk]4/3q1j/4Q1/3[qJk]2/T2[QtK]2/3[TK]J1 w rbrrbrbrbbbr -"

STACK_BACK = "card-chess T[jQ]4/[kT]3[jt]1/1k2Q1/5q/4J1/1qJ1[Kt]K w rbrrrrbbbbbr -"
BESIDE = "card-chess 1q[kt]1[jk]1/j5/5q/3Q2/t4J/1JKK[TQ]T w brrbbrbbrrbr -"
BACK_TWICE = "charing-cross 3R4/2R4n/8/N7/7n/2N2r2/4r3/8 b -"

TAKEN = "card-chess:progressive 2k1tj/tkjqq1/6/6/Q1K1JJ/1KTQ1T w rbbrrrbrbbbr -"
PAWN = (
    "cross-eyed ****2KR****/****B1bN****/****1P2****/***2BP2***/2r1r7/kbpp4pp1m/mbp6Bbk/1rp8r/***1PP2n***/****P2P****/"
    "****N1B1****/****RKMR**** b"
)
NEXT = "card-chess:progressive j3qj/t1kqk1/3t2/6/QJKJ2/T2QTK w rbrbbrrrbbbr -"
STACKED = "card-chess 1jt1[jT]1/[kQ]4t/3kq1/2JK2/2JQ2/T1[Kq]3 w rrrbbrbrbbbr -"
LAID = "card-chess K2J2/q1[QT]2t/3[jQ]1k/4[KT][kt]/1[qJ]4/j5 b brbbbrrbbrrr -"
OWN = "card-chess:plain 2[TjQ]T2/2tJ2/1k4/6/6/[tj][Kkq]qJ1[QK] w ............ -"
SAME = "card-chess 1[qj][Qt]2J/1[jQtK]2K1/6/2[qT]1[kT]1/6/3J1k w rrrbrbbbrbrb -"
OTHER = "card-chess t[jk]1kjt/2qq2/6/6/2QQ2/TJ[KT]KJ1 w rrbrbrbrbbbr -"
TAKEN_BACK = "charing-cross 5R2/3R4/8/1N4nn/8/3N4/3r2r1/8 w -"

PLACING = "card-chess:progressive 2tk2/6/6/6/QJ4/5Q b bbbrrbbbrrrr KKJTTkqqjjt"
PROMOTING = "cross-eyed ****4****/****4****/****4****/***6***/k9P1/k11/2K9/11K/***6***/****4****/****4****/****4**** w"
SLID = "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -"

HAND = "card-chess:plain [tt]1kkj1/2[qj]q2/T5/6/2QQ2/1J[KT]1[JK]1 b ............ -"
WHICH = "card-chess:plain+progressive 1T1[kQ]1[qt]/k1[jq]3/6/6/1[KT]4/2[QJt]2[JKj] b ............ -"
BUMPED = (
    "cross-eyed ****4****/****4****/****4****/***C5***/4r7/5R1p4/10k1/8c1K1/***6***/****k3****/****4****/****4**** b"
)
GHOST = "card-chess 2[ktk]3/j1[qQ]3/2[qj]3/6/6/[Tt]J1[KK][JTQ]1 w brrrbbbrbrbr -"
WITHDRAWN = (
    "cross-eyed ****3R****/****CB2****/****4****/***p1N1bb***/5p2c3/3k1Cp2P2/3P6K1/rP"
    "1B1PpPc1k1/***2r3***/****1R2****/****1K2****/****4**** b"
)
AGAIN = "card-chess:plain 1jk1[jkq]t/5q/5T/2Q3/[JtT]1Q3/3KJK b ............ -"
ANEW = "card-chess 1qkkjt/2[qj]3/6/6/QT3t/1JK1[JTKQ]1 w brrrbbrbrrbb -"
ASKED = "card-chess [tt]j1kj1/3[kq]2/1Qq3/6/2[QK]3/1J2[JKT]T w brbrrbrrrbbb -"
OWNER = "charing-cross 8/4RR2/3N4/1N2n3/6n1/8/3r4/4r3 b -"
ADJUSTED = "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -"

TOP = "card-chess 2kj2/1t4/t5/1[QT]JT[qq][kj]/2QK2/1JK3 b rbrbrbbrbrbr -"
HELD = "card-chess k3[jJk]1/2Tqt1/4Q1/q4Q/1j1[JK]2/2[KT]2t w rbrbrbbrbrbr -"
SLOW = "card-chess:plain 1j1k[jq]1/1[Qk]4/tQ4/6/2t1q1/TJ[TK]KJ1 w ............ -"
BRISK = "card-chess J4[qt]/2[kK]q[Jk][TKj]/3[tQ]2/4[Qj]1/6/3T2 b rbrbrbbrbrbr -"
WITHIN = "card-chess:progressive [tk]t1j1q/2k1j1/6/[qT]K4/2KTQQ/J1J3 b rbrbrbbrbrbr -"
UNDONE = "card-chess:plain [tT]j2jt/2[qk]3/3Qk1/6/3q2/1[JQ]KK[JT]1 w ............ -"
AFTER = "card-chess:plain+progressive jk2j1/k4[qt]/6/5q/2[Qt]K1[TQ]/JK3[JT] b ............ -"
SOON = "card-chess 2[tkK]3/6/2jk[tQJ][qT]/1Q2[qj]1/6/3K[JT]1 w rbrbrbbrbrbr -"
BELOW = "card-chess [Kj]1[qJ]3/1[QK]3t/6/1[kt]4/4[TT]1/[qQJk]2j2 b rbrbrbbrbrbr -"
REPLY = "card-chess [tT]q1[kk][jt]1/6/1[jJ]4/4[qTQQ]K/6/2K2J w brbbrrrrrbbb -"
START = "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -"
CARRIED = "charing-cross 4R3/4N3/2N2n2/6n1/8/3r4/5r2/8 w -"
PLACED = "charing-cross 8/4RR2/3N4/1N2n3/6n1/8/3r4/4r3 b -"
PASSED = "kings-crossing 8/8/K1MkM3/8 w - - 0"
REST = "card-chess:plain [tqT]5/2[kkj][qJj]2/6/2Q2t/1K4/4[JK][TQ] b ............ -"
HELD_ON = "card-chess:plain+progressive 6/[qk]2[jqtT][kt]J/4JQ/6/Q[KT]2[Kj]1/6 b ............ -"
JUST_THEN = "card-chess 2[kkq]1[jt]1/2[qj]3/4[tJ]T/6/5Q/3[KK][JQT]1 b rbrbrbbrbrbr -"
FULL = "card-chess:progressive jk1k[qtJt]j/6/1[Tq]4/6/5Q/Q[JT]1KK1 w rbrbrbbrbrbr -"
LOW = "card-chess:plain+progressive q2jk1/kj1ttq/6/6/[TK]J1K2/1TJ1QQ b ............ -"
BEFORE = "card-chess:plain 1jkkjt/2qq2/6/6/2QQ2/[Tt][JK]1K[JT]1 b ............ -"
JOINS = "card-chess 1[jkQ]1[kq]1[tt]/3jq1/6/6/4T1/1J1[KQK][JT]1 b rbrbrbbrbrbr -"
CARD = "card-chess:plain+progressive 3k[kQ]j/1[tT]1q2/5[tQ]/6/Tq1J2/2[JK]1[jK]1 b ............ -"
KEPT = "kings-crossing:longer MMM2mmk/MM1Mm1mm/MMM2mmm/KMM2mmm w - - 0"
RESTS = "card-chess:plain+progressive t1j2q/kk3q/6/6/T1K1Q[KQj]/1J1[Tt]J1 b ............ -"
TAPPED = "card-chess:plain 3[Tqk][jQ][tJ]/6/3j2/1t1k1Q/1q4/K2[JTK]2 w ............ -"
RESTED = "card-chess:plain t[jt]k[kq]2/5[Tj]/6/3[QK]2/3[QJ]2/1[JTqK]4 w ............ -"
TRY = (
    "cross-eyed ****1MKR****/****1BBN****/****1P1P****/***3PP1***/rn1b5p1r/k2p4p1bm/m1p6p1k/r2R5cnr/***p5***/****PPP1****/"
    "****1BBC****/****RKMR**** b"
)
OVER_ORIGIN = (
    "cross-eyed ****RMKR****/****C1BN****/****PP1P****/***3P2***/rnp6C1r/kbp6Bbm/mbp5p1k1/rcp7nr/***3cp1***/****PPP1****/"
    "****NB2****/****RKMR**** w"
)
NUDGED = "card-chess 1[jtt]3[Qk]/1q3j/K1[kq]3/6/Q2J1T/K4[TJ] b rbrbrbbrbrbr -"
CAME_BACK = "charing-cross 2R1R3/8/8/N6n/1N5n/8/3r4/4r3 b -"
PROMOTED = (
    "cross-eyed ****RM2****/****2pR****/****4****/***1P1b2***/kr6k1r1/2pc3B3m/1b1B1B3p1r/r1Cb2P1Rp1c/***2P3***/****2PP****/"
    "****4****/****K1MR**** b"
)

LIMITS = [
    ("a covering that was denied with BACK is put back only then, stack by stack: asked once more, not told",
     "card-chess 1j[kkq]1[jt]1/6/6/2J3/2[QKTqK]TQ1/1[tJ]4 b bbbbrrrbrrrb -",
     "1088 -e6/1166 +e6/2062 -b6/4067 +b6/4578 !back/4871 -b6/4973 -e6/5046 +e6/5122 +b6/7500 !back", "e6+b6"),
    ("what was denied with BACK while its piece was in the hand is played after that: asked again",
     "cross-eyed ****NMKR****/****2B1****/****4****/***1C1P2***/r1B6p1r/1b2b2Pp1bm/mkp6pk1/r1p6cnr/***1P1PBP***/****2M1****/"
     "****N2C****/****RK1R**** b",
     "1083 -c8/2644 +c8/2880 -a8/3061 +a7/3279 -a7/3605 +a8/3864 -a8/4509 +a7/4667 -a7/5753 !back/6439 +b8/6642 -b8/6728 -c8/"
     "6840 +c8/8000 !ok", "a8xc8"),
    ("a jump is given up, the jumped piece put back first: its ply before stands, and is asked about until all is back",
     "kings-crossing:alternate+longer+stealth 2M2m1m/MMM1mmmm/MMM1m1mm/4K2k w - - 0",
     "1033 -c4/1102 +d4/1332 -d4/1438 +e4/1848 -f4/2011 +d4/2411 -e4/2547 +e4/3500 -d4/3700 +f4", "c4-e4"),
    ("what is touched while a question is open explains itself better by another ply: that is among the answers, none goes",
     "card-chess:plain+progressive 1j1t1k/t[qJ][kq]j2/3T2/6/1K3Q/1[KQJT]4 b ............ -",
     "1498 -a5/3259 +a2/4685 -a2/4844 +a2/6089 -a2/6677 +a2/7989 -f2/9033 -c5/9140 +b4/9259 -b4/9550 +c5/10169 -c5/10637 +c5/"
     "10879 -d4/11293 +d4/11530 -d4/11820 +d4/11891 +b4/14000 !ok", "a5-a2 f2+d4 c5-b4"),
    ("the same while the opponent, too, has a card in the hand that rests on its way",
     "card-chess 1jkt[jk]1/3q1q/6/2Q2t/3[QJ]2/1J[KT]K1T b rbrbrbbrbrbr -",
     "1194 -d5/1880 -f5/3038 +d5/3281 -d5/3373 +d5/9470 -c1/9613 +c1/12076 -f1/12151 +f1/12498 -f1/12703 +f1/13441 -c1/13646 +c1/"
     "13777 !ok/14590 -c3/15842 -c6/16618 +c6/17147 -d5/17393 +d4/18548 -d4/18827 +b5/19602 +d5/22000 !next/22500 !ok",
     "f5+d5 c3xc6 d5-b5"),
    ("a piece just placed goes on after four seconds, while others were touched: the placing is taken back, and told again",
     "charing-cross 8/2nR4/1N2n3/1r6/4r3/2N5/6R1/8 b -",
     "1447 -b6/2119 -b5/4344 +b7/5672 +a5/7848 -a5/8117 +a5/8288 -a5/8821 -b7/8900 +b7/9310 +b6/9369 -b6/12403 +b5/14674 -e4/"
     "14889 +f5", "b5xb7@a5 a5-b5 e4-f5"),
    ("a capture, what was captured is placed and recaptures at full pace, and the next piece as fast: asked at its end",
     "charing-cross 3RR3/5n2/8/N7/7n/2N5/8/3rr3 w -",
     "3449 -e8/3543 +g6/3634 -f7/3715 +f7/3809 -f7/3952 +h5/4063 -h5/4162 -g6/4321 +f7/6000 !ok/6900 !ok/7010 +e8/7120 -e8/"
     "7290 +d7", ""),
    ("what has captured is lifted and put back twice: it is not being put back",
     "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 b -",
     "1000 -d1/1866 +f1/2360 -e1/5894 +e1/6796 -f1/7131 +f1/7834 -f1/8105 +f1/9500 !back/10500 -a4/11000 +b4", "d1xf1@e1 a4-b4"),
    ("a slide, and what captures it is lifted three times meanwhile; many guesses end where that ends, none of them right",
     "kings-crossing:stealth 4M3/M5mm/MM2k3/K5mm b - - 0",
     "1191 +e4/1192 -c3/1604 -a1/1637 +b1/1654 -g1/1871 -b1/1900 +a1/2448 +g2/2571 -g2/2757 +c1/2963 -c1/3045 +c1/4519 -a3/"
     "4585 -h1/4617 +c3/4642 -c3/4729 +d3/4730 +h1/5138 +c2/5184 +c3/5189 -c2/5214 -c1/5598 -d3/5673 +d3/5763 -d3/5810 -c3/"
     "5842 +d3/5927 -d3/6005 +b3/6031 -b3/6106 +b3/6518 -g3/6617 +e3/6855 -e3/8276 +d3/8362 -d3/8445 +c3/9500 !ok",
     "g1-c1 a3-d3"),
    ("the rest of a stack straightened just as its card, which was told, is lifted to cover another: asked",
     JUST_THEN, "1594 -c6/1986 +c6/2032 +f6/2640 -c6/2730 -f6/2764 +c6/3233 -e4/3688 +e4/6000 !ok", "c6xe4"),
    ("a stack held for long, another one straightened meanwhile: red, until its rest is back; then its card goes",
     HELD_ON, "1500 -e2/2000 -e5/2550 +e5/13800 +e2/14900 +f1", "e2-f1"),
    ("a card laid back on its stack, which is not lifted for that, and another piece goes instead: asked",
     REST, "1000 -d5/1600 +c4/2030 +d5/3500 -c4/5000 -f3/5600 +f2/7500 !ok/9000 -c3/9400 +c4", "d5-c4"),
    ("the same, another card is put down, and the opponent replies to that",
     REST, "1000 -d5/1600 +c4/2030 +d5/3500 -c4/5000 -c5/5400 +c5/5600 +b4/6500 -c3/6900 +d3", "c5-b4 c3-d3"),
    ("a card put down, the rest of its stack straightened, and it goes on: asked",
     REST, "1000 -d5/1600 +c4/2030 +d5/2550 -d5/2660 +d5/4370 -c4/5570 +b3", "d5-c4"),
    ("a piece passes over a square after a forced pass",
     PASSED, "1000 -a2/1500 +a3/4000 +h4/4200 -h4/6000 -a3/6500 +a4", "a2-a3 pass a3-a4 pass"),
    ("a game that begins with a forced pass",
     "kings-crossing:alternate 7m/2k1m3/3mK3/4mm2 w - - 3", "1000 -d2/1300 +f2/1600 -e2", "pass d2xf2"),
    ("a piece just placed is tapped while another is put straight, held for long, and goes on: the placing stays",
     "charing-cross 8/2R1R3/8/6n1/Nr3n2/5r2/8/8 w Nw",
     "1000 +a5/2300 -a5/2450 -e7/2710 +e7/2740 +a5/3000 -a5/6050 +b5/9000 -f4/9500 +e5", "@a5 a5-b5 f4-e5"),
    ("two captures one after the other, what they took placed at once, and a square touched in between: asked",
     "charing-cross 3R4/4R3/3N4/6nn/8/3r4/8/3r4 w Nb",
     "1376 -d5/1928 +a5/2403 -h5/2713 +f5/2785 -g5/3418 +h5/4167 -e7/4177 -f5/4277 +f5/4650 +e6/6611 -e6/6986 -f5/7139 +d7/"
     "8228 +e8/8795 -e8/8960 +f7", "@a5 h5xf5@h5 e7-e6 f5xd7@e8 e8-f7"),
    ("three plies between two stacks, asked about: what was straightened before the answer may be a covering after it: asked",
     "card-chess 2k3/[tqQ]4j/5[Tt]/3[JkQq][KjT]1/6/1K2J1 b rbrbrbbrbrbr -",
     "1622 +d3/2251 -d3/2405 +d3/2414 +e2/3981 -e2/4005 -d3/4374 +e2/4405 +d3/4809 -d3/4987 -e2/5090 +e2/6244 -e2/6773 +d3/"
     "7566 +e2/8004 !ok/8073 -b1/8546 -d3/9669 +b1/10944 !ok/11500 !ok/12525 -c6/13242 -a5/13376 +d5",
     "d3-e2 d3xe2 d3xe2 d3+b1 c6-d5"),
    ("what is jumped was taken off long before, and its captor touches its square three times: asked",
     "kings-crossing:longer+backwards MM1m2mk/M2mm2m/M4m1m/K2M3m b - - 0",
     "1382 -b2/3541 -f2/6003 +b2/10958 -b2/11862 -a2/23882 +b2/24532 -b2/24970 +b2/25053 -b2/25650 +c2/27570 -h2", "f2-b2"),
    ("what is told may be in a hand, and a stack covered instead for so little that it is asked about",
     "card-chess t[jq]kkjt/2q3/6/2Q1Q1/6/1JK[KT]JT b rbrbrbbrbrbr -",
     "1000 -f6/2491 +f4/3615 -f4/6286 -b6/6608 +b6/6865 -f1", "f6+b6"),
    ("one's own piece, lifted first to be jumped over, is carried off over a square where it could go",
     CARRIED, "1000 -e7/1057 +f7/1307 -f7/1452 -e8/1504 +e6", "e8xe6"),
    ("a jumped piece placed by its owner, who goes on at once",
     PLACED, "1000 -d6/1300 -e5/1750 +c7/2350 +a5/2650 -f7/3020 +e6", "e5xc7@a5 f7-e6"),
    ("a jumped piece placed by its owner as soon as the jump has been made, after another ply",
        CHARING, "1000 -d8/1300 +c7/4000 -e1/4300 -d1/4600 +c1/4900 +d1", "d8-c7 e1xc1@d1"),
    ("a card put straight, and the one beside it lifted to go elsewhere",
     START, "1000 -d1/1000 +d1/1100 -d1/1200 +d1/1400 -c2/2500 +c3", "c2-c3"),
    ("the same held for long",
     START, "1000 -d1/1200 +d1/1500 -c2/4500 +c3", "c2-c3"),
    ("the same put back",
     START, "1000 -d1/1200 +d1/1400 -c2/2500 +c2/4000 -d2/5000 +d3", "d2-d3"),
    ("a capture begun and given up, one's own piece put back last, and then made",
     EYED, "1000 -i5/1500 -h5/2000 +i5/4000 +h5/6000 -h5/6400 -i5/7000 +i5", "h5xi5"),
    ("a card held for long, and the opponent replies as soon as may be",
     REPLY, "1000 -e3/1300 +e3/9800 +d3/10300 -b6/10350 -e3/20000 +e3", "e3-d3 b6xe3"),
    ("while it is asked which of two stacks, a piece passes over a square where another question would be asked",
     WHICH, "1000 -c5/1064 -c1/1748 +c1/2310 +c5/3491 !next/3678 +c2/3833 -c2/4462 !ok", "c5+c1"),
    ("another piece of the same side put straight just after",
     CHARING, "1000 -a4/1500 +b3/1700 -a5/2000 +a5", "a4-b3"),
    ("a bumped board put right: on the way it stands as after another ply of the last one's piece",
     BUMPED, "1000 -k6/1700 +j7/2500 -i5/3500 -e3/3530 -e8/5000 -j7/5300 -h7/5340 -k5/7000 +e8/8000 +e3/9500 +h7/9800 +k5"
     "/11700 +i5/12200 +j7/14200 -d9/15000 +c6", "k6-j7 d9-c6"),
    ("a card of a stack held in the hand for long, the rest back at once",
     HAND, "1000 -c5/1500 +c5/60000 +d4", "c5-d4"),
    ("the same where, long before, the stack was put straight too",
     HAND, "1000 -c5/1500 +c5/20000 -c5/20500 +c5/60000 +d4", "c5-d4"),
    ("a kind that was chosen is offered first when the piece was put back and is placed again",
     PLACING, "1000 +b5/2000 !next/3000 !ok/4000 -b5/8000 +b5/9000 !ok", "q@b5"),
    ("a clock that has run for weeks",
     CHARING, "1000 -a4/2000 +b4/2147483148 -h4/2147484148 +g4/2147490000 -a5/2147491000 +b5", "a4-b4 h4-g4 a5-b5"),
    ("while a question is open, a piece that passes over a square leaves it where it was",
     PLACING, "1000 +b5/2000 !next/3000 !next/3500 +f2/3750 -f2/4500 !ok", "j@b5"),
    ("so it does beside the square asked about, and a button counts meanwhile",
     PROMOTING, "1000 -k8/1300 +l8/2000 !next/3500 +l7/3600 !next/3750 -l7/4500 !ok", "k8-l8=N"),
    ("so does the piece asked about when it is nudged",
     PLACING, "1000 +b5/2000 !next/3000 !next/3500 -b5/4500 +b5/5500 !ok", "j@b5"),
    ("and another one put straight",
     PROMOTING, "1000 -k8/1300 +l8/2000 !next/3000 !next/3500 -l5/3750 +l5/4500 !ok", "k8-l8=N"),
    ("what was withdrawn is asked from the first offer",
     PLACING, "1000 +b5/2000 !next/2500 !back/3000 -b5/4500 +b5/5500 !ok", "k@b5"),
    ("a captor slides in from beside: both sensors are closed at once",
     EYED, "1000 -i5/1500 +i5/1600 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("so they are for up to 250 ms",
     EYED, "1000 -i5/1500 +i5/1750 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("a piece slides for 250 ms, and its last edge bounces; the opponent captures as soon as may be, captured piece first",
     PAWN, "1000 +b8/1250 -a7/1252 +a7/1260 -a7/1400 -g11/1439 -g12/1624 +g11", "a7-b8 g12xg11"),
    ("a ply put back, and at once another made",
     TAKEN, "1000 -c1/1148 +e1/2784 -e1/2974 +c1/3240 -e2/3338 -d1/3612 +e2", "d1+e2"),
    ("a ply put back, and as soon as it stands the same piece moved elsewhere",
     TAKEN, "1000 -c1/1400 +e1/2784 -e1/2974 +c1/3290 -c1/3600 +a1", "c1-a1"),
    ("a captor comes down between the square it captures on and the one it had left",
     EYED, "1000 -i5/1000 -h5/1560 +h5/1580 +i5/1810 -h5/2000 -l6/2300 +k6", "h5xi5 l6-k6"),
    ("a capture put back, the captured piece long before its captor",
     PAWNS, "1000 -g4/1000 -f3/1300 +g4/2700 -g4/3000 +g4/4500 +f3/5300 -j6/5300 -f2/5600 +j6", "f2xj6"),
    ("a card taken off another, the stack put back long before it",
     COVER, "1000 -d4/2000 -e4/2300 +e4/4000 -e4/4300 +e4/5500 +d4/6500 -d4/6600 +e3", "d4-e3"),
    ("a card put back on its stack, on whose top is one of the opponent's that could go the same way",
     UNDER, "1000 -a3/1300 +b3/1400 +a3/3900 -a3/3900 -b3/4400 +a3/5900 -c5/6400 -a5/6900 +c5", "a5xc5"),
    ("one's own piece lifted first and jumped over, a pause where it could itself have jumped to",
     CHARING, "1000 -a4/1700 -a5/2500 +a6/3900 -a6/4300 +a3/6000 +a5/8000 -h4/8400 +g4", "a5xa3@a5 h4-g4"),
    ("one's own piece jumped over and, on its way off the board, passing over where the jump began",
     CHARING_OVER, "1000 -e8/1100 +g6/2300 -f7/2350 +e8/2600 -e8/6000 +e8/8000 -h5/8400 +g5", "e8xg6@e8 h5-g5"),
    ("from stack onto a card, resting on the way: asked",
     FAR_STACKS, "1000 -c4/1350 +c4/1650 +e3/2450 -e3/2600 -a2/3500 +a2", ""),
    ("what looks put back, or as the other way round, is asked about until somebody answers, though play goes on",
     BOTH_STACKS, "1000 -e1/1005 -d2/1150 +d2/1600 -d2/1700 +e1/2450 +d2/3460 -e4/3770 +f4/9000 !back", "e4-f4"),
    ("a card taken off a stack that could itself cover the card's square: nothing was played the other way round",
     STACK_BACK, "1000 -a6/2180 -a5/2370 +a5/4260 -a5/4840 +a5/4950 +a6/6960 -e4/7100 +f4/12000 !back", "e4-f4"),
    ("a card onto a stack beside it, its own square closed once more meanwhile",
     BESIDE, "1000 -d1/1050 -e1/1450 +d1/1450 +e1/1650 -d1/2300 -e5/2600 +e5/5000 -e5/9000 !ok", "d1+e1"),
    ("a placement that for a while closes the square where the jump began too",
     BACK_TWICE, "1000 -e2/1400 +g4/3350 -f3/6227 +e2/6239 +e1/6414 -e2/7400 -a5/7700 +b5", "e2xg4@e1 a5-b5"),
    ("a ply put back, and another piece soon lifted and passing over a third square",
     NEXT, "1000 -e1/1179 +c1/2563 -c1/3094 +e1/3301 -a1/3468 +b1/3660 -b1/3932 +c1", "a1-c1"),
    ("a card put back on its stack, and another soon lifted to be covered: asked",
     STACKED,
     "1000 -a5/1244 +a5/1305 +f6/1394 -f6/1468 +c5/1787 -c5/2035 +b5/3766 -b5/4043 -a5/4354 +a5/4660 -c3/"
     "5950 -d2/6289 +c3", "a5-b5"),
    ("a covering put back, the stack long before the card; both may have looked like the covering the other way round",
     LAID,
     "1000 -f4/1326 +e5/3185 -e5/3574 +f4/5592 -f3/5687 -f4/5777 +d3/8405 -d3/8593 +f3/9784 -f3/9989 +f3/"
     "10551 +f4/11398 -e3/11727 -f4/11984 +d3/12348 -d3/12699 +d3/13348 -d3/13451 +e2/13462 +e3/13496 -e2", "f4xe3"),
    ("jumps one after the other, and a hand passes over the board when the second player takes the first one's piece",
     "kings-crossing:longer+backwards MM1M1mmk/MM1M1mmm/MM1M1mmm/KMM1mm1m b - - 0",
     "1000 -f4/1327 +e4/1754 -d4/2051 +f4/2119 -f4/2244 +f4/2313 +e3/2331 -e4/2550 +e2/2563 -e3/2681 -f4/2716 -e2/2938 -g4/"
     "3186 +e4/3611 +c2/3649 -c1", "f4-e4 d4xf4 g4xe4 c1-c2"),
    ("a card passes over the stack it comes from, while the one it is to cover is in the hand: this is asked",
     OWN,
     "1000 -c6/1293 +b6/1311 +c6/1314 +e5/1373 -c6/1423 -d5/1539 +c6/1543 -b6/1563 -e5/1683 -c6/1739 +d5/"
     "2559 +c6/5000 !ok", "c6+d5"),
    ("from one stack onto another twice, by one player and by the other; whether and what the second covered is asked",
     SAME,
     "1000 -b5/2206 +b5/2268 -b6/2481 +b6/2882 -e5/3997 +f5/4090 +e5/4242 -f5/4490 -b5/5191 +b5/5582 -b6/"
     "5811 +b6/7000 !ok/7500 !ok", "b5xb6 b5xe5"),
    ("of two cards lifted the one is put back and then put on the other's square, or the first covering is put back: asked",
     OTHER, "1000 -c2/1027 -d1/2020 +d1/3336 -d1/3576 +c2/9000 !ok", "d1+c2"),
    ("a ply put back while a neighbouring sensor is closed, and another piece lifted at once",
     TAKEN_BACK, "1000 +e6/1169 -d7/2584 -e6/2933 +d8/3032 +d7/3061 -d8/3183 -f8/3252 +g8/3660 -g8/3764 +g7", "f8-g7"),
    ("a card slides from beside onto another: both sensors are closed at once: asked",
     SLID, "1000 -e1/2000 +e1/2120 -d1/4500 !ok", "d1+e1"),
    ("what is covered is lifted and put back before the card leaves its own square, which is not beside it: this is asked",
     SLID, "1000 -f1/1500 +f1/1800 -a1/4000 !ok", "a1+f1"),
    ("a card is lifted from a stack while the sensor where it will go is closed by its edge",
     GHOST, "1000 +f1/1010 -e1/1200 -f1/1868 +f1/2448 +e1", "e1-f1"),
    ("a capture begun and withdrawn, its own piece put back last and late",
     WITHDRAWN, "1000 -d6/1300 -d7/2000 +d6/3000 +d7/5000 -i9/5300 +k7", "i9-k7"),
    ("a covering put back, and at once the same stack lifted for another ply: this is asked",
     AGAIN, "1000 -f5/1072 -e6/1299 +e6/4028 -e6/4095 +f5/4741 +e6/5222 -e6/5288 +e3/5821 +e6/7500 !next/8000 !ok", "e6-e3"),
    ("the same, and at once another card put onto what had been covered",
     ANEW, "1000 -f2/1245 -b2/1603 +f2/5378 -f2/6014 +b2/6362 +f2/6564 -f2/6791 -e1/6963 +e1/7567 +f2", "e1xf2"),
    ("a covering put back that might be the covering the other way round: asked",
     ASKED, "1000 -c2/1154 -b1/1943 +c2/2631 -c2/2861 +c2/3279 +b1/5306 -b1/5649 -f1/6155 +b1", "b1+c2"),
    ("a piece is placed, and its owner lifts at once the piece of the turn that follows",
     OWNER, "1000 -d6/1288 -e5/1750 +c7/2350 +a5/2650 -f7/3021 +e6", "e5xc7@a5 f7-e6"),
    ("a stack is put straight, and at once the card beside it moved elsewhere",
     ADJUSTED, "1000 -d1/1300 +d1/1500 -c2/2500 +c3", "c2-c3"),
    ("a card is put straight, and at once the top one taken off the stack beside it",
     TOP, "1000 -f3/1140 +f3/1279 -e3/1423 +e3/2576 +f4", "e3-f4"),
    ("a card is put straight, and the stack to be covered held for long before the card is lifted",
     HELD, "1000 -c1/3900 +a1/4750 +c1/5400 -c5/8300 +c5/8700 -e5/10450 -b2/12450 +e5", "c1-a1 b2+e5"),
    ("from stack to stack, slowly: this is asked",
     SLOW, "1000 -c1/4000 +c1/7300 -c2/9900 +c2/12000 !ok", "c1xc2"),
    ("a stack is put straight, and at once the top card taken off another: this is asked",
     BRISK, "1000 -f6/1150 +f6/1490 -f5/1720 +f5/2170 +e4/4200 !ok", "f5-e4"),
    ("the same, the card put down before that looks final: this is asked too",
     SOON, "1000 -f4/1100 +f4/1230 -e4/1600 +e4/1720 +d5/3800 !ok", "e4-d5"),
    ("a card is put back on its stack, which closes two sensors as it is lifted: like the reply of the card below",
     UNDONE, "1000 -a6/1120 +a6/1570 +a4/3200 !next/3600 !ok/4400 +a5/4430 -a6/4510 -a5/4660 -a4/4760 +a6/6380 -c1/6540 -d1/"
     "6700 +d1", "c1+d1"),
    ("a card is covered at once by the one that lay under it, the rest of their stack put back before: asked",
     BELOW, "1000 -a1/1500 +b2/1800 +a1/3400 -a1/3600 -b2/4080 +a1/4630 +b2", "a1-b2"),
    ("a card is taken off a stack, and at once another put straight",
     AFTER, "1000 -f5/1190 +f5/1370 +e5/1540 -c2/1670 +c2", "f5-e5"),
    ("a stack is put straight while another is in the hand, to be covered: this is asked",
     WITHIN, "1000 -e5/1160 -f6/1270 +f6/2670 -d6/2880 +e5/5000 !ok", "d6+e5"),
    ("an illegal try stands for two seconds where the last ply but one came from, and another piece is lifted: both stand",
     TRY,
     "1000 -c6/1100 -d5/1600 +d5/2400 -j5/3000 -g2/3500 +j5/4100 -d4/5000 +c6/6500 -d8/7300 +d8/7400 -c6/8000 +d4/9000 -e3/"
     "9500 -d4/10000 +e3", "c6xd5 g2xj5 d4xe3"),
    ("so many lines are left by questions, takebacks and a card that was covered that there is hardly room for one more",
     FULL,
     "10000 -e1/10000 +e2/11000 -b6/12000 -b4/14000 +b6/15000 +b4/15500 -b6/16000 +b6/16000 -b4/17000 !ok/17500 -b1/"
     "17600 +b1/18500 !back/19500 +b4/19600 -b4/20000 +b4/20500 +e1/20500 -d1/20900 -e1/21000 +e1/22000 !next/23000 !ok/"
     "23000 -b6/23000 -f2/25000 +b6/25700 +f2/26200 -f2/26500 +f2/27000 -b4/27800 -b6/28000 +b6/28350 -f2/28500 -b6/"
     "29000 +f2/30000 +b6", "e1-e2 b4-e1 d1xe1"),
    ("while it is asked what was covered, the reply passes low over four squares: what was covered is among the answers",
     LOW,
     "1000 -a6/2000 -a2/2500 +a2/3000 -b1/5000 -d5/6000 +d5/6000 -e1/7000 +e1/7500 -e5/9800 -a5/10000 +a5/10500 -e6/"
     "10900 +e6/11500 -f1/11500 +f2/11500 +f3/11800 -f2/11900 -f5/11900 +f4/12000 -f3/12000 -f4/12000 +f5/14000 !next/"
     "15000 !ok", "a6xa2 b1+e1 e5+e6 f1xf5"),
    ("a covering that is asked about, and its opponent's card then rests where it can't go: it is asked what went before, first",
     BEFORE,
     "1000 -f6/1300 -b6/1800 +b6/3500 -c2/3800 +c2/4300 -b1/4700 -c2/5050 +c2/5700 +b1/6600 -b6/6850 +b6/7500 +f3/9500 -f3/"
     "10000 -b6/10300 +b6/11000 !ok/12000 !ok/13000 -b6/13700 +b6/14000 +b5", "f6+b6 b1+c2 b6-b5"),
    ("it is asked what a card did that then tries a square where it can't go: as if it had gone there at once joins the answers",
     JOINS,
     "1500 -b6/2000 -d6/2500 +b6/3000 +d6/4000 -d1/4500 +d1/5000 -e2/6000 +e2/8000 -b6/9000 +b6/9000 +a3/11000 -a3/"
     "13000 !next/13000 +d4/14000 !ok", "d6xb6 d1+e2 b6-d4"),
    ("the next player tries an illegal square, where the last ply's card might have gone: asked, as that may be in the hand yet",
     CARD,
     "3000 -d5/3000 -d6/4000 +d6/4500 -a2/6000 +f3/10000 -f3/10800 +a2/11000 !ok/12000 -b2/13000 -b5/15000 +b5/16000 +b2",
     "d5+d6 b5xb2"),
    ("an illegal try from whose square the last ply came, before the reply is final: the ply before that stands",
     KEPT,
     "1000 -d3/1500 +f3/1700 -e3/3500 -f3/4400 -g3/4850 +e3/5100 -b2/5300 -c1/5900 +d3/5950 +b2/8100 -d3/8800 +c1/"
     "11000 -c1/11200 +d1/11300 -d1/11400 +e1", "d3xf3 g3xe3 c1-e1"),
    ("the reply's card rests on the square from which the card it replies to came: that was not laid back",
     RESTS, "1000 -f2/1500 +f2/2000 -f5/3000 -c2/4000 -b1/4200 +b1/6900 -d1/7000 +d1/7200 +c2/8000 -c2/8000 +c1/9000 !ok",
     "f5+f2 c2+b1 d1-c1"),
    ("a card is laid back and another covers in its place; then the stack is lifted three times in a second: which it was is asked",
     TAPPED,
     "1000 -f6/1000 -e6/3100 +f6/3900 +e6/4900 -f6/5050 +f6/7400 -f3/7400 -f6/8050 +f6/8450 -d3/9100 -d4/10600 +d4/"
     "11000 -d1/11150 -f6/11270 +f6/11330 -f6/11390 +f6/11770 -f6/11860 +d1/12120 +f6/13500 !next/14200 +f4/15000 !ok",
     "e6+f6 d4xf6 f3xf6 d3-d4 f6-f4"),
    ("it is asked which stack a card covers, and the reply's card rests where that might have gone: this is asked, too",
     RESTED,
     "1000 -d3/1700 +d3/2050 -d2/2200 +d2/3000 -f5/3500 +f5/4250 +d4/5900 -d4/6300 -d3/6700 +d3/7200 -f5/8400 +a5/10000 !ok",
     "d3-d4 f5xd3 f5-a5"),
    ("a captured piece is carried over where its captor came from, and is slid onto, after others were straightened: captured",
     OVER_ORIGIN,
     "1000 -g3/2000 -h4/3000 +h4/4000 -k7/5900 -h4/6000 +h4/7000 +k7/7000 -f1/7000 -g4/9000 +f1/11000 -k5/12000 -j8/12600 +k5/"
     "13000 -k5/13000 +j8/14000 -j8/14800 +k5/15000 -k6", "g3xh4 g4xf1 j8xk5 k6xk5"),
    ("a piece that has jumped goes on to where it could have stepped, rests there, and comes back: it has jumped after all",
     CAME_BACK,
     "1000 -h5/1350 +h3/1900 -h4/2550 +h4/3000 -h3/3200 +g4/4800 -g4/4950 +h3/6850 -c8/7050 +c7", "h5xh3@h4 c8-c7"),
    ("the promoted piece goes on, after the reply, before it is answered what it is: that is told then",
     PROMOTED,
     "1000 -f12/1300 -g11/1800 +f12/3500 -h7/3700 +g8/5200 -f12/5700 +f8/7500 !ok", "g11xf12=r h7-g8 f12-f8"),
    ("a stack nudged, and captured half a second later; then its card rests where it could have gone at first: asked, told so",
     NUDGED,
     "1000 -c4/1100 +c4/1500 +a6/2300 -c4/2450 +c4/2850 -f1/2950 -c4/3000 +f1/3150 +c4/3550 -a6/3750 +d5/4550 -d5/4700 +c6/"
     "6500 !ok", "c4-a6 f1xc4 a6-c6"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "edges", "plies"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_at_the_limits(position: str, edges: str, plies: str) -> None:
    lines = edges.replace("/", "\n")
    trace = parse_trace(f"# crossboard-trace 1\n# position {position}\n{lines}\n", "limits")
    assert moves_text(infer_here(trace), trace).split("\n")[:-3] == plies.split()
