/** What is held open, and who may measure. */
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type Person, startApp, type TestApp, testApp } from '../app.ts';

const t = await startApp();
const person = await t.person();
const port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);

interface Stream {
	said: () => string;
	ended: Promise<void>;
	isOpen: () => boolean;
	close: () => void;
}
let streams: Stream[] = [];
afterEach(() => {
	for (const { close } of streams) close();
	streams = [];
});

/** A live stream that has begun. */
const listen = (who: Person): Promise<Stream> =>
	new Promise((resolve, reject) => {
		const asked = request({ port, host: '127.0.0.1', path: '/api/live', headers: { cookie: who.cookie } }, (answer) => {
			let text = '';
			let open = true;
			const ended = new Promise<void>((gone) => {
				const over = () => {
					open = false;
					gone();
				};
				answer.on('end', over);
				answer.on('error', over);
			});
			answer.on('data', (chunk) => {
				text += chunk;
				if (text.startsWith('retry: 2000')) {
					const stream = { said: () => text, ended, isOpen: () => open, close: () => asked.destroy() };
					streams.push(stream);
					resolve(stream);
				}
			});
		});
		asked.on('error', reject);
		asked.end();
	});

test('a session has three live streams: a fourth ends the oldest, and nobody else’s', async () => {
	const other = await listen(await t.person());
	const [first, second, third] = [await listen(person), await listen(person), await listen(person)];
	const fourth = await listen(person);
	await first.ended;
	// It comes back late, so that four that are really there do not chase each other.
	expect(first.said()).toMatch(/retry: 60000\n\n$/);
	expect([second, third, fourth, other].map(({ isOpen }) => isOpen())).toEqual([true, true, true, true]);
	await listen(person);
	await second.ended;
	expect([third, fourth, other].map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
});

const metrics = (app: TestApp['app'], headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
	app
		.inject({ url: '/metrics', headers, remoteAddress })
		.then(({ statusCode, payload }) => [statusCode, payload.includes('luvalla_http_request_seconds')]);

test('without a token measures are told to this machine alone, and not through a proxy on it', async () => {
	for (const address of ['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])
		expect(await metrics(t.app, {}, address)).toEqual([200, true]);
	for (const address of ['10.0.0.5', '192.0.2.1', '::ffff:10.0.0.1', '2001:db8::1'])
		expect(await metrics(t.app, {}, address)).toEqual([403, false]);
	for (const header of [
		...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'],
		...['cf-connecting-ip', 'true-client-ip', 'x-client-ip'],
	])
		expect([header, await metrics(t.app, { [header]: '127.0.0.1' })]).toEqual([header, [403, false]]);
});

test('without a token measures are told by a name of this machine alone', async () => {
	for (const host of ['localhost:4000', 'LOCALHOST', 'shop.localhost', '127.0.0.1:4000', '[::1]:4000', '[::1]'])
		expect([host, await metrics(t.app, { host })]).toEqual([host, [200, true]]);
	for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:4000', '10.0.0.5', 'notlocalhost'])
		expect([host, await metrics(t.app, { host })]).toEqual([host, [403, false]]);
});

test('without a token nobody is told measures where people come from elsewhere', async () => {
	const other = await testApp({ PUBLIC_URL: 'https://consent.example', SMTP_URL: 'smtp://127.0.0.1:9' });
	try {
		for (const host of ['127.0.0.1:4000', 'localhost', 'consent.example'])
			expect([host, await metrics(other.app, { host })]).toEqual([host, [403, false]]);
	} finally {
		await other.stop();
	}
});

test('with a token measures are told to whoever has it, from anywhere, and to nobody else', async () => {
	const other = await testApp({ METRICS_TOKEN: 'a-token-for-measures-of-some-length', TRUST_PROXY: '1' });
	try {
		expect(await metrics(other.app)).toEqual([401, false]);
		expect(await metrics(other.app, { authorization: 'Bearer a-token-for-measures-of-some-lengtH' })).toEqual([401, false]);
		const headers = { authorization: 'Bearer a-token-for-measures-of-some-length', 'x-forwarded-for': '203.0.113.9' };
		expect(await metrics(other.app, headers, '10.0.0.5')).toEqual([200, true]);
	} finally {
		await other.stop();
	}
});
