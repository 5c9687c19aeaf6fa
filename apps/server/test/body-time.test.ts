/** An upload may take as long as its bytes keep coming; what stands still, or dribbles as JSON, ends with 408. */
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodies, watchBodies } from '../src/kernel/http/body-time.ts';
import { Refused } from '../src/kernel/http/errors.ts';

const LIMITS = { bodyMs: 400, idleMs: 400, lookMs: 20 };
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
	app = Fastify({ requestTimeout: 0, forceCloseConnections: true });
	limitBodies(app, watchBodies(LIMITS));
	app.setErrorHandler((error, _request, reply) =>
		error instanceof Refused ? reply.status(error.status).send(error.answer('en')) : reply.status(500).send({ code: String(error) }),
	);
	await app.register(multipart);
	app.post('/json', async () => ({ taken: true }));
	app.post('/upload', async (request) => {
		let bytes = 0;
		for await (const chunk of (await request.file())?.file ?? []) bytes += chunk.length;
		return { bytes };
	});
	port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends pieces with a pause between them; answers what came back until the connection ended. */
const dribble = async (head: string, pieces: readonly string[], pauseMs: number): Promise<string> => {
	const socket = connect(port, '127.0.0.1');
	let answer = '';
	const ended = new Promise<void>((resolve) => {
		socket.on('data', (chunk) => {
			answer += chunk;
			if (answer.includes('"bytes"')) socket.end();
		});
		socket.on('close', () => resolve());
		socket.on('error', () => resolve());
	});
	socket.write(head);
	for (const piece of pieces) {
		await after(pauseMs);
		if (socket.destroyed || answer !== '') break;
		socket.write(piece);
	}
	await ended;
	return answer;
};

const headOf = (path: string, type: string, length: number): string =>
	`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

test('JSON that dribbles is ended, though bytes keep coming', async () => {
	const pieces = Array.from({ length: 60 }, () => ' ');
	expect(await dribble(headOf('/json', 'application/json', 1000), pieces, 50)).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"too_slow"/);
});

test('an upload goes on far beyond that, as long as it moves, and ends when it stands still', async () => {
	const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
	const [piece, end] = ['0123456789', '\r\n--b--\r\n'];
	const length = begin.length + 20 * piece.length + end.length;
	const head = headOf('/upload', 'multipart/form-data; boundary=b', length);
	// 20 × 60 ms is three times what JSON may take.
	expect(await dribble(head, [begin, ...Array.from({ length: 20 }, () => piece), end], 60)).toContain('{"bytes":200}');
	expect(await dribble(head, [begin, piece], 10)).toMatch(/^HTTP\/1.1 408 /);
});
