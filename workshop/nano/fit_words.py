"""What the lexicon's word is worth (`rows.WORD_MARGINS`): `python -m workshop.nano.fit_words <cache> --shards shard-0001 …`.

The logits of the trained weights before every id of development regions, no margins given, stay as they are; fitted is
what slots get by kind and flag (`words.WordFlags`), by maximum likelihood with a small L2. The lexicon knows nothing of
development texts.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from .generate import load_shard
from .make_fixtures import trained_model
from .rows import Region, clean_rows, pack
from .vocabulary import SLOTS, Vocabulary
from .words import shipped, word_flags

NEVER = -1e9
LONGEST = 700


@torch.no_grad()
def rows_of(model, regions: list[Region], core: list[int]) -> list[torch.Tensor]:
    """Of every row with a flag: logits of the slots and, last, of all else together [rows, 10]; which of them is true;
    kinds [rows]; flags [rows, 9]."""
    batches = []
    for at in range(0, len(regions), 6):
        group = regions[at : at + 6]
        states = [r.states() for r in group]
        rows = [clean_rows(r, r.target[:-1].tolist(), s) for r, s in zip(group, states)]
        for r, w in zip(group, rows):
            w.targets = r.target.copy()
        batch = pack(group, rows, core, guarded=False)
        logits = model(batch).float()
        void = batch.columns == 0
        slots = logits.gather(1, batch.columns).masked_fill(void, NEVER)
        rest = logits.scatter(1, batch.columns, NEVER).logsumexp(1, keepdim=True)
        is_target = (batch.columns == batch.targets[:, None]) & ~void
        true = torch.where(is_target.any(1), is_target.float().argmax(1), SLOTS)
        places = [[state.p for state in s] for s in states]
        kinds = torch.from_numpy(np.concatenate([r.words.kinds[p] for r, p in zip(group, places)]))
        flags = torch.from_numpy(np.concatenate([r.words.flags[p] for r, p in zip(group, places)]))
        some = flags.any(1)
        batches.append((torch.cat((slots, rest), 1)[some], true[some], kinds[some], flags[some].float()))
    return [torch.cat(parts) for parts in zip(*batches)]


def fit(logits: torch.Tensor, true: torch.Tensor, kinds: torch.Tensor, flags: torch.Tensor) -> torch.Tensor:
    margins = torch.zeros(3, SLOTS, requires_grad=True)
    optimizer = torch.optim.LBFGS([margins], lr=0.5, max_iter=80, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        given = F.pad(margins[kinds] * flags, (0, 1))
        result = F.cross_entropy(logits + given, true) + 1e-5 * margins.square().sum()
        result.backward()
        return result

    before = loss().item()
    optimizer.step(loss)
    print(f"{len(true)} rows, loss {before:.5f} → {loss().item():.5f}")
    # What makes a known word never counts less for it.
    margins.detach()[:, 1:].clamp_(min=0)
    return margins.detach()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("--weights", type=Path, default=Path("assets/models/nano"))
    parser.add_argument("--shards", nargs="+", required=True, help="of the development split")
    options = parser.parse_args()
    vocabulary, model = Vocabulary(), trained_model(options.weights)
    model.eval()
    model.training_precision = False
    regions = []
    for name in options.shards:
        for prior, target, info in load_shard(options.cache / "development" / f"{name}.npz"):
            if 0 < prior.length < LONGEST:
                regions.append(Region(prior, target, info, words=word_flags(prior, shipped(), vocabulary)))
    regions.sort(key=lambda r: len(r.y))
    print(np.round(fit(*rows_of(model, regions, vocabulary.core)).numpy(), 2).tolist())


if __name__ == "__main__":
    main()
