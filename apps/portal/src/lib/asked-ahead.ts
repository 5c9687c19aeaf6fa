/** Answers that the page asked for before any code of the portal was there (`index.html`): who opens it, what they work for, and what its screen begins with. */
import { authenticate, readUser, userDomains } from '@luvalla/contract/identity/account';

declare global {
	interface Window {
		/** By address, for the first seconds. None where the page did not know what to ask for. */
		askedAhead?: Map<string, Promise<Response>>;
	}
}

/** The calls that every session begins with (`boot`): none needs to know anything. */
export const sessionCalls = [authenticate, readUser, userDomains] as const;

/** The answer to a GET that was asked for ahead, once: whoever asks again wants a new one. */
export function takeAhead(method: string, url: string): Promise<Response> | null {
	if (method !== 'GET') return null;
	const answer = window.askedAhead?.get(url);
	window.askedAhead?.delete(url);
	return answer ?? null;
}
