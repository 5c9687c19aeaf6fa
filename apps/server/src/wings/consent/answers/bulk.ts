/** What is done to many people at once: erasing them, as a run; and a file of them. */
import * as contract from '@luvalla/contract/consent/people.ts';
import type { Finding } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedRun } from '#kernel/runs/calls.ts';
import type { Moved, RunKind, Running } from '#kernel/runs/runs.ts';
import { BATCH } from '#kernel/storage/lists.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { type KnownBy, namesOf, valuesOf, type Within } from '../../people/wing.ts';
import { Chosen, choose, countChosen, nextChosen, readAnswered } from './chosen.ts';
import { type ErasureParts, erasePeopleBy } from './erase-person.ts';
import { withinOf } from './known.ts';

const Input = z.object({
	chosen: Chosen,
	asker: z.object({ userId: z.string(), actorId: z.string().nullable() }),
	network: z.string().nullable(),
});
const Cursor = z.object({
	/** Whom it has come to; null: nobody yet. */
	after: z.string().nullable(),
	done: z.int(),
	counted: z.boolean(),
});
type Input = z.infer<typeof Input>;
type Cursor = z.infer<typeof Cursor>;

/** People a step: others who write at the customer wait for no more than these. */
const STEP = 10;

async function* erasing({ storage, ...parts }: Pick<Kernel, 'storage'> & ErasureParts, run: Running<Input, Cursor>) {
	const { customerId, runId, input } = run;
	const { chosen, network } = input;
	const asker = { ...input.asker, network };
	let { after, done } = run.cursor;
	if (!run.cursor.counted)
		yield async (tx: Tx): Promise<Moved<Cursor>> => ({
			cursor: { after, done, counted: true },
			done,
			total: await countChosen(tx, customerId, chosen),
		});
	for (;;) {
		const from = after;
		const ids = await storage.inTenant(customerId, (tx) => nextChosen(tx, customerId, chosen, from, STEP));
		const last = ids.at(-1);
		if (last === undefined) return;
		after = last;
		done += ids.length;
		const cursor = { after, done, counted: true };
		yield async (tx: Tx): Promise<Moved<Cursor>> => {
			const counts = { people: 0, records: 0, remembered: 0, rejected: 0 };
			const found: Finding[] = [];
			const erased = await erasePeopleBy(tx, parts, customerId, ids, asker, runId);
			for (const id of ids) {
				const gone = erased.get(id);
				if (gone) {
					counts.people++;
					counts.records += gone.erased;
					counts.remembered += gone.remembered;
				} else {
					counts.rejected++;
					found.push({ line: null, column: null, value: null, code: 'gone', row: [id] });
				}
			}
			return { cursor, done: cursor.done, counts, found };
		};
	}
}

const erasureKind = (kernel: Pick<Kernel, 'storage'> & ErasureParts): RunKind<Input, Cursor> => ({
	kind: contract.ERASURE_KIND,
	input: Input,
	cursor: Cursor,
	steps: (run) => erasing(kernel, run),
	erases: true,
	about: () => ({}),
	header: () => ['luvallaId'],
	reason: () => contract.ERASURE_REASONS.gone,
});

interface Line {
	readonly id: string;
	readonly names: readonly KnownBy[];
	readonly yes: number;
	readonly no: number;
	readonly lastAt: Date;
}

const FILE: readonly FileColumn<Line>[] = [
	{ en: 'luvallaId', fi: 'luvallaId', of: ({ id }) => id },
	{ en: 'Email', fi: 'Sähköposti', of: valuesOf('email') },
	{ en: 'Phone', fi: 'Puhelin', of: valuesOf('phone') },
	{ en: 'External id', fi: 'Ulkoinen tunniste', of: valuesOf('externalId') },
	{ en: 'Yes', fi: 'Kyllä', of: ({ yes }) => yes },
	{ en: 'No', fi: 'Ei', of: ({ no }) => no },
	{ en: 'Last answer', fi: 'Viimeisin vastaus', of: ({ lastAt }) => lastAt.toISOString() },
];

/** Those chosen to the last, a short transaction a thousand. */
async function* lines(storage: Storage, customerId: number, chosen: Chosen, within: Within): AsyncGenerator<Line[]> {
	let after: string | null = null;
	for (;;) {
		const from: string | null = after;
		const batch: { last: string | undefined; rows: Line[] } = await storage.inFile(customerId, async (tx) => {
			const ids = await nextChosen(tx, customerId, chosen, from, BATCH);
			const answered = await readAnswered(tx, customerId, chosen, ids);
			const names = await namesOf(
				tx,
				customerId,
				answered.map(({ person }) => person),
				within,
			);
			return {
				last: ids.at(-1),
				rows: answered.map(({ person, yes, no, last_at }) => ({ id: person, names: names.get(person) ?? [], yes, no, lastAt: last_at })),
			};
		});
		if (batch.last === undefined) return;
		yield batch.rows;
		after = batch.last;
	}
}

/** How it was chosen, for the activity: what was searched for may be somebody's address. */
const said = ({ these, but, until }: Chosen) =>
	these === null ? { [until === null ? 'all' : 'matching']: true, but: but.length } : { people: these.length };

export const bulkRoutes = (kernel: Kernel): Route[] => {
	const { storage, runs } = kernel;
	const kind = erasureKind({ ...kernel, storage: storage.forWork });
	runs.add(kind);
	return [
		handle(contract.erasePeople, ({ asker, body, scope }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			return storage.inTenant(customerId, async (tx) => {
				const chosen = await choose(tx, scope, body.selection);
				return startedRun(tx, runs, customerId, kind, {
					input: { chosen, asker: { userId: asker.userId, actorId: asker.actorId }, network: asker.network ?? null },
					cursor: { after: null, done: 0, counted: false },
					domainId: null,
					total: null,
					asker,
					act: { action: 'erased', thing: 'people', thingId: String(customerId), after: said(chosen) },
				});
			});
		}),
		handle(contract.peopleFile, async ({ asker, body, scope, language }) => {
			const { customerId } = scope;
			const chosen = await storage.inTenant(customerId, async (tx) => {
				const made = await choose(tx, scope, body.selection);
				await recordActivity(tx, customerId, asker, {
					action: 'exported',
					thing: 'people',
					thingId: String(customerId),
					after: said(made),
				});
				return made;
			});
			return listFile('people', language, FILE, lines(storage, customerId, chosen, withinOf(scope)));
		}),
	];
};
