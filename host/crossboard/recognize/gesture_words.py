"""The table of gestures in words, as firmware/GESTURES.md has it."""

from __future__ import annotations

from shared_rules.recognition import gestures

EVENTS: dict[int, str] = {
    gestures.LIFT: "a piece was lifted and put back",
    gestures.SHADE: "something closed an empty square for a while",
    gestures.HELD: "a piece is off its square",
    gestures.EXTRA: "something stands where no piece belongs",
    gestures.LEAD: "the piece arrived before it left",
    gestures.SWIFT: "the square captured or covered was open",
    gestures.APART: "from stack to stack: the one was back before the other was lifted",
    gestures.HASTE: "the reply began after the arrival",
    gestures.BACKWARD: "the reply arrived, or began, before the ply it follows",
    gestures.UNTOLD: "a ply was put back, or another took its place",
    gestures.COVERED: "a stack was back before the card that covers it had left",
    gestures.CARRY: "a card arrived after its stack, off its square for less than 0.2 s, was back",
    gestures.PAST: "a piece was lifted and put back, and nothing followed for half a second",
}
CIRCUMSTANCES: dict[int, str] = {
    gestures.OWN: "on the ply's square, before its piece left",
    gestures.STANDS: "on the ply's square, just after its piece arrived",
    gestures.BACK: "putting that ply back",
    gestures.LATE: "on a square of the ply, to be lifted yet",
    gestures.REFUSED: "putting right what was refused",
    gestures.HAND: "while a piece was in a hand",
    gestures.NEAR: "from beside",
    gestures.STACKED: "from one stack to another",
    gestures.PLAYER: "of the same player",
    gestures.PASSED: "after the opponent had only a pass",
    gestures.LOCKED: "play went on after it",
    gestures.STOOD: "its squares were not touched since",
    gestures.ANSWERED: "a player had chosen it",
    gestures.ELSEWHERE: "another did in its place",
    gestures.SAME: "the same piece from hand, elsewhere",
    gestures.RENAMED: "another piece from hand",
}


def gesture_table() -> str:
    """The table of gestures as Markdown, a line each."""
    lines = ["| gesture | what the sensors saw | where or when | for less than, ms | points |", "|---|---|---|---|---|"]
    for event, until, bits, cost, name in gestures.GESTURES:
        where = "; ".join(text for bit, text in CIRCUMSTANCES.items() if bits & bit)
        limit = "" if until == gestures.EVER else str(until)
        lines.append(f"| {name} | {EVENTS[event]} | {where} | {limit} | {cost} |")
    return "\n".join(lines) + "\n"
