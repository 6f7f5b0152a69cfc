import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineApi } from '../engine/protocol/engine-api';
import { createPortPair } from '../engine/protocol/memory-port';
import { serveEngine } from '../engine/protocol/server';
import type { EngineEvent, EngineState } from '../engine/protocol/shell';
import type { Script } from '../engine/testing/script';
import { createScriptedEngine } from '../engine/testing/scripted-engine';
import { type EngineProcess, EngineSupervisor } from './engine-supervisor';

const quiet = { info: () => {}, error: () => {} };

let folder: string;
const running: FakeProcess[] = [];
const supervisors: EngineSupervisor[] = [];

/** A process in memory: a scripted engine behind a port, which can die at any moment. */
class FakeProcess implements EngineProcess {
  readonly port;
  readonly pid = 1;
  readonly exited: Promise<number>;
  readonly engine: EngineApi;
  hasEnded = false;
  #exit: (code: number) => void = () => {};
  readonly #far;

  constructor(nonce: string) {
    const [near, far] = createPortPair();
    this.port = near;
    this.#far = far;
    this.exited = new Promise((resolve) => {
      this.#exit = (code) => {
        this.hasEnded = true;
        resolve(code);
      };
    });
    this.engine = createScriptedEngine({ cacheDir: path.join(folder, 'pages'), crash: () => this.die() });
    void serveEngine(far, this.engine, { nonce }).then((end) => {
      if (end === 'bye') this.#exit(0);
    });
    running.push(this);
  }

  die(): void {
    this.#far.close();
    this.#exit(139);
  }

  kill(): void {
    this.die();
  }
}

function supervise(options: Partial<ConstructorParameters<typeof EngineSupervisor>[0]> = {}) {
  const supervisor = new EngineSupervisor({
    startProcess: (nonce) => new FakeProcess(nonce),
    log: quiet,
    backOffMs: [0, 5, 10, 20],
    graceMs: 200,
    helloTimeoutMs: 300,
    ...options,
  });
  const events: EngineEvent[] = [];
  const states: EngineState[] = [];
  supervisor.onEvent((event) => events.push(event));
  supervisor.onState((state) => states.push(state));
  supervisors.push(supervisor);
  const jobDone = async () => {
    for (let i = 0; i < 600; i += 1) {
      const done = events.find((event) => event.kind === 'job-done');
      if (done) return done.data;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('no job-done');
  };
  return { supervisor, events, states, jobDone };
}

const write = (name: string, script: Partial<Script>): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, JSON.stringify(script));
  return file;
};

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'supervisor-'));
});

afterEach(async () => {
  await Promise.all(supervisors.splice(0).map((supervisor) => supervisor.close()));
  running.length = 0;
  fs.rmSync(folder, { recursive: true, force: true });
});

const reports = (states: readonly EngineState[]) => states.flatMap(({ report }) => report ?? []);
const endsOf = (events: readonly EngineEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'page' && ['done', 'failed'].includes(event.data.page.status)
      ? [`${event.data.page.number} ${event.data.page.status}`]
      : [],
  );

describe('O12, O20: a crash of the engine', () => {
  it('in the middle of a job: restarted, the page tried once more, finished pages not read again', async () => {
    const { supervisor, events, states, jobDone } = supervise();
    const file = write('a.pdf', { pages: 4, crashOnPage: 3, crashOnceFile: path.join(folder, 'crashed') });
    const { documents } = await supervisor.open({ paths: [file] });
    const documentIds = documents.map(({ id }) => id);
    await supervisor.startJob({ documentIds });
    expect(await jobDone()).toMatchObject({ outcome: 'done', pagesDone: 4, pagesFailed: 0 });
    expect(endsOf(events)).toEqual(['1 done', '2 done', '3 done', '4 done']);
    expect(running).toHaveLength(2);
    expect(reports(states)).toEqual(['retrying']);
    const document = await supervisor.request('document', { documentId: documentIds[0] ?? '' });
    expect(document.pages.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('always on the same page: that page alone fails, with the reason, and the other files go on', async () => {
    const { supervisor, events, states, jobDone } = supervise();
    const bad = write('bad.pdf', { pages: 3, crashOnPage: 2 });
    const good = write('good.pdf', { pages: 2 });
    const { documents } = await supervisor.open({ paths: [bad, good] });
    await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
    expect(await jobDone()).toMatchObject({ outcome: 'done', pagesDone: 4, pagesFailed: 1 });
    expect(endsOf(events)).toEqual(['1 done', '2 failed', '3 done', '1 done', '2 done']);
    expect(running).toHaveLength(3);
    expect(reports(states)).toEqual(['retrying', 'page-skipped']);
    const failed = events.find((event) => event.kind === 'page' && event.data.page.status === 'failed');
    expect(failed?.data).toMatchObject({
      page: { error: { code: 'engine-crashed', file: 'bad.pdf', page: 2 } },
    });
  });

  it('progress goes on counting over engines', async () => {
    const { supervisor, events, jobDone } = supervise();
    const file = write('a.pdf', { pages: 5, crashOnPage: 4, crashOnceFile: path.join(folder, 'crashed') });
    const { documents } = await supervisor.open({ paths: [file] });
    await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
    await jobDone();
    const counts = events.flatMap((event) => (event.kind === 'progress' ? [event.data.pagesDone] : []));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(Math.max(...counts)).toBe(5);
    expect(events.every((event) => event.kind !== 'progress' || event.data.pagesTotal === 5)).toBe(true);
  });

  it('without a job: documents are there again', async () => {
    const { supervisor, states } = supervise();
    const file = write('a.pdf', { pages: 2, password: 'p' });
    const { documents } = await supervisor.open({ paths: [file], passwords: { [file]: 'p' } });
    running[0]?.die();
    const document = await supervisor.request('document', { documentId: documents[0]?.id ?? '' });
    expect(document.source.name).toBe('a.pdf');
    expect(reports(states)).toEqual(['restarted']);
  });

  it('a file that has gone meanwhile is left out, the others go on', async () => {
    const { supervisor, jobDone } = supervise();
    const gone = write('gone.pdf', { pages: 2, pageMs: 200 });
    const crashOnceFile = path.join(folder, 'crashed');
    const stays = write('stays.pdf', { pages: 2, crashOnPage: 1, crashOnceFile });
    const { documents } = await supervisor.open({ paths: [stays, gone] });
    fs.rmSync(gone);
    await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
    expect(await jobDone()).toMatchObject({ outcome: 'done', pagesDone: 2 });
    expect(running).toHaveLength(2);
  });

  it('twenty stops and starts, a kill in the middle, and four at once', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { supervisor } = supervise();
      await supervisor.request('status', {});
      await supervisor.close();
    }
    const { supervisor, jobDone } = supervise();
    const { documents } = await supervisor.open({ paths: [write('a.pdf', { pages: 3, pageMs: 40 })] });
    await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
    await new Promise((resolve) => setTimeout(resolve, 60));
    running.at(-1)?.die();
    expect(await jobDone()).toMatchObject({ outcome: 'done', pagesDone: 3 });
    const four = Array.from({ length: 4 }, () => supervise().supervisor);
    const answers = await Promise.all(four.map((each) => each.request('status', {})));
    expect(answers.map(({ version }) => version)).toEqual(['scripted', 'scripted', 'scripted', 'scripted']);
  });

  it('that never ends: it gives up and says so, and a later request tries again', async () => {
    let broken = true;
    const { supervisor, states } = supervise({
      startProcess: (nonce) => {
        const process = new FakeProcess(nonce);
        if (broken) process.die();
        return process;
      },
    });
    broken = false;
    const { documents } = await supervisor.open({ paths: [write('a.pdf', { pages: 2 })] });
    broken = true;
    running.at(-1)?.die();
    await expect(supervisor.request('status', {})).rejects.toMatchObject({ code: 'engine-crashed' });
    for (let i = 0; i < 200 && supervisor.state.state !== 'stopped'; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(reports(states)).toEqual(['gave-up']);
    broken = false;
    const document = await supervisor.request('document', { documentId: documents[0]?.id ?? '' });
    expect(document.pages).toHaveLength(2);
  });
});

describe('X08: cancel', () => {
  it('stops between pages and keeps what is finished', async () => {
    const { supervisor, jobDone, events } = supervise();
    const { documents } = await supervisor.open({ paths: [write('a.pdf', { pages: 50, pageMs: 20 })] });
    await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
    while (endsOf(events).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = Date.now();
    expect(await supervisor.cancelJob()).toEqual({ stopped: true });
    expect(Date.now() - before).toBeLessThan(2000);
    const done = await jobDone();
    expect(done.outcome).toBe('cancelled');
    expect(done.pagesDone).toBe(endsOf(events).length);
    await expect(supervisor.startJob({ documentIds: documents.map(({ id }) => id) })).resolves.toEqual({
      pages: 50 - done.pagesDone,
    });
    await supervisor.cancelJob();
  });

  it('replaces an engine that does not stop, and the job is not tried again', async () => {
    const { supervisor, jobDone } = supervise();
    const { documents } = await supervisor.open({
      paths: [write('a.pdf', { pages: 3, pageMs: 60, deaf: true })],
    });
    await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await supervisor.cancelJob()).toEqual({ stopped: true });
    expect(await jobDone()).toMatchObject({ outcome: 'cancelled' });
    expect(running).toHaveLength(2);
  });
});

it('closing waits for the engine, and ends one that does not hear', async () => {
  const { supervisor } = supervise();
  const { documents } = await supervisor.open({ paths: [write('a.pdf', { pages: 1, deaf: true })] });
  await supervisor.startJob({ documentIds: documents.map(({ id }) => id) });
  await new Promise((resolve) => setTimeout(resolve, 30));
  const before = Date.now();
  await supervisor.close();
  expect(Date.now() - before).toBeGreaterThanOrEqual(190);
  expect(Date.now() - before).toBeLessThan(1500);
  expect(await running[0]?.exited).toBe(139);
  await expect(supervisor.request('status', {})).rejects.toMatchObject({ code: 'engine-crashed' });
});

it('a second job is refused while one runs', async () => {
  const { supervisor } = supervise();
  const { documents } = await supervisor.open({ paths: [write('a.pdf', { pages: 20, pageMs: 20 })] });
  const documentIds = documents.map(({ id }) => id);
  await supervisor.startJob({ documentIds });
  await expect(supervisor.startJob({ documentIds })).rejects.toMatchObject({ code: 'invalid-request' });
  await supervisor.cancelJob();
});

it('for another project the engine starts anew without documents, when the last one has ended', async () => {
  const started: (number | undefined)[] = [];
  let prepared = 0;
  const { supervisor, states } = supervise({
    startProcess: (nonce) => {
      started.push(prepared);
      expect(running.every((each) => each.hasEnded)).toBe(true);
      return new FakeProcess(nonce);
    },
  });
  const file = write('a.pdf', { pages: 20, pageMs: 20 });
  const { documents } = await supervisor.open({ paths: [file] });
  const documentIds = documents.map(({ id }) => id);
  await supervisor.startJob({ documentIds });
  expect(() => supervisor.restart(() => prepared++)).toThrow(/being read/);
  expect(prepared).toBe(0);
  await supervisor.cancelJob();
  supervisor.restart(() => prepared++);
  expect((await supervisor.request('status', {})).busy).toBe(false);
  await expect(supervisor.request('document', { documentId: documents[0]!.id })).rejects.toThrow();
  expect(started).toEqual([0, 1]);
  expect(reports(states)).toEqual([]);
});
