import { everyone, type Screen } from '#portal/app/screen.ts';

export const screens: readonly Screen[] = [
	{
		path: '/profile',
		title: { en: 'Your profile', fi: 'Oma profiilisi' },
		who: everyone,
		// its place is Settings, at the foot of the menu
		under: '/profile',
		help: 'Profile',
		load: () => import('./ProfileScreen.tsx').then((m) => m.ProfileScreen),
	},
];
