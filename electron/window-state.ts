/** Where the window was; brought back only where a screen still shows it. Pure but for the file. */
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const windowStateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  maximized: z.boolean().default(false),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export const loadWindowState = (file: string): WindowState => readJsonFile(file, windowStateSchema);
export const saveWindowState = (file: string, state: WindowState): void => writeJsonFile(file, state);

const smallest = { width: 640, height: 480 };
/** So much of the title bar has to be on a screen for a person to get hold of the window. */
const grip = 80;

/** The stored bounds when enough of them lies on one of the work areas, else a sensible size on the first one. */
export function placeWindow(stored: Rectangle | undefined, workAreas: readonly Rectangle[]): Rectangle {
  const main = workAreas[0] ?? { x: 0, y: 0, width: 1280, height: 800 };
  if (stored) {
    const width = Math.max(smallest.width, Math.min(stored.width, main.width));
    const height = Math.max(smallest.height, Math.min(stored.height, main.height));
    const reachable = workAreas.some(
      (area) =>
        stored.y >= area.y &&
        stored.y + grip <= area.y + area.height &&
        stored.x + width >= area.x + grip &&
        stored.x + grip <= area.x + area.width,
    );
    if (reachable) return { x: stored.x, y: stored.y, width, height };
  }
  const width = Math.min(1440, Math.round(main.width * 0.92));
  const height = Math.min(960, Math.round(main.height * 0.92));
  return {
    x: main.x + Math.round((main.width - width) / 2),
    y: main.y + Math.round((main.height - height) / 2),
    width,
    height,
  };
}
