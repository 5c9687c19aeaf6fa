/** Calls about people with answers in the ledger: for officers in the portal. */
import * as contract from '@luvalla/contract/consent/people.ts';
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { cut, MOST_COUNTED, pageOf, upTo } from '#kernel/storage/lists.ts';
import { offsetOf } from '#kernel/storage/search.ts';
import { dropObjections, findPersons, knownSince, namesOf, readIdentifiers } from '../../people/wing.ts';
import { domainsOf } from '../ledger/calls.ts';
import { erasePersonBy, takeAway } from './erase-person.ts';
import { keptOf, nameOfFile } from './kept-of.ts';
import { demandKnown, withinOf } from './known.ts';
import { countPeople, customerName, listPeople, narrowTo, readHistory } from './people-store.ts';
import { readPurposeFacts } from './purposes.ts';
import { refuseAnswer } from './sentences.ts';
import { presentOf, readHeld } from './state.ts';
import { takeAnswers } from './statements.ts';

const MOST_HISTORY = 200;

const nameOf = ({ kind, value }: Identifier): Identifier => ({ kind, value });

export const peopleRoutes = (kernel: Kernel): Route[] => {
	const { hooks, storage } = kernel;
	return [
		handleIn(storage.inReport, contract.people, async (tx, { query, scope }) => {
			const { customerId } = scope;
			const facts = await readPurposeFacts(tx, customerId, domainsOf(scope));
			const within = withinOf(scope);
			const sought = query.q?.trim() ? await findPersons(tx, customerId, query.q, within) : null;
			const wanted = { ...narrowTo(facts, query.filter), found: sought?.found ?? null };
			const seen = facts.map(({ id }) => id);
			const rows = await listPeople(tx, customerId, wanted, seen, offsetOf(query), query.size);
			const count = await countPeople(tx, customerId, wanted, MOST_COUNTED);
			const names = await namesOf(
				tx,
				customerId,
				rows.map(({ person }) => person),
				within,
			);
			const called = new Map(
				(
					await hooks.called.ask(tx, {
						customerId,
						// Whoever is known by nothing here has no name here either.
						persons: rows.flatMap(({ person }) => ((names.get(person) ?? []).length > 0 ? [person] : [])),
					})
				).flatMap((some) => [...some]),
			);
			return {
				data: rows.map((row) => ({
					luvallaId: row.person,
					identifiers: (names.get(row.person) ?? []).map(nameOf),
					name: called.get(row.person) ?? null,
					yes: row.yes,
					no: row.no,
					lastAt: row.last_at.toISOString(),
				})),
				page: pageOf(sought?.more ? cut(upTo(count)) : upTo(count), query),
			};
		}),
		handleIn(storage.inTenant, contract.person, async (tx, { language, params, scope }) => {
			const { customerId } = scope;
			const domains = domainsOf(scope);
			const within = withinOf(scope);
			const { kept, members } = await demandKnown(tx, scope, params.id);
			const since = (await knownSince(tx, customerId, params.id.toLowerCase())) ?? new Date(0);
			const history = await readHistory(tx, customerId, members, { domainIds: domains, language }, MOST_HISTORY + 1);
			const known = await readIdentifiers(tx, customerId, members, within);
			const [first] = known;
			return {
				luvallaId: kept,
				identifiers: known.map((one) => ({
					...nameOf(one),
					addedAt: one.addedAt.toISOString(),
					how: one.how,
					addedBy: one.addedBy,
					confirmedAt: one.confirmedAt?.toISOString() ?? null,
				})),
				// How long somebody has been known elsewhere is nothing of a domain's.
				createdAt: (within === null ? since : (first?.addedAt ?? history.at(-1)?.received_at ?? since)).toISOString(),
				present: presentOf(await readPurposeFacts(tx, customerId, domains), await readHeld(tx, customerId, kept), language),
				records: history.slice(0, MOST_HISTORY).map((row) => ({
					id: row.id,
					purposeId: row.purpose_id,
					purpose: row.purpose,
					domain: row.domain,
					version: row.purpose_version,
					value: row.value,
					at: row.at.toISOString(),
					receivedAt: row.received_at.toISOString(),
					how: row.how,
					source: row.source,
				})),
				more: history.length > MOST_HISTORY,
				can: { erase: scope.as !== 'domainAdmin', remove: scope.as !== 'domainAdmin' },
			};
		}),
		handle(contract.personFile, async ({ asker, params, scope }) => {
			const { customerId } = scope;
			const domainIds = domainsOf(scope);
			const within = withinOf(scope);
			const kept = await storage.inTenant(customerId, async (tx) => {
				const cluster = await demandKnown(tx, scope, params.id);
				const { members } = cluster;
				const identifiers = await readIdentifiers(tx, customerId, members, within);
				const held = await readHeld(tx, customerId, cluster.kept);
				await recordActivity(tx, customerId, asker, { action: 'exported', thing: 'person', thingId: cluster.kept });
				return {
					luvallaId: cluster.kept,
					whose: { customerId, members, domainIds, subjects: null },
					customer: await customerName(tx, customerId),
					identifiers,
					purposes: await readPurposeFacts(tx, customerId, domainIds),
					held: new Map(
						[...held].map(([purposeId, { value, record_at, purpose_version }]) => [
							purposeId,
							{ value, recordAt: record_at, purposeVersion: purpose_version },
						]),
					),
					mailed: within === null ? identifiers.flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])) : [],
					within,
					parts: await hooks.keptOfPerson.ask(tx, { customerId, ...cluster, domainIds }),
				};
			});
			return { name: nameOfFile(`person-${kept.luvallaId}`), body: keptOf((work) => storage.inFile(customerId, work), kept) };
		}),
		handleIn(storage.inTurn, contract.assistedAnswer, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const { purposeId, ...answer } = body;
			const purposes = await readPurposeFacts(tx, customerId, domainsOf(scope));
			const [outcome] = await takeAnswers(tx, kernel, customerId, [{ ...answer, purpose: purposeId }], purposes, {
				how: 'assisted',
				by: `user:${asker.actorId ?? asker.userId}`,
				asker,
				within: withinOf(scope),
			});
			if (!outcome?.recordId || !outcome.luvallaId) throw refuseAnswer(outcome?.code ?? 'malformed');
			await recordActivity(tx, customerId, asker, {
				action: 'recorded',
				thing: 'consent answer',
				thingId: outcome.recordId,
				after: { value: answer.value, purpose: purposeId, name: purposes.find(({ id }) => id === purposeId)?.name ?? null },
			});
			return { luvallaId: outcome.luvallaId, recordId: outcome.recordId, holds: outcome.holds };
		}),
		handle(contract.erasePerson, async ({ asker, params, scope }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			return storage.inErasure(customerId, async (tx) => {
				const gone = await erasePersonBy(tx, kernel, customerId, params.id.toLowerCase(), asker);
				if (!gone) throw refuse('not_found');
				const { erasureId, erased, remembered } = gone;
				return { erased, erasureId, remembered };
			});
		}),
		handle(contract.dropMemory, async ({ asker, params, scope }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			const erasureId = params.erasureId.toLowerCase();
			return storage.inTenant(customerId, async (tx) => {
				const dropped = await dropObjections(tx, customerId, erasureId);
				if (dropped === 0) throw refuse('not_found');
				await recordActivity(tx, customerId, asker, {
					action: 'dropped',
					thing: 'erasure_memory',
					thingId: erasureId,
					before: { remembered: dropped },
				});
				return { dropped };
			});
		}),
		handleIn(storage.inTurn, contract.removeIdentifier, async (tx, { asker, body, params, scope: { customerId } }) => {
			const taken = await takeAway(tx, kernel, customerId, params.id.toLowerCase(), body);
			if (!taken) throw refuse('not_found');
			await recordActivity(tx, customerId, asker, {
				action: 'removed',
				thing: 'person_address',
				thingId: taken.kept,
				before: { [taken.removed.kind]: taken.removed.value },
			});
			return { removed: true };
		}),
	];
};
