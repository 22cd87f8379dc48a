"""Replay on the board: the lights say which piece goes where, and show wrong ones.

Play rests on the board meanwhile (WIRE.md, D): it tells its sensors, and its lights say what they are told. Nothing
of this is logged; when it ends, the board's own game goes on where it was.

What stands is known square by square: the piece of the position that was led to when the square closed. So a piece that
is to be replaced by another counts as right only when the square has been open since.
"""

from __future__ import annotations

from collections.abc import Mapping

from crossboard.boards.link import CONNECTED, Link
from crossboard.games.expected import piece_name
from crossboard.games.formats import square_notation
from crossboard.games.gestures import Touch
from crossboard.games.marks import CAPTURE, EXTRA, LAST_FROM, LAST_TO, LIFTED, MISSING, MOVE, TAKE_OFF
from crossboard.games.rules import NOWHERE, PATH, STACK, SWAP, TAKEN, Game, side_names, square_name
from crossboard.guided_replay.placement import Place
from crossboard.guided_replay.story import Stand, Story
from crossboard.language import join, tr

DEBOUNCE_MS = 40  # a sensor that keeps its state so long has it
SETTLED_MS = 400  # pieces that stand so long as they should are left standing
HOLD_MS = 1000  # a button held so long means something else
ASK_MS = 1500  # until the board is asked once more to rest
TOUCH_MS = 120  # between two movements of a simulated board's hand
BUTTONS = ("", "ok", "next", "back")  # by their number
UNKNOWN = "?"  # whatever stood there before
NAMED = 4  # squares that are named in a sentence


class Lead:
    """Guides players through `story` on the board at `link`, where `game` (any position of it) lies at `place`.

    `index` is the position that the pieces are led to; while `running` the next follows by itself when they stand so.
    Feed it with `hear` and `step`. `asked` collects what the board's buttons want: "on" (play on), "stop".
    """

    def __init__(
        self, story: Story, game: Game, place: Place, link: Link, index: int = 0, running: bool = True
    ) -> None:
        self.story = story
        self.game = game
        self.index = index
        self.running = running
        self.reached = -1  # the index of the position that stood last
        self.standing: set[int] = set()
        self.outside: set[int] = set()  # sensors of pieces beside the game
        self.asked: list[str] = []
        self.changed = 0
        self._place = place
        self._link = link
        self._known: dict[int, str] = {}  # what stands, by square
        self._connections = -1
        self._begun = False
        self._ask_at = 0
        self._sensed: dict[int, tuple[bool, int]] = {}  # sensor -> its state, and since when
        self._taken: dict[int, bool] = {}  # as taken for true
        self._fits_since: int | None = None
        self._held: dict[str, int] = {}  # button -> since when
        self._now = 0
        self._painted = ""

    @property
    def stand(self) -> Stand:
        """The position that the lights lead to."""
        return self.story.stands[self.index]

    @property
    def begun(self) -> bool:
        """Whether the board rests and listens."""
        return self._begun

    def end(self) -> None:
        """The board's own game goes on."""
        self._link.send("D", "end")

    def go(self, index: int) -> None:
        """Lead to that position from now on."""
        if self.fits:
            self._stands()
        self.index = min(max(index, 0), len(self.story.stands) - 1)
        self._fits_since = None
        self.changed += 1

    def back(self) -> None:
        """Go to the position before, and rest there."""
        self.running = False
        self.go(self.index - 1)

    def pause(self) -> None:
        """Rest, or go on."""
        self.running = not self.running
        self.changed += 1

    # What the board says

    def hear(self, payload: str) -> None:
        """A message of the bench, or `error` with why the board refuses what it was asked."""
        what, *words = payload.split(" ")
        if what == "error" and not self._begun:
            self.asked.append("stop")
        elif what == "begin":
            self._begun, self._painted = True, ""
            self._sensed.clear()
        elif what == "raw" and len(words) == 2:
            bits = {4 * i + bit for i, digit in enumerate(words[1]) for bit in range(4) if int(digit, 16) >> bit & 1}
            for sensor in range(self._place.sensors):
                closed = sensor in bits
                if sensor not in self._sensed or self._sensed[sensor][0] != closed:
                    self._sensed[sensor] = (closed, self._now)
        elif what == "buttons" and len(words) == 1:
            self._buttons({name for i, name in enumerate(BUTTONS) if i and int(words[0]) >> i & 1})

    def _buttons(self, held: set[str]) -> None:
        for name in self._held.keys() - held:
            since = self._held.pop(name)
            if since >= 0:
                self.tap(name)
        for name in held - self._held.keys():
            self._held[name] = self._now

    def tap(self, button: str) -> None:
        """`next` goes a ply on, `back` one back, `ok` rests or goes on."""
        if button == "next":
            self.go(self.index + 1)
        elif button == "back":
            self.back()
        elif button == "ok":
            self.pause()

    def hold(self, button: str) -> None:
        """`ok` held: play on from here; `back` held: stop."""
        if button in ("ok", "back"):
            self.asked.append("on" if button == "ok" else "stop")

    def _hold(self, now: int) -> None:
        for name, since in self._held.items():
            if since >= 0 and now - since >= HOLD_MS:
                self._held[name] = -1
                self.hold(name)

    # A round

    def step(self, now: int) -> None:
        """Accept what has stood long enough, go on if the pieces are right, and set the lights."""
        self._now = now
        self._keep(now)
        self._hold(now)
        for sensor, (closed, since) in self._sensed.items():
            if self._taken.get(sensor) != closed and now - since >= DEBOUNCE_MS:
                self._take(sensor, closed)
        self._go_on(now)
        if self._begun and self._link.state == CONNECTED:
            digits = self._place.digits(self.marks(), self.outside)
            if digits != self._painted and self._link.send("D", f"paint {digits}"):
                self._painted = digits

    def _keep(self, now: int) -> None:
        """Ask the board to rest, again after every new connection."""
        link = self._link
        if link.connections != self._connections:
            self._connections = link.connections
            self._begun, self._ask_at = False, now
        if not self._begun and link.state == CONNECTED and now >= self._ask_at:
            self._ask_at = now + ASK_MS
            link.send("D", "begin")

    def _take(self, sensor: int, closed: bool) -> None:
        first = sensor not in self._taken
        self._taken[sensor] = closed
        self.changed += 1
        square = self._place.square_of.get(sensor)
        if square is None:
            if sensor in self._place.outside:
                (self.outside.add if closed else self.outside.discard)(sensor)
            return
        self._fits_since = None
        if closed:
            self.standing.add(square)
            self._known[square] = UNKNOWN if first else self.stand.letters.get(square, UNKNOWN)
        else:
            self.standing.discard(square)
            self._known.pop(square, None)

    @property
    def fits(self) -> bool:
        """Whether the pieces stand as they should."""
        letters = self.stand.letters
        return self._begun and self.standing == letters.keys() and not self._swapped() and bool(self._taken)

    def _swapped(self) -> set[int]:
        """Squares on which another piece stands than should."""
        letters = self.stand.letters
        return {s for s, known in self._known.items() if s in letters and known not in (UNKNOWN, letters[s])}

    def _go_on(self, now: int) -> None:
        if not self.fits:
            self._fits_since = None
        elif self._fits_since is None:
            self._fits_since = now
        elif now - self._fits_since >= SETTLED_MS and not self.outside:
            if self.reached != self.index:
                self._stands()
            if self.running and self.index < len(self.story.stands) - 1:
                self.go(self.index + 1)

    def _stands(self) -> None:
        """The pieces stand as they should."""
        self.reached = self.index
        self.changed += 1
        self._known = dict(self.stand.letters)

    # What is shown

    @property
    def forward(self) -> bool:
        """Whether it is a ply that is led, not a position that is set up."""
        return self.index > 0 and self.reached == self.index - 1

    def marks(self) -> bytes:
        """A mark for each square of the frame."""
        found = bytearray(len(self.game.board))
        letters = self.stand.letters
        for square in self.standing - letters.keys():
            found[square] = EXTRA
        for square in letters.keys() - self.standing:
            found[square] = MISSING
        for square in self._swapped():
            found[square] = TAKE_OFF
        if self.forward:
            self._mark_ply(found)
        if not any(found):
            for square, mark in zip(self.stand.ends, (LAST_FROM, LAST_TO), strict=True):
                if square != NOWHERE:
                    found[square] = mark
        return bytes(found)

    def _mark_ply(self, found: bytearray) -> None:
        """The ply's own squares say more: what to lift, where it lands, what to take off."""
        origin = self.stand.ends[0]
        for square, effect in self.stand.effects:
            if square == origin and found[square] in (EXTRA, TAKE_OFF):
                found[square] = LIFTED
            elif effect == TAKEN and found[square] == EXTRA:
                found[square] = TAKE_OFF
            elif effect in (SWAP, STACK) and found[square] == TAKE_OFF:
                found[square] = CAPTURE
            elif effect == PATH and not found[square] and not self.fits:
                found[square] = MOVE

    def wanted(self) -> dict[int, str]:
        """The pieces that are missing, by square."""
        letters = self.stand.letters
        return {square: letters[square] for square in sorted(letters.keys() - self.standing)}

    def words(self) -> str:
        """What is to be done, in a sentence."""
        stand, last = self.stand, self.index == len(self.story.stands) - 1
        if not self._begun:
            return tr("Waiting for the board.")
        if self.outside:
            return tr("A piece is outside the game's squares: take it off.")
        if self.fits:
            up = tr("The position after {move} is set up.", move=stand.words)
            end = tr("The game ends here.") if last else "" if self.running else tr("next goes on.")
            return join(" ", (up if stand.words else tr("The position at the start is set up."), end))
        if self.forward:
            now = tr("Now {move}: the lights show which piece, and where to.", move=stand.words)
            return join(" ", (now, self._astray()))
        after = tr("Set up the position after {move}.", move=stand.words)
        return join(" ", (after if stand.words else tr("Set up the position at the start."), self._astray()))

    def _astray(self) -> str:
        """What is wrong or missing, in words."""
        marks = self.marks()
        wrong = [square for square, mark in enumerate(marks) if mark == EXTRA]
        missing = {} if self.forward else self.wanted()
        astray = tr("Wrong: {squares}.", squares=self._names(wrong)) if wrong else ""
        lacking = tr("Missing: {pieces}.", pieces=self._names(list(missing), missing)) if missing else ""
        return join(" ", (astray, lacking))

    def _names(self, squares: list[int], letters: Mapping[int, str] | None = None) -> str:
        names = [
            tr("{piece} on {square}", piece=self._piece(letters[s]), square=square_name(self.game, s))
            if letters
            else square_name(self.game, s)
            for s in squares[:NAMED]
        ]
        named, more = square_notation(self.game.name, join(", ", names)), len(squares) - NAMED
        return tr("{names} and {count} more", names=named, count=more) if more > 0 else named

    def _piece(self, letters: str) -> str:
        """`White knight`, for the top piece of a square."""
        top = letters[-1:]
        side = side_names(self.game)[top.islower()]
        return tr("{side} {piece}", side=side, piece=piece_name(self.game, top)) if top.isalpha() else tr("piece")

    def touches(self) -> list[Touch]:
        """What a simulated board's hand does to put the pieces right."""
        letters = self.stand.letters
        lift = sorted((self.standing - letters.keys()) | self._swapped())
        put = sorted((letters.keys() - self.standing) | self._swapped())
        return [Touch(TOUCH_MS, s, False) for s in lift] + [Touch(TOUCH_MS, s, True) for s in put]
