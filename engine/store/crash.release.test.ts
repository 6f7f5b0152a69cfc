import { test } from 'vitest';
import { bundledProgram } from '../testing/bundled-program';
import { killAndCheck, killPoint } from './testing/killing';
import { projectFolder } from './testing/project-folder';

const writer = bundledProgram('store/testing/writer-process');

test('X09: killed at 50 points, every acknowledged write is there and none is half there', async () => {
  for (let seed = 101; seed <= 150; seed++) await killAndCheck(writer(), projectFolder(), killPoint(seed));
});
