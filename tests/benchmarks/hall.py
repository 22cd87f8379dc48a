"""A hall of a thousand boards on mosquitto and one hub: how long from a board's record to the wall page's socket, the hub's
memory; and a run in which hub and broker are killed at random.

The boards are plain MQTT clients that speak what docs/hub.md says (hall_boards.py), in a process of their own; so is the page.
Clocks are the machine's monotonic one, the same in every process. HALL_BOARDS, HALL_SECONDS and HALL_CHAOS_SECONDS scale it.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crossboard.hub.access import Access
from crossboard.library import Library
from tests.benchmarks.hall_boards import starting_s
from tests.benchmarks.tables import Missing, show, thousands
from tests.support.free_port import free_port

BOARDS = int(os.environ.get("HALL_BOARDS", "1000"))
SECONDS = float(os.environ.get("HALL_SECONDS", "60"))
CHAOS_SECONDS = float(os.environ.get("HALL_CHAOS_SECONDS", "60"))
EVERY_S = 5.0
CHAOS_BOARDS = 100
CHAOS_EVERY_S = 1.0
SMALL = 3, 2.0, 0.5  # boards, seconds, seconds between two plies of a board
FILES = 16384
SETTLING_S = 120.0


@dataclass
class Hall:
    """Broker and hub, each a process that can be killed."""

    folder: Path
    port: int
    web_port: int
    tokens: dict[str, str] = field(default_factory=dict[str, str])
    broker: subprocess.Popen[bytes] | None = None
    hub: subprocess.Popen[bytes] | None = None

    def begin_broker(self) -> None:
        self.broker = subprocess.Popen(
            ["mosquitto", "-c", str(self.folder / "mosquitto.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def begin_hub(self) -> None:
        url = f"mqtt://hub:{self.tokens['hub']}@127.0.0.1:{self.port}"
        words = ["hub", "--broker", url, "--folder", str(self.folder), "--web-port", str(self.web_port)]
        self.hub = subprocess.Popen([sys.executable, "-m", "crossboard", *words], stdout=subprocess.DEVNULL)

    def end(self) -> None:
        for process in (self.hub, self.broker):
            if process:
                process.kill()
                process.wait()


@contextlib.contextmanager
def hall(folder: Path, boards: int) -> Generator[Hall, None, None]:
    made = Hall(folder, free_port(), free_port())
    access = Access(folder)
    made.tokens = access.give_all("board", [f"table-{n}" for n in range(1, boards + 1)]) | access.give_all(
        "hub", ["hub"]
    )
    access.write_mosquitto(folder)
    conf = f"""listener {made.port} 127.0.0.1
allow_anonymous false
password_file {folder / "passwords"}
acl_file {folder / "access"}
set_tcp_nodelay true
max_queued_messages 0
persistence false
user root
log_type none
"""
    (folder / "mosquitto.conf").write_text(conf)
    (folder / "tokens.json").write_text(json.dumps(made.tokens))
    try:
        made.begin_broker()
        time.sleep(0.5)
        made.begin_hub()
        wait_for(made.web_port)
        yield made
    finally:
        made.end()


def wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the hub does not begin")


def helper(module: str, *words: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, words)])


def memory(pid: int) -> tuple[int, int]:
    """MB that a process takes now, and has taken at most; 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0, 0
    found = {line.split(":")[0]: int(line.split()[1]) // 1024 for line in lines if line.startswith(("VmRSS", "VmHWM"))}
    return found["VmRSS"], found["VmHWM"]


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def run(small: bool = False) -> None:
    """Measure both."""
    if shutil.which("mosquitto") is None:
        raise Missing("mosquitto is not installed (apt install mosquitto)")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most) if most > 0 else FILES, most))
    with tempfile.TemporaryDirectory(prefix="crossboard-hall-") as name:
        latency(Path(name), *(SMALL if small else (BOARDS, SECONDS, EVERY_S)))
    with tempfile.TemporaryDirectory(prefix="crossboard-hall-") as name:
        chaos(Path(name), *(SMALL if small else (CHAOS_BOARDS, CHAOS_SECONDS, CHAOS_EVERY_S)))


def latency(folder: Path, count: int, seconds: float, every: float) -> None:
    with hall(folder, count) as made:
        assert made.hub and made.broker
        page = helper("hall_page", made.web_port, folder / "seen.json")
        boards = helper("hall_boards", folder, made.port, count, every, seconds)
        time.sleep(starting_s(count) + 2)  # they connect
        before = cpu_s(made.hub.pid), cpu_s(made.broker.pid), time.monotonic()
        boards.wait()
        spent = [
            (cpu_s(pid) - was) / (time.monotonic() - before[2])
            for pid, was in ((made.hub.pid, before[0]), (made.broker.pid, before[1]))
        ]
        time.sleep(3)
        page.send_signal(signal.SIGTERM)
        page.wait()
        now, most = memory(made.hub.pid)
        sent: dict[str, float] = json.loads((folder / "sent.json").read_text())
        seen: dict[str, float] = json.loads((folder / "seen.json").read_text())
    times = [1000 * (seen[key] - at) for key, at in sent.items() if key in seen]
    show(
        f"from a board's record to the wall's socket: {count} boards, a ply every {every:g} s each",
        ("records", "seen", "median ms", "95 % ms", "99 % ms", "slowest ms", "hub MB", "at most MB", "hub CPU", "broker CPU"),
        [
            [
                thousands(len(sent)), thousands(len(times)), f"{percentile(times, 0.5):.1f}",
                f"{percentile(times, 0.95):.1f}", f"{percentile(times, 0.99):.1f}", f"{max(times, default=0):.0f}",
                str(now), str(most), f"{100 * spent[0]:.0f} %", f"{100 * spent[1]:.0f} %",
            ]
        ],
        f"CPU: of one core. The machine's load was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.",
    )  # fmt: skip


def chaos(folder: Path, count: int, seconds: float, every: float) -> None:
    rng = random.Random(1)
    kills = {"hub": 0, "broker": 0}
    with hall(folder, count) as made:
        boards = helper("hall_boards", folder, made.port, count, every, seconds)
        while boards.poll() is None and not (folder / "playing-ended").exists():
            time.sleep(rng.uniform(3, 8))
            which = rng.choice(("hub", "broker"))
            process = made.hub if which == "hub" else made.broker
            assert process
            process.kill()
            process.wait()
            kills[which] += 1
            time.sleep(rng.uniform(0, 2))
            if which == "hub":
                made.begin_hub()
            else:
                made.begin_broker()
        boards.wait(SETTLING_S)  # it ends when everything is acknowledged
        assert made.hub
        made.hub.terminate()
        made.hub.wait()
        played: dict[str, list[str]] = json.loads((folder / "played.json").read_text())
        wrong = check(folder, played)
    show(
        f"{count} boards, a ply every {every:g} s each, hub and broker killed at random",
        ("records", "hub killed", "broker killed", "lost", "doubled", "out of order"),
        [[thousands(sum(map(len, played.values()))), str(kills["hub"]), str(kills["broker"]), *map(str, wrong)]],
    )


def check(folder: Path, played: dict[str, list[str]]) -> tuple[int, int, int]:
    """How many records the library lacks, has twice, or has in another order."""
    lost = doubled = disordered = 0
    with Library(folder / "library.db", reading=True) as library:
        for board, records in played.items():
            number = library.find_game(board, records[0].split(" ")[1])
            found = [event.raw for event in library.events(number)] if number else []
            lost += len(set(records) - set(found))
            doubled += len(found) - len(set(found)) + (len(library.strays(number)) if number else 0)
            disordered += [one for one in found if one in set(records)] != [one for one in records if one in set(found)]
    return lost, doubled, disordered
