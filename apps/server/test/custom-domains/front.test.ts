/** What a customer's own host hands on to the program's own server. */
import { createServer } from 'node:http';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { createFront, listenAt } from '../../src/wings/tenancy/certificates/front.ts';
import { startApp } from '../app.ts';
import { freePort } from '../fixtures/free-port.ts';
import { CERTIFICATE, KEY } from '../fixtures/tls.ts';

const t = await startApp();

test('whoever asks there may not say by which address they come', async () => {
	const served = { host: 'localhost', customerId: 1, serial: '', context: createSecureContext({ cert: CERTIFICATE, key: KEY }) };
	const contexts = { of: async () => served, asked: () => 0, stop: async () => undefined };
	const inner = createServer(({ headers }, response) => void response.end(JSON.stringify(headers)));
	const port = await freePort();
	const stop = await listenAt(
		createFront(t.server.kernel, contexts, async () => false, inner),
		port,
		'127.0.0.1',
	);
	try {
		const headers = { host: 'localhost', origin: 'https://localhost', 'x-forwarded-for': '203.0.113.7' };
		const asked = { port, servername: 'localhost', rejectUnauthorized: false, path: '/edge/v1/records', method: 'POST', headers };
		const said = await new Promise((done) => request(asked, (answer) => done(json(answer))).end());
		expect(said).toMatchObject({ origin: 'https://localhost' });
		expect(said).not.toHaveProperty('x-forwarded-for');
	} finally {
		await stop();
	}
});
