import type { Screen } from '#portal/app/screen.ts';
import { customers } from '../menu.ts';
import { requestSearch } from './requests.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/requests',
		title: { en: 'Requests', fi: 'Pyynnöt' },
		who: ['admin'],
		help: 'Requests',
		search: requestSearch,
		menu: [{ who: ['admin'], group: customers, label: { en: 'Requests', fi: 'Pyynnöt' }, order: 4 }],
		load: () => import('./RequestsScreen.tsx').then((m) => m.RequestsScreen),
	},
];
