/** Table tags among the tokens, as signs: a stream of `<td>` and `</td>` hides the text that is read. */

const opening = /^<(td|th)((?: (?:col|row)span="\d+")*)>$/;
const signs = new Map([
  ['<table>', '⊞'],
  ['</table>', '⊟'],
  ['<tr>', '\n'],
  ['</tr>', ' ┆'],
  ['</td>', ' '],
  ['</th>', ' '],
  ['<br>', '↵'],
]);

/** What is shown for a token that is a whole tag of a table; undefined for any other. */
export function signOf(text: string): string | undefined {
  const [, cell, spans = ''] = opening.exec(text) ?? [];
  if (cell === undefined) return signs.get(text);
  const size = (name: string, sign: string): string => {
    const [, count] = new RegExp(`${name}span="(\\d+)"`).exec(spans) ?? [];
    return count === undefined ? '' : `${sign}${count} `;
  };
  return `${cell === 'th' ? '┃' : '│'}${size('col', '↔')}${size('row', '↕')}`;
}
