"""Which words there are (SPEC §4): `python -m workshop.nano.words <cache> assets/models/nano/lexicon.bin`.

The lexicon is a set without its members: a Bloom filter (Bloom 1970) of the forms of the training texts and word lists.
"""

import argparse
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from .corpus import Corpus
from .stories import Stories
from .vocabulary import BREAK, ROOT, SLOTS, Vocabulary

MAGIC = b"PLEX"
HASHES, BITS_PER_WORD = 8, 12
SHORTEST, LONGEST = 2, 28
KNOWN, UNKNOWN = 1, 2
FNV_PRIME, FIRST_SEED, SECOND_SEED = 16777619, 2166136261, 2538058380
Known = Callable[[str], bool]


def hashes(words: list[str], seed: int) -> np.ndarray:
    """FNV-1a of the code points of words of one length, uint32."""
    codes = np.asarray([[ord(c) for c in word] for word in words], np.uint32)
    h = np.full(len(words), seed, np.uint32)
    with np.errstate(over="ignore"):
        for column in codes.T:
            h = (h ^ column) * np.uint32(FNV_PRIME)
    return h


class Lexicon:
    def __init__(self, bits: np.ndarray):
        self.bits = bits

    @classmethod
    def of(cls, words: set[str]) -> "Lexicon":
        count = -(-max(1, len(words)) * BITS_PER_WORD // 8) * 8
        bits = np.zeros(count, np.uint8)
        for length in {len(word) for word in words}:
            some = sorted(word for word in words if len(word) == length)
            first, second = hashes(some, FIRST_SEED), hashes(some, SECOND_SEED) | np.uint32(1)
            with np.errstate(over="ignore"):
                for i in range(HASHES):
                    bits[(first + np.uint32(i) * second) % np.uint32(count)] = 1
        return cls(bits)

    @classmethod
    def read(cls, path: Path) -> "Lexicon":
        data = path.read_bytes()
        assert data[:4] == MAGIC and struct.unpack("<I", data[4:8])[0] == HASHES, path
        return cls(np.unpackbits(np.frombuffer(data[8:], np.uint8), bitorder="little"))

    def write(self, path: Path) -> None:
        path.write_bytes(MAGIC + struct.pack("<I", HASHES) + np.packbits(self.bits, bitorder="little").tobytes())

    def __call__(self, word: str) -> bool:
        """Of a word in small letters; a few words in a thousand that are none count as known."""
        first, second = FIRST_SEED, SECOND_SEED
        for c in word:
            first = (first ^ ord(c)) * FNV_PRIME & 0xFFFFFFFF
            second = (second ^ ord(c)) * FNV_PRIME & 0xFFFFFFFF
        second |= 1
        return all(self.bits[((first + i * second) & 0xFFFFFFFF) % len(self.bits)] for i in range(HASHES))


@cache
def shipped() -> Lexicon:
    return Lexicon.read(ROOT / "assets/models/nano/lexicon.bin")


@cache
def letters(vocabulary: Vocabulary) -> dict[int, str]:
    """Ids of core letters, and these in small."""
    return {i: vocabulary.texts[i].lower() for i in vocabulary.core if vocabulary.texts[i].isalpha() and len(vocabulary.texts[i].lower()) == 1}


@dataclass
class WordFlags:
    """What a lexicon says of a prior reading: for each place what it stands in (0 no word, 1 a known word, 2 an unknown
    one) and which slots would make a known word."""

    kinds: np.ndarray  # [P + 1]
    flags: np.ndarray  # [P + 1, 9], bool; slot 0 wherever there is a word


def word_flags(prior, known: Known, vocabulary: Vocabulary) -> WordFlags:
    small = letters(vocabulary)
    said: dict[str, bool] = {}

    def is_word(text: str) -> bool:
        if not SHORTEST <= len(text) <= LONGEST:
            return False
        if text not in said:
            said[text] = known(text)
        return said[text]

    ids = prior.ids.tolist()
    own = [small.get(i, "") for i in ids]
    # Second, third and ghost, where they are letters.
    others = [[small.get(int(i), "") for i in row] for row in zip(prior.second, prior.third, prior.ghosts)]
    kinds, flags = np.zeros(len(ids), np.int64), np.zeros((len(ids), SLOTS), bool)
    words = runs_of(own)
    hyphen = vocabulary.id_of["-"]
    divided = [(end, start) for (_, end), (start, _) in zip(words, words[1:]) if ids[end] == hyphen and ids[end + 1] == BREAK and start == end + 2]
    text_at = {start: "".join(own[start:end]) for start, end in words}
    text_till = {end: text_at[start] for start, end in words}
    first_half = {start: text_till[end] for end, start in divided}
    second_half = {end: text_at[start] for end, start in divided}
    for start, end in words:
        word, head, tail = text_at[start], first_half.get(start, ""), second_half.get(end, "")
        might = lambda text: is_word(text) or (head + tail != "" and is_word(head + text + tail))  # noqa: E731
        if len(word) >= SHORTEST:
            kinds[start:end] = KNOWN if might(word) else UNKNOWN
        for i in range(start, end):
            before, behind = word[: i - start], word[i - start + 1 :]
            second, third, ghost = others[i]
            flags[i, 0] = len(word) >= SHORTEST
            flags[i, 1] = second != "" and might(before + second + behind)
            flags[i, 2] = third != "" and might(before + third + behind)
            flags[i, 3] = might(before + behind)
            flags[i, 6] = is_word(before) and is_word(own[i] + behind)
            flags[i, 7] = ghost != "" and might(before + ghost + own[i] + behind)
    for i, letter in enumerate(own):
        before, behind = text_till.get(i, ""), text_at.get(i + 1, "")
        if letter or before + behind == "" or i in second_half:
            continue
        second, third, ghost = others[i]
        flags[i, 1] = second != "" and is_word(before + second + behind)
        flags[i, 2] = third != "" and is_word(before + third + behind)
        flags[i, 3] = "" not in (before, behind) and ids[i] != BREAK and is_word(before + behind)
        flags[i, 7] = "" not in (before, ghost) and is_word(before + ghost)
    return WordFlags(kinds, flags)


def runs_of(own: list[str]) -> list[tuple[int, int]]:
    """Start and end of each run of texts."""
    runs, start = [], 0
    for i, text in enumerate([*own, ""]):
        if not text:
            if i > start:
                runs.append((start, i))
            start = i + 1
    return runs


def forms(cache_folder: Path, vocabulary: Vocabulary) -> tuple[Counter, set[str]]:
    """How often forms come in the prose to learn from, and those of word lists."""
    small = {vocabulary.texts[i]: letter for i, letter in letters(vocabulary).items()}
    seen: Counter = Counter()
    listed: set[str] = set()
    for language, texts in [*Corpus(cache_folder, "train").texts.items(), *Stories(cache_folder, "train").texts.items()]:
        for text in texts:
            words = "".join(small.get(c, " ") for c in text).split()
            (listed.update if language.endswith(" words") else seen.update)(words)
    return seen, listed


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    seen, listed = forms(options.cache, Vocabulary())
    words = {w for w in listed | {w for w, n in seen.items() if n > 1} if SHORTEST <= len(w) <= LONGEST}
    Lexicon.of(words).write(options.out)
    print(len(words), "words,", options.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
