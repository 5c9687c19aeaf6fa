/** Who of a choice may be reached by which channel, and why the rest may not: sets of our own, kept by the rules' engine. */
import { createHash } from 'node:crypto';
import { CHANNELS, type Channel, FOUND_BY } from '@luvalla/contract/channels.ts';
import { BASES, type Basis, DUTIES } from '@luvalla/contract/consent/purposes.ts';
import { REACH_REASONS, type Reach, type ReachReason } from '@luvalla/contract/profiles/reach.ts';
import { bool, int, oneOf, orNull, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { SALE_PURPOSE } from '../../consent/wing.ts';
import { channelsRefused, TOUCHED, type Within } from '../../people/wing.ts';
import type { Masks } from '../sets/bits.ts';
import { type Choice, countAmong, MOST_APART } from '../sets/count.ts';
import { ensureSet, setsByKey } from '../sets/store.ts';

/** Sets of contact, and everybody. */
const CONTACT = {
	all: { all: [] },
	email: { field: 'email', is: 'known' },
	// An address of which nothing says that mail to it comes back.
	mailable: { field: 'mailable', is: 'known' },
	phone: { field: 'phone', is: 'known' },
	// A number of which nothing says that no message arrives there.
	textable: { field: 'textable', is: 'known' },
	externalId: { field: 'externalId', is: 'known' },
	post: { field: 'post', is: 'known' },
	// An app that takes messages.
	device: { field: 'device', is: 'known' },
	// A browser in which they may be remembered.
	browser: { field: 'browser', is: 'known' },
	// Who stopped everything.
	stopped: { field: 'stopped', is: 'known' },
} as const;

const said = (purposeId: string, value: 'yes' | 'no') => ({ field: `consent.${purposeId}`, is: 'is', value }) as const;

/** A yes to words that have not changed since in what matters: to this version of them, or a later one. */
const stands = (purposeId: string, version: number) => ({ field: `stands.${purposeId}`, is: 'atLeast', value: version }) as const;

/** The set of those who have a channel off. */
const offKey = (channel: Channel): string => `off:${channel}`;

const AnyRow = row({ stopped: bool });
const MaterialRow = row({ purpose_id: uuid, version: int });
const PurposeRow = row({ purpose_id: uuid, own: bool, name: text, channels: texts, basis: oneOf(BASES), basis_segment: orNull(uuid) });

/** A purpose that permits messages, as far as sets tell. */
export interface Permitting {
	readonly id: string;
	/** On which basis; whoever has none of these needs a yes. */
	readonly basis: Basis;
	/** Whom a basis other than consent holds for; null: everybody. */
	readonly segment: string | null;
}

export interface ReachSets {
	/** Purposes of the domain, by channel. */
	readonly purposes: ReadonlyMap<Channel, readonly Permitting[]>;
	/** Purposes by which people say no to sale and sharing. */
	readonly sale: readonly string[];
	/** `stopped` is missing while nobody stopped everything, `off:sms` while nobody has the channel off. */
	readonly byKey: ReadonlyMap<string, string>;
	readonly building: boolean;
}

/**
 * The sets that reach is told by, on these domains (null: all); those that are missing are made, and built by the worker: that goes over
 * everybody, so whoever asks of some channels waits for the sets of no other.
 * @param also purposes that are asked for besides
 * @param channels the only ones of which reach is told then
 */
export const reachSets = async (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	also: readonly string[] = [],
	channels: readonly Channel[] = CHANNELS,
): Promise<ReachSets> => {
	const rows = await tx.rows(
		PurposeRow,
		sql`select purpose_id, (${domainIds}::uuid[] is null or domain_id = any(${domainIds}::uuid[])) as own, name, channels, basis, basis_segment from purpose
		where customer_id = ${customerId} and (name = ${SALE_PURPOSE}
			or (${domainIds}::uuid[] is null or domain_id = any(${domainIds}::uuid[])) and channels <> '{}')`,
	);
	const purposes = new Map(
		CHANNELS.map((channel) => [
			channel,
			rows.flatMap((one) =>
				one.own && one.channels.includes(channel) && !DUTIES.includes(one.basis)
					? [{ id: one.purpose_id, basis: one.basis, segment: one.basis_segment }]
					: [],
			),
		]),
	);
	// That is said to the company, on whichever of its domains.
	const sale = rows.flatMap((one) => (one.name === SALE_PURPOSE ? [one.purpose_id] : []));
	const permitting = channels.flatMap((channel) => purposes.get(channel)?.map(({ id }) => id) ?? []);
	const asked = [...new Set([...permitting, ...sale, ...also])];
	const material = await tx.rows(
		MaterialRow,
		sql`select purpose_id, max(version) as version from purpose_material
		where customer_id = ${customerId} and purpose_id = any(${asked}::uuid[]) group by purpose_id`,
	);
	/** Under which each set of a yes is kept: people who are asked again begin a new one. */
	const yesKeys = new Map(material.map(({ purpose_id: id, version }) => [id, `yes:${id}:${version}`]));
	const off = (await channelsRefused(tx, customerId)).filter((channel) => channels.includes(channel));
	const found = channels.flatMap((channel) => [...(FOUND_BY[channel]?.has ?? []), ...(FOUND_BY[channel]?.works ?? [])]);
	const contact = Object.entries(CONTACT).filter(([key]) => key === 'all' || key === 'stopped' || found.includes(key));
	const wanted = new Map<string, Parameters<typeof ensureSet>[3]>([
		...contact.map(([key, rule]) => [key, 'all' in rule ? { all: [] } : { ...rule }] as const),
		...off.map((channel) => [offKey(channel), { field: `off.${CHANNELS.indexOf(channel)}`, is: 'known' }] as const),
		...asked.flatMap((id) => [[yesKeys.get(id) ?? `yes:${id}`, said(id, 'yes')] as const, [`no:${id}`, said(id, 'no')] as const]),
		...material.map(({ purpose_id: id, version }) => [yesKeys.get(id) ?? '', stands(id, version)] as const),
	]);
	const named = new Map([...yesKeys].map(([id, key]) => [key, `yes:${id}`]));
	const there = await setsByKey(tx, customerId, [...wanted.keys()]);
	const missing = [...wanted].filter(([key]) => !there.some((set) => set.key === key));
	for (const [key, rule] of missing) await ensureSet(tx, customerId, key, rule);
	if (missing.length > 0) await tx.run(sql`select pg_notify(${TOUCHED}, ${String(customerId)})`);
	const sets = missing.length > 0 ? await setsByKey(tx, customerId, [...wanted.keys()]) : there;
	const any = await tx.first(AnyRow, sql`select exists (select 1 from person_stop where customer_id = ${customerId}) as stopped`);
	return {
		purposes,
		sale,
		// Joining a set of nobody costs as much as joining one of everybody.
		byKey: new Map(
			sets.flatMap((set) =>
				set.key === null || (set.key === 'stopped' && !any?.stopped) ? [] : [[named.get(set.key) ?? set.key, set.set_id] as const],
			),
		),
		building: sets.some((set) => set.built_to !== null),
	};
};

/** Everybody who is known on these domains. A set that is missing is made. */
export const knownThere = async (tx: Tx, customerId: number, within: readonly string[]): Promise<{ set: string; building: boolean }> => {
	const domains = [...within].sort();
	// An index holds no key of a hundred ids.
	const key = `on:${createHash('sha256').update(domains.join(',')).digest('hex')}`;
	const read = async () => (await setsByKey(tx, customerId, [key]))[0];
	const there = await read();
	if (there) return { set: there.set_id, building: there.built_to !== null };
	await ensureSet(tx, customerId, key, { all: [] }, domains);
	await tx.run(sql`select pg_notify(${TOUCHED}, ${String(customerId)})`);
	return { set: (await read())?.set_id ?? '', building: true };
};

/** Everybody whom an asker may see: to a domain's own admin those known on their domains. */
export const everybodySeen = async (tx: Tx, customerId: number, { byKey, building }: ReachSets, within: Within) =>
	within === null ? { set: byKey.get('all') ?? '', building } : knownThere(tx, customerId, within);

const NOBODY: Choice = { any: [] };

/** Whom a purpose permits to write to. */
const permittedBy = ({ id, basis, segment }: Permitting, byKey: ReadonlyMap<string, string>): Choice => {
	const set = (key: string): Choice => (byKey.has(key) ? { in: byKey.get(key) ?? '' } : NOBODY);
	if (basis === 'consent') return set(`yes:${id}`);
	return { butNot: [segment === null ? set('all') : { in: segment }, set(`no:${id}`)] };
};

/** Whom a channel can find at all, and who said what to any of its purposes. */
const partsOf = (channel: Channel, { purposes, sale, byKey }: ReachSets) => {
	// One after the other, so that what begins alike is joined once; many at once.
	const sets = (keys: readonly string[]): Choice => {
		const there = keys.flatMap((key): Choice[] => (byKey.has(key) ? [{ in: byKey.get(key) ?? '' }] : []));
		return there.length > MOST_APART ? { any: there } : there.reduce<Choice>((before, one) => ({ any: [before, one] }), NOBODY);
	};
	const permitting = purposes.get(channel) ?? [];
	return {
		found: sets(FOUND_BY[channel]?.works ?? []),
		/** The same, whether or not it works. */
		has: sets(FOUND_BY[channel]?.has ?? []),
		// However they were permitted: they stopped everything.
		stopped: sets(['stopped']),
		yes: { any: permitting.map((one) => permittedBy(one, byKey)) } as Choice,
		no: sets(permitting.map(({ id }) => `no:${id}`)),
		// Ads alone are sharing.
		refused: channel === 'ad' ? sets(sale.map((id) => `no:${id}`)) : NOBODY,
		off: sets([offKey(channel)]),
	};
};

// Choices begin alike, so that counting joins what they begin with once.

/** Those of a choice that a channel reaches. */
export const reachedBy = (of: Choice, channel: Channel, sets: ReachSets): Choice => {
	const { found, stopped, yes, refused, off } = partsOf(channel, sets);
	return { butNot: [{ butNot: [{ all: [{ butNot: [{ all: [of, found] }, stopped] }, yes] }, refused] }, off] };
};

/** Those of a choice that a channel does not reach for a reason; each stands in one alone. */
export const leftOut = (of: Choice, channel: Channel, reason: ReachReason, sets: ReachSets): Choice => {
	const { has, found, stopped, yes, no, refused, off } = partsOf(channel, sets);
	const open: Choice = { butNot: [{ all: [of, found] }, stopped] };
	switch (reason) {
		case 'no_address':
			return { butNot: [of, has] };
		case 'undeliverable':
			return String(FOUND_BY[channel]?.has) === String(FOUND_BY[channel]?.works) ? NOBODY : { butNot: [{ all: [of, has] }, found] };
		case 'objected':
			return { all: [{ all: [of, found] }, stopped] };
		case 'said_no':
			return { butNot: [{ all: [open, no] }, yes] };
		case 'never_asked':
			return { butNot: [open, { any: [yes, no] }] };
		case 'sale_refused':
			return { all: [{ all: [open, yes] }, refused] };
		case 'channel_off':
			return { all: [{ butNot: [{ all: [open, yes] }, refused] }, off] };
	}
};

/**
 * What has to be counted to tell whom of a choice each channel reaches and why not the rest. Joining chunks is what costs: each reason is
 * the difference of two counts here, not a set of its own as in `leftOut`.
 */
export const reachChoices = (of: Choice, sets: ReachSets): Choice[] =>
	CHANNELS.flatMap((channel) => {
		const { has, found, stopped, yes, no, refused, off } = partsOf(channel, sets);
		const findable: Choice = { all: [of, found] };
		const open: Choice = { butNot: [findable, stopped] };
		const permitting: Choice = { all: [open, yes] };
		const counted = [
			of,
			{ all: [of, has] },
			findable,
			open,
			permitting,
			{ all: [open, { any: [yes, no] }] },
			{ all: [permitting, refused] },
		];
		return [...counted, { all: [{ butNot: [permitting, refused] }, off] }];
	});

/** By channel how many are reached, and why the rest are not, of counts in the order of `reachChoices`. */
export const reachesOf = (counts: readonly number[]): Reach[] =>
	CHANNELS.map((channel, n) => {
		const [all = 0, having = 0, findable = 0, open = 0, permitting = 0, asked = 0, refused = 0, off = 0] = counts.slice(
			n * COUNTED,
			(n + 1) * COUNTED,
		);
		const left: Record<ReachReason, number> = {
			no_address: all - having,
			// Whoever has an address that works has one.
			undeliverable: having - findable,
			objected: findable - open,
			said_no: asked - permitting,
			never_asked: open - asked,
			sale_refused: refused,
			channel_off: off,
		};
		return {
			channel,
			reachable: permitting - refused - off,
			left: REACH_REASONS.flatMap((reason) => (left[reason] > 0 ? [{ reason, count: left[reason] }] : [])),
		};
	});
/** Counts of a channel in `reachChoices`. */
const COUNTED = 8;

/** Whom of these people each channel reaches, and why not the rest. */
export const reachAmong = async (tx: Tx, customerId: number, sets: ReachSets, people: Masks): Promise<Reach[]> =>
	reachesOf(await countAmong(tx, customerId, reachChoices({ in: sets.byKey.get('all') ?? '' }, sets), people));

/** Channels that reach these people; null while the sets are built for the first time. */
export const channelsReaching = async (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	people: Masks,
): Promise<Channel[] | null> => {
	const sets = await reachSets(tx, customerId, domainIds);
	if (sets.building) return null;
	const all: Choice = { in: sets.byKey.get('all') ?? '' };
	const counts = await countAmong(
		tx,
		customerId,
		CHANNELS.map((channel) => reachedBy(all, channel, sets)),
		people,
	);
	return CHANNELS.filter((_, n) => (counts[n] ?? 0) > 0);
};
