/** Groups of the menu that are no wing's: what several of them offer beside their own. */
import { IconApps } from '@tabler/icons-react';
import type { MenuGroup } from './screen.ts';

export const features: MenuGroup = { key: 'features', label: { en: 'Features', fi: 'Toiminnot' }, icon: IconApps, order: 80 };
