"""Starts a session of play: the board, the library, the user interface and the page put together until the user leaves."""

from __future__ import annotations

import argparse
import contextlib

import segno

from crossboard.boards.attach import attach
from crossboard.calling import command
from crossboard.games.draw import console
from crossboard.hub.courier import report_to
from crossboard.library import open_library
from crossboard.output import say
from crossboard.play.play import NOBODY, Against, Play, Tale
from crossboard.play.remote import RemoteWish, read_hub
from crossboard.terminal.interface import Interface, LineInterface
from crossboard.terminal.keys import has_screen, shows
from crossboard.web.server import Address, serve

QR_BLOCKS = "\u2588\u2580\u2584 "  # by the upper and the lower module: light is drawn
QUIET_ZONE = 2  # modules of light margin; 4 by ISO/IEC 18004, 2 are enough for cameras of phones


def sit(
    args: argparse.Namespace,
    wish: str,
    names: tuple[str, str],
    tale: Tale | None = None,
    against: Against = NOBODY,
    remote: RemoteWish | None = None,
    puzzle: int = 0,
    resumed: int = 0,
) -> int:
    """Play at the board that the command line names, until the user leaves; `tale` is to be replayed on it, a match with
    somebody far away played, that puzzle of the game `wish` solved, or that game of the library resumed.
    """
    address = Address(args.host, args.web_port, args.token) if args.web else None
    hub = read_hub(getattr(args, "hub", ""))
    closing = contextlib.ExitStack()
    with open_library(args, making=True) as library:
        interface = interface_for()
        said: list[str] = []
        play: Play | None = None
        attached = attach(args.board, args.control, said.append, wish)
        try:
            with interface:
                for line in said:
                    interface.say(line)
                play = Play(attached, library, interface, "" if tale or puzzle or resumed else wish, *names, against)
                play.resume(resumed)
                if puzzle:
                    play.solve(wish, puzzle)
                if tale:
                    play.replay(tale, args.profile)
                if hub:
                    play.courier = report_to(hub, hub.user, play.session, library, closing)
                invited: list[str] = []  # said last, so that it stays on the screen
                if remote:
                    play.play_remote(remote.begin(play.session, invited.append))
                play.greet()  # a link to a page that ends at once is of no use
                if address:
                    play.show_at(serve(attached, play.session, library.path, address))
                    _tell_link("the board is shown at", play.address, play)
                for line in invited:
                    play.tell_link(line)
                if remote and remote.code and play.web and play.web.token:  # else the page is for this PC alone
                    link = play.web.offer_seat(remote.code)
                    _tell_link("a friend without a board plays the other side at", link, play)
                play.run()
        finally:
            if play:
                play.search.close()
            if play and play.web:
                play.web.close()
            if remote:
                remote.close()
            closing.close()
            attached.close()
    _say_where(play, args)
    return 0


def _tell_link(what: str, link: str, play: Play) -> None:
    """A link, with a QR code where other devices may use it."""
    code = qr_code(link) if play.web and play.web.token and shows(QR_BLOCKS) else ""
    play.tell_link(f"{what} {link}", f"{what}\n{link}\n{code}" if code else "")


def _say_where(play: Play | None, args: argparse.Namespace) -> None:
    """How to see the game again, if there is one."""
    played = play.session.played if play else None
    if played and played.events:
        elsewhere = ["--library", str(args.library)] if args.library else []
        say(f"The game is in the library: {command('replay', str(played.number), *elsewhere)}")


def qr_code(text: str) -> str:
    """A QR code in half blocks, two rows a line, with the light margin that scanners want."""
    rows = [[*line] for line in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET_ZONE)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(QR_BLOCKS[2 * bool(a) + bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)


def interface_for(script: list[str] | None = None, boards: bool = False) -> Interface:
    """A screen in a terminal, lines anywhere else; `script` is taken as if typed."""
    if not has_screen():
        return LineInterface(script, boards)
    from crossboard.terminal.play_app import TextualInterface  # it takes a moment to load

    console().print("One moment: looking for the board or starting it.", style="dim")
    return TextualInterface(script)
