import { everyone, type Screen } from '#portal/app/screen.ts';
import { propertySearch } from './properties.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/domainproperties',
		title: { en: 'Domain properties', fi: 'Verkkotunnuksen ominaisuudet' },
		who: everyone,
		under: '/customerdomains',
		help: 'Domain properties',
		search: propertySearch,
		acts: [{ label: { en: 'Add a domain property', fi: 'Lisää verkkotunnuksen ominaisuus' }, search: { id: 'new' } }],
		load: () => import('./PropertiesScreen.tsx').then((m) => m.PropertiesScreen),
	},
];
