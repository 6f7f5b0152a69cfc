/** The menu bar, drawn from the action records in the window's language; Electron's own roles fill in the rest. */
import type { MenuModel } from '../../engine/protocol/shell';
import type { MessageKey, Translate } from '../i18n/translate';
import type { State } from '../store/state';
import type { MenuName } from './action';
import { actions, isEnabled } from './registry';
import { toAccelerator } from './shortcuts';

type Item = MenuModel[number]['items'][number];
type Role = Extract<Item, { type: 'role' }>['role'];

const menus: readonly { readonly name: MenuName; readonly title: MessageKey }[] = [
  { name: 'file', title: 'menu.file' },
  { name: 'edit', title: 'menu.edit' },
  { name: 'region', title: 'menu.region' },
  { name: 'type', title: 'menu.type' },
  { name: 'page', title: 'menu.page' },
  { name: 'read', title: 'menu.read' },
  { name: 'view', title: 'menu.view' },
  { name: 'help', title: 'menu.help' },
];

const rolesBefore: Partial<Record<MenuName, readonly Role[]>> = {
  edit: ['cut', 'copy', 'paste', 'selectAll'],
};
const rolesAfter: Partial<Record<MenuName, readonly Role[]>> = { file: ['quit'], view: ['togglefullscreen'] };

export function menuModel(state: State, translate: Translate): MenuModel {
  const roleItem = (role: Role): Item => ({ type: 'role', role, label: translate(`role.${role}`) });
  return menus.map(({ name, title }) => {
    const items: Item[] = (rolesBefore[name] ?? []).map(roleItem);
    for (const action of actions.filter(({ menu }) => menu === name)) {
      if (action.section && items.length > 0) items.push({ type: 'separator' });
      const shortcut = action.shortcuts?.[0];
      items.push({
        type: 'action',
        id: action.id,
        label: translate(action.title),
        enabled: isEnabled(action, state),
        ...(shortcut === undefined ? {} : { shortcut: toAccelerator(shortcut) }),
        ...(action.checked ? { checked: action.checked(state) } : {}),
      });
    }
    const after = rolesAfter[name] ?? [];
    if (after.length > 0) items.push({ type: 'separator' }, ...after.map(roleItem));
    return { label: translate(title), items };
  });
}
