import { features } from '#portal/app/menu.ts';
import { everyone, managers, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { connectorSearch } from './connectors.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/connectors',
		title: { en: 'Connectors', fi: 'Yhdistimet' },
		who: everyone,
		help: 'Connectors',
		search: connectorSearch,
		acts: [{ label: { en: 'Add connector', fi: 'Lisää yhdistin' }, who: managers, search: { id: 'new' } }],
		menu: [{ who: nonAdmins, group: features, label: { en: 'Connectors', fi: 'Yhdistimet' }, order: 3 }],
		load: () => import('./ConnectorsScreen.tsx').then((m) => m.ConnectorsScreen),
	},
];
