/** Records and visitors' events go by a door of their own: it answers what the router answers, and what is not plain goes to the router. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords, visitorEvent, withKey } from '../fixtures.ts';
import { sayRaw } from '../raw.ts';

let t: TestApp;
let tenant: Tenant;
let owner: Person;
let folder: string;
let visitor: string;
let port: number;
beforeAll(async () => {
	t = await testApp({ TRUST_PROXY: '1' });
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
	folder = (await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' })).publishedFolder;
	const yes = edgeRecord('statistics', true);
	await sendRecords(t, tenant, folder, [yes]);
	visitor = withKey(yes.id);
	port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => t.stop());

const PATH = '/edge/v1/records';
/** The router's: forgiving. */
const ROUTER_PATH = '/Edge/v1/records/';

const bodyOf = (...records: unknown[]): string => JSON.stringify({ domainId: tenant.domainId, configuration: folder, records });

interface Asked {
	path?: string;
	body: string;
	headers?: Record<string, string>;
}

/** By a socket, so that nothing is added or kept back. */
const raw = (head: string, body: string): Promise<string> => sayRaw(port, (socket) => socket.write(head + body));

const ask = async ({ path = PATH, body, headers = {} }: Asked) => {
	const all = {
		host: 'localhost',
		connection: 'close',
		origin: `https://${tenant.host}`,
		'content-type': 'application/json',
		'content-length': String(Buffer.byteLength(body)),
		...headers,
	};
	const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	const answer = await raw(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`, body);
	const [top = '', ...rest] = answer.split('\r\n\r\n');
	const [first = '', ...lines] = top.split('\r\n');
	const told = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]));
	return { status: Number(first.split(' ')[1]), headers: told, body: rest.join('\r\n\r\n') };
};

/** Headers that say something; the rest is the connection's. */
const TOLD = [
	'content-type',
	'content-length',
	'cache-control',
	'vary',
	'access-control-allow-origin',
	'access-control-expose-headers',
	'cross-origin-resource-policy',
	'retry-after',
];

/** The door's answer and the router's say the same, and neither broke. */
const expectAlike = (answers: readonly Awaited<ReturnType<typeof ask>>[]): void => {
	const [door, router] = answers.map(({ status, headers, body }) => ({
		status,
		headers: TOLD.map((name) => headers[name]),
		// Each sent a record of its own.
		body: body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'),
	}));
	expect(door).toEqual(router);
	expect(door?.status).toBeLessThan(500);
};

const VISITS = '/edge/v1/visitor/events';
const ROUTER_VISITS = '/Edge/v1/visitor/events/';
const visitOf = (events: unknown, more: object = {}): string =>
	JSON.stringify({ domainId: tenant.domainId, configuration: folder, visitor, events, ...more });

test.each([
	['an event', () => ({ body: visitOf([visitorEvent('view')]) })],
	['a bad event beside a good one', () => ({ body: visitOf([visitorEvent('view', { page: 1 }), 'text', visitorEvent('<b>')]) })],
	['a beacon', () => ({ body: visitOf([visitorEvent('view')]), headers: { 'content-type': 'text/plain;charset=UTF-8' } })],
	['a name that is no text', () => ({ body: visitOf([visitorEvent('view')], { 'odd\0': 1 }) })],
	['a member named twice', () => ({ body: visitOf([visitorEvent('view')]).replace('"events"', '"visitor":"x","events"') })],
	['no events', () => ({ body: visitOf([]), headers: { 'accept-language': 'fi' } })],
	['a visitor of nobody', () => ({ body: visitOf([visitorEvent('view')], { visitor: withKey(visitorEvent('view').id) }) })],
	['another page', () => ({ body: visitOf([visitorEvent('view')]), headers: { origin: 'https://evil.example' } })],
] as const)('the door and the router answer alike about events: %s', async (_what, made: () => Asked) => {
	const answers = [await ask({ path: VISITS, ...made() }), await ask({ path: ROUTER_VISITS, ...made() })];
	expectAlike(answers);
	const metrics = (await t.app.inject({ url: '/metrics' })).payload;
	expect(metrics).toMatch(/luvalla_http_request_seconds_count\{method="POST",route="\/edge\/v1\/visitor\/events",status="[24]xx"\} [1-9]/);
});

test('a page may ask first whether it may send events', async () => {
	const asked = { method: 'OPTIONS' as const, headers: { origin: `https://${tenant.host}`, 'access-control-request-method': 'POST' } };
	for (const url of [VISITS, '/edge/v1/visitor/forget']) {
		const { statusCode, headers } = await t.app.inject({ ...asked, url });
		expect([statusCode, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual([
			204,
			`https://${tenant.host}`,
			'content-type',
		]);
	}
});

test.each([
	['a record', () => ({ body: bodyOf(edgeRecord('media', true)) })],
	['a bad record beside a good one', () => ({ body: bodyOf(edgeRecord('media', true), 'text', edgeRecord('nothing', true)) })],
	['a beacon', () => ({ body: bodyOf(edgeRecord('media', false)), headers: { 'content-type': 'text/plain;charset=UTF-8' } })],
	['no JSON', () => ({ body: '{"domainId":' })],
	['JSON of another shape', () => ({ body: '{"domainId":"x","records":[]}', headers: { 'accept-language': 'fi' } })],
	['null', () => ({ body: 'null' })],
	['another page', () => ({ body: bodyOf(edgeRecord('media', true)), headers: { origin: 'https://evil.example' } })],
	['a page of nowhere', () => ({ body: bodyOf(edgeRecord('media', true)), headers: { origin: 'null', 'accept-language': 'fi' } })],
	['a media type that is no JSON', () => ({ body: bodyOf(edgeRecord('media', true)), headers: { 'content-type': 'text/html' } })],
	['a body that is too large', () => ({ body: bodyOf('x'.repeat(1_100_000)) })],
] as const)('the door and the router answer alike: %s', async (_what, made: () => Asked) => {
	const asked = made();
	const answers = [await ask(asked), await ask({ ...asked, ...(asked.body.includes('"id"') && made()), path: ROUTER_PATH })];
	expectAlike(answers);
});

test('a body in pieces, and one whose length is not told, are taken', async () => {
	const body = bodyOf(edgeRecord('media', true));
	const half = Math.floor(body.length / 2);
	const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\norigin: https://${tenant.host}\r\ncontent-type: application/json\r\n`;
	const answer = await sayRaw(port, (socket) =>
		socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, half)}`, () =>
			setImmediate(() => socket.write(body.slice(half))),
		),
	);
	expect(answer).toContain('"stored":1');
	const again = bodyOf(edgeRecord('media', true));
	const chunked = `${again.length.toString(16)}\r\n${again}\r\n0\r\n\r\n`;
	expect(await raw(`${head}transfer-encoding: chunked\r\n\r\n`, chunked)).toContain('"stored":1');
});

test('who goes away in the middle stores nothing and ends nothing', async () => {
	const record = edgeRecord('media', true);
	const body = bodyOf(record);
	await new Promise<void>((resolve, reject) => {
		const socket = connect(port, '127.0.0.1');
		socket.on('close', () => resolve());
		socket.on('error', reject);
		const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\norigin: https://${tenant.host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
		socket.write(head + body.slice(0, -5), () => socket.destroy());
	});
	expect((await ask({ body })).body).toContain('"stored":1');
});

test.each([
	['203.0.113.9:1234, 198.51.100.77:5678', '198.51.100.0/24'],
	['198.51.100.77, [2001:db8:7:8::1]:443', '2001:db8:7::/48'],
	['198.51.100.77, [2001:db8:7:8::1]', '2001:db8:7::/48'],
])('of %s that a proxy names the ports are left out, at either way in', async (named, network) => {
	for (const path of [PATH, ROUTER_PATH]) {
		const record = edgeRecord('media', true);
		await ask({ path, body: bodyOf(record), headers: { 'x-forwarded-for': named } });
		expect((await t.send(owner, 'GET', `/api/audit/domain/consents/${record.id}`)).json().data.network).toBe(network);
	}
});

test('the address is the one that the trusted proxy names, and the answer is measured', async () => {
	const record = edgeRecord('media', true);
	await ask({ body: bodyOf(record), headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.77' } });
	const page = (await t.send(owner, 'GET', `/api/audit/domain/consents/${record.id}`)).json().data;
	expect(page.network).toBe('198.51.100.0/24');
	const metrics = (await t.app.inject({ url: '/metrics' })).payload;
	expect(metrics).toMatch(/luvalla_http_request_seconds_count\{method="POST",route="\/edge\/v1\/records",status="2xx"\} [1-9]/);
	expect(metrics).toMatch(/luvalla_http_request_seconds_bucket\{method="POST",route="\/edge\/v1\/records",status="2xx",le="\+Inf"\} [1-9]/);
});
