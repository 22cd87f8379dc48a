"""The page that flashes, in a real browser at a simulated board; what it can't have there, Web Serial, is a stand-in."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crossboard import cli, profiles
from crossboard.board_files.build import build_for
from crossboard.flash import rom
from crossboard.flash.page import site
from crossboard.simulator import SimulatedBoard, filesystem
from crossboard.simulator.install import obtain
from tests.host.test_doctor import follower, plain
from tests.support.rom_partition import BOOT, IMAGE, lay_rom
from tests.web.browser.pages import violations
from tests.web.browser.serial_stand_in import stand_in

pytestmark = pytest.mark.usefixtures("micropython")
expect: Any = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright").expect

NAME = "pico-8x4"
KEPT = {
    "/games/3.log": b"a game",
    "/games/settings": b"bright",
    "/wifi.json": b'{"ssid": "hall"}',
    "/boot.py": b"# theirs\n",
}
SIMULATED = "import _board\n    print(1)"
"""What asks a board whether it is a simulated one, whose heap tells nothing (flash/on_board.py)."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if problem := obtain(site.PYODIDE):
        pytest.skip(problem)
    made = tmp_path_factory.mktemp("page")
    site.make(made)
    return made


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a page."""
    with site.server(folder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def page_at(browser: Any, folder: Path) -> Iterator[Callable[..., Any]]:
    """`page_at(port, folder)`: the page of the folder, with `port()` chosen on it. Errors in its script fail the test.

    Its policy forbids the stand-in's WebSocket and is passed over here; `test_the_command_serves_it` keeps to it.
    """
    ends: list[Any] = []
    errors: list[str] = []

    def open_one(port: Callable[[], str], place: Path = folder) -> Any:
        serving, standing = served(place), stand_in(port)
        ends.extend((serving, standing))
        url = serving.__enter__()
        context = browser.new_context(bypass_csp=True, viewport={"width": 900, "height": 1100})
        context.add_init_script(standing.__enter__())
        page = context.new_page()
        page.set_default_timeout(120_000)  # a busy machine is no failure
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        page.click("#choose")
        expect(page.locator("#port")).to_have_text("USB 2e8a:0005")
        expect(page.locator("#version")).to_contain_text("firmware")
        ends.append(context)
        return page

    yield open_one
    for end in reversed(ends):
        end.close() if hasattr(end, "close") else end.__exit__(None, None, None)
    assert errors == []


def on(flash: Path) -> dict[str, bytes]:
    """The files of a board."""
    return {f"/{path}": data for path, data in filesystem.folder_files(flash).items()}


def at_rest(page: Any, task: str) -> None:
    """Wait for what was begun to end as it should."""
    expect(page.locator("#install")).to_be_enabled()
    assert page.inner_text("#error") == ""
    expect(page.locator("#task")).to_have_text(task)


def install(page: Any, profile: str = NAME) -> str:
    """Install, and give what the page says of it."""
    page.select_option("#profile", profile)
    page.click("#install")
    at_rest(page, "Installed")
    return page.inner_text("#log")


def fails(page: Any) -> str:
    """Wait for what was begun to end with an error, and give that."""
    expect(page.locator("#error")).not_to_be_empty()
    expect(page.locator("#install")).to_be_enabled()
    return page.inner_text("#error")


def test_a_new_board_gets_what_the_command_installs(page_at: Callable[..., Any], tmp_path: Path) -> None:
    with SimulatedBoard(NAME, tmp_path, firmware="") as board:
        page = page_at(lambda: board.port)
        page.evaluate(
            "window.seen = []; new MutationObserver(() => seen.push(bar.value / bar.max)).observe(bar, {attributes: true})"
        )
        said = install(page)
        wanted = build_for(profiles.load(NAME))
        assert {path: data for path, data in on(tmp_path).items() if not path.startswith("/games")} == wanted
        assert re.search(rf"{len(wanted)} files, \d+ KB: {len(wanted)} sent .*; all verified", said)
        assert re.search("board e660583883000001 is running: firmware .*, kings-crossing; clock set", said)
        seen = page.evaluate("seen")
        assert max(seen) == 1 and len(set(seen)) > 50
        assert violations(page) == []


def test_an_update_keeps_games_settings_and_network_and_mends_what_is_wrong(
    page_at: Callable[..., Any], tmp_path: Path
) -> None:
    wanted = build_for(profiles.load(NAME))
    wrong = {
        "/firmware/app.mpy": b"damaged",
        "/shared_rules/games.mpy": b"",
        "/firmware/old.mpy": b"of an older version",
    }
    filesystem.install(tmp_path, {**wanted, **wrong})
    filesystem.lay(tmp_path, {path.lstrip("/"): data for path, data in KEPT.items()})
    with SimulatedBoard(NAME, tmp_path, firmware="") as board:
        said = install(page_at(lambda: board.port), "")
        assert "2 sent" in said and f"{len(wanted) - 2} already there, 1 removed; all verified" in said
        found = on(tmp_path)
        assert {path: found.get(path) for path in wanted} == wanted and "/firmware/old.mpy" not in found
        assert {path: found.get(path) for path in KEPT} == KEPT


def test_a_rom_partition_gets_one_image(page_at: Callable[..., Any], tmp_path: Path) -> None:
    wanted = build_for(profiles.load(NAME))
    image = rom.image_of(
        {path: data for path, data in wanted.items() if path.startswith(("/firmware/", "/shared_rules/"))}
    )
    lay_rom(tmp_path, 512 << 10)
    with SimulatedBoard(NAME, tmp_path, firmware="") as board:
        said = install(page_at(lambda: board.port))
        assert "modules run in place from /rom, a partition of 512 KB" in said
        assert (tmp_path / IMAGE).read_bytes().startswith(image)
        assert {path for path in on(tmp_path) if not path.startswith("/games")} == {
            "/main.py",
            "/profile.json",
            BOOT,
            f"/{IMAGE}",
        }


@pytest.mark.early
def test_a_board_that_is_unplugged_meanwhile(page_at: Callable[..., Any], tmp_path: Path) -> None:
    with SimulatedBoard(NAME, tmp_path, firmware="") as board:
        page = page_at(lambda: board.port)
        page.select_option("#profile", NAME)

        def pull_out(share: float) -> None:
            page.wait_for_function(f"bar.value > {share} * bar.max")
            board.unplug()
            page.wait_for_function("!standIn.socket")

        def plug_in() -> None:
            board.plug()
            page.evaluate("standIn.tell('connect')")

        page.click("#install")
        pull_out(0.2)
        plug_in()  # it goes on by itself
        expect(page.locator("#log")).to_contain_text("trying again")
        page.evaluate("bar.value = 0")
        pull_out(0.2)  # of what is left
        error = fails(page)  # nobody plugs it in
        assert "disconnected" in error
        page.click("#install")
        assert "there is no such port; plug the board in again" in fails(page)
        plug_in()
        sent = re.search(r"(\d+) sent", install(page))
        assert sent and 0 < int(sent[1]) < 80
        assert build_for(profiles.load(NAME)).items() <= on(tmp_path).items()


@pytest.mark.early
def test_a_port_without_micropython(page_at: Callable[..., Any]) -> None:
    other, mine = os.openpty()
    try:
        page = page_at(lambda: os.ttyname(mine))
        page.click("#install")
        expect(page.locator("#log")).to_contain_text(
            "no MicroPython answers at this port yet. Trying for 40 s more; Stop ends that"
        )
        error = fails(page)
        assert "no MicroPython answers at this port; is it the board's? If so, install MicroPython" in error
        assert "then install the firmware here; if that does not help" in error
        page.click("#install")
        page.click("#stop")
        assert fails(page).startswith("interrupted: ")
    finally:
        os.close(other)
        os.close(mine)


def test_a_board_too_small_for_the_games_is_told_before_anything_is_written(
    page_at: Callable[..., Any], folder: Path, tmp_path: Path
) -> None:
    """The page's Python is told that the board is no simulated one, and has a Pico W's heap: a simulated board's grows."""
    place, flash = tmp_path / "page", tmp_path / "flash"
    place.mkdir()
    for path in folder.iterdir():
        if path.name != site.ARCHIVE:
            (place / path.name).symlink_to(path)
    with zipfile.ZipFile(folder / site.ARCHIVE) as whole, zipfile.ZipFile(place / site.ARCHIVE, "w") as changed:
        for name in whole.namelist():
            data = whole.read(name)
            if name == "crossboard/flash/on_board.py":
                text = data.decode()
                assert SIMULATED in text and "print(gc.mem_alloc() + gc.mem_free())" in text
                text = text.replace(SIMULATED, "print(0)").replace(
                    "print(gc.mem_alloc() + gc.mem_free())", "print(150000)"
                )
                data = text.encode()
            changed.writestr(name, data)
    with SimulatedBoard(NAME, flash, firmware="") as board:
        page = page_at(lambda: board.port, place)
        page.evaluate("""window.before = null; new MutationObserver(() => { before ??= log.innerText; })
            .observe(bar, {attributes: true, attributeFilter: ["value"]})""")
        page.select_option("#profile", NAME)
        page.click("#install")
        page.wait_for_function("before !== null")
        page.click("#stop")
        assert fails(page).startswith("interrupted: ")
        assert "this board has too little memory (146 KB) for King's Crossing" in page.evaluate("before")
        assert not (flash / "main.py").exists()


@pytest.mark.early
def test_the_board_is_tested_and_gets_the_profile_that_fits(page_at: Callable[..., Any], tmp_path: Path) -> None:
    truth = plain(NAME)
    truth["sensors"]["row_pins"] = truth["sensors"]["row_pins"][::-1]
    filesystem.install(tmp_path, build_for(plain(NAME)))
    with SimulatedBoard(truth, tmp_path, firmware="") as board, follower(board):
        board.break_sensor("c2", "dead")
        page = page_at(lambda: board.port)
        page.evaluate(
            "window.asked_ = 0; new MutationObserver(() => { asked_ += !question.hidden; }).observe(question, {attributes: true})"
        )

        def question(number: int, text: str) -> None:
            page.wait_for_function(f"asked_ === {number}")
            expect(page.locator("#asked")).to_have_text(text)

        page.click("#examine")
        for number in (1, 2, 3):
            question(number, "what colour are the lights now?")
            expect(page.locator("#answers button")).to_have_text(["red", "green", "blue", "none"])
            page.click("#answers .primary")
        question(4, "on which square is the light?")
        page.fill("#answers input", "z9")
        page.click("#answers button")
        question(5, "on which square is the light?")
        expect(page.locator("#hint")).to_have_text("the board has no such square: type one from a1 to h4")
        for number, corner in ((5, "a1"), (6, "h1"), (7, "h4")):
            question(number, "on which square is the light?")
            expect(page.locator("#answers input")).to_have_value(corner)
            page.keyboard.press("Enter")
        page.wait_for_function("!bar.hidden && bar.value > 1")
        board.unplug()
        expect(page.locator("#log")).to_contain_text("plug it in again to continue the test (Stop ends it)")
        board.plug()
        page.evaluate("standIn.tell('connect')")
        expect(page.locator("#log")).to_contain_text("the board is back")
        while not page.is_visible("#question"):  # the light waits at the square that does not answer
            page.wait_for_timeout(500)
            if [square for square, colour in board.lights().items() if any(colour)] == ["c2"]:
                page.evaluate("skip.click()")
        question(8, "look for missing diodes? It takes 12 magnets.")
        page.get_by_role("button", name="no").click()
        while not page.is_visible("#report"):
            page.wait_for_timeout(300)
            page.evaluate("skip.click()")  # no button is pressed
        at_rest(page, "Tested")
        report = page.inner_text("#report")
        assert "wired differently from the profile: the rows are in the opposite order" in report
        assert re.search("^- c2: does not answer", report, re.MULTILINE)
        assert violations(page) == []
        with page.expect_download() as download:
            page.click("#save-fitted")
        assert profiles.read(Path(download.value.path()))["sensors"]["row_pins"] == truth["sensors"]["row_pins"]
        page.click("#fit")
        at_rest(page, "Installed")
        assert json.loads((tmp_path / "profile.json").read_text())["sensors"]["rows"] == truth["sensors"]["row_pins"]


def test_a_browser_without_web_serial_is_told_in_a_sentence(browser: Any, folder: Path) -> None:
    with served(folder) as url:
        context = browser.new_context()
        context.add_init_script("delete Navigator.prototype.serial")
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url)
        expect(page.locator("#unable")).to_have_text(
            "This browser can't reach a board: use Chrome or Edge, version 137 or newer, on a computer; or the command "
            "crossboard flash."
        )
        expect(page.locator("#choose")).to_be_disabled()
        assert not [one for one in asked if "pyodide" in one or "python" in one]
        context.close()


@pytest.mark.usefixtures("folder")
def test_the_command_serves_it(open_page: Callable[..., Any], tmp_path: Path) -> None:
    """By its own policy, which forbids all that is not its own: an error of that kind fails the test. A profile can be brought."""
    text = (profiles.folders()[0] / f"{NAME}.toml").read_text(encoding="utf-8")
    mine, bad = tmp_path / "mine.toml", tmp_path / "bad.toml"
    mine.write_text(text.replace(f'name = "{NAME}"', 'name = "mine"'), encoding="utf-8")
    bad.write_text(text.replace('driver = "matrix"', 'driver = "telepathy"'), encoding="utf-8")
    environment = {**os.environ, "CROSSBOARD_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "crossboard", "flash", "--page"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        try:
            page = open_page(re.search(r"http://\S+", line)[0], width=400)  # type: ignore[index]
            expect(page.locator("#version")).to_contain_text("firmware")
            expect(page.locator("#profile option")).to_have_count(1 + len(profiles.names()))
            assert page.evaluate("document.documentElement.scrollWidth") <= 400
            page.set_input_files("#own", bad)
            expect(page.locator("#error")).to_contain_text("bad.toml: sensors.driver: ")
            bad.write_text(text.replace('name = "pico-8x4"', 'name = "mended"'), encoding="utf-8")
            page.set_input_files("#own", bad)
            expect(page.locator("#profile")).to_have_value("bad.toml")
            page.set_input_files("#own", mine)
            expect(page.locator("#profile")).to_have_value("mine.toml")
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait() == 0


def test_what_the_command_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["flash", "--page", "--profile", NAME]) == 2
    assert "--profile does not go with --page: leave it out" in capsys.readouterr().err
    monkeypatch.setenv("CROSSBOARD_PYODIDE", str(tmp_path))
    assert cli.main(["flash", "--page", "--to", str(tmp_path / "page")]) == 2
    assert capsys.readouterr().err.strip().endswith("there is no pyodide.asm.wasm in $CROSSBOARD_PYODIDE")
    assert not (tmp_path / "page").exists()
