"""The whole chain in its tiny configuration: `python -m workshop.nano.chain <empty folder>`, a minute on one core.

Tables are read by the engine, so Node and the repository's packages are needed. Texts are the repository's own, fonts whatever the machine has; the result, `<folder>/model`, is a model folder that
reads like any other (its weights say nothing about quality), and `<folder>/report.json` has the measured figures.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

from .corpus import LANGUAGES, Corpus
from .encode import Encoder
from .evaluate import counts, rates
from .decode import free_run
from .export import load, rounded, write_folder, write_manifest
from .generate import Faces, Texts, write_shard
from .grpo import draw_readings, optimise
from .render import fonts
from .rows import Region
from .table_content import make
from .table_ids import table_counts, table_rates
from .tables import draw_shard, pack_shard
from .train import load_regions, train
from .vocabulary import ROOT, Vocabulary


def own_texts(vocabulary: Vocabulary) -> dict:
    known = {vocabulary.texts[i] for i in vocabulary.core}
    text = "\n\n".join((ROOT / name).read_text(encoding="utf8") for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"))
    paragraphs = [" ".join("".join(c if c in known else " " for c in p).split()) for p in text.split("\n\n")]
    paragraphs = [p for p in paragraphs if len(p) > 40]
    words = sorted({w for p in paragraphs for w in p.split() if w.isalpha()})
    return {language: paragraphs for language in LANGUAGES} | {f"{language} words": words for language in LANGUAGES}


def check_tables(corpus: Corpus, core: set[str], count: int = 400) -> None:
    """What is a row, a column or empty can be seen in made-up tables."""
    for seed in range(count):
        table = make(random.Random(seed), corpus, LANGUAGES[seed % len(LANGUAGES)], core)
        assert {cell.row for cell in table.cells} == set(range(table.rows)), f"a row without a cell of its own: {seed}"
        if table.ruled or table.style == "horizontal":
            continue
        texts = {cell.column for cell in table.cells if cell.text and cell.colspan == 1}
        assert texts == set(range(table.columns)), f"a column without text: {seed}"
        assert all(cell.text or cell.row == 0 for cell in table.cells if cell.header), f"an empty header cell that nothing shows: {seed}"


def own_tables(folder: Path, faces: list[str], vocabulary: Vocabulary) -> None:
    core = {vocabulary.texts[i] for i in vocabulary.core}
    for seed, (split, count) in enumerate({"train": 6, "development": 2, "test": 2}.items()):
        drawn = folder / "tables-drawn" / split / "0000"
        draw_shard(drawn, 1000 * seed, count, Corpus(folder, split), faces, core)
        subprocess.run(["node", "scripts/run-ts.mjs", "workshop/nano/read-tables.ts", str(drawn)], cwd=ROOT, check=True)
        pack_shard(drawn, folder / split / "table-0000.npz", vocabulary, "drawn")


def check_readings(model, regions: list[Region], vocabulary: Vocabulary) -> None:
    """What is drawn for GRPO: without noise plain decoding, and with drafts what is drawn without."""
    for task in ("text", "table"):
        some = [r for r in regions if r.task == task][:3]
        plain = [r.ids for r in free_run(model, some, vocabulary)]
        if [r.ids for r in draw_readings(model, some, vocabulary, 1e-6, seed=1)] != plain:
            sys.exit(f"Readings of {task} drawn without noise are not those of plain decoding.")
        drawn = [[r.ids for r in draw_readings(model, some, vocabulary, 1.0, seed=2, drafted=drafted)] for drafted in (True, False)]
        if drawn[0] != drawn[1]:
            sys.exit(f"Readings of {task} drawn with drafts are not those drawn without.")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary, encoder = Vocabulary(), Encoder()
    texts = own_texts(vocabulary)
    (folder / "texts.json").write_text(json.dumps({split: texts for split in ("train", "development", "test")}))
    faces = fonts("train") or fonts("test") or fonts("development")
    if not faces:
        sys.exit("No font with Latin letters is installed (fc-list found none).")
    for split, lines in (("train", 40), ("development", 8), ("test", 8)):
        write_shard(folder, split, 0, lines, Texts(Corpus(folder, split), None), Faces(faces, [], []), encoder, vocabulary)
    check_tables(Corpus(folder, "train"), {vocabulary.texts[i] for i in vocabulary.core})
    own_tables(folder, faces, vocabulary)
    config = json.loads((Path(__file__).parent / "configs/tiny.json").read_text())
    run = train(folder, "run", config, minutes=5, steps=12)
    model, progress = load(run / "last.pt")
    check_readings(model, load_regions(folder / "development", set()), vocabulary)
    optimise(folder, "rewarded", *load(run / "last.pt"), config, minutes=5, steps=2)
    write_folder(model, folder / "model", vocabulary, {k: progress[k] for k in ("step", "data_version", "settings", "shards")})
    write_manifest(folder / "model", "tiny")
    runs = free_run(rounded(model), load_regions(folder / "test", set()), vocabulary)
    text, tables = ([r for r in runs if r.region.task == task] for task in ("text", "table"))
    report = {"step": progress["step"], "losses": [progress["development"][-1]], "test": rates(counts(text, vocabulary)),
              "tables": table_rates([table_counts(r.ids, r.region.target) for r in tables])}
    (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report))


if __name__ == "__main__":
    main()
