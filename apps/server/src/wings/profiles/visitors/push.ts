/** Subscriptions as visitors' browsers bring them, and the key that they are made for. */
import { createECDH } from 'node:crypto';
import { NOT_AN_ENDPOINT, type PushSubscription, type subscribeVisitor } from '@luvalla/contract/profiles/visitors.ts';
import type * as z from 'zod';
import { invalidFields, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard, type Guard, OutboundRefused } from '#kernel/outbound/guard.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { listConnectors } from '../connectors/store.ts';
import { dropSubscriptions, keepSubscription } from './subscriptions.ts';

const refusePush = refusals({
	unknown_push_key: [
		422,
		'No web push connector that is in use has this key.',
		'Millään käytössä olevalla selainviestien yhdistimellä ei ole tätä avainta.',
	],
});

/** Public keys of the customer's web push connectors that are in use, the first the one that browsers are asked to subscribe for. */
export const pushKeysOf = async (tx: Tx, customerId: number): Promise<string[]> =>
	(await listConnectors(tx, customerId, null)).flatMap(({ type, is_active: isActive, config }) =>
		type === 'web-push' && isActive && typeof config.publicKey === 'string' && config.publicKey !== '' ? [config.publicKey] : [],
	);

/** Whether we would ever send there: https, or plain http where the operator named the place; no address of a closed network. */
const isReachable = (endpoint: string, guard: Guard, strict: Guard): boolean => {
	if (!URL.canParse(endpoint)) return false;
	const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
	if (username !== '' || password !== '' || hash !== '' || !['https:', 'http:'].includes(protocol)) return false;
	const at = Number(port || (protocol === 'https:' ? 443 : 80));
	if (protocol === 'http:' && (strict.allows(hostname, at) || !guard.allows(hostname, at))) return false;
	try {
		guard.check(hostname, at);
		return true;
	} catch (error) {
		if (error instanceof OutboundRefused) return false;
		throw error;
	}
};

/** Whether it is a point of the curve: nothing could be encrypted for another. */
const isKey = (p256dh: string): boolean => {
	const pair = createECDH('prime256v1');
	pair.generateKeys();
	try {
		pair.computeSecret(Buffer.from(p256dh, 'base64url'));
		return true;
	} catch {
		return false;
	}
};

/** @throws Refused 422 by field */
const demandUsable = ({ endpoint, keys }: PushSubscription, guard: Guard, strict: Guard): void => {
	if (!isReachable(endpoint, guard, strict))
		throw invalidFields([{ message: NOT_AN_ENDPOINT, path: ['subscription', 'endpoint'] }], 'not_usable');
	if (!isKey(keys.p256dh))
		throw invalidFields([{ message: 'Use a public key on P-256', path: ['subscription', 'keys', 'p256dh'] }], 'not_usable');
};

export const createPushIntake = ({ settings }: Pick<Kernel, 'settings'>) => {
	const [guard, strict] = [createGuard(settings.outboundAllow), createGuard([])];
	/** What a device that may be remembered says of pushes. @throws Refused */
	return async (
		tx: Tx,
		customerId: number,
		deviceId: string,
		{ key, subscription }: z.output<typeof subscribeVisitor.body>,
	): Promise<z.output<typeof subscribeVisitor.answer>> => {
		const keys = await pushKeysOf(tx, customerId);
		const usual = keys[0] ?? null;
		if (subscription === undefined) return { gone: false, key: usual };
		if (subscription === null) {
			await dropSubscriptions(tx, customerId, [deviceId]);
			return { gone: false, key: usual };
		}
		demandUsable(subscription, guard, strict);
		const serverKey = keys.find((one) => one === key);
		if (serverKey === undefined) throw refusePush('unknown_push_key');
		const { endpoint, keys: own } = subscription;
		const plain = (text: string): string => text.replace(/=+$/, '');
		const kept = await keepSubscription(tx, customerId, deviceId, {
			endpoint,
			p256dh: plain(own.p256dh),
			auth: plain(own.auth),
			serverKey,
		});
		return { gone: kept === 'dead', key: usual };
	};
};
