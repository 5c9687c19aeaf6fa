/** Single deliveries: who got what, by which permission, and what happened to it. */
import { CHANNELS, channelAt } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/deliveries.ts';
import { inAscii } from '@luvalla/contract/fields.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { type Language, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { isSealed, nameOfPurpose } from '../../consent/wing.ts';
import { namesOf } from '../../people/wing.ts';
import { knownOn, readConnector } from '../../profiles/wing.ts';
import { channelBy } from '../channels/all.ts';
import type { As } from '../channels/channel.ts';
import { readFrozen, withSubject } from '../channels/frozen.ts';
import { prepare } from '../contents/template.ts';
import type { CampaignRunRow } from '../runs/runs.ts';
import { createNames, timeOf } from '../runs/token.ts';
import { dressFor } from '../send/dress.ts';
import { CURRENCY } from './progress.ts';
import { runOf, seen } from './run-calls.ts';

const DeliveryRow = row({
	channel: int,
	entry: int,
	at: instant,
	number: int,
	person: uuid,
	state: oneOf(contract.DELIVERY_STATES),
	reason: orNull(text),
	due_at: orNull(instant),
	tries: int,
	address: orNull(text),
	record_id: orNull(uuid),
	tracked_id: orNull(uuid),
	settled_at: orNull(instant),
	checked_at: orNull(instant),
	handed_at: orNull(instant),
	said: orNull(text),
	size: orNull(int),
	cost_micros: orNull(int),
	language: orNull(text),
	arm: orNull(int),
	arrived_at: orNull(instant),
	bounced_at: orNull(instant),
	complained_at: orNull(instant),
	left_at: orNull(instant),
	name: orNull(text),
	opened: bool,
	clicked: bool,
});
type DeliveryRow = RowOf<typeof DeliveryRow>;

const firsts = (customerId: number, run: string, kind: 'open' | 'click'): Sql =>
	sql`exists (select 1 from delivery_first f where f.customer_id = ${customerId} and f.run_id = ${run} and f.channel = d.channel
		and f.entry = d.entry and f.kind = ${kind})`;

const columns = (
	customerId: number,
	run: string,
): Sql => sql`d.channel::int as channel, d.entry, d.at, d.number, d.person, d.state, d.reason, d.due_at, d.tries::int as tries,
	d.address, d.record_id, d.tracked_id, d.settled_at, d.checked_at, d.handed_at, d.said, d.size, d.cost_micros, d.language, d.arm::int as arm,
	d.arrived_at, d.bounced_at, d.complained_at, d.left_at,
	(select nullif(concat_ws(' ', p.first_name, p.last_name), '') from profile p where p.customer_id = ${customerId} and p.person = d.person) as name,
	${firsts(customerId, run, 'open')} as opened, ${firsts(customerId, run, 'click')} as clicked`;

const DID: Readonly<Record<string, (customerId: number, run: string) => Sql>> = {
	opened: (customerId, run) => firsts(customerId, run, 'open'),
	clicked: (customerId, run) => firsts(customerId, run, 'click'),
	left: () => sql`d.left_at is not null`,
	complained: () => sql`d.complained_at is not null`,
	arrived: () => sql`d.arrived_at is not null`,
	bounced: () => sql`d.bounced_at is not null`,
};

/** A place in the list: when it was settled, and whose it is. */
const placeOf = (one: DeliveryRow): string => `${one.settled_at?.getTime() ?? ''}.${one.channel}.${one.entry}`;
const PLACE = /^(\d{0,16})\.(\d{1,2})\.(\d{1,10})$/;
/** The last moment that a date can say, and the last place in a run. */
const LAST = { at: 8.64e15, entry: 2 ** 31 - 1 };

/** A place as it was told; null: it is none, and the list begins at its beginning. */
const placeIn = (after: string): { at: Date; channel: number; entry: number } | null => {
	const [, at = '', channel = '', entry = ''] = PLACE.exec(after) ?? [];
	const place = { at: Number(at), channel: Number(channel), entry: Number(entry) };
	if (entry === '' || place.at > LAST.at || place.channel >= CHANNELS.length || place.entry > LAST.entry) return null;
	return { ...place, at: new Date(place.at) };
};

/** Whether an address is one that whoever asks may see: what is looked for tells it as well as what is shown. */
const addressSeen = ({ customerId, domains }: Scope): Sql =>
	domains === 'all'
		? sql`true`
		: sql`exists (select 1 from person_seen s where s.customer_id = ${customerId} and s.kind in ('email', 'phone', 'externalId') and s.value = d.address
			and s.domain_id = any(${uuids([...domains])}::uuid[]))`;

/**
 * Whom whoever asks may see: a domain's own admin those who are known on their domains. That a letter went to others, by no one's yes, is
 * counted; who they are and what it came to is nothing of theirs.
 */
export const personSeen = ({ customerId, domains }: Scope): Sql[] =>
	domains === 'all'
		? []
		: [
				knownOn(
					customerId,
					sql`(select case when p.members is null then array[o.person] else p.members end
						from (select d.person) o left join profile p on p.customer_id = ${customerId} and p.person = o.person)::uuid[]`,
					[...domains],
				),
			];

/** A page of a run's recipients, as they are narrowed, after a place. */
const readSome = async (
	tx: Tx,
	scope: Scope,
	run: CampaignRunRow,
	query: Pick<z.output<typeof contract.deliveriesFile.query>, 'state' | 'reason' | 'did' | 'q'>,
	after: string | undefined,
	size: number,
): Promise<{ page: DeliveryRow[]; next: string | null }> => {
	const { customerId } = scope;
	const id = run.run_id;
	const place = after === undefined ? null : placeIn(after);
	const open = query.state === 'waiting' || query.state === 'deferred';
	const narrowed = [
		...(query.state ? [sql`d.state = ${query.state}`] : []),
		...(query.reason ? [sql`d.reason = ${query.reason}`] : []),
		...(query.did ? [(DID[query.did] ?? (() => sql`true`))(customerId, id)] : []),
		...(query.q ? [sql`starts_with(d.address, ${inAscii(query.q.trim().toLowerCase())})`, addressSeen(scope)] : []),
	];
	// Those that are open stand in the order in which they entered; the others by when they were settled.
	const rest = place
		? [
				open
					? sql`(d.channel, d.entry) > (${place.channel}::smallint, ${place.entry})`
					: sql`(d.settled_at, d.channel, d.entry) < (${place.at}, ${place.channel}::smallint, ${place.entry})`,
			]
		: [];
	const of = sql`d.customer_id = ${customerId} and d.at >= ${timeOf(id)} and d.run_id = ${id}`;
	const where = [of, ...personSeen(scope), ...(open ? [] : [sql`d.settled_at is not null`]), ...narrowed, ...rest];
	const rows = await tx.rows(
		DeliveryRow,
		sql`select ${columns(customerId, id)} from delivery d where ${joinAnd(where)}
		order by ${open ? sql`d.channel, d.entry` : sql`d.settled_at desc, d.channel desc, d.entry desc`} limit ${size + 1}`,
	);
	const page = await asSeen(tx, scope, rows.slice(0, size));
	const last = page.at(-1);
	return { page, next: rows.length > size && last ? placeOf(last) : null };
};

const FILE_ROWS = 2_000;
const yes = (value: boolean, language: Language): string => (value ? { en: 'yes', fi: 'kyllä' } : { en: 'no', fi: 'ei' })[language];
/** States and reasons stand as the calls name them. */
const FILE: readonly FileColumn<contract.Delivery>[] = [
	{ en: 'Settled', fi: 'Ratkaistu', of: ({ at }) => at },
	{ en: 'Channel', fi: 'Kanava', of: ({ channel }) => CHANNELS[channel] ?? channel },
	{ en: 'Name', fi: 'Nimi', of: ({ name }) => name },
	{ en: 'Address', fi: 'Osoite', of: ({ address }) => address },
	{ en: 'Person', fi: 'Henkilö', of: ({ person }) => person },
	{ en: 'State', fi: 'Tila', of: ({ state }) => state },
	{ en: 'Reason', fi: 'Syy', of: ({ reason }) => reason },
	{ en: 'Record that permits it', fi: 'Kirjaus, joka sallii sen', of: ({ recordId }) => recordId },
	{ en: 'Opened', fi: 'Avattu', of: ({ opened }, language) => yes(opened, language) },
	{ en: 'Clicked', fi: 'Klikattu', of: ({ clicked }, language) => yes(clicked, language) },
	{ en: 'Delivery', fi: 'Lähetys', of: ({ id }) => id },
];

export const deliveryRoutes = (kernel: Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>): Route[] => {
	const { storage, secrets } = kernel;
	const names = createNames(secrets, 'lists');
	const shown = (customerId: number, run: CampaignRunRow, one: DeliveryRow): contract.Delivery => ({
		id: names.nameOf({ customerId, runId: run.run_id, channel: channelAt(one.channel), entry: one.entry }),
		channel: one.channel,
		person: one.person,
		name: one.name,
		address: one.address,
		rehearsal: run.kind === 'rehearsal',
		state: one.state,
		reason: one.reason,
		at: one.settled_at?.toISOString() ?? null,
		dueAt: one.due_at?.toISOString() ?? null,
		recordId: one.record_id,
		opened: one.opened,
		clicked: one.clicked,
	});

	return [
		handleIn(storage.inTenant, contract.deliveries, async (tx, { params, query, scope }) => {
			const { customerId } = scope;
			const run = await runOf(tx, customerId, await seen(tx, scope, params.id), query.run);
			const { page, next } = await readSome(tx, scope, run, query, query.after, query.size);
			return { deliveries: page.map((one) => shown(customerId, run, one)), next };
		}),
		handle(contract.deliveriesFile, async ({ asker, language, params, query, scope }) => {
			const { customerId } = scope;
			const run = await storage.inTenant(customerId, async (tx) => {
				const campaign = await seen(tx, scope, params.id);
				const found = await runOf(tx, customerId, campaign, query.run);
				await recordActivity(tx, customerId, asker, {
					action: 'exported',
					thing: 'campaign',
					thingId: campaign.campaign_id,
					// What was searched for may be somebody's address.
					after: { title: campaign.title, run: found.run_id, state: query.state, reason: query.reason, did: query.did },
				});
				return found;
			});
			const pages = async function* (): AsyncGenerator<contract.Delivery[]> {
				let after: string | null | undefined;
				do {
					const { page, next } = await storage.inFile(customerId, (tx) => readSome(tx, scope, run, query, after ?? undefined, FILE_ROWS));
					yield page.map((one) => shown(customerId, run, one));
					after = next;
				} while (after !== null);
			};
			return listFile('deliveries', language, FILE, pages());
		}),
		handle(contract.delivery, async ({ language, params, scope }) => {
			const { customerId } = scope;
			const key = names.keyOf(params.delivery);
			if (key?.customerId !== customerId) throw refuse('not_found');
			const { campaign, run, one } = await storage.inTenant(customerId, async (tx) => {
				const found = await seen(tx, scope, params.id);
				const ofRun = await runOf(tx, customerId, found, key.runId);
				const [delivered] = await tx.rows(
					DeliveryRow,
					sql`select ${columns(customerId, key.runId)} from delivery d where d.customer_id = ${customerId} and d.at >= ${timeOf(key.runId)}
						and d.run_id = ${key.runId} and d.channel = ${CHANNELS.indexOf(key.channel)} and d.entry = ${key.entry}
						and ${joinAnd([sql`true`, ...personSeen(scope)])}`,
				);
				if (!delivered) throw refuse('not_found');
				const [one] = await asSeen(tx, scope, [delivered]);
				return { campaign: found, run: ofRun, one: one ?? delivered };
			});
			const lane = run.plan.lanes.find(({ channel }) => channel === key.channel);
			const channel = channelBy(key.channel);
			const from = await channel.sender(kernel, customerId, run.plan.options.senderId);
			const connector = lane?.connectorId
				? await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, lane.connectorId ?? ''))
				: null;
			const told = await storage.inTenant(customerId, async (tx) => ({
				permission: await permissionOf(tx, customerId, one, run),
				tracking: await trackingOf(tx, customerId, one, language),
				hits: await hitsOf(tx, customerId, key.runId, one),
			}));
			const as = channel.as?.(kernel, customerId, connector) ?? ((made) => made);
			const made = lane ? await madeAgain(kernel, scope, run, lane, one, from, as) : null;
			const at = (when: Date | null, what: z.infer<typeof contract.DeliveryEvent>, detail: string | null = null) =>
				when === null ? [] : [{ at: when.toISOString(), what, detail }];
			return {
				...shown(customerId, run, one),
				campaign: campaign.title,
				subject: made?.subject ?? null,
				html: made?.html ?? null,
				text: made?.text ?? null,
				language: one.language || null,
				arm: run.plan.options.secondSubject === null ? null : one.arm,
				size: one.size,
				costMicros: one.cost_micros,
				currency: CURRENCY,
				sender: from.address === '' ? from.name : from.address,
				connector: connector?.name ?? null,
				byItself: lane?.connectorId === null,
				messageId:
					run.kind === 'real' && (one.state === 'accepted' || one.state === 'unknown') ? channel.reference(params.delivery, from) : null,
				said: one.said,
				permission: told.permission,
				tracking: told.tracking,
				events: [
					...at(run.prepared_at, 'prepared'),
					...at(one.checked_at, 'checked'),
					...(run.kind === 'rehearsal' ? [] : at(one.handed_at, 'handed', connector?.name ?? null)),
					...(one.state === 'waiting' ? [] : at(one.settled_at, one.state, one.said || one.reason)),
					...told.hits,
					...at(one.left_at, 'left'),
					...at(one.complained_at, 'complained'),
					...at(one.arrived_at, 'arrived'),
					...at(one.bounced_at, 'bounced'),
				].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
			};
		}),
	];
};

/** To a domain's own admin an address that is not known on their domains is none. */
const asSeen = async (tx: Tx, scope: Scope, rows: readonly DeliveryRow[]): Promise<DeliveryRow[]> => {
	if (scope.domains === 'all') return [...rows];
	const known = await namesOf(
		tx,
		scope.customerId,
		rows.map(({ person }) => person),
		[...scope.domains],
	);
	return rows.map((one) => (known.get(one.person)?.some(({ value }) => value === one.address) ? one : { ...one, address: null }));
};

const joinAnd = (conditions: readonly Sql[]): Sql => conditions.reduce((all, one) => sql`${all} and ${one}`);

const RecordRow = row({
	purpose_id: uuid,
	name: text,
	basis: text,
	wording: orNull(json(z.record(z.string(), z.object({ name: z.string(), about: z.string() })))),
	version: int,
	at: instant,
	how: text,
	language: text,
});

/** The record's moment is inside its id. */
const momentOf = (id: string): Date => timeOf(id);

/** The yes that a delivery rests on, in the words that were shown. */
const permissionOf = async (tx: Tx, customerId: number, one: DeliveryRow, run: CampaignRunRow) => {
	if (run.plan.isTransactional)
		return {
			purpose: run.plan.title,
			about: '',
			language: null,
			basis: 'transactional',
			recordId: null,
			sealed: false,
			saidAt: null,
			how: null,
			version: null,
		};
	if (one.record_id === null) return null;
	const [found] = await tx.rows(
		RecordRow,
		sql`select r.purpose_id, p.name, p.basis, v.wording, r.purpose_version as version, r.at, r.how, r.language from consent_record r
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		left join purpose_version v on v.customer_id = ${customerId} and v.purpose_id = r.purpose_id and v.version = r.purpose_version
		where r.customer_id = ${customerId} and r.at = ${momentOf(one.record_id)} and r.id = ${one.record_id}`,
	);
	if (!found) return null;
	const wording = found.wording ?? {};
	const spoken = [found.language.slice(0, 2), ...Object.keys(wording)].find((one) => wording[one]) ?? null;
	const words = spoken === null ? undefined : wording[spoken];
	return {
		purpose: words?.name ?? found.name,
		about: words?.about ?? '',
		language: spoken,
		basis: found.basis,
		recordId: one.record_id,
		sealed: await isSealed(tx, customerId, one.record_id),
		saidAt: found.at.toISOString(),
		how: found.how,
		version: found.version,
	};
};

const NameRow = row({ name: text });

const trackingOf = async (tx: Tx, customerId: number, one: DeliveryRow, language: Language) => {
	if (one.tracked_id === null) return null;
	const [found] = await tx.rows(
		NameRow,
		sql`select ${nameOfPurpose(customerId, language)} as name from consent_record r join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		where r.customer_id = ${customerId} and r.at = ${momentOf(one.tracked_id)} and r.id = ${one.tracked_id}`,
	);
	return found ? { recordId: one.tracked_id, purpose: found.name } : null;
};

const HitRow = row({ at: instant, kind: oneOf(['open', 'click'] as const), machine: bool, device: orNull(text) });

const hitsOf = async (tx: Tx, customerId: number, runId: string, one: DeliveryRow) => {
	const rows = await tx.rows(
		HitRow,
		sql`select at, kind, machine, device from delivery_hit where customer_id = ${customerId} and run_id = ${runId} and channel = ${one.channel}
			and entry = ${one.entry} order by at limit 50`,
	);
	return rows.map(({ at, kind, machine, device }) => ({
		at: at.toISOString(),
		what: machine ? ('scanned' as const) : kind === 'open' ? ('opened' as const) : ('clicked' as const),
		detail: device,
	}));
};

/** The message as it would be made now, of the version that was sent; without links that are the recipient's own. */
const madeAgain = async (
	kernel: Pick<Kernel, 'storage' | 'secrets' | 'settings'>,
	{ customerId, domains }: Scope,
	run: CampaignRunRow,
	lane: CampaignRunRow['plan']['lanes'][number],
	one: DeliveryRow,
	from: Parameters<typeof dressFor>[2],
	as: As,
) => {
	if (one.address === null || one.state === 'skipped') return null;
	const frozen = await readFrozen(kernel, customerId, lane);
	const work = { customerId, runId: run.run_id, rehearsal: false, plan: run.plan, lane, part: 0 };
	const who = { ...one, kept: one.person, address: one.address, recordId: null, trackedId: null };
	const dressed = (await dressFor(kernel, work, from, domains === 'all' ? null : [...domains])([who])).get(one.entry);
	if (!dressed) return null;
	const second = run.plan.options.secondSubject;
	try {
		const make = prepare(one.arm === 1 && second !== null ? withSubject(frozen, second) : frozen);
		const links = { unsubscribe: '#unsubscribe', why: '#why', preferences: '#preferences', through: (url: string) => url, pixel: null };
		return as(make(one.language || dressed.language, dressed.facts, links), { address: one.address, links }, run.plan.isTransactional);
	} catch {
		// The reason stands on the delivery; there is nothing to be looked at.
		return null;
	}
};
