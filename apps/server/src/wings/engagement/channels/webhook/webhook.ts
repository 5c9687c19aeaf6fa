/**
 * The channel by which another system of the customer is told of each message: one signed request a person, to the address that the
 * constellation names, else to the connector's, which signs it either way.
 */
import { createGuard } from '#kernel/outbound/guard.ts';
import { openSecrets, readConnector } from '../../../profiles/wing.ts';
import type { Frozen } from '../../message.ts';
import { problem } from '../../problems.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { openHook } from '../../web-hook.ts';
import { anyIdentifier } from '../addresses.ts';
import { type ChannelParts, type HandingChannel, type Way, WayGone } from '../channel.ts';
import { fromCustomer } from '../from-customer.ts';
import { readFrozen } from '../frozen.ts';
import { oneByOne, priced } from '../one-by-one.ts';
import { bodyMaker } from './body.ts';
import { Endpoint } from './post.ts';

/** Requests under way at once; so many connections are kept. */
const AT_ONCE = 20;

const rehearsalWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const bodyOf = bodyMaker(plan, await readFrozen(parts, customerId, lane));
	return oneByOne(AT_ONCE, async (recipient) => ({
		state: 'accepted',
		said: '',
		size: Buffer.byteLength(bodyOf(recipient)),
		costMicros: lane.priceMicros,
	}));
};

/** Where messages of a lane go. @throws WayGone where the connector is not there, switched off, or cannot sign */
const endpointOf = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, { webHook }: Frozen): Promise<Endpoint> => {
	const { storage, secrets, settings } = parts;
	const { connectorId } = lane;
	const connector = connectorId === null ? null : await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, connectorId));
	if (!connector?.is_active || connector.type !== 'webhook') throw new WayGone('connector');
	try {
		const own = webHook && openHook(secrets, lane.constellationId, webHook);
		return new Endpoint(
			{
				url: own?.url ?? String(connector.config.url),
				secret: openSecrets(secrets, connector.connector_id, connector.secrets).secret ?? '',
				headers: own?.headerValues ?? [],
				unknown: plan.options.unknown,
			},
			createGuard(settings.outboundAllow),
		);
	} catch {
		throw new WayGone('connector');
	}
};

const openWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const frozen = await readFrozen(parts, customerId, lane);
	const endpoint = await endpointOf(parts, customerId, plan, lane, frozen);
	const bodyOf = bodyMaker(plan, frozen);
	return oneByOne(
		AT_ONCE,
		async (recipient) => {
			const { listedId: id, mayLeave } = recipient;
			return priced(await endpoint.send({ id, body: bodyOf(recipient), mayLeave }), lane.priceMicros);
		},
		() => endpoint.close(),
	);
};

export const webhook: HandingChannel = {
	word: 'webhook',
	address: anyIdentifier,
	connector: 'webhook',
	price: (_connector, tariff) => tariff.webhook,
	tries: (frozen, plan) => Promise.resolve(bodyMaker(plan, frozen)),
	// What signs it has no stand-in: whoever gets a message must know whose it is.
	goesWithout: () => false,
	canSend: (_tx, _parts, { connector }) =>
		Promise.resolve({
			problems: connector !== null && connector.secrets === null ? [problem('no_signing_secret', connector.name)] : [],
			warnings: [],
		}),
	sender: fromCustomer,
	reference: (listedId) => listedId,
	rehearse: rehearsalWay,
	open: openWay,
	// The endpoint has said all that it has to say when it answered.
	reports: () => Promise.resolve(null),
};
