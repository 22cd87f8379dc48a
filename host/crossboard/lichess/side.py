"""Games on a server at the board of a session: the other player's moves are led by its lights, and this player's are sent.

A RemoteSide (play/remote_side.py). The server is right about everything; hub/match_board.py brings the board to what it says.
What the player does is sent until the server has it or refuses it, whatever happens in between: the board keeps the moves, a
file what was asked for. The chat is neither shown nor used.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from crossboard.boards.opponents import Levels
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import ChessClock
from crossboard.games.reasons import end_words
from crossboard.games.rules import RulesError, game_at
from crossboard.games.words import clean
from crossboard.hub import match as m
from crossboard.hub.match_board import MatchBoard
from crossboard.hub.match_file import MatchFile, load_match
from crossboard.hub.match_words import answer_words, entries_words, offer_words
from crossboard.hub.topics import HOST
from crossboard.language import tr
from crossboard.lichess import line as to
from crossboard.lichess.game_state import (
    COLOURS,
    NONSENSE,
    SPECS,
    Full,
    Moves,
    State,
    Values,
    clock_of,
    ended,
    grown,
    name_of_player,
    offer_of,
    read_full,
    read_gone,
    read_id,
    read_ongoing,
    read_state,
    taken_back,
)
from crossboard.lichess.line import Arrived, Command, Line
from crossboard.lichess.server import kept_at, typed
from crossboard.lichess.terms import Terms, terms_of
from crossboard.opponent.engine import ply_said

NOTICES = 20
CHANNELS = (to.GAME, to.SENT, to.OPENING, to.EVENT)
"""Of whose troubles the first is told."""


@dataclass
class Underway:
    """A game of the server, as the first line of its stream has it, and the board in it. `state`: the server's last word, heard at
    `heard_at`. `move` and `request` are on their way; `proposed`: what the board's player has done since the log last grew, with
    the length that it had. `own_left`: how many plies a takeback by hand has left. `gone`: the other player is not connected, and
    from `claim_at` on that wins or draws the game for whoever claims it."""

    full: Full
    kept: MatchFile
    log: m.Log
    board: MatchBoard
    moves: Moves
    state: State
    heard_at: float
    move: Command | None = None
    request: Command | None = None
    proposed: set[tuple[int, str, str]] = field(default_factory=set[tuple[int, str, str]])
    own_left: int | None = None
    gone: bool = False
    claim_at: float = math.inf

    @property
    def id(self) -> str:
        """The server's name of it."""
        return self.full.id

    @property
    def over(self) -> bool:
        """Whether it has ended there."""
        return m.is_over(self.log)

    @property
    def other(self) -> str:
        """Who plays against the board's player."""
        return self.full.names[1 - self.kept.side]

    @property
    def rival(self) -> str:
        """The account of the same, "" without one."""
        return self.full.users[1 - self.kept.side]


class LichessSide:
    """Plays what begins on the server for `user`, but for the games `known`, which are played elsewhere. Feed it with `step`, in
    every round. `clock` gives seconds."""

    binding = True
    searcher = None
    guest = None
    links = ()
    seat = ""

    def __init__(
        self,
        session: Session,
        line: Line,
        user: str,
        known: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.notices: deque[str] = deque(maxlen=NOTICES)
        self._session = session
        self._line = line
        self._user = user.lower()
        self._elsewhere = set(known)
        self._clock = clock
        self._game: Underway | None = None
        self._next = ""  # the game whose stream is to begin
        self._challenges: dict[str, Values] = {}  # that wait for an answer, by id
        self._opening: Terms | None = None  # what is sought
        self._status = ""
        session.in_match = True

    # What is to be played

    def play(self, game: str) -> None:
        """That game of the server, in place of whatever was sought."""
        self._opening, self._next = None, game
        self._line.end_opening()
        self._line.follow_game(game)

    def open(self, terms: Terms) -> None:
        """Seek a game, or challenge somebody."""
        self._opening = terms
        self._line.open_game(terms.path, terms.data, terms.lasts)

    @property
    def no_rematch(self) -> str:
        """Why the same can't be played once more, "" if it can."""
        game = self._game
        if game is None:
            return tr("no game has been played yet")
        if not game.over:
            return tr("the game is not over")
        return "" if game.rival else tr("{who} plays no rematch", who=game.other)

    def rematch(self) -> None:
        """Challenge the other player on the same terms, with sides changed; or accept such a challenge."""
        game = self._game
        if game is None:
            raise CrossboardError(self.no_rematch)
        theirs = next((key for key, one in self._challenges.items() if one.get("rematchOf") == game.id), "")
        if theirs:
            self._answer_challenge(theirs, True)
        else:
            self.open(game.full.terms.again(COLOURS[self.side], game.rival))

    # What there is

    @property
    def side(self) -> int:
        """The board's player's."""
        return self._game.kept.side if self._game else 0

    @property
    def levels(self) -> Levels:
        """Who plays."""
        return self._game.board.levels if self._game else (0, 0)

    @property
    def over(self) -> bool:
        """Whether no game is under way."""
        return self._game is None or self._game.over

    @property
    def on_board(self) -> bool:
        """Whether the board's game is the server's."""
        return self._game is not None and self._game.board.ours is not None

    @property
    def holds_board(self) -> bool:
        """Until the game is over and another one is on the board."""
        return not self.over or self.on_board

    @property
    def plies(self) -> int:
        """How many have been played and not taken back."""
        game = self._game
        return len(m.plies_of(game.log.entries)) + (game.move is not None) if game else 0

    @property
    def offered(self) -> m.Offer | Values | None:
        """What the other player asks for; between games a challenge."""
        game = self._game
        if game and not game.over:
            offer = (
                m.Offer(1 - game.kept.side, m.WIN, len(game.log.entries)) if self._may_claim(game) else game.log.offer
            )
            return offer if offer and offer.side != game.kept.side else None
        return next(iter(self._challenges.values()), None)

    def _may_claim(self, game: Underway) -> bool:
        """Whether the other player, who is to move, has been gone for so long that the win can be claimed."""
        return self._clock() >= game.claim_at and game.log.position()[1].side != game.kept.side

    def clock(self) -> ChessClock | None:
        """The server's, None if the game has none."""
        game = self._game
        if game is None or game.full.kind is None:
            return None
        return clock_of(game.full.kind, game.log, game.state, round((self._clock() - game.heard_at) * 1000))

    def status(self) -> str:
        """How it stands with the server, in a line."""
        host, game = self._line.host, self._game
        problem = next((self._line.problems[one] for one in CHANNELS if one in self._line.problems), "")
        if problem:
            if self.over:
                return tr("{host}: {problem}; still trying", host=host, problem=problem)
            return tr("{host}: {problem}; play on, nothing is lost", host=host, problem=problem)
        if self._next:
            return tr("the game {game} on {host} is about to begin", game=self._next, host=host)
        if self._opening:
            who = self._opening.opponent or tr("an opponent")
            return tr("waiting for {who} on {host}: {terms}", who=who, host=host, terms=self._opening.words)
        if game is None:
            return tr("waiting on {host} for a challenge to {who}", host=host, who=self._user)
        if game.over:
            return tr("the game on {host} is over; you can ask for a rematch", host=host)
        if self._may_claim(game):
            return tr(
                "{who} has left the game on {host}: accept claims the win, draw a draw", who=game.other, host=host
            )
        if game.gone:
            return tr("{who} has left the game on {host}", who=game.other, host=host)
        return tr("playing {who} on {host}", who=game.other, host=host)

    def section(self) -> dict[str, object]:
        """What pages show."""
        game, offered = self._game, self.offered
        mine = game.log.offer if game and game.log.offer and game.log.offer.side == game.kept.side else None
        asker = who = game.other if game else ""
        asked = ""
        if isinstance(offered, m.Offer) and game:
            asked = offer_words(offered, game.log)
            asker = self._line.host if offered.kind == m.WIN else who
        elif isinstance(offered, dict):
            asker = _challenger(offered)
            asked = tr("for a game: {terms}", terms=terms_of(offered).words)
        return {
            "side": self.side,
            "here": True,  # nobody is waited for who needs a link
            "status": self.status(),
            "who": who,
            "asker": asker,
            "over": self.over,
            "rematch": not self.no_rematch,
            "asked": asked,
            "asking": offer_words(mine, game.log) if game and mine else "",
        }

    # What the board's player wants

    def take_back(self, count: int) -> None:
        """Ask for a takeback; a move that could not be sent yet needs no consent."""
        game = self._need()
        if game.move and game.move.failed and count == 1:
            game.move.dropped = True
            self._session.take_back(1)
            return
        usual = 1 if game.move else taken_back(game.log.position()[1], game.kept.side)
        if count not in (1, usual) or self.plies < usual:
            raise CrossboardError(
                tr("{host} takes back to your own last move: type takeback alone", host=self._line.host)
            )
        game.own_left = None
        self._request(m.UNDO)

    def offer_draw(self) -> None:
        """Offer a draw, agree to one or claim one: the server knows which."""
        self._request(m.DRAW)

    def resign(self) -> None:
        """Give up; before both have made a move that aborts the game."""
        self._request(m.RESIGN)

    def answer(self, yes: bool) -> None:
        """Accept or decline what is `offered`."""
        offered = self.offered
        if isinstance(offered, m.Offer) and offered.kind == m.WIN and not yes:
            self._need().claim_at = math.inf
        elif isinstance(offered, m.Offer):
            self._request(m.ACCEPT if yes else m.DECLINE, offered.kind)
        elif offered:
            self._answer_challenge(str(offered["id"]), yes)

    def _answer_challenge(self, challenge: str, yes: bool) -> None:
        del self._challenges[challenge]
        self._line.send(Command("", lambda: f"/api/challenge/{challenge}/{'accept' if yes else 'decline'}"))

    def go_on(self) -> None:
        """Bring the game back to the board, which plays something else."""
        self._need().kept.board_game = ""

    def leave(self) -> None:
        """Go; the game goes on there without this board."""
        if self._game:
            self._game.kept.save()
        self._line.close()

    def _need(self) -> Underway:
        if self._game is None:
            raise CrossboardError(tr("no game has begun yet"))
        return self._game

    def _request(self, kind: str, text: str = "") -> None:
        game = self._need()
        if game.over:
            raise CrossboardError(tr("the game is over"))
        offer, before = game.log.offer, game.kept.request
        if offer and offer.side == game.kept.side and offer.kind == kind or before and before.kind == kind:
            raise CrossboardError(tr("that has been asked already"))
        game.kept.request = m.Proposal(len(game.log.entries) + (game.move is not None), kind, text)
        game.kept.save()
        self._send_request(game)

    def _send_request(self, game: Underway) -> None:
        request = game.kept.request
        if request is None:
            return
        yes, about = request.kind != m.DECLINE, request.text or request.kind

        def what() -> str:  # by then: an outage may have lasted
            if request.kind == m.RESIGN:
                return "resign" if len(m.plies_of(game.log.entries)) >= 2 else "abort"
            if about == m.WIN:
                return "claim-victory"
            if request.kind == m.DRAW and self._may_claim(game):
                return "claim-draw"
            return f"{'takeback' if about == m.UNDO else 'draw'}/{'yes' if yes else 'no'}"

        game.request = self._send(game, what)

    def _send(self, game: Underway, what: Callable[[], str]) -> Command:
        command = Command(game.id, lambda: f"/api/board/game/{game.id}/{what()}")
        self._line.send(command)
        return command

    def _propose(self, kind: str, text: str) -> None:
        """What the board's player has done."""
        game = self._need()
        wish = (len(game.log.entries), kind, text)
        if wish in game.proposed:
            return
        game.proposed.add(wish)
        if kind == m.PLY:
            position = game.log.position()[1]
            move = ply_said(position, position.parse_ply(text))
            game.move = self._send(game, lambda: f"move/{move}")
        else:
            game.own_left = int(text) if kind == m.UNDO else None
            try:
                self._request(kind)
            except CrossboardError as error:
                self._say(error.what)

    # A round

    def step(self) -> None:
        """One round. CrossboardError if the server refuses what was wanted before any game has begun."""
        for arrived in self._line.drain():
            if arrived.what == to.REFUSED and arrived.command is None and self._game is None:
                raise CrossboardError(arrived.words, self._line.host)
            try:
                self._take(arrived)
            except (CrossboardError, RulesError) as error:
                self._tell(str(error))
            except NONSENSE:
                self._say(tr("{host} says something that can't be understood", host=self._line.host))
        if game := self._game:
            if game.board.step(game.log) and game.move:
                game.move.dropped, game.move = True, None  # taken back, or the server has it
                game.proposed.clear()
            offered = self.offered
            quiet = game.move is None and game.request is None
            game.board.ask_consent(offered if isinstance(offered, m.Offer) else None, quiet)
            game.board.name_sides(*game.full.names)
        if (status := self.status()) != self._status:
            self._status = status
            self._say(status)

    def _say(self, text: str) -> None:
        self.notices.append(clean(text))

    def _tell(self, words: str) -> None:
        """Say that of the server."""
        self._say(tr("{host}: {problem}", host=self._line.host, problem=words))

    def _take(self, arrived: Arrived) -> None:
        what, game = arrived.what, self._game
        if what == to.EVENT:
            self._event(arrived.value)
        elif what == to.OPENING and arrived.value.get("done"):
            self._opening = None
        elif what == to.GAME and game and arrived.of == game.id:
            self._told(game, arrived.value)
        elif what == to.GAME and arrived.of == self._next:
            self._next = ""
            self._begin(arrived.of, arrived.value)
        elif arrived.command:
            self._sent(arrived.command, arrived.words)
        elif what == to.REFUSED:
            if arrived.of in ("", self._next):
                self._opening, self._next = None, ""
            self._tell(arrived.words)

    def _event(self, event: Values) -> None:
        """Of the stream of all that concerns the user."""
        kind = event.get("type")
        challenge: Values = event.get("challenge") or {}
        challenger: Values = challenge.get("challenger") or {}
        if kind == "gameStart":
            self._started(event["game"])
        elif kind == "challenge" and str(challenger.get("id")).lower() != self._user:
            who, words = _challenger(challenge), terms_of(challenge).words
            compat: Values = event.get("compat") or {}
            key = read_id(challenge["id"])
            if key in self._challenges:
                return  # a stream begins with all there are
            if challenge["variant"]["key"] in SPECS and compat.get("board", True):
                self._challenges[key] = challenge
                if challenge.get("rematchOf"):
                    self._say(tr("{who} asks for a rematch ({terms}): accept or decline", who=who, terms=words))
                else:
                    self._say(tr("{who} asks for a game ({terms}): accept or decline", who=who, terms=words))
            else:
                self._say(tr("{who} asks for a game that this board can't play ({terms})", who=who, terms=words))
        elif kind == "challengeCanceled":
            if self._challenges.pop(str(challenge["id"]), None):
                self._say(tr("{who} does not ask any more", who=_challenger(challenge)))
        elif kind == "challengeDeclined":
            rival: Values = challenge.get("destUser") or {}
            if self._opening and self._opening.opponent.lower() == str(rival.get("id")).lower():
                self._opening = None
            who, why = rival.get("name") or tr("the other player"), challenge.get("declineReason", "")
            self._say(tr("{who} declines: {why}", who=who, why=why))

    def _started(self, info: Values) -> None:
        one = read_ongoing(info)
        game = one.id
        self._challenges.pop(game, None)  # a game has the ID of its challenge, wherever that was accepted
        if game in self._elsewhere or game == self._next or self._game and game == self._game.id:
            return
        self._elsewhere.add(game)
        if self._game and not self._game.over or self._next:
            line = typed(self._line.server, "play", game)
            self._say(
                tr("another game has begun; leave this one, and `{command}` brings it to the board", command=line)
            )
        elif not one.playable:
            self._say(tr("a game has begun that this board can't play: {url}", url=self._line.server + "/" + game))
        else:
            self.play(game)

    def _begin(self, game_id: str, value: Values) -> None:
        """The stream of the game has begun."""
        try:
            full = read_full(value, game_id)
            users, moves = [name.lower() for name in full.users], Moves(full.start)
            moves.read(full.state.moves)
            if self._user not in users:
                raise CrossboardError(tr("{user} does not play in the game {game}", user=self._user, game=game_id))
        except BaseException:
            self._line.follow_game("")  # the board can't play it
            raise
        at = kept_at(self._line.server)
        path = at.with_name(f"{at.name}-{game_id}.json")
        kept = load_match(path) or MatchFile(path, HOST, url=self._line.server)
        if kept.log is None:
            kept.log = m.Log(full.start, host_side=users.index(self._user))
        board = MatchBoard(self._session, kept, self._propose, self._say, self._clock)
        self._game = game = Underway(full, kept, kept.log, board, moves, full.state, self._clock())
        white, black = full.names
        where = {"host": self._line.host, "terms": full.terms.words}
        self._say(tr("{white} - {black} on {host}: {terms}", white=white, black=black, **where))
        seconds = full.state.first_move_s
        if seconds is not None and len(full.state.moves) == game.kept.side:
            self._say(tr("make your first move within {seconds} s: the server aborts the game else", seconds=seconds))
        self._hear(game, full.state)
        self._send_request(game)

    def _told(self, game: Underway, value: Values) -> None:
        """A line of its stream."""
        kind = value.get("type")
        if kind == "opponentGone":
            game.gone, wait = read_gone(value)
            game.claim_at = self._clock() + wait
        elif kind == "gameFull":
            self._hear(game, read_full(value, game.id).state)
            game.gone, game.claim_at = False, math.inf  # else it follows
        elif kind == "gameState":
            self._hear(game, read_state(value))

    def _hear(self, game: Underway, state: State) -> None:
        """How it stands."""
        if game.over:
            self._line.follow_game("")
            return
        before, side = game.log, game.kept.side
        by = before.offer.side if before.offer else side
        log = ended(grown(before, game.moves.read(state.moves), by), state)
        game.state, game.heard_at = state, self._clock()
        if log.entries != before.entries:
            self._gone_on(game, log)
        offer = None if m.is_over(log) else offer_of(log, state, side, game.own_left)
        declined = log.declined
        if before.offer and offer is None and log.entries == before.entries:
            declined, game.own_left = before.offer, None
        self._agree(game, replace(log, offer=offer, declined=declined))

    def _gone_on(self, game: Underway, log: m.Log) -> None:
        """What was asked for before does not hold any more, but for giving up."""
        if game.move:
            game.move.dropped, game.move = True, None
        game.proposed.clear()
        game.own_left = None
        request = game.kept.request
        over = m.is_over(log)
        if request is None or not over and (request.kind == m.RESIGN or request.at == len(log.entries)):
            return
        game.kept.request = None
        if game.request:
            game.request.dropped, game.request = True, None
        added = log.entries[len(game.log.entries) :]
        if not over and request.kind in (m.DRAW, m.UNDO) and all(one.kind != request.kind for one in added):
            self._say(tr("the game had gone on meanwhile, so your request was dropped"))

    def _agree(self, game: Underway, log: m.Log) -> None:
        before = game.log
        if log == before:
            return
        game.log = game.kept.log = log
        game.kept.save()
        over = log.over
        for words in entries_words(replace(log, entries=log.entries[:-1]) if over else log, before):
            self._say(words)
        if not (before.offer and log.offer and before.offer[:2] == log.offer[:2]):  # else it stands
            for words in answer_words(before.offer, log, game.kept.side, game.other):
                self._say(words)
        if over:
            self._say(end_words(game_at(log.start), *over))
        if game.over:
            self._line.follow_game("")

    def _sent(self, command: Command, refusal: str) -> None:
        """The server has taken what was sent, or refused it; how the game stands now is known."""
        game = self._game
        if game and command is game.request:
            asked, game.kept.request, game.request = game.kept.request, None, None
            game.kept.save()
            if refusal and asked and asked.kind == m.UNDO and game.own_left is not None:
                declined = m.Offer(game.kept.side, m.UNDO, len(game.log.entries), game.own_left)
                game.log, game.own_left = replace(game.log, declined=declined), None
        elif game and command is game.move:
            if refusal and not game.over:
                game.move = None
                game.proposed.clear()
                played = game.board.ours
                game.kept.base = [*game.kept.began, *game.board.plies(played)] if played else game.kept.base
                refusal = tr("it does not take this move ({why}): take it back as the lights show", why=refusal)
        elif command.game or not refusal:
            return
        if refusal and not (game and game.over):
            self._tell(refusal)


def _challenger(challenge: Values) -> str:
    return name_of_player(challenge.get("challenger") or {})
