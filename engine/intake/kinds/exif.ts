/** The two EXIF facts that matter for reading: orientation and resolution. */

export interface ExifFacts {
  /** 1..8; 1 where nothing is said. */
  readonly orientation: number;
  readonly dpi?: number;
}

const tags = { orientation: 0x112, xResolution: 0x11a, resolutionUnit: 0x128 } as const;

/** Reads the first directory of a TIFF-structured EXIF block; a damaged block says nothing. */
export function readExif(block: Uint8Array): ExifFacts {
  try {
    return parse(block);
  } catch {
    return { orientation: 1 };
  }
}

function parse(block: Uint8Array): ExifFacts {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const little = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, little);
  const count = view.getUint16(directory, little);
  let orientation = 1;
  let resolution: number | undefined;
  let unit = 2;
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    const tag = view.getUint16(entry, little);
    if (tag === tags.orientation) orientation = view.getUint16(entry + 8, little);
    else if (tag === tags.resolutionUnit) unit = view.getUint16(entry + 8, little);
    else if (tag === tags.xResolution) {
      const at = view.getUint32(entry + 8, little);
      resolution = view.getUint32(at, little) / view.getUint32(at + 4, little);
    }
  }
  if (!(orientation >= 1 && orientation <= 8)) orientation = 1;
  const dpi = resolution === undefined ? undefined : plausibleDpi(resolution * (unit === 3 ? 2.54 : 1));
  return dpi === undefined ? { orientation } : { orientation, dpi };
}

/** Cameras write 72 into everything, and some files 1; only a scanner's figures are worth keeping. */
export function plausibleDpi(dpi: number): number | undefined {
  return dpi > 72 && dpi <= 4800 ? Math.round(dpi * 100) / 100 : undefined;
}
