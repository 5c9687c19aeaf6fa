/**
 * A dry run: answers are judged as if they were taken, and nothing is written but what the trial itself must remember of them,
 * so that it knows a whole file and not only each batch: who became known, which records there would be, and what would hold.
 */
import * as z from 'zod';
import { keepScratch, readScratch } from '#kernel/runs/store.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Named, Unnamed } from './persons.ts';
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

const Stored = z.object({ person: z.string(), purpose_id: z.string(), value: z.boolean() });
type Stored = z.infer<typeof Stored>;

const Held = z.object({
	value: z.boolean(),
	recordAt: z.coerce.date(),
	recordId: z.string(),
	purposeVersion: z.int(),
	receivedAt: z.coerce.date(),
	noAt: z.coerce.date().nullable(),
});

/** Strangers whom this trial has met before are who they were then. */
export const nameInTrial = async (trial: Trial, tx: Tx, named: readonly (Named | Unnamed)[]): Promise<(Named | Unnamed)[]> => {
	const all = named.flatMap((one) => (typeof one === 'string' ? [] : one.identifiers.map(whoKey)));
	const met = new Map([...(await trial.read(tx, all))].map(([key, person]) => [key, z.string().parse(person)]));
	return named.map((one) => {
		if (typeof one === 'string') return one;
		const people = new Set(one.identifiers.flatMap((identifier) => met.get(whoKey(identifier)) ?? []));
		if (one.known) people.add(one.person);
		if (people.size > 1) return 'person_conflict';
		const [person = one.person] = people;
		for (const identifier of one.identifiers) met.set(whoKey(identifier), person);
		return { ...one, person };
	});
};

export const keepInTrial = async (trial: Trial, tx: Tx, named: readonly Named[]): Promise<void> => {
	await trial.keep(tx, new Map(named.flatMap(({ person, identifiers }) => identifiers.map((one) => [whoKey(one), person]))));
};

/** Adds what the trial stored to what is stored. */
export const recallRecords = async (trial: Trial, tx: Tx, ids: readonly string[]): Promise<Map<string, Stored & { id: string }>> => {
	const found = await trial.read(tx, ids.map(recordKey));
	return new Map(ids.flatMap((id) => (found.has(recordKey(id)) ? [[id, { id, ...Stored.parse(found.get(recordKey(id))) }]] : [])));
};

/** What would hold by now. @param slots person and purpose, as write.ts writes them */
export const recallPresent = async (trial: Trial, tx: Tx, slots: readonly string[]): Promise<Map<string, Present>> => {
	const found = await trial.read(tx, slots.map(heldKey));
	return new Map(slots.flatMap((slot) => (found.has(heldKey(slot)) ? [[slot, Held.parse(found.get(heldKey(slot)))]] : [])));
};

export const rememberStored = async (
	trial: Trial,
	tx: Tx,
	records: readonly (Omit<Stored, 'purpose_id'> & { id: string; purposeId: string })[],
	changed: ReadonlyMap<string, Present>,
): Promise<void> => {
	await trial.keep(
		tx,
		new Map<string, unknown>([
			...records.map(({ id, person, purposeId, value }) => [recordKey(id), { person, purpose_id: purposeId, value }] as const),
			...[...changed].map(([slot, present]) => [heldKey(slot), present] as const),
		]),
	);
};
