/**
 * Lists of people that a channel's runs become, each side's in its own form. Nothing of a list is kept: when it is taken, everybody of the
 * run is asked for their permission once more, and when it was, who may not be in it any more is to be taken out at the other side. Rows
 * of `file_removal` say who is not there: without a line they were taken out or never put in, with one they are erased and still there.
 */
import type { FileForm } from '@luvalla/contract/engagement/campaign-files.ts';
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import { stringify } from 'csv-stringify/sync';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s, texts, uuids } from '#kernel/storage/arrays.ts';
import type { InTx } from '#kernel/storage/lists.ts';
import { bool, int, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, readIdentifiers } from '../../people/wing.ts';
import { channelBy, SENDING } from '../channels/all.ts';
import { type Form, isFiling, knownOf } from '../channels/channel.ts';
import { timeOf } from '../runs/token.ts';
import { dressFor } from './dress.ts';
import { askedOf, channelCode, TAKEN, TakenRow, type Work } from './lease.ts';
import { judge, type Permitted, type Taken } from './permits.ts';
import { recall } from './recall.ts';

const BATCH = 2_000;
/** A list that is being made for so long was given up: nothing of it left. */
export const MAKING_MS = 10 * 60_000;

/** Somebody of a list, and why they may not be in it any more. */
export interface Listed {
	readonly who: Taken;
	readonly kept: string;
	readonly reason: SkipReason | null;
}

/** Everybody whose message a run made, a batch after the other in their order. */
async function* listed(inTx: InTx, work: Work): AsyncGenerator<Listed[]> {
	const { customerId, runId } = work;
	for (let after = -1; ; ) {
		const from = after;
		const batch = await inTx(async (tx): Promise<Listed[]> => {
			const taken = await tx.rows(
				TakenRow,
				sql`select ${TAKEN} from delivery where customer_id = ${customerId} and at >= ${timeOf(runId)} and run_id = ${runId}
					and channel = ${channelCode(work)} and entry > ${from} and state = 'accepted' order by entry limit ${BATCH}`,
			);
			const verdicts = await judge(tx, { ...(await askedOf(tx, work)), isSettled: true }, taken);
			const clusters = await clustersOf(
				tx,
				customerId,
				taken.map(({ person }) => person),
			);
			return verdicts.map((one) => ({
				who: one.who,
				kept: clusters.get(one.who.person)?.kept ?? one.who.person,
				reason: one.may === 'yes' ? null : one.may === 'no' && one.who.address !== null ? one.reason : 'gone',
			}));
		});
		const last = batch.at(-1)?.who.entry;
		if (last === undefined) return;
		yield batch;
		if (batch.length < BATCH) return;
		after = last;
	}
}

const lane = (work: Work): Sql => sql`customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)}`;

const AwayRow = row({ entry: int, form: text, pending: bool });

/** Who is not at the other side, and who is erased and still is, by form. */
const awayOf = async (tx: Tx, work: Work): Promise<Map<string, { away: Set<number>; pending: number }>> => {
	const rows = await tx.rows(
		AwayRow,
		sql`select entry, form, line is not null as pending from file_removal where customer_id = ${work.customerId} and ${lane(work)}`,
	);
	return new Map(
		[...Map.groupBy(rows, ({ form }) => form)].map(([form, own]) => [
			form,
			{
				away: new Set(own.flatMap((one) => (one.pending ? [] : [one.entry]))),
				pending: own.filter(({ pending }) => pending).length,
			},
		]),
	);
};

/** Rows of a list that are shown before it is taken. */
const SHOWN = 3;

/**
 * How many are in a list as things stand, and who comes first in it; by form how many of it are to be taken out at the other side if it was
 * taken there, and why.
 */
export const countListed = async (inTx: InTx, work: Work, forms: readonly string[]) => {
	const away = await inTx((tx) => awayOf(tx, work));
	const out = new Map(
		forms.map((form): [string, Map<SkipReason, number>] => {
			const pending = away.get(form)?.pending ?? 0;
			return [form, new Map(pending > 0 ? [['gone', pending]] : [])];
		}),
	);
	const first: Listed[] = [];
	let rows = 0;
	for await (const batch of listed(inTx, work))
		for (const one of batch) {
			const { who, reason } = one;
			if (reason === null) {
				rows++;
				if (first.length < SHOWN) first.push(one);
			} else if (who.address !== null)
				for (const [form, why] of out) if (!away.get(form)?.away.has(who.entry)) why.set(reason, (why.get(reason) ?? 0) + 1);
		}
	return { rows, out, first };
};

/**
 * Of a file that is taken as it was made: who may not be written to any more and is in it all the same, and whether the other side was not
 * told of all of them.
 */
export const saidNoSince = async (inTx: InTx, work: Work): Promise<{ entries: number[]; due: boolean }> => {
	const told = (await inTx((tx) => awayOf(tx, work))).get('whole')?.away;
	const entries: number[] = [];
	for await (const batch of listed(inTx, work)) for (const { who, reason } of batch) if (reason !== null) entries.push(who.entry);
	return { entries, due: entries.some((entry) => !told?.has(entry)) };
};

export type ListParts = Pick<Kernel, 'storage' | 'secrets' | 'settings'>;

/** Cells of these people by their places; who cannot be named is missing. */
export const cellsOf = async (
	parts: ListParts,
	work: Work,
	form: Form,
	people: readonly Listed[],
): Promise<Map<number, readonly string[]>> => {
	const sender = { name: '', address: '', postal: '' };
	const addressed = people.flatMap(({ who, kept }): Permitted[] =>
		who.address === null ? [] : [{ ...who, address: who.address, kept, recordId: null, trackedId: null }],
	);
	const dressed = await dressFor(parts, work, sender)(addressed);
	return new Map(
		[...dressed].flatMap(([entry, one]): [number, readonly string[]][] => {
			const cells = form.cells(knownOf(one));
			return cells === null ? [] : [[entry, cells]];
		}),
	);
};

const linesOf = async (parts: ListParts, work: Work, form: Form, people: readonly Listed[]): Promise<Map<number, string>> =>
	new Map([...(await cellsOf(parts, work, form, people))].map(([entry, cells]) => [entry, stringify([[...cells]])]));

export const headOf = (form: Form): string => stringify([[...form.columns]]);

/** These are not at the other side. */
const setAway = async (tx: Tx, work: Work, form: FileForm, entries: readonly number[]): Promise<void> => {
	if (entries.length === 0) return;
	await tx.run(
		sql`insert into file_removal (customer_id, run_id, channel, form, entry, line, at)
		select ${work.customerId}::int, ${work.runId}::uuid, ${channelCode(work)}::smallint, ${form}::text, e.entry, null::text, ${now()}::timestamptz
		from unnest(${int4s(entries)}::int[]) e (entry)
		on conflict (customer_id, run_id, channel, form, entry) do update set line = null, at = excluded.at`,
	);
};

/**
 * The list of those who permit it now, without its head. Call it once it is written that it is taken.
 * @param first nobody has had a list of this form: who is not in this one is not there
 * @param alone nobody has had any list of the run: who is not in this one was never given to anybody
 */
export async function* listToAdd(
	parts: ListParts,
	work: Work,
	form: Form,
	{ first, alone }: { first: boolean; alone: boolean },
	added: (rows: number) => void,
): AsyncGenerator<Buffer> {
	const { customerId } = work;
	const inTx: InTx = (read) => parts.storage.inTenant(customerId, read);
	for await (const batch of listed(inTx, work)) {
		const lines = await linesOf(
			parts,
			work,
			form,
			batch.filter(({ reason }) => reason === null),
		);
		const out = batch.filter(({ who }) => !lines.has(who.entry));
		await inTx(async (tx) => {
			if (alone)
				await recall(
					tx,
					work,
					out.map(({ who, reason }) => ({ entry: who.entry, state: 'skipped', reason: reason ?? 'gone' })),
				);
			if (first)
				await setAway(
					tx,
					work,
					form.word,
					out.map(({ who }) => who.entry),
				);
			// Whoever was taken out there and says yes again is there again.
			await tx.run(
				sql`delete from file_removal where customer_id = ${customerId} and ${lane(work)} and form = ${form.word} and line is null
					and entry = any(${int4s([...lines.keys()])}::int[])`,
			);
		});
		added(lines.size);
		if (lines.size > 0) yield Buffer.from([...lines.values()].join(''));
	}
}

const LineRow = row({ entry: int, line: text });

/** The list of those who are to be taken out at the other side, without its head. */
export async function* listToRemove(
	parts: ListParts,
	work: Work,
	form: Form,
	removed: (entries: readonly number[]) => void,
): AsyncGenerator<Buffer> {
	const { customerId } = work;
	const inTx: InTx = (read) => parts.storage.inTenant(customerId, read);
	const away = (await inTx((tx) => awayOf(tx, work))).get(form.word)?.away ?? new Set<number>();
	for await (const batch of listed(inTx, work)) {
		const lines = await linesOf(
			parts,
			work,
			form,
			batch.filter(({ who, reason }) => reason !== null && !away.has(who.entry)),
		);
		removed([...lines.keys()]);
		if (lines.size > 0) yield Buffer.from([...lines.values()].join(''));
	}
	for (let after = -1; ; ) {
		const from = after;
		const kept = await inTx((tx) =>
			tx.rows(
				LineRow,
				sql`select entry, line from file_removal where customer_id = ${customerId} and ${lane(work)} and form = ${form.word}
					and line is not null and entry > ${from} order by entry limit ${BATCH}`,
			),
		);
		const last = kept.at(-1)?.entry;
		if (last === undefined) return;
		removed(kept.map(({ entry }) => entry));
		yield Buffer.from(kept.map(({ line }) => line).join(''));
		after = last;
	}
}

/** These are taken out at the other side: what told who they are goes. */
export const noteRemoved = (tx: Tx, work: Work, form: FileForm, entries: readonly number[]): Promise<void> =>
	setAway(tx, work, form, entries);

const GivenRow = row({ run_id: uuid, channel: int, entry: int, person: uuid, address: text, form: text });

/**
 * Before these are forgotten: of each list that was taken with them in it a line is kept by which the other side is told, until that is taken
 * too. Nothing else of them stays.
 * @param to which of their deliveries these are
 */
export const keepRemovals = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	numbers: readonly number[],
	to: Sql,
): Promise<void> => {
	const given = await tx.rows(
		GivenRow,
		sql`select d.run_id, d.channel::int as channel, d.entry, d.person, d.address, t.form from delivery d
		join file_taken t on t.customer_id = ${customerId} and t.run_id = d.run_id and t.channel = d.channel and t.kind = 'add' and t.form <> 'whole'
			and (t.whole or t.taken_at > ${new Date(now().getTime() - MAKING_MS)})
		where d.customer_id = ${customerId} and d.number = any(${int4s(numbers)}::int[]) and d.settled_at is not null
			and d.state = 'accepted' and d.address is not null and ${to}`,
	);
	if (given.length === 0) return;
	const known = await readIdentifiers(tx, customerId, [...persons]);
	const first = (kind: string): string | null => known.find((one) => one.kind === kind)?.value ?? null;
	const nothing = { firstName: null, lastName: null, postalCode: null, city: null, country: null };
	const kept = given.flatMap((one) => {
		const form = SENDING.flatMap((channel) => (isFiling(channel) ? (channel.forms ?? []) : [])).find(({ word }) => word === one.form);
		const isMail = one.address.includes('@');
		const email = isMail ? one.address : first('email');
		const cells = form?.cells({ ...nothing, email, phone: isMail ? first('phone') : one.address });
		return cells ? [{ ...one, line: stringify([[...cells]]) }] : [];
	});
	await tx.run(
		sql`insert into file_removal (customer_id, run_id, channel, form, entry, line, at)
		select ${customerId}::int, k.run_id, k.channel::smallint, k.form, k.entry, k.line, ${now()}::timestamptz
		from unnest(${uuids(kept.map((one) => one.run_id))}::uuid[], ${int4s(kept.map(({ channel }) => channel))}::int[],
			${texts(kept.map(({ form }) => form))}::text[], ${int4s(kept.map(({ entry }) => entry))}::int[],
			${texts(kept.map(({ line }) => line))}::text[]) k (run_id, channel, form, entry, line)
		on conflict do nothing`,
	);
};

/** How lists of a channel are made; empty: its messages are no lists. */
export const formsOf = ({ lane: { channel: word } }: Pick<Work, 'lane'>): readonly Form[] => {
	const channel = channelBy(word);
	return isFiling(channel) ? (channel.forms ?? []) : [];
};
