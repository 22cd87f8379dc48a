"""The menus of a board on pins, by its buttons and lights."""

from __future__ import annotations

from tests.support.firmware_on_pins import FakeBoard

CORNERS = {"a1", "a8", "h1", "h8"}


def hold(board: FakeBoard, button: str) -> None:
    board.press(button, 1100)


def seen(board: FakeBoard, ms: int = 1200) -> dict[str, set[tuple[int, int, int]]]:
    """Every light that was lit in that time, and its colours."""
    found: dict[str, set[tuple[int, int, int]]] = {}
    for _ in range(ms // 50):
        board.run(50)
        for square, colour in board.lights().items():
            found.setdefault(square, set()).add(colour)
    return found


def choose_game(board: FakeBoard, name: str, variant: int = 0) -> None:
    names = sorted(board.profile["games"])
    hold(board, "ok")
    for _ in range((names.index(name) - names.index(board.app.table.game.name)) % len(names)):
        board.press("next")
    board.press("ok")
    if board.app.modes.menu:
        for _ in range(variant):
            board.press("next")
        board.press("ok")
    board.run(200)
    if board.app.modes.menu:
        board.press("ok")  # two players
    board.run(200)
