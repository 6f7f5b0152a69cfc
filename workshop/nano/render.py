"""Draws regions of text lines with the faults of real scans; yields line crops as the detector's boxes would cut them."""

import io
import random
import re
import subprocess
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .corpus import split_of

HEIGHT = 48
LEVELS = ("clean", "mild", "hard")
# Symbol, display and non-Latin faces, and faces without accents, are left out by coverage; these by look.
UNWANTED = ("Symbol", "Math", "Emoji", "Dingbats", "jsMath", "esint", "msam", "msbm", "rsfs", "stmary", "wasy", "Initials",
            "Bullets", "Console", "Keyboard", "Noto Sans Signwriting", "Isabella", "Spleen", "Aoyagi", "rufscript", "Thin",
            "Hairline", "ExtraLight", "UltraLight", "Titling")
PROBE = "AaZz09éñçãßÄ.,;:()%-"
SMALL_E = "\u0364"  # over a vowel: the umlaut of the 18th century


@lru_cache(maxsize=None)
def fonts(split: str) -> list[str]:
    """Paths of faces that can write all six languages, split by family."""
    rows = subprocess.run(["fc-list", ":lang=de:lang=fr:lang=pt:lang=es", "--format", "%{family[0]}|%{file}|%{style[0]}\n"],
                          capture_output=True, text=True, check=True).stdout.splitlines()
    families: dict[str, list[str]] = {}
    for row in sorted(set(rows)):
        family, path, _ = row.split("|")
        if not path.endswith((".ttf", ".otf")) or any(u.lower() in row.lower() for u in UNWANTED):
            continue
        if split_of(family) == split and _can_write(path):
            families.setdefault(family, []).append(path)
    # Families with dozens of faces would drown the others.
    chooser = random.Random(7)
    return [p for f in sorted(families) for p in sorted(chooser.sample(families[f], min(4, len(families[f]))))]


def _can_write(path: str) -> bool:
    try:
        font = ImageFont.truetype(path, 24)
        missing = font.getmask("\U0010fffe").getbbox()
        written = all(font.getmask(c).getbbox() not in (None, missing) for c in PROBE)
        small, large = font.getmask("n").getbbox(), font.getmask("N").getbbox()
        # Faces without small letters teach nothing that can be read.
        return written and 6 < font.getlength("n") < 24 and small[3] - small[1] < 0.93 * (large[3] - large[1])
    except OSError:
        return False


@lru_cache(maxsize=400)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@lru_cache(maxsize=200000)
def writes(face: str, character: str) -> bool:
    """Whether the face has the character; blanks any face has."""
    return character.isspace() or bytes(_font(face, 24).getmask(character)) not in (b"", _missing(face))


@lru_cache(maxsize=None)
def _missing(face: str) -> bytes:
    return bytes(_font(face, 24).getmask("\U0010fffe"))


@dataclass(frozen=True)
class Style:
    """What is drawn how often. The defaults are data version 1 (no draw of chance may be added to them)."""

    typed: float = 0.0  # share of damaged regions set by a typewriter
    worn: float = 0.0  # share of damaged regions printed from worn type, times the level
    natural: float = 0.0  # share of regions with word gaps as a compositor sets them
    longest_error: float = 0.3  # regions whose y⁰ is further from the truth are left out
    level_shares: tuple[float, float, float] = (0.2, 0.35, 0.45)
    letters: bool = False  # dates, sums and names within prose, letter heads, notes
    dashes: float = 0.0  # share of prose with more dashes
    old: float = 0.0  # share of regions set as in the 17th to 19th century (old_print.py)
    stories: float = 0.0  # share of the other regions that hold prose and lists of stories.py
    archaic: float = 0.3  # share of old texts beside stories in old spelling
    broken: float = 0.6  # share of German old texts in broken type
    german: float = 0.0  # share of old texts that are German for sure
    hands: float = 0.0  # share of regions written by hand (faces that look so)
    tabs: float = 0.0  # share of lists whose marks stand apart from their texts
    capitals: float = 0.0  # share of regions in capitals, half of them with letters apart
    stretch: float = 0.0  # share of regions set narrower or wider than their face is


_OFFICES = Style(typed=0.3, worn=0.3, natural=0.75, longest_error=0.2, level_shares=(0.12, 0.46, 0.42), letters=True)
STYLES = {1: Style(), 2: _OFFICES, 3: replace(_OFFICES, typed=0.2, dashes=0.6),
          4: replace(_OFFICES, typed=0.2, dashes=0.2, old=0.75, longest_error=0.3),
          5: replace(_OFFICES, typed=0.15, level_shares=(0.2, 0.46, 0.34), dashes=0.1, old=0.12, longest_error=0.25, stories=0.75)}
STYLES[6] = replace(STYLES[5], old=0.35, longest_error=0.3, archaic=0.6, broken=0.85, german=0.5, hands=0.14, tabs=0.4, capitals=0.05, stretch=0.5)


@dataclass
class Region:
    lines: list[str]  # what is to be read; the target is these joined by breaks
    crops: list[np.ndarray] = field(default_factory=list)  # grey, height 48
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)  # left, top, width, height
    language: str = ""
    level: str = ""
    font: str = ""


def draw_region(rng: random.Random, lines: list[str], face: str, level: str, style: Style = STYLES[1], truth: list[str] | None = None) -> Region:
    """`truth`: what the lines are to be read as, where that is not what is printed."""
    hard = LEVELS.index(level)
    machine = Machine(rng) if hard and style.typed and even_width(face) else None
    size = rng.randint(22, 40) if hard == 0 else rng.randint(16, 36) if hard == 1 else rng.randint(11, 30)
    font = _font(face, size)
    ascent, descent = font.getmetrics()
    pitch = int((ascent + descent) * rng.uniform(0.95, 1.4))
    # Word gaps are what the line recogniser misses most: justified, tight and loose setting.
    natural = hard == 0 or (style.natural and rng.random() < style.natural)
    space = max(1.5, font.getlength(" ")) * (rng.uniform(0.85, 1.3) if natural else rng.uniform(0.5, 1.5))
    if machine:
        space = font.getlength(" ")
    tracking = rng.choice([0.0, 0.0, rng.uniform(-0.04, 0.06) * size]) if hard else 0.0
    typewriter = hard > 0 and rng.random() < 0.12
    if machine:
        tracking, typewriter = rng.choice([0.0, 0.0, 0.04 * size]), True
    if style.capitals and all(line == line.upper() for line in lines) and rng.random() < 0.5:
        tracking = rng.uniform(0.06, 0.35) * size
        space += 1.5 * tracking
    margin = size
    placed, widest = [], 0.0
    for line in lines:
        x, words = 0.0, []
        gap = space * (rng.uniform(0.75, 1.25) if not machine and rng.random() < 0.5 else 1.0)
        for word in line.split(" "):
            words.append((x, word))
            x += _length(font, word) + tracking * max(0, len(word) - 1) + gap
        placed.append((words, x - gap))
        widest = max(widest, x - gap)
    paper = rng.randint(238, 255) if hard == 0 else rng.randint(180, 255)
    ink = rng.randint(0, 60) if hard == 0 else rng.randint(0, 110) if hard == 1 else rng.randint(0, 150)
    ink = min(ink, paper - 70)
    canvas = Image.new("L", (int(widest) + 2 * margin, pitch * len(lines) + 2 * margin), paper)
    pen = ImageDraw.Draw(canvas)
    if hard and rng.random() < 0.15:
        _bleed_through(rng, canvas, font, lines, paper, pitch)
    for number, (words, _) in enumerate(placed):
        y = margin + number * pitch
        for x, word in words:
            if not tracking and not typewriter:
                _write(pen, (margin + x, y), word, font, ink)
                continue
            for character in _symbols(font, word):
                if machine:
                    machine.strike(pen, (margin + x, y), character, font, ink, paper)
                    x += font.getlength(character) + tracking
                    continue
                lift = rng.choice([-1, 0, 0, 0, 1]) if typewriter else 0
                tone = min(paper - 40, ink + rng.randint(0, 50)) if typewriter else ink
                _write(pen, (margin + x, y + lift), character, font, tone)
                x += _length(font, character) + tracking
    if hard and rng.random() < 0.12:
        for number in range(len(lines)):
            y = margin + number * pitch + ascent + max(2, descent // 2)
            if rng.random() < 0.3:
                pen.line((margin, y, margin + widest, y), fill=ink, width=max(1, size // 16))
    stretch = rng.uniform(0.82, 1.2) if style.stretch and rng.random() < style.stretch else 1.0
    if stretch != 1.0:
        canvas = canvas.resize((int(canvas.width * stretch), canvas.height), Image.Resampling.BICUBIC)
    angle = rng.gauss(0, (0.0, 0.25, 0.5)[hard]) if hard else 0.0
    if abs(angle) > 0.05:
        canvas = canvas.rotate(angle, Image.Resampling.BILINEAR, fillcolor=paper, center=(0, canvas.height / 2))
    if machine:
        canvas = machine.copy(canvas, size)
    elif hard and style.worn and rng.random() < style.worn * (0.6 + 0.4 * hard):
        canvas = _worn(rng, canvas, size, paper, ink)
    canvas = _degrade(rng, canvas, hard, size)
    region = Region(truth or lines, level=level, font=face)
    slope = -np.tan(np.radians(angle))
    for number, (_, drawn) in enumerate(placed):
        start, width = margin * stretch, drawn * stretch
        middle = start + width / 2
        tilt = slope * middle if abs(angle) > 0.05 else 0.0
        rise = abs(slope) * width / 2
        # The detector's box: the letters with about a fifth of their height around them, never quite exact.
        top = margin + number * pitch + ascent * rng.uniform(0.0, 0.16) + tilt - rise
        bottom = margin + number * pitch + ascent + descent * rng.uniform(0.55, 1.1) + tilt + rise
        left = start - size * rng.uniform(0.02, 0.3)
        right = start + width + size * rng.uniform(0.02, 0.3)
        if hard and rng.random() < 0.04:
            top += 0.08 * size * rng.choice([-1, 1])
        region.boxes.append((left, top, right - left, bottom - top))
        region.crops.append(_crop(canvas, left, top, right, bottom))
    return region


def _symbols(font: ImageFont.FreeTypeFont, word: str) -> list[str]:
    """Its characters; a small e that the face lacks with the vowel below it."""
    return re.findall(f".{SMALL_E}?", word) if _composes(font, word) else list(word)


def _length(font: ImageFont.FreeTypeFont, word: str) -> float:
    return font.getlength(word.replace(SMALL_E, "") if _composes(font, word) else word)


def _composes(font: ImageFont.FreeTypeFont, word: str) -> bool:
    return SMALL_E in word and not writes(font.path, SMALL_E)


def _write(pen: ImageDraw.ImageDraw, at: tuple[float, float], word: str, font: ImageFont.FreeTypeFont, ink: int) -> None:
    """Draws a word; a small e over a vowel as print of the 18th century has it, where the face has no sign for it."""
    if not _composes(font, word):
        pen.text(at, word, font=font, fill=ink)
        return
    pen.text(at, word.replace(SMALL_E, ""), font=font, fill=ink)
    small = _font(font.path, max(6, font.size // 2))
    for place in re.finditer(SMALL_E, word):
        before = word[: place.start()].replace(SMALL_E, "")
        middle = (font.getlength(before[:-1]) + font.getlength(before)) / 2
        top = font.getbbox(before[-1], anchor="ls")[1]
        pen.text((at[0] + middle, at[1] + font.getmetrics()[0] + top - font.size * 0.04), "e", font=small, fill=ink, anchor="ms")


class Machine:
    """A typewriter: each key has its own height, ink and clogging; many machines have no 1 and use the l."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.without_one = rng.random() < 0.5
        self.uneven = rng.uniform(0.0, 0.05)
        self.ribbon = rng.uniform(0.0, 60.0)
        self.keys: dict[str, tuple[float, float, float]] = {}
        self.carbon = rng.random() < 0.3

    def strike(self, pen: ImageDraw.ImageDraw, at, character: str, font, ink: int, paper: int) -> None:
        if character not in self.keys:
            gauss = self.rng.gauss
            self.keys[character] = gauss(0, self.uneven), gauss(0, self.uneven), max(0.0, self.rng.gauss(0.2, 0.4))
        right, down, faint = self.keys[character]
        tone = min(paper - 35, int(ink + self.ribbon * (faint + self.rng.random() * 0.7)))
        if character == "1" and self.without_one:
            character = "l"
        down += self.rng.gauss(0, 0.012)
        place = at[0] + right * font.size, at[1] + down * font.size
        pen.text(place, character, font=font, fill=tone)
        if self.rng.random() < 0.06:  # struck twice
            pen.text((place[0] + self.rng.uniform(-0.06, 0.06) * font.size, place[1]), character, font=font, fill=tone)

    def copy(self, canvas: Image.Image, size: int) -> Image.Image:
        """A carbon copy: soft, fat and pale; counters fill."""
        if not self.carbon:
            return canvas
        soft = canvas.filter(ImageFilter.GaussianBlur(size * self.rng.uniform(0.025, 0.06)))
        pixels = np.asarray(soft, np.float32)
        paper, ink = pixels.max(), pixels.min()
        share = np.clip((paper - pixels) / max(1.0, paper - ink), 0, 1) ** self.rng.uniform(0.55, 0.9)
        return Image.fromarray((paper - share * (paper - ink) * self.rng.uniform(0.5, 0.9)).astype(np.uint8))


@lru_cache(maxsize=None)
def even_width(face: str) -> bool:
    font = _font(face, 24)
    return abs(font.getlength("i") - font.getlength("M")) < 0.5


def typewriter_faces(faces: list[str]) -> list[str]:
    """Upright faces of even width and usual weight, if there are any."""
    upright = [f for f in faces if even_width(f) and not any(w in Path(f).name.lower() for w in ("bold", "italic", "oblique", "black", "heavy"))]
    return upright or [f for f in faces if even_width(f)]


def _worn(rng: random.Random, canvas: Image.Image, size: int, paper: int, ink: int) -> Image.Image:
    """Worn type and rough paper: edges and thin strokes break or run together, differently in every place."""
    noise = np.random.default_rng(rng.getrandbits(32))
    pixels = np.asarray(canvas.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.015, 0.04))), np.float32)
    share = np.clip((paper - pixels) / max(1, paper - ink), 0, 1)
    grain = Image.fromarray(noise.integers(0, 256, pixels.shape, dtype=np.uint8)).filter(ImageFilter.BoxBlur(max(0.6, size * 0.03)))
    cloud = noise.standard_normal((max(2, canvas.height // size), max(2, canvas.width // size)), dtype=np.float32)
    cloud = np.asarray(Image.fromarray(cloud).resize(canvas.size, Image.Resampling.BICUBIC))
    rough = (np.asarray(grain, np.float32) - 127.5) / max(1e-3, float(np.asarray(grain).std()))
    level = rng.uniform(0.3, 0.62) + rough * rng.uniform(0.03, 0.16) + cloud * rng.uniform(0.0, 0.09)
    printed = 1 / (1 + np.exp(-(share - level) * rng.uniform(8, 20)))
    return Image.fromarray((paper - printed * (paper - ink)).astype(np.uint8))


def _crop(canvas: Image.Image, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    width = min(3200, max(48, int(np.ceil((right - left) / (bottom - top) * HEIGHT))))
    box = (max(0.0, left), max(0.0, top), min(float(canvas.width), right), min(float(canvas.height), bottom))
    return np.asarray(canvas.resize((width, HEIGHT), Image.Resampling.BILINEAR, box=box))


def _bleed_through(rng, canvas: Image.Image, font, lines, paper: int, pitch: int) -> None:
    back = Image.new("L", canvas.size, paper)
    pen = ImageDraw.Draw(back)
    for number, line in enumerate(reversed(lines)):
        pen.text((rng.randint(0, 40), number * pitch + rng.randint(4, pitch)), line, font=font, fill=paper - rng.randint(15, 45))
    back = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(1.2))
    canvas.paste(back)


def _degrade(rng: random.Random, image: Image.Image, hard: int, size: int) -> Image.Image:
    if hard == 0:
        if rng.random() < 0.4:
            image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 0.5)))
        return _jpeg(image, rng.randint(75, 95)) if rng.random() < 0.4 else image
    noise = np.random.default_rng(rng.getrandbits(32))
    if rng.random() < (0.15 if hard == 1 else 0.3) and size >= 20:
        # Touching or broken strokes.
        broken = size >= 28 and rng.random() < 0.5
        image = image.filter(ImageFilter.MaxFilter(3) if broken else ImageFilter.MinFilter(3))
    if rng.random() < 0.6:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.045 * size if hard == 1 else 0.065 * size)))
    if rng.random() < (0.2 if hard == 1 else 0.4):
        factor = rng.uniform(0.55, 0.9) if hard == 1 else rng.uniform(0.4, 0.8)
        if size * factor > 8:
            small = image.resize((max(8, int(image.width * factor)), max(8, int(image.height * factor))), Image.Resampling.BILINEAR)
            image = small.resize(image.size, rng.choice([Image.Resampling.BILINEAR, Image.Resampling.BICUBIC]))
    pixels = np.asarray(image, dtype=np.float32)
    if rng.random() < 0.5:
        ramp = np.linspace(0, rng.uniform(-50, 20) * hard / 2, pixels.shape[1], dtype=np.float32)
        pixels = pixels + ramp[None, :]
    if rng.random() < 0.6:
        grain = noise.standard_normal(pixels.shape, dtype=np.float32)
        pixels = pixels + grain * rng.uniform(2, 10 if hard == 1 else 24)
    if rng.random() < (0.1 if hard == 1 else 0.3):
        # Ink that did not take, and dust.
        spots = noise.random(pixels.shape, dtype=np.float32)
        share = rng.uniform(0.001, 0.012)
        pixels = np.where(spots < share, rng.randint(150, 255), np.where(spots > 1 - share / 2, rng.randint(0, 90), pixels))
    if rng.random() < (0.06 if hard == 1 else 0.18):
        # Fax and bitonal scans.
        level = pixels.min() + (np.median(pixels) - pixels.min()) * rng.uniform(0.45, 0.8)
        pixels = np.where(pixels < level, 0.0, 255.0)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if rng.random() < 0.5:
        image = _jpeg(image, rng.randint(35, 85) if hard == 1 else rng.randint(12, 60))
    return image


def _jpeg(image: Image.Image, quality: int) -> Image.Image:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer).convert("L")
