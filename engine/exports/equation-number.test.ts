import { strFromU8, unzipSync } from 'fflate';
import katex from 'katex';
import { expect, test } from 'vitest';
import type { Block } from '../document';
import { findExporter } from './index';
import { exportInput } from './rich-document';

const block = (number: string): Block => ({
  kind: 'formula',
  latex: 'E = mc^2',
  number,
  parses: true,
  source: { pageId: 'page-1', regionIds: ['page-1-region-1'] },
});

async function written(format: string, number: string): Promise<Uint8Array> {
  return (await findExporter(format).export({ ...exportInput({}), blocks: [block(number)] })).bytes;
}
const text = async (format: string, number: string) =>
  Buffer.from(await written(format, number)).toString('utf8');

test('an equation number is a tag in LaTeX and Markdown, and stands at the right edge in Word', async () => {
  expect(await text('tex', '3.2')).toContain('E = mc^2\n\\tag{3.2}\n\\end{equation*}');
  expect(await text('md', '3.2')).toContain('$$\nE = mc^2 \\tag{3.2}\n$$');
  expect(await text('html', '3.2')).toContain('<span class="number">(3.2)</span>');
  const xml = strFromU8(unzipSync(await written('docx', '3.2'))['word/document.xml'] ?? new Uint8Array());
  expect(xml).toMatch(/<w:tab w:val="center" w:pos="4513"\/><w:tab w:val="right" w:pos="9026"\/>/);
  expect(xml).toMatch(/<w:tab\/><\/w:r><m:oMath>.*<\/m:oMath><w:r><w:tab\/><w:t[^>]*>\(3\.2\)<\/w:t>/);
});

test('a number with signs of TeX breaks no formula (O07)', async () => {
  for (const number of ['1}', '$2$', 'a_b', '50%', '\\evil', '{', '#1', '^x~']) {
    const value = /\$\$\n([\s\S]*?)\n\$\$/.exec(await text('md', number))?.[1] ?? '';
    expect(() => katex.renderToString(value, { displayMode: true, throwOnError: true }), value).not.toThrow();
  }
});
