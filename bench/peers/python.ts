/** Python helpers of the bench: a virtual environment of its own and processes that answer line by line. */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Path of the environment's Python; made (network needed) when absent or when the requirements changed. */
export function preparePython(requirements: string, folder: string): string {
  const python = path.join(folder, 'bin', 'python');
  const stamp = path.join(folder, 'requirements.sha256');
  const wanted = createHash('sha256').update(fs.readFileSync(requirements)).digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return python;
  console.error(`bench: making a Python environment for the peers in ${folder}`);
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  fs.writeFileSync(stamp, wanted);
  return python;
}

/** A script that reads one JSON request a line and answers each with one JSON line, in order. */
export class LineProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;
  readonly #waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = [];

  constructor(python: string, script: string, args: readonly string[] = []) {
    this.#child = spawn(python, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#lines.on('line', (line) => this.#waiting.shift()?.resolve(JSON.parse(line)));
    const fail = (error: Error): void => {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    };
    this.#child.on('error', fail);
    this.#child.on('exit', (code) => fail(new Error(`${path.basename(script)} ended (${code})`)));
  }

  ask(request: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  close(): void {
    this.#child.stdin.end();
  }
}
