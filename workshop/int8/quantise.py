"""Static int8 quantisation of a convolutional network: collect value ranges, then insert QDQ pairs."""

import copy
import os
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnxruntime.quantization import QuantType
from onnxruntime.quantization.calibrate import CalibrationMethod, TensorData, TensorsData
from onnxruntime.quantization.qdq_quantizer import QDQQuantizer

THREADS = int(os.environ.get("THREADS", "1"))
VALUES_PER_SAMPLE = 4096
MOST_VALUES = 60_000


def session(model: Path | bytes, level: str = "ORT_ENABLE_ALL") -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 3
    options.graph_optimization_level = getattr(ort.GraphOptimizationLevel, level)
    return ort.InferenceSession(str(model) if isinstance(model, Path) else model, options)


def optimised(model: onnx.ModelProto) -> onnx.ModelProto:
    """The graph with constants folded and GELU, bias and normalisation fused, none of it tied to this processor."""
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.log_severity_level = 3
    path = Path(f"/tmp/optimised-{os.getpid()}.onnx")
    options.optimized_model_filepath = str(path)
    ort.InferenceSession(model.SerializeToString(), options)
    result = onnx.load(path)
    path.unlink()
    return result


def with_plain_convolutions(model: onnx.ModelProto, names: set[str]) -> onnx.ModelProto:
    """FusedConv of these names apart again into Conv and Relu, which quantisation knows how to join."""
    for index, node in reversed(list(enumerate(model.graph.node))):
        if node.name in names and node.op_type == "FusedConv":
            activation = {a.name: a for a in node.attribute}["activation"].s
            if activation != b"Relu":
                raise ValueError(f"{node.name} ends in {activation!r}")
            node.op_type, node.domain = "Conv", ""
            for attribute in [a for a in node.attribute if a.name.startswith("activation")]:
                node.attribute.remove(attribute)
            result = node.output[0]
            node.output[0] = f"{result}/sum"
            relu = onnx.helper.make_node("Relu", [node.output[0]], [result], f"{node.name}/relu")
            model.graph.node.insert(index + 1, relu)
    return model


def behind(model: onnx.ModelProto, operators: tuple[str, ...]) -> set[str]:
    """Names of nodes that follow one of the operators, up to where its branch is multiplied into the main one."""
    reached: set[str] = set()
    names = set()
    for node in model.graph.node:
        if node.op_type in operators or (node.op_type != "Mul" and reached.intersection(node.input)):
            reached.update(node.output)
            names.add(node.name)
    return names


def value_ranges(
    model: onnx.ModelProto, tensors: list[str], samples: list[np.ndarray], least_squares: bool = True
) -> dict[str, tuple[float, float]]:
    """
    For every tensor the range whose 256 steps give the least squared error over the samples: values beyond it are
    clipped, the others are closer together. Or, without `least_squares`, the extremes.
    """
    probe = copy.deepcopy(model)
    present = {output.name for output in probe.graph.output}
    probe.graph.output.extend(onnx.helper.make_tensor_value_info(name, 1, None) for name in set(tensors) - present)
    runner = session(probe.SerializeToString(), "ORT_ENABLE_BASIC")
    rng = np.random.default_rng(1)
    values: dict[str, list[np.ndarray]] = {name: [] for name in tensors}
    for sample in samples:
        for name, value in zip(tensors, runner.run(tensors, {runner.get_inputs()[0].name: sample})):
            some = rng.choice(value.ravel(), VALUES_PER_SAMPLE)
            values[name].append(np.append(some, (value.min(), value.max())))
    ranges = {name: np.concatenate(parts) for name, parts in values.items()}
    return {name: best_range(all_values, least_squares) for name, all_values in ranges.items()}


def best_range(values: np.ndarray, least_squares: bool) -> tuple[float, float]:
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    if not least_squares or high == low:
        return low, high
    values = np.random.default_rng(1).choice(values, MOST_VALUES)

    def error(low: float, high: float) -> float:
        scale = (high - low) / 255
        zero = round(-low / scale)
        steps = np.clip(np.round(values / scale) + zero, 0, 255)
        return float(np.square((steps - zero) * scale - values).mean())

    shares = np.linspace(0.1, 1, 46)
    for _ in range(2):
        high = min((high * share for share in shares if high * share > low), key=lambda end: error(low, end))
        low = min((low * share for share in shares if high > low * share), key=lambda end: error(end, high))
    return low, high


def with_int8(
    model: onnx.ModelProto,
    nodes: list[onnx.NodeProto],
    samples: list[np.ndarray],
    least_squares: bool = True,
    reduce_range: bool = False,
) -> onnx.ModelProto:
    """
    These nodes of the model in int8: activations unsigned per tensor, weights signed per channel. `reduce_range`
    keeps weights to 7 bits, so that 16-bit sums of processors without VNNI hold.
    """
    constants = {initial.name for initial in model.graph.initializer}
    tensors = sorted({name for node in nodes for name in [*node.input, *node.output] if name} - constants)
    ranges = {
        name: TensorData(lowest=np.float32(low), highest=np.float32(high))
        for name, (low, high) in value_ranges(model, tensors, samples, least_squares).items()
    }
    quantiser = QDQQuantizer(
        copy.deepcopy(model),
        per_channel=True,
        reduce_range=reduce_range,
        weight_qType=QuantType.QInt8,
        activation_qType=QuantType.QUInt8,
        tensors_range=TensorsData(CalibrationMethod.MinMax, ranges),
        nodes_to_quantize=[node.name for node in nodes],
        nodes_to_exclude=[],
        op_types_to_quantize=sorted({node.op_type for node in nodes}),
        extra_options={},
    )
    quantiser.quantize_model()
    return quantiser.model.model
