/** Pictures of pages as the boxes see them (upright, deskewed): in memory for a few pages, on disk for the window. */
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Box } from '../base/geometry';
import { cropRaster, type Raster } from '../base/raster';
import { fitCrop, type Page } from '../document';
import { deskew, encodeRaster, resizeRaster, rotateQuarter, type Source } from '../intake';
import { writeFileWhole } from '../store';

/** On disk, of all documents; the pictures that were asked for longest ago go first. */
const mostBytes = 512 * 2 ** 20;

/** Rasters are ~12 MB each for an A4 page at 200 dpi. */
const keptInMemory = 2;

export interface PictureFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

export class PagePictures {
  private readonly recent = new Map<string, Raster>();
  /** Pictures on disk, those asked for last at the end. */
  private readonly files = new Map<string, PictureFile & { readonly bytes: number }>();
  private readonly making = new Map<string, Promise<PictureFile>>();

  constructor(
    private readonly cacheDir: string,
    private readonly most: number = mostBytes,
  ) {}

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
    const straight = page.transform.skewDegrees === 0 ? turned : deskew(turned, page.transform.skewDegrees);
    const { crop } = page.transform;
    const raster = crop ? cropRaster(straight, fitCrop(crop, straight)) : straight;
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
    const known = this.files.get(file);
    if (known && (await stat(file).catch(() => undefined))) {
      this.files.delete(file);
      this.files.set(file, known);
      return known;
    }
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
    const encoded = await encodeRaster(picture, 'jpeg', 88);
    await writeFileWhole(file, encoded);
    const made = { file, width: picture.width, height: picture.height, bytes: encoded.length };
    this.files.delete(file);
    this.files.set(file, made);
    await this.removeOldest();
    return made;
  }

  private async removeOldest(): Promise<void> {
    let bytes = [...this.files.values()].reduce((sum, file) => sum + file.bytes, 0);
    for (const { file, bytes: gone } of [...this.files.values()].slice(0, -1)) {
      if (bytes <= this.most) return;
      bytes -= gone;
      this.files.delete(file);
      await rm(file, { force: true });
    }
  }

  /** Removes a document's pictures from memory and disk. */
  async forget(source: Source, pages: readonly Page[]): Promise<void> {
    for (const page of pages) this.recent.delete(keyOf(page));
    const others = pages.flatMap((page) => (page.source ? this.folderOf({ info: page.source }) : []));
    for (const folder of new Set([this.folderOf(source), ...others])) {
      for (const file of [...this.files.keys()]) if (dirname(file) === folder) this.files.delete(file);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The same content in two places is two documents, and each removes only its own pictures. */
  private folderOf({ info }: Pick<Source, 'info'>): string {
    const hash = createHash('sha256').update(`${info.sha256}\n${info.path}`).digest('hex');
    return join(this.cacheDir, 'pages', hash.slice(0, 16));
  }
}

/** The page with all that its source shows. */
export function withoutCrop(page: Page): Page {
  const { crop: _, ...transform } = page.transform;
  return { ...page, transform };
}

/** Pictures depend on the page and on how it was turned and cropped. */
function keyOf(page: Page): string {
  const { quarterTurns, skewDegrees, crop } = page.transform;
  const cut = crop ? ` ${crop.x} ${crop.y} ${crop.width} ${crop.height}` : '';
  return `${page.id} ${quarterTurns} ${skewDegrees.toFixed(3)}${cut}`;
}
