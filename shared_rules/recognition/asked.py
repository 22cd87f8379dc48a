"""The open question, or the one that was answered with none of them, as lines know it. After construction nothing allocates."""

from shared_rules.codes import const
from shared_rules.recognition.lines import ARRIVED, Lines, earlier
from shared_rules.recognition.positions import NONE, Positions
from shared_rules.recognition.touching import Touching

ANSWERS = const(16)  # at most
EACH_ANSWER = const(3)  # lines that are kept of each


class Asked:
    """`answers[0:count]` are the positions after the plies offered in the position `before`, which is NONE if nothing is asked."""

    def __init__(self, positions: Positions, lines: Lines, touching: Touching) -> None:
        self.positions = positions
        self.lines = lines
        self.row = lines.row
        self.touching = touching
        self.answers = bytearray(ANSWERS)
        self.begin()

    def begin(self) -> None:
        """Nothing was asked."""
        self.before = NONE
        self.at = 0  # when it was asked,
        self.denied_at = 0  # and when a player said that none of the answers was played, if nothing is asked
        self.count = 0

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self.at = earlier(self.at, ms)
        self.denied_at = earlier(self.denied_at, ms)

    def is_answer(self, node: int) -> bool:
        """Whether `node` is among the answers, be they denied."""
        for i in range(self.count):
            if self.answers[i] == node:
                return True
        return False

    def has_answer(self, node: int) -> bool:
        """Whether an answer is on the way to `node`."""
        for i in range(self.count):
            if self.positions.has(node, self.answers[i]):
                return True
        return False

    def instead(self, node: int) -> int:
        """What leads on to `node` from where it is asked; NONE if nothing does, or nothing is asked."""
        return NONE if self.before == NONE else self.positions.after(node, self.before)

    def forget_denied(self) -> None:
        """Play has gone on after a question to which the answer was none."""
        if self.before == NONE:
            self.count = 0

    def is_denied(self, line: int) -> bool:
        """Whether a player said that the line's last ply was not played, after it had been."""
        row = self.row
        node = self.positions.played(row[line])
        return self.before == NONE and self.is_answer(node) and row[line + ARRIVED] <= self.denied_at

    def is_since(self, line: int) -> bool:
        """Whether what the line has in the place of what is asked about came about after that was asked."""
        answer = self.instead(self.row[line])
        return self.row[self.touching.step_of(line, answer) + ARRIVED] > self.at

    def wants(self, line: int, cheap: bool) -> bool:
        """Whether the line has an answer that few of the lines in use have; or, if it is `cheap`, another ply there, and alone."""
        positions = self.positions
        row = self.row
        answer = self.instead(row[line])
        if answer == NONE:
            return False
        more = EACH_ANSWER
        alone = positions.played(row[line]) == answer
        for i in range(self.lines.count):
            node = row[self.lines.rank[i]]
            alone = alone and node != row[line]
            if positions.has(node, answer):
                more -= 1
        return alone and cheap or (alone or more > 0) and self.is_answer(answer)
