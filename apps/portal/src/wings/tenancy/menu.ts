/** Groups of the menu that this wing brings. */
import { IconBuilding, IconWorld } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const domains: MenuGroup = { key: 'domains', label: { en: 'Domains', fi: 'Verkkotunnukset' }, icon: IconWorld, order: 42 };
export const customers: MenuGroup = { key: 'customers', label: { en: 'Customers', fi: 'Asiakkaat' }, icon: IconBuilding, order: 60 };
