// Runs Vitest and Playwright with their progress shown, and reads their JSON reports into counts.
import fs from 'node:fs';
import path from 'node:path';
import { has, hasDisplay, run, say } from './process.mjs';
import { root } from './setup.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, file: string, status: 'passed' | 'failed' | 'skipped', reason?: string, seconds: number }} TestResult
 * @typedef {Counts & { tests: TestResult[] }} Outcome
 * @typedef {{ filters: string[], json: string, limitSeconds: number, release?: boolean }} Options
 */

/** @param {Counts} a @param {Counts} b @returns {Counts} */
export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {Options} options @returns {Promise<Outcome>} */
export async function runVitest(options) {
  const program = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${options.json}`];
  const command = [process.execPath, program, 'run', '--passWithNoTests', ...reporters, ...options.filters];
  // Release tests start the packaged application; the others need no display.
  const line = options.release ? onDisplay(command) : command;
  return runAndRead('Vitest', line, { ...options, env: {}, read: readVitest });
}

/** A display of its own keeps windows off the developer's screen, where one is to be had. @param {string[]} command */
function onDisplay(command) {
  if (process.platform === 'linux' && has('xvfb-run')) return ['xvfb-run', '-a', ...command];
  if (!hasDisplay()) say('no display and no xvfb-run: tests of the window will fail');
  return command;
}

/** @param {Options} options @returns {Promise<Outcome>} */
export async function runPlaywright(options) {
  const { ensureElectron } = await import('./electron-runtime.mjs');
  const runtime = await ensureElectron();
  const program = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const command = [process.execPath, program, 'test', '--pass-with-no-tests', ...options.filters];
  return runAndRead('Playwright', onDisplay(command), {
    ...options,
    env: { ...runtime.env, PALIMPSEST_PLAYWRIGHT_JSON: options.json },
    read: readPlaywright,
  });
}

/**
 * @param {string} title @param {string[]} line program and arguments
 * @param {Options & { env: Record<string, string>, read: (report: any) => TestResult[] }} options
 * @returns {Promise<Outcome>}
 */
async function runAndRead(title, line, options) {
  fs.mkdirSync(path.dirname(options.json), { recursive: true });
  // A report of an earlier run must not be counted.
  fs.rmSync(options.json, { force: true });
  const env = { ...process.env, ...options.env, ...(options.release ? { PALIMPSEST_RELEASE: '1' } : {}) };
  const result = await run(/** @type {string} */ (line[0]), line.slice(1), {
    cwd: root,
    env,
    limitSeconds: options.limitSeconds,
  });
  /** @type {TestResult[]} */
  let tests = [];
  if (fs.existsSync(options.json)) tests = options.read(JSON.parse(fs.readFileSync(options.json, 'utf8')));
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  // A runner that failed without a failing test (crash, time limit, broken set-up) is a failure too.
  if (result.code !== 0 && count('failed') === 0) {
    const reason = result.timedOut ? `ran longer than ${options.limitSeconds} s` : `left with ${result.code}`;
    say(`${title} ${reason}`);
    tests.push({ name: `${title} ${reason}`, file: '', status: 'failed', seconds: 0 });
  }
  reportSkips(title, tests);
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), tests };
}

/** @param {string} title @param {TestResult[]} tests */
function reportSkips(title, tests) {
  const skipped = tests.filter((test) => test.status === 'skipped');
  const groups = new Map();
  for (const { file, reason, name } of skipped) {
    const key = `${file}: ${reason ?? name}`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  for (const [key, number] of groups) console.log(`${title} skipped ${number} in ${key}`);
}

/** @param {any} report Vitest's JSON report @returns {TestResult[]} */
export function readVitest(report) {
  return report.testResults.flatMap((/** @type {any} */ suite) => {
    const file = path.relative(root, suite.name);
    /** @type {TestResult[]} */
    const tests = suite.assertionResults.map((/** @type {any} */ test) => ({
      name: test.fullName,
      file,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      // By convention these tests skip only because the shared pages are not beside the clone.
      ...(/\.eval\.test\./.test(file) ? { reason: '../shared/eval is not beside this clone' } : {}),
      seconds: (test.duration ?? 0) / 1000,
    }));
    // A file that could not even be loaded has no tests to show for it.
    if (suite.status === 'failed' && !tests.some((test) => test.status === 'failed')) {
      const firstLine = String(suite.message ?? '').split('\n')[0];
      tests.push({ name: `the file failed: ${firstLine}`, file, status: 'failed', seconds: 0 });
    }
    return tests;
  });
}

/** @param {any} report Playwright's JSON report @returns {TestResult[]} */
export function readPlaywright(report) {
  /** @param {any} suite @param {string[]} titles @returns {TestResult[]} */
  const visit = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => visit(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ test) => {
        const skip = test.annotations.find(
          (/** @type {any} */ note) => note.type === 'skip' || note.type === 'fixme',
        );
        const passed = test.status === 'expected' || test.status === 'flaky';
        return {
          name: [...titles, spec.title].join(' › '),
          file: spec.file,
          status: test.status === 'skipped' ? 'skipped' : passed ? 'passed' : 'failed',
          ...(skip?.description ? { reason: skip.description } : {}),
          seconds:
            test.results.reduce(
              (/** @type {number} */ sum, /** @type {any} */ run) => sum + run.duration,
              0,
            ) / 1000,
        };
      }),
    ),
  ];
  return (report.suites ?? []).flatMap((/** @type {any} */ suite) => visit(suite, []));
}
