import { IconLayoutDashboard } from '@tabler/icons-react';
import { everyone, type Screen } from '#portal/app/screen.ts';
import { dashboardSearch } from './dashboard.search.ts';

const title = { en: 'Dashboard', fi: 'Yhteenveto' };

export const screens: readonly Screen[] = [
	{
		path: '/customerdashboard',
		title,
		who: everyone,
		help: 'Dashboard',
		search: dashboardSearch,
		menu: [{ who: everyone, group: null, label: title, icon: IconLayoutDashboard, order: 10 }],
		load: () => import('./DashboardScreen.tsx').then((m) => m.DashboardScreen),
	},
];
