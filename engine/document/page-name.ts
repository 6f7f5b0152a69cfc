/** How a page is called: its place in its file, and which half of it. */
import type { Page } from './types';

/** `7`, or `7a` for the first half of it. */
export function pageName({ number, part = '' }: Pick<Page, 'number' | 'part'>): string {
  return `${number}${part}`;
}
