import { managers, type Screen } from '#portal/app/screen.ts';
import { creditSearch } from './credits.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/manageaccount/credits',
		title: { en: 'Credits and payments', fi: 'Krediitit ja maksut' },
		who: managers,
		under: '/manageaccount',
		help: 'Credits and payments',
		search: creditSearch,
		acts: [{ label: { en: 'Buy credits', fi: 'Osta krediittejä' }, who: ['admin', 'customerAdmin'] }],
		load: () => import('./CreditsScreen.tsx').then((m) => m.CreditsScreen),
	},
];
