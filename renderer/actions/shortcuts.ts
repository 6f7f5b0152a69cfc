/**
 * Shortcuts as text, e.g. `Mod+Shift+O`; `Mod` is Ctrl, on macOS Cmd. One form for matching keys, for the menu and for
 * people.
 */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const isMac = (platform: string): boolean => platform === 'darwin';

export function matches(shortcut: string, press: KeyPress, platform: string): boolean {
  const parts = shortcut.split('+').filter((part) => part !== '');
  const wanted = shortcut.endsWith('++') ? '+' : (parts.at(-1) ?? '');
  const has = (name: string): boolean => parts.includes(name);
  const mod = isMac(platform) ? press.metaKey : press.ctrlKey;
  const other = isMac(platform) ? press.ctrlKey : press.metaKey;
  if (has('Mod') !== mod || other || has('Alt') !== press.altKey) return false;
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  // Signs are reached with Shift on some keyboards and without on others.
  const isSign = wanted.length === 1 && !/[A-Z0-9]/.test(wanted);
  if (!isSign && has('Shift') !== press.shiftKey) return false;
  return key === wanted || (wanted === '+' && key === '=');
}

/** For Electron's menu. */
export function toAccelerator(shortcut: string): string {
  return shortcut
    .replace('Mod', 'CommandOrControl')
    .replace(/\+\+$/, '+Plus')
    .replace(/Arrow(Up|Down|Left|Right)/, '$1');
}

/** For people, one entry per key cap. */
export function keyCaps(shortcut: string, platform: string): readonly string[] {
  const parts = shortcut.endsWith('++') ? [...shortcut.slice(0, -2).split('+'), '+'] : shortcut.split('+');
  const names: Readonly<Record<string, string>> = {
    Mod: isMac(platform) ? '⌘' : 'Ctrl',
    Shift: isMac(platform) ? '⇧' : 'Shift',
    Alt: isMac(platform) ? '⌥' : 'Alt',
    ArrowUp: '↑',
    ArrowDown: '↓',
    PageUp: 'Page ↑',
    PageDown: 'Page ↓',
    Escape: 'Esc',
  };
  return parts.map((part) => names[part] ?? part);
}
