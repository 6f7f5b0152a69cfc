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

  test('brackets that stand one below the other at the ends of texts are no rule', () => {
    const sheet = new RuledSheet();
    const ys = [60, 110, 137, 164, 191, 218];
    for (const y of ys) sheet.level(y);
    for (const x of xs) sheet.upright(x, 60, 218);
    for (const x of xs.slice(0, -1)) sheet.text(x + 24, 74);
    for (const y of ys.slice(1, -1)) {
      for (const x of xs.slice(0, -1)) sheet.text(x + 24, y + 1, 90);
      sheet.fill({ x: xs[3]! + 113, y: y + 3, width: 3, height: 23 }, sheet.ink);
    }
    expect(sheet.spans()).toEqual(ys.slice(1).map(() => '11 11 11 11'));
  });
});
