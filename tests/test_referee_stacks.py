"""The referee where stacks are lifted and noise falls on other squares: games that were once misread, cut down."""

from __future__ import annotations

import pytest
from test_referee import story

# What happened, the position, the edges, and the plies and questions that must come of it.
MISREAD = [
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
]


@pytest.mark.parametrize(("position", "lines", "expected"), [m[1:] for m in MISREAD], ids=[m[0] for m in MISREAD])
def test_what_was_once_misread(position: str, lines: str, expected: list[str]) -> None:
    told = [line.split(" ", 1)[1] for line in story(position, lines)]
    assert [words for words in told if words.split(" ")[0] in ("ply", "takeback", "refused", "ask")] == expected
