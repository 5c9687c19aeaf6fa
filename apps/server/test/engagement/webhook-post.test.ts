/** The way of webhooks by itself: what an endpoint's manners mean for a message, and that nothing leaves without asking. */
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { LINE_LIMITS, type LineLimits } from '../../src/wings/engagement/channels/lines.ts';
import { Endpoint, type EndpointSettings } from '../../src/wings/engagement/channels/webhook/post.ts';
import { type Manner, openReceiver, type Receiver, SECRET } from './receiver.ts';

const guard = createGuard(['127.0.0.0/8']);
const ends: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

const endpointTo = (url: string, limits: Partial<LineLimits> = {}, settings: Partial<EndpointSettings> = {}, by = guard) => {
	const endpoint = new Endpoint({ url, secret: SECRET, headers: [], unknown: 'leave', ...settings }, by, { ...LINE_LIMITS, ...limits });
	ends.push(() => endpoint.close());
	return endpoint;
};
const received = async (manner?: Manner): Promise<Receiver> => {
	const receiver = await openReceiver(manner);
	ends.push(() => receiver.stop());
	return receiver;
};
const silentServer = async (heard: (socket: Socket) => void = () => undefined): Promise<string> => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		heard(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	ends.push(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
};
const message = (over: { id?: string; mayLeave?: () => Promise<boolean> } = {}) => ({
	id: newId(),
	body: JSON.stringify({
		type: 'campaign.message',
		timestamp: new Date().toISOString(),
		data: {
			...{ deliveryId: 'x', campaign: { id: newId(), title: '' }, domain: '', person: { luvallaId: newId() }, language: '', text: 'Hello' },
			...{ content: null, image: null, imageAlt: null, unsubscribe: null, why: '' },
		},
	}),
	mayLeave: () => Promise.resolve(true),
	...over,
});

test.each([
	[200, 'fine', {}, { state: 'accepted', said: '200 fine' }],
	[204, '', {}, { state: 'accepted', said: '204' }],
	[302, '', { location: 'http://127.0.0.1:1/inside' }, { state: 'returned', closed: true, said: '302 → http://127.0.0.1:1/inside' }],
	[400, 'No such list', {}, { state: 'failed', reason: 'refused', said: '400 No such list' }],
	[401, 'Who?', {}, { state: 'returned', closed: true, said: '401 Who?' }],
	[403, '', {}, { state: 'returned', closed: false, said: '403' }],
	[404, '', {}, { state: 'failed', reason: 'refused', said: '404' }],
	[408, '', {}, { state: 'deferred', reason: 'later' }],
	[410, 'Gone', {}, { state: 'returned', closed: true, said: '410 Gone' }],
	[422, '{"error":\n"no\tname"}', {}, { state: 'failed', said: '422 {"error": "no name"}' }],
	[429, '', { 'retry-after': '7' }, { state: 'deferred', reason: 'busy', afterMs: 7_000 }],
	[429, '', { 'retry-after': '0' }, { state: 'deferred', reason: 'busy', afterMs: 1_000 }],
	[503, '', { 'retry-after': '99999999' }, { state: 'deferred', reason: 'busy', afterMs: 86_400_000 }],
	[503, '', { 'retry-after': 'soon' }, { state: 'deferred', reason: 'busy' }],
	[500, 'Oops', {}, { state: 'deferred', reason: 'later', said: '500 Oops' }],
	[502, '', {}, { state: 'deferred', reason: 'later' }],
	[504, 'Upstream', {}, { state: 'unknown', said: '504 Upstream' }],
] as const)('%i %s means what it says', async (status, body, headers, outcome) => {
	const receiver = await received(() => ({ status, body, headers }));
	const found = await endpointTo(receiver.url).send(message());
	expect(found).toMatchObject(outcome);
	expect('afterMs' in found).toBe('afterMs' in outcome);
	expect(receiver.got).toHaveLength(1);
});

test('Whom a wall before the endpoint turns away fails alone, whoever comes first; three in a row close the way', async () => {
	let denied = ['drop table'];
	const receiver = await received((one) =>
		denied.some((word) => JSON.stringify(one).includes(word)) ? { status: 403, body: 'Blocked' } : undefined,
	);
	const endpoint = endpointTo(receiver.url);
	const hostile = { ...message(), body: message().body.replace('Hello', 'drop table') };
	// Nobody knows yet whether it turns away everybody.
	expect(await endpoint.send(hostile)).toEqual({ state: 'returned', closed: false, said: '403 Blocked' });
	expect(await endpoint.send(message())).toMatchObject({ state: 'accepted' });
	expect(await endpoint.send(hostile)).toEqual({ state: 'failed', reason: 'refused', said: '403 Blocked' });
	expect(await endpoint.send(message())).toMatchObject({ state: 'accepted' });
	denied = ['Hello'];
	for (const state of ['failed', 'failed', 'returned']) expect(await endpoint.send(message())).toMatchObject({ state });
	const asked = receiver.got.length;
	expect(await endpoint.send(message())).toEqual({ state: 'returned', closed: true, said: '403 Blocked' });
	const anew = endpointTo(receiver.url);
	const states = [await anew.send(message()), await anew.send(message()), await anew.send(message())];
	expect(states.map((one) => one.state === 'returned' && one.closed)).toEqual([false, false, true]);
	expect(receiver.got.length).toBe(asked + 3);
});

test('A date says until when an endpoint is busy, too', async () => {
	const receiver = await received(() => ({ status: 503, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } }));
	const found = await endpointTo(receiver.url).send(message());
	const afterMs = 'afterMs' in found ? (found.afterMs ?? 0) : 0;
	expect([afterMs > 55_000, afterMs <= 60_000]).toEqual([true, true]);
});

test('Nothing leaves without asking, on a new connection or a kept one, and a connection is used again', async () => {
	const receiver = await received();
	const endpoint = endpointTo(receiver.url);
	const no = { mayLeave: () => Promise.resolve(false) };
	expect(await endpoint.send(message(no))).toEqual({ state: 'returned', closed: false, said: '' });
	expect(await endpoint.send(message())).toMatchObject({ state: 'accepted' });
	expect(await endpoint.send(message(no))).toEqual({ state: 'returned', closed: false, said: '' });
	expect(await endpoint.send(message())).toMatchObject({ state: 'accepted' });
	// The one that nobody permitted was made for nothing.
	expect([receiver.got.length, receiver.connections()]).toEqual([2, 2]);
});

test('It is asked when the connection stands, not before', async () => {
	const order: string[] = [];
	const url = await silentServer(() => order.push('connected'));
	const leaves = () => {
		order.push('asked');
		return Promise.resolve(false);
	};
	await endpointTo(url).send(message({ mayLeave: leaves }));
	await expect.poll(() => order).toHaveLength(2);
	expect(order).toEqual(expect.arrayContaining(['connected', 'asked']));
	// Where nobody listens nobody is asked.
	order.length = 0;
	expect(await endpointTo('http://127.0.0.1:1/').send(message({ mayLeave: leaves }))).toMatchObject({ state: 'returned', closed: true });
	expect(order).toEqual([]);
});

test('Who hangs up while it is asked whether a message may leave has got nothing of it', async () => {
	const slowly = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 100));
	for (const end of [
		(socket: Socket) => socket.destroy(),
		(socket: Socket) => socket.resetAndDestroy(),
		(socket: Socket) => socket.end(),
	]) {
		const outcome = await endpointTo(await silentServer(end)).send(message({ mayLeave: slowly }));
		expect(outcome).toMatchObject({ state: 'returned', closed: true });
	}
});

test('A closed port, a name that is none, and a place inside close the way, and say why', async () => {
	const said = async (url: string, by = guard): Promise<unknown> => {
		const outcome = await endpointTo(url, {}, {}, by).send(message());
		expect(outcome).toMatchObject({ state: 'returned', closed: true });
		return outcome.said;
	};
	expect(await said('http://127.0.0.1:1/')).toMatch(/ECONNREFUSED/);
	expect(await said('https://nobody.invalid/')).toMatch(/nobody\.invalid/);
	expect(await said('http://169.254.169.254/latest')).toMatch(/not a public address/);
	expect(await said('https://localhost/', createGuard([]))).toMatch(/does not lead to a public address/);
});

test('What answers in the clear is no https: nothing left, and the way is closed', async () => {
	const receiver = await received();
	expect(await endpointTo(`https://127.0.0.1:${receiver.port}/`).send(message())).toMatchObject({ state: 'returned', closed: true });
	expect(receiver.got).toEqual([]);
});

test('An https that nobody vouches for gets nothing', async () => {
	const receiver = await openReceiver(undefined, true);
	ends.push(() => receiver.stop());
	const outcome = await endpointTo(receiver.url).send(message());
	expect(outcome).toMatchObject({ state: 'returned', closed: true, said: expect.stringMatching(/self-signed/) });
	expect(receiver.got).toEqual([]);
});

test('Who hangs up or keeps silent when they have a message leaves it in doubt, or has it once more by the same id', async () => {
	const receiver = await received(({ path }) => (path.includes('drop') ? 'drop' : 'silent'));
	const url = `http://127.0.0.1:${receiver.port}`;
	const short = { connectMs: 100, answerMs: 200 };
	expect(await endpointTo(`${url}/drop`, short).send(message())).toMatchObject({ state: 'unknown' });
	expect(await endpointTo(`${url}/silent`, short).send(message())).toMatchObject({
		state: 'unknown',
		said: expect.stringMatching(/too long/),
	});
	const again = endpointTo(`${url}/drop`, short, { unknown: 'again' });
	const one = message();
	expect(await again.send(one)).toMatchObject({ state: 'deferred', reason: 'no_answer' });
	expect(await again.send(one)).toMatchObject({ state: 'deferred', reason: 'no_answer' });
	expect(receiver.got.filter(({ id }) => id === one.id)).toHaveLength(2);
});

test('An endpoint that never answers puts few in doubt: one at a time, and then the way is closed', async () => {
	const receiver = await received(() => 'drop');
	const endpoint = endpointTo(receiver.url);
	const outcomes = await Promise.all(Array.from({ length: 20 }, () => endpoint.send(message())));
	expect([outcomes.filter(({ state }) => state === 'unknown').length, receiver.got.length]).toEqual([2, 2]);
	expect(outcomes.slice(2).every((one) => one.state === 'returned' && one.closed)).toBe(true);
});

test('One that answers now and then is not silent, and whoever it drops alone is in doubt', async () => {
	let n = 0;
	const receiver = await received(() => (n++ % 2 === 1 ? 'drop' : undefined));
	const endpoint = endpointTo(receiver.url);
	const outcomes = await Promise.all(Array.from({ length: 40 }, () => endpoint.send(message())));
	const count = (state: string): number => outcomes.filter((one) => one.state === state).length;
	expect([count('accepted'), count('unknown'), receiver.got.length]).toEqual([20, 20, 40]);
});

test('One that answered, and then falls silent, puts ten in doubt and those that were under way', async () => {
	const receiver = await received();
	const endpoint = endpointTo(receiver.url, { silences: { first: 1, later: 4 } });
	await endpoint.send(message());
	receiver.answer(() => 'drop');
	const outcomes: string[] = [];
	for (let n = 0; n < 8; n += 1) outcomes.push((await endpoint.send(message())).state);
	expect(outcomes).toEqual([...Array(4).fill('unknown'), ...Array(4).fill('returned')]);
});

test('One that takes its time is waited for, longer than a connection that nobody uses is kept', async () => {
	const receiver = await received(() => ({ status: 200, afterMs: 400 }));
	const endpoint = endpointTo(receiver.url, { idleMs: 100 });
	for (let n = 0; n < 2; n += 1) expect(await endpoint.send(message())).toMatchObject({ state: 'accepted' });
});

test('A busy endpoint is left alone by everybody for as long as it says', async () => {
	const at: number[] = [];
	const receiver = await received(() => {
		at.push(performance.now());
		return at.length === 1 ? { status: 429, headers: { 'retry-after': '30' } } : undefined;
	});
	const endpoint = endpointTo(receiver.url, { restMs: 300 });
	const outcomes = await Promise.all([1, 2, 3].map(() => endpoint.send(message())));
	expect(outcomes.map(({ state }) => state)).toEqual(['deferred', 'accepted', 'accepted']);
	expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(290);
});

test('A connection that nobody used for a while is not trusted with a message', async () => {
	const receiver = await received();
	const endpoint = endpointTo(receiver.url, { idleMs: 50 });
	await endpoint.send(message());
	await new Promise((resolve) => setTimeout(resolve, 300));
	await endpoint.send(message());
	expect([receiver.got.length, receiver.connections()]).toEqual([2, 2]);
});

test('What speaks no HTTP, or says more than anybody reads, leaves its message in doubt', async () => {
	const garbage = await silentServer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')));
	expect(await endpointTo(garbage).send(message())).toMatchObject({ state: 'unknown' });
	const receiver = await received(() => ({ status: 200, body: 'x'.repeat(100_000) }));
	expect(await endpointTo(receiver.url).send(message())).toMatchObject({ state: 'unknown' });
});

test('The customer’s own headers arrive, and replace none of those that sign', async () => {
	const receiver = await received();
	const headers = [
		{ header: 'X-Key', value: 'abc ä' },
		{ header: 'Webhook-Id', value: 'forged' },
		{ header: 'Content-Type', value: 'text/plain' },
	];
	const one = message();
	expect(await endpointTo(receiver.url, {}, { headers }).send(one)).toMatchObject({ state: 'accepted' });
	expect(receiver.got[0]?.headers).toMatchObject({ 'x-key': 'abc ä', 'webhook-id': one.id, 'content-type': 'application/json' });
});

test('A secret that signs nothing is refused before anything is sent', () => {
	for (const secret of ['', 'whsec_not base64!']) expect(() => endpointTo('https://example.com/', {}, { secret })).toThrow();
});
