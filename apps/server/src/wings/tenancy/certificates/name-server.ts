/**
 * The name server of one small zone (CUSTOM_DOMAIN_CNAME), so that customers' `_acme-challenge` names may be aliases of names in it:
 * it says the TXT records of challenges that wait, and of everything else that there is nothing. UDP and TCP (RFC 1035, 7766).
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Log } from '#kernel/log.ts';

const TYPE = { soa: 6, ns: 2, txt: 16, any: 255 } as const;
const IN = 1;
const NXDOMAIN_NONE = 0;
const SERVFAIL = 2;
const REFUSED = 5;
/** Header and question of a plain query end within this. */
const MOST_BYTES = 512;
const TCP_MS = 5_000;
const MOST_TCP = 100;
/** Challenges come and go within seconds. */
const TTL_SECONDS = 1;

interface Question {
	readonly id: number;
	readonly recursion: number;
	/** Letters as they came: resolvers mix them, to see that the answer is theirs. */
	readonly raw: Buffer;
	readonly name: string;
	readonly type: number;
}

/** Null: no query of one question, which nobody answers. */
export const readQuestion = (message: Buffer): Question | null => {
	if (message.length < 17 || message.readUInt16BE(4) !== 1) return null;
	const flags = message.readUInt16BE(2);
	// An answer, or another kind of request than a query.
	if ((flags & 0xf800) !== 0) return null;
	const labels: string[] = [];
	let at = 12;
	for (;;) {
		const length = message[at];
		if (length === undefined || length > 63 || at + length > MOST_BYTES) return null;
		at += 1;
		if (length === 0) break;
		labels.push(message.toString('latin1', at, at + length));
		at += length;
	}
	if (at + 4 > message.length || message.readUInt16BE(at + 2) !== IN) return null;
	return {
		id: message.readUInt16BE(0),
		recursion: flags & 0x0100,
		raw: message.subarray(12, at + 4),
		name: labels.join('.').toLowerCase(),
		type: message.readUInt16BE(at),
	};
};

const nameBytes = (name: string): Buffer =>
	Buffer.concat([...name.split('.').flatMap((label) => [Buffer.from([Buffer.byteLength(label)]), Buffer.from(label)]), Buffer.from([0])]);

/** @param owner null: the name that was asked for */
const record = (owner: string | null, type: number, ttl: number, data: Buffer): Buffer => {
	const fixed = Buffer.alloc(10);
	fixed.writeUInt16BE(type, 0);
	fixed.writeUInt16BE(IN, 2);
	fixed.writeUInt32BE(ttl, 4);
	fixed.writeUInt16BE(data.length, 8);
	return Buffer.concat([owner === null ? Buffer.from([0xc0, 0x0c]) : nameBytes(owner), fixed, data]);
};

const text = (value: string): Buffer =>
	Buffer.concat((value.match(/.{1,255}/gs) ?? ['']).flatMap((part) => [Buffer.from([Buffer.byteLength(part)]), Buffer.from(part)]));

interface Said {
	readonly code: number;
	readonly answers?: readonly Buffer[];
	readonly authority?: readonly Buffer[];
}

const message = ({ id, recursion, raw }: Question, { code, answers = [], authority = [] }: Said): Buffer => {
	const head = Buffer.alloc(12);
	head.writeUInt16BE(id, 0);
	head.writeUInt16BE(0x8400 | recursion | code, 2);
	head.writeUInt16BE(1, 4);
	head.writeUInt16BE(answers.length, 6);
	head.writeUInt16BE(authority.length, 8);
	return Buffer.concat([head, raw, ...answers, ...authority]);
};

export interface Zone {
	/** Without a dot at its end. */
	readonly name: string;
	/** The host that this server is. */
	readonly server: string;
	/** TXT records of a name below it. */
	readonly texts: (name: string) => Promise<readonly string[]>;
}

const say = async ({ name: zone, server, texts }: Zone, { name, type }: Question): Promise<Said> => {
	if (name !== zone && !name.endsWith(`.${zone}`)) return { code: REFUSED };
	const numbers = Buffer.alloc(20);
	for (const [place, value] of [1, 3600, 600, 86_400, TTL_SECONDS].entries()) numbers.writeUInt32BE(value, place * 4);
	const soa = (owner: string | null): Buffer =>
		record(owner, TYPE.soa, TTL_SECONDS, Buffer.concat([nameBytes(server), nameBytes(`hostmaster.${zone}`), numbers]));
	if (name === zone && type === TYPE.soa) return { code: 0, answers: [soa(null)] };
	if (name === zone && type === TYPE.ns) return { code: 0, answers: [record(null, TYPE.ns, 3600, nameBytes(server))] };
	if (name !== zone && (type === TYPE.txt || type === TYPE.any)) {
		const found = await texts(name);
		if (found.length > 0) return { code: 0, answers: found.map((value) => record(null, TYPE.txt, TTL_SECONDS, text(value))) };
	}
	// Every name may have a challenge the next moment: there is no such name of which that could be said for long.
	return { code: NXDOMAIN_NONE, authority: [soa(zone)] };
};

/** Listens; answers how to stop. */
export const serveZone = async (zone: Zone, { port, host }: { port: number; host: string }, log: Log): Promise<() => Promise<void>> => {
	/** Null: what came is no question, and is not answered. */
	const answer = async (asked: Buffer): Promise<Buffer | null> => {
		const question = readQuestion(asked);
		if (question === null) return null;
		try {
			return message(question, await say(zone, question));
		} catch (error) {
			log.warn('a challenge could not be read', { error });
			return message(question, { code: SERVFAIL });
		}
	};
	const udp: UdpSocket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
	udp.on('message', (asked, from) => {
		void answer(asked).then((said) => said && udp.send(said, from.port, from.address, () => undefined));
	});
	udp.on('error', (error) => log.warn('the name server has a fault', { error }));
	const open = new Set<Socket>();
	const tcp = createServer((socket) => {
		open.add(socket);
		socket.setTimeout(TCP_MS, () => socket.destroy());
		socket.on('close', () => open.delete(socket));
		socket.on('error', () => undefined);
		let held = Buffer.alloc(0);
		socket.on('data', (chunk: Buffer) => {
			held = Buffer.concat([held, chunk]);
			if (held.length > 2 * MOST_BYTES) return void socket.destroy();
			const length = held.length < 2 ? MOST_BYTES : held.readUInt16BE(0);
			if (held.length < 2 + length) return;
			const asked = held.subarray(2, 2 + length);
			held = held.subarray(2 + length);
			void answer(asked).then((said) => {
				if (said === null) return void socket.destroy();
				const head = Buffer.alloc(2);
				head.writeUInt16BE(said.length, 0);
				socket.write(Buffer.concat([head, said]));
			});
		});
	});
	tcp.maxConnections = MOST_TCP;
	udp.bind(port, host);
	tcp.listen(port, host);
	await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
	return async () => {
		for (const socket of open) socket.destroy();
		await Promise.all([new Promise<void>((done) => udp.close(() => done())), new Promise<void>((done) => tcp.close(() => done()))]);
	};
};
