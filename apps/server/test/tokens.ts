/** Tokens of people, as an application of a customer gets them. */
import { createHash, randomBytes } from 'node:crypto';
import { printedLink } from '../src/wings/identity/wing.ts';
import { ORIGIN, type Person, type Tenant, type TestApp } from './app.ts';
import { createBrowser } from './browser.ts';

export const BACK = 'https://app.example.com/back';

export interface Registered {
	readonly id: string;
	readonly clientId: string;
}

/** A single page application of the customer. `owner` may manage its applications. */
export const addApplication = async (
	t: TestApp,
	owner: Person,
	{ customerId }: Pick<Tenant, 'customerId'>,
	over: object = {},
): Promise<Registered> => {
	const added = await t.send(owner, 'POST', '/api/manage/client', {
		body: { customerId, clientName: 'App', clientType: 1, redirectUrl: [BACK], ...over },
	});
	if (added.status !== 200) throw new Error(added.text);
	return added.json().data;
};

export type Browser = ReturnType<typeof createBrowser>;

let browsers = 0;

/** A browser that is signed in to the portal as this person, and so at the provider. */
export const signedInBrowser = async (t: TestApp, { email }: Pick<Person, 'email'>): Promise<Browser> => {
	const browser = createBrowser(t.app, `10.77.${Math.floor(++browsers / 250)}.${browsers % 250}`);
	const link = await printedLink({ storage: t.storage, publicUrl: ORIGIN }, email);
	const used = await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await browser.follow(used.json().data.redirectTo);
	return browser;
};

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** An authorization request; `verifier` proves later who began it. */
export const beginAt = (clientId: string, over: Record<string, string> = {}) => {
	const verifier = base64url(randomBytes(32));
	const query = new URLSearchParams({
		client_id: clientId,
		response_type: 'code',
		redirect_uri: BACK,
		scope: 'API openid email profile',
		state: base64url(randomBytes(8)),
		code_challenge: base64url(createHash('sha256').update(verifier).digest()),
		code_challenge_method: 'S256',
		...over,
	});
	return { url: `/identity/auth?${query}`, verifier };
};

/** Where a browser ends up: at a page of ours, or back at the application with these parameters. */
export const goThrough = async (browser: Browser, url: string): Promise<{ page: string | null; back: Record<string, string> }> => {
	let at = url;
	for (let i = 0; i < 10; i++) {
		if (at.startsWith(BACK)) return { page: null, back: Object.fromEntries(new URL(at).searchParams) };
		const answer = await browser.get(at);
		if (answer.location === null) return { page: at, back: {} };
		at = answer.location;
	}
	throw new Error(`Redirected too often, last to ${at}`);
};

/** The person's answer to the page that asks for an application; where the browser goes then. */
export const allow = async (browser: Browser, page: string, yes = true) => {
	const said = await browser.post(`${page}/permission`, { allow: yes });
	if (said.status !== 200) throw new Error(said.text);
	return goThrough(browser, said.json().data.redirectTo);
};

/** What the token endpoint answers to a code. */
export const exchange = async (t: TestApp, clientId: string, code: string, verifier: string) => {
	const answer = await t.app.inject({
		method: 'POST',
		url: '/identity/token',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: new URLSearchParams({
			grant_type: 'authorization_code',
			client_id: clientId,
			code,
			redirect_uri: BACK,
			code_verifier: verifier,
		}).toString(),
	});
	return { status: answer.statusCode, body: answer.json() as Record<string, string> };
};

/** The person's token for this application, got as its page gets it. */
export const personToken = async (t: TestApp, browser: Browser, clientId: string): Promise<string> => {
	const { url, verifier } = beginAt(clientId);
	const { page, back } = await goThrough(browser, url).then((went) => (went.page === null ? went : allow(browser, went.page)));
	const { body } = await exchange(t, clientId, back.code ?? '', verifier);
	if (!body.access_token) throw new Error(`No token: ${page} ${JSON.stringify({ back, body })}`);
	return body.access_token;
};
