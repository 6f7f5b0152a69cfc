/** The text of a scripted page: one region of nearly every label, and the blocks that assembly would make of it. */
import type { Box } from '../base/geometry';
import type { Block, Inline, RegionLabel, TextFormat } from '../document';

export const sampleWidth = 1240;
export const sampleHeight = 1754;

export interface SampleRegion {
  readonly label: RegionLabel;
  readonly box: Box;
  readonly format: TextFormat;
  readonly text: string;
  readonly marks?: readonly ('unsupported-script' | 'ragged-table' | 'cut-off')[];
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

const tableHtml =
  '<table><tr><th>Shelf</th><th>Boxes</th><th>State</th></tr><tr><td>A 1–4</td><td>112</td><td>sorted</td></tr>' +
  '<tr><td>B 1–9</td><td>87</td><td>in work</td></tr><tr><td>C 1</td><td>9</td><td>waiting</td></tr></table>';

export function sampleRegions(name: string, number: number, inject: string): readonly SampleRegion[] {
  return [
    { label: 'header', box: box(120, 70, 500, 30), format: 'plain', text: `Harbour Archive · ${name}` },
    number === 1
      ? {
          label: 'title',
          box: box(120, 150, 1000, 70),
          format: 'plain',
          text: 'The Ledger of the Harbour Archive',
        }
      : {
          label: 'heading',
          box: box(120, 160, 1000, 50),
          format: 'plain',
          text: `${number} Inventory, continued`,
        },
    {
      label: 'text',
      box: box(120, 250, 1000, 190),
      format: 'plain',
      text:
        `Page ${number} lists what was carried from the lower store in the spring. Each bundle was counted twice, ` +
        `once at the door and once at the table, and the two counts were written side by side.${inject}`,
    },
    {
      label: 'list',
      box: box(140, 470, 900, 130),
      format: 'markdown',
      text: '- bundles tied with red tape\n- loose maps and charts\n- letters without a date',
    },
    { label: 'table', box: box(120, 640, 1000, 260), format: 'table-html', text: tableHtml },
    {
      label: 'caption',
      box: box(120, 910, 1000, 34),
      format: 'plain',
      text: 'Table 1. Boxes by shelf at the end of May.',
    },
    {
      label: 'formula',
      box: box(320, 980, 600, 110),
      format: 'latex',
      text: '\\bar{n} = \\frac{1}{k}\\sum_{i=1}^{k} n_i',
    },
    {
      label: 'text',
      box: box(120, 1120, 480, 300),
      format: 'plain',
      text:
        'Where the counts differ the mean was taken, and a second reader was asked to look again. Nothing was thrown ' +
        'away, not even the empty covers.',
    },
    { label: 'figure', box: box(660, 1120, 460, 300), format: 'plain', text: '' },
    {
      label: 'footnote',
      box: box(120, 1560, 1000, 40),
      format: 'plain',
      text: '1 See the register of 1874, leaf 12.',
    },
    { label: 'page-number', box: box(580, 1660, 80, 30), format: 'plain', text: String(number) },
  ];
}

const words = (text: string): readonly Inline[] => [{ kind: 'text', text }];

/** What assembly would give for such a region; undefined where it gives nothing. */
export function sampleBlock(region: SampleRegion, pageId: string, regionId: string): Block {
  const source = { pageId, regionIds: [regionId] };
  switch (region.label) {
    case 'title':
      return { kind: 'heading', level: 1, content: words(region.text), source };
    case 'heading':
      return { kind: 'heading', level: 2, content: words(region.text), source };
    case 'list':
      return {
        kind: 'list',
        ordered: false,
        start: 1,
        items: region.text
          .split('\n')
          .map((line) => ({ marker: '•', content: words(line.replace(/^- /, '')), children: [] })),
        source,
      };
    case 'table':
      return { kind: 'table', rows: sampleRows(), ragged: false, source };
    case 'formula':
      return { kind: 'formula', latex: region.text, number: '1', parses: true, source };
    case 'figure':
      return { kind: 'figure', box: region.box, alternative: 'A plan of the lower store', source };
    case 'footnote':
      return {
        kind: 'footnote',
        id: `note-${regionId}`,
        mark: '1',
        content: words(region.text.slice(2)),
        source,
      };
    case 'header':
    case 'footer':
    case 'page-number':
      return { kind: 'furniture', role: region.label, content: words(region.text), source };
    case 'caption':
    case 'reference':
      return { kind: 'paragraph', role: region.label, content: words(region.text), source };
    case 'formula-number':
      return { kind: 'paragraph', role: 'text', content: words(region.text), source };
    case 'code':
      return { kind: 'code', text: region.text, source };
    case 'text':
      return { kind: 'paragraph', role: 'text', content: words(region.text), source };
  }
}

function sampleRows() {
  const grid = [
    ['Shelf', 'Boxes', 'State'],
    ['A 1–4', '112', 'sorted'],
    ['B 1–9', '87', 'in work'],
    ['C 1', '9', 'waiting'],
  ];
  return grid.map((row, index) => ({
    cells: row.map((cell) => ({ header: index === 0, colspan: 1, rowspan: 1, content: words(cell) })),
  }));
}
