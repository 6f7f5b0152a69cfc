"""Rewrites x · clip(x + 3, 0, 6) / 6, as exported in four steps, into x · HardSigmoid(x).

The function is the same (to rounding); ONNX Runtime keeps the two steps in its blocked layout, between convolutions.
"""

import numpy as np
import onnx
from onnx import helper, numpy_helper


def with_hard_sigmoid(model: onnx.ModelProto) -> onnx.ModelProto:
    graph = model.graph
    constants = {initial.name: numpy_helper.to_array(initial) for initial in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant":
            constants[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    users: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)

    def constant_of(node: onnx.NodeProto) -> float | None:
        found = [constants[name] for name in node.input if name in constants]
        return float(np.ravel(found[0])[0]) if len(found) == 1 and found[0].size == 1 else None

    def only_user(node: onnx.NodeProto, operator: str) -> onnx.NodeProto | None:
        following = users.get(node.output[0], [])
        return following[0] if len(following) == 1 and following[0].op_type == operator else None

    for add in [node for node in graph.node if node.op_type == "Add" and constant_of(node) == 3]:
        clip = only_user(add, "Clip")
        product = clip and only_user(clip, "Mul")
        division = product and only_user(product, "Div")
        [source] = [name for name in add.input if name not in constants]
        if not division or source not in product.input or constant_of(division) != 6:
            continue
        gate = f"{division.output[0]}/gate"
        place = list(graph.node).index(add)
        steps = [
            helper.make_node("HardSigmoid", [source], [gate], alpha=1 / 6, beta=0.5),
            helper.make_node("Mul", [source, gate], [division.output[0]]),
        ]
        for step in reversed(steps):
            graph.node.insert(place, step)
        for node in (add, clip, product, division):
            graph.node.remove(node)
    return model
