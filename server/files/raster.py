"""Pictures as PNG, and games as animated GIF, drawn by Pillow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from gomoku.board import Color
from gomoku.notation.picture import BLACK, INK, LAST, WHITE, WOOD, Picture, star_points
from gomoku.point import name

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

CELL = 30
FINER = 3
"""Oversampling factor for smooth edges."""
FRAME_MS = 700
LAST_FRAME_MS = 3_000
MOST_FRAMES = 700
"""No board has more points."""
COLORS = 64


def png(picture: Picture) -> bytes:
    """Render a picture as PNG, with `CELL` pixels between two lines of the board."""
    out = BytesIO()
    _draw(picture).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(pictures: Sequence[Picture]) -> bytes:
    """Render pictures of a board as an endless animation; raises ValueError for none, or for more than
    `MOST_FRAMES`.
    """
    if not 0 < len(pictures) <= MOST_FRAMES:
        raise ValueError(f"a film has 1 to {MOST_FRAMES} pictures")
    frames = _frames(pictures)
    out = BytesIO()
    times = [FRAME_MS] * (len(pictures) - 1) + [LAST_FRAME_MS]
    next(frames).save(out, "GIF", save_all=True, append_images=frames, duration=times, loop=0)
    return out.getvalue()


def _frames(pictures: Sequence[Picture]) -> Iterator[Image]:
    """Yield the frames in the palette of the last one; each redraws only what has changed."""
    from PIL.Image import Dither  # noqa: PLC0415 - only who draws waits for it

    palette = _draw(pictures[-1]).quantize(COLORS)
    before = pictures[0]
    frame = _draw(before).quantize(palette=palette, dither=Dither.NONE)
    yield frame
    for picture in pictures[1:]:
        frame = frame.copy()
        for point in _find_filled(picture) | _find_filled(before):
            if _content(picture, point) != _content(before, point):
                patch = _patch(picture, point).quantize(palette=palette, dither=Dither.NONE)
                frame.paste(patch, _corner(point, picture.size))
        yield frame
        before = picture


def _draw(picture: Picture) -> Image:
    image = _board(picture.size).copy()
    for point in _find_filled(picture):
        image.paste(_patch(picture, point), _corner(point, picture.size))
    return image


def _find_filled(picture: Picture) -> set[int]:
    return picture.stones.keys() | picture.labels.keys() | picture.marks.keys()


def _content(picture: Picture, point: int) -> tuple[object, ...]:
    """Return all that a point shows."""
    return picture.stones.get(point), picture.labels.get(point), picture.marks.get(point), point == picture.last


def _corner(point: int, size: int) -> tuple[int, int]:
    """Return the top left corner of the square around a point."""
    x, y = _at(point, size, CELL)
    return x - CELL // 2, y - CELL // 2


def _patch(picture: Picture, point: int) -> Image:
    """Draw the square around a point, a cell wide."""
    from PIL.ImageDraw import Draw  # noqa: PLC0415

    unit, half = CELL * FINER, CELL * FINER // 2
    x, y = _at(point, picture.size, unit)
    patch = _empty(picture.size).crop((x - half, y - half, x + half, y + half))
    draw = Draw(patch)
    stone, label, mark = picture.stones.get(point), picture.labels.get(point), picture.marks.get(point)
    dark = stone is not None and stone.color is Color.BLACK
    ink = WHITE if dark else BLACK
    if stone is not None:
        _disc(draw, half, half, 0.45 * unit, BLACK if dark else WHITE, BLACK)
        if label is None and stone.number is not None:
            color = LAST if point == picture.last and not dark else ink
            _write(draw, half, half, str(stone.number), 0.4 * unit, color)
        elif label is None and point == picture.last:
            _disc(draw, half, half, 0.13 * unit, LAST)
    if mark is not None:
        _mark(draw, mark, half, half, unit)
    if label is not None:
        if stone is None:  # otherwise the lines would run through it
            _disc(draw, half, half, 0.33 * unit, WOOD)
        _write(draw, half, half, label, (0.47 if len(label) < 3 else 0.33) * unit, ink)
    return patch.reduce(FINER)


@lru_cache(4)
def _board(size: int) -> Image:
    """Return the empty board."""
    return _empty(size).reduce(FINER)


@lru_cache(4)
def _empty(size: int) -> Image:
    """Return the empty board, `FINER` times as large."""
    from PIL import Image  # noqa: PLC0415
    from PIL.ImageDraw import Draw  # noqa: PLC0415

    unit = CELL * FINER
    image = Image.new("RGB", (unit * (size + 1), unit * (size + 1)), WOOD)
    draw = Draw(image)
    for n in range(1, size + 1):
        draw.line((unit, unit * n, unit * size, unit * n), INK, FINER)
        draw.line((unit * n, unit, unit * n, unit * size), INK, FINER)
        _write(draw, unit * n, unit * (size + 0.62), name(n - 1, size)[0], 0.33 * unit, INK)
        _write(draw, unit * 0.35, unit * n, name((n - 1) * size, size)[1:], 0.33 * unit, INK)
    for point in star_points(size):
        _disc(draw, *_at(point, size, unit), 0.1 * unit, INK)
    return image


def _at(point: int, size: int, unit: int) -> tuple[int, int]:
    y, x = divmod(point, size)
    return unit * (x + 1), unit * (y + 1)


def _disc(draw: ImageDraw, x: float, y: float, radius: float, fill: str, edge: str | None = None) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, edge, FINER // 2)


def _mark(draw: ImageDraw, mark: str, x: int, y: int, unit: int) -> None:
    far, width = 0.25 * unit, 2 * FINER
    box = (x - far, y - far, x + far, y + far)
    match mark:
        case "circle":
            draw.ellipse(box, outline=LAST, width=width)
        case "square":
            draw.rectangle(box, outline=LAST, width=width)
        case "triangle":
            draw.polygon([(x, y - far), (x + far, y + 0.7 * far), (x - far, y + 0.7 * far)], outline=LAST, width=width)
        case _:
            draw.line(box, LAST, width)
            draw.line((x - far, y + far, x + far, y - far), LAST, width)


def _write(draw: ImageDraw, x: float, y: float, text: str, height: float, color: str) -> None:
    """Write text centred on a point. The font has western European letters; others become a box."""
    draw.text((x, y), text, color, _font(round(height)), anchor="mm")


@cache
def _font(height: int) -> FreeTypeFont | ImageFont:
    from PIL.ImageFont import load_default  # noqa: PLC0415

    return load_default(height)
