import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { menuModel as menuSchema } from '../../engine/protocol/shell';
import { en } from '../i18n/en';
import { pt } from '../i18n/pt';
import { initialState } from '../store/state';
import { menuModel } from './menu-model';
import { actions } from './registry';
import { keyCaps, matches, toAccelerator } from './shortcuts';

const press = (key: string, held = '') => ({
  key,
  ctrlKey: held.includes('c'),
  metaKey: held.includes('m'),
  shiftKey: held.includes('s'),
  altKey: held.includes('a'),
});

describe('shortcuts', () => {
  it('Mod is Ctrl, and Cmd on a Mac', () => {
    expect(matches('Mod+O', press('o', 'c'), 'linux')).toBe(true);
    expect(matches('Mod+O', press('o', 'm'), 'linux')).toBe(false);
    expect(matches('Mod+O', press('o', 'm'), 'darwin')).toBe(true);
    expect(matches('Mod+O', press('o', 'c'), 'darwin')).toBe(false);
    expect(matches('Mod+O', press('O', 'cs'), 'linux')).toBe(false);
    expect(matches('Mod+Shift+O', press('O', 'cs'), 'linux')).toBe(true);
  });

  it('signs are found on any keyboard', () => {
    expect(matches('Mod++', press('+', 'cs'), 'linux')).toBe(true);
    expect(matches('Mod++', press('=', 'c'), 'linux')).toBe(true);
    expect(matches('Mod+-', press('-', 'c'), 'linux')).toBe(true);
    expect(matches('Mod+,', press(',', 'c'), 'linux')).toBe(true);
    expect(matches('?', press('?', 's'), 'linux')).toBe(true);
    expect(matches('F6', press('F6', 's'), 'linux')).toBe(false);
  });

  it('no key belongs to two actions', () => {
    const keys = [
      ...'abcdefghijklmnopqrstuvwxyz0123456789+-=,.?',
      'F1',
      'F6',
      'PageUp',
      'PageDown',
      'ArrowUp',
      'ArrowDown',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.subarray(['c', 's', 'a']), (key, held) => {
        const hits = actions.filter((action) =>
          action.shortcuts?.some((shortcut) => matches(shortcut, press(key, held.join('')), 'linux')),
        );
        expect(hits.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('are written for the menu and for people', () => {
    expect(toAccelerator('Mod+Shift+O')).toBe('CommandOrControl+Shift+O');
    expect(toAccelerator('Mod++')).toBe('CommandOrControl+Plus');
    expect(toAccelerator('Mod+ArrowDown')).toBe('CommandOrControl+Down');
    expect(keyCaps('Mod++', 'linux')).toEqual(['Ctrl', '+']);
    expect(keyCaps('Mod+Shift+P', 'darwin')).toEqual(['⌘', '⇧', 'P']);
  });
});

describe('the registry', () => {
  it('has each id once', () => {
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  });

  it('makes a menu that the shell accepts, with every action in it', () => {
    const model = menuModel(initialState, (key) => key);
    expect(menuSchema.safeParse(model).success).toBe(true);
    const ids = model.flatMap(({ items }) =>
      items.flatMap((item) => (item.type === 'action' ? [item.id] : [])),
    );
    expect(ids.sort()).toEqual(actions.map(({ id }) => id).sort());
  });

  it('offers nothing for pages while there are none', () => {
    const model = menuModel(initialState, (key) => key);
    const enabled = model.flatMap(({ items }) =>
      items.flatMap((item) => (item.type === 'action' && item.enabled ? [item.id] : [])),
    );
    expect(enabled).toContain('open-files');
    for (const id of ['export', 'next-page', 'copy-text', 'cancel', 'problems'])
      expect(enabled).not.toContain(id);
  });
});

describe('the catalogues', () => {
  const places = (text: string): readonly string[] =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

  it('say the same with the same values in every language', () => {
    for (const [key, text] of Object.entries(en)) {
      const other = pt[key as keyof typeof en]; // the keys of the same catalogue
      expect(other.trim(), key).not.toBe('');
      expect(places(other), key).toEqual(places(text));
    }
  });

  it('have both forms of what is counted', () => {
    for (const key of Object.keys(en)) {
      if (key.endsWith('_one')) expect(Object.keys(en)).toContain(key.replace(/_one$/, '_other'));
    }
  });
});
