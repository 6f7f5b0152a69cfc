/** From the line reader's regions to prior readings, with what the recogniser saw of each line. */
import type { Line } from '../../document';
import type { LineSteps, LinesReader, LineText, TableReading } from '../lines';
import { printedRows } from '../printed-lines';
import type { ReadOptions, ReadRequest, RegionReading } from '../reader';
import type { NanoConfig } from './config';
import { type LineEvidence, lineEvidence } from './line-evidence';
import { type PriorPeak, peaksOf } from './line-tokens';
import { type PriorLine, type PriorReading, priorReadingOf } from './prior-reading';
import { isLockedRegion } from './slots';
import { type RecognisedLine, tablePriorOf } from './table-prior';
import type { Vocabulary } from './vocabulary';

export interface RegionPrior {
  /** As the line reader has it. */
  readonly base: RegionReading;
  /** Absent where there is nothing to edit. */
  readonly prior?: PriorReading;
}

/** What prior readings depend on beside the lines. */
export interface PriorSettings {
  readonly vocabulary: Vocabulary;
  readonly config: Pick<NanoConfig, 'featureSize' | 'featureScale' | 'lockedRegions' | 'longestTable'>;
}

/** Reads all regions line by line and yields each with its prior reading. */
export async function* readPriors(
  lines: LinesReader,
  model: PriorSettings,
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

interface SeenTable {
  readonly table: TableReading;
  /** That the table counts. */
  readonly lines: readonly Line[];
}

/** Keeps what the recogniser saw of the lines of one call, and the tables made of them. */
class SeenLines {
  private readonly evidence = new Map<Line, LineEvidence>();
  private readonly texts = new Map<Line, LineText>();
  private readonly tables = new Map<ReadRequest, SeenTable>();

  onSteps(line: Line, steps: LineSteps): void {
    this.evidence.set(line, lineEvidence(steps));
  }

  onText(line: Line, text: LineText): void {
    this.texts.set(line, text);
  }

  onTable(request: ReadRequest, table: TableReading, lines: readonly Line[]): void {
    this.tables.set(request, { table, lines });
  }

  /** Undefined for a line that was not recognised. */
  find(line: Line): { readonly evidence: LineEvidence; readonly text: LineText } | undefined {
    const evidence = this.evidence.get(line);
    const text = this.texts.get(line);
    return evidence && text && { evidence, text };
  }

  tableOf(request: ReadRequest): SeenTable | undefined {
    return this.tables.get(request);
  }
}

/** Undefined where there is nothing to edit. */
function priorOf(
  request: ReadRequest,
  base: RegionReading,
  seen: SeenLines,
  { vocabulary, config }: PriorSettings,
): PriorReading | undefined {
  const { mode, text, format } = base.reading;
  if (mode !== 'ctc' || text === '') return undefined;
  const lineOf = (line: Line | undefined): RecognisedLine | undefined => {
    const found = line && seen.find(line);
    if (!found) return undefined;
    const peaks = settlePeaks(peaksOf(found.evidence), found.text, (id) => vocabulary.textOf(id));
    return { evidence: found.evidence, peaks };
  };
  const found = format === 'table-html' ? seen.tableOf(request) : undefined;
  const { page, box } = request;
  let prior: PriorReading | undefined;
  if (request.task === 'text') prior = textPriorOf(request, base, lineOf, config);
  else if (found) {
    const lineAt = (index: number) => lineOf(found.lines[index]);
    prior = tablePriorOf({ table: found.table, page, box, lineAt }, vocabulary, config);
  }
  if (!prior || prior.tokens.length < 2 || (config.lockedRegions && isLockedRegion(prior, vocabulary)))
    return undefined;
  return prior;
}

/** Undefined where a line was not recognised. */
function textPriorOf(
  { lines: asked }: ReadRequest,
  { lines }: RegionReading,
  lineOf: (line: Line | undefined) => RecognisedLine | undefined,
  config: PriorSettings['config'],
): PriorReading | undefined {
  const sources = new Map(lines.map((line, index) => [line, asked[index]]));
  const priorLines: PriorLine[] = [];
  for (const row of printedRows(lines)) {
    for (const [index, line] of row.entries()) {
      const found = lineOf(sources.get(line));
      if (!found) return undefined;
      priorLines.push({ ...found, box: line.box, continues: index > 0 });
    }
  }
  return priorReadingOf(priorLines, config);
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
