/** Edits of a scripted engine's documents, with undo and redo, in memory. */
import {
  applyEdit,
  type Document,
  type DocumentEdit,
  type Region,
  regionLabels,
  regionMarkKinds,
  regionStates,
} from '../document';
import type { RequestParams, RequestResult } from '../protocol/requests';
import type { Counts } from '../protocol/requests/counts';
import type { EditResult, EditSteps } from '../protocol/requests/edit';

interface Step {
  /** In the order in which they have to be applied. */
  readonly edits: readonly DocumentEdit[];
  readonly kind: DocumentEdit['kind'];
}

export class ScriptedEdits {
  private readonly undoable: Step[] = [];
  private readonly redoable: Step[] = [];

  constructor(private readonly target: { document: Document }) {}

  apply(edits: readonly DocumentEdit[]): EditResult {
    const [first] = edits;
    const before = this.target.document;
    if (first) {
      this.undoable.push({ edits: this.change(edits), kind: first.kind });
      this.redoable.length = 0;
    }
    return this.resultSince(before);
  }

  step(way: 'undo' | 'redo'): EditResult & { changed: boolean } {
    const [from, to] =
      way === 'undo' ? [this.undoable, this.redoable] : ([this.redoable, this.undoable] as const);
    const step = from.pop();
    const before = this.target.document;
    if (step) to.push({ edits: this.change(step.edits), kind: step.kind });
    return { ...this.resultSince(before), changed: step !== undefined };
  }

  /** All or none; gives what takes them back. */
  private change(edits: readonly DocumentEdit[]): DocumentEdit[] {
    const inverse: DocumentEdit[] = [];
    let { document } = this.target;
    for (const edit of edits) {
      const result = applyEdit(document, edit, new Date().toISOString());
      ({ document } = result);
      inverse.unshift(result.inverse);
    }
    this.target.document = document;
    return inverse;
  }

  private resultSince(before: Document): EditResult {
    const former = before.pages.map(({ id }) => id);
    const order = this.target.document.pages.map(({ id }) => id);
    const removed = former.filter((id) => !order.includes(id));
    return {
      pages: this.target.document.pages.filter((page) => !before.pages.includes(page)),
      ...(order.join('\n') === former.join('\n') ? {} : { order }),
      ...(removed.length > 0 ? { removed } : {}),
      ...(before.removed === this.target.document.removed
        ? {}
        : { removedPages: this.target.document.removed ?? [] }),
      steps: this.steps(),
    };
  }

  private steps(): EditSteps {
    const undoes = this.undoable[this.undoable.length - 1]?.kind;
    const redoes = this.redoable[this.redoable.length - 1]?.kind;
    return {
      undoable: this.undoable.length,
      redoable: this.redoable.length,
      ...(undoes && { undoes }),
      ...(redoes && { redoes }),
    };
  }
}

const shown = (documents: readonly Document[]) =>
  documents.flatMap((document) =>
    document.pages
      .filter((page) => !page.excluded)
      .flatMap((page) => page.regions.map((region) => ({ document, page, region }))),
  );

export function findScripted(
  documents: readonly Document[],
  { states, labels, marks, limit }: RequestParams<'find-regions'>,
): RequestResult<'find-regions'> {
  const fits = ({ state, label, marks: own }: Region): boolean =>
    (states?.includes(state) ?? true) &&
    (labels?.includes(label) ?? true) &&
    (marks === undefined || own.some(({ kind }) => marks.includes(kind)));
  return shown(documents)
    .filter(({ region }) => fits(region))
    .slice(0, limit)
    .map(({ document, page, region }) => ({
      documentId: document.id,
      pageId: page.id,
      pageNumber: page.number,
      regionId: region.id,
      label: region.label,
      state: region.state,
    }));
}

export function countScripted(documents: readonly Document[]): Counts {
  const pages = documents.flatMap((document) => document.pages);
  const regions = shown(documents).map(({ region }) => region);
  const count = <T extends string>(names: readonly T[], values: readonly string[]): Record<T, number> =>
    Object.fromEntries(names.map((name) => [name, values.filter((each) => each === name).length])) as Record<
      T,
      number
    >;
  return {
    pages: count(
      ['waiting', 'working', 'done', 'failed'],
      pages.filter((page) => !page.excluded).map((page) => page.status),
    ),
    excluded: pages.filter((page) => page.excluded).length,
    regions: regions.length,
    states: count(
      regionStates,
      regions.map(({ state }) => state),
    ),
    labels: count(
      regionLabels,
      regions.map(({ label }) => label),
    ),
    marks: count(
      regionMarkKinds,
      regions.flatMap(({ marks }) => [...new Set(marks.map(({ kind }) => kind))]),
    ),
  };
}
