/** The channel of pushes to apps: opens a way for one lane, and sends each person's message to every device of theirs. */
import { FCM_URL } from '@luvalla/contract/profiles/connector-types.ts';
import { now } from '#kernel/clock.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { openSecrets, readConnector } from '../../../profiles/wing.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { type ChannelParts, type HandingChannel, type Outcome, type Recipient, type Way, WayGone } from '../channel.ts';
import { fromCustomer } from '../from-customer.ts';
import { readFrozen } from '../frozen.ts';
import { oneByOne } from '../one-by-one.ts';
import { type Account, accountOf } from './account.ts';
import { createDevices, type Devices, deviceAddress } from './devices.ts';
import { createFcm, type Sent } from './fcm.ts';
import { type Push, pushMaker } from './push.ts';

/** People whose messages are under way at once: that each leaves is written before, and the more of them, the fewer writes. */
const AT_ONCE = 200;
/** Nobody of theirs is left who takes messages. */
const NO_DEVICE = { state: 'failed', reason: 'no_device', said: '', undeliverable: true } as const;

/** @throws WayGone where it is not there, switched off, or has no key */
const readFcm = async ({ storage, secrets }: ChannelParts, customerId: number, connectorId: string) => {
	const found = await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, connectorId));
	if (!found?.is_active || found.type !== 'fcm') throw new WayGone('connector');
	const { config } = found;
	const key = openSecrets(secrets, connectorId, found.secrets).privateKey ?? '';
	let account: Account;
	try {
		account = accountOf(String(config.projectId), String(config.clientEmail), String(config.tokenUri), key);
	} catch {
		throw new WayGone('connector');
	}
	return { url: typeof config.url === 'string' ? config.url : FCM_URL, account };
};

/** A way by which each person's message goes alone. */
const devicesWay = async (
	parts: ChannelParts,
	customerId: number,
	plan: Plan,
	lane: PlanLane,
	send: (recipient: Recipient, push: Push, devices: Devices) => Promise<Outcome>,
	close?: () => void,
): Promise<Way> => {
	const pushOf = pushMaker(await readFrozen(parts, customerId, lane), plan.isTransactional);
	const devices = createDevices(parts.storage, customerId);
	return oneByOne(AT_ONCE, async (recipient) => send(recipient, pushOf(recipient, now()), devices), close);
};

const rehearsalWay = (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> =>
	devicesWay(parts, customerId, plan, lane, async ({ address }, { size }, devices) => {
		const { length: n } = await devices.living(address);
		return n === 0 ? NO_DEVICE : { state: 'accepted', said: '', size: n * size, costMicros: n * lane.priceMicros };
	});

const fcmWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	if (lane.connectorId === null) throw new WayGone('connector');
	const { url, account } = await readFcm(parts, customerId, lane.connectorId);
	const fcm = createFcm(url, account, createGuard(parts.settings.outboundAllow));
	/** Whether the project took anything by this way: until then a token of another one may be right, and the connector wrong. */
	let isTheirs = false;
	const send = async (recipient: Recipient, push: Push, devices: Devices): Promise<Outcome> => {
		let living: Awaited<ReturnType<Devices['living']>>;
		try {
			living = await devices.living(recipient.address);
		} catch (error) {
			// Nothing has left.
			return { state: 'returned', closed: false, said: String(error) };
		}
		const taken: string[] = [];
		let refused: Extract<Sent, { state: 'failed' }> | null = null;
		let gone = '';
		const unretired: string[] = [];
		// One after the other: whoever says no between two of their devices gets nothing on the second. What ends with one of them ends with
		// all that are left, since whoever has it on one device is not tried again.
		for (const { token } of living) {
			const asOf = now();
			const sent = await fcm.send(token, push.json, recipient.mayLeave);
			if (sent.state === 'accepted') {
				isTheirs = true;
				taken.push(sent.said);
			} else if (sent.state === 'dead' || (sent.state === 'foreign' && isTheirs)) {
				gone = sent.said;
				try {
					await devices.retire(token, asOf);
				} catch (error) {
					// The next run finds it dead.
					unretired.push(`${sent.said}, not retired: ${String(error)}`);
				}
			} else if (sent.state === 'foreign') refused = { state: 'failed', reason: 'refused', said: sent.said };
			else if (sent.state === 'failed') refused = sent;
			else if (taken.length === 0) return sent;
			else break;
		}
		const { length: n } = taken;
		if (n > 0)
			return { state: 'accepted', said: [...taken, ...unretired].join(' '), size: n * push.size, costMicros: n * lane.priceMicros };
		return refused ?? { ...NO_DEVICE, said: unretired.at(-1) ?? gone };
	};
	return devicesWay(parts, customerId, plan, lane, send, () => fcm.close());
};

export const mobile: HandingChannel = {
	word: 'mobile',
	address: deviceAddress,
	connector: 'fcm',
	price: (_connector, tariff) => tariff.mobile,
	async tries(frozen, { isTransactional }) {
		const pushOf = pushMaker(frozen, isTransactional);
		return (to) => pushOf(to, now());
	},
	goesWithout: () => false,
	// It comes out of the customer's own app: nobody is named as its sender.
	canSend: () => Promise.resolve({ problems: [], warnings: [] }),
	sender: fromCustomer,
	// The service's own name of it stands with what it said.
	reference: () => null,
	rehearse: rehearsalWay,
	open: fcmWay,
	reports: () => Promise.resolve(null),
};
