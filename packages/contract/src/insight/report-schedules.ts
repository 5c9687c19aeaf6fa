/** Reports that are mailed again and again: figures of a report, to people who may read it. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Email, Id, TimeZone } from '../fields.ts';

/** Reports in the order of their tabs. */
export const REPORTS = ['profiles', 'consents', 'ledger', 'events', 'channels', 'costs', 'consumers'] as const;
export type Report = (typeof REPORTS)[number];

/** Of one customer, by everybody. */
export const MOST_SCHEDULES = 50;

const shape = {
	report: z.enum(REPORTS),
	/** Null: all domains that its maker may see when it is sent. */
	domainId: Id.nullable(),
	/** Every day, on a day of the week (1 is Monday), on a day of the month (the last one where a month is shorter). */
	every: z.discriminatedUnion('unit', [
		z.object({ unit: z.literal('day') }),
		z.object({ unit: z.literal('week'), day: z.int().min(1).max(7) }),
		z.object({ unit: z.literal('month'), day: z.int().min(1).max(31) }),
	]),
	/** Hour of the zone's clock. What is reported is the time since the same hour of the period before. */
	hour: z.int().min(0).max(23),
	zone: TimeZone,
	/** Only whoever has a user that may read the report: others are refused by name. */
	to: z.array(Email).min(1).max(20),
	/** Figures as a CSV file beside them. Rows are never mailed. */
	csv: z.boolean(),
	/** A link to the report in the portal, which opens to those alone who sign in. */
	link: z.boolean(),
	language: z.enum(['en', 'fi']),
};
export const ReportScheduleChange = z.object(shape);
export type ReportScheduleChange = z.infer<typeof ReportScheduleChange>;

export const ReportSchedule = z.object({
	...shape,
	id: Id,
	domain: z.string().nullable(),
	by: z.string(),
	nextAt: z.string(),
	lastAt: z.string().nullable(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const of = {
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
} as const;

export const reportSchedules = call({
	...of,
	method: 'GET',
	path: '/manage/reportschedules',
	about: 'Reports that are mailed; to a domain’s own admin their own.',
	answer: z.array(ReportSchedule),
});

export const addReportSchedule = call({
	...of,
	method: 'POST',
	doubles: true,
	path: '/manage/reportschedules',
	about: 'Mails a report again and again. 422 names addresses of nobody who may read it; 409 at fifty.',
	body: ReportScheduleChange,
	answer: ReportSchedule,
});

export const changeReportSchedule = call({
	...of,
	method: 'PUT',
	path: '/manage/reportschedules/{id}',
	about: 'Changes it; the next mail follows from what it then says.',
	params: z.object({ id: Id }),
	body: ReportScheduleChange,
	answer: ReportSchedule,
});

export const deleteReportSchedule = call({
	...of,
	method: 'DELETE',
	path: '/manage/reportschedules/{id}',
	about: 'Ends it.',
	params: z.object({ id: Id }),
	answer: z.object({ id: Id }),
});
