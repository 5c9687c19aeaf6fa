import { IconChartHistogram } from '@tabler/icons-react';
import { everyone, type Screen } from '#portal/app/screen.ts';
import { recordSearch, reportSearch } from './reports.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/reports',
		title: { en: 'Reporting', fi: 'Raportit' },
		who: everyone,
		help: 'Reporting',
		search: reportSearch,
		menu: [{ who: everyone, group: null, label: { en: 'Reporting', fi: 'Raportit' }, icon: IconChartHistogram, order: 20 }],
		load: () => import('./ReportsScreen.tsx').then((m) => m.ReportsScreen),
	},
	{
		path: '/reports/records/$id',
		title: { en: 'Consent record', fi: 'Suostumuskirjaus' },
		who: everyone,
		help: 'Reporting',
		under: '/reports',
		search: recordSearch,
		load: () => import('./RecordScreen.tsx').then((m) => m.RecordScreen),
	},
];
