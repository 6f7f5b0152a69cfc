"""Writes the tiny checkpoints and, beside each, what the reference computes on them.

    python -m workshop.glm_ocr.make_fixtures engine/model/glm-ocr/fixtures

Per checkpoint: `model/` (Hugging Face layout), `expected.json` (ids, sizes, texts) and `expected.safetensors`
(everything with more than a handful of numbers). `resize.safetensors` holds Pillow's bicubic resizing,
`sizes.json` the processor's target sizes.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from safetensors.numpy import save_file as save_arrays
from transformers.models.glm46v.image_processing_pil_glm46v import smart_resize

from .reference import Decoder, build_prompt, drawing, greedy
from .tiny_checkpoint import Recipe, make_checkpoint

RECIPES = [
    Recipe("gravity-like", seed=11, spare_rows=16),
    Recipe("glm-ocr-like", seed=12, dtype=torch.bfloat16, shards=2, mask_token=False, prediction_head=True),
    Recipe(
        "even-heads",
        seed=13,
        dtype=torch.bfloat16,
        prediction_head=True,
        hidden=24,
        layers=3,
        heads=3,
        key_value_heads=3,
        head_size=12,
        sections=(1, 2, 3),
        vision_hidden=24,
        vision_heads=3,
        vision_depth=1,
    ),
]
CASES = [("text", 84, 84), ("table", 150, 61), ("formula", 47, 130)]
GREEDY_LENGTH = 48
# (committed ids, masks): the window starts behind prompt + committed - 1 rows, so lengths of both parities occur.
DRAFT_WINDOWS = [(1, 32), (2, 7), (9, 32), (16, 1)]
# (committed ids, correct draft ids, wrong draft ids behind them)
VERIFY_WINDOWS = [(1, 0, 0), (1, 5, 3), (4, 33, 0), (12, 0, 32)]
TEXTS = [
    "The mill's garden was sold in 1899 for 1,250 pounds.",
    "  two  spaces\n\n\tand a tab\r\nHE'LL, don't; 12345 x²",
    "Größe, naïve, Привет, 日本語, नमस्ते, 🙂",
    r"\frac{a}{b} <td>x</td> $$",
]


def case_tensors(model, tokenizer, recipe: Recipe, task: str, width: int, height: int) -> tuple[dict, dict]:
    image = drawing(width, height, seed=width * 1000 + height)
    prompt = build_prompt(model, tokenizer, image, task)
    tensors = {
        "image": np.asarray(image),
        "pixels": prompt.pixels.numpy(),
        "positions": prompt.positions.numpy().astype(np.int32),
        "image_embeds": prompt.image_embeds.numpy(),
    }
    ids = greedy(model, prompt, GREEDY_LENGTH, ends=[])
    # Without a mask token the window is filled with another id: the mask pattern is what the test is about.
    mask_id = tokenizer.token_to_id("<|mask|>") or tokenizer.token_to_id("[MASK]")

    decoder = Decoder(model, prompt)
    tensors["prefill_logits"] = decoder.prefill().numpy()
    prompt_length = decoder.length
    tensors["draft_0_32"] = decoder.window([mask_id] * 32, mask_rows=32).numpy()
    decoder.keep(prompt_length)
    drafts = {"0_32": tensors["draft_0_32"].argmax(-1).tolist()}

    def committed(count: int) -> None:
        """Makes the cache that of `count` committed ids, the last of which is pending."""
        decoder.keep(prompt_length)
        if count > 1:
            decoder.window(ids[: count - 1])

    for count, masks in DRAFT_WINDOWS:
        committed(count)
        logits = decoder.window([ids[count - 1]] + [mask_id] * masks, mask_rows=masks)
        tensors[f"draft_{count}_{masks}"] = logits.numpy()
        drafts[f"{count}_{masks}"] = logits.argmax(-1).tolist()
    verified = {}
    for count, right, wrong in VERIFY_WINDOWS:
        committed(count)
        wrong_ids = [(ids[count + right + place] + 1 + place) % 250 for place in range(wrong)]
        window = ids[count - 1 : count + right] + wrong_ids
        logits = decoder.window(window)
        name = f"{count}_{right}_{wrong}"
        tensors[f"verify_{name}"] = logits.numpy()
        verified[name] = {"window": window, "best": logits.argmax(-1).tolist()}
    # The second verify window above: draft, verify, then roll back to what was accepted.
    committed(1)
    decoder.window([ids[0]] + [mask_id] * 32, mask_rows=32)
    decoder.keep(prompt_length)
    decoder.window(verified["1_5_3"]["window"])
    decoder.keep(prompt_length + 6)
    for layer, (keys, values) in enumerate(decoder.keys_and_values()):
        tensors[f"keys_{layer}"] = keys.numpy()
        tensors[f"values_{layer}"] = values.numpy()

    facts = {
        "task": task,
        "grid": list(prompt.grid),
        "prompt": prompt.ids.tolist(),
        "nextPosition": decoder.next_position,
        "greedy": ids,
        "drafts": drafts,
        "verified": verified,
        "text": tokenizer.decode(ids, skip_special_tokens=True),
    }
    return tensors, facts


def write_checkpoint(recipe: Recipe, folder: Path) -> None:
    model, tokenizer = make_checkpoint(recipe, folder / "model")
    tensors, cases = {}, []
    for task, width, height in CASES:
        case, facts = case_tensors(model, tokenizer, recipe, task, width, height)
        tensors.update({f"{task}.{name}": np.ascontiguousarray(value) for name, value in case.items()})
        cases.append(facts)
    texts = [
        {
            "text": text,
            "ids": (ids := tokenizer.encode(text, add_special_tokens=False).ids),
            "decoded": tokenizer.decode(ids, skip_special_tokens=True),
        }
        for text in TEXTS
    ]
    expected = {"cases": cases, "texts": texts}
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False) + "\n")
    save_arrays(tensors, folder / "expected.safetensors")


def write_sizes(folder: Path) -> None:
    random = np.random.default_rng(5)
    sizes = [(1000, 700), (840, 840), (1654, 2339), (2480, 3508), (6000, 4000), (100, 100), (600, 24), (20, 20)]
    sizes += [(56, 56), (4000, 3000), (3000, 3000), (1700, 2200), (350, 350), (70, 98), (42, 14), (3, 500)]
    sizes += [(int(w), int(h)) for w, h in random.integers(5, 3000, (200, 2))]
    rows = []
    for width, height in sizes:
        if max(width, height) / min(width, height) > 190:
            continue
        try:
            target = smart_resize(2, height, width, min_pixels=12544, max_pixels=9633792)
        except ValueError:
            continue
        rows.append([width, height, target[1], target[0]])
    (folder / "sizes.json").write_text(json.dumps(rows) + "\n")


def write_resizing(folder: Path) -> None:
    tensors = {}
    for width, height, to_width, to_height in [(61, 43, 84, 56), (200, 90, 56, 28), (33, 80, 33, 28), (97, 31, 28, 140)]:
        image = drawing(width, height, seed=width + height)
        name = f"{width}x{height}-{to_width}x{to_height}"
        tensors[f"{name}.from"] = np.asarray(image)
        tensors[f"{name}.to"] = np.asarray(image.resize((to_width, to_height), Image.Resampling.BICUBIC))
    save_arrays(tensors, folder / "resize.safetensors")


def main() -> None:
    torch.set_num_threads(1)
    folder = Path(sys.argv[1])
    for recipe in RECIPES:
        target = folder / recipe.name
        if target.exists():
            shutil.rmtree(target)
        target.mkdir(parents=True)
        write_checkpoint(recipe, target)
        print(recipe.name, sum(file.stat().st_size for file in target.rglob("*") if file.is_file()), "bytes")
    write_sizes(folder)
    write_resizing(folder)
    for file in folder.rglob("*.safetensors"):
        file.chmod(0o644)


if __name__ == "__main__":
    main()
