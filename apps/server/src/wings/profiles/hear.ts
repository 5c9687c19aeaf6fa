/** What this wing hears: answers and addresses that rules may ask about, people who are one now or two again, and who is gone. */
import { UNDO_KIND, UPLOAD_KIND } from '@luvalla/contract/profiles/uploads.ts';
import { forgetFiles } from '#kernel/files/files.ts';
import type { Answered, Touched } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { forgetHeader, forgetInput, openInputs } from '#kernel/runs/store.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, clustersOf, membersOf } from '../people/wing.ts';
import { connectorNeeds } from './connectors/needs.ts';
import { forgetLogged, forgetSent } from './connectors/store.ts';
import { forgetTokens } from './devices/store.ts';
import { hearOfDomains } from './domain/erase.ts';
import { COUNTED, CountedEvent, tellEventsGone } from './events/counted.ts';
import { holds, standsOn } from './holds.ts';
import { forgetNews, isWatched, noteNews } from './news.ts';
import { calledBy, numbersBy, recompose } from './profiles/facts.ts';
import { keptPart } from './profiles/kept.ts';
import { searchedBy } from './profiles/searched.ts';
import { forgetSeen, markPersonsSeen, recomposeSeen, wasThere } from './profiles/seen.ts';
import { keepSignedUp } from './profiles/signed-up.ts';
import { touchPersons } from './rules/follow.ts';
import { choosable, settleChoices, usableOf } from './segments/choices.ts';
import { settleMembers } from './segments/members.ts';
import { clearEverywhere } from './sets/store.ts';
import { forgetDone, forgetNamedBy, forgetNames } from './uploads/store.ts';
import { forgetDevices, settleDevices } from './visitors/store.ts';

/** Everything kept here of these. */
const erase = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<void> => {
	const numbers = [...(await numbersBy(tx, customerId, persons)).values()];
	// Before their events: what a device tells meanwhile waits for this, or is deleted with them.
	await forgetDevices(tx, customerId, persons);
	await tx.run(sql`delete from profile where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
	await tx.run(sql`delete from profile_own where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
	await tx.run(sql`delete from segment_member where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
	await forgetDone(tx, customerId, persons);
	await forgetSeen(tx, customerId, numbers);
	const gone = await tx.rows(
		CountedEvent,
		sql`delete from event where customer_id = ${customerId} and number = any(${numbers}::int[]) returning ${COUNTED}`,
	);
	await tellEventsGone(tx, customerId, gone);
	await clearEverywhere(tx, customerId, numbers);
	await forgetNews(tx, customerId, numbers);
	await forgetSent(tx, customerId, persons);
	await forgetTokens(tx, customerId, persons);
	// Should anybody still know them, rules look again at who is left.
	await touchPersons(tx, customerId, persons);
};

/** After it changed who is one with whom. */
const settle = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	await recompose(tx, customerId, clusters);
	await recomposeSeen(tx, customerId, clusters);
	// Nobody is counted twice from here on; what rules say of who is left follows.
	const gone = clusters.flatMap(({ kept, members }) => members.filter((member) => member !== kept));
	await clearEverywhere(tx, customerId, [...(await numbersBy(tx, customerId, gone)).values()]);
	await settleMembers(tx, customerId, clusters, null, [], false);
	await settleChoices(tx, customerId, clusters);
	await settleDevices(tx, customerId, clusters);
};

/** A yes that somebody said themselves, and that holds. */
const noteYes = async (tx: Tx, customerId: number, answers: Answered['answers']): Promise<void> => {
	const yes = answers.filter(({ value, holds, how }) => value && holds && wasThere(how));
	if (yes.length === 0 || !(await isWatched(tx, customerId, 'consent'))) return;
	const numbers = await numbersBy(tx, customerId, [...new Set(yes.map(({ person }) => person))]);
	await noteNews(
		tx,
		customerId,
		yes.flatMap(({ person, purposeId, recordId, at }) => {
			const number = numbers.get(person);
			return number === undefined ? [] : [{ kind: 'consent' as const, subject: purposeId, number, domainId: null, cause: recordId, at }];
		}),
	);
};

/** What is known or holds of these is not what it was. */
const lookAgain = async (tx: Tx, { customerId, persons, newcomers = new Map() }: Touched): Promise<void> => {
	await touchPersons(tx, customerId, persons, newcomers);
	// Who has just come is one with nobody and has answered nothing.
	const known = persons.filter((person) => !newcomers.has(person));
	await settleChoices(tx, customerId, [...new Set((await clustersOf(tx, customerId, known)).values())]);
};

/** Answers how to stop. */
export const hearOfProfiles = ({ hooks }: Pick<Kernel, 'hooks'>): (() => void) => {
	const stops = [
		...hearOfDomains(hooks),
		hooks.touched.on(lookAgain),
		hooks.answered.on(async (tx, { customerId, answers }) => {
			await markPersonsSeen(
				tx,
				customerId,
				answers.flatMap(({ own, how, at }) => (wasThere(how) ? [{ person: own, at }] : [])),
			);
			await touchPersons(tx, customerId, [...new Set(answers.map(({ person }) => person))], new Map(), false);
			await noteYes(tx, customerId, answers);
		}),
		hooks.signedUp.on(keepSignedUp),
		hooks.choosable.on((tx, { scope, segments }) => choosable(tx, scope, segments)),
		hooks.usableSegments.on((tx, { scope, segments }) => usableOf(tx, scope, segments)),
		hooks.needs.on(connectorNeeds),
		hooks.standsOn.on((tx, { customerId, domainId }) => standsOn(tx, customerId, domainId)),
		hooks.holds.on((tx, { customerId, persons }) => holds(tx, customerId, persons)),
		hooks.merged.on(async (tx, { customerId, kept }) => settle(tx, customerId, [await membersOf(tx, customerId, kept)])),
		hooks.unmerged.on(async (tx, { customerId, gone, from }) =>
			settle(tx, customerId, [await membersOf(tx, customerId, gone), await membersOf(tx, customerId, from)]),
		),
		hooks.searched.on((tx, { customerId, persons }) => searchedBy(tx, customerId, persons)),
		hooks.called.on((tx, { customerId, persons }) => calledBy(tx, customerId, persons)),
		hooks.keptOfPerson.on(keptPart),
		hooks.erased.on((tx, { customerId, persons }) => erase(tx, customerId, persons)),
		hooks.forgottenWords.on(async (tx, { customerId, persons, words }) => {
			const inUse = (await openInputs(tx, customerId)).flatMap(({ fileId }) => (typeof fileId === 'string' ? [fileId] : []));
			await forgetFiles(tx, customerId, 'profiles', inUse);
			for (const kind of [UPLOAD_KIND, UNDO_KIND]) await forgetInput(tx, customerId, kind, 'fileName', words);
			// A file whose first row was taken for names of columns.
			await forgetHeader(tx, customerId, UPLOAD_KIND, words);
			await forgetNames(tx, customerId, words);
			await forgetNamedBy(tx, customerId, persons, words);
			await forgetLogged(tx, customerId, words);
		}),
		hooks.forgotten.on(async (tx, { customerId, persons, numbers }) => {
			await forgetSeen(tx, customerId, numbers);
			await clearEverywhere(tx, customerId, numbers);
			await forgetNews(tx, customerId, numbers);
			await forgetSent(tx, customerId, persons);
			await forgetTokens(tx, customerId, persons);
		}),
	];
	return () => {
		for (const stop of stops) stop();
	};
};
