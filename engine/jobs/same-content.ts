/** A file that lies in two places is read once: what is known of its content goes with it under the new ids. */
import { isWorkedOn, type Page } from '../document';
import type { Settings } from '../store';
import type { OpenDocument } from './open-document';
import type { ProjectDocuments } from './project-documents';

/**
 * Pages of another document of the same content that were read with these settings. What a person did to the other one
 * is about that one and is not taken along.
 */
export function borrowPages(
  open: OpenDocument,
  kept: ProjectDocuments,
  settings: Settings,
  wanted: readonly Page[],
): void {
  const { project } = kept;
  if (!project || wanted.every((page) => page.status === 'done')) return;
  const done = project.finished.find({ sha256: open.source.info.sha256, settings });
  if (!done || done.documentId === open.id) return;
  const other = project.documents.load(done.documentId);
  kept.addModels(open, other.models);
  const renamed = (id: string): string =>
    id.startsWith(other.id) ? open.id + id.slice(other.id.length) : id;
  for (const page of wanted) {
    const twin = other.pages.find((each) => renamed(each.id) === page.id);
    if (page.status === 'done' || twin?.status !== 'done' || !done.numbers.includes(twin.number)) continue;
    if (twin.regions.some(isWorkedOn) || twin.transform.crop) continue;
    const regions = twin.regions.map((region) => ({
      ...region,
      id: renamed(region.id),
      readings: region.readings.map((reading) => ({ ...reading, id: renamed(reading.id) })),
    }));
    kept.savePage(open, { ...twin, id: page.id, excluded: page.excluded, regions }, settings);
    for (const { id } of twin.regions.flatMap(({ readings }) => readings)) {
      const trace = project.traces.load(other.id, id);
      if (trace !== undefined) project.traces.save(open.id, renamed(id), trace);
    }
  }
}
