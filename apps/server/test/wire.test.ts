/** Connections for libraries: whatever the other side sends, and whatever a library makes of it, ends the connection and not the process. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createGuard } from '../src/kernel/outbound/guard.ts';
import { openWire, type Wire } from '../src/kernel/outbound/wire.ts';

const withWire = async (work: (wire: Wire) => Promise<void>): Promise<void> => {
	const server = createServer((socket) => void socket.on('error', () => undefined).write('Something')).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const wire = await openWire({
		guard: createGuard(['127.0.0.0/8']),
		host: '127.0.0.1',
		port: (server.address() as AddressInfo).port,
		timeoutMs: 20_000,
		mostBytes: 1_000,
	});
	try {
		await work(wire);
	} finally {
		wire.destroy();
		server.close();
	}
};
const parser = (): never => {
	throw new RangeError('Out of range');
};

test('A library that throws at what came ends the connection', () =>
	withWire(async (wire) => {
		const failed = once(wire, 'error');
		wire.on('data', parser);
		const [error] = await failed;
		expect([error.message, wire.failure?.code, wire.destroyed]).toEqual([
			'127.0.0.1 sent what cannot be read: Out of range',
			'unreadable',
			true,
		]);
	}));

test('And so does one that reads what is on top of it, such as TLS', () =>
	withWire(async (wire) => {
		const above = new PassThrough();
		wire.holds(above);
		const failed = once(wire, 'error');
		above.on('data', parser);
		above.write('Something');
		await failed;
		expect(wire.failure?.code).toBe('unreadable');
	}));
