"""Measures a checkpoint on test regions: `python -m workshop.nano.evaluate <checkpoint> <cache> --out <file.json>`.

Everything is free-running. Errors of model and y⁰ with and without spaces, by language and level; which edits are
right; what each drafter accepts under the same weights; and that drafts never change the ids.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Levenshtein

from .decode import Run, free_run, text_of
from .export import load, rounded
from .rows import Region
from .table_ids import table_counts, table_rates
from .train import load_regions
from .vocabulary import END, Vocabulary


def counts(runs: list[Run], vocabulary: Vocabulary) -> np.ndarray:
    """[region, 6]: errors of model and y⁰, and characters; the same without spaces."""
    rows = []
    for run in runs:
        truth = vocabulary.decode(run.region.target[:-1])
        ours, prior = text_of(run, vocabulary), vocabulary.decode(run.region.y[:-1])
        bare = ["".join(t.split()) for t in (ours, prior, truth)]
        rows.append([Levenshtein.distance(ours, truth), Levenshtein.distance(prior, truth), len(truth),
                     Levenshtein.distance(bare[0], bare[2]), Levenshtein.distance(bare[1], bare[2]), len(bare[2])])
    return np.asarray(rows, float)


def rates(table: np.ndarray) -> dict:
    s = table.sum(0)
    return {"regions": len(table), "nano": round(100 * s[0] / s[2], 3), "prior": round(100 * s[1] / s[2], 3), "ratio": round(s[0] / max(1, s[1]), 3),
            "nano_no_spaces": round(100 * s[3] / s[5], 3), "prior_no_spaces": round(100 * s[4] / s[5], 3),
            "ratio_no_spaces": round(s[3] / max(1, s[4]), 3)}


def interval(table: np.ndarray, seed: int = 1) -> list[float]:
    """95 % interval of the gain in points, regions drawn anew 2,000 times."""
    rng = np.random.default_rng(seed)
    gains = []
    for _ in range(2000):
        s = table[rng.integers(len(table), size=len(table))].sum(0)
        gains.append(100 * (s[1] - s[0]) / s[2])
    return np.round(np.percentile(gains, [2.5, 97.5]), 3).tolist()


def edits(runs: list[Run], vocabulary: Vocabulary) -> dict:
    """Edits of y⁰ that the model made, by whether they brought the region nearer to the truth; lines won and lost."""
    made = kept = fixed = broken = lines = right = prior_right = 0
    for run in runs:
        truth = vocabulary.decode(run.region.target[:-1])
        ours, prior = text_of(run, vocabulary), vocabulary.decode(run.region.y[:-1])
        changes = len(Levenshtein.editops(prior, ours))
        gain = Levenshtein.distance(prior, truth) - Levenshtein.distance(ours, truth)
        made += changes
        kept += (changes + gain) / 2
        if truth.count("\n") == ours.count("\n") == prior.count("\n"):
            for t, o, p in zip(truth.split("\n"), ours.split("\n"), prior.split("\n")):
                lines, right, prior_right = lines + 1, right + (o == t), prior_right + (p == t)
                fixed, broken = fixed + (o == t != p), broken + (p == t != o)
    return {"edits": made, "right_share": round(kept / max(1, made), 3), "lines": lines, "lines_right": right, "prior_lines_right": prior_right,
            "lines_fixed": fixed, "lines_broken": broken}


def speed(runs: list[Run]) -> dict:
    tokens, forwards = sum(len(r.ids) for r in runs), sum(r.forwards for r in runs)
    rounds, edited = sum(r.rounds for r in runs), sum(r.edited_rounds for r in runs)
    return {"tokens_per_forward": round(tokens / forwards, 2), "accepted_per_round": round(sum(r.accepted for r in runs) / rounds, 2),
            "rounds_with_edit": round(edited / rounds, 3), "accepted_in_them": round(sum(r.edited_accepted for r in runs) / max(1, edited), 2)}


def share_of_edits(runs: list[Run]) -> float:
    """Output ids that are not y⁰'s next token."""
    other = sum(sum(x != r.region.y[s.p] for x, s in zip(r.ids, r.states)) for r in runs)
    return round(other / sum(len(r.ids) for r in runs), 5)


def by(runs: list[Run], table: np.ndarray, key: str) -> dict:
    names = sorted({r.region.info[key] for r in runs})
    return {n: rates(table[[r.region.info[key] == n for r in runs]]) for n in names}


def evaluate_tables(model, tables: list[Region], vocabulary: Vocabulary) -> dict:
    """How right tables are, of the model and of y⁰; and what is accepted."""
    runs = free_run(model, tables, vocabulary)
    ours = [table_counts(r.ids, r.region.target) for r in runs]
    prior = [table_counts(r.region.y, r.region.target) for r in runs]
    result = {"nano": table_rates(ours), "prior": table_rates(prior), "share_of_output_edited": share_of_edits(runs), "default": speed(runs)}
    for key in ("level", "style"):
        for name in sorted({r.region.info[key] for r in runs}):
            mine = [i for i, r in enumerate(runs) if r.region.info[key] == name]
            result[f"{key} {name}"] = {"nano": table_rates([ours[i] for i in mine]), "prior": table_rates([prior[i] for i in mine])}
    blocks = free_run(model, tables[:40], vocabulary, "block-diffusion")
    result["block-diffusion"] = speed(blocks) | {"same_ids": sum(b.ids == r.ids for b, r in zip(blocks, runs)), "regions": len(blocks)}
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("cache", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--regions", type=int, default=400)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--drafted", type=int, default=120, help="regions for the drafters")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    vocabulary = Vocabulary()
    model, progress = load(options.checkpoint)
    rounded(model)
    loaded: list[Region] = load_regions(options.cache / options.split, set())
    regions = [r for r in loaded if r.task == "text"][: options.regions]
    runs = free_run(model, regions, vocabulary)
    table = counts(runs, vocabulary)
    result = {
        "checkpoint": {"step": progress["step"], "minutes": round(progress["seconds"] / 60, 1)}, "split": options.split,
        "all": rates(table), "gain_interval": interval(table), "language": by(runs, table, "language"), "level": by(runs, table, "level"),
        "edits": edits(runs, vocabulary), "share_of_output_edited": share_of_edits(runs),
        "unguarded": rates(counts(free_run(model, regions[:150], vocabulary, guarded=False), vocabulary)),
        "guarded_same": rates(table[:150]),
    }
    chosen = random.Random(1).sample(range(len(regions)), min(options.drafted, len(regions)))
    chosen = [i for i in chosen if len(regions[i].y) < 500]
    some, known = [regions[i] for i in chosen], [runs[i].ids for i in chosen]
    drafters = {}
    for name, limit in (("whole", 33), ("prior", 33), ("memo", 33), ("block-diffusion", 33)):
        drafted = free_run(model, some, vocabulary, name, limit)
        drafters[name] = speed(drafted) | {"same_ids": sum(r.ids == k for r, k in zip(drafted, known)), "regions": len(some)}
        drafters[name] |= {level: speed([r for r in drafted if r.region.info["level"] == level]) for level in ("clean", "mild", "hard")}
    short = [i for i in range(len(some)) if len(some[i].y) < 120][:20]
    plain = free_run(model, [some[i] for i in short], vocabulary, "none")
    drafters["none"] = {"same_ids": sum(r.ids == known[i] for r, i in zip(plain, short)), "regions": len(short)}
    result["drafters"] = drafters
    if tables := [r for r in loaded if r.task == "table"][: options.tables]:
        result["tables"] = evaluate_tables(model, tables, vocabulary)
    result["lost"] = [{"prior": vocabulary.decode(r.region.y[:-1]), "nano": text_of(r, vocabulary), "truth": vocabulary.decode(i for i in r.region.target if i != END)}
                      for r, row in zip(runs, table) if row[0] > row[1] + 1][:20]
    options.out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    print(json.dumps({k: result[k] for k in result if k != "lost"}, indent=1))


if __name__ == "__main__":
    main()
