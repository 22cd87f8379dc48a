"""The library's JSON over HTTP. Every answer is an object; what is wrong is `{"error": TEXT}` with status 400 or 404 (guard.py has
more of them).

Text that UTF-8 can't hold (half of a surrogate pair) is refused where it comes in, and is `?` where it would go out.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from crossboard.errors import CrossboardError, brief
from crossboard.games.record import write_record
from crossboard.games.rules import RulesError, game_at, game_names, side_names, terrain
from crossboard.language import LANGUAGE, in_language, tr
from crossboard.library import Library
from crossboard.library.archive import export_game
from crossboard.puzzles import Puzzle, puzzles
from crossboard.review.edit import change
from crossboard.review.export_options import Options
from crossboard.review.export_picture import gif, write_png
from crossboard.web.analysing import Analysing
from crossboard.web.lists import FILTERS, listing, statistics
from crossboard.web.live import Live
from crossboard.web.roles import ALL, MANAGERS, VIEWERS, Way
from crossboard.web.share import share_page
from crossboard.web.study import attempt, game_study, game_why, position_value, summary

LONGEST_FILTER = 200
LONGEST_LINE = 400  # plies of a branch
LONGEST_TEXT = 2000
HIGHEST = 1 << 40
DRAWING_S = 60.0  # for which somebody waits until others' pictures are drawn
DRAWING = threading.Lock()


def api_routes(path: Path) -> list[BaseRoute]:
    """Everything under /api/; `path` is the library's file."""

    async def ask(work: Callable[[Library], Any]) -> Response:
        def read() -> Any:
            with Library(path) as library:
                return work(library)

        return await answer(read)

    async def games(request: Request) -> Response:
        return await ask(lambda library: listing(library, filters(request), number_in(request, "page")))

    async def stats(request: Request) -> Response:
        return await ask(lambda library: statistics(library, filters(request)))

    async def game(request: Request) -> Response:
        return await ask(lambda library: game_study(library, request.path_params["number"]))

    async def why(request: Request) -> Response:
        return await ask(lambda library: game_why(library, request.path_params["number"]))

    async def shared(request: Request) -> Response:
        number = request.path_params["number"]
        return await ask(lambda library: file(share_page(game_study(library, number)), "text/html", f"{number}.html"))

    async def record(request: Request) -> Response:
        number = request.path_params["number"]
        return await ask(
            lambda library: file(write_record(export_game(library, number)), "text/plain", f"{number}.pgn")
        )

    async def picture(request: Request) -> Response:
        """The position after `turn`, seen from the second side if `flip` is 1."""
        number = request.path_params["number"]

        def draw(library: Library) -> Response:
            turn = number_in(request, "turn")
            with drawing():
                drawn = write_png(library, [number], Options(at=turn, flipped=number_in(request, "flip") == 1))
            return file(drawn, "image/png", f"{number}-{turn}.png")

        return await ask(draw)

    async def animation(request: Request) -> Response:
        number = request.path_params["number"]

        def draw(library: Library) -> Response:
            with drawing():
                parts = gif(library, number, Options(flipped=number_in(request, "flip") == 1))
                return file(b"".join(parts), "image/gif", f"{number}.gif")

        return await ask(draw)

    return [
        Way("/api/games", games, VIEWERS, query=(*FILTERS, "page")),
        Way("/api/statistics", stats, VIEWERS, query=FILTERS),
        Way("/api/games/{number:game}", game, VIEWERS),
        Way("/api/games/{number:game}/why", why, VIEWERS),
        Way("/api/games/{number:game}/page", shared, VIEWERS),
        Way("/api/games/{number:game}/record", record, VIEWERS),
        Way("/api/games/{number:game}/picture.png", picture, VIEWERS, query=("turn", "flip")),
        Way("/api/games/{number:game}/game.gif", animation, VIEWERS, query=("flip",)),
        Way("/api/try", try_plies, ALL, "POST"),
        Way("/api/position", try_position, ALL, "POST"),
    ]


def edit_routes(path: Path) -> list[BaseRoute]:
    """What changes the library: players, notes, deleting and bringing back."""

    async def edit(request: Request) -> Response:
        """`{"first": NAME, "second": NAME, "event": NAME, "note": TEXT, "turn": N, "deleted": BOOL}`, any of them."""
        number = request.path_params["number"]
        given = await read_object(request)
        texts = [given.get(name) for name in ("first", "second", "event", "note")]
        turn, deleted = given.get("turn"), given.get("deleted")
        if not given:
            return Json({"error": "expected: first, second, event, note, turn or deleted"}, 400)
        fits = all(one is None or isinstance(one, str) for one in texts) and deleted in (None, True, False)
        if not fits or not (turn is None or (isinstance(turn, int) and abs(turn) < HIGHEST)):
            return Json({"error": "expected: names and notes as texts, a turn as a number"}, 400)

        def write() -> dict[str, Any]:
            with Library(path) as library:
                first, second, event, note = texts
                change(library, library.game(number), first, second, event, note, turn)
                if deleted is not None:
                    (library.delete if deleted else library.restore)([number])
                return {**summary(library.game(number)), "deleted": library.is_deleted(number)}

        return await answer(write)

    return [Way("/api/games/{number:game}/edit", edit, MANAGERS, "POST")]


def puzzle_routes() -> list[BaseRoute]:
    """The puzzles of the games."""

    async def sets(request: Request) -> Response:
        """How many puzzles each game has."""
        del request
        return Json({"sets": {name: len(puzzles(name)) for name in game_names()}})

    async def one_set(request: Request) -> Response:
        """`{"puzzles": [{number, position, line, task, side}…]}`."""
        name = request.path_params["game"]
        return await answer(lambda: {"puzzles": [puzzle_value(one) for one in puzzles(name)]})

    return [Way("/api/puzzles", sets, VIEWERS), Way("/api/puzzles/{game}", one_set, VIEWERS)]


def puzzle_value(one: Puzzle) -> dict[str, Any]:
    """A puzzle as a page needs it."""
    game = game_at(one.position, 1)
    return {
        "number": one.number,
        "position": one.position,
        "line": list(one.line),
        "task": one.task(),
        "soon": [one.soon(played) for played in range(len(one.line))],
        "side": one.side,
        "sides": side_names(game),
        "terrain": terrain(game),
    }


def analysis_routes(path: Path, analysing: Analysing) -> list[BaseRoute]:
    """What begins and ends the analysis of games."""

    async def analysis(request: Request) -> Response:
        """How far the analysis of a game is, or that of every game."""
        number = request.path_params.get("number")
        return Json(analysing.all_state() if number is None else analysing.state(number))

    async def set_analysis(request: Request) -> Response:
        """`{"do": "begin"}` begins it, `stop` ends it."""
        do = (await read_object(request)).get("do")
        number = request.path_params.get("number")
        if do == "stop":
            analysing.stop(number)
        elif do == "begin":
            analysing.begin(await run_in_threadpool(lambda: game_numbers(path)) if number is None else [number])
        else:
            return Json({"error": "expected: do, one of begin, stop"}, 400)
        return await analysis(request)

    return [
        Way("/api/analysis", analysis, VIEWERS),
        Way("/api/analysis", set_analysis, MANAGERS, "POST"),
        Way("/api/games/{number:game}/analysis", analysis, VIEWERS),
        Way("/api/games/{number:game}/analysis", set_analysis, MANAGERS, "POST"),
    ]


def game_numbers(path: Path) -> list[int]:
    """Every game of the library."""
    with Library(path) as library:
        return [game.id for game in library.games()]


def board_routes(live: Callable[[], Live | None]) -> list[BaseRoute]:
    """What is wanted of the board by pages that are not the live one."""

    async def board(request: Request) -> Response:
        """`{"games": [NAME…]}`: what the board there plays, nothing if there is none."""
        del request
        player = live()
        return Json({"games": player.games() if player else []})

    async def take(request: Request) -> Response:
        """`{"op": NAME, ARGUMENT: VALUE…}`: have that action taken (play/actions.py). What it says, or why it can't be, is
        told on the live page."""
        message, player = await read_object(request), live()
        if "op" not in message:
            return Json({"error": "expected: an action, as op, and its arguments"}, 400)
        try:
            if player:
                player.check(message)
        except CrossboardError as error:
            return Json({"error": str(error)}, 400)
        if player is None or not player.submit(0, message):
            return Json({"error": tr("no board is attached")}, 400)
        return Json({})

    async def invite(request: Request) -> Response:
        """`{"links": [URL…]}`: what the other player of the match takes it up with, as long as nobody has: whoever has it plays."""
        del request
        player = live()
        return Json({"links": player.links() if player else []})

    return [
        Way("/api/board", board, VIEWERS),
        Way("/api/invite", invite, MANAGERS),
        Way("/api/action", take, MANAGERS, "POST"),
    ]


class Json(JSONResponse):
    """An answer, whatever text is in it, in the language of the request."""

    def render(self, content: Any) -> bytes:
        return json.dumps(in_language(content, LANGUAGE.get()), ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )


async def read_json(request: Request) -> object:
    """What a request holds; ValueError or RecursionError if that is not JSON, or not text."""
    found: object = json.loads(await request.body())
    json.dumps(found, ensure_ascii=False).encode()
    return found


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object that a request holds; {} if it holds none."""
    try:
        found = await read_json(request)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def file(content: str | bytes, kind: str, name: str = "") -> Response:
    """An answer that is not JSON; with a name, for a browser to keep."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    headers = {"Content-Disposition": f'attachment; filename="crossboard-{name}"'} if name else {}
    return Response(data, headers=headers, media_type=kind)


@contextlib.contextmanager
def drawing() -> Generator[None, None, None]:
    """While a picture is drawn: one at a time, for the sake of the game that is played. CrossboardError if others take too long."""
    if not DRAWING.acquire(timeout=DRAWING_S):
        raise CrossboardError(tr("other pictures are being drawn; try again in a moment"))
    try:
        yield
    finally:
        DRAWING.release()


async def answer(work: Callable[[], Any]) -> Response:
    """What `work` gives, done where it holds up nobody: a response, or what is sent as JSON."""
    try:
        found = await run_in_threadpool(work)
    except CrossboardError as error:
        missing = error.what.startswith("there is no game")
        return Json({"error": error.what}, 404 if missing else 400)
    except RulesError as error:
        return Json({"error": str(error)}, 400)
    return found if isinstance(found, Response) else Json(found)


def filters(request: Request) -> dict[str, str]:
    """The filters of an address; CrossboardError if one is longer than anything can be."""
    found = {name: request.query_params.get(name, "").strip() for name in FILTERS}
    if long := next((name for name, text in found.items() if len(text) > LONGEST_FILTER), ""):
        raise CrossboardError(f"{long}: wanted at most {LONGEST_FILTER} characters")
    return found


def number_in(request: Request, name: str) -> int:
    """A parameter of an address, 0 if it is not given; CrossboardError if that is not a number."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise CrossboardError(f"{name}: wanted a number from 0 on, not '{brief(text)}'")
    return int(text)


async def try_plies(request: Request) -> Response:
    """`{"position": TEXT, "plies": [TEXT…]}` -> what that leads to."""
    given = await read_object(request)
    position, plies = given.get("position"), given.get("plies", [])
    fits = isinstance(position, str) and len(position) <= LONGEST_TEXT and isinstance(plies, list)
    texts: list[Any] = cast("list[Any]", plies) if fits else [None]
    if len(texts) > LONGEST_LINE or not all(isinstance(text, str) and len(text) < 100 for text in texts):
        return Json({"error": "expected: a position and the plies to try, as texts"}, 400)
    return await answer(lambda: attempt(str(position), texts))


async def try_position(request: Request) -> Response:
    """`{"text": TEXT, "spec": GAME[:VARIANT]}` -> the position, and whether one can play from there."""
    given = await read_object(request)
    text, spec = given.get("text"), given.get("spec")
    fits = isinstance(text, str) and isinstance(spec, str) and len(text) + len(spec) <= LONGEST_TEXT
    if not fits:
        return Json({"error": "expected: the text of a position and the game that it is of, spec"}, 400)
    return await answer(lambda: position_value(str(text), str(spec)))
