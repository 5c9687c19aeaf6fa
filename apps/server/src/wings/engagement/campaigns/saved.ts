/** What a campaign is saved with: whether its parts are there and may be used by the asker. */
import type * as contract from '@luvalla/contract/engagement/campaigns.ts';
import { channelOf } from '@luvalla/contract/engagement/content-types.ts';
import { ownSaid } from '@luvalla/contract/engagement/own-sentences.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import { int, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandLeave, listConnectors, mayChangeSegment, readSegments } from '../../profiles/wing.ts';
import { sendingBy } from '../channels/all.ts';
import { fieldsFor } from '../contents/fields.ts';
import { unknownFields } from '../contents/hints.ts';
import { subjectFault } from '../contents/template.ts';
import type { Changes } from '../runs/plan.ts';
import { refuseCampaign } from './refuse.ts';
import type { Saved } from './store.ts';

const LATE_FIRST: Sentences = { en: 'Use a time after the beginning', fi: 'Anna aika, joka on alkamisen jälkeen' };
const CONNECTOR_WRONG: Sentences = {
	en: 'This connector is not there, or is of another kind than the channel needs.',
	fi: 'Yhdistintä ei ole, tai se on muuta lajia kuin kanava tarvitsee.',
};

const StarRow = row({ constellation_id: uuid, channel: int });
const IdRow = row({ id: uuid });

const idsIn = (tx: Tx, statement: Sql): Promise<string[]> => tx.rows(IdRow, statement).then((rows) => rows.map(({ id }) => id));

/** Parts are held: none of them is deleted before this is written. @throws Refused 422 where a part is none that may be used on the domain */
export const demandParts = async (tx: Tx, scope: Scope, saved: Saved): Promise<void> => {
	const { customerId } = scope;
	const { domainId, constellation, audienceId, changes, options } = saved;
	const stars = await tx.rows(
		StarRow,
		sql`select constellation_id, channel::int from constellation where customer_id = ${customerId} and domain_id = ${domainId}
			and constellation_id = any(${constellation.map((one) => one.constellationIdFK)}::uuid[])
			order by constellation_id for share`,
	);
	for (const one of constellation)
		if (!stars.some((star) => star.constellation_id === one.constellationIdFK.toLowerCase() && star.channel === one.channel))
			throw refuseCampaign('unknown_constellation');
	if (audienceId !== null) {
		const there = await idsIn(
			tx,
			sql`select audience_id as id from audience where customer_id = ${customerId} and domain_id = ${domainId} and audience_id = ${audienceId} for share`,
		);
		if (there.length === 0) throw refuseCampaign('unknown_audience');
	}
	const purposes = await idsIn(
		tx,
		sql`select purpose_id as id from purpose where customer_id = ${customerId} and domain_id = ${domainId} and purpose_id = any(${options.purposes}::uuid[])`,
	);
	if (purposes.length < new Set(options.purposes).size) throw refuseCampaign('campaign_purpose');
	if (options.senderId !== null) {
		const sender = await idsIn(
			tx,
			sql`select sender_id as id from sender where customer_id = ${customerId} and domain_id = ${domainId} and sender_id = ${options.senderId} for share`,
		);
		if (sender.length === 0) throw refuseCampaign('unknown_sender');
	}
	if (options.secondSubject !== null) await demandSubject(tx, customerId, options.secondSubject);
	if (options.beginsAt !== null && options.lateAt !== null && new Date(options.lateAt) <= new Date(options.beginsAt))
		throw refuse('not_usable', { 'options.lateAt': LATE_FIRST });
	const chosen = Object.entries(options.connectors);
	const connectors = chosen.length === 0 ? [] : await listConnectors(tx, customerId, null);
	const wrong = chosen.filter(([code, id]) => {
		const kind = sendingBy(channelOf(Number(code)))?.connector;
		return !connectors.some((one) => one.connector_id === id.toLowerCase() && one.type === kind);
	});
	if (wrong.length > 0)
		throw refuse('not_usable', Object.fromEntries(wrong.map(([code]) => [`options.connectors.${code}`, CONNECTOR_WRONG] as const)));
	const segments = [...new Set([...changes.post, ...changes.open, ...changes.click].map(({ segmentId }) => segmentId))];
	const may = new Map((await readSegments(tx, { ...scope, domainId }, segments, true)).map((one) => [one.segment_id, one]));
	// Taking people out undoes what others did.
	const emptied = [...changes.post, ...changes.open, ...changes.click].flatMap((one) => (one.isRemove ? [may.get(one.segmentId)] : []));
	if (emptied.some((one) => one !== undefined && !mayChangeSegment(scope, one))) throw refuseCampaign('campaign_segment');
	const ruled = await idsIn(
		tx,
		sql`select set_id as id from people_set where customer_id = ${customerId} and set_id = any(${segments}::uuid[]) and rule is not null`,
	);
	if (segments.some((id) => !may.has(id) || ruled.includes(id))) throw refuseCampaign('campaign_segment');
};

/** As a content's own subject has to be before it is approved: half of the people get this one. @throws Refused 422 */
const demandSubject = async (tx: Tx, customerId: number, subject: string): Promise<void> => {
	const fault = subjectFault(subject);
	if (fault !== null)
		throw refuse('not_usable', {
			'options.secondSubject': { en: `This cannot be read: ${fault}`, fi: `Tätä ei voi lukea: ${ownSaid(fault, 'fi') ?? fault}` },
		});
	const [unknown] = unknownFields(subject, await fieldsFor(tx, customerId));
	if (unknown)
		throw refuse('not_usable', {
			'options.secondSubject': {
				en: `There is no field ${unknown.detail}.${unknown.instead === null ? '' : ` Did you mean ${unknown.instead}?`}`,
				fi: `Kenttää ${unknown.detail} ei ole.${unknown.instead === null ? '' : ` Tarkoititko kenttää ${unknown.instead}?`}`,
			},
		});
};

/** Segments among these that purposes rest on, once it is sure that the asker may widen them. @throws Refused 403 */
export const provenIn = async (tx: Tx, asker: Asker, scope: Scope, { post, open, click }: Omit<Changes, 'proven'>): Promise<string[]> => {
	const all = [...post, ...open, ...click];
	const ids = (isRemove: boolean): string[] => all.flatMap((one) => (one.isRemove === isRemove ? [one.segmentId] : []));
	const { customerId } = scope;
	return [
		...(await demandLeave(tx, customerId, ids(false), 'in', { asker, scope })),
		...(await demandLeave(tx, customerId, ids(true), 'out', { asker, scope })),
	];
};

/** @throws Refused 422 where a part is none that may be used on the domain; 403 */
export const savedBy = async (tx: Tx, asker: Asker, scope: Scope, saved: Saved): Promise<Saved> => {
	const { constellation } = saved;
	if (new Set(constellation.map(({ channel }) => channel)).size < constellation.length) throw refuseCampaign('same_channel');
	await demandParts(tx, scope, saved);
	return { ...saved, changes: { ...saved.changes, proven: await provenIn(tx, asker, scope, saved.changes) } };
};

export const lower = <T extends { readonly segmentId: string }>(changes: readonly T[]): T[] =>
	changes.map((one) => ({ ...one, segmentId: one.segmentId.toLowerCase() }));

export const optionsOf = (given: contract.CampaignOptions): contract.CampaignOptions => ({
	...given,
	purposes: given.purposes.map((id) => id.toLowerCase()),
	senderId: given.senderId?.toLowerCase() ?? null,
});
