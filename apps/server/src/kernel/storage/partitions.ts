/**
 * Months of a table partitioned by range of an instant, with a DEFAULT partition for what no month takes (wild clocks).
 * Run as owner. Rows that wait in DEFAULT move into a month in the transaction that attaches it.
 */
import type { Client } from 'pg';
import { now } from '../clock.ts';
import { classedTables } from './protect.ts';
import { quoted } from './roles.ts';

/** The job makes this many months after the present one. */
const MONTHS_AHEAD = 3;

/**
 * Makes every month from `from`'s to `to`'s that is not there yet; answers the names made.
 * `consent_record` gets `consent_record_2026_11`; its DEFAULT is `consent_record_default`.
 */
export const ensureMonths = async (owner: Client, parent: string, from: Date, to: Date): Promise<string[]> => {
	const made: string[] = [];
	for (let month = startOfMonth(from, 0); month <= to; month = startOfMonth(month, 1)) {
		const name = `${parent}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
		if (await attachMonth(owner, parent, name, month)) made.push(name);
	}
	return made;
};

/** This month and the next few, of every table that has months. */
export const ensureMonthsAhead = async (owner: Client): Promise<string[]> => {
	const made: string[] = [];
	for (const parent of await tablesByMonth(owner))
		made.push(...(await ensureMonths(owner, parent, now(), startOfMonth(now(), MONTHS_AHEAD))));
	return made;
};

const tablesByMonth = async (owner: Client): Promise<string[]> =>
	(await classedTables(owner)).filter(({ byMonth }) => byMonth).map(({ name }) => name);

/** The months a database has. */
export const monthsOf = async (owner: Client): Promise<{ parent: string; month: string }[]> => {
	const { rows } = await owner.query<{ parent: string; month: string }>(
		`select p.relname as parent, replace(right(c.relname, 7), '_', '-') as month
		 from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
		 where p.relname = any($1) and c.relname ~ ('^' || p.relname || '_[0-9]{4}_[0-9]{2}$') order by c.relname`,
		[await tablesByMonth(owner)],
	);
	return rows;
};

const startOfMonth = (at: Date, later: number): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

const attachMonth = async (owner: Client, parent: string, name: string, month: Date): Promise<boolean> => {
	await owner.query('begin');
	try {
		// Two workers may run the job at once; the second finds the month made.
		await owner.query('select pg_advisory_xact_lock(hashtext($1))', [`months of ${parent}`]);
		const { rows } = await owner.query<{ there: boolean; column: string; standby: string | null }>(
			`select to_regclass($1) is not null as there, a.attname as column, d.relname as standby
			 from pg_partitioned_table p
			 join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
			 left join pg_class d on d.oid = p.partdefid
			 where p.partrelid = to_regclass($2)`,
			[name, parent],
		);
		const table = rows[0];
		if (table === undefined) throw new Error(`${parent} is not partitioned.`);
		if (!table.there) await makeMonth(owner, parent, name, table.column, table.standby, month);
		await owner.query('commit');
		return !table.there;
	} catch (error) {
		await owner.query('rollback');
		throw error;
	}
};

/**
 * DEFAULT is locked against writes first: between moving its rows and attaching, none may arrive that belongs into the month.
 * The check constraint lets PostgreSQL attach without reading the new table again; DEFAULT it does read, and that is small.
 */
const makeMonth = async (
	owner: Client,
	parent: string,
	name: string,
	column: string,
	standby: string | null,
	month: Date,
): Promise<void> => {
	const [first, next] = [month.toISOString(), startOfMonth(month, 1).toISOString()];
	const [table, of, at] = [quoted(name), quoted(parent), quoted(column)];
	const within = `${at} >= '${first}' and ${at} < '${next}'`;
	await owner.query(`create table ${table} (like ${of} including defaults including constraints including storage)`);
	await owner.query(`alter table ${table} add constraint month check (${at} is not null and ${within})`);
	if (standby !== null) {
		await owner.query(`lock table ${of} in share row exclusive mode`);
		await owner.query(
			`with moved as (delete from ${quoted(standby)} where ${within} returning *) insert into ${table} select * from moved`,
		);
	}
	await owner.query(`alter table ${of} attach partition ${table} for values from ('${first}') to ('${next}')`);
	await owner.query(`alter table ${table} drop constraint month`);
	// Grants never reach a partition by themselves, but default privileges of a careful operator might have.
	await owner.query(`revoke all on table ${table} from public`);
};
