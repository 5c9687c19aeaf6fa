import type { Screen } from '#portal/app/screen.ts';
import { users } from '../menu.ts';
import { roleSearch } from './roles.search.ts';

const title = { en: 'Manage roles', fi: 'Roolien hallinta' };

export const screens: readonly Screen[] = [
	{
		path: '/roles',
		title,
		who: ['admin'],
		help: 'Manage roles',
		search: roleSearch,
		acts: [{ label: { en: 'Add role', fi: 'Lisää rooli' }, search: { id: 'new' } }],
		menu: [{ who: ['admin'], group: users, label: title, order: 1 }],
		load: () => import('./RoleListScreen.tsx').then((m) => m.RoleListScreen),
	},
];
