/**
 * A process that works on a project without end, for tests that kill it:
 * `main.cjs <folder> <seed>`. After every acknowledged write it prints the number of writes so far.
 */
import { writeSync } from 'node:fs';
import { openProject } from '../project';
import { perform, plannedWork, startDocument } from './planned-work';

const [folder = '', seed = '0'] = process.argv.slice(2);
const project = openProject(folder, { program: 'a test' });
if (!project.documents.has(startDocument.id)) project.documents.save(startDocument, 'a.png');
for (const [index, step] of plannedWork(Number(seed)).entries()) {
  perform(project, step);
  writeSync(1, `${index + 1}\n`);
}
// The plan may be done before the test wants to kill.
setInterval(() => {}, 1000);
