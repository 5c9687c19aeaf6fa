import { leaveTour } from '@luvalla/contract/identity/account';
import { ask } from '#portal/lib/client.ts';
import { readSession, tookTour } from '#portal/lib/session.ts';

/**
 * Whether the tour is on: by itself once for everybody, which the server remembers, and whenever somebody asks for it, which the browser
 * does: a reload goes on with it.
 */
const KEY = 'luvalla.tour';

/** What this browser keeps: `on` until the tour is left, then `off` until the server knows. */
export const isTouring = (): boolean => {
	const kept = localStorage.getItem(KEY);
	const session = readSession();
	return kept === null ? session.at === 'signedIn' && !session.person.toured : kept === 'on';
};

/** Who acts as somebody else leaves it in this browser alone. */
export const keepTouring = (on: boolean): void => {
	localStorage.setItem(KEY, on ? 'on' : 'off');
	const session = readSession();
	if (on || session.at !== 'signedIn' || session.assisted) return;
	const known = (): void => {
		tookTour();
		localStorage.removeItem(KEY);
	};
	// refused or not arrived: it stays left in this browser
	if (session.person.toured) known();
	else ask(leaveTour, {}).then(known, () => {});
};
