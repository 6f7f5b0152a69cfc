/** Which commands fit what was typed, best first. Pure. */
export interface Named<Item> {
  readonly item: Item;
  readonly name: string;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Every typed word has to begin a word of the name, in any order; names that begin with the text come first. */
export function findActions<Item>(all: readonly Named<Item>[], typed: string): readonly Item[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const fits = all.filter(({ name }) => {
    const words = plain(name).split(/[^\p{Letter}\p{Number}]+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
  const first = wanted[0] ?? '';
  const rank = ({ name }: Named<Item>): number => (plain(name).startsWith(first) ? 0 : 1);
  return [...fits].sort((a, b) => rank(a) - rank(b)).map(({ item }) => item);
}
