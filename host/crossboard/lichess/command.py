"""`crossboard lichess`: log in, find a game on a server, and play it at a board."""

from __future__ import annotations

import argparse
import contextlib
import getpass
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crossboard.arguments import Parser, add_board, add_library, add_page, add_text, integer
from crossboard.boards.session import Session
from crossboard.calling import pip_install
from crossboard.errors import CrossboardError
from crossboard.folders import lock
from crossboard.games.formats import read_start
from crossboard.games.words import clean
from crossboard.lichess.game_state import ID, Ongoing, read_ongoing
from crossboard.lichess.server import SERVER, host_of, kept_at, read_server, read_token, token_page, typed
from crossboard.lichess.terms import DAYS, Terms, read_terms
from crossboard.output import say
from crossboard.play.start import sit
from crossboard.play.wish import Wish

if TYPE_CHECKING:  # berserk is loaded only when something is done
    from crossboard.lichess.line import Line
    from crossboard.lichess.side import LichessSide

ACTIONS = ("login", "logout", "games", "play", "seek", "challenge")
SEEKING = ("clock", "days", "rated", "side", "chess960")
NEEDED = ("berserk", "keyring", "requests")


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Play on lichess.org at a board: chess against people there, whose moves the board's lights show. `login` reads a token "
        "from standard input and stores it in the system's keyring; `seek` looks for anybody, `challenge NAME` asks one player; "
        "`games` lists the games under way, `play` goes on with one, or with none waits for a challenge."
    )
    parser.examples = (
        "lichess login",
        "lichess seek --clock 15+10 --rated",
        "lichess challenge bobby --days 2",
        "lichess games",
        "lichess play",
        "lichess play 5IrD6Gzz",
    )
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    text = "with challenge: a player there; with play: a game or a challenge by its ID (default: the most urgent game)"
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help=text)
    add_text(parser, "--clock", "C", "15+10 (minutes and seconds a turn) or 10 (default: 15+10)")
    days = f"instead of a clock: days for a turn, {', '.join(map(str, DAYS[:-1]))} or {DAYS[-1]}"
    parser.add_argument("--days", type=integer, metavar="N", help=days)
    parser.add_argument("--rated", action="store_true", help="a rated game (default: casual)")
    add_text(parser, "--side", "S", "the side you play, white or black (default: by lot)")
    parser.add_argument("--chess960", action="store_true", help="Chess960 instead of chess")
    add_text(parser, "--server", "URL", f"another server that runs lichess' software (default: {SERVER})")
    add_board(parser, "the board to play on")
    add_page(parser)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """The command, and `play --lichess`, which is `lichess play`."""
    if args.command == "play":
        if args.game and read_start(args.game) != "chess":
            raise CrossboardError(f"--lichess plays chess, as the server has it: leave out {clean(args.game)}")
        return _act(args, SERVER, "play")
    server = read_server(args.server) if args.server else SERVER
    _check(args)
    terms = (
        read_terms(args.clock, args.days, args.rated, args.side, args.chess960, args.name)
        if args.action in ("seek", "challenge")
        else None
    )
    return _act(args, server, args.action, args.name, terms)


def _act(args: argparse.Namespace, server: str, action: str, name: str = "", terms: Terms | None = None) -> int:
    try:
        from crossboard.lichess import account, line  # and with them berserk and keyring
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        needed = f"`{pip_install('lichess')}`"
        raise CrossboardError(f"lichess needs berserk and keyring, which are not installed ({needed})") from error
    if action == "login":
        return _login(server)
    if action == "logout":
        account.forget_token(server)
        say(
            f"Logged out of {host_of(server)}. The token is still valid there until you revoke it: {server}/account/oauth/token"
        )
        return 0
    there = line.Line(server)
    user = account.user_of(server, account.token_of(server))
    games = there.ask(lambda client: [read_ongoing(one) for one in client.games.get_ongoing(50)])
    if action == "games":
        return _list(server, user, games)
    ongoing = [one.id for one in games]
    urgent = next((one.id for one in games if one.playable), "")
    game = name or urgent if action == "play" else ""
    with contextlib.ExitStack() as alone:
        if not lock(kept_at(server), alone):
            raise CrossboardError("another program of yours plays there: leave that one first", host_of(server))
        if game and game not in ongoing:
            _accept(there, user, game)
        return sit(args, Wish("chess"), LichessWish(there, user, ongoing, game, terms))


def _check(args: argparse.Namespace) -> None:
    """CrossboardError if something was given that the action has no use for."""
    if args.action == "login" and args.token:
        raise CrossboardError("--token is the page's; the token of your account is read from standard input")
    if args.action == "challenge" and not args.name:
        raise CrossboardError("wanted: lichess challenge NAME, a player there")
    if args.action == "play" and args.name and not ID.fullmatch(args.name):
        raise CrossboardError(f"'{clean(args.name)}' is no ID of a game or a challenge")
    if args.name and args.action not in ("challenge", "play"):
        raise CrossboardError(f"{args.action} takes no name: leave out {clean(args.name)}")
    if args.action not in ("seek", "challenge"):
        given = next((one for one in SEEKING if getattr(args, one) not in (None, "", False)), "")
        if given:
            raise CrossboardError(f"--{given} is for seek and challenge: leave it out")


def _accept(there: Line, user: str, challenge: str) -> None:
    """CrossboardError if nobody has made that challenge."""
    try:
        there.ask(lambda client: client.challenges.accept(challenge))
    except CrossboardError as error:
        what = f"{user} neither plays a game nor has a challenge '{challenge}' ({error.what})"
        raise CrossboardError(what, there.host) from error


def _login(server: str) -> int:
    from crossboard.lichess import account

    host = host_of(server)
    if sys.stdin.isatty():
        say(f"Make a token at {token_page(server)}\nand paste it here; it is not shown.")
        line = getpass.getpass("Token: ")
    else:
        line = sys.stdin.readline()
    token = read_token(line)
    user = account.user_of(server, token)
    account.keep_token(server, token)
    say(f"Logged in to {host} as {user}; the token is in the system's keyring.")
    return 0


def _list(server: str, user: str, games: Sequence[Ongoing]) -> int:
    """The games that `user` plays there."""
    if not games:
        say(f"{user} plays no game on {host_of(server)}; `{typed(server, 'seek')}` looks for one.")
    for one in games:
        say(f"{one.id}  {one.words}{'' if one.playable else '  not for this board'}")
    return 0


@dataclass
class LichessWish:
    """What is to be played by way of `line`: the `game` of that ID, what is found on the `terms`, or, without either, a challenge.
    `ongoing`: the games that `user` plays there already."""

    line: Line
    user: str
    ongoing: Sequence[str]
    game: str
    terms: Terms | None
    code = ""
    closing: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def begin(self, session: Session, say: Callable[[str], None]) -> LichessSide:
        """Begin it."""
        from crossboard.lichess.side import LichessSide

        side = LichessSide(session, self.line, self.user, self.ongoing)
        self.closing.callback(side.leave)
        self.line.begin()
        if self.game:
            side.play(self.game)
        elif self.terms:
            side.open(self.terms)
        return side

    def close(self) -> None:
        """Leave the server alone."""
        self.closing.close()
