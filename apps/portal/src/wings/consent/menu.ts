/** Groups of the menu that this wing brings. */
import { IconShield } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const cmp: MenuGroup = { key: 'cmp', label: { en: 'CMP', fi: 'CMP' }, icon: IconShield, order: 41 };
