/** What was published of a message, as a run sends it whatever becomes of its contents. */
import type { Kernel } from '#kernel/kernel.ts';
import { json, row, sql } from '#kernel/storage/rows.ts';
import { Frozen } from '../message.ts';
import type { PlanLane } from '../runs/plan.ts';

const VersionRow = row({ frozen: json(Frozen) });

export const readFrozen = async ({ storage }: Pick<Kernel, 'storage'>, customerId: number, lane: PlanLane): Promise<Frozen> => {
	const [found] = await storage.inTenant(customerId, (tx) =>
		tx.rows(
			VersionRow,
			sql`select frozen from constellation_version
			where customer_id = ${customerId} and constellation_id = ${lane.constellationId} and version = ${lane.version}`,
		),
	);
	if (!found) throw new Error('A published version is not there.');
	return found.frozen;
};

/** The same message under another subject, in every language. */
export const withSubject = (frozen: Frozen, subject: string): Frozen => ({
	...frozen,
	languages: Object.fromEntries(Object.entries(frozen.languages).map(([language, one]) => [language, { ...one, subject }])),
});
