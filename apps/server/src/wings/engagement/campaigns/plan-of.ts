/** From a campaign to the plan of a run, and everything that is in the way of one. */

import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import { BASES, DUTIES } from '@luvalla/contract/consent/purposes.ts';
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bool, int, json, oneOf, orNull, row, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { isCharged, pricesNow } from '../../billing/wing.ts';
import { listConnectors, readConnector } from '../../profiles/wing.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { sendingBy } from '../channels/all.ts';
import { frozenIn } from '../channels/frozen.ts';
import { type Problem, problem } from '../problems.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { readSender } from '../senders/store.ts';
import { printsBy, wordsLacking } from './printed.ts';
import type { CampaignRow } from './store.ts';

/** Parts that are put aside for a message of a triggered send: what it came to is paid in the end. */
const UNITS_UNSEEN = 3;

const Stars = row({ constellation_id: uuid, title: text, channel: int, status: int, version: orNull(int), domain_id: uuid });
const AudienceRow = row({ audience_id: uuid, title: text, status: int, segments: uuids, consents: uuids, is_and: bool, domain_id: uuid });
const PurposeRow = row({ purpose_id: uuid, channels: json(z.array(z.enum(CHANNELS))), tracks: bool, basis: oneOf(BASES) });

/** Constellations of a campaign, by their ids. */
const starsOf = async (tx: Tx, customerId: number, { constellation }: CampaignRow) =>
	new Map(
		(
			await tx.rows(
				Stars,
				sql`select constellation_id, title, channel::int, status::int, version, domain_id from constellation
				where customer_id = ${customerId} and constellation_id = any(${constellation.map((one) => one.constellationIdFK)}::uuid[])`,
			)
		).map((one) => [one.constellation_id, one]),
	);

export const audienceOf = async (tx: Tx, customerId: number, id: string | null) =>
	id === null
		? undefined
		: (
				await tx.rows(
					AudienceRow,
					sql`select audience_id, title, status::int, segments, consents, is_and, domain_id from audience where customer_id = ${customerId} and audience_id = ${id}`,
				)
			)[0];

/** Until the transaction ends it stays of the segments that a plan takes from it, so that none of these is deleted before the plan is there. */
export const holdAudience = (tx: Tx, customerId: number, id: string | null): Promise<number> =>
	tx.run(sql`select from audience where customer_id = ${customerId} and audience_id = ${id}::uuid for share`);

/** Purposes of a domain, as lanes are planned by them. */
export const purposesOn = (tx: Tx, customerId: number, domainId: string) =>
	tx.rows(
		PurposeRow,
		sql`select purpose_id, to_jsonb(channels) as channels, tracks, basis from purpose where customer_id = ${customerId} and domain_id = ${domainId}`,
	);

/** Those that permit the channel and can be refused. */
export const permittingOf = (purposes: Awaited<ReturnType<typeof purposesOn>>, channel: Channel) =>
	purposes.filter((one) => one.channels.includes(channel) && !DUTIES.includes(one.basis));

/** Of a triggered send everybody enters alone. */
const nobody = ({ campaign_id: id, domain_id }: CampaignRow) => ({
	audience_id: id,
	title: '',
	status: STATUS.approved,
	segments: [],
	consents: [],
	is_and: false,
	domain_id,
});

/** What is in the way of publishing: an approved audience, published constellations and a customer who may are needed. */
export const publishProblems = async (tx: Tx, customerId: number, campaign: CampaignRow): Promise<Problem[]> => {
	const customer = await readCustomer(tx, customerId);
	const stars = await starsOf(tx, customerId, campaign);
	const audience = await audienceOf(tx, customerId, campaign.audience_id);
	return [
		...(campaign.constellation.length === 0 ? [problem('no_constellation')] : []),
		...campaign.constellation.flatMap(({ constellationIdFK: id }) => {
			const star = stars.get(id);
			return star && star.version !== null && star.status === STATUS.published
				? []
				: [problem('constellation_not_published', star?.title ?? '')];
		}),
		...(audience || campaign.triggered ? [] : [problem('audience_missing')]),
		...(audience && audience.status !== STATUS.approved ? [problem('audience_not_approved', audience.title)] : []),
		...(customer?.status === CUSTOMER_STATUS.onHold ? [problem('customer_holds')] : []),
		...(customer?.status === CUSTOMER_STATUS.notOnboarded ? [problem('customer_new')] : []),
	];
};

/**
 * The plan as it would be now, and what keeps it from being executed. Problems of channels leave their lanes out.
 * @param rehearsal nothing leaves: neither connector nor sender is needed
 * @returns `warnings`: what keeps nobody from executing it, and should not go unsaid
 */
export const planOf = async (
	tx: Tx,
	{ settings }: Pick<Kernel, 'settings'>,
	customerId: number,
	campaign: CampaignRow,
	rehearsal: boolean,
): Promise<{ plan: Plan | null; problems: Problem[]; warnings: Problem[] }> => {
	const problems = await publishProblems(tx, customerId, campaign);
	const customer = await readCustomer(tx, customerId);
	const audience = campaign.triggered ? nobody(campaign) : await audienceOf(tx, customerId, campaign.audience_id);
	if (!customer || !audience || problems.length > 0) return { plan: null, problems, warnings: [] };
	const stars = await starsOf(tx, customerId, campaign);
	const purposes = await purposesOn(tx, customerId, campaign.domain_id);
	const connectors = await listConnectors(tx, customerId, null);
	const tariff = await pricesNow(tx);
	const charged = !rehearsal && (await isCharged(tx, { settings }, customerId));
	const { options } = campaign;
	const lanes: PlanLane[] = [];
	const warnings: Problem[] = [];
	for (const { constellationIdFK: id, channel: code } of campaign.constellation) {
		const channel = CHANNELS[code];
		const version = stars.get(id)?.version;
		if (channel === undefined || version === undefined || version === null) continue;
		const own = permittingOf(purposes, channel);
		const accepted = options.purposes.length === 0 ? own : own.filter((one) => options.purposes.includes(one.purpose_id));
		if (!campaign.is_transactional && accepted.length === 0) problems.push(problem('no_purpose', { channel }));
		const sending = sendingBy(channel);
		const byItself = sending?.byItself?.(await frozenIn(tx, customerId, { constellationId: id, version })) ?? false;
		const usable = byItself ? [] : connectors.filter((one) => one.is_active && one.type === sending?.connector);
		const chosen = options.connectors[String(code)]?.toLowerCase();
		const connector =
			chosen !== undefined ? usable.find((one) => one.connector_id === chosen) : usable.length === 1 ? usable[0] : undefined;
		const without = chosen === undefined && usable.length === 0 && sending?.goesWithout(settings);
		if (sending?.shares && campaign.is_transactional) problems.push(problem('shared_without_yes', channel));
		if (!sending) problems.push(problem('cannot_send_yet', { channel }));
		else if (!rehearsal) {
			if (!connector && !without && !byItself) problems.push(problem('no_connector', { channel }));
			// In the sample a newcomer's first message waits for nothing outside.
			const wanted = { customerId, customer, options, connector: connector ?? null, excused: settings.sample };
			const found = await sending.canSend(tx, { settings }, wanted);
			problems.push(...found.problems);
			warnings.push(...found.warnings);
			const prints = printsBy(channel);
			if (prints) {
				const sender = await readSender(tx, customerId, options.senderId);
				const from = [customer.name, sender?.name ?? '', sender?.postal ?? customer.address];
				const lacking = await wordsLacking(tx, customerId, prints, { constellationId: id, version }, options, from);
				if (lacking.length > 0) problems.push(problem('text_sign_missing', lacking.map(({ sign }) => sign).join(' ')));
			}
		}
		const priceMicros = sending?.price(connector ?? null, tariff) ?? 0;
		const baseMicros = sending?.base?.(connector ?? null) ?? 0;
		lanes.push({
			channel,
			constellationId: id,
			version,
			connectorId: connector?.connector_id ?? null,
			purposes: campaign.is_transactional ? [] : accepted.map((one) => one.purpose_id),
			priceMicros,
			baseMicros,
			// Nobody's message can be made before somebody comes.
			...(campaign.triggered && sending?.unitsOf && { mostMicros: baseMicros + UNITS_UNSEEN * priceMicros }),
		});
	}
	if (options.lateAt !== null && new Date(options.lateAt) <= now()) problems.push(problem('campaign_late'));
	return {
		plan: {
			campaignId: campaign.campaign_id,
			title: campaign.title,
			domainId: campaign.domain_id,
			host: campaign.host,
			customerName: customer.name,
			isTransactional: campaign.is_transactional,
			audience: { id: audience.audience_id, segments: audience.segments, consents: audience.consents, isAnd: audience.is_and },
			lanes,
			tracking: purposes.filter((one) => one.tracks).map((one) => one.purpose_id),
			options,
			changes: campaign.changes,
			...(charged && { charged: { creditCents: settings.creditPriceCents } }),
		},
		problems,
		warnings,
	};
};

/** What keeps a run that was planned from going on: what it was planned with may be changed or gone since, whatever its campaign says. */
export const runProblems = async (
	tx: Tx,
	{ settings }: Pick<Kernel, 'settings'>,
	customerId: number,
	{ lanes, options }: Plan,
): Promise<Problem[]> => {
	const customer = await readCustomer(tx, customerId);
	if (!customer) throw new Error('A run has no customer.');
	const problems: Problem[] = [];
	for (const { channel, connectorId } of lanes) {
		const connector = connectorId === null ? null : await readConnector(tx, customerId, connectorId);
		if (connectorId !== null && !connector?.is_active) problems.push(problem('no_connector', { channel }));
		const wanted = { customerId, customer, options, connector, excused: settings.sample && options.senderId === null };
		problems.push(...((await sendingBy(channel)?.canSend(tx, { settings }, wanted))?.problems ?? []));
	}
	return [
		...(customer.status === CUSTOMER_STATUS.onHold ? [problem('customer_holds')] : []),
		...(customer.status === CUSTOMER_STATUS.notOnboarded ? [problem('customer_new')] : []),
		...problems,
	];
};
