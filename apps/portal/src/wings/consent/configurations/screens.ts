/** The configurators' screens: light, and by the Transparency and Consent Framework. */

import { features, platformAdmin } from '#portal/app/menu.ts';
import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { cmp } from '../menu.ts';
import { configurationSearch, editorSearch } from './configurations.search.ts';
import { tcfEditorSearch } from './tcf/tcf.search.ts';
import { updatesSearch } from './tcf/updates/updates.search.ts';

const tcfTitle = { en: 'TCF configurations', fi: 'TCF-bannerit' };
const title = { en: 'Light configurations', fi: 'Kevyet bannerit' };

export const screens: readonly Screen[] = [
	{
		path: '/lightconfig',
		title,
		who: everyone,
		menu: [{ who: nonAdmins, group: cmp, label: { en: 'LightCMP configurator', fi: 'LightCMP-muokkain' }, order: 1 }],
		help: 'Light configurations',
		search: configurationSearch,
		load: () => import('./light/LightListScreen.tsx').then((m) => m.LightListScreen),
	},
	{
		path: '/lightconfig/new',
		title: { en: 'New configuration', fi: 'Uusi banneri' },
		who: everyone,
		under: '/lightconfig',
		help: 'Light configurations',
		search: editorSearch,
		acts: [
			{
				label: { en: 'New light configuration', fi: 'Uusi kevyt banneri' },
				also: { en: 'create banner cookie', fi: 'luo banneri eväste' },
			},
		],
		load: () => import('./light/LightEditorScreen.tsx').then((m) => m.NewLightScreen),
	},
	{
		path: '/lightconfig/$id',
		title,
		who: everyone,
		under: '/lightconfig',
		help: 'Light configurations',
		search: editorSearch,
		load: () => import('./light/LightEditorScreen.tsx').then((m) => m.LightScreen),
	},
	{
		path: '/tcfconfig',
		title: tcfTitle,
		who: everyone,
		menu: [{ who: nonAdmins, group: cmp, label: { en: 'TCF configurator', fi: 'TCF-muokkain' }, order: 2 }],
		help: 'TCF configurations',
		search: configurationSearch,
		load: () => import('./tcf/TcfListScreen.tsx').then((m) => m.TcfListScreen),
	},
	{
		path: '/tcfconfig/new',
		title: { en: 'New TCF configuration', fi: 'Uusi TCF-banneri' },
		who: everyone,
		under: '/tcfconfig',
		help: 'TCF configurations',
		search: tcfEditorSearch,
		acts: [{ label: { en: 'New TCF configuration', fi: 'Uusi TCF-banneri' } }],
		load: () => import('./tcf/TcfEditorScreen.tsx').then((m) => m.NewTcfScreen),
	},
	{
		path: '/tcfconfig/vendorlists',
		title: { en: 'Vendor lists', fi: 'Kumppaniluettelot' },
		who: ['admin'],
		menu: [{ who: ['admin'], group: platformAdmin, label: { en: 'Vendor lists', fi: 'Kumppaniluettelot' }, order: 6 }],
		help: 'TCF configurations',
		load: () => import('./tcf/VendorListsScreen.tsx').then((m) => m.VendorListsScreen),
	},
	{
		path: '/gvlupdates',
		title: { en: 'GVL Updates', fi: 'GVL-päivitykset' },
		who: everyone,
		menu: [{ who: nonAdmins, group: features, label: { en: 'GVL Updates', fi: 'GVL-päivitykset' }, order: 7 }],
		help: 'TCF configurations',
		search: updatesSearch,
		load: () => import('./tcf/updates/GvlUpdatesScreen.tsx').then((m) => m.GvlUpdatesScreen),
	},
	{
		path: '/tcfconfig/$id',
		title: tcfTitle,
		who: everyone,
		under: '/tcfconfig',
		help: 'TCF configurations',
		search: tcfEditorSearch,
		load: () => import('./tcf/TcfEditorScreen.tsx').then((m) => m.TcfScreen),
	},
];
