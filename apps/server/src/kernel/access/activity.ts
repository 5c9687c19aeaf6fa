/** Portal activity: every change of state by a person writes one row, in the transaction of the change. */
import { newId } from '#kernel/clock.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Asker } from './asker.ts';

export interface Act {
	/** A verb in the past tense: added, changed, deleted, published, signed_in. */
	readonly action: string;
	/** The kind of thing: customer, domain, configuration, session. */
	readonly thing: string;
	readonly thingId: string;
	readonly before?: Readonly<Record<string, unknown>> | null;
	readonly after?: Readonly<Record<string, unknown>> | null;
	/** Truncated network of the person, where known. */
	readonly network?: string | null;
}

const changedFields = (act: Act): string[] => {
	const names = new Set([...Object.keys(act.before ?? {}), ...Object.keys(act.after ?? {})]);
	return [...names].filter((name) => JSON.stringify(act.before?.[name]) !== JSON.stringify(act.after?.[name])).sort();
};

/** Who acts; in an assisted session the actor acts as the user. */
type Actor = Pick<Asker, 'userId' | 'actorId'>;

const people = (asker: Actor | null): [string | null, string | null] =>
	asker === null ? [null, null] : asker.actorId === null ? [asker.userId, null] : [asker.actorId, asker.userId];

/** Writes the row of an act on a customer's thing; call it inside the tenant transaction that changes it. */
export const recordActivity = async (tx: Tx, customerId: number, asker: Actor | null, act: Act): Promise<void> => {
	const id = newId();
	const [who, asWhom] = people(asker);
	await tx.query(
		`insert into activity (customer_id, id, user_id, as_user_id, action, thing, thing_id, fields, network) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		[customerId, id, who, asWhom, act.action, act.thing, act.thingId, changedFields(act), act.network ?? null],
	);
	if (act.before || act.after) {
		await tx.query('insert into activity_values (customer_id, id, before, after) values ($1, $2, $3, $4)', [
			customerId,
			id,
			act.before ?? null,
			act.after ?? null,
		]);
	}
};

/** The same for many acts of one kind of moment: two statements, however many they are. */
export const recordActivities = async (tx: Tx, customerId: number, asker: Actor | null, acts: readonly Act[]): Promise<void> => {
	if (acts.length === 0) return;
	const [who, asWhom] = people(asker);
	const rows = acts.map((act) => ({
		id: newId(),
		action: act.action,
		thing: act.thing,
		thing_id: act.thingId,
		fields: changedFields(act),
		network: act.network ?? null,
		before: act.before ?? null,
		after: act.after ?? null,
	}));
	const given = JSON.stringify(rows);
	await tx.run(
		sql`insert into activity (customer_id, id, user_id, as_user_id, action, thing, thing_id, fields, network)
		select ${customerId}, g.id, ${who}::uuid, ${asWhom}::uuid, g.action, g.thing, g.thing_id, g.fields, g.network
		from jsonb_to_recordset(${given}::jsonb) g (id uuid, action text, thing text, thing_id text, fields text[], network text)
		on conflict do nothing`,
	);
	await tx.run(
		sql`insert into activity_values (customer_id, id, before, after)
		select ${customerId}, g.id, g.before, g.after from jsonb_to_recordset(${given}::jsonb) g (id uuid, before jsonb, after jsonb)
		where g.before is not null or g.after is not null on conflict do nothing`,
	);
};

/** The same for acts without a tenant, such as signing in. */
export const recordPlatformActivity = async (tx: Tx, asker: Actor | null, act: Act): Promise<void> => {
	const id = newId();
	const [who, asWhom] = people(asker);
	await tx.query(
		'insert into platform_activity (id, user_id, as_user_id, action, thing, thing_id, fields, network) values ($1, $2, $3, $4, $5, $6, $7, $8)',
		[id, who, asWhom, act.action, act.thing, act.thingId, changedFields(act), act.network ?? null],
	);
	if (act.before || act.after)
		await tx.query('insert into platform_activity_values (id, before, after) values ($1, $2, $3)', [
			id,
			act.before ?? null,
			act.after ?? null,
		]);
};
