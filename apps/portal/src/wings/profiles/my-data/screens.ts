import { everyone, type Screen } from '#portal/app/screen.ts';

export const screens: readonly Screen[] = [
	{
		// whoever has the shell finds their own choices here; a normal user has them as the whole app
		path: '/profile/privacy',
		title: { en: 'My privacy', fi: 'Omat tietoni' },
		who: everyone,
		under: '/profile',
		help: 'My privacy',
		load: () => import('./MyPrivacy.tsx').then((m) => m.MyPrivacy),
	},
];
