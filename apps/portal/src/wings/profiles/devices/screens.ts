import type { Screen } from '#portal/app/screen.ts';
import { config } from '../menu.ts';
import { devicesSearch } from './devices.search.ts';

const title = { en: 'Devices', fi: 'Laitteet' };

export const screens: readonly Screen[] = [
	{
		path: '/devices',
		title,
		who: ['admin'],
		help: 'Devices',
		menu: [{ who: ['admin'], group: config, label: title, order: 2 }],
		search: devicesSearch,
		load: () => import('./DevicesScreen.tsx').then((m) => m.DevicesScreen),
	},
];
