/**
 * A domain that is erased takes with it whoever is known there alone, and what everybody else said there; each place in the ledger stays,
 * with a signed entry that says why it is empty. Records that name nobody stay, and so does what was shown to who gave them: they are the
 * customer's proof.
 */
import { removeValuesOf } from '#kernel/access/activity-values.ts';
import type { ErasedPiece, OfDomain } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, clustersOf, countKnownOn, knownBeside, lockPeople, nextNamedOn, unseeOn } from '../../people/wing.ts';
import { type ErasureParts, eraseClusters } from '../answers/erase-person.ts';
import { eraseRecords } from '../proof/erase.ts';
import { signingKey } from '../proof/keys.ts';
import { consentNeeds } from './needs.ts';
import { countsOn, dropDrafts, dropForms, dropScans, dropTold, namedRecordsOf, nextAnsweredOn, thingsOn } from './store.ts';

/** People a piece: others who write at the customer wait for no more than these. */
const PEOPLE = 50;
const RECORDS = 1_000;
const ROWS = 2_000;
const SCANS = 5;

interface Erasing extends OfDomain {
	readonly erasure: string;
}

/** What these said on the domain. Answers how many records, and whether there are more. */
const eraseSaid = async (tx: Tx, parts: ErasureParts, { customerId, domainId }: Erasing, members: readonly string[]) => {
	const ids = await namedRecordsOf(tx, customerId, domainId, members, RECORDS);
	return { erased: await eraseRecords(tx, parts, customerId, ids, 'domain'), more: ids.length === RECORDS };
};

const erasePeople = async (tx: Tx, parts: ErasureParts, of: Erasing): Promise<Record<string, number>> => {
	const { customerId, domainId, erasure } = of;
	const named = await nextNamedOn(tx, customerId, domainId, PEOPLE);
	const answered = named.length > 0 ? [] : await nextAnsweredOn(tx, customerId, domainId, PEOPLE);
	const rows = { person: 0, consent_record: 0, person_seen: 0 };
	if (named.length === 0 && answered.length === 0) return rows;
	await lockPeople(tx, customerId);
	const persons = [...named.flatMap(({ person }) => person ?? []), ...answered];
	const done: string[] = [];
	const here: Cluster[] = [];
	for (const cluster of new Set((await clustersOf(tx, customerId, persons)).values())) {
		if (named.length > 0 && !(await knownBeside(tx, customerId, domainId, cluster.members))) here.push(cluster);
		else {
			const { erased, more } = await eraseSaid(tx, parts, of, cluster.members);
			rows.consent_record += erased;
			// Whoever said a great deal has a piece of their own.
			if (more) continue;
		}
		done.push(...cluster.members);
	}
	rows.consent_record += (await eraseClusters(tx, parts, customerId, here, erasure)).reduce((all, { erased }) => all + erased, 0);
	rows.person += here.length;
	const nobody = named.filter(({ person }) => person === null || done.includes(person));
	rows.person_seen += await unseeOn(tx, customerId, domainId, done, nobody);
	await parts.hooks.touched.tell(tx, { customerId, persons: done });
	return rows;
};

const sum = (rows: Readonly<Record<string, number>>): number => Object.values(rows).reduce((all, n) => all + n, 0);

const piece = async (tx: Tx, parts: ErasureParts, of: Erasing): Promise<ErasedPiece> => {
	const { customerId, domainId, host } = of;
	const people = await erasePeople(tx, parts, of);
	if (sum(people) > 0) return { rows: people };
	const forms = await dropForms(tx, customerId, domainId, ROWS);
	const drafts = await dropDrafts(tx, customerId, domainId);
	const rows = {
		...forms.rows,
		configuration: drafts.length,
		...(await dropTold(tx, customerId, domainId, ROWS)),
		...(await dropScans(tx, customerId, host, SCANS)),
	};
	if (sum(rows) > 0) return { rows, things: [...(forms.things ?? []), ...drafts] };
	// Purposes and publications stay; what was written down when they were changed does not.
	return { rows: { activity_values: await removeValuesOf(tx, customerId, await thingsOn(tx, customerId, domainId)) } };
};

/** Answers how to stop. */
export const hearOfDomains = ({ hooks, secrets, settings }: ErasureParts): (() => void) => {
	const parts = { hooks, secrets, settings } satisfies ErasureParts & Partial<Kernel>;
	const stops = [
		hooks.eraseDomain.on((tx, of) => piece(tx, parts, of)),
		hooks.domainHolds.on(async (tx, { customerId, domainId, host }) => {
			const counts = await countsOn(tx, customerId, domainId, host);
			const { here, beside } = await countKnownOn(tx, customerId, domainId);
			if (!counts) return {};
			const { records, publications, ...lost } = counts;
			return { lost: { ...lost, people: here }, stays: { elsewhere: beside, records, publications } };
		}),
		hooks.needs.on(consentNeeds),
		hooks.signed.on(async (tx, { line, text }) => {
			const key = await signingKey(tx, secrets);
			return { signature: key.sign(`${line}\n${text}`).toString('base64'), keyId: key.keyId };
		}),
	];
	return () => {
		for (const stop of stops) stop();
	};
};
