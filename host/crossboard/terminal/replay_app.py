"""The terminal view of `replay`, a Textual app: step, jump, let it play, and try other plies from any position.

A game that was analysed has its marks, scores and graph, and each marked ply can be looked for anew (review/mistakes.py).

Where the game stands is the Player's (replay.py); keys, buttons and clicks on a step all end there.
"""

from __future__ import annotations

import time
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Button, Input, OptionList, Static

from crossboard.analysis.text import graph, graph_column
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.branch import Branch
from crossboard.games.rules import game_at, side_names
from crossboard.games.words import clean, clock_text, plural
from crossboard.library.judgement import analysed
from crossboard.review.mistakes import Exercise, exercise
from crossboard.review.replay_player import HELP, HELP_ANALYSED, LAST_LOOK_S, Player, step_marks, step_words
from crossboard.terminal.board import Beside, BoardView, Seen, terrain_of
from crossboard.terminal.full_screen import FullScreen, Line

TICK_S = 0.05
GRAPH = 26  # columns
BUTTONS = (
    ("|<", "home", "start"), ("<<", "up", "turn back"), ("<", "left", "step back"), ("play", " ", "play or pause"),
    (">", "right", "step"), (">>", "down", "turn"), (">|", "end", "end"), ("-", "-", "slower"), ("+", "+", "faster"),
    ("try", "t", "try plies from here"),
    ("mistake", "m", "the next mistake"), ("find", "f", "find a better move than the next mistake"),
)  # fmt: skip
KEYS = {"space": " ", "escape": "esc", "plus": "+", "equals_sign": "=", "minus": "-"}


class ReplayApp(FullScreen):
    """The screen. If not `stay`, it ends by itself a while after the last step."""

    AUTO_FOCUS = None
    CSS = """
    Screen { layout: vertical; background: #141817; }
    #heading { height: 1; text-style: bold; }
    #middle { height: 1fr; }
    #board { width: 1fr; height: 1fr; }
    #side { height: 1fr; border-left: solid $panel; }
    #steps { height: 1fr; border: none; background: transparent; padding: 0; }
    #words { height: auto; text-style: bold; }
    #words.refused { color: #ff8a80; }
    #analysis { height: auto; color: $accent; }
    #graph { height: auto; color: $text-muted; }
    #state { height: auto; color: $text-muted; }
    #branch { height: auto; color: $accent; display: none; }
    #line { height: 1; border: none; padding: 0; display: none; }
    #buttons { height: 1; }
    #buttons Button { min-width: 4; margin-right: 1; background: $surface-lighten-1; }
    #help { height: auto; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "leave", priority=True)]

    def __init__(self, player: Player, stay: bool = True) -> None:
        super().__init__()
        self.player = player
        self.branch: Branch | None = None
        self.exercise: Exercise | None = None
        self._stay = stay
        self._ended = 0.0
        self._shown: tuple[object, ...] = ()
        self._said = ""

    def compose(self) -> ComposeResult:
        tale = self.player.tale
        yield Static(tale.heading, id="heading", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Beside(id="side"):
                steps = OptionList(*(self._step_line(i) for i in range(len(tale.line.steps))), id="steps", markup=False)
                steps.can_focus = False
                yield steps
                yield Static(id="graph", markup=False)
        yield Static(id="words", markup=False)
        yield Static(id="analysis", markup=False)
        yield Static(id="state", markup=False)
        yield Static(id="branch", markup=False)
        yield Line(
            placeholder="a ply or a whole turn; empty: take back; Escape: back to the game", id="line", compact=True
        )
        with Horizontal(id="buttons"):
            for shown, key, words in BUTTONS:
                button = Button(shown, name=key, compact=True, tooltip=words)
                button.can_focus = False
                yield button
        yield Static(HELP_ANALYSED if self.player.analysed.judged else HELP, id="help", markup=False)

    def _step_line(self, index: int) -> Text:
        step = self.player.tale.line.steps[index]
        text = Text(
            step_words(self.player.tale, step), "#ff8a80" if step.squares else "", no_wrap=True, overflow="ellipsis"
        )
        if sign := self.player.analysed.sign(index):
            text.append(sign, "bold #ffb74d")
        if step.ms is not None:
            text.append(f"  {clock_text(step.ms)}", "dim")
        return text

    def on_mount(self) -> None:
        self.set_focus(None)
        self._show()
        self.set_interval(TICK_S, self._tick)

    def _tick(self) -> None:
        now = time.monotonic()
        if self.branch is None:
            self.player.tick(now)
        self._show()
        if not self._stay and self.player.ended and self.branch is None:
            self._ended = self._ended or now
            if now >= self._ended + LAST_LOOK_S:
                self.exit()

    # What is shown

    def _show(self) -> None:
        """Draw what has changed."""
        p, b = self.player, self.branch
        branch = (len(b.tried), b.chosen) if b else ()
        state = (p.index, p.playing, p.speed, p.typed, b is None, branch, self._said)
        if state == self._shown:
            return
        self._shown = state
        step = p.tale.line.steps[p.index]
        game = b.game if b else game_at(step.position, 1)
        marks = b.marks() if b else step_marks(p.tale, step)
        self.query_one(BoardView).show(Seen(game.text(), marks, None, None, terrain_of(game)))
        self.query_one(OptionList).highlighted = p.index
        at = f" ({clock_text(step.ms)})" if step.ms is not None else ""
        words = self.query_one("#words", Static)
        told = step.event is not None and step.event.kind == "end"
        outcome = f"   {p.tale.outcome}" if p.ended and not told else ""
        words.update(Text(step_words(p.tale, step) + at + outcome))
        words.set_class(step.event is not None and step.event.kind == "refused", "refused")
        self.query_one("#state", Static).update(Text(p.state_line()))
        self._show_analysis()
        line = self.query_one("#branch", Static)
        line.display = self.query_one("#line", Input).display = b is not None
        if b:
            side = "" if b.game.result else f"{side_names(b.game)[b.game.side]} to move. "
            task = f"{self.exercise.task()}\n" if self.exercise else ""
            line.update(Text(f"{task}Trying: {b.words()}\n{self._said or side}"))

    def _show_analysis(self) -> None:
        """The score and the mark of the step, and where it stands in the graph; not while the player is looking for it."""
        p = self.player
        line, drawn = self.query_one("#analysis", Static), self.query_one("#graph", Static)
        words = "" if self.exercise else p.analysed.words(p.index)
        line.display = bool(words)
        line.update(Text(words))
        judged = p.analysed.judged
        lines = graph(judged, side_names(p.tale.line.game), GRAPH)
        shown = p.analysed.of_step(p.index)
        if lines and shown:
            lines.append(" " * graph_column(judged, judged.index(shown), GRAPH) + "^")
        drawn.display = bool(lines)
        drawn.update(Text("\n".join(lines)))

    # Keys, buttons, clicks

    def take_key(self, event: Key) -> bool:
        if self.branch is None:
            self._do(KEYS.get(event.key, event.character if event.is_printable and event.character else event.key))
        elif event.key == "escape":
            self._leave_branch()
        else:
            return False
        return True

    def _do(self, key: str) -> None:
        if key in ("t", "b"):
            self._try()
        elif key == "f":
            self._find()
        else:
            if self.branch is not None:
                self._leave_branch()
            if not self.player.press(key, time.monotonic()):
                self.exit()
        self._show()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self._do(event.button.name or "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._leave_branch()
        self.player.go(event.option_index)
        self._show()

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A click tries plies: a piece, then where it goes."""
        branch = self._try()
        tried = len(branch.tried)
        choices = branch.click(event.square)
        self._said = f"Which one? Type it: {'  '.join(choices)}" if choices else ""
        if len(branch.tried) > tried:
            self._judge(branch)
        self._show()

    def take_line(self, text: str) -> None:
        self._said = ""
        if self.branch is None:
            return
        try:
            if text:
                self.branch.play(text)
                self._judge(self.branch)
            elif self.branch.undo():
                pass
            elif self.exercise:
                self._said = f"The best found: {self.exercise.answer()}   (Escape: back to the game)"
            else:
                self._leave_branch()
        except CrossboardError as error:
            self._said = clean(str(error))
        self._show()

    def _try(self) -> Branch:
        """The branch; it begins at the position that is shown."""
        if self.branch is None:
            self.player.playing = False
            self.branch = Branch(self.player.tale.line.steps[self.player.index].position)
            field = self.query_one(Input)
            field.display = True
            self.set_focus(field)
        return self.branch

    def _find(self) -> None:
        """The next mistake, as an exercise: the position before it, and what the player tries is judged."""
        found = exercise(self.player.analysed, self.player.index)
        if found is None:
            number, judged = self.player.tale.number, self.player.analysed.judged
            done = len(analysed(self.player.tale.line, judged))
            so_far = f" so far ({done} of {plural(len(judged), 'ply')} analysed)" if done < len(judged) else ""
            unknown = number and (so_far or not judged)
            how = f"; `{command('analyse', str(number))}` looks for them" if unknown else ""
            self.notify(f"No mistake is marked in this game{so_far}{how}", markup=False)
            return
        self._leave_branch()
        self.player.go(found.step - 1)
        self.exercise = found
        self._try()

    def _judge(self, branch: Branch) -> None:
        """Only the best move stays; what else was tried is taken back."""
        if self.exercise and len(branch.tried) == 1:
            text = branch.tried[0]
            self._said = self.exercise.words_for(text)
            if not self.exercise.is_solved_by(text):
                branch.undo()

    def _leave_branch(self) -> None:
        if self.exercise:
            self.player.go(self.exercise.step)  # what was played
        self.branch, self.exercise, self._said = None, None, ""
        self.query_one(Input).value = ""
        self.set_focus(None)
