"""rapid-table as a peer for tables: the same structure model (SLANet-plus) with its own placing of RapidOCR's text.

Request {"file": path of a picture that shows one table}; answer {"tables": [html], "seconds": ...}.
"""

import json
import sys
import time

import cv2
from rapid_table import RapidTable
from rapidocr import RapidOCR

threads, model = int(sys.argv[1]), sys.argv[2]
reader = RapidOCR(
    params={
        "Global.log_level": "critical",
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
)
table = RapidTable(model_path=model)

for request in sys.stdin:
    started = time.perf_counter()
    picture = cv2.imread(json.loads(request)["file"])
    result = reader(picture)
    tables = []
    if result.boxes is not None and result.txts is not None:
        words = [[box.tolist(), text, score] for box, text, score in zip(result.boxes, result.txts, result.scores)]
        tables.append(table(picture, words)[0])
    print(json.dumps({"tables": tables, "seconds": time.perf_counter() - started}), flush=True)
