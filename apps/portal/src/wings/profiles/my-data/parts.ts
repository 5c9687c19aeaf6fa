/** The parts of the normal user's app, in the order of its tabs: each a page with an address of its own, in the portal's frame too. */
import { OWN_PAGES } from '#portal/app/paths.ts';
import type { Text } from '#portal/lib/say.ts';

const [privacy, messages, data, devices, erase, profile] = OWN_PAGES;

export const myParts = [
	{ to: privacy, label: { en: 'My consents', fi: 'Suostumukseni' } },
	{ to: messages, label: { en: 'My messages', fi: 'Viestini' } },
	{ to: data, label: { en: 'My data', fi: 'Tietoni' } },
	{ to: devices, label: { en: 'My devices', fi: 'Laitteeni' } },
	{ to: erase, label: { en: 'Erase me', fi: 'Poista tietoni' } },
	{ to: profile, label: { en: 'Profile', fi: 'Profiili' } },
] as const satisfies readonly { to: string; label: Text }[];

export { data as DATA, devices as DEVICES, erase as ERASE, messages as MESSAGES, privacy as PRIVACY, profile as PROFILE };
