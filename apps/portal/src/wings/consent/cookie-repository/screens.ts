import { features } from '#portal/app/menu.ts';
import { everyone, managers, type Screen } from '#portal/app/screen.ts';
import { repositorySearch, seenSearch } from './repository.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/cookierepo',
		title: { en: 'Cookie repo and new scan', fi: 'Evästetieto ja uusi skannaus' },
		who: everyone,
		help: 'Light configurations',
		menu: [{ who: everyone, group: features, label: { en: 'Cookie Repo', fi: 'Evästetieto' }, order: 5 }],
		search: repositorySearch,
		acts: [
			{ label: { en: 'Add cookie', fi: 'Lisää eväste' }, who: managers, search: { id: 'new' } },
			{ label: { en: 'What is this cookie?', fi: 'Mikä eväste tämä on?' }, search: { id: 'what' } },
		],
		load: () => import('./RepositoryScreen.tsx').then((m) => m.RepositoryScreen),
	},
	{
		path: '/cookierepo/seen',
		title: { en: 'Seen on your sites', fi: 'Sivustoillasi nähdyt' },
		who: everyone,
		under: '/cookierepo',
		help: 'Light configurations',
		search: seenSearch,
		load: () => import('./SeenScreen.tsx').then((m) => m.SeenScreen),
	},
];
