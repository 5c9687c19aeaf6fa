/**
 * What messages come to that are paid by their parts or pages, before any is sent: each is made as it would leave. For as many people as can
 * be waited for it is exact, beyond that it is told from people spread evenly over all of them; a dress rehearsal makes every one.
 */
import { type CampaignBefore, MOST_MADE } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Choice, type ConnectorRow, isIn, lastChunkOf, type Masks, numbersInChunk } from '../../profiles/wing.ts';
import { sendingBy } from '../channels/all.ts';
import { readFrozen } from '../channels/frozen.ts';
import { prepare } from '../contents/template.ts';
import { TemplateFailed } from '../message.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { dressFor } from '../send/dress.ts';

type Units = NonNullable<CampaignBefore['lanes'][number]['units']>;

/** Of one read. */
const BATCH = 500;

const PersonRow = row({ number: int, person: uuid, address: orNull(text) });

/** Numbers of at most so many of these people, spread evenly over them. @param excused who of them gets nothing for a while */
const someOf = async (tx: Tx, customerId: number, whom: Choice, excused: Masks, count: number): Promise<number[]> => {
	const last = await lastChunkOf(tx, customerId, [whom]);
	const some: number[] = [];
	const step = Math.max(1, count / MOST_MADE);
	let next = 0;
	let at = 0;
	for (let chunk = 0; chunk <= last && some.length < MOST_MADE; chunk++) {
		const [found = []] = await numbersInChunk(tx, customerId, [whom], chunk);
		for (const number of found) {
			if (isIn(excused, number)) continue;
			if (at++ < next) continue;
			some.push(number);
			next += step;
		}
	}
	return some;
};

/**
 * How many messages come to how many units, most first. Null: each message of the channel is one.
 * @param count how many people get it
 */
export const unitsOf = async (
	tx: Tx,
	kernel: Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>,
	customerId: number,
	plan: Plan,
	lane: PlanLane,
	connector: ConnectorRow | null,
	whom: Choice,
	excused: Masks,
	count: number,
): Promise<{ readonly units: Units; readonly isExact: boolean; readonly costMicros: number } | null> => {
	const channel = sendingBy(lane.channel);
	const unitsIn = channel?.unitsOf;
	if (!channel || !unitsIn) return null;
	const as = channel.as?.(kernel, customerId, connector) ?? ((made) => made);
	const make = prepare(await readFrozen(kernel, customerId, lane));
	const sender = await channel.sender(kernel, customerId, plan.options.senderId);
	// Addresses in it are as long as those of a run.
	const dress = dressFor(kernel, { customerId, runId: plan.campaignId, rehearsal: true, plan, lane, part: 0 }, sender);
	const numbers = await someOf(tx, customerId, whom, excused, count);
	const found = new Map<number, number>();
	let made = 0;
	for (let from = 0; from < numbers.length; from += BATCH) {
		const people = await tx.rows(
			PersonRow,
			sql`select p.number, p.person, a.value as address from person p
			left join profile f on f.customer_id = ${customerId} and f.person = p.person
			left join lateral (${channel.address.best(customerId, sql`= any(case when f.members is null then array[p.person] else f.members end)`)}) a (value) on true
			where p.customer_id = ${customerId} and p.number = any(${int4s(numbers.slice(from, from + BATCH))}::int[])`,
		);
		const dressed = await dress(
			people.flatMap(({ number, person, address }) =>
				address === null
					? []
					: [{ entry: number, at: new Date(0), number, person, address, tries: 0, kept: person, recordId: null, trackedId: null }],
			),
		);
		for (const one of dressed.values()) {
			made += 1;
			try {
				const units = unitsIn(as(make(one.language, one.facts, one.links), one, plan.isTransactional), one, { connector, plan });
				found.set(units, (found.get(units) ?? 0) + 1);
			} catch (error) {
				// It fails when it is sent, and costs nothing then.
				if (!(error instanceof TemplateFailed)) throw error;
			}
		}
	}
	const isExact = count <= MOST_MADE;
	const share = isExact || made === 0 ? 1 : count / made;
	const all = (units: number, people: number): number => (lane.baseMicros + units * lane.priceMicros) * people;
	const units = [...found].map(([units, people]) => ({ units, people: Math.round(people * share) })).sort((a, b) => a.units - b.units);
	return { units, isExact, costMicros: units.reduce((sum, one) => sum + all(one.units, one.people), 0) };
};
