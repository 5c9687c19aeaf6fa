/**
 * Rows that migrations themselves put into a new database (such as built-in roles). They are noted right after the first
 * migration, so that a restore can tell a database that nobody has used yet, and replace them with the backup's.
 */
import type { Client } from 'pg';
import { z } from 'zod';
import { quoted } from './roles.ts';

/** Table name → how many rows and which, as a checksum. Tables without rows are left out. */
export type Seeded = Record<string, string>;

export const noteSeeded = async (owner: Client): Promise<void> => {
	const { rows } = await owner.query<{ name: string }>(
		`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
			and c.relname not in ('schema_migration', 'schema_function', 'schema_fact') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
	);
	const seeded: Seeded = {};
	for (const { name } of rows) {
		const found = await checksumOf(owner, name);
		if (found !== null) seeded[name] = found;
	}
	await owner.query(`insert into schema_fact (key, value) values ('seeded', $1) on conflict (key) do update set value = excluded.value`, [
		JSON.stringify(seeded),
	]);
};

export const readSeeded = async (owner: Client): Promise<Seeded> => {
	const { rows } = await owner.query<{ value: string }>(`select value from schema_fact where key = 'seeded'`);
	return z.record(z.string(), z.string()).parse(JSON.parse(rows[0]?.value ?? '{}'));
};

/** null for an empty table. Reads all of it: asked only of tables that a migration filled, or that should be empty. */
export const checksumOf = async (owner: Client, table: string): Promise<string | null> => {
	const { rows } = await owner.query<{ n: number; sum: string | null }>(
		`select count(*) as n, md5(string_agg(t::text, '|' order by t::text collate "C")) as sum from ${quoted(table)} t`,
	);
	const found = rows[0];
	return found === undefined || found.n === 0 ? null : `${found.n} ${found.sum}`;
};
