/** Counting choices and views by what they have in common. */
import type { Tx } from '#kernel/storage/storage.ts';
import type { Span } from '../ledger/store.ts';

export interface RateRow {
	key: string;
	choices: number;
	every: number;
	none: number;
	shown: number;
}

/** How a choice and a view are grouped: the same words on both sides, so that they meet. */
const GROUPS = {
	day: { choice: `to_char(c.received_at at time zone 'UTC', 'YYYY-MM-DD')`, view: `to_char(i.day, 'YYYY-MM-DD')` },
	configuration: { choice: 'c.configuration', view: 'i.folder' },
	language: { choice: 'split_part(c.language, $5, 1)', view: 'split_part(i.language, $5, 1)' },
	device: { choice: 'c.device', view: 'i.device' },
	country: { choice: `coalesce(c.country, '')`, view: 'i.country' },
} as const;

/** Choices of a span by group, with the views of the days it touches. Reads every record of the span once. */
export const countRates = (tx: Tx, customerId: number, span: Span, by: keyof typeof GROUPS): Promise<RateRow[]> =>
	tx.query(
		`with choice as (
			select r.choice_id, r.domain_id, min(r.received_at) as received_at, bool_and(r.value) as every, bool_or(r.value) as any,
				min(r.configuration) as configuration, min(r.language) as language, min(r.device) as device, min(r.country) as country
			from consent_record r
			where r.customer_id = $1 and r.received_at >= $2 and r.received_at < $3 and ($4::uuid[] is null or r.domain_id = any($4))
				and r.how = 'banner'
			group by r.choice_id, r.domain_id
		), chosen as (
			select ${GROUPS[by].choice} as key, count(*)::int as choices, count(*) filter (where c.every)::int as every,
				count(*) filter (where not c.any)::int as none
			from choice c where $5::text is not null group by 1
		), viewed as (
			select ${GROUPS[by].view} as key, sum(i.count)::int as shown from impression i
			where i.customer_id = $1 and i.day between ($2::timestamptz at time zone 'UTC')::date and ($3::timestamptz at time zone 'UTC')::date
				and ($4::uuid[] is null or i.domain_id = any($4))
			group by 1
		)
		select key, coalesce(choices, 0) as choices, coalesce(every, 0) as every, coalesce(none, 0) as none, coalesce(shown, 0) as shown
		from chosen full join viewed using (key) order by ${by === 'day' ? 'key' : 'choices desc nulls last, key'} limit 400`,
		[customerId, span.from, span.to, span.domainIds, '-'],
	);

/** Titles and versions of publications. */
export const publicationNames = async (tx: Tx, customerId: number, folders: readonly string[]) => {
	const rows = await tx.query<{ folder: string; title: string; version: number }>(
		'select folder, title, version from publication where customer_id = $1 and folder = any($2)',
		[customerId, folders],
	);
	return new Map(rows.map((row) => [row.folder, row]));
};

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
