/** The three clients, their 401s, the retry, the headers, the fixed texts. */
import { consents } from '@luvalla/contract/consent/ledger';
import { helpContent } from '@luvalla/contract/guidance/content';
import { sendFeedback } from '@luvalla/contract/guidance/feedback';
import { authenticate, domainUsers, readUser } from '@luvalla/contract/identity/account';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { addDomain, customerDomains, customerDomainsFile } from '@luvalla/contract/tenancy/domains';
import { addPartner } from '@luvalla/contract/tenancy/partners';
import { describe, expect, it, vi } from 'vitest';
import { server } from '../test/setup.ts';
import { ask, browser, clientOf, fetchFile, loginUrl, onUnauthenticated, send, setCurrent } from './client.ts';
import { CallFailure, EmptyPayload, Unauthenticated } from './failure.ts';
import { answers, breaks, refuses } from './handlers.ts';
import { chooseLanguage } from './say.ts';

const nobody = { code: 'unauthenticated' };
const domain = '0193b2f0-0000-7000-8000-000000000001';

describe('the client of a call', () => {
	it('is identity with credentials, main with credentials, or main without', () => {
		expect([authenticate, customerDomains, helpContent].map(clientOf)).toEqual(['identity', 'main', 'open']);
	});
});

describe('a 401', () => {
	it.each([
		['identity', readUser, {}],
		['main', customerDomains, { params: { id: 1 } }],
	] as const)('is swallowed by the %s client, which tells who re-checks', async (_name, call, input) => {
		server.use(refuses(call, 401, nobody));
		const told = vi.fn();
		const stop = onUnauthenticated(told);
		const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
		expect(await send<typeof call>(call, input)).toEqual({ signedIn: false });
		expect(told).toHaveBeenCalledTimes(1);
		expect(go).not.toHaveBeenCalled();
		await expect(ask<typeof call>(call, input)).rejects.toBeInstanceOf(Unauthenticated);
		stop();
	});
	it('of the client without credentials goes to the login URL', async () => {
		server.use(refuses(helpContent, 401, nobody));
		const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
		await send(helpContent, { query: { type: 'featureHelp' } });
		expect(go).toHaveBeenCalledWith(loginUrl());
	});
});

describe('an error', () => {
	it('is rejected with the server’s text, its code and its fields', async () => {
		server.use(refuses(addDomain, 409, { error: 'This host name is taken', code: 'domain_taken', fields: { domain: 'Taken' } }));
		const failure = await send(addDomain, { body: { domain: 'a.example', customerId: 1 } }).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(CallFailure);
		expect(failure).toMatchObject({ message: 'This host name is taken', code: 'domain_taken', status: 409, fields: { domain: 'Taken' } });
	});
	it('of the same once more says that it was saved, where the answer to the first was lost', async () => {
		const known = { error: 'There is one', code: 'domain_known', fields: { domain: 'There is one' } };
		const add = (domain: string) => ask(addDomain, { body: { domain, customerId: 1 } }).catch((error: unknown) => error);
		server.use(breaks(addDomain));
		expect(await add('lost.example')).toMatchObject({ status: 0 });
		server.use(refuses(addDomain, 409, known));
		expect(await add('other.example')).toMatchObject({ message: known.error, fields: known.fields });
		expect(await add('lost.example')).toMatchObject({
			code: 'domain_known',
			fields: {},
			message: expect.stringMatching(/^The press before may have saved this/),
		});
		expect(await add('lost.example')).toMatchObject({ message: known.error });
	});
	it.each([
		['no answer', breaks(addPartner), 'no_connection'],
		['that of a proxy that has none', refuses(addPartner, 504, { code: 'http_504' }), 'http_504'],
	])('of the same once more is not sent at once where a second one would come of it: %s', async (_what, lost, code) => {
		const add = () => ask(addPartner, { body: { name: code } }).catch((error: unknown) => error);
		server.use(lost);
		expect(await add()).toMatchObject({ code });
		expect(await add()).toMatchObject({ code: 'maybe_done', message: expect.stringMatching(/^The press before may have saved this/) });
		expect(await add()).toMatchObject({ code });
	});
	it('without a text shows the call’s fixed one, word for word in English and translated in Finnish', async () => {
		server.use(refuses(sendFeedback, 500, { code: 'broken' }));
		await expect(ask(sendFeedback, { query: { message: 'x' } })).rejects.toThrow('Could not submit feedback.Please try again later.');
		chooseLanguage('fi');
		await expect(ask(sendFeedback, { query: { message: 'x' } })).rejects.toThrow(
			'Palautetta ei saatu lähetettyä. Yritä myöhemmin uudelleen.',
		);
	});
	it('without an answer is one as well', async () => {
		server.use(breaks(customerDomains));
		await expect(ask(customerDomains, { params: { id: 1 } })).rejects.toMatchObject({
			code: 'no_connection',
			message: 'Could not load domains',
		});
	});
	it.each([
		['a call', () => ask(customerDomains, { params: { id: 1 } })],
		['a file', () => fetchFile(customerDomainsFile, { params: { id: 1 }, query: {} })],
	])('without the whole of an answer is one as well: %s', async (_what, get) => {
		const broken = () => new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
		const cut = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(broken())));
		await expect(get()).rejects.toMatchObject({ code: 'no_connection', message: expect.not.stringContaining('network') });
		cut.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
		await expect(get()).rejects.toMatchObject({ code: 'no_connection' });
		cut.mockRestore();
	});
	it('is an answer that is not what the contract promises', async () => {
		const wrong = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ data: 'nonsense' })));
		await expect(ask(customerDomains, { params: { id: 1 } })).rejects.toMatchObject({ code: 'unreadable_answer' });
		wrong.mockRestore();
	});
});

describe('a 403', () => {
	const waits = () => vi.spyOn(browser, 'wait').mockResolvedValue();
	const input = { query: { page: 1, size: 10 } };
	it('is retried once after 2000 ms where the call says so', async () => {
		const wait = waits();
		let asked = 0;
		server.use(refuses(consents, 403, { code: 'forbidden', error: 'Not yet' }, () => asked++));
		await expect(ask(consents, input)).rejects.toThrow('Not yet');
		expect(asked).toBe(2);
		expect(wait.mock.calls).toEqual([[2000]]);
	});
	it('that goes away is not seen', async () => {
		waits();
		server.use(refuses(consents, 403, { code: 'forbidden' }));
		const answer = ask(consents, input);
		server.use(answers(consents, []));
		await expect(answer).resolves.toMatchObject({ data: [] });
	});
	it('confirm_identity is never retried', async () => {
		const wait = waits();
		server.use(refuses(consents, 403, { code: 'confirm_identity' }));
		await expect(ask(consents, input)).rejects.toMatchObject({ code: 'confirm_identity' });
		expect(wait).not.toHaveBeenCalled();
	});
	it('is not retried where the call does not say so', async () => {
		const wait = waits();
		server.use(refuses(customerDomains, 403, { code: 'forbidden' }));
		await expect(ask(customerDomains, { params: { id: 1 } })).rejects.toMatchObject({ status: 403 });
		expect(wait).not.toHaveBeenCalled();
	});
});

describe('a request', () => {
	const seen = async (work: () => Promise<unknown>) => {
		const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ data: [] })));
		await work();
		const [url, init] = fetched.mock.calls[0] ?? [];
		fetched.mockRestore();
		return { url: String(url), headers: new Headers(init?.headers), credentials: init?.credentials, body: init?.body };
	};
	it('fills the names of its path and leaves empty query values out', async () => {
		const { url, credentials } = await seen(() => ask(customerDomains, { params: { id: 7 }, query: { page: 2, q: '', sort: undefined } }));
		expect(url).toBe('/api/customer/7/domain?page=2');
		expect(credentials).toBe('include');
	});
	it('says the language, and sends no credentials where anyone may ask', async () => {
		chooseLanguage('fi');
		const { headers, credentials } = await seen(() => ask(helpContent, { query: { type: 'featureHelp' } }));
		expect(headers.get('accept-language')).toBe('fi');
		expect(credentials).toBe('omit');
	});
	it('carries DOMAIN_KEY on domain-scoped calls alone, and the current customer', async () => {
		setCurrent({ customerId: 3, domainId: domain });
		const users = await seen(() => ask(domainUsers, { query: {} }, { domainId: domain }));
		expect(users.headers.get('domain_key')).toBe(domain);
		expect(users.headers.get('customer_key')).toBe('3');
		// As they come through a proxy that drops underscores.
		expect([users.headers.get('domain-key'), users.headers.get('customer-key')]).toEqual([domain, '3']);
		const list = await seen(() => ask(consents, { query: {} }));
		expect(list.headers.get('domain_key')).toBeNull();
		const other = await seen(() => ask(customerDomains, { params: { id: 1 } }, { domainId: domain }));
		expect(other.headers.get('domain_key')).toBeNull();
		setCurrent({});
	});
	it('sends a body as JSON', async () => {
		const { body, headers } = await seen(() =>
			ask(domainCounts, { params: { id: 1 }, body: { startDate: '2026-11-01', endDate: '2026-11-02' } }),
		);
		expect(body).toBe('{"startDate":"2026-11-01","endDate":"2026-11-02"}');
		expect(headers.get('content-type')).toBe('application/json');
	});
	it('with an empty payload is not sent and says so', async () => {
		const fetched = vi.spyOn(globalThis, 'fetch');
		// @ts-expect-error the compiler refuses it too; a form that lost its values would still send it
		const failure = await send(addDomain, { body: {} }).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(EmptyPayload);
		expect(failure).toMatchObject({ message: 'Please enter valid domain details' });
		expect(fetched).not.toHaveBeenCalled();
		fetched.mockRestore();
	});
});
