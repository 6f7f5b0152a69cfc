"""The decoder: prior graph, GLM text layers, residual head over a shortlist (SPEC §4, §5). Names are the file's."""

from dataclasses import asdict, dataclass, field

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

from .vocabulary import EVIDENCE, FEATURES, FIRST_SPECIAL, RECOGNISER, SIZE, SLOTS


@dataclass
class Configuration:
    hidden_size: int = 256
    intermediate_size: int = 704
    num_hidden_layers: int = 4
    num_attention_heads: int = 4
    num_key_value_heads: int = 2
    head_dim: int = 64
    rms_norm_eps: float = 1e-5
    rope_theta: float = 10000.0
    mrope_section: list[int] = field(default_factory=lambda: [4, 2, 2] * 4)
    feature_size: int = FEATURES

    def dictionary(self) -> dict:
        return asdict(self)


def recogniser_characters(path=RECOGNISER / "model.onnx") -> np.ndarray:
    """Columns of the recogniser's CTC head, one for each class, each of length √120."""
    matrices = [numpy_helper.to_array(t) for t in onnx.load(str(path)).graph.initializer if list(t.dims) == [FEATURES, FIRST_SPECIAL]]
    head = matrices[0].T.astype(np.float32)
    return head / np.linalg.norm(head, axis=1, keepdims=True) * FEATURES**0.5


class Norm(nn.Module):
    def __init__(self, size: int, epsilon: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.epsilon = epsilon

    def forward(self, x):
        x = x.float()
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.epsilon) * self.weight


class Attention(nn.Module):
    def __init__(self, c: Configuration):
        super().__init__()
        self.c = c
        self.q_proj = nn.Linear(c.hidden_size, c.num_attention_heads * c.head_dim, bias=False)
        self.k_proj = nn.Linear(c.hidden_size, c.num_key_value_heads * c.head_dim, bias=False)
        self.v_proj = nn.Linear(c.hidden_size, c.num_key_value_heads * c.head_dim, bias=False)
        self.o_proj = nn.Linear(c.num_attention_heads * c.head_dim, c.hidden_size, bias=False)

    def forward(self, x, turns, seen):
        b, n, _ = x.shape
        q = self.q_proj(x).view(b, n, -1, self.c.head_dim).transpose(1, 2)
        k = self.k_proj(x).view(b, n, -1, self.c.head_dim).transpose(1, 2)
        v = self.v_proj(x).view(b, n, -1, self.c.head_dim).transpose(1, 2)
        q, k = rotate(q, turns), rotate(k, turns)
        group = self.c.num_attention_heads // self.c.num_key_value_heads
        k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        return self.o_proj(mixed.transpose(1, 2).reshape(b, n, -1))


def rotate(x, turns):
    """Pairs (2k, 2k + 1) as complex numbers; turns [batch, 1, rows, head / 2]."""
    pairs = torch.view_as_complex(x.float().unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * turns).flatten(-2).to(x.dtype)


class Mlp(nn.Module):
    def __init__(self, c: Configuration):
        super().__init__()
        self.gate_up_proj = nn.Linear(c.hidden_size, 2 * c.intermediate_size, bias=False)
        self.down_proj = nn.Linear(c.intermediate_size, c.hidden_size, bias=False)

    def forward(self, x):
        gate, up = self.gate_up_proj(x).chunk(2, -1)
        return self.down_proj(up * F.silu(gate))


class Layer(nn.Module):
    def __init__(self, c: Configuration):
        super().__init__()
        norm = lambda: Norm(c.hidden_size, c.rms_norm_eps)  # noqa: E731
        self.input_layernorm, self.post_self_attn_layernorm = norm(), norm()
        self.post_attention_layernorm, self.post_mlp_layernorm = norm(), norm()
        self.self_attn, self.mlp = Attention(c), Mlp(c)

    def forward(self, x, turns, seen):
        x = x + self.post_self_attn_layernorm(self.self_attn(self.input_layernorm(x), turns, seen))
        return x + self.post_mlp_layernorm(self.mlp(self.post_attention_layernorm(x)))


class Body(nn.Module):
    def __init__(self, c: Configuration):
        super().__init__()
        self.layers = nn.ModuleList(Layer(c) for _ in range(c.num_hidden_layers))
        self.norm = Norm(c.hidden_size, c.rms_norm_eps)


class Editor(nn.Module):
    """The tensors named `nano.*`."""

    def __init__(self, c: Configuration, characters: torch.Tensor):
        super().__init__()
        h = c.hidden_size
        self.register_buffer("known", characters)  # [18710, 120], frozen
        self.specials = nn.Parameter(torch.randn(SIZE - FIRST_SPECIAL, c.feature_size))
        self.embed = nn.Linear(c.feature_size, h, bias=False)
        self.prior = nn.Linear(3 * c.feature_size + EVIDENCE, h)
        self.anchor = nn.Linear(3 * h, h, bias=False)
        self.operation = nn.Embedding(6, h)
        self.head = nn.Linear(h, c.feature_size, bias=False)
        self.gates = nn.Linear(h, SLOTS)

    def characters(self, ids: torch.Tensor) -> torch.Tensor:
        special = (ids >= FIRST_SPECIAL)[:, None]
        known = self.known[ids.clamp(max=FIRST_SPECIAL - 1)]
        return torch.where(special, self.specials[(ids - FIRST_SPECIAL).clamp(min=0)], known)


class Nano(nn.Module):
    def __init__(self, c: Configuration, characters: np.ndarray | None = None):
        super().__init__()
        self.c = c
        if characters is None:
            characters = recogniser_characters()
        self.model = Body(c)
        self.nano = Editor(c, torch.tensor(characters))
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2 and "specials" not in name:
                nn.init.normal_(parameter, std=parameter.shape[1] ** -0.5)
        for zero in (self.nano.head.weight, self.nano.gates.weight, self.nano.gates.bias, self.nano.prior.bias):
            nn.init.zeros_(zero)
        nn.init.normal_(self.nano.operation.weight, std=0.3)
        axes = [axis % 3 for axis, length in enumerate(c.mrope_section) for _ in range(length)]
        half = c.head_dim // 2
        frequencies = 1.0 / c.rope_theta ** (torch.arange(half, dtype=torch.float32) / half)
        self.register_buffer("axes", torch.tensor(axes), persistent=False)
        self.register_buffer("frequencies", frequencies, persistent=False)

    def read_prior(self, c, ids, runners, weights, features, evidence):
        """z and anchors [batch, P + 1, hidden]. `c`: characters of the shortlist; ids and runners (second, third, ghost)
        are its columns."""
        mixed = weights[..., 0:1] * c[runners[..., 0]] + weights[..., 1:2] * c[runners[..., 1]]
        missing = weights[..., 2:3] * c[runners[..., 2]]
        z = self.nano.embed(c)[ids] + self.nano.prior(torch.cat((features, mixed, missing, evidence), -1))
        before, behind = F.pad(z, (0, 0, 1, 0))[:, :-1], F.pad(z, (0, 0, 0, 1))[:, 1:]
        return z, self.nano.anchor(torch.cat((before, z, behind), -1))

    def turns(self, positions):
        """positions [batch, rows, 3]."""
        angle = positions.float()[..., self.axes] * self.frequencies
        return torch.polar(torch.ones_like(angle), angle)[:, None]

    def forward(self, batch) -> torch.Tensor:
        """Logits [asked rows, shortlist] of a `Batch`."""
        c = self.nano.characters(batch.shortlist)
        z, anchors = self.read_prior(c, batch.ids, batch.runners, batch.weights, batch.features, batch.evidence)
        size = self.c.hidden_size
        own = self.nano.embed(c)[batch.inputs] + self.nano.operation(batch.ops)
        own = own + anchors.gather(1, batch.anchors[..., None].expand(-1, -1, size))
        shown = z.gather(1, batch.anchors[..., None].expand(-1, -1, size))
        x = torch.where(batch.is_prompt[..., None], shown, own).float()
        turns = self.turns(batch.positions)
        for layer in self.model.layers:
            x = layer(x, turns, batch.seen)
        asked = self.model.norm(x[batch.asked[0], batch.asked[1]])
        return self.edit(asked, c, batch.column_bias, batch.columns, batch.priors)

    def edit(self, asked, head, column_bias, columns, priors):
        residual = self.nano.head(asked).float() @ head.float().T + column_bias
        return residual.scatter_add(1, columns, priors + self.nano.gates(asked).float())
