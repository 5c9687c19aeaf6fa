/** Contents: the list of a domain, and the editor. */
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { contents } from '../menu.ts';
import { contentSearch, editorSearch } from './contents.search.ts';

/** One page of the specification with two titles (G011). */
const help = 'Contents';

export const screens: readonly Screen[] = [
	{
		path: '/contents',
		title: { en: 'Manage contents', fi: 'Sisältöjen hallinta' },
		who: everyone,
		help,
		search: contentSearch,
		domainSelector: 'administered',
		menu: [{ who: nonAdmins, group: contents, label: { en: 'Content', fi: 'Sisältö' }, order: 1, needsUseCM: true }],
		load: () => import('./ContentsScreen.tsx').then((m) => m.ContentsScreen),
	},
	{
		path: '/contents/new',
		title: { en: 'Create contents', fi: 'Luo sisältö' },
		who: everyone,
		under: '/contents',
		help,
		search: editorSearch,
		domainSelector: 'administered',
		acts: [
			{
				label: { en: 'New content', fi: 'Uusi sisältö' },
				also: { en: 'create write newsletter letter email', fi: 'luo kirjoita uutiskirje kirje sähköposti' },
			},
		],
		load: () => import('./ContentScreen.tsx').then((m) => m.ContentScreen),
	},
	{
		path: '/contents/$id',
		title: { en: 'Content', fi: 'Sisältö' },
		who: everyone,
		under: '/contents',
		help,
		search: editorSearch,
		load: () => import('./ContentScreen.tsx').then((m) => m.ContentScreen),
	},
];
