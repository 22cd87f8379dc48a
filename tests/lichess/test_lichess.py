"""A board at a game on a server that speaks lichess' API: what goes right, what the server refuses, and what is cut."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest

from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import STOPPED
from crossboard.hub import match as m
from crossboard.lichess.account import keep_token
from crossboard.lichess.line import MINUTE_S
from crossboard.lichess.server import typed
from crossboard.lichess.side import LichessSide
from crossboard.lichess.terms import read_terms
from tests.support import lichess_server
from tests.support.lichess_server import HALF, SCOPES, TOKEN, USER, LichessServer
from tests.support.lichess_table import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    server = LichessServer()
    table = Table(server)
    yield table
    if table.side:
        table.side.leave()
    server.stop()


@pytest.mark.parametrize("white", [USER, "bob"])
def test_a_game_is_played_both_ways(table: Table, white: str) -> None:
    side = table.sit()
    game = table.begin(white)
    table.make(game, "e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
    assert game.status == "mate"
    table.until(lambda: side.over and table.board.played.mirror.result == 1)
    assert table.board.names == (("ada", "bob") if white == USER else ("bob", "ada"))
    assert table.heard("make your first move within 30 s") == (white == USER)
    assert side.side == (white != USER)


def test_castling_is_the_same_there_and_here(table: Table) -> None:
    table.sit()
    game = table.begin(fen="1k6/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQ - 0 1", chess960=True)
    table.make(game, "c1h1", "b8c8")  # the king onto the rook
    assert table.board.played.start.startswith("chess:960 ")
    assert chess.square_name(game.board.king(True) or 0) == "g1"
    table.kill()
    game = table.server.begin("bob", USER, fen="4k2r/8/8/5p2/5P2/8/8/4K2R w Kk - 0 1")
    table.sit(known=list(table.server.games)).play(game.id)
    table.until(lambda: table.plies() == [])
    with table.server.lock:
        game.do(0, "move", "e1h1")  # other programs write it so in chess, too
    table.until(lambda: table.plies() == ["e1g1"])
    table.make(game, "e8g8")


def test_a_game_from_a_position(table: Table) -> None:
    table.sit()
    game = table.begin(fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    table.make(game, "e2e4", "e8e7")


def test_takebacks_both_ways(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5", "g1f3")
    side.take_back(1)
    table.until(lambda: game.backs == {0})
    table.until(lambda: side.section()["asking"] == "to take back the last ply")
    with pytest.raises(CrossboardError, match="asked already"):
        side.take_back(1)
    table.server.play(game, "takeback", "yes")
    table.until(lambda: table.plies() == ["e2e4", "e7e5"] and side.section()["asking"] == "")
    side.take_back(1)  # to the own last move
    table.until(lambda: game.backs == {0})
    table.server.play(game, "takeback", "no")
    table.until(lambda: table.heard("bob declines"))
    assert table.plies() == ["e2e4", "e7e5"]
    table.server.play(game, "takeback", "yes")
    table.until(lambda: side.offered)
    table.until(lambda: "takeback" in table.board.consents)
    side.answer(False)
    table.until(lambda: not game.backs and side.offered is None)
    table.server.play(game, "takeback", "yes")
    table.until(lambda: side.offered)
    side.answer(True)
    table.until(lambda: table.plies() == ["e2e4"] == game.moves)
    with pytest.raises(CrossboardError, match="type takeback alone"):
        side.take_back(3)
    table.make(game, "e7e5", "g1f3", "b8c6")
    table.server.play(game, "takeback", "yes")
    table.until(lambda: side.offered)
    side.take_back(1)  # both want the same
    table.until(lambda: table.plies() == ["e2e4", "e7e5", "g1f3"] == game.moves)
    assert not table.heard("your request was dropped")


def test_a_takeback_by_hand_that_is_declined_is_put_right(table: Table) -> None:
    table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5", "g1f3")
    table.board.pop(1)
    table.until(lambda: game.backs == {0})
    assert table.plies() == ["e2e4", "e7e5"]
    table.server.play(game, "takeback", "no")
    table.until(lambda: table.plies() == ["e2e4", "e7e5", "g1f3"])  # set up anew
    table.make(game, "b8c6")
    table.board.pop(1)  # of the other's ply
    table.until(lambda: game.backs == {0})
    table.server.play(game, "takeback", "yes")
    table.until(lambda: table.plies() == ["e2e4", "e7e5"] == game.moves)


def test_draws_both_ways(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    side.offer_draw()
    table.until(lambda: game.offers == {0})
    table.server.play(game, "draw", "no")
    table.until(lambda: table.heard("bob declines"))
    table.server.play(game, "draw", "yes")
    table.until(lambda: isinstance(side.offered, m.Offer) and side.section()["asked"] == "for a draw")
    table.until(lambda: "draw" in table.board.consents)
    side.answer(False)
    table.until(lambda: not game.offers and side.offered is None)
    table.server.play(game, "draw", "yes")
    table.until(lambda: side.offered)
    side.answer(True)
    table.until(lambda: side.over)
    table.until(lambda: table.board.over)
    assert table.board.played.events[-1].reason == "agreed"
    assert table.heard("Draw (1/2-1/2): a draw was agreed")


def test_giving_up_and_being_given_up_to(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    side.resign()
    table.until(lambda: table.board.over)
    assert (game.status, game.winner) == ("resign", "black")
    assert (table.board.played.events[-1].text, table.board.played.events[-1].reason) == ("2", "resigned")
    game = table.begin("bob")
    table.make(game, "e2e4", "e7e5")
    table.server.play(game, "resign")
    table.until(lambda: table.board.over and table.heard("Black wins (0-1): the other side resigned"))


def test_a_game_that_has_hardly_begun_is_aborted(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    side.resign()
    table.until(lambda: table.board.over)
    assert game.status == "aborted"
    assert table.heard("No result (*): the game was abandoned")


def test_a_draw_by_repetition_comes_after_the_move_that_repeats(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    knights = ["g1f3", "g8f6", "f3g1", "f6g8"]
    table.make(game, *knights, "g1f3", "g8f6", "f3g1")
    with table.server.lock:  # the board hears of both at once
        game.do(1, "move", "f6g8")
        game.do(1, "draw", "yes")
    table.until(lambda: table.board.over)
    assert table.plies() == knights * 2 and side.over
    assert table.board.played.events[-1].reason == "threefold-repetition"


@pytest.mark.parametrize(("winner", "result"), [(0, "1"), (1, "2"), (None, "3")])
def test_time_runs_out(table: Table, winner: int | None, result: str) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    loser = 1 - (winner or 0)
    game.left[loser] = 0
    game.end("outoftime", winner)
    table.until(lambda: table.board.over)
    assert (table.board.played.events[-1].text, table.board.played.events[-1].reason) == (result, "time-forfeit")
    clock = side.clock()
    assert clock and clock.flag == loser


def test_the_clock_is_the_servers(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    clock = side.clock()
    assert clock and (clock.kind.text, clock.left, clock.running) == ("15+10", [900_000, 900_000], STOPPED)
    table.make(game, "e2e4", "e7e5")
    game.left[:] = [600_000, 500_000]
    game.tell()
    table.until(lambda: (clock := side.clock()) and clock.left[1] == 500_000)
    clock = side.clock()
    assert clock and clock.running == 0 and 0 < clock.left[0] <= 600_000
    first = clock.left[0]
    table.until(lambda: (clock := side.clock()) and clock.left[0] < first)


def test_correspondence_counts_in_days(table: Table) -> None:
    side = table.sit()
    table.begin(terms={"daysPerTurn": 2})
    clock = side.clock()
    assert clock and (clock.kind.text, clock.kind.base_ms) == ("2 days a turn", 2 * 24 * 3600 * 1000)
    assert table.heard("2 days a turn, casual")


def test_a_game_without_time(table: Table) -> None:
    side = table.sit()
    table.begin(terms={})
    assert side.clock() is None


def test_what_the_server_refuses_is_taken_back(table: Table) -> None:
    table.sit()
    game = table.begin()
    table.server.faults.append(("/move/e2e4", 400))
    table.board.push("e2e4")
    table.until(lambda: table.plies() == ["e2e4"])
    table.until(lambda: table.heard("it does not take this move (as was wanted): take it back"))
    table.until(lambda: table.plies() == [])
    table.make(game, "e2e4", "e7e5")  # the same once more is another attempt


def test_a_move_that_arrived_although_its_answer_did_not_stays(table: Table) -> None:
    table.sit()
    game = table.begin()
    table.server.faults.append(("/move/e2e4", 502))
    with table.server.lock:
        table.board.push("e2e4")
        table.until(lambda: any(one.endswith("/move/e2e4") for one in table.server.heard))
        game.do(0, "move", "e2e4")  # the server has it, but its answer is another's
    table.make(game, "e7e5", "g1f3")
    assert table.plies() == ["e2e4", "e7e5", "g1f3"]
    assert not table.heard("does not take this move")


@pytest.mark.parametrize("how", [lichess_server.CUT, HALF])
def test_a_stream_that_is_cut_begins_anew(table: Table, how: str) -> None:
    table.sit()
    game = table.begin()
    table.make(game, "e2e4")
    with table.server.lock:
        table.server.cut(how)
        game.streams.clear()
        game.do(1, "move", "e7e5")  # nobody hears of it
    table.until(lambda: table.plies() == ["e2e4", "e7e5"])
    table.until(lambda: table.said[-1] == f"playing bob on {table.line.host}")
    assert table.waits[0] == 1.0


def test_a_stream_that_falls_silent_begins_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.sit(silent_s=0.5)
    game = table.begin()
    monkeypatch.setattr(lichess_server, "BEAT_S", 3600.0)
    table.until(lambda: table.heard("play on, nothing is lost"))
    monkeypatch.setattr(lichess_server, "BEAT_S", 0.1)
    table.make(game, "e2e4", "e7e5")


def test_an_outage_loses_nothing(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    table.server.stop()
    table.until(lambda: table.heard("play on, nothing is lost"))
    table.board.push("g1f3")
    table.until(lambda: side.plies == 3)
    side.offer_draw()
    table.until(lambda: table.waits[-2:].count(4.0) or 8.0 in table.waits)  # longer each time
    assert game.moves == ["e2e4", "e7e5"]
    table.server.start()
    table.until(lambda: game.moves == ["e2e4", "e7e5", "g1f3"])
    table.make(game, "b8c6")


def test_giving_up_during_an_outage_is_sent_later(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    table.server.stop()
    side.resign()
    table.until(lambda: 4.0 in table.waits)
    table.kill()
    table.server.start()
    table.sit()
    table.until(lambda: game.status == "resign")


def test_a_move_taken_back_during_an_outage_is_never_sent(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.server.stop()
    table.board.push("e2e4")
    table.until(lambda: side._game and side._game.move and side._game.move.failed)
    side.take_back(1)
    table.until(lambda: table.plies() == [] and side.plies == 0)
    table.server.start()
    table.until(lambda: table.said[-1] == f"playing bob on {table.line.host}")
    table.make(game, "d2d4", "d7d5")


def test_too_many_requests_rest_for_a_minute(table: Table) -> None:
    table.sit()
    game = table.begin()
    resting, rested = threading.Event(), threading.Event()

    def wait(seconds: float) -> None:
        table.waits.append(seconds)
        if seconds == MINUTE_S:
            resting.set()
            rested.wait()

    table.line._wait = wait
    table.server.faults.append(("/move/", 429))
    table.board.push("e2e4")
    table.until(resting.is_set)
    before = len(table.server.heard)
    table.server.cut()
    table.until(lambda: table.heard("too many requests"))
    table.until(lambda: 1.0 in table.waits)  # the streams would begin anew
    for _ in range(50):
        table.round()
    assert len(table.server.heard) == before
    rested.set()
    table.make(game, "e7e5") if game.moves else table.until(lambda: game.moves == ["e2e4"])
    assert table.waits.count(MINUTE_S) == 1


def test_a_token_that_is_not_taken_any_more_can_be_replaced_meanwhile(table: Table) -> None:
    table.sit()
    game = table.begin()
    table.server.tokens = {"lip_another": SCOPES}
    table.server.cut()
    table.until(
        lambda: table.heard(f"does not take your token any more: log in anew, {typed(table.server.url, 'login')}")
    )
    table.board.push("e2e4")
    keep_token(table.server.url, "lip_another")  # as `lichess login` does in another terminal
    table.until(lambda: game.moves == ["e2e4"])
    table.make(game, "e7e5")


def test_a_program_that_was_killed_goes_on(table: Table) -> None:
    table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    board_game = table.board.played.board_game
    table.kill()
    table.board.push("g1f3")
    side = table.sit(known=[game.id])
    side.play(game.id)
    table.until(lambda: game.moves == ["e2e4", "e7e5", "g1f3"] == table.plies())
    table.kill()
    table.server.play(game, "move", "b8c6")
    side = table.sit(known=[game.id])
    side.play(game.id)
    table.until(lambda: table.plies() == game.moves)
    assert table.board.played.board_game == board_game


def test_a_move_made_on_the_servers_page_is_set_up(table: Table) -> None:
    table.sit()
    game = table.begin()
    with table.server.lock:
        game.do(0, "move", "e2e4")
    table.until(lambda: table.plies() == ["e2e4"])
    table.make(game, "e7e5", "g1f3")


def test_another_game_on_the_board_is_left_alone(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4")
    table.board.begin(table.board.played.start, (0, 0))
    table.until(lambda: table.heard("type remote to bring the match back"))
    table.server.play(game, "move", "e7e5")
    side.go_on()
    table.until(lambda: table.plies() == ["e2e4", "e7e5"])


def test_a_seek_is_kept_until_somebody_joins(table: Table) -> None:
    side = table.sit()
    side.open(read_terms("15+10", None, True, "", False, ""))
    table.until(lambda: table.server.seeks)
    wanted = {"rated": "true", "variant": "standard", "color": "random", "time": "15", "increment": "10"}
    assert table.server.seeks[0][0] == wanted
    with table.server.lock:
        table.server.seeks.pop()[1].put(lichess_server.DONE)  # it has expired
    table.until(lambda: table.server.seeks)
    game = table.server.join_seek()
    table.until(lambda: table.plies() == [])
    table.make(game, "e2e4", "e7e5")
    assert not table.server.seeks


def test_a_correspondence_seek_waits_there(table: Table) -> None:
    side = table.sit()
    side.open(read_terms("", 3, False, "", False, ""))
    table.until(lambda: {"rated": "false", "variant": "standard", "days": "3"} in table.server.sent)
    table.until(lambda: side.status() == f"waiting for an opponent on {table.line.host}: 3 days a turn, casual")
    table.server.begin("bob", USER, {"daysPerTurn": 3})
    table.until(lambda: table.plies() == [])
    assert table.server.heard.count("POST /api/board/seek") == 1


@pytest.mark.parametrize(("opponent", "path"), [("", "/api/board/seek"), ("bob", "/api/challenge/bob")])
@pytest.mark.parametrize(("status", "times"), [(502, 1), (429, 2)])
def test_what_stays_on_the_server_is_never_sent_twice(
    table: Table, opponent: str, path: str, status: int, times: int
) -> None:
    """Its answer may be lost although it has been heard; after 429 it has not been."""
    side = table.sit()
    table.server.faults.append((path, status))
    side.open(read_terms("", 3, False, "", False, opponent))
    if times == 1:
        with pytest.raises(CrossboardError, match="it is not known whether it has heard of your game"):
            table.until(lambda: False)
    table.until(lambda: table.server.heard.count(f"POST {path}") == times)


def test_a_correspondence_seek_waits_for_a_server_that_is_not_there(table: Table) -> None:
    side = table.sit()
    table.until(lambda: table.server.events)
    table.server.stop()
    side.open(read_terms("", 3, False, "", False, ""))
    table.until(lambda: table.heard("still trying"))
    table.server.start()
    table.until(lambda: {"rated": "false", "variant": "standard", "days": "3"} in table.server.sent)


def test_a_challenge_is_accepted_or_declined(table: Table) -> None:
    side = table.sit()
    side.open(read_terms("5+3", None, False, "black", False, "bob"))
    table.until(lambda: table.server.challenges)
    (challenge,) = table.server.challenges
    assert {
        "rated": "false", "variant": "standard", "color": "black", "clock.limit": "300", "clock.increment": "3",
        "keepAliveStream": "true",
    } in table.server.sent  # fmt: skip
    table.server.settle(challenge, "declined")
    table.until(lambda: table.heard("bob declines: I'm not accepting challenges now."))
    side.open(read_terms("", 1, False, "", False, "bob"))
    table.until(lambda: table.server.challenges)
    (challenge,) = table.server.challenges
    table.server.settle(challenge, "accepted")
    table.until(lambda: table.plies() == [])
    assert side.clock()


def test_a_challenge_does_not_end_with_an_outage(table: Table) -> None:
    side = table.sit()
    side.open(read_terms("5+3", None, False, "", False, "bob"))
    table.until(lambda: table.server.challenges)
    table.server.stop()  # its own stream does not notice
    table.until(lambda: table.heard("still trying"))
    table.server.challenges.clear()
    table.server.start()
    table.until(lambda: table.server.challenges)
    table.server.settle(next(iter(table.server.challenges)), "accepted")
    table.until(lambda: table.plies() == [])


@pytest.mark.parametrize(
    ("clock", "opponent", "words"),
    [("1+0", "", "Invalid time control"), ("15+10", "nobody", "No such user: nobody")],
)
def test_what_the_server_refuses_at_first_ends_the_program(table: Table, clock: str, opponent: str, words: str) -> None:
    table.sit().open(read_terms(clock, None, False, "", False, opponent))
    with pytest.raises(CrossboardError, match=words):
        table.until(lambda: False)


def test_a_challenge_from_somebody_is_answered(table: Table) -> None:
    side = table.sit()
    table.until(lambda: table.server.events)
    table.server.challenge("cy", variant="antichess")
    table.until(lambda: table.heard("cy asks for a game that this board can't play (15+10, casual, antichess)"))
    assert side.offered is None
    table.server.challenge("cy")
    table.until(lambda: side.offered)
    assert side.section()["asked"] == "for a game: 15+10, casual"
    side.answer(False)
    table.until(lambda: len(table.server.challenges) == 1)
    table.server.challenge("bob")
    table.until(lambda: side.offered)
    side.answer(True)
    table.until(lambda: table.plies() == [])


def test_rematches_both_ways(table: Table) -> None:
    side = table.sit()
    assert side.no_rematch == "no game has been played yet"
    game = table.begin()
    assert side.no_rematch == "the game is not over"
    table.make(game, "e2e4", "e7e5")
    side.resign()
    table.until(lambda: side.over and side.no_rematch == "")
    side.rematch()
    table.until(lambda: table.server.challenges)
    (challenge,) = table.server.challenges.values()
    assert (challenge["color"], challenge["timeControl"]["show"]) == ("black", "15+10")
    table.server.settle(challenge["id"], "accepted")
    table.until(lambda: table.plies() == [] and side.side == 1)
    game = table.server.games[challenge["id"]]
    table.make(game, "e2e4", "e7e5")
    table.server.play(game, "resign")
    table.until(lambda: side.over and table.board.over)
    table.server.challenge("bob", rematch_of=game.id)
    table.until(lambda: table.heard("bob asks for a rematch (15+10, casual): accept or decline"))
    side.rematch()  # is to accept
    table.until(lambda: not side.over and table.plies() == [])


def test_games_that_are_played_elsewhere_are_left_alone(table: Table) -> None:
    before = table.server.begin(USER, "cy")
    side = table.sit(known=[before.id])
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    another = table.server.begin("cy", USER)
    table.until(lambda: table.heard(f"play {another.id}"))
    assert side._game and side._game.id == game.id


def test_the_chat_is_muted_and_who_leaves_is_told(table: Table) -> None:
    table.sit()
    game = table.begin()
    game.tell({"type": "chatLine", "room": "player", "username": "bob", "text": "unmistakable"})
    game.tell({"type": "opponentGone", "gone": True, "claimWinInSeconds": 30})
    table.until(lambda: table.heard("bob has left the game"))
    game.tell({"type": "opponentGone", "gone": False})
    table.until(lambda: table.said[-1] == f"playing bob on {table.line.host}")
    assert not table.heard("unmistakable")


@pytest.mark.parametrize(
    ("claim", "ending", "reported"),
    [
        (lambda side: side.answer(True), "1", "White wins (1-0): the game was abandoned"),
        (lambda side: side.offer_draw(), "3", "Draw (1/2-1/2): the game was abandoned"),
    ],
)
def test_who_has_left_for_long_can_be_claimed_from(
    table: Table, claim: Callable[[LichessSide], None], ending: str, reported: str
) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5")
    host, gone = table.line.host, {"type": "opponentGone", "gone": True, "claimWinInSeconds": 0}
    game.tell(gone | {"claimWinInSeconds": 1000})
    table.until(lambda: table.said[-1] == f"bob has left the game on {host}")
    game.tell(gone)
    table.until(lambda: side._game and side._game.claim_at < 1000 + time.monotonic() - 500)
    assert side.offered is None, "it is the own turn: nobody is waited for"
    table.make(game, "g1f3")
    table.until(lambda: side.section()["asked"] == "whether you claim the win")
    assert (side.section()["who"], side.section()["asker"]) == ("bob", host)
    table.until(lambda: table.board.consents[-1:] == ["win"])
    claim(side)
    table.until(lambda: table.heard("You can't claim"))  # one of the two clocks is ahead
    assert side.offered
    side.answer(False)
    assert side.offered is None
    game.gone = 1
    game.tell(gone)
    table.until(lambda: side.offered)
    claim(side)
    table.until(lambda: table.board.over and table.heard(reported))
    assert (table.board.played.events[-1].text, table.board.played.events[-1].reason) == (ending, "abandoned")


def test_who_has_left_may_be_back_after_an_outage(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4", "e7e5", "g1f3")
    game.tell({"type": "opponentGone", "gone": True, "claimWinInSeconds": 0})
    table.until(lambda: side.offered)
    table.server.cut()
    table.until(lambda: side.offered is None and table.said[-1] == f"playing bob on {table.line.host}")


STATE = {"type": "gameState", "moves": "", "status": "started", "wtime": 1000, "btime": 1000}


@pytest.mark.parametrize(
    "line",
    [
        {"type": "gameState"},
        STATE | {"moves": "e2e5"},
        STATE | {"moves": None},
        STATE | {"wtime": None},
        STATE | {"wtime": "soon"},
        STATE | {"btime": float("inf")},
        STATE | {"status": "unheard-of"},
        STATE | {"winner": "red"},
        STATE | {"expiration": "soon"},
        {"type": "gameFull", "id": "game0000"},
        {"type": "gameFull", "id": "another0"},
        {"type": "opponentGone", "gone": True, "claimWinInSeconds": "soon"},
    ],
)
def test_nonsense_from_the_server_ends_nothing(table: Table, line: dict[str, object]) -> None:
    side = table.sit()
    game = table.begin()
    game.tell(line)
    table.until(lambda: table.heard("can't be understood") or table.heard("the rules here do not allow"))
    assert side.clock() and side.section()
    table.make(game, "e2e4", "e7e5")
    assert TOKEN not in "\n".join(table.said)


def test_what_a_line_that_can_not_be_read_was_about_is_asked_for_anew(table: Table) -> None:
    table.sit()
    game = table.begin()
    table.make(game, "e2e4")
    with table.server.lock:
        game.moves.append("e7e5")
        game.board.push_uci("e7e5")
        game.tell(STATE | {"moves": "e2e4 e7e5", "wtime": "soon"})
    table.until(lambda: table.plies() == ["e2e4", "e7e5"])
    assert table.heard("can't be understood") and table.waits == [1.0]


def test_a_clock_beyond_its_ends_stops_there(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    game.left[:] = [-5000, 10**30]
    table.make(game, "e2e4", "e7e5")
    clock = side.clock()
    assert clock and clock.left[0] == 0 and clock.left[1] > 0


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(
    ("full", "words"),
    [
        ({"initialFen": "nonsense"}, "nonsense"),
        ({"id": "../../../stolen"}, "can't be understood"),
        ({"id": "another0"}, "can't be understood"),
        ({"white": {"id": "cy", "name": "cy"}}, "ada does not play in the game"),
        ({"clock": {"initial": "soon"}}, "can't be understood"),
        ({"variant": {"key": "antichess", "name": "Antichess"}}, "a game has begun that this board can't play"),
        ({"state": STATE | {"moves": "e2e5"}}, "the rules here do not allow"),
    ],
)
def test_a_game_that_the_board_can_not_play_leaves_room_for_the_next(
    table: Table, tmp_path: Path, before: bool, full: dict[str, object], words: str
) -> None:
    side = table.sit()
    if before:
        game = table.begin()
        side.resign()
        table.until(lambda: table.board.over)
    table.server.begin(USER, "bob", full)
    table.until(lambda: table.heard(words))
    assert "about to begin" not in side.status()
    assert not list(tmp_path.parent.glob("**/*stolen*"))
    game = table.server.begin("bob", USER)
    table.until(lambda: side.side == 1 and table.plies() == [] and not table.board.over)
    table.make(game, "e2e4", "e7e5")


def test_an_id_that_is_none_is_not_followed(table: Table) -> None:
    table.sit()
    table.until(lambda: table.server.events)
    table.server.begin(USER, "bob", id_="../../account")
    table.until(lambda: table.heard("can't be understood"))
    table.server.tell({"type": "challenge", "challenge": table.server._challenge("cy", USER, {}) | {"id": "../x"}})
    table.make(table.begin(), "e2e4")
    assert not [one for one in table.server.heard if ".." in one]


@pytest.mark.parametrize("status", [403, 404])
def test_a_stream_that_has_begun_is_opened_again_whatever_is_answered_meanwhile(table: Table, status: int) -> None:
    """As something in between does."""
    table.sit()
    game = table.begin()
    table.make(game, "e2e4")
    with table.server.lock:
        table.server.faults += [("/game/stream/", status), ("/stream/event", status)]
        table.server.cut()
        game.streams.clear()
        game.do(1, "move", "e7e5")
    table.until(lambda: table.plies() == ["e2e4", "e7e5"])
    table.until(lambda: not table.server.faults)
    table.until(lambda: table.said[-1] == f"playing bob on {table.line.host}")
    table.make(game, "g1f3", "b8c6")
    table.server.challenge("cy")
    table.until(lambda: table.heard("cy asks for a game"))


def test_a_challenge_that_was_accepted_elsewhere_is_not_asked_about_again(table: Table) -> None:
    side = table.sit()
    table.until(lambda: table.server.events)
    challenge = table.server.challenge("bob")
    table.until(lambda: side.offered)
    table.server.settle(challenge, "accepted")
    table.until(lambda: table.plies() == [])
    side.resign()
    table.until(lambda: side.over and table.board.over)
    assert side.offered is None


def test_another_challenge_that_is_declined_does_not_end_the_waiting(table: Table) -> None:
    side = table.sit()
    side.open(read_terms("15+10", None, False, "", False, "bob"))
    table.until(lambda: table.server.challenges)
    declined = table.server._challenge(USER, "cy", {}) | {"declineReason": "not now"}
    table.server.tell({"type": "challengeDeclined", "challenge": declined})
    table.until(lambda: table.heard("cy declines: not now"))
    assert side.status().startswith("waiting for bob")


def test_giving_up_is_sent_as_the_game_stands_when_it_is_sent(table: Table) -> None:
    side = table.sit()
    game = table.begin()
    table.make(game, "e2e4")
    tried, begun = threading.Event(), threading.Event()

    def wait(seconds: float) -> None:
        tried.set()
        begun.wait()

    table.line._wait = wait
    table.server.faults.append(("/abort", 502))
    side.resign()
    table.until(tried.is_set)
    table.server.play(game, "move", "e7e5")
    table.until(lambda: side.plies == 2)
    begun.set()
    table.until(lambda: side.over)
    assert game.status == "resign"
