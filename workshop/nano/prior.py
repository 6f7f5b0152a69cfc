"""The prior reading y⁰ of a region (SPEC §2)."""

import unicodedata
from dataclasses import dataclass, fields

import numpy as np

from .encode import EncodedLine
from .vocabulary import BREAK, END, EVIDENCE, FEATURES, SPACE, Vocabulary

FEATURE_SCALE = 0.25
SURE = 0.9


@dataclass
class Prior:
    """P + 1 tokens, the last one is `<end>`."""

    ids: np.ndarray
    second: np.ndarray
    third: np.ndarray
    ghosts: np.ndarray
    probabilities: np.ndarray  # [P + 1, 3]
    space: np.ndarray
    ghost_probability: np.ndarray
    features: np.ndarray  # [P + 1, 120], scaled
    evidence: np.ndarray  # [P + 1, 32]; from the 17th on for tables only
    line: np.ndarray
    column: np.ndarray

    @property
    def length(self) -> int:
        return len(self.ids) - 1

    def arrays(self) -> dict[str, np.ndarray]:
        return {f.name: getattr(self, f.name) for f in fields(self)}


@dataclass
class Peak:
    id: int
    p: list[float]
    runners: list[int]
    first: int
    last: int
    top: int


def peaks_of(line: EncodedLine) -> list[Peak]:
    peaks, best = [], line.best
    step = 0
    while step < len(best):
        end = step
        while end + 1 < len(best) and best[end + 1] == best[step]:
            end += 1
        if best[step]:
            top = step + int(line.probability[step : end + 1].argmax())
            others = [(int(c), float(p)) for c, p in zip(line.top[top], line.top_probability[top]) if c != best[step]]
            others = (others + [(0, 0.0)] * 2)[:2]
            p = [float(line.probability[top]), others[0][1], others[1][1]]
            peaks.append(Peak(int(best[step]), p, [others[0][0], others[1][0]], step, end, top))
        step = end + 1
    while peaks and peaks[0].id == SPACE:
        peaks.pop(0)
    while peaks and peaks[-1].id == SPACE:
        peaks.pop()
    return peaks


def settle_accents(lines: list[list[Peak]], vocabulary: Vocabulary) -> None:
    """Like `settleAccents` of the engine, over the lines given."""
    texts = vocabulary.texts
    known = {texts[k.id].lower() for line in lines for k in line if k.p[0] >= SURE}
    for line in lines:
        for k in line:
            if k.p[0] >= SURE or texts[k.id].lower() in known:
                continue
            parts = unicodedata.normalize("NFD", texts[k.id])
            letter = parts[0].isascii() and parts[0].isalpha()
            if len(parts) >= 2 and letter and all(unicodedata.category(c)[0] == "M" for c in parts[1:]):
                if k.runners[0] and texts[k.runners[0]] == parts[0]:
                    k.id, k.runners[0] = k.runners[0], k.id
                    k.p[0], k.p[1] = k.p[1], k.p[0]


def _gap(line: EncodedLine, start: int, end: int, before: Peak | None, after: Peak | None):
    """Steps, space evidence, ghost and its probability of start ≤ t < end."""
    if end <= start:
        return 0, 0.0, 0, 0.0
    said = (before and before.id == SPACE) or (after and after.id == SPACE)
    space = 0.0 if said else float(line.space[start:end].max())
    best, ghost, probability = -1.0, 0, 0.0
    for t in range(start, end):
        p, c = float(line.character_probability[t]), int(line.character[t])
        if p > best:
            best, ghost, probability, step = p, c, p, t
    tail = (before and ghost == before.id and step == before.last + 1) or (after and ghost == after.id and step == after.first - 1)
    if probability < 0.05 or tail:
        ghost, probability = 0, 0.0
    return end - start, space, ghost, probability


def prior_of(lines: list[EncodedLine], boxes, vocabulary: Vocabulary, settle: bool = True) -> Prior:
    """`boxes`: (left, top, width, height) of the lines."""
    read = [(peaks_of(line), line, box) for line, box in zip(lines, boxes)]
    read = [entry for entry in read if entry[0]]
    if settle:
        settle_accents([peaks for peaks, _, _ in read], vocabulary)
    rows: dict[str, list] = {f.name: [] for f in fields(Prior)}
    left = min((box[0] for box in boxes), default=0.0)

    def add(id, runners, p, space, ghost, pg, feature, evidence, line, column):
        values = (id, runners[0], runners[1], ghost, p, space, pg, feature, evidence, line, column)
        for name, value in zip(rows, values):
            rows[name].append(value)

    def add_empty(id, p1, gap, mean, line, column):
        e = np.zeros(EVIDENCE, np.float32)
        e[0], e[3], e[6], e[8], e[12], e[14] = p1, sure(p1), gap[1], gap[3], mean, 1
        add(id, (0, 0), (p1, 0, 0), gap[1], gap[2], gap[3], np.zeros(FEATURES, np.float32), e, line, column)

    gap, mean, column, number = (0, 0.0, 0, 0.0), 0.0, 0, 0
    for number, (peaks, line, box) in enumerate(read):
        if number:
            add_empty(BREAK, 0.9, gap, mean, number - 1, min(1023, column + 1))
        letters = [k.p[0] for k in peaks if k.id != SPACE]
        mean = sum(letters) / len(letters) if letters else 1.0
        advances = sorted(b.first - a.last for a, b in zip(peaks, peaks[1:]))
        median = advances[len(advances) // 2] if advances else 1
        x = max(0, int(np.floor(3 * (box[0] - left) / box[3])))
        bounds = [0, *[k.last + 1 for k in peaks]], [*[k.first for k in peaks], len(line.best)]
        around = zip([None, *peaks], [*peaks, None])
        gaps = [_gap(line, s, e, b, a) for s, e, (b, a) in zip(*bounds, around)]
        for i, k in enumerate(peaks):
            before, after = gaps[i], gaps[i + 1]
            e = np.zeros(EVIDENCE, np.float32)
            e[:3] = k.p
            e[3] = sure(k.p[0])
            e[4], e[5] = min(8, before[0]) / 8, min(8, after[0]) / 8
            e[6], e[7], e[8] = before[1], after[1] if i + 1 < len(peaks) else 0, before[3]
            e[9] = min(6, k.last - k.first + 1) / 6
            e[10], e[11], e[12] = i == 0, i == len(peaks) - 1, mean
            e[13] = min(4, (k.first - peaks[i - 1].last) / median) / 4 if i else 0
            column = min(1023, x + k.top // 2)
            add(k.id, k.runners, k.p, before[1], before[2], before[3], line.features[k.top] * FEATURE_SCALE, e, number, column)
        gap = gaps[-1]
    add_empty(END, 1.0, gap, mean, number, min(1023, column + 1))
    kinds = dict(ids=np.int64, second=np.int64, third=np.int64, ghosts=np.int64, line=np.int64, column=np.int64)
    return Prior(**{name: np.asarray(values, kinds.get(name, np.float32)) for name, values in rows.items()})


def sure(p: float) -> float:
    return min(9.0, -float(np.log(max(0.0, 1 - p) + 1e-4))) / 9
