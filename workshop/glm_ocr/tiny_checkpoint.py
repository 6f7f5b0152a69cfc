"""Tiny random checkpoints with GLM-OCR's architecture, written as folders in Hugging Face layout."""

import json
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import GlmOcrConfig, GlmOcrForConditionalGeneration

from .tiny_tokenizer import MASK_TOKEN, make_tokenizer, save_tokenizer


@dataclass(frozen=True)
class Recipe:
    """What a checkpoint is like; sizes are as small as the architecture allows without becoming trivial."""

    name: str
    seed: int
    dtype: torch.dtype = torch.float32
    shards: int = 1
    mask_token: bool = True
    spare_rows: int = 0
    prediction_head: bool = False
    hidden: int = 32
    inner: int = 40
    layers: int = 2
    heads: int = 4
    key_value_heads: int = 2
    head_size: int = 16
    sections: tuple[int, int, int] = (2, 3, 3)
    vision_hidden: int = 32
    vision_inner: int = 24
    vision_heads: int = 2
    vision_depth: int = 2


def build_config(recipe: Recipe, tokenizer) -> GlmOcrConfig:
    token = tokenizer.token_to_id
    return GlmOcrConfig(
        text_config={
            "vocab_size": tokenizer.get_vocab_size() + recipe.spare_rows,
            "hidden_size": recipe.hidden,
            "intermediate_size": recipe.inner,
            "num_hidden_layers": recipe.layers,
            "num_attention_heads": recipe.heads,
            "num_key_value_heads": recipe.key_value_heads,
            "head_dim": recipe.head_size,
            "rms_norm_eps": 1e-5,
            "rope_parameters": {
                "rope_type": "default",
                "rope_theta": 10000,
                "partial_rotary_factor": 1.0,
                "mrope_section": list(recipe.sections),
            },
            "pad_token_id": token("<|endoftext|>"),
            "num_nextn_predict_layers": 1 if recipe.prediction_head else 0,
        },
        vision_config={
            "depth": recipe.vision_depth,
            "hidden_size": recipe.vision_hidden,
            "intermediate_size": recipe.vision_inner,
            "num_heads": recipe.vision_heads,
            "out_hidden_size": recipe.hidden,
            "rms_norm_eps": 1e-5,
        },
        image_token_id=token("<|image|>"),
        video_token_id=token("<|video|>"),
        image_start_token_id=token("<|begin_of_image|>"),
        image_end_token_id=token("<|end_of_image|>"),
        video_start_token_id=token("<|begin_of_video|>"),
        video_end_token_id=token("<|end_of_video|>"),
    )


def randomise(model: torch.nn.Module, seed: int) -> None:
    """Weights with enough spread that logits differ clearly and no norm or bias is the identity by chance."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            if parameter.dim() == 1:
                is_bias = name.endswith("bias")
                parameter.copy_(0.1 * noise + (0.0 if is_bias else 1.0))
            elif "embed_tokens" in name:
                parameter.copy_(noise)
            else:
                fan_in = parameter[0].numel()
                parameter.copy_(noise * (1.5 / fan_in**0.5))


def prediction_head_tensors(config: GlmOcrConfig, seed: int) -> dict[str, torch.Tensor]:
    """The tensors of GLM-OCR's multi-token-prediction layer, which this engine must skip over."""
    text = config.text_config
    generator = torch.Generator().manual_seed(seed + 1000)
    hidden, inner = text.hidden_size, text.intermediate_size
    queries = text.num_attention_heads * text.head_dim
    keys = text.num_key_value_heads * text.head_dim
    shapes = {
        "input_layernorm.weight": [hidden],
        "post_self_attn_layernorm.weight": [hidden],
        "post_attention_layernorm.weight": [hidden],
        "post_mlp_layernorm.weight": [hidden],
        "self_attn.q_proj.weight": [queries, hidden],
        "self_attn.k_proj.weight": [keys, hidden],
        "self_attn.v_proj.weight": [keys, hidden],
        "self_attn.o_proj.weight": [hidden, queries],
        "mlp.gate_up_proj.weight": [2 * inner, hidden],
        "mlp.down_proj.weight": [hidden, inner],
        "enorm.weight": [hidden],
        "hnorm.weight": [hidden],
        "eh_proj.weight": [hidden, 2 * hidden],
        "shared_head.norm.weight": [hidden],
        "shared_head.head.weight": [text.vocab_size, hidden],
        "embed_tokens.weight": [text.vocab_size, hidden],
    }
    prefix = f"model.language_model.layers.{text.num_hidden_layers}."
    return {prefix + name: torch.randn(shape, generator=generator) for name, shape in shapes.items()}


def write_weights(tensors: dict[str, torch.Tensor], folder: Path, shards: int) -> None:
    for stale in folder.glob("*.safetensors*"):
        stale.unlink()
    if shards == 1:
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        return
    names = sorted(tensors)
    weight_map = {}
    for shard in range(shards):
        file = f"model-{shard + 1:05d}-of-{shards:05d}.safetensors"
        part = names[shard::shards]
        save_file({name: tensors[name] for name in part}, folder / file, metadata={"format": "pt"})
        weight_map.update(dict.fromkeys(part, file))
    total = sum(tensor.numel() * tensor.element_size() for tensor in tensors.values())
    index = {"metadata": {"total_size": total}, "weight_map": weight_map}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n")


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n")


def write_folder(model, tokenizer, recipe: Recipe, folder: Path) -> None:
    """Everything but the weights of `model` is derived from the recipe; weights are stored in the recipe's type."""
    folder.mkdir(parents=True, exist_ok=True)
    config = model.config
    tensors = {name: tensor.to(recipe.dtype).contiguous() for name, tensor in model.state_dict().items()}
    if recipe.prediction_head:
        extra = prediction_head_tensors(config, recipe.seed)
        tensors.update({name: tensor.to(recipe.dtype) for name, tensor in extra.items()})
    write_weights(tensors, folder, recipe.shards)
    published = config.to_dict()
    published["architectures"] = ["GlmOcrForConditionalGeneration"]
    published["dtype"] = str(recipe.dtype).removeprefix("torch.")
    write_json(folder / "config.json", published)
    save_tokenizer(tokenizer, folder)
    token = tokenizer.token_to_id
    ends = [token("<|endoftext|>"), token("<|user|>")]
    write_json(folder / "generation_config.json", {"do_sample": False, "eos_token_id": ends, "pad_token_id": ends[0]})
    write_json(
        folder / "preprocessor_config.json",
        {
            "image_processor_type": "Glm46VImageProcessor",
            "do_rescale": True,
            "do_normalize": True,
            "size": {"shortest_edge": 12544, "longest_edge": 9633792},
            "patch_size": 14,
            "temporal_patch_size": 2,
            "merge_size": 2,
            "image_mean": [0.48145466, 0.4578275, 0.40821073],
            "image_std": [0.26862954, 0.26130258, 0.27577711],
        },
    )
    if recipe.mask_token:
        write_json(
            folder / "block_diffusion.json",
            {"bd_size": 32, "mask_id": token(MASK_TOKEN), "ar_loss_weight": 1.0, "mask_schedule": "uniform"},
        )


def make_checkpoint(recipe: Recipe, folder: Path):
    """Writes the folder; returns the model in fp32 with the weights as stored, and the tokenizer."""
    tokenizer = make_tokenizer(recipe.mask_token)
    config = build_config(recipe, tokenizer)
    config._attn_implementation = "eager"
    torch.manual_seed(recipe.seed)
    model = GlmOcrForConditionalGeneration(config).eval()
    randomise(model, recipe.seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.to(recipe.dtype).float())
    write_folder(model, tokenizer, recipe, folder)
    return model, tokenizer
