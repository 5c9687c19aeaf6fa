import { IconBuilding } from '@tabler/icons-react';
import { managers, type Screen } from '#portal/app/screen.ts';
import { customers } from '../menu.ts';
import { companySearch, customerSearch } from './customers.search.ts';

const label = { en: 'Customers', fi: 'Asiakkaat' };

export const screens: readonly Screen[] = [
	{
		path: '/customers',
		title: { en: 'Manage customers', fi: 'Asiakkaiden hallinta' },
		who: ['admin', 'partner'],
		help: 'Manage customers',
		search: customerSearch,
		acts: [
			{
				label: { en: 'Add customer', fi: 'Lisää asiakas' },
				also: { en: 'company new create', fi: 'yritys uusi luo' },
				search: { id: 'new' },
			},
		],
		menu: [
			{ who: ['partner'], group: null, label, icon: IconBuilding, order: 30 },
			{ who: ['admin'], group: customers, label, order: 1 },
		],
		load: () => import('./CustomerListScreen.tsx').then((m) => m.CustomerListScreen),
	},
	{
		path: '/manageaccount/company',
		title: { en: 'Company', fi: 'Yritys' },
		who: managers,
		under: '/manageaccount',
		help: 'Managing my account',
		search: companySearch,
		acts: [{ label: { en: 'Edit company', fi: 'Muokkaa yritystä' }, search: { id: 'edit' } }],
		load: () => import('./CompanyScreen.tsx').then((m) => m.CompanyScreen),
	},
];
