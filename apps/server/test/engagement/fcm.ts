/**
 * A push service that speaks FCM HTTP v1: gives tokens to whoever signs with the service account's key, takes well-formed messages under
 * such a token, refuses as the real one does, and misbehaves as it is told.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import * as z from 'zod';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

const Texts = z.record(z.string(), z.string());
/** What the service's reference lets stand in a message to a token, as far as anybody uses it: anything else is refused by its name. */
const Sent = z.strictObject({
	message: z.strictObject({
		token: z.string().min(1),
		notification: z.strictObject({ title: z.string(), body: z.string(), image: z.url().optional() }),
		data: Texts,
		android: z.strictObject({
			ttl: z.string().regex(/^\d+(\.\d{1,9})?s$/),
			notification: z.strictObject({ tag: z.string() }),
		}),
		apns: z.strictObject({
			headers: Texts.refine((headers) => Buffer.byteLength(headers['apns-collapse-id'] ?? '') <= 64),
			payload: z.strictObject({ aps: z.strictObject({ badge: z.int(), 'mutable-content': z.literal(1).optional() }) }),
			fcm_options: z.strictObject({ image: z.url() }).optional(),
		}),
	}),
});
export type Pushed = z.infer<typeof Sent>['message'];

export interface Answer {
	readonly status: number;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}
/** As the service refuses. */
export const refusal = (status: number, word: string, message: string, errorCode: string | null, field?: string): Answer => ({
	status,
	body: {
		error: {
			code: status,
			message,
			status: word,
			details: [
				...(errorCode === null ? [] : [{ '@type': FCM_ERROR, errorCode }]),
				...(field === undefined ? [] : [{ '@type': BAD_REQUEST, fieldViolations: [{ field, description: message }] }]),
			],
		},
	},
});
export const REFUSALS = {
	unregistered: refusal(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'),
	malformed: refusal(
		400,
		'INVALID_ARGUMENT',
		'The registration token is not a valid FCM registration token',
		'INVALID_ARGUMENT',
		'message.token',
	),
	payload: refusal(400, 'INVALID_ARGUMENT', 'Android message is too big', 'INVALID_ARGUMENT', 'message.data'),
	mismatch: refusal(403, 'PERMISSION_DENIED', 'SenderId mismatch', 'SENDER_ID_MISMATCH'),
	denied: refusal(403, 'PERMISSION_DENIED', 'Permission denied on resource project.', null),
	quota: { ...refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', 'QUOTA_EXCEEDED'), headers: { 'retry-after': '1' } },
	unavailable: {
		...refusal(503, 'UNAVAILABLE', 'The service is currently unavailable.', 'UNAVAILABLE'),
		headers: { 'retry-after': '1' },
	},
	internal: refusal(500, 'INTERNAL', 'Internal error encountered.', 'INTERNAL'),
	apple: refusal(401, 'UNAUTHENTICATED', 'Auth error from APNS or Web Push Service', 'THIRD_PARTY_AUTH_ERROR'),
} as const satisfies Record<string, Answer>;

export interface FcmManners {
	/** What a push is answered instead of being taken; `silent`: never; `drop`: the connection ends after it was read. */
	onPush?: (pushed: Pushed, n: number) => Answer | 'silent' | 'drop' | undefined | Promise<Answer | 'silent' | 'drop' | undefined>;
	onToken?: () => Answer | undefined;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString('utf8');
};
const reply = (response: ServerResponse, { status, body, headers = {} }: Answer): void => {
	response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
	response.end(body === undefined ? '' : JSON.stringify(body));
};

export const openFcm = async (manners: FcmManners = {}) => {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const projectId = `project-${randomBytes(4).toString('hex')}`;
	const clientEmail = `sender@${projectId}.iam.gserviceaccount.example`;
	const bearers = new Set<string>();
	/** Those that were taken, in their order. */
	const taken: Pushed[] = [];
	let granted = 0;
	let asked = 0;
	let open = 0;
	let sockets = 0;

	const grant = async (text: string): Promise<Answer> => {
		const told = manners.onToken?.();
		if (told) return told;
		const form = new URLSearchParams(text);
		const audience = `${base()}/token`;
		try {
			if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') throw new Error('grant_type');
			const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
				algorithms: ['RS256'],
				issuer: clientEmail,
				subject: clientEmail,
				audience,
				requiredClaims: ['iat', 'exp'],
				maxTokenAge: '1h',
			});
			if (payload.scope !== SCOPE) throw new Error('scope');
		} catch (error) {
			return { status: 400, body: { error: 'invalid_grant', error_description: String(error) } };
		}
		granted += 1;
		const token = `ya29.${randomBytes(24).toString('base64url')}`;
		bearers.add(token);
		return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
	};
	const push = async (request: IncomingMessage, text: string): Promise<Answer | 'silent' | 'drop'> => {
		const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
		if (!bearers.has(bearer)) return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', null);
		if (request.url !== `/v1/projects/${projectId}/messages:send`) return REFUSALS.denied;
		let given: unknown;
		try {
			given = JSON.parse(text);
		} catch {
			return refusal(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.', null);
		}
		const { data, error } = Sent.safeParse(given);
		if (!data) return refusal(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. ${error.message}`, null, 'message');
		const { notification, data: values } = data.message;
		if (Buffer.byteLength(JSON.stringify({ notification, data: values })) > 4096) return REFUSALS.payload;
		asked += 1;
		const told = await manners.onPush?.(data.message, asked);
		if (told === 'drop' || told === 'silent') return told;
		if (told) return told;
		taken.push(data.message);
		return { status: 200, body: { name: `projects/${projectId}/messages/0:${Date.now()}%${taken.length}` } };
	};

	const server = createServer((request, response) => {
		open += 1;
		textOf(request)
			.then((text) => (request.url === '/token' ? grant(text) : push(request, text)))
			.then((answer) => {
				if (answer === 'drop') request.socket.destroy();
				else if (answer !== 'silent') reply(response, answer);
			})
			.catch(() => response.destroy())
			.finally(() => {
				open -= 1;
			});
	});
	server.on('connection', () => {
		sockets += 1;
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		manners,
		taken,
		projectId,
		url: base(),
		/** Settings of its connector. */
		config: {
			projectId,
			clientEmail,
			privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
			tokenUri: `${base()}/token`,
			url: base(),
		},
		/** Access tokens that were given out, pushes that were looked at, connections that were made, requests that are open. */
		counts: () => ({ granted, asked, sockets, open }),
		/** No access token is taken any more. */
		expire: (): void => bearers.clear(),
		stop: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};
export type FakeFcm = Awaited<ReturnType<typeof openFcm>>;
