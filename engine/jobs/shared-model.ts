/**
 * One opened model for all who read with it, whatever modes and blocks they want: those are a matter of each reading.
 * Weights of gigabytes are in memory once.
 */
import type { BlockLength, Reader, ReaderUse } from '../model';
import type { DecodeSettings } from './decode-plan';

/** How a reader decodes unless a reading asks for something else. */
export type DecodeWay = Pick<DecodeSettings, 'mode' | 'blockLength'>;

/** Opens on first use; the last one who closes closes the model, and the next one opens it anew. */
export class SharedModel<Model extends { close(): Promise<void> }> {
  private current: { readonly opening: Promise<Model>; users: number } | undefined;

  constructor(private readonly open: () => Promise<Model>) {}

  /** Fails as opening does. Whoever takes gives back; a second time is nothing. */
  async take(): Promise<Lease<Model>> {
    this.current ??= { opening: this.open(), users: 0 };
    const { current } = this;
    current.users += 1;
    const leave = (): void => {
      if (this.current === current) this.current = undefined;
    };
    let isGivenBack = false;
    try {
      const model = await current.opening;
      const giveBack = async (): Promise<void> => {
        if (isGivenBack) return;
        isGivenBack = true;
        current.users -= 1;
        if (current.users > 0) return;
        leave();
        await model.close();
      };
      return { model, giveBack };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

export interface Lease<Model> {
  readonly model: Model;
  giveBack(): Promise<void>;
}

/** A reader over a model that others read with as well. */
export function readerOn(
  { model, giveBack }: Lease<Reader>,
  { mode, blockLength }: DecodeWay,
  use?: (setting: BlockLength) => ReaderUse,
): Reader {
  return {
    ...model,
    read: (requests, options) => model.read(requests, { mode, blockLength, ...options }),
    ...(use && { use: () => use(blockLength) }),
    close: giveBack,
  };
}
