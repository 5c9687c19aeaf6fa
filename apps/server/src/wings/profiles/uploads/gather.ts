/**
 * A segment of exactly the people that an upload brought or found again. The first thousand are in it with the answer; of a larger file
 * the others follow as a run. They came by the file: taken back, it takes them out again.
 */
import { GATHER_KIND } from '@luvalla/contract/profiles/uploads.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import * as z from 'zod';
import { newId } from '#kernel/clock.ts';
import type { RunKind } from '#kernel/runs/runs.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, lockPeople } from '../../people/wing.ts';
import { putIn } from '../segments/members.ts';
import { insertSegment, nameTaken } from '../segments/store.ts';
import { insertSet } from '../sets/store.ts';
import { nextDone } from './store.ts';

/** People of one step, and of the answer. */
const AT_ONCE = 1000;

const GatherInput = z.object({ of: z.string(), segmentId: z.string(), fileName: z.string(), by: z.string() });
export type GatherInput = z.infer<typeof GatherInput>;
const GatherCursor = z.object({ after: z.string().nullable(), people: z.int(), over: z.boolean() });
export type GatherCursor = z.infer<typeof GatherCursor>;

/** Puts the next of them in; those who were taken back since are not among them, and a segment that is gone stays so. */
export const gatherSome = async (
	tx: Tx,
	customerId: number,
	{ of, segmentId, by }: GatherInput,
	{ after, people }: GatherCursor,
): Promise<GatherCursor> => {
	await lockPeople(tx, customerId);
	const there = await tx.run(sql`select 1 from segment where customer_id = ${customerId} and segment_id = ${segmentId} for key share`);
	const done = there === 0 ? [] : await nextDone(tx, customerId, of, after, AT_ONCE);
	const last = done.at(-1)?.person;
	if (last === undefined) return { after, people, over: true };
	const clusters = await clustersOf(
		tx,
		customerId,
		done.map(({ person }) => person),
	);
	const some = new Map([...clusters.values()].map((cluster) => [cluster.kept, cluster]));
	// It is new: where a purpose comes to rest on it meanwhile, whoever answers for the customer says who else is in it.
	await putIn(tx, customerId, segmentId, [...some.values()], { how: 'file', source: of, by }, { proven: [] });
	return { after: last, people: people + done.length, over: done.length < AT_ONCE };
};

/** Under this name, or the next that is free: `people (2)`, in the length that names have. */
const freeName = async (tx: Tx, customerId: number, name: string): Promise<string> => {
	for (let n = 1; ; n++) {
		const end = n === 1 ? '' : ` (${n})`;
		const tried = `${cut(name, 120 - end.length)}${end}`;
		if (!(await nameTaken(tx, customerId, tried, null))) return tried;
	}
};

/** Makes the segment, with nobody in it. Answers its id. */
export const makeSegment = async (
	tx: Tx,
	customerId: number,
	{ name, domainId, by }: { name: string; domainId: string | null; by: string },
): Promise<{ id: string; name: string }> => {
	const id = newId();
	const own = await freeName(tx, customerId, name);
	const facts = {
		weight: 0,
		cost: 0,
		isPublic: true,
		isDomainSpecific: false,
		isCustomerSpecific: false,
		isAdminOnly: false,
		isActive: true,
	};
	await insertSegment(tx, customerId, id, { ...facts, name: own, domainId }, by);
	await insertSet(tx, customerId, { id, rule: null });
	return { id, name: own };
};

export const gatherKind: RunKind<GatherInput, GatherCursor> = {
	kind: GATHER_KIND,
	input: GatherInput,
	cursor: GatherCursor,
	steps: async function* ({ customerId, input, cursor }) {
		let at = cursor;
		while (!at.over)
			yield async (tx) => {
				const next = await gatherSome(tx, customerId, input, at);
				const people = next.people - at.people;
				at = next;
				return { cursor: at, done: at.people, counts: { people } };
			};
	},
	about: ({ fileName, of, segmentId }) => ({ fileName, of, segmentId }),
	reason: () => ({ en: 'Something went wrong', fi: 'Jokin meni vikaan' }),
};
