/** From the line reader's regions to prior readings, with what the recogniser saw of each line. */
import type { Line } from '../../document';
import type { LineSteps, LinesReader, LineText } from '../lines';
import { printedRows } from '../printed-lines';
import type { ReadOptions, ReadRequest, RegionReading } from '../reader';
import { type LineEvidence, lineEvidence } from './line-evidence';
import type { NanoModel } from './nano-model';
import { type PriorLine, type PriorPeak, type PriorReading, peaksOf, priorReadingOf } from './prior-reading';
import { isLockedRegion } from './slots';

export interface RegionPrior {
  /** As the line reader has it. */
  readonly base: RegionReading;
  /** Absent where there is nothing to edit. */
  readonly prior?: PriorReading;
}

/** Reads all regions line by line and yields each with its prior reading. */
export async function* readPriors(
  lines: LinesReader,
  model: NanoModel,
  requests: readonly ReadRequest[],
  options: ReadOptions,
): AsyncGenerator<RegionPrior> {
  const seen = new SeenLines();
  for await (const base of lines.read(requests, options, seen)) {
    const request = requests.find(({ regionId }) => regionId === base.regionId);
    const prior = request && priorOf(request, base, seen, model);
    yield { base, ...(prior && { prior }) };
  }
}

/** Keeps what the recogniser saw of the lines of one call. */
class SeenLines {
  private readonly evidence = new Map<Line, LineEvidence>();
  private readonly texts = new Map<Line, LineText>();

  onSteps(line: Line, steps: LineSteps): void {
    this.evidence.set(line, lineEvidence(steps));
  }

  onText(line: Line, text: LineText): void {
    this.texts.set(line, text);
  }

  /** Undefined for a line that was not recognised. */
  find(line: Line): { readonly evidence: LineEvidence; readonly text: LineText } | undefined {
    const evidence = this.evidence.get(line);
    const text = this.texts.get(line);
    return evidence && text && { evidence, text };
  }
}

/** Undefined where there is nothing to edit. */
function priorOf(
  { task, lines: asked }: ReadRequest,
  { lines, reading }: RegionReading,
  seen: SeenLines,
  { vocabulary, config }: NanoModel,
): PriorReading | undefined {
  if (task !== 'text' || reading.mode !== 'ctc' || reading.text === '') return undefined;
  const sources = new Map(lines.map((line, index) => [line, asked[index]]));
  const priorLines: PriorLine[] = [];
  for (const row of printedRows(lines)) {
    for (const [index, line] of row.entries()) {
      const source = sources.get(line);
      const found = source && seen.find(source);
      if (!found) return undefined;
      const peaks = settlePeaks(peaksOf(found.evidence), found.text, (id) => vocabulary.textOf(id));
      priorLines.push({ evidence: found.evidence, peaks, box: line.box, continues: index > 0 });
    }
  }
  const prior = priorReadingOf(priorLines, config.featureSize, config.featureScale);
  if (prior.tokens.length < 2 || (config.lockedRegions && isLockedRegion(prior, vocabulary)))
    return undefined;
  return prior;
}

/** Takes over where the line reader has preferred the runner-up (accents). */
function settlePeaks(
  peaks: readonly PriorPeak[],
  { peaks: settled }: LineText,
  textOf: (id: number) => string,
): PriorPeak[] {
  return peaks.map((peak, index) => {
    const [second, third] = peak.runnersUp;
    if (settled[index]?.text === textOf(peak.id) || settled[index]?.text !== textOf(second)) return peak;
    const [first, next, last] = peak.probabilities;
    return { ...peak, id: second, runnersUp: [peak.id, third], probabilities: [next, first, last] };
  });
}
