"""Texts by language from Debian packages (packages.txt), split by document; and made-up lines of figures and codes.

`python -m workshop.nano.corpus <cache folder>` collects them once; nothing of it is committed.
"""

import gzip
import hashlib
import html
import json
import random
import re
import sys
import unicodedata
from pathlib import Path

from .vocabulary import Vocabulary

LANGUAGES = ("en", "pt", "es", "fr", "de", "it")
FORTUNES = Path("/usr/share/games/fortunes")
FORTUNE_FOLDERS = {"de": "de", "es": "es", "fr": "fr", "it": "it", "pt": "pt"}
ENGLISH_FORTUNES = (
    "computers cookie definitions education food fortunes goedel humorists law literature love magic medicine "
    "men-women miscellaneous news paradoxum people pets platitudes politics pratchett riddles science songs-poems "
    "sports startrek tao wisdom work zippy"
).split()
LOOSE_FORTUNES = {"pt": ["brasil"], "it": ["formiche", "italia", "itatrek", "definizioni"], "fr": ["jackfr"]}
DICTIONARIES = {
    "en": "american-english", "pt": "portuguese", "es": "spanish", "fr": "french", "de": "ngerman", "it": "italian",
}
MAN_FOLDERS = {"en": ".", "pt": "pt_BR", "es": "es", "fr": "fr", "de": "de", "it": "it"}


def _documents(language: str):
    """(name, paragraphs) of every document in the language."""
    names = [FORTUNES / n for n in LOOSE_FORTUNES.get(language, [])]
    if language == "en":
        names += [FORTUNES / n for n in ENGLISH_FORTUNES]
    elif (FORTUNES / FORTUNE_FOLDERS[language]).is_dir():
        folder = FORTUNES / FORTUNE_FOLDERS[language]
        names += sorted(p for p in folder.iterdir() if p.suffix not in (".dat", ".u8") and p.is_file())
    for path in names:
        if path.is_file():
            yield str(path), re.split(r"\n%\n", path.read_text(encoding="utf8", errors="ignore"))
    pages = sorted(Path("/usr/share/debian-reference").glob(f"*.{language}.html"))
    pages += sorted(Path("/usr/share/doc/installation-guide-amd64", language).glob("**/*.html"))
    pages += sorted(Path("/usr/share/doc/debian-handbook/html").glob(f"{language}-*/**/*.html"))
    for kind in ("debian-faq", "developers-reference", "maint-guide"):
        suffix = "" if language == "en" else f"-{language}"
        pages += sorted(Path(f"/usr/share/doc/{kind}{suffix}").glob("**/*.html"))
    pages += sorted(Path("/usr/share/doc/aptitude/html", language).glob("**/*.html"))
    for path in pages:
        yield str(path), paragraphs_of_html(path.read_text(encoding="utf8", errors="ignore"))
    for section in ("1", "5", "7", "8"):
        for path in sorted(Path("/usr/share/man", MAN_FOLDERS[language], f"man{section}").glob("*.gz"))[:400]:
            try:
                yield str(path), _paragraphs_of_roff(gzip.open(path).read().decode("utf8", "ignore"))
            except OSError:
                continue
    if language == "en":
        for name in ("GPL-2", "GPL-3", "Apache-2.0", "MPL-2.0", "GFDL-1.3", "Artistic"):
            yield name, re.split(r"\n\s*\n", Path("/usr/share/common-licenses", name).read_text(errors="ignore"))


def paragraphs_of_html(text: str) -> list[str]:
    text = re.sub(r"(?s)<(script|style|pre|head)\b.*?</\1>", " ", text)
    text = re.sub(r"(?i)</?(p|div|li|td|tr|h\d|dd|dt|br|table|ul)\b[^>]*>", "\n\n", text)
    return re.split(r"\n\s*\n", html.unescape(re.sub(r"<[^>]+>", "", text)))


def _paragraphs_of_roff(text: str) -> list[str]:
    text = re.sub(r"(?m)^\.(PP|P|TP|IP|SH|SS|LP|Pp|Sh|It)\b.*$", "\n\n", text)
    text = re.sub(r"(?m)^[.'].*$", "", text)
    text = re.sub(r"\\f(\(\w\w|\[[^]]*\]|\w)|\\s[-+]?\d|\\[&|^]", "", text.replace("\\-", "-").replace("\\ ", " "))
    return [p for p in re.split(r"\n\s*\n", text) if "\\" not in p]


def split_of(name: str) -> str:
    """Which of train, development, test a document or font belongs to: by its name, for good."""
    share = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") / 2**32
    return "test" if share < 0.08 else "development" if share < 0.14 else "train"


def collect(cache: Path) -> None:
    """Writes `texts.json`: split → language → paragraphs, only of characters that the decoder may write."""
    vocabulary = Vocabulary()
    known = {vocabulary.texts[i] for i in vocabulary.core}
    result = {split: {language: [] for language in LANGUAGES} for split in ("train", "development", "test")}
    for language in LANGUAGES:
        seen = set()
        for name, paragraphs in _documents(language):
            for paragraph in paragraphs:
                text = " ".join(unicodedata.normalize("NFC", paragraph).split())
                letters = sum(c.isalpha() for c in text)
                if not 12 <= len(text) <= 3000 or letters < 0.55 * len(text) or text in seen or set(text) - known:
                    continue
                seen.add(text)
                result[split_of(name)][language].append(text)
                if "/fortunes" in name:
                    result[split_of(name)].setdefault(f"{language} sayings", []).append(text)
        words = Path("/usr/share/dict", DICTIONARIES[language]).read_text(encoding="utf8", errors="ignore").split()
        for word in words:
            if not set(word) - known:
                result[split_of(f"{language} {word}")].setdefault(f"{language} words", []).append(word)
    (cache / "texts.json").write_text(json.dumps(result, ensure_ascii=False))
    for split, languages in result.items():
        print(split, {k: (len(v), sum(map(len, v))) for k, v in languages.items()})


class Corpus:
    def __init__(self, cache: Path, split: str):
        self.texts = json.loads((cache / "texts.json").read_text())[split]

    def words(self, rng: random.Random, language: str, count: int) -> list[str]:
        words = self.texts[f"{language} words"]
        return [words[rng.randrange(len(words))] for _ in range(count)]

    def accented(self, rng: random.Random, language: str) -> str:
        """A word with a letter that is no plain one, if it can be found soon."""
        return next((w for w in self.words(rng, language, 40) if not w.isascii()), "à")

    def lines(self, rng: random.Random, language: str, count: int, width: int, letters: bool = False, dashes: float = 0.0) -> list[str]:
        """At most `count` lines of about `width` characters; `letters`: with dates, sums, names and notes; `dashes`:
        share of prose in which more dashes stand, by the language's habits."""
        kind = rng.random()
        if kind < 0.68:
            return self._prose(rng, language, count, width, letters, dashes)
        if kind < 0.76:
            return wrap(" ".join(self.words(rng, language, count * width // 8 + 1)), width)[:count]
        made = _office if letters and rng.random() < 0.5 else _figures
        return [made(rng, self, language)[: max(12, width)].strip() for _ in range(count)]

    def passage(self, rng: random.Random, language: str, length: int) -> str:
        """At least so many characters of prose, mostly of people rather than of manuals."""
        sayings = self.texts.get(f"{language} sayings", [])
        paragraphs = sayings if len(sayings) > 200 and rng.random() < 0.7 else self.texts[language]
        return joined(rng, paragraphs, length)

    def _prose(self, rng: random.Random, language: str, count: int, width: int, letters: bool, dashes: float) -> list[str]:
        text = joined(rng, self.texts[language], count * width)
        text = re.sub(r"\.{4,}", "...", text)
        spare = len(text) - count * width
        if rng.random() < 0.5 and spare > 0:
            text = text[text.find(" ", rng.randrange(spare)) + 1 :]
        if letters and rng.random() < 0.5:
            text = _with_particulars(rng, self, language, text)
        if dashes and rng.random() < dashes:
            text = _with_dashes(rng, language, text)
        if rng.random() < 0.06:
            text = text.upper() if "ß" not in text else text
        if rng.random() < 0.08:
            text = text.replace("'", "’").replace(' "', " “").replace('"', "”")
        return wrap(text, width, hyphenate=rng.random() < 0.3, rng=rng)[:count]


def joined(rng: random.Random, paragraphs: list[str], length: int) -> str:
    """Whole paragraphs by chance, together of at least so many characters."""
    text = ""
    while len(text) < length:
        text += (" " if text else "") + paragraphs[rng.randrange(len(paragraphs))]
    return text


def wrap(text: str, width: int, hyphenate: bool = False, rng: random.Random | None = None) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) + 1 <= width or not line:
            line = f"{line} {word}" if line else word
            continue
        room = width - len(line) - 2
        if hyphenate and rng and len(word) > 7 and word.isalpha() and 3 <= room <= len(word) - 3:
            lines.append(f"{line} {word[:room]}-")
            line = word[room:]
        else:
            lines.append(line)
            line = word
    return [*lines, line]


def _number(rng: random.Random, language: str) -> str:
    value = rng.choice([rng.random() * 10, rng.random() * 1000, rng.random() * 1e6])
    text = f"{value:,.{rng.choice([0, 1, 2, 2, 2, 3])}f}"
    return text if language == "en" else text.replace(",", " ").replace(".", ",").replace(" ", rng.choice([".", " "]))


def _figures(rng: random.Random, corpus: "Corpus", language: str) -> str:
    """One made-up line: prices, dates, codes, addresses, contents, headings."""
    words = corpus.words(rng, language, 4)
    digits = lambda n: "".join(rng.choice("0123456789") for _ in range(n))  # noqa: E731
    code = lambda n: "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789") for _ in range(n))  # noqa: E731
    date = rng.choice([
        f"{rng.randint(1, 28):02}/{rng.randint(1, 12):02}/{rng.randint(1900, 2030)}",
        f"{rng.randint(1, 28)}.{rng.randint(1, 12)}.{rng.randint(1900, 2030)}",
        f"{rng.randint(1900, 2030)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
    ])
    currency = rng.choice(["€", "$", "£", "EUR", "R$", "USD", "CHF"])
    return rng.choice([
        lambda: f"{words[0].capitalize()} {words[1]} {currency} {_number(rng, language)}",
        lambda: f"{_number(rng, language)} {currency}",
        lambda: f"{date} {words[0]} {_number(rng, language)} {_number(rng, language)}",
        lambda: f"{words[0].capitalize()}: {code(rng.randint(4, 12))}-{digits(rng.randint(2, 6))}",
        lambda: f"Nr. {digits(5)}/{digits(2)} {date}",
        lambda: f"+{digits(2)} {digits(3)} {digits(4)}-{digits(4)}",
        lambda: f"{words[0]}.{words[1]}@{words[2]}.com",
        lambda: f"www.{words[0]}.org/{words[1]}",
        lambda: f"{rng.randint(1, 20)}.{rng.randint(1, 9)} {' '.join(words[:3]).capitalize()}",
        lambda: " ".join(words).upper(),
        lambda: f"{rng.randint(1, 9)}) {' '.join(words)};",
        lambda: f"{rng.randint(1, 400)} {words[0].capitalize()} ({words[1]} {rng.randint(1, 99)} %), {words[2]}",
        lambda: f"{words[0].capitalize()}, {words[1][:1].upper()}. ({rng.randint(1800, 2026)}), p. {rng.randint(1, 900)}",
        lambda: " ".join(_number(rng, language) for _ in range(rng.randint(2, 5))),
        lambda: f"{code(2)}{digits(2)} {digits(4)} {digits(4)} {digits(4)} {digits(4)}",
    ])()


MONTHS = {
    "en": "January February March April May June July August September October November December",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
QUOTES = {"en": "“”", "pt": "“”", "es": "«»", "fr": "«»", "de": "»«", "it": "«»"}


def _date(rng: random.Random, language: str) -> str:
    month = rng.choice(MONTHS[language].split())
    day, year = rng.randint(1, 31), rng.choice([rng.randint(1800, 1999), rng.randint(1900, 1951)])
    if language == "en":
        return rng.choice([f"{month} {day}, {year}", f"{day} {month} {year}", f"{month} {day}th {year}"])
    if language == "de":
        return f"{day}. {month} {year}"
    return f"{day} de {month} de {year}" if language in ("es", "pt") else f"{day} {month} {year}"


def _sum(rng: random.Random, language: str) -> str:
    digits = "".join(rng.choice("1110123456789") for _ in range(rng.randint(1, 6))).lstrip("0") or "1"
    groups = re.sub(r"(?<=\d)(?=(\d{3})+$)", "," if language == "en" else ".", digits)
    return rng.choice([groups, digits, f"{groups}{'.' if language == 'en' else ','}{rng.randint(0, 99):02}", f"{digits}/{rng.randint(1, 19)}"])


def _name(rng: random.Random, corpus: "Corpus", language: str) -> str:
    first, last = (w.capitalize() for w in corpus.words(rng, language, 2))
    return rng.choice([f"{first} {last}", f"{first[0]}. {last}", last, f"{first[0]}. {last[0]}. {last}"])


def _with_particulars(rng: random.Random, corpus: "Corpus", language: str, text: str) -> str:
    """Dates, sums, names, quotations and notes strewn into prose."""
    words = text.split(" ")
    opening, closing = QUOTES[language]
    for _ in range(1 + len(words) // rng.choice([12, 25, 50])):
        at = rng.randrange(len(words) + 1)
        piece = rng.choice([
            lambda: _date(rng, language), lambda: _sum(rng, language), lambda: _name(rng, corpus, language),
            lambda: f"({_name(rng, corpus, language)}, {rng.randint(1, 1999)})", lambda: f"§ {rng.randint(1, 199)}",
            lambda: f"{opening}{' '.join(corpus.words(rng, language, rng.randint(1, 3)))}{closing}",
            lambda: f"{rng.randint(1, 199)} %", lambda: f"Nr. {rng.randint(1, 1199)}", lambda: f"{rng.randint(1, 31)}.",
            lambda: f"- {corpus.words(rng, language, 1)[0]} -", lambda: f"— {corpus.words(rng, language, 1)[0]}",
        ])()
        words[at:at] = piece.split(" ")
    return " ".join(words)


# Notes and asides; `a` goes on with `b`, which begins or ends a note. Old print has a comma or a stop before the dash.
DASHES = {
    "en": ["{a}—{b}", "{a}—{b}", "{a},—{b}", "{a}.—{B}", "{a}—", "{a} — {b}", "{a} – {b}", "{a} -- {b}", "“—{b}", "{a}——{b}"],
    "pt": ["—{B}", "— {B}", "–{b}", "{a}—{b}", "{a} – {b}", "{a}. —{B}", "{a}—", "{a} — {b}"],
    "es": ["—{B}", "{a} —{b}", "{a}—", "{a}—.", "{a}—,", "—¿{B}", "{a}. —{B}", "–{b}", "{a} – {b}"],
    "fr": ["— {B}", "—{B}", "{a} — {b}", "{a} – {b}", "{a}—{b}", "{a}. — {B}", "« {b}", "{a},— {b}"],
    "de": ["{a} – {b}", "{a} — {b}", "{a}—{b}", "{a}. — {B}", "{a},— {b}", "{a} -- {b}", "{a}–{b}"],
    "it": ["— {B}", "—{B}", "{a} – {b}", "{a} — {b}", "{a}—{b}", "{a}. — {B}", "{a}—,"],
}
EVERYWHERE = ["{a}-{b}", "{a}-{b}", "{n}–{m}", "{n}-{m}", "- {b}", "-{b}", "{a} - {b}", "{a} -{b}", "{a}- {b}", "S. {n}–{m}", "{n}—{m}"]


def _with_dashes(rng: random.Random, language: str, text: str) -> str:
    """Dashes and hyphens that touch their words, stand between blanks, or on one side only."""
    words = text.split(" ")
    out: list[str] = []
    every = rng.choice([5, 10, 20])
    while words:
        word = words.pop(0)
        if rng.random() * every >= 1 or len(words) < 2:
            out.append(word)
            continue
        other = words.pop(0)
        form = rng.choice(DASHES[language] if rng.random() < 0.65 else EVERYWHERE)
        n = rng.randint(1, 1990)
        made = form.format(a=word.rstrip(".,;:"), b=other, B=other[:1].upper() + other[1:], n=n, m=n + rng.randint(1, 99))
        out += [made] if "{a}" in form else [word, made]
        if "{b}" not in form and "{B}" not in form:
            words.insert(0, other)
    return " ".join(out)


def _office(rng: random.Random, corpus: "Corpus", language: str) -> str:
    """One made-up line of a letter, catalogue, account or table of contents."""
    words = corpus.words(rng, language, 5)
    name, date, total = _name(rng, corpus, language), _date(rng, language), _sum(rng, language)
    return rng.choice([
        lambda: f"{words[0].capitalize()}, {date}.",
        lambda: f"{name}, {words[0].capitalize()} {rng.randint(1, 199)}",
        lambda: f"{rng.randint(1, 1199)}. {words[0].capitalize()} {words[1]} {words[2]}. {total}",
        lambda: f"{words[0].capitalize()} {words[1]}: {total}",
        lambda: f"{rng.randint(1, 99)} {words[0]} {total} {total}",
        lambda: f"{words[0].upper()} {words[1].upper()}",
        lambda: f"{words[0].capitalize()} {words[1]} {words[2]} {'.' * rng.randint(3, 9)} {rng.randint(1, 511)}",
        lambda: f"({words[0].capitalize()} {words[1]} {words[2]})",
        lambda: f"{name} {words[0]} {words[1]},",
        lambda: f"Tel. {rng.randint(100, 999)}-{rng.randint(10, 99)}.",
        lambda: f"{rng.choice('ABCDG')}.{rng.choice('BDPS')}.{rng.randint(100, 399)}.{rng.randint(100, 999)}-{rng.choice('ABS')}.",
        lambda: f"- {words[0].capitalize()} {words[1]}, {words[2]} {words[3]};",
        lambda: f"{rng.randint(1, 31)}. {words[0].capitalize()}, {name}; {words[1]} {date}.",
    ])()


if __name__ == "__main__":
    collect(Path(sys.argv[1]))
