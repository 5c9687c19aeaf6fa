/**
 * A visitor turned out to be somebody: their records are added as answers of that person, each once, pointing back to the
 * record it came from. It never widens what holds (present.ts).
 */
import type { LinkOutcome } from '@luvalla/contract/consent/answers.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Named, subjectOf } from '../../people/wing.ts';
import { atOf, identificationId } from '../ids.ts';
import { PROVEN, ProvenRow, provenOf } from '../proof/store.ts';
import { behindMemory } from './memory.ts';
import { saidAt } from './present.ts';
import type { AnswerParts } from './statements.ts';
import { type Statement, tellAnswered, writeStatements } from './write.ts';

/** Records of visitors among these ids, on one domain. */
const readVisitors = async (tx: Tx, customerId: number, domainId: string, ids: readonly string[]): Promise<Map<string, ProvenRow>> => {
	const rows = await tx.rows(
		ProvenRow,
		sql`select ${PROVEN} from unnest(${ids.map(atOf)}::timestamptz[], ${uuids(ids)}::uuid[]) g (at, id)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
		where r.domain_id = ${domainId} and r.person is null`,
	);
	return new Map(rows.map((row) => [row.id, row]));
};

const linked = (
	secrets: AnswerParts['secrets'],
	customerId: number,
	row: ProvenRow,
	{ own, cluster, known, identifiers }: Named,
	by: string,
): Statement => {
	const { receivedAt: _received, batchPosition: _position, customerId: _customer, ...origin } = provenOf(customerId, row);
	return {
		...origin,
		id: identificationId(secrets, row.at, row.id),
		how: 'identification',
		person: own,
		cluster,
		known,
		derivedId: false,
		behind: false,
		subject: subjectOf(identifiers, own),
		source: `record ${row.id}`,
		by,
		network: null,
	};
};

/** Links visitors' records to a person; in the order given. Call it under `lockPeople`. */
export const linkRecords = async (
	tx: Tx,
	parts: AnswerParts,
	customerId: number,
	domainId: string,
	who: Named,
	given: readonly string[],
	by: string,
): Promise<LinkOutcome[]> => {
	const ids = given.map((id) => id.toLowerCase());
	const rows = await readVisitors(tx, customerId, domainId, [...new Set(ids)]);
	const found = [...new Set(ids)].flatMap((id) => rows.get(id) ?? []);
	const statements = found.map((row) => linked(parts.secrets, customerId, row, who, by));
	const behind = await behindMemory(
		tx,
		parts.secrets,
		customerId,
		// Said when the visitor's own record arrived, at the latest.
		found.map(({ purpose_id: purposeId, value, at, received_at: receivedAt }) => ({
			who,
			purposeId,
			value,
			at: saidAt({ at, receivedAt }),
			how: 'identification',
		})),
	);
	const written = await writeStatements(
		tx,
		customerId,
		statements.map((statement, index) => ({ ...statement, behind: behind[index] === true })),
	);
	await tellAnswered(tx, parts.hooks, customerId, statements, written);
	const fates = new Map(found.map((row, index) => [row.id, { statement: statements[index], fate: written[index] }]));
	return ids.map((id): LinkOutcome => {
		const { statement, fate } = fates.get(id) ?? {};
		if (!statement || !fate) return { id, outcome: 'unknown_record', recordId: null, holds: false };
		if (fate.outcome === 'conflict') return { id, outcome: 'linked_elsewhere', recordId: null, holds: false };
		return { id, outcome: fate.outcome === 'stored' ? 'linked' : 'known', recordId: statement.id, holds: fate.holds };
	});
};
