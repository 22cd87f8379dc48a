"""The table of gestures in words: as firmware/GESTURES.md has it, and as "Why?" says what happened."""

from __future__ import annotations

from crossboard.language import tr
from shared_rules.recognition import costs

EVENTS: dict[int, str] = {
    costs.LIFT: "a piece was lifted and put back",
    costs.SHADE: "something closed an empty square for a while",
    costs.HELD: "a piece is off its square",
    costs.EXTRA: "something stands where no piece belongs",
    costs.LEAD: "the piece arrived before it left",
    costs.SWIFT: "the square captured or covered was open",
    costs.APART: "from stack to stack: the one was back before the other was lifted",
    costs.HASTE: "the reply began after the arrival",
    costs.BACKWARD: "the reply arrived, or began, before the ply it follows",
    costs.CONTRADICTED: "a ply was put back, or another took its place",
    costs.COVERED: "a stack was back before the card that covers it had left",
    costs.CARRY: "a card arrived after its stack, off its square for less than 0.2 s, was back",
    costs.PAST: "a piece was lifted and put back, and nothing followed for half a second",
}
HAPPENED: dict[int, str] = {
    costs.LIFT: tr("a piece was lifted on {where}"),
    costs.PAST: tr("a piece had been lifted on {where}"),
    costs.SHADE: tr("something was on {where}"),
    costs.LEAD: tr("the piece arrived before it left"),
    costs.SWIFT: tr("what it took or covered was hardly off its square"),
    costs.APART: tr("the one stack had been back for a while when the other was lifted"),
    costs.HASTE: tr("it came at once after the move before"),
    costs.BACKWARD: tr("it began before the move that it follows"),
    costs.COVERED: tr("the stack was back before the card that covers it had left"),
    costs.CARRY: tr("the card came down long after its stack was back"),
}
"""What was seen, for a sentence; LASTS has what lasts. That another ply was played is nothing that a sensor sees."""

LASTS: dict[int, str] = {costs.HELD: tr("{square} missing"), costs.EXTRA: tr("{square} standing where it can't")}
LASTS_OF_PLY: dict[int, str] = {
    costs.HELD: tr("the piece from {square} in the hand"),
    costs.EXTRA: tr("what stands on {square} still to be lifted"),
}
"""The same of a square of the ply."""

CIRCUMSTANCES: dict[int, str] = {
    costs.OWN: "on the ply's square, before its piece left",
    costs.STANDS: "on the ply's square, just after its piece arrived",
    costs.BACK: "putting that ply back",
    costs.LATE: "on a square of the ply, to be lifted yet",
    costs.HAND: "while a piece was in a hand",
    costs.NEAR: "from beside",
    costs.STACKED: "from one stack to another",
    costs.PLAYER: "of the same player",
    costs.PASSED: "after the opponent had only a pass",
    costs.LOCKED: "play went on after it",
    costs.STOOD: "its squares were not touched since",
    costs.ANSWERED: "a player had chosen it",
    costs.ELSEWHERE: "another did in its place",
    costs.SAME: "the same piece from hand, elsewhere",
    costs.RENAMED: "another piece from hand",
}


def gesture_table() -> str:
    """The table of gestures as Markdown, a line each."""
    lines = ["| gesture | what the sensors saw | where or when | for less than, ms | cost |", "|---|---|---|---|---|"]
    for event, until, bits, cost, name in costs.GESTURES:
        where = "; ".join(text for bit, text in CIRCUMSTANCES.items() if bits & bit)
        limit = "" if until == costs.EVER else str(until)
        lines.append(f"| {name} | {EVENTS[event]} | {where} | {limit} | {cost} |")
    return "\n".join(lines) + "\n"
