import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DoubtfulWord } from '../document';
import { sketchDocument, sketchReading } from '../document/test-documents';
import { Database } from './database';
import { openProject } from './project';
import { openForTest, projectFolder } from './testing/project-folder';

const at = '2026-11-29T12:00:00.000Z';
const regionId = 'page-1-region-1';

test('doubtful words of a reading are kept, through edits and restarts', () => {
  const folder = projectFolder();
  const doubts: DoubtfulWord[] = [
    { start: 0, end: 3, grade: 1, place: { line: 0, from: 0, to: 0.4 } },
    { start: 4, end: 8, grade: 3 },
  ];
  const document = sketchDocument([
    [{ label: 'text', readings: [{ ...sketchReading('r1', 'teh word'), doubts }] }],
  ]);
  const project = openProject(folder);
  project.documents.save(document, 'a.png');
  project.edits.apply(document.id, { kind: 'set-text', regionId, text: 'the word' }, { at });
  project.close();
  const again = openForTest(folder);
  expect(again.documents.load(document.id)?.pages[0]?.regions[0]?.readings[0]?.doubts).toEqual(doubts);
});

test('a project of before: marks that are no more are dropped, in regions and in undo; notes in English stay', () => {
  const folder = projectFolder();
  const document = sketchDocument([
    [{ label: 'text', text: 'teh word', marks: [{ kind: 'low-confidence' }] }],
  ]);
  const project = openProject(folder);
  project.documents.save(document, 'a.png');
  project.edits.apply(document.id, { kind: 'remove-region', regionId }, { at });
  project.edits.undo(document.id);
  project.edits.redo(document.id);
  project.close();

  // As earlier versions wrote them.
  const database = new Database(join(folder, 'project.sqlite'), 'write');
  const older =
    '{"kind":"low-confidence"},{"kind":"small-margin"},{"kind":"cut-off","note":"at 4096 tokens"}';
  for (const [table, column] of [
    ['regions', 'body'],
    ['edits', 'undo'],
    ['edits', 'redo'],
  ]) {
    database.run(`UPDATE ${table} SET ${column} = replace(${column}, '{"kind":"low-confidence"}', ?)`, [
      older,
    ]);
  }
  database.close();

  const again = openForTest(folder);
  const kept = [{ kind: 'low-confidence' }, { kind: 'cut-off', note: 'at 4096 tokens' }];
  again.edits.undo(document.id);
  expect(again.documents.load(document.id)?.pages[0]?.regions[0]?.marks).toEqual(kept);
  again.edits.redo(document.id);
  expect(again.documents.load(document.id)?.pages[0]?.regions).toEqual([]);
});
