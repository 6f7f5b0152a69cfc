import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFloats } from './safetensors';

const halves = (values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);

describe('toFloats', () => {
  it('widens fp16: normal, subnormal, signed zero, infinite', () => {
    const values = toFloats(halves([0x3c00, 0xc000, 0x0001, 0x03ff, 0x8000, 0x7c00, 0xfc00, 0x3555]), 'F16');
    expect([...values]).toEqual([1, -2, 2 ** -24, 1023 * 2 ** -24, -0, Infinity, -Infinity, 0.333251953125]);
    expect(toFloats(halves([0x7e00]), 'F16')[0]).toBeNaN();
  });

  it('widens bf16 without loss', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        const bits = new Uint32Array(Float32Array.of(value).buffer)[0]! & 0xffff0000;
        const rounded = new Float32Array(Uint32Array.of(bits).buffer)[0]!;
        expect(toFloats(halves([bits >>> 16]), 'BF16')[0]).toBe(rounded);
      }),
    );
  });

  it('reads fp32 from any place in memory', () => {
    const bytes = Buffer.concat([Buffer.alloc(3), Buffer.from(Float32Array.of(1.5, -7).buffer)]).subarray(3);
    expect([...toFloats(bytes, 'F32')]).toEqual([1.5, -7]);
  });
});
