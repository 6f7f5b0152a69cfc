"""Words and values that tables hold, in six languages."""

import random

from .corpus import LANGUAGES, MONTHS, Corpus, _date, _name

# In the order of LANGUAGES; alternatives divided by "/".
_HEADERS = {
    "label": ("Item/Country/Category/Description/Product/Type/Variable/Station", "Item/País/Categoria/Descrição/Produto/Tipo/Variável/Posto",
              "Concepto/País/Categoría/Descripción/Producto/Tipo/Variable/Estación", "Poste/Pays/Catégorie/Désignation/Produit/Type/Variable/Station",
              "Posten/Land/Kategorie/Bezeichnung/Produkt/Art/Merkmal/Ort", "Voce/Paese/Categoria/Descrizione/Prodotto/Tipo/Variabile/Stazione"),
    "number": ("Number/Quantity/Population/Total/Mean/Persons/Cases/Output", "Número/Quantidade/População/Total/Média/Pessoas/Casos/Produção",
               "Número/Cantidad/Población/Total/Media/Personas/Casos/Producción", "Nombre/Quantité/Population/Total/Moyenne/Personnes/Cas/Effectif",
               "Anzahl/Menge/Einwohner/Summe/Mittel/Personen/Fälle/Leistung", "Numero/Quantità/Popolazione/Totale/Media/Persone/Casi/Produzione"),
    "money": ("Price/Amount/Cost/Balance/Income/Debit/Credit", "Preço/Valor/Custo/Saldo/Receita/Débito/Crédito",
              "Precio/Importe/Coste/Saldo/Ingresos/Debe/Haber", "Prix/Montant/Coût/Solde/Recettes/Débit/Crédit",
              "Preis/Betrag/Kosten/Saldo/Einnahmen/Soll/Haben", "Prezzo/Importo/Costo/Saldo/Entrate/Dare/Avere"),
    "percent": ("Share/Rate/%/Change/Per cent", "Quota/Taxa/%/Variação/Percentagem", "Cuota/Tasa/%/Variación/Porcentaje",
                "Part/Taux/%/Variation/Pourcentage", "Anteil/Quote/%/Änderung/Prozent", "Quota/Tasso/%/Variazione/Percentuale"),
    "date": ("Date/Day/Due date/Delivered", "Data/Dia/Vencimento/Entrega", "Fecha/Día/Vencimiento/Entrega", "Date/Jour/Échéance/Livré le",
             "Datum/Tag/Fällig am/Geliefert", "Data/Giorno/Scadenza/Consegna"),
    "code": ("No./Code/Reference/Order no./ID", "N.º/Código/Referência/Pedido/ID", "N.º/Código/Referencia/Pedido/ID",
             "N°/Code/Référence/Commande/ID", "Nr./Kennung/Artikelnr./Auftrag/ID", "N./Codice/Riferimento/Ordine/ID"),
    "name": ("Name/Author/Contact/Surname", "Nome/Autor/Contato/Apelido", "Nombre/Autor/Contacto/Apellido", "Nom/Auteur/Contact/Titulaire",
             "Name/Autor/Kontakt/Inhaber", "Nome/Autore/Contatto/Cognome"),
    "text": ("Notes/Remarks/Description/Result/Requirements", "Notas/Observações/Descrição/Resultado/Requisitos",
             "Notas/Observaciones/Descripción/Resultado/Requisitos", "Notes/Remarques/Description/Résultat/Exigences",
             "Hinweise/Bemerkungen/Beschreibung/Ergebnis/Anforderungen", "Note/Osservazioni/Descrizione/Risultato/Requisiti"),
    "time": ("Time/Departure/Arrival/Begin/End", "Hora/Partida/Chegada/Início/Fim", "Hora/Salida/Llegada/Inicio/Fin",
             "Heure/Départ/Arrivée/Début/Fin", "Zeit/Abfahrt/Ankunft/Beginn/Ende", "Ora/Partenza/Arrivo/Inizio/Fine"),
    "group": ("Group/Results/Men/Women/Before/After/First half-year/Second half-year/Urban/Rural/Model/Test/Sample",
              "Grupo/Resultados/Homens/Mulheres/Antes/Depois/Primeiro semestre/Urbano/Rural/Modelo/Amostra",
              "Grupo/Resultados/Hombres/Mujeres/Antes/Después/Primer semestre/Urbano/Rural/Modelo/Muestra",
              "Groupe/Résultats/Hommes/Femmes/Avant/Après/Premier semestre/Urbain/Rural/Modèle/Essai",
              "Gruppe/Ergebnisse/Männer/Frauen/Vorher/Nachher/Erstes Halbjahr/Stadt/Land/Modell/Versuch",
              "Gruppo/Risultati/Uomini/Donne/Prima/Dopo/Primo semestre/Urbano/Rurale/Modello/Prova"),
    "total": ("Total/Sum/Subtotal/Grand total/All", "Total/Soma/Subtotal/Total geral/Todos", "Total/Suma/Subtotal/Total general/Todos",
              "Total/Somme/Sous-total/Total général/Ensemble", "Summe/Gesamt/Zwischensumme/Insgesamt/Alle",
              "Totale/Somma/Subtotale/Totale generale/Tutti"),
    "yes": ("yes/no", "sim/não", "sí/no", "oui/non", "ja/nein", "sì/no"),
}
HEADERS = {kind: {language: row.split("/") for language, row in zip(LANGUAGES, rows)} for kind, rows in _HEADERS.items()}
NOT_KNOWN = {"en": ["n/a", "N/A", "none"], "pt": ["n/d", "nenhum"], "es": ["n/d", "ninguno"], "fr": ["n.d.", "néant"],
             "de": ["k. A.", "entfällt"], "it": ["n.d.", "nessuno"]}
UNITS = "kg/m/mm/cm/km/%/€/$/t/h/min/°C/m²/cm³/mg/kW/V/µg/£/ha/MB/kg·m/l/1000 t".split("/")
NUMERIC = {"integer", "decimal", "money", "percent", "deviation", "p", "range", "interval"}
GLUE = "\u00a0"  # a space at which no text wraps


def header_word(rng: random.Random, kind: str, language: str) -> str:
    return rng.choice(HEADERS[kind][language])


def phrase(rng: random.Random, corpus: Corpus, language: str, count: int) -> str:
    """Words in a row from the texts."""
    for _ in range(8):
        paragraphs = corpus.texts[language]
        words = paragraphs[rng.randrange(len(paragraphs))].split(" ")
        if len(words) >= count:
            at = rng.randrange(len(words) - count + 1)
            text = " ".join(words[at : at + count]).strip("-,;:.()\"'«»“”„ ")
            if 3 < len(text) < 14 * count:
                return text[0].upper() + text[1:]
    return " ".join(corpus.words(rng, language, count)).capitalize()


def grouped(rng: random.Random, value: float, decimals: int, language: str, separator: str | None = None) -> str:
    text = f"{value:,.{decimals}f}"
    if separator is None:
        separator = "," if language == "en" else "."
    if language == "en":
        return text.replace(",", separator)
    return text.replace(",", "#").replace(".", ",").replace("#", separator)


class Column:
    """A column of one kind, with its own scale, decimals and habits."""

    def __init__(self, rng: random.Random, kind: str, language: str, corpus: Corpus):
        self.rng, self.kind, self.language, self.corpus = rng, kind, language, corpus
        self.scale = 10 ** rng.uniform(0.3, 5.5 if kind in ("integer", "money") else 3.2)
        self.decimals = {"integer": 0, "money": rng.choice([2, 2, 2, 0]), "percent": rng.choice([0, 1, 1, 2]), "p": 3}.get(kind, rng.choice([1, 2, 2, 3]))
        self.separator = rng.choice([None, None, "", GLUE, None])
        self.sign = rng.choice(["", "", "", "-", "–"]) if kind in ("decimal", "percent", "money", "deviation") else ""
        self.unit = rng.choice(["", "", "€", "$", "£", "EUR", "R$", "CHF"]) if kind == "money" else ""
        self.format = rng.randrange(6)
        self.length = rng.choice([1, 1, 2, 2, 3]) if kind == "label" else rng.randint(4, 9)
        self.prefix = "".join(rng.choice("ABCDEFGHKLMNPRSTVX") for _ in range(rng.randint(0, 3)))
        self.places = rng.randint(2, 5)
        self.marks = rng.choice([0, 0, 0, 0.1, 0.3])
        self.mark = rng.choice(["*", "**", "†", "¹", "²", "a)", "(1)"])
        self.items = rng.choice([["x"], ["X"], ["•"], ["A", "B", "C"], ["+", "-"], HEADERS["yes"][language], ["I", "II", "III"]])

    @property
    def align(self) -> str:
        if self.kind in NUMERIC:
            return "right"
        return "centre" if self.kind in ("mark", "time", "year") else "left"

    @property
    def header_kind(self) -> str:
        names = {"integer": "number", "decimal": "number", "deviation": "number", "p": "number", "range": "number", "interval": "number",
                 "word": "text", "sentence": "text", "mark": "group", "year": "date", "lines": "text", "phone": "name"}
        return names.get(self.kind, self.kind)

    def _value(self) -> str:
        value = self.rng.random() ** 2 * self.scale
        text = grouped(self.rng, value, self.decimals, self.language, self.separator)
        return self.sign + text if self.sign and self.rng.random() < 0.3 else text

    def value(self) -> str:
        text = getattr(self, f"_{self.kind}")()
        if self.marks and self.kind in NUMERIC | {"label"} and self.rng.random() < self.marks:
            text += self.mark
        return text

    def _integer(self) -> str:
        return grouped(self.rng, int(self.rng.random() ** 2 * self.scale), 0, self.language, self.separator)

    _decimal = _value

    def _money(self) -> str:
        text = self._value()
        if self.sign and text.startswith(self.sign) and self.format == 0:
            text = f"({text[len(self.sign):]})"
        if not self.unit:
            return text
        before = self.language == "en" and len(self.unit) == 1 or self.unit == "R$"
        return f"{self.unit}{GLUE if self.format % 2 else ''}{text}" if before else f"{text}{GLUE}{self.unit}"

    def _percent(self) -> str:
        text = grouped(self.rng, self.rng.random() * 100, self.decimals, self.language)
        text = self.sign + text if self.sign and self.rng.random() < 0.3 else text
        return text + ("", "%", GLUE + "%", "%", "", "%")[self.format]

    def _p(self) -> str:
        point = "." if self.language == "en" else ","
        if self.rng.random() < 0.25:
            return f"<{GLUE if self.format % 2 else ''}0{point}0{self.rng.choice(['01', '1', '5'])}"
        return f"0{point}{self.rng.randrange(1000):03}" + self.rng.choice(["", "", "", "*", "**"])

    def _deviation(self) -> str:
        small = grouped(self.rng, self.rng.random() * self.scale / 8, self.decimals, self.language)
        return self._value() + (f"{GLUE}±{GLUE}{small}", f"±{small}", f"{GLUE}({small})", f"\n({small})")[self.format % 4]

    def _interval(self) -> str:
        comma = "," if self.language == "en" else ";"
        low, high = (grouped(self.rng, self.rng.random() * self.scale, self.decimals, self.language) for _ in range(2))
        return f"[{low}{comma}{GLUE}{high}]" if self.format % 2 else f"({low}{comma}{GLUE}{high})"

    def _range(self) -> str:
        low = self.rng.randint(1, 90)
        return f"{low}{'-' if self.format % 2 else '–'}{low + self.rng.randint(1, 60)}"

    def _year(self) -> str:
        return str(self.rng.randint(1850, 2030))

    def _time(self) -> str:
        text = f"{self.rng.randint(0, 23):02}{':.'[self.format % 2]}{self.rng.randint(0, 59):02}"
        return text if self.format < 4 else f"{text}{'-–'[self.format % 2]}{self.rng.randint(0, 23):02}{':.'[self.format % 2]}{self.rng.randint(0, 59):02}"

    def _date(self) -> str:
        day, month, year = self.rng.randint(1, 28), self.rng.randint(1, 12), self.rng.randint(1900, 2030)
        if self.format == 5:
            return _date(self.rng, self.language)
        short = MONTHS[self.language].split()[month - 1][:3]
        return (f"{day:02}/{month:02}/{year}", f"{day:02}.{month:02}.{year}", f"{year}-{month:02}-{day:02}", f"{day}{GLUE}{short}",
                f"{day:02}.{month:02}.")[self.format]

    def _code(self) -> str:
        digits = "".join(self.rng.choice("0123456789") for _ in range(self.places))
        return f"{self.prefix}{'-' if self.prefix and self.format % 2 else ''}{digits}" + ("" if self.format < 4 else f"/{self.rng.randint(1, 99)}")

    def _name(self) -> str:
        return _name(self.rng, self.corpus, self.language)

    def _phone(self) -> str:
        digits = lambda n: "".join(self.rng.choice("0123456789") for _ in range(n))  # noqa: E731
        return f"+{digits(2)}{GLUE}{digits(3)}{GLUE}{digits(4)}" if self.format % 2 else f"0{digits(2)}-{digits(6)}"

    def _label(self) -> str:
        if self.rng.random() < 0.3:
            return phrase(self.rng, self.corpus, self.language, self.rng.randint(1, self.length + 1))
        words = self.corpus.words(self.rng, self.language, self.rng.randint(1, self.length))
        text = " ".join(words)
        return text[0].upper() + text[1:]

    def _word(self) -> str:
        word = self.corpus.words(self.rng, self.language, 1)[0]
        return word.capitalize() if self.format % 2 else word

    def _sentence(self) -> str:
        text = phrase(self.rng, self.corpus, self.language, self.rng.randint(2, self.length))
        return text + "." if self.format % 2 else text

    def _lines(self) -> str:
        parts = [self._name() if self.format % 2 else self._label() for _ in range(self.rng.choice([1, 2, 2, 3]))]
        return "\n".join(parts)

    def _mark(self) -> str:
        return self.rng.choice(self.items)
