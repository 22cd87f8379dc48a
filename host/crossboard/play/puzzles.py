"""`crossboard puzzles`: solve puzzles in the terminal or at a board, and make new sets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from crossboard.arguments import PAGE, Parser, add_board, add_library, add_page, integer
from crossboard.errors import CrossboardError
from crossboard.games.about import about
from crossboard.games.draw import console, draw_board
from crossboard.games.expected import ply_words
from crossboard.games.formats import line_notation, ply_notation, read_notation
from crossboard.games.reasons import ply_problem
from crossboard.games.rules import Game, RulesError, game_at, game_names, games_help, legal_plies, require_game
from crossboard.games.words import clean, plural
from crossboard.library import Library, open_library
from crossboard.library.judgement import wanted
from crossboard.library.timeline import tell
from crossboard.output import say, write_file
from crossboard.puzzles.puzzle import RIGHT, SOLVED, WRONG, Puzzle, puzzle, puzzles


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.examples = ("puzzles", "puzzles charing-cross", "puzzles cross-eyed --number 7 --board sim")
    parser.appendix = games_help
    parser.add_argument("game", nargs="?", default="", metavar="GAME", help="the game (default: list the sets)")
    parser.add_argument("--number", type=integer, metavar="N", help="begin with puzzle N (default: 1)")
    add_board(parser, "solve them on this board, whose lights set up the pieces")
    text = "make a set of so many from analysed games and self-play"
    parser.add_argument("--make", type=integer, metavar="COUNT", help=text)
    parser.add_argument("-o", "--output", metavar="FILE", help="with --make: the file to write (default: -)")
    add_page(parser)
    parser.needs = [("output", "make"), *((dest, "board") for dest in PAGE), *parser.needs]
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Solve puzzles, list them, or make a set."""
    if args.make is not None:
        return _make(args)
    if not args.game:
        if args.number is not None or args.board:
            raise CrossboardError(f"name the game whose puzzles are wanted: {', '.join(game_names())}")
        for name in game_names():
            say(f"{name:<16} {plural(len(puzzles(name)), 'puzzle')}  {about(name).title}")
        return 0
    if args.number is not None:
        puzzle(args.game, args.number)
    elif not puzzles(args.game):
        raise CrossboardError(f"{args.game} has no puzzles")
    if args.board:
        from crossboard.play.start import sit  # it takes a moment to load
        from crossboard.play.wish import Wish

        return sit(args, Wish(args.game, puzzle=args.number or 1))
    return _solve(args.game, args.number or 1)


HELP = "type a ply, hint, solution, next or quit"


def _solve(game: str, number: int) -> int:
    """One after the other, until the user has had enough."""
    out = console()
    solved = 0
    lines = (line.strip() for line in sys.stdin)
    for one in puzzles(game)[number - 1 :]:
        out.print(f"Puzzle {one.number} of {len(puzzles(game))}. {one.task()}")
        end = _solve_one(one, lines)
        solved += end == SOLVED
        if end in ("", "quit"):
            break
    out.print(f"{plural(solved, 'puzzle')} solved")
    return 0


def _solve_one(one: Puzzle, lines: Iterator[str]) -> str:
    """Until it is solved, or something else is wanted: SOLVED, "next", "quit", or "" at the end of the input."""
    out = console()
    game = game_at(one.position)
    played = 0
    out.print(draw_board(game.text()))
    out.print(help_line(one, game), style="dim")
    for text in lines:
        if text in ("quit", "q", "next"):
            return "quit" if text == "q" else text
        if text in ASIDES:
            out.print(ASIDES[text](one, game, played))
            continue
        if not text:
            continue
        try:
            ply = read_notation(game, text)
        except RulesError as error:
            out.print(clean(ply_problem(game, error, text)))
            continue
        text = game.ply_text(ply)
        verdict = one.judge(played, game, text)
        if verdict == SOLVED:
            out.print("Solved!")
            return SOLVED
        if verdict != RIGHT:
            out.print(f"Not that one: {ply_words(game, text)} does not win {one.soon(played)}. Try another.")
            continue
        played = _play_on(one, game, played)
        out.print(draw_board(game.text()))
    return ""


def help_line(one: Puzzle, game: Game) -> str:
    """What may be typed where a puzzle begins, with a legal ply that does not solve it as an example, if there is one."""
    wrong = (ply for ply in legal_plies(game) if one.judge(0, game, game.ply_text(ply)) == WRONG)
    texts = sorted((ply_notation(game, ply) for ply in wrong), key=lambda text: (len(text), text))
    example = f" ({texts[0]}, for instance)" if texts else ""
    return HELP.replace("a ply", f"a ply{example}", 1)


ASIDES: dict[str, Callable[[Puzzle, Game, int], str]] = {
    "hint": lambda one, game, played: _hint(game, one.line[played]),
    "solution": lambda one, game, played: _solution(one, game, played),
    "help": lambda one, game, played: HELP,
    "?": lambda one, game, played: HELP,
}
"""What may be asked at any time; it changes nothing."""


def _solution(one: Puzzle, game: Game, played: int) -> str:
    """The rest of the solution."""
    return " ".join(line_notation(game.text(), one.line[played:]))


def _hint(game: Game, text: str) -> str:
    """Names the piece to move, and no more."""
    return f"It is the {' '.join(ply_words(game, text).split()[:2])}."


def _play_on(one: Puzzle, game: Game, played: int) -> int:
    """Play the right ply and the answers to it; returns how many plies of the line stand then."""
    game.push(game.parse_ply(one.line[played]))
    played += 1
    while played < len(one.line) and game.side != one.side:
        say(f"Right. The answer: {ply_words(game, one.line[played])}")
        game.push(game.parse_ply(one.line[played]))
        played += 1
    return played


def _make(args: argparse.Namespace) -> int:
    """Make a set from the analysed games of the library and from self-play."""
    from crossboard.progress import bar
    from crossboard.puzzles.make import find, write

    if not args.game:
        raise CrossboardError(f"name the game to make puzzles of: {', '.join(game_names())}")
    require_game(args.game)
    if args.make < 1:
        raise CrossboardError("--make takes a number of puzzles, at least 1")
    with open_library(args, reading=True) as library:
        candidates = list(missed(library, args.game))
    with bar("finding puzzles", args.make) as show:
        found = find(args.game, args.make, f"puzzles {args.game}", candidates, show)
    write_file(args.output or "-", [write(found).encode()])
    return 0


def missed(library: Library, game: str) -> Iterator[str]:
    """Positions of analysed games from which a side wins by force."""
    for stored in library.games():
        if stored.spec != game or not (evals := library.analysis(stored.id)):
            continue
        try:
            line = tell(stored.start, library.moments(stored.id))
        except RulesError:
            continue
        for seq, text in wanted(line):
            known = evals.get(seq)
            if known and known.eval.mate and (known.eval.mate > 0) == (game_at(text, 1).side == 0):
                yield text
