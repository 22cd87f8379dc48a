"""The firmware under the real MicroPython, heap locked: nothing is allocated from sensor edge to light and wire frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard import profiles
from tests.support.compiled import lay_out

ON_BOARD = Path(__file__).parents[1] / "on_board"
MOUNTS = {"/machine.py": ON_BOARD / "fake_machine.py", "/locked_game.py": ON_BOARD / "locked_game.py"}
PROFILE = profiles.profile_json(profiles.load("pico-8x8"))


@pytest.mark.soak
def test_a_game_of_a_hundred_turns_allocates_nothing(micropython: Callable[..., str]) -> None:
    printed = micropython(f"import locked_game\nlocked_game.main({PROFILE!r}, 150)", MOUNTS)
    assert printed.splitlines()[0] == "plies 150 games 1 over the wire 150 lit True"
    assert int(printed.split()[-1]) >= 100  # turns of the longest game


def test_secret_kings_cost_no_memory_in_play_either(micropython: Callable[..., str]) -> None:
    """But for the moment of the reveal, when the game is over and files are read."""
    printed = micropython(f"import locked_game\nlocked_game.main({PROFILE!r}, 40, 'kings-crossing:stealth')", MOUNTS)
    assert printed.startswith("plies 40 ")


def test_a_game_of_a_hundred_turns_on_what_is_installed_allocates_nothing(
    micropython: Callable[..., str], tmp_path: Path
) -> None:
    """Compiled: nothing is imported in play."""
    script = (ON_BOARD / "locked_game.py").read_text(encoding="utf-8")
    script = script.replace("from firmware.sensors import matrix\n", "").replace("matrix.sleep_us = no_sleep\n", "")
    mounts = {**lay_out(tmp_path, PROFILE, locked_game=script), "/machine.py": MOUNTS["/machine.py"]}
    still = """
        import sys, time
        class Time:
            ticks_ms, ticks_us, sleep_us = time.ticks_ms, time.ticks_us, staticmethod(lambda us: None)
        sys.modules["time"] = Time
    """
    printed = micropython([still, f"import locked_game\nlocked_game.main({PROFILE!r}, 150)"], mounts)
    assert printed.splitlines()[0] == "plies 150 games 1 over the wire 150 lit True"
    assert int(printed.split()[-1]) >= 100  # turns of the longest game


@pytest.mark.parametrize("where", ["sensing.sensors.scan", "display.show", "link._give", "modes._playing.take_events"])
def test_an_allocation_is_noticed(micropython: Callable[..., str], where: str) -> None:
    """The test above can fail: one list made anywhere in a step, and it does."""
    owner, _, method = where.rpartition(".")
    code = f"""
        import json, locked_game
        player = locked_game.Player(json.loads({PROFILE!r}), 10)
        owner = player.app{"." + owner if owner else ""}
        right = owner.{method}
        def wasteful(*arguments):
            waste = [1, 2]
            return right(*arguments)
        owner.{method} = wasteful
        try:
            player.play()
        except ValueError as error:
            print(error)
    """
    assert micropython(code, MOUNTS) == "MemoryError()\n"


@pytest.mark.parametrize(
    ("owner", "method"), [("sensing.sensors", "scan"), ("display", "show"), ("table.recognizer", "step")]
)
def test_the_board_itself_locks_the_heap_where_nothing_is_allocated(
    micropython: Callable[..., str], owner: str, method: str
) -> None:
    """So that variables are on the C stack; and unlocks it whatever happens."""
    code = f"""
        import json, locked_game
        player = locked_game.Player(json.loads({PROFILE!r}), 10)
        app = player.app
        owner = app.{owner}
        right = owner.{method}
        app.modes.play()
        app.modes.read_buttons = lambda now: 0
        app.sensing.settle()
        app.loop.task = ()
        def wasteful(*arguments):
            waste = [1, 2]
            return right(*arguments)
        owner.{method} = wasteful
        now = 1000
        while not app.loop.faults and now < 5000:
            now += 5
            app.loop.step(now)
        print(repr(app.loop.fault), len([now, now]))
    """
    assert micropython(code, MOUNTS) == "MemoryError() 2\n"


def test_channel_allocates_nothing(micropython: Callable[..., str]) -> None:
    code = """
        import micropython
        from shared_rules.protocol.channel import MESSAGE, Channel
        from shared_rules.protocol.frames import MAX_LINE
        a, b, out, text = Channel(1), Channel(2), bytearray(MAX_LINE), bytearray(b"1234 text")
        heard = 0
        def talk(one, other, now):
            global heard
            one.queue(80, text, len(text))
            one.post(76, text, len(text))
            n = one.transmit(now, out)
            while n:
                if now % 7 == 0:
                    out[n // 2] ^= 1
                for i in range(n):
                    if other.receive(out[i], now) == MESSAGE:
                        heard += 1
                n = one.transmit(now, out)
        def run(start, end):
            for now in range(start, end, 10):
                talk(a, b, now & 0x3FFFFFFF)
                talk(b, a, now & 0x3FFFFFFF)
        run(0x3FFF0000, 0x3FFF0100)
        micropython.heap_lock()
        run(0x3FFF0100, 0x3FFF3000)
        run(0, 20000)
        micropython.heap_unlock()
        print(heard > 1000, a.bad > 0, a.resent > 0, a.connections)
    """
    assert micropython(code) == "True True True 1\n"
