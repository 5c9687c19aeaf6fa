/** Calls that want a fresh proof of who asks: a sign-in is one for ten minutes, and a whole run takes longer. */
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';

const MAIL = /<b>([^<]*)<\/b><span>[^<]*To: ([^<]*)</g;

/** The code of the newest mail to this address; null: there is none. */
export const newestCode = async (api: APIRequestContext, email: string): Promise<string | null> => {
	const html = await (await api.get(process.env.E2E_MAILBOX ?? '')).text();
	const subject = [...html.matchAll(MAIL)].find(([, , to]) => to === email)?.[1] ?? '';
	return /\b\d{6}\b/.exec(subject)?.[0] ?? null;
};

/** What `send` answers; where it asks for a proof, after one that comes from the mailbox of whoever `api` is. */
export const proven = async (api: APIRequestContext, email: string, send: () => Promise<APIResponse>): Promise<APIResponse> => {
	const answer = await send();
	if (answer.status() !== 403 || (await answer.json()).code !== 'confirm_identity') return answer;
	const before = await newestCode(api, email);
	expect((await api.post('/api/account/confirm', { data: {} })).status()).toBe(200);
	let code: string | null = null;
	await expect
		.poll(async () => {
			code = await newestCode(api, email);
			return code !== null && code !== before;
		})
		.toBe(true);
	expect((await api.post('/api/account/confirm/code', { data: { code } })).status()).toBe(200);
	return send();
};
