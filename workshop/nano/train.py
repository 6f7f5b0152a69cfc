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

from .decode import free_run, text_of
from .generate import DATA_VERSION, load_shard
from .model import Configuration, Nano
from .rows import Region, pack, training_rows
from .vocabulary import Vocabulary


@dataclass
class Settings:
    seed: int = 1
    learning_rate: float = 1.5e-3
    warm_up: int = 80
    # The rate falls linearly to nothing over the last part of the planned minutes.
    decay_share: float = 0.35
    rows_per_step: int = 5000
    noised_share: float = 0.3
    diffusion_weight: float = 1.0
    # Weight of rows where y⁰ is wrong, for the first steps and afterwards.
    early_error_weight: float = 1.5
    early_steps: int = 600
    weight_decay: float = 0.02
    development_regions: int = 200
    longest: int = 1400
    longest_noised: int = 500


def load_regions(folder: Path, known: set[str], limit: int | None = None) -> list[Region]:
    regions = []
    for path in sorted(folder.glob("shard-????.npz")):
        if path.name in known:
            continue
        known.add(path.name)
        regions += [Region(p, t, i) for p, t, i in load_shard(path) if p.length]
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

    def refresh(self) -> None:
        self.regions += [r for r in load_regions(self.folder, self.known) if len(r.y) + len(r.target) <= self.settings.longest]

    def next(self, rng: np.random.Generator) -> tuple[list[Region], bool]:
        if not self.order:
            self.refresh()
            self.passes += 1
            lengths = np.asarray([len(r.y) + len(r.target) for r in self.regions])
            order = np.argsort(lengths * rng.uniform(0.85, 1.15, len(lengths)))
            group: list[int] = []
            for index in order:
                if group and max(lengths[index], lengths[group].max()) * (len(group) + 1) > self.settings.rows_per_step:
                    self.order.append(group)
                    group = []
                group.append(int(index))
            self.order.append(group)
            rng.shuffle(self.order)
        group = self.order.pop()
        longest = max(len(self.regions[i].y) + len(self.regions[i].target) for i in group)
        noised = longest <= self.settings.longest_noised and rng.random() < self.settings.noised_share
        if noised and len(group) > 1:
            # Three streams instead of one.
            rng.shuffle(group)
            self.order.insert(int(rng.integers(len(self.order) + 1)), group[len(group) // 2 :])
            group = group[: len(group) // 2]
        return [self.regions[i] for i in group], noised


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
    return {"model": 100 * wrong / total, "prior": 100 * prior_wrong / total, "rounds": sum(r.rounds for r in runs) / len(runs)}


def save(path: Path, model, optimizers, progress: dict) -> None:
    temporary = path.with_suffix(".tmp")
    torch.save({"model": model.state_dict(), "optimizers": [o.state_dict() for o in optimizers], "progress": progress}, temporary)
    temporary.rename(path)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--run", default="nano-1")
    parser.add_argument("--config", type=Path, help="JSON with `model` and `training`")
    options = parser.parse_args()
    config = json.loads(options.config.read_text()) if options.config else {}
    settings = Settings(**config.get("training", {}))
    folder = options.cache / options.run
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    rng = np.random.default_rng(settings.seed)
    vocabulary = Vocabulary()
    model = Nano(Configuration(**config.get("model", {})))
    model.training_precision = True
    optimizers = groups_of(model, settings)
    sampler = Sampler(options.cache / "train", settings)
    development = load_regions(options.cache / "development", set(), settings.development_regions)
    progress = {"step": 0, "seconds": 0.0, "best": 1e9, "data_version": DATA_VERSION, "settings": asdict(settings), "curve": []}
    checkpoint = folder / "last.pt"
    if checkpoint.exists():
        stored = torch.load(checkpoint)
        model.load_state_dict(stored["model"])
        for optimizer, state in zip(optimizers, stored["optimizers"]):
            optimizer.load_state_dict(state)
        progress = stored["progress"]
        rng = np.random.default_rng(settings.seed + progress["step"])
    print(sum(p.numel() for p in model.parameters()), "parameters;", len(sampler.regions), "regions;", len(development), "for development", flush=True)
    started, before, ran, sums, measured = time.time(), progress["seconds"], 0.0, np.zeros(6), time.time()
    while ran < options.minutes * 60:
        regions, noised = sampler.next(rng)
        step = progress["step"]
        weight = settings.early_error_weight if step < settings.early_steps else 1.0
        rows = [training_rows(r, r.states(), rng, noised, weight) for r in regions]
        batch = pack(regions, rows, vocabulary.core, guarded=False)
        with torch.autocast("cpu", torch.bfloat16):
            logits = model(batch)
        losses = F.cross_entropy(logits, batch.targets, reduction="none") * batch.row_weights
        causal = losses[~batch.noised].mean()
        loss = causal
        if noised and batch.noised.any():
            loss = (causal + settings.diffusion_weight * losses[batch.noised].mean()) / (1 + settings.diffusion_weight)
        planned = (before + options.minutes * 60) * settings.decay_share
        left = options.minutes * 60 - ran
        scale = min(1.0, (step + 1) / settings.warm_up, max(0.02, left / planned))
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["initial_lr"] * scale
            optimizer.zero_grad(set_to_none=True)
        loss.backward()
        head = [model.nano.head.weight]
        torch.nn.utils.clip_grad_norm_(head, 1.0)
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p is not head[0]], 1.0)
        for optimizer in optimizers:
            optimizer.step()
        with torch.no_grad():
            clean = ~batch.noised
            right = (logits.argmax(1) == batch.targets)[clean].float().mean()
            copied = (batch.columns[clean, 0] == batch.targets[clean]).float().mean()
        sums += (causal.item(), float(losses[batch.noised].mean()) if batch.noised.any() else 0.0, batch.noised.any().item(), right.item(), copied.item(), batch.is_prompt.numel())
        progress["step"] = step + 1
        ran = time.time() - started
        progress["seconds"] = before + ran
        if (step + 1) % 50 == 0:
            print(f"step {step + 1} {ran:.0f} s pass {sampler.passes} causal {sums[0] / 50:.4f} diffusion {sums[1] / max(1, sums[2]):.4f} "
                  f"right {100 * sums[3] / 50:.2f} copy {100 * sums[4] / 50:.2f} rows/s {sums[5] / (time.time() - measured):.0f}", flush=True)
            progress["curve"].append([step + 1, round(progress["seconds"]), *np.round(sums[:5] / (50, max(1, sums[2]), 1, 50, 50), 5).tolist()])
            sums, measured = np.zeros(6), time.time()
        if ran - progress.get("evaluated", -1e9) > 300 or ran >= options.minutes * 60:
            progress["evaluated"] = ran
            found = errors(model, development, vocabulary) if development else {}
            progress.setdefault("development", []).append([step + 1, round(progress["seconds"]), found])
            print("development", found, flush=True)
            save(checkpoint, model, optimizers, progress)
            if found and found["model"] < progress["best"]:
                progress["best"] = found["model"]
                save(folder / "best.pt", model, optimizers, progress)
            sampler.refresh()
            measured = time.time()
    progress["evaluated"] = -1e9
    save(checkpoint, model, optimizers, progress)


if __name__ == "__main__":
    main()
