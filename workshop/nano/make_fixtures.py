"""Parity fixtures for the engine (SPEC §8): `python -m workshop.nano.make_fixtures tiny|trained <cache> <folder>`.

`tiny` carries a random model of its own; `trained` uses the weights of `assets/models/nano`.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from .corpus import Corpus
from .decode import free_run, masked_rows
from .encode import Encoder, summarise
from .export import rounded, write_folder
from .model import Configuration, Nano
from .prior import Prior, prior_of
from .render import draw_region, fonts
from .rows import Region, clean_rows, locked, pack, shortlist_of
from .train import load_regions
from .vocabulary import BREAK, FIRST_SPECIAL, SPACE, Vocabulary
from .words import Lexicon, shipped, word_flags

TINY = dict(hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, head_dim=16,
            mrope_section=[2, 1, 1, 2, 1, 1], feature_size=8)
CJK_LINES = ["永和九年，岁在癸丑，", "暮春之初 2026"]


def tiny_model(seed: int = 3) -> Nano:
    torch.manual_seed(seed)
    characters = torch.randn(FIRST_SPECIAL, TINY["feature_size"]).numpy()
    model = Nano(Configuration(**TINY), characters)
    # Unlike a fresh model, one that edits: or ids would only ever repeat y⁰.
    torch.nn.init.normal_(model.nano.head.weight, std=0.25)
    torch.nn.init.normal_(model.nano.gates.weight, std=0.5)
    torch.nn.init.normal_(model.nano.gates.bias, std=1.0)
    torch.nn.init.normal_(model.nano.prior.bias, std=0.3)
    return model


def trained_model(folder: Path) -> Nano:
    config = json.loads((folder / "config.json").read_text())
    model = Nano(Configuration(**{k: config[k] for k in Configuration().dictionary()}))
    tensors = load_file(str(folder / "model.safetensors"))
    characters = tensors.pop("nano.characters").float()
    state = {k: v.float() for k, v in tensors.items()} | {"nano.known": characters[:FIRST_SPECIAL], "nano.specials": characters[FIRST_SPECIAL:]}
    model.load_state_dict(state)
    return model


def read_regions(cache: Path, encoder: Encoder, vocabulary: Vocabulary, count: int) -> list[tuple[str, Prior, list[np.ndarray], list]]:
    """A few drawn regions (name, y⁰, probabilities of each line, boxes) through the real encoder."""
    import random

    rng, corpus, faces = random.Random(11), Corpus(cache, "development"), fonts("development")
    drawn = []
    for number in range(count):
        lines = [line[:34] for line in corpus.lines(rng, "enptesfrdeit"[2 * (number % 6) :][:2], 2 if number else 3, 30) if line.strip()]
        drawn.append(("text-" + str(number), draw_region(rng, lines, faces[rng.randrange(len(faces))], "hard")))
    drawn.append(("chinese", draw_region(rng, CJK_LINES, "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", "mild")))
    result = []
    for name, region in drawn:
        summaries, probabilities = [], []
        for crop in region.crops:
            batch = ((crop.astype(np.float32) / 255 - 0.5) / 0.5)[None, None].repeat(3, 1)
            first, second = encoder.session.run(None, {encoder.input: batch})[:2]
            p, f = (first[0], second[0]) if first.shape[-1] > 1000 else (second[0], first[0])
            steps = min(len(p), -(-crop.shape[1] // 8))
            kept = np.union1d([0, SPACE], np.flatnonzero((p[:steps] > 1e-3).any(0)))
            sparse = np.zeros((steps, p.shape[1]), np.float32)
            sparse[:, kept] = p[:steps][:, kept]
            summaries.append(summarise(sparse, f[:steps]))
            probabilities.append((kept, sparse[:, kept], f[:steps]))
        prior = prior_of(summaries, region.boxes, vocabulary, settle=False)
        if prior.length:
            result.append((name, prior, probabilities, region.boxes))
    return result


def read_table(cache: Path, longest: int = 150) -> Prior:
    """y⁰ of a short drawn table, as the engine has read it."""
    found = next(r for r in load_regions(cache / "development", set()) if r.task == "table" and len(r.y) <= longest)
    return found.prior


def describe_prior(prior: Prior) -> dict:
    exact = lambda a: [float(x) for x in np.asarray(a, np.float32).ravel()]  # noqa: E731
    return {"ids": prior.ids.tolist(), "second": prior.second.tolist(), "third": prior.third.tolist(), "ghosts": prior.ghosts.tolist(),
            "probabilities": exact(prior.probabilities), "space": exact(prior.space), "ghostProbability": exact(prior.ghost_probability),
            "evidence": exact(prior.evidence), "line": prior.line.tolist(), "column": prior.column.tolist()}


def some_words(priors: list[Prior], vocabulary: Vocabulary) -> Lexicon:
    """Words of the readings and what an edit would make of them, every second one."""
    asked: set[str] = set()
    for prior in priors:
        word_flags(prior, lambda word: bool(asked.add(word)), vocabulary)
    return Lexicon.of(set(sorted(asked)[::2]))


def committed_with_edits(y: list[int], rng: np.random.Generator) -> list[int]:
    """y⁰ with insertions, deletions, substitutions and gap changes, to walk over."""
    ids: list[int] = []
    for x in y[:-1]:
        dice = rng.random()
        if dice < 0.05:
            ids.append(SPACE)
        elif dice < 0.10:
            continue
        elif dice < 0.15:
            ids.append(y[int(rng.integers(len(y) - 1))])
            continue
        elif dice < 0.18:
            ids += [x, x]
        elif dice < 0.20:
            ids.append(BREAK)
        ids.append(x)
    return ids


@torch.no_grad()
def describe(model: Nano, name: str, prior: Prior, vocabulary: Vocabulary, rng, tensors: dict, task: str, lexicon: Lexicon) -> dict:
    words = word_flags(prior, lexicon, vocabulary)
    region = Region(prior, task=task, words=words)
    shortlist = shortlist_of([region], vocabulary.core, task)
    lock = locked(region, vocabulary)
    run = free_run(model, [region], vocabulary)[0]
    greedy = run.ids
    plain = free_run(model, [region], vocabulary, "none")[0].ids
    assert greedy == plain, name
    committed = committed_with_edits(region.y, rng)
    states = [run.states[0]]
    for x in committed:
        states.append(run.push(states[-1], x))
    windows = []

    def window(kind: str, text: str, count: int, ids: list[int], rows) -> None:
        batch = pack([region], [rows], vocabulary.core, True, [lock], shortlist)
        key = f"{name}.{len(windows)}.{kind}"
        tensors[key] = model(batch).contiguous()
        asked = np.flatnonzero(rows.targets >= 0)
        windows.append({"kind": kind, "text": text, "committed": count, "ids": ids, "logits": key, "states": [[rows.states[i].p, rows.states[i].op] for i in asked],
                        "columns": batch.columns.tolist(), "priors": [[float(v) for v in row] for row in batch.priors]})

    texts = ("greedy", greedy, run.states, min(9, len(greedy) - 1)), ("committed", committed, states, len(committed) // 2)
    for text, source, walked, count in texts:
        here = walked[count]
        draft = region.y[here.p : -1][:33]
        rows = clean_rows(region, source[:count] + draft, _walk_on(run, walked[: count + 1], draft))
        rows.targets[count:] = 0
        window("verify", text, count, [source[count - 1], *draft], rows)
        window("draft", text, count, [source[count - 1]], masked_rows(region, source[:count], walked[: count + 1]))
    start = clean_rows(region, [], states[:1])
    start.targets[0] = 0
    tensors[f"{name}.prefill"] = model(pack([region], [start], vocabulary.core, True, [lock], shortlist)).contiguous()
    batch = pack([region], [start], vocabulary.core, True, [lock], shortlist)
    z, anchors = model.read_prior(model.nano.characters(batch.shortlist), batch.ids, batch.runners, batch.weights, batch.features, batch.evidence)
    tensors[f"{name}.features"] = batch.features[0].contiguous()
    tensors[f"{name}.z"], tensors[f"{name}.anchors"] = z[0].contiguous(), anchors[0].contiguous()
    return {"name": name, "task": task, "prior": describe_prior(prior), "locked": lock.astype(int).tolist(), "shortlist": shortlist.tolist(),
            "wordKinds": words.kinds.tolist(), "wordFlags": words.flags.astype(int).ravel().tolist(), "greedy": greedy, "greedyText": vocabulary.decode(greedy[:-1]), "committed": committed,
            "states": [[s.p, s.op, s.held, s.sub, s.count] for s in states], "windows": windows}


def _walk_on(run, states, ids):
    walked = list(states)
    for x in ids:
        walked.append(run.push(walked[-1], x))
    return walked


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("tiny", "trained"))
    parser.add_argument("cache", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, default=Path("assets/models/nano"))
    options = parser.parse_args()
    vocabulary, encoder = Vocabulary(), Encoder()
    options.folder.mkdir(parents=True, exist_ok=True)
    tiny = options.kind == "tiny"
    model = rounded(tiny_model()) if tiny else trained_model(options.weights)
    model.training_precision = False
    model.eval()
    rng, tensors, regions = np.random.default_rng(5), {}, []
    read = [*read_regions(options.cache, encoder, vocabulary, 3 if tiny else 4), ("table", read_table(options.cache), [], [])]
    lexicon = some_words([prior for _, prior, _, _ in read], vocabulary) if tiny else shipped()
    if tiny:
        write_folder(model, options.folder / "model", vocabulary, {"seed": 3, "random": True}, lexicon)
    for name, prior, probabilities, boxes in read:
        ctc = []
        for number, (kept, p, f) in enumerate(probabilities) if tiny else ():
            tensors[f"{name}.ctc.{number}.probabilities"] = torch.from_numpy(np.ascontiguousarray(p))
            tensors[f"{name}.ctc.{number}.features"] = torch.from_numpy(np.ascontiguousarray(f))
            ctc.append({"classes": kept.tolist(), "box": [float(v) for v in boxes[number]]})
        if tiny:
            tensors[f"{name}.prior_features"] = torch.from_numpy(prior.features.astype(np.float32).copy())
            prior.features = np.ascontiguousarray(prior.features[:, : TINY["feature_size"]]).astype(np.float32)
        task = "table" if name == "table" else "text"
        regions.append(describe(model, name, prior, vocabulary, rng, tensors, task, lexicon) | ({"ctc": ctc} if ctc else {}))
        print(name, repr(vocabulary.decode(prior.ids[:-1])), "→", repr(regions[-1]["greedyText"]))
    (options.folder / "regions.json").write_text(json.dumps(regions, ensure_ascii=False) + "\n")
    save_file({k: v.float() for k, v in tensors.items()}, str(options.folder / "regions.safetensors"))
    (options.folder / "regions.safetensors").chmod(0o644)


if __name__ == "__main__":
    main()
