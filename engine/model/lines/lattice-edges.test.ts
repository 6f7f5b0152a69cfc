import { describe, expect, test } from 'vitest';
import { RuledSheet, xs } from '../../testing/ruled-sheet';

describe('rules that are hard to tell', () => {
  test('a rule across a narrow column counts', () => {
    const sheet = new RuledSheet();
    const [left, middle, end] = [xs[0]!, xs[0]! + 300, xs[0]! + 368];
    for (const y of [60, 160, 210, 260]) sheet.level(y, left, end);
    sheet.level(110, middle, end);
    for (const x of [left, middle, end]) sheet.upright(x);
    sheet.text(left + 24, 98);
    for (const y of [174, 224]) sheet.text(left + 24, y);
    for (const y of [74, 124, 174, 224]) sheet.text(middle + 20, y, 30);
    expect(sheet.spans()).toEqual(['12 11', '11', '11 11', '11 11']);
  });

  test('a rule close behind texts that end on a line counts', () => {
    const sheet = new RuledSheet();
    sheet.grid();
    sheet.texts(['0 1', '1 1', '2 1', '3 1']);
    for (const y of [74, 124, 174, 224]) sheet.text(xs[1]! + 70, y, 88);
    expect(sheet.spans()).toEqual(Array<string>(4).fill('11 11 11 11'));
  });
});
