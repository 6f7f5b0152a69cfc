"""The frozen line recogniser, run as the engine runs it: lines of similar width together, padded with zeros."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from .vocabulary import RECOGNISER, SPACE

FEATURE_OUTPUT = "p2o.pd_op.transpose.8.0"
COLUMNS_PER_RUN, LINES_PER_RUN = 6400, 8


@dataclass
class EncodedLine:
    """Per step: the best class, its probability, the space's, the best character that is no space, its probability."""

    best: np.ndarray
    probability: np.ndarray
    space: np.ndarray
    character: np.ndarray
    character_probability: np.ndarray
    # Per step where `best` is no blank: best three classes without the blank, and their probabilities; else zeros.
    top: np.ndarray
    top_probability: np.ndarray
    features: np.ndarray  # [steps, 120], as the network gives them


class Encoder:
    def __init__(self, path: Path = RECOGNISER / "model.onnx", threads: int = 1):
        model = onnx.load(str(path))
        self.sha256 = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        outputs = [o.name for o in model.graph.output]
        # The shipped int8 recogniser has them as its second output, "features" (workshop/int8); the float one inside.
        if "features" not in outputs and not any(FEATURE_OUTPUT in o for o in outputs):
            model.graph.output.append(onnx.helper.make_tensor_value_info(FEATURE_OUTPUT, onnx.TensorProto.FLOAT, None))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        # As the engine has it: or 8-bit products overflow on processors without VNNI.
        options.add_session_config_entry("session.x64quantprecision", "1")
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0].name

    def __call__(self, crops: list[np.ndarray]) -> list[EncodedLine]:
        results: list[EncodedLine | None] = [None] * len(crops)
        for width, members in plan_batches([c.shape[1] for c in crops]):
            batch = np.zeros((len(members), 3, 48, width), np.float32)
            for row, index in enumerate(members):
                crop = crops[index].astype(np.float32) / 255
                batch[row, :, :, : crop.shape[1]] = (crop - 0.5) / 0.5
            first, second = self.session.run(None, {self.input: batch})[:2]
            probabilities, features = (first, second) if first.shape[-1] > 1000 else (second, first)
            for row, index in enumerate(members):
                steps = min(probabilities.shape[1], -(-crops[index].shape[1] // 8))
                results[index] = summarise(probabilities[row, :steps], features[row, :steps])
        return results


def summarise(probabilities: np.ndarray, features: np.ndarray) -> EncodedLine:
    rows = np.arange(len(probabilities))
    character = probabilities[:, 1:SPACE].argmax(1) + 1
    character_probability = probabilities[rows, character]
    space, blank = probabilities[:, SPACE], probabilities[:, 0]
    # argmax over all classes: of equals the smaller class.
    best = np.where(blank >= np.maximum(character_probability, space), 0, np.where(character_probability >= space, character, SPACE))
    probability = probabilities[rows, best]
    top = np.zeros((len(rows), 3), np.int64)
    top_probability = np.zeros((len(rows), 3), np.float32)
    seen = np.flatnonzero(best)
    rest = probabilities[seen, 1:]
    for place in range(3):
        choice = rest.argmax(1)
        at = np.arange(len(seen)), choice
        top[seen, place], top_probability[seen, place] = choice + 1, rest[at]
        rest[at] = -1
    return EncodedLine(best, probability, space.copy(), character, character_probability, top, top_probability, features.copy())


def plan_batches(widths: list[int]) -> list[tuple[int, list[int]]]:
    """Like `planBatches` of the engine."""
    batches: list[tuple[int, list[int]]] = []
    smallest = 0
    for index in sorted(range(len(widths)), key=lambda i: (widths[i], i)):
        width = -(-widths[index] // 64) * 64
        members = batches[-1][1] if batches else []
        fits = members and len(members) < LINES_PER_RUN and (len(members) + 1) * width <= COLUMNS_PER_RUN
        if fits and width <= max(smallest * 1.15, smallest + 64):
            members.append(index)
            batches[-1] = (width, members)
        else:
            batches.append((width, [index]))
            smallest = width
    return batches
