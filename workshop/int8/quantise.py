"""Static int8 quantisation of a convolutional network: collect value ranges, then insert QDQ pairs.

Ranges are not the plain minimum and maximum over all calibration samples, since one odd sample would coarsen a
tensor for all: each sample gives its own extremes, and a high quantile of those over the samples is taken.
"""

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


def value_ranges(
    model: onnx.ModelProto, tensors: list[str], samples: list[np.ndarray]
) -> dict[str, np.ndarray]:
    """For every tensor the extremes of each sample, [samples, 2]."""
    probe = copy.deepcopy(model)
    for name in tensors:
        for kind, operator in (("low", "ReduceMin"), ("high", "ReduceMax")):
            probe.graph.node.append(onnx.helper.make_node(operator, [name], [f"{name}/{kind}"], keepdims=0))
            probe.graph.output.append(onnx.helper.make_tensor_value_info(f"{name}/{kind}", 1, []))
    runner = session(probe.SerializeToString(), "ORT_ENABLE_BASIC")
    names = [f"{name}/{kind}" for name in tensors for kind in ("low", "high")]
    rows = [runner.run(names, {runner.get_inputs()[0].name: sample}) for sample in samples]
    table = np.array(rows, np.float32).reshape(len(samples), len(tensors), 2)
    return {name: table[:, index] for index, name in enumerate(tensors)}


def with_int8(
    model: onnx.ModelProto,
    nodes: list[onnx.NodeProto],
    samples: list[np.ndarray],
    quantile: float = 1.0,
    reduce_range: bool = False,
) -> onnx.ModelProto:
    """
    These nodes of the model in int8: activations unsigned per tensor, weights signed per channel. `reduce_range`
    keeps weights to 7 bits, so that 16-bit sums of processors without VNNI hold.
    """
    constants = {initial.name for initial in model.graph.initializer}
    tensors = sorted({name for node in nodes for name in [*node.input, *node.output] if name} - constants)
    spans = value_ranges(model, tensors, samples)
    ranges = {
        name: TensorData(
            lowest=np.float32(np.quantile(span[:, 0], 1 - quantile)),
            highest=np.float32(np.quantile(span[:, 1], quantile)),
        )
        for name, span in spans.items()
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
