"""Captures and placements as hands make them: pushed, carried over squares, resting on the way, answered at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crossboard.library.trace import Trace, parse_trace
from crossboard.recognize import infer_all, infer_here, moves_text

ROWS = [
    (
        "a piece slid onto what it captures, and the opponent replies half a second later",
        "cross-eyed ****RMKR****/****CB1N****/****P1PP****/***2P3***/rnpB4p1cr/kbp6pbm/mbp6pbk/rcp6pnr/***6***/"
        "****PPPP****/****NBBC****/****RKMR**** b",
        "1000 -d8/1573 +d8/1740 -c7/2316 -h3/2637 +h4/3037 -d8/3448 +d9",
        "c7xd8 h3-h4 d8-d9",
    ),
    (
        "the same, the captured piece taken off before the opponent replies",
        "cross-eyed ****RMKR****/****CBBN****/****P1PP****/***3P2***/rnp6pcr/kbp6pbm/mbp6p1k/4r6r/***PR2pn***/"
        "****1PP1****/****1BbC****/****1KMR**** w",
        "1000 -g2/2171 +g2/2252 -f1/3245 -l6/3561 +k5/4297 -a6/4781 +a6/5780 -h4/6793 -g3/7128 +h4",
        "f1xg2 l6-k5 g3xh4",
    ),
    (
        "the owner pushes the piece jumped over to where the jump began",
        "charing-cross 3R1R2/8/6n1/N7/N5n1/8/5r2/3r4 w -",
        "1000 -a4/1162 +a6/4865 +a4/4963 -a5",
        "a4xa6@a4",
    ),
    (
        "the same, and puts it on another square of its home after all",
        "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -",
        "1000 -a4/1578 +a6/2237 +a4/2264 -a5/2853 -a4/4247 +a5",
        "a4xa6@a5",
    ),
    (
        "the owner has the piece jumped over on its home a tenth of a second after lifting it",
        "charing-cross 1R2R3/8/1N6/8/N6n/6n1/8/3rr3 b -",
        "1000 -h4/1185 +f2/4575 -g3/4692 +h4",
        "h4xf2@h4",
    ),
    (
        "a captured piece is carried over a square while the captor rests on its way",
        "cross-eyed ****RMKR****/****CBB1****/****PP1P****/***3PcN***/rnp6p1r/kbp6pbm/mb1p5pbk/rcp6pnr/***6***/"
        "****PPPP****/****NBBC****/****RKMR**** w",
        "1000 +g10/1250 -f11/1352 -h9/2880 +d9/3074 -d9/3210 -g10/3361 +h9",
        "f11xh9",
    ),
    (
        "a captured piece closes the square beside it as it is lifted, the captor resting on its way",
        "cross-eyed ****1K2****/****4****/****N2P****/***4R1***/1r1C5p1B/b11/P9k1/rc4Cr4/***5p***/****1b2****/****N3****/"
        "****2M1**** b",
        "1000 -b8/3950 +c8/5796 +d7/6023 -d8/6046 -d7/10013 +d8/10263 -c8",
        "b8xd8",
    ),
    (
        "a captured piece rests where it could have gone itself, the captor having rested before",
        "cross-eyed ****BMK1****/****C3****/****PP1p****/***3N2***/rnp4p1c1r/k8p1m/m9b1/rc7p2/***n3b1***/****P3****/"
        "****NBbC****/****RKM1**** w",
        "1000 -e3/2327 +e4/2897 -d4/3765 +f5/3789 -e4/4015 -f5/4365 +d4",
        "e3xd4",
    ),
    (
        "six pieces jumped over and taken off on the way, and two sensors closed as the last landing is reached",
        "kings-crossing:alternate+longer+backwards+stealth 1M1M2m1/M3M1mm/1M3Mm1/KM2m1k1 b - - 0",
        "2000 -g2/2073 -f2/2086 -e3/2461 -d4/2553 -b4/3046 -a3/3111 -b2/3998 +c3/4050 +c2/4083 -c3",
        "g2xe2xe4xc4xa4xa2xc2",
    ),
    (
        "a piece just moved is jumped, and set down for half a second where it could have gone itself",
        "kings-crossing:longer+backwards+stealth MM1m1mmk/MM2M1mm/MM1M1mmm/KM2M1mm b - - 0",
        "3000 -d4/4025 +c4/4444 -c4/4501 +d3/4976 -d3/5700 -b4/6516 +d4",
        "d4-c4 b4xd4",
    ),
    (
        "a piece is placed, passes a square where it could have gone next, and is placed elsewhere",
        "charing-cross 8/2N3n1/2RR4/8/8/1r6/8/2n1r3 w Nw",
        "1000 +a4/3392 -a4/8555 +b4/8734 -b4/8824 +a5",
        "@a5",
    ),
    (
        "the captor rests on the square where what it captures came from",
        "charing-cross 4R3/1nRn4/8/4N3/2N5/5r2/8/3r4 w -",
        "1000 -c7/3393 +c6/5179 -b7/6655 -c6/11649 +c7/14864 -c7/15987 +d5",
        "c7-c6 b7xd5",
    ),
    (
        "a captured piece put back and lifted again closes the square where it could have gone",
        "kings-crossing:alternate M6m/7m/K5mk/2mm1M2 b - - 3",
        "1000 -h4/1443 +b4/2058 -b4/2236 +b4/2385 +c4/2483 -b4/2573 -c4/2857 -a4/3183 +d4/3253 +c4/3272 -d4",
        "h4-b4 a4xc4",
    ),
    (
        "a captor rests where what it captures could have gone, sooner than an opponent may begin",
        "cross-eyed ****1M1R****/****b1BN****/****2K1****/***4P1***/2c8r/9pmm/12/r3RB1n1pkr/***6***/****2n1****/"
        "****4****/****b3**** b",
        "1000 -c8/1680 +b5/2439 -b5/3651 +d5/3795 -e5/4145 -d5/5782 +b5",
        "c8-b5 e5xb5",
    ),
    (
        "the piece to be captured is lifted again, closing one beside where it could have gone",
        "kings-crossing:alternate+stealth MK4mm/M2M2km/MM3m1m/MM4mm w - - 0",
        "1000 -d3/1742 +f3/2449 +e3/2499 -f3/2699 -e3/3030 +f3/3458 -g3/4988 +e3/5377 -f3",
        "d3-f3 g3xe3",
    ),
    (
        "what is to be captured rests where it could have gone, for no longer than in passing",
        "cross-eyed ****RM2****/****C1BR****/****1P1P****/***n3P1***/r3P4p1r/k2B5pbm/mbp6pbk/rc1p5pnr/***6***/"
        "****PPPP****/****NBBC****/****RKMR**** b",
        "1000 -b6/3727 +c5/7191 -e3/9281 +e4/9496 -e4/10771 -c5/13109 +e3",
        "b6xe3",
    ),
    (
        "a piece put straight, and another that jumps from beside",
        "charing-cross 3R1R2/8/N7/7n/N6n/8/2r5/4r3 b -",
        "1000 -h4/1174 +h4/1331 +h6/1368 -h5/1581 -h6/2188 +g4",
        "h5-g4",
    ),
    (
        "it looks put back as it captures: the squares beside closed by one piece",
        "cross-eyed ****RMBR****/****3N****/****1bPP****/***6***/1rP6p1r/kn1p5p1m/m3R5bk/8pp1r/***3P2***/****1PPP****/"
        "****3R****/****1KMB**** b",
        "1000 -d7/1449 +d8/2143 -d8/3360 -c8/4780 +d7/4791 +c8/5030 -d7",
        "d7xc8",
    ),
    (
        "what ends the trouble is the piece to be captured, another pushed onto it",
        "cross-eyed ****RMKR****/****CBBN****/****PPbP****/***6***/r1p5p1cr/kbp5p1bm/mnp8k/1r1p5pBr/***1cPP1P***/"
        "****C2B****/****N3****/****RKMR**** w",
        "1000 -l6/5658 +k6/5908 -k5/8189 -k6/9608 +k5/9849 +l6/9858 -k5",
        "k5xl6",
    ),
    (
        "the same, its captor put back at that moment",
        "cross-eyed ****RMKR****/****1B1N****/****PPP1****/***4PB***/rnpC5pcr/kbp6p1m/mbp5p1bk/rc7pnr/***p3b1***/"
        "****PPPP****/****1BB1****/****RKMR**** b",
        "1000 -c7/2727 -d8/9316 +d7/11947 -d7/15284 +c7/15284 +d8/15534 -c7",
        "c7xd8",
    ),
    (
        "what is captured was put back and lifted again while the captor rested",
        "cross-eyed ****RMKR****/****1BB1****/****PP2****/***3PP1***/rnpC3b1p1r/kbp8m/mbp1p2p2bk/rc7pNr/***2P2c***/"
        "****PPP1****/****NBBC****/****RKMR**** w",
        "1000 -g9/1160 +g8/4090 -h8/4400 +h8/4952 -h8/6079 +h8/6274 -g8",
        "g9xh8",
    ),
    (
        "what is captured rests where it could have gone, the captor lifted too soon for a reply",
        "cross-eyed ****RMBR****/****C2N****/****PPP1****/***6***/r1p8r/kbpn5pkm/mbp7b1/r1p5pBnr/***1c2P1***/"
        "****PPP1****/****NB2****/****RKMR**** b",
        "1000 -i5/4494 +i4/6416 -h4/8889 +h5/9047 -i4/10795 -h5/11503 +h4",
        "i5-i4",
    ),
    (
        "a covering that was asked about, then a card off a stack where the covering one could have gone",
        "card-chess:plain tjk[kt]j1/2qq2/6/4Q1/2Q3/TJKKJT w ............ -",
        "1000 -d1/1400 +d1/1900 -c1/6000 -d6/6300 +d6/6900 +d2/9000 !ok",
        "c1+d1 d6-d2",
    ),
    (
        "the same after another covering that was asked about",
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "1000 -d2/1400 +e3/3000 -d6/3300 +d6/3800 -f6/7000 -d1/7400 +d1/7950 -c1/10500 -d6/10760 +d6/11460 +d2/13500 !ok/15000 !ok",
        "d2-e3 f6+d6 c1+d1 d6-d2",
    ),
    (
        "the reply takes the piece that has just jumped, before what that jumped over goes",
        "kings-crossing:alternate+longer+backwards 5M1m/MMM4m/1MM3mm/2K4k b - - 0",
        "1000 -h3/2874 +f3/3480 -f4/3711 +f2/4119 -g2/4425 -f2/4589 -f3/4796 +e2",
        "h3-f3 f4xf2 g2xe2",
    ),
    (
        "the same, the piece jumped over lifted before the one that jumps",
        "kings-crossing:longer MM2M1mk/MMM1m1mm/MM2m1mm/KMM2mmm b - - 1",
        "1000 -e3/1872 +d3/2350 -d3/2546 -c3/4390 +e1/4817 -e1/4983 -e2/5739 -f1/6856 +d1",
        "e3-d3 c3xe3xe1 f1xd1",
    ),
    (
        "the board's ply, a capture by the top of a stack, is left at its middle for seconds",
        "card-chess 1j[kq][kqQ]jt/[tJ]5/6/6/3Q2/TJ1KKT b brrrbbbbrbrr -",
        "# crossboard 900 seats 3 0/1975 -c6/2100 +c6/2225 -b6/2350 +b6/# crossboard 3000 leads a5xb6 e62239/"
        "4350 -a5/4550 -b6/4750 +a5/9000 +b6",
        "c6+b6 a5xb6",
    ),
    (
        "the piece that jumped is nudged while the one jumped over is put down",
        "charing-cross 8/R7/4R3/8/3nN1n1/4r2r/8/8 b -",
        "4766 -e3/5683 -d4/6259 +f2/6455 +e1/6455 -f2/7049 +f2",
        "d4xf2@e1",
    ),
    (
        "the piece jumped over goes where the jump had paused",
        "charing-cross 3R4/8/N2R1n2/1N6/7n/3r4/8/5r2 w -",
        "1000 -b5/2047 -a6/2498 +a5/2844 -a5/3017 +c4/3136 +a5",
        "a6xc4@a5",
    ),
    (
        "a covering that is asked about, and its card goes on to capture: which of the two is asked",
        "card-chess:progressive j3t1/2j3/1[tJ]2Qq/4k1/1[Tk]4/3[JQKqK]T1 w brbrbbrbbrrr -",
        "1000 -e3/1069 +e3/1692 -e3/2166 +e3/2746 -e4/3499 -e6/4015 +e6/5000 !next/5300 !ok",
        "e4xe6",
    ),
    (
        "three plies of which the third takes what the second moved, and things pass over meanwhile",
        "kings-crossing:longer M3m2k/1MM2mmm/MM1mm2m/KMM2mmm w - - 1",
        "8989 -a4/9142 +c4/9209 -c4/9214 +d4/13898 -c3/13932 -e4/14166 +d3/14224 -d3/14496 +d3/14553 +c2/14573 -d3/14960 -c1/"
        "15023 -c2/15112 -d4/15250 +d3/15431 -d3/15477 +d1/15563 -d1/15684 +c3",
        "a4-d4 e4xc4xc2 c1xc3",
    ),
    (
        "a ply put back, and another begun 180 ms later, while the opponent adjusts a piece",
        "kings-crossing:longer+stealth MK2M1m1/4M3/MM3mmk/MMMM1m1m b - - 0",
        "1000 -f2/1002 +d2/1035 +e2/1144 -e2/1212 +c2/1216 -d2/2427 +d2/2444 -c2/2492 +e2/2532 -d2/2621 +f2/2629 -e2/2811 -h1/"
        "2866 +h1/3031 -h1/3582 +h1/3733 -h1/3825 -b1/3882 +g1/4116 +b1",
        "h1-g1",
    ),
    (
        "a capture put back just when it was told, and made again at once by sliding",
        "cross-eyed ****RMKR****/****CBBN****/****PPPP****/***6***/rnp6pcr/kbp6pbm/mbp5p1bk/rc1N5pnr/***6***/****PPPP****/"
        "****RBBC****/****1KMR**** b",
        "1000 -b6/1111 -e3/1451 +e3/1871 -e3/1958 -e2/2257 +e3/2554 -e3/2899 +e3/3263 +e2/3438 -e3/3711 +e3/3937 -e2",
        "b6xe3 e2xe3",
    ),
    (
        "a trap capture that slides over the square its victim came from: not put back",
        "kings-crossing:alternate MM2m2m/M4M1m/M3m2m/1K3M1k b - - 0",
        "1000 -h2/1110 +g3/1360 -g3/1462 +g2/1528 +f2/1637 -g2/2086 +g2/2106 -f2/2307 +h2/2311 -g2/2508 -h2/2947 +f2/3106 -f3/"
        "5253 -f2/5317 -e2/5606 +g2",
        "h2-f2 f3*f2 e2xg2",
    ),
    (
        "a stack that was just covered is lifted to be captured: the covering is not turned round",
        "card-chess:plain t3[jqkQ][tT]/2k3/1Q4/6/1q1[Kj]2/T[JK]2J1 w ............ -",
        "1000 -a1/1370 -b1/1606 +a1/1893 +b1/4871 -a1/5234 -b2/5555 +a1",
        "b1+a1 b2xa1",
    ),
    (
        "one jump answers the other, each begun while the pieces of the one before go",
        "kings-crossing:longer MMM2mmk/MM3m2/MMM2mmm/KMM1mmmm w - - 0",
        "1000 -c1/1313 +d1/1901 -e1/2788 +c3/2851 -d1/3167 -c2/3180 +c1/3217 -c3/3372 -c1/3420 -b3/3698 +d3/4102 -f4/4497 +d4/"
        "4922 -c4/4991 -d4/5249 +e4",
        "c1-d1 e1xc1xc3 b3xd3 f4-d4 c4xe4",
    ),
    (
        "the same, where the piece jumped over could also have gone on",
        "kings-crossing:alternate+stealth 2K4m/M1M3mk/MM2m2m/MM3m1m b - - 0",
        "1000 -g3/1254 +d3/1758 -c3/2788 +g1/2861 -d3/3318 +e1/3352 -e2/3465 -f1/3491 -g1/3568 -e1/3607 -h1/3887 +f1/"
        "4317 -a3/4524 +b3/4949 -f1/5704 +f4",
        "g3-d3 c3xe3xe1xg1 h1xf1 a3-b3 f1-f4",
    ),
    (
        "a third ply begins while the reply's pieces are off",
        "kings-crossing:alternate+longer+backwards MMM2mmm/MMM2mmm/MM1M1mmm/KM2M1mk b - - 0",
        "1200 +e2/1297 -f2/2268 -e1/2568 +e3/2632 -e2/2948 +e2/3203 -e3/3354 +e1/3811 -d2/4147 +f2/4679 -f2/5308 -f3/6257 +d1/"
        "6320 -e1/6363 +e3/6475 -e2/6544 -e3/6679 -b2/6948 +c2/7377 -g2/7689 +e2",
        "f2-e2 d2xf2 f3xf1xd1 b2-c2 g2-e2",
    ),
    (
        "a piece from hand passes over where the last ply could have ended",
        "charing-cross 8/2RR4/7n/1N6/6n1/8/2N5/2rr4 b -",
        "1000 -d1/1143 +b1/1357 -c1/1370 -b1/1607 +e1/1867 +b1/1972 -b1/2044 +c1/2117 +d1/2242 -c1/2531 -d7/2735 +b7/"
        "3139 -c7/3458 +e8",
        "c1xe1@d1 d7xb7@e8",
    ),
    (
        "a capture given up, and its captor lifted again at once",
        "cross-eyed ****NMKR****/****RBB1****/****P1PP****/***2P3***/rnp2C1C3r/kbp6p1m/mbp4p1bbk/rcp7nr/***3PB1***/****PP2****/"
        "****N1B1****/****RKMR**** w",
        "1000 -h8/1335 +e7/1774 -j6/2092 -h4/2608 +j6/2750 +h4/2932 -j6/3299 +f10/3701 -f10/4218 -e7/5065 +f10/6624 +i6/6839 -h6",
        "h8-e7 j6-f10 e7xf10 h6-i6",
    ),
    (
        "a ply put back, and its piece rests on the way to another's capture",
        "cross-eyed ****RMKR****/****1BBN****/****PPPP****/***4c1***/rnp5p1r1/kbp6pbm/m1p5p1bk/rc2C4pnr/***3P2***/****1P1P****/"
        "****1bBC****/****RKMR**** w",
        "1000 -f2/2086 -f1/3204 +f2/4092 -k7/4273 +i9/5425 -i9/5884 -f2/6204 +g5/7029 -g5/7383 +f2/11873 -e5/13171 -f2/"
        "13285 +f2/14940 -k5/15105 +i4",
        "f1xf2 k7xf2 e5xf2 k5-i4",
    ),
    (
        "a covering before its card leaves, the reply, and that is taken",
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "1000 -d2/1100 +d2/1439 -c2/2000 -c5/2418 +b4/2859 -b4/3236 -d2/3573 +d2/3657 +b4/6165 -d6/6477 +e5/7063 -b4/7233 +b4/"
        "7506 +a4",
        "c2+d2 c5-b4 d2xb4 d6-e5 b4-a4",
    ),
    (
        "a piece put straight by the other hand, which could have jumped over the one that moves",
        "kings-crossing:alternate+backwards MM4m1/MM2m1mm/K1m4m/6mk b - - 3",
        "1000 -e3/1035 -b3/1229 +c3/1286 +d3/1330 -c3/1606 +b3/2183 -b3/2504 +b1",
        "e3-d3 b3-b1",
    ),
    (
        "which card covered the other is answered after the reply has come",
        "card-chess:progressive 2kt1k/jqtjq1/6/6/JQTTK1/[JQ]2K2 b rbrbrbbrbrbr -",
        "1000 -d5/1162 -b5/1417 +d5/2924 -d2/3272 -d1/3360 +d1/3899 -d1/4431 +d2/4654 -d2/5116 -a5/5437 +d2/8433 !ok/"
        "8663 -b2/9591 +b3",
        "b5+d5 d1+d2 a5xd2 b2-b3",
    ),
    (
        "a piece from hand is final, then held for three seconds and a half before it jumps",
        "charing-cross 3R4/3R4/8/N6n/7n/1r6/8/5r2 w Nw",
        "1000 +a4/2110 -a4/5740 +a6/6440 -a5",
        "@a4 a4xa6",
    ),
    (
        "a captor taps down where the captured piece could have gone, and is lifted again: no reply",
        "cross-eyed ****RMKR****/****CBBN****/****PPPP****/***6***/rnp6pcr/kbp6pbm/mbp6pbk/rc7pnr/***P5***/****1PPP****/****1BBC"
        "****/****RMKR**** b",
        "1000 -b6/1430 -d4/1549 +c5/1859 -c5/1999 +c5/2194 -c5/2665 +d4/3365 -f3/4000 +f4",
        "b6xd4 f3-f4",
    ),
    (
        "a piece rests and then captures elsewhere, and the opponent's goes where it had rested: which ply it was is asked",
        "cross-eyed ****RMKR****/****CBBN****/****PPPP****/***6***/r1p6p1r/kbpn3c1pbm/mbp6pBk/rcp8r/***2P1n1***/****P1P1"
        "****/****NB1C****/****RKMR**** w",
        "1000 -k6/1106 +i4/2436 -i4/2662 -l5/2850 +l5/3262 -h7/3710 +i4/5500 !next/6000 !ok",
        "k6xl5 h7-i4",
    ),
]


def traced(row: tuple[str, str, str, str]) -> Trace:
    lines = row[2].replace("/", "\n")
    return parse_trace(f"# crossboard-trace 1\n# position {row[1]}\n{lines}\n", row[0])


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_ply_that_was_played(row: tuple[str, str, str, str]) -> None:
    trace = traced(row)
    assert moves_text(infer_here(trace), trace).split("\n")[:-3] == row[3].split()


@pytest.mark.soak
def test_the_firmware_on_micropython_reads_the_same(micropython: Callable[..., str]) -> None:
    del micropython
    traces = [traced(row) for row in ROWS]
    for row, trace, inference in zip(ROWS, traces, infer_all(traces, "micropython"), strict=True):
        assert moves_text(inference, trace).split("\n")[:-3] == row[3].split(), row[0]
