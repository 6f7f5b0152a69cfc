"""Tables to learn from: `python -m workshop.nano.tables draw|pack|score <cache> --split train --shards 0:10`.

`draw` writes pictures and what is in them to `<cache>/tables-drawn`; the engine reads them (read-tables.ts); `pack`
makes shards for the training of what it read; `score` says how right tables are.
"""

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Levenshtein

from .corpus import LANGUAGES, Corpus
from .generate import LANGUAGE_SHARES, SEEDS, STORED, load_shard, save_shard
from .prior import Prior
from .render import LEVELS, fonts
from .table_content import VERSIONS, Table, make
from .table_ids import HEADER_TAGS, table_counts, table_rates, target_of, without_headers
from .table_render import Sheet, draw_table
from .vocabulary import END, FEATURES, Vocabulary

LEVEL_SHARES = (0.35, 0.45, 0.2)
FURTHEST, LONGEST = 0.5, 1500


def record(table: Table, sheet: Sheet) -> dict:
    cells = [{"row": c.row, "column": c.column, "header": c.header, "colspan": c.colspan, "rowspan": c.rowspan, "text": c.truth} for c in table.cells]
    return {"box": list(sheet.box), "level": sheet.level, "style": table.style, "language": table.language, "font": sheet.face, "cells": cells,
            "rows": table.rows, "columns": table.columns}


def draw_one(seed: int, corpus: Corpus, faces: list[str], core: set[str], version: int) -> tuple[Sheet, dict]:
    rng = random.Random(seed)
    while True:
        language = rng.choices(LANGUAGES, LANGUAGE_SHARES)[0]
        level = rng.choices(LEVELS, LEVEL_SHARES)[0]
        table = make(rng, corpus, language, core, version)
        sheet = draw_table(rng, table, faces, level, corpus)
        if sheet:
            return sheet, record(table, sheet)


def draw_shard(folder: Path, seed: int, count: int, corpus: Corpus, faces: list[str], core: set[str],
               version: int = VERSIONS[-1]) -> None:
    if (folder / "done").exists():
        return
    started = time.time()
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        sheet, meta = draw_one(seed + number, corpus, faces, core, version)
        sheet.image.save(folder / f"{number:03}.png", compress_level=1)
        (folder / f"{number:03}.json").write_text(json.dumps(meta, ensure_ascii=False))
    (folder / "done").write_text(str(version))
    print(folder.name, count, "tables", f"{time.time() - started:.1f} s", flush=True)


def draw(options: argparse.Namespace) -> None:
    vocabulary = Vocabulary()
    core = {vocabulary.texts[i] for i in vocabulary.core}
    corpus, faces = Corpus(options.cache, options.split), fonts(options.split)
    for number in range(*map(int, options.shards.split(":"))):
        seed = options.version * 10**9 + SEEDS[options.split] * 10**8 + number * 1000
        draw_shard(options.cache / "tables-drawn" / options.split / f"{number:04}", seed, options.tables, corpus, faces, core, options.version)


def read_prior(base: Path) -> Prior | None:
    """What the engine read of a picture; None where it left the table as read."""
    read = json.loads(base.with_suffix(".prior.json").read_text())
    if not read["ids"]:
        return None
    features = np.fromfile(base.with_suffix(".features.f32"), np.float32).reshape(len(read["ids"]), FEATURES)
    names = {"ghost_probability": "ghostProbability"}
    prior = Prior(**{name: features if name == "features" else np.asarray(read[names.get(name, name)]) for name in STORED})
    assert prior.ids[-1] == END
    return prior


def pack_shard(folder: Path, path: Path, vocabulary: Vocabulary, headers: str) -> None:
    bases = [p.with_suffix("") for p in sorted(folder.glob("*.png"))]
    missing = sum(not (b.with_suffix(".prior.json").exists() and b.with_suffix(".features.f32").exists()) for b in bases)
    if path.exists() or missing or not (folder / "done").exists():
        print(path.name, "is there" if path.exists() else f"left: {missing} of {len(bases)} tables aren't read yet", flush=True)
        return
    packed, out = [], Counter()
    for base in bases:
        table, prior = json.loads(base.with_suffix(".json").read_text()), read_prior(base)
        target = target_of(table, vocabulary, headers == "drawn" or headers == "read" and _has_headers(prior))
        fault = _fault(prior, target)
        if fault:
            out[fault] += 1
            continue
        known = {k: table[k] for k in ("language", "level", "style", "font")}
        packed.append((prior, target, {"task": "table", **known, "table": f"{folder.name}/{base.name}"}))
    save_shard(path, packed, {"tables_version": int((folder / "done").read_text() or 2)})
    print(path.name, len(packed), "tables", sum(len(target) for _, target, _ in packed), "ids; left out:", dict(out), flush=True)


def _has_headers(prior: Prior | None) -> bool:
    return prior is not None and bool(np.isin(prior.ids, HEADER_TAGS).any())


def _fault(prior: Prior | None, target: list[int] | None) -> str | None:
    if prior is None:
        return "left as read"
    if target is None:
        return "tag outside the set"
    if len(prior.ids) + len(target) > LONGEST:
        return "too long"
    far = Levenshtein.normalized_distance(without_headers(prior.ids), without_headers(target)) > FURTHEST
    return "too far from the truth" if far else None


def pack(options: argparse.Namespace) -> None:
    vocabulary = Vocabulary()
    for number in range(*map(int, options.shards.split(":"))):
        folder = options.cache / "tables-drawn" / options.split / f"{number:04}"
        if folder.exists():
            pack_shard(folder, options.cache / options.split / f"table-{number:04}.npz", vocabulary, options.headers)


def score(options: argparse.Namespace) -> None:
    """How right the prior readings of the packed tables are."""
    loaded = [entry for path in sorted((options.cache / options.split).glob("table-????.npz")) for entry in load_shard(path)]
    counts = [(info, table_counts(prior.ids, target)) for prior, target, info in loaded]
    print("all", json.dumps(table_rates([c for _, c in counts])))
    for key in ("style", "level", "language"):
        for name in sorted({info[key] for info, _ in counts}):
            print(name, json.dumps(table_rates([c for info, c in counts if info[key] == name])))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=("draw", "pack", "score"))
    parser.add_argument("cache", type=Path)
    parser.add_argument("--split", default="train", choices=SEEDS)
    parser.add_argument("--shards", default="0:1", help="first:end[:step]")
    parser.add_argument("--tables", type=int, default=100, help="a shard")
    parser.add_argument("--version", type=int, default=VERSIONS[-1], choices=VERSIONS, help="draw: of the tables")
    parser.add_argument("--headers", default="drawn", choices=("drawn", "read", "plain"),
                        help="pack: whether header cells are th always, where the prior reading has any, or never")
    options = parser.parse_args()
    {"draw": draw, "pack": pack, "score": score}[options.task](options)


if __name__ == "__main__":
    main()
