"""Pages as the detector sees them, with the boxes of their lines: columns, headings, tables, degraded like `lines`."""

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from . import lines

Box = tuple[float, float, float, float]  # left, top, right, bottom
KINDS = ("columns", "table", "notice")
DEGRADATIONS = ("clean", "blur", "low-resolution", "jpeg", "noise", "bleed-through", "uneven", "inverted")


@dataclass(frozen=True)
class Page:
    picture: Image.Image  # RGB, at the detector's size
    boxes: list[Box]
    kind: str
    degradation: str
    text_size: int  # of the running text, in pixels of the picture


def draw_page(
    texts: list[str], faces: list[Path], kind: str, degradation: str, side: int, size: int, rng: random.Random
) -> Page:
    paper = tuple(rng.randint(225, 255) for _ in range(3))
    ink = tuple(rng.randint(0, 70) for _ in range(3))
    picture = Image.new("RGB", (side, side), paper)
    draw = ImageDraw.Draw(picture)
    face = str(rng.choice(faces))
    boxes: list[Box] = []

    def put(text: str, x: float, y: float, font: ImageFont.FreeTypeFont, width: float) -> None:
        while text and font.getlength(text) > width:
            text = text[:-1]
        if text.strip() and lines.has_glyphs(font, text):
            draw.text((x, y), text, font=font, fill=ink)
            # As high as any line of this face, whatever letters it has: so do detectors see it.
            left, top, right, bottom = draw.textbbox((x, y), text, font=font)
            _, highest, _, lowest = draw.textbbox((x, y), "dp", font=font)
            boxes.append((left, min(top, highest), right, max(bottom, lowest)))

    font = ImageFont.truetype(face, size)
    leading = size * rng.uniform(1.15, 1.6)
    margin = side * rng.uniform(0.03, 0.08)
    y = margin
    if kind == "notice":
        while y < side - margin - size:
            large = ImageFont.truetype(face, round(size * rng.choice((1, 1, 1.4, 2.2, 3))))
            x = margin + rng.random() * side * 0.3
            put(rng.choice(texts), x, y, large, side - margin - x)
            y += large.size * rng.uniform(1.3, 2.4)
    elif kind == "table":
        columns = rng.randint(3, 6)
        width = (side - 2 * margin) / columns
        ruled = rng.random() < 0.6
        while y < side - margin - size:
            for column in range(columns):
                text = lines.figures(rng) if column > 0 and rng.random() < 0.6 else rng.choice(texts)
                if rng.random() < 0.9:
                    put(text, margin + column * width + 4, y, font, width - size)
                if ruled:
                    left, top = margin + column * width, y - leading * 0.25
                    draw.rectangle((left, top, left + width, top + leading * 1.35), outline=ink)
            y += leading * 1.35
    else:
        columns = rng.randint(1, 3)
        width = (side - 2 * margin - (columns - 1) * size * 1.5) / columns
        if rng.random() < 0.7:
            heading = ImageFont.truetype(face, round(size * rng.uniform(1.3, 2)))
            put(rng.choice(texts), margin, y, heading, side - 2 * margin)
            y += heading.size * 2
        for column in range(columns):
            x, top = margin + column * (width + size * 1.5), y
            while top < side - margin - size:
                last = rng.random() < 0.12
                text = rng.choice(texts) if last else " ".join(rng.choice(texts) for _ in range(4))
                put(text, x, top, font, width * (rng.uniform(0.2, 0.9) if last else 1))
                top += leading * (1.8 if last else 1)
    return Page(degrade(picture, degradation, size, texts, font, rng), boxes, kind, degradation, size)


def degrade(picture, kind, size, texts, font, rng) -> Image.Image:
    """As for lines, but the picture keeps its size."""
    if kind == "bleed-through":
        back = Image.new("RGB", picture.size, "white")
        draw = ImageDraw.Draw(back)
        for row in range(0, picture.height, round(size * 1.5)):
            draw.text((size, row), " ".join(rng.choice(texts) for _ in range(3)), font=font, fill=(175, 175, 165))
        back = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(size * 0.05))
        return Image.fromarray(np.minimum(np.asarray(picture), np.asarray(back)))
    return lines.degrade(picture, kind, size, texts, font, rng).resize(picture.size, Image.Resampling.BILINEAR)


def network_input(picture: Image.Image) -> np.ndarray:
    """[1, 3, height, width], BGR, (x / 255 - 0.5) / 0.5."""
    values = np.asarray(picture, np.float32)[:, :, ::-1].transpose(2, 0, 1)
    return np.ascontiguousarray(values[None] / 127.5 - 1)
