/** Audiences: the list of a domain, and the builder. */
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { audiences } from '../menu.ts';
import { audienceSearch, builderSearch } from './audiences.search.ts';

const title = { en: 'Manage audiences', fi: 'Kohderyhmien hallinta' };

export const screens: readonly Screen[] = [
	{
		path: '/audiences',
		title,
		who: everyone,
		help: 'Manage audiences',
		search: audienceSearch,
		domainSelector: 'administered',
		menu: [{ who: nonAdmins, group: audiences, label: { en: 'Audiences', fi: 'Kohderyhmät' }, order: 1, needsUseCM: true }],
		load: () => import('./AudiencesScreen.tsx').then((m) => m.AudiencesScreen),
	},
	{
		path: '/audiences/new',
		title: { en: 'New audience', fi: 'Uusi kohderyhmä' },
		who: everyone,
		under: '/audiences',
		help: 'Manage audiences',
		search: builderSearch,
		domainSelector: 'administered',
		acts: [
			{
				label: { en: 'New audience', fi: 'Uusi kohderyhmä' },
				also: { en: 'create add recipients list', fi: 'luo lisää vastaanottajat lista' },
			},
		],
		load: () => import('./BuilderScreen.tsx').then((m) => m.AudienceScreen),
	},
	{
		path: '/audiences/$id',
		title: { en: 'Audience', fi: 'Kohderyhmä' },
		who: everyone,
		under: '/audiences',
		help: 'Manage audiences',
		search: builderSearch,
		load: () => import('./BuilderScreen.tsx').then((m) => m.AudienceScreen),
	},
];
