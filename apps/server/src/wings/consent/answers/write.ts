/** Adds records of known people to the ledger and keeps what holds, in the transaction of the caller. */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import type { Hooks } from '#kernel/hooks.ts';
import { bools, byteas, int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, int, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import { leafOf, newSalt, type ProvenRecord } from '../intake/leaf.ts';
import { receivedNow } from '../intake/order.ts';
import { enterArrival } from '../ledger/arrivals.ts';
import { derivePresent, keepPresent, markBehind, readPresent, slot } from './kept.ts';
import { type Present, presentAfter } from './present.ts';
import { recallPresent, recallRecords, rememberStored, type Trial } from './trial.ts';

/** A record of a known person before it has its place in the server's order. */
export type Statement = Omit<ProvenRecord, 'receivedAt' | 'batchPosition' | 'customerId' | 'person' | 'subject' | 'how'> & {
	readonly how: How;
	/** Under whose id it is written: the one that the name was made for, so that it stays theirs when they are told apart. */
	readonly person: string;
	/** All who are one with them: what holds is theirs together. */
	readonly cluster: Cluster;
	/** Whether anybody knew them before; of a stranger there is nothing to be found. */
	readonly known: boolean;
	readonly subject: string;
	readonly network: string | null;
	/** The id follows from what is said: whatever has it says the same. */
	readonly derivedId: boolean;
	/** A yes that is evidence and never holds. */
	readonly behind: boolean;
};

/** `holds`: it is the present answer now. `took`: what it says holds since it was written. conflict: the id is another record's. */
export type Written =
	| { readonly outcome: 'stored' | 'known'; readonly holds: boolean; readonly took: boolean }
	| { readonly outcome: 'conflict'; readonly person: string | null };

const slotOf = ({ cluster, purposeId }: Statement): string => slot(cluster.kept, purposeId);

/**
 * What holds by the records alone, where nothing is kept: mostly nobody's answer to anything, but an erasure takes what it
 * decided and leaves other records of the person.
 */
const deriveMissing = async (
	tx: Tx,
	customerId: number,
	statements: readonly Statement[],
	present: Map<string, Present>,
): Promise<void> => {
	const missing = statements.filter((one) => one.known && !present.has(slotOf(one)));
	if (missing.length === 0) return;
	const clusters = new Map(missing.map(({ cluster }) => [cluster.kept, cluster]));
	const wanted = new Set(missing.map(slotOf));
	for (const [key, derived] of await derivePresent(tx, customerId, [...clusters.values()])) if (wanted.has(key)) present.set(key, derived);
};

/** A stored record, as far as another of its id must say the same. */
const Existing = row({
	id: uuid,
	person: orNull(uuid),
	purpose_id: uuid,
	purpose_version: int,
	value: bool,
	language: text,
	source: orNull(text),
});

/** Whether the record that is there says what is said under its id now. */
const saysTheSame = (there: RowOf<typeof Existing>, statement: Statement): boolean => {
	const { derivedId, cluster, purposeId, purposeVersion, value, language, source } = statement;
	if (there.purpose_id !== purposeId || there.purpose_version !== purposeVersion || there.value !== value) return false;
	if (there.person === null || !cluster.members.includes(there.person)) return false;
	// A derived id has the source in it, and the language follows nobody's choice.
	return derivedId || (there.language === language && there.source === (source ?? null));
};

const existingOf = ({ id, person, purposeId, purposeVersion, value, language, source }: Statement): RowOf<typeof Existing> => ({
	id,
	person,
	purpose_id: purposeId,
	purpose_version: purposeVersion,
	value,
	language,
	source: source ?? null,
});

const readExisting = async (tx: Tx, customerId: number, statements: readonly Statement[]): Promise<Map<string, RowOf<typeof Existing>>> => {
	if (statements.length === 0) return new Map();
	const rows = await tx.rows(
		Existing,
		sql`select r.id, r.person, r.purpose_id, r.purpose_version, r.value, r.language, r.source
		from unnest(${timestamps(statements.map((one) => new Date(one.at)))}::timestamptz[], ${uuids(statements.map((one) => one.id))}::uuid[]) g (at, id)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id`,
	);
	return new Map(rows.map((found) => [found.id, found]));
};

/** A record with what proves it. */
type Sealed = ProvenRecord & { readonly salt: Buffer; readonly leaf: Buffer };

const sealed = (record: ProvenRecord): Sealed => {
	const salt = newSalt();
	return { ...record, salt, leaf: leafOf(salt, record) };
};

const insertRecords = async (tx: Tx, customerId: number, records: readonly Sealed[]): Promise<void> => {
	const column = <T>(of: (record: Sealed) => T): T[] => records.map(of);
	const textOf = (of: (record: Sealed) => string | null | undefined): Buffer => texts(column((record) => of(record) ?? null));
	// A column of its own each: taking them out of one JSON a row cost PostgreSQL more than storing them.
	await tx.run(sql`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
			batch_position, how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed,
			person, subject, source, recorded_by, salt, leaf)
		select ${customerId}::int, g.at, g.id, g.choice_id, g.domain_id, g.purpose_id, g.purpose_version, g.category, g.value, g.received_at,
			g.batch_position, g.how, g.configuration, decode(g.configuration_hash, 'hex'), g.language, g.gpc, g.browser, g.device, g.country,
			g.tc_string, g.clock_skewed, g.person, g.subject, g.source, g.recorded_by, g.salt, g.leaf
		from unnest(
			${timestamps(column(({ at }) => new Date(at)))}::timestamptz[], ${uuids(column(({ id }) => id))}::uuid[],
			${uuids(column(({ choiceId }) => choiceId))}::uuid[], ${uuids(column(({ domainId }) => domainId))}::uuid[],
			${uuids(column(({ purposeId }) => purposeId))}::uuid[], ${int4s(column(({ purposeVersion }) => purposeVersion))}::int[],
			${textOf(({ category }) => category)}::text[], ${bools(column(({ value }) => value))}::boolean[],
			${timestamps(column(({ receivedAt }) => new Date(receivedAt)))}::timestamptz[],
			${int4s(column(({ batchPosition }) => batchPosition))}::int[], ${textOf(({ how }) => how)}::text[],
			${textOf(({ configuration }) => configuration)}::text[], ${textOf(({ configurationHash }) => configurationHash)}::text[],
			${textOf(({ language }) => language)}::text[], ${bools(column(({ gpc }) => gpc))}::boolean[], ${textOf(({ browser }) => browser)}::text[],
			${textOf(({ device }) => device)}::text[], ${textOf(({ country }) => country)}::text[], ${textOf(({ tcString }) => tcString)}::text[],
			${bools(column(({ clockSkewed }) => clockSkewed))}::boolean[], ${textOf(({ person }) => person)}::text[]::uuid[],
			${textOf(({ subject }) => subject)}::text[], ${textOf(({ source }) => source)}::text[], ${textOf(({ by }) => by)}::text[],
			${byteas(column(({ salt }) => salt))}::bytea[], ${byteas(column(({ leaf }) => leaf))}::bytea[]
		) g (at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position, how, configuration,
			configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, person, subject, source, recorded_by, salt, leaf)
		returning 1`);
};

const insertNetworks = async (tx: Tx, customerId: number, receivedAt: Date, rows: readonly Statement[]): Promise<void> => {
	const known = rows.filter(({ network }) => network !== null);
	if (known.length === 0) return;
	await tx.run(sql`insert into consent_record_ip (customer_id, received_at, id, network) select ${customerId}, ${receivedAt}, id, network
		from unnest(${uuids(known.map(({ id }) => id))}::uuid[], ${texts(known.map(({ network }) => network))}::text[]) g (id, network) returning 1`);
};

/** Tells live lists and webhooks, once the transaction is through. */
const tell = (tx: Tx, customerId: number, stored: readonly Statement[]): Promise<number> => {
	const domains = Object.fromEntries([...Map.groupBy(stored, (one) => one.domainId)].map(([id, list]) => [id, list.length]));
	const news = { topic: 'consents', customerId, domains: Object.keys(domains).length <= 100 ? domains : {} };
	return tx.run(sql`select pg_notify('live', ${JSON.stringify(news)})`);
};

/** Later than anything that these have said, and than their merges: what comes after a merge must not seem to come before. */
const momentAfter = (present: ReadonlyMap<string, Present>, statements: readonly Statement[]): Date => {
	const received = [...present.values()].map(({ receivedAt }) => receivedAt.getTime());
	const merged = statements.flatMap(({ cluster }) => cluster.edges.map(({ mergedAt }) => mergedAt.getTime()));
	return receivedNow(Math.max(0, ...received, ...merged));
};

/**
 * Writes statements in their order; call it under `lockPeople`. Answers for each what became of it. The same id again is
 * `known` when it says the same of the same person, and a conflict otherwise. In a trial nothing is written.
 */
export const writeStatements = async (
	tx: Tx,
	customerId: number,
	statements: readonly Statement[],
	trial: Trial | null = null,
): Promise<Written[]> => {
	if (statements.length === 0) return [];
	// A stranger has said nothing, and an id that follows from who they are is new with them: most rows of a file are looked up nowhere.
	const present = await readPresent(
		tx,
		customerId,
		statements.flatMap(({ known, cluster, purposeId }) => (known ? [{ person: cluster.kept, purposeId }] : [])),
	);
	await deriveMissing(tx, customerId, statements, present);
	const existing = await readExisting(
		tx,
		customerId,
		statements.filter(({ known, derivedId }) => known || !derivedId),
	);
	if (trial) {
		const slots = statements.map(slotOf);
		for (const [key, value] of await recallPresent(trial, tx, slots)) present.set(key, value);
		for (const [id, record] of await recallRecords(
			trial,
			tx,
			statements.map(({ id }) => id),
		))
			existing.set(id, record);
	}
	const receivedAt = momentAfter(present, statements);
	const stored: Statement[] = [];
	const records: Sealed[] = [];
	const changed = new Map<string, Present>();
	const fates = statements.map((statement): 'took' | 'stored' | 'known' | { person: string | null } => {
		const there = existing.get(statement.id);
		if (there) return saysTheSame(there, statement) ? 'known' : { person: there.person };
		const { network: _network, cluster: _cluster, known: _known, behind: _behind, derivedId: _derivedId, ...rest } = statement;
		const record = { ...rest, customerId, receivedAt: receivedAt.toISOString(), batchPosition: stored.length };
		// A trial writes nothing that would have to be proven.
		if (!trial) records.push(sealed(record));
		stored.push(statement);
		existing.set(statement.id, existingOf(statement));
		const key = slotOf(statement);
		const before = present.get(key) ?? null;
		if (statement.behind) return 'stored';
		const after = presentAfter(before, { ...statement, at: new Date(statement.at), receivedAt });
		// Behind a yes to newer words it is a yes all the same.
		if (after === before) return after.value ? 'took' : 'stored';
		present.set(key, after);
		changed.set(key, after);
		return 'took';
	});
	const holds = (statement: Statement): boolean => present.get(slotOf(statement))?.recordId === statement.id;
	if (trial) await rememberStored(trial, tx, stored.map(existingOf), changed);
	else if (stored.length > 0) {
		const behind = stored.filter((one) => one.behind).map(({ id, at }) => ({ id, at: new Date(at) }));
		// None waits for another's answer: while PostgreSQL works on one, the next is put together here.
		await Promise.all([
			insertRecords(tx, customerId, records),
			enterArrival(
				tx,
				customerId,
				receivedAt,
				records.map(({ id, at, leaf }) => ({ id, at: new Date(at), leaf })),
			),
			insertNetworks(tx, customerId, receivedAt, stored),
			keepPresent(tx, customerId, changed),
			markBehind(tx, customerId, behind),
			tell(tx, customerId, stored),
		]);
	}
	return statements.map((statement, index): Written => {
		const fate = fates[index] ?? 'known';
		if (typeof fate === 'object') return { outcome: 'conflict', person: fate.person };
		return { outcome: fate === 'known' ? 'known' : 'stored', holds: holds(statement), took: fate === 'took' };
	});
};

/** Tells the wings above what was stored, once whoever said it is known. */
export const tellAnswered = async (
	tx: Tx,
	hooks: Hooks,
	customerId: number,
	statements: readonly Statement[],
	written: readonly Written[],
): Promise<void> => {
	const answers = statements.flatMap((one, index) => {
		const fate = written[index];
		return fate?.outcome === 'stored'
			? [
					{
						person: one.cluster.kept,
						own: one.person,
						how: one.how,
						at: new Date(one.at),
						purposeId: one.purposeId,
						value: one.value,
						recordId: one.id,
						holds: fate.holds,
					},
				]
			: [];
	});
	if (answers.length > 0) await hooks.answered.tell(tx, { customerId, answers });
};
