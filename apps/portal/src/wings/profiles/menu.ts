/** Groups of the menu that this wing brings. */
import { IconSettingsCog, IconUsersGroup } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const audiences: MenuGroup = { key: 'audiences', label: { en: 'Audiences', fi: 'Kohderyhmät' }, icon: IconUsersGroup, order: 43 };
export const config: MenuGroup = { key: 'config', label: { en: 'Config', fi: 'Määritykset' }, icon: IconSettingsCog, order: 40 };
