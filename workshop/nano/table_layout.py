"""Faces, column widths, row heights and printed lines of made-up tables."""

import random
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from .render import _font, writes
from .table_content import Cell, Table
from .table_words import GLUE

UNUSUAL = ("bold", "black", "heavy", "caps", "sc0", "sc1")


@lru_cache(maxsize=None)
def strong_of(face: str, faces: tuple[str, ...]) -> str | None:
    stem = Path(face).stem.split("-")[0].lower()
    own = [f for f in faces if Path(f).stem.split("-")[0].lower() == stem and "bold" in f.lower() and not _slanted(f)]
    return own[0] if own else None


def _slanted(face: str) -> bool:
    return any(w in Path(face).name.lower() for w in ("italic", "oblique", "slant", "_it"))


def choose_face(rng: random.Random, faces: list[str], text: str) -> str | None:
    """A face that can write all of the text, mostly an upright one; None if none is found."""
    for _ in range(60):
        face = faces[rng.randrange(len(faces))]
        usual = not _slanted(face) and not any(w in Path(face).name.lower() for w in UNUSUAL)
        if (usual or rng.random() < 0.12) and all(writes(face, c) for c in set(text) - {"\n"}):
            return face
    return None


class Habits:
    """How this table is set."""

    def __init__(self, rng: random.Random, table: Table):
        room = rng.choice(["tight", "normal", "normal", "wide"])
        few = table.columns <= 5
        self.gap_x = {"tight": rng.uniform(0.22, 0.4), "normal": rng.uniform(0.4, 0.8), "wide": rng.uniform(0.8, 2.0 if few else 1.1)}[room]
        if not table.ruled:
            self.gap_x = max(self.gap_x, rng.uniform(0.35, 0.5))
        self.gap_y = rng.choice([rng.uniform(0.03, 0.15), rng.uniform(0.1, 0.35), rng.uniform(0.3, 0.8)])
        self.limits = [rng.choice([8, 10, 14, 18]) if table.columns > 3 else rng.choice([10, 16, 24]) for _ in range(table.columns)]
        self.wrap_headers = rng.random() < 0.6
        self.even_rows = rng.random() < 0.25
        self.extra = rng.choice([0, 0, 0.3]) if not table.ruled else 0.0
        self.middle = rng.random() < 0.6
        self.bottom_headers = rng.random() < 0.3


class Layout:
    """Places of columns, rows and printed lines, without margin."""

    def __init__(self, rng: random.Random, table: Table, face: str, strong: str | None, size: int):
        self.rng, self.table, self.size = rng, table, size
        self.font, self.strong = _font(face, size), _font(strong, size) if strong else None
        # What faces call their ascent is of no use: from 0.74 to more than the size.
        self.rise = round(size * 0.92)
        self.pitch = self.rise + round(size * 0.26) + rng.choice([0, 0, 1, 2, round(size * 0.15)])

    def font_of(self, cell: Cell) -> ImageFont.FreeTypeFont:
        return self.strong if cell.strong and self.strong else self.font

    def wide(self, cell: Cell, text: str) -> float:
        return self.font_of(cell).getlength(text.replace(GLUE, " "))

    def wrapped(self, cell: Cell, width: float) -> list[str]:
        lines = []
        for part in cell.text.split("\n"):
            line = ""
            for word in part.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.wide(cell, longer) > width + 0.5:
                    lines.append(line)
                    longer = word
                line = longer
            lines.append(line)
        return lines

    def set(self, habits: Habits, scale: float = 1.0) -> None:
        table, size = self.table, self.size
        self.gap_x, self.gap_y = habits.gap_x * size * scale, habits.gap_y * size
        word = [max(self.wide(c, w) for w in c.text.replace("\n", " ").split(" ")) for c in table.cells]
        whole = [max(self.wide(c, part) for part in c.text.split("\n")) for c in table.cells]
        widths = [size * 0.8] * table.columns
        for cell, longest, natural in zip(table.cells, word, whole):
            if cell.colspan == 1:
                limit = habits.limits[cell.column] * size
                if cell.header and habits.wrap_headers:
                    limit = min(limit, 3.5 * size)
                want = max(longest, min(natural, limit))
                widths[cell.column] = max(widths[cell.column], want)
        for cell, longest, natural in zip(table.cells, word, whole):
            if cell.colspan > 1:
                columns = range(cell.column, cell.column + cell.colspan)
                have = sum(widths[c] for c in columns) + 2 * self.gap_x * (cell.colspan - 1)
                want = max(longest, min(natural, 12 * size)) if cell.header else longest
                for c in columns:
                    widths[c] += max(0.0, want - have) / cell.colspan
        self.widths = widths

    def width(self) -> float:
        return sum(self.widths) + 2 * self.gap_x * self.table.columns

    def stretch(self, width: float, evenly: bool) -> None:
        more = width - self.width()
        if more > 0:
            total = sum(self.widths)
            self.widths = [w + (more / len(self.widths) if evenly else more * w / total) for w in self.widths]

    def finish(self, habits: Habits) -> None:
        table = self.table
        self.x = [0.0]
        for w in self.widths:
            self.x.append(self.x[-1] + w + 2 * self.gap_x)
        self.lines = []
        heights = [self.pitch + 2 * self.gap_y] * table.rows
        for cell in table.cells:
            room = self.x[cell.column + cell.colspan] - self.x[cell.column] - 2 * self.gap_x
            self.lines.append(self.wrapped(cell, room))
            if cell.rowspan == 1:
                heights[cell.row] = max(heights[cell.row], len(self.lines[-1]) * self.pitch + 2 * self.gap_y)
        if habits.even_rows:
            body = max(heights[table.header_rows :])
            heights[table.header_rows :] = [body] * (table.rows - table.header_rows)
        for cell, lines in zip(table.cells, self.lines):
            if cell.rowspan > 1:
                rows = range(cell.row, cell.row + cell.rowspan)
                short = len(lines) * self.pitch + 2 * self.gap_y - sum(heights[r] for r in rows)
                for r in rows:
                    heights[r] += max(0.0, short) / cell.rowspan
        for r in table.totals[:1] + table.group_starts[1:]:
            heights[r] += habits.extra * self.size
        self.y = [0.0]
        for h in heights:
            self.y.append(round(self.y[-1] + h))
