"""Small trainings that differ in one thing: `python -m workshop.nano.ablate <cache> --steps 500 --out <file.json>`.

Each starts from nothing with the same data, seed and number of steps (of equally many rows); measured on the development regions: free-running error,
and what block diffusion and the prior draft accept. A stopped call goes on where it was.
"""

import argparse
import json
from pathlib import Path

from .decode import free_run
from .evaluate import counts, rates, speed
from .export import load
from .train import load_regions, train
from .vocabulary import Vocabulary

VARIANTS = {
    "joint": {},
    "causal loss only": {"noised_share": 0.0},
    "no causal loss": {"noised_share": 1.0, "causal_weight": 0.0},
    "no phase jitter": {"phase_jitter": False},
}
SHORT = {"learning_rate": 1.5e-3, "decay_share": 0.5, "early_steps": 200, "seconds_between_measures": 1e9}


def measure(checkpoint: Path, cache: Path, vocabulary: Vocabulary, longest: int) -> dict:
    model, progress = load(checkpoint)
    regions = [r for r in load_regions(cache / "development", set()) if len(r.y) <= longest]
    result = {"step": progress["step"], "seconds": round(progress["seconds"])}
    result |= rates(counts(free_run(model, regions, vocabulary), vocabulary))
    some = regions[::3]
    for block in (8, 16, 32):
        result[f"block diffusion {block}"] = speed(free_run(model, some, vocabulary, "block-diffusion", block + 1))
    result["prior draft"] = speed(free_run(model, some, vocabulary, "prior", 33))
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--longest", type=int, default=300, help="ids of y⁰ of a development region")
    parser.add_argument("--config", type=Path, default=Path(__file__).parent / "configs/nano.json")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    vocabulary = Vocabulary()
    config = json.loads(options.config.read_text())
    results = json.loads(options.out.read_text()) if options.out.exists() else {}
    for name, change in VARIANTS.items():
        if name in results:
            continue
        run = f"ablation-{name.replace(' ', '-')}"
        own = config | {"training": config.get("training", {}) | SHORT | change}
        folder = train(options.cache, run, own, minutes=1e6, steps=options.steps)
        results[name] = measure(folder / "last.pt", options.cache, vocabulary, options.longest) | {"settings": change}
        options.out.write_text(json.dumps(results, indent=1) + "\n")
        print(name, json.dumps(results[name]), flush=True)


if __name__ == "__main__":
    main()
