import { platformAdmin } from '#portal/app/menu.ts';
import type { Screen } from '#portal/app/screen.ts';
import { activitySearch } from './activity.search.ts';

const title = { en: 'Portal Activity', fi: 'Portaalin tapahtumat' };

export const screens: readonly Screen[] = [
	{
		path: '/portalActivity',
		title,
		who: ['admin'],
		help: 'Portal Activity',
		search: activitySearch,
		menu: [{ who: ['admin'], group: platformAdmin, label: title, order: 4 }],
		load: () => import('./ActivityListScreen.tsx').then((m) => m.ActivityListScreen),
	},
];
