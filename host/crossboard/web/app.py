"""The routes: the pages, their parts, the live socket, and the library's JSON (api.py).

Files are known by name from the start, so that no address can lead anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from crossboard.games.lessons import lessons
from crossboard.games.rules import specs
from crossboard.library import Library
from crossboard.render.lesson import lesson_picture, start_picture
from crossboard.web import api
from crossboard.web.analysing import Analysing
from crossboard.web.api import Json, analysis_routes, api_routes, board_routes, edit_routes, puzzle_routes
from crossboard.web.live import Live
from crossboard.web.roles import ALL, VIEWERS, SocketWay, Way
from crossboard.web.sockets import Pages
from crossboard.web.static_files import TYPES, static_file


class GameNumber(Convertor[int]):
    """The number of a game in a path: no longer than one can be."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("game", GameNumber())


def routes(pages: Pages, library: Path, playing: Callable[[], Live | None], analysing: Analysing) -> list[BaseRoute]:
    """All routes. `playing` gives the live game, if there is one at all."""

    def answer(name: str) -> Response:
        content = static_file(name)
        if content is None:
            return Response("There is no such page.\n", 404, media_type="text/plain")
        return Response(content, media_type=TYPES[Path(name).suffix])

    async def live(request: Request) -> Response:
        del request
        return answer("live.html" if playing() else "library.html")

    async def list_page(request: Request) -> Response:
        del request
        return answer("library.html")

    async def game_page(request: Request) -> Response:
        """The page itself says what is wrong with the game, if there is none of that number, say."""

        def look() -> None:
            with Library(library) as opened:
                opened.game(request.path_params["number"])

        page = answer("game.html")
        page.status_code = (await api.answer(look)).status_code
        return page

    async def puzzle_page(request: Request) -> Response:
        del request
        return answer("puzzles.html")

    async def setup_page(request: Request) -> Response:
        del request
        return answer("setup.html")

    async def part(request: Request) -> Response:
        return answer(request.path_params["name"])

    async def taught(request: Request) -> Response:
        spec = request.path_params["spec"]
        if spec not in specs():
            return Response("There is no such game.\n", 404, media_type="text/plain")
        return Json([{"title": one.title, "text": one.text} for one in lessons(spec)])

    def drawn(picture: str | None) -> Response:
        if picture is None:
            return Response("There is no such picture.\n", 404, media_type="text/plain")
        return Response(picture, media_type=TYPES[".svg"])

    async def lesson(request: Request) -> Response:
        return drawn(lesson_picture(request.path_params["spec"], request.path_params["number"]))

    async def start(request: Request) -> Response:
        return drawn(start_picture(request.path_params["spec"]))

    return [
        Way("/", live, VIEWERS),
        Way("/library", list_page, VIEWERS),
        Way("/game/{number:game}", game_page, VIEWERS),
        Way("/puzzles", puzzle_page, VIEWERS),
        Way("/setup", setup_page, VIEWERS),
        Way("/static/{name}", part, ALL),
        Way("/lesson/{spec}", taught, ALL),
        Way("/lesson/{spec}/{number:game}.svg", lesson, ALL),
        Way("/lesson/{spec}/start.svg", start, ALL),
        SocketWay("/live", pages.serve, VIEWERS),
        *api_routes(library),
        *puzzle_routes(),
        *edit_routes(library),
        *analysis_routes(library, analysing),
        *board_routes(playing),
    ]
