/** For how long domains keep what people did. What is older goes every night; rules that asked for it follow. */
import { KEEP_DAYS } from '@luvalla/contract/profiles/visitors.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { instant, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { COUNTED, CountedEvent, tellEventsGone } from '../events/counted.ts';
import { touchNumbers } from '../rules/follow.ts';
import { endDevices } from './store.ts';

/** Rows that one transaction takes away. */
const AT_ONCE = 5_000;

const Days = row({ keep_days: int });

export const readKeepDays = async (tx: Tx, customerId: number, domainId: string): Promise<number> => {
	const found = await tx.first(
		Days,
		sql`select keep_days from event_setting where customer_id = ${customerId} and domain_id = ${domainId}`,
	);
	return found?.keep_days ?? KEEP_DAYS.usual;
};

export const writeKeepDays = (tx: Tx, customerId: number, domainId: string, keepDays: number): Promise<number> =>
	tx.run(sql`insert into event_setting (customer_id, domain_id, keep_days) values (${customerId}, ${domainId}, ${keepDays})
		on conflict (customer_id, domain_id) do update set keep_days = excluded.keep_days`);

const Gone = row({ at: instant, number: int, domain_id: uuid, type: text });

/** Takes away the next old events from this moment on; answers where the next step begins, null at the end. */
const forgetSome = async (tx: Tx, customerId: number, from: Date | null): Promise<Date | null> => {
	const gone = await tx.rows(
		Gone,
		sql`delete from event where customer_id = ${customerId} and (at, id) in (
			select e.at, e.id from event e left join event_setting s on s.customer_id = ${customerId} and s.domain_id = e.domain_id
			where e.customer_id = ${customerId} and e.at >= coalesce(${from}::timestamptz, '-infinity')
				and e.at < ${now()}::timestamptz - make_interval(days => coalesce(s.keep_days, ${KEEP_DAYS.usual}))
			order by e.at, e.id limit ${AT_ONCE})
		returning number, ${COUNTED}`,
	);
	await tellEventsGone(tx, customerId, gone);
	await touchNumbers(tx, customerId, [...new Set(gone.map(({ number }) => number))]);
	if (gone.length < AT_ONCE) return null;
	return new Date(Math.max(...gone.map(({ at }) => at.getTime())));
};

const Over = row({ device_id: uuid });

/** Devices whose permission is over or erased, and those not seen for as long as events are kept. */
const overDevices = (tx: Tx, customerId: number) =>
	tx.rows(
		Over,
		sql`select d.device_id from device d
			left join event_setting s on s.customer_id = ${customerId} and s.domain_id = d.domain_id
		where d.customer_id = ${customerId} and (
			d.last_seen_at < ${now()}::timestamptz - make_interval(days => coalesce(s.keep_days, ${KEEP_DAYS.usual}))
			or exists (select 1 from device_end o where o.customer_id = ${customerId} and o.device_id = d.device_id)
			-- The millisecond inside the id is the record's own.
			or not exists (select 1 from consent_record r where r.customer_id = ${customerId} and r.id = d.device_id
				and r.at = to_timestamp(('x' || left(replace(d.device_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)))
		order by d.device_id limit ${AT_ONCE}`,
	);

/** Forgets what a customer's domains keep no longer, a short transaction some thousands. */
export const forgetOld = async ({ storage }: Pick<Kernel, 'storage'>, customerId: number): Promise<void> => {
	for (let from: Date | null | undefined; from !== null; ) {
		const start: Date | null = from ?? null;
		from = await storage.inTenant(customerId, (tx) => forgetSome(tx, customerId, start));
	}
	for (let some = AT_ONCE; some === AT_ONCE; )
		some = await storage.inTenant(customerId, async (tx) => {
			const gone = await tx.rows(
				CountedEvent,
				sql`delete from visitor_event where customer_id = ${customerId} and (at, id) in (
					select e.at, e.id from visitor_event e left join event_setting s on s.customer_id = ${customerId} and s.domain_id = e.domain_id
					where e.customer_id = ${customerId}
						and e.at < ${now()}::timestamptz - make_interval(days => coalesce(s.keep_days, ${KEEP_DAYS.usual}))
					order by e.at, e.id limit ${AT_ONCE}) returning ${COUNTED}`,
			);
			await tellEventsGone(tx, customerId, gone);
			return gone.length;
		});
	for (let some = AT_ONCE; some === AT_ONCE; )
		some = await storage.inTenant(customerId, async (tx) => {
			const over = (await overDevices(tx, customerId)).map((one) => one.device_id);
			await endDevices(tx, customerId, over);
			return over.length;
		});
};

const FORGET = 'forget-events';
const Job = z.object({ customerId: z.int() });
const Customer = row({ customer_id: int });

/** Worker's part: every customer with events or devices, once a night, a job each. */
export const keepEventsShort = async (kernel: Pick<Kernel, 'storage' | 'jobs'>): Promise<void> => {
	const { storage, jobs } = kernel;
	await jobs.work(FORGET, (data) => forgetOld(kernel, Job.parse(data).customerId));
	await jobs.schedule('forget-events-nightly', '10 4 * * *', async () => {
		const customers = await storage.across.rows(
			Customer,
			sql`select distinct customer_id from event_type union select distinct customer_id from device order by customer_id`,
		);
		for (const { customer_id: customerId } of customers)
			await storage.inTenant(customerId, (tx) => jobs.send(tx, FORGET, { customerId }, { customerId }));
	});
};
