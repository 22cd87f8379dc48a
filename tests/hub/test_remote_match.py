"""Two boards at one game: whatever is cut off, killed, lost, doubled or late, both come to stand where the log does."""

from __future__ import annotations

from argparse import Namespace
from itertools import count
from pathlib import Path

import pytest

from crossboard.boards.link import CONNECTED
from crossboard.errors import CrossboardError
from crossboard.games.rules import game_at, new_game, read_game
from crossboard.hub import match as m
from crossboard.hub.bus import Arrived
from crossboard.hub.invite import new_secret, read_invite
from crossboard.hub.match_file import MatchFile, load_match
from crossboard.hub.match_messages import Said, Voice, log_value, read_log
from crossboard.hub.match_time import agreed
from crossboard.hub.topics import GUEST, HOST
from crossboard.play.remote import read_remote
from tests.support.remote_boards import INVITE, End, World

START = new_game("charing-cross").text()
GAMES = ["charing-cross", "kings-crossing", "card-chess", "card-chess:progressive", "cross-eyed"]


def start_of(name: str) -> str:
    return new_game(name, 1).text()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_from_board_to_board(name: str, tmp_path: Path) -> None:
    world = World(tmp_path, start_of(name), seed=1)
    world.run(400)
    assert len(m.plies_of(world.log.entries)) > 20 or world.log.position()[1].result
    world.host.board.rng.seed(2)
    assert not [e for e in world.log.entries if e.kind != m.PLY]


@pytest.mark.parametrize("taking_back", [0.0, 0.1])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_breaks_nothing_is_lost_or_doubled(seed: int, taking_back: float, tmp_path: Path) -> None:
    """PCs and broker are killed at random, messages lost, doubled and out of order; players take back what they played."""
    world = World(tmp_path, start_of(GAMES[seed % len(GAMES)]), seed, loss=0.15, taking_back=taking_back)
    rng = world.rng
    grown: tuple[m.Entry, ...] = ()
    for _ in range(900):
        world.step()
        if rng.random() < 0.02:
            world.broker.kill(forget=rng.random() < 0.5)
        elif rng.random() < 0.1:
            world.broker.up = True
        for end in (world.host, world.guest):
            if end.pc and rng.random() < 0.01:
                end.switch_off()
            elif not end.pc and rng.random() < 0.1:
                end.switch_on()
        if world.host.pc:
            assert world.log.entries[: len(grown)] == grown, "the log only grows"
            if world.log.entries != grown:
                m.check_log(world.log)
            grown = world.log.entries
    assert len(grown) > 10
    # Everything comes back; nobody plays on: what was played is agreed upon.
    world.broker.up, world.broker.loss = True, 0.0
    for end in (world.host, world.guest):
        if not end.pc:
            end.switch_on()
        end.board.rng = Still()  # type: ignore[assignment]
    for _ in range(600):
        world.step()
        if world.settled():
            break
    assert world.settled(), (world.log.entries[-4:], world.host.plies()[-4:], world.guest.plies()[-4:])
    assert world.guest.pc and world.guest.pc.log == world.log
    if not taking_back:  # then nothing may have become of any ply but its place in the log
        for side, end in enumerate((world.host, world.guest)):
            assert [e.text for e in world.log.entries if e.side == side and e.text != m.PASS] == end.board.made


def quiet_world(folder: Path, *plies: str, clock: str = "") -> World:
    """Both are connected, those plies have been played, and nobody plays on."""
    world = World(folder, START, seed=1, clock=clock)
    for end in (world.host, world.guest):
        end.board.playing = False
    world.run(60)
    for i, ply in enumerate(plies):
        (world.host, world.guest)[i % 2].board.push(ply)
        world.run(100)
    assert world.settled() and m.plies_of(world.log.entries) == list(plies)
    return world


@pytest.mark.parametrize("asker", ["host", "guest"])
def test_what_needs_consent_survives_every_outage(asker: str, tmp_path: Path) -> None:
    """A draw is offered without a connection, by a PC that is then switched off, as is the other's before the answer."""
    world = quiet_world(tmp_path, *PLAYED)
    one, other = (world.host, world.guest) if asker == "host" else (world.guest, world.host)
    world.broker.kill(forget=True)
    assert one.pc and other.pc
    one.pc.offer_draw()
    world.run(10)
    assert one.pc.asking and other.pc.offered is None
    one.switch_off()
    world.broker.up = True
    world.run(20)
    one.switch_on()
    world.run(60)
    assert other.pc.offered and other.pc.offered.kind == m.DRAW
    assert other.board.consents and other.board.consents[-1] == "draw"
    assert any("asks for a draw" in note for note in other.pc.notices)
    other.switch_off()
    world.run(20)
    other.switch_on()
    assert other.pc
    world.run(60)
    assert world.log.over is None and other.pc.offered  # nobody is asked in vain, and nothing is agreed by itself
    world.broker.kill(forget=False)
    other.pc.answer(True)
    other.switch_off()
    world.broker.up = True
    other.switch_on()
    world.run(100)
    assert world.log.over == (3, "agreed")
    assert one.board.over and other.board.over
    assert one.pc.holds_board
    one.board.begin(world.log.start, (0, 0))  # the next game at that board is nobody's but its players'
    assert not one.pc.holds_board


@pytest.mark.parametrize("asker", ["host", "guest"])
def test_a_ply_made_instead_declines(asker: str, tmp_path: Path) -> None:
    world = quiet_world(tmp_path, *(PLAYED if asker == "host" else PLAYED[:2]))
    one, other = (world.host, world.guest) if asker == "host" else (world.guest, world.host)
    assert one.pc and other.pc
    one.pc.take_back(2)
    world.run(60)
    assert other.pc.offered and set(other.board.consents) == {"takeback"}
    other.board.push("d2-d3" if asker == "host" else "b4-c4")
    world.run(100)
    assert other.pc.offered is None and one.pc.asking is None
    assert other.board.consents[-1] == ""
    assert any("plays on: declined" in note for note in one.pc.notices)
    assert len(m.plies_of(world.log.entries)) == (4 if asker == "host" else 3) and world.settled()


def test_a_takeback_that_is_granted_reaches_both_boards(tmp_path: Path) -> None:
    world = quiet_world(tmp_path, *PLAYED)
    assert world.host.pc and world.guest.pc
    world.guest.pc.take_back(2)
    world.run(60)
    world.host.pc.answer(True)
    world.run(100)
    assert m.plies_of(world.log.entries) == list(PLAYED[:1]) and world.settled()
    assert world.host.pc.offered is None
    before = world.host.pc.seat_section()
    world.host.pc.resign()
    after = world.host.pc.seat_section()
    assert before and after and before["back"] and not after["back"]


def test_a_guest_without_a_connection_resigns_and_offers_after_its_own_ply(tmp_path: Path) -> None:
    world = quiet_world(tmp_path, *PLAYED)
    assert world.host.pc and world.guest.pc
    world.broker.kill(forget=False)
    world.guest.board.push("d2-d3")
    world.run(10)
    world.guest.pc.offer_draw()  # comes after the ply that nobody has heard of
    world.run(10)
    world.broker.up = True
    world.run(60)
    assert world.log.offer == m.Offer(1, m.DRAW, 4) and len(m.plies_of(world.log.entries)) == 4
    world.host.pc.answer(False)
    world.run(30)
    with pytest.raises(CrossboardError, match="declined"):
        world.guest.pc.offer_draw()
    world.broker.kill(forget=False)
    world.guest.pc.resign()
    world.host.board.push("c4-d4")  # which the guest has not seen
    world.run(30)
    world.broker.up = True
    world.run(60)
    assert world.log.over == (1, "resigned")


def wait(world: World, seconds: float) -> None:
    world.run(round(seconds * 5))


def left(world: World) -> list[list[int]]:
    """What each end shows, in seconds; both have to agree to within what a message takes."""
    assert world.host.pc and world.guest.pc
    clocks = [world.host.pc.clock(), world.guest.pc.clock()]
    return [[round(ms / 1000) for ms in clock.left] for clock in clocks if clock]


def about(found: list[list[int]], *wanted: int, within: int = 2) -> bool:
    return len(found) == 2 and all(abs(a - b) <= within for one in found for a, b in zip(one, wanted, strict=True))


def test_both_ends_tell_the_same_times(tmp_path: Path) -> None:
    world = quiet_world(tmp_path, "a4-b4", clock="5+3")  # the first ply is free, and 20 s have passed since
    wait(world, 20)
    assert about(left(world), 300, 260)
    world.guest.board.push("d1-d2")
    wait(world, 30)
    assert about(left(world), 270, 263)  # three seconds were earned
    world.host.board.push("b4-c4")
    wait(world, 4)
    assert about(left(world), 273, 259)
    world.guest.pc.take_back(2)  # type: ignore[union-attr]
    wait(world, 4)
    world.host.pc.answer(True)  # type: ignore[union-attr]
    wait(world, 4)
    assert m.plies_of(world.log.entries) == ["a4-b4"]
    assert about(
        left(world), 270, 250, within=3
    )  # what was earned is gone; what was taken, also meanwhile, stays taken
    assert world.settled()


def test_an_outage_is_nobodys_time(tmp_path: Path) -> None:
    world = quiet_world(tmp_path, "a4-b4", clock="5")
    before = left(world)[0][1]
    # Without a connection the one to move can move, and its time runs.
    world.broker.kill(forget=True)
    wait(world, 60)
    assert world.guest.pc and abs(world.guest.pc.clock().left[1] / 1000 - (before - 60)) <= 2  # type: ignore[union-attr]
    assert world.host.pc and world.host.pc.clock().running == -1  # type: ignore[union-attr]
    world.broker.up = True
    wait(world, 10)
    assert about(left(world), 300, before - 70)
    # With its PC switched off, or its board gone, it can't.
    world.guest.switch_off()
    wait(world, 100)
    world.guest.switch_on()
    wait(world, 10)
    assert about(left(world), 300, before - 80, within=7)  # what was taken is written every five seconds
    known = left(world)[0][1]
    world.guest.board.link.state = "unplugged"
    wait(world, 50)
    assert about(left(world), 300, known, within=3)
    world.guest.board.link.state = CONNECTED
    # The ply comes while the host's PC is off; that time is nobody's.
    world.host.switch_off()
    wait(world, 5)
    world.guest.board.push("d1-d2")
    wait(world, 200)
    world.host.switch_on()
    wait(world, 6)
    assert world.settled()
    assert about(left(world), 297, known - 5, within=5)


def test_time_that_is_up_is_told_at_both_ends_once(tmp_path: Path) -> None:
    world = quiet_world(tmp_path, "a4-b4", clock="1")
    wait(world, 60)
    for end in (world.host, world.guest):
        assert end.pc and end.pc.clock().flag == 1  # type: ignore[union-attr]
        assert list(end.pc.notices).count("Black's time is up") == 1
    world.guest.board.push("d1-d2")  # the players go on
    wait(world, 10)
    assert len(m.plies_of(world.log.entries)) == 2 and about(left(world), 52, 0, within=9)


@pytest.mark.parametrize("clock", ["5d3", "5+3", "5"])
def test_a_delay_is_free_in_every_turn_of_several_plies(clock: str) -> None:
    log = m.Log(START, clock=clock)
    for i, (text, ms) in enumerate((("a4-b4", 0), ("d1-d2", 2000), ("b4-c4", 5000), ("d2-d3", 1000))):
        log = m.decide(log, i % 2, m.Proposal(i, m.PLY, text, ms))
    known = agreed(log)
    assert known.left == {"5d3": [298_000, 300_000], "5+3": [298_000, 303_000], "5": [295_000, 297_000]}[clock]
    again = read_log(log_value(log))
    assert again == log and agreed(again).text() == known.text()
    for wrong in (-1, 1.5, True, "1", m.LONGEST_MS + 1):
        value = log_value(log)
        value["entries"][0][3] = wrong
        with pytest.raises(ValueError):
            read_log(value)
    with pytest.raises(ValueError, match="clock"):
        read_log({**log_value(log), "clock": "soon"})


class Still:
    """Hands that perform what they are led to, and nothing else."""

    def __init__(self) -> None:
        self.turn = 0

    def random(self) -> float:
        return 0.9

    def choice(self, plies: list[str]) -> str:
        return plies[0]


def log_after(*plies: str) -> m.Log:
    log = m.Log(START)
    for ply in plies:
        side = log.position()[1].side
        after = m.decide(log, side, m.Proposal(len(log.entries), m.PLY, ply))
        assert after != log, ply
        log = after
    return log


PLAYED = ("a4-b4", "d1-d2", "b4-c4")


def test_only_the_side_to_move_moves_and_only_by_the_rules() -> None:
    log = log_after(*PLAYED)
    assert m.decide(log, 0, m.Proposal(3, m.PLY, "e1-e2")) == log
    assert m.decide(log, 1, m.Proposal(3, m.PLY, "e1-e8")) == log
    assert m.decide(log, 1, m.Proposal(2, m.PLY, "e1-e2")) == log  # of an older moment
    assert m.decide(log, 1, m.Proposal(3, m.PLY, "e1-e2")).entries[-1] == m.Entry(1, m.PLY, "e1-e2")


def test_a_ply_of_ones_own_is_taken_back_at_once_and_others_by_leave() -> None:
    log = log_after(*PLAYED)
    own = m.decide(log, 0, m.Proposal(3, m.UNDO, "2"))
    assert m.plies_of(own.entries) == list(PLAYED[:2])
    asked = m.decide(log, 1, m.Proposal(3, m.UNDO, "1"))
    assert asked.offer == m.Offer(1, m.UNDO, 3, 1) and asked.entries == log.entries
    assert m.decide(asked, 1, m.Proposal(3, m.ACCEPT)) == asked  # nobody gives leave to oneself
    assert m.plies_of(m.decide(asked, 0, m.Proposal(3, m.ACCEPT)).entries) == ["a4-b4"]
    declined = m.decide(asked, 0, m.Proposal(3, m.DECLINE))
    assert declined.offer is None
    assert m.decide(declined, 1, m.Proposal(3, m.UNDO, "1")) == declined  # not again before the game goes on


def test_who_waits_for_an_answer_makes_no_other_offer() -> None:
    log = log_after(*PLAYED)
    for first in (m.Proposal(3, m.DRAW), m.Proposal(3, m.UNDO, "0")):
        asked = m.decide(log, 1, first)
        assert asked.offer
        for other in (m.Proposal(3, m.DRAW), m.Proposal(3, m.UNDO, "0"), m.Proposal(3, m.UNDO, "1")):
            assert m.decide(asked, 1, other) == asked
    countered = m.decide(asked, 0, m.Proposal(3, m.DRAW))  # which the other may, and declines by it
    assert countered.offer == m.Offer(0, m.DRAW, 3) and countered.declined == asked.offer


def test_what_a_guest_says_again_and_again_costs_the_host_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is the log played anew for it, nor is anything written on the disk."""
    world = quiet_world(tmp_path, *PLAYED)
    host = world.host.pc
    assert host
    begun: list[str] = []
    saved: list[m.Log | None] = []
    save = MatchFile.save

    def counted(start: str, history: int) -> object:
        begun.append(start)
        return game_at(start, history)

    def kept(file: MatchFile) -> None:
        saved.append(file.log)
        save(file)

    monkeypatch.setattr(m, "game_at", counted)
    monkeypatch.setattr(MatchFile, "save", kept)
    for n in range(100):
        for kind, text in (("ply", "e1-e8"), ("undo", str(n % 3)), ("draw", ""), ("accept", "")):
            host.hear_guest(3, kind, text)
            host.seat_section()
    assert begun == [] and len(saved) == 1
    assert host.log and host.log.offer == m.Offer(1, m.UNDO, 3, 0)


def test_of_many_messages_the_newest_counts(tmp_path: Path) -> None:
    world = quiet_world(tmp_path, *PLAYED)
    host = world.host.pc
    assert host
    voice = Voice(INVITE.key, GUEST)
    stamp = host.kept.heard
    for n in range(1, 101):
        proposal = m.Proposal(3, m.UNDO, str(n % 3)) if n < 100 else m.Proposal(3, m.DRAW)
        payload = voice.sign(Said(stamp + n, "guest", None, proposal))
        world.host.line.inbox.append(Arrived("x", payload, False))
    world.guest.switch_off()
    world.run(10)
    assert host.log and (host.log.offer, host.log.declined) == (m.Offer(1, m.DRAW, 3), None)


def test_draws_and_resigning() -> None:
    log = log_after(*PLAYED)
    offered = m.decide(log, 0, m.Proposal(3, m.DRAW))
    assert offered.over is None
    assert m.decide(offered, 1, m.Proposal(3, m.DRAW)).over == (3, "agreed")
    assert m.decide(offered, 1, m.Proposal(3, m.PLY, "e1-e2")).offer is None  # playing on declines
    over = m.decide(log, 1, m.Proposal(3, m.RESIGN))
    assert over.over == (1, "resigned")
    assert m.decide(over, 1, m.Proposal(4, m.PLY, "e1-e2")) == over
    quiet = m.Log(start_of("kings-crossing"))
    assert m.decide(quiet, 0, m.Proposal(0, m.DRAW)) == quiet  # the rules do not allow it yet


@pytest.mark.parametrize(
    ("base", "board", "step"),
    [
        (PLAYED, PLAYED, m.SAME),
        (PLAYED, (*PLAYED, "e1-e2"), m.Step(m.PROPOSE, "e1-e2")),
        (PLAYED[:2], PLAYED[:2], m.Step(m.LEAD, "b4-c4")),
        (PLAYED, PLAYED[:2], m.Step(m.PROPOSE_UNDO, plies=2)),
        ((*PLAYED, "e1-e2"), (*PLAYED, "e1-e2"), m.Step(m.TAKE_BACK, plies=1)),  # taken back by agreement
        ((*PLAYED, "e1-e2"), (*PLAYED, "e1-e2", "c4-d4"), m.Step(m.TAKE_BACK, plies=2)),
        (PLAYED[:1], PLAYED[:1], m.RESTORE),  # its own ply is in the log and not on the board
        (PLAYED[:2], (*PLAYED[:2], "a5-b5"), m.Step(m.TAKE_BACK, plies=1)),
    ],
)
def test_what_a_board_has_to_do(base: tuple[str, ...], board: tuple[str, ...], step: m.Step) -> None:
    assert m.reconcile(base, board, log_after(*PLAYED), 1) == step


def test_messages_of_anybody_else_are_nothing() -> None:
    host, guest = Voice(INVITE.key, "host"), Voice(INVITE.key, "guest")
    first = host.sign(Said(1, "Ada", log_after(*PLAYED)))
    heard = guest.hear(first)
    assert heard and heard.log == log_after(*PLAYED) and heard.name == "Ada"
    assert guest.hear(first) is None  # again
    with pytest.raises(ValueError, match="other end"):
        host.hear(first)  # an echo
    with pytest.raises(ValueError, match="signed"):
        Voice(b"another key", "guest").hear(first)
    with pytest.raises(ValueError, match="signed"):
        guest.hear(first.replace(b"Ada", b"Eve"))


@pytest.mark.parametrize(
    "entries",
    [
        [[0, "ply", "a4-b9"]], [[1, "ply", "d1-d2"]], [[0, "undo", "0"]], [[0, "ply", "a4-b4"], [0, "undo", "1"]],
        [[0, "end", "2 resigned"], [0, "ply", "a4-b4"]], [[0, "end", "2 goal"]], [[2, "ply", "a4-b4"]], [["ply"]], "x",
        [[0, "undo", "-1"]], [[0, "undo", "٣"]], [[0, "ply", "a4-b4" * 50]], [[0, "ply", None]],
    ],
)  # fmt: skip
def test_a_log_that_could_not_have_been_is_refused(entries: object) -> None:
    with pytest.raises(ValueError):
        m.check_log(read_log({**log_value(m.Log(START)), "entries": entries}))


def test_an_invite_is_a_link_that_keeps_the_secret_to_the_players() -> None:
    secret = new_secret()
    invite = read_invite(f"mqtts://hall.example:8884/{secret[:4]}-{secret[4:].upper()}")
    assert read_invite(invite.link) == invite
    assert invite.url.port == 8884
    assert secret not in invite.match and invite.key.hex()[:20] != invite.match
    assert read_invite(invite.code, "mqtt://ada:token@hall.example").link == f"mqtt://hall.example:1883/{invite.code}"
    for wrong in ("", "mqtt://hall.example/", "mqtt://hall.example/abc", invite.code, "http://x/abcd-efgh-jkmn-pqrs"):
        with pytest.raises(CrossboardError):
            read_invite(wrong)


def test_a_match_begins_as_boards_begin_a_game() -> None:
    """With a seed drawn by chance where the game takes one, unless a position is typed."""

    def starts(typed: str) -> set[str]:
        given = dict.fromkeys(("remote", "broker", "against", "clock", "side", "white", "black"), "")
        found: set[str] = set()
        for _ in range(4):
            wish = read_remote(Namespace(invite="new", game=typed, **given), read_game(typed))
            assert wish and wish.kept.log
            found.add(wish.kept.log.start)
        return found

    assert len(starts("chess:960")) > 1 and len(starts("card-chess")) > 1
    for typed in ("chess", "card-chess:plain", new_game("chess:960").text()):
        assert starts(typed) == {read_game(typed).text()}


def test_a_damaged_file_of_a_match_is_refused_in_a_line(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"end": "host"}'):
        (tmp_path / "m.json").write_text(text)
        with pytest.raises(CrossboardError, match="holds no match that can be continued"):
            load_match(tmp_path / "m.json")


def test_two_programs_with_one_invite_are_not_told_of_in_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossboard.hub.remote.wall_ms", count(2_000_000_000_000).__next__)
    world = quiet_world(tmp_path, *PLAYED[:2])
    (tmp_path / "second").mkdir()
    second = End(GUEST, tmp_path / "second", world)
    assert world.host.pc and second.pc
    second.pc.name, second.board.playing = "Bob", False
    world.host.pc.notices.clear()
    for _ in range(200):
        world.step()
        second.step()
    assert not [note for note in world.host.pc.notices if "connected" in note]
    assert second.plies() == world.host.plies() == list(PLAYED[:2])


def test_a_record_that_contradicts_is_told_of_once_and_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The inviter's program runs twice, the second time without what was played."""
    monkeypatch.setattr("crossboard.hub.remote.wall_ms", count(2_000_000_000_000).__next__)
    world = quiet_world(tmp_path, *PLAYED[:2])
    (tmp_path / "second").mkdir()
    second = End(HOST, tmp_path / "second", world)
    second.board.playing = False
    assert world.guest.pc
    for number in range(400):
        world.step()
        if number % 7 == 0:  # now and then it speaks after the other
            second.step()
    notes = [note for note in world.guest.pc.notices if "contradicts" in note]
    assert len(notes) == 1 and world.guest.plies() == world.host.plies() == list(PLAYED[:2])


@pytest.mark.parametrize("killed", [False, True])
def test_a_ply_made_again_while_its_takeback_is_on_the_way_stands(killed: bool, tmp_path: Path) -> None:
    """The board takes back what it was asked to, and no player has asked for anything: the lights lead to the ply again."""
    world = quiet_world(tmp_path, *PLAYED[:2])
    host = world.host
    assert host.pc and host.pc.log
    host.pc.hear_guest(len(host.pc.log.entries), m.UNDO, "1")
    host.pc.step()
    assert host.board.queue == [("U", 1)]
    host.pc.hear_guest(len(host.pc.log.entries), m.PLY, PLAYED[1])
    if killed:
        host.switch_off()
        host.step()
        host.switch_on()
    for _ in range(60):
        world.now += 0.2
        host.step()
    assert host.pc.asking is None and host.plies() == list(PLAYED[:2])
