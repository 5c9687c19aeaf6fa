/** Part of the daily self-check: what is kept as a person's present answer is what their records come to. */
import type { Finding } from '@luvalla/contract/consent/proof.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { presentOfAll } from './present.ts';
import { DECIDING, decidingOf, IN_ORDER, type RecordRow } from './records.ts';

/** People a statement reads. */
const BATCH = 1000;

interface KeptRow {
	person: string;
	purpose_id: string;
	value: boolean;
	record_id: string;
}

/** Present answers that no record bears out. An answer that is not kept is no finding: nothing is done upon it. */
export const checkPresent = async (tx: Tx, customerId: number): Promise<Finding[]> => {
	const findings: Finding[] = [];
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const people = (
			await tx.query<{ person: string }>(
				'select distinct person from consent_state where customer_id = $1 and person > $2 order by person limit $3',
				[customerId, after, BATCH],
			)
		).map((row) => row.person);
		const last = people.at(-1);
		if (last === undefined) return findings;
		const kept = await tx.query<KeptRow>(
			'select person, purpose_id, value, record_id from consent_state where customer_id = $1 and person = any($2)',
			[customerId, people],
		);
		const records = await tx.query<RecordRow>(
			`select ${DECIDING} from consent_record r where r.customer_id = $1 and r.person = any($2) ${IN_ORDER}`,
			[customerId, people],
		);
		const bySlot = Map.groupBy(records, (row) => `${row.person} ${row.purpose_id}`);
		for (const row of kept) {
			const derived = presentOfAll((bySlot.get(`${row.person} ${row.purpose_id}`) ?? []).map(decidingOf));
			if (derived?.value !== row.value || derived.recordId !== row.record_id)
				findings.push({ kind: 'present', position: null, recordId: row.record_id, other: null });
		}
		after = last;
	}
};
