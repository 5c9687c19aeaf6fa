/**
 * How many messages somebody may get in how many days: by the campaign's cap, and by what they chose themselves. Each holds by itself, so
 * the stricter one decides; all messages of the customer's runs count for both.
 */
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import { now } from '#kernel/clock.ts';
import { int4s, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, ownCapsOf } from '../../people/wing.ts';
import type { Asked, Taken } from './permits.ts';

const DAY_MS = 86_400_000;

/** Since when messages count for a cap. */
export const capStart = ({ days }: { days: number }): Date => new Date(now().getTime() - days * DAY_MS);

export interface Cap {
	readonly messages: number;
	readonly days: number;
	/** What is said of whoever had enough by it. */
	readonly reason: Extract<SkipReason, 'capped' | 'own_cap'>;
}

/** Caps of these, by kept ids: the campaign's first. @param keptOf of every id of theirs the kept one */
export const capsOf = async (
	tx: Tx,
	{ customerId, plan }: Asked,
	keptOf: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly Cap[]>> => {
	const { cap } = plan.options;
	const caps = new Map<string, readonly Cap[]>();
	if (cap !== null) for (const kept of keptOf.values()) caps.set(kept, [{ ...cap, reason: 'capped' }]);
	for (const { person, messages, days } of await ownCapsOf(tx, customerId, [...keptOf.keys()])) {
		const kept = keptOf.get(person) ?? person;
		caps.set(kept, [...(caps.get(kept) ?? []), { messages, days, reason: 'own_cap' }]);
	}
	return caps;
};

const OtherRow = row({ number: int, person: uuid });
const HandsRow = row({ entry: int, n: int, had: int, hands: int });

/** `had`: enough already. `hands`: enough with what other runs, or this one by another channel, are about to send. */
export type Full = Pick<Cap, 'reason'> & { readonly by: 'had' | 'hands' };

/**
 * Who had enough messages by one of their caps, all that they are counted together, or is about to. Those who have a cap are taken one
 * after the other, whatever runs take them (`takeLease`).
 */
export const overCaps = async (
	tx: Tx,
	{ customerId, runId, channel }: Asked,
	taken: readonly Taken[],
	clusterOf: (person: string) => Cluster,
	caps: ReadonlyMap<string, readonly Cap[]>,
): Promise<ReadonlyMap<number, Full>> => {
	const full = new Map<number, Full>();
	const capsFor = ({ person }: Pick<Taken, 'person'>): readonly Cap[] => caps.get(clusterOf(person).kept) ?? [];
	const limited = taken.filter((who) => capsFor(who).length > 0);
	if (limited.length === 0) return full;
	const several = limited.filter(({ person }) => clusterOf(person).members.length > 1);
	const others =
		several.length === 0
			? []
			: await tx.rows(
					OtherRow,
					sql`select number, person from person where customer_id = ${customerId}
						and person = any(${uuids(several.flatMap(({ person }) => clusterOf(person).members))}::uuid[])`,
				);
	const of = new Map(others.map(({ number, person }) => [person, number]));
	/** Every number of everybody, beside the one that they are taken by, for each of their caps. */
	const asked = limited.flatMap((who) => {
		const further = clusterOf(who.person).members.flatMap((member) => of.get(member) ?? []);
		return [...new Set([who.number, ...further])].flatMap((counts) =>
			capsFor(who).map((cap, n) => ({ entry: who.entry, counts, n, since: capStart(cap) })),
		);
	});
	const rows = await tx.rows(
		HandsRow,
		sql`with hands as materialized (select d.run_id, d.channel, d.entry, d.number from delivery_lease l
			join campaign_run r on r.customer_id = ${customerId} and r.run_id = l.run_id and r.kind = 'real'
			cross join unnest(l.members) m (entry)
			join delivery d on d.customer_id = ${customerId} and d.at >= r.created_at and d.run_id = l.run_id and d.channel = l.channel
				and d.entry = m.entry and d.settled_at is null
			where l.customer_id = ${customerId})
		select g.entry, g.n, sum(s.n)::int as had, sum(h.n)::int as hands
		from unnest(${int4s(asked.map(({ entry }) => entry))}::int[], ${int4s(asked.map(({ counts }) => counts))}::int[],
			${int4s(asked.map(({ n }) => n))}::int[], ${timestamps(asked.map(({ since }) => since))}::timestamptz[]) g (entry, counts, n, since)
		cross join lateral (select count(*)::int as n from delivery d
			join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
			where d.customer_id = ${customerId} and d.number = g.counts and d.settled_at > g.since and d.state in ('accepted', 'unknown')) s
		cross join lateral (select count(*)::int as n from hands o
			where o.number = g.counts and (o.run_id <> ${runId} or o.channel <> ${channel} or o.entry <> g.entry)) h
		group by g.entry, g.n order by g.entry, g.n`,
	);
	const capsBy = new Map(limited.map((who) => [who.entry, capsFor(who)]));
	for (const { entry, n, had, hands } of rows) {
		const cap = capsBy.get(entry)?.[n];
		// Of several that are full the first is said, but one that is over before one that may not be.
		if (cap === undefined || full.get(entry)?.by === 'had') continue;
		if (had >= cap.messages) full.set(entry, { reason: cap.reason, by: 'had' });
		else if (had + hands >= cap.messages && !full.has(entry)) full.set(entry, { reason: cap.reason, by: 'hands' });
	}
	return full;
};
