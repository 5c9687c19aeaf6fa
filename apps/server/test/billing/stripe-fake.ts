/**
 * A server that answers as Stripe's API does, as far as we use it: PaymentIntents made and confirmed in one request, refunds, idempotency
 * keys, errors in Stripe's shapes; and messages of its webhook, signed by Stripe's own scheme (`t=…,v1=HMAC-SHA256(t.payload)`).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const WEBHOOK_SECRET = 'whsec_of_the_fake';
export const SECRET_KEY = 'sk_test_of_the_fake';

export interface Intent {
	id: string;
	object: 'payment_intent';
	amount: number;
	amount_received: number;
	currency: string;
	status: string;
	client_secret: string;
	metadata: Record<string, string>;
	last_payment_error: { code: string } | null;
}
export interface FakeRefund {
	id: string;
	object: 'refund';
	amount: number;
	payment_intent: string;
	status: string;
	metadata: Record<string, string>;
}
interface Stored {
	status: number;
	body: object;
	/** What was asked under the key: another request under it is refused. */
	asked: string;
}

/** What a token does: named in the token itself, `ctoken_declined_1`. */
const BEHAVIOURS = ['ok', 'declined', 'action', 'processing', 'gone', 'broken', 'lost', 'unused'] as const;
type Behaviour = (typeof BEHAVIOURS)[number];
const behaviourOf = (token: string): Behaviour => BEHAVIOURS.find((one) => token.startsWith(`ctoken_${one}`)) ?? 'gone';

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(Buffer.from(part));
	return Buffer.concat(parts).toString('utf8');
};
/** Stripe's forms: `metadata[paymentId]=…`. */
const metadataOf = (form: URLSearchParams): Record<string, string> =>
	Object.fromEntries([...form].flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name) ? [[name.slice(9, -1), value]] : [])));

const failure = (status: number, type: string, code: string, more: object = {}): Omit<Stored, 'asked'> => ({
	status,
	body: { error: { type, code, message: `It is ${code}.`, ...more } },
});

export const startStripe = async () => {
	const intents = new Map<string, Intent>();
	const refunds = new Map<string, FakeRefund>();
	const keys = new Map<string, Stored>();
	const requests: { method: string; path: string; key: string | null }[] = [];
	/** What refunds do from now on; `lost`: done, and never answered. */
	let refunding: 'ok' | 'pending' | 'refused' | 'lost' = 'ok';
	/** Told of each charge before it is answered. */
	let beforeAnswer: (intent: Intent) => Promise<unknown> = async () => undefined;

	const charge = (form: URLSearchParams): Omit<Stored, 'asked'> => {
		const behaviour = behaviourOf(form.get('confirmation_token') ?? '');
		if (behaviour === 'gone') return failure(400, 'invalid_request_error', 'resource_missing');
		if (behaviour === 'broken') return failure(500, 'api_error', 'broken');
		const paid = behaviour === 'ok' || behaviour === 'lost';
		const amount = Number(form.get('amount'));
		const id = idOf('pi');
		const intent: Intent = {
			id,
			object: 'payment_intent',
			amount,
			amount_received: paid ? amount : 0,
			currency: form.get('currency') ?? '',
			status:
				{ action: 'requires_action', processing: 'processing', declined: 'requires_payment_method' }[String(behaviour)] ?? 'succeeded',
			client_secret: `${id}_secret`,
			metadata: metadataOf(form),
			last_payment_error: behaviour === 'declined' ? { code: 'card_declined' } : null,
		};
		intents.set(id, intent);
		if (behaviour === 'declined')
			return failure(402, 'card_error', 'card_declined', { decline_code: 'insufficient_funds', payment_intent: intent });
		return { status: 200, body: intent };
	};

	const refund = (form: URLSearchParams): Omit<Stored, 'asked'> => {
		const intent = intents.get(form.get('payment_intent') ?? '');
		const amount = Number(form.get('amount'));
		const before = [...refunds.values()].filter((one) => one.payment_intent === intent?.id && one.status !== 'failed');
		const left = (intent?.amount_received ?? 0) - before.reduce((sum, one) => sum + one.amount, 0);
		if (!intent || amount > left || refunding === 'refused') return failure(400, 'invalid_request_error', 'charge_already_refunded');
		const made: FakeRefund = {
			id: idOf('re'),
			object: 'refund',
			amount,
			payment_intent: intent.id,
			status: refunding === 'pending' ? 'pending' : 'succeeded',
			metadata: metadataOf(form),
		};
		refunds.set(made.id, made);
		return { status: 200, body: made };
	};

	const listed = (data: readonly object[]) => ({ status: 200, body: { object: 'list', data, has_more: false } });

	const answerOf = (method: string, url: URL, form: URLSearchParams): Omit<Stored, 'asked'> => {
		const { pathname, searchParams } = url;
		if (method === 'POST' && pathname === '/v1/payment_intents') return charge(form);
		if (method === 'POST' && pathname === '/v1/refunds') return refund(form);
		if (method === 'GET' && pathname === '/v1/refunds')
			return listed([...refunds.values()].filter((one) => one.payment_intent === searchParams.get('payment_intent')));
		if (method === 'GET' && pathname === '/v1/payment_intents/search') {
			const wanted = /'paymentId'\]:'([\w-]+)'/.exec(searchParams.get('query') ?? '')?.[1];
			return listed([...intents.values()].filter(({ metadata }) => metadata.paymentId === wanted));
		}
		const found = intents.get(pathname.replace('/v1/payment_intents/', ''));
		return found ? { status: 200, body: found } : failure(404, 'invalid_request_error', 'resource_missing');
	};

	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = await bodyOf(request);
		const { method = 'GET' } = request;
		const url = new URL(request.url ?? '/', 'http://stripe.example');
		const key = request.headers['idempotency-key'];
		requests.push({ method, path: url.pathname, key: typeof key === 'string' ? key : null });
		const send = ({ status, body: answer }: Omit<Stored, 'asked'>): void => {
			response.writeHead(status, { 'content-type': 'application/json', 'request-id': idOf('req') }).end(JSON.stringify(answer));
		};
		if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) return send(failure(401, 'invalid_request_error', 'api_key_invalid'));
		const known = typeof key === 'string' ? keys.get(key) : undefined;
		if (known && known.asked !== body) return send(failure(400, 'idempotency_error', 'idempotency_key_in_use'));
		const form = new URLSearchParams(body);
		const answer = known ?? { ...answerOf(method, url, form), asked: body };
		if (typeof key === 'string' && answer.status < 500) keys.set(key, answer);
		const intent = [...intents.values()].find((one) => 'id' in answer.body && one.id === answer.body.id);
		if (method === 'POST' && intent) await beforeAnswer(intent);
		// Done, and nobody hears of it.
		const lost = url.pathname === '/v1/refunds' ? refunding === 'lost' : behaviourOf(form.get('confirmation_token') ?? '') === 'lost';
		if (method === 'POST' && lost) return void request.socket.destroy();
		send(answer);
	};

	const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	return {
		settings: {
			STRIPE_SECRET_KEY: SECRET_KEY,
			STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
			STRIPE_API_BASE: `http://127.0.0.1:${port}`,
		},
		intents,
		refunds,
		requests,
		setRefunding(to: typeof refunding): void {
			refunding = to;
		},
		onCharge(told: typeof beforeAnswer | null): void {
			beforeAnswer = told ?? (async () => undefined);
		},
		intentOf(paymentId: string): Intent {
			const found = [...intents.values()].find(({ metadata }) => metadata.paymentId === paymentId);
			if (!found) throw new Error('Stripe never heard of this payment.');
			return found;
		},
		refundOf(refundId: string): FakeRefund {
			const found = [...refunds.values()].find(({ metadata }) => metadata.refundId === refundId);
			if (!found) throw new Error('Stripe never heard of this refund.');
			return found;
		},
		async stop(): Promise<void> {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};
export type FakeStripe = Awaited<ReturnType<typeof startStripe>>;

/** A message of Stripe's webhook about a thing as it is now. */
export const eventOf = (type: string, object: object): string =>
	JSON.stringify({
		id: idOf('evt'),
		object: 'event',
		type,
		api_version: '2026-10-28',
		created: Math.floor(Date.now() / 1000),
		data: { object },
	});

/** Its headers, by Stripe's scheme. */
export const signed = (payload: string, secret = WEBHOOK_SECRET, seconds = Math.floor(Date.now() / 1000)): Record<string, string> => ({
	'content-type': 'application/json; charset=utf-8',
	'stripe-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`,
});
