// Sample 1: a page of a printed journal in two columns, as an office scanner sees it. Text and data are invented.
import { createCanvas } from '@napi-rs/canvas';
import { createRandom, createSmoothNoise } from './random.mjs';
import { scan } from './scan.mjs';
import { plain, setColumns, setParagraph } from './typeset.mjs';

const width = 1654;
const height = 2339;
const left = 168;
const right = width - 150;
const gap = 48;
const columnWidth = (right - left - gap) / 2;
const serif = 'Sample Serif';

/** Marks the places where a word may be divided. @param {string} text */
const soft = (text) => text.replaceAll('|', '\u00ad');

const header = 'Annals of Coastal Measurement, vol. 12';
const pageNumber = '47';
const title = 'Counting the Tide: the Harbour Registers of Vila Serena, 1871–1904';
const authors = 'Marta Coelho Antunes and Edwin Thackeray Lund';
const abstract = soft(
  'Abstract. For thirty-three years the harbour master of a small Atlantic port wrote down the height of every high water that he saw from his window. The registers survive almost com|plete, but nobody had read them against the sea. We tran|scribed 21,408 entries, com|pared them with a modern re|con|struc|tion of the tide and find that the ob|ser|va|tions are better than their re|pu|ta|tion: the typical error is 4.3 cm, and most of it comes from a single repair of the staff in 1886.',
);
const caption =
  'Figure 1. Yearly mean of high water above the staff’s zero, in centimetres. The step in 1886 follows the repair of the lower staff.';
const footnote =
  '¹ The harbour pound weighed 459 grams; it is of no importance here, but the clerks were proud of it.';

const body = { font: `28px "${serif}"`, leading: 35, indent: 28 };
const opening = { font: body.font, leading: body.leading };
const reference = { font: `23px "${serif}"`, leading: 28, hang: 34, after: 5 };
const heading = { font: `bold 28px "${serif}"`, leading: 37, after: 6, align: /** @type {const} */ ('left') };

/** @type {readonly (readonly ['heading' | 'opening' | 'text' | 'reference', string])[]} */
const article = [
  ['heading', '1. A window on the quay'],
  [
    'opening',
    'The house of the har|bour master still stands at the end of the quay, and the window of his office still looks on the stone stairs where the tide staff was fixed in the spring of 1871. From that window Joa|quim Pe|dro|so, and after him his daugh|ter Ade|laide, read the height of the water twice a day and wrote it into a ruled book with the date, the hour and the wind.',
  ],
  [
    'text',
    'They were not asked to do so. The port au|thor|ity wanted the num|ber of ships, their cargo and the dues that were paid;¹ the height of the sea was no|body’s busi|ness. Yet the col|umn for it is the neat|est of the whole page, and it is hardly ever empty: of 24,106 high waters be|tween 1871 and 1904 only 2,698 are miss|ing, most of them in the two win|ters when the quay was closed.',
  ],
  ['heading', '2. The registers'],
  [
    'opening',
    'Eleven vol|umes have come down to us. Nine are kept in the mu|nic|i|pal ar|chive and two were found in 1998 be|hind the organ of the parish church, where they had served to keep the bel|lows level. The paper is good, the ink has turned brown, and the hand is clear enough to be read with|out a glass.',
  ],
  [
    'text',
    'Heights are given in palms and inches un|til June 1884 and in cen|ti|metres af|ter|wards. We con|vert|ed the older unit with the value that is carved into the stairs them|selves, 21.9 cm to the palm, rather than with the legal one. The dif|fer|ence is small but it does not aver|age out.',
  ],
  ['heading', '3. How good was the eye?'],
  [
    'opening',
    'To judge the read|ings we com|put|ed the tide of every sin|gle day from the con|stants of the mod|ern gauge, which stands 140 m from the old staff. If Pe|dro|so’s num|bers had been in|vent|ed, or filled in at the end of the week, they would fol|low the moon but not the weath|er.',
  ],
  [
    'text',
    'They fol|low both. On the night of 12 Feb|ru|ary 1879, when the barom|e|ter at Porto fell to 728 mm, the reg|is|ter shows a high water 61 cm above the pre|dict|ed one, and be|side it the two words “nobody slept”. No other source knows of the storm surge of that night, which must have flood|ed the low|er town up to the mar|ket.',
  ],
  [
    'text',
    'The step of 1886, plain to see in Fig|ure 1, is no feat of the sea. In that year the low|est two metres of the staff were re|placed af|ter a col|li|sion with a barge of salt, and the new board was set 7 cm too low. Ade|laide no|ticed it within a month; her note, “the new staff lies, or the sea does”, is the first cor|rec|tion in the se|ries and also the short|est.',
  ],
  ['heading', '4. What remains'],
  [
    'opening',
    'With the step re|moved, mean high water rose by 1.1 mm a year, with an un|cer|tain|ty of 0.4 mm. That agrees with the long re|cords of Cas|cais and Brest, which is re|mark|able for a window and a painted board.',
  ],
  [
    'text',
    'A short gap re|mains. From No|vem|ber 1891 to March 1892 the book is blank but for one line, in an|oth|er hand: “Ade|laide is in Lis|bon and the sea may do as it likes.” We have left those months out of all means.',
  ],
  [
    'text',
    'We have pub|lished all en|tries, with the orig|i|nal units and the notes, so that others may dis|agree with us in de|tail.',
  ],
  ['heading', 'References'],
  ['reference', '[1] A. Pedroso, Registo das marés, 11 vols., 1871–1904, Municipal Archive of Vila Serena.'],
  [
    'reference',
    '[2] E. T. Lund, “Staffs and stairs: zero points of small harbours”, this journal 9 (2016), 3–21.',
  ],
  ['reference', '[3] M. Coelho Antunes, O relógio do mar, Vila Serena 2019, pp. 88–104.'],
];

/** The JPEG, and its truth for tests: one paragraph per block, in reading order. */
export async function makeArticle() {
  const page = createCanvas(width, height);
  const context = page.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.font = `italic 25px "${serif}"`;
  context.fillText(header, left, 128);
  context.font = `25px "${serif}"`;
  context.fillText(pageNumber, right - context.measureText(pageNumber).width, 128);
  context.fillRect(left, 142, right - left, 1.5);

  let y = setParagraph(context, title, left + 170, 176, right - left - 340, {
    font: `bold 46px "${serif}"`,
    leading: 54,
    after: 14,
    align: 'centre',
  });
  y = setParagraph(context, authors, left, y, right - left, {
    font: `italic 28px "${serif}"`,
    leading: 34,
    after: 22,
    align: 'centre',
  });
  y = setParagraph(context, abstract, left + 90, y, right - left - 180, {
    font: `25px "${serif}"`,
    leading: 31,
    after: 26,
  });

  const rightColumn = left + columnWidth + gap;
  const figureHeight = 330;
  drawChart(context, rightColumn, y + 6, columnWidth, figureHeight);
  const belowFigure = setParagraph(context, caption, rightColumn, y + figureHeight + 4, columnWidth, {
    font: `23px "${serif}"`,
    leading: 28,
    after: 22,
  });
  const bottom = height - 190;
  const styles = { heading, opening, text: body, reference };
  const { firstOf } = setColumns(
    context,
    article.map(([kind, text], index) => ({
      text: soft(text),
      style:
        kind !== 'heading' && article[index + 1]?.[0] === 'heading'
          ? { ...styles[kind], after: 16 }
          : styles[kind],
      keepWithNext: kind === 'heading',
    })),
    [
      { x: left, top: y, bottom: bottom - 66, width: columnWidth },
      { x: rightColumn, top: belowFigure, bottom, width: columnWidth },
    ],
  );
  context.fillRect(left, bottom - 48, 170, 1.5);
  setParagraph(context, footnote, left, bottom - 44, columnWidth, {
    font: `19px "${serif}"`,
    leading: 23,
    align: 'left',
  });

  const picture = await scan(page, {
    seed: 47,
    skewDegrees: 0.6,
    paper: [243, 241, 235],
    ink: [38, 36, 38],
    noise: 3.2,
    wear: 0.1,
    showThrough: 0.05,
    gutter: true,
    quality: 56,
  });
  const texts = article.map(([, text]) => soft(text));
  const before = texts.slice(0, firstOf[1]);
  const blocks = [
    header,
    pageNumber,
    title,
    authors,
    abstract,
    ...before,
    caption,
    ...texts.slice(before.length),
    footnote,
  ];
  return { picture, text: `${blocks.map(plain).join('\n\n')}\n` };
}

/**
 * @param {import('@napi-rs/canvas').SKRSContext2D} context
 * @param {number} x @param {number} y @param {number} chartWidth @param {number} chartHeight
 */
function drawChart(context, x, y, chartWidth, chartHeight) {
  const plot = { x: x + 62, y: y + 14, width: chartWidth - 78, height: chartHeight - 66 };
  const years = [1871, 1904];
  const range = [296, 318];
  const across = (/** @type {number} */ year) =>
    plot.x + ((year - years[0]) / (years[1] - years[0])) * plot.width;
  const up = (/** @type {number} */ value) =>
    plot.y + plot.height - ((value - range[0]) / (range[1] - range[0])) * plot.height;
  context.strokeStyle = '#000';
  context.lineWidth = 2;
  context.strokeRect(plot.x, plot.y, plot.width, plot.height);
  context.font = `19px "${serif}"`;
  context.lineWidth = 1.2;
  for (const value of [300, 305, 310, 315]) {
    context.strokeStyle = '#999';
    line(context, plot.x, up(value), plot.x + plot.width, up(value));
    context.fillText(String(value), plot.x - 42, up(value) + 6);
  }
  for (const year of [1875, 1880, 1885, 1890, 1895, 1900]) {
    context.strokeStyle = '#000';
    line(context, across(year), plot.y + plot.height, across(year), plot.y + plot.height + 8);
    context.fillText(String(year), across(year) - 19, plot.y + plot.height + 28);
  }
  const random = createRandom(1886);
  const swing = createSmoothNoise(random, 40, 2, 3);
  context.lineWidth = 2.2;
  context.beginPath();
  for (let year = years[0]; year <= years[1]; year++) {
    const value =
      300 + 0.11 * (year - 1871) + (year >= 1886 ? 7 : 0) + (swing(year - 1871, 0) - 0.5) * 4 + random();
    context.lineTo(across(year), up(value));
  }
  context.stroke();
}

/**
 * @param {import('@napi-rs/canvas').SKRSContext2D} context
 * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
 */
function line(context, x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}
