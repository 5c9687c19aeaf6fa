import { managers, type Screen } from '#portal/app/screen.ts';
import { costSearch } from './costs.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/manageaccount/costs',
		title: { en: 'Costs', fi: 'Kulut' },
		who: managers,
		under: '/manageaccount',
		help: 'Costs',
		search: costSearch,
		load: () => import('./CostsScreen.tsx').then((m) => m.CostsScreen),
	},
];
