"""What squares, buttons, requests of the PC and lights mean now: `Mode` is what a mode answers, modes.py has the current one."""


class Mode:
    """What a mode answers; a mode has its own where something happens."""

    letter = 0  # its name for the PC: a letter's code
    watches = False  # whether the recognizer watches
    timed = False  # whether playing time passes
    quick = False  # whether an edge is little work
    hidden = False  # whether nobody may learn what the sensors feel

    def dim(self):
        """Something else needs the lights."""

    # Squares

    def edge(self, square, closed):
        """A piece came to a square of the game, or left it; True if that is for nobody else to know."""
        return False

    # Buttons

    def tap(self, button):
        """A button that has answered nothing was let go before it was held."""

    # Requests

    def seat(self, sides):
        """The board plays those sides from now on; True if it need not think of a ply yet."""
        return False

    # Lights

    def astray(self):
        """Whether pieces stand where they should not: the start position would be an offer of another game."""
        return False

    def paint(self):
        """Mark what the lights show."""

    # Time

    def step(self, now):
        """What comes of time alone; True if that was enough for a round."""
        return False

    def deadline(self, now):
        """Ms until `step` does something, -1 if never."""
        return -1
