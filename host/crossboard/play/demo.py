"""`crossboard play --demo`: a recorded game is played on a simulated board, attempts that the board refuses included.

Shown live, logged in a library of its own, replayed from there, and checked against the record; nobody has to type.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path

from crossboard.boards.attach import own_board
from crossboard.boards.session import Session
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.record import Comment, Record
from crossboard.games.rules import by_colour, game_at
from crossboard.library import Library, library_path
from crossboard.library.record_reader import read_record_file
from crossboard.library.timeline import tell
from crossboard.output import say
from crossboard.play.play import Play
from crossboard.play.replay import watch
from crossboard.play.start import interface_for
from crossboard.play.wish import Wish

RECORD = Path(__file__).with_name("demo.pgn")
REPLAY_SPEED = 8.0


def run(args: argparse.Namespace) -> int:
    """Play, show, log, replay, check."""
    (record,) = read_record_file(RECORD)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crossboard-demo-")))
        path = library_path(args.library) if args.library else folder / "library.db"
        library = stack.enter_context(Library(path))
        script = script_of(record)
        interface = interface_for(script, boards=True)
        board = own_board(interface.say, folder / "flash")
        stack.callback(board.close)
        names = by_colour(record.spec, (record.tags["White"], record.tags["Black"]))
        with interface:
            session = Session(board.link, library)
            play = Play(session, library, board, interface, Wish(record.spec, names))
            stack.callback(play.close)
            play.greet()
            play.run()
        played = session.played
        if played is None:
            raise CrossboardError("the demonstration was stopped before it began")
        kept = f"the library {path}" if args.library else "a library of the demonstration's own"
        say(f"The game was logged in {kept}; this is its replay:")
        watch(library, played.number, REPLAY_SPEED)
        _check(library, played.number, record)
    say("Every turn and every refusal was logged, and the log agrees with the record.")
    kept = f"The library {path} keeps the game." if args.library else "The demonstration's library is deleted."
    say(f"{kept} Now it is your turn: {command('play')}")
    return 0


def script_of(record: Record) -> list[str]:
    """What to type so that the record is played: attempts, putting back, captions, turns."""
    lines: list[str] = []
    for turn in record.turns:
        for note in turn.notes:
            if isinstance(note, Comment):
                for attempt in note.refused:
                    lines += [f"# {note.text}", f"-{attempt.origin} +{attempt.target}", "setup"]
                if not note.refused:
                    lines.append(f"# {note.text}")
        lines.append(turn.text)
    return lines


def _check(library: Library, number: int, record: Record) -> None:
    """The library must hold what the record says; an interrupted demonstration its beginning."""
    line = tell(record.start, library.events(number))
    if [t.text for t in line.turns] != [t.text for t in record.turns]:
        raise CrossboardError("the demonstration did not reach its end")
    wanted = [r for turn in record.turns for note in turn.notes if isinstance(note, Comment) for r in note.refused]
    refused = [(event.origin, event.target, event.reason) for turn in line.turns for event in turn.refused]
    if refused != [tuple(attempt) for attempt in wanted]:
        raise CrossboardError(f"the board refused {refused} instead of the move tried")
    if line.game.text() != _end_of(record) or library.game(number).result != record.result:
        raise CrossboardError("the demonstration did not end as expected")


def _end_of(record: Record) -> str:
    game = game_at(record.start)
    for turn in record.turns:
        for ply in turn.plies:
            game.push(ply)
    return game.text()
