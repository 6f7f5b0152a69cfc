/** Page → regions: detectors, orientation, grouping, reading order. */
import { join } from 'node:path';
import type { Quad } from '../base/geometry';
import type { Raster } from '../base/raster';
import type { ModelInfo } from '../document';
import { type ModelFolder, openModelFolder, openSession, type Session } from '../runtime';
import { composeRegions, type FoundRegion } from './compose';
import type { FrameFinder } from './divided-tables';
import { openDocLayout } from './doc-layout';
import { regionsOfDocLayout } from './doc-layout-regions';
import { detectLayout } from './layout';
import { isSideways, skewOf, upsideDownProbability } from './orientation';
import { findFrames } from './ruled-frames';
import {
  type DetectedLine,
  defaultLineDetection,
  detectLines,
  type LineDetectionOptions,
} from './text-lines';

export type { FoundRegion } from './compose';
export { checkDocLayout } from './doc-layout';
export { refineLabels } from './refine';
export type { DetectedLine } from './text-lines';

/** The detectors of a page. Each method is one engine run (or none): callers check for cancellation between them. */
export interface PageAnalyser {
  readonly models: readonly ModelInfo[];
  findLines(page: Raster): Promise<DetectedLine[]>;
  isSideways(lines: readonly DetectedLine[]): boolean;
  /** Probability 0..1 that the page stands on its head, and from how many lines it was told. */
  upsideDown(page: Raster, quads: readonly Quad[]): Promise<{ probability: number; lines: number }>;
  /** Degrees, clockwise. */
  skew(lines: readonly DetectedLine[]): number;
  findRegions(page: Raster, lines: readonly DetectedLine[]): Promise<FoundRegion[]>;
  close(): Promise<void>;
}

export interface PageAnalyserOptions {
  /** Folder that holds `pp-ocrv6-det`, `cdla-layout` and `text-orientation`. */
  readonly modelsFolder: string;
  readonly threads: number;
  readonly lineDetection?: LineDetectionOptions;
  /** PP-DocLayoutV3, used for layout in place of the shipped model. */
  readonly docLayout?: { readonly file: string; readonly model: ModelInfo };
}

export async function openPageAnalyser(options: PageAnalyserOptions): Promise<PageAnalyser> {
  const folders = await Promise.all(
    ['pp-ocrv6-det', 'cdla-layout', 'text-orientation'].map((id) =>
      openModelFolder(join(options.modelsFolder, id)),
    ),
  );
  const sessions: Session[] = [];
  for (const folder of folders)
    sessions.push(await openSession(folder.path('model.onnx'), { threads: options.threads, restful: true }));
  const [detector, layout, orientation] = sessions as [Session, Session, Session];
  const detection = options.lineDetection ?? defaultLineDetection;
  const docLayout = options.docLayout && (await openDocLayout(options.docLayout.file, options.threads));
  return {
    models: [...folders.map(modelInfo), ...(options.docLayout ? [options.docLayout.model] : [])],
    findLines: (page) => detectLines(detector, page, detection),
    isSideways,
    upsideDown: (page, quads) => upsideDownProbability(orientation, page, quads),
    skew: skewOf,
    findRegions: async (page, lines) => {
      const framesIn: FrameFinder = (box, unit) => findFrames(page, box, unit);
      return docLayout
        ? regionsOfDocLayout(lines, await docLayout.detect(page), page, framesIn)
        : composeRegions(lines, await detectLayout(layout, page), page, framesIn);
    },
    close: async () => {
      await docLayout?.close();
      for (const session of sessions) await session.release();
    },
  };
}

function modelInfo({ manifest, sha256 }: ModelFolder): ModelInfo {
  return { id: manifest.id, name: manifest.name, version: manifest.version, sha256 };
}
