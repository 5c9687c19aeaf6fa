/** The way of pushes: each person's message to every browser of theirs that takes any. */
import { createHash } from 'node:crypto';
import { now } from '#kernel/clock.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { openSecrets, readConnector } from '../../../profiles/wing.ts';
import type { Frozen } from '../../message.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { type ChannelParts, type Outcome, type Recipient, type Way, WayGone } from '../channel.ts';
import { oneByOne } from '../one-by-one.ts';
import { type Browsers, createBrowsers } from './browsers.ts';
import { encrypt } from './encrypt.ts';
import { pushMaker } from './push.ts';
import { createPushServices, type Pushed } from './service.ts';
import { createVapid, type Vapid } from './vapid.ts';

/** People whose messages are under way at once. */
const AT_ONCE = 100;
/** Nothing of theirs is left that takes messages. */
const NO_BROWSER = { state: 'failed', reason: 'no_browser', said: '', undeliverable: true } as const;
/** A message that no browser fetched for so long is not worth having. */
const TTL_SECONDS = 86_400;
/** Signs of a topic, at most (RFC 8030). */
const TOPIC = 32;

/** @throws WayGone where it is not there, switched off, or has no pair of keys */
const readVapid = async ({ storage, secrets }: ChannelParts, customerId: number, connectorId: string): Promise<Vapid> => {
	const found = await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, connectorId));
	if (!found?.is_active || found.type !== 'web-push') throw new WayGone('connector');
	const { publicKey, subject } = found.config;
	const { privateKey = '' } = openSecrets(secrets, connectorId, found.secrets);
	try {
		return createVapid(String(publicKey), privateKey, String(subject));
	} catch {
		throw new WayGone('connector');
	}
};

const browsersWay = async (
	parts: ChannelParts,
	customerId: number,
	plan: Plan,
	frozen: Frozen,
	send: (recipient: Recipient, message: Buffer, browsers: Browsers) => Promise<Outcome>,
	close?: () => void,
): Promise<Way> => {
	const messageOf = await pushMaker(frozen, plan.isTransactional);
	const browsers = createBrowsers(parts.storage, customerId, plan.domainId);
	return oneByOne(AT_ONCE, async (recipient) => send(recipient, messageOf(recipient), browsers), close);
};

export const rehearsedPushes = (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, frozen: Frozen): Promise<Way> =>
	browsersWay(parts, customerId, plan, frozen, async ({ address }, message, browsers) => {
		const { length: n } = await browsers.living(address);
		return n === 0 ? NO_BROWSER : { state: 'accepted', said: '', size: n * message.length, costMicros: n * lane.priceMicros };
	});

/** @throws WayGone */
export const pushWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, frozen: Frozen): Promise<Way> => {
	if (lane.connectorId === null) throw new WayGone('connector');
	const vapid = await readVapid(parts, customerId, lane.connectorId);
	const services = createPushServices(vapid, createGuard(parts.settings.outboundAllow));
	const send = async (recipient: Recipient, message: Buffer, browsers: Browsers): Promise<Outcome> => {
		let living: Awaited<ReturnType<Browsers['living']>>;
		try {
			living = await browsers.living(recipient.address);
		} catch (error) {
			// Nothing has left.
			return { state: 'returned', closed: false, said: String(error) };
		}
		const topic = createHash('sha256').update(recipient.listedId).digest('base64url').slice(0, TOPIC);
		const headers = {
			'content-type': 'application/octet-stream',
			'content-encoding': 'aes128gcm',
			ttl: String(TTL_SECONDS),
			urgency: 'normal',
			// Of two that wait for a browser that is off, the later takes the place of the first.
			topic,
		};
		const taken: string[] = [];
		let size = 0;
		let refused: Extract<Pushed, { state: 'failed' }> | null = null;
		let waits: Extract<Pushed, { state: 'deferred' }> | null = null;
		let gone = '';
		// One after the other: whoever says no between two of their browsers gets nothing in the second. What was made for another key is no
		// browser of this connector's.
		for (const one of living.filter(({ server_key: key }) => key === vapid.publicKey)) {
			const asOf = now();
			const body = encrypt(message, one);
			const pushed = await services.send(one.endpoint, body, headers, recipient.mayLeave);
			if (pushed.state === 'accepted') {
				taken.push(pushed.said);
				size += body.length;
			} else if (pushed.state === 'dead') {
				gone = pushed.said;
				// Where that fails it is found dead by the next run.
				await browsers.retire(one.endpoint, asOf).catch(() => undefined);
			} else if (pushed.state === 'failed') refused = pushed;
			// Another browser of theirs may be of another service.
			else if (pushed.state === 'deferred') waits ??= pushed;
			else if (taken.length === 0) return pushed;
			else break;
		}
		const { length: n } = taken;
		// Whoever has it in one browser is not tried again.
		if (n > 0) return { state: 'accepted', said: taken.join(' '), size, costMicros: n * lane.priceMicros };
		return waits ?? refused ?? { ...NO_BROWSER, said: gone };
	};
	return browsersWay(parts, customerId, plan, frozen, send, () => services.close());
};
