/**
 * Taking an upload back, a batch of people after the other: what it wrote and nobody changed since is as it was before. Whoever became
 * known by it alone is forgotten; a no stays a no.
 */
import type { Kernel } from '#kernel/kernel.ts';
import { type RunRow, readRun } from '#kernel/runs/store.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { answeredBeside, eraseBrought, takeBackAddresses, takeBackAnswers } from '../../consent/wing.ts';
import { alone, clustersOf, type Heir, lockPeople, passOnBrought, releasePersons, unseeBrought } from '../../people/wing.ts';
import { holds } from '../holds.ts';
import { Facts, readOwnFacts, restoreFacts } from '../profiles/facts.ts';
import { touchPersons } from '../rules/follow.ts';
import { takeOut } from '../segments/members.ts';
import { changeBefore, type Done, dropDone, type KnownThen, nextDone, type Other, passOn, readOthers } from './store.ts';

/** People of one step. */
const BATCH = 500;

type Flat = Map<string, unknown>;
const flat = ({ attributes = {}, ...rest }: Facts): Flat =>
	new Map<string, unknown>([
		...Object.entries(rest),
		...Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value] as const),
	]);

const unflat = (facts: Flat): Facts => {
	const attributes = Object.fromEntries(
		[...facts].flatMap(([key, value]) => (key.startsWith('attributes.') ? [[key.slice(11), value]] : [])),
	);
	const rest = Object.fromEntries([...facts].filter(([key]) => !key.startsWith('attributes.')));
	return Facts.parse({ ...rest, ...(Object.keys(attributes).length > 0 && { attributes }) });
};

const same = (one: Flat, other: Flat): boolean => one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);

const put = (facts: Flat, key: string, value: unknown): void => {
	if (value === undefined) facts.delete(key);
	else facts.set(key, value);
};

/** Fields that an upload changed: what they were, and what they became. */
const changesOf = ({ before, after }: Pick<Done, 'before' | 'after'>): { key: string; was: unknown; became: unknown }[] => {
	const old = flat(before?.facts ?? {});
	return [...flat(after)].flatMap(([key, became]) => (old.get(key) === became ? [] : [{ key, was: old.get(key), became }]));
};

/** Gives fields back what they were, where they are still what the upload made them and no other upload says so, too. */
const takeBackFacts = async (tx: Tx, customerId: number, of: string, done: readonly Done[]): Promise<void> => {
	const changing = done.filter((one) => changesOf(one).length > 0);
	const persons = changing.map(({ person }) => person);
	const now = await readOwnFacts(tx, customerId, persons);
	const clusters = await clustersOf(tx, customerId, persons);
	const others = Map.groupBy(await readOthers(tx, customerId, of, persons), ({ person }) => person);
	const corrected: { run_id: string; person: string; before: KnownThen | null }[] = [];
	const restored = changing.flatMap((one) => {
		const current = now.get(one.person);
		if (!current) return [];
		const facts = flat(current.facts);
		const untouched = flat(one.after).size > 0 && [...flat(one.after)].every(([key, value]) => facts.get(key) === value);
		const beside = others.get(one.person) ?? [];
		for (const { key, was, became } of changesOf(one)) {
			const asserted = beside.some(({ after }) => flat(after).get(key) === became);
			if (facts.get(key) === became && !asserted) put(facts, key, was);
		}
		// Whoever came later found what is taken back now: taken back in turn, it gives back what was there before both.
		for (const other of beside) {
			if (other.run_id < of) continue;
			const found = flat(other.before?.facts ?? {});
			for (const { key, was, became } of changesOf(one)) if (found.get(key) === became) put(found, key, was);
			const since = same(found, flat(one.before?.facts ?? {})) ? one.before?.changedAt : other.before?.changedAt;
			const before = found.size === 0 && one.before === null ? null : { facts: unflat(found), changedAt: since ?? current.changedAt };
			corrected.push({ run_id: other.run_id, person: one.person, before });
		}
		const nothing = facts.size === 0 && one.before === null;
		const changedAt = untouched && one.before !== null ? one.before.changedAt : current.changedAt;
		return [
			{
				cluster: clusters.get(one.person) ?? alone(one.person),
				person: one.person,
				own: nothing ? null : { facts: unflat(facts), changedAt },
			},
		];
	});
	await restoreFacts(tx, customerId, restored);
	if (corrected.length > 0) await changeBefore(tx, customerId, corrected);
};

const SegmentRow = row({ segment_id: uuid, person: uuid });

const takeBackMembers = async (
	tx: Tx,
	customerId: number,
	of: string,
	persons: readonly string[],
	proven: readonly string[],
): Promise<void> => {
	const rows = await tx.rows(
		SegmentRow,
		sql`select segment_id, person from segment_member
		where customer_id = ${customerId} and how = 'file' and source = ${of} and person = any(${persons}::uuid[])`,
	);
	const clusters = await clustersOf(
		tx,
		customerId,
		rows.map(({ person }) => person),
	);
	for (const [segmentId, own] of Map.groupBy(rows, (one) => one.segment_id))
		await takeOut(
			tx,
			customerId,
			segmentId,
			own.flatMap(({ person }) => clusters.get(person) ?? []),
			{ how: 'file', source: of },
			{ proven },
		);
};

const wordsOf = (done: readonly Done[]) =>
	done.flatMap(({ words, person }) => [
		...words.map((word) => ({ kind: word.slice(0, word.indexOf(':')), value: word.slice(word.indexOf(':') + 1) })),
		{ kind: 'luvallaId', value: person },
	]);

/**
 * Which other upload named what this one brought: the earliest. A domain's sight of somebody passes to one of the same domain alone.
 * Of ids nothing was noted but whom they name.
 */
const heirsOf = async (tx: Tx, customerId: number, done: readonly Done[], beside: readonly Other[]): Promise<Heir[]> => {
	const runs = new Map<string, RunRow | null>();
	for (const { run_id: id } of beside) if (!runs.has(id)) runs.set(id, await readRun(tx, customerId, id));
	const named = Map.groupBy(
		beside
			.toSorted((a, b) => (a.run_id < b.run_id ? -1 : 1))
			.flatMap(({ run_id: run, person, words }) => [...words, `luvallaId:${person}`].map((word) => ({ word, run }))),
		({ word }) => word,
	);
	return wordsOf(done).flatMap(({ kind, value }) => {
		const by = [...new Map((named.get(`${kind}:${value}`) ?? []).map(({ run }) => [runs.get(run)?.domain_id ?? null, run]))];
		return by.map(([domainId, upload]) => ({ kind, value, upload, domainId }));
	});
};

/** One step; answers the last person, or null when nobody is left. */
export const undoSome = async (
	tx: Tx,
	parts: Pick<Kernel, 'hooks' | 'secrets' | 'settings'>,
	customerId: number,
	{ of, proven }: { readonly of: string; readonly proven: readonly string[] },
	after: string | null,
): Promise<{ last: string; people: number; forgotten: number } | null> => {
	await lockPeople(tx, customerId);
	const done = await nextDone(tx, customerId, of, after, BATCH);
	const last = done.at(-1)?.person;
	if (last === undefined) return null;
	const persons = done.map(({ person }) => person);
	await takeBackMembers(tx, customerId, of, persons, proven);
	await takeBackFacts(tx, customerId, of, done);
	const clusters = await clustersOf(tx, customerId, persons);
	const beside = await readOthers(tx, customerId, of, [...new Set([...clusters.values()].flatMap(({ members }) => members))]);
	const others = new Set(beside.map(({ person }) => person));
	await passOnBrought(tx, customerId, of, await heirsOf(tx, customerId, done, beside));
	await dropDone(tx, customerId, of, persons);
	const held = new Set(await holds(tx, customerId, persons));
	const said = await answeredBeside(
		tx,
		customerId,
		persons,
		done.flatMap(({ yeses, noes }) => [...yeses, ...noes]),
	);
	const nobody = ({ created, person }: Done): boolean =>
		created && !others.has(person) && !held.has(person) && !said.has(person) && (clusters.get(person)?.members.length ?? 1) === 1;
	const gone = done.filter(nobody);
	const stay = done.filter((one) => !nobody(one));
	const ids = (some: readonly Done[]): string[] => some.map(({ person }) => person);
	await eraseBrought(tx, parts, customerId, {
		upload: of,
		persons: ids(gone),
		records: gone.flatMap(({ yeses, noes }) => [...yeses, ...noes]),
	});
	await takeBackAnswers(tx, parts, customerId, { upload: of, persons: ids(stay), records: stay.flatMap(({ yeses }) => yeses) });
	await passOn(tx, customerId, of, stay);
	// Whoever is known by this file alone, and stays for another reason, keeps what they are known by.
	const known = stay.filter(({ created, person }) => !created || others.has(person));
	await takeBackAddresses(tx, parts, customerId, { upload: of, words: wordsOf(known) });
	const mailable = await unseeBrought(tx, customerId, of, wordsOf([...known, ...gone]));
	const left = await releasePersons(tx, parts, customerId, ids(gone));
	// Also whoever was to go and is held elsewhere: they are seen on the upload's domain no longer.
	await touchPersons(tx, customerId, [...new Set([...persons, ...mailable])]);
	return { last, people: done.length, forgotten: gone.length === 0 ? 0 : left.length };
};

const KeyRow = row({ key: text });

/**
 * Attributes that the upload made known, or one that was taken back before it, and nobody has: their kind is open again. What nothing
 * is noted of any more was taken back.
 */
export const dropUnused = async (tx: Tx, customerId: number, of: string, keys: readonly string[]): Promise<string[]> => {
	if (keys.length === 0) return [];
	await lockPeople(tx, customerId);
	return (
		await tx.rows(
			KeyRow,
			sql`delete from profile_attribute a where a.customer_id = ${customerId} and a.key = any(${keys}::text[]) and a.upload is not null
				and (a.upload = ${of} or not exists (select 1 from upload_person u where u.customer_id = ${customerId} and u.run_id = a.upload))
				and not exists (select 1 from profile p where p.customer_id = ${customerId} and p.attributes ? a.key)
				and not exists (select 1 from profile_own o where o.customer_id = ${customerId} and o.facts -> 'attributes' ? a.key)
			returning a.key`,
		)
	).map(({ key }) => key);
};
