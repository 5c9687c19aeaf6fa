/** Groups of the menu that this wing brings. */
import { IconUsers } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const users: MenuGroup = { key: 'users', label: { en: 'Users', fi: 'Käyttäjät' }, icon: IconUsers, order: 50 };
