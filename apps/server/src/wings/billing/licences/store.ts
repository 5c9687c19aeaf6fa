/** Licences in the database. A day counts when `starts_on <= day < until`. */
import type { LICENCE_STATES, Licence } from '@luvalla/contract/billing/licences.ts';
import type { OfDomain } from '#kernel/hooks.ts';
import { type List, list } from '#kernel/storage/lists.ts';
import { bool, day, instant, int, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { daysBetween } from '../days.ts';

const LicenceRow = row({
	licence_id: uuid,
	domain_id: uuid,
	host: text,
	starts_on: day,
	ends_on: day,
	until: day,
	ended_at: orNull(instant),
	made_by: oneOf(['manual', 'voucher']),
	created_at: instant,
});
export type LicenceRow = RowOf<typeof LicenceRow>;

const COLUMNS = sql`l.licence_id, l.domain_id, l.host, l.starts_on, l.ends_on, l.until, l.ended_at, l.made_by, l.created_at`;

export const LICENCES: List<typeof LicenceRow> = list({
	row: LicenceRow,
	columns: COLUMNS,
	from: sql`domain_licence l`,
	orders: {
		domain: { by: sql`l.host`, type: 'text' },
		startsOn: { by: sql`l.starts_on::text`, type: 'text' },
		endsOn: { by: sql`l.ends_on::text`, type: 'text' },
	},
	usual: 'domain',
	key: { by: sql`l.licence_id`, type: 'uuid' },
});

type State = (typeof LICENCE_STATES)[number];

/** One that was ended before it began has no day. */
const stateOf = ({ starts_on, until }: LicenceRow, today: string): State =>
	until <= today || until === starts_on ? 'ended' : starts_on > today ? 'notBegun' : 'on';

export const asLicence = (row: LicenceRow, today: string): Licence => {
	const state = stateOf(row, today);
	return {
		id: row.licence_id,
		domainId: row.domain_id,
		domain: row.host,
		startsOn: row.starts_on,
		endsOn: row.ends_on,
		state,
		endsInDays: state === 'on' ? daysBetween(today, row.ends_on) : null,
		endedAt: row.ended_at?.toISOString() ?? null,
		by: row.made_by,
		createdAt: row.created_at.toISOString(),
	};
};

interface Narrowed {
	q?: string | undefined;
	state?: State | undefined;
	domainId?: string | undefined;
}

export const narrowedLicences = (customerId: number, today: string, { q, state, domainId }: Narrowed): Sql[] => [
	sql`l.customer_id = ${customerId} and l.host ilike ${containing(q)}`,
	...(domainId === undefined ? [] : [sql`l.domain_id = ${domainId}`]),
	...(state === 'ended' ? [sql`(l.until <= ${today} or l.until = l.starts_on)`] : []),
	...(state === 'notBegun' ? [sql`l.starts_on > ${today} and l.until > l.starts_on`] : []),
	...(state === 'on' ? [sql`l.starts_on <= ${today} and l.until > ${today}`] : []),
];

export const readLicence = (tx: Tx, customerId: number, licenceId: string): Promise<LicenceRow | null> =>
	tx.first(LicenceRow, sql`select ${COLUMNS} from domain_licence l where l.customer_id = ${customerId} and l.licence_id = ${licenceId}`);

/** A domain's licences of this day and later, the earliest first. */
export const licencesFrom = (tx: Tx, customerId: number, domainId: string, from: string): Promise<LicenceRow[]> =>
	tx.rows(
		LicenceRow,
		sql`select ${COLUMNS} from domain_licence l
			where l.customer_id = ${customerId} and l.domain_id = ${domainId} and l.until > ${from} and l.until > l.starts_on
			order by l.starts_on`,
	);

export interface NewLicence {
	id: string;
	domainId: string;
	host: string;
	startsOn: string;
	endsOn: string;
	until: string;
	by: 'manual' | 'voucher';
	at: Date;
}

export const insertLicence = (tx: Tx, customerId: number, l: NewLicence): Promise<number> =>
	tx.run(sql`insert into domain_licence (customer_id, licence_id, domain_id, host, starts_on, ends_on, until, made_by, created_at)
		values (${customerId}, ${l.id}, ${l.domainId}, ${l.host}, ${l.startsOn}, ${l.endsOn}, ${l.until}, ${l.by}, ${l.at})`);

/** Its first day without is this one, or its own first day where that is later. */
export const endLicence = (tx: Tx, customerId: number, licenceId: string, until: string, at: Date): Promise<number> =>
	tx.run(sql`update domain_licence set until = ${until}, ended_at = ${at} where customer_id = ${customerId} and licence_id = ${licenceId}`);

/** A domain's licences go by its present host. */
export const renameLicences = async (tx: Tx, { customerId, domainId, host }: OfDomain): Promise<void> => {
	await tx.run(sql`update domain_licence set host = ${host} where customer_id = ${customerId} and domain_id = ${domainId}`);
};

const Summary = row({ domains: int, licensed: int, ending_soon: int });

/** Domains of a customer, those with a licence today, and those of them with none on the day `soon`. */
export const summaryOf = (tx: Tx, customerId: number, today: string, soon: string): Promise<RowOf<typeof Summary> | null> => {
	const on = (at: string): Sql => sql`exists (select 1 from domain_licence l
		where l.customer_id = ${customerId} and l.domain_id = d.domain_id and l.starts_on <= ${at} and l.until > ${at})`;
	return tx.first(
		Summary,
		sql`select count(*)::int as domains, count(*) filter (where ${on(today)})::int as licensed,
				count(*) filter (where ${on(today)} and not ${on(soon)})::int as ending_soon
			from domain d where d.customer_id = ${customerId}`,
	);
};

const CustomerIdRow = row({ customer_id: int });

/** Customers with a licence that ends between these days. */
export const customersEnding = async (across: Tx, after: string, by: string): Promise<number[]> => {
	const rows = await across.rows(
		CustomerIdRow,
		sql`select distinct customer_id from domain_licence where until > ${after} and until <= ${by} and ended_at is null order by customer_id`,
	);
	return rows.map(({ customer_id }) => customer_id);
};

/** Licences of domains that are there which end between these days, and nobody ended, where none follows. */
export const endingOf = (tx: Tx, customerId: number, after: string, by: string): Promise<LicenceRow[]> =>
	tx.rows(
		LicenceRow,
		sql`select ${COLUMNS} from domain_licence l join domain d on d.customer_id = ${customerId} and d.domain_id = l.domain_id
			where l.customer_id = ${customerId} and l.until > ${after} and l.until <= ${by} and l.ended_at is null
				and not exists (select 1 from domain_licence n where n.customer_id = ${customerId} and n.domain_id = l.domain_id
					and n.starts_on <= l.until and n.until > l.until)
			order by l.until, l.host`,
	);

/** Notes reminders as sent; answers how many had not been. */
export const noteReminders = (tx: Tx, customerId: number, licenceId: string, days: readonly number[], at: Date): Promise<number> =>
	tx.run(sql`insert into licence_reminder (customer_id, licence_id, days, sent_at)
		select ${customerId}, ${licenceId}, d, ${at} from unnest(${[...days]}::int[]) d on conflict do nothing returning 1`);

const Stands = row({ stands: bool });
/** Whether the domain was ever licensed. */
export const hasLicences = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> =>
	(
		await tx.first(
			Stands,
			sql`select exists (select 1 from domain_licence where customer_id = ${customerId} and domain_id = ${domainId}) as stands`,
		)
	)?.stands === true;

const CountRow = row({ n: int });
/** Licences that the domain ever had. */
export const countLicences = async (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	(
		await tx.first(
			CountRow,
			sql`select count(*)::int as n from domain_licence where customer_id = ${customerId} and domain_id = ${domainId}`,
		)
	)?.n ?? 0;
