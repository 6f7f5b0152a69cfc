"""Policy optimisation of the causal path by groups of readings, GravityOCR's last stage (GRPO, Shao et al. 2024, arXiv
2402.03300): `python -m workshop.nano.grpo <cache> --start <checkpoint> --run nano-6-grpo --minutes 30`.

Of every region a group of readings is drawn from the decoder as it is shipped, margins and locks included; readings with
fewer errors than the group's mean become likelier. Readings are drawn by draft and verify as well: what a row says is
the best of its logits with noise (Gumbel) that belongs to the row, so that drafts change nothing. Each batch serves one
step, so that ratios are 1 and nothing is clipped; gains are not divided by the group's spread, nor by the length of the
reading (Liu et al. 2025, arXiv 2503.20783). There is no reference: `export --mean-with` holds the result to the start.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from rapidfuzz.distance import Levenshtein

from .decode import Run, commit, follow_prior, verify
from .generate import DATA_VERSION
from .model import Configuration, Nano
from .rows import Region, clean_rows, locked, pack, shortlist_of
from .train import development_regions, errors, has_fast_bfloat16, load_regions, restore, save
from .train import Settings as Training
from .vocabulary import Vocabulary


@dataclass
class Settings:
    seed: int = 1
    learning_rate: float = 5e-5
    warm_up: int = 10
    readings: int = 8
    regions_per_step: int = 12
    table_share: float = 0.1  # of the steps
    temperature: float = 1.0
    largest_gain: float = 3.0  # errors
    longest: int = 260
    longest_table: int = 420
    rows_per_batch: int = 20000
    seconds_between_measures: float = 420


@torch.no_grad()
def draw_readings(model, regions: list[Region], vocabulary: Vocabulary, temperature: float, seed: int, drafted: bool = True) -> list[Run]:
    """A reading of each of `regions`, which may repeat, by ancestral sampling; the same with drafts and without."""
    runs = [Run(r, locked(r, vocabulary)) for r in regions]
    shortlist = shortlist_of(regions, vocabulary.core, regions[0].task)
    noise: list[list[np.ndarray]] = [[] for _ in runs]
    active = list(range(len(runs)))
    while active:
        some = [runs[i] for i in active]
        drafts = [follow_prior(r, r.cap, memo=True)[: max(0, r.cap - len(r.ids) - 1)] if drafted else [] for r in some]

        def noisy(at: int, said: torch.Tensor) -> torch.Tensor:
            own, first = noise[active[at]], len(some[at].ids)
            while len(own) < first + len(said):
                own.append(np.random.default_rng((seed, active[at], len(own))).gumbel(size=len(shortlist)).astype(np.float32))
            return said.float() / temperature + torch.from_numpy(np.stack(own[first : first + len(said)]))

        for run, draft, best in zip(some, drafts, verify(model, some, drafts, vocabulary.core, True, shortlist, noisy)):
            commit(run, draft, best)
        active = [i for i in active if not runs[i].done]
    return runs


def step_of(model, regions: list[Region], vocabulary: Vocabulary, settings: Settings, rng: np.random.Generator) -> np.ndarray:
    """Adds the gradient of a batch; [readings, how many differ from their group's mean, errors, errors if all were the best of their groups]."""
    told = np.zeros(4)
    chunks: list[list[Region]] = [[]]
    for region in sorted(regions, key=lambda r: len(r.y)):
        if chunks[-1] and 2 * len(region.y) * settings.readings * (len(chunks[-1]) + 1) > settings.rows_per_batch:
            chunks.append([])
        chunks[-1].append(region)
    for chunk in chunks:
        repeated = [r for r in chunk for _ in range(settings.readings)]
        runs = draw_readings(model, repeated, vocabulary, settings.temperature, int(rng.integers(2**31)))
        # Errors in ids, of text as of tables; a row is a region's.
        wrong = np.asarray([Levenshtein.distance(r.ids, r.region.target.tolist()) for r in runs], float).reshape(len(chunk), -1)
        gained = np.clip(wrong.mean(1, keepdims=True) - wrong, -settings.largest_gain, settings.largest_gain).ravel()
        told += (len(runs), np.count_nonzero(gained), wrong.sum(), settings.readings * wrong.min(1).sum())
        counting = [i for i in range(len(runs)) if gained[i]]
        if not counting:
            continue
        rows = []
        for i in counting:
            rows.append(clean_rows(runs[i].region, runs[i].ids[:-1], runs[i].states[:-1]))
            rows[-1].targets = np.asarray(runs[i].ids)
        batch = pack([runs[i].region for i in counting], rows, vocabulary.core, True, [runs[i].lock for i in counting])
        with torch.autocast("cpu", torch.bfloat16, enabled=model.training_precision):
            logits = model(batch)
        unlikely = F.cross_entropy(logits.float() / settings.temperature, batch.targets, reduction="none")
        weights = torch.from_numpy(gained[counting].astype(np.float32))[batch.asked[0]]
        (unlikely * weights).sum().div(settings.readings * len(regions)).backward()
    return told


def optimise(cache: Path, run: str, model, before: dict, config: dict, minutes: float, steps: int = 10**9) -> Path:
    """Goes on from `model` and its progress; returns the run's folder with `last.pt`, of which `rewarded` is this part."""
    settings, measured_on = Settings(**config.get("grpo", {})), Training(**config.get("training", {}))
    folder = cache / run
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    rng, vocabulary = np.random.default_rng(settings.seed), Vocabulary()
    known = load_regions(cache / "train", set(), words=False)
    pools = {"text": [r for r in known if r.task == "text" and len(r.y) <= settings.longest],
             "table": [r for r in known if r.task == "table" and len(r.y) <= settings.longest_table and r.astray() <= measured_on.most_astray]}
    development = development_regions(cache / "development", measured_on)
    model.training_precision = has_fast_bfloat16()
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.learning_rate, betas=(0.9, 0.98), weight_decay=0.0)
    progress = {"step": 0, "seconds": 0.0, "data_version": DATA_VERSION, "settings": asdict(settings), "curve": [], "development": []}
    print({k: len(v) for k, v in pools.items()}, "regions", flush=True)
    started, measured, told = time.time(), -1e9, np.zeros(4)
    while True:
        ran = time.time() - started
        ended = ran >= minutes * 60 or progress["step"] >= steps
        if ended or ran - measured > settings.seconds_between_measures:
            by_task = {task: errors(model, some, vocabulary) for task, some in development.items() if some}
            progress["development"].append([progress["step"], round(ran), by_task])
            print("development", by_task, flush=True)
            save(folder / "last.pt", model, [optimizer], before | {"rewarded": progress})
            measured = time.time() - started
        if ended:
            return folder
        pool = pools["table"] if pools["table"] and rng.random() < settings.table_share else pools["text"]
        chosen = [pool[i] for i in rng.integers(len(pool), size=settings.regions_per_step)]
        for group in optimizer.param_groups:
            left = 1 - max(ran / (minutes * 60), progress["step"] / steps)
            group["lr"] = settings.learning_rate * min(1.0, (progress["step"] + 1) / settings.warm_up, max(0.05, 2 * left))
        optimizer.zero_grad(set_to_none=True)
        told += step_of(model, chosen, vocabulary, settings, rng)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        progress["step"] += 1
        progress["seconds"] = time.time() - started
        if progress["step"] % 10 == 0:
            row = [progress["step"], round(progress["seconds"]), *np.round(told[1:] / told[0], 3).tolist()]
            print(f"step {row[0]} {row[1]} s: {row[2]:.2f} of the readings count, {row[3]:.2f} errors, {row[4]:.2f} in the best of a group", flush=True)
            progress["curve"].append(row)
            told = np.zeros(4)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="folder of a checkpoint, as `export` writes it")
    parser.add_argument("--run", required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--config", type=Path, default=Path(__file__).parent / "configs/nano.json")
    options = parser.parse_args()
    before = json.loads((options.start / "progress.json").read_text())
    model = Nano(Configuration(**before.get("model", {})))
    restore(options.cache / options.run, options.start, model, [])
    optimise(options.cache, options.run, model, before, json.loads(options.config.read_text()), options.minutes)


if __name__ == "__main__":
    main()
