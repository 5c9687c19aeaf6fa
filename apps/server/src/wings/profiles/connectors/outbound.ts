/**
 * An audience kept somewhere else: only people whose yes to the named purpose holds, who stopped nothing as a whole and refused neither sale
 * nor sharing, and of them only what is asked for; and only an audience that was approved as it is now. Whoever is sent is written down before they are sent, so
 * that no withdrawal is forgotten: a run that is killed finds them, and sends them again under the same key, or takes them back. While an
 * audience is a draft or is gone, or the customer is on hold, nobody is sent, and whoever may not be there any more is taken back all the
 * same.
 */
import { createHash } from 'node:crypto';
import { AUDIENCE_APPROVED } from '@luvalla/contract/profiles/audiences.ts';
import { SENT_FIELDS } from '@luvalla/contract/profiles/connector-types.ts';
import * as z from 'zod';
import type { Kernel } from '#kernel/kernel.ts';
import type { Moved, Step } from '#kernel/runs/runs.ts';
import { bool, instant, int, row, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readPurposeFacts, stands } from '../../consent/wing.ts';
import { clustersOf, lockPeople, namesOf, stopsOf } from '../../people/wing.ts';
import { isOnboarded } from '../../tenancy/wing.ts';
import { choiceOf } from '../audiences/calls.ts';
import { reachSets } from '../audiences/reach.ts';
import { readFacts } from '../profiles/facts.ts';
import { isBehind } from '../rules/follow.ts';
import { type Choice, numbersOf } from '../sets/count.ts';
import type { Delivery, Told } from './peers/peer.ts';
import { ConnectorFailed, type ProblemCode } from './problems.ts';
import { type Cursor, endRun, MOST_LINES, type Work } from './run.ts';
import { type NewlySent, noteAdding, noteRemoving, noteSent, readForgotten, readSent, readSentBy, stillThere, writeLog } from './store.ts';
import { waitFor } from './waiting.ts';

/** People of one delivery. */
const MOST = 200;
/** How long a run waits for sets that are behind. */
const BEHIND_MS = 30_000;
const LOOK_MS = 200;

const AudienceRow = row({ title: text, domain_id: uuid, segments: uuids, consents: uuids, is_and: bool, status: int, changed_at: instant });
/**
 * `closed`: why nobody is sent; null: people are. Then the choice is everybody who may be sent by this purpose, so that those who may not
 * are found.
 */
type Audience = { title: string; closed: ProblemCode | null; changedAt: number; choice: Choice };

const Fields = z.array(z.enum(SENT_FIELDS));

/** A person's name at the other side: it says nothing about them, and differs from connector to connector. */
const keyOf = (secrets: Kernel['secrets'], connectorId: string, person: string): string => {
	const hex = secrets.hmac('connector-person').update(`${connectorId}:${person}`).digest('hex');
	// Shaped as a UUID of random bits.
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Who may be sent, as far as sets say; null: the purpose is not there any more. */
const audienceOf = async (tx: Tx, customerId: number, config: Work['connector']['config']): Promise<Audience | null> => {
	const purposeId = String(config.purposeId).toLowerCase();
	const found = await tx.first(
		AudienceRow,
		sql`select title, domain_id, segments, consents, is_and, status, changed_at from audience
		where customer_id = ${customerId} and audience_id = ${String(config.audienceId).toLowerCase()}`,
	);
	// Whoever refused sale and sharing anywhere is left out.
	const sets = await reachSets(tx, customerId, null, [purposeId, ...(found?.consents ?? [])], []);
	const yes = sets.byKey.get(`yes:${purposeId}`);
	if (yes === undefined) return null;
	const refused: Choice = {
		any: ['stopped', ...sets.sale.map((id) => `no:${id}`)].flatMap((key) =>
			sets.byKey.has(key) ? [{ in: sets.byKey.get(key) ?? '' }] : [],
		),
	};
	const closed = !found
		? 'connector_audience'
		: !(await isOnboarded(tx, customerId))
			? 'connector_held'
			: found.status === AUDIENCE_APPROVED
				? null
				: 'connector_draft';
	const members = found && closed === null ? [choiceOf(found.segments, !found.is_and, found.consents, sets)] : [];
	return {
		title: found?.title ?? '',
		closed,
		changedAt: found?.changed_at.getTime() ?? 0,
		choice: { butNot: [{ all: [...members, { in: yes }] }, refused] },
	};
};

const StandingRow = row({ status: int, changed_at: instant });
/** Why nobody more is sent, though people were when the run began: the audience is not what it was, or the customer is on hold. */
const closedSince = async (tx: Tx, { run: { customerId }, connector }: Work, audience: Audience) => {
	if (audience.closed !== null) return null;
	const found = await tx.first(
		StandingRow,
		sql`select status, changed_at from audience
		where customer_id = ${customerId} and audience_id = ${String(connector.config.audienceId).toLowerCase()}`,
	);
	if (found?.status !== AUDIENCE_APPROVED || found.changed_at.getTime() !== audience.changedAt) return 'connector_draft';
	return (await isOnboarded(tx, customerId)) ? null : 'connector_held';
};

const PersonRow = row({ person: uuid, number: int });
const SaidRow = row({ person: uuid, purpose_version: int });

/** Of these numbers the people whose yes holds at this moment, whatever sets say. */
const permittedOf = async (
	tx: Tx,
	customerId: number,
	numbers: readonly number[],
	purposeId: string,
): Promise<{ person: string; number: number }[]> => {
	if (numbers.length === 0) return [];
	const people = await tx.rows(
		PersonRow,
		sql`select person, number from person where customer_id = ${customerId} and number = any(${numbers}::int[]) order by number desc`,
	);
	const said = await tx.rows(
		SaidRow,
		sql`select person, purpose_version from consent_state
		where customer_id = ${customerId} and purpose_id = ${purposeId} and value and person = any(${people.map(({ person }) => person)}::uuid[])`,
	);
	const purpose = (await readPurposeFacts(tx, customerId, [await domainOf(tx, customerId, purposeId)])).find(({ id }) => id === purposeId);
	if (!purpose) throw endRun('connector_audience');
	const holding = new Set(said.filter((one) => stands(purpose, one.purpose_version)).map(({ person }) => person));
	const clusters = await clustersOf(
		tx,
		customerId,
		people.map(({ person }) => person),
	);
	const stops = await stopsOf(tx, customerId, [...new Set([...clusters.values()].flatMap(({ members }) => members))]);
	return people.filter(
		({ person }) => holding.has(person) && !(clusters.get(person)?.members ?? [person]).some((member) => stops.has(member)),
	);
};

const DomainRow = row({ domain_id: uuid });
const domainOf = async (tx: Tx, customerId: number, purposeId: string): Promise<string> => {
	const found = await tx.first(
		DomainRow,
		sql`select domain_id from purpose where customer_id = ${customerId} and purpose_id = ${purposeId}`,
	);
	if (!found) throw endRun('connector_audience');
	return found.domain_id;
};

/** What is sent of each of these. */
const toldOf = async (
	tx: Tx,
	{ secrets }: Pick<Kernel, 'secrets'>,
	customerId: number,
	connectorId: string,
	people: readonly { person: string; number: number }[],
	fields: readonly (typeof SENT_FIELDS)[number][],
): Promise<(NewlySent & Told)[]> => {
	const persons = people.map(({ person }) => person);
	const names = await namesOf(tx, customerId, persons);
	const facts = await readFacts(tx, customerId, persons);
	return people.map(({ person, number }) => {
		const known = names.get(person) ?? [];
		const fact = facts.get(person) ?? {};
		const first = (kind: string): string | null => known.find((one) => one.kind === kind)?.value ?? null;
		const of = { email: first('email'), phone: first('phone'), externalId: first('externalId') };
		const values: Record<string, string | null> = Object.fromEntries(
			fields.map((field) => [field, field === 'email' || field === 'phone' || field === 'externalId' ? of[field] : (fact[field] ?? null)]),
		);
		const content = createHash('sha256')
			.update(JSON.stringify(Object.entries(values).sort()))
			.digest();
		return { key: keyOf(secrets, connectorId, person), person, number, values, content };
	});
};

/** What is to be told next. */
interface DeliveryPlan {
	readonly added: readonly Told[];
	readonly removed: readonly string[];
	/** Everybody from this number on has been looked at then; 0: everybody. */
	readonly low: number;
	/** Those who are nobody any more: others of them may be left. */
	readonly forgotten: boolean;
}

/**
 * Looks at the next people, the greatest numbers first, and writes down who may be there from now on. Who they are is read and written
 * down under the lock that an erasure takes: whoever is erased is not there any more when they are read, or is found in what was written.
 */
const plan = async (
	tx: Tx,
	kernel: Pick<Kernel, 'secrets'>,
	work: Work,
	audience: Audience,
	before: number | null,
): Promise<DeliveryPlan> => {
	const { customerId } = work.run;
	const { connector_id: id, config } = work.connector;
	const numbers = await numbersOf(tx, customerId, audience.choice, { before: before ?? undefined, most: MOST });
	await lockPeople(tx, customerId);
	// An erasure that holds people changes connectors, too: never the other way round.
	if (!(await stillThere(tx, customerId, work.connector))) throw endRun('connector_gone');
	const forgotten = await readForgotten(tx, customerId, id, MOST);
	if (forgotten.length > 0) return { added: [], removed: forgotten.map(({ key }) => key), low: before ?? 0, forgotten: true };
	const there = await readSent(tx, customerId, id, before, MOST);
	const lowest = (found: readonly (number | null)[]): number => (found.length < MOST ? 0 : (found.at(-1) ?? 0));
	const low = Math.max(lowest(numbers), lowest(there.map(({ number }) => number)));
	// Where nobody is sent nobody else is looked at but who is there.
	const mayStay = audience.closed === null ? null : new Set(there.map(({ number }) => number));
	const people = await permittedOf(
		tx,
		customerId,
		numbers.filter((number) => number >= low && (mayStay === null || mayStay.has(number))),
		String(config.purposeId).toLowerCase(),
	);
	const told = await toldOf(tx, kernel, customerId, id, people, Fields.parse(config.fields));
	const keys = new Set(told.map(({ key }) => key));
	const known = new Map((await readSentBy(tx, customerId, id, [...keys])).map((one) => [one.key, one]));
	const added = told.filter(({ key, content }) => {
		const one = known.get(key);
		return audience.closed === null && (one?.state !== 'sent' || !one.content.equals(content));
	});
	// Who was being taken back when a run ended still is.
	const removed = there.flatMap(({ key, number, state }) =>
		(number ?? 0) >= low && (!keys.has(key) || (audience.closed !== null && state === 'removing')) ? [key] : [],
	);
	if (added.length > 0) await noteAdding(tx, customerId, id, added);
	if (removed.length > 0) await noteRemoving(tx, customerId, id, removed);
	return { added, removed, low, forgotten: false };
};

/** The same for the same content at the same place of a run, so that whoever is told twice can tell. */
const deliveryOf = ({ run, connector }: Work, audience: Audience, number: number, { added, removed }: DeliveryPlan): Delivery => {
	const people = added.map(({ key, values }) => ({ key, values }));
	const hex = createHash('sha256')
		.update(JSON.stringify([run.runId, number, people, removed]))
		.digest('hex')
		.slice(0, 32);
	return {
		id: `msg_${hex}`,
		runId: run.runId,
		number,
		audience: audience.title,
		fields: Fields.parse(connector.config.fields),
		added: people,
		removed,
	};
};

/** Steps of an outbound run: each delivery is written down, made, and known to be made. */
export async function* bringOut(
	kernel: Pick<Kernel, 'secrets' | 'storage'>,
	work: Work,
	at: { cursor: Cursor },
): AsyncGenerator<Step<Cursor>> {
	const { run, connector, peer, link } = work;
	const { customerId, runId } = run;
	const { connector_id: id } = connector;
	const read = <T>(of: (tx: Tx) => Promise<T>): Promise<T> => kernel.storage.inTenant(customerId, of);

	const audience = await read((tx) => audienceOf(tx, customerId, connector.config));
	if (!audience) throw new ConnectorFailed('connector_audience');
	const until = performance.now() + BEHIND_MS;
	while (await read((tx) => isBehind(tx, customerId))) {
		if (performance.now() > until) throw new ConnectorFailed('connector_building');
		yield* waitFor(new Promise((resolve) => setTimeout(resolve, LOOK_MS)), () => at.cursor, work);
	}

	const opening = peer.open?.(link);
	if (!opening) throw new ConnectorFailed('connector_setting', 'direction');
	const peerAt = yield* waitFor(opening, () => at.cursor, work);
	try {
		for (let left = true; left; ) {
			let next: DeliveryPlan | null = null;
			yield async (tx): Promise<Moved<Cursor>> => {
				const closed = await closedSince(tx, work, audience);
				if (closed !== null) throw endRun(closed);
				next = await plan(tx, kernel, work, audience, at.cursor.before);
				return { cursor: at.cursor, done: at.cursor.rows };
			};
			// The step has run when the generator goes on.
			const planned = next as DeliveryPlan | null;
			if (planned === null) return;
			const { added, removed, low, forgotten } = planned;
			const told = added.length + removed.length;
			if (told > 0) yield* waitFor(peerAt.deliver(deliveryOf(work, audience, at.cursor.number + 1, planned)), () => at.cursor, work);
			yield async (tx): Promise<Moved<Cursor>> => {
				const lines =
					told > 0 && at.cursor.lines < MOST_LINES ? [{ code: 'sent', detail: { added: added.length, removed: removed.length } }] : [];
				if (told > 0)
					await noteSent(
						tx,
						customerId,
						id,
						added.map(({ key }) => key),
						removed,
					);
				// Who was erased between the writing and the telling is taken back by this run, too.
				left = forgotten || low > 0 || (await readForgotten(tx, customerId, id, 1)).length > 0;
				if (lines.length > 0) await writeLog(tx, customerId, runId, at.cursor.lines, lines);
				at.cursor = {
					...at.cursor,
					lines: at.cursor.lines + lines.length,
					rows: at.cursor.rows + told,
					before: forgotten ? at.cursor.before : low,
					number: at.cursor.number + (told > 0 ? 1 : 0),
				};
				return { cursor: at.cursor, done: at.cursor.rows, counts: { rows: told, added: added.length, removed: removed.length } };
			};
		}
	} finally {
		peerAt.close();
		work.abort();
	}
	if (audience.closed !== null) throw new ConnectorFailed(audience.closed);
	yield async (tx) => {
		await writeLog(tx, customerId, runId, at.cursor.lines, [{ code: at.cursor.rows === 0 ? 'nothing' : 'ended', detail: {} }]);
		at.cursor = { ...at.cursor, lines: at.cursor.lines + 1 };
		return { cursor: at.cursor, done: at.cursor.rows };
	};
}
