/** Part of the daily self-check: what is kept as a person's present answer is what their records come to. */
import type { Finding } from '@luvalla/contract/consent/proof.ts';
import { bool, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../../people/wing.ts';
import { derivePresent, slot } from './kept.ts';

/** People a statement reads. */
const BATCH = 1000;

const Person = row({ person: uuid });
const PresentRow = row({ person: uuid, purpose_id: uuid, value: bool, record_id: uuid });

/** Present answers that no record bears out. An answer that is not kept is no finding: nothing is done upon it. */
export const checkPresent = async (tx: Tx, customerId: number): Promise<Finding[]> => {
	const findings: Finding[] = [];
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const people = (
			await tx.rows(
				Person,
				sql`select distinct person from consent_state where customer_id = ${customerId} and person > ${after} order by person limit ${BATCH}`,
			)
		).map(({ person }) => person);
		const last = people.at(-1);
		if (last === undefined) return findings;
		const kept = await tx.rows(
			PresentRow,
			sql`select person, purpose_id, value, record_id from consent_state where customer_id = ${customerId} and person = any(${people}::uuid[])`,
		);
		const clusters = new Set((await clustersOf(tx, customerId, people)).values());
		const derived = await derivePresent(tx, customerId, [...clusters]);
		for (const found of kept) {
			// An answer under an id that leads elsewhere is borne out by nothing.
			const present = derived.get(slot(found.person, found.purpose_id));
			if (present?.value !== found.value || present.recordId !== found.record_id)
				findings.push({ kind: 'present', position: null, recordId: found.record_id, other: null });
		}
		after = last;
	}
};
