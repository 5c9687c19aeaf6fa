/** Our own name server of challenges: what it says, and that nothing that is sent to it ends it. */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQuestion, serveZone } from '../../src/wings/tenancy/certificates/name-server.ts';
import { freePort } from '../fixtures/free-port.ts';
import { testLog } from '../harness.ts';

const texts = new Map<string, string[]>();
let port: number;
let stop: () => Promise<void>;
let resolver: Resolver;

beforeAll(async () => {
	port = await freePort();
	const zone = { name: 'acme.example', server: 'luvalla.example', texts: async (name: string) => texts.get(name) ?? [] };
	stop = await serveZone(zone, { port, host: '127.0.0.1' }, testLog());
	resolver = new Resolver({ timeout: 2000, tries: 1 });
	resolver.setServers([`127.0.0.1:${port}`]);
});
afterAll(() => stop());

test('it says the texts of a name, in any letters, and of its zone who answers for it', async () => {
	texts.set('a1.acme.example', ['first', 'x'.repeat(300)]);
	expect((await resolver.resolveTxt('A1.Acme.example')).map((parts) => parts.join(''))).toEqual(['first', 'x'.repeat(300)]);
	expect(await resolver.resolveNs('acme.example')).toEqual(['luvalla.example']);
	expect((await resolver.resolveSoa('acme.example')).nsname).toBe('luvalla.example');
});

test('it says nothing of names that wait for none, and is asked in vain about other zones', async () => {
	await expect(resolver.resolveTxt('b2.acme.example')).rejects.toMatchObject({ code: 'ENODATA' });
	await expect(resolver.resolve4('a1.acme.example')).rejects.toMatchObject({ code: 'ENODATA' });
	await expect(resolver.resolveTxt('other.example')).rejects.toMatchObject({ code: 'EREFUSED' });
	await expect(resolver.resolveTxt('xacme.example')).rejects.toMatchObject({ code: 'EREFUSED' });
});

/** A query by hand. */
const query = (name: string, type: number): Buffer =>
	Buffer.concat([
		Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
		...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
		Buffer.from([0, 0, type, 0, 1]),
	]);

test('it answers over TCP too, in whatever pieces the question comes', async () => {
	texts.set('a3.acme.example', ['by tcp']);
	const asked = query('a3.acme.example', 16);
	const head = Buffer.from([0, asked.length]);
	const answer = await new Promise<Buffer>((done, fail) => {
		const socket = connect(port, '127.0.0.1', async () => {
			for (const byte of Buffer.concat([head, asked])) {
				socket.write(Buffer.from([byte]));
				await new Promise((next) => setImmediate(next));
			}
		});
		let held = Buffer.alloc(0);
		socket.on('data', (chunk: Buffer) => {
			held = Buffer.concat([held, chunk]);
			if (held.length < 2 || held.length < 2 + held.readUInt16BE(0)) return;
			socket.destroy();
			done(held.subarray(2));
		});
		socket.on('error', fail);
	});
	expect(answer.subarray(0, 2)).toEqual(Buffer.from([0x12, 0x34]));
	expect(answer.toString('latin1')).toContain('by tcp');
});

test('no bytes are a question that are none, and none ends it', async () => {
	const good = query('a1.acme.example', 16);
	for (let cut = 0; cut < good.length; cut += 1) expect(readQuestion(good.subarray(0, cut))).toBeNull();
	expect(readQuestion(good)?.name).toBe('a1.acme.example');
	const answer = Buffer.from(good);
	answer[2] = 0x81;
	expect(readQuestion(answer)).toBeNull();
	const socket = createSocket('udp4');
	for (let n = 0; n < 200; n += 1) socket.send(randomBytes(1 + (n % 60)), port, '127.0.0.1');
	const tcp = connect(port, '127.0.0.1', () => tcp.write(randomBytes(5000)));
	await new Promise((done) => tcp.once('close', done).once('error', () => undefined));
	socket.close();
	expect((await resolver.resolveTxt('a1.acme.example')).length).toBe(2);
});
