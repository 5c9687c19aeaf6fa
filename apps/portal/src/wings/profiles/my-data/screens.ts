import { OWN_PAGES } from '#portal/app/paths.ts';
import { everyone, type Screen } from '#portal/app/screen.ts';

const [privacy, messages, data, devices, erase] = OWN_PAGES;

/** Whoever has the shell finds their own choices here; a normal user has them as the whole app. */
const part = (path: string, en: string, fi: string): Screen => ({
	path,
	title: { en, fi },
	who: everyone,
	under: '/profile',
	help: 'My privacy',
	load: () => import('./MyApp.tsx').then((m) => m.MyApp),
});

export const screens: readonly Screen[] = [
	part(privacy, 'My privacy', 'Omat tietoni'),
	part(messages, 'My messages', 'Viestini'),
	part(data, 'My data', 'Tietoni'),
	part(devices, 'My devices', 'Laitteeni'),
	part(erase, 'Erase me', 'Poista tietoni'),
];
