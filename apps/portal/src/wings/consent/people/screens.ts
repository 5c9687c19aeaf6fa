import { everyone, type Screen } from '#portal/app/screen.ts';
import { peopleSearch, personSearch } from './people.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/reports/people',
		title: { en: 'People and consents', fi: 'Henkilöt ja suostumukset' },
		who: everyone,
		help: 'People and consents',
		under: '/reports',
		search: peopleSearch,
		acts: [
			{ label: { en: 'Record answer', fi: 'Kirjaa vastaus' }, search: { id: 'new' } },
			{ label: { en: 'Import answers', fi: 'Tuo vastauksia' }, search: { id: 'import' } },
		],
		load: () => import('./PeopleScreen.tsx').then((m) => m.PeopleScreen),
	},
	{
		path: '/reports/people/$id',
		title: { en: 'Consents of a person', fi: 'Henkilön suostumukset' },
		who: everyone,
		help: 'People and consents',
		under: '/reports',
		search: personSearch,
		load: () => import('./PersonScreen.tsx').then((m) => m.PersonScreen),
	},
];
