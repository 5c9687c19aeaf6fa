/**
 * A forward proxy on this machine (RFC 9110: requests by absolute address, and CONNECT) that lets through what the outbound guard lets
 * through. A browser's context has one of its own, so that nothing a page asks for, of whatever kind, goes past the guard. Who does not
 * have its password gets nothing.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Guard, OutboundRefused } from '../outbound/guard.ts';

/** A side that says nothing for so long is hung up on. */
const SILENT_MS = 30_000;
/** Headers of one connection, which do not go on to the next (RFC 9110, 7.6.1). */
const HOP = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

export interface Forward {
	/** As Playwright takes it. `<-loopback>`: this machine's own addresses, too, are asked for through it. */
	readonly proxy: { readonly server: string; readonly username: string; readonly password: string; readonly bypass: '<-loopback>' };
	close(): Promise<void>;
}

/** What goes with a status of our own: whoever reads it knows that it is not the site's (RFC 9209). */
const SAYS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
	403: { 'proxy-status': 'luvalla; error=destination_ip_prohibited' },
	407: { 'proxy-authenticate': 'Basic realm="context"' },
	502: { 'proxy-status': 'luvalla; error=destination_unavailable' },
};

const statusOf = (error: unknown): 403 | 502 => (error instanceof OutboundRefused ? 403 : 502);

/** A request by absolute address. */
const pass = (guard: Guard, isOurs: boolean, asked: IncomingMessage, answer: ServerResponse) => {
	const end = (status: number): void => {
		if (answer.headersSent) answer.destroy();
		else answer.writeHead(status, SAYS[status] ?? {}).end();
	};
	if (!isOurs) return end(407);
	const address = URL.parse(asked.url ?? '');
	if (address?.protocol !== 'http:') return end(400);
	const port = Number(address.port || 80);
	const host = address.hostname.replace(/^\[|\]$/g, '');
	try {
		guard.check(host, port);
		const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HOP.includes(name)));
		const onward = request(
			{
				host,
				port,
				method: asked.method ?? 'GET',
				path: address.pathname + address.search,
				headers,
				lookup: guard.lookupFor(port),
				// A kept connection was judged for another request.
				agent: false,
				timeout: SILENT_MS,
			},
			(got) => {
				try {
					answer.writeHead(got.statusCode ?? 502, Object.fromEntries(Object.entries(got.headers).filter(([name]) => !HOP.includes(name))));
				} catch {
					// A status or a header that no server of ours may say.
					onward.destroy();
					return end(502);
				}
				got.pipe(answer);
				got.on('error', () => answer.destroy());
			},
		);
		onward.on('timeout', () => onward.destroy(new Error('It says nothing.')));
		// It offers another protocol, which nobody asked for.
		onward.on('upgrade', (_, socket) => {
			socket.destroy();
			end(502);
		});
		onward.on('error', (error) => end(statusOf(error)));
		answer.on('close', () => onward.destroy());
		asked.pipe(onward);
	} catch (error) {
		end(statusOf(error));
	}
};

/** CONNECT: bytes both ways. */
const tunnel = (guard: Guard, isOurs: boolean, asked: IncomingMessage, client: Duplex, head: Buffer) => {
	const refuse = (status: string): void => void client.end(`HTTP/1.1 ${status}\r\n\r\n`);
	client.on('error', () => client.destroy());
	if (!isOurs) return refuse('407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="context"');
	const [, named = '', digits = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(asked.url ?? '') ?? [];
	const host = named.replace(/^\[|\]$/g, '');
	const port = Number(digits);
	if (host === '' || port < 1 || port > 65_535 || (named.startsWith('[') && isIP(host) !== 6)) return refuse('400 Bad Request');
	let isOpen = false;
	try {
		guard.check(host, port);
	} catch {
		return refuse('403 Forbidden');
	}
	const target = connect({ host, port, lookup: guard.lookupFor(port) });
	target.setTimeout(SILENT_MS, () => target.destroy(new Error('It says nothing.')));
	target.once('connect', () => {
		isOpen = true;
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		target.write(head);
		target.pipe(client);
		client.pipe(target);
	});
	target.on('error', (error) => {
		if (isOpen) client.destroy();
		else refuse(statusOf(error) === 403 ? '403 Forbidden' : '502 Bad Gateway');
	});
	target.on('close', () => isOpen && client.destroy());
	client.on('close', () => target.destroy());
};

export const openForward = async (guard: Guard): Promise<Forward> => {
	const username = 'context';
	const password = randomBytes(24).toString('base64url');
	const credentials = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
	const isOurs = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === credentials;
	const sockets = new Set<Socket>();
	const server = createServer((asked, answer) => pass(guard, isOurs(asked), asked, answer));
	server.on('connect', (asked, client, head) => tunnel(guard, isOurs(asked), asked, client, head));
	server.on('upgrade', (_, socket) => socket.destroy());
	server.on('clientError', (_, socket) => socket.destroy());
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		proxy: { server: `http://127.0.0.1:${port}`, username, password, bypass: '<-loopback>' },
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
};
