/**
 * Literal text in LaTeX. Letters stay as they are in the source; for pdfTeX, which knows only some of them, the
 * preamble declares the rest: with a command where one exists, else as a visible code point, so that nothing vanishes.
 */
import { printable } from './printable';

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '"': '\\textquotedbl{}',
  '`': '\\textasciigrave{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  // Brackets could be taken for an optional argument.
  '[': '{[}',
  ']': '{]}',
};

export function escapeLatex(text: string): string {
  return (
    [...printable(text.replace(/\s*[\r\n\t]+\s*/g, ' '))]
      .map((character) => escapes[character] ?? character)
      .join('')
      // Ligatures of the font: -- , '' ?` !`
      .replace(/-(?=-)/g, '-{}')
      .replace(/'(?=')/g, "'{}")
      .replace(/,(?=,)/g, ',{}')
  );
}

const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon phi chi psi omega';
const capitalGreek: Readonly<Record<string, string>> = {
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Υ: 'Upsilon',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
};
const mathSymbols: Readonly<Record<string, string>> = {
  '≤': 'leq',
  '≥': 'geq',
  '≠': 'neq',
  '≈': 'approx',
  '≡': 'equiv',
  '∞': 'infty',
  '∑': 'sum',
  '∏': 'prod',
  '∫': 'int',
  '√': 'surd',
  '∂': 'partial',
  '∇': 'nabla',
  '∈': 'in',
  '∉': 'notin',
  '∩': 'cap',
  '∪': 'cup',
  '⊂': 'subset',
  '⊆': 'subseteq',
  '∀': 'forall',
  '∃': 'exists',
  '∅': 'emptyset',
  '∧': 'wedge',
  '∨': 'vee',
  '→': 'rightarrow',
  '←': 'leftarrow',
  '↔': 'leftrightarrow',
  '⇒': 'Rightarrow',
  '⇔': 'Leftrightarrow',
  '↑': 'uparrow',
  '↓': 'downarrow',
  '−': '-',
  '∗': 'ast',
  '⋅': 'cdot',
  '∘': 'circ',
  '■': 'blacksquare',
  '□': 'square',
  '▪': 'blacksquare',
  '◦': 'circ',
  '●': 'bullet',
  '○': 'circ',
  '✓': 'checkmark',
};
const textSymbols: Readonly<Record<string, string>> = {
  '￥': '\\textyen{}',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬀ: 'ff',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  '\u200b': '\\hspace{0pt}',
  '\u200c': '{}',
  '\u200d': '',
  '\u2060': '',
  '\ufeff': '',
  '\u00ad': '\\-',
  '\u2009': '\\,',
  '\u202f': '\\,',
  '\u2003': '\\quad{}',
  '\u2002': '\\enspace{}',
  '‐': '-',
  '‑': '-',
  '′': "\\ensuremath{'}",
  '″': "\\ensuremath{''}",
  '\ufffd': '?',
};

/** Lines for the preamble, for every character of `source` that pdfTeX may not know. */
export function unicodeDeclarations(source: string): string {
  const characters = new Set(
    [...source].filter((character) => (character.codePointAt(0) ?? 0) > 0xff || character === '\u00ad'),
  );
  return [...characters]
    .sort()
    .map((character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `\\PalimpsestFallback{${character}}{${code}}{${fallback(character, code)}}`;
    })
    .join('\n');
}

function fallback(character: string, code: string): string {
  const text = textSymbols[character];
  if (text !== undefined) return text;
  const symbol = mathSymbols[character] ?? capitalGreek[character] ?? greekName(character);
  if (symbol !== undefined)
    return `\\ensuremath{${symbol === '-' || symbol === 'o' ? symbol : `\\${symbol}`}}`;
  const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(character);
  if (raised >= 0) return `\\textsuperscript{${raised}}`;
  const lowered = '₀₁₂₃₄₅₆₇₈₉'.indexOf(character);
  if (lowered >= 0) return `\\textsubscript{${lowered}}`;
  return `{\\scriptsize{[}U+${code}{]}}`;
}

function greekName(character: string): string | undefined {
  const index = (character.codePointAt(0) ?? 0) - 0x3b1;
  return greek.split(' ')[index];
}
