"""Free-running greedy decoding, many regions at a time: draft from y⁰, verify in one forward (SPEC §6). No cache: the
prompt runs again in every round, which batches well and gives what one-token steps give, but for near ties."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch

from .anchor import START, State, assume_copy, push
from .rows import BLOCK, Region, Rows, clean_rows, locked, pack
from .vocabulary import END, MASK, TASKS, Vocabulary


@dataclass
class Run:
    region: Region
    lock: np.ndarray
    ids: list[int] = field(default_factory=list)
    states: list[State] = field(default_factory=lambda: [START])
    memo: dict = field(default_factory=dict)
    rounds: int = 0
    forwards: int = 0
    drafted: int = 0
    accepted: int = 0
    # Rounds whose committed ids differ somewhere from y⁰, and what was accepted in them.
    edited_rounds: int = 0
    edited_accepted: int = 0
    done: bool = False
    # As guarded decoding does: the tag margin holds the tags of tables to y⁰'s.
    keeps_cells: bool = True

    def push(self, state: State, x: int) -> State:
        return push(self.region.y, state, x, self.keeps_cells)

    @property
    def cap(self) -> int:
        return 2 * len(self.region.y) + 64


def follow_prior(run: Run, limit: int, memo: bool) -> list[int]:
    """y⁰ from the anchor on, or what an earlier forward said at such a place; without `<end>`."""
    y, state, draft = run.region.y, run.states[-1], []
    last = run.ids[-1] if run.ids else -1
    while len(draft) < limit:
        x = (run.memo.get((state.p, state.op, last)) if memo else None) or y[state.p]
        if x == END:
            break
        draft.append(x)
        state, last = run.push(state, x), x
    return draft


@torch.no_grad()
def verify(model, runs: list[Run], drafts: list[list[int]], core, guarded: bool, shortlist: np.ndarray | None = None,
           adjust: Callable[[int, torch.Tensor], torch.Tensor] | None = None) -> list[list[int]]:
    """Best ids of the rows [last committed, draft…] of each run; `adjust` may alter the logits of the run of a number."""
    rows, walks = [], []
    for run, draft in zip(runs, drafts):
        walked = list(run.states)
        for x in draft:
            walked.append(run.push(walked[-1], x))
        walks.append(walked)
        rows.append(clean_rows(run.region, run.ids + draft, walked))
        rows[-1].targets[len(run.ids) :] = 0
    batch = pack([r.region for r in runs], rows, core, guarded, [r.lock for r in runs], shortlist)
    with torch.autocast("cpu", torch.bfloat16, enabled=model.training_precision):
        logits = model(batch)
    parts = logits.split([len(d) + 1 for d in drafts])
    return [batch.shortlist[(adjust(i, part) if adjust else part).argmax(1)].tolist() for i, part in enumerate(parts)]


def masked_rows(region: Region, ids: list[int], states: list[State], masks: int = BLOCK) -> Rows:
    """Everything committed, then masks; asked are the last committed row and the masks."""
    walked, inputs = list(states), [TASKS[region.task], *ids, *[MASK] * masks]
    for _ in range(masks):
        walked.append(assume_copy(region.y, walked[-1]))
    n = len(inputs) - masks
    seen = np.tri(len(inputs), dtype=bool)
    seen[n:, n:] = True
    targets = np.full(len(inputs), -1)
    targets[n - 1 :] = 0
    return Rows(inputs, walked, seen, targets, np.zeros(len(inputs), np.float32))


@torch.no_grad()
def draft_blocks(model, runs: list[Run], core, masks: int = BLOCK) -> list[list[int]]:
    """The paper's draft: [last committed, MASK × block], best ids of all of them."""
    rows = [masked_rows(r.region, r.ids, r.states, masks) for r in runs]
    batch = pack([r.region for r in runs], rows, core, True, [r.lock for r in runs])
    with torch.autocast("cpu", torch.bfloat16, enabled=model.training_precision):
        logits = model(batch)
    best = batch.shortlist[logits.argmax(1)]
    drafts = [part.tolist() for part in best.split([masks + 1] * len(runs))]
    return [d[: d.index(END)] if END in d else d for d in drafts]


def free_run(model, regions: list[Region], vocabulary: Vocabulary, drafter: str = "whole", limit: int = 33, guarded: bool = True,
             rows_per_batch: int = 24000) -> list[Run]:
    """Greedy ids of every region. Drafters: `whole` (all of y⁰ with memo), `prior`, `memo` (`limit` ids a round),
    `block-diffusion` (`limit` - 1 masks), `none` (one id a round)."""
    runs = [Run(r, locked(r, vocabulary), keeps_cells=guarded) for r in regions]
    active = sorted(runs, key=lambda r: (r.region.task, len(r.region.y)))
    while active:
        at = 0
        while at < len(active):
            longest, group = 0, []
            while at < len(active):
                run = active[at]
                size = 2 * len(run.region.y) + len(run.ids) // 4 + BLOCK
                if group and (max(longest, size) * (len(group) + 1) > rows_per_batch or run.region.task != group[0].region.task):
                    break
                longest = max(longest, size)
                group.append(run)
                at += 1
            _round(model, group, vocabulary.core, drafter, limit, guarded)
        active = [r for r in active if not r.done]
    return runs


def _round(model, runs: list[Run], core, drafter: str, limit: int, guarded: bool) -> None:
    if drafter == "block-diffusion":
        drafts = draft_blocks(model, runs, core, limit - 1)
    elif drafter == "none":
        drafts = [[] for _ in runs]
    else:
        drafts = [follow_prior(r, r.cap if drafter == "whole" else limit, drafter != "prior") for r in runs]
    drafts = [d[: max(0, r.cap - len(r.ids) - 1)] for r, d in zip(runs, drafts)]
    for run, draft, best in zip(runs, drafts, verify(model, runs, drafts, core, guarded)):
        agreed, edited = commit(run, draft, best)
        run.rounds += 1
        run.forwards += 2 if drafter == "block-diffusion" else 1
        run.drafted += len(draft)
        run.accepted += agreed
        run.edited_rounds += edited
        run.edited_accepted += agreed * edited
        state = run.states[-1 - 1]
        for row in range(agreed + 1, len(best)):
            # Rows behind the wrong id: hints for the next draft.
            state = state if row > agreed + 1 else run.push(state, draft[agreed])
            run.memo[(state.p, state.op, draft[row - 1])] = best[row]
            if row < len(draft):
                state = run.push(state, draft[row])


def commit(run: Run, draft: list[int], best: list[int]) -> tuple[int, bool]:
    """Takes over the part of the draft that equals what is best, and one id more; how many were accepted, and whether
    one of all is not y⁰'s."""
    agreed = 0
    while agreed < len(draft) and draft[agreed] == best[agreed]:
        agreed += 1
    edited = False
    for x in [*draft[:agreed], best[agreed]]:
        edited |= x != run.region.y[run.states[-1].p]
        run.ids.append(x)
        run.states.append(run.push(run.states[-1], x))
    run.done = run.ids[-1] == END or len(run.ids) >= run.cap
    return agreed, edited


def text_of(run: Run, vocabulary: Vocabulary) -> str:
    return vocabulary.decode(i for i in run.ids if i != END)
