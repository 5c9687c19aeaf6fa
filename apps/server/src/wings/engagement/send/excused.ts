/**
 * Who would be left out, or written to later, though every set lets them be reached: who asked for a pause, who has had enough, and whose
 * hours are quiet. When messages leave, each is asked again alone (`permits.ts`); this says how many there are before.
 */
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import { now } from '#kernel/clock.ts';
import { bytes, orNull, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Choice, countAmong, countOf, type Masks, maskButNot, maskOfAny, maskOfSent } from '../../profiles/wing.ts';
import type { Plan } from '../runs/plan.ts';
import { capStart } from './caps.ts';
import { quietUntil } from './permits.ts';

const SentRow = row({ sent: orNull(bytes) });
const ZoneRow = row({ time_zone: text, sent: orNull(bytes) });

/** `numbers`: a query of a column `number`. */
const masksBy = async (tx: Tx, numbers: Sql): Promise<Masks> => {
	const [found] = await tx.rows(SentRow, sql`select string_agg(int4send(number), '') as sent from (${numbers}) n`);
	return maskOfSent(found?.sent ?? null);
};

export interface Excused {
	readonly reason: SkipReason;
	/** Nobody stands in two of them. */
	readonly who: Masks;
}

/** Of everybody who is one with others, the number that stands for them all. */
const keptNumbers = (customerId: number): Sql =>
	sql`(select number as kept, unnest(numbers) as number from profile where customer_id = ${customerId} and numbers is not null)`;

/** Who had as many messages as they chose at most: of two who turned out to be one, by what either chose, of what both got. */
const overOwnCap = (customerId: number): Sql =>
	sql`select distinct g.number from (
			select distinct coalesce(k.kept, p.number) as number, c.messages, c.days from person_cap c
			join person p on p.customer_id = ${customerId} and p.person = c.person
			left join ${keptNumbers(customerId)} k on k.number = p.number
			where c.customer_id = ${customerId}) g
		where (select count(*) from unnest(coalesce((select f.numbers from profile f where f.customer_id = ${customerId} and f.number = g.number),
				array[g.number])) n (number)
			join delivery d on d.customer_id = ${customerId} and d.number = n.number
			join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
			where d.settled_at > ${now()}::timestamptz - make_interval(days => g.days) and d.state in ('accepted', 'unknown')) >= g.messages`;

/** Who is left out for a while. */
export const excusedOf = async (tx: Tx, customerId: number, { isTransactional, options: { cap } }: Plan): Promise<Excused[]> => {
	if (isTransactional) return [];
	const paused = await masksBy(
		tx,
		// Whoever asked for it before they turned out to be one with another asked for both.
		sql`select distinct coalesce(k.kept, p.number) as number from message_pause m
		join person p on p.customer_id = ${customerId} and p.person = m.person
		left join ${keptNumbers(customerId)} k on k.number = p.number
		where m.customer_id = ${customerId} and m.until > ${now()}`,
	);
	const own = await masksBy(tx, overOwnCap(customerId));
	if (cap === null)
		return [
			{ reason: 'paused', who: paused },
			{ reason: 'own_cap', who: maskButNot(own, paused) },
		];
	const capped = await masksBy(
		tx,
		// What somebody got before they turned out to be one with another counts for both.
		sql`select coalesce(m.kept, d.number) as number from delivery d
		join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
		left join ${keptNumbers(customerId)} m on m.number = d.number
		where d.customer_id = ${customerId} and d.settled_at > ${capStart(cap)} and d.state in ('accepted', 'unknown')
		group by coalesce(m.kept, d.number) having count(*) >= ${cap.messages}`,
	);
	return [
		{ reason: 'paused', who: paused },
		{ reason: 'capped', who: maskButNot(capped, paused) },
		{ reason: 'own_cap', who: maskButNot(own, maskOfAny([paused, capped])) },
	];
};

/**
 * Of these people, how many get theirs later, since it is quiet where they are when it begins, and when that ends for the last of them.
 * Null: nobody.
 */
export const laterOf = async (
	tx: Tx,
	customerId: number,
	{ isTransactional, options }: Plan,
	whom: Choice,
	excused: readonly Excused[],
): Promise<{ count: number; until: string } | null> => {
	const { quiet, beginsAt, timeZone } = options;
	if (quiet === null || isTransactional) return null;
	const at = beginsAt !== null && new Date(beginsAt) > now() ? new Date(beginsAt) : now();
	const zones = await tx.rows(
		ZoneRow,
		sql`select time_zone, string_agg(int4send(number), '') as sent from profile
		where customer_id = ${customerId} and time_zone is not null group by time_zone`,
	);
	const known = zones.map(({ time_zone: zone, sent }) => ({ until: quietUntil(at, zone, quiet), who: maskOfSent(sent) }));
	const quietThere = known.filter(({ until }) => until !== null);
	const left = maskOfAny(excused.map(({ who }) => who));
	const amongst = async (masks: Masks): Promise<number> => (await countAmong(tx, customerId, [whom], masks))[0] ?? 0;
	let count = await amongst(maskButNot(maskOfAny(quietThere.map(({ who }) => who)), left));
	const ends = quietThere.flatMap(({ until }) => until?.getTime() ?? []);
	// Whoever's clock is not known is written to by the campaign's.
	const here = quietUntil(at, timeZone, quiet);
	if (here !== null) {
		count += (await countOf(tx, customerId, whom)) - (await amongst(maskOfAny([left, ...known.map(({ who }) => who)])));
		ends.push(here.getTime());
	}
	return count === 0 ? null : { count, until: new Date(Math.max(...ends)).toISOString() };
};

/** How many of these people had a message of this campaign already. */
export const hadOf = async (tx: Tx, customerId: number, { campaignId }: Plan, whom: Choice): Promise<number> => {
	const had = await masksBy(
		tx,
		sql`select distinct d.number from campaign_run r join delivery d on d.customer_id = ${customerId} and d.run_id = r.run_id
		where r.customer_id = ${customerId} and r.campaign_id = ${campaignId} and r.kind = 'real' and d.state in ('accepted', 'unknown')`,
	);
	return (await countAmong(tx, customerId, [whom], had))[0] ?? 0;
};
