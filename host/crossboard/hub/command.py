"""`crossboard hub`: the hub of a hall, and the accounts of those who report to it or look at it."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import signal
import sqlite3
import ssl
import threading
import time
from collections import deque
from pathlib import Path
from queue import Empty, Queue
from types import FrameType
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from crossboard.addresses import split_address
from crossboard.arguments import Parser, add_library, add_serving, add_text
from crossboard.calling import command
from crossboard.errors import CrossboardError, read_text
from crossboard.folders import data_folder, user_path, write_whole
from crossboard.games.names import cut_name
from crossboard.hub import pairings, topics
from crossboard.hub.access import ROLES, Access
from crossboard.hub.broker import Broker
from crossboard.hub.bus import Bus, BusUrl, read_url
from crossboard.hub.csv_rows import csv_file
from crossboard.hub.hall import Hall
from crossboard.hub.messages import HubState, encode
from crossboard.hub.round_files import round_file
from crossboard.hub.stations import Stations, read_boards
from crossboard.hub.wall import Wall, hall_routes
from crossboard.language import tr
from crossboard.library import Library, library_path
from crossboard.output import say
from crossboard.web.roles import MANAGER, ROLE, VIEWER, VIEWERS, Way
from crossboard.web.server import Address, Server, own_address
from crossboard.web.static_files import static_file

ROUND_S = 0.02
ACCOUNTS_S = 1.0  # between two looks at the file of accounts
ANSWER_S = 5.0
NOTICES = 1000
LIBRARY = "library.db"
LISTEN = "0.0.0.0:1883"
EXAMPLE = '{"round": "1", "table": "table-2", "result": "1-0"}'
ARBITER = 40  # characters of the name of who gives a result
LISTENING = "listening"  # the file in the hub's folder
ACTIONS = ("run", "token", "revoke", "accounts", "mosquitto")
ALONE = ("run", "accounts", "mosquitto")  # what nothing follows


def add_arguments(parser: Parser) -> None:
    """The command line."""
    parser.examples = (
        "hub token board table-7",
        "hub --pairings round1.csv --host 0.0.0.0",
        "hub --broker mqtts://hub:TOKEN@mqtt.example",
        "play --hub mqtt://table-7:TOKEN@192.168.1.5",
    )
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="?",
        default="run",
        choices=ACTIONS,
        help="run: the hub (default); token: give an account a new token; revoke: take it away; accounts: list them; "
        "mosquitto: write the accounts as mosquitto's files",
    )
    text = "with token: board, viewer, player or hub"
    parser.add_argument("role", nargs="?", default="", metavar="ROLE", help=text)
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="with token and revoke: as table-7")
    text = "where accounts, records and results are kept (default: hub in your data folder)"
    add_text(parser, "--folder", "F", text)
    add_text(parser, "--broker", "URL", "an MQTT broker, as mqtts://NAME:TOKEN@HOST (default: one of its own)")
    text = f"where its own broker listens (default: {LISTEN})"
    parser.add_argument("--listen", default=LISTEN, metavar="A:PORT", help=text)
    add_text(parser, "--certificate", "FILE", "its own broker speaks TLS with this certificate, a PEM file")
    add_text(parser, "--key", "FILE", "with --certificate: its private key, a PEM file")
    text = "a board that the hub speaks to itself, as table-3=tcp://crossboard-4f2a.local; may be repeated"
    parser.add_argument("--board", action="append", default=[], metavar="TABLE=ADDRESS", help=text)
    add_text(parser, "--boards", "FILE", "the same for many: a CSV file table,board")
    text = "another name for each hub on one broker (default: hub)"
    parser.add_argument("--hub-name", default="hub", metavar="NAME", help=text)
    add_text(parser, "--pairings", "FILE", "a CSV file: round,table,first,second")
    add_serving(parser)
    add_library(parser)


def run(args: argparse.Namespace) -> int:
    """Run the hub, or see to accounts."""
    folder = user_path(args.folder) if args.folder else data_folder() / "hub"
    if args.action in ALONE and args.role:
        raise CrossboardError(f"hub {args.action} takes no '{args.role}'; see {command('hub', '--help')}")
    if args.action == "run":
        return _run(args, folder)
    access = Access(folder)
    if args.action == "token":
        if args.role not in ROLES or not args.name:
            raise CrossboardError(f"wanted: hub token ROLE NAME, with the role {', '.join(ROLES[:-1])} or {ROLES[-1]}")
        token = access.give(args.role, args.name)
        url = _where(args, *_last_listening(args, folder))
        say(token if args.role == topics.VIEWER else BusUrl(url.scheme, url.host, url.port, args.name, token).whole)
    elif args.action == "revoke":
        name = args.name or args.role
        if not name or (args.name and args.role not in ROLES):
            raise CrossboardError("wanted: hub revoke NAME, one at a time")
        access.revoke(name)
        say(f"{name} no longer has access")
    elif args.action == "mosquitto":
        access.write_mosquitto(folder)
        say(
            f"{folder / 'passwords'} is for password_file, {folder / 'access'} for acl_file; mosquitto reads them on SIGHUP"
        )
    else:
        rows = [f"{account.role:<8}{account.name}" for account in access.accounts()]
        say("\n".join(rows) or f"there are no accounts yet; {command('hub', 'token')} ROLE NAME makes one")
    return 0


class Hub:
    """A running hub, from construction to `close`; `step` is one round.

    `broker` None: one of its own, which listens at `listen`, by TLS if `certificate` names the files of a certificate and its key.
    `boards`, by table, are those that it speaks to itself (stations.py). `notices` collects messages to show once.
    """

    def __init__(
        self,
        folder: Path,
        library: Path,
        name: str,
        address: Address,
        broker: BusUrl | None,
        listen: tuple[str, int],
        certificate: tuple[str, str] | None = None,
        boards: dict[str, str] | None = None,
    ) -> None:
        self.notices: deque[str] = deque(maxlen=NOTICES)
        self.access = Access(folder)
        self.wall = Wall()
        self.broker: Broker | None = None
        self._closing = contextlib.ExitStack()
        self._asked: Queue[tuple[str, dict[str, Any], Queue[str]]] = Queue(100)
        self._folder = folder
        self._looked = 0.0
        with contextlib.ExitStack() as stack:
            self.library = stack.enter_context(Library(library))
            url = broker or self._own_broker(stack, listen, name, certificate)
            will = (topics.hub_topic(name), encode(HubState(False)))
            patterns = [
                f"{topics.ROOT}/boards/+/{topics.RECORDS}",
                f"{topics.ROOT}/boards/+/{topics.HELLO}",
                f"{topics.TABLES}/#",
            ]
            self.bus = Bus(url, patterns, will)
            stack.callback(self.bus.close)
            self.hall = Hall(self.library, self.bus, self.wall, name, folder)
            routes = [Way("/", self._page, VIEWERS), *hall_routes(self.wall, self._ask, self._round)]
            self.server = Server(library, address, routes, self._role)
            stack.callback(self.server.close)
            self.server.pages.player = self.wall
            self.wall.woken = self.server.pages.wake
            self._stations = Stations(boards or {}, url, folder)
            stack.callback(self._stations.close)
            self._closing = stack.pop_all()

    def close(self) -> None:
        """Say goodbye and stop."""
        self.hall.leave()
        self._closing.close()

    def step(self, now: float) -> None:
        """One round: messages of boards, requests of managers, revoked accounts."""
        self.hall.step(ROUND_S)
        self.notices.extend(self._stations.step(now))
        while self.hall.notices:
            self.notices.append(self.hall.notices.popleft())
        with contextlib.suppress(Empty):
            while True:
                what, fields, answer = self._asked.get_nowait()
                try:
                    answer.put(self._obey(what, fields))
                except CrossboardError as error:
                    answer.put(str(error))
        if now - self._looked >= ACCOUNTS_S:
            self._looked = now
            if fallen := self.access.refresh():
                self.server.pages.close_all()
                self.hall.shut_out(fallen)
                if self.broker:
                    self.broker.recheck(lambda name, role: name not in fallen and self._holds(name, role))

    def _own_broker(
        self, stack: contextlib.ExitStack, listen: tuple[str, int], name: str, certificate: tuple[str, str] | None
    ) -> BusUrl:
        token = secrets.token_urlsafe(16)
        own = f"{name}-itself"

        def check(user: str, shown: str) -> str:
            if user == own and secrets.compare_digest(shown.encode(), token.encode()):
                return topics.HUB
            return self.access.role(user, shown)

        self._own = own
        self.broker = Broker(*listen, check, tls=_tls(*certificate) if certificate else None)
        stack.callback(self.broker.close)
        if certificate:
            return BusUrl("mqtts", "127.0.0.1", self.broker.port, own, token, trusted=certificate[0])
        return BusUrl("mqtt", "127.0.0.1", self.broker.port, own, token)

    _own = ""

    def _holds(self, name: str, role: str) -> bool:
        return name == self._own or self.access.holds(name, role)

    def _role(self, token: str) -> str:
        account = self.access.by_token(token)
        if account is None or account.role not in (topics.VIEWER, topics.HUB):
            return ""
        return MANAGER if account.role == topics.HUB else VIEWER

    async def _page(self, request: Request) -> Response:
        page = (static_file("hall.html") or b"").decode()
        if request.scope[ROLE] == MANAGER:
            page = page.replace('class="hall"', 'class="hall arbiter"')
        return Response(page, media_type="text/html")

    def _ask(self, what: str, fields: dict[str, Any]) -> str:
        """Have the hub's loop carry out a request from a page's thread."""
        answer: Queue[str] = Queue()
        try:
            self._asked.put_nowait((what, fields, answer))
            return answer.get(timeout=ANSWER_S)
        except Exception:
            return tr("the hub is busy")

    def _obey(self, what: str, fields: dict[str, Any]) -> str:
        if what == "pairings":
            by = _who("", fields)
            self.hall.schedule.pair(pairings.read_csv(str(fields.get("csv", "")), "pairings", by), by)
        elif what == "result":
            given = {name: fields.get(name) for name in ("round", "table", "result")}
            if missing := [name for name, value in given.items() if value in (None, "")]:
                return f"without {' and '.join(missing)}; wanted is as in {EXAMPLE}"
            by = fields.get("by") or ""
            if not isinstance(by, str) or len(by) > ARBITER or not (by.isprintable() or not by):
                return f"'by' is not a name of up to {ARBITER} characters"
            self.hall.schedule.set_result(
                str(given["round"]), str(given["table"]), str(given["result"]), _who(by, fields)
            )
        else:
            return "nothing like that can be changed"
        return ""

    def _round(self, name: str) -> str | None:
        """The records of `NAME.pgn`."""
        path = self._folder / round_file(name.removesuffix(".pgn"))
        try:
            return path.read_text(encoding="utf-8")
        except OSError:
            return None


def _who(name: str, fields: dict[str, Any]) -> str:
    """Who asks for a change, as the log has it: a name, and the address that the request came from."""
    return cut_name(" ".join(filter(None, (name.strip(), f"({fields.get('from') or 'the file of pairings'})"))))


def _run(args: argparse.Namespace, folder: Path) -> int:

    topics.check_name(args.hub_name)
    broker = read_url(args.broker) if args.broker else None
    listed: list[pairings.Pairing] | None = None
    if args.pairings:
        listed = pairings.read_csv(csv_file(args.pairings), args.pairings, _who("", {}))
    library = library_path(args.library) if args.library else folder / LIBRARY
    address = Address(args.host, args.web_port, args.token)
    certificate = _read_certificate(args)
    boards = read_boards(args.board, args.boards)
    hub = Hub(folder, library, args.hub_name, address, broker, _read_listen(args.listen), certificate, boards)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: _end(ended, number, frame))
    try:
        if listed is not None:
            hub.hall.schedule.pair(listed, _who("", {}))
        if hub.broker:
            _keep_listening(args, folder, hub.broker.port)
        where = hub.bus.url if broker else _where(args, hub.broker.port if hub.broker else 0)
        say(f"boards report to {where.shown}; give each a token: {command('hub', 'token', 'board', 'table-1')}")
        say(f"the wall is at {hub.server.url}")
        say(f"records and results are written to {folder}")
        problem = ""
        while not ended.is_set():
            hub.step(time.monotonic())
            while hub.notices:
                say(hub.notices.popleft())
            found = hub.bus.problem or hub.hall.files.problem
            if found != problem:
                problem = found
                say(problem or "all is well again")
    except sqlite3.Error as error:
        raise CrossboardError(f"the library can't be written: {error}", str(library)) from error
    finally:
        hub.close()
    return 0


def _end(ended: threading.Event, number: int, frame: FrameType | None) -> None:
    del number, frame
    ended.set()


def _keep_listening(args: argparse.Namespace, folder: Path, port: int) -> None:
    """Where this hub's own broker listens, for `hub token`."""
    host = _read_listen(args.listen)[0]
    write_whole(folder / LISTENING, f"{'mqtts' if args.certificate else 'mqtt'} {host} {port}\n")


def _last_listening(args: argparse.Namespace, folder: Path) -> tuple[int, str, str]:
    """Port, host and scheme of the broker of the hub that ran last; 0 and "" if there is none, or the command line names one."""
    if args.listen != LISTEN:
        return 0, "", ""
    try:
        scheme, host, port = (folder / LISTENING).read_text(encoding="utf-8").split()
        return int(port), host, scheme
    except (OSError, ValueError):
        return 0, "", ""


def _where(args: argparse.Namespace, port: int = 0, host: str = "", scheme: str = "") -> BusUrl:
    """The broker as others reach it; its own one's `port`, `host` and `scheme`, if they are not those that were asked for."""
    if args.broker:
        return read_url(args.broker)
    listen, wanted = _read_listen(args.listen)
    host = host or listen
    scheme = scheme or ("mqtts" if args.certificate else "mqtt")
    return BusUrl(scheme, host if host not in ("0.0.0.0", "::", "*") else own_address(), port or wanted)


def _read_certificate(args: argparse.Namespace) -> tuple[str, str] | None:
    if bool(args.certificate) != bool(args.key):
        raise CrossboardError("TLS needs both --certificate and --key")
    if args.certificate and args.broker:
        raise CrossboardError("--certificate is for the hub's own broker: leave out --broker, which has its own")
    return (args.certificate, args.key) if args.certificate else None


def _tls(certificate: str, key: str) -> ssl.SSLContext:
    """What a server with these files speaks; CrossboardError if they can't be used."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    for path in (certificate, key):
        read_text(Path(path), CrossboardError, "is not a PEM file")
    try:
        made.load_cert_chain(certificate, key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        raise CrossboardError(
            f"can't be used as a certificate with that key (both in PEM, the key without a password): {error}",
            certificate,
        ) from error
    return made


def _no_password() -> str:
    return ""  # else it would be asked for at the terminal


def _read_listen(typed: str) -> tuple[str, int]:
    try:
        return split_address(typed, 0)  # 0: any that is free
    except ValueError as error:
        raise CrossboardError(f"'{typed}' is not an address to listen at: {error}, as 0.0.0.0:1883") from error
