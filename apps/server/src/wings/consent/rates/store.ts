/** Counting choices and views by what they have in common. */
import { float, instant, int, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sumsBy } from '#kernel/tally/tally.ts';
import { answeredOf, COUNTED, inSpan, type Span } from '../ledger/choices.ts';
import { IMPRESSION_COUNT } from './views.ts';

const RateRow = row({ key: text, choices: int, accepted_all: int, accepted_some: int, refused: int, shown: int });
export type RateRow = RowOf<typeof RateRow>;

/** How a choice and a view are grouped: the same words on both sides, so that they meet. */
const dayOf = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`;
const GROUPS = {
	day: { choice: dayOf(sql`c.received_at`), view: dayOf(sql`i.at`), by: [] },
	configuration: { choice: sql`c.configuration`, view: sql`i.folder`, by: ['folder'] },
	domain: { choice: sql`c.domain_id::text`, view: sql`i.domain_id::text`, by: ['domain_id'] },
	language: { choice: sql`split_part(c.language, '-', 1)`, view: sql`split_part(i.language, '-', 1)`, by: ['language'] },
	device: { choice: sql`c.device`, view: sql`i.device`, by: ['device'] },
	country: { choice: sql`coalesce(c.country, '')`, view: sql`i.country`, by: ['country'] },
} as const;

/** Views of the days that a span touches. */
const viewsIn = (customerId: number, { from, to, domainIds }: Span, by: keyof typeof GROUPS): Sql =>
	sumsBy(IMPRESSION_COUNT, customerId, {
		by: GROUPS[by].by,
		...(by === 'day' && { per: 'day' }),
		since: from,
		until: to,
		...(domainIds && { where: sql`c.domain_id = any(${domainIds}::uuid[])` }),
	});

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
			select ${GROUPS[by].view} as key, sum(i.n)::int as shown from (${viewsIn(customerId, span, by)}) i group by 1
		)
		select key, coalesce(choices, 0) as choices, coalesce(accepted_all, 0) as accepted_all, coalesce(accepted_some, 0) as accepted_some,
			coalesce(refused, 0) as refused, coalesce(shown, 0) as shown
		from chosen full join viewed using (key) order by ${by === 'day' ? sql`key` : sql`choices desc nulls last, key`} limit 400`,
	);

const Named = row({ folder: text, title: text, version: int });

/** Titles and versions of publications. */
export const publicationNames = async (tx: Tx, customerId: number, folders: readonly string[]) => {
	const rows = await tx.rows(
		Named,
		sql`select folder, title, version from publication where customer_id = ${customerId} and folder = any(${folders})`,
	);
	return new Map(rows.map((row) => [row.folder, row]));
};

const HostRow = row({ domain_id: uuid, host: text });

/** Hosts of domains. */
export const hostsOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Map<string, string>> =>
	new Map(
		(
			await tx.rows(
				HostRow,
				sql`select domain_id, host from domain
				where customer_id = ${customerId} and domain_id = any(${ids}::uuid[])`,
			)
		).map((found) => [found.domain_id, found.host]),
	);

const TestRow = row({
	test_id: uuid,
	domain_id: uuid,
	host: text,
	first_folder: text,
	second_folder: text,
	share: float,
	detect: float,
	sample: int,
	started_at: instant,
	started_by: text,
	ended_at: orNull(instant),
	kept_folder: orNull(text),
	/** Views of the first day before it began; of all its days, once it ended. */
	first_before: int,
	second_before: int,
	first_shown: orNull(int),
	second_shown: orNull(int),
});
export type TestRow = RowOf<typeof TestRow>;

const testsOf = (
	customerId: number,
): Sql => sql`select t.test_id, t.domain_id, d.host, t.first_folder, t.second_folder, t.share, t.detect, t.sample, t.started_at,
	t.started_by, t.ended_at, t.kept_folder,
		t.first_before::int as first_before, t.second_before::int as second_before, t.first_shown::int as first_shown,
			t.second_shown::int as second_shown
	from banner_test t join domain d on d.customer_id = ${customerId} and d.domain_id = t.domain_id`;

export const listTests = (tx: Tx, customerId: number, domainIds: readonly string[] | null): Promise<TestRow[]> =>
	tx.rows(
		TestRow,
		sql`${testsOf(customerId)} where t.customer_id = ${customerId}
			and (${domainIds}::uuid[] is null or t.domain_id = any(${domainIds}::uuid[]))
			order by t.ended_at desc nulls first, t.started_at desc limit 100`,
	);

export const runningTest = (tx: Tx, customerId: number, domainId: string): Promise<TestRow | null> =>
	tx.first(TestRow, sql`${testsOf(customerId)} where t.customer_id = ${customerId} and t.domain_id = ${domainId} and t.ended_at is null`);

export const testById = (tx: Tx, customerId: number, id: string): Promise<TestRow | null> =>
	tx.first(TestRow, sql`${testsOf(customerId)} where t.customer_id = ${customerId} and t.test_id = ${id}`);

export const insertTest = (
	tx: Tx,
	customerId: number,
	test: Omit<TestRow, 'host' | 'started_at' | 'ended_at' | 'kept_folder' | 'first_shown' | 'second_shown'>,
): Promise<number> =>
	tx.run(sql`insert into banner_test (customer_id, test_id, domain_id, first_folder, second_folder, share, detect, sample, started_by,
		first_before, second_before)
		values (${customerId}, ${test.test_id}, ${test.domain_id}, ${test.first_folder}, ${test.second_folder}, ${test.share},
			${test.detect}, ${test.sample}, ${test.started_by}, ${test.first_before}, ${test.second_before})`);

export const closeTest = (
	tx: Tx,
	customerId: number,
	id: string,
	keptFolder: string,
	shown: { first: number; second: number },
): Promise<number> =>
	tx.run(sql`update banner_test set ended_at = now(), kept_folder = ${keptFolder}, first_shown = ${shown.first},
			second_shown = ${shown.second} where customer_id = ${customerId} and test_id = ${id}`);
