/** Adds records of known people to the ledger and keeps what holds, in the transaction of the caller. */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { byteas, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { leafOf, newSalt, type ProvenRecord } from '../intake/leaf.ts';
import { receivedNow } from '../intake/order.ts';
import { type Present, presentAfter, presentOfAll } from './present.ts';
import { DECIDING, decidingOf, IN_ORDER, type RecordRow } from './records.ts';
import { recallPresent, recallRecords, rememberStored, type Trial } from './trial.ts';

/** A record of a known person before it has its place in the server's order. */
export type Statement = Omit<ProvenRecord, 'receivedAt' | 'batchPosition' | 'customerId' | 'person' | 'subject' | 'how'> & {
	readonly how: How;
	readonly person: string;
	readonly subject: string;
	readonly network: string | null;
};

/** `holds`: it is the present answer now. `took`: it became that when it was written. conflict: the id is another record's. */
export type Written =
	| { readonly outcome: 'stored' | 'known'; readonly holds: boolean; readonly took: boolean }
	| { readonly outcome: 'conflict'; readonly person: string | null };

interface StateRow {
	person: string;
	purpose_id: string;
	value: boolean;
	record_at: Date;
	record_id: string;
	purpose_version: number;
	received_at: Date;
	no_at: Date | null;
}

const slot = (person: string, purposeId: string): string => `${person} ${purposeId}`;

const readPresent = async (tx: Tx, customerId: number, statements: readonly Statement[]): Promise<Map<string, Present>> => {
	const rows = await tx.query<StateRow>(
		`select person, purpose_id, value, record_at, record_id, purpose_version, received_at, no_at from consent_state
		where customer_id = $1 and (person, purpose_id) in (select * from unnest($2::uuid[], $3::uuid[]))`,
		[customerId, uuids(statements.map((one) => one.person)), uuids(statements.map((one) => one.purposeId))],
	);
	return new Map(
		rows.map((row) => [
			slot(row.person, row.purpose_id),
			{
				value: row.value,
				recordAt: row.record_at,
				recordId: row.record_id,
				purposeVersion: row.purpose_version,
				receivedAt: row.received_at,
				noAt: row.no_at,
			},
		]),
	);
};

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
	const missing = statements.filter((one) => !present.has(slot(one.person, one.purposeId)));
	if (missing.length === 0) return;
	const rows = await tx.query<RecordRow>(
		`select ${DECIDING} from consent_record r where r.customer_id = $1 and r.person = any($2) ${IN_ORDER}`,
		[customerId, uuids([...new Set(missing.map((one) => one.person))])],
	);
	const wanted = new Set(missing.map((one) => slot(one.person, one.purposeId)));
	for (const [key, own] of Map.groupBy(rows, (row) => slot(row.person, row.purpose_id))) {
		const derived = wanted.has(key) ? presentOfAll(own.map(decidingOf)) : null;
		if (derived !== null) present.set(key, derived);
	}
};

interface Existing {
	id: string;
	person: string | null;
	purpose_id: string;
	value: boolean;
}

const readExisting = async (tx: Tx, customerId: number, statements: readonly Statement[]): Promise<Map<string, Existing>> => {
	const rows = await tx.query<Existing>(
		`select r.id, r.person, r.purpose_id, r.value from unnest($2::timestamptz[], $3::uuid[]) g (at, id)
		join consent_record r on r.customer_id = $1 and r.at = g.at and r.id = g.id`,
		[customerId, timestamps(statements.map((one) => new Date(one.at))), uuids(statements.map((one) => one.id))],
	);
	return new Map(rows.map((row) => [row.id, row]));
};

const insertRecords = async (tx: Tx, customerId: number, records: readonly ProvenRecord[]): Promise<void> => {
	const rows = records.map((record) => {
		const salt = newSalt();
		return { record, salt, leaf: leafOf(salt, record) };
	});
	await tx.query(
		`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
			batch_position, how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed,
			person, subject, source, recorded_by, salt, leaf)
		select $1, g.at, g.id, (g.r->>'choiceId')::uuid, (g.r->>'domainId')::uuid, (g.r->>'purposeId')::uuid, (g.r->>'purposeVersion')::int,
			g.r->>'category', (g.r->>'value')::boolean, g.received_at, (g.r->>'batchPosition')::int, g.r->>'how', g.r->>'configuration',
			decode(g.r->>'configurationHash', 'hex'), g.r->>'language', (g.r->>'gpc')::boolean, g.r->>'browser', g.r->>'device', g.r->>'country',
			g.r->>'tcString', (g.r->>'clockSkewed')::boolean, (g.r->>'person')::uuid, g.r->>'subject', g.r->>'source', g.r->>'by', g.salt, g.leaf
		from unnest($2::timestamptz[], $3::uuid[], $4::timestamptz[], $5::text[]::jsonb[], $6::bytea[], $7::bytea[]) g (at, id, received_at, r, salt, leaf)`,
		[
			customerId,
			timestamps(rows.map(({ record }) => new Date(record.at))),
			uuids(rows.map(({ record }) => record.id)),
			timestamps(rows.map(({ record }) => new Date(record.receivedAt))),
			texts(rows.map(({ record }) => JSON.stringify(record))),
			byteas(rows.map(({ salt }) => salt)),
			byteas(rows.map(({ leaf }) => leaf)),
		],
	);
};

const insertNetworks = async (tx: Tx, customerId: number, receivedAt: Date, rows: readonly Statement[]): Promise<void> => {
	const known = rows.filter(({ network }) => network !== null);
	if (known.length === 0) return;
	await tx.query(
		'insert into consent_record_ip (customer_id, received_at, id, network) select $1, $2, id, network from unnest($3::uuid[], $4::text[]) g (id, network)',
		[customerId, receivedAt, uuids(known.map(({ id }) => id)), texts(known.map(({ network }) => network))],
	);
};

const keepPresent = (tx: Tx, customerId: number, changed: ReadonlyMap<string, Present>): Promise<object[]> => {
	const rows = [...changed].map(([key, present]) => {
		const [person = '', purpose = ''] = key.split(' ');
		return { person, purpose, ...present };
	});
	return tx.query(
		`insert into consent_state (customer_id, person, purpose_id, value, record_at, record_id, purpose_version, received_at, no_at)
		select $1, * from jsonb_to_recordset($2::jsonb) g (person uuid, purpose uuid, value boolean, "recordAt" timestamptz, "recordId" uuid,
			"purposeVersion" int, "receivedAt" timestamptz, "noAt" timestamptz)
		on conflict (customer_id, person, purpose_id) do update set value = excluded.value, record_at = excluded.record_at,
			record_id = excluded.record_id, purpose_version = excluded.purpose_version, received_at = excluded.received_at, no_at = excluded.no_at`,
		[customerId, JSON.stringify(rows)],
	);
};

/** Tells live lists and webhooks, once the transaction is through. */
const tell = (tx: Tx, customerId: number, stored: readonly Statement[]): Promise<object[]> => {
	const domains = Object.fromEntries([...Map.groupBy(stored, (one) => one.domainId)].map(([id, list]) => [id, list.length]));
	const news = { topic: 'consents', customerId, domains: Object.keys(domains).length <= 100 ? domains : {} };
	return tx.query(`select pg_notify('live', $1)`, [JSON.stringify(news)]);
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
	const present = await readPresent(tx, customerId, statements);
	await deriveMissing(tx, customerId, statements, present);
	const existing = await readExisting(tx, customerId, statements);
	if (trial) {
		const slots = statements.map((one) => slot(one.person, one.purposeId));
		for (const [key, value] of await recallPresent(trial, tx, slots)) present.set(key, value);
		for (const [id, record] of await recallRecords(
			trial,
			tx,
			statements.map(({ id }) => id),
		))
			existing.set(id, record);
	}
	const lastAt = Math.max(0, ...[...present.values()].map(({ receivedAt }) => receivedAt.getTime()));
	const receivedAt = receivedNow(lastAt);
	const stored: Statement[] = [];
	const records: ProvenRecord[] = [];
	const changed = new Map<string, Present>();
	const fates = statements.map((statement): 'took' | 'stored' | 'known' | { person: string | null } => {
		const there = existing.get(statement.id);
		if (there) {
			const same = there.person === statement.person && there.purpose_id === statement.purposeId && there.value === statement.value;
			return same ? 'known' : { person: there.person };
		}
		const { network: _, ...rest } = statement;
		records.push({ ...rest, customerId, receivedAt: receivedAt.toISOString(), batchPosition: stored.length });
		stored.push(statement);
		existing.set(statement.id, { id: statement.id, person: statement.person, purpose_id: statement.purposeId, value: statement.value });
		const key = slot(statement.person, statement.purposeId);
		const before = present.get(key) ?? null;
		const after = presentAfter(before, { ...statement, at: new Date(statement.at), receivedAt });
		if (after === before) return 'stored';
		present.set(key, after);
		changed.set(key, after);
		return 'took';
	});
	if (trial) await rememberStored(trial, tx, stored, changed);
	else if (stored.length > 0) {
		await insertRecords(tx, customerId, records);
		await insertNetworks(tx, customerId, receivedAt, stored);
		await keepPresent(tx, customerId, changed);
		await tell(tx, customerId, stored);
	}
	return statements.map((statement, index): Written => {
		const fate = fates[index] ?? 'known';
		if (typeof fate === 'object') return { outcome: 'conflict', person: fate.person };
		const holds = present.get(slot(statement.person, statement.purposeId))?.recordId === statement.id;
		return { outcome: fate === 'known' ? 'known' : 'stored', holds, took: fate === 'took' };
	});
};
