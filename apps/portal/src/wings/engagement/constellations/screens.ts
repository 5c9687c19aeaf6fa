/** Constellations: contents of one channel made ready to send. */
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { contents } from '../menu.ts';
import { constellationSearch } from './constellations.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/constellations',
		title: { en: 'Manage constellation', fi: 'Viestipakettien hallinta' },
		who: everyone,
		help: 'Manage constellation',
		search: constellationSearch,
		domainSelector: 'administered',
		menu: [{ who: nonAdmins, group: contents, label: { en: 'Constellations', fi: 'Viestipaketit' }, order: 2, needsUseCM: true }],
		acts: [{ label: { en: 'Add constellation', fi: 'Lisää viestipaketti' }, search: { id: 'new' } }],
		load: () => import('./ConstellationsScreen.tsx').then((m) => m.ConstellationsScreen),
	},
];
