import { IconBuilding } from '@tabler/icons-react';
import type { Screen } from '#portal/app/screen.ts';
import { customers } from '../menu.ts';
import { customerSearch } from './customers.search.ts';

const label = { en: 'Customers', fi: 'Asiakkaat' };

export const screens: readonly Screen[] = [
	{
		path: '/customers',
		title: { en: 'Manage customers', fi: 'Asiakkaiden hallinta' },
		who: ['admin', 'partner'],
		help: 'Manage customers',
		search: customerSearch,
		acts: [{ label: { en: 'Add customer', fi: 'Lisää asiakas' }, search: { id: 'new' } }],
		menu: [
			{ who: ['partner'], group: null, label, icon: IconBuilding, order: 30 },
			{ who: ['admin'], group: customers, label, order: 1 },
		],
		load: () => import('./CustomerListScreen.tsx').then((m) => m.CustomerListScreen),
	},
];
