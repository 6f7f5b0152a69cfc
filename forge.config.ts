// Electron Forge: start, package, make. What goes into the application is said in electron-builder.yml.
import fs from 'node:fs';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import MakerBase, { type MakerOptions } from '@electron-forge/maker-base';
import type { ForgeConfig } from '@electron-forge/shared-types';
import { fileFilter, readDescription, unpackedFolders } from './scripts/packaging';

const description = readDescription(__dirname);
const platform = process.env.npm_config_platform ?? process.platform;
const arch = process.env.npm_config_arch ?? process.arch;
const keep = fileFilter(description.files, platform, arch);

const fuses: Record<string, FuseV1Options> = {
  runAsNode: FuseV1Options.RunAsNode,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
};

/** Turns the folder that Forge packaged into what electron-builder.yml lists as targets. */
class ElectronBuilderMaker extends MakerBase<Record<string, never>> {
  name = 'electron-builder';
  defaultPlatforms = ['linux' as const, 'win32' as const, 'darwin' as const];

  override isSupportedOnCurrentPlatform() {
    return true;
  }

  override async make({ dir, targetPlatform, targetArch }: MakerOptions): Promise<string[]> {
    const { Arch, build, Platform } = await import('electron-builder');
    const target = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC }[
      targetPlatform as string
    ];
    if (!target) throw new Error(`no target for ${targetPlatform}`);
    const prepackaged = targetPlatform === 'darwin' ? path.join(dir, `${description.productName}.app`) : dir;
    const archs: Record<string, (typeof Arch)[keyof typeof Arch]> = { x64: Arch.x64, arm64: Arch.arm64 };
    return build({
      projectDir: __dirname,
      prepackaged,
      targets: target.createTarget(null, archs[targetArch] ?? Arch.x64),
      publish: 'never',
    });
  }
}

const config: ForgeConfig = {
  outDir: 'out',
  packagerConfig: {
    name: description.productName,
    executableName: description.executableName,
    appBundleId: description.appId,
    appCopyright: description.copyright,
    asar: { unpackDir: unpackedFolders(description.asarUnpack) },
    ignore: (file) => !keep(file),
    // The filter already says which modules go in.
    prune: false,
    ...(process.env.PALIMPSEST_ELECTRON_ZIPS ? { electronZipDir: process.env.PALIMPSEST_ELECTRON_ZIPS } : {}),
  },
  // Every native module here is N-API and comes built.
  rebuildConfig: { onlyModules: [] },
  makers: [new ElectronBuilderMaker({})],
  hooks: {
    async postPackage(_config, result) {
      // The packager works in a private temporary folder; other users start the application too.
      for (const folder of result.outputPaths) fs.chmodSync(folder, 0o755);
      // Playwright can look inside only through the inspector that a fuse switches off.
      if (process.env.PALIMPSEST_UNFUSED === '1') return;
      for (const folder of result.outputPaths) {
        const names = {
          darwin: `${description.productName}.app/Contents/MacOS/${description.executableName}`,
          win32: `${description.executableName}.exe`,
        };
        const name = names[result.platform as keyof typeof names] ?? description.executableName;
        await flipFuses(path.join(folder, name), {
          version: FuseVersion.V1,
          resetAdHocDarwinSignature: result.platform === 'darwin' && result.arch === 'arm64',
          ...Object.fromEntries(
            Object.entries(description.electronFuses).map(([key, value]) => {
              const fuse = fuses[key];
              if (fuse === undefined) throw new Error(`electron-builder.yml: unknown fuse ${key}`);
              return [fuse, value];
            }),
          ),
        });
      }
    },
  },
};

export default config;
