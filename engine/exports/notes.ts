/** Which footnotes an output carries and what each is called there; marks repeat from page to page. */
import type { Block, FootnoteBlock, FurnitureLabel } from '../document';

export interface NoteIndex {
  /** The note behind a reference, when the output carries it. */
  find(noteId: string | undefined): FootnoteBlock | undefined;
  /** Unique in the output: the printed mark where it occurs once, else with a number behind. */
  labelOf(note: FootnoteBlock): string;
}

export function indexNotes(blocks: readonly Block[], keep: readonly FurnitureLabel[]): NoteIndex {
  const notes = new Map<string, FootnoteBlock>();
  const labels = new Map<string, string>();
  const used = new Set<string>();
  if (keep.includes('footnote')) {
    for (const block of blocks) {
      if (block.kind !== 'footnote') continue;
      notes.set(block.id, block);
      const base = /^[\p{L}\p{N}]{1,8}$/u.test(block.mark) ? block.mark : `note`;
      let label = base;
      for (let count = 2; used.has(label); count++) label = `${base}-${count}`;
      used.add(label);
      labels.set(block.id, label);
    }
  }
  return {
    find: (noteId) => (noteId === undefined ? undefined : notes.get(noteId)),
    labelOf: (note) => labels.get(note.id) ?? note.mark,
  };
}

/** Blocks that the output carries. */
export function keptBlocks(blocks: readonly Block[], keep: readonly FurnitureLabel[]): Block[] {
  return blocks.filter((block) => {
    if (block.kind === 'footnote') return keep.includes('footnote');
    return block.kind !== 'furniture' || keep.includes(block.role);
  });
}
