import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { cmp } from '../menu.ts';
import { purposeSearch } from './purposes.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/lightconfig/purposes',
		title: { en: 'Consent management', fi: 'Suostumusten hallinta' },
		who: everyone,
		help: 'Consent management',
		menu: [{ who: nonAdmins, group: cmp, label: { en: 'Consent management', fi: 'Suostumusten hallinta' }, order: 3 }],
		search: purposeSearch,
		acts: [{ label: { en: 'Add purpose', fi: 'Lisää käyttötarkoitus' }, search: { id: 'new' } }],
		load: () => import('./PurposesScreen.tsx').then((m) => m.PurposesScreen),
	},
];
