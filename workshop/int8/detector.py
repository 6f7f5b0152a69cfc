"""PP-OCRv6_det_small in int8, and how well it finds lines whose boxes are known."""

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from scipy import ndimage

from . import pages, quantise, sources

WHEEL = "rapidocr==3.10.0"
MEMBER = "rapidocr/models/PP-OCRv6_det_small.onnx"
SHA256 = "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"


def float_model(cache: Path) -> Path:
    return sources.float_model(cache, WHEEL, MEMBER, SHA256)


def page_set(root: Path, characters: set[str], part: str, each: int, side: int, seed: int) -> list[pages.Page]:
    """`each` pages per kind and degradation, over languages and text sizes."""
    texts = {language: sources.sentences(root, language, part, characters) for language in sources.LANGUAGES}
    result = []
    for kind in pages.KINDS:
        for degradation in pages.DEGRADATIONS:
            for number in range(each):
                rng = random.Random(f"{seed} {part} {kind} {degradation} {number}")
                language = rng.choice(sources.LANGUAGES)
                faces = sources.fonts(root, language == "zh", part)
                size = rng.choice((11, 13, 16, 20, 26, 34))
                result.append(pages.draw_page(texts[language], faces, kind, degradation, side, size, rng))
    return result


@dataclass(frozen=True)
class Recipe:
    stem: bool = True  # the first convolutions, at half and a quarter of the picture's size, too
    least_squares: bool = True


def build(path: Path, recipe: Recipe, samples: list[np.ndarray]) -> onnx.ModelProto:
    model = quantise.optimised(onnx.version_converter.convert_version(onnx.load(path), 17))
    convolutions = [node.name for node in model.graph.node if node.op_type in ("Conv", "FusedConv")]
    # Squeeze-and-excitation (after global pooling) works on one value per channel: nothing to gain there.
    names = set(convolutions) - quantise.behind(model, ("GlobalAveragePool", "ReduceMean"))
    if recipe.stem:
        names |= {"MaxPool.0", "Concat.0"}
    else:
        names -= set(convolutions[:4])
    model = quantise.with_plain_convolutions(model, names)
    names |= {f"{name}/relu" for name in names}
    return quantise.with_int8(model, [n for n in model.graph.node if n.name in names], samples, recipe.least_squares)


def boxes_of(probabilities: np.ndarray, grow: float = 1.6) -> list[pages.Box]:
    """Upright boxes of a probability map, by the application's thresholds."""
    labels, _ = ndimage.label(probabilities > 0.3, np.ones((3, 3)))
    found = []
    for index, place in enumerate(ndimage.find_objects(labels), 1):
        rows, columns = place
        if probabilities[place][labels[place] == index].mean() < 0.5 or rows.stop - rows.start < 3:
            continue
        height, width = rows.stop - rows.start, columns.stop - columns.start
        margin = height * width * grow / (2 * (height + width))
        found.append((columns.start - margin, rows.start - margin, columns.stop + margin, rows.stop + margin))
    return found


def find(runner, page: pages.Page) -> list[pages.Box]:
    return boxes_of(runner.run(None, {"x": pages.network_input(page.picture)})[0][0, 0])


def overlap(a: pages.Box, b: pages.Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return width * height / (areas - width * height)


def score(found: list[list[pages.Box]], test: list[pages.Page]) -> dict[str, tuple[float, float]]:
    """Per group the share of lines that a box covers by half or more, and of boxes that cover a line."""
    counts: dict[str, list[int]] = {}
    for boxes, page in zip(found, test):
        hit = sum(any(overlap(line, box) >= 0.5 for box in boxes) for line in page.boxes)
        right = sum(any(overlap(line, box) >= 0.5 for line in page.boxes) for box in boxes)
        for key in ("all", page.kind, page.degradation, f"{page.text_size} px"):
            entry = counts.setdefault(key, [0, 0, 0, 0])
            for index, value in enumerate((hit, len(page.boxes), right, len(boxes))):
                entry[index] += value
    return {key: (c[0] / max(1, c[1]), c[2] / max(1, c[3])) for key, c in counts.items()}
