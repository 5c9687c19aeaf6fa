/** What happened with one person: events, answers and messages in one list. */
import { channelAt } from '@luvalla/contract/channels.ts';
import { eventReport, type PersonEvent } from '@luvalla/contract/insight/event-counts.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { membersOf, personKnownBy } from '../../people/wing.ts';
import { numbersBy, readPersonEvents } from '../../profiles/wing.ts';
import { withinOf } from '../channels/calls.ts';
import { readAnswers, readMessages } from './store.ts';

/** Of each kind. */
const MOST = 200;

/** The newest first. Nobody with this address: nothing. */
export const happenedTo = async (tx: Tx, scope: Scope, email: string, language: string): Promise<PersonEvent[]> => {
	const { customerId } = scope;
	const domainIds = withinOf(scope);
	const person = await personKnownBy(tx, customerId, { kind: 'email', value: email.toLowerCase() }, domainIds);
	if (person === null) return [];
	const { kept: luvallaId, members } = await membersOf(tx, customerId, person);
	const numbers = [...(await numbersBy(tx, customerId, members)).values()];
	const events = await readPersonEvents(tx, { customerId, numbers, domainIds }, MOST);
	const answers = await readAnswers(tx, customerId, members, domainIds, language, MOST);
	const messages = await readMessages(tx, customerId, numbers, domainIds, MOST);
	return [
		...events.map(
			({ id, at, type, how, domain }): PersonEvent => ({
				...{ id, at, kind: 'event', what: type, came: how, domain, recordId: null, luvallaId },
			}),
		),
		...answers.map(
			({ id, received_at: at, purpose, value, host: domain }): PersonEvent => ({
				...{ id, at: at.toISOString(), kind: 'consent', what: purpose, came: value ? 'yes' : 'no', domain, recordId: id, luvallaId },
			}),
		),
		...messages.map(
			({ run_id: run, channel, entry, settled_at: at, title, state, host: domain }): PersonEvent => ({
				...{ id: `${run}-${channelAt(channel)}-${entry}`, at: at.toISOString(), kind: 'message', what: title, came: state },
				...{ domain, recordId: null, luvallaId },
			}),
		),
	].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
};

export const personEventRoutes = ({ storage }: Kernel): Route[] => [
	handle(eventReport, ({ language, query: { email }, scope }) =>
		storage.inReport(scope.customerId, (tx) => happenedTo(tx, scope, email, language)),
	),
];
