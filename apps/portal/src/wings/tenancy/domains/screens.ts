import { everyone, managers, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { customers, domains } from '../menu.ts';
import { domainSearch } from './domains.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/customerdomains',
		title: { en: 'Manage domains', fi: 'Verkkotunnusten hallinta' },
		who: everyone,
		help: 'Manage domains',
		search: domainSearch,
		acts: [
			{
				label: { en: 'Add domain', fi: 'Lisää verkkotunnus' },
				also: { en: 'site website new create', fi: 'sivusto uusi luo' },
				who: managers,
				search: { id: 'new' },
			},
		],
		menu: [{ who: nonAdmins, group: domains, label: { en: 'Manage domains', fi: 'Verkkotunnusten hallinta' }, order: 1 }],
		load: () => import('./CustomerDomainListScreen.tsx').then((m) => m.CustomerDomainListScreen),
	},
	{
		path: '/domains',
		title: { en: 'Manage domains', fi: 'Verkkotunnusten hallinta' },
		who: ['admin'],
		help: 'Manage domains',
		search: domainSearch,
		menu: [{ who: ['admin'], group: customers, label: { en: 'Domains', fi: 'Verkkotunnukset' }, order: 2 }],
		load: () => import('./AllDomainListScreen.tsx').then((m) => m.AllDomainListScreen),
	},
];
