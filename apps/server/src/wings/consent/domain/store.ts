/** What this wing keeps of a domain, in the database: counted, and taken out piece by piece. */
import { deleteFile } from '#kernel/files/files.ts';
import type { ErasedPiece } from '#kernel/hooks.ts';
import { leaveDirectory } from '#kernel/storage/directory.ts';
import { int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { forgetScan, readDetail } from '../cookie-scans/store.ts';

const IdRow = row({ id: uuid });
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Answers of these to the domain's purposes. */
export const namedRecordsOf = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	members: readonly string[],
	most: number,
): Promise<string[]> =>
	ids(
		await tx.rows(
			IdRow,
			sql`select id from consent_record where customer_id = ${customerId} and person = any(${members}::uuid[]) and domain_id = ${domainId} limit ${most}`,
		),
	);

/** People who have answered a purpose of the domain; under the id that is kept. */
export const nextAnsweredOn = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<string[]> =>
	ids(
		await tx.rows(
			IdRow,
			sql`select s.person as id from consent_state s join purpose p on p.customer_id = ${customerId} and p.purpose_id = s.purpose_id
			where s.customer_id = ${customerId} and p.domain_id = ${domainId} limit ${most}`,
		),
	);

const ThingRow = row({ id: text });
/** Ids of purposes, publications' configurations and forms: what the activity knows them by. */
export const thingsOn = async (tx: Tx, customerId: number, domainId: string): Promise<string[]> =>
	(
		await tx.rows(
			ThingRow,
			sql`select purpose_id::text as id from purpose where customer_id = ${customerId} and domain_id = ${domainId}
			union select configuration_id::text from publication where customer_id = ${customerId} and domain_id = ${domainId}
			union select form_id::text from signup_publication where customer_id = ${customerId} and domain_id = ${domainId}`,
		)
	).map(({ id }) => id);

const DraftRow = row({ configuration_id: uuid, folder: text });
/** Drafts of banners go, with the names that lead to them. Answers their ids. */
export const dropDrafts = async (tx: Tx, customerId: number, domainId: string): Promise<string[]> => {
	const gone = await tx.rows(
		DraftRow,
		sql`delete from configuration where customer_id = ${customerId} and domain_id = ${domainId} returning configuration_id, folder`,
	);
	if (gone.length > 0)
		await leaveDirectory(
			tx,
			gone.flatMap((one) => [one.configuration_id, one.folder].map((key) => ({ kind: 'configuration', key }))),
		);
	return gone.map((one) => one.configuration_id);
};

/** What was asked by forms, a piece; then their counts and the forms themselves. Answers rows by table, and the forms' ids once they go. */
export const dropForms = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<ErasedPiece> => {
	const forms = sql`(select form_id from signup_form where customer_id = ${customerId} and domain_id = ${domainId}
		union select form_id from signup_publication where customer_id = ${customerId} and domain_id = ${domainId})`;
	const requests = await tx.run(sql`delete from signup_request where customer_id = ${customerId} and request_id = any(array(
		select request_id from signup_request where customer_id = ${customerId} and form_id in ${forms} limit ${most}))`);
	if (requests > 0) return { rows: { signup_request: requests }, things: [] };
	const counts = await tx.run(sql`delete from signup_count where customer_id = ${customerId} and form_id in ${forms}`);
	const gone = ids(
		await tx.rows(
			IdRow,
			sql`delete from signup_form where customer_id = ${customerId} and domain_id = ${domainId} returning form_id as id`,
		),
	);
	if (gone.length > 0)
		await leaveDirectory(
			tx,
			gone.map((key) => ({ kind: 'signup', key })),
		);
	return { rows: { signup_count: counts, signup_form: gone.length }, things: gone };
};

/** What a domain's webhook was told, views of its banners, tests of two, and what its page showed. */
export const dropTold = async (tx: Tx, customerId: number, domainId: string, most: number) => ({
	webhook_delivery: await tx.run(sql`delete from webhook_delivery where customer_id = ${customerId} and delivery_id = any(array(
		select delivery_id from webhook_delivery where customer_id = ${customerId} and domain_id = ${domainId} limit ${most}))`),
	impression_count: await tx.run(sql`delete from impression_count where customer_id = ${customerId} and domain_id = ${domainId}`),
	banner_test: await tx.run(sql`delete from banner_test where customer_id = ${customerId} and domain_id = ${domainId}`),
	snippet_look: await tx.run(sql`delete from snippet_look where customer_id = ${customerId} and domain_id = ${domainId}`),
});

const ScanRow = row({ scan_id: uuid });
/** Scans of the host with what they found, their pictures and logs, some at a time; then the host's place on the list, and own entries for it. */
export const dropScans = async (tx: Tx, customerId: number, host: string, most: number) => {
	const scans = await tx.rows(
		ScanRow,
		sql`select scan_id from cookie_scan where customer_id = ${customerId} and host = ${host} limit ${most}`,
	);
	let files = 0;
	for (const { scan_id: id } of scans) {
		const detail = await readDetail(tx, customerId, id);
		for (const file of detail ? [...(detail.har ? [detail.har] : []), ...Object.values(detail.pictures)] : []) {
			await deleteFile(tx, customerId, file);
			files++;
		}
		await forgetScan(tx, customerId, id);
	}
	return {
		cookie_scan: scans.length,
		file: files,
		scan_site: await tx.run(sql`delete from scan_site where customer_id = ${customerId} and host = ${host}`),
		customer_cookie: await tx.run(sql`delete from customer_cookie where customer_id = ${customerId} and domain = ${host}`),
	};
};

const CountsRow = row({ answers: int, drafts: int, forms: int, scans: int, records: int, publications: int });
/** Records are counted no further than to a million. */
const MOST_RECORDS = 1_000_000;

export const countsOn = async (tx: Tx, customerId: number, domainId: string, host: string): Promise<RowOf<typeof CountsRow> | null> =>
	tx.first(
		CountsRow,
		sql`select (select count(*)::int from consent_state s join purpose p on p.customer_id = ${customerId} and p.purpose_id = s.purpose_id
				where s.customer_id = ${customerId} and p.domain_id = ${domainId}) as answers,
			(select count(*)::int from configuration where customer_id = ${customerId} and domain_id = ${domainId}) as drafts,
			(select count(*)::int from signup_form where customer_id = ${customerId} and domain_id = ${domainId}) as forms,
			(select count(*)::int from cookie_scan where customer_id = ${customerId} and host = ${host}) as scans,
			(select count(*)::int from (select 1 from consent_record where customer_id = ${customerId} and domain_id = ${domainId}
				and person is null limit ${MOST_RECORDS}) r) as records,
			(select count(*)::int from publication where customer_id = ${customerId} and domain_id = ${domainId})
				+ (select count(*)::int from signup_publication where customer_id = ${customerId} and domain_id = ${domainId}) as publications`,
	);
