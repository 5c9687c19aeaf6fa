import { platformAdmin } from '#portal/app/menu.ts';
import type { Screen } from '#portal/app/screen.ts';
import { customerDomainAppSearch, firstPartyAppSearch } from './apps.search.ts';

const firstParty = { en: 'First Party Apps', fi: 'Omien verkkotunnusten sovellukset' };
const customerDomain = { en: 'Customer Domain Apps', fi: 'Asiakkaiden sovellukset' };
const add = { en: 'Add an app', fi: 'Lisää sovellus' };

export const screens: readonly Screen[] = [
	{
		path: '/firstpartyApps',
		title: firstParty,
		who: ['admin'],
		help: 'First Party Apps',
		search: firstPartyAppSearch,
		menu: [{ who: ['admin'], group: platformAdmin, label: firstParty, order: 3 }],
		acts: [{ label: { en: `${add.en}: ${firstParty.en}`, fi: `${add.fi}: ${firstParty.fi}` }, search: { id: 'new' } }],
		load: () => import('./FirstPartyAppsScreen.tsx').then((m) => m.FirstPartyAppsScreen),
	},
	{
		path: '/customerDomainApps',
		title: customerDomain,
		who: ['admin'],
		help: 'Customer Domain Apps',
		search: customerDomainAppSearch,
		menu: [{ who: ['admin'], group: platformAdmin, label: customerDomain, order: 5 }],
		acts: [{ label: { en: `${add.en}: ${customerDomain.en}`, fi: `${add.fi}: ${customerDomain.fi}` }, search: { id: 'new' } }],
		load: () => import('./CustomerDomainAppsScreen.tsx').then((m) => m.CustomerDomainAppsScreen),
	},
];
