/**
 * A dry run: answers are judged as if they were taken, and nothing is written but what the trial itself must remember of them,
 * so that it knows a whole file and not only each batch: who became known, which records there would be, and what would hold.
 */
import * as z from 'zod';
import { keepScratch, readScratch } from '#kernel/runs/store.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, type Named, type Unnamed, type Within } from '../../people/wing.ts';
import type { Present } from './present.ts';

/** What is remembered; the caller says where. */
export interface Trial {
	readonly read: (tx: Tx, keys: readonly string[]) => Promise<Map<string, unknown>>;
	readonly keep: (tx: Tx, entries: ReadonlyMap<string, unknown>) => Promise<unknown>;
}

/** Remembered by a run, until it ends. */
export const trialOf = (customerId: number, runId: string): Trial => ({
	read: (tx, keys) => readScratch(tx, customerId, runId, keys),
	keep: (tx, entries) => keepScratch(tx, customerId, runId, entries),
});

const whoKey = ({ kind, value }: { kind: string; value: string }): string => `who ${kind} ${value}`;
const recordKey = (id: string): string => `record ${id}`;
const heldKey = (slot: string): string => `held ${slot}`;

const Stored = z.object({
	id: z.string(),
	person: z.string(),
	purpose_id: z.string(),
	purpose_version: z.int(),
	value: z.boolean(),
	language: z.string(),
	source: z.string().nullable(),
});
type Stored = z.infer<typeof Stored>;

const Held = z.object({
	value: z.boolean(),
	recordAt: z.coerce.date(),
	recordId: z.string(),
	purposeVersion: z.int(),
	receivedAt: z.coerce.date(),
	noAt: z.coerce.date().nullable(),
});

/** Strangers whom this trial has met before are who they were then. @param within as `namePeople` takes it */
export const nameInTrial = async (
	trial: Trial,
	tx: Tx,
	customerId: number,
	named: readonly (Named | Unnamed)[],
	within: Within,
): Promise<(Named | Unnamed)[]> => {
	const all = named.flatMap((one) => (typeof one === 'string' ? [] : one.identifiers.map(whoKey)));
	const met = new Map([...(await trial.read(tx, all))].map(([key, person]) => [key, z.string().parse(person)]));
	const clusters = await clustersOf(tx, customerId, met.values());
	const keptOf = (person: string): string => clusters.get(person)?.kept ?? person;
	return named.map((one) => {
		if (typeof one === 'string') return one;
		const known = one.identifiers.flatMap((identifier) => met.get(whoKey(identifier)) ?? []);
		const people = new Set([...known.map(keptOf), ...(one.known ? [one.person] : [])]);
		// A domain's own admin adds nothing to somebody who would be known by then.
		const adds = !one.known && known.length > 0 && known.length < one.identifiers.length;
		if (within !== null && (people.size > 1 || adds)) return 'cannot_name';
		if (people.size > 1) return 'person_conflict';
		const [person = one.person] = people;
		const [own = one.own] = one.known ? [] : known;
		for (const identifier of one.identifiers) met.set(whoKey(identifier), own);
		// Perhaps somebody known, whom the file gave another name: looked up like one.
		return person === one.person ? one : { ...one, person, own, known: true, cluster: clusters.get(own) ?? one.cluster };
	});
};

export const keepInTrial = async (trial: Trial, tx: Tx, named: readonly Named[]): Promise<void> => {
	await trial.keep(tx, new Map(named.flatMap(({ own, identifiers }) => identifiers.map((one) => [whoKey(one), own]))));
};

/** Adds what the trial stored to what is stored. */
export const recallRecords = async (trial: Trial, tx: Tx, ids: readonly string[]): Promise<Map<string, Stored>> => {
	const found = await trial.read(tx, ids.map(recordKey));
	return new Map(ids.flatMap((id) => (found.has(recordKey(id)) ? [[id, Stored.parse(found.get(recordKey(id)))]] : [])));
};

/** What would hold by now. @param slots person and purpose, as write.ts writes them */
export const recallPresent = async (trial: Trial, tx: Tx, slots: readonly string[]): Promise<Map<string, Present>> => {
	const found = await trial.read(tx, slots.map(heldKey));
	return new Map(slots.flatMap((slot) => (found.has(heldKey(slot)) ? [[slot, Held.parse(found.get(heldKey(slot)))]] : [])));
};

export const rememberStored = async (
	trial: Trial,
	tx: Tx,
	records: readonly { readonly id: string }[],
	changed: ReadonlyMap<string, Present>,
): Promise<void> => {
	await trial.keep(
		tx,
		new Map<string, unknown>([
			...records.map((record) => [recordKey(record.id), record] as const),
			...[...changed].map(([slot, present]) => [heldKey(slot), present] as const),
		]),
	);
};
