/** Groups of the menu that this wing brings. */
import { IconServerCog } from '@tabler/icons-react';
import type { MenuGroup } from '#portal/app/screen.ts';

export const platformAdmin: MenuGroup = {
	key: 'platformAdmin',
	label: { en: 'Platform Admin', fi: 'Alustan hallinta' },
	icon: IconServerCog,
	order: 90,
};
