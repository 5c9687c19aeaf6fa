/** Sign-up forms: the list of a domain, and the editor. They fill the list of people, so they stand under segments. */
import { everyone, type Screen } from '#portal/app/screen.ts';
import { formEditorSearch, formSearch } from './forms.search.ts';

const help = 'Manage segment';

export const screens: readonly Screen[] = [
	{
		path: '/signupforms',
		title: { en: 'Sign-up forms', fi: 'Liittymislomakkeet' },
		who: everyone,
		under: '/segments',
		help,
		search: formSearch,
		domainSelector: 'administered',
		load: () => import('./FormsScreen.tsx').then((m) => m.FormsScreen),
	},
	{
		path: '/signupforms/new',
		title: { en: 'New sign-up form', fi: 'Uusi liittymislomake' },
		who: everyone,
		under: '/segments',
		help,
		search: formEditorSearch,
		domainSelector: 'administered',
		acts: [
			{
				label: { en: 'New sign-up form', fi: 'Uusi liittymislomake' },
				also: { en: 'create subscribe newsletter', fi: 'luo tilaus uutiskirje' },
			},
		],
		load: () => import('./FormScreen.tsx').then((m) => m.FormScreen),
	},
	{
		path: '/signupforms/$id',
		title: { en: 'Sign-up form', fi: 'Liittymislomake' },
		who: everyone,
		under: '/segments',
		help,
		search: formEditorSearch,
		load: () => import('./FormScreen.tsx').then((m) => m.FormScreen),
	},
];
