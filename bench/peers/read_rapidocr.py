"""RapidOCR as a peer: reads page pictures named on stdin, one JSON request a line, and answers on stdout.

Request {"file": path}; answer {"text": ..., "seconds": ...}. Settings as in the published baseline: rapidocr 3.10.0
with its own defaults (PP-OCRv6 small detector and recogniser, line classifier), ONNX Runtime on the CPU. Boxes are
put into lines top-down, then left to right; RapidOCR itself has no reading order.
"""

import json
import sys
import time

from rapidocr import RapidOCR

threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
engine = RapidOCR(
    params={
        "Global.log_level": "critical",
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
)


def in_lines(boxes, texts):
    """Boxes whose middle lies within a line's height belong to that line."""
    entries = []
    for box, text in zip(boxes, texts):
        ys = [point[1] for point in box]
        entries.append((min(ys), max(ys), min(point[0] for point in box), text))
    entries.sort(key=lambda entry: (entry[0] + entry[1]) / 2)
    lines = []
    for entry in entries:
        middle = (entry[0] + entry[1]) / 2
        if lines and lines[-1][-1][0] <= middle <= lines[-1][-1][1]:
            lines[-1].append(entry)
        else:
            lines.append([entry])
    return "\n".join(" ".join(entry[3] for entry in sorted(line, key=lambda entry: entry[2])) for line in lines)


for request in sys.stdin:
    started = time.perf_counter()
    result = engine(json.loads(request)["file"])
    text = in_lines(result.boxes, result.txts) if result.boxes is not None and result.txts is not None else ""
    print(json.dumps({"text": text, "seconds": time.perf_counter() - started}), flush=True)
