"""Print of the 17th to 19th century: its spelling, its long s and its faces.

What is printed is not what is to be read: ſ is read as s, a small e over a vowel as an umlaut, „ as ", since the
recogniser has no sign for the last two and people search for words with s.
"""

import random
import re
from pathlib import Path

from .corpus import QUOTES, Corpus
from .render import SMALL_E, writes

# Faces of faces.txt, copied to `<cache>/faces`, and to `<cache>/faces-6` those that data version 6 has besides; system
# fonts would change older data versions.
BROKEN = ("frak", "blankenburg", "gotisch", "yswab", "ygoth", "manufacturing")
HELD_OUT = {"development": ("GrenzeGotisch", "LibreBodoni", "ManufacturingConsent", "CedarvilleCursive", "PatrickHand"),
            "test": ("UnifrakturCook", "IMFellEnglish", "Kalam", "SueEllenFrancisco")}
ANTIQUA_WITH_LONG_S = 0.15

# Each costs one draw of chance, so that none can be taken out of data version 4, not even `tium`, which changes nothing.
GERMAN = [
    (r"\b([Tt])(eil|ür|or\b|al\b|at\b|äler|äter|ier|un\b|rän|uend|eur)", r"\1h\2"), (r"\b(\w*)([uoa])t(\b|e\b|es\b)(?<=[Mm]ut|[Ww]ut|[Nn]ot|[Rr]at)", r"\1\2th\3"),
    (r"(?<=\w\w)ier(en|t|te|ten|ung)\b", r"ir\1"), (r"\b([Gg])ib(t|st)\b", r"\1ieb\2"), (r"(?<=\w\w)nis\b", "niß"),
    (r"\bK(?=(apit|lass|om|on|ul|red|orp))", "C"), (r"\bk(?=(lass|om[mp]|on[sft]))", "c"), (r"\b(dass)\b", "daß"), (r"\b(muss|müss)(te|ten|t)?\b", lambda m: m[0].replace("ss", "ß")),
    (r"(?<=\w)tium\b", "tium"), (r"\b([Ss])ein\b(?= (?:konn|muß|woll|soll|würd))", r"\1eyn"), (r"\b([Bb])ei\b", r"\1ey"), (r"zei(?=\w)", "zey"),
]
FRENCH = [(r"(?<=\w)ait\b", "oit"), (r"(?<=\w)aient\b", "oient"), (r"(?<=\wa|\we)nts\b", "ns"), (r"\b([Tt])emps\b", r"\1ems")]


def archaic(rng: random.Random, language: str, text: str) -> str:
    """Some of the spellings of the time, each for the whole text or not at all."""
    for pattern, to in {"de": GERMAN, "fr": FRENCH}.get(language, []):
        if rng.random() < 0.5:
            text = re.sub(pattern, to, text)
    return text


def as_printed(rng: random.Random, text: str, face: str, language: str, composed: bool = False) -> str:
    """The signs that stand on the paper for `text`; words stay where they are. `composed`: who draws puts a small e over
    vowels where the face has none."""
    broken = is_broken(face)
    if broken and (not composed or writes(face, "ſ")) or not broken and rng.random() < ANTIQUA_WITH_LONG_S and writes(face, "ſ"):
        # Within words, but for the joints of compounds, which no rule finds.
        text = re.sub(r"s(?=[^\W\d_])", lambda m: "ſ" if rng.random() < 0.95 else "s", text)
    if broken and language == "de" and rng.random() < 0.3 and (composed or writes(face, SMALL_E)):
        text = re.sub("[äöü]", lambda m: "aou"["äöü".index(m[0])] + SMALL_E, text)
    if language == "de" and rng.random() < 0.7 and writes(face, "„"):
        text = re.sub(r'(?<!\S)["“](?=\w)', "„", text)
    return text


def is_broken(face: str) -> bool:
    return any(name in Path(face).name.lower() for name in BROKEN)


def faces(folder: Path, split: str) -> list[str]:
    """Of the split, by family: too few to leave it to chance."""
    families = {str(p): p.stem.split("_")[0] for p in sorted(folder.glob("*.?tf"))}
    held_out = {family for names in HELD_OUT.values() for family in names}
    return [p for p, family in families.items() if (family in HELD_OUT[split] if split in HELD_OUT else family not in held_out)]


def choose_face(rng: random.Random, known: list[str], text: str, language: str, share: float = 0.6) -> str | None:
    """Broken type for a share of the German texts; None if no face can write the text."""
    broken = [f for f in known if is_broken(f)]
    some = broken if broken and language == "de" and rng.random() < share else [f for f in known if f not in broken] or known
    for face in rng.sample(some, len(some)):
        if all(writes(face, c) for c in set(text)):
            return face
    return None


def strew(rng: random.Random, corpus: Corpus, language: str, text: str) -> str:
    """Rare accents, quotations and what catalogues say, within prose."""
    words = text.split(" ")
    opening, closing = QUOTES[language]
    for _ in range(1 + len(words) // rng.choice([6, 12, 25])):
        at = rng.randrange(len(words) + 1)
        piece = rng.choice([
            lambda: corpus.accented(rng, language), lambda: corpus.accented(rng, language), lambda: corpus.accented(rng, language).capitalize(),
            lambda: corpus.accented(rng, language).upper() if language != "de" else corpus.accented(rng, language),
            lambda: f"{opening}{' '.join(corpus.words(rng, language, rng.randint(1, 4)))}{closing}" if language != "de" else f'"{" ".join(corpus.words(rng, language, rng.randint(1, 4)))}“',
            lambda: f"{rng.randint(1, 299)}. {corpus.words(rng, language, 1)[0].capitalize()}, {corpus.words(rng, language, 1)[0].capitalize()[:rng.choice([1, 20])]}.",
            lambda: f"{rng.choice(['Fr.', 'fr.', 'Mk.', 'Thlr.', 'Rthlr.', 'No.', 'N°', 'S.', 'Bd.', 'p.', 'Vol.', 'Tom.', 'Kap.', 'Cap.'])} {rng.randint(1, 1999)}",
            lambda: f"{corpus.words(rng, language, 1)[0].capitalize()}{rng.choice(['ÿ', 'y', 'aÿ', 'ë', 'ï', 'oë', 'uÿ'])}",
        ])()
        words[at:at] = piece.split(" ")
    return " ".join(words)
