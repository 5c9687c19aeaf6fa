/**
 * A push service and the browsers behind it: takes what RFC 8030 lets be sent, from whom RFC 8292 lets send, and opens it with a
 * subscription's own keys as RFC 8291 says. It misbehaves as it is told.
 */
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

const hmac = (key: Buffer, ...data: Buffer[]): Buffer => createHmac('sha256', key).update(Buffer.concat(data)).digest();
const ONE = Buffer.from([1]);

/** Opens one record of aes128gcm with a browser's keys, step by step as RFC 8291 (3.4) writes them down. */
export const openPush = (body: Buffer, pair: ECDH, auth: Buffer): string => {
	const salt = body.subarray(0, 16);
	const size = body.readUInt32BE(16);
	const length = body.readUInt8(20);
	const sender = body.subarray(21, 21 + length);
	const sealed = body.subarray(21 + length);
	if (length !== 65 || sealed.length > size || size > 4096) throw new Error('This is not one record.');
	const prk = hmac(auth, pair.computeSecret(sender));
	const ikm = hmac(prk, Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender, ONE);
	const secret = hmac(salt, ikm);
	const key = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0'), ONE).subarray(0, 16);
	const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0'), ONE).subarray(0, 12);
	const cipher = createDecipheriv('aes-128-gcm', key, nonce);
	cipher.setAuthTag(sealed.subarray(-16));
	const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
	const end = plain.lastIndexOf(2);
	if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Its padding is wrong.');
	return plain.subarray(0, end).toString('utf8');
};

export interface Answer {
	readonly status: number;
	readonly headers?: Record<string, string>;
	readonly body?: string;
}
/** What came to one browser. */
export interface Came {
	readonly name: string;
	// biome-ignore lint/suspicious/noExplicitAny: read by each test as it needs
	readonly message: any;
	readonly subject: string;
	readonly headers: IncomingMessage['headers'];
	readonly bytes: number;
}

interface Browser {
	readonly pair: ECDH;
	readonly auth: Buffer;
	readonly serverKey: string;
}

const textOf = async (request: IncomingMessage): Promise<Buffer> => {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts);
};

const keyOf = (publicKey: string) => {
	const point = Buffer.from(publicKey, 'base64url');
	return createPublicKey({
		key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
		format: 'jwk',
	});
};

export interface PushManners {
	/** What a push is answered instead of being taken; `drop`: the connection ends after it was read. */
	onPush?: (name: string, n: number) => Answer | 'drop' | undefined | Promise<Answer | 'drop' | undefined>;
}

export const openPushService = async (manners: PushManners = {}) => {
	const browsers = new Map<string, Browser>();
	const came: Came[] = [];
	/** What was sent and is not as the RFCs say. */
	const wrong: string[] = [];
	let asked = 0;

	const take = async (request: IncomingMessage, body: Buffer): Promise<Answer | 'drop'> => {
		const name = (request.url ?? '').slice('/push/'.length);
		const browser = browsers.get(name);
		if (request.method !== 'POST' || !browser) return { status: 404 };
		asked += 1;
		const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? [];
		let subject: string;
		try {
			const { payload } = await jwtVerify(token, keyOf(key), { algorithms: ['ES256'], audience: base(), requiredClaims: ['exp', 'sub'] });
			if ((payload.exp ?? 0) * 1000 > Date.now() + 86_400_000) throw new Error('It lasts longer than a day.');
			subject = String(payload.sub);
		} catch (error) {
			wrong.push(String(error));
			return { status: 401, body: String(error) };
		}
		// RFC 8292 (4.2): a subscription that was made for one key takes messages of no other.
		if (key !== browser.serverKey) return { status: 403, body: 'another key' };
		if (!/^\d+$/.test(request.headers.ttl?.toString() ?? '')) wrong.push('ttl');
		if (!/^[\w-]{1,32}$/.test(request.headers.topic?.toString() ?? 'x')) wrong.push('topic');
		if (request.headers['content-encoding'] !== 'aes128gcm') wrong.push('content-encoding');
		const told = await manners.onPush?.(name, asked);
		if (told) return told;
		if (body.length > 4096) return { status: 413 };
		const message = JSON.parse(openPush(body, browser.pair, browser.auth));
		came.push({ name, message, subject, headers: request.headers, bytes: body.length });
		return { status: 201, headers: { location: `${base()}/message/${came.length}` } };
	};

	const server = createServer((request, response) => {
		textOf(request)
			.then((body) => take(request, body))
			.then((answer) => {
				if (answer === 'drop') return request.socket.destroy();
				response.writeHead(answer.status, answer.headers);
				return response.end(answer.body ?? '');
			})
			.catch((error: unknown) => {
				wrong.push(String(error));
				response.destroy();
			});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		manners,
		came,
		wrong,
		asked: () => asked,
		/** A browser that subscribes for a key, as `PushSubscription.toJSON()` tells it. */
		subscribe(name: string, serverKey: string) {
			const pair = createECDH('prime256v1');
			pair.generateKeys();
			const auth = randomBytes(16);
			browsers.set(name, { pair, auth, serverKey });
			return {
				endpoint: `${base()}/push/${name}`,
				expirationTime: null,
				keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
			};
		},
		stop: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};
export type PushService = Awaited<ReturnType<typeof openPushService>>;
