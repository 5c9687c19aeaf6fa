/** The light configurator's screens. */
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { configurationSearch, editorSearch } from './configurations.search.ts';

const title = { en: 'Light configurations', fi: 'Kevyet bannerit' };

export const screens: readonly Screen[] = [
	{
		path: '/lightconfig',
		title,
		who: everyone,
		menu: [{ who: nonAdmins, group: 'cmp', label: { en: 'LightCMP configurator', fi: 'LightCMP-muokkain' }, order: 1 }],
		help: 'Light configurations',
		search: configurationSearch,
		load: () => import('./ConfigurationsScreen.tsx').then((m) => m.ConfigurationsScreen),
	},
	{
		path: '/lightconfig/new',
		title: { en: 'New configuration', fi: 'Uusi banneri' },
		who: everyone,
		under: '/lightconfig',
		help: 'Light configurations',
		search: editorSearch,
		load: () => import('./EditorScreen.tsx').then((m) => m.NewConfigurationScreen),
	},
	{
		path: '/lightconfig/$id',
		title,
		who: everyone,
		under: '/lightconfig',
		help: 'Light configurations',
		search: editorSearch,
		load: () => import('./EditorScreen.tsx').then((m) => m.ConfigurationScreen),
	},
];
