/** Short messages on screen, and sentences for screen readers. */
import type { Toast, ToastAction } from './state';
import { get, set } from './store';

let lastId = 0;

/** Stays a few seconds; the same text is not shown twice at a time. */
export function toast(tone: Toast['tone'], text: string, action?: ToastAction): void {
  if (get().toasts.some((each) => each.text === text)) return;
  lastId += 1;
  const id = lastId;
  set({ toasts: [...get().toasts.slice(-3), { id, tone, text, ...(action && { action }) }] });
  setTimeout(() => dismissToast(id), action ? 20_000 : tone === 'danger' ? 9000 : 4000);
}

export function dismissToast(id: number): void {
  set({ toasts: get().toasts.filter((each) => each.id !== id) });
}

export function announce(sentence: string): void {
  set({ announcement: sentence });
}
