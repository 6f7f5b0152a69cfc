"""Tables as ids: from cells to ids, from ids to the grid of HTML, and how right one list of ids is against another."""

from collections import defaultdict
from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from .vocabulary import CELL_BREAK, CLOSING_CELL_TAGS, END, OPENING_CELL_TAGS, SPACE, TABLE, Vocabulary

TABLE_END, ROW, ROW_END, TD, TD_END, TH, TH_END, SPAN_TAGS = *range(TABLE + 1, TABLE + 8), TABLE + 8
_SPANS = [(1, 1), *((c, 1) for c in range(2, 13)), *((1, r) for r in range(2, 13)), *((c, r) for c in range(2, 5) for r in range(2, 5))]
_EACH = len(_SPANS) - 1
# Id of an opening tag → (header, colspan, rowspan).
TAGS = {TD: (False, 1, 1), TH: (True, 1, 1)}
TAGS |= {SPAN_TAGS + header * _EACH + i: (bool(header), *s) for header in (0, 1) for i, s in enumerate(_SPANS[1:])}
HEADER_TAGS = sorted(id for id, (header, _, _) in TAGS.items() if header)
_IDS = {tag: id for id, tag in TAGS.items()}


def tag_id(header: bool, colspan: int, rowspan: int) -> int | None:
    """The opening tag of a cell; None outside the closed set."""
    return _IDS.get((header, colspan, rowspan))


def target_of(table: dict, vocabulary: Vocabulary, headers: bool = True) -> list[int] | None:
    """Ids of a drawn table, `<end>` included; None with a tag outside the set. Without `headers` all cells are td."""
    rows: list[list[dict]] = [[] for _ in range(table["rows"])]
    for cell in table["cells"]:
        rows[cell["row"]].append(cell)
    ids = [TABLE]
    for row in rows:
        ids.append(ROW)
        for cell in sorted(row, key=lambda c: c["column"]):
            header = headers and cell["header"]
            tag = tag_id(header, cell["colspan"], cell["rowspan"])
            if tag is None:
                return None
            text = [CELL_BREAK if c == "\n" else vocabulary.id_of[c] for c in cell["text"]]
            ids += [tag, *text, TH_END if header else TD_END]
        ids.append(ROW_END)
    return [*ids, TABLE_END, END]


def without_headers(ids) -> list[int]:
    """Header cells as plain ones."""
    plain = {TH_END: TD_END} | {id: _IDS[(False, *spans)] for id, (header, *spans) in TAGS.items() if header}
    return [plain.get(int(id), int(id)) for id in ids]


@dataclass
class GridCell:
    row: int
    column: int
    colspan: int
    rowspan: int
    header: bool
    text: list[int] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return all(id in (SPACE, CELL_BREAK) for id in self.text)

    def places(self) -> list[tuple[int, int]]:
        return [(r, c) for r in range(self.row, self.row + self.rowspan) for c in range(self.column, self.column + self.colspan)]


def grid_of(ids) -> list[GridCell]:
    """Cells at their places of the HTML grid; ids that belong to no cell are passed over."""
    cells: list[GridCell] = []
    taken: set[tuple[int, int]] = set()
    row, column, open_cell = -1, 0, None
    for id in map(int, ids):
        if id == ROW:
            row, column, open_cell = row + 1, 0, None
        elif id in OPENING_CELL_TAGS:
            row = max(row, 0)
            while (row, column) in taken:
                column += 1
            header, colspan, rowspan = TAGS[id]
            open_cell = GridCell(row, column, colspan, rowspan, header)
            cells.append(open_cell)
            taken.update(open_cell.places())
            column += colspan
        elif id in CLOSING_CELL_TAGS or id in (ROW_END, TABLE, TABLE_END, END):
            open_cell = None
        elif open_cell:
            open_cell.text.append(id)
    return cells


def _tags(ids) -> list[int]:
    return [id for id in map(int, ids) if TABLE <= id < SPAN_TAGS + 2 * _EACH]


def table_counts(ids, target_ids) -> dict:
    """How right a table is, each as 0 or 1; and errors and characters of the cells' text.

    `spans`: place and size of all cells that span are the truth's; `empties`: so are the places of empty cells; `both`.
    `structure`: all tags equal with th taken for td; `tags`: also th and td. `placed_errors`: text compared cell by
    cell at its place; `text_errors`: in order, with the cells' bounds.
    """
    found, true = grid_of(ids), grid_of(target_ids)
    spans = [[(c.row, c.column, c.colspan, c.rowspan) for c in cells if c.colspan * c.rowspan > 1] for cells in (found, true)]
    empties = [{place for c in cells if c.empty for place in c.places()} for cells in (found, true)]
    texts = [{(c.row, c.column): c.text for c in cells} for cells in (found, true)]
    placed = sum(Levenshtein.distance(texts[0].get(p, []), texts[1].get(p, [])) for p in texts[0].keys() | texts[1].keys())
    flat = [[id for c in cells for id in (*c.text, TD_END)] for cells in (found, true)]
    right = {"spans": spans[0] == spans[1], "empties": empties[0] == empties[1], "both": spans[0] == spans[1] and empties[0] == empties[1],
             "structure": _tags(without_headers(ids)) == _tags(without_headers(target_ids)), "tags": _tags(ids) == _tags(target_ids),
             "has_spans": bool(spans[1]), "has_empties": bool(empties[1])}
    right["spans_if_any"], right["empties_if_any"] = right["spans"] and right["has_spans"], right["empties"] and right["has_empties"]
    return {name: int(value) for name, value in right.items()} | {
        "placed_errors": placed, "text_errors": Levenshtein.distance(*flat), "characters": sum(len(c.text) for c in true)}


def table_rates(counts: list[dict]) -> dict:
    """Shares of tables in per cent, error rates in per cent of the characters."""
    total: dict[str, float] = defaultdict(float)
    for one in counts:
        for name, value in one.items():
            total[name] += value
    share = lambda name, of: round(100 * total[name] / max(1, of), 2)  # noqa: E731
    return {"tables": len(counts), **{name: share(name, len(counts)) for name in ("spans", "empties", "both", "structure", "tags")},
            "spans_if_any": share("spans_if_any", total["has_spans"]), "empties_if_any": share("empties_if_any", total["has_empties"]),
            "placed_cer": share("placed_errors", total["characters"]), "text_cer": share("text_errors", total["characters"])}
