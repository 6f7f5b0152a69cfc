// Sample 3: a report of two pages as a PDF that holds pictures only. Library and figures are invented.

import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { scan } from './scan.mjs';
import { setParagraph } from './typeset.mjs';

const width = 1654;
const height = 2339;
const left = 190;
const measure = width - 2 * left;
const serif = '"Sample Office"';

const heading = { font: `bold 50px ${serif}`, leading: 62, after: 10, align: /** @type {const} */ ('left') };
const section = { font: `bold 36px ${serif}`, leading: 50, after: 8, align: /** @type {const} */ ('left') };
const body = { font: `31px ${serif}`, leading: 44, after: 26 };
const caption = {
  font: `italic 24px ${serif}`,
  leading: 32,
  after: 14,
  align: /** @type {const} */ ('left'),
};

/** @typedef {{ text: string, colspan?: number, rowspan?: number, head?: boolean }} Cell */
/** @type {Cell[][]} */
const table = [
  [
    { text: 'Branch', rowspan: 2, head: true },
    { text: 'Books lent', colspan: 2, head: true },
    { text: 'New readers', colspan: 2, head: true },
  ],
  [
    { text: '2023', head: true },
    { text: '2024', head: true },
    { text: '2023', head: true },
    { text: '2024', head: true },
  ],
  [{ text: 'Old Customs House' }, { text: '18,204' }, { text: '19,377' }, { text: '412' }, { text: '468' }],
  [{ text: 'Mill Street' }, { text: '9,641' }, { text: '9,580' }, { text: '205' }, { text: '198' }],
  [{ text: 'Harbour School' }, { text: '4,118' }, { text: '6,902' }, { text: '131' }, { text: '274' }],
  [{ text: 'Bookmobile' }, { text: '2,730' }, { text: 'closed for repair', colspan: 2 }, { text: '57' }],
  [
    { text: 'All branches', head: true },
    { text: '34,693', head: true },
    { text: '35,859', head: true },
    { text: '748', head: true },
    { text: '997', head: true },
  ],
];
const columnWidths = [372, 225, 225, 225, 227];
const rowHeight = 68;

const firstPage = {
  title: 'Norrhaven Municipal Library',
  subtitle: 'Report to the council for the year 2024',
  opening:
    'The year began with a burst pipe and ended with the longest queue that the reading room has seen. In between, the four branches lent more books than in any year since 2016, and the school branch, moved in March to the old gymnasium, doubled its number of readers.',
  section: '1. Lending and readers',
  before:
    'Table 1 gives the figures by branch. The bookmobile stood in the workshop from February on; its readers were served, as far as possible, by parcel.',
  caption: 'Table 1. Books lent and new readers by branch.',
  after:
    'The figures of the Harbour School deserve a second look. Most of its new readers are between seven and ten years old, and they come in the hour after lessons; the two long tables that were set up for them were too few by Easter. Two more, lent by the rowing club, have stood there since.',
  last: 'Mill Street lost a little, which the staff put down to the road works in front of the door. The loss is smaller than expected: on forty-one days the branch could be reached on foot only.',
  number: 'Page 1 of 2',
};
const secondPage = {
  section: '2. What the council is asked to decide',
  opening: 'The library committee met on 9 January and asks for a decision on three points:',
  numbered: [
    'a new roof for the Old Customs House, offered at 86,400 crowns by two local firms;',
    'longer opening hours on Thursdays, at first for one year, with the staff that is there;',
    'a second-hand van for the bookmobile, at no more than 150,000 crowns.',
  ],
  section2: '3. Gifts',
  gifts: 'The library thanks the following givers:',
  bulleted: [
    'the heirs of Captain Osmund Ravn, for 212 sea charts and a sextant;',
    'the Women’s Rowing Club, for its minute books of 1931 to 1969;',
    'a reader who wishes to stay unknown, for the piano.',
  ],
  closing:
    'The piano is in tune. It may be played on Saturdays between two and four o’clock, softly, and by anyone who can.',
  section3: '4. Outlook',
  outlook: [
    'In the spring the catalogue cards of the local collection, about eleven thousand of them, will be photographed and put into the catalogue that everybody can search. Until then the card cabinet stays where it is, next to the stove, and may be used on all days.',
    'The committee does not plan to close a branch. It asks the council, though, not to count the readers of Mill Street before the road is open again.',
  ],
  signature: 'Norrhaven, 17 January 2025',
  number: 'Page 2 of 2',
};

/** Truth for tests: pages apart by a form feed, blocks by an empty line, table rows one a line. */
export const libraryReportText = `${[
  firstPage.title,
  firstPage.subtitle,
  firstPage.opening,
  firstPage.section,
  firstPage.before,
  firstPage.caption,
  table.map((row) => row.map((cell) => cell.text).join(' ')).join('\n'),
  firstPage.after,
  firstPage.last,
  firstPage.number,
].join('\n\n')}\n\f${[
  secondPage.section,
  secondPage.opening,
  ...secondPage.numbered.map((text, index) => `${index + 1}. ${text}`),
  secondPage.section2,
  secondPage.gifts,
  ...secondPage.bulleted.map((text) => `• ${text}`),
  secondPage.closing,
  secondPage.section3,
  ...secondPage.outlook,
  secondPage.signature,
  secondPage.number,
].join('\n\n')}\n`;

/** Truth of the table alone. */
export const libraryReportTable = `<table>${table
  .map(
    (row) =>
      `<tr>${row
        .map((cell) => {
          const tag = cell.head ? 'th' : 'td';
          const spans = `${cell.colspan ? ` colspan="${cell.colspan}"` : ''}${cell.rowspan ? ` rowspan="${cell.rowspan}"` : ''}`;
          return `<${tag}${spans}>${cell.text}</${tag}>`;
        })
        .join('')}</tr>`,
  )
  .join('\n')}</table>\n`;

/** @returns {Promise<Uint8Array>} PDF */
export async function makeLibraryReport() {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const made = new Date('2025-01-17T09:00:00Z');
  pdf.setTitle('Norrhaven Municipal Library: report for 2024');
  pdf.setCreationDate(made);
  pdf.setModificationDate(made);
  for (const [index, canvas] of [drawFirstPage(), drawSecondPage()].entries()) {
    const jpeg = await scan(canvas, {
      seed: 2024 + index,
      skewDegrees: index === 0 ? 0.2 : -0.3,
      paper: [247, 247, 246],
      ink: [30, 30, 32],
      noise: 1.6,
      wear: 0.18,
      showThrough: 0.02,
      quality: 50,
    });
    const page = pdf.addPage([595.28, 841.89]);
    page.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: 595.28, height: 841.89 });
  }
  return pdf.save({ useObjectStreams: false });
}

function blankPage() {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  return { canvas, context };
}

function drawFirstPage() {
  const { canvas, context } = blankPage();
  let y = setParagraph(context, firstPage.title, left, 190, measure, heading);
  y = setParagraph(context, firstPage.subtitle, left, y, measure, {
    font: `30px ${serif}`,
    leading: 40,
    after: 30,
    align: 'left',
  });
  y = setParagraph(context, firstPage.opening, left, y, measure, body);
  y = setParagraph(context, firstPage.section, left, y + 16, measure, section);
  y = setParagraph(context, firstPage.before, left, y, measure, body);
  y = setParagraph(context, firstPage.caption, left, y + 14, measure, caption);
  y = drawTable(context, left, y);
  y = setParagraph(context, firstPage.after, left, y + 40, measure, body);
  setParagraph(context, firstPage.last, left, y, measure, body);
  drawPageNumber(context, firstPage.number);
  return canvas;
}

function drawSecondPage() {
  const { canvas, context } = blankPage();
  let y = setParagraph(context, secondPage.section, left, 190, measure, section);
  y = setParagraph(context, secondPage.opening, left, y, measure, body);
  y = drawList(context, secondPage.numbered, y, (index) => `${index + 1}.`);
  y = setParagraph(context, secondPage.section2, left, y + 30, measure, section);
  y = setParagraph(context, secondPage.gifts, left, y, measure, body);
  y = drawList(context, secondPage.bulleted, y, () => '•');
  y = setParagraph(context, secondPage.closing, left, y + 14, measure, body);
  y = setParagraph(context, secondPage.section3, left, y + 30, measure, section);
  for (const text of secondPage.outlook) y = setParagraph(context, text, left, y, measure, body);
  setParagraph(context, secondPage.signature, left, y + 40, measure, { ...body, align: 'left' });
  drawPageNumber(context, secondPage.number);
  return canvas;
}

/**
 * @param {import('@napi-rs/canvas').SKRSContext2D} context @param {readonly string[]} items @param {number} y
 * @param {(index: number) => string} mark
 */
function drawList(context, items, y, mark) {
  let at = y;
  items.forEach((text, index) => {
    context.font = `34px ${serif}`;
    context.fillText(mark(index), left + 34, at + body.leading);
    at = setParagraph(context, text, left + 84, at, measure - 84, { ...body, after: 10, align: 'left' });
  });
  return at + 12;
}

/** @param {import('@napi-rs/canvas').SKRSContext2D} context @param {string} text */
function drawPageNumber(context, text) {
  context.font = `25px ${serif}`;
  context.fillText(text, (width - context.measureText(text).width) / 2, height - 130);
}

/** @param {import('@napi-rs/canvas').SKRSContext2D} context @param {number} x @param {number} y */
function drawTable(context, x, y) {
  const edges = [0];
  for (const size of columnWidths) edges.push((edges.at(-1) ?? 0) + size);
  /** @type {Set<string>} */
  const taken = new Set();
  context.strokeStyle = '#000';
  context.lineWidth = 2;
  table.forEach((row, top) => {
    let column = 0;
    for (const cell of row) {
      while (taken.has(`${top},${column}`)) column++;
      const across = cell.colspan ?? 1;
      const down = cell.rowspan ?? 1;
      for (let i = 0; i < down; i++) for (let j = 0; j < across; j++) taken.add(`${top + i},${column + j}`);
      const box = {
        x: x + edges[column],
        y: y + top * rowHeight,
        width: edges[column + across] - edges[column],
        height: down * rowHeight,
      };
      context.strokeRect(box.x, box.y, box.width, box.height);
      context.font = `${cell.head ? 'bold ' : ''}29px ${serif}`;
      const used = context.measureText(cell.text).width;
      const isNumber = /^[\d,]+$/.test(cell.text);
      const indent = cell.head && top < 2 ? (box.width - used) / 2 : isNumber ? box.width - used - 24 : 18;
      context.fillText(cell.text, box.x + indent, box.y + box.height / 2 + 9);
      column += across;
    }
  });
  return y + table.length * rowHeight;
}
