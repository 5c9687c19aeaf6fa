/** Calls about people with answers in the ledger: for officers in the portal. */
import * as contract from '@luvalla/contract/consent/people.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { MOST_COUNTED, pageOf, upTo } from '#kernel/storage/lists.ts';
import { offsetOf } from '#kernel/storage/search.ts';
import { domainsOf } from '../ledger/calls.ts';
import { eraseRecords } from '../proof/erase.ts';
import { countPeople, listPeople, readHistory, readPerson, recordsOf } from './people-store.ts';
import { lockPeople } from './persons.ts';
import { readPurposeFacts } from './purposes.ts';
import { refuseAnswer } from './sentences.ts';
import { presentOf, readHeld } from './state.ts';
import { takeAnswers } from './statements.ts';

const MOST_HISTORY = 200;

export const peopleRoutes = (kernel: Kernel): Route[] => {
	const { storage } = kernel;
	return [
		handle(contract.people, ({ query, scope }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const purposes = (await readPurposeFacts(tx, customerId, domainsOf(scope))).map(({ id }) => id);
				const rows = await listPeople(tx, customerId, purposes, query.q, offsetOf(query), query.size);
				const count = await countPeople(tx, customerId, purposes, query.q, MOST_COUNTED);
				return {
					data: rows.map((row) => ({
						luvallaId: row.person,
						identifiers: row.identifiers,
						yes: row.yes,
						no: row.no,
						lastAt: row.last_at.toISOString(),
					})),
					page: pageOf(upTo(count), query),
				};
			}),
		),
		handle(contract.person, ({ params, scope }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const luvallaId = params.id.toLowerCase();
				const domains = domainsOf(scope);
				const known = await readPerson(tx, customerId, luvallaId);
				if (!known) throw refuse('not_found');
				const history = await readHistory(tx, customerId, luvallaId, domains, MOST_HISTORY + 1);
				// A person of other domains is nobody here.
				if (domains !== null && history.length === 0) throw refuse('not_found');
				return {
					luvallaId,
					identifiers: known.identifiers,
					createdAt: known.created_at.toISOString(),
					present: presentOf(await readPurposeFacts(tx, customerId, domains), await readHeld(tx, customerId, luvallaId)),
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
					can: { erase: scope.as !== 'domainAdmin' },
				};
			}),
		),
		handle(contract.assistedAnswer, ({ asker, body, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const { purposeId, ...answer } = body;
				const purposes = await readPurposeFacts(tx, customerId, domainsOf(scope));
				const [outcome] = await takeAnswers(tx, customerId, [{ ...answer, purpose: purposeId }], purposes, {
					how: 'assisted',
					by: `user:${asker.actorId ?? asker.userId}`,
				});
				if (!outcome?.recordId || !outcome.luvallaId) throw refuseAnswer(outcome?.code ?? 'malformed');
				await recordActivity(tx, customerId, asker, {
					action: 'recorded',
					thing: 'consent answer',
					thingId: outcome.recordId,
					after: { value: answer.value, purpose: purposeId },
					network,
				});
				return { luvallaId: outcome.luvallaId, recordId: outcome.recordId, holds: outcome.holds };
			}),
		),
		handle(contract.erasePerson, async ({ asker, params, scope, network }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			const person = params.id.toLowerCase();
			return storage.inTenant(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				if (!(await readPerson(tx, customerId, person))) throw refuse('not_found');
				const erased = await eraseRecords(tx, kernel, customerId, await recordsOf(tx, customerId, person), 'person');
				await recordActivity(tx, customerId, asker, {
					action: 'erased',
					thing: 'person',
					thingId: person,
					after: { records: erased },
					network,
				});
				return { erased };
			});
		}),
	];
};
