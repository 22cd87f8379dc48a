"""The recognizer's tables in words: gestures as firmware/GESTURES.md has them, decisions as its own README has them."""

from __future__ import annotations

from shared_rules.recognition import gestures, recognizer, verdict

EVENTS: dict[int, str] = {
    gestures.LIFT: "a piece was lifted and put back",
    gestures.SHADE: "something closed an empty square for a while",
    gestures.HELD: "a piece is off its square",
    gestures.EXTRA: "something stands where no piece belongs",
    gestures.LEAD: "the piece arrived before it left",
    gestures.SWIFT: "the square captured or covered was open",
    gestures.APART: "from stack to stack: the one was back before the other was lifted",
    gestures.HASTE: "the reply began after the arrival",
    gestures.BACKWARD: "the reply arrived before the ply it follows",
    gestures.UNTOLD: "a ply that was final did not happen",
    gestures.COVERED: "a stack was back before the card that covers it had left",
    gestures.PAST: "a piece was lifted and put back, and nothing followed for half a second",
    gestures.INSTEAD: "a ply had begun before another was taken back",
}
CIRCUMSTANCES: dict[int, str] = {
    gestures.OWN: "on the ply's square, before its piece left",
    gestures.STANDS: "on the ply's square, just after its piece arrived",
    gestures.LANDING: "where its piece comes down",
    gestures.BACK: "putting that ply back",
    gestures.HAND: "while a piece was in a hand",
    gestures.NEAR: "from beside",
    gestures.LOCKED: "the opponent has touched a piece since",
    gestures.ANSWERED: "a player had chosen it",
    gestures.STACKED: "from one stack to another",
    gestures.PLAYER: "of the same player",
    gestures.STOOD: "its square was not touched since",
    gestures.ELSEWHERE: "another did in its place",
    gestures.SAME: "the same piece from hand, elsewhere",
    gestures.RENAMED: "another piece from hand",
    gestures.REFUSED: "putting right what was refused",
    gestures.REJECTED: "this one was offered and not chosen",
}


def gesture_table() -> str:
    """The table of gestures as Markdown, a line each."""
    lines = ["| gesture | what the sensors saw | where or when | for less than, ms | points |", "|---|---|---|---|---|"]
    for event, until, bits, cost, name in gestures.GESTURES:
        where = "; ".join(text for bit, text in CIRCUMSTANCES.items() if bits & bit)
        limit = "" if until == gestures.EVER else str(until)
        lines.append(f"| {name} | {EVENTS[event]} | {where} | {limit} | {cost} |")
    return "\n".join(lines) + "\n"


FACTS: dict[int, str] = {
    verdict.AS_TOLD: "the best line is what is told, and nothing more",
    verdict.LOOSE: "not all squares stand as the best line has them",
    verdict.MOVING: "its own plies' squares do not all stand as it has them, or it costs more than the limit",
    verdict.DEAR: "its ply costs too much to take the place of what is told unasked",
    verdict.CERTAIN: "a ply stands after what is told, without which no line is to be thought of",
    verdict.AGREED: "all near lines go on with the same ply, and its order and pace leave no doubt",
    verdict.AGAINST: "no near line has what is told",
    verdict.OPEN: "a question is open",
    verdict.SAME: "it asks for what the near lines go on with",
    verdict.OFFERED: "one near line goes on with what is asked",
    verdict.RIVAL: "for a third of a second (half, if a piece is missing; 0.7, if it is of its ply) another line has "
    "explained all that stands nearly as cheaply, and the best one does not, or says that nothing was played",
    verdict.ALIKE: "the near lines cost the same and all stands: waiting will not tell them apart",
}
ACTIONS: dict[int, str] = {
    recognizer.REST: "show what is told; a question or trouble is over; after a while, forget what else was touched",
    recognizer.HOLD: "show what is told: something is in a hand",
    recognizer.GO_ON: "show what follows; once that has come to stay, what is told can no longer change",
    recognizer.CONFIRM: "show the ply, and tell it when it has stood; or take back what is told",
    recognizer.TAKE_BACK: "take back what is told, after a while, whatever was meant instead",
    recognizer.PERHAPS_TAKE_BACK: "take back what is told, if it is put back and its player holds a piece; else leave all as it is",
    recognizer.KEEP: "leave all as it is",
    recognizer.PERHAPS_UNASK: "close the question, unless it is but for a moment, and decide anew",
    recognizer.ASK: "ask at once",
    recognizer.ASK_LATER: "show the best line's ply; ask, if it lasts",
}


def decision_table() -> str:
    """The table of decisions as Markdown."""
    lines = ["| where | but not | what is done |", "|---|---|---|"]
    for present, absent, action in recognizer.DECISIONS:
        lines.append(f"| {_facts(present)} | {_facts(absent)} | {ACTIONS[action]} |")
    return "\n".join(lines) + "\n"


def _facts(bits: int) -> str:
    return "; ".join(text for bit, text in FACTS.items() if bits & bit)
