"""The engine's dialogue: every command, every refusal, and that a refusal changes nothing."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys

import pytest

from crossboard.games.formats import formats_of
from crossboard.games.rules import Game, legal_plies, new_game, played, specs
from crossboard.opponent.engine import LONGEST_LINE, Engine, ply_said

CHARING_CROSS = "setoption name UCI_Variant value charing-cross"
CALL = [sys.executable, "-m", "crossboard", "engine"]
START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
WON = "charing-cross 3R4/8/8/N6n/N6n/8/8/R3r3 b -"


def dialogue(*commands: str) -> list[str]:
    """The lines that a fresh engine of Charing Cross answers to `commands`."""
    out = io.StringIO()
    Engine(out).serve(io.StringIO("".join(f"{command}\n" for command in (CHARING_CROSS, *commands))))
    return out.getvalue().splitlines()


def test_uci_offers_every_game_and_variant():
    lines = dialogue("uci")
    assert lines[0].startswith("id name Crossboard ")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "uciok"
    variant, *others = [line for line in lines if line.startswith("option ")]
    assert others == [
        "option name UCI_Chess960 type check default false",
        "option name Level type spin default 8 min 1 max 8",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name MultiPV type spin default 1 min 1 max 16",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
    ]
    words = variant.split()
    assert words[:7] == ["option", "name", "UCI_Variant", "type", "combo", "default", "chess"]
    known = [*specs(), "chess960"]
    assert words[7::2] == ["var"] * len(known)
    assert words[8::2] == known


def test_what_has_no_effect_is_no_error():
    silent = ("stop", "ponderhit", "debug on", "debug off", "debug", "register later", "register name A code 1")
    assert dialogue(*silent, "setoption name Clear Hash", "setoption name clear hash", "isready") == ["readyok"]


@pytest.mark.parametrize("spec", specs())
def test_each_variant_can_be_chosen_shown_and_counted(spec: str):
    game = new_game(spec)
    legal = sorted(ply_said(game, ply) for ply in legal_plies(game))
    lines = dialogue(f"setoption name UCI_Variant value {spec}", "position startpos", "d", "go perft 1")
    assert lines[:3] == [f"Fen: {fen(game)}", "Result: *", f"Legal: {' '.join(legal)}"]
    assert lines[3:-2] == [f"{text}: 1" for text in legal]
    assert lines[-2:] == ["", f"Nodes searched: {len(legal)}"]


def test_option_names_and_values_take_any_case():
    assert dialogue("setoption name uci_variant value Charing-Cross", "d")[0] == f"Fen: {START}"


def test_moves_are_played_and_placements_are_plies_of_their_own():
    lines = dialogue("position startpos moves d8xf8", "d", "position startpos moves d8xf8 @d8", "d")
    assert lines[0] == "Fen: charing-cross 5R2/8/8/N6n/N6n/8/8/3rr3 w Rb"
    assert lines[2] == "Legal: @d8 @e8"
    assert lines[3] == "Fen: charing-cross 3R1R2/8/8/N6n/N6n/8/8/3rr3 b -"


def test_a_position_by_its_text_and_its_result():
    lines = dialogue(f"position fen {WON}", "d", "go perft 3")
    assert lines == [f"Fen: {WON}", "Result: 1-0 goal", "Legal: ", "", "Nodes searched: 0"]


def test_go_perft_zero_is_the_position_itself():
    assert dialogue("go perft 0") == ["", "Nodes searched: 1"]


def test_perft_splits_by_ply_and_leaves_the_position():
    lines = dialogue("go perft 3", "d")
    counts = [line.split(": ") for line in lines[:16]]
    assert [text for text, _ in counts] == sorted(text for text, _ in counts)
    assert sum(int(count) for _, count in counts) == 2240
    assert lines[16:18] == ["", "Nodes searched: 2240"]
    assert lines[18] == f"Fen: {START}"


def test_ucinewgame_puts_up_the_start_of_the_chosen_game():
    lines = dialogue("position startpos moves a4-b5", "ucinewgame", "d")
    assert lines[0] == f"Fen: {START}"


def test_white_space_and_line_ends_do_not_matter():
    commands = f"\n  \r\n\tposition   fen  {START.replace(' ', '   ')}\tmoves  a4-b5 \r\n d \r\n"
    out = io.StringIO()
    Engine(out).serve(io.StringIO(commands, newline=None))
    assert out.getvalue().startswith("Fen: charing-cross 3RR3/8/8/NN5n/7n/8/8/3rr3 b -\n")


BAD_COMMANDS = (
    "hello",
    "UCI",
    "uci now",
    "isready ?",
    "stop it",
    "quit now",
    "d all",
    "ucinewgame unheard-of",
    "setoption",
    "setoption name UCI_Variant",
    "setoption name UCI_Variant value",
    "setoption name UCI_Variant value unheard-of",
    "setoption name UCI_Variant value charing-cross:longer",
    "setoption name UCI_Variant value charing-cross:",
    "setoption name UCI_Variant value charing-cross plain",
    "setoption name Ponder value 1",
    "setoption name Clear",
    "setoption name Clear Hash value now",
    "ponderhit now",
    "setoption name Hash value 0",
    "setoption name Hash value",
    "setoption name Level value 0",
    "setoption name Level value 9",
    "setoption name Level value -1",
    "setoption name Level value best",
    "setoption name MultiPV value 17",
    "position",
    "position moves a4-b5",
    "position start",
    "position startpos a4-b5",
    "position startpos moves a4-b6",
    "position startpos moves a4-b5 h4-g4 a4-b5",
    "position startpos moves a4-b5 moves h4-g4",
    "position startpos moves pass",
    "position startpos moves a4-b5\0",
    "position startpos moves \N{SNOWMAN}",
    "position fen",
    "position fen charing-cross",
    "position fen unheard-of 8/8/8/8/8/8/8/8 w -",
    "position fen charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w",
    "position fen charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w - -",
    f"position fen {START} moves a4-a5",
    f"position fen {WON} moves h4-g4-f4",
    "go perft",
    "go perft -1",
    "go perft 3 4",
    "go perft 65",
    "go perft 1e3",
    "go perft \N{SUPERSCRIPT TWO}",
    "go perft " + "9" * 5000,
)


@pytest.mark.parametrize("command", BAD_COMMANDS, ids=lambda command: command[:60].encode("unicode_escape").decode())
def test_a_bad_command_is_one_error_line_and_changes_nothing(command: str):
    before = "position startpos moves d8xf8"
    lines = dialogue(before, command, "d", "ucinewgame", "d")
    assert lines[0].startswith("info string error ")
    assert len(lines[0]) < 600
    assert lines[1:] == dialogue(before, "d", "ucinewgame", "d")


def test_an_error_names_the_move_and_the_position_it_failed_in():
    (line,) = dialogue("position startpos moves a4-b5 h4-g4 a4-b5")
    assert line == (
        "info string error move 3: 'a4-b5' is not legal in charing-cross 3RR3/8/8/NN5n/6n1/8/8/3rr3 w -: "
        "no piece stands on the square it came from"
    )
    lines = dialogue(
        "setoption name UCI_Variant value chess", "position fen 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1 moves e1e2 g7f7 e7e8"
    )
    assert lines[-1].endswith("that move is written e7e8q, e7e8r, e7e8b or e7e8n"), "what is missing is named"


@pytest.mark.parametrize("ending", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\x1b[2J"])
def test_an_echo_holds_nothing_that_ends_a_line_or_drives_a_terminal(ending: str):
    lines = dialogue(f"position startpos moves x{ending}y", "isready")
    assert lines[-1] == "readyok"
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)


def test_a_line_without_end_is_skipped_not_kept():
    lines = dialogue("position startpos moves d8xf8", "position startpos moves " + "a4-b5 " * (LONGEST_LINE // 3), "d")
    assert lines[0] == f"info string error the line is longer than {LONGEST_LINE} characters"
    assert lines[1] == "Fen: charing-cross 5R2/8/8/N6n/N6n/8/8/3rr3 w Rb"
    assert len(lines) == 4


def test_the_end_of_input_is_quit():
    out = io.StringIO()
    Engine(out).serve(io.StringIO("isready\nisready"))
    assert out.getvalue() == "readyok\nreadyok\n"


def test_nothing_is_answered_after_quit():
    assert dialogue("isready", "quit", "isready") == ["readyok"]


def fen(game: Game) -> str:
    """A position as the engine shows it."""
    formats = formats_of(game.name)
    return formats.write_position(game) if formats else game.text()


def random_game(spec: str, seed: int, most: int) -> tuple[str, list[str], list[str]]:
    """A start text, the plies of a random game from it and the text after each."""
    chance = random.Random(seed)
    game = new_game(spec)
    start, plies, texts = game.text(), [], []
    while len(plies) < most and (legal := legal_plies(game)):
        ply = chance.choice(legal)
        plies.append(game.ply_text(ply))
        game.push(ply)
        texts.append(fen(game))
    return start, plies, texts


@pytest.mark.parametrize("spec", specs())
def test_a_game_sent_anew_with_every_ply(spec: str):
    start, plies, texts = random_game(spec, 1, 60)
    commands = []
    for n in range(1, len(plies) + 1):
        moves = " ".join(plies[:n])
        # A refused continuation in between must leave no trace, nor must what was taken back.
        commands += [f"position fen {start} moves {moves}", f"position fen {start} moves {moves} nonsense", "d"]
    answers = [line for line in dialogue(*commands) if line.startswith("Fen: ")]
    assert answers == [f"Fen: {text}" for text in texts]


def test_a_refused_continuation_of_many_plies_is_taken_back_whole():
    start, plies, texts = random_game("charing-cross", 5, 400)
    for known in (0, 1, len(plies) // 2):
        shown = f"Fen: {texts[known - 1]}" if known else f"Fen: {start}"
        before = f"position fen {start} moves {' '.join(plies[:known])}"
        assert dialogue(before, f"position fen {start} moves {' '.join(plies[:-1])} a1-a1", "d")[1] == shown
        assert dialogue(before, f"position fen {start} moves {' '.join(plies)}", "d")[0] == f"Fen: {texts[-1]}"


def test_a_game_longer_than_what_can_be_taken_back():
    moves: list[str] = []
    game = new_game("charing-cross", 512)
    chance = random.Random(3)
    while len(moves) < 400:
        legal = [ply for ply in legal_plies(game) if not _ends(game, ply)]
        ply = chance.choice(legal)
        moves.append(game.ply_text(ply))
        game.push(ply)
    command = f"position startpos moves {' '.join(moves)}"
    refused = f"{command} a1-a1"
    lines = dialogue(command, refused, f"position startpos moves {moves[0]}", refused, command, "d")
    assert [line.split(":")[0] for line in lines[:2]] == ["info string error move 401"] * 2
    assert lines[2] == f"Fen: {game.text()}"


def _ends(game, ply: int) -> bool:
    game.push(ply)
    over = bool(game.result) or not legal_plies(game)
    game.pop()
    return over


def test_as_a_process_it_answers_at_once_and_ends_well():
    with subprocess.Popen(CALL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as engine:
        assert engine.stdin is not None and engine.stdout is not None
        for _ in range(3):  # each answer must come before the next question is asked
            engine.stdin.write("isready\n")
            engine.stdin.flush()
            assert engine.stdout.readline() == "readyok\n"
        engine.stdin.write("quit\n")
        engine.stdin.flush()
        assert engine.stdout.read() == ""
        assert engine.wait(20) == 0


def test_bytes_that_are_no_text_are_an_error_line():
    commands = b"isready\n\xff\xfe\x00\n" + b"position startpos moves \xe2\x98\n" + b"isready"
    done = subprocess.run(CALL, input=commands, capture_output=True, timeout=60, check=True)
    lines = done.stdout.decode("utf-8").splitlines()
    assert [line.startswith("info string error ") for line in lines] == [False, True, True, False]
    assert done.stderr == b""


def test_a_reader_that_goes_away_is_no_error_of_ours():
    with subprocess.Popen(CALL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as engine:
        assert engine.stdin is not None and engine.stdout is not None and engine.stderr is not None
        engine.stdout.close()
        engine.stdin.write(b"uci\n" * 10)
        engine.stdin.close()
        assert engine.stderr.read() == b""
        assert engine.wait(20) == 0


# Searches


class Talk:
    """An engine that answers while it thinks."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            CALL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.say(CHARING_CROSS)

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, *commands: str) -> None:
        """Sends them."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """The lines up to one that begins so."""
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline()]
        while lines[-1] and not lines[-1].startswith(start):
            lines.append(self.process.stdout.readline())
        assert lines[-1], lines
        return [line.removesuffix("\n") for line in lines]


INFO = re.compile(
    r"info depth \d+ seldepth \d+( multipv \d+)? score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv( \S+)+$"
)


@pytest.mark.parametrize("limit", ["depth 2", "nodes 300", "movetime 150", "depth 9 nodes 300 movetime 9000"])
@pytest.mark.parametrize("spec", ["charing-cross", "kings-crossing:longer", "cross-eyed", "card-chess:progressive"])
def test_go_tells_what_it_finds_and_ends_with_one_legal_ply(spec: str, limit: str):
    lines = dialogue(f"setoption name UCI_Variant value {spec}", f"go {limit}")
    assert len(lines) > 1 and all(INFO.match(line) for line in lines[:-1])
    word, ply = lines[-1].split()
    assert word == "bestmove" and ply == lines[-2].partition(" pv ")[2].split()[0]
    game = new_game(spec)
    assert game.parse_ply(ply) in legal_plies(game)
    if limit == "depth 2":
        assert lines[-2].startswith("info depth 2 ")


def test_a_line_told_can_be_played():
    lines = dialogue("position startpos moves a4-b5 h5-g4", "go depth 4")
    game = new_game("charing-cross")
    for text in ["a4-b5", "h5-g4", *lines[-2].partition(" pv ")[2].split()]:
        game.push(game.parse_ply(text))


def test_a_win_is_told_in_moves_of_the_winner():
    for start, score in (
        ("charing-cross 3R4/3r4/8/N7/N5nn/8/3R4/4r3 w -", "mate 1"),
        ("charing-cross 8/8/8/8/8/6N1/8/r7 b -", "mate -1"),
    ):
        assert f" score {score} " in dialogue(f"position fen {start}", "go depth 5")[-2]


def test_several_lines_are_numbered_best_first():
    lines = dialogue("setoption name MultiPV value 3", "go depth 3")
    last = [line.split(" multipv ")[1].split() for line in lines[-4:-1]]
    assert [words[0] for words in last] == ["1", "2", "3"]
    scores = [int(words[3]) for words in last]
    assert scores == sorted(scores, reverse=True)


def test_a_finished_game_is_said_to_be_over_and_has_no_best_ply():
    lines = dialogue(f"position fen {WON}", "go depth 3", "isready")
    assert lines == ["info string error the game is over: 1-0 goal", "bestmove (none)", "readyok"]


def test_moves_after_the_end_are_told_and_the_position_stays_there():
    """Programs go on after an end that only some of them know, such as the fifth repetition."""
    round_and_round = "g1f3 g8f6 f3g1 f6g8 " * 4
    for moves, end in (
        (f"{round_and_round}e2e4 e7e5", "move 17, e2e4, comes after the end of the game: 1/2-1/2 fivefold-repetition"),
        ("f2f3 e7e5 g2g4 d8h4 a2a3", "move 5, a2a3, comes after the end of the game: 0-1 checkmate"),
    ):
        lines = dialogue(
            "setoption name UCI_Variant value chess",
            "position startpos moves e2e4",
            f"position startpos moves {moves}",
            "go depth 1",
            f"position startpos moves {moves} h2h3",
        )
        over = f"info string error the game is over: {end.partition(': ')[2]}"
        assert lines == [f"info string error {end}", over, "bestmove (none)", f"info string error {end}"]
    over = "info string error the game is over: 1/2-1/2 seventy-five-moves"
    lines = dialogue(
        "setoption name UCI_Variant value chess", "position fen 4k3/8/8/8/8/8/8/R3K3 w - - 160 90", "go depth 1"
    )
    assert lines == [over, "bestmove (none)"]


PASSED_OVER = (
    # what follows `go`; what of it is passed over; the depth reached if a depth ends the search
    ("depth 2 fast", "fast", 2),
    ("fast depth 2 4", "fast 4", 2),
    ("depth 2 perft 3", "perft 3", 2),
    ("depth 0", "", 1),
    ("depth -3", "", 1),
    ("depth 2.9", "", 2),
    ("depth 1000 nodes 200", "", None),
    ("depth 2 nodes 1e9", "", 2),
    ("depth 2 nodes " + "9" * 400, "", 2),
    ("depth 2 movetime soon", "movetime soon", 2),
    ("nodes nan depth 1", "nodes nan", 1),
    ("depth 1 movetime", "movetime", 1),
    ("movetime -5", "", None),
    ("wtime -50", "", None),
    ("wtime -50 btime -50 winc -1 binc -1 movestogo -1", "", None),
    ("wtime 1000.5 btime 1000.5", "", None),
    ("wtime 1000 btime 1000 winc 10.25 binc 0 movestogo 0", "", None),
    ("btime 1000", "", None),
    ("depth 2 searchmoves a4-b5 h1-h2", "h1-h2", 2),
    ("searchmoves depth 2", "", 2),
    ("depth 1 searchmoves \N{SNOWMAN} \x1b[2J", "\N{SNOWMAN} ?[2J", 1),
)


@pytest.mark.parametrize("words, passed_over, depth", PASSED_OVER, ids=lambda value: ascii(value)[:50])
def test_go_is_obeyed_as_far_as_it_is_understood(words: str, passed_over: str, depth: int | None):
    lines = dialogue(f"go {words}")
    if passed_over:
        assert lines.pop(0) == f"info string ignored {passed_over}"
    assert sum(line.startswith("bestmove ") for line in lines) == 1
    assert new_game("charing-cross").parse_ply(lines[-1].split()[1])
    assert all(INFO.match(line) for line in lines[:-1])
    if depth is not None:
        assert lines[-2].startswith(f"info depth {depth} ")


@pytest.mark.parametrize(
    "words", ["", "infinite", "infinite depth 2 movetime 10", "fast", "movestogo 3", "ponder depth 2"]
)
def test_only_a_command_ends_a_search_without_limits(words: str):
    with Talk() as engine:
        engine.say(f"go {words}")
        engine.until("info depth 2")
        engine.say("isready")
        assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
        engine.say("stop", "stop")
        engine.until("bestmove")
        engine.say("isready")
        assert engine.until("readyok") == ["readyok"]


def test_searchmoves_are_the_only_ones_considered_and_only_this_once():
    wanted = {"a4-b5", "a5-b5"}
    lines = dialogue("setoption name MultiPV value 5", "go depth 3 searchmoves a4-b5 a5-b5")
    firsts = {line.partition(" pv ")[2].split()[0] for line in lines[:-1]}
    assert firsts == wanted and lines[-1].split()[1] in wanted
    free = "go depth 3"
    with Talk() as engine:  # what the search has found about two plies is not taken for what is true of all
        engine.say("go depth 5 searchmoves a4-a3 a5-a6", free)
        engine.until("bestmove")
        assert engine.until("bestmove")[-1] == dialogue(free)[-1]


@pytest.mark.parametrize("moves, wins", [(1, True), (2, True), (1, False)])
def test_mate_searches_until_a_win_in_so_many_moves_is_found(moves: int, wins: bool):
    position = {
        (1, True): "charing-cross 3R4/3r4/8/N7/N5nn/8/3R4/4r3 w -",
        (2, True): "charing-cross 3R4/3r4/8/N7/N5nn/8/3R4/4r3 w -",
        (1, False): START,
    }[moves, wins]
    lines = dialogue(f"position fen {position}", f"go mate {moves}")
    assert lines[-1].startswith("bestmove ")
    assert (" score mate 1 " in lines[-2]) == wins


def test_limits_of_a_search_while_the_other_thinks_count_from_ponderhit():
    with Talk() as engine:
        engine.say("setoption name Ponder value true", "go ponder depth 3", "isready")
        assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
        engine.say("ponderhit")
        best = engine.until("bestmove ")[-1].split()
        assert best[2] == "ponder"
        game = new_game("charing-cross")
        game.push(game.parse_ply(best[1]))
        game.parse_ply(best[3])
        engine.say("go ponder movetime 50", "ponderhit", "ponderhit")
        engine.until("bestmove ")
        engine.say("go ponder", "ponderhit", "isready")  # without limits nothing but `stop` ends it
        assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
        engine.say("stop")
        engine.until("bestmove ")


def test_the_end_of_input_waits_for_limits_and_ends_what_has_none():
    for words in ("go ponder depth 3\nponderhit", "go ponder\nponderhit", "go ponder movetime 100000", "go"):
        assert [line.split()[0] for line in dialogue(words)].count("bestmove") == 1


def test_go_where_the_game_is_over_ends_the_search_before_it():
    lines = dialogue("go infinite", f"position fen {WON}", "go", "stop")
    best = [line for line in lines if line.startswith("bestmove ")]
    assert len(best) == 2 and best[1] == lines[-1] == "bestmove (none)"


def test_stop_ends_an_endless_search_at_once_and_others_wait_for_nothing():
    with Talk() as engine:
        engine.say("go infinite", "isready", "d", "position startpos moves a4-b5", "stop", "stop")
        lines = engine.until("bestmove ")
        assert "readyok" in lines and f"Fen: {START}" in lines
        engine.say("isready")
        assert engine.until("readyok") == ["readyok"]


def test_a_second_go_takes_the_place_of_the_first():
    with Talk() as engine:
        engine.say("go infinite", "position startpos moves a4-b5", "go depth 2", "isready")
        first = engine.until("bestmove ")[-1].split()[1]
        second = engine.until("bestmove ")[-1].split()[1]
        game = new_game("charing-cross")
        game.parse_ply(first)
        game.push(game.parse_ply("a4-b5"))
        game.parse_ply(second)


@pytest.mark.parametrize("position", ["startpos", f"fen {WON}"])
def test_infinite_goes_on_although_nothing_more_is_to_be_found(position: str):
    with Talk() as engine:
        engine.say(f"position {position}", "setoption name Level value 1", "go infinite", "isready")
        lines = engine.until("readyok")
        if position == "startpos":
            assert [line for line in lines if line.startswith("bestmove")] == []
            engine.say("stop")
            engine.until("bestmove ")


@pytest.mark.parametrize("ending", ["quit", "stop\nquit", "ucinewgame\nquit"])
def test_quit_ends_a_search_too(ending: str):
    with Talk() as engine:
        engine.say("go infinite", ending)
        lines = engine.until("bestmove ")
        assert sum(line.startswith("bestmove") for line in lines) == 1
        assert engine.process.wait(20) == 0


def test_the_clock_of_the_side_to_move_counts():
    lines = dialogue("position startpos moves a4-b5", "go wtime 1 btime 6000 winc 0 binc 0")
    assert 100 < int(lines[-2].split(" time ")[1].split()[0]) < 3000


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_plays(level: int):
    lines = dialogue(f"setoption name level value {level}", "go movetime 400")
    assert re.match(r"bestmove \S+[-x]\S+$", lines[-1])


def test_a_long_dialogue_keeps_its_place():
    chance = random.Random(11)
    commands, expected = [], []
    for round_number in range(300):
        spec = chance.choice(specs())
        start, plies, texts = random_game(spec, round_number, 8)
        commands += [f"position fen {start} moves {' '.join(plies)}", "isready", "rubbish", "d"]
        game = played(start, plies)
        legal = sorted(ply_said(game, ply) for ply in legal_plies(game))
        expected += ["readyok", f"Fen: {texts[-1]}", f"Legal: {' '.join(legal)}"]
    lines = dialogue(*commands)
    assert [line for line in lines if not line.startswith(("Result:", "info string"))] == expected


def test_no_command_line_brings_it_down():
    chance = random.Random(2)
    words = "uci isready position startpos fen moves go perft d stop setoption name value UCI_Variant 1 2 -1 a4-b5 pass"
    commands: list[str] = []
    for _ in range(4000):
        line = chance.choices([*words.split(), *START.split(), chance.choice(specs())], k=chance.randrange(8))
        if chance.random() < 0.4:
            line = ["position", "fen", *START.split(), "moves", *line]
        text = " ".join(line)
        if chance.random() < 0.3:
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice("\0\t\x7f\N{SNOWMAN}x- ") + text[at + 1 :]
        commands += [text, "isready"]
    lines = dialogue(*commands)
    assert lines.count("readyok") >= 4000
    known = (
        r"$|bestmove |info (depth|string (ignored|error)) |id |option |uciok$|readyok$"
        r"|(Fen|Result|Legal): |Nodes searched: \d+$|\S+: \d+$"
    )
    assert [line for line in lines if not re.match(known, line)] == []
