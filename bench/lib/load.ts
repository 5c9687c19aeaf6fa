/**
 * Load from a process of its own, so that making it costs the measured program as little as possible on two cores: plain
 * sockets, keep-alive, one request under way per connection, a new body each. Started by `makeLoad`, talks over IPC.
 */
import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { bodyOf, makeRecord } from './records.ts';

/** Settings of a program under this load: all of it comes from one address. It is counted all the same. */
export const NO_LIMIT = { INTAKE_PER_ADDRESS: '1000000000', INTAKE_PER_CUSTOMER: '1000000000' };

const Target = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('ours'),
		publication: z.object({ domainId: z.string(), folder: z.string(), origin: z.string(), categories: z.array(z.string()) }),
	}),
	z.object({
		kind: z.literal('visits'),
		publication: z.object({ domainId: z.string(), folder: z.string(), origin: z.string() }),
		/** Records of those who may be remembered. */
		visitors: z.array(z.string()),
	}),
	/** Pictures of letters, by their paths, one after the other. */
	z.object({ kind: z.literal('pictures'), paths: z.array(z.string()) }),
	z.object({ kind: z.literal('c15t') }),
]);
const Order = z.object({ port: z.int(), connections: z.int(), seconds: z.number(), target: Target });
export type Order = z.infer<typeof Order>;

/** `seconds` from the first byte sent to the last acknowledgement; `micros` of processor that making the load took. */
const Load = z.object({ acknowledged: z.int(), seconds: z.number(), micros: z.number(), p50Ms: z.number(), p99Ms: z.number() });
export type Load = z.infer<typeof Load>;

/** @throws when a request is answered with anything but success. */
export const makeLoad = (order: Order): Promise<Load> =>
	new Promise((resolve, reject) => {
		const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
		child.once('message', (message) => {
			resolve(Load.parse(message));
		});
		child.once('exit', (code) => reject(new Error(`The load ended with ${code}.`)));
		child.send(order);
	});

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const subjectId = (): string => `sub_${Array.from({ length: 22 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')}`;

const PREFERENCES = { necessary: true, measurement: true, marketing: false };

const requestOf = ({ target, port }: Order): (() => string) => {
	const head = (path: string, origin: string): string =>
		`POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\norigin: ${origin}\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0\r\ncontent-type: application/json\r\ncontent-length: `;
	if (target.kind === 'ours') {
		const { publication } = target;
		const first = head('/edge/v1/records', publication.origin);
		const sample = makeRecord(publication);
		// Only ids and instants differ from request to request, and their lengths never do: the rest is put together once.
		const kinds = publication.categories.flatMap((category) =>
			[true, false].map((value) => {
				const text = whole(first, bodyOf(publication, [{ ...sample, category, value }]));
				return text.split(new RegExp(`${sample.id}|${sample.choiceId}|${sample.at}`));
			}),
		);
		let n = 0;
		return () => {
			const [start = '', second = '', third = '', end = ''] = kinds[n++ % kinds.length] ?? [];
			const { id, choiceId, at } = makeRecord(publication);
			return start + id + second + choiceId + third + at + end;
		};
	}
	if (target.kind === 'visits') {
		const { publication, visitors } = target;
		const first = head('/edge/v1/visitor/events', publication.origin);
		let n = 0;
		return () => {
			const { id, at } = makeRecord({ categories: [''] });
			return whole(
				first,
				JSON.stringify({
					domainId: publication.domainId,
					configuration: publication.folder,
					visitor: visitors[n++ % visitors.length],
					events: [{ id, at, type: 'order', properties: { sum: 41, paid: true } }],
				}),
			);
		};
	}
	if (target.kind === 'pictures') {
		let n = 0;
		return () =>
			`GET ${target.paths[n++ % target.paths.length]} HTTP/1.1\r\nhost: localhost:${port}\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0\r\n\r\n`;
	}
	const first = head('/subjects', 'https://example.com');
	return () =>
		whole(
			first,
			JSON.stringify({
				type: 'cookie_banner',
				subjectId: subjectId(),
				domain: 'example.com',
				preferences: PREFERENCES,
				givenAt: Date.now(),
			}),
		);
};

const whole = (head: string, body: string): string => `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;

const runOrder = async (order: Order): Promise<Load> => {
	const next = requestOf(order);
	const latencies: number[] = [];
	const started = performance.now();
	const used = process.cpuUsage();
	const end = started + order.seconds * 1000;
	await Promise.all(Array.from({ length: order.connections }, () => lane(order.port, next, end, latencies)));
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(used);
	latencies.sort((a, b) => a - b);
	const at = (part: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0;
	return { acknowledged: latencies.length, seconds, micros: user + system, p50Ms: at(0.5), p99Ms: at(0.99) };
};

const lane = (port: number, next: () => string, end: number, latencies: number[]): Promise<void> =>
	new Promise((resolve, reject) => {
		const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
		let held = '';
		let sentAt = 0;
		/** The last answer, but for its date: most are alike, and need no reading. */
		let usual: { length: number; body: string } | null = null;
		const send = (): void => {
			sentAt = performance.now();
			// ASCII, whatever is sent.
			socket.write(next(), 'latin1');
		};
		/** Whether the answer is whole. @throws when it is no success */
		const isWhole = (): boolean => {
			if (usual && held.length === usual.length && held.startsWith('HTTP/1.1 200') && held.endsWith(usual.body)) return true;
			const body = held.indexOf('\r\n\r\n') + 4;
			if (body < 4) return false;
			const length = Number(/content-length: (\d+)/i.exec(held)?.[1] ?? Number.NaN);
			if (!Number.isInteger(length)) throw new Error(`An answer without a length: ${held}`);
			if (held.length < body + length) return false;
			if (!held.startsWith('HTTP/1.1 200') || held.includes('"stored":0')) throw new Error(`Not taken: ${held}`);
			usual = { length: held.length, body: held.slice(body) };
			return true;
		};
		socket.once('connect', send);
		socket.once('error', reject);
		socket.on('data', (chunk) => {
			held += chunk.toString('latin1');
			try {
				if (!isWhole()) return;
			} catch (error) {
				return reject(error instanceof Error ? error : new Error(String(error)));
			}
			held = '';
			latencies.push(performance.now() - sentAt);
			if (performance.now() < end) return send();
			socket.end();
			resolve();
		});
	});

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
	process.once('message', async (message) => {
		const load = await runOrder(Order.parse(message));
		process.send?.(load, () => process.disconnect());
	});
}
