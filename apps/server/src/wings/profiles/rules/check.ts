/**
 * Holds what sets say against the facts that they follow from: rules against what they ask, segments by hand against the rows of who
 * was put into them. Nothing should ever differ; what does is said and put right.
 */
import type { RuleLeaf } from '@luvalla/contract/rules.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bytes, int, join, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { idsOf } from '../members.ts';
import { CHUNK, numbersIn } from '../sets/bits.ts';
import { changeBits, holdSets, type SetRow } from '../sets/store.ts';
import { filledBy, peopleFrom } from './compile.ts';
import { kindsOf, levelsOf } from './follow.ts';
import { walkOver } from './walk.ts';

/** A person's number that a set has, or has not, other than the facts say. */
export interface Difference {
	readonly setId: string;
	readonly number: number;
	/** What the facts say. */
	readonly isIn: boolean;
}

const SetId = row({ set_id: uuid });
const Held = row({ number: int, held: text });
const Chunk = row({ set_id: uuid, chunk: int, sent: bytes });
const Noted = row({ number: int });
const Next = row({ next: int });

const conditionFor = (customerId: number, set: SetRow, sqlOf: (leaf: RuleLeaf) => Sql): Sql =>
	set.rule === null
		? sql`exists (select 1 from segment_member m where m.customer_id = ${customerId} and m.segment_id = ${set.set_id}
			and m.person = any(${idsOf(sql`pn.person`)}))`
		: filledBy(customerId, { rule: set.rule, domains: set.domains }, sqlOf);

/** Differences in one chunk, among sets that are held and all there. */
const differencesIn = async (tx: Tx, customerId: number, sets: readonly SetRow[], chunk: number): Promise<Difference[]> => {
	const kinds = await kindsOf(tx, customerId);
	const range = { from: chunk * CHUNK, to: (chunk + 1) * CHUNK };
	const rules = sets.flatMap(({ rule }) => rule ?? []);
	const sqlOf = await walkOver(tx, { customerId, at: now() }, kinds, rules, range, CHUNK);
	const conditions = sets.map((set) => sql`case when ${conditionFor(customerId, set, sqlOf)} then '1' else '0' end`);
	const rows = await tx.rows(
		Held,
		sql`select pn.number, ${join(conditions, ' || ')} as held from ${peopleFrom(customerId)} and pn.number >= ${range.from} and pn.number < ${range.to}`,
	);
	const chunks = await tx.rows(
		Chunk,
		sql`select set_id, chunk, bit_send(bits) as sent from set_chunk
		where customer_id = ${customerId} and chunk = ${chunk} and set_id = any(${sets.map((set) => set.set_id)}::uuid[])`,
	);
	const bits = new Map(chunks.map((one) => [one.set_id, new Set(numbersIn(chunk, one.sent, Number.MAX_SAFE_INTEGER, CHUNK))]));
	const found = sets.flatMap((set, n): Difference[] => {
		const there = bits.get(set.set_id) ?? new Set();
		const should = new Set(rows.flatMap(({ number, held }) => (held[n] === '1' ? [number] : [])));
		return [
			...[...should].filter((number) => !there.has(number)).map((number) => ({ setId: set.set_id, number, isIn: true })),
			...[...there].filter((number) => !should.has(number)).map((number) => ({ setId: set.set_id, number, isIn: false })),
		];
	});
	if (found.length === 0) return [];
	// Whoever waits for the worker is no difference yet.
	const noted = new Set(
		(await tx.rows(Noted, sql`select distinct unnest(numbers) as number from people_touched where customer_id = ${customerId}`)).map(
			({ number }) => number,
		),
	);
	return found.filter(({ number }) => !noted.has(number));
};

/** Checks a customer's sets, a chunk a transaction, and puts right what differs; answers what did. */
export const checkSets = async ({ storage }: Pick<Kernel, 'storage'>, customerId: number): Promise<Difference[]> => {
	const differing: Difference[] = [];
	const [counter] = await storage.inTenant(customerId, (tx) =>
		tx.rows(Next, sql`select next from person_counter where customer_id = ${customerId}`),
	);
	const last = Math.ceil((counter?.next ?? 0) / CHUNK);
	for (let chunk = 0; chunk < last; chunk += 1) {
		const found = await storage.inTenant(customerId, async (tx) => {
			const ids = await tx.rows(SetId, sql`select set_id from people_set where customer_id = ${customerId} and built_to is null`);
			const sets = (
				await holdSets(
					tx,
					customerId,
					ids.map((one) => one.set_id),
				)
			).filter((set) => set.built_to === null);
			if (sets.length === 0) return [];
			const wrong: Difference[] = [];
			// What is put right in one may be what another's rule refers to.
			for (const level of levelsOf(sets)) {
				const own = await differencesIn(tx, customerId, level, chunk);
				for (const [setId, those] of Map.groupBy(own, (one) => one.setId))
					await changeBits(
						tx,
						customerId,
						setId,
						those.filter((one) => one.isIn).map(({ number }) => number),
						those.filter((one) => !one.isIn).map(({ number }) => number),
					);
				wrong.push(...own);
			}
			return wrong;
		});
		differing.push(...found);
	}
	return differing;
};

const CHECK = 'check-sets';
const CheckJob = z.object({ customerId: z.int() });
const Customer = row({ customer_id: int });

/** Worker's part: every customer's sets once a day, a job each. */
export const checkDaily = async ({ storage, jobs, log }: Pick<Kernel, 'storage' | 'jobs' | 'log'>): Promise<void> => {
	await jobs.work(CHECK, async (data) => {
		const { customerId } = CheckJob.parse(data);
		const differing = await checkSets({ storage }, customerId);
		if (differing.length > 0)
			log.error('sets of people differed from the facts and were put right', {
				customerId,
				people: differing.length,
				sets: [...new Set(differing.map(({ setId }) => setId))].slice(0, 20),
			});
	});
	await jobs.schedule('check-sets-daily', '20 3 * * *', async () => {
		const customers = await storage.across.rows(Customer, sql`select distinct customer_id from people_set order by customer_id`);
		for (const { customer_id: customerId } of customers)
			await storage.inTenant(customerId, (tx) => jobs.send(tx, CHECK, { customerId }, { customerId }));
	});
};
