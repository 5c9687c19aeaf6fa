/** Groups of the menu that this wing brings. */
import { IconSend, IconStack2 } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const contents: MenuGroup = { key: 'contents', label: { en: 'Contents', fi: 'Sisällöt' }, icon: IconStack2, order: 44 };
export const campaigns: MenuGroup = { key: 'campaigns', label: { en: 'Campaigns', fi: 'Kampanjat' }, icon: IconSend, order: 45 };
