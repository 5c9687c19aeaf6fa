/**
 * Opens and clicks of people, as they are kept. At the moment of each hit the ledger is asked whether the person permits it: where it
 * does not, nothing is written. The first open and the first click of a letter count, and change segments; whatever no person made is
 * kept apart.
 */
import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import { newId } from '#kernel/clock.ts';
import { bools, int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, oneOf, orNull, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { stands } from '../../consent/wing.ts';
import { alone, type Cluster, clustersOf } from '../../people/wing.ts';
import { noteSeen } from '../../profiles/wing.ts';
import { DELIVERY_COUNT, type DeliveryTally, keysOf, LINK_COUNT, writeCounts } from '../runs/counts.ts';
import type { Plan } from '../runs/plan.ts';
import { readPurposes } from '../runs/purposes.ts';
import { readCampaignRun } from '../runs/runs.ts';
import { type DeliveryKey, timeOf } from '../runs/token.ts';

export const HIT_KINDS = ['open', 'click'] as const;
export type HitKind = (typeof HIT_KINDS)[number];
const COUNTED_AS = { open: 'opened', click: 'clicked' } as const;

export interface Hit {
	readonly key: DeliveryKey;
	readonly kind: HitKind;
	/** Which link, by its place in the letter; null: an open. */
	readonly link: number | null;
	readonly machine: boolean;
	readonly device: string;
	readonly at: Date;
}

/** A first open or click that was new, whose segment changes are still to be made. */
export interface First {
	readonly plan: Plan;
	readonly runId: string;
	readonly channel: Channel;
	readonly entry: number;
	readonly kind: HitKind;
}

/** Nobody reads a letter sooner than this after it was handed over. */
const HANDED_OVER_MS = 1_000;
/** So many different links of one letter within this span are followed by a scanner. */
const BURST_LINKS = 3;
export const BURST_MS = 2_000;

const DeliveredRow = row({
	run_id: uuid,
	channel: int,
	entry: int,
	number: int,
	person: uuid,
	tracked_id: orNull(uuid),
	settled_at: orNull(instant),
});
const SaidRow = row({ person: uuid, purpose_id: uuid, value: bool, purpose_version: int });
const KeptRow = row({ run_id: uuid, channel: int, entry: int, id: uuid, at: instant, link: int, machine: bool });
const FirstRow = row({ run_id: uuid, channel: int, entry: int, kind: oneOf(HIT_KINDS) });

/** A letter, as a word. */
const wordOf = (runId: string, channel: number, entry: number): string => `${runId} ${channel} ${entry}`;
const codeOf = ({ channel }: DeliveryKey): number => CHANNELS.indexOf(channel);
const letterOf = ({ key }: Hit): string => wordOf(key.runId, codeOf(key), key.entry);

/** Plans by run. They never change; so many are remembered. */
const MOST_PLANS = 1_000;
export type Plans = Map<string, Plan>;

const planOf = async (tx: Tx, plans: Plans, customerId: number, runId: string): Promise<Plan | null> => {
	const known = plans.get(runId);
	if (known) return known;
	const plan = (await readCampaignRun(tx, customerId, runId))?.plan ?? null;
	if (plan) {
		if (plans.size >= MOST_PLANS) plans.clear();
		plans.set(runId, plan);
	}
	return plan;
};

/** Which of these persons permit at this moment that their opens and clicks in this plan's letters are kept. */
export const followed = async (
	tx: Tx,
	customerId: number,
	plan: Plan,
	persons: readonly string[],
	clusters: ReadonlyMap<string, Cluster>,
): Promise<Set<string>> => {
	if (plan.tracking.length === 0 || plan.isTransactional || persons.length === 0) return new Set();
	const keptOf = (person: string): string => (clusters.get(person) ?? alone(person)).kept;
	const purposes = await readPurposes(tx, customerId, plan);
	const said = await tx.rows(
		SaidRow,
		sql`select person, purpose_id, value, purpose_version from consent_state
		where customer_id = ${customerId} and person = any(${uuids([...new Set(persons.map(keptOf))])}::uuid[])
			and purpose_id = any(${uuids(plan.tracking)}::uuid[])`,
	);
	const permitting = new Set(
		said.flatMap(({ person, purpose_id: id, value, purpose_version: version }) => {
			const purpose = purposes.get(id);
			return purpose?.basis === 'consent' && purpose.tracks && value && stands(purpose, version) ? [person] : [];
		}),
	);
	return new Set(persons.filter((person) => permitting.has(keptOf(person))));
};

/** Hits of letters whose readers permit it, with when the letter was handed over. */
const permitted = async (
	tx: Tx,
	plans: Plans,
	customerId: number,
	hits: readonly Hit[],
): Promise<{ hit: Hit; number: number; kept: string | null; settledAt: Date | null; plan: Plan }[]> => {
	const keys = [...new Map(hits.map((hit) => [letterOf(hit), hit.key])).values()].sort(
		(a, b) => a.runId.localeCompare(b.runId) || a.entry - b.entry,
	);
	// Clicks of one letter are looked at together, whichever process they came to: whoever comes later waits for a moment.
	const held: Sql = hits.some(({ kind }) => kind === 'click') ? sql`for update of d` : sql``;
	const find = (of: readonly DeliveryKey[], entered: Sql) =>
		tx.rows(
			DeliveredRow,
			sql`select d.run_id, d.channel::int as channel, d.entry, d.number, d.person, d.tracked_id, d.settled_at
			from unnest(${timestamps(of.map(({ runId }) => timeOf(runId)))}::timestamptz[], ${uuids(of.map(({ runId }) => runId))}::uuid[],
				${int4s(of.map(codeOf))}::int[], ${int4s(of.map(({ entry }) => entry))}::int[]) k (born, run_id, channel, entry)
			join delivery d on d.customer_id = ${customerId} and d.at ${entered} and d.run_id = k.run_id and d.channel = k.channel and d.entry = k.entry
			order by d.run_id, d.channel, d.entry ${held}`,
		);
	// Nearly everybody entered with the audience, in one month; of the others more months are looked through.
	const rows = await find(keys, sql`= k.born`);
	const found = new Set(rows.map((one) => wordOf(one.run_id, one.channel, one.entry)));
	const others = keys.filter((key) => !found.has(wordOf(key.runId, codeOf(key), key.entry)));
	if (others.length > 0) rows.push(...(await find(others, sql`> k.born`)));
	const clusters = await clustersOf(tx, customerId, new Set(rows.map(({ person }) => person)));
	const may = new Map<string, { number: number; kept: string | null; settledAt: Date | null; plan: Plan }>();
	for (const [runId, own] of Map.groupBy(rows, (one) => one.run_id)) {
		const plan = await planOf(tx, plans, customerId, runId);
		if (!plan) continue;
		// Settled without a permission: the letter had nothing in it that follows anybody, whatever is asked for now.
		const asked = own.filter((one) => one.settled_at === null || one.tracked_id !== null);
		const people = await followed(
			tx,
			customerId,
			plan,
			asked.map(({ person }) => person),
			clusters,
		);
		for (const one of asked) {
			if (!people.has(one.person)) continue;
			const kept = clusters.get(one.person)?.kept ?? one.person;
			may.set(wordOf(one.run_id, one.channel, one.entry), {
				number: one.number,
				kept: kept === one.person ? null : kept,
				settledAt: one.settled_at,
				plan,
			});
		}
	}
	return hits.flatMap((hit) => {
		const found = may.get(letterOf(hit));
		return found ? [{ hit, ...found }] : [];
	});
};

interface Line {
	readonly id: string;
	readonly hit: Hit;
	readonly plan: Plan;
	/** Whose it is, and who stands for them and others (null: nobody). */
	readonly number: number;
	readonly kept: string | null;
	machine: boolean;
}

/** Clicks of which three or more led to different links within two seconds are a scanner's, also those that were kept already. */
const markBursts = async (tx: Tx, customerId: number, lines: readonly Line[], tally: DeliveryTally): Promise<void> => {
	const clicks = lines.filter(({ hit, machine }) => hit.kind === 'click' && !machine);
	if (clicks.length === 0) return;
	const keys = [...new Map(clicks.map(({ hit }) => [letterOf(hit), hit.key])).values()];
	const since = new Date(Math.min(...clicks.map(({ hit }) => hit.at.getTime())) - BURST_MS);
	const before = await tx.rows(
		KeptRow,
		sql`select h.run_id, h.channel::int as channel, h.entry, h.id, h.at, h.link, h.machine
		from unnest(${uuids(keys.map(({ runId }) => runId))}::uuid[], ${int4s(keys.map(codeOf))}::int[], ${int4s(keys.map(({ entry }) => entry))}::int[])
			k (run_id, channel, entry)
		join delivery_hit h on h.customer_id = ${customerId} and h.run_id = k.run_id and h.channel = k.channel and h.entry = k.entry
		where h.kind = 'click' and h.at >= ${since}`,
	);
	const kept = Map.groupBy(before, (one) => wordOf(one.run_id, one.channel, one.entry));
	const changed: (typeof before)[number][] = [];
	for (const [letter, own] of Map.groupBy(clicks, ({ hit }) => letterOf(hit))) {
		const all = [
			...(kept.get(letter) ?? []).map((one) => ({
				at: one.at.getTime(),
				link: one.link,
				mark: () => void (one.machine || changed.push(one)),
			})),
			...own.map((line) => ({
				at: line.hit.at.getTime(),
				link: line.hit.link ?? 0,
				mark() {
					line.machine = true;
				},
			})),
		].sort((a, b) => a.at - b.at);
		const marked = new Set<(typeof all)[number]>();
		for (const last of all) {
			const span = all.filter(({ at }) => at <= last.at && at >= last.at - BURST_MS);
			if (new Set(span.map(({ link }) => link)).size >= BURST_LINKS) for (const one of span) marked.add(one);
		}
		for (const one of marked) one.mark();
	}
	if (changed.length === 0) return;
	const of = sql`unnest(${uuids(changed.map((one) => one.run_id))}::uuid[], ${int4s(changed.map((one) => one.channel))}::int[],
		${int4s(changed.map((one) => one.entry))}::int[], ${uuids(changed.map((one) => one.id))}::uuid[], ${timestamps(changed.map((one) => one.at))}::timestamptz[])
		k (run_id, channel, entry, id, at)`;
	await tx.run(
		sql`update delivery_hit h set machine = true from ${of}
		where h.customer_id = ${customerId} and h.run_id = k.run_id and h.channel = k.channel and h.entry = k.entry and h.id = k.id`,
	);
	for (const one of changed) tally.add(keysOf(one.run_id, one.channel)('machine'), one.at);
	// What they were counted for was nobody's.
	const taken = await tx.rows(
		row({ run_id: uuid, channel: int, kind: oneOf(HIT_KINDS), at: instant }),
		sql`delete from delivery_first f using ${of}
		where f.customer_id = ${customerId} and f.run_id = k.run_id and f.channel = k.channel and f.entry = k.entry and f.at = k.at
		returning f.run_id, f.channel::int as channel, f.kind, f.at`,
	);
	for (const one of taken) tally.add(keysOf(one.run_id, one.channel)(COUNTED_AS[one.kind]), one.at, -1);
};

/** Keeps those that are permitted. Answers the firsts that change segments, and whether anything was counted. @param part the writer's part of counts */
export const keepHits = async (
	tx: Tx,
	plans: Plans,
	customerId: number,
	part: number,
	hits: readonly Hit[],
): Promise<{ firsts: First[]; domains: string[] }> => {
	const may = await permitted(tx, plans, customerId, hits);
	if (may.length === 0) return { firsts: [], domains: [] };
	const lines = may.map(
		({ hit, plan, number, kept, settledAt }): Line => ({
			id: newId(),
			hit,
			plan,
			number,
			kept,
			// Not settled yet: it was handed over this moment.
			machine: hit.machine || settledAt === null || hit.at.getTime() - settledAt.getTime() < HANDED_OVER_MS,
		}),
	);
	const tally = new Tally(DELIVERY_COUNT);
	await markBursts(tx, customerId, lines, tally);
	await tx.run(
		sql`insert into delivery_hit (customer_id, run_id, channel, entry, id, at, kind, machine, link, device)
		select ${customerId}::int, t.run_id, t.channel::smallint, t.entry, t.id, t.at, t.kind, t.machine, nullif(t.link, -1), t.device
		from unnest(${uuids(lines.map(({ hit }) => hit.key.runId))}::uuid[], ${int4s(lines.map(({ hit }) => codeOf(hit.key)))}::int[],
			${int4s(lines.map(({ hit }) => hit.key.entry))}::int[], ${uuids(lines.map(({ id }) => id))}::uuid[],
			${timestamps(lines.map(({ hit }) => hit.at))}::timestamptz[], ${texts(lines.map(({ hit }) => hit.kind))}::text[],
			${bools(lines.map(({ machine }) => machine))}::bool[], ${int4s(lines.map(({ hit }) => hit.link ?? -1))}::int[],
			${texts(lines.map(({ hit }) => hit.device))}::text[]) t (run_id, channel, entry, id, at, kind, machine, link, device)
		on conflict do nothing`,
	);
	for (const { hit, machine } of lines) if (machine) tally.add(keysOf(hit.key.runId, codeOf(hit.key))('machine'), hit.at);
	await noteSeen(
		tx,
		customerId,
		lines.flatMap(({ hit, number, kept, machine }) => (machine ? [] : [{ number, kept, at: hit.at }])),
	);
	const firsts = await keepFirsts(tx, customerId, lines, tally);
	await writeCounts(tx, customerId, part, tally);
	return { firsts, domains: [...new Set(lines.map(({ plan }) => plan.domainId))] };
};

/** Counts what is new; a click is an open too. */
const keepFirsts = async (tx: Tx, customerId: number, lines: readonly Line[], tally: DeliveryTally): Promise<First[]> => {
	const wanted = new Map<string, { line: Line; kind: HitKind; word: string }>();
	for (const line of lines)
		for (const kind of line.machine ? [] : line.hit.kind === 'click' ? HIT_KINDS : (['open'] as const)) {
			const word = `${letterOf(line.hit)} ${kind}`;
			const known = wanted.get(word);
			if (!known || known.line.hit.at > line.hit.at) wanted.set(word, { line, kind, word });
		}
	if (wanted.size === 0) return [];
	// In one order for every writer: none waits for another that waits for it.
	const rows = [...wanted.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
	const fresh = await tx.rows(
		FirstRow,
		sql`insert into delivery_first (customer_id, run_id, channel, entry, kind, at)
		select ${customerId}::int, t.run_id, t.channel::smallint, t.entry, t.kind, t.at
		from unnest(${uuids(rows.map(({ line }) => line.hit.key.runId))}::uuid[], ${int4s(rows.map(({ line }) => codeOf(line.hit.key)))}::int[],
			${int4s(rows.map(({ line }) => line.hit.key.entry))}::int[], ${texts(rows.map(({ kind }) => kind))}::text[],
			${timestamps(rows.map(({ line }) => line.hit.at))}::timestamptz[]) t (run_id, channel, entry, kind, at)
		on conflict do nothing returning run_id, channel::int as channel, entry, kind`,
	);
	return fresh.flatMap(({ run_id: runId, channel, entry, kind }): First[] => {
		const found = wanted.get(`${wordOf(runId, channel, entry)} ${kind}`);
		if (!found) return [];
		tally.add(keysOf(runId, channel)(COUNTED_AS[kind]), found.line.hit.at);
		const { plan, hit } = found.line;
		return plan.changes[kind].length > 0 ? [{ plan, runId, channel: hit.key.channel, entry, kind }] : [];
	});
};

/** A link that was followed without anybody being followed. */
export interface Followed {
	readonly customerId: number;
	readonly runId: string;
	readonly link: number;
	readonly at: Date;
}

export const countLinks = async (tx: Tx, customerId: number, part: number, links: readonly Followed[]): Promise<void> => {
	const tally = new Tally(LINK_COUNT);
	for (const { runId, link, at } of links) tally.add({ run_id: runId, link }, at);
	const adding = tally.adding(customerId, part);
	if (adding) await tx.run(adding);
};
