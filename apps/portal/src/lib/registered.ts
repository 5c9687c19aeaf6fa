/** A registration that was sent from this browser: its confirmation fails in words of its own (calls.md section 8). */
import * as z from 'zod';

const KEY = 'luvalla.registered';
/** Of this session: what the sign-in area tells whoever has just registered. */
const SENT_KEY = 'luvalla.registrationSent';

const Sent = z.object({ email: z.string(), name: z.string() });
export type SentRegistration = z.infer<typeof Sent>;

export const rememberRegistration = (sent: SentRegistration): void => {
	localStorage.setItem(KEY, '1');
	sessionStorage.setItem(SENT_KEY, JSON.stringify(sent));
};
export const forgetRegistration = (): void => {
	localStorage.removeItem(KEY);
	sessionStorage.removeItem(SENT_KEY);
};
export const hasRegistered = (): boolean => localStorage.getItem(KEY) !== null;

/** Null: nobody has registered in this session. */
export const sentRegistration = (): SentRegistration | null => {
	const kept = sessionStorage.getItem(SENT_KEY);
	return kept === null ? null : Sent.parse(JSON.parse(kept));
};
