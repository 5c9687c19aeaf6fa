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
import { stands } from '../../consent/wing.ts';
import { alone, clustersOf } from '../../people/wing.ts';
import { noteSeen } from '../../profiles/wing.ts';
import { Tally, writeCounts } from '../campaigns/counts.ts';
import { readPurposes } from '../campaigns/lease.ts';
import type { Plan } from '../campaigns/plan.ts';
import { readRun } from '../campaigns/runs.ts';
import { type DeliveryKey, timeOf } from './token.ts';

export const HIT_KINDS = ['open', 'click'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

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
	readonly number: number;
	readonly kind: HitKind;
}

/** Nobody reads a letter sooner than this after it was handed over. */
const HANDED_OVER_MS = 1_000;
/** So many different links of one letter within this span are followed by a scanner. */
const BURST_LINKS = 3;
export const BURST_MS = 2_000;

const DeliveredRow = row({ run_id: uuid, channel: int, number: int, person: uuid, tracked_id: orNull(uuid), settled_at: orNull(instant) });
const SaidRow = row({ person: uuid, purpose_id: uuid, value: bool, purpose_version: int });
const KeptRow = row({ run_id: uuid, channel: int, number: int, id: uuid, at: instant, link: int, machine: bool });
const FirstRow = row({ run_id: uuid, channel: int, number: int, kind: oneOf(HIT_KINDS) });

/** A letter, as a word. */
const wordOf = (runId: string, channel: number, number: number): string => `${runId} ${channel} ${number}`;
const codeOf = ({ channel }: DeliveryKey): number => CHANNELS.indexOf(channel);
const letterOf = ({ key }: Hit): string => wordOf(key.runId, codeOf(key), key.number);

/** Plans by run. They never change; so many are remembered. */
const MOST_PLANS = 1_000;
export type Plans = Map<string, Plan>;

const planOf = async (tx: Tx, plans: Plans, customerId: number, runId: string): Promise<Plan | null> => {
	const known = plans.get(runId);
	if (known) return known;
	const plan = (await readRun(tx, customerId, runId))?.plan ?? null;
	if (plan) {
		if (plans.size >= MOST_PLANS) plans.clear();
		plans.set(runId, plan);
	}
	return plan;
};

/** Which of these persons permit at this moment that their opens and clicks in this plan's letters are kept. */
export const followed = async (tx: Tx, customerId: number, plan: Plan, persons: readonly string[]): Promise<Set<string>> => {
	if (plan.tracking.length === 0 || plan.isTransactional || persons.length === 0) return new Set();
	const clusters = await clustersOf(tx, customerId, persons);
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
): Promise<{ hit: Hit; settledAt: Date | null; plan: Plan }[]> => {
	const keys = [...new Map(hits.map((hit) => [letterOf(hit), hit.key])).values()].sort(
		(a, b) => a.runId.localeCompare(b.runId) || a.number - b.number,
	);
	// Clicks of one letter are looked at together, whichever process they came to: whoever comes later waits for a moment.
	const held: Sql = hits.some(({ kind }) => kind === 'click') ? sql`for update of d` : sql``;
	const rows = await tx.rows(
		DeliveredRow,
		sql`select d.run_id, d.channel::int as channel, d.number, d.person, d.tracked_id, d.settled_at
		from unnest(${timestamps(keys.map(({ runId }) => timeOf(runId)))}::timestamptz[], ${uuids(keys.map(({ runId }) => runId))}::uuid[],
			${int4s(keys.map(codeOf))}::int[], ${int4s(keys.map(({ number }) => number))}::int[]) k (at, run_id, channel, number)
		join delivery d on d.customer_id = ${customerId} and d.at = k.at and d.run_id = k.run_id and d.channel = k.channel and d.number = k.number
		order by d.run_id, d.channel, d.number ${held}`,
	);
	const may = new Map<string, { settledAt: Date | null; plan: Plan }>();
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
		);
		for (const one of asked)
			if (people.has(one.person)) may.set(wordOf(one.run_id, one.channel, one.number), { settledAt: one.settled_at, plan });
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
	machine: boolean;
}

/** Clicks of which three or more led to different links within two seconds are a scanner's, also those that were kept already. */
const markBursts = async (
	tx: Tx,
	customerId: number,
	lines: readonly Line[],
	tallyOf: (runId: string, channel: number) => Tally,
): Promise<void> => {
	const clicks = lines.filter(({ hit, machine }) => hit.kind === 'click' && !machine);
	if (clicks.length === 0) return;
	const keys = [...new Map(clicks.map(({ hit }) => [letterOf(hit), hit.key])).values()];
	const since = new Date(Math.min(...clicks.map(({ hit }) => hit.at.getTime())) - BURST_MS);
	const before = await tx.rows(
		KeptRow,
		sql`select h.run_id, h.channel::int as channel, h.number, h.id, h.at, h.link, h.machine
		from unnest(${uuids(keys.map(({ runId }) => runId))}::uuid[], ${int4s(keys.map(codeOf))}::int[], ${int4s(keys.map(({ number }) => number))}::int[])
			k (run_id, channel, number)
		join delivery_hit h on h.customer_id = ${customerId} and h.run_id = k.run_id and h.channel = k.channel and h.number = k.number
		where h.kind = 'click' and h.at >= ${since}`,
	);
	const kept = Map.groupBy(before, (one) => wordOf(one.run_id, one.channel, one.number));
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
		${int4s(changed.map((one) => one.number))}::int[], ${uuids(changed.map((one) => one.id))}::uuid[], ${timestamps(changed.map((one) => one.at))}::timestamptz[])
		k (run_id, channel, number, id, at)`;
	await tx.run(
		sql`update delivery_hit h set machine = true from ${of}
		where h.customer_id = ${customerId} and h.run_id = k.run_id and h.channel = k.channel and h.number = k.number and h.id = k.id`,
	);
	for (const one of changed) tallyOf(one.run_id, one.channel).add('machine', '', one.at);
	// What they were counted for was nobody's.
	const taken = await tx.rows(
		row({ run_id: uuid, channel: int, kind: oneOf(HIT_KINDS), at: instant }),
		sql`delete from delivery_first f using ${of}
		where f.customer_id = ${customerId} and f.run_id = k.run_id and f.channel = k.channel and f.number = k.number and f.at = k.at
		returning f.run_id, f.channel::int as channel, f.kind, f.at`,
	);
	for (const one of taken) tallyOf(one.run_id, one.channel).add(one.kind === 'open' ? 'opened' : 'clicked', '', one.at, -1);
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
		({ hit, plan, settledAt }): Line => ({
			id: newId(),
			hit,
			plan,
			// Not settled yet: it was handed over this moment.
			machine: hit.machine || settledAt === null || hit.at.getTime() - settledAt.getTime() < HANDED_OVER_MS,
		}),
	);
	const tallies = new Map<string, { runId: string; channel: number; tally: Tally }>();
	const tallyOf = (runId: string, channel: number): Tally => {
		const word = `${runId} ${channel}`;
		const found = tallies.get(word) ?? { runId, channel, tally: new Tally() };
		tallies.set(word, found);
		return found.tally;
	};
	await markBursts(tx, customerId, lines, tallyOf);
	await tx.run(
		sql`insert into delivery_hit (customer_id, run_id, channel, number, id, at, kind, machine, link, device)
		select ${customerId}::int, t.run_id, t.channel::smallint, t.number, t.id, t.at, t.kind, t.machine, nullif(t.link, -1), t.device
		from unnest(${uuids(lines.map(({ hit }) => hit.key.runId))}::uuid[], ${int4s(lines.map(({ hit }) => codeOf(hit.key)))}::int[],
			${int4s(lines.map(({ hit }) => hit.key.number))}::int[], ${uuids(lines.map(({ id }) => id))}::uuid[],
			${timestamps(lines.map(({ hit }) => hit.at))}::timestamptz[], ${texts(lines.map(({ hit }) => hit.kind))}::text[],
			${bools(lines.map(({ machine }) => machine))}::bool[], ${int4s(lines.map(({ hit }) => hit.link ?? -1))}::int[],
			${texts(lines.map(({ hit }) => hit.device))}::text[]) t (run_id, channel, number, id, at, kind, machine, link, device)
		on conflict do nothing`,
	);
	for (const { hit, machine } of lines) if (machine) tallyOf(hit.key.runId, codeOf(hit.key)).add('machine', '', hit.at);
	await noteSeen(
		tx,
		customerId,
		lines.flatMap(({ hit, machine }) => (machine ? [] : [{ number: hit.key.number, at: hit.at }])),
	);
	const firsts = await keepFirsts(tx, customerId, lines, tallyOf);
	for (const { runId, channel, tally } of [...tallies.values()].sort((a, b) => a.runId.localeCompare(b.runId) || a.channel - b.channel))
		await writeCounts(tx, customerId, runId, channel, part, tally.all);
	return { firsts, domains: [...new Set(lines.map(({ plan }) => plan.domainId))] };
};

/** Counts what is new; a click is an open too. */
const keepFirsts = async (
	tx: Tx,
	customerId: number,
	lines: readonly Line[],
	tallyOf: (runId: string, channel: number) => Tally,
): Promise<First[]> => {
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
		sql`insert into delivery_first (customer_id, run_id, channel, number, kind, at)
		select ${customerId}::int, t.run_id, t.channel::smallint, t.number, t.kind, t.at
		from unnest(${uuids(rows.map(({ line }) => line.hit.key.runId))}::uuid[], ${int4s(rows.map(({ line }) => codeOf(line.hit.key)))}::int[],
			${int4s(rows.map(({ line }) => line.hit.key.number))}::int[], ${texts(rows.map(({ kind }) => kind))}::text[],
			${timestamps(rows.map(({ line }) => line.hit.at))}::timestamptz[]) t (run_id, channel, number, kind, at)
		on conflict do nothing returning run_id, channel::int as channel, number, kind`,
	);
	return fresh.flatMap(({ run_id: runId, channel, number, kind }): First[] => {
		const found = wanted.get(`${wordOf(runId, channel, number)} ${kind}`);
		if (!found) return [];
		tallyOf(runId, channel).add(kind === 'open' ? 'opened' : 'clicked', '', found.line.hit.at);
		const { plan, hit } = found.line;
		return plan.changes[kind].length > 0 ? [{ plan, runId, channel: hit.key.channel, number, kind }] : [];
	});
};

/** Links that were followed without anybody being followed. */
export const countLinks = async (
	tx: Tx,
	customerId: number,
	links: readonly { readonly runId: string; readonly link: number; readonly day: string; readonly n: number }[],
): Promise<void> => {
	await tx.run(
		sql`insert into link_count as c (customer_id, run_id, link, day, n)
		select ${customerId}::int, t.run_id, t.link, t.day::date, t.n
		from unnest(${uuids(links.map(({ runId }) => runId))}::uuid[], ${int4s(links.map(({ link }) => link))}::int[],
			${texts(links.map(({ day }) => day))}::text[], ${int4s(links.map(({ n }) => n))}::int[]) t (run_id, link, day, n)
		on conflict (customer_id, run_id, link, day) do update set n = c.n + excluded.n`,
	);
};
