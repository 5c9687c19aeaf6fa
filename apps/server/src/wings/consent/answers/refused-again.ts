/**
 * A remembered no (people/objections) keeps a yes from before from holding. Where a purpose needs no yes it has to be said again: whoever
 * refused it, was erased and comes back has its no in the ledger once more, of the moment until which it is remembered.
 */

import type { How } from '@luvalla/contract/consent/ledger.ts';
import { DUTIES } from '@luvalla/contract/consent/purposes.ts';
import { newId } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Named, remembersAny, subjectOf } from '../../people/wing.ts';
import { idOf } from '../ids.ts';
import { readPresent, slot } from './kept.ts';
import { untils } from './memory.ts';
import { readPurposeFacts, versionAt } from './purposes.ts';
import { type Statement, tellAnswered, writeStatements } from './write.ts';

/** Permits messages to whoever is in its segment. */
const NeedsNoYes = row({ purpose_id: uuid });

/** Of these whoever comes to be known by something. Call it once they are known, under `lockPeople`. */
export const refuseAgain = async (
	tx: Tx,
	{ secrets, hooks }: Pick<Kernel, 'secrets' | 'hooks'>,
	customerId: number,
	named: readonly Named[],
	{ how, by }: { readonly how: How; readonly by?: string | undefined },
): Promise<void> => {
	const fresh = [...Map.groupBy(named, ({ person }) => person).values()].flatMap((same) => {
		const names = same.flatMap((one) => one.fresh);
		return same[0] && names.length > 0 ? [{ who: same[0], names }] : [];
	});
	if (fresh.length === 0 || !(await remembersAny(tx, customerId))) return;
	const open = await tx.rows(
		NeedsNoYes,
		sql`select purpose_id from purpose where customer_id = ${customerId} and channels <> '{}'
			and basis <> all(${['consent', ...DUTIES]}::text[])`,
	);
	if (open.length === 0) return;
	const wanted = new Set(open.map((one) => one.purpose_id));
	const purposes = (await readPurposeFacts(tx, customerId, null)).filter(({ id }) => wanted.has(id));
	const slots = fresh.flatMap(({ who, names }) => purposes.map((purpose) => ({ who, names, purpose, purposeId: purpose.id })));
	const until = await untils(tx, secrets, customerId, slots);
	const refused = slots.flatMap((one, index) => (until[index] ? [{ ...one, at: until[index] }] : []));
	const present = await readPresent(
		tx,
		customerId,
		refused.map(({ who, purposeId }) => ({ person: who.cluster.kept, purposeId })),
	);
	const statements = refused.flatMap(({ who, purpose, at }): Statement[] => {
		// What they said since is newer.
		if ((present.get(slot(who.cluster.kept, purpose.id))?.recordAt ?? at) > at) return [];
		return [
			{
				...{ id: idOf(secrets, at, ['refused again', who.own, purpose.id]), derivedId: true, choiceId: newId() },
				...{ domainId: purpose.domainId, purposeId: purpose.id, purposeVersion: versionAt(purpose, at), category: purpose.name },
				...{ value: false, behind: false, at: at.toISOString(), how: how === 'identification' ? 'api' : how },
				...{ source: 'A no from before, remembered', by, network: null },
				...{ configuration: null, configurationHash: null, language: 'und', gpc: false, browser: '', device: 'unknown' },
				...{ country: null, tcString: null, clockSkewed: false },
				...{ person: who.own, cluster: who.cluster, known: true, subject: subjectOf(who.identifiers, who.own) },
			},
		];
	});
	await tellAnswered(tx, hooks, customerId, statements, await writeStatements(tx, customerId, statements));
};
