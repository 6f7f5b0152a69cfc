/** `bench quality`: what an engine reads, scored against the truth of every item. */

import type { ModelInfo } from '../engine/document';
import type { EngineApi } from '../engine/protocol/engine-api';
import type { Item } from './corpus';
import type { Peer, Peers, TablePeer } from './peers/peers';
import { type RecogniseOptions, recognise } from './recognise';
import { type ItemResult, resultOf, scoreItem } from './score-item';

export interface QualityRun {
  /** In the order of the items. */
  readonly results: readonly ItemResult[];
  readonly models: readonly ModelInfo[];
}

/** One warm engine, one item after the other. A fault of one item is its outcome and never ends the run. */
export async function measureQuality(
  engine: EngineApi,
  items: readonly Item[],
  options: RecogniseOptions,
  report: (result: ItemResult) => void,
): Promise<QualityRun> {
  const results: ItemResult[] = [];
  const models: ModelInfo[] = [];
  for (const item of items) {
    const recognition = await recognise(engine, item.file, item.password, options);
    models.push(...recognition.models);
    const result = resultOf(item, recognition);
    results.push(result);
    report(result);
  }
  return { results, models };
}

/** A peer on the items whose truth is a text; it gets the page pictures, one by one. */
export async function measurePeerQuality(
  peers: Peers,
  peer: Peer,
  items: readonly Item[],
  report: (result: ItemResult) => void,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const item of items.filter(({ compared }) => compared)) {
    const read = await readWithPeer(peers, peer, item);
    if (!read) continue;
    const { id, kind, language, orderReliable, compared } = item;
    const result: ItemResult = {
      item: { id, kind, language, orderReliable, compared },
      score: scoreItem(item, { text: read.text, textWithoutFurniture: read.text, tables: [], formulas: [] }),
      pages: read.pages,
      seconds: read.seconds,
      characters: Array.from(read.text).length,
    };
    results.push(result);
    report(result);
  }
  return results;
}

/** The table peer on the items that are a picture of one table. */
export async function measureTablePeer(
  peer: TablePeer,
  items: readonly Item[],
  report: (result: ItemResult) => void,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const item of items) {
    const isPicture = /\.(png|jpe?g)$/i.test(item.file);
    if (!isPicture || item.truth.kind !== 'tables' || item.truth.tables.length !== 1) continue;
    const { tables, seconds } = await peer.read(item.file);
    const { id, kind, language, orderReliable, compared } = item;
    const score = scoreItem(item, { text: '', textWithoutFurniture: '', tables, formulas: [] });
    const result: ItemResult = {
      item: { id, kind, language, orderReliable, compared },
      score,
      pages: 1,
      seconds,
      characters: Array.from(tables.join('')).length,
    };
    results.push(result);
    report(result);
  }
  return results;
}

export async function readWithPeer(
  peers: Peers,
  peer: Peer,
  item: Item,
): Promise<{ readonly text: string; readonly pages: number; readonly seconds: number } | undefined> {
  const pictures = await peers.pictures(item);
  if (!pictures) return undefined;
  const texts: string[] = [];
  let seconds = 0;
  for (const picture of pictures) {
    const read = await peer.read(picture, item.language);
    texts.push(read.text);
    seconds += read.seconds;
  }
  return { text: texts.join('\f'), pages: pictures.length, seconds };
}
