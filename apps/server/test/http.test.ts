import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { allCalls } from '@luvalla/contract/all.ts';
import { expect, test } from 'vitest';
import { mailboxKey } from '../src/kernel/http/mailbox.ts';
import { queueMail } from '../src/kernel/outbound/mail.ts';
import { BUILT_SCRIPT, startApp } from './app.ts';
import { choice, publishBanner, sendRecords } from './fixtures.ts';

const t = await startApp();
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });
const port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);

test('letter case of the path and a trailing slash are forgiven; query names are not', async () => {
	for (const url of ['/api/Customer/CustomerDomainList', '/API/customer/customerdomainlist/', '/identity/User', '/api/user/'])
		expect((await t.send(owner, 'GET', url)).status).toBe(200);
	const listed = (await t.send(owner, 'GET', `/api/customer?SIZE=1&Q=nothing`)).json();
	expect(listed.data).toHaveLength(1);
});

test('literal paths win over parameters', async () => {
	expect((await t.send(owner, 'GET', '/api/cmpconfigurator/sdk')).json().data.sdkFiles[0]).toMatchObject({ file: 'sdk.js' });
	expect((await t.send(owner, 'GET', '/api/manage/domain/users')).json().data).toBeInstanceOf(Array);
});

test('a body that is not written in UTF-8 is refused whole: nothing of it is stored with its letters spoilt', async () => {
	const machine = await t.machine(owner, tenant);
	const body = (name: string) =>
		JSON.stringify({ domainId: tenant.domainId, profiles: [{ person: { externalId: 'utf' }, firstName: name }] });
	const sent = (payload: Buffer, type = 'application/json') =>
		t.app.inject({
			method: 'POST',
			url: '/edge/v1/profiles',
			headers: { ...machine, 'content-type': type },
			payload,
		});
	for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
		const refused = await sent(Buffer.from(body('Päivi'), 'latin1'), type);
		expect([refused.statusCode, refused.json().code]).toEqual([400, 'not_utf8']);
	}
	const utf8 = await sent(Buffer.from(body('Päivi')), 'application/json; charset=utf-8');
	expect(utf8.json().data.results[0].outcome).toBe('created');
	// By the door beside the router as well, and as browsers send it.
	for (const type of ['application/json', 'text/plain']) {
		const answer = await fetch(`http://127.0.0.1:${port}/edge/v1/records`, {
			method: 'POST',
			headers: { 'content-type': type, origin: `https://${tenant.host}` },
			body: Buffer.from(`{"domainId":"${tenant.domainId}","configuration":"ä","records":[1]}`, 'latin1'),
		});
		expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'not_utf8' }]);
	}
});

test('ten bad requests get a sentence, a code and never a 5xx', async () => {
	const edge = (payload: string, headers: Record<string, string> = {}) =>
		t.app.inject({
			method: 'POST',
			url: '/edge/v1/records',
			headers: { 'content-type': 'application/json', origin: `https://${tenant.host}`, ...headers },
			payload,
		});
	const answers = [
		await edge('{'),
		await edge(''),
		await edge('[]'),
		await edge('{"domainId":"x","configuration":1,"records":[]}'),
		await edge(JSON.stringify({ domainId: tenant.domainId, configuration: 'x', records: Array(101).fill({}) })),
		await edge(`{"domainId":"${tenant.domainId}","configuration":"${'x'.repeat(10 * 1024 * 1024)}","records":[1]}`),
		await edge('{}', { 'content-type': 'application/xml' }),
		await edge('{}', { 'content-encoding': 'gzip' }),
		await edge(JSON.stringify({ domainId: tenant.domainId, configuration: 'x', records: [1] }), { origin: 'https://evil.example' }),
		await t.app.inject({ url: '/api/nothing/here' }),
		await t.app.inject({ url: '/cmp/d/nonsense.js' }),
		await t.app.inject({ url: '/api/manage/domain/%zz' }),
		await t.app.inject({ url: `/api/manage/domain/${'a'.repeat(300)}` }),
	];
	expect(answers.map((a) => [a.statusCode, a.json().code])).toEqual([
		[400, 'not_json'],
		[400, 'not_json'],
		[400, 'invalid'],
		[400, 'invalid'],
		[400, 'invalid'],
		[413, 'too_large'],
		[415, 'wrong_media'],
		[415, 'packed'],
		[403, 'wrong_origin'],
		[404, 'not_found'],
		[404, 'not_found'],
		[400, 'invalid'],
		[400, 'invalid'],
	]);
	for (const answer of answers) expect(answer.json().error.length).toBeGreaterThan(10);
});

test('errors are written in the language asked for, field by field', async () => {
	const body = { id: tenant.customerId, name: '', countryCode: 'Suomi' };
	const admin = await t.person(['ADMIN']);
	const finnish = await t.send(admin, 'PUT', '/api/customer', { headers: { 'accept-language': 'fi,en;q=0.5' }, body });
	expect(finnish.json()).toMatchObject({
		code: 'invalid',
		fields: { name: 'Anna asiakkaalle nimi', countryCode: 'Valitse maa luettelosta' },
	});
	expect((await t.send(admin, 'PUT', '/api/customer', { body })).json().fields.name).toBe('Give the customer a name');
	// Swedish as it is spoken in Finland is no Finnish.
	const swedish = await t.send(admin, 'PUT', '/api/customer', { headers: { 'accept-language': 'sv-FI,sv;q=0.9,en;q=0.8' }, body });
	expect(swedish.json().fields.name).toBe('Give the customer a name');
});

test('a write needs our origin: without it a session is of no use', async () => {
	const message = '/api/user/contactus?message=hello';
	for (const origin of ['https://evil.example', 'null', 'http://localhost:4001'])
		expect((await t.send(owner, 'POST', message, { headers: { origin } })).status).toBe(403);
	for (const contentType of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
		const answer = await t.app.inject({
			method: 'POST',
			url: message,
			headers: { cookie: owner.cookie, 'content-type': contentType },
			payload: '{}',
		});
		expect([403, 415]).toContain(answer.statusCode);
	}
	expect((await t.send(owner, 'POST', message)).status).toBe(200);
	const kept = await t.storage.inPlatform((tx) =>
		tx.query<{ message: string }>('select message from feedback where user_id = $1', [owner.userId]),
	);
	expect(kept.map((f) => f.message)).toEqual(['hello']);
	expect((await t.send(owner, 'POST', '/api/user/contactus?message=%20')).status).toBe(422);
});

test('hostile text is kept as text and control characters are refused', async () => {
	const admin = await t.person(['ADMIN']);
	const hostile = `<script>alert(1)</script>'; drop table customer; --%_\\`;
	const added = await t.send(admin, 'POST', '/api/customer', { body: { name: hostile } });
	expect(added.json().data.name).toBe(hostile);
	const found = await t.send(admin, 'GET', `/api/customer?q=${encodeURIComponent('--%_\\')}`);
	expect(found.json().data.map((c: { id: number }) => c.id)).toContain(added.json().data.id);
	for (const name of ['a\u0000b', 'a\u202eb', 'x'.repeat(65_536)])
		expect((await t.send(admin, 'POST', '/api/customer', { body: { name } })).status).toBe(400);
	for (const id of ['0', '-1', '1.5', '99999999999999', 'abc', '1;drop'])
		expect((await t.send(admin, 'GET', `/api/customer/current/${id}`)).status).toBeLessThan(500);
});

test('the OpenAPI document names every call, and /docs reads it', async () => {
	const document = (await t.send(null, 'GET', '/openapi.json')).json();
	expect(document.openapi).toBe('3.1.0');
	const operations = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.keys(path));
	expect(operations.length).toBeGreaterThanOrEqual(allCalls.length);
	expect(document.paths['/api/customer/{id}/domain'].get['x-may']).toEqual(['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine']);
	expect((await t.send(null, 'GET', '/docs')).text).toContain('/api/cmpconfigurator/{folder}/publish');
});

test('health, readiness and metrics answer', async () => {
	expect((await t.send(null, 'GET', '/healthz')).status).toBe(200);
	expect((await t.send(null, 'GET', '/readyz')).json()).toMatchObject({ data: { database: true, queue: true } });
	expect((await t.app.inject({ url: '/metrics' })).payload).toContain('luvalla_http_request_seconds_bucket');
});

test('every page of the portal carries a fresh nonce and a strict policy', async () => {
	const one = await t.send(null, 'GET', '/customerdashboard');
	const two = await t.send(null, 'GET', '/anything/else');
	const nonce = (page: typeof one) => /nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1] ?? '';
	expect(one.text).toContain(`nonce="${nonce(one)}"`);
	expect(nonce(one)).not.toBe(nonce(two));
	expect(String(one.headers['content-security-policy'])).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
	expect(one.headers['cache-control']).toBe('no-store');
	expect(JSON.parse(/settings">(.*?)<\/script>/.exec(one.text)?.[1] ?? '')).toMatchObject({ mailbox: true });
});

test('a page names the files that its address needs, beside those of the app or of the sign-in, and what begins its session and its screen', async () => {
	const aheadOf = async (url: string) => {
		const { payload } = await t.app.inject({ url, headers: { accept: 'text/html' } });
		return JSON.parse(/id="ahead">(.*)<\/script>/.exec(payload)?.[1] ?? '');
	};
	const app = { files: ['assets/base.js', 'assets/app.js', 'assets/app.css'], finnish: ['assets/texts-fi.js', 'assets/app-fi.js'] };
	const signIn = { files: ['assets/base.js', 'assets/signin.js'], finnish: ['assets/texts-fi.js'] };
	const screen = (files: string[], ...asks: string[]) => ({
		signedIn: app,
		signedOut: signIn,
		screen: files,
		asks: ['/identity/account/authenticate', ...asks],
	});
	for (const [url, id] of [
		['/customerdomains/17', '17'],
		['/CustomerDomains/%C3%A4A%22%3C%3F?q=1', '%C3%A4A%22%3C%3F'],
		['/customerdomains/17/', '17'],
	] as const)
		expect([url, await aheadOf(url)]).toEqual([url, screen(['assets/domain.js'], `/api/customer/domains/${id}`)]);
	expect(await aheadOf('/portalactivity')).toEqual(screen(['assets/activity.js']));
	for (const url of ['/', '/customerdashboard', '/customerdomains', '/customerdomains/17/x', '/nowhere'])
		expect([url, await aheadOf(url)]).toEqual([url, screen([])]);
	expect(await aheadOf('/Welcome?from=mail')).toEqual({ signedIn: app, signedOut: app, screen: [], asks: [] });
});

test('built files of the portal are sent as the build packed them, for ever, and plain to who cannot unpack them', async () => {
	const ask = (headers: Record<string, string>) => t.app.inject({ url: '/assets/part-1.js', headers });
	const best = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' });
	expect([best.statusCode, brotliDecompressSync(best.rawPayload).toString()]).toEqual([200, BUILT_SCRIPT]);
	expect(best.headers).toMatchObject({
		'content-encoding': 'br',
		'content-type': 'application/javascript; charset=utf-8',
		'cache-control': 'public, max-age=31536000, immutable',
		'x-content-type-options': 'nosniff',
	});
	expect(String(best.headers.vary)).toMatch(/accept-encoding/i);
	const older = await ask({ 'accept-encoding': 'gzip' });
	expect([older.headers['content-encoding'], gunzipSync(older.rawPayload).toString()]).toEqual(['gzip', BUILT_SCRIPT]);
	for (const accepted of ['', 'identity']) {
		const plain = await ask({ 'accept-encoding': accepted });
		expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, BUILT_SCRIPT]);
		expect(String(plain.headers.vary)).toMatch(/accept-encoding/i);
	}
	// its name says what is in it: it has no mark, by which a cache between could confirm one form by another
	expect([best.headers.etag, older.headers.etag]).toEqual([undefined, undefined]);
	const none = await t.send(null, 'GET', '/assets/part-2.js');
	expect([none.status, none.json().code]).toEqual([404, 'not_found']);
});

test('a page of the portal is packed too, with a nonce of its own, and plain to who cannot unpack it', async () => {
	const ask = (accepted: string) => t.app.inject({ url: '/customerdashboard', headers: { 'accept-encoding': accepted } });
	for (const accepted of ['br', 'gzip, deflate, br;q=0.9']) {
		const page = await ask(accepted);
		expect([page.headers['content-encoding'], page.headers.vary]).toEqual(['br', 'accept-encoding']);
		const nonce = /nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1];
		expect(brotliDecompressSync(page.rawPayload).toString()).toContain(`nonce="${nonce}"`);
	}
	for (const accepted of ['', 'gzip', 'br;q=0', 'brotli']) {
		const page = await ask(accepted);
		expect([page.headers['content-encoding'], page.payload.includes('<!doctype html>')]).toEqual([undefined, true]);
	}
});

test('addresses of the portal are its page, deep ones too; whatever is nobody’s is 404', async () => {
	const ask = (url: string, method: 'GET' | 'HEAD' = 'GET', accept = 'text/html,*/*') => t.app.inject({ method, url, headers: { accept } });
	for (const url of ['/', '/?from=mail', '/customerdashboard', '/CustomerDomains/abc/def?q=.x', '/portalActivity/', '//welcome']) {
		const page = await ask(url);
		expect([url, page.statusCode, page.payload.startsWith('<!doctype html>')]).toEqual([url, 200, true]);
		const head = await ask(url, 'HEAD', '*/*');
		expect([url, head.statusCode, head.payload, head.headers['content-type']]).toEqual([url, 200, '', page.headers['content-type']]);
	}
	const nowhere = [
		'/.env',
		'/.git/config',
		'/.Git/HEAD',
		'/%2eenv',
		'/%2Egit/config',
		'/wp-login.php',
		'/nosuchpage',
		'/customerdashboardx',
		'/customerdashboard.php',
		'/customerdomains/.env',
		'/customerdomains/..%2f.git/config',
		'/customerdomains/%2eenv',
		'/__proto__',
		'/constructor',
		'/%',
	];
	for (const url of nowhere) {
		const page = await ask(url);
		// Fastify itself refuses what is no address at all.
		expect([url, page.statusCode]).toEqual([url, url === '/%' ? 400 : 404]);
		expect((await ask(url, 'HEAD')).statusCode).toBe(page.statusCode);
		const program = await ask(url, 'GET', '*/*');
		expect([url, program.statusCode, program.payload.includes('<!doctype html>')]).toEqual([url, page.statusCode, false]);
	}
	expect((await ask('/nosuchpage')).payload).toContain('<!doctype html>');
	expect((await t.app.inject({ method: 'POST', url: '/', payload: {} })).statusCode).toBe(404);
});

test('the portal may reach a webhook by https, the sign-in nobody but us', async () => {
	const connections = async (path: string) =>
		/connect-src ([^;]*)/.exec(String((await t.send(null, 'GET', path)).headers['content-security-policy']))?.[1];
	expect(await connections('/customerdomains')).toBe(`'self' https:`);
	expect(await connections('/identity/link?token=x')).toBe(`'self'`);
});

test('the mailbox opens with its key only, and never through a proxy', async () => {
	await t.storage.inPlatform((tx) =>
		queueMail(tx, t.server.kernel.jobs, { to: 'a@example.com', subject: 'Hello <b>', text: 'x', html: '<html><body>x</body></html>' }),
	);
	// Newer than what tests whose clocks are years ahead have sent: the page shows the newest.
	await t.storage.inPlatform((tx) => tx.query(`update mail set created_at = '2200-01-01' where recipient = 'a@example.com'`));
	const key = mailboxKey(t.server.kernel.secrets);
	expect((await t.send(null, 'GET', '/mailbox')).status).toBe(403);
	expect((await t.send(null, 'GET', '/mailbox?key=wrong')).status).toBe(403);
	expect((await t.send(null, 'GET', `/mailbox?key=${key}`, { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(403);
	const swapped = await t.send(null, 'GET', `/mailbox?key=${key}`);
	expect([swapped.status, swapped.headers.location]).toEqual([302, '/mailbox']);
	const cookie = String(swapped.headers['set-cookie']).split(';')[0] ?? '';
	const page = await t.send(null, 'GET', '/mailbox', { headers: { cookie } });
	expect(page.text).toContain('Hello &#60;b&#62;');
	expect(page.text).toContain('From: Luvalla &#60;no-reply@localhost&#62; · To: a@example.com');
	expect(page.text).toMatch(/<time>[^<]*2200, [\d:]+ UTC</);
	await t.storage.inPlatform((tx) =>
		tx.query(`update mail set sender = 'Aalto <club@aalto.example>' where recipient = 'a@example.com' and subject like 'Hello <b>'`),
	);
	const finnish = await t.send(null, 'GET', '/mailbox', { headers: { cookie, 'accept-language': 'fi' } });
	expect(finnish.text).toContain('Lähettäjä: Aalto &#60;club@aalto.example&#62;');
	await t.storage.inPlatform((tx) => tx.query(`delete from mail where recipient = 'a@example.com'`));
});

test('news of a customer reaches those who may see it, within a moment, and ends with the session', async () => {
	const banner = await publishBanner(t, owner, tenant);
	const stranger = await t.person([], { adminOf: [await t.tenant()] });
	const open = async (cookie: string) => {
		const stream = httpRequest({ host: '127.0.0.1', port, path: '/api/live', headers: { cookie } }).end();
		const [response] = await once(stream, 'response');
		const told = { text: '', ended: false };
		response.setEncoding('utf8').on('data', (chunk: string) => {
			told.text += chunk;
		});
		response.on('end', () => {
			told.ended = true;
		});
		return { told, status: response.statusCode, close: () => stream.destroy() };
	};
	const mine = await open(owner.cookie);
	const theirs = await open(stranger.cookie);
	expect((await open('')).status).toBe(401);
	await expect.poll(() => mine.told.text).toContain(': here');
	await sendRecords(t, tenant, banner.publishedFolder, choice({ statistics: true, media: false }));
	await expect
		.poll(() => mine.told.text)
		.toContain(JSON.stringify({ topic: 'consents', customerId: tenant.customerId, domains: { [tenant.domainId]: 2 } }));
	expect(theirs.told.text).not.toContain('news');
	expect((await t.send(owner, 'POST', '/identity/account/logoff')).status).toBe(200);
	await expect.poll(() => mine.told.ended).toBe(true);
	theirs.close();
});

test('who never reads the news is let go', async () => {
	const { cookie } = await t.person([], { adminOf: [tenant] });
	const [response] = await once(httpRequest({ host: '127.0.0.1', port, path: '/api/live', headers: { cookie } }).end(), 'response');
	response.pause();
	const open = (): Promise<number> => new Promise((said) => t.app.server.getConnections((_error, n) => said(n)));
	await expect.poll(open).toBe(1);
	await t.storage.inPlatform((tx) =>
		tx.query(
			`select pg_notify('live', json_build_object('topic', 'consents', 'customerId', $1::int, 'domains', json_build_object(repeat('x', 7000), n))::text)
			 from generate_series(1, 2500) n`,
			[tenant.customerId],
		),
	);
	await expect.poll(open, { timeout: 10_000 }).toBe(0);
});
