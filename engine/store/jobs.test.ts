import { describe, expect, test } from 'vitest';
import type { SourceFile } from './jobs';
import { openForTest, projectFolder } from './testing/project-folder';

const file = (path: string, bytes = 10, modifiedAt = 1764417600123.5): SourceFile => ({
  path,
  relativePath: path.split('/').slice(2).join('/'),
  bytes,
  modifiedAt,
});

/** Umlauts composed and not, emoji, 200 characters, trailing blank, quotes. */
const names = [
  '/in/ü.png',
  '/in/u\u0308.png',
  '/in/😀 .png',
  `/in/${'x'.repeat(196)}.png`,
  '/in/a\'b;"c .pdf ',
];

describe('a job', () => {
  test('keeps its files in order, once each, with their names byte for byte, also after opening again', () => {
    const folder = projectFolder();
    const project = openForTest(folder);
    const files = names.map((name) => file(name));
    const job = project.jobs.add({ to: ['md'], keep: [] }, [...files, ...files.slice(0, 2)]);
    expect(job).toMatchObject({ state: 'queued', options: { to: ['md'], keep: [] } });
    project.close();
    const again = openForTest(folder);
    expect(again.jobs.list()).toEqual([job]);
    expect(again.jobs.files(job.id)).toMatchObject(
      files.map((each, position) => ({ ...each, position, state: 'waiting', attempts: 0 })),
    );
    again.jobs.addFiles(job.id, [...files, file('/in/late.png')]);
    expect(again.jobs.files(job.id)).toHaveLength(names.length + 1);
  });

  test('counts states and attempts, keeps errors and accounts, and takes failed files again', () => {
    const project = openForTest(projectFolder());
    const { id } = project.jobs.add({}, [file('/in/a.png'), file('/in/b.png'), file('/in/c.png')]);
    const [a, b] = project.jobs.files(id);
    const error = { code: 'unreadable' as const, message: 'b.png is damaged.', file: 'b.png' };
    project.jobs.setFileState(id, a!.id, 'working');
    project.jobs.setFileState(id, a!.id, 'done', { account: { pages: 3 } });
    project.jobs.setFileState(id, b!.id, 'working');
    project.jobs.setFileState(id, b!.id, 'failed', { error });
    expect(project.jobs.fileCounts(id)).toMatchObject({ waiting: 1, done: 1, failed: 1, working: 0 });
    expect(project.jobs.files(id, ['failed'])).toMatchObject([{ path: '/in/b.png', attempts: 1, error }]);
    expect(project.jobs.files(id, ['done'])[0]?.account).toEqual({ pages: 3 });
    expect(project.jobs.retry(id)).toBe(1);
    const [retried] = project.jobs.files(id).filter((each) => each.id === b!.id);
    expect(retried).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(retried).not.toHaveProperty('error');
    expect(() => project.jobs.setFileState(id, 99, 'done')).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    );
    expect(() => project.jobs.setState(99, 'done')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  test('remembers a hash until size or time of the file change', () => {
    const project = openForTest(projectFolder());
    const { id } = project.jobs.add({}, [file('/in/a.png')]);
    project.jobs.setHash(project.jobs.files(id)[0]!.id, 'a'.repeat(64));
    const later = project.jobs.add({}, [file('/in/a.png')]);
    expect(project.jobs.files(later.id)[0]?.sha256).toBe('a'.repeat(64));
    const changed = project.jobs.add({}, [file('/in/a.png', 11)]);
    expect(project.jobs.files(changed.id)[0]).not.toHaveProperty('sha256');
  });

  test('that was running when its process ended is interrupted, and its file waits with its attempts', () => {
    const folder = projectFolder();
    const project = openForTest(folder);
    const { id } = project.jobs.add({}, [file('/in/a.png'), file('/in/b.png')]);
    project.jobs.setState(id, 'running');
    const [a, b] = project.jobs.files(id);
    project.jobs.setFileState(id, a!.id, 'done');
    project.jobs.setFileState(id, b!.id, 'working');
    project.close();
    const again = openForTest(folder);
    expect(again.jobs.list(['interrupted']).map((job) => job.id)).toEqual([id]);
    expect(again.jobs.files(id, ['waiting'])).toMatchObject([{ path: '/in/b.png', attempts: 1 }]);
    again.jobs.setState(id, 'done', { total: 2 });
    expect(again.jobs.get(id)).toMatchObject({ state: 'done', account: { total: 2 } });
  });
});
