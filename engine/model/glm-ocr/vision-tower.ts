/** The loaded vision tower: patches → embeddings of the image tokens. */
import {
  floatsOf,
  floatTensor,
  type Graph,
  openGraph,
  type Session,
  type SessionOptions,
} from '../../runtime';
import { inverseFrequencies } from '../decoder/rotary';
import type { VisionConfig } from './folder-config';
import { type Patches, patchOrder } from './patches';

export class VisionTower {
  private constructor(
    private readonly config: VisionConfig,
    private readonly session: Session,
  ) {}

  static async open(config: VisionConfig, graph: Graph, options: SessionOptions): Promise<VisionTower> {
    return new VisionTower(config, await openGraph(graph, options));
  }

  /** [rows · columns / merge², outputSize], row by row of the merged grid. */
  async embed(patches: Patches): Promise<Float32Array> {
    const { hiddenSize, heads, mergeSize } = this.config;
    const count = patches.rows * patches.columns;
    const half = hiddenSize / heads / 2;
    const { cosines, sines } = this.angles(patches, half);
    const outputs = await this.session.run({
      patches: floatTensor(patches.values, [count, patches.values.length / count]),
      cosines: floatTensor(cosines, [count, half]),
      sines: floatTensor(sines, [count, half]),
    });
    const { data } = floatsOf(outputs, 'embeddings');
    if (data.length !== (count / mergeSize ** 2) * this.config.outputSize) {
      throw new Error(`The vision tower gave ${data.length} values for ${count} patches.`);
    }
    return data;
  }

  close(): Promise<void> {
    return this.session.release();
  }

  /** The first half of the frequencies turns with the patch's row, the second with its column. */
  private angles(patches: Patches, half: number): { cosines: Float32Array; sines: Float32Array } {
    const frequencies = inverseFrequencies(this.config.rotaryBase, half);
    const cosines = new Float32Array(patches.rows * patches.columns * half);
    const sines = new Float32Array(cosines.length);
    let at = 0;
    for (const { row, column } of patchOrder(patches, this.config.mergeSize)) {
      for (const position of [row, column]) {
        for (const frequency of frequencies) {
          const angle = Math.fround(position * frequency);
          cosines[at] = Math.cos(angle);
          sines[at++] = Math.sin(angle);
        }
      }
    }
    return { cosines, sines };
  }
}
