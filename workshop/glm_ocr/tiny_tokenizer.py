"""A byte-level BPE tokenizer with GLM-OCR's special tokens and a vocabulary of a few hundred ids."""

import json
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

# Same order as in the published vocabulary, where the first of them is id 59246.
SPECIAL_TOKENS = """
<|endoftext|> [MASK] [gMASK] [sMASK] <sop> <eop> <|system|> <|user|> <|assistant|> <|observation|>
<|begin_of_image|> <|end_of_image|> <|begin_of_video|> <|end_of_video|> <|begin_of_audio|> <|end_of_audio|>
<|begin_of_transcription|> <|end_of_transcription|> <|code_prefix|> <|code_middle|> <|code_suffix|>
<think> </think> <tool_call> </tool_call> <tool_response> </tool_response> <arg_key> </arg_key> <arg_value>
</arg_value> /nothink <|begin_of_box|> <|end_of_box|> <|image|> <|video|>
""".split()
MASK_TOKEN = "<|mask|>"

PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

CORPUS = [
    "Text Recognition:",
    "Table Recognition:",
    "Formula Recognition:",
    "The harbour office opens at nine; letters that arrive later are read on the next day.",
    "<table><tr><td>Street</td><td>Trees</td></tr><tr><td>Mill Lane</td><td>17</td></tr></table>",
    r"\frac{a}{b} + \sqrt{x^2 + y^2} = \int_0^1 f(t) \, dt",
    "In 1899 the mill by the river was sold for 1,250 pounds, and its garden for 80 more.",
    "A list of names, a few numbers and some places: that is what the register holds.",
]


def make_tokenizer(with_mask: bool, vocabulary: int = 288, corpus: list[str] = CORPUS) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(corpus, trainer)
    special = SPECIAL_TOKENS + ([MASK_TOKEN] if with_mask else [])
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in special])
    return tokenizer


def save_tokenizer(tokenizer: Tokenizer, folder: Path) -> None:
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|endoftext|>",
        "pad_token": "<|endoftext|>",
        "padding_side": "left",
        "clean_up_tokenization_spaces": False,
        "model_max_length": 655380,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=2) + "\n")
