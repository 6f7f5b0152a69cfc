import { describe, expect, it } from 'vitest';
import { chosenReader } from './selectors';
import { initialState } from './state';

const readers = [
  { id: 'lines', name: 'lines', decodesTokens: false, usable: true },
  { id: 'small', name: 'Small', decodesTokens: true, usable: true },
  { id: 'damaged', name: 'Damaged', decodesTokens: true, usable: false, note: 'A file is missing.' },
];
const status = {
  version: '1',
  busy: false,
  models: [],
  readers,
  formats: [],
  project: { folder: '', readOnly: false, interrupted: false },
};
const chosen = (
  model: string,
  decode: 'self-speculative' | 'autoregressive' | 'parallel' = 'self-speculative',
) => chosenReader({ status, settings: { ...initialState.settings, model, decode } });

describe('the reader of the settings', () => {
  it('is named only while it is there and can be used', () => {
    expect(chosen('small')).toEqual({ model: 'small' });
    expect(chosen('')).toEqual({});
    expect(chosen('damaged')).toEqual({});
    expect(chosen('gone')).toEqual({});
    expect(
      chosenReader({ status: undefined, settings: { ...initialState.settings, model: 'small' } }),
    ).toEqual({});
  });

  it('decodes as chosen, where it decodes', () => {
    expect(chosen('small', 'autoregressive')).toEqual({ model: 'small', decode: 'autoregressive' });
    expect(chosen('', 'autoregressive')).toEqual({ decode: 'autoregressive' });
    expect(chosen('lines', 'parallel')).toEqual({ model: 'lines' });
  });
});
