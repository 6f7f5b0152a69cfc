"""Synthesise and encode shards of regions: `python -m workshop.nano.generate <cache> --split train --shards 0:20`.

A shard is regenerated bit for bit from seed, split and number (same fonts, texts and encoder); shards that exist are
left alone, so a stopped run goes on where it was.
"""

import argparse
import json
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Levenshtein

from . import old_print
from .corpus import LANGUAGES, Corpus, wrap
from .encode import Encoder
from .prior import Prior, prior_of
from .render import LEVELS, STYLES, Region, Style, draw_region, fonts, typewriter_faces, writes
from .stories import Stories
from .vocabulary import END, EVIDENCE, RECOGNISER, Vocabulary

DATA_VERSION = 6
SEEDS = {"train": 0, "development": 1, "test": 2}
LANGUAGE_SHARES = (0.3, 0.14, 0.14, 0.14, 0.14, 0.14)
OLD_SHARES = (0.15, 0.08, 0.1, 0.24, 0.35, 0.08)
LIST_MARK = re.compile(r"^(\(?\w{1,3}[.)]?|[-•–]) (?=\w)")
STORED = dict(ids="u2", second="u2", third="u2", ghosts="u2", probabilities="f2", space="f2", ghost_probability="f2",
              features="f2", evidence="f2", line="u2", column="u2")


@dataclass
class Faces:
    usual: list[str]
    old: list[str]
    hands: list[str]

    @classmethod
    def of(cls, cache: Path, split: str, style: Style) -> "Faces":
        old = old_print.faces(cache / "faces", split) + (old_print.faces(cache / "faces-6", split) if style.german else [])
        return cls(fonts(split), old, old_print.faces(cache / "hands", split))


@dataclass
class Texts:
    usual: Corpus
    stories: Stories | None

    @classmethod
    def of(cls, cache: Path, split: str, style: Style) -> "Texts":
        return cls(Corpus(cache, split), Stories(cache, split) if style.stories else None)


def draw(rng: random.Random, texts: Texts, known: Faces, style: Style) -> Region:
    if style.old and known.old and rng.random() < style.old:
        return draw_old(rng, texts, known.old, style)
    faces = known.usual
    if style.hands and known.hands and rng.random() < style.hands:
        faces = known.hands
    language = rng.choices(LANGUAGES, LANGUAGE_SHARES)[0]
    level = rng.choices(LEVELS, style.level_shares)[0]
    count, width = _extent(rng)
    if texts.stories and rng.random() < style.stories:
        lines = texts.stories.lines(rng, language, count, width)
    else:
        lines = texts.usual.lines(rng, language, count, width, style.letters, style.dashes)
    lines = [line for line in lines if line.strip()]
    if style.typed and rng.random() < style.typed and faces is known.usual:
        faces = typewriter_faces(faces)
    if style.capitals and rng.random() < (0.25 if faces is known.hands else style.capitals):
        lines = [line.upper() for line in lines[: rng.randint(1, 3)] if "ß" not in line] or lines
    printed = lines
    if style.tabs and rng.random() < style.tabs:
        printed = [LIST_MARK.sub(rf"\1{' ' * rng.randint(2, 7)}", line) for line in lines]
    face = faces[rng.randrange(len(faces))]
    if faces is known.hands and not all(writes(face, c) for c in set("".join(lines))):
        return draw(rng, texts, known, style)
    region = draw_region(rng, printed, face, level, style, truth=lines)
    region.language = language
    return region


def _extent(rng: random.Random) -> tuple[int, int]:
    """Lines of a region and characters of a line."""
    share = rng.random()
    count = 1 if share < 0.22 else rng.randint(2, 4) if share < 0.72 else rng.randint(5, 10) if share < 0.98 else rng.randint(11, 40)
    return count, rng.randint(10, 34) if rng.random() < 0.4 else rng.randint(30, 72)


def draw_old(rng: random.Random, texts: Texts, faces: list[str], style: Style) -> Region:
    language = "de" if style.german and rng.random() < style.german else rng.choices(LANGUAGES, OLD_SHARES)[0]
    level = rng.choices(LEVELS, style.level_shares)[0]
    count, width = _extent(rng)
    if rng.random() < 0.2:
        lines = texts.usual.lines(rng, language, count, width, letters=True)
    else:
        source = texts.stories if texts.stories and rng.random() < style.stories else texts.usual
        text = source.passage(rng, language, count * width)
        # Much of the old spelling would teach the decoder to write it.
        if not texts.stories or rng.random() < style.archaic:
            text = old_print.archaic(rng, language, text)
        text = old_print.strew(rng, texts.usual, language, text) if rng.random() < 0.5 else text
        lines = wrap(text, width, hyphenate=rng.random() < 0.6, rng=rng)[:count]
    lines = [line for line in lines if line.strip()]
    face = old_print.choose_face(rng, faces, "".join(lines), language, style.broken)
    if not face:
        return draw_old(rng, texts, faces, style)
    printed = [old_print.as_printed(rng, line, face, language, composed=style.german > 0) for line in lines]
    region = draw_region(rng, printed, face, level, style, truth=lines)
    region.language = language
    return region


def build_shard(seed: int, lines: int, texts: Texts, faces: Faces, encoder: Encoder, vocabulary: Vocabulary, style: Style):
    rng = random.Random(seed)
    regions: list[Region] = []
    while sum(len(r.lines) for r in regions) < lines:
        regions.append(draw(rng, texts, faces, style))
    crops = [c for r in regions for c in r.crops]
    encoded = iter(encoder(crops))
    built: list[tuple[Prior, list[int], dict]] = []
    for region in regions:
        prior = prior_of([next(encoded) for _ in region.crops], region.boxes, vocabulary)
        target = vocabulary.encode("\n".join(region.lines)) + [END]
        # Regions that fell apart altogether teach nothing.
        if Levenshtein.normalized_distance(prior.ids.tolist(), target) > style.longest_error:
            continue
        built.append((prior, target, {"language": region.language, "level": region.level, "font": region.font, "lines": len(region.lines)}))
    return built


def save_shard(path: Path, regions: list[tuple[Prior, list[int], dict]], about: dict) -> None:
    """`<path>.npz` with all arrays and `.json` with what is known of each region, which `load_shard` reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    meta = [info | {"prior": len(prior.ids), "target": len(target)} for prior, target, info in regions]
    path.with_suffix(".json").write_text(json.dumps(about | {"regions": meta}))
    arrays = {name: np.concatenate([getattr(prior, name).astype(kind) for prior, _, _ in regions]) for name, kind in STORED.items()}
    temporary = path.with_suffix(".tmp.npz")
    np.savez(temporary, **arrays, target=np.concatenate([np.asarray(target, "u2") for _, target, _ in regions]))
    temporary.rename(path)


def write_shard(cache: Path, split: str, number: int, lines: int, texts: Texts, faces: Faces, encoder: Encoder, vocabulary: Vocabulary,
                version: int = DATA_VERSION) -> None:
    path = cache / split / f"shard-{number:04}.npz"
    if path.exists():
        return
    started = time.time()
    seed = version * 10**7 + SEEDS[split] * 10**6 + number
    regions = build_shard(seed, lines, texts, faces, encoder, vocabulary, STYLES[version])
    save_shard(path, regions, {"encoder": encoder.sha256, "data_version": version})
    ids = sum(len(target) for _, target, _ in regions)
    print(path.name, len(regions), "regions", ids, "ids", f"{time.time() - started:.1f} s", flush=True)


def load_shard(path: Path) -> list[tuple[Prior, np.ndarray, dict]]:
    with np.load(path) as data:
        arrays = {name: data[name] for name in data.files}
    meta = json.loads(path.with_suffix(".json").read_text())["regions"]
    result, at, to = [], 0, 0
    for region in meta:
        n, m = region["prior"], region["target"]
        prior = Prior(**{name: arrays[name][at : at + n] for name in STORED})
        # Shards from before there were tables have half of the evidence.
        prior.evidence = np.pad(prior.evidence, ((0, 0), (0, EVIDENCE - prior.evidence.shape[1])))
        result.append((prior, arrays["target"][to : to + m].astype(np.int64), region))
        at, to = at + n, to + m
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("--split", default="train", choices=SEEDS)
    parser.add_argument("--shards", default="0:1", help="first:end[:step]")
    parser.add_argument("--lines", type=int, default=600)
    parser.add_argument("--version", type=int, default=DATA_VERSION, choices=STYLES)
    parser.add_argument("--encoder", type=Path, default=RECOGNISER / "model.onnx")
    options = parser.parse_args()
    vocabulary, encoder = Vocabulary(), Encoder(options.encoder)
    texts, faces = Texts.of(options.cache, options.split, STYLES[options.version]), Faces.of(options.cache, options.split, STYLES[options.version])
    for number in range(*map(int, options.shards.split(":"))):
        write_shard(options.cache, options.split, number, options.lines, texts, faces, encoder, vocabulary, options.version)


if __name__ == "__main__":
    main()
