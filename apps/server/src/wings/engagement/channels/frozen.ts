/** What was published of a message, as a run sends it whatever becomes of its contents. */
import type { Kernel } from '#kernel/kernel.ts';
import { json, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Frozen } from '../message.ts';
import type { PlanLane } from '../runs/plan.ts';

const VersionRow = row({ frozen: json(Frozen) });

type Version = Pick<PlanLane, 'constellationId' | 'version'>;

/** The same where a transaction is open. */
export const frozenIn = async (tx: Tx, customerId: number, { constellationId, version }: Version): Promise<Frozen> => {
	const [found] = await tx.rows(
		VersionRow,
		sql`select frozen from constellation_version
		where customer_id = ${customerId} and constellation_id = ${constellationId} and version = ${version}`,
	);
	if (!found) throw new Error('A published version is not there.');
	return found.frozen;
};

export const readFrozen = ({ storage }: Pick<Kernel, 'storage'>, customerId: number, lane: Version): Promise<Frozen> =>
	storage.inTenantByKeys(customerId, (tx) => frozenIn(tx, customerId, lane));

/** The same message under another subject, in every language. */
export const withSubject = (frozen: Frozen, subject: string): Frozen => ({
	...frozen,
	languages: Object.fromEntries(Object.entries(frozen.languages).map(([language, one]) => [language, { ...one, subject }])),
});
