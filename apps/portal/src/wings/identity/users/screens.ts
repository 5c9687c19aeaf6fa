import type { Screen } from '#portal/app/screen.ts';
import { users } from '../menu.ts';
import { userSearch } from './users.search.ts';

const title = { en: 'Manage users', fi: 'Käyttäjien hallinta' };

export const screens: readonly Screen[] = [
	{
		path: '/users',
		title,
		who: ['admin'],
		help: 'Manage users',
		search: userSearch,
		menu: [{ who: ['admin'], group: users, label: title, order: 2 }],
		load: () => import('./UserListScreen.tsx').then((m) => m.UserListScreen),
	},
];
