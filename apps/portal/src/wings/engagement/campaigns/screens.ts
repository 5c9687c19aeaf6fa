/** Campaigns of a domain as they are made, the sheet before one runs, and those that start by themselves. */
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { campaigns } from '../menu.ts';
import { beforeSearch, campaignSearch, proofSearch } from './campaigns.search.ts';
import { journeySearch, triggeredSearch } from './triggered/triggered.search.ts';

const title = { en: 'Manage campaigns', fi: 'Kampanjoiden hallinta' };

export const screens: readonly Screen[] = [
	{
		path: '/campaigns',
		title,
		who: everyone,
		help: 'Manage campaigns',
		search: campaignSearch,
		domainSelector: 'administered',
		menu: [{ who: nonAdmins, group: campaigns, label: { en: 'Manage', fi: 'Hallinta' }, order: 2, needsUseCM: true }],
		acts: [
			{
				label: { en: 'New campaign', fi: 'Uusi kampanja' },
				also: { en: 'create send newsletter letter email', fi: 'luo lähetä uutiskirje kirje sähköposti' },
				search: { id: 'new' },
			},
		],
		load: () => import('./CampaignsScreen.tsx').then((m) => m.CampaignsScreen),
	},
	{
		path: '/campaigns/before',
		title: { en: 'Before it runs', fi: 'Ennen lähetystä' },
		who: everyone,
		under: '/campaigns',
		help: 'Manage campaigns',
		search: beforeSearch,
		load: () => import('./before/BeforeScreen.tsx').then((m) => m.BeforeScreen),
	},
	{
		path: '/campaigns/proof',
		title: { en: 'Proof', fi: 'Vedos' },
		who: everyone,
		under: '/campaigns',
		help: 'Manage campaigns',
		search: proofSearch,
		load: () => import('./proof/ProofScreen.tsx').then((m) => m.ProofScreen),
	},
	{
		path: '/campaigns/triggered',
		title: { en: 'Triggered sends', fi: 'Tapahtumaviestit' },
		who: everyone,
		under: '/campaigns',
		help: 'Manage campaigns',
		search: triggeredSearch,
		domainSelector: 'administered',
		acts: [{ label: { en: 'New triggered send', fi: 'Uusi tapahtumaviesti' }, search: { id: 'new' } }],
		load: () => import('./triggered/TriggeredScreen.tsx').then((m) => m.TriggeredScreen),
	},
	{
		path: '/campaigns/triggered/$id',
		title: { en: 'Triggered send', fi: 'Tapahtumaviesti' },
		who: everyone,
		under: '/campaigns',
		help: 'Manage campaigns',
		search: journeySearch,
		load: () => import('./triggered/JourneyScreen.tsx').then((m) => m.JourneyScreen),
	},
];
