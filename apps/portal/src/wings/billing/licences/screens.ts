import { managers, type Screen } from '#portal/app/screen.ts';
import { licenceSearch } from './licences.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/manageaccount/licences',
		title: { en: 'Licences', fi: 'Lisenssit' },
		who: managers,
		under: '/manageaccount',
		help: 'Licences',
		search: licenceSearch,
		acts: [{ label: { en: 'Add licence', fi: 'Lisää lisenssi' }, who: ['admin', 'customerAdmin'], search: { id: 'new' } }],
		load: () => import('./LicencesScreen.tsx').then((m) => m.LicencesScreen),
	},
];
