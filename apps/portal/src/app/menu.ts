/** Groups of the menu that are no wing's: what several of them offer beside their own. */
import { IconApps, IconServerCog } from '@tabler/icons-react';
import type { MenuGroup } from './screen.ts';

export const features: MenuGroup = { key: 'features', label: { en: 'Features', fi: 'Toiminnot' }, icon: IconApps, order: 80 };
export const platformAdmin: MenuGroup = {
	key: 'platformAdmin',
	label: { en: 'Platform Admin', fi: 'Alustan hallinta' },
	icon: IconServerCog,
	order: 90,
};
