import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceName, DeviceReport } from '../runtime';
import { chooseDevice, type DeviceTools, measuredRows } from './device-choice';

const report = (device: DeviceName, more: Partial<DeviceReport> = {}): DeviceReport => ({
  device,
  usable: true,
  software: false,
  notes: [],
  ...more,
});
const absent = (device: DeviceName): DeviceReport =>
  report(device, { usable: false, notes: ['No adapter: nothing is built in.'] });

/** A machine whose forwards take `times` milliseconds; a device without a time fails. */
function machine(
  reports: readonly DeviceReport[],
  times: Partial<Record<DeviceName, number>>,
): DeviceTools & { readonly timed: DeviceName[] } {
  const timed: DeviceName[] = [];
  return {
    timed,
    find: async (device) => reports.find((each) => each.device === device) ?? absent(device),
    findAll: async () => reports,
    costs: async ({ device }) => {
      timed.push(device);
      const milliseconds = times[device];
      if (milliseconds === undefined) throw new Error('There is not enough memory.');
      return measuredRows.map((rows) => ({ rows, milliseconds }));
    },
  };
}

describe('auto', () => {
  it('takes the fastest usable device and says what each takes', async () => {
    const devices = ['cpu', 'webgpu', 'dml'] as const;
    const time = fc.integer({ min: 1, max: 1000 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(time, time, time), async ([cpu, webgpu, dml]) => {
        const times = { cpu, webgpu, dml };
        const tools = machine(
          devices.map((device) => report(device)),
          times,
        );
        const { report: best, why } = await chooseDevice('auto', tools);
        expect(times[best.device as keyof typeof times]).toBe(Math.min(cpu, webgpu, dml));
        for (const [device, milliseconds] of Object.entries(times)) {
          expect(why).toContain(`${device} ${(2 * milliseconds).toFixed(1)} ms`);
        }
      }),
    );
  });

  it('leaves software adapters out and times nothing where only the processor is left', async () => {
    const tools = machine([report('cpu'), report('webgpu', { software: true }), absent('cuda')], { cpu: 9 });
    const choice = await chooseDevice('auto', tools);
    expect(choice).toMatchObject({ report: { device: 'cpu' }, warnings: [] });
    expect(tools.timed).toEqual([]);
  });

  it('says that a device failed, and goes on with the processor', async () => {
    const tools = machine([report('cpu'), report('webgpu', { name: 'NVIDIA L4' })], { cpu: 9 });
    const { report: best, warnings } = await chooseDevice('auto', tools);
    expect(best.device).toBe('cpu');
    expect(warnings.join()).toMatch(/webgpu \(NVIDIA L4\) was left out: .*not enough memory/);
  });
});

describe('a device that was named', () => {
  it('is taken, software or not, without timing', async () => {
    const tools = machine([report('cpu'), report('webgpu', { software: true })], {});
    expect((await chooseDevice('webgpu', tools)).report.device).toBe('webgpu');
    expect(tools.timed).toEqual([]);
  });

  it('is an error with the reason where it cannot be had', async () => {
    const tools = machine([report('cpu'), absent('webgpu')], {});
    await expect(chooseDevice('webgpu', tools)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/webgpu cannot be used.*No adapter/),
    });
  });
});
