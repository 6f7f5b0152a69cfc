// A small typesetter: justified paragraphs with soft hyphens, flowing through columns.

/** @typedef {import('@napi-rs/canvas').SKRSContext2D} Context */
/**
 * @typedef {object} Style
 * @property {string} font CSS font
 * @property {number} leading distance of baselines, pixels
 * @property {number} [indent] of the first line
 * @property {number} [hang] indent of all lines but the first
 * @property {'justify' | 'left' | 'centre'} [align]
 * @property {number} [after] space below the paragraph
 */
/** @typedef {{ words: string[], last: boolean, first: boolean }} Line */

const softHyphen = '\u00ad';

/** The text as a reader would type it. @param {string} text */
export const plain = (text) => text.replaceAll(softHyphen, '');

/** @param {Context} context @param {string} text @param {number} width @param {Style} style @returns {Line[]} */
export function breakLines(context, text, width, style) {
  context.font = style.font;
  const room = (/** @type {boolean} */ first) => width - ((first ? style.indent : style.hang) ?? 0);
  /** @type {Line[]} */
  const lines = [];
  /** @type {string[]} */
  let words = [];
  for (const entry of text.split(' ')) {
    let rest = entry;
    const fits = (/** @type {string} */ part) =>
      context.measureText([...words, part].join(' ')).width <= room(lines.length === 0);
    if (!fits(plain(rest))) {
      const parts = rest.split(softHyphen);
      let head = '';
      for (let count = parts.length - 1; count > 0 && head === ''; count--) {
        const candidate = `${parts.slice(0, count).join('')}-`;
        if (fits(candidate)) {
          head = candidate;
          rest = parts.slice(count).join(softHyphen);
        }
      }
      if (head !== '') words.push(head);
      lines.push({ words, last: false, first: lines.length === 0 });
      words = [];
    }
    words.push(plain(rest));
  }
  lines.push({ words, last: true, first: lines.length === 0 });
  return lines;
}

/** @param {Context} context @param {Line} line @param {number} x @param {number} y baseline @param {number} width @param {Style} style */
export function drawLine(context, line, x, y, width, style) {
  context.font = style.font;
  const shift = (line.first ? style.indent : style.hang) ?? 0;
  const text = line.words.join(' ');
  if (style.align === 'centre') {
    context.fillText(text, x + (width - context.measureText(text).width) / 2, y);
    return;
  }
  if (style.align === 'left' || line.last || line.words.length < 2) {
    context.fillText(text, x + shift, y);
    return;
  }
  const used = line.words.reduce((sum, word) => sum + context.measureText(word).width, 0);
  const gap = (width - shift - used) / (line.words.length - 1);
  let at = x + shift;
  for (const word of line.words) {
    context.fillText(word, at, y);
    at += context.measureText(word).width + gap;
  }
}

/**
 * Sets one paragraph; returns the y below it.
 * @param {Context} context @param {string} text @param {number} x @param {number} y top @param {number} width
 * @param {Style} style
 */
export function setParagraph(context, text, x, y, width, style) {
  let at = y;
  for (const line of breakLines(context, text, width, style)) {
    at += style.leading;
    drawLine(context, line, x, at, width, style);
  }
  return at + (style.after ?? 0);
}

/**
 * Sets paragraphs through columns, line by line; throws when they do not fit. Returns for each column the number of
 * the first paragraph that begins in it, and the y where the text ends.
 * @param {Context} context
 * @param {readonly { text: string, style: Style, keepWithNext?: boolean }[]} paragraphs
 * @param {readonly { x: number, top: number, bottom: number, width: number }[]} columns
 */
export function setColumns(context, paragraphs, columns) {
  let index = 0;
  let y = columns[0].top;
  /** @type {number[]} */
  const firstOf = [];
  for (const [number, { text, style, keepWithNext }] of paragraphs.entries()) {
    const lines = breakLines(context, text, columns[index].width, style);
    const needed = keepWithNext ? style.leading * (lines.length + 2) : style.leading;
    if (y + needed > columns[index].bottom) y = next();
    firstOf[index] ??= number;
    for (const line of lines) {
      if (y + style.leading > columns[index].bottom) y = next();
      y += style.leading;
      drawLine(context, line, columns[index].x, y, columns[index].width, style);
    }
    y += style.after ?? 0;
  }
  return { firstOf, y };

  function next() {
    index++;
    if (index === columns.length) throw new Error('setColumns: the text does not fit');
    return columns[index].top;
  }
}
