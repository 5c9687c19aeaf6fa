/** A server that understands Twilio's calls, as far as text messages need it: what it takes it keeps, and what it is told to say it says. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface TakenText {
	readonly sid: string;
	readonly to: string;
	readonly from: string;
	readonly body: string;
	readonly callback: string | null;
}

/** What it answers to one request; `drop`: it takes the message and hangs up, `hang`: it takes it and never answers. */
export type Answer =
	| { readonly status: number; readonly body: object; readonly headers?: Record<string, string> }
	| 'drop'
	| 'hang'
	| 'refuse'
	| null;

export const ACCOUNT = 'AC00000000000000000000000000000001';
export const TOKEN = 'the token of the account';

/** As Twilio signs what it says to us. */
export const signatureOf = (url: string, fields: Record<string, string>, token = TOKEN): string =>
	createHmac('sha1', token)
		.update(
			url +
				Object.keys(fields)
					.sort()
					.map((name) => name + fields[name])
					.join(''),
		)
		.digest('base64');

export const twilio = async (answerTo: (text: TakenText) => Answer = () => null) => {
	const taken: TakenText[] = [];
	const sockets = new Set<Socket>();
	let connections = 0;
	let requests = 0;
	let answer = answerTo;
	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		requests += 1;
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, body: object, headers: Record<string, string> = {}): void => {
				response.writeHead(status, { 'content-type': 'application/json', ...headers });
				response.end(JSON.stringify(body));
			};
			const right = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
			if (request.headers.authorization !== right) return say(401, { code: 20003, message: 'Authenticate', status: 401 });
			if (request.method === 'GET') return say(200, { sid: ACCOUNT, status: 'active' });
			if (request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) return say(404, { code: 20404, message: 'Not found' });
			const fields = new URLSearchParams(Buffer.concat(parts).toString('utf8'));
			const text: TakenText = {
				sid: `SM${String(taken.length).padStart(32, '0')}`,
				to: fields.get('To') ?? '',
				from: fields.get('From') ?? fields.get('MessagingServiceSid') ?? '',
				body: fields.get('Body') ?? '',
				callback: fields.get('StatusCallback'),
			};
			const said = answer(text);
			if (said === 'refuse') return void request.socket.destroy();
			if (said !== null && typeof said === 'object') return say(said.status, said.body, said.headers);
			taken.push(text);
			if (said === 'drop') return void request.socket.destroy();
			if (said === 'hang') return;
			say(201, { sid: text.sid, status: 'queued', num_segments: '1' });
		});
	});
	server.on('connection', (socket: Socket) => {
		connections += 1;
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		taken,
		get connections() {
			return connections;
		},
		get requests() {
			return requests;
		},
		answers(next: (text: TakenText) => Answer): void {
			answer = next;
		},
		/** As the settings of a connector. */
		config: (over: object = {}) => ({ url: `http://127.0.0.1:${port}`, account: ACCOUNT, token: TOKEN, from: '+358457000000', ...over }),
		async stop(): Promise<void> {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
};
