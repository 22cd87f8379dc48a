"""The map of a board: what is under each square, and the chain of the lights; as the first player sees it, or from below."""

from __future__ import annotations

from crossboard.profiles.drivers import lights_of, sensors_of
from crossboard.profiles.drivers.base import Board
from crossboard.profiles.nets import input_name
from crossboard.render.drawing import Drawing

CELL = 62
MARGIN = 40
SENSE, LIGHT = "#1560bd", "#8e44ad"
FILLS = ("#f6efe0", "#e7dcc3")


def map_drawing(board: Board, below: bool = False) -> str:
    """The map as SVG; from below its columns are mirrored, as you see them when you solder."""
    drawing = Drawing(f"{board.title}: sensors and lights")
    drawing.word(MARGIN, 28, board.title + (", from below" if below else ""), 16, bold=True)
    chained = lights_of(board.profile).chained
    noun = sensors_of(board.profile).element.noun
    violet = "number of the light, and the way of the chain" if chained else "where the light is wired"
    drawing.word(MARGIN, 46, f"blue: where the {noun} is wired;  violet: {violet}", 11)
    top = 65
    sensor_of = {sensor.square: input_name(board, sensor) for sensor in board.sensors}

    def across(column: int) -> int:
        return board.columns - 1 - column if below else column

    def corner(square: int) -> tuple[float, float]:
        column, row = across(square % board.columns), square // board.columns
        return MARGIN + CELL * column, top + CELL * (board.rows - 1 - row)

    def fill(square: int) -> str:
        return FILLS[(square % board.columns + square // board.columns) % 2]

    for square in board.squares:
        x, y = corner(square)
        drawing.box(x, y, CELL, CELL, fill(square))
    lit = [(light, square) for light, square in enumerate(board.chain) if square in board.squares]
    if chained:
        centres = [(corner(square)[0] + CELL / 2, corner(square)[1] + CELL - 16) for _, square in lit]
        drawing.line(centres, LIGHT, 1, dashed=True)
    for light, square in lit:
        x, y = corner(square)
        name = board.square_name(square)
        drawing.word(x + 4, y + 14, name, 12, bold=True, halo=fill(square))
        drawing.word(x + 4, y + 30, sensor_of[name], 10, colour=SENSE, halo=fill(square))
        places = lights_of(board.profile).places(light)
        if not places:
            drawing.dot(x + CELL / 2, y + CELL - 16, 11, "#fff")
            drawing.word(x + CELL / 2, y + CELL - 12, str(light + 1), 11, "middle", bold=True, colour=LIGHT)
        else:
            for i, place in enumerate(places):
                drawing.word(x + 4, y + 45 + 11 * i, place, 9, colour=LIGHT)
    for column in range(board.columns):
        drawing.word(
            MARGIN + CELL * across(column) + CELL / 2, top + CELL * board.rows + 16, chr(97 + column), 12, "middle"
        )
    for row in range(board.rows):
        drawing.word(MARGIN - 8, top + CELL * (board.rows - 1 - row) + CELL / 2 + 4, str(row + 1), 12, "end")
    return drawing.text()
