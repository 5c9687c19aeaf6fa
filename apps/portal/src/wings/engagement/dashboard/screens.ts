/** Campaigns as they run: the list, one run, its deliveries, and one of them. */
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { campaigns } from '../menu.ts';
import { dashboardSearch, deliveriesSearch, deliverySearch } from './dashboard.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/campaigndashboard',
		title: { en: 'Campaign dashboard', fi: 'Kampanjoiden tilanne' },
		who: everyone,
		help: 'Campaign dashboard',
		search: dashboardSearch,
		domainSelector: true,
		menu: [{ who: nonAdmins, group: campaigns, label: { en: 'List', fi: 'Luettelo' }, order: 1, needsUseCM: true }],
		load: () => import('./DashboardScreen.tsx').then((m) => m.DashboardScreen),
	},
	{
		path: '/campaigndashboard/deliveries',
		title: { en: 'Deliveries', fi: 'Lähetykset' },
		who: everyone,
		under: '/campaigndashboard',
		help: 'Campaign dashboard',
		search: deliveriesSearch,
		load: () => import('./deliveries/DeliveriesScreen.tsx').then((m) => m.DeliveriesScreen),
	},
	{
		path: '/campaigndashboard/delivery',
		title: { en: 'Delivery', fi: 'Lähetys' },
		who: everyone,
		under: '/campaigndashboard',
		help: 'Campaign dashboard',
		search: deliverySearch,
		load: () => import('./deliveries/DeliveryScreen.tsx').then((m) => m.DeliveryScreen),
	},
];
