/** Pictures of pages as the boxes see them (upright, deskewed): in memory for a few pages, on disk for the window. */
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Box } from '../base/geometry';
import { cropRaster, type Raster } from '../base/raster';
import type { Page } from '../document';
import { deskew, encodeRaster, resizeRaster, rotateQuarter, type Source } from '../intake';
import { writeFileWhole } from '../store';

/** Rasters are ~12 MB each for an A4 page at 200 dpi. */
const keptInMemory = 2;

export interface PictureFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

export class PagePictures {
  private readonly recent = new Map<string, Raster>();
  private readonly sizes = new Map<string, { width: number; height: number }>();
  private readonly making = new Map<string, Promise<PictureFile>>();

  constructor(private readonly cacheDir: string) {}

  /** Hands over a raster that was just made, so that it need not be made again. */
  remember(page: Page, raster: Raster): void {
    const key = keyOf(page);
    this.recent.delete(key);
    this.recent.set(key, raster);
    for (const oldest of [...this.recent.keys()].slice(0, -keptInMemory)) this.recent.delete(oldest);
  }

  async raster(source: Source, page: Page): Promise<Raster> {
    const kept = this.recent.get(keyOf(page));
    if (kept) return kept;
    const taken = (await source.rasterise(page.number)).raster;
    const turned = rotateQuarter(taken, page.transform.quarterTurns);
    const raster = page.transform.skewDegrees === 0 ? turned : deskew(turned, page.transform.skewDegrees);
    this.remember(page, raster);
    return raster;
  }

  /** Path and size of a picture on disk, made when it is not there. */
  async file(
    source: Source,
    page: Page,
    options: { readonly width?: number | undefined; readonly box?: Box | undefined },
  ): Promise<PictureFile> {
    const { box } = options;
    const part = box ? `-${[box.x, box.y, box.width, box.height].map(Math.round).join('_')}` : '';
    const hash = createHash('sha256').update(keyOf(page)).digest('hex').slice(0, 10);
    const file = join(this.folderOf(source), `${page.number}-${hash}${part}-${options.width ?? 'full'}.jpg`);
    const sizes = this.sizes.get(file);
    if (sizes && (await stat(file).catch(() => undefined))) return { file, ...sizes };
    let making = this.making.get(file);
    if (!making) {
      making = this.make(file, source, page, options).finally(() => this.making.delete(file));
      this.making.set(file, making);
    }
    return making;
  }

  private async make(
    file: string,
    source: Source,
    page: Page,
    { width, box }: { readonly width?: number | undefined; readonly box?: Box | undefined },
  ): Promise<PictureFile> {
    const whole = await this.raster(source, page);
    const cut = box ? cropRaster(whole, box) : whole;
    const ratio = width === undefined ? 1 : Math.min(1, width / cut.width);
    const picture =
      ratio < 1
        ? resizeRaster(
            cut,
            Math.max(1, Math.round(cut.width * ratio)),
            Math.max(1, Math.round(cut.height * ratio)),
          )
        : cut;
    await writeFileWhole(file, await encodeRaster(picture, 'jpeg', 88));
    const size = { width: picture.width, height: picture.height };
    this.sizes.set(file, size);
    return { file, ...size };
  }

  /** Removes a document's pictures from memory and disk. */
  async forget(source: Source, pages: readonly Page[]): Promise<void> {
    for (const page of pages) this.recent.delete(keyOf(page));
    const folder = this.folderOf(source);
    for (const file of [...this.sizes.keys()]) if (dirname(file) === folder) this.sizes.delete(file);
    await rm(folder, { recursive: true, force: true });
  }

  /** The same content in two places is two documents, and each removes only its own pictures. */
  private folderOf({ info }: Source): string {
    const hash = createHash('sha256').update(`${info.sha256}\n${info.path}`).digest('hex');
    return join(this.cacheDir, 'pages', hash.slice(0, 16));
  }
}

/** Pictures depend on the page and on how it was turned. */
function keyOf(page: Page): string {
  const { quarterTurns, skewDegrees } = page.transform;
  return `${page.id} ${quarterTurns} ${skewDegrees.toFixed(3)}`;
}
