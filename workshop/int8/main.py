"""Makes the int8 recogniser and measures it against the float one on lines with known text.

python -m workshop.int8.main OUT [--calibration 6] [--test 16] [--seed 1]

CALIBRATION and TEST are lines per language and degradation; their fonts and texts are apart. Settings are chosen on
these lines only: ../shared/eval is for the final figure.
"""

import argparse
from pathlib import Path

import onnx

from . import lines, quantise, recogniser, sources

CACHE = Path(".cache/int8")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("out", type=Path)
    options.add_argument("--calibration", type=int, default=6)
    options.add_argument("--test", type=int, default=16)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()

    root = sources.unpack(CACHE)
    path = recogniser.float_model(CACHE)
    characters = recogniser.alphabet(path)
    known = set(characters)

    calibration = recogniser.line_set(root, known, "calibration", chosen.calibration, chosen.seed)
    samples = [lines.network_input([line]) for line in calibration]
    model = recogniser.build(path, recogniser.Recipe(), samples)
    chosen.out.mkdir(parents=True, exist_ok=True)
    target = chosen.out / "pp-ocrv6-rec.onnx"
    onnx.save(model, target)
    print(f"{target}: {target.stat().st_size} bytes")

    test = recogniser.line_set(root, known, "test", chosen.test, chosen.seed)
    readings = {}
    for name, file in (("float", path), ("int8", target)):
        runner = quantise.session(file)
        readings[name] = [recogniser.read(runner, characters, line) for line in test]
    differing = sum(a != b for a, b in zip(readings["float"], readings["int8"]))
    print(f"{len(test)} lines, {differing} read differently\n{'':16}   float    int8  CER in %")
    counts = {name: recogniser.errors(texts, test) for name, texts in readings.items()}
    for key in counts["float"]:
        shares = [100 * counts[name][key][0] / counts[name][key][1] for name in counts]
        print(f"{key:16} " + " ".join(f"{share:7.2f}" for share in shares))


if __name__ == "__main__":
    main()
