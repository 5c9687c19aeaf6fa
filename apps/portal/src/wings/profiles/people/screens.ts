import { features } from '#portal/app/menu.ts';
import { everyone, nonAdmins, type Screen, type Who } from '#portal/app/screen.ts';
import { config } from '../menu.ts';
import { peopleSearch, personSearch } from './people.search.ts';

const admin: readonly Who[] = ['admin'];
const PERSON = { en: 'Person', fi: 'Henkilö' };
const list = () => import('./PeopleScreen.tsx').then((m) => m.PeopleScreen);
const person = () => import('./PersonScreen.tsx').then((m) => m.PersonScreen);
const help = 'Domain profiles';

export const screens: readonly Screen[] = [
	{
		path: '/profiles',
		title: { en: 'Profiles', fi: 'Profiilit' },
		who: admin,
		help,
		menu: [{ who: admin, group: config, label: { en: 'Profiles', fi: 'Profiilit' }, order: 1 }],
		search: peopleSearch,
		load: list,
	},
	{ path: '/profiles/$id', title: PERSON, who: admin, help, under: '/profiles', search: personSearch, load: person },
	{
		path: '/domainprofiles',
		title: { en: 'Domain profiles', fi: 'Verkkotunnuksen profiilit' },
		who: everyone,
		help,
		menu: [{ who: nonAdmins, group: features, label: { en: 'CRM', fi: 'CRM' }, order: 2 }],
		search: peopleSearch,
		acts: [{ label: { en: 'Record answer', fi: 'Kirjaa vastaus' }, search: { id: 'new' } }],
		load: list,
	},
	{ path: '/domainprofiles/$id', title: PERSON, who: everyone, help, under: '/domainprofiles', search: personSearch, load: person },
];
