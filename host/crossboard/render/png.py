"""A scene as PNG, many as an animated GIF, drawn by Pillow at several times the size and made smaller: nothing of the
system's (no fonts, no libraries) is needed.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Iterable, Iterator

from PIL import Image, ImageDraw, ImageFont

from crossboard.render.paths import dashed, flatten
from crossboard.render.pieces import Outline
from crossboard.render.scene import Box, Label, Scene, Sprite

FINER = 3  # how many times finer it is drawn


def png_bytes(scene: Scene, width: int) -> bytes:
    """The PNG file of a scene, `width` pixels wide."""
    out = io.BytesIO()
    draw_scene(scene, width).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif_bytes(frames: Iterable[tuple[Scene, int]], width: int) -> bytes:
    """An animated GIF: scenes, each with how long it stands in ms. It is played once."""
    durations: list[int] = []
    palette: Image.Image | None = None

    def images() -> Iterator[Image.Image]:
        nonlocal palette
        for scene, ms in frames:
            image = draw_scene(scene, width)
            if palette is None:
                palette = image.quantize(256)
            durations.append(ms)
            yield image.quantize(palette=palette, dither=Image.Dither.NONE)

    pictures = list(images())
    out = io.BytesIO()
    pictures[0].save(
        out, "GIF", save_all=True, append_images=pictures[1:], duration=durations, disposal=1, optimize=False
    )
    return out.getvalue()


def draw_scene(scene: Scene, width: int) -> Image.Image:
    """The scene as an image without transparency."""
    factor = width * FINER / scene.width
    height = round(scene.height * width / scene.width)
    image = Image.new("RGB", (width * FINER, height * FINER), "#ffffff")
    pen = ImageDraw.Draw(image)
    for item in scene.items:
        match item:
            case Box():
                _box(pen, item, factor)
            case Label():
                _label(pen, item, factor)
            case Sprite():
                drawing = _sprite(item.outlines, item.size * factor)
                image.paste(drawing, (round(item.x * factor), round(item.y * factor)), drawing)
    return image.reduce(FINER)


def _box(pen: ImageDraw.ImageDraw, box: Box, factor: float) -> None:
    x, y = round(box.x * factor), round(box.y * factor)
    corners = (x, y, round((box.x + box.width) * factor) - 1, round((box.y + box.height) * factor) - 1)
    weight = max(1, round(box.weight * factor)) if box.line else 0
    pen.rounded_rectangle(corners, box.radius * factor, box.fill or None, box.line or None, weight)


@functools.cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)  # the one that Pillow brings along; it has no more than ASCII


def _label(pen: ImageDraw.ImageDraw, label: Label, factor: float) -> None:
    text = "".join(c if c.isascii() else "?" for c in label.text)
    anchor = {"start": "lm", "middle": "mm", "end": "rm"}[label.anchor]
    bold = 0.35 * factor if label.bold else 0
    pen.text(
        (label.x * factor, label.y * factor), text, label.colour, _font(max(6, round(label.size * factor))),
        anchor=anchor, stroke_width=bold,
    )  # fmt: skip


@functools.lru_cache(128)
def _sprite(outlines: tuple[Outline, ...], size: float) -> Image.Image:
    image = Image.new("RGBA", (round(size), round(size)))
    pen = ImageDraw.Draw(image)
    for outline in outlines:
        _outline(pen, outline, size / 100)
    return image


def _outline(pen: ImageDraw.ImageDraw, outline: Outline, factor: float) -> None:
    (dx, dy), scale = outline.shift, outline.scale
    for points, closed in flatten(outline.path):
        placed = [((x * scale + dx) * factor, (y * scale + dy) * factor) for x, y in points]
        if outline.fill and closed:
            pen.polygon(placed, outline.fill)
        if not outline.line:
            continue
        width = outline.width * scale * factor
        line = [*placed, placed[0]] if closed else placed
        unit = scale * factor
        strokes = dashed(line, outline.dashes[0] * unit, outline.dashes[1] * unit) if outline.dashes else [line]
        for stroke in strokes:
            _stroke(pen, stroke, outline.line, width)


def _stroke(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str, width: float) -> None:
    """A line with round joints and ends."""
    pen.line(points, colour, max(1, round(width)))
    half = width / 2
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), colour)
