"""The tables of test_recognizer_gestures.py: what hands do, the position, the edges (`?`: look at the lights), what comes of it.

Edges, and what comes, stand one after the other with `/` between them."""

CROSS = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
CROSS_BLACK = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 b -"
CROSS_WIN = "charing-cross 8/8/8/8/5N2/6n1/8/8 w -"
DRAUGHTS = "draughts 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w"
DRAUGHTS_TWO = "draughts 1k6/8/5m2/8/3m4/2M5/8/M7 w"
DRAUGHTS_FORK = "draughts 1k6/8/3m1m2/8/3m1m2/2K5/8/8 w"
DRAUGHTS_ROUND = "draughts 1k6/8/8/2m1m3/8/2m1m3/3K4/8 w"
KINGS = "kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 0"
CARRIED_OFF = (
    "cross-eyed ****RMKR****/****CBBN****/****PPPP****/***n5***/rnp6pcr/kbp6pbm/mbp6pbk/rcp6p1r/***6***/****PPPP****/"
    "****NBBC****/****RKMR**** w"
)
KINGS_PUSHED = "kings-crossing MM4mk/M3M2m/M6M/KM4mm b - - 0"
KINGS_TWO = "kings-crossing 8/8/1Mm1m3/K6k w - - 0"
KINGS_TRAP = "kings-crossing 8/K7/1MmM4/7k w - - 0"
KINGS_PASS = "kings-crossing 8/8/K1MkM3/8 w - - 0"
KINGS_BACK = "kings-crossing:alternate+backwards+stealth MM1MkM2/8/M7/M4M1K w 1 - 1"
KINGS_LONGER = "kings-crossing:longer+backwards MMM4k/MM3m2/M2M1mmm/K2M1m1m w - - 1"
KINGS_ROUND = "kings-crossing:backwards MM1k4/1M2K1mm/MMM3mm/m7 w - - 0"
EYED = "cross-eyed ****4****/****4****/****4****/***6***/12/3p1n6/5N6/12/***6***/****4****/****K3****/****3k**** w"
EYED_PAWN = "cross-eyed ****4****/****4****/****4****/***6***/12/11r/10P1/12/***6***/****4****/****K3****/****3k**** w"
PROMOTION = "ask k6-l6=R k6-l6=B k6-l6=N k6-l6=C k6-l6=M k6-l6"
PROMOTION_TAKING = "ask k6xl7=R k6xl7=B k6xl7=N k6xl7=C k6xl7=M k6xl7"
EYED_REST = (
    "cross-eyed ****RMKR****/****CBBN****/****PPP1****/***4P1***/rnp5p1cr/k"
    "bp6pbm/mbp3n2pbk/rcp6p1r/***2N3***/****PPPP****/****1BBC****/****RKMR**** w"
)
EYED_CAPTURE = (
    "cross-eyed ****1MKR****/****2BN****/****1P1P****/***2PP2***/r1p6p1r/bb1pR4nbm/m1p6pbk/r1p6p1r/***N5***/****PPPP****/"
    "****1BBC****/****RKMR**** b"
)
CARDS = "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -"
CROSS_APART = "charing-cross 3R1R2/8/8/N6n/N6n/8/8/3rr3 b -"
STACKS = "card-chess:plain 2kkjt/tj1q2/6/2[JQ]3/3[Qq]2/TJKK1T w ............ -"
STACKS_START = "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -"
STACKS_OWN = "card-chess:plain 2kkjt/tj1q2/6/2[JQ]3/3[qQ]2/TJKK1T w ............ -"
STACKS_AGAIN = "card-chess 1[qj][Qt]2J/1[jQtK]2K1/6/2[qT]1[kT]1/6/3J1k w rrrbrbbbrbrb -"
STACKS_TWO = "card-chess q[jt][tJ]1j1/[Jk]2T2/1q2kQ/2[KQ]1K1/T5/6 w rbrbrbbrbrbr -"
STACKS_LONG = "card-chess:plain tjkkjt/2qq2/6/6/2[TQ]Q2/1JKKJT w ............ -"
STACKS_BOTH = "card-chess:plain 1jkk2/2qq1t/6/6/2[jtQ]Q2/TJKKJT w ............ -"
STACKS_THREE = "card-chess:plain [Jqk]5/j1[tJ]1[jqQk]1/6/t4Q/[KT]1K2T/6 w ............ -"
STACKS_REPLY = "card-chess:plain k1[tT]1q1/j[qj]1Jk1/6/3[Qt]2/1K1KTQ/1J4 w ............ -"
HAND = "card-chess:plain+progressive 6/6/6/6/6/6 w ............ KKQQJJTTkkqqjjtt"

ROWS = [
    (
        "a move", CROSS,
        "1000 -a4/1300 ?/1500 +b4/1600 ?/2500 ?",
        "capture: a6 lifted: a4 move: b3 b4 b5/shown a4-b4/shown: a4 b4/ply a4-b4/dark",
    ),
    (
        "a sweep that takes the piece placed last: all of it is asked for, and nothing is put back or placed anew",
        CROSS_BLACK,
        "1000 -d1/1300 -e1/1600 +c1/3000 +e1/5000 -e1/5100 -a4/5200 -h4/7000 ?/7500 +d4/7600 ?/8000 +a4/8200 -d4/"
        "8400 +e1/8500 ?/8700 +h4/10000 -a4/10500 +b4",
        "shown e1xc1/ply e1xc1/shown @e1/ply @e1/refused - - unexplained/missing: e1 a4 h4/"
        "extra: d4 missing: e1 a4 h4/missing: h4/clear/shown a4-b4/ply a4-b4",
    ),
    (
        "a sweep while a question is open: that is not asked any more", STACKS_OWN,
        "1000 -c3/1100 -d2/1500 +c3/1600 +d2/4000 -a1/4100 -b1/4200 -c1/6000 ?/7000 +c1/7100 +b1/7200 +a1/9000 -a1/"
        "9500 +a2",
        "ask c3+d2 d2+c3/unask/refused - - unexplained/missing: a1 b1 c1/clear/shown a1-a2/ply a1-a2",
    ),
    (
        "a swept piece put where it could have moved is not a ply: it must go back", CROSS,
        "1000 -a4/1200 -a5/1400 -d8/3000 +a5/3100 +d8/3200 +b4/5000 ?/5500 -b4/5700 +a4",
        "refused - - unexplained/extra: b4 missing: a4/clear",
    ),
    (
        "a capture that is final put back, and the same piece captured by another", KINGS_PUSHED,
        "1000 -h1/2000 -h2/2834 +h2/5335 -h2/6150 +h1/7845 -h3/8500 +h2",
        "shown h1*h2/ply h1*h2/shown h3*h2/takeback h1*h2/ply h3*h2",
    ),
    (
        "a capture slid onto its square as soon as that was free, or another piece put straight: asked", KINGS_PUSHED,
        "1000 -h2/1100 +h2/1250 -h1/5000 !ok",
        "ask h1*h2/unask/ply h1*h2",
    ),
    (
        "a captured piece put back before the capturing one, as slowly as if that had captured it", KINGS_PUSHED,
        "1000 -h1/2000 -h2/2300 +h2/4000 +h1",
        "shown h1*h2/ply h1*h2/takeback h1*h2",
    ),
    (
        "a slide", KINGS,
        "1000 -b2/1300 ?/1500 +e2/1600 ?/2500 ?",
        "lifted: b2 move: c2 d2 e2 f2/shown b2-e2/shown: b2 e2/ply b2-e2/dark",
    ),
    (
        "a leap", EYED,
        "1000 -f6/1300 ?/1500 +h7/1600 ?/2500 ?",
        "capture: d7 lifted: f6 move: e4 g4 d5 h5 h7 e8 g8/shown f6-h7/shown: f6 h7/ply f6-h7/dark",
    ),
    (
        "a card moves", CARDS,
        "1000 -c2/1300 ?/1500 +c4/1600 ?/2500 ?",
        "capture: b1 c1 d1 d2 c5 lifted: c2 move: a2 b2 e2 f2 b3 c3 d3 a4 c4 e4 f5/shown c2-c4/shown: c2 c4/"
        "ply c2-c4/dark",
    ),
    (
        "a capture, the captured piece first", EYED,
        "1000 -d7/1300 ?/1700 -f6/1800 ?/2100 +d7/2200 ?",
        "lifted: d7/capture: d7 lifted: f6 move: e4 g4 d5 h5 h7 e8 g8/shown f6xd7/shown: f6 d7/ply f6xd7",
    ),
    (
        "a capture, the capturing piece first", EYED,
        "1000 -f6/1300 ?/1700 -d7/2100 +d7",
        "capture: d7 lifted: f6 move: e4 g4 d5 h5 h7 e8 g8/shown f6xd7/ply f6xd7",
    ),
    (
        "a trap capture, the captured piece last", KINGS_TRAP,
        "1000 -b2/1400 -c2/1700 +c2/1800 ?",
        "shown b2*c2/shown: b2 c2/ply b2*c2",
    ),
    (
        "a man steps", DRAUGHTS,
        "1000 -c3/1300 ?/1500 +d4/1600 ?/2500 ?",
        "lifted: c3 move: b4 d4/shown c3-d4/shown: c3 d4/ply c3-d4/dark",
    ),
    (
        "a man put straight ahead, on a light square", DRAUGHTS,
        "1000 -c3/1500 +c4/3500 ?/4000 -c4/4500 +d4",
        "refused c3 c4 no-such-move/extra: c4 missing: c3/clear/shown c3-d4/ply c3-d4",
    ),
    (
        "a step where a jump is compulsory", DRAUGHTS_TWO,
        "1000 -a1/1500 +b2/3500 ?/4000 -b2/4500 +a1",
        "refused a1 b2 must-jump/extra: b2 missing: a1/clear",
    ),
    (
        "two jumps of a man with their landing, what was jumped taken off after", DRAUGHTS_TWO,
        "1000 -c3/1300 ?/1500 +e5/1900 -e5/2300 +g7/2800 -d4/3200 -f6",
        "capture: g7 lifted: c3/shown c3xe5xg7/ply c3xe5xg7",
    ),
    (
        "two jumps of a man, each piece taken off at once", DRAUGHTS_TWO,
        "1000 -c3/1400 +e5/1800 -d4/4000 ?/5000 -e5/5400 +g7/5800 -f6",
        "capture: g7 lifted: c3 d4/shown c3xe5xg7/ply c3xe5xg7",
    ),
    (
        "two jumps of a man in one go, what was jumped taken off before, between and after", DRAUGHTS_TWO,
        "1000 -d4/1300 -c3/1600 +g7/2000 -f6",
        "shown c3xe5xg7/ply c3xe5xg7",
    ),
    (
        "a king's jump that parts from another: where it ends and what is taken off tell which", DRAUGHTS_FORK,
        "1000 -c3/1500 +e5/1800 -e5/2200 +c7/2500 -d6/2800 -d4",
        "shown c3xe5xc7/ply c3xe5xc7",
    ),
    (
        "a king's jump once round to where it began: asked which way", DRAUGHTS_ROUND,
        "1000 -d2/1400 +b4/1800 -b4/2200 +d6/2500 -d6/2900 +f4/3200 -f4/3500 +d2/4000 -c3/4300 -c5/4600 -e5/5000 -e3/8000 !ok",
        "ask d2xb4xd6xf4xd2 d2xf4xd6xb4xd2/unask/ply d2xb4xd6xf4xd2",
    ),
    ("a trap capture, the captured piece first", KINGS_TRAP, "1000 -c2/1400 -b2/1700 +c2", "shown b2*c2/ply b2*c2"),
    (
        "a jump, the piece taken off before; put on its home square", CROSS_BLACK,
        "1000 -d1/1300 -e1/1400 ?/1600 +c1/3000 ?/3500 +e1",
        "capture: c1 f1 lifted: d1 e1 move: c2 d2 e2 f2/shown e1xc1/ply e1xc1/place: d1 e1/shown @e1/ply @e1",
    ),
    (
        "a jump, the piece taken off during", CROSS_BLACK,
        "1000 -e1/1300 -d1/1600 +c1/3000 +d1",
        "shown e1xc1/ply e1xc1/shown @d1/ply @d1",
    ),
    (
        "a jump, the piece taken off after", CROSS_BLACK,
        "1000 -e1/1600 +c1/1700 ?/1900 -d1/3000 +d1",
        "capture: c1 lifted: e1 move: d2 e2 f2 off: d1/shown e1xc1/ply e1xc1/shown @d1/ply @d1",
    ),
    (
        "a jump that wins: its piece may stand or go", CROSS_WIN,
        "1000 -f4/1400 +h2/3000 -g3/4000 ?",
        "shown f4xh2/ply f4xh2/over/dark",
    ),
    (
        "two jumps with their landing", KINGS_TWO,
        "1000 -b2/1200 ?/1400 +d2/1500 ?/1900 -d2/2300 +f2/2400 ?/2700 -c2/3000 -e2",
        "capture: f2 lifted: b2/capture: f2 lifted: b2/capture: f2 lifted: b2 off: c2 e2/shown b2xd2xf2/ply b2xd2xf2",
    ),
    (
        "two jumps, the landing skipped", KINGS_TWO,
        "1000 -b2/1400 +f2/2000 -e2/2300 -c2",
        "shown b2xd2xf2/ply b2xd2xf2",
    ),
    (
        "two jumps, the pieces taken off before and on the way", KINGS_TWO,
        "1000 -c2/1300 -b2/1600 -e2/2000 +f2",
        "shown b2xd2xf2/ply b2xd2xf2",
    ),
    (
        "jumps back to where they began, the pieces taken off late", KINGS_ROUND,
        "1000 -b2/1400 +b1/3000 -a1/3200 +a3/3700 -a3/3900 +c3/4400 -c3/4600 +a1/6000 ?/6200 -b3/6500 -c2/6900 -a2/"
        "7200 -b1",
        "shown b2-b1/ply b2-b1/dark/shown a1xa3xc3xc1xa1/ply a1xa3xc3xc1xa1",
    ),
    (
        "covering, and then another card that it could have covered is lifted and put back: asked which", CARDS,
        "1000 -c2/2000 -d1/2400 +d1/3500 -c1/4000 +c1/6000 !ok",
        "shown c2+d1/ply c2+d1/ask c2+c1 c2+d1/unask/takeback c2+d1/ply c2+c1",
    ),
    ("covering, the square lifted before", CARDS, "1000 -d2/1300 -c2/1800 +d2", "shown c2+d2/ply c2+d2"),
    (
        "covering, the square lifted after", CARDS,
        "1000 -c2/1700 -d2/2200 +d2/2250 ?",
        "shown c2+d2/shown: c2 d2/ply c2+d2",
    ),
    (
        "from stack to stack, the covered one lifted before", STACKS,
        "1000 -d2/1300 -c3/1700 +c3/2200 +d2",
        "shown c3xd2/ply c3xd2",
    ),
    (
        "from stack to stack, the covered one lifted soon after", STACKS,
        "1000 -c3/1500 +c3/1800 -d2/2400 +d2",
        "shown c3xd2/ply c3xd2",
    ),
    (
        "two stacks lifted one long after the other: perhaps straightened", STACKS,
        "1000 -c3/1500 +c3/2900 -d2/3300 ?/3400 +d2/3900 ?/5000 !ok",
        "capture: a1 c1 d2 a5 c6 f6 move: b2 c2 a3 b3 d3 e3 f3 b4 c4 d4 c5 e5/ask c3xd2/lifted: c3 offer: d2/unask/"
        "ply c3xd2",
    ),
    (
        "the same, and it was nothing", STACKS,
        "1000 -c3/1500 +c3/2900 -d2/3400 +d2/5000 !back/5500 ?/14000 ?",
        "ask c3xd2/unask/dark/dark",
    ),
    (
        "the same, and the card on top was in the hand", STACKS,
        "1000 -c3/1500 +c3/2900 -d2/3400 +d2/5000 !back/6500 +c4",
        "ask c3xd2/unask/shown c3-c4/ply c3-c4",
    ),
    (
        "a covering that was chosen, its stack nudged, and the card below goes on: not before the opponent", STACKS_OWN,
        "1000 -d2/1300 -c3/1700 +c3/2000 +d2/4000 !ok/5000 -d2/5300 +d2/6000 -c3/6300 +c4",
        "ask c3+d2 d2+c3/unask/ply c3+d2/shown c3-c4/ask c3+d2 c3-c4",
    ),
    (
        "from stack to stack, the one that is left lifted twice: asked", STACKS,
        "1000 -c3/1400 +c3/1500 -d2/1800 -c3/2100 +c3/2300 +d2",
        "ask c3xd2",
    ),
    (
        "from stack to stack, the one that is left lifted once more, before the other is back: asked", STACKS,
        "1000 -d2/1300 -c3/1600 +c3/1900 -c3/2300 +c3/2600 +d2",
        "ask c3xd2",
    ),
    (
        "a card slides onto its neighbour, which was lifted and put back just before: asked, for that may have been straightened",
        CARDS,
        "1000 -d2/1500 +d2/1600 -c2/4000 !ok",
        "ask c2+d2/unask/ply c2+d2",
    ),
    (
        "two stacks of one's own: which one covers the other is asked", STACKS_OWN,
        "1000 -d2/1300 -c3/1700 +c3/2200 +d2/4000 !ok",
        "ask c3+d2 d2+c3/unask/ply c3+d2",
    ),
    (
        "leaving a stack, the rest put back first", STACKS,
        "1000 -c3/1200 ?/1500 +c3/1700 ?/2200 +c2/2300 ?",
        "capture: a1 c1 d2 a5 c6 f6 lifted: c3 move: b2 c2 a3 b3 d3 e3 f3 b4 c4 d4 c5 e5/"
        "capture: a1 c1 d2 a5 c6 f6 move: b2 c2 a3 b3 d3 e3 f3 b4 c4 d4 c5 e5/shown c3-c2/shown: c2 c3/ply c3-c2",
    ),
    ("leaving a stack, the rest put back last", STACKS, "1000 -c3/1500 +b3/1900 +c3", "shown c3-b3/ply c3-b3"),
    (
        "leaving a stack, the card long in the hand", STACKS,
        "1000 -c3/1500 +c3/5000 ?/5500 +b3",
        "capture: a1 c1 d2 a5 c6 f6 move: b2 c2 a3 b3 d3 e3 f3 b4 c4 d4 c5 e5/shown c3-b3/ply c3-b3",
    ),
    (
        "promotion, swapped on the square, the second answer", EYED_PAWN,
        "1000 -k6/1500 +l6/2000 -l6/2600 +l6/2700 ?/3400 !next/3500 ?/4000 !ok",
        f"{PROMOTION}/lifted: k6 offer: l6 place: e1/{PROMOTION}/lifted: k6 offer: l6 place: e1 f1/unask/ply k6-l6=B",
    ),
    ("promotion, it just stands there", EYED_PAWN, "1000 -k6/1500 +l6/2700 !ok", f"{PROMOTION}/unask/ply k6-l6=R"),
    (
        "promotion with a capture, staying a pawn", EYED_PAWN,
        "1000 -l7/1300 -k6/1800 +l7/2500 !next/2600 !next/2700 !next/2800 !next/2900 !next/3000 !ok",
        f"{PROMOTION_TAKING}/{PROMOTION_TAKING}/{PROMOTION_TAKING}/{PROMOTION_TAKING}/{PROMOTION_TAKING}/"
        f"{PROMOTION_TAKING}/unask/ply k6xl7",
    ),
    (
        "after the last answer comes the first again", EYED_PAWN,
        "1000 -k6/1500 +l6/2000 !next/2100 !next/2200 !next/2300 !next/2400 !next/2500 !next/2600 !ok",
        f"{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/unask/ply k6-l6=R",
    ),
    (
        "withdrawn: the lights show how to put it back", EYED_PAWN,
        "1000 -k6/1500 +l6/2700 !back/2800 ?/4000 -l6/4400 +k6/6000 ?",
        f"{PROMOTION}/unask/refused k6 l6 withdrawn/extra: l6 missing: k6/clear/dark",
    ),
    (
        "a question that the pawn leaves is gone", EYED_PAWN,
        "1000 -k6/1500 +l6/2700 -l6/3000 +k6/4000 ?",
        f"{PROMOTION}/unask/dark",
    ),
    (
        "a unit from hand, the third kind", HAND,
        "1000 +b1/1100 ?/1500 !next/1600 !next/1800 !ok",
        "place: a1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2/ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/"
        "ask K@b1 Q@b1 J@b1 T@b1/unask/ply J@b1",
    ),
    (
        "a unit from hand withdrawn, another square", HAND,
        "1000 +b1/1500 !back/1600 ?/2500 -b1/3500 ?/4000 +a2/4500 !ok",
        "ask K@b1 Q@b1 J@b1 T@b1/unask/refused b1 b1 withdrawn/extra: b1/clear/"
        "place: a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2/ask K@a2 Q@a2 J@a2 T@a2/unask/ply K@a2",
    ),
    (
        "buttons mean nothing while nothing is asked", CROSS,
        "1000 !ok/1200 !next/1400 !back/2000 -a4/2400 +b4/5000 !back",
        "shown a4-b4/ply a4-b4",
    ),
    (
        "a forced pass by itself", KINGS_PASS,
        "1000 -a2/1500 +a3/2000 ?/5000 -a3/5500 +a4",
        "shown a2-a3/ply a2-a3/ply pass/dark/shown a3-a4/ply a3-a4/ply pass",
    ),
    (
        "a slide rests on its way where the opponent had only a pass then: asked whether that was a turn", KINGS_PASS,
        "1000 -a2/1500 +a3/3300 -a3/3500 +a4/6000 !next/6300 !ok",
        "shown a2-a3/ply a2-a3/ply pass/ask a2-a3 a2-a4/ask a2-a3 a2-a4/unask/takeback pass/takeback a2-a3/ply a2-a4/"
        "ply pass",
    ),
    (
        "a piece just placed goes on, resting on the other home square; or was put there instead: asked",
        'charing-cross 1n6/8/2N5/8/2RN1rn1/8/8/3r4 w Rw',
        "1000 +e8/3500 -e8/3892 +d8/4292 -d8/4692 +e7/9000 !next/9500 !ok",
        "shown @e8/ply @e8/shown @d8/takeback @e8/ply @d8/ask @d8 @e8/ask @d8 @e8/unask/takeback @d8/ply @e8/"
        "shown e8-e7/ply e8-e7",
    ),
    (
        "a piece goes on at once from where the opponent had only a pass: it may have stopped there, or never: asked",
        KINGS_PASS,
        "1000 -a2/1500 +a3/1650 -a3/1750 +b3/3500 !ok",
        "shown a2-a3/ask a2-a3/unask/ply a2-a3/ply pass/shown a3-b3/ply a3-b3/ply pass",
    ),
    (
        "resting on the way where the opponent would have only a pass: no ply", KINGS_PASS,
        "1000 -a2/1500 +a3/1700 -a3/1750 +b3/2290 -b3/2400 +a4",
        "shown a2-a3/shown a2-a4/ply a2-a4/ply pass",
    ),
    ("adjusting, either side's pieces", CROSS, "1000 -a4/1500 +a4/2000 ?/4000 -h4/4800 +h4/6000 ?", "dark/dark"),
    ("adjusting", KINGS, "1000 -b2/1500 +b2/4000 -g4/4800 +g4/6000 ?", "dark"),
    ("adjusting", EYED, "1000 -f6/1500 +f6/4000 -f7/4800 +f7/6000 ?", "dark"),
    ("adjusting a stack, then a card", STACKS, "1000 -c3/1500 +c3/4000 -b1/4800 +b1/12000 ?", "dark"),
    (
        "back where it came from, after a forced pass: put back, or a move: asked", KINGS_BACK,
        "1000 -b4/1300 +b1/2479 -b1/2875 +b4/5000 !ok",
        "shown b4-b1/ply b4-b1/ply pass/ask b4-b1/unask/shown b1-b4/ply b1-b4/ply pass",
    ),
    (
        "a move put back", CROSS,
        "1000 -a4/1500 +b4/2500 -b4/2700 +a4/3500 ?",
        "shown a4-b4/ply a4-b4/takeback a4-b4/dark",
    ),
    (
        "a jump put back", CROSS_BLACK,
        "1000 -e1/1600 +c1/1900 -d1/3000 -c1/3300 +e1/3600 +d1",
        "shown e1xc1/ply e1xc1/takeback e1xc1",
    ),
    (
        "a capture begun and put back, and its piece lifted at once for a move",
        "cross-eyed ****RMKR****/****1BBN****/****PP2****/***4P1***/1rp9/k1pn4pp1m/mb2p5bk/rcp4M2nr/***1B3p***/"
        "****P2P****/****RK2****/****3R**** w",
        "1000 -g11/1087 -l6/1571 +l6/1669 +g11/1818 -g11/2263 +i9",
        "shown g11xl6/shown g11xl6/shown g11-i9/ply g11-i9",
    ),
    (
        "a capture put back, its piece for a moment at home, and then a move: what was captured is nudged before it",
        "cross-eyed ****RMKR****/****1BBN****/****PP2****/***4P1***/1rp9/k1pn4pp1m/mb2p5bk/rcp4M2nr/***1B3p***/"
        "****P2P****/****RK2****/****3R**** w",
        "1000 -l6/1135 -g11/1190 +l6/1263 -l6/1430 +l6/1484 +g11/1780 -g11/2300 +i9",
        "shown g11xl6/shown g11xl6/shown g11-i9/ply g11-i9",
    ),
    (
        "a capture, and what it took is carried over where its piece came from: final a few seconds later",
        "cross-eyed ****RMKR****/****1BBN****/****PP2****/***4P1***/1rp9/k1pn4pp1m/mb2p5bk/rcp4M2nr/***1B3p***/"
        "****P2P****/****RK2****/****3R**** w",
        "1000 -g11/1087 -l6/1571 +l6/1669 +g11/1818 -g11",
        "shown g11xl6/shown g11xl6/ply g11xl6",
    ),
    (
        "a placed piece put elsewhere", CROSS_BLACK,
        "1000 -e1/1600 +c1/1900 -d1/2600 +d1/4000 -d1/4400 +e1/4500 ?",
        "shown e1xc1/ply e1xc1/shown @d1/ply @d1/shown @e1/shown: e1/takeback @d1/ply @e1",
    ),
    (
        "jumps put back", KINGS_TWO,
        "1000 -b2/1400 +f2/1600 -c2/1900 -e2/3000 -f2/3300 +b2/3600 +e2/3900 +c2",
        "shown b2xd2xf2/ply b2xd2xf2/takeback b2xd2xf2",
    ),
    (
        "a capture put back", EYED,
        "1000 -f6/1400 -d7/1800 +d7/3000 -d7/3300 +f6/3600 +d7",
        "shown f6xd7/ply f6xd7/takeback f6xd7",
    ),
    (
        "a card put back on its stack", STACKS,
        "1000 -c3/1400 +c3/1800 +c2/3000 -c2/3300 -c3/3800 +c3",
        "shown c3-c2/ply c3-c2/takeback c3-c2",
    ),
    (
        "a covering card put back", CARDS,
        "1000 -d2/1300 -c2/1800 +d2/3000 -d2/3400 +c2/3700 +d2",
        "shown c2+d2/ply c2+d2/takeback c2+d2",
    ),
    (
        "a card from stack to stack put back, or covered by the opponent's: asked", STACKS,
        "1000 -d2/1300 -c3/1700 +c3/2200 +d2/4000 -d2/4300 -c3/4700 +c3/5000 +d2",
        "shown c3xd2/ply c3xd2/ask c3xd2",
    ),
    (
        "a card from stack to stack, and the same again: put back, or the reply: asked", STACKS_AGAIN,
        "1000 -b6/1300 -b5/1600 +b6/1900 +b5/5000 -b6/5400 -b5/5900 +b6/6400 +b5/8000 !back",
        "shown b5xb6/ply b5xb6/ask b5xb6/unask/takeback b5xb6",
    ),
    (
        "a card from stack to stack was not put back: answered", STACKS,
        "1000 -d2/1300 -c3/1700 +c3/2200 +d2/4000 -d2/4300 -c3/4700 +c3/5000 +d2/7000 !ok",
        "shown c3xd2/ply c3xd2/ask c3xd2/unask",
    ),
    (
        "a card from stack to stack was put back: answered with BACK", STACKS,
        "1000 -d2/1300 -c3/1700 +c3/2200 +d2/4000 -d2/4300 -c3/4700 +c3/5000 +d2/7000 !back",
        "shown c3xd2/ply c3xd2/ask c3xd2/unask/takeback c3xd2",
    ),
    (
        "the pawn swapped for the piece that was chosen, after the answer: no further question",
        EYED_PAWN,
        "1000 -k6/1400 +l6/3000 !ok/4500 -l6/5200 +l6",
        f"{PROMOTION}/unask/ply k6-l6=R",
    ),
    (
        "a promotion put back after its question", EYED_PAWN,
        "1000 -k6/1500 +l6/2700 !ok/4000 -l6/4300 +k6",
        f"{PROMOTION}/unask/ply k6-l6=R/takeback k6-l6=R",
    ),
    (
        "a promotion put back and made again at once, its last answer having been chosen: asked anew", EYED_PAWN,
        "1000 -k6/1500 +l6/2500 !next/2600 !next/2700 !next/2800 !next/2900 !next/3000 !ok/4000 -l6/4300 +k6/"
        "4450 -k6/4800 +l6/6500 !next/7000 !ok",
        f"{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/{PROMOTION}/unask/ply k6-l6/shown k6-l6/"
        f"{PROMOTION}/{PROMOTION}/unask/takeback k6-l6/ply k6-l6=R",
    ),
    (
        "a card laid back on its stack, which was not lifted, and played again; or that stack covers it: asked, and put back",
        'card-chess:plain 4[ktj]1/6/5[tJqT]/T[Qk][jQ]3/6/1[Jq][KK]3 w ............ -',
        "1000 -f4/1600 +f4/2050 +d4/4000 -d4/6000 -f4/6700 +f4/7250 +d4/9000 !back",
        "shown f4-d4/ply f4-d4/shown f4xd4/ask f4xd4/unask",
    ),
    (
        "a covering that was answered is put back, and another made; or a card straightened before went there: asked",
        'card-chess 2t[kk]2/3[qJq]1[jt]/2T[Tj]2/6/3[QJ]2/3[QK]K1 w rbrbrbbrbrbr -',
        "1000 -c6/1220 +c6/1770 -c4/1870 +c5/1940 -c5/4500 -d5/4900 +d5/4910 !ok/6150 -c6/6210 +c6/6350 +c4/7190 -d2/"
        "7500 +d2/7630 -e1/7780 +e1/9500 !next/10000 !ok",
        "shown c4-c5/ask c4-c5 c4xc6/unask/ply c4-c5/shown d5-c4/refused c5 c4 not-your-piece",
    ),
    (
        "a card in the hand, another stack straightened, whose top card could go there, too: which of them it was is asked",
        'card-chess t[jk]1kj1/2[qqQ]3/t5/6/6/TJ[KK]1[JQ]T w rrbrbbbrrbrb -',
        "1000 -e1/1060 +e1/1600 -c1/2090 +c1/4140 +d2/6000 !next/6500 !ok",
        "ask e1+c1/unask/shown c1-d2/ask c1-d2 e1-d2/ask c1-d2 e1-d2/unask/ply e1-d2",
    ),
    (
        "a card that may have been straightened is put elsewhere, and the opponent holds a piece at once: asked all the same",
        STACKS,
        "1000 -c3/1060 +c3/6500 +b3/6910 -d5/12000 !ok/15000 +d4",
        "ask c3-b3/unask/ply c3-b3/shown d5-d4/ply d5-d4",
    ),
    (
        "an illegal capture by taking its place, where plies mostly jump", 'kings-crossing 8/2M5/2m5/KM4mk w - - 0',
        "1000 -c3/1500 -c2/2500 +c2/12000 -c2/12500 +c3/13000 +c2",
        "refused c3 c2 must-jump/clear",
    ),
    (
        "an illegal capture by taking its place, where nothing is captured like that", CROSS,
        "1000 -a4/1500 -h4/2500 +h4/12000 ?",
        "refused a4 h4 occupied/missing: a4",
    ),
    (
        "the next card of the stack from which another was covered rests on its way: whether that was put elsewhere is asked",
        'card-chess:plain [tq]5/2[tkJk][QqT]2/3Q2/4j1/1[TK]4/1J1[Kj]2 b ............ -',
        "1000 -c5/1750 +c5/1950 -d4/2650 +d4/3900 -c5/4000 +c5/4250 +b5/4800 -b5/5050 +b6",
        "shown c5xd4/ply c5xd4/shown c5-b5/takeback c5xd4/ply c5-b5/shown c5xd4/ask c5-b6 c5xd4",
    ),
    (
        "another stack straightened while the card is in the hand, which then covers elsewhere: asked which was covered",
        'card-chess:plain 2k2t/2q3/2[tq]3/4T1/1T[JQ]1Q1/2K2J w ............ -',
        "1000 -c2/1300 -c1/1700 +c1/1800 +c2/2800 -c4/3300 +c4/5000 !next/5300 !ok/7000 -c6/7600 +b6",
        "shown c2+c1/ply c2+c1/shown c6-b6/ply c6-b6",
    ),
    (
        "a captured stack's card is laid back and goes elsewhere, the rest held: not a reply before that is back",
        'card-chess:plain+progressive [kQ]2tq1/k2[tj]q1/1j4/6/Q3T1/JKKJ1T w ............ -',
        "1600 -a6/2100 -d6/2500 +d6/2850 +a6/3350 -d6/3500 +d6/4800 -a2/5075 +a2/5970 -a6/6960 +b6/7340 +a6/9000 -e5/"
        "9300 +b5",
        "shown a6xd6/ply a6xd6/shown a6-b6/ply a6-b6/refused d6 a6 colour-stops/refused e5 b5 not-your-piece",
    ),
    (
        "a piece is put where another could have gone instead, before the reply that was committed: asked",
        'kings-crossing MM4mk/MM2m2m/M1MM3m/K5mm b - - 0',
        "1000 -g4/1500 +e4/3800 -b4/3900 +c4/4350 -e4/4550 +g3/9000 !ok",
        "shown g4-e4/ply g4-e4/shown b4-c4/ply b4-c4/refused e4 g3 no-such-move/clear/"
        "ask g4-e4 g4-g3/unask/refused e4 g3 no-such-move",
    ),
    (
        "a stack's card comes down where the last card came from, which still lies where it went: refused",
        'card-chess:plain 1jkkj[tt]/2qq2/6/2Q3/1Q4/TJKKJT w ............ -',
        "1000 -d1/1500 +e2/4000 -f6/4300 +f6/4800 +d1",
        "shown d1-e2/ply d1-e2/refused f6 d1 no-such-move",
    ),
    (
        "a piece goes on while the other player's is straightened, or replies to a ply begun after it: asked",
        'charing-cross 5R2/8/6n1/N7/3R4/1N6/3r3n/4r3 b -',
        "1000 -e1/1250 +f2/3000 -d4/3080 +c3/5500 -c3/5850 -d2/5900 +d3/6300 +d2/8000 !next/8300 !ok/10000 -h2/"
        "10300 +g2",
        "shown e1-f2/ply e1-f2/shown d4-c3/ply d4-c3/shown d4-d3/ask d4-c3 d4-d3/ask d4-c3 d4-d3/unask/takeback d4-c3/ply d4-d3/"
        "shown h2-g2/ply h2-g2",
    ),
    (
        "a piece in the hand touches its square again, another is straightened meanwhile, then captured is a third: asked",
        "cross-eyed ****RMKR****/****1BBN****/****PPPP****/***6***/rnp2C3p1r/kbp6Rbm/mb7p1k/rcp8r/***6***/****P3****/"
        "****NB1n****/****RKMb**** w",
        "1000 -j7/1010 -c7/1070 +j7/1100 -j7/1655 +c7/2355 -j6/2565 +j6/4000 !next/4300 !ok/6000 -c5/6120 +d5",
        "shown j7xc7/ply j7xc7/ask j7xc7 j7xj6/ask j7xc7 j7xj6/unask/takeback j7xc7/ply j7xj6/shown c5-d5/ply c5-d5",
    ),
    (
        "a piece straightened for long while another one that it could have jumped over moves: that has moved",
        'charing-cross 8/3R4/2R2n2/6n1/N7/2N5/5r2/3r4 b -',
        "1000 -g5/1375 -f6/1580 +e7/2800 +g5",
        "shown g5xe7/ply g5xe7/refused - g5 not-a-home-square",
    ),
    (
        "passing over squares", CROSS,
        "1000 -a4/1200 +b4/1400 -b4/1450 +b5/1600 -b5/1700 +b3",
        "shown a4-b4/shown a4-b5/shown a4-b3/ply a4-b3",
    ),
    (
        "passing over squares", KINGS,
        "1000 -b2/1200 +c2/1300 -c2/1320 +d2/1400 -d2/1500 +e2",
        "shown b2-c2/shown b2-d2/shown b2-e2/ply b2-e2",
    ),
    ("passing over a square", EYED, "1000 -f6/1200 +g7/1300 -g7/1500 +h7", "shown f6-h7/ply f6-h7"),
    ("passing over squares", CARDS, "1000 -c2/1200 +c3/1400 -c3/1500 +c4", "shown c2-c3/shown c2-c4/ply c2-c4"),
    (
        "pausing where it could stay", CROSS,
        "1000 -a4/1500 +b4/2500 -b4/2700 +b3",
        "shown a4-b4/ply a4-b4/shown a4-b3/takeback a4-b4/ply a4-b3",
    ),
    ("pausing where it could not stay", KINGS, "1000 -b2/1200 +c3/1800 -c3/2000 +e2", "shown b2-e2/ply b2-e2"),
    (
        "pausing there until it is refused", KINGS,
        "1000 -b2/1200 +c3/3000 ?/3200 -c3/3400 +e2",
        "refused b2 c3 no-such-move/extra: c3 missing: b2/clear/shown b2-e2/ply b2-e2",
    ),
    (
        "pausing where it could stay", EYED,
        "1000 -f6/1200 +h7/2600 -h7/2800 +h5",
        "shown f6-h7/ply f6-h7/shown f6-h5/takeback f6-h7/ply f6-h5",
    ),
    (
        "a stack lifted for a moment, and long after that a card where its own may go: asked", STACKS,
        "1000 -c3/1080 +c3/3500 +b3/6500 !ok",
        "ask c3-b3/unask/ply c3-b3",
    ),
    ("a card taken quickly from its stack", STACKS, "1000 -c3/1080 +c3/2000 +b3", "shown c3-b3/ply c3-b3"),
    (
        "pausing with a card from a stack", STACKS,
        "1000 -c3/1400 +c3/1800 +c2/3000 -c2/3300 +b3",
        "shown c3-c2/ply c3-c2/shown c3-b3/takeback c3-c2/ply c3-b3",
    ),
    (
        "pausing with it until it is refused", STACKS,
        "1000 -c3/1400 +c3/1800 +f2/3000 ?/3200 -f2/3500 +b3",
        "refused c3 f2 no-such-move/extra: f2/clear/shown c3-b3/ply c3-b3",
    ),
    (
        "going on after the opponent's forced pass, to where it could have gone at once", KINGS_PASS,
        "1000 -a2/1500 +b2/3000 -b2/3500 +a4",
        "shown a2-b2/ply a2-b2/ply pass/shown a2-a4/takeback pass/takeback a2-b2/ply a2-a4/ply pass",
    ),
    ("put back and taken again", CROSS, "1000 -a4/1400 +a4/1800 -a4/2200 +b4", "shown a4-b4/ply a4-b4"),
    ("put back and taken again", KINGS, "1000 -b2/1400 +b2/1800 -b2/2200 +e2", "shown b2-e2/ply b2-e2"),
    ("put back and taken again", EYED, "1000 -f6/1400 +f6/1800 -f6/2200 +h7", "shown f6-h7/ply f6-h7"),
    ("put back and taken again", STACKS, "1000 -c3/1400 +c3/1800 -c3/2200 +c3/2500 +b3", "shown c3-b3/ply c3-b3"),
    ("nudged in place", CROSS, "1000 -a4/1400 +b4/1600 -b4/1700 +b4", "shown a4-b4/shown a4-b4/ply a4-b4"),
    ("nudged in place", KINGS, "1000 -b2/1400 +e2/1600 -e2/1700 +e2", "shown b2-e2/shown b2-e2/ply b2-e2"),
    ("nudged in place", EYED, "1000 -f6/1400 +h7/1600 -h7/1700 +h7", "shown f6-h7/shown f6-h7/ply f6-h7"),
    ("nudged in place", CARDS, "1000 -c2/1700 -d2/2200 +d2/2300 -d2/2400 +d2", "shown c2+d2/shown c2+d2/ply c2+d2"),
    ("a fast reply", CROSS, "1000 -a4/1500 +b4/1600 -h4/1800 +g4", "shown a4-b4/ply a4-b4/shown h4-g4/ply h4-g4"),
    (
        "one piece closes two sensors", CROSS,
        "1000 -a4/1500 +b4/1500 +b5/1700 -b5",
        "shown a4-b4/shown a4-b4/ply a4-b4",
    ),
    (
        "the other side's piece", CROSS,
        "1000 -h4/1500 +g4/2500 ?/4000 -g4/4500 +h4/5000 ?",
        "refused h4 g4 not-your-piece/extra: g4 missing: h4/clear/dark",
    ),
    (
        "a wrong square, put right by a legal one", CROSS,
        "1000 -a4/1500 +c6/3000 ?/4000 -c6/4500 +b4",
        "refused a4 c6 nothing-to-jump/extra: c6 missing: a4/clear/shown a4-b4/ply a4-b4",
    ),
    ("a jolt: a piece rattles", CROSS, "1000 -h4/1030 +h4/2000 ?", "dark"),
    (
        "a piece is adjusted while another is in a hand", CROSS,
        "1000 -a4/1200 -a5/1500 +a5/1700 +b4",
        "shown a4-b4/ply a4-b4",
    ),
    (
        "an enemy's piece is adjusted while another is in a hand: that may have been put down there, until it goes on", CROSS,
        "1000 -a4/1200 -h5/1500 +h5/3000 +b4",
        "refused a4 h5 occupied/clear/shown a4-b4/ply a4-b4",
    ),
    ("a shadow on an empty square", CROSS, "1000 +d4/1100 -d4/2000 ?", "dark"),
    ("something rests on an empty square for a while", CROSS, "1000 +d4/1500 -d4/2000 ?", "dark"),
    ("a slide to the next square", CROSS, "1000 +b4/1200 -a4", "shown a4-b4/ply a4-b4"),
    ("it was further on before it left: asked", KINGS, "1000 +e2/1200 -b2", "ask b2-e2"),
    (
        "the covered card was back before the covering one left: asked", CARDS,
        "1000 -d2/1300 +d2/1800 -c2",
        "ask c2+d2",
    ),
    ("it was there for long before it left: asked", CROSS, "1000 +b4/1600 -a4", "ask a4-b4"),
    ("a captured piece lifted for less than a hand can: asked", EYED, "1000 -f6/1700 -d7/1740 +d7", "ask f6xd7"),
    (
        "a card carried over a square from stack to stack", STACKS,
        "1000 -c3/1500 +c3/1800 +c2/1900 -c2/2300 -d2/2800 +d2",
        "shown c3-c2/ask c3xd2",
    ),
    (
        "the opponent lifts a piece before the other one has arrived", CROSS,
        "1000 -a4/1300 -h4/1500 +b4/1700 +g4",
        "shown a4-b4/ply a4-b4/shown h4-g4/ply h4-g4",
    ),
    (
        "the opponent lifts a piece a quarter of a second after the other one has arrived", CROSS,
        "1000 -a4/1500 +b4/1750 -h4/2000 +g4",
        "shown a4-b4/ply a4-b4/shown h4-g4/ply h4-g4",
    ),
    (
        "the opponent's piece arrives first", CROSS,
        "1000 -a4/1200 -h4/1400 +g4/1600 +b4",
        "shown a4-b4/ply a4-b4/shown h4-g4/ply h4-g4",
    ),
    (
        "a piece from hand that was answered is put elsewhere", HAND,
        "1000 +b1/1800 !ok/3000 -b1/3120 +c1",
        "ask K@b1 Q@b1 J@b1 T@b1/unask/ply K@b1/shown K@c1/takeback K@b1/ask K@c1 Q@c1 J@c1 T@c1",
    ),
    (
        "a covering, the square lifted long before the card", CARDS,
        "1000 -d2/1400 +d2/2200 -c2/4500 !ok",
        "ask c2+d2/unask/ply c2+d2",
    ),
    (
        "from stack to stack, the covered one back before the other is lifted: which one covers the other is asked",
        STACKS_OWN,
        "1000 -d2/1300 +d2/1700 -c3/2100 +c3/4000 !next/4400 !ok",
        "ask c3+d2 d2+c3/ask c3+d2 d2+c3/unask/ply d2+c3",
    ),
    (
        "a stack put straight, and two seconds later a card moves that could cover it", CARDS,
        "1000 -d2/1400 +d2/4000 -c2/4500 +c3",
        "shown c2-c3/ply c2-c3",
    ),
    (
        "a covering, its card at rest on the way: told too early, then asked", CARDS,
        "1000 -d2/1400 +d2/2000 -c2/2200 +c3/3000 -c3/6000 !ok",
        "shown c2-c3/ply c2-c3/ask c2+d2 c2-c3/unask/takeback c2-c3/ply c2+d2",
    ),
    (
        "what was refused is not a ply a second later, when a piece is taken off that could have come there", CROSS,
        "1000 +b4/2500 -a4/2800 -b4/3100 +a4",
        "refused - b4 nothing-to-place/clear",
    ),
    (
        "a jump over one's own piece and its placement put back, and another ply at once",
        'charing-cross 2R1R3/8/8/N6n/N6n/5r2/8/4r3 b -',
        "1000 -h4/1146 +h6/1247 -h5/1327 +h5/2021 -h6/2159 +h4/2503 -h4/2683 +g4",
        "shown h4xh6/ply h4xh6/shown @h5/ply @h5/takeback @h5/takeback h4xh6/shown h4-g4/ply h4-g4",
    ),
    (
        "a stack put straight while a card is in the hand: not that was covered", CARDS,
        "1000 -c2/1300 -d2/1500 +d2/4000 +c4",
        "shown c2+d2/ply c2+d2/shown c2-c4/ask c2+d2 c2-c4",
    ),
    (
        "a covering, the square lifted some seconds before the card leaves", CARDS,
        "1000 -d2/1400 +d2/4500 -c2/9000 !ok",
        "ask c2+d2/unask/ply c2+d2",
    ),
    (
        "two stacks put straight, told as a covering, then a ply of the same side: asked, and that chosen", STACKS_TWO,
        "1000 -c6/1002 -e4/1060 +c6/1172 +e4/2282 -a2/2653 +f2/4000 !ok",
        "shown c6xe4/ply c6xe4/shown a2-f2/ask a2-f2 c6xe4/unask/takeback c6xe4/ply a2-f2",
    ),
    (
        "the same, the covering chosen: the other ply is refused", STACKS_TWO,
        "1000 -c6/1002 -e4/1060 +c6/1172 +e4/2282 -a2/2653 +f2/4000 !next/4100 !ok",
        "shown c6xe4/ply c6xe4/shown a2-f2/ask a2-f2 c6xe4/ask a2-f2 c6xe4/unask/refused a2 f2 not-your-piece",
    ),
    (
        "after a covering another card of the same side comes where the one that covers came from: asked, the covering stands",
        'card-chess 3[tT]2/2tq2/2[kqj]3/k1QJ2/2KK2/2jT[JQ]1 w rbrbrbbrbrbr -',
        "1000 -e1/1224 -d1/1294 +f1/1437 -f1/1549 +e1/1825 -e1/1933 +e1/2893 -d2/3268 +d1/5500 !ok",
        "shown d1-f1/shown d1+e1/shown d1+e1/ply d1+e1/shown d2+d1/ask d1+e1 d2+d1/unask/refused d2 d1 not-your-piece",
    ),
    (
        "a ply that took the place of a covering is put back: whether the covering was one is asked", STACKS_TWO,
        "1000 -c6/1002 -e4/1060 +c6/1172 +e4/2282 -a2/2653 +f2/3500 !ok/4500 -f2/4900 +a2/6500 !ok",
        "shown c6xe4/ply c6xe4/shown a2-f2/ask a2-f2 c6xe4/unask/takeback c6xe4/ply a2-f2/shown c6xe4/ask c6xe4/"
        "unask/takeback a2-f2/ply c6xe4",
    ),
    (
        "a unit from hand taken off, and back a second later, perhaps another one: asked about anew", HAND,
        "1000 +b1/1800 !ok/3000 -b1/4000 +b1/6000 !next/6500 !ok",
        "ask K@b1 Q@b1 J@b1 T@b1/unask/ply K@b1/shown K@b1/ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/unask/"
        "takeback K@b1/ply Q@b1",
    ),
    (
        "a unit from hand taken off, and another one put elsewhere soon after: asked about anew", HAND,
        "1000 +b1/1800 !ok/3000 -b1/3800 +c1/5000 !next/5500 !ok",
        "ask K@b1 Q@b1 J@b1 T@b1/unask/ply K@b1/shown K@c1/takeback K@b1/ask K@c1 Q@c1 J@c1 T@c1/"
        "ask K@c1 Q@c1 J@c1 T@c1/unask/ply Q@c1",
    ),
    (
        "a turn put back, and another ply 160 ms later", 'charing-cross 4R3/3R4/8/N6n/8/2N3n1/8/3rr3 w -',
        "1000 -e8/2957 +c6/2966 -d7/3711 +e8/4087 -e8/4766 -c6/4866 +d7/5409 +e8/5569 -a5/5688 +b4",
        "shown e8xc6/ply e8xc6/shown @e8/ply @e8/shown a5-b4/takeback @e8/takeback e8xc6/ply a5-b4",
    ),
    (
        "the top card of a stack in the hand for eight seconds, the stack just played from",
        'card-chess:plain 1[QqTjQ]t[kJTq]2/[tk]5/6/1j4/6/1[JK]2K1 b ............ -',
        "1000 -d6/1130 +c5/2261 +d6/5944 -d6/6607 +d6/14674 +d4",
        "shown d6-c5/ply d6-c5/shown d6-d4/ply d6-d4",
    ),
    (
        "a card moves, another stack put straight meanwhile: from which it came is asked",
        'card-chess:plain+progressive 3[kk]t1/QT1q2/3[jq]2/4[QjJ]1/K1[Tt]3/1K3J b ............ -',
        "1000 -d6/1447 +d6/2913 -c2/3474 +c2/3522 +c6/4500 !ok",
        "shown c2-c6/ask c2-c6 d6-c6/unask/ply c2-c6",
    ),
    (
        "a jump, its piece put straight while the jumped one is placed where it began",
        'charing-cross 2RR4/8/8/N6n/N6n/8/2r5/4r3 w -',
        "4942 -a5/5726 -a4/6442 +a6/6707 -a6/6764 +a4/6841 +a6",
        "shown a4xa6/shown a4xa6/ply a4xa6/shown @a4/ply @a4",
    ),
    (
        "a piece moves, another put straight that could have jumped over it to there: asked",
        'charing-cross 5R2/N7/1R6/1N6/6n1/6n1/4r3/3r4 b -',
        "1000 -e2/1372 -d1/1912 +f3/2212 +d1/4000 !next/4500 !ok",
        "shown d1xf3/ask d1xf3 e2-f3/ask d1xf3 e2-f3/unask/ply e2-f3",
    ),
    (
        "a rest on the way, another piece put straight meanwhile: it went on",
        'kings-crossing:alternate+longer M4mmm/M1MM2mm/1M3m1m/KM2M2k b - - 0',
        "1000 -g3/1005 +g2/5703 -e1/6916 +e1/7076 -g2/7079 +g1",
        "shown g3-g2/ply g3-g2/shown g3-g1/takeback g3-g2/ply g3-g1",
    ),
    (
        "a piece that slides slowly, closing seven sensors for a third of a second each, to capture",
        "cross-eyed ****RMKR****/****2BN****/****3P****/***pnP3***/5C3p1r/kbp6p1m/mbp5p1bk/rcp5p2r/***2P2n***/"
        "****1P1P****/****1BB1****/****RKMR**** w",
        "1000 -e1/1000 -e9/1005 +e2/1346 +e3/1357 -e2/1687 +e4/1698 -e3/2028 +e5/2039 -e4/2370 +e6/2381 -e5/2711 +e7/"
        "2722 -e6/3052 +e8/3063 -e7/3396 -e8/3399 +e9",
        "shown e1-e2/shown e1-e3/shown e1-e4/shown e1-e5/shown e1-e6/shown e1-e7/shown e1-e8/shown e1xe9/ply e1xe9",
    ),
    (
        "a covering, and the covering of that one with the stack back before the card leaves",
        'card-chess:plain 2[kkt]Qt1/4q1/6/2[JK]Tjq/Q3[JT]1/1K3j w ............ -',
        "1000 -e2/1066 +e2/2252 -a2/2858 -e2/2918 +e2/3616 -e6/7500 !ok",
        "shown a2+e2/ply a2+e2/ask e6xe2/unask/ply e6xe2",
    ),
    (
        "a piece put straight for long, another one beside it meanwhile; then it is captured: whether it had gone on is asked",
        "cross-eyed ****1R1M****/****4****/****BBKk****/***3P2***/1k2PN1P4/12/4R4mb1/1N5Rp1r1/***1bP3***/****4****/"
        "****1K2****/****3R**** b",
        "1000 -e4/1165 +g2/1640 -g2/1873 -h1/3175 +h1/4140 +g2/4451 -g2/4603 -f2/5051 +g2/7000 !ok",
        "shown e4-g2/ply e4-g2/shown e4xh1/takeback e4-g2/ply e4xh1/ask e4-g2 e4xh1/unask/takeback e4xh1/ply e4-g2/"
        "shown f2xg2/ply f2xg2",
    ),
    (
        "a jump soon after a move, the jumped piece placed where it stood soon after that: three plies",
        'charing-cross 2R1R3/8/1N5n/8/N6n/8/8/2rr4 w -',
        "1000 -e8/1857 +d7/2317 -c1/2665 +e1/3448 +c1/3494 -d1/3565 +d1/3567 -c1",
        "shown e8-d7/ply e8-d7/shown c1xe1/ply c1xe1/shown @d1/ply @d1",
    ),
    (
        "a captured piece put back while the capturing one is in the hand, and that put back: whether another captures is asked",
        "cross-eyed ****RMKR****/****CBBN****/****1PPP****/***n5***/r2pP4pcr/kbp6pbm/mbp5p1bk/rcp6pnr/***4P1***/"
        "****PPP1****/****NBBC****/****RKMR**** w",
        "1000 -e11/1050 -d8/1904 +d8/2958 +e11/3258 -d9/4929 -f11/5222 +d9/6500 !back",
        "shown e11xd8/ply e11xd8/shown f11xd9/ask e11xd8 f11xd9/unask/takeback e11xd8/refused e11 d8 withdrawn",
    ),
    (
        "two coverings, the second one's stack lifted twice: the second is told, too",
        'card-chess 1k2t[tj]/1q2k1/j1q3/2[QK]3/1[TQ]JK2/1T2J1 w rbrbrbbrbrbr -',
        "1000 -c2/3410 +d1/3993 -b5/4229 +b5/4265 -b5/4344 -e5/4529 +b5/4967 -b5/5101 +e5/5561 -d2/5669 -e1/6354 +e1",
        "shown c2-d1/ply c2-d1/shown b5+e5/ply b5+e5/shown d2+e1/ply d2+e1",
    ),
    (
        "a stack straightened, and half a second later another one: whether it was covered is asked",
        'card-chess tjk1[jk]t/2qq2/6/6/3Q2/[TT]JKKJQ b rbrbrbbrbrbr -',
        "1000 -a1/1554 +a1/2297 -c5/2387 +e3/3566 -a1/3666 +a1/4361 -f1/4715 +f1/6500 !ok",
        "shown c5-e3/ply c5-e3/ask a1+f1/unask/ply a1+f1",
    ),
    (
        "a card that paused beside its stack and then captured, or is captured: asked, the second; a reply elsewhere",
        'card-chess:plain 4jt/3[kJk]t1/3[Tj]2/q5/4[QQ]1/2J[Kq]1[TK] b ............ -',
        "1000 -d1/1107 +e1/1195 +d1/2032 -f1/2150 -e1/2170 +f1/2628 -e2/2718 +e4/3416 +e2/8000 !next/8200 !ok",
        "shown d1-e1/ply d1-e1/ask d1-e1 d1xf1/ask d1-e1 d1xf1/unask/takeback d1-e1/ply d1xf1/shown e2-e4/ply e2-e4",
    ),
    (
        "a jump, the jumped piece rests where another could have jumped: the right one takes its place",
        'charing-cross 4R3/8/2N5/4R1n1/N4rn1/8/r7/8 b -',
        "1000 -g4/2846 -f4/2951 +h4/3473 +e4/3910 -h4/4540 +e1",
        "shown f4xh4/ply f4xh4/shown g4xe4/takeback f4xh4/ply g4xe4/shown @e1/ply @e1",
    ),
    (
        "a placed piece moves on, and passes over where it could have been placed",
        'charing-cross 4R3/8/1R6/7n/N7/2N5/5r1n/8 b rb',
        "1000 +e1/2058 -e1/3189 +d1/3216 -d1/4556 +d2",
        "shown @e1/ply @e1/shown @d1/shown e1-d2/ply e1-d2",
    ),
    (
        "a piece to be placed passes over one home square, and rests where it could go from there",
        'charing-cross 8/3R1R2/8/N2n3n/8/6r1/8/2N5 b rb',
        "1000 +d1/1035 -d1/3700 +c2/3780 -c2/3800 +d2/4300 -d2/4600 +e1",
        "shown @d1/shown @e1/ply @e1",
    ),
    (
        "what is put straight passes for 250 ms, with bounce, over the square that the ply's piece left",
        'charing-cross 3RR3/8/8/N6n/1N5n/8/8/3rr3 b -',
        "1000 -d1/1326 +d2/1565 -e1/1695 +d1/1945 -d1/1949 +d1/1952 -d1/2200 +e1",
        "shown d1-d2/shown e1-d2/shown d1-d2/ply d1-d2",
    ),
    (
        "a jumped piece rests on its way to its home where the one that jumped came from",
        'charing-cross 8/1R2R3/N7/7n/2N3n1/5r2/5r2/8 b -',
        "1000 -f2/1503 +f4/1610 -f3/2250 +f1/2310 +f2/2320 -f1/2621 -f2/3000 +e1",
        "shown f2xf4/ply f2xf4/shown @e1/ply @e1",
    ),
    (
        "a piece placed, and moved on at once", 'charing-cross 4R3/8/1R6/7n/N7/2N5/5r1n/8 b rb',
        "1000 +e1/1200 -e1/1500 +d2",
        "shown @e1/shown @e1/ply @e1/shown e1-d2/ply e1-d2",
    ),
    (
        "a jump, the jumped piece placed while another piece is put straight: placed, when that is back",
        'charing-cross 2RR4/8/8/N6n/N6n/8/2r5/4r3 w -',
        "1000 -a4/1400 +a6/1700 -a5/2400 -h4/2700 +a4/4200 +h4",
        "shown a4xa6/ply a4xa6/shown @a4/ply @a4",
    ),
    (
        "a jump, and then a piece seems to have been carried to where the jumped one goes",
        'charing-cross 2RR4/8/8/N6n/N6n/8/2r5/4r3 w -',
        "1000 -a4/1400 +a6/1700 -a5/2400 -h4/2700 +a4/7000 +h4",
        "shown a4xa6/ply a4xa6/shown @a4/refused h4 a4 place-first/clear/shown @a4/ply @a4",
    ),
    (
        "a jump over the piece just placed, that one placed again at once: three plies",
        'charing-cross 2N5/8/4n3/3R4/N7/3rr1n1/8/8 w Rw',
        "1229 +d8/3210 -d8/4165 -c8/4300 +e8/4434 +d8",
        "shown @d8/ply @d8/shown c8xe8/ply c8xe8/shown @d8/ply @d8",
    ),
    (
        "a jump; the square where the jumped piece is placed was closed before it for a while",
        'charing-cross 4R3/8/2R5/1N2n1n1/8/8/2r5/2N1r3 w -',
        "1000 -b5/1175 -c6/1412 +d8/1712 -d8/2126 +d7/2313 +d8",
        "shown b5xd7/ply b5xd7/shown @d8/ply @d8",
    ),
    (
        "a card held for long covers a stack: asked", STACKS_LONG,
        "1000 -c2/1300 +c2/15000 -c5/15400 +c5/17500 !ok",
        "ask c2xc5/unask/ply c2xc5",
    ),
    (
        "a card held for seconds covers a stack: asked, and the reply proves it", STACKS_LONG,
        "1000 -c2/1300 +c2/5800 -c5/6200 +c5/6800 -d5/7400 -c5/7900 +c5",
        "ask c2xc5/unask/shown c2xc5/ply c2xc5/shown d5xc5/ply d5xc5",
    ),
    (
        "a stack adjusted, then another card put where only that stack's card may go", STACKS_LONG,
        "1000 -c2/1300 +c2/3300 -f1/4300 +c4/6000 ?/7000 -c4/7500 +f1",
        "refused f1 c4 no-such-move/extra: c4 missing: f1/clear/ask c2-c4",
    ),
    (
        "a question about a covering is answered after the reply", STACKS_BOTH,
        "1000 -c2/1300 +c2/2300 -c5/2700 +c5/3150 -c2/3450 +c2/4050 +c3/5550 !next/5850 !ok",
        "ask c2xc5/ask c2-c3 c2xc5/ask c2-c3 c2xc5/unask/ply c2-c3",
    ),
    (
        "put back or played again: the question stays open while play goes on elsewhere", STACKS_BOTH,
        "1000 -c2/1300 +c2/1600 -c5/2000 +c5/3500 -c2/3800 +c2/4100 -c5/4500 +c5/9500 -d2/10100 +d4/13000 !ok",
        "shown c2xc5/ply c2xc5/ask c2xc5/unask/shown c2xc5/ply c2xc5/shown d2-d4/ply d2-d4",
    ),
    (
        "an answer is seen to be put back, and what was offered beside it is played: told", STACKS_START,
        "1000 -d1/1150 +d1/1600 -e1/1950 +e1/2350 -d2/4550 -c1/4750 +c1/6000 !next/6150 !next/6300 !ok/7050 -c1/"
        "7450 +c1/7500 +d2/7800 -d2/7950 -d1/8200 +d1",
        "ask d2+d1 d2+e1/ask d2+c1 d2+d1 d2+e1/ask d2+c1 d2+d1 d2+e1/ask d2+c1 d2+d1 d2+e1/unask/ply d2+c1/"
        "shown d2+d1/takeback d2+c1/ask d2+d1 d2+e1",
    ),
    (
        "a card moves while two stacks are adjusted: asked", STACKS_THREE,
        "1000 -a2/1246 +a2/1471 -f2/2116 -e5/2824 +f6/2875 +e5/5000 !next/5500 !ok",
        "ask f2+a2 f2-f6/ask f2+a2 f2-f6/unask/ply f2-f6",
    ),
    (
        "the same stacks again, and a third ply at once: asked", STACKS_BOTH,
        "1000 -c2/1300 +c2/1600 -c5/2000 +c5/3500 -c2/3800 +c2/4100 -c5/4500 +c5/4950 -d2/5550 +d4/8000 !ok",
        "shown c2xc5/ply c2xc5/ask c2xc5/unask/shown c2xc5/ply c2xc5/shown d2-d4/ply d2-d4",
    ),
    (
        "a covering that is asked about, a slow reply from stack to stack and a third ply, which proves the reply",
        STACKS_REPLY,
        "1000 -c6/1219 +c6/6340 -e6/7289 +e6/7765 -b5/7946 +b5/8737 -c6/9601 +c6/10188 -b2/11630 +a1/13000 !ok",
        "ask c6xe6/ask b2-a1 c6xe6/unask/ply c6xe6/shown b5+c6/ply b5+c6/shown b2-a1/ply b2-a1",
    ),
    (
        "a capture after a rest on a legal square, and an illegal move at once", EYED_REST,
        "1000 -g11/1600 +j8/2200 -k7/2900 -j8/3100 +k7/3900 -l5/4500 +f6/9000 -f6/9500 +l5",
        "shown g11-j8/ply g11-j8/shown g11xk7/takeback g11-j8/ply g11xk7/refused l5 f6 no-such-move/clear",
    ),
    (
        "jumped pieces are taken off first, the jumper in the hand for two seconds",
        'kings-crossing:backwards M3m2k/MM1mm3/2M4m/K2Mm2m b - - 0',
        "1000 -c2/1777 -e1/2052 -d1/4106 +c3",
        "shown e1xc1xc3/ply e1xc1xc3",
    ),
    (
        "the rest of a stack is put back a while after the card stands", STACKS_LONG,
        "1000 -c2/1500 +c4/2300 +c2",
        "shown c2-c4/ply c2-c4",
    ),
    (
        "a jumped piece is taken off a while after the jump", CROSS,
        "1000 -d8/1600 +f8/2360 -e8",
        "shown d8xf8/ply d8xf8",
    ),
    (
        "a jump is put back slowly", CROSS,
        "1000 -d8/1600 -e8/1900 +f8/3500 -f8/4000 +e8/4800 +d8",
        "shown d8xf8/ply d8xf8/takeback d8xf8",
    ),
    (
        "a ply put back, and another begun 250 ms later, its piece held for a second", KINGS,
        "1000 -b2/1600 +d2/3000 -d2/3500 +b2/3750 -b3/4700 +e3",
        "shown b2-d2/ply b2-d2/shown b3-e3/takeback b2-d2/ply b3-e3",
    ),
    (
        "a ply put back, and a jump begun 257 ms later, its piece held for a second, the jumped piece taken off 3 s later",
        CROSS_APART,
        "1000 -d1/1494 +c2/4532 -c2/5769 +d1/6026 -e1/7384 +c1/10384 -d1",
        "shown d1-c2/ply d1-c2/shown e1xc1/takeback d1-c2/ply e1xc1",
    ),
    (
        "a piece that has moved is captured by one that rests where it began: no takeback", KINGS_LONGER,
        "1000 -d1/1600 +e1/2070 -e1/2940 -d2/3900 -f1/4500 +d1/4865 -d1/5180 +d3",
        "shown d1-e1/ply d1-e1/shown f1xd1xd3/ply f1xd1xd3",
    ),
    (
        "the same, and a piece that is jumped later is lifted first",
        'kings-crossing:longer MM2M1mk/MM2M1mm/MMM2mmm/KM1M1mmm b - - 0',
        "1000 -f1/1600 +e1/2952 -e1/4097 -f2/4834 -d1/5157 +f1/5717 -f1/6033 +f3",
        "shown f1-e1/ply f1-e1/shown d1xf1xf3/ply d1xf1xf3",
    ),
    (
        "a ply put back, and at once a capture whose piece rests for long on its way, the captured piece in the hand",
        EYED_CAPTURE,
        "1000 -j7/2000 +h8/3000 -h8/3660 +j7/3968 -d4/4450 -c5/4740 +d5/5900 -d5/6700 +d4",
        "shown j7-h8/ply j7-h8/shown c5-d5/shown c5xd4/takeback j7-h8/ply c5xd4",
    ),
    (
        "a ply put back, and a capture begun: the ply is taken back as soon as both its pieces are in the hand",
        EYED_CAPTURE,
        "1000 -j7/2000 +h8/3000 -h8/3660 +j7/3968 -d4/4518 -c5/4940 +d5/5240 -d5/6400 +d4",
        "shown j7-h8/ply j7-h8/shown c5-d5/shown c5xd4/takeback j7-h8/ply c5xd4",
    ),
    (
        "a jump goes on from where its piece had paused, the jumped piece taken off a while later", CROSS,
        "1000 -d8/1390 +c7/1911 -c7/2350 +f8/3150 -e8",
        "shown d8-c7/ply d8-c7/shown d8xf8/takeback d8-c7/ply d8xf8",
    ),
    (
        "a captured piece is carried over a square of a turn, all else as before that",
        'charing-cross 1N2R3/4R3/7n/5n2/N1r5/8/5r2/8 w -',
        "1000 -e8/1560 -e7/1660 +e6/3960 +e8/4460 -e6/4520 +e7/4695 -e7/5050 -f5/6200 +d7",
        "shown e8xe6/ply e8xe6/shown @e8/ply @e8/shown f5xd7/ply f5xd7",
    ),
    (
        "the reply takes the piece that just jumped, and lands where a jumped piece goes late",
        'kings-crossing:longer MM1M1mmk/6mm/MMMM1m1m/KMM1Mmmm b - - 0',
        "1000 -f1/1069 -e1/1347 +d3/1808 -d3/1956 -d2/2634 -d4/2960 +d2",
        "shown f1xd1xd3/ply f1xd1xd3/shown d4xd2/ply d4xd2",
    ),
    (
        "a jump is put back, the jumped piece first, which seems to be placed by its owner",
        'charing-cross 3nR3/8/5N2/8/1r6/1N4n1/8/3r4 b -',
        "1000 -d8/1384 +f8/1971 -e8/2663 +e8/3016 -f8/3396 +d8",
        "shown d8xf8/ply d8xf8/shown @e8/ply @e8/takeback @e8/takeback d8xf8",
    ),
    (
        "put back, and put straight there", CROSS,
        "1000 -a4/1400 +b4/2000 -b4/2300 +a4/2600 -a4/2900 +a4",
        "shown a4-b4/ply a4-b4/takeback a4-b4",
    ),
    (
        "put back, and the hand passes over where it stood", CROSS,
        "1000 -a4/1400 +b4/2000 -b4/2300 +a4/2500 +b4/2600 -b4",
        "shown a4-b4/ply a4-b4/takeback a4-b4",
    ),
    (
        "put back before it is final, and another card pauses where it stood", CARDS,
        "1000 -a1/1600 +a5/1900 -a5/3000 +a1/3900 -a6/4600 +a5/5000 -a5/5600 +a6",
        "shown a1-a5",
    ),
    (
        "what a card from a stack covers is lifted twice",
        'card-chess:progressive 1tqtj[kq]/2k3/4j1/6/1JT1K[QT]/4[KQ]J w rbrbrbbrbrbr -',
        "1500 -f2/2500 -f1/3100 +f1/3300 -f1/3450 +f1/4500 +f2",
        "shown f2+f1/ask f2+f1",
    ),
    (
        "after the reply the piece goes where its ply could have ended: too late", CROSS,
        "1000 -a4/1400 +b4/1800 -h4/2200 +g4/2900 -b4/3400 +b3",
        "shown a4-b4/ply a4-b4/shown h4-g4/ply h4-g4/refused b4 b3 backward",
    ),
    (
        "a unit from hand, answered not to be the first one that it may be, put elsewhere at once: it is the same",
        HAND,
        "1000 +b1/1500 !next/1700 !ok/2500 -b1/2620 +c1",
        "ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/unask/ply Q@b1/shown K@c1/takeback Q@b1/"
        "ask K@c1 Q@c1 J@c1 T@c1",
    ),
    (
        "a unit from hand taken off, and one put elsewhere a while later and nudged: asked about anew", HAND,
        "1000 +b1/1500 !ok/2500 -b1/3200 +c1/3370 -c1/3420 +c1/6000 !ok",
        "ask K@b1 Q@b1 J@b1 T@b1/unask/ply K@b1/shown K@c1/takeback K@b1/ask K@c1 Q@c1 J@c1 T@c1/unask/ply K@c1",
    ),
    (
        "a unit from hand, answered not to be the first one that it may be, taken off, and one put elsewhere later: asked anew",
        HAND,
        "1000 +b1/1500 !next/1700 !ok/2500 -b1/3300 +c1",
        "ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/unask/ply Q@b1/shown K@c1/takeback Q@b1/"
        "ask K@c1 Q@c1 J@c1 T@c1",
    ),
    (
        "a unit from hand, answered not to be the first one that it may be, put straight later: still the same", HAND,
        "1000 +b1/1500 !next/1700 !ok/4000 -b1/4200 +b1",
        "ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/unask/ply Q@b1",
    ),
    (
        "a question withdrawn, another stack's card in the hand: nothing is to be put back",
        'card-chess:plain 3[kt][jq]1/1k4/3j2/3q2/2[QJKT]2J/1KQ2[Tt] w ............ -',
        "1000 -c1/1319 -b1/1363 +c1/1435 -c1/1611 +c1/2484 -f1/3126 +f1/4006 -e6/4233 !back/4400 +e6/5229 +a6",
        "shown b1+c1/shown b1+c1/ply b1+c1/ask f1xc1/unask/shown e6-a6/ply e6-a6",
    ),
    (
        "a ply put back, another to a stack from there, the same as the first replied: only that is asked about",
        'card-chess:plain 1j[kjq][kQt]2/6/2t3/6/1[Kq]4/1[JT]2[JQTK]1 b ............ -',
        "90 -d6/740 +d6/990 +e6/2100 -e6/2380 -d6/2670 +d6/3800 -d6/3860 +d6/4000 -b6/4070 +b6/4920 -d6/4970 +e6/"
        "6070 +d6/7000 !ok",
        "shown d6-e6/ply d6-e6/shown d6+b6/ask d6+b6/ask d6+b6 d6-e6/unask/takeback d6-e6/ply d6+b6/shown d6-e6/"
        "ply d6-e6",
    ),
    (
        "a stack lifted a second before, and the card that covers it passes over other squares: asked",
        'card-chess [tQt]1k1j1/2[qj]2[qk]/6/6/2[QJ]3/T1[KT]KJ1 w rbrrbbrbbbrr -',
        "1000 -a6/1250 +a6/2140 -a1/2290 +a2/2340 -a2/2365 +a3/2550 +a4/2560 -a3/2590 +a5/2610 -a5/2620 -a4/2765 +b6/"
        "2845 -b6",
        "shown a1-a2/shown a1-a3/shown a1-a4/ask a1-a3 a1-a4 a1-a5 a1xa6",
    ),
    (
        "two stacks straightened, one of them twice, and a piece shown elsewhere between, seconds apart: asked",
        'card-chess:plain t2kqt/2[qk]2[jQ]/3j2/6/Q5/1J1K[JK][TT] w ............ -',
        "90 -f1/290 +f1/850 -f1/1290 +f1/5580 -a2/5610 +a3/5650 -a3/5700 +a4/5830 -a4/5940 +a2/6390 -e1/6520 +d5/"
        "6640 -d5/6790 +e1",
        "shown a2-a3/shown a2-a4/ask e1+f1 f1+e1",
    ),
    (
        "an opponent's piece comes where a card of the straightened stack may go, straightened there: asked",
        'card-chess [tk]j3t/3[qjkq]2/6/3Q2/6/1[JK]Q1[JK][TT] b rbrbrbbrbrbr -',
        "1000 -d5/1160 +d5/1700 -d3/1950 +b5/1955 +c4/2110 -c4/2130 -b5/2195 +b5",
        "shown d5-b5/shown d5-b5/ply d5-b5/shown d3xb5/ply d3xb5",
    ),
    (
        "a stack nudged after it was captured, and then a stack captures from there: the last ply stands is asked",
        'card-chess:plain [tqT]j[kT]1[qt]1/J3kQ/[jJ]5/1Q4/6/2[KK]3 w ............ -',
        "1000 -a6/1010 -b6/1950 +b6/2200 -b6/2300 +a6/2310 +b6/3830 -a6/4290 +a6/5330 -a5/5380 -c6/5550 +c6/5740 +a5/"
        "7000 !ok",
        "shown a6xb6/ask a6xb6/ask a6+a5 a6xb6/unask/ply a6xb6/ask a6xa5 a6xb6",
    ),
    (
        "from stack to stack, the covered one nudged at once, and the other a while later: no reply, but perhaps put back",
        'card-chess 1[qj][Qt]2J/1[jQtK]2K1/6/2[qT]1[kT]1/6/3J1k w rrrbrbbbrbrb -',
        "1000 -b5/1300 -b6/1600 +b5/1900 +b6/2150 -b6/2300 +b6/3500 -b5/3900 +b5/6000 !ok",
        "shown b5xb6/shown b5xb6/ply b5xb6/ask b5xb6/unask/ask b5xb6",
    ),
    (
        "a covering put back too late, the rest of what it covered standing, and another capture with it: asked",
        'card-chess:progressive k2qjt/t[kQq]j3/6/6/2J2T/2T[KQ]KJ b rrrbbbbrrbrb -',
        "1000 -a6/1105 -d6/1260 +a6/1730 +d6/1880 -d1/2350 -d6/3155 +d4/3760 -d4/4575 +d1",
        "shown d6+a6/ply d6+a6/ask d6+a6 d6xd1",
    ),
    (
        "a card comes off what it covered, back where it came from for a moment, and captures elsewhere",
        'card-chess:plain tjkkjt/2qq2/6/6/2QQ2/1JK[KT]JT b ............ -',
        "1000 -f6/1080 +b5/1305 -a6/1325 -b5/1405 +a6/2065 +f6/2210 -f6/2220 +e5/2470 -e5/3085 -f1/3175 +f1",
        "shown f6+a6/ply f6+a6",
    ),
    (
        "a covering put back in time, and a capture over five squares begun before all stood as before for long",
        'card-chess:plain 1j1k1[tt]/2[qk]jq1/6/6/2[QT]Q2/1[JK]2[JTK]1 b ............ -',
        "1000 -f6/1270 +f6/1360 -e5/1610 -f6/1715 +f6/2075 +e5/2225 -e1/2465 -e5/2490 +e4/2540 +e3/2585 -e4/2595 +e2/"
        "2600 -e3/2645 +d1/2680 -e2/2720 +e1/2735 -d1",
        "shown e5+f6/ply e5+f6/shown e1-d1/ask e1-d1 e1-e2/unask",
    ),
    (
        "a covering answered while the opponent lifts the stack it came from; BACK at whether that covers, too: it stands",
        'card-chess 1j1[kt][jtQ]1/6/2k3/5T/2[KqQ]3/1[JTq]2[JK]1 w rbbrbbrbrrrb -',
        "1000 -b1/1110 +b1/1340 -c2/1510 +c2/3640 -c2/3840 +c2/4500 ?/4880 !ok/5000 ?/5330 !back/6190 +d2",
        "ask c2xb1/lifted: c2 offer: b1/unask/ply c2xb1/capture: b1 move: c1 d1 a2 b2 d2 e2 f2 b3 c3 d3 a4/"
        "shown c2-d2/ply c2-d2",
    ),
    (
        "a covering that is answered, and then asked whether the reply was the same: two turquoise lights say so",
        'card-chess:plain 2k3/1[kQ]3[JjQt]/4q[qT]/4K1/4Kt/4[JjT]1 b ............ -',
        "290 -f4/380 +f4/890 -f5/955 +e6/985 -e6/1050 +f5/1725 -f4/2105 -f5/2165 +f4/2255 +f5/2800 ?/2900 !ok/3000 ?/"
        "3200 !ok",
        "ask f5xf4/lifted: f5 offer: f4/unask/ply f5xf4/ask f5xf4/lifted: f5 offer: f4 place: a1 b1/unask/ply f5xf4",
    ),
    (
        "a covering, a capture from there and another covering at once: each question has an answer",
        'card-chess tjkk1t/3[TqQj]2/6/1q4/6/TJ[KQ]KJ1 b rbbrrrbrbrbb -',
        "90 -b3/926 -d5/990 +d5/1220 +e4/1230 +b3/1260 -e4/1290 +c4/1408 -c4/2072 -c6/2119 -d5/2386 +d5/2517 +c6/"
        "2700 -d6/2900 +d6/3000 -d5/3180 +d5/5000 !ok/7000 !ok",
        "shown b3+d5/shown d5-e4/shown d5+b3/shown d5-c4/shown d5+b3/ply d5+b3/shown c6+d5/shown d5xc6/shown d5xc6/"
        "ask d5xc6 d5xd6/unask/ply d5xc6/ask d5+d6/unask/ply d5+d6",
    ),
    (
        "a piece wobbles where it arrived, and a stack is straightened: the capture at once is asked about, too",
        'card-chess 4[jk]1/t1[qjk]q2/6/5t/2[QK][QJ]2/[TK][JT]4 b rbrbrbbrbrbr -',
        "1000 -d5/1065 +d3/1135 -c2/1150 -d3/1380 +c2/1550 +d3/2670 !ok",
        "shown d5-d3/shown d5-d3/ply d5-d3/ask c2xd3/unask/ply c2xd3",
    ),
    (
        "a covering answered with the same stack in the air, which the opponent then captures: asked",
        'card-chess:plain [tTk]j1k2/5q/2[Qt]3/3[JjK][JQ][qT]/1K4/6 b ............ -',
        "1000 -a6/1212 +a6/1803 -b6/1925 +b6/3414 -b6/3803 !ok/3871 -a6/4122 +a6/4221 +b6/4827 -f5/4900 +f5/4989 !ok/"
        "5097 -c4/5265 +c4/5348 +c3",
        "ask a6+b6/unask/ply a6+b6/ask a6+b6/unask/shown a6xb6/ply a6xb6/shown c4-c3/ply c4-c3",
    ),
    (
        "a covering, a hand over where its card came from, and another stack straightened: not put back",
        'card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT w bbrrbbrrrrbb -',
        "1000 -b1/1006 -c1/1082 +b1/1142 -b6/1438 +b6/1915 -c6/2216 -c5/2272 +c6/2388 -b6/3019 +c5/3135 -c5/3495 +b6",
        "shown c1+b1/ply c1+b1/shown c5+c6/shown b6+c5/shown c5+c6/ask c5+b6 c5+c6",
    ),
    (
        "a card that rested and was put back, its stack too; where it had rested another hand rests a while after",
        'card-chess:plain 2ktjt/[jJq]1kq2/6/6/T5/1[JQ]K[KQ]1T b ............ -',
        "1000 -a5/1062 +a4/1313 -a4/1444 +c3/1470 +a3/1561 -c3/1639 -a3/1937 +a5/2970 -e6/3387 +a4/4020 -a4/4329 +e6/"
        "4487 -e6/5132 +d4/5259 +c4/5263 -d4",
        "shown a5-a4/ply a5-a4/shown e6-c4/ask a5-a4 e6-c4",
    ),
    (
        "the rest of a stack captures the card that has left it; that is off for so long that it seems to be put back: asked",
        'card-chess:plain t[jk]4/2q[qkQ]2/4j1/6/6/T[JKt]K1[JT]Q w ............ -',
        "1000 -d5/1300 +e6/1320 +d5/4223 -d5/4413 +d5/6153 -d5/8200 +d5/9965 -d5/10872 -e6/10955 +d5/12451 +e6/"
        "15000 !ok/17000 !ok",
        "shown d5-e6/ply d5-e6/takeback d5-e6/shown d5-e6/ply d5-e6/shown d5xe6/ply d5xe6",
    ),
    (
        "a reply from the same stack arrives just before OK: what was chosen is not asked again",
        'card-chess:plain tj[kq]1[jk]t/5[TqQ]/6/6/3[QK]2/1JK1JT b ............ -',
        "1000 -c6/1111 +c6/1197 +d5/1241 -d5/1269 +e4/1313 -e4/1341 +f3/1931 -f5/2191 +f5/2765 -f3/2952 +f3/3547 -f5/"
        "3732 +f5/3881 +f4/3947 !ok",
        "shown c6-d5/shown c6-e4/shown c6-f3/ply c6-f3/ask f5xf3/unask/ply f5xf3/shown f5-f4/ply f5-f4",
    ),
    (
        "a piece is off its square while both players play on: something is wrong, until it is back",
        'kings-crossing:alternate MM1M3m/7m/3M1mm1/KMM4k w - - 1',
        "1000 -f2/3000 -d4/3500 +e4/5000 -h3/5500 +h2/7500 ?/8000 +f2",
        "shown d4-e4/ply d4-e4/shown h3-h2/refused h3 h2 unexplained/extra: h2 missing: f2 h3/clear/shown h3-h2/"
        "ply h3-h2",
    ),
    (
        "a piece has stood for long where it was told, and goes on", EYED,
        "1000 -f6/1300 +e4/5000 -e4/5400 +g4",
        "shown f6-e4/ply f6-e4/shown f6-g4/takeback f6-e4/ply f6-g4",
    ),
    (
        "a jump over the piece that has just jumped, its landing skipped: what that took there stands yet",
        'kings-crossing:alternate+longer MM1mmm1m/MMM1M1mm/MM2M1mm/K2M2mk b - - 2',
        "1000 -d4/2091 +c4/2508 -b4/2722 +d4/3149 -d4/3157 -a4/3159 -e4/3369 +c2/4147 +a4/4249 -c2/4349 -c4/4466 +c2/"
        "7757 -c3",
        "shown d4-c4/ply d4-c4/shown b4xd4/ply b4xd4/shown e4xc4xc2/ply e4xc4xc2",
    ),
    (
        "a capture put back, the captured piece first, and at once its piece is lifted for another ply",
        "cross-eyed ****RMKR****/****CBBN****/****1PPP****/***6***/rnpP5pcr/kbp6pbm/mbp5p1bk/rcp5p1nr/***6***/"
        "****PPPP****/****NBBC****/****RKMR**** b",
        "1000 -g12/1060 +g12/1100 -c7/1226 -d8/1348 +d8/1591 -d8/1754 +d8/1768 +c7/1957 -c7/2517 +d7",
        "shown c7xd8/shown c7xd8/shown c7xd8/ply c7xd8/shown c7-d7/ask c7-d7 c7xd8",
    ),
    (
        "near lines that are one and the same ply, or that as a reply: asked once, not over and over",
        'card-chess:plain 1j[kT]1[jt]1/3kq1/6/6/3[QqTtQ]2/1JKKJ1 b ............ -',
        "2702 -d2/3095 +d2/4186 -e6/4751 +e6/5117 -c6/5341 +c6/5926 -e1/6010 +e1/6515 -d2/7155 +d2/7634 +c2/7940 !ok/"
        "14000 !back",
        "ask e6xc6 e6xe1/unask/ply e6xc6/shown d2-c2/ask d2+e1 d2-c2/unask/refused d2 e1 withdrawn",
    ),
    (
        "a unit from hand taken off for long, nudged where it is put down anew: each answer is offered once", HAND,
        "1000 +b1/1500 !next/1800 !ok/3000 -b1/4100 +b1/4420 -b1/4530 +b1/6000 !next/6500 !ok",
        "ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/unask/ply Q@b1/ask K@b1 Q@b1 J@b1 T@b1/"
        "ask K@b1 Q@b1 J@b1 T@b1/unask/takeback Q@b1/ply J@b1",
    ),
    (
        "a unit from hand taken off and put back twice, perhaps another one: the answer takes the place of the one before",
        HAND,
        "1000 +b1/1500 !next/1800 !ok/3000 -b1/3800 +b1/4100 -b1/4900 +b1/7000 !next/7500 !ok",
        "ask K@b1 Q@b1 J@b1 T@b1/ask K@b1 Q@b1 J@b1 T@b1/unask/ply Q@b1/ask K@b1 Q@b1 J@b1 T@b1/"
        "ask K@b1 Q@b1 J@b1 T@b1/unask/takeback Q@b1/ply J@b1",
    ),
    (
        "what is covered lifted first and held, the rest of the card's stack back: told the other way round until it is down",
        'card-chess 3k2/j4[qTj]/[ktQ]5/1J4/3[Jq]1t/2[KTKQ]3 b rbrbrbbrbrbr -',
        "1000 -f2/1224 -d2/1569 +d2/1969 +f2",
        "shown f2+d2/ply f2+d2/shown d2+f2/ask d2+f2 f2+d2",
    ),
    (
        "a captured piece rests on its way off where the capturing one could have gone: the capture stands",
        CARRIED_OFF,
        "1000 -e10/1170 -d9/1470 +d9/2070 +e9/2520 -e9",
        "shown e10xd9/ply e10xd9",
    ),
    (
        "the same for nearly a second: which of them it was is asked", CARRIED_OFF,
        "1000 -e10/1170 -d9/1470 +d9/2070 +e9/2970 -e9/4000 !next/4500 !ok",
        "shown e10xd9/ply e10xd9/shown e10-e9/ask e10-e9 e10xd9/ask e10-e9 e10xd9/unask",
    ),
    (
        "a piece held for seconds while another that it could capture is put straight, and put down elsewhere then",
        KINGS_PUSHED,
        "1000 -h3/1300 -h2/1700 +h2/5000 +f3",
        "shown h3*h2/ply h3*h2/shown h3-f3/ask h3*h2 h3-f3",
    ),
]  # fmt: skip
