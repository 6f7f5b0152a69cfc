"""GLM-OCR's forwards as decoding needs them; `transformers` does the arithmetic, masks and positions are explicit."""

from dataclasses import dataclass

import numpy as np
import torch
from PIL import Image
from transformers import DynamicCache
from transformers.models.glm46v.image_processing_pil_glm46v import Glm46VImageProcessorPil

TASKS = {"text": "Text Recognition:", "table": "Table Recognition:", "formula": "Formula Recognition:"}
FORBIDDEN = torch.finfo(torch.float32).min


def image_processor() -> Glm46VImageProcessorPil:
    return Glm46VImageProcessorPil(size={"shortest_edge": 12544, "longest_edge": 9633792})


@dataclass
class Prompt:
    ids: torch.Tensor  # [P]
    positions: torch.Tensor  # [3, P]
    embeds: torch.Tensor  # [P, hidden], image rows filled in
    image_embeds: torch.Tensor  # [N, hidden]
    pixels: torch.Tensor  # [patches, 1176]
    grid: tuple[int, int]  # rows and columns of patches


def prompt_text(task: str, image_tokens: int) -> str:
    image = "<|begin_of_image|>" + "<|image|>" * image_tokens + "<|end_of_image|>"
    return f"[gMASK]<sop><|user|>\n{image}{TASKS[task]}<|assistant|>\n"


@torch.no_grad()
def build_prompt(model, tokenizer, image: Image.Image, task: str) -> Prompt:
    batch = image_processor()(images=image, return_tensors="pt")
    grid = batch["image_grid_thw"]
    _, rows, columns = grid[0].tolist()
    ids = torch.tensor(tokenizer.encode(prompt_text(task, rows * columns // 4), add_special_tokens=False).ids)
    kinds = (ids == model.config.image_token_id).int()
    positions, _ = model.model.get_rope_index(
        ids[None], mm_token_type_ids=kinds[None], image_grid_thw=grid, video_grid_thw=None
    )
    image_embeds = model.model.get_image_features(batch["pixel_values"], grid).pooler_output
    if isinstance(image_embeds, (list, tuple)):
        image_embeds = torch.cat(image_embeds)
    embeds = model.get_input_embeddings()(ids)
    embeds[ids == model.config.image_token_id] = image_embeds
    return Prompt(ids, positions[:, 0], embeds, image_embeds, batch["pixel_values"], (rows, columns))


class Decoder:
    """One region's causal cache. `window` runs rows behind it without keeping them; `commit` keeps the first few."""

    def __init__(self, model, prompt: Prompt):
        self.model = model
        self.prompt = prompt
        self.cache = DynamicCache(config=model.config.text_config)
        self.next_position = int(prompt.positions.max()) + 1

    @property
    def length(self) -> int:
        return self.cache.get_seq_length()

    @torch.no_grad()
    def _forward(self, embeds, positions, mask):
        hidden = self.model.model.language_model(
            inputs_embeds=embeds[None], attention_mask=mask[None, None], position_ids=positions[:, None], cache=self.cache
        ).last_hidden_state[0]
        return self.model.lm_head(hidden)

    def prefill(self) -> torch.Tensor:
        rows = len(self.prompt.ids)
        return self._forward(self.prompt.embeds, self.prompt.positions, causal_mask(0, rows))[-1]

    def window(self, ids: list[int], mask_rows: int = 0) -> torch.Tensor:
        """Logits of all rows. The last `mask_rows` rows see the whole window, the others are causal."""
        start = self.length
        first = self.next_position + start - len(self.prompt.ids)
        positions = torch.arange(first, first + len(ids)).expand(3, -1)
        mask = causal_mask(start, len(ids))
        if mask_rows:
            mask[len(ids) - mask_rows :] = 0
        embeds = self.model.get_input_embeddings()(torch.tensor(ids))
        return self._forward(embeds, positions, mask)

    def keep(self, length: int) -> None:
        """Rolls the cache back to `length` rows."""
        if length < self.length:
            self.cache.crop(length - self.length)

    def keys_and_values(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Per layer, [length, key/value heads, head size]."""
        return [(layer.keys[0].transpose(0, 1), layer.values[0].transpose(0, 1)) for layer in self.cache.layers]


def causal_mask(past: int, rows: int) -> torch.Tensor:
    mask = torch.zeros(rows, past + rows)
    mask[:, past:] = torch.full((rows, rows), FORBIDDEN).triu(1)
    return mask


def greedy(model, prompt: Prompt, count: int, ends: list[int]) -> list[int]:
    """One-token steps until `count` ids or an end token, which is kept."""
    decoder = Decoder(model, prompt)
    ids = [int(decoder.prefill().argmax())]
    while len(ids) < count and ids[-1] not in ends:
        ids.append(int(decoder.window([ids[-1]])[-1].argmax()))
    return ids


def drawing(width: int, height: int, seed: int) -> Image.Image:
    """A small picture with strokes, edges and flat areas; the same on every machine."""
    random = np.random.default_rng(seed)
    pixels = np.full((height, width, 3), 250, dtype=np.uint8)
    for _ in range(24):
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        w, h = int(random.integers(1, max(2, width // 3))), int(random.integers(1, max(2, height // 6)))
        pixels[y : y + h, x : x + w] = random.integers(0, 256, 3)
    return Image.fromarray(pixels)
