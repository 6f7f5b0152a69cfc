"""Writes the values that the TypeScript scorers are pinned to, computed by the reference scorers.

    pip install rapidfuzz lxml apted
    python3 bench/make-pins.py ../shared/eval

Inputs are made here from a fixed seed; nothing of the evaluation set goes into the fixtures.
"""

import html
import json
import random
import sys
from pathlib import Path

evaluation = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/eval")
sys.path.insert(0, str(evaluation))
import score_table  # noqa: E402
import score_text  # noqa: E402

FIXTURES = Path(__file__).parent / "fixtures"
rng = random.Random(20261129)

WORDS = {
    "en": "the quick harbour light (kept) 'its' “slow” watch—over 12.5 % of co-operative boats; naïve café".split(),
    "pt": "coração não à época «índice» ações três avô português pêssego pinguim água — órgão, título:".split(),
    "de": "Straße über daſs Löſung „Käse“ Mu\u0364hle Größe Bu\u0364cher wa\u0364hlen, größer 1938 ¬ fünf".split(),
    "zh-Hant": ["繁體", "中文", "測試", "，", "A1", "。", "（圖）", "１２", "カナ", "𠀀字"],
    "mul": ["ﬁn", "½", "Ⅷ", "x²", "𝒜", "__", "…", "e\u0301te", "\u2009", "İstanbul", "ΣΑΣ", "b-", "10-"],
}
BREAKS = [" ", " ", " ", "  ", "\n", "-\n", "\n\n", "\t", "\u00a0", "\f", "\x1c", "\ufeff", "\u3000"]


def random_text(language):
    words = WORDS[language] + (WORDS["en"] if rng.random() < 0.3 else [])
    count = rng.choice([0, 1, 2, 5, 12, 40])
    return "".join(rng.choice(words) + rng.choice(BREAKS) for _ in range(count))


def damaged(text):
    symbols = list(text)
    for _ in range(rng.randrange(0, 2 + len(symbols) // 6)):
        place = rng.randrange(0, len(symbols) + 1)
        kind = rng.random()
        if kind < 0.35 and place < len(symbols):
            symbols[place] = rng.choice("abcéß -字")
        elif kind < 0.65 and place < len(symbols):
            del symbols[place]
        elif kind < 0.9:
            symbols.insert(place, rng.choice(["a", "É", " ", "-", "\n", "𝒜", "“"]))
        else:
            symbols[place:place] = list(rng.choice(WORDS["en"]) + " ")
    return "".join(symbols)


def text_pins():
    pins = []
    for language in WORDS:
        for _ in range(16):
            reference = random_text(language)
            hypothesis = random_text(language) if rng.random() < 0.15 else damaged(reference)
            score = score_text.score(hypothesis, reference, language)
            pins.append({"language": language, "hypothesis": hypothesis, "reference": reference, **score})
    return pins


CELLS = ["", "1.50", "2.00", "a", "Total", "Área (km²)", "x<sup>2</sup>", "p &lt; 0.05", "A &amp; B", "<b>bold</b> text",
         "10 %", "&nbsp;", "two\nlines", "ﬁ", "𝒜 字", "Schlüssel", "line<br>break", "  spaced   out "]


def random_table():
    rows, columns = rng.randrange(1, 7), rng.randrange(1, 6)
    taken, lines = set(), []
    for y in range(rows):
        cells = []
        for x in range(columns):
            if (y, x) in taken:
                continue
            colspan = rowspan = 1
            if rng.random() < 0.15:
                while x + colspan < columns and (y, x + colspan) not in taken and rng.random() < 0.6:
                    colspan += 1
            if rng.random() < 0.1:
                while y + rowspan < rows and rng.random() < 0.6:
                    rowspan += 1
            taken |= {(y + i, x + j) for i in range(rowspan) for j in range(colspan)}
            tag = "th" if y == 0 and rng.random() < 0.5 else "td"
            spans = (f' colspan="{colspan}"' if colspan > 1 else "") + (f' rowspan="{rowspan}"' if rowspan > 1 else "")
            style = rng.choice(["", "", ' align="center"', ' style="text-align:left"'])
            cells.append(f"<{tag}{spans}{style}>{rng.choice(CELLS)}</{tag}>")
        lines.append("<tr>" + "".join(cells) + "</tr>")
    head = rng.random() < 0.3
    body = ("<thead>" + lines[0] + "</thead><tbody>" + "".join(lines[1:]) + "</tbody>") if head else "\n".join(lines)
    return f"<table{rng.choice(['', ' border=' + chr(34) + '1' + chr(34)])}>{body}</table>"


def damaged_table(table):
    changes = rng.randrange(1, 4)
    for _ in range(changes):
        rows = table.split("<tr>")
        kind = rng.random()
        if kind < 0.25 and len(rows) > 2:
            del rows[rng.randrange(1, len(rows) - 1)]
            table = "<tr>".join(rows)
        elif kind < 0.5:
            table = table.replace("</tr>", f"<td>{html.escape(rng.choice(['', 'new']))}</td></tr>", rng.choice([1, -1]))
        elif kind < 0.75:
            table = table.replace(rng.choice([">1.50", ">2.00", ">Total", ">two"]), rng.choice([">l.5O", ">20", ">"]))
        else:
            table = table.replace('colspan="2"', "").replace("<td>Total</td>", "<td></td><td>Total</td>")
    return table


def table_pins():
    truth = ('<table><tr><td colspan="2">Head</td></tr><tr><td>a</td><td>1.50</td></tr>'
             "<tr><td>b</td><td>2.00</td></tr></table>")
    variants = [
        ("identical", truth),
        ("one character wrong", truth.replace("1.50", "1.60")),
        ("span lost", truth.replace('<td colspan="2">Head</td>', "<td>Head</td><td></td>")),
        ("last row missing", truth.replace("<tr><td>b</td><td>2.00</td></tr>", "")),
        ("th and thead", '<table><thead><tr><th colspan="2">Head</th></tr></thead><tbody>'
                         "<tr><td>a</td><td>1.50</td></tr><tr><td>b</td><td>2.00</td></tr></tbody></table>"),
        ("extra empty column", truth.replace("</tr>", "<td></td></tr>")),
        ("all text in one cell", "<table><tr><td>Head a 1.50 b 2.00</td></tr></table>"),
        ("columns swapped", truth.replace("<td>a</td><td>1.50</td>", "<td>1.50</td><td>a</td>")
                                 .replace("<td>b</td><td>2.00</td>", "<td>2.00</td><td>b</td>")),
    ]
    pairs = [(name, variant, truth) for name, variant in variants]
    for index in range(60):
        reference = random_table()
        hypothesis = random_table() if rng.random() < 0.3 else damaged_table(reference)
        pairs.append((f"random {index + 1}", hypothesis, reference))
    return [
        {"name": name, "hypothesis": hypothesis, "reference": reference,
         "teds": round(score_table.teds(hypothesis, reference), 6),
         "tedsStructure": round(score_table.teds(hypothesis, reference, True), 6)}
        for name, hypothesis, reference in pairs
    ]


for name, pins in (("text-pins", text_pins()), ("table-pins", table_pins())):
    target = FIXTURES / f"{name}.json"
    target.write_text(json.dumps(pins, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(target, len(pins))
