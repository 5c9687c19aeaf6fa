/** Stripe's webhook: the truth about payments. Believed by its signature alone, over the bytes as they came. */
import type { FastifyInstance } from 'fastify';
import { refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { refusePayment } from './begin.ts';
import type { Gateway } from './gateway.ts';
import { settlePayment, settleRefund } from './settle.ts';

export const STRIPE_WEBHOOK = '/api/payment/stripe/webhook';

const refuseWebhook = refusals({
	signature_not_valid: [
		400,
		'This is not signed by Stripe, or was too long ago.',
		'Stripe ei ole allekirjoittanut tätä, tai siitä on liian kauan.',
	],
});

/** What is not about us, or is known already, is answered as done, so that Stripe does not send it again; a fault is 5xx, so that it does. */
export const registerWebhook = (app: FastifyInstance, { storage, settings, log }: Kernel, gateway: Gateway | null): void => {
	app.register(async (hook) => {
		hook.removeAllContentTypeParsers();
		hook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
		hook.post(STRIPE_WEBHOOK, async (request, reply) => {
			if (gateway === null) throw refusePayment('no_card_payments');
			const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			const told = await gateway.hear(raw, String(request.headers['stripe-signature'] ?? '')).catch((error: unknown) => {
				log.warn('a message to the webhook of Stripe was refused', { reason: error instanceof Error ? error.message : String(error) });
				throw refuseWebhook('signature_not_valid');
			});
			reply.header('cache-control', 'no-store');
			if (told === null) return { received: true };
			const customerId = await storage.inPlatform((tx) => customerIn(tx, { kind: 'payment', key: told.paymentId }));
			if (customerId === null) return { received: true };
			const settling = { seller: settings.seller, log };
			await storage.inTenant(customerId, (tx) =>
				told.about === 'payment'
					? settlePayment(tx, settling, customerId, told.paymentId, told.charged)
					: settleRefund(tx, settling, customerId, told.refundId, told.refunded),
			);
			return { received: true };
		});
	});
};
