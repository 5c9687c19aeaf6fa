import { features } from '#portal/app/menu.ts';
import { everyone, managers, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { applicationSearch } from './applications.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/applications',
		title: { en: 'Applications', fi: 'Sovellukset' },
		who: everyone,
		help: 'Applications',
		search: applicationSearch,
		acts: [{ label: { en: 'Add application', fi: 'Lisää sovellus' }, who: managers, search: { id: 'new' } }],
		menu: [{ who: nonAdmins, group: features, label: { en: 'IAM and Apps', fi: 'Kirjautuminen ja sovellukset' }, order: 1 }],
		load: () => import('./ApplicationsScreen.tsx').then((m) => m.ApplicationsScreen),
	},
];
