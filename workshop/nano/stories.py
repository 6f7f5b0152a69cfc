"""Prose about people, places and history, and names from everywhere: what games and an atlas of the sky tell, in the six
languages. Debian's other texts are manuals, and a decoder that knows only these mends names to the words it knows.

`python -m workshop.nano.stories <cache folder>` collects them once (`stories.json`); nothing of it is committed and
nothing is installed: older data versions draw from what is installed.
"""

import gettext
import json
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

from .corpus import LANGUAGES, joined, paragraphs_of_html, split_of, wrap
from .vocabulary import Vocabulary

PACKAGES = ["freeciv-data", "stellarium-data", "wesnoth-1.16-data"] + [
    f"wesnoth-1.16-{part}" for part in "did dm dw ei httt l low nr sof sota sotbe thot trow tsg ttb utbs".split()
]
FOLDERS = {"pt": ("pt", "pt_BR")}
STRAIGHT = str.maketrans("’‘“”„", "''\"\"\"")


def collect(cache: Path) -> None:
    """Writes `stories.json`: split → language → paragraphs, and split → names, of characters that the decoder may write."""
    vocabulary = Vocabulary()
    known = {vocabulary.texts[i] for i in vocabulary.core}
    result = {split: {key: [] for key in (*LANGUAGES, "names")} for split in ("train", "development", "test")}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "-qq", *PACKAGES], cwd=folder, check=True)
        for package in sorted(Path(folder).glob("*.deb")):
            subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        share = Path(folder, "usr/share")
        for language in LANGUAGES:
            seen = set()
            for name, text in _texts(share, language):
                text = " ".join(unicodedata.normalize("NFC", text).split())
                letters = sum(c.isalpha() for c in text)
                if 40 <= len(text) <= 3000 and letters >= 0.65 * len(text) and text not in seen and not set(text) - known:
                    seen.add(text)
                    result[split_of(name)][language].append(text)
        for name in sorted({n for path in share.glob("games/freeciv/**/nation/*.ruleset") for n in _names(path.read_text(encoding="utf8"))}):
            if not set(name) - known:
                result[split_of(name)]["names"].append(name)
    (cache / "stories.json").write_text(json.dumps(result, ensure_ascii=False))
    for split, texts in result.items():
        print(split, {key: (len(some), sum(map(len, some))) for key, some in texts.items()})


def _texts(share: Path, language: str):
    """(name of the document, paragraph); English stands in the catalogues as what is translated."""
    for folder in ("fr",) if language == "en" else FOLDERS.get(language, (language,)):
        for path in sorted(share.glob(f"**/locale/{folder}/LC_MESSAGES/*.mo")):
            with path.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)._catalog
            for said, translated in catalogue.items():
                text = said if language == "en" else translated
                if isinstance(text, str) and not re.search(r"[%$<>{}|\\_]|\?\w+:", text):
                    yield path.name, text
    for path in sorted(share.glob(f"stellarium/**/description.{language}.utf8")):
        for paragraph in paragraphs_of_html(path.read_text(encoding="utf8", errors="ignore")):
            yield path.parent.name, paragraph


def _names(ruleset: str) -> list[str]:
    """Of cities and leaders."""
    names = re.findall(r'"([^"\n]+)"', re.sub(r'_\("[^"]*"\)', "", ruleset))
    return [n for n in (re.sub(r" *\(.*", "", name).strip() for name in names) if 2 < len(n) < 30 and n[0].isupper() and re.fullmatch(r"[^\W\d_][\w '’.-]*", n)]


class Stories:
    """Prose in which rare and unknown words stand: what is printed need not be what is usual."""

    def __init__(self, cache: Path, split: str):
        self.texts = json.loads((cache / "stories.json").read_text())[split]

    def lines(self, rng: random.Random, language: str, count: int, width: int) -> list[str]:
        """At most `count` lines of about `width` characters: prose or a list."""
        if rng.random() < 0.2:
            return self._list(rng, language, count, width)
        return wrap(self.passage(rng, language, count * width), width, hyphenate=rng.random() < 0.3, rng=rng)[:count]

    def passage(self, rng: random.Random, language: str, length: int) -> str:
        """At least so many characters, half of the time with strange words among them."""
        text = joined(rng, self.texts[language], length)
        text = self.strange(rng, text) if rng.random() < 0.5 else text
        if rng.random() < 0.5:
            text = text.translate(STRAIGHT)
        if rng.random() < (0.4 if language == "fr" else 0.08):
            text = re.sub(r"(?<=\w)([;:!?])(?= |$)", r" \1", re.sub(r"([¿¡«])(?=\w)", r"\1 ", text))
        return text

    def _list(self, rng: random.Random, language: str, count: int, width: int) -> list[str]:
        """Items under numbers with a dot, without one, or under signs: only the picture tells which."""
        form = rng.choice(["{n}. ", "{n}. ", "{n} ", "{n} ", "{n}) ", "({n}) ", "{n}.", "- ", "• ", "– ", "{l}) ", "{l}. "])
        n, lines = rng.choice([1, 1, rng.randint(1, 300)]), []
        while len(lines) < count:
            mark = form.format(n=n, l=chr(97 + n % 26))
            words = self.passage(rng, language, 12)[: rng.choice([width, width, 3 * width])].rsplit(" ", 1)[0]
            lines += wrap(mark + words.strip(), width)
            n += rng.choice([1, 1, 1, 2, 7])
        return lines[:count]

    def strange(self, rng: random.Random, text: str) -> str:
        """Some words replaced by names, or spelt as no dictionary has them."""
        share = rng.choice([0.04, 0.1, 0.25])
        return " ".join(self._strange(rng, word) if rng.random() < share else word for word in text.split(" "))

    def _strange(self, rng: random.Random, word: str) -> str:
        core = word.strip(".,;:!?()«»“”\"'’-—–")
        if len(core) < 2 or not core.isalpha():
            return word
        names = self.texts["names"]
        other = names[rng.randrange(len(names))] if rng.random() < 0.4 else misspelt(rng, core)
        return word.replace(core, other, 1)


ACCENTED = {"a": "àáâãäåæ", "c": "ç", "e": "èéêë", "i": "ìíîï", "n": "ñ", "o": "òóôõöøœ", "u": "ùúûü", "y": "ýÿ", "s": "ß"}


def misspelt(rng: random.Random, word: str) -> str:
    """One letter with another accent or none, left out, doubled, exchanged, put in, or another one."""
    at = rng.randrange(len(word))
    letter = word[at]
    accents = [at for at, c in enumerate(word) if unicodedata.normalize("NFD", c)[0].lower() in ACCENTED]
    kind = rng.random()
    if kind < 0.45 and accents:
        at = rng.choice(accents)
        plain = unicodedata.normalize("NFD", word[at])[0]
        other = plain if plain != word[at] and rng.random() < 0.5 else rng.choice(ACCENTED[plain.lower()])
        return word[:at] + (other.upper() if plain.isupper() and other != "ß" else other) + word[at + 1 :]
    if kind < 0.6:
        return word[:at] + word[at + 1 :] if len(word) > 3 else word
    if kind < 0.7:
        return word[: at + 1] + letter.lower() + word[at + 1 :]
    if kind < 0.8 and at + 1 < len(word):
        return word[:at] + word[at + 1].lower() + letter.lower() + word[at + 2 :]
    other = rng.choice("abcdefghijklmnopqrstuvwxyz")
    return word[:at] + (other.upper() if letter.isupper() else other) + word[at + 1 if kind < 0.9 else at :]


if __name__ == "__main__":
    collect(Path(sys.argv[1]))
