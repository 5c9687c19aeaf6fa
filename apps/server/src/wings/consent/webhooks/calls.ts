/** The log of a domain's consent-change webhook. */
import * as webhooks from '@luvalla/contract/consent/webhooks.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import { offsetOf } from '#kernel/storage/search.ts';
import { readDomain, renewWebhookSecret, webhookTarget } from '../../tenancy/wing.ts';
import { countDeliveries, type DeliveryRow, listDeliveries, readDelivery, waitAgain } from './store.ts';
import { post, tellDue } from './work.ts';

const refuseWebhook = refusals({
	no_webhook: [409, 'The domain names no address to send to.', 'Verkkotunnukselle ei ole annettu osoitetta, johon lähettää.'],
});

const shown = (row: DeliveryRow): webhooks.WebhookDelivery => ({
	id: row.delivery_id,
	event: webhooks.ConsentEvent.parse(JSON.parse(row.body)),
	status: row.status,
	createdAt: row.created_at.toISOString(),
	nextTryAt: row.next_try_at?.toISOString() ?? null,
	attempts: row.attempts,
});

const domainOf = (scope: Scope): string => {
	if (scope.domainId === null) throw refuse('not_found');
	return scope.domainId;
};

export const webhookRoutes = (kernel: Kernel): Route[] => {
	const { storage, secrets } = kernel;
	return [
		handle(webhooks.webhookDeliveries, async ({ query, scope }) => {
			const domainId = domainOf(scope);
			const status = query.status ?? null;
			return storage.inTenant(scope.customerId, async (tx) => ({
				data: (await listDeliveries(tx, scope.customerId, domainId, status, offsetOf(query), query.size)).map(shown),
				page: pageOf(await countDeliveries(tx, scope.customerId, domainId, status), query),
			}));
		}),
		handle(webhooks.resendWebhook, async ({ asker, params, scope }) => {
			const { customerId } = scope;
			const id = params.deliveryId.toLowerCase();
			return storage.inTenant(customerId, async (tx) => {
				const row = await readDelivery(tx, customerId, id);
				if (!row || row.domain_id !== domainOf(scope)) throw refuse('not_found');
				if ((await webhookTarget(tx, secrets, customerId, row.domain_id)) === null) throw refuseWebhook('no_webhook');
				await waitAgain(tx, customerId, id);
				await tellDue(tx, customerId);
				await recordActivity(tx, customerId, asker, { action: 'resent', thing: 'webhook_delivery', thingId: id });
				const again = await readDelivery(tx, customerId, id);
				return shown(again ?? row);
			});
		}),
		handle(webhooks.testWebhook, async ({ scope }) => {
			const domainId = domainOf(scope);
			const { customerId } = scope;
			const { target, domain } = await storage.inTenant(customerId, async (tx) => ({
				target: await webhookTarget(tx, secrets, customerId, domainId),
				domain: await readDomain(tx, customerId, domainId),
			}));
			if (target === null || domain === null) throw refuseWebhook('no_webhook');
			const body = JSON.stringify({ Domain: domain.host, UpdatedTs: now().toISOString() });
			const tried = (await post(kernel, newId(), body, target))?.attempt;
			return { status: tried?.status ?? 0, ms: tried?.ms ?? 0, error: tried?.error ?? null, why: tried?.why ?? null };
		}),
		handle(webhooks.webhookSecret, async ({ asker, scope }) => {
			demandConfirmed(asker);
			const domainId = domainOf(scope);
			return storage.inTenant(scope.customerId, async (tx) => {
				const secret = await renewWebhookSecret(tx, secrets, scope.customerId, domainId);
				await recordActivity(tx, scope.customerId, asker, { action: 'rotated', thing: 'webhook_secret', thingId: domainId });
				return { secret };
			});
		}),
	];
};
