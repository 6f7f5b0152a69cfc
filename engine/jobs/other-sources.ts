/**
 * Files whose pages were put into a document of another file. Each is opened when a page of it is wanted, and closed a
 * while after, since there may be hundreds.
 */
import { PalimpsestError } from '../base/errors';
import type { SourceInfo } from '../document';
import { type OpenOptions, openSource, type Source } from '../intake';

const lingerMs = 10_000;

export class OtherSources {
  private readonly sources = new Map<string, LentSource>();

  /** Passwords are the document's own and are not tried on others. */
  constructor(private readonly options: Omit<OpenOptions, 'password' | 'signal'>) {}

  of(info: SourceInfo): Source {
    const key = `${info.sha256} ${info.path}`;
    const source = this.sources.get(key) ?? new LentSource(info, this.options);
    this.sources.set(key, source);
    return source;
  }

  async close(): Promise<void> {
    await Promise.all([...this.sources.values()].map((source) => source.close()));
  }
}

/** Fails as `openSource` does, and with `not-found` when the file is not what it was. */
class LentSource implements Source {
  readonly pages = [];
  private opened: Promise<Source> | undefined;
  private users = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly info: SourceInfo,
    private readonly options: OpenOptions,
  ) {}

  rasterise: Source['rasterise'] = (page, options) => this.use((source) => source.rasterise(page, options));
  text: Source['text'] = (page, options) => this.use((source) => source.text(page, options));

  async close(): Promise<void> {
    clearTimeout(this.timer);
    const opened = this.opened;
    this.opened = undefined;
    await opened?.then((source) => source.close()).catch(() => {});
  }

  private async use<T>(work: (source: Source) => Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    this.users++;
    this.opened ??= this.open();
    try {
      return await work(await this.opened);
    } finally {
      this.users--;
      if (this.users === 0) {
        this.timer = setTimeout(() => void this.close(), lingerMs);
        this.timer.unref();
      }
    }
  }

  private async open(): Promise<Source> {
    const { path, name, sha256 } = this.info;
    try {
      const source = await openSource(path, this.options);
      if (source.info.sha256 === sha256) return source;
      await source.close();
    } catch (error) {
      this.opened = undefined;
      throw error;
    }
    this.opened = undefined;
    throw new PalimpsestError('not-found', `${name} has changed since its pages were put in.`, {
      file: name,
    });
  }
}
