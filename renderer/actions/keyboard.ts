/**
 * Keys to actions. Nothing happens while an input method composes, in a text field only what is meant for it, and
 * single letters only where regions have the keyboard and the person has not switched them off.
 */
import { get } from '../store/store';
import { actions, isEnabled } from './registry';
import { matches } from './shortcuts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]):not([type="radio"]), textarea, select');

export function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  const state = get();
  const field = isField(event.target);
  const onRegions = event.target instanceof Element && event.target.matches('[data-region-keys]');
  // A modal dialog has the keyboard to itself; it closes by Escape, which it does on its own.
  if (state.dialog !== undefined) return;
  for (const action of actions) {
    if (action.byPasteEvent || (field && action.notInFields)) continue;
    const hit = action.shortcuts?.some((shortcut) => {
      if (field && shortcut.length === 1) return false;
      if (action.onRegions?.includes(shortcut)) {
        if (field || !onRegions || (shortcut.length === 1 && !state.settings.letterKeys)) return false;
      }
      return matches(shortcut, event, state.platform);
    });
    if (!hit) continue;
    event.preventDefault();
    if (isEnabled(action, state)) action.perform();
    return;
  }
}
