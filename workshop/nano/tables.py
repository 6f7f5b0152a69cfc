"""Tables to learn from: `python -m workshop.nano.tables draw|pack|score <cache> --split train --shards 0:10`.

`draw` writes pictures and what is in them to `<cache>/tables-drawn`; the engine reads them (read-tables.ts); `pack`
makes shards for the training of what it read; `score` says how right tables are.
"""

import argparse
import json
import random
import time
from pathlib import Path

from .corpus import LANGUAGES, Corpus
from .generate import LANGUAGE_SHARES, SEEDS
from .render import LEVELS, fonts
from .table_content import Table, make
from .table_render import Sheet, draw_table
from .vocabulary import Vocabulary

VERSION = 1
LEVEL_SHARES = (0.35, 0.45, 0.2)


def record(table: Table, sheet: Sheet) -> dict:
    cells = [{"row": c.row, "column": c.column, "header": c.header, "colspan": c.colspan, "rowspan": c.rowspan, "text": c.truth} for c in table.cells]
    return {"box": list(sheet.box), "level": sheet.level, "style": table.style, "language": table.language, "font": sheet.face, "cells": cells,
            "rows": table.rows, "columns": table.columns}


def draw_one(seed: int, corpus: Corpus, faces: list[str], core: set[str]) -> tuple[Sheet, dict]:
    rng = random.Random(seed)
    while True:
        language = rng.choices(LANGUAGES, LANGUAGE_SHARES)[0]
        level = rng.choices(LEVELS, LEVEL_SHARES)[0]
        table = make(rng, corpus, language, core)
        sheet = draw_table(rng, table, faces, level, corpus)
        if sheet:
            return sheet, record(table, sheet)


def draw_shard(folder: Path, seed: int, count: int, corpus: Corpus, faces: list[str], core: set[str]) -> None:
    if (folder / "done").exists():
        return
    started = time.time()
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        sheet, meta = draw_one(seed + number, corpus, faces, core)
        sheet.image.save(folder / f"{number:03}.png", compress_level=1)
        (folder / f"{number:03}.json").write_text(json.dumps(meta, ensure_ascii=False))
    (folder / "done").write_text("")
    print(folder.name, count, "tables", f"{time.time() - started:.1f} s", flush=True)


def draw(options: argparse.Namespace) -> None:
    vocabulary = Vocabulary()
    core = {vocabulary.texts[i] for i in vocabulary.core}
    corpus, faces = Corpus(options.cache, options.split), fonts(options.split)
    for number in range(*map(int, options.shards.split(":"))):
        seed = VERSION * 10**9 + SEEDS[options.split] * 10**8 + number * 1000
        draw_shard(options.cache / "tables-drawn" / options.split / f"{number:04}", seed, options.tables, corpus, faces, core)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=("draw",))
    parser.add_argument("cache", type=Path)
    parser.add_argument("--split", default="train", choices=SEEDS)
    parser.add_argument("--shards", default="0:1", help="first:end[:step]")
    parser.add_argument("--tables", type=int, default=100)
    options = parser.parse_args()
    {"draw": draw}[options.task](options)


if __name__ == "__main__":
    main()
