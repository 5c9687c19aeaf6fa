import { everyone, nonAdmins, type Screen } from '#portal/app/screen.ts';
import { audiences } from '../menu.ts';
import { segmentSearch, segmentsSearch } from './segments.search.ts';

const title = { en: 'Manage segment', fi: 'Segmenttien hallinta' };

export const screens: readonly Screen[] = [
	{
		path: '/segments',
		title,
		who: everyone,
		help: 'Manage segment',
		menu: [{ who: nonAdmins, group: audiences, label: { en: 'Segments', fi: 'Segmentit' }, order: 2, needsUseCM: true }],
		search: segmentsSearch,
		domainSelector: true,
		load: () => import('./SegmentsScreen.tsx').then((m) => m.SegmentsScreen),
	},
	{
		path: '/segments/new',
		title: { en: 'New segment', fi: 'Uusi segmentti' },
		who: everyone,
		help: 'Manage segment',
		under: '/segments',
		search: segmentSearch,
		domainSelector: true,
		acts: [{ label: { en: 'Add segment', fi: 'Lisää segmentti' } }],
		load: () => import('./SegmentScreen.tsx').then((m) => m.NewSegmentScreen),
	},
	{
		path: '/segments/$id',
		title,
		who: everyone,
		help: 'Manage segment',
		under: '/segments',
		search: segmentSearch,
		domainSelector: true,
		load: () => import('./SegmentScreen.tsx').then((m) => m.SegmentScreen),
	},
	{
		path: '/domain-segments',
		title: { en: 'Domain segments', fi: 'Verkkotunnuksen segmentit' },
		who: everyone,
		help: 'Manage segment',
		under: '/segments',
		search: segmentsSearch,
		load: () => import('./DomainSegmentsScreen.tsx').then((m) => m.DomainSegmentsScreen),
	},
];
