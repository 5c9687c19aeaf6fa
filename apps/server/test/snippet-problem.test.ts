/** Why a start page did not open: real connections that fail, each by its stable word. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutboundFailed } from '../src/kernel/outbound/http.ts';
import { checkSnippet } from '../src/wings/consent/snippet/look.ts';
import { problemOf, readProblem } from '../src/wings/consent/snippet/problem.ts';
import { type TestApp, testApp } from './app.ts';

let site: Server;
let port = 0;
let t: TestApp;
let answer: (path: string) => { status: number; location?: string; body?: string } = () => ({ status: 200 });

beforeAll(async () => {
	site = createServer((request, response) => {
		const { status, location, body } = answer(request.url ?? '/');
		response.writeHead(status, location === undefined ? {} : { location }).end(body);
	});
	await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
	const address = site.address();
	port = typeof address === 'object' && address ? address.port : 0;
	t = await testApp({ OUTBOUND_ALLOW: `shop.localhost:${port},shop.localhost:1` });
});
afterAll(async () => {
	await t.stop();
	site.close();
});

/** What a look at a host finds, and what the call then says. */
const look = async (host: string) => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set host = $2 where customer_id = $1', [tenant.customerId, host]),
	);
	const found = await checkSnippet(t.server.kernel, tenant.customerId, tenant.domainId);
	const said = (await t.send(owner, 'GET', `/api/domain/${tenant.domainId}/snippet`)).json().data;
	expect(said).toEqual(found);
	return said;
};

test.each([
	['status', '503', () => ({ status: 503 })],
	['leads_away', 'other.example', () => ({ status: 301, location: 'https://other.example/' })],
	['circle', null, () => ({ status: 302, location: '/again' })],
	['too_large', null, () => ({ status: 200, body: 'x'.repeat(2 * 1024 * 1024 + 1) })],
] as const)('a page that does not open says %s', async (code, about, how) => {
	answer = how;
	expect(await look(`shop.localhost:${port}`)).toMatchObject({ state: 'unreachable', problem: { code, about } });
});

test('nobody there, and a host that nobody may look at, each have their word', async () => {
	expect(await look('shop.localhost:1')).toMatchObject({ problem: { code: 'no_answer', about: null } });
	expect(await look('inside.localhost:80')).toMatchObject({ problem: { code: 'not_public', about: null } });
});

test('certificates, slowness and the unknown are told apart; a sentence of an earlier version is kept', () => {
	const failed = (code: string) => problemOf(new OutboundFailed('what it says', code));
	expect(failed('CERT_HAS_EXPIRED')).toEqual({ code: 'certificate', about: 'CERT_HAS_EXPIRED' });
	expect(failed('ERR_TLS_CERT_ALTNAME_INVALID')).toEqual({ code: 'certificate', about: 'ERR_TLS_CERT_ALTNAME_INVALID' });
	expect(failed('slow')).toEqual({ code: 'slow', about: null });
	expect(failed('ENOTFOUND')).toEqual({ code: 'no_name', about: null });
	expect(failed('EPROTO')).toEqual({ code: 'other', about: 'EPROTO' });
	expect(problemOf(new Error('Parse Error'))).toEqual({ code: 'other', about: 'Parse Error' });
	expect(readProblem('The page leads in a circle.')).toEqual({ code: 'other', about: 'The page leads in a circle.' });
	expect(readProblem(null)).toBeNull();
});
