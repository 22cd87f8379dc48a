"""Every action that a player can take in a game, once: its arguments, when it is allowed and why not, what it does and says.

The terminal's lines with their help and completion, the messages of pages, and what a board's menu asks of the PC are all
carried out here. To add an action, write a function: the line above it names it as it is typed, says what it is for, and which
conditions must hold. Its parameters are its arguments; READERS reads one by its name, and those after `*` come from pages alone.
It returns what is said to whoever asked; a CrossboardError says why it can't be done.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from crossboard.boards.link import OtherBoardError, require_game_on
from crossboard.boards.opponents import REMOTE, read_against
from crossboard.boards.session import PICKING
from crossboard.boards.settings import range_of, settings_text
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import read_kind
from crossboard.games.expected import draw_words
from crossboard.games.formats import read_start
from crossboard.games.gestures import REAL
from crossboard.games.names import checked_name
from crossboard.games.reasons import claimed, no_takeback
from crossboard.games.rules import name_of, read_side, side_names
from crossboard.games.words import clean
from crossboard.language import join as joined
from crossboard.language import tr
from crossboard.library.selection import game_number
from crossboard.library.timeline import seat_words
from crossboard.play.context import NO_MATCH, Context, in_game, over, remote_left, sent
from crossboard.play.typed_hand import examples
from crossboard.recognize.logged import last_why

LONGEST = 300  # characters of an argument from a page
LONGEST_PLY = 60
HIGHEST = 1 << 40
ALIASES = {"?": "help", "why?": "why", "exit": "quit", "q": "quit"}
MENUS = {
    "ok": tr("The board's menu, choose a game: NEXT shows the next choice, OK takes it, BACK leaves"),
    "next": tr("The board's menu, how much the lights teach: NEXT shows the next choice, OK takes it, BACK leaves"),
    "back": tr(
        "The board's menu, this game: resign, draw, take back: NEXT shows the next choice, OK takes it, BACK leaves"
    ),
}

Do = Callable[..., str | None]
Condition = Callable[[Context], str]
"""Why an action is not allowed now, "" if it is."""


@dataclass(frozen=True)
class Action:
    """`usage` is its name and what may be typed after that; `help` says in a few words what it is for, "" if pages alone have it.
    `proposal`: what it is to a match if a page in the other player's place takes it (hub/match.py), "" if that can't.
    `consent`: what whoever types it is told if the other player at the board must agree, "" if nobody must: pages ask themselves.
    """

    usage: str
    help: str
    conditions: Sequence[Condition]
    do: Do
    proposal: str = ""
    consent: Condition = lambda _: ""

    @property
    def name(self) -> str:
        """The word that it begins with."""
        return self.usage.partition(" ")[0]

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """Its arguments."""
        return list(inspect.signature(self.do).parameters.values())[1:]

    def why_not(self, context: Context) -> str:
        """Why it is not allowed now, "" if it is."""
        return next(filter(None, (condition(context) for condition in self.conditions)), "")

    def typed(self, words: Sequence[str]) -> dict[str, str]:
        """The arguments that were typed after the name; the last one takes what is left of the line."""
        names = [one.name for one in self.parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
        if words and not names:
            raise CrossboardError(f"{self.name} takes nothing else; type help")
        last = len(names) - 1
        texts = [*words[:last], " ".join(words[last:])] if len(words) > len(names) else words
        return dict(zip(names, texts, strict=False))

    def sent(self, message: Mapping[str, object]) -> dict[str, str]:
        """The arguments of a page's message; CrossboardError if it is malformed."""
        given = {key: text_of(key, value) for key, value in message.items() if key != "op"}
        known = [one.name for one in self.parameters]
        if strange := next((key for key in given if key not in known), ""):
            raise CrossboardError(f"{self.name} takes no '{clean(strange)}'")
        return given

    def run(self, context: Context, texts: Mapping[str, str]) -> str:
        """Take it, at another board if only that has the game; returns what to say.

        CrossboardError if it is not allowed, or an argument is wrong.
        """
        if refusal := self.why_not(context):
            raise CrossboardError(refusal)
        if any(one.default is one.empty and one.name not in texts for one in self.parameters):
            raise CrossboardError(f"wanted: {self.usage}")
        values = {name: READERS[name](context, text) if name in READERS else text for name, text in texts.items()}
        try:
            return self.do(context, **values) or ""
        except OtherBoardError as error:
            return context.another.begin(error, lambda there: self.run(there, texts))


ACTIONS: dict[str, Action] = {}


def action(
    usage: str, words: str, *conditions: Condition, proposal: str = "", consent: Condition = lambda _: ""
) -> Callable[[Do], Do]:
    """A decorator that adds an action to ACTIONS."""

    def put(do: Do) -> Do:
        found = Action(usage, words, conditions, do, proposal, consent)
        ACTIONS[found.name] = found
        return do

    return put


def simple(
    usage: str, words: str, do: Callable[[Context], str | None], *conditions: Condition, proposal: str = ""
) -> None:
    """An action without arguments."""
    action(usage, words, *conditions, proposal=proposal)(do)


class Actions:
    """The actions of a game, and `more` that only its terminal has."""

    def __init__(self, context: Context, more: Iterable[Action] = ()) -> None:
        self._context = context
        self._all = ACTIONS | {one.name: one for one in more}
        self.pages: Collection[str] = ACTIONS
        self.proposals: Collection[str] = PROPOSALS  # of a page in the other player's place
        self._offered: tuple[object, ...] = ()  # what was typed that needs consent, and in which position

    def __contains__(self, word: str) -> bool:
        """Whether a line that begins with that word is an action."""
        name = word.lower()
        found = self._all.get(ALIASES.get(name, name))
        return found is not None and bool(found.help)

    def typed(self, words: Sequence[str]) -> str:
        """Take the action of a line; `words[0]` is one of them."""
        name = words[0].lower()
        found = self._all[ALIASES.get(name, name)]
        texts, context = found.typed(words[1:]), self._context
        if not found.why_not(context) and (asks := found.consent(context)):
            played = context.session.played
            offer = (found.name, played and (played.number, *played.standing()))
            if offer != self._offered:
                self._offered = offer
                return asks
        self._offered = ()
        return found.run(context, texts)

    def check(self, message: Mapping[str, object]) -> None:
        """CrossboardError if a page's message is not an action with its arguments."""
        op = message.get("op")
        if not isinstance(op, str) or op not in ACTIONS:
            raise CrossboardError(f"'op' is an action: {', '.join(ACTIONS)}")
        ACTIONS[op].sent(message)

    def sent(self, message: Mapping[str, object]) -> str:
        """Take the action that a page's message asks for by its `op`."""
        found = ACTIONS[str(message["op"])]
        return found.run(self._context, found.sent(message))

    def propose(self, message: Mapping[str, object]) -> None:
        """What a page in the other player's place wants, when the match's log had `at` entries."""
        text = text_of("text", message.get("text", ""))
        if match := self._context.guest:
            at = whole(text_of("at", message.get("at")))
            match.hear_guest(at, PROPOSALS[str(message["op"])], _ply(text) if text else "")

    def names(self) -> list[str]:
        """What a line may begin with now."""
        return [one.name for one in self._allowed()]

    def help(self) -> str:
        """A line for each that is allowed now, and for moves where they may be typed."""
        game = self._context.session.game
        moves = [] if game is None or simulated(self._context) else examples(game)
        lines = (*moves, *((one.usage, one.help) for one in self._allowed()))
        return "\n".join(f"{usage:<23} {words}" for usage, words in lines)

    def _allowed(self) -> list[Action]:
        return [one for one in self._all.values() if one.help and not one.why_not(self._context)]


# Arguments


def text_of(key: str, value: object) -> str:
    """An argument of a page's message as it would be typed: a text, a number, or some of them with commas."""
    parts = cast("list[object]", value) if isinstance(value, list) else [value]
    if any(isinstance(part, bool) or not isinstance(part, str | int) for part in parts):
        raise CrossboardError(f"'{clean(key)}' is a text or a whole number")
    text = ",".join(map(str, parts))
    if len(text) > LONGEST:
        raise CrossboardError(f"'{clean(key)}' has at most {LONGEST} characters")
    return text


def whole(text: str) -> int:
    """A whole number, 0 or more."""
    if not (text.isascii() and text.isdigit() and len(text) < 14) or int(text) > HIGHEST:
        raise CrossboardError(f"'{clean(text)}' is not a number")
    return int(text)


def _hold(text: str) -> bool:
    if text != "hold":
        raise CrossboardError(f"a button's name is typed alone, or with hold, as `ok hold`, not with '{clean(text)}'")
    return True


def _spec(text: str) -> str:
    return read_start(text)


def _ply(text: str) -> str:
    if not (0 < len(text) <= LONGEST_PLY and text.isascii() and text.isprintable()):
        raise CrossboardError(f"'{clean(text)}' is not a ply")
    return text


READERS: dict[str, Callable[[Context, str], Any]] = {
    "count": lambda context, text: whole(text),
    "game": lambda context, text: game_number(text),
    "hold": lambda context, text: _hold(text),
    "moment": lambda context, text: whole(text),
    "name": lambda context, text: checked_name(text),
    "ply": lambda context, text: _ply(text),
    "number": lambda context, text: whole(text),
    "side": lambda context, text: read_side(text, context.game),
    "spec": lambda context, text: _spec(text),
    "turn": lambda context, text: whole(text),
}
"""An argument's name -> what reads it, with a CrossboardError if it is wrong. Any other is taken as it is."""


# Conditions


def in_replay(context: Context) -> str:
    """A game is being replayed on the board."""
    return "" if context.lead else tr("no game is being replayed on the board; `replay GAME` starts one")


def underway(context: Context) -> str:
    """A game is being played."""
    if not in_game(context) and context.session.mode == PICKING:
        return tr("the kings must be picked first")
    return in_game(context) or over(context)


def no_remote(context: Context) -> str:
    """No match is being played here: in one, the sides are fixed and nobody gets help."""
    return tr("a remote player plays the other side of this match") if context.holding and context.match else ""


def no_match(context: Context) -> str:
    """No match holds the board."""
    going_on = context.match is not None and not context.match.over
    words = tr("a match is being played: resign, or leave the program; it can be gone on with later")
    return words if going_on else ""


def asked(context: Context) -> str:
    """The other player of the match asks for something."""
    if context.match is None:
        return NO_MATCH
    return "" if context.match.offered else tr("the other player has asked for nothing")


def rematch_possible(context: Context) -> str:
    """The other player can be asked for another game."""
    return context.match.no_rematch if context.match else NO_MATCH


def to_take_back(context: Context) -> str:
    """A ply has been played."""
    return no_takeback(1, standing(context))


def standing(context: Context) -> int:
    """How many plies can be taken back."""
    if context.holding:
        return context.holding.plies
    return min(len(context.session.played.standing()), context.game.undoable) if context.session.played else 0


def simulated(context: Context) -> str:
    """The board is a simulated one."""
    return "" if context.hand.hand else REAL


# The board's buttons and questions


def _button(name: str, words: str) -> None:
    @action(f"{name} [hold]", words)
    def press(context: Context, hold: bool = False) -> str:
        if context.lead:
            context.leader.press(name, hold)
            return ""
        sent(context.session.press(name, hold))
        return MENUS[name] if hold else ""


_button("ok", "the board's button: yes; it pauses a replay")
_button("next", "the board's button: another answer; a replay's next ply")
_button("back", "the board's button: no; a replay's ply before")


@action("answer", "")
def answer(context: Context, *, ply: str) -> None:
    """Answer the board's question with one of the plies that it offers."""
    asked = context.session.question
    if asked is None or ply not in asked.offers and asked.count <= len(set(asked.offers)):
        raise CrossboardError(tr("the board no longer asks about {move}", move=clean(ply)))
    sent(context.session.choose(ply))


# Which game


@action("new [GAME|POSITION]", "begin a new game, as card-chess:plain", no_match)
def new(context: Context, spec: str = "", *, levels: str = "none", kind: str = "") -> None:
    """Pages also choose the levels at which Crossboard plays, and the clock (off: none; "": as in the last game)."""
    played = context.session.played
    spec = spec or (played.start.partition(" ")[0] if played else "")
    require_game_on(context.session.link.hello, spec)
    wanted = read_against(levels, "", "")
    by = None if kind in ("", "off") else read_kind(kind)
    context.leader.end()
    sent(context.session.new_game(spec, wanted))
    if kind:
        context.clock.set_next(by)


@action("resume GAME", "go on with an interrupted game of the library", no_match)
def resume(context: Context, game: int) -> None:
    context.leader.end()
    sent(context.session.resume(game))


def untied(context: Context) -> str:
    """This program can begin a match."""
    return context.far.tied


@action("invite", "", no_match, untied)
def invite(
    context: Context, *, spec: str = "", mine: str = "0", kind: str = "", broker: str = "", name: str = ""
) -> None:
    """A match with somebody far away, in which the first (0) or the second (1) side is played here; without a game the last one."""
    if spec:
        require_game_on(context.session.link.hello, spec)
    context.leader.end()
    context.far.invite(spec, int(mine == "1"), kind, broker, name)


@action("join", "", no_match, untied)
def join(context: Context, *, invite: str, broker: str = "", name: str = "") -> None:
    context.leader.end()
    context.far.join(invite, broker, name)


@action("call-off", "")
def call_off(context: Context) -> None:
    """Nobody has come to the match."""
    if not context.far.alone and not context.far.coming:
        raise CrossboardError(tr("there is no match that nobody has come to"))
    context.far.call_off()


@action("puzzle [N]", "a position to win, set up by the lights", no_match)
def puzzle(context: Context, number: int | None = None, *, spec: str = "") -> None:
    """Set up that puzzle of a game (default: the board's), or without a number the next one."""
    context.leader.end()
    if number is not None:
        played = context.session.played
        name = spec or (name_of(played.start) if played else "")
        context.puzzling.begin(name, number)
    else:
        context.puzzling.next()


# Who plays


@action("against LEVEL [MY-SIDE]", "Crossboard (1-8) plays the other side (4,6: both; none)", in_game, no_remote)
def against(context: Context, levels: str, player: str = "") -> str:
    wanted = read_against(levels, player, context.game)
    sent(context.session.play_sides(wanted))
    if over(context):
        return tr("this game is over: that holds from the next one on")
    return joined(", ", [seat_words(context.game, side, str(level)) for side, level in enumerate(wanted)])


@action("name SIDE NAME", "name a player", in_game, no_remote)
def name(context: Context, side: int, name: str) -> str:
    """On a page NAME may be empty: nobody known."""
    context.session.name_players({side: name})
    return tr("{side} is played by {player}", side=side_names(context.game)[side], player=name or tr("nobody known"))


@action("clock [5+3|5d3|10|off]", "a chess clock", in_game)
def clock(context: Context, kind: str = "") -> str:
    if not kind:
        return context.clock.words() or tr(
            "there is no clock: 5+3 (Fischer), 5d3 (delay) or 10 (sudden death) sets one"
        )
    if context.holding and context.match:
        raise CrossboardError(tr("the clock of a match is chosen before it begins, as with play --invite --clock 5+3"))
    if kind != "off" and (refusal := over(context)):
        raise CrossboardError(refusal)
    context.clock.set(None if kind == "off" else read_kind(kind))
    return context.clock.words() or tr("the game is played without a clock")


# In a game


simple("hint", "the lights show a good move", lambda context: sent(context.session.hint()), underway, no_remote)


@action("why", "how the last move was read, asked about or refused", in_game)
def why(context: Context) -> str:
    return last_why(context.library, context.session.played.number) if context.session.played else ""


@action("takeback [N]", "take plies back", in_game, to_take_back, proposal="undo")
def take_back(context: Context, count: int = 1) -> None:
    if refusal := no_takeback(count, standing(context)):
        raise CrossboardError(refusal)
    if match := context.holding:
        match.take_back(count)
    else:
        sent(context.session.take_back(count))


def draw_possible(context: Context) -> str:
    """Why no draw can be agreed or claimed now, "" if one can."""
    return draw_words(context.game)


def two_at_the_board(context: Context) -> str:
    """What a draw needs if two people play here, and it is not claimed: Crossboard and a remote player answer for themselves."""
    played = context.session.played
    if context.holding or played and any(played.levels) or claimed(context.game):
        return ""
    return tr("a draw is offered: `draw` once more, by the other player, agrees to it; a move declines it")


@action("draw", "agree on a draw, or claim one", underway, draw_possible, proposal="draw", consent=two_at_the_board)
def draw(context: Context) -> None:
    if match := context.holding:
        match.offer_draw()
    else:
        sent(context.session.end(3, claimed(context.game) or "agreed"))


@action("resign [SIDE]", "give up", underway, proposal="resign")
def resign(context: Context, side: int | None = None) -> None:
    """A side gives up: if none is named the only one with a player, or the one to move; in a match the local player."""
    match, levels = context.holding, context.session.played.levels if context.session.played else (0, 0)
    players = [match.side] if match else [each for each in (0, 1) if not levels[each]]
    if side is None:
        side = players[0] if len(players) == 1 else context.game.side
    if side not in players and (players or levels[side] == REMOTE):
        raise CrossboardError(tr("only the other player can resign for that side"))
    if match:
        match.resign()
    else:
        sent(context.session.end(2 - side, "resigned"))


def _answer(name: str, words: str, yes: bool) -> None:
    @action(name, words, asked, proposal=name)
    def answer(context: Context) -> None:
        if context.match:
            context.match.answer(yes)


_answer("accept", "agree to what the other player asks for", True)
_answer("decline", "say no to it", False)


@action("remote", "bring the remote player back to the board", remote_left, in_game)
def bring_back(context: Context) -> None:
    if context.remote:
        context.remote.go_on()


@action("rematch", "ask the other player for another game", rematch_possible)
def rematch(context: Context) -> None:
    if context.match:
        context.match.rematch()


# A replay on the board


@action("replay GAME [TURN]", "replay a logged game on the board")
def replay(context: Context, game: int, turn: int | None = None, *, moment: int | None = None) -> None:
    """Replay all of it, or begin at the end of a turn or at a moment (a number of events)."""
    context.leader.begin_logged(game, turn, moment)


@action("turn N", "jump to the position after turn N (0: the start)", in_replay)
def turn(context: Context, turn: int) -> None:
    context.leader.go_to(turn)


simple("on", "play on from here: a new game", lambda context: context.leader.play_on(), in_replay, no_match)
simple("stop", "end the replay", lambda context: context.leader.stop(), in_replay)


@action("play-from", "", no_match)
def play_from(context: Context, *, game: int, moment: int) -> None:
    """Begin a new game from a moment of a logged one."""
    context.leader.begin_logged(game, None, moment)
    context.leader.play_on()


# The board


simple("setup", "set up the pieces", lambda context: context.hand.put_up(), simulated)


@action("set [NAME VALUE]", "the board's settings: lights, teaching")
def set_(context: Context, setting: str = "", value: str = "") -> str:
    settings = context.session.settings
    if not settings:
        raise CrossboardError(
            tr("this board's firmware is too old to have settings ({command} updates it)", command=command("flash"))
        )
    if setting and not value:
        raise CrossboardError(f"wanted: set {setting} {range_of(settings, setting)}")
    if not setting:
        return settings_text(settings)
    sent(context.session.set(setting, value))
    return f"{setting}: {int(value)}"


PROPOSALS = {"ply": "ply"} | {one.name: one.proposal for one in ACTIONS.values() if one.proposal}
"""What a page in the other player's place may want -> what that is to a match."""
