import type { Screen } from '#portal/app/screen.ts';
import { teamSearch } from './team.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/manageaccount',
		title: { en: 'Managing my account', fi: 'Oman tilin hallinta' },
		who: ['customerAdmin'],
		header: true,
		help: 'Managing my account',
		search: teamSearch,
		acts: [
			{
				label: { en: 'Invite', fi: 'Kutsu' },
				also: { en: 'colleague user person team add', fi: 'kollega käyttäjä henkilö tiimi lisää' },
				search: { id: 'new' },
			},
		],
		load: () => import('./AccountScreen.tsx').then((m) => m.AccountScreen),
	},
];
