/** Requests that wait to be confirmed: read, confirmed, dropped, lapsed, and what is kept of somebody. */
import { CONFIRM_DAYS } from '@luvalla/contract/consent/forms.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { BATCH } from '#kernel/storage/lists.ts';
import { instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Counted, count } from './count.ts';

const RequestRow = row({
	request_id: uuid,
	form_id: uuid,
	folder: text,
	language: text,
	email: orNull(text),
	fields: json(z.record(z.string(), z.string())),
	way: oneOf(['script', 'page', 'server']),
	asked_at: instant,
	network: orNull(text),
	browser: text,
	device: text,
	country: orNull(text),
	letter: oneOf(['waiting', 'begun', 'sent', 'failed']),
	tries: int,
	confirmed_at: orNull(instant),
});
export type RequestRow = RowOf<typeof RequestRow>;

export const REQUEST = sql`q.request_id, q.form_id, q.folder, q.language, q.email, q.fields, q.way, q.asked_at, q.network, q.browser, q.device, q.country,
	q.letter, q.tries, q.confirmed_at`;
export { RequestRow };

const lapsedBefore = (): Date => new Date(now().getTime() - CONFIRM_DAYS * 86_400_000);

/** Null: there is none any more. @param hold nobody else changes it until the transaction ends */
export const readRequest = (tx: Tx, customerId: number, id: string, hold = false): Promise<RequestRow | null> =>
	tx.first(
		RequestRow,
		sql`select ${REQUEST} from signup_request q where q.customer_id = ${customerId} and q.request_id = ${id} and q.asked_at > ${lapsedBefore()}
			${hold ? sql`for update` : sql``}`,
	);

/** It is a record's now: here nothing of the person stays. */
export const noteConfirmedRequest = (tx: Tx, customerId: number, id: string, recordId: string, at: Date): Promise<number> =>
	tx.run(sql`update signup_request set email = null, fields = '{}', network = null, browser = '', country = null, said = null,
		confirmed_at = ${at}, record_id = ${recordId} where customer_id = ${customerId} and request_id = ${id}`);

export const dropRequest = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from signup_request where customer_id = ${customerId} and request_id = ${id}`);

const Gone = row({ form_id: uuid, confirmed_at: orNull(instant) });

/** Erases those that nobody confirmed in time, a thousand at a time, and notes of those that were. Answers how many went. */
export const lapse = async (tx: Tx, customerId: number, part: number): Promise<number> => {
	const gone = await tx.rows(
		Gone,
		sql`delete from signup_request where customer_id = ${customerId} and request_id = any(array(
			select q.request_id from signup_request q where q.customer_id = ${customerId} and q.asked_at <= ${lapsedBefore()} limit ${BATCH}))
		returning form_id, confirmed_at`,
	);
	const lapsed = gone.filter((one) => one.confirmed_at === null).map(({ form_id: form }) => ({ form, what: 'lapsed' as Counted }));
	await count(tx, customerId, part, lapsed);
	return gone.length;
};

/** What was asked for with these addresses, or names one of them, goes. */
export const forgetRequests = (tx: Tx, customerId: number, emails: readonly string[]): Promise<number> =>
	tx.run(sql`delete from signup_request where customer_id = ${customerId} and email = any(${emails}::text[])`);

const Kept = row({
	form: text,
	domain: text,
	email: text,
	fields: json(z.record(z.string(), z.string())),
	asked_at: instant,
	network: orNull(text),
	letter: text,
});

/** For the file of everything: what waits to be confirmed under these addresses. */
export const keptRequests = async (tx: Tx, customerId: number, emails: readonly string[]) =>
	(
		await tx.rows(
			Kept,
			sql`select p.title as form, d.host as domain, q.email, q.fields, q.asked_at, q.network, q.letter
			from signup_request q
			join signup_publication p on p.customer_id = ${customerId} and p.folder = q.folder
			join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
			where q.customer_id = ${customerId} and q.email = any(${emails}::text[]) order by q.asked_at desc limit ${BATCH}`,
		)
	).map(({ asked_at: askedAt, ...rest }) => ({ ...rest, askedAt }));
