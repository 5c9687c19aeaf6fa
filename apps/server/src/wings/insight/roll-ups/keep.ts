/**
 * Keeps roll-ups. Whatever is told (kernel/tally/news.ts) and whatever the ledger's tail brings is added in the transaction that takes it
 * away or moves on, so each is counted once, whatever is killed. What goes is told beside it and stays counted.
 */
import { recordActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Sql, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customersWithNews, type GivenNews, NO_DOMAIN, takeNews } from '#kernel/tally/news.ts';
import { holdReader, type TailReader, type TailRecord, workTail } from '../../consent/wing.ts';
import { allCustomers } from '../../tenancy/wing.ts';
import { keptFrom, shortenKept } from '../kept-counts/store.ts';
import { countsGoing, countsOfRecords, READER } from './consents.ts';
import { measureNews } from './measured.ts';
import { GRAINS, keptSince } from './spans.ts';
import { addCounts, type CountedRow, readCounted, tableOf } from './store.ts';

/** Transactions whose news one step takes. */
const NEWS = 500;
/** How often it is looked for news: readers count what waits, so this only keeps it little. */
const LOOK_MS = 5_000;

/** A step; answers whether there may be more. `waits`: for others who add. `added`: gets what was. */
export const addNews = async (
	tx: Tx,
	customerId: number,
	{ waits = false, added }: { readonly waits?: boolean; readonly added?: GivenNews[] } = {},
): Promise<boolean> => {
	const { taken, news } = await takeNews(tx, customerId, NEWS, waits);
	await addCounts(tx, customerId, news);
	added?.push(...news);
	return taken === NEWS;
};

/** Counts records in the order of the customer's log. */
export const countReader: TailReader = {
	name: READER,
	most: 2_000,
	async take(tx, customerId, records) {
		const counted = await readCounted(tx, countsOfRecords(customerId, records));
		await addCounts(
			tx,
			customerId,
			counted.map((one) => ({ ...one, gone: 0 })),
		);
	},
};

const less = (rows: readonly CountedRow[]): CountedRow[] => rows.map((one) => ({ ...one, n: -one.n }));

/** Records that go stay counted; those that were not counted yet are counted now, since nobody will see them again. */
const noteGoing = async (tx: Tx, customerId: number, records: readonly TailRecord[]): Promise<void> => {
	const read = await holdReader(tx, customerId, READER);
	const all = await readCounted(tx, countsGoing(customerId, records, null));
	const counted = await readCounted(tx, countsGoing(customerId, records, read));
	await addCounts(tx, customerId, [...all.map((one) => ({ ...one, gone: one.n })), ...less(counted).map((one) => ({ ...one, gone: 0 }))]);
};

/** Of people, who may be known elsewhere, too: those of a domain that is no more are of no domain from then on. */
const PEOPLE = sql`what in ('profile', 'merged', 'unmerged', 'left')`;

const givePeople = async (tx: Tx, customerId: number, of: Sql): Promise<void> => {
	for (const grain of GRAINS) {
		await tx.run(sql`insert into ${tableOf(grain)} as c (customer_id, what, at, domain_id, key, n, gone)
			select ${customerId}::int, what, at, ${NO_DOMAIN}::uuid, '', sum(n)::int8, sum(gone)::int8 from ${tableOf(grain)}
			where customer_id = ${customerId} and ${PEOPLE} and ${of} group by what, at
			on conflict (customer_id, what, at, domain_id, key) do update set n = c.n + excluded.n, gone = c.gone + excluded.gone`);
		await tx.run(sql`delete from ${tableOf(grain)} where customer_id = ${customerId} and ${PEOPLE} and ${of}`);
	}
};

/** Rows of a piece of an erased domain. */
const PIECE = 5_000;

const dropOf = async (tx: Tx, customerId: number, domainId: string): Promise<Record<string, number>> => {
	while (await addNews(tx, customerId, { waits: true }));
	await givePeople(tx, customerId, sql`domain_id = ${domainId}`);
	const rows: Record<string, number> = {};
	for (const grain of GRAINS)
		rows[`count_${grain}`] = await tx.run(sql`delete from ${tableOf(grain)} where customer_id = ${customerId}
			and (what, at, domain_id, key) in (select what, at, domain_id, key from ${tableOf(grain)}
				where customer_id = ${customerId} and domain_id = ${domainId} limit ${PIECE})`);
	return rows;
};

/** Takes away what is older than the customer keeps, what is finer than days and kept no longer, and what is left of domains that are no more. */
export const forgetCounts = async (tx: Tx, customerId: number): Promise<void> => {
	const shortened = await shortenKept(tx, customerId, now());
	if (shortened)
		await recordActivity(tx, customerId, null, {
			...{ action: 'changed', thing: 'kept_counts', thingId: String(customerId) },
			...{ before: { months: shortened.before }, after: { months: shortened.after } },
		});
	for (const grain of GRAINS)
		await tx.run(sql`delete from ${tableOf(grain)} where customer_id = ${customerId} and at < ${keptFrom(customerId, now())}`);
	for (const grain of ['minute', 'quarter', 'hour'] as const)
		await tx.run(
			sql`delete from ${tableOf(grain)} where customer_id = ${customerId} and at < ${new Date(keptSince(grain, now()) - 86_400_000)}`,
		);
	await givePeople(tx, customerId, sql`domain_id <> ${NO_DOMAIN} and not ${isThere(customerId)}`);
	for (const grain of GRAINS)
		await tx.run(
			sql`delete from ${tableOf(grain)} where customer_id = ${customerId} and domain_id <> ${NO_DOMAIN} and not ${isThere(customerId)}`,
		);
};

/** Whether a roll-up's domain is there, or may come back. */
export const isThere = (customerId: number) => sql`domain_id = any(array(
	select d.domain_id from domain d where d.customer_id = ${customerId}
	union all select q.domain_id from deletion_request q where q.customer_id = ${customerId} and q.status = 1 and q.cancelled_at is null and q.erased_at is null))`;

/** In every process that erases. Answers how to stop. */
export const hearOfGone = ({ hooks }: Pick<Kernel, 'hooks'>): (() => void) => {
	const stops = [
		hooks.recordsGo.on((tx, { customerId, records }) => noteGoing(tx, customerId, records)),
		hooks.eraseDomain.on(async (tx, { customerId, domainId }) => ({ rows: await dropOf(tx, customerId, domainId) })),
	];
	return () => {
		for (const stop of stops) stop();
	};
};

/** Worker's part. Answers how to stop. */
export const workCounts = async (kernel: Kernel): Promise<() => Promise<void>> => {
	const { storage, jobs, log } = kernel;
	const step = async (customerId: number): Promise<boolean> => {
		const added: GivenNews[] = [];
		const more = await storage.inTenant(customerId, (tx) => addNews(tx, customerId, { added }));
		measureNews(added);
		return more;
	};
	const rounds = createRounds(step, {
		atOnce: 2,
		restMs: 1_000,
		failed: (customerId, error) => log.error('news were not counted', { customerId, error }),
	});
	const look = async (): Promise<void> => {
		for (const customerId of await customersWithNews(storage.across)) rounds.wake(customerId);
	};
	const timer = setInterval(() => void look().catch((error: unknown) => log.error('nobody looked for news to count', { error })), LOOK_MS);
	timer.unref();
	await jobs.schedule('forget-counts', '50 2 * * *', async () => {
		await forEach(await allCustomers(storage.across), (customerId) => storage.inTenant(customerId, (tx) => forgetCounts(tx, customerId)));
	});
	const endTail = await workTail(kernel, countReader);
	return async () => {
		clearInterval(timer);
		await endTail();
		await rounds.stop();
	};
};
