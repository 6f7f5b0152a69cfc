"""Draws made-up tables as pieces of scanned pages."""

import random
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from .corpus import Corpus
from .render import LEVELS, _degrade
from .table_content import Cell, Table
from .table_layout import Habits, Layout, choose_face, strong_of, writes
from .table_words import GLUE, phrase

WIDEST, NARROWEST = 1700, 480


@dataclass
class Sheet:
    image: Image.Image
    box: tuple[int, int, int, int]  # left, top, width, height
    level: str
    face: str


def draw_table(rng: random.Random, table: Table, faces: list[str], level: str, corpus: Corpus) -> Sheet | None:
    """None where the table is too wide for a page or no face has its characters."""
    hard = LEVELS.index(level)
    text = "".join(c.text for c in table.cells)
    face = choose_face(rng, faces, text)
    if not face:
        return None
    strong = strong_of(face, tuple(faces))
    if strong and not all(writes(strong, c) for c in set(text) - {"\n"}):
        strong = None
    habits = Habits(rng, table)
    size = rng.randint(*((16, 30), (17, 32), (21, 34))[hard])
    smallest = (15, 16, 20)[hard]
    while True:
        layout = Layout(rng, table, face, strong, size)
        layout.set(habits)
        if layout.width() <= WIDEST:
            break
        if size <= smallest:
            return None
        size = max(smallest, min(size - 1, int(size * WIDEST / layout.width())))
    if rng.random() < 0.35:
        layout.stretch(rng.uniform(0.6, 1) * min(WIDEST, layout.width() * 1.7), rng.random() < 0.5)
    if layout.width() < NARROWEST:
        layout.stretch(min(NARROWEST, layout.width() * 1.6), rng.random() < 0.5)
    layout.finish(habits)
    return _paint(rng, table, layout, habits, level, face, corpus)


def _paint(rng, table: Table, layout: Layout, habits: Habits, level: str, face: str, corpus: Corpus) -> Sheet:
    hard = LEVELS.index(level)
    paper = rng.randint(244, 255) if hard == 0 else rng.randint(205, 255) if hard == 1 else rng.randint(190, 250)
    ink = rng.randint(0, 50) if hard == 0 else rng.randint(0, 80) if hard == 1 else rng.randint(0, 100)
    left, top, right, bottom = (rng.randint(15, 60) for _ in range(4))
    above, below = rng.random() < 0.15, rng.random() < 0.1
    top += (layout.pitch + 14) * above
    width, height = int(layout.x[-1]) + left + right, int(layout.y[-1]) + top + bottom + (layout.pitch + 14) * below
    canvas = Image.new("L", (width, height), paper)
    pen = ImageDraw.Draw(canvas)
    painter = Painter(rng, table, layout, habits, pen, (left, top), paper, ink)
    painter.shades()
    painter.rules()
    painter.texts()
    box = painter.extent
    for shown, y in ((above, max(4, top - layout.pitch - rng.randint(8, 12))), (below, box[3] + rng.randint(12, 18))):
        if shown:
            _prose(rng, corpus, table.language, layout, pen, (left, y), width - left - 8, ink, face)
    if rng.random() < 0.12 * (1 + hard):
        angle = rng.uniform(-0.4, 0.4)
        canvas = canvas.rotate(angle, Image.Resampling.BILINEAR, fillcolor=paper)
        rise = abs(np.radians(angle)) * (box[2] - box[0]) / 2
        lean = abs(np.radians(angle)) * (box[3] - box[1]) / 2
        box = box[0] - lean, box[1] - rise, box[2] + lean, box[3] + rise
    canvas = _damaged(rng, canvas, hard, layout.size)
    jitter = (2, 3, 4)[hard]
    l, t, r, b = (v + s * 2 + rng.uniform(-jitter, jitter) for v, s in zip(box, (-1, -1, 1, 1)))
    l, t, r, b = max(0, round(l)), max(0, round(t)), min(width, round(r)), min(height, round(b))
    return Sheet(canvas, (l, t, r - l, b - t), level, face)


def _damaged(rng: random.Random, canvas: Image.Image, hard: int, size: int) -> Image.Image:
    """Strokes are spared the worst: a table that nobody can read teaches nothing about tables."""
    before = _dark(canvas)
    for _ in range(4):
        damaged = _degrade(rng, canvas, hard, int(size * (0.95 if hard < 2 else 0.78)))
        if 0.6 * before < _dark(damaged) < 2.2 * before:
            return damaged
    return canvas


def _dark(image: Image.Image) -> float:
    """Share of the pixels that are ink."""
    counts = np.cumsum(image.histogram())
    paper = int(np.searchsorted(counts, counts[-1] / 2))
    return float(counts[max(0, paper - 60)] / counts[-1])


def _prose(rng, corpus, language: str, layout: Layout, pen, at, room: float, ink: int, face: str) -> None:
    text = phrase(rng, corpus, language, rng.randint(5, 12))
    while layout.font.getlength(text) > room and " " in text:
        text = text.rsplit(" ", 1)[0]
    if layout.font.getlength(text) <= room and all(writes(face, c) for c in text):
        pen.text((at[0], at[1] + layout.rise), text, font=layout.font, fill=ink, anchor="ls")


class Painter:
    def __init__(self, rng, table: Table, layout: Layout, habits: Habits, pen, origin, paper: int, ink: int):
        self.rng, self.table, self.layout, self.habits, self.pen = rng, table, layout, habits, pen
        self.paper, self.ink = paper, ink
        self.x = [round(origin[0] + x) for x in layout.x]
        self.y = [round(origin[1] + y) for y in layout.y]
        self.owner = table.owner()
        self.thin = rng.choice([1, 1, 2]) if layout.size < 24 else rng.choice([1, 2, 2, 3])
        self.thick = self.thin + rng.choice([0, 1, 1, 2])
        self.tone = ink if rng.random() < 0.75 else min(paper - 70, ink + rng.randint(30, 110))
        self.light_head = False
        self.extent = (1e9, 1e9, -1e9, -1e9)

    def _reach(self, left, top, right, bottom) -> None:
        l, t, r, b = self.extent
        self.extent = min(l, left), min(t, top), max(r, right), max(b, bottom)

    def _fill(self, r0: int, r1: int, tone: int) -> None:
        place = self.x[0], self.y[r0], self.x[-1], self.y[r1] - 1
        self.pen.rectangle(place, fill=tone)
        self._reach(*place)

    def shades(self) -> None:
        rng, table = self.rng, self.table
        if table.style == "zebra":
            tone, odd = self.paper - rng.randint(12, 40), rng.randint(0, 1)
            spanned = {r for c in table.cells if c.rowspan > 1 for r in range(c.row, c.row + c.rowspan)}
            for r in range(table.header_rows, table.rows):
                if (r - table.header_rows) % 2 == odd and r not in spanned:
                    self._fill(r, r + 1, tone)
        head = table.header_rows
        if head and (table.style == "shaded" or table.style == "zebra" and rng.random() < 0.5 or table.style == "grid" and rng.random() < 0.2):
            self.light_head = self.paper - self.ink > 170 and rng.random() < 0.25
            self._fill(0, head, self.ink + rng.randint(15, 60) if self.light_head else self.paper - rng.randint(15, 60))

    # Rules

    def rules(self) -> None:
        table, rng = self.table, self.rng
        wide = self._row_rules()
        tall = self._column_rules()
        skip = rng.random() < 0.7  # group rules of a header keep apart
        for b, weights in enumerate(wide):
            for c, weight in enumerate(weights):
                if not weight or 0 < b < table.rows and self.owner[b - 1][c] == self.owner[b][c]:
                    continue
                inset = round(self.layout.gap_x * 0.5) if weight < 0 and skip else 0
                l, r = self.x[c], self.x[c + 1]
                if inset:
                    cell = table.cells[self.owner[b - 1][c]]
                    l, r = l + inset * (c == cell.column), r - inset * (c == cell.column + cell.colspan - 1)
                self._line(l, self.y[b], r, self.y[b], abs(weight), table.style == "double" and b in (0, table.rows, table.header_rows))
        for b, weights in enumerate(tall):
            for r, weight in enumerate(weights):
                if weight and not (0 < b < table.columns and self.owner[r][b - 1] == self.owner[r][b]):
                    self._line(self.x[b], self.y[r], self.x[b], self.y[r + 1], weight, table.style == "double" and b in (0, table.columns))

    def _row_rules(self) -> list[list[int]]:
        """[boundary][column]: width of the rule, negative for one under a header group; 0 for none."""
        table, rng, thin, thick = self.table, self.rng, self.thin, self.thick
        style, head, rows, columns = table.style, table.header_rows, table.rows, table.columns
        inner = {"grid": 1, "horizontal": 1, "double": rng.random() < 0.6, "shaded": rng.random() < 0.4, "zebra": rng.random() < 0.25}.get(style, 0)
        if style in ("shaded", "zebra") and table.ruled:
            inner = 1
        frame = style not in ("plain", "zebra", "shaded") or table.ruled or rng.random() < 0.3
        if style == "accounts" and rng.random() < 0.4:
            frame = False
        header = style != "plain" or rng.random() < 0.4
        under_groups = style not in ("plain", "zebra") or rng.random() < 0.4
        groups = rng.random() < 0.4
        totals = style not in ("plain",) or rng.random() < 0.5
        result = [[0] * columns for _ in range(rows + 1)]
        for b in range(rows + 1):
            if b in (0, rows):
                weight = thick if frame else 0
            elif b == head:
                weight = (thick if rng.random() < 0.3 else thin) if header or inner else 0
            elif b < head:
                weight = thin if inner or table.ruled else 0
            else:
                weight = thin if inner or groups and b in table.group_starts or totals and b in table.totals else 0
            result[b] = [weight] * columns
            if 0 < b < head and not weight and under_groups:
                result[b] = [-thin if table.cells[self.owner[b - 1][c]].colspan > 1 else 0 for c in range(columns)]
        return result

    def _column_rules(self) -> list[list[int]]:
        table, rng = self.table, self.rng
        frame = table.ruled and (table.style != "columns" or rng.random() < 0.6)
        first = not table.ruled and table.style == "horizontal" and rng.random() < 0.15
        weights = [self.thick if frame and b in (0, table.columns) else self.thin if table.ruled and 0 < b < table.columns or first and b == 1 else 0
                   for b in range(table.columns + 1)]
        return [[w] * table.rows for w in weights]

    def _line(self, x0: int, y0: int, x1: int, y1: int, weight: int, double: bool) -> None:
        for off in (-2, weight + 1) if double else (0,):
            half = weight // 2
            place = (x0 - half, y0 - half + off, x1 + (weight - 1) // 2, y0 - half + off + weight - 1) if y0 == y1 else (
                x0 - half + off, y0 - half, x0 - half + off + weight - 1, y1 + (weight - 1) // 2)
            self.pen.rectangle(place, fill=self.tone)
            self._reach(*place)

    # Texts

    def texts(self) -> None:
        points = [self._point(c) if self.table.decimal[c] else None for c in range(self.table.columns)]
        for cell, lines in zip(self.table.cells, self.layout.lines):
            if cell.text:
                self._text(cell, lines, points[cell.column] if cell.colspan == 1 else None)

    def _split(self, text: str) -> int:
        """Length of the part before the decimal point."""
        marks = [i for i, c in enumerate(text) if c == ("." if self.table.language == "en" else ",")]
        end = next((i for i, c in enumerate(text) if c in GLUE + "±(%"), len(text))
        return next((i for i in marks if i < end), end)

    def _numbers(self, column: int) -> list[Cell]:
        return [c for c in self.table.cells
                if c.column == column and c.colspan == 1 and not c.header and any(d.isdigit() for d in c.text) and "\n" not in c.text and " " not in c.text]

    def _point(self, column: int) -> float | None:
        """Where the decimal points of a column stand, from the left of its texts; none where they don't fit."""
        cells = self._numbers(column)
        if not cells:
            return None
        layout = self.layout
        before = max(layout.wide(c, c.text[: self._split(c.text)]) for c in cells)
        after = max(layout.wide(c, c.text[self._split(c.text) :]) for c in cells)
        spare = layout.x[column + 1] - layout.x[column] - 2 * layout.gap_x - before - after
        return before + spare / 2 if spare >= 0 else None

    def _text(self, cell: Cell, lines: list[str], point: float | None) -> None:
        layout, table = self.layout, self.table
        font = layout.font_of(cell)
        left, right = self.x[cell.column] + layout.gap_x, self.x[cell.column + cell.colspan] - layout.gap_x
        top, bottom = self.y[cell.row] + layout.gap_y, self.y[cell.row + cell.rowspan] - layout.gap_y
        spare = bottom - top - len(lines) * layout.pitch
        middle = cell.middle if cell.rowspan > 1 or cell.header else self.habits.middle
        y = top + (spare if cell.header and cell.rowspan == 1 and self.habits.bottom_headers else spare / 2 if middle else 0)
        fill = self.paper if cell.header and self.light_head else self.ink
        numbers = point is not None and cell in self._numbers(cell.column)
        for line in lines:
            shown = line.replace(GLUE, " ")
            wide = layout.wide(cell, line)
            if numbers:
                x = left + point - layout.wide(cell, line[: self._split(line)])
            else:
                x = left if cell.align == "left" else right - wide if cell.align == "right" else (left + right - wide) / 2
            self.pen.text((x, y + layout.rise), shown, font=font, fill=fill, anchor="ls")
            self._reach(x, y + 0.15 * layout.size, x + wide, y + layout.rise + 0.2 * layout.size)
            y += layout.pitch
        if table.leaders and cell.column == 0 and cell.colspan == 1 and not cell.header and len(lines) == 1 and cell.align == "left":
            self._leader(left + layout.wide(cell, lines[0]), right, y - layout.pitch + layout.rise)

    def _leader(self, start: float, end: float, y: float) -> None:
        dots = int((end - start) / self.layout.font.getlength(" .")) - 1
        if dots >= 3:
            text = " ." * dots
            self.pen.text((end - self.layout.font.getlength(text), y), text, font=self.layout.font, fill=self.ink, anchor="ls")
