"""Joint training (SPEC, paper's objective): `python -m workshop.nano.train <cache> --minutes 60`. Resumes by itself.

Streams [prompt | clean | noised A | noised B]; causal loss on the clean one, block denoising on the others. A share of
the batches has the clean stream only (it fits more text into a minute; on text the prior drafts anyway).
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
from safetensors.torch import load_file

from .decode import free_run, text_of
from .generate import DATA_VERSION, load_shard
from .model import Configuration, Nano
from .rows import Region, pack, training_rows
from .vocabulary import Vocabulary
from .words import shipped, word_flags


@dataclass
class Settings:
    seed: int = 1
    learning_rate: float = 1.5e-3
    warm_up: int = 80
    # The rate falls linearly to nothing over the last part of the planned minutes.
    decay_share: float = 0.35
    rows_per_step: int = 3500
    noised_share: float = 0.3
    # 0 and a share of 1 above: no causal loss (ablation).
    causal_weight: float = 1.0
    diffusion_weight: float = 1.0
    # Whether blocks of the noised streams begin anywhere, or always at multiples of the block (ablation).
    phase_jitter: bool = True
    # Weight of rows where y⁰ is wrong, for the first steps and afterwards.
    early_error_weight: float = 1.5
    early_steps: int = 600
    weight_decay: float = 0.02
    development_regions: int = 120
    development_tables: int = 16
    development_longest: int = 420
    seconds_between_measures: float = 480
    longest: int = 1400
    longest_noised: int = 900
    # How often a table comes in a pass over the data; regions of text come once.
    table_repeats: int = 2
    # Tables in whose truth the anchor is astray more often than this teach the wrong places.
    most_astray: float = 0.45


def load_regions(folder: Path, known: set[str], limit: int | None = None, words: bool = True) -> list[Region]:
    """With what the lexicon says of their words, which training does not need."""
    vocabulary = Vocabulary()
    regions = []
    for path in sorted([*folder.glob("shard-????.npz"), *folder.glob("table-????.npz")]):
        if path.name in known:
            continue
        known.add(path.name)
        for prior, target, info in load_shard(path):
            if prior.length:
                said = word_flags(prior, shipped(), vocabulary) if words else None
                regions.append(Region(prior, target, info, info.get("task", "text"), said))
    return regions[:limit]


class Sampler:
    """Batches of regions of similar length, each region about equally often; takes up new shards as they appear."""

    def __init__(self, folder: Path, settings: Settings):
        self.folder, self.settings = folder, settings
        self.known: set[str] = set()
        self.regions: list[Region] = []
        self.order: list[list[int]] = []
        self.passes = -1
        self.refresh()

    def refresh(self, rng: np.random.Generator | None = None) -> None:
        """Takes up new shards; with `rng` in the pass that runs, or else the next."""
        first = len(self.regions)
        self.regions += [r for r in load_regions(self.folder, self.known, words=False) if self._teaches(r)]
        if rng is not None and len(self.regions) > first:
            self._add(range(first, len(self.regions)), rng)

    def _teaches(self, region: Region) -> bool:
        if len(region.y) + len(region.target) > self.settings.longest:
            return False
        return region.task != "table" or region.astray() <= self.settings.most_astray

    def _add(self, members: range, rng: np.random.Generator) -> None:
        tables = [i for i in members if self.regions[i].task == "table"]
        self._group([i for i in members if self.regions[i].task != "table"], rng)
        self._group(tables * self.settings.table_repeats, rng)
        rng.shuffle(self.order)

    def _group(self, members: list[int], rng: np.random.Generator) -> None:
        if not members:
            return
        lengths = np.asarray([len(r.y) + len(r.target) for r in self.regions])
        of = lengths[members] * rng.uniform(0.85, 1.15, len(members))
        group: list[int] = []
        for index in np.asarray(members)[np.argsort(of)]:
            if group and max(lengths[index], lengths[group].max()) * (len(group) + 1) > self.settings.rows_per_step:
                self.order.append(group)
                group = []
            group.append(int(index))
        self.order.append(group)

    def next(self, rng: np.random.Generator) -> tuple[list[Region], bool]:
        if not self.order:
            self.refresh()
            self.passes += 1
            self._add(range(len(self.regions)), rng)
        group = self.order.pop()
        longest = max(len(self.regions[i].y) + len(self.regions[i].target) for i in group)
        noised = longest <= self.settings.longest_noised and rng.random() < self.settings.noised_share
        if noised and len(group) > 1:
            # Three streams instead of one.
            rng.shuffle(group)
            self.order.insert(int(rng.integers(len(self.order) + 1)), group[len(group) // 2 :])
            group = group[: len(group) // 2]
        return [self.regions[i] for i in group], noised


def has_fast_bfloat16() -> bool:
    """Elsewhere bfloat16 is emulated, many times slower than float32."""
    return torch.cpu._is_avx512_bf16_supported()


def groups_of(model: Nano, settings: Settings) -> list[torch.optim.Optimizer]:
    matrices, others, heads, small = [], [], [], []
    for name, parameter in model.named_parameters():
        if name.startswith("model.layers") and parameter.dim() == 2:
            matrices.append(parameter)
        elif name == "nano.head.weight":
            heads.append(parameter)
        elif "gates" in name or name.endswith("bias"):
            small.append(parameter)
        else:
            others.append(parameter)
    rate = settings.learning_rate
    adam = torch.optim.AdamW(
        [{"params": others, "lr": rate}, {"params": heads, "lr": 0.3 * rate}, {"params": small, "lr": 0.05 * rate}],
        lr=rate, betas=(0.9, 0.98), weight_decay=0.0)
    muon = torch.optim.Muon(matrices, lr=rate, weight_decay=settings.weight_decay, adjust_lr_fn="match_rms_adamw")
    optimizers = [adam, muon]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers


def errors(model, regions: list[Region], vocabulary: Vocabulary) -> dict[str, float]:
    """Free-running character error of the model and of y⁰, in per cent."""
    runs = free_run(model, regions, vocabulary)
    wrong = prior_wrong = total = 0
    for run in runs:
        truth = vocabulary.decode(run.region.target[:-1])
        wrong += Levenshtein.distance(text_of(run, vocabulary), truth)
        prior_wrong += Levenshtein.distance(vocabulary.decode(run.region.y[:-1]), truth)
        total += len(truth)
    rounds = sum(r.rounds for r in runs) / max(1, len(runs))
    return {"model": 100 * wrong / max(1, total), "prior": 100 * prior_wrong / max(1, total), "rounds": rounds}


def development_regions(folder: Path, settings: Settings) -> dict[str, list[Region]]:
    regions = load_regions(folder, set())
    text = [r for r in regions if r.task == "text" and len(r.y) <= settings.development_longest]
    tables = [r for r in regions if r.task == "table"]
    # Of every version of the data.
    step = max(1, len(text) // settings.development_regions)
    return {"text": text[::step][: settings.development_regions], "table": tables[: settings.development_tables]}


def save(path: Path, model, optimizers, progress: dict) -> None:
    temporary = path.with_suffix(".tmp")
    torch.save({"model": model.state_dict(), "optimizers": [o.state_dict() for o in optimizers], "progress": progress}, temporary)
    temporary.rename(path)


def restore(folder: Path, start: Path | None, model, optimizers) -> dict | None:
    """Progress of the run in `folder`, else of the committed checkpoint `start` (weights only)."""
    if (folder / "last.pt").exists():
        stored = torch.load(folder / "last.pt")
        model.load_state_dict(stored["model"])
        for optimizer, state in zip(optimizers, stored["optimizers"]):
            optimizer.load_state_dict(state)
        return stored["progress"]
    if start and start.exists():
        tensors = {k: v.float() for k, v in load_file(str(start / "weights.safetensors")).items()}
        # Weights from before there were tables: the evidence added since counts nothing at first.
        prior = tensors["nano.prior.weight"]
        tensors["nano.prior.weight"] = F.pad(prior, (0, model.nano.prior.in_features - prior.shape[1]))
        model.load_state_dict(tensors, strict=False)
        return json.loads((start / "progress.json").read_text())
    return None


def train(cache: Path, run: str, config: dict, minutes: float, steps: int = 10**9, start: Path | None = None) -> Path:
    """Trains for so many minutes or steps of this call; returns the run's folder with `last.pt` and `best.pt`."""
    settings = Settings(**config.get("training", {}))
    folder = cache / run
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    vocabulary = Vocabulary()
    shape = Configuration(**config.get("model", {}))
    model = Nano(shape)
    model.training_precision = has_fast_bfloat16()
    optimizers = groups_of(model, settings)
    sampler = Sampler(cache / "train", settings)
    development = development_regions(cache / "development", settings)
    progress = restore(folder, start, model, optimizers) or {"step": 0, "seconds": 0.0, "best": 1e9, "curve": [], "development": []}
    progress |= {"data_version": DATA_VERSION, "settings": asdict(settings), "model": shape.dictionary()}
    rng = np.random.default_rng(settings.seed + progress["step"])
    print(sum(p.numel() for p in model.parameters()), "parameters;", len(sampler.regions), "regions;", {k: len(v) for k, v in development.items()}, "for development", flush=True)
    first, before, started, evaluated = progress["step"], progress["seconds"], time.time(), 0.0
    ran, sums, measured = 0.0, np.zeros(6), time.time()
    while ran < minutes * 60 and progress["step"] - first < steps:
        since = progress["step"] - first
        left = 1 - max(ran / (minutes * 60), since / steps)
        scale = min(1.0, (since + 1) / settings.warm_up, max(0.02, left / settings.decay_share))
        sums += train_step(model, optimizers, sampler, rng, vocabulary, settings, progress["step"], scale)
        progress["step"] += 1
        ran = time.time() - started
        progress["seconds"] = before + ran
        if progress["step"] % 50 == 0:
            mean = sums[:5] / (50, max(1, sums[2]), 1, 50, 50)
            rate = sums[5] / (time.time() - measured)
            print(f"step {progress['step']} {ran:.0f} s pass {sampler.passes} causal {mean[0]:.4f} diffusion {mean[1]:.4f} "
                  f"right {100 * mean[3]:.2f} copy {100 * mean[4]:.2f} rows/s {rate:.0f}", flush=True)
            progress["curve"].append([progress["step"], round(progress["seconds"]), *np.round(mean, 5).tolist()])
            sums, measured = np.zeros(6), time.time()
        ended = ran >= minutes * 60 or progress["step"] - first >= steps
        if ran - evaluated > settings.seconds_between_measures or ended:
            by_task = {task: errors(model, some, vocabulary) for task, some in development.items() if some}
            found = by_task.get("text") or by_task["table"]
            progress["development"].append([progress["step"], round(progress["seconds"]), by_task])
            print("development", by_task, flush=True)
            progress["shards"] = sorted(sampler.known)
            save(folder / "last.pt", model, optimizers, progress)
            if found["model"] < progress["best"]:
                progress["best"] = found["model"]
                save(folder / "best.pt", model, optimizers, progress)
            sampler.refresh(rng)
            evaluated, measured = time.time() - started, time.time()
    return folder


def train_step(model, optimizers, sampler, rng, vocabulary, settings: Settings, step: int, scale: float) -> np.ndarray:
    """Causal loss, diffusion loss, 1 if there was one, share of right rows, the same of plain copying, rows."""
    regions, noised = sampler.next(rng)
    weight = settings.early_error_weight if step < settings.early_steps else 1.0
    rows = [training_rows(r, r.states(), rng, noised, weight, settings.phase_jitter) for r in regions]
    batch = pack(regions, rows, vocabulary.core, guarded=False)
    with torch.autocast("cpu", torch.bfloat16, enabled=model.training_precision):
        logits = model(batch)
    losses = F.cross_entropy(logits, batch.targets, reduction="none") * batch.row_weights
    causal = loss = losses[~batch.noised].mean()
    diffusion = losses[batch.noised].mean() if batch.noised.any() else None
    if diffusion is not None:
        weights = settings.causal_weight, settings.diffusion_weight
        loss = (weights[0] * causal + weights[1] * diffusion) / sum(weights)
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"] * scale
        optimizer.zero_grad(set_to_none=True)
    loss.backward()
    # The head starts at zero and its gradient is large at first: clipped apart.
    head = model.nano.head.weight
    torch.nn.utils.clip_grad_norm_([head], 1.0)
    torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p is not head], 1.0)
    for optimizer in optimizers:
        optimizer.step()
    clean = ~batch.noised
    right = (logits.detach().argmax(1) == batch.targets)[clean].float().mean()
    copied = (batch.columns[clean, 0] == batch.targets[clean]).float().mean()
    known = diffusion is not None
    return np.asarray([causal.item(), diffusion.item() if known else 0.0, known, right.item(), copied.item(), batch.is_prompt.numel()])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--run", default="nano-1")
    parser.add_argument("--config", type=Path, default=Path(__file__).parent / "configs/nano.json")
    parser.add_argument("--start", type=Path, help="folder of a committed checkpoint")
    options = parser.parse_args()
    train(options.cache, options.run, json.loads(options.config.read_text()), options.minutes, start=options.start)


if __name__ == "__main__":
    main()
