"""`crossboard play`: play at a board, or the demonstration."""

from __future__ import annotations

import argparse
from dataclasses import replace

from crossboard.arguments import PAGE, WHITE, Parser, add_board, add_library, add_page, add_text, seconds
from crossboard.boards.opponents import require_playable
from crossboard.boards.resuming import Resumption
from crossboard.dgt.seen import require_fen
from crossboard.dgt.sites import read_site
from crossboard.engines.chosen import add_engine
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import read_kind
from crossboard.games.formats import read_start
from crossboard.games.names import checked_name
from crossboard.games.rules import games_help, read_game
from crossboard.library import open_library
from crossboard.library.selection import game_number
from crossboard.play.demo import run as demonstrate
from crossboard.play.start import sit
from crossboard.play.wish import Wish


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.description = (
        "Play a game on a board, with a screen in the terminal and a page in the browser, and log everything. Type help "
        "there. With --against Crossboard plays, with --engine any UCI engine, with --invite and --remote somebody at another "
        "board, with --lichess somebody on lichess.org; --demo plays back a recorded game."
    )
    parser.examples = (
        "play",
        "play card-chess:progressive --board sim --white Ada --black Bob",
        "play chess --engine stockfish --elo 1500",
        "play --host 0.0.0.0",
        "play kings-crossing --invite",
        "play --remote mqtt://192.168.1.5:8378/k7wq-m4xp-2tbn-9fce",
        "play --lichess",
        "play chess --dgt",
        "play --demo",
    )
    parser.appendix = games_help
    parser.alone = {"demo": ("library",), "lichess": ("game", "board", *PAGE, "library")}
    text = "the game (default: the board's last)"
    parser.add_argument("game", nargs="?", default="", metavar="GAME[:VARIANT]", help=text)
    add_board(parser, "the board to play on (default: the one attached, else a simulated one)")
    add_text(parser, "--resume", "GAME", "go on with that interrupted game of the library, on whatever board")
    add_text(parser, "--white", "NAME", WHITE)
    add_text(parser, "--black", "NAME", "Black's player")
    text = "play against Crossboard, level 1 (a beginner) to 8; 4,6: level 4 plays level 6; none: two players"
    add_text(parser, "--against", "LEVEL", text)
    text = "with --against, --engine or --invite: the side you play (default: the one that begins)"
    add_text(parser, "--side", "S", text)
    text = "play against that program, which speaks UCI, as stockfish (default: the last one of the game); it finds hints, too"
    add_engine(parser, text)
    parser.add_argument(
        "--invite",
        nargs="?",
        const="again",
        choices=("again", "new"),
        help="invite somebody far away: prints the link to give them, and goes on with the last such match unless it is "
        "over (new: begins another)",
    )
    text = "a chess clock: 5+3 (minutes and seconds a turn, Fischer), 5d3 (delay) or 10 (sudden death)"
    add_text(parser, "--clock", "C", text)
    text = "play against who has sent this invite: a link, or its code with --broker"
    add_text(parser, "--remote", "INVITE", text)
    text = "play on lichess.org, as `lichess play` does: the most urgent game, or with none who challenges you"
    parser.add_argument("--lichess", action="store_true", help=text)
    text = "meet on this MQTT broker, as mqtts://NAME:TOKEN@HOST (default: this program is the broker)"
    add_text(parser, "--broker", "URL", text)
    add_text(parser, "--hub", "URL", "report the board's games to a hub, as mqtt://table-7:TOKEN@HOST")
    text = "let programs for DGT boards see this one: by LiveChess' WebSocket, and by a serial port that is printed"
    parser.add_argument("--dgt", action="store_true", help=text)
    text = "with --dgt: a web site whose pages may see the board, as https://chess.example, besides those known; may be repeated"
    parser.add_argument("--dgt-site", action="append", type=read_site, default=[], metavar="SITE", help=text)
    parser.needs = [*parser.needs, ("dgt_site", "dgt")]
    text = "the longest that Crossboard or the engine thinks about a move, in seconds (default: 3)"
    parser.add_argument("--think", type=seconds, default=3.0, metavar="S", help=text)
    add_page(parser)
    parser.add_argument("--demo", action="store_true", help="watch a recorded game played on a simulated board")
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Play."""
    if args.demo:
        return demonstrate(args)
    if args.resume:
        return resume(args)
    args.game = read_start(args.game) if args.game else ""
    game = read_game(args.game) if args.game else None
    names = checked_name(args.white), checked_name(args.black)
    if args.side and not (args.against or args.engine or args.invite):
        raise CrossboardError(
            "--side is the side you play against Crossboard; it needs --against LEVEL, --engine or --invite"
        )
    clock = read_kind(args.clock) if args.clock and not args.invite else None
    wish = Wish(args.game, names, args.against, args.side if args.against else "", think_s=args.think, clock=clock)
    if args.dgt and args.game:
        require_fen(args.game)
    if any(wish.players(args.game)[1] or ()) and args.game:
        require_playable(args.game)
    if args.engine:
        from crossboard.play.engine_side import read_engine

        engine = read_engine(args)
        return sit(args, replace(wish, levels=engine.levels), engine)
    if not (args.invite or args.remote or args.broker):
        return sit(args, wish)
    from crossboard.play.remote import read_remote  # and with it all of the hub

    return sit(args, wish, read_remote(args, game))


def resume(args: argparse.Namespace) -> int:
    """Go on with a game of the library, as it was."""
    given = {
        "GAME": args.game,
        "--white": args.white,
        "--black": args.black,
        "--against": args.against,
        "--side": args.side,
    }
    given |= {
        "--engine": args.engine,
        "--invite": args.invite,
        "--remote": args.remote,
        "--broker": args.broker,
        "--clock": args.clock,
    }
    if also := next((name for name, value in given.items() if value), None):
        raise CrossboardError(f"--resume goes on with a game as it was: leave out {also}")
    number = game_number(args.resume)
    with open_library(args, reading=True) as library:
        spec = Resumption(library, number).spec
    if args.dgt:
        require_fen(spec)
    return sit(args, Wish(spec, resumed=number))
