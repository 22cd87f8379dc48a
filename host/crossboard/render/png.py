"""A scene as PNG, many as an animated GIF, drawn by Pillow at several times the size and made smaller: nothing of the
system's (no fonts, no libraries) is needed.
"""

from __future__ import annotations

import functools
import io
import struct
from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops, ImageDraw, ImageFont

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

    Of each picture only the rectangle that has changed is written, and no more than two are in memory, however many there
    are. The colours are those of the first picture. Source: the GIF89a specification.
    """
    palette: Image.Image | None = None
    before: Image.Image | None = None
    for scene, ms in frames:
        drawn = draw_scene(scene, width)
        if palette is None:
            palette = drawn.quantize(256)
            colours = bytes(palette.getpalette() or ()).ljust(768, b"\0")
            yield b"GIF89a" + struct.pack("<HHBBB", drawn.width, drawn.height, 0xF7, 0, 0) + colours
        picture = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
        box = (0, 0, *picture.size)
        if before is not None:  # a picture without a change still has its time: one pixel says so
            box = ImageChops.difference(picture.convert("RGB"), before.convert("RGB")).getbbox() or (0, 0, 1, 1)
        yield _gif_picture(picture.crop(box), box[:2], ms)
        before = picture
    yield b";"


def _gif_picture(picture: Image.Image, place: tuple[int, int], ms: int) -> bytes:
    """One frame of a GIF with its duration; it is not cleared before the next is drawn."""
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 1 << 2, min(ms // 10, 0xFFFF), 0, 0)
    descriptor = struct.pack("<BHHHHB", 0x2C, *place, *picture.size, 0)
    return control + descriptor + _gif_pixels(picture)


def _gif_pixels(picture: Image.Image) -> bytes:
    """The compressed pixels of a GIF frame: the last block in the file of a single image."""
    out = io.BytesIO()
    picture.save(out, "GIF", optimize=False, interlace=False)
    data = out.getvalue()
    at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[at] == 0x21:  # extensions: a label, blocks with their length in front, an empty one
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    flags = data[at + 9]
    return data[at + 10 + (3 << (flags & 7) + 1 if flags & 0x80 else 0) : -1]


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


def _label(pen: ImageDraw.ImageDraw, label: Label, factor: float, top: int) -> None:
    text = "".join(c if c.isascii() else "?" for c in label.text)
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
