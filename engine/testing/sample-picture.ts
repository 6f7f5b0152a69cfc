/** Draws a scripted page, so that windows under test show a page and not a grey box. */
import { createCanvas } from '@napi-rs/canvas';
import { type SampleRegion, sampleHeight, sampleWidth } from './sample-page';

/** PNG bytes, `width` pixels wide. An empty list gives blank paper. */
export function drawSamplePage(regions: readonly SampleRegion[], width: number): Buffer {
  const scale = width / sampleWidth;
  const canvas = createCanvas(width, Math.round(sampleHeight * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.fillStyle = '#fbf8f1';
  context.fillRect(0, 0, sampleWidth, sampleHeight);
  context.fillStyle = '#25221d';
  context.strokeStyle = '#6d665a';
  context.textBaseline = 'top';
  for (const region of regions) {
    const { x, y, width: boxWidth, height } = region.box;
    if (region.label === 'figure') {
      context.strokeRect(x + 10, y + 10, boxWidth - 20, height - 20);
      context.strokeRect(x + 40, y + 40, boxWidth / 2, height / 2);
    } else if (region.label === 'table') {
      drawTable(context, region);
    } else {
      const size = region.label === 'title' ? 52 : region.label === 'heading' ? 38 : 26;
      context.font = `${size}px serif`;
      drawWrapped(context, region.text, x, y, boxWidth, size * 1.35);
    }
  }
  return canvas.toBuffer('image/png');
}

type Context = ReturnType<ReturnType<typeof createCanvas>['getContext']>;

function drawWrapped(
  context: Context,
  text: string,
  x: number,
  y: number,
  width: number,
  lineHeight: number,
): void {
  let top = y;
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const next = line === '' ? word : `${line} ${word}`;
      if (context.measureText(next).width > width && line !== '') {
        context.fillText(line, x, top);
        top += lineHeight;
        line = word;
      } else line = next;
    }
    context.fillText(line, x, top);
    top += lineHeight;
  }
}

function drawTable(context: Context, region: SampleRegion): void {
  const rows = region.text
    .split('</tr>')
    .map((row) => row.match(/>[^<]+</g) ?? [])
    .filter((row) => row.length > 0);
  const { x, y, width, height } = region.box;
  const rowHeight = height / rows.length;
  context.font = '24px serif';
  rows.forEach((row, index) => {
    context.strokeRect(x, y + index * rowHeight, width, rowHeight);
    row.forEach((cell, column) => {
      context.fillText(
        cell.slice(1, -1),
        x + 16 + (column * width) / 3,
        y + index * rowHeight + rowHeight / 3,
      );
    });
  });
}
