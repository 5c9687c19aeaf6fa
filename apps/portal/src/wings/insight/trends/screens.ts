import { everyone, type Screen } from '#portal/app/screen.ts';
import { trendSearch } from './trends.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/comparetrends',
		title: { en: 'Compare trends', fi: 'Vertaa kehitystä' },
		who: everyone,
		help: 'Compare trends',
		under: '/customerdashboard',
		search: trendSearch,
		load: () => import('./TrendsScreen.tsx').then((m) => m.TrendsScreen),
	},
];
