/**
 * What pdf.js expects of its surroundings and older Node versions (16, 18, 20) do not have. Imported before pdf.js.
 * Only missing globals are added, so newer versions keep their own.
 */
import { Blob as NodeBlob } from 'node:buffer';
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import 'core-js/stable';

/** pdf.js only mentions these for loading over HTTP, which never happens here. */
class Unavailable {
  constructor() {
    throw new Error('Loading over a network is not available.');
  }
}

const missing: Record<string, unknown> = {
  ReadableStream,
  WritableStream,
  TransformStream,
  Blob: NodeBlob,
  Response: Unavailable,
  Request: Unavailable,
  Headers: Unavailable,
};
for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

if (!('getBuiltinModule' in process)) {
  Object.defineProperty(process, 'getBuiltinModule', { value: (name: string): unknown => require(name) });
}
