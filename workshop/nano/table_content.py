"""Makes up tables: columns of one kind each, headers of several levels, groups, sections, totals, gaps."""

import random
from dataclasses import dataclass, field

from .corpus import MONTHS, Corpus
from .table_words import GLUE, HEADERS, NOT_KNOWN, NUMERIC, UNITS, Column, header_word, phrase

# Ruled between columns, so that one sees which cells are merged.
STYLES = {"three-line": 0.19, "grid": 0.23, "horizontal": 0.12, "plain": 0.13, "shaded": 0.09, "double": 0.06, "zebra": 0.06,
          "columns": 0.07, "accounts": 0.05}
COLUMN_SHARES = {2: 0.1, 3: 0.17, 4: 0.21, 5: 0.18, 6: 0.13, 7: 0.09, 8: 0.06, 9: 0.03, 10: 0.03}
KINDS = {
    "figures": "integer decimal decimal percent deviation p range interval integer money".split(),
    "mixed": "integer decimal percent date code name word sentence year money label mark".split(),
    "prices": "money integer code money sentence percent".split(),
    "schedule": "time time date name word sentence label".split(),
    "words": "word label sentence name code date sentence lines phone mark".split(),
}
LONGEST_TEXT, LONGEST_TARGET = 1000, 700
# 2: what is merged must be seen in the picture. 3: also what is a row of its own, and what is empty.
VERSIONS = (2, 3)


@dataclass
class Cell:
    row: int
    column: int
    text: str = ""
    header: bool = False
    colspan: int = 1
    rowspan: int = 1
    align: str = "left"
    middle: bool = False
    strong: bool = False

    @property
    def truth(self) -> str:
        return self.text.replace(GLUE, " ")


@dataclass
class Table:
    style: str
    language: str
    columns: int
    rows: int = 0
    header_rows: int = 0
    cells: list[Cell] = field(default_factory=list)
    # Body rows above which a rule may stand, and those that are totals.
    group_starts: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    decimal: list[bool] = field(default_factory=list)
    leaders: bool = False
    ruled: bool = False  # between columns

    def owner(self) -> list[list[int]]:
        grid = [[-1] * self.columns for _ in range(self.rows)]
        for number, cell in enumerate(self.cells):
            for r in range(cell.row, cell.row + cell.rowspan):
                for c in range(cell.column, cell.column + cell.colspan):
                    grid[r][c] = number
        return grid


class Maker:
    def __init__(self, rng: random.Random, corpus: Corpus, language: str, version: int):
        self.rng, self.corpus, self.language, self.plain_truth = rng, corpus, language, version > 2
        style = rng.choices(list(STYLES), list(STYLES.values()))[0]
        columns = rng.choices(list(COLUMN_SHARES), list(COLUMN_SHARES.values()))[0]
        self.table = Table(style, language, columns)
        self.table.ruled = style in ("grid", "columns", "double") or style in ("shaded", "zebra") and rng.random() < 0.4
        # What is merged must be seen in the picture, or nobody could read it.
        self.rules_in_header = self.table.ruled or style == "horizontal"
        self.own_lines = 0  # units on a line of their own in their header cell
        genre = rng.choices(list(KINDS), (0.36, 0.26, 0.12, 0.1, 0.16))[0]
        if style == "accounts":
            genre = "prices"
        self.columns = self._columns(genre)
        self.even_groups = rng.random() < 0.5

    def _columns(self, genre: str) -> list[Column]:
        rng, count = self.rng, self.table.columns
        alike = genre == "figures" and rng.random() < 0.6
        same = rng.choice(KINDS["figures"])
        first = rng.choice(["label"] * 6 + ["code", "name", "year", "date", "word", "sentence" if count < 4 else "label"])
        kinds = [first] + [same if alike else rng.choice(KINDS[genre]) for _ in range(count - 1)]
        if count > 5:  # long texts only where there is room
            kinds = [("word" if k in ("sentence", "lines") and rng.random() < 0.7 else k) for k in kinds]
        self.decimal_points = rng.random() < 0.35
        self.centred = rng.random() < 0.2
        return [Column(rng, kind, self.language, self.corpus) for kind in kinds]

    def make(self) -> Table:
        self._headers()
        self._body()
        self._gaps()
        self.table.decimal = [self.decimal_points and c.kind in ("decimal", "percent", "p", "deviation", "money") for c in self.columns]
        self.table.leaders = self.table.style in ("plain", "accounts") and not self.table.ruled and self.rng.random() < 0.12
        self.table.cells.sort(key=lambda cell: (cell.row, cell.column))
        return self.table

    def _put(self, row: int, column: int, text: str, **more) -> Cell:
        cell = Cell(row, column, text, **more)
        self.table.cells.append(cell)
        return cell

    # Headers

    def _headers(self) -> None:
        rng, count = self.rng, self.table.columns
        levels = rng.choices((0, 1, 2, 3), (0.14, 0.44, 0.34, 0.08))[0]
        if count < 3:
            levels = min(levels, 1)
        units = levels > 0 and rng.random() < 0.1
        if self.plain_truth and not self.rules_in_header and count < 4:
            units = False  # a line of one or two units is the names' second line as well
        self.table.header_rows = levels + units
        if not levels:
            return
        strong = rng.random() < 0.6
        aligned = rng.choice(["column", "centre", "column", "left"])
        stub = 2 if count > 4 and rng.random() < 0.15 else 1
        head = dict(header=True, strong=strong)
        # The stub's header spans the header rows: where no rule between them tells, nothing above or below it does.
        tall = not self.rules_in_header or rng.random() < 0.75
        series = self._series()
        for c in range(stub):
            text = "" if rng.random() < 0.3 else self._name_of(c)
            middle = rng.random() < 0.5
            rows = levels + (units and (not self.rules_in_header or rng.random() < 0.6))
            if tall:
                self._put(0, c, text, rowspan=rows, align="left" if aligned == "column" else aligned, middle=middle, **head)
            else:
                at = rng.choice([0, levels - 1])
                for r in range(levels):
                    self._put(r, c, text if r == at else "", align="left", **head)
                rows = levels
            for r in range(rows, levels + units):
                self._put(r, c, "", **head)
        self.own_lines += units
        self._level(0, levels, stub, count, aligned, head, series)
        blanks = 0
        for c in range(stub, count) if units else ():
            unit = rng.choice(UNITS)
            text = "" if rng.random() < 0.2 else f"({unit})" if rng.random() < 0.5 else unit
            if self.plain_truth and not text:
                blanks += 1
                text = "" if blanks <= 0.4 * (count - stub) else unit
                if not text and not self.rules_in_header:
                    next(cell for cell in self.table.cells if cell.column == c and cell.row + cell.rowspan == levels).rowspan += 1
                    continue
            self._put(levels, c, text, align=self._align(c) if aligned == "column" else aligned, **head)

    def _series(self) -> list[str]:
        rng = self.rng
        year = rng.randint(1890, 2024)
        months = [m[: rng.choice([3, 12])] for m in MONTHS[self.language].split()]
        return rng.choice([[str(year + i) for i in range(12)], months, ["A", "B", "C", "D", "E"], ["I", "II", "III", "IV"],
                           ["n", "%"], ["Q1", "Q2", "Q3", "Q4"], [f"({i})" for i in range(1, 11)], [], [], [], [], []])

    def _level(self, row: int, levels: int, start: int, end: int, aligned: str, head: dict, series: list[str]) -> None:
        """Header rows from `row` on over the columns start … end - 1."""
        rng = self.rng
        if row == levels - 1:
            for c in range(start, end):
                text = series[(c - start) % len(series)] if series and end - start <= len(series) else self._name_of(c)
                self._put(row, c, text, align=self._align(c) if aligned == "column" else aligned, middle=rng.random() < 0.3, **head)
            return
        width = rng.choice([2, 2, 3, 4])
        at, grouped_once = start, False
        while at < end:
            left = end - at
            must = not grouped_once and left <= 3
            single = not must and (left == 1 or rng.random() < (0.12 if self.even_groups else 0.3))
            if single:
                text, align = self._name_of(at), self._align(at) if aligned == "column" else aligned
                if not self.rules_in_header or rng.random() < 0.75:
                    self._put(row, at, text, rowspan=levels - row, align=align, middle=rng.random() < 0.5, **head)
                else:
                    below = rng.random() < 0.5
                    # Between horizontal rules the group beside it would seem to reach over the blank.
                    below = below and (self.table.ruled or not self.plain_truth)
                    for r in range(row, levels):
                        self._put(r, at, text if r == (levels - 1 if below else row) else "", align=align, **head)
                at += 1
                continue
            span = min(left, width if self.even_groups else rng.choice([2, 2, 3, 4]))
            span = min(left, span + (rng.choice([0, 2]) if levels - row > 2 else 0))
            span = left if left < 2 else max(2, span)
            if span == 1:  # a lone last column under a group of one
                self._put(row, at, self._name_of(at), rowspan=levels - row, align="centre", **head)
            else:
                align = "centre" if self.table.style == "three-line" or rng.random() < 0.8 else "left"
                self._put(row, at, self._group_name(), colspan=span, align=align, **head)
                if levels - row > 2 and span >= 4 and rng.random() < 0.7:
                    self._level(row + 1, levels, at, at + span, aligned, head, series)
                else:
                    for r in range(row + 1, levels - 1):
                        self._put(r, at, self._group_name(), colspan=span, align=align, **head)
                    self._level(levels - 1, levels, at, at + span, aligned, head, series)
                grouped_once = True
            at += span

    def _group_name(self) -> str:
        rng = self.rng
        name = header_word(rng, "group", self.language)
        return rng.choice([
            lambda: name, lambda: name, lambda: f"{name} {rng.choice('ABC123')}", lambda: phrase(rng, self.corpus, self.language, 2),
            lambda: str(rng.randint(1900, 2026)), lambda: f"{name} (n{GLUE}={GLUE}{rng.randint(8, 400)})",
            lambda: self._with_unit(name, f"\n({rng.choice(UNITS)})"), lambda: f"{name}, {rng.choice(UNITS)}",
        ])()

    def _with_unit(self, name: str, unit: str) -> str:
        """On a line of its own or likely to get there once only where no rule tells it from a row of units."""
        if self.plain_truth and not self.rules_in_header:
            unit = unit.replace(" ", GLUE).replace("\n", GLUE) if self.own_lines else unit
            self.own_lines += 1
        return name + unit

    def _name_of(self, column: int) -> str:
        rng, kind = self.rng, self.columns[column].header_kind
        name = header_word(rng, kind if kind in HEADERS else "label", self.language)
        if rng.random() < 0.3:
            name = phrase(rng, self.corpus, self.language, rng.choice([1, 1, 2, 3]))
        if kind == "number" and rng.random() < 0.3:
            unit = rng.choice(UNITS)
            name = self._with_unit(name, rng.choice([f" ({unit})", f"\n({unit})", f"\n[{unit}]", f", {unit}"]))
        return name.upper() if rng.random() < 0.04 and "ß" not in name else name

    def _align(self, column: int) -> str:
        return "centre" if self.centred and column else self.columns[column].align

    # Body

    def _body(self) -> None:
        rng, table = self.rng, self.table
        cells = rng.lognormvariate(3.12, 0.5)
        rows = max(3 if rng.random() < 0.8 else 2, min(25 - table.header_rows, round(cells / table.columns)))
        grouped_rows = rows >= 4 and rng.random() < 0.25
        # Groups may be seen by rules, by a text in their middle, or by nothing: then the places below are empty.
        rules_in_body = table.style in ("grid", "horizontal") or table.style in ("shaded", "zebra") and table.ruled
        if self.plain_truth and not rules_in_body and (table.columns < 3 or any(c.kind == "lines" for c in self.columns)):
            grouped_rows = False  # rows without a label are the second lines of the row above as well
        self.rules_in_body = rules_in_body
        merged = rng.random() < (0.75 if rules_in_body else 0.4)
        middle = not rules_in_body or rng.random() < 0.5
        sections = 0.2 if rng.random() < 0.2 else 0.0
        first = table.header_rows
        row, left = first, rows
        group = 0
        if sections:
            row = self._section(row)
        while left > 0:
            if grouped_rows:
                group = min(left, rng.choice([2, 2, 3, 4]))
                table.group_starts.append(row)
                self._group(row, group, merged, middle)
                for r in range(row, row + group):
                    self._row(r, 1)
            else:
                group = 1
                self._row(row, 0)
            row, left = row + group, left - group
            if sections and left > 1 and rng.random() < sections:
                row = self._section(row)
        if rng.random() < (0.8 if table.style == "accounts" else 0.18):
            row = self._total(row)
        if rng.random() < 0.05 and table.ruled:  # a note over the whole width
            self._put(row, 0, phrase(rng, self.corpus, self.language, rng.randint(4, 10)), colspan=table.columns)
            row += 1
        table.rows = row

    def _row(self, row: int, start: int) -> None:
        rng, table = self.rng, self.table
        c = start
        while c < table.columns:
            span = 1
            if 0 < c < table.columns - 1 and table.ruled and rng.random() < 0.012:
                span = 2
            text = self.columns[c].value()
            if span > 1 and rng.random() < 0.5:
                text = rng.choice(NOT_KNOWN[self.language])
            self._put(row, c, text, colspan=span, align="centre" if span > 1 else self._align(c), middle=table.ruled)
            c += span

    def _group(self, row: int, count: int, merged: bool, middle: bool) -> None:
        text = self.columns[0].value()
        if self.plain_truth and merged and not self.rules_in_body:
            # Two lines in the middle of two rows would be one text for each.
            merged = "\n" not in text and len(text) <= 24
            text = text.replace(" ", GLUE) if merged else text
        if merged:
            self._put(row, 0, text, rowspan=count, middle=middle, align=self._align(0))
            return
        for r in range(row, row + count):
            self._put(r, 0, text if r == row else "", align=self._align(0))

    def _section(self, row: int) -> int:
        """A row with a title over the whole width; without rules to be seen, one at the left stands in the first column."""
        rng, table = self.rng, self.table
        text = phrase(rng, self.corpus, self.language, rng.choice([1, 2, 3]))
        table.group_starts.append(row)
        centred = rng.random() < 0.5
        if table.ruled and rng.random() < 0.9 or centred:
            self._put(row, 0, text, colspan=table.columns, align="centre" if centred else "left", strong=True)
        else:
            self._put(row, 0, text, strong=True)
            for c in range(1, table.columns):
                self._put(row, c, "")
        return row + 1

    def _total(self, row: int) -> int:
        rng, table = self.rng, self.table
        table.totals.append(row)
        span = rng.choice([1, 2, 2, 3]) if table.columns > 3 else 1
        right = rng.random() < 0.5
        strong = rng.random() < 0.6
        if not table.ruled and (self.plain_truth or not right):
            span = 1
        name = header_word(rng, "total", self.language)
        how = dict(colspan=span, align="right" if right and span > 1 else "left", strong=strong)
        self._put(row, 0, name, **how)
        for c in range(span, table.columns):
            numeric = self.columns[c].kind in NUMERIC
            text = self.columns[c].value() if numeric or c == table.columns - 1 else ""
            self._put(row, c, text, align=self._align(c), strong=strong)
        if rng.random() < 0.12:
            self._put(row + 1, 0, header_word(rng, "total", self.language), **how)
            for c in range(span, table.columns):
                self._put(row + 1, c, self.columns[c].value() if c == table.columns - 1 else "", align=self._align(c), strong=strong)
            table.totals.append(row + 1)
            return row + 2
        return row + 1

    # Gaps

    def _gaps(self) -> None:
        """Empty cells, dashes and the like; every row keeps some text."""
        rng, table = self.rng, self.table
        share = 0.0 if rng.random() < 0.35 else rng.random() ** 1.3 * 0.3
        dashes = 0.0 if rng.random() < 0.65 else rng.random() * 0.2
        dash = rng.choice(["-", "-", "–", "–", "—", "—", "...", "0", *NOT_KNOWN[self.language]])
        weights = [rng.choice([0.2, 1, 1, 2.5]) for _ in range(table.columns)]
        texts = [sum(bool(c.text) and c.rowspan == 1 for c in table.cells if c.row == r) for r in range(table.rows)]
        least = [1] * table.rows
        if self.plain_truth and not self.rules_in_body:  # one text alone seems the second line of the one above
            for cell in table.cells:
                if cell.column == 0 and not cell.header and (cell.rowspan > 1 or not cell.text):
                    least[cell.row : cell.row + cell.rowspan] = [2] * cell.rowspan
        heights = [sum(bool(c.text) and c.colspan == 1 for c in table.cells if c.column == i and not c.header) for i in range(table.columns)]
        for cell in table.cells:
            if cell.header or not cell.text or cell.colspan > 1 or cell.rowspan > 1 or cell.column == 0 and rng.random() < 0.9:
                continue
            if rng.random() < share * weights[cell.column] and texts[cell.row] > least[cell.row]:
                if self.plain_truth and not table.ruled and (heights[cell.column] < 2 or not self.rules_in_body and cell.column == 0):
                    continue
                cell.text = ""
                texts[cell.row] -= 1
                heights[cell.column] -= 1
            elif rng.random() < dashes:
                cell.text = dash


def make(rng: random.Random, corpus: Corpus, language: str, core: set[str], version: int = VERSIONS[-1]) -> Table:
    while True:
        table = Maker(rng, corpus, language, version).make()
        characters = "".join(cell.truth.replace("\n", "") for cell in table.cells)
        ids = 2 * len(table.cells) + 2 * table.rows + 2 + len(characters)
        if ids <= LONGEST_TARGET and 20 <= len(characters) <= LONGEST_TEXT and not set(characters) - core:
            return table
