/** Somebody else's endpoint: takes what it is sent, proves whose it is, keeps it, and misbehaves as it is told. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CampaignMessage } from '@luvalla/contract/engagement/campaign-message.ts';
import { Webhook } from 'standardwebhooks';
import { CERTIFICATE, KEY } from '../fixtures/tls.ts';

export const SECRET = `whsec_${Buffer.from('a signing secret of a receiver').toString('base64')}`;

export interface Received {
	readonly id: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly message: CampaignMessage;
	readonly raw: string;
}

export interface Answering {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	readonly afterMs?: number;
}

/** `drop`: it hangs up when it has the message; `silent`: it says nothing; nothing: it takes it. */
export type Manner = (received: Received) => Answering | 'drop' | 'silent' | undefined | Promise<Answering | undefined>;

/** @param secure it speaks https, by a certificate that only whoever is told to trusts */
export const openReceiver = async (manner: Manner = () => undefined, secure = false) => {
	const got: Received[] = [];
	let connections = 0;
	const state = { manner };
	const listener: RequestListener = async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		const raw = Buffer.concat(parts).toString('utf8');
		const { headers, url = '' } = request;
		// Whatever is not signed by this secret ends the test.
		const said: unknown = new Webhook(SECRET).verify(raw, headers as Record<string, string>);
		const received = { id: String(headers['webhook-id']), path: url, headers, message: CampaignMessage.parse(said), raw };
		got.push(received);
		const answer = await state.manner(received);
		if (answer === 'silent') return;
		if (answer === 'drop') return void request.socket.destroy();
		const { status, headers: own = {}, body = '', afterMs = 0 } = answer ?? { status: 204 };
		if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
		response.writeHead(status, own).end(body);
	};
	const server = secure ? createSecure({ cert: CERTIFICATE, key: KEY }, listener) : createServer(listener);
	server.on('connection', () => {
		connections += 1;
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		got,
		port,
		url: `http${secure ? 's' : ''}://127.0.0.1:${port}/in`,
		connections: () => connections,
		answer: (next: Manner) => {
			state.manner = next;
		},
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
