import { safely } from '../core/store.ts';

/**
 * Counts a view of the first layer, once and without anything about the viewer. It is sent when the page is hidden or
 * left: starting a request costs about as much as drawing the banner, and nothing waits for this one.
 */
export const viewCounter = (url: string, body: object): (() => void) => {
	let seen = false;
	let sent = false;
	const send = ({ type }: Event): void => {
		if (sent || (type !== 'pagehide' && document.visibilityState === 'visible')) return;
		sent = true;
		// Where the page forbids it, it is not counted.
		safely(() => navigator.sendBeacon(url, JSON.stringify(body)));
	};
	return () => {
		if (seen) return;
		seen = true;
		document.addEventListener('visibilitychange', send);
		addEventListener('pagehide', send);
	};
};
