import { features } from '#portal/app/menu.ts';
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { domains } from '../menu.ts';
import { configuratorSearch, customDomainSearch } from './custom-domains.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/managecustomdomains',
		title: { en: 'Manage custom domains', fi: 'Omien verkkotunnusten hallinta' },
		who: everyone,
		help: 'Manage custom domains',
		search: customDomainSearch,
		menu: [{ who: nonAdmins, group: domains, label: { en: 'First party domains', fi: 'Omat verkkotunnukset' }, order: 2 }],
		acts: [
			{
				label: { en: 'Add a custom domain', fi: 'Lisää oma verkkotunnus' },
				who: ['admin', 'customerAdmin', 'domainAdmin'],
				search: { id: 'new' },
			},
		],
		load: () => import('./CustomDomainsScreen.tsx').then((m) => m.CustomDomainsScreen),
	},
	{
		path: '/firstpartyconfigurator',
		title: { en: 'First Party Configurator', fi: 'Oman verkkotunnuksen käyttöönotto' },
		who: everyone,
		help: 'Manage custom domains',
		search: configuratorSearch,
		menu: [
			{ who: nonAdmins, group: features, label: { en: 'First Party Configurator', fi: 'Oman verkkotunnuksen käyttöönotto' }, order: 8 },
		],
		load: () => import('./ConfiguratorScreen.tsx').then((m) => m.ConfiguratorScreen),
	},
];
