"""Ids of the nano decoder (SPEC §1) and what the line recogniser knows of them."""

import unicodedata
from functools import cached_property
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RECOGNISER = ROOT / "assets/models/pp-ocrv6-rec"

NOTHING, SPACE, MASK, END = 0, 18709, 18710, 18711
TASKS = {"text": 18712, "table": 18713, "formula": 18714}
BREAK, CELL_BREAK, TABLE, LAST_TAG = 18715, 18716, 18717, 18786
FIRST_SPECIAL, SIZE = 18710, 18832
SLOTS, FEATURES, EVIDENCE = 9, 120, 32

TABLE_END, ROW, ROW_END = 18718, 18719, 18720
# Of cells, with and without spans.
OPENING_CELL_TAGS = frozenset((18721, 18723, *range(18725, LAST_TAG + 1)))
CLOSING_CELL_TAGS = frozenset((18722, 18724))

PUNCTUATION = "“”‘’„‚«»–—…•·°§€£¥©®™¹²³½¼¾×÷±µ¿¡ªº†‡‹›œŒŸß"
LETTERS = "".join(chr(c) for c in range(0xC0, 0x100) if chr(c).isalpha())


def _special_texts() -> list[str]:
    texts = ["<mask>", "<end>", "<text>", "<table-task>", "<formula>", "\n", "<br>"]
    texts += ["<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "</th>"]
    for tag in ("td", "th"):
        texts += [f'<{tag} colspan="{c}">' for c in range(2, 13)]
        texts += [f'<{tag} rowspan="{r}">' for r in range(2, 13)]
        texts += [f'<{tag} colspan="{c}" rowspan="{r}">' for c in range(2, 5) for r in range(2, 5)]
    texts += ["# ", "## ", "### ", "- ", "**", "*", "`", "$", "$$", "<sup>", "</sup>", "<sub>", "</sub>"]
    return texts + [f"<reserved-{i}>" for i in range(32)]


class Vocabulary:
    def __init__(self, folder: Path = RECOGNISER):
        characters = (folder / "characters.txt").read_text(encoding="utf8").split("\n")
        self.texts = ["", *characters, " ", *_special_texts()]
        assert len(self.texts) == SIZE
        self.id_of = {text: id for id, text in enumerate(self.texts[:FIRST_SPECIAL]) if text}
        self.id_of["\n"] = BREAK

    @cached_property
    def core(self) -> list[int]:
        """Characters that training text may hold: Latin, digits, punctuation."""
        wanted = [chr(c) for c in range(0x20, 0x7F)] + list(PUNCTUATION) + list(LETTERS)
        return sorted({self.id_of[c] for c in wanted if c in self.id_of})

    def encode(self, text: str) -> list[int]:
        return [self.id_of[c] for c in text]

    def decode(self, ids) -> str:
        return "".join(self.texts[i] for i in ids)

    @cached_property
    def dashes(self) -> list[int]:
        return [i for i, text in enumerate(self.texts[:SPACE]) if len(text) == 1 and (unicodedata.category(text) == "Pd" or text == "−")]

    @cached_property
    def is_cjk(self) -> np.ndarray:
        ranges = [(0x2E80, 0x2FDF), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF)]
        ranges += [(0xF900, 0xFAFF), (0x20000, 0x2FFFF)]
        flags = np.zeros(SIZE, bool)
        for id in range(1, SPACE):
            flags[id] = any(low <= ord(self.texts[id][0]) <= high for low, high in ranges)
        return flags
