"""What has been decided and is yet to be told, asked or taken back. Nothing here allocates."""

from shared_rules.recognition.positions import NONE
from shared_rules.recognition.question import Question
from shared_rules.recognition.told import Told
from shared_rules.recognition.trouble import Trouble
from shared_rules.recognition.work import JUDGING


class Verdict:
    """One of these, or a takeback and then a ply, until they are carried out."""

    def __init__(self, told: Told, trouble: Trouble, question: Question) -> None:
        self.told = told
        self.trouble = trouble
        self.question = question
        self.begin()

    def begin(self) -> None:
        """Nothing has been decided."""
        self.telling = NONE  # what is to be told,
        self._to_judge = 0  # so many steps may still be spent on judging that first,
        self.asks = NONE  # or asked,
        self.untells = NONE  # or after what is to be taken back what is told,
        self.instead = NONE  # and this to be shown then,
        self._pays = False  # what lines cost that have it being kept

    def is_open(self) -> bool:
        """Whether something is to be told, asked or taken back."""
        return self.telling != NONE or self.asks != NONE or self.untells != NONE

    def judges(self) -> bool:
        """Whether what is to be told has been judged, or a part of that done: as long a step as to tell it."""
        told = self.told
        if not self._to_judge or self.untells != NONE or told.judge is None:
            return False
        self._to_judge = self._to_judge - 1 if told.judges(self.telling) else 0
        return True

    def carry_out(self) -> bool:
        """Tell, ask or take back that; gives whether to look again at once."""
        if self.untells != NONE:
            if self._pays:
                self._pays = False
                self.told.keep_costs(self.untells)
                return True
            self.told.untell(self.untells, self.instead)
            self.untells = NONE
            return True
        if self.telling == NONE:
            self.question.ask(self.asks)
            self.asks = NONE
            return False
        self.told.tell(self.telling)
        self.telling = NONE
        self._to_judge = 0
        return True

    def tell(self, node: int) -> bool:
        """The ply to `node` is to be told."""
        self.telling = node
        self._to_judge = JUDGING
        return True

    def take_back(self, before: int, instead: int, pays: bool) -> bool:
        """What is told after `before` is to be taken back, and `instead`, if not NONE, to be shown.

        `pays`: what it costs the lines that have it how all stood is kept.
        """
        self.untells = before
        self.instead = instead
        self._pays = pays
        return True

    def ask_about(self, node: int, before: int) -> bool:
        """It is to be asked whether that to `node` was played after `before`."""
        self.question.find_none()
        self.question.find(node)
        return self.ask(before)

    def ask(self, before: int) -> bool:
        """It is to be asked which of what was found was played after `before`."""
        self.asks = before
        return True

    def show(self, node: int) -> None:
        """Show the ply to `node`, though it is not told yet; but not while red says what is wrong."""
        if not self.trouble.is_told():
            self.told.show(node, True)
