import { FEATURES_OFF } from '../../../apps/server/src/kernel/browsers/features-off.ts';

/** How tests and measurements start Chromium: also as root, without a graphics card, and silent but for the page itself. */
export const CHROMIUM_FLAGS = [
	FEATURES_OFF,
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	'--disable-quic',
];
