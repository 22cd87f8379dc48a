"""A scene as one self-contained SVG file; each piece is defined once."""

from __future__ import annotations

from html import escape

from crossboard.render.pieces import Outline
from crossboard.render.scene import Box, Label, Scene, Sprite


def svg_text(scene: Scene, width: int) -> str:
    """The SVG file of a scene, `width` pixels wide unless whoever shows it wants it otherwise."""
    height = round(scene.height * width / scene.width)
    sprites = {item.name: item for item in scene.items if isinstance(item, Sprite)}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width:g} {scene.height:g}" '
        f'width="{width}" height="{height}" role="img" font-family="system-ui, sans-serif">',
        f"<title>{escape(scene.title)}</title>",
        "<defs>",
        *(_symbol(sprites[name]) for name in sorted(sprites)),
        "</defs>",
        *map(_item, scene.items),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _symbol(sprite: Sprite) -> str:
    return f'<g id="{sprite.name}">{"".join(map(_outline, sprite.outlines))}</g>'


def _outline(outline: Outline) -> str:
    parts = [f'd="{outline.path}"', f'fill="{outline.fill or "none"}"']
    if outline.line:
        parts.append(f'stroke="{outline.line}" stroke-width="{outline.width:g}"')
        parts.append('stroke-linejoin="round" stroke-linecap="round"')
    if outline.dashes:
        parts.append(f'stroke-dasharray="{outline.dashes[0]:g} {outline.dashes[1]:g}"')
    if outline.shift != (0, 0) or outline.scale != 1:
        x, y = outline.shift
        parts.append(f'transform="translate({x:g} {y:g}) scale({outline.scale:g})"')
    return f"<path {' '.join(parts)}/>"


def _item(item: Box | Sprite | Label) -> str:
    match item:
        case Box():
            inset = item.weight / 2
            parts = [f'x="{item.x + inset:g}" y="{item.y + inset:g}"']
            parts.append(f'width="{item.width - item.weight:g}" height="{item.height - item.weight:g}"')
            parts.append(f'fill="{item.fill or "none"}"')
            parts += [f'rx="{item.radius:g}"'] if item.radius else []
            parts += [f'stroke="{item.line}" stroke-width="{item.weight:g}"'] if item.line else []
            return f"<rect {' '.join(parts)}/>"
        case Sprite():
            scale = "" if item.size == 100 else f" scale({item.size / 100:g})"
            return f'<use href="#{item.name}" transform="translate({item.x:g} {item.y:g}){scale}"/>'
        case Label():
            weight = ' font-weight="700"' if item.bold else ""
            return (
                f'<text x="{item.x:g}" y="{item.y:g}" font-size="{item.size:g}" fill="{item.colour}" '
                f'text-anchor="{item.anchor}" dominant-baseline="central"{weight}>{escape(item.text)}</text>'
            )
