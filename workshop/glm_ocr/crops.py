"""Made-up region crops with their texts: the training data of the overfitted checkpoint."""

import random
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

WORDS = """
harbour office letter garden river mill winter copper ledger street lantern bridge window meadow clerk receipt
autumn stone carriage barrel silver market morning journal anchor village timber candle orchard signal
""".split()
SYMBOLS = ["\\alpha", "\\beta", "x", "y", "z", "\\lambda", "n", "k", "t", "\\omega"]
SIZE = (140, 56)


@dataclass(frozen=True)
class Crop:
    task: str
    text: str
    image: Image.Image  # grey


def text_of(pick: random.Random) -> str:
    sentences = []
    for _ in range(pick.randint(4, 6)):
        words = [pick.choice(WORDS) for _ in range(pick.randint(4, 9))]
        sentences.append(" ".join(words).capitalize() + pick.choice([".", ".", ";", "?"]))
    return " ".join(sentences) + f" {pick.randint(1700, 1999)}"


def table_of(pick: random.Random) -> str:
    rows = []
    for _ in range(pick.randint(3, 4)):
        cells = [pick.choice(WORDS), str(pick.randint(1, 999)), pick.choice(WORDS)]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "<table>" + "".join(rows) + "</table>"


def formula_of(pick: random.Random) -> str:
    terms = []
    for _ in range(pick.randint(11, 16)):
        a, b = pick.choice(SYMBOLS), pick.choice(SYMBOLS)
        terms.append(pick.choice([rf"\frac{{{a}}}{{{b}}}", rf"{a}^{{{pick.randint(2, 9)}}}", rf"\sqrt{{{a} {b}}}"]))
    return " + ".join(terms) + f" = {pick.choice(SYMBOLS)}"


def draw(text: str, pick: random.Random) -> Image.Image:
    """The text, as much of it as fits, over a pattern of its own: overfitting only needs crops that can be told apart."""
    image = Image.new("L", SIZE, 255)
    font = ImageFont.load_default(9)
    pen = ImageDraw.Draw(image)
    for _ in range(10):
        x, y = pick.randrange(SIZE[0]), pick.randrange(SIZE[1])
        pen.rectangle((x, y, x + pick.randint(8, 50), y + pick.randint(6, 20)), fill=pick.randrange(0, 220))
    line, y = "", 1
    for character in text:
        if pen.textlength(line + character, font=font) > SIZE[0] - 4:
            pen.text((2, y), line, font=font, fill=0)
            line, y = "", y + 9
        line += character
    pen.text((2, y), line, font=font, fill=0)
    return image


def make_crops(count: int, seed: int) -> list[Crop]:
    pick = random.Random(seed)
    writers = {"text": text_of, "table": table_of, "formula": formula_of}
    crops = []
    for index in range(count):
        task = list(writers)[index % 3]
        text = writers[task](pick)
        crops.append(Crop(task, text, draw(text, pick)))
    return crops
