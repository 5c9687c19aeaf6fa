import { features } from '#portal/app/menu.ts';
import { everyone, type Screen } from '#portal/app/screen.ts';
import { scanSearch, siteSearch } from './scans.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/cookiescan',
		title: { en: 'Cookie Scan', fi: 'Evästeskannaus' },
		who: everyone,
		help: 'Cookie scan',
		menu: [{ who: everyone, group: features, label: { en: 'Cookie Scan', fi: 'Evästeskannaus' }, order: 4 }],
		search: scanSearch,
		acts: [{ label: { en: 'Scan a site', fi: 'Skannaa sivusto' }, search: { id: 'new' } }],
		load: () => import('./ScanScreen.tsx').then((m) => m.ScanScreen),
	},
	{
		path: '/customerdomainscan',
		title: { en: 'Customer Domain Scan', fi: 'Skannattavat sivustot' },
		who: everyone,
		help: 'Cookie scan',
		menu: [{ who: everyone, group: features, label: { en: 'Customer Domain Scan', fi: 'Skannattavat sivustot' }, order: 6 }],
		search: siteSearch,
		acts: [{ label: { en: 'Add a site to scan', fi: 'Lisää skannattava sivusto' }, search: { id: 'new' } }],
		load: () => import('./SitesScreen.tsx').then((m) => m.SitesScreen),
	},
];
