import { platformAdmin } from '#portal/app/menu.ts';
import type { Screen } from '#portal/app/screen.ts';
import { certCheckSearch, domainCountsSearch } from './hosts.search.ts';

const counts = { en: 'Domain Counts', fi: 'Verkkotunnusten määrät' };
const check = { en: 'Cert Check', fi: 'Varmenteiden tarkistus' };

export const screens: readonly Screen[] = [
	{
		path: '/domainCounts',
		title: counts,
		who: ['admin'],
		help: 'Domain Counts',
		search: domainCountsSearch,
		menu: [{ who: ['admin'], group: platformAdmin, label: counts, order: 1 }],
		load: () => import('./DomainCountsScreen.tsx').then((m) => m.DomainCountsScreen),
	},
	{
		path: '/certCheck',
		title: check,
		who: ['admin'],
		help: 'Cert Check',
		search: certCheckSearch,
		menu: [{ who: ['admin'], group: platformAdmin, label: check, order: 2 }],
		load: () => import('./CertCheckScreen.tsx').then((m) => m.CertCheckScreen),
	},
];
