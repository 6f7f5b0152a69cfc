/**
 * The printed marks of footnotes in a packed DOCX. The library lets Word count; where the page says `*` or starts at
 * 11, the mark is put in as Word's custom mark.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** `marks`: note id in the file → printed mark. */
export function setNoteMarks(bytes: Uint8Array, marks: ReadonlyMap<number, string>): Uint8Array {
  const isCounted = [...marks].every(([id, mark]) => mark === String(id));
  if (isCounted) return bytes;
  const files = unzipSync(bytes);
  const change = (name: string, edit: (xml: string) => string) => {
    const file = files[name];
    if (file !== undefined) files[name] = strToU8(edit(strFromU8(file)));
  };
  change('word/document.xml', (xml) =>
    xml.replace(/<w:footnoteReference w:id="(\d+)"\/>/g, (whole, id: string) => {
      const mark = marks.get(Number(id));
      if (mark === undefined) return whole;
      return `<w:footnoteReference w:customMarkFollows="1" w:id="${id}"/>${textElement(mark)}`;
    }),
  );
  change('word/footnotes.xml', (xml) =>
    xml.replace(/<w:footnote [^>]*w:id="(\d+)"[^>]*>[\s\S]*?<\/w:footnote>/g, (whole, id: string) => {
      const mark = marks.get(Number(id));
      return mark === undefined ? whole : whole.replace('<w:footnoteRef/>', () => textElement(mark));
    }),
  );
  return zipSync(files);
}

function textElement(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `<w:t xml:space="preserve">${escaped}</w:t>`;
}
