/** A WebGPU adapter for tests: the machine's own, else SwiftShader, which `scripts/vitest-setup.mjs` points to. */
import { findDevice } from '../runtime/devices';

/** Why there is none; undefined where there is one, which sessions of this process then use. */
export async function missingAdapter(): Promise<string | undefined> {
  const own = await findDevice('webgpu');
  if (own.usable) return undefined;
  const manifest = process.env.PALIMPSEST_SWIFTSHADER;
  if (manifest === undefined) return `${own.notes.join(' ')} No Electron runtime with SwiftShader either.`;
  const swiftShader = await findDevice('webgpu', { env: { ...process.env, VK_ICD_FILENAMES: manifest } });
  if (!swiftShader.usable)
    return `SwiftShader: ${swiftShader.notes.join(' ')} Debian: apt-get install libvulkan1`;
  // Read by the Vulkan loader when it is first used.
  process.env.VK_ICD_FILENAMES = manifest;
  return undefined;
}
