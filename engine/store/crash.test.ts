import { test } from 'vitest';
import { bundledProgram } from './testing/bundle';
import { killAndCheck, killPoint } from './testing/killing';
import { projectFolder } from './testing/project-folder';

const writer = bundledProgram('writer-process');

test.each([1, 2, 3, 4, 5])(
  'X09: killed at point %i, every acknowledged write is there and none is half there',
  async (seed) => {
    await killAndCheck(writer(), projectFolder(), killPoint(seed));
  },
);
