/** Groups of the menu that this wing brings. */
import { IconUsersGroup } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const audiences: MenuGroup = { key: 'audiences', label: { en: 'Audiences', fi: 'Kohderyhmät' }, icon: IconUsersGroup, order: 43 };
