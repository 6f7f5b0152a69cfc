"""Turns files into page pictures (PNG) that every peer can read: PDFs at 300 dpi, frames of TIFFs, upright by EXIF,
on white. Request {"file": path, "folder": path} per line; answer {"pages": [paths]} or {"error": ...}.
"""

import json
import sys
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps, ImageSequence

Image.MAX_IMAGE_PIXELS = 200_000_000


def pictures(file):
    if Path(file).suffix.lower() == ".pdf":
        for page in pypdfium2.PdfDocument(file):
            yield page.render(scale=300 / 72).to_pil()
        return
    with Image.open(file) as image:
        for frame in ImageSequence.Iterator(image):
            yield ImageOps.exif_transpose(frame)


def on_white(image):
    if image.mode.startswith("I"):  # 16-bit grey: the high byte
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(white, image).convert("RGB")
    return image if image.mode in ("1", "L", "RGB") else image.convert("RGB")


def convert(request):
    folder = Path(request["folder"])
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for number, image in enumerate(pictures(request["file"]), 1):
        target = folder / f"{number}.png"
        on_white(image).save(target, compress_level=1)
        pages.append(str(target))
    return {"pages": pages}


for line in sys.stdin:
    try:
        answer = convert(json.loads(line))
    except Exception as error:  # any unreadable file is the item's problem, not the run's
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
