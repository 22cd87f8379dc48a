"""The terminal interface of `play`, a Textual app: the board with its lights, the turns, refusals, questions, a line to type in.

The app's clock drives the session round by round, so that everything stays in one thread. On a simulated board a click
on a square lifts the piece that stands there or puts one down, as a hand does: the sensors feel just that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from os.path import commonprefix
from types import TracebackType
from typing import ClassVar, Self

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Button, Input, Static

from crossboard.boards.session import PICKING, Question, Session
from crossboard.games.draw import console, legend
from crossboard.games.gestures import REAL
from crossboard.games.rules import game_at, public_text, side_names, square_name
from crossboard.games.words import clean, clock_text, plural
from crossboard.guided_replay.guided_replay import Lead
from crossboard.library.timeline import Timeline, event_words, players_line
from crossboard.terminal.board import Beside, BoardView, Seen, terrain_of
from crossboard.terminal.full_screen import FullScreen, Line
from crossboard.terminal.interface import LEAVE, Leave
from crossboard.terminal.view import (
    Shown,
    expected_line,
    game_words,
    last_line,
    link_line,
    on_show,
    question_parts,
    status,
)

REFUSED = "#ff8a80"
LONGEST = 400  # turns that are listed
NOTICES = 3  # shown at once
LONG = 6  # lines: more are shown by themselves
OLD_LINES = 50  # typed lines that the arrow keys bring back


class TextualInterface:
    """An interface of `play` (interface.py). With a script its lines are taken as if typed, and then it is over."""

    dirty = False

    def __init__(self, script: list[str] | None = None) -> None:
        self.paced = script is not None
        self.lines = [*script, LEAVE] if script is not None else []
        self.said: list[str] = []
        self.leaves: list[str] = []  # long texts that are still to be shown
        self.leaving = False
        self.pause = 0.0  # seconds that the session wants until its next round
        self.app: PlayApp | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def say(self, text: str) -> None:
        """On the screen, or, while there is none, as a line."""
        if self.app is None:
            console().print(text)
        if text.count("\n") >= LONG and not self.paced:
            self.leaves.append(text)
            if self.app:
                self.app.turn_up()
            return
        kept = [] if self.paced else self.said  # a script's captions follow one another
        self.said = [*kept, text][-NOTICES:]
        if self.app:
            self.app.tell(self.said)

    def show(self, shown: Shown) -> None:
        if self.app:
            self.app.show(shown)

    def read(self, seconds: float) -> list[str]:
        self.pause = seconds  # the app's clock waits
        if self.leaving:
            raise Leave
        lines, self.lines = self.lines, []
        return lines

    def wake(self) -> None:
        if self.app:
            self.app.wake()

    def drive(self, go_on: Callable[[], bool]) -> None:
        """Rounds until one says that it was the last."""
        self.app = PlayApp(self, go_on)
        self.app.tell(self.said)
        try:
            self.app.run()
        finally:
            failure, self.app = self.app.failure, None
        if failure:
            raise failure


class Leaf(ModalScreen[None]):
    """A text of many lines over everything else, until a key is pressed."""

    CSS = """
    Leaf { align: center middle; }
    #leaf { width: auto; height: auto; max-width: 100%; max-height: 100%; background: $surface; }
    #leaf Static { width: auto; max-width: 100%; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="leaf", can_focus=False):
            yield Static(self._text, markup=False)
            yield Static("any key: back to the game", markup=False)

    def on_click(self) -> None:
        """Give way to what is below."""
        if self.is_current:
            self.dismiss()


class Woken(Message):
    """There is something to be done."""


class PlayApp(FullScreen):
    """The screen. `failure` is what a round has raised."""

    CSS = """
    Screen { layout: vertical; background: #141817; }
    #heading { height: 1; text-style: bold; }
    #link { height: 1; color: $text-muted; }
    #middle { height: 1fr; }
    #board { width: 1fr; height: 1fr; }
    #side { height: 1fr; border-left: solid $panel; padding-left: 1; }
    #turns { height: 1fr; }
    #legend { height: auto; max-height: 5; color: $text-muted; }
    #status { height: auto; text-style: bold; }
    #refusal { height: auto; color: #ff8a80; text-style: bold; }
    #question { height: auto; background: $surface; display: none; }
    #question Static { width: auto; padding: 0 1; text-style: bold; }
    #question Button { min-width: 8; margin-right: 1; background: $primary; }
    #notices { height: auto; max-height: 8; color: $warning; }
    #line { height: 1; border: none; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "leave", priority=True),
        Binding("ctrl+d", "leave_if_empty", priority=True),
        Binding("f1", "type('help')", "help"),
    ]

    def __init__(self, interface: TextualInterface, go_on: Callable[[], bool]) -> None:
        super().__init__()
        self.failure: BaseException | None = None
        self._interface = interface
        self._go_on = go_on
        self._standing: frozenset[int] | None = None
        self._session: Session | None = None
        self._lead: Lead | None = None
        self._asked: Question | None = None
        self._turns: tuple[object, ...] = ()
        self._said: list[str] = []
        self._typed: list[str] = []
        self._back = 0
        self._names: Callable[[], list[str]] = list
        self._shows = False
        self._timer: Timer | None = None  # of the next round
        self._woken = threading.Event()

    def compose(self) -> ComposeResult:
        yield Static("crossboard", id="heading", markup=False)
        yield Static(id="link", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Beside(id="side"):
                with VerticalScroll(id="turns", can_focus=False):
                    yield Static(id="list", markup=False)
                yield Static(id="legend", markup=False)
        yield Static(id="status", markup=False)
        yield Static(id="refusal", markup=False)
        yield Vertical(id="question")
        yield Static(id="notices", markup=False)
        yield Line(placeholder="type a move, or help", id="line", compact=True)

    def on_mount(self) -> None:
        self._shows = True
        self.query_one(Input).focus()
        self.tell(self._said)
        self.turn_up()
        self._round()

    def wake(self) -> None:
        """Have a round at once; from any thread."""
        if not self._woken.is_set():
            self._woken.set()
            self.post_message(Woken())

    def on_woken(self) -> None:
        self._round()

    def _round(self) -> None:
        if self._timer:
            self._timer.stop()
        self._woken.clear()
        if self.failure or not self.is_running:
            return
        try:
            if self._go_on():
                self._timer = self.set_timer(self._interface.pause, self._round)
            else:
                self.exit()
        except Exception as error:  # raised again outside, by `drive`
            self.failure = error
            self.exit()

    # What is shown

    def tell(self, said: list[str]) -> None:
        """Show the latest notices."""
        self._said = list(said)
        if self._shows:
            self._put("#notices", "\n".join(said))

    def turn_up(self) -> None:
        """Show what has many lines, one text after the other."""
        while self._shows and self._interface.leaves:
            self.push_screen(Leaf(self._interface.leaves.pop()))

    def _put(self, name: str, text: Text | str) -> None:
        """Set a text if it is another one."""
        widget = self.query_one(name, Static)
        content = text if isinstance(text, Text) else Text(text)
        if widget.content != content:
            widget.update(content)
        widget.display = bool(content.plain)

    def show(self, shown: Shown) -> None:
        """Show how things are."""
        if not self._shows:
            return
        session = self._session = shown.session
        self._names = shown.names
        self._standing = shown.standing
        self._put("#link", link_line(session, shown.place))
        self._lead = shown.lead
        if shown.lead:
            self._show_lead(shown, shown.lead)
            return
        played, game, line = session.played, session.game, session.timeline()
        if played is None or game is None or line is None or shown.passing:
            return
        text = public_text(game)
        heading = f"{game_words(played.number)}, {text.partition(' ')[0]}: {players_line(game, *played.names)}"
        self._put("#heading", clean(heading))
        marks = session.view.marks
        lights = dict(shown.lights) if shown.lights is not None else None
        self.query_one(BoardView).show(Seen(text, marks, lights, shown.standing, terrain_of(game)))
        self._put("#legend", legend(marks, session.question is not None).replace("  ", "\n"))
        provisional = last_line(session, line) if session.view.ply else ""
        said = status(session, game, shown.standing is not None)
        now = [said, expected_line(session), provisional, shown.clock, shown.thinking]
        self._put("#status", "  ".join(filter(None, now)))
        self._put("#refusal", f"\u2717 refused {session.refusal}" if session.refusal else "")
        self._show_turns(line, (played.number, played.last))
        self._ask(session, session.question)

    def _show_lead(self, shown: Shown, lead: Lead) -> None:
        """A replay on the board: the position that is led to, and what is to be done."""
        text, marks = on_show(shown)
        self._put("#heading", f"replay of {lead.story.heading}")
        lights = dict(shown.lights) if shown.lights is not None else None
        standing = shown.standing if shown.standing is not None else frozenset(lead.standing)
        self.query_one(BoardView).show(Seen(text, marks, lights, standing, terrain_of(lead.game)))
        self._put("#legend", legend(marks).replace("  ", "\n"))
        self._put("#status", clean(lead.words()))
        self._put("#refusal", "")
        moment = (lead.story.heading, lead.index, lead.running)
        if moment != self._turns:
            self._turns = moment
            self._put("#list", lead_text(lead))
        self._ask(shown.session, None)

    def _show_turns(self, line: Timeline, moment: tuple[object, ...]) -> None:
        if moment == self._turns:
            return
        self._turns = moment
        self._put("#list", turns_text(line))
        self.query_one("#turns", VerticalScroll).scroll_end(animate=False)

    def _ask(self, session: Session, asked: Question | None) -> None:
        """The dialogue for what the board asks."""
        if asked == self._asked:
            return
        self._asked = asked
        panel = self.query_one("#question", Vertical)
        panel.remove_children()
        panel.display = asked is not None and bool(asked.offers)
        if asked is None or not asked.offers:
            return
        heading, offers = question_parts(session)
        panel.mount(Static(heading, markup=False))
        for name, offer in zip(("ok", "next"), offers, strict=False):
            panel.mount(Button(Text(f"{name}: {offer}"), name=name, compact=True))
        panel.mount(Button("back: take it back", name="back", compact=True))

    # What is typed and clicked

    def take_line(self, text: str) -> None:
        self.action_type(text)
        if text and not (self._session and self._session.mode == PICKING):  # nobody shall find a king there
            self._typed = [*self._typed, text][-OLD_LINES:]
        self._back = 0

    def take_key(self, event: Key) -> bool:
        """Any key leaves a text of many lines; the arrow keys bring back what was typed, Tab completes it."""
        if isinstance(self.screen, Leaf):
            self.screen.dismiss()
            return True
        if event.key == "tab" and (begun := self.query_one(Input).value):
            self._complete(begun.lower())
            return True
        if event.key not in ("up", "down"):
            return False
        self._recall(1 if event.key == "up" else -1)
        return True

    def _complete(self, begun: str) -> None:
        """As far as all names that begin so are the same; if there are several, they are shown."""
        found = [name for name in self._names() if name.startswith(begun)]
        if found:
            field = self.query_one(Input)
            field.value = commonprefix(found) + (" " if len(found) == 1 else "")
            field.cursor_position = len(field.value)
        self.tell([" ".join(found)] if len(found) > 1 else [])

    def _recall(self, step: int) -> None:
        self._back = min(max(self._back + step, 0), len(self._typed))
        field = self.query_one(Input)
        field.value = self._typed[-self._back] if self._back else ""
        field.cursor_position = len(field.value)

    def action_type(self, line: str) -> None:
        """As if it had been typed."""
        if line:
            self._interface.said = []
            self.tell([])
            self._interface.lines.append(line)
            self.wake()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_type(event.button.name or "")
        self.query_one(Input).focus()

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Lift what stands there, or put a piece down."""
        game = self._lead.game if self._lead else self._session.game if self._session else None
        if game is None:
            return
        if self._standing is None:
            self._interface.say(REAL)
            return
        lift = event.square in self._standing
        self.action_type(f"{'-' if lift else '+'}{square_name(game, event.square)}")

    def action_leave(self) -> None:
        self._interface.leaving = True
        self.wake()

    def action_leave_if_empty(self) -> None:
        if not self.query_one(Input).value:
            self.action_leave()


def lead_text(lead: Lead) -> Text:
    """The plies around the one that is led, and what may be typed."""
    text = Text()
    stands = lead.story.stands
    for index in range(max(0, lead.index - 6), min(len(stands), lead.index + 7)):
        here = index == lead.index
        text.append(f"{'>' if here else ' '} {stands[index].words or 'the start'}\n", "bold reverse" if here else "")
    text.append(f"{lead.index} of {len(stands) - 1}, {'running' if lead.running else 'paused'}\n\n", "dim")
    text.append(
        "next, back: a ply\nok: pause, resume\nturn N: to that turn\non: play on from here\nstop: end the replay", "dim"
    )
    return text


def turns_text(line: Timeline) -> Text:
    """The turns with their times, and under each what was refused before it."""
    text = Text()
    names = side_names(line.game)
    skipped = max(0, len(line.turns) - LONGEST)
    if skipped:
        text.append(f"{plural(skipped, 'turn')} before\n", "dim")
    for turn, label in zip(line.turns[skipped:], line.labels[skipped:], strict=True):
        for event in turn.refused:
            text.append(f"  \u2717 {clean(event_words(line.game, event))}\n", REFUSED)
        spent = f"  {clock_text(turn.ms)}" if turn.ms is not None else ""
        text.append(f"{label:6}{turn.notation}", "bold" if turn.side == 0 else "")
        text.append(f"{spent}\n", "dim")
        if turn.note:
            text.append(f"      {turn.note}\n", "dim")
    for event in line.trailing:
        text.append(f"  \u2717 {clean(event_words(line.game, event))}\n", REFUSED)
    if not text:
        text.append(f"{names[game_at(line.start, 1).side]} begins", "dim")
    text.rstrip()
    return text
