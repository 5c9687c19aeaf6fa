/**
 * The channel by which another system of the customer is told of each message: one signed request a person, to the address that the
 * constellation names, else to the connector's, which signs it either way.
 */
import { createGuard } from '#kernel/outbound/guard.ts';
import { openSecrets, readConnector } from '../../../profiles/wing.ts';
import { readCustomer } from '../../../tenancy/wing.ts';
import { type Frozen, TemplateFailed } from '../../message.ts';
import { problem } from '../../problems.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { openHook } from '../../web-hook.ts';
import { anyIdentifier } from '../addresses.ts';
import { type ChannelParts, type HandingChannel, type Recipient, type Way, WayGone } from '../channel.ts';
import { readFrozen } from '../frozen.ts';
import { bodyMaker } from './body.ts';
import { Endpoint, type Posted } from './post.ts';

/** Requests under way at once; so many connections are kept. */
const AT_ONCE = 20;

const wayBy = (
	plan: Plan,
	{ priceMicros }: PlanLane,
	frozen: Frozen,
	hand: (recipient: Recipient, body: string) => Promise<Posted>,
	close: () => void,
): Way => {
	const bodyOf = bodyMaker(plan, frozen);
	return {
		batch: 1,
		atOnce: AT_ONCE,
		async send(batch, settle) {
			for (const recipient of batch) {
				let body: string;
				try {
					body = bodyOf(recipient);
				} catch (error) {
					if (!(error instanceof TemplateFailed)) throw error;
					settle(recipient, { state: 'failed', reason: 'template', said: error.message });
					continue;
				}
				const posted = await hand(recipient, body);
				settle(recipient, posted.state === 'accepted' ? { ...posted, costMicros: priceMicros } : posted);
			}
		},
		close,
	};
};

const rehearsalWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> =>
	wayBy(
		plan,
		lane,
		await readFrozen(parts, customerId, lane),
		(_, body) => Promise.resolve({ state: 'accepted', said: '', size: Buffer.byteLength(body) }),
		() => undefined,
	);

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
	return wayBy(
		plan,
		lane,
		frozen,
		({ listedId, mayLeave }, body) => endpoint.send({ id: listedId, body, mayLeave }),
		() => endpoint.close(),
	);
};

export const webhook: HandingChannel = {
	word: 'webhook',
	address: anyIdentifier,
	connector: 'webhook',
	price: (_connector, tariff) => tariff.webhook,
	// What signs it has no stand-in: whoever gets a message must know whose it is.
	goesWithout: () => false,
	canSend: (_tx, _parts, { connector }) =>
		Promise.resolve({
			problems: connector !== null && connector.secrets === null ? [problem('no_signing_secret', connector.name)] : [],
			warnings: [],
		}),
	async sender({ storage }, customerId) {
		const customer = await storage.inTenant(customerId, (tx) => readCustomer(tx, customerId));
		return { name: customer?.name ?? '', address: '', postal: customer?.address ?? '' };
	},
	reference: (listedId) => listedId,
	rehearse: rehearsalWay,
	open: openWay,
	// The endpoint has said all that it has to say when it answered.
	reports: () => Promise.resolve(null),
};
