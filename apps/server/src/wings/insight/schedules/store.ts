/** Reports that are mailed, in the database. */
import { REPORTS, ReportSchedule, type ReportScheduleChange } from '@luvalla/contract/insight/report-schedules.ts';
import type { Words } from '#kernel/storage/mentions.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const ScheduleRow = row({
	schedule_id: uuid,
	report: oneOf(REPORTS),
	domain_id: orNull(uuid),
	host: orNull(text),
	every: json(ReportSchedule.shape.every),
	hour: int,
	zone: text,
	recipients: texts,
	csv: bool,
	link: bool,
	language: oneOf(['en', 'fi']),
	made_by: uuid,
	next_at: instant,
	last_at: orNull(instant),
});
export type ScheduleRow = RowOf<typeof ScheduleRow>;

const COLUMNS = sql`s.schedule_id, s.report, s.domain_id, s.every, s.hour, s.zone, s.recipients, s.csv, s.link, s.language, s.made_by, s.next_at, s.last_at`;

/** The next to be sent first. @param madeBy null: everybody's */
export const readSchedules = (tx: Tx, customerId: number, madeBy: string | null): Promise<ScheduleRow[]> =>
	tx.rows(
		ScheduleRow,
		sql`select ${COLUMNS}, d.host from report_schedule s left join domain d on d.customer_id = ${customerId} and d.domain_id = s.domain_id
		where s.customer_id = ${customerId} and (${madeBy}::uuid is null or s.made_by = ${madeBy}) order by s.next_at, s.schedule_id`,
	);

const Locked = row({ schedule_id: uuid });

/** One of them, held until the transaction ends. */
export const holdSchedule = async (tx: Tx, customerId: number, id: string, waits: boolean): Promise<ScheduleRow | null> => {
	const held = await tx.first(
		Locked,
		waits
			? sql`select schedule_id from report_schedule where customer_id = ${customerId} and schedule_id = ${id} for update`
			: sql`select schedule_id from report_schedule where customer_id = ${customerId} and schedule_id = ${id} for update skip locked`,
	);
	return held === null ? null : ((await readSchedules(tx, customerId, null)).find((one) => one.schedule_id === id) ?? null);
};

const Count = row({ n: int });
export const countSchedules = async (tx: Tx, customerId: number): Promise<number> =>
	(await tx.first(Count, sql`select count(*)::int as n from report_schedule where customer_id = ${customerId}`))?.n ?? 0;

export const insertSchedule = (
	tx: Tx,
	customerId: number,
	id: string,
	change: ReportScheduleChange,
	by: string,
	at: Date,
	nextAt: Date,
): Promise<number> =>
	tx.run(sql`insert into report_schedule (customer_id, schedule_id, report, domain_id, every, hour, zone, recipients, csv, link, language, made_by, made_at, next_at)
		values (${customerId}, ${id}, ${change.report}, ${change.domainId}, ${JSON.stringify(change.every)}::jsonb, ${change.hour}, ${change.zone},
			${change.to}::text[], ${change.csv}, ${change.link}, ${change.language}, ${by}, ${at}, ${nextAt})`);

export const updateSchedule = (
	tx: Tx,
	customerId: number,
	id: string,
	change: ReportScheduleChange,
	by: string,
	nextAt: Date,
): Promise<number> =>
	tx.run(sql`update report_schedule set report = ${change.report}, domain_id = ${change.domainId}, every = ${JSON.stringify(change.every)}::jsonb,
			hour = ${change.hour}, zone = ${change.zone}, recipients = ${change.to}::text[], csv = ${change.csv}, link = ${change.link},
			language = ${change.language}, made_by = ${by}, next_at = ${nextAt}
		where customer_id = ${customerId} and schedule_id = ${id}`);

export const deleteSchedule = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from report_schedule where customer_id = ${customerId} and schedule_id = ${id}`);

/** It was sent for the period that ended then. */
export const noteSent = (tx: Tx, customerId: number, id: string, lastAt: Date, nextAt: Date): Promise<number> =>
	tx.run(
		sql`update report_schedule set last_at = ${lastAt}, next_at = ${nextAt} where customer_id = ${customerId} and schedule_id = ${id}`,
	);

const DueRow = row({ customer_id: int, schedule_id: uuid });

export const dueSchedules = (across: Tx, at: Date): Promise<RowOf<typeof DueRow>[]> =>
	across.rows(DueRow, sql`select customer_id, schedule_id from report_schedule where next_at <= ${at} order by next_at limit 500`);

const EndedRow = row({ schedule_id: uuid, report: oneOf(REPORTS) });

/** A domain on which nothing stood is deleted: nothing is mailed about it any more. Answers which are over by that. */
export const endOfDomain = (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof EndedRow>[]> =>
	tx.rows(
		EndedRow,
		sql`delete from report_schedule where customer_id = ${customerId} and domain_id = ${domainId} returning schedule_id, report`,
	);

export const dropOfDomain = (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	tx.run(sql`delete from report_schedule where customer_id = ${customerId} and domain_id = ${domainId}`);

/** Somebody is erased at the customer: nothing is mailed to them any more. */
export const dropRecipients = async (tx: Tx, customerId: number, { anywhere }: Words): Promise<void> => {
	const gone = anywhere.map((word) => word.toLowerCase());
	await tx.run(sql`update report_schedule set recipients = array(select a from unnest(recipients) a where lower(a) <> all(${gone}::text[]))
		where customer_id = ${customerId} and exists (select 1 from unnest(recipients) a where lower(a) = any(${gone}::text[]))`);
	await tx.run(sql`delete from report_schedule where customer_id = ${customerId} and recipients = '{}'`);
};

const KeptRow = row({ customer_id: int, report: text, every: json(ReportSchedule.shape.every), own: bool, gets: bool, made_at: instant });

/** Those that somebody with an account made or gets, of all customers. */
export const schedulesOfUser = (across: Tx, userId: string, email: string): Promise<RowOf<typeof KeptRow>[]> =>
	across.rows(
		KeptRow,
		sql`select customer_id, report, every, made_by = ${userId}::uuid as own, ${email.toLowerCase()} = any(recipients) as gets, made_at
		from report_schedule where made_by = ${userId} or ${email.toLowerCase()} = any(recipients) order by made_at`,
	);
