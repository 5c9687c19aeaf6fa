/** Which tables a backup holds, and in which order they may be filled. */
import type { Client } from 'pg';
import { quoted } from '../roles.ts';
import { BackupError, type BackupHeader, type Table } from './format.ts';

/** The target has these from its own migration. */
const BOOKS = ['schema_migration', 'schema_function', 'schema_fact'];
/** Of the job queue, the work that waits; the rest it makes itself. */
const QUEUE_TABLES = ['queue', 'job'];

export const qualified = (table: Pick<Table, 'schema' | 'name'>): string => `${quoted(table.schema)}.${quoted(table.name)}`;

/** Parents before children, so that each COPY finds what its foreign keys name. */
export const backedUpTables = async (owner: Client): Promise<Table[]> => {
	const { rows } = await owner.query<Table & { oid: number; needs: number[] }>(
		`select c.oid::int as oid, n.nspname as schema, c.relname as name,
			(select array_agg(a.attname::text order by a.attnum) from pg_attribute a
			 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
			coalesce((select array_agg(k.confrelid::int) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '{}') as needs
		 from pg_class c join pg_namespace n on n.oid = c.relnamespace
		 where c.relkind in ('r', 'p') and not c.relispartition
			and ((n.nspname = 'public' and not c.relname = any($1) and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
				or (n.nspname = 'pgboss' and c.relname = any($2)))
		 order by n.nspname desc, c.relname`,
		[BOOKS, QUEUE_TABLES],
	);
	const ordered: Table[] = [];
	const done = new Set<number>();
	const known = new Set(rows.map((row) => row.oid));
	let waiting = rows;
	while (waiting.length > 0) {
		const ready = waiting.filter((row) => row.needs.every((need) => done.has(need) || !known.has(need)));
		if (ready.length === 0) throw new BackupError(`Tables refer to each other in a circle: ${waiting.map((row) => row.name).join(', ')}.`);
		for (const { oid, schema, name, columns } of ready) {
			ordered.push({ schema, name, columns });
			done.add(oid);
		}
		waiting = waiting.filter((row) => !done.has(row.oid));
	}
	return ordered;
};

/** Both versions and the key's fingerprint, as the database itself has them. */
export const schemaOf = async (owner: Client): Promise<Pick<BackupHeader, 'schema' | 'queueSchema' | 'secretFingerprint'>> => {
	const { rows } = await owner.query<{ schema: number; queueSchema: number; secretFingerprint: string }>(
		`select (select max(version) from schema_migration) as schema, (select version from pgboss.version) as "queueSchema",
			(select value from schema_fact where key = 'secret_fingerprint') as "secretFingerprint"`,
	);
	const found = rows[0];
	if (found === undefined) throw new BackupError('The database has no schema of ours.');
	return found;
};
