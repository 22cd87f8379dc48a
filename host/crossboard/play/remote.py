"""`crossboard play --invite` and `--remote`: from the command line to a match with somebody far away."""

from __future__ import annotations

import argparse
import contextlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from crossboard.boards.opponents import require_playable
from crossboard.boards.session import Session
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.folders import lock
from crossboard.games.chess_clock import read_kind
from crossboard.games.rules import Game, by_colour, draw_start, new_game, read_side
from crossboard.hub.broker import Broker
from crossboard.hub.bus import Bus, BusUrl, read_url
from crossboard.hub.invite import Invite, new_secret, read_invite
from crossboard.hub.match import Log
from crossboard.hub.match_file import MatchFile, last_invited, load_match, match_path
from crossboard.hub.remote import RemoteGame
from crossboard.hub.topics import GUEST, HOST, PLAYER, check_name, match_topic
from crossboard.language import tr
from crossboard.web.server import own_address

PORT = 8378  # of the broker of our own, tried first; beside the page's
OURS = "host"  # its only account


@dataclass
class RemoteWish:
    """A match to be played, and what it takes. `close` ends the latter."""

    kept: MatchFile
    broker: BusUrl | None
    invite: Invite | None = None
    name: str = ""
    closing: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @property
    def code(self) -> str:
        """What lets a page play the guest's side, "" if that is ours."""
        return self.invite.code if self.invite and self.kept.end == HOST else ""

    def begin(self, session: Session, say: Callable[[str], None]) -> RemoteGame:
        """Connect; CrossboardError if our own broker can't listen."""
        if not lock(self.kept.path, self.closing):
            raise CrossboardError(tr("another program of yours plays this match: leave that one first"))
        url = self.broker or self._own_broker()
        if self.invite is None:
            self.invite = Invite(_shown(url), self.kept.secret)
            self.kept.url = url.shown
            self.kept.save()
            say(f"the other player types:  {command('play', '--remote', self.invite.link)}")
        invite = self.invite
        bus = Bus(url, [match_topic(invite.match, GUEST if self.kept.end == HOST else HOST)])
        self.closing.callback(bus.close)
        game = RemoteGame(session, bus, invite, self.kept, self.name)
        self.closing.callback(game.leave)
        return game

    def _own_broker(self) -> BusUrl:
        token = secrets.token_urlsafe(16)

        def check(name: str, shown: str) -> str:
            return PLAYER if name == OURS and hmac.compare_digest(shown.encode(), token.encode()) else ""

        before = read_url(self.kept.url).port if self.kept.url else PORT
        broker = _listen(before, check)
        self.closing.callback(broker.close)
        return BusUrl("mqtt", "127.0.0.1", broker.port, OURS, token)

    def close(self) -> None:
        """Say goodbye."""
        self.closing.close()


def _listen(port: int, check: Callable[[str, str], str]) -> Broker:
    """The port of an invite that was given already stays the same if possible."""
    try:
        return Broker("0.0.0.0", port, check, friends=True)
    except CrossboardError:
        return Broker("0.0.0.0", 0, check, friends=True)


def _shown(url: BusUrl) -> BusUrl:
    """As the other player reaches it, without our token."""
    host = own_address() if url.user == OURS and url.host == "127.0.0.1" else url.host
    return BusUrl(url.scheme, host, url.port, url.user)


def read_remote(args: argparse.Namespace, game: Game | None) -> RemoteWish | None:
    """What --invite and --remote ask for; CrossboardError if that can't be."""
    if args.clock and args.remote:
        raise CrossboardError("the clock is the inviter's choice: leave out --clock")
    if not (args.invite or args.remote):
        if args.broker:
            raise CrossboardError("--broker is where to meet somebody far away: it needs --invite or --remote")
        return None
    if args.invite and args.remote:
        raise CrossboardError("either --invite somebody or take up an invite with --remote")
    if args.against:
        raise CrossboardError("somebody far away is the opponent: leave out --against")
    if args.remote and args.game:
        raise CrossboardError("the game is the inviter's choice: leave it out")
    if args.remote:
        return take_up(args.remote, args.broker, args.white or args.black)
    return _invite(args, game)


def take_up(typed: str, broker: str, name: str) -> RemoteWish:
    """The match of an invite, begun or gone on with; CrossboardError if there is none."""
    invite = read_invite(typed, broker)
    path = match_path(invite.match)
    kept = load_match(path) or MatchFile(path, GUEST, invite.secret, invite.url.shown)
    if kept.end == HOST:
        raise CrossboardError("that is an invite of yours: go on with --invite, the other player uses --remote")
    return RemoteWish(kept, read_url(broker) if broker else invite.url, invite, name)


def ask_in(game: Game, side: int, clock: str, broker: str, name: str) -> RemoteWish:
    """A new match in that position, in which the inviter, of that name, has that side; CrossboardError if it can't be played so.
    `clock` as `5+3`, "" for none; `broker` "": this program."""
    require_playable(game.text(), remote=True)
    secret = new_secret()
    match = Invite(BusUrl("mqtt", "-", 0), secret).match
    log = Log(game.text(), host_side=side, clock=clock)
    return RemoteWish(MatchFile(match_path(match), HOST, secret, log=log), _broker(broker), name=name)


def ask_again(broker: str, name: str) -> RemoteWish:
    """The last match that was asked for and is not over; CrossboardError if there is none."""
    kept = last_invited()
    if kept is None:
        raise CrossboardError(tr("there is no match that you have invited to and that is not over"))
    return RemoteWish(kept, _broker(broker), name=name)


def _broker(typed: str) -> BusUrl | None:
    return read_url(typed) if typed else None


def _invite(args: argparse.Namespace, game: Game | None) -> RemoteWish:
    kept = last_invited() if args.invite == "again" else None
    clock = read_kind(args.clock).text if args.clock else ""
    same_game = kept and kept.log and (not args.game or kept.log.start.partition(" ")[0] == args.game.partition(" ")[0])
    if kept and kept.log and same_game and clock in ("", kept.log.clock):
        side = kept.log.host_side
        return RemoteWish(kept, _broker(args.broker), name=by_colour(kept.log.start, (args.white, args.black))[side])
    wanted = game or new_game("charing-cross")
    if " " not in (args.game or ""):
        draw_start(wanted)
    side = read_side(args.side, wanted) if args.side else 0
    return ask_in(wanted, side, clock, args.broker, by_colour(wanted, (args.white, args.black))[side])


def read_hub(typed: str) -> BusUrl:
    """The hub that --hub names; CrossboardError if the URL lacks something."""
    url = read_url(typed)
    if not url.user or not url.token:
        raise CrossboardError(f"{url.shown} lacks the board's name and token: wanted mqtt://table-7:TOKEN@HOST")
    check_name(url.user)
    return url
