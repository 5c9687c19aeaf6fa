/** Portal activity: every change of state by a person writes one row, in the transaction of the change. */
import { newId } from '#kernel/clock.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Asker } from './asker.ts';
import { hashesOf, newValueSalt } from './value-hash.ts';

export interface Act {
	/** A verb in the past tense: added, changed, deleted, published, signed_in. */
	readonly action: string;
	/** The kind of thing: customer, domain, configuration, session. */
	readonly thing: string;
	readonly thingId: string;
	readonly before?: Readonly<Record<string, unknown>> | null;
	readonly after?: Readonly<Record<string, unknown>> | null;
	/** Truncated network of the person; absent: the asker's. */
	readonly network?: string | null;
}

const changedFields = (act: Act): string[] => {
	const names = new Set([...Object.keys(act.before ?? {}), ...Object.keys(act.after ?? {})]);
	return [...names].filter((name) => JSON.stringify(act.before?.[name]) !== JSON.stringify(act.after?.[name])).sort();
};

/** Who acts; in an assisted session the actor acts as the user. */
export type Actor = Pick<Asker, 'userId' | 'actorId' | 'network'>;

const people = (asker: Actor | null): [string | null, string | null] =>
	asker === null ? [null, null] : asker.actorId === null ? [asker.userId, null] : [asker.actorId, asker.userId];

/** What is written of an act: its row, and beside it the values and their salt. */
const written = (asker: Actor | null, act: Act) => {
	const [who, asWhom] = people(asker);
	const salt = act.before || act.after ? newValueSalt() : null;
	return {
		id: newId(),
		who,
		as_whom: asWhom,
		action: act.action,
		thing: act.thing,
		thing_id: act.thingId,
		fields: changedFields(act),
		hashes: salt && hashesOf(salt, act),
		network: act.network === undefined ? (asker?.network ?? null) : act.network,
		salt: salt?.toString('hex') ?? null,
		before: act.before ?? null,
		after: act.after ?? null,
	};
};

/** Writes the rows of acts on a customer's things, all of one person; call it inside the tenant transaction that changes them. */
export const recordActivities = async (tx: Tx, customerId: number, asker: Actor | null, acts: readonly Act[]): Promise<void> => {
	if (acts.length === 0) return;
	const given = JSON.stringify(acts.map((act) => written(asker, act)));
	await tx.run(sql`insert into activity (customer_id, id, user_id, as_user_id, action, thing, thing_id, fields, hashes, network)
		select ${customerId}, g.id, g.who, g.as_whom, g.action, g.thing, g.thing_id, g.fields, g.hashes, g.network
		from jsonb_to_recordset(${given}::jsonb)
			g (id uuid, who uuid, as_whom uuid, action text, thing text, thing_id text, fields text[], hashes jsonb, network text)
		on conflict do nothing`);
	if (acts.every(({ before, after }) => !before && !after)) return;
	await tx.run(sql`insert into activity_values (customer_id, id, salt, before, after)
		select ${customerId}, g.id, decode(g.salt, 'hex'), g.before, g.after
		from jsonb_to_recordset(${given}::jsonb) g (id uuid, salt text, before jsonb, after jsonb)
		where g.salt is not null on conflict do nothing`);
};

/** The same for one. */
export const recordActivity = (tx: Tx, customerId: number, asker: Actor | null, act: Act): Promise<void> =>
	recordActivities(tx, customerId, asker, [act]);

/** What a call knows of who changes something. */
interface Changer {
	readonly asker: Actor;
	readonly scope: { readonly customerId: number };
}

/** Records what people do to one kind of thing, told by `activityOf` as it was before and is after. */
export const recorderOf =
	<Row>(thing: string, activityOf: (row: Row) => Readonly<Record<string, unknown>>) =>
	(tx: Tx, { asker, scope }: Changer, action: string, thingId: string, before: Row | null, after: Row | null): Promise<void> =>
		recordActivity(tx, scope.customerId, asker, {
			...{ action, thing, thingId },
			before: before && activityOf(before),
			after: after && activityOf(after),
		});

/** The same for acts without a tenant, such as signing in. */
export const recordPlatformActivity = async (tx: Tx, asker: Actor | null, act: Act): Promise<void> => {
	const row = written(asker, act);
	const { id, salt, before, after } = row;
	await tx.run(sql`insert into platform_activity (id, user_id, as_user_id, action, thing, thing_id, fields, hashes, network)
		values (${id}, ${row.who}, ${row.as_whom}, ${row.action}, ${row.thing}, ${row.thing_id}, ${row.fields},
			${row.hashes && JSON.stringify(row.hashes)}, ${row.network})`);
	if (salt !== null)
		await tx.run(sql`insert into platform_activity_values (id, salt, before, after)
			values (${id}, decode(${salt}, 'hex'), ${before && JSON.stringify(before)}, ${after && JSON.stringify(after)})`);
};
