"""Overfits a small checkpoint on a few dozen crops by the joint objective of the paper (reference digest, §6).

    python -m workshop.glm_ocr.overfit engine/model/glm-ocr/fixtures/overfitted [steps]

A packed row is [prompt and clean response x0 | xtA | xtB]: the clean part is causal; each noised copy is cut into
blocks of 32 (with a random phase), and a block sees the prompt, the clean response before it, and itself in both
directions. What one copy masks the other shows. Logits are shifted by one place everywhere: row i predicts i + 1.
"""

import json
import math
import random
import shutil
import sys
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save_file as save_arrays
from transformers import GlmOcrForConditionalGeneration

from .crops import Crop, make_crops
from .reference import FORBIDDEN, Decoder, Prompt, build_prompt, greedy
from .tiny_checkpoint import Recipe, build_config, write_folder
from .tiny_tokenizer import CORPUS, MASK_TOKEN, make_tokenizer

BLOCK = 32
SEED = 2026
TRAINED, UNSEEN = 24, 6
BATCH = 4
PEAK_RATE = 2e-3
FIRST_IDS = 6
WARM_UP_STEPS = 300
RECIPE = Recipe(
    "overfitted",
    seed=SEED,
    dtype=torch.bfloat16,
    hidden=96,
    inner=192,
    layers=4,
    heads=4,
    key_value_heads=2,
    head_size=24,
    sections=(4, 4, 4),
    vision_hidden=64,
    vision_inner=96,
    vision_heads=2,
    vision_depth=2,
)


class Sample:
    """One crop as tensors that do not change during training."""

    def __init__(self, model, tokenizer, crop: Crop):
        prompt = build_prompt(model, tokenizer, crop.image.convert("RGB"), crop.task)
        self.pixels, self.grid = prompt.pixels, prompt.grid
        self.prompt_ids, self.prompt_positions = prompt.ids, prompt.positions
        end = tokenizer.token_to_id("<|endoftext|>")
        self.response = torch.tensor(tokenizer.encode(crop.text, add_special_tokens=False).ids + [end] * BLOCK)
        self.text_length = len(self.response) - BLOCK + 1  # with one end token
        next_position = int(prompt.positions.max()) + 1
        self.response_positions = torch.arange(next_position, next_position + len(self.response)).expand(3, -1)


def pack(sample: Sample, mask_id: int, generator: torch.Generator):
    """Ids, positions, attention mask, and per row the target id (-1: none) of the AR and of the diffusion loss."""
    prompt, length = len(sample.prompt_ids), len(sample.response)
    phase = int(torch.randint(BLOCK, (1,), generator=generator))
    block = (torch.arange(length) + phase) // BLOCK
    rates = torch.rand(int(block.max()) + 1, generator=generator) * (1 - 1e-3) + 1e-3
    masked_a = torch.rand(length, generator=generator) < rates[block]
    ids = [sample.prompt_ids, sample.response]
    positions = [sample.prompt_positions, sample.response_positions]
    for masked in (masked_a, ~masked_a):
        ids.append(torch.where(masked, mask_id, sample.response))
        positions.append(sample.response_positions)
    rows = prompt + 3 * length
    allowed = torch.zeros(rows, rows, dtype=torch.bool)
    base = prompt + length
    allowed[:base, :base] = torch.ones(base, base).tril().bool()
    targets_ar = torch.full((rows,), -1)
    targets_ar[prompt - 1 : prompt - 1 + sample.text_length] = sample.response[: sample.text_length]
    targets_diffusion = torch.full((rows,), -1)
    for view, masked in enumerate((masked_a, ~masked_a)):
        start = base + view * length
        own = slice(start, start + length)
        allowed[own, :prompt] = True
        allowed[own, prompt:base] = block[None, :] < block[:, None]
        allowed[own, own] = block[None, :] == block[:, None]
        # The first response token has no row before it in the copy; the prompt's last row predicts it (AR loss).
        shown = torch.where(masked[1:], sample.response[1:], -1)
        targets_diffusion[start : start + length - 1] = shown
    return torch.cat(ids), torch.cat(positions, 1), allowed, targets_ar, targets_diffusion


def batch_loss(model, samples: list[Sample], mask_id: int, generator: torch.Generator):
    """Losses of the causal and of the diffusion rows."""
    packed = [pack(sample, mask_id, generator) for sample in samples]
    longest = max(len(ids) for ids, *_ in packed)
    grid = torch.tensor([[1, *sample.grid] for sample in samples])
    images = model.model.get_image_features(torch.cat([sample.pixels for sample in samples]), grid).pooler_output
    embeds, positions, masks, targets = [], [], [], []
    for image, (ids, place, allowed, target_ar, target_diffusion) in zip(images, packed):
        pad = longest - len(ids)
        row = model.get_input_embeddings()(torch.nn.functional.pad(ids, (0, pad)))
        is_image = torch.nn.functional.pad(ids == model.config.image_token_id, (0, pad))
        embeds.append(row.masked_scatter(is_image[:, None], image))
        positions.append(torch.nn.functional.pad(place, (0, pad)))
        mask = torch.eye(longest, dtype=torch.bool)  # pad rows keep their diagonal
        mask[: len(ids), : len(ids)] |= allowed
        masks.append(torch.where(mask, 0.0, FORBIDDEN))
        targets.append(torch.stack([torch.nn.functional.pad(t, (0, pad), value=-1) for t in (target_ar, target_diffusion)]))
    hidden = model.model.language_model(
        inputs_embeds=torch.stack(embeds),
        attention_mask=torch.stack(masks)[:, None],
        position_ids=torch.stack(positions, 1),
        use_cache=False,
    ).last_hidden_state
    logits = model.lm_head(hidden).flatten(0, 1)
    target_ar, target_diffusion = torch.stack(targets, 1).flatten(1)
    loss = torch.nn.functional.cross_entropy
    return loss(logits, target_ar, ignore_index=-1), loss(logits, target_diffusion, ignore_index=-1)


def initialise(model) -> None:
    """Keeps the size of activations; the default spread is meant for wide models and starves narrow ones."""
    generator = torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.dim() > 1:
                spread = 1.0 if "embed_tokens" in name else parameter[0].numel() ** -0.5
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * spread)


def acceptance(model, prompt: Prompt, text: list[int], mask_id: int) -> tuple[int, int]:
    """Rounds, and drafted ids accepted, when decoding greedily with one block of 32 masks a round (§5.1)."""
    decoder = Decoder(model, prompt)
    decoder.prefill()
    done, rounds, accepted = 1, 0, 0
    while done < len(text):
        draft = decoder.window([text[done - 1]] + [mask_id] * BLOCK, mask_rows=BLOCK).argmax(-1).tolist()
        decoder.keep(len(prompt.ids) + done - 1)
        agreed = 0
        while agreed < len(draft) and done + agreed < len(text) and draft[agreed] == text[done + agreed]:
            agreed += 1
        step = min(agreed + 1, len(text) - done)
        decoder.window(text[done - 1 : done - 1 + step])
        done += step
        rounds += 1
        accepted += agreed
    return rounds, accepted


def warm_up(model, samples: list[Sample], steps: int) -> None:
    """Teaches the tower to tell the crops apart, by the first ids of their texts alone.

    Later ids follow from the earlier ones, so that the joint loss hardly asks for the picture at all.
    """
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.0, betas=(0.9, 0.98))
    order = random.Random(SEED)
    for step in range(steps):
        batch = order.sample(samples, 8)
        grid = torch.tensor([[1, *sample.grid] for sample in batch])
        images = model.model.get_image_features(torch.cat([sample.pixels for sample in batch]), grid).pooler_output
        losses, right = [], 0
        for image, sample in zip(images, batch):
            ids = torch.cat([sample.prompt_ids, sample.response[:FIRST_IDS]])
            embeds = model.get_input_embeddings()(ids)
            embeds = embeds.masked_scatter((ids == model.config.image_token_id)[:, None], image)
            positions = torch.cat([sample.prompt_positions, sample.response_positions[:, :FIRST_IDS]], 1)
            hidden = model.model.language_model(
                inputs_embeds=embeds[None], position_ids=positions[:, None], use_cache=False
            ).last_hidden_state[0]
            logits = model.lm_head(hidden[len(sample.prompt_ids) - 1 : -1])
            losses.append(torch.nn.functional.cross_entropy(logits, sample.response[:FIRST_IDS]))
            right += int(logits[0].argmax() == sample.response[0])
        loss = torch.stack(losses).mean()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 25 == 0:
            print(f"warm-up {step} loss {loss.item():.4f}, first id right {right} of 8", flush=True)


def train(model, samples: list[Sample], mask_id: int, steps: int) -> None:
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=0.0, betas=(0.9, 0.98))
    generator = torch.Generator().manual_seed(SEED)
    order = random.Random(SEED)
    started = time.time()
    for step in range(steps):
        rate = PEAK_RATE * min((step + 1) / 30, 0.5 + 0.5 * math.cos(math.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = rate
        causal, diffusion = batch_loss(model, order.sample(samples, BATCH), mask_id, generator)
        loss = 0.5 * causal + 0.5 * diffusion
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 25 == 0:
            print(f"step {step} causal {causal.item():.4f} diffusion {diffusion.item():.4f} {time.time() - started:.0f} s", flush=True)


def main() -> None:
    torch.set_num_threads(1)
    folder, steps = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1500
    crops = make_crops(TRAINED, SEED) + make_crops(UNSEEN, SEED + 1)
    tokenizer = make_tokenizer(True, vocabulary=400, corpus=CORPUS + [crop.text for crop in crops])
    config = build_config(RECIPE, tokenizer)
    config._attn_implementation = "sdpa"
    torch.manual_seed(SEED)
    model = GlmOcrForConditionalGeneration(config)
    initialise(model)
    mask_id = tokenizer.token_to_id(MASK_TOKEN)
    ends = [tokenizer.token_to_id("<|endoftext|>"), tokenizer.token_to_id("<|user|>")]
    samples = [Sample(model, tokenizer, crop) for crop in crops]
    print("texts of", sorted(sample.text_length for sample in samples), "ids;", model.num_parameters(), "parameters")
    warm_up(model, samples[:TRAINED], WARM_UP_STEPS)
    train(model, samples[:TRAINED], mask_id, steps)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.to(RECIPE.dtype).float())
    model.eval()
    facts = []
    for index, crop in enumerate(crops):
        prompt = build_prompt(model, tokenizer, crop.image.convert("RGB"), crop.task)
        ids = greedy(model, prompt, 260, ends)
        rounds, accepted = acceptance(model, prompt, ids, mask_id)
        text = tokenizer.decode(ids, skip_special_tokens=True)
        facts.append({"task": crop.task, "trained": index < TRAINED, "text": crop.text, "ids": ids, "rounds": rounds, "accepted": accepted})
        print(crop.task, "trained" if index < TRAINED else "unseen", "right" if text == crop.text else "wrong", len(ids), rounds, accepted)
    for trained in (True, False):
        part = [fact for fact in facts if fact["trained"] == trained]
        rate = sum(fact["accepted"] for fact in part) / sum(fact["rounds"] for fact in part)
        print("trained" if trained else "unseen", f"accepted per round {rate:.2f}")
    if folder.exists():
        shutil.rmtree(folder)
    write_folder(model, tokenizer, RECIPE, folder / "model")
    (folder / "crops.json").write_text(json.dumps(facts, ensure_ascii=False) + "\n")
    save_arrays({f"{i:02d}": np.asarray(crop.image) for i, crop in enumerate(crops)}, folder / "crops.safetensors")
    for file in folder.rglob("*.safetensors"):
        file.chmod(0o644)


if __name__ == "__main__":
    main()
