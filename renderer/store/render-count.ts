/** How often parts of the window were drawn. Tests read it, to see that only what changed is drawn again. */
const counts: Record<string, number> = {};

declare global {
  interface Window {
    palimpsestRenders?: Readonly<Record<string, number>>;
  }
}

if (typeof window !== 'undefined') window.palimpsestRenders = counts;

export function countRender(part: string): void {
  counts[part] = (counts[part] ?? 0) + 1;
}
