/**
 * LaTeX: a complete document for pdfLaTeX, XeLaTeX and LuaLaTeX. Heading level 1 is `\part`, 2 `\section` … 6
 * `\subparagraph`; numbers are the printed ones, so LaTeX does not count.
 */
import { assertNever } from '../base/errors';
import type { Block, FootnoteBlock, Inline, ListBlock } from '../document';
import { collectFigures, type Figures } from './figures';
import { isSelfContained } from './formulas';
import { isSafeUrl } from './html-fragments';
import { guessLanguage } from './language';
import { latexTable } from './latex-table';
import { escapeLatex, unicodeDeclarations } from './latex-text';
import { indexNotes, keptBlocks, type NoteIndex } from './notes';
import type { Exporter } from './types';

interface Context {
  readonly notes: NoteIndex;
  readonly figures: Figures;
  /** Notes that have been written where they are referred to. */
  readonly written: Set<string>;
  readonly warnings: string[];
}

export const latexExporter: Exporter = {
  id: 'tex',
  name: 'LaTeX',
  extension: 'tex',
  mediaType: 'application/x-tex',
  async export(input) {
    const blocks = keptBlocks(input.blocks, input.options.keep);
    const figures = await collectFigures(input);
    const notes = indexNotes(input.blocks, input.options.keep);
    const context: Context = { notes, figures, written: new Set(), warnings: [...figures.warnings] };
    const body = blocks
      .map((block) => toLatex(block, context))
      .filter((part) => part !== '')
      .join('\n\n');
    if (input.options.part) {
      return { bytes: Buffer.from(`${body}\n`, 'utf8'), assets: figures.assets, warnings: context.warnings };
    }
    const text = `${preamble(body, guessLanguage(blocks))}\n\\begin{document}\n\n${body}\n\n\\end{document}\n`;
    return { bytes: Buffer.from(text, 'utf8'), assets: figures.assets, warnings: context.warnings };
  },
};

function preamble(body: string, language: string): string {
  const isEastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(body);
  return `% Written by Palimpsest. XeLaTeX or LuaLaTeX show every script that the fonts have.
% Language (guessed): ${language}
\\documentclass[11pt,a4paper]{article}
\\usepackage{iftex}
\\ifPDFTeX
  \\usepackage[utf8]{inputenc}
  \\usepackage[T1]{fontenc}
  \\usepackage{textcomp}
  \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}
\\else
  \\usepackage{fontspec}
\\fi
${isEastAsian ? '\\ifXeTeX\\IfFileExists{xeCJK.sty}{\\usepackage{xeCJK}}{}\\fi\n\\ifLuaTeX\\IfFileExists{luatexja.sty}{\\usepackage{luatexja}}{}\\fi\n' : ''}\\usepackage{amsmath,amssymb,mathrsfs}
\\usepackage{graphicx,xcolor}
\\usepackage{longtable,multirow,array}
\\usepackage{caption}
\\usepackage[hyperfootnotes=false,hidelinks]{hyperref}
\\setcounter{secnumdepth}{-2}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{0.6em}
\\newcommand{\\MarkedNote}[2]{\\begingroup\\renewcommand{\\thefootnote}{#1}\\footnote[1]{#2}\\endgroup}
% Characters that pdfTeX may not know; the other engines take them from the font.
\\makeatletter
\\ifPDFTeX
  \\newcommand{\\PalimpsestFallback}[3]{\\ifcsname u8:\\detokenize{#1}\\endcsname\\else\\DeclareUnicodeCharacter{#2}{#3}\\fi}
\\else
  \\newcommand{\\PalimpsestFallback}[3]{}
\\fi
\\makeatother
${unicodeDeclarations(body)}`;
}

const sections = ['part', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph'] as const;

function toLatex(block: Block, context: Context): string {
  switch (block.kind) {
    case 'paragraph':
      return block.role === 'caption'
        ? `{\\small ${inline(block.content, context, '\\\\{}\n')}\\par}`
        : inline(block.content, context, '\\\\{}\n');
    case 'heading':
      // A moving argument takes no notes and no line breaks.
      return `\\${sections[block.level - 1] ?? 'section'}{${inline(block.content, context, ' ', false)}}`;
    case 'list':
      return listLatex(block, context, 1);
    case 'table': {
      const caption = block.caption === undefined ? undefined : inline(block.caption, context, ' ', false);
      return latexTable(block, caption, (cell) => inline(cell.content, context, '\\newline{}', false));
    }
    case 'formula':
      return formulaLatex(block);
    case 'figure': {
      const picture = context.figures.byBlock.get(block);
      const caption =
        block.caption === undefined ? '' : `\n\n{\\small ${inline(block.caption, context, ' ', false)}}`;
      const content =
        picture === undefined
          ? escapeLatex(block.alternative)
          : `\\includegraphics[width=${picture.widthShare.toFixed(2)}\\linewidth,height=0.8\\textheight,keepaspectratio]{\\detokenize{${picture.relativePath}}}`;
      return content === '' && caption === '' ? '' : `\\begin{center}\n${content}${caption}\n\\end{center}`;
    }
    case 'code':
      return (
        block.text
          .split('\n')
          // Without a box in front, blanks at a line's start vanish.
          .map((line) => `\\mbox{}\\texttt{${escapeLatex(line).replace(/ /g, '\\ ')}}`)
          .join('\\\\{}\n')
      );
    case 'footnote':
      return context.written.has(block.id) ? '' : unreferencedNote(block, context);
    case 'furniture':
      return `{\\small ${inline(block.content, context, '\\\\{}\n')}\\par}`;
    case 'page-break':
      return '';
    default:
      return assertNever(block);
  }
}

function unreferencedNote(note: FootnoteBlock, context: Context): string {
  const mark = note.mark === '' ? '' : `\\textsuperscript{${escapeLatex(note.mark)}} `;
  return `{\\footnotesize ${mark}${inline(note.content, context, '\\\\{}\n', false)}\\par}`;
}

/** LaTeX nests lists four deep. */
const deepestList = 4;

function listLatex(list: ListBlock, context: Context, depth: number): string {
  const items = list.items.map((item) => {
    const children = item.children.map((child) => `\n${listLatex(child, context, depth + 1)}`).join('');
    return `\\item[${escapeLatex(item.marker)}] ${inline(item.content, context, '\\\\{}\n')}${children}`;
  });
  if (depth > deepestList) return items.join('\n');
  const environment = list.ordered ? 'enumerate' : 'itemize';
  return `\\begin{${environment}}\n${items.join('\n')}\n\\end{${environment}}`;
}

/** KaTeX takes display environments as they are; inside LaTeX's own display they need their inner names. */
function innerEnvironments(latex: string): string {
  return latex
    .replace(/\\(begin|end)\{align\*?\}/g, '\\$1{aligned}')
    .replace(/\\(begin|end)\{alignat\*?\}/g, '\\$1{alignedat}')
    .replace(/\\(begin|end)\{gather\*?\}/g, '\\$1{gathered}');
}

function formulaLatex(block: Extract<Block, { kind: 'formula' }>): string {
  if (!block.parses || !isSelfContained(block.latex)) {
    const number = block.number === undefined ? '' : ` (${escapeLatex(block.number)})`;
    return `${escapeLatex(block.latex)}${number}`;
  }
  const latex = innerEnvironments(block.latex).replace(/\n\s*\n/g, '\n');
  if (block.number === undefined) return `\\[\n${latex}\n\\]`;
  return `\\begin{equation*}\n${latex}\n\\tag{${escapeLatex(block.number)}}\n\\end{equation*}`;
}

function inline(content: readonly Inline[], context: Context, lineBreak: string, takesNotes = true): string {
  return content
    .map((each): string => {
      switch (each.kind) {
        case 'text':
          return escapeLatex(each.text);
        case 'strong':
          return `\\textbf{${inline(each.children, context, lineBreak, takesNotes)}}`;
        case 'emphasis':
          return `\\emph{${inline(each.children, context, lineBreak, takesNotes)}}`;
        case 'superscript':
          return `\\textsuperscript{${inline(each.children, context, ' ', false)}}`;
        case 'subscript':
          return `\\textsubscript{${inline(each.children, context, ' ', false)}}`;
        case 'code':
          return `\\texttt{${escapeLatex(each.text)}}`;
        case 'formula': {
          const latex = each.latex.replace(/\s*\n\s*/g, ' ');
          return isSelfContained(latex) ? `\\(${innerEnvironments(latex)}\\)` : escapeLatex(latex);
        }
        case 'break':
          return lineBreak;
        case 'link': {
          const children = inline(each.children, context, ' ', false);
          return isSafeUrl(each.url) ? `\\href{${escapeUrl(each.url)}}{${children}}` : children;
        }
        case 'note-reference': {
          const note = context.notes.find(each.noteId);
          const mark = escapeLatex(each.mark);
          if (note === undefined || !takesNotes || context.written.has(note.id))
            return `\\textsuperscript{${mark}}`;
          context.written.add(note.id);
          return `\\MarkedNote{${mark}}{${inline(note.content, context, ' ', false)}}`;
        }
        default:
          return assertNever(each);
      }
    })
    .join('');
}

function escapeUrl(url: string): string {
  const encoded = url.replace(/[\\{}^~`"<>|\s]/g, (character) => encodeURIComponent(character));
  return encoded.replace(/[%#&_$]/g, '\\$&');
}
