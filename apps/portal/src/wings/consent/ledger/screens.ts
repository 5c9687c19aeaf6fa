import { everyone, type Screen } from '#portal/app/screen.ts';
import { ledgerSearch } from './ledger.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/reports/ledger',
		title: { en: 'Consent ledger', fi: 'Suostumuskirja' },
		who: everyone,
		help: 'Consent ledger',
		under: '/reports',
		search: ledgerSearch,
		load: () => import('./LedgerScreen.tsx').then((m) => m.LedgerScreen),
	},
];
