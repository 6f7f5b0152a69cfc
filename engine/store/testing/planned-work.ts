/** The same sequence of writes for the process that does them and the test that checks them, from a seed. */
import fc from 'fast-check';
import { applyEdit, type Document, type DocumentEdit, type Page, type Region } from '../../document';
import { sketchDocument } from '../../document/test-documents';
import type { Project } from '../project';
import { anyEditMaker, anyReadPage } from './arbitrary-documents';

export const startDocument: Document = { ...sketchDocument([[]]), pages: [] };

export type Step =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'region'; readonly pageId: string; readonly region: Region }
  | { readonly kind: 'edit'; readonly edit: DocumentEdit };

const at = '2026-11-29T12:00:00.000Z';

/** Pages come one after the other, each begun, filled region by region and finished, with edits in between. */
export function plannedWork(seed: number): Step[] {
  const makers = fc.sample(anyEditMaker, { seed, numRuns: 200 });
  const steps: Step[] = [];
  let document = startDocument;
  const add = (step: Step): void => {
    steps.push(step);
    document = performed(document, step);
  };
  for (let number = 1; number <= 25; number++) {
    const [page] = fc.sample(anyReadPage(number, 12), { seed: seed + number, numRuns: 1 });
    if (!page) continue;
    const unread = page.regions.map((region) => ({ ...region, readings: [] }));
    add({ kind: 'page', page: { ...page, status: 'working', regions: unread } });
    for (const region of page.regions) add({ kind: 'region', pageId: page.id, region });
    add({ kind: 'page', page });
    for (const maker of makers.splice(0, 6)) {
      const step: Step = { kind: 'edit', edit: maker(document) };
      if (isAllowed(document, step)) add(step);
    }
  }
  return steps;
}

export function perform(project: Project, step: Step): void {
  const { id } = startDocument;
  if (step.kind === 'edit') project.edits.apply(id, step.edit, { at });
  else if (step.kind === 'page') project.documents.savePage(id, step.page);
  else project.documents.saveRegion(id, step.pageId, step.region);
}

/** What the step makes of a document, without any store. */
export function performed(document: Document, step: Step): Document {
  if (step.kind === 'edit') return applyEdit(document, step.edit, at).document;
  const { pages } = document;
  if (step.kind === 'page') {
    const isKnown = pages.some((page) => page.id === step.page.id);
    const replaced = pages.map((page) => (page.id === step.page.id ? step.page : page));
    return { ...document, pages: isKnown ? replaced : [...pages, step.page] };
  }
  const { pageId, region } = step;
  const withRegion = (page: Page): Page => ({
    ...page,
    regions: page.regions.map((each) => (each.id === region.id ? region : each)),
  });
  return { ...document, pages: pages.map((page) => (page.id === pageId ? withRegion(page) : page)) };
}

function isAllowed(document: Document, step: Step): boolean {
  try {
    performed(document, step);
    return true;
  } catch {
    return false;
  }
}
