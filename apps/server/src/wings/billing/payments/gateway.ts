/**
 * Stripe, as far as it is used here: charging, refunding, and what its webhook says. Whatever it answers is one of few words; what it
 * does not answer is `unknown`, and nobody may take that for a no.
 */
import type { Stripe } from 'stripe';
import { createGuard } from '#kernel/outbound/guard.ts';
import { OutboundFailed, sendHttp } from '#kernel/outbound/http.ts';
import type { Settings } from '#kernel/settings.ts';
import type { StripeSettings } from '../settings.ts';

/** How a charge stands: `failed` is final for this token, `unknown` may still become anything. */
export type Charged =
	| { readonly state: 'paid' | 'processing'; readonly intent: string; readonly receivedCents: number; readonly currency: string }
	| { readonly state: 'action'; readonly intent: string; readonly clientSecret: string | null }
	| { readonly state: 'failed'; readonly intent: string | null; readonly problem: string; readonly declined: boolean }
	| { readonly state: 'unknown'; readonly reason: string };

export type RefundedBy = { readonly state: 'done' | 'pending' | 'failed' } | { readonly state: 'unknown'; readonly reason: string };

/** What its webhook says that matters here. */
export type Told =
	| { readonly about: 'payment'; readonly paymentId: string; readonly charged: Charged }
	| { readonly about: 'refund'; readonly refundId: string; readonly paymentId: string; readonly refunded: RefundedBy };

export interface Charge {
	readonly paymentId: string;
	readonly customerId: number;
	readonly credits: number;
	readonly totalCents: number;
	readonly currency: string;
	readonly token: string;
}

export interface Gateway {
	/** The same payment again is the same charge. */
	charge(charge: Charge): Promise<Charged>;
	/** How a charge stands that was asked for before; null: Stripe never heard of it. */
	look(paymentId: string, intent: string | null): Promise<Charged | null>;
	/** The same refund again is the same. */
	refund(refundId: string, paymentId: string, intent: string, totalCents: number): Promise<RefundedBy>;
	/** How a refund stands; null: Stripe never heard of it. */
	lookForRefund(refundId: string, intent: string): Promise<RefundedBy | null>;
	/** What a signed message says; null: nothing about us. @throws when the signature is not Stripe's, or is old */
	hear(raw: Buffer, signature: string): Promise<Told | null>;
}

const TIMEOUT_MS = 15_000;
/** Answers of Stripe's are some kilobytes. */
const MOST_BYTES = 1024 * 1024;

/** Its HTTP goes through the guard; an address that the operator set is theirs to answer for. */
const clientOf = (settings: Pick<Settings, 'outboundAllow'>, apiBase: string | null): NonNullable<Stripe.StripeConfig['httpClient']> => {
	const guard = createGuard(settings.outboundAllow);
	return {
		getClientName: () => 'luvalla',
		async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
			const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
			const answer = await sendHttp(`${protocol}://${host}:${port}${path}`, {
				guard,
				...(apiBase !== null && { trusted: apiBase }),
				method: method === 'GET' || method === 'DELETE' ? method : 'POST',
				headers: Object.fromEntries(given.filter(([name]) => name.toLowerCase() !== 'content-length')),
				...(body !== '' && body !== null && { body }),
				timeoutMs,
				mostBytes: MOST_BYTES,
			}).catch((error: unknown) => {
				// The library's own word for what it may try again.
				if (error instanceof OutboundFailed && error.code === 'slow')
					throw Object.assign(new TypeError('ETIMEDOUT'), { code: 'ETIMEDOUT' });
				throw error;
			});
			return {
				getStatusCode: () => answer.status,
				getHeaders: () => ({ ...answer.headers }),
				getRawResponse: () => answer,
				toStream: () => answer.body,
				toJSON: async () => JSON.parse(answer.body.toString('utf8')),
			};
		},
	};
};

/** Stripe’s library, loaded with the first payment: it takes memory that an idle server can do without. */
const libraryOf = (settings: Pick<Settings, 'outboundAllow'>, stripe: StripeSettings): (() => Promise<Stripe>) => {
	let loaded: Promise<Stripe> | undefined;
	return (): Promise<Stripe> => {
		loaded ??= (async () => {
			const { Stripe: Library } = await import('stripe');
			const base = stripe.apiBase === null ? null : new URL(stripe.apiBase);
			return new Library(stripe.secretKey, {
				httpClient: clientOf(settings, stripe.apiBase),
				timeout: TIMEOUT_MS,
				maxNetworkRetries: 1,
				telemetry: false,
				appInfo: { name: 'Luvalla' },
				...(base && {
					host: base.hostname,
					port: base.port === '' ? (base.protocol === 'https:' ? '443' : '80') : base.port,
					protocol: base.protocol === 'https:' ? 'https' : 'http',
				}),
			});
		})();
		return loaded;
	};
};

/** What Stripe says of a payment, in our words. */
const intentAs = (intent: Stripe.PaymentIntent): Charged => {
	const { id, status, amount_received: receivedCents, currency } = intent;
	const at = { intent: id, receivedCents, currency: currency.toUpperCase() };
	switch (status) {
		case 'succeeded':
			return { state: 'paid', ...at };
		case 'processing':
			return { state: 'processing', ...at };
		case 'requires_action':
		case 'requires_confirmation':
			return { state: 'action', intent: id, clientSecret: intent.client_secret };
		default:
			return { state: 'failed', intent: id, problem: intent.last_payment_error?.code ?? status, declined: true };
	}
};

/** @param installation marks what is ours among all that one account of Stripe's may be used for */
export const createGateway = (settings: Pick<Settings, 'outboundAllow'>, stripe: StripeSettings, installation: string): Gateway => {
	const library = libraryOf(settings, stripe);
	return {
		async charge({ paymentId, customerId, credits, totalCents, currency, token }) {
			const client = await library();
			try {
				const intent = await client.paymentIntents.create(
					{
						amount: totalCents,
						currency: currency.toLowerCase(),
						confirm: true,
						confirmation_token: token,
						// Cards alone: whoever pays stays on the page.
						automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
						description: `${credits} credits`,
						metadata: { installation, paymentId, customerId: String(customerId) },
					},
					{ idempotencyKey: `payment ${paymentId}` },
				);
				return intentAs(intent);
			} catch (error) {
				return failed(error, (raw) => intentIdOf(raw));
			}
		},
		async look(paymentId, intent) {
			const client = await library();
			try {
				if (intent !== null) return intentAs(await client.paymentIntents.retrieve(intent));
				const found = await client.paymentIntents.search({ query: `metadata['paymentId']:'${paymentId}'`, limit: 1 });
				return found.data[0] ? intentAs(found.data[0]) : null;
			} catch (error) {
				return { state: 'unknown', reason: reasonOf(error) };
			}
		},
		async refund(refundId, paymentId, intent, totalCents) {
			const client = await library();
			try {
				const refund = await client.refunds.create(
					{ payment_intent: intent, amount: totalCents, metadata: { installation, refundId, paymentId } },
					{ idempotencyKey: `refund ${refundId}` },
				);
				return refundAs(refund);
			} catch (error) {
				const charged = failed(error, () => null);
				return charged.state === 'failed' ? { state: 'failed' } : { state: 'unknown', reason: reasonOf(error) };
			}
		},
		async lookForRefund(refundId, intent) {
			const client = await library();
			try {
				const { data } = await client.refunds.list({ payment_intent: intent, limit: 100 });
				const found = data.find(({ metadata }) => metadata?.refundId === refundId);
				return found ? refundAs(found) : null;
			} catch (error) {
				return { state: 'unknown', reason: reasonOf(error) };
			}
		},
		async hear(raw, signature) {
			const client = await library();
			const event = client.webhooks.constructEvent(raw, signature, stripe.webhookSecret);
			switch (event.type) {
				case 'payment_intent.succeeded':
				case 'payment_intent.processing':
				case 'payment_intent.requires_action':
				case 'payment_intent.payment_failed':
				case 'payment_intent.canceled': {
					const { metadata } = event.data.object;
					const { paymentId } = metadata;
					if (metadata.installation !== installation || paymentId === undefined) return null;
					return { about: 'payment', paymentId, charged: intentAs(event.data.object) };
				}
				case 'refund.created':
				case 'refund.updated':
				case 'refund.failed':
				case 'charge.refund.updated': {
					const { metadata } = event.data.object;
					const { refundId, paymentId } = metadata ?? {};
					if (metadata?.installation !== installation || refundId === undefined || paymentId === undefined) return null;
					return { about: 'refund', refundId, paymentId, refunded: refundAs(event.data.object) };
				}
				default:
					return null;
			}
		},
	};
};

const refundAs = ({ status }: Stripe.Refund): RefundedBy => ({
	state: status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
});

/** What an error of Stripe's says of itself, read without its library. */
interface Raised {
	readonly type?: unknown;
	readonly statusCode?: unknown;
	readonly code?: unknown;
	readonly decline_code?: unknown;
	readonly raw?: unknown;
}

const raisedOf = (error: unknown): Raised => (typeof error === 'object' && error !== null ? error : {});
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A no is a no only where Stripe says that nothing was charged; a key that another request holds just now is none. */
const failed = (error: unknown, intentOf: (raw: unknown) => string | null): Charged => {
	const { type, statusCode, code, decline_code, raw } = raisedOf(error);
	const told = typeof decline_code === 'string' ? decline_code : typeof code === 'string' ? code : 'refused';
	if (type === 'StripeCardError') return { state: 'failed', intent: intentOf(raw), problem: told, declined: true };
	if (type === 'StripeInvalidRequestError' && statusCode !== 409)
		return { state: 'failed', intent: intentOf(raw), problem: told, declined: false };
	return { state: 'unknown', reason: reasonOf(error) };
};

const intentIdOf = (raw: unknown): string | null => {
	const intent: unknown = typeof raw === 'object' && raw !== null && 'payment_intent' in raw ? raw.payment_intent : null;
	const id: unknown = typeof intent === 'object' && intent !== null && 'id' in intent ? intent.id : null;
	return typeof id === 'string' ? id : null;
};
