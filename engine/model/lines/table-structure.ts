/**
 * Table structure: SLANet-plus gives HTML tags and a box per cell. Source: Li et al., "PP-StructureV2" (2022).
 */
import { type Box, boxFromEdges, quadOfBox } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import { normalisation, sampleQuad } from '../../base/sampling';
import { floatsOf, floatTensor, type Session } from '../../runtime';

/** A cell as the network sees it: place in the grid by order of the tags, spans, and where it is on the page. */
export interface StructureCell {
  readonly row: number;
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
  /** Page pixels; an estimate, often tight around the text. */
  readonly box: Box;
  /** Least probability among the tags that open the cell, 0..1. */
  readonly certainty: number;
  /** Probability that the cell has the other form: tags that may hold spans in place of the plain cell, or the reverse. */
  readonly otherForm: number;
}

export interface TableStructure {
  readonly cells: readonly StructureCell[];
  readonly rows: number;
  /** Mean probability of the tags, 0..1. */
  readonly confidence: number;
  /** False when the network stopped at its longest output: rows are missing. */
  readonly complete: boolean;
  /** Boxes are exact, from rule to rule. */
  readonly ruled?: boolean;
}

const inputSize = 488;
const input = normalisation([0.485, 0.456, 0.406], [0.229, 0.224, 0.225], 'bgr');

const spanTokens = (name: string): string[] =>
  Array.from({ length: 19 }, (_, index) => ` ${name}="${index + 2}"`);
/** Output classes of the network, in order. */
const tokens: readonly string[] = [
  'sos',
  '<thead>',
  '</thead>',
  '<tbody>',
  '</tbody>',
  '<tr>',
  '</tr>',
  '<td',
  '>',
  '</td>',
  ...spanTokens('colspan'),
  ...spanTokens('rowspan'),
  '<td></td>',
  'eos',
];
const plainCell = tokens.indexOf('<td></td>');
const openCell = tokens.indexOf('<td');

export async function readTableStructure(session: Session, page: Raster, box: Box): Promise<TableStructure> {
  const ratio = inputSize / Math.max(box.width, box.height);
  const width = Math.max(1, Math.floor(box.width * ratio));
  const height = Math.max(1, Math.floor(box.height * ratio));
  const values = new Float32Array(3 * inputSize * inputSize);
  const picture = new Float32Array(3 * width * height);
  const { x, y } = box;
  sampleQuad(page, quadOfBox(box), width, height, picture, 0, width, input);
  // The picture sits in the top left corner; the rest stays zero, as in training.
  for (let plane = 0; plane < 3; plane++) {
    for (let row = 0; row < height; row++) {
      const from = (plane * height + row) * width;
      values.set(picture.subarray(from, from + width), (plane * inputSize + row) * inputSize);
    }
  }
  const outputs = await session.run({
    [session.inputNames[0] ?? 'x']: floatTensor(values, [1, 3, inputSize, inputSize]),
  });
  const places = floatsOf(outputs, session.outputNames[0] ?? '');
  const classes = floatsOf(outputs, session.outputNames[1] ?? '');
  const scale = inputSize / ratio;
  return decodeStructure(
    classes.data,
    places.data,
    (corner, index) => (index % 2 === 0 ? x : y) + corner * scale,
  );
}

/**
 * `classes` [steps, 50] probabilities, `places` [steps, 8] corners of the cell (x, y alternating, 0..1 of the input);
 * `toPage` maps one of them to page pixels.
 */
export function decodeStructure(
  classes: Float32Array,
  places: Float32Array,
  toPage: (value: number, index: number) => number,
): TableStructure {
  const count = tokens.length;
  const steps = Math.floor(classes.length / count);
  const cells: StructureCell[] = [];
  let row = -1;
  let header = false;
  let open:
    | { -readonly [Key in Exclude<keyof StructureCell, 'row' | 'header'>]: StructureCell[Key] }
    | undefined;
  let sum = 0;
  let used = 0;
  let complete = false;
  const boxAt = (step: number): Box => {
    const xs: number[] = [];
    const ys: number[] = [];
    for (let index = 0; index < 8; index++) {
      (index % 2 === 0 ? xs : ys).push(toPage(places[step * 8 + index]!, index));
    }
    return boxFromEdges(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  };
  for (let step = 0; step < steps; step++) {
    let best = 0;
    for (let index = 1; index < count; index++) {
      if (classes[step * count + index]! > classes[step * count + best]!) best = index;
    }
    const token = tokens[best]!;
    if (token === 'eos' && step > 0) {
      complete = true;
      break;
    }
    if (token === 'sos') continue;
    const certainty = classes[step * count + best]!;
    sum += certainty;
    used++;
    if (open) open.certainty = Math.min(open.certainty, certainty);
    const begin = (other: number) => ({
      box: boxAt(step),
      colspan: 1,
      rowspan: 1,
      certainty,
      otherForm: classes[step * count + other]!,
    });
    if (token === '<thead>') header = true;
    else if (token === '</thead>') header = false;
    else if (token === '<tr>') row++;
    else if (token === '<td></td>') cells.push({ row: Math.max(0, row), header, ...begin(openCell) });
    else if (token === '<td') open = begin(plainCell);
    else if (token === '>' && open) {
      cells.push({ row: Math.max(0, row), header, ...open });
      open = undefined;
    } else if (open) {
      const span = /^ (colspan|rowspan)="(\d+)"$/.exec(token);
      if (span) open[span[1] === 'colspan' ? 'colspan' : 'rowspan'] = Number(span[2]);
    }
  }
  return { cells, rows: row + 1, confidence: used > 0 ? sum / used : 0, complete };
}
