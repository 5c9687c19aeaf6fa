import { features } from '#portal/app/menu.ts';
import { everyone, nonAdmins, type Screen, type Who } from '#portal/app/screen.ts';
import { config } from '../menu.ts';
import { peopleSearch, personSearch } from './people.search.ts';

const admin: readonly Who[] = ['admin'];
const profiles = { en: 'Profiles', fi: 'Profiilit' };

/** A list of people, and the page of one of them below it. */
const both = ({ help, ...list }: Pick<Screen, 'path' | 'title' | 'who' | 'menu' | 'acts' | 'help'>): Screen[] => [
	{ ...list, help, search: peopleSearch, load: () => import('./PeopleScreen.tsx').then((m) => m.PeopleScreen) },
	{
		path: `${list.path}/$id`,
		title: { en: 'Person', fi: 'Henkilö' },
		who: list.who,
		help,
		under: list.path,
		search: personSearch,
		load: () => import('./PersonScreen.tsx').then((m) => m.PersonScreen),
	},
];

export const screens: readonly Screen[] = [
	...both({
		path: '/profiles',
		title: profiles,
		who: admin,
		help: 'Domain profiles',
		menu: [{ who: admin, group: config, label: profiles, order: 1 }],
	}),
	...both({
		path: '/domainprofiles',
		title: { en: 'Domain profiles', fi: 'Verkkotunnuksen profiilit' },
		who: everyone,
		help: 'Domain profiles',
		menu: [{ who: nonAdmins, group: features, label: { en: 'CRM', fi: 'CRM' }, order: 2 }],
		acts: [{ label: { en: 'Record answer', fi: 'Kirjaa vastaus' }, search: { id: 'new' } }],
	}),
];
