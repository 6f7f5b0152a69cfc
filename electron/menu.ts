/** The application's menu, from the window's action records. Shortcuts are shown here and handled in the window. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuModel } from '../engine/protocol/shell';

type Item = MenuModel[number]['items'][number];

export function menuTemplate(model: MenuModel, run: (id: string) => void): MenuItemConstructorOptions[] {
  const itemOf = (item: Item): MenuItemConstructorOptions => {
    switch (item.type) {
      case 'separator':
        return { type: 'separator' };
      case 'role':
        return { role: item.role, label: item.label };
      case 'action':
        return {
          id: item.id,
          label: item.label,
          enabled: item.enabled,
          ...(item.shortcut === undefined ? {} : { accelerator: item.shortcut, registerAccelerator: false }),
          ...(item.checked === undefined ? {} : { type: 'checkbox', checked: item.checked }),
          click: () => run(item.id),
        };
    }
  };
  return model.map(({ label, items }) => ({ label, submenu: items.map(itemOf) }));
}

export function setMenu(model: MenuModel, run: (id: string) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(model, run)));
}
