/** Takes rows of an uploaded file: each as a whole or not at all. In a dry run the same is said, and nothing written. */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { fitsTogether } from '@luvalla/contract/profiles/api.ts';
import * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { keepInTrial, nameInTrial, nameKept, type PurposeFacts, type Taken, type Trial, takeAnswers } from '../../consent/wing.ts';
import { lockPeople, type Named, namePeople, noteBounced, type Unnamed, type Within, wordOf } from '../../people/wing.ts';
import { isRefusal, type Placed, settle } from '../api/items.ts';
import { type AttributeKind, attributeKinds, fitsKind, keepAttributes, kindOfValue, roomForAttributes } from '../profiles/attributes.ts';
import { changeProfiles } from '../profiles/change.ts';
import { changed, Facts, readFacts, readOwnFacts } from '../profiles/facts.ts';
import { touchPersons } from '../rules/follow.ts';
import { putIn } from '../segments/members.ts';
import type { placesOf, Rejected, UploadRow } from './rows.ts';
import { type Done, keepDone, readDone } from './store.ts';

export type TakingParts = Pick<Kernel, 'secrets' | 'hooks'>;

/** On whose behalf, and as which run. */
export interface Taking {
	readonly customerId: number;
	readonly runId: string;
	readonly domainId: string | null;
	/** `user:…`. */
	readonly by: string;
	readonly asker: Pick<Asker, 'userId' | 'actorId'>;
	readonly within: Within;
	readonly purposes: readonly PurposeFacts[];
	/** Grounds among its segments that whoever began it was asked about. */
	readonly proven: readonly string[];
	/** Of the file's columns. */
	readonly places: ReturnType<typeof placesOf>;
}

type Outcome = 'created' | 'updated' | 'unchanged';

/** A row that is taken. */
interface Fit {
	readonly outcome: Outcome;
	readonly who: Named;
	readonly row: UploadRow;
}

/** What became of a row. */
export type Fate = Rejected | { readonly outcome: Outcome; readonly answers: readonly (Taken & { value: boolean })[] };

/** What the file has said of somebody so far: the words that named them, and, in a dry run, what would be known of them. */
const Met = z.object({ words: z.array(z.string()), facts: Facts });
type Met = z.infer<typeof Met>;
const metKey = (person: string): string => `met ${person}`;

const kindIn = (word: string): string => word.slice(0, word.indexOf(':'));

/** The same for the same facts, in whatever order they were written. */
const canonical = ({ attributes = {}, ...rest }: Facts): string =>
	JSON.stringify([Object.entries(rest).sort(), Object.entries(attributes).sort()]);

/** Why a person that rows name cannot be. */
const unnamed = (code: Unnamed): Rejected => ({ code: code === 'malformed' ? 'unfit' : code, column: null });

/**
 * Takes rows in their order; answers the fate of each.
 * @param trial nothing is written, and nobody waits: only said what would become of them
 */
export const takeRows = async (
	tx: Tx,
	parts: TakingParts,
	taking: Taking,
	rows: readonly (UploadRow | Rejected)[],
	trial: Trial | null,
): Promise<Fate[]> => {
	const { customerId, runId, within, places } = taking;
	if (!trial) await lockPeople(tx, customerId);
	const keys = [...places.columns.keys()];
	const kinds = await attributeKinds(tx, customerId, keys, within);
	const room = keys.some((key) => !kinds.has(key)) ? await roomForAttributes(tx, customerId, within) : 0;
	let fresh = new Map<string, AttributeKind>();

	const nameAll = async (people: readonly UploadRow['person'][]): Promise<(Named | Unnamed)[]> => {
		const found = await namePeople(tx, customerId, people, within);
		return trial ? nameInTrial(trial, tx, customerId, found, within) : found;
	};

	const readMet = async (persons: readonly string[]): Promise<Map<string, Met>> => {
		if (!trial) return new Map([...(await readDone(tx, customerId, runId, persons))].map(([id, { words }]) => [id, { words, facts: {} }]));
		const kept = await trial.read(tx, persons.map(metKey));
		return new Map(persons.flatMap((id) => (kept.has(metKey(id)) ? [[id, Met.parse(kept.get(metKey(id)))] as const] : [])));
	};

	let said = new Map<string, Met>();
	const judgeRows = async (placed: readonly (Placed<UploadRow> | null)[]): Promise<(Fit | Rejected | null)[]> => {
		const persons = [...new Set(placed.flatMap((one) => (one?.who.known ? [one.who.person] : [])))];
		const known = await readFacts(tx, customerId, persons);
		const before = await readMet(persons);
		said = new Map();
		fresh = new Map();
		return placed.map((one) => {
			if (one === null) return null;
			const { item: row, who } = one;
			const met = said.get(who.person) ?? before.get(who.person);
			const words = who.identifiers.map(wordOf);
			// Somebody may have several numbers, but each row has all of them.
			const other = met && words.find((word) => !met.words.includes(word) && met.words.some((old) => kindIn(old) === kindIn(word)));
			if (met && other !== undefined) {
				const same = words.find((word) => met.words.includes(word)) ?? other;
				return { code: 'on_another_row', column: places.naming.get(kindIn(same)) ?? null };
			}
			const values = Object.entries(row.change.attributes ?? {}).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
			for (const [key, value] of values) {
				const kind = kinds.get(key) ?? fresh.get(key);
				if (kind !== undefined && !fitsKind(value, kind)) return { code: 'kind_mismatch', column: places.columns.get(key) ?? null };
			}
			const news = values.filter(([key]) => !kinds.has(key) && !fresh.has(key));
			if (fresh.size + news.length > room) return { code: 'too_much', column: null };
			const was = said.get(who.person)?.facts ?? (trial ? before.get(who.person)?.facts : undefined) ?? known.get(who.person) ?? {};
			const is = changed(was, row.change);
			if (!fitsTogether(is.attributes ?? {})) return { code: 'too_much', column: null };
			for (const [key, value] of news) fresh.set(key, kindOfValue(value));
			const adds = who.fresh.some((word) => !met?.words.includes(wordOf(word)));
			said.set(who.person, { words: [...new Set([...(met?.words ?? []), ...words])], facts: is });
			const outcome = !who.known && !met ? 'created' : adds || canonical(was) !== canonical(is) ? 'updated' : 'unchanged';
			return { outcome, who, row };
		});
	};

	const settled = await settle<UploadRow, Fit, Rejected>(rows, nameAll, unnamed, judgeRows);
	const fits = settled.flatMap((one) => (isRefusal<Fit, Rejected>(one) ? [] : [one]));
	if (trial) {
		await keepInTrial(
			trial,
			tx,
			fits.map(({ who }) => who),
		);
		await trial.keep(tx, new Map([...said].map(([person, met]) => [metKey(person), met])));
	}
	const answered = trial
		? await answer(tx, parts, taking, fits, trial)
		: await write(tx, parts, taking, fits, fresh, new Map([...said].map(([person, { words }]) => [person, words])));
	return settled.map((one): Fate => (isRefusal<Fit, Rejected>(one) ? one : { outcome: one.outcome, answers: answered.get(one) ?? [] }));
};

/** Writes what rows say; answers what became of their answers. */
const write = async (
	tx: Tx,
	parts: TakingParts,
	taking: Taking,
	fits: readonly Fit[],
	fresh: ReadonlyMap<string, AttributeKind>,
	words: ReadonlyMap<string, readonly string[]>,
): Promise<Map<Fit, (Taken & { value: boolean })[]>> => {
	const { customerId, runId, domainId, by, asker } = taking;
	// Of strangers there is nothing to be found.
	const persons = [...new Set(fits.flatMap(({ who }) => (who.known ? [who.person] : [])))];
	const before = await readOwnFacts(tx, customerId, persons);
	const done = await readDone(tx, customerId, runId, persons);
	await keepAttributes(tx, customerId, fresh, { upload: runId, domainId: taking.within === null ? null : domainId });
	const note = (answered: ReadonlyMap<Fit, readonly (Taken & { value: boolean })[]>): Promise<void> =>
		keepDone(
			tx,
			customerId,
			runId,
			[...Map.groupBy(fits, ({ who }) => who.person)].map(([person, own]): Done => {
				const earlier = done.get(person);
				const records = own.flatMap((one) => (answered.get(one) ?? []).filter(({ outcome }) => outcome === 'stored'));
				const ids = (value: boolean) => records.flatMap((one) => (one.value === value && one.recordId !== null ? [one.recordId] : []));
				return {
					person,
					created: earlier?.created ?? own.some(({ outcome }) => outcome === 'created'),
					words: [...(words.get(person) ?? [])],
					before: earlier ? earlier.before : (before.get(person) ?? null),
					after: own.reduce((facts, { row }) => changed(facts, row.change), earlier?.after ?? {}),
					yeses: [...(earlier?.yeses ?? []), ...ids(true)],
					noes: [...(earlier?.noes ?? []), ...ids(false)],
				};
			}),
		);
	const silent = fits.every(({ row }) => row.answers.length === 0);
	// None waits for what it does not need: while PostgreSQL works on one, the next is put together here.
	await Promise.all([
		nameKept(
			tx,
			parts,
			customerId,
			fits.map(({ who }) => ({ who, domainId })),
			{ how: 'import', by, asker, upload: runId },
		).then((known) =>
			changeProfiles(
				tx,
				customerId,
				fits.flatMap(({ outcome, who, row }) =>
					outcome === 'unchanged' || Object.keys(row.change).length === 0 ? [] : [{ cluster: who.cluster, change: row.change }],
				),
				known,
			),
		),
		silent && note(new Map()),
	]);
	const answered = await answer(tx, parts, taking, fits, null);
	for (const [segmentId, own] of Map.groupBy(
		fits.flatMap(({ who, row }) => row.segments.map((segmentId) => ({ segmentId, who }))),
		({ segmentId }) => segmentId,
	))
		await putIn(
			tx,
			customerId,
			segmentId,
			[...new Map(own.map(({ who }) => [who.person, who.cluster])).values()],
			{ how: 'file', source: runId, by },
			{ proven: taking.proven },
		);
	const bounced = fits.flatMap(({ row: { person, bouncedAt } }) =>
		bouncedAt !== null && person.email !== undefined ? [{ value: person.email, at: bouncedAt }] : [],
	);
	if (bounced.length > 0) {
		await noteBounced(tx, customerId, 'email', bounced, runId);
		await touchPersons(tx, customerId, [...new Set(fits.flatMap(({ who, row }) => (row.bouncedAt === null ? [] : [who.person])))]);
	}
	if (!silent) await note(answered);
	return answered;
};

/** The ways in which answers come by a file, in the order in which they are written. */
const HOWS: readonly How[] = ['import', 'unsubscribe', 'complaint'];

const answer = async (
	tx: Tx,
	parts: TakingParts,
	{ customerId, by, asker, within, purposes }: Taking,
	fits: readonly Fit[],
	trial: Trial | null,
): Promise<Map<Fit, (Taken & { value: boolean })[]>> => {
	const fates = new Map<Fit, (Taken & { value: boolean })[]>();
	for (const how of HOWS) {
		const given = fits.flatMap((fit) => fit.row.answers.flatMap((one) => (one.how === how ? [{ fit, ...one.answer }] : [])));
		if (given.length === 0) continue;
		const taken = await takeAnswers(
			tx,
			parts,
			customerId,
			given.map(({ fit, ...one }) => ({ ...one, person: fit.row.person })),
			purposes,
			{ how, by, asker, within, named: given.map(({ fit }) => fit.who) },
			trial,
		);
		for (const [place, { fit, value }] of given.entries()) {
			const fate = taken[place];
			if (fate) fates.set(fit, [...(fates.get(fit) ?? []), { ...fate, value }]);
		}
	}
	return fates;
};
