"""Writes a model folder from a checkpoint: `python -m workshop.nano.export <checkpoint.pt> assets/models/nano`."""

import argparse
import hashlib
import json
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from .model import Configuration, Nano
from .prior import FEATURE_SCALE
from .rows import BASE, BLOCK, MARGIN, TAG_MARGIN, WORD_MARGINS
from .vocabulary import END, EVIDENCE, MASK, SIZE, SLOTS, Vocabulary
from .words import Lexicon, shipped

LICENCE = "MIT"
# Tables with a longer prior reading are left as read.
LONGEST_TABLE = 1200
SOURCE = ("trained in this repository: workshop/nano, training.json has seed and settings; the rows of `nano.characters` for "
          "characters come from the head of PP-OCRv6 (Apache-2.0, PaddleOCR, Baidu); lexicon.bin holds hashes of forms in Debian's word lists and in the prose to learn from")


def tensors_of(model: Nano) -> dict[str, torch.Tensor]:
    """As the file names them, fp16."""
    tensors = {}
    for name, value in model.state_dict().items():
        if name not in ("nano.known", "nano.specials"):
            tensors[name] = value.detach().half().contiguous()
    tensors["nano.characters"] = torch.cat((model.nano.known, model.nano.specials)).detach().half()
    return tensors


def rounded(model: Nano) -> Nano:
    """The model with the weights that the file holds: what the engine computes with, in fp32."""
    with torch.no_grad():
        for value in model.state_dict().values():
            value.copy_(value.half().float())
    return model


def configuration_of(model: Nano, vocabulary: Vocabulary) -> dict:
    return {
        "architectures": ["PalimpsestNano"], "model_type": "palimpsest_nano", "vocab_size": SIZE, **model.c.dictionary(),
        "evidence_size": EVIDENCE, "slots": SLOTS, "feature_scale": FEATURE_SCALE,
        "base": BASE, "margin": MARGIN["text"], "table_margin": MARGIN["table"], "table_tag_margin": TAG_MARGIN, "word_margins": [[round(float(value), 2) for value in row] for row in WORD_MARGINS],
        "locked_regions": True, "longest_table": LONGEST_TABLE, "core": vocabulary.core,
        "encoder": {"id": "pp-ocrv6-rec", "feature_output": "p2o.pd_op.transpose.8.0"},
    }


def write_folder(model: Nano, folder: Path, vocabulary: Vocabulary, training: dict, lexicon: Lexicon | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (lexicon or shipped()).write(folder / "lexicon.bin")
    save_file(tensors_of(model), str(folder / "model.safetensors"), metadata={"format": "pt"})
    (folder / "model.safetensors").chmod(0o644)
    texts: dict[str, int] = {}
    for id, text in enumerate(vocabulary.texts):
        # A mark may be written like a character (`*`): keys are unique, the engine takes the prefix off.
        texts[text if text not in texts else f"<again-{id}>{text}"] = id
    tokenizer = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None, "pre_tokenizer": None,
                 "post_processor": None, "decoder": None, "model": {"type": "WordLevel", "vocab": texts, "unk_token": "<reserved-0>"}}
    files = {
        "config.json": json.dumps(configuration_of(model, vocabulary), indent=1),
        "generation_config.json": json.dumps({"do_sample": False, "eos_token_id": [END]}),
        "block_diffusion.json": json.dumps({"bd_size": BLOCK, "mask_id": MASK, "ar_loss_weight": 1.0, "mask_schedule": "uniform"}),
        "tokenizer.json": json.dumps(tokenizer, ensure_ascii=False),
        "training.json": json.dumps(training, indent=1),
    }
    for name, text in files.items():
        (folder / name).write_text(text + "\n", encoding="utf8")


def write_manifest(folder: Path, version: str) -> None:
    names = sorted(p.name for p in folder.iterdir() if p.name not in ("manifest.json", "README.md"))
    files = {n: {"sha256": hashlib.sha256((folder / n).read_bytes()).hexdigest(), "bytes": (folder / n).stat().st_size} for n in names}
    manifest = {"id": "nano", "name": "Palimpsest nano", "version": version, "licence": LICENCE,
                "source": SOURCE, "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def write_checkpoint(model: Nano, progress: dict, folder: Path) -> None:
    """What a later session resumes from (`train --start`): fp16 weights without the recogniser's characters."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {k: v.detach().half().contiguous() for k, v in model.state_dict().items() if k != "nano.known"}
    save_file(tensors, str(folder / "weights.safetensors"))
    (folder / "weights.safetensors").chmod(0o644)
    (folder / "progress.json").write_text(json.dumps(progress, indent=1) + "\n")


def load(path: Path) -> tuple[Nano, dict]:
    """Model of a checkpoint of `train`, and its progress."""
    stored = torch.load(path)
    model = Nano(Configuration(**stored["progress"].get("model", {})))
    model.load_state_dict(stored["model"])
    model.training_precision = False
    return model.eval(), stored["progress"]


def mean_of(paths: list[Path]) -> tuple[Nano, dict]:
    """Model of the mean of several states of a run (Kaddour, "Stop wasting my time!", 2022), and the last one's progress."""
    loaded = [load(path) for path in paths]
    model, progress = loaded[-1]
    states = [one.state_dict() for one, _ in loaded]
    model.load_state_dict({k: sum(state[k].float() for state in states) / len(states) for k in states[0]})
    return model, progress


def average(model: Nano, start: Path, share: float) -> None:
    """The mean of the model, by `share`, and of the weights that its run started from (Wortsman et al., "Robust
    fine-tuning of zero-shot models", 2021): most of what the new data teach, less of what they spoil elsewhere."""
    before = load_file(str(start))
    model.load_state_dict({k: (1 - share) * before[k].float() + share * v if k in before else v for k, v in model.state_dict().items()})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoints", type=Path, nargs="+", help="states of one run, the last one last: their mean is taken")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", default="nano-1")
    parser.add_argument("--checkpoint-folder", type=Path, help="also write the checkpoint to commit")
    parser.add_argument("--data", help="what else is to be known of the shards")
    parser.add_argument("--mean-with", type=Path, help="weights.safetensors of the checkpoint that the run started from")
    parser.add_argument("--share", type=float, default=0.5, help="of the run in that mean")
    options = parser.parse_args()
    model, progress = mean_of(options.checkpoints)
    if options.mean_with:
        average(model, options.mean_with, options.share)
    training = {k: progress[k] for k in ("step", "seconds", "data_version", "settings")} | {"shards": progress.get("shards")}
    training |= {"data": options.data} if options.data else {}
    if "rewarded" in progress:
        training["rewarded"] = {k: progress["rewarded"][k] for k in ("step", "seconds", "settings")}
    write_folder(model, options.folder, Vocabulary(), training)
    write_manifest(options.folder, options.version)
    if options.checkpoint_folder:
        write_checkpoint(model, progress, options.checkpoint_folder)


if __name__ == "__main__":
    main()
