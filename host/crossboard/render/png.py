"""A scene as PNG, many as an animated GIF, drawn by Pillow at several times the size and made smaller: nothing of the
system's (no fonts, no libraries) is needed.
"""

from __future__ import annotations

import functools
import io
import struct
import unicodedata
from collections.abc import Iterable, Iterator

from PIL import GifImagePlugin, Image, ImageChops, ImageDraw, ImageFont

from crossboard.render.paths import dashed, flatten
from crossboard.render.pieces import Outline
from crossboard.render.scene import Box, Label, Scene, Sprite

FINER, FINER_LARGE = 3, 2  # how many times finer it is drawn; the larger has small pixels anyway
LARGE = 1500  # pixels across
BAND = 1 << 24  # pixels that are drawn at a time
SPRITES = 32  # pieces that are kept drawn: as many as stand on a board at one time


def png_bytes(scene: Scene, width: int) -> bytes:
    """The PNG file of a scene, `width` pixels wide."""
    out = io.BytesIO()
    draw_scene(scene, width).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif_parts(frames: Iterable[tuple[Scene, int]], width: int) -> Iterator[bytes]:
    """An animated GIF, part by part: scenes, each with how long it stands in ms. It is played once.

    Of each picture only the rectangle that has changed is written, with colours of its own, and no more than two are in
    memory, however many there are. Source: the GIF89a specification.
    """
    before: Image.Image | None = None
    for scene, ms in frames:
        drawn = draw_scene(scene, width)
        if before is None:
            yield b"GIF89a" + struct.pack("<HHBBB", *drawn.size, 0x70, 0, 0)
            box = (0, 0, *drawn.size)
        else:  # a picture without a change still has its time: one pixel says so
            box = ImageChops.difference(drawn, before).getbbox() or (0, 0, 1, 1)
        picture = drawn.crop(box).quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
        wish = {"duration": min(ms, 655_350), "disposal": 1, "interlace": 0, "include_color_table": True}
        yield b"".join(GifImagePlugin.getdata(picture, box[:2], **wish))
        before = drawn
    yield b";"


def draw_scene(scene: Scene, width: int) -> Image.Image:
    """The scene as an opaque image, drawn band by band, because the enlarged drawing needs the most memory."""
    finer = FINER if width <= LARGE else FINER_LARGE
    factor = width * finer / scene.width
    image = Image.new("RGB", (width, round(scene.height * width / scene.width)))
    rows = max(1, BAND // (width * finer * finer))
    for top in range(0, image.height, rows):
        height = min(rows, image.height - top)
        image.paste(_band(scene, factor, (width * finer, height * finer), top * finer).reduce(finer), (0, top))
    return image


def _band(scene: Scene, factor: float, size: tuple[int, int], top: int) -> Image.Image:
    """The part of the enlarged scene from the row `top` on."""
    image = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(image)
    for item in scene.items:
        match item:
            case Box():
                _box(pen, item, factor, top)
            case Label():
                _label(pen, item, factor, top)
            case Sprite():
                y = round(item.y * factor) - top
                if -item.size * factor - 1 < y < size[1]:
                    drawing = _sprite(item.outlines, item.size * factor)
                    image.paste(drawing, (round(item.x * factor), y), drawing)
    return image


def _box(pen: ImageDraw.ImageDraw, box: Box, factor: float, top: int) -> None:
    x, y = round(box.x * factor), round(box.y * factor) - top
    corners = (x, y, round((box.x + box.width) * factor) - 1, round((box.y + box.height) * factor) - 1 - top)
    weight = max(1, round(box.weight * factor)) if box.line else 0
    pen.rounded_rectangle(corners, box.radius * factor, box.fill or None, box.line or None, weight)


@functools.cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)  # the one that Pillow brings along; it has no more than ASCII


SPELT = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "–": "-"}
)


def in_ascii(text: str) -> str:
    """The text in letters that the font has: without accents, `?` for those that are like none."""
    plain = unicodedata.normalize("NFKD", text.translate(SPELT))
    return "".join(c if c.isascii() else "?" for c in plain if not unicodedata.combining(c))


def _label(pen: ImageDraw.ImageDraw, label: Label, factor: float, top: int) -> None:
    text = in_ascii(label.text)
    anchor = {"start": "lm", "middle": "mm", "end": "rm"}[label.anchor]
    bold = 0.35 * factor if label.bold else 0
    pen.text(
        (label.x * factor, label.y * factor - top), text, label.colour, _font(max(6, round(label.size * factor))),
        anchor=anchor, stroke_width=bold,
    )  # fmt: skip


@functools.lru_cache(SPRITES)
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
