"""Starts a session of play: the board, the library, the user interface and the page put together until the user leaves."""

from __future__ import annotations

import argparse
import contextlib
from functools import partial
from typing import TYPE_CHECKING

import segno

from crossboard.boards.attach import attach
from crossboard.boards.link import CONNECTED
from crossboard.boards.session import Session
from crossboard.calling import command
from crossboard.games.draw import console
from crossboard.library import open_library
from crossboard.output import say
from crossboard.play.play import Play
from crossboard.play.remote_side import SideWish
from crossboard.play.wish import Wish
from crossboard.terminal.interface import Interface, LineInterface
from crossboard.terminal.keys import has_screen, shows
from crossboard.web.server import Address, Server

if TYPE_CHECKING:  # the hub is loaded only when it is asked for
    from crossboard.hub.reporter import Reporter

QR_BLOCKS = "\u2588\u2580\u2584 "  # by the upper and the lower module: light is drawn
QUIET_ZONE = 2  # modules of light margin; 4 by ISO/IEC 18004, 2 are enough for cameras of phones


def sit(args: argparse.Namespace, wish: Wish, remote: SideWish | None = None) -> int:
    """Play at the board that the command line names, until the user leaves; with a remote player, if that is wanted."""
    address = Address(args.host, args.web_port, args.token) if args.web else None
    hub = None
    if getattr(args, "hub", ""):
        from crossboard.play.remote import read_hub  # and with it all of the hub

        hub = read_hub(args.hub)
    said: list[str] = []
    invited: list[str] = []  # said last, so that it stays on the screen
    with contextlib.ExitStack() as closing:
        library = closing.enter_context(open_library(args, making=True))
        interface = interface_for()
        attached = attach(args.board, args.control, said.append, wish.game)
        closing.callback(attached.close)
        closing.enter_context(interface)
        for line in said:
            interface.say(line)
        session = Session(attached.link, library)
        reporter: Reporter | None = None
        if hub:
            from crossboard.hub.reporter import report_to

            reporter = report_to(hub, hub.user, session, library, closing)
        side = None
        if remote:
            closing.callback(remote.close)
            side = remote.begin(session, invited.append)
        play = Play(session, library, attached, interface, wish, side, reporter)
        closing.callback(play.close)
        if reporter:
            play.context.events.streamed.subscribe(reporter.tell)
        play.greet()  # a link to a page that ends at once is of no use
        server = None
        if address:
            server = Server(library.path, address)
            closing.callback(server.close)
            show = partial(_show, server, play, interface)
            show()
            play.moved.subscribe(show)
            _tell_link("the board is shown at", server.url, play, server)
        if getattr(args, "dgt", False):
            _show_as_dgt(play, args.dgt_site, closing)
        for line in invited:
            play.tell_link(line)
        offer = partial(_offer_seat, server, play)
        play.far_begun.subscribe(offer)
        if remote:
            offer(remote.code)
        play.run()
    _say_where(play.session, args)
    return 0


def _show_as_dgt(play: Play, sites: list[str], closing: contextlib.ExitStack) -> None:
    """Let programs for DGT boards see the board that is played at."""
    from crossboard.dgt.serving import Dgt

    hello = play.session.link.hello
    dgt = Dgt(hello.board if hello else "", sites)
    closing.callback(dgt.close)

    def join() -> None:
        events = play.context.events
        events.streamed.subscribe(dgt.take)
        events.round.subscribe(lambda now: dgt.step(events.said, play.session.link.state == CONNECTED))

    join()
    play.moved.subscribe(join)
    play.tell_link(
        f"programs for DGT boards find this one at {dgt.live_chess.url} and at the serial port {dgt.port.name}"
    )


def _show(server: Server, play: Play, interface: Interface) -> None:
    """Show the board that is played at."""
    server.show(play.attached, play.context, play.actions, interface.wake)


def _offer_seat(server: Server | None, play: Play, code: str) -> None:
    """Let a page play the other side of a match, if it has a code for that and other devices may use the page."""
    side = play.context.remote
    if code and side and server and server.token:
        side.seat = server.offer_seat(code, play.context, play.actions)
        _tell_link("a friend without a board plays the other side at", side.seat, play, server)


def _tell_link(what: str, link: str, play: Play, server: Server) -> None:
    """A link, with a QR code where other devices may use it."""
    code = qr_code(link) if server.token and shows(QR_BLOCKS) else ""
    play.tell_link(f"{what} {link}", f"{what}\n{link}\n{code}" if code else "")


def _say_where(session: Session, args: argparse.Namespace) -> None:
    """Say how to see the game again, if there is one."""
    if session.played and session.played.events:
        elsewhere = ["--library", str(args.library)] if args.library else []
        say(f"The game is in the library: {command('replay', str(session.played.number), *elsewhere)}")


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
