/** Senders: who letters are from. A tab of `/connectors`. */
import { everyone, managers, type Screen } from '#portal/app/screen.ts';
import { senderSearch } from './senders.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/connectors/senders',
		title: { en: 'Senders', fi: 'Lähettäjät' },
		who: everyone,
		under: '/connectors',
		help: 'Senders',
		search: senderSearch,
		acts: [{ label: { en: 'Add sender', fi: 'Lisää lähettäjä' }, who: managers, search: { id: 'new' } }],
		load: () => import('./SendersScreen.tsx').then((m) => m.SendersScreen),
	},
];
