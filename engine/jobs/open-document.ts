/** A document in work: its source, and what is known of it so far. */
import { createHash } from 'node:crypto';
import { type Document, documentSchemaVersion, type ModelInfo, type Page } from '../document';
import { type OpenOptions, openSource, type PageInfo, type Source } from '../intake';
import { OtherSources } from './other-sources';
import { type SpreadPlan, splitSpreads, spreadPlans } from './spreads';

export interface OpenDocument {
  readonly id: string;
  /** Below the folder that was opened; `/`-separated. */
  relativePath: string;
  readonly source: Source;
  /** Files of pages that were put in from elsewhere. */
  readonly others: OtherSources;
  document: Document;
}

export interface OpenDocumentOptions extends OpenOptions {
  /** Double pages are taken as two pages each. */
  readonly spreads?: SpreadPlan;
  /** Ids of documents: one of them takes double pages as it did when it was read. */
  readonly known?: ReadonlySet<string>;
}

/** Opens a file; pages are listed with their sizes, none is rasterised. Fails as `openSource` does. */
export async function openDocument(
  path: string,
  relativePath: string,
  { spreads: asked, known, ...options }: OpenDocumentOptions,
): Promise<OpenDocument> {
  const { password: _password, signal: _signal, ...others } = options;
  const whole = await openSource(path, options);
  // The same file in two places is two documents, as it is with other pages; the same place twice is one.
  const idWith = (plan: SpreadPlan | undefined): string => {
    const name = [whole.info.sha256, path, ...(plan ? [plan] : [])].join('\n');
    return createHash('sha256').update(name).digest('hex').slice(0, 16);
  };
  const former = known && [undefined, ...spreadPlans].find((plan) => known.has(idWith(plan)));
  const spreads = asked ?? former;
  const source = spreads ? splitSpreads(whole, spreads) : whole;
  const id = idWith(spreads);
  const pages = source.pages.map((info) => waitingPage(info, `${id}-p${info.number}`));
  const document: Document = {
    schema: documentSchemaVersion,
    id,
    source: source.info,
    pages,
    models: [],
    errors: [],
  };
  return { id, relativePath, source, others: new OtherSources(others), document };
}

/** A page of which only the size is known. */
export function waitingPage({ number, width, height, dpi }: PageInfo, id: string): Page {
  return {
    id,
    number,
    width,
    height,
    ...(dpi === undefined ? {} : { dpi }),
    space: 'page-pixels-top-left',
    transform: { sourceWidth: width, sourceHeight: height, scale: 1, quarterTurns: 0, skewDegrees: 0 },
    existingText: { found: 'none', characters: 0, used: false },
    status: 'waiting',
    marks: [],
    regions: [],
    excluded: false,
  };
}

/** The file that a page comes from. The same object for all pages of a file. */
export function sourceOf(open: OpenDocument, { source }: Pick<Page, 'source'>): Source {
  return source ? open.others.of(source) : open.source;
}

export async function closeSources(open: OpenDocument): Promise<void> {
  await Promise.all([open.source.close(), open.others.close()]);
}

export function replacePage(open: OpenDocument, page: Page): void {
  open.document = {
    ...open.document,
    pages: open.document.pages.map((other) => (other.id === page.id ? page : other)),
  };
}

export function addModels(open: OpenDocument, models: readonly ModelInfo[]): void {
  const known = new Set(open.document.models.map((model) => `${model.id} ${model.sha256}`));
  const fresh = models.filter((model) => !known.has(`${model.id} ${model.sha256}`));
  if (fresh.length > 0) open.document = { ...open.document, models: [...open.document.models, ...fresh] };
}
