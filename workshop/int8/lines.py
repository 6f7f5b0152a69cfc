"""Text lines as a detector would cut them out of scans, with known text: drawn, degraded, scaled to 48 px.

Each line is fully determined by its seed. The degradations are those of real scans and photographs; each line has
one of them at a random strength, over slight paper tint and ink variation that all lines have.
"""

import io
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

HEIGHT = 48
DEGRADATIONS = ("clean", "blur", "low-resolution", "jpeg", "noise", "skew", "bleed-through", "uneven", "inverted")


@dataclass(frozen=True)
class Line:
    text: str
    language: str
    degradation: str
    picture: Image.Image  # RGB, 48 px high


def draw_line(
    texts: list[str], fonts: list[Path], language: str, degradation: str, rng: random.Random
) -> Line:
    """One line of a random text in a random face; texts that the face lacks glyphs for are passed over."""
    size = rng.randint(22, 44)
    for _ in range(50):
        font = ImageFont.truetype(str(rng.choice(fonts)), size)
        text = figures(rng) if rng.random() < 0.1 else shorten(rng.choice(texts), language, rng)
        if has_glyphs(font, text):
            break
    else:
        raise RuntimeError(f"no face has the glyphs of {language}")
    picture = print_line(text, font, size, rng)
    picture = degrade(picture, degradation, size, texts, font, rng)
    width = max(HEIGHT, round(picture.width * HEIGHT / picture.height))
    return Line(text, language, degradation, picture.resize((width, HEIGHT), Image.Resampling.BILINEAR))


def shorten(text: str, language: str, rng: random.Random) -> str:
    longest = rng.randint(6, 28) if language == "zh" else rng.randint(8, 75)
    if len(text) <= longest:
        return text
    cut = text[:longest]
    return cut if language == "zh" or " " not in cut else cut.rsplit(" ", 1)[0]


def figures(rng: random.Random) -> str:
    """Prices, dates, codes and shares: what forms and tables hold."""
    number = lambda digits: "".join(rng.choice("0123456789") for _ in range(digits))
    kinds = (
        lambda: f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.{rng.randint(1890, 2026)}",
        lambda: f"{rng.choice('€$£')} {rng.randint(1, 999)},{number(3)}.{number(2)}",
        lambda: f"{rng.randint(0, 99)}.{number(rng.randint(1, 2))} %   ({rng.randint(1, 400)})",
        lambda: "-".join(rng.choice("ABCDEFGHKLMNPRSTUVWXYZ") + number(rng.randint(2, 5)) for _ in range(3)),
        lambda: f"Tel. +{number(2)} {number(3)} {number(4)} / {number(3)}",
    )
    return rng.choice(kinds)()


def has_glyphs(font: ImageFont.FreeTypeFont, text: str) -> bool:
    missing = font.getmask("\uffff")
    blank = (missing.size, bytes(missing))
    masks = {character: font.getmask(character) for character in set(text) - {" "}}
    return all((mask.size, bytes(mask)) != blank and max(mask.size) > 0 for mask in masks.values())


def print_line(text: str, font: ImageFont.FreeTypeFont, size: int, rng: random.Random) -> Image.Image:
    left, top, right, bottom = font.getbbox(text)
    margin = [round(size * rng.uniform(0.06, 0.3)) for _ in range(4)]
    paper = tuple(rng.randint(225, 255) for _ in range(3))
    ink = tuple(rng.randint(0, 70) for _ in range(3))
    picture = Image.new("RGB", (right - left + margin[0] + margin[2], bottom - top + margin[1] + margin[3]), paper)
    ImageDraw.Draw(picture).text((margin[0] - left, margin[1] - top), text, font=font, fill=ink)
    return picture


def degrade(
    picture: Image.Image,
    kind: str,
    size: int,
    texts: list[str],
    font: ImageFont.FreeTypeFont,
    rng: random.Random,
) -> Image.Image:
    noise = np.random.default_rng(rng.getrandbits(32))
    width, height = picture.size
    if kind == "blur":
        return picture.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.03, 0.075)))
    if kind == "low-resolution":
        scale = rng.uniform(9, 15) / size
        return picture.resize((max(4, round(width * scale)), max(4, round(height * scale))), Image.Resampling.BOX)
    if kind == "jpeg":
        small = picture.resize((max(8, width // 2), max(8, height // 2)), Image.Resampling.BOX)
        return compressed(small, rng.randint(8, 35))
    if kind == "noise":
        values = np.asarray(picture, np.float32) + noise.normal(0, rng.uniform(15, 60), (height, width, 1))
        specks = noise.random((height, width)) < rng.uniform(0, 0.02)
        values[specks] = noise.choice([0, 255])
        return rounded(values)
    if kind == "skew":
        fill = picture.getpixel((0, 0))
        degrees = rng.choice((-1, 1)) * rng.uniform(0.3, 1.6)
        turned = picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=fill)
        sheared = rng.uniform(-0.2, 0.2)
        matrix = (1, sheared, -sheared * turned.height / 2, 0, 1, 0)
        return turned.transform(turned.size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=fill)
    if kind == "bleed-through":
        other = Image.new("RGB", picture.size, "white")
        place = (rng.randint(-width // 4, 0), rng.randint(-size // 2, size // 2))
        grey = rng.randint(140, 200)
        ImageDraw.Draw(other).text(place, rng.choice(texts), font=font, fill=(grey, grey, grey - 10))
        other = other.transpose(Image.Transpose.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(size * 0.04))
        return ImageChops.multiply(picture, other)
    if kind == "uneven":
        values = np.asarray(picture.filter(ImageFilter.GaussianBlur(size * 0.02)), np.float32)
        shade = np.linspace(rng.uniform(0.35, 0.8), 1, width) if rng.random() < 0.5 else np.linspace(1, 0.5, width)
        contrast = rng.uniform(0.3, 0.8)
        values = 255 - (255 - values) * contrast
        worn = noise.normal(0, 1, (height // 3 + 1, width // 3 + 1)).repeat(3, 0).repeat(3, 1)[:height, :width, None]
        return rounded(values * shade[None, :, None] + worn * rng.uniform(0, 14))
    if kind == "inverted":
        return ImageChops.invert(picture).filter(ImageFilter.GaussianBlur(size * rng.uniform(0, 0.03)))
    return picture


def compressed(picture: Image.Image, quality: int) -> Image.Image:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=quality)
    return Image.open(stream).convert("RGB")


def rounded(values: np.ndarray) -> Image.Image:
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def network_input(lines: list[Line], width: int | None = None) -> np.ndarray:
    """[n, 3, 48, width], BGR, (x / 255 - 0.5) / 0.5, padded on the right with zeros, as the application does."""
    width = width or -(-max(line.picture.width for line in lines) // 64) * 64
    batch = np.zeros((len(lines), 3, HEIGHT, width), np.float32)
    for row, line in enumerate(lines):
        values = np.asarray(line.picture, np.float32)[:, :, ::-1].transpose(2, 0, 1)
        batch[row, :, :, : line.picture.width] = values / 127.5 - 1
    return batch
