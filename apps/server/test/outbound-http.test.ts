/** The one way out by HTTP: what it follows, how long it waits, how much it reads, and what it says when that is not enough. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuard, OutboundRefused } from '../src/kernel/outbound/guard.ts';
import { OutboundFailed, sendHttp } from '../src/kernel/outbound/http.ts';

const guard = createGuard(['127.0.0.1/32']);
const nowhere = createGuard([]);
const anywhere = () => null;
const heard: { method: string; path: string; body: string }[] = [];
const TEXT = 'all that was said '.repeat(100);
/** Path → how it is answered. */
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
	'/plain': (response) => response.end(TEXT),
	'/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(TEXT)),
	'/bomb': (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(Buffer.alloc(5_000_000))),
	'/garbled': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed'),
	'/long': (response) => response.end(Buffer.alloc(300_000)),
	'/cut': (response) => {
		response.writeHead(200, { 'content-length': TEXT.length });
		response.write(TEXT.slice(0, 50), () => response.destroy());
	},
	'/silent': () => undefined,
	'/switch': (response) => void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
	'/trickle': (response) => void response.write('a little'),
	'/500': (response) => response.writeHead(500).end('no'),
	'/on': (response) => response.writeHead(302, { location: '/plain' }).end(),
	'/round': (response) => response.writeHead(302, { location: '/round' }).end(),
	'/private': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
	'/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
	'/nowhere': (response) => response.writeHead(302, { location: 'http://' }).end(),
};
const server = createServer((request, response) => {
	let body = '';
	request.on('data', (part) => {
		body += part;
	});
	request.on('end', () => {
		heard.push({ method: request.method ?? '', path: request.url ?? '', body });
		answers[request.url ?? '']?.(response, request);
	});
});
let url = '';
beforeAll(async () => {
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

describe('a request to another server', () => {
	it('is answered whole, unpacked, whatever the status', async () => {
		for (const path of ['/plain', '/packed']) {
			const { status, body } = await sendHttp(`${url}${path}`, { guard });
			expect([path, status, body.toString()]).toEqual([path, 200, TEXT]);
		}
		expect(await sendHttp(`${url}/500`, { guard })).toMatchObject({ status: 500, body: Buffer.from('no') });
	});

	it('goes nowhere that the guard does not allow, except to what the operator set', async () => {
		await expect(sendHttp(`${url}/plain`, { guard: nowhere })).rejects.toThrow(OutboundRefused);
		expect((await sendHttp(`${url}/plain`, { guard: nowhere, trusted: url })).status).toBe(200);
		await expect(sendHttp(`${url}/private`, { guard: nowhere, trusted: url, follow: anywhere })).rejects.toThrow('not a public address');
		await expect(sendHttp('ftp://example.com/', { guard })).rejects.toThrow('is no way out');
	});

	it('takes a redirect for the answer unless it is asked to follow; then each step is judged', async () => {
		heard.length = 0;
		const post = await sendHttp(`${url}/private`, { guard, method: 'POST', body: 'secret' });
		expect([post.status, heard]).toEqual([302, [{ method: 'POST', path: '/private', body: 'secret' }]]);
		const followed = await sendHttp(`${url}/on`, { guard, follow: anywhere });
		expect([followed.status, followed.url.pathname]).toEqual([200, '/plain']);
		await expect(sendHttp(`${url}/on`, { guard, follow: (to) => `Not to ${to.pathname}.` })).rejects.toThrow('Not to /plain.');
		await expect(sendHttp(`${url}/private`, { guard, follow: anywhere })).rejects.toThrow(OutboundRefused);
		await expect(sendHttp(`${url}/file`, { guard, follow: anywhere })).rejects.toThrow('not safe');
		await expect(sendHttp(`${url}/nowhere`, { guard, follow: anywhere })).rejects.toThrow('an address that is none');
		await expect(sendHttp(`${url}/round`, { guard, follow: anywhere })).rejects.toThrow('on and on');
	});

	it('takes a switch to another protocol for a failure, not for silence without end', async () => {
		await expect(sendHttp(`${url}/switch`, { guard })).rejects.toThrow('another protocol');
	});

	it('ends in time, before the answer and in the middle of it', async () => {
		for (const path of ['/silent', '/trickle'])
			await expect(sendHttp(`${url}${path}`, { guard, timeoutMs: 150 }), path).rejects.toThrow('took too long to answer');
	});

	it('reads no more than it wants, and says what is wrong with an answer', async () => {
		const cases: [string, string][] = [
			['/long', 'larger than 262144 bytes'],
			['/bomb', 'larger than 262144 bytes'],
			['/garbled', 'is broken'],
			['/cut', 'hung up in the middle'],
		];
		for (const [path, sentence] of cases) {
			const failed = sendHttp(`${url}${path}`, { guard });
			await expect(failed, path).rejects.toThrow(sentence);
			await expect(failed, path).rejects.toThrow(OutboundFailed);
		}
		await expect(sendHttp('http://127.0.0.1:1/', { guard })).rejects.toThrow('cannot be reached: connect ECONNREFUSED');
	});
});
