"""Regions as rows of the decoder: slots, windows, noised streams, packed batches (SPEC §3 to §5)."""

from dataclasses import dataclass

import numpy as np
import torch

from .anchor import State, assume_copy, push, walk
from .prior import Prior
from .vocabulary import BREAK, CELL_BREAK, CLOSING_CELL_TAGS, END, FIRST_SPECIAL, LAST_TAG, MASK, NOTHING, OPENING_CELL_TAGS, SLOTS, SPACE, TABLE, TASKS, Vocabulary
from .words import WordFlags

BASE = 10.0
# What copying is given: of what is within 2 % of the least error on drawn development regions, that with the fewest edits.
MARGIN = {"text": 2.0, "table": 0.0}
# What the tags of a table are given where y⁰ has them, and lose elsewhere: its cells are found by drawn rules and white,
# and half of an edit of them is worse than none. Which cells are headers stays open.
TAG_MARGIN = 16.0
FORBIDDEN = -1e9
BLOCK = 32


def guard(count, task: str) -> np.ndarray:
    return MARGIN[task] + 2 * np.maximum(0, np.asarray(count) - 1)


# What slots are given by the kind of the place (no word, a known word, an unknown one): slot 0, and those of the others
# that would make a known word. Fitted on drawn development regions (`fit_words`).
WORD_MARGINS = np.asarray([
    [0.00, 0.80, 0.95, 0.00, 0, 0, 0.00, 0.00, 0],
    [1.10, 1.13, 0.93, 0.30, 0, 0, 0.79, 0.44, 0],
    [-0.26, 1.98, 1.84, 0.29, 0, 0, 0.83, 0.18, 0],
], np.float32)


def word_margins(words: WordFlags) -> np.ndarray:
    return WORD_MARGINS[words.kinds] * words.flags


def is_tag(ids: np.ndarray) -> np.ndarray:
    return (ids >= TABLE) & (ids <= LAST_TAG)


def tag_margins(slot_ids: np.ndarray) -> np.ndarray:
    """[places, 9]: what the slots of a table are given (SPEC §3), on top of what `column_bias` takes from all tags."""
    y, tags = slot_ids[:, 0], is_tag(slot_ids)
    given = np.zeros(slot_ids.shape, np.float32)
    given[:, 0] = 2.0 * tags[:, 0]
    given[:, 1] = 2.0 * (tags[:, 1] & np.isin(y, [*OPENING_CELL_TAGS, *CLOSING_CELL_TAGS]))
    within = ~tags[:, 0]
    given[:, 3] = within & tags[:, 3]
    given[:-1, 4] = within[:-1] & within[1:] & tags[:-1, 4]
    return TAG_MARGIN * given


class Region:
    """A prior reading with what is precomputed for it; `words`: what the lexicon says, for decoding."""

    def __init__(self, prior: Prior, target: np.ndarray | None = None, info: dict | None = None, task: str = "text",
                 words: WordFlags | None = None):
        self.prior, self.target, self.info, self.task = prior, target, info or {}, task
        self.y = [int(i) for i in prior.ids]
        self.words = words
        self._slots = self._margins = None

    def states(self) -> list[State]:
        """Before each target id, from the true text."""
        return walk(self.y, self.target.tolist())[:-1]

    def astray(self) -> float:
        """Share of the truth's ids that are not the one y⁰ has at their anchor: edits, and places that are lost."""
        return float(np.mean([self.y[s.p] != x for s, x in zip(self.states(), self.target.tolist())]))

    def slot_table(self) -> tuple[np.ndarray, np.ndarray]:
        """Ids and priors [P + 1, 9] of every anchor, without guard; void slots have id 0."""
        if self._slots is None:
            self._slots = slot_table(self.prior, self.task)
        return self._slots

    def margins(self) -> np.ndarray:
        """What the slots of every anchor are given in decoding, besides the guard."""
        if self._margins is None:
            ids, _ = self.slot_table()
            self._margins = np.zeros(ids.shape, np.float32)
            if self.words:
                self._margins += word_margins(self.words) * (ids != NOTHING)
            if self.task == "table":
                self._margins += tag_margins(ids)
        return self._margins


def slot_table(prior: Prior, task: str) -> tuple[np.ndarray, np.ndarray]:
    n = len(prior.ids)
    y = prior.ids.astype(np.int64)
    log = lambda p: np.log(np.maximum(np.asarray(p, np.float32), 1e-4))  # noqa: E731
    ids, priors = np.zeros((n, SLOTS), np.int64), np.zeros((n, SLOTS), np.float32)
    p = prior.probabilities.astype(np.float32)
    shift = lambda by: np.concatenate((y[by:], np.zeros(by, np.int64)))  # noqa: E731
    is_break = (y == BREAK) | (y == CELL_BREAK)
    ids[:, 0], priors[:, 0] = y, BASE + log(p[:, 0])
    ids[:, 1], priors[:, 1] = prior.second, BASE + log(p[:, 1])
    ids[:, 2], priors[:, 2] = prior.third, BASE + log(p[:, 2])
    ids[:, 3], priors[:, 3] = shift(1), BASE + np.log(2e-3)
    ids[:, 4], priors[:, 4] = shift(2), BASE + np.log(2e-4)
    ids[1:, 5], priors[:, 5] = y[:-1], BASE + np.log(2e-4)
    ids[:, 6], priors[:, 6] = SPACE, np.where(is_break, BASE + np.log(1e-2), BASE + log(prior.space))
    ids[:, 7], priors[:, 7] = prior.ghosts, BASE + log(prior.ghost_probability)
    ids[:, 8], priors[:, 8] = CELL_BREAK if task == "table" else BREAK, BASE + np.log(5e-4)
    priors[:, 1:] = np.minimum(priors[:, 1:], priors[:, :1] - 0.5)
    for slot in range(1, SLOTS):
        void = (ids[:, :slot] == ids[:, slot : slot + 1]).any(1) | (ids[:, slot] == NOTHING)
        ids[void, slot], priors[void, slot] = NOTHING, 0
    return ids, priors


def locked(region: Region, vocabulary: Vocabulary) -> np.ndarray:
    y = region.prior.ids.astype(np.int64)
    characters = (y > 0) & (y < SPACE)
    if characters.any() and vocabulary.is_cjk[y[characters]].mean() >= 0.2:
        return np.ones(len(y), bool)
    foreign = np.zeros(len(y) + 2, bool)
    foreign[1:-1] = characters & ~np.isin(y, vocabulary.core)
    return foreign[1:-1] & (foreign[:-2] | foreign[2:]) | _lone_dashes(y, vocabulary)


def _lone_dashes(y: np.ndarray, vocabulary: Vocabulary) -> np.ndarray:
    """A dash alone in its cell: nothing but the picture says which one it is."""
    lone = np.zeros(len(y), bool)
    opens, closes = np.isin(y[:-2], list(OPENING_CELL_TAGS)), np.isin(y[2:], list(CLOSING_CELL_TAGS))
    lone[1:-1] = opens & closes & np.isin(y[1:-1], vocabulary.dashes)
    return lone


def shortlist_of(regions: list[Region], core: list[int], task: str = "text") -> np.ndarray:
    parts = [np.asarray([NOTHING, MASK, END, TASKS[task], BREAK, *core])]
    if task == "table":
        parts.append(np.arange(CELL_BREAK, LAST_TAG + 1))
    for region in regions:
        p = region.prior
        parts += [p.ids, p.second, p.third, p.ghosts]
    return np.unique(np.concatenate([part.astype(np.int64) for part in parts]))


@dataclass
class Rows:
    """Rows behind the prompt: input ids, anchors and ops, which of them see which, and what is asked of them."""

    inputs: list[int]
    states: list[State]
    seen: np.ndarray  # [rows, rows]; the prompt is seen by all
    targets: np.ndarray  # id, or -1 where nothing is asked
    weights: np.ndarray


def clean_rows(region: Region, ids: list[int], states: list[State]) -> Rows:
    """[task, ids…] causal, each row predicting the next id; `states`: before each of ids and behind the last."""
    n = len(ids) + 1
    return Rows([TASKS[region.task], *ids], states, np.tri(n, dtype=bool), np.full(n, -1), np.zeros(n, np.float32))


def training_rows(region: Region, states: list[State], rng: np.random.Generator, noised: bool, error_weight: float,
                  phase_jitter: bool = True) -> Rows:
    target = region.target.tolist()
    rows = clean_rows(region, target[:-1], states)
    rows.targets = region.target.copy()
    wrong = np.asarray([region.y[s.p] != t for s, t in zip(states, target)])
    rows.weights = np.where(wrong, error_weight, 1.0).astype(np.float32)
    if not noised or len(target) < 2:
        return rows
    count = len(target) - 1  # noised rows hold target[0 … count - 1]
    phase = int(rng.integers(BLOCK)) if phase_jitter else 0
    block = (np.arange(count) + phase) // BLOCK
    hidden = np.zeros(count, bool)
    for b in range(block[-1] + 1):
        members = block == b
        # A third of the blocks is wholly masked in one view: what a draft meets.
        share = 1.0 if rng.random() < 0.33 else rng.random()
        hidden[members] = rng.random(members.sum()) < share
    views = [_noised_view(region, states, target, block, mask, error_weight) for mask in (hidden, ~hidden)]
    n = count + 1
    starts = np.searchsorted(block, np.arange(block[-1] + 1))[block]
    sees_clean = np.arange(n)[None, :] <= starts[:, None]
    same = block[:, None] == block[None, :]
    seen = np.zeros((n + 2 * count,) * 2, bool)
    seen[:n, :n] = rows.seen
    for view in range(2):
        at = slice(n + view * count, n + (view + 1) * count)
        seen[at, :n], seen[at, at] = sees_clean, same
    return Rows(rows.inputs + views[0].inputs + views[1].inputs, rows.states + views[0].states + views[1].states, seen,
                np.concatenate((rows.targets, views[0].targets, views[1].targets)),
                np.concatenate((rows.weights, views[0].weights, views[1].weights)))


def _noised_view(region: Region, states, target, block, hidden, error_weight) -> Rows:
    """A hidden row is asked for the next id, unless that id stands visibly beside it."""
    inputs, walked, targets = [], [], np.full(len(block), -1)
    state = None
    for i in range(len(block)):
        if i == 0 or block[i] != block[i - 1]:
            state = states[i]  # before target[i]: the pending row's
        if hidden[i]:
            state = assume_copy(region.y, state)
            inputs.append(MASK)
            if i + 1 == len(block) or block[i + 1] != block[i] or hidden[i + 1]:
                targets[i] = target[i + 1]
        else:
            state = push(region.y, state, target[i])
            inputs.append(target[i])
        walked.append(state)
    wrong = np.asarray([region.y[s.p] != t for s, t in zip(walked, target[1:])])
    return Rows(inputs, walked, np.zeros((0, 0), bool), targets, np.where(wrong, error_weight, 1.0).astype(np.float32))


@dataclass
class Batch:
    """Ids are columns of the shortlist."""

    ids: torch.Tensor
    runners: torch.Tensor
    weights: torch.Tensor
    features: torch.Tensor
    evidence: torch.Tensor
    inputs: torch.Tensor
    ops: torch.Tensor
    anchors: torch.Tensor
    is_prompt: torch.Tensor
    positions: torch.Tensor
    seen: torch.Tensor
    asked: tuple[torch.Tensor, torch.Tensor]
    shortlist: torch.Tensor
    column_bias: torch.Tensor
    columns: torch.Tensor
    priors: torch.Tensor
    targets: torch.Tensor  # columns
    row_weights: torch.Tensor
    noised: torch.Tensor  # asked rows of the noised streams


def column_bias(shortlist: np.ndarray, keep_tags: bool) -> np.ndarray:
    forbidden = (shortlist == NOTHING) | (shortlist == MASK) | np.isin(shortlist, list(TASKS.values())) | (shortlist > 18799)
    return np.where(forbidden, FORBIDDEN, -TAG_MARGIN * (keep_tags & is_tag(shortlist))).astype(np.float32)


def pack(regions: list[Region], rows: list[Rows], core: list[int], guarded: bool, lock: list[np.ndarray] | None = None,
         shortlist: np.ndarray | None = None, ask_all: bool = False) -> Batch:
    """Pads regions of one task into one batch. Asked are the rows with a target, or all rows behind the prompt (`ask_all`)."""
    count = len(regions)
    prompt = max(len(r.y) for r in regions)
    length = max(len(r.y) - 1 + len(w.inputs) for r, w in zip(regions, rows))
    if shortlist is None:
        shortlist = shortlist_of(regions, core, regions[0].task)
    column_of = np.zeros(FIRST_SPECIAL + 122, np.int64)
    column_of[shortlist] = np.arange(len(shortlist))
    ids, runners = np.zeros((count, prompt), np.int64), np.zeros((count, prompt, 3), np.int64)
    weights = np.zeros((count, prompt, 3), np.float32)
    features = np.zeros((count, prompt, regions[0].prior.features.shape[1]), np.float32)
    evidence = np.zeros((count, prompt, regions[0].prior.evidence.shape[1]), np.float32)
    inputs, ops = np.zeros((count, length), np.int64), np.zeros((count, length), np.int64)
    anchors, positions = np.zeros((count, length), np.int64), np.zeros((count, length, 3), np.int64)
    is_prompt, seen = np.zeros((count, length), bool), np.zeros((count, length, length), bool)
    asked_b, asked_r, columns, priors, targets, row_weights, noised = [], [], [], [], [], [], []
    for b, (region, w) in enumerate(zip(regions, rows)):
        p, n = region.prior, len(region.y)
        ids[b, :n] = column_of[p.ids]
        runners[b, :n] = column_of[np.stack((p.second, p.third, p.ghosts), 1)]
        weights[b, :n, :2], weights[b, :n, 2] = p.probabilities[:, 1:], p.ghost_probability
        features[b, :n], evidence[b, :n] = p.features, p.evidence
        own = slice(n - 1, n - 1 + len(w.inputs))
        inputs[b, own] = column_of[w.inputs]
        place = np.asarray([s.p for s in w.states])
        ops[b, own] = [s.op for s in w.states]
        anchors[b, : n - 1], anchors[b, own] = np.arange(n - 1), place
        is_prompt[b, : n - 1] = True
        positions[b, : own.stop, 0] = anchors[b, : own.stop]
        positions[b, : own.stop, 1] = p.line.astype(np.int64)[anchors[b, : own.stop]]
        positions[b, : own.stop, 2] = p.column.astype(np.int64)[anchors[b, : own.stop]]
        seen[b, : n - 1, : n - 1] = np.tri(n - 1, dtype=bool)
        seen[b, own, : n - 1] = True
        seen[b, own, own] = w.seen
        seen[b, own.stop :, 0] = True
        asked = np.arange(len(w.inputs)) if ask_all else np.flatnonzero(w.targets >= 0)
        slot_ids, slot_priors = region.slot_table()
        chosen = slot_priors[place[asked]].copy()
        if guarded:
            chosen[:, 0] += guard([w.states[i].count for i in asked], region.task)
            chosen += region.margins()[place[asked]]
            if lock is not None:
                chosen[:, 0] += 1000.0 * lock[b][place[asked]]
        asked_b.append(np.full(len(asked), b))
        asked_r.append(asked + n - 1)
        columns.append(column_of[slot_ids[place[asked]]])
        priors.append(chosen)
        targets.append(column_of[np.maximum(w.targets[asked], 0)])
        row_weights.append(w.weights[asked])
        noised.append(asked >= len(region.target) if region.target is not None else np.zeros(len(asked), bool))
    tensor = lambda parts: torch.from_numpy(np.concatenate(parts))  # noqa: E731
    return Batch(*map(torch.from_numpy, (ids, runners, weights, features, evidence, inputs, ops, anchors, is_prompt, positions)),
                 torch.from_numpy(seen)[:, None], (tensor(asked_b), tensor(asked_r)), torch.from_numpy(shortlist),
                 torch.from_numpy(column_bias(shortlist, guarded and regions[0].task == "table")), tensor(columns), tensor(priors), tensor(targets), tensor(row_weights), tensor(noised))
