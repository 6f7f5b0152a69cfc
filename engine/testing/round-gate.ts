/** Holds a scripted engine, which may be in another process, after so many rounds: a number in a file. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { throwIfAborted } from '../base/errors';
import type { DecodeEvent } from '../decoding';

/** What the engine's own process saw, for comparison with what a window shows. */
export interface LoggedDecode {
  readonly regionId: string;
  readonly event: DecodeEvent;
  /** The reading's raw text so far. */
  readonly text: string;
}

export class RoundGate {
  /** The file is made, holding the engine after the first round, where there is none. */
  constructor(readonly file: string) {
    if (!existsSync(file)) writeFileSync(file, '1');
  }

  /** Lets the engine work until so many rounds are finished, counted since it started. */
  holdAfter(rounds: number): void {
    writeFileSync(this.file, String(rounds));
  }

  release(): void {
    this.holdAfter(Number.POSITIVE_INFINITY);
  }
}

/** The engine's side of it. */
export class GatedRounds {
  private finished = 0;

  /** Returns at once unless the gate holds the engine here. */
  async after(event: DecodeEvent, gate: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    if (event.kind !== 'round-verified') return;
    this.finished += 1;
    while (gate !== undefined && this.finished >= Number(readFileSync(gate, 'utf8'))) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      throwIfAborted(signal);
    }
  }
}

export function logDecode(file: string, entry: LoggedDecode): void {
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Empty until something has been decoded. */
export function readDecodeLog(file: string): LoggedDecode[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): LoggedDecode => JSON.parse(line));
}
