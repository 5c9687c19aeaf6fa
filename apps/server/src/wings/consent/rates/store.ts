/** Counting choices and views by what they have in common. */
import { int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { answeredOf, COUNTED, inSpan, type Span } from '../ledger/choices.ts';

const RateRow = row({ key: text, choices: int, accepted_all: int, accepted_some: int, refused: int, shown: int });
export type RateRow = RowOf<typeof RateRow>;

/** How a choice and a view are grouped: the same words on both sides, so that they meet. */
const GROUPS = {
	day: { choice: sql`to_char(c.received_at at time zone 'UTC', 'YYYY-MM-DD')`, view: sql`to_char(i.day, 'YYYY-MM-DD')` },
	configuration: { choice: sql`c.configuration`, view: sql`i.folder` },
	domain: { choice: sql`c.domain_id::text`, view: sql`i.domain_id::text` },
	language: { choice: sql`split_part(c.language, '-', 1)`, view: sql`split_part(i.language, '-', 1)` },
	device: { choice: sql`c.device`, view: sql`i.device` },
	country: { choice: sql`coalesce(c.country, '')`, view: sql`i.country` },
} as const;

/** Choices of a span by group, with the views of the days it touches. Reads every record of the span once. */
export const countRates = (tx: Tx, customerId: number, span: Span, by: keyof typeof GROUPS): Promise<RateRow[]> =>
	tx.rows(
		RateRow,
		sql`with choice as (
			select r.choice_id, r.domain_id, min(r.received_at) as received_at, ${answeredOf(customerId)},
				min(r.configuration) as configuration, min(r.language) as language, min(r.device) as device, min(r.country) as country
			from consent_record r where ${inSpan(customerId, span)} and r.how = 'banner'
			group by r.choice_id, r.domain_id
		), chosen as (
			select ${GROUPS[by].choice} as key, ${COUNTED} from choice c group by 1
		), viewed as (
			select ${GROUPS[by].view} as key, sum(i.count)::int as shown from impression i
			where i.customer_id = ${customerId}
				and i.day between (${span.from}::timestamptz at time zone 'UTC')::date and (${span.to}::timestamptz at time zone 'UTC')::date
				and (${span.domainIds}::uuid[] is null or i.domain_id = any(${span.domainIds}))
			group by 1
		)
		select key, coalesce(choices, 0) as choices, coalesce(accepted_all, 0) as accepted_all, coalesce(accepted_some, 0) as accepted_some,
			coalesce(refused, 0) as refused, coalesce(shown, 0) as shown
		from chosen full join viewed using (key) order by ${by === 'day' ? sql`key` : sql`choices desc nulls last, key`} limit 400`,
	);

/** Titles and versions of publications. */
export const publicationNames = async (tx: Tx, customerId: number, folders: readonly string[]) => {
	const rows = await tx.query<{ folder: string; title: string; version: number }>(
		'select folder, title, version from publication where customer_id = $1 and folder = any($2)',
		[customerId, folders],
	);
	return new Map(rows.map((row) => [row.folder, row]));
};

const HostRow = row({ domain_id: uuid, host: text });

/** Hosts of domains. */
export const hostsOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Map<string, string>> =>
	new Map(
		(
			await tx.rows(HostRow, sql`select domain_id, host from domain where customer_id = ${customerId} and domain_id = any(${ids}::uuid[])`)
		).map((found) => [found.domain_id, found.host]),
	);

export interface TestRow {
	test_id: string;
	domain_id: string;
	host: string;
	first_folder: string;
	second_folder: string;
	share: number;
	detect: number;
	sample: number;
	started_at: Date;
	started_by: string;
	ended_at: Date | null;
	kept_folder: string | null;
	/** Views of the first day before it began; of all its days, once it ended. */
	first_before: number;
	second_before: number;
	first_shown: number | null;
	second_shown: number | null;
}

const TESTS = `select t.test_id, t.domain_id, d.host, t.first_folder, t.second_folder, t.share, t.detect, t.sample, t.started_at, t.started_by, t.ended_at, t.kept_folder,
		t.first_before::int as first_before, t.second_before::int as second_before, t.first_shown::int as first_shown, t.second_shown::int as second_shown
	from banner_test t join domain d on d.customer_id = $1 and d.domain_id = t.domain_id`;

export const listTests = (tx: Tx, customerId: number, domainIds: readonly string[] | null): Promise<TestRow[]> =>
	tx.query(
		`${TESTS} where t.customer_id = $1 and ($2::uuid[] is null or t.domain_id = any($2)) order by t.ended_at desc nulls first, t.started_at desc limit 100`,
		[customerId, domainIds],
	);

export const runningTest = async (tx: Tx, customerId: number, domainId: string): Promise<TestRow | null> => {
	const [row] = await tx.query<TestRow>(`${TESTS} where t.customer_id = $1 and t.domain_id = $2 and t.ended_at is null`, [
		customerId,
		domainId,
	]);
	return row ?? null;
};

export const testById = async (tx: Tx, customerId: number, id: string): Promise<TestRow | null> => {
	const [row] = await tx.query<TestRow>(`${TESTS} where t.customer_id = $1 and t.test_id = $2`, [customerId, id]);
	return row ?? null;
};

export const insertTest = (
	tx: Tx,
	customerId: number,
	test: Omit<TestRow, 'host' | 'started_at' | 'ended_at' | 'kept_folder' | 'first_shown' | 'second_shown'>,
): Promise<object[]> =>
	tx.query(
		`insert into banner_test (customer_id, test_id, domain_id, first_folder, second_folder, share, detect, sample, started_by, first_before, second_before)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		[
			customerId,
			test.test_id,
			test.domain_id,
			test.first_folder,
			test.second_folder,
			test.share,
			test.detect,
			test.sample,
			test.started_by,
			test.first_before,
			test.second_before,
		],
	);

export const closeTest = (
	tx: Tx,
	customerId: number,
	id: string,
	keptFolder: string,
	shown: { first: number; second: number },
): Promise<object[]> =>
	tx.query(
		'update banner_test set ended_at = now(), kept_folder = $3, first_shown = $4, second_shown = $5 where customer_id = $1 and test_id = $2',
		[customerId, id, keptFolder, shown.first, shown.second],
	);
