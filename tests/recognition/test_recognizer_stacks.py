"""The recognizer where stacks are lifted and noise falls on other squares: games that were once misread, cut down."""

from __future__ import annotations

import pytest

from tests.support.stories import story

PAIR = "card-chess:plain tjk[kt]j1/2qq2/6/4Q1/2Q3/TJKKJT w ............ -"

# What happened, the position, the edges, and the plies and questions that must come of it.
MISREAD = [
    (
        "a card stands for seconds where it was told, covers a stack then, and is replied to: told unasked",
        "card-chess:plain [TQ]1k[kt]2/6/3[jK]1K/3q2/[tTjJ]5/3q[JQ]1 w ............ -",
        "1205 -d4/1804 +d4/2169 +e4/5424 -e4/5917 -d3/6232 +d3/6682 -d4/7369 +e5",
        ["ply d4-e4", "ask"],
    ),
    (
        "a covering, its stack nudged again and again, and the opponent's card covers the same: asked, not taken back",
        "card-chess 6/2[kQkt]3/6/3[JqQj]1[tK]/6/[JjTqT]2K2 w rbrbrbbrbrbr -",
        "1536 -a1/1635 -d1/1872 +d1/1944 +a1/2947 -d1/3076 +d1/3854 -d1/3959 +d1/4936 -d1/5041 +d1/6231 -d1/6297 +d1/"
        "8842 -d1/9174 +d1/10411 -d1/10642 -a1/11556 +a1/14021 +d1/16000 !ok/20000 !ok",
        ["ply a1+d1", "ask", "ask", "ply a1xd1"],
    ),
    (
        "a queen just placed is covered from a stack: lifted first, while a shadow falls on another square",
        "card-chess:plain tj[kt]kj1/6/1Q2J1/5q/2Q2[Tq]/TKK1J1 w ............ -",
        "1000 -c2\n1400 +d2\n3700 -d2\n4100 -f2\n4700 +f2\n4700 +b3\n4700 +a3\n4800 -a3\n4910 -b3\n5010 +d2",
        ["ply c2-d2", "ply f2xd2"],
    ),
    (
        "the same, and the covering card passes over four squares",
        "card-chess:plain t[jt]1k2/T2[qk]2/2j3/6/[Qq]2Q2/1[JT]K1[JK]1 b ............ -",
        "1000 -b6\n1590 +b6\n1750 +b2\n2400 -b2\n2700 -b1\n3275 +b1\n3275 +b4\n3340 -b4\n3375 +b3\n3375 +c3\n3470 -c3\n3545 -b3\n"
        "3580 +d4\n3580 +e4\n3615 -d4\n3630 +a1\n3745 -e4\n3805 -a1\n3990 +b2",
        ["ply b6-b2", "ply b1xb2"],
    ),
    (
        "a blunder with a stack, put right, is not taken for a part of the next ply",
        "card-chess:progressive 2[kk]1j1/[jq]2tt1/5q/6/1[JT]1[JK]T1/Q[KQ]4 w rbrbrbbrbrbr -",
        "1000 -d2\n1260 +e3\n1700 +d2\n3100 -e2\n3470 +c2\n5400 -c2\n5620 +e2\n7000 -e3\n7460 -f4\n7800 +f4\n8030 -f4\n"
        "8375 +c5\n8480 -c5\n8730 +e3",
        ["ply d2-e3", "refused e2 c2 not-your-piece", "ply f4xe3"],
    ),
    (
        "two stacks side by side, both lifted and put back: which card went is asked, shadow or not",
        "card-chess tj[kkt]1j1/2[qq]3/6/2Q3/3Q2/1JKK[JT]T b rbrbrbbrbrbr -",
        "1000 -c5\n1580 -c6\n2180 +c6\n2370 +c5\n2370 +b5\n2590 -b5",
        ["ask"],
    ),
    (
        "a covering that is asked about, and the opponent's card goes where the covering one could have gone, too: it may have; OK",
        PAIR,
        "1000 -d1\n1400 +d1\n1900 -c1\n6000 -d6\n6300 +d6\n6900 +d2\n9000 !ok",
        ["ask", "ask", "ply c1+d1", "ply d6-d2"],
    ),
    (
        "the same, the rest of the stack put back last",
        PAIR,
        "1000 -d1\n1400 +d1\n1900 -c1\n6000 -d6\n6400 +d2\n6900 +d6\n9000 !ok",
        ["ask", "ask", "ply c1+d1", "ply d6-d2"],
    ),
    (
        "the same, the card held for long",
        PAIR,
        "1000 -d1\n1400 +d1\n1900 -c1\n6000 -d6\n6300 +d6\n11900 +d2\n14000 !ok",
        ["ask", "ask", "ply c1+d1", "ply d6-d2"],
    ),
    (
        "the same after another covering that is asked about: both are answered",
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "1000 -d2/1400 +e3/3000 -d6/3300 +d6/3800 -f6/7000 -d1/7400 +d1/7950 -c1/10500 -d6/10760 +d6/11460 +d2/13500 !ok/"
        "15000 !ok",
        ["ply d2-e3", "ask", "ply f6+d6", "ask", "ask", "ply c1+d1", "ply d6-d2"],
    ),
    (
        "the same by the second side, the opponent's card under way for longer than a stack needs to stand",
        "card-chess:plain 1tkkj1/1[QQ]4/6/4tq/1j[JK][JT]1q/1T1K2 b ............ -",
        "1000 -c6\n1145 +c6\n1556 -f3\n7163 -b5\n7509 +f1\n7590 +b5\n9000 !ok",
        ["ask", "ask", "ply f3+c6", "ply b5-f1"],
    ),
    (
        "the same with one more stack put straight, which proves nothing against the reply: the question is answered",
        PAIR,
        "1000 -d1\n1400 +d1\n1700 -e1\n1900 +e1\n2200 -c1\n6000 -d6\n6300 +d6\n6900 +d2\n9000 !ok",
        ["ask", "ask", "ply c1+d1", "ply d6-d2"],
    ),
    (
        "a covering that is asked about and was none: the card goes elsewhere, and the opponent touches nothing",
        PAIR,
        "1000 -d1\n1400 +d1\n1900 -c1\n6000 +d2",
        ["ask", "ply c1-d2"],
    ),
    (
        "the same, and the opponent lifts a card that can't go there, but may rest there: asked anew, with that answer, too",
        PAIR,
        "1000 -d1\n1400 +d1\n1900 -c1\n6000 -a6\n6300 +a6\n7900 +d2\n9500 !next\n9900 !ok",
        ["ask", "ply c1-d2"],
    ),
    (
        "a card is lifted beside a stack just put back, and what it captures is off the board for seconds: asked",
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "1000 -f1/1036 -d1/2610 +e2/5021 -e2/5495 +d1/9013 -d1/10137 +f1/11269 +d1/11463 -d2/12492 -d5/15635 +d5",
        ["ply d1-e2", "ask", "ask", "ask"],
    ),
    (
        "the card that moved last is lifted off to be captured, and could have covered a stack before",
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "1000 -c2/1144 -c5/1498 +c5/1925 -c5/2465 +b4/5041 -b4/5822 +c5/6223 -d6/6528 +d6/6704 -d5/6994 +f5/8681 -f5/"
        "9222 -b1/9638 +f5",
        ["ply c2xc5", "refused c5 b4 covered", "ply d5-f5", "ply b1xf5"],
    ),
    (
        "two stacks lifted as for a covering, the one three times; and then put back: asked; BACK",
        "card-chess [tQ]1[kk]1[jq]t/2q3/6/4j1/3[QK]2/TJ1[KT]J1 b rbrbrbbrbrbr -",
        "1000 -c5/1035 -c6/2018 +c6/2816 +c5/"
        "5354 -e1/5557 -d2/5866 +e1/6097 -e1/6175 +e1/6464 -e1/6611 +e1/6819 +d2/"
        "10321 -e1/10543 -d2/11233 +e2/12002 -e2/12157 +f1/12174 +e1/12299 +d2/12368 -f1/14500 !back",
        ["ply c5+c6", "ask", "takeback c5+c6", "ply c6+c5", "ask", "ask"],
    ),
    (
        "a card changes its mind between two stacks, and the opponent replies: all answers stay",
        "card-chess:progressive 1j4/1[jq]2[ktkt]1/6/6/K[QJT]2[Qq]T/3[JK]2 b brbrrbbrbrbr -",
        "1000 -b5/1070 +b5/1140 -b6/1240 +b6/1360 -b6/1362 -e5/1570 +e5/1740 +b6/2590 -a2/2635 -b2/2705 +b2/4500 !next/5000 !ok",
        ["ask", "ask", "ply b5+e5", "ply a2+b2"],
    ),
    (
        "a stack nudged three seconds before does not go where another card was put back; one put right may be covered: asked",
        "card-chess 1[jtt]kq2/3T2/2qk2/2K3/1QJ2J/1j[TQ]K2 w bbbrrrbbrrbr -",
        "1000 -c3/1800 -b2/1820 +c3/2620 -c3/2720 +c3/3320 -c6/3720 +d3/4520 -d3/4720 +c6/4920 -d4/5120 +d3/5920 -d3/"
        "6120 +d4/6920 -b6/7720 +b6/8320 +b2",
        ["ply b2+c3", "refused c6 d3 no-such-move", "ply d4-d3", "takeback d4-d3", "ask", "ply b6-b2"],
    ),
    (
        "a card covers a stack while another, touched before, is straightened",
        "card-chess:plain+progressive 1[tk]2qt/j1qk2/1Jj1T1/2T3/K1[QKQ]J2/6 b ............ -",
        "1000 -b6/1400 +b6/1600 -c5/1800 -d5/2000 -b6/2100 +c5/2109 +b6",
        ["ask"],
    ),
    (
        "the same two stacks a second and, at once, a third time: asked before that, and OK",
        "card-chess k3j1/4[tkT]1/6/[Kjq]5/2T2J/3[JKQ]1[tQq] b rrrrbrbbbbbr -",
        "1000 -f1/1307 +f1/1428 -f2/1749 +f2/2588 -f1/2914 -f2/3397 +f2/4078 +f1/4530 -f2/5061 -f1/5455 +f2/"
        "7000 !ok/8000 !ok/9000 !ok",
        ["ply f1xf2", "ask", "ply f1xf2", "ply f1xf2"],
    ),
    (
        "a covering in an odd order, and four plies at a pace that leaves no time to answer: the first proves it",
        "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
        "1000 -d2/1400 +d2/2000 -c2/3000 -a6/3200 +a4/3610 -f1/3800 +f4/4210 -f6/4400 +f5/4810 -e1/5000 +f2",
        ["ply c2+d2", "ply a6-a4", "ply f1-f4", "ply f6-f5", "ply e1-f2"],
    ),
    (
        "the second of four more plies answers a question: all are told",
        "card-chess:plain 1jkk2/2qq1t/6/6/2[jtQ]Q2/TJKKJT w ............ -",
        "1000 -c2/1300 +c2/2300 -c5/2700 +c5/3150 -c2/3450 +c2/4050 +c3/5000 -f1/5300 +f3/6200 -f5/6500 +f4/"
        "7400 -a1/7700 +a3",
        ["ask", "ask", "ply c2xc5", "ply c2-c3", "ply f1-f3", "ply f5-f4", "ply a1-a3"],
    ),
    (
        "a card from hand is put elsewhere and taken off after BACK: all stands as it should, and the next one is asked about",
        "card-chess:plain+progressive 6/6/6/6/6/6 w ............ KKQQJJTTkkqqjjtt",
        "1000 +d1/2000 -d1/3000 +e1/7000 !back/9000 -e1/20000 +e1/22000 !ok",
        ["ask", "ask", "refused e1 e1 withdrawn", "ask", "ply K@e1"],
    ),
    (
        "a card rests for a second where it may stand, while what it will capture is in the hand: no red: asked",
        "card-chess:plain 1jkk2/2qq1t/6/6/2[jtQ]Q2/TJKKJT w ............ -",
        "1000 -c2/1300 +c2/2500 -c5/2700 +c4/3900 -c4/4300 +c5",
        ["refused c5 c4 not-your-piece", "ask"],
    ),
    (
        "a covering put back, the next two plies played at once: OK, and they stand",
        "card-chess:plain 1jkk2/2qq1t/6/6/2[jtQ]Q2/TJKKJT w ............ -",
        "1000 -c2/1300 +c2/1600 -c5/2000 +c5/3500 -c5/3700 -c2/4100 +c2/4400 +c5/4700 -a1/5000 +a3/5900 -f5/6200 +f4/"
        "7000 !ok",
        ["ply c2xc5", "ask", "takeback c2xc5", "ply a1-a3", "ply f5-f4"],
    ),
    (
        "a covering is asked about while the reply to it is played: OK, and that stands too",
        "card-chess:plain+progressive 2t3/5j/[QK]j2[tk][kK]/6/[TQ]3[Jq]1/5[JqT] w ............ -",
        "1000 -f5/1455 -f4/1643 +f4/2090 +f5/2595 -f4/2633 -f5/3975 +f5/4658 -f5/4825 -f1/4951 +f5/5509 +f1/7179 !ok",
        ["ply f4xf5", "ply f4xf5", "ply f1xf5"],
    ),
    (
        "the last covering is not taken for one the other way round while the reply is under way",
        "card-chess:plain+progressive 2k[qT]2/2[qt]3/j3[KQKJ]k/6/1[QJT]1[tj]2/6 b ............ -",
        "1000 -c5/1630 -c6/1730 +c6/1839 +c5/5974 -c6/6506 -e4/6896 +e4/7301 +c6",
        ["ply c5+c6", "ply e4xc6"],
    ),
    (
        "whether two stacks were straightened is asked while one of them is played: that is one answer more",
        "card-chess:plain [tT]2k2/3[qjk]2/4J1/4[jqQ]1/2[QK]3/4[JK][Tt] w ............ -",
        "1000 -e3/1888 +e3/3477 -e1/4432 +e1/5750 -f1/6144 -e1/6637 +e1/7119 +f1/8588 !next/9000 !ok",
        ["ask", "ask", "ask", "ply e1xf1"],
    ),
    (
        "a stack is straightened, a card that may have covered it is lifted, and then covers it indeed: the reply is read: asked",
        "card-chess Q[jt]q3/3k2/1[Qq]k3/5j/t1K3/1JK1[JTT]1 w brrbbrrrrbbb -",
        "1058 -b1/2080 +b1/4526 -c2/4823 +b2/5391 -b2/5621 +c2/7261 -c1/8411 -b1/9791 +b1/10496 -b6/10855 -c6/"
        "11153 +c6/11329 +b6/11994 -e1/12222 +e1/12734 +e3",
        ["ply c2-b2", "takeback c2-b2", "ply c1+b1", "ply b6+c6", "ply e1-e3"],
    ),
    (
        "a reply to either answer of a question proves neither",
        "card-chess:plain 1j[kk]1[jt][tT]/q1Q3/6/3q2/3[QJK]2/1[JK]3T b ............ -",
        "1000 -d2/2051 +d2/2587 -d3/7146 -f1/8695 +f1/10082 -c5/10786 +f2/14000 !ok",
        ["ask", "ask", "ply d3xd2", "ply c5-f2"],
    ),
    (
        "a covering is put back at once, before it is final: asked, not taken for the reply",
        "card-chess:plain+progressive tj4/1[kQjt]2[qk]1/6/6/4[KTq][JKT]/1[QJ]4 b ............ -",
        "3000 -f2/3004 +f2/3005 -f2/3452 -e2/3454 +e2/3455 -e2/3582 +e2/3586 -e2/3587 +e2/3804 +f2/4116 -f2/4226 -e2/43"
        "56 +f2/4742 +e2/4745 -e2/4748 +e2",
        ["ask"],
    ),
    (
        "a question about three answers stays open while the opponent replies",
        "card-chess [tt]jk[kq]j1/2q3/6/6/2[QJ]2Q/T1[KK]1JT b rbbrbrbrrbrb -",
        "1000 -a6/1150 -e6/1250 +e6/1450 +a6/2150 -c6/2250 -e6/2650 +c6/2850 +e6/3350 -a1/3400 -c1/3550 +c1/4657 !ok",
        ["ply a6+e6", "ask", "takeback a6+e6", "ply a6+c6", "ply a1+c1"],
    ),
    (
        "where stacks were straightened a reply comes, and its piece is lifted again: asked, the second answer",
        "card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbbrrbbrbr -",
        "1000 -a1/1578 +a5/1912 -a5/3019 +a1/3308 -b1/3423 +b1/3881 -a6/4271 -a1/4618 +a5/5001 -a5/5646 +a6/6951 !next/7500 !ok",
        ["ply a1-a5", "takeback a1-a5", "ask", "ask", "ply a1xa6"],
    ),
    (
        "a covering put back, and another card from the same stack at once",
        "card-chess:plain+progressive 3[tt]2/1k1[qjj]2/[Qk]5/2[Jq]3/1T4/2T[QKJK]2 w ............ -",
        "1000 -c1/1113 -d1/1223 +a1/1741 -a1/2153 +d1/2412 -d1/2573 +d1/3061 +c1/3458 -c1/3718 +c2/4302 -d5/5374 +b3/"
        "5526 +d5/5889 -c2/6797 -c3/6967 +c3",
        ["ply c1+d1", "ask", "takeback c1+d1", "ply c1-c2", "ply d5-b3", "ply c2xc3"],
    ),
    (
        "which stack covers the other is answered while the reply to it is under way: asked",
        "card-chess:plain 3k[jt]t/1k[qjQq]3/6/6/3Q2/1[JT][KK]1[JT]1 b ............ -",
        "1000 -c5/1343 +c5/2402 -d6/2884 +d6/3311 -d6/3496 -c5/3626 +c5/4341 +d6/4793 -e1/5016 -e6/5174 +e1/5291 +e6/"
        "5526 -e1/5783 +e1/6742 !ok",
        ["ask", "ply d6+c5", "ask", "ask", "takeback d6+c5", "ply c5+d6", "ask"],
    ),
    (
        "a card goes its way and back before it is final, and then another covers a stack: asked",
        "card-chess:plain 1jkk[jt][tJ]/[qq]5/4Q1/3J2/3[QK]2/[TT]1K3 b ............ -",
        "1000 -e6/1375 +e6/1614 -e6/2450 +e6/3628 +a6/3896 -a6/4243 +c4/4279 -c4/4567 +c3/4762 -c3/5208 -e6/5520 +e2/"
        "5715 -e2/5832 +e3/5946 -e3/6468 +e5/6656 -e5/6816 +e6/7893 -a5/9756 +a5/10083 -b6/10839 +b6",
        ["ask"],
    ),
    (
        "whether a covering was put back is asked as another is made; the second answer",
        "card-chess 1j[ktkq]1t1/6/2Q3/6/6/1[JTjQq]K[KT]J1 b rbbbbrrbrbrr -",
        "1000 -e6/1323 +e6/2174 -c1/2843 -b1/5609 +b1/6699 +a2/7113 -a2/8438 +c1/8871 -c1/9998 -b1/12354 +c1/14456 +b1/"
        "14646 -b6/16745 -e6/16775 +d6/16964 -d6/18546 +b6/18743 -b1/20385 +b1/22500 !next/23500 !ok",
        ["ply b1xc1", "ply b1xc1", "ply e6+b6"],
    ),
    (
        "a question about what is told goes as the reply begins: both are told once, and stand",
        "card-chess tQ1[kt]2/[jJT][qk]2q[jJ]/K5/6/1Q2K1/5T w rrrbrbbbrrbb -",
        "1000 -d6/1230 -b6/1833 +d6/2413 -d6/2702 +d6/4036 -a6/4731 -b5/5872 +a6/6026 +b5",
        ["ply b6xd6", "ply b5+a6"],
    ),
    (
        "a covering put back from stack to stack, and one of its cards moves at once: whether it was played is asked; BACK",
        "card-chess:plain+progressive [kJ]2j2/t2[jJk]1q/6/4QT/6/1K[TQqK]t2 w ............ -",
        "1000 -c1/1194 -d1/1480 +d1/1607 +c1/1710 -d1/1852 +d1/2987 -c1/3116 +c1/3432 -c1/3929 +c1/3943 +b2/6000 !back",
        ["ply c1xd1", "ask", "takeback c1xd1", "refused c1 b2 withdrawn"],
    ),
    (
        "a covering, its stack put straight, and at once a card from where it came from: whether it was played is asked; OK",
        "card-chess 2k1[jQt]t/1Qq3/1k4/3q2/5j/1J[KT]K[JT]1 b rbrbrbbrbrbr -",
        "1000 -e6/1478 -c6/1678 +c6/2080 +e6/2683 -c6/2989 +c6/4067 -e6/4160 +e4/4671 +e6/7032 !ok",
        ["ply e6+c6", "ask", "ply e6-e4"],
    ),
    (
        "a covering is put back as soon as it is final, or its stacks are played again: asked; BACK",
        "card-chess 1jk[kqQ]jt/6/2q3/6/4K1/1J[KTtQ]1[JT]1 w brbrrbrbbrrb -",
        "1000 -c1/1071 -b1/1355 +b1/1360 +c1/1885 -b1/2064 -c1/2165 +c1/2253 +b1/2927 !back",
        ["ply c1+b1", "ply c1xb1"],
    ),
    (
        "the same, both stacks off at once: asked; OK, and they were played again",
        "card-chess:plain 1J2[jttqJ]1/2[jQq]2k/2k3/6/6/[TQTK]3K1 b ............ -",
        "1000 -c5/1007 -c4/1350 +c4/1608 +c5/1981 -c4/1999 -c5/2093 +c5/2150 +c4/3191 !ok",
        ["ply c5+c4", "ply c5xc4"],
    ),
    (
        "a covering is put back before it is final, or the stacks cover each other the other way round: asked; BACK",
        "card-chess 1[jtt]k[kQ]1T/[qT]5/j5/6/2[QqK]2J/1J1K2 b rbbrrbrbbrbr -",
        "1000 -c6/1292 +b5/1454 -b6/1892 -b5/2746 +b6/3008 -b6/3092 +b6/3182 +c6/5000 !back",
        ["ask"],
    ),
    (
        "what is played while it is asked whether a covering was put back proves nothing; BACK",
        "card-chess:plain tk2[jTQ]1/2[qkQ]3/1t4/6/2[KJ]2q/4[JjK]T w ............ -",
        "1000 -e1/1793 -f1/2013 +e1/2056 +f1/2175 -e1/2357 +e1/2552 -f1/3627 +f1/3957 -e1/4181 +e1/6907 -e1/7429 +d2/"
        "7678 +e1/9000 !back",
        ["ask", "ask", "refused e1 f1 withdrawn"],
    ),
    (
        "a card off a stack is put back and goes the same way again, or the opponent captures it from there: asked",
        "card-chess:plain t3j1/q1k[qQk]2/6/1T2[jKt]1/2Q2J/1J1K1T b ............ -",
        "1000 -e3/1101 +e3/1155 +f3/1277 -e3/1307 +e3/1797 -f3/2013 -e3/2440 +e3/2600 -e3/2871 +f3/3092 +e3",
        ["ply e3-f3", "ask"],
    ),
    (
        "a capture from a stack is put back and made again at once: it stands",
        "card-chess [ttq][jk]4/3[qk]1[Jj]/4Q1/6/3[QJ]1T/3[KTK]2 b rbrbrbbrbrbr -",
        "1010 -d5/1246 +d5/1579 -e4/2176 +e4/2559 -e4/4204 -d5/4772 +e4/5250 +d5/5501 -d5/6484 +d5/6752 -e4/6998 +e4",
        ["ply d5xe4"],
    ),
    (
        "two cards are off the board for seconds, more are lifted, and a ply was put back",
        "card-chess:plain 2[kq]k[jQt]t/5T/4J1/3T[qj]1/3[QJ]K1/3K2 b ............ -",
        "1355 +b6/1513 -e6/2562 -c6/2921 +a6/3462 -a6/4308 +c6/4645 -f6/9361 -c6/9609 -d6/10832 +c6",
        ["refused - - unexplained"],
    ),
    (
        "a stack put straight and covered; another card is adjusted, and one more lifted before it is asked: it is asked",
        "card-chess:plain 3[kk]1[tT]/[tT]1j3/2jqJ1/3[Qq]2/2Q3/3K[JK]1 b ............ -",
        "1000 -d3/2306 +d3/2926 -d4/3507 -e4/5120 +e4/5347 -f6/5711 +f6/5986 -d6/6231 +d6/6900 !ok",
        ["ask", "ply d4+d3", "ply f6xd6"],
    ),
    (
        "the same, another card adjusted a little later: asked",
        "card-chess:plain 3[kk]1[tT]/[tT]1j3/2jqJ1/3[Qq]2/2Q3/3K[JK]1 b ............ -",
        "1000 -d3/2306 +d3/2926 -d4/4007 -e4/5620 +e4/5847 -f6/6211 +f6/6486 -d6/6731 +d6/7500 !ok",
        ["ask", "ask", "ply d4+d3", "ply f6xd6"],
    ),
    (
        "a stack put straight and covered; a card that could have gone there is adjusted, and the reply: the question stays",
        "card-chess tj2j1/2[qkk]q2/3T1t/6/2Q3/1J1[KKQ]JT w rbrbrbbrbrbr -",
        "1000 -f4/1700 +f4/2940 -f1/3552 -d1/4216 +d1/4370 -e6/4882 +e6/5392 -e6/5576 +f5",
        ["ask"],
    ),
    (
        "a covering put back, and its card lifted again to cover the stack, which is not lifted: taken back, until it stands",
        "card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbrbbrbrbr -",
        "1000 -e1/1305 -d2/1603 +d2/2390 +e1/2955 -e1/5000 !ok",
        ["ply e1+d2", "takeback e1+d2", "ply e1+d2"],
    ),
    (
        "the stacks of a covering put straight and answered for, and then it is put back all the same: asked again",
        "card-chess:plain 1[jkJ]qk1[tt]/5[jQ]/q3Q1/2K3/6/1J1K1[TT] b ............ -",
        "1000 -f6/1208 +f6/1540 -d6/1890 +d6/4461 -d6/4739 +d6/5404 -f6/5744 +f6/7254 !ok/9985 -d6/10174 +d6/10412 -f6/"
        "11243 +f6/14000 !back",
        ["ply f6+d6", "ask", "ask", "takeback f6+d6"],
    ),
    (
        "a stack lifted twice before it is covered from the other: asked, and then whether it was the reply, too",
        "card-chess 1jt[kt]k1/6/2[jq]3/6/2[QqQ]3/1J[KK]1[JT]T w rbrbrbbrbrbr -",
        "1000 -b1/1132 +c5/4872 -c5/5700 +b1/6163 -c2/6788 +c2/7120 -c2/7695 +c2/7758 -b1/8656 +b1/12001 !ok/13000 !back",
        ["refused b1 c5 no-such-move", "ask", "ply c2+b1", "ask"],
    ),
    (
        "a covering is asked about, and before OK the opponent covers the same stack from the same one: asked, too",
        "card-chess:plain [ttT]jk1jT/3[qQk]2/6/6/4K1/1J[KqQ]1J1 b ............ -",
        "1097 -d5/1470 +d5/2404 -c6/2878 +c6/4394 -d5/4846 +d5/5233 -c6/5463 +c6/10876 !ok/11640 !ok",
        ["ask", "ply d5+c6", "ask", "ply d5xc6"],
    ),
    (
        "what is to be covered was lifted before OK, and the card leaves after it: asked",
        "card-chess:plain 1[jk]k2t/4[Qq]1/6/t5/2K1[Qq]1/1[JTj]1[KT]J1 w ............ -",
        "1182 -d1/1336 +d1/6276 +d6/7176 -d6/7486 +d6/7841 !ok/8256 -e5/8961 +e5/10344 !ok",
        ["ask", "ply d1-d6", "ask", "ply e5xd6"],
    ),
    (
        "what passed over a square in the opponent's ply is not what covers its card, which is but nudged",
        "card-chess ttkj[jk]1/2qq2/6/6/3T2/T[JQ]KKJQ b rbrbrbbrbrbr -",
        "1000 -b1/2624 +b1/2761 -d5/2956 +e5/3173 -e5/4728 +f5/5197 -f5/5350 +f5",
        ["ply d5-f5"],
    ),
    (
        "a covering asked about while it is being put back, which goes on until BACK is pressed: not told then",
        "card-chess:plain+progressive 1[kj]3[tq]/3k2/5t/4[TjT]1/5J/[JQ][qKQ]K3 b ............ -",
        "1000 -b6/4195 +b6/5434 -e3/5464 +c5/5593 -c5/5632 +d4/5677 -d4/5831 +e3/6525 -e3/7619 -b6/10396 +e3/10871 +b6/"
        "11637 !back/15000 !back",
        ["ask"],
    ),
    (
        "a covering put back, asked about, and made again before BACK is pressed: asked about again",
        "card-chess:plain 1[jkJ]qk1[tt]/5[jQ]/q3Q1/2K3/6/1J1K1[TT] b ............ -",
        "1000 -f6/1208 +f6/1540 -d6/1890 +d6/2142 -d6/2439 +d6/2804 -f6/3144 +f6/4562 -f6/4904 +f6/5294 -d6/5594 +d6/8254 !back/"
        "10000 !ok",
        ["ply f6+d6", "ask", "takeback f6+d6"],
    ),
    (
        "a piece that was told is captured, which leaves the board first: both plies stand",
        "card-chess 1[jtk]1kjt/6/2q3/2[Kq]2J/2[QQ]3/2TKJT w rrbrbrbrrbbb -",
        "1802 -e1/2030 +d2/3075 -d2/3223 -c3/3818 +c3/4339 +c5/5794 -c5/6307 +d2",
        ["ply e1-d2", "takeback e1-d2", "ply e1xc3", "takeback e1xc3", "ply e1-d2", "ply c3xd2"],
    ),
    (
        "a covering, the reply's stack put back before its card leaves, a third ply begun meanwhile: all told, once answered",
        "card-chess tjkkjt/2qq2/4Q1/6/3Q2/TJKKJT b rbbrrbbrbrbr -",
        "1000 -c5/1377 -d6/1808 +c5/2220 -c1/2339 +c1/2450 -d2/3038 -c5/3350 +c5/3761 -d5/4382 -e4/4653 +d3/5908 +d5/"
        "6117 -e6/9000 !ok/10000 !ok",
        ["ply d6+c5", "ply d2+c1", "ply d5+c5", "ply e4-d3", "ply e6-d5"],
    ),
    (
        "plies tried one after the other without a rest: what passed over before does not count against the last",
        "card-chess t1kkj1/2q1q1/3[jQ]2/3J2/4Q1/T1KKJ[Tt] b rrrbrbbbrrbb -",
        "896 -c5/1105 +c5/2000 -e5/2165 -c5/2501 +e5/2675 -e5/2815 +e5/3991 -e5/4822 +e5/5080 +c5/5496 -f1/5859 +f1/5962 +f3/"
        "6288 -f3/6648 +f2/6675 +f3/6680 -f2/6695 -f3/6709 +e4/6737 -e4/6747 +f4/7216 -f4/7648 -f1/7764 +f1/8656 -f1/8992 +f1/"
        "9057 +f3/9091 -f3/9190 +f4/9436 -f4/9582 +f4/10329 -f4/10566 -f1/10727 +f1/12353 -d4/12491 -c5/12654 +d4",
        ["ply c5+e5", "takeback c5+e5", "ply f1-f3", "takeback f1-f3", "ply f1-f4", "takeback f1-f4", "ply c5xd4"],
    ),
    (
        "a stack in the other hand, put back just after the ply whose piece it could have been: waited for: asked",
        "card-chess 1j[kqqQk]3/6/2j3/2[Qt]3/3J2/[TK]JK2[Tt] w bbrrrbbbrrbr -",
        "1000 -d2\n2266 +e3\n2673 -c6\n2770 +c6\n2899 -c4\n2966 +d5\n3725 +c4",
        ["ply d2-e3", "ply c4-d5", "takeback c4-d5", "ply c6-d5"],
    ),
    (
        "a piece from hand taken off, and one that passes over the same square on its way elsewhere: asked which it is",
        "card-chess:progressive k3kq/1tj3/6/6/2QQJT/1K4 w rbbrrrbbrrbb KJTqjt",
        "1000 +b2\n2066 !ok\n2178 -b2\n2587 +b3\n2842 -b3\n2911 +b2\n3080 -b2\n3098 +a2",
        ["ask", "ply K@b2", "takeback K@b2", "ask"],
    ),
    (
        "a stack put straight in its owner's ply, another after the opponent's: asked whether one covers the other",
        "card-chess:plain 1jk1j[tt]/3[qkQq]2/6/6/1Q4/1JKKJ[TT] w ............ -",
        "1000 -b2\n1100 -f1\n1131 +c3\n1171 +f1\n1211 -c3\n1268 +c3\n1665 -d5\n2076 +e4\n2218 +d5\n2278 -d1\n2757 +d1",
        ["ply b2-c3", "ply d5-e4", "ask"],
    ),
]


@pytest.mark.parametrize(("position", "lines", "expected"), [m[1:] for m in MISREAD], ids=[m[0] for m in MISREAD])
def test_what_was_once_misread(position: str, lines: str, expected: list[str]) -> None:
    assert told(position, lines.replace("/", "\n")) == expected


def told(position: str, lines: str) -> list[str]:
    happened = [line.split(" ", 1)[1] for line in story(position, lines)]
    return [words for words in happened if words.split(" ")[0] in ("ply", "takeback", "refused", "ask")]


def test_a_question_left_open_then_two_plies() -> None:
    """Which of two stacks covers the other is left open; the opponent goes on, and one of the stacks moves: that proves it."""
    position = "card-chess:plain 1[jtt]1k1q/2k3/2j1q1/5T/J3K1/1[QT][KQ]1J1 w ............ -"
    lines = (
        "1000 -b1\n1265 -c1\n1634 +b1\n1797 +c1\n2241 -f6\n2457 -b6\n2632 +f6\n2892 +b6\n7089 -b1\n7380 +d1\n7767 +b1"
    )
    assert told(position, lines) == ["ask", "ply c1+b1", "ply b6+f6", "ply b1-d1"]


# The same with all edges of some turns, and the plies that stand at the end.
TURNS = [
    (
        "a captured knight is taken off, and the capturing one passes where its captor could have jumped to",
        "charing-cross 3R4/8/8/2r2NR1/N6n/2r5/5n2/8 b -",
        "1000 -c5/1635 +b6/3924 -g5/4452 +g4/6250 -h4/6784 +g3/7353 -g3/7623 -g4/7716 +f4/7912 -f4/9108 +g2/9725 +h5",
        "c5-b6 g5-g4 h4-g3 g4xg2 @h5",
    ),
    (
        "a stack is lifted to cover the last card, and a shadow falls on where that came from: asked",
        "card-chess tjkkjt/3q2/6/5[Tq]/3[QK]Q1/TJK1J1 w rbrbrbbrbrbr -",
        "1000 -e2/1465 +f1/3216 -f1/3657 -f3/4144 +e3/4154 +e2/4154 +f3/4187 -e3/4390 -e2/4428 +e3/4603 -e3/"
        "4664 +f2/4810 -f2/4987 +f1",
        "e2-f1",
    ),
    (
        "the same with two sensors closed by the rest of the stack: asked",
        "card-chess 1t1J2/q5/kQ[jk][qj]1t/1K3T/6/QJK2T w rbrbrbbrbrbr -",
        "1000 -b4/1607 +b5/3751 -b5/4083 -c4/4687 +c4/4687 +b4/4775 -b4/4811 +c5/4998 -c5/5159 +b5",
        "b4-b5",
    ),
    (
        "a shadow falls where the last card came from while another stack is handled",
        "card-chess 1[jk]1k[jt]1/6/3t2/2q3/2[Jq][QJ]2/2[TKTK]Q2 w rbrbrbbrbrbr -",
        "1000 -c1/1778 +c1/1963 -d1/2718 +d1/4382 -c3/4792 -c2/5505 +c2/11276 -c1/12097 +c3/12106 +c1/12352 -c3/12483 +a1",
        "c1+d1 c3+c2 c1-a1",
    ),
    (
        "the last card is lifted off to be covered, which looks like its going on",
        "card-chess:plain 2kkjt/2[qj]1T1/4q1/1t4/[QKJ]2[JQ]2/2K2T b ............ -",
        "1000 -e4/1671 +c2/3586 -e5/3971 +e3/4419 -e3/4588 -c5/5060 +c5/5069 +e1/5236 -e1/5547 +e3",
        "e4-c2 e5-e3 c5xe3",
    ),
    (
        "the same, the rest of the stack put back first and nudged: asked",
        "card-chess 1[jt]2j1/2tk2/3q2/1Qk3/1q1[KQ]2/1[JT]T1[JK]1 b rbrbrbbrbrbr -",
        "1000 -c3/1276 +d3/3235 -d3/3424 -d2/3982 +d2/4597 -d2/4919 +d2/5125 +d3/6500 !ok",
        "c3-d3 d2xd3",
    ),
    (
        "a card that paused covers another, and is covered at once by a card that pauses",
        "card-chess:plain 2[ktt]kj1/2[qq]3/T5/4j1/3[QK]1Q/1JK1JT w ............ -",
        "1000 -d2/1883 +d2/3490 +c2/4435 -e3/4809 +f4/5680 -f4/5972 -f2/6743 +f2/7331 -b1/7660 +d5/8037 -d5/8331 +e4",
        "d2-c2 e3xf2 b1-e4",
    ),
    (
        "a card goes on to the square beside another, and its opponent replies before it is final; asked, OK",
        "card-chess 1[jk]k3/5[tj]/Q2Q1J/2q2T/2[Kt]q1T/1[JK]4 w rbrbrbbrbrbr -",
        "1000 -c6/1241 -a4/1529 +c6/4279 -d2/4728 -c3/5226 +c3/5941 -c3/6115 +d2/6288 -d2/6416 +d2/7526 -c6/"
        "7726 +c5/7868 -c5/8319 +c3/8608 +c6/10000 !ok",
        "a4xc6 c3+d2 c6-c3",
    ),
]


@pytest.mark.parametrize(("position", "lines", "expected"), [t[1:] for t in TURNS], ids=[t[0] for t in TURNS])
def test_turns_that_were_once_misread(position: str, lines: str, expected: str) -> None:
    standing: list[str] = []
    for line in story(position, lines.replace("/", "\n")):
        _, what, *words = line.split(" ")
        if what == "ply":
            standing += words
        elif what == "takeback":
            standing.pop()
    assert " ".join(standing) == expected
