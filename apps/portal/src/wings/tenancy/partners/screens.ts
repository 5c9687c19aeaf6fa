import { IconHeartHandshake } from '@tabler/icons-react';
import type { Screen } from '#portal/app/screen.ts';
import { partnerSearch } from './partners.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/partners',
		title: { en: 'Manage partners', fi: 'Kumppanien hallinta' },
		who: ['admin'],
		help: 'Manage partners',
		search: partnerSearch,
		acts: [{ label: { en: 'Add partner', fi: 'Lisää kumppani' }, search: { id: 'new' } }],
		menu: [{ who: ['admin'], group: null, label: { en: 'Partners', fi: 'Kumppanit' }, icon: IconHeartHandshake, order: 70 }],
		load: () => import('./PartnerListScreen.tsx').then((m) => m.PartnerListScreen),
	},
];
