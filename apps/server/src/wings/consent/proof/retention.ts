/** Answers are kept as long as their purpose says; a daily job erases older ones, each lawfully. */
import { recordActivity } from '#kernel/access/activity.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, orNull, type RowOf, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, lockPeople, readIdentifiers, rememberObjections } from '../../people/wing.ts';
import { atOf } from '../ids.ts';
import { WALK } from './append.ts';
import { eraseRecords } from './erase.ts';

const BATCH = 1000;

/** Months that answers to this purpose are kept from their arrival; null: as long as the customer. False when there is no such purpose. */
export const setRetention = async (tx: Tx, customerId: number, purposeId: string, months: number | null): Promise<boolean> =>
	(await tx.run(sql`update purpose set retention_months = ${months} where customer_id = ${customerId} and purpose_id = ${purposeId}`)) > 0;

/** Whether answers go sooner by this. */
export const isShorter = (before: number | null, months: number | null): boolean => months !== null && (before === null || months < before);

/** Asks for a shorter time, which holds from then on. */
export const askShorter = (tx: Tx, customerId: number, purposeId: string, months: number, at: Date): Promise<number> =>
	tx.run(sql`update purpose set shorter_months = ${months}, shorter_at = ${at}
			where customer_id = ${customerId} and purpose_id = ${purposeId}`);

/** Answers whether there was one. */
export const dropShorter = async (tx: Tx, customerId: number, purposeId: string): Promise<boolean> =>
	(await tx.run(sql`update purpose set shorter_months = null, shorter_at = null
		where customer_id = ${customerId} and purpose_id = ${purposeId} and shorter_at is not null`)) > 0;

/** A no that holds where no yes is needed is all that keeps messages away: it stays for as long as it holds, however old it is. */
const goes = (customerId: number): Sql => sql`not (not r.value and exists (
		select 1 from purpose p where p.customer_id = ${customerId} and p.purpose_id = r.purpose_id and p.basis <> 'consent'
	) and exists (
		select 1 from consent_state s where s.customer_id = ${customerId} and s.purpose_id = r.purpose_id and not s.value
			and s.received_at = r.received_at and s.record_id = r.id
	))`;

const Count = row({ n: int });

/** Answers that will be older than so many months at a moment. */
export const countOlder = async (tx: Tx, customerId: number, purposeId: string, months: number, at: Date): Promise<number> => {
	const found = await tx.first(
		Count,
		sql`select count(*)::int as n from consent_record r where r.customer_id = ${customerId} and r.purpose_id = ${purposeId}
			and r.received_at < ${at}::timestamptz - make_interval(months => ${months}) and ${goes(customerId)}`,
	);
	return found?.n ?? 0;
};

const Due = row({ purpose_id: uuid, before: orNull(int), after: int });

/** What was asked for and holds by now. */
const shorten = async (tx: Tx, customerId: number): Promise<void> => {
	const at = now();
	const due = await tx.rows(
		Due,
		sql`select purpose_id, retention_months as before, shorter_months as after from purpose
		where customer_id = ${customerId} and shorter_at <= ${at} for update`,
	);
	for (const { purpose_id: id, before, after } of due) {
		await tx.run(sql`update purpose set retention_months = ${after}, shorter_months = null, shorter_at = null
			where customer_id = ${customerId} and purpose_id = ${id}`);
		await recordActivity(tx, customerId, null, {
			action: 'changed',
			thing: 'purpose',
			thingId: id,
			before: { retentionMonths: before },
			after: { retentionMonths: after },
		});
	}
};

const Expired = row({ id: uuid, received_at: instant });
type Expired = RowOf<typeof Expired>;

/** The oldest records of a purpose that arrived before `before`, from `from` on. Walks the arrival index and stops at the limit. */
const expired = async (tx: Tx, customerId: number, purposeId: string, from: Date | null, before: Date): Promise<Expired[]> => {
	await tx.run(WALK);
	return tx.rows(
		Expired,
		sql`select r.id, r.received_at from consent_record r
		where r.customer_id = ${customerId} and r.purpose_id = ${purposeId} and r.received_at >= coalesce(${from}::timestamptz, '-infinity')
			and r.received_at < ${before} and ${goes(customerId)}
		order by r.received_at, r.batch_position limit ${BATCH}`,
	);
};

const NoRow = row({ person: uuid, purpose_id: uuid, said: instant });

/** Of each no among these a keyed hash stays, as when somebody is erased: a yes from before it must not come back by a file. */
const rememberNoes = async (tx: Tx, { secrets }: Pick<Kernel, 'secrets'>, customerId: number, ids: readonly string[]): Promise<void> => {
	const noes = await tx.rows(
		NoRow,
		sql`select s.person, r.purpose_id, least(r.at, r.received_at) as said
		from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]) g (at, id)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id and r.person is not null and not r.value
		cross join lateral (select r.person union
			select o.person from consent_shared_no o where o.customer_id = ${customerId} and o.record_at = r.at and o.record_id = r.id) s`,
	);
	if (noes.length === 0) return;
	await lockPeople(tx, customerId);
	const clusters = await clustersOf(
		tx,
		customerId,
		noes.map(({ person }) => person),
	);
	const keptOf = new Map([...clusters.values()].flatMap(({ kept, members }) => members.map((member) => [member, kept] as const)));
	const names = Map.groupBy(await readIdentifiers(tx, customerId, [...keptOf.keys()]), ({ person }) => keptOf.get(person));
	for (const [said, same] of Map.groupBy(noes, (one) => one.said.getTime())) {
		const objections = same.flatMap(({ person, purpose_id: purposeId }) =>
			(names.get(clusters.get(person)?.kept) ?? []).map((identifier) => ({ identifier, purposeId })),
		);
		await rememberObjections(tx, secrets, customerId, objections, { erasure: newId(), until: new Date(said) });
	}
};

const RetentionRow = row({ purpose_id: uuid, before: instant });

/** Answers how many records are gone. Each batch is a transaction of its own; what is cut off goes on the next day. */
export const keepRetention = async (
	kernel: Pick<Kernel, 'hooks' | 'storage' | 'secrets' | 'settings'>,
	customerId: number,
): Promise<number> => {
	const { storage } = kernel;
	await storage.inTenant(customerId, (tx) => shorten(tx, customerId));
	const purposes = await storage.inTenant(customerId, (tx) =>
		tx.rows(
			RetentionRow,
			sql`select purpose_id, ${now()}::timestamptz - make_interval(months => retention_months) as before from purpose
			where customer_id = ${customerId} and retention_months is not null`,
		),
	);
	let total = 0;
	for (const { purpose_id: purposeId, before } of purposes) {
		let from: Date | null = null;
		for (let found = BATCH; found === BATCH; ) {
			const rows: Expired[] = await storage.inErasure(customerId, async (tx) => {
				const batch = await expired(tx, customerId, purposeId, from, before);
				const ids = batch.map(({ id }) => id);
				await rememberNoes(tx, kernel, customerId, ids);
				if (ids.length > 0) total += await eraseRecords(tx, kernel, customerId, ids, 'retention');
				return batch;
			});
			found = rows.length;
			from = rows.at(-1)?.received_at ?? from;
		}
	}
	return total;
};
